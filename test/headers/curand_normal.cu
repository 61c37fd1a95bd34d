// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: normal, lognormal and Poisson numbers of XORWOW, MRG32k3a and Philox, ours and NVIDIA's; what a
// state keeps of a pair, whichever function asks next.
// RUN: sh %S/curand.sh %s curandStateXORWOW_t curandStateMRG32k3a_t
// RUN: sh %S/curand.sh %s curandStatePhilox4_32_10_t -- -DPHILOX
// REQUIRES: /usr/local/cuda/include/curand_kernel.h
// TIMEOUT: 120
#include "inputs/curand.h"

__device__ const double means[] = {0, 0.1, 1, 5, 30, 63.9, 64, 65, 150, 500, 999, 1999, 4000, 4001, 1e5};

__device__ void add_kept(Results &r, const S &s) {
    r.add(s.boxmuller_flag);
    r.add(s.boxmuller_extra);
    r.add(s.boxmuller_flag_double);
    r.add(s.boxmuller_extra_double);
}

// One of the functions that take one number of a pair.
__device__ void add_one(Results &r, S &s, unsigned which) {
    switch (which % 4) {
    case 0: r.add(curand_normal(&s)); break;
    case 1: r.add(curand_log_normal(&s, 0.3f, 1.2f)); break;
    case 2: r.add(curand_normal_double(&s)); break;
    default: r.add(curand_log_normal_double(&s, -0.4, 0.7)); break;
    }
}

__global__ void k(unsigned *out) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    Results r(out);
    Place p(t);
    S s;
    curand_init(p.seed, p.sequence, p.offset, &s);
    for (int i = 0; i < 24; i++) add_one(r, s, (unsigned)mixed(t) >> i);
    add_kept(r, s);
    r.add(curand_normal2(&s));
    r.add(curand_normal2_double(&s));
    r.add(curand_log_normal2(&s, 1.5f, 0.25f));
    r.add(curand_log_normal2_double(&s, 1.5, 0.25));
    add_kept(r, s);
    for (double mean : means) r.add(curand_poisson(&s, mean)), r.add(curand_poisson(&s, mean));
#ifdef PHILOX
    r.add(curand_normal4(&s));
    r.add(curand_normal4_double(&s));
    r.add(curand_log_normal4(&s, 0.2f, 0.3f));
    r.add(curand_log_normal4_double(&s, 0.2, 0.3));
    for (double mean : means) r.add(curand_poisson4(&s, mean));
#endif
    r.add(curand(&s));
}
