// SPDX-License-Identifier: Apache-2.0
// A first program: functions of double precision, and the rounding intrinsics.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>

__global__ void evaluate(const double *x, double *y, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    double v = x[i];
    y[i * 8 + 0] = sin(v) * sin(v) + cos(v) * cos(v);
    y[i * 8 + 1] = exp(log(fabs(v) + 1));
    y[i * 8 + 2] = sqrt(v * v);
    y[i * 8 + 3] = pow(fabs(v), 0.5);
    y[i * 8 + 4] = atan2(v, 2.0);
    y[i * 8 + 5] = fma(v, v, -1.0);
    y[i * 8 + 6] = floor(v) + ceil(-v);
    y[i * 8 + 7] = __dadd_rd(v, 1e-30) < __dadd_ru(v, 1e-30) ? 1 : 0;
}

static bool near(double a, double b) {
    return std::fabs(a - b) <= 4e-16 * std::fmax(1, std::fabs(b)) * 4;
}

int main() {
    const int n = 32;
    double *x, *y;
    cudaMallocManaged(&x, n * sizeof(double));
    cudaMallocManaged(&y, 8 * n * sizeof(double));
    for (int i = 0; i < n; i++) x[i] = (i - 15.25) * 0.7;
    evaluate<<<1, n>>>(x, y, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const double *r = y + 8 * i, v = x[i];
        bool all = near(r[0], 1) && near(r[1], std::fabs(v) + 1) && near(r[2], std::fabs(v)) &&
                   near(r[3], std::sqrt(std::fabs(v))) && near(r[4], std::atan2(v, 2.0)) &&
                   r[5] == std::fma(v, v, -1.0) && r[6] == 0 && r[7] == 1;
        if (!all) printf("wrong at %g\n", v);
        ok = ok && all;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
