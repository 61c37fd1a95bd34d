// SPDX-License-Identifier: Apache-2.0
// Normal numbers with mean 0 and deviation 1: in pairs after G. Box, M. Muller, "A note on the
// generation of random normal deviates", 1958, where numbers are independent of each other; by the
// inverse of the distribution function for MTGP32 and the quasi-random sequences, where one number must
// be made of one.
#ifndef CUPRUM_CURAND_NORMAL_H
#define CUPRUM_CURAND_NORMAL_H

#include "uniform.h"

namespace cuprum_curand {
// ---- Box and Muller -------------------------------------------------------------------------------

// For two uniform numbers, the second one times 2 pi.
CUPRUM_CURAND float2 on_circle(float uniform, float angle) {
    float radius = sqrtf(-2.0f * logf(uniform)), s, c;
    __sincosf(angle, &s, &c);
    return make_float2(s * radius, c * radius);
}
// For two uniform numbers, the second one times 2.
CUPRUM_CURAND double2 on_circle(double uniform, double half_turns) {
    double radius = sqrt(-2.0 * log(uniform)), s, c;
    sincospi(half_turns, &s, &c);
    return make_double2(s * radius, c * radius);
}

CUPRUM_CURAND float2 box_muller(unsigned int x, unsigned int y) {
    const float step = 0x1p-32f * 6.2831855f;
    return on_circle(unit(x), y * step + step / 2);
}
CUPRUM_CURAND double2 box_muller_double(uint4 x) {
    return on_circle(unit_double(x.x, x.y), mantissa(x.z, x.w) * 0x1p-52 + 0x1p-53);
}

// The next pair of each generator.
CUPRUM_CURAND float2 normal_pair(curandStateXORWOW_t *state) {
    unsigned int x = curand(state);
    return box_muller(x, curand(state));
}
CUPRUM_CURAND float2 normal_pair(curandStatePhilox4_32_10_t *state) {
    unsigned int x = curand(state);
    return box_muller(x, curand(state));
}
CUPRUM_CURAND float2 normal_pair(curandStateMRG32k3a_t *state) {
    float uniform = curand_uniform(state);
    return on_circle(uniform, curand_uniform(state) * 6.2831855f);
}
CUPRUM_CURAND double2 normal_pair_double(curandStateXORWOW_t *state) {
    uint4 x;
    x.x = curand(state);
    x.y = curand(state);
    x.z = curand(state);
    x.w = curand(state);
    return box_muller_double(x);
}
CUPRUM_CURAND double2 normal_pair_double(curandStatePhilox4_32_10_t *state) {
    return box_muller_double(curand4(state));
}
CUPRUM_CURAND double2 normal_pair_double(curandStateMRG32k3a_t *state) {
    double uniform = curand_uniform_double(state);
    return on_circle(uniform, curand_uniform_double(state) * 2.0);
}

// ---- one number of a pair -------------------------------------------------------------------------

// What is asked of a pair: the numbers themselves, or e^(mean + deviation x).
template <class T> struct Normal {
    enum { KEEPS = KEEPS_NORMAL };
    __forceinline__ __device__ T operator()(T x) const { return x; }
};

// The first of a new pair, or the second of the last one, that the state kept. A second number of
// another kind is forgotten.
template <class State, class Map> CUPRUM_CURAND float one_of_pair(State *state, Map map) {
    if (state->boxmuller_flag == Map::KEEPS) {
        state->boxmuller_flag = KEEPS_NONE;
        return state->boxmuller_extra;
    }
    float2 pair = normal_pair(state);
    state->boxmuller_extra = map(pair.y);
    state->boxmuller_flag = Map::KEEPS;
    return map(pair.x);
}
template <class State, class Map> CUPRUM_CURAND double one_of_pair_double(State *state, Map map) {
    if (state->boxmuller_flag_double == Map::KEEPS) {
        state->boxmuller_flag_double = KEEPS_NONE;
        return state->boxmuller_extra_double;
    }
    double2 pair = normal_pair_double(state);
    state->boxmuller_extra_double = map(pair.y);
    state->boxmuller_flag_double = Map::KEEPS;
    return map(pair.x);
}

// ---- the distribution function's inverse ----------------------------------------------------------

// -sqrt(2) erfc^-1(2 u), where u = k 2^-n + 2^-n / 2; the upper half of the numbers mirrors the lower
// one, where erfc^-1 is exact.
CUPRUM_CURAND float inverse_normal(unsigned int k) {
    bool upper = k > 0x80000000u;
    float u = unit(upper ? ~k : k);
    return (upper ? 1.4142135f : -1.4142135f) * erfcinvf(u + u);
}
CUPRUM_CURAND float inverse_normal(unsigned long long k) {
    return inverse_normal((unsigned int)(k >> 32));
}
CUPRUM_CURAND double inverse_normal_double(unsigned int k) {
    bool upper = k > 0x80000000u;
    double u = (upper ? ~k : k) * 0x1p-32 + 0x1p-33;
    return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(u + u);
}
CUPRUM_CURAND double inverse_normal_double(unsigned long long k) {
    bool upper = k > 0x8000000000000000ull;
    double u = unit_double(upper ? ~k : k);
    return (upper ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(u + u);
}
} // namespace cuprum_curand

// ---- XORWOW, Philox, MRG32k3a: pairs --------------------------------------------------------------

#define CUPRUM_CURAND_NORMAL(State)                                                                \
    CUPRUM_CURAND float curand_normal(State *state) {                                              \
        return cuprum_curand::one_of_pair(state, cuprum_curand::Normal<float>());                  \
    }                                                                                              \
    CUPRUM_CURAND float2 curand_normal2(State *state) {                                            \
        return cuprum_curand::normal_pair(state);                                                  \
    }                                                                                              \
    CUPRUM_CURAND double curand_normal_double(State *state) {                                      \
        return cuprum_curand::one_of_pair_double(state, cuprum_curand::Normal<double>());          \
    }                                                                                              \
    CUPRUM_CURAND double2 curand_normal2_double(State *state) {                                    \
        return cuprum_curand::normal_pair_double(state);                                           \
    }
CUPRUM_CURAND_NORMAL(curandStateXORWOW_t)
CUPRUM_CURAND_NORMAL(curandStatePhilox4_32_10_t)
CUPRUM_CURAND_NORMAL(curandStateMRG32k3a_t)
#undef CUPRUM_CURAND_NORMAL

CUPRUM_CURAND float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    uint4 x = curand4(state);
    float2 a = cuprum_curand::box_muller(x.x, x.y), b = cuprum_curand::box_muller(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
CUPRUM_CURAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
    double2 a = cuprum_curand::normal_pair_double(state);
    double2 b = cuprum_curand::normal_pair_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

// ---- the others: one number of one ----------------------------------------------------------------

#define CUPRUM_CURAND_NORMAL(State)                                                                \
    CUPRUM_CURAND float curand_normal(State *state) {                                              \
        return cuprum_curand::inverse_normal(curand(state));                                       \
    }                                                                                              \
    CUPRUM_CURAND double curand_normal_double(State *state) {                                      \
        return cuprum_curand::inverse_normal_double(curand(state));                                \
    }
CUPRUM_CURAND_NORMAL(curandStateMtgp32_t)
CUPRUM_CURAND_NORMAL(curandStateSobol32_t)
CUPRUM_CURAND_NORMAL(curandStateScrambledSobol32_t)
CUPRUM_CURAND_NORMAL(curandStateSobol64_t)
CUPRUM_CURAND_NORMAL(curandStateScrambledSobol64_t)
#undef CUPRUM_CURAND_NORMAL

#endif
