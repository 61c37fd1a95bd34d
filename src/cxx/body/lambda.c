// SPDX-License-Identifier: Apache-2.0
// body/lambda.c: lambda expressions [expr.prim.lambda]. A closure is a ClassDecl whose fields
// appear as captures are found; the call operator's body is parsed at once, in the middle of the
// enclosing function, so that captures resolve while both contexts are at hand. The expression is
// an E_INIT_LIST of the closure's fields.
//
// The body of a generic lambda is parsed per instantiation, later, when the closure is closed: its
// implicit captures are found beforehand, by name (convert/capture.c).
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
void xe_lambda_context(Parse *parse) {
    FuncDecl *f = parse->fn;
    if (!cxx_is_of_closure(f) || !f->cls->closure.lambda) return;
    if (parse->lambda && parse->lambda->cls == f->cls) return;
    parse->lambda = f->cls->closure.lambda;
    parse->this_type = parse->lambda->this_type;
    parse->cls = parse->lambda->around.cls;
    parse->pack_index = parse->lambda->around.pack_index; // it may stand in a pattern
    if (parse->pack_index >= 0) cxx_pack_ignore(parse);
}
// ---- the expression ----------------------------------------------------------------------------

// The number of a closure among those of a function or other context (0: none), of the same
// parameters if `sig` is given.
static uint32_t next_number(Parse *parse, uint32_t context, Type *sig) {
    struct ExprState *st = xe_state(parse->x);
    if (!st->closures.arena) map_init(&st->closures, pa(parse));
    uint32_t kind = UINT32_MAX;
    if (sig) {
        FuncType ft = sig->u.func; // discriminated by parameters only
        ft.ret = ty_basic(parse->x, TY_VOID);
        kind = ty_func(parse->x, &ft)->id;
    }
    uint64_t key = (uint64_t)context << 32 | kind;
    void **slot = map_slot(&st->closures, key);
    uintptr_t n = (uintptr_t)*slot;
    *slot = (void *)(n + 1);
    return (uint32_t)n;
}

// In a default argument of no member, or the initialiser of a static one.
static bool is_of_unit(const Decl *initialised) {
    if (initialised->kind != D_VAR) return false;
    const VarDecl *var = (const VarDecl *)initialised;
    bool param = var->storage == STOR_PARAM;
    return param ? !(var->fn && var->fn->cls) : (var->d.flags & DF_MEMBER) != 0;
}

static void number(Parse *parse, const struct LambdaState *ls, Type *signature) {
    enum { UNIT = UINT32_MAX }; // no Decl's
    ClassDecl *cls = ls->cls;
    uint32_t function = ls->outer_fn ? ls->outer_fn->d.id + 1 : 0;
    cls->unnamed_number = next_number(parse, function, signature);
    cls->closure.context_number = next_number(parse, function, NULL);
    const Decl *initialised = parse->initialised;
    if (!initialised) return;
    cls->closure.own_number = next_number(parse, initialised->id + 1, signature);
    cls->closure.own_context_number = next_number(parse, initialised->id + 1, NULL);
    bool of_class = initialised->kind == D_FIELD;
    if (!of_class && !is_of_unit(initialised)) return;
    uint32_t around = of_class ? ((const FieldDecl *)initialised)->owner->d.id + 1 : UNIT;
    cls->closure.unit_number = next_number(parse, around, signature);
    cls->closure.unit_context_number = next_number(parse, around, NULL);
}

// A closure type, complete from the start: its fields come as captures are found.
static ClassDecl *new_closure(Parse *parse, struct LambdaState *ls, Pos pos) {
    Cxx *cxx = parse->x;
    ClassDecl *cls =
        cxx_decl_new(cxx, ClassDecl, D_CLASS, 0, pos, parse->at, parse->scope, parse->env);
    cls->inner = cxx_scope_new(cxx, SC_CLASS, parse->scope, &cls->d);
    cls->inner->cls = cls;
    cls->inner->env = parse->env;
    cls->env = parse->env;
    cls->tag = CT_CLASS;
    cls->closure.is = cls->written.defined = cls->members.complete = true;
    cls->written.is_local = parse->fn != NULL;
    cls->d.type = ty_class(cxx, cls);
    cls->closure.context = parse->fn ? &parse->fn->d : NULL;
    cls->closure.initialised = parse->initialised;
    cls->closure.lambda = ls;
    return cls;
}

