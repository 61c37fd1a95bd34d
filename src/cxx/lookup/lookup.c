// SPDX-License-Identifier: Apache-2.0
// Name lookup [basic.lookup]. A scope answers with its elaborated declarations of the name after
// the index entries of that name standing before the lookup's order were elaborated. Inline and
// unnamed namespaces count as part of the namespace around them; other using-directives make names
// visible as if in the nearest namespace that encloses both ends [namespace.udir]/2.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

bool cxx_first_seen(Cxx *x, const Decl *d, uint32_t epoch) {
    struct DeclState *s = x->decls;
    if (d->id >= s->mark.n) {
        uint32_t n = s->mark.n, want = CU_MAX(d->id + 1, n * 2);
        vec_reserve(xa(x), &s->mark, want);
        memset(s->mark.at + n, 0, (want - n) * sizeof *s->mark.at);
        s->mark.n = want;
    }
    bool first = s->mark.at[d->id] != epoch;
    s->mark.at[d->id] = epoch;
    return first;
}

// Adds what is known not to be there.
static void push_new(Cxx *x, Lookup *l, Decl *d) {
    if (!(l->n & (l->n - 1))) { // capacity is the next power of two
        Decl **at = arena_alloc(xa(x), sizeof *at * (l->n ? l->n * 2 : 1), _Alignof(Decl *));
        if (l->n) memcpy(at, l->at, sizeof *at * l->n);
        l->at = at;
    }
    l->at[l->n++] = d;
}

void cxx_lookup_push(Cxx *x, Lookup *l, Decl *d) {
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->at[i] == d) return;
    }
    push_new(x, l, d);
}

void cxx_lookup_merge(Cxx *x, Lookup *l, const Lookup *more) {
    if (l->n < 8 || more->n < 8) {
        for (uint32_t i = 0; i < more->n; i++) cxx_lookup_push(x, l, more->at[i]);
        return;
    }
    uint32_t epoch = ++x->decls->epoch;
    for (uint32_t i = 0; i < l->n; i++) cxx_first_seen(x, l->at[i], epoch);
    for (uint32_t i = 0; i < more->n; i++) {
        if (cxx_first_seen(x, more->at[i], epoch)) push_new(x, l, more->at[i]);
    }
}

static bool is_func(const Decl *d) {
    return d->kind == D_FUNC ||
           (d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->kind == TK_FUNC);
}

static bool names_type(const Decl *d) {
    return d->kind == D_CLASS || d->kind == D_ENUM || d->kind == D_TYPEDEF ||
           (d->kind == D_TPARM && ((const TParmDecl *)d)->kind != TA_VALUE) ||
           (d->kind == D_TEMPLATE && (((const TemplateDecl *)d)->kind == TK_CLASS ||
                                      ((const TemplateDecl *)d)->kind == TK_ALIAS));
}

static bool wanted(const Decl *d, unsigned flags) {
    bool ns = d->kind == D_NAMESPACE || d->kind == D_NS_ALIAS;
    if (flags & LU_NS_ONLY) return ns;
    if (flags & LU_TYPE_ONLY) return names_type(d);
    if (flags & LU_SCOPE_ONLY) return ns || names_type(d);
    return true;
}

// [basic.scope.hiding]/2: a class or enumeration name is hidden by anything else in the scope.
static void drop_hidden_types(Lookup *out, uint32_t from) {
    bool other = false;
    for (uint32_t i = from; i < out->n; i++) {
        other |= out->at[i]->kind != D_CLASS && out->at[i]->kind != D_ENUM;
    }
    if (!other) return;
    uint32_t n = from;
    for (uint32_t i = from; i < out->n; i++) {
        if (out->at[i]->kind != D_CLASS && out->at[i]->kind != D_ENUM) out->at[n++] = out->at[i];
    }
    // keep the power-of-two capacity rule: shrinking never grows capacity beyond what is there
    out->n = n;
}

// What a found declaration stands for: the entity behind an alias.
static void take(Parse *p, Decl *d, unsigned flags, Lookup *out) {
    if (d->kind == D_NS_ALIAS) d = ((UsingDecl *)d)->target;
    if (d && wanted(d, flags)) cxx_lookup_push(p->x, out, d);
}

