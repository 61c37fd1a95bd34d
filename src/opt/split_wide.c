// SPDX-License-Identifier: Apache-2.0
// split-wide: integers of 128 bits whose halves have nothing to do with each other become two
// of 64.
//
//     %a = zext i64 %x to i128                    %l = and i64 %y, 7
//     %b = shl i128 %a, 64                =>      store i64 %l, ptr %p
//     %c = zext i64 %y to i128                    store i64 %x, ptr %q
//     %d = or i128 %b, %c
//     %e = and i128 %d, -18446744073709551609     (all of the upper half, 7)
//     %f = trunc i128 %e to i64
//     store i64 %f, ptr %p
//     %g = lshr i128 %e, 64 ...
//
// The machine has registers of 64 bits, so nothing is lost; and what analyses and rules know of
// values of 64 bits (known and demanded bits above all) serves the halves of bit-fields, of packed
// structures and of products.
//
// Split are logic, shifts by constants, extensions, selects and phis, where something reads a half
// of them or compares them with another for equality. What is computed across the halves (sums,
// products, calls, memory) stays whole: it gives its halves by a shift and a truncation, and takes
// halves put together.
#include "opt/opt.h"

enum { HALF = 64, WIDE = 128 };

typedef struct {
    IrValue *at[2]; // low, high
} Halves;

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    IrType *half;
    Map known;            // value -> Halves
    Map whole;            // value -> its halves put together again
    Map now;              // a reader that is gone -> what stands for it: halves may name it
    VEC(IrInst *) wide;   // what is split
    VEC(IrInst *) reader; // of a half, or of both for equality
    VEC(IrInst *) taker;  // what reads split values whole
} Split;

static bool is_wide(const IrValue *v) {
    return v->type->kind == IR_TY_INT && v->type->bits == WIDE;
}

static bool shifts_by_constant(const IrInst *i) {
    const IrConst *k = ir_as_cint(ir_op(i, 1));
    return k && k->words[1] == 0 && k->words[0] < WIDE;
}

static bool extends_half(const IrInst *i) {
    return ir_op(i, 0)->type->kind == IR_TY_INT && ir_op(i, 0)->type->bits <= HALF;
}

static bool is_split(const IrValue *v) {
    const IrInst *i = ir_as_inst(v);
    if (!i || !is_wide(v)) return false;
    switch (i->v.op) {
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_PHI:
    case IR_SELECT: return true;
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return shifts_by_constant(i);
    case IR_ZEXT:
    case IR_SEXT: return extends_half(i);
    default: return false;
    }
}

// ---- halves ------------------------------------------------------------------------------------

static Halves halves(Split *s, IrValue *v);

static IrValue *count(const Split *s, uint64_t n) {
    return &ir_int(s->half, n)->v;
}

// The low half of (high:low) >> n, 0 < n < 64.
static IrValue *funnel(Split *s, IrBuilder *b, IrValue *high, IrValue *low, uint64_t n) {
    IrValue *x = ir_lshr(b, low, count(s, n)), *y = ir_shl(b, high, count(s, HALF - n));
    return ir_or(b, x, y);
}

static Halves shifted(Split *s, IrBuilder *b, const IrInst *i) {
    Halves x = halves(s, ir_op(i, 0));
    IrValue *zero = count(s, 0), *low = x.at[0], *high = x.at[1];
    uint64_t n = ((IrConst *)ir_op(i, 1))->words[0];
    if (!n) return x;
    if (i->v.op == IR_SHL) {
        if (n >= HALF) return (Halves){{zero, ir_shl(b, low, count(s, n - HALF))}};
        return (Halves){{ir_shl(b, low, count(s, n)), funnel(s, b, high, low, HALF - n)}};
    }
    IrOp op = (IrOp)i->v.op;
    IrValue *fill = op == IR_ASHR ? ir_ashr(b, high, count(s, HALF - 1)) : zero;
    if (n >= HALF) return (Halves){{ir_bin(b, op, 0, high, count(s, n - HALF)), fill}};
    return (Halves){{funnel(s, b, high, low, n), ir_bin(b, op, 0, high, count(s, n))}};
}

