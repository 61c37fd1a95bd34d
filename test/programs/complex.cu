// SPDX-License-Identifier: Apache-2.0
// A first program: complex numbers: the Mandelbrot set on both sides, with cuComplex.h.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cuComplex.h>

__host__ __device__ int steps(cuFloatComplex c, int most) {
    cuFloatComplex z = make_cuFloatComplex(0, 0);
    int n = 0;
    for (; n < most && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4; n++)
        z = cuCaddf(cuCmulf(z, z), c);
    return n;
}

__global__ void draw(int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w) out[y * w + x] = steps(make_cuFloatComplex(x * 4.0f / w - 2.5f, y * 2.5f / h - 1.25f), 50);
}

__global__ void quotient(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex *q) {
    *q = cuCdiv(a, b);
}

int main() {
    const int w = 64, h = 32;
    int *out, same = 0;
    cuDoubleComplex *q;
    cudaMallocManaged(&out, w * h * sizeof(int));
    cudaMallocManaged(&q, sizeof *q);
    draw<<<dim3(2, h), 32>>>(out, w, h);
    quotient<<<1, 1>>>(make_cuDoubleComplex(3, 4), make_cuDoubleComplex(1, -2), q);
    if (cudaDeviceSynchronize()) return 1;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            same += out[y * w + x] == steps(make_cuFloatComplex(x * 4.0f / w - 2.5f, y * 2.5f / h - 1.25f), 50);
    }
    bool ok = same > w * h * 98 / 100; // products and sums may be fused on one side
    ok = ok && std::fabs(cuCreal(*q) + 1) < 1e-15 && std::fabs(cuCimag(*q) - 2) < 1e-15 && std::fabs(cuCabs(make_cuDoubleComplex(3, 4)) - 5) < 1e-14;
    printf("%d of %d\n%s\n", same, w * h, ok ? "PASS" : "FAIL");
    return !ok;
}
