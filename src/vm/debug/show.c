// SPDX-License-Identifier: Apache-2.0
// The variables in scope as text, a line each: `name = value (type)`. Structures are shown with
// their members, arrays with their first elements, both to a small depth; pointers are addresses.
// A name that an inner scope hides is shown with the inner variable only. No memory is taken: this
// runs where a finding is made, on any thread.
#include "vm/debug/debug.h"

#include <stdarg.h>
#include <stdio.h>

enum { MAX_DEPTH = 3, MAX_ELEMENTS = 8, MAX_MEMBERS = 12, MAX_VARIABLES = 24, MAX_TYPE_STEPS = 40 };

// The text so far, in memory of the finding's own: its size is fixed.
typedef struct Out {
    char *at;
    uint32_t n, size;
} Out;

static void put(Out *out, const char *fmt, ...) CU_PRINTF(2, 3);
// Cut off at the end; vm_debug_show takes a variable back that did not fit.
static void put(Out *out, const char *fmt, ...) {
    if (out->n + 1 >= out->size) return;
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(out->at + out->n, out->size - out->n, fmt, ap);
    va_end(ap);
    if (n > 0) out->n = CU_MIN(out->n + (uint32_t)n, out->size - 1);
}

// ---- types --------------------------------------------------------------------------------------

// The entry that an entry's DW_AT_type names; NULL is void.
static const VmDie *type_of(const VmDebug *debug, const VmDie *typed) {
    return vm_die(debug, typed->type);
}

// Without names for it and qualifiers.
static const VmDie *plain_type(const VmDebug *debug, const VmDie *type) {
    for (uint32_t n = 0; type && n < MAX_TYPE_STEPS; n++) {
        bool through = is_any_of(type->tag, VDT_TYPEDEF, VDT_CONST, VDT_VOLATILE, VDT_RESTRICT);
        if (!through) return type;
        type = type_of(debug, type);
    }
    return NULL;
}

// References are shown as what they are in the machine.
static bool is_address(const VmDie *type) {
    return is_any_of(type->tag, VDT_POINTER, VDT_REFERENCE, VDT_RVALUE_REFERENCE);
}

// Of all dimensions together: they are shown in one list.
static uint64_t elements_of(const VmDebug *debug, const VmDie *array) {
    uint64_t n = 1;
    for (const VmDie *die = vm_die(debug, array->child); die; die = vm_die(debug, die->next)) {
        if (die->tag == VDT_SUBRANGE) n *= die->count;
    }
    return n;
}

// Pointers and arrays need not say their size. Depth is bounded, since types may be circular in
// what is malformed.
static uint64_t size_of(const VmDebug *debug, const VmDie *type, uint32_t depth) {
    type = plain_type(debug, type);
    if (!type || depth > MAX_TYPE_STEPS) return 0;
    if (type->size) return type->size;
    if (type->tag == VDT_ARRAY)
        return elements_of(debug, type) * size_of(debug, type_of(debug, type), depth + 1);
    return is_address(type) || type->tag == VDT_MEMBER_POINTER ? 8 : 0;
}

// NULL: it has none.
static const char *name_of(const VmDebug *debug, const VmDie *named) {
    return named->name ? atom_str(debug->ctx, named->name) : NULL;
}

// What stands in front of a type and what behind it, when it has no name of its own.
static const struct {
    uint16_t tag;
    const char *before, *behind;
} spelling[] = {{VDT_POINTER, "", " *"},           {VDT_REFERENCE, "", " &"},
                {VDT_RVALUE_REFERENCE, "", " &&"}, {VDT_CONST, "const ", ""},
                {VDT_VOLATILE, "volatile ", ""},   {VDT_RESTRICT, "", ""},
                {VDT_MEMBER_POINTER, "", " ::*"}};

// As C++ writes it, but for functions, whose parameters would make the line long.
static void put_type(Out *out, const VmDebug *debug, const VmDie *type, uint32_t depth) {
    if (!type || depth > MAX_TYPE_STEPS) {
        put(out, "void");
        return;
    }
    for (uint32_t i = 0; i < CU_COUNT(spelling); i++) {
        if (type->tag != spelling[i].tag) continue;
        put(out, "%s", spelling[i].before);
        put_type(out, debug, type_of(debug, type), depth + 1);
        put(out, "%s", spelling[i].behind);
        return;
    }
    if (type->tag == VDT_ARRAY) {
        put_type(out, debug, type_of(debug, type), depth + 1);
        for (const VmDie *die = vm_die(debug, type->child); die; die = vm_die(debug, die->next))
            put(out, "[%llu]", (unsigned long long)die->count);
    } else if (type->tag == VDT_SUBROUTINE_TYPE) {
        put(out, "function");
    } else {
        const char *name = name_of(debug, type);
        put(out, "%s", name ? name : "struct");
    }
}

