// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: the generators whose state is a few words, uniform and normal results.
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:u32:1024:zero
// REQUIRES: nvcc
// TIMEOUT: 180
#include <curand_kernel.h>
template <class S> __device__ void draw(S &s, unsigned *o) {
    o[0] = curand(&s);
    o[32] = __float_as_uint(curand_uniform(&s));
    o[64] = curand(&s);
}
__global__ void k(unsigned *o) {
    int i = threadIdx.x;
    curandStateXORWOW_t x;
    curand_init(1234, i, 5, &x);
    draw(x, o + i);
    curandStatePhilox4_32_10_t p;
    curand_init(99, i, 2, &p);
    draw(p, o + 96 + i);
    uint4 q = curand4(&p);
    o[192 + i] = q.x ^ q.y ^ q.z ^ q.w;
    curandStateMRG32k3a_t m;
    curand_init(7, i, 0, &m);
    draw(m, o + 224 + i);
    o[320 + i] = curand_poisson(&p, 4.0);
}
