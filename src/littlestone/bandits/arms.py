"""Natures of games of actions: rewards by chance, and labels as rewards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ..coin import Coin
from ..errors import BadParameter, UnknownName
from ..nature import Label
from ..support.settings import whole


class Arms:
    """Each action brings 1 with a chance of its own, else 0.

    means       the chance of every action; or several lists of them, which take turns in equal parts of the rounds
    rounds      the number of rounds
    seed        of the rewards

    It tells the rewards of all actions, of which the learner is told that of its own.

    >>> from littlestone import ActionGame, TsallisINF
    >>> from littlestone.natures import Arms
    >>> ledger = ActionGame(TsallisINF(2)).play(Arms([0.2, 0.8], rounds=1000))
    >>> ledger.counts.tolist(), round(ledger.regret)
    ([24, 976], 10)
    """

    def __init__(self, means: Sequence[Any], rounds: int, seed: int = 0) -> None:
        try:
            table = np.atleast_2d(np.array(means, dtype=np.float64))
        except (TypeError, ValueError):
            table = np.zeros((0, 0))
        if table.ndim != 2 or not table.size or not ((table >= 0.0) & (table <= 1.0)).all():
            raise BadParameter(f"means are chances of a reward, from 0 to 1, one for each action, not {means!r:.80}")
        self.means = table
        self.rounds = whole("rounds", rounds, "a number of rounds")
        self.coins = [Coin.apart(seed, f"arm{k:03d}") for k in range(table.shape[1])]
        self.asked = 0

    def ask(self, last: Any) -> Any:
        """Nothing to look at, as often as there are rounds."""
        if self.asked == self.rounds:
            return None
        self.asked += 1
        return {}

    def answer(self, number: int, guess: Any) -> Iterable[Label]:
        """The rewards of all actions."""
        now = self.means[(self.asked - 1) * len(self.means) // self.rounds]
        rewards = [float(coin.toss(self.asked) < mean) for coin, mean in zip(self.coins, now, strict=True)]
        return (Label(number, rewards),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()


class Rewarded:
    """Labelled examples as a game of actions: the action that is the label brings 1, every other 0.

    nature      a nature of labelled examples, a file for one, or pairs of an example and its label
    actions     the labels in the order of the actions

    >>> from littlestone import EXP4, ActionGame
    >>> from littlestone.natures import Rewarded
    >>> lights = 100 * [({"light": "red"}, "wait"), ({"light": "green"}, "go")]
    >>> game = ActionGame(EXP4(2, "perceptron, adagrad"), actions=("wait", "go"))
    >>> game.play(Rewarded(lights, game.actions)).reward > 180
    True
    """

    def __init__(self, nature: Any, actions: Sequence[Any]) -> None:
        self.nature = nature if hasattr(nature, "ask") else Pairs(nature)
        self.places = {action: place for place, action in enumerate(actions)}

    @property
    def features(self) -> Any:
        """The columns of the nature within, if it knows them."""
        return getattr(self.nature, "features", None)

    def ask(self, last: Any) -> Any:
        """The next example."""
        return self.nature.ask(last)

    def answer(self, number: int, guess: Any) -> Iterator[Label]:
        """The rewards of all actions, by the labels of the nature within; of two actions it may see the stance."""
        stance = float(guess[1] - guess[0]) if len(guess) == 2 else 0.0
        return self.as_rewards(self.nature.answer(number, stance))

    def close(self) -> Iterator[Label]:
        """The rewards that are left."""
        return self.as_rewards(self.nature.close())

    def as_rewards(self, labels: Iterable[Label]) -> Iterator[Label]:
        """Labels as the rewards of all actions; None stays None."""
        for number, y in labels:
            if y is None:
                yield Label(number, None)
                continue
            if y not in self.places:
                raise UnknownName.among("action", str(y), map(str, self.places))
            yield Label(number, [float(place == self.places[y]) for place in range(len(self.places))])


class Pairs:
    """Pairs of an example and its label as a nature."""

    def __init__(self, pairs: Iterable[Any]) -> None:
        self.pairs = iter(pairs)
        self.y: Any = None

    def ask(self, last: Any) -> Any:
        """The next example."""
        x, self.y = next(self.pairs, (None, None))
        return x

    def answer(self, number: int, guess: Any) -> Iterable[Label]:
        """Its label."""
        return (Label(number, self.y),)

    def close(self) -> Iterable[Label]:
        """Nothing is left to tell."""
        return ()
