// SPDX-License-Identifier: Apache-2.0
// instance/closure.c: the conversion of a closure without captures to a pointer to function
// [expr.prim.lambda.closure]/8, and the static function that it gives.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/lambda.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"

static FuncDecl *member_of(Parse *parse, ClassDecl *cls, Atom name, Type *type, FuncDecl *op) {
    FuncDecl *func = cxx_decl_new(parse->x, FuncDecl, D_FUNC, name, cls->d.pos, cls->d.order,
                                  cls->inner, parse->env);
    func->d.type = type;
    func->d.access = ACC_PUBLIC;
    func->d.linkage = LK_INTERNAL;
    func->d.cuda = op->d.cuda;
    func->d.flags |= DF_MEMBER | DF_IMPLICIT | DF_INLINE | DF_CONSTEXPR;
    func->cls = cls;
    func->body.defined = true;
    func->is_implicit = true;
    func->lambda_of = op->lambda_of;
    return func;
}

static Atom invoke_atom(Cxx *cxx) {
    return atom_cstr(cxx->ctx, "__invoke");
}

// The type of the functions that pointers of the conversion point to.
static Type *invoke_type(Cxx *cxx, const FuncDecl *op) {
    FuncType ft = op->d.type->u.func;
    ft.quals = 0;
    return ty_func(cxx, &ft);
}

static FuncDecl *make_invoke(Parse *parse, ClassDecl *cls, FuncDecl *op) {
    Cxx *cxx = parse->x;
    FuncDecl *inv = member_of(parse, cls, invoke_atom(cxx), invoke_type(cxx, op), op);
    inv->d.flags |= DF_STATIC;
    inv->nparam = inv->min_args = op->nparam;
    inv->param = op->nparam ? arena_array(pa(parse), VarDecl *, op->nparam) : NULL;
    for (uint32_t i = 0; i < op->nparam; i++) {
        VarDecl *v = inv->param[i] =
            arena_copy(pa(parse), op->param[i], sizeof *v, _Alignof(VarDecl));
        v->fn = inv;
        v->d.id = cxx_decl_id(cxx);
        v->default_arg = (TokRange){0};
    }
    return inv;
}

static FuncDecl *make_conversion(Parse *parse, ClassDecl *cls, FuncDecl *op) {
    Cxx *x = parse->x;
    FuncType cf = {.ret = ty_pointer(x, invoke_type(x, op)), .quals = Q_CONST, .noexcept_ = true};
    FuncDecl *conv = member_of(parse, cls, x->n.conv, ty_func(x, &cf), op);
    conv->kind = FK_CONV;
    return conv;
}

static TemplateDecl *operator_template(ClassDecl *cls) {
    Decl *d = map_get(&cls->inner->names, cls->closure.call_op->d.name);
    return decl_template(d);
}

static void add_template(Cxx *cxx, ClassDecl *cls, const TemplateDecl *op, FuncDecl *pattern) {
    TemplateDecl *t = arena_copy(&cxx->ctx->perm, op, sizeof *t, _Alignof(TemplateDecl));
    t->d.id = cxx_decl_id(cxx);
    t->d.name = pattern->d.name;
    t->d.type = pattern->d.type;
    t->d.next = NULL;
    t->pattern = pattern;
    map_init(&t->specs, &cxx->ctx->perm);
    cxx_scope_add(cxx, cls->inner, &t->d);
}

// operator R(*)(params)() const, which gives the address of a static function calling the lambda.
// Of a generic lambda both are templates with the call operator's parameters
// [expr.prim.lambda.closure]/9.
void xe_lambda_add_conversion(Parse *parse, ClassDecl *cls, FuncDecl *op, bool generic) {
    Cxx *x = parse->x;
    if (op->explicit_object) return;
    TemplateDecl *t = generic ? operator_template(cls) : NULL;
    if (t) {
        add_template(x, cls, t, make_invoke(parse, cls, op));
        add_template(x, cls, t, make_conversion(parse, cls, op));
        return;
    }
    if (generic || ty_dependent(op->d.type) || op->d.type->u.func.ret->flags & TF_HAS_AUTO) return;
    cxx_scope_add(x, cls->inner, &make_invoke(parse, cls, op)->d);
    cxx_scope_add(x, cls->inner, &make_conversion(parse, cls, op)->d);
}

