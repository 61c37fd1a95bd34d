// SPDX-License-Identifier: Apache-2.0
// Memory: device, pinned, managed, registered; pointers' attributes; advice.
//
// Device memory has addresses of the machine's, which the host cannot read. Pinned and managed
// memory is mapped at addresses of our choice, the same in every run, and adopted by the machine:
// host address and device address are one. Registered memory is adopted where it is.
#define _GNU_SOURCE // fallocate
#include "cudart/cudart_int.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PITCH = 512 };
enum { LARGE = 1 << 20, DEVICE_PAGE = 2 << 20 };

// ---- the table of allocations ------------------------------------------------------------------

// Enters an allocation into the table, with a number of its own (CU_POINTER_ATTRIBUTE_BUFFER_ID).
RtMem *rt_mem_note(Rt *rt, uint64_t addr, uint64_t size, RtMemKind kind) {
    // A record of a freed allocation, or a new one.
    RtMem *m = rt->free_mem;
    if (m) {
        rt->free_mem = m->next_free;
    } else {
        m = arena_new(&rt->ctx.perm, RtMem);
    }
    rt_order_memory(rt, kind);
    *m = (RtMem){.addr = addr,
                 .size = size,
                 .kind = kind,
                 .context = rt_current_context(rt),
                 .id = ++rt->next_id};
    // "None" for the places of advice.
    m->preferred = m->prefetched = -2;
    map_put(&rt->mem, addr, m);
    return m;
}

// The record is used again.
void rt_mem_forget(Rt *rt, RtMem *m) {
    map_put(&rt->mem, m->addr, NULL);
    m->size = 0;
    m->next_free = rt->free_mem;
    rt->free_mem = m;
}

// The addresses that device memory may have: the host has nothing there.
bool rt_is_device(Rt *rt, uint64_t addr) {
    return addr >= RT_DEVICE_BASE && addr - RT_DEVICE_BASE < RT_DEVICE_SIZE;
}

// The host's view of n bytes at an address: of the machine's memory, or of the host's own. NULL:
// device addresses that are not all there.
void *rt_bytes(Rt *rt, uint64_t addr, uint64_t n) {
    VmRange r;
    if (vm_range(rt->vm, addr, &r)) {
        void *p = vm_host(rt->vm, addr, n);
        // host memory behind a registered part is the program's own
        return p || r.owned ? p : (void *)(uintptr_t)addr;
    }
    return rt_is_device(rt, addr) ? NULL : (void *)(uintptr_t)addr;
}

// At the next of our addresses; something of the program's that lies there is stepped over.
// The same addresses in each run: findings and printed pointers can be compared. The kernel may
// give another place (without MAP_FIXED_NOREPLACE): that is good, too.
void *rt_map_host(Rt *rt, uint64_t size, int file, uint64_t offset) {
    int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
#ifdef MAP_FIXED_NOREPLACE
    flags |= MAP_FIXED_NOREPLACE;
#endif
    for (int i = 0; i < 64; i++) {
        void *want = (void *)(uintptr_t)rt->next_host;
        void *p = mmap(want, size, PROT_READ | PROT_WRITE, flags, file, (off_t)offset);
        if (p != MAP_FAILED) {
            if (p == want) rt->next_host += size;
            if (file < 0) cu_large_pages(p, size);
            return p;
        }
        if (errno != EEXIST) return NULL;
        // The program has something here: 4 GiB further.
        rt->next_host += 1ull << 32;
    }
    return NULL;
}

// Within the memory that the GPU's profile has.
static int alloc_device(Rt *rt, uint64_t size, uint64_t *addr) {
    // Not more than the GPU would have, nor than the host can give.
    if (!rt_has_memory(rt, size, false)) return RTE_MemoryAllocation;
    // Large memory is whole pages of the device, on which programs lay out their own (Taichi).
    *addr = vm_alloc_at_multiple(rt->vm, size, size < LARGE ? PITCH : DEVICE_PAGE);
    return *addr ? 0 : RTE_MemoryAllocation;
}