static Halves of_constant(Split *s, IrValue *v) {
    const IrConst *c = (IrConst *)v;
    if (v->kind == IR_C_INT) return (Halves){{count(s, c->words[0]), count(s, c->words[1])}};
    IrValue *none =
        v->kind == IR_C_POISON ? &ir_poison(s->m, s->half)->v : &ir_undef(s->m, s->half)->v;
    return (Halves){{none, none}};
}

// By a shift and truncations, right behind where the value is made.
static Halves of_whole(Split *s, IrValue *v) {
    IrInst *i = ir_as_inst(v);
    IrBuilder b = ir_builder_at(i ? i->next : ir_first_non_phi(s->f->first));
    IrValue *high = ir_lshr(&b, v, &ir_int(v->type, HALF)->v);
    return (Halves){{ir_trunc(&b, v, s->half), ir_trunc(&b, high, s->half)}};
}

static Halves of_split(Split *s, IrInst *i) {
    IrBuilder b = ir_builder_at(i);
    Halves r;
    if (i->v.op == IR_ZEXT || i->v.op == IR_SEXT) {
        IrValue *low = ir_cast(&b, (IrOp)i->v.op, i->v.flags & IR_NNEG, ir_op(i, 0), s->half);
        if (i->v.op == IR_ZEXT) return (Halves){{low, count(s, 0)}};
        return (Halves){{low, ir_ashr(&b, low, count(s, HALF - 1))}};
    }
    if (ir_ops[i->v.op].props & IRP_SHIFT) return shifted(s, &b, i);
    bool chosen = i->v.op == IR_SELECT;
    Halves x = halves(s, ir_op(i, chosen)), y = halves(s, ir_op(i, 1 + chosen));
    for (uint32_t k = 0; k < 2; k++) {
        r.at[k] = chosen ? ir_select(&b, ir_op(i, 0), x.at[k], y.at[k])
                         : ir_bin(&b, (IrOp)i->v.op, 0, x.at[k], y.at[k]);
    }
    return r;
}

static Halves of_phi(Split *s, IrInst *i) {
    IrBuilder b = ir_builder_at(i);
    Halves r;
    for (uint32_t k = 0; k < 2; k++) r.at[k] = &ir_phi(&b, s->half, i->nops / 2)->v;
    return r;
}

static void remember(Split *s, IrValue *v, Halves r) {
    Halves *kept = arena_new(s->pc->tmp, Halves);
    *kept = r;
    map_put(&s->known, (uintptr_t)v, kept);
}

static Halves halves(Split *s, IrValue *v) {
    Halves *known = map_get(&s->known, (uintptr_t)v);
    if (known) {
        for (uint32_t k = 0; k < 2; k++) {
            IrValue *by;
            while ((by = map_get(&s->now, (uintptr_t)known->at[k]))) known->at[k] = by;
        }
        return *known;
    }
    bool constant = v->kind == IR_C_INT || ir_is_undef(v);
    Halves r;
    if (constant)
        r = of_constant(s, v);
    else if (is_split(v)) // in a block that is never reached
        r = of_constant(s, &ir_poison(s->m, v->type)->v);
    else
        r = of_whole(s, v);
    remember(s, v, r);
    return r;
}

// ---- who reads them ----------------------------------------------------------------------------

static bool reads_split(const IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) {
        const IrValue *v = ir_op(i, k);
        if (v && is_split(v)) return true;
    }
    return false;
}

static bool reads_half(const IrInst *i) {
    if (i->v.op == IR_TRUNC) return i->v.type->bits <= HALF;
    return i->v.op == IR_ICMP && (i->pred == IR_EQ || i->pred == IR_NE);
}

// False: nothing reads a half, or a value is made where nothing can follow it.
static bool collect(Split *s) {
    const AnCfg *cfg = an_cfg(s->pc->an);
    bool worth = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (is_wide(&i->v) && ir_is_term(i)) return false;
            if (is_split(&i->v)) {
                vec_push(s->pc->tmp, &s->wide, i);
            } else if (reads_split(i)) {
                bool half = reads_half(i);
                if (half) vec_push(s->pc->tmp, &s->reader, i);
                if (!half) vec_push(s->pc->tmp, &s->taker, i);
                worth |= half;
            }
        }
    }
    return worth;
}

