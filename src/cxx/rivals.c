// SPDX-License-Identifier: Apache-2.0
// Redeclaration among many overloads. A function redeclares one of its scope that has its
// parameters [over.load]; looking at all of its name made n overloads cost n * n. From the 33rd on
// those of a name are found by their parameters; what is no function, and functions of C, which
// clash whatever their parameters are [dcl.link], stay in one list.
#include "cxx/decl_int.h"

enum { MANY = 32 };

typedef struct ManyDecls {
    Map like; // params_hash -> FuncDecl, linked by `like`
    VEC(Decl *) others;
} ManyDecls;

static uint64_t params_hash(const FuncDecl *f) {
    const FuncType *t = &f->d.type->u.func;
    uint64_t h = hash_u64(t->nparam);
    if (f->kind == FK_CONV) h = hash_mix(h, (uintptr_t)t->ret); // part of its signature
    for (uint32_t i = 0; i < t->nparam; i++) h = hash_mix(h, (uintptr_t)t->param[i]);
    return h;
}

static bool by_params(const Decl *d) {
    return d->kind == D_FUNC && d->type->kind == TY_FUNC && d->linkage != LK_C;
}

static void add(Cxx *x, ManyDecls *m, Decl *d) {
    if (!by_params(d)) {
        vec_push(xa(x), &m->others, d);
        return;
    }
    FuncDecl *f = (FuncDecl *)d;
    void **slot = map_slot(&m->like, params_hash(f));
    f->like = *slot;
    *slot = f;
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
    FuncDecl *f = map_get(&m->like, params_hash(r->f));
    r->many = m;
    r->next = f ? &f->d : NULL;
    r->other = m->others.n;
}

Rivals cxx_rivals(Cxx *x, Scope *s, Decl *d) {
    Rivals r = {.x = x, .s = s};
    if (d->kind == D_FUNC && d->type->kind == TY_FUNC) r.f = (FuncDecl *)d;
    const ManyDecls *m = s->many && r.f ? map_get(s->many, d->name) : NULL;
    if (m) {
        take_many(&r, m);
    } else {
        r.next = map_get(&s->names, d->name);
    }
    return r;
}

Decl *cxx_next_rival(Rivals *r) {
    if (r->f && !r->many && ++r->steps > MANY) take_many(r, collect(r->x, r->s, r->f->d.name));
    Decl *d = r->next;
    if (!r->many) {
        if (d) r->next = d->next;
        return d;
    }
    if (!d) return r->other ? r->many->others.at[--r->other] : NULL;
    const FuncDecl *like = ((const FuncDecl *)d)->like;
    r->next = like ? (Decl *)&like->d : NULL;
    return d;
}
