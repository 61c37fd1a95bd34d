// SPDX-License-Identifier: Apache-2.0
// cooperative_groups.h with reduce, scan and memcpy_async: blocks, tiles, coalesced and labelled groups.
// RUN: sh %S/kernel.sh %s --grid=2 --block=128 buf:i32:256:rand:3 buf:i32:4096:zero
// REQUIRES: nvcc
// TIMEOUT: 120
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *o) {
    cg::thread_block b = cg::this_thread_block();
    __shared__ int s[128];
    cg::memcpy_async(b, s, in + blockIdx.x * 128, sizeof s);
    cg::wait(b);
    int i = b.thread_rank(), v = s[i] & 0xffff;
    o += blockIdx.x * 2048 + i;
    cg::thread_block_tile<32> w = cg::tiled_partition<32>(b);
    auto t = cg::tiled_partition<8>(w);
    o[0] = cg::reduce(w, v, cg::plus<int>());
    o[128] = cg::reduce(t, v, cg::greater<int>());
    o[256] = cg::inclusive_scan(w, v);
    o[384] = cg::exclusive_scan(t, v, cg::bit_xor<int>());
    o[512] = t.shfl_down(v, 3) + w.meta_group_rank() * 10 + t.size();
    if (v & 1) {
        cg::coalesced_group a = cg::coalesced_threads();
        o[640] = a.size() * 100 + a.thread_rank();
        o[768] = cg::reduce(a, v, cg::less<int>());
    }
    auto parts = cg::labeled_partition(w, i % 3);
    o[896] = cg::reduce(parts, 1, cg::plus<int>());
    o[1024] = cg::binary_partition(w, v % 5 == 0).size();
    b.sync();
    o[1152] = b.group_index().x + b.num_threads() + w.any(v == 3) + w.ballot(v & 2) % 7;
}
