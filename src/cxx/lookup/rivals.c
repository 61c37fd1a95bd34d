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

static uint64_t params_hash(const FuncDecl *f, bool template_) {
    const FuncType *t = &f->d.type->u.func;
    uint64_t h = hash_u64((uint64_t)t->nparam << 1 | template_);
    if (f->kind == FK_CONV) h = hash_mix(h, (uintptr_t)t->ret); // part of its signature
    for (uint32_t i = 0; i < t->nparam; i++) h = hash_mix(h, (uintptr_t)t->param[i]);
    return h;
}

static const FuncDecl *function_of(const Decl *d) {
    const FuncDecl *f = NULL;
    if (d->kind == D_FUNC && d->linkage != LK_C) f = (const FuncDecl *)d;
    if (d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->kind == TK_FUNC)
        f = ((const TemplateDecl *)d)->pattern;
    return f && f->d.type->kind == TY_FUNC ? f : NULL;
}

static Decl **like_of(Decl *d) {
    return d->kind == D_FUNC ? &((FuncDecl *)d)->like : &((TemplateDecl *)d)->like;
}

static void add(Cxx *x, ManyDecls *m, Decl *d) {
    const FuncDecl *f = function_of(d);
    if (!f) {
        vec_push(xa(x), &m->others, d);
        return;
    }
    void **slot = map_slot(&m->like, params_hash(f, d->kind == D_TEMPLATE));
    *like_of(d) = *slot;
    *slot = d;
}

void cxx_rivals_add(Cxx *x, Scope *s, Decl *d) {
    ManyDecls *m = map_get(s->many, d->name);
    if (m) add(x, m, d);
}

// From the oldest on, so that the latest come first in every list.
static ManyDecls *collect(Cxx *x, Scope *s, Atom name) {
    ManyDecls *m = arena_new(xa(x), ManyDecls);
    VEC(Decl *) all = {0};
    map_init(&m->like, xa(x));
    for (Decl *d = map_get(&s->names, name); d; d = d->next) vec_push(xa(x), &all, d);
    while (all.n) add(x, m, vec_pop(&all));
    if (!s->many) {
        s->many = arena_new(xa(x), Map);
        map_init(s->many, xa(x));
    }
    map_put(s->many, name, m);
    return m;
}

static void take_many(Rivals *r, const ManyDecls *m) {
    r->many = m;
    r->next = map_get(&m->like, params_hash(r->f, r->template_));
    r->other = m->others.n;
}

static Rivals rivals(Cxx *x, Scope *s, Atom name, const FuncDecl *f, bool template_) {
    Rivals r = {.x = x, .s = s, .template_ = template_};
    if (f && f->d.type->kind == TY_FUNC) r.f = f;
    const ManyDecls *m = s->many && r.f ? map_get(s->many, name) : NULL;
    if (m) {
        take_many(&r, m);
    } else {
        r.next = map_get(&s->names, name);
    }
    return r;
}

Rivals cxx_rivals(Cxx *x, Scope *s, Decl *d) {
    if (d->kind == D_TEMPLATE) return rivals(x, s, d->name, function_of(d), true);
    return rivals(x, s, d->name, d->kind == D_FUNC ? (FuncDecl *)d : NULL, false);
}

Rivals cxx_template_rivals(Cxx *x, Scope *s, const FuncDecl *pattern) {
    return rivals(x, s, pattern->d.name, pattern, true);
}

Decl *cxx_next_rival(Rivals *r) {
    if (r->f && !r->many && ++r->steps > MANY) take_many(r, collect(r->x, r->s, r->f->d.name));
    Decl *d = r->next;
    if (!r->many) {
        if (d) r->next = d->next;
        return d;
    }
    if (!d) return r->other ? r->many->others.at[--r->other] : NULL;
    r->next = *like_of(d);
    return d;
}
