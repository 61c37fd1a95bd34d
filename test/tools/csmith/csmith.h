// SPDX-License-Identifier: Apache-2.0
// What Csmith's random programs need, for the host's compiler and, as device code, for ours and nvcc
// (tools/run_csmith.sh): arithmetic that is defined for all operands, and a checksum of the globals.
// It takes the place of Csmith's own run-time header, so that no other header is read.
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
#define NULL 0
#ifndef __CUDACC__
extern "C" int printf(const char *, ...);
#else
#define static static __device__
#define main   __device__ csmith_main
#endif

// Arithmetic in 128 bits, or the first operand where the result does not fit or has no meaning.
#define SAFE_OP(name, type, suffix, min, max, bad, op)                                             \
    static inline type safe_##name##_func_##type##suffix(type a, type b) {                         \
        if (bad) return a;                                                                         \
        __int128 r = (__int128)a op(__int128) b;                                                   \
        return r < (__int128)(min) || r > (__int128)(max) ? a : (type)r;                           \
    }
#define SAFE_SHIFT(name, type, left, right, rtype, bits, max, op)                                  \
    static inline type safe_##name##_func_##type##_##left##_##right(type a, rtype b) {             \
        bool bad = a < 0 || (int)b < 0 || (int)b >= bits;                                          \
        return bad || (sizeof #op > 2 && #op[0] == '<' && a > (max >> b)) ? a : (type)(a op b);    \
    }
#define SAFE_TYPE(type, x, bits, min, max)                                                         \
    SAFE_OP(add, type, _##x##_##x, min, max, false, +)                                             \
    SAFE_OP(sub, type, _##x##_##x, min, max, false, -)                                             \
    SAFE_OP(mul, type, _##x##_##x, min, max, false, *)                                             \
    static inline type safe_div_func_##type##_##x##_##x(type a, type b) {                          \
        return b == 0 || (a == (min) && b == (type)-1) ? a : (type)(a / b);                        \
    }                                                                                              \
    static inline type safe_mod_func_##type##_##x##_##x(type a, type b) {                          \
        return b == 0 || (a == (min) && b == (type)-1) ? a : (type)(a % b);                        \
    }                                                                                              \
    static inline type safe_unary_minus_func_##type##_##x(type a) {                                \
        return a == (min) ? a : (type)-a;                                                          \
    }                                                                                              \
    SAFE_SHIFT(lshift, type, x, s, int, bits, max, <<)                                             \
    SAFE_SHIFT(lshift, type, x, u, unsigned, bits, max, <<)                                        \
    SAFE_SHIFT(rshift, type, x, s, int, bits, max, >>)                                             \
    SAFE_SHIFT(rshift, type, x, u, unsigned, bits, max, >>)
SAFE_TYPE(int8_t, s, 8, -128, 127)
SAFE_TYPE(int16_t, s, 16, -32768, 32767)
SAFE_TYPE(int32_t, s, 32, -2147483647 - 1, 2147483647)
SAFE_TYPE(int64_t, s, 64, -0x7fffffffffffffffl - 1, 0x7fffffffffffffffl)
SAFE_TYPE(uint8_t, u, 8, 0, 255)
SAFE_TYPE(uint16_t, u, 16, 0, 65535)
SAFE_TYPE(uint32_t, u, 32, 0, 0xffffffffu)
SAFE_TYPE(uint64_t, u, 64, 0, 0xffffffffffffffffu)

// FNV-1a over the bytes of every value
static uint32_t crc32_context = 2166136261u;
static void platform_main_begin(void) {}
static void crc32_gentab(void) {}
static void transparent_crc(uint64_t v, const char *name, int print) {
    for (int i = 0; i < 8; i++) {
        crc32_context = (crc32_context ^ (uint32_t)(v >> (8 * i) & 255)) * 16777619u;
    }
    if (print) printf("after %s: %x\n", name, crc32_context);
}
static void transparent_crc_bytes(const void *p, int n, const char *name, int print) {
    for (int i = 0; i < n; i++) transparent_crc(((const uint8_t *)p)[i], name, print);
}
static void platform_main_end(uint32_t checksum, int print) {
    printf("checksum = %X\n", checksum);
}
