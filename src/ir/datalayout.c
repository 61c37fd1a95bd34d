// SPDX-License-Identifier: Apache-2.0
// Reads a data layout string (LangRef, "Data Layout") and says what is wrong with it. Layouts
// other than NVPTX's are only checked: of theirs we keep the default address spaces and which
// pointers are 32 bits wide.
#include "ir/ir_int.h"

typedef struct {
    const char *s, *end; // the rest of one specification
    const char *error;
    IrDataLayout *out;
} Dl;

// The first mistake counts; false, for returns.
static bool wrong(Dl *dl, const char *why) {
    if (!dl->error) dl->error = why;
    return false;
}

// The text before the next ':' and beyond it; the separator must be followed by something.
static bool part(Dl *dl, const char **s, const char **end) {
    *s = dl->s;
    while (dl->s < dl->end && *dl->s != ':') dl->s++;
    *end = dl->s;
    if (dl->s < dl->end && ++dl->s == dl->end)
        return wrong(dl, "trailing separator in data layout");
    if (*s == *end) return wrong(dl, "token expected before a separator in data layout");
    return true;
}

// The number between s and end, of 32 bits.
static bool number(Dl *dl, const char *s, const char *end, uint32_t *v) {
    uint64_t n = 0;
    bool ok = s < end;
    for (; s < end && ok; s++) {
        ok = *s >= '0' && *s <= '9' && n <= UINT32_MAX;
        n = n * 10 + (uint64_t)(*s - '0');
    }
    *v = (uint32_t)n;
    return (ok && n <= UINT32_MAX) || wrong(dl, "not a number, or too large, in data layout");
}

// The next part of the specification as a number; next_bytes: as a number of bits, in bytes.
static bool next_number(Dl *dl, uint32_t *v) {
    const char *s, *e;
    return part(dl, &s, &e) && number(dl, s, e, v);
}

// Sizes are given in bits and kept in bytes.
static bool next_bytes(Dl *dl, uint32_t *v) {
    if (!next_number(dl, v)) return false;
    if (*v % 8) return wrong(dl, "number of bits in data layout is no multiple of 8");
    *v /= 8;
    return true;
}

static bool pow2(uint32_t v) {
    return v && !(v & (v - 1));
}

// An address space in [s, end); none is 0.
static bool address_space(Dl *dl, const char *s, const char *end, uint32_t *as) {
    *as = 0;
    if (s == end) return true;
    return number(dl, s, end, as) &&
           (*as < 1u << 24 || wrong(dl, "address space in data layout exceeds 24 bits"));
}

// Form p[n]:size:abi[:pref[:index]]. Everything is checked as LLVM does, in its order, so that the
// same mistake of several is reported.
static bool pointer(Dl *dl, const char *s, const char *end) {
    uint32_t as, size, abi, pref, index;
    if (!address_space(dl, s, end, &as)) return false;
    if (dl->s == dl->end) return wrong(dl, "pointer size missing in data layout");
    if (!next_number(dl, &size)) return false;
    if (!size) return wrong(dl, "pointer size of 0 in data layout");
    if (dl->s == dl->end) return wrong(dl, "pointer alignment missing in data layout");
    if (!next_bytes(dl, &abi)) return false;
    if (!pow2(abi)) return wrong(dl, "pointer alignment in data layout is no power of two");
    pref = abi;
    index = size;
    if (dl->s < dl->end && !next_bytes(dl, &pref)) return false;
    if (!pow2(pref)) return wrong(dl, "preferred alignment in data layout is no power of two");
    if (dl->s < dl->end && !next_number(dl, &index)) return false;
    if (!index) return wrong(dl, "index size of 0 in data layout");
    if (pref < abi) return wrong(dl, "preferred alignment in data layout is less than the ABI's");
    if (index > size) return wrong(dl, "index is wider than the pointer in data layout");
    if (size == 32 && as < 32) dl->out->short_ptr_as |= 1u << as;
    return true;
}

