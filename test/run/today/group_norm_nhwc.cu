// SPDX-License-Identifier: Apache-2.0
// Groups of channels of a channels-last image are normalised: Welford's means joined over the block, then scale, shift and SiLU.
// RUN: sh %S/../kernel.sh %s --grid=2,4 --block=64 buf:f32:2048:rand:1 buf:f32:16:rand:2 buf:f32:16:rand:3 buf:f32:2048:zero i32:64 i32:16 i32:4 f32:0.00001
struct Moments { float mean, m2, n; };

__device__ Moments joined(Moments a, Moments b) {
    const float n = a.n + b.n;
    if (n == 0) return a;
    const float d = b.mean - a.mean, part = __fdividef(b.n, n);
    return {a.mean + d * part, a.m2 + b.m2 + d * d * a.n * part, n};
}

__global__ void group_norm(const float *__restrict__ x, const float *__restrict__ gamma, const float *__restrict__ beta, float *__restrict__ y, int pixels, int channels, int groups, float eps) {
    const int per = channels / groups, group = blockIdx.y, image = blockIdx.x;
    const float *in = x + (size_t)image * pixels * channels + group * per;
    Moments m = {0, 0, 0};
    for (int i = threadIdx.x; i < pixels * per; i += blockDim.x) {
        const float v = in[(i / per) * channels + i % per], d = v - m.mean;
        m.n += 1;
        m.mean += __fdividef(d, m.n);
        m.m2 += d * (v - m.mean);
    }
    for (int o = 16; o > 0; o >>= 1)
        m = joined(m, {__shfl_down_sync(~0u, m.mean, o), __shfl_down_sync(~0u, m.m2, o), __shfl_down_sync(~0u, m.n, o)});
    __shared__ Moments parts[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) parts[warp] = m;
    __syncthreads();
    if (warp == 0) {
        m = lane < blockDim.x / 32 ? parts[lane] : Moments{0, 0, 0};
        for (int o = 16; o > 0; o >>= 1)
            m = joined(m, {__shfl_down_sync(~0u, m.mean, o), __shfl_down_sync(~0u, m.m2, o), __shfl_down_sync(~0u, m.n, o)});
        if (lane == 0) parts[0] = m;
    }
    __syncthreads();
    const float mean = parts[0].mean, scale = rsqrtf(__fdividef(parts[0].m2, parts[0].n) + eps);
    float *to = y + (size_t)image * pixels * channels + group * per;
    for (int i = threadIdx.x; i < pixels * per; i += blockDim.x) {
        const int c = i % per, at = (i / per) * channels + c;
        const float v = (in[at] - mean) * scale * gamma[group * per + c] + beta[group * per + c];
        to[at] = __fdividef(v, 1 + __expf(-v));
    }
}
