// SPDX-License-Identifier: Apache-2.0
// expr/fold.c: what is made of all elements of a pack at once: fold expressions [expr.prim.fold],
// sizeof...(P), __integer_pack(N).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// A fold expression [expr.prim.fold]: `(pack op ...)`, `(... op pack)`, with an initial value or
// without.
typedef struct Fold {
    CxxOp op;
    bool left, dependent;
    Expr *init;
    VEC(Expr *) el;
    Pos pos;
} Fold;

// [expr.sizeof]/5: a number where the pack is bound, else a node that waits for it.
Expr *cxx_parse_sizeof_pack(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = parse->tok[parse->at ? parse->at - 1 : 0].pos;
    parse->at++; // ...
    if (cxx_peek(parse) != T_LPAREN || cxx_peek_n(parse, 1) != T_IDENT ||
        cxx_peek_n(parse, 2) != T_RPAREN) {
        CXX_DIAG(cxx, tmpl_sizeof_pack_name, parse->tok[parse->at].pos);
        return cxx_expr_error(cxx, pos);
    }
    Pos at = parse->tok[parse->at + 1].pos;
    Atom name = parse->tok[parse->at + 1].text;
    parse->at += 3;
    Lookup lookup = {0};
    if (!cxx_lookup(parse, name, 0, &lookup) || !lookup.n) {
        CXX_DIAG(cxx, tmpl_not_a_pack, at, name);
        return cxx_expr_error(cxx, pos);
    }
    Decl *decl = lookup.at[0];
    int64_t n = -1;
    if (decl->kind == D_PACK) {
        if (!decl->type || decl->type->kind != TY_PACK) n = ((PackDecl *)decl)->n;
    } else if (decl->kind == D_TPARM && ((TParmDecl *)decl)->pack) {
        TmplArg *a = cxx_env_arg(parse->env, (TParmDecl *)decl);
        if (a && a->kind == TA_PACK && !a->pack->has_pack_expansion) n = a->pack->n;
    } else if (!(decl->kind == D_VAR && decl->type->kind == TY_PACK)) {
        CXX_DIAG(cxx, tmpl_not_a_pack, at, name);
        return cxx_expr_error(cxx, pos);
    }
    if (n >= 0) return cxx_expr_int(cxx, cxx->ty_size_t, (uint64_t)n, pos);
    Expr *e = cxx_expr_new(cxx, E_SIZEOF_PACK, cxx->ty_size_t, VC_PRVALUE, pos);
    e->u.decl = decl;
    e->flags |= EF_VALUE_DEP;
    return e;
}

// __integer_pack(N) is a pack of 0 ... N - 1 whose expansion is around it: here one of its
// elements.
Expr *cxx_parse_integer_pack(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = parse->tok[parse->at].pos;
    Atom name = parse->tok[parse->at].text;
    parse->at += 2;
    bool in_targs = parse->in_targs, const_expr = parse->const_expr;
    parse->in_targs = false;
    parse->const_expr = true;
    Expr *expr = cxx_parse_const_expr(parse);
    parse->in_targs = in_targs;
    parse->const_expr = const_expr;
    if (!xe_expect(parse, T_RPAREN, ")") || expr->kind == E_ERROR) return cxx_expr_error(cxx, pos);
    bool dep = expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP);
    ApInt len = {0};
    if (!dep && !cxx_const_int(cxx, expr, &len, true)) return cxx_expr_error(cxx, pos);
    bool negative = !dep && !ty_is_unsigned(expr->type) && apint_is_neg(&len);
    if (!dep && (negative || apint_u128(&len) > 1u << 24)) {
        CXX_DIAG(cxx, tmpl_integer_pack, pos);
        return cxx_expr_error(cxx, pos);
    }
    // Out of an expansion, or where N is not known yet, it is a call that stands for itself.
    tm_pack_note(parse, name, dep ? -1 : (int64_t)apint_u64(&len));
    bool element = !dep && parse->pack_index >= 0 && (uint64_t)parse->pack_index < apint_u64(&len);
    if (element) return cxx_expr_int(cxx, ty_unqual(expr->type), (uint64_t)parse->pack_index, pos);
    Expr *f = cxx_expr_new(cxx, E_DEP_NAME, cxx->ty_dependent, VC_PRVALUE, pos);
    f->u.dep.name = name;
    f->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    Expr *e = cxx_expr_new(cxx, E_DEP_CALL, ty_unqual(expr->type), VC_PRVALUE, pos);
    e->a = f;
    e->arg = arena_array(tm_arena(cxx), Expr *, 1);
    e->arg[0] = expr;
    e->n = 1;
    e->flags |= EF_VALUE_DEP | EF_HAS_PACK | (expr->flags & EF_TYPE_DEP);
    return e;
}

