// SPDX-License-Identifier: Apache-2.0
// Access of members [class.access]: checked where names are used, never part of look-up.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

// The first name of the nested-name-specifier that ends in front of token `name`, from token `at`;
// 0: the name is not qualified.
static uint32_t qualifier_begin(Cxx *x, uint32_t at, uint32_t name) {
    const Token *tok = x->tokens->at;
    for (; at < name; at++) {
        uint32_t i = at;
        while (i < name && tok[i].kind == T_IDENT) {
            uint32_t e = tok[i + 1].kind == T_LT ? cxx_skip_angles(x, i + 1, name) : i + 1;
            if (!e || tok[e].kind != T_COLCOL) break;
            i = e + 1 + (tok[e + 1].kind == T_KW_TEMPLATE);
        }
        if (i == name && at < name) return at;
    }
    return 0;
}

// The class template that the qualifier from token *at to `end` names; *at: its name's token.
static Decl *qualifying_template(Cxx *x, const ClassDecl *c, uint32_t *at, uint32_t end) {
    const Token *tok = x->tokens->at;
    Parse p = cxx_parse_at(x, *at, end, c->inner, c->inner->env);
    Scope *s = NULL;
    for (; *at < end && tok[*at].kind == T_IDENT; *at += 2) { // namespaces in front of it
        Lookup l = {0};
        p.at = *at;
        bool found = s ? cxx_lookup_in(&p, s, tok[*at].text, LU_SCOPE_ONLY, &l)
                       : cxx_lookup(&p, tok[*at].text, LU_SCOPE_ONLY, &l);
        if (found && l.at[0]->kind == D_TEMPLATE) return l.at[0];
        if (!found || l.at[0]->kind != D_NAMESPACE) return NULL;
        s = ((NamespaceDecl *)l.at[0])->inner;
    }
    return NULL;
}

typedef struct TemplateMember { // A<T>::B::name
    Decl *tmpl;                 // A
    Atom name[16];              // B, name
    uint32_t n;
} TemplateMember;

// `template <class T> friend struct A<T>::B;` and `template <class T> friend int A<T>::f();`: the
// members of all instances of A [temp.friend]/5. (Of a friend of A<T *>, too.)
static bool befriends_members(Cxx *x, const ClassDecl *c, const IndexEntry *e, TemplateMember *m) {
    const Token *tok = x->tokens->at;
    uint32_t at = e->begin, end = e->order;
    if (end == at) // a class that is only named: before the semicolon
        for (end = e->end - 1; end > at && tok[end].kind == T_SEMI;) end--;
    while (tok[at].kind == T_KW_TEMPLATE && tok[at + 1].kind == T_LT) {
        at = cxx_skip_angles(x, at + 1, end);
        if (!at) return false;
    }
    if (at == e->begin || end >= e->end) return false;
    at = qualifier_begin(x, at, end);
    m->tmpl = at ? qualifying_template(x, c, &at, end) : NULL;
    if (!m->tmpl) return false;
    for (uint32_t i = cxx_skip_angles(x, at + 1, end); i && i < end; i++) {
        if (tok[i].kind == T_IDENT && m->n < CU_COUNT(m->name) - 1) m->name[m->n++] = tok[i].text;
        uint32_t angles = tok[i].kind == T_LT ? cxx_skip_angles(x, i, end) : 0;
        if (angles) i = angles - 1;
    }
    m->name[m->n++] = e->name ? e->name : tok[end].text;
    return true;
}

static bool is_member(const TemplateMember *m, const Decl *d) {
    if (d->name != m->name[m->n - 1]) return false;
    const Scope *s = cxx_decl_scope(d->scope);
    for (uint32_t i = m->n - 1; i-- > 0 && s; s = cxx_decl_scope(s->parent))
        if (s->kind != SC_CLASS || s->cls->d.name != m->name[i]) return false;
    return s && s->kind == SC_CLASS && s->cls->tmpl && &s->cls->tmpl->d == m->tmpl;
}

