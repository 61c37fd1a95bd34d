// SPDX-License-Identifier: Apache-2.0
// curand_kernel.h: MTGP32, ours and NVIDIA's, with parameters of no meaning.
// RUN: sh %S/curand.sh %s curandStateMtgp32_t curandStateMtgp32
// REQUIRES: /usr/local/cuda/include/curand_mtgp32_kernel.h
// TIMEOUT: 120
#include "inputs/curand.h"
#include <curand_mtgp32_kernel.h>

__device__ mtgp32_kernel_params_t parameters[8];
__device__ S states[8];
__device__ const double means[] = {0, 0.1, 5, 64, 999, 1000, 4001};

__device__ void fill(S *s, mtgp32_kernel_params_t *p) {
    int set = s->pIdx = blockIdx.x * 23;
    s->k = p;
    s->offset = 0;
    for (int i = 0; i < MTGP32_STATE_SIZE; i++) s->s[i] = (unsigned)mixed(i + 2000 * set);
    // a block's threads must not meet
    p->pos_tbl[set] = 3 + mixed(set) % 90;
    p->sh1_tbl[set] = 1 + mixed(set + 1) % 31;
    p->sh2_tbl[set] = 1 + mixed(set + 2) % 31;
    p->mask[0] = 0xfff80000;
    for (int i = 0; i < TBL_SIZE; i++) {
        p->param_tbl[set][i] = (unsigned)mixed(set + 10 + i);
        p->temper_tbl[set][i] = (unsigned)mixed(set + 30 + i);
        p->single_temper_tbl[set][i] = ((unsigned)mixed(set + 50 + i) >> 9) | 0x3f800000;
    }
}

__global__ void k(unsigned *out) {
    Results r(out);
    S *s = &states[blockIdx.x];
    if (threadIdx.x == 0) fill(s, &parameters[blockIdx.x]);
    __syncthreads();
    for (int i = 0; i < 20; i++) r.add(curand(s));
    r.add(curand_mtgp32_specific(s, threadIdx.x, 64));
    r.add(curand_uniform(s)), r.add(curand_uniform_double(s));
    r.add(curand_normal(s)), r.add(curand_normal_double(s));
    r.add(curand_log_normal(s, 0.3f, 1.2f)), r.add(curand_log_normal_double(s, 0.3, 1.2));
    for (double mean : means) r.add(curand_poisson(s, mean));
    r.add(curand_mtgp32_single(s)), r.add(curand_mtgp32_single(s));
    r.add(curand_mtgp32_single_specific(s, threadIdx.x, 64));
    r.add(s->offset), r.add(s->s[threadIdx.x]);
}
