// SPDX-License-Identifier: Apache-2.0
// The bytes of a fat binary's entry. They are plain, LZ4 blocks (decoded here) or Zstandard frames
// (by libzstd, looked for at run time: a program that is built with --compress-mode=none does not
// need it). The input may be hostile: every size is checked against what is there.
#include "cudart/container.h"

#include <dlfcn.h>

enum { MAX_TEXT = 1 << 30 };

// LZ4 block format: token, literals, match with a 16-bit offset.
// A length of 15 goes on in bytes up to one that is not 255. The output's size is known and must be
// met exactly.
bool rt_lz4(const uint8_t *from, size_t nfrom, uint8_t *to, size_t n) {
    size_t i = 0, o = 0;
    while (i < nfrom) {
        uint8_t token = from[i++];
        size_t lit = token >> 4, len = token & 15;
        if (lit == 15) {
            uint8_t b = 255;
            while (b == 255 && i < nfrom) lit += b = from[i++];
        }
        // Compared by what is left, so that no sum can overflow.
        if (lit > nfrom - i || lit > n - o) return false;
        memcpy(to + o, from + i, lit);
        i += lit;
        o += lit;
        if (i == nfrom) break; // the last sequence has no match
        if (nfrom - i < 2) return false;
        size_t back = from[i] | (size_t)from[i + 1] << 8;
        i += 2;
        if (len == 15) {
            uint8_t b = 255;
            while (b == 255 && i < nfrom) len += b = from[i++];
        }
        // A match has at least four bytes, so the length counts from there.
        len += 4;
        if (!back || back > o || len > n - o) return false;
        // Byte by byte: a match may overlap what it writes, which repeats it.
        for (; len; len--, o++) to[o] = to[o - back];
    }
    return o == n;
}

// Decompresses with libzstd, which is opened only here.
static RtUnpacked unzstd(const void *from, size_t nfrom, void *to, size_t n) {
    typedef size_t Decompress(void *dst, size_t ndst, const void *src, size_t nsrc);
    void *lib = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    Decompress *f = lib ? (Decompress *)(uintptr_t)dlsym(lib, "ZSTD_decompress") : NULL;
    if (!f) return RT_NEEDS_ZSTD;
    return f(to, n, from, nfrom) == n ? RT_UNPACKED : RT_DAMAGED;
}

RtUnpacked rt_container_unpack(Arena *arena, const RtFatEntry *entry, const uint8_t *payload,
                               const char **bytes, size_t *n) {
    uint64_t packed = entry->packed_size ? entry->packed_size : entry->size;
    uint64_t full = entry->full_size;
    if (!(entry->flags & (RT_FAT_LZ4 | RT_FAT_ZSTD))) {
        // Text is padded with zeros.
        bool text = entry->kind == RT_FAT_PTX;
        *n = text ? strnlen((const char *)payload, (size_t)entry->size) : (size_t)entry->size;
        *bytes =
            arena_strndup(arena, (const char *)payload, *n); // the container may go, and has no NUL
        return RT_UNPACKED;
    }
    // The limit keeps a made-up size from taking all memory.
    if (packed > entry->size || full > MAX_TEXT) return RT_DAMAGED;
    char *to = arena_alloc(arena, (size_t)full + 1, 1);
    RtUnpacked how = RT_UNPACKED;
    if (entry->flags & RT_FAT_ZSTD)
        how = unzstd(payload, (size_t)packed, to, (size_t)full);
    else if (!rt_lz4(payload, (size_t)packed, (uint8_t *)to, (size_t)full))
        how = RT_DAMAGED;
    to[full] = 0;
    *bytes = to;
    *n = entry->kind == RT_FAT_PTX ? strlen(to) : (size_t)full;
    return how;
}
