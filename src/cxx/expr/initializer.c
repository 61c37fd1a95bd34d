// SPDX-License-Identifier: Apache-2.0
// expr/initializer.c: initialisers as they are written: `= e`, `(...)`, braced lists with
// designators [dcl.init.list]. What they do is convert/init.c's.
#include "cxx/facts/diag.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// The initialiser of variable `var`, parsed at `parse` (at `=`, `(`, `{` or the expression itself
// when the
// `=` was consumed), deduced, converted; arrays of unknown bound take their bound. Gives the full
// expression or NULL if nothing is to be done; var->d.type may change.
Expr *cxx_parse_var_init(Parse *parse, VarDecl *var) {
    Cxx *cxx = parse->x;
    Pos pos = var->d.pos;
    Expr **arg = NULL, *one;
    uint32_t n = 0;
    InitStyle style = (InitStyle)var->init_style;
    uint16_t k = cxx_peek(parse);
    if (k == T_ASSIGN) {
        parse->at++;
        k = cxx_peek(parse);
        style = k == T_LBRACE ? INIT_COPY_LIST : INIT_COPY;
    }
    if (style == INIT_DIRECT) {
        uint32_t behind =
            k == T_LPAREN ? cxx_skip_group(parse->tok, parse->at, parse->end) : parse->end;
        if (k == T_LPAREN) parse->at++;
        if (!cxx_parse_expr_list(parse, k == T_LPAREN ? T_RPAREN : T_EOF, &arg, &n)) {
            parse->at = behind; // an error stops it anywhere
            return cxx_expr_error(cxx, pos);
        }
        if (k == T_LPAREN) xe_expect(parse, T_RPAREN, ")");
    } else if (style != INIT_NONE) {
        one = cxx_parse_init_clause(parse);
        arg = &one;
        n = 1;
        if (xe_list(one) && style == INIT_COPY) style = INIT_COPY_LIST;
    }
    return cxx_init_var(parse, var, style, arg, n);
}

// `.name`, or `name:` (GNU).
static bool at_designator(const Parse *parse) {
    uint16_t k = cxx_peek(parse), k1 = cxx_peek_n(parse, 1);
    return (k == T_DOT && k1 == T_IDENT) || (k == T_IDENT && k1 == T_COLON);
}

// GNU: `[index] =`.
static bool at_array_designator(const Parse *parse) {
    return cxx_peek(parse) == T_LBRACKET &&
           parse->tok[parse->tok[parse->at].match + 1].kind == T_ASSIGN;
}

// Elements of an array of which some are designated, each as the next one: others GNU C++ has not.
static bool designated_elements(Parse *parse, Expr ***arg, uint32_t *n) {
    Cxx *cxx = parse->x;
    VEC(Expr *) elements = {0};
    bool ok = true;
    while (!is_any_of(cxx_peek(parse), T_RBRACE, T_EOF)) {
        if (at_array_designator(parse)) {
            Pos pos = xe_pos(parse);
            uint32_t close = parse->tok[parse->at++].match;
            Expr *index = cxx_parse_const_expr(parse);
            ApInt value;
            bool known = !xe_err(index) && !xe_vdep(index);
            if (known && (!cxx_const_int(cxx, cxx_rvalue(parse, index), &value, true) ||
                          apint_u64(&value) != elements.n)) {
                CXX_DIAG(cxx, x_array_designator, pos);
                ok = false;
            }
            parse->at = close + 2;
        }
        Expr *element = cxx_parse_init_clause(parse);
        ok &= !xe_err(element);
        vec_push(pa(parse), &elements, element);
        if (!xe_accept(parse, T_COMMA)) break;
    }
    *arg = elements.at;
    *n = elements.n;
    return ok;
}

// `.name = clause, ...` [dcl.init.list]/1: the clauses, and the names in expr->u.init. False: one
// of them was wrong.
static bool designated_members(Parse *parse, Expr *list, Expr ***arg, uint32_t *n) {
    VEC(Expr *) clauses = {0};
    VEC(Atom) names = {0};
    bool ok = true;
    while (at_designator(parse)) {
        bool dot = cxx_peek(parse) == T_DOT; // else GNU's `name:`
        vec_push(pa(parse), &names, parse->tok[parse->at + dot].text);
        parse->at += 2;
        xe_accept(parse, T_ASSIGN);
        Expr *clause = cxx_parse_init_clause(parse);
        ok &= !xe_err(clause);
        vec_push(pa(parse), &clauses, clause);
        if (!xe_accept(parse, T_COMMA)) break;
    }
    *arg = clauses.at;
    *n = clauses.n;
    list->u.init = arena_zalloc(pa(parse), sizeof *list->u.init, _Alignof(max_align_t));
    list->u.init->designator = names.at;
    return ok;
}

// `{ ... }`: an E_INITLIST_SYNTAX. Designators (`.name =`) are kept by name.
Expr *xe_parse_init_list(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at].match;
    Expr *expr = cxx_expr_new(cxx, E_INITLIST_SYNTAX, cxx->ty_initlist, VC_PRVALUE, pos);
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        parse->at = close + 1;
        return cxx_expr_error(cxx, pos);
    }
    parse->at++;
    // inside of braces `>` is an operator again
    bool ok = true, old = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    Expr **arg = NULL;
    uint32_t n = 0;
    if (at_designator(parse)) {
        ok = designated_members(parse, expr, &arg, &n);
    } else if (at_array_designator(parse)) {
        ok = designated_elements(parse, &arg, &n);
    } else {
        ok = cxx_parse_expr_list(parse, T_RBRACE, &arg, &n);
    }
    parse->in_targs = old;
    parse->half_gtgt = half;
    parse->depth--;
    if (parse->at != close) {
        if (ok) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "}");
        ok = false;
    }
    parse->at = CU_MIN(close + 1, parse->end);
    if (!ok) return cxx_expr_error(cxx, pos);
    xe_args(parse, expr, arg, n);
    for (uint32_t i = 0; i < expr->n; i++)
        if (xe_tdep(arg[i])) expr->flags |= EF_TYPE_DEP | EF_VALUE_DEP;
    expr->end = parse->tok[close].pos;
    return expr;
}
