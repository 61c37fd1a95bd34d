// SPDX-License-Identifier: Apache-2.0
// Calls that the virtual GPU does not have: an error for the program, one line with the name.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -o %t.exe %s && cuprum exec %t.exe
// CHECK: first
// CHECK: cuprum exec: cudaImportExternalMemory is not supported on the virtual GPU; it returns an error
// CHECK: 801 801 operation not supported
// CHECK-NOT: cudaImportExternalMemory
// RUN[QUIET]: cuprum exec --quiet %t.exe
// QUIET: first
// QUIET-NOT: not supported on the virtual GPU
#include <cstdio>
int main() {
    fprintf(stderr, "first\n");
    cudaExternalMemory_t memory;
    cudaExternalMemoryHandleDesc handle = {};
    int one = cudaImportExternalMemory(&memory, &handle);
    int two = cudaImportExternalMemory(&memory, &handle);
    fprintf(stderr, "%d %d %s\n", one, two, cudaGetErrorString(cudaGetLastError()));
}
