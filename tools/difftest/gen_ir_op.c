// SPDX-License-Identifier: Apache-2.0
// The generator of IR programs: instructions by template (gen_ir_op.def). A template is expanded on
// operands of the pool, or twice on the same constants, once as they are and once loaded from
// memory that the compiler cannot know: both results must be equal, or the program traps.
#include "gen_ir_int.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    char what, second;
    const char *operands;
    char result;
    uint32_t least;
    const char *flags, *text;
} Row;

static const Row rows[] = {
#define ROW(what, second, operands, result, least, flags, text)                                    \
    {#what[0], #second[0], operands, #result[0], least, flags, text},
#include "gen_ir_op.def"
#undef ROW
};

typedef struct Expansion {
    Gen *gen;
    const Row *row;
    const Type *type, *second;
    const char *operands[4];
    const char *shuffle, *shuffle_poison, *shuffle_kept; // masks
    const char *any[4];                                  // the constants #q, #d, #Q, #s
    const char *int_predicate, *float_predicate;
    const char *slot; // $A, once it is used
    uint32_t raw[3];  // #9, #7, #6
} Expansion;

static bool flag(const Row *row, char letter) {
    return strchr(row->flags, letter) != NULL;
}

static const Type *letter_type(Gen *gen, char letter, const Type *type, const Type *second) {
    switch (letter) {
    case 'U': return second;
    case 'E': return type_scalar(type);
    case 'B': return type_shaped(gen, type, type_int(gen, 1));
    case '1': return type_int(gen, 1);
    case '3': return type_int(gen, 32);
    case '6': return type_int(gen, 64);
    case '8': return type_int(gen, 8);
    default: return type;
    }
}

// ---- choosing the types ----

static const Type *draw_first(Gen *gen, const Row *row) {
    if (row->what == 'w') return type_int(gen, 32);
    bool can_be_int = strchr("IiJVAa", row->what), can_be_float = strchr("FfGVAa", row->what);
    bool is_int = can_be_int && (!can_be_float || gen_chance(gen, 65));
    const Type *scalar = is_int ? random_int(gen) : random_float(gen);
    if (flag(row, 'X') && scalar->bits % 16 != 0)
        scalar = type_int(gen, 16 * (1 + gen_below(gen, 8)));
    if (flag(row, 'Y') && scalar->bits > 64) scalar = type_int(gen, 32);
    if (is_int && scalar->bits < row->least)
        scalar = type_int(gen, row->least + gen_below(gen, 30));
    if (flag(row, 'X')) scalar = type_int(gen, (scalar->bits + 15) / 16 * 16);

    bool only_vectors = strchr("GJV", row->what), no_vectors = islower((unsigned char)row->what);
    const Type *type = random_shape(gen, scalar, only_vectors ? 100 : no_vectors ? 0 : 25);
    if (flag(row, 'S') && type->kind == TYPE_VECTOR && type->count > 4)
        type = type_vector(gen, scalar, 2);
    return type;
}

// A type of the same size that is not this one.
static const Type *draw_equal_size(Gen *gen, const Type *type) {
    uint32_t bits = type_total_bits(type);
    for (int tries = 0; tries < 12; tries++) {
        const Type *scalar = gen_chance(gen, 60) ? random_int(gen) : random_float(gen);
        if (bits % scalar->bits != 0 || bits / scalar->bits > 16) continue;
        uint32_t lanes = bits / scalar->bits;
        return lanes == 1 && gen_chance(gen, 90) ? scalar : type_vector(gen, scalar, lanes);
    }
    return type_int(gen, bits);
}

static uint32_t float_rank(const Type *scalar) {
    return scalar->bits;
}

// NULL: draw again.
static const Type *draw_second(Gen *gen, const Row *row, const Type *type) {
    const Type *scalar = type_scalar(type), *other;
    switch (row->second) {
    case 'n':
    case 'w': {
        other = scalar->kind == TYPE_INT ? random_int(gen) : random_float(gen);
        uint32_t a = float_rank(scalar), b = float_rank(other);
        return (row->second == 'n' ? b < a : b > a) ? type_shaped(gen, type, other) : NULL;
    }
    case 'e': return draw_equal_size(gen, type);
    case 'I':
        other = random_int(gen);
        if (flag(row, '2') && other->bits < 2) return NULL;
        // A float as one bit is the opposite with LLVM.
        if (other->bits == 1 && scalar->kind == TYPE_FLOAT && (gen->for_llvm || gen->for_nvidia))
            return NULL;
        return type_shaped(gen, type, other);
    case 'F': {
        // -1 of one bit is 1.0 with LLVM.
        if (scalar->bits == 1 && (gen->for_llvm || gen->for_nvidia)) return NULL;
        other = random_float(gen);
        uint32_t limit = other->bits == 64 ? 128 : other->bits == 32 || other->brain ? 64 : 15;
        return scalar->bits <= limit ? type_shaped(gen, type, other) : NULL;
    }
    case 'v': return type_vector(gen, scalar, 1 + gen_below(gen, 8));
    case 'd': return type->count <= 8 ? type_vector(gen, scalar, 2 * type->count) : NULL;
    default: return type;
    }
}

// ---- expanding ----

static void draw_masks(Expansion *e) {
    if (e->row->second != 'v') return;
    Gen *gen = e->gen;
    Buffer all = {0}, holes = {0}, kept = {0};
    for (uint32_t i = 0; i < e->second->count; i++) {
        const char *comma = i ? ", " : "<";
        uint32_t two = gen_below(gen, 2 * e->type->count), one = gen_below(gen, e->type->count);
        bool keep = gen_chance(gen, 70);
        buffer_add(&all, "%si32 %u", comma, two);
        if (keep)
            buffer_add(&holes, "%si32 %u", comma, one);
        else
            buffer_add(&holes, "%si32 poison", comma);
        buffer_add(&kept, "%si1 %s", comma, keep ? "true" : "false");
    }
    e->shuffle = gen_text(gen, "%s>", all.at);
    e->shuffle_poison = gen_text(gen, "%s>", holes.at);
    e->shuffle_kept = gen_text(gen, "%s>", kept.at);
    free(all.at);
    free(holes.at);
    free(kept.at);
}

static Expansion expansion_new(Gen *gen, const Row *row, const Type *type, const Type *second) {
    static const char *const int_predicates[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                                 "ule", "sgt", "sge", "slt", "sle"};
    static const char *const float_predicates[] = {"oeq", "ogt", "oge",  "olt",  "ole", "one",
                                                   "ord", "ueq", "ugt",  "uge",  "ult", "ule",
                                                   "une", "uno", "true", "false"};
    Expansion e = {.gen = gen, .row = row, .type = type, .second = second};
    uint32_t bits = type_scalar(type)->bits;
    e.int_predicate = int_predicates[gen_below(gen, 10)];
    e.float_predicate = float_predicates[gen_below(gen, 16)];
    e.raw[0] = type->kind == TYPE_VECTOR ? gen_below(gen, type->count) : 0;
    e.raw[1] = gen_below(gen, bits);
    e.raw[2] = gen_below(gen, 1024);
    e.any[0] = constant_random(gen, type);
    if (type_is_int(type)) {
        e.any[1] = constant_divisor(gen, type);
        e.any[3] = constant_number(gen, type, gen_below(gen, bits));
    }
    e.any[2] = constant_random(gen, second);
    draw_masks(&e);
    return e;
}

// The number 2^k that is a bound of the second type's values, as a float.
static const char *float_bound(Expansion *e) {
    const Type *scalar = type_scalar(e->type);
    int limit = scalar->bits == 16 && !scalar->brain ? 15 : 126;
    int bits = (int)type_scalar(e->second)->bits - 1;
    return constant_double(e->gen, e->type, ldexp(1.0, bits < limit ? bits : limit));
}

static const char *constant(Expansion *e, char letter) {
    Gen *gen = e->gen;
    const Type *type = e->type;
    uint32_t bits = type_scalar(type)->bits, other = type_scalar(e->second)->bits;
    switch (letter) {
    case '0':
    case '1':
    case '2': return constant_number(gen, type, (uint64_t)(letter - '0'));
    case 'w': return constant_number(gen, type, bits);
    case 'm': return constant_number(gen, type, bits - 1);
    case 'h': return constant_number(gen, type, bits / 2);
    case 'k': return constant_number(gen, type, bits - bits / 2);
    case 'l': return constant_mask(gen, type, bits / 2);
    case 'L': return constant_mask(gen, type, (bits - 1) / 2);
    case '-': return constant_mask(gen, type, bits);
    case 't': return constant_bit(gen, type, bits - 1);
    case 'u': return constant_mask(gen, type, other);
    case 'v': return constant_number(gen, type, bits - other);
    case 'F': return constant_mask(gen, e->second, other < 7 ? other : 7);
    case 'I': return constant_number(gen, e->second, 1);
    case 'q': return e->any[0];
    case 'd': return e->any[1];
    case 'Q': return e->any[2];
    case 's': return e->any[3];
    case 'p': return constant_double(gen, type, 0.0);
    case 'o': return constant_double(gen, type, 1.0);
    case 'H': return constant_double(gen, type, 0.5);
    case 'e': return constant_double(gen, type_scalar(type), 0.0);
    case 'f': return float_bound(e);
    case '9': return gen_text(gen, "%u", e->raw[0]);
    case '7': return gen_text(gen, "%u", e->raw[1]);
    case '6': return gen_text(gen, "%u", e->raw[2]);
    default: abort();
    }
}

static const char *word(Expansion *e, char letter) {
    switch (letter) {
    case 'A':
        if (!e->slot) e->slot = entry_alloca(e->gen, e->type, 16);
        return e->slot;
    case 'P': return e->int_predicate;
    case 'Q': return e->float_predicate;
    case 'i': return e->type->suffix;
    case 'j': return e->second->suffix;
    case 'e': return type_scalar(e->type)->suffix;
    case 'N': return gen_text(e->gen, "%u", e->type->count);
    case 'O': return gen_text(e->gen, "%u", e->type->count + 1);
    case 'M': return gen_text(e->gen, "%u", e->second->count);
    case 'S': return e->shuffle;
    case 'R': return e->shuffle_poison;
    case 'K': return e->shuffle_kept;
    default: return letter_type(e->gen, letter, e->type, e->second)->name;
    }
}

// Writes the instructions and gives the result's name.
static const char *expand(Expansion *e) {
    Gen *gen = e->gen;
    const char *at = e->row->text;
    uint32_t number = gen->next++;
    while (*at) {
        Buffer line = {0};
        for (; *at && *at != ';'; at++) {
            bool operand_here =
                *at == '@' && islower((unsigned char)at[1]) && !isalnum((unsigned char)at[2]);
            if (*at == '$' || *at == '#') {
                buffer_add(&line, "%s", *at == '$' ? word(e, at[1]) : constant(e, at[1]));
                at++;
            } else if (operand_here) {
                buffer_add(&line, "%s", e->operands[at[1] - 'a']);
                at++;
            } else if (*at == '%') {
                buffer_add(&line, "%%t%u", number);
            } else {
                buffer_add(&line, "%c", *at);
            }
        }
        gen_line(gen, "%s", line.at);
        free(line.at);
        for (at += *at == ';'; *at == ' ';) at++;
    }
    return gen_text(gen, "%%t%ur", number);
}

// What of it is compared: integers, or the bits of floats.
static const char *as_bits(Gen *gen, const Type **type, const char *value) {
    if (!type_is_float(*type)) return value;
    const Type *ints = type_shaped(gen, *type, type_int(gen, type_scalar(*type)->bits));
    const char *name = gen_name(gen);
    gen_line(gen, "%s = bitcast %s %s to %s", name, (*type)->name, value, ints->name);
    *type = ints;
    return name;
}

static void trap_unless_equal(Gen *gen, const Type *type, const char *a, const char *b,
                              const char *good) {
    const Type *ints = type;
    a = as_bits(gen, &ints, a);
    ints = type;
    b = as_bits(gen, &ints, b);
    const char *differ = gen_name(gen);
    gen_line(gen, "%s = icmp ne %s %s, %s", differ, ints->name, a, b);
    if (ints->kind == TYPE_VECTOR) {
        const char *some = gen_name(gen);
        gen_line(gen, "%s = call i1 @llvm.vector.reduce.or.v%ui1(<%u x i1> %s)", some, ints->count,
                 ints->count, differ);
        differ = some;
    }
    const char *bad = gen_text(gen, "differ%u", gen->next++);
    gen_line(gen, "br i1 %s, label %%%s, label %%%s", differ, bad, good);
    gen_label(gen, bad);
    gen_line(gen, "call void @llvm.trap()");
    gen_line(gen, "unreachable");
    gen_label(gen, good);
}

static const char *load_constant(Gen *gen, const Type *type, const char *constant_text);

// The lanes one by one.
static const char *load_lanes(Gen *gen, const Type *type, const char *constant_text) {
    const char *base = "poison", *at = constant_text + 1;
    for (uint32_t i = 0; i < type->count; i++) {
        const char *end = at + strcspn(at, ",>"), *number = strchr(at, ' ') + 1,
                   *name = gen_name(gen);
        const char *lane = gen_text(gen, "%.*s", (int)(end - number), number);
        const char *loaded = load_constant(gen, type->element, lane);
        gen_line(gen, "%s = insertelement %s %s, %s %s, i32 %u", name, type->name, base,
                 type->element->name, loaded, i);
        base = name;
        at = end + 2;
    }
    return base;
}

// Constants that are operands are also variables that another module might have changed.
static const char *load_constant(Gen *gen, const Type *type, const char *constant_text) {
    // LLVM's initial values are wrong for lanes that do not fill their bytes.
    bool packed = type->kind == TYPE_VECTOR && !type_fills_memory(type);
    if (packed && (gen->for_llvm || gen->for_nvidia)) return load_lanes(gen, type, constant_text);

    const char *global = gen_text(gen, "@constant%u", gen->next++), *name = gen_name(gen);
    // In a structure: LLVM writes ".u33" for a variable of that type alone.
    buffer_add(&gen->tail, "%s = addrspace(1) global { %s } { %s %s }, align 16\n", global,
               type->name, type->name, constant_text);
    gen_line(gen, "%s = load %s, ptr addrspace(1) %s, align 16", name, type->name, global);
    return name;
}

static void expand_twice(Expansion *e, const Type *result) {
    Gen *gen = e->gen;
    const char *constants[4], *good = gen_text(gen, "same%u", gen->next++);
    uint32_t piece = piece_open(gen), count = (uint32_t)strlen(e->row->operands);

    for (uint32_t i = 0; i < count; i++) {
        const Type *type = letter_type(gen, e->row->operands[i], e->type, e->second);
        e->operands[i] = constants[i] = constant_random(gen, type);
    }
    const char *folded = expand(e);
    if (type_is_float(result)) folded = without_nan(gen, result, folded);

    for (uint32_t i = 0; i < count; i++) {
        const Type *type = letter_type(gen, e->row->operands[i], e->type, e->second);
        e->operands[i] = load_constant(gen, type, constants[i]);
    }
    const char *computed = expand(e);
    if (type_is_float(result)) computed = without_nan(gen, result, computed);

    trap_unless_equal(gen, result, folded, computed, good);
    piece_end(gen, piece,
              gen_text(gen, "  br label %%%s\n%s:\n%s%s", good, good,
                       gen_fallback(gen, result, folded), gen_fallback(gen, result, computed)));
    gen_add_value(gen, result, folded);
    gen_add_value(gen, result, computed);
}

// Whether the program may have it, and here.
static bool possible(const Gen *gen, const Row *row) {
    if ((flag(row, 'L') || flag(row, 'M')) && gen->for_llvm) return false;
    if (flag(row, 'N') && gen->for_nvidia) return false;
    return !flag(row, 'C') || (gen->in_kernel && !gen->divergent);
}

// Where both judges are wrong, or one is.
static bool judged_well(const Gen *gen, const Row *row, const Type *type, const Type *second) {
    if (flag(row, 'F') && !type_fills_memory(type)) return false;
    if (!gen->for_llvm && !gen->for_nvidia) return true;
    // LLVM takes the integer of a one-bit -1 for 1 when it becomes a float.
    bool bit = type_scalar(type)->bits == 1 || type_scalar(second)->bits == 1;
    if (bit && strstr(row->text, "sext")) return false;
    if (flag(row, 'H') && type_scalar(type)->bits == 16) return false;
    return !flag(row, 'W') || type_scalar(second)->bits <= 64;
}

void make_template(Gen *gen) {
    const Row *row;
    const Type *type, *second = NULL;
    do {
        row = &rows[gen_below(gen, sizeof rows / sizeof *rows)];
        second = NULL;
        if (!possible(gen, row)) continue;
        type = draw_first(gen, row);
        second = draw_second(gen, row, type);
    } while (!second || !judged_well(gen, row, type, second));

    Expansion e = expansion_new(gen, row, type, second);
    const Type *result = letter_type(gen, row->result, type, second);
    if (gen_chance(gen, 20) && !flag(row, 'C')) {
        expand_twice(&e, result);
        return;
    }

    for (uint32_t i = 0; row->operands[i]; i++) {
        const Type *wanted = letter_type(gen, row->operands[i], type, second);
        bool is_constant = gen_chance(gen, 6);
        e.operands[i] = is_constant ? constant_random(gen, wanted) : operand(gen, wanted);
    }
    uint32_t piece = piece_open(gen);
    const char *value = expand(&e);
    if (type_is_float(result)) value = without_nan(gen, result, value);
    piece_value(gen, piece, result, value);
}
