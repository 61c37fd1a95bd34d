// SPDX-License-Identifier: Apache-2.0
// One step of a selective state space for a token: shifted convolution state, SiLU, softplus of the step, states of sixteen a channel.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:128:rand:1 buf:f32:512:rand:2 buf:f32:256:rand:3 buf:f32:2048:rand:4 buf:f32:1024:rand:5 buf:f32:64:rand:6 buf:f32:64:rand:7 buf:f32:128:zero i32:64
constexpr int S = 16, W = 4;
__global__ void step(const float *__restrict__ x, float *__restrict__ conv, const float *__restrict__ taps, float *__restrict__ state, const float *__restrict__ A, const float *__restrict__ BC,
                     const float *__restrict__ D, float *__restrict__ y, int channels) {
    const int b = blockIdx.x, c = threadIdx.x;
    if (c >= channels) return;
    float *window = conv + (b * channels + c) * W;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < W - 1; i++) {
        window[i] = window[i + 1];
        sum += window[i] * taps[c * W + i];
    }
    window[W - 1] = x[b * channels + c];
    sum += window[W - 1] * taps[c * W + W - 1];
    const float u = __fdividef(sum, 1 + __expf(-sum));
    const float raw = u + D[c], dt = raw > 20 ? raw : __logf(1 + __expf(raw));
    float *h = state + (b * channels + c) * S;
    float out = 0;
    for (int n = 0; n < S; n++) {
        h[n] = h[n] * __expf(-dt * A[c * S + n]) + dt * BC[b * 2 * S + n] * u;
        out += h[n] * BC[b * 2 * S + S + n];
    }
    y[b * channels + c] = out + D[c] * u;
}