// Mapped, then made known to the machine at the same address. Not taken from the device's memory.
static int alloc_host(Rt *rt, uint64_t size, uint64_t *addr, uint64_t *mapped) {
    // A size beyond any host's memory would only use up addresses.
    if (size > 1ull << 40 || !rt_has_memory(rt, size, true)) return RTE_MemoryAllocation;
    *mapped = CU_ALIGN(size, (uint64_t)PAGE) + PAGE; // a page between two
    void *p = rt_map_host(rt, *mapped, -1, 0);
    if (!p) return RTE_MemoryAllocation;
    if (!vm_adopt(rt->vm, p, size)) {
        munmap(p, *mapped);
        return RTE_MemoryAllocation;
    }
    *addr = (uint64_t)(uintptr_t)p;
    return 0;
}

// Memory of a kind: *addr is its address on the device and, but for device memory, on the host.
int rt_mem_alloc(Rt *rt, RtMemKind kind, uint64_t size, uint32_t flags, uint64_t *addr) {
    uint64_t mapped = 0;
    // After a fault of a kernel every call fails with it, as with CUDA.
    if (rt->sticky) return rt->sticky;
    RT_TRY(kind == MEM_DEVICE ? alloc_device(rt, size, addr) : alloc_host(rt, size, addr, &mapped));
    RtMem *m = rt_mem_note(rt, *addr, size, kind);
    m->flags = flags;
    m->map_size = mapped;
    if (rt->checks & (VM_CHECK_LEAK | VM_CHECK_UNUSED)) {
        m->made = arena_alloc(&rt->ctx.perm, RT_HOST_FRAMES * sizeof *m->made, 8);
        m->nmade = rt_host_stack(m->made, RT_HOST_FRAMES);
    }
    if (kind != MEM_DEVICE) rt_wrote(rt, *addr, size); // the host writes there unseen
    if (rt->checks && !is_any_of(kind, MEM_MANAGED, MEM_PINNED))
        vm_name_allocation(rt->vm, *addr, "cudaMalloc");
    *(kind == MEM_PINNED ? &rt->pinned_memory : &rt->used_memory) += size;
    return 0;
}

// Its pages, and what they take in the file of this process's pool.
void rt_shared_free(Rt *rt, RtMem *mem) {
    bool is_own = mem->pool && !mem->pool->is_imported;
    vm_disown(rt->vm, (void *)(uintptr_t)mem->addr);
    munmap((void *)(uintptr_t)mem->addr, mem->map_size);
    if (!is_own) return;
    fallocate(mem->pool->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)mem->file_offset,
              (off_t)mem->map_size);
}

// What a pool has given out now, and the most it ever had.
void rt_pool_note(RtPool *p, int64_t n) {
    p->used += (uint64_t)n;
    p->high = CU_MAX(p->high, p->used);
}

// Frees what `addr` is the start of. `host`: by the function for host memory. Memory of a graph's
// node is only idle: its graph owns it. A pointer that is no allocation is a finding of the
// checkers.
int rt_mem_free(Rt *rt, uint64_t addr, bool host) {
    RtMem *mem = map_get(&rt->mem, addr);
    // Registered memory and variables are not the program's to free this way. Memory of a pool is,
    // whatever its kind.
    bool is_right = mem && (mem->kind <= MEM_MANAGED || (mem->kind == MEM_SHARED && mem->pool));
    if (is_right && !mem->pool) is_right = (mem->kind == MEM_PINNED) == host;
    if (!is_right) {
        VmRange range;
        bool again = vm_was_freed(rt->vm, addr);
        bool inside = vm_range(rt->vm, addr, &range) && range.base != addr;
        vm_host_finding(rt->vm, again ? "double-free" : "invalid-free", addr, rt_host_here(rt),
                        again    ? "free of memory that is free already"
                        : inside ? "free of an address inside of an allocation"
                                 : "free of an address that is no allocation");
        return RTE_InvalidValue;
    }
    if (mem->graph) {
        rt_graph_memory(rt, mem, false);
        return 0;
    }
    rt_order_forget(rt, addr, mem->size);
    *(mem->kind == MEM_PINNED ? &rt->pinned_memory : &rt->used_memory) -= mem->size;
    if (mem->pool) rt_pool_note(mem->pool, -(int64_t)mem->size);
    if (mem->kind == MEM_DEVICE) {
        if (rt->checks & VM_CHECK_UNUSED)
            vm_name_leak(rt->vm, addr, rt_host_text(&rt->ctx.perm, mem->made, mem->nmade));
        vm_dealloc(rt->vm, addr);
        if (mem->shared_host) {
            munmap(mem->shared_host, mem->map_size);
            close(mem->file);
        }
    } else if (mem->kind == MEM_SHARED) {
        rt_shared_free(rt, mem);
    } else {
        vm_disown(rt->vm, (void *)(uintptr_t)addr);
        munmap((void *)(uintptr_t)addr, mem->map_size);
    }
    rt_mem_forget(rt, mem);
    return 0;
}

