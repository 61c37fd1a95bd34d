// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -std=c++17 -arch=sm_90 %s
// What a mistake is called, where it is, and that nothing follows from it.
struct Config { int width; } // ERROR: expected a ";" behind the definition of a class or enumeration
__device__ int width(Config c) { return c.width; }
enum Color { red } // ERROR: expected a ";" behind the definition of a class or enumeration

__device__ int colour(Color c) { return c; }

__device__ void branches(int *a, int n) {
    if (n < 3) // NOTE: this "if" has one statement, with which it ends: several need braces
        a[0] = 1;
        a[1] = 2;
    else // ERROR: expected a statement: this "else" has no "if"
        a[0] = 0;
    while (n) { n--; }
    else a[2] = 1; // ERROR: this "else" has no "if"
}

__global__ void shared_array(float *a, int n) {
    __shared__ float buf[n]; // ERROR: expression must have a constant value
    // NOTE@-1: the value of variable "n" cannot be used as a constant
    // NOTE@-2: an array whose size the launch says is declared "extern __shared__ float buf[];"
    buf[0] = a[0];
}

struct Shape { __device__ virtual float area() const = 0; }; // NOTE: "float Shape::area() const" has this name, but other parameters or qualifiers
struct Circle : Shape {
    __device__ float area() override { return 1; } // ERROR: declared with "override" does not override
};
__device__ float round_one() {
    Circle c; // not said again: it is abstract
    return c.area();
}

struct Scale { __device__ float apply(float x) const { return x; } };
template <class F> __device__ float call(F f) { return f(1.0f); } // ERROR: class "Scale" has no operator(): its objects cannot be called
__device__ float scaled() { return call(Scale()); }

// Of a class that refuses its arguments the members are not judged.
template <int N> struct Helper;
template <> struct Helper<32> { static constexpr int mask = 31; };
template <int N> struct Tile {
    static_assert(N == 32, "a tile has 32 threads"); // ERROR: static assertion failed with "a tile has 32 threads"
    __device__ int lane(int i) { return i & Helper<N>::mask; }
};
__device__ int lane(int i) {
    Tile<24> t;
    return t.lane(i);
}

__device__ void atomics(short *s, double *d) {
    atomicAdd(s, 1); // ERROR: no instance of overloaded function "atomicAdd" matches the argument list; argument types are: (short *, int)
    // NOTE@0: argument 1 may be one of: int *, unsigned int *
    atomicMax(d, 1.0); // ERROR: no instance of overloaded function "atomicMax"
    // NOTE@0: argument 1 may be one of: int *, unsigned int *
}

// Of what a file with errors does not use nothing is said.
static __device__ int nobody() { int nothing; }

template <class T> struct Block { struct Temp {}; __device__ Block(Temp &) {} __device__ void f(T) {} };
__device__ void member_types(int *p) {
    typedef Block<int> B;
    typename B::Tmp temp; // ERROR: class "Block<int>" has no member "Tmp"
    B(temp).f(1);
    B::Tmp other; // ERROR: class "Block<int>" has no member "Tmp"
    p[0] = other;
}
