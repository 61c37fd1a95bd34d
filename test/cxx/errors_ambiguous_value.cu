// A value's name that two namespaces give is ambiguous, and each declaration is shown.
// RUN: cuprum %s --syntax-only -w
namespace a {
__device__ int value; // NOTE: is declared here
__device__ int alone;
}
namespace b {
__device__ int value; // NOTE: is declared here
}
namespace c {
__device__ int value; // NOTE: is declared here
}
using namespace a;
using namespace b;
using namespace c;
__global__ void k(int *out) {
    out[0] = value; // ERROR: "value" is ambiguous
    out[1] = a::value + b::value + alone;
}
