"""Tasks on a Dask cluster."""

from __future__ import annotations

from importlib import import_module
from time import monotonic
from typing import Any

from ..errors import BadParameter, MissingExtra, StateError
from ..support.loading import VERSION
from .engines import PATIENCE, Engine, check_answers


class Dask(Engine):
    """The workers of a Dask cluster, which play a task again if the one that had it is lost."""

    def __init__(self, address: str) -> None:
        self.client = connected(address)
        self.address = address
        self.alone: float | None = None  # since when there are no workers
        self.check_versions()
        # pure=False: a task that is lost with its worker is played again, and none is taken for another
        super().__init__(self.client.get_executor(pure=False), self.count())

    def count(self) -> int:
        """How many tasks the workers run at once."""
        return sum(one["nthreads"] for one in self.client.scheduler_info(n_workers=-1)["workers"].values())

    def check_versions(self) -> None:
        """Raise if there are no workers, or if one of them has another version of this package."""
        if not self.count():
            self.client.close()
            raise BadParameter(f"the Dask scheduler at {self.address} has no workers")
        try:
            found: dict[str, Any] = self.client.run(version_here)
        except Exception as error:  # whatever a worker without this module answers
            self.client.close()
            raise StateError(
                f"a worker of the Dask cluster at {self.address} cannot run littlestone {VERSION} "
                f"({type(error).__name__}: {error}): install the same version everywhere"
            ) from None
        for worker, version in found.items():
            if version != VERSION:
                self.client.close()
                raise StateError(
                    f"the worker {worker} has littlestone {version}, and this is {VERSION}: "
                    f"install the same version everywhere"
                )

    def trouble(self) -> str | None:
        if self.client.status != "running":
            return f"the Dask scheduler at {self.address} is gone ({self.client.status})"
        if self.count():
            self.alone = None
            return None
        self.alone = self.alone or monotonic()
        waited = monotonic() - self.alone
        return (
            None if waited < PATIENCE else f"the Dask cluster at {self.address} has had no workers for {waited:.0f} s"
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.inner.shutdown(wait=wait and not cancel_futures)  # without waiting it cancels what is left
        self.client.close()


def connected(address: str) -> Any:
    """A client of the scheduler at host:port."""
    check_answers(address, "Dask scheduler", 8786)
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise MissingExtra("tasks on Dask need distributed: pip install 'littlestone[dask]'") from error
    Dask.lost = (*Engine.lost, distributed.scheduler.KilledWorker)
    try:
        return distributed.Client(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadParameter(f"no Dask scheduler answers at {address} within {PATIENCE} seconds: {error}") from None


def version_here() -> str:
    """The version of this package where this runs."""
    return VERSION
