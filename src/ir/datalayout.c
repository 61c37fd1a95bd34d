// SPDX-License-Identifier: Apache-2.0
// Reads a data layout string (LangRef, "Data Layout") and says what is wrong with it. Layouts
// other than NVPTX's are only checked: of theirs we keep the default address spaces and which
// pointers are 32 bits wide.
#include "ir/ir_int.h"

typedef struct {
    const char *s, *end;
} Text;

typedef struct {
    Text rest; // of one specification
    const char *error;
    uint32_t spaces; // a bit for each whose pointers have been specified
    IrDataLayout *out;
} Dl;

// What must hold. Reading goes on behind a mistake, with zeros, but only the first one is told; so
// everything is checked in LLVM's order.
static void need(Dl *dl, bool holds, const char *why) {
    if (!holds && !dl->error) dl->error = why;
}

static bool is_empty(Text text) {
    return text.s == text.end;
}

static bool has_more(const Dl *dl) {
    return !is_empty(dl->rest);
}

static bool is_pow2(uint32_t v) {
    return v && !(v & (v - 1));
}

// The text before the next ':' and beyond it; the separator must be followed by something.
static Text next_part(Dl *dl) {
    Text *rest = &dl->rest, part = *rest;
    const char *colon = has_more(dl) ? memchr(rest->s, ':', (size_t)(rest->end - rest->s)) : NULL;
    if (colon) part.end = colon;
    rest->s = colon ? colon + 1 : rest->end;
    need(dl, !colon || has_more(dl), "trailing separator in data layout");
    need(dl, !is_empty(part), "token expected before a separator in data layout");
    return part;
}

// The text as a number of 32 bits.
static uint32_t number(Dl *dl, Text text) {
    uint64_t n = 0;
    bool ok = !is_empty(text);
    for (; ok && text.s < text.end; text.s++) {
        ok = *text.s >= '0' && *text.s <= '9' && n <= UINT32_MAX;
        n = n * 10 + (uint64_t)(*text.s - '0');
    }
    ok &= n <= UINT32_MAX;
    need(dl, ok, "not a number, or too large, in data layout");
    return ok ? (uint32_t)n : 0;
}

static uint32_t next_number(Dl *dl) {
    return number(dl, next_part(dl));
}

// Sizes are given in bits and kept in bytes.
static uint32_t bytes_of(Dl *dl, uint32_t bits) {
    need(dl, bits % 8 == 0, "number of bits in data layout is no multiple of 8");
    return bits / 8;
}

static uint32_t next_bytes(Dl *dl) {
    return bytes_of(dl, next_number(dl));
}

static void need_space(Dl *dl, uint32_t as) {
    need(dl, as < 1u << 24, "address space in data layout exceeds 24 bits");
}

// An address space; none is 0.
static uint32_t address_space(Dl *dl, Text text) {
    if (is_empty(text)) return 0;
    uint32_t as = number(dl, text);
    need_space(dl, as);
    return as;
}

// Form p[n]:size:abi[:pref[:index]].
static void pointer(Dl *dl, Text text) {
    uint32_t as = address_space(dl, text);
    need(dl, has_more(dl), "pointer size missing in data layout");
    uint32_t size = next_number(dl);
    need(dl, size, "pointer size of 0 in data layout");
    need(dl, has_more(dl), "pointer alignment missing in data layout");
    uint32_t abi = next_bytes(dl);
    need(dl, is_pow2(abi), "pointer alignment in data layout is no power of two");
    uint32_t pref = has_more(dl) ? next_bytes(dl) : abi;
    need(dl, is_pow2(pref), "preferred alignment in data layout is no power of two");
    uint32_t index = has_more(dl) ? next_number(dl) : size;
    need(dl, index, "index size of 0 in data layout");
    need(dl, pref >= abi, "preferred alignment in data layout is less than the ABI's");
    need(dl, index <= size, "index is wider than the pointer in data layout");
    if (as >= 32) return;
    dl->spaces |= 1u << as;
    if (size == 32) dl->out->short_ptr_as |= 1u << as;
}

static bool is_align(uint32_t v) {
    return !v || is_pow2(v);
}

