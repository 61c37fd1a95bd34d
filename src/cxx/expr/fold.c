// SPDX-License-Identifier: Apache-2.0
// expr/fold.c: what is made of all elements of a pack at once: fold expressions [expr.prim.fold],
// sizeof...(P), __integer_pack(N).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

typedef struct Fold {
    CxxOp op;
    bool left, dependent;
    Expr *init;
    VEC(Expr *) el;
    Pos pos;
} Fold;

Expr *cxx_parse_sizeof_pack(Parse *p) {
    Cxx *x = p->x;
    Pos pos = p->tok[p->at ? p->at - 1 : 0].pos;
    p->at++; // ...
    if (cxx_peek(p) != T_LPAREN || cxx_peek_n(p, 1) != T_IDENT || cxx_peek_n(p, 2) != T_RPAREN) {
        CXX_DIAG(x, tmpl_sizeof_pack_name, p->tok[p->at].pos);
        return cxx_expr_error(x, pos);
    }
    Pos at = p->tok[p->at + 1].pos;
    Atom name = p->tok[p->at + 1].text;
    p->at += 3;
    Lookup l = {0};
    if (!cxx_lookup(p, name, 0, &l) || !l.n) {
        CXX_DIAG(x, tmpl_not_a_pack, at, name);
        return cxx_expr_error(x, pos);
    }
    Decl *d = l.at[0];
    int64_t n = -1;
    if (d->kind == D_PACK) {
        if (!d->type || d->type->kind != TY_PACK) n = ((PackDecl *)d)->n;
    } else if (d->kind == D_TPARM && ((TParmDecl *)d)->pack) {
        TmplArg *a = cxx_env_arg(p->env, (TParmDecl *)d);
        if (a && a->kind == TA_PACK && !a->pack->has_pack_expansion) n = a->pack->n;
    } else if (!(d->kind == D_VAR && d->type->kind == TY_PACK)) {
        CXX_DIAG(x, tmpl_not_a_pack, at, name);
        return cxx_expr_error(x, pos);
    }
    if (n >= 0) return cxx_expr_int(x, x->ty_size_t, (uint64_t)n, pos);
    Expr *e = cxx_expr_new(x, E_SIZEOF_PACK, x->ty_size_t, VC_PRVALUE, pos);
    e->u.decl = d;
    e->flags |= EF_VALUE_DEP;
    return e;
}

Expr *cxx_parse_integer_pack(Parse *p) {
    Cxx *x = p->x;
    Pos pos = p->tok[p->at].pos;
    Atom name = p->tok[p->at].text;
    p->at += 2;
    bool in_targs = p->in_targs, const_expr = p->const_expr;
    p->in_targs = false;
    p->const_expr = true;
    Expr *n = cxx_parse_const_expr(p);
    p->in_targs = in_targs;
    p->const_expr = const_expr;
    if (!xe_expect(p, T_RPAREN, ")") || n->kind == E_ERROR) return cxx_expr_error(x, pos);
    bool dep = n->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    ApInt len = {0};
    if (!dep && !cxx_const_int(x, n, &len, true)) return cxx_expr_error(x, pos);
    if (!dep && ((!ty_is_unsigned(n->type) && apint_is_neg(&len)) || apint_u128(&len) > 1u << 24)) {
        CXX_DIAG(x, tmpl_integer_pack, pos);
        return cxx_expr_error(x, pos);
    }
    tm_pack_note(p, name, dep ? -1 : (int64_t)apint_u64(&len));
    bool element = !dep && p->pack_index >= 0 && (uint64_t)p->pack_index < apint_u64(&len);
    if (element) return cxx_expr_int(x, ty_unqual(n->type), (uint64_t)p->pack_index, pos);
    Expr *f = cxx_expr_new(x, E_DEP_NAME, x->ty_dependent, VC_PRVALUE, pos);
    f->u.dep.name = name;
    f->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    Expr *e = cxx_expr_new(x, E_DEP_CALL, ty_unqual(n->type), VC_PRVALUE, pos);
    e->a = f;
    e->arg = arena_array(tm_arena(x), Expr *, 1);
    e->arg[0] = n;
    e->n = 1;
    e->flags |= EF_VALUE_DEP | EF_HAS_PACK | (n->flags & EF_TYPE_DEP);
    return e;
}

