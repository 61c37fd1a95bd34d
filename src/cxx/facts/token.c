// SPDX-License-Identifier: Apache-2.0
// Steps over tokens that every parser takes: expecting one, skipping a group, beginning to parse at
// a place.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

bool cxx_at_lost_end(const Parse *p) {
    const Token *t = &p->tok[CU_MIN(p->at, p->end)];
    return lex_is_close(t->kind) && t->pos == p->x->tokens->at[p->x->tokens->n - 1].pos;
}

bool cxx_expect(Parse *p, uint16_t kind, const char *what) {
    if (cxx_accept(p, kind)) return true;
    if (cxx_at_lost_end(p)) return false;
    uint32_t at = p->at < p->end ? p->at : p->end;
    if (kind == T_IDENT) return CXX_DIAG(p->x, d_expected_declarator, p->tok[at].pos);
    return CXX_DIAG(p->x, d_expected_token, p->tok[at].pos, what);
}

void cxx_skip_to_semi(Parse *p) {
    while (cxx_peek(p) != T_EOF) {
        uint16_t k = cxx_peek(p);
        if (k == T_RBRACE) return;
        if (k == T_LBRACE) {
            p->at = cxx_skip_group(p->tok, p->at, p->end);
            cxx_accept(p, T_SEMI);
            return;
        }
        p->at = lex_is_open(k) ? cxx_skip_group(p->tok, p->at, p->end) : p->at + 1;
        if (k == T_SEMI) return;
    }
}

void cxx_refuse_definition(Parse *p, const DeclSpec *ds) {
    const Type *t = ds->type; // another type may follow where a ';' is missing
    bool defined = t && ((t->kind == TY_CLASS && t->u.cls == ds->cls_defined) ||
                         (t->kind == TY_ENUM && t->u.enm == ds->enum_defined));
    if (defined) CXX_DIAG(p->x, d_type_defined_here, ds->type_pos);
}

uint32_t cxx_skip_group(const Token *tok, uint32_t at, uint32_t end) {
    uint32_t m = tok[at].match;
    return m > at && m < end ? m + 1 : end;
}

Parse cxx_parse_at(Cxx *x, uint32_t begin, uint32_t end, Scope *s, Env *env) {
    Parse p = {.x = x, .tok = x->tokens->at, .at = begin, .end = end, .scope = s, .env = env};
    // Of a template's instance: its point of instantiation at the end of the unit [temp.point]/7.
    p.poi = env ? UINT32_MAX : begin;
    p.pack_index = -1;
    for (Scope *c = s; c; c = c->parent) {
        if (c->kind == SC_FUNC || c->kind == SC_BLOCK) {
            p.fn = c->fn;
            break;
        }
        if (c->kind == SC_CLASS && !p.cls) p.cls = c->cls;
    }
    if (p.cls && p.cls->unbound) p.dependent = true;
    return p;
}

Parse cxx_parse_in_class(Cxx *x, ClassDecl *c) {
    uint32_t at = c->body.end ? c->body.end - 1 : c->head.begin;
    Parse p = cxx_parse_at(x, at, at, c->inner ? c->inner : c->d.scope, c->env);
    p.fn = NULL;
    p.cls = c;
    p.complete_ctx = true;
    p.poi = UINT32_MAX;
    return p;
}

uint32_t cxx_skip_attributes(const Parse *p, uint32_t i) {
    for (;;) {
        uint16_t k = i < p->end ? p->tok[i].kind : T_EOF;
        uint16_t k1 = i + 1 < p->end ? p->tok[i + 1].kind : T_EOF;
        if (k == T_LBRACKET && k1 == T_LBRACKET)
            i = cxx_skip_group(p->tok, i, p->end);
        else if ((k == T_KW_ATTRIBUTE || k == T_KW_ALIGNAS || k == T_KW_DECLSPEC) &&
                 k1 == T_LPAREN) {
            i = cxx_skip_group(p->tok, i + 1, p->end);
        } else {
            return i;
        }
    }
}

bool cxx_targs_close(Parse *p) {
    if (cxx_peek(p) == T_GT) {
        p->at++;
        return true;
    }
    if (cxx_peek(p) != T_GTGT) return false;
    p->half_gtgt = !p->half_gtgt;
    if (!p->half_gtgt) p->at++;
    return true;
}
