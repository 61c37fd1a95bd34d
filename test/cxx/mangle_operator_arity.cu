// An operator in a signature is named by its arity: `mi` has two operands, `ng` one, and a name alone is the binary one.
// RUN: cuprum %s -o -
// CHECK-DAG: .entry _Z3twoI1AEvPDTclonmicvT__EcvS1__EEE(
// CHECK-DAG: .entry _Z5starsI1AEvPDTclonmlcvT__EcvS1__EEE(
struct A {};
__device__ int operator-(A, A);
__device__ int operator-(A);
__device__ int operator*(A, A);
template <class T> __global__ void two(decltype(operator-(T(), T())) *p) { *p = 1; }
template <class T> __global__ void stars(decltype(operator*(T(), T())) *p) { *p = 1; }
template __global__ void two<A>(int *);
template __global__ void stars<A>(int *);
