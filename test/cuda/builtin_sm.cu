// SPDX-License-Identifier: Apache-2.0
// Functions that the GPU is too old for, with our headers.
// RUN: cuprum %s -arch=sm_75 -o -
__global__ void k(int *r, const int *p) {
    __imma_m16n16k16_ld_a_s8(r, p, 16, 0);
    r[0] = __nv_clusterSizeInBlocks_impl(); // ERROR: needs compute capability 9.0 or higher
    __dmma_m8n8k4_ld_a((double *)r, (const double *)p, 4, 0); // ERROR: "__dmma_m8n8k4_ld_a" needs compute capability 8.0
    __nv_memcpy_async_shared_global_4_impl(r, p, 4); // ERROR: needs compute capability 8.0 or higher
}
