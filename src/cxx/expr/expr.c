// SPDX-License-Identifier: Apache-2.0
// expr/expr.c: expressions by precedence climbing over a table token -> prefix handler, binary
// operator and level (after cparser's). Each handler returns a typed, converted tree. Ambiguities
// (casts, template argument lists, statement expressions, kernel launches) are decided by looking
// ahead with the bracket partners, never by parsing twice.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

typedef Expr *(*PrefixFn)(Parse *p);
typedef struct {
    PrefixFn prefix;
    uint8_t prec;  // binary operator: its level, 0 if none
    uint8_t op;    // CxxOp of the binary operator
    uint8_t unary; // CxxOp of the prefix operator handled by unary_op
} Rule;
enum { P_ASSIGN = 2, P_COND = 3, P_MEMPTR = 15 };
static const Rule rules[T_count_];

static const Rule *rule_here(const Parse *p) {
    return &rules[cxx_peek(p)];
}

// ---- binary level ------------------------------------------------------------------------------

static bool closes_targs(const Parse *p, uint16_t k) {
    return p->half_gtgt || (p->in_targs && (k == T_GT || k == T_GTGT));
}

static Expr *conditional(Parse *p, Expr *c) {
    Pos pos = xe_pos(p);
    p->at++;
    Expr *a = NULL;
    if (cxx_peek(p) != T_COLON) a = cxx_parse_expr(p);
    if (!xe_expect(p, T_COLON, ":")) return cxx_expr_error(p->x, pos);
    bool chain = xe_chain_begin(p);
    Expr *b = cxx_parse_assign_expr(p);
    if (chain) xe_chain_end(p);
    return xe_limited(p, xe_build_cond(p, c, a, b, pos));
}

Expr *xe_parse_binary(Parse *p, int min_prec) {
    Expr *a = xe_parse_unary(p);
    for (;;) {
        uint16_t k = cxx_peek(p);
        if (closes_targs(p, k)) return a;
        if (k == T_QUESTION) {
            if (min_prec > P_COND) return a;
            a = conditional(p, a);
            continue;
        }
        const Rule *r = &rules[k];
        if (!r->prec || r->prec < min_prec) return a;
        // a fold's operator before `...` belongs to the fold expression
        if (cxx_peek_n(p, 1) == T_ELLIPSIS && r->prec != P_ASSIGN) return a;
        Pos pos = xe_pos(p);
        p->at++;
        Expr *b;
        if (r->prec == P_ASSIGN) {
            b = cxx_parse_init_clause(p);
        } else {
            b = xe_parse_binary(p, r->prec + 1);
        }
        if (r->prec == P_MEMPTR)
            a = xe_build_member_pointer(p, a, b, k == T_ARROWSTAR, pos);
        else
            a = cxx_build_binary(p, (CxxOp)r->op, a, b, pos);
        a = xe_limited(p, a);
        // a list is no operand: `a = {1} + 2` lacks a semicolon
        uint16_t next = cxx_peek(p);
        if (xe_list(b) && (next == T_QUESTION || rules[next].prec >= P_ASSIGN)) return a;
    }
}

static Expr *throw_expr(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    if (p->fn && !p->dependent && xe_in_device_code(p)) CXX_DIAG(x, x_no_exceptions, pos);
    p->at++;
    Expr *e = cxx_expr_new(x, E_THROW, ty_basic(x, TY_VOID), VC_PRVALUE, pos);
    uint16_t k = cxx_peek(p);
    if (k != T_SEMI && k != T_RPAREN && k != T_COLON && k != T_COMMA && k != T_RBRACE) {
        Expr *a = cxx_parse_assign_expr(p);
        if (xe_err(a)) return a;
        if (xe_tdep(a))
            e->a = a;
        else
            e->a = cxx_convert(p, a, ty_decay(x, a->type), NULL);
        xe_inherit(e, e->a);
    }
    return e;
}

