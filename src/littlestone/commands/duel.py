"""`littlestone duel`: a learner against an adversary, round by round; a person may play either of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.arguments import make, named, read_settings, settings_of, words_or_numbers
from ..command_line.concept_words import concept_text, point_text, seat
from ..command_line.exits import exit_code
from ..command_line.knowledge import knowledge
from ..command_line.options import Json, Quiet, Seed, Settings, takes_options
from ..command_line.person import PersonAdversary, person_guesses
from ..command_line.playing import Stop
from ..command_line.printing import columns, heading, print_account, print_certificates, settings
from ..command_line.progress import Bar
from ..command_line.receipt_files import Receipts
from ..command_line.replayed import print_replay, replay_file
from ..concepts.concept_class import ConceptClass
from ..concepts.labellings import Labellings
from ..convex.be_the_leader import be_the_leader
from ..convex.convex_game import ConvexGame
from ..convex.point import PointLearner
from ..errors import BadParameter, UnknownName
from ..geometry.domain import find_domain
from ..learner import RowLearner
from ..learners import LEARNERS
from ..losses.point_losses import find_convex_loss
from ..nature import Label
from ..natures.adversaries import (
    BanditAdversary,
    FlipFlop,
    MinimaxAdversary,
    MulticlassAdversary,
    Opposite,
    RandomWalk,
    ShatteredSet,
    Strongest,
)
from ..natures.adversaries.adversary import ClassAdversary
from ..natures.adversaries.flip_flop import Reveals
from ..natures.adversaries.label_adversaries import LabelAdversary
from ..rows.game import Game
from ..rows.round import Round
from ..support.settings import amount, counted
from ..truth import CLASSES

EXAMPLES = """\b
Examples:
  littlestone duel halving table:00011,00101,00110,01001,01010,10001
  littlestone duel randomised-soa table:100,010,001,000 --json
  littlestone duel bandit-soa labellings:2,k=4
  littlestone duel winnow monotone-disjunctions:2 --adversary strongest
  littlestone duel follow-the-leader --adversary flip-flop --rounds 1000
  littlestone duel follow-the-regularised-leader --set G=1 --adversary opposite
  littlestone duel follow-the-leader --loss hinge --rounds 64
  littlestone duel be-the-leader --adversary flip-flop
  littlestone duel winnow monotone-disjunctions:3 --show hypothesis
  littlestone duel halving intervals:5 --you adversary
  littlestone duel soa thresholds:8 --you learner
  littlestone duel --replay game.txt

