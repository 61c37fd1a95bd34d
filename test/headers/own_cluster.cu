// SPDX-License-Identifier: Apache-2.0
// cooperative_groups.h of our own: clusters.
// RUN: sh %S/own.sh %s --min-sm=90 --grid=4 --block=32 buf:i32:256:zero
// TIMEOUT: 180
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  __shared__ int s[32]; auto c = cg::this_cluster(); int t = threadIdx.x;
  s[t] = blockIdx.x * 100 + t; c.sync();
  int *o = c.map_shared_rank(s, c.block_rank() ^ 1); int v = o[t]; c.barrier_wait(c.barrier_arrive());
  p[blockIdx.x * 32 + t] = v + c.num_threads() + c.thread_rank() * 1000 + c.num_blocks() * 10000 + c.block_index().x + c.dim_blocks().x + c.dim_threads().x + c.query_shared_rank(o) * 100000;
  auto g = cg::this_grid(); p[128 + blockIdx.x * 32 + t] = g.num_clusters() * 100 + g.cluster_rank() * 10 + g.cluster_index().x;
}
