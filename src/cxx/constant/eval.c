// SPDX-License-Identifier: Apache-2.0
// constant/eval.c: entry points of the constant evaluator [expr.const], and the explanation of
// failures. How it works stands in eval_int.h.
#include "cxx/facts/state.h"
#include "cxx/constant/eval_int.h"

enum {
    DEFAULT_STEPS = 1 << 25,
    DEFAULT_DEPTH = 512,
};

// A variable that is not const, of a namespace or class that is no template's: its value is no
// constant, whatever a template is read for.
static bool never_constant(const Ev *ev) {
    if (ev->why != DIAG_OF(cxx, const_read_variable) || ev->ntrace) return false;
    const VarDecl *var = (const VarDecl *)ev->why_arg[0];
    if (!var || var->d.kind != D_VAR || var->d.env || !ev->x->decls->unbound.reading) return false;
    if (!is_any_of(var->storage, STOR_GLOBAL, STOR_STATIC)) return false;
    bool plain = ty_is_arith(var->d.type) && !(var->d.type->quals & Q_CONST);
    return plain && !(var->d.flags & DF_CONSTEXPR) && !var->fn;
}

static void explain(Ev *ev, Pos pos) {
    Ctx *ctx = ev->x->ctx;
    if (ev->silent) {
        if (diag_error_count(ctx)) return;
    }
    if (never_constant(ev))
        CXX_DIAG(ev->x, const_variable, pos);
    else
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

static bool immediate(const Decl *decl) {
    return decl_is(decl, D_FUNC) && decl->flags & DF_CONSTEVAL;
}

// Unnamed bit-fields are no members [class.bit]/2.
static bool unnamed_bits(const ConstVal *v, uint32_t i) {
    if (v->type->kind != TY_CLASS) return false;
    const ClassDecl *c = v->type->u.cls;
    if (i < c->members.nbase || i - c->members.nbase >= c->members.fields.n) return false;
    const FieldDecl *f = c->members.fields.at[i - c->members.nbase];
    return cxx_is_padding(f);
}

// Every part has a value, and none is the address of a consteval function [expr.const]/11.
static void check_complete(Ev *ev, const ConstVal *constant, Pos pos, uint32_t depth) {
    if (!constant || depth > 64) return;
    if (constant->kind == CV_INDET) EV_FAIL(ev, pos, const_uninit_result, NULL);
    const Decl *decl = constant->kind == CV_LVALUE   ? constant->u.lv.base
                       : constant->kind == CV_MEMPTR ? constant->u.mp.member
                                                     : NULL;
    if (immediate(decl)) EV_FAIL(ev, pos, const_immediate, decl);
    if (constant->kind == CV_AGG) {
        for (uint32_t i = 0; i < constant->u.agg.n; i++) {
            if (!unnamed_bits(constant, i))
                check_complete(ev, constant->u.agg.at[i], pos, depth + 1);
        }
        check_complete(ev, constant->u.agg.filler, pos, depth + 1);
    } else if (constant->kind == CV_UNION) {
        check_complete(ev, constant->u.un.val, pos, depth + 1);
    }
}

static void finish(Ev *ev, Pos pos) {
    ev_temps_end(ev, 0, pos);
    if (ev->heap) EV_FAIL(ev, pos, const_heap_leak, NULL);
}

static void evaluate(Ev *ev, Job *job) {
    Expr *expr = job->e;
    Pos pos = expr ? expr->pos : job->var->d.pos;
    if (job->var) {
        VarDecl *var = job->var;
        Obj *obj = ev_root(ev, var->d.type, RK_LOCAL);
        obj->up.root->var = &var->d;
        obj->flags |= OF_CTOR;
        ev->var = var;
        ev->var_obj = obj;
        bool zero = job->allow_indet && is_any_of(var->storage, STOR_GLOBAL, STOR_STATIC);
        ev->fold = zero;
        if (zero && !ty_is_ref(var->d.type)) obj->state = OS_ZERO; // [basic.start.static]
        if (expr) ev_into(ev, expr, obj);
        obj->flags &= (uint8_t)~OF_CTOR;
        finish(ev, pos);
        job->result = ev_obj_const(ev, obj, pos);
        if (!job->allow_indet) check_complete(ev, job->result, pos, 0);
    } else if (expr->cat != VC_PRVALUE && expr->type->kind != TY_VOID) {
        Val v = ev_ptr(ev_lvalue(ev, expr));
        Val r = v;
        job->result = ev_to_const(ev, &r, ty_ref(ev->x, expr->type, expr->cat == VC_XVALUE), pos);
        finish(ev, pos);
    } else if (ev_is_agg(expr->type)) {
        Obj *o = ev_root(ev, ty_unqual(expr->type), RK_TEMP);
        o->flags |= OF_CTOR;
        ev_into(ev, expr, o);
        o->flags &= (uint8_t)~OF_CTOR;
        finish(ev, pos);
        job->result = ev_obj_const(ev, o, pos);
    } else {
        Val v = ev_scalar(ev, expr);
        finish(ev, pos);
        if (job->as_int) {
            if (v.kind != VK_INT) EV_FAIL(ev, pos, const_unsupported, NULL);
            *job->as_int = v.u.i;
            return;
        }
        job->result = ev_to_const(ev, &v, ty_unqual(expr->type), pos);
    }
}

// setjmp stands in a function of its own that changes nothing afterwards.
static __attribute__((noinline)) bool guarded(Ev *ev, Job *j) {
    if (setjmp(ev->jump)) return false;
    evaluate(ev, j);
    return true;
}

static bool start(Cxx *cxx, Job *job, bool report, Pos pos) {
    struct EvalState *st = ev_state(cxx);
    Ev ev;
    memset(&ev, 0, sizeof ev);
    ev.x = cxx;
    ev.outer = st->active;
    ev.arena = &st->arena;
    ev.serial = ++st->serial;
    ev.max_steps = cxx->opt.max_constexpr_steps ? cxx->opt.max_constexpr_steps : DEFAULT_STEPS;
    ev.max_depth = cxx->opt.max_constexpr_depth ? cxx->opt.max_constexpr_depth : DEFAULT_DEPTH;
    ev.stack_base = ev.outer ? ev.outer->stack_base : __builtin_frame_address(0);
    ArenaMark mark = arena_mark(&st->arena), results = arena_mark(&st->results);
    uint32_t stays = st->stays;
    st->active = &ev;
    bool ok = guarded(&ev, job);
    st->active = ev.outer;
    if (ok)
        st->stays++;
    else if (stays == st->stays) // what was made of a huge object, say
        arena_reset(&st->results, results);
    if (!ok && report) explain(&ev, pos);
    arena_reset(&st->arena, mark);
    return ok;
}

static bool bad(const Expr *expr) {
    return expr->kind == E_ERROR || expr->type->kind == TY_ERROR ||
           (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP));
}

