"""What the theorems about gradients need of a game: a few sums, kept by the learner as it goes."""

from __future__ import annotations

from ..errors import BadParameter
from ..loss import Loss
from ..losses.loss_names import find_loss, refuse_judge
from ..state import Amount, Numbers

HUGE = 1e100  # a gradient past this has no square to speak of: nothing is learned from it, and `longest` says so


class Tangents:
    """The losses of the guesses, and of their tangents g = slope x: sum of <g, w>, of |g|^2, and the longest.

    `heard` counts the truths that the losses are of.
    """

    def __init__(self, loss: str, losses: tuple[str, ...] = ("hinge", "log", "square")) -> None:
        refuse_judge(loss)
        if loss not in losses:
            raise BadParameter(f"loss is one of {', '.join(map(repr, losses))}, not {loss!r}")
        self.price: Loss = find_loss(loss)
        self.paid = 0.0
        self.played = 0.0
        self.squares = 0.0
        self.longest = 0.0
        self.heard = 0.0

    def slope(self, y: float, guess: float, weight: float) -> float:
        """Pay for the guess in a round of this weight; return the slope of its price."""
        self.heard += 1.0
        self.paid += weight * self.price.value(y, guess, y)
        slope: float = self.price.slope(y, guess)
        return weight * slope

    def note(self, slope: float, guess: float, size: float, share: float) -> bool:
        """Enter a gradient of this size, its square counted by this share; False if it is too long to learn from."""
        size *= abs(slope)
        self.longest = max(self.longest, size)
        if not size < HUGE:
            return False
        self.played += slope * guess
        self.squares += share * size * size
        return True


TANGENTS = Numbers(  # the five sums, as a field of a learner
    "tangents",
    "tangents.paid",
    "tangents.played",
    Amount("tangents.squares"),
    Amount("tangents.longest"),
    Amount("tangents.heard"),
)
