// SPDX-License-Identifier: Apache-2.0
// facts/expr_node.c: making expression nodes and small questions about tokens and trees, shared by
// all files of expressions and statements.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

struct ExprState *xe_state(Cxx *cxx) {
    if (!cxx->exprs) cxx->exprs = arena_new(&cxx->ctx->perm, struct ExprState);
    return cxx->exprs;
}

Expr *cxx_expr_new(Cxx *cxx, ExprKind expr_kind, Type *type, ValueCat cat, Pos pos) {
    Expr *e = arena_new(&cxx->ctx->perm, Expr);
    e->kind = (uint8_t)expr_kind;
    e->cat = (uint8_t)cat;
    e->type = type;
    e->pos = e->end = pos;
    if (ty_dependent(type)) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    return e;
}

Expr *cxx_expr_int(Cxx *cxx, Type *type, uint64_t v, Pos pos) {
    Expr *e = cxx_expr_new(cxx, E_INT, type, VC_PRVALUE, pos);
    const Type *u = type->kind == TY_ENUM ? type->u.enm->underlying : type;
    int bits = u && ty_is_integral(u) ? ty_int_bits(u) : 64;
    e->u.i = apint_from_u64((uint32_t)bits, v);
    return e;
}

Expr *cxx_expr_error(Cxx *cxx, Pos pos) {
    return cxx_expr_new(cxx, E_ERROR, cxx->ty_error, VC_PRVALUE, pos);
}

// What depends on a type depends in its value only, as far as the node around it goes.
void xe_inherit(Expr *expr, const Expr *from) {
    expr->flags |= from->flags & (EF_VALUE_DEP | EF_HAS_PACK | EF_HAS_TEMPS);
    if (from->flags & EF_TYPE_DEP) expr->flags |= EF_VALUE_DEP;
    if (from->end > expr->end) expr->end = from->end;
    if (from->height >= expr->height) expr->height = from->height + 1;
}

Expr *xe_un(Parse *parse, ExprKind k, Type *type, ValueCat cat, Pos pos, Expr *expr) {
    Expr *e = cxx_expr_new(parse->x, k, type, cat, pos);
    e->a = expr;
    xe_inherit(e, expr);
    return e;
}

// An operand that is an error is the result.
Expr *xe_bin(Parse *parse, ExprKind expr_kind, CxxOp op, Type *type, ValueCat cat, Pos pos,
             Expr *left, Expr *right) {
    if (xe_err(left)) return left;
    if (xe_err(right)) return right;
    Expr *e = cxx_expr_new(parse->x, expr_kind, type, cat, pos);
    e->op = (uint8_t)op;
    e->a = left;
    e->b = right;
    xe_inherit(e, left);
    xe_inherit(e, right);
    return e;
}

Expr *xe_args(Parse *parse, Expr *expr, Expr **arg, uint32_t n) {
    expr->arg = n ? arena_array(pa(parse), Expr *, n) : NULL;
    expr->n = n;
    for (uint32_t i = 0; i < n; i++) {
        expr->arg[i] = arg[i];
        xe_inherit(expr, arg[i]);
    }
    return expr;
}

Expr *xe_dup(Parse *parse, const Expr *expr) {
    Expr *r = arena_new(pa(parse), Expr);
    *r = *expr;
    return r;
}

// A literal whose value the integral type `type` has. (What changes its value is warned of.)
static bool keeps_value(const Expr *expr, Type *type) {
    if (expr->kind != E_INT || xe_vdep(expr) || !ty_is_integral(type)) return false;
    if (!ty_is_discrete(expr->type)) return false;
    uint32_t bits = (uint32_t)ty_int_bits(type);
    bool s = !ty_is_unsigned(expr->type);
    return ty_is_unsigned(type) ? apint_fits_unsigned(expr->u.i, bits, s)
                                : apint_fits_signed(expr->u.i, bits, s);
}

// A literal that keeps its value takes the type at once, but in signatures, which are compared as
// they are written.
Expr *xe_cast(Parse *parse, CastKind ck, Type *type, ValueCat cat, Expr *expr) {
    if (xe_err(expr)) return expr;
    if (ck == CK_INT && !parse->dependent && keeps_value(expr, type)) {
        Expr *r = xe_dup(parse, expr); // takes the new type at once
        r->u.i = apint_resize(expr->u.i, (uint32_t)ty_int_bits(type), !ty_is_unsigned(expr->type));
        r->type = type;
        r->flags &= ~EF_NULL_CONST;
        return r;
    }
    Expr *e = cxx_expr_new(parse->x, E_CAST, type, cat, expr->pos);
    e->op = (uint8_t)ck;
    e->a = expr;
    e->flags |= EF_IMPLICIT;
    xe_inherit(e, expr);
    e->end = expr->end;
    if (ck == CK_NOOP && cat != VC_PRVALUE) e->flags |= expr->flags & EF_BITFIELD;
    return e;
}

// [expr.type]/1, [expr.call]/14: an lvalue reference is an lvalue, an rvalue reference an xvalue,
// to a function an lvalue.
void xe_set_declared(Parse *parse, Expr *expr, Type *type) {
    if (type->kind == TY_LREF || (type->kind == TY_RREF && type->u.ptr.to->kind == TY_FUNC)) {
        expr->cat = VC_LVALUE;
        type = type->u.ptr.to;
    } else if (type->kind == TY_RREF) {
        expr->cat = VC_XVALUE;
        type = type->u.ptr.to;
    } else {
        expr->cat = VC_PRVALUE;
        if (!ty_has_parts(type)) type = ty_unqual(type);
    }
    expr->type = type;
    if (ty_dependent(type)) expr->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
}