// ---- device memory -----------------------------------------------------------------------------

// (The functions from here on are those of the CUDA runtime API, "Memory Management", with the
// state in front.)
int rt_cudaMalloc(Rt *rt, void **p, size_t n) {
    uint64_t addr;
    if (!p) return RTE_InvalidValue;
    *p = NULL;
    // No bytes give a null pointer and no error.
    if (!n) return 0;
    RT_TRY(rt_mem_alloc(rt, MEM_DEVICE, n, 0, &addr));
    *p = (void *)(uintptr_t)addr;
    return 0;
}

// Kernels may still use it: cudaFree waits.
int rt_cudaFree(Rt *rt, void *p) {
    if (!p) return 0;
    RT_TRY(rt_sync_all(rt));
    return rt_mem_free(rt, (uint64_t)(uintptr_t)p, false);
}

// Rows start at multiples of PITCH, as textures want.
int rt_cudaMallocPitch(Rt *rt, void **p, size_t *pitch, size_t width, size_t height) {
    if (!p || !pitch) return RTE_InvalidValue;
    *p = NULL;
    if (width > SIZE_MAX - PITCH) return RTE_MemoryAllocation;
    *pitch = CU_ALIGN(width, (size_t)PITCH);
    if (height && *pitch > SIZE_MAX / height) return RTE_MemoryAllocation;
    return rt_cudaMalloc(rt, p, *pitch * height);
}

// The driver's form says what it loads at once; our pitch is enough for all of that.
int rt_cuMemAllocPitch_v2(Rt *rt, void **p, size_t *pitch, size_t width, size_t height,
                          unsigned element) {
    if (element != 4 && element != 8 && element != 16) return RTE_InvalidValue;
    return rt_cudaMallocPitch(rt, p, pitch, width, height);
}

int rt_cudaMalloc3D(Rt *rt, RtPitched *p, RtExtent e) {
    if (!p) return RTE_InvalidValue;
    // Slices have `h` rows each, without gaps between.
    if (e.d && e.h > SIZE_MAX / e.d) return RTE_MemoryAllocation;
    *p = (RtPitched){.xsize = e.w, .ysize = e.h};
    return rt_cudaMallocPitch(rt, &p->ptr, &p->pitch, e.w, e.h * e.d);
}

// What the profile's memory leaves, and in all, as far as the host can give it.
int rt_cudaMemGetInfo(Rt *rt, size_t *free, size_t *total) {
    if (free) *free = rt_free_memory(rt);
    if (total) *total = rt_all_memory(rt);
    return rt->sticky;
}

// ---- host and managed memory -------------------------------------------------------------------

// All flags are harmless: host memory is mapped and portable as it is.
int rt_cudaHostAlloc(Rt *rt, void **p, size_t n, unsigned flags) {
    uint64_t addr;
    if (!p || flags > 7) return RTE_InvalidValue;
    *p = NULL;
    if (!n) return 0;
    RT_TRY(rt_mem_alloc(rt, MEM_PINNED, n, flags, &addr));
    *p = (void *)(uintptr_t)addr;
    return 0;
}

int rt_cudaMallocHost(Rt *rt, void **p, size_t n) {
    return rt_cudaHostAlloc(rt, p, n, 0);
}

int rt_cudaFreeHost(Rt *rt, void *p) {
    if (!p) return 0;
    RT_TRY(rt_sync_all(rt));
    return rt_mem_free(rt, (uint64_t)(uintptr_t)p, true);
}

