from __future__ import annotations

import played_booklet
import pytest
from once import folder_of_the_run


@pytest.fixture(scope="session", autouse=True)
def chapters_are_played_once(tmp_path_factory):
    """All processes of a run share the chapters that one of them has played."""
    played_booklet.FOLDER[:] = [folder_of_the_run(tmp_path_factory)]
