// SPDX-License-Identifier: Apache-2.0
// lambda_conv.c: the conversion of a closure without captures to a pointer to function
// [expr.prim.lambda.closure]/8, and the static function that it gives.
#include "cxx/lambda_int.h"

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
