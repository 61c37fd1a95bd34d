// SPDX-License-Identifier: Apache-2.0
// Requires-expressions [expr.prim.req]. The requirements are parsed with the template parameters
// bound; the first that cannot be formed makes the expression false. Outside of templates it is an
// error. With unbound parameters (signatures, patterns of packs) the value stays open; the tokens
// are parsed nevertheless, for the packs they name.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/template/template.h"
#include "cxx/decl/decl.h"

typedef struct Requires {
    Parse q; // scope: the parameters
    bool dependent;
    bool failed;
} Requires;

static uint32_t end_of_requirement(const Parse *parse, uint32_t at, uint32_t close) {
    while (at < close && parse->tok[at].kind != T_SEMI) {
        at = lex_is_open(parse->tok[at].kind) ? cxx_skip_group(parse->tok, at, close) : at + 1;
    }
    return at;
}

static Type *expression_type(Parse *parse, Expr *required) {
    if (required->cat == VC_LVALUE) return ty_ref(parse->x, required->type, false);
    if (required->cat == VC_XVALUE) return ty_ref(parse->x, required->type, true);
    return required->type;
}

// `-> C<args>` behind `{ e }`.
static bool result_constraint(Requires *requires, Expr *required, TokRange tok_range) {
    Parse *q = &requires->q;
    if (required->kind == E_OVERLOAD) {
        Expr *f = cxx_resolve_address(q, required, NULL, true);
        if (!f) return false;
        required = f;
    }
    TmplArg first = {.kind = TA_TYPE, .type = expression_type(q, required)};
    return cxx_type_constraint(q, tok_range, &first);
}

// [::] [name ::]... concept [<args>]. A type there was no requirement that can fail but a mistake,
// so it is reported where substitution failures are not.
static bool expect_concept(Requires *requires, TokRange tok_range) {
    Parse *parse = &requires->q;
    const Token *tok = parse->tok;
    uint32_t at = tok_range.begin;
    if (at < tok_range.end && tok[at].kind == T_COLCOL) at++;
    while (at + 1 < tok_range.end && tok[at].kind == T_IDENT && tok[at + 1].kind == T_COLCOL)
        at += 2;
    if (at < tok_range.end && tok[at].kind == T_IDENT && cxx_names_concept(parse->x, tok[at].text))
        return true;
    HardCtx h;
    tm_hard_begin(parse->x, &h);
    CXX_DIAG(parse->x, tmpl_expected_concept, tok[CU_MIN(at, parse->end)].pos);
    tm_hard_end(parse->x, &h);
    return false;
}

static Expr *requirement_expr(Requires *requires, TokRange range) {
    Parse *parse = &requires->q;
    uint32_t end = parse->end;
    parse->at = range.begin;
    parse->end = range.end;
    Expr *expr = cxx_parse_expr(parse);
    if (expr->kind == E_TYPE) {
        CXX_DIAG(parse->x, x_type_not_allowed, expr->pos);
        expr = cxx_expr_error(parse->x, expr->pos);
    } else if (expr->kind == E_OVERLOAD && !expr->u.ovl->n) {
        cxx_say_undefined(parse, expr->pos, expr->u.ovl->name);
        expr = cxx_expr_error(parse->x, expr->pos);
    } else if (xe_bound_function(parse, expr)) {
        expr = cxx_expr_error(parse->x, expr->pos);
    } else if (expr->kind != E_ERROR && parse->at < parse->end) {
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ";");
    }
    parse->end = end;
    parse->at = range.end;
    if (expr->flags & EF_TYPE_DEP) requires->dependent = true;
    return expr;
}

// { e } [noexcept] [-> C]
static bool compound(Requires *requires, TokRange all) {
    Parse *parse = &requires->q;
    uint32_t close = parse->tok[all.begin].match;
    uint32_t arrow = close + 1;
    if (arrow < all.end && parse->tok[arrow].kind == T_KW_NOEXCEPT) arrow++;
    bool typed = arrow < all.end && parse->tok[arrow].kind == T_ARROW;
    if (typed && !expect_concept(requires, (TokRange){arrow + 1, all.end})) return false;

    Expr *expr = requirement_expr(requires, (TokRange){all.begin + 1, close});
    if (xe_err(expr)) return false;
    parse->at = close + 1;
    bool no_throw = parse->at < all.end && xe_accept(parse, T_KW_NOEXCEPT);
    if (requires->dependent) return true;
    if (no_throw && xe_can_throw(parse->x, expr)) {
        cxx_unsatisfied(parse, (TokRange){all.begin + 1, close}, "may throw", NULL);
        return false;
    }
    if (parse->at >= all.end) return true;
    if (!xe_expect(parse, T_ARROW, "->")) return false;
    return result_constraint(requires, expr, (TokRange){parse->at, all.end});
}

