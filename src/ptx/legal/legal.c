// SPDX-License-Identifier: Apache-2.0
// IR that selection does not take, rewritten as IR that it does. Each expansion stands where the
// instruction stood; loops split the block. What an expansion made is legalised in its turn, so
// that they build on each other (a vector's saturating shift is shifts of elements, an overflow
// check of 64 bits is arithmetic of 128). They only ever produce simpler operations, which bounds
// the walk.
#include "ptx/legal/legal_int.h"

IrFunc *legal_helper(Legal *legal, Atom name, IrType *fty, bool *made) {
    IrGlobal *known = ir_find(legal->m, name);
    bool fits = known && known->v.kind == IR_C_FUNC && known->vty == fty;
    *made = !known;
    if (fits) return (IrFunc *)known;
    if (known)
        diag(legal->m->ctx, DIAG_OF(ptx, helper_name), known->pos, atom_str(legal->m->ctx, name));
    return ir_func_new(legal->m, name, fty, known ? IR_EXTERNAL : IR_INTERNAL);
}

// In one register, without bits that are not its own.
static bool is_register_type(const IrType *type) {
    if (type->kind == IR_TY_INT) return is_any_of(type->bits, 1, 8, 16, 32, 64);
    return is_any_of(type->kind, IR_TY_PTR, IR_TY_FLOAT, IR_TY_DOUBLE);
}

// Most instructions: of these only legal_rsqrt changes any.
static bool is_plain(const IrInst *inst) {
    bool computes = is_any_of(ir_ops[inst->v.op].class, IRC_UNARY, IRC_BINARY, IRC_CAST, IRC_CMP);
    if (!computes && inst->v.op != IR_PHI) return false;
    return is_register_type(inst->v.type) && is_register_type(ir_op(inst, 0)->type);
}

static bool expand(Legal *legal, IrInst *inst) {
    if (is_plain(inst)) return legal_rsqrt(legal, inst);
    static bool (*const intrinsics[])(Legal *, IrInst *, uint32_t) = {
        legal_memory,     legal_vp,       legal_masked,  legal_constrained,
        legal_vector,     legal_overflow, legal_integer, legal_nvvm,
        legal_fp128_call, legal_float,    legal_vararg};
    if (inst->v.op != IR_CALL)
        return legal_access128(legal, inst) || legal_wide(legal, inst) ||
               legal_fp128(legal, inst) || legal_rmw(legal, inst) || legal_cmpxchg(legal, inst) ||
               legal_gep(legal, inst) || legal_rsqrt(legal, inst) || legal_vararg(legal, inst, 0);
    IrConst *callee =
        ir_as_const(ir_callee(inst)); // how a function is to be linked says nothing here
    if (callee && ir_unwrapped(callee) != callee)
        ir_set_op(inst, inst->nops - 1, &ir_unwrapped(callee)->v);
    uint32_t id = ir_intrin_of(inst);
    if (!id) return legal_vararg(legal, inst, 0);
    for (uint32_t k = 0; k < CU_COUNT(intrinsics); k++) {
        if (intrinsics[k](legal, inst, id)) return true;
    }
    return false;
}

void ptx_legalize(SelModule *sel_module, IrFunc *fn) {
    Legal legal = {sel_module, fn, sel_module->m, sel_func_ftz(sel_module, fn)};
    legal_unprototyped(&legal);
    IR_FOREACH_BLOCK(bb, fn) { // blocks made meanwhile come later
        for (IrInst *i = bb->first; i;) {
            IrInst *before = i->prev;
            if (expand(&legal, i))
                i = before ? before->next : bb->first;
            else
                i = i->next;
        }
    }
}
