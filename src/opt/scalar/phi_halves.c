// SPDX-License-Identifier: Apache-2.0
// phi-halves: two phis of 16 bits that are the halves of one register become one phi of 32 bits.
//
//     a:  %la = trunc i32 %x to i16                  a:  br %m
//         %sa = lshr i32 %x, 16                      b:  br %m
//         %ha = trunc i32 %sa to i16                 m:  %w = phi i32 [ %x, %a ], [ %y, %b ]
//     b:  %lb = trunc i32 %y to i16                      use %w
//         %sb = lshr i32 %y, 16               =>
//         %hb = trunc i32 %sb to i16
//     m:  %l = phi i16 [ %la, %a ], [ %lb, %b ]
//         %h = phi i16 [ %ha, %a ], [ %hb, %b ]
//         %r = or (zext %l), (shl (zext %h), 16)
//         use %r
//
// That is what is left of an array of halves that is written and read two at a time and copied one
// by one: each half would have a register of its own while it lives, and be taken out and put back
// wherever blocks meet.
//
// Pairs are found at what puts them together, and from there at the phis that come into them. All
// are taken to fit at first; a pair goes out when some edge brings what are not the halves of one
// value, two constants, or the phis of a pair that is in.
#include "opt/common/common.h"

enum { HALF = 16, WHOLE = 32, ROUNDS = 16 };

typedef struct {
    IrInst *lo, *hi, *whole;
    bool out;
} Pair;

typedef struct {
    PassCtx *pc;
    IrModule *m;
    VEC(Pair) pairs;
    Map pair_of; // phi -> place in pairs + 1
} Halves;

// ---- which phis are halves ---------------------------------------------------------------------

static IrInst *as_phi(IrValue *value) {
    IrInst *inst = ir_as_op(value, IR_PHI);
    return inst && ir_ty_is_i(inst->v.type, HALF) ? inst : NULL;
}

static Pair *pair_of(const Halves *halves, const IrInst *phi) {
    uintptr_t at = (uintptr_t)map_get(&halves->pair_of, (uintptr_t)phi);
    return at ? &halves->pairs.at[at - 1] : NULL;
}

// A phi is the half of one pair at most: the first that asked.
static void add_pair(Halves *halves, IrInst *lo, IrInst *hi) {
    bool new = lo != hi && lo->block == hi->block && !pair_of(halves, lo) && !pair_of(halves, hi);
    if (!new) return;
    vec_push(halves->pc->tmp, &halves->pairs, ((Pair){.lo = lo, .hi = hi}));
    map_put(&halves->pair_of, (uintptr_t)lo, (void *)(uintptr_t)halves->pairs.n);
    map_put(&halves->pair_of, (uintptr_t)hi, (void *)(uintptr_t)halves->pairs.n);
}

static IrInst *extended_phi(IrValue *value) {
    IrInst *zext = ir_as_op(value, IR_ZEXT);
    return zext && ir_ty_is_i(zext->v.type, WHOLE) ? as_phi(ir_op(zext, 0)) : NULL;
}

// or (zext lo), (shl (zext hi), 16): the phis, or NULL.
static IrInst *packed_halves(const IrInst *inst, IrInst **hi) {
    bool fits = inst->v.op == IR_OR && ir_ty_is_i(inst->v.type, WHOLE);
    for (uint32_t k = 0; fits && k < 2; k++) {
        IrInst *up = ir_as_op(ir_op(inst, k), IR_SHL);
        if (!up || !ir_is_int(ir_op(up, 1), HALF)) continue;
        IrInst *lo = extended_phi(ir_op(inst, 1 - k));
        *hi = extended_phi(ir_op(up, 0));
        if (lo && *hi) return lo;
    }
    return NULL;
}

// What comes into hi where lo has its n-th value.
static IrValue *other_half(const IrInst *lo, const IrInst *hi, uint32_t n) {
    int at = ir_phi_find_near(hi, ir_phi_block(lo, n), (int)n);
    return ir_phi_value(hi, (uint32_t)at);
}

static void find_pairs(Halves *halves, IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(inst, bb) {
            IrInst *hi, *lo = packed_halves(inst, &hi);
            if (lo) add_pair(halves, lo, hi);
        }
    }
    for (uint32_t k = 0; k < halves->pairs.n; k++) { // grows
        IrInst *lo = halves->pairs.at[k].lo, *hi = halves->pairs.at[k].hi;
        for (uint32_t n = 0; n < ir_phi_n(lo); n++) {
            IrInst *from_lo = as_phi(ir_phi_value(lo, n)), *from_hi = as_phi(other_half(lo, hi, n));
            if (from_lo && from_hi) add_pair(halves, from_lo, from_hi);
        }
    }
}

// ---- what comes in -----------------------------------------------------------------------------

// The value of 32 bits whose lower or upper half this is, or NULL.
static IrValue *whole_of(IrValue *value, bool upper) {
    IrInst *cut = ir_as_op(value, IR_TRUNC);
    if (!cut || !ir_ty_is_i(cut->v.type, HALF)) return NULL;
    IrValue *from = ir_op(cut, 0);
    if (upper) {
        IrInst *down = ir_as_inst(from);
        bool shifts =
            down && is_any_of(down->v.op, IR_LSHR, IR_ASHR) && ir_is_int(ir_op(down, 1), HALF);
        if (!shifts) return NULL;
        from = ir_op(down, 0);
    }
    return ir_ty_is_i(from->type, WHOLE) ? from : NULL;
}