// A fold-operator: any binary one but `<=>` [expr.prim.fold]/1. OP_NONE: none.
static CxxOp fold_op(uint16_t token) {
    CxxOp op = cxx_binary_op(token);
    return op == OP_CMP3 ? OP_NONE : op;
}

// The `...` of a fold expression in the parentheses that open at `open`, or 0.
static uint32_t fold_ellipsis(const Parse *parse, uint32_t open) {
    uint32_t close = parse->tok[open].match;
    if (parse->tok[open + 1].kind == T_ELLIPSIS) {
        return fold_op(parse->tok[open + 2].kind) ? open + 1 : 0;
    }
    for (uint32_t i = open + 1; i < close; i++) {
        const Token *token = &parse->tok[i];
        if (lex_is_open(token->kind)) {
            i = token->match;
        } else if (token->kind == T_LT && token[-1].kind == T_IDENT &&
                   token[-1].text < parse->x->decls->index.natoms &&
                   parse->x->decls->index
                       .is_template[token[-1].text]) { // f<A<T>...>: no operator >
            uint32_t e = cxx_skip_angles(parse->x, i, close);
            if (e) i = e - 1;
        } else if (token->kind == T_ELLIPSIS && fold_op(token[-1].kind) &&
                   (i + 1 == close || token[1].kind == token[-1].kind)) {
            return i;
        } else if (token->kind == T_SEMI) {
            return 0;
        }
    }
    return 0;
}

// Parses the pattern at parse->at for every element. If no pack is met the operand is the initial
// value, which is returned; else NULL.
static Expr *fold_operand(Parse *parse, Fold *fold) {
    uint32_t start = parse->at;
    int32_t index = parse->pack_index;
    struct PackUse *outer = parse->pack_use, *pack_use = tm_pack_use_new(parse->x);
    parse->pack_use = pack_use;
    parse->pack_index = 0;
    Expr *expr = cxx_parse_cast_expr(parse);
    Expr *init = NULL;
    if (!pack_use->any) {
        init = expr;
    } else if (pack_use->mismatch) {
        CXX_DIAG(parse->x, tmpl_pack_lengths, pack_use->pos, pack_use->name);
        init = cxx_expr_error(parse->x, fold->pos);
    } else if (pack_use->unbound) {
        fold->dependent = true;
        vec_push(tm_arena(parse->x), &fold->el, expr);
    } else {
        fold->dependent |= pack_use->element_expansion;
        if (pack_use->len > 0) vec_push(tm_arena(parse->x), &fold->el, expr);
        for (int64_t i = 1; i < pack_use->len; i++) {
            parse->at = start;
            parse->pack_index = (int32_t)i;
            vec_push(tm_arena(parse->x), &fold->el, cxx_parse_cast_expr(parse));
        }
    }
    parse->pack_index = index;
    parse->pack_use = outer;
    if (init && outer) tm_pack_use_merge(outer, pack_use);
    return init;
}

