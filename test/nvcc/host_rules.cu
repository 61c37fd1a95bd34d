// What cudafe++ says of host code, once for all architectures; nothing with -ptx.
// REQUIRES: g++
// RUN[C]: cuprum nvcc --no-toolkit -gencode arch=compute_75,code=compute_75 -gencode arch=compute_90,code=compute_90 -c %s -o %t.o 2>&1 | grep -o 'host_rules.cu(.*' || true
// RUN[P]: cuprum nvcc --no-toolkit -ptx %s -o %t.ptx 2>&1
// P-NOT: only_device
// EXPECT[C]:
// host_rules.cu(14): warning #20091-D: a __device__ variable "counter" cannot be directly read in a host function
// host_rules.cu(14): note: host code copies such a variable with cudaMemcpyFromSymbol
// host_rules.cu(15): error: calling a __device__ function("only_device(int)") from a __host__ function("Caller::run") is not allowed
__device__ int counter;
__device__ int only_device(int a) { return a + counter; }
struct Caller { int run(); };
__global__ void k(int *p) { *p = only_device(*p); }
int read() { return counter; }
int Caller::run() { return only_device(1); }
