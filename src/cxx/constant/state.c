// SPDX-License-Identifier: Apache-2.0
// constant/state.c: what an evaluation is in: memory that lasts between evaluations, its limits,
// and the way out of one that fails. How it works stands in eval_int.h.
#include "cxx/facts/state.h"
#include "cxx/constant/eval_int.h"

enum { STACK_LIMIT = 4 << 20 }; // bytes of C stack that one evaluation may use

struct EvalState *ev_state(Cxx *cxx) {
    if (cxx->eval) return cxx->eval;
    Arena *a = &cxx->ctx->perm;
    cxx->eval = arena_new(a, struct EvalState);
    arena_init(&cxx->eval->arena, cxx->ctx, "consteval");
    arena_init(&cxx->eval->results, cxx->ctx, "constants");
    map_init(&cxx->eval->statics, a);
    map_init(&cxx->eval->strings, a);
    map_init(&cxx->eval->type_infos, a);
    map_init(&cxx->eval->builtins, a);
    return cxx->eval;
}

void ev_fail(Ev *ev, Pos pos, const DiagRow *why, const void *const *arg) {
    ev->why = why;
    ev->why_pos = pos;
    ev->why_arg[0] = arg[0];
    for (EvFrame *f = ev->f; f && ev->ntrace < EV_TRACE; f = f->outer) {
        if (!f->call_pos) continue; // `this` of default member initialisers
        ev->trace[ev->ntrace].fn = f->fn;
        ev->trace[ev->ntrace++].pos = f->call_pos;
    }
    longjmp(ev->jump, 1);
}

void ev_step(Ev *ev, Pos pos) {
    if (++ev->steps > ev->max_steps) EV_FAIL(ev, pos, const_steps, NULL);
    if (!(ev->steps & 0xffff)) ctx_poll(ev->x->ctx);
}

void ev_enter(Ev *ev, Pos pos) {
    ev->depth++;
    const char *here = __builtin_frame_address(0);
    ptrdiff_t used = here > ev->stack_base ? here - ev->stack_base : ev->stack_base - here;
    if (used <= STACK_LIMIT) return;
    if (ev->outer) tm_limit(ev->x, pos); // bodies that are instantiated to evaluate bodies ...
    EV_FAIL(ev, pos, const_depth, NULL);
}
