// SPDX-License-Identifier: Apache-2.0
// Redeclaration among many overloads. A function redeclares one of its scope that has its
// parameters [over.load], a function template a template; looking at all of its name made n
// overloads cost n * n. From the 33rd on those of a name are found by their parameters; what is
// neither, and functions of C, which clash whatever their parameters are [dcl.link], stay in one
// list.
#include "cxx/lookup/lookup.h"

enum { MANY = 32 };

typedef struct ManyDecls {
    Map like; // params_hash -> Decl, linked by like_of
    VEC(Decl *) others;
} ManyDecls;

static uint64_t params_hash(const FuncDecl *func, bool template_) {
    const FuncType *t = &func->d.type->u.func;
    uint64_t h = hash_u64((uint64_t)t->nparam << 1 | template_);
    if (func->kind == FK_CONV) h = hash_mix(h, (uintptr_t)t->ret); // part of its signature
    for (uint32_t i = 0; i < t->nparam; i++) h = hash_mix(h, (uintptr_t)t->param[i]);
    return h;
}

static const FuncDecl *function_of(const Decl *decl) {
    const FuncDecl *f = NULL;
    if (decl->kind == D_FUNC && decl->linkage != LK_C) f = (const FuncDecl *)decl;
    if (decl_is_template(decl, TK_FUNC)) f = ((const TemplateDecl *)decl)->pattern;
    return cxx_is_typed(f) ? f : NULL;
}

static Decl **like_of(Decl *decl) {
    return decl->kind == D_FUNC ? &((FuncDecl *)decl)->like : &((TemplateDecl *)decl)->like;
}

static void add(Cxx *cxx, ManyDecls *many_decls, Decl *decl) {
    const FuncDecl *f = function_of(decl);
    if (!f) {
        vec_push(xa(cxx), &many_decls->others, decl);
        return;
    }
    void **slot = map_slot(&many_decls->like, params_hash(f, decl->kind == D_TEMPLATE));
    *like_of(decl) = *slot;
    *slot = decl;
}

void cxx_rivals_add(Cxx *cxx, Scope *scope, Decl *decl) {
    ManyDecls *m = map_get(scope->many, decl->name);
    if (m) add(cxx, m, decl);
}

// From the oldest on, so that the latest come first in every list.
static ManyDecls *collect(Cxx *cxx, Scope *scope, Atom name) {
    ManyDecls *many_decls = arena_new(xa(cxx), ManyDecls);
    VEC(Decl *) all = {0};
    map_init(&many_decls->like, xa(cxx));
    for (Decl *d = map_get(&scope->names, name); d; d = d->next) vec_push(xa(cxx), &all, d);
    while (all.n) add(cxx, many_decls, vec_pop(&all));
    if (!scope->many) {
        scope->many = arena_new(xa(cxx), Map);
        map_init(scope->many, xa(cxx));
    }
    map_put(scope->many, name, many_decls);
    return many_decls;
}

static void take_many(Rivals *r, const ManyDecls *m) {
    r->many = m;
    r->next = map_get(&m->like, params_hash(r->f, r->template_));
    r->other = m->others.n;
}

static Rivals rivals(Cxx *cxx, Scope *scope, Atom name, const FuncDecl *func, bool template_) {
    Rivals r = {.x = cxx, .s = scope, .template_ = template_};
    if (cxx_is_typed(func)) r.f = func;
    const ManyDecls *m = scope->many && r.f ? map_get(scope->many, name) : NULL;
    if (m) {
        take_many(&r, m);
    } else {
        r.next = map_get(&scope->names, name);
    }
    return r;
}

Rivals cxx_rivals(Cxx *cxx, Scope *scope, Decl *decl) {
    if (decl->kind == D_TEMPLATE) return rivals(cxx, scope, decl->name, function_of(decl), true);
    return rivals(cxx, scope, decl->name, decl_func(decl), false);
}

Rivals cxx_template_rivals(Cxx *cxx, Scope *scope, const FuncDecl *pattern) {
    return rivals(cxx, scope, pattern->d.name, pattern, true);
}

Decl *cxx_next_rival(Rivals *rivals) {
    if (rivals->f && !rivals->many && ++rivals->steps > MANY)
        take_many(rivals, collect(rivals->x, rivals->s, rivals->f->d.name));
    Decl *d = rivals->next;
    if (!rivals->many) {
        if (d) rivals->next = d->next;
        return d;
    }
    if (!d) return rivals->other ? rivals->many->others.at[--rivals->other] : NULL;
    rivals->next = *like_of(d);
    return d;
}
