// RUN: cuprum %s -o %t
// Parameters that no machine has room for.
struct Huge { char a[1ull << 33]; };
struct M1 { Huge a, b; };
struct M2 { M1 a, b; };
__device__ M2 global;
__device__ M2 f(M2 m) { return m; } // ERROR: a parameter of type "M2" is too large
__global__ void g() { global = f(global); }
__global__ void k(Huge m) {} // ERROR: a parameter of type "Huge" is too large