\b
Learners of points: follow-the-leader, follow-the-regularised-leader, ogd, mirror,
eg, eg+-, adagrad, ons, coin; and be-the-leader, which is none: it looks ahead.
"""
OF_POINTS = ("flip-flop", "opposite")  # the adversaries that reveal numbers, and need no class
ROUNDS = 1000
Challenge = Callable[[ConceptClass, RowLearner, int], ClassAdversary]
ADVERSARIES: dict[str, Challenge] = {
    "minimax": lambda concepts, learner, seed: MinimaxAdversary(concepts, randomised=learner.randomised),
    "shattered": lambda concepts, learner, seed: ShatteredSet(concepts),
    "coin": lambda concepts, learner, seed: ShatteredSet(concepts, seed=seed),
    "walk": lambda concepts, learner, seed: RandomWalk(concepts, seed=seed),
    "strongest": lambda concepts, learner, seed: Strongest(concepts, learner),
}
LABEL_ADVERSARIES: dict[str, Callable[[Labellings, RowLearner], LabelAdversary]] = {
    "minimax": lambda concepts, learner: LABEL_ADVERSARIES["bandit" if learner.name == "bandit-soa" else "multiclass"](
        concepts, learner
    ),
    "multiclass": lambda concepts, learner: MulticlassAdversary(concepts),
    "bandit": lambda concepts, learner: BanditAdversary(concepts),
}
POINT_ADVERSARIES: dict[str, type[Reveals]] = {"flip-flop": FlipFlop, "opposite": Opposite}
LOSSES = ("linear", "gain", "square", "hinge")  # those that take any number, or an example made of it
PROPHET, HINGE = "be-the-leader", "hinge"
INTERVAL, SIMPLEX = "box", "simplex"  # [-1, 1], and where eg and the entropy are at home
FIRST, LAST = 6, 2  # rounds that are printed
Played = Game | ConvexGame | None
Duel = tuple[dict[str, Any], list[Certificate], bool, Played]  # account, certificates, was it interrupted? the game


ROLES = ("adversary", "learner")
SHOWN = ("hypothesis",)


@takes_options(without=("receipt_rows",))
def duel(
    learner: Annotated[
        str | None,
        typer.Argument(metavar="LEARNER", help="The learner; 'littlestone learners' lists them. None with --replay."),
    ] = None,
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
        str | None,
        typer.Option(metavar="NAME", help="Of points: what a point costs, linear (usual), gain, square or hinge."),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help="Of a class: hypothesis prints after every round what the learner has come to: weights, a formula, "
            "level sets, concepts left.",
        ),
    ] = None,
    you: Annotated[
        str | None,
        typer.Option(
            metavar="ROLE",
            help="Of a class: play yourself, as the adversary (asked for examples and labels) or as the learner (asked "
            "for guesses).",
        ),
    ] = None,
    replay: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Play the text of a game again, such as the arena writes, and grade it."),
    ] = None,
    set_: Settings = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    *,
    receipts: Receipts,
) -> int:
    """Play a learner against an adversary, round by round.

    With a class, the adversary asks points and answers as some concept of the class does, whichever is worst for the
    learner. Without one, the learner plays a point of [-1, 1], or of the domain that is set, and the adversary then
    reveals a number that says what it cost: flip-flop reveals 1/2, -1, +1, -1, ..., opposite the sign of the point. On
    the simplex, where eg plays, the point of [-1, 1] is the difference of the two weights. With the hinge loss, what is
    revealed is an example x with its label y, and the point w costs max(0, 1 - y w x).

    With --you a person plays one of the two, asked on standard error. With --replay a game that was played in the arena
    is played again by the package: does every line say the same, and what was given away?
    """
    if replay is not None:
        names = ("LEARNER", "CLASS", "--adversary", "--rounds", "--loss", "--show", "--you", "--set", "--receipt")
        values = (learner, concepts, adversary, rounds, loss, show, you, set_, receipts.receipt)
        if given := [name for name, value in zip(names, values, strict=True) if value is not None]:
            raise BadParameter(f"--replay takes the game from its file: leave out {', '.join(given)}")
        graded, code = replay_file(replay)
        print_account(graded, lambda: print_replay(graded), json=json, shown=not quiet)
        return code
    if learner is None:
        raise BadParameter("which learner plays? name one, such as halving; or give --replay FILE")
    if you is not None and you not in ROLES:
        raise UnknownName.among("role of --you", you, ROLES)
    if show is not None and show not in SHOWN:
        raise UnknownName.among("thing that --show prints", show, SHOWN)
    if plays_points(learner, concepts, adversary):
        if given := [name for name, value in (("--show", show), ("--you", you)) if value is not None]:
            raise BadParameter(f"{' and '.join(given)} is for duels about a class, such as intervals:5")
        account, certificates, interrupted, game = duel_of_points(
            learner, adversary or OF_POINTS[0], rounds or ROUNDS, loss or "linear", set_ or (), shown=not quiet
        )
        in_words = print_duel_of_points
    else:
        given = [name for name, value in (("--rounds", rounds), ("--loss", loss)) if value is not None]
        if given:
            raise BadParameter(f"{' and '.join(given)} is for {' and '.join(OF_POINTS)}, which need no class")
        settings = read_settings(learner, set_ or ())
        account, certificates, game = fight(learner, str(concepts), adversary, settings, seed, show=bool(show), you=you)
        in_words, interrupted = print_duel, False
    if game is not None:
        receipts.write(lambda source: game.receipt(source=source), [])
    elif receipts.receipt:
        raise BadParameter("--receipt is of a learner's game: here none of this package played")
    print_account(account, lambda: in_words(account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted)


def plays_points(learner: str, concepts: str | None, adversary: str | None) -> bool:
    """Is it a duel of points? The adversary says so, or the class; if there is neither, the learner."""
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


class Spectator:
    """A nature that wraps an adversary and records questions, guesses and answers, and what is learned if `shows`."""

    def __init__(self, adversary: ClassAdversary | LabelAdversary, game: Game, *, shows: bool = False) -> None:
        self.adversary = adversary
        self.game = game
        self.shows = shows
        self.rounds: list[dict[str, Any]] = []

    def ask(self, last: Round | None) -> Any:
        """What the adversary asks."""
        self.note()
        return self.adversary.ask(last)

    def answer(self, number: int, guess: float) -> Iterable[Label]:
        """What the adversary answers; records a line about it."""
        for told, y in self.adversary.answer(number, guess):
            self.rounds.append(
                {
                    "round": told,
                    "point": point_text(self.adversary.concepts, self.adversary.point),
                    "guess": guess,
                    "label": y,
                    "left": self.adversary.space.bit_count(),
                }
            )
            yield Label(told, y)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()

    def note(self) -> None:
        """Add to the line about the last round what it cost."""
        if self.rounds:
            ledger = self.game.ledger
            self.rounds[-1]["mistakes"] = ledger.expected if self.game.learner.randomised else ledger.mistakes
            if self.shows:
                self.rounds[-1]["knows"] = knowledge(self.game.learner, self.adversary.concepts)


def fight(
    name: str,
    text: str,
    adversary: str | None,
    parameters: dict[str, Any],
    seed: int,
    *,
    show: bool = False,
    you: str | None = None,
) -> tuple[dict[str, Any], list[Certificate], Played]:
    """The whole duel as plain values, its certificates, and the game, if a learner has played one."""
    several = make(name, {}).truths == CLASSES
    known = LABEL_ADVERSARIES if several else ADVERSARIES
    if adversary is not None and adversary not in known:
        raise UnknownName.among(f"adversary of {name}", adversary, known)
    if you is not None and several:
        raise BadParameter(f"--you is for classes of two labels, and {name} learns from several")
    if you == "adversary" and adversary is not None:
        raise BadParameter("--you adversary takes the place of --adversary: leave one of them out")
    concepts = Labellings.find(text) if several else ConceptClass.find(text)
    learner = seat(name, parameters, concepts)
    game = Game(learner, seed=seed, labels=range(concepts.labels) if isinstance(concepts, Labellings) else None)
    learner.widen(concepts.width)
    opponent: ClassAdversary | LabelAdversary
    if isinstance(concepts, Labellings):
        opponent = LABEL_ADVERSARIES[adversary or "minimax"](concepts, learner)
    elif you == "adversary":
        opponent = PersonAdversary(concepts, learner)
    else:
        opponent = ADVERSARIES[adversary or "minimax"](concepts, learner, seed)
    account = {
        "learner": name,
        "parameters": learner.parameters(),
        "class": text,
        "concepts": concepts.size,
        "points": concepts.points,
        "labels": concepts.labels if isinstance(concepts, Labellings) else None,
        "adversary": you if you == "adversary" else adversary or "minimax",
    }
    if you is not None:
        account["you"] = you
    if you == "learner":
        rounds = person_guesses(opponent, learner)
        mistakes = sum(line["guess"] != line["label"] for line in rounds)
        account |= {"rounds": rounds, "mistakes": mistakes, "target": concept_text(concepts, opponent.target)}
        return {**account, "certificates": []}, [], None
    spectator = Spectator(opponent, game, shows=show)
    ledger = game.play(spectator)
    certificates = ledger.certify()
    account |= {
        "rounds": spectator.rounds,
        "mistakes": ledger.mistakes,
        "expected_mistakes": ledger.expected,
        "target": concept_text(concepts, opponent.target),
        "certificates": [certificate.as_dict() for certificate in certificates],
    }
    if isinstance(opponent, PersonAdversary):
        account["still"] = opponent.still
    return account, certificates, game


def print_duel(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the rounds in a table, then the target and the certificates."""
    console = Console(highlight=False)
    players = {"adversary": f"{account['learner']} against you", "learner": f"you against {account['adversary']}"}
    names = players.get(account.get("you", ""), f"{account['learner']} against {account['adversary']}")
    heading(console, f"{names}, {counted(account['concepts'], 'concept')}")
    width = max([5, *(len(line["point"]) for line in account["rounds"])])
    console.print(Text(f"  round  {'point'.rjust(width)}   guess  label  mistakes  left", style="bold"), soft_wrap=True)
    for line in account["rounds"]:
        words = f"  {line['round']:>5}  {line['point'].rjust(width)}  {said(account, line)}"
        console.print(Text(f"{words}  {amount(line['mistakes']):>8}  {line['left']:>4}"), soft_wrap=True)
        if line.get("knows"):
            console.print(Text(f"         {line['knows']}", style="dim"), soft_wrap=True)
    console.print()
    lines = [("target", account["target"], ""), *of_person(account)]
    chosen = {name: value for name, value in account["parameters"].items() if name != "concepts"}
    lines.append(("parameters", settings(chosen) or "none", ""))
    columns(console, lines)
    if account.get("you") != "learner":
        print_certificates(console, certificates)


