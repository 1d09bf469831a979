"""Tasks whose workers end in the middle, in a module that workers can import however they were started."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from littlestone.cluster.shards import play_shard


def killed(*task):
    """The worker ends, always."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_once(shard):
    """Plays a shard; the first worker that is given the third one in the second epoch is killed."""
    flag = Path(shard.folder) / "killed"
    if shard.number == 2 and shard.epoch == 1 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_shard(shard)
