// SPDX-License-Identifier: Apache-2.0
// A race is reported at the word where it is, not at the first that the warp accesses: in one order of words, with wide and with
// narrow ones, and in shared memory.
// RUN[WORDS]: cuprum run %s --kernel=words --check=race --block=64 2>&1
// EXIT[WORDS]: 1
// WORDS: race: read-write
// WORDS: thread ({{5|37}},0,0)
// WORDS: global {{read|write}} of 4 bytes, address 0x7f0000000014
// WORDS: by variable data
// WORDS: thread ({{5|37}},0,0)
// WORDS: 1 finding
// RUN[PAIRS]: cuprum run %s --kernel=pairs --check=race --block=64 2>&1
// EXIT[PAIRS]: 1
// PAIRS: thread ({{6|38}},0,0)
// PAIRS: global {{read|write}} of 8 bytes, address 0x7f0000000{{1|2|3|4}}30
// PAIRS: by variable wide
// PAIRS: thread ({{6|38}},0,0)
// RUN[SHARED]: cuprum run %s --kernel=shared --check=race --block=64 2>&1
// EXIT[SHARED]: 1
// SHARED: thread ({{9|41}},0,0)
// SHARED: shared {{read|write}} of 4 bytes, address {{0x[0-9a-f]*}}24
// SHARED: thread ({{9|41}},0,0)
__device__ int data[32];
__device__ long long wide[32];
__device__ int sink[64];
extern "C" __global__ void words() {
    int t = threadIdx.x;
    if (t < 32) data[t] = t;
    __syncthreads();
    if (t == 37) data[5] = 9;
    if (t < 32) sink[t] = data[t];
}
extern "C" __global__ void pairs() {
    int t = threadIdx.x;
    if (t < 32) wide[t] = t;
    __syncthreads();
    if (t == 38) wide[6] = 90;
    if (t < 32) sink[t] = (int)wide[t];
}
extern "C" __global__ void shared() {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) s[t] = t;
    __syncthreads();
    if (t == 41) s[9] = 90;
    if (t < 32) sink[t] = s[t];
}
