// SPDX-License-Identifier: Apache-2.0
// A first program: a product of matrices on tensor cores.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *a, const half *b, float *c, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    int row = blockIdx.y * 16, col = blockIdx.x * 16;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(fa, a + row * n + k, n);
        wmma::load_matrix_sync(fb, b + col * n + k, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] *= 2.0f;
    wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major);
}

int main() {
    const int n = 48;
    half *a, *b;
    float *c;
    cudaMallocManaged(&a, n * n * sizeof(half));
    cudaMallocManaged(&b, n * n * sizeof(half));
    cudaMallocManaged(&c, n * n * sizeof(float));
    for (int i = 0; i < n * n; i++) a[i] = __float2half(i % 5 - 2), b[i] = __float2half((i % 7) * 0.5f);
    product<<<dim3(n / 16, n / 16), 32>>>(a, b, c, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++) s += __half2float(a[i * n + k]) * __half2float(b[j * n + k]);
            ok = ok && std::fabs(c[i * n + j] - 2 * s) < 1e-3f;
        }
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