// Whether fn may be declared by the friend declaration f, which may not be merged with it.
static bool may_be_same(Cxx *x, const FuncDecl *f, const FuncDecl *fn) {
    if (f->d.name != fn->d.name || f->cls != fn->cls) return false;
    bool known = f->d.type->kind == TY_FUNC && fn->d.type->kind == TY_FUNC &&
                 !ty_dependent(f->d.type) && !ty_dependent(fn->d.type) && !x->decls->unbound;
    return !known || cxx_same_signature(x, f, fn);
}

// Friends of class c, elaborated when access depends on one.
static bool is_friend(Cxx *x, ClassDecl *c, const ClassDecl *cls, const FuncDecl *fn) {
    Scope *s = c->inner;
    if (!s) return false;
    if (c->unbound) return true; // its friends may depend on the arguments
    for (uint32_t i = 0; s->index && i < s->index->e.n; i++) {
        IndexEntry *e = &s->index->e.at[i];
        if (!(e->flags & IX_FRIEND)) continue;
        TemplateMember m = {0};
        if (befriends_members(x, c, e, &m)) {
            if ((cls && is_member(&m, &cls->d)) || (fn && is_member(&m, &fn->d))) return true;
            continue;
        }
        cxx_elaborate_entry(x, s, i);
        Decl *d = s->elab[i];
        if (!d && fn && x->decls->unbound && e->name == fn->d.name) return true; // of a template
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
        if (d->kind == D_FUNC && fn && may_be_same(x, (FuncDecl *)d, fn)) return true;
        if (cls && d == &cls->d) return true;
    }
    for (uint32_t i = 0; cls && i < c->friends.n; i++) {
        const ClassDecl *f = c->friends.at[i];
        if (f == cls || (cls->unbound && f->tmpl && f->tmpl == cls->tmpl)) return true;
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
    for (const Scope *s = p->cls ? p->cls->d.scope : NULL; s; s = s->parent) {
        if (s->kind == SC_CLASS && s->cls == c) return true; // nested in it
    }
    if (friend_signature(p->x, c)) return true;
    return (p->cls || p->fn) && p->cls != c && is_friend(p->x, c, p->cls, p->fn);
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

static bool is_or_has_base(Cxx *x, ClassDecl *c, const ClassDecl *base) {
    return c == base || (cxx_class_complete(x, c, c->d.pos) && cxx_class_has_base(x, c, base));
}

// One member named as a member of a class derived from its own. A lattice of bases has 2^n paths at
// n levels: what a class with several bases gives is remembered.
typedef struct Named {
    Parse *p;
    const Decl *d;
    ClassDecl *owner, *object;
    Map access;  // class -> access_in and 1
    Map refused; // class -> itself: named_ok is false
} Named;

enum { MAX_PATH = 64 }; // bases between a naming class and the member's

// The access of the member as one of n; ACC_NONE: n cannot name it.
static uint8_t access_in(Named *m, ClassDecl *n, uint32_t depth) {
    if (n == m->owner) return m->d->access ? m->d->access : ACC_PUBLIC;
    uint8_t u = by_using(m->d, n), best = ACC_NONE;
    if (u || depth > MAX_PATH) return u ? u : ACC_PUBLIC;
    uintptr_t known = n->nbase > 1 ? (uintptr_t)map_get(&m->access, (uintptr_t)n) : 0;
    if (known) return (uint8_t)(known - 1);
    for (uint32_t i = 0; i < n->nbase && best != ACC_PUBLIC; i++) {
        const BaseSpec *b = &n->base[i];
        if (!b->cls || !is_or_has_base(m->p->x, b->cls, m->owner)) continue;
        uint8_t a = access_in(m, b->cls, depth + 1);
        if (!a || a == ACC_PRIVATE) continue;
        a = CU_MAX(a, CU_MAX(b->access, (uint8_t)ACC_PUBLIC));
        if (!best || a < best) best = a;
    }
    if (n->nbase > 1) map_put(&m->access, (uintptr_t)n, (void *)(uintptr_t)(best + 1u));
    return best;
}

// [class.protected]: where a nonstatic member is named for an object, that is one of the class of
// the code that names it, or of one derived from that.
static bool protected_ok(const Named *m) {
    Cxx *x = m->p->x;
    const Decl *d = m->d;
    ClassDecl *of = m->object;
    bool object = of && (d->kind == D_FIELD || (d->kind == D_FUNC && !(d->flags & DF_STATIC)));
    for (Scope *s = m->p->scope; s; s = s->parent) {
        ClassDecl *k = s->kind == SC_CLASS ? s->cls : s->fn ? s->fn->cls : NULL;
        if (k && is_or_has_base(x, k, m->owner) && (!object || is_or_has_base(x, of, k)))
            return true;
    }
    if (object && is_or_has_base(x, of, m->owner) && inside(m->p, of)) return true; // of's friend
    ClassDecl *k = m->p->cls;
    if (!k) return false;
    return k->unbound_bases ||
           (is_or_has_base(x, k, m->owner) && (!object || is_or_has_base(x, of, k)));
}

static bool base_ok(Parse *p, ClassDecl *d, const BaseSpec *b) {
    if (b->access <= ACC_PUBLIC || inside(p, d)) return true;
    return b->access == ACC_PROTECTED && derived_inside(p, d);
}

// [class.access.base]/5
static bool named_ok(Named *m, ClassDecl *n, uint32_t depth) {
    uint8_t a = access_in(m, n, 0);
    if (a == ACC_PUBLIC || depth > MAX_PATH) return true;
    if (a != ACC_NONE && inside(m->p, n)) return true;
    if (a == ACC_PROTECTED && protected_ok(m)) return true;
    if (n == m->owner || (n->nbase > 1 && map_get(&m->refused, (uintptr_t)n))) return false;
    for (uint32_t i = 0; i < n->nbase; i++) {
        const BaseSpec *b = &n->base[i];
        if (b->cls && is_or_has_base(m->p->x, b->cls, m->owner) && base_ok(m->p, n, b) &&
            named_ok(m, b->cls, depth + 1))
            return true;
    }
    if (n->nbase > 1) map_put(&m->refused, (uintptr_t)n, n);
    return false;
}

static bool using_protected(Parse *p, uint8_t access, ClassDecl *naming) {
    return access == ACC_PROTECTED && derived_inside(p, naming);
}

bool cxx_access_object_ok(Parse *p, Decl *d, ClassDecl *naming, ClassDecl *object) {
    Cxx *x = p->x;
    ClassDecl *c = owner_of(d);
    if (x->decls->defining) return true; // by the member that is defined [class.access.general]/8
    if (d->kind == D_ENUMERATOR && naming && (!c || naming != c)) { // by `using E::e` [enum.udecl]
        uint8_t u = by_using(d, naming);
        if (u != ACC_NONE)
            return u == ACC_PUBLIC || inside(p, naming) || using_protected(p, u, naming);
    }
    if (!c || (d->access <= ACC_PUBLIC && (!naming || naming == c))) return true;
    if (d->kind == D_CLASS && (ClassDecl *)d == c) return true; // injected name
    for (int guard = 0; c->anon_member && guard < 64; guard++) c = c->anon_member->owner;
    if (!naming || naming->unbound_bases || !is_or_has_base(x, naming, c)) naming = c;
    bool ctor = d->kind == D_FUNC && ((const FuncDecl *)d)->kind == FK_CTOR;
    if (ctor) naming = c; // the access of the using-declaration is ignored [namespace.udecl]/19
    if (d->access == ACC_NONE && naming == c) return true;
    uint8_t u = naming != c ? by_using(d, naming) : ACC_NONE; // [namespace.udecl]/19
    if (u != ACC_NONE) return u == ACC_PUBLIC || inside(p, naming) || using_protected(p, u, naming);
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Named m = {.p = p, .d = d, .owner = c, .object = object};
    map_init(&m.access, &x->ctx->scratch);
    map_init(&m.refused, &x->ctx->scratch);
    bool ok = named_ok(&m, naming, 0);
    arena_reset(&x->ctx->scratch, mark);
    return ok;
}

bool cxx_access_ok(Parse *p, Decl *d, ClassDecl *naming) {
    return cxx_access_object_ok(p, d, naming, NULL);
}

// Whether accessible bases lead from d to `to`.
static bool reaches(Parse *p, ClassDecl *d, const ClassDecl *to, uint32_t visit) {
    if (d == to) return true;
    if (!cxx_class_visit(d, visit)) return false;
    for (uint32_t i = 0; i < d->nbase; i++) {
        const BaseSpec *b = &d->base[i];
        if (b->cls && base_ok(p, d, b) && reaches(p, b->cls, to, visit)) return true;
    }
    return false;
}

bool cxx_base_access_ok(Parse *p, ClassDecl *d, BaseSpec **path, uint32_t n) {
    ClassDecl *from = d;
    bool ok = true, virtual_ = false;
    for (uint32_t i = 0; i < n; d = path[i++]->cls) {
        ok = ok && base_ok(p, d, path[i]);
        virtual_ |= path[i]->virtual_;
    }
    // to a virtual base any path gives access [class.paths]
    return ok || (virtual_ && reaches(p, from, d, cxx_visit_begin(p->x)));
}

// ---- names in front of a declarator
// --------------------------------------------------------------

typedef struct LateName {
    Decl *d;
    ClassDecl *naming;
    Pos pos;
} LateName;
struct LateAccess {
    const Scope *scope; // of the declaration: what is instantiated on the way is not its
    const Env *env;
    VEC(LateName) names;
};

static void say_inaccessible(Cxx *x, Decl *d, Pos pos) {
    CXX_DIAG(x, d_inaccessible, pos, d);
    cxx_note_declared(x, d);
}

static bool waits(const Parse *p) {
    if (!p->late || p->env != p->late->env) return false;
    const Scope *s = p->scope;
    if (s && s->kind == SC_FUNC && !s->fn) s = s->parent; // of parameters
    return s == p->late->scope;
}

void cxx_check_access(Parse *p, Decl *d, ClassDecl *naming, Pos pos) {
    if (cxx_access_ok(p, d, naming)) return;
    if (!waits(p)) {
        say_inaccessible(p->x, d, pos);
        return;
    }
    for (uint32_t i = 0; i < p->late->names.n; i++) { // the tokens may be read again
        if (p->late->names.at[i].pos == pos) return;
    }
    LateName l = {d, naming, pos};
    vec_push(pp(p), &p->late->names, l);
}

// `C::Private C::member` and `C::Private f()` of a friend f may name it: the specifiers are checked
// as part of what the first declarator declares [class.access.general]/6.
void cxx_begin_late_access(Parse *p) {
    p->late = arena_new(pp(p), struct LateAccess);
    p->late->scope = p->scope;
    p->late->env = p->env;
}

struct LateAccess *cxx_take_late_access(Parse *p) {
    struct LateAccess *l = p->late;
    p->late = NULL;
    return l;
}

void cxx_end_late_access(Parse *p, const struct LateAccess *l, Decl *made, Scope *s) {
    if (!l || !l->names.n) return;
    Parse q = *p;
    if (s) q.scope = s;
    if (s && s->kind == SC_CLASS) q.cls = s->cls;
    if (made && made->kind == D_FUNC) {
        q.fn = (FuncDecl *)made;
        if (q.fn->cls) q.cls = q.fn->cls;
    }
    for (uint32_t i = 0; i < l->names.n; i++) {
        const LateName *n = &l->names.at[i];
        if (!cxx_access_ok(&q, n->d, n->naming)) say_inaccessible(p->x, n->d, n->pos);
    }
}
