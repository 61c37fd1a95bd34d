// SPDX-License-Identifier: Apache-2.0
// Random numbers in the device.
#include <curand_kernel.h>
extern "C" __global__ void random(float *out, unsigned long long seed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, i, 0, &state);
    if (i < n) out[i] = curand_normal(&state) + curand_uniform(&state);
}
