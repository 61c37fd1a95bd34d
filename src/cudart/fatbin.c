// SPDX-License-Identifier: Apache-2.0
// Files, and the PTX image of a program's container that fits the GPU best.
#define _GNU_SOURCE // dladdr1
#include "cudart/container.h"
#include "cudart/cudart_int.h"
#include "tile/tile.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

bool rt_fat_runs(const void *data, uint64_t limit, const Target *target, bool *has_ptx) {
    RtEntries entries;
    RtFatEntry entry;
    const uint8_t *payload;
    bool runs = false;
    *has_ptx = false;
    if (!rt_container_open(data, limit, &entries)) return false;
    while (rt_container_next(&entries, &entry, &payload) == RT_ENTRY_THERE) {
        if (entry.kind != RT_FAT_PTX) continue;
        *has_ptx = true;
        runs |= rt_container_fitness(target, &entry) != 0;
    }
    return runs;
}

static int unpack(Rt *rt, Arena *arena, const RtFatEntry *entry, const uint8_t *payload,
                  const char **text, size_t *n) {
    switch (rt_container_unpack(arena, entry, payload, text, n)) {
    case RT_UNPACKED: return 0;
    case RT_DAMAGED: return RTE_InvalidKernelImage;
    case RT_NEEDS_ZSTD: break;
    }
    rt_message(rt, "the program's code is compressed and libzstd.so.1 is not there: install "
                   "it, or build the program with nvcc's option --compress-mode=none");
    return RTE_NotSupported;
}

// Tells the user why nothing fits, and what to build instead. `data` says which file it is of.
static int no_image(Rt *rt, const void *data, uint32_t images, bool ptx) {
    uint32_t sm = rt->gpu->sm;
    Dl_info info = {0};
    struct link_map *map = NULL;
    // the program itself has no name, memory is in no file
    bool library = dladdr1(data, &info, (void **)&map, RTLD_DL_LINKMAP) && map && *map->l_name;
    rt_message(rt,
               "%s%s%s: the virtual GPU (sm_%u) runs PTX; build with nvcc's option "
               "-gencode arch=compute_%u,code=compute_%u, or choose a newer GPU with --gpu",
               library ? map->l_name : "", library ? ": " : "",
               !images ? "the program's device code is empty"
               : ptx   ? "no PTX image of the program is for this GPU or an older one"
                       : "the program has no PTX image",
               sm, sm, sm);
    return RTE_NoKernelImageForDevice;
}

// The image of a kind that fits best. How many there are of any kind, and whether of this.
typedef struct {
    uint32_t fit, images;
    bool any;
    RtFatEntry entry;
    const uint8_t *payload;
} Best;

static bool find_best(const Rt *rt, RtEntries *entries, uint16_t kind, Best *best) {
    RtFatEntry entry;
    const uint8_t *payload;
    for (;;) {
        RtNext state = rt_container_next(entries, &entry, &payload);
        if (state != RT_ENTRY_THERE) return state == RT_ENTRIES_END;
        best->images++;
        if (entry.kind != kind) continue;
        best->any = true;
        uint32_t how = rt_container_fitness(rt->target, &entry);
        // The first of equally good images is taken.
        if (how > best->fit) best->fit = how, best->entry = entry, best->payload = payload;
    }
}

int rt_fat_ptx(Rt *rt, Arena *arena, const void *data, uint64_t limit, bool part, const char **text,
               size_t *n) {
    RtEntries entries;
    Best best = {0};
    if (!rt_container_open(data, limit, &entries)) return RTE_InvalidKernelImage;
    if (!find_best(rt, &entries, RT_FAT_PTX, &best)) return RTE_InvalidKernelImage;
    if (best.fit) return unpack(rt, arena, &best.entry, best.payload, text, n);
    // A part of a program that lacks an image may be a library's: the caller decides.
    return part ? RTE_NoKernelImageForDevice : no_image(rt, data, best.images, best.any);
}

// Padding stands behind it.
int rt_fat_tile(Rt *rt, Arena *arena, const void *data, uint64_t limit, const char **bytes,
                size_t *n) {
    RtEntries entries;
    Best best = {0};
    *bytes = NULL;
    if (!rt_container_open(data, limit, &entries)) return RTE_InvalidKernelImage;
    if (!find_best(rt, &entries, RT_FAT_TILE, &best)) return RTE_InvalidKernelImage;
    if (!best.fit) return 0;
    RT_TRY(unpack(rt, arena, &best.entry, best.payload, bytes, n));
    size_t size = *n >= sizeof(uint64_t) + 4 ? tile_bytecode_size(*bytes) : 0;
    if (!size || size > *n) return RTE_InvalidKernelImage;
    *n = size;
    return 0;
}

// The first bytes of an image are the magic number (little endian).
bool rt_begins(const void *image, uint32_t magic) {
    return strncmp(image, (const char *)&magic, sizeof magic) == 0;
}

// A whole file; false: it cannot be read. A zero byte stands behind it.
bool rt_read_file(Rt *rt, const char *path, Buf *out) {
    enum { MOST = 1 << 30 };
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file) return false;
    // The loop goes on while something was read.
    size_t n = 1;
    char part[1 << 14];
    buf_init(out, &rt->ctx.perm);
    while (n && out->n < MOST) {
        n = fread(part, 1, sizeof part, file);
        buf_write(out, part, n);
    }
    fclose(file);
    buf_cstr(out);
    return true;
}
