// SPDX-License-Identifier: Apache-2.0
// Arithmetic and conversions of bf16 in native code have the interpreter's bits: numbers of all exponents, products that lie in the
// middle between two bf16 beside addends that are too small for anything but the last rounding, infinities, NaNs, subnormals, zeros.
// RUN: sh %S/both.sh %s --grid=2 --block=64 buf:u32:128:zero
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
#define ADD(x) sum = sum * 1000003 + (unsigned)(x);
#define PAIR(op)                                                                                                       \
    asm(op ".bf16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                                          \
    ADD(r)                                                                                                             \
    asm(op ".bf16 %0, %1, %2;" : "=h"(z) : "h"((unsigned short)a), "h"((unsigned short)(b >> 16)));                    \
    ADD(z)
#define SIGN(op)                                                                                                       \
    asm(op ".bf16x2 %0, %1;" : "=r"(r) : "r"(a));                                                                      \
    ADD(r)                                                                                                             \
    asm(op ".bf16 %0, %1;" : "=h"(z) : "h"((unsigned short)b));                                                        \
    ADD(z)
__device__ unsigned hash(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}
__device__ unsigned half(unsigned h) { // near 1 mostly, or anything
    unsigned sign = h & 0x8000, exponent = h >> 16 & 7, mantissa = h & 0x7f;
    if ((h >> 24 & 3) == 0) return h & 0xffff;
    if ((h >> 26 & 3) == 0) mantissa &= 0x70;
    return sign | (exponent + (h >> 29 == 0 ? 60 : 124)) << 7 | mantissa;
}
extern "C" __global__ void k(unsigned *out) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0, r, state = thread * 7919;
    unsigned short z;
    float f;
    for (int i = 0; i < 300; i++) {
        state = hash(state + i);
        unsigned low = half(state), high = half(hash(state + 1));
        unsigned a = low | half(hash(state + 2)) << 16, b = high | half(hash(state + 3)) << 16;
        unsigned c = half(hash(state + 4)) | half(hash(state + 5)) << 16;
        PAIR("add.rn") PAIR("sub.rn") PAIR("mul.rn") PAIR("min") PAIR("max") SIGN("neg") SIGN("abs")
        asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
        ADD(r)
        asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(z) : "h"((unsigned short)a), "h"((unsigned short)b), "h"((unsigned short)c));
        ADD(z)
        asm("cvt.f32.bf16 %0, %1;" : "=f"(f) : "h"((unsigned short)a));
        ADD(__float_as_uint(f))
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(z) : "f"(__uint_as_float(a)));
        ADD(z)
        asm("cvt.rn.bf16.s16 %0, %1;" : "=h"(z) : "h"((short)a));
        ADD(z)
        asm("cvt.rn.bf16.u8 %0, %1;" : "=h"(z) : "h"((unsigned short)a));
        ADD(z)
        asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(z) : "r"(a));
        ADD(z)
    }
    out[thread] = sum;
}
