// SPDX-License-Identifier: Apache-2.0
// A sum with CUB in a block; all headers are in memory.
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
extern "C" __global__ void block_sum(const int *in, int *out) {
    using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_VECTORIZE>;
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Reduce::TempStorage reduce;
    } storage;
    int item[4];
    Load(storage.load).Load(in + blockIdx.x * 512, item);
    __syncthreads();
    int sum = Reduce(storage.reduce).Sum(item);
    if (!threadIdx.x) out[blockIdx.x] = sum;
}
