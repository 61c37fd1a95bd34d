// SPDX-License-Identifier: Apache-2.0
// Argument-dependent lookup [basic.lookup.argdep]: functions of the associated namespaces that
// stand before the point of instantiation, and friends declared in associated classes.
#include "cxx/lookup/lookup.h"

typedef struct Adl {
    Parse *p;
    VEC(Scope *) ns;
    VEC(ClassDecl *) cls;
    Map seen; // types and classes visited
} Adl;

static void add_ns(Adl *a, Scope *s) {
    s = cxx_namespace_of(s);
    if (!s) return;
    // an inline namespace brings the namespace around it [basic.lookup.argdep]/4
    while (s->owner && ((NamespaceDecl *)s->owner)->inline_ && s->parent) {
        s = cxx_namespace_of(s->parent);
    }
    for (uint32_t i = 0; i < a->ns.n; i++) {
        if (a->ns.at[i] == s) return;
    }
    vec_push(pp(a->p), &a->ns, s);
}

static void add_type(Adl *a, Type *t);

static void add_args(Adl *a, const TmplArgs *args) {
    for (uint32_t i = 0; args && i < args->n; i++) {
        const TmplArg *g = &args->a[i];
        if (g->kind == TA_TYPE)
            add_type(a, g->type);
        else if (g->kind == TA_PACK)
            add_args(a, g->pack);
        else if (g->kind == TA_TEMPLATE && g->tmpl->scope)
            add_ns(a, g->tmpl->scope);
    }
}

static void add_class(Adl *a, ClassDecl *c, bool args) {
    if (map_get(&a->seen, (uint64_t)c->d.id << 1 | 1)) return;
    map_put(&a->seen, (uint64_t)c->d.id << 1 | 1, c);
    cxx_class_complete(a->p->x, c, c->d.pos);
    vec_push(pp(a->p), &a->cls, c);
    add_ns(a, c->d.scope);
    if (c->d.scope && c->d.scope->kind == SC_CLASS) { // the class it is a member of, for friends
        vec_push(pp(a->p), &a->cls, c->d.scope->cls);
    }
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].cls) add_class(a, c->base[i].cls, false);
    }
    if (args) add_args(a, c->args);
}

static void add_type(Adl *a, Type *t) {
    t = t->unqual;
    if (map_get(&a->seen, (uint64_t)t->id << 1)) return;
    map_put(&a->seen, (uint64_t)t->id << 1, t);
    switch (t->kind) {
    case TY_CLASS: add_class(a, t->u.cls, true); return;
    case TY_ENUM:
        add_ns(a, t->u.enm->d.scope);
        if (t->u.enm->d.scope->kind == SC_CLASS) {
            vec_push(pp(a->p), &a->cls, t->u.enm->d.scope->cls);
        }
        return;
    case TY_MEMPTR:
        add_type(a, t->u.ptr.cls);
        add_type(a, t->u.ptr.to);
        return;
    case TY_PTR:
    case TY_LREF:
    case TY_RREF: add_type(a, t->u.ptr.to); return;
    case TY_ARRAY:
    case TY_ARRAY_INC:
    case TY_VECTOR: add_type(a, t->u.array.elem); return;
    case TY_FUNC:
        add_type(a, t->u.func.ret);
        for (uint32_t i = 0; i < t->u.func.nparam; i++) add_type(a, t->u.func.param[i]);
        return;
    default: return;
    }
}

static void add_expr(Adl *a, const Expr *e) {
    if (e->kind == E_OVERLOAD && e->u.ovl) {
        for (uint32_t i = 0; i < e->u.ovl->n; i++) {
            Decl *d = e->u.ovl->set[i];
            if (d->kind == D_FUNC && d->type) add_type(a, d->type);
            if (d->scope) add_ns(a, d->scope);
        }
        add_args(a, e->u.ovl->targs);
    } else if (e->type) {
        add_type(a, e->type);
    }
}

static bool is_func(const Decl *d) {
    return d->kind == D_FUNC ||
           (d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->kind == TK_FUNC);
}

void cxx_lookup_adl(Parse *p, Atom name, Expr **arg, uint32_t narg, Lookup *io) {
    Adl a = {.p = p};
    map_init(&a.seen, pp(p));
    for (uint32_t i = 0; i < narg; i++) add_expr(&a, arg[i]);
    uint32_t limit = CU_MAX(p->poi, p->at);
    for (uint32_t i = 0; i < a.ns.n; i++) {
        Lookup l = {0};
        cxx_lookup_scope(p, a.ns.at[i], name, 0, limit, &l);
        uint32_t n = 0;
        for (uint32_t j = 0; j < l.n; j++) {
            if (is_func(l.at[j])) l.at[n++] = l.at[j];
        }
        l.n = n;
        cxx_lookup_merge(p->x, io, &l);
    }
    for (uint32_t i = 0; i < a.cls.n; i++) cxx_lookup_friends(p, a.cls.at[i], name, io);
}
