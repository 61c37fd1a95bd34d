// SPDX-License-Identifier: Apache-2.0
// simplifycfg, switches that only choose constants become arithmetic (late):
//
//     switch i32 %x [0 -> 10, 1 -> 11, 2 -> 12, 3 -> 13], else 0
//         =>  %in = icmp ult i32 %x, 4;   select i1 %in, i32 (%x + 10), i32 0
//     switch i32 %x [4 -> 3, 5 -> 5, 6 -> 11, 7 -> 2], else %d
//         =>  %i = add i32 %x, -4;   (0x2B53 >> 4 * %i) & 15
//
// Every case goes to one join, itself or over empty blocks, and for each phi there the values are
// all the same, rise by one step, or fit packed into a constant of 32 (or 64) bits. Values between
// the cases that have none take the default's, if that is a constant of the same join. Refused:
// fewer than MIN_CASES cases, more than MAX_PHIS phis, values that do not fit. There are no tables
// in memory: a load that misses costs more than the comparisons (nvcc makes none either).
#include "opt/cfg/cfg.h"

enum { MIN_CASES = 4, MAX_SPAN = 64, MAX_PHIS = 4 };

typedef enum { SAME, LINEAR, PACKED } Kind;
typedef struct {
    IrInst *phi;
    Kind kind;
    IrConst *value[MAX_SPAN]; // NULL: a value of x that no case has
    uint64_t base, step;      // LINEAR: base + step * i. PACKED: base + (bits >> i * step & mask)
    uint64_t bits;
    uint32_t packed_width; // 32 or 64
} Column;
typedef struct {
    Cfg *s;
    IrInst *sw;
    IrBlock *join;
    bool default_joins;
    IrBlock *default_from; // the block whose entry in the phis is the default's
    uint64_t least, span;
    uint32_t ncolumns;
    Column column[MAX_PHIS];
} Table;

// Where the edge to `to` leads past an empty block; *from: whose entry in the phis counts.
static IrBlock *goes_to(const Cfg *cfg, const IrInst *sw, IrBlock *to, IrBlock **from) {
    const IrInst *t = to->first;
    bool empty = t->v.op == IR_BR && t->nops == 1 && !opt_cfg_has_loop_md(cfg, t);
    *from = empty ? to : sw->block;
    return empty ? ir_succ(t, 0) : to;
}

// All cases go to the same place; directly, where that is no empty block itself.
static IrBlock *common_join(const Cfg *cfg, const IrInst *sw) {
    IrBlock *from, *join = goes_to(cfg, sw, (IrBlock *)ir_op(sw, 3), &from);
    IrBlock *direct = (IrBlock *)ir_op(sw, 3);
    bool one = true, all_direct = true;
    for (uint32_t k = 2; k < sw->nops; k += 2) {
        IrBlock *to = (IrBlock *)ir_op(sw, k + 1);
        one = one && (goes_to(cfg, sw, to, &from) == join || to == join);
        all_direct = all_direct && to == direct;
    }
    return one && !all_direct ? join : NULL;
}

static bool find_span(Table *table) {
    uint64_t least = UINT64_MAX, most = 0;
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (uint32_t k = 2; k < table->sw->nops; k += 2) {
        const IrConst *c = ir_as_cint(ir_op(table->sw, k));
        least = CU_MIN(least, ir_uval(c));
        most = CU_MAX(most, ir_uval(c));
        first = CU_MIN(first, ir_sval(c));
        last = CU_MAX(last, ir_sval(c));
    }
    // around zero the signed order is the short one
    bool use_signed = (uint64_t)last - (uint64_t)first < most - least;
    table->least = use_signed ? (uint64_t)first : least;
    table->span = (use_signed ? (uint64_t)last - (uint64_t)first : most - least) + 1;
    return table->span && table->span <= MAX_SPAN;
}

