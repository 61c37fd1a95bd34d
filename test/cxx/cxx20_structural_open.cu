// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 %s
// A template parameter whose type is deduced or depends has a structural type, too [temp.param]/6.
template <auto V> struct Auto {};
template <class T, T V> struct Typed {};
template <class T> concept good = requires {
    typename Auto<T{1}>;
    typename Typed<T, T{1}>;
};
template <class T> concept neither = !requires { typename Auto<T{1}>; } &&
                                     !requires { typename Typed<T, T{1}>; };
struct Public { int x; };
static_assert(good<Public> && good<int>);
class Private {
    int x;

public:
    constexpr Private(int i) : x(i) {}
};
static_assert(neither<Private>);
struct Mutable { mutable int x; };
static_assert(neither<Mutable>);
struct PrivateBase : private Public {
    constexpr PrivateBase(int i) : Public{i} {}
};
static_assert(neither<PrivateBase>);
struct Member {
    Private p;
    constexpr Member(int i) : p(i) {}
};
static_assert(neither<Member>);
template <auto V> constexpr int called = V();
static_assert(called<[] { return 3; }> == 3);
__device__ Auto<Private(1)> wrong; // ERROR: type "Private" of a template parameter is not structural