// An instance of these templates; the result is deduced from the call operator's body.
FuncDecl *cxx_lambda_conversion(Cxx *cxx, ClassDecl *cls, const FuncDecl *pattern, TmplArgs *args,
                                uint32_t poi, Pos pos) {
    TemplateDecl *t = operator_template(cls);
    FuncDecl *op = t ? cxx_func_instantiate(cxx, t, args, poi, pos) : NULL;
    if (!op || !cxx_func_signature(cxx, op) || op->d.type->u.func.ret->flags & TF_HAS_AUTO)
        return NULL;
    Parse p = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, op->body.env);
    return pattern->kind == FK_CONV ? make_conversion(&p, cls, op) : make_invoke(&p, cls, op);
}

// { return expr; }
static Stmt *one_return(Parse *parse, Expr *expr, bool is_void, Pos pos) {
    Stmt *s = xe_stmt(parse, is_void ? S_EXPR : S_RETURN, pos);
    s->e = expr;
    Stmt *b = xe_stmt(parse, S_COMPOUND, pos);
    b->u.list.at = arena_copy(pa(parse), &s, sizeof s, _Alignof(Stmt *));
    b->u.list.n = 1;
    return b;
}

// Synthesizes the bodies of a captureless closure's conversion function and of its invoker.
bool cxx_lambda_body(Cxx *cxx, FuncDecl *func) {
    ClassDecl *cls = func->cls;
    if (!cls || !cls->closure.is || !func->is_implicit || is_any_of(func->kind, FK_CTOR, FK_DTOR) ||
        func->op)
        return false;
    Parse parse = cxx_parse_at(cxx, cls->d.order, cls->d.order, cls->inner, cls->d.env);
    parse.fn = func;
    Pos pos = func->d.pos;
    if (func->kind == FK_CONV) {
        Lookup l = {0};
        cxx_lookup_in(&parse, cls->inner, invoke_atom(cxx), LU_LOCAL | LU_ALL, &l);
        if (!l.n) return false;
        Decl *d = l.at[0];
        if (d->kind == D_TEMPLATE)
            d = (Decl *)cxx_func_instantiate(cxx, (TemplateDecl *)d, func->inst.args, UINT32_MAX,
                                             pos);
        if (!d) return false;
        Expr *e = cxx_build_declref(&parse, d, pos);
        func->body.tree = one_return(&parse, cxx_build_unary(&parse, OP_ADDR, e, pos), false, pos);
    } else {
        Expr *obj = xe_materialize(&parse, cxx_expr_new(cxx, E_ZERO, cls->d.type, VC_PRVALUE, pos));
        Expr **arg = arena_array(&cxx->ctx->perm, Expr *, func->nparam + 1);
        for (uint32_t i = 0; i < func->nparam; i++) {
            VarDecl *v = func->param[i];
            arg[i] = xe_ref(&parse, &v->d, v->d.type, pos);
            if (v->d.type->kind != TY_LREF) arg[i]->cat = VC_XVALUE;
        }
        FuncDecl *op = cls->closure.call_op;
        if (func->inst.args)
            op =
                cxx_func_instantiate(cxx, operator_template(cls), func->inst.args, UINT32_MAX, pos);
        Expr *e = xe_call_function(&parse, op, obj, arg, func->nparam, pos, 0);
        if (xe_err(e)) return false;
        func->body.tree =
            one_return(&parse, cxx_full_expr(&parse, e), e->type->kind == TY_VOID, pos);
    }
    func->body.done = true;
    return true;
}

// [expr.prim.lambda.capture]/5: no parameter has the name of a capture.
static void check_param_names(Parse *parse, struct LambdaState *ls, const Scope *params) {
    if (!params || !ls->listed.n) return;
    MAP_FOREACH (e, &params->names) {
        const Decl *v = e->val;
        if (map_get(&ls->listed, v->name)) CXX_DIAG(parse->x, x_param_is_captured, v->pos, v->name);
    }
}

