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

static bool shifts_by_constant(const IrInst *shift) {
    const IrConst *count = ir_as_cint(ir_op(shift, 1));
    return count && count->words[1] == 0 && count->words[0] < WIDE;
}

static bool extends_half(const IrInst *extension) {
    const IrType *from = ir_op(extension, 0)->type;
    return from->kind == IR_TY_INT && from->bits <= HALF;
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

static bool is_extension(const IrValue *v) {
    return v->op == IR_ZEXT || v->op == IR_SEXT;
}

// ---- halves ------------------------------------------------------------------------------------

static Halves halves(Split *s, IrValue *v);

static IrValue *number(const Split *s, uint64_t n) {
    return &ir_int(s->half, n)->v;
}

// The low half of (high:low) >> n, 0 < n < 64.
static IrValue *funnel(Split *s, IrBuilder *b, Halves value, uint64_t n) {
    IrValue *from_low = ir_lshr(b, value.at[0], number(s, n));
    IrValue *from_high = ir_shl(b, value.at[1], number(s, HALF - n));
    return ir_or(b, from_low, from_high);
}

static Halves shifted_left(Split *s, IrBuilder *b, Halves value, uint64_t n) {
    if (n >= HALF) {
        IrValue *high = ir_shl(b, value.at[0], number(s, n - HALF));
        return (Halves){{number(s, 0), high}};
    }
    IrValue *high = funnel(s, b, value, HALF - n);
    IrValue *low = ir_shl(b, value.at[0], number(s, n));
    return (Halves){{low, high}};
}

// `op` brings in zeros or copies of the sign.
static Halves shifted_right(Split *s, IrBuilder *b, Halves value, IrOp op, uint64_t n) {
    if (n >= HALF) {
        IrValue *low = ir_bin(b, op, 0, value.at[1], number(s, n - HALF));
        bool sign = op == IR_ASHR;
        return (Halves){{low, sign ? ir_ashr(b, value.at[1], number(s, HALF - 1)) : number(s, 0)}};
    }
    IrValue *low = funnel(s, b, value, n);
    IrValue *high = ir_bin(b, op, 0, value.at[1], number(s, n));
    return (Halves){{low, high}};
}

static Halves shifted(Split *s, IrBuilder *b, const IrInst *shift) {
    Halves value = halves(s, ir_op(shift, 0));
    uint64_t n = ((IrConst *)ir_op(shift, 1))->words[0];
    if (!n) return value;
    if (shift->v.op == IR_SHL) return shifted_left(s, b, value, n);
    return shifted_right(s, b, value, (IrOp)shift->v.op, n);
}

static Halves of_constant(Split *s, IrValue *v) {
    const IrConst *c = (IrConst *)v;
    if (v->kind == IR_C_INT) return (Halves){{number(s, c->words[0]), number(s, c->words[1])}};
    bool poison = v->kind == IR_C_POISON;
    IrValue *none = poison ? &ir_poison(s->m, s->half)->v : &ir_undef(s->m, s->half)->v;
    return (Halves){{none, none}};
}

// By a shift and truncations, right behind where the value is made.
static Halves of_whole(Split *s, IrValue *v) {
    IrInst *made = ir_as_inst(v);
    IrBuilder b = ir_builder_at(made ? made->next : ir_first_non_phi(s->f->first));
    IrValue *high = ir_lshr(&b, v, &ir_int(v->type, HALF)->v);
    IrValue *low = ir_trunc(&b, v, s->half);
    return (Halves){{low, ir_trunc(&b, high, s->half)}};
}

static Halves of_extension(Split *s, IrBuilder *b, const IrInst *i) {
    IrOp op = (IrOp)i->v.op;
    IrValue *low = ir_cast(b, op, i->v.flags & IR_NNEG, ir_op(i, 0), s->half);
    bool zeros = op == IR_ZEXT;
    return (Halves){{low, zeros ? number(s, 0) : ir_ashr(b, low, number(s, HALF - 1))}};
}

static Halves of_split(Split *s, IrInst *i) {
    IrBuilder b = ir_builder_at(i);
    if (is_extension(&i->v)) return of_extension(s, &b, i);
    if (ir_ops[i->v.op].props & IRP_SHIFT) return shifted(s, &b, i);

    // half by half
    bool chosen = i->v.op == IR_SELECT;
    Halves left = halves(s, ir_op(i, chosen)), right = halves(s, ir_op(i, 1 + chosen)), made;
    for (uint32_t half = 0; half < 2; half++) {
        IrValue *x = left.at[half], *y = right.at[half];
        made.at[half] =
            chosen ? ir_select(&b, ir_op(i, 0), x, y) : ir_bin(&b, (IrOp)i->v.op, 0, x, y);
    }
    return made;
}

static Halves of_phi(Split *s, IrInst *phi) {
    IrBuilder b = ir_builder_at(phi);
    Halves made;
    for (uint32_t half = 0; half < 2; half++)
        made.at[half] = &ir_phi(&b, s->half, phi->nops / 2)->v;
    return made;
}

static void remember(Split *s, IrValue *v, Halves made) {
    Halves *kept = arena_new(s->pc->tmp, Halves);
    *kept = made;
    map_put(&s->known, (uintptr_t)v, kept);
}

// What is known may be a reader that is gone by now.
static void renew(Split *s, Halves *known) {
    for (uint32_t half = 0; half < 2; half++) {
        IrValue *by;
        while ((by = map_get(&s->now, (uintptr_t)known->at[half]))) known->at[half] = by;
    }
}

static Halves halves(Split *s, IrValue *v) {
    Halves *known = map_get(&s->known, (uintptr_t)v);
    if (known) {
        renew(s, known);
        return *known;
    }

    bool constant = v->kind == IR_C_INT || ir_is_undef(v);
    Halves made;
    if (constant)
        made = of_constant(s, v);
    else if (is_split(v)) // in a block that is never reached
        made = of_constant(s, &ir_poison(s->m, v->type)->v);
    else
        made = of_whole(s, v);
    remember(s, v, made);
    return made;
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

// Phis last: what comes around a loop has halves only then.
static void split_all(Split *s) {
    for (uint32_t k = 0; k < s->wide.n; k++) {
        IrInst *i = s->wide.at[k];
        remember(s, &i->v, i->v.op == IR_PHI ? of_phi(s, i) : of_split(s, i));
    }
    for (uint32_t k = 0; k < s->wide.n; k++) {
        IrInst *phi = s->wide.at[k];
        if (phi->v.op != IR_PHI) continue;
        Halves made = halves(s, &phi->v);
        for (uint32_t edge = 0; edge < phi->nops / 2; edge++) {
            Halves from = halves(s, ir_op(phi, 2 * edge));
            for (uint32_t half = 0; half < 2; half++)
                ir_phi_add(ir_as_inst(made.at[half]), from.at[half], ir_phi_block(phi, edge));
        }
    }
}

static void rewrite_trunc(Split *s, IrInst *trunc) {
    IrBuilder b = ir_builder_at(trunc);
    IrValue *low = halves(s, ir_op(trunc, 0)).at[0];
    if (trunc->v.type->bits != HALF) low = ir_trunc(&b, low, trunc->v.type);
    map_put(&s->now, (uintptr_t)trunc, low);
    ir_replace_erase(trunc, low);
}

// Equal are those whose halves do not differ.
static void rewrite_equality(Split *s, IrInst *cmp) {
    IrBuilder b = ir_builder_at(cmp);
    Halves left = halves(s, ir_op(cmp, 0)), right = halves(s, ir_op(cmp, 1));
    IrValue *low = ir_xor(&b, left.at[0], right.at[0]);
    IrValue *high = ir_xor(&b, left.at[1], right.at[1]);
    IrValue *both = ir_or(&b, low, high);
    ir_replace_erase(cmp, ir_cmp(&b, (IrPred)cmp->pred, both, number(s, 0)));
}

static void rewrite_reader(Split *s, IrInst *i) {
    if (i->v.op == IR_TRUNC)
        rewrite_trunc(s, i);
    else
        rewrite_equality(s, i);
}

static IrValue *whole(Split *s, IrInst *i) {
    IrValue **known = (IrValue **)map_slot(&s->whole, (uintptr_t)i);
    if (*known) return *known;
    bool phi = i->v.op == IR_PHI;
    IrBuilder b = ir_builder_at(phi ? ir_first_non_phi(i->block) : i->next);
    Halves parts = halves(s, &i->v);
    IrValue *low = ir_zext(&b, parts.at[0], i->v.type);
    IrValue *high = ir_zext(&b, parts.at[1], i->v.type);
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