Expr *cxx_parse_assign_expr(Parse *p) {
    Pos pos = xe_pos(p);
    if (!xe_depth(p, pos)) {
        p->depth--;
        p->at = p->end; // give up on this construct
        return cxx_expr_error(p->x, pos);
    }
    bool only = p->type_only;
    p->type_only = false;
    Expr *e = cxx_peek(p) == T_KW_THROW ? throw_expr(p) : xe_parse_binary(p, P_ASSIGN);
    p->type_only = only;
    p->depth--;
    return e;
}

Expr *cxx_parse_expr(Parse *p) {
    Expr *a = cxx_parse_assign_expr(p);
    while (cxx_peek(p) == T_COMMA) {
        if (cxx_peek_n(p, 1) == T_ELLIPSIS) return a;
        Pos pos = xe_pos(p);
        p->at++;
        Expr *b = cxx_parse_assign_expr(p);
        a = xe_limited(p, cxx_build_binary(p, OP_COMMA, a, b, pos));
    }
    return a;
}

// A constant-expression: nothing in it is odr-used. It is evaluated, in an unevaluated operand too.
Expr *cxx_parse_const_expr(Parse *p) {
    bool old = p->const_expr, only = p->type_only, uneval = p->unevaluated;
    p->const_expr = true;
    p->type_only = false;
    p->unevaluated = uneval && !p->fn;
    Pos pos = xe_pos(p);
    Expr *a = xe_depth(p, pos) ? xe_parse_binary(p, P_COND) : cxx_expr_error(p->x, pos);
    p->depth--;
    p->const_expr = old;
    p->type_only = only;
    p->unevaluated = uneval;
    return a;
}

Expr *cxx_parse_init_clause(Parse *p) {
    if (cxx_peek(p) == T_LBRACE) return xe_parse_init_list(p);
    return cxx_parse_assign_expr(p);
}

// The pattern of an expansion to nothing.
static void skip_empty_expansion(Parse *p, PackLoop *l) {
    DiagTrap t;
    diag_trap_push(p->x->ctx, &t);
    cxx_parse_init_clause(p);
    diag_trap_pop(p->x->ctx, &t);
    cxx_pack_next(p, l);
}

// Elements up to (not including) `close`, packs expanded.
bool cxx_parse_expr_list(Parse *p, uint16_t close, Expr ***out, uint32_t *n) {
    VEC(Expr *) v = {0};
    bool old_targs = p->in_targs, ok = true;
    p->in_targs = false;
    if (cxx_peek(p) != close) {
        do {
            if (cxx_peek(p) == close) break; // trailing comma of a braced list
            PackLoop l;
            cxx_pack_begin(p, &l);
            if (cxx_pack_empty(p, &l)) {
                skip_empty_expansion(p, &l);
                continue;
            }
            bool more;
            do {
                Expr *e = cxx_parse_init_clause(p);
                more = cxx_pack_next(p, &l);
                if (!l.keep) continue;
                if (xe_err(e)) ok = false;
                if (l.dependent) { // an expansion of packs that are not bound
                    Expr *x = xe_dep(p, E_PACK, e->pos);
                    x->a = e;
                    e = x;
                }
                vec_push(pa(p), &v, e);
            } while (more);
            if (!ok && cxx_peek(p) != T_COMMA && cxx_peek(p) != close) break;
        } while (xe_accept(p, T_COMMA));
    }
    p->in_targs = old_targs;
    *out = v.at;
    *n = v.n;
    return ok;
}

// ---- prefix ------------------------------------------------------------------------------------

static Expr *unary_op(Parse *p) {
    Pos pos = xe_pos(p);
    CxxOp op = (CxxOp)rule_here(p)->unary;
    p->at++;
    Expr *a = xe_parse_unary(p);
    return cxx_build_unary(p, op, a, pos);
}

static Expr *postfix_ops(Parse *p, Expr *e);

