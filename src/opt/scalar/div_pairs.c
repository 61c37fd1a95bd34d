// SPDX-License-Identifier: Apache-2.0
// div-rem-pairs: a remainder of what is also divided costs a multiplication and a subtraction.
//
//     %q = sdiv i32 %x, %y                   %q = sdiv i32 %x, %y
//     ...                            =>      ...
//     %r = srem i32 %x, %y                   %p = mul i32 %q, %y
//                                            %r = sub i32 %x, %p
//
// A quotient that stands below the remainder moves up to it; `exact`, which said something about
// the quotient alone, goes. Operands that may be undefined are frozen, for they are read twice now.
// Refused: neither of the two dominates the other; division by constants (expand-div makes
// products of both, and gvn joins them) except beyond 64 bits; different signedness.
//
// After gvn, so that equal quotients are one; late, because a remainder tells more about its
// result than a difference does.
#include "opt/scalar/div_pairs.h"

typedef struct Quotient Quotient;
struct Quotient {
    IrInst *inst;
    Quotient *next; // same key
};

static void collect(const AnCfg *cfg, Map *map, Arena *tmp) {
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (!div_is_quotient(i) || div_is_by_constant(i)) continue;
            Quotient *q = arena_new(tmp, Quotient), **last = (Quotient **)map_slot(map, div_key(i));
            q->inst = i;
            while (*last) last = &(*last)->next;
            *last = q;
        }
    }
}

// The first quotient that stands above the remainder on every way, or below it.
static IrInst *partner(const AnDom *dom, const Quotient *quotient, const IrInst *rem) {
    enum { MOST = 32 }; // quotients of the same operands that gvn could not join: arms of branches
    for (uint32_t n = 0; quotient && n < MOST; quotient = quotient->next, n++) {
        if (!div_same_operands(quotient->inst, rem)) continue;
        if (an_dominates_inst(dom, quotient->inst, rem)) return quotient->inst;
        if (an_dominates_inst(dom, rem, quotient->inst)) return quotient->inst;
    }
    return NULL;
}

static void freeze_operand(IrInst *div, uint32_t n) {
    if (an_not_poison(ir_op(div, n))) return;
    IrBuilder b = ir_builder_at(div);
    ir_set_op(div, n, ir_freeze(&b, ir_op(div, n)));
}

static void join(const AnDom *dom, IrInst *div, IrInst *rem) {
    if (!an_dominates_inst(dom, div, rem)) ir_move_before(div, rem);
    div->v.flags &= (uint16_t)~IR_EXACT;
    freeze_operand(div, 0);
    freeze_operand(div, 1);
    IrBuilder b = ir_builder_at(rem);
    IrValue *product = ir_mul(&b, &div->v, ir_op(div, 1));
    ir_replace_erase(rem, ir_sub(&b, ir_op(div, 0), product));
}

OPT_FUNC_PASS(div_rem_pairs);
bool opt_div_rem_pairs(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    Map map;
    map_init(&map, pc->tmp);
    collect(cfg, &map, pc->tmp);
    if (!map.n) return false;

    const AnDom *dom = an_dom(pc->an);
    typedef struct {
        IrInst *div, *rem;
    } Pair;
    VEC(Pair) pairs = {0};
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (!div_is_division(i) || div_is_quotient(i) || div_is_by_constant(i)) continue;
            IrInst *div = partner(dom, map_get(&map, div_key(i)), i);
            if (div) vec_push(pc->tmp, &pairs, ((Pair){div, i}));
        }
    }
    // only now, since freezing changes operands by which quotients are found
    for (uint32_t k = 0; k < pairs.n; k++) join(dom, pairs.at[k].div, pairs.at[k].rem);
    return pairs.n > 0;
}
