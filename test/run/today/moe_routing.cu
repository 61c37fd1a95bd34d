// SPDX-License-Identifier: Apache-2.0
// Which two of sixteen experts a token goes to: softmax, two rounds of arg max by shuffles, places by counters.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:f32:1024:rand:1 buf:f32:128:zero buf:i32:128:zero buf:i32:16:zero i32:64 i32:1
constexpr int EXPERTS = 16, K = 2;

__global__ void route(const float *__restrict__ logits, float *__restrict__ weights, int *__restrict__ experts, int *__restrict__ counts, int tokens, int renormalise) {
    __shared__ int local[EXPERTS];
    if (threadIdx.x < EXPERTS) local[threadIdx.x] = 0;
    __syncthreads();
    const int sub = threadIdx.x % EXPERTS, per = blockDim.x / EXPERTS;
    for (int token = blockIdx.x * per + threadIdx.x / EXPERTS; token < tokens; token += gridDim.x * per) {
        float value = logits[token * EXPERTS + sub], top = value;
        for (int o = EXPERTS / 2; o > 0; o /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, o, EXPERTS));
        value = __expf(value - top);
        float sum = value;
        for (int o = EXPERTS / 2; o > 0; o /= 2) sum += __shfl_xor_sync(~0u, sum, o, EXPERTS);
        value = __fdividef(value, sum);
        float chosen[K], total = 0;
        for (int k = 0; k < K; k++) {
            float best = value;
            int who = sub;
            for (int o = EXPERTS / 2; o > 0; o /= 2) {
                const float other = __shfl_xor_sync(~0u, best, o, EXPERTS);
                const int id = __shfl_xor_sync(~0u, who, o, EXPERTS);
                if (other > best || (other == best && id < who)) best = other, who = id;
            }
            chosen[k] = best;
            total += best;
            if (sub == 0) {
                experts[token * K + k] = who;
                atomicAdd(&local[who], 1);
            }
            if (sub == who) value = -1;
        }
        if (sub < K) weights[token * K + sub] = renormalise ? __fdividef(chosen[sub], total) : chosen[sub];
    }
    __syncthreads();
    if (threadIdx.x < EXPERTS && local[threadIdx.x]) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}
