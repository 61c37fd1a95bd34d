// SPDX-License-Identifier: Apache-2.0
// Definitions outside of their class or namespace (`int A::f() {...}`, `T A::x = ...;`). The index
// lists them by last name; here their qualifiers are resolved, once each, when a definition of that
// name is wanted. Members of class templates are tmpl's.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

MemberDef *cxx_member_defs(Cxx *cxx, Atom name) {
    return map_get(&cxx->decls->index.member_defs, name);
}

// Token behind the last `::` of the qualifier, i.e. the end of the nested-name-specifier.
static uint32_t qualifier_end(Cxx *cxx, const MemberDef *m) {
    const Token *t = cxx->tokens->at;
    uint32_t i = m->order;
    while (i > m->qual_begin && t[i].kind != T_COLCOL) i--;
    return i;
}

Decl *cxx_member_def_owner(Cxx *cxx, MemberDef *member_def) {
    if (member_def->resolved) return member_def->owner;
    member_def->resolved = true;
    const Token *token = cxx->tokens->at;
    uint32_t end = qualifier_end(cxx, member_def);
    Scope *scope = NULL;
    Decl *decl = NULL;
    Parse parse =
        cxx_parse_at(cxx, member_def->qual_begin, end, member_def->scope, member_def->scope->env);
    uint32_t i = member_def->qual_begin;
    cxx_begin_late_access(&parse); // judged where the definition is read
    if (token[i].kind == T_COLCOL) scope = cxx->global, decl = NULL, i++;
    bool real_headers = member_def->nheaders != 0;
    for (; i < end; i++) {
        if (is_any_of(token[i].kind, T_COLCOL, T_KW_TEMPLATE)) continue;
        if (token[i].kind != T_IDENT) return NULL;
        uint32_t next = i + 1;
        uint32_t angles = token[next].kind == T_LT ? cxx_skip_angles(cxx, next, end) : 0;
        parse.at = i;
        Lookup lookup = {0};
        if (scope)
            cxx_lookup_in(&parse, scope, token[i].text, LU_SCOPE_ONLY | LU_ALL, &lookup);
        else
            cxx_lookup(&parse, token[i].text, LU_SCOPE_ONLY, &lookup);
        if (!lookup.n) return NULL;
        decl = lookup.at[0];
        if (decl->kind == D_TEMPLATE) {
            TemplateDecl *td = (TemplateDecl *)decl;
            if (td->kind != TK_CLASS) return NULL;
            if (real_headers && angles && !cxx_args_concrete(cxx, member_def, next, angles)) {
                return member_def->owner = decl; // the innermost template with unbound parameters
            }
            if (!angles) return member_def->owner = decl;
            TmplArgs *args;
            parse.at = next;
            parse.end = angles;
            args = cxx_parse_template_args(&parse, decl);
            parse.end = end;
            Type *ty = args ? cxx_template_id_type(&parse, decl, args, token[i].pos) : NULL;
            if (!ty_is_class(ty)) return NULL;
            decl = &ty->u.cls->d;
            i = angles - 1;
        } else if (decl->kind == D_TYPEDEF) {
            if (decl->type->kind != TY_CLASS) return NULL;
            decl = &decl->type->u.cls->d;
        }
        if (decl->kind == D_NAMESPACE) {
            scope = ((NamespaceDecl *)decl)->inner;
        } else if (decl->kind == D_CLASS) {
            if (!cxx_class_complete(cxx, (ClassDecl *)decl, token[i].pos)) return NULL;
            scope = ((ClassDecl *)decl)->inner;
        } else {
            return NULL;
        }
    }
    if (decl_is(decl, D_NAMESPACE)) {
        Scope *home = cxx_inline_home(((NamespaceDecl *)decl)->inner, member_def->name);
        decl = home->owner;
    }
    return member_def->owner = decl;
}

