"""Plays every kind of learner on fixed streams and prints, to the last bit, what is kept, guessed and judged.

    python tests/helpers/processors.py FOLDER [--short]    on this processor, as JSON
    python tests/helpers/processors.py compare A B         what differs between two such files

The first that is given a folder records journals of a service in it, and the next ones audit them.

`test_processors` runs it as other processors would: with other loops of the BLAS, with numpy and the C library without
the instructions of newer processors, on one thread and on two, and interpreted. The streams are exact fractions: what
differs does not come from them.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
from golden_cases import cases
from golden_compare import CLOSE, NEAR, game_differences
from golden_intended import COMPARED, RECORD, intended
from golden_play import play as play_golden
from golden_play import recorded
from service_asking import asking, audited
from variants import VARIANTS

from littlestone import (
    BANDITS,
    EXPERTS,
    LEARNERS,
    POINTS,
    PORTFOLIOS,
    Committee,
    ConvexGame,
    Game,
    InvestGame,
    LinearVAW,
    MatrixGame,
    OneVsRest,
    Perceptron,
)
from littlestone.checks import drawn, game_of, guess_of, play, rounds_of
from littlestone.errors import InputError, SettingError
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, CalibratedClasses, Intervals
from littlestone.support.loading import core

WIDE = 21  # columns, coordinates, assets, actions: not a multiple of what any processor adds up at once
FEW = 4  # of the shares of games that the short form plays, one in so many
GRAIN = 2.0**20
Played = tuple[Any, list[Any], list[Any]]  # a game, what was said in it, and its certificates


def exact(numbers: Any) -> Any:
    """Numbers as fractions of few digits, the same wherever they were drawn."""
    return np.round(np.asarray(numbers) * GRAIN) / GRAIN


def fractions(seed: int, *size: int) -> Any:
    """Numbers from -1 to 1."""
    return exact(2.0 * np.random.default_rng(seed).random(size) - 1.0)


# The games.


def by_the_table(make: Callable[[], Any], width: int) -> Played:
    """A learner of any table, on what its checks draw for it."""
    learner = make()
    if hasattr(learner, "widen"):
        learner.widen(width)
    stream = drawn(learner, rows=60 if width == WIDE else 40, seed=3, width=width)
    if isinstance(stream, np.ndarray):
        stream = np.maximum(exact(stream), 0.01) if learner.usual_loss == "wealth" else exact(stream)
    game = game_of(learner)
    play(game, stream)
    guesses = [guess_of(learner, x) for x, _ in rounds_of(learner, stream)[:8]]
    return game, guesses, game.ledger.certificates


def with_loss(make: Callable[[], Any], loss: str) -> Played:
    """A learner of points, with a loss that is told about it."""
    game = ConvexGame(make(), loss=loss)
    d = game.learner.d
    z = fractions(5, 24, d)
    if loss == "wealth":
        z = 1.0 + z / 2.0
    said = []
    for t, row in enumerate(z):
        move = game.predict()
        said.append(move.guess)
        pair = loss in ("hinge", "log", "squared-error")
        game.label(move.number, (row, 1.0 if row[0] + fractions(t, 1)[0] > 0 else -1.0) if pair else row)
    return game, said, game.ledger.certificates


def with_costs(make: Callable[[], Any]) -> Played:
    """An investment of which every trade costs something."""
    game = InvestGame(make(), cost=0.01)
    for z in 1.0 + fractions(6, 30, game.learner.d) / 4.0:
        game.label(game.predict().number, z)
    return game, [game.predict().guess], game.ledger.certificates


def of_matrix(row: Any, column: Any) -> Played:
    """Two players of a matrix that is wider than high."""
    game = MatrixGame(fractions(7, WIDE, WIDE + 4), row, column)
    game.play(25)
    return game, [game.row, game.column, game.lower, game.upper], game.certificates


def with_guarantee(learner: Any, guarantee: Any, truth: Callable[[Any, int], Any]) -> Played:
    """A game with a guarantee."""
    game, said = Game(learner(), guarantees=[guarantee()]), []
    for t, x in enumerate(fractions(8, 120, WIDE)):
        move = game.predict(x)
        said += [move.guess, move.chance] + ([] if move.interval is None else [move.interval.low, move.interval.high])
        game.label(move.number, truth(x, t))
    return game, said, game.ledger.certificates


def sign(x: Any, t: int) -> int:
    return 1 if (x[0] + x[1] > 0.2) != (t % 11 == 0) else -1


def number(x: Any, t: int) -> float:
    return float(3.0 * x[0] - x[1] + (t % 7) / 8.0)


def of_three(x: Any, t: int) -> str:
    return "abc"[int(x[0] > 0.2) + int(x[1] > 0.0) if t % 9 else t % 3]


def tables() -> Iterator[tuple[str, Callable[[], Played]]]:
    """Every learner of every table, narrow and, where it is free to be, wide."""
    for name, make in VARIANTS.items():
        yield name, partial(by_the_table, make, 6)
    for name, kind in (*LEARNERS.items(), *EXPERTS.items()):
        if not getattr(kind, "boolean", False):
            yield f"{name}, wide", partial(by_the_table, kind, WIDE)
    for kernel in ("linear", "polynomial"):
        for name in ("kernel-perceptron", "forgetron", "projectron"):
            yield f"{name}, {kernel}", partial(by_the_table, partial(LEARNERS[name], kernel=kernel), WIDE)
    for name, kind in (*POINTS.items(), *PORTFOLIOS.items(), *BANDITS.items()):
        yield f"{name} of {WIDE}, {kind.kind}", partial(by_the_table, partial(kind, WIDE), WIDE)
    for name in ("adagrad", "arow"):
        yield f"committee of {name}s", partial(by_the_table, partial(Committee, f"{name},{name}:bias=1.0"), WIDE)


def others() -> Iterator[tuple[str, Callable[[], Played]]]:
    """Points with other losses on other domains, costs, matrices and guarantees."""
    losses = ("square", "wealth", "hinge", "log", "squared-error")
    for (name, kind), loss, domain in product(POINTS.items(), losses, ("ball:2", "box:0,1", "simplex", "space")):
        if name in ("follow-the-leader", "follow-the-regularised-leader", "ons", "ogd"):
            yield f"{name}, {loss} on {domain}", partial(with_loss, partial(kind, 9, domain=domain), loss)
    entropic = partial(POINTS["follow-the-regularised-leader"], 9, domain="simplex", psi="entropy")
    yield "follow-the-regularised-leader, entropy", partial(with_loss, entropic, "wealth")
    for name, kind in PORTFOLIOS.items():
        for d in (2, 3, WIDE):
            yield f"{name} with costs, {d}", partial(with_costs, partial(kind, d))
    for name in ("hedge", "adahedge", "normalhedge", "squint", "fixed-share", "ogd", "eg", "mirror"):
        for other in ("best-response", "uniform", "hedge"):
            yield f"{name} against {other}", partial(of_matrix, name, other)
    inside = {
        "intervals": (partial(LinearVAW, bias=1.0), partial(Intervals, 0.8, eta=0.5), number),
        "adaptive intervals": (partial(LinearVAW, bias=1.0), partial(Intervals, 0.8, gamma=0.05), number),
        "calibrated": (partial(Perceptron, bias=1.0), partial(Calibrated, 5), sign),
        "calibrated committee": (Committee, partial(Calibrated, 5), sign),
        "calibrated classes": (partial(OneVsRest, "ogd", loss="log", bias=1.0), CalibratedClasses, of_three),
        "alarm": (partial(Perceptron, bias=1.0), partial(Alarm, 0.2, 500), sign),
        "apple tasting": (partial(Perceptron, zero="-1"), partial(AppleTasting, misses=2, horizon=120), sign),
    }
    for name, (learner, guarantee, truth) in inside.items():
        yield name, partial(with_guarantee, learner, guarantee, truth)


# What is written down.


def to_the_last_bit(value: Any) -> str:
    """A value as text in which every bit counts."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{to_the_last_bit(value[key])}" for key in sorted(value, key=str)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(to_the_last_bit, value)) + "]"
    if isinstance(value, np.generic):
        return to_the_last_bit(value.item())
    if isinstance(value, np.ndarray):
        return f"{value.shape}{to_the_last_bit(value.tolist())}"
    return value.hex() if isinstance(value, float) else repr(value)


