// SPDX-License-Identifier: Apache-2.0
// A first program: cooperative groups: blocks, tiles, shuffles, votes, coalesced threads.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

template <class Group> __device__ int sum_of(Group g, int v) {
    for (int k = g.size() / 2; k > 0; k /= 2) v += g.shfl_down(v, k);
    return v;
}

__global__ void tiles(int *out) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(warp);
    int s = sum_of(quad, block.thread_rank());
    if (quad.thread_rank() == 0) out[block.thread_rank() / 4] = s;
    block.sync();
    int n = warp.any(block.thread_rank() == 5) ? 1 : 0;
    n += warp.all(block.thread_rank() < 32) ? 2 : 0;
    if (warp.thread_rank() == 0) out[16 + warp.meta_group_rank()] = n;
    if (block.thread_rank() % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(&out[20], active.size());
    }
}

int main() {
    int *out;
    cudaMallocManaged(&out, 32 * sizeof(int));
    tiles<<<1, 64>>>(out);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = out[16] == 3 && out[17] == 0 && out[20] == 22;
    for (int i = 0; i < 16; i++) ok = ok && out[i] == 16 * i + 6;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
