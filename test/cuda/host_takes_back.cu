// SPDX-License-Identifier: Apache-2.0
// What a host initialiser needs is no device code; when device code needs the same function later, it needs all
// that the function uses.
// RUN: cuprum %s -O0 -w -o -
// CHECK-NOT: .extern
// CHECK: .entry _Z1kI4CallEvT_Pi
__device__ static int inner(int x) { return x * 3; }
void launch();
__host__ __device__ int outer(int x) {
#ifdef __CUDA_ARCH__
    return inner(x);
#endif
    launch();
    return 1;
}
struct Call {
    __host__ __device__ int operator()(int x) const { return outer(x); }
};
template <class F> __global__ void k(F f, int *p) { *p = f(*p); }
void launch() { k<<<1, 1>>>(Call{}, nullptr); }
template <class T> int late = outer(3);
void host() { late<int> = 1; }
