"""Memory that ends: numpy is given an allocator that refuses one of its requests.

Every array of numpy asks the allocator for its numbers, whichever function or expression makes it, so a fault can be
set at each of them in turn, as SQLite's tests do.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

try:
    from numpy._core import _multiarray_umath as umath
except ImportError:  # numpy 1
    from numpy.core import _multiarray_umath as umath

LONG = bool(os.environ.get("LITTLESTONE_SERVICE_LONG"))
SET_HANDLER = 304  # its place in the table of numpy's C functions
LIBC = ctypes.CDLL(None)
LIBC.malloc.restype = LIBC.calloc.restype = LIBC.realloc.restype = ctypes.c_void_p
LIBC.malloc.argtypes = [ctypes.c_size_t]
LIBC.calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
LIBC.realloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
MALLOC = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
CALLOC = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
REALLOC = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
FREE = ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Allocator(ctypes.Structure):
    """`PyDataMemAllocator` of numpy."""

    _fields_ = (
        ("ctx", ctypes.c_void_p),
        ("malloc", MALLOC),
        ("calloc", CALLOC),
        ("realloc", REALLOC),
        ("free", FREE),
    )


class Handler(ctypes.Structure):
    """`PyDataMem_Handler` of numpy."""

    _fields_ = (("name", ctypes.c_char * 127), ("version", ctypes.c_uint8), ("allocator", Allocator))


class Memory:
    """Counts requests for memory, and refuses the one of number `last`, if it is not 0."""

    def __init__(self) -> None:
        self.asked = self.last = 0

    def refuses(self) -> bool:
        """Is this request the one that is refused?"""
        self.asked += 1
        return self.asked == self.last


MEMORY = Memory()
HANDLER = Handler(
    b"short",
    1,
    Allocator(
        None,
        MALLOC(lambda _, size: None if MEMORY.refuses() else LIBC.malloc(max(1, size))),
        CALLOC(lambda _, count, size: None if MEMORY.refuses() else LIBC.calloc(max(1, count), max(1, size))),
        REALLOC(lambda _, old, size: None if MEMORY.refuses() else LIBC.realloc(old, max(1, size))),
        ctypes.cast(LIBC.getpid, FREE),  # frees nothing: while an error is raised, Python cannot be called
    ),
)  # kept for good: arrays that it made are freed by it, whenever that is


def set_handler() -> Callable[[Any], Any]:
    """numpy's function that sets the allocator, and returns the one before."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer(umath._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    address = table[SET_HANDLER]
    assert address is not None
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(address)


new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
NAME = b"mem_handler"  # the capsule refers to it
CAPSULE = new_capsule(ctypes.addressof(HANDLER), NAME, None)


@contextmanager
def refusing(request: int) -> Iterator[Memory]:
    """Refuse that request for memory of an array, counted from 1; 0 refuses none."""
    change = set_handler()
    before = change(CAPSULE)
    MEMORY.asked, MEMORY.last = 0, request
    try:
        yield MEMORY
    finally:
        MEMORY.last = 0
        change(before)


def faults(action: Callable[[], Any], most: int = 200_000) -> Iterator[int]:
    """Do something again and again, each time with another request refused, until it works; yields after each fault.

    Of those after the thirtieth some are passed over, unless there is time: LITTLESTONE_SERVICE_LONG says so.
    """
    request = 0
    while request < most:
        request += 1 if LONG or request < 30 else 1 + request // 10
        try:
            with refusing(request):
                action()
        except MemoryError:
            yield request
        else:
            return
    raise AssertionError(f"it did not work with {most} requests granted")
