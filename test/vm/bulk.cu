// SPDX-License-Identifier: Apache-2.0
// Bulk copies, barriers with transaction counts and clusters through CCCL's headers.
// REQUIRES: nvcc
// RUN: nvcc -ptx -std=c++17 -arch=sm_90 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --grid=2 --block=64 --print=0 buf:i32:512:zero buf:i32:1024:iota
// CHECK: arg 0: 1 4 7 10
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out, const int *in) {
    __shared__ alignas(128) int tile[256];
    __shared__ alignas(16) int result[256];
    __shared__ uint64_t bar;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + 256 * rank, sizeof tile, &bar);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof tile);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
    cluster.sync();
    // three times our own value, plus one for each block that is not the other
    int *other = cluster.map_shared_rank(tile, rank ^ 1);
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        result[i] = 2 * tile[i] + other[i] - (rank ? -256 : 256) + 1;
    cluster.sync();
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 256 * rank, result, sizeof result);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    }
}
