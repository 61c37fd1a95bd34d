// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: llvm.nvvm.* that are functions of their operands, by the signatures
// of src/ir/intrin.def; and special registers whose value the launch alone decides.
#include "gen_ir_int.h"
#include "ir/ir.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

typedef struct Fields { // what a row of the table gives
    uint32_t props, immarg;
    int64_t lo, hi;
} Fields;

static const struct {
    const char *name, *signature;
    Fields fields;
} rows[] = {
#define INTRIN(id, name, signature, ...) {name, signature, {__VA_ARGS__}},
#include "ir/intrin.def"
};

// Names (without "llvm.nvvm.") that are not used: with any judge, with LLVM 19, with libNVVM.
static const struct {
    const char *who, *pattern;
} left_out[] = {
#define LEFT_OUT(who, pattern, reason) {#who, pattern},
#include "gen_ir_nvvm.def"
#undef LEFT_OUT
};

static const Type *token_type(Gen *gen, const char *token, size_t length) {
    static const struct {
        const char *token;
        uint16_t bits;
        char kind;
        uint8_t lanes;
    } types[] = {{"i1", 1, 'i', 1},     {"i8", 8, 'i', 1},     {"i16", 16, 'i', 1},
                 {"i32", 32, 'i', 1},   {"i64", 64, 'i', 1},   {"f16", 16, 'f', 1},
                 {"bf16", 16, 'b', 1},  {"f32", 32, 'f', 1},   {"f64", 64, 'f', 1},
                 {"v2f16", 16, 'f', 2}, {"v2bf16", 16, 'b', 2}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].token) != length || strncmp(types[i].token, token, length) != 0)
            continue;
        const Type *type = types[i].kind == 'i'
                               ? type_int(gen, types[i].bits)
                               : type_float(gen, types[i].bits, types[i].kind == 'b');
        return types[i].lanes == 1 ? type : type_vector(gen, type, types[i].lanes);
    }
    return NULL;
}

// The types of a signature, the result first; their number, or 0 if there is another kind of type.
static uint32_t read_signature(Gen *gen, const char *at, const Type **types) {
    uint32_t count = 0;
    while (*at) {
        size_t length = strcspn(at, " ");
        if (count == 7 || !(types[count++] = token_type(gen, at, length))) return 0;
        at += length + (at[length] == ' ');
    }
    return count;
}

static bool allowed(const Gen *gen, const char *name) {
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        const char *who = left_out[i].who;
        bool counts =
            *who == 'A' || (*who == 'L' && gen->for_llvm) || (*who == 'N' && gen->for_nvidia);
        if (counts && fnmatch(left_out[i].pattern, name, 0) == 0) return false;
    }
    return true;
}

static uint32_t draw_row(Gen *gen) {
    const Type *types[7];
    for (;;) {
        uint32_t row = gen_below(gen, sizeof rows / sizeof *rows);
        bool pure = (rows[row].fields.props & IRI_PURE) == IRI_PURE;
        if (!pure || strncmp(rows[row].name, "llvm.nvvm.", 10) != 0) continue;
        if (allowed(gen, rows[row].name + 10) && read_signature(gen, rows[row].signature, types))
            return row;
    }
}

void make_nvvm(Gen *gen) {
    const Type *types[7];
    uint32_t row = draw_row(gen), count = read_signature(gen, rows[row].signature, types);
    const char *operands[7];
    for (uint32_t i = 1; i < count; i++) {
        bool immediate = rows[row].fields.immarg >> (i - 1) & 1;
        operands[i] = immediate || gen_chance(gen, 10) ? constant_random(gen, types[i])
                                                       : operand(gen, types[i]);
    }

    uint32_t piece = piece_open(gen);
    const char *name = gen_name(gen);
    Buffer text = {0};
    for (uint32_t i = 1; i < count; i++)
        buffer_add(&text, "%s%s %s", i > 1 ? ", " : "", types[i]->name, operands[i]);
    gen_line(gen, "%s = call %s @%s(%s)", name, types[0]->name, rows[row].name,
             text.at ? text.at : "");
    free(text.at);
    if (type_is_float(types[0])) name = without_nan(gen, types[0], name);
    piece_value(gen, piece, types[0], name);
}
