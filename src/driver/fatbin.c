// SPDX-License-Identifier: Apache-2.0
// Writes fat binaries: a header and, for each PTX, an entry of a header and the text (the layout is
// cudart/abi.h's, which the tests check against NVIDIA's tools).
#define _GNU_SOURCE // memmem
#include "driver/fatbin.h"

#include "cudart/abi.h"

#include <stdio.h>
#include <string.h>

static void put_bytes(Buf *out, const void *p, size_t n) {
    buf_write(out, p, n);
    while (out->n % 8) buf_putc(out, 0);
}

// An entry of PTX behind its header; the text ends with a zero byte.
static void put_entry(Buf *out, const DriverImage *image) {
    const Target *target = image->target;
    enum { FLAGS = 0x11 }; // 64 bits, Linux
    // behind the header: where ptxas's options are, from the entry's begin; an empty string
    const uint64_t options[2] = {sizeof(RtFatEntry) + 8, 0};
    unsigned major = 9, minor = 0;
    const char *version = image->n ? memmem(image->ptx, image->n, ".version ", 9) : NULL;
    if (version) sscanf(version, ".version %u.%u", &major, &minor);
    size_t size = (image->n + 1 + 7) & ~(size_t)7;
    uint64_t feature = target->suffix == 'a'   ? RT_FAT_ARCH
                       : target->suffix == 'f' ? RT_FAT_FAMILY
                                               : 0;
    RtFatEntry fat_entry = {.kind = RT_FAT_PTX,
                            .version = 0x101,
                            .header_size = sizeof fat_entry + sizeof options,
                            .size = size,
                            .options = sizeof fat_entry,
                            .minor = (uint16_t)minor,
                            .major = (uint16_t)major,
                            .arch = target->number,
                            .flags = FLAGS | feature};
    put_bytes(out, &fat_entry, sizeof fat_entry);
    put_bytes(out, options, sizeof options);
    buf_write(out, image->ptx, image->n);
    put_bytes(out, "", 1);
}

void driver_fat_binary(Ctx *ctx, const DriverImage *image, uint32_t n, Buf *out) {
    RtFatHeader h = {.magic = RT_FAT_MAGIC, .version = 1, .header_size = sizeof h};
    Buf entries;
    buf_init(&entries, &ctx->perm);
    for (uint32_t i = 0; i < n; i++) put_entry(&entries, &image[i]);
    h.size = entries.n;
    put_bytes(out, &h, sizeof h);
    buf_write(out, entries.at, entries.n);
}
