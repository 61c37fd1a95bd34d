// SPDX-License-Identifier: Apache-2.0
// What Tile IR cannot say is an error that names the kernel and what it does.
// RUN: cuprum -std=c++20 -I%S/inputs %s -o /dev/null
// EXIT: 1
#include "tiles.h"

__device__ int counter;
template<typename T> KNOWN T htanh(T);
KNOWN void atomic_min(int *, int);
struct Two {
    int a, b;
};
TILE int again(int n) { return n < 2 ? n : again(n - 1) + again(n - 2); }

// CHECK: error: the tile kernel 'unknown' calls 'unheard_of', which has no Tile IR so far
extern "C" KERNEL void unknown(float *p) { store(p + iota<I16>(), unheard_of(zeros<F16>())); }
// CHECK: error: the tile kernel 'variable' uses the variable 'counter', which is not __tile__
extern "C" KERNEL void variable(int *p) { *p = counter; }
// CHECK: error: the tile kernel 'structure' has a class as parameter; kernels of tiles take numbers and pointers
extern "C" KERNEL void structure(Two t, int *p) { *p = t.a + t.b; }
// CHECK: error: the tile kernel 'recursive' calls '_Z5againi', which is nothing that tiles can do
extern "C" KERNEL void recursive(int *p) { *p = again(*p); }
// CHECK: error: the tile kernel 'wide' computes with integers of 128 bits
extern "C" KERNEL void wide(int *p) { *p = (int)(((__int128)*p * *p) >> 70); }
// CHECK: error: the tile kernel 'threads' calls 'llvm.nvvm.read.ptx.sreg.tid.x', which is nothing that tiles can do
extern "C" KERNEL void threads(int *p) { *p = threadIdx.x; }
// declared otherwise than in NVIDIA's header
// CHECK: error: the tile kernel 'integers' calls 'htanh' of other numbers
extern "C" KERNEL void integers(int *p) { store(p + iota<I16>(), htanh(iota<I16>())); }
// CHECK: error: the tile kernel 'nothing' has a value of a type that tiles lack
extern "C" KERNEL void nothing(int *p) { atomic_min(p, 3); }
// CHECK: 8 errors detected