// The operator of a generic lambda is a template over the written and the invented parameters.
static void generic_operator(Parse *parse, struct LambdaState *ls, TmplParams *written) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ls->cls;
    uint32_t open = ls->t.params;
    bool dependent = parse->dependent;
    TmplParams *ps = open ? cxx_invent_params(parse, open, parse->tok[open].match, written) : NULL;
    if (!ps) ps = written;
    if (ps) { // none: what looked like a placeholder is in a broken parameter list
        parse->scope = ps->scope;
        parse->dependent = true;
    }
    FuncDecl *func = cxx_closure_operator(parse, ls);
    parse->dependent = dependent;
    if (!func || !ps) return;
    TemplateDecl *tmpl = cxx_decl_new(cxx, TemplateDecl, D_TEMPLATE, func->d.name, func->d.pos,
                                      func->d.order, cls->inner, parse->env);
    tmpl->kind = TK_FUNC;
    tmpl->params = ps;
    tmpl->decl_range = func->written.declaration;
    tmpl->pattern = func;
    tmpl->env = parse->env;
    tmpl->defined = true;
    tmpl->d.type = func->d.type;
    tmpl->d.access = ACC_PUBLIC;
    tmpl->d.flags |= DF_MEMBER;
    tmpl->d.linkage = LK_INTERNAL;
    map_init(&tmpl->specs, pa(parse));
    cls->closure.call_op = func;
    cxx_scope_add(cxx, cls->inner, &tmpl->d);
    ls->by_name = ls->def && !cxx->decls->unbound.reading;
    xe_capture_by_names(parse, ls, func);
    ls->closed = true;
}

static void plain_operator(Parse *parse, struct LambdaState *ls) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ls->cls;
    FuncDecl *func = cxx_closure_operator(parse, ls);
    if (!func) return;
    cls->closure.call_op = func;
    cxx_scope_add(cxx, cls->inner, &func->d);
    if (!func->body.range.end) return;
    func->body.elaborating = true;
    ls->by_name = ls->def && cls->closure.extended.number;
    Parse b = *parse;
    b.at = func->body.range.begin;
    b.fn = func;
    b.initialised = NULL;
    b.scope = func->param_scope;
    b.fs = NULL;
    DiagTrap trap;
    cxx_hard_context(cxx, &trap);
    func->body.tree = cxx_parse_func_body(&b);
    if (diag_trap_pop(cxx->ctx, &trap) && trap.silent) func->body.host_errors = true;
    func->body.elaborating = false;
    func->body.done = true;
    vec_push(pa(parse), &cxx->decls->checks.local_classes, cls);
}

// The body of a generic lambda in a template that is read unbound.
static void check_generic_body(Parse *parse, FuncDecl *func) {
    Parse b = *parse;
    parse->lambda->closed = false;
    b.at = func->body.range.begin;
    b.fn = func;
    b.initialised = NULL;
    b.scope = func->param_scope;
    b.fs = NULL;
    b.dependent = true;
    cxx_parse_func_body(&b);
    parse->lambda->closed = true;
}

static Expr *give_up(Parse *parse, uint32_t intro, Pos pos) {
    // to behind the body, if there is one
    parse->at = parse->tok[intro].match + 1;
    while (parse->at < parse->end) {
        uint16_t k = cxx_peek(parse);
        if (k == T_LBRACE) {
            parse->at = parse->tok[parse->at].match + 1;
            break;
        }
        if (k == T_SEMI || lex_is_close(k)) break;
        parse->at = lex_is_open(k) ? parse->tok[parse->at].match + 1 : parse->at + 1;
    }
    return cxx_expr_error(parse->x, pos);
}

