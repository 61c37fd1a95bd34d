// SPDX-License-Identifier: Apache-2.0
// A first program: a European call option by Monte Carlo (Philox, four normal numbers at a time) beside
// Black and Scholes' formula.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

struct Option {
    float price, strike, rate, volatility, years;
};

// Each thread's sums of the discounted payoff and of its square.
__global__ void simulate(Option option, int rounds, float2 *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(77, i, 0, &state);
    float drift = (option.rate - 0.5f * option.volatility * option.volatility) * option.years;
    float spread = option.volatility * sqrtf(option.years);
    float discount = expf(-option.rate * option.years);
    float sum = 0, squares = 0;
    for (int n = 0; n < rounds; n++) {
        float4 x = curand_normal4(&state);
        const float each[] = {x.x, x.y, x.z, x.w};
        for (float normal : each) {
            float end = option.price * expf(drift + spread * normal);
            float payoff = discount * fmaxf(end - option.strike, 0.0f);
            sum += payoff;
            squares += payoff * payoff;
        }
    }
    sums[i] = make_float2(sum, squares);
}

static double normal_share(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

static double black_scholes(const Option &o) {
    double spread = o.volatility * std::sqrt((double)o.years);
    double d1 = (std::log((double)o.price / o.strike) + o.rate * o.years) / spread + spread / 2;
    return o.price * normal_share(d1) -
           o.strike * std::exp(-(double)o.rate * o.years) * normal_share(d1 - spread);
}

int main() {
    const int threads = 1024, rounds = 50;
    const Option option = {100, 105, 0.03f, 0.25f, 1.5f};
    float2 *sums;
    if (cudaMallocManaged(&sums, threads * sizeof *sums) != cudaSuccess) return 1;
    simulate<<<threads / 128, 128>>>(option, rounds, sums);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    double sum = 0, squares = 0, n = 4.0 * threads * rounds;
    for (int i = 0; i < threads; i++) {
        sum += sums[i].x;
        squares += sums[i].y;
    }
    double mean = sum / n, error = std::sqrt((squares / n - mean * mean) / n);
    double exact = black_scholes(option);
    printf("%.3f +- %.3f, exactly %.3f\n", mean, error, exact);
    printf("%s\n", std::fabs(mean - exact) < 4 * error && error < 0.1 ? "PASS" : "FAIL");
    cudaFree(sums);
    return 0;
}
