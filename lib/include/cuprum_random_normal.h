// SPDX-License-Identifier: Apache-2.0
// Normal, log-normal and Poisson distributions: Box and Muller's transform ("A note on the
// generation of random normal deviates", 1958) for pseudo-random numbers, the inverse of the
// distribution for quasi-random ones; for Poisson's Knuth's product of uniform numbers (TAOCP
// 2, 3.4.1) up to a mean of 30, and beyond that Hoermann's transformed rejection (PTRS, 1993). A
// part of curand_kernel.h.
#ifndef CUPRUM_RANDOM_NORMAL_H
#define CUPRUM_RANDOM_NORMAL_H

QUALIFIERS float2 __cuprum_box_muller(float u, float angle) {
    float s = sqrtf(-2.0f * logf(u));
    float2 r;
    __sincosf(angle, &r.x, &r.y);
    r.x *= s;
    r.y *= s;
    return r;
}
QUALIFIERS float2 __cuprum_box_muller(unsigned int x, unsigned int y) {
    float u = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2);
    float v = y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2);
    return __cuprum_box_muller(u, v);
}
QUALIFIERS double2 __cuprum_box_muller_double(double u, double half_turns) {
    double s = sqrt(-2.0 * log(u));
    double2 r;
    sincospi(half_turns, &r.x, &r.y);
    r.x *= s;
    r.y *= s;
    return r;
}
QUALIFIERS double2 __cuprum_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0,
                                              unsigned int y1) {
    unsigned long long y = (unsigned long long)y0 ^ ((unsigned long long)y1 << (53 - 32));
    double v = y * (CURAND_2POW53_INV_DOUBLE * 2.0) + CURAND_2POW53_INV_DOUBLE;
    return __cuprum_box_muller_double(__cuprum_uniform_double(x0, x1), v);
}

// ---- pairs --------------------------------------------------------------------------------------
#define __CUPRUM_PAIRS(STATE)                                                                      \
    QUALIFIERS float2 curand_normal2(STATE *state) {                                               \
        unsigned int x = curand(state), y = curand(state);                                         \
        return __cuprum_box_muller(x, y);                                                          \
    }
__CUPRUM_PAIRS(curandStateXORWOW_t)
__CUPRUM_PAIRS(curandStatePhilox4_32_10_t)
#undef __CUPRUM_PAIRS
QUALIFIERS double2 curand_normal2_double(curandStateXORWOW_t *state) {
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    return __cuprum_box_muller_double(x0, x1, y0, y1);
}
QUALIFIERS double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    return __cuprum_box_muller_double(x.x, x.y, x.z, x.w);
}
QUALIFIERS float2 curand_normal2(curandStateMRG32k3a_t *state) {
    float x = curand_uniform(state), y = curand_uniform(state) * CURAND_2PI;
    return __cuprum_box_muller(x, y);
}
QUALIFIERS double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
    double x = curand_uniform_double(state), y = curand_uniform_double(state) * 2.0;
    return __cuprum_box_muller_double(x, y);
}
QUALIFIERS float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    float2 a = __cuprum_box_muller(x.x, x.y), b = __cuprum_box_muller(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
QUALIFIERS double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

// ---- one at a time: the pair's second is kept, for the distribution that it was made for
// -----------
enum { __CUPRUM_KEPT_NORMAL = 1, __CUPRUM_KEPT_LOG_NORMAL = 2 };

#define __CUPRUM_KEEP(flag, extra, kept, pair)                                                     \
    if (state->flag == kept) {                                                                     \
        state->flag = 0;                                                                           \
        return state->extra;                                                                       \
    }                                                                                              \
    auto r = pair;                                                                                 \
    state->flag = kept;                                                                            \
    state->extra = r.y;                                                                            \
    return r.x;
#define __CUPRUM_ONE(STATE)                                                                        \
    QUALIFIERS float curand_normal(STATE *state){                                                  \
        __CUPRUM_KEEP(boxmuller_flag, boxmuller_extra, __CUPRUM_KEPT_NORMAL,                       \
                      curand_normal2(state))} QUALIFIERS double                                    \
    curand_normal_double(STATE *state){                                                            \
        __CUPRUM_KEEP(boxmuller_flag_double, boxmuller_extra_double, __CUPRUM_KEPT_NORMAL,         \
                      curand_normal2_double(state))} QUALIFIERS float2                             \
    curand_log_normal2(STATE *state, float mean, float stddev) {                                   \
        float2 r = curand_normal2(state);                                                          \
        return make_float2(expf(mean + stddev * r.x), expf(mean + stddev * r.y));                  \
    }                                                                                              \
    QUALIFIERS double2 curand_log_normal2_double(STATE *state, double mean, double stddev) {       \
        double2 r = curand_normal2_double(state);                                                  \
        return make_double2(exp(mean + stddev * r.x), exp(mean + stddev * r.y));                   \
    }                                                                                              \
    QUALIFIERS float curand_log_normal(STATE *state, float mean, float stddev){                    \
        __CUPRUM_KEEP(boxmuller_flag, boxmuller_extra, __CUPRUM_KEPT_LOG_NORMAL,                   \
                      curand_log_normal2(state, mean, stddev))} QUALIFIERS double                  \
    curand_log_normal_double(STATE *state, double mean, double stddev) {                           \
        __CUPRUM_KEEP(boxmuller_flag_double, boxmuller_extra_double, __CUPRUM_KEPT_LOG_NORMAL,     \
                      curand_log_normal2_double(state, mean, stddev))                              \
    }
__CUPRUM_ONE(curandStateXORWOW_t)
__CUPRUM_ONE(curandStatePhilox4_32_10_t)
__CUPRUM_ONE(curandStateMRG32k3a_t)
#undef __CUPRUM_ONE
#undef __CUPRUM_KEEP
QUALIFIERS float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev) {
    float4 r = curand_normal4(state);
    return make_float4(expf(mean + stddev * r.x), expf(mean + stddev * r.y),
                       expf(mean + stddev * r.z), expf(mean + stddev * r.w));
}

