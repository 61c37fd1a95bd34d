// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// Bases that fit with packs of other elements are several [temp.deduct.call]/4.3; one base that is
// there more than once is one, and the nearest counts.
template <class... T> struct V {};
template <class T> struct W {};
template <class... T> __device__ void pack(const V<T...> &);
template <class T> __device__ void one(const W<T> &);
template <class T> __device__ T &&value();
template <class T, class = decltype(pack(value<T>()))> __device__ char is_pack(int);
template <class T> __device__ long is_pack(...);
template <class T, class = decltype(one(value<T>()))> __device__ char is_one(int);
template <class T> __device__ long is_one(...);

struct Two : V<short>, V<long, float> {};
static_assert(sizeof(is_pack<Two>(0)) == 8, "");
struct Shorter : V<short>, V<> {};
static_assert(sizeof(is_pack<Shorter>(0)) == 8, "");
struct Other : V<short, int>, V<short, char> {};
static_assert(sizeof(is_pack<Other>(0)) == 8, "");
struct Single : V<long, float> {};
struct Again : Single {};
static_assert(sizeof(is_pack<Single>(0)) == 1 && sizeof(is_pack<Again>(0)) == 1, "");
struct Virtual1 : virtual V<int> {};
struct Virtual2 : virtual V<int> {};
struct Shared : Virtual1, Virtual2 {};
static_assert(sizeof(is_pack<Shared>(0)) == 1, "");
struct Plain1 : V<int> {};
struct Plain2 : V<int> {};
struct Ambiguous : Plain1, Plain2 {}; // deduced, and then no conversion
static_assert(sizeof(is_pack<Ambiguous>(0)) == 8, "");
struct Wide : W<int>, W<long> {};
static_assert(sizeof(is_one<Wide>(0)) == 8, "");
struct Both : V<char>, W<int> {};
static_assert(sizeof(is_one<Both>(0)) == 1 && sizeof(is_pack<Both>(0)) == 1, "");
