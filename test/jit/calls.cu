// SPDX-License-Identifier: Apache-2.0
// Lanes stop before one call in different rounds of the loops around it: what counts the rounds is
// not the same for them any more, and they go on together all the same.
// RUN: sh %S/both.sh %s --grid=2 --block=64 --kernel=k buf:u32:128:zero
// CHECK: arg 0: 128 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: [12];|without a processor}}
__device__ __noinline__ unsigned rounds(unsigned t) { return t * 2654435761u >> 29; }
extern "C" __global__ void k(unsigned *out) {
    unsigned t = blockIdx.x * 64 + threadIdx.x, sum = t;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < rounds(t); j++) sum = sum * 6 + i * j + 1;
    out[t] = sum;
}
