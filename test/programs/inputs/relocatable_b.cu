// The other unit of relocatable.cu.
#include <cstdio>

__device__ int table[3] = {5, 6, 7};
__managed__ int shared_by_all = 10;
static __device__ int mine(int x) {
    return x * 100;
}
template <class T> __device__ __noinline__ T twice(T x) {
    return x + x;
}
__device__ int helper(int x) {
    return twice(x) + mine(1);
}
static __global__ void own(int *p) {
    *p = helper(1) + table[0];
}
int run_other(int *p) {
    own<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    shared_by_all += 1;
    return *p;
}
