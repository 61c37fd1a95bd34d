// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum nvcc -c -arch=sm_80 %s -o %t.o
// EXIT: 2
// REQUIRES: g++
// A file without device code, whose namespaces nobody has looked into.
namespace lib {
int calls(int *p) { return atomicAdd(p, 1); } // ERROR: calling a __device__ function("atomicAdd(int *, int)") from a __host__ function("lib::calls") is not allowed
}
