// SPDX-License-Identifier: Apache-2.0
// Finds relocatable device code in the inputs of a link. An object's fat binaries are looked for by
// their magic number rather than through ELF's tables: what nvlink or the run-time library will
// take in is decided by a section's name, which stands in the file, too.
#define _GNU_SOURCE // memmem
#include "driver/parts.h"

#include "base/archive.h"
#include "cudart/container.h"
#include "nvvm/nvvm.h"

#include <unistd.h>

static bool holds(const char *bytes, size_t n, const char *text) {
    return memmem(bytes, n, text, strlen(text)) != NULL;
}

// nvlink's section, and the one whose entries the run-time library links.
static bool is_relocatable(const char *bytes, size_t n) {
    return holds(bytes, n, "__nv_relfatbin") || holds(bytes, n, "cuprum_parts");
}

static DriverPart *new_part(Ctx *ctx, const char *name, DriverParts *out) {
    vec_push(&ctx->perm, out, ((DriverPart){.name = name}));
    return &out->at[out->n - 1];
}

bool driver_image_is_packed(const DriverPartImage *image) {
    return (image->entry.flags & (RT_FAT_LZ4 | RT_FAT_ZSTD)) != 0;
}

// A container that is not compressed shows whose it is.
static bool is_scrambled(const DriverPartImage *image) {
    NvvmContainer container;
    bool open = image->entry.kind == RT_FAT_LTO && !driver_image_is_packed(image);
    return open &&
           nvvm_open_container(image->bytes, image->n, &container) == NVVM_CONTAINER_SCRAMBLED;
}

static void add_image(Ctx *ctx, DriverPart *holder, const RtFatEntry *described,
                      const void *payload) {
    DriverPartImage image = {.entry = *described, .n = described->size};
    if (described->kind == RT_FAT_LTO) image.bytes = arena_strndup(&ctx->perm, payload, image.n);
    if (is_scrambled(&image)) holder->ours = false;
    vec_push(&ctx->perm, &holder->image, image);
}

// The images of a fat binary of n bytes at most; how many bytes it has, 0: it is none.
static size_t read_fat(Ctx *ctx, DriverPart *holder, const char *at, size_t n) {
    RtEntries entries;
    RtFatEntry entry;
    const uint8_t *payload;
    if (!rt_container_open(at, n, &entries)) return 0;
    const char *end = (const char *)entries.at + entries.left;
    while (rt_container_next(&entries, &entry, &payload) == RT_ENTRY_THERE)
        add_image(ctx, holder, &entry, payload);
    return (size_t)(end - at);
}

static void read_object(Ctx *ctx, const char *name, const char *bytes, size_t n, DriverParts *out) {
    static const uint32_t magic = RT_FAT_MAGIC;
    if (!is_relocatable(bytes, n)) return;
    DriverPart *part = new_part(ctx, name, out);
    part->ours = holds(bytes, n, "__cuprum_symbols");
    for (const char *end = bytes + n, *at = bytes; at < end;) {
        at = memmem(at, (size_t)(end - at), &magic, sizeof magic);
        if (!at) break;
        size_t size = read_fat(ctx, part, at, (size_t)(end - at));
        at += CU_MAX(size, sizeof magic);
    }
}

// Each member that is an object, as "ARCHIVE(MEMBER)".
static void read_archive(Ctx *ctx, const char *path, Archive *opened, DriverParts *out) {
    ArchiveMember member;
    while (archive_next(opened, &member) == ARCHIVE_MEMBER) {
        if (member.is_table) continue;
        const char *name =
            arena_printf(&ctx->perm, "%s(%.*s)", path, (int)member.nname, member.name);
        read_object(ctx, name, member.bytes, member.n, out);
    }
}

// ---- files --------------------------------------------------------------------------------------

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

// Device code by itself: a fat binary, machine code, a container.
static void read_device_file(Ctx *ctx, const char *path, const char *bytes, size_t n,
                             DriverParts *out) {
    DriverPart *part = new_part(ctx, path, out);
    if (!nvvm_is_container(bytes, n)) {
        read_fat(ctx, part, bytes, n);
        return;
    }
    NvvmContainer container;
    NvvmContainerFault fault = nvvm_open_container(bytes, n, &container);
    part->ours = fault != NVVM_CONTAINER_SCRAMBLED;
    DriverPartImage image = {.entry = {.kind = RT_FAT_LTO, .arch = container.arch / 10}, .n = n};
    if (container.accelerated) image.entry.flags = RT_FAT_ARCH;
    image.bytes = arena_strndup(&ctx->perm, bytes, n);
    vec_push(&ctx->perm, &part->image, image);
}

void driver_read_parts(Ctx *ctx, const char *path, DriverParts *out) {
    size_t n;
    Archive archive;
    const char *bytes = access(path, R_OK) == 0 ? ctx_map_file(ctx, path, &n) : NULL;
    if (!bytes) return;
    bool device =
        nvvm_is_container(bytes, n) || ends_with(path, ".fatbin") || ends_with(path, ".cubin");
    if (device)
        read_device_file(ctx, path, bytes, n, out);
    else if (archive_open(bytes, n, &archive))
        read_archive(ctx, path, &archive, out);
    else
        read_object(ctx, path, bytes, n, out);
    ctx_unmap(ctx, bytes);
}

bool driver_part_has(const DriverPart *part, uint16_t kind) {
    for (uint32_t i = 0; i < part->image.n; i++) {
        if (part->image.at[i].entry.kind == kind) return true;
    }
    return false;
}
