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

// An associated namespace, each once.
static void add_ns(Adl *adl, Scope *scope) {
    scope = cxx_namespace_of(scope);
    if (!scope) return;
    // an inline namespace brings the namespace around it [basic.lookup.argdep]/4
    while (scope->owner && ((NamespaceDecl *)scope->owner)->inline_ && scope->parent) {
        scope = cxx_namespace_of(scope->parent);
    }
    for (uint32_t i = 0; i < adl->ns.n; i++) {
        if (adl->ns.at[i] == scope) return;
    }
    vec_push(pp(adl->p), &adl->ns, scope);
}

static void add_type(Adl *adl, Type *type);

// Those of template arguments: of types and of templates.
static void add_args(Adl *adl, const TmplArgs *args) {
    for (uint32_t i = 0; i < targs_count(args); i++) {
        const TmplArg *g = &args->a[i];
        if (g->kind == TA_TYPE)
            add_type(adl, g->type);
        else if (g->kind == TA_PACK)
            add_args(adl, g->pack);
        else if (g->kind == TA_TEMPLATE && g->tmpl->scope)
            add_ns(adl, g->tmpl->scope);
    }
}

// The class, the classes around it and its bases [basic.lookup.argdep]/3.2; args: also those of its
// template arguments.
static void add_class(Adl *adl, ClassDecl *cls, bool args) {
    if (map_get(&adl->seen, (uint64_t)cls->d.id << 1 | 1)) return;
    map_put(&adl->seen, (uint64_t)cls->d.id << 1 | 1, cls);
    cxx_class_complete(adl->p->x, cls, cls->d.pos);
    vec_push(pp(adl->p), &adl->cls, cls);
    add_ns(adl, cls->d.scope);
    if (scope_is(cls->d.scope, SC_CLASS)) { // the class it is a member of, for friends
        vec_push(pp(adl->p), &adl->cls, cls->d.scope->cls);
    }
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        if (cls->members.base[i].cls) add_class(adl, cls->members.base[i].cls, false);
    }
    if (args) add_args(adl, cls->inst.args);
}

// By the kind of type [basic.lookup.argdep]/3.
static void add_type(Adl *adl, Type *type) {
    type = type->unqual;
    if (map_get(&adl->seen, (uint64_t)type->id << 1)) return;
    map_put(&adl->seen, (uint64_t)type->id << 1, type);
    if (type->kind == TY_CLASS) {
        add_class(adl, type->u.cls, true);
    } else if (type->kind == TY_ENUM) {
        const Scope *around = type->u.enm->d.scope;
        add_ns(adl, type->u.enm->d.scope);
        if (around->kind == SC_CLASS) vec_push(pp(adl->p), &adl->cls, around->cls);
    }
    Type *part;
    for (uint32_t k = 0; (part = ty_part(type, k)); k++) add_type(adl, part);
}

// Of an argument: its type, of an overload set those of all its members.
static void add_expr(Adl *adl, const Expr *expr) {
    if (expr->kind == E_OVERLOAD && expr->u.ovl) {
        for (uint32_t i = 0; i < expr->u.ovl->n; i++) {
            Decl *d = expr->u.ovl->set[i];
            if (d->kind == D_FUNC && d->type) add_type(adl, d->type);
            if (d->scope) add_ns(adl, d->scope);
        }
        add_args(adl, expr->u.ovl->targs);
    } else if (expr->type) {
        add_type(adl, expr->type);
    }
}

void cxx_lookup_adl(Parse *parse, Atom name, Expr **arg, uint32_t narg, Lookup *io) {
    Adl adl = {.p = parse};
    map_init(&adl.seen, pp(parse));
    for (uint32_t i = 0; i < narg; i++) add_expr(&adl, arg[i]);
    uint32_t limit = CU_MAX(parse->poi, parse->at);
    for (uint32_t i = 0; i < adl.ns.n; i++) {
        Lookup l = {0};
        cxx_lookup_scope(parse, adl.ns.at[i], name, 0, limit, &l);
        uint32_t n = 0;
        for (uint32_t j = 0; j < l.n; j++) {
            if (cxx_names_function(l.at[j])) l.at[n++] = l.at[j];
        }
        l.n = n;
        cxx_lookup_merge(parse->x, io, &l);
    }
    for (uint32_t i = 0; i < adl.cls.n; i++) cxx_lookup_friends(parse, adl.cls.at[i], name, io);
}
