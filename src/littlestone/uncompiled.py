"""What compiled modules ask of Cython at run time, for where they run interpreted and Cython is not installed."""

from __future__ import annotations

from contextlib import nullcontext

nogil = nullcontext()  # interpreted code holds the interpreter's lock, whatever it says
