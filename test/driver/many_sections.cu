// SPDX-License-Identifier: Apache-2.0
// The host's object has more sections than a symbol has room for the number of: its kernels are found all the same.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit --extended-lambda -ccbin g++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: 5 7
#include <cstdio>
#ifndef __CUDA_ARCH__
__asm__(".altmacro\n.macro section_of_its_own n\n.section .own\\n,\"a\"\n.byte 1\n.previous\n.endm\n"
        ".set i,0\n.rept 66000\nsection_of_its_own %i\n.set i,i+1\n.endr\n");
#endif
template <class F> __global__ void k(F f, int *o) { f(o); }
__device__ int seven = 7;
int main() {
    int *d, h;
    cudaMalloc(&d, sizeof h);
    k<<<1, 1>>>([=] __device__(int *o) { *o = 5; }, d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d ", h);
    cudaMemcpyFromSymbol(&h, seven, sizeof h);
    printf("%d\n", h);
}
