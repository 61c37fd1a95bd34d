// SPDX-License-Identifier: Apache-2.0
// template/invent.c: template parameters invented by `auto` in a parameter list [dcl.fct]/22, of
// generic lambdas and of abbreviated function templates.
#include "cxx/template/template.h"

// Whether `...` follows the `auto` at token i, behind what can stand between.
static bool auto_is_pack(const Parse *parse, uint32_t i) {
    for (i++; i < parse->end; i++) {
        uint16_t k = parse->tok[i].kind;
        if (k == T_ELLIPSIS) return true;
        if (!is_any_of(k, T_AMP, T_AMPAMP, T_STAR, T_KW_CONST, T_KW_VOLATILE, T_KW_RESTRICT))
            return false;
    }
    return false;
}

uint32_t cxx_tparam_depth(const Scope *scope) {
    for (; scope; scope = scope->parent) {
        if (scope->kind != SC_TPARAMS) continue;
        MAP_FOREACH (e, &scope->names) return ((TParmDecl *)e->val)->depth + 1u;
    }
    return 0;
}

// The type-constraint in front of `auto` at token i, if there is one.
static TokRange constraint_before(const Parse *parse, uint32_t i, uint32_t open) {
    uint32_t at = i - 1;
    if (is_any_of(parse->tok[at].kind, T_GT, T_GTGT)) {
        int depth = 0;
        for (; at > open; at--) {
            uint16_t k = parse->tok[at].kind;
            if (lex_is_close(k)) at = parse->tok[at].match;
            if (k == T_GT) depth++;
            if (k == T_GTGT) depth += 2;
            if (k == T_LT && !--depth) break;
        }
        at--;
    }
    if (at <= open || parse->tok[at].kind != T_IDENT ||
        !cxx_names_concept(parse->x, parse->tok[at].text))
        return (TokRange){0};
    while (parse->tok[at - 1].kind == T_COLCOL) at -= parse->tok[at - 2].kind == T_IDENT ? 2 : 1;
    return (TokRange){at, i};
}

// A braced or bracketed group and the operand of a decltype have `auto`s of their own; parentheses
// are looked into, for nested declarators have parameters' types.
TmplParams *cxx_invent_params(Parse *parse, uint32_t open, uint32_t close, TmplParams *written) {
    Cxx *cxx = parse->x;
    VEC(TParmDecl *) v = {0};
    for (uint32_t i = 0; written && i < written->n; i++) vec_push(pa(parse), &v, written->parm[i]);
    uint32_t had = v.n;
    TmplParams *ps = arena_new(pa(parse), TmplParams);
    if (written) *ps = *written;
    for (uint32_t i = open + 1; i < close; i++) {
        uint16_t k = parse->tok[i].kind;
        if (is_any_of(k, T_LBRACE, T_LBRACKET) ||
            (k == T_LPAREN && parse->tok[i - 1].kind == T_KW_DECLTYPE)) {
            i = parse->tok[i].match;
            continue;
        }
        if (k != T_KW_AUTO) continue;
        if (!ps->scope) {
            ps->depth = cxx_tparam_depth(parse->scope);
            ps->scope = cxx_scope_new(cxx, SC_TPARAMS, parse->scope, NULL);
            ps->scope->env = parse->env;
            ps->begin = open;
            ps->end = open;
        }
        TParmDecl *d =
            cxx_decl_new(cxx, TParmDecl, D_TPARM, 0, parse->tok[i].pos, i, ps->scope, parse->env);
        d->kind = TA_TYPE;
        d->pack = auto_is_pack(parse, i);
        d->depth = (uint16_t)ps->depth;
        d->index = (uint16_t)v.n;
        d->constraint = constraint_before(parse, i, open);
        if (d->constraint.end) ps->constrained = true;
        vec_push(pa(parse), &v, d);
    }
    if (v.n == had) return NULL;
    ps->parm = v.at;
    ps->n = v.n;
    for (uint32_t i = 0; i < v.n; i++) v.at[i]->list = ps;
    ps->scope->invented = ps;
    return ps;
}

TParmDecl *cxx_invented_parm(Parse *parse, uint32_t token) {
    for (Scope *s = parse->scope; scope_is_inner(s); s = s->parent) {
        if (s->kind != SC_TPARAMS || !s->invented) continue;
        TmplParams *ps = s->invented;
        for (uint32_t i = ps->n; i-- > 0 && !ps->parm[i]->d.name;)
            if (ps->parm[i]->d.order == token) return ps->parm[i];
    }
    return NULL;
}
