"""The guarantees in the game of a command: made as the options ask for them, and their part of the receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import BadParameter
from ..guarantees.alarm import Alarm
from ..guarantees.apple_tasting import AppleTasting
from ..guarantees.calibrated import Calibrated
from ..guarantees.calibrated_classes import CalibratedClasses
from ..guarantees.intervals import Intervals
from ..guarantees.pictures import plot_intervals, plot_reliability
from ..support.settings import amount, counted
from ..truth import CLASSES
from .arguments import check_plot
from .guards import ALARM_OPTIONS, Guards, option_of

if TYPE_CHECKING:
    from .printing import Line

ALARMS = 10  # that are printed


def guarantees_for(guards: Guards, learner: Any, seed: int) -> list[Any]:
    """The guarantees that are asked for, for the game of this learner; the seed is that of its coin."""
    if guards.tasting or guards.tasting_misses is not None or guards.tasting_horizon is not None:
        return [tasting(guards, seed)]
    found: list[Any] = []
    if guards.calibrate is not None:
        many = learner.truths == CLASSES
        if many and guards.calibration_plot is not None:
            raise BadParameter("--calibration-plot draws two classes: of many, --json has the reliability of each")
        found.append(CalibratedClasses(guards.calibrate) if many else Calibrated(guards.calibrate))
    if guards.interval is not None:
        found.append(Intervals(guards.interval, eta=guards.interval_eta))
    elif guards.interval_eta is not None:
        raise BadParameter("--interval-eta is a step of intervals: give --interval 0.9 as well")
    return found + alarms(guards)


def tasting(guards: Guards, seed: int) -> Any:
    """The guarantee where labels are seen after positive acts only."""
    if not guards.tasting:
        raise BadParameter("--tasting-misses and --tasting-horizon go with --tasting")
    if guards.interval is not None or guards.calibrate is not None or guards.alarm is not None:
        raise BadParameter(
            "--tasting hides labels, by which intervals, chances and alarms would be judged: leave one out"
        )
    return AppleTasting(misses=guards.tasting_misses, horizon=guards.tasting_horizon, seed=seed)


def alarms(guards: Guards) -> list[Any]:
    """The alarm, if one is asked for."""
    run_length, level = guards.alarm, guards.alarm_level
    if run_length is None:
        if odd := [name for name in ALARM_OPTIONS if getattr(guards, name)]:
            raise BadParameter(f"{option_of(odd[0])} goes with --alarm 10000, the rounds to a false alarm")
        return []
    if level is None:
        raise BadParameter("--alarm needs --alarm-level: how many mistakes a round are still fine? 0.12, for example")

    feature: dict[str, Any] = {}
    if guards.alarm_feature is not None or guards.alarm_within is not None:
        feature = {"feature": guards.alarm_feature, "within": ends_of(guards.alarm_within)}
    return [Alarm(level, run_length, largest=guards.alarm_largest, fresh=guards.alarm_fresh, **feature)]


def ends_of(text: str | None) -> tuple[float, float]:
    """The two ends of --alarm-within."""
    if text is None:
        raise BadParameter("--alarm-feature goes with --alarm-within 0,120, the two ends of its range")
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadParameter(
            f"--alarm-within wants the two ends of the range of --alarm-feature, such as 0,120, not {text!r}"
        ) from None
    return low, high


def found_in(game: Any, name: str) -> Any:
    """The guarantee of that name in a game; None if there is none."""
    return next((each for each in game.guarantees if each.name == name), None)


def check_pictures(game: Any, guards: Guards) -> None:
    """Find out before a long game that there will be no picture of a guarantee."""
    interval, calibration = guards.interval_plot, guards.calibration_plot
    if interval is not None:
        if found_in(game, "intervals") is None:
            raise BadParameter("--interval-plot draws intervals, and there are none: give --interval 0.9")
        check_plot(interval)
    if calibration is not None:
        if found_in(game, "calibrated") is None:
            raise BadParameter("--calibration-plot draws calibrated chances, and there are none: give --calibrate 20")
        check_plot(calibration)


def draw_guarantees(game: Any, guards: Guards) -> None:
    """Draw the pictures that are asked for, once a truth has come."""
    for path, name in ((guards.interval_plot, "intervals"), (guards.calibration_plot, "calibrated")):
        found = found_in(game, name)
        if path is not None and found.account.labelled:
            (plot_intervals if name == "intervals" else plot_reliability)(found, path)


def lines_of(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of the guarantees, whose accounts stand there by their names."""
    kinds: dict[str, Callable[[dict[str, Any]], list[Line]]] = {
        "calibrated": calibration_lines,
        "calibrated-classes": class_lines,
        "intervals": interval_lines,
        "apple-tasting": tasting_lines,
        "alarm": alarm_lines,
    }
    names = [(name, kind) for kind in kinds for name in account if name == kind or name.startswith(f"{kind} ")]
    return [line for name, kind in names for line in kinds[kind](account[name])]


