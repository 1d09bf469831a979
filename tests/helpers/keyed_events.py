"""Streams of events of many keys, for games per key."""

from __future__ import annotations

import json

import numpy as np


def events_of(keys=12, rounds=20, seed=0):
    """Events in the order of their sequence: questions, labels some events later or never, and a few that are wrong."""
    random = np.random.default_rng(seed)
    found, seqs, waiting = [], dict.fromkeys(range(keys), 0), []

    def add(key, time, **what):
        seqs[key] += 1
        empty = {"id": None, "kind": None, "record": None, "label": None}
        found.append({"key": f"k{key}", "seq": seqs[key], **empty, **what, "time": float(time)})

    for t in range(keys * rounds):
        key = int(random.integers(keys))
        x = random.normal(size=3)
        colour = str(random.choice(["red", "green"]))
        y = "up" if x @ [1, -1, key % 3] + (colour == "red") > 0 else "down"
        record = {"a": round(float(x[0]), 6), "b": round(float(x[1]), 6), "c": round(float(x[2]), 6), "colour": colour}
        add(key, t, id=f"q{t}", kind="ask", record=json.dumps(record))
        waiting.append((t + int(random.integers(1, 30)), key, f"q{t}", y))
        if t % 41 == 7:
            add(key, t, id=f"q{t}", kind="ask", record=json.dumps(record))  # asked twice
        if t % 53 == 5:
            add(key, t, id=f"w{t}", kind="ask", record="{no json")
        for due in [one for one in waiting if one[0] <= t]:
            waiting.remove(due)
            if random.random() < 0.9:
                add(due[1], t, id=due[2], kind="label", label=json.dumps(due[3]))
    return found
