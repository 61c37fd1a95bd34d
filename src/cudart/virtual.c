// SPDX-License-Identifier: Apache-2.0
// Virtual memory management (cuMemCreate, cuMemMap ...). A chunk of physical memory is a memory
// file, so that it can be mapped at several places; a mapping is adopted by the machine when the
// program gives access to it.
#define _GNU_SOURCE
#include "cudart/chunk.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int rt_cuMemGetAllocationGranularity(Rt *rt, size_t *n, const void *prop, int option) {
    if (!n || !prop) return RTE_InvalidValue;
    *n = RT_GRANULE;
    return 0;
}

// ---- addresses ---------------------------------------------------------------------------------

// Reserved ranges are in the order of their addresses: how many begin at or before p.
static uint32_t ranges_before(const Rt *rt, uint64_t p) {
    uint32_t lo = 0, hi = rt->range.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (rt->range.at[mid].base <= p)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// The whole piece lies in one reserved range.
static bool is_reserved(const Rt *rt, uint64_t p, uint64_t size) {
    uint32_t k = ranges_before(rt, p);
    if (!k) return false;
    const RtRange *r = &rt->range.at[k - 1];
    return p - r->base < r->size && size <= r->size - (p - r->base);
}

// Addresses without memory: accesses of the host are faults.
static void *nothing(uint64_t p, uint64_t size, int flags) {
    return mmap((void *)(uintptr_t)p, size, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
}

// Addresses are aligned as asked, at least to the granule; the system says where.
int rt_cuMemAddressReserve(Rt *rt, uint64_t *p, size_t size, size_t align, uint64_t addr,
                           unsigned long long flags) {
    if (!p || !size || size % RT_GRANULE || size > RT_DEVICE_SIZE || flags || align & (align - 1) ||
        align > RT_DEVICE_SIZE)
        return RTE_InvalidValue;
    align = CU_MAX(align, (size_t)RT_GRANULE);
    // room for an aligned range, wherever the system puts it
    uint64_t all = size + align;
    void *at = nothing(rt->next_host, all, 0);
    if (at == MAP_FAILED) return RTE_MemoryAllocation;
    uint64_t begin = (uint64_t)(uintptr_t)at, base = CU_ALIGN(begin, align), end = base + size;
    if (base != begin) munmap(at, base - begin);
    if (end != begin + all) munmap((void *)(uintptr_t)end, begin + all - end);
    if (begin == rt->next_host) rt->next_host = end;
    uint32_t k = ranges_before(rt, base);
    vec_reserve(&rt->ctx.perm, &rt->range, rt->range.n + 1);
    memmove(rt->range.at + k + 1, rt->range.at + k, (rt->range.n - k) * sizeof *rt->range.at);
    rt->range.at[k] = (RtRange){base, size};
    rt->range.n++;
    *p = base;
    return 0;
}

// The range as it was reserved, with nothing mapped in it.
int rt_cuMemAddressFree(Rt *rt, uint64_t p, size_t size) {
    uint32_t k = ranges_before(rt, p);
    RtRange *r = k ? &rt->range.at[k - 1] : NULL;
    if (!r || r->base != p || r->size != size) return RTE_InvalidValue;
    for (uint64_t at = p; at < p + size; at += RT_GRANULE) {
        if (map_get(&rt->granule, at)) return RTE_InvalidValue;
    }
    munmap((void *)(uintptr_t)p, size);
    memmove(r, r + 1, (rt->range.n - k) * sizeof *r);
    rt->range.n--;
    return 0;
}

// ---- memory ------------------------------------------------------------------------------------

// A memory file of the size; it counts as the device's memory.
int rt_cuMemCreate(Rt *rt, uint64_t *handle, size_t size, const void *prop,
                   unsigned long long flags) {
    if (!handle || !prop || !size || size % RT_GRANULE) return RTE_InvalidValue;
    if (!rt_has_memory(rt, size, false)) return RTE_MemoryAllocation;
    int fd = memfd_create("cuprum", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
        if (fd >= 0) close(fd);
        return RTE_MemoryAllocation;
    }
    RtChunk *c = rt_new(rt, OBJ_CHUNK, sizeof *c);
    c->fd = fd;
    c->size = size;
    c->refs = c->handles = 1;
    memcpy(&c->props, prop, sizeof c->props);
    rt->used_memory += size;
    *handle = (uint64_t)(uintptr_t)c;
    return 0;
}

RtChunk *rt_chunk_of(Rt *rt, uint64_t handle) {
    RtChunk *c = (RtChunk *)(uintptr_t)handle;
    return rt_is(rt, c, OBJ_CHUNK) && c->handles ? c : NULL;
}

void rt_chunk_drop(Rt *rt, RtChunk *chunk) {
    if (--chunk->refs) return;
    if (chunk->multicast) {
        rt_multicast_free(rt, chunk);
    } else {
        close(chunk->fd);
        rt->used_memory -= chunk->size;
    }
    rt_delete(rt, chunk);
}

RtChunk *rt_chunk_at(Rt *rt, uint64_t addr, uint64_t *offset) {
    RtMem *m = map_get(&rt->granule, addr / RT_GRANULE * RT_GRANULE);
    if (!m) return NULL;
    *offset = m->map_offset + (addr - m->addr);
    return (RtChunk *)(uintptr_t)m->map_size;
}

int rt_cuMemRelease(Rt *rt, uint64_t handle) {
    RtChunk *c = (RtChunk *)(uintptr_t)handle;
    if (!rt_is(rt, c, OBJ_CHUNK) || !c->handles) return RTE_InvalidValue;
    c->handles--;
    rt_chunk_drop(rt, c);
    return 0;
}

// One more handle of the memory that is mapped at an address.
int rt_cuMemRetainAllocationHandle(Rt *rt, uint64_t *handle, const void *p) {
    uint64_t granule = (uint64_t)(uintptr_t)p / RT_GRANULE * RT_GRANULE;
    RtMem *m = map_get(&rt->granule, granule);
    if (!handle || !m) return RTE_InvalidValue;
    RtChunk *c = (RtChunk *)(uintptr_t)m->map_size;
    c->refs++;
    c->handles++;
    *handle = m->map_size;
    return 0;
}

int rt_cuMemGetAllocationPropertiesFromHandle(Rt *rt, RtChunkProps *props, uint64_t handle) {
    RtChunk *c = (RtChunk *)(uintptr_t)handle;
    if (!props || !rt_is(rt, c, OBJ_CHUNK) || !c->handles) return RTE_InvalidValue;
    *props = c->props;
    return 0;
}

// Each granule of a mapping knows it.
static void set_granules(Rt *rt, uint64_t p, uint64_t size, RtMem *m) {
    for (uint64_t at = p; at < p + size; at += RT_GRANULE) map_put(&rt->granule, at, m);
}

static bool show(Rt *rt, RtChunk *chunk, uint64_t p, uint64_t size, uint64_t offset) {
    if (chunk->multicast) return rt_multicast_map(rt, chunk, p, size, offset);
    return mmap((void *)(uintptr_t)p, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                chunk->fd, (off_t)offset) != MAP_FAILED;
}

// Into reserved addresses where nothing is mapped yet. The host can use it at once, the device once
// access is given.
int rt_cuMemMap(Rt *rt, uint64_t p, size_t size, size_t offset, uint64_t handle,
                unsigned long long flags) {
    RtChunk *chunk = (RtChunk *)(uintptr_t)handle;
    if (!rt_is(rt, chunk, OBJ_CHUNK) || !chunk->handles || p % RT_GRANULE || !size ||
        size % RT_GRANULE || offset % RT_GRANULE || offset > chunk->size ||
        size > chunk->size - offset || !is_reserved(rt, p, size))
        return RTE_InvalidValue;
    for (uint64_t at = p; at < p + size; at += RT_GRANULE) {
        if (map_get(&rt->granule, at)) return RTE_InvalidValue;
    }
    if (!show(rt, chunk, p, size, offset)) return RTE_MemoryAllocation;
    RtMem *m = rt_mem_note(rt, p, size, MEM_VIRTUAL);
    m->map_size = handle;
    m->map_offset = offset;
    set_granules(rt, p, size, m);
    chunk->refs++;
    return 0;
}

// The mapping that begins at p and ends before `end`, or NULL.
static RtMem *mapping(Rt *rt, uint64_t p, uint64_t end) {
    RtMem *m = map_get(&rt->granule, p);
    return m && m->addr == p && m->size <= end - p ? m : NULL;
}

// Whole mappings only; nothing changes unless all of them can go.
int rt_cuMemUnmap(Rt *rt, uint64_t p, size_t size) {
    uint64_t end = p + size;
    if (!size || end < p) return RTE_InvalidValue;
    for (uint64_t at = p; at < end;) {
        RtMem *m = mapping(rt, at, end);
        if (!m) return RTE_InvalidValue;
        at += m->size;
    }
    while (p < end) {
        RtMem *m = mapping(rt, p, end);
        vm_disown(rt->vm, (void *)(uintptr_t)p);
        nothing(p, m->size, MAP_FIXED);
        set_granules(rt, p, m->size, NULL);
        p += m->size;
        RtChunk *chunk = (RtChunk *)(uintptr_t)m->map_size;
        if (chunk->multicast) rt_multicast_unmap(rt, chunk, m->addr);
        rt_chunk_drop(rt, chunk);
        rt_mem_forget(rt, m);
    }
    return 0;
}

// No access straddles two mappings: they begin at multiples of the granule.
int rt_cuMemSetAccess(Rt *rt, uint64_t p, size_t size, const void *desc, size_t n) {
    uint64_t end = p + size;
    if (!size || end < p || !desc || !n) return RTE_InvalidValue;
    while (p < end) {
        RtMem *m = mapping(rt, p, end);
        VmRange r;
        if (!m || (!vm_range(rt->vm, p, &r) && !vm_adopt(rt->vm, (void *)(uintptr_t)p, m->size)))
            return RTE_InvalidValue;
        p += m->size;
    }
    return 0;
}

// Read and write, where there is memory.
int rt_cuMemGetAccess(Rt *rt, unsigned long long *flags, const RtLocation *location, uint64_t p) {
    if (!flags) return RTE_InvalidValue;
    *flags = rt_mem_at(rt, p) ? 3 : 0;
    return 0;
}

// ---- for other processes ------------------------------------------------------------------------

enum { HANDLE_FILE = 1 }; // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR

// A descriptor of the memory file, which the program closes.
int rt_cuMemExportToShareableHandle(Rt *rt, void *out, uint64_t handle, int type,
                                    unsigned long long flags) {
    RtChunk *c = (RtChunk *)(uintptr_t)handle;
    if (!out || !rt_is(rt, c, OBJ_CHUNK) || !c->handles || flags) return RTE_InvalidValue;
    if (type != HANDLE_FILE || !(c->props.handle_types & HANDLE_FILE)) return RTE_InvalidValue;
    int file = fcntl(c->fd, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return RTE_OperatingSystem;
    memcpy(out, &file, sizeof file);
    return 0;
}

// `from` is the descriptor itself.
int rt_cuMemImportFromShareableHandle(Rt *rt, uint64_t *handle, void *from, int type) {
    struct stat status;
    int file = (int)(intptr_t)from;
    if (!handle || type != HANDLE_FILE || file < 0 || fstat(file, &status) != 0)
        return RTE_InvalidValue;
    if (!status.st_size || status.st_size % RT_GRANULE) return RTE_InvalidValue;
    int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (own < 0) return RTE_OperatingSystem;
    RtChunk *c = rt_new(rt, OBJ_CHUNK, sizeof *c);
    c->fd = own;
    c->size = (uint64_t)status.st_size;
    c->refs = c->handles = 1;
    c->props = (RtChunkProps){.alloc_type = RT_ALLOC_PINNED, .handle_types = HANDLE_FILE};
    c->props.location.type = RT_LOC_DEVICE;
    rt->used_memory += c->size;
    *handle = (uint64_t)(uintptr_t)c;
    return 0;
}
