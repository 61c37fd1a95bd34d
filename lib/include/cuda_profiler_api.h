// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop are with the other functions.
#include "cuda_runtime_api.h"
