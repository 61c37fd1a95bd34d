// SPDX-License-Identifier: Apache-2.0
// body/for.c: loops [stmt.iter]. Range-based for is desugared into its hidden variables: the IR
// generator sees `range`, `begin`, `end` with initialisers, a condition, an increment, and the
// declaration made once per iteration.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/body/body.h"

static Stmt *loop_body(Parse *p) {
    p->fs->loops++;
    p->fs->breakable++;
    SwitchState *sw = p->fs->sw;
    Stmt *b = xe_sub_statement(p);
    p->fs->sw = sw;
    p->fs->loops--;
    p->fs->breakable--;
    return b;
}

static Stmt *while_stmt(Parse *p, Stmt *s) {
    s->kind = S_WHILE;
    VarDecl *var = NULL;
    xe_paren_condition(p, s, &var, false);
    s->u.cond_var = var;
    s->body = loop_body(p);
    return s;
}

static Stmt *do_stmt(Parse *p, Stmt *s) {
    s->kind = S_DO;
    s->body = loop_body(p);
    if (!xe_expect(p, T_KW_WHILE, "while")) {
        s->kind = S_ERROR;
        return s;
    }
    VarDecl *var = NULL;
    Stmt tmp = {.kind = S_DO, .pos = s->pos};
    xe_paren_condition(p, &tmp, &var, false);
    s->e = tmp.e;
    xe_expect(p, T_SEMI, ";");
    return s;
}

// The `:` of a range-based for inside the parentheses at `open`, or 0.
static uint32_t range_colon(const Parse *p, uint32_t open) {
    uint32_t close = p->tok[open].match, questions = 0, found = 0;
    for (uint32_t i = open + 1; i < close; i++) {
        uint16_t k = p->tok[i].kind;
        if (lex_is_open(k)) {
            i = p->tok[i].match;
        } else if (k == T_QUESTION) {
            questions++;
        } else if (k == T_COLON) {
            if (!questions) {
                found = i;
                break;
            }
            questions--;
        } else if (k == T_SEMI) {
            // `for (init; decl : range)`: go on behind the init-statement
            bool more = false;
            for (uint32_t j = i + 1; j < close; j++) {
                if (lex_is_open(p->tok[j].kind))
                    j = p->tok[j].match;
                else if (p->tok[j].kind == T_SEMI)
                    more = true;
            }
            if (more) return 0;
            questions = 0;
        }
    }
    return found;
}

// ---- range-based for ---------------------------------------------------------------------------

typedef struct {
    Expr *begin, *end;
} RangeEnds;

static Expr *member_call(Parse *p, Expr *obj, Atom name, Pos pos) {
    Lookup l = {0};
    cxx_lookup_member(p, ty_unqual(obj->type)->u.cls, name, 0, &l);
    if (!l.n) return NULL;
    return cxx_build_call(p, xe_overload_expr(p, &l, NULL, obj, name, pos), NULL, 0, pos);
}

static Expr *adl_call(Parse *p, Expr *obj, Atom name, Pos pos) {
    Lookup l = {0};
    Expr *callee = xe_overload_expr(p, &l, NULL, NULL, name, pos);
    callee->pad |= XP_CALLEE_OK;
    return cxx_build_call(p, callee, &obj, 1, pos);
}

static bool has_member(Parse *p, Type *t, Atom name) {
    Lookup l = {0};
    return t->kind == TY_CLASS && cxx_lookup_member(p, t->u.cls, name, 0, &l) && l.n;
}

