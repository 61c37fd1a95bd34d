// SPDX-License-Identifier: Apache-2.0
// The likeliest path through a hidden Markov model: a thread a state, scores of two steps in shared memory, then the way back.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32 buf:f32:1024:rand:1 buf:f32:256:rand:2 buf:f32:32:rand:3 buf:u8:160:rand:4 buf:u8:5120:zero buf:i32:160:zero buf:f32:4:zero i32:40
constexpr int STATES = 32, SYMBOLS = 8;

__global__ void viterbi(const float *__restrict__ transition, const float *__restrict__ emission, const float *__restrict__ start,
                        const unsigned char *__restrict__ observed, unsigned char *__restrict__ from, int *__restrict__ path, float *__restrict__ likelihood,
                        int length) {
    __shared__ float score[2][STATES];
    __shared__ float table[STATES][STATES + 1];
    const int s = threadIdx.x;
    const unsigned char *seen = observed + blockIdx.x * length;
    unsigned char *back = from + blockIdx.x * length * STATES;
    for (int i = s; i < STATES * STATES; i += blockDim.x) table[i / STATES][i % STATES] = transition[i];
    score[0][s] = start[s] + emission[s * SYMBOLS + seen[0] % SYMBOLS];
    __syncthreads();
    for (int t = 1; t < length; t++) {
        const float *was = score[(t - 1) & 1];
        float best = was[0] + table[0][s];
        int which = 0;
        for (int p = 1; p < STATES; p++) {
            const float v = was[p] + table[p][s];
            if (v > best) best = v, which = p;
        }
        back[t * STATES + s] = which;
        score[t & 1][s] = best + emission[s * SYMBOLS + seen[t] % SYMBOLS];
        __syncthreads();
    }
    if (s == 0) {
        const float *last = score[(length - 1) & 1];
        int state = 0;
        for (int p = 1; p < STATES; p++)
            if (last[p] > last[state]) state = p;
        likelihood[blockIdx.x] = last[state];
        for (int t = length - 1; t >= 0; t--) {
            path[blockIdx.x * length + t] = state;
            state = back[t * STATES + state];
        }
    }
}
