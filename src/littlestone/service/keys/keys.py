"""Keys: who may read, predict, label or administer which games.

A key is 256 random bits behind a short public id. What is kept of it is a salted SHA-256: there is nothing to guess in
random bits, so a slow hash would only slow down every request. The file is read again when it has changed, so that
`littlestone key revoke` works on a service that is running.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from ...errors import BadParameter, StateError, UnknownName
from ...formats.atomic import whole_file
from ..limits import OF_KEYS

ROLES = ("read", "predict", "label", "admin")
FILE = "keys.json"
LOOK = 0.05  # seconds between looks at the file
FORMAT = 1
TOKEN = re.compile(r"ls-([0-9a-f]{8})-([A-Za-z0-9_-]{43})")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ @-]{0,63}")
PATTERN = re.compile(r"[A-Za-z0-9._-]{0,128}\*?")
FIELDS = {"id", "name", "roles", "games", "salt", "digest", "made"}


class Key(NamedTuple):
    """What is kept of a key; `games` are names, or beginnings of names with a * behind."""

    id: str
    name: str
    roles: tuple[str, ...]
    games: tuple[str, ...]
    salt: str
    digest: str
    made: str
    limits: tuple[tuple[str, int], ...] = ()  # those that are not the service's own

    def may(self, role: str, game: str | None) -> bool:
        """May its holder do this with that game? None is for what concerns all games; an admin may do anything."""
        return (role in self.roles or "admin" in self.roles) and any(covers(each, game) for each in self.games)

    def sees(self, role: str) -> bool:
        """Is there any game with which its holder may do this?"""
        return role in self.roles or "admin" in self.roles


def covers(pattern: str, game: str | None) -> bool:
    """Is the game meant by the pattern? All games together are meant by * alone."""
    if pattern == "*":
        return True
    if game is None:
        return False
    return game.startswith(pattern[:-1]) if pattern.endswith("*") else game == pattern


def digest_of(salt: str, secret: str) -> str:
    """The salted hash of the secret part of a key."""
    return sha256(f"{salt}:{secret}".encode()).hexdigest()


NOBODY = Key("", "", (), (), "0" * 32, digest_of("0" * 32, ""), "")  # compared with where no key has the id


class Keyring:
    """The keys of a folder, in `keys.json`."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.path = Path(folder) / FILE
        self.seen: tuple[int, int, int] | None = None  # of the file as it was read
        self.known: dict[str, Key] = {}
        self.next_look = 0.0  # when the file is looked at again
        self.limited = False  # has one of the keys limits of its own?

    @property
    def keys(self) -> dict[str, Key]:
        """All keys by id; the file is looked at every twentieth of a second, and read if it is another one."""
        now = monotonic()
        if now < self.next_look:
            return self.known
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            self.seen, self.known = None, {}
        else:
            look = (found.st_mtime_ns, found.st_size, found.st_ino)
            if look != self.seen:
                self.known = self.read()
                self.limited = any(key.limits for key in self.known.values())
                self.seen = look
        self.next_look = now + LOOK
        return self.known

    def read(self) -> dict[str, Key]:
        """The keys of the file, each checked."""
        try:
            document = json.loads(self.path.read_text(encoding="utf-8"))
            entries = document["keys"]
            if document["format"] != FORMAT or not isinstance(entries, list):
                raise ValueError
            keys = [as_key(entry) for entry in entries]
        except (ValueError, KeyError, TypeError) as error:
            raise StateError(
                f"{self.path} was expected to hold the keys as `littlestone key` writes them, and does not; "
                "restore it from a backup, or remove it and add the keys again"
            ) from error
        return {key.id: key for key in keys}

    def find(self, token: str) -> Key | None:
        """The key that this is, else None; the time it takes says nothing about how much of it was right."""
        parts = TOKEN.fullmatch(token)
        if parts is None:
            return None
        key = self.keys.get(parts[1])
        meant = key or NOBODY
        same = hmac.compare_digest(digest_of(meant.salt, parts[2]), meant.digest)
        return key if same else None

    def add(
        self, name: str, roles: Sequence[str], games: Sequence[str] = ("*",), limits: Mapping[str, int] | None = None
    ) -> tuple[Key, str]:
        """Make a key and keep its hash; the key itself is returned, and can be had only now."""
        if not NAME.fullmatch(name):
            raise BadParameter(
                f"the name of a key is 1 to 64 letters, digits, blanks or . _ @ -, not {name!r}: it says who has it"
            )
        if not roles:
            raise BadParameter(f"a key needs a role: one or more of {', '.join(ROLES)}")
        for role in roles:
            if role not in ROLES:
                raise UnknownName.among("role", role, ROLES)
        for game in games:
            if not game or not PATTERN.fullmatch(game):
                raise BadParameter(
                    f"a key is for the name of a game, for a beginning with a * behind it, or for *, not for {game!r}"
                )
        with self.locked():
            if any(key.name == name for key in self.keys.values()):
                raise BadParameter(f"there is a key named {name!r} already; revoke it first, or take another name")
            salt, secret = secrets.token_hex(16), secrets.token_urlsafe(32)
            key = Key(
                id=secrets.token_hex(4),
                name=name,
                roles=tuple(role for role in ROLES if role in roles),
                games=tuple(dict.fromkeys(games or ("*",))),
                salt=salt,
                digest=digest_of(salt, secret),
                made=datetime.now(UTC).isoformat(timespec="seconds"),
                limits=tuple(sorted((limits or {}).items())),
            )
            self.write([*self.keys.values(), key])
        return key, f"ls-{key.id}-{secret}"

    def revoke(self, which: str) -> Key:
        """Remove the key of this name or id, and return what was kept of it."""
        with self.locked():
            for key in self.keys.values():
                if which in (key.name, key.id):
                    self.write([other for other in self.keys.values() if other is not key])
                    return key
            raise UnknownName.among("key", which, [key.name for key in self.keys.values()])

    def write(self, keys: Sequence[Key]) -> None:
        """Write the file anew, readable by its owner alone, who is the owner of the folder even if root writes it."""
        document = {"format": FORMAT, "keys": [as_entry(key) for key in keys]}
        with whole_file(self.path) as file:
            os.fchmod(file.fileno(), 0o600)
            if os.geteuid() == 0:
                folder = os.stat(self.path.parent)
                os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
            file.write(json.dumps(document, indent=1).encode() + b"\n")
        self.seen, self.next_look = None, 0.0

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock of the file while it is changed, so that two commands at once lose no key."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(self.path.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.next_look = 0.0
            yield


def as_entry(key: Key) -> dict[str, Any]:
    """A key as the file has it; one without limits of its own as release 0.1.0 wrote it."""
    entry = key._asdict()
    limits = dict(entry.pop("limits"))
    return {**entry, "limits": limits} if limits else entry


def as_key(entry: Any) -> Key:
    """A key of the file, refused if it is not what `write` writes."""
    entry = dict(entry)
    limits = entry.pop("limits", {})
    if not isinstance(limits, dict) or not all(
        name in OF_KEYS and type(value) is int and value > 0 for name, value in limits.items()
    ):
        raise ValueError
    if set(entry) != FIELDS or not all(isinstance(entry[field], str) for field in FIELDS - {"roles", "games"}):
        raise ValueError
    roles, games = entry["roles"], entry["games"]
    if not isinstance(roles, list) or not isinstance(games, list) or not set(roles) <= set(ROLES):
        raise ValueError
    if not all(isinstance(game, str) for game in games):
        raise ValueError
    return Key(**{**entry, "roles": tuple(roles), "games": tuple(games), "limits": tuple(sorted(limits.items()))})
