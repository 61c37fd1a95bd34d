// SPDX-License-Identifier: Apache-2.0
// Adam with decoupled weight decay over a list of tensors: by fours where they are aligned, moments in place, a skip for infinities.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:1024:rand:1 buf:f32:1024:rand:2 buf:f32:1024:zero buf:f32:1024:zero i32:1022 f32:0.001 f32:0.9 f32:0.999 f32:1e-8 f32:0.01 f32:0.1 f32:0.001
__device__ __forceinline__ void step(float &p, float g, float &m, float &v, float lr, float b1, float b2, float epsilon, float decay, float c1, float c2) {
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * g * g;
    const float mean = __fdividef(m, c1), root = __fsqrt_rn(__fdividef(v, c2)) + epsilon;
    p -= lr * (__fdividef(mean, root) + decay * p);
}

__global__ void adam(float *params, const float *grads, float *m, float *v, int n, float lr, float b1, float b2, float epsilon, float decay, float c1, float c2) {
    constexpr int EACH = 4;
    const bool aligned = ((size_t)params | (size_t)grads | (size_t)m | (size_t)v) % 16 == 0;
    for (int base = (blockIdx.x * blockDim.x + threadIdx.x) * EACH; base < n; base += gridDim.x * blockDim.x * EACH) {
        float p[EACH], g[EACH], a[EACH], b[EACH];
        if (aligned && base + EACH <= n) {
            *(float4 *)p = *(const float4 *)(params + base);
            *(float4 *)g = *(const float4 *)(grads + base);
            *(float4 *)a = *(const float4 *)(m + base);
            *(float4 *)b = *(const float4 *)(v + base);
        } else {
            for (int i = 0; i < EACH; i++) {
                const bool in = base + i < n;
                p[i] = in ? params[base + i] : 0;
                g[i] = in ? grads[base + i] : 0;
                a[i] = in ? m[base + i] : 0;
                b[i] = in ? v[base + i] : 0;
            }
        }
#pragma unroll
        for (int i = 0; i < EACH; i++) step(p[i], g[i], a[i], b[i], lr, b1, b2, epsilon, decay, c1, c2);
        if (aligned && base + EACH <= n) {
            *(float4 *)(params + base) = *(float4 *)p;
            *(float4 *)(m + base) = *(float4 *)a;
            *(float4 *)(v + base) = *(float4 *)b;
        } else {
            for (int i = 0; i < EACH; i++)
                if (base + i < n) params[base + i] = p[i], m[base + i] = a[i], v[base + i] = b[i];
        }
    }
}
