// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int Block> __global__ void k(int *p) {
    static_assert(Block % 32 == 0, "Block must be a multiple of the warp size"); // ERROR: static assertion failed with "Block must be a multiple of the warp size"
    *p = Block;
}
void run(int *p) { k<48><<<1, 48>>>(p); }
