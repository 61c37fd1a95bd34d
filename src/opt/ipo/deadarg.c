// SPDX-License-Identifier: Apache-2.0
// deadargelim: parameters that an internal function does not read go away, and with them what the
// callers compute for them alone.
//
//     define internal i32 @f(i32 %a, i32 %b) { ret i32 %a }   =>   define internal i32 @f(i32 %a)
//     call i32 @f(i32 %x, i32 %y)                             =>   call i32 @f(i32 %x)
//
// Refused: functions that may be called from elsewhere (ipo/calls.h); parameters whose attribute
// says something about the call (`returned`, `inalloca`, ...) and any parameter beside such;
// functions with debug records of their parameters; those that number their parameters (allocsize)
// or must have those of another (`musttail`). A parameter that a function only hands to itself
// stays.
#include "opt/ipo/calls.h"

static bool is_tied(const IrAttrSet *attrs) {
    static const uint8_t ties[] = {IR_ATTR_RETURNED,   IR_ATTR_INALLOCA, IR_ATTR_PREALLOCATED,
                                   IR_ATTR_SWIFTERROR, IR_ATTR_NEST,     IR_ATTR_SRET};
    for (uint32_t k = 0; k < CU_COUNT(ties); k++) {
        if (ir_attr_has(attrs, (IrAttr)ties[k])) return true;
    }
    return false;
}

static bool numbers_parameters(const IpoFunc *f) {
    if (ir_fn_has(f->fn, IR_ATTR_ALLOCSIZE)) return true;
    for (uint32_t k = 0; k < f->calls.n; k++) {
        if (ir_call_has(f->calls.at[k], IR_AT_FN, IR_ATTR_ALLOCSIZE)) return true;
    }
    return false;
}

static void keep_attributes(IrModule *module, IrAttrList *attr_list, uint32_t n, const bool *dead) {
    IrAttrList old = *attr_list;
    attr_list->n = 0;
    attr_list->param = NULL;
    uint32_t to = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (dead[k]) continue;
        ir_attrs_set(module, attr_list, (int)to++, ir_attrs_get(&old, (int)k));
    }
}

static void shorten_call(IrModule *module, IrInst *call, uint32_t n, const bool *dead,
                         IrType *type) {
    keep_attributes(module, &call->call->attrs, n, dead);
    uint32_t to = 0;
    for (uint32_t k = 0; k <= n; k++) { // the callee is the last operand
        if (k < n && dead[k]) continue;
        if (to != k) ir_set_op(call, to, ir_op(call, k));
        to++;
    }
    for (uint32_t k = to; k <= n; k++) ir_set_op(call, k, NULL);
    call->nops = to;
    call->aty = type;
}

static void shorten_function(IrModule *module, IpoFunc *ipo_func, uint32_t n, const bool *dead,
                             Arena *tmp) {
    IrFunc *fn = ipo_func->fn;
    IrType **types = arena_array(tmp, IrType *, n + 1);
    uint32_t to = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (dead[k]) ir_records_lose_arg(fn->arg[k]);
        if (dead[k]) continue;
        types[to] = fn->arg[k]->v.type;
        fn->arg[to] = fn->arg[k];
        fn->arg[to]->v.id = fn->arg[to]->index = to;
        to++;
    }
    keep_attributes(module, &fn->attrs, n, dead);
    fn->nargs = to;
    fn->g.vty = ir_ty_func(module, fn->g.vty->elem, to, types, false);
    for (uint32_t k = 0; k < ipo_func->calls.n; k++)
        shorten_call(module, ipo_func->calls.at[k], n, dead, fn->g.vty);
}

OPT_MODULE_PASS(deadargelim);
bool opt_deadargelim(PassCtx *pc, IrModule *module) {
    IpoFuncs all = opt_known_functions(module, pc->tmp);
    bool changed = false;
    for (uint32_t k = 0; k < all.n; k++) {
        IrFunc *f = all.at[k].fn;
        bool *dead = arena_array(pc->tmp, bool, f->nargs + 1), any = false, tied = false;
        for (uint32_t j = 0; j < f->nargs; j++) {
            tied |= is_tied(ir_attrs_get(&f->attrs, (int)j));
            dead[j] = !f->arg[j]->v.uses;
            any |= dead[j];
        }
        if (!any || tied || numbers_parameters(&all.at[k]) || opt_keeps_parameters(f)) continue;
        shorten_function(module, &all.at[k], f->nargs, dead, pc->tmp);
        changed = true;
    }
    return changed;
}
