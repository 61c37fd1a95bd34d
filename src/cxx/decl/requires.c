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

static uint32_t end_of_requirement(const Parse *p, uint32_t at, uint32_t close) {
    while (at < close && p->tok[at].kind != T_SEMI) {
        at = lex_is_open(p->tok[at].kind) ? cxx_skip_group(p->tok, at, close) : at + 1;
    }
    return at;
}

static Type *expression_type(Parse *p, Expr *e) {
    if (e->cat == VC_LVALUE) return ty_ref(p->x, e->type, false);
    if (e->cat == VC_XVALUE) return ty_ref(p->x, e->type, true);
    return e->type;
}

// `-> C<args>` behind `{ e }`.
static bool result_constraint(Requires *r, Expr *e, TokRange c) {
    Parse *q = &r->q;
    if (e->kind == E_OVERLOAD) {
        Expr *f = cxx_resolve_address(q, e, NULL, true);
        if (!f) return false;
        e = f;
    }
    TmplArg first = {.kind = TA_TYPE, .type = expression_type(q, e)};
    return cxx_type_constraint(q, c, &first);
}

// [::] [name ::]... concept [<args>]. A type there was no requirement that can fail but a mistake,
// so it is reported where substitution failures are not.
static bool expect_concept(Requires *r, TokRange c) {
    Parse *q = &r->q;
    const Token *tok = q->tok;
    uint32_t at = c.begin;
    if (at < c.end && tok[at].kind == T_COLCOL) at++;
    while (at + 1 < c.end && tok[at].kind == T_IDENT && tok[at + 1].kind == T_COLCOL) at += 2;
    if (at < c.end && tok[at].kind == T_IDENT && cxx_names_concept(q->x, tok[at].text)) return true;
    HardCtx h;
    tm_hard_begin(q->x, &h);
    CXX_DIAG(q->x, tmpl_expected_concept, tok[CU_MIN(at, q->end)].pos);
    tm_hard_end(q->x, &h);
    return false;
}

static Expr *requirement_expr(Requires *r, TokRange range) {
    Parse *q = &r->q;
    uint32_t end = q->end;
    q->at = range.begin;
    q->end = range.end;
    Expr *e = cxx_parse_expr(q);
    if (e->kind == E_TYPE) {
        CXX_DIAG(q->x, x_type_not_allowed, e->pos);
        e = cxx_expr_error(q->x, e->pos);
    } else if (e->kind == E_OVERLOAD && !e->u.ovl->n) {
        cxx_say_undefined(q, e->pos, e->u.ovl->name);
        e = cxx_expr_error(q->x, e->pos);
    } else if (xe_bound_function(q, e)) {
        e = cxx_expr_error(q->x, e->pos);
    } else if (e->kind != E_ERROR && q->at < q->end) {
        CXX_DIAG(q->x, x_expected_token, xe_pos(q), ";");
    }
    q->end = end;
    q->at = range.end;
    if (e->flags & EF_TYPE_DEP) r->dependent = true;
    return e;
}

// { e } [noexcept] [-> C]
static bool compound(Requires *r, TokRange all) {
    Parse *q = &r->q;
    uint32_t close = q->tok[all.begin].match;
    uint32_t arrow = close + 1;
    if (arrow < all.end && q->tok[arrow].kind == T_KW_NOEXCEPT) arrow++;
    bool typed = arrow < all.end && q->tok[arrow].kind == T_ARROW;
    if (typed && !expect_concept(r, (TokRange){arrow + 1, all.end})) return false;

    Expr *e = requirement_expr(r, (TokRange){all.begin + 1, close});
    if (xe_err(e)) return false;
    q->at = close + 1;
    bool no_throw = q->at < all.end && xe_accept(q, T_KW_NOEXCEPT);
    if (r->dependent) return true;
    if (no_throw && xe_can_throw(q->x, e)) {
        cxx_unsatisfied(q, (TokRange){all.begin + 1, close}, "may throw", NULL);
        return false;
    }
    if (q->at >= all.end) return true;
    if (!xe_expect(q, T_ARROW, "->")) return false;
    return result_constraint(r, e, (TokRange){q->at, all.end});
}