// The pages stay where they are, the machine learns of them.
int rt_cudaHostRegister(Rt *rt, void *p, size_t n, unsigned flags) {
    if (!p || !n || flags > 15) return RTE_InvalidValue;
    // Overlapping an earlier registration is an error, which the first byte shows.
    if (rt_mem_at(rt, (uint64_t)(uintptr_t)p)) return RTE_HostMemoryAlreadyRegistered;
    if (!vm_adopt(rt->vm, p, n)) return RTE_InvalidValue;
    rt_mem_note(rt, (uint64_t)(uintptr_t)p, n, MEM_REGISTERED)->flags = flags;
    rt_wrote(rt, (uint64_t)(uintptr_t)p, n);
    return 0;
}

int rt_cudaHostUnregister(Rt *rt, void *p) {
    RtMem *m = map_get(&rt->mem, (uint64_t)(uintptr_t)p);
    if (!m || m->kind != MEM_REGISTERED) {
        RtMem *around = rt_mem_at(rt, (uint64_t)(uintptr_t)p);
        bool is_inside = around && around->kind == MEM_REGISTERED;
        return is_inside ? RTE_InvalidValue : RTE_HostMemoryNotRegistered;
    }
    rt_order_forget(rt, m->addr, m->size);
    vm_disown(rt->vm, p);
    rt_mem_forget(rt, m);
    return 0;
}

// Unified addresses: the device's is the host's.
int rt_cudaHostGetDevicePointer(Rt *rt, void **device, void *host, unsigned flags) {
    RtMem *m = rt_mem_at(rt, (uint64_t)(uintptr_t)host);
    // Managed memory is fine as well: its address is the same.
    if (!device || flags || !m || m->kind == MEM_DEVICE) return RTE_InvalidValue;
    *device = host;
    return 0;
}

int rt_cudaHostGetFlags(Rt *rt, unsigned *flags, void *host) {
    RtMem *m = rt_mem_at(rt, (uint64_t)(uintptr_t)host);
    if (!flags || !m || !is_any_of(m->kind, MEM_PINNED, MEM_REGISTERED)) return RTE_InvalidValue;
    *flags = m->flags | 2; // mapped
    return 0;
}

int rt_cudaMallocManaged(Rt *rt, void **p, size_t n, unsigned flags) {
    uint64_t addr;
    // Attached to all streams or to the host: exactly one of both flags.
    if (!p || !n || (flags != 1 && flags != 2)) return RTE_InvalidValue;
    RT_TRY(rt_mem_alloc(rt, MEM_MANAGED, n, flags, &addr));
    *p = (void *)(uintptr_t)addr;
    return 0;
}

// Attaching has no effect: kernels and host share the memory at all times.
int rt_cudaStreamAttachMemAsync(Rt *rt, void *stream, void *p, size_t n, unsigned flags) {
    RtMem *m = rt_mem_at(rt, (uint64_t)(uintptr_t)p);
    if (!rt_stream(rt, stream)) return RTE_InvalidResourceHandle;
    return m && m->kind == MEM_MANAGED ? 0 : RTE_InvalidValue;
}

// ---- advice ------------------------------------------------------------------------------------

enum {
    ADVISE_READ_MOSTLY = 1,
    ADVISE_NO_READ_MOSTLY,
    ADVISE_PREFERRED,
    ADVISE_NO_PREFERRED,
    ADVISE_ACCESSED,
    ADVISE_NO_ACCESSED
};
enum { ID_CPU = -1, ID_NONE = -2 };

// Host nodes (NUMA) count as the host.
static int location_id(RtLocation l) {
    return l.type == RT_LOC_DEVICE ? l.id : ID_CPU;
}

enum { BY_DEVICE = 1, BY_CPU = 2 };
static uint32_t accessor(int id) {
    return id == ID_CPU ? BY_CPU : BY_DEVICE;
}

