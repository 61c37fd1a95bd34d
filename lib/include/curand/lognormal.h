// SPDX-License-Identifier: Apache-2.0
// Numbers whose logarithm is normal: e^(mean + deviation x) of normal numbers x.
#ifndef CUPRUM_CURAND_LOGNORMAL_H
#define CUPRUM_CURAND_LOGNORMAL_H

#include "normal.h"

namespace cuprum_curand {
struct LogNormal {
    enum { KEEPS = KEEPS_LOG_NORMAL };
    float mean, deviation;
    __forceinline__ __device__ float operator()(float x) const {
        return expf(mean + deviation * x);
    }
};
struct LogNormalDouble {
    enum { KEEPS = KEEPS_LOG_NORMAL };
    double mean, deviation;
    __forceinline__ __device__ double operator()(double x) const {
        return exp(mean + deviation * x);
    }
};
} // namespace cuprum_curand

#define CUPRUM_CURAND_LOG_NORMAL(State)                                                            \
    CUPRUM_CURAND float curand_log_normal(State *state, float mean, float stddev) {                \
        return cuprum_curand::one_of_pair(state, cuprum_curand::LogNormal{mean, stddev});          \
    }                                                                                              \
    CUPRUM_CURAND float2 curand_log_normal2(State *state, float mean, float stddev) {              \
        cuprum_curand::LogNormal map = {mean, stddev};                                             \
        float2 x = cuprum_curand::normal_pair(state);                                              \
        return make_float2(map(x.x), map(x.y));                                                    \
    }                                                                                              \
    CUPRUM_CURAND double curand_log_normal_double(State *state, double mean, double stddev) {      \
        return cuprum_curand::one_of_pair_double(state,                                            \
                                                 cuprum_curand::LogNormalDouble{mean, stddev});    \
    }                                                                                              \
    CUPRUM_CURAND double2 curand_log_normal2_double(State *state, double mean, double stddev) {    \
        cuprum_curand::LogNormalDouble map = {mean, stddev};                                       \
        double2 x = cuprum_curand::normal_pair_double(state);                                      \
        return make_double2(map(x.x), map(x.y));                                                   \
    }
CUPRUM_CURAND_LOG_NORMAL(curandStateXORWOW_t)
CUPRUM_CURAND_LOG_NORMAL(curandStatePhilox4_32_10_t)
CUPRUM_CURAND_LOG_NORMAL(curandStateMRG32k3a_t)
#undef CUPRUM_CURAND_LOG_NORMAL

CUPRUM_CURAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean,
                                        float stddev) {
    cuprum_curand::LogNormal map = {mean, stddev};
    float4 x = curand_normal4(state);
    return make_float4(map(x.x), map(x.y), map(x.z), map(x.w));
}
CUPRUM_CURAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean,
                                                double stddev) {
    cuprum_curand::LogNormalDouble map = {mean, stddev};
    double4 x = curand_normal4_double(state);
    return make_double4(map(x.x), map(x.y), map(x.z), map(x.w));
}

#define CUPRUM_CURAND_LOG_NORMAL(State)                                                            \
    CUPRUM_CURAND float curand_log_normal(State *state, float mean, float stddev) {                \
        return cuprum_curand::LogNormal{mean, stddev}(curand_normal(state));                       \
    }                                                                                              \
    CUPRUM_CURAND double curand_log_normal_double(State *state, double mean, double stddev) {      \
        return cuprum_curand::LogNormalDouble{mean, stddev}(curand_normal_double(state));          \
    }
CUPRUM_CURAND_LOG_NORMAL(curandStateMtgp32_t)
CUPRUM_CURAND_LOG_NORMAL(curandStateSobol32_t)
CUPRUM_CURAND_LOG_NORMAL(curandStateScrambledSobol32_t)
CUPRUM_CURAND_LOG_NORMAL(curandStateSobol64_t)
CUPRUM_CURAND_LOG_NORMAL(curandStateScrambledSobol64_t)
#undef CUPRUM_CURAND_LOG_NORMAL

#endif
