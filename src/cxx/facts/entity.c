// SPDX-License-Identifier: Apache-2.0
// Declarations and scopes as data: how they are made, and what their place says. Nothing here looks
// anything up.
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

uint8_t cxx_entry_access(Scope *scope, uint32_t order) {
    if (scope->kind != SC_CLASS || !scope->index) return ACC_NONE;
    // the access of the entry that holds this token; classes are small
    for (uint32_t i = 0; i < scope->index->e.n; i++) {
        IndexEntry *e = &scope->index->e.at[i];
        if (order >= e->begin && order < e->end) return e->access;
    }
    return ACC_PUBLIC;
}

void *cxx_decl_new_(Cxx *cxx, size_t size, DeclKind decl_kind, Atom name, Pos pos, uint32_t order,
                    Scope *scope, Env *env) {
    Decl *d = arena_zalloc(xa(cxx), size, 16);
    d->kind = (uint8_t)decl_kind;
    d->name = name;
    d->pos = pos;
    d->order = order;
    d->scope = scope;
    d->env = env;
    d->id = cxx_decl_id(cxx);
    if (!scope_is(scope, SC_FUNC) || scope->fn) cxx->nentities++;
    return d;
}

Scope *cxx_scope_new(Cxx *cxx, ScopeKind scope_kind, Scope *parent, Decl *owner) {
    Scope *scope = arena_new(xa(cxx), Scope);
    scope->kind = (uint8_t)scope_kind;
    scope->place = cxx_new_place(cxx);
    scope->parent = parent;
    scope->owner = owner;
    map_init(&scope->names, xa(cxx));
    if (parent) {
        scope->env = parent->env;
        if (is_any_of(scope_kind, SC_BLOCK, SC_TPARAMS)) scope->fn = parent->fn;
    }
    if (scope_kind == SC_CLASS) scope->cls = (ClassDecl *)owner;
    if (scope_kind == SC_FUNC) scope->fn = (FuncDecl *)owner;
    return scope;
}

Scope *cxx_namespace_of(Scope *scope) {
    while (scope_is_inner(scope)) scope = scope->parent;
    return scope;
}

Scope *cxx_decl_scope(Scope *scope) {
    while (scope_is(scope, SC_TPARAMS)) scope = scope->parent;
    return scope;
}

bool cxx_scope_encloses(const Scope *outer, const Scope *scope) {
    for (; scope; scope = scope->parent) {
        if (scope == outer) return true;
    }
    return false;
}

bool cxx_names_ttp(const Parse *parse, Atom name) {
    for (Scope *s = parse->scope; scope_is_inner(s); s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        Decl *d = map_get(&s->names, name);
        if (d) return ((TParmDecl *)d)->kind == TA_TEMPLATE;
    }
    return false;
}

Pos cxx_body_place(const Cxx *cxx, const FuncDecl *func) {
    return func->body.range.end ? cxx->tokens->at[func->body.range.begin].pos : func->d.pos;
}

bool cxx_host_only(Cxx *cxx, const Decl *decl) {
    if (decl->kind != D_FUNC) return false;
    return cxx->opt.host_language ||
           (cxx->hooks.host_only && cxx->hooks.host_only(cxx, (const FuncDecl *)decl));
}

// What the typedef's type and an array of it have in common: their elements' type.
static Type *element_type(Type *type) {
    while (ty_is_array(type)) type = type->u.array.elem;
    return ty_unqual(type);
}

uint32_t cxx_typedef_align(const TypedefDecl *typedef_decl, Type *type) {
    if (!typedef_decl || element_type(typedef_decl->d.type) != element_type(type)) return 0;
    return typedef_decl->align;
}

uint32_t cxx_enum_align(const EnumDecl *enm) {
    return enm->d.attrs ? enm->d.attrs->align : 0;
}