// One of a chain when nothing was found before the chain: a function stands in it once.
static void take_first(Parse *p, Decl *d, unsigned flags, Lookup *out) {
    if (!is_func(d))
        take(p, d, flags, out);
    else if (wanted(d, flags))
        push_new(p->x, out, d);
}

// What the using-declaration names for a lookup up to `limit`: what stood before it, but as it was
// declared again since (marks and default arguments of later declarations count).
static void expand_using(Parse *p, UsingDecl *u, unsigned flags, uint32_t limit, Lookup *out) {
    if (u->target) { // a block's declaration of a namespace's function
        take(p, u->target, flags, out);
        return;
    }
    if (!u->from || u->expanding) return;
    Lookup l = {0};
    u->expanding = true;
    if (u->from->kind == SC_CLASS) {
        cxx_lookup_member(p, u->from->cls, u->d.name, flags & ~(unsigned)LU_LOCAL, &l);
    } else {
        if (u->from->index) cxx_elaborate_before(p->x, u->from, u->d.name, limit, false);
        cxx_lookup_scope(p, u->from, u->d.name, flags, u->d.order, &l);
    }
    u->expanding = false;
    cxx_lookup_merge(p->x, out, &l);
}

// A member of a class hides one of a base that a using-declaration brought, when their
// parameters are the same [namespace.udecl]/14.
static bool hidden_by_own(Parse *p, const Lookup *own, uint32_t from, uint32_t n, Decl *d) {
    if (d->kind != D_FUNC) return false;
    for (uint32_t i = from; i < n; i++) {
        Decl *o = own->at[i];
        if (o->kind == D_FUNC && o != d && cxx_same_signature(p->x, (FuncDecl *)o, (FuncDecl *)d)) {
            return true;
        }
    }
    return false;
}

static void scan_chain(Parse *p, Scope *s, Decl *chain, unsigned flags, uint32_t limit,
                       Lookup *out) {
    uint32_t from = out->n;
    bool usings = false;
    Decl *unknown = NULL;
    for (Decl *d = chain; d; d = d->next) {
        if (d->order >= limit || (d->flags & DF_FRIEND_ONLY)) continue;
        if (d->kind == D_USING && ((UsingDecl *)d)->dep_scope)
            unknown = d; // read unbound
        else if (d->kind == D_USING)
            usings = true;
        else if (!from)
            take_first(p, d, flags, out);
        else
            take(p, d, flags, out);
    }
    if (usings) {
        uint32_t own = out->n;
        Lookup u = {0};
        for (Decl *d = chain; d; d = d->next) {
            if (d->kind == D_USING && d->order < limit)
                expand_using(p, (UsingDecl *)d, flags, limit, &u);
        }
        for (uint32_t i = 0; i < u.n; i++) {
            if (s->kind == SC_CLASS && hidden_by_own(p, out, from, own, u.at[i])) continue;
            cxx_lookup_push(p->x, out, u.at[i]);
        }
    }
    if (out->n - from > 1) drop_hidden_types(out, from);
    if (unknown && out->n == from) cxx_lookup_push(p->x, out, unknown);
}

// Members of anonymous unions called `name`, through the entries that list them.
static void lookup_anonymous(Parse *p, Scope *s, Atom name, unsigned flags, uint32_t limit,
                             Lookup *out) {
    if (!s->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&s->index->by_name, name);
    for (; i; i = s->index->e.at[i - 1].next) {
        IndexEntry *e = &s->index->e.at[i - 1];
        if (!(e->flags & IX_ANON_FIELD) || e->order >= limit) continue;
        Decl *d = s->elab[i - 1];
        Type *t = d ? d->type : NULL;
        if (!t || t->kind != TY_CLASS || !cxx_class_complete(p->x, t->u.cls, d->pos)) continue;
        cxx_lookup_scope(p, t->u.cls->inner, name, flags, UINT32_MAX, out);
    }
}

