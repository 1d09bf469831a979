"""The tiers of the tests: which of them need other programs, and how many examples a quick run draws."""

from __future__ import annotations

from hypothesis import settings

SHARE, LEAST = 4, 5  # a quick run draws one in four examples of a test, but not fewer than five
OTHER_PROGRAMS = {"browser", "postgres"}  # fixtures: a test that asks for one of them is of the tier `system`
FIRST = ("slow", "long", "system")  # marks of what takes long


def takes_long(item):
    """Whether a test should begin early, so that no worker is left alone with it in the end."""
    return any(map(item.get_closest_marker, FIRST))


def needs_other_programs(item):
    """Whether a test asks for a server or a browser."""
    return bool(OTHER_PROGRAMS.intersection(getattr(item, "fixturenames", ())))


def draw_a_share(test):
    """Draw only some of the examples that a property test asks for.

    Hypothesis has no public way to change the settings of a test that names its own: tests/house/test_tiers.py looks
    whether this one still works.
    """
    test = getattr(test, "__func__", test)
    asked = getattr(test, "_hypothesis_internal_use_settings", None)
    if asked is not None and not hasattr(test, "draws_a_share"):  # a parametrised test is one function in many items
        count = max(asked.max_examples // SHARE, min(asked.max_examples, LEAST))
        test._hypothesis_internal_use_settings = settings(asked, max_examples=count)
        test.draws_a_share = True
