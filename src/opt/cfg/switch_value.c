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
static IrBlock *goes_to(const Cfg *s, const IrInst *sw, IrBlock *to, IrBlock **from) {
    const IrInst *t = to->first;
    bool empty = t->v.op == IR_BR && t->nops == 1 && !opt_cfg_has_loop_md(s, t);
    *from = empty ? to : sw->block;
    return empty ? ir_succ(t, 0) : to;
}

// All cases go to the same place; directly, where that is no empty block itself.
static IrBlock *common_join(const Cfg *s, const IrInst *sw) {
    IrBlock *from, *join = goes_to(s, sw, (IrBlock *)ir_op(sw, 3), &from);
    IrBlock *direct = (IrBlock *)ir_op(sw, 3);
    bool one = true, all_direct = true;
    for (uint32_t k = 2; k < sw->nops; k += 2) {
        IrBlock *to = (IrBlock *)ir_op(sw, k + 1);
        one = one && (goes_to(s, sw, to, &from) == join || to == join);
        all_direct = all_direct && to == direct;
    }
    return one && !all_direct ? join : NULL;
}

static bool find_span(Table *t) {
    uint64_t least = UINT64_MAX, most = 0;
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (uint32_t k = 2; k < t->sw->nops; k += 2) {
        const IrConst *c = ir_as_cint(ir_op(t->sw, k));
        least = CU_MIN(least, ir_uval(c));
        most = CU_MAX(most, ir_uval(c));
        first = CU_MIN(first, ir_sval(c));
        last = CU_MAX(last, ir_sval(c));
    }
    // around zero the signed order is the short one
    bool use_signed = (uint64_t)last - (uint64_t)first < most - least;
    t->least = use_signed ? (uint64_t)first : least;
    t->span = (use_signed ? (uint64_t)last - (uint64_t)first : most - least) + 1;
    return t->span && t->span <= MAX_SPAN;
}

static IrConst *plain_constant(IrValue *v) { // integers of up to 64 bits; others only if all alike
    if (!ir_is_const(v) || ir_is_undef(v)) return NULL;
    return ir_as_const(v);
}

static bool fill(Table *t, Column *c) {
    uint64_t mask =
        ir_op(t->sw, 0)->type->bits >= 64 ? ~0ull : (1ull << ir_op(t->sw, 0)->type->bits) - 1;
    for (uint32_t k = 2; k < t->sw->nops; k += 2) {
        IrBlock *to = (IrBlock *)ir_op(t->sw, k + 1), *from = t->sw->block;
        if (to != t->join) goes_to(t->s, t->sw, to, &from);
        IrConst *v = plain_constant(ir_phi_value(c->phi, (uint32_t)ir_phi_find(c->phi, from)));
        uint64_t at = (ir_uval(ir_as_cint(ir_op(t->sw, k))) - t->least) & mask;
        if (!v || at >= t->span) return false;
        c->value[at] = v;
    }

    IrConst *dflt = NULL;
    if (t->default_joins) {
        IrValue *v = ir_phi_value(c->phi, (uint32_t)ir_phi_find(c->phi, t->default_from));
        dflt = plain_constant(v);
    }
    for (uint32_t k = 0; k < t->span; k++) {
        if (!c->value[k] && !dflt) return false;
        if (!c->value[k]) c->value[k] = dflt;
    }
    return true;
}

static bool is_linear(Column *c, uint64_t span) {
    uint32_t bits = c->phi->v.type->bits;
    uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    c->base = ir_uval(c->value[0]);
    c->step = (ir_uval(c->value[1]) - c->base) & mask;
    for (uint32_t k = 2; k < span; k++) {
        if (ir_uval(c->value[k]) != ((c->base + k * c->step) & mask)) return false;
    }
    return true;
}

static bool is_packed(Column *c, uint64_t span) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t k = 0; k < span; k++) {
        least = CU_MIN(least, ir_sval(c->value[k]));
        most = CU_MAX(most, ir_sval(c->value[k]));
    }
    if (least >= 0 && most < 256) least = 0; // no addition where it hardly helps
    uint64_t range = (uint64_t)most - (uint64_t)least;
    uint32_t width = range ? 64 - (uint32_t)__builtin_clzll(range) : 1;
    if (width * span > 64) return false;

    // a power of two makes the multiplication a shift, if there is room
    uint32_t even = width <= 1 ? 1 : 1u << (32 - __builtin_clz(width - 1));
    if (even * span <= (width * span <= 32 ? 32u : 64u)) width = even;
    c->packed_width = width * span <= 32 ? 32 : 64;
    c->base = (uint64_t)least;
    c->step = width;
    c->bits = 0;
    for (uint32_t k = 0; k < span; k++) {
        c->bits |= ((uint64_t)ir_sval(c->value[k]) - (uint64_t)least) << (k * width);
    }
    return true;
}

