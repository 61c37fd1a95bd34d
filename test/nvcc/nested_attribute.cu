// Toolkits 11 and 12 make __noinline__ a macro, so libstdc++'s __attribute__((__noinline__)) becomes
// an attribute in an attribute. cudafe++ takes that one, g++ does not: its text has it unwrapped.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 -Xcompiler -Wall,-Wextra,-Werror %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// EXPECT:
// 3 7 12 5
#include <cstdio>

#undef __noinline__
#define __noinline__ __attribute__((noinline))

__attribute__((__noinline__)) static int alone(int a) { return a + 1; }
__attribute__((__unused__, __noinline__, __cold__)) static int between(int a) { return a + 2; }
struct Holder {
    int value;
    __attribute__((__noinline__)) int twice() const { return value * 2; }
    __host__ __device__ __noinline__ int marked() const { return value - 1; }
};
__global__ void k(int *p, Holder h) { *p = h.marked(); }

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p, Holder{6});
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", alone(2), between(5), Holder{6}.twice(), *p);
}
