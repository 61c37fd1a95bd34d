// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -arch=sm_90 %s -o -
// EXIT: 0
// Stores to constant memory: what cannot run ends the kernel, as nvcc has it; there is no such instruction.
struct Pair { int a, b[4]; };
__constant__ float weights[64];
__constant__ Pair pair;
__constant__ int *pointer;
// CHECK-LABEL: .entry _Z1kPf
// CHECK: trap;
// CHECK-NOT: st.const
__global__ void k(float *o) { // WARNING: cannot write to constant memory: the function "_Z1kPf" traps where it would
    weights[threadIdx.x] = o[threadIdx.x]; // WARNING: this stores to constant memory, which device code cannot write: the kernel ends there
}
// CHECK-LABEL: .entry _Z7members
// CHECK: trap;
// CHECK-NOT: st.const
__global__ void members(int *o) { // WARNING: cannot write to constant memory: the function "_Z7membersPi" traps where it would
    pair.a = o[0]; // WARNING: this stores to constant memory
    pair.b[1] += 2; // WARNING: this stores to constant memory
    pointer[0] = 1;
}
