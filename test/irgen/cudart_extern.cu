// SPDX-License-Identifier: Apache-2.0
// A function that the headers mark as one of CUDA's device run-time library has its definition there: it stays
// external (ptxas itself knows cudaGraphSetConditional).
// REQUIRES: ptxas
// RUN: cuprum %s -arch=sm_90 -o - | tee %t.ptx; ptxas -arch=sm_90 %t.ptx -o /dev/null
// CHECK: .extern .func cudaGraphSetConditional
// CHECK: call.uni
// CHECK: cudaGraphSetConditional
extern "C" {
extern __device__ __attribute__((cudart_builtin)) void cudaGraphSetConditional(unsigned long long handle, unsigned value);
}
__global__ void k(unsigned long long handle) {
    cudaGraphSetConditional(handle, 0);
}