// `( expression )` already known not to be a cast.
static Expr *paren_expr(Parse *p) {
    uint32_t open = p->at, close = p->tok[open].match;
    bool old = p->in_targs, half = p->half_gtgt;
    p->in_targs = false;
    p->half_gtgt = false;
    p->at++;
    Expr *e = cxx_parse_expr(p);
    p->in_targs = old;
    p->half_gtgt = half;
    if (p->at != close) {
        if (!xe_err(e)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), ")");
        e = cxx_expr_error(p->x, p->tok[open].pos);
        p->at = close < p->end ? close : p->end;
    }
    if (p->at < p->end) p->at++;
    if (xe_err(e)) return e;
    if (e->flags & EF_PAREN) return e;
    Expr *r = e->kind == E_DECLREF && (e->pad & XP_ODR) ? e : xe_dup(p, e);
    r->flags |= EF_PAREN;
    r->pad &= ~XP_CALLEE_OK;
    r->pos = p->tok[open].pos;
    return r;
}

// `({ ...; label: value; })`: the value is the last statement's own.
static void split_label(Parse *p, Stmt *s, const Stmt *last) {
    uint32_t n = s->kind == S_COMPOUND ? s->u.list.n : 0;
    Stmt *label = n ? s->u.list.at[n - 1] : NULL;
    if (!label || label->kind != S_LABEL) return;
    while (label->body && label->body->kind == S_LABEL) label = label->body;
    if (!last || label->body != last) return;
    Stmt **list = arena_array(pa(p), Stmt *, n + 1);
    memcpy(list, s->u.list.at, n * sizeof *list);
    list[n] = label->body;
    label->body = xe_stmt(p, S_COMPOUND, label->pos);
    s->u.list.at = list;
    s->u.list.n = n + 1;
}

static Expr *statement_expr(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t close = p->tok[p->at].match;
    p->at++;
    if (!p->fs) {
        CXX_DIAG(x, x_stmt_expr_outside, pos);
        p->at = close + 1;
        return cxx_expr_error(x, pos);
    }
    struct FnState *fs = p->fs;
    Stmt *saved = fs->last_expr;
    uint32_t tallest = p->tallest;
    fs->last_expr = NULL;
    p->tallest = 0;
    bool old = p->in_targs;
    p->in_targs = false;
    fs->in_stmt_exprs++;
    Stmt *s = cxx_parse_compound(p);
    fs->in_stmt_exprs--;
    p->in_targs = old;
    Stmt *last = fs->last_expr;
    fs->last_expr = saved;
    p->at = close + 1;
    Expr *e = cxx_expr_new(x, E_STMT, ty_basic(x, TY_VOID), VC_PRVALUE, pos);
    e->u.stmt = s;
    e->height = p->tallest + 1;
    p->tallest = CU_MAX(tallest, e->height);
    split_label(p, s, last);
    if (s->kind == S_COMPOUND && s->u.list.n && s->u.list.at[s->u.list.n - 1] == last && last &&
        last->e && !xe_err(last->e)) {
        Expr *v = last->e;
        if (v->type->kind != TY_VOID) {
            // the value is a prvalue of the last expression's type
            last->e =
                v->kind == E_CLEANUPS || v->type->kind == TY_CLASS
                    ? (v->cat == VC_PRVALUE ? v
                                            : xe_copy_construct(p, ty_unqual(v->type), v, v->pos))
                    : cxx_rvalue(p, v);
            e->type = last->e->type;
        }
        xe_inherit(e, last->e);
    }
    return e;
}