def class_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of the calibrated chances of many classes."""
    if not account["labelled"]:
        return []
    brier = account["brier"]
    return [("calibration", f"Brier score of all classes {brier['before']:.4g} before, {brier['after']:.4g} after", "")]


def tasting_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says where labels were seen after positive acts only."""
    tried = (
        f"{account['tasted']:,} of {counted(account['rounds'], 'round')} tasted, {account['explored']:,} by the coin"
    )
    wrong = f"{account['mistakes']:,.6g} mistakes in all, those that the learner never saw among them"
    return [("tasting", tried, ""), ("", wrong, "")]


def alarm_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of an alarm: the rounds, what was tested, and the evidence."""
    lines: list[Line] = []
    for alarm in account["alarms"][:ALARMS]:
        found = f"round {alarm['round']:,}: evidence {amount(alarm['evidence'])} against {account['tested']}"
        lines.append(("" if lines else "alarm", found, "yellow"))
    if len(account["alarms"]) > ALARMS:
        lines.append(("", f"and {counted(len(account['alarms']) - ALARMS, 'alarm')} more", ""))
    now = f"evidence {amount(account['evidence'])} of {amount(account['run_length'])} against {account['tested']}, now"
    return [*lines, ("" if lines else "no alarm", now, "")]


def calibration_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of calibrated chances: scores before and after, and the reliability diagram."""
    if not account["labelled"]:
        return [("calibration", "no label has come yet", "")]
    brier, logs, order = account["brier"], account["log_loss"], account["in_order"]
    lines = [
        ("calibration", f"Brier score {brier['before']:.4g} before, {brier['after']:.4g} after", ""),
        ("", f"log loss {logs['before']:.4g} before, {logs['after']:.4g} after", ""),
    ]
    if order["brier"] != brier["after"]:
        lines.append(("", f"in order {order['brier']:.4g} and {order['log_loss']:.4g}", ""))
    for place, (said, share, n) in enumerate(account["reliability"]):
        lines.append(("" if place else "reliability", f"said {said:.3f}, happened {share:.3f}, of {n:,}", ""))
    return lines


def interval_lines(account: dict[str, Any]) -> list[Line]:
    """What the receipt says of intervals."""
    judged = account["labelled"]
    if not judged:
        return [("intervals", "no truth has come yet", "")]
    inside = f"{judged - account['misses']:,} of {judged:,} truths inside, {account['observed_coverage']:.2%}"
    lines = [("intervals", f"{inside}; {account['coverage']:.4g} was asked", "")]
    if account["mean_radius"] is not None:
        lines.append(("", f"radius {amount(account['mean_radius'])} on average, {amount(account['radius'])} now", ""))
    if account["everything"] or account["nothing"]:
        ends = f"{counted(account['everything'], 'interval')} without end, {account['nothing']:,} that took in nothing"
        lines.append(("", ends, ""))
    return lines
