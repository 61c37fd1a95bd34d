// SPDX-License-Identifier: Apache-2.0
// mma.h: products of half, bfloat, tf32, double and integer fragments.
// RUN: sh %S/kernel.sh %s --min-sm=80 --grid=1 --block=32 buf:f16:512:rand:1 buf:u32:1024:rand:2 buf:f32:2048:zero
// REQUIRES: nvcc
// TIMEOUT: 180
#include <cuda_bf16.h>
#include <mma.h>
using namespace nvcuda;
template <class T, class A, int M, int N, int K> __device__ void product(const T *a, const T *b, A *o) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, M, N, K, A> fc;
    wmma::fill_fragment(fc, A(1));
    wmma::load_matrix_sync(fa, a, K);
    wmma::load_matrix_sync(fb, b, K);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + fc.x[i];
    wmma::store_matrix_sync(o, fc, N, wmma::mem_row_major);
}
__global__ void k(const __half *h, const unsigned *w, float *o) {
    __shared__ __nv_bfloat16 b[512];
    __shared__ double d[128];
    __shared__ signed char c[512];
    for (int i = threadIdx.x; i < 512; i += 32) {
        b[i] = __float2bfloat16(__half2float(h[i]));
        if (i < 128) d[i] = double(w[i] & 63);
        c[i] = w[i] & 127;
    }
    __syncwarp();
    product<__half, float, 16, 16, 16>(h, h + 256, o);
    product<__half, __half, 32, 8, 16>(h, h + 256, (__half *)(o + 256));
    product<__nv_bfloat16, float, 16, 16, 16>(b, b + 256, o + 512);
    product<signed char, int, 16, 16, 16>(c, c + 256, (int *)(o + 768));
    product<double, double, 8, 8, 4>(d, d + 32, (double *)(o + 1024));
}
