// SPDX-License-Identifier: Apache-2.0
// A step of PageRank that pulls: eight lanes a vertex, edges four by four, what vertices without edges hold is spread, the change summed up.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:i64:33:iota buf:u32:1024:rand:1 buf:i32:32:iota buf:f32:32:rand:2 buf:f32:32:zero buf:f64:1:zero i32:32 f32:0.85 i64:23
constexpr int LANES = 8;
__global__ void pull(const long long *__restrict__ offsets, const unsigned *__restrict__ sources, const int *__restrict__ degrees, const float *__restrict__ rank, float *__restrict__ next,
                     double *change, int n, float damping, long long each) {
    const int v = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (v < n) {
        const long long begin = offsets[v] * each + (v & 3), end = offsets[v + 1] * each;
        for (long long e = begin + lane; e < end; e += LANES) {
            const unsigned u = sources[e] % static_cast<unsigned>(n);
            const int degree = degrees[u];
            sum += degree ? rank[u] / degree : rank[u] / n;
        }
    }
#pragma unroll
    for (int mask = LANES / 2; mask; mask >>= 1) sum += __shfl_xor_sync(~0u, sum, mask, LANES);
    double moved = 0;
    if (v < n && lane == 0) {
        const float now = (1 - damping) / n + damping * sum;
        moved = fabs(static_cast<double>(now) - rank[v]);
        next[v] = now;
    }
    __shared__ double parts[4];
    for (int offset = 16; offset >= LANES; offset >>= 1) moved += __shfl_down_sync(~0u, moved, offset);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = moved;
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        double all = 0;
        for (unsigned w = 0; w < blockDim.x / 32; w++) all += parts[w];
        *change = all;
    }
}