// ---- scalars ------------------------------------------------------------------------------------

enum { ATE_BOOLEAN = 2, ATE_FLOAT = 4, ATE_SIGNED = 5, ATE_SIGNED_CHAR = 6, ATE_UNSIGNED_CHAR = 8 };

// The value of a number of fewer bits than a word.
static int64_t sign_extended(uint64_t word, uint64_t bits) {
    return bits && bits < 64 ? (int64_t)(word << (64 - bits)) >> (64 - bits) : (int64_t)word;
}

// As many digits as tell the number from its neighbours; other sizes (half) are not taken apart.
static void put_float(Out *out, const uint8_t *bytes, uint64_t size) {
    double number = 0;
    if (size == 4) {
        float narrow;
        memcpy(&narrow, bytes, sizeof narrow);
        put(out, "%.9g", (double)narrow);
    } else if (size == 8) {
        memcpy(&number, bytes, sizeof number);
        put(out, "%.17g", number);
    } else {
        put(out, "?");
    }
}

// By the encoding; characters as number and, where they can be printed, as themselves.
static void put_base(Out *out, const VmDie *type, uint64_t word, const uint8_t *bytes,
                     uint64_t bits) {
    bool character = is_any_of(type->encoding, ATE_SIGNED_CHAR, ATE_UNSIGNED_CHAR);
    if (type->encoding == ATE_FLOAT) {
        put_float(out, bytes, type->size);
    } else if (type->encoding == ATE_BOOLEAN) {
        put(out, "%s", word ? "true" : "false");
    } else if (is_any_of(type->encoding, ATE_SIGNED, ATE_SIGNED_CHAR)) {
        put(out, "%lld", (long long)sign_extended(word, bits));
    } else {
        put(out, "%llu", (unsigned long long)word);
    }
    if (character && word >= ' ' && word < 0x7f) put(out, " '%c'", (char)word);
}

// By name; a number that is none of the enumerators stays one.
static void put_enumerator(Out *out, const VmDebug *debug, const VmDie *type, uint64_t word,
                           uint64_t bits) {
    int64_t value = sign_extended(word, bits);
    for (const VmDie *die = vm_die(debug, type->child); die; die = vm_die(debug, die->next)) {
        bool same = (int64_t)die->number == value || die->number == word;
        if (die->tag != VDT_ENUMERATOR || !same || !die->name) continue;
        put(out, "%s", name_of(debug, die));
        return;
    }
    put(out, "%lld", (long long)value);
}

// ---- values -------------------------------------------------------------------------------------

typedef struct Place { // of what is shown: bytes that are known, or memory
    const VmPoint *point;
    const uint8_t *bytes; // NULL: in memory
    uint32_t n;
    uint64_t missing; // a bit for each of them that is not known
    VmSpace space;
    uint64_t addr;
} Place;

static bool fetch(const Place *place, uint64_t offset, uint32_t n, uint8_t *to, bool *unwritten) {
    *unwritten = false;
    if (!place->bytes)
        return vm_debug_memory(place->point, place->space, place->addr + offset, n, to, unwritten);
    // A register may have more bytes than the variable, or fewer.
    for (uint32_t i = 0; i < n; i++) {
        bool there = offset + i < place->n;
        if (there && place->missing >> (offset + i) & 1) return false;
        to[i] = there ? place->bytes[offset + i] : 0;
    }
    return true;
}

static void put_scalar(Out *out, const Place *at, const VmDie *type, uint64_t offset,
                       const VmDie *member) {
    const VmDebug *debug = at->point->debug;
    uint8_t bytes[VM_VALUE_BYTES] = {0};
    uint64_t size = size_of(debug, type, 0), word = 0;
    bool unwritten;
    if (!size || size > sizeof bytes) {
        put(out, "?");
    } else if (!fetch(at, offset, (uint32_t)size, bytes, &unwritten)) {
        put(out, at->bytes ? "not known here" : "not readable");
    } else if (unwritten) {
        put(out, "not written yet");
    } else {
        memcpy(&word, bytes, CU_MIN(size, (uint64_t)sizeof word));
        uint64_t bits = CU_MIN(size, (uint64_t)8) * 8;
        if (member && member->has_bits && member->bit_size && member->bit_size < 64) {
            // Bits are counted from the most significant one.
            uint64_t unit = (member->size ? member->size : size) * 8,
                     shift = unit - member->bit_offset - member->bit_size;
            word = (shift < 64 ? word >> shift : 0) & ((1ull << member->bit_size) - 1);
            bits = member->bit_size;
        }
        if (is_address(type) || type->tag == VDT_MEMBER_POINTER)
            put(out, "0x%llx", (unsigned long long)word);
        else if (type->tag == VDT_ENUMERATION)
            put_enumerator(out, debug, type, word, bits);
        else
            put_base(out, type, word, bytes, bits);
    }
}

