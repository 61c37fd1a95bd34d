// SPDX-License-Identifier: Apache-2.0
// Poisson numbers. Of generators that give as many numbers as are asked for: by products of uniform
// numbers (D. Knuth, "The Art of Computer Programming" 2, 3.4.1) for small means, by rejection from a
// logistic-like distribution that approximates the incomplete gamma function, and by a normal number for
// great means. Where one number must be made of one: by the inverse of the distribution function.
#ifndef CUPRUM_CURAND_POISSON_H
#define CUPRUM_CURAND_POISSON_H

#include "normal.h"

namespace cuprum_curand {
// ---- approximations, of which the sequence's bits depend -------------------------------------------

CUPRUM_CURAND float rsqrt_approx(float x) {
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
CUPRUM_CURAND float rcp_approx(float x) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
CUPRUM_CURAND float exp_approx(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"((float)(x * 1.4426950408889634)));
    return y;
}
CUPRUM_CURAND float log_approx(float x) {
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return (float)(y * 0.6931471805599453);
}

// Q(a, x), the share of a Poisson distribution of mean a below x, is about (1 + e^z)^-2 with
// z = scale (a - x) - shift.
struct GammaFit {
    float a, scale, shift;
};
CUPRUM_CURAND GammaFit gamma_fit(float a) {
    float scale = 1.4324803f * rsqrt_approx(a - 0.124009795f) + 0.00025361075f;
    float shift = 0.21096735f * rsqrt_approx(a - 1.9738116f) + 0.9420173f;
    return GammaFit{a, scale, shift};
}
CUPRUM_CURAND float gamma_share(GammaFit fit, float x) {
    float z = fit.scale * (fit.a - x) - fit.shift;
    float root = 1.0f + exp_approx(z);
    return rcp_approx(root * root);
}
CUPRUM_CURAND float gamma_quantile(GammaFit fit, float share) {
    float z = log_approx(rsqrt_approx(share) - 1.0f);
    return fit.a - (fit.shift + z) * rcp_approx(fit.scale);
}

// The logarithm of (n - 1)!: small ones from a table (n = 0 is a pole), the others by Stirling's series.
static __device__ const double log_gammas[] = {
    INFINITY,           0.,
    0.,                 0.6931471805599453,
    1.791759469228055,  3.1780538303479458,
    4.787491742782046,  6.579251212010101,
    8.525161361065415};
CUPRUM_CURAND double log_gamma(int n) {
    double x = fabsf((float)n);
    if (n <= 8) return log_gammas[(int)x];
    double inverse = 1.0 / x, square = inverse * inverse;
    double sum = -0.001633436431;
    sum = sum * square + 0.00083645878922;
    sum = sum * square - 0.0005951896861197;
    sum = sum * square + 0.000793650576493454;
    sum = sum * square - 0.00277777777735865;
    sum = sum * square + 0.0833333333333331;
    sum = sum * inverse + 0.918938533204672;
    double half = 0.5 * log(x) * (x - 0.5);
    return (half - x) + (half + sum);
}

// ---- as many numbers as are asked for -------------------------------------------------------------

template <class State> CUPRUM_CURAND unsigned int poisson_products(State *state, float power) {
    unsigned int k = 0;
    for (;; k++) {
        power *= curand_uniform(state);
        if (!(power > 1.0f)) return k;
    }
}

template <class State>
CUPRUM_CURAND unsigned int poisson_rejection(State *state, GammaFit fit, float log_mean) {
    float x, height, density, share;
    do {
        x = floorf(gamma_quantile(fit, curand_uniform(state)));
        height = curand_uniform(state);
        share = (gamma_share(fit, x + 1.0f) - gamma_share(fit, x)) * 1.3f;
        height *= share;
        density = exp_approx(-fit.a + x * log_mean - (float)log_gamma((int)(1.0f + x)));
    } while (!(height < density && share >= 1e-20));
    return (unsigned int)x;
}

CUPRUM_CURAND unsigned int poisson_of_normal(double normal, double mean, double deviation) {
    return (unsigned int)(deviation * normal + mean + 0.5);
}

template <class State> CUPRUM_CURAND unsigned int poisson(State *state, double mean) {
    if (mean < 64) return poisson_products(state, expf((float)mean));
    if (mean > 4000) return poisson_of_normal(curand_normal_double(state), mean, sqrt(mean));
    return poisson_rejection(state, gamma_fit((float)mean), log_approx((float)mean));
}

CUPRUM_CURAND uint4 poisson4(curandStatePhilox4_32_10_t *state, double mean) {
    uint4 k;
    unsigned int *const each[4] = {&k.x, &k.y, &k.z, &k.w};
    if (mean > 4000) {
        double4 x = curand_normal4_double(state);
        const double normal[4] = {x.x, x.y, x.z, x.w};
        double deviation = sqrt(mean);
#pragma unroll
        for (int i = 0; i < 4; i++) *each[i] = poisson_of_normal(normal[i], mean, deviation);
    } else if (mean < 64) {
        float power = expf((float)mean);
#pragma unroll
        for (int i = 0; i < 4; i++) *each[i] = poisson_products(state, power);
    } else {
        GammaFit fit = gamma_fit((float)mean);
        float log_mean = log_approx((float)mean);
#pragma unroll
        for (int i = 0; i < 4; i++) *each[i] = poisson_rejection(state, fit, log_mean);
    }
    return k;
}

// ---- one number of one ----------------------------------------------------------------------------

CUPRUM_CURAND double between_0_and_1(unsigned int x) {
    return x * 0x1p-32 + 0x1p-33;
}
CUPRUM_CURAND double between_0_and_1(unsigned long long x) {
    return unit_double(x);
}

// The distribution's terms are summed up until the sum passes u; they are e^-mean times too great at first
// and made right by e^-500 at a time, so that they keep in range.
CUPRUM_CURAND unsigned int poisson_inverse(double u, double mean) {
    double term = 1.0, sum = 1.0;
    unsigned int k = 0;
    int done = 0;
    do {
        double factor = mean > done + 500.0 ? 7.124576406741286e-218 : exp(done - mean);
        term *= factor;
        sum *= factor;
        done += 500;
        while (u > sum) {
            k++;
            term *= mean / k;
            sum += term;
        }
    } while (done < mean);
    return k;
}
template <class Integer> CUPRUM_CURAND unsigned int poisson_of(Integer x, double mean) {
    if (mean < 1000) return poisson_inverse(between_0_and_1(x), mean);
    return poisson_of_normal(inverse_normal_double(x), mean, sqrt(mean));
}
} // namespace cuprum_curand

#define CUPRUM_CURAND_POISSON(State)                                                               \
    CUPRUM_CURAND unsigned int curand_poisson(State *state, double lambda) {                       \
        return cuprum_curand::poisson(state, lambda);                                              \
    }
CUPRUM_CURAND_POISSON(curandStateXORWOW_t)
CUPRUM_CURAND_POISSON(curandStatePhilox4_32_10_t)
CUPRUM_CURAND_POISSON(curandStateMRG32k3a_t)
#undef CUPRUM_CURAND_POISSON

CUPRUM_CURAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
    return cuprum_curand::poisson4(state, lambda);
}

#define CUPRUM_CURAND_POISSON(State)                                                               \
    CUPRUM_CURAND unsigned int curand_poisson(State *state, double lambda) {                       \
        return cuprum_curand::poisson_of(curand(state), lambda);                                   \
    }
CUPRUM_CURAND_POISSON(curandStateMtgp32_t)
CUPRUM_CURAND_POISSON(curandStateSobol32_t)
CUPRUM_CURAND_POISSON(curandStateScrambledSobol32_t)
CUPRUM_CURAND_POISSON(curandStateSobol64_t)
CUPRUM_CURAND_POISSON(curandStateScrambledSobol64_t)
#undef CUPRUM_CURAND_POISSON

#endif
