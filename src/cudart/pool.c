// SPDX-License-Identifier: Apache-2.0
// Pools: an account of what was taken. A pool's properties say what memory it gives: the device's,
// pinned or managed memory. Of each kind there is a default pool, and one that is taken when the
// program names none.
#include "cudart/cudart_int.h"

#include <unistd.h>

// ---- kinds of memory ----------------------------------------------------------------------------

static bool is_host(const RtLocation *location) {
    return is_any_of(location->type, RT_LOC_HOST, RT_LOC_HOST_NUMA, RT_LOC_HOST_NUMA_CURRENT);
}

bool rt_pool_kind(const RtLocation *location, int type, RtPoolKind *kind) {
    if (!is_any_of(type, RT_ALLOC_PINNED, RT_ALLOC_MANAGED)) return false;
    if (type == RT_ALLOC_MANAGED)
        *kind = POOL_MANAGED;
    else
        *kind = is_host(location) ? POOL_HOST : POOL_DEVICE;
    bool is_nowhere = location->type == RT_LOC_NONE && *kind != POOL_MANAGED;
    bool is_other_device = location->type == RT_LOC_DEVICE && location->id != 0;
    return !is_nowhere && !is_other_device;
}

RtPool *rt_pool_new(Rt *rt, RtPoolKind kind) {
    RtPool *p = rt_new(rt, OBJ_POOL, sizeof *p);
    p->kind = kind;
    p->file = -1;
    p->props.alloc_type = kind == POOL_MANAGED ? RT_ALLOC_MANAGED : RT_ALLOC_PINNED;
    p->props.location.type = kind == POOL_DEVICE ? RT_LOC_DEVICE
                             : kind == POOL_HOST ? RT_LOC_HOST
                                                 : RT_LOC_NONE;
    // memory may be used again in every way, until the program says no
    for (int i = POOL_REUSE_FIRST; i <= POOL_REUSE_LAST; i++) p->attr[i] = 1;
    return p;
}

// The default pool of a kind is there from its first use on.
static RtPool *default_pool(Rt *rt, RtPoolKind kind) {
    if (!rt->default_pool[kind]) rt->default_pool[kind] = rt_pool_new(rt, kind);
    return rt->default_pool[kind];
}

static RtPool *current_pool(Rt *rt, RtPoolKind kind) {
    return rt->pool[kind] ? rt->pool[kind] : default_pool(rt, kind);
}

// ---- taking and giving --------------------------------------------------------------------------

int rt_pool_memory(Rt *rt, RtPoolKind kind, uint64_t n, uint64_t *addr) {
    static const RtMemKind kinds[] = {MEM_DEVICE, MEM_PINNED, MEM_MANAGED};
    enum { ATTACHED_TO_ALL = 1 };
    return rt_mem_alloc(rt, kinds[kind], n, kind == POOL_MANAGED ? ATTACHED_TO_ALL : 0, addr);
}

static int take(Rt *rt, RtPool *pool, size_t n, void **p) {
    uint64_t limit = pool->props.max_size, addr;
    if (limit && n > limit - CU_MIN(pool->used, limit)) return RTE_MemoryAllocation;
    RtMem *mem;
    if (rt->sticky) return rt->sticky;
    if (pool->file >= 0 || pool->is_imported) {
        RT_TRY(rt_pool_shared_memory(rt, pool, n, &mem));
    } else {
        RT_TRY(rt_pool_memory(rt, pool->kind, n, &addr));
        mem = rt_mem_at(rt, addr);
    }
    *p = (void *)(uintptr_t)mem->addr;
    mem->pool = pool;
    rt_pool_note(pool, (int64_t)n);
    return 0;
}

// Memory comes at once, whatever the stream still has to do; the pool keeps count.
int rt_cudaMallocFromPoolAsync(Rt *rt, void **p, size_t n, void *pool, void *stream) {
    if (!p || !rt_is(rt, pool, OBJ_POOL)) return RTE_InvalidValue;
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    *p = NULL;
    if (!n) return 0;
    RT_TRY(take(rt, pool, n, p));
    RtOp op = {.kind = OP_ALLOC};
    uint64_t addr = (uint64_t)(uintptr_t)*p;
    op.u.mem.addr = addr;
    if (!s->graph) return rt_issue(rt, stream, &op);

    // a node that says so; the memory is there already
    rt_mem_at(rt, addr)->graph = true;
    vm_idle_allocation(rt->vm, addr, true);
    op.u.mem.size = n;
    op.u.mem.params = (RtAllocParams){.pool = ((RtPool *)pool)->props, .size = n, .ptr = *p};
    return rt_issue(rt, stream, &op);
}

int rt_cudaMallocAsync(Rt *rt, void **p, size_t n, void *stream) {
    return rt_cudaMallocFromPoolAsync(rt, p, n, current_pool(rt, POOL_DEVICE), stream);
}

// In the order of the stream.
int rt_cudaFreeAsync(Rt *rt, void *p, void *stream) {
    RtStream *s = rt_stream(rt, stream);
    if (!s) return RTE_InvalidResourceHandle;
    if (!p) return 0;
    RtOp op = {.kind = OP_FREE};
    op.u.mem.addr = (uint64_t)(uintptr_t)p;
    return rt_issue(rt, stream, &op);
}

// ---- pools --------------------------------------------------------------------------------------

