// SPDX-License-Identifier: Apache-2.0
// Rotary positions of queries and keys in place, both layouts (neighbours or halves), by a table of cosines and sines.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:i64:4:iota buf:f32:1024:rand:1 buf:f32:512:rand:2 buf:f32:256:rand:3 i32:64 i64:256 i64:128 i32:4 i32:2 i32:0
template<bool HALVES> __device__ void rotate(float *at, const float *cosine, const float *sine, int i, int half) {
    const int x = HALVES ? i : 2 * i, y = HALVES ? half + i : 2 * i + 1;
    const float c = cosine[HALVES ? x % half : x / 2], s = sine[HALVES ? x % half : x / 2];
    const float a = at[x], b = at[y];
    at[x] = a * c - b * s;
    at[y] = b * c + a * s;
}

template<bool HALVES> __device__ void all(const long long *positions, float *query, float *key, const float *table, int dim, long long qs, long long ks, int heads, int kv) {
    const int token = blockIdx.x, half = dim / 2;
    const float *cosine = table + positions[token] * dim, *sine = cosine + half;
    for (int i = threadIdx.x; i < heads * half; i += blockDim.x) rotate<HALVES>(query + token * qs + (i / half) * dim, cosine, sine, i % half, half);
    for (int i = threadIdx.x; i < kv * half; i += blockDim.x) rotate<HALVES>(key + token * ks + (i / half) * dim, cosine, sine, i % half, half);
}

__global__ void rope(const long long *positions, float *query, float *key, const float *table, int dim, long long qs, long long ks, int heads, int kv, int halves) {
    if (halves) all<true>(positions, query, key, table, dim, qs, ks, heads, kv);
    else all<false>(positions, query, key, table, dim, qs, ks, heads, kv);
}
