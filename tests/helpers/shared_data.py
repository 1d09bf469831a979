"""Where the real data lies: in `shared/data` beside the repository, or where LITTLESTONE_DATA says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared(name: str) -> Path:
    """The path of a file of the shared data, such as "portfolios/djia.csv"; the test is skipped if it is not there."""
    here = Path(__file__).resolve()
    told = os.environ.get("LITTLESTONE_DATA")
    places = [Path(told)] if told else [parent / "shared" / "data" for parent in here.parents]
    for place in places:
        if (place / name).exists():
            return place / name
    pytest.skip(f"no {name} in {places[0] if told else 'shared/data beside the repository'}; set LITTLESTONE_DATA")
