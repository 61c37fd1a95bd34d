// SPDX-License-Identifier: Apache-2.0
// Data layouts that libNVVM takes: little endian, the natural alignments, nothing exotic. The texts
// are those of NVIDIA's library. Grammar: LLVM Language Reference, "Data Layout".
#include "nvvm/nvvm.h"

#include <stdlib.h>

#define SCALARS "-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128"
#define REST    "-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

typedef struct {
    uint32_t bits, abi, pref; // all in bits
} Alignment;

// What the string says, as far as a rule asks for it; `*_bad`: said, and not what we can do.
typedef struct {
    bool big, mangling, non_integral, a_bad, p_bad;
    uint32_t alloca_as, program_as, global_as;
    bool n16, n32, n64;
    Alignment i[6], f[2]; // of integers and floating point, by size
} Layout;

// "32:32:64" after the letter and the size: ABI and preferred alignment (the same when not given).
static const char *aligns(const char *s, uint32_t *abi, uint32_t *pref) {
    char *end = (char *)s;
    if (*s == ':') *abi = *pref = (uint32_t)strtoul(s + 1, &end, 10);
    if (*end == ':') *pref = (uint32_t)strtoul(end + 1, &end, 10);
    return end;
}

// p[N]:size[:abi[:preferred]]: pointers of 32 or 64 bits, aligned to 32 or 64.
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

// n16:32:64: the widths that the machine computes in. What is no number ends the list.
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

// iN:abi[:preferred], fN:... of one of the sizes in `list`; others do not matter.
static void read_scalar(Alignment *list, size_t n, const char *s) {
    char *end;
    uint32_t bits = (uint32_t)strtoul(s, &end, 10), abi = bits, pref = bits;
    aligns(end, &abi, &pref);
    for (size_t k = 0; k < n; k++) {
        if (list[k].bits == bits) list[k] = (Alignment){bits, abi, pref};
    }
}

// One item between dashes, by its first letter (LLVM Language Reference, "Data Layout").
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
    case 'i': read_scalar(layout->i, CU_COUNT(layout->i), s + 1); break;
    case 'f': read_scalar(layout->f, CU_COUNT(layout->f), s + 1); break;
    case 'a':
        aligns(s + 1 + (s[1] == '0' && s[2] == ':'), &abi, &pref);
        layout->a_bad = abi > 8 || pref > 8;
        break;
    default: break;
    }
}

// Reads the whole string. Letters that no rule asks for are passed over, as LLVM's own checks are
// another's task.
static void read_layout(Layout *layout, const char *s) {
    // LLVM's defaults, where the string says nothing
    static const Alignment integers[] = {{1, 8, 8},    {8, 8, 8},    {16, 16, 16},
                                         {32, 32, 32}, {64, 32, 64}, {128, 64, 64}};
    static const Alignment floats[] = {{32, 32, 32}, {64, 64, 64}};
    memcpy(layout->i, integers, sizeof integers);
    memcpy(layout->f, floats, sizeof floats);
    for (;;) {
        size_t n = strcspn(s, "-");
        if (n) read_item(layout, s, n);
        if (!s[n]) break;
        s += n + 1;
    }
}

// Aligned as large as they are, a bit as a byte.
static bool natural_integers(const Layout *layout) {
    for (size_t k = 0; k < CU_COUNT(layout->i); k++) {
        uint32_t want = layout->i[k].bits == 1 ? 8 : layout->i[k].bits;
        if (layout->i[k].abi != want || layout->i[k].pref != want) return false;
    }
    return true;
}

static bool natural_floats(const Layout *layout) {
    for (size_t k = 0; k < CU_COUNT(layout->f); k++) {
        uint32_t want = layout->f[k].bits;
        if (layout->f[k].abi != want || layout->f[k].pref != want) return false;
    }
    return true;
}

// Several texts stand on a line each; the last line's end is the caller's.
static void complain(Buf *out, size_t start, const char *text) {
    if (out->n > start) buf_putc(out, '\n');
    buf_printf(out, "DataLayoutError: %s", text);
}

// All rules that are broken are reported, in this order. `verifying`: as nvvmVerifyProgram asks,
// which is stricter about widths and mangling than compiling is, and says nothing of aggregates.
bool nvvm_check_layout(const char *s, bool latest, bool verifying, Buf *out) {
    Layout layout = {0};
    size_t start = out->n;
    read_layout(&layout, s);
    if (!*s) {
        complain(out, start, "Data Layout string is empty");
        return false;
    }
    bool native = layout.n16 && layout.n64;
    const struct {
        bool broken;
        const char *text;
    } rules[] = {
        {layout.big, "Endianness must be little endian [Supported: -e]."},
        {layout.program_as != 0, "Program address space must be 0 [Supported: -P:0]."},
        {layout.global_as != 0, "Default global address space must be 0 [Supported: -G:0]."},
        {layout.alloca_as != 0, "Alloca address space must be 0 [Supported: -A:0]."},
        {layout.non_integral, "Non integral address spaces not supported."},
        {verifying && layout.mangling, "No mangling mode supported."},
        {verifying && !native,
         "Require 16 and 64 bit native integer widths [Supported: -n:16:32:64]."},
        {!layout.n32, "Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32]."},
        {layout.p_bad, "Unsupported pointer alignment [Supported: 64-bit: -p:64:64:64, 32-bit "
                       "(deprecated): -p:32:32:32]."},
        {!natural_integers(&layout), "Unsupported integer alignment [Supported: "
                                     "-"
                                     "i1:8:8"
                                     "-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128]."},
        {!natural_floats(&layout),
         "Unsupported floating-point alignment [Supported: -f32:32:32-f64:64:64]."},
        {!verifying && latest && layout.a_bad,
         "Unsupported aggregate alignment [Supported: -a:8:8]."},
    };
    for (size_t k = 0; k < CU_COUNT(rules); k++) {
        if (rules[k].broken) complain(out, start, rules[k].text);
    }
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
