// SPDX-License-Identifier: Apache-2.0
// Finds relocatable device code in the inputs of a link. An object's fat binaries are looked for by
// their magic number rather than through ELF's tables: what nvlink or the run-time library will
// take in is decided by a section's name, which stands in the file, too.
#define _GNU_SOURCE // memmem
#include "driver/parts.h"

#include "cudart/abi.h"
#include "nvvm/nvvm.h"

#include <stdlib.h>
#include <string.h>
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

// A container that is not compressed shows whose it is.
static bool is_scrambled(const DriverPartImage *image) {
    NvvmContainer container;
    bool open = image->kind == RT_FAT_LTO && !image->packed;
    return open &&
           nvvm_open_container(image->bytes, image->n, &container) == NVVM_CONTAINER_SCRAMBLED;
}

static void add_image(Ctx *ctx, DriverPart *part, const RtFatEntry *entry, const char *payload) {
    DriverPartImage image = {.kind = entry->kind, .arch = entry->arch, .n = entry->size};
    image.suffix = entry->flags & RT_FAT_ARCH ? 'a' : entry->flags & RT_FAT_FAMILY ? 'f' : 0;
    image.packed = (entry->flags & (RT_FAT_LZ4 | RT_FAT_ZSTD)) != 0;
    if (entry->kind == RT_FAT_LTO) image.bytes = arena_strndup(&ctx->perm, payload, image.n);
    if (is_scrambled(&image)) part->ours = false;
    vec_push(&ctx->perm, &part->image, image);
}

// The images of a fat binary of n bytes at most; how many bytes it has, 0: it is none.
static size_t read_fat(Ctx *ctx, DriverPart *part, const char *at, size_t n) {
    RtFatHeader header;
    if (n < sizeof header) return 0;
    memcpy(&header, at, sizeof header);
    bool whole = header.magic == RT_FAT_MAGIC && header.header_size >= sizeof header &&
                 header.header_size <= n && header.size <= n - header.header_size;
    if (!whole) return 0;
    at += header.header_size;
    for (uint64_t left = header.size; left >= sizeof(RtFatEntry);) {
        RtFatEntry entry;
        memcpy(&entry, at, sizeof entry);
        bool fits = entry.header_size >= sizeof entry && entry.header_size <= left &&
                    entry.size <= left - entry.header_size;
        if (!fits) break;
        add_image(ctx, part, &entry, at + entry.header_size);
        at += entry.header_size + entry.size;
        left -= entry.header_size + entry.size;
    }
    return header.header_size + (size_t)header.size;
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

// ---- archives -----------------------------------------------------------------------------------

static const char archive_magic[] = "!<arch>\n";
enum { ARCHIVE_MAGIC = 8, MEMBER_HEADER = 60, MEMBER_NAME = 16, MEMBER_SIZE = 48 };

// A member's name as its header has it: "a.o/".
static const char *member_name(Ctx *ctx, const char *archive, const char *header) {
    size_t n = strcspn(header, "/ ");
    return arena_printf(&ctx->perm, "%s(%.*s)", archive, (int)CU_MIN(n, (size_t)MEMBER_NAME),
                        header);
}

// The tables of names and of symbols are members, too: "//" and "/".
static bool is_table(const char *header) {
    return header[0] == '/' && (header[1] == ' ' || header[1] == '/');
}

// A size that the file does not have ends it: it is cut, or no archive.
static void read_archive(Ctx *ctx, const char *path, const char *bytes, size_t n,
                         DriverParts *out) {
    for (size_t at = ARCHIVE_MAGIC; at + MEMBER_HEADER <= n;) {
        char header[MEMBER_HEADER + 1] = {0}; // ends behind its text, as the file may not
        memcpy(header, bytes + at, MEMBER_HEADER);
        size_t size = strtoul(header + MEMBER_SIZE, NULL, 10);
        at += MEMBER_HEADER;
        if (size > n - at) return;
        if (!is_table(header))
            read_object(ctx, member_name(ctx, path, header), bytes + at, size, out);
        at += size + (size & 1);
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
    DriverPartImage image = {.kind = RT_FAT_LTO, .arch = container.arch / 10, .n = n};
    image.suffix = container.accelerated ? 'a' : 0;
    image.bytes = arena_strndup(&ctx->perm, bytes, n);
    vec_push(&ctx->perm, &part->image, image);
}

void driver_read_parts(Ctx *ctx, const char *path, DriverParts *out) {
    size_t n;
    const char *bytes = access(path, R_OK) == 0 ? ctx_map_file(ctx, path, &n) : NULL;
    if (!bytes) return;
    bool device =
        nvvm_is_container(bytes, n) || ends_with(path, ".fatbin") || ends_with(path, ".cubin");
    if (device)
        read_device_file(ctx, path, bytes, n, out);
    else if (n >= ARCHIVE_MAGIC && memcmp(bytes, archive_magic, ARCHIVE_MAGIC) == 0)
        read_archive(ctx, path, bytes, n, out);
    else
        read_object(ctx, path, bytes, n, out);
    ctx_unmap(ctx, bytes);
}

bool driver_part_has(const DriverPart *part, uint16_t kind) {
    for (uint32_t i = 0; i < part->image.n; i++) {
        if (part->image.at[i].kind == kind) return true;
    }
    return false;
}
