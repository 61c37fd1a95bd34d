// SPDX-License-Identifier: Apache-2.0
// A program with NVIDIA's static run-time library cannot run; it is told how to be linked.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -gencode arch=compute_80,code=compute_80 -o %t.exe %s && cuprum exec %t.exe
// CHECK: this program is linked with NVIDIA's static run-time library (nvcc's default)
// CHECK: Link it with the shared one{{.*}}nvcc -cudart shared
// EXIT: 1
// RUN[LIB]: nvcc -Xcompiler -fPIC -shared -DLIBRARY -o %t.so %s && nvcc -cudart shared -DUSER -o %t.exe %s %t.so && \
// RUN[LIB]: cuprum exec %t.exe
// LIB: program 0
// LIB: .so has NVIDIA's static run-time library inside{{.*}}nvcc -cudart shared
// EXIT[LIB]: 1
#include <cstdio>
#if defined LIBRARY
int library() { // its own run-time library
    void *p;
    return cudaMalloc(&p, 4);
}
#else
#ifdef USER
int library();
#else
int library() { return 1; }
#endif
int main() {
    void *p;
    int failed = library(), e = cudaMalloc(&p, 4);
    printf("%s %d\n", failed ? "program" : "none", e);
}
#endif
