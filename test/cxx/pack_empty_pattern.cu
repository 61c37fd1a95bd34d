// SPDX-License-Identifier: Apache-2.0
// What an expansion to nothing names need not exist in the instance: members of `this`, which has
// other bases then.
// RUN: cuprum -std=c++17 %s -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:6 buf:i32:6:zero
// CHECK: 0 0 9 2 11 3
template <int... N> struct Places {};
template <int N, class T, class... Rest> __device__ int take(T v, Rest...) { return v + N; }
struct Sum {
    int n = 0;
    __device__ Sum() {}
    __device__ Sum(int a) : n(a) {}
    __device__ Sum(int a, int b) : n(a + b) {}
};
template <class... E> struct Store {};
template <class E> struct Store<E> {
    E only;
};
template <class... E> struct User : Store<E...> {
    template <int... N> __device__ Sum braces(Places<N...>) { return Sum{take<N>(this->only)...}; }
    template <int... N> __device__ Sum call(Places<N...>) {
        return Sum(take<N, E...>(this->only, 7)...);
    }
    // the pack behind the member
    template <class... A> __device__ Sum values(A... a) { return Sum((this->only + a)...); }
};
// an empty pack that the pattern of another one expands
template <class... A> constexpr __device__ int count = sizeof...(A);
template <class... E> struct Outer {
    template <class... A> __device__ int all() {
        const int each[] = {count<E, A...>..., 1};
        return each[0] + each[1] + each[sizeof...(E)];
    }
};
__global__ void k(int *p) {
    User<> none;
    User<int> one;
    one.only = 5;
    p[0] = none.braces(Places<>()).n;
    p[1] = none.call(Places<>()).n + none.values().n;
    p[2] = one.braces(Places<4>()).n;
    one.only = 1;
    p[3] = one.call(Places<1>()).n;
    p[5] = Outer<int, char>().all<>();
    p[4] = one.values(3, 6).n;
}
