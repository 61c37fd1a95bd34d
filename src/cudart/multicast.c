// SPDX-License-Identifier: Apache-2.0
// Multicast objects (cuMulticastCreate ...): addresses at which multimem instructions reach the
// memory of several devices at once. There is one device, which is all that an object can have: its
// addresses are others of the memory that is bound. (The machine itself takes several,
// vm_multicast.)
#define _GNU_SOURCE
#include "cudart/chunk.h"

#include <sys/mman.h>

typedef struct {
    uint64_t offset, size; // in the object
    RtChunk *memory;
    uint64_t from; // in the memory
} Binding;

typedef struct {
    uint64_t at, size, offset;
} Mapping;

struct RtMulticast {
    uint32_t devices, added;
    VEC(Binding) binding;
    VEC(Mapping) mapping;
};

typedef struct { // CUmulticastObjectProp
    unsigned devices;
    size_t size;
    unsigned long long handle_types, flags;
} Props;

static RtChunk *object_of(Rt *rt, uint64_t handle) {
    RtChunk *object = rt_chunk_of(rt, handle);
    return object && object->multicast ? object : NULL;
}

int rt_cuMulticastGetGranularity(Rt *rt, size_t *n, const void *prop, int option) {
    if (!n || !prop || option < 0 || option > 1) return RTE_InvalidValue;
    *n = RT_GRANULE;
    return 0;
}

int rt_cuMulticastCreate(Rt *rt, uint64_t *handle, const void *prop) {
    const Props *props = prop;
    if (!handle || !props || !props->devices || !props->size || props->size % RT_GRANULE)
        return RTE_InvalidValue;
    if (props->devices > 1)
        return rt_refuse(rt, RTE_InvalidValue, "a multicast object of %u devices: there is one",
                         props->devices);
    RtChunk *object = rt_new(rt, OBJ_CHUNK, sizeof *object);
    object->fd = -1;
    object->size = props->size;
    object->refs = object->handles = 1;
    object->multicast = arena_new(&rt->ctx.perm, RtMulticast);
    object->multicast->devices = props->devices;
    *handle = (uint64_t)(uintptr_t)object;
    return 0;
}

int rt_cuMulticastAddDevice(Rt *rt, uint64_t handle, int device) {
    RtChunk *object = object_of(rt, handle);
    if (!object || device || object->multicast->added) return RTE_InvalidValue;
    object->multicast->added = 1;
    return 0;
}

// ---- binding and mapping -----------------------------------------------------------------------

// What of the binding is in the mapping appears there; without a binding nothing does.
static bool show(const Mapping *mapping, const Binding *binding, bool bound) {
    uint64_t begin = CU_MAX(mapping->offset, binding->offset);
    uint64_t end = CU_MIN(mapping->offset + mapping->size, binding->offset + binding->size);
    if (begin >= end) return true;
    void *at = (void *)(uintptr_t)(mapping->at + (begin - mapping->offset));
    off_t from = (off_t)(binding->from + (begin - binding->offset));
    void *got = bound ? mmap(at, end - begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                             binding->memory->fd, from)
                      : mmap(at, end - begin, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    return got != MAP_FAILED;
}

static bool overlaps(const RtMulticast *object, uint64_t offset, uint64_t size) {
    for (uint32_t i = 0; i < object->binding.n; i++) {
        const Binding *b = &object->binding.at[i];
        if (offset < b->offset + b->size && b->offset < offset + size) return true;
    }
    return false;
}

static bool is_piece(uint64_t offset, uint64_t size, uint64_t of) {
    return size && size % RT_GRANULE == 0 && offset % RT_GRANULE == 0 && offset <= of &&
           size <= of - offset;
}

// Devices come first: all of them.
static int bind(Rt *rt, uint64_t handle, uint64_t offset, RtChunk *memory, uint64_t from,
                uint64_t size, unsigned long long flags) {
    RtChunk *object = object_of(rt, handle);
    if (!object || !memory || memory->multicast || flags) return RTE_InvalidValue;
    RtMulticast *multicast = object->multicast;
    if (multicast->added != multicast->devices)
        return rt_refuse(rt, RTE_NotReady, "%u of %u devices have been added", multicast->added,
                         multicast->devices);
    if (!is_piece(offset, size, object->size) || !is_piece(from, size, memory->size) ||
        overlaps(multicast, offset, size))
        return RTE_InvalidValue;
    Binding binding = {.offset = offset, .size = size, .memory = memory, .from = from};
    for (uint32_t i = 0; i < multicast->mapping.n; i++) {
        if (!show(&multicast->mapping.at[i], &binding, true)) return RTE_MemoryAllocation;
    }
    vec_push(&rt->ctx.perm, &multicast->binding, binding);
    memory->refs++;
    return 0;
}

int rt_cuMulticastBindMem(Rt *rt, uint64_t handle, size_t offset, uint64_t memory, size_t from,
                          size_t size, unsigned long long flags) {
    return bind(rt, handle, offset, rt_chunk_of(rt, memory), from, size, flags);
}

int rt_cuMulticastBindAddr(Rt *rt, uint64_t handle, size_t offset, uint64_t addr, size_t size,
                           unsigned long long flags) {
    uint64_t from = 0;
    RtChunk *memory = rt_chunk_at(rt, addr, &from);
    return bind(rt, handle, offset, memory, from, size, flags);
}

int rt_cuMulticastUnbind(Rt *rt, uint64_t handle, int device, size_t offset, size_t size) {
    RtChunk *object = object_of(rt, handle);
    if (!object || device) return RTE_InvalidValue;
    RtMulticast *multicast = object->multicast;
    for (uint32_t i = 0; i < multicast->binding.n; i++) {
        Binding binding = multicast->binding.at[i];
        if (binding.offset != offset || binding.size != size) continue;
        for (uint32_t k = 0; k < multicast->mapping.n; k++)
            show(&multicast->mapping.at[k], &binding, false);
        multicast->binding.at[i] = multicast->binding.at[--multicast->binding.n];
        rt_chunk_drop(rt, binding.memory);
        return 0;
    }
    return RTE_InvalidValue;
}

bool rt_multicast_map(Rt *rt, RtChunk *object, uint64_t p, uint64_t size, uint64_t offset) {
    RtMulticast *multicast = object->multicast;
    Mapping mapping = {.at = p, .size = size, .offset = offset};
    for (uint32_t i = 0; i < multicast->binding.n; i++) {
        if (!show(&mapping, &multicast->binding.at[i], true)) return false;
    }
    vec_push(&rt->ctx.perm, &multicast->mapping, mapping);
    return vm_multicast(rt->vm, p, size, 1, &p);
}

void rt_multicast_unmap(Rt *rt, RtChunk *object, uint64_t p) {
    RtMulticast *multicast = object->multicast;
    vm_multicast(rt->vm, p, 0, 0, NULL);
    for (uint32_t i = 0; i < multicast->mapping.n; i++) {
        if (multicast->mapping.at[i].at != p) continue;
        multicast->mapping.at[i] = multicast->mapping.at[--multicast->mapping.n];
        return;
    }
}

void rt_multicast_free(Rt *rt, RtChunk *object) {
    RtMulticast *multicast = object->multicast;
    for (uint32_t i = 0; i < multicast->binding.n; i++)
        rt_chunk_drop(rt, multicast->binding.at[i].memory);
    multicast->binding.n = 0;
}