static Expr *paren_or_cast(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    if (cxx_peek_n(p, 1) == T_LBRACE) return postfix_ops(p, statement_expr(p));
    Expr *fold = cxx_parse_fold(p);
    if (fold) return postfix_ops(p, fold);
    uint32_t open = p->at, close = p->tok[open].match;
    p->at++;
    bool old = p->in_targs, half = p->half_gtgt;
    p->in_targs = p->half_gtgt = false;
    bool cast = close < p->end && cxx_starts_type_id(p);
    // `(T())` is a cast to a function type by the rule, which nobody means
    if (cast && close > open + 3 && p->tok[close - 1].kind == T_RPAREN &&
        p->tok[close - 2].kind == T_LPAREN && p->tok[close - 3].kind != T_RPAREN)
        cast = false;
    if (!cast) {
        p->in_targs = old;
        p->half_gtgt = half;
        p->at = open;
        return postfix_ops(p, paren_expr(p));
    }
    Type *t = cxx_parse_type_id(p);
    p->in_targs = old;
    p->half_gtgt = half;
    if (t->kind == TY_FUNC) { // `(T())`, `(T(), x)`: nothing casts to a function type
        p->at = open;
        return postfix_ops(p, paren_expr(p));
    }
    if (p->at != close) {
        if (t->kind != TY_ERROR) CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        t = x->ty_error;
    }
    p->at = close + 1;
    if (cxx_peek(p) == T_LBRACE) { // GNU compound literal
        Expr *l = xe_parse_init_list(p);
        if (t->kind == TY_ERROR || xe_err(l)) return cxx_expr_error(x, pos);
        Expr *v = cxx_initialize(p, t, INIT_LIST, &l, 1, pos, NULL);
        return postfix_ops(p, v);
    }
    Expr *a = xe_parse_unary(p);
    if (t->kind == TY_ERROR) return cxx_expr_error(x, pos);
    return cxx_cast_explicit(p, t, a, T_LPAREN, pos);
}

static Expr *extension(Parse *p) {
    p->at++;
    return xe_parse_unary(p);
}

static Expr *unsupported(Parse *p) {
    Pos pos = xe_pos(p);
    if (cxx_peek(p) == T_AMPAMP && cxx_peek_n(p, 1) == T_IDENT) {
        CXX_DIAG(p->x, x_label_address, pos);
        p->at += 2;
        return cxx_expr_error(p->x, pos);
    }
    CXX_DIAG(p->x, x_unsupported_expr, pos, p->tok[p->at].text);
    p->at++;
    if (cxx_peek(p) == T_LPAREN)
        p->at = p->tok[p->at].match + 1;
    else if (rule_here(p)->prefix)
        xe_parse_unary(p);
    return cxx_expr_error(p->x, pos);
}

bool xe_in_device_code(const Parse *p) {
    if (p->x->opt.default_device) return true;
    if (!p->fn) return p->device_init; // else irgen refuses what device code uses
    return p->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
}

// typeid(...) in a host function: an lvalue of class std::type_info, never evaluated.
static Expr *typeid_expr(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    Lookup l = {0};
    if (xe_in_device_code(p) || cxx_peek_n(p, 1) != T_LPAREN || !x->std_ns ||
        !cxx_lookup_in(p, x->std_ns->inner, atom_cstr(x->ctx, "type_info"), LU_TYPE_ONLY, &l) ||
        l.at[0]->kind != D_CLASS)
        return unsupported(p);
    p->at = p->tok[p->at + 1].match + 1;
    Type *t = ty_qual(x, l.at[0]->type, Q_CONST);
    return postfix_ops(p, cxx_expr_new(x, E_TYPEID, t, VC_LVALUE, pos));
}

static Expr *global_name(Parse *p) { // at '::'
    if (cxx_peek_n(p, 1) == T_KW_NEW) {
        p->at++;
        return xe_parse_new(p, true);
    }
    if (cxx_peek_n(p, 1) == T_KW_DELETE) {
        p->at++;
        return xe_parse_delete(p, true);
    }
    return postfix_ops(p, xe_id_expression(p));
}

static Expr *new_expr(Parse *p) {
    return xe_parse_new(p, false);
}
static Expr *delete_expr(Parse *p) {
    return xe_parse_delete(p, false);
}
static Expr *literal(Parse *p) {
    return postfix_ops(p, xe_parse_literal(p));
}
static Expr *id_expr(Parse *p) {
    return postfix_ops(p, xe_id_expression(p));
}
static Expr *lambda(Parse *p) {
    return postfix_ops(p, cxx_lambda(p));
}
static Expr *requires_expr(Parse *p) {
    return postfix_ops(p, cxx_parse_requires(p));
}
static Expr *named_cast(Parse *p) {
    return postfix_ops(p, xe_parse_named_cast(p));
}

