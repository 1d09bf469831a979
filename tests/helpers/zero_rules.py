"""Which rules for a guess of 0 went into what the chapters of the booklet show: every learner they make is watched."""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from pathlib import Path
from types import FunctionType

from littlestone import LinearLearner, WeightedMajority
from littlestone.booklet import chapters, runs
from littlestone.booklet.runs import zero_rule
from littlestone.kernels.support_set import KernelLearner
from littlestone.truth import SIGNS

SIGN_OF_A_SUM = (LinearLearner, KernelLearner, WeightedMajority)
MODULES = [
    runs,
    *(
        import_module(f"{chapters.__name__}.{path.stem}")
        for path in sorted(Path(chapters.__file__).parent.glob("*.py"))
        if path.stem != "__init__"
    ),
]
FOLLOWED = {module.__name__ for module in MODULES}


class Maker:
    """A learner's class as the chapters see it; every learner that is made is told of."""

    def __init__(self, kind, tell):
        self.kind = kind
        self.tell = tell

    def __call__(self, *args, **settings):
        learner = self.kind(*args, **settings)
        self.tell(learner)
        return learner

    def __getattr__(self, name):
        return getattr(self.kind, name)


class Followed:
    """Which rules went into what the functions of the chapters returned: theirs, and those of what they were given."""

    def __init__(self):
        self.running = [set()]  # the rules met so far by every function that is running
        self.rules = {}  # the rules behind a thing that was returned, by its id
        self.kept = []  # the things themselves, so that no id is given twice

    def made(self, learner):
        if learner.truths == SIGNS:
            self.note(learner, set(zero_rule(learner)))

    def note(self, thing, met):
        self.running[-1] |= met
        if met and not isinstance(thing, int | float | str | None):
            self.kept.append(thing)
            self.rules[id(thing)] = self.behind(thing) | met

    def follow(self, function):
        @wraps(function)
        def followed(*args, **settings):
            self.running.append(set())
            try:
                result = function(*args, **settings)
            finally:
                met = self.running.pop()
            for given in (*args, *settings.values()):
                met |= self.behind(given)
            self.note(result, met)
            return result

        return followed

    def behind(self, thing):
        return self.rules.get(id(thing), set())


def follow_all(monkeypatch):
    """Watch every function of the chapters, and every learner they make that takes the sign of a sum."""
    followed = Followed()
    for module in MODULES:
        for name, thing in list(vars(module).items()):
            if isinstance(thing, type) and issubclass(thing, SIGN_OF_A_SUM):
                monkeypatch.setattr(module, name, Maker(thing, followed.made))
            elif isinstance(thing, FunctionType) and thing.__module__ in FOLLOWED and thing is not zero_rule:
                monkeypatch.setattr(module, name, followed.follow(thing))
    return followed
