"""What a service measures of itself and of its games, for /metrics."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from typing import Any

from ...support.loading import VERSION, core
from ..books import Books
from ..curve import paid
from ..disk_measures import EDGES as COMMIT_EDGES
from ..disk_measures import CommitTimes
from ..hosted import Hosted
from ..memory import resident
from .prometheus import Exposition, Sample

EDGES = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
WHATS = ("predict", "label", "reward", "events", "rounds", "read", "stream", "page", "other")


class Measures:
    """Counts requests and how long they took."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: dict[tuple[str, int], int] = {}
        self.counts = [0] * (len(EDGES) + 1)
        self.seconds = 0.0

    def count(self, what: str, status: int, seconds: float) -> None:
        """Count a request; of the two moves, which have to be fast, the time as well."""
        key = (what, status)
        self.requests[key] = self.requests.get(key, 0) + 1
        if what in ("predict", "label", "reward"):
            self.counts[bisect_left(EDGES, seconds)] += 1
            self.seconds += seconds

    def page(
        self, games: dict[str, Any], waiting: int, streams: int, disk: dict[str, Any], commits: CommitTimes
    ) -> str:
        """The page for Prometheus; `games` is what `measured` found in the books, and `disk` what `on_disk` found."""
        page = Exposition()
        self.add_disk(page, games, disk, commits)
        add = page.family
        add("littlestone_info", "gauge", "Version and core.", [({"version": VERSION, "core": core()}, 1)])
        add("littlestone_games", "gauge", "Games of this process.", [({}, games["all"])])
        add("littlestone_games_loaded", "gauge", "Games that are in memory.", [({}, len(games["loaded"]))])
        add("littlestone_games_quarantined", "gauge", "Games that cannot be loaded.", [({}, games["quarantined"])])
        add("littlestone_clock_jumps_total", "counter", "Jumps of the machine's clock.", [({}, games["jumps"])])
        add("littlestone_waiting_events", "gauge", "Events that wait for the writer.", [({}, waiting)])
        add("littlestone_streams", "gauge", "Streams that are open.", [({}, streams)])
        counted: list[Sample] = [
            ({"what": what, "status": str(status)}, number) for (what, status), number in sorted(self.requests.items())
        ]
        add("littlestone_requests_total", "counter", "Requests, by what was asked and the status answered.", counted)
        words = "Seconds from a move to its answer, which is after its commit."
        page.histogram("littlestone_move_seconds", words, EDGES, self.counts, self.seconds)
        for name, (kind, words) in FAMILIES.items():
            samples: list[Sample] = [
                ({"game": game}, found[name]) for game, found in games["loaded"].items() if found[name] is not None
            ]
            add(f"littlestone_{name}", kind, words, samples)
        for name, words in EVIDENCE.items():
            samples = [
                ({"game": game, "shadow": shadow}, told[name])
                for game, found in games["loaded"].items()
                for shadow, told in found["evidence"].items()
            ]
            add(f"littlestone_shadow_{name}", "gauge", words, samples)
        verdicts: list[Sample] = [
            ({"game": game, "verdict": verdict}, number)
            for game, found in games["loaded"].items()
            for verdict, number in found["verdicts"].items()
        ]
        add("littlestone_certificates", "gauge", "Certificates by verdict, as they were last asked for.", verdicts)
        heads: list[Sample] = [
            ({"game": game, "head": head}, seq) for game, (seq, head) in sorted(games["heads"].items())
        ]
        add("littlestone_journal_head", "gauge", "The last row of a game's chain, and its head.", heads)
        add("process_start_time_seconds", "gauge", "When the process began, in Unix time.", [({}, self.began)])
        add("process_cpu_seconds_total", "counter", "Processor time.", [({}, sum(os.times()[:2]))])
        if (memory := resident()) is not None:
            add("process_resident_memory_bytes", "gauge", "Memory in use.", [({}, memory)])
        return page.text()

    def add_disk(self, page: Exposition, games: dict[str, Any], disk: dict[str, Any], commits: CommitTimes) -> None:
        """Add what is known of the disk."""
        add = page.family
        add("littlestone_journal_bytes", "gauge", "The file of the journal.", [({}, disk["journal"])])
        add("littlestone_wal_bytes", "gauge", "What is written ahead of the journal.", [({}, disk["wal"])])
        add("littlestone_disk_free_bytes", "gauge", "Room on the disk of the folder.", [({}, disk["free"])])
        words = "Seconds that a commit took, until it was on disk."
        page.histogram("littlestone_commit_seconds", words, COMMIT_EDGES, commits.counts, commits.seconds)
        for place, (name, words) in enumerate(SNAPSHOTS.items()):
            samples: list[Sample] = [({"game": game}, found[place]) for game, found in disk["snapshots"].items()]
            add(f"littlestone_snapshot_{name}", "gauge", words, samples)


