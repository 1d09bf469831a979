from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Conjunction, DecisionList, Elimination, Game, Perceptron, RowLearner, Winnow, load, read, save
from littlestone.bounds import HingeBound, MarginBound
from littlestone.errors import StateError
from littlestone.learners import LEARNERS, make_learner
from littlestone.store import arrays_of, from_bytes, to_bytes

MAKERS = [
    partial(Perceptron, bias=1.0),
    partial(Perceptron, zero="mistake", normalise=True),
    partial(Winnow, n=6),
    partial(Elimination, n=6, negations=True),
    partial(Conjunction, n=6),
    partial(DecisionList, n=6, tie="random:3"),
    partial(DecisionList, n=6, tie="maj"),
    partial(Winnow, n=6, demote="eliminate", negations=True, beta=0.5),
]


def everything(game: Game) -> dict[str, bytes]:
    """All that is saved of a game."""
    return {name: np.asarray(value).tobytes() for name, value in arrays_of(game).items()}


def moves(seed: int, count: int = 40):
    """A script of predictions and labels, some late and some never."""
    rng = np.random.default_rng(seed)
    waiting: list[int] = []
    number = 0
    for _ in range(count):
        if waiting and rng.random() < 0.5:
            yield "label", waiting.pop(int(rng.integers(len(waiting)))), int(rng.choice([-1, 1]))
        else:
            number += 1
            waiting.append(number)
            yield "predict", {f"word{i}": 1 for i in range(6) if rng.random() < 0.5}, None


def act(game: Game, move) -> None:
    what, first, second = move
    if what == "predict":
        game.predict(first)
    else:
        game.label(first, second)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, len(MAKERS) - 1), st.integers(0, 1000), st.integers(0, 40))
def test_a_game_cut_anywhere_goes_on_bit_for_bit(tmp_path_factory, which, seed, cut):
    path = tmp_path_factory.mktemp("games") / "game.npz"
    whole, first = Game(MAKERS[which](), seed=7), Game(MAKERS[which](), seed=7)
    script = list(moves(seed))
    for move in script:
        act(whole, move)
    for move in script[:cut]:
        act(first, move)
    save(first, path)
    second = load(path)
    assert everything(second) == everything(first)
    for move in script[cut:]:
        act(second, move)
    assert everything(second) == everything(whole)
    assert str(second.ledger) == str(whole.ledger)


def is_sparse(name: str) -> bool:
    """Does a learner take any numbers, for columns that it does not know beforehand?"""
    learner = make_learner(name, {})
    return not learner.boolean and learner.kind != "experts"


@pytest.mark.parametrize("name", [name for name in LEARNERS if is_sparse(name)])
def test_what_is_saved_does_not_depend_on_how_the_examples_came(tmp_path, name):
    path = tmp_path / "f.vw"
    path.write_text("".join(f"{1 if t % 3 else -1} |a w{t * t % 31}:2 v{t}:3\n" for t in range(40)))
    kind = LEARNERS[name]
    for setting in kind.variants:
        if kind(**setting).boolean:
            continue  # a committee of those
        one, other = read(path), read(path)
        singly = Game(kind(**setting), features=one.features)
        for x, y in one:
            singly.label(singly.predict(x).number, int(y))
        at_once = Game(kind(**setting), features=other.features)
        for batch in other.batches():
            at_once.play_batch(batch)
        assert to_bytes(singly) == to_bytes(at_once), setting
        again = from_bytes(to_bytes(singly))
        for x, y in read(path):  # nothing that a learner knows is cut off with the room of its arrays
            assert singly.predict(x).guess == again.predict(x).guess
            for game in (singly, again):
                game.label(game.predict(x).number, int(y))
        assert to_bytes(singly) == to_bytes(again), setting


def test_a_saved_game_keeps_its_settings(tmp_path):
    game = Game(Perceptron(bias=0.5), loss="hinge", labels=("ham", "spam"), bounds=[MarginBound(0.25)], seed=9, keep=12)
    game.label(game.predict({"naïve": 1, "x\0": 2}).number, "ham")
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    assert again.settings() == game.settings()
    assert again.features.names == ["naïve", "x\0"]


def test_a_failed_save_leaves_the_older_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "game.npz"
    save(Game(Perceptron()), path)
    before = path.read_bytes()

    def full(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="no space"):
        save(Game(Perceptron(bias=1)), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["game.npz"]


def written(path: Path, **changes) -> Path:
    """A saved game whose description or arrays were tampered with."""
    game = Game(Perceptron())
    game.label(game.predict([1.0, 2.0]).number, -1)
    save(game, path)
    with np.load(path) as file:
        arrays = dict(file)
    about = json.loads(arrays["about"].tobytes())
    for name, value in changes.items():
        if name in about:
            about[name] = value
        elif value is None:
            del arrays[name.replace("__", "/")]
        else:
            arrays[name.replace("__", "/")] = value
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez(path, **arrays)
    return path


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "something else"}, "not a saved game"),
        ({"version": 99}, "saved in format 99"),
        ({"learner": "perceptorn"}, "did you mean 'perceptron'"),
        ({"parameters": {"zero": "7"}}, "zero is one of"),
        ({"settings": {"loss": "mistake", "bounds": [["MyBound", {}]], "keep": 100}}, "of your own"),
        ({"learner__w": None}, "lacks 'w'"),
        ({"learner__w": np.zeros((2, 2, 2))}, "cannot be taken up"),
        ({"learner__updates": np.array(["many"])}, "cannot be taken up"),
        ({"ledger__rounds": None}, "cannot be taken up"),
        ({"open__numbers": np.array([1, 2, 3])}, "cannot be taken up"),
    ],
)
def test_a_foreign_or_damaged_game_is_refused_in_words(tmp_path, changes, words):
    with pytest.raises(StateError, match=words):
        load(written(tmp_path / "game.npz", **changes))


