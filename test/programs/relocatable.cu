// SPDX-License-Identifier: Apache-2.0
// A first program: two units whose device code is linked, compiled apart.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 -dc %S/inputs/relocatable_b.cu -o %t.b.o && \
// RUN: cuprum build --no-toolkit -arch=sm_90 -rdc=true %s %t.b.o -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

extern __device__ int table[3];
extern __device__ int helper(int x);
extern __managed__ int shared_by_all;
int run_other(int *p);

static __device__ int mine(int x) {
    return x + 1;
}
template <class T> __device__ __noinline__ T twice(T x) {
    return x + x;
}
__global__ void own(int *p) {
    *p = helper(5) + mine(1) + twice(3) + table[2];
    shared_by_all += 5;
}

int main() {
    int *p, t = 70;
    cudaMallocManaged(&p, sizeof(int));
    shared_by_all = 20;
    cudaMemcpyToSymbol(table, &t, sizeof t, 2 * sizeof t);
    own<<<1, 1>>>(p);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = *p == 110 + 2 + 6 + 70 && run_other(p) == 102 + 5 && shared_by_all == 26;
    printf("%d %d\n%s\n", *p, shared_by_all, ok ? "PASS" : "FAIL");
    return !ok;
}
