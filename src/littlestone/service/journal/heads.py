"""Heads of chains: what somebody else holds, so that a journal cannot be cut short or written anew unnoticed.

As JSON: `{"heads": {"spam": {"seq": 120, "head": "5f3a..."}}, "at": ...}`, and on demand the Ed25519 signature (RFC
8032) of whoever made it. Nothing in it tells of a record.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import time
from typing import Any

from ...errors import BadFile, BadParameter, MissingExtra
from .chain import Broken
from .journal import Journal


def heads_of(journal: Journal) -> dict[str, Any]:
    """The heads of all games as they are now."""
    found = {}
    for name, number in journal.games().items():
        seq, head = journal.head_at(number)
        found[name] = {"seq": seq, "head": head.hex()}
    return {"heads": found, "at": round(time(), 3)}


def private_key(key: Path) -> Any:
    """The private key in a file in PEM format."""
    ed25519, serialization = library()
    try:
        private = serialization.load_pem_private_key(key.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        raise BadFile(f"{key} is no key in PEM format without a password: {error}") from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise BadParameter(f"{key} is no key of Ed25519: openssl genpkey -algorithm ed25519 -out {key} makes one")
    return private


class Signer:
    """Signs receipts with the key of a service, a file in PEM format."""

    def __init__(self, key: Path) -> None:
        self.private = private_key(key)

    def signed(self, sha256: str) -> dict[str, str]:
        """The public half of the key, and its signature of the hash of a receipt."""
        signature = self.private.sign(b"littlestone receipt " + sha256.encode())
        return {"signer": self.private.public_key().public_bytes_raw().hex(), "signature": signature.hex()}


def signed(heads: dict[str, Any], key: Path) -> dict[str, Any]:
    """The same with the signature of a key, in PEM format, and the public half of it."""
    private = private_key(key)
    plain = {key: heads[key] for key in ("heads", "at")}
    return {
        **plain,
        "signer": private.public_key().public_bytes_raw().hex(),
        "signature": private.sign(message(plain)).hex(),
    }


def check_signature(heads: dict[str, Any], signer: Path | None) -> None:
    """Raise if a signature is not that of these heads, or not of the public key in PEM format that `signer` is.

    Without `signer`, heads need no signature; one that is there has to be good.
    """
    if "signature" not in heads:
        if signer is not None:
            raise BadParameter("these heads have no signature: `littlestone heads --sign KEY` makes one")
        return
    ed25519, serialization = library()
    from cryptography.exceptions import InvalidSignature

    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(heads["signer"]))
        if signer is not None:
            public = serialization.load_pem_public_key(signer.read_bytes())
        public.verify(bytes.fromhex(heads["signature"]), message({key: heads[key] for key in ("heads", "at")}))
    except (InvalidSignature, ValueError, KeyError, TypeError, OSError) as error:
        raise BadParameter(f"the signature of these heads is not good: {str(error) or type(error).__name__}") from None


def message(heads: dict[str, Any]) -> bytes:
    """What is signed: the heads as JSON without blanks, keys in order."""
    return json.dumps(heads, sort_keys=True, separators=(",", ":")).encode()


def library() -> tuple[Any, Any]:
    """What signs, and what reads keys."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise MissingExtra("signatures need cryptography: pip install 'littlestone[sign]'") from None
    return ed25519, serialization


def read_heads(path: Path) -> dict[str, Any]:
    """Heads from a file."""
    try:
        found = json.loads(path.read_text())
        for each in found["heads"].values():
            if not isinstance(each["seq"], int) or len(bytes.fromhex(each["head"])) != 32:
                raise ValueError("a head is a seq and 32 bytes")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} does not hold heads, as `littlestone heads` writes them: {error}") from None
    return dict(found)


def against(journal: Journal, held: dict[str, Any], name: str) -> list[Broken]:
    """Where a game is not the one whose head somebody holds; of a game that is younger than the heads none is."""
    each = held["heads"].get(name)
    if each is None:
        return []
    number = journal.number_of(name)
    pruned = journal.pruned(number)
    if pruned is not None and each["seq"] <= pruned["seq"]:
        if each == {"seq": pruned["seq"], "head": pruned["head"]}:
            return []
        why = f"rows up to {pruned['seq']} were removed by retention, and the head that is held is not younger"
        return [Broken(name, each["seq"], why)]
    seq, head = journal.head_at(number, each["seq"])
    if seq != each["seq"]:
        why = f"a head of this row is held, and the journal has none there: its last group up to it ends at row {seq}"
        return [Broken(name, each["seq"], why)]
    if head.hex() != each["head"]:
        return [Broken(name, seq, "its head is not the one that is held: the journal was written anew")]
    return []


def missing_games(journal: Journal, held: dict[str, Any]) -> list[str]:
    """The games of which heads are held, and which are not there."""
    return [name for name in held["heads"] if name not in journal.games()]
