// SPDX-License-Identifier: Apache-2.0
// Pairs sorted by key in shared memory: a bitonic net over any power of two, ties by value, descending where asked.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:u32:512:rand:1 buf:u32:512:iota buf:u32:512:zero buf:u32:512:zero i32:256 i32:250 i32:1
template <typename Key, typename Value>
__device__ __forceinline__ void order(Key &ka, Value &va, Key &kb, Value &vb, bool up) {
    const bool after = ka > kb || (ka == kb && va > vb);
    if (after == up) {
        const Key k = ka;
        ka = kb;
        kb = k;
        const Value v = va;
        va = vb;
        vb = v;
    }
}
__global__ void sort(const unsigned *keys, const unsigned *values, unsigned *keys_out, unsigned *values_out, int length, int valid, int ascending) {
    __shared__ unsigned k[256], v[256];
    keys += blockIdx.x * length;
    values += blockIdx.x * length;
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        k[i] = i < valid ? keys[i] >> 24 : ascending ? ~0u : 0u;
        v[i] = i < valid ? values[i] : ~0u;
    }
    for (unsigned size = 2; size < static_cast<unsigned>(length); size <<= 1) {
        const bool up = ((threadIdx.x & (size / 2)) == 0) == (ascending != 0);
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            const unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            order(k[at], v[at], k[at + stride], v[at + stride], up);
        }
    }
    for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        const unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        order(k[at], v[at], k[at + stride], v[at + stride], ascending != 0);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < length; i += blockDim.x) {
        keys_out[blockIdx.x * length + i] = k[i];
        values_out[blockIdx.x * length + i] = v[i];
    }
}