static void put_value(Out *out, const Place *at, const VmDie *type, uint64_t offset,
                      const VmDie *member, uint32_t depth);

// Elements lie one behind the other, whatever the dimensions are.
static void put_array(Out *out, const Place *at, const VmDie *type, uint64_t offset,
                      uint32_t depth) {
    const VmDebug *debug = at->point->debug;
    const VmDie *element = type_of(debug, type);
    uint64_t n = elements_of(debug, type), size = size_of(debug, element, 0);
    put(out, "{");
    for (uint64_t i = 0; i < n && i < MAX_ELEMENTS; i++) {
        if (i) put(out, ", ");
        put_value(out, at, element, offset + i * size, NULL, depth + 1);
    }
    put(out, n > MAX_ELEMENTS ? ", ...}" : "}");
}

// Bases come first, as members without a name. Static members are declarations here: left out.
static void put_members(Out *out, const Place *at, const VmDie *type, uint64_t offset,
                        uint32_t depth) {
    const VmDebug *debug = at->point->debug;
    uint32_t n = 0;
    put(out, "{");
    for (const VmDie *die = vm_die(debug, type->child); die; die = vm_die(debug, die->next)) {
        bool data = is_any_of(die->tag, VDT_MEMBER, VDT_INHERITANCE) && !die->declaration;
        if (!data) continue;
        if (n) put(out, ", ");
        if (n++ == MAX_MEMBERS) {
            put(out, "...");
            break;
        }
        if (die->name) put(out, "%s = ", name_of(debug, die));
        put_value(out, at, type_of(debug, die), offset + die->place, die, depth + 1);
    }
    put(out, "}");
}

static void put_value(Out *out, const Place *at, const VmDie *type, uint64_t offset,
                      const VmDie *member, uint32_t depth) {
    type = plain_type(at->point->debug, type);
    bool whole = type && is_any_of(type->tag, VDT_STRUCTURE, VDT_CLASS, VDT_UNION);
    if (!type) {
        put(out, "?");
    } else if (!whole && type->tag != VDT_ARRAY) {
        put_scalar(out, at, type, offset, member);
    } else if (depth >= MAX_DEPTH) {
        put(out, "{...}");
    } else if (whole) {
        put_members(out, at, type, offset, depth);
    } else {
        put_array(out, at, type, offset, depth);
    }
}

// ---- all variables ------------------------------------------------------------------------------

// Gathered before anything is printed, so that hidden names are known.
typedef struct Shown {
    const VmDie *die[MAX_VARIABLES];
    VmValue value[MAX_VARIABLES];
    uint32_t n, more;
    const VmDebug *debug;
} Shown;

// An inner variable takes the place of an outer one of its name.
static void note(void *data, const VmDie *variable, const VmValue *found) {
    Shown *shown = data;
    const VmDie *die = vm_debug_described(shown->debug, variable);
    if (!die->name) return;
    uint32_t i = 0;
    while (i < shown->n && shown->die[i]->name != die->name) i++;
    if (i == MAX_VARIABLES) {
        shown->more++;
        return;
    }
    shown->n += i == shown->n;
    shown->die[i] = die;
    shown->value[i] = *found;
}

// What the entries do not know at this instruction says so, and its type is still worth showing.
static void put_variable(Out *out, const VmPoint *point, const VmDie *variable,
                         const VmValue *found) {
    Place place = {.point = point, .n = found->n, .missing = found->missing};
    place.bytes = found->in_memory ? NULL : found->bytes;
    place.space = found->space;
    place.addr = found->addr;
    put(out, "%s = ", name_of(point->debug, variable));
    if (found->known)
        put_value(out, &place, type_of(point->debug, variable), 0, NULL, 0);
    else
        put(out, "not known here");
    put(out, " (");
    put_type(out, point->debug, type_of(point->debug, variable), 0);
    put(out, ")\n");
}

void vm_debug_show(const VmPoint *point, char *to, uint32_t size) {
    Shown shown = {.n = 0, .debug = point->debug};
    Out out = {to, 0, size};
    *to = 0;
    vm_debug_variables(point, note, &shown);
    for (uint32_t i = 0; i < shown.n; i++) {
        uint32_t before = out.n;
        put_variable(&out, point, shown.die[i], &shown.value[i]);
        if (out.n + 1 < out.size) continue;
        // It does not fit: what comes is counted instead.
        out.n = before;
        to[before] = 0;
        return;
    }
    if (shown.more) put(&out, "... and %u more\n", shown.more);
}
