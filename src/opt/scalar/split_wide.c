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
#include "opt/common/common.h"

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

static bool is_wide(const IrValue *value) {
    return value->type->kind == IR_TY_INT && value->type->bits == WIDE;
}

static bool shifts_by_constant(const IrInst *shift) {
    const IrConst *count = ir_as_cint(ir_op(shift, 1));
    return count && count->words[1] == 0 && count->words[0] < WIDE;
}

static bool extends_half(const IrInst *extension) {
    const IrType *from = ir_op(extension, 0)->type;
    return from->kind == IR_TY_INT && from->bits <= HALF;
}

static bool is_split(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    if (!inst || !is_wide(value)) return false;
    enum { ALWAYS = 1, SHIFT, EXTENSION };
    static const uint8_t splits[IR_NOPS] = {
        [IR_AND] = ALWAYS,     [IR_OR] = ALWAYS,      [IR_XOR] = ALWAYS, [IR_PHI] = ALWAYS,
        [IR_SELECT] = ALWAYS,  [IR_SHL] = SHIFT,      [IR_LSHR] = SHIFT, [IR_ASHR] = SHIFT,
        [IR_ZEXT] = EXTENSION, [IR_SEXT] = EXTENSION,
    };
    uint8_t how = splits[inst->v.op];
    if (how == SHIFT) return shifts_by_constant(inst);
    return how == EXTENSION ? extends_half(inst) : how == ALWAYS;
}

static bool is_extension(const IrValue *value) {
    return is_any_of(value->op, IR_ZEXT, IR_SEXT);
}

// ---- halves ------------------------------------------------------------------------------------

static Halves halves(Split *split, IrValue *wide);

static IrValue *number(const Split *split, uint64_t n) {
    return &ir_int(split->half, n)->v;
}

// The low half of (high:low) >> n, 0 < n < 64.
static IrValue *funnel(Split *split, IrBuilder *builder, Halves value, uint64_t n) {
    IrValue *from_low = ir_lshr(builder, value.at[0], number(split, n));
    IrValue *from_high = ir_shl(builder, value.at[1], number(split, HALF - n));
    return ir_or(builder, from_low, from_high);
}

static Halves shifted_left(Split *split, IrBuilder *builder, Halves value, uint64_t n) {
    if (n >= HALF) {
        IrValue *high = ir_shl(builder, value.at[0], number(split, n - HALF));
        return (Halves){{number(split, 0), high}};
    }
    IrValue *high = funnel(split, builder, value, HALF - n);
    IrValue *low = ir_shl(builder, value.at[0], number(split, n));
    return (Halves){{low, high}};
}

// `op` brings in zeros or copies of the sign.
static Halves shifted_right(Split *split, IrBuilder *builder, Halves value, IrOp op, uint64_t n) {
    if (n >= HALF) {
        IrValue *low = ir_bin(builder, op, 0, value.at[1], number(split, n - HALF));
        bool sign = op == IR_ASHR;
        return (Halves){{low, sign ? ir_ashr(builder, value.at[1], number(split, HALF - 1))
                                   : number(split, 0)}};
    }
    IrValue *low = funnel(split, builder, value, n);
    IrValue *high = ir_bin(builder, op, 0, value.at[1], number(split, n));
    return (Halves){{low, high}};
}

static Halves shifted(Split *split, IrBuilder *builder, const IrInst *shift) {
    Halves value = halves(split, ir_op(shift, 0));
    uint64_t n = ((IrConst *)ir_op(shift, 1))->words[0];
    if (!n) return value;
    if (shift->v.op == IR_SHL) return shifted_left(split, builder, value, n);
    return shifted_right(split, builder, value, (IrOp)shift->v.op, n);
}

static Halves of_constant(Split *split, IrValue *constant) {
    const IrConst *c = (IrConst *)constant;
    if (constant->kind == IR_C_INT)
        return (Halves){{number(split, c->words[0]), number(split, c->words[1])}};
    bool poison = constant->kind == IR_C_POISON;
    IrValue *none =
        poison ? &ir_poison(split->m, split->half)->v : &ir_undef(split->m, split->half)->v;
    return (Halves){{none, none}};
}

