// SPDX-License-Identifier: Apache-2.0
// An operand "C" of inline PTX is text, and has to be constant.
// RUN: cuprum %s -arch=sm_90 -o -
__device__ char changes[] = "add";
__global__ void k(int *p) {
    asm volatile("// %0" ::"C"(changes)); // ERROR: an asm operand with constraint "C" must be a constant array of characters that ends in 0
}
