// SPDX-License-Identifier: Apache-2.0
// Occupancy: how many blocks of a kernel a multiprocessor holds, by the limits of the target on
// threads, blocks, registers and shared memory.
#include "cudart/cudart_int.h"

#include "base/feature.h"

enum { WARP = 32, SHARED_RESERVED = 1024, SHARED_GRAIN = 128, REG_GRAIN = 256 };

// Blocks of so many threads with so much dynamic shared memory. Registers are given out by warps in
// pieces of REG_GRAIN, shared memory in pieces of SHARED_GRAIN with what the system keeps.
int rt_blocks_per_sm(Rt *rt, RtKernel *kernel, int threads, size_t shared) {
    const Target *target = rt->target;
    VmKernelInfo info = vm_kernel_info(kernel->fn);
    int regs = 0;
    if (threads <= 0 || (uint32_t)threads > info.max_threads || shared > target->shared_optin)
        return 0;
    rt_func_attribute(rt, kernel, RT_FA_REGS, &regs);
    uint64_t warps = ((uint64_t)threads + WARP - 1) / WARP;
    uint64_t per_warp = CU_ALIGN((uint64_t)regs * WARP, (uint64_t)REG_GRAIN);
    uint64_t bytes = CU_ALIGN(info.shared_size + shared, (uint64_t)SHARED_GRAIN) + SHARED_RESERVED;
    uint64_t n = target->blocks_sm;
    n = CU_MIN(n, target->threads_sm / (warps * WARP));
    n = CU_MIN(n, TARGET_REGS_SM / (per_warp * warps));
    n = CU_MIN(n, target->shared_sm / bytes);
    return info.shared_size + shared > target->shared_optin ? 0 : (int)n;
}

// (CUDA runtime API, "Occupancy", with the state in front.)
int rt_cudaOccupancyMaxActiveBlocksPerMultiprocessor(Rt *rt, int *n, const void *func, int threads,
                                                     size_t shared) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (!n || threads <= 0) return RTE_InvalidValue;
    if (!k) return e;
    *n = rt_blocks_per_sm(rt, k, threads, shared);
    return 0;
}

int rt_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Rt *rt, int *n, const void *func,
                                                              int threads, size_t shared,
                                                              unsigned flags) {
    return rt_cudaOccupancyMaxActiveBlocksPerMultiprocessor(rt, n, func, threads, shared);
}

// What a block may have if so many are to fit.
int rt_cudaOccupancyAvailableDynamicSMemPerBlock(Rt *rt, size_t *size, const void *func, int blocks,
                                                 int threads) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (!size || blocks <= 0) return RTE_InvalidValue;
    if (!k) return e;
    uint64_t part = rt->target->shared_sm / (uint64_t)blocks / SHARED_GRAIN * SHARED_GRAIN,
             fixed = vm_kernel_info(k->fn).shared_size + SHARED_RESERVED;
    // More than a kernel may have as it is set is no use to it.
    int limit = 0;
    RT_TRY(rt_func_attribute(rt, k, RT_FA_MAX_DYNAMIC, &limit));
    *size = part > fixed ? CU_MIN(part - fixed, (uint64_t)limit) : 0;
    return 0;
}

// The cluster's shape among a launch's attributes; one block if there is none.
static RtDim cluster_of(const RtAttribute *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].id == RT_LA_CLUSTER) return a[i].val.cluster;
    }
    return (RtDim){1, 1, 1};
}

// The largest cluster: 8 blocks, 16 where the kernel says so.
static int cluster_size(Rt *rt, int *size, const void *func) {
    int e, big = 0;
    RtKernel *k = rt_kernel(rt, func, &e);
    if (!size) return RTE_InvalidValue;
    if (!k) return e;
    if (!target_has(rt->target, SMF_cluster)) return RTE_NotSupported;
    rt_func_attribute(rt, k, RT_FA_NONPORTABLE, &big);
    *size = (int)CU_MIN(big ? 16u : 8u, rt->sms);
    return 0;
}

// Clusters that fit the whole device, by its blocks.
static int active_clusters(Rt *rt, int *n, const void *func, RtDim block, size_t shared,
                           RtDim cluster) {
    int e;
    RtKernel *k = rt_kernel(rt, func, &e);
    enum { MOST = 1024 }; // of each: their product is no more than 2^30
    if (!n || !cluster.x || !cluster.y || !cluster.z || block.x > MOST || block.y > MOST ||
        block.z > MOST || cluster.x > MOST || cluster.y > MOST || cluster.z > MOST)
        return RTE_InvalidValue;
    if (!k) return e;
    if (!target_has(rt->target, SMF_cluster)) return RTE_NotSupported;
    int per = rt_blocks_per_sm(rt, k, (int)(block.x * block.y * block.z), shared);
    *n = (int)((uint32_t)per * rt->sms / (cluster.x * cluster.y * cluster.z));
    return 0;
}

int rt_cudaOccupancyMaxPotentialClusterSize(Rt *rt, int *size, const void *func,
                                            const RtLaunchConfig *config) {
    return cluster_size(rt, size, func);
}

int rt_cudaOccupancyMaxActiveClusters(Rt *rt, int *n, const void *func, const RtLaunchConfig *c) {
    if (!c) return RTE_InvalidValue;
    return active_clusters(rt, n, func, c->block, c->shared, cluster_of(c->attrs, c->nattr));
}

int rt_cuOccupancyMaxPotentialClusterSize(Rt *rt, int *size, void *func,
                                          const RtCuLaunchConfig *config) {
    return cluster_size(rt, size, func);
}

int rt_cuOccupancyMaxActiveClusters(Rt *rt, int *n, void *func, const RtCuLaunchConfig *c) {
    if (!c) return RTE_InvalidValue;
    return active_clusters(rt, n, func, c->block, c->shared, cluster_of(c->attrs, c->nattr));
}

// The block size with the most threads on a multiprocessor; of equal ones the largest.
int rt_cuOccupancyMaxPotentialBlockSize(Rt *rt, int *grid, int *block, void *func,
                                        RtBlockToShared *shared_of, size_t shared, int limit) {
    int e, best = 0;
    RtKernel *kernel = rt_kernel(rt, func, &e);
    if (!grid || !block) return RTE_InvalidValue;
    if (!kernel) return e;
    *grid = *block = 0;
    int most = (int)vm_kernel_info(kernel->fn).max_threads;
    if (limit > 0) most = CU_MIN(most, limit);
    for (int n = (most + WARP - 1) / WARP * WARP; n > 0; n -= WARP) {
        int threads = CU_MIN(n, most);
        int per = rt_blocks_per_sm(rt, kernel, threads, shared_of ? shared_of(threads) : shared);
        if (per * threads <= best) continue;
        best = per * threads;
        *block = threads;
        *grid = per * (int)rt->sms;
    }
    return 0;
}

int rt_cuOccupancyMaxPotentialBlockSizeWithFlags(Rt *rt, int *grid, int *block, void *func,
                                                 RtBlockToShared *shared_of, size_t shared,
                                                 int limit, unsigned flags) {
    return rt_cuOccupancyMaxPotentialBlockSize(rt, grid, block, func, shared_of, shared, limit);
}
