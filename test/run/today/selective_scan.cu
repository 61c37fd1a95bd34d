// SPDX-License-Identifier: Apache-2.0
// A state space model's scan: sixteen states a channel in registers, chunks of the sequence through shared memory.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:4096:rand:1 buf:f32:4096:rand:2 buf:f32:1024:rand:3 buf:f32:1024:rand:4 buf:f32:1024:rand:5 buf:f32:64:rand:6 buf:f32:4096:zero i32:64 i32:64
constexpr int STATES = 16, CHUNK = 16;

__global__ void scan(const float *__restrict__ u, const float *__restrict__ delta, const float *__restrict__ A, const float *__restrict__ B, const float *__restrict__ C,
                     const float *__restrict__ D, float *__restrict__ y, int length, int channels) {
    __shared__ float bs[CHUNK][STATES], cs[CHUNK][STATES];
    const int channel = blockIdx.x * blockDim.x + threadIdx.x;
    float a[STATES], h[STATES];
#pragma unroll
    for (int s = 0; s < STATES; s++) a[s] = -A[channel * STATES + s] * 1.44269504f, h[s] = 0;
    const float skip = D[channel];
    for (int t0 = 0; t0 < length; t0 += CHUNK) {
        __syncthreads();
        for (int i = threadIdx.x; i < CHUNK * STATES; i += blockDim.x) {
            bs[i / STATES][i % STATES] = B[t0 * STATES + i];
            cs[i / STATES][i % STATES] = C[t0 * STATES + i];
        }
        __syncthreads();
        for (int t = 0; t < CHUNK && t0 + t < length; t++) {
            const float d = delta[(t0 + t) * channels + channel], x = u[(t0 + t) * channels + channel];
            float sum = skip * x;
#pragma unroll
            for (int s = 0; s < STATES; s++) {
                h[s] = h[s] * exp2f(d * a[s]) + d * x * bs[t][s];
                sum += h[s] * cs[t][s];
            }
            y[(t0 + t) * channels + channel] = sum;
        }
    }
}
