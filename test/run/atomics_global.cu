// SPDX-License-Identifier: Apache-2.0
// atomics whose result does not depend on the order
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:40 buf:i32:16:zero buf:u32:8:zero
__global__ void k(const int *a, int *o, unsigned *u) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = a[i];
    atomicAdd(&o[0], v);
    atomicSub(&o[1], v);
    atomicMin(&o[2], v);
    atomicMax(&o[3], v);
    atomicAnd(&o[4], v);
    atomicOr(&o[5], v);
    atomicXor(&o[6], v);
    atomicInc(&u[0], 99);
    atomicDec(&u[1], 77);
    atomicMax(&u[2], (unsigned)v);
    atomicMin(&u[3], (unsigned)v);
    atomicAdd((unsigned long long *)&o[8], (unsigned long long)(unsigned)v);
}
