"""Whole games as text: commands after ">", and under each what the package answers.

    > world CLASS                  what the game is about: a class, "plane:compass" or "experts:4,m=1,most=5"
    > learner NAME n=4 beta=2      a learner by name, with its settings
    > predict a b=2 c=0            an example: columns by name, 1 where nothing else is said
    > label 1 -1                   the label of a round
    > guess +1 a b=2 c=0           a guess of the person who plays the learner; the next line has the label
    > forget 1                     a round that will get no label
    > ledger                       the account and its certificates

Lines that begin with # are comments. The arena writes such texts, and `littlestone duel --replay` plays them again.
"""

from __future__ import annotations

import ast
from typing import Any

from ..errors import BadParameter, LittlestoneError
from ..learners import EXPERTS, LEARNERS, make_learner
from ..rows.game import Game
from .presets import find_world
from .worlds import World

LEARNED = ", learned: "


def value(text: str) -> Any:
    """A number, a list, a truth value; else the text itself."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def example(words: list[str]) -> dict[str, Any]:
    """The columns of an example by name."""
    pairs = (word.partition("=") for word in words)
    return {name: value(number or "1") for name, _, number in pairs}


class TextGame:
    """A game that is played by commands, each of which is answered by a line or more.

    `moves` has the rounds as they were played: the example, what was guessed and the label, which is None at first.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.world: World | None = None
        self.world_text = ""
        self.moves: list[dict[str, Any]] = []

    def answer(self, command: str) -> str:
        """Carry out a command, without its ">", and say what came of it; an error is an answer too."""
        name, *rest = command.split() or [""]
        carry_out = getattr(self, f"do_{name}", None)
        if carry_out is None:
            known = ", ".join(each.removeprefix("do_") for each in dir(self) if each.startswith("do_"))
            raise BadParameter(f"a game text has no command {name!r}; there are {known}")
        try:
            return str(carry_out(rest))
        except LittlestoneError as error:
            return f"{type(error).__name__}: {error}"
        except (ValueError, IndexError):
            raise BadParameter(f"a game text cannot be played from here on: {command!r:.80} makes no sense") from None

    def do_world(self, words: list[str]) -> str:
        """What may be asked and answered."""
        self.world_text = " ".join(words)
        self.world = find_world(self.world_text)
        return f"{len(self.world.points)} points"

    def do_learner(self, words: list[str]) -> str:
        """The learner with its settings; the game begins."""
        settings = dict(word.split("=", 1) for word in words[1:])
        kind = "experts" if words[0] in EXPERTS and words[0] not in LEARNERS else ""
        learner = make_learner(words[0], {name: value(text) for name, text in settings.items()}, kind)
        self.game = Game(learner)
        return repr(learner)

    @property
    def played(self) -> Game:
        """The game; raises if there is no learner yet."""
        if self.game is None:
            raise BadParameter("a game text begins with its learner: > learner perceptron")
        return self.game

    def do_predict(self, words: list[str]) -> str:
        """The learner's guess for an example."""
        x = example(words)
        move = self.played.predict(x if self.world is None else self.world.row_of(x))
        self.moves.append({"x": x, "act": move.act, "y": None})
        return f"round {move.number}: guess {move.guess:g}, act {move.act:+d}"

    def do_label(self, words: list[str]) -> str:
        """The label of a round: was the guess wrong, and what has the learner come to?"""
        game = self.played
        before = game.ledger.mistakes, game.ledger.updates
        number = int(words[0])
        game.label(number, value(words[1]))
        self.moves[number - 1]["y"] = value(words[1])
        wrong, learned = game.ledger.mistakes - before[0], game.ledger.updates - before[1]
        return ("wrong" if wrong else "right") + (f"{LEARNED}{self.knowledge()}" if learned else "")

    def do_guess(self, words: list[str]) -> str:
        """A person's guess; what the label was stands in the text, and is taken from there by `label_said`."""
        self.moves.append({"x": example(words[1:]), "act": value(words[0]), "y": None})
        return ""

    def label_said(self, line: str) -> str:
        """The line that should stand under a guess: with the label that the text has there."""
        round_, y = self.moves[-1], 1 if "label +1" in line else -1
        round_["y"] = y
        return f"round {len(self.moves)}: label {y:+d}, {'right' if round_['act'] == y else 'wrong'}"

    def do_forget(self, words: list[str]) -> str:
        """Forget a round."""
        self.played.forget(int(words[0]))
        return "forgotten"

    def do_ledger(self, words: list[str]) -> str:
        """The account."""
        return str(self.played.ledger)

    def knowledge(self) -> str:
        """What the learner has come to: its weights, or else its hypothesis."""
        game = self.played
        learner: Any = game.learner
        if hasattr(learner, "space"):
            return str(learner.hypothesis())
        names = game.features.names if self.world is None else self.world.columns
        if not hasattr(learner, "weights"):
            return str(learner.hypothesis(names))
        weights = list(learner.weights)
        if self.world is not None:
            weights += [0.0] * (len(names) - len(weights))  # a column that was never on has no weight yet
        return " ".join(f"{name}={w:g}" for name, w in zip(names, weights, strict=False))


def replay(text: str) -> tuple[str, TextGame]:
    """The same commands with today's answers, and the game that they made."""
    played = TextGame()
    lines: list[str] = []
    waiting = False  # for the line under a guess, whose label is told by the text
    for line in text.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif line.startswith("> "):
            lines.append(line)
            said = played.answer(line[2:])
            waiting = line.startswith("> guess ")
            if not waiting:
                lines.append(said)
        elif waiting:
            lines.append(played.label_said(line))
            waiting = False
    return "\n".join(lines) + "\n", played
