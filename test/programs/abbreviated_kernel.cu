// Kernels with parameters of type `auto` [dcl.fct]/22: the host's half takes their address by the types of the arguments.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum build -std=c++20 --no-toolkit %s -o %t.out && cuprum exec %t.out
// CHECK: 5
// CHECK-NEXT: 9
// CHECK-NEXT: 3
#include <cstdio>
__global__ void one(auto value, int *out, auto *nothing) { *out = value + (nothing == nullptr); }
__global__ void all(int *out, auto... value) { *out = (0 + ... + value); }
static void print(int *at) {
    int value;
    cudaMemcpy(&value, at, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
}
int main() {
    int *out;
    cudaMalloc(&out, sizeof *out);
    one<<<1, 1>>>(4, out, (char *)0);
    print(out);
    all<<<1, 1>>>(out, 4, 5L);
    print(out);
    one<signed char><<<1, 1>>>(258, out, (char *)0); // with its arguments named
    print(out);
}
