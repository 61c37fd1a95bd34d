// SPDX-License-Identifier: Apache-2.0
// A chunk of a state space model's dual form: decays summed up, C times B under a mask of decays, times x, and the state that goes on.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=128 buf:f32:4096:rand:1 buf:f32:128:rand:2 buf:f32:2048:rand:3 buf:f32:2048:rand:4 buf:f32:2:rand:5 buf:f32:4096:zero buf:f32:4096:zero i32:2
constexpr int CHUNK = 32, STATE = 16, HEAD = 32;
struct Inputs {
    const float *x, *dt, *b, *c, *a;
};
__global__ void chunk(const float *__restrict__ x, const float *__restrict__ dt, const float *__restrict__ b, const float *__restrict__ c, const float *__restrict__ a, float *__restrict__ y,
                      float *__restrict__ states, int heads) {
    __shared__ float sum[CHUNK], step[CHUNK], sb[CHUNK][STATE + 1], sc[CHUNK][STATE + 1], sx[CHUNK][HEAD], m[CHUNK][CHUNK + 1];
    const int head = blockIdx.x, which = blockIdx.y, t = threadIdx.x;
    const Inputs in{x + (which * heads + head) * CHUNK * HEAD, dt + (which * heads + head) * CHUNK, b + which * CHUNK * STATE, c + which * CHUNK * STATE, a + head};
    if (t < CHUNK) {
        const float d = log1pf(expf(in.dt[t]));
        float s = -in.a[0] * d;
        for (int o = 1; o < 32; o *= 2) {
            const float before = __shfl_up_sync(~0u, s, o);
            if (t >= o) s += before;
        }
        step[t] = d;
        sum[t] = s;
    }
    for (int i = t; i < CHUNK * STATE; i += blockDim.x) sb[i / STATE][i % STATE] = in.b[i], sc[i / STATE][i % STATE] = in.c[i];
    for (int i = t; i < CHUNK * HEAD; i += blockDim.x) sx[i / HEAD][i % HEAD] = in.x[i];
    __syncthreads();
    for (int i = t; i < CHUNK * CHUNK; i += blockDim.x) {
        const int row = i / CHUNK, column = i % CHUNK;
        float dot = 0;
        if (column <= row) {
            for (int k = 0; k < STATE; k++) dot += sc[row][k] * sb[column][k];
            dot *= __expf(sum[row] - sum[column]) * step[column];
        }
        m[row][column] = dot;
    }
    __syncthreads();
    for (int i = t; i < CHUNK * HEAD; i += blockDim.x) {
        const int row = i / HEAD, p = i % HEAD;
        float out = 0;
        for (int k = 0; k <= row; k++) out += m[row][k] * sx[k][p];
        y[(which * heads + head) * CHUNK * HEAD + i] = out;
    }
    const float end = sum[CHUNK - 1];
    for (int i = t; i < STATE * HEAD; i += blockDim.x) {
        const int n = i / HEAD, p = i % HEAD;
        float s = 0;
#pragma unroll 4
        for (int k = 0; k < CHUNK; k++) s += sb[k][n] * __expf(end - sum[k]) * step[k] * sx[k][p];
        states[(which * heads + head) * STATE * HEAD + i] = s;
    }
}
