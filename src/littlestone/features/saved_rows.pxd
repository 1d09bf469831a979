# The C types of saved_rows.py, and nothing else.
cimport cython

from littlestone.row cimport Batch, Row


@cython.locals(
    row=Row, batch=Batch, t=Py_ssize_t, k=Py_ssize_t, at=Py_ssize_t, count=Py_ssize_t, total=Py_ssize_t,
    starts="long long[::1]", widths="long long[::1]", columns="int[::1]", values="double[::1]"
)
cpdef tuple end_to_end(list rows)
