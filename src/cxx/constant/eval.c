// SPDX-License-Identifier: Apache-2.0
// constant/eval.c: entry points of the constant evaluator [expr.const], limits, and the explanation
// of failures. How it works stands in eval_int.h.
#include "cxx/facts/state.h"
#include "cxx/constant/eval_int.h"

enum {
    STACK_LIMIT = 4 << 20, // bytes of C stack that one evaluation may use
    DEFAULT_STEPS = 1 << 25,
    DEFAULT_DEPTH = 512,
};

struct EvalState *ev_state(Cxx *x) {
    if (x->eval) return x->eval;
    Arena *a = &x->ctx->perm;
    x->eval = arena_new(a, struct EvalState);
    arena_init(&x->eval->arena, x->ctx, "consteval");
    arena_init(&x->eval->results, x->ctx, "constants");
    map_init(&x->eval->statics, a);
    map_init(&x->eval->strings, a);
    map_init(&x->eval->builtins, a);
    return x->eval;
}

// ---- failure -----------------------------------------------------------------------------------

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

static void explain(Ev *ev, Pos pos) {
    Ctx *ctx = ev->x->ctx;
    if (ev->silent) {
        if (diag_error_count(ctx)) return;
    }
    CXX_DIAG(ev->x, const_not_constant, pos);
    if (!ev->why) return;
    diag(ctx, ev->why, ev->why_pos ? ev->why_pos : pos, ev->why_arg[0]);
    for (uint32_t i = 0; i < ev->ntrace; i++)
        CXX_DIAG(ev->x, const_in_call, ev->trace[i].pos, &ev->trace[i].fn->d);
}

// ---- evaluations -------------------------------------------------------------------------------

typedef struct Job {
    Expr *e;
    VarDecl *var;
    bool allow_indet;
    ConstVal *result;
    ApInt *as_int;
} Job;

static bool immediate(const Decl *d) {
    return d && d->kind == D_FUNC && d->flags & DF_CONSTEVAL;
}

// Unnamed bit-fields are no members [class.bit]/2.
static bool unnamed_bits(const ConstVal *v, uint32_t i) {
    if (v->type->kind != TY_CLASS) return false;
    const ClassDecl *c = v->type->u.cls;
    if (i < c->nbase || i - c->nbase >= c->fields.n) return false;
    const FieldDecl *f = c->fields.at[i - c->nbase];
    return f->is_bitfield && !f->d.name;
}

// Every part has a value, and none is the address of a consteval function [expr.const]/11.
static void check_complete(Ev *ev, const ConstVal *c, Pos pos, uint32_t depth) {
    if (!c || depth > 64) return;
    if (c->kind == CV_INDET) EV_FAIL(ev, pos, const_uninit_result, NULL);
    const Decl *d = c->kind == CV_LVALUE   ? c->u.lv.base
                    : c->kind == CV_MEMPTR ? c->u.mp.member
                                           : NULL;
    if (immediate(d)) EV_FAIL(ev, pos, const_immediate, d);
    if (c->kind == CV_AGG) {
        for (uint32_t i = 0; i < c->u.agg.n; i++) {
            if (!unnamed_bits(c, i)) check_complete(ev, c->u.agg.at[i], pos, depth + 1);
        }
        check_complete(ev, c->u.agg.filler, pos, depth + 1);
    } else if (c->kind == CV_UNION) {
        check_complete(ev, c->u.un.val, pos, depth + 1);
    }
}

static void finish(Ev *ev, Pos pos) {
    ev_temps_end(ev, 0, pos);
    if (ev->heap) EV_FAIL(ev, pos, const_heap_leak, NULL);
}

