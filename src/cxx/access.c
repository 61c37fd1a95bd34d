// SPDX-License-Identifier: Apache-2.0
// Access of members [class.access]: checked where names are used, never part of look-up.
#include "cxx/decl_int.h"

// Friends of class c, elaborated when access depends on one.
static bool is_friend(Cxx *x, ClassDecl *c, const ClassDecl *cls, const FuncDecl *fn) {
    Scope *s = c->inner;
    if (!s) return false;
    if (c->unbound) return true; // its friends may depend on the arguments
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (!(e->flags & IX_FRIEND)) continue;
        cxx_elaborate_entry(x, s, i);
        Decl *d = s->elab[i];
        if (!d) continue;
        if (fn && d == &fn->d) return true;
        if (d->kind == D_TEMPLATE) {
            if (fn && fn->tmpl &&
                (&fn->tmpl->d == d || (fn->tmpl->origin && &fn->tmpl->origin->d == d))) {
                return true;
            }
            if (cls && cls->tmpl && &cls->tmpl->d == d) return true;
            // friend templates are matched by name when they were not merged
            bool templ = fn && (fn->tmpl || x->decls->unbound);
            if (templ && fn->d.name == d->name) return true;
        }
        if (d->kind == D_FUNC && fn && d->name == fn->d.name) return true;
        if (cls && d == &cls->d) return true;
    }
    for (uint32_t i = 0; cls && i < c->friends.n; i++) {
        if (c->friends.at[i] == cls) return true;
    }
    return false;
}

// Whether code in class `in` / function fn has the rights of class c: it is c, nested in it, or its
// friend.
static bool inside(Parse *p, ClassDecl *c) {
    for (Scope *s = p->scope; s; s = s->parent) {
        if (s->kind == SC_CLASS) {
            ClassDecl *k = s->cls;
            if (k == c || (k->tmpl && k->tmpl == c->tmpl && k->args == c->args)) return true;
            if (is_friend(p->x, c, k, NULL)) return true;
        }
        if (s->fn) {
            FuncDecl *f = s->fn;
            if (f->cls == c) return true;
            if (is_friend(p->x, c, f->cls, f)) return true;
        }
    }
    if (p->cls == c || (p->fn && p->fn->cls == c)) return true;
    return p->cls && p->cls != c && is_friend(p->x, c, p->cls, p->fn);
}

static bool derived_inside(Parse *p, ClassDecl *c) {
    for (Scope *s = p->scope; s; s = s->parent) {
        ClassDecl *k = s->kind == SC_CLASS ? s->cls : s->fn ? s->fn->cls : NULL;
        if (k && (k == c || cxx_class_derived_from(p->x, k, c, NULL, NULL, NULL))) return true;
    }
    if (p->cls && p->cls->unbound_bases) return true;
    return p->cls && (p->cls == c || cxx_class_derived_from(p->x, p->cls, c, NULL, NULL, NULL));
}

static ClassDecl *owner_of(const Decl *d) {
    Scope *s = d->scope;
    while (s && s->kind == SC_TPARAMS) s = s->parent;
    if (d->kind == D_ENUMERATOR && s && s->kind == SC_ENUM) s = s->parent;
    return s && s->kind == SC_CLASS ? s->cls : NULL;
}

// The access that a using-declaration of the naming class gives to a base's member, or ACC_NONE.
static uint8_t by_using(const Decl *d, ClassDecl *naming) {
    if (!naming || !naming->inner) return ACC_NONE;
    for (Decl *u = map_get(&naming->inner->names, d->name); u; u = u->next) {
        if (u->kind == D_USING) return u->access ? u->access : ACC_PUBLIC;
    }
    return ACC_NONE;
}

bool cxx_access_ok(Parse *p, Decl *d, ClassDecl *naming) {
    if (d->access <= ACC_PUBLIC) return true;
    ClassDecl *c = owner_of(d);
    if (!c) return true;
    if (d->kind == D_CLASS && (ClassDecl *)d == c) return true; // injected name
    if (naming && naming != c && by_using(d, naming) == ACC_PUBLIC) return true;
    for (int guard = 0; c->anon_member && guard < 64; guard++) c = c->anon_member->owner;
    if (inside(p, c)) return true;
    if (naming && naming != c && inside(p, naming)) return d->access == ACC_PROTECTED;
    return d->access == ACC_PROTECTED && derived_inside(p, c);
}

bool cxx_base_access_ok(Parse *p, ClassDecl *d, BaseSpec **path, uint32_t n) {
    for (uint32_t i = 0; i < n; d = path[i++]->cls) {
        if (path[i]->access <= ACC_PUBLIC || inside(p, d)) continue;
        if (path[i]->access == ACC_PROTECTED && derived_inside(p, d)) continue;
        return false;
    }
    return true;
}

void cxx_check_access(Parse *p, Decl *d, ClassDecl *naming, Pos pos) {
    if (d->access > ACC_PUBLIC && !cxx_access_ok(p, d, naming)) {
        CXX_DIAG(p->x, d_inaccessible, pos, d);
        cxx_note_declared(p->x, d);
    }
}