static Expr *this_expr(Parse *p) {
    Pos pos = xe_pos(p);
    p->at++;
    Expr *e = xe_this(p, pos);
    if (!e) {
        CXX_DIAG(p->x, x_this_outside, pos);
        e = cxx_expr_error(p->x, pos);
    }
    return postfix_ops(p, e);
}

// A simple-type-specifier or typename-specifier, then `(...)` or `{...}`.
static Expr *type_prefix(Parse *p) {
    Pos pos = xe_pos(p);
    DeclSpec ds = {0};
    // one specifier word only: `unsigned(x)`; decl's parser stops before '(' and '{'
    if (!cxx_parse_declspecs(p, &ds, false) || !ds.type || ds.type->kind == TY_ERROR) {
        if (cxx_peek(p) == T_LPAREN || cxx_peek(p) == T_LBRACE)
            p->at = p->tok[p->at].match + 1;
        else if (p->at < p->end && xe_pos(p) == pos)
            p->at++;
        return cxx_expr_error(p->x, pos);
    }
    uint16_t k = cxx_peek(p);
    if (k != T_LPAREN && k != T_LBRACE) {
        Expr *e = cxx_expr_new(p->x, E_TYPE, p->x->ty_overload, VC_PRVALUE, pos);
        e->u.ty = ds.type;
        return e;
    }
    return postfix_ops(p, xe_functional_cast(p, ds.type, pos));
}

static Expr *decltype_prefix(Parse *p) { // decltype(e)::name or a functional cast
    uint32_t close = cxx_peek_n(p, 1) == T_LPAREN ? p->tok[p->at + 1].match : p->at;
    return p->tok[close + 1].kind == T_COLCOL ? id_expr(p) : type_prefix(p);
}

static Expr *predefined(Parse *p) {
    Pos pos = xe_pos(p);
    Expr *e = xe_predefined(p, p->tok[p->at].text, pos);
    p->at++;
    return postfix_ops(p, e);
}

Expr *xe_parse_unary(Parse *p) {
    Pos pos = xe_pos(p);
    const Rule *r = rule_here(p);
    if (!r->prefix) {
        CXX_DIAG(p->x, x_expected_expr, pos);
        return cxx_expr_error(p->x, pos);
    }
    if (!xe_depth(p, pos)) {
        p->depth--;
        p->at = p->end;
        return cxx_expr_error(p->x, pos);
    }
    uint32_t start = p->at;
    Expr *e = r->prefix(p);
    if (p->at == start && xe_err(e) && p->at < p->end) p->at++; // always make progress
    p->depth--;
    return e;
}

// ---- postfix -----------------------------------------------------------------------------------

static Expr *subscript(Parse *p, Expr *e) {
    Pos pos = xe_pos(p);
    uint32_t close = p->tok[p->at].match;
    p->at++;
    if (cxx_peek(p) == T_LBRACKET) CXX_DIAG(p->x, x_attribute_here, pos); // [dcl.attr.grammar]/7
    bool old = p->in_targs;
    p->in_targs = false;
    Expr *i = cxx_peek(p) == T_LBRACE ? xe_parse_init_list(p) : cxx_parse_expr(p);
    p->in_targs = old;
    if (p->at != close) {
        if (!xe_err(i)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), "]");
        i = cxx_expr_error(p->x, pos);
    }
    p->at = close + 1;
    if (e->kind == E_TYPE) {
        CXX_DIAG(p->x, x_type_not_allowed, e->pos);
        return cxx_expr_error(p->x, pos);
    }
    Expr *r = xe_build_subscript(p, e, i, pos);
    if (!xe_err(r)) r->end = p->tok[close].pos;
    return r;
}

