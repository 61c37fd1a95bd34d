// SPDX-License-Identifier: Apache-2.0
// cooperative_groups.h of our own: every member of blocks, tiles, coalesced groups and grids, reductions and scans.
// RUN: sh %S/own.sh %s --grid=1 --block=128 buf:i32:13000:zero buf:f32:128:rand:3
// TIMEOUT: 180
// CHECK: arg 0: 13000 x i32 fnv1a64 9a14c52eb766639a
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
struct Big { int a; float b; long c; };
template <class T> __device__ void put(int *p, int &n, T v) { p[(n++) * 128 + threadIdx.x] = (int)v; }
__device__ int sum(const cg::thread_group &g, int v) { return (int)(g.size() * 1000 + g.thread_rank() * 10 + v); }
__global__ void k(int *p, float *f) {
  int n = 0, t = threadIdx.x; float x = f[t];
  auto b = cg::this_thread_block();
  put(p, n, b.size() + b.thread_rank() + b.group_index().x + b.thread_index().x + b.dim_threads().x);
  b.sync(); b.barrier_wait(b.barrier_arrive()); cg::sync(b);
  auto w = cg::tiled_partition<32>(b); auto q = cg::tiled_partition<8>(w); auto q4 = cg::tiled_partition<4>(b);
  put(p, n, w.shfl(t, 3)); put(p, n, w.shfl_down(t, 3)); put(p, n, w.shfl_up(t, 5)); put(p, n, w.shfl_xor(t, 7));
  put(p, n, q.shfl(t, 9)); put(p, n, q.shfl_down(t, 3)); put(p, n, q.shfl_up(t, 5)); put(p, n, q.shfl_xor(t, 2));
  put(p, n, q.thread_rank() * 10000 + q.meta_group_rank() * 100 + q.meta_group_size());
  put(p, n, q4.thread_rank() * 10000 + q4.meta_group_rank() * 100 + q4.meta_group_size() + q4.size() + q4.num_threads());
  put(p, n, q.any(t == 3) + 2 * q.all(t > 20)); put(p, n, q.ballot(t & 1)); put(p, n, q.match_any(t / 3)); 
  int pred; put(p, n, q.match_all(t / 8, pred)); put(p, n, pred);
  put(p, n, w.shfl(Big{t, 2.f, 3}, 4).a); put(p, n, w.shfl((double)t, 5)); put(p, n, w.shfl((short)t, 6)); put(p, n, w.shfl((unsigned char)t, 7));
  cg::thread_block_tile<8> any8 = q; put(p, n, any8.meta_group_rank() * 10 + any8.thread_rank());
  put(p, n, sum(b, 1)); put(p, n, sum(w, 2)); put(p, n, sum(cg::tiled_partition(b, 16), 3));
  cg::thread_group tg = cg::tiled_partition(cg::tiled_partition(b, 16), 4); tg.sync(); put(p, n, sum(tg, 4));
  put(p, n, cg::reduce(w, t, cg::plus<int>())); put(p, n, cg::reduce(q, t, cg::greater<int>())); put(p, n, cg::reduce(q4, (unsigned)t, cg::bit_xor<unsigned>()));
  put(p, n, cg::reduce(q, (long)t, cg::less<long>())); put(p, n, __float_as_int(cg::reduce(w, x, cg::plus<float>()))); put(p, n, cg::reduce(w, t, [](int a, int b) { return a * 3 + b; }));
  put(p, n, cg::inclusive_scan(w, t)); put(p, n, cg::exclusive_scan(w, t)); put(p, n, cg::exclusive_scan(q, t, cg::greater<int>())); put(p, n, __float_as_int(cg::inclusive_scan(w, x))); put(p, n, __float_as_int(cg::exclusive_scan(q, x)));
  if (t % 3 != 1) {
    auto c = cg::coalesced_threads();
    put(p, n, c.size() * 1000 + c.thread_rank()); put(p, n, c.shfl(t, 2)); put(p, n, c.shfl_up(t, 2)); put(p, n, c.shfl_down(t, 1)); put(p, n, c.ballot(t & 1)); put(p, n, c.any(t == 2) + c.all(t > 40) * 2); put(p, n, c.match_any(t / 5));
    put(p, n, cg::reduce(c, t, cg::plus<int>())); put(p, n, __float_as_int(cg::reduce(c, x, cg::plus<float>()))); put(p, n, __float_as_int(cg::inclusive_scan(c, x))); put(p, n, cg::exclusive_scan(c, t));
    auto tp = cg::tiled_partition(c, 4); put(p, n, tp.size() * 1000 + tp.thread_rank() * 100 + tp.meta_group_rank() * 10 + tp.meta_group_size());
    auto lp = cg::labeled_partition(c, t % 4); put(p, n, lp.size() * 10000 + lp.thread_rank() * 100 + lp.meta_group_rank() * 10 + lp.meta_group_size()); put(p, n, cg::reduce(lp, t, cg::plus<int>()));
    auto bp = cg::binary_partition(c, t > 20); put(p, n, bp.size() * 10000 + bp.thread_rank() * 100 + bp.meta_group_rank() * 10 + bp.meta_group_size());
    put(p, n, cg::invoke_one_broadcast(c, [&] { return (int)c.size() + 5; }));
    c.sync();
  } else n += 16;
  auto lw = cg::labeled_partition(w, (long)(t & 3)); put(p, n, lw.size() * 10000 + lw.thread_rank() * 100 + lw.meta_group_rank() * 10 + lw.meta_group_size());
  auto m = cg::tiled_partition<64>(b);
  put(p, n, m.thread_rank() * 100 + m.meta_group_rank() * 10 + m.meta_group_size() + m.num_threads()); m.sync();
  put(p, n, m.shfl(t, 40)); put(p, n, m.any(t == 3) + 2 * m.all(t > 20)); put(p, n, cg::reduce(m, t, cg::plus<int>())); put(p, n, cg::reduce(m, (float)t, cg::greater<float>())); put(p, n, cg::inclusive_scan(m, t)); put(p, n, cg::exclusive_scan(m, t)); put(p, n, cg::exclusive_scan(m, t, cg::greater<int>()));
  auto m128 = cg::tiled_partition<128>(b); auto mm = cg::tiled_partition<64>(m128); auto m32 = cg::tiled_partition<32>(mm); put(p, n, cg::reduce(m128, t, cg::plus<int>())); put(p, n, cg::reduce(mm, t, cg::plus<int>())); put(p, n, m32.meta_group_rank() * 10 + m32.meta_group_size());
  put(p, n, cg::this_thread().size() + cg::this_thread().thread_rank());
  int one = 0; cg::invoke_one(b, [&] { one = 7; }); put(p, n, __syncthreads_or(one)); put(p, n, cg::thread_rank(b) + cg::group_size(w));
  auto g = cg::this_grid(); put(p, n, g.thread_rank() + g.size() + g.num_blocks() + g.block_rank() + g.dim_blocks().x + g.is_valid());
  p[100 * 128 + t] = n;
}
