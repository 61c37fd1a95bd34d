// SPDX-License-Identifier: Apache-2.0
// Includes what defines float2, as a toolkit's does.
#pragma once
#include "vector_types.h"
#define __device__ __attribute__((device))
inline __device__ float first(float2 pair) { return pair.x; }
