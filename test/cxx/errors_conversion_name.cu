// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// Conversion functions named with a type that none gives, or that two bases give.
template <class T> struct V {
    T v;
};
struct B {
    __device__ operator long() const { return 7; }
    __device__ operator int *() const { return nullptr; }
};
struct D : B {
    __device__ operator char() const { return 'c'; }
    template <class T> __device__ operator V<T>() const { return V<T>{T(1)}; }
    __device__ int own() { return operator long() + D::operator char(); }
    __device__ int none() { return operator float(); }      // ERROR: identifier "operator float" is undefined
    __device__ int qual() { return D::operator float(); }   // ERROR: class "D" has no member "operator float"
};
struct Other {
    __device__ operator long() const { return 8; }
};
struct Two : D, Other {};
__device__ int ok(const D &d) {
    long (D::*p)() const = &D::operator long;
    return d.operator long() + d.operator char() + d.D::operator long() + d.B::operator long() +
           (d.*p)() + (d.D::operator int *() == nullptr) + d.operator V<int>().v;
}
__device__ int object(const D &d) {
    return d.operator float(); // ERROR: class "D" has no member "operator float"
}
__device__ int qualified(const D &d) {
    return d.D::operator float(); // ERROR: class "D" has no member "operator float"
}
__device__ int base(const D &d) {
    return d.B::operator char(); // ERROR: class "B" has no member "operator char"
}
__device__ int twice(const Two &t) {
    return t.operator long(); // ERROR: "operator long" is ambiguous
}
__device__ auto address() {
    return &D::operator float; // ERROR: class "D" has no member "operator float"
}
template <class T> __device__ T unknown(const D &d) { // no instance: T may be char
    return d.operator T() + d.D::operator T();
}
class Hidden {
    class P {};

public:
    operator P();
};
Hidden::operator P() { return P(); }
void reads(Hidden h) { // the type is found in the class
    h.Hidden::operator P(); // ERROR: "class Hidden::P" is inaccessible
    h.operator P();         // ERROR: "class Hidden::P" is inaccessible
}
