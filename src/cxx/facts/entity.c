// SPDX-License-Identifier: Apache-2.0
// Declarations and scopes as data: how they are made, and what their place says. Nothing here looks
// anything up.
#include "cxx/facts/facts.h"

uint8_t cxx_entry_access(Scope *s, uint32_t order) {
    if (s->kind != SC_CLASS || !s->index) return ACC_NONE;
    // the access of the entry that holds this token; classes are small
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (order >= e->begin && order < e->end) return e->access;
    }
    return ACC_PUBLIC;
}

void *cxx_decl_new_(Cxx *x, size_t size, DeclKind k, Atom name, Pos pos, uint32_t order, Scope *s,
                    Env *env) {
    Decl *d = arena_zalloc(xa(x), size, 16);
    d->kind = (uint8_t)k;
    d->name = name;
    d->pos = pos;
    d->order = order;
    d->scope = s;
    d->env = env;
    d->id = ++x->next_decl_id;
    if (!s || s->kind != SC_FUNC || s->fn) x->nentities++;
    return d;
}

Scope *cxx_scope_new(Cxx *x, ScopeKind k, Scope *parent, Decl *owner) {
    Scope *s = arena_new(xa(x), Scope);
    s->kind = (uint8_t)k;
    s->parent = parent;
    s->owner = owner;
    map_init(&s->names, xa(x));
    if (parent) {
        s->env = parent->env;
        if (k == SC_BLOCK || k == SC_TPARAMS) s->fn = parent->fn;
    }
    if (k == SC_CLASS) s->cls = (ClassDecl *)owner;
    if (k == SC_FUNC) s->fn = (FuncDecl *)owner;
    return s;
}

Scope *cxx_namespace_of(Scope *s) {
    while (s && s->kind != SC_NAMESPACE) s = s->parent;
    return s;
}

Scope *cxx_decl_scope(Scope *s) {
    while (s && s->kind == SC_TPARAMS) s = s->parent;
    return s;
}

bool cxx_scope_encloses(const Scope *outer, const Scope *s) {
    for (; s; s = s->parent) {
        if (s == outer) return true;
    }
    return false;
}

bool cxx_names_ttp(const Parse *p, Atom name) {
    for (Scope *s = p->scope; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        Decl *d = map_get(&s->names, name);
        if (d) return ((TParmDecl *)d)->kind == TA_TEMPLATE;
    }
    return false;
}

Pos cxx_body_place(const Cxx *x, const FuncDecl *f) {
    return f->body_range.end ? x->tokens->at[f->body_range.begin].pos : f->d.pos;
}

bool cxx_host_only(Cxx *x, const Decl *d) {
    return d->kind == D_FUNC && x->hooks.host_only && x->hooks.host_only(x, (const FuncDecl *)d);
}
