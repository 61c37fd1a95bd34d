// What clashes among many overloads (src/cxx/lookup/rivals.c) is found as among a few.
// RUN: cuprum --syntax-only %s
template <int N> struct T {};
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)
#define FUNCTION(n) __device__ int f(T<n>) { return n; }
FORTY(FUNCTION)
__device__ float f(T<17>); // ERROR: cannot overload functions distinguished by return type alone
__device__ int f(T<18>) { return 0; } // ERROR: "int f(T<18>)" has already been defined
int f; // ERROR: "f" has already been declared
extern "C" __device__ int c(T<10>);
#define OTHER(n) __device__ int c(T<n>, int);
FORTY(OTHER)
extern "C" __device__ int c(int); // ERROR: more than one instance of an overloaded function has "C" linkage
struct S {
#define MEMBER(n) __device__ int m(T<n>);
    FORTY(MEMBER)
    __device__ int m(T<30>); // ERROR: class member "int S::m(T<30>)" has already been declared
    __device__ int m(T<31>) &; // ERROR: both need a ref-qualifier, or neither
};
__device__ int S::m(T<9>) { return 0; } // ERROR: does not match any member of "struct S"
struct B {
#define VIRTUAL(n) __device__ virtual int v(T<n>) { return n; }
    FORTY(VIRTUAL)
    __device__ virtual int v(T<50>) final { return 50; }
};
struct D : B {
    __device__ int v(T<49>) override { return 1; }
    __device__ int v(T<51>) override { return 1; } // ERROR: does not override
    __device__ int v(T<50>) override { return 1; } // ERROR: final
};
