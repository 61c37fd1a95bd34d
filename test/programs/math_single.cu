// SPDX-License-Identifier: Apache-2.0
// A first program: functions of single precision against the C library on the host.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cstring>

struct Row {
    const char *name;
    double (*host)(double);
    float from, to;
};

static double host_rsqrt(double x) {
    return 1 / std::sqrt(x);
}
static double host_exp10(double x) {
    return std::pow(10.0, x);
}

static const Row rows[] = {
    {"sin", std::sin, -100, 100},     {"cos", std::cos, -100, 100},     {"tan", std::tan, -1.5f, 1.5f},
    {"exp", std::exp, -80, 80},       {"log", std::log, 1e-6f, 1e6f},   {"sqrt", std::sqrt, 0, 1e6f},
    {"rsqrt", host_rsqrt, 1e-3f, 1e6f}, {"atan", std::atan, -50, 50},   {"asin", std::asin, -1, 1},
    {"tanh", std::tanh, -9, 9},       {"cbrt", std::cbrt, -1e5f, 1e5f}, {"erf", std::erf, -4, 4},
    {"exp10", host_exp10, -30, 30},   {"lgamma", std::lgamma, 3, 30},   {"log2", std::log2, 1e-6f, 1e6f},
    {"sinh", std::sinh, -50, 50},     {"expm1", std::expm1, -1, 1},     {"log1p", std::log1p, -0.5f, 1}};
enum { ROWS = sizeof rows / sizeof *rows, N = 512 };

__global__ void evaluate(int row, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i], r = 0;
    switch (row) {
    case 0: r = sinf(v); break;
    case 1: r = cosf(v); break;
    case 2: r = tanf(v); break;
    case 3: r = expf(v); break;
    case 4: r = logf(v); break;
    case 5: r = sqrtf(v); break;
    case 6: r = rsqrtf(v); break;
    case 7: r = atanf(v); break;
    case 8: r = asinf(v); break;
    case 9: r = tanhf(v); break;
    case 10: r = cbrtf(v); break;
    case 11: r = erff(v); break;
    case 12: r = exp10f(v); break;
    case 13: r = lgammaf(v); break;
    case 14: r = log2f(v); break;
    case 15: r = sinhf(v); break;
    case 16: r = expm1f(v); break;
    case 17: r = log1pf(v); break;
    }
    y[i] = r;
}

// In units of the last place of a float.
static double error(float got, double right) {
    float f = std::fabs((float)right);
    double ulp = std::nextafter(f, INFINITY) - f;
    return std::fabs(got - right) / ulp;
}

int main() {
    float *x, *y;
    cudaMallocManaged(&x, N * sizeof(float));
    cudaMallocManaged(&y, N * sizeof(float));
    bool ok = true;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < N; i++) x[i] = rows[r].from + (rows[r].to - rows[r].from) * (i + 0.5f) / N;
        evaluate<<<N / 128, 128>>>(r, x, y);
        if (cudaDeviceSynchronize()) return 1;
        double worst = 0;
        for (int i = 0; i < N; i++) worst = std::fmax(worst, error(y[i], rows[r].host(x[i])));
        printf("%-8s %.2f\n", rows[r].name, worst);
        ok = ok && worst < 4.5;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
