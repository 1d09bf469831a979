"""Both cores merge the cells of a sketch alike."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import numpy as np
from littlestone.metrics import Ranks
from littlestone.truth import SIGNS
rng = np.random.default_rng(0)
tally = Ranks(None, SIGNS)
for guess, y in zip(rng.normal(size=150_000).tolist(), rng.choice([-1.0, 1.0], 150_000).tolist()):
    tally.add(y, guess, 0.0, 0.0, 0.0, 1.0)
print(tally.auc().hex(), tally.error("auc").hex(), tally.state()["cells"].sum().hex())
"""


def test_both_cores_keep_the_same_sketch():
    said = set()
    for core in ("compiled", "interpreted"):
        environment = {**os.environ, "LITTLESTONE_CORE": core}
        done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
        said.add(done.stdout)
    assert len(said) == 1
