// SPDX-License-Identifier: Apache-2.0
// Attention on a graph: scores of the edges into a vertex, their softmax, the weighted sum of neighbours' features; a warp a vertex.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:i32:33:iota buf:i32:512:rand:1 buf:f32:64:rand:2 buf:f32:64:rand:3 buf:f32:2048:rand:4 buf:f32:2048:zero i32:8 i32:64 f32:0.2
constexpr int F = 64;

__global__ void gat(const int *__restrict__ indptr, const int *__restrict__ indices, const float *__restrict__ el, const float *__restrict__ er,
                    const float *__restrict__ x, float *__restrict__ out, int vertices, int width, float slope) {
    const int v = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (v >= vertices) return;
    const int begin = indptr[v] * 13, end = indptr[v + 1] * 13 + v % 3;
    const float right = er[v];
    float top = -INFINITY;
    for (int e = begin + lane; e < end; e += 32) {
        float s = el[indices[e] & 31] + right;
        s = s > 0 ? s : slope * s;
        top = fmaxf(top, s);
    }
    for (int o = 16; o > 0; o /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float sum = 0;
    for (int e = begin + lane; e < end; e += 32) {
        float s = el[indices[e] & 31] + right;
        s = s > 0 ? s : slope * s;
        sum += __expf(s - top);
    }
    for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    for (int f = lane; f < width; f += 32) {
        float acc = 0;
        for (int e = begin; e < end; e++) {
            const int u = indices[e] & 31;
            float s = el[u] + right;
            s = s > 0 ? s : slope * s;
            acc += __fdividef(__expf(s - top), sum) * x[u * F + f];
        }
        out[v * F + f] = acc;
    }
}
