// SPDX-License-Identifier: Apache-2.0
// A linear recurrence over matrices: each thread keeps a row of its head's state in registers, the others' vectors come by shared memory.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:512:rand:1 buf:f32:512:rand:2 buf:f32:512:rand:3 buf:f32:512:rand:4 buf:f32:64:rand:5 buf:f32:2048:rand:6 buf:f32:512:zero i32:8 i32:64 i32:2
constexpr int N = 32;

__global__ void wkv(const float *__restrict__ r_, const float *__restrict__ k_, const float *__restrict__ v_, const float *__restrict__ w_,
                    const float *__restrict__ u_, float *__restrict__ state_, float *__restrict__ y_, int T, int C, int H) {
    const int b = blockIdx.x / H, h = blockIdx.x % H, i = threadIdx.x;
    u_ += h * N;
    state_ += blockIdx.x * N * N + i * N;
    __shared__ float r[N], k[N], u[N], w[N];
    float state[N];
#pragma unroll
    for (int j = 0; j < N; j++) state[j] = state_[j];
    u[i] = u_[i];
    for (int t = b * T * C + h * N + i; t < (b + 1) * T * C + h * N + i; t += C) {
        __syncthreads();
        w[i] = __expf(-w_[t]);
        r[i] = r_[t];
        k[i] = k_[t];
        __syncthreads();
        const float v = v_[t];
        float y = 0;
#pragma unroll
        for (int j = 0; j < N; j += 4) {
            const float4 &rr = (float4 &)(r[j]), &kk = (float4 &)(k[j]), &ww = (float4 &)(w[j]), &uu = (float4 &)(u[j]);
            float4 &s = (float4 &)(state[j]), x;
            x.x = kk.x * v, x.y = kk.y * v, x.z = kk.z * v, x.w = kk.w * v;
            y += rr.x * (uu.x * x.x + s.x) + rr.y * (uu.y * x.y + s.y) + rr.z * (uu.z * x.z + s.z) + rr.w * (uu.w * x.w + s.w);
            s.x = s.x * ww.x + x.x, s.y = s.y * ww.y + x.y, s.z = s.z * ww.z + x.z, s.w = s.w * ww.w + x.w;
        }
        y_[t] = y;
    }
#pragma unroll
    for (int j = 0; j < N; j++) state_[j] = state[j];
}