static IrConst *plain_constant(
    IrValue *value) { // integers of up to 64 bits; others only if all alike
    if (!ir_is_const(value) || ir_is_undef(value)) return NULL;
    return ir_as_const(value);
}

static bool fill(Table *table, Column *column) {
    uint64_t mask = ir_op(table->sw, 0)->type->bits >= 64
                        ? ~0ull
                        : (1ull << ir_op(table->sw, 0)->type->bits) - 1;
    for (uint32_t k = 2; k < table->sw->nops; k += 2) {
        IrBlock *to = (IrBlock *)ir_op(table->sw, k + 1), *from = table->sw->block;
        if (to != table->join) goes_to(table->s, table->sw, to, &from);
        IrConst *v =
            plain_constant(ir_phi_value(column->phi, (uint32_t)ir_phi_find(column->phi, from)));
        uint64_t at = (ir_uval(ir_as_cint(ir_op(table->sw, k))) - table->least) & mask;
        if (!v || at >= table->span) return false;
        column->value[at] = v;
    }

    IrConst *dflt = NULL;
    if (table->default_joins) {
        IrValue *v =
            ir_phi_value(column->phi, (uint32_t)ir_phi_find(column->phi, table->default_from));
        dflt = plain_constant(v);
    }
    for (uint32_t k = 0; k < table->span; k++) {
        if (!column->value[k] && !dflt) return false;
        if (!column->value[k]) column->value[k] = dflt;
    }
    return true;
}

static bool is_linear(Column *column, uint64_t span) {
    uint32_t bits = column->phi->v.type->bits;
    uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    column->base = ir_uval(column->value[0]);
    column->step = (ir_uval(column->value[1]) - column->base) & mask;
    for (uint32_t k = 2; k < span; k++) {
        if (ir_uval(column->value[k]) != ((column->base + k * column->step) & mask)) return false;
    }
    return true;
}

static bool is_packed(Column *column, uint64_t span) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t k = 0; k < span; k++) {
        least = CU_MIN(least, ir_sval(column->value[k]));
        most = CU_MAX(most, ir_sval(column->value[k]));
    }
    if (least >= 0 && most < 256) least = 0; // no addition where it hardly helps
    uint64_t range = (uint64_t)most - (uint64_t)least;
    uint32_t width = range ? 64 - (uint32_t)__builtin_clzll(range) : 1;
    if (width * span > 64) return false;

    // a power of two makes the multiplication a shift, if there is room
    uint32_t even = width <= 1 ? 1 : 1u << (32 - __builtin_clz(width - 1));
    if (even * span <= (width * span <= 32 ? 32u : 64u)) width = even;
    column->packed_width = width * span <= 32 ? 32 : 64;
    column->base = (uint64_t)least;
    column->step = width;
    column->bits = 0;
    for (uint32_t k = 0; k < span; k++) {
        column->bits |= ((uint64_t)ir_sval(column->value[k]) - (uint64_t)least) << (k * width);
    }
    return true;
}

static bool encode(Column *column, uint64_t span) {
    bool same = true, integers = ir_ty_is_word(column->phi->v.type);
    for (uint32_t k = 0; k < span; k++) {
        same = same && column->value[k] == column->value[0];
        integers = integers && column->value[k]->v.kind == IR_C_INT;
    }
    column->kind = SAME;
    if (same) return true;
    if (!integers) return false;
    column->kind = LINEAR;
    if (is_linear(column, span)) return true;
    column->kind = PACKED;
    return is_packed(column, span);
}

