// SPDX-License-Identifier: Apache-2.0
// Access of members [class.access]: checked where names are used, never part of look-up.
#include "cxx/decl_int.h"
#include "cxx/tmpl_int.h"

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
            bool same = cls && cls->tmpl && ((TemplateDecl *)d)->kind == TK_CLASS;
            if (same && (&cls->tmpl->d == d || cls->tmpl->d.name == d->name)) return true;
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

// The signature of a function template that is c's friend is being made.
static bool friend_signature(Cxx *x, ClassDecl *c) {
    const struct InstFrame *f = x->inst_stack;
    Scope *s = c->inner;
    if (!f || f->kind != IF_FUNC_SIG || !s || !s->index) return false;
    for (uint32_t i = 0; i < s->index->e.n; i++) {
        if (!(s->index->e.at[i].flags & IX_FRIEND)) continue;
        cxx_elaborate_entry(x, s, i);
        const Decl *d = s->elab[i];
        if (d && d->kind == D_TEMPLATE && d->name == f->d->name) return true;
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
    if (friend_signature(p->x, c)) return true;
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
static uint8_t by_using(const Decl *d, const ClassDecl *naming) {
    if (!naming->inner) return ACC_NONE;
    for (Decl *u = map_get(&naming->inner->names, d->name); u; u = u->next) {
        if (u->kind == D_USING) return u->access ? u->access : ACC_PUBLIC;
    }
    return ACC_NONE;
}

static bool has_base(Cxx *x, ClassDecl *c, ClassDecl *base) {
    return c == base || cxx_class_derived_from(x, c, base, NULL, NULL, NULL);
}

enum { MAX_PATH = 64 }; // bases between a naming class and the member's

// The access of d as a member of n; ACC_NONE: n cannot name it.
static uint8_t access_in(Parse *p, const Decl *d, ClassDecl *owner, ClassDecl *n, uint32_t depth) {
    if (n == owner) return d->access ? d->access : ACC_PUBLIC;
    uint8_t u = by_using(d, n), best = ACC_NONE;
    if (u || depth > MAX_PATH) return u ? u : ACC_PUBLIC;
    for (uint32_t i = 0; i < n->nbase && best != ACC_PUBLIC; i++) {
        const BaseSpec *b = &n->base[i];
        if (!b->cls || !has_base(p->x, b->cls, owner)) continue;
        uint8_t a = access_in(p, d, owner, b->cls, depth + 1);
        if (!a || a == ACC_PRIVATE) continue;
        a = CU_MAX(a, CU_MAX(b->access, (uint8_t)ACC_PUBLIC));
        if (!best || a < best) best = a;
    }
    return best;
}

// [class.protected]: where a nonstatic member is named for an object, that is one of the class of
// the code that names it, or of one derived from that.
static bool protected_ok(Parse *p, const Decl *d, ClassDecl *owner, ClassDecl *of) {
    bool object = of && (d->kind == D_FIELD || (d->kind == D_FUNC && !(d->flags & DF_STATIC)));
    for (Scope *s = p->scope; s; s = s->parent) {
        ClassDecl *k = s->kind == SC_CLASS ? s->cls : s->fn ? s->fn->cls : NULL;
        if (k && has_base(p->x, k, owner) && (!object || has_base(p->x, of, k))) return true;
    }
    if (object && has_base(p->x, of, owner) && inside(p, of)) return true; // of's friend
    ClassDecl *k = p->cls;
    if (!k) return false;
    return k->unbound_bases || (has_base(p->x, k, owner) && (!object || has_base(p->x, of, k)));
}

static bool base_ok(Parse *p, ClassDecl *d, const BaseSpec *b) {
    if (b->access <= ACC_PUBLIC || inside(p, d)) return true;
    return b->access == ACC_PROTECTED && derived_inside(p, d);
}

// [class.access.base]/5
static bool named_ok(Parse *p, Decl *d, ClassDecl *owner, ClassDecl *n, ClassDecl *object,
                     uint32_t depth) {
    uint8_t a = access_in(p, d, owner, n, 0);
    if (a == ACC_PUBLIC || depth > MAX_PATH) return true;
    if (a != ACC_NONE && inside(p, n)) return true;
    if (a == ACC_PROTECTED && protected_ok(p, d, owner, object)) return true;
    for (uint32_t i = 0; i < n->nbase && n != owner; i++) {
        const BaseSpec *b = &n->base[i];
        if (b->cls && has_base(p->x, b->cls, owner) && base_ok(p, n, b) &&
            named_ok(p, d, owner, b->cls, object, depth + 1))
            return true;
    }
    return false;
}

bool cxx_access_object_ok(Parse *p, Decl *d, ClassDecl *naming, ClassDecl *object) {
    ClassDecl *c = owner_of(d);
    if (!c || (d->access <= ACC_PUBLIC && (!naming || naming == c))) return true;
    if (d->kind == D_CLASS && (ClassDecl *)d == c) return true; // injected name
    for (int guard = 0; c->anon_member && guard < 64; guard++) c = c->anon_member->owner;
    if (!naming || naming->unbound_bases || !has_base(p->x, naming, c)) naming = c;
    if (d->access == ACC_NONE && naming == c) return true;
    return named_ok(p, d, c, naming, object, 0);
}

bool cxx_access_ok(Parse *p, Decl *d, ClassDecl *naming) {
    return cxx_access_object_ok(p, d, naming, NULL);
}

bool cxx_base_access_ok(Parse *p, ClassDecl *d, BaseSpec **path, uint32_t n) {
    for (uint32_t i = 0; i < n; d = path[i++]->cls) {
        if (!base_ok(p, d, path[i])) return false;
    }
    return true;
}

void cxx_check_access(Parse *p, Decl *d, ClassDecl *naming, Pos pos) {
    if (!cxx_access_ok(p, d, naming)) {
        CXX_DIAG(p->x, d_inaccessible, pos, d);
        cxx_note_declared(p->x, d);
    }
}
