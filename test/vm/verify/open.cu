// SPDX-License-Identifier: Apache-2.0
// What PTX leaves open is no difference under --jit=verify: whose store stays, places taken from a counter, sums of floats in
// any order, the order of lines, clocks. What kernels allocate and free is as before when the launch runs again.
// RUN[A]: cuprum run %s --jit=verify --kernel=races --grid=8 --block=64 buf:i32:1024:zero buf:f32:8:zero
// A-COUNT-16: thread
// A: native code and interpreter: 1 launches compared, no difference
// RUN[B]: cuprum run %s --jit=verify --kernel=heap --grid=4 --block=64 --hash buf:i32:256:iota
// B: native code and interpreter: 1 launches compared, no difference
// RUN[C]: cuprum run %s --jit=verify --kernel=few --grid=3 --block=32 buf:f32:8:zero
// C: 1 launches compared, no difference
// Faults of one kind are the same.
// RUN[D]: cuprum run %s --jit=verify --kernel=past --grid=4 --block=64 buf:i32:256:iota
// EXIT[D]: 1
// D: 1 launches compared, no difference
// D: out of bounds
#include <cstdio>
extern "C" __global__ void races(int *p, float *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[0] = i;
    p[1 + atomicAdd(&p[700], 1)] = i;
    atomicAdd(sum, 1.0f / (i + 1));
    if (i % 32 == 0) printf("thread %d\n", i);
    if (i == 7) *(long long *)(p + 800) = clock64();
}
extern "C" __global__ void heap(int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *q = (int *)malloc(64);
    q[3] = p[i] * 3;
    int *r = (int *)malloc(32);
    r[0] = q[3] + 1;
    free(q);
    p[i] += r[0];
    free(r);
}
extern "C" __global__ void few(float *sum) {
    if (threadIdx.x == 0) atomicAdd(sum, 1.0f / (blockIdx.x + 3.0f) + 1e-7f * blockIdx.x);
}
extern "C" __global__ void past(int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i == 100 ? 1 << 20 : i] = i;
}