static bool encode(Column *c, uint64_t span) {
    bool same = true, integers = ir_ty_is_int(c->phi->v.type) && c->phi->v.type->bits <= 64;
    for (uint32_t k = 0; k < span; k++) {
        same = same && c->value[k] == c->value[0];
        integers = integers && c->value[k]->v.kind == IR_C_INT;
    }
    c->kind = SAME;
    if (same) return true;
    if (!integers) return false;
    c->kind = LINEAR;
    if (is_linear(c, span)) return true;
    c->kind = PACKED;
    return is_packed(c, span);
}

static bool analyse(Cfg *s, IrInst *sw, Table *t) {
    bool narrow = ir_op(sw, 0)->type->bits <= 64 && (sw->nops - 2) / 2 >= MIN_CASES;
    if (!narrow || opt_cfg_has_loop_md(s, sw)) return false;
    *t = (Table){.s = s, .sw = sw};
    t->join = common_join(s, sw);
    if (!t->join || t->join == sw->block || t->join->first->v.op != IR_PHI) return false;
    IrBlock *dflt = ir_succ(sw, 0);
    t->default_from = sw->block;
    t->default_joins = dflt == t->join;
    if (!t->default_joins) {
        t->default_joins = goes_to(s, sw, dflt, &t->default_from) == t->join;
    }
    if (!find_span(t)) return false;
    for (IrInst *i = t->join->first; i->v.op == IR_PHI; i = i->next) {
        if (t->ncolumns == MAX_PHIS) return false;
        Column *c = &t->column[t->ncolumns++];
        c->phi = i;
        if (!fill(t, c) || !encode(c, t->span)) return false;
    }
    return true;
}

// ---- the code ----

static IrValue *linear(IrBuilder *b, const Column *c, IrValue *at) {
    IrType *type = c->phi->v.type;
    IrValue *v = ir_int_resize(b, at, type, false);
    v = ir_mul(b, v, &ir_int(type, c->step)->v);
    return ir_add(b, v, &ir_int(type, c->base)->v);
}

static IrValue *packed(IrBuilder *b, const Column *c, IrValue *at) {
    IrType *word = c->packed_width == 32 ? b->m->ty_i32 : b->m->ty_i64;
    uint64_t mask = c->step >= 64 ? ~0ull : (1ull << c->step) - 1;
    IrValue *shift = ir_int_resize(b, at, word, false);
    shift = ir_mul(b, shift, &ir_int(word, c->step)->v);
    IrValue *v = ir_lshr(b, &ir_int(word, c->bits)->v, shift);
    v = ir_and(b, v, &ir_int(word, mask)->v);
    v = ir_int_resize(b, v, c->phi->v.type, false);
    return ir_add(b, v, &ir_int(c->phi->v.type, c->base)->v);
}

static IrValue *chosen(IrBuilder *b, const Column *c, IrValue *at) {
    switch (c->kind) {
    case LINEAR: return linear(b, c, at);
    case PACKED: return packed(b, c, at);
    default: return &c->value[0]->v;
    }
}

static void rewrite(Table *t) {
    IrBlock *bb = t->sw->block;
    IrBuilder b = ir_builder_at(t->sw);
    IrValue *x = ir_op(t->sw, 0), *at = x;
    if (t->least) at = ir_add(&b, x, &ir_int(x->type, 0 - t->least)->v);
    bool whole = x->type->bits < 64 && t->span >> x->type->bits;
    IrValue *inside =
        whole ? &ir_true(b.m)->v : ir_cmp(&b, IR_ULT, at, &ir_int(x->type, t->span)->v);

    for (uint32_t k = 0; k < t->ncolumns; k++) {
        const Column *c = &t->column[k];
        IrValue *v = chosen(&b, c, at);
        if (t->default_joins) {
            uint32_t entry = (uint32_t)ir_phi_find(c->phi, t->default_from);
            v = ir_select(&b, inside, v, ir_phi_value(c->phi, entry));
        }
        for (int e; (e = ir_phi_find(c->phi, bb)) >= 0;) {
            ir_remove_ops(c->phi, 2 * (uint32_t)e, 2);
        }
        ir_phi_add(c->phi, v, bb);
    }

    IrBlock *dflt = ir_succ(t->sw, 0);
    if (t->default_joins) {
        ir_br(&b, t->join);
    } else {
        b.no_fold = true; // both targets' phis have their entries
        ir_condbr(&b, inside, t->join, dflt);
    }
    ir_erase(t->sw); // blocks that only it reached go at the end of the sweep
}

bool opt_cfg_switch_values(Cfg *s, IrBlock *bb) {
    IrInst *sw = ir_term(bb);
    if (sw->v.op != IR_SWITCH) return false;
    Table *t = arena_alloc(s->pc->tmp, sizeof *t, _Alignof(Table));
    if (!analyse(s, sw, t)) return false;
    rewrite(t);
    return true;
}
