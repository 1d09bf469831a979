"""How the property tests draw: the same examples in every run, unless HYPOTHESIS_PROFILE=wander asks for new ones.

And Ctrl-C, which a shell lets programs ignore that it starts in the background.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings
from real_browser import browser as browser  # a fixture

settings.register_profile("steady", derandomize=True)
settings.register_profile("wander", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture
def ctrl_c():
    """Ctrl-C is heard here and by programs that the test starts, even if who started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_collection_modifyitems(items):
    """Begin with what takes long, so that no worker is left alone with it in the end."""
    items.sort(key=lambda item: not (item.get_closest_marker("slow") or item.get_closest_marker("long")))
