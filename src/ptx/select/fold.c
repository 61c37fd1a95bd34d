// SPDX-License-Identifier: Apache-2.0
// What is only ever part of its users: values that get no register of their own because each
// instruction that reads them takes them in.
//     getelementptr, constant offset       into the displacement of an access, [%rd1+16]
//     sext, zext of 32 bits to 64          into an index that is scaled by mul.wide
//     fmul                                 into fma, where contraction is allowed
//     mul of 32 bits                       into mad.lo
//     trunc                                into a narrow store (select/narrow.c)
// A value is folded only if every user takes it: else its computation would stand twice. What is
// decided here once (Sel.folded) selection of the users then relies on.
#include "ptx/select/select.h"

// The use is the pointer operand of an access.
static bool is_address_use(IrUse *use) {
    uint32_t k = ir_use_index(use);
    switch (use->user->v.op) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return k == 0;
    case IR_STORE: return k == 1;
    default: return false;
    }
}

// The use is the base of an address that is folded itself.
static bool is_folded_base(Sel *sel, IrUse *use) {
    return use->user->v.op == IR_GEP && ir_use_index(use) == 0 && sel_is_folded(sel, &use->user->v);
}

static bool folds_address(Sel *sel, IrInst *step) {
    int64_t off;
    if (!ir_gep_const_offset(step, &off) || !sel_fits_displacement(off)) return false;
    IR_FOREACH_USE(u, &step->v) {
        if (!is_address_use(u) && !is_folded_base(sel, u)) return false;
    }
    return ir_has_uses(&step->v);
}

// The use is an index that is multiplied by more than one byte, or needed in 32 bits only: the
// product extends by itself (mul.wide), a sum of 32 bits takes the low half.
static bool is_scaled_index(IrUse *use) {
    const IrInst *gep = use->user;
    if (gep->v.op != IR_GEP || ir_use_index(use) == 0) return false;
    return gep->nops > 2 || gep->aty->size > 1 || gep->v.type->bits == 32;
}

// A 32-bit value that every user extends by itself.
static bool folds_extension(IrInst *inst) {
    if (!ir_ty_is_i(inst->v.type, 64) || !ir_ty_is_i(ir_op(inst, 0)->type, 32)) return false;
    IR_FOREACH_USE(u, &inst->v) {
        if (!sel_takes_extension(u->user) && !is_scaled_index(u)) return false;
    }
    return ir_has_uses(&inst->v);
}

// ---- fma ----------------------------------------------------------------------------------------

enum { PRODUCT_USES = 4 };

// Counted up to one more than PRODUCT_USES.
static uint32_t use_count(const IrValue *value) {
    uint32_t n = 0;
    for (const IrUse *u = value->uses; u && n <= PRODUCT_USES; u = u->next) n++;
    return n;
}

// `factor` is a product in the block of `sum`, and both allow contraction.
static bool may_contract(const Sel *sel, const IrInst *sum, const IrValue *factor) {
    bool fp = is_any_of(sum->v.type->kind, IR_TY_FLOAT, IR_TY_DOUBLE);
    if (!fp || !sel->g->o->fp.fmad || factor->kind != IR_V_INST) return false;
    const IrInst *product = (const IrInst *)factor;
    if (product->v.op != IR_FMUL || product->block != sum->block) return false;
    return product->fmf & sum->fmf & IR_FMF_CONTRACT;
}

// Is `product` one that `sum` takes in? One that only sums in its block use (up to four) goes
// into each, as in LLVM's NVPTX back end; else it must have no other use.
static bool contracts(const Sel *sel, const IrInst *sum, const IrValue *product) {
    if (!may_contract(sel, sum, product)) return false;
    if (ir_one_use(product)) return true;
    if (use_count(product) > PRODUCT_USES) return false;
    IR_FOREACH_USE(u, product) {
        if (u->user->v.op != IR_FADD || u->user->block != sum->block) return false;
    }
    return true;
}

// Of two products the one with fewer uses. Differences are left to ptxas, which contracts them too:
// NVIDIA's compiler does so, and the same choice gives the same bits.
int sel_fma_product(const Sel *sel, const IrInst *sum) {
    if (sum->v.op != IR_FADD) return -1;
    IrValue *x = ir_op(sum, 0), *y = ir_op(sum, 1);
    bool first = contracts(sel, sum, x), second = contracts(sel, sum, y);
    if (first && second) return use_count(x) > use_count(y);
    if (first) return 0;
    return second ? 1 : -1;
}

// A product that nothing but sums in fma form uses.
static bool folds_into_fma(Sel *sel, IrInst *product) {
    IR_FOREACH_USE(u, &product->v) {
        if (u->user->block != product->block) return false;
        int k = sel_fma_product(sel, u->user);
        if (k < 0 || k != (int)ir_use_index(u)) return false;
    }
    return ir_has_uses(&product->v);
}

// A 32-bit product for a mad: its one user is a sum in its block whose other operand is not a
// product that is folded already (a mad takes one), nor this one again.
static bool folds_into_mad(Sel *sel, IrInst *product) {
    if (!ir_one_use(&product->v)) return false;
    IrInst *sum = product->v.uses->user;
    if (sum->block != product->block || !ir_ty_is_i(product->v.type, 32)) return false;
    if (sum->v.op != IR_ADD || ir_op(sum, 0) == ir_op(sum, 1)) return false;
    IrValue *other = ir_op(sum, ir_op(sum, 0) == &product->v ? 1 : 0);
    bool taken = ir_as_inst(other) && sel_is_folded(sel, other) && other->op == IR_MUL;
    return !taken;
}

// ---- marks --------------------------------------------------------------------------------------

static bool folds(Sel *sel, IrInst *inst) {
    switch (inst->v.op) {
    case IR_GEP: return folds_address(sel, inst);
    case IR_SEXT:
    case IR_ZEXT: return folds_extension(inst);
    case IR_FMUL: return folds_into_fma(sel, inst);
    case IR_MUL: return folds_into_mad(sel, inst);
    case IR_TRUNC: return sel_trunc_stores(inst);
    default: return false;
    }
}

// Users first, so that chains of address computations fold as a whole.
void sel_mark_folded(Sel *sel) {
    for (IrBlock *bb = sel->fn->last; bb; bb = bb->prev) {
        for (IrInst *inst = bb->last; inst; inst = inst->prev) {
            sel->folded[inst->v.id] = folds(sel, inst) ? SEL_FOLDED : 0;
            bool extends = inst->v.op == IR_LOAD && sel_load_extends(sel, inst);
            if (extends) sel->folded[inst->v.id] = SEL_EXTENDED;
        }
    }
}