static bool is_extension(const IrValue *v) {
    return v->op == IR_ZEXT || v->op == IR_SEXT;
}

static void split_all(Split *s) {
    for (uint32_t k = 0; k < s->wide.n; k++) {
        IrInst *i = s->wide.at[k];
        remember(s, &i->v, i->v.op == IR_PHI ? of_phi(s, i) : of_split(s, i));
    }
    for (uint32_t k = 0; k < s->wide.n; k++) {
        IrInst *i = s->wide.at[k];
        if (i->v.op != IR_PHI) continue;
        Halves r = halves(s, &i->v);
        for (uint32_t p = 0; p < i->nops / 2; p++) {
            Halves from = halves(s, ir_op(i, 2 * p));
            for (uint32_t h = 0; h < 2; h++)
                ir_phi_add(ir_as_inst(r.at[h]), from.at[h], ir_phi_block(i, p));
        }
    }
}

static void rewrite_reader(Split *s, IrInst *i) {
    IrBuilder b = ir_builder_at(i);
    Halves x = halves(s, ir_op(i, 0));
    if (i->v.op == IR_TRUNC) {
        IrValue *low = x.at[0];
        if (i->v.type->bits != HALF) low = ir_trunc(&b, low, i->v.type);
        map_put(&s->now, (uintptr_t)i, low);
        ir_replace_erase(i, low);
        return;
    }
    Halves y = halves(s, ir_op(i, 1));
    IrValue *low = ir_xor(&b, x.at[0], y.at[0]), *high = ir_xor(&b, x.at[1], y.at[1]);
    ir_replace_erase(i, ir_cmp(&b, (IrPred)i->pred, ir_or(&b, low, high), count(s, 0)));
}

static IrValue *whole(Split *s, IrInst *i) {
    IrValue **known = (IrValue **)map_slot(&s->whole, (uintptr_t)i);
    if (*known) return *known;
    bool phi = i->v.op == IR_PHI;
    IrBuilder b = ir_builder_at(phi ? ir_first_non_phi(i->block) : i->next);
    Halves x = halves(s, &i->v);
    IrValue *low = ir_zext(&b, x.at[0], i->v.type), *high = ir_zext(&b, x.at[1], i->v.type);
    high = ir_shl(&b, high, &ir_int(i->v.type, HALF)->v);
    return *known = ir_bin(&b, IR_OR, IR_DISJOINT, low, high);
}

static void rewrite_taker(Split *s, IrInst *i) {
    for (uint32_t k = 0; k < i->nops; k++) {
        IrValue *v = ir_op(i, k);
        if (v && is_split(v) && !is_extension(v)) ir_set_op(i, k, whole(s, ir_as_inst(v)));
    }
}

bool opt_split_wide(PassCtx *pc, IrFunc *f) {
    Split s = {.pc = pc, .f = f, .m = f->g.m, .half = ir_ty_int(f->g.m, HALF)};
    if (!collect(&s)) return false;
    map_init(&s.known, pc->tmp);
    map_init(&s.whole, pc->tmp);
    map_init(&s.now, pc->tmp);
    split_all(&s);
    for (uint32_t k = 0; k < s.reader.n; k++) rewrite_reader(&s, s.reader.at[k]);
    for (uint32_t k = 0; k < s.taker.n; k++) rewrite_taker(&s, s.taker.at[k]);

    // what was split is read by its like alone, or where it is never reached; extensions stay for
    // who takes them
    for (uint32_t k = s.wide.n; k-- > 0;) {
        IrInst *i = s.wide.at[k];
        if (is_extension(&i->v)) continue;
        ir_replace_uses(&i->v, &ir_poison(s.m, i->v.type)->v);
        ir_erase(i);
    }
    for (uint32_t k = 0; k < s.wide.n; k++) {
        IrInst *i = s.wide.at[k];
        if (is_extension(&i->v) && !i->v.uses) opt_erase_dead(i);
    }
    return true;
}