// `name` is an enumerator of member enumerations that are defined outside of their class: completes
// those of s whose definition p sees, and returns the limit for declarations that p sees.
static uint32_t see_outside_enumerators(Parse *p, Scope *s, Atom name, uint32_t limit) {
    const ClassDecl *c = s->cls;
    OutsideEnumerator *o = map_get(&p->x->decls->outside_enumerators, name);
    // an instance sees what its arguments have, but for what its own class gets later
    bool from_here = !p->env || (c && p->at >= c->body.begin && p->at < c->body.end);
    for (; o; o = o->next) {
        uint32_t order = o->def->order;
        if (from_here && p->at < order) limit = CU_MIN(limit, order);
        if (order >= limit) continue;
        cxx_elaborate_name(p->x, s, o->def->name);
        for (Decl *d = map_get(&s->names, o->def->name); d; d = d->next)
            if (d->kind == D_ENUM) cxx_enum_complete(p->x, (EnumDecl *)d);
    }
    return limit;
}

bool cxx_lookup_scope(Parse *p, Scope *s, Atom name, unsigned flags, uint32_t limit, Lookup *out) {
    uint32_t before = out->n;
    if (s->kind == SC_ENUM) {
        Decl *d = map_get(&s->names, name);
        if (d && wanted(d, flags) && d->order < limit) cxx_lookup_push(p->x, out, d);
        return out->n > before;
    }
    if (s->index) cxx_elaborate_before(p->x, s, name, limit, false);
    if (s->kind == SC_CLASS && p->x->decls->outside_enumerators.n)
        limit = see_outside_enumerators(p, s, name, limit);
    Decl *chain = map_get(&s->names, name);
    if (chain) scan_chain(p, s, chain, flags, limit, out);
    if (s->kind == SC_NAMESPACE) {
        for (uint32_t i = 0; i < s->using_dirs.n; i++) {
            Scope *in = s->using_dirs.at[i].ns;
            NamespaceDecl *o = (NamespaceDecl *)in->owner;
            if (in->parent == s && (o->inline_ || o->anonymous)) {
                cxx_lookup_scope(p, in, name, flags, limit, out);
            }
        }
    } else if (s->kind == SC_CLASS && out->n == before) {
        lookup_anonymous(p, s, name, flags, limit, out);
    }
    return out->n > before;
}

uint32_t cxx_lookup_limit(const Parse *p, const Scope *s, unsigned flags) {
    if (flags & LU_ALL) return UINT32_MAX;
    if (s->kind == SC_TPARAMS || s->kind == SC_ENUM || s->kind == SC_FUNC) return UINT32_MAX;
    if (s->kind != SC_CLASS) return p->at;
    // inside its own body a class shows what was declared so far, unless in a complete-class
    // context
    if (p->complete_ctx || !s->cls) return UINT32_MAX;
    if (p->at < s->cls->body.begin || p->at >= s->cls->body.end) return UINT32_MAX;
    return cxx_scope_encloses(s, p->scope) ? p->at : UINT32_MAX;
}

static void check_ambiguous(Lookup *out) {
    if (out->n < 2) return;
    bool all_func = true, same_type = true;
    for (uint32_t i = 0; i < out->n; i++) {
        Decl *d = out->at[i];
        all_func &= is_func(d);
        same_type &= names_type(d) && d->kind != D_TEMPLATE && d->type == out->at[0]->type;
    }
    if (all_func) return;
    if (same_type)
        out->n = 1;
    else
        out->ambiguous = true;
}

bool cxx_types_ambiguous(Cxx *x, const Lookup *l) {
    for (uint32_t i = 0; l->ambiguous && i < l->n; i++)
        if (!cxx_in_main_file(x, l->at[i]->pos)) return false;
    return l->ambiguous;
}

// ---- members -----------------------------------------------------------------------------------

static bool same_set(const Lookup *a, const Lookup *b) {
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->at[i] != b->at[i]) return false;
    }
    return true;
}

typedef struct Members { // a search of a class and its bases
    Parse *p;
    Atom name;
    unsigned flags;
    bool skip_dependent; // bases of the class itself: those of an instance are known
    uint32_t visit;
} Members;

// Whether p reads the signature of a member template of the class, with its parameters bound: it is
// instantiated when the class is complete, and members of dependent objects are looked up then
// [temp.dep.candidate].
static bool in_bound_template(const Parse *p, const Scope *cls) {
    if (p->dependent) return false;
    for (const Scope *s = p->scope; s && s != cls; s = s->parent)
        if (s->kind == SC_TPARAMS) return cxx_scope_encloses(cls, s);
    return false;
}

