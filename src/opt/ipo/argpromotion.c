// SPDX-License-Identifier: Apache-2.0
// argpromotion: a parameter that is only an address to load from becomes the value.
//
//     define internal i32 @f(ptr %p) {            define internal i32 @f(i32 %p) {
//       %x = load i32, ptr %p               =>      ...
//
//     call i32 @f(ptr %local)                     %v = load i32, ptr %local
//                                                 call i32 @f(i32 %v)
//
// The caller's variable often is one whose address goes nowhere else, and becomes a value too.
//
// The function must load at its beginning whichever way it goes on, so that the caller may, and all
// its loads must see what that one sees: nothing is written or waited for before them.
// Refused: functions that may be called from elsewhere (ipo/calls.h) or with debug records;
// parameters with another use, with loads of several types, of aggregates or vectors, volatile or
// atomic ones;
// by-value and other parameters whose attribute says how they are passed.
#include "opt/ipo/calls.h"

static bool has_abi_attribute(const IrAttrSet *attrs) {
    static const uint8_t abi[] = {IR_ATTR_BYVAL,       IR_ATTR_SRET, IR_ATTR_RETURNED,
                                  IR_ATTR_INALLOCA,    IR_ATTR_NEST, IR_ATTR_SWIFTERROR,
                                  IR_ATTR_PREALLOCATED};
    for (uint32_t k = 0; k < CU_COUNT(abi); k++) {
        if (ir_attr_has(attrs, (IrAttr)abi[k])) return true;
    }
    return false;
}

static bool is_plain_load(const IrInst *inst) {
    return inst->v.op == IR_LOAD && ir_is_plain(inst);
}

// What may change memory, or keep the function from going on.
static bool is_barrier(const IrInst *inst) {
    if (ir_is_term(inst)) return false;
    bool calls = inst->v.op == IR_CALL && !ir_intrin_of(inst);
    if (inst->v.op == IR_LOAD) return !is_plain_load(inst);
    return calls || ir_may_write(inst) || ir_has_effect(inst) || ir_is_convergent(inst);
}

// Types that calls pass in one register.
static bool is_passed_plainly(const IrType *type) {
    if (ir_ty_is_int(type)) return type->bits >= 8 && type->bits <= 64;
    return ir_ty_is_fp(type) || ir_ty_is_ptr(type);
}

typedef struct {
    IrInst *first; // what must not be passed: NULL in a function that never writes
    bool writes;
} Body;

static Body look_at(const IrFunc *fn) {
    Body b = {0};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (!is_barrier(i)) continue;
            b.writes = true;
            if (bb == fn->first && !b.first) b.first = i;
        }
    }
    return b;
}

static bool comes_first(const IrFunc *fn, const Body *b, const IrInst *load) {
    return load->block == fn->first && (!b->first || an_comes_before(load, b->first));
}

// The load that the caller can do instead, or NULL.
static IrInst *only_loaded(const IrFunc *fn, uint32_t k, const Body *body) {
    const IrArg *arg = fn->arg[k];
    if (arg->v.type->kind != IR_TY_PTR || has_abi_attribute(ir_attrs_get(&fn->attrs, (int)k)))
        return NULL;
    IrInst *first = NULL;
    IR_FOREACH_USE(u, &arg->v) {
        IrInst *i = u->user;
        if (!is_plain_load(i) || !is_passed_plainly(i->v.type)) return NULL;
        if (first && first->v.type != i->v.type) return NULL;
        bool at_once = comes_first(fn, body, i);
        if (!at_once && body->writes) return NULL;
        if (!first || at_once) first = i;
    }
    return first && comes_first(fn, body, first) ? first : NULL;
}

static void pass_value(IrModule *module, IpoFunc *ipo_func, uint32_t k, const IrInst *load,
                       Arena *tmp) {
    IrFunc *fn = ipo_func->fn;
    IrType *type = load->v.type, **types = arena_array(tmp, IrType *, fn->nargs);
    for (uint32_t j = 0; j < fn->nargs; j++) types[j] = j == k ? type : fn->arg[j]->v.type;
    fn->g.vty = ir_ty_func(module, fn->g.vty->elem, fn->nargs, types, false);
    ir_attrs_set(module, &fn->attrs, (int)k, NULL);
    for (uint32_t j = 0; j < ipo_func->calls.n; j++) {
        IrInst *call = ipo_func->calls.at[j];
        IrBuilder b = ir_builder_at(call);
        ir_set_op(call, k, &ir_load(&b, type, ir_op(call, k), load->align)->v);
        ir_attrs_set(module, &call->call->attrs, (int)k, NULL);
        call->aty = fn->g.vty;
    }
    IrArg *a = fn->arg[k];
    VEC(IrInst *) loads = {0};
    IR_FOREACH_USE(u, &a->v) vec_push(tmp, &loads, u->user);
    ir_records_lose_arg(a);
    a->v.type = type;
    for (uint32_t j = 0; j < loads.n; j++) {
        ir_set_op(loads.at[j], 0, &ir_poison(module, ir_ty_ptr(module, IR_AS_GENERIC))->v);
        ir_replace_erase(loads.at[j], &a->v);
    }
}

OPT_MODULE_PASS(argpromotion);
bool opt_argpromotion(PassCtx *pc, IrModule *module) {
    IpoFuncs all = opt_known_functions(module, pc->tmp);
    bool changed = false;
    for (uint32_t j = all.n; j-- > 0;) { // callees first: what they take, their callers load
        IpoFunc *f = &all.at[j];
        if (!f->calls.n || opt_keeps_parameters(f->fn)) continue;
        Body body = look_at(f->fn);
        for (uint32_t k = 0; k < f->fn->nargs; k++) {
            const IrInst *load = only_loaded(f->fn, k, &body);
            if (!load) continue;
            pass_value(module, f, k, load, pc->tmp);
            changed = true;
        }
    }
    return changed;
}