static CxxOp fold_op(uint16_t tok) {
    switch (tok) {
    case T_PLUS: return OP_ADD;
    case T_MINUS: return OP_SUB;
    case T_STAR: return OP_MUL;
    case T_SLASH: return OP_DIV;
    case T_PERCENT: return OP_REM;
    case T_CARET: return OP_XOR;
    case T_AMP: return OP_AND;
    case T_PIPE: return OP_OR;
    case T_LTLT: return OP_SHL;
    case T_GTGT: return OP_SHR;
    case T_PLUSEQ: return OP_ADD_ASSIGN;
    case T_MINUSEQ: return OP_SUB_ASSIGN;
    case T_STAREQ: return OP_MUL_ASSIGN;
    case T_SLASHEQ: return OP_DIV_ASSIGN;
    case T_PERCENTEQ: return OP_REM_ASSIGN;
    case T_CARETEQ: return OP_XOR_ASSIGN;
    case T_AMPEQ: return OP_AND_ASSIGN;
    case T_PIPEEQ: return OP_OR_ASSIGN;
    case T_LTLTEQ: return OP_SHL_ASSIGN;
    case T_GTGTEQ: return OP_SHR_ASSIGN;
    case T_ASSIGN: return OP_ASSIGN;
    case T_EQEQ: return OP_EQ;
    case T_NOTEQ: return OP_NE;
    case T_LT: return OP_LT;
    case T_GT: return OP_GT;
    case T_LTEQ: return OP_LE;
    case T_GTEQ: return OP_GE;
    case T_AMPAMP: return OP_LAND;
    case T_PIPEPIPE: return OP_LOR;
    case T_COMMA: return OP_COMMA;
    case T_DOTSTAR: return OP_DOT_STAR;
    case T_ARROWSTAR: return OP_ARROW_STAR;
    default: return OP_NONE;
    }
}

// The `...` of a fold expression in the parentheses that open at `open`, or 0.
static uint32_t fold_ellipsis(const Parse *p, uint32_t open) {
    uint32_t close = p->tok[open].match;
    if (p->tok[open + 1].kind == T_ELLIPSIS) {
        return fold_op(p->tok[open + 2].kind) ? open + 1 : 0;
    }
    for (uint32_t i = open + 1; i < close; i++) {
        const Token *t = &p->tok[i];
        if (lex_is_open(t->kind)) {
            i = t->match;
        } else if (t->kind == T_LT && t[-1].kind == T_IDENT && t[-1].text < p->x->decls->natoms &&
                   p->x->decls->is_template[t[-1].text]) { // f<A<T>...>: no operator >
            uint32_t e = cxx_skip_angles(p->x, i, close);
            if (e) i = e - 1;
        } else if (t->kind == T_ELLIPSIS && fold_op(t[-1].kind) &&
                   (i + 1 == close || t[1].kind == t[-1].kind)) {
            return i;
        } else if (t->kind == T_SEMI) {
            return 0;
        }
    }
    return 0;
}

// Parses the pattern at p->at for every element. If no pack is met the operand is the initial
// value, which is returned; else NULL.
static Expr *fold_operand(Parse *p, Fold *f) {
    uint32_t start = p->at;
    int32_t index = p->pack_index;
    struct PackUse *outer = p->pack_use, *u = tm_pack_use_new(p->x);
    p->pack_use = u;
    p->pack_index = 0;
    Expr *e = xe_parse_unary(p);
    Expr *init = NULL;
    if (!u->any) {
        init = e;
    } else if (u->mismatch) {
        CXX_DIAG(p->x, tmpl_pack_lengths, u->pos, u->name);
        init = cxx_expr_error(p->x, f->pos);
    } else if (u->unbound) {
        f->dependent = true;
        vec_push(tm_arena(p->x), &f->el, e);
    } else {
        f->dependent |= u->element_expansion;
        if (u->len > 0) vec_push(tm_arena(p->x), &f->el, e);
        for (int64_t i = 1; i < u->len; i++) {
            p->at = start;
            p->pack_index = (int32_t)i;
            vec_push(tm_arena(p->x), &f->el, xe_parse_unary(p));
        }
    }
    p->pack_index = index;
    p->pack_use = outer;
    if (init && outer) tm_pack_use_merge(outer, u);
    return init;
}

