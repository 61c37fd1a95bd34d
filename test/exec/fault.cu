// SPDX-License-Identifier: Apache-2.0
// Faults: the machine's report, the error that the program sees, which stays.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN[A]: nvcc -cudart shared -gencode arch=compute_80,code=compute_80 -o %t.exe %s && \
// RUN[A]: cuprum exec %t.exe 0
// A: memory: 700 cudaErrorIllegalAddress, then 700
// A: cuprum exec: kernel {{.*}}beyond{{.*}}, thread (8,0,0){{.*}}out of bounds
// RUN[B]: nvcc -cudart shared -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe 1
// B: assert: 710 cudaErrorAssert, then 710
// RUN[C]: nvcc -cudart shared -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec --quiet %t.exe 2
// C: trap: 719 cudaErrorLaunchFailure, then 719
// RUN[D]: nvcc -cudart shared -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe 3
// D: launch: 1 cudaErrorInvalidValue, then 0
#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void beyond(int *p) {
    p[threadIdx.x] = 1;
}
__global__ void asserts(int *p) {
    assert(!p);
}
__global__ void traps() {
    __trap();
}

int main(int argc, char **argv) {
    static const char *const names[] = {"memory", "assert", "trap", "launch"};
    int which = atoi(argv[1]), *p;
    cudaMalloc(&p, 8 * sizeof *p);
    if (which == 0) beyond<<<1, 32>>>(p);
    if (which == 1) asserts<<<1, 1>>>(p);
    if (which == 2) traps<<<1, 1>>>();
    if (which == 3) beyond<<<1, 2048>>>(p);
    cudaError_t e = which == 3 ? cudaGetLastError() : cudaDeviceSynchronize();
    printf("%s: %d %s, then %d\n", names[which], e, cudaGetErrorName(e), cudaMalloc(&p, 8));
}
