# The C types of elementary.py, and nothing else.
cimport cython

from littlestone.support cimport machine_binary as binary

# A whole number, from a function that is compiled for registers of each width; the loader takes what the processor has.
# Without fused multiply-adds, which these widths would bring along, the bits are the same.
cdef extern from *:
    """
    #include <string.h>
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define LITTLESTONE_EVERY_WIDTH __attribute__((target_clones("default", "avx2", "avx512f")))
    #else
    #define LITTLESTONE_EVERY_WIDTH
    #endif
    """
    ctypedef int every_width "LITTLESTONE_EVERY_WIDTH int"


cpdef double exp(double x) noexcept nogil
@cython.locals(k=double, high=double, low=double, r=double, one=double, rest=double, scale=double, scaled=double)
@cython.locals(less=double, near=double)
cpdef double expm1(double x) noexcept nogil
cpdef double log(double x) noexcept nogil
@cython.locals(total=double)
cpdef double log1p(double x) noexcept nogil
@cython.locals(base=double, m=double, k=double, above=double, s=double, product=double, s_left=double)
@cython.locals(z=double, z_left=double, fifth=double, fifth_left=double, third=double, third_left=double)
@cython.locals(whole=double, whole_left=double, ln_m=double, ln_m_left=double, high=double, low=double, ln=double)
@cython.locals(ln_left=double, times=double, product_left=double, answer=double)
cpdef double power(double x, double y) noexcept nogil

cpdef exps(x)
cpdef expm1s(x)
cpdef logs(x)
cpdef log1ps(x)
@cython.locals(i=Py_ssize_t)
cpdef every_width exp_each(double[::1] row) noexcept nogil
@cython.locals(i=Py_ssize_t)
cpdef every_width expm1_each(double[::1] row) noexcept nogil
@cython.locals(i=Py_ssize_t)
cpdef every_width log_each(double[::1] row) noexcept nogil
@cython.locals(i=Py_ssize_t)
cpdef every_width log1p_each(double[::1] row) noexcept nogil

@cython.locals(k=double, high=double, low=double, r=double, one=double, rest=double)
cdef double exp_of_sum(double x, double left) noexcept nogil
@cython.locals(square=double, fourth=double, first=double, second=double, third=double)
cdef double curve_of_exp(double r, double left) noexcept nogil
@cython.locals(m=double, k=double, f=double, s=double, z=double, half=double, series=double, answer=double)
cdef double log_of_sum(double x, double left) noexcept nogil
@cython.locals(square=double, fourth=double, first=double, second=double)
cdef double curve_of_log(double z) noexcept nogil
cdef double within(double x) noexcept nogil
cdef double ln2s(double k) noexcept nogil
cdef double ln2s_left(double k) noexcept nogil
cdef double nearest(double x) noexcept nogil
@cython.locals(half=double)
cdef double times_two_to(double x, double k) noexcept nogil
@cython.locals(second=double)
cdef double left_of_sum(double a, double b, double total) noexcept nogil
@cython.locals(a_high=double, b_high=double, a_low=double, b_low=double)
cdef double left_of_product(double a, double b, double product) noexcept nogil
