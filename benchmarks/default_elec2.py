"""How much of the default's lead on elec2 is its columns: rows, columns and rates one by one.

    LITTLESTONE_DATA=DIR python benchmarks/default_elec2.py

Three columns of elec2 are constant up to row 17,424. Our `Standardised` shows a constant column as its sign, so that it
is a further bias and the model follows the mean of the labels faster; River's StandardScaler shows it as 0. River
learns its intercept at .01 whatever the rate is, unless it is told otherwise. Shown is the log loss a round of the
first 20,000 rows, and of games that begin at row 25,000, with and without the three columns.
"""

from __future__ import annotations

from collections.abc import Iterator

from accuracy import place
from default import ours
from default_peers import Count, river
from default_sets import Task

from littlestone import Committee

CONSTANT = ("vicprice", "vicdemand", "transfer")
BEGIN = 25_000


def whole() -> Task:
    """All rows."""
    import pandas

    frame = pandas.read_csv(place("elec2/elec.csv.xz"))
    for name in CONSTANT:
        varies = (frame[name] != frame[name].iloc[0]).to_numpy()
        print(f"{name} is {frame[name].iloc[0]:.6g} up to row {varies.argmax():,}")
    labels = frame.pop("class").astype(str).tolist()
    return Task("elec2", frame.to_dict("records"), labels)


def parts(task: Task) -> Iterator[tuple[str, Task]]:
    """The columns and the rows that are compared."""
    few = [{name: cell for name, cell in x.items() if name not in CONSTANT} for x in task.rows]
    for words, piece in (("first 20,000", slice(20_000)), ("begun at 25,000", slice(BEGIN, None))):
        for columns, rows in (("all columns", task.rows), ("without the three", few)):
            yield f"{words}, {columns}", Task("elec2", rows[piece], task.labels[piece])


def contenders(task: Task) -> Iterator[tuple[str, Count]]:
    """Ours, and River's logistic regression at several rates, its intercept at .01 and at the rate of the rest."""
    from river import optim

    yield "ours", ours(task, Committee())[0]
    for rate in (0.05, 0.1, 0.2, 0.5, 1.0):
        yield f"River SGD {rate}", river(task, optim.SGD(rate), scaled=True)
        yield f"River SGD {rate}, intercept too", river(task, optim.SGD(rate), scaled=True, intercept=rate)


def main() -> None:
    table: dict[str, list[str]] = {}
    heads = []
    for words, task in parts(whole()):
        heads.append(words)
        for name, count in contenders(task):
            table.setdefault(name, []).append(f"{count.now.mean(task.kind):.4f}")
    print(f"\n| | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    for name, cells in table.items():
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
