// SPDX-License-Identifier: Apache-2.0
// instance/closure.c: the conversion of a closure without captures to a pointer to function
// [expr.prim.lambda.closure]/8, and the static function that it gives.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/lambda.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

static FuncDecl *member_of(Parse *p, ClassDecl *c, Atom name, Type *t, FuncDecl *op) {
    FuncDecl *f =
        cxx_decl_new(p->x, FuncDecl, D_FUNC, name, c->d.pos, c->d.order, c->inner, p->env);
    f->d.type = t;
    f->d.access = ACC_PUBLIC;
    f->d.linkage = LK_INTERNAL;
    f->d.cuda = op->d.cuda;
    f->d.flags |= DF_MEMBER | DF_IMPLICIT | DF_INLINE | DF_CONSTEXPR;
    f->cls = c;
    f->defined = true;
    f->is_implicit = true;
    f->lambda_of = op->lambda_of;
    return f;
}

static Atom invoke_atom(Cxx *x) {
    return atom_cstr(x->ctx, "__invoke");
}

// The type of the functions that pointers of the conversion point to.
static Type *invoke_type(Cxx *x, const FuncDecl *op) {
    FuncType ft = op->d.type->u.func;
    ft.quals = 0;
    return ty_func(x, &ft);
}

static FuncDecl *make_invoke(Parse *p, ClassDecl *c, FuncDecl *op) {
    Cxx *x = p->x;
    FuncDecl *inv = member_of(p, c, invoke_atom(x), invoke_type(x, op), op);
    inv->d.flags |= DF_STATIC;
    inv->nparam = inv->min_args = op->nparam;
    inv->param = op->nparam ? arena_array(pa(p), VarDecl *, op->nparam) : NULL;
    for (uint32_t i = 0; i < op->nparam; i++) {
        VarDecl *v = inv->param[i] = arena_copy(pa(p), op->param[i], sizeof *v, _Alignof(VarDecl));
        v->fn = inv;
        v->d.id = x->next_decl_id++;
        v->default_arg = (TokRange){0};
    }
    return inv;
}

static FuncDecl *make_conversion(Parse *p, ClassDecl *c, FuncDecl *op) {
    Cxx *x = p->x;
    FuncType cf = {.ret = ty_pointer(x, invoke_type(x, op)), .quals = Q_CONST, .noexcept_ = true};
    FuncDecl *conv = member_of(p, c, x->n.conv, ty_func(x, &cf), op);
    conv->kind = FK_CONV;
    return conv;
}

static TemplateDecl *operator_template(ClassDecl *c) {
    Decl *d = map_get(&c->inner->names, c->call_op->d.name);
    return d && d->kind == D_TEMPLATE ? (TemplateDecl *)d : NULL;
}

static void add_template(Cxx *x, ClassDecl *c, const TemplateDecl *op, FuncDecl *pattern) {
    TemplateDecl *t = arena_copy(&x->ctx->perm, op, sizeof *t, _Alignof(TemplateDecl));
    t->d.id = x->next_decl_id++;
    t->d.name = pattern->d.name;
    t->d.type = pattern->d.type;
    t->d.next = NULL;
    t->pattern = pattern;
    map_init(&t->specs, &x->ctx->perm);
    cxx_scope_add(x, c->inner, &t->d);
}

// operator R(*)(params)() const, which gives the address of a static function calling the lambda.
// Of a generic lambda both are templates with the call operator's parameters
// [expr.prim.lambda.closure]/9.
void xe_lambda_add_conversion(Parse *p, ClassDecl *c, FuncDecl *op, bool generic) {
    Cxx *x = p->x;
    TemplateDecl *t = generic ? operator_template(c) : NULL;
    if (t) {
        add_template(x, c, t, make_invoke(p, c, op));
        add_template(x, c, t, make_conversion(p, c, op));
        return;
    }
    if (generic || ty_dependent(op->d.type) || op->d.type->u.func.ret->flags & TF_HAS_AUTO) return;
    cxx_scope_add(x, c->inner, &make_invoke(p, c, op)->d);
    cxx_scope_add(x, c->inner, &make_conversion(p, c, op)->d);
}

// An instance of these templates; the result is deduced from the call operator's body.
FuncDecl *cxx_lambda_conversion(Cxx *x, ClassDecl *c, const FuncDecl *pattern, TmplArgs *args,
                                uint32_t poi, Pos pos) {
    TemplateDecl *t = operator_template(c);
    FuncDecl *op = t ? cxx_func_instantiate(x, t, args, poi, pos) : NULL;
    if (!op || !cxx_func_signature(x, op) || op->d.type->u.func.ret->flags & TF_HAS_AUTO)
        return NULL;
    Parse p = cxx_parse_at(x, c->d.order, c->d.order, c->inner, op->body_env);
    return pattern->kind == FK_CONV ? make_conversion(&p, c, op) : make_invoke(&p, c, op);
}

