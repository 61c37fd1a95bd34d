// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// The type of an alias-declaration may define enumerators and classes, whose names are found whether
// or not the alias was used before [dcl.typedef]/2.
namespace a {
using named = enum mo { m1, m2 };
using unnamed = enum : short { m3 = 3 };
using scoped = const enum class sc { m4 };
using attributed = enum [[maybe_unused]] at { m5 = 5 };
} // namespace a
using global = enum { g1, g2 };
using structure = struct Defined { enum { z = 7 }; };
using pointer = struct Declared *;
struct S {
    using e = enum { s1 = 4 };
    enum { k = s1 + 1 };
};
template <class T> struct D {
    using e = enum { t1 = sizeof(T) };
};
__device__ int f() {
    using local = enum { l1 };
    static_assert(a::m2 == 1 && a::m3 == 3 && a::m5 == 5 && g2 == 1 && S::k == 5, "");
    static_assert(D<int>::t1 == 4 && l1 == 0 && Defined::z == 7, "");
    Declared *d = nullptr;
    return d == pointer();
}
__device__ int g() {
    return a::m4; // ERROR: namespace "a" has no member "m4"
}