// Form i32:abi[:pref], likewise for v, f and a (which takes no size).
static bool type_align(Dl *dl, char kind, const char *s, const char *end) {
    uint32_t bits = 0, abi, pref;
    if (s < end && !number(dl, s, end, &bits)) return false;
    if (kind == 'a' && bits) return wrong(dl, "size given for aggregates in data layout");
    if (dl->s == dl->end) return wrong(dl, "alignment missing in data layout");
    if (!next_bytes(dl, &abi)) return false;
    if (kind != 'a' && !abi) return wrong(dl, "alignment of 0 in data layout");
    if (abi > 65535) return wrong(dl, "alignment in data layout exceeds 16 bits");
    if (abi && !pow2(abi)) return wrong(dl, "alignment in data layout is no power of two");
    if (kind == 'i' && bits == 8 && abi != 1) {
        return wrong(dl, "i8 must be naturally aligned in data layout");
    }
    pref = abi;
    if (dl->s < dl->end && !next_bytes(dl, &pref)) return false;
    if (pref > 65535) return wrong(dl, "preferred alignment in data layout exceeds 16 bits");
    if (pref && !pow2(pref)) {
        return wrong(dl, "preferred alignment in data layout is no power of two");
    }
    if (bits >= 1u << 24) return wrong(dl, "width in data layout exceeds 24 bits");
    if (pref < abi) return wrong(dl, "preferred alignment in data layout is less than the ABI's");
    return true;
}

// A number of bits that is an alignment; 0 is allowed.
static bool one_align(Dl *dl, const char *s, const char *end) {
    uint32_t v;
    if (!number(dl, s, end, &v)) return false;
    if (v % 8) return wrong(dl, "number of bits in data layout is no multiple of 8");
    return !v || pow2(v / 8) || wrong(dl, "alignment in data layout is neither 0 nor a power of 2");
}

// Form n16:32:64. The first width is in [s, end) already.
static bool native_widths(Dl *dl, const char *s, const char *end) {
    for (;;) {
        uint32_t v;
        if (!number(dl, s, end, &v)) return false;
        if (!v) return wrong(dl, "native integer of width 0 in data layout");
        if (dl->s == dl->end) return true;
        if (!part(dl, &s, &end)) return false;
    }
}

// Form m:e, one letter.
static bool mangling(Dl *dl, const char *s, const char *end) {
    if (s < end) return wrong(dl, "text after the mangling specifier in data layout");
    if (dl->s == dl->end) return wrong(dl, "mangling missing in data layout");
    bool ok = dl->end - dl->s == 1 && strchr("elomwxa", *dl->s);
    dl->s = dl->end;
    return ok || wrong(dl, "unknown mangling in data layout");
}

// Form ni:1:2.
static bool non_integral(Dl *dl) {
    do {
        uint32_t as;
        if (!next_number(dl, &as)) return false;
        if (!as) return wrong(dl, "address space 0 is never non-integral");
        if (as >= 1u << 24) return wrong(dl, "address space in data layout exceeds 24 bits");
    } while (dl->s < dl->end);
    return true;
}

// One specification, between two '-': a letter, and what it takes.
static bool specification(Dl *dl) {
    const char *s, *e;
    if (!part(dl, &s, &e)) return false;
    if (e - s == 2 && memcmp(s, "ni", 2) == 0) return non_integral(dl);
    char c = *s++;
    switch (c) {
    case 's':
    case 'E':
    case 'e': return true;
    case 'p': return pointer(dl, s, e);
    case 'i':
    case 'v':
    case 'f':
    case 'a': return type_align(dl, c, s, e);
    case 'n': return native_widths(dl, s, e);
    case 'S': return one_align(dl, s, e);
    case 'F':
        if (s == e || (*s != 'i' && *s != 'n')) {
            return wrong(dl, "unknown kind of function pointer alignment in data layout");
        }
        return one_align(dl, s + 1, e);
    case 'P': return address_space(dl, s, e, &dl->out->program_as);
    case 'A': return address_space(dl, s, e, &dl->out->alloca_as);
    case 'G': return address_space(dl, s, e, &dl->out->globals_as);
    case 'm': return mangling(dl, s, e);
    default: return wrong(dl, "unknown specifier in data layout");
    }
}

// The first mistake ends the reading.
const char *ir_datalayout_read(const char *s, size_t n, IrDataLayout *out) {
    Dl dl = {.out = out};
    const char *end = s + n;
    memset(out, 0, sizeof *out);
    while (s < end && !dl.error) {
        const char *e = memchr(s, '-', (size_t)(end - s));
        dl.s = s;
        dl.end = e ? e : end;
        if (dl.s == dl.end) return "token expected before a separator in data layout";
        if (e && e + 1 == end) return "trailing separator in data layout";
        specification(&dl);
        s = e ? e + 1 : end;
    }
    return dl.error;
}
