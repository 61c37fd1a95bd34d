// SPDX-License-Identifier: Apache-2.0
// Fat binaries: the container that nvcc puts into a program. Finds the PTX image that fits the GPU
// best and unpacks it. The input may be hostile: every size is checked against what is there.
//
// Container: header (16 bytes), then entries: header (64 bytes and more), payload. Layout in abi.h.
// Payloads are plain, LZ4 blocks (decoded here) or Zstandard frames (by libzstd, looked for at run
// time: a program that is built with --compress-mode=none does not need it).
#include "cudart/cudart_int.h"

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

// Decompresses with libzstd, which is opened only here. 0, or an error.
static int unzstd(Rt *rt, const void *from, size_t nfrom, void *to, size_t n) {
    typedef size_t Decompress(void *dst, size_t ndst, const void *src, size_t nsrc);
    void *lib = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    Decompress *f = lib ? (Decompress *)(uintptr_t)dlsym(lib, "ZSTD_decompress") : NULL;
    if (!f) {
        rt_message(rt, "the program's code is compressed and libzstd.so.1 is not there: install "
                       "it, or build the program with nvcc's option --compress-mode=none");
        return RTE_NotSupported;
    }
    return f(to, n, from, nfrom) == n ? 0 : RTE_InvalidKernelImage;
}

// The text of an entry, as a string in arena. A payload may have zeros behind the text that align
// it.
static int unpack(Rt *rt, Arena *arena, const RtFatEntry *fat_entry, const uint8_t *data,
                  const char **text, size_t *n) {
    uint64_t packed = fat_entry->packed_size ? fat_entry->packed_size : fat_entry->size,
             full = fat_entry->full_size;
    if (!(fat_entry->flags & (RT_FAT_LZ4 | RT_FAT_ZSTD))) {
        *n = strnlen((const char *)data, (size_t)fat_entry->size);
        *text =
            arena_strndup(arena, (const char *)data, *n); // the container may go, and has no NUL
        return 0;
    }
    // The limit keeps a made-up size from taking all memory.
    if (packed > fat_entry->size || full > MAX_TEXT) return RTE_InvalidKernelImage;
    char *to = arena_alloc(arena, (size_t)full + 1, 1);
    if (fat_entry->flags & RT_FAT_ZSTD) {
        RT_TRY(unzstd(rt, data, (size_t)packed, to, (size_t)full));
    } else if (!rt_lz4(data, (size_t)packed, (uint8_t *)to, (size_t)full)) {
        return RTE_InvalidKernelImage;
    }
    to[full] = 0;
    *text = to;
    *n = strlen(to);
    return 0;
}

// How good an image is for a target; 0: it does not run there. Newer code is better; code for
// exactly this architecture is the best of its number.
static uint32_t fitness(const Target *target, const RtFatEntry *entry) {
    char suffix = entry->flags & RT_FAT_ARCH ? 'a' : entry->flags & RT_FAT_FAMILY ? 'f' : 0;
    const Target *of = target_find(entry->arch, suffix);
    // An architecture that the table does not have: older ones run everywhere as PTX.
    if (!of) return entry->arch <= target->number && !suffix ? entry->arch * 4 : 0;
    if (!target_runs_on(of, target)) return 0;
    return entry->arch * 4 + (suffix == 'a' ? 2 : suffix == 'f') + 1;
}

// The entries of a container that are not visited yet.
typedef struct {
    const uint8_t *at;
    uint64_t left; // bytes
} Entries;

// False: it is no container. Nothing is read that `limit` does not cover, here and later.
static bool open_container(const void *data, uint64_t limit, Entries *entries) {
    RtFatHeader header;
    if (limit < sizeof header) return false;
    memcpy(&header, data, sizeof header);
    if (header.magic != RT_FAT_MAGIC || header.header_size < sizeof header) return false;
    if (header.header_size > limit || header.size > limit - header.header_size) return false;
    *entries = (Entries){(const uint8_t *)data + header.header_size, header.size};
    return true;
}

enum { ENTRY_END, ENTRY_THERE, ENTRY_BROKEN };

// The next entry and its payload. It is copied before it is read: the payloads' sizes leave the
// entries unaligned.
static int next_entry(Entries *entries, RtFatEntry *entry, const uint8_t **payload) {
    if (entries->left < sizeof *entry) return ENTRY_END;
    memcpy(entry, entries->at, sizeof *entry);
    if (entry->header_size < sizeof *entry || entry->header_size > entries->left ||
        entry->size > entries->left - entry->header_size)
        return ENTRY_BROKEN;
    *payload = entries->at + entry->header_size;
    entries->at += entry->header_size + entry->size;
    entries->left -= entry->header_size + entry->size;
    return ENTRY_THERE;
}

bool rt_fat_runs(const void *data, uint64_t limit, const Target *target, bool *has_ptx) {
    Entries entries;
    RtFatEntry entry;
    const uint8_t *payload;
    bool runs = false;
    *has_ptx = false;
    if (!open_container(data, limit, &entries)) return false;
    while (next_entry(&entries, &entry, &payload) == ENTRY_THERE) {
        if (entry.kind != RT_FAT_PTX) continue;
        *has_ptx = true;
        runs |= fitness(target, &entry) != 0;
    }
    return runs;
}

// Tells the user why nothing fits, and what to build instead.
static int no_image(Rt *rt, uint32_t images, bool ptx) {
    uint32_t sm = rt->gpu->sm;
    rt_message(rt,
               "%s: the virtual GPU (sm_%u) runs PTX; build with nvcc's option "
               "-gencode arch=compute_%u,code=compute_%u, or choose a newer GPU with --gpu",
               !images ? "the program's device code is empty"
               : ptx   ? "no PTX image of the program is for this GPU or an older one"
                       : "the program has no PTX image",
               sm, sm, sm);
    return RTE_NoKernelImageForDevice;
}

int rt_fat_ptx(Rt *rt, Arena *arena, const void *data, uint64_t limit, bool part, const char **text,
               size_t *n) {
    Entries entries;
    RtFatEntry entry, best = {0};
    const uint8_t *payload, *best_payload = NULL;
    uint32_t fit = 0, images = 0;
    bool ptx = false;
    if (!open_container(data, limit, &entries)) return RTE_InvalidKernelImage;

    for (;;) {
        int state = next_entry(&entries, &entry, &payload);
        if (state == ENTRY_BROKEN) return RTE_InvalidKernelImage;
        if (state == ENTRY_END) break;
        images++;
        if (entry.kind != RT_FAT_PTX) continue;
        ptx = true;
        uint32_t how = fitness(rt->target, &entry);
        // The first of equally good images is taken.
        if (how > fit) fit = how, best = entry, best_payload = payload;
    }

    if (fit) return unpack(rt, arena, &best, best_payload, text, n);
    // A part of a program that lacks an image may be a library's: the caller decides.
    return part ? RTE_NoKernelImageForDevice : no_image(rt, images, ptx);
}