// Of a kind of memory, at a place.
int rt_cudaMemGetDefaultMemPool(Rt *rt, void **pool, const RtLocation *location, int type) {
    RtPoolKind kind;
    if (!pool || !location || !rt_pool_kind(location, type, &kind)) return RTE_InvalidValue;
    *pool = default_pool(rt, kind);
    return 0;
}

int rt_cudaMemGetMemPool(Rt *rt, void **pool, const RtLocation *location, int type) {
    RtPoolKind kind;
    if (!pool || !location || !rt_pool_kind(location, type, &kind)) return RTE_InvalidValue;
    *pool = current_pool(rt, kind);
    return 0;
}

int rt_cudaMemSetMemPool(Rt *rt, const RtLocation *location, int type, void *pool) {
    RtPoolKind kind;
    if (!rt_is(rt, pool, OBJ_POOL) || !location || !rt_pool_kind(location, type, &kind))
        return RTE_InvalidValue;
    if (((RtPool *)pool)->kind != kind) return RTE_InvalidValue;
    rt->pool[kind] = pool;
    return 0;
}

int rt_cudaDeviceGetDefaultMemPool(Rt *rt, void **pool, int device) {
    if (!pool) return RTE_InvalidValue;
    *pool = default_pool(rt, POOL_DEVICE);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaDeviceGetMemPool(Rt *rt, void **pool, int device) {
    if (!pool) return RTE_InvalidValue;
    *pool = current_pool(rt, POOL_DEVICE);
    return device ? RTE_InvalidDevice : 0;
}

int rt_cudaDeviceSetMemPool(Rt *rt, int device, void *pool) {
    if (!rt_is(rt, pool, OBJ_POOL) || ((RtPool *)pool)->kind != POOL_DEVICE)
        return RTE_InvalidValue;
    if (device) return RTE_InvalidDevice;
    rt->pool[POOL_DEVICE] = pool;
    return 0;
}

static void drop_pool(Rt *rt, RtPool *pool) {
    if (pool->file >= 0) close(pool->file);
    rt_delete(rt, pool);
}

int rt_cudaMemPoolCreate(Rt *rt, void **pool, const RtPoolProps *props) {
    RtPoolKind kind;
    if (!pool || !props || !rt_pool_kind(&props->location, props->alloc_type, &kind))
        return RTE_InvalidValue;
    enum { FILES = 1 }; // kinds of handles that there are
    if (props->handle_types & ~FILES) return RTE_NotSupported;
    RtPool *p = rt_pool_new(rt, kind);
    p->props = *props;
    if (props->handle_types && !rt_pool_share(p)) {
        drop_pool(rt, p);
        return RTE_OperatingSystem;
    }
    *pool = p;
    return 0;
}

// What it has given out stays, without a pool.
int rt_cudaMemPoolDestroy(Rt *rt, void *pool) {
    if (!rt_is(rt, pool, OBJ_POOL)) return RTE_InvalidValue;
    RtPoolKind kind = ((RtPool *)pool)->kind;
    if (pool == rt->default_pool[kind]) return RTE_InvalidValue;
    if (rt->pool[kind] == pool) rt->pool[kind] = NULL;
    MAP_FOREACH (e, &rt->mem) {
        RtMem *m = e->val;
        if (m && m->pool == pool) m->pool = NULL;
    }
    drop_pool(rt, pool);
    return 0;
}

// Reserved is what is used: nothing is kept back.
int rt_cudaMemPoolGetAttribute(Rt *rt, void *pool, int id, void *value) {
    if (!rt_is(rt, pool, OBJ_POOL) || !value || id < 1 || id > POOL_USED_HIGH)
        return RTE_InvalidValue;
    const RtPool *p = pool;
    uint64_t v = p->attr[id];
    if (is_any_of(id, POOL_RESERVED, POOL_USED)) v = p->used;
    if (is_any_of(id, POOL_RESERVED_HIGH, POOL_USED_HIGH)) v = p->high;
    memcpy(value, &v, id < POOL_THRESHOLD ? 4 : 8);
    return 0;
}

// Setting a high-water mark starts it anew.
int rt_cudaMemPoolSetAttribute(Rt *rt, void *pool, int id, void *value) {
    if (!rt_is(rt, pool, OBJ_POOL) || !value || id < 1 || id > POOL_USED_HIGH)
        return RTE_InvalidValue;
    RtPool *p = pool;
    if (is_any_of(id, POOL_RESERVED_HIGH, POOL_USED_HIGH)) p->high = p->used;
    memcpy(&p->attr[id], value, id < POOL_THRESHOLD ? 4 : 8);
    return 0;
}

int rt_cudaMemPoolGetAccess(Rt *rt, int *flags, void *pool, RtLocation *location) {
    if (!rt_is(rt, pool, OBJ_POOL) || !flags) return RTE_InvalidValue;
    *flags = 3;
    return 0;
}

int rt_cudaMemPoolSetAccess(Rt *rt, void *pool, const void *list, size_t n) {
    return rt_is(rt, pool, OBJ_POOL) ? 0 : RTE_InvalidValue;
}

int rt_cudaMemPoolTrimTo(Rt *rt, void *pool, size_t keep) {
    return rt_is(rt, pool, OBJ_POOL) ? 0 : RTE_InvalidValue;
}
