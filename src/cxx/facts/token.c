// SPDX-License-Identifier: Apache-2.0
// Steps over tokens that every parser takes: expecting one, skipping a group, beginning to parse at
// a place.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

bool cxx_at_lost_end(const Parse *parse) {
    const Token *t = &parse->tok[CU_MIN(parse->at, parse->end)];
    return lex_is_close(t->kind) && t->pos == parse->x->tokens->at[parse->x->tokens->n - 1].pos;
}

// The place behind the token before `at`, where that ends its line; 0 else. (An expansion has no
// such place.)
static Pos end_of_line(const Parse *parse, uint32_t at) {
    const Token *before = at ? &parse->tok[at - 1] : NULL;
    bool ends = before && parse->tok[at].flags & TF_BOL && !(before->flags & TF_MACRO);
    return ends ? before->pos + (Pos)strlen(atom_str(parse->x->ctx, before->text)) : 0;
}

void cxx_lacks_semi(Parse *parse) {
    uint32_t at = CU_MIN(parse->at, parse->end);
    Pos end = end_of_line(parse, at);
    CXX_DIAG(parse->x, d_expected_token, end ? end : parse->tok[at].pos, ";");
    if (end) diag_fixit(parse->x->ctx, (FixIt){end, end, ";"});
}

bool cxx_statement_begins(const Parse *parse) {
    const Token *token = &parse->tok[CU_MIN(parse->at, parse->end)];
    bool word = token->kind == T_IDENT || lex_is_keyword(token->kind);
    return token->flags & TF_BOL && word && token->kind != T_KW_ELSE;
}

void cxx_class_lacks_semi(Parse *parse) {
    uint32_t at = CU_MIN(parse->at, parse->end);
    while (at && !is_any_of(parse->tok[at - 1].kind, T_RBRACE, T_SEMI)) at--;
    Pos end = end_of_line(parse, at);
    if (!end) {
        cxx_lacks_semi(parse);
        return;
    }
    CXX_DIAG(parse->x, d_expected_semi_class, end);
    diag_fixit(parse->x->ctx, (FixIt){end, end, ";"});
}

bool cxx_expect(Parse *parse, uint16_t kind, const char *what) {
    if (cxx_accept(parse, kind)) return true;
    if (cxx_at_lost_end(parse)) return false;
    if (kind == T_SEMI) {
        cxx_lacks_semi(parse);
        return false;
    }
    uint32_t at = CU_MIN(parse->at, parse->end);
    if (kind == T_IDENT) return CXX_DIAG(parse->x, d_expected_declarator, parse->tok[at].pos);
    return CXX_DIAG(parse->x, d_expected_token, parse->tok[at].pos, what);
}

void cxx_skip_to_semi(Parse *parse) {
    while (cxx_peek(parse) != T_EOF) {
        uint16_t k = cxx_peek(parse);
        if (k == T_RBRACE) return;
        if (k == T_LBRACE) {
            parse->at = cxx_skip_group(parse->tok, parse->at, parse->end);
            cxx_accept(parse, T_SEMI);
            return;
        }
        parse->at =
            lex_is_open(k) ? cxx_skip_group(parse->tok, parse->at, parse->end) : parse->at + 1;
        if (k == T_SEMI) return;
    }
}

void cxx_refuse_definition(Parse *parse, const DeclSpec *ds) {
    const Type *t = ds->type; // another type may follow where a ';' is missing
    bool defined = t && ((t->kind == TY_CLASS && t->u.cls == ds->cls_defined) ||
                         (t->kind == TY_ENUM && t->u.enm == ds->enum_defined));
    if (defined) CXX_DIAG(parse->x, d_type_defined_here, ds->type_pos);
}

uint32_t cxx_skip_group(const Token *tok, uint32_t at, uint32_t end) {
    uint32_t m = tok[at].match;
    return m > at && m < end ? m + 1 : end;
}

Parse cxx_parse_at(Cxx *cxx, uint32_t begin, uint32_t end, Scope *scope, Env *env) {
    Parse parse = {
        .x = cxx, .tok = cxx->tokens->at, .at = begin, .end = end, .scope = scope, .env = env};
    // Of a template's instance: its point of instantiation at the end of the unit [temp.point]/7.
    parse.poi = env ? UINT32_MAX : begin;
    parse.pack_index = -1;
    for (Scope *c = scope; c; c = c->parent) {
        if (is_any_of(c->kind, SC_FUNC, SC_BLOCK)) {
            parse.fn = c->fn;
            break;
        }
        if (c->kind == SC_CLASS && !parse.cls) parse.cls = c->cls;
    }
    if (parse.cls && parse.cls->members.unbound) parse.dependent = true;
    return parse;
}

Parse cxx_parse_in_class(Cxx *cxx, ClassDecl *cls) {
    uint32_t at = cls->written.body.end ? cls->written.body.end - 1 : cls->written.head.begin;
    Parse p = cxx_parse_at(cxx, at, at, cls->inner ? cls->inner : cls->d.scope, cls->env);
    p.fn = NULL;
    p.cls = cls;
    p.complete_ctx = true;
    p.poi = UINT32_MAX;
    return p;
}

uint32_t cxx_skip_attributes(const Parse *parse, uint32_t i) {
    for (;;) {
        uint16_t k = i < parse->end ? parse->tok[i].kind : T_EOF;
        uint16_t k1 = i + 1 < parse->end ? parse->tok[i + 1].kind : T_EOF;
        if (k == T_LBRACKET && k1 == T_LBRACKET)
            i = cxx_skip_group(parse->tok, i, parse->end);
        else if (is_any_of(k, T_KW_ATTRIBUTE, T_KW_ALIGNAS, T_KW_DECLSPEC) && k1 == T_LPAREN) {
            i = cxx_skip_group(parse->tok, i + 1, parse->end);
        } else {
            return i;
        }
    }
}

bool cxx_targs_close(Parse *parse) {
    if (cxx_peek(parse) == T_GT) {
        parse->at++;
        return true;
    }
    if (cxx_peek(parse) != T_GTGT || parse->x->opt.std < 11) return false;
    parse->half_gtgt = !parse->half_gtgt;
    if (!parse->half_gtgt) parse->at++;
    return true;
}
