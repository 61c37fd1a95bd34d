// SPDX-License-Identifier: Apache-2.0
// rsqrt of f32 in native code has the interpreter's bits: a quarter of the mantissas of two binades, with some exponents (the
// rest are these times powers of four; all were tried once), and every sign and exponent, so that zeros, infinities, NaNs, subnormals and
// negative numbers are among normal ones in some vectors and alone in others; of one number for all lanes; with and without .ftz.
// RUN[A]: sh %S/both.sh %s --grid=64 --block=256 buf:u32:16384:zero i32:0
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=4 --block=96 buf:u32:384:zero i32:1
// B: {{functions in native code: [1-9]|without a processor}}
__device__ unsigned add(unsigned hash, float x) {
    float y, flushed;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(flushed) : "f"(x));
    return (hash * 1000003 + __float_as_uint(y)) * 1000003 + __float_as_uint(flushed);
}
extern "C" __global__ void k(unsigned *out, int mixed) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, hash = 0;
    if (mixed) { // lanes have exponents far from each other, then alike
        for (unsigned i = 0; i < 512; i++) {
            hash = add(hash, __uint_as_float((thread * 37 + i) << 23 | (i * 0x1357 & 0x7fffff)));
            hash = add(hash, __uint_as_float(i << 23 | (thread & 3)));
            hash = add(hash, __uint_as_float(i << 23 | 0x7fffff));
        }
    } else {
        for (unsigned i = 0; i < 256; i++) {
            unsigned exponent = 1 + (i * 12 & 0xfe); // odd and even ones
            hash = add(hash, __uint_as_float((i & 1 ? 0x3f800000 : exponent << 23) + thread * 512 + (i >> 1)));
            hash = add(hash, __uint_as_float(0x40000000 + thread * 512 + (i >> 1)));
        }
    }
    out[thread] = hash;
}