// Whether the template arguments [from, to) name none of the definition's own parameters.
bool cxx_args_concrete(Cxx *cxx, const MemberDef *member_def, uint32_t from, uint32_t to) {
    const Token *token = cxx->tokens->at;
    for (uint32_t i = from; i < to; i++) {
        if (token[i].kind != T_IDENT) continue;
        for (uint32_t k = member_def->begin; k < member_def->qual_begin && k < from;
             k++) { // the headers are short
            bool declared = token[k].kind == T_IDENT && token[k].text == token[i].text &&
                            is_any_of(token[k + 1].kind, T_COMMA, T_GT, T_ASSIGN, T_GTGT);
            if (declared) return false;
        }
    }
    return true;
}

static Scope *owner_scope(Decl *decl) {
    if (!decl) return NULL;
    if (decl->kind == D_CLASS) return ((ClassDecl *)decl)->inner;
    if (decl->kind == D_NAMESPACE) return ((NamespaceDecl *)decl)->inner;
    return NULL;
}

void cxx_elaborate_defs(Cxx *cxx, Atom name, Scope *in) {
    for (MemberDef *m = cxx_member_defs(cxx, name); m; m = m->next) {
        if (m->used || m->is_class || m->nheaders) continue;
        Scope *s = owner_scope(cxx_member_def_owner(cxx, m));
        if (s != in) continue;
        cxx_elaborate_definition(cxx, m);
    }
}

void cxx_elaborate_def_at(Cxx *cxx, Atom name, uint32_t begin) {
    for (MemberDef *m = cxx_member_defs(cxx, name); m; m = m->next) {
        if (m->begin == begin && !m->used && !m->nheaders) cxx_elaborate_definition(cxx, m);
    }
}

void cxx_plain_member_def(Cxx *cxx, FuncDecl *func) {
    Scope *s = func->cls ? func->cls->inner : func->d.scope;
    if (s) cxx_elaborate_defs(cxx, func->d.name, s);
}

void cxx_plain_var_def(Cxx *cxx, VarDecl *v) {
    if (v->d.scope) cxx_elaborate_defs(cxx, v->d.name, v->d.scope);
}

// Elaborates every definition outside of a class that is not a template's (--check-all, roots).
void cxx_member_defs_all(Cxx *cxx, bool (*want)(Cxx *, MemberDef *)) {
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++) {
        MemberDef *member_def = cxx->decls->index.all_member_defs.at[i];
        if (member_def->used || member_def->nheaders || !want(cxx, member_def)) continue;
        Decl *o = cxx_member_def_owner(cxx, member_def);
        Scope *s = owner_scope(o);
        bool instance = o && scope_is(o->scope, SC_CLASS) && o->scope->env;
        if (!s && (!cxx->opt.check_all || instance)) continue;
        if (s && !cxx_scope_encloses(member_def->scope, s) &&
            cxx_in_main_file(cxx, cxx->tokens->at[member_def->order].pos))
            CXX_DIAG(cxx, d_spec_scope, cxx->tokens->at[member_def->order].pos,
                     member_def->name); // [dcl.meaning]/1
        if (s && !member_def->is_class) cxx_elaborate_name(cxx, s, member_def->name);
        cxx_elaborate_definition(cxx, member_def);
    }
}

// Each step looks farther; an initialiser or a definition ends the search.
void cxx_var_find(Cxx *cxx, VarDecl *var) {
    if (var->init_style || var->defined || var->fn) return; // known, or its function's own

    // In its own namespace, wherever it stands.
    const Scope *scope = var->d.scope;
    if (scope_is(scope, SC_NAMESPACE)) cxx_elaborate_name(cxx, var->d.scope, var->d.name);
    if (var->init_style) return;

    // Outside of its class or namespace: `int S::v = 1;`.
    cxx_plain_var_def(cxx, var);
    if (var->init_style || var->defined) return;

    // Outside of its class, that of a template.
    cxx_var_find_def(cxx, var);
}
