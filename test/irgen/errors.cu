// RUN: cuprum %s -arch=sm_75 -o -
// What is legal C++ and has no meaning in device code, or none yet.
struct Pair { int a, b; };
struct Fancy { __device__ Fancy(int); __device__ ~Fancy(); int v; };
__device__ int later(int);     // ERROR: device function "int later(int)" is used but has no definition
__device__ int opaque(int x) { return x + 1; }
__device__ int start = opaque(4); // ERROR: dynamic initialization is not supported for a __device__ variable
__global__ void undefined(int *p) {
    *p = later(1);
    p[1] = later(2); // reported once
}
__global__ void use_start(int *p) { *p = start; }
__global__ void prints(Pair *p, int n) {
    printf("%d\n", *p); // ERROR: cannot pass an argument of class type through "..."
    printf("%d\n", n);
}
