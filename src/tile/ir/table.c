// SPDX-License-Identifier: Apache-2.0
// The tables as objects, and finding their rows.
#include "base/apfloat.h"
#include "tile/ir/ir.h"

#include <stdio.h>

const TileTypeRow tile_type_row[TILE_T_COUNT] = {
#define TILE_TYPE(id, name, tag, minor, class, bits, format, fields)                               \
    [TILE_T_##id] = {name, tag, TILE_VERSION(13, minor), TILE_CLASS_##class, bits, format, fields},
#include "tile/type.def"
#undef TILE_TYPE
};

const TileAttrRow tile_attr_row[TILE_A_COUNT] = {
#define TILE_ATTR(id, name, tag) [TILE_A_##id] = {name, tag},
#define TILE_ENUM(...)
#include "tile/attr.def"
#undef TILE_ATTR
#undef TILE_ENUM
};

const TileEnumRow tile_enum_row[TILE_E_COUNT] = {
#define TILE_ATTR(...)
#define TILE_ENUM(id, name, words, minor) [TILE_E_##id] = {name, words, TILE_VERSION(13, minor)},
#include "tile/attr.def"
#undef TILE_ATTR
#undef TILE_ENUM
};

const TileDebugRow tile_debug_row[TILE_D_COUNT] = {
#define TILE_DEBUG(id, name, fields) [TILE_D_##id] = {name, fields},
#include "tile/debug.def"
#undef TILE_DEBUG
};

// The sets that only rows of op.def name.
#define S_INT        TILE_SET_INT
#define S_INT4       (TILE_SET_INT | TILE_SET(I4))
#define S_BASE       TILE_SET_BASE
#define S_FLOAT      TILE_SET_FLOAT
#define S_NUMBER     TILE_SET_NUMBER
#define S_NUMBER4    (TILE_SET_NUMBER | TILE_SET(I4))
#define S_TILE       TILE_SET_TILE
#define S_ANY        TILE_SET_ANY
#define S_TOKEN      TILE_SET_TOKEN
#define S_TENSOR     TILE_SET_TENSOR
#define S_VIEW       TILE_SET_VIEW
#define S_PARTITION  TILE_SET(PARTITION_VIEW)
#define S_STRIDED    TILE_SET(STRIDED_VIEW)
#define S_GATHER     TILE_SET(GATHER_VIEW)
#define S_I1         TILE_SET(I1)
#define S_I8         TILE_SET(I8)
#define S_I32        TILE_SET(I32)
#define S_I64        TILE_SET(I64)
#define S_F32        TILE_SET(F32)
#define S_PTR        TILE_SET(PTR)
#define S_SCALAR_I1  (TILE_SET_SCALAR | TILE_SET(I1))
#define S_SCALAR_I32 (TILE_SET_SCALAR | TILE_SET(I32))
#define S_SCALAR_PTR (TILE_SET_SCALAR | TILE_SET(PTR))
#define S_SCALAR_INT (TILE_SET_SCALAR | TILE_SET_INT)
#define S_MMA        (TILE_SET_BASE | TILE_SET(TF32) | TILE_SET(E4M3) | TILE_SET(E5M2))
#define S_MMA_ACC    (TILE_SET(F16) | TILE_SET(F32) | TILE_SET(F64))
#define S_SMALL      (TILE_SET(E4M3) | TILE_SET(E5M2) | TILE_SET(E2M1))
#define S_SCALE      (TILE_SET(E4M3) | TILE_SET(E8M0) | TILE_SET(E5M3))

#define LIST(...) __VA_ARGS__
#define IN(name, set)                                                                              \
    { name, S_##set, TILE_ONE, 0 }
#define MAYBE(name, set, minor)                                                                    \
    { name, S_##set, TILE_MAYBE, TILE_VERSION(13, minor) }
#define MANY(name, set)                                                                            \
    { name, S_##set, TILE_MANY, 0 }
#define UNIT(name, minor)                                                                          \
    { name, TILE_A_UNIT, 0, 0, true, TILE_VERSION(13, minor), 0 }
#define INT(name, bits)                                                                            \
    { name, TILE_A_INTEGER, 0, bits, false, 0, 0 }
#define BOOL(name)                                                                                 \
    { name, TILE_A_BOOL, 0, 0, false, 0, 0 }
#define STR(name)                                                                                  \
    { name, TILE_A_STRING, 0, 0, false, 0, 0 }
#define SYM(name)                                                                                  \
    { name, TILE_A_SYMBOL, 0, 0, false, 0, 0 }
#define ENUM(name, which)                                                                          \
    { name, TILE_A_ENUM, TILE_E_##which, 0, false, 0, 0 }
#define ENUM_AT(name, which, fallback, minor)                                                      \
    { name, TILE_A_ENUM, TILE_E_##which, 0, false, TILE_VERSION(13, minor), fallback }
#define MAY(name, which)                                                                           \
    { name, TILE_A_ENUM, TILE_E_##which, 0, true, 0, 0 }
#define HINTS                                                                                      \
    { "optimization_hints", TILE_A_HINTS, 0, 0, true, 0, 0 }
#define ARRAY(name)                                                                                \
    { name, TILE_A_ARRAY, 0, 0, false, 0, 0 }
#define INTS(name, bits, minor)                                                                    \
    { name, TILE_A_INTS, 0, bits, false, TILE_VERSION(13, minor), 0 }
#define DENSE(name)                                                                                \
    { name, TILE_A_DENSE, 0, 0, false, 0, 0 }
#define PRED(name)                                                                                 \
    { name, TILE_A_PREDICATE, 0, 0, false, 0, 0 }

const TileOpRow tile_op_row[TILE_O_COUNT] = {
#define TILE_OP(id, number, name, minor, flags, operands, attrs, results, nregion, same, syntax,   \
                prefix)                                                                            \
    [TILE_O_##id] = {name,           number,          TILE_VERSION(13, minor),                     \
                     flags,          {LIST operands}, {LIST attrs},                                \
                     {LIST results}, nregion,         same,                                        \
                     syntax,         prefix},
#include "tile/op.def"
#undef TILE_OP
};

enum { NUMBERS = 0x80 }; // operations have smaller ones
static const uint8_t numbered[NUMBERS] = {
#define TILE_OP(id, number, ...) [number] = TILE_O_##id + 1,
#include "tile/op.def"
#undef TILE_OP
};
_Static_assert(TILE_O_COUNT < 255, "an opcode fits a byte");
_Static_assert(TILE_T_COUNT <= 31, "a type fits a set");

// By a table, since the bytecode reader asks for each operation.
TileOpcode tile_op_numbered(uint64_t number) {
    return number < NUMBERS && numbered[number] ? (TileOpcode)(numbered[number] - 1) : TILE_O_COUNT;
}

static bool same_name(const char *row, const char *name, size_t n) {
    return strlen(row) == n && memcmp(row, name, n) == 0;
}

// One by one: texts are short, and names are compared by their length first.
TileOpcode tile_op_named(const char *name, size_t n) {
    for (int i = 0; i < TILE_O_COUNT; i++) {
        if (same_name(tile_op_row[i].name, name, n)) return (TileOpcode)i;
    }
    // what it was called before 13.4, and before 13.2
    if (same_name("pow", name, n)) return TILE_O_POW;
    if (same_name("print", name, n)) return TILE_O_PRINT;
    return TILE_O_COUNT;
}

TileTypeKind tile_type_tagged(uint64_t tag) {
    for (int i = 0; i < TILE_T_COUNT; i++) {
        if (tile_type_row[i].tag == tag) return (TileTypeKind)i;
    }
    return TILE_T_COUNT;
}

TileTypeKind tile_type_named(const char *name, size_t n) {
    for (int i = 0; i < TILE_T_COUNT; i++) {
        if (same_name(tile_type_row[i].name, name, n)) return (TileTypeKind)i;
    }
    return TILE_T_COUNT;
}

// Tag 0 is no tag: it marks kinds that never come with one.
TileAttrKind tile_attr_tagged(uint64_t tag) {
    for (int i = 0; tag && i < TILE_A_COUNT; i++) {
        if (tile_attr_row[i].tag == tag) return (TileAttrKind)i;
    }
    return TILE_A_COUNT;
}

// Lists end at their first slot without a name.
uint32_t tile_nslots(const TileSlot *slot) {
    uint32_t n = 0;
    while (n < TILE_SLOTS && slot[n].name) n++;
    return n;
}

uint32_t tile_nattrs(const TileAttrSlot *slot) {
    uint32_t n = 0;
    while (n < TILE_SLOTS && slot[n].name) n++;
    return n;
}

int tile_slot_find(const TileSlot *slot, const char *name, size_t n) {
    for (uint32_t i = 0; i < tile_nslots(slot); i++) {
        if (same_name(slot[i].name, name, n)) return (int)i;
    }
    return -1;
}

int tile_attr_find(const TileAttrSlot *slot, const char *name, size_t n) {
    for (uint32_t i = 0; i < tile_nattrs(slot); i++) {
        if (same_name(slot[i].name, name, n)) return (int)i;
    }
    return -1;
}

const char *tile_further_place(const TileOpRow *row) {
    const char *types = NULL, *part = row->syntax;
    bool group = false; // that may be left out
    for (; *part && *part != '@';) {
        size_t n = strcspn(part, " ");
        bool sign = strncmp(part, "':'", 3) == 0 || strncmp(part, "'->'", 4) == 0;
        if (is_any_of(*part, '{', '}')) group = *part == '{';
        if (sign && !group && !types) types = part;
        part += n + (part[n] == ' ');
    }
    return *part || !types ? part : types;
}

// The words of an enum stand in one string, in the order of their numbers.
const char *tile_enum_word(TileEnum which, uint64_t number, uint32_t *length) {
    const char *at = tile_enum_row[which].words;
    while (number && (at = strchr(at, ' '))) number--, at++;
    if (at) *length = (uint32_t)strcspn(at, " ");
    return at;
}

int tile_enum_number(TileEnum which, const char *word, size_t n) {
    uint32_t length;
    const char *at;
    for (int i = 0; (at = tile_enum_word(which, (uint64_t)i, &length)); i++) {
        if (length == n && memcmp(at, word, n) == 0) return i;
    }
    return -1;
}

bool tile_debug_fits(char field, const TileDebug *record) {
    if (!record) return field == 'l';
    if (field == 'f') return record->kind == TILE_D_FILE;
    if (field == 'u') return record->kind == TILE_D_UNIT;
    if (field == 'c') return is_any_of(record->kind, TILE_D_SUBPROGRAM, TILE_D_BLOCK);
    return is_any_of(record->kind, TILE_D_LOC, TILE_D_CALL, TILE_D_UNKNOWN, TILE_D_NAME,
                     TILE_D_FUSED);
}
