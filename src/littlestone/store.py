"""Saving and loading games: a versioned .npz of plain arrays, never a pickle.

A loaded game continues bit for bit as if it had never stopped: the file holds the learner, the ledger, the evidence of
the bounds, the guarantees, the names of the columns and the open rounds.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np

from .bandits.action_game import ActionGame
from .bound import Bound
from .convex.convex_game import ConvexGame
from .errors import BadParameter, LittlestoneError, StateError
from .features.schema import named_in_files, named_now
from .formats.atomic import whole_file
from .guarantees.guarantee_table import make_guarantee
from .learner import Learner
from .learners import make_learner
from .linear.sharded_perceptron_theorems import NoMixingBound
from .loss import Loss
from .losses.point_losses import ConvexLoss
from .matrix_games.matrix_game import MatrixGame
from .moves import Moves, is_ours
from .portfolios.invest_game import InvestGame
from .rows.game import Game
from .state import fit_part
from .support.loading import VERSION

FORMAT = "littlestone game"
FORMAT_VERSION = 2
READ = (1, 2)  # release 0.1.0 wrote version 1

# Parameters for which a learner allocates memory when it is made, and the sizes that are harmless for any file.
SIZES = {"n": 1_000_000, "d": 1_000_000, "classes": 1_000, "K": 1_000_000}

NO_FILE = "this saved game"  # what one is called that is no file
OUTSIDE = "outside"  # the kind of models of other libraries
OWN = "a learner of your own"  # the key of one that another learner has inside

GAMES: dict[str, type[Moves]] = {game._kind: game for game in (Game, ConvexGame, InvestGame, ActionGame)}


def save(game: Moves | MatrixGame, path: str | os.PathLike[str]) -> None:
    """Write the game to `path`, atomically: an older file stays until the new one is complete."""
    arrays = arrays_of(game)
    with whole_file(path) as file:
        writer_for(game)(file, **arrays)


def writer_for(game: Moves | MatrixGame) -> Any:
    """What writes the arrays: compressed where names are hashed, as most of 2^b columns are never met."""
    features: Any = getattr(game, "features", None)
    return np.savez_compressed if features is not None and features.hashing else np.savez


def to_bytes(game: Moves | MatrixGame) -> bytes:
    """The game as the bytes of the file that `save` writes, for stores that are no files; `from_bytes` takes it up."""
    file = BytesIO()
    writer_for(game)(file, **arrays_of(game))
    return file.getvalue()


def from_bytes(saved: bytes, **given: Any) -> Any:
    """The game that `to_bytes` has given; what else is `given` is for `load`."""
    return load(BytesIO(saved), **given)


def arrays_of(game: Moves | MatrixGame) -> dict[str, Any]:
    """The game as named arrays, its header among them."""
    if not isinstance(game, Moves | MatrixGame):
        raise BadParameter(
            f"what is saved is a game, with all that it has learned, not {type(game).__name__}: save(game, path)"
        )
    about = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "written by": VERSION,
        "game": game._kind,
        **(described_matrix(game) if isinstance(game, MatrixGame) else described(game)),
    }
    try:
        head = json.dumps(about, allow_nan=False).encode()
    except (TypeError, ValueError):
        raise StateError(
            f"a saved game needs settings that are plain texts and numbers; these are not: {about}"
        ) from None
    state: dict[str, Any] = {name: np.asarray(value) for name, value in fitting_state(game).items()}
    if odd := [name for name, value in state.items() if value.dtype.hasobject]:
        raise StateError(f"a saved game holds plain arrays of numbers and texts; {odd[0]!r} holds Python objects")
    return {"about": np.frombuffer(head, dtype=np.uint8), **state}


def fitting_state(game: Moves | MatrixGame) -> dict[str, Any]:
    """The state of a game, with a weight for every column that it knows and none beyond.

    How much room a learner has depends on how its examples came, one by one or in batches, and what is saved does not.
    """
    if not isinstance(game, Game) or game._advised or not len(game.features):
        return game.state()
    learner, width = game.learner, len(game.features)
    learner.widen(width)
    state: dict[str, Any] = game.state()
    fit_part(learner, state, width, "learner/")
    return state


def described(game: Moves) -> dict[str, Any]:
    """What a game is made of, for the header: its learner and its settings."""
    return {**described_learner(game.learner), "settings": named_in_files(game.settings())}


def described_learner(learner: Learner) -> dict[str, Any]:
    """The name of a learner and its parameters, for the header."""
    name = learner.name if is_ours(learner) and learner.name else own_name(type(learner))
    parameters = {setting: in_files(value) for setting, value in learner.told_in_files().items()}
    if functions := [setting for setting, value in parameters.items() if callable(value)]:
        raise StateError(
            f"a function cannot be saved, and {functions[0]} of {name} is one; play with a setting that is a text or "
            f"a number"
        )
    return {"learner": name, "kind": learner.kind, "parameters": parameters}


def in_files(value: Any) -> Any:
    """A setting with a header for every learner in it."""
    if isinstance(value, Learner):
        return {OWN: described_learner(value)}
    return [in_files(each) for each in value] if isinstance(value, list | tuple) else value


def own_name(kind: type) -> str:
    """What a learner of the user's own is called in a file: where to import it from, which nobody does unasked."""
    return f"{kind.__module__}:{kind.__qualname__}"


