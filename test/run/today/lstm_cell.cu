// SPDX-License-Identifier: Apache-2.0
// The pointwise half of an LSTM: four gates of halves with their biases, the cell's state, what it tells.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:u8:4096:rand:1 buf:u8:4096:rand:2 buf:f32:256:rand:3 buf:f32:512:rand:4 buf:f32:512:zero buf:u8:1024:zero buf:u8:512:zero i32:64 i32:500
#include <cuda_fp16.h>

__device__ float tamed(__half h) {
    return __half2float(__ushort_as_half(__half_as_ushort(h) & 0xbfff));  // random bits without infinities
}

__device__ float sigmoid(float x) {
    return 1.f / (1.f + __expf(-x));
}

__device__ float hyperbolic(float x) {
    return 1.f - 2.f / (1.f + __expf(2 * x));
}

__global__ void cell(const __half *__restrict__ input, const __half *__restrict__ recurrent, const float *__restrict__ bias, const float *__restrict__ before,
                     float *__restrict__ after, __half *__restrict__ told, unsigned char *__restrict__ active, int hidden, int total) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += gridDim.x * blockDim.x) {
        const int batch = i / hidden, unit = i % hidden;
        const size_t at = (size_t)batch * 4 * hidden + unit;
        float gate[4];
#pragma unroll
        for (int g = 0; g < 4; g++)
            gate[g] = tamed(input[at + g * hidden]) + tamed(recurrent[at + g * hidden]) + bias[g * hidden + unit];
        const float in = sigmoid(gate[0]), forget = sigmoid(gate[1]), fresh = hyperbolic(gate[2]), out = sigmoid(gate[3]);
        const float state = forget * before[i] + in * fresh;
        after[i] = state;
        told[i] = __float2half_rn(out * hyperbolic(state));
        active[i] = in > 0.5f;
    }
}