// [expr.prim.lambda.general]: each specifier once, none behind noexcept or [[attributes]].
static void check_lambda_specifiers(const Parse *parse) {
    uint32_t seen = 0;
    bool late = false;
    for (uint32_t i = parse->at; i < parse->end; i++) {
        uint16_t k = parse->tok[i].kind;
        uint32_t bit = k == T_KW_MUTABLE     ? 1
                       : k == T_KW_CONSTEXPR ? 2
                       : k == T_KW_CONSTEVAL ? 4
                       : k == T_KW_STATIC    ? 8
                                             : 0;
        if (bit && (late || seen & bit)) {
            CXX_DIAG(parse->x, d_specifier_here, parse->tok[i].pos,
                     atom_str(parse->x->ctx, parse->tok[i].text));
            return;
        }
        seen |= bit;
        if (is_any_of(k, T_KW_NOEXCEPT, T_KW_THROW)) {
            late = true;
            if (parse->tok[i + 1].kind == T_LPAREN) i = parse->tok[i + 1].match;
        } else if (k == T_LBRACKET && parse->tok[i + 1].kind == T_LBRACKET) {
            late = true;
            i = parse->tok[i].match;
        } else if (!bit) {
            return;
        }
    }
}

// At the specifier `static` of a call operator, which C++23 has [expr.prim.lambda.general]/4: such
// a lambda captures nothing.
static void static_operator(Parse *parse, struct LambdaState *ls, FuncDecl *func) {
    if (parse->x->opt.std < 23 || ls->def || ls->cls->members.fields.n || ls->is_mutable)
        CXX_DIAG(parse->x, d_specifier_here, tok_pos(parse), "static");
    func->d.flags |= DF_STATIC;
}

