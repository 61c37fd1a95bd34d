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
__device__ Written written; // ERROR: dynamic initialization is not supported for the __device__, __shared__ or __constant__ variable "written"
__constant__ Written array[2]; // ERROR: variable "array"
__shared__ Written shared; // ERROR: variable "shared"
__device__ Half half; // ERROR: variable "half"
__device__ Empty empty;
__shared__ Empty shared_empty;
__global__ void k(int *p) {
    static Written local; // ERROR: variable "local"
    static Empty local_empty;
    *p = local.x + local_empty.x + half.a + shared.x;
}
