// SPDX-License-Identifier: Apache-2.0
// Reading fat binaries, apart from the run-time library's state: of container.c the compiler's
// library has a copy, too; unpack.c opens libzstd.
#ifndef CUPRUM_CUDART_CONTAINER_H
#define CUPRUM_CUDART_CONTAINER_H

#include "base/target.h"
#include "cudart/abi.h"

// The entries of a container that are not visited yet.
typedef struct RtEntries {
    const uint8_t *at;
    uint64_t left; // bytes
} RtEntries;

// False: it is no container. Nothing is read that `limit` does not cover, here and later.
bool rt_container_open(const void *data, uint64_t limit, RtEntries *entries);
// The next entry and its payload, which is inside of the container.
typedef enum { RT_ENTRIES_END, RT_ENTRY_THERE, RT_ENTRY_BROKEN } RtNext;
RtNext rt_container_next(RtEntries *entries, RtFatEntry *entry, const uint8_t **payload);

// How good an image is for a target; 0: it does not run there. Newer code is better; code for
// exactly this architecture is the best of its number.
uint32_t rt_container_fitness(const Target *target, const RtFatEntry *entry);

// The bytes of an entry, in the arena and with a NUL behind; of PTX without what pads it.
typedef enum { RT_UNPACKED, RT_DAMAGED, RT_NEEDS_ZSTD } RtUnpacked;
RtUnpacked rt_container_unpack(Arena *arena, const RtFatEntry *entry, const uint8_t *payload,
                               const char **bytes, size_t *n);

// LZ4's block format: false unless the output is exactly n bytes.
bool rt_lz4(const uint8_t *from, size_t nfrom, uint8_t *to, size_t n);

#endif
