// SPDX-License-Identifier: Apache-2.0
// ipsccp: parameters that all calls of an internal function give the same constant are that
// constant, and results that are always the same constant too.
//
//     call i32 @f(i32 %x, i32 4)                  define internal i32 @f(i32 %a, i32 %m) {
//     call i32 @f(i32 %y, i32 4)             =>     %q = sdiv i32 %a, 4
//     ...  %q = sdiv i32 %a, %m
//
// Pointer parameters that all calls give addresses of one memory space are told so by a cast there
// and back, from which memory-space-opt takes the space of the accesses:
//
//     call void @g(ptr addrspacecast (@s to ptr))   =>   define internal void @g(ptr %p) {
//                                                          %s = addrspacecast ptr %p to ptr
//                                                          addrspace(3)
//                                                          %q = addrspacecast %s to ptr
//
// Callers come before their callees, so that what was found goes on down. A function that calls
// itself with its own parameter does not speak against it. Refused: functions that may be called
// from elsewhere (ipo/calls.h); by-value parameters; results that are undefined.
#include "opt/ipo/calls.h"

static bool is_byval(const IrArg *a) {
    return ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

static IrConst *same_constant(const IpoFunc *ipo_func, uint32_t k) {
    IrConst *c = NULL;
    for (uint32_t j = 0; j < ipo_func->calls.n; j++) {
        IrValue *v = ir_op(ipo_func->calls.at[j], k);
        if (v == &ipo_func->fn->arg[k]->v) continue;
        IrConst *own = ir_as_const(v);
        if (!own || (c && own != c)) return NULL;
        c = own;
    }
    return c;
}

// Where an address that a call gives points to; kernels' pointers are global.
static uint32_t space_of(const IrValue *value) {
    uint32_t as = an_space(value);
    if (as) return as;
    const IrArg *a = ir_as_arg(an_underlying((IrValue *)(uintptr_t)value));
    bool kernel = a && a->fn->cc == IR_CC_PTX_KERNEL && !is_byval(a);
    return kernel ? IR_AS_GLOBAL : 0;
}

static uint32_t same_space(const IpoFunc *ipo_func, uint32_t k) {
    uint32_t as = 0;
    for (uint32_t j = 0; j < ipo_func->calls.n; j++) {
        IrValue *v = ir_op(ipo_func->calls.at[j], k);
        if (v == &ipo_func->fn->arg[k]->v) continue;
        uint32_t own = space_of(v);
        bool access = is_any_of(own, IR_AS_GLOBAL, IR_AS_SHARED, IR_AS_LOCAL);
        if (!access || (as && own != as)) return 0;
        as = own;
    }
    return as;
}

static bool tell_space(IrModule *module, IrFunc *fn, uint32_t k, uint32_t as) {
    IrArg *arg = fn->arg[k];
    bool told = ir_one_use(&arg->v) && arg->v.uses->user->v.op == IR_ADDRSPACECAST;
    if (!arg->v.uses || told) return false;
    IrBuilder b = ir_builder(fn, fn->first);
    b.before = ir_first_non_phi(fn->first);
    IrValue *own = ir_addrspacecast(&b, &arg->v, ir_ty_ptr(module, as));
    IrValue *generic = ir_addrspacecast(&b, own, arg->v.type);
    IrInst *first = ir_as_inst(own);
    IR_FOREACH_USE_SAFE(u, &arg->v) {
        if (u->user != first) ir_set_op(u->user, ir_use_index(u), generic);
    }
    return true;
}

static bool parameters(IrModule *module, IpoFunc *ipo_func) {
    bool changed = false;
    for (uint32_t k = 0; k < ipo_func->fn->nargs; k++) {
        IrArg *arg = ipo_func->fn->arg[k];
        if (!arg->v.uses || is_byval(arg)) continue;
        IrConst *c = same_constant(ipo_func, k);
        if (c) {
            ir_replace_uses(&arg->v, &c->v);
            changed = true;
            continue;
        }
        bool generic = arg->v.type->kind == IR_TY_PTR && arg->v.type->as == IR_AS_GENERIC;
        uint32_t as = generic ? same_space(ipo_func, k) : 0;
        if (as) changed |= tell_space(module, ipo_func->fn, k, as);
    }
    return changed;
}

static IrConst *same_result(const IrFunc *fn) {
    IrConst *c = NULL;
    IR_FOREACH_BLOCK(bb, fn) {
        IrInst *t = ir_term(bb);
        if (!t || t->v.op != IR_RET || !t->nops) continue;
        IrConst *own = ir_as_const(ir_op(t, 0));
        if (!own || ir_is_undef(&own->v) || (c && own != c)) return NULL;
        c = own;
    }
    return c;
}

static bool result(IpoFunc *ipo_func) {
    IrConst *c = ir_func_ret(ipo_func->fn)->kind == IR_TY_VOID ? NULL : same_result(ipo_func->fn);
    bool changed = false;
    for (uint32_t k = 0; c && k < ipo_func->calls.n; k++) {
        IrInst *call = ipo_func->calls.at[k];
        if (!call->v.uses) continue;
        ir_replace_uses(&call->v, &c->v);
        changed = true;
    }
    return changed;
}

OPT_MODULE_PASS(ipsccp);
bool opt_ipsccp(PassCtx *pc, IrModule *module) {
    IpoFuncs all = opt_known_functions(module, pc->tmp);
    bool changed = false;
    for (uint32_t k = 0; k < all.n; k++) {
        if (all.at[k].calls.n) changed |= parameters(module, &all.at[k]);
    }
    for (uint32_t k = all.n; k-- > 0;) changed |= result(&all.at[k]); // callees first
    return changed;
}
