// SPDX-License-Identifier: Apache-2.0
// A lattice of bases has exponentially many paths: what looks through bases looks at each class once.
// RUN: cuprum --syntax-only %s
#define STEP(v, n, m)                                                                              \
    struct L##v##m : v V##v##n {};                                                                 \
    struct R##v##m : v V##v##n {};                                                                 \
    struct V##v##m : L##v##m, R##v##m { int a##m; };
struct V0 { int a0; __host__ __device__ int f() const { return a0; } };
struct Vvirtual0 { int a0; __host__ __device__ int f() const { return a0; } };
STEP(, 0, 1)
STEP(, 1, 2)
STEP(, 2, 3)
STEP(, 3, 4)
STEP(, 4, 5)
STEP(, 5, 6)
STEP(, 6, 7)
STEP(, 7, 8)
STEP(, 8, 9)
STEP(, 9, 10)
STEP(, 10, 11)
STEP(, 11, 12)
STEP(, 12, 13)
STEP(, 13, 14)
STEP(, 14, 15)
STEP(, 15, 16)
STEP(, 16, 17)
STEP(, 17, 18)
STEP(, 18, 19)
STEP(, 19, 20)
STEP(, 20, 21)
STEP(, 21, 22)
STEP(, 22, 23)
STEP(, 23, 24)
STEP(, 24, 25)
STEP(, 25, 26)
STEP(, 26, 27)
STEP(, 27, 28)
STEP(, 28, 29)
STEP(, 29, 30)
STEP(, 30, 31)
STEP(, 31, 32)
STEP(, 32, 33)
STEP(, 33, 34)
STEP(, 34, 35)
STEP(virtual, 0, 1)
STEP(virtual, 1, 2)
STEP(virtual, 2, 3)
STEP(virtual, 3, 4)
STEP(virtual, 4, 5)
STEP(virtual, 5, 6)
STEP(virtual, 6, 7)
STEP(virtual, 7, 8)
STEP(virtual, 8, 9)
STEP(virtual, 9, 10)
STEP(virtual, 10, 11)
STEP(virtual, 11, 12)
STEP(virtual, 12, 13)
STEP(virtual, 13, 14)
STEP(virtual, 14, 15)
STEP(virtual, 15, 16)
STEP(virtual, 16, 17)
STEP(virtual, 17, 18)
STEP(virtual, 18, 19)
STEP(virtual, 19, 20)
STEP(virtual, 20, 21)
STEP(virtual, 21, 22)
STEP(virtual, 22, 23)
STEP(virtual, 23, 24)
STEP(virtual, 24, 25)
STEP(virtual, 25, 26)
STEP(virtual, 26, 27)
STEP(virtual, 27, 28)
STEP(virtual, 28, 29)
STEP(virtual, 29, 30)
STEP(virtual, 30, 31)
STEP(virtual, 31, 32)
STEP(virtual, 32, 33)
STEP(virtual, 33, 34)
STEP(virtual, 34, 35)
template <class T> struct Wrap { int w; };
struct Lw : virtual Wrap<int> {};
struct Rw : virtual Wrap<int> {};
struct Both : Lw, Rw {};
template <class T> __device__ int deduced(const Wrap<T> &x) { return sizeof(T) + x.w; }
__device__ int one(Vvirtual35 &x, const Vvirtual0 *&to, Both &b) {
    to = &x;
    return x.a0 + x.f() + x.a35 + deduced(b); // one virtual base, by however many ways
}
__device__ int unknown(V35 &x, Vvirtual35 &y) {
    return x.membr + // ERROR: class "V35" has no member "membr"
           y.membr;  // ERROR: class "Vvirtual35" has no member "membr"
}
__device__ int many(V35 &x) {
    return x.f(); // ERROR: base class "V0" of "V35" is ambiguous
}
struct P : virtual V0 {};
struct Q : virtual V0 {};
struct S : V0 {}; // and one that is not virtual
struct PQ : P, Q {};
struct PQS : P, Q, S {};
struct M1 { int m; };
struct N1 : virtual M1 {};
struct N2 : M1 {};
struct N3 : virtual N2 {};
struct N12 : N1, N3 {}; // two M1, both below virtual bases
__device__ V0 &base(PQ &x) { return x; }
__device__ V0 &base(PQS &x) { return x; } // ERROR: is ambiguous
__device__ M1 &base(N12 &x) { return x; } // ERROR: is ambiguous
