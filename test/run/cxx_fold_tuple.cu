// SPDX-License-Identifier: Apache-2.0
// a tuple by inheritance of indexed leaves, fold expressions, index sequences, apply
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:f32:64:zero
template <int... I> struct Seq {};
template <int N, int... I> struct MakeSeq : MakeSeq<N - 1, N - 1, I...> {};
template <int... I> struct MakeSeq<0, I...> {
    using type = Seq<I...>;
};
template <int I, class T> struct Leaf {
    T v;
};
template <class S, class... T> struct Impl;
template <int... I, class... T> struct Impl<Seq<I...>, T...> : Leaf<I, T>... {
    __device__ Impl(T... t) : Leaf<I, T>{t}... {}
    template <class F> __device__ auto apply(F f) const { return f(static_cast<const Leaf<I, T> &>(*this).v...); }
};
template <class... T> struct Tuple : Impl<typename MakeSeq<sizeof...(T)>::type, T...> {
    using Base = Impl<typename MakeSeq<sizeof...(T)>::type, T...>;
    using Base::Base;
};
template <int I, class T> __device__ T &get(Leaf<I, T> &l) { return l.v; }
template <class... T> __device__ Tuple<T...> tie_up(T... t) { return Tuple<T...>(t...); }
template <class... T> __device__ float sum(T... t) { return (0.0f + ... + static_cast<float>(t)); }
template <class... T> __device__ bool all_small(T... t) { return ((t < 40) && ...); }
__global__ void k(const int *a, float *o) {
    int i = threadIdx.x;
    auto t = tie_up(a[i], 1.5f, static_cast<short>(i), 2.25);
    get<2>(t) += 5;
    get<0>(t) *= 2;
    bool small = t.apply([](auto... v) { return all_small(v...); });
    o[i] = t.apply([](auto... v) { return sum(v...); }) + (small ? 1000.0f : 0.0f);
}
