// SPDX-License-Identifier: Apache-2.0
// convert/basics.c: what all of this floor stands on: questions about types and trees that convert
// nothing, and small nodes.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

// Types that an ordinary or UTF-8 string literal initialises arrays of [dcl.init.string]/1.
static bool char_type(const Type *type) {
    return ty_among(type, TY_SET(CHAR) | TY_SET(SCHAR) | TY_SET(UCHAR) | TY_SET(CHAR8));
}

bool xe_string_init(Parse *parse, Type *arr, Expr *literal) {
    if (literal->kind != E_STRING || !ty_is_array(arr)) return false;
    Type *a = ty_unqual(arr->u.array.elem), *b = ty_unqual(literal->type->u.array.elem);
    return a == b || (char_type(a) && char_type(b));
}

bool xe_is_initializer_list(Parse *parse, Type *asked, Type **elem) {
    Cxx *cxx = parse->x;
    asked = ty_unqual(asked);
    if (asked->kind == TY_SPEC) {
        if (asked->u.spec.tmpl->name != cxx->n.initializer_list) return false;
        *elem = asked;
        return true;
    }
    if (asked->kind != TY_CLASS || !asked->u.cls->inst.tmpl ||
        asked->u.cls->d.name != cxx->n.initializer_list)
        return false;
    Scope *s = asked->u.cls->inst.tmpl->d.scope;
    if (!cxx->std_ns || !s || (s->owner != &cxx->std_ns->d && s->parent != cxx->std_ns->inner))
        return false;
    if (!asked->u.cls->inst.args || !asked->u.cls->inst.args->n) return false;
    *elem = asked->u.cls->inst.args->a[0].type;
    return true;
}

Type *cxx_complex_part(const Type *type) {
    type = type->unqual;
    return type->kind == TY_CLASS ? type->u.cls->complex_of : NULL;
}

bool xe_integral_or_enum(const Type *type) {
    return ty_is_integral(type) || ty_is_unscoped_enum(type);
}

bool xe_bound_function(Parse *parse, const Expr *used) {
    bool bound = used->kind == E_MEMPTR && used->type->kind == TY_FUNC;
    if (bound) CXX_DIAG(parse->x, x_bound_not_called, used->pos);
    if (used->kind == E_OVERLOAD && used->u.ovl->object &&
        !(used->u.ovl->object->flags & EF_IMPLICIT)) {
        bound = used->u.ovl->n > 0;
        for (uint32_t i = 0; i < used->u.ovl->n && bound; i++) {
            const Decl *d = used->u.ovl->set[i];
            if (d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->pattern)
                d = &((const TemplateDecl *)d)->pattern->d;
            bound = d->kind == D_FUNC && d->flags & DF_MEMBER && !(d->flags & DF_STATIC);
        }
        if (bound) CXX_DIAG(parse->x, x_member_function_not_called, used->pos, used->u.ovl->set[0]);
    }
    return bound;
}

const char *cxx_why_func(Cxx *cxx, FuncDecl *func) {
    struct TmplTable *t = tm_table(cxx);
    const char *why = NULL, **old = t->why;
    t->why = &why;
    cxx_func_satisfied(cxx, func);
    t->why = old;
    return why ? why : "a constraint is not satisfied";
}

// A new automatic variable of the function, visible by name if it has one.
VarDecl *xe_local_var(Parse *parse, Atom name, Type *declared, Pos pos, uint32_t order) {
    Cxx *cxx = parse->x;
    VarDecl *var = arena_new(pa(parse), VarDecl);
    var->d.kind = D_VAR;
    var->d.name = name;
    var->d.pos = pos;
    var->d.order = order;
    var->d.id = cxx_decl_id(cxx);
    var->d.type = declared;
    var->d.env = parse->env;
    var->d.scope = parse->scope;
    var->storage = STOR_AUTO;
    var->defined = true;
    var->init_done = true;
    var->fn = parse->fn;
    if (parse->fn) {
        var->index = parse->fn->body.locals.n;
        vec_push(pa(parse), &parse->fn->body.locals, var);
    }
    if (name) cxx_scope_add(cxx, parse->scope, &var->d);
    return var;
}

// The node, its operands converted.
Expr *xe_cond_node(Parse *parse, Expr *condition, Expr *a, Expr *b, Type *result, ValueCat cat,
                   Pos pos) {
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    Expr *e = xe_un(parse, E_COND, result, cat, pos, condition);
    e->b = a;
    e->c = b;
    if (a) xe_inherit(e, a);
    xe_inherit(e, b);
    if (cat == VC_LVALUE) e->flags |= (a->flags | b->flags) & EF_BITFIELD;
    return e;
}
