// SPDX-License-Identifier: Apache-2.0
// A first program: a product of matrices in tiles of shared memory, with two-dimensional blocks.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <vector>

template <int TILE> __global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float ta[TILE][TILE], tb[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main() {
    constexpr int n = 64, tile = 16;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++) a[i] = (i % 7) - 3, b[i] = (i % 5) * 0.25f;
    float *d[3];
    for (float *&p : d) cudaMalloc(&p, n * n * sizeof(float));
    cudaMemcpy(d[0], a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(tile, tile), grid(n / tile, n / tile);
    multiply<tile><<<grid, block>>>(d[0], d[1], d[2], n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    cudaMemcpy(c.data(), d[2], n * n * sizeof(float), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += (double)a[i * n + k] * b[k * n + j];
            worst = std::fmax(worst, std::fabs(s - c[i * n + j]));
        }
    }
    puts(worst < 1e-4 ? "PASS" : "FAIL");
}