static RangeEnds range_ends(Parse *p, VarDecl *range, Pos pos) {
    Cxx *x = p->x;
    RangeEnds r = {NULL, NULL};
    Type *t = ty_deref(range->d.type);
    Expr *a = xe_var_expr(p, range, pos), *b = xe_var_expr(p, range, pos);
    if (ty_is_array(t)) {
        if (t->kind != TY_ARRAY) {
            if (!p->dependent) CXX_DIAG(x, x_incomplete_type, pos, t);
            return r;
        }
        r.begin = cxx_rvalue(p, a);
        r.end = cxx_build_binary(p, OP_ADD, cxx_rvalue(p, b),
                                 cxx_expr_int(x, x->ty_ptrdiff_t, t->u.array.n, pos), pos);
        return r;
    }
    Type *u = ty_unqual(t);
    if (u->kind == TY_CLASS && !ty_complete(x, t, pos, true)) return r;
    if (has_member(p, u, x->n.begin) && has_member(p, u, x->n.end)) {
        r.begin = member_call(p, a, x->n.begin, pos);
        r.end = member_call(p, b, x->n.end, pos);
    } else if (ty_is_arith(u) || u->kind == TY_PTR) { // no associated namespaces
        CXX_DIAG(x, x_no_begin, pos, t);
    } else {
        r.begin = adl_call(p, a, x->n.begin, pos);
        if (!xe_err(r.begin)) r.end = adl_call(p, b, x->n.end, pos);
    }
    if (!r.begin || xe_err(r.begin) || !r.end || xe_err(r.end)) return (RangeEnds){NULL, NULL};
    return r;
}

static VarDecl *hidden(Parse *p, Type *declared, Expr *init, Pos pos) {
    VarDecl *v = xe_local_var(p, 0, declared, pos, p->at);
    v->init_style = INIT_COPY;
    v->init = cxx_init_var(p, v, INIT_COPY, &init, 1);
    return v->init && xe_err(v->init) ? NULL : v;
}

// The declaration of a for-range, made from `*begin`.
static Stmt *range_variable(Parse *p, Expr *elem, VarDecl **out) {
    Cxx *x = p->x;
    *out = NULL;
    if (xe_at_binding(p)) return xe_parse_binding_decl(p, elem);
    Pos pos = xe_pos(p);
    DeclSpec ds = {0};
    Declarator d = {0};
    if (!cxx_parse_declspecs(p, &ds, false) || !cxx_parse_declarator(p, &ds, &d, false))
        return NULL;
    if (ds.cls_defined || ds.enum_defined) CXX_DIAG(x, d_type_defined_here, ds.type_pos);
    if (p->at < p->end) CXX_DIAG(x, x_expected_token, xe_pos(p), ":");
    Type *t = d.type ? d.type : x->ty_error;
    VarDecl *v = xe_local_var(p, d.name, t, d.pos ? d.pos : pos, d.order);
    v->d.flags |= ds.flags & DF_CONSTEXPR;
    v->d.attrs = d.attrs;
    v->align = ds.align;
    v->init_style = INIT_COPY;
    if (t->kind == TY_ERROR) {
        v->d.flags |= DF_INVALID;
        return NULL;
    }
    v->init = cxx_init_var(p, v, INIT_COPY, &elem, 1);
    if (v->init && xe_err(v->init)) {
        v->d.flags |= DF_INVALID;
        return NULL;
    }
    *out = v;
    return xe_decl_stmt(p, &v, 1, pos);
}

