// SPDX-License-Identifier: Apache-2.0
// A first program: mean and variance of every distribution of curand_kernel.h, from XORWOW, MRG32k3a and Philox.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>
#include <vector>

enum { UNIFORM, UNIFORM64, NORMAL, NORMAL64, LOG_NORMAL, LOG_NORMAL64, POISSON4, POISSON150, POISSON5000, KINDS };
struct Expected {
    const char *name;
    double mean, variance;
};
static const double e = 2.718281828459045;
static const Expected expected[KINDS] = {
    {"uniform", 0.5, 1 / 12.}, {"uniform double", 0.5, 1 / 12.},
    {"normal", 0, 1},          {"normal double", 0, 1},
    // a mean of 0.1 and a deviation of 0.5 of the logarithm
    {"log normal", std::pow(e, 0.225), (std::pow(e, 0.25) - 1) * std::pow(e, 0.45)},
    {"log normal double", std::pow(e, 0.225), (std::pow(e, 0.25) - 1) * std::pow(e, 0.45)},
    {"poisson 4", 4, 4},       {"poisson 150", 150, 150}, {"poisson 5000", 5000, 5000}};

template <class State> __device__ double draw(State *s, int kind) {
    switch (kind) {
    case UNIFORM: return curand_uniform(s);
    case UNIFORM64: return curand_uniform_double(s);
    case NORMAL: return curand_normal(s);
    case NORMAL64: return curand_normal_double(s);
    case LOG_NORMAL: return curand_log_normal(s, 0.1f, 0.5f);
    case LOG_NORMAL64: return curand_log_normal_double(s, 0.1, 0.5);
    case POISSON4: return curand_poisson(s, 4);
    case POISSON150: return curand_poisson(s, 150);
    default: return curand_poisson(s, 5000);
    }
}

template <class State> __global__ void sample(int kind, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    State s;
    curand_init(1234 + kind, i, 0, &s);
    for (int k = 0; k < n; k++) out[i * n + k] = draw(&s, kind);
}

template <class State> static bool check(const char *generator) {
    const int threads = 512, each = 40, n = threads * each;
    double *out;
    if (cudaMalloc(&out, n * sizeof *out) != cudaSuccess) return false;
    std::vector<double> x(n);
    bool good = true;
    for (int kind = 0; kind < KINDS; kind++) {
        sample<State><<<threads / 64, 64>>>(kind, out, each);
        if (cudaMemcpy(x.data(), out, n * sizeof *out, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
        double sum = 0, squares = 0;
        for (double v : x) sum += v;
        for (double v : x) squares += (v - sum / n) * (v - sum / n);
        const Expected &want = expected[kind];
        bool ok = std::fabs(sum / n - want.mean) < 4 * std::sqrt(want.variance / n) &&
                  std::fabs(squares / n / want.variance - 1) < 0.1;
        if (!ok) printf("%s, %s: mean %g, variance %g\n", generator, want.name, sum / n, squares / n);
        good &= ok;
    }
    cudaFree(out);
    return good;
}

int main() {
    bool good = check<curandStateXORWOW_t>("XORWOW");
    good &= check<curandStateMRG32k3a_t>("MRG32k3a");
    good &= check<curandStatePhilox4_32_10_t>("Philox");
    printf("%s\n", good ? "PASS" : "FAIL");
    return 0;
}
