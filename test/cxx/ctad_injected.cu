// SPDX-License-Identifier: Apache-2.0
// Class template argument deduction from constructors in whose parameters the injected class name stands
// [over.match.class.deduct]/1, [temp.local]/1.
// RUN: cuprum %s --check-all --syntax-only
template <class C> struct Args { C *c; };
template <class O, class C> class Context {
    template <class P, class D> __device__ friend Context<P, D> make(P, Args<Context<P, D>>);
    __device__ explicit Context(O o, Args<Context> a) : out(o), args(a) {}
    O out;
    Args<Context> args;

public:
    Context(const Context &) = delete;
};
template <class O, class C> __device__ Context<O, C> make(O o, Args<Context<O, C>> a) { return Context{o, a}; }
template <class O, class C> struct Open {
    __device__ explicit Open(O o, Args<Open> a) {}
    __device__ Open(Open *p, const O &o, int) {}
    template <class T> __device__ Open(const Args<Args<Open>> &, T) {}
};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
__global__ void k(Args<Context<int *, char>> *p) {
    make((int *)0, *p);
    Open q{3, Args<Open<int, long>>{}};
    static_assert(same<decltype(q), Open<int, long>>);
    Open r(&q, 4, 5);
    static_assert(same<decltype(r), Open<int, long>>);
    Open s(Args<Args<Open<char, char>>>{}, 1);
    static_assert(same<decltype(s), Open<char, char>>);
}
