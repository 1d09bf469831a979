# `binary.py` in C: the bits of a double are read and written, without a branch, so that compilers do several at once.
cdef extern from *:
    """
    #include <math.h>
    #include <string.h>
    static inline unsigned long long littlestone_bits(double x) {
        unsigned long long bits;
        memcpy(&bits, &x, 8);
        return bits;
    }
    static inline double littlestone_double(unsigned long long bits) {
        double x;
        memcpy(&x, &bits, 8);
        return x;
    }
    /* Below the least normal number there is no exponent to read: 2^54 times as much has one. */
    #define LITTLESTONE_SMALL(x) ((x) < 2.2250738585072014e-308)
    #define LITTLESTONE_LIFTED(x) littlestone_bits(LITTLESTONE_SMALL(x) ? (x) * 18014398509481984.0 : (x))
    /* The bits from the root of 1/2 on as if they began at 2^1: the exponent is then 1024 more than k. */
    #define LITTLESTONE_STEPS(bits) (((bits) + 0x00195F619980C433ULL) >> 52)
    /* Next to 1.5 * 2^52 doubles are whole numbers, and their bits as far apart as they are. */
    #define LITTLESTONE_WHOLE 6755399441055744.0
    #define LITTLESTONE_WHOLE_BITS 0x4338000000000000ULL
    static inline double littlestone_exponent(double x) {
        unsigned long long steps = LITTLESTONE_STEPS(LITTLESTONE_LIFTED(x));
        double k = littlestone_double(LITTLESTONE_WHOLE_BITS + steps) - LITTLESTONE_WHOLE;
        return k - (LITTLESTONE_SMALL(x) ? 1078.0 : 1024.0);
    }
    static inline double littlestone_mantissa(double x) {
        unsigned long long bits = LITTLESTONE_LIFTED(x);
        return littlestone_double(bits - ((LITTLESTONE_STEPS(bits) - 1024ULL) << 52));
    }
    static inline double littlestone_two_to(double k) {
        return littlestone_double((littlestone_bits(k + LITTLESTONE_WHOLE) - LITTLESTONE_WHOLE_BITS + 1023ULL) << 52);
    }
    """
    const double INFINITE "HUGE_VAL"
    const double NO_NUMBER "((double)NAN)"
    double exponent "littlestone_exponent"(double x) noexcept nogil
    double mantissa "littlestone_mantissa"(double x) noexcept nogil
    double two_to "littlestone_two_to"(double k) noexcept nogil
