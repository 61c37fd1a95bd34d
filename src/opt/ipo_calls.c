// SPDX-License-Identifier: Apache-2.0
// Finds the functions all of whose calls are known (ipo_calls.h).
#include "opt/ipo_calls.h"

static bool is_candidate(const IrFunc *f) {
    if (ir_is_decl(f) || f->cc == IR_CC_PTX_KERNEL || f->g.vty->vararg) return false;
    if (f->g.linkage != IR_INTERNAL && f->g.linkage != IR_PRIVATE) return false;
    return !ir_fn_has(f, IR_ATTR_OPTNONE) && !ir_fn_has(f, IR_ATTR_NAKED);
}

static bool is_plain_call(const IrInst *i, const IrFunc *f) {
    bool plain = !i->call->nextra && i->call->cc == f->cc;
    return plain && i->aty == f->g.vty && !(i->v.flags & IR_MUSTTAIL);
}

static void collect_calls(IrFunc *caller, const Map *place, IpoFunc *at, bool *odd, Arena *a) {
    IR_FOREACH_BLOCK(bb, caller) {
        IR_FOREACH_INST(i, bb) {
            IrFunc *f = i->v.op == IR_CALL ? ir_called(i) : NULL;
            uintptr_t k = f ? (uintptr_t)map_get(place, (uintptr_t)f) : 0;
            if (!k) continue;
            if (is_plain_call(i, f))
                vec_push(a, &at[k - 1].calls, i);
            else
                odd[k - 1] = true;
        }
    }
}

IpoFuncs opt_known_functions(IrModule *m, Arena *a) {
    AnCallGraph *g = an_callgraph_make(m, a);
    IpoFuncs r = {.at = arena_array(a, IpoFunc, g->n)};
    bool *odd = arena_array(a, bool, g->n);
    Map place;
    map_init(&place, a);
    for (uint32_t k = g->n; k-- > 0;) {
        if (!is_candidate(g->order[k]) || g->address_taken[k]) continue;
        r.at[r.n++].fn = g->order[k];
        map_put(&place, (uintptr_t)g->order[k], (void *)(uintptr_t)r.n);
    }
    if (!r.n) return r;

    IR_FOREACH_FUNC(f, m) collect_calls(f, &place, r.at, odd, a);
    uint32_t n = 0;
    for (uint32_t k = 0; k < r.n; k++) {
        if (!odd[k]) r.at[n++] = r.at[k];
    }
    r.n = n;
    return r;
}

bool opt_keeps_parameters(const IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_CALL) continue;
            if (i->v.flags & IR_MUSTTAIL) return true;
            // a debug record: parameters may be among its operands
            if (i->nops > 1 && ir_op(i, 0)->kind == IR_V_MD) return true;
        }
    }
    return false;
}
