"""The settings of a hosted game, as they come in a body, and the ordinary `Game` that they make."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from msgspec import Struct, convert, to_builtins

from ..committees.members import LINEAR_WORDS, of_numbers
from ..errors import BadParameter, LittlestoneError
from ..features.schema import named_now
from ..guarantees.guarantee_table import make_guarantee
from ..learner import RowLearner
from ..learners import make_learner
from ..metrics.metric_names import read_names
from ..metrics.metrics import check as check_metric
from ..rows.game import Game
from ..rows.guarantee import Guarantee
from ..truth import CLASSES, NUMBERS, SIGNS, Truth
from .action_games import check_actions, make_action_game
from .trial import check_promotion

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
SIZES = {"n": 1_000_000, "d": 1_000_000, "classes": 1_000}  # what a learner allocates when it is made
MOST_SCORES = 1_000_000  # the largest window of intervals
TRUTHS = (SIGNS, CLASSES, NUMBERS)
COMMITTEE = "committee"


class Player(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A learner with its settings; without a name, the committee of linear learners."""

    learner: str | None = None
    settings: dict[str, Any] = {}


class Promise(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A guarantee with its settings: {"guarantee": "intervals", "settings": {"coverage": 0.9}}."""

    guarantee: str
    settings: dict[str, Any] = {}


class GameSettings(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a game is made of.

    labels          the two classes, negative first; more of them; "numbers"; or "classes", as they come
    truth           "signs", "classes" or "numbers", where the labels do not say it
    learner         the name of the learner that answers; without one, and of a committee that names no members, linear
                    ones: an event then costs microseconds, and no memory that grows with what was learned
    settings        those of the learner
    schema          how records become features: the arguments of `Schema`
    loss, class_weight, metrics, keep   as `Game` takes them
    guarantees      what is promised beyond mistakes; shadows promise the same
    seed            of the coin; without one it is drawn, and journaled
    label_timeout   after so many seconds without its label a round expires
    default_label   what an expired round learns; without one it is forgotten
    keep_days       rows older than so many days are removed, by and by; replays begin at the game as it is then
    keep_rows       and so are those before the last so many; of both, the one that keeps more counts
    frozen          does the game answer and never learn? Labels are counted then, and nothing else
    model           the SHA-256 of the saved game that it began as; told, not given: see `PUT .../model`
    shadows         other learners that play along, by names of yours: {"second": {"learner": "arow"}}; they have those
                    of the metrics that they can have
    promote_when    0.95: let a shadow answer as soon as it was better on average, with that chance at all times; see
                    `Trial`. Without it the evidence is shown, at 0.95, and promotes nobody
    promote_by      by what: "mistakes", or "loss"; mistakes if nothing is said, and loss where labels are numbers
    actions         what can be done, two names or more: then it is a game of actions, and labels are rewards
    low, high       between which rewards lie; 0 and 1 if nothing is said
    floor           the least chance of every action that may be chosen
    default_reward  what an expired round of actions learns; without one it is forgotten
    promote_clip    by how much losses may differ in a round at most: what is beyond is cut off, and counted
    """

    labels: list[str | int | float | bool] | str | None = None
    truth: str | None = None
    learner: str | None = None
    settings: dict[str, Any] = {}
    schema: dict[str, Any] = {}
    loss: str | None = None
    class_weight: Any = None
    metrics: list[str] = []
    guarantees: list[Promise] = []
    keep: int | None = None
    seed: int | None = None
    label_timeout: float | None = None
    keep_days: float | None = None
    keep_rows: int | None = None
    default_label: str | int | float | bool | None = None
    frozen: bool = False
    model: str | None = None
    shadows: dict[str, Player] = {}
    promote_when: float | None = None
    promote_by: str | None = None
    promote_clip: float | None = None
    actions: list[str | int] | None = None
    low: float | None = None
    high: float | None = None
    floor: float | None = None
    default_reward: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """What was given, as values for JSON."""
        return dict(to_builtins(self))

    def player(self) -> Player:
        """The learner that answers, unless another one is promoted."""
        return Player(self.learner, self.settings)


def read_settings(given: Any) -> GameSettings:
    """The settings of a body; raises if they make no game."""
    settings = convert(named_now(given) if isinstance(given, dict) else given, GameSettings)
    if settings.label_timeout is not None and not 0.0 < settings.label_timeout < 1e10:
        raise BadParameter(
            f"label_timeout is a number of seconds above 0 and below 10^10, not {settings.label_timeout}"
        )
    if settings.keep_days is not None and not 0.0 < settings.keep_days < 1e6:
        raise BadParameter(f"keep_days is a number of days above 0 and below 10^6, not {settings.keep_days}")
    if settings.keep_rows is not None and settings.keep_rows < 1:
        raise BadParameter(f"keep_rows is how many rows are kept at least, 1 or more, not {settings.keep_rows}")
    if settings.default_label is not None and settings.label_timeout is None:
        raise BadParameter("default_label is what a round learns that expires: give label_timeout as well")
    check_actions(settings)
    if settings.frozen and settings.shadows:
        raise BadParameter("a frozen game never learns, so nobody plays along with it: leave frozen or shadows out")
    game = make_game(settings, settings.player(), settings.seed or 0)
    check_promotion(settings, str(game.learner.truths))
    if settings.default_label is not None:
        game._check(settings.default_label)
    if settings.default_reward is not None:
        game._check(settings.default_reward)
    for name, player in settings.shadows.items():
        check_name(name)
        make_game(settings, player, 0)
    return settings


def check_name(name: str) -> None:
    """Raise if it is no name of a game or shadow."""
    if not NAME.fullmatch(name):
        raise BadParameter(
            f"a name is up to 100 letters, digits, '_', '-' and '.', and begins with one of the first two, not {name!r}"
        )


def make_game(settings: GameSettings, player: Player, seed: int) -> Any:
    """A new game of these settings, played by this learner: who answers by them has all of their metrics."""
    try:
        if settings.actions is not None:
            return make_action_game(settings, player, seed)
        return make_label_game(settings, player, seed)
    except LittlestoneError:
        raise
    except (TypeError, ValueError, OverflowError, MemoryError) as error:
        raise BadParameter(f"{player.learner or 'it'} cannot play with {player.settings}: {error}") from None


def make_label_game(settings: GameSettings, player: Player, seed: int) -> Game:
    """A new game of labels."""
    truth = truth_of(settings)
    name, parameters = player.learner or COMMITTEE, dict(player.settings)
    for size, most in SIZES.items():
        if isinstance(given := parameters.get(size), int) and given > most:
            raise BadParameter(f"{size} of {name} is {given:,}; a service makes learners of at most {most:,}")
    if player.learner is None and "members" not in parameters and truth is None:
        raise BadParameter('which labels are there? Give "labels": ["no", "yes"], or "labels": "numbers"')
    if name == COMMITTEE and "members" not in parameters:
        told = truth or (NUMBERS if of_numbers(parameters.get("loss")) else SIGNS)
        parameters["members"] = LINEAR_WORDS[told]
    learner = make_learner(name, parameters)
    if truth is not None and learner.truths != truth:
        raise BadParameter(f"{name} is told {learner.truths}, and the labels of this game are {truth}")
    return Game(
        learner,
        loss=settings.loss,
        labels=settings.labels if isinstance(settings.labels, list) else None,
        seed=seed,
        schema=settings.schema or None,
        class_weight=settings.class_weight,
        metrics=settings.metrics if player == settings.player() else carried(settings.metrics, learner, truth),
        guarantees=[promised(each) for each in settings.guarantees],
        keep=1_000_000 if settings.keep is None else settings.keep,
    )


def promised(promise: Promise) -> Guarantee:
    """A new guarantee of these settings."""
    window = promise.settings.get("window")
    if isinstance(window, int) and window > MOST_SCORES:
        raise BadParameter(f"window is {window:,}; a service keeps at most {MOST_SCORES:,} scores")
    return make_guarantee(promise.guarantee, promise.settings)


def carried(metrics: list[str], learner: RowLearner, truth: str | None) -> list[str]:
    """The metrics that a player can have who does not answer; one whose guess is no chance has no log loss."""
    found = []
    for name in metrics:
        with suppress(BadParameter):
            for one in read_names(name):
                check_metric(one, learner, Truth(truth or learner.truths))
            found.append(name)
    return found


def truth_of(settings: GameSettings) -> str | None:
    """What the labels are: two classes, many, or numbers; None if only the learner says it."""
    labels = settings.labels
    found = settings.truth
    if isinstance(labels, str):
        found = labels if found is None else found
        if labels != found or labels == SIGNS:
            raise BadParameter(f'labels is a list of classes, "numbers" or "classes", not {labels!r}')
    elif labels is not None and len(labels) < 2:
        raise BadParameter(f"labels are two classes or more, negative first if there are two, not {labels}")
    elif labels is not None and found is None:
        found = SIGNS if len(labels) == 2 else CLASSES
    if found is not None and found not in TRUTHS:
        raise BadParameter(f"truth is one of {', '.join(TRUTHS)}, not {found!r}")
    if found == NUMBERS and isinstance(labels, list):
        raise BadParameter('labels that are numbers have no list: leave labels out, or write "numbers"')
    return found
