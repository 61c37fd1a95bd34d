// SPDX-License-Identifier: Apache-2.0
// rsqrt of f32 in native code has the interpreter's bits: a quarter of the mantissas of two binades, with some exponents (the
// rest are these times powers of four; all were tried once), and every sign and exponent, so that zeros, infinities, NaNs, subnormals and
// negative numbers are among normal ones in some vectors and alone in others; of one number for all lanes; with and without .ftz.
// RUN[A]: sh %S/both.sh %s --grid=64 --block=256 buf:u32:16384:zero i32:0
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=4 --block=96 buf:u32:384:zero i32:1
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --grid=1 --block=32 buf:u32:32:zero i32:2
// C: {{functions in native code: [1-9]|without a processor}}
// Those of two binades whose reciprocal roots are nearest to the middle of two numbers: 1 to 525 of the last place of f64 from there.
__device__ const unsigned hardest[32] = {
    0x403a18e3, 0x4009f038, 0x407ffffe, 0x3fba2a39, 0x3fd2208f, 0x3fed3230, 0x3f8a5c86, 0x3fdae942,
    0x407de1e1, 0x407dbbac, 0x401dd16a, 0x4042ed16, 0x3fd19305, 0x40355499, 0x3fa49c14, 0x3fd7aea0,
    0x4020bf32, 0x3fc653da, 0x4023707b, 0x407ffffa, 0x3f9ca018, 0x406a3ece, 0x3f9cfd44, 0x404ce453,
    0x4016692d, 0x3fc2cb7f, 0x4034d9e1, 0x3f83fd98, 0x3ffc2b56, 0x4015e036, 0x4011fdc7, 0x403433ac,
};
__device__ unsigned add(unsigned hash, float x) {
    float y, flushed;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(flushed) : "f"(x));
    return (hash * 1000003 + __float_as_uint(y)) * 1000003 + __float_as_uint(flushed);
}
extern "C" __global__ void k(unsigned *out, int mixed) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, hash = 0;
    if (mixed == 2) {
        for (int i = -60; i < 60; i++) hash = add(hash, __uint_as_float(hardest[thread] + 2 * i * (1 << 23)));
    } else if (mixed) { // lanes have exponents far from each other, then alike
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
