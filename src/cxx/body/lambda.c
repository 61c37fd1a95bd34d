// SPDX-License-Identifier: Apache-2.0
// body/lambda.c: lambda expressions [expr.prim.lambda]. A closure is a ClassDecl whose fields
// appear as captures are found; the call operator's body is parsed at once, in the middle of the
// enclosing function, so that captures resolve while both contexts are at hand. The expression is
// an E_INIT_LIST of the closure's fields.
//
// The body of a generic lambda is parsed per instantiation, later, when the closure is closed. Its
// implicit captures are found beforehand by looking up every identifier of the body's tokens: as
// the standard has it for names in dependent expressions, naming a variable is enough.
// body/capture.c has the captures, instance/closure.c the conversion to a pointer to function.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/lambda.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/body/body.h"

// ---- the call operator -------------------------------------------------------------------------

// Called when the body of a closure's call operator is about to be parsed out of its place.
void xe_lambda_context(Parse *p) {
    FuncDecl *f = p->fn;
    if (!f || !f->cls || !f->cls->is_closure || !f->cls->lambda) return;
    if (p->lambda && p->lambda->cls == f->cls) return;
    p->lambda = f->cls->lambda;
    p->this_type = p->lambda->this_type;
    p->cls = p->lambda->around.cls;
    p->pack_index = p->lambda->around.pack_index; // it may stand in a pattern
    if (p->pack_index >= 0) cxx_pack_ignore(p);
}
// ---- the expression ----------------------------------------------------------------------------

// The number of a closure among those of its function, of the same parameters if `sig` is given.
static uint32_t next_number(Parse *p, struct LambdaState *ls, Type *sig) {
    struct ExprState *st = xe_state(p->x);
    if (!st->closures.arena) map_init(&st->closures, pa(p));
    Decl *ctx = ls->outer_fn ? &ls->outer_fn->d : ls->cls->mangle_context;
    uint32_t kind = UINT32_MAX;
    if (sig) {
        FuncType ft = sig->u.func; // discriminated by parameters only
        ft.ret = ty_basic(p->x, TY_VOID);
        kind = ty_func(p->x, &ft)->id;
    }
    uint64_t key = (uint64_t)(ctx ? ctx->id + 1 : 0) << 32 | kind;
    void **slot = map_slot(&st->closures, key);
    uintptr_t n = (uintptr_t)*slot;
    *slot = (void *)(n + 1);
    return (uint32_t)n;
}

static ClassDecl *new_closure(Parse *p, struct LambdaState *ls, Pos pos) {
    Cxx *x = p->x;
    ClassDecl *c = cxx_decl_new(x, ClassDecl, D_CLASS, 0, pos, p->at, p->scope, p->env);
    c->inner = cxx_scope_new(x, SC_CLASS, p->scope, &c->d);
    c->inner->cls = c;
    c->inner->env = p->env;
    c->env = p->env;
    c->tag = CT_CLASS;
    c->is_closure = c->defined = c->complete = true;
    c->is_local = p->fn != NULL;
    c->d.type = ty_class(x, c);
    c->mangle_context = p->fn ? &p->fn->d : NULL;
    c->lambda = ls;
    return c;
}

static void generic_operator(Parse *q, struct LambdaState *ls, TmplParams *written) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    uint32_t open = ls->t.params;
    bool dependent = q->dependent;
    TmplParams *ps = open ? cxx_invent_params(q, open, q->tok[open].match, written) : NULL;
    if (!ps) ps = written;
    if (ps) { // none: what looked like a placeholder is in a broken parameter list
        q->scope = ps->scope;
        q->dependent = true;
    }
    FuncDecl *f = cxx_closure_operator(q, ls);
    q->dependent = dependent;
    if (!f || !ps) return;
    TemplateDecl *t = cxx_decl_new(x, TemplateDecl, D_TEMPLATE, f->d.name, f->d.pos, f->d.order,
                                   c->inner, q->env);
    t->kind = TK_FUNC;
    t->params = ps;
    t->decl_range = f->decl_range;
    t->pattern = f;
    t->env = q->env;
    t->defined = true;
    t->d.type = f->d.type;
    t->d.access = ACC_PUBLIC;
    t->d.flags |= DF_MEMBER;
    t->d.linkage = LK_INTERNAL;
    map_init(&t->specs, pa(q));
    c->call_op = f;
    cxx_scope_add(x, c->inner, &t->d);
    if (ls->def && f->body_range.end && !x->decls->unbound)
        xe_capture_by_names(q, ls, f->body_range.begin);
    ls->closed = true;
}

static void plain_operator(Parse *q, struct LambdaState *ls) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    FuncDecl *f = cxx_closure_operator(q, ls);
    if (!f) return;
    c->call_op = f;
    cxx_scope_add(x, c->inner, &f->d);
    if (!f->body_range.end) return;
    f->elaborating = true;
    Parse b = *q;
    b.at = f->body_range.begin;
    b.fn = f;
    b.scope = f->param_scope;
    b.fs = NULL;
    DiagTrap trap;
    cxx_hard_context(x, &trap);
    f->body = cxx_parse_func_body(&b);
    if (diag_trap_pop(x->ctx, &trap) && trap.silent) f->host_errors = true;
    f->elaborating = false;
    f->body_done = true;
    vec_push(pa(q), &x->decls->local_classes, c);
}

