// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: discrete distributions, ours and NVIDIA's; curand.h's enumerations and the states' sizes.
// RUN: sh %S/curand.sh %s curandStateXORWOW_t curandStateMRG32k3a_t
// RUN: sh %S/curand.sh %s curandStatePhilox4_32_10_t -- -DPHILOX
// REQUIRES: /usr/local/cuda/include/curand_kernel.h
// TIMEOUT: 120
#include "inputs/curand.h"

// As the host library would make it: a histogram whose columns j have a boundary between j and another number.
struct Distribution {
    double boundaries[17];
    unsigned above[17];
    curandHistogramM2_st histogram;
    curandDistributionM2Shift_st shifted;
    curandDiscreteDistribution_st whole;
};
__device__ Distribution distributions[8];

__device__ void fill(Distribution *d, unsigned block) {
    for (int i = 0; i < 17; i++) {
        d->boundaries[i] = (i + 0.01 * (mixed(i) % 100)) / 16;
        d->above[i] = mixed(3 * i + block) % 16;
    }
    d->histogram.V = d->boundaries;
    d->histogram.K = d->above;
    d->shifted.histogram = &d->histogram;
    d->shifted.shift = 3 * block;
    d->shifted.length = 16;
    d->whole.M2 = &d->shifted;
    d->whole.mean = 1000 + 10 * block;
    d->whole.stddev = 1 + block;
    d->whole.method = block & 1 ? CURAND_M2 : CURAND_KNUTH;
}

__device__ void add_facts(Results &r) {
    const int facts[] = {
        CURAND_STATUS_SUCCESS, CURAND_STATUS_VERSION_MISMATCH, CURAND_STATUS_NOT_INITIALIZED,
        CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_TYPE_ERROR, CURAND_STATUS_OUT_OF_RANGE,
        CURAND_STATUS_LENGTH_NOT_MULTIPLE, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
        CURAND_STATUS_LAUNCH_FAILURE, CURAND_STATUS_PREEXISTING_FAILURE,
        CURAND_STATUS_INITIALIZATION_FAILED, CURAND_STATUS_ARCH_MISMATCH,
        CURAND_STATUS_INTERNAL_ERROR, CURAND_RNG_TEST, CURAND_RNG_PSEUDO_DEFAULT,
        CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
        CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_DEFAULT,
        CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64,
        CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, CURAND_ORDERING_PSEUDO_BEST,
        CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_SEEDED,
        CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_DYNAMIC,
        CURAND_ORDERING_QUASI_DEFAULT, CURAND_DIRECTION_VECTORS_32_JOEKUO6,
        CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
        CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6, CURAND_CHOOSE_BEST, CURAND_ITR,
        CURAND_KNUTH, CURAND_HITR, CURAND_M1, CURAND_M2, CURAND_BINARY_SEARCH,
        CURAND_DISCRETE_GAUSS, CURAND_REJECTION, CURAND_DEVICE_API, CURAND_FAST_REJECTION,
        CURAND_3RD, CURAND_DEFINITION, CURAND_POISSON, sizeof(curandState), sizeof(curandState_t),
        sizeof(curandStateXORWOW_t), sizeof(curandStateMRG32k3a_t),
        sizeof(curandStatePhilox4_32_10_t), sizeof(curandStateMtgp32_t),
        sizeof(curandStateSobol32_t), sizeof(curandStateScrambledSobol32_t),
        sizeof(curandStateSobol64_t), sizeof(curandStateScrambledSobol64_t),
        sizeof(curandDirectionVectors32_t), sizeof(curandDirectionVectors64_t),
        sizeof(curandDiscreteDistribution_st)};
    for (int fact : facts) r.add(fact);
}

__global__ void k(unsigned *out) {
    Results r(out);
    Place p(blockIdx.x * blockDim.x + threadIdx.x);
    Distribution *d = &distributions[blockIdx.x];
    if (threadIdx.x == 0) fill(d, blockIdx.x);
    __syncthreads();
    S s;
    curand_init(p.seed, p.sequence, p.offset, &s);
    for (int i = 0; i < 20; i++) r.add(curand_discrete(&s, &d->whole));
#ifdef PHILOX
    for (int i = 0; i < 20; i++) r.add(curand_discrete4(&s, &d->whole));
#endif
    r.add(curand(&s));
    add_facts(r);
}
