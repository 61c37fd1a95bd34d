// SPDX-License-Identifier: Apache-2.0
// pointers to members
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct S {
    int a, b;
    __device__ int sum(int k) const { return a + b * k; }
    __device__ int dif(int k) const { return a - b * k; }
};
template <int S::*M> __device__ int get(const S &s) { return s.*M; }
__device__ __noinline__ int call(const S &s, int (S::*f)(int) const, int k) { return (s.*f)(k); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    S s = {a[t], 3};
    int S::*m = t & 1 ? &S::a : &S::b;
    const S *p = &s;
    o[t] = s.*m + p->*m * 10 + get<&S::b>(s) + call(s, t & 2 ? &S::sum : &S::dif, 4);
}
