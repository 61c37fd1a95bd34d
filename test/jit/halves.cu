// SPDX-License-Identifier: Apache-2.0
// Halves in native code: f16 and bf16 compared and set, one of a register and two, with a predicate joined; infinities, NaNs, zeros
// of both signs and subnormals among them.
// RUN: sh %S/both.sh %s --grid=2 --block=64 buf:u32:2048:rand:9 buf:u32:2048:zero
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
#define PAIR(op, type) \
    asm("{.reg .pred p, q; setp." #op "." #type " p|q, %1, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2;}" : "=r"(r) : "r"(a), "r"(b)); \
    sum = sum * 31 + r;                                                                                                         \
    asm("set." #op "." #type "." #type " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                              \
    sum = sum * 31 + r;                                                                                                         \
    asm("{.reg .pred c; setp.lt.u32 c, %1, %2; set." #op ".xor." #type "." #type " %0, %1, %2, !c;}" : "=r"(r) : "r"(a), "r"(b)); \
    sum = sum * 31 + r;
#define ONE(op, type)                                                                                                           \
    asm("{.reg .pred p, q, c; setp.lt.u16 c, %1, %2; setp." #op ".or." #type " p|q, %1, %2, c; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2;}" \
        : "=r"(r) : "h"(x), "h"(y));                                                                                            \
    sum = sum * 31 + r;                                                                                                         \
    asm("set." #op ".u32." #type " %0, %1, %2;" : "=r"(r) : "h"(x), "h"(y));                                                    \
    sum = sum * 31 + r;                                                                                                         \
    asm("set." #op "." #type "." #type " %0, %1, %2;" : "=h"(z) : "h"(x), "h"(y));                                              \
    sum = sum * 31 + z;
#define EACH(form, type) form(eq, type) form(ne, type) form(lt, type) form(ge, type) form(ltu, type) form(equ, type) form(num, type) form(nan, type)
__device__ unsigned special(unsigned word) {
    const unsigned short odd[] = {0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 1, 0x8001, 0x3c00, 0x7f80, 0x7fc0, 0xff80};
    return word % 3 ? word : odd[word / 3 % 11] | (unsigned)odd[word / 33 % 11] << 16;
}
extern "C" __global__ void k(const unsigned *in, unsigned *out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    unsigned sum = 0, r;
    for (int turn = 0; turn < 8; turn++) {
        unsigned a = special(in[i + turn * 128]), b = turn & 1 ? a : special(in[i + turn * 128 + 1024]);
        unsigned short x = (unsigned short)a, y = (unsigned short)(b >> 16), z;
        EACH(PAIR, f16x2)
        EACH(PAIR, bf16x2)
        EACH(ONE, f16)
        EACH(ONE, bf16)
    }
    out[i] = sum;
}
