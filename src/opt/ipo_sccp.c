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
// from elsewhere (ipo_calls.h); by-value parameters; results that are undefined.
#include "opt/ipo_calls.h"

static bool is_byval(const IrArg *a) {
    return ir_attr_has(ir_attrs_get(&a->fn->attrs, (int)a->index), IR_ATTR_BYVAL);
}

static IrConst *same_constant(const IpoFunc *f, uint32_t k) {
    IrConst *c = NULL;
    for (uint32_t j = 0; j < f->calls.n; j++) {
        IrValue *v = ir_op(f->calls.at[j], k);
        if (v == &f->fn->arg[k]->v) continue;
        IrConst *own = ir_as_const(v);
        if (!own || (c && own != c)) return NULL;
        c = own;
    }
    return c;
}

// Where an address that a call gives points to; kernels' pointers are global.
static uint32_t space_of(const IrValue *v) {
    uint32_t as = an_space(v);
    if (as) return as;
    const IrArg *a = ir_as_arg(an_underlying((IrValue *)(uintptr_t)v));
    bool kernel = a && a->fn->cc == IR_CC_PTX_KERNEL && !is_byval(a);
    return kernel ? IR_AS_GLOBAL : 0;
}

static uint32_t same_space(const IpoFunc *f, uint32_t k) {
    uint32_t as = 0;
    for (uint32_t j = 0; j < f->calls.n; j++) {
        IrValue *v = ir_op(f->calls.at[j], k);
        if (v == &f->fn->arg[k]->v) continue;
        uint32_t own = space_of(v);
        bool access = own == IR_AS_GLOBAL || own == IR_AS_SHARED || own == IR_AS_LOCAL;
        if (!access || (as && own != as)) return 0;
        as = own;
    }
    return as;
}

static bool tell_space(IrModule *m, IrFunc *f, uint32_t k, uint32_t as) {
    IrArg *a = f->arg[k];
    bool told = a->v.uses && !a->v.uses->next && a->v.uses->user->v.op == IR_ADDRSPACECAST;
    if (!a->v.uses || told) return false;
    IrBuilder b = ir_builder(f, f->first);
    b.before = ir_first_non_phi(f->first);
    IrValue *own = ir_addrspacecast(&b, &a->v, ir_ty_ptr(m, as));
    IrValue *generic = ir_addrspacecast(&b, own, a->v.type);
    IrInst *first = ir_as_inst(own);
    IR_FOREACH_USE_SAFE(u, &a->v) {
        if (u->user != first) ir_set_op(u->user, ir_use_index(u), generic);
    }
    return true;
}

static bool parameters(IrModule *m, IpoFunc *f) {
    bool changed = false;
    for (uint32_t k = 0; k < f->fn->nargs; k++) {
        IrArg *a = f->fn->arg[k];
        if (!a->v.uses || is_byval(a)) continue;
        IrConst *c = same_constant(f, k);
        if (c) {
            ir_replace_uses(&a->v, &c->v);
            changed = true;
            continue;
        }
        bool generic = a->v.type->kind == IR_TY_PTR && a->v.type->as == IR_AS_GENERIC;
        uint32_t as = generic ? same_space(f, k) : 0;
        if (as) changed |= tell_space(m, f->fn, k, as);
    }
    return changed;
}

static IrConst *same_result(const IrFunc *f) {
    IrConst *c = NULL;
    IR_FOREACH_BLOCK(bb, f) {
        IrInst *t = ir_term(bb);
        if (!t || t->v.op != IR_RET || !t->nops) continue;
        IrConst *own = ir_as_const(ir_op(t, 0));
        if (!own || ir_is_undef(&own->v) || (c && own != c)) return NULL;
        c = own;
    }
    return c;
}

static bool result(IpoFunc *f) {
    IrConst *c = ir_func_ret(f->fn)->kind == IR_TY_VOID ? NULL : same_result(f->fn);
    bool changed = false;
    for (uint32_t k = 0; c && k < f->calls.n; k++) {
        IrInst *call = f->calls.at[k];
        if (!call->v.uses) continue;
        ir_replace_uses(&call->v, &c->v);
        changed = true;
    }
    return changed;
}

bool opt_ipsccp(PassCtx *pc, IrModule *m) {
    IpoFuncs all = opt_known_functions(m, pc->tmp);
    bool changed = false;
    for (uint32_t k = 0; k < all.n; k++) {
        if (all.at[k].calls.n) changed |= parameters(m, &all.at[k]);
    }
    for (uint32_t k = all.n; k-- > 0;) changed |= result(&all.at[k]); // callees first
    return changed;
}
