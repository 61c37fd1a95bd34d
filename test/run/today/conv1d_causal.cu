// SPDX-License-Identifier: Apache-2.0
// A causal convolution of width four along the sequence for each channel, with its state, then SiLU.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32 buf:f32:2048:rand:1 buf:f32:16:rand:2 buf:f32:4:rand:3 buf:f32:12:rand:4 buf:f32:2048:zero i32:500
constexpr int WIDTH = 4, EACH = 4;

__global__ void conv(const float *__restrict__ x, const float *__restrict__ weight, const float *__restrict__ bias, float *__restrict__ state, float *__restrict__ out, int length) {
    __shared__ float last[32][WIDTH - 1];
    const int channel = blockIdx.x, t = threadIdx.x;
    const float *row = x + channel * 512;
    float w[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) w[i] = weight[channel * WIDTH + i];
    const float b = bias[channel];
    float carried[WIDTH - 1];
    for (int i = 0; i < WIDTH - 1; i++) carried[i] = state[channel * (WIDTH - 1) + i];
    for (int base = 0; base < length; base += 32 * EACH) {
        float v[EACH + WIDTH - 1];
        const int at = base + t * EACH;
#pragma unroll
        for (int i = 0; i < EACH; i++) v[WIDTH - 1 + i] = at + i < length ? row[at + i] : 0.f;
#pragma unroll
        for (int i = 0; i < WIDTH - 1; i++) last[t][i] = v[EACH + i];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < WIDTH - 1; i++) v[i] = t ? last[t - 1][i] : carried[i];
        for (int i = 0; i < WIDTH - 1; i++) carried[i] = last[31][i];
        __syncwarp();
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            float sum = b;
#pragma unroll
            for (int k = 0; k < WIDTH; k++) sum += w[k] * v[i + k];
            if (at + i < length) out[channel * 512 + at + i] = __fdividef(sum, 1 + __expf(-sum));
        }
    }
    if (t < WIDTH - 1) state[channel * (WIDTH - 1) + t] = row[length - WIDTH + 1 + t];
}