Expr *xe_declared(Parse *parse, ExprKind k, Type *type, Pos pos) {
    Expr *e = cxx_expr_new(parse->x, k, ty_deref(type), VC_PRVALUE, pos);
    xe_set_declared(parse, e, type);
    return e;
}

Expr *xe_dep(Parse *parse, ExprKind k, Pos pos) {
    return cxx_expr_new(parse->x, k, parse->x->ty_dependent, VC_LVALUE, pos);
}

Expr *xe_ref(Parse *parse, Decl *decl, Type *type, Pos pos) {
    Expr *e = cxx_expr_new(parse->x, E_DECLREF, ty_deref(type), VC_LVALUE, pos);
    e->u.decl = decl;
    return e;
}

// [conv.ptr]/1: the literal 0 or nullptr; before C++11 any integral constant that is zero.
bool xe_null_const(Parse *parse, const Expr *expr) {
    if (expr->type->kind == TY_NULLPTR) return true;
    if (expr->kind != E_INT || xe_vdep(expr)) return false;
    if (expr->flags & EF_NULL_CONST) return true;
    return parse->x->opt.std < 11 && ty_is_integral(expr->type) && apint_is_zero(&expr->u.i);
}

// ---- tokens ------------------------------------------------------------------------------------

Pos xe_pos(const Parse *parse) {
    return parse->tok[parse->at < parse->end ? parse->at : parse->end].pos;
}

Pos xe_prev_pos(const Parse *parse) {
    return parse->tok[parse->at ? parse->at - 1 : 0].pos;
}

bool xe_accept(Parse *parse, uint16_t kind) {
    if (cxx_peek(parse) != kind) return false;
    parse->at++;
    return true;
}

bool cxx_in_immediate(const Parse *parse) {
    return parse->immediate || (parse->fn && parse->fn->d.flags & DF_CONSTEVAL);
}

bool xe_expect(Parse *parse, uint16_t kind, const char *what) {
    if (xe_accept(parse, kind)) return true;
    if (cxx_at_lost_end(parse)) return false;
    if (kind == T_SEMI)
        cxx_lacks_semi(parse);
    else
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), what);
    return false;
}

bool xe_is_lit(Parse *parse, uint32_t at, const char *s) {
    if (at >= parse->end) return false;
    const AtomInfo *i = atom_info(parse->x->ctx, parse->tok[at].text);
    return strcmp(i->s, s) == 0;
}

// Says it once, where the limit is passed; the instantiations that lead there are left.
bool xe_depth(Parse *parse, Pos pos) {
    Ctx *ctx = parse->x->ctx;
    bool fits = ++parse->depth <= ctx->max_nesting;
    if (fits && cu_stack_left(ctx)) return true;
    cxx_inst_unwind(parse->x);
    bool first = fits || parse->depth == ctx->max_nesting + 1;
    if (first) CXX_DIAG(parse->x, x_nesting_too_deep, pos);
    return false;
}

bool xe_chain_begin(Parse *parse) {
    if (parse->chain >= parse->x->ctx->max_chain) return false;
    parse->chain++;
    parse->depth--;
    return true;
}

void xe_chain_end(Parse *parse) {
    parse->chain--;
    parse->depth++;
}

Expr *xe_limited(Parse *parse, Expr *expr) {
    if (CU_LIKELY(expr->height <= parse->x->ctx->max_chain)) {
        parse->tallest = CU_MAX(parse->tallest, expr->height);
        return expr;
    }
    parse->tallest = 0; // it is left out: what is around it is none too tall
    cxx_inst_unwind(parse->x);
    CXX_DIAG(parse->x, x_nesting_too_deep, expr->pos);
    return cxx_expr_error(parse->x, expr->pos);
}

Stmt *cxx_body_of(Cxx *cxx, const FuncDecl *func, Stmt **at, uint32_t n) {
    Stmt *s = arena_new(xa(cxx), Stmt);
    s->kind = S_COMPOUND;
    s->pos = s->end = func->d.pos;
    s->u.list.at = at;
    s->u.list.n = n;
    return s;
}

Stmt *xe_stmt(Parse *parse, StmtKind k, Pos pos) {
    Stmt *s = arena_new(pa(parse), Stmt);
    s->kind = (uint8_t)k;
    s->pos = s->end = pos;
    return s;
}

Stmt *xe_decl_stmt(Parse *parse, VarDecl **v, uint32_t n, Pos pos) {
    Stmt *s = xe_stmt(parse, S_DECL, pos);
    s->u.decl.var = arena_copy(pa(parse), v, n * sizeof *v, _Alignof(VarDecl *));
    s->u.decl.n = n;
    return s;
}

bool cxx_is_read_when_discarded(const Expr *expr) {
    switch (expr->kind) {
    case E_DECLREF:
    case E_SUBSCRIPT:
    case E_MEMBER:
    case E_MEMPTR: return true;
    case E_UNARY: return expr->op == OP_DEREF;
    case E_BINARY: return expr->op == OP_COMMA && cxx_is_read_when_discarded(expr->b);
    case E_COND:
        return expr->b && cxx_is_read_when_discarded(expr->b) &&
               cxx_is_read_when_discarded(expr->c);
    case E_CLEANUPS: return cxx_is_read_when_discarded(expr->a);
    default: return false; // assignments among them: the value was just written
    }
}
