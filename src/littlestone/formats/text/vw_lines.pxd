# The C types of vw_lines.py, and nothing else.
cimport cython

from littlestone.features.name_table cimport NameTable
from littlestone.formats.text.likely_names cimport LikelyNames
from littlestone.formats.text.scattered_lines cimport ScatteredLines

cdef int SPACE, TAB, RETURN, NEWLINE, BAR, COLON, QUOTE, CARET
cdef int AFTER, VALUED, RAISED, STOP
cdef int NO_TEXT, ODD, NO_BAR, TOUCHES, HEAD, WEIGHT, BASE, NAMESPACE, FEATURE, CLASS
cdef unsigned long long BLANKS, COLONS, BARS
cdef bytes KINDS
cdef double LARGEST, NO_LABEL


cdef class VwLines(ScatteredLines):
    cdef readonly NameTable table
    cdef readonly NameTable groups
    cdef readonly int hash_bits
    cdef readonly unsigned int seed
    cdef readonly bint ignore
    cdef readonly Py_ssize_t weighted
    cdef readonly double[::1] weights
    cdef readonly long long[::1] tags
    cdef const unsigned char* kinds
    cdef double y
    cdef bytearray drafted
    cdef unsigned char* draft
    cdef Py_ssize_t room
    cdef unsigned int[::1] codes
    cdef unsigned char[::1] valued
    cdef LikelyNames likely

    cpdef take(self, bytearray buffer)
    @cython.locals(fault=int, before=Py_ssize_t)
    cdef int line(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(text="const unsigned char*", bar=Py_ssize_t, fault=int, sign=double)
    cdef int read(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(
        text="const unsigned char*", kinds="const unsigned char*", first=Py_ssize_t, last=Py_ssize_t, tag=Py_ssize_t,
        count=int, y=double
    )
    cdef int header(self, Py_ssize_t at, Py_ssize_t bar) noexcept nogil
    @cython.final
    @cython.locals(text="const unsigned char*", fault=int)
    cdef int spaces(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(
        text="const unsigned char*", kinds="const unsigned char*", first=Py_ssize_t, size=Py_ssize_t, seen=int, scale=double
    )
    cdef int space(self, Py_ssize_t at) except -1 nogil
    @cython.final
    @cython.locals(
        text="const unsigned char*", kinds="const unsigned char*", at=Py_ssize_t, group=Py_ssize_t, first=Py_ssize_t,
        stop=Py_ssize_t, amount=double, code="unsigned int", column=Py_ssize_t, known=Py_ssize_t
    )
    cdef int features(self, Py_ssize_t name, Py_ssize_t size, double scale) except -1 nogil
    @cython.final
    @cython.locals(text="const unsigned char*", draft="unsigned char*", k=Py_ssize_t)
    cdef int meet(
        self, Py_ssize_t column, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t name, Py_ssize_t size
    ) except -1 nogil
    cdef int make_room(self) except -1 with gil
    cpdef str tag(self, Py_ssize_t row)
    cpdef forget(self, Py_ssize_t before)
    @cython.locals(column=Py_ssize_t)
    cpdef list words(self, Py_ssize_t first=*)
    @cython.locals(found=list, table=NameTable, column=Py_ssize_t, group=Py_ssize_t, name=bytes)
    cpdef list names(self, Py_ssize_t first=*)
    cpdef enter_name(self, bytes name)