// By a shift and truncations, right behind where the value is made.
static Halves of_whole(Split *split, IrValue *wide) {
    IrInst *made = ir_as_inst(wide);
    IrBuilder b = ir_builder_at(made ? made->next : ir_first_non_phi(split->f->first));
    IrValue *high = ir_lshr(&b, wide, &ir_int(wide->type, HALF)->v);
    IrValue *low = ir_trunc(&b, wide, split->half);
    return (Halves){{low, ir_trunc(&b, high, split->half)}};
}

static Halves of_extension(Split *split, IrBuilder *builder, const IrInst *extension) {
    IrOp op = (IrOp)extension->v.op;
    IrValue *low =
        ir_cast(builder, op, extension->v.flags & IR_NNEG, ir_op(extension, 0), split->half);
    bool zeros = op == IR_ZEXT;
    return (Halves){
        {low, zeros ? number(split, 0) : ir_ashr(builder, low, number(split, HALF - 1))}};
}

static Halves of_split(Split *split, IrInst *wide) {
    IrBuilder builder = ir_builder_at(wide);
    if (is_extension(&wide->v)) return of_extension(split, &builder, wide);
    if (ir_ops[wide->v.op].props & IRP_SHIFT) return shifted(split, &builder, wide);

    // half by half
    bool chosen = wide->v.op == IR_SELECT;
    Halves left = halves(split, ir_op(wide, chosen)),
           right = halves(split, ir_op(wide, 1 + chosen)), made;
    for (uint32_t half = 0; half < 2; half++) {
        IrValue *x = left.at[half], *y = right.at[half];
        made.at[half] = chosen ? ir_select(&builder, ir_op(wide, 0), x, y)
                               : ir_bin(&builder, (IrOp)wide->v.op, 0, x, y);
    }
    return made;
}

static Halves of_phi(Split *split, IrInst *phi) {
    IrBuilder b = ir_builder_at(phi);
    Halves made;
    for (uint32_t half = 0; half < 2; half++)
        made.at[half] = &ir_phi(&b, split->half, phi->nops / 2)->v;
    return made;
}

static void remember(Split *split, IrValue *wide, Halves made) {
    Halves *kept = arena_new(split->pc->tmp, Halves);
    *kept = made;
    map_put(&split->known, (uintptr_t)wide, kept);
}

// What is known may be a reader that is gone by now.
static void renew(Split *split, Halves *known) {
    for (uint32_t half = 0; half < 2; half++) {
        IrValue *by;
        while ((by = map_get(&split->now, (uintptr_t)known->at[half]))) known->at[half] = by;
    }
}

static Halves halves(Split *split, IrValue *wide) {
    Halves *known = map_get(&split->known, (uintptr_t)wide);
    if (known) {
        renew(split, known);
        return *known;
    }

    bool constant = wide->kind == IR_C_INT || ir_is_undef(wide);
    Halves made;
    if (constant)
        made = of_constant(split, wide);
    else if (is_split(wide)) // in a block that is never reached
        made = of_constant(split, &ir_poison(split->m, wide->type)->v);
    else
        made = of_whole(split, wide);
    remember(split, wide, made);
    return made;
}

// ---- who reads them ----------------------------------------------------------------------------

static bool reads_split(const IrInst *inst) {
    for (uint32_t k = 0; k < inst->nops; k++) {
        const IrValue *v = ir_op(inst, k);
        if (v && is_split(v)) return true;
    }
    return false;
}

static bool reads_half(const IrInst *inst) {
    if (inst->v.op == IR_TRUNC) return inst->v.type->bits <= HALF;
    return inst->v.op == IR_ICMP && (ir_pred_is_equality(inst->pred));
}

// False: nothing reads a half, or a value is made where nothing can follow it.
static bool collect(Split *split) {
    const AnCfg *cfg = an_cfg(split->pc->an);
    bool worth = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (is_wide(&i->v) && ir_is_term(i)) return false;
            if (is_split(&i->v)) {
                vec_push(split->pc->tmp, &split->wide, i);
            } else if (reads_split(i)) {
                bool half = reads_half(i);
                if (half) vec_push(split->pc->tmp, &split->reader, i);
                if (!half) vec_push(split->pc->tmp, &split->taker, i);
                worth |= half;
            }
        }
    }
    return worth;
}

