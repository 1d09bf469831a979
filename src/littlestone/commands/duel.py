"""`littlestone duel`: a learner against an adversary, round by round."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Learner, Quiet, Seed, Settings
from ..errors import BadParameter

EXAMPLES = """\b
Examples:
  littlestone duel halving table:00011,00101,00110,01001,01010,10001
  littlestone duel randomised-soa table:100,010,001,000 --json
  littlestone duel bandit-soa labellings:2,k=4
  littlestone duel winnow monotone-disjunctions:2 --adversary strongest
  littlestone duel follow-the-leader --adversary flip-flop --rounds 1000
  littlestone duel follow-the-regularised-leader --set G=1 --adversary opposite
  littlestone duel be-the-leader --adversary flip-flop

\b
Learners of points: follow-the-leader, follow-the-regularised-leader, ogd, mirror,
eg, eg+-, adagrad, ons, coin; and be-the-leader, which is none: it looks ahead.
"""
OF_POINTS = ("flip-flop", "opposite")  # the adversaries that reveal numbers, and need no class
ROUNDS = 1000


def duel(
    learner: Learner,
    concepts: Annotated[
        str | None,
        typer.Argument(
            metavar="CLASS", help="The concept class, such as table:0011,0101 or intervals:5; none for points."
        ),
    ] = None,
    adversary: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Of a class: minimax (usual), shattered, coin, walk or strongest; of several labels multiclass or "
            "bandit. Of points: flip-flop (usual) or opposite.",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, metavar="N", help=f"Of points: play N rounds.  [default: {ROUNDS}]")
    ] = None,
    loss: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of points: what a point costs, linear (usual), gain or square.")
    ] = None,
    set_: Settings = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play a learner against an adversary, round by round.

    With a class, the adversary asks points and answers as some concept of the class does, whichever is worst for the
    learner. Without one, the learner plays a point of [-1, 1], or of the domain that is set, and the adversary then
    reveals a number that says what it cost: flip-flop reveals 1/2, -1, +1, -1, ..., opposite the sign of the point. On
    the simplex, where eg plays, the point of [-1, 1] is the difference of the two weights.
    """
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account

    if plays_points(learner, concepts, adversary):
        from .duel_points import duel_of_points, print_duel_of_points

        account, certificates, interrupted = duel_of_points(
            learner, adversary or OF_POINTS[0], rounds or ROUNDS, loss or "linear", set_ or (), shown=not quiet
        )
        in_words = print_duel_of_points
    else:
        from ..command_line.arguments import read_settings
        from .duel_fight import fight, print_duel

        given = [name for name, value in (("--rounds", rounds), ("--loss", loss)) if value is not None]
        if given:
            raise BadParameter(f"{' and '.join(given)} is for {' and '.join(OF_POINTS)}, which need no class")
        settings = read_settings(learner, set_ or ())
        account, certificates = fight(learner, str(concepts), adversary or "minimax", settings, seed)
        in_words, interrupted = print_duel, False
    print_account(account, lambda: in_words(account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted)


def plays_points(learner: str, concepts: str | None, adversary: str | None) -> bool:
    """Is it a duel of points? The adversary says so, or the class; if there is neither, the learner."""
    from ..learners import LEARNERS

    if adversary in OF_POINTS:
        if concepts is not None:
            raise BadParameter(f"{adversary} reveals numbers and needs no class: leave out {concepts}")
        return True
    if concepts is None and (adversary is not None or learner in LEARNERS):
        raise BadParameter(
            f"which class is the duel about? give one, such as intervals:5; of points, without a class, there is "
            f"--adversary {' and '.join(OF_POINTS)}"
        )
    return concepts is None
