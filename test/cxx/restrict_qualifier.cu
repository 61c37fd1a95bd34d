// SPDX-License-Identifier: Apache-2.0
// __restrict__ is a qualifier as others are: references and pointers to pointers may add it but not
// drop it, the conditional operator unites it, deduction sees it.
// RUN: cuprum --syntax-only %s -std=c++17
#define RESTRICT __restrict__
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
__device__ void step(int *&p) { p++; }
__device__ void step_restrict(int *RESTRICT &p) { p++; }
__device__ void look(int *const *p);
template <class T> __device__ void exchange(T &a, T &b);
template <class T> __device__ const T &larger(const T &a, const T &b);
struct Members {
    int *RESTRICT own;
    int *any;
};
__global__ void k(int *RESTRICT a, int *b, int which, Members m) {
    static_assert(same<decltype(which ? a : b), int *RESTRICT &>);
    static_assert(same<decltype(which ? b : a), int *RESTRICT &>);
    const int *q = which ? b : a;
    (which ? a : b) = b;
    step_restrict(b);
    step_restrict(which ? a : b);
    exchange(a, a);
    step(a); // ERROR: dropped
    step(m.own); // ERROR: dropped
    step(m.any);
    step(which ? a : b); // ERROR: dropped
    look(&a); // ERROR: incompatible with parameter
    look(&b);
    exchange(a, b); // ERROR: no instance
    larger(b, a); // ERROR: no instance
    int *const &c = a; // ERROR: dropped
    void *v = &a; // ERROR: cannot be used to initialize
    int *RESTRICT &wider = b;
    auto last = [&] { step(a); }; // ERROR: dropped
    static_cast<int *&>(a) = b; // ERROR: invalid type conversion
    const_cast<int *&>(a) = b;
    reinterpret_cast<int *&>(a) = b; // ERROR: cast
}
