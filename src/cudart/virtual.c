// SPDX-License-Identifier: Apache-2.0
// Virtual memory management (cuMemCreate, cuMemMap ...). A chunk of physical memory is a memory
// file, so that it can be mapped at several places; a mapping is adopted by the machine when the
// program gives access to it.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <sys/mman.h>
#include <unistd.h>

enum { GRANULE = 2 << 20 };

typedef struct {
    RtObj o;
    int fd;
    uint64_t size;
    uint32_t refs; // the handle and the mappings
} Chunk;

int rt_cuMemGetAllocationGranularity(Rt *rt, size_t *n, const void *prop, int option) {
    if (!n || !prop) return RTE_InvalidValue;
    *n = GRANULE;
    return 0;
}

int rt_cuMemAddressReserve(Rt *rt, uint64_t *p, size_t size, size_t align, uint64_t addr,
                           unsigned long long flags) {
    if (!p || !size || size % GRANULE || flags) return RTE_InvalidValue;
    uint64_t base = CU_ALIGN(rt->next_host, (uint64_t)CU_MAX(align, (size_t)GRANULE));
    void *at = mmap((void *)(uintptr_t)base, size, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return RTE_MemoryAllocation;
    if ((uint64_t)(uintptr_t)at == base) rt->next_host = base + size;
    *p = (uint64_t)(uintptr_t)at;
    return 0;
}

int rt_cuMemAddressFree(Rt *rt, uint64_t p, size_t size) {
    if (p % 4096 || p < RT_HOST_BASE) return RTE_InvalidValue;
    return munmap((void *)(uintptr_t)p, size) ? RTE_InvalidValue : 0;
}

int rt_cuMemCreate(Rt *rt, uint64_t *handle, size_t size, const void *prop,
                   unsigned long long flags) {
    if (!handle || !size || size % GRANULE) return RTE_InvalidValue;
    if (size > rt->total_memory - CU_MIN(rt->used_memory, rt->total_memory))
        return RTE_MemoryAllocation;
    int fd = memfd_create("cuprum", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
        if (fd >= 0) close(fd);
        return RTE_MemoryAllocation;
    }
    Chunk *c = rt_new(rt, OBJ_CHUNK, sizeof *c);
    c->fd = fd;
    c->size = size;
    c->refs = 1;
    rt->used_memory += size;
    *handle = (uint64_t)(uintptr_t)c;
    return 0;
}

static int drop(Rt *rt, Chunk *c) {
    if (--c->refs) return 0;
    close(c->fd);
    rt->used_memory -= c->size;
    rt_delete(rt, c);
    return 0;
}

int rt_cuMemRelease(Rt *rt, uint64_t handle) {
    Chunk *c = (Chunk *)(uintptr_t)handle;
    return rt_is(rt, c, OBJ_CHUNK) ? drop(rt, c) : RTE_InvalidValue;
}

int rt_cuMemMap(Rt *rt, uint64_t p, size_t size, size_t offset, uint64_t handle,
                unsigned long long flags) {
    Chunk *c = (Chunk *)(uintptr_t)handle;
    if (!rt_is(rt, c, OBJ_CHUNK) || p < RT_HOST_BASE || p % GRANULE || offset > c->size ||
        size > c->size - offset)
        return RTE_InvalidValue;
    void *at = mmap((void *)(uintptr_t)p, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    c->fd, (off_t)offset);
    if (at == MAP_FAILED) return RTE_MemoryAllocation;
    RtMem *m = rt_mem_note(rt, p, size, MEM_VIRTUAL);
    m->map_size = handle;
    c->refs++;
    return 0;
}

int rt_cuMemUnmap(Rt *rt, uint64_t p, size_t size) {
    for (uint64_t end = p + size; p < end;) {
        RtMem *m = map_get(&rt->mem, p);
        if (!m || m->kind != MEM_VIRTUAL) return RTE_InvalidValue;
        vm_disown(rt->vm, (void *)(uintptr_t)p);
        mmap((void *)(uintptr_t)p, m->size, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        p += m->size;
        drop(rt, (Chunk *)(uintptr_t)m->map_size);
        rt_mem_forget(rt, m);
    }
    return 0;
}

// No access straddles two mappings: they begin at multiples of the granule.
int rt_cuMemSetAccess(Rt *rt, uint64_t p, size_t size, const void *desc, size_t n) {
    for (uint64_t at = p; at < p + size;) {
        RtMem *m = map_get(&rt->mem, at);
        if (!m || m->kind != MEM_VIRTUAL) return RTE_InvalidValue;
        VmRange r;
        if (!vm_range(rt->vm, at, &r) && !vm_adopt(rt->vm, (void *)(uintptr_t)at, m->size))
            return RTE_InvalidValue;
        at += m->size;
    }
    return 0;
}

int rt_cuMemGetAccess(Rt *rt, unsigned long long *flags, const RtLocation *location, uint64_t p) {
    if (!flags) return RTE_InvalidValue;
    *flags = rt_mem_at(rt, p) ? 3 : 0;
    return 0;
}
