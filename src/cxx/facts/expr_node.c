// SPDX-License-Identifier: Apache-2.0
// facts/expr_node.c: making expression nodes and small questions about tokens and trees, shared by
// all files of expressions and statements.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

struct ExprState *xe_state(Cxx *x) {
    if (!x->exprs) x->exprs = arena_new(&x->ctx->perm, struct ExprState);
    return x->exprs;
}

Expr *cxx_expr_new(Cxx *x, ExprKind k, Type *t, ValueCat cat, Pos pos) {
    Expr *e = arena_new(&x->ctx->perm, Expr);
    e->kind = (uint8_t)k;
    e->cat = (uint8_t)cat;
    e->type = t;
    e->pos = e->end = pos;
    if (ty_dependent(t)) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    return e;
}

Expr *cxx_expr_int(Cxx *x, Type *t, uint64_t v, Pos pos) {
    Expr *e = cxx_expr_new(x, E_INT, t, VC_PRVALUE, pos);
    const Type *u = t->kind == TY_ENUM ? t->u.enm->underlying : t;
    int bits = u && ty_is_integral(u) ? ty_int_bits(u) : 64;
    e->u.i = apint_from_u64((uint32_t)bits, v);
    return e;
}

Expr *cxx_expr_error(Cxx *x, Pos pos) {
    return cxx_expr_new(x, E_ERROR, x->ty_error, VC_PRVALUE, pos);
}

void xe_inherit(Expr *e, const Expr *from) {
    e->flags |= from->flags & (EF_VALUE_DEP | EF_HAS_PACK | EF_HAS_TEMPS);
    if (from->flags & EF_TYPE_DEP) e->flags |= EF_VALUE_DEP;
    if (from->end > e->end) e->end = from->end;
    if (from->height >= e->height) e->height = from->height + 1;
}

Expr *xe_un(Parse *p, ExprKind k, Type *t, ValueCat cat, Pos pos, Expr *a) {
    Expr *e = cxx_expr_new(p->x, k, t, cat, pos);
    e->a = a;
    xe_inherit(e, a);
    return e;
}

Expr *xe_bin(Parse *p, ExprKind k, CxxOp op, Type *t, ValueCat cat, Pos pos, Expr *a, Expr *b) {
    if (xe_err(a)) return a;
    if (xe_err(b)) return b;
    Expr *e = cxx_expr_new(p->x, k, t, cat, pos);
    e->op = (uint8_t)op;
    e->a = a;
    e->b = b;
    xe_inherit(e, a);
    xe_inherit(e, b);
    return e;
}

Expr *xe_args(Parse *p, Expr *e, Expr **arg, uint32_t n) {
    e->arg = n ? arena_array(pa(p), Expr *, n) : NULL;
    e->n = n;
    for (uint32_t i = 0; i < n; i++) {
        e->arg[i] = arg[i];
        xe_inherit(e, arg[i]);
    }
    return e;
}

Expr *xe_dup(Parse *p, const Expr *e) {
    Expr *r = arena_new(pa(p), Expr);
    *r = *e;
    return r;
}

// A literal whose value the integral type t has. (What changes its value is warned of.)
static bool keeps_value(const Expr *a, Type *t) {
    if (a->kind != E_INT || xe_vdep(a) || !ty_is_integral(t)) return false;
    if (!ty_is_integral(a->type) && a->type->kind != TY_ENUM) return false;
    uint32_t bits = (uint32_t)ty_int_bits(t);
    bool s = !ty_is_unsigned(a->type);
    return ty_is_unsigned(t) ? apint_fits_unsigned(a->u.i, bits, s)
                             : apint_fits_signed(a->u.i, bits, s);
}

Expr *xe_cast(Parse *p, CastKind ck, Type *t, ValueCat cat, Expr *a) {
    if (xe_err(a)) return a;
    if (ck == CK_INT && !p->dependent && keeps_value(a, t)) {
        Expr *r = xe_dup(p, a); // takes the new type at once
        r->u.i = apint_resize(a->u.i, (uint32_t)ty_int_bits(t), !ty_is_unsigned(a->type));
        r->type = t;
        r->flags &= ~EF_NULL_CONST;
        return r;
    }
    Expr *e = cxx_expr_new(p->x, E_CAST, t, cat, a->pos);
    e->op = (uint8_t)ck;
    e->a = a;
    e->flags |= EF_IMPLICIT;
    xe_inherit(e, a);
    e->end = a->end;
    if (ck == CK_NOOP && cat != VC_PRVALUE) e->flags |= a->flags & EF_BITFIELD;
    return e;
}

void xe_set_declared(Parse *p, Expr *e, Type *t) {
    if (t->kind == TY_LREF || (t->kind == TY_RREF && t->u.ptr.to->kind == TY_FUNC)) {
        e->cat = VC_LVALUE;
        t = t->u.ptr.to;
    } else if (t->kind == TY_RREF) {
        e->cat = VC_XVALUE;
        t = t->u.ptr.to;
    } else {
        e->cat = VC_PRVALUE;
        if (t->kind != TY_CLASS && !ty_is_array(t)) t = ty_unqual(t);
    }
    e->type = t;
    if (ty_dependent(t)) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
}

