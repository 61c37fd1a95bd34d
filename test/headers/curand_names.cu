// SPDX-License-Identifier: Apache-2.0
// The names under which programs include parts of cuRAND's device API, without a toolkit; a kernel that does not
// need the tables of the jumps does not carry them.
// RUN: cuprum %s --no-toolkit -o -
// CHECK-NOT: xorwow
// CHECK: .visible .entry k
#include <curand.h>
#include <curand_discrete.h>
#include <curand_discrete2.h>
#include <curand_globals.h>
#include <curand_lognormal.h>
#include <curand_mrg32k3a.h>
#include <curand_mtgp32.h>
#include <curand_mtgp32_kernel.h>
#include <curand_normal.h>
#include <curand_normal_static.h>
#include <curand_philox4x32_x.h>
#include <curand_poisson.h>
#include <curand_precalc.h>
#include <curand_uniform.h>
#include <curand_kernel.h>
extern "C" __global__ void k(curandState *states, float *out) {
    out[threadIdx.x] = curand_uniform(&states[threadIdx.x]);
}
