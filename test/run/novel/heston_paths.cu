// SPDX-License-Identifier: Apache-2.0
// Paths of Heston's model: random numbers by Philox, pairs of normal ones by Box and Muller, a barrier ends a path early.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:128:zero buf:i32:128:zero u32:12345 i32:20 f32:100 f32:95 f32:80
struct Model {
    float rate, kappa, theta, xi, rho, v0;
};
__constant__ Model MODEL = {0.03f, 1.5f, 0.04f, 0.3f, -0.7f, 0.05f};
__device__ __forceinline__ uint4 philox(uint4 counter, uint2 key) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        const unsigned high0 = __umulhi(0xD2511F53u, counter.x), low0 = 0xD2511F53u * counter.x;
        const unsigned high1 = __umulhi(0xCD9E8D57u, counter.z), low1 = 0xCD9E8D57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}
__device__ __forceinline__ float2 normal(unsigned a, unsigned b) {
    const float u = (a >> 8) * 0x1p-24f + 0x1p-25f, v = (b >> 8) * 0x1p-24f * 6.2831853f;
    const float r = sqrtf(-2 * __logf(u));
    return make_float2(r * __cosf(v), r * __sinf(v));
}
__global__ void heston(float *payoffs, int *lives, unsigned seed, int steps, float spot, float strike, float barrier) {
    const unsigned path = blockIdx.x * blockDim.x + threadIdx.x;
    const Model m = MODEL;
    const float dt = 1.f / steps, root = sqrtf(dt);
    float s = __logf(spot), v = m.v0;
    int alive = steps;
    const float low = __logf(barrier);
    for (int i = 0; i < steps; i += 2) {
        const uint4 r = philox(make_uint4(path, i, 0, 0), make_uint2(seed, seed >> 3));
        for (int k = 0; k < 2 && i + k < steps; k++) {
            const float2 z = k ? normal(r.z, r.w) : normal(r.x, r.y);
            const float positive = fmaxf(v, 0.f), sigma = sqrtf(positive);
            s += (m.rate - 0.5f * positive) * dt + sigma * root * z.x;
            v += m.kappa * (m.theta - positive) * dt + m.xi * sigma * root * (m.rho * z.x + sqrtf(1 - m.rho * m.rho) * z.y);
            if (s < low) {
                alive = i + k;
                break;
            }
        }
        if (alive < steps) break;
    }
    payoffs[path] = alive < steps ? 0.f : __expf(-m.rate) * fmaxf(__expf(s) - strike, 0.f);
    lives[path] = alive;
}
