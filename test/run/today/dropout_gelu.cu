// SPDX-License-Identifier: Apache-2.0
// Bias, GELU, dropout by Philox and the residual in one: four elements a thread and step, a mask of bits for the way back.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:2048:rand:1 buf:f32:64:rand:2 buf:f32:2048:rand:3 buf:f32:2048:zero buf:u8:512:zero i32:2048 i32:64 f32:0.1 i64:1234 i64:7
__device__ uint4 philox(uint2 key, uint4 c) {
#pragma unroll
    for (int i = 0; i < 10; i++) {
        const unsigned hi0 = __umulhi(0xD2511F53u, c.x), lo0 = 0xD2511F53u * c.x, hi1 = __umulhi(0xCD9E8D57u, c.z), lo1 = 0xCD9E8D57u * c.z;
        c = make_uint4(hi1 ^ c.y ^ key.x, lo1, hi0 ^ c.w ^ key.y, lo0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}

__device__ float gelu(float x) {
    const float u = 0.79788456f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1 + __fdividef(__expf(2 * u) - 1, __expf(2 * u) + 1));
}

__global__ void fused(const float *__restrict__ in, const float *__restrict__ bias, const float *__restrict__ residual, float *__restrict__ out,
                      unsigned char *__restrict__ mask, int n, int columns, float rate, unsigned long long seed, unsigned long long offset) {
    const float keep = 1 - rate, scale = __frcp_rn(keep);
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = id * 4; i < n; i += gridDim.x * blockDim.x * 4) {
        const uint4 r = philox(make_uint2((unsigned)seed, (unsigned)(seed >> 32)), make_uint4((unsigned)offset + i, (unsigned)(offset >> 32), id, 0));
        const float4 x = *(const float4 *)(in + i), b = *(const float4 *)(bias + i % columns), y = *(const float4 *)(residual + i);
        const float u[4] = {r.x * 2.3283064e-10f, r.y * 2.3283064e-10f, r.z * 2.3283064e-10f, r.w * 2.3283064e-10f};
        float v[4] = {x.x + b.x, x.y + b.y, x.z + b.z, x.w + b.w}, z[4] = {y.x, y.y, y.z, y.w};
        unsigned char bits = 0;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const bool on = u[k] < keep;
            z[k] += on ? gelu(v[k]) * scale : 0.f;
            bits |= on << k;
        }
        *(float4 *)(out + i) = make_float4(z[0], z[1], z[2], z[3]);
        mask[i / 4] = bits;
    }
}
