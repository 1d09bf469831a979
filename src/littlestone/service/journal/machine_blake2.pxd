# The compression function of BLAKE2b (RFC 7693) in C, for commitment.py: twelve rounds, each of columns, then diagonals.
# Every round is written out, with the places of its words as constants, so that the state stays in registers.
cdef extern from *:
    """
    #define LITTLESTONE_TURNED(w, n) ((w) >> (n) | (w) << (64 - (n)))
    #define LITTLESTONE_STEP(a, b, c, d, x, y) \\
        a += b + m[x]; d = LITTLESTONE_TURNED(d ^ a, 32); c += d; b = LITTLESTONE_TURNED(b ^ c, 24); \\
        a += b + m[y]; d = LITTLESTONE_TURNED(d ^ a, 16); c += d; b = LITTLESTONE_TURNED(b ^ c, 63);
    #define LITTLESTONE_ROUND(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pa, pb, pc, pd, pe, pf) \\
        LITTLESTONE_STEP(v0, v4, v8, vc, p0, p1) LITTLESTONE_STEP(v1, v5, v9, vd, p2, p3) \\
        LITTLESTONE_STEP(v2, v6, va, ve, p4, p5) LITTLESTONE_STEP(v3, v7, vb, vf, p6, p7) \\
        LITTLESTONE_STEP(v0, v5, va, vf, p8, p9) LITTLESTONE_STEP(v1, v6, vb, vc, pa, pb) \\
        LITTLESTONE_STEP(v2, v7, v8, vd, pc, pd) LITTLESTONE_STEP(v3, v4, v9, ve, pe, pf)
    static void littlestone_stir(
        unsigned long long* h, const unsigned long long* m, unsigned long long taken, unsigned long long last
    ) {
        unsigned long long v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        unsigned long long v8 = 0x6A09E667F3BCC908ULL, v9 = 0xBB67AE8584CAA73BULL, va = 0x3C6EF372FE94F82BULL;
        unsigned long long vb = 0xA54FF53A5F1D36F1ULL, vc = 0x510E527FADE682D1ULL ^ taken, vd = 0x9B05688C2B3E6C1FULL;
        unsigned long long ve = 0x1F83D9ABFB41BD6BULL ^ last, vf = 0x5BE0CD19137E2179ULL;
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
    """
    void stir "littlestone_stir"(
        unsigned long long* h, const unsigned long long* m, unsigned long long taken, unsigned long long last
    ) noexcept nogil