// Advice is kept for programs that ask for it and has no effect: nothing migrates.
static int advise(Rt *rt, uint64_t p, size_t n, int advice, int id) {
    RtMem *mem = rt_mem_at(rt, p);
    if (!mem || mem->kind != MEM_MANAGED || n > mem->size - (p - mem->addr))
        return RTE_InvalidValue;
    if (id > 0) return RTE_InvalidDevice;
    switch (advice) {
    case ADVISE_READ_MOSTLY: mem->read_mostly = 1; return 0;
    case ADVISE_NO_READ_MOSTLY: mem->read_mostly = 0; return 0;
    case ADVISE_PREFERRED: mem->preferred = id; return 0;
    case ADVISE_NO_PREFERRED: mem->preferred = ID_NONE; return 0;
    case ADVISE_ACCESSED: mem->accessed_by |= accessor(id); return 0;
    case ADVISE_NO_ACCESSED: mem->accessed_by &= ~accessor(id); return 0;
    default: return RTE_InvalidValue;
    }
}

int rt_cudaMemAdvise(Rt *rt, const void *p, size_t n, int advice, RtLocation location) {
    return advise(rt, (uint64_t)(uintptr_t)p, n, advice, location_id(location));
}

int rt_cuMemAdvise(Rt *rt, uint64_t p, size_t n, int advice, int device) {
    return advise(rt, p, n, advice, device);
}

// The place is kept; the memory is where it was.
static int prefetch(Rt *rt, uint64_t p, size_t n, int id, void *stream) {
    RtMem *m = rt_mem_at(rt, p);
    if (!rt_stream(rt, stream)) return RTE_InvalidResourceHandle;
    if (!m || m->kind != MEM_MANAGED || n > m->size - (p - m->addr)) return RTE_InvalidValue;
    if (id > 0) return RTE_InvalidDevice;
    m->prefetched = id;
    return 0;
}

int rt_cudaMemPrefetchAsync(Rt *rt, const void *p, size_t n, RtLocation location, unsigned flags,
                            void *stream) {
    return prefetch(rt, (uint64_t)(uintptr_t)p, n, location_id(location), stream);
}

int rt_cuMemPrefetchAsync(Rt *rt, uint64_t p, size_t n, int device, void *stream) {
    return prefetch(rt, p, n, device, stream);
}

// The k-th location holds from the indexes[k]-th range on, up to that of the next.
int rt_cudaMemPrefetchBatchAsync(Rt *rt, void **p, size_t *n, size_t count, RtLocation *locations,
                                 size_t *indexes, size_t nlocations, unsigned long long flags,
                                 void *stream) {
    if (!nlocations || !p || !n || !locations || !indexes) return RTE_InvalidValue;
    for (size_t i = 0, k = 0; i < count; i++) {
        while (k + 1 < nlocations && indexes[k + 1] <= i) k++;
        RT_TRY(rt_cudaMemPrefetchAsync(rt, p[i], n[i], locations[k], 0, stream));
    }
    return 0;
}

// Discarded contents may stay: a program must not read them.
int rt_cudaMemDiscardBatchAsync(Rt *rt, void **p, size_t *n, size_t count, unsigned long long flags,
                                void *stream) {
    return rt_stream(rt, stream) ? 0 : RTE_InvalidResourceHandle;
}

int rt_cudaMemDiscardAndPrefetchBatchAsync(Rt *rt, void **p, size_t *n, size_t count,
                                           RtLocation *locations, size_t *indexes,
                                           size_t nlocations, unsigned long long flags,
                                           void *stream) {
    return rt_cudaMemPrefetchBatchAsync(rt, p, n, count, locations, indexes, nlocations, flags,
                                        stream);
}

// The numbers of those who are said to access the memory, then "none".
static void put_accessors(const RtMem *mem, int32_t *list, size_t n) {
    size_t k = 0;
    if (mem->accessed_by & BY_DEVICE) list[k++] = 0;
    if (mem->accessed_by & BY_CPU && k < n) list[k++] = ID_CPU;
    while (k < n) list[k++] = ID_NONE;
}

// The type of a place, by its number.
static int32_t location_type(int32_t id) {
    return id >= 0 ? RT_LOC_DEVICE : id == ID_CPU ? RT_LOC_HOST : RT_LOC_NONE;
}

