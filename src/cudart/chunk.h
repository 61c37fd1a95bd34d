// SPDX-License-Identifier: Apache-2.0
// Physical memory behind virtual addresses (virtual.c) and multicast objects, which are mapped
// like it (multicast.c).
#ifndef CUPRUM_CUDART_CHUNK_H
#define CUPRUM_CUDART_CHUNK_H

#include "cudart/cudart_int.h"

enum { RT_GRANULE = 2 << 20 };

typedef struct RtMulticast RtMulticast;

// Lives as long as its handle or a mapping does.
typedef struct {
    RtObj o;
    int fd; // a memory file; -1: a multicast object has none
    uint64_t size;
    uint32_t refs;    // of handles and mappings, and of what is bound
    uint32_t handles; // that the program still has to release
    RtChunkProps props;
    RtMulticast *multicast; // NULL: memory
} RtChunk;

// The memory or object of a handle; NULL: it is none.
RtChunk *rt_chunk_of(Rt *rt, uint64_t handle);
void rt_chunk_drop(Rt *rt, RtChunk *chunk); // gives back one reference
// The memory that is mapped at an address, and where in it; NULL: none is.
RtChunk *rt_chunk_at(Rt *rt, uint64_t addr, uint64_t *offset);

// Maps [offset, offset + size) of a multicast object at p: what is bound there, and what will be.
// False: the system cannot.
bool rt_multicast_map(Rt *rt, RtChunk *object, uint64_t p, uint64_t size, uint64_t offset);
void rt_multicast_unmap(Rt *rt, RtChunk *object, uint64_t p);
void rt_multicast_free(Rt *rt, RtChunk *object);

#endif