def digest(value: Any) -> str:
    return hashlib.sha256(to_the_last_bit(value).encode()).hexdigest()[:16]


def played(make: Callable[[], Played]) -> dict[str, Any] | None:
    """What is to be the same everywhere of a game; None if such a game is refused."""
    try:
        game, said, certificates = make()
    except (InputError, SettingError):
        return None
    ledger = game.ledger
    names = ("loss", "mistakes", "wealth", "turnover", "_paid", "lower")
    sums = {name: getattr(ledger, name, None) for name in names}
    return {
        "guesses": digest(said),
        "state": {name: digest(value) for name, value in game.state().items()},
        "judged": digest(sums),
        "certificates": [str(certificate) for certificate in certificates],
    }


def processor() -> dict[str, Any]:
    """What shows which processor was played: how some loops and functions round, and what numpy was told to leave."""
    x = exact(np.linspace(-20.0, 20.0, 4001))
    A = np.arange(1.0, 2501.0).reshape(50, 50) / 7.0
    return {
        "core": core(),
        "blas": digest([A @ A[0], A[0] @ A[1]]),
        "libm": digest([[math.exp(one), math.log(abs(one) + 1.0)] for one in x.tolist()]),
        "features": sorted(name for name, there in np._core._multiarray_umath.__cpu_features__.items() if there),
        "threads": os.environ.get("OPENBLAS_NUM_THREADS", ""),
    }


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Which games differ between two plays, and in what."""
    found = []
    for name in one["games"]:
        was, now = one["games"][name], other["games"].get(name)
        for part in ("guesses", "state", "judged", "certificates"):
            if now is None or was[part] != now[part]:
                found.append(f"{name}: {part}{'' if now is None else which(was[part], now[part])}")
    return found


def which(was: Any, now: Any) -> str:
    """The names in a state, or the lines of certificates, that differ."""
    if isinstance(was, dict):
        return " " + ", ".join(name for name in was if was[name] != now.get(name))
    if isinstance(was, list):
        lines = zip("\n".join(was).splitlines(), "\n".join(now).splitlines(), strict=False)
        return "".join(f"\n    {a}\n    {b}" for a, b in lines if a != b)
    return ""


# Journals of a service.

JOURNALS = (
    *("", "second-order-perceptron", "projectron", "kernel-perceptron", "arow", "narow", "adagrad", "ftrl", "rda"),
    *("scale-free", "ogd", "eg", "ons", "coin", "alma", "p-norm-perceptron", "balanced-winnow", "cw", "scw2", "vaw"),
)


def journal(folder: Path, learner: str) -> list[str]:
    """Record the journal of a learner, or audit it if there is one; the answers that are not reproduced."""
    name, home = learner or "committee", folder / (learner or "committee")
    numbers = learner == "vaw"
    if not home.exists():
        with asking(home) as ask:
            ask(
                "PUT",
                f"/v1/games/{name}",
                ({} if numbers else {"labels": ["ham", "spam"]}) | ({"learner": learner} if learner else {}),
            )
            for t, x in enumerate(fractions(9, 30, WIDE)):
                ask(
                    "POST",
                    f"/v1/games/{name}/predict",
                    {"id": f"m{t}", "x": {f"c{k}": v for k, v in enumerate(x.tolist())}},
                )
                y = number(x, t) if numbers else ("ham", "spam")[sign(x, t) > 0]
                status, said = ask("POST", f"/v1/games/{name}/label", {"id": f"m{t}", "y": y})
                assert status == 200, said
    found = audited(home, name)
    assert found.compared == 60, found
    return [str(each) for each in (*found.mismatches, *found.foreign)]


# The golden games.


def golden(step: int) -> list[str]:
    """What has moved since 0.1.0, of every so many games."""
    known = recorded(RECORD)
    found = []
    for case in islice((case for case in cases() if case.key in known), 0, None, step):
        moved = game_differences(case.key, known[case.key], play_golden(case), NEAR if case.solved else CLOSE)
        found += [one.key for one in moved if one.group in COMPARED and not intended(one.key)]
    return found


def main() -> int:
    if sys.argv[1] == "compare":
        one, other = (json.loads(Path(path).read_text()) for path in sys.argv[2:4])
        print("\n".join(differences(one, other)))
        return 0
    folder, step = Path(sys.argv[1]), FEW if "--short" in sys.argv else 1
    found = {name: played(make) for name, make in islice((*tables(), *others()), 0, None, step)}
    told = {
        "processor": processor(),
        "games": {name: one for name, one in found.items() if one is not None},
        "journals": [line for learner in JOURNALS[::step] for line in journal(folder, learner)],
        "golden": golden(50 * step if step > 1 or core() == "interpreted" else 1),
    }
    print(json.dumps(told, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