// Form i32:abi[:pref], likewise for v, f and a (which takes no size).
static void type_align(Dl *dl, char kind, Text text) {
    bool aggregate = kind == 'a';
    uint32_t bits = is_empty(text) ? 0 : number(dl, text);
    need(dl, !aggregate || !bits, "size given for aggregates in data layout");
    need(dl, has_more(dl), "alignment missing in data layout");
    uint32_t abi = next_bytes(dl);
    need(dl, aggregate || abi, "alignment of 0 in data layout");
    need(dl, abi <= UINT16_MAX, "alignment in data layout exceeds 16 bits");
    need(dl, is_align(abi), "alignment in data layout is no power of two");
    bool is_byte = kind == 'i' && bits == 8;
    need(dl, !is_byte || abi == 1, "i8 must be naturally aligned in data layout");
    uint32_t pref = has_more(dl) ? next_bytes(dl) : abi;
    need(dl, pref <= UINT16_MAX, "preferred alignment in data layout exceeds 16 bits");
    need(dl, is_align(pref), "preferred alignment in data layout is no power of two");
    need(dl, bits < 1u << 24, "width in data layout exceeds 24 bits");
    need(dl, pref >= abi, "preferred alignment in data layout is less than the ABI's");
}

// A number of bits that is an alignment; 0 is allowed.
static void one_align(Dl *dl, Text text) {
    uint32_t v = bytes_of(dl, number(dl, text));
    need(dl, is_align(v), "alignment in data layout is neither 0 nor a power of 2");
}

// Form Fi32 or Fn32.
static void function_align(Dl *dl, Text text) {
    bool known = !is_empty(text) && (*text.s == 'i' || *text.s == 'n');
    need(dl, known, "unknown kind of function pointer alignment in data layout");
    if (known) one_align(dl, (Text){text.s + 1, text.end});
}

// Form n16:32:64. The first width is in `text` already.
static void native_widths(Dl *dl, Text text) {
    need(dl, number(dl, text), "native integer of width 0 in data layout");
    while (has_more(dl)) need(dl, next_number(dl), "native integer of width 0 in data layout");
}

// Form m:e, one letter.
static void mangling(Dl *dl, Text text) {
    need(dl, is_empty(text), "text after the mangling specifier in data layout");
    need(dl, has_more(dl), "mangling missing in data layout");
    bool letter = dl->rest.end - dl->rest.s == 1 && strchr("elomwxa", *dl->rest.s);
    need(dl, letter, "unknown mangling in data layout");
}

// Form ni:1:2.
static void non_integral(Dl *dl) {
    do {
        uint32_t as = next_number(dl);
        need(dl, as, "address space 0 is never non-integral");
        need_space(dl, as);
    } while (has_more(dl));
}

// One specification, between two '-': a letter, and what it takes.
static void specification(Dl *dl) {
    Text text = next_part(dl);
    if (is_empty(text)) return;
    if (text.end - text.s == 2 && memcmp(text.s, "ni", 2) == 0) {
        non_integral(dl);
        return;
    }
    char letter = *text.s++;
    switch (letter) {
    case 's':
    case 'E':
    case 'e': break;
    case 'p': pointer(dl, text); break;
    case 'i':
    case 'v':
    case 'f':
    case 'a': type_align(dl, letter, text); break;
    case 'n': native_widths(dl, text); break;
    case 'S': one_align(dl, text); break;
    case 'F': function_align(dl, text); break;
    case 'P': dl->out->program_as = address_space(dl, text); break;
    case 'A': dl->out->alloca_as = address_space(dl, text); break;
    case 'G': dl->out->globals_as = address_space(dl, text); break;
    case 'm': mangling(dl, text); break;
    default: need(dl, false, "unknown specifier in data layout");
    }
}

// The first mistake is what is told; NULL: there is none.
const char *ir_datalayout_read(const char *s, size_t n, IrDataLayout *out) {
    Dl dl = {.out = out};
    const char *end = s + n;
    memset(out, 0, sizeof *out);
    while (s < end && !dl.error) {
        const char *dash = memchr(s, '-', (size_t)(end - s));
        dl.rest = (Text){s, dash ? dash : end};
        need(&dl, has_more(&dl), "token expected before a separator in data layout");
        need(&dl, !dash || dash + 1 < end, "trailing separator in data layout");
        specification(&dl);
        s = dash ? dash + 1 : end;
    }

    // The window of a cluster is no wider than that of its blocks: tileiras gives the latter only.
    uint32_t block = 1u << IR_AS_SHARED, cluster = 1u << IR_AS_SHARED_CLUSTER;
    if ((out->short_ptr_as & block) && !(dl.spaces & cluster)) out->short_ptr_as |= cluster;
    return dl.error;
}