def test_a_file_that_is_no_game_is_refused(tmp_path):
    with pytest.raises(StateError, match="there is no saved game"):
        load(tmp_path / "missing.npz")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(StateError, match="not a saved game"):
        load(tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(StateError, match="not a saved game"):
        load(tmp_path / "other.npz")


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_truncated_or_garbled_file_is_an_error_or_the_same_game(tmp_path_factory, data):
    path = written(tmp_path_factory.mktemp("games") / "game.npz")
    whole = path.read_bytes()
    if data.draw(st.booleans()):
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    else:
        place = data.draw(st.integers(0, len(whole) - 1))
        path.write_bytes(whole[:place] + bytes([data.draw(st.integers(0, 255))]) + whole[place + 1 :])
    try:
        game = load(path)
    except StateError:
        return
    assert game.ledger.rounds == 1


@pytest.mark.parametrize(("place", "byte"), [(6, 255), (8, 1), (10, 8)], ids=["version", "encrypted", "deflated"])
def test_an_archive_whose_directory_lies_is_refused(tmp_path, place, byte):
    path = written(tmp_path / "game.npz")
    whole = bytearray(path.read_bytes())
    whole[whole.index(b"PK\x01\x02") + place] = byte
    path.write_bytes(whole)
    with pytest.raises(StateError, match="damaged"):
        load(path)


class Mine(RowLearner):
    """Says what it heard last."""

    def __init__(self):
        super().__init__()
        self.last = 0.0

    def predict(self, x):
        return self.last

    def learn(self, x, y, guess):
        self.last = y

    def state(self):
        return {**super().state(), "last": np.float64(self.last)}

    def restore(self, state):
        super().restore(state)
        self.last = float(state["last"])


def test_a_part_that_says_it_is_encrypted_is_damage(tmp_path):
    save(Game(Perceptron()), path := tmp_path / "game.npz")
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1  # the flag of the first entry in the zip file's directory
    path.write_bytes(content)
    with pytest.raises(StateError, match="damaged"):
        load(path)


def test_a_learner_of_your_own_is_filled_from_the_file(tmp_path):
    game = Game(Mine())
    game.label(game.predict([1.0]).number, -1)
    save(game, tmp_path / "game.npz")
    with pytest.raises(StateError, match=r"played by .*:Mine, a learner of your own"):
        load(tmp_path / "game.npz")
    again = load(tmp_path / "game.npz", learner=Mine())
    assert again.learner.last == -1.0


def test_bounds_are_taken_up_with_their_promises(tmp_path):
    game = Game(Perceptron(), bounds=[MarginBound(margin=0.5), HingeBound()])
    game.label(game.predict([1.0, 0.0]).number, -1)
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    assert [str(certificate) for certificate in again.ledger.certificates] == [
        str(certificate) for certificate in game.ledger.certificates
    ]


class Louder(Perceptron):
    """Inherits a name that is not its own."""

    def predict(self, x):
        return 42.0


def test_a_learner_that_inherits_a_name_is_not_taken_for_its_parent(tmp_path):
    game = Game(Louder())
    game.predict([1.0])
    save(game, tmp_path / "game.npz")
    with pytest.raises(StateError, match="Louder"):
        load(tmp_path / "game.npz")
    assert load(tmp_path / "game.npz", learner=Louder()).open[1].guess == 42.0


def test_a_learner_with_other_settings_cannot_take_up_a_game(tmp_path):
    save(Game(Perceptron()), tmp_path / "game.npz")
    with pytest.raises(StateError, match="not by Perceptron"):
        load(tmp_path / "game.npz", learner=Perceptron(bias=1))


def test_python_objects_are_refused_and_never_pickled(tmp_path):
    class Odd(Mine):
        def state(self):
            return {**super().state(), "odd": np.array([object()])}

    with pytest.raises(StateError, match="'learner/odd' holds Python objects"):
        save(Game(Odd()), tmp_path / "game.npz")
    assert not list(tmp_path.iterdir())


def test_numbers_of_numpy_are_settings_like_any_other(tmp_path):
    game = Game(Winnow(n=np.int64(4), theta=np.float32(4)), seed=np.int64(4), labels=tuple(np.unique([0, 1])))
    save(game, tmp_path / "game.npz")
    assert load(tmp_path / "game.npz").settings() == game.settings()


def test_a_saved_game_may_be_read_by_whom_the_system_allows(tmp_path):
    save(Game(Perceptron()), tmp_path / "game.npz")
    (tmp_path / "other").touch()
    assert (tmp_path / "game.npz").stat().st_mode == (tmp_path / "other").stat().st_mode