def described_matrix(game: MatrixGame) -> dict[str, Any]:
    """What a matrix game is made of, for the header: its two players."""
    players = [player.setting() for player in game.players]
    if strange := [player for player in players if isinstance(player, Learner) and not is_ours(player)]:
        raise StateError(f"a matrix game is saved with learners of this package only, and {strange[0]!r} is not one")
    return {
        "players": [described_learner(player) if isinstance(player, Learner) else player for player in players],
        "settings": {"keep": game._keep},
    }


def load(
    path: str | os.PathLike[str] | BytesIO,
    *,
    learner: Learner | type[Learner] | None = None,
    bounds: Sequence[Bound] | None = None,
    loss: Loss | ConvexLoss | None = None,
) -> Any:
    """Load the game saved at `path`. A custom learner, bounds or loss must be passed in, untrained, to be restored.

    A learner of your own may be given by its class, which is made with the settings of the saved one. Nothing is ever
    imported because a file names it.
    """
    about, state = contents(path)
    path = NO_FILE if isinstance(path, BytesIO) else path
    try:
        if about["game"] == MatrixGame._kind:
            return matrix_game(about, state)
        if learner is None or isinstance(learner, type):
            learner = learner_of(about, state, learner)
        elif json.loads(json.dumps(described_learner(learner)["parameters"])) != about["parameters"]:
            raise StateError(f"it was played by {about['learner']} with {about['parameters']}, not by {learner!r}")
        settings = named_now(about["settings"])
        if bounds is None:
            theorems = (*learner.theorems, *learner.mixed_theorems, NoMixingBound)
            known = {theorem.__name__: theorem for theorem in theorems}
            bounds = [known[name](**parameters) for name, parameters in settings["bounds"]]
        settings["bounds"] = bounds
        if loss is not None:
            settings["loss"] = loss
        if guarantees := about.get("guarantees", settings.get("guarantees")):  # the first in files of 0.2.0.dev
            settings["guarantees"] = [make_guarantee(name, given) for name, given in guarantees]
        game: Any = GAMES[about["game"]](learner, **settings)
        game.restore(state)
    except LittlestoneError as error:
        raise StateError(f"{path} holds a game that cannot be taken up: {error}") from error
    except MemoryError as error:
        raise StateError(f"{path} holds a game that does not fit into memory ({error})") from error
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        raise StateError(
            f"{path} holds a game that cannot be taken up ({type(error).__name__}: {error}); "
            f"a learner, bounds or loss of your own must be given to load()"
        ) from error
    return game


