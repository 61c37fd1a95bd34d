// SPDX-License-Identifier: Apache-2.0
// expr/size.c: operators on unevaluated operands: sizeof, alignof [expr.sizeof], noexcept, and the
// values of concept-ids.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

static Expr *dep_sizeof(Parse *p, Type *t, Expr *e, bool align, Pos pos) {
    Expr *d = cxx_expr_new(p->x, E_DEP_SIZEOF, p->x->ty_size_t, VC_PRVALUE, pos);
    d->op = align ? SIZE_ALIGN : SIZE_OF;
    d->u.ty = t;
    d->a = e;
    d->flags |= EF_VALUE_DEP;
    if (t && (t->flags & TF_HAS_PACK)) d->flags |= EF_HAS_PACK;
    if (e) xe_inherit(d, e);
    return d;
}

static Expr *size_of_type(Parse *p, Type *t, bool align, Pos pos) {
    Cxx *x = p->x;
    if (t->kind == TY_ERROR) return cxx_expr_error(x, pos);
    t = ty_deref(t);
    if (ty_dependent(t)) return dep_sizeof(p, t, NULL, align, pos);
    uint64_t size = 1;
    uint32_t al = 1;
    if (t->kind == TY_FUNC ||
        t->kind == TY_VOID) { // GNU: 1, where it is not asked whether it works
        if (diag_trapped(x->ctx) && p->env) return cxx_expr_error(x, pos);
        CXX_DIAG(x, x_sizeof_incomplete, pos, t);
    } else if (align && ty_is_array(t)) {
        while (ty_is_array(t)) t = t->u.array.elem;
        if (!ty_size_align(x, t, pos, &size, &al)) return cxx_expr_error(x, pos);
    } else if (!ty_size_align(x, t, pos, &size, &al)) {
        return cxx_expr_error(x, pos);
    }
    return cxx_expr_int(x, x->ty_size_t, align ? al : size, pos);
}

static uint32_t declared_align(const Expr *e) {
    if (e->kind == E_DECLREF && e->u.decl->kind == D_VAR) return ((VarDecl *)e->u.decl)->align;
    if (e->kind == E_MEMBER && e->u.decl->kind == D_FIELD) return ((FieldDecl *)e->u.decl)->align;
    return 0;
}

// At sizeof, alignof or __alignof__.
Expr *xe_parse_sizeof(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    bool align = cxx_peek(p) != T_KW_SIZEOF;
    p->at++;
    if (cxx_peek(p) == T_ELLIPSIS) return cxx_parse_sizeof_pack(p);
    if (cxx_peek(p) == T_LPAREN) {
        uint32_t open = p->at, close = p->tok[open].match;
        p->at++;
        bool targs = p->in_targs, half = p->half_gtgt;
        p->in_targs = p->half_gtgt = false;
        bool type = cxx_starts_type_id(p);
        Type *t = NULL;
        if (type) {
            bool ue = p->unevaluated;
            p->unevaluated = true;
            t = cxx_parse_type_id(p);
            p->unevaluated = ue;
        }
        p->in_targs = targs;
        p->half_gtgt = half;
        if (type) {
            if (p->at != close && t->kind != TY_ERROR) {
                CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
                t = x->ty_error;
            }
            p->at = close + 1;
            return size_of_type(p, t, align, pos);
        }
        p->at = open;
    }
    bool ue = p->unevaluated;
    p->unevaluated = true;
    Expr *e = xe_parse_unary(p);
    p->unevaluated = ue;
    if (xe_err(e)) return e;
    if (e->kind == E_TYPE) return size_of_type(p, e->u.ty, align, pos);
    if (e->kind == E_OVERLOAD) {
        e = cxx_resolve_address(p, e, NULL, true);
        if (!e) return cxx_expr_error(x, pos);
    }
    if (xe_tdep(e)) return dep_sizeof(p, NULL, e, align, pos);
    if ((e->flags & EF_BITFIELD) || xe_list(e)) {
        CXX_DIAG(x, x_sizeof_bitfield, pos);
        return cxx_expr_error(x, pos);
    }
    if (align && declared_align(e)) return cxx_expr_int(x, x->ty_size_t, declared_align(e), pos);
    return size_of_type(p, e->type, align, pos);
}

// ---- noexcept ----------------------------------------------------------------------------------

Expr *xe_parse_noexcept(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    p->at++;
    if (cxx_peek(p) != T_LPAREN) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), "(");
        return cxx_expr_error(x, pos);
    }
    uint32_t close = p->tok[p->at].match;
    p->at++;
    bool ue = p->unevaluated, targs = p->in_targs, half = p->half_gtgt;
    p->unevaluated = true;
    p->in_targs = p->half_gtgt = false;
    Expr *e = cxx_parse_expr(p);
    p->unevaluated = ue;
    p->in_targs = targs;
    p->half_gtgt = half;
    if (p->at != close && !xe_err(e)) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        e = cxx_expr_error(x, pos);
    }
    p->at = close + 1;
    if (xe_err(e)) return e;
    Type *b = ty_basic(x, TY_BOOL);
    if (xe_tdep(e) || (p->dependent && x->decls->unbound)) {
        Expr *d = xe_un(p, E_DEP_NOEXCEPT, b, VC_PRVALUE, pos, e);
        d->flags |= EF_VALUE_DEP;
        return d;
    }
    return cxx_expr_int(x, b, !xe_can_throw(x, e), pos);
}
