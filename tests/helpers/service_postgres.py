"""A PostgreSQL server in a folder of its own, for tests: Debian's package, or whatever `postgres` is on the path."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

NEWEST = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)


class Server:
    """A server that only listens on a socket in its folder. Root starts it as the user postgres, as it must."""

    def __init__(self) -> None:
        self.user = "postgres" if os.geteuid() == 0 else None
        self.home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
        if self.user:
            shutil.chown(self.home, self.user)
        self.data = self.home / "data"
        self.run("initdb", "--no-sync", "--username=postgres", "--auth=trust", "--pgdata", str(self.data))
        self.process = self.started()

    def program(self, name: str) -> str:
        for folder in NEWEST:
            if (folder / name).exists():
                return str(folder / name)
        return shutil.which(name) or name

    def run(self, name: str, *words: str) -> None:
        subprocess.run([self.program(name), *words], check=True, capture_output=True, user=self.user, cwd=self.home)

    def started(self) -> subprocess.Popen[bytes]:
        words = ["-D", str(self.data), "-c", "listen_addresses=", "-c", f"unix_socket_directories={self.home}"]
        process = subprocess.Popen(
            [self.program("postgres"), *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self.user,
            cwd=self.home,
        )
        import psycopg

        for _ in range(300):
            try:
                psycopg.connect(self.address).close()
                return process
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise RuntimeError("PostgreSQL did not start")

    @property
    def address(self) -> str:
        return f"postgresql:///postgres?host={self.home}&user=postgres"

    def kill(self) -> None:
        """kill -9 of the postmaster; its children follow."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        time.sleep(1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def missing() -> str:
    """Why there can be no server here; empty if there can be one."""
    if not NEWEST and shutil.which("initdb") is None:
        return "PostgreSQL is not installed (Debian: postgresql)"
    try:
        import psycopg
    except ImportError:
        return "psycopg is not installed"
    return "" if psycopg.__version__ else "psycopg is broken"
