// SPDX-License-Identifier: Apache-2.0
// Finds the functions all of whose calls are known (ipo/calls.h).
#include "opt/ipo/calls.h"

static bool is_candidate(const IrFunc *fn) {
    if (ir_is_decl(fn) || fn->cc == IR_CC_PTX_KERNEL || fn->g.vty->vararg) return false;
    if (!is_any_of(fn->g.linkage, IR_INTERNAL, IR_PRIVATE)) return false;
    return !ir_fn_has(fn, IR_ATTR_OPTNONE) && !ir_fn_has(fn, IR_ATTR_NAKED);
}

static bool is_plain_call(const IrInst *inst, const IrFunc *fn) {
    bool plain = !inst->call->nextra && inst->call->cc == fn->cc;
    return plain && inst->aty == fn->g.vty && !(inst->v.flags & IR_MUSTTAIL);
}

static void collect_calls(IrFunc *caller, const Map *place, IpoFunc *at, bool *odd, Arena *arena) {
    IR_FOREACH_BLOCK(bb, caller) {
        IR_FOREACH_INST(i, bb) {
            IrFunc *f = i->v.op == IR_CALL ? ir_called(i) : NULL;
            uintptr_t k = f ? (uintptr_t)map_get(place, (uintptr_t)f) : 0;
            if (!k) continue;
            if (is_plain_call(i, f))
                vec_push(arena, &at[k - 1].calls, i);
            else
                odd[k - 1] = true;
        }
    }
}

// After inlining most modules have none.
static bool has_candidate(const IrModule *module) {
    IR_FOREACH_FUNC(f, module) {
        if (is_candidate(f)) return true;
    }
    return false;
}

IpoFuncs opt_known_functions(IrModule *module, Arena *arena) {
    if (!has_candidate(module)) return (IpoFuncs){0};
    AnCallGraph *call_graph = an_callgraph_make(module, arena);
    IpoFuncs ipo_funcs = {.at = arena_array(arena, IpoFunc, call_graph->n)};
    bool *odd = arena_array(arena, bool, call_graph->n);
    Map place;
    map_init(&place, arena);
    for (uint32_t k = call_graph->n; k-- > 0;) {
        if (!is_candidate(call_graph->order[k]) || call_graph->address_taken[k]) continue;
        ipo_funcs.at[ipo_funcs.n++].fn = call_graph->order[k];
        map_put(&place, (uintptr_t)call_graph->order[k], (void *)(uintptr_t)ipo_funcs.n);
    }
    if (!ipo_funcs.n) return ipo_funcs;

    IR_FOREACH_FUNC(f, module) collect_calls(f, &place, ipo_funcs.at, odd, arena);
    uint32_t n = 0;
    for (uint32_t k = 0; k < ipo_funcs.n; k++) {
        if (!odd[k]) ipo_funcs.at[n++] = ipo_funcs.at[k];
    }
    ipo_funcs.n = n;
    return ipo_funcs;
}

bool opt_keeps_parameters(const IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_CALL) continue;
            if (i->v.flags & IR_MUSTTAIL) return true;
            // a debug record: parameters may be among its operands
            if (i->nops > 1 && ir_op(i, 0)->kind == IR_V_MD) return true;
        }
    }
    return false;
}
