// SPDX-License-Identifier: Apache-2.0
// Placeholders [dcl.type.auto.deduct]: auto is deduced as the parameter of an invented template.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/template/template.h"

// Rebuilds the type around its placeholder.
static Type *replace_auto(Cxx *cxx, Type *type, Type *with) {
    if (!(type->flags & TF_HAS_AUTO)) return type;
    switch (type->kind) {
    case TY_AUTO:
    case TY_DECLTYPE_AUTO: return type->quals ? ty_qual(cxx, with, type->quals) : with;
    case TY_PTR: {
        Type *r = ty_pointer(cxx, replace_auto(cxx, type->u.ptr.to, with));
        return type->quals ? ty_qual(cxx, r, type->quals) : r;
    }
    case TY_LREF:
    case TY_RREF:
        return ty_ref(cxx, replace_auto(cxx, type->u.ptr.to, with), type->kind == TY_RREF);
    case TY_MEMPTR: {
        Type *r = ty_memptr(cxx, type->u.ptr.cls, replace_auto(cxx, type->u.ptr.to, with));
        return type->quals ? ty_qual(cxx, r, type->quals) : r;
    }
    case TY_ARRAY:
        return ty_array(cxx, replace_auto(cxx, type->u.array.elem, with), type->u.array.n);
    case TY_ARRAY_INC: return ty_array_inc(cxx, replace_auto(cxx, type->u.array.elem, with));
    case TY_FUNC: {
        FuncType f = type->u.func;
        f.ret = replace_auto(cxx, f.ret, with);
        f.param = arena_array(tm_arena(cxx), Type *, f.nparam);
        for (uint32_t i = 0; i < f.nparam; i++) {
            f.param[i] = replace_auto(cxx, type->u.func.param[i], with);
        }
        return ty_func(cxx, &f);
    }
    default: return type;
    }
}

Type *cxx_replace_auto(Cxx *cxx, Type *type, Type *with) {
    return replace_auto(cxx, type, with);
}

// decltype(auto) is decltype of the initialiser [dcl.type.auto.deduct]/5.
static Type *decltype_auto(Cxx *cxx, Expr *expr) {
    bool id = !(expr->flags & EF_PAREN) && is_any_of(expr->kind, E_DECLREF, E_MEMBER);
    if (id && expr->u.decl && expr->u.decl->type) return expr->u.decl->type;
    if (expr->cat == VC_LVALUE) return ty_ref(cxx, expr->type, false);
    if (expr->cat == VC_XVALUE) return ty_ref(cxx, expr->type, true);
    return expr->type;
}

// std::initializer_list<T> of a braced list with elements of one type.
static Type *list_type(Parse *parse, Expr *expr, Pos pos) {
    Cxx *cxx = parse->x;
    Lookup lookup = {0};
    if (!cxx->std_ns || !expr->n ||
        !cxx_lookup_in(parse, cxx->std_ns->inner, cxx->n.initializer_list, 0, &lookup) ||
        lookup.at[0]->kind != D_TEMPLATE) {
        return NULL;
    }
    Type *type = NULL;
    for (uint32_t i = 0; i < expr->n; i++) {
        Expr *el = expr->arg[i];
        if (el->type->kind == TY_OVERLOAD) el = cxx_resolve_address(parse, el, NULL, false);
        if (!el || el->kind == E_ERROR || xe_list(el)) return NULL;
        Type *u = ty_unqual(ty_decay(cxx, el->type));
        if (type && type != u) return NULL;
        type = u;
    }
    TmplArg a = {.kind = TA_TYPE, .type = type};
    return cxx_template_id_type(parse, lookup.at[0], cxx_targs(cxx, &a, 1), pos);
}

// *hole: what the placeholder itself stands for.
static Type *deduce_auto(Parse *parse, Type *declared, Expr *init, Pos pos, Type **hole) {
    Cxx *cxx = parse->x;
    if (!init || init->kind == E_ERROR || init->type->kind == TY_ERROR) return cxx->ty_error;
    if (init->flags & EF_TYPE_DEP) return cxx->ty_dependent;
    if (init->type->kind == TY_OVERLOAD) {
        Expr *r = cxx_resolve_address(parse, init, NULL, true);
        if (!r || r->kind == E_ERROR) return cxx->ty_error;
        r->flags |= init->flags & EF_PAREN;
        init = r;
    }
    if (declared->kind == TY_DECLTYPE_AUTO) return *hole = decltype_auto(cxx, init);
    if (declared->kind == TY_CTAD) {
        Type *t = cxx_deduce_class(parse, declared->u.spec.tmpl, &init, 1, pos);
        return declared->quals ? ty_qual(cxx, t, declared->quals) : t;
    }
    if (init->kind == E_INITLIST_SYNTAX) {
        Type *t = list_type(parse, init, pos);
        Type *to = ty_deref(declared);
        if (!t || to->kind != TY_AUTO) {
            CXX_DIAG(cxx, tmpl_auto_list, pos);
            return cxx->ty_error;
        }
        *hole = t;
        return replace_auto(cxx, declared, t);
    }
    DeduceFail why = {0};
    Deduce deduce = {.p = parse, .x = cxx, .k = -1, .why = &why, .autos = true, .call = true};
    deduce.a = &cxx->ctx->scratch;
    ArenaMark mark = arena_mark(deduce.a);
    bool ok = tm_deduce_expr(&deduce, declared, init) && deduce.auto_type;
    arena_reset(deduce.a, mark);
    if (!ok) {
        CXX_DIAG(cxx, tmpl_auto_deduce, pos, declared, init->type);
        return cxx->ty_error;
    }
    // `auto` as a function's result may be void; variables are refused by their declaration
    *hole = deduce.auto_type;
    return replace_auto(cxx, declared, deduce.auto_type);
}

// The constraint of a placeholder is checked against what it stands for alone, not the whole type.
Type *cxx_answer_deduce_auto(Parse *parse, Type *declared, Expr *init, Pos pos) {
    if (!(declared->flags & TF_HAS_AUTO)) return declared;
    if (init && xe_bound_function(parse, init)) return parse->x->ty_error;
    Type *hole = NULL, *t = deduce_auto(parse, declared, init, pos, &hole);
    return !hole || cxx_auto_satisfied(parse, declared, hole, pos) ? t : parse->x->ty_error;
}