// Of no elements: the initial value, or what three operators mean without one [expr.prim.fold]/3.
static Expr *fold_empty(Parse *parse, Fold *fold) {
    Cxx *x = parse->x;
    if (fold->init) return fold->init;
    switch (fold->op) {
    case OP_LAND: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 1, fold->pos);
    case OP_LOR: return cxx_expr_int(x, ty_basic(x, TY_BOOL), 0, fold->pos);
    case OP_COMMA: return cxx_value_init(parse, ty_basic(x, TY_VOID), fold->pos);
    default:
        CXX_DIAG(x, tmpl_fold_empty, fold->pos, xe_op_text(fold->op));
        return cxx_expr_error(x, fold->pos);
    }
}

// left op right.
static Expr *fold_step(Parse *parse, const Fold *f, Expr *left, Expr *right) {
    bool memptr = is_any_of(f->op, OP_DOT_STAR, OP_ARROW_STAR);
    return xe_limited(
        parse, memptr ? xe_build_member_pointer(parse, left, right, f->op == OP_ARROW_STAR, f->pos)
                      : cxx_build_binary(parse, f->op, left, right, f->pos));
}

// The operators between the elements, from the left or from the right; unbound packs wait.
static Expr *fold_build(Parse *parse, Fold *fold) {
    if (fold->dependent) {
        Expr *e = cxx_expr_new(parse->x, E_FOLD, parse->x->ty_dependent, VC_PRVALUE, fold->pos);
        e->op = fold->op;
        e->a = fold->init;
        e->b = fold->el.at[0];
        e->flags |= EF_TYPE_DEP | EF_VALUE_DEP | (fold->left ? EF_REWRITTEN : 0);
        return e;
    }
    if (!fold->el.n) return fold_empty(parse, fold);
    Expr *acc = fold->init;
    for (uint32_t i = 0; i < fold->el.n; i++) {
        Expr *e = fold->el.at[fold->left ? i : fold->el.n - 1 - i];
        if (!acc)
            acc = e;
        else if (fold->left)
            acc = fold_step(parse, fold, acc, e);
        else
            acc = fold_step(parse, fold, e, acc);
    }
    return acc;
}

Expr *cxx_parse_fold(Parse *parse) {
    uint32_t open = parse->at, close = parse->tok[open].match;
    uint32_t dots = close > open + 2 && close < parse->end ? fold_ellipsis(parse, open) : 0;
    if (!dots) return NULL;
    Fold fold = {.pos = parse->tok[open].pos};
    // (... op e), (e op ...), (e op ... op e) [expr.prim.fold]: in the last one the operand that
    // has packs is the pattern, the other one the initial value
    bool unary_left = dots == open + 1;
    fold.op = fold_op(parse->tok[unary_left ? dots + 1 : dots - 1].kind);
    bool in_targs = parse->in_targs;
    uint32_t end = parse->end;
    parse->in_targs = false;
    if (unary_left) {
        fold.left = true;
        parse->at = dots + 2;
        Expr *e = fold_operand(parse, &fold);
        if (e) fold.init = e, CXX_DIAG(parse->x, tmpl_fold_no_pack, fold.pos);
    } else {
        parse->at = open + 1;
        parse->end = dots - 1;
        fold.init = fold_operand(parse, &fold);
        parse->end = end;
        if (parse->at < dots - 1) CXX_DIAG(parse->x, tmpl_fold_operand, parse->tok[parse->at].pos);
        parse->at = dots + 1;
        if (dots + 1 != close) {
            fold.left = fold.init != NULL;
            bool second = fold.left;
            parse->at = dots + 2;
            if (second) {
                if (fold_operand(parse, &fold)) CXX_DIAG(parse->x, tmpl_fold_no_pack, fold.pos);
            } else {
                fold.init = cxx_parse_cast_expr(parse);
            }
        } else if (fold.init) {
            CXX_DIAG(parse->x, tmpl_fold_no_pack, fold.pos);
        }
    }
    if (parse->at < close) CXX_DIAG(parse->x, tmpl_fold_operand, parse->tok[parse->at].pos);
    parse->at = close + 1;
    parse->in_targs = in_targs;
    return fold_build(parse, &fold);
}