// (Numbers of cudaMemRangeAttribute; the last four are the type and the number of a place.)
int rt_cudaMemRangeGetAttribute(Rt *rt, void *data, size_t size, int id, const void *p, size_t n) {
    enum { READ_MOSTLY = 1, PREFERRED, ACCESSED_BY, PREFETCHED };
    enum { PREFERRED_TYPE = 5, PREFERRED_ID, PREFETCHED_TYPE, PREFETCHED_ID };
    RtMem *mem = rt_mem_at(rt, (uint64_t)(uintptr_t)p);
    int32_t value;
    if (!data || size < sizeof value || size % sizeof value || !mem || mem->kind != MEM_MANAGED ||
        n > mem->size - ((uint64_t)(uintptr_t)p - mem->addr))
        return RTE_InvalidValue;
    switch (id) {
    case READ_MOSTLY: value = mem->read_mostly; break;
    case PREFERRED:
    case PREFERRED_ID: value = mem->preferred; break;
    case PREFETCHED:
    case PREFETCHED_ID: value = mem->prefetched; break;
    case PREFERRED_TYPE: value = location_type(mem->preferred); break;
    case PREFETCHED_TYPE: value = location_type(mem->prefetched); break;
    case ACCESSED_BY: put_accessors(mem, data, size / sizeof value); return 0;
    default: return RTE_InvalidValue;
    }
    memcpy(data, &value, sizeof value);
    return 0;
}

// The first bad one ends it, with the earlier ones written.
int rt_cudaMemRangeGetAttributes(Rt *rt, void **data, size_t *sizes, int *ids, size_t nids,
                                 const void *p, size_t n) {
    if (!data || !sizes || !ids || !nids) return RTE_InvalidValue;
    for (size_t i = 0; i < nids; i++)
        RT_TRY(rt_cudaMemRangeGetAttribute(rt, data[i], sizes[i], ids[i], p, n));
    return 0;
}

// ---- pointers ----------------------------------------------------------------------------------

// Memory of a pool of host memory that other processes may have.
static bool is_shared_host(const RtMem *mem) {
    return mem->kind == MEM_SHARED && mem->pool && mem->pool->kind == POOL_HOST;
}

// Of memory that CUDA does not know, the type says so; that is no error (CUDA 11).
int rt_cudaPointerGetAttributes(Rt *rt, RtPointerAttributes *attributes, const void *p) {
    if (!attributes) return RTE_InvalidValue;
    RtMem *mem = rt_mem_at(rt, (uint64_t)(uintptr_t)p);
    *attributes = (RtPointerAttributes){.type = RT_MEM_UNREGISTERED, .device = ID_NONE};
    if (!mem) {
        attributes->host_ptr = rt_is_device(rt, (uint64_t)(uintptr_t)p) ? NULL : (void *)p;
        return 0;
    }
    // Virtual memory of the driver's API is the device's by kind, not by address.
    bool device = rt_is_device(rt, mem->addr);
    attributes->type = device                                             ? RT_MEM_DEVICE
                       : is_any_of(mem->kind, MEM_PINNED, MEM_REGISTERED) ? RT_MEM_HOST
                       : is_shared_host(mem)                              ? RT_MEM_HOST
                       : is_any_of(mem->kind, MEM_VIRTUAL, MEM_SHARED)    ? RT_MEM_DEVICE
                                                                          : RT_MEM_MANAGED;
    attributes->device = 0;
    attributes->device_ptr = (void *)p;
    attributes->host_ptr = device ? NULL : (void *)p;
    return 0;
}

int rt_cudaPointerGetAttributes12(Rt *rt, RtPointerAttributes12 *attributes, const void *p) {
    RtPointerAttributes found;
    if (!attributes) return RTE_InvalidValue;
    int error = rt_cudaPointerGetAttributes(rt, &found, p);
    memcpy(attributes, &found, sizeof *attributes);
    return error;
}

// Both results are optional.
int rt_cuMemGetAddressRange_v2(Rt *rt, uint64_t *base, size_t *size, uint64_t p) {
    VmRange r;
    if (!vm_range(rt->vm, p, &r)) return RTE_InvalidValue;
    if (base) *base = r.base;
    if (size) *size = r.size;
    return 0;
}

