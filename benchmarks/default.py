"""The default, or another learner, beside River, Vowpal Wabbit and scikit-learn, each with the best of its settings.

    LITTLESTONE_DATA=DIR python benchmarks/default_kept.py  # runs the peers, once: an hour or two
    LITTLESTONE_DATA=DIR python benchmarks/default.py       # shared data is found beside the tree too
    python benchmarks/default.py "forest:seed={seed}" --seeds 3 --sets xor,letter
    python benchmarks/default.py --confirm                  # the sets that the first choice was confirmed on
    python benchmarks/default.py --confirm-again            # those that nothing was chosen on

Every example is predicted before it is learned, in one pass; shown is the mean log loss of classes (a chance is no less
than 1e-15), the root mean square error of numbers. Ours is the default without any setting, unless a learner is named,
as members of a committee are. Of the peers the best is chosen in hindsight, of seeded ones by the mean of their seeds:

    River     logistic or linear regression, SGD .005 .01 .05 .1 .2 .5 1 (also with the intercept learned at that rate,
              which is .01 else) and AdaGrad .05 .1 .3 1, with a StandardScaler and without, of numbers with the labels
              standardised too; AMF, ARF and HAT (default_forests.py)
    VW        logistic or squared loss at -l .1 .5 2 8 32, of many classes with --oaa; also with all pairs, -q ::
    sklearn   SGD in batches of 100 after a StandardScaler, alpha 1e-5 1e-4 1e-3
    the last label again, with the confidence that is best in hindsight

Boosted trees that are refitted on the past are shown as the limit of batches, and not counted. A set below 1,000 rows
is shown and not counted. Where a forest of River was stopped for time, all are compared on the rows that it did.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from default_kept import NOT_COUNTED, RESULTS, Kept, notes_of
from default_peers import Count, Noted
from default_sets import CHOOSING, CONFIRMING, CONFIRMING_AGAIN, NEVER_RUN, NUMBERS, Task, task_of

from littlestone import Committee, Game, RowLearner
from littlestone.committees.members import USUAL, read

FEWEST = 1_000  # rows of a set that is counted
FORESTS = ("AMF", "ARF", "HAT")
FAR_SHARE, FAR_NATS = 1.05, 5.0  # behind by more than 5 % and by more than 5 nats in all is far behind
HEAD = (
    "set | rows | ours | best peer | ratio | nats | mistakes | its mistakes "
    "| fewest of a River forest | best untouched | boosted | us"
)
NOTES = {
    "elec2": "elec2: up to row 17,424 three of its columns are constant; our Standardised shows them as ones, three "
    "biases more, River's as zeros. Ours without them, and games that begin at row 25,000: default_elec2.py",
    "letter": "letter: AMF has the Dirichlet constant of its authors, .01; at River's default of .5 it loses more",
}


class Mean(NamedTuple):
    """What a contender lost a round, how often it erred, and over how many rounds: the mean of its seeds."""

    loss: float
    mistakes: float
    rounds: int

    @classmethod
    def of(cls, notes: list[Noted], kind: str) -> Mean:
        """The mean of several runs."""
        losses, mistakes = [note.mean(kind) for note in notes], [note.mistakes for note in notes]
        return cls(sum(losses) / len(notes), sum(mistakes) / len(notes), notes[0].rounds)


class Learners(NamedTuple):
    """What is played: texts for two classes, for many and for numbers; empty is the default."""

    two: str
    many: str
    numbers: str

    def made(self, task: Task, seed: int) -> RowLearner:
        """A new learner for a set."""
        many = task.kind != NUMBERS and len(task.classes) > 2
        text = self.numbers if task.kind == NUMBERS else self.many if many else self.two
        if text in ("", "committee"):
            return default_of("numbers" if task.kind == NUMBERS else "classes" if many else "signs", seed)
        members = text.replace("{seed}", str(seed))
        return Committee(members) if "," in members else read(members)

    def seeded(self) -> bool:
        """Does a seed change anything?"""
        return any(text in ("", "committee") or "{seed}" in text for text in self)


def default_of(truth: str, seed: int) -> Committee:
    """The default of labels of this kind, with other questions for its forest."""
    members = [f"{text}:seed={seed}" if text.startswith("forest") else text for text in USUAL[truth]]
    return Committee(**{**Committee(truth).parameters(), "members": members})


def ours(task: Task, learner: RowLearner, rows: int | None = None) -> tuple[Count, float]:
    """What ours loses on the first rows, and the microseconds that a round takes, its names and account included."""
    many = task.kind != NUMBERS and len(task.classes) > 2
    game = Game(learner, labels=None if many or task.kind == NUMBERS else task.classes, bounds=[])
    count, positive, spent = Count(task), None if task.kind == NUMBERS else task.classes[-1], 0.0
    for x, y in zip(task.rows[:rows], task.labels[:rows], strict=True):
        begun = time.process_time()
        asked = game.predict(x)
        said, guess = asked.chance, asked.act
        game.label(asked.number, y)
        spent += time.process_time() - begun
        if task.kind == NUMBERS:
            count.number(y, asked.guess)
        elif said is None:
            raise SystemExit(f"{learner!r} says no chances; for the log loss name a learner that does")
        elif many:
            count.chance(y, said.get(y, 0.0), guess)
        else:
            count.chance(y, said if y == positive else 1.0 - said, guess)
    return count, 1e6 * spent / count.row


class Peers:
    """The results of the peers on a set, at the largest number of rows that every kind of them did."""

    def __init__(self, kept: Kept, task: Task) -> None:
        runs = [(result, notes_of(result)) for result in kept.of(task.name) if result["rows"] == len(task.rows)]
        runs = [(result, notes) for result, notes in runs if notes]
        reach: dict[str, int] = defaultdict(int)
        for result, notes in runs:
            reach[result["peer"]] = max(reach[result["peer"]], *notes)
        self.rows = min(reach.values(), default=0)
        groups: dict[tuple[str, str], list[Noted]] = defaultdict(list)
        self.untouched: set[str] = set()
        for result, notes in runs:
            if self.rows in notes:
                groups[result["peer"], result["settings"]].append(notes[self.rows])
                if result["default"]:
                    self.untouched.add(f"{result['peer']} {result['settings']}")
        self.family = {f"{peer} {settings}": peer for peer, settings in groups}
        self.means = {f"{peer} {settings}": Mean.of(notes, task.kind) for (peer, settings), notes in groups.items()}
        self.seeds = {f"{peer} {settings}": len(notes) for (peer, settings), notes in groups.items()}

    def best(self, names: list[str], mistakes: bool = False) -> str | None:
        """The one of least loss, or of fewest mistakes."""
        return min(names, key=lambda n: self.means[n].mistakes if mistakes else self.means[n].loss, default=None)

    def counted(self) -> list[str]:
        """All that we are compared with."""
        return [name for name in self.means if self.family[name] != NOT_COUNTED]

    def of(self, *families: str) -> list[str]:
        """Those of some kinds."""
        return [name for name in self.means if self.family[name] in families]

    def in_words(self, name: str | None, mistakes: bool = False) -> str:
        """A figure and whose it is, and of how many seeds it is the mean."""
        if name is None:
            return "-"
        seeds = f" ({self.seeds[name]} seeds)" if self.family[name] in FORESTS else ""
        mean = self.means[name]
        return f"{mean.mistakes:,.0f}, {name}{seeds}" if mistakes else f"{digits(mean.loss)}, {name}{seeds}"


class Compared(NamedTuple):
    """Ours on a set against the best peer."""

    name: str
    kind: str
    counts: bool  # is it long enough?
    ratio: float
    nats: float

    def far(self) -> bool:
        """Is it further behind than is allowed?"""
        return self.ratio > FAR_SHARE and (self.kind == NUMBERS or self.nats > FAR_NATS)


def digits(loss: float) -> str:
    """A loss in four digits."""
    return f"{loss:,.0f}" if loss >= 1000 else f"{loss:.4g}"


def compare(task: Task, peers: Peers, learners: Learners, seeds: int) -> Compared | None:
    """Play ours on a set, and print its line."""
    rows = peers.rows or len(task.rows)
    runs = [ours(task, learners.made(task, seed), rows) for seed in range(seeds if learners.seeded() else 1)]
    mean = Mean.of([count.now for count, _ in runs], task.kind)
    micros = sum(spent for _, spent in runs) / len(runs)
    wrong = "" if task.kind == NUMBERS else f"{mean.mistakes:,.0f}"
    best = peers.best(peers.counted())
    if best is None:
        print(
            f"| {task.name} | {rows:,} | {digits(mean.loss)} | no peer was run | | | {wrong} | | | | | {micros:.1f} |"
        )
        return None
    theirs = peers.means[best]
    ratio, nats = mean.loss / max(theirs.loss, 1e-300), (mean.loss - theirs.loss) * mean.rounds
    classes = task.kind != NUMBERS
    untouched = peers.best([name for name in peers.counted() if name in peers.untouched])
    cells = (
        task.name + ("" if rows >= FEWEST else " (not counted)"),
        f"{rows:,}",
        digits(mean.loss),
        peers.in_words(best),
        f"{ratio:.3f}",
        f"{nats:+,.1f}" if classes else "",
        wrong,
        f"{theirs.mistakes:,.0f}" if classes else "",
        peers.in_words(peers.best(peers.of(*FORESTS), mistakes=True), mistakes=True) if classes else "",
        peers.in_words(untouched),
        "".join(digits(peers.means[name].loss) for name in peers.of(NOT_COUNTED)),
        f"{micros:.1f}",
    )
    print(f"| {' | '.join(cells)} |", flush=True)
    return Compared(task.name, task.kind, rows >= FEWEST, ratio, nats)


def summary(compared: list[Compared]) -> None:
    """How often ours is better, and where it is behind."""
    of = [one for one in compared if one.counts]
    if not of:
        return
    worst = max(of, key=lambda one: one.ratio)
    classes = [one for one in of if one.kind != NUMBERS]
    far = [f"{one.name} {one.ratio:.3f}" for one in of if one.far()]
    behind = sum(max(0.0, one.nats) for one in classes)
    print(f"\nbetter on {sum(one.ratio < 1.0 for one in of)} of {len(of)}; worst ratio {worst.ratio:.3f}, {worst.name}")
    print(f"behind by more than 5 % (and 5 nats in all, of classes): {', '.join(far) or 'nowhere'}")
    print(f"nats behind, where behind: {behind:,.1f}; over all sets {sum(one.nats for one in classes):+,.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("learner", nargs="?", default="", help="of two classes, as a member is written; the default")
    parser.add_argument("--many", help="that of many classes, if it is another")
    parser.add_argument("--numbers", help="that of numbers, if it is another")
    parser.add_argument("--keep", type=Path, default=RESULTS, help="the results of the peers, from default_kept.py")
    parser.add_argument("--sets", default="", help="names of sets, with commas")
    parser.add_argument("--confirm", action="store_true", help="the sets that confirmed the first choice")
    parser.add_argument("--confirm-again", action="store_true", help="the sets that confirm the second one")
    parser.add_argument(
        "--seeds", type=int, default=3, help="the mean of so many, of the default and where a learner has {seed}"
    )
    told = parser.parse_args()
    warnings.filterwarnings("ignore")
    texts = (told.learner if text is None else text for text in (told.learner, told.many, told.numbers))
    learners, kept, compared = Learners(*texts), Kept(told.keep), []
    print(f"| {HEAD} |\n|{'---|' * (HEAD.count('|') + 1)}")
    confirmed = [name for name in CONFIRMING if name not in NEVER_RUN]
    chosen = confirmed if told.confirm else CONFIRMING_AGAIN if told.confirm_again else CHOOSING
    for name in told.sets.split(",") if told.sets else chosen:
        try:
            task = task_of(name)
        except OSError as error:
            print(f"| {name} | skipped: {error} |")
            continue
        line = compare(task, Peers(kept, task), learners, told.seeds)
        compared += [] if line is None else [line]
    summary(compared)
    for line in compared:
        if line.name in NOTES:
            print(f"\n{NOTES[line.name]}")


if __name__ == "__main__":
    main()