// ---- quasi-random numbers -----------------------------------------------------------------------
// From the upper half on x is counted from the other end, where the floats are dense.
QUALIFIERS float __cuprum_normal_inverse(unsigned int x) {
    float s = CURAND_SQRT2;
    if (x > 0x80000000u) {
        x = 0xffffffffu - x;
        s = -s;
    }
    float p = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
    return s * erfcinvf(2.0f * p);
}
QUALIFIERS float __cuprum_normal_inverse(unsigned long long x) {
    return __cuprum_normal_inverse((unsigned int)(x >> 32));
}
QUALIFIERS double __cuprum_normal_inverse_double(unsigned int x) {
    double s = CURAND_SQRT2_DOUBLE;
    if (x > 0x80000000u) {
        x = 0xffffffffu - x;
        s = -s;
    }
    double p = x * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0);
    return s * erfcinv(2.0 * p);
}
QUALIFIERS double __cuprum_normal_inverse_double(unsigned long long x) {
    double s = CURAND_SQRT2_DOUBLE;
    x >>= 11;
    if (x > 0x10000000000000ull) {
        x = 0x1fffffffffffffull - x;
        s = -s;
    }
    double p = x * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
    return s * erfcinv(2.0 * p);
}
#define __CUPRUM_QUASI(STATE)                                                                      \
    QUALIFIERS float curand_normal(STATE *state) {                                                 \
        return __cuprum_normal_inverse(curand(state));                                             \
    }                                                                                              \
    QUALIFIERS double curand_normal_double(STATE *state) {                                         \
        return __cuprum_normal_inverse_double(curand(state));                                      \
    }                                                                                              \
    QUALIFIERS float curand_log_normal(STATE *state, float mean, float stddev) {                   \
        return expf(mean + stddev * curand_normal(state));                                         \
    }                                                                                              \
    QUALIFIERS double curand_log_normal_double(STATE *state, double mean, double stddev) {         \
        return exp(mean + stddev * curand_normal_double(state));                                   \
    }
__CUPRUM_QUASI(curandStateSobol32_t)
__CUPRUM_QUASI(curandStateScrambledSobol32_t)
__CUPRUM_QUASI(curandStateSobol64_t)
__CUPRUM_QUASI(curandStateScrambledSobol64_t)
#undef __CUPRUM_QUASI

// ---- Poisson ------------------------------------------------------------------------------------
template <class S> static __device__ unsigned int __cuprum_poisson_product(S *state, double mean) {
    double limit = exp(-mean), product = curand_uniform_double(state);
    unsigned int k = 0;
    for (; product > limit; k++) product *= curand_uniform_double(state);
    return k;
}
template <class S> static __device__ unsigned int __cuprum_poisson_reject(S *state, double mean) {
    double root = sqrt(mean), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), vr = 0.9277 - 3.6224 / (b - 2.0), lm = log(mean);
    for (;;) {
        double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
        double us = 0.5 - fabs(u), k = floor((2.0 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= vr) return (unsigned int)k;
        if (k < 0.0 || (us < 0.013 && v > us)) continue;
        double bound = -mean + k * lm - lgamma(k + 1.0);
        if (log(v) + log(inverse) - log(a / (us * us) + b) <= bound) return (unsigned int)k;
    }
}
template <class S> QUALIFIERS unsigned int curand_poisson(S *state, double mean) {
    return mean < 30.0 ? __cuprum_poisson_product(state, mean)
                       : __cuprum_poisson_reject(state, mean);
}
QUALIFIERS uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double mean) {
    unsigned int x = curand_poisson(state, mean), y = curand_poisson(state, mean);
    unsigned int z = curand_poisson(state, mean), w = curand_poisson(state, mean);
    return make_uint4(x, y, z, w);
}

#endif
