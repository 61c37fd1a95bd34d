// An operator that is named, rather than written between its operands, is mangled as the binary one
// of its spelling, as g++ does.
// RUN: cuprum %s -o - | grep entry
// CHECK: _Z6binaryI1AEvPDTclonmicvT__EcvS1__EEE
// CHECK: _Z7productI1AEvPDTclonmlcvT__EcvS1__EEE
// CHECK: _Z5unaryI1AEvPDTclonmicvT__EEE
struct A {};
__device__ int operator-(A, A);
__device__ int operator-(A);
__device__ int operator*(A, A);
template <class T> __global__ void binary(decltype(operator-(T(), T())) *p) { *p = 1; }
template <class T> __global__ void product(decltype(operator*(T(), T())) *p) { *p = 1; }
template <class T> __global__ void unary(decltype(operator-(T())) *p) { *p = 1; }
template __global__ void binary<A>(int *);
template __global__ void product<A>(int *);
template __global__ void unary<A>(int *);