static Stmt *one_return(Parse *p, Expr *e, bool is_void, Pos pos) {
    Stmt *s = xe_stmt(p, is_void ? S_EXPR : S_RETURN, pos);
    s->e = e;
    Stmt *b = xe_stmt(p, S_COMPOUND, pos);
    b->u.list.at = arena_copy(pa(p), &s, sizeof s, _Alignof(Stmt *));
    b->u.list.n = 1;
    return b;
}

// Synthesizes the bodies of a captureless closure's conversion function and of its invoker.
bool cxx_lambda_body(Cxx *x, FuncDecl *f) {
    ClassDecl *c = f->cls;
    if (!c || !c->is_closure || !f->is_implicit || f->kind == FK_CTOR || f->kind == FK_DTOR ||
        f->op)
        return false;
    Parse p = cxx_parse_at(x, c->d.order, c->d.order, c->inner, c->d.env);
    p.fn = f;
    Pos pos = f->d.pos;
    if (f->kind == FK_CONV) {
        Lookup l = {0};
        cxx_lookup_in(&p, c->inner, invoke_atom(x), LU_LOCAL | LU_ALL, &l);
        if (!l.n) return false;
        Decl *d = l.at[0];
        if (d->kind == D_TEMPLATE)
            d = (Decl *)cxx_func_instantiate(x, (TemplateDecl *)d, f->args, UINT32_MAX, pos);
        if (!d) return false;
        Expr *e = cxx_build_declref(&p, d, pos);
        f->body = one_return(&p, cxx_build_unary(&p, OP_ADDR, e, pos), false, pos);
    } else {
        Expr *obj = xe_materialize(&p, cxx_expr_new(x, E_ZERO, c->d.type, VC_PRVALUE, pos));
        Expr **arg = arena_array(&x->ctx->perm, Expr *, f->nparam + 1);
        for (uint32_t i = 0; i < f->nparam; i++) {
            VarDecl *v = f->param[i];
            arg[i] = xe_ref(&p, &v->d, v->d.type, pos);
            if (v->d.type->kind != TY_LREF) arg[i]->cat = VC_XVALUE;
        }
        FuncDecl *op = c->call_op;
        if (f->args) op = cxx_func_instantiate(x, operator_template(c), f->args, UINT32_MAX, pos);
        Expr *e = xe_call_function(&p, op, obj, arg, f->nparam, pos, 0);
        if (xe_err(e)) return false;
        f->body = one_return(&p, cxx_full_expr(&p, e), e->type->kind == TY_VOID, pos);
    }
    f->body_done = true;
    return true;
}

// [expr.prim.lambda.capture]/5: no parameter has the name of a capture.
static void check_param_names(Parse *q, struct LambdaState *ls, const Scope *params) {
    if (!params || !ls->listed.n) return;
    MAP_FOREACH (e, &params->names) {
        const Decl *v = e->val;
        if (map_get(&ls->listed, v->name)) CXX_DIAG(q->x, x_param_is_captured, v->pos, v->name);
    }
}

// [expr.prim.lambda.general]: each specifier once, none behind noexcept or [[attributes]].
static void check_lambda_specifiers(const Parse *q) {
    uint32_t seen = 0;
    bool late = false;
    for (uint32_t i = q->at; i < q->end; i++) {
        uint16_t k = q->tok[i].kind;
        uint32_t bit = k == T_KW_MUTABLE     ? 1
                       : k == T_KW_CONSTEXPR ? 2
                       : k == T_KW_CONSTEVAL ? 4
                                             : 0;
        if (k == T_KW_STATIC || (bit && (late || seen & bit))) { // static: C++23
            CXX_DIAG(q->x, d_specifier_here, q->tok[i].pos, atom_str(q->x->ctx, q->tok[i].text));
            return;
        }
        seen |= bit;
        if (k == T_KW_NOEXCEPT || k == T_KW_THROW) {
            late = true;
            if (q->tok[i + 1].kind == T_LPAREN) i = q->tok[i + 1].match;
        } else if (k == T_LBRACKET && q->tok[i + 1].kind == T_LBRACKET) {
            late = true;
            i = q->tok[i].match;
        } else if (!bit) {
            return;
        }
    }
}

