// SPDX-License-Identifier: Apache-2.0
// clang++ as the host's compiler, and what it cannot do.
// REQUIRES: clang++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -ccbin clang++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN[LAMBDA]: cuprum build --no-toolkit -ccbin clang++ -arch=sm_90 --extended-lambda -DLAMBDA %s -o %t.exe
// CHECK: 3 7
// LAMBDA: build_clang.cu: with clang++ a kernel whose template arguments name a lambda cannot be launched: -ccbin g++ has no such limit
#include <cstdio>
template <class F> __global__ void k(int *p, F f) {
    *p = f(*p);
}
struct Next {
    __device__ int operator()(int x) const {
        return x + 1;
    }
};
namespace {
__global__ void set(int *p, int v) {
    *p = v;
}
} // namespace
int main() {
    int *p;
    cudaMallocManaged(&p, 2 * sizeof(int));
    p[0] = 2;
    k<<<1, 1>>>(p, Next());
    set<<<1, 1>>>(p + 1, 7);
#ifdef LAMBDA
    k<<<1, 1>>>(p, [] __device__(int x) { return x * 2; });
#endif
    cudaDeviceSynchronize();
    printf("%d %d\n", p[0], p[1]);
}