def learner_of(about: dict[str, Any], state: dict[str, Any], own: type[Learner] | None = None) -> Learner:
    """The untrained learner of a header, if its size fits the file; `own` is a class that the user gave for it."""
    check_sizes(about["parameters"], state)
    name = about["learner"]
    if about.get("kind") == OUTSIDE:
        raise StateError(
            f"it was played by a model of another library, {about['parameters'].get('model')}: give one that has "
            f"learned nothing, load(path, learner=Outside(model, saved_by=...))"
        )
    if any(OWN in one for value in about["parameters"].values() for one in dicts_in(value)):
        raise StateError(
            "some of its members are your own or another library's: give it whole, load(path, learner=...)"
        )
    inside = [value[OWN] for value in about["parameters"].values() if isinstance(value, dict) and OWN in value]
    parameters = {
        setting: learner_of(value[OWN], state, own) if isinstance(value, dict) and OWN in value else value
        for setting, value in about["parameters"].items()
    }
    if isinstance(name, str) and ":" in name:
        if own is None:
            raise StateError(
                f"it was played by {name}, a learner of your own: name it, --learner {name}, or give its class, "
                f"load(path, learner={name.rpartition(':')[2]}); nothing is imported unasked"
            )
        if own_name(own).partition(":")[2] != name.partition(":")[2]:
            raise StateError(f"it was played by {name}, not by {own_name(own)}")
        return own(**parameters)
    if own is not None and not inside:
        raise StateError(f"it was played by {name}, not by {own_name(own)}")
    learner: Learner = make_learner(name, parameters, about.get("kind", ""))
    return learner


def dicts_in(value: Any) -> list[dict[str, Any]]:
    """The dicts in a list, which in a header stand for learners that have no name."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def matrix_game(about: dict[str, Any], state: dict[str, Any]) -> MatrixGame:
    """The matrix game of a file."""
    row, column = (learner_of(each, state) if isinstance(each, dict) else each for each in about["players"])
    game = MatrixGame(state["matrix"], row, column, **about["settings"])
    game.restore(state)
    return game


def check_sizes(parameters: dict[str, Any], state: dict[str, Any]) -> None:
    """Raise if a learner of these parameters is far larger than the file, before memory is allocated for it."""
    held = 8 * sum(value.nbytes for value in state.values())  # bits: a version space is saved as one bit per concept
    for name, small in SIZES.items():
        size = parameters.get(name)
        if isinstance(size, int) and size > max(small, held):
            raise StateError(f"the learner has {name} = {size:,}, far more than a file of {held:,} bits can hold")


def as_now(about: dict[str, Any]) -> dict[str, Any]:
    """Convert the header of format 1 to format 2, which has the settings of the game in a dict of their own."""
    kind = about.get("game", "rows")
    if not isinstance(kind, str):
        raise StateError(f"the kind of a saved game is one of {', '.join(map(repr, GAMES))}, not {kind!r:.60}")
    names = {"rows": ("loss", "labels", "bounds", "seed", "keep"), "convex": ("loss", "bounds", "keep")}
    settings = names.get(kind, ("cost", "bounds", "keep"))
    return {**about, "game": kind, "settings": {name: about[name] for name in settings if name in about}}


def contents(path: str | os.PathLike[str] | BytesIO) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header of a saved game as a dict, and its arrays."""
    opened: Any = path
    if isinstance(path, BytesIO):
        path = NO_FILE
    elif not os.path.exists(path):
        raise StateError(f"there is no saved game at {path}")
    if not zipfile.is_zipfile(opened):
        raise StateError(f"{path} is not a saved game, or was cut short")
    try:
        with opened if opened is not path else open(path, "rb") as file, np.load(file, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = json.loads(arrays.pop("about").tobytes())
    except Exception as error:  # of zipfile, zlib, numpy or json: a damaged file fails in more ways than can be listed
        raise StateError(f"{path} is not a saved game, or was damaged ({type(error).__name__})") from error
    strange = [name for name, value in arrays.items() if value.dtype.kind not in "biufSU"]
    if strange:
        raise StateError(f"{path} is no saved game: {strange[0]} in it has {arrays[strange[0]].dtype} numbers")
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise StateError(f"{path} is an .npz file, but not a saved game of littlestone")
    if about.get("version") not in READ:
        raise StateError(
            f"{path} was saved in format {about.get('version')} by littlestone {about.get('written by')}; "
            f"this is littlestone {VERSION}, which reads formats {' and '.join(map(str, READ))}"
        )
    return as_now(about) if about["version"] == 1 else about, arrays
