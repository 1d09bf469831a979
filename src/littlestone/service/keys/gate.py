"""`Gate`: who gets in. Without keys, on a loopback address, whoever is on this machine; else who has a key.

A service without keys must not be open to every page that a browser on the same machine looks at: a request has to be
addressed to a loopback name (so that no foreign name can be bent to this address), and must not come from another
site's page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

from ...errors import StateError
from ..http.contract import Refusal
from ..limits import Limits, limits_with
from .keys import Key, Keyring
from .sessions import COOKIE, SAFE_COOKIE, Sessions, cookie_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
BEARER = b"bearer "
FORWARDED = frozenset(  # what proxies add for who comes from afar
    b"forwarded via x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto x-forwarded-server x-real-ip "
    b"x-client-ip x-cluster-client-ip true-client-ip cf-connecting-ip cf-ray fastly-client-ip x-envoy-external-address "
    b"x-original-forwarded-for x-amzn-trace-id x-cloud-trace-context x-azure-clientip".split()
)
FOREIGN = (b"cross-site", b"same-site")


# A refusal is made anew each time: one that is raised again and again would gather tracebacks.
NO_KEY = (
    401,
    "no_key",
    "a key was expected and none came; send it as `Authorization: Bearer KEY`, or log in on the page",
)
UNKNOWN_KEY = (
    401,
    "unknown_key",
    "a key of this service was expected, and this is none; `littlestone key add` makes one",
)
FOREIGN_PAGE = (
    403,
    "foreign_page",
    "the request comes from a page of another site; only this service's own page may send it",
)
FOREIGN_HOST = (
    403,
    "foreign_host",
    "without keys the service answers to loopback names alone; use 127.0.0.1 or localhost, or keys",
)
FROM_AFAR = (
    403,
    "from_afar",
    "without keys the service answers to this machine alone, and the request came from another; use a key",
)
PROXY = (
    403,
    "behind_proxy",
    "the request came through a proxy, and there are no keys; `littlestone key add` makes one",
)
UNREADABLE = (503, "keys_unreadable", "the keys cannot be read, so nobody is let in; repair the file of keys")


class OpenGate:
    """Lets everybody do everything: for a service that only its own program asks."""

    def allowed(self, scope: Mapping[str, Any], game: str | None, role: str) -> Refusal | None:
        """None if this request may do this with that game, or why not; None is for what concerns all games.

        `role` is one of read, predict, label and admin; "" for what everybody may ask, such as whether the service is
        alive; "list" for which games there are: who has a key for one of them is told of those that it `sees`.
        """
        return None

    def sees(self, scope: Mapping[str, Any], game: str) -> bool:
        """May this request do anything at all with the game?"""
        return True

    def limits(self, scope: Mapping[str, Any], limits: Limits) -> Limits:
        """The limits of who asks, where those of the service are these."""
        return limits

    def holder(self, scope: Mapping[str, Any]) -> str:
        """Whose key a request shows: what one holder asks for must not keep the others waiting."""
        return ""


class Gate(OpenGate):
    """Asked before every request: lets those in who have a key, or, while there is none, who are on this machine.

    folder    where `keys.json` is, or will be
    closed    is a key needed from the first moment, whether there is one or not? So it is where others can connect
    """

    def __init__(self, folder: Any, sessions: Sessions | None = None, *, closed: bool = False) -> None:
        self.ring = Keyring(folder)
        self.sessions = sessions or Sessions()
        self.closed = closed or self.has_keys()  # once there was a key, nobody gets in without one

    def has_keys(self) -> bool:
        """Is there a key? One that cannot be read counts."""
        try:
            return bool(self.ring.keys)
        except (StateError, OSError):
            return True

    @property
    def needs_keys(self) -> bool:
        """Is there a key, or was there one since the process began?"""
        self.closed = self.closed or bool(self.ring.keys)
        return self.closed

    def allowed(self, scope: Mapping[str, Any], game: str | None, role: str) -> Refusal | None:
        if role == "":
            return None
        try:
            if not self.needs_keys:
                return from_here(scope)
            found = self.key_of(scope)
        except (StateError, OSError):
            return Refusal(*UNREADABLE)
        if isinstance(found, Refusal):
            return found
        if role == "list" or found.may(role, game):
            return None
        which = "all games" if game is None else repr(game)
        return Refusal(403, "not_allowed", f"the key {found.name!r} has no role {role!r} for {which}; use one that has")

    def sees(self, scope: Mapping[str, Any], game: str) -> bool:
        if not self.needs_keys:
            return from_here(scope) is None
        found = self.key_of(scope)
        return isinstance(found, Key) and any(found.may(role, game) for role in found.roles)

    def limits(self, scope: Mapping[str, Any], limits: Limits) -> Limits:
        if not self.closed or not self.ring.limited:
            return limits
        found = self.key_of(scope)
        return limits_with(limits, found.limits) if isinstance(found, Key) and found.limits else limits

    def holder(self, scope: Mapping[str, Any]) -> str:
        found = self.key_of(scope) if self.needs_keys else None
        return found.id if isinstance(found, Key) else ""

    def key_of(self, scope: Mapping[str, Any]) -> Key | Refusal:
        """The key that a request shows, or whose session it is of."""
        cookies = ""
        for name, value in scope["headers"]:
            if name == b"authorization":
                if value[:7].lower() != BEARER:
                    return Refusal(*UNKNOWN_KEY)
                return self.ring.find(value[7:].decode("latin-1").strip()) or Refusal(*UNKNOWN_KEY)
            if name == b"cookie":
                cookies = value.decode("latin-1")
        token = cookies and (cookie_of(cookies, SAFE_COOKIE) or cookie_of(cookies, COOKIE))
        if not token:
            return Refusal(*NO_KEY)
        key = self.ring.keys.get(self.sessions.find(token) or "")
        if key is None:
            return Refusal(*NO_KEY)
        if scope["method"] not in SAFE and not own_page(scope):
            return Refusal(*FOREIGN_PAGE)
        return key


def header(scope: Mapping[str, Any], wanted: bytes) -> bytes:
    """A header of the request, empty if it is not there."""
    for name, value in scope["headers"]:
        if name == wanted:
            return bytes(value)
    return b""


def own_page(scope: Mapping[str, Any]) -> bool:
    """Does the browser say that the request comes from a page of this very origin?"""
    site, origin = header(scope, b"sec-fetch-site"), header(scope, b"origin")
    if site:
        return site == b"same-origin"
    return bool(origin) and origin.partition(b"://")[2] == header(scope, b"host")


def from_here(scope: Mapping[str, Any]) -> Refusal | None:
    """None if a request without a key comes from this machine, and from no page of another site.

    The address of who has connected counts, which nobody can make up; what `Host` says only tells for whom a browser
    takes this service. A proxy on this machine is on this machine: one that adds no header cannot be told apart.
    """
    host = origin = site = b""
    for name, value in scope["headers"]:
        if name == b"host":
            host = value
        elif name == b"origin":
            origin = value
        elif name == b"sec-fetch-site":
            site = value
        elif name in FORWARDED:
            return Refusal(*PROXY)
    peer = scope.get("client")
    if peer is None or not is_loopback(str(peer[0])):
        return Refusal(*FROM_AFAR)
    if not is_loopback(name_of(host.decode("latin-1"))):
        return Refusal(*FOREIGN_HOST)
    if site in FOREIGN or (origin and origin.partition(b"://")[2] != host):
        return Refusal(*FOREIGN_PAGE)
    return None


def name_of(host: str) -> str:
    """The host of "host:port" or "[address]:port"."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


@lru_cache(256)
def is_loopback(host: str) -> bool:
    """Is this a name or an address of this machine alone?"""
    if host.lower() == "localhost":
        return True
    try:
        found = ip_address(host)
        return (getattr(found, "ipv4_mapped", None) or found).is_loopback
    except ValueError:
        return False
