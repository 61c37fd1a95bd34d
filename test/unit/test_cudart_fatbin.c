// SPDX-License-Identifier: Apache-2.0
// Fat binaries: the choice of an image, compression, and containers that are cut, lie about their
// sizes, or hold nothing that runs.
#include "cudart/container.h"
#include "cudart/cudart_int.h"
#include "unit.h"

#include <stdlib.h>

typedef struct {
    uint8_t at[4096];
    size_t n;
} Fat;

static void begin(Fat *f) {
    RtFatHeader h = {RT_FAT_MAGIC, 1, sizeof h, 0};
    memcpy(f->at, &h, sizeof h);
    f->n = sizeof h;
}

static void set_size(Fat *f) {
    uint64_t size = f->n - sizeof(RtFatHeader);
    memcpy(f->at + offsetof(RtFatHeader, size), &size, 8);
}

static void add(Fat *f, RtFatEntry e, const void *data, size_t n) {
    e.header_size = sizeof e;
    if (!e.size) e.size = CU_ALIGN(n, (size_t)8);
    memcpy(f->at + f->n, &e, sizeof e);
    memset(f->at + f->n + sizeof e, 0, CU_ALIGN(n, (size_t)8));
    memcpy(f->at + f->n + sizeof e, data, n);
    f->n += sizeof e + CU_ALIGN(n, (size_t)8);
    set_size(f);
}

static RtFatEntry ptx(uint32_t arch, uint64_t flags) {
    return (RtFatEntry){.kind = RT_FAT_PTX, .version = 0x101, .arch = arch, .flags = flags | 0x11};
}

static int open_fat(Rt *rt, const Fat *f, size_t n, const char **text) {
    size_t len = 0;
    *text = NULL;
    // exactly n bytes, so that a sanitizer sees a read behind them
    uint8_t *copy = malloc(n + 1);
    memcpy(copy, f->at, n);
    int e = rt_fat_ptx(rt, &rt->ctx.perm, copy, n, false, text, &len);
    if (!e) *text = arena_strndup(&rt->ctx.perm, *text, len);
    free(copy);
    return e;
}

static void test_choice(Rt *rt) {
    Fat f;
    const char *text;
    begin(&f);
    add(&f, (RtFatEntry){.kind = RT_FAT_ELF, .arch = 90, .flags = 0x11}, "elf", 3);
    add(&f, ptx(75, 0), "old", 3);
    add(&f, ptx(90, 0), "same", 4);
    add(&f, ptx(80, 0), "middle", 6);
    add(&f, ptx(100, 0), "new", 3);
    add(&f, ptx(80, RT_FAT_ARCH), "only 80", 7);
    CHECK(open_fat(rt, &f, f.n, &text) == 0);
    CHECK_STR(text ? text : "", "same");
    add(&f, ptx(90, RT_FAT_ARCH), "exact", 5);
    CHECK(open_fat(rt, &f, f.n, &text) == 0);
    CHECK_STR(text ? text : "", "exact");
}

static void test_nothing(Rt *rt) {
    Fat f;
    const char *text;
    begin(&f);
    CHECK(open_fat(rt, &f, f.n, &text) == RTE_NoKernelImageForDevice);
    add(&f, (RtFatEntry){.kind = RT_FAT_ELF, .arch = 90, .flags = 0x11}, "elf", 3);
    CHECK(open_fat(rt, &f, f.n, &text) == RTE_NoKernelImageForDevice);
    add(&f, ptx(120, 0), "newer", 5);
    CHECK(open_fat(rt, &f, f.n, &text) == RTE_NoKernelImageForDevice);
}

static void test_compressed(Rt *rt) {
    // "abcabcabcabcX": literals, an overlapping match, literals
    static const uint8_t lz4[] = {0x35, 'a', 'b', 'c', 3, 0, 0x10, 'X'};
    uint8_t out[64];
    CHECK(rt_lz4(lz4, sizeof lz4, out, 13) && memcmp(out, "abcabcabcabcX", 13) == 0);
    CHECK(!rt_lz4(lz4, sizeof lz4, out, 12));
    CHECK(!rt_lz4(lz4, sizeof lz4, out, 14));
    for (size_t n = 0; n < sizeof lz4; n++) CHECK(!rt_lz4(lz4, n, out, 13));
    static const uint8_t behind[] = {0x15, 'a', 9, 0}; // a match before the beginning
    CHECK(!rt_lz4(behind, sizeof behind, out, 10));
    static const uint8_t zero[] = {0x15, 'a', 0, 0};
    CHECK(!rt_lz4(zero, sizeof zero, out, 10));
    static const uint8_t runs[] = {0xf0, 255, 255, 255};
    CHECK(!rt_lz4(runs, sizeof runs, out, 64));
    Fat f;
    const char *text;
    begin(&f);
    RtFatEntry e = ptx(75, RT_FAT_LZ4);
    e.packed_size = sizeof lz4;
    e.full_size = 13;
    add(&f, e, lz4, sizeof lz4);
    CHECK(open_fat(rt, &f, f.n, &text) == 0);
    CHECK_STR(text ? text : "", "abcabcabcabcX");
    begin(&f);
    e.full_size = 1ull << 40;
    add(&f, e, lz4, sizeof lz4);
    CHECK(open_fat(rt, &f, f.n, &text) == RTE_InvalidKernelImage);
    begin(&f);
    e.full_size = 13;
    e.packed_size = 4000;
    add(&f, e, lz4, sizeof lz4);
    CHECK(open_fat(rt, &f, f.n, &text) == RTE_InvalidKernelImage);
}

static void test_hostile(Rt *rt) {
    Fat f, g;
    const char *text;
    begin(&f);
    add(&f, ptx(75, 0), "text", 4);
    for (size_t n = 0; n < f.n; n++) CHECK(open_fat(rt, &f, n, &text) != 0);
    // every byte of the headers with several values: an answer, never a read outside
    static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
    for (size_t i = 0; i < sizeof(RtFatHeader) + sizeof(RtFatEntry); i++) {
        for (size_t v = 0; v < sizeof values; v++) {
            g = f;
            g.at[i] = values[v];
            open_fat(rt, &g, g.n, &text);
        }
    }
    // sizes whose sums run over
    uint64_t huge = UINT64_MAX - 8;
    g = f;
    memcpy(g.at + offsetof(RtFatHeader, size), &huge, 8);
    CHECK(open_fat(rt, &g, g.n, &text) == RTE_InvalidKernelImage);
    g = f;
    memcpy(g.at + sizeof(RtFatHeader) + offsetof(RtFatEntry, size), &huge, 8);
    CHECK(open_fat(rt, &g, g.n, &text) == RTE_InvalidKernelImage);
    // text that is not ended by a NUL byte
    begin(&f);
    add(&f, ptx(75, 0), "12345678", 8);
    CHECK(open_fat(rt, &f, f.n, &text) == 0);
    CHECK_STR(text ? text : "", "12345678");
}

int main(void) {
    Rt *rt = rt_create("--gpu=sm_90 --jobs=1 --quiet");
    CHECK(rt);
    if (!rt) return UNIT_END();
    test_choice(rt);
    test_nothing(rt);
    test_compressed(rt);
    test_hostile(rt);
    rt_destroy(rt);
    return UNIT_END();
}
