"""Tasks whose workers end in the middle, in a module that workers can import however they were started."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from littlestone.cluster.row_parts import parse_part
from littlestone.cluster.shards import play_shard
from littlestone.errors import BadParameter
from littlestone.sweeps.tasks import play


def killed(*task):
    """The worker ends, always."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_once(flag, shard):
    """Plays a shard; the first worker that is given the third one in the second epoch is killed, and leaves a flag."""
    flag = Path(flag)
    if shard.number == 2 and shard.epoch == 1 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_shard(shard)


def swept_once(flag, folder, task):
    """Plays a game of a sweep; the first worker that is given one with r = 2 is killed, and leaves a flag."""
    flag = Path(flag)
    if task.parameters.get("r") == 2.0 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(folder, task)


def older():
    """The version of a worker that was not brought up to date."""
    return "0.1.0"


def parsed_once(flag, part):
    """Parses a part of a text; the first worker that is given the third one is killed, and leaves a flag."""
    flag = Path(flag)
    if part.number == 2 and not flag.exists():
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return parse_part(part)


def squared(number):
    """A task that takes every number but seven."""
    if number == 7:
        raise BadParameter("not seven")
    return number * number
