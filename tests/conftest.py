"""How the property tests draw, in which order tests run, and Ctrl-C, which a shell lets background programs ignore.

Examples are the same in every run: a share of them in `make test`, all of them in `make test-all`. HYPOTHESIS_PROFILE
chooses: `quick` or `steady`, or `wander`, which draws new ones.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings
from real_browser import browser as browser  # a fixture
from tiers import draw_a_share, needs_other_programs, takes_long

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("quick", settings.get_profile("steady"))
settings.register_profile("wander", derandomize=False, deadline=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")
settings.load_profile(PROFILE)


@pytest.fixture
def ctrl_c():
    """Ctrl-C is heard here and by programs that the test starts, even if who started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.hookimpl(tryfirst=True)  # marks are there before `-m` looks at them
def pytest_collection_modifyitems(items):
    for item in items:
        if needs_other_programs(item):
            item.add_marker("system")
        if PROFILE == "quick":
            draw_a_share(getattr(item, "obj", None))
    items.sort(key=lambda item: not takes_long(item))