static bool nested(Requires *requires, TokRange all) {
    Parse *q = &requires->q;
    TokRange c = {all.begin + 1, all.end};
    if (!q->dependent) return cxx_constraint_satisfied(q, c);
    requires->dependent = true;
    requirement_expr(requires, c);
    return true;
}

static bool type_requirement(Requires *requires, TokRange all) {
    Parse *q = &requires->q;
    uint32_t end = q->end;
    q->at = all.begin;
    q->end = all.end;
    Type *t = cxx_parse_type_id(q);
    bool ok = t->kind != TY_ERROR;
    if (ok && q->at < q->end) ok = CXX_DIAG(q->x, x_expected_token, xe_pos(q), ";");
    q->end = end;
    if (ty_dependent(t)) requires->dependent = true;
    return ok;
}

static bool requirement(Requires *requires, TokRange all) {
    switch (requires->q.tok[all.begin].kind) {
    case T_LBRACE: return compound(requires, all);
    case T_KW_TYPENAME: return type_requirement(requires, all);
    case T_KW_REQUIRES: {
        uint16_t k = requires->q.tok[all.begin + 1].kind; // `requires (...) { }` is an expression
        uint32_t i = k == T_LPAREN ? cxx_skip_group(requires->q.tok, all.begin + 1, all.end) : 0;
        bool is_expr = k == T_LBRACE || (i && i < all.end && requires->q.tok[i].kind == T_LBRACE);
        if (!is_expr) return nested(requires, all);
        break;
    }
    default: break;
    }
    return !xe_err(requirement_expr(requires, all));
}

// All requirements between the braces.
static void requirements(Requires *requires, uint32_t open, bool soft) {
    Parse *parse = &requires->q;
    Cxx *cxx = parse->x;
    uint32_t close = parse->tok[open].match;
    for (uint32_t at = open + 1; at < close && !requires->failed;) {
        uint32_t end = end_of_requirement(parse, at, close);
        TokRange all = {at, end};
        DiagTrap trap;
        if (soft) {
            diag_trap_push(cxx->ctx, &trap);
            trap.keep = tm_table(cxx)->why != NULL;
        }
        bool ok = at < end && requirement(requires, all);
        if (soft && diag_trap_pop(cxx->ctx, &trap)) ok = false;
        if (!ok) {
            cxx_unsatisfied(parse, all, "is invalid", soft ? trap.text : NULL);
            requires->failed = true;
        }
        if (end >= close) CXX_DIAG(cxx, x_expected_token, parse->tok[close].pos, ";");
        at = end + 1;
    }
}

static bool in_template(const Parse *parse) {
    if (parse->env || parse->dependent) return true;
    for (const Scope *s = parse->scope; scope_is_inner(s); s = s->parent) {
        if (s->kind == SC_TPARAMS) return true;
    }
    return false;
}

Expr *cxx_answer_parse_requires(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t begin = parse->at++;
    uint32_t open = parse->at;
    if (cxx_peek(parse) == T_LPAREN) open = cxx_skip_group(parse->tok, parse->at, parse->end);
    if (open >= parse->end || parse->tok[open].kind != T_LBRACE) {
        CXX_DIAG(cxx, x_expected_token, parse->tok[CU_MIN(open, parse->end)].pos, "{");
        return cxx_expr_error(cxx, pos);
    }
    Requires requires = {.q = *parse};
    Parse *q = &requires.q;
    q->unevaluated = true;
    q->const_expr = q->in_targs = q->half_gtgt = false;
    // in a template what is wrong makes it false [expr.prim.req]/5, elsewhere it is an error
    bool soft = in_template(parse);
    DiagTrap trap;
    if (soft) {
        diag_trap_push(cxx->ctx, &trap);
        trap.keep = tm_table(cxx)->why != NULL;
    }
    if (cxx_peek(parse) == T_LPAREN) q->scope = cxx_parse_requires_params(q);
    if (soft && diag_trap_pop(cxx->ctx, &trap)) {
        cxx_unsatisfied(parse, (TokRange){parse->at, open}, "is invalid", trap.text);
        requires.failed = true;
    }
    requirements(&requires, open, soft);
    parse->at = parse->tok[open].match + 1;
    Type *b = ty_basic(cxx, TY_BOOL);
    if (!parse->dependent && !(requires.dependent && !requires.failed)) {
        return cxx_expr_int(cxx, b, !requires.failed, pos);
    }
    Expr *e = cxx_expr_new(cxx, E_DEP_REQUIRES, b, VC_PRVALUE, pos);
    e->flags |= EF_VALUE_DEP;
    e->n = begin;
    return e;
}
