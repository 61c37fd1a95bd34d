// Host code that calls a device function is warned of by the host's compiler (NVIDIA's front end: an error).
// REQUIRES: g++
// RUN: cuprum nvcc --no-toolkit -O2 -c %s -o %t.o 2>&1 | LC_ALL=C grep -o '[^/]*warning: call.*'
// EXPECT:
// host_calls.cu:14:32: warning: call to 'only_device' declared with attribute warning: calling a __device__ function from a __host__ function is not allowed [-Wattribute-warning]
__device__ int only_device(int a) { return a + 1; }
__device__ inline int device_inline(int a) { return only_device(a); }
__host__ __device__ int both(int a) {
#ifdef __CUDA_ARCH__
    return device_inline(a);
#endif
    return a;
}
int host() { return only_device(1) + both(2); }
__global__ void k(int *p) { *p = only_device(both(*p)); }
using Result = decltype(only_device(1)); // names it, and does not call it
