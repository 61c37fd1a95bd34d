// SPDX-License-Identifier: Apache-2.0
// Nobody writes a const variable of device memory: it is read through the read-only cache, as nvcc's.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK: .entry read_table
// CHECK: ld.global.nc.f64
// CHECK: .entry read_field
// CHECK-NOT: ld.global.nc
// CHECK: .entry read_volatile
// CHECK-NOT: ld.global.nc
// CHECK: .entry read_variable
// CHECK-NOT: ld.global.nc
struct Changing {
    mutable int count;
    int other;
};
static __device__ const double table[4] = {1, 2, 3, 5};
static __device__ const Changing changing[2] = {{1, 2}, {3, 4}};
static __device__ const volatile int loud[2] = {1, 2};
static __device__ double variable[4] = {1, 2, 3, 5};
extern "C" __global__ void read_table(double *o, int i) { *o = table[i]; }
extern "C" __global__ void read_field(int *o, int i) { *o = changing[i].count; }
extern "C" __global__ void read_volatile(int *o, int i) { *o = loud[i]; }
extern "C" __global__ void read_variable(double *o, int i) { *o = variable[i]; }
