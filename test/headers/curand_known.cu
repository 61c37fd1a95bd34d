// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h without a toolkit: published values of the generators, and what skipping must satisfy. The kernel
// leaves the lines of what is wrong.
// RUN: cuprum run %s --no-toolkit --block=64 buf:i32:8:zero --print=0
// CHECK: arg 0: 0 0 0 0 0 0 0 0
#include <curand_kernel.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) wrong[atomicAdd(&wrong[0], 1) % 7 + 1] = __LINE__;                       \
    } while (0)

__device__ bool equal(uint4 a, uint4 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
__device__ bool equal(const curandStateXORWOW_t &a, const curandStateXORWOW_t &b) {
    for (int i = 0; i < 5; i++)
        if (a.v[i] != b.v[i]) return false;
    return a.d == b.d;
}
__device__ bool equal(const curandStateMRG32k3a_t &a, const curandStateMRG32k3a_t &b) {
    for (int i = 0; i < 3; i++)
        if (a.s1[i] != b.s1[i] || a.s2[i] != b.s2[i]) return false;
    return true;
}
__device__ bool equal(const curandStatePhilox4_32_10_t &a, const curandStatePhilox4_32_10_t &b) {
    return equal(a.ctr, b.ctr) && equal(a.output, b.output) && a.STATE == b.STATE;
}

// Random123's known answers for philox4x32_10 (kat_vectors); L'Ecuyer's first numbers of MRG32k3a (whose
// factor is another one in its tenth digit).
__device__ void published(int *wrong) {
    EXPECT(equal(curand_Philox4x32_10(make_uint4(0, 0, 0, 0), make_uint2(0, 0)),
                 make_uint4(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8)));
    EXPECT(equal(curand_Philox4x32_10(make_uint4(~0u, ~0u, ~0u, ~0u), make_uint2(~0u, ~0u)),
                 make_uint4(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd)));
    EXPECT(equal(curand_Philox4x32_10(make_uint4(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344),
                                      make_uint2(0xa4093822, 0x299f31d0)),
                 make_uint4(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1)));

    const double first[] = {0.127011122046577, 0.318527565396794, 0.309186015583270};
    curandStateMRG32k3a_t mrg;
    curand_init(0, 0, 0, &mrg);
    for (double x : first) EXPECT(fabs(curand_uniform_double(&mrg) - x) < 1e-10);
}

// Leaving out n numbers is drawing n; leaving out is additive; so is leaving out sequences.
template <class State> __device__ void skipping(int *wrong, unsigned n) {
    State drawn, skipped;
    curand_init(17, n, 0, &drawn);
    curand_init(17, 0, n, &skipped);
    skipahead_sequence(0, &skipped);
    EXPECT(n == 0 || !equal(drawn, skipped));

    curand_init(17, 3, 0, &drawn);
    for (unsigned i = 0; i < n; i++) curand(&drawn);
    curand_init(17, 3, n, &skipped);
    EXPECT(equal(drawn, skipped));

    unsigned long long far = 0x123456789abcdefull * (n + 1), near = n * 977;
    skipahead(far, &drawn);
    skipahead(near, &drawn);
    skipahead(far + near, &skipped);
    EXPECT(equal(drawn, skipped));
    skipahead_sequence(n + 5, &drawn);
    skipahead_sequence(7 * n, &drawn);
    skipahead_sequence(8 * n + 5, &skipped);
    EXPECT(equal(drawn, skipped));
}

// 2^log numbers are as many as one sequence.
template <class State> __device__ void length(int *wrong, int log, void (*skip_one)(State *)) {
    State numbers, sequence;
    curand_init(99, 0, 0, &numbers);
    sequence = numbers;
    for (int i = 0; i < 1 << (log - 62); i++) skipahead(1ull << 62, &numbers);
    skip_one(&sequence);
    EXPECT(equal(numbers, sequence));
}

// Points of Sobol's first dimension (all direction numbers 2^-k): van der Corput's sequence in Gray code's order.
__device__ void sobol(int *wrong, unsigned n) {
    curandDirectionVectors32_t directions;
    for (int i = 0; i < 32; i++) directions[i] = 1u << (31 - i);
    curandStateSobol32_t s;
    curand_init(directions, n, &s);
    for (unsigned i = n; i < n + 9; i++) EXPECT(curand(&s) == __brev(i ^ (i >> 1)));
    skipahead(100u, &s);
    EXPECT(curand(&s) == __brev((n + 109) ^ ((n + 109) >> 1)));
}

__device__ void skip_xorwow(curandStateXORWOW_t *s) { skipahead_sequence(1, s); }
__device__ void skip_philox(curandStatePhilox4_32_10_t *s) { skipahead_sequence(1, s); }
__device__ void skip_mrg(curandStateMRG32k3a_t *s) { skipahead_subsequence(1, s); }

__global__ void k(int *wrong) {
    unsigned n = threadIdx.x;
    if (n == 0) {
        published(wrong);
        length<curandStateXORWOW_t>(wrong, 67, skip_xorwow);
        length<curandStatePhilox4_32_10_t>(wrong, 66, skip_philox);
        length<curandStateMRG32k3a_t>(wrong, 76, skip_mrg);
    }
    skipping<curandStateXORWOW_t>(wrong, n);
    skipping<curandStateMRG32k3a_t>(wrong, n);
    skipping<curandStatePhilox4_32_10_t>(wrong, n);
    sobol(wrong, n);
}
