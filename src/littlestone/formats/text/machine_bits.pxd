# `bits.py` in C: a mark is one bit of a word. Sixteen bytes are compared at once where the processor can (all of x86-64).
cdef extern from *:
    """
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline unsigned long long littlestone_half(const unsigned char *text) {
        /* moved so that the ten digits are the least of the signed bytes */
        __m128i moved = _mm_add_epi8(_mm_loadu_si128((const __m128i *)text), _mm_set1_epi8(0x50));
        return (unsigned long long)_mm_movemask_epi8(_mm_cmpgt_epi8(moved, _mm_set1_epi8(-119)));
    }
    #else
    #include <string.h>
    static inline unsigned long long littlestone_quarter(const unsigned char *text) {
        unsigned long long word;
        memcpy(&word, text, 8);
        word ^= 0x3030303030303030ULL;
        word = ((((word & 0x7F7F7F7F7F7F7F7FULL) + 0x7676767676767676ULL) | word) >> 7) & 0x0101010101010101ULL;
        return (word * 0x0102040810204080ULL) >> 56;
    }
    static inline unsigned long long littlestone_half(const unsigned char *text) {
        return littlestone_quarter(text) | littlestone_quarter(text + 8) << 8;
    }
    #endif
    static inline unsigned long long littlestone_others(const unsigned char *text, Py_ssize_t at) {
        return littlestone_half(text + at) | littlestone_half(text + at + 16) << 16 | 1ULL << 32;
    }
    #if defined(_MSC_VER)
    #include <intrin.h>
    static inline Py_ssize_t littlestone_lowest(unsigned long long marks) {
        unsigned long place;
        _BitScanForward64(&place, marks);
        return (Py_ssize_t)place;
    }
    #else
    static inline Py_ssize_t littlestone_lowest(unsigned long long marks) {
        return __builtin_ctzll(marks);
    }
    #endif
    """
    unsigned long long others "littlestone_others"(const unsigned char* text, Py_ssize_t at) noexcept nogil
    Py_ssize_t lowest "littlestone_lowest"(unsigned long long marks) noexcept nogil