// At '['.
Expr *cxx_answer_lambda(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t intro = parse->at, close = parse->tok[intro].match;
    if (parse->dependent &&
        !cxx->decls->unbound.reading) { // in a signature with unbound parameters: a type of its own
        give_up(parse, intro, pos);
        return xe_dep(parse, E_DEP_NAME, pos);
    }
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        return give_up(parse, intro, pos);
    }
    if ((parse->unevaluated || parse->in_targs) && cxx->opt.std < 20) // [expr.prim.lambda]/2
        CXX_DIAG(cxx, x_lambda_unevaluated, pos);
    struct LambdaState *ls = arena_new(pa(parse), struct LambdaState);
    ls->outer = parse->lambda && (!parse->fn || parse->fn->cls == parse->lambda->cls)
                    ? parse->lambda
                    : NULL;
    ls->outer_fn = parse->fn;
    ls->this_type = parse->this_type;
    ls->around = *parse;
    ls->around.unevaluated = false;
    map_init(&ls->captured, pa(parse));
    map_init(&ls->unread, pa(parse));
    map_init(&ls->listed, pa(parse));
    ls->cls = new_closure(parse, ls, pos);
    ls->cls->closure.introducer = intro;
    ls->scope = cxx_scope_new(cxx, SC_BLOCK, parse->scope, NULL);
    ls->scope->env = parse->env;
    ls->scope->fn = parse->fn;
    parse->at++;
    xe_capture_list(parse, ls, close);
    bool block = parse->fn || parse->this_type; // [expr.prim.lambda.capture]/3
    if (ls->def && !block && cxx->opt.check_all && parse->scope->kind == SC_NAMESPACE)
        CXX_DIAG(cxx, x_capture_default_outside, pos);
    Parse q = *parse;
    q.lambda = ls;
    q.scope = ls->scope;
    q.in_targs = q.half_gtgt = q.undestroyed = false;
    TmplParams *written = NULL;
    if (cxx_peek(&q) == T_LT) {
        Pos pos = tok_pos(&q);
        if (cxx->opt.std < 20)
            cxx_extension(cxx, pos, "a template parameter list of a lambda before C++20");
        written = tm_parse_params(&q, cxx_tparam_depth(q.scope));
        if (!written->n) CXX_DIAG(cxx, x_lambda_no_tparams, pos); // [expr.prim.lambda.general]/5
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
    FuncDecl *func = ls->cls->closure.call_op;
    parse->depth--;
    if (!func || !func->body.range.end) {
        if (func) CXX_DIAG(cxx, x_expected_token, q.tok[CU_MIN(q.at, q.end)].pos, "{");
        return give_up(parse, intro, pos);
    }
    parse->at = func->body.range.end;
    ls->closed = true;
    if (parse->dependent) {
        if (generic) check_generic_body(&q, func);
        return xe_dep(parse, E_DEP_NAME, pos);
    }
    number(parse, ls, func->d.type);
    if (!ls->cls->members.fields.n && !ls->def)
        xe_lambda_add_conversion(parse, ls->cls, func, generic);
    if (cxx->hooks.check_lambda) cxx->hooks.check_lambda(parse, ls->cls);
    cxx_class_layout(cxx, ls->cls, pos);
    Expr *e = cxx_expr_new(cxx, E_INIT_LIST, ls->cls->d.type, VC_PRVALUE, pos);
    e->u.init = arena_zalloc(pa(parse), sizeof *e->u.init, _Alignof(max_align_t));
    e->u.init->field = ls->cls->members.fields.at;
    e->u.init->base = arena_array(pa(parse), BaseSpec *, ls->cls->members.fields.n + 1);
    xe_args(parse, e, ls->init.at, ls->init.n);
    e->end = xe_prev_pos(parse);
    return e;
}
