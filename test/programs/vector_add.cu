// SPDX-License-Identifier: Apache-2.0
// A first program: the sum of two vectors, with memory copied by hand.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int main() {
    const int n = 10000;
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) a[i] = i * 0.5f, b[i] = 3.0f - i;
    float *da, *db, *dc;
    size_t bytes = n * sizeof(float);
    if (cudaMalloc(&da, bytes) || cudaMalloc(&db, bytes) || cudaMalloc(&dc, bytes)) return 1;
    cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
    cudaError_t e = cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        printf("%s: %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
        return EXIT_FAILURE;
    }
    for (int i = 0; i < n; i++) {
        if (c[i] != a[i] + b[i]) {
            printf("wrong at %d: %g\n", i, c[i]);
            return EXIT_FAILURE;
        }
    }
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    puts("PASS");
}
