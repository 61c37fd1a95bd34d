// SPDX-License-Identifier: Apache-2.0
// Writes fat binaries: a header and, for each image, an entry of a header and the bytes (the layout
// is cudart/abi.h's, which the tests check against NVIDIA's tools).
#define _GNU_SOURCE // memmem
#include "driver/fatbin.h"

#include "cudart/abi.h"

#include <stdio.h>
#include <string.h>

static void put_bytes(Buf *out, const void *p, size_t n) {
    buf_write(out, p, n);
    while (out->n % 8) buf_putc(out, 0);
}

// The version that an entry has: of PTX, or of the container.
static void put_version(const DriverImage *image, RtFatEntry *described) {
    unsigned major = 9, minor = 0;
    bool text = !image->lto && !image->tile;
    const char *version = image->n && text ? memmem(image->bytes, image->n, ".version ", 9) : NULL;
    if (version) sscanf(version, ".version %u.%u", &major, &minor);
    enum { CONTAINER_MAJOR = 4, CONTAINER_MINOR = 5 }; // where its header has it
    if (image->lto && image->n > CONTAINER_MINOR) {
        major = (uint8_t)image->bytes[CONTAINER_MAJOR];
        minor = (uint8_t)image->bytes[CONTAINER_MINOR];
    }
    enum { TILE_MAJOR = 8, TILE_MINOR = 9 };
    if (image->tile && image->n > TILE_MINOR) // one number of both
        major =
            (unsigned)(uint8_t)image->bytes[TILE_MAJOR] << 8 | (uint8_t)image->bytes[TILE_MINOR];
    if (image->tile) minor = 0;
    described->major = (uint16_t)major;
    described->minor = (uint16_t)minor;
}

// An entry behind its header; text ends with a zero byte.
static void put_entry(Buf *out, const DriverImage *packed) {
    const Target *target = packed->target;
    enum { FLAGS = 0x11, LTO = 0x10000 }; // 64 bits, Linux
    const char *options = packed->options ? packed->options : "";
    size_t noptions = packed->options ? strlen(options) + 1 : 0;
    // behind the header: where the options are, from the entry's begin, and how long
    const uint32_t at[2] = {sizeof(RtFatEntry) + 8, (uint32_t)noptions};
    bool text = !packed->lto && !packed->tile; // with a zero byte behind it
    size_t size = (packed->n + text + 7) & ~(size_t)7;
    uint64_t feature = target->suffix == 'a'   ? RT_FAT_ARCH
                       : target->suffix == 'f' ? RT_FAT_FAMILY
                                               : 0;
    RtFatEntry fat_entry = {.kind = packed->lto    ? RT_FAT_LTO
                                    : packed->tile ? RT_FAT_TILE
                                                   : RT_FAT_PTX,
                            .version = 0x101,
                            .header_size = sizeof fat_entry + sizeof at +
                                           (uint32_t)CU_MAX((noptions + 7) & ~(size_t)7, 8u),
                            .size = size,
                            .options = sizeof fat_entry,
                            .arch = target->number,
                            .flags = FLAGS | (packed->lto ? LTO : 0) | feature};
    put_version(packed, &fat_entry);
    put_bytes(out, &fat_entry, sizeof fat_entry);
    put_bytes(out, at, sizeof at);
    buf_write(out, options, noptions);
    if (!noptions) buf_write(out, "\0\0\0\0\0\0\0", 8);
    put_bytes(out, "", 0);
    buf_write(out, packed->bytes, packed->n);
    put_bytes(out, "", text);
}

void driver_fat_binary(Ctx *ctx, const DriverImage *images, uint32_t n, Buf *out) {
    RtFatHeader h = {.magic = RT_FAT_MAGIC, .version = 1, .header_size = sizeof h};
    Buf entries;
    buf_init(&entries, &ctx->perm);
    for (uint32_t i = 0; i < n; i++) put_entry(&entries, &images[i]);
    h.size = entries.n;
    put_bytes(out, &h, sizeof h);
    buf_write(out, entries.at, entries.n);
}
