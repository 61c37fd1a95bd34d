// SPDX-License-Identifier: Apache-2.0
// expr/size.c: operators on unevaluated operands: sizeof, alignof [expr.sizeof], noexcept, and the
// values of concept-ids.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// Of a dependent type or operand: a node that waits.
static Expr *dep_sizeof(Parse *parse, Type *type, Expr *expr, bool align, Pos pos) {
    Expr *d = cxx_expr_new(parse->x, E_DEP_SIZEOF, parse->x->ty_size_t, VC_PRVALUE, pos);
    d->op = align ? SIZE_ALIGN : SIZE_OF;
    d->u.ty = type;
    d->a = expr;
    d->flags |= EF_VALUE_DEP;
    if (type && (type->flags & TF_HAS_PACK)) d->flags |= EF_HAS_PACK;
    if (expr) xe_inherit(d, expr);
    return d;
}

// The size, or alignment, of a complete object type; of a reference that of what it refers to. GNU:
// 1 of a function and void.
static Expr *size_of_type(Parse *parse, Type *type, bool align, Pos pos) {
    Cxx *cxx = parse->x;
    if (type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    type = ty_deref(type);
    if (ty_dependent(type)) return dep_sizeof(parse, type, NULL, align, pos);
    uint64_t size = 1;
    uint32_t al = 1;
    if (is_any_of(type->kind, TY_FUNC, TY_VOID)) { // GNU: 1, where it is not asked whether it works
        if (diag_trapped(cxx->ctx) && parse->env) return cxx_expr_error(cxx, pos);
        CXX_DIAG(cxx, x_sizeof_incomplete, pos, type);
    } else if (align && ty_is_array(type)) {
        while (ty_is_array(type)) type = type->u.array.elem;
        if (!ty_size_align(cxx, type, pos, &size, &al)) return cxx_expr_error(cxx, pos);
    } else if (!ty_size_align(cxx, type, pos, &size, &al)) {
        return cxx_expr_error(cxx, pos);
    }
    return cxx_expr_int(cxx, cxx->ty_size_t, align ? al : size, pos);
}

// GNU: alignof(expression) is what its declaration asks for; 0: nothing.
static uint32_t declared_align(const Expr *expr) {
    if (expr->kind == E_DECLREF && expr->u.decl->kind == D_VAR)
        return ((VarDecl *)expr->u.decl)->align;
    if (expr->kind == E_MEMBER && expr->u.decl->kind == D_FIELD)
        return ((FieldDecl *)expr->u.decl)->align;
    return 0;
}

// At sizeof, alignof or __alignof__.
Expr *xe_parse_sizeof(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    bool align = cxx_peek(parse) != T_KW_SIZEOF;
    parse->at++;
    if (cxx_peek(parse) == T_ELLIPSIS) return cxx_parse_sizeof_pack(parse);
    if (cxx_peek(parse) == T_LPAREN) {
        uint32_t open = parse->at, close = parse->tok[open].match;
        parse->at++;
        bool targs = parse->in_targs, half = parse->half_gtgt;
        parse->in_targs = parse->half_gtgt = false;
        bool type = cxx_starts_type_id(parse);
        uint32_t asked = 0; // alignment of a typedef
        Type *t = NULL;
        if (type) {
            bool ue = parse->unevaluated;
            parse->unevaluated = true;
            parse->aligned = NULL;
            t = cxx_parse_type_id(parse);
            parse->unevaluated = ue;
            asked = align ? cxx_typedef_align(parse->aligned, t) : 0;
        }
        parse->in_targs = targs;
        parse->half_gtgt = half;
        if (type) {
            if (parse->at != close && t->kind != TY_ERROR) {
                CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
                t = cxx->ty_error;
            }
            parse->at = close + 1;
            if (asked) return cxx_expr_int(cxx, cxx->ty_size_t, asked, pos);
            return size_of_type(parse, t, align, pos);
        }
        parse->at = open;
    }
    bool ue = parse->unevaluated;
    parse->unevaluated = true;
    Expr *expr = cxx_parse_cast_expr(parse);
    parse->unevaluated = ue;
    if (xe_err(expr)) return expr;
    if (expr->kind == E_TYPE) return size_of_type(parse, expr->u.ty, align, pos);
    if (expr->kind == E_OVERLOAD) {
        expr = cxx_resolve_address(parse, expr, NULL, true);
        if (!expr) return cxx_expr_error(cxx, pos);
    }
    if (xe_tdep(expr)) return dep_sizeof(parse, NULL, expr, align, pos);
    if ((expr->flags & EF_BITFIELD) || xe_list(expr)) {
        CXX_DIAG(cxx, x_sizeof_bitfield, pos);
        return cxx_expr_error(cxx, pos);
    }
    if (align && declared_align(expr))
        return cxx_expr_int(cxx, cxx->ty_size_t, declared_align(expr), pos);
    return size_of_type(parse, expr->type, align, pos);
}

// ---- noexcept ----------------------------------------------------------------------------------

Expr *xe_parse_noexcept(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    parse->at++;
    if (cxx_peek(parse) != T_LPAREN) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "(");
        return cxx_expr_error(cxx, pos);
    }
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    bool ue = parse->unevaluated, targs = parse->in_targs, half = parse->half_gtgt;
    parse->unevaluated = true;
    parse->in_targs = parse->half_gtgt = false;
    Expr *expr = cxx_parse_expr(parse);
    parse->unevaluated = ue;
    parse->in_targs = targs;
    parse->half_gtgt = half;
    if (parse->at != close && !xe_err(expr)) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        expr = cxx_expr_error(cxx, pos);
    }
    parse->at = close + 1;
    if (xe_err(expr)) return expr;
    Type *b = ty_basic(cxx, TY_BOOL);
    if (xe_tdep(expr) || (parse->dependent && cxx->decls->unbound.reading)) {
        Expr *d = xe_un(parse, E_DEP_NOEXCEPT, b, VC_PRVALUE, pos, expr);
        d->flags |= EF_VALUE_DEP;
        return d;
    }
    return cxx_expr_int(cxx, b, !xe_can_throw(cxx, expr), pos);
}
