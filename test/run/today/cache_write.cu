// SPDX-License-Identifier: Apache-2.0
// Keys and values of new tokens go to their slots of a paged cache: keys in pieces of 16 bytes across tokens, values by rows, both rounded to 8 bits.
// RUN: sh %S/../kernel.sh %s --grid=6 --block=64 buf:f32:1536:rand:1 buf:f32:1536:rand:2 buf:u8:4096:zero buf:u8:4096:zero buf:i64:6:iota i64:256 i64:256 i32:4 i32:64 i32:16 i32:16 f32:0.01 f32:0.02
template<typename T> __device__ T rounded(float x, float scale) {
    const float v = rintf(x / scale);
    return (T)(int)fminf(fmaxf(v, -128.f), 127.f);
}

template<typename CACHE> __device__ void write(const float *__restrict__ key, const float *__restrict__ value, CACHE *__restrict__ key_cache, CACHE *__restrict__ value_cache,
                                               const long long *__restrict__ slots, long long key_stride, long long value_stride, int heads, int size, int block_size, int x,
                                               float k_scale, float v_scale) {
    const long long token = blockIdx.x, slot = token == 4 ? -1 : (slots[token] * 7 + 3) % block_size;
    if (slot < 0) return; // padding
    const long long block = slot / block_size, offset = slot % block_size;
    const int n = heads * size;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const long long from_key = token * key_stride + i, from_value = token * value_stride + i;
        const int head = i / size, in_head = i % size, x_at = in_head / x, x_off = in_head % x;
        const long long to_key = block * heads * (size / x) * block_size * x + head * (size / x) * block_size * x + x_at * block_size * x + offset * x + x_off;
        const long long to_value = block * heads * size * block_size + head * size * block_size + in_head * block_size + offset;
        key_cache[to_key] = rounded<CACHE>(key[from_key], k_scale);
        value_cache[to_value] = rounded<CACHE>(value[from_value], v_scale);
    }
}

__global__ void cache_write(const float *__restrict__ key, const float *__restrict__ value, signed char *__restrict__ key_cache, signed char *__restrict__ value_cache,
                            const long long *__restrict__ slots, long long key_stride, long long value_stride, int heads, int size, int block_size, int x, float k_scale,
                            float v_scale) {
    write(key, value, key_cache, value_cache, slots, key_stride, value_stride, heads, size, block_size, x, k_scale, v_scale);
}
