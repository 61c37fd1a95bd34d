// An attribute in brackets in front of CUDA's marks is no lambda's introducer: no option is asked for.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN[BUILD]: cuprum build --no-toolkit -std=c++17 -arch=sm_90 %s -o %t.b && cuprum exec %t.b
// TIMEOUT: 60
// CHECK: 7 4
// BUILD: 7 4
#include <cstdio>

[[nodiscard]] __host__ __device__ int both(int a) { return a + 1; }
struct Holder {
    int value;
    [[nodiscard]] [[gnu::noinline]] __host__ __device__ int get() const { return value; }
    [[maybe_unused]] __device__ static int twice(int a) { return 2 * a; }
};
[[maybe_unused]] __device__ int counter = 3;
[[gnu::used]] __global__ void k(int *p, Holder holder) { *p = holder.get() + Holder::twice(1) + counter - both(0); }

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p, Holder{3});
    cudaDeviceSynchronize();
    printf("%d %d\n", *p, both(3));
}