// A class that is a base twice is looked into once: what it gives a second time is merged to
// nothing, and the paths through a lattice of bases are exponentially many.
static bool member_rec(const Members *m, ClassDecl *c, uint32_t depth, Lookup *out) {
    Parse *p = m->p;
    Atom name = m->name;
    unsigned flags = m->flags;
    if (!cxx_class_visit(c, m->visit) || !c->inner || depth > p->x->ctx->max_depth) return false;
    Scope *s = c->inner;
    Lookup l = {0};
    uint32_t limit = in_bound_template(p, s) ? UINT32_MAX : cxx_lookup_limit(p, s, flags);
    cxx_lookup_scope(p, s, name, flags, limit, &l);
    if (!l.n && name == c->d.name && name && !(flags & LU_NS_ONLY)) {
        cxx_lookup_push(p->x, &l, &c->d); // injected-class-name
    }
    if (l.n) {
        l.found_in = c;
        *out = l;
        return true;
    }
    if (flags & LU_LOCAL) return false;
    for (uint32_t i = 0; i < c->nbase; i++) {
        BaseSpec *b = &c->base[i];
        if (!b->cls || (m->skip_dependent && !depth && b->was_dependent)) continue;
        cxx_class_complete(p->x, b->cls, b->pos);
        Lookup in = {0};
        if (!member_rec(m, b->cls, depth + 1, &in)) continue;
        if (!out->n) {
            *out = in;
        } else if (!same_set(out, &in)) {
            if (in.found_in && out->found_in &&
                cxx_class_has_base(p->x, out->found_in, in.found_in))
                continue;
            if (in.found_in && out->found_in &&
                cxx_class_has_base(p->x, in.found_in, out->found_in))
                *out = in;
            else if (!(in.n == 1 && out->n == 1 && names_type(in.at[0]) && in.at[0]->type &&
                       in.at[0]->type == out->at[0]->type)) {
                out->ambiguous = true;
            }
        }
    }
    return out->n != 0;
}

bool cxx_lookup_member(Parse *p, ClassDecl *c, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (!c->complete && !c->completing) cxx_class_complete(p->x, c, p->tok[p->at].pos);
    Members m = {p, name, flags, false, cxx_visit_begin(p->x)};
    if (!member_rec(&m, c, 0, out)) return false;
    out->naming = c;
    bool amb = out->ambiguous;
    check_ambiguous(out);
    out->ambiguous |= amb;
    return true;
}

bool cxx_lookup_in(Parse *p, Scope *s, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (s->kind == SC_CLASS) {
        return cxx_lookup_member(p, s->cls, name, flags, out);
    }
    if (s->kind == SC_ENUM && s->owner) cxx_enum_complete(p->x, (EnumDecl *)s->owner);
    uint32_t limit = cxx_lookup_limit(p, s, flags);
    cxx_lookup_scope(p, s, name, flags, limit, out);
    if (!out->n && s->kind == SC_NAMESPACE && !(flags & LU_LOCAL)) { // [namespace.qual]/2
        VEC(Scope *) todo = {0}, seen = {0};
        vec_push(xa(p->x), &todo, s);
        for (uint32_t k = 0; k < todo.n; k++) {
            Scope *n = todo.at[k];
            bool found = k && cxx_lookup_scope(p, n, name, flags, limit, out);
            if (found) continue;
            for (uint32_t i = 0; i < n->using_dirs.n; i++) {
                Scope *t = n->using_dirs.at[i].ns;
                bool dup = n->using_dirs.at[i].order >= limit;
                for (uint32_t j = 0; j < todo.n; j++) dup |= todo.at[j] == t;
                if (!dup) vec_push(xa(p->x), &todo, t);
            }
        }
        (void)seen;
    }
    if (!out->n && s == p->x->global && p->x->hooks.lookup_builtin && !(flags & LU_LOCAL)) {
        Decl *d = p->x->hooks.lookup_builtin(p->x, name);
        if (d && wanted(d, flags)) cxx_lookup_push(p->x, out, d);
    }
    check_ambiguous(out);
    return out->n != 0;
}

