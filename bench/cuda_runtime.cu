// SPDX-License-Identifier: Apache-2.0
// bench/run.sh cicc: a small kernel with the header that nvcc always includes.
#include <cuda_runtime.h>
__global__ void twice(float *p) { p[threadIdx.x] *= 2; }
