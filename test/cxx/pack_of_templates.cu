// SPDX-License-Identifier: Apache-2.0
// Packs of template template parameters through alias templates, calls and partial specializations.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -o -
// CHECK: .entry _Z4walkPi(
template <template <int> class... Cs> struct List {
    static constexpr int n = sizeof...(Cs);
};
template <template <int> class... Cs> using Same = List<Cs...>;
template <template <int> class First, template <int> class... Cs> using Tail = List<Cs...>;
template <template <int> class... Cs> using Doubled = List<Cs..., Cs...>;
template <int N> struct Box {
    int v[N];
};
template <int N> struct Bag {
    char v[N];
};
template <class L> struct Sizes;
template <template <int> class... Cs> struct Sizes<List<Cs...>> {
    static constexpr int sum = (0 + ... + (int)sizeof(Cs<4>));
};
template <template <int> class... Cs> __device__ int count(Same<Cs...>) { return sizeof...(Cs); }
template <template <int> class... Cs> __device__ int twice(List<Cs...>) { return Doubled<Cs...>::n; }
__global__ void walk(int *p) {
    p[0] = count(Same<Box, Bag, Box>());
    p[1] = twice(Same<Box>());
    static_assert(Tail<Box, Bag>::n == 1);
    static_assert(Sizes<Same<Box, Bag>>::sum == 20);
    static_assert(Sizes<Doubled<Bag, Bag>>::sum == 16);
}
