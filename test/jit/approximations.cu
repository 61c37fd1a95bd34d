// SPDX-License-Identifier: Apache-2.0
// ex2, lg2, sin and cos of f32 as operations of native code have the bits of the interpreter's: every sign and exponent with four
// mantissas (zeros, infinities, NaNs, subnormals, angles that are far in some lanes and in none), with and without .ftz, under a
// predicate, of numbers that are the same for all lanes.
// RUN[A]: sh %S/both.sh %s --grid=8 --block=256 buf:u32:24576:zero i32:0
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=2 --block=32 buf:u32:24576:zero i32:1
// B: {{functions in native code: [1-9]|without a processor}}
#define ALL(x, out)                                                                                                    \
    asm("ex2.approx.f32 %0, %1;" : "=f"(out[0]) : "f"(x));                                                             \
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out[1]) : "f"(x));                                                         \
    asm("lg2.approx.f32 %0, %1;" : "=f"(out[2]) : "f"(x));                                                             \
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(out[3]) : "f"(x));                                                         \
    asm("sin.approx.f32 %0, %1;" : "=f"(out[4]) : "f"(x));                                                             \
    asm("sin.approx.ftz.f32 %0, %1;" : "=f"(out[5]) : "f"(x));                                                         \
    asm("cos.approx.f32 %0, %1;" : "=f"(out[6]) : "f"(x));                                                             \
    asm("cos.approx.ftz.f32 %0, %1;" : "=f"(out[7]) : "f"(x));
extern "C" __global__ void k(unsigned *out, int uniform) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 3; i++) {
        unsigned number = uniform ? blockIdx.x + 8 * i : thread;
        unsigned exponent = number & 511, mantissa = number >> 9;
        unsigned bits = exponent << 23 | (mantissa == 0 ? 0 : mantissa == 1 ? 1 : mantissa == 2 ? 0x7fffff : 0x2468ac);
        float x = __uint_as_float(bits + i * 0x1357), y[8];
        ALL(x, y)
        unsigned hash = 0;
        for (int j = 0; j < 8; j++) {
            hash = hash * 1000003 + __float_as_uint(y[j]);
            asm("{ .reg .pred p; setp.lt.u32 p, %1, %2; @p ex2.approx.f32 %0, %0; @!p cos.approx.f32 %0, %0; }"
                : "+f"(y[j])
                : "r"(exponent & 15), "r"(j));
            hash = hash * 1000003 + __float_as_uint(y[j]);
        }
        out[i * gridDim.x * blockDim.x + thread] = hash;
    }
}
