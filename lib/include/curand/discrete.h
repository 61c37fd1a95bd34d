// SPDX-License-Identifier: Apache-2.0
// Discrete distributions that the host library made (curandCreatePoissonDistribution): a number in
// constant time from a histogram whose columns have one boundary each, or a normal number.
// (A. Walker, "An efficient method for generating discrete random variables with general
// distributions", 1977; G. Marsaglia's "square histogram").
#ifndef CUPRUM_CURAND_DISCRETE_H
#define CUPRUM_CURAND_DISCRETE_H

#include "curand.h"
#include "normal.h"

// The host library's layout; of each pair the host's pointer is not used here.
struct curandHistogramM2_st {
    double *V, *host_V;             // below V[j] lies the number j
    unsigned int *K, *host_K;       // and above it K[j]
    unsigned long long host_gen;
};
struct curandDistributionM2Shift_st {
    struct curandHistogramM2_st *histogram, *host_histogram;
    unsigned int shift, length;
};
struct curandDiscreteDistribution_st {
    struct curandDiscreteDistribution_st *self_host_ptr;
    struct curandDistributionM2Shift_st *M2, *host_M2;
    double stddev, mean;
    curandMethod_t method;
};

namespace cuprum_curand {
CUPRUM_CURAND unsigned int histogram_number(double u, const curandDistributionM2Shift_st *table) {
    const curandHistogramM2_st *columns = table->histogram;
    int j = (int)floor(table->length * u);
    double boundary = __ldg(&columns->V[j]);
    unsigned int above = __ldg(&columns->K[j]);
    return table->shift + (u < boundary ? (unsigned int)j : above);
}
CUPRUM_CURAND unsigned int
normal_number(double normal, const curandDiscreteDistribution_st *distribution) {
    return (unsigned int)(distribution->stddev * normal + distribution->mean + 0.5);
}

template <class State>
CUPRUM_CURAND unsigned int discrete(State *state,
                                    const curandDiscreteDistribution_st *distribution) {
    if (distribution->method == CURAND_M2)
        return histogram_number(unit_double(curand(state)), distribution->M2);
    return normal_number(curand_normal_double(state), distribution);
}
CUPRUM_CURAND uint4 discrete4(curandStatePhilox4_32_10_t *state,
                              const curandDiscreteDistribution_st *distribution) {
    if (distribution->method == CURAND_M2) {
        const curandDistributionM2Shift_st *table = distribution->M2;
        uint4 x = curand4(state);
        return make_uint4(
            histogram_number(unit_double(x.x), table), histogram_number(unit_double(x.y), table),
            histogram_number(unit_double(x.z), table), histogram_number(unit_double(x.w), table));
    }
    double4 x = curand_normal4_double(state);
    return make_uint4(normal_number(x.x, distribution), normal_number(x.y, distribution),
                      normal_number(x.z, distribution), normal_number(x.w, distribution));
}
} // namespace cuprum_curand

#define CUPRUM_CURAND_DISCRETE(State)                                                              \
    CUPRUM_CURAND unsigned int curand_discrete(                                                    \
        State *state, curandDiscreteDistribution_t discrete_distribution) {                        \
        return cuprum_curand::discrete(state, discrete_distribution);                              \
    }
CUPRUM_CURAND_DISCRETE(curandStateXORWOW_t)
CUPRUM_CURAND_DISCRETE(curandStatePhilox4_32_10_t)
CUPRUM_CURAND_DISCRETE(curandStateMRG32k3a_t)
CUPRUM_CURAND_DISCRETE(curandStateMtgp32_t)
CUPRUM_CURAND_DISCRETE(curandStateSobol32_t)
CUPRUM_CURAND_DISCRETE(curandStateScrambledSobol32_t)
CUPRUM_CURAND_DISCRETE(curandStateSobol64_t)
CUPRUM_CURAND_DISCRETE(curandStateScrambledSobol64_t)
#undef CUPRUM_CURAND_DISCRETE

CUPRUM_CURAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *state,
                                     curandDiscreteDistribution_t discrete_distribution) {
    return cuprum_curand::discrete4(state, discrete_distribution);
}

#endif
