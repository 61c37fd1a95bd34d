// SPDX-License-Identifier: Apache-2.0
// Names of values in text, as MLIR's printer gives them: those of a region before those of the
// regions in it, numbers for values without a name of their own, and behind a name that is taken a
// number that counts the clashes. Regions beside each other begin with the same counts.
#include "base/apfloat.h"
#include "tile/write/print_int.h"

typedef struct {
    Ctx *ctx;
    Map used;       // names in the region at hand and those around it
    VEC(Atom) list; // the same, in order
    Arena *arena;
} Names;
typedef struct {
    uint32_t value, arg, clash;
} Counts;

static void set_name(Names *names, TileValue *named, Atom name, Counts *counts) {
    Atom unique = name;
    while (map_get(&names->used, unique)) {
        unique = atom_printf(names->ctx, "%s_%u", atom_str(names->ctx, name), counts->clash++);
    }
    map_put(&names->used, unique, names);
    vec_push(names->arena, &names->list, unique);
    named->name = atom_printf(names->ctx, "%%%s", atom_str(names->ctx, unique));
}

// The whole number that a float is, as a part of its constant's name: below 2^64 and not negative.
static bool whole_number(const ApFloat *value, uint64_t *out) {
    uint32_t flags = 0;
    ApInt i = apf_to_int(*value, 64, false, APF_RTZ, &flags);
    *out = apint_u64(&i);
    return flags == 0 && !(value->sign && apf_is_zero(*value));
}

// A constant of one value is named after it: %cst_1_i32.
static Atom constant_name(Ctx *ctx, const TileAttr *dense) {
    TileTypeKind kind = (TileTypeKind)dense->type->sub->kind;
    const TileTypeRow *row = &tile_type_row[kind];
    bool splat = tile_dense_splat(dense);
    uint64_t bits = splat ? tile_dense_bits(dense, 0) : 0;
    if (kind == TILE_T_I1) return atom_cstr(ctx, !splat ? "cst_i1" : bits ? "true" : "false");
    if (!splat) return atom_printf(ctx, "cst_%s", row->name);
    if (row->class == TILE_CLASS_INT) {
        int64_t value = (int64_t)(bits << (64 - row->bits)) >> (64 - row->bits);
        return atom_printf(ctx, "cst_%lld_%s", (long long)value, row->name);
    }
    ApFloat value = tp_float(kind, bits);
    uint64_t whole;
    if (apf_is_nan(value)) return atom_printf(ctx, "cst_NaN_%s", row->name);
    if (!whole_number(&value, &whole)) return atom_printf(ctx, "cst_%s", row->name);
    return atom_printf(ctx, "cst_%llu_%s", (unsigned long long)whole, row->name);
}

// The name that an operation gives one of its results, 0: none.
static Atom own_name(Ctx *ctx, const TileOp *producer, uint32_t result) {
    const TileOpRow *row = tile_row(producer);
    if (tile_nslots(row->result) > 1) return atom_cstr(ctx, row->result[result].name);
    if (result || !*row->prefix) return 0;
    if (producer->code == TILE_O_CONSTANT)
        return producer->attr[0] ? constant_name(ctx, producer->attr[0]) : 0;
    if (producer->code != TILE_O_ASSUME || producer->noperand == 0)
        return atom_cstr(ctx, row->prefix);
    // An assumption is named after what it is about, if that asks for names at all.
    const TileValue *about = producer->operand[0];
    if (!about->op || !tp_names(about->op)) return atom_cstr(ctx, row->prefix);
    Atom name = own_name(ctx, about->op, about->index);
    return atom_printf(ctx, "%s_%s", row->prefix, name ? atom_str(ctx, name) : "");
}

bool tp_names(const TileOp *op) {
    const TileOpRow *row = tile_row(op);
    return tile_nslots(row->result) > 1 || *row->prefix ||
           is_any_of(op->code, TILE_O_LOOP, TILE_O_IF, TILE_O_SCAN);
}

// Results that have no names of their own are those of a group: %a#0, %a#1.
static void name_results(Names *names, TileOp *producer, Counts *counts) {
    bool each = tile_nslots(tile_row(producer)->result) > 1;
    Atom group = 0;
    for (uint32_t i = 0; i < producer->nresult; i++) {
        TileValue *value = producer->result[i];
        Atom own = own_name(names->ctx, producer, i);
        if (own)
            set_name(names, value, own, counts);
        else if (i == 0)
            value->name = atom_printf(names->ctx, "%%%u", counts->value++);
        if (own && each) continue;
        if (i == 0) group = value->name;
        if (producer->nresult > 1) {
            value->name = atom_printf(names->ctx, "%s#%u", atom_str(names->ctx, group), i);
        }
    }
}

static Atom arg_name(Ctx *ctx, const TileBlock *owner, uint32_t i, Counts *counts) {
    int code = owner->parent ? owner->parent->code : -1;
    if (code == TILE_O_FOR) {
        return i == 0 ? atom_cstr(ctx, "loopIdx") : atom_printf(ctx, "iterArg%u", i - 1);
    }
    if (code == TILE_O_REDUCE) {
        const char *side = i % 2 ? "rhs" : "lhs";
        return owner->narg > 2 ? atom_printf(ctx, "reduce_%s%u", side, i / 2)
                               : atom_printf(ctx, "reduce_%s", side);
    }
    return atom_printf(ctx, "arg%u", counts->arg++);
}

// Recursion is bounded: readers count the depth of regions.
static void name_block(Names *names, TileBlock *named, Counts counts) {
    uint32_t before = names->list.n;
    for (uint32_t i = 0; i < named->narg; i++) {
        set_name(names, named->arg[i], arg_name(names->ctx, named, i, &counts), &counts);
    }
    for (uint32_t i = 0; i < named->ops.n; i++) name_results(names, named->ops.at[i], &counts);
    for (uint32_t i = 0; i < named->ops.n; i++) {
        const TileOp *op = named->ops.at[i];
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) name_block(names, op->region[k], counts);
        }
    }
    while (names->list.n > before) map_put(&names->used, vec_pop(&names->list), NULL);
}

void tp_name_values(TileModule *module, Arena *arena) {
    Names names = {.ctx = module->ctx, .arena = arena};
    map_init(&names.used, arena);
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        name_block(&names, module->funcs.at[i]->body, (Counts){0, 0, 0});
    }
}