def of_person(account: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What the person who played has done, beside what was possible."""
    mistakes = counted(account["mistakes"], "mistake")
    if account.get("you") == "learner":
        would = sum(line["would_say"] != line["label"] for line in account["rounds"])
        return [("you made", f"{mistakes}; {account['learner']} would have made {would} on the same examples", "bold")]
    if account.get("you") != "adversary":
        return []
    still = account["still"]
    more = "" if still is None else f"; {still} more could still be forced" if still else "; no more can be forced now"
    return [("you forced", f"{mistakes}{more}", "bold")]


def said(account: dict[str, Any], line: dict[str, Any]) -> str:
    """A guess and a label: with their signs of two classes, as they are of more."""
    if account["labels"] is not None:
        guess = "none" if line["guess"] < 0 else f"{line['guess']:g}"
        return f"{guess:>6}  {line['label']:>5}"
    return f"{line['guess']:>+6.4g}  {line['label']:>+5d}"


class LossBar(Bar):
    """A bar that shows what was lost."""

    def words(self, now: float) -> str:
        ledger = self.game.ledger
        return f"{counted(ledger.rounds, 'round')}, {ledger.price.name} loss {ledger.loss:,.6g}"


def duel_of_points(
    name: str, adversary: str, rounds: int, loss: str, texts: Sequence[str], *, shown: bool = True
) -> Duel:
    """The whole duel as plain values, its certificates, and whether it was interrupted."""
    if adversary not in POINT_ADVERSARIES:
        raise UnknownName.among("adversary", adversary, POINT_ADVERSARIES)
    if loss not in LOSSES:
        raise UnknownName.among("loss of such a duel", loss, LOSSES)
    if name == PROPHET:
        return prophesied(adversary, rounds, loss, texts)
    learner = make_point_learner(name, texts)
    price = find_convex_loss(loss)
    game = ConvexGame(learner, loss=price, keep=rounds * learner.d)
    nature = POINT_ADVERSARIES[adversary](rounds, pair=learner.domain.name == SIMPLEX)
    lines: list[dict[str, Any]] = []
    with Stop() as stop, LossBar(game, None, rounds, shown) as bar:
        for _ in stop.examples(iter(range(rounds))):
            nature.ask(None)
            move = game.predict()
            for number, z in nature.answer(move.number, move.guess):
                z = example_of(z) if loss == HINGE else z
                game.label(number, z)
                lines.append(line(number, move.guess, z, price.value(move.guess, price.turned(z, learner.d))))
            bar.tick()
    certificates = game.ledger.certify()
    known = game.ledger.as_dict()
    best = game.ledger.best
    account = {
        "learner": name,
        "parameters": learner.parameters(),
        "adversary": adversary,
        "loss": known["loss"],
        "best_fixed_point": known["best_fixed_point"],
        "best_loss": None if best is None else game.ledger.losses.value(best),
        "regret": known["regret"],
        "rounds": lines,
        "interrupted": stop.wanted,
        "certificates": [certificate.as_dict() for certificate in certificates],
    }
    return account, certificates, stop.wanted, game


def make_point_learner(name: str, texts: Sequence[str]) -> PointLearner:
    """The learner with the settings of --set, on [-1, 1], or with two weights if it is at home on the simplex."""
    kind = named(name, "convex")
    defaults = {known: value for known, value in kind(2).parameters().items() if known != "d"}
    given = words_or_numbers(settings_of(name, defaults, texts))
    if "domain" in signature(kind).parameters:
        given = {"domain": SIMPLEX if "entropy" in given.values() else INTERVAL, **given}
        home = find_domain(given["domain"], 2).name
    else:
        home = kind(2).domain.name
    learner: PointLearner = make(name, given, "convex", 2 if home == SIMPLEX else 1)
    return learner


def prophesied(adversary: str, rounds: int, loss: str, texts: Sequence[str]) -> Duel:
    """The account of Be the Leader, who knows what will be revealed."""
    if not POINT_ADVERSARIES[adversary].oblivious:
        may = " or ".join(other for other, kind in POINT_ADVERSARIES.items() if kind.oblivious)
        raise BadParameter(
            f"{PROPHET} looks at what is revealed before it plays, and {adversary} answers to what is played: "
            f"take --adversary {may}"
        )
    given = {"domain": INTERVAL, **settings_of(PROPHET, {"domain": INTERVAL}, texts)}
    simplex = find_domain(given["domain"], 2).name == SIMPLEX
    nature = POINT_ADVERSARIES[adversary](rounds, pair=simplex)
    revealed = []
    for number in range(1, rounds + 1):
        nature.ask(None)
        revealed += [example_of(z) if loss == HINGE else z for _, z in nature.answer(number, (0.0, 0.0))]
    prophecy = be_the_leader(revealed, 2 if simplex else 1, domain=given["domain"], loss=loss)
    played = zip(prophecy.points, revealed, prophecy.losses.tolist(), strict=True)
    certificates = [prophecy.certificate]
    account = {
        "learner": PROPHET,
        "parameters": given,
        "adversary": adversary,
        "loss": {"name": find_convex_loss(loss).name, "total": float(prophecy.losses.sum())},
        "best_fixed_point": prophecy.best.tolist(),
        "best_loss": prophecy.least,
        "regret": prophecy.regret,
        "rounds": [line(t, point, z, paid) for t, (point, z, paid) in enumerate(played, start=1)],
        "interrupted": False,
        "certificates": [certificate.as_dict() for certificate in certificates],
    }
    return account, certificates, False, None


def example_of(z: Any) -> tuple[list[float], int]:
    """The example whose hinge loss falls and rises with z: of length |z|, with the label that z speaks for.

    On [-1, 1] its loss max(0, 1 - y w x) is 1 + z w, so what makes a learner of linear losses flip makes this one flip.
    """
    first = z[0] if isinstance(z, list) else z
    return ([abs(first), -abs(first)] if isinstance(z, list) else [abs(first)]), -1 if first > 0 else 1


def line(number: int, point: Any, z: Any, loss: float) -> dict[str, Any]:
    """A round as plain values."""
    return {"round": number, "point": point.tolist(), "revealed": z, "loss": loss}


def print_duel_of_points(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the first and the last rounds in a table, then the regret and the certificates."""
    console = Console(highlight=False)
    lines = account["rounds"]
    ended = ", then interrupted" if account["interrupted"] else ""
    heading(console, f"{account['learner']} against {account['adversary']}, {counted(len(lines), 'round')}{ended}")
    shown = [(vector(each["point"]), revealed_words(each["revealed"]), each) for each in lines]
    if len(shown) > FIRST + LAST:
        shown = [*shown[:FIRST], ("...", "", {}), *shown[-LAST:]]
    wide = [max(floor, *(len(each[at]) for each in shown)) if shown else floor for at, floor in ((0, 8), (1, 8))]
    console.print(
        Text(f"  round  {'point'.rjust(wide[0])}  {'revealed'.rjust(wide[1])}      loss", style="bold"), soft_wrap=True
    )
    for point, z, each in shown:
        number, loss = each.get("round", "..."), vector(each["loss"]) if each else ""
        console.print(
            Text(f"  {number:>5}  {point.rjust(wide[0])}  {z.rjust(wide[1])}  {loss:>8}".rstrip()), soft_wrap=True
        )
    console.print()
    columns(console, summary(account))
    print_certificates(console, certificates, known=bool(certificates))


def summary(account: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The lines about the whole duel: what, how much, and no colour."""
    parameters = {name: value for name, value in account["parameters"].items() if name != "d"}
    said = [
        ("parameters", settings(parameters) or "none", ""),
        ("loss", f"{amount(account['loss']['total'])}, {account['loss']['name']}", ""),
    ]
    if account["best_fixed_point"] is None:
        return [*said, ("regret", "no fixed point is best: where points may lie anywhere, every loss is beaten", "")]
    best = f"{vector(account['best_fixed_point'])}, which loses {amount(account['best_loss'])}"
    a_round = account["regret"] / max(1, len(account["rounds"]))
    return [
        *said,
        ("best point", best, ""),
        ("regret", f"{amount(account['regret'])}, {a_round:.4g} a round", "bold"),
    ]


def revealed_words(z: Any) -> str:
    """What was revealed: a number or several, or an example with its label."""
    return f"{vector(z[0])} is {z[1]:+d}" if isinstance(z, tuple) else vector(z)


def vector(point: Any) -> str:
    """A point, or what was revealed: its numbers."""
    numbers = point if isinstance(point, list) else [point]
    return ", ".join(f"{number:+.4g}" if number else "0" for number in numbers)
