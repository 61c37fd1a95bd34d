// SPDX-License-Identifier: Apache-2.0
// A token of each row by logits and Gumbel noise of a counter-based generator (Philox, ten rounds): arg max over warps and block.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:2000:rand:1 buf:i32:4:zero buf:f32:4:zero i32:500 u64:42 u64:7 f32:0.8
struct Philox {
    uint4 counter;
    uint2 key;
    __device__ Philox(unsigned long long seed, unsigned long long sequence, unsigned long long offset)
        : counter(make_uint4((unsigned)offset, (unsigned)(offset >> 32), (unsigned)sequence, (unsigned)(sequence >> 32))), key(make_uint2((unsigned)seed, (unsigned)(seed >> 32))) {}
    __device__ static uint4 round(uint4 c, uint2 k) {
        const unsigned h0 = __umulhi(0xD2511F53, c.x), l0 = 0xD2511F53 * c.x, h1 = __umulhi(0xCD9E8D57, c.z), l1 = 0xCD9E8D57 * c.z;
        return make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
    }
    __device__ uint4 next() {
        uint4 c = counter;
        uint2 k = key;
        for (int i = 0; i < 9; i++) {
            c = round(c, k);
            k.x += 0x9E3779B9;
            k.y += 0xBB67AE85;
        }
        if (!++counter.x && !++counter.y && !++counter.z) ++counter.w;
        return round(c, k);
    }
};

struct Best {
    float value;
    int at;
    __device__ void take(float v, int i) {
        if (v > value || (v == value && i < at)) value = v, at = i;
    }
};

__device__ float gumbel(unsigned bits) {
    const float u = (bits >> 8) * 5.9604645e-8f + 2.9802322e-8f;
    return -__logf(-__logf(u) + 1e-20f);
}

__global__ void gumbel_sample(const float *__restrict__ logits, int *__restrict__ tokens, float *__restrict__ scores, int vocabulary, unsigned long long seed, unsigned long long offset, float temperature) {
    __shared__ float values[32];
    __shared__ int places[32];
    const float *row = logits + blockIdx.x * vocabulary;
    const float inverse = 1.f / temperature;
    Philox random(seed, blockIdx.x * blockDim.x + threadIdx.x, offset);
    Best best{-1e30f, 0x7fffffff};
    for (int i = threadIdx.x * 4; i < vocabulary; i += blockDim.x * 4) {
        const uint4 r = random.next();
        const float4 v = *reinterpret_cast<const float4 *>(row + i);
        best.take(v.x * inverse + gumbel(r.x), i);
        best.take(v.y * inverse + gumbel(r.y), i + 1);
        best.take(v.z * inverse + gumbel(r.z), i + 2);
        best.take(v.w * inverse + gumbel(r.w), i + 3);
    }
    for (int o = 16; o > 0; o >>= 1) best.take(__shfl_xor_sync(~0u, best.value, o), __shfl_xor_sync(~0u, best.at, o));
    if (threadIdx.x % 32 == 0) values[threadIdx.x / 32] = best.value, places[threadIdx.x / 32] = best.at;
    __syncthreads();
    if (threadIdx.x < 32) {
        const bool there = threadIdx.x < blockDim.x / 32;
        best = Best{there ? values[threadIdx.x] : -1e30f, there ? places[threadIdx.x] : 0x7fffffff};
        for (int o = 16; o > 0; o >>= 1) best.take(__shfl_xor_sync(~0u, best.value, o), __shfl_xor_sync(~0u, best.at, o));
        if (threadIdx.x == 0) tokens[blockIdx.x] = best.at, scores[blockIdx.x] = best.value;
    }
}
