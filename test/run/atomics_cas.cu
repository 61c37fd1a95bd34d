// SPDX-License-Identifier: Apache-2.0
// Loops around atomicCAS: a sum of floats, and of 64 bits.
// RUN: sh %S/kernel.sh %s --grid=2 --block=32 buf:f32:64:iota buf:f32:2:zero buf:u64:1:zero
__device__ float add_cas(float *p, float v) {
    int *q = (int *)p, old = *q, seen;
    do {
        seen = old;
        old = atomicCAS(q, seen, __float_as_int(__int_as_float(seen) + v));
    } while (old != seen);
    return __int_as_float(old);
}
__global__ void k(const float *a, float *o, unsigned long long *w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    add_cas(&o[0], a[i]);
    atomicAdd(&o[1], a[i] * 2.0f);
    unsigned long long old = *w, seen;
    do {
        seen = old;
        old = atomicCAS(w, seen, seen + (unsigned long long)i);
    } while (old != seen);
}