// ---- unqualified -------------------------------------------------------------------------------

typedef struct Active { // a using-directive in force: ns seems part of `at`
    Scope *ns, *at;
} Active;
typedef struct Actives {
    VEC(Active) v;
    uint32_t epoch; // of those that are in it
} Actives;

static void activate(Cxx *x, Actives *a, Scope *from, Scope *ns, uint32_t limit) {
    if (!cxx_first_seen(x, ns->owner, a->epoch)) return;
    Scope *common = cxx_namespace_of(from);
    while (common && !cxx_scope_encloses(common, ns)) common = cxx_namespace_of(common->parent);
    vec_push(&x->ctx->scratch, &a->v, ((Active){ns, common}));
    for (uint32_t i = 0; i < ns->using_dirs.n; i++) { // transitive
        if (ns->using_dirs.at[i].order < limit) {
            activate(x, a, from, ns->using_dirs.at[i].ns, limit);
        }
    }
}

bool cxx_lookup(Parse *p, Atom name, unsigned flags, Lookup *out) {
    Cxx *x = p->x;
    memset(out, 0, sizeof *out);
    if (p->conv_class && cxx_lookup_member(p, p->conv_class, name, flags, out)) return true;
    ArenaMark mark = arena_mark(&x->ctx->scratch);
    Actives act = {.epoch = ++x->decls->epoch};
    for (Scope *s = p->scope; s; s = s->parent) {
        uint32_t limit = cxx_lookup_limit(p, s, flags);
        if (s->kind == SC_CLASS) {
            ClassDecl *c = s->cls;
            Members m = {p, name, flags, true, cxx_visit_begin(p->x)};
            if (member_rec(&m, c, 0, out)) {
                out->naming = c;
                break;
            }
        } else {
            for (uint32_t i = 0; i < s->using_dirs.n; i++) {
                Scope *n = s->using_dirs.at[i].ns;
                NamespaceDecl *o = (NamespaceDecl *)n->owner;
                if (s->using_dirs.at[i].order >= limit) continue;
                if (n->parent == s && (o->inline_ || o->anonymous)) {
                    for (uint32_t j = 0; j < n->using_dirs.n; j++) {
                        activate(x, &act, s, n->using_dirs.at[j].ns, limit);
                    }
                    continue;
                }
                activate(x, &act, s, n, limit);
            }
            if (s->names.n || s->index || s->using_dirs.n) {
                cxx_lookup_scope(p, s, name, flags, limit, out);
            }
            if (s->kind == SC_NAMESPACE) {
                for (uint32_t i = 0; i < act.v.n; i++) {
                    if (act.v.at[i].at == s) {
                        cxx_lookup_scope(p, act.v.at[i].ns, name, flags, limit, out);
                    }
                }
            }
            if (out->n) break;
        }
        if (flags & LU_LOCAL) break;
    }
    arena_reset(&x->ctx->scratch, mark);
    if (!out->n && !(flags & LU_LOCAL) && x->hooks.lookup_builtin) {
        Decl *d = x->hooks.lookup_builtin(x, name);
        if (d && wanted(d, flags)) cxx_lookup_push(x, out, d);
    }
    bool amb = out->ambiguous;
    check_ambiguous(out);
    out->ambiguous |= amb;
    return out->n != 0;
}

Decl *cxx_lookup_one(Parse *p, Scope *s, Atom name, unsigned flags) {
    Lookup l = {0};
    if (s)
        cxx_lookup_in(p, s, name, flags, &l);
    else
        cxx_lookup(p, name, flags, &l);
    return l.n && !l.ambiguous ? l.at[0] : NULL;
}

void cxx_lookup_friends(Parse *p, ClassDecl *c, Atom name, Lookup *out) {
    Scope *s = c->inner;
    if (!s || !s->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&s->index->by_name, name);
    for (; i; i = s->index->e.at[i - 1].next) {
        if (!(s->index->e.at[i - 1].flags & IX_FRIEND)) continue;
        cxx_elaborate_entry(p->x, s, i - 1);
        Decl *d = s->elab[i - 1];
        if (d && is_func(d)) cxx_lookup_push(p->x, out, d);
    }
}
