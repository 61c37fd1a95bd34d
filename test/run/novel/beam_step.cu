// SPDX-License-Identifier: Apache-2.0
// A step of a beam search: the best words of all beams by a heap a thread, merged by halving in shared memory, beams' texts and lengths follow.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:2048:rand:1 buf:f32:8:rand:2 buf:i32:256:iota buf:i32:256:zero buf:f32:8:zero buf:u8:8:zero i32:256 i32:5 i32:32
constexpr int BEAMS = 4;
template <int K>
struct Best {
    float score[K];
    int at[K];
    __device__ void clear() {
        for (int i = 0; i < K; i++) score[i] = -INFINITY, at[i] = -1;
    }
    __device__ void add(float x, int i) {
        if (x <= score[K - 1]) return;
        score[K - 1] = x;
        at[K - 1] = i;
#pragma unroll
        for (int k = K - 2; k >= 0; k--)
            if (score[k + 1] > score[k]) {
                const float s = score[k];
                const int a = at[k];
                score[k] = score[k + 1];
                at[k] = at[k + 1];
                score[k + 1] = s;
                at[k + 1] = a;
            }
    }
};
__global__ void beam(const float *__restrict__ logits, const float *__restrict__ so_far, const int *__restrict__ text, int *__restrict__ next_text, float *__restrict__ next_score,
                     unsigned char *__restrict__ done, int words, int step, int longest) {
    __shared__ Best<BEAMS> all[64];
    const int t = threadIdx.x, batch = blockIdx.x;
    Best<BEAMS> mine;
    mine.clear();
    for (int b = 0; b < BEAMS; b++) {
        const float before = so_far[batch * BEAMS + b];
        const float *row = logits + (static_cast<size_t>(batch) * BEAMS + b) * words;
        for (int w = t; w < words; w += blockDim.x) mine.add(before + __logf(row[w] + 1e-3f), b * words + w);
    }
    all[t] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            for (int k = 0; k < BEAMS; k++) all[t].add(all[t + half].score[k], all[t + half].at[k]);
        __syncthreads();
    }
    for (int b = 0; b < BEAMS; b++) {
        const int at = all[0].at[b], from = at / words, word = at % words;
        for (int i = t; i <= step; i += blockDim.x)
            next_text[(batch * BEAMS + b) * longest + i] = i < step ? text[(batch * BEAMS + from) * longest + i] : word;
        if (t == 0) {
            next_score[batch * BEAMS + b] = all[0].score[b];
            done[batch * BEAMS + b] = word == 2;
        }
    }
}