// Parses parameters, specifiers and the trailing result at parse->at (at `(` or behind the
// introducer); the function has no body yet.
FuncDecl *cxx_closure_operator(Parse *parse, struct LambdaState *ls) {
    Cxx *cxx = parse->x;
    ClassDecl *cls = ls->cls;
    FuncType ft = {.ret = ty_basic(cxx, TY_AUTO)};
    FuncDecl *func = cxx_decl_new(cxx, FuncDecl, D_FUNC, cxx_op_atom(cxx, OP_CALL), cls->d.pos,
                                  cls->d.order, cls->inner, parse->env);
    DeclSpec ds = {.type = ft.ret};
    Declarator declarator = {0};
    cxx_parse_attributes(parse, &ds);
    func->written.declaration.begin = parse->at;
    if (cxx_peek(parse) == T_LPAREN) {
        uint32_t close = parse->tok[parse->at].match, end = parse->end;
        parse->end = close + 1;
        bool ok = cxx_parse_abstract_declarator(parse, &ds, &declarator);
        parse->end = end;
        parse->at = close + 1;
        if (!ok || !declarator.is_function) return NULL;
        ft.param = declarator.type->u.func.param;
        ft.nparam = declarator.type->u.func.nparam;
        ft.variadic = declarator.type->u.func.variadic;
        check_param_names(parse, ls, declarator.param_scope);
    }
    Scope *old = parse->scope;
    if (declarator.param_scope) parse->scope = declarator.param_scope;
    check_lambda_specifiers(parse);
    for (;;) {
        uint16_t k = cxx_peek(parse);
        if (k == T_KW_MUTABLE) {
            ls->is_mutable = true;
            parse->at++;
        } else if (k == T_KW_CONSTEXPR) {
            if (cxx->opt.std < 17) CXX_DIAG(cxx, d_constexpr_lambda, tok_pos(parse));
            parse->at++;
        } else if (k == T_KW_STATIC) {
            static_operator(parse, ls, func);
            parse->at++;
        } else if (k == T_KW_CONSTEVAL) {
            func->d.flags |= DF_CONSTEVAL;
            parse->at++;
        } else if (k == T_KW_NOEXCEPT) {
            parse->at++;
            if (cxx_peek(parse) == T_LPAREN) {
                uint32_t close = parse->tok[parse->at].match;
                func->written.noexcept_ = (TokRange){parse->at + 1, close};
                if (parse->dependent) { // for the packs in it
                    parse->at++;
                    cxx_parse_const_expr(parse);
                }
                parse->at = close + 1;
            } else {
                ft.noexcept_ = true;
            }
        } else if (k == T_KW_THROW && cxx_peek_n(parse, 1) == T_LPAREN) {
            ft.noexcept_ = true;
            parse->at = parse->tok[parse->at + 1].match + 1;
        } else if (cxx_at_attribute(parse)) {
            cxx_parse_attributes(parse, &ds);
        } else {
            break;
        }
    }
    bool trailing = xe_accept(parse, T_ARROW);
    if (trailing) ft.ret = cxx_parse_type_id(parse);
    if (cxx_peek(parse) == T_KW_REQUIRES) {
        func->written.requires.begin = parse->at + 1;
        parse->at = func->written.requires.end =
            cxx_skip_constraint(cxx, parse->at + 1, parse->end);
    }
    parse->scope = old;
    if (declarator.explicit_object) {
        func->explicit_object = true;
        func->d.flags |= DF_STATIC;
    }
    ft.quals = ls->is_mutable || func->d.flags & DF_STATIC ? 0 : Q_CONST;
    func->d.type = ty_func(cxx, &ft);
    func->d.access = ACC_PUBLIC;
    func->d.linkage = LK_INTERNAL;
    func->d.flags |= DF_MEMBER | DF_CONSTEXPR | DF_INLINE;
    func->d.attrs = ds.attrs;
    func->d.cuda = cls->d.cuda = ds.cuda;
    unsigned around = ls->outer_fn ? ls->outer_fn->d.cuda : 0;
    bool host = !around || around & CU_HOST;
    bool counted = cls->closure.extended.number; // a generic one comes here for each instance
    if (ds.cuda & CU_DEVICE && ls->outer_fn && host && !counted) {
        cls->closure.extended.number = ++ls->outer_fn->nextended;
        cls->closure.extended.mutable_ = ls->is_mutable;
        cls->closure.extended.trailing = trailing;
    }
    if (!func->d.cuda && ls->outer_fn)
        func->d.cuda = ls->outer_fn->d.cuda & CU_GLOBAL ? CU_DEVICE : ls->outer_fn->d.cuda;
    func->code.noinline = ds.noinline;
    func->code.forceinline = ds.forceinline;
    func->op = OP_CALL;
    func->cls = cls;
    func->body.defined = true;
    func->lambda_of = ls->outer_fn;
    func->param = declarator.param;
    func->nparam = declarator.nparam;
    while (func->min_args < declarator.nparam &&
           !declarator.param[func->min_args]->default_arg.end &&
           !(declarator.param[func->min_args]->d.type->kind == TY_PACK))
        func->min_args++;
    func->param_scope = declarator.param_scope ? declarator.param_scope
                                               : cxx_scope_new(cxx, SC_FUNC, ls->scope, &func->d);
    if (!declarator.param_scope && parse->scope != ls->scope)
        func->param_scope->parent = parse->scope;
    func->param_scope->fn = func;
    func->param_scope->owner = &func->d;
    func->param_scope->env = parse->env;
    for (uint32_t i = 0; i < declarator.nparam; i++) declarator.param[i]->fn = func;
    func->body.env = parse->env;
    func->body.scope = func->param_scope->parent;
    func->written.declaration.end = parse->at;
    if (cxx_peek(parse) == T_LBRACE) {
        func->body.range = (TokRange){parse->at, parse->tok[parse->at].match + 1};
        func->written.declaration.end = func->body.range.end;
    }
    return func;
}

// The call operator of a generic lambda with its parameters bound by env.
FuncDecl *cxx_lambda_call_op(Cxx *cxx, ClassDecl *cls, Scope *scope, Env *env) {
    struct LambdaState *ls = cls->closure.lambda;
    if (!ls) return NULL;
    Parse q = cxx_parse_at(cxx, ls->t.after_intro, ls->around.end, scope, env);
    q.this_type = ls->this_type;
    q.lambda = ls;
    q.pack_index = ls->around.pack_index;
    if (q.pack_index >= 0) cxx_pack_ignore(&q);
    return cxx_closure_operator(&q, ls);
}