Expr *xe_declared(Parse *p, ExprKind k, Type *t, Pos pos) {
    Expr *e = cxx_expr_new(p->x, k, ty_deref(t), VC_PRVALUE, pos);
    xe_set_declared(p, e, t);
    return e;
}

Expr *xe_dep(Parse *p, ExprKind k, Pos pos) {
    return cxx_expr_new(p->x, k, p->x->ty_dependent, VC_LVALUE, pos);
}

Expr *xe_ref(Parse *p, Decl *d, Type *t, Pos pos) {
    Expr *e = cxx_expr_new(p->x, E_DECLREF, ty_deref(t), VC_LVALUE, pos);
    e->u.decl = d;
    return e;
}

bool xe_null_const(Parse *p, const Expr *e) {
    if (e->type->kind == TY_NULLPTR) return true;
    if (e->kind != E_INT || xe_vdep(e)) return false;
    if (e->flags & EF_NULL_CONST) return true;
    return p->x->opt.std < 11 && ty_is_integral(e->type) && apint_is_zero(&e->u.i);
}

// ---- tokens ------------------------------------------------------------------------------------

Pos xe_pos(const Parse *p) {
    return p->tok[p->at < p->end ? p->at : p->end].pos;
}

Pos xe_prev_pos(const Parse *p) {
    return p->tok[p->at ? p->at - 1 : 0].pos;
}

bool xe_accept(Parse *p, uint16_t kind) {
    if (cxx_peek(p) != kind) return false;
    p->at++;
    return true;
}

bool xe_expect(Parse *p, uint16_t kind, const char *what) {
    if (xe_accept(p, kind)) return true;
    if (!cxx_at_lost_end(p)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), what);
    return false;
}

bool xe_is_lit(Parse *p, uint32_t at, const char *s) {
    if (at >= p->end) return false;
    const AtomInfo *i = atom_info(p->x->ctx, p->tok[at].text);
    return strcmp(i->s, s) == 0;
}

bool xe_depth(Parse *p, Pos pos) {
    p->depth++;
    if (p->depth <= p->x->ctx->max_depth) return true;
    cxx_inst_unwind(p->x);
    if (p->depth == p->x->ctx->max_depth + 1) CXX_DIAG(p->x, x_nesting_too_deep, pos);
    return false;
}

bool xe_chain_begin(Parse *p) {
    if (p->chain >= p->x->ctx->max_chain) return false;
    p->chain++;
    p->depth--;
    return true;
}

void xe_chain_end(Parse *p) {
    p->chain--;
    p->depth++;
}

Expr *xe_limited(Parse *p, Expr *e) {
    if (CU_LIKELY(e->height <= p->x->ctx->max_chain)) {
        p->tallest = CU_MAX(p->tallest, e->height);
        return e;
    }
    p->tallest = 0; // it is left out: what is around it is none too tall
    cxx_inst_unwind(p->x);
    CXX_DIAG(p->x, x_nesting_too_deep, e->pos);
    return cxx_expr_error(p->x, e->pos);
}

FuncDecl *xe_func_of(Decl *d) {
    return d && d->kind == D_FUNC ? (FuncDecl *)d : NULL;
}

Stmt *cxx_body_of(Cxx *x, const FuncDecl *f, Stmt **at, uint32_t n) {
    Stmt *s = arena_new(xa(x), Stmt);
    s->kind = S_COMPOUND;
    s->pos = s->end = f->d.pos;
    s->u.list.at = at;
    s->u.list.n = n;
    return s;
}

Stmt *xe_stmt(Parse *p, StmtKind k, Pos pos) {
    Stmt *s = arena_new(pa(p), Stmt);
    s->kind = (uint8_t)k;
    s->pos = s->end = pos;
    return s;
}

Stmt *xe_decl_stmt(Parse *p, VarDecl **v, uint32_t n, Pos pos) {
    Stmt *s = xe_stmt(p, S_DECL, pos);
    s->u.decl.var = arena_copy(pa(p), v, n * sizeof *v, _Alignof(VarDecl *));
    s->u.decl.n = n;
    return s;
}

bool cxx_is_read_when_discarded(const Expr *e) {
    switch (e->kind) {
    case E_DECLREF:
    case E_SUBSCRIPT:
    case E_MEMBER:
    case E_MEMPTR: return true;
    case E_UNARY: return e->op == OP_DEREF;
    case E_BINARY: return e->op == OP_COMMA && cxx_is_read_when_discarded(e->b);
    case E_COND:
        return e->b && cxx_is_read_when_discarded(e->b) && cxx_is_read_when_discarded(e->c);
    case E_CLEANUPS: return cxx_is_read_when_discarded(e->a);
    default: return false; // assignments among them: the value was just written
    }
}
