// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: XORWOW, MRG32k3a and Philox, ours and NVIDIA's: states, integers, uniform numbers.
// RUN: sh %S/curand.sh %s curandStateXORWOW_t curandState
// RUN: sh %S/curand.sh %s curandStateMRG32k3a_t -- -DMRG32K3A
// RUN: sh %S/curand.sh %s curandStatePhilox4_32_10_t -- -DPHILOX
// REQUIRES: /usr/local/cuda/include/curand_kernel.h
// TIMEOUT: 120
#include "inputs/curand.h"

// Every word of a state but those that a compiler leaves open (the padding of XORWOW's).
template <class State> __device__ void add_state(Results &r, const State &s) {
    for (int i = 0; i < (int)sizeof(State) / 4; i++)
        if (sizeof(State) != 48 || i != 9) r.add(((const unsigned *)&s)[i]);
}

__global__ void k(unsigned *out) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    Results r(out);
    Place p(t);
    S s;
    curand_init(p.seed, p.sequence, p.offset, &s);
    add_state(r, s);
    for (int i = 0; i < 7; i++) r.add(curand(&s));
    for (int i = 0; i < 3; i++) r.add(curand_uniform(&s)), r.add(curand_uniform_double(&s));
    skipahead(p.offset / 3 + t, &s);
    r.add(curand(&s));
    skipahead_sequence(p.sequence / 5 + 1, &s);
    r.add(curand(&s));
#ifdef MRG32K3A
    skipahead_subsequence(p.sequence / 7 + 1, &s);
#endif
#ifdef PHILOX
    for (int i = 0; i < 5; i++) r.add(curand4(&s)), r.add(curand(&s));
    r.add(curand_uniform4(&s));
    r.add(curand_uniform2_double(&s));
    r.add(curand_uniform4_double(&s));
    // the counter's carries
    s.ctr = make_uint4(~0u - t % 3, ~0u, ~0u, t);
    for (int i = 0; i < 4; i++) r.add(curand4(&s));
    s.ctr = make_uint4(~0u, ~0u - t % 2, ~0u, t);
    skipahead(p.offset, &s);
    r.add(curand_Philox4x32_10(s.ctr, s.key));
#endif
    add_state(r, s);
}
