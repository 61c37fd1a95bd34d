// SPDX-License-Identifier: Apache-2.0
// cuda/ptx of our own: barriers, bulk copies, remote stores, registers.
// RUN: sh %S/own.sh %s --min-sm=90 --grid=2 --block=32 buf:i32:1000:zero buf:i32:128:rand:2 buf:i32:128:zero
// TIMEOUT: 180
#include <cuda/ptx>
#include <cooperative_groups.h>
namespace ptx = cuda::ptx;
__global__ void __cluster_dims__(2, 1, 1) k(int *p, const int *src, int *dst) {
  __shared__ alignas(128) int s[256]; __shared__ alignas(8) unsigned long u[2]; uint64_t *bar = (uint64_t *)u; int t = threadIdx.x, n = 0;
  auto put = [&](int v) { p[(n++) * 64 + blockIdx.x * 32 + t] = v; };
  if (t == 0) { ptx::mbarrier_init(bar, 32); ptx::mbarrier_init(bar + 1, 1); ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster); }
  ptx::barrier_cluster_arrive(ptx::sem_release); ptx::barrier_cluster_wait(ptx::sem_acquire); __syncthreads();
  uint64_t st;
  if (t == 0) { ptx::fence_proxy_async(ptx::space_shared); ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, src, 512, bar); st = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar, 512); } else st = ptx::mbarrier_arrive(bar);
  while (!ptx::mbarrier_try_wait(bar, st)) {}
  put(s[t] + s[127 - t]); __syncthreads();
  st = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, bar); while (!ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cluster, bar, st)) {}
  while (!ptx::mbarrier_try_wait_parity(bar, 1)) {} while (!ptx::mbarrier_test_wait_parity(bar, 1)) {}
  s[t] = t * 3; ptx::fence_proxy_async(); __syncthreads();
  if (t == 0) { ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, dst + blockIdx.x * 32, s, 128); ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, dst + 64, s, 128); ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max, (unsigned *)dst + 96, (unsigned *)s, 128); ptx::cp_async_bulk_commit_group(); ptx::cp_async_bulk_wait_group(ptx::n32_t<0>()); ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>()); }
  __syncthreads(); ptx::barrier_cluster_arrive(); ptx::barrier_cluster_wait();
  { int *o; uint64_t *ob; unsigned r = ptx::get_sreg_cluster_ctarank() ^ 1; o = cooperative_groups::this_cluster().map_shared_rank(s, r); ob = (uint64_t *)cooperative_groups::this_cluster().map_shared_rank((int *)(bar + 1), r);
    if (t == 0) { ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, bar + 1, 32 * 4 + 32 * 4); }
    ptx::barrier_cluster_arrive(); ptx::barrier_cluster_wait();
    ptx::st_async(o + 64 + t, t + (int)blockIdx.x * 100, ob); ptx::red_async(ptx::op_add, o + 128, 1, ob); s[128] = s[128];
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, bar + 1, 0)) {}
    put(s[64 + t]); put(ptx::getctarank(ptx::space_cluster, o)); }
  ptx::fence(ptx::sem_sc, ptx::scope_gpu); ptx::fence(ptx::sem_acq_rel, ptx::scope_cta); ptx::fence_proxy_alias();
  put(ptx::get_sreg_tid_x() + ptx::get_sreg_ctaid_x() * 1000 + ptx::get_sreg_laneid() + ptx::get_sreg_ntid_x() + ptx::get_sreg_lanemask_lt() + ptx::get_sreg_clusterid_x() + ptx::get_sreg_cluster_nctaid_x() + ptx::get_sreg_is_explicit_cluster() + (ptx::get_sreg_clock64() > 0));
  put(ptx::bfind(t * 7u) + ptx::bfind_shiftamt(t + 1) + ptx::bmsk_clamp(3, t) + ptx::shl(1, t + 10) + ptx::shr(-t, 33u) + ptx::prmt(t * 1000, 77, 0x4561u) + ptx::prmt_rc8(t * 333, 5, 2u));
  ptx::barrier_cluster_arrive(); ptx::barrier_cluster_wait();
}
