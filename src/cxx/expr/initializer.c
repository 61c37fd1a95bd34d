// SPDX-License-Identifier: Apache-2.0
// expr/initializer.c: initialisers as they are written: `= e`, `(...)`, braced lists with
// designators [dcl.init.list]. What they do is convert/init.c's.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// The initialiser of variable v, parsed at p (at `=`, `(`, `{` or the expression itself when the
// `=` was consumed), deduced, converted; arrays of unknown bound take their bound. Gives the full
// expression or NULL if nothing is to be done; v->d.type may change.
Expr *cxx_parse_var_init(Parse *p, VarDecl *v) {
    Cxx *x = p->x;
    Pos pos = v->d.pos;
    Expr **arg = NULL, *one;
    uint32_t n = 0;
    InitStyle style = (InitStyle)v->init_style;
    uint16_t k = cxx_peek(p);
    if (k == T_ASSIGN) {
        p->at++;
        k = cxx_peek(p);
        style = k == T_LBRACE ? INIT_COPY_LIST : INIT_COPY;
    }
    if (style == INIT_DIRECT) {
        uint32_t behind = k == T_LPAREN ? cxx_skip_group(p->tok, p->at, p->end) : p->end;
        if (k == T_LPAREN) p->at++;
        if (!cxx_parse_expr_list(p, k == T_LPAREN ? T_RPAREN : T_EOF, &arg, &n)) {
            p->at = behind; // an error stops it anywhere
            return cxx_expr_error(x, pos);
        }
        if (k == T_LPAREN) xe_expect(p, T_RPAREN, ")");
    } else if (style != INIT_NONE) {
        one = cxx_parse_init_clause(p);
        arg = &one;
        n = 1;
        if (xe_list(one) && style == INIT_COPY) style = INIT_COPY_LIST;
    }
    return cxx_init_var(p, v, style, arg, n);
}

// `.name`, or `name:` (GNU).
static bool at_designator(const Parse *p) {
    uint16_t k = cxx_peek(p), k1 = cxx_peek_n(p, 1);
    return (k == T_DOT && k1 == T_IDENT) || (k == T_IDENT && k1 == T_COLON);
}

// `{ ... }`: an E_INITLIST_SYNTAX. Designators (`.name =`) are kept by name.
Expr *xe_parse_init_list(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t close = p->tok[p->at].match;
    Expr *e = cxx_expr_new(x, E_INITLIST_SYNTAX, x->ty_initlist, VC_PRVALUE, pos);
    if (!xe_depth(p, pos)) {
        p->depth--;
        p->at = close + 1;
        return cxx_expr_error(x, pos);
    }
    p->at++;
    bool ok = true, old = p->in_targs, half = p->half_gtgt;
    p->in_targs = p->half_gtgt = false;
    Expr **arg = NULL;
    uint32_t n = 0;
    if (at_designator(p)) {
        VEC(Expr *) v = {0};
        VEC(Atom) names = {0};
        while (at_designator(p)) {
            bool dot = cxx_peek(p) == T_DOT;
            vec_push(pa(p), &names, p->tok[p->at + dot].text);
            p->at += 2;
            xe_accept(p, T_ASSIGN);
            Expr *a = cxx_parse_init_clause(p);
            ok &= !xe_err(a);
            vec_push(pa(p), &v, a);
            if (!xe_accept(p, T_COMMA)) break;
        }
        arg = v.at;
        n = v.n;
        e->u.init = arena_zalloc(pa(p), sizeof *e->u.init, _Alignof(max_align_t));
        e->u.init->designator = names.at;
    } else {
        ok = cxx_parse_expr_list(p, T_RBRACE, &arg, &n);
    }
    p->in_targs = old;
    p->half_gtgt = half;
    p->depth--;
    if (p->at != close) {
        if (ok) CXX_DIAG(x, x_expected_token, xe_pos(p), "}");
        ok = false;
    }
    p->at = CU_MIN(close + 1, p->end);
    if (!ok) return cxx_expr_error(x, pos);
    xe_args(p, e, arg, n);
    for (uint32_t i = 0; i < e->n; i++)
        if (xe_tdep(arg[i])) e->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    e->end = p->tok[close].pos;
    return e;
}