// The body of a generic lambda in a template that is read unbound.
static void check_generic_body(Parse *q, FuncDecl *f) {
    Parse b = *q;
    q->lambda->closed = false;
    b.at = f->body_range.begin;
    b.fn = f;
    b.scope = f->param_scope;
    b.fs = NULL;
    b.dependent = true;
    cxx_parse_func_body(&b);
    q->lambda->closed = true;
}

static Expr *give_up(Parse *p, uint32_t intro, Pos pos) {
    // to behind the body, if there is one
    p->at = p->tok[intro].match + 1;
    while (p->at < p->end) {
        uint16_t k = cxx_peek(p);
        if (k == T_LBRACE) {
            p->at = p->tok[p->at].match + 1;
            break;
        }
        if (k == T_SEMI || lex_is_close(k)) break;
        p->at = lex_is_open(k) ? p->tok[p->at].match + 1 : p->at + 1;
    }
    return cxx_expr_error(p->x, pos);
}

// At '['.
Expr *cxx_answer_lambda(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t intro = p->at, close = p->tok[intro].match;
    if (p->dependent &&
        !x->decls->unbound) { // in a signature with unbound parameters: a type of its own
        give_up(p, intro, pos);
        return xe_dep(p, E_DEP_NAME, pos);
    }
    if (!xe_depth(p, pos)) {
        p->depth--;
        return give_up(p, intro, pos);
    }
    if (p->unevaluated && x->opt.std < 20) CXX_DIAG(x, x_lambda_unevaluated, pos);
    struct LambdaState *ls = arena_new(pa(p), struct LambdaState);
    ls->outer = p->lambda && (!p->fn || p->fn->cls == p->lambda->cls) ? p->lambda : NULL;
    ls->outer_fn = p->fn;
    ls->this_type = p->this_type;
    ls->around = *p;
    ls->around.unevaluated = false;
    map_init(&ls->captured, pa(p));
    map_init(&ls->listed, pa(p));
    ls->cls = new_closure(p, ls, pos);
    ls->scope = cxx_scope_new(x, SC_BLOCK, p->scope, NULL);
    ls->scope->env = p->env;
    ls->scope->fn = p->fn;
    p->at++;
    xe_capture_list(p, ls, close);
    Parse q = *p;
    q.lambda = ls;
    q.scope = ls->scope;
    q.in_targs = q.half_gtgt = q.undestroyed = false;
    TmplParams *written = NULL;
    if (cxx_peek(&q) == T_LT) {
        Pos pos = tok_pos(&q);
        written = tm_parse_params(&q, cxx_tparam_depth(q.scope));
        if (!written->n) CXX_DIAG(x, x_lambda_no_tparams, pos); // [expr.prim.lambda.general]/5
    }
    ls->t.after_intro = q.at;
    uint32_t at = q.at; // attributes may stand in front of the parameters
    while (at < q.end && (cxx_at_attribute(&q))) cxx_parse_attributes(&q, NULL);
    if (cxx_peek(&q) == T_LPAREN) ls->t.params = q.at;
    q.at = at;
    bool generic = written != NULL;
    for (uint32_t i = ls->t.params; i && i < q.tok[ls->t.params].match && !generic; i++)
        if (q.tok[i].kind == T_KW_AUTO) generic = true;
    if (generic)
        generic_operator(&q, ls, written);
    else
        plain_operator(&q, ls);
    FuncDecl *f = ls->cls->call_op;
    p->depth--;
    if (!f || !f->body_range.end) {
        if (f) CXX_DIAG(x, x_expected_token, q.tok[CU_MIN(q.at, q.end)].pos, "{");
        return give_up(p, intro, pos);
    }
    p->at = f->body_range.end;
    ls->closed = true;
    if (p->dependent) {
        if (generic) check_generic_body(&q, f);
        return xe_dep(p, E_DEP_NAME, pos);
    }
    ls->cls->unnamed_number = next_number(p, ls, f->d.type);
    ls->cls->context_number = next_number(p, ls, NULL);
    if (!ls->cls->fields.n && !ls->def) xe_lambda_add_conversion(p, ls->cls, f, generic);
    if (x->hooks.check_lambda) x->hooks.check_lambda(p, ls->cls);
    cxx_class_layout(x, ls->cls, pos);
    Expr *e = cxx_expr_new(x, E_INIT_LIST, ls->cls->d.type, VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = ls->cls->fields.at;
    e->u.init->base = arena_array(pa(p), BaseSpec *, ls->cls->fields.n + 1);
    xe_args(p, e, ls->init.at, ls->init.n);
    e->end = xe_prev_pos(p);
    return e;
}
