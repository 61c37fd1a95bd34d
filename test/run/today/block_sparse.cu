// SPDX-License-Identifier: Apache-2.0
// A matrix of 4x4 blocks by rows times eight vectors that lie side by side: float4 throughout, four threads a row of blocks.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:i32:33:iota buf:u32:256:rand:1 buf:f32:4096:rand:2 buf:f32:512:rand:3 buf:f32:1024:zero i32:32 i32:16 f32:1.5 f32:0
template<int N> struct Accumulator {
    float4 v[N];
    __device__ void clear() {
#pragma unroll
        for (auto &x : v) x = make_float4(0, 0, 0, 0);
    }
    __device__ void add(float a, const float4 *b) {
#pragma unroll
        for (int i = 0; i < N; i++) v[i].x += a * b[i].x, v[i].y += a * b[i].y, v[i].z += a * b[i].z, v[i].w += a * b[i].w;
    }
};

__global__ void block_sparse(const int *__restrict__ row_ptr, const unsigned *__restrict__ columns, const float *__restrict__ blocks, const float *__restrict__ x, float *__restrict__ y,
                             int block_rows, int block_columns, float alpha, float beta) {
    const int group = (blockIdx.x * blockDim.x + threadIdx.x) / 4, r = threadIdx.x % 4;
    for (int row = group; row < block_rows; row += gridDim.x * blockDim.x / 4) {
        Accumulator<2> acc;
        acc.clear();
        const int from = row_ptr[row] * 7, to = row_ptr[row + 1] * 7 + row % 2;
        for (int k = from; k < to; k++) {
            const float4 a = reinterpret_cast<const float4 *>(blocks + (size_t)k * 16)[r];
            const float4 *b = reinterpret_cast<const float4 *>(x) + (size_t)(columns[k] % block_columns) * 8;
            acc.add(a.x, b);
            acc.add(a.y, b + 2);
            acc.add(a.z, b + 4);
            acc.add(a.w, b + 6);
        }
        float4 *out = reinterpret_cast<float4 *>(y) + (size_t)(row * 4 + r) * 2;
#pragma unroll
        for (int i = 0; i < 2; i++) {
            float4 v = acc.v[i];
            v.x *= alpha, v.y *= alpha, v.z *= alpha, v.w *= alpha;
            if (beta != 0.f) v.x += beta * out[i].x, v.y += beta * out[i].y, v.z += beta * out[i].z, v.w += beta * out[i].w;
            out[i] = v;
        }
    }
}
