// SPDX-License-Identifier: Apache-2.0
// Objects of classes where an integral constant is wanted: bounds, enumerators, bit-fields, alignments
// [expr.const]/9 (cute: `float s[size(Tile{})]`).
// EXIT[BAD]: 1
// RUN: cuprum %s --check-all --syntax-only -std=c++17
// RUN[BAD]: cuprum %s -DBAD --check-all --syntax-only -std=c++17 2>&1
// BAD: (33): error: the size of an array must not be negative
// BAD: (34): error: no suitable conversion function from "E" to "unsigned long" exists
// BAD: (35): error: the value of an enumerator must have integral type
// BAD: 3 errors
template <class T, T v> struct C {
    __host__ __device__ constexpr operator T() const noexcept { return v; }
};
struct E {
    explicit constexpr operator int() const { return 3; }
};
template <int N> struct V {
    int w[C<int, N>{}];
    union {
        struct {
            char c[C<int, N>{}][C<long, 2>{}];
        } in;
    } u;
};
enum X { x = C<int, 7>{}, y };
enum F : short { f = C<int, 9>{} };
struct B {
    int bits : C<int, 3>{};
    alignas(C<int, 16>{}) int g;
};
static_assert(sizeof(V<5>) == 32 && sizeof(V<5>::w) == 20 && x == 7 && y == 8 && f == 9 && alignof(B) == 16);
#ifdef BAD
int bad1[C<int, -1>{}];
int bad2[E{}];
enum { bad3 = E{} };
#endif
__global__ void k(char *p) {
    V<4> &v = *reinterpret_cast<V<4> *>(p);
    auto *q = &v.w[0];
    *q = sizeof(v.w) + (new int[1][C<int, 2>{}])[0][0];
}