SNAPSHOTS = {  # in the order of `last_snapshot`
    "row": "The row that the last snapshot of a game was taken after: a start plays those since.",
    "time_seconds": "When the last snapshot of a game was written, in Unix time.",
    "bytes": "The last snapshot of a game: what it takes in memory, more or less.",
}
FAMILIES = {
    "rows_total": ("counter", "Rows of the game's journal."),
    "rounds_total": ("counter", "Predictions."),
    "labels_total": ("counter", "Labels that were learned."),
    "paid_total": ("counter", "Mistakes, the loss where labels are numbers, or the reward of actions."),
    "expired_total": ("counter", "Rounds whose label did not come in time."),
    "late_total": ("counter", "Labels that came after their round had expired."),
    "open_rounds": ("gauge", "Rounds that wait for their label."),
    "names": ("gauge", "Names of features that the game knows."),
    "memory_bytes": ("gauge", "What a game of more than a thousand names or open rounds takes, as last counted."),
    "alarms_total": ("counter", "Alarms that have sounded, where the game promises some."),
    "coverage": ("gauge", "The share of labels inside their intervals, where the game promises some."),
    "judged_total": ("counter", "Labels that a frozen game was told, and did not learn."),
    "theorem_paid": ("gauge", "What the first theorem counts, as it was last asked for."),
    "theorem_allowed": ("gauge", "What the first theorem allows, as it was last asked for."),
    "trials_total": ("counter", "Trials of the shadows that have begun: each has a chance of its own of being wrong."),
}
EVIDENCE = {
    "rounds": "Rounds in which a shadow is compared with who answers, since the trial began.",
    "advantage": "By how much a shadow was better than who answers on average, in the trial.",
    "advantage_lower": "A lower bound of that, right at all times with its share of the level.",
    "advantage_upper": "An upper bound of that.",
}


def measured(books: Books) -> dict[str, Any]:
    """How many games there are, and what can be read of those in memory without loading others."""
    loaded = {name: measures_of(hosted) for name, hosted in sorted(books.loaded.items())}
    heads = {}
    for name, hosted in books.loaded.items():
        seq, head = books.journal.head(hosted.number)
        heads[name] = seq, head.hex()
    numbers = {name: books.numbers[name] for name in loaded}
    counts = {"quarantined": len(books.quarantined), "jumps": books.clock.jumps}
    return {"all": len(books.numbers), "loaded": loaded, "heads": heads, "numbers": numbers, **counts}


def measures_of(hosted: Hosted) -> dict[str, Any]:
    """The numbers of one game."""
    ledger, curve = hosted.game.ledger, hosted.curve
    promised = {} if hosted.acts else {each.name: each for each in hosted.game.guarantees}
    _, now_paid, allowed = curve.allowed[-1] if curve.allowed else (0, None, None)
    return {
        "rows_total": hosted.seq,
        "rounds_total": ledger.rounds,
        "labels_total": ledger.labelled,
        "paid_total": paid(hosted.game),
        "expired_total": hosted.counts["expired"],
        "late_total": hosted.counts["late"],
        "open_rounds": len(hosted.open),
        "names": len(hosted.game.features.columns),
        "memory_bytes": hosted.weight or None,
        "alarms_total": len(hosted.game.alarms) if "alarm" in promised else None,
        "coverage": promised["intervals"].account.as_dict().get("observed_coverage")
        if "intervals" in promised
        else None,
        "judged_total": hosted.counts.get("judged"),
        "theorem_paid": now_paid,
        "theorem_allowed": allowed,
        "verdicts": curve.verdicts,
        "trials_total": hosted.trial.number if hosted.shadows else None,
        "evidence": {name: evidence_of(told) for name, _ in hosted.shadows if (told := hosted.trial.told(name))},
    }


def evidence_of(told: dict[str, Any]) -> dict[str, float]:
    """The numbers of `EVIDENCE` of one shadow."""
    return {
        "rounds": told["rounds"],
        "advantage": told["mean"],
        "advantage_lower": told["lower"],
        "advantage_upper": told["upper"],
    }
