// SPDX-License-Identifier: Apache-2.0
// The container of a fat binary (cudart/abi.h): a header, then for each image an entry, its name
// and options behind it, and the bytes, packed with LZ4 unless that is switched off.
#include "api/nvfatbin.h"

static void pad(Buf *out, size_t from) {
    while ((out->n - from) % 8) buf_putc(out, 0);
}

// ---- LZ4 ----------------------------------------------------------------------------------------

// A length of 15 or more goes on in bytes up to one that is not 255.
static void put_length(Buf *out, size_t n) {
    for (; n >= 255; n -= 255) buf_putc(out, (char)255);
    buf_putc(out, (char)n);
}

// Literals, and a match of `match` bytes at the distance `back`; 0: the last sequence has none.
static void put_sequence(Buf *out, const char *literal, size_t n, size_t back, size_t match) {
    enum { LEAST = 4, LONG = 15 };
    size_t length = match ? match - LEAST : 0;
    buf_putc(out, (char)(CU_MIN(n, (size_t)LONG) << 4 | CU_MIN(length, (size_t)LONG)));
    if (n >= LONG) put_length(out, n - LONG);
    buf_write(out, literal, n);
    if (!match) return;
    buf_putc(out, (char)back);
    buf_putc(out, (char)(back >> 8));
    if (length >= LONG) put_length(out, length - LONG);
}

static uint32_t word_at(const char *at) {
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

// Greedy: the last place with the same four bytes, by a table. The format wants the last match to
// end five bytes before the end, and to begin twelve before it.
void nvfatbin_lz4(const char *bytes, size_t n, Arena *arena, Buf *out) {
    enum { BITS = 14, FARTHEST = 65535, TAIL = 12, LAST = 5 };
    uint32_t *place = arena_array(arena, uint32_t, 1u << BITS);
    memset(place, 0, sizeof *place << BITS);
    size_t done = 0, at = 0;
    while (n > TAIL && at < n - TAIL) {
        uint32_t slot = word_at(bytes + at) * 2654435761u >> (32 - BITS);
        size_t before = place[slot]; // one more than the place
        place[slot] = (uint32_t)at + 1;
        bool fits = before && at - (before - 1) <= FARTHEST &&
                    word_at(bytes + before - 1) == word_at(bytes + at);
        if (!fits) {
            at++;
            continue;
        }
        size_t match = 4, back = at - (before - 1);
        while (at + match < n - LAST && bytes[at + match] == bytes[at + match - back]) match++;
        put_sequence(out, bytes + done, at - done, back, match);
        at += match;
        done = at;
    }
    put_sequence(out, bytes + done, n - done, 0, 0);
}

// ---- entries ------------------------------------------------------------------------------------

// What stands behind the header: the name, then where the options are and they themselves. Texts
// have a NUL and a multiple of eight bytes.
static void put_texts(const FatbinImage *image, RtFatEntry *entry, Buf *out) {
    if (*image->name) {
        entry->name = (uint32_t)(sizeof *entry + out->n);
        entry->name_size = (uint32_t)strlen(image->name);
        buf_write(out, image->name, entry->name_size + 1);
        pad(out, 0);
    }
    if (!image->options) return;
    entry->options = (uint32_t)(sizeof *entry + out->n);
    size_t n = strlen(image->options);
    const uint32_t place[2] = {entry->options + (uint32_t)sizeof place, (uint32_t)n};
    buf_write(out, (const char *)place, sizeof place);
    buf_write(out, image->options, n + 1);
    pad(out, 0);
}

static void put_image(const Fatbin *fatbin, const FatbinImage *image, Buf *out) {
    RtFatEntry entry = image->entry;
    Ctx *ctx = (Ctx *)(uintptr_t)&fatbin->ctx;
    Buf texts, packed;
    buf_init(&texts, &ctx->scratch);
    buf_init(&packed, &ctx->scratch);
    const char *bytes = image->bytes;
    size_t n = image->n;
    bool is_packed = entry.flags & (RT_FAT_LZ4 | RT_FAT_ZSTD);
    entry.name = entry.name_size = entry.options = 0;
    put_texts(image, &entry, &texts);
    if (!is_packed && !fatbin->plain && !fatbin->none) {
        nvfatbin_lz4(bytes, n, &ctx->scratch, &packed);
        entry.flags |= RT_FAT_LZ4;
        entry.packed_size = (uint32_t)packed.n;
        entry.full_size = n;
        bytes = packed.at;
        n = packed.n;
    }
    entry.header_size = (uint32_t)(sizeof entry + texts.n);
    entry.size = (n + 7) & ~(uint64_t)7;
    buf_write(out, (const char *)&entry, sizeof entry);
    buf_write(out, texts.at, texts.n);
    buf_write(out, bytes, n);
    pad(out, 0);
}

void nvfatbin_write(const Fatbin *fatbin, Buf *out) {
    RtFatHeader header = {.magic = RT_FAT_MAGIC, .version = 1, .header_size = sizeof header};
    buf_write(out, (const char *)&header, sizeof header);
    VEC_FOREACH (const FatbinImage, image, &fatbin->image) put_image(fatbin, image, out);
    header.size = out->n - sizeof header;
    memcpy(out->at, &header, sizeof header);
}
