// SPDX-License-Identifier: Apache-2.0
// The device API of cuRAND: generators and distributions (cuRAND Library, "Device API"). Sequences are
// NVIDIA's, bit for bit, and so are the states' layouts; the parts name the papers they come from.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_ // programs ask for this name

#include "curand.h"

#include "curand/xorwow.h"
#include "curand/mrg32k3a.h"
#include "curand/philox.h"
#include "curand/sobol.h"
#include "curand/mtgp32.h"
#include "curand/uniform.h"
#include "curand/normal.h"
#include "curand/lognormal.h"
#include "curand/poisson.h"
#include "curand/discrete.h"

#endif
