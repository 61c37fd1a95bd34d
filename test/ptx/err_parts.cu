// Values that have too many parts for parameters of PTX are refused.
// RUN: cuprum %s -o - -O0
// EXIT: 1
// CHECK: error: a value of more than 4096 scalars cannot be passed or returned; use a pointer
struct Big { int a[5000]; };
__device__ __noinline__ Big make(int n) { Big b; for (int i = 0; i < 5000; i++) b.a[i] = n; return b; }
__global__ void k(int *p) { *p = make(p[1]).a[p[2]]; }
