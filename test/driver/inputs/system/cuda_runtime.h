// SPDX-License-Identifier: Apache-2.0
// An imitation of a toolkit's: enough for ../../system_toolkit.sh.
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#include "vector_types.h"
