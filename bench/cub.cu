// SPDX-License-Identifier: Apache-2.0
// bench/run.sh cicc: a small kernel with large headers.
#include <cub/cub.cuh>
__global__ void sum(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage temp;
    int total = Reduce(temp).Sum(in[threadIdx.x]);
    if (!threadIdx.x) *out = total;
}
