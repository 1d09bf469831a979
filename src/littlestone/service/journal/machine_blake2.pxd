# BLAKE2b (RFC 7693) of many messages in C, for commitment.py: 32 bytes of each, with a salt, personalised for rows.
#
# Every step of a message waits for the one before it, so several messages are stirred at a time, each in a lane of wide
# registers; a lane whose message is done begins with the next one. The loader takes what the processor has, as for
# support/elementary.pxd; other compilers have one lane, a plain number. Every round is written out, with the places of
# its words as constants, so that the state stays in registers.
cdef extern from *:
    """
    #include <string.h>
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define LITTLESTONE_LANES 8
    #define LITTLESTONE_BLAKE2 __attribute__((target_clones("default", "avx2", "avx512f")))
    #define LITTLESTONE_INSIDE static inline __attribute__((always_inline))
    typedef unsigned long long littlestone_lanes __attribute__((vector_size(8 * LITTLESTONE_LANES), may_alias));
    #else
    #define LITTLESTONE_LANES 1
    #define LITTLESTONE_BLAKE2
    #define LITTLESTONE_INSIDE static
    typedef unsigned long long littlestone_lanes;
    #endif
    #define LITTLESTONE_TURNED(w, n) ((w) >> (n) | (w) << (64 - (n)))
    #define LITTLESTONE_STEP(a, b, c, d, x, y) \\
        a += b + m[x]; d = LITTLESTONE_TURNED(d ^ a, 32); c += d; b = LITTLESTONE_TURNED(b ^ c, 24); \\
        a += b + m[y]; d = LITTLESTONE_TURNED(d ^ a, 16); c += d; b = LITTLESTONE_TURNED(b ^ c, 63);
    #define LITTLESTONE_ROUND(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf) \\
        LITTLESTONE_STEP(v0, v4, v8, vc, p0, p1) LITTLESTONE_STEP(v1, v5, v9, vd, p2, p3) \\
        LITTLESTONE_STEP(v2, v6, va, ve, p4, p5) LITTLESTONE_STEP(v3, v7, vb, vf, p6, p7) \\
        LITTLESTONE_STEP(v0, v5, va, vf, p8, p9) LITTLESTONE_STEP(v1, v6, vb, vc, pa, pb) \\
        LITTLESTONE_STEP(v2, v7, v8, vd, pc, pd) LITTLESTONE_STEP(v3, v4, v9, ve, pe, pf)

    /* h: eight words of the state, how many bytes were taken, and whether this block is the last; m: the block. */
    LITTLESTONE_INSIDE void littlestone_stir(littlestone_lanes* h, const littlestone_lanes* m) {
        littlestone_lanes v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        littlestone_lanes none = v0 ^ v0, v8 = none + 0x6A09E667F3BCC908ULL, v9 = none + 0xBB67AE8584CAA73BULL;
        littlestone_lanes va = none + 0x3C6EF372FE94F82BULL, vb = none + 0xA54FF53A5F1D36F1ULL;
        littlestone_lanes vc = h[8] ^ 0x510E527FADE682D1ULL, vd = none + 0x9B05688C2B3E6C1FULL;
        littlestone_lanes ve = h[9] ^ 0x1F83D9ABFB41BD6BULL, vf = none + 0x5BE0CD19137E2179ULL;
        LITTLESTONE_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        LITTLESTONE_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
        LITTLESTONE_ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
        LITTLESTONE_ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
        LITTLESTONE_ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
        LITTLESTONE_ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
        LITTLESTONE_ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
        LITTLESTONE_ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
        LITTLESTONE_ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
        LITTLESTONE_ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
        LITTLESTONE_ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
        LITTLESTONE_ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
        h[0] ^= v0 ^ v8; h[1] ^= v1 ^ v9; h[2] ^= v2 ^ va; h[3] ^= v3 ^ vb;
        h[4] ^= v4 ^ vc; h[5] ^= v5 ^ vd; h[6] ^= v6 ^ ve; h[7] ^= v7 ^ vf;
    }

    /* Eight bytes as a word, and a word as eight bytes, the lowest first: compilers know that this is a move. */
    static inline unsigned long long littlestone_word(const unsigned char* p) {
        return (unsigned long long)p[0] | (unsigned long long)p[1] << 8 | (unsigned long long)p[2] << 16
            | (unsigned long long)p[3] << 24 | (unsigned long long)p[4] << 32 | (unsigned long long)p[5] << 40
            | (unsigned long long)p[6] << 48 | (unsigned long long)p[7] << 56;
    }
    static inline void littlestone_put(unsigned char* p, unsigned long long word) {
        p[0] = word; p[1] = word >> 8; p[2] = word >> 16; p[3] = word >> 24;
        p[4] = word >> 32; p[5] = word >> 40; p[6] = word >> 48; p[7] = word >> 56;
    }

    /* What a message begins with: the parameters of RFC 7693 (32 bytes, fanout and depth 1), and "littlestone row1". */
    static const unsigned long long littlestone_begins[8] = {
        0x6A09E667F3BCC908ULL ^ 0x01010020, 0xBB67AE8584CAA73BULL, 0x3C6EF372FE94F82BULL, 0xA54FF53A5F1D36F1ULL,
        0x510E527FADE682D1ULL, 0x9B05688C2B3E6C1FULL,
        0x1F83D9ABFB41BD6BULL ^ 0x7473656C7474696CULL, 0x5BE0CD19137E2179ULL ^ 0x31776F7220656E6FULL
    };

    /* text: messages one behind the other, each filled up to whole blocks; sizes: their bytes without that. */
    static LITTLESTONE_BLAKE2 void littlestone_hash_each(
        const unsigned char* text, const long long* sizes, int count, const unsigned char* salts, unsigned char* found
    ) {
        littlestone_lanes state[10], block[16];
        unsigned long long* words = (unsigned long long*)block;
        const unsigned char* at[LITTLESTONE_LANES];
        int message[LITTLESTONE_LANES], next = 0, left = count, l, k;
        memset(state, 0, sizeof state);
        memset(block, 0, sizeof block);
        for (l = 0; l < LITTLESTONE_LANES; l++) message[l] = -1;
        while (left > 0) {
            for (l = 0; l < LITTLESTONE_LANES; l++) {
                unsigned long long* h = (unsigned long long*)state + l;
                if (message[l] < 0) {
                    if (next == count) continue;
                    for (k = 0; k < 8; k++) h[k * LITTLESTONE_LANES] = littlestone_begins[k];
                    h[4 * LITTLESTONE_LANES] ^= littlestone_word(salts + 16 * next);
                    h[5 * LITTLESTONE_LANES] ^= littlestone_word(salts + 16 * next + 8);
                    h[8 * LITTLESTONE_LANES] = h[9 * LITTLESTONE_LANES] = 0;
                    at[l] = text;
                    text += (sizes[next] + 127) / 128 * 128;
                    message[l] = next++;
                }
                for (k = 0; k < 16; k++) words[k * LITTLESTONE_LANES + l] = littlestone_word(at[l] + 8 * k);
                at[l] += 128;
                h[8 * LITTLESTONE_LANES] += 128;
                if (h[8 * LITTLESTONE_LANES] >= (unsigned long long)sizes[message[l]]) {
                    h[8 * LITTLESTONE_LANES] = sizes[message[l]];
                    h[9 * LITTLESTONE_LANES] = ~0ULL;
                }
            }
            littlestone_stir(state, block);
            for (l = 0; l < LITTLESTONE_LANES; l++) {
                unsigned long long* h = (unsigned long long*)state + l;
                if (message[l] < 0 || !h[9 * LITTLESTONE_LANES]) continue;
                for (k = 0; k < 4; k++) littlestone_put(found + 32 * message[l] + 8 * k, h[k * LITTLESTONE_LANES]);
                message[l] = -1;
                left--;
            }
        }
    }
    """
    void hash_each "littlestone_hash_each"(
        const unsigned char* text, const long long* sizes, int count, const unsigned char* salts, unsigned char* found
    ) noexcept nogil
    void put "littlestone_put"(unsigned char* place, unsigned long long word) noexcept nogil
    const char* utf8 "PyUnicode_AsUTF8AndSize"(str text, Py_ssize_t* size) except NULL