static Expr *fold_empty(Parse *p, Fold *f) {
    Cxx *x = p->x;
    if (f->init) return f->init;
    switch (f->op) {
    case OP_LAND: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 1, f->pos);
    case OP_LOR: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 0, f->pos);
    case OP_COMMA: return cxx_value_init(p, ty_basic(x, TY_VOID), f->pos);
    default:
        CXX_DIAG(x, tmpl_fold_empty, f->pos, xe_op_text(f->op));
        return cxx_expr_error(x, f->pos);
    }
}

static Expr *fold_step(Parse *p, const Fold *f, Expr *a, Expr *b) {
    bool memptr = f->op == OP_DOT_STAR || f->op == OP_ARROW_STAR;
    return xe_limited(p, memptr ? xe_build_member_pointer(p, a, b, f->op == OP_ARROW_STAR, f->pos)
                                : cxx_build_binary(p, f->op, a, b, f->pos));
}

static Expr *fold_build(Parse *p, Fold *f) {
    if (f->dependent) {
        Expr *e = cxx_expr_new(p->x, E_FOLD, p->x->ty_dependent, VC_PRVALUE, f->pos);
        e->op = f->op;
        e->a = f->init;
        e->b = f->el.at[0];
        e->flags |= EF_TYPE_DEP | EF_VALUE_DEP | (f->left ? EF_REWRITTEN : 0);
        return e;
    }
    if (!f->el.n) return fold_empty(p, f);
    Expr *acc = f->init;
    for (uint32_t i = 0; i < f->el.n; i++) {
        Expr *e = f->el.at[f->left ? i : f->el.n - 1 - i];
        if (!acc)
            acc = e;
        else if (f->left)
            acc = fold_step(p, f, acc, e);
        else
            acc = fold_step(p, f, e, acc);
    }
    return acc;
}

Expr *cxx_parse_fold(Parse *p) {
    uint32_t open = p->at, close = p->tok[open].match;
    uint32_t dots = close > open + 2 && close < p->end ? fold_ellipsis(p, open) : 0;
    if (!dots) return NULL;
    Fold f = {.pos = p->tok[open].pos};
    bool unary_left = dots == open + 1;
    f.op = fold_op(p->tok[unary_left ? dots + 1 : dots - 1].kind);
    bool in_targs = p->in_targs;
    uint32_t end = p->end;
    p->in_targs = false;
    if (unary_left) {
        f.left = true;
        p->at = dots + 2;
        Expr *e = fold_operand(p, &f);
        if (e) f.init = e, CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
    } else {
        p->at = open + 1;
        p->end = dots - 1;
        f.init = fold_operand(p, &f);
        p->end = end;
        if (p->at < dots - 1) CXX_DIAG(p->x, tmpl_fold_operand, p->tok[p->at].pos);
        p->at = dots + 1;
        if (dots + 1 != close) {
            f.left = f.init != NULL;
            bool second = f.left;
            p->at = dots + 2;
            if (second) {
                if (fold_operand(p, &f)) CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
            } else {
                f.init = xe_parse_unary(p);
            }
        } else if (f.init) {
            CXX_DIAG(p->x, tmpl_fold_no_pack, f.pos);
        }
    }
    if (p->at < close) CXX_DIAG(p->x, tmpl_fold_operand, p->tok[p->at].pos);
    p->at = close + 1;
    p->in_targs = in_targs;
    return fold_build(p, &f);
}