static Expr *postfix_ops(Parse *p, Expr *e) {
    for (;;) {
        if (p->half_gtgt) return e;
        switch (cxx_peek(p)) {
        case T_LBRACKET: e = subscript(p, e); break;
        case T_LPAREN: e = xe_parse_call(p, e); break;
        case T_DOT:
        case T_ARROW: e = xe_parse_member(p, e); break;
        case T_PLUSPLUS:
        case T_MINUSMINUS: {
            CxxOp op = cxx_peek(p) == T_PLUSPLUS ? OP_POSTINC : OP_POSTDEC;
            Pos pos = xe_pos(p);
            p->at++;
            e = cxx_build_unary(p, op, e, pos);
            break;
        }
        case T_LTLT:
            if (cxx_peek_n(p, 1) == T_LT) { // nothing else can be: `<` begins no operand
                e = xe_parse_launch(p, e);
                break;
            }
            return e;
        default: return e;
        }
        e = xe_limited(p, e);
    }
}

// ---- the table ---------------------------------------------------------------------------------

#define BIN(lvl, o) .prec = lvl, .op = OP_##o
static const Rule rules[T_count_] = {
    [T_NUMBER] = {.prefix = literal},
    [T_CHAR] = {.prefix = literal},
    [T_STRING] = {.prefix = literal},
    [T_KW_TRUE] = {.prefix = literal},
    [T_KW_FALSE] = {.prefix = literal},
    [T_KW_NULLPTR] = {.prefix = literal},
    [T_KW_THIS] = {.prefix = this_expr},
    [T_IDENT] = {.prefix = id_expr},
    [T_KW_OPERATOR] = {.prefix = id_expr},
    [T_KW_DECLTYPE] = {.prefix = decltype_prefix},
    [T_COLCOL] = {.prefix = global_name},
    [T_LPAREN] = {.prefix = paren_or_cast},
    [T_LBRACKET] = {.prefix = lambda},
    [T_PLUS] = {.prefix = unary_op, .unary = OP_PLUS, BIN(13, ADD)},
    [T_MINUS] = {.prefix = unary_op, .unary = OP_MINUS, BIN(13, SUB)},
    [T_NOT] = {.prefix = unary_op, .unary = OP_NOT},
    [T_TILDE] = {.prefix = unary_op, .unary = OP_BITNOT},
    [T_STAR] = {.prefix = unary_op, .unary = OP_DEREF, BIN(14, MUL)},
    [T_AMP] = {.prefix = unary_op, .unary = OP_ADDR, BIN(8, AND)},
    [T_AMPAMP] = {.prefix = unsupported, BIN(5, LAND)},
    [T_PLUSPLUS] = {.prefix = unary_op, .unary = OP_PREINC},
    [T_MINUSMINUS] = {.prefix = unary_op, .unary = OP_PREDEC},
    [T_SLASH] = {BIN(14, DIV)},
    [T_PERCENT] = {BIN(14, REM)},
    [T_LTLT] = {BIN(12, SHL)},
    [T_GTGT] = {BIN(12, SHR)},
    [T_SPACESHIP] = {BIN(11, CMP3)},
    [T_LT] = {BIN(10, LT)},
    [T_GT] = {BIN(10, GT)},
    [T_LTEQ] = {BIN(10, LE)},
    [T_GTEQ] = {BIN(10, GE)},
    [T_EQEQ] = {BIN(9, EQ)},
    [T_NOTEQ] = {BIN(9, NE)},
    [T_CARET] = {BIN(7, XOR)},
    [T_PIPE] = {BIN(6, OR)},
    [T_PIPEPIPE] = {BIN(4, LOR)},
    [T_DOTSTAR] = {BIN(P_MEMPTR, DOT_STAR)},
    [T_ARROWSTAR] = {BIN(P_MEMPTR, ARROW_STAR)},
    [T_ASSIGN] = {BIN(P_ASSIGN, ASSIGN)},
    [T_PLUSEQ] = {BIN(P_ASSIGN, ADD_ASSIGN)},
    [T_MINUSEQ] = {BIN(P_ASSIGN, SUB_ASSIGN)},
    [T_STAREQ] = {BIN(P_ASSIGN, MUL_ASSIGN)},
    [T_SLASHEQ] = {BIN(P_ASSIGN, DIV_ASSIGN)},
    [T_PERCENTEQ] = {BIN(P_ASSIGN, REM_ASSIGN)},
    [T_AMPEQ] = {BIN(P_ASSIGN, AND_ASSIGN)},
    [T_PIPEEQ] = {BIN(P_ASSIGN, OR_ASSIGN)},
    [T_CARETEQ] = {BIN(P_ASSIGN, XOR_ASSIGN)},
    [T_LTLTEQ] = {BIN(P_ASSIGN, SHL_ASSIGN)},
    [T_GTGTEQ] = {BIN(P_ASSIGN, SHR_ASSIGN)},
    [T_KW_SIZEOF] = {.prefix = xe_parse_sizeof},
    [T_KW_ALIGNOF] = {.prefix = xe_parse_sizeof},
    [T_KW_ALIGNOF_GNU] = {.prefix = xe_parse_sizeof},
    [T_KW_NOEXCEPT] = {.prefix = xe_parse_noexcept},
    [T_KW_NEW] = {.prefix = new_expr},
    [T_KW_DELETE] = {.prefix = delete_expr},
    [T_KW_EXTENSION] = {.prefix = extension},
    [T_KW_STATIC_CAST] = {.prefix = named_cast},
    [T_KW_CONST_CAST] = {.prefix = named_cast},
    [T_KW_REINTERPRET_CAST] = {.prefix = named_cast},
    [T_KW_DYNAMIC_CAST] = {.prefix = named_cast},
    [T_KW_TYPEID] = {.prefix = typeid_expr},
    [T_KW_REQUIRES] = {.prefix = requires_expr},
    [T_KW_CO_AWAIT] = {.prefix = unsupported},
    [T_KW_CO_YIELD] = {.prefix = unsupported},
    [T_KW_REAL] = {.prefix = cxx_parse_complex_part},
    [T_KW_IMAG] = {.prefix = cxx_parse_complex_part},
    [T_KW_FUNCTION] = {.prefix = predefined},
    [T_KW_PRETTY_FUNCTION] = {.prefix = predefined},
    [T_KW_FUNC] = {.prefix = predefined},
    [T_KW_AUTO] = {.prefix = type_prefix},
    [T_KW_BOOL] = {.prefix = type_prefix},
    [T_KW_CHAR] = {.prefix = type_prefix},
    [T_KW_CHAR8_T] = {.prefix = type_prefix},
    [T_KW_CHAR16_T] = {.prefix = type_prefix},
    [T_KW_CHAR32_T] = {.prefix = type_prefix},
    [T_KW_WCHAR_T] = {.prefix = type_prefix},
    [T_KW_SHORT] = {.prefix = type_prefix},
    [T_KW_INT] = {.prefix = type_prefix},
    [T_KW_LONG] = {.prefix = type_prefix},
    [T_KW_SIGNED] = {.prefix = type_prefix},
    [T_KW_UNSIGNED] = {.prefix = type_prefix},
    [T_KW_FLOAT] = {.prefix = type_prefix},
    [T_KW_DOUBLE] = {.prefix = type_prefix},
    [T_KW_VOID] = {.prefix = type_prefix},
    [T_KW_INT128] = {.prefix = type_prefix},
    [T_KW_FLOAT16] = {.prefix = type_prefix},
    [T_KW_FLOAT32] = {.prefix = type_prefix},
    [T_KW_FLOAT64] = {.prefix = type_prefix},
    [T_KW_FLOAT128] = {.prefix = type_prefix},
    [T_KW_FLOAT32X] = {.prefix = type_prefix},
    [T_KW_FLOAT64X] = {.prefix = type_prefix},
    [T_KW_TYPENAME] = {.prefix = type_prefix},
    [T_KW_TYPEOF] = {.prefix = type_prefix},
    [T_KW_TYPEOF_PLAIN] = {.prefix = type_prefix},
    [T_KW_TYPE_TRAIT] = {.prefix = type_prefix},
};
