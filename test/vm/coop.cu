// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, match, barriers, atomics, divergence, calls, virtual calls, malloc, printf, locks
// between lanes, cooperative groups, halves: the kernel checks itself and prints what fails.
// REQUIRES: nvcc
// RUN: nvcc -ptx -arch=sm_75 %s -o %t.ptx && cuprum run %t.ptx --grid=4 --block=128 --print=0:12 --print=1 --max-instructions=20000000 buf:i32:16:zero buf:f32:1:zero
// RUN: nvcc -ptx -arch=sm_90 %s -o %t.ptx && cuprum run %t.ptx --grid=4 --block=128 --jobs=3 --print=0:12 --print=1 --max-instructions=20000000 buf:i32:16:zero buf:f32:1:zero
// RUN: nvcc -ptx -arch=sm_100 %s -o %t.ptx && cuprum run %t.ptx --grid=4 --block=128 --print=0:12 --print=1 --max-instructions=20000000 buf:i32:16:zero buf:f32:1:zero
// TIMEOUT: 120
// CHECK-NOT: FAIL
// CHECK: -5 7  3.14|ab    |z 1099511627776 ff 0x10 % end
// CHECK-NEXT: arg 0: 0 127 -127 -1 512 0 0 1024 77 5 0 512
// CHECK-NEXT: arg 1: 256
#include <cstdio>
#include <cassert>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int errs; 
#define T(e) do { if (!(e)) { printf("FAIL line %d block %d thread %d: %s\n", __LINE__, blockIdx.x, threadIdx.x, #e); atomicAdd(&errs,1);} } while (0)
__device__ __noinline__ int fact(int n) { return n <= 1 ? 1 : n * fact(n-1); }
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n-1)+fib(n-2); }
struct V { int a[5]; double d; }; __device__ __noinline__ V mk(int x, V v) { for (int i=0;i<5;i++) v.a[i]+=x*i; v.d*=x; return v; }
struct Base { int x; __device__ Base(int x):x(x){} __device__ virtual int f(int y) { return x+y; } }; struct Der : Base { __device__ Der(int x):Base(x){} __device__ int f(int y) override { return x*y; } };
typedef int (*fn)(int); __device__ int g1(int x){return x+1;} __device__ int g2(int x){return x*2;} __device__ int g3(int x) { return fact(x&7);} __device__ fn tab[3]={g1,g2,g3};
__global__ void k(int *out, float *fo) {
  int t = threadIdx.x, lane = t & 31; unsigned m = 0xffffffff;
  T(__shfl_xor_sync(m, t, 1) == (t^1)); T(__shfl_down_sync(m, t, 3) == (lane+3 < 32 ? t+3 : t)); T(__shfl_up_sync(m, t, 2) == (lane>=2 ? t-2 : t)); T(__shfl_sync(m, t, 5, 8) == (t & ~7)+5);
  T(__shfl_xor_sync(m, (double)t, 4) == (double)(t^4)); T(__shfl_down_sync(m,t,2,8) == ((lane&7)+2 < 8 ? t+2 : t));
  T(__ballot_sync(m, lane & 1) == 0xaaaaaaaa); T(__any_sync(m, lane==7)); T(!__all_sync(m, lane!=7)); T(__all_sync(m, lane<32)); T(__activemask() == m);
  T(__match_any_sync(m, lane/4) == 0xfu << (lane/4*4)); int pred; T(__match_all_sync(m, 5, &pred) == m && pred); 
#if __CUDA_ARCH__ >= 800
  T(__reduce_add_sync(m, lane) == 496); T(__reduce_min_sync(m, lane-5) == -5); T(__reduce_xor_sync(m, 1u<<lane) == m);
#endif
  if (lane < 10) { T(__activemask() == 0x3ff); T(__shfl_sync(0x3ff, lane*2, 3) == 6); __syncwarp(0x3ff); T(__popc(__ballot_sync(0x3ff, 1)) == 10); } else { T(__shfl_sync(~0x3ffu, lane, 20) == 20); }
  int v = 0; if (lane & 1) { for (int i = 0; i < lane; i++) v += i; } else if (lane & 2) { v = -lane; for (int i = 0; i < 3; i++) if (i == lane/8) break; else v--; } else v = 7;
  int e = (lane&1) ? lane*(lane-1)/2 : (lane&2) ? -lane - (lane/8 < 3 ? lane/8 : 3) : 7; T(v == e); T(__activemask() == m);
  if (lane == 3) { T(__shfl_sync(m, 33, 3)==33); } else { T(__shfl_sync(m, lane, 3) == 33); }
  __shared__ int sh[1024]; __shared__ int cnt; if (t == 0) cnt = 0; __syncthreads(); sh[t] = t*t; __syncthreads(); T(sh[blockDim.x-1-t] == (int)((blockDim.x-1-t)*(blockDim.x-1-t)));
  atomicAdd(&cnt, t); __syncthreads(); T(cnt == (int)(blockDim.x*(blockDim.x-1)/2)); T(__syncthreads_count(t&1) == (int)blockDim.x/2); T(__syncthreads_or(t==5)); T(!__syncthreads_and(t!=5));
  T(fact(t % 10) == (t%10==0?1:t%10==1?1:t%10==2?2:t%10==3?6:t%10==4?24:t%10==5?120:t%10==6?720:t%10==7?5040:t%10==8?40320:362880)); T(fib(lane % 12) == (int)(pow((1+sqrt(5.0))/2, lane%12)/sqrt(5.0)+0.5));
  V q; for (int i=0;i<5;i++) q.a[i]=t; q.d=1.5; V r = mk(lane, q); T(r.a[3]==t+3*lane && r.d==1.5*lane && q.a[3]==t);
  Base *b = lane % 3 ? (Base*)new Base(lane) : new Der(lane); T(b->f(4) == (lane%3 ? lane+4 : lane*4)); delete b;
  T(tab[lane%3](lane) == (lane%3==0?lane+1:lane%3==1?lane*2:fact(lane&7)));
  int *p = (int*)malloc(100); p[24] = t; T(p[24]==t); free(p);
  int loc[16]; for (int i=0;i<16;i++) loc[i]=i*t; int s=0; for(int i=0;i<16;i++) s+=loc[(i*7+t)&15]; T(s==120*t);
  out += blockIdx.x*0; atomicMax(out+1, t); atomicMin(out+2, -t); atomicOr((unsigned*)out+3, 1u<<lane); atomicInc((unsigned*)out+4, 1000); atomicAdd((unsigned long long*)(out+6), 1ull<<33); atomicExch(out+8, 77); atomicAdd(fo, 0.5f);
  atomicCAS(out+9, 0, 5); 
  // spin lock between lanes
  bool done=false; while(!done) { if (atomicCAS(out+10,0,1)==0) { volatile int *c = out+11; *c = *c + 1; __threadfence(); atomicExch(out+10,0); done=true; } }
  auto blk = cg::this_thread_block(); auto tile = cg::tiled_partition<16>(blk); int sum = t; for (int i = tile.size()/2; i; i/=2) sum += tile.shfl_xor(sum, i); T(sum == (t/16)*256+120);
  if (lane < 7) { auto co = cg::coalesced_threads(); T(co.size()==7 && co.thread_rank()==lane); T(co.shfl(lane,2)==2); }
  __half h = __float2half(1.5f*lane); T(__half2float(h*h) == __half2float(__float2half(2.25f*lane*lane))); __half2 h2 = __floats2half2_rn(lane, 2); T(__low2float(__hadd2(h2,h2))==2*lane && __high2float(__hmul2(h2,h2))==4);
  T(sinf(0.5f*lane) - __sinf(0.5f*lane) < 1e-5f); T(fabs(exp(1.0*lane/8)-pow(2.718281828459045, lane/8.0)) < 1e-12*exp(1.0*lane/8)); T(fabsf(expf(lane*0.1f)/powf(2.7182818f,lane*0.1f)-1)<1e-5f);
  if (t == 0 && blockIdx.x == 0) printf("%d %u %5.2f|%-6s|%c %lld %x %p %% %s\n", -5, 7u, 3.14159, "ab", 'z', 1ll<<40, 255, (void*)16, "end");
}
