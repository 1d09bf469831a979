"""Sessions: a browser that has shown a key once, and is known by a cookie from then on.

The cookie is random, is kept as a hash, in memory alone, and ends with the process, after half a day, at the logout,
or when its key is revoked. It is not sent along by other sites (`SameSite=Strict`) and not read by scripts.
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import NamedTuple

LIFETIME = 12 * 3600  # seconds
MOST = 1000  # sessions; the oldest ends when there are more
COOKIE = "littlestone"
SAFE_COOKIE = "__Host-littlestone"  # a name that browsers accept with TLS alone, from this very host


class Session(NamedTuple):
    """Whose key was shown, and until when that counts."""

    key: str
    until: float


class Sessions:
    """The sessions of a process, by the hash of their cookie."""

    def __init__(self, lifetime: float = LIFETIME) -> None:
        self.lifetime = lifetime
        self.known: dict[str, Session] = {}

    def begin(self, key: str) -> str:
        """Begin a session for the key of this id, and return the value of its cookie."""
        token = secrets.token_urlsafe(32)
        self.known[hashed(token)] = Session(key, time.monotonic() + self.lifetime)
        while len(self.known) > MOST:
            del self.known[next(iter(self.known))]
        return token

    def find(self, token: str) -> str | None:
        """The id of the key of this session, None if there is none or it is over."""
        found = self.known.get(hashed(token))
        if found is None:
            return None
        if time.monotonic() >= found.until:
            self.end(token)
            return None
        return found.key

    def end(self, token: str) -> None:
        """End a session."""
        self.known.pop(hashed(token), None)


def hashed(token: str) -> str:
    """What is kept of a cookie; looked up by its hash, so that the time it takes says nothing about the cookie."""
    return sha256(token.encode()).hexdigest()


def cookie_of(header: str, name: str) -> str | None:
    """The value of a cookie in the header `Cookie`."""
    for part in header.split(";"):
        left, _, right = part.strip().partition("=")
        if left == name:
            return right
    return None


def cookie_header(token: str, secure: bool, lifetime: float) -> str:
    """The header `Set-Cookie`; without a token it takes the cookie away."""
    name = SAFE_COOKIE if secure else COOKIE
    age = int(lifetime) if token else 0
    return f"{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}" + ("; Secure" if secure else "")
