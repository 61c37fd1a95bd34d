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

static bool wrong(Dl *d, const char *why) {
    if (!d->error) d->error = why;
    return false;
}

// The text before the next ':' and beyond it; the separator must be followed by something.
static bool part(Dl *d, const char **s, const char **end) {
    *s = d->s;
    while (d->s < d->end && *d->s != ':') d->s++;
    *end = d->s;
    if (d->s < d->end && ++d->s == d->end) return wrong(d, "trailing separator in data layout");
    if (*s == *end) return wrong(d, "token expected before a separator in data layout");
    return true;
}

static bool number(Dl *d, const char *s, const char *end, uint32_t *v) {
    uint64_t n = 0;
    bool ok = s < end;
    for (; s < end && ok; s++) {
        ok = *s >= '0' && *s <= '9' && n <= UINT32_MAX;
        n = n * 10 + (uint64_t)(*s - '0');
    }
    *v = (uint32_t)n;
    return (ok && n <= UINT32_MAX) || wrong(d, "not a number, or too large, in data layout");
}

static bool next_number(Dl *d, uint32_t *v) {
    const char *s, *e;
    return part(d, &s, &e) && number(d, s, e, v);
}

static bool next_bytes(Dl *d, uint32_t *v) {
    if (!next_number(d, v)) return false;
    if (*v % 8) return wrong(d, "number of bits in data layout is no multiple of 8");
    *v /= 8;
    return true;
}

static bool pow2(uint32_t v) {
    return v && !(v & (v - 1));
}

static bool address_space(Dl *d, const char *s, const char *end, uint32_t *as) {
    *as = 0;
    if (s == end) return true;
    return number(d, s, end, as) &&
           (*as < 1u << 24 || wrong(d, "address space in data layout exceeds 24 bits"));
}

static bool pointer(Dl *d, const char *s, const char *end) { // p[n]:size:abi[:pref[:index]]
    uint32_t as, size, abi, pref, index;
    if (!address_space(d, s, end, &as)) return false;
    if (d->s == d->end) return wrong(d, "pointer size missing in data layout");
    if (!next_number(d, &size)) return false;
    if (!size) return wrong(d, "pointer size of 0 in data layout");
    if (d->s == d->end) return wrong(d, "pointer alignment missing in data layout");
    if (!next_bytes(d, &abi)) return false;
    if (!pow2(abi)) return wrong(d, "pointer alignment in data layout is no power of two");
    pref = abi;
    index = size;
    if (d->s < d->end && !next_bytes(d, &pref)) return false;
    if (!pow2(pref)) return wrong(d, "preferred alignment in data layout is no power of two");
    if (d->s < d->end && !next_number(d, &index)) return false;
    if (!index) return wrong(d, "index size of 0 in data layout");
    if (pref < abi) return wrong(d, "preferred alignment in data layout is less than the ABI's");
    if (index > size) return wrong(d, "index is wider than the pointer in data layout");
    if (size == 32 && as < 32) d->out->short_ptr_as |= 1u << as;
    return true;
}

static bool type_align(Dl *d, char kind, const char *s, const char *end) { // i32:abi[:pref]
    uint32_t bits = 0, abi, pref;
    if (s < end && !number(d, s, end, &bits)) return false;
    if (kind == 'a' && bits) return wrong(d, "size given for aggregates in data layout");
    if (d->s == d->end) return wrong(d, "alignment missing in data layout");
    if (!next_bytes(d, &abi)) return false;
    if (kind != 'a' && !abi) return wrong(d, "alignment of 0 in data layout");
    if (abi > 65535) return wrong(d, "alignment in data layout exceeds 16 bits");
    if (abi && !pow2(abi)) return wrong(d, "alignment in data layout is no power of two");
    if (kind == 'i' && bits == 8 && abi != 1) {
        return wrong(d, "i8 must be naturally aligned in data layout");
    }
    pref = abi;
    if (d->s < d->end && !next_bytes(d, &pref)) return false;
    if (pref > 65535) return wrong(d, "preferred alignment in data layout exceeds 16 bits");
    if (pref && !pow2(pref)) {
        return wrong(d, "preferred alignment in data layout is no power of two");
    }
    if (bits >= 1u << 24) return wrong(d, "width in data layout exceeds 24 bits");
    if (pref < abi) return wrong(d, "preferred alignment in data layout is less than the ABI's");
    return true;
}

static bool one_align(Dl *d, const char *s, const char *end) { // bits; 0 is allowed
    uint32_t v;
    if (!number(d, s, end, &v)) return false;
    if (v % 8) return wrong(d, "number of bits in data layout is no multiple of 8");
    return !v || pow2(v / 8) || wrong(d, "alignment in data layout is neither 0 nor a power of 2");
}

static bool native_widths(Dl *d, const char *s, const char *end) { // n16:32:64
    for (;;) {
        uint32_t v;
        if (!number(d, s, end, &v)) return false;
        if (!v) return wrong(d, "native integer of width 0 in data layout");
        if (d->s == d->end) return true;
        if (!part(d, &s, &end)) return false;
    }
}

static bool mangling(Dl *d, const char *s, const char *end) { // m:e
    if (s < end) return wrong(d, "text after the mangling specifier in data layout");
    if (d->s == d->end) return wrong(d, "mangling missing in data layout");
    bool ok = d->end - d->s == 1 && strchr("elomwxa", *d->s);
    d->s = d->end;
    return ok || wrong(d, "unknown mangling in data layout");
}

static bool non_integral(Dl *d) { // ni:1:2
    do {
        uint32_t as;
        if (!next_number(d, &as)) return false;
        if (!as) return wrong(d, "address space 0 is never non-integral");
        if (as >= 1u << 24) return wrong(d, "address space in data layout exceeds 24 bits");
    } while (d->s < d->end);
    return true;
}

static bool specification(Dl *d) {
    const char *s, *e;
    if (!part(d, &s, &e)) return false;
    if (e - s == 2 && memcmp(s, "ni", 2) == 0) return non_integral(d);
    char c = *s++;
    switch (c) {
    case 's':
    case 'E':
    case 'e': return true;
    case 'p': return pointer(d, s, e);
    case 'i':
    case 'v':
    case 'f':
    case 'a': return type_align(d, c, s, e);
    case 'n': return native_widths(d, s, e);
    case 'S': return one_align(d, s, e);
    case 'F':
        if (s == e || (*s != 'i' && *s != 'n')) {
            return wrong(d, "unknown kind of function pointer alignment in data layout");
        }
        return one_align(d, s + 1, e);
    case 'P': return address_space(d, s, e, &d->out->program_as);
    case 'A': return address_space(d, s, e, &d->out->alloca_as);
    case 'G': return address_space(d, s, e, &d->out->globals_as);
    case 'm': return mangling(d, s, e);
    default: return wrong(d, "unknown specifier in data layout");
    }
}

const char *ir_datalayout_read(const char *s, size_t n, IrDataLayout *out) {
    Dl d = {.out = out};
    const char *end = s + n;
    memset(out, 0, sizeof *out);
    while (s < end && !d.error) {
        const char *e = memchr(s, '-', (size_t)(end - s));
        d.s = s;
        d.end = e ? e : end;
        if (d.s == d.end) return "token expected before a separator in data layout";
        if (e && e + 1 == end) return "trailing separator in data layout";
        specification(&d);
        s = e ? e + 1 : end;
    }
    return d.error;
}
