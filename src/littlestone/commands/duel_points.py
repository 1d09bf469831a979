"""The work of `littlestone duel` where points are played: a learner of points against what is revealed."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any

from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.arguments import make, named, settings_of, words_or_numbers
from ..command_line.printing import columns, heading, print_certificates, settings
from ..command_line.progress import Bar, Rounds
from ..command_line.stop import Stop
from ..convex.be_the_leader import be_the_leader
from ..convex.convex_game import ConvexGame
from ..convex.point import PointLearner
from ..errors import BadParameter, UnknownName
from ..geometry.domain import find_domain
from ..losses.point_losses import find_convex_loss
from ..natures.adversaries import FlipFlop, Opposite
from ..natures.adversaries.flip_flop import Reveals
from ..support.words import amount, counted

ADVERSARIES: dict[str, type[Reveals]] = {"flip-flop": FlipFlop, "opposite": Opposite}
LOSSES = ("linear", "gain", "square")  # those that take any number
PROPHET = "be-the-leader"
INTERVAL, SIMPLEX = "box", "simplex"  # [-1, 1], and where eg and the entropy are at home
FIRST, LAST = 6, 2  # rounds that are printed
Duel = tuple[dict[str, Any], list[Certificate], bool]  # the account, its certificates, and was it interrupted?


class LossBar(Bar):
    """A bar that shows what was lost."""

    def words(self, now: float) -> str:
        ledger = self.game.ledger
        return f"{counted(ledger.rounds, 'round')}, {ledger.price.name} loss {ledger.loss:,.6g}"


def duel_of_points(
    name: str, adversary: str, rounds: int, loss: str, texts: Sequence[str], *, shown: bool = True
) -> Duel:
    """The whole duel as plain values, its certificates, and whether it was interrupted."""
    if adversary not in ADVERSARIES:
        raise UnknownName.among("adversary", adversary, ADVERSARIES)
    if loss not in LOSSES:
        raise UnknownName.among("loss of such a duel", loss, LOSSES)
    if name == PROPHET:
        return prophesied(adversary, rounds, loss, texts)
    learner = make_point_learner(name, texts)
    price = find_convex_loss(loss)
    game = ConvexGame(learner, loss=price, keep=rounds * learner.d)
    nature = ADVERSARIES[adversary](rounds, pair=learner.domain.name == SIMPLEX)
    lines: list[dict[str, Any]] = []
    with Stop() as stop, LossBar(game, Rounds(game, rounds), None, shown) as bar:
        for _ in stop.examples(iter(range(rounds))):
            nature.ask(None)
            move = game.predict()
            for number, z in nature.answer(move.number, move.guess):
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
    return account, certificates, stop.wanted


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
    if not ADVERSARIES[adversary].oblivious:
        may = " or ".join(other for other, kind in ADVERSARIES.items() if kind.oblivious)
        raise BadParameter(
            f"{PROPHET} looks at what is revealed before it plays, and {adversary} answers to what is played: "
            f"take --adversary {may}"
        )
    given = {"domain": INTERVAL, **settings_of(PROPHET, {"domain": INTERVAL}, texts)}
    simplex = find_domain(given["domain"], 2).name == SIMPLEX
    nature = ADVERSARIES[adversary](rounds, pair=simplex)
    revealed = []
    for number in range(1, rounds + 1):
        nature.ask(None)
        revealed += [z for _, z in nature.answer(number, (0.0, 0.0))]
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
    return account, certificates, False


def line(number: int, point: Any, z: Any, loss: float) -> dict[str, Any]:
    """A round as plain values."""
    return {"round": number, "point": point.tolist(), "revealed": z, "loss": loss}


def print_duel_of_points(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the first and the last rounds in a table, then the regret and the certificates."""
    console = Console(highlight=False)
    lines = account["rounds"]
    ended = ", then interrupted" if account["interrupted"] else ""
    heading(console, f"{account['learner']} against {account['adversary']}, {counted(len(lines), 'round')}{ended}")
    shown = [(vector(each["point"]), vector(each["revealed"]), each) for each in lines]
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


def vector(point: Any) -> str:
    """A point, or what was revealed: its numbers."""
    numbers = point if isinstance(point, list) else [point]
    return ", ".join(f"{number:+.4g}" if number else "0" for number in numbers)
