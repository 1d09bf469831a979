"""`littlestone duel`: a learner against an adversary, round by round."""

from __future__ import annotations

from typing import Annotated

import typer

from .shelf.options import Json, Learner, Seed, Settings

EXAMPLES = """\b
Examples:
  littlestone duel halving table:00011,00101,00110,01001,01010,10001
  littlestone duel randomised-soa table:100,010,001,000 --json
  littlestone duel winnow monotone-disjunctions:2 --adversary strongest
"""


def duel(
    learner: Learner,
    concepts: Annotated[
        str, typer.Argument(metavar="CLASS", help="The concept class, such as table:0011,0101 or intervals:5.")
    ],
    adversary: Annotated[
        str, typer.Option(metavar="NAME", help="The adversary: minimax, shattered, coin, walk or strongest.")
    ] = "minimax",
    set_: Settings = None,
    seed: Seed = 0,
    json: Json = False,
) -> int:
    """Play a learner against an adversary, round by round.

    The adversary asks points and answers as some concept of the class does, whichever is worst for the learner.
    """
    from .duel_fight import fight, print_duel
    from .shelf.arguments import read_settings
    from .shelf.exits import exit_code
    from .shelf.printing import print_account

    account, certificates = fight(learner, concepts, adversary, read_settings(learner, set_ or ()), seed)
    print_account(account, lambda: print_duel(account, certificates), json=json)
    return exit_code(certificates)
