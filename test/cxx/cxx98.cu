// SPDX-License-Identifier: Apache-2.0
// C++98 and C++03: later keywords are names, `>>` always shifts, `auto` is a storage class, lists
// may narrow.
// RUN: cuprum %s -std=c++03 --syntax-only --check-all -w
// RUN: cuprum %s -std=gnu++98 -x c++ --syntax-only --check-all -w
// RUN[WRONG]: cuprum %s -std=c++98 -x c++ --syntax-only --check-all -w -DWRONG
// RUN[VM]: cuprum run %s -std=c++03 --kernel=_Z1kPi --grid=1 --block=1 --print=0:2 buf:i32:2:zero
// VM: arg 0: 7 3
int nullptr_ = 0, decltype = 1, constexpr = 2, static_assert = 3, noexcept = 4, alignas = 5;
int char16_t = 6, thread_local = 7, nullptr = 8, alignof = 9;

template <int N> struct Number {
    enum { value = N };
};
int shifted[Number<16 >> 2>::value == 4 ? 1 : -1];
template <class T> struct Box {
    T t;
};
Box<Box<int> > nested;

void takes(int *);
void lists() {
    auto int x = 3;
    int a[2] = {1.5, 2};
    char c = {300};
    takes(false);
}
void specified() throw(int, Box<int>);
void specified() throw(int, Box<int>) { throw 1; }

#ifdef WRONG
auto deduced = 3;     // ERROR[WRONG]: this declaration has no storage class or type specifier
#endif
#if defined(__CUDACC__)
struct Plain {
    int v;
    __device__ Plain(int x) : v(x) {}
};
__device__ Box<Plain> boxed(int x) {
    Box<Plain> b = {Plain(x)};
    return b;
}
__global__ void k(int *p) {
    int2 two = make_int2(3, 4);
    p[0] = boxed(two.x).t.v + two.y;
    p[1] = Number<3>::value;
}
#endif