static bool nested(Requires *r, TokRange all) {
    Parse *q = &r->q;
    TokRange c = {all.begin + 1, all.end};
    if (!q->dependent) return cxx_constraint_satisfied(q, c);
    r->dependent = true;
    requirement_expr(r, c);
    return true;
}

static bool type_requirement(Requires *r, TokRange all) {
    Parse *q = &r->q;
    uint32_t end = q->end;
    q->at = all.begin;
    q->end = all.end;
    Type *t = cxx_parse_type_id(q);
    bool ok = t->kind != TY_ERROR;
    if (ok && q->at < q->end) ok = CXX_DIAG(q->x, x_expected_token, xe_pos(q), ";");
    q->end = end;
    if (ty_dependent(t)) r->dependent = true;
    return ok;
}

static bool requirement(Requires *r, TokRange all) {
    switch (r->q.tok[all.begin].kind) {
    case T_LBRACE: return compound(r, all);
    case T_KW_TYPENAME: return type_requirement(r, all);
    case T_KW_REQUIRES: {
        uint16_t k = r->q.tok[all.begin + 1].kind; // `requires (...) { }` is an expression
        uint32_t i = k == T_LPAREN ? cxx_skip_group(r->q.tok, all.begin + 1, all.end) : 0;
        bool is_expr = k == T_LBRACE || (i && i < all.end && r->q.tok[i].kind == T_LBRACE);
        if (!is_expr) return nested(r, all);
        break;
    }
    default: break;
    }
    return !xe_err(requirement_expr(r, all));
}

// All requirements between the braces.
static void requirements(Requires *r, uint32_t open, bool soft) {
    Parse *q = &r->q;
    Cxx *x = q->x;
    uint32_t close = q->tok[open].match;
    for (uint32_t at = open + 1; at < close && !r->failed;) {
        uint32_t end = end_of_requirement(q, at, close);
        TokRange all = {at, end};
        DiagTrap trap;
        if (soft) {
            diag_trap_push(x->ctx, &trap);
            trap.keep = tm_table(x)->why != NULL;
        }
        bool ok = at < end && requirement(r, all);
        if (soft && diag_trap_pop(x->ctx, &trap)) ok = false;
        if (!ok) {
            cxx_unsatisfied(q, all, "is invalid", soft ? trap.text : NULL);
            r->failed = true;
        }
        if (end >= close) CXX_DIAG(x, x_expected_token, q->tok[close].pos, ";");
        at = end + 1;
    }
}

static bool in_template(const Parse *p) {
    if (p->env || p->dependent) return true;
    for (const Scope *s = p->scope; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind == SC_TPARAMS) return true;
    }
    return false;
}

Expr *cxx_answer_parse_requires(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    uint32_t begin = p->at++;
    uint32_t open = p->at;
    if (cxx_peek(p) == T_LPAREN) open = cxx_skip_group(p->tok, p->at, p->end);
    if (open >= p->end || p->tok[open].kind != T_LBRACE) {
        CXX_DIAG(x, x_expected_token, p->tok[CU_MIN(open, p->end)].pos, "{");
        return cxx_expr_error(x, pos);
    }
    Requires r = {.q = *p};
    Parse *q = &r.q;
    q->unevaluated = true;
    q->const_expr = q->in_targs = q->half_gtgt = false;
    bool soft = in_template(p);
    DiagTrap trap;
    if (soft) {
        diag_trap_push(x->ctx, &trap);
        trap.keep = tm_table(x)->why != NULL;
    }
    if (cxx_peek(p) == T_LPAREN) q->scope = cxx_parse_requires_params(q);
    if (soft && diag_trap_pop(x->ctx, &trap)) {
        cxx_unsatisfied(p, (TokRange){p->at, open}, "is invalid", trap.text);
        r.failed = true;
    }
    requirements(&r, open, soft);
    p->at = p->tok[open].match + 1;
    Type *b = ty_basic(x, TY_BOOL);
    if (!p->dependent && !(r.dependent && !r.failed)) {
        return cxx_expr_int(x, b, !r.failed, pos);
    }
    Expr *e = cxx_expr_new(x, E_DEP_REQUIRES, b, VC_PRVALUE, pos);
    e->flags |= EF_VALUE_DEP;
    e->n = begin;
    return e;
}
