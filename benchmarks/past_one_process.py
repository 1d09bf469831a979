"""What lies past one process, on paper: a thousand of them, with costs as measured on one. Prints the tables of
docs/service/past_one_process.md; nothing is timed, so it prints the same everywhere."""

from __future__ import annotations

import numpy as np

# As measured on one process: see the page.
CPU_SINGLE = 90e-6  # seconds of processor for a durable move by itself, HTTP and all, Perceptron
CPU_BATCH = 10e-6  # the same for an event in a batch
FSYNC = 0.16e-3  # seconds for a commit on a quiet disk
ROW = 190  # bytes of journal for an event
REPLAY = 300_000  # events a second
START = 1.0  # seconds to start a process
SNAPSHOT = 300_000  # rows after which a game is snapshot anew, so that at most as many are replayed
IDLE = 40_000  # bytes of an idle game beyond its weights

PROCESSES = 1000
GAMES = 1_000_000
SEED = 7


def popularity(s: float) -> np.ndarray:
    """The share of the load that each game has, by Zipf's law with this exponent; 0 is all alike."""
    weights = np.arange(1, GAMES + 1, dtype=float) ** -s
    return weights / weights.sum()


def homes(rng: np.random.Generator, processes: int) -> np.ndarray:
    """The process of each game: a hash of its name, here drawn."""
    return rng.integers(0, processes, GAMES)


def loads(shares: np.ndarray, home: np.ndarray, processes: int = PROCESSES) -> np.ndarray:
    """The load of each process, as a multiple of the mean."""
    return np.bincount(home, shares, processes) * processes


def with_table(shares: np.ndarray, home: np.ndarray, listed: int) -> np.ndarray:
    """The same if the heaviest games have their process in a table: each goes to the one that has least so far."""
    light = home.copy()
    base = np.bincount(home[listed:], shares[listed:], PROCESSES)
    for game in range(listed):
        light[game] = int(base.argmin())
        base[light[game]] += shares[game]
    return light


def total_rate(shares: np.ndarray, home: np.ndarray, cost: float, most: float = 0.7) -> float:
    """Events a second of all processes together until the fullest one is used to this share."""
    return most / (cost * float((loads(shares, home) / PROCESSES).max()))


def spread() -> list[list[str]]:
    """How evenly names spread the load, and what that leaves of a thousand processes."""
    rng = np.random.default_rng(SEED)
    home = homes(rng, PROCESSES)
    rows = []
    for s in (0.0, 0.6, 0.8, 1.0, 1.2):
        shares = popularity(s)
        listed = with_table(shares, home, 2000)
        hashed, placed = loads(shares, home), loads(shares, listed)
        rows.append(
            [
                f"{s:g}",
                f"{100 * shares[0]:.2g} %",
                f"{hashed.max():.3g}",
                f"{placed.max():.3g}",
                big(total_rate(shares, home, CPU_SINGLE)),
                big(total_rate(shares, listed, CPU_SINGLE)),
                big(total_rate(shares, listed, CPU_BATCH)),
            ]
        )
    return rows


def waits(used: float, rng: np.random.Generator, events: int = 200_000) -> tuple[float, float, float]:
    """Latency (median, 99th percentile) and events a commit, if a process is used to this share of its most.

    Moves come at random. A commit takes all that wait: FSYNC and CPU_SINGLE for each of them.
    """
    times = np.cumsum(rng.exponential(CPU_SINGLE / used, events))
    done = np.empty(events)
    clock, at, commits = 0.0, 0, 0
    while at < events:
        clock = max(clock, times[at])
        end = int(np.searchsorted(times, clock, "right"))
        clock += FSYNC + (end - at) * CPU_SINGLE
        done[at:end] = clock
        at, commits = end, commits + 1
    late = done - times
    return float(np.median(late)), float(np.quantile(late, 0.99)), events / commits


def latencies() -> list[list[str]]:
    """Latency by load of one process."""
    rng = np.random.default_rng(SEED)
    rows = []
    for used in (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95):
        median, high, group = waits(used, rng)
        rows.append([f"{used:.0%}", big(used / CPU_SINGLE), f"{1e3 * median:.2g}", f"{1e3 * high:.2g}", f"{group:.3g}"])
    return rows


def moved(before: int, after: int) -> float:
    """The share of games that change their process: by rendezvous hashing only those whose best one came or went."""
    return abs(after - before) / max(before, after)


def failures() -> list[list[str]]:
    """What breaks in a year among a thousand processes, sixteen a machine, and how long a game is not there."""
    back = START + SNAPSHOT / REPLAY
    machines = -(-PROCESSES // 16)
    year = 365.25 * 24 * 3600
    rows = []
    cases = [
        ("a process ends", PROCESSES * 12.0, 1 / PROCESSES, back),
        ("a machine restarts", machines * 4.0, 16 / PROCESSES, 120.0 + back),
        ("a disk is lost: standby of PostgreSQL", machines * 0.02, 16 / PROCESSES, 60.0 + back),
        ("a disk is lost: backup of SQLite", machines * 0.02, 16 / PROCESSES, 1800.0 + back),
    ]
    for what, often, share, seconds in cases:
        down = often * share * seconds / year
        rows.append([what, f"{often:,.3g}", f"{100 * share:.2g} %", f"{seconds:,.4g}", f"{100 * (1 - down):.6f} %"])
    return rows


def sizes() -> list[list[str]]:
    """Memory and journal of the whole."""
    rows = []
    for rate in (1e5, 1e6, 1e7):
        day = rate * 86400 * ROW
        rows.append([big(rate), f"{day / 1e12:.3g}", f"{day / PROCESSES / 1e9:.3g}", big(rate / PROCESSES)])
    return rows


def big(number: float) -> str:
    """A large number with two or three digits."""
    for unit, word in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.3g} {word}"
    return f"{number:.3g}"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows))


def tables() -> dict[str, str]:
    """All tables of the page, by name."""
    heads = [
        "exponent",
        "largest game",
        "fullest, by hash",
        "with a table",
        "moves/s, by hash",
        "with a table",
        "in batches",
    ]
    return {
        "spread": table(heads, spread()),
        "latency": table(["used", "moves/s", "median, ms", "99 %, ms", "moves a commit"], latencies()),
        "failures": table(["what", "a year", "of the games", "seconds away", "there"], failures()),
        "sizes": table(["events/s in all", "TB of journal a day", "GB a process", "events/s a process"], sizes()),
    }


if __name__ == "__main__":
    for name, text in tables().items():
        print(f"{name}\n\n{text}\n")
    print(f"games that move from {PROCESSES} to {PROCESSES + 10} processes: {moved(PROCESSES, PROCESSES + 10):.2%}")
    print(
        f"idle games a process: {GAMES // PROCESSES:,}, {GAMES // PROCESSES * IDLE / 1e6:.0f} MB beyond their weights"
    )
