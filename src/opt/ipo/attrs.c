// SPDX-License-Identifier: Apache-2.0
// function-attrs: what calls of internal functions do, read off their bodies, callees first.
//
//     define internal float @f(float %a) convergent {     =>   define internal float @f(float %a)
//       %r = fdiv float %a, 3.0                                    willreturn memory(none) {
//       ret float %r
//     }
//
// - memory: not at all, or only read. The function's own variables and constant memory do not
//   count.
// - willreturn: its loops count to an end, and whom it calls returns.
// - convergent goes where nothing in it meets other threads.
// Calls of such functions are then merged (gvn), hoisted (licm), sunk and dropped like any other
// operation. Refused: functions that another definition may take the place of, and everything in
// a function that is not known here: atomics, volatile accesses, inline assembly that does not
// merely compute, calls through pointers, recursion.
#include "analysis/scev.h"
#include "opt/ipo/calls.h"
#include "ir/intrin_id.h"

typedef struct {
    uint32_t memory; // IR_MEM_*
    bool returns, converges;
} Does;

static const Does ANYTHING = {IR_MEM_ANY, false, true};

// A variable of the function at hand, or what nobody writes.
static bool is_private(IrValue *address) {
    IrValue *object = an_underlying(address);
    return ir_as_op(object, IR_ALLOCA) || an_is_constant_memory(address);
}

static void call_does(const IrInst *call, Does *does) {
    uint32_t id = ir_intrin_of(call);
    if (ir_call_computes(call) || ir_is_lifetime(id) || id == IR_I_assume) return;
    if (!ir_called(call)) {
        *does = ANYTHING;
        return;
    }
    if (id && ir_intrins[id].props & (IRI_EFFECT | IRI_SYNC | IRI_NORET)) {
        *does = ANYTHING;
        return;
    }
    does->memory |= ir_call_memory(call);
    does->converges |= ir_is_convergent(call);
    does->returns &= id || ir_call_has(call, IR_AT_FN, IR_ATTR_WILLRETURN);
}

static void inst_does(const IrInst *inst, Does *does) {
    if (is_any_of(inst->v.op, IR_BR, IR_SWITCH, IR_RET, IR_UNREACHABLE)) return;
    switch (inst->v.op) {
    case IR_LOAD:
        if (!ir_is_plain(inst)) *does = ANYTHING;
        if (!is_private(ir_op(inst, 0))) does->memory |= IR_MEM_READ;
        return;
    case IR_STORE:
        if (!ir_is_plain(inst)) *does = ANYTHING;
        if (!is_private(ir_op(inst, 1))) does->memory |= IR_MEM_WRITE;
        return;
    case IR_CALL: call_does(inst, does); return;
    default:
        if (ir_has_effect(inst) || ir_may_read(inst) || ir_may_write(inst)) *does = ANYTHING;
    }
}

// All ways round lead through the header of a loop whose number of iterations has a bound.
static bool ends(AnFunc *an, IrFunc *fn, Arena *tmp) {
    const AnCfg *cfg = an_cfg(an);
    const AnLoops *loops = an_loops(an);
    const AnDom *dom = an_dom(an);
    for (uint32_t k = 0; k < cfg->n; k++) {
        IrInst *term = ir_term(cfg->rpo[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            IrBlock *to = ir_succ(term, s);
            const AnLoop *loop = an_loop_of(loops, to);
            bool back = cfg->no[to->v.id] <= k;
            if (back && (!loop || loop->header != to || !an_dominates(dom, to, cfg->rpo[k])))
                return false;
        }
    }
    if (!loops->all.n) return true;
    AnScev *scev = an_scev_make(fn, loops, dom, tmp);
    for (uint32_t k = 0; k < loops->all.n; k++) {
        if (an_max_trip_count(scev, loops->all.at[k]) == UINT64_MAX) return false;
    }
    return true;
}

static Does body_does(IrFunc *fn) {
    Does does = {IR_MEM_NONE, true, false};
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(inst, bb) {
            inst_does(inst, &does);
            if (does.memory == IR_MEM_ANY && does.converges) return does; // nothing is left to say
        }
    }
    return does;
}

static bool say(IrFunc *fn, Does does) {
    IrModule *module = fn->g.m;
    const IrAttrSet *was = fn->attrs.fn;
    uint32_t memory = ir_fn_memory(fn) & does.memory;
    if (memory != ir_fn_memory(fn)) ir_fn_attr_int(fn, IR_AT_FN, IR_ATTR_MEMORY, memory);
    if (does.returns) ir_fn_attr(fn, IR_AT_FN, IR_ATTR_WILLRETURN);
    if (!does.converges && ir_fn_has(fn, IR_ATTR_CONVERGENT))
        ir_attrs_set(module, &fn->attrs, IR_AT_FN,
                     ir_attr_remove(module, fn->attrs.fn, IR_ATTR_CONVERGENT));
    return fn->attrs.fn != was;
}

OPT_MODULE_PASS(function_attrs);
bool opt_function_attrs(PassCtx *pc, IrModule *module) {
    IpoFuncs all = opt_known_functions(module, pc->tmp);
    bool changed = false;
    if (!all.n) return false;
    AnFunc an;
    an_init(&an, pc->ctx);
    for (uint32_t k = all.n; k-- > 0;) { // callees first
        IrFunc *fn = all.at[k].fn;
        if (opt_is_left_alone(fn)) continue;
        Does does = body_does(fn);
        if (does.memory == IR_MEM_ANY && does.converges) continue;
        an_begin(&an, fn);
        does.returns = does.returns && ends(&an, fn, pc->tmp);
        changed |= say(fn, does);
    }
    an_free(&an);
    return changed;
}
