// A class whose copy needs a copy of it, and an array of arrays of nothing.
// RUN: cuprum %s -o %t.ptx
struct A;
struct B {
    __device__ B(const A &);
    __device__ B(B &);
};
struct A {
    __device__ A(B);
};
__device__ B f(const B &b) {
    return b; // ERROR: expressions or statements are nested too deeply
}
struct C {
    __device__ C(...);
};
__device__ void g() {
    volatile C c;
    volatile C d(c); // ERROR: expressions or statements are nested too deeply
    int a[][0] = {0}; // ERROR: too many initializer values
}
