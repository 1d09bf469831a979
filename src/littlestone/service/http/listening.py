"""Where a service may listen, and what it says about that: nowhere but here without keys."""

from __future__ import annotations

from pathlib import Path

from ...errors import BadParameter
from ..keys.gate import is_loopback
from ..keys.keys import FILE, Keyring


def check_address(folder: str, host: str, certfile: str | None, keyfile: str | None) -> list[str]:
    """Raise if the service must not listen there; else what its owner should know, a line each."""
    if (certfile is None) != (keyfile is None):
        given, missing = ("--certfile", "--keyfile") if keyfile is None else ("--keyfile", "--certfile")
        raise BadParameter(f"{given} was given without {missing}; TLS needs the certificate and its key")
    for name, path in (("--certfile", certfile), ("--keyfile", keyfile)):
        if path is not None and not Path(path).is_file():
            raise BadParameter(f"{name} is a file in PEM format, and there is none at {path}")
    keys = Keyring(folder).keys
    here = is_loopback(host)
    if not here and not keys:
        raise BadParameter(
            f"{host} can be reached from other machines, and that needs keys; make one first: "
            f"littlestone key add {folder} --name me --role admin; or leave --host out, to listen on this machine alone"
        )
    if keys:
        lines = [f"keys: {len(keys)}, hashed in {Path(folder) / FILE}"]
    else:
        lines = ["no keys: whoever is on this machine gets in; `littlestone key add` changes that"]
    if not here and certfile is None:
        lines.append(
            "no TLS: keys and records can be read on their way; give --certfile and --keyfile, or put a proxy in front"
        )
    return lines
