"""The process beside the writer: takes tasks from a socket, one after the other, and sends back what came out.

It reads the journal and never writes; it yields the processor to the writer (`nice`), and ends when the service does,
however that ends, since the socket is closed then.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from traceback import print_exc

from msgspec import msgpack

from ..http.contract import CLIENTS_FAULT, Refusal, refused
from ..journal.journal import JournalError
from .chores import TASKS, Done, Task
from .followed import Followed

NICE = 10  # behind the writer, where both want the processor
LOOK = 30.0  # seconds between looks at games that nobody asks for


def main(handle: int) -> None:
    """Work until the other end of the socket is closed."""
    for asked in (signal.SIGINT, signal.SIGTERM):  # meant for the service, which ends this process when it is done
        signal.signal(asked, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICE)
    connection: Connection[bytes, bytes] = Connection(handle)
    folder, address = msgpack.decode(connection.recv_bytes())
    followed = Followed(Path(folder), address)
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=(connection, tasks), daemon=True).start()
    while True:
        try:
            task = tasks.get(timeout=LOOK)
        except Empty:
            try:
                followed.give_up_idle()
            except Exception:  # of the journal, which may be busy: whoever asks next loads the game again
                followed.games.clear()
            continue
        connection.send_bytes(msgpack.encode(done(followed, msgpack.decode(task, type=Task))))


def listen(connection: Connection[bytes, bytes], tasks: SimpleQueue[bytes]) -> None:
    """Take tasks from the socket; when it is closed the process ends, in the middle of a task too."""
    try:
        while True:
            tasks.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def done(followed: Followed, task: Task) -> Done:
    """What came out of a task, be it a refusal."""
    try:
        return TASKS[task.what](followed, task)
    except JournalError as error:
        return refusing(Refusal(503, "unreadable", f"the journal cannot be read beside the service: {error}"))
    except CLIENTS_FAULT as error:
        return refusing(refused(error))
    except Exception as error:
        print_exc()
        return refusing(refused(error))


def refusing(refusal: Refusal) -> Done:
    """A refusal as what came out."""
    return Done(refused=(refusal.status, refusal.code, refusal.message))


if __name__ == "__main__":
    main(int(sys.argv[1]))
