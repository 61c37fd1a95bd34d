// SPDX-License-Identifier: Apache-2.0
// A launch may be written with blanks inside its marks, as nvcc takes it; `operator<< <T>` is none.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void set(int *p) { *p += 7; }

template <class T> struct Box {
    T v;
};
template <class T> int operator<< (Box<T> box, int b) { return box.v + b; }

int main() {
    int *p, got = 0, zero = 0;
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &zero, 4, cudaMemcpyHostToDevice);
    set << < 1, 1 >> > (p);
    set<< <1, 1>> >(p);
    cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost);
    Box<int> box{3};
    int shifted = operator<< <int>(box, 4) >> 1;
    puts(got == 14 && shifted == 3 ? "PASS" : "FAIL");
}