static Stmt *range_for(Parse *p, Stmt *s, uint32_t colon, uint32_t close) {
    Cxx *x = p->x;
    Pos pos = p->tok[colon].pos;
    s->kind = S_RANGE_FOR;
    s->u.range = arena_zalloc(pa(p), sizeof *s->u.range, _Alignof(max_align_t));
    uint32_t decl_at = p->at, end = p->end;
    p->at = colon + 1;
    Expr *init = cxx_parse_init_clause(p);
    bool ok = !xe_err(init);
    if (ok && p->at != close) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        ok = false;
    }
    VarDecl *range = NULL, *b = NULL, *e = NULL;
    Type *a = ty_basic(x, TY_AUTO);
    RangeEnds r = {NULL, NULL};
    if (ok && !xe_tdep(init)) range = hidden(p, ty_ref(x, a, true), init, pos);
    if (range) r = range_ends(p, range, pos);
    if (r.begin) {
        b = hidden(p, a, r.begin, pos);
        e = hidden(p, a, r.end, pos);
    }
    p->at = decl_at;
    p->end = colon;
    Expr *elem;
    if (b && e) {
        s->e = cxx_to_bool(
            p, cxx_build_binary(p, OP_NE, xe_var_expr(p, b, pos), xe_var_expr(p, e, pos), pos));
        s->inc = xe_discard(p, cxx_build_unary(p, OP_PREINC, xe_var_expr(p, b, pos), pos));
        s->e = cxx_full_expr(p, s->e);
        s->inc = cxx_full_expr(p, s->inc);
        elem = cxx_build_unary(p, OP_DEREF, xe_var_expr(p, b, pos), pos);
    } else {
        elem = cxx_expr_error(x, pos);
    }
    Scope *outer = xe_push_block(p);
    p->scope->part = BLOCK_CONTROL;
    s->u.range->decl = range_variable(p, elem, &s->u.range->var);
    p->end = end;
    p->at = close + 1;
    s->u.range->range = range;
    s->u.range->begin = b;
    s->u.range->end = e;
    s->body = loop_body(p);
    p->scope = outer;
    if (!b || !e || !s->u.range->decl) s->kind = S_ERROR;
    return s;
}

static Stmt *for_stmt(Parse *p, Stmt *s) {
    Cxx *x = p->x;
    if (cxx_peek(p) != T_LPAREN) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), "(");
        s->kind = S_ERROR;
        return s;
    }
    uint32_t open = p->at, close = p->tok[open].match;
    uint32_t colon = range_colon(p, open);
    p->at++;
    if (colon) {
        for (uint32_t i = p->at; i < colon; i++) {
            if (lex_is_open(p->tok[i].kind))
                i = p->tok[i].match;
            else if (p->tok[i].kind == T_SEMI) {
                s->init = xe_init_statement(p);
                break;
            }
        }
        return range_for(p, s, colon, close);
    }
    s->kind = S_FOR;
    s->init = xe_init_statement(p);
    bool ok = true;
    VarDecl *var = NULL;
    if (cxx_peek(p) != T_SEMI) {
        if (cxx_starts_declaration(p)) var = cxx_parse_condition_declaration(p);
        if (var) {
            if (!var->init_done) cxx_var_init(x, var);
            s->e = cxx_build_declref(p, &var->d, var->d.pos);
        } else {
            s->e = cxx_parse_expr(p);
        }
        s->e = cxx_full_expr(p, cxx_to_bool(p, s->e));
        ok = !xe_err(s->e);
    }
    s->u.cond_var = var;
    if (!xe_accept(p, T_SEMI)) {
        if (ok) CXX_DIAG(x, x_expected_token, xe_pos(p), ";");
        ok = false;
    }
    if (ok && p->at != close) {
        s->inc = xe_discard(p, cxx_parse_expr(p));
        s->inc = cxx_full_expr(p, s->inc);
        ok = !xe_err(s->inc);
        if (ok && p->at != close) CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
    }
    p->at = close + 1;
    s->body = loop_body(p);
    return s;
}

// while, do and for, with the pending #pragma unroll.
Stmt *xe_parse_for(Parse *p) {
    Pos pos = xe_pos(p);
    uint16_t k = cxx_peek(p);
    Stmt *s = xe_stmt(p, S_FOR, pos);
    s->unroll = p->fs->unroll;
    p->fs->unroll = 0;
    p->at++;
    Scope *old = xe_push_block(p);
    p->scope->part = BLOCK_CONTROL;
    s = k == T_KW_WHILE ? while_stmt(p, s) : k == T_KW_DO ? do_stmt(p, s) : for_stmt(p, s);
    p->scope = old;
    s->end = xe_prev_pos(p);
    return s;
}
