// SPDX-License-Identifier: Apache-2.0
// Nobody but the host, which needs no linkage, names the variables of a whole program; with
// relocatable code other units do.
// RUN[A]: cuprum %s -arch=sm_90 -o -
// RUN[R]: cuprum %s -arch=sm_90 -rdc=true -o -
// A-NOT: .visible .global
// A-NOT: .visible .const
// A: {{^}}.global .align 4 .u32 total
// A: {{^}}.const .align 4 .b8 factors[8]
// A: {{^}}.global .align 4 .u32 never
// A: .visible .entry
// R: .visible .global .align 4 .u32 total
// R: .visible .const .align 4 .b8 factors[8]
// R: .visible .global .align 4 .u32 never
__device__ int total;
__constant__ int factors[2];
__device__ int never;
__global__ void k(int i) { total += factors[i]; }