ConstVal *cxx_const_eval(Cxx *cxx, Expr *asked, bool report) {
    if (bad(asked)) return NULL;
    Job j = {.e = asked};
    return start(cxx, &j, report, asked->pos) ? j.result : NULL;
}

ConstVal *cxx_const_eval_init(Cxx *cxx, VarDecl *v, Expr *init, bool report) {
    if (init && bad(init)) return NULL;
    if (v->d.type->kind == TY_ERROR || ty_dependent(v->d.type)) return NULL;
    Job j = {.e = init, .var = v, .allow_indet = !(v->d.flags & DF_CONSTEXPR)};
    return start(cxx, &j, report, init ? init->pos : v->d.pos) ? j.result : NULL;
}

bool cxx_const_int(Cxx *cxx, Expr *asked, ApInt *out, bool report) {
    if (asked->kind == E_INT) {
        *out = asked->u.i;
        return true;
    }
    if (bad(asked)) return false;
    Expr load;
    if (asked->cat != VC_PRVALUE) { // its value
        load = (Expr){.kind = E_CAST, .op = CK_LVAL_TO_RVAL, .cat = VC_PRVALUE, .a = asked};
        load.type = ty_unqual(asked->type);
        load.pos = load.end = asked->pos;
        asked = &load;
    }
    if (ev_is_agg(asked->type)) return false;
    Job j = {.e = asked, .as_int = out};
    return start(cxx, &j, report, asked->pos);
}

bool cxx_const_bool(Cxx *cxx, Expr *asked, bool *out) {
    ApInt v;
    if (!cxx_const_int(cxx, asked, &v, false)) return false;
    *out = !apint_is_zero(&v);
    return true;
}