// By CUpointer_attribute: context, memory type, pointers, range, access.
int rt_cuPointerGetAttribute(Rt *rt, void *data, int id, uint64_t p) {
    RtPointerAttributes attributes;
    VmRange range = {0};
    RtMem *mem = rt_mem_at(rt, p);
    if (!data) return RTE_InvalidValue;
    if (!vm_range(rt->vm, p, &range)) return RTE_InvalidValue;
    rt_cudaPointerGetAttributes(rt, &attributes, (void *)(uintptr_t)p);
    uint64_t v = 0;
    // Bytes of the value.
    uint32_t n = 4;
    switch (id) {
    case 1: v = (uint64_t)(uintptr_t)rt_owner(rt, mem ? mem->context : NULL), n = 8; break;
    case 2: v = attributes.type == RT_MEM_HOST ? RT_CU_HOST : RT_CU_DEVICE; break;
    case 3: v = p, n = 8; break; // device pointer
    case 4:                      // host pointer
        if (!attributes.host_ptr) return RTE_InvalidValue;
        v = p, n = 8;
        break;
    case 6: v = mem && mem->sync_copies; break;           // synchronous copies
    case 7: v = mem ? mem->id : 0, n = 8; break;          // number of the buffer
    case 8: v = attributes.type == RT_MEM_MANAGED; break; // managed
    case 9: break;                                        // device 0
    case 10: n = 1; break;                                // memory of another process: no
    case 11: v = range.base, n = 8; break;                // start
    case 12: v = range.size, n = 8; break;                // size
    case 13: v = 1, n = 1; break;                         // mapped
    case 14: n = 8; break;                                // allowed kinds of handles: none
    case 15: n = 1; break;                                // GPUDirect RDMA: no
    case 16: v = 3; break;                                // read and write
    case 17: v = mem && mem->pool ? (uint64_t)(uintptr_t)mem->pool : 0, n = 8; break;
    case 18: v = range.size, n = 8; break;        // size of the mapping
    case 19: v = range.base, n = 8; break;        // base of the mapping
    case 20: v = mem ? mem->id : 0, n = 8; break; // its block of memory
    default: return RTE_InvalidValue;
    }
    memcpy(data, &v, n);
    return 0;
}

int rt_cuPointerGetAttributes(Rt *rt, unsigned n, int *ids, void **data, uint64_t p) {
    if (!ids || !data || !n) return RTE_InvalidValue;
    for (unsigned i = 0; i < n; i++) { // what is not known is zero here, not an error
        if (!data[i]) return RTE_InvalidValue;
        if (rt_cuPointerGetAttribute(rt, data[i], ids[i], p)) memset(data[i], 0, 4);
    }
    return 0;
}

// Synchronous copies are the one attribute that can be set. All are so: the value is kept.
int rt_cuPointerSetAttribute(Rt *rt, const void *value, int id, uint64_t p) {
    enum { SYNC_COPIES = 6 };
    RtMem *mem = rt_mem_at(rt, p);
    uint32_t on;
    if (!value || !mem || id != SYNC_COPIES) return RTE_InvalidValue;
    memcpy(&on, value, sizeof on);
    mem->sync_copies = on != 0;
    return 0;
}

// Memory of the graphs' nodes counts as used from the first run that takes it until it is trimmed,
// as on a GPU. (Here it stays in any case, as the addresses are the nodes': these are numbers.)
void rt_graph_memory(Rt *rt, RtMem *mem, bool taken) {
    uint64_t *n = rt->graph_mem;
    if (!mem) return;
    vm_idle_allocation(rt->vm, mem->addr, !taken);
    mem->graph_uses = taken;
    if (!taken || mem->graph_counts) return;
    mem->graph_counts = true;
    n[RT_GRAPH_MEM_USED] += mem->size;
    n[RT_GRAPH_MEM_RESERVED] += mem->size;
    n[RT_GRAPH_MEM_USED_HIGH] = CU_MAX(n[RT_GRAPH_MEM_USED_HIGH], n[RT_GRAPH_MEM_USED]);
    n[RT_GRAPH_MEM_RESERVED_HIGH] = CU_MAX(n[RT_GRAPH_MEM_RESERVED_HIGH], n[RT_GRAPH_MEM_RESERVED]);
}
