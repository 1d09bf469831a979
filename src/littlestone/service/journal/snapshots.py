"""Snapshots: a hosted game as files, each player a saved game (.npz), with digests of all of them.

A snapshot is a cache: if it is missing, damaged, or made by another release or with another numpy, the journal makes
the game again from its first row. Only where records were erased, or somebody asked for it, replays begin at one: a
base, which lies in the journal itself.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
from msgspec import convert

from ... import store
from ...errors import LittlestoneError, StateError
from ..hosted import Hosted, Made, OpenRound
from ..hosted_actions import HostedActions, host
from ..http.contract import decode_any, encode
from ..making import read_settings
from .journal import this_maker

ABOUT = "about.json"
DIGEST = "about.sha256"  # that of about.json; bases of release 0.1.0 have none
SUFFIX = ".npz"
OWN = 1  # the format


class Copy(NamedTuple):
    """A game as it is at one moment, which nobody changes any more: to be encoded at leisure, by another thread.

    about       what a snapshot says about itself, but for the digests
    players     the arrays of every player's game
    """

    number: int
    about: dict[str, Any]
    players: dict[str, dict[str, Any]]

    @property
    def seq(self) -> int:
        """That of the last row played."""
        return int(self.about["seq"])

    def parts(self) -> dict[str, bytes]:
        """The game as files by name, that about all others among them."""
        parts = {}
        for name, arrays in self.players.items():
            file = BytesIO()
            np.savez(file, **arrays)
            parts[name + SUFFIX] = file.getvalue()
        about = {
            **self.about,
            "open": {id: each.fields() for id, each in self.about["open"].items()},
            "digests": {name: sha256(content).hexdigest() for name, content in parts.items()},
        }
        written = encode(about)
        return {**parts, ABOUT: written, DIGEST: sha256(written).hexdigest().encode()}


def copied(hosted: Hosted) -> Copy:
    """A copy of a game: some arrays and a dictionary, much less work than encoding and writing them."""
    about = {
        "format": OWN,
        "seq": hosted.seq,
        "maker": this_maker(),
        "made": hosted.made,
        "settings": hosted.settings.as_dict(),
        "answering": hosted.answering,
        "counts": dict(hosted.counts),
        "refused": dict(hosted.refused),
        "trial": hosted.trial.state(),
        **({"accounts": hosted.accounts()} if isinstance(hosted, HostedActions) else {}),
        "curve": {
            key: list(value) if isinstance(value, list) else value for key, value in hosted.curve.state().items()
        },
        "open": dict(hosted.open),
    }
    players = {
        name: {key: np.array(value) for key, value in store.arrays_of(game).items()}
        for name, game in hosted.players.items()
    }
    return Copy(hosted.number, about, players)


def parts_of(hosted: Hosted) -> dict[str, bytes]:
    """A game as files by name, that about all others among them."""
    return copied(hosted).parts()


def revived(name: str, number: int, parts: dict[str, bytes]) -> Hosted:
    """The game that these files are of; raises `StateError` if they are damaged."""
    about = about_of(parts)
    hosted = host(name, number, convert(about["made"], Made))
    hosted.settings = read_settings(about["settings"])
    hosted.frozen = hosted.settings.frozen
    hosted.seq, hosted.counts, hosted.refused = about["seq"], about["counts"], about["refused"]
    hosted.curve.restore(about["curve"])
    hosted.open = {id: OpenRound(*each) for id, each in about["open"].items()}
    hosted.players = {}
    for part, digest in about["digests"].items():
        content = parts.get(part, b"")
        if sha256(content).hexdigest() != digest:
            raise StateError(f"{part} of a snapshot of {name!r} is not what was written")
        hosted.players[part.removesuffix(SUFFIX)] = store.from_bytes(content)
    hosted.answer_by(about["answering"], hosted.seq)
    if "trial" in about:  # earlier releases kept none
        hosted.trial.restore(about["trial"])
    if isinstance(hosted, HostedActions):
        hosted.restore_accounts(about["accounts"])
    return hosted


def about_of(parts: dict[str, bytes]) -> dict[str, Any]:
    """What a snapshot says about itself."""
    written = parts.get(ABOUT, b"null")
    if DIGEST in parts and sha256(written).hexdigest().encode() != parts[DIGEST]:
        raise StateError("what a snapshot says about itself is not what was written")
    about = decode_any(written)
    if not isinstance(about, dict) or about.get("format") != OWN:
        raise StateError("a snapshot without a description, or of another format")
    return about


class Snapshots:
    """The snapshots of a folder: one of each game, the newest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, copy: Copy) -> None:
        """Write a snapshot of a game, which replaces older ones once it is complete."""
        home = self.folder / str(copy.number)
        home.mkdir(parents=True, exist_ok=True)
        new = home / f"{copy.seq}.part"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        for name, content in copy.parts().items():
            with (new / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        synced(new)
        old = [each for each in home.iterdir() if each != new]
        os.replace(new, home / str(copy.seq)) if not (home / str(copy.seq)).exists() else shutil.rmtree(new)
        for folder in (home, self.folder):
            synced(folder)  # only what is on disk lets older ones go
        for each in old:
            if each.name != str(copy.seq):
                shutil.rmtree(each, ignore_errors=True)

    def read(self, name: str, number: int, least: int, most: int, *, foreign: bool = False) -> Hosted | None:
        """The game of a snapshot between these seqs, made by this release with this numpy; None if there is none.

        `foreign` asks for one that was made by another release, or with another numpy.
        """
        home = self.folder / str(number)
        found = [int(each.name) for each in home.glob("*") if each.name.isdecimal()] if home.is_dir() else []
        for seq in sorted((seq for seq in found if least <= seq <= most), reverse=True):
            try:
                parts = {each.name: each.read_bytes() for each in (home / str(seq)).iterdir()}
                if DIGEST not in parts:
                    continue
                about = about_of(parts)
                if (about["maker"] == this_maker()) is not foreign and about["seq"] == seq:
                    return revived(name, number, parts)
            except (LittlestoneError, OSError, ValueError, KeyError, TypeError):
                continue  # a cache that is damaged is no cache
        return None

    def drop(self, number: int) -> None:
        """Delete the snapshots of a game."""
        shutil.rmtree(self.folder / str(number), ignore_errors=True)


def synced(folder: Path) -> None:
    """Wait until the names in a folder are on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Saving(Thread):
    """Encodes and writes one snapshot, while the writer goes on."""

    def __init__(self, snapshots: Snapshots, name: str, copy: Copy) -> None:
        super().__init__(name="littlestone snapshot", daemon=True)
        self.snapshots, self.game, self.copy = snapshots, name, copy
        self.written = False

    def run(self) -> None:
        with suppress(OSError, MemoryError):  # a cache that cannot be written is no harm: the journal has everything
            self.snapshots.write(self.copy)
            self.written = True
