// SPDX-License-Identifier: Apache-2.0
// Random numbers in device code (cuRAND documentation, "Device API"): generators, distributions.
// The integers and uniform numbers of a generator are those of NVIDIA's library, bit for bit.
#ifndef CUPRUM_CURAND_KERNEL_H
#define CUPRUM_CURAND_KERNEL_H
#define CURAND_KERNEL_H_
#include "cuda_runtime.h"

#ifndef QUALIFIERS
#define QUALIFIERS static __forceinline__ __device__
#endif

// ---- constants of the distributions -------------------------------------------------------------
#define CURAND_2POW32_INV        (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2POW32_INV_2PI    (2.3283064e-10f * 6.2831855f)
#define CURAND_2PI               (6.2831855f)
#define CURAND_SQRT2             (-1.4142135f)
#define CURAND_SQRT2_DOUBLE      (-1.4142135623730951)

#include "cuprum_random_xorwow.h"
#include "cuprum_random_philox.h"
#include "cuprum_random_mrg.h"
#include "cuprum_random_sobol.h"
#include "cuprum_random_normal.h"

#endif
