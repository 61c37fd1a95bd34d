// The lines of a module: variables and functions have an empty one between them, as nvcc's.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK: .address_size 64
// CHECK-EMPTY:
// CHECK-NEXT: .global .align 4 .u32 first;
// CHECK-NEXT: .global .align 4 .u32 second;
// CHECK-EMPTY:
// CHECK-NEXT: // .globl _Z1kPi
// CHECK-NEXT: .visible .entry _Z1kPi(
// CHECK: ret;
// CHECK-EMPTY:
// CHECK-NEXT: }
__device__ int first, second;
__global__ void k(int *p) {
    *p = first + second++;
}