// Phis last: what comes around a loop has halves only then.
static void split_all(Split *split) {
    for (uint32_t k = 0; k < split->wide.n; k++) {
        IrInst *i = split->wide.at[k];
        remember(split, &i->v, i->v.op == IR_PHI ? of_phi(split, i) : of_split(split, i));
    }
    for (uint32_t k = 0; k < split->wide.n; k++) {
        IrInst *phi = split->wide.at[k];
        if (phi->v.op != IR_PHI) continue;
        Halves made = halves(split, &phi->v);
        for (uint32_t edge = 0; edge < phi->nops / 2; edge++) {
            Halves from = halves(split, ir_op(phi, 2 * edge));
            for (uint32_t half = 0; half < 2; half++)
                ir_phi_add(ir_as_inst(made.at[half]), from.at[half], ir_phi_block(phi, edge));
        }
    }
}

static void rewrite_trunc(Split *split, IrInst *trunc) {
    IrBuilder b = ir_builder_at(trunc);
    IrValue *low = halves(split, ir_op(trunc, 0)).at[0];
    if (trunc->v.type->bits != HALF) low = ir_trunc(&b, low, trunc->v.type);
    map_put(&split->now, (uintptr_t)trunc, low);
    ir_replace_erase(trunc, low);
}

// Equal are those whose halves do not differ.
static void rewrite_equality(Split *split, IrInst *cmp) {
    IrBuilder b = ir_builder_at(cmp);
    Halves left = halves(split, ir_op(cmp, 0)), right = halves(split, ir_op(cmp, 1));
    IrValue *low = ir_xor(&b, left.at[0], right.at[0]);
    IrValue *high = ir_xor(&b, left.at[1], right.at[1]);
    IrValue *both = ir_or(&b, low, high);
    ir_replace_erase(cmp, ir_cmp(&b, (IrPred)cmp->pred, both, number(split, 0)));
}

static void rewrite_reader(Split *split, IrInst *reader) {
    if (reader->v.op == IR_TRUNC)
        rewrite_trunc(split, reader);
    else
        rewrite_equality(split, reader);
}

static IrValue *whole(Split *split, IrInst *wide) {
    IrValue **known = (IrValue **)map_slot(&split->whole, (uintptr_t)wide);
    if (*known) return *known;
    bool phi = wide->v.op == IR_PHI;
    IrBuilder b = ir_builder_at(phi ? ir_first_non_phi(wide->block) : wide->next);
    Halves parts = halves(split, &wide->v);
    IrValue *low = ir_zext(&b, parts.at[0], wide->v.type);
    IrValue *high = ir_zext(&b, parts.at[1], wide->v.type);
    high = ir_shl(&b, high, &ir_int(wide->v.type, HALF)->v);
    return *known = ir_bin(&b, IR_OR, IR_DISJOINT, low, high);
}

static void rewrite_taker(Split *split, IrInst *taker) {
    for (uint32_t k = 0; k < taker->nops; k++) {
        IrValue *v = ir_op(taker, k);
        if (v && is_split(v) && !is_extension(v)) ir_set_op(taker, k, whole(split, ir_as_inst(v)));
    }
}

OPT_FUNC_PASS(split_wide);
bool opt_split_wide(PassCtx *pc, IrFunc *fn) {
    Split split = {.pc = pc, .f = fn, .m = fn->g.m, .half = ir_ty_int(fn->g.m, HALF)};
    if (!collect(&split)) return false;
    map_init(&split.known, pc->tmp);
    map_init(&split.whole, pc->tmp);
    map_init(&split.now, pc->tmp);
    split_all(&split);
    for (uint32_t k = 0; k < split.reader.n; k++) rewrite_reader(&split, split.reader.at[k]);
    for (uint32_t k = 0; k < split.taker.n; k++) rewrite_taker(&split, split.taker.at[k]);

    // what was split is read by its like alone, or where it is never reached; extensions stay for
    // who takes them
    for (uint32_t k = split.wide.n; k-- > 0;) {
        IrInst *i = split.wide.at[k];
        if (is_extension(&i->v)) continue;
        ir_replace_uses(&i->v, &ir_poison(split.m, i->v.type)->v);
        ir_erase(i);
    }
    for (uint32_t k = 0; k < split.wide.n; k++) {
        IrInst *i = split.wide.at[k];
        if (is_extension(&i->v)) opt_erase_dead(i);
    }
    return true;
}
