// SPDX-License-Identifier: Apache-2.0
// Definitions outside of their class or namespace (`int A::f() {...}`, `T A::x = ...;`). The index
// lists them by last name; here their qualifiers are resolved, once each, when a definition of that
// name is wanted. Members of class templates are tmpl's.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

MemberDef *cxx_member_defs(Cxx *x, Atom name) {
    return map_get(&x->decls->member_defs, name);
}

// Token behind the last `::` of the qualifier, i.e. the end of the nested-name-specifier.
static uint32_t qualifier_end(Cxx *x, const MemberDef *m) {
    const Token *t = x->tokens->at;
    uint32_t i = m->order;
    while (i > m->qual_begin && t[i].kind != T_COLCOL) i--;
    return i;
}

Decl *cxx_member_def_owner(Cxx *x, MemberDef *m) {
    if (m->resolved) return m->owner;
    m->resolved = true;
    const Token *t = x->tokens->at;
    uint32_t end = qualifier_end(x, m);
    Scope *s = NULL;
    Decl *d = NULL;
    Parse p = cxx_parse_at(x, m->qual_begin, end, m->scope, m->scope->env);
    uint32_t i = m->qual_begin;
    if (t[i].kind == T_COLCOL) s = x->global, d = NULL, i++;
    bool real_headers = m->nheaders != 0;
    for (; i < end; i++) {
        if (t[i].kind == T_COLCOL || t[i].kind == T_KW_TEMPLATE) continue;
        if (t[i].kind != T_IDENT) return NULL;
        uint32_t next = i + 1;
        uint32_t angles = t[next].kind == T_LT ? cxx_skip_angles(x, next, end) : 0;
        p.at = i;
        Lookup l = {0};
        if (s)
            cxx_lookup_in(&p, s, t[i].text, LU_SCOPE_ONLY | LU_ALL, &l);
        else
            cxx_lookup(&p, t[i].text, LU_SCOPE_ONLY, &l);
        if (!l.n) return NULL;
        d = l.at[0];
        if (d->kind == D_TEMPLATE) {
            TemplateDecl *td = (TemplateDecl *)d;
            if (td->kind != TK_CLASS) return NULL;
            if (real_headers && angles && !cxx_args_concrete(x, m, next, angles)) {
                return m->owner = d; // the innermost template with unbound parameters
            }
            if (!angles) return m->owner = d;
            TmplArgs *args;
            p.at = next;
            p.end = angles;
            args = cxx_parse_template_args(&p, d);
            p.end = end;
            Type *ty = args ? cxx_template_id_type(&p, d, args, t[i].pos) : NULL;
            if (!ty || ty->kind != TY_CLASS) return NULL;
            d = &ty->u.cls->d;
            i = angles - 1;
        } else if (d->kind == D_TYPEDEF) {
            if (d->type->kind != TY_CLASS) return NULL;
            d = &d->type->u.cls->d;
        }
        if (d->kind == D_NAMESPACE) {
            s = ((NamespaceDecl *)d)->inner;
        } else if (d->kind == D_CLASS) {
            if (!cxx_class_complete(x, (ClassDecl *)d, t[i].pos)) return NULL;
            s = ((ClassDecl *)d)->inner;
        } else {
            return NULL;
        }
    }
    if (d && d->kind == D_NAMESPACE) {
        Scope *home = cxx_inline_home(((NamespaceDecl *)d)->inner, m->name);
        d = home->owner;
    }
    return m->owner = d;
}

// Whether the template arguments [from, to) name none of the definition's own parameters.
bool cxx_args_concrete(Cxx *x, const MemberDef *m, uint32_t from, uint32_t to) {
    const Token *t = x->tokens->at;
    for (uint32_t i = from; i < to; i++) {
        if (t[i].kind != T_IDENT) continue;
        for (uint32_t k = m->begin; k < m->qual_begin && k < from; k++) { // the headers are short
            bool declared = t[k].kind == T_IDENT && t[k].text == t[i].text &&
                            (t[k + 1].kind == T_COMMA || t[k + 1].kind == T_GT ||
                             t[k + 1].kind == T_ASSIGN || t[k + 1].kind == T_GTGT);
            if (declared) return false;
        }
    }
    return true;
}

static Scope *owner_scope(Decl *o) {
    if (!o) return NULL;
    if (o->kind == D_CLASS) return ((ClassDecl *)o)->inner;
    if (o->kind == D_NAMESPACE) return ((NamespaceDecl *)o)->inner;
    return NULL;
}

void cxx_elaborate_defs(Cxx *x, Atom name, Scope *in) {
    for (MemberDef *m = cxx_member_defs(x, name); m; m = m->next) {
        if (m->used || m->is_class || m->nheaders) continue;
        Scope *s = owner_scope(cxx_member_def_owner(x, m));
        if (s != in) continue;
        cxx_elaborate_definition(x, m);
    }
}

void cxx_elaborate_def_at(Cxx *x, Atom name, uint32_t begin) {
    for (MemberDef *m = cxx_member_defs(x, name); m; m = m->next) {
        if (m->begin == begin && !m->used && !m->nheaders) cxx_elaborate_definition(x, m);
    }
}

void cxx_plain_member_def(Cxx *x, FuncDecl *f) {
    Scope *s = f->cls ? f->cls->inner : f->d.scope;
    if (s) cxx_elaborate_defs(x, f->d.name, s);
}

void cxx_plain_var_def(Cxx *x, VarDecl *v) {
    if (v->d.scope) cxx_elaborate_defs(x, v->d.name, v->d.scope);
}

// Elaborates every definition outside of a class that is not a template's (--check-all, roots).
void cxx_member_defs_all(Cxx *x, bool (*want)(Cxx *, MemberDef *)) {
    for (uint32_t i = 0; i < x->decls->all_member_defs.n; i++) {
        MemberDef *m = x->decls->all_member_defs.at[i];
        if (m->used || m->nheaders || !want(x, m)) continue;
        Decl *o = cxx_member_def_owner(x, m);
        Scope *s = owner_scope(o);
        bool instance = o && o->scope && o->scope->kind == SC_CLASS && o->scope->env;
        if (!s && (!x->opt.check_all || instance)) continue;
        if (s && !cxx_scope_encloses(m->scope, s) &&
            cxx_in_main_file(x, x->tokens->at[m->order].pos))
            CXX_DIAG(x, d_spec_scope, x->tokens->at[m->order].pos, m->name); // [dcl.meaning]/1
        if (s && !m->is_class) cxx_elaborate_name(x, s, m->name);
        cxx_elaborate_definition(x, m);
    }
}
