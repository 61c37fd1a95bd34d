// RUN: cuprum -arch=sm_90 %s -o /dev/null
// Variables that stay to the end of the program and would have to be destroyed, or be initialised in
// part.
struct Written {
    int x;
    __device__ ~Written() { x = 1; }
};
struct Empty {
    int x;
    __device__ ~Empty() {}
};
struct Half {
    int a = 3, b;
};
__device__ Written written; // ERROR: dynamic initialization is not supported for a __device__ variable
__constant__ Written array[2]; // ERROR: dynamic initialization is not supported for a __constant__ variable
__shared__ Written shared; // ERROR: dynamic initialization is not supported for a __shared__ variable
__device__ Half half; // ERROR: dynamic initialization is not supported for a __device__ variable
__device__ Empty empty;
__shared__ Empty shared_empty;
__global__ void k(int *p) {
    static Written local; // ERROR: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
    static Empty local_empty;
    *p = local.x + local_empty.x + half.a + shared.x;
}