static bool analyse(Cfg *cfg, IrInst *sw, Table *table) {
    bool narrow = ir_op(sw, 0)->type->bits <= 64 && (sw->nops - 2) / 2 >= MIN_CASES;
    if (!narrow || opt_cfg_has_loop_md(cfg, sw)) return false;
    *table = (Table){.s = cfg, .sw = sw};
    table->join = common_join(cfg, sw);
    if (!table->join || table->join == sw->block || table->join->first->v.op != IR_PHI)
        return false;
    IrBlock *dflt = ir_succ(sw, 0);
    table->default_from = sw->block;
    table->default_joins = dflt == table->join;
    if (!table->default_joins) {
        table->default_joins = goes_to(cfg, sw, dflt, &table->default_from) == table->join;
    }
    if (!find_span(table)) return false;
    IR_FOREACH_PHI(i, table->join) {
        if (table->ncolumns == MAX_PHIS) return false;
        Column *c = &table->column[table->ncolumns++];
        c->phi = i;
        if (!fill(table, c) || !encode(c, table->span)) return false;
    }
    return true;
}

// ---- the code ----

static IrValue *linear(IrBuilder *builder, const Column *c, IrValue *at) {
    IrType *type = c->phi->v.type;
    IrValue *v = ir_int_resize(builder, at, type, false);
    v = ir_mul(builder, v, &ir_int(type, c->step)->v);
    return ir_add(builder, v, &ir_int(type, c->base)->v);
}

static IrValue *packed(IrBuilder *builder, const Column *column, IrValue *at) {
    IrType *word = column->packed_width == 32 ? builder->m->ty_i32 : builder->m->ty_i64;
    uint64_t mask = column->step >= 64 ? ~0ull : (1ull << column->step) - 1;
    IrValue *shift = ir_int_resize(builder, at, word, false);
    shift = ir_mul(builder, shift, &ir_int(word, column->step)->v);
    IrValue *v = ir_lshr(builder, &ir_int(word, column->bits)->v, shift);
    v = ir_and(builder, v, &ir_int(word, mask)->v);
    v = ir_int_resize(builder, v, column->phi->v.type, false);
    return ir_add(builder, v, &ir_int(column->phi->v.type, column->base)->v);
}

static IrValue *chosen(IrBuilder *builder, const Column *c, IrValue *at) {
    switch (c->kind) {
    case LINEAR: return linear(builder, c, at);
    case PACKED: return packed(builder, c, at);
    default: return &c->value[0]->v;
    }
}

static void rewrite(Table *table) {
    IrBlock *bb = table->sw->block;
    IrBuilder builder = ir_builder_at(table->sw);
    IrValue *value = ir_op(table->sw, 0), *at = value;
    if (table->least) at = ir_add(&builder, value, &ir_int(value->type, 0 - table->least)->v);
    bool whole = value->type->bits < 64 && table->span >> value->type->bits;
    IrValue *inside = whole ? &ir_true(builder.m)->v
                            : ir_cmp(&builder, IR_ULT, at, &ir_int(value->type, table->span)->v);

    for (uint32_t k = 0; k < table->ncolumns; k++) {
        const Column *c = &table->column[k];
        IrValue *v = chosen(&builder, c, at);
        if (table->default_joins) {
            uint32_t entry = (uint32_t)ir_phi_find(c->phi, table->default_from);
            v = ir_select(&builder, inside, v, ir_phi_value(c->phi, entry));
        }
        for (int e; (e = ir_phi_find(c->phi, bb)) >= 0;) {
            ir_remove_ops(c->phi, 2 * (uint32_t)e, 2);
        }
        ir_phi_add(c->phi, v, bb);
    }

    IrBlock *dflt = ir_succ(table->sw, 0);
    if (table->default_joins) {
        ir_br(&builder, table->join);
    } else {
        builder.no_fold = true; // both targets' phis have their entries
        ir_condbr(&builder, inside, table->join, dflt);
    }
    ir_erase(table->sw); // blocks that only it reached go at the end of the sweep
}

bool opt_cfg_switch_values(Cfg *cfg, IrBlock *bb) {
    IrInst *sw = ir_term(bb);
    if (sw->v.op != IR_SWITCH) return false;
    Table *t = arena_alloc(cfg->pc->tmp, sizeof *t, _Alignof(Table));
    if (!analyse(cfg, sw, t)) return false;
    rewrite(t);
    return true;
}
