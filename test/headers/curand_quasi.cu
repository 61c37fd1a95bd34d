// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: Sobol's sequences, ours and NVIDIA's, with direction numbers of no meaning.
// RUN: sh %S/curand.sh %s curandStateSobol32_t curandStateSobol64_t
// RUN: sh %S/curand.sh %s curandStateScrambledSobol32_t curandStateScrambledSobol64_t -- -DSCRAMBLED
// REQUIRES: /usr/local/cuda/include/curand_kernel.h
// TIMEOUT: 120
#include "inputs/curand.h"
typedef decltype(S::x) Integer;

__device__ const double means[] = {0, 0.1, 5, 64, 150, 500, 501, 999, 1000, 4001, 1e5};

__global__ void k(unsigned *out) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const int bits = 8 * sizeof(Integer);
    Results r(out);
    Integer directions[bits];
    for (int i = 0; i < bits; i++) directions[i] = (Integer)mixed(i);
    // both ends of the sequence, and what lies between
    Integer offset = t < 4 ? t - 2 : t & 1 ? (Integer)t : (Integer)mixed(t) >> (t % bits);
    S s;
#ifdef SCRAMBLED
    curand_init(directions, (Integer)mixed(1000 + t), offset, &s);
#else
    curand_init(directions, offset, &s);
#endif
    r.add(s.i), r.add(s.x), r.add(s.c);
    r.add(s.direction_vectors[0]), r.add(s.direction_vectors[bits - 1]);
    for (int i = 0; i < 5; i++) r.add(curand(&s));
    for (int i = 0; i < 6; i++) {
        r.add(curand_uniform(&s)), r.add(curand_uniform_double(&s));
        r.add(curand_normal(&s)), r.add(curand_normal_double(&s));
        r.add(curand_log_normal(&s, 0.3f, 1.2f)), r.add(curand_log_normal_double(&s, 0.3, 1.2));
    }
    for (double mean : means) r.add(curand_poisson(&s, mean));
    skipahead((Integer)(offset / 3 + 1), &s);
    r.add(s.i), r.add(s.x), r.add(curand(&s));
}
