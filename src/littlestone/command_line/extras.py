"""Commands that need an optional package, and say how to get it where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import MissingExtra

OF_SERVICE = ("msgspec", "starlette", "uvicorn", "httptools", "uvloop")


@contextmanager
def needs_service() -> Iterator[None]:
    """Import what the service is made of; raises `MissingExtra` if a package of it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in OF_SERVICE:
            raise
        raise MissingExtra(f"the service needs {error.name}: pip install 'littlestone[service]'") from None