// Parses parameters, specifiers and the trailing result at q (at `(` or behind the introducer);
// the function has no body yet.
FuncDecl *cxx_closure_operator(Parse *q, struct LambdaState *ls) {
    Cxx *x = q->x;
    ClassDecl *c = ls->cls;
    FuncType ft = {.ret = ty_basic(x, TY_AUTO)};
    FuncDecl *f = cxx_decl_new(x, FuncDecl, D_FUNC, cxx_op_atom(x, OP_CALL), c->d.pos, c->d.order,
                               c->inner, q->env);
    DeclSpec ds = {.type = ft.ret};
    Declarator d = {0};
    cxx_parse_attributes(q, &ds);
    f->decl_range.begin = q->at;
    if (cxx_peek(q) == T_LPAREN) {
        uint32_t close = q->tok[q->at].match, end = q->end;
        q->end = close + 1;
        bool ok = cxx_parse_abstract_declarator(q, &ds, &d);
        q->end = end;
        q->at = close + 1;
        if (!ok || !d.is_function) return NULL;
        ft.param = d.type->u.func.param;
        ft.nparam = d.type->u.func.nparam;
        ft.variadic = d.type->u.func.variadic;
        check_param_names(q, ls, d.param_scope);
    }
    Scope *old = q->scope;
    if (d.param_scope) q->scope = d.param_scope;
    check_lambda_specifiers(q);
    for (;;) {
        uint16_t k = cxx_peek(q);
        if (k == T_KW_MUTABLE) {
            ls->is_mutable = true;
            q->at++;
        } else if (k == T_KW_CONSTEXPR || k == T_KW_STATIC) {
            q->at++;
        } else if (k == T_KW_CONSTEVAL) {
            f->d.flags |= DF_CONSTEVAL;
            q->at++;
        } else if (k == T_KW_NOEXCEPT) {
            q->at++;
            if (cxx_peek(q) == T_LPAREN) {
                uint32_t close = q->tok[q->at].match;
                f->noexcept_range = (TokRange){q->at + 1, close};
                if (q->dependent) { // for the packs in it
                    q->at++;
                    cxx_parse_const_expr(q);
                }
                q->at = close + 1;
            } else {
                ft.noexcept_ = true;
            }
        } else if (k == T_KW_THROW && cxx_peek_n(q, 1) == T_LPAREN) {
            ft.noexcept_ = true;
            q->at = q->tok[q->at + 1].match + 1;
        } else if (cxx_at_attribute(q)) {
            cxx_parse_attributes(q, &ds);
        } else {
            break;
        }
    }
    bool trailing = xe_accept(q, T_ARROW);
    if (trailing) ft.ret = cxx_parse_type_id(q);
    if (cxx_peek(q) == T_KW_REQUIRES) {
        f->requires_range.begin = q->at + 1;
        q->at = f->requires_range.end = cxx_skip_constraint(x, q->at + 1, q->end);
    }
    q->scope = old;
    ft.quals = ls->is_mutable ? 0 : Q_CONST;
    f->d.type = ty_func(x, &ft);
    f->d.access = ACC_PUBLIC;
    f->d.linkage = LK_INTERNAL;
    f->d.flags |= DF_MEMBER | DF_CONSTEXPR | DF_INLINE;
    f->d.attrs = ds.attrs;
    f->d.cuda = c->d.cuda = ds.cuda;
    unsigned around = ls->outer_fn ? ls->outer_fn->d.cuda : 0;
    bool host = !around || around & CU_HOST;
    if (ds.cuda & CU_DEVICE && ls->outer_fn && host) {
        c->extended.number = ++ls->outer_fn->nextended;
        c->extended.mutable_ = ls->is_mutable;
        c->extended.trailing = trailing;
    }
    if (!f->d.cuda && ls->outer_fn)
        f->d.cuda = ls->outer_fn->d.cuda & CU_GLOBAL ? CU_DEVICE : ls->outer_fn->d.cuda;
    f->noinline = ds.noinline;
    f->forceinline = ds.forceinline;
    f->op = OP_CALL;
    f->cls = c;
    f->defined = true;
    f->lambda_of = ls->outer_fn;
    f->param = d.param;
    f->nparam = d.nparam;
    while (f->min_args < d.nparam && !d.param[f->min_args]->default_arg.end &&
           !(d.param[f->min_args]->d.type->kind == TY_PACK))
        f->min_args++;
    f->param_scope = d.param_scope ? d.param_scope : cxx_scope_new(x, SC_FUNC, ls->scope, &f->d);
    if (!d.param_scope && q->scope != ls->scope) f->param_scope->parent = q->scope;
    f->param_scope->fn = f;
    f->param_scope->owner = &f->d;
    f->param_scope->env = q->env;
    for (uint32_t i = 0; i < d.nparam; i++) d.param[i]->fn = f;
    f->body_env = q->env;
    f->body_scope = f->param_scope->parent;
    f->decl_range.end = q->at;
    if (cxx_peek(q) == T_LBRACE) {
        f->body_range = (TokRange){q->at, q->tok[q->at].match + 1};
        f->decl_range.end = f->body_range.end;
    }
    return f;
}

// The call operator of a generic lambda with its parameters bound by env.
FuncDecl *cxx_lambda_call_op(Cxx *x, ClassDecl *c, Scope *s, Env *env) {
    struct LambdaState *ls = c->lambda;
    if (!ls) return NULL;
    Parse q = cxx_parse_at(x, ls->t.after_intro, ls->around.end, s, env);
    q.this_type = ls->this_type;
    q.lambda = ls;
    q.pack_index = ls->around.pack_index;
    if (q.pack_index >= 0) cxx_pack_ignore(&q);
    return cxx_closure_operator(&q, ls);
}
