// SPDX-License-Identifier: Apache-2.0
// Barriers that threads do not share, waits that never end, shuffles, mbarriers, clusters.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// CHECK: sync: 19 cases, 19 found, 19 clean
#include "inputs/cases.h"
#include "inputs/async.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Lanes of one warp at two barriers
__global__ void divergent(int *out, bool bug) {
    if (!bug || threadIdx.x & 1)
        asm volatile("bar.sync 0;" ::: "memory"); // BUG barrier_divergent: sync: divergent-barrier
    else
        asm volatile("bar.sync 0; // the other one" ::: "memory");
    out[threadIdx.x] = 1;
}
static void barrier_divergent(bool bug) {
    Ints out(64);
    divergent<<<1, 64>>>(out, bug);
}
// Warps of one block at two barriers
__global__ void two_barriers(int *out, bool bug) {
    if (!bug || threadIdx.x < 32) {
        out[threadIdx.x] = 1;
        __syncthreads(); // BUG barrier_warps: sync: divergent-barrier
    } else {
        out[threadIdx.x] = 2;
        __syncthreads();
        out[threadIdx.x] = 3;
    }
}
static void barrier_warps(bool bug) {
    Ints out(64);
    two_barriers<<<1, 64>>>(out, bug);
}
// Some threads of a warp pass the barrier by and exit
__global__ void passed_by(int *out, int n) {
    if (threadIdx.x < n) {
        atomicAdd(out, 1);
        __syncthreads(); // BUG barrier_passed_by: sync: passed-barrier
    }
    out[threadIdx.x] = 1;
}
static void barrier_passed_by(bool bug) {
    Ints out(64);
    passed_by<<<1, 64>>>(out, bug ? 40 : 64);
}
__global__ void counts(int *out, bool bug) {
    int n = bug && threadIdx.x >= 32 ? 128 : 64;
    asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); // BUG barrier_count: sync: barrier-count
    if (bug && threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = 1;
}
static void barrier_count(bool bug) {
    Ints out(64);
    counts<<<1, 64>>>(out, bug);
}
// Named barriers that wait for each other
__global__ void crossed(int *out, bool bug) {
    bool first = threadIdx.x < 32;
    if (first || !bug) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG barrier_crossed: sync: deadlock
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // BUG barrier_crossed: sync: deadlock
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
    out[threadIdx.x] = 1;
}
static void barrier_crossed(bool bug) {
    Ints out(64);
    crossed<<<1, 64>>>(out, bug);
}
__global__ void warp_mask(int *out, bool bug) {
    if (threadIdx.x < 16) __syncwarp(bug ? 0xffff0000u : 0xffffu); // BUG warp_mask_wrong: sync: wrong-use
    out[threadIdx.x] = 1;
}
static void warp_mask_wrong(bool bug) {
    Ints out(32);
    warp_mask<<<1, 32>>>(out, bug);
}
__global__ void warp_wait(int *out, bool bug) {
    if (threadIdx.x < 16 || !bug) __syncwarp(); // BUG warp_never: sync: deadlock
    else asm volatile("bar.sync 3, 64;" ::: "memory"); // BUG warp_never: sync: deadlock
    out[threadIdx.x] = 1;
}
static void warp_never(bool bug) {
    Ints out(32);
    warp_wait<<<1, 32>>>(out, bug);
}
__global__ void shuffle(int *out, bool bug) {
    if (bug && threadIdx.x >= 24) return;
    out[threadIdx.x] = __shfl_sync(bug ? 0x00ffffffu : 0xffffffffu, (int)threadIdx.x, 30); // BUG shuffle_exited: sync: shuffle-source
}
static void shuffle_exited(bool bug) {
    Ints out(32);
    shuffle<<<1, 32>>>(out, bug);
}
__global__ void mbarrier(int *out, int what) {
    __shared__ uint64_t b;
    if (!threadIdx.x && what != 1) bar_init(&b, what == 3 ? 64 : 32);
    __syncthreads();
    if (!threadIdx.x && what == 2) bar_init(&b, 32); // BUG mbarrier_twice: sync: mbarrier-initialised
    __syncthreads();
    if (what == 5 && !threadIdx.x) bar_inval(&b);
    __syncthreads();
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at(&b)) : "memory"); // BUG mbarrier_none: sync: mbarrier-uninitialised // BUG mbarrier_invalid: sync: mbarrier-uninitialised
    if (what == 4 && !threadIdx.x) asm volatile("mbarrier.arrive.shared.b64 _, [%0], 33;" ::"r"(at(&b)) : "memory"); // BUG mbarrier_overflow: sync: wrong-use
    if (what == 0 || what == 3) BAR_WAIT(&b, 0); // BUG mbarrier_too_few: sync: deadlock
    out[threadIdx.x] = 1;
}
static void mbarrier_case(int what) {
    Ints out(32);
    mbarrier<<<1, 32>>>(out, what);
}
static void mbarrier_none(bool bug) { mbarrier_case(bug ? 1 : 0); }
static void mbarrier_twice(bool bug) { mbarrier_case(bug ? 2 : 0); }
static void mbarrier_too_few(bool bug) { mbarrier_case(bug ? 3 : 0); }
static void mbarrier_overflow(bool bug) { mbarrier_case(bug ? 4 : 0); }
static void mbarrier_invalid(bool bug) { mbarrier_case(bug ? 5 : 0); }
// The copy brings other bytes than were expected
__global__ void expected(int *out, const int *in, int bytes) {
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t b;
    if (!threadIdx.x) bar_init(&b, 1);
    __syncthreads();
    if (!threadIdx.x) {
        bar_expect(&b, bytes);
        bulk_load(s, in, 256, &b);
    }
    BAR_WAIT(&b, 0); // BUG expect_too_few: sync: deadlock // BUG expect_too_many: sync: deadlock
    out[threadIdx.x] = s[threadIdx.x];
}
static void expect_too_few(bool bug) {
    Ints out(64), in(64);
    expected<<<1, 64>>>(out, in, bug ? 128 : 256);
}
static void expect_too_many(bool bug) {
    Ints out(64), in(64);
    expected<<<1, 64>>>(out, in, bug ? 512 : 256);
}
// A flag that nobody sets
__global__ void flag(volatile int *f, int *out, bool bug) {
    if (blockIdx.x == 1 && !bug) {
        __threadfence();
        *f = 1;
    }
    if (blockIdx.x == 0) {
        while (!*f) {} // BUG spin_forever: sync: deadlock
    }
    out[blockIdx.x] = 1;
}
static void spin_forever(bool bug) {
    Ints f(1), out(2);
    flag<<<2, 1>>>(f, out, bug);
}
// A block reads its peer's memory, which may have ended
__global__ void __cluster_dims__(2, 1, 1) peer(int *out, bool bug) {
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = *cluster.map_shared_rank(&s[threadIdx.x], 1); // BUG cluster_peer_gone: race: peer-exited
    if (!bug) cluster.sync();
}
static void cluster_peer_gone(bool bug) {
    Ints out(32);
    peer<<<2, 32>>>(out, bug);
}
__global__ void __cluster_dims__(2, 1, 1) cluster_wait(int *out, bool bug) {
    auto cluster = cg::this_cluster();
    if (!bug || cluster.block_rank() == 0)
        cluster.sync(); // BUG cluster_never: sync: deadlock
    else
        asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG cluster_never: sync: deadlock
    out[threadIdx.x] = 1;
}
static void cluster_never(bool bug) {
    Ints out(32);
    cluster_wait<<<2, 32>>>(out, bug);
}
// A barrier of the whole grid to which one block does not come
__global__ void grid(int *out, bool bug) {
    if (!bug || blockIdx.x) cg::this_grid().sync(); // BUG grid_never: sync: deadlock
    out[blockIdx.x] = 1;
}
static void grid_never(bool bug) {
    Ints out(4);
    int *p = out;
    void *args[] = {&p, &bug};
    cudaLaunchCooperativeKernel((void *)grid, 4, 32, args);
}
CASES(CASE(barrier_divergent), CASE(barrier_warps), CASE(barrier_passed_by), CASE(barrier_count), CASE(barrier_crossed), CASE(warp_mask_wrong),
      CASE(warp_never), CASE(shuffle_exited), CASE(mbarrier_none), CASE(mbarrier_twice), CASE(mbarrier_too_few), CASE(mbarrier_overflow),
      CASE(mbarrier_invalid), CASE(expect_too_few), CASE(expect_too_many), CASE(spin_forever), CASE(cluster_peer_gone), CASE(cluster_never),
      CASE(grid_never))
