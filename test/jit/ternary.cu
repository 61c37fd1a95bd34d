// SPDX-License-Identifier: Apache-2.0
// Functions of three words by their table, and rotations, in native code: with AVX-512 one instruction each. Operands that are the
// same for all lanes and constants, results in the place of each operand.
// RUN: sh %S/both.sh %s --grid=2 --block=64 buf:u32:512:rand:11 buf:u32:128:zero i32:0x1234567
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
#define TABLE(n)                                                                                                       \
    asm("lop3.b32 %0, %1, %2, %3, " #n ";" : "=r"(r) : "r"(a), "r"(b), "r"(c));                                        \
    asm("lop3.b32 %0, %0, %1, %2, " #n ";" : "+r"(a) : "r"(b), "r"(uniform));                                          \
    asm("lop3.b32 %0, %1, %0, %2, " #n ";" : "+r"(b) : "r"(uniform), "r"(c));                                          \
    asm("lop3.b32 %0, %1, %2, %0, " #n ";" : "+r"(c) : "r"(a ^ r), "r"(0xf0f01234));                                   \
    asm("lop3.b32 %0, %0, %1, %2, " #n ";" : "+r"(uniform) : "r"(n), "r"(0x0ff0aa55));                                 \
    sum = sum * 31 + (r ^ a + b * 3 + c * 7);                                                                          \
    a += in[128 + i];                                                                                                  \
    b ^= in[256 + i] * n;                                                                                              \
    c -= sum;
#define TURN(n)                                                                                                        \
    asm("shf.l.wrap.b32 %0, %1, %1, " #n ";" : "=r"(r) : "r"(a));                                                      \
    sum = sum * 31 + r;                                                                                                \
    asm("shf.r.wrap.b32 %0, %0, %0, " #n ";" : "+r"(b));                                                               \
    asm("shf.r.clamp.b32 %0, %1, %1, " #n ";" : "=r"(r) : "r"(uniform));                                               \
    sum = sum * 31 + b + r;                                                                                            \
    asm("shf.l.clamp.b32 %0, %1, %1, " #n ";" : "=r"(r) : "r"(c));                                                     \
    sum = sum * 31 + r;
extern "C" __global__ void k(const unsigned *in, unsigned *out, unsigned uniform) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = in[i], b = in[i + 128], c = in[i + 256], r, sum = in[i + 384];
    for (int turn = 0; turn < 3; turn++) {
        TABLE(0x00) TABLE(0xff) TABLE(0x80) TABLE(0xfe) TABLE(0x96) TABLE(0xe8) TABLE(0xca) TABLE(0xac) TABLE(0xe2) TABLE(0x1b) TABLE(0x5a) TABLE(0x7b) TABLE(0x3c) TABLE(0x69) TABLE(0xd8) TABLE(0x27) TABLE(0xf0) TABLE(0xcc) TABLE(0xaa) TABLE(0x0f)
        TURN(0) TURN(1) TURN(7) TURN(16) TURN(31) TURN(32) TURN(33)
    }
    out[i] = sum ^ uniform;
}
