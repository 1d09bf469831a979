# The C types of cell_rows.py, and nothing else.
cimport cython

cdef int ODD, NO_TRUTH, DONE, READ_ELSEWHERE, UNKNOWN, FULL, HARD, NOT_YET
cdef double NO_LABEL, LARGEST
cdef unsigned long long LOW


@cython.final
cdef class CellRows:
    cdef readonly bint zeros
    cdef readonly bint boolean
    cdef readonly bint hashed
    cdef readonly bint told
    cdef long long[::1] begins
    cdef long long[::1] ends
    cdef double[::1] meant
    cdef int[::1] known_columns
    cdef double[::1] known_values
    cdef Py_ssize_t known
    cdef readonly int[::1] places
    cdef int[::1] flips
    cdef Py_ssize_t room
    cdef bint narrow
    cdef unsigned long long[::1] keys
    cdef double[::1] amounts
    cdef readonly long long[::1] given_starts
    cdef readonly int[::1] given_codes
    cdef readonly double[::1] given_numbers
    cdef readonly int[::1] given_truths
    cdef double[::1] given_outcomes
    cdef readonly Py_ssize_t rows
    cdef readonly Py_ssize_t used
    cdef readonly long long[::1] starts
    cdef readonly double[::1] labels
    cdef readonly long long[::1] truths
    cdef readonly int[::1] columns
    cdef readonly double[::1] values
    cdef readonly int why

    cpdef bint is_known(self, Py_ssize_t code) except -1
    @cython.locals(stop=Py_ssize_t, k=Py_ssize_t)
    cpdef teach(self, Py_ssize_t code, list columns, list values, double meant=*)
    cpdef forget(self, Py_ssize_t code)
    cpdef place(self, Py_ssize_t place, int column, bint flip)
    cpdef reach(self, Py_ssize_t places)
    @cython.locals(k=Py_ssize_t, code=Py_ssize_t, number=double)
    cpdef list new_in(self, Py_ssize_t row)
    @cython.locals(stop=Py_ssize_t)
    cpdef Py_ssize_t run(self, Py_ssize_t row, Py_ssize_t names, Py_ssize_t most) except -1
    @cython.locals(
        truth=Py_ssize_t, start=Py_ssize_t, room=Py_ssize_t, last="unsigned long long", rising=bint, n=Py_ssize_t, k=Py_ssize_t,
        code=Py_ssize_t, amount=double, column="unsigned long long", i=Py_ssize_t, label=double
    )
    cdef int read(self, Py_ssize_t row, Py_ssize_t names, Py_ssize_t most) noexcept nogil
    @cython.locals(gap=Py_ssize_t, i=Py_ssize_t, k=Py_ssize_t, key="unsigned long long")
    cdef void sort(self, Py_ssize_t n) noexcept nogil
    cdef void enter(self, Py_ssize_t used, double label, Py_ssize_t truth) noexcept nogil
    @cython.locals(stop=Py_ssize_t, k=Py_ssize_t)
    cpdef add(self, columns, values, double label, Py_ssize_t truth)
