// SPDX-License-Identifier: Apache-2.0
// Data layouts that libNVVM takes: little endian, the natural alignments, nothing exotic. The texts
// are those of NVIDIA's library. Grammar: LLVM Language Reference, "Data Layout".
#include "nvvm/nvvm.h"

#include <stdlib.h>

#define SCALARS "-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128"
#define REST    "-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

typedef struct {
    bool big, mangling, non_integral, a_bad, p_bad;
    uint32_t alloca_as, program_as, global_as;
    bool n16, n32, n64;
    // alignments in bits, ABI and preferred
    struct {
        uint32_t bits, abi, pref;
    } i[6], f[2];
} Layout;

// "32:32:64" after the letter and the size: ABI and preferred alignment (the same when not given).
static const char *aligns(const char *s, uint32_t *abi, uint32_t *pref) {
    char *end = (char *)s;
    if (*s == ':') *abi = *pref = (uint32_t)strtoul(s + 1, &end, 10);
    if (*end == ':') *pref = (uint32_t)strtoul(end + 1, &end, 10);
    return end;
}

static void read_pointer(Layout *layout, const char *s) {
    char *end;
    strtoul(s, &end, 10); // the address space
    uint32_t abi = 64, pref = 64;
    uint32_t size = *end == ':' ? (uint32_t)strtoul(end + 1, &end, 10) : 64;
    abi = pref = size;
    aligns(end, &abi, &pref);
    bool ok = (size == 32 || size == 64) && (abi == 32 || abi == 64) && pref == abi;
    layout->p_bad |= !ok;
}

static void read_native(Layout *layout, const char *s, const char *end) {
    while (s < end) {
        char *next;
        unsigned long n = strtoul(s, &next, 10);
        layout->n16 |= n == 16;
        layout->n32 |= n == 32;
        layout->n64 |= n == 64;
        s = next > s ? next : end;
        if (s < end && *s == ':') s++;
    }
}

static void read_scalar(Layout *layout, char kind, const char *s) {
    char *end;
    uint32_t bits = (uint32_t)strtoul(s, &end, 10), abi = bits, pref = bits;
    aligns(end, &abi, &pref);
    for (size_t k = 0; kind == 'i' && k < CU_COUNT(layout->i); k++) {
        if (layout->i[k].bits != bits) continue;
        layout->i[k].abi = abi;
        layout->i[k].pref = pref;
    }
    for (size_t k = 0; kind == 'f' && k < CU_COUNT(layout->f); k++) {
        if (layout->f[k].bits != bits) continue;
        layout->f[k].abi = abi;
        layout->f[k].pref = pref;
    }
}

static void read_item(Layout *layout, const char *s, size_t n) {
    uint32_t abi = 8, pref = 8;
    switch (*s) {
    case 'E': layout->big = true; break;
    case 'm': layout->mangling = true; break;
    case 'A': layout->alloca_as = (uint32_t)strtoul(s + 1, NULL, 10); break;
    case 'P': layout->program_as = (uint32_t)strtoul(s + 1, NULL, 10); break;
    case 'G': layout->global_as = (uint32_t)strtoul(s + 1, NULL, 10); break;
    case 'p': read_pointer(layout, s + 1); break;
    case 'n':
        if (n > 1 && s[1] == 'i')
            layout->non_integral = true;
        else
            read_native(layout, s + 1, s + n);
        break;
    case 'i':
    case 'f': read_scalar(layout, *s, s + 1); break;
    case 'a':
        aligns(s + 1 + (s[1] == '0' && s[2] == ':'), &abi, &pref);
        layout->a_bad = abi > 8 || pref > 8;
        break;
    default: break;
    }
}

static void read_layout(Layout *layout, const char *s) {
    static const uint32_t bits[] = {1, 8, 16, 32, 64, 128};
    for (size_t k = 0; k < CU_COUNT(bits); k++) { // LLVM's defaults
        layout->i[k].bits = bits[k];
        layout->i[k].abi = layout->i[k].pref = bits[k] == 1 ? 8 : bits[k] == 128 ? 64 : bits[k];
    }
    layout->i[4].abi = 32;
    for (size_t k = 0; k < 2; k++)
        layout->f[k].bits = layout->f[k].abi = layout->f[k].pref = k ? 64 : 32;
    for (;;) {
        size_t n = strcspn(s, "-");
        if (n) read_item(layout, s, n);
        if (!s[n]) break;
        s += n + 1;
    }
}

static bool natural(const Layout *layout) {
    for (size_t k = 0; k < CU_COUNT(layout->i); k++) {
        uint32_t want = layout->i[k].bits == 1 ? 8 : layout->i[k].bits;
        if (layout->i[k].abi != want || layout->i[k].pref != want) return false;
    }
    return true;
}

static void complain(Buf *out, size_t start, const char *text) {
    if (out->n > start) buf_putc(out, '\n');
    buf_printf(out, "DataLayoutError: %s", text);
}

bool nvvm_check_layout(const char *s, bool latest, bool verifying, Buf *out) {
    Layout layout = {0};
    size_t start = out->n;
    read_layout(&layout, s);
    if (!*s) {
        complain(out, start, "Data Layout string is empty");
        return false;
    }
    if (layout.big) complain(out, start, "Endianness must be little endian [Supported: -e].");
    if (layout.program_as)
        complain(out, start, "Program address space must be 0 [Supported: -P:0].");
    if (layout.global_as)
        complain(out, start, "Default global address space must be 0 [Supported: -G:0].");
    if (layout.alloca_as) complain(out, start, "Alloca address space must be 0 [Supported: -A:0].");
    if (layout.non_integral) complain(out, start, "Non integral address spaces not supported.");
    if (verifying && layout.mangling) complain(out, start, "No mangling mode supported.");
    if (verifying && !(layout.n16 && layout.n64))
        complain(out, start,
                 "Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].");
    if (!layout.n32)
        complain(out, start,
                 "Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].");
    if (layout.p_bad)
        complain(out, start,
                 "Unsupported pointer alignment [Supported: 64-bit: -p:64:64:64, 32-bit "
                 "(deprecated): -p:32:32:32].");
    if (!natural(&layout))
        complain(out, start,
                 "Unsupported integer alignment [Supported: "
                 "-"
                 "i1:8:8"
                 "-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].");
    if (layout.f[0].abi != 32 || layout.f[0].pref != 32 || layout.f[1].abi != 64 ||
        layout.f[1].pref != 64)
        complain(out, start,
                 "Unsupported floating-point alignment [Supported: -f32:32:32-f64:64:64].");
    if (!verifying && latest && layout.a_bad)
        complain(out, start, "Unsupported aggregate alignment [Supported: -a:8:8].");
    if (out->n == start) return true;
    const char *tail = latest ? "-a:8:8" : "";
    buf_printf(out,
               verifying ? "Error: \nExample valid data layout:\nError: 32-bit: "
                           "e-p:32:32:32" SCALARS REST "%s\nError: "
                         : "\nExample valid data layout:\n%.0s",
               tail);
    buf_printf(out, "64-bit: e-p:64:64:64" SCALARS REST "%s\n", tail);
    return false;
}
