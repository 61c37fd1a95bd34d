// SPDX-License-Identifier: Apache-2.0
// A program with NVIDIA's static run-time library cannot run; it is told how to be linked.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe
// CHECK: static {{[1-9][0-9]*}}
// CHECK: link programs with nvcc's option -cudart shared
#include <cstdio>
int main() {
    void *p;
    printf("static %d\n", cudaMalloc(&p, 4));
}
