// SPDX-License-Identifier: Apache-2.0
// How many lanes run at a time: where lanes leave a loop in rounds far apart fewer than 32, but for functions that would leave
// native code at each of their shuffles, votes or stores to shared memory that loads follow.
// RUN[A]: cuprum %s -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=alone --block=64 --jit=on --stats buf:u32:64:rand:3 | grep -c 'whole warps at a time' || grep -q avx512dq /proc/cpuinfo || echo without AVX-512
// A: 0
// RUN[B]: cuprum %s -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=shuffles --block=64 --jit=on --stats buf:u32:64:rand:3 | grep 'at a time' || grep -q avx512dq /proc/cpuinfo || echo without AVX-512
// B: {{functions that run whole warps at a time: 1|without AVX-512}}
// RUN[C]: cuprum %s -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=exchanges --block=64 --jit=on --stats buf:u32:64:rand:3 | grep 'at a time' || grep -q avx512dq /proc/cpuinfo || echo without AVX-512
// C: {{functions that run whole warps at a time: 1|without AVX-512}}
__device__ unsigned rounds_of(unsigned *words, unsigned x) {
    unsigned rounds = 0;
    for (; x > 40; x = (x >> 3) * 5 % (x | 1) + words[63] % 2) words[threadIdx.x] = rounds++;
    return rounds;
}
extern "C" __global__ void alone(unsigned *words) {
    unsigned t = threadIdx.x;
    words[t] = rounds_of(words, words[t]);
}
extern "C" __global__ void shuffles(unsigned *words) {
    unsigned t = threadIdx.x;
    words[t] = __shfl_xor_sync(0xffffffff, rounds_of(words, words[t]), 1);
}
extern "C" __global__ void exchanges(unsigned *words) {
    __shared__ volatile unsigned part[64];
    unsigned t = threadIdx.x;
    part[t] = rounds_of(words, words[t]);
    words[t] = part[t ^ 1];
}
