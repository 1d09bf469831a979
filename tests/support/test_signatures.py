"""Signatures of compiled classes are those of their sources, and a wrong call is answered with the right one."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import littlestone
from littlestone import Committee, Game, LinearAdaGrad, Perceptron, Standardised, save
from littlestone.errors import BadLabel, BadParameter, LittlestoneError, UnknownName, WrongCall
from littlestone.features import as_batch
from littlestone.guarantees import Intervals
from littlestone.learners import LEARNERS
from littlestone.support.loading import core

SOURCE = Path(littlestone.__file__).parent
COMPILED = pytest.mark.skipif(core() == "interpreted", reason="interpreted, Python itself answers")
ROOTS = {"Declared", "FormerMoves", "Guarantee", "Features", "Labels", "Loss", "Batch", "Row", "Round"}


def written_constructors():
    """Every class of a compiled module with a constructor: its name, and the arguments as they stand in the source."""
    for path in sorted(SOURCE.rglob("*.pxd")):
        source = path.with_suffix(".py")
        if not source.exists():
            continue
        name = ".".join(["littlestone", *source.relative_to(SOURCE).with_suffix("").parts])
        for one in ast.parse(source.read_text()).body:
            if isinstance(one, ast.ClassDef):
                made = [each for each in one.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
                yield getattr(import_module(name), one.name), made[0] if made else None


def test_every_class_shows_the_constructor_that_is_written():
    seen = 0
    for kind, made in written_constructors():
        if made is None or not {base.__name__ for base in kind.__mro__} & ROOTS:
            continue
        shown = inspect.signature(kind).parameters
        given = made.args
        names = [*given.posonlyargs, *given.args][1:] + ([given.vararg] if given.vararg else [])
        names += given.kwonlyargs + ([given.kwarg] if given.kwarg else [])
        assert list(shown) == [one.arg for one in names], kind
        assert [shown[one.arg].annotation for one in names] == [
            inspect.Parameter.empty if one.annotation is None else ast.unparse(one.annotation) for one in names
        ], kind
        needed = len(given.args) - len(given.defaults) - 1
        assert sum(one.default is inspect.Parameter.empty for one in shown.values()) >= max(needed, 0), kind
        seen += 1
    assert seen > 100


def test_every_learner_and_its_methods_have_a_signature_and_words():
    for learner in LEARNERS.values():
        shown = inspect.signature(learner).parameters
        if all(one.kind is not inspect.Parameter.VAR_KEYWORD for one in shown.values()):
            assert set(learner().parameters()) <= set(shown), learner
        assert inspect.getdoc(learner)
        for name in ("predict", "learn", "act"):
            assert "self" in inspect.signature(getattr(learner, name)).parameters
    assert inspect.signature(Game).parameters["learner"].default is inspect.Parameter.empty
    assert inspect.signature(Game).parameters["keep"].default == 1_000_000
    assert inspect.signature(Intervals).parameters["coverage"].default == 0.9


def test_a_class_that_derives_from_ours_shows_its_own():
    class Mine(Perceptron):
        def __init__(self, patience: int = 3) -> None:
            super().__init__()

    assert str(inspect.signature(Mine)).startswith("(patience: 'int' = 3)")
    assert str(inspect.signature(Perceptron)).startswith("(*, ")
    Mine(patience=2)


def test_editors_and_notebooks_see_them():
    jedi = pytest.importorskip("jedi")
    asked = "from littlestone import Game, Perceptron\n{}("
    for name, first in (("Game", "learner"), ("Perceptron", "zero")):
        (shown,) = jedi.Script(asked.format(name)).get_signatures()
        assert next(one.name for one in shown.params if one.name != "*") == first
    game = Game(Perceptron())
    names = {one.name for one in jedi.Interpreter("game.ledger.", [{"game": game}]).complete()}
    assert {"mistakes", "certificates", "history"} <= names


@COMPILED
@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Perceptron(alfa=1), r"Perceptron\(\) got an unexpected keyword argument 'alfa': it takes zero, bias"),
        (lambda: LinearAdaGrad(etta=1), "unexpected keyword argument 'etta': did you mean eta?"),
        (lambda: Game(Perceptron(), label=("ham", "spam")), "did you mean labels?"),
        (lambda: Game(Perceptron(), ("ham", "spam")), r"takes 1 argument without a name, not 2: name them"),
        (lambda: Perceptron(1.0), "takes 0 arguments without a name, not 1"),
        (lambda: Intervals(covrage=0.9), "did you mean coverage?"),
    ],
)
def test_arguments_that_are_none_are_answered_with_those_that_are(call, said):
    with pytest.raises(WrongCall, match=said) as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, LittlestoneError)


class RiverLike:
    def predict_one(self, x): ...
    def learn_one(self, x, y): ...


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ((), r"needs to know who plays: Game\(Perceptron\(\)\)"),
        (("ftrl",), r"write Game\(FTRLProximal\(\)\)"),
        (("perzeptron",), "did you mean 'perceptron'?"),
        ((Perceptron,), r"write Game\(Perceptron\(\)\)"),
        ((RiverLike(),), r"plays as Outside\(model\), from littlestone.facades.outside"),
    ],
)
def test_who_cannot_play_is_told_who_can(player, said):
    with pytest.raises(LittlestoneError, match=said):
        Game(*player)


def test_labels_of_a_batch_are_named_where_the_batch_is_made():
    rows, y = [[1, 0], [0, 1]], [0, 1]
    with pytest.raises(BadLabel, match=r"name them here too: as_batch\(X, y, labels=...\)"):
        as_batch(rows, y)
    game = Game(Perceptron(), labels=(0, 1))
    assert game.play_batch(as_batch(rows, y, labels=(0, 1))).labelled == 2


@pytest.mark.parametrize("method", ["play", "play_batch"])
def test_examples_and_labels_that_are_given_apart_are_answered_with_the_call(method):
    game = Game(Perceptron())
    with pytest.raises(WrongCall, match=rf"{method} takes examples and labels together: game.play\(zip\(X, y\)\)"):
        getattr(game, method)([[1, 0], [0, 1]], [1, -1])
    assert game.ledger.rounds == 0


def test_labels_of_another_kind_name_who_learns_them():
    game = Game(Perceptron())
    move = game.predict([1.0])
    for label, words in [(2.5, r"Committee\('numbers'\)"), (3, r"Committee\('classes'\)"), ("c", r"labels=\('ham'")]:
        with pytest.raises(BadLabel, match=words):
            game.label(move.number, label)


def test_who_saves_a_learner_is_told_to_save_its_game(tmp_path):
    with pytest.raises(BadParameter, match=r"not Perceptron: save\(game, path\)"):
        save(Perceptron(), tmp_path / "p.npz")
    assert list(tmp_path.iterdir()) == []


def test_wrappers_take_the_settings_of_those_inside():
    assert Standardised("adagrad", eta=0.3).inside.parameters()["eta"] == 0.3
    with pytest.raises(BadParameter, match="a game is played by a learner"):
        Game(3)
    assert Committee("perceptron, arow").size == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fit", "move = game.predict(x)"),
        ("partial_fit", "game.label(move.number, y)"),
        ("learn_one", "littlestone.facades has estimators"),
        ("predict_proba", "move.chance"),
        ("predict_one", "move.act"),
        ("save", "littlestone.save(game, path)"),
        ("score", "game.ledger.mistakes"),
    ],
)
def test_what_other_libraries_call_it_is_answered_with_what_does_it_here(name, words):
    game = Game(Perceptron())
    with pytest.raises(AttributeError, match=f"a Game has no {name}: ") as caught:
        getattr(game, name)
    assert words in str(caught.value)
    assert not hasattr(game, name)
    assert name not in dir(game)


def test_a_ledger_says_how_accuracy_is_counted():
    game = Game(Perceptron())
    with pytest.raises(AttributeError, match=r"a Ledger has no accuracy: 1 - ledger.mistakes / ledger.labelled"):
        game.ledger.accuracy  # noqa: B018


@COMPILED
def test_an_argument_that_is_given_twice_is_said_so():
    with pytest.raises(WrongCall, match=r"Committee\(\) got members twice: without its name, and as members="):
        Committee("numbers", members=3)


def test_files_are_answered_with_the_call_that_plays_them(tmp_path):
    game = Game(Perceptron())
    with pytest.raises(BadParameter, match=r"a file is one by read\('mail.csv', label=...\)"):
        game.play("mail.csv")
    with pytest.raises(BadParameter, match=r"game.play\(read\('mail.csv', label='spam'\)\)"):
        game.play("mail.csv", label="spam")
    with pytest.raises(UnknownName, match="there is no setting 'target': here it is 'label'"):
        littlestone.read("mail.csv", target="spam")


def test_three_labels_and_models_of_others_are_answered_with_who_plays_them():
    with pytest.raises(BadParameter, match=r"take a learner of classes, such as Committee\('classes'\)"):
        Game(Committee(), labels=("a", "b", "c"))

    class Model:
        def predict_one(self, x):
            return 0

        def __repr__(self):
            return "many\nlines of settings"

    with pytest.raises(BadParameter, match=r"not by Model: a model of another library plays as Outside\(model\)"):
        Game(Model())
