// One mistake is one error, and does not hide the next.
// RUN: cuprum --syntax-only -arch=sm_80 %s
namespace std {
template <class T, int N> struct array { T a[N]; }; // NOTE: did you mean "std::array"?
// NOTE@-1: did you mean "array"?
}
struct Pair { float first, second; };
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
__device__ Pair both(float a, float b) { return {a, b}; } // NOTE: declared here

__global__ void typed(Pair *v, float *o) {
    int index = blockIdx.x + theadIdx.x; // ERROR: identifier "theadIdx" is undefined
    v[index].third = 1; // ERROR: class "Pair" has no member "third"
    Pair q = both(1); // ERROR: too few arguments in function call
    Pair w = q + q; // ERROR: no operator "+" matches these operands
    auto lost = lst; // ERROR: identifier "lst" is undefined
    lost.nothing = 1;
    const int n = missing; // ERROR: identifier "missing" is undefined
    float a[n];
}

__global__ void unknown_types(int *o) {
    vector<int> v; // ERROR: identifier "vector" is undefined
    // NOTE@-1: "std::vector" is declared in <vector>
    v.push_back(1);
    array<int, 4> a = {1, 2}; // ERROR: identifier "array" is undefined
    a[0] = 1;
    std::arrays<int, 4> b; // ERROR: namespace "std" has no member "arrays"
    b.a[0] = 1;
    cg::thread_block block = cg::this_thread_block(); // ERROR: identifier "cg" is undefined
    // NOTE@-1: "cg" is a usual name for it: #include <cooperative_groups.h> and namespace cg = cooperative_groups;
    block.sync();
}

__global__ void once(int *o) {
    o[0] = foo; // ERROR: identifier "foo" is undefined
    o[1] = foo + other(1); // ERROR: identifier "other" is undefined
    for (;;) o[2] = foo + other(2);
}
__global__ void again(int *o) {
    o[0] = foo; // ERROR: identifier "foo" is undefined
    o[1] = LARGER(1); // ERROR: macro "LARGER" takes 2 arguments, but only 1 are given
}

struct Matrix {
    __device__ float at(int i) { return i; } // NOTE: "at" is declared here, and not as const
};
__device__ float read(const Matrix &m) { return m.at(1); } // ERROR: the object has type qualifiers that are not compatible
struct Error {
    Error(const char *);
    ~Error();
};
__device__ void raise(int v) {
    if (v) throw Error("v"); // ERROR: device code does not support exception handling ("throw")
}
__device__ void shared() {
    extern __shared__ float buffer[]; // NOTE: "buffer" is declared here
    extern __shared__ int buffer[]; // ERROR: declaration is incompatible with "buffer"
}

__device__ void dot(Pair p, int v) {
    p->first = 1; // ERROR: expression must have pointer type but it has type "Pair"
    // NOTE@-1: "Pair" is no pointer: use "."
    v = __shfl_down(v, 1); // ERROR: identifier "__shfl_down" is undefined
}
