// SPDX-License-Identifier: Apache-2.0
// Attention over pages of a cache: a table says where each page of 16 tokens lies; scores in shared memory, then values.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=128 buf:f32:256:zero buf:f32:256:rand:1 buf:f32:8192:rand:2 buf:f32:8192:rand:3 buf:i32:8:zero buf:i32:2:iota i32:4
constexpr int HEAD = 64, PAGE = 16, MOST = 64;

__global__ void paged(float *__restrict__ out, const float *__restrict__ q, const float *__restrict__ k_cache, const float *__restrict__ v_cache,
                      const int *__restrict__ tables, const int *__restrict__ lengths, int pages_most) {
    __shared__ float logits[MOST];
    __shared__ float red[4];
    const int head = blockIdx.x, heads = gridDim.x, seq = blockIdx.y, t = threadIdx.x;
    const int lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    const int length = 23 + 20 * lengths[seq];
    const int pages = (length + PAGE - 1) / PAGE;
    const int *table = tables + seq * pages_most;
    const float *query = q + (seq * heads + head) * HEAD;
    float top = -3e38f;
    for (int page = warp; page < pages; page += warps) {
        const long long physical = (table[page] + page) % 4;
        for (int i = 0; i < PAGE; i++) {
            const int token = page * PAGE + i;
            const float *key = k_cache + ((physical * heads + head) * PAGE + i) * HEAD;
            float dot = 0;
#pragma unroll
            for (int d = lane; d < HEAD; d += 32) dot += query[d] * key[d];
#pragma unroll
            for (int mask = 16; mask >= 1; mask /= 2) dot += __shfl_xor_sync(0xffffffff, dot, mask);
            if (lane == 0) {
                const bool masked = token >= length;
                logits[token] = masked ? 0.f : dot * 0.125f;
                top = masked ? top : fmaxf(top, dot * 0.125f);
            }
        }
    }
    if (lane == 0) red[warp] = top;
    __syncthreads();
    top = red[0];
    for (int w = 1; w < warps; w++) top = fmaxf(top, red[w]);
    __syncthreads();
    float sum = 0;
    for (int i = t; i < length; i += blockDim.x) {
        const float e = __expf(logits[i] - top);
        logits[i] = e;
        sum += e;
    }
    for (int mask = 16; mask >= 1; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
    if (lane == 0) red[warp] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < warps; w++) sum += red[w];
    const float inverse = __fdividef(1.f, sum + 1e-6f);
    if (t < HEAD) {
        float acc = 0;
        for (int page = 0; page < pages; page++) {
            const long long physical = (table[page] + page) % 4;
            const float *value = v_cache + (physical * heads + head) * HEAD * PAGE;
            const int n = min(PAGE, length - page * PAGE);
            for (int i = 0; i < n; i++) acc += logits[page * PAGE + i] * value[i * HEAD + t];
        }
        out[(seq * heads + head) * HEAD + t] = acc * inverse;
    }
}
