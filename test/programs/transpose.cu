// SPDX-License-Identifier: Apache-2.0
// A first program: a transposition through shared memory, with pitched memory on the device.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <vector>

const int T = 16;

__global__ void transpose(const char *in, size_t pitch, char *out, size_t out_pitch, int w, int h) {
    __shared__ float tile[T][T + 1];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = ((const float *)(in + y * pitch))[x];
    __syncthreads();
    x = blockIdx.y * T + threadIdx.x;
    y = blockIdx.x * T + threadIdx.y;
    if (x < h && y < w) ((float *)(out + y * out_pitch))[x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    const int w = 50, h = 35;
    std::vector<float> a(w * h), b(w * h);
    for (int i = 0; i < w * h; i++) a[i] = i;
    char *in, *out;
    size_t pitch, out_pitch;
    cudaMallocPitch(&in, &pitch, w * sizeof(float), h);
    cudaMallocPitch(&out, &out_pitch, h * sizeof(float), w);
    cudaMemcpy2D(in, pitch, a.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    transpose<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(in, pitch, out, out_pitch, w, h);
    cudaMemcpy2D(b.data(), h * sizeof(float), out, out_pitch, h * sizeof(float), w, cudaMemcpyDeviceToHost);
    bool ok = cudaGetLastError() == cudaSuccess;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) ok = ok && b[x * h + y] == a[y * w + x];
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