static void evaluate(Ev *ev, Job *j) {
    Expr *e = j->e;
    Pos pos = e ? e->pos : j->var->d.pos;
    if (j->var) {
        VarDecl *v = j->var;
        Obj *o = ev_root(ev, v->d.type, RK_LOCAL);
        o->up.root->var = &v->d;
        o->flags |= OF_CTOR;
        ev->var = v;
        ev->var_obj = o;
        bool zero = j->allow_indet && (v->storage == STOR_GLOBAL || v->storage == STOR_STATIC);
        ev->fold = zero;
        if (zero && !ty_is_ref(v->d.type)) o->state = OS_ZERO; // [basic.start.static]
        if (e) ev_into(ev, e, o);
        o->flags &= (uint8_t)~OF_CTOR;
        finish(ev, pos);
        j->result = ev_obj_const(ev, o, pos);
        if (!j->allow_indet) check_complete(ev, j->result, pos, 0);
    } else if (e->cat != VC_PRVALUE && e->type->kind != TY_VOID) {
        Val v = ev_ptr(ev_lvalue(ev, e));
        Val r = v;
        j->result = ev_to_const(ev, &r, ty_ref(ev->x, e->type, e->cat == VC_XVALUE), pos);
        finish(ev, pos);
    } else if (ev_is_agg(e->type)) {
        Obj *o = ev_root(ev, ty_unqual(e->type), RK_TEMP);
        o->flags |= OF_CTOR;
        ev_into(ev, e, o);
        o->flags &= (uint8_t)~OF_CTOR;
        finish(ev, pos);
        j->result = ev_obj_const(ev, o, pos);
    } else {
        Val v = ev_scalar(ev, e);
        finish(ev, pos);
        if (j->as_int) {
            if (v.kind != VK_INT) EV_FAIL(ev, pos, const_unsupported, NULL);
            *j->as_int = v.u.i;
            return;
        }
        j->result = ev_to_const(ev, &v, ty_unqual(e->type), pos);
    }
}

// setjmp stands in a function of its own that changes nothing afterwards.
static __attribute__((noinline)) bool guarded(Ev *ev, Job *j) {
    if (setjmp(ev->jump)) return false;
    evaluate(ev, j);
    return true;
}

static bool start(Cxx *x, Job *j, bool report, Pos pos) {
    struct EvalState *st = ev_state(x);
    Ev ev;
    memset(&ev, 0, sizeof ev);
    ev.x = x;
    ev.outer = st->active;
    ev.arena = &st->arena;
    ev.serial = ++st->serial;
    ev.max_steps = x->opt.max_constexpr_steps ? x->opt.max_constexpr_steps : DEFAULT_STEPS;
    ev.max_depth = x->opt.max_constexpr_depth ? x->opt.max_constexpr_depth : DEFAULT_DEPTH;
    ev.stack_base = ev.outer ? ev.outer->stack_base : __builtin_frame_address(0);
    ArenaMark mark = arena_mark(&st->arena), results = arena_mark(&st->results);
    uint32_t stays = st->stays;
    st->active = &ev;
    bool ok = guarded(&ev, j);
    st->active = ev.outer;
    if (ok)
        st->stays++;
    else if (stays == st->stays) // what was made of a huge object, say
        arena_reset(&st->results, results);
    if (!ok && report) explain(&ev, pos);
    arena_reset(&st->arena, mark);
    return ok;
}

static bool bad(const Expr *e) {
    return e->kind == E_ERROR || e->type->kind == TY_ERROR ||
           (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP));
}

ConstVal *cxx_const_eval(Cxx *x, Expr *e, bool report) {
    if (bad(e)) return NULL;
    Job j = {.e = e};
    return start(x, &j, report, e->pos) ? j.result : NULL;
}

ConstVal *cxx_const_eval_init(Cxx *x, VarDecl *v, Expr *init, bool report) {
    if (init && bad(init)) return NULL;
    if (v->d.type->kind == TY_ERROR || ty_dependent(v->d.type)) return NULL;
    Job j = {.e = init, .var = v, .allow_indet = !(v->d.flags & DF_CONSTEXPR)};
    return start(x, &j, report, init ? init->pos : v->d.pos) ? j.result : NULL;
}

bool cxx_const_int(Cxx *x, Expr *e, ApInt *out, bool report) {
    if (e->kind == E_INT) {
        *out = e->u.i;
        return true;
    }
    if (bad(e)) return false;
    Expr load;
    if (e->cat != VC_PRVALUE) { // its value
        load = (Expr){.kind = E_CAST, .op = CK_LVAL_TO_RVAL, .cat = VC_PRVALUE, .a = e};
        load.type = ty_unqual(e->type);
        load.pos = load.end = e->pos;
        e = &load;
    }
    if (ev_is_agg(e->type)) return false;
    Job j = {.e = e, .as_int = out};
    return start(x, &j, report, e->pos);
}

bool cxx_const_bool(Cxx *x, Expr *e, bool *out) {
    ApInt v;
    if (!cxx_const_int(x, e, &v, false)) return false;
    *out = !apint_is_zero(&v);
    return true;
}