// A constant's bits; what may be anything is 0.
static bool constant_bits(const IrValue *value, uint64_t *bits) {
    bool any = is_any_of(value->kind, IR_C_UNDEF, IR_C_POISON);
    if (!any && value->kind != IR_C_INT) return false;
    *bits = any ? 0 : ir_uval((const IrConst *)value);
    return true;
}

// The value of 32 bits that both are halves of: for a pair that is in, its phi, which may not be
// made yet (*pair). Both NULL: there is none.
static IrValue *incoming(Halves *halves, IrValue *lo, IrValue *hi, Pair **pair) {
    *pair = NULL;
    IrInst *phi = as_phi(lo);
    Pair *of = phi ? pair_of(halves, phi) : NULL;
    if (of && !of->out && of->lo == phi && &of->hi->v == hi) {
        *pair = of;
        return NULL;
    }
    IrValue *whole = whole_of(lo, false);
    if (whole && whole == whole_of(hi, true)) return whole;
    uint64_t low, high;
    if (!constant_bits(lo, &low) || !constant_bits(hi, &high)) return NULL;
    return &ir_int(halves->m->ty_i32, low | high << HALF)->v;
}

static bool fits(Halves *halves, const Pair *pair) {
    for (uint32_t n = 0; n < ir_phi_n(pair->lo); n++) {
        IrValue *hi = other_half(pair->lo, pair->hi, n);
        Pair *from;
        if (!incoming(halves, ir_phi_value(pair->lo, n), hi, &from) && !from) return false;
    }
    return true;
}

// False: after so many rounds pairs still go out, because others did.
static bool settle(Halves *halves) {
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bool changed = false;
        for (uint32_t k = 0; k < halves->pairs.n; k++) {
            Pair *pair = &halves->pairs.at[k];
            if (pair->out || fits(halves, pair)) continue;
            pair->out = changed = true;
        }
        if (!changed) return true;
    }
    return false;
}

// ---- the phis of 32 bits -----------------------------------------------------------------------

static void fill(Halves *halves, const Pair *pair) {
    for (uint32_t n = 0; n < ir_phi_n(pair->lo); n++) {
        IrValue *hi = other_half(pair->lo, pair->hi, n);
        Pair *other;
        IrValue *value = incoming(halves, ir_phi_value(pair->lo, n), hi, &other);
        ir_phi_add(pair->whole, other ? &other->whole->v : value, ir_phi_block(pair->lo, n));
    }
}

// What put the halves together is the whole.
static void use_whole(Halves *halves, const Pair *pair) {
    (void)halves;
    for (IrUse *use = pair->lo->v.uses, *next; use; use = next) {
        next = use->next;
        if (use->user->v.op != IR_ZEXT) continue;
        for (IrUse *in = use->user->v.uses, *then; in; in = then) {
            then = in->next;
            IrInst *hi, *lo = packed_halves(in->user, &hi);
            if (lo == pair->lo && hi == pair->hi) ir_replace_uses(&in->user->v, &pair->whole->v);
        }
    }
}

static void take_apart(Halves *halves, const Pair *pair) {
    IrType *half = pair->lo->v.type;
    IrBuilder b = ir_builder_at(ir_first_non_phi(pair->lo->block));
    if (pair->lo->v.uses) ir_replace_uses(&pair->lo->v, ir_trunc(&b, &pair->whole->v, half));
    if (pair->hi->v.uses) {
        IrValue *by = &ir_int(halves->m->ty_i32, HALF)->v;
        IrValue *down = ir_bin(&b, IR_LSHR, 0, &pair->whole->v, by);
        ir_replace_uses(&pair->hi->v, ir_trunc(&b, down, half));
    }
}

static void erase(Halves *halves, const Pair *pair) {
    (void)halves;
    opt_erase_dead(pair->lo);
    opt_erase_dead(pair->hi);
}

// False: there is none.
static bool make_phis(Halves *halves) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < halves->pairs.n; k++) {
        Pair *pair = &halves->pairs.at[k];
        if (pair->out) continue;
        IrBuilder b = ir_builder_at(pair->lo->block->first);
        pair->whole = ir_phi(&b, halves->m->ty_i32, ir_phi_n(pair->lo));
        n++;
    }
    return n > 0;
}

OPT_FUNC_PASS(phi_halves);
bool opt_phi_halves(PassCtx *pc, IrFunc *fn) {
    Halves halves = {.pc = pc, .m = fn->g.m};
    map_init(&halves.pair_of, pc->tmp);
    find_pairs(&halves, fn);
    if (!halves.pairs.n || !settle(&halves) || !make_phis(&halves)) return false;

    // step by step for all: until the last is filled, the old phis say what comes in
    static void (*const steps[])(Halves *, const Pair *) = {fill, use_whole, take_apart, erase};
    for (uint32_t s = 0; s < CU_COUNT(steps); s++) {
        for (uint32_t k = 0; k < halves.pairs.n; k++) {
            if (!halves.pairs.at[k].out) steps[s](&halves, &halves.pairs.at[k]);
        }
    }
    return true;
}
