// SPDX-License-Identifier: Apache-2.0
// Sums, counts, least and largest values by a key of two columns: open addresses in shared memory, then merged into a table in memory. One warp, so that slots do not vary.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:u32:512:rand:1 buf:u32:512:rand:2 buf:i32:512:rand:3 buf:i32:640:zero i32:512 i32:128
struct Aggregate { int state, count, sum, least, most; };
constexpr int LOCAL = 64;

__device__ unsigned hash(unsigned a, unsigned b) {
    unsigned h = 2166136261u;
    for (int i = 0; i < 4; i++) h = (h ^ ((a >> (8 * i)) & 0xff)) * 16777619u;
    for (int i = 0; i < 4; i++) h = (h ^ ((b >> (8 * i)) & 0xff)) * 16777619u;
    return h;
}

__device__ void take(Aggregate *at, int count, int sum, int least, int most) {
    atomicAdd(&at->count, count);
    atomicAdd(&at->sum, sum);
    atomicMin(&at->least, least);
    atomicMax(&at->most, most);
}

__device__ Aggregate *slot(Aggregate *table, int size, unsigned h, int key, int *full) {
    for (int probe = 0; probe < size; probe++) {
        Aggregate *at = &table[(h + probe) % size];
        const int before = atomicCAS(&at->state, 0, key);
        if (before == 0 || before == key) return at;
    }
    *full = 1;
    return nullptr;
}

__global__ void group_by(const unsigned *__restrict__ keys, const unsigned *__restrict__ others, const int *__restrict__ values, Aggregate *__restrict__ out, int n, int size) {
    __shared__ Aggregate local[LOCAL];
    __shared__ int full;
    for (int i = threadIdx.x; i < LOCAL; i += blockDim.x) local[i] = {0, 0, 0, 0x7fffffff, (int)0x80000000};
    if (threadIdx.x == 0) full = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned a = keys[i] % 12, b = others[i] % 3;
        const int key = (int)(a * 3 + b) + 1, value = values[i] >> 8;
        Aggregate *at = slot(local, LOCAL, hash(a, b), key, &full);
        if (at) take(at, 1, value, value, value);
    }
    __syncthreads();
    if (full) return;
    for (int i = threadIdx.x; i < LOCAL; i += blockDim.x) {
        const Aggregate &a = local[i];
        if (!a.state) continue;
        int ignored;
        Aggregate *at = slot(out, size, hash((a.state - 1) / 3, (a.state - 1) % 3), a.state, &ignored);
        if (at) take(at, a.count, a.sum, a.least, a.most);
    }
}
