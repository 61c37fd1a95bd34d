// SPDX-License-Identifier: Apache-2.0
// Name lookup [basic.lookup]. A scope answers with its elaborated declarations of the name after
// the index entries of that name standing before the lookup's order were elaborated. Inline and
// unnamed namespaces count as part of the namespace around them; other using-directives make names
// visible as if in the nearest namespace that encloses both ends [namespace.udir]/2.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"

bool cxx_first_seen(Cxx *cxx, const Decl *decl, uint32_t epoch) {
    struct DeclState *s = cxx->decls;
    if (decl->id >= s->mark.n) {
        uint32_t n = s->mark.n, want = CU_MAX(decl->id + 1, n * 2);
        vec_reserve(xa(cxx), &s->mark, want);
        memset(s->mark.at + n, 0, (want - n) * sizeof *s->mark.at);
        s->mark.n = want;
    }
    bool first = s->mark.at[decl->id] != epoch;
    s->mark.at[decl->id] = epoch;
    return first;
}

// Adds what is known not to be there.
static void push_new(Cxx *cxx, Lookup *l, Decl *decl) {
    if (!(l->n & (l->n - 1))) { // capacity is the next power of two
        Decl **at = arena_alloc(xa(cxx), sizeof *at * (l->n ? l->n * 2 : 1), _Alignof(Decl *));
        if (l->n) memcpy(at, l->at, sizeof *at * l->n);
        l->at = at;
    }
    l->at[l->n++] = decl;
}

void cxx_lookup_push(Cxx *cxx, Lookup *l, Decl *decl) {
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->at[i] == decl) return;
    }
    push_new(cxx, l, decl);
}

void cxx_lookup_merge(Cxx *cxx, Lookup *lookup, const Lookup *more) {
    if (lookup->n < 8 || more->n < 8) {
        for (uint32_t i = 0; i < more->n; i++) cxx_lookup_push(cxx, lookup, more->at[i]);
        return;
    }
    uint32_t epoch = ++cxx->decls->epoch;
    for (uint32_t i = 0; i < lookup->n; i++) cxx_first_seen(cxx, lookup->at[i], epoch);
    for (uint32_t i = 0; i < more->n; i++) {
        if (cxx_first_seen(cxx, more->at[i], epoch)) push_new(cxx, lookup, more->at[i]);
    }
}

// A type, or a template whose specializations are types.
static bool names_type(const Decl *decl) {
    switch ((DeclKind)decl->kind) {
    case D_CLASS:
    case D_ENUM:
    case D_TYPEDEF: return true;
    case D_TPARM: return ((const TParmDecl *)decl)->kind != TA_VALUE;
    case D_TEMPLATE: {
        uint8_t kind = ((const TemplateDecl *)decl)->kind;
        return is_any_of(kind, TK_CLASS, TK_ALIAS);
    }
    default: return false;
    }
}

// Whether lookup with these LU_* finds it at all.
static bool wanted(const Decl *decl, unsigned flags) {
    bool ns = is_any_of(decl->kind, D_NAMESPACE, D_NS_ALIAS);
    if (flags & LU_NS_ONLY) return ns;
    if (flags & LU_TYPE_ONLY) return names_type(decl);
    if (flags & LU_SCOPE_ONLY) return ns || names_type(decl);
    return true;
}

// [basic.scope.hiding]/2: a class or enumeration name is hidden by anything else in the scope.
static void drop_hidden_types(Lookup *out, uint32_t from) {
    bool other = false;
    for (uint32_t i = from; i < out->n; i++) {
        other |= !is_any_of(out->at[i]->kind, D_CLASS, D_ENUM);
    }
    if (!other) return;
    uint32_t n = from;
    for (uint32_t i = from; i < out->n; i++) {
        if (!is_any_of(out->at[i]->kind, D_CLASS, D_ENUM)) out->at[n++] = out->at[i];
    }
    // keep the power-of-two capacity rule: shrinking never grows capacity beyond what is there
    out->n = n;
}

// What a found declaration stands for: the entity behind an alias.
static void take(Parse *parse, Decl *decl, unsigned flags, Lookup *out) {
    if (decl->kind == D_NS_ALIAS) decl = ((UsingDecl *)decl)->target;
    if (decl && wanted(decl, flags)) cxx_lookup_push(parse->x, out, decl);
}

// One of a chain when nothing was found before the chain: a function stands in it once.
static void take_first(Parse *parse, Decl *decl, unsigned flags, Lookup *out) {
    if (!cxx_names_function(decl))
        take(parse, decl, flags, out);
    else if (wanted(decl, flags))
        push_new(parse->x, out, decl);
}

// In a namespace that is named, the namespaces of its using-directives answer where it does not
// itself [namespace.qual]/2.
static void lookup_qualified(Parse *parse, Scope *scope, Atom name, unsigned flags, uint32_t limit,
                             Lookup *out) {
    cxx_lookup_scope(parse, scope, name, flags, limit, out);
    if (out->n || scope->kind != SC_NAMESPACE || flags & LU_LOCAL || !scope->using_dirs.n) return;
    VEC(Scope *) todo = {0};
    vec_push(xa(parse->x), &todo, scope);
    for (uint32_t k = 0; k < todo.n; k++) {
        Scope *n = todo.at[k];
        bool found = k && cxx_lookup_scope(parse, n, name, flags, limit, out);
        if (found) continue;
        for (uint32_t i = 0; i < n->using_dirs.n; i++) {
            Scope *t = n->using_dirs.at[i].ns;
            bool dup = n->using_dirs.at[i].order >= limit;
            for (uint32_t j = 0; j < todo.n; j++) dup |= todo.at[j] == t;
            if (!dup) vec_push(xa(parse->x), &todo, t);
        }
    }
}

// What the using-declaration names for a lookup up to `limit`: what stood before it, but as it was
// declared again since (marks and default arguments of later declarations count).
static void expand_using(Parse *parse, UsingDecl *using_decl, unsigned flags, uint32_t limit,
                         Lookup *out) {
    if (using_decl->target) { // a block's declaration of a namespace's function
        take(parse, using_decl->target, flags, out);
        return;
    }
    if (!using_decl->from || using_decl->expanding) return;
    Lookup l = {0};

    // not yet expanding: what is elaborated here may name this one (`using std::malloc;` behind
    // std's `using ::malloc;`) and finds what stands before it
    bool of_class = using_decl->from->kind == SC_CLASS;
    if (!of_class && using_decl->from->index)
        cxx_elaborate_before(parse->x, using_decl->from, using_decl->d.name, limit, false);

    using_decl->expanding = true;
    if (of_class) {
        cxx_lookup_member(parse, using_decl->from->cls, using_decl->d.name,
                          flags & ~(unsigned)LU_LOCAL, &l);
    } else {
        lookup_qualified(parse, using_decl->from, using_decl->d.name, flags, using_decl->d.order,
                         &l);
    }
    using_decl->expanding = false;
    cxx_lookup_merge(parse->x, out, &l);
}

// A member of a class hides one of a base that a using-declaration brought, when their
// parameters are the same [namespace.udecl]/14.
static bool hidden_by_own(Parse *parse, const Lookup *own, uint32_t from, uint32_t n, Decl *decl) {
    if (decl->kind != D_FUNC) return false;
    for (uint32_t i = from; i < n; i++) {
        Decl *o = own->at[i];
        if (o->kind == D_FUNC && o != decl &&
            cxx_same_signature(parse->x, (FuncDecl *)o, (FuncDecl *)decl)) {
            return true;
        }
    }
    return false;
}

// The declarations of one name in a scope that stand before `limit`, then what its
// using-declarations name.
static void scan_chain(Parse *parse, Scope *scope, Decl *chain, unsigned flags, uint32_t limit,
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
            take_first(parse, d, flags, out);
        else
            take(parse, d, flags, out);
    }

    // what using-declarations bring is hidden by the class's own [namespace.udecl]/14
    if (usings) {
        uint32_t own = out->n;
        Lookup u = {0};
        for (Decl *d = chain; d; d = d->next) {
            if (d->kind == D_USING && d->order < limit)
                expand_using(parse, (UsingDecl *)d, flags, limit, &u);
        }
        for (uint32_t i = 0; i < u.n; i++) {
            if (scope->kind == SC_CLASS && hidden_by_own(parse, out, from, own, u.at[i])) continue;
            cxx_lookup_push(parse->x, out, u.at[i]);
        }
    }
    if (out->n - from > 1) drop_hidden_types(out, from);
    if (unknown && out->n == from) cxx_lookup_push(parse->x, out, unknown);
}

// Members of anonymous unions called `name`, through the entries that list them.
static void lookup_anonymous(Parse *parse, Scope *scope, Atom name, unsigned flags, uint32_t limit,
                             Lookup *out) {
    if (!scope->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&scope->index->by_name, name);
    for (; i; i = scope->index->e.at[i - 1].next) {
        IndexEntry *e = &scope->index->e.at[i - 1];
        if (!(e->flags & IX_ANON_FIELD) || e->order >= limit) continue;
        Decl *d = scope->elab[i - 1];
        Type *t = d ? d->type : NULL;
        if (!ty_is_class(t) || !cxx_class_complete(parse->x, t->u.cls, d->pos)) continue;
        cxx_lookup_scope(parse, t->u.cls->inner, name, flags, UINT32_MAX, out);
    }
}

// `name` is an enumerator of member enumerations that are defined outside of their class: completes
// those of `scope` whose definition `parse` sees, and returns the limit for declarations that
// `parse` sees.
static uint32_t see_outside_enumerators(Parse *parse, Scope *scope, Atom name, uint32_t limit) {
    const ClassDecl *cls = scope->cls;
    OutsideEnumerator *outside_enumerator =
        map_get(&parse->x->decls->index.outside_enumerators, name);
    // an instance sees what its arguments have, but for what its own class gets later
    bool from_here = !parse->env || (cls && parse->at >= cls->written.body.begin &&
                                     parse->at < cls->written.body.end);
    for (; outside_enumerator; outside_enumerator = outside_enumerator->next) {
        uint32_t order = outside_enumerator->def->order;
        if (from_here && parse->at < order) limit = CU_MIN(limit, order);
        if (order >= limit) continue;
        cxx_elaborate_name(parse->x, scope, outside_enumerator->def->name);
        for (Decl *d = map_get(&scope->names, outside_enumerator->def->name); d; d = d->next)
            if (d->kind == D_ENUM) cxx_enum_complete(parse->x, (EnumDecl *)d);
    }
    return limit;
}

// Whether the scope, without what is inline in it, can answer.
static bool may_find(const Cxx *cxx, const Scope *scope, Atom name) {
    if (scope->kind == SC_CLASS && cxx->decls->index.outside_enumerators.n) return true;
    bool may = cxx_may_have(cxx, scope, name);
#ifdef CU_DEBUG
    CU_ASSERT(cxx->ctx, may || (!map_get(&scope->names, name) &&
                                !(scope->index && map_get(&scope->index->by_name, name))));
#endif
    return may;
}

// Nor can what is inline in it: most of the scopes that a lookup passes are such.
static inline bool finds_nothing(const Cxx *cxx, const Scope *scope, Atom name) {
    bool alone = !scope->using_dirs.n && !is_any_of(scope->kind, SC_CLASS, SC_ENUM);
    return alone && !may_find(cxx, scope, name);
}

bool cxx_lookup_scope(Parse *parse, Scope *scope, Atom name, unsigned flags, uint32_t limit,
                      Lookup *out) {
    uint32_t before = out->n;
    if (scope->kind == SC_ENUM) {
        Decl *d = map_get(&scope->names, name);
        if (d && wanted(d, flags) && d->order < limit) cxx_lookup_push(parse->x, out, d);
        return out->n > before;
    }
    bool here = may_find(parse->x, scope, name);
    if (here && scope->index) cxx_elaborate_before(parse->x, scope, name, limit, false);
    if (scope->kind == SC_CLASS && parse->x->decls->index.outside_enumerators.n)
        limit = see_outside_enumerators(parse, scope, name, limit);
    Decl *chain = here ? map_get(&scope->names, name) : NULL;
    if (chain) scan_chain(parse, scope, chain, flags, limit, out);
    if (scope->kind == SC_NAMESPACE) {
        for (uint32_t i = 0; i < scope->using_dirs.n; i++) {
            Scope *in = scope->using_dirs.at[i].ns;
            NamespaceDecl *o = (NamespaceDecl *)in->owner;
            if (in->parent == scope && (o->inline_ || o->anonymous) &&
                !finds_nothing(parse->x, in, name)) {
                cxx_lookup_scope(parse, in, name, flags, limit, out);
            }
        }
    } else if (here && scope->kind == SC_CLASS && out->n == before) {
        lookup_anonymous(parse, scope, name, flags, limit, out);
    }
    return out->n > before;
}

uint32_t cxx_lookup_limit(const Parse *parse, const Scope *scope, unsigned flags) {
    if (flags & LU_ALL) return UINT32_MAX;
    if (is_any_of(scope->kind, SC_TPARAMS, SC_ENUM, SC_FUNC)) return UINT32_MAX;
    if (scope->kind != SC_CLASS)
        return flags & LU_INSTANTIATED ? CU_MAX(parse->at, parse->poi) : parse->at;
    // inside its own body a class shows what was declared so far, unless in a complete-class
    // context
    if (parse->complete_ctx || !scope->cls) return UINT32_MAX;
    if (parse->at < scope->cls->written.body.begin || parse->at >= scope->cls->written.body.end)
        return UINT32_MAX;
    return cxx_scope_encloses(scope, parse->scope) ? parse->at : UINT32_MAX;
}

// [basic.lookup]/1: several functions are overloads, several names of one type are one; anything
// else is ambiguous.
static void check_ambiguous(Lookup *out) {
    if (out->n < 2) return;
    bool all_func = true, same_type = true;
    for (uint32_t i = 0; i < out->n; i++) {
        Decl *d = out->at[i];
        all_func &= cxx_names_function(d);
        same_type &= names_type(d) && d->kind != D_TEMPLATE && d->type == out->at[0]->type;
    }
    if (all_func) return;
    if (same_type)
        out->n = 1;
    else
        out->ambiguous = true;
}

bool cxx_types_ambiguous(Cxx *cxx, const Lookup *l) {
    for (uint32_t i = 0; l->ambiguous && i < l->n; i++)
        if (!cxx_in_main_file(cxx, l->at[i]->pos)) return false;
    return l->ambiguous;
}

// ---- members -----------------------------------------------------------------------------------

// The same declarations in the same order.
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

// Whether `parse` reads the signature of a member template of the class, with its parameters bound:
// it is instantiated when the class is complete, and members of dependent objects are looked up
// then [temp.dep.candidate].
static bool in_bound_template(const Parse *parse, const Scope *cls) {
    if (parse->dependent) return false;
    for (const Scope *s = parse->scope; s && s != cls; s = s->parent)
        if (s->kind == SC_TPARAMS) return cxx_scope_encloses(cls, s);
    return false;
}

// Whether a virtual base stands on the way from the class to its base.
static bool virtual_way(Cxx *cxx, ClassDecl *cls, ClassDecl *base) {
    BaseSpec **path;
    uint32_t n = 0;
    bool virtual_ = false;
    if (!cxx_class_derived_from(cxx, cls, base, &path, &n, NULL)) return false;
    for (uint32_t i = 0; i < n; i++) virtual_ |= path[i]->virtual_;
    return virtual_;
}

// A class that is a base twice is looked into once: what it gives a second time is merged to
// nothing, and the paths through a lattice of bases are exponentially many.
static bool member_rec(const Members *members, ClassDecl *cls, uint32_t depth, Lookup *out) {
    Parse *parse = members->p;
    Atom name = members->name;
    unsigned flags = members->flags;
    if (!cxx_class_visit(cls, members->visit) || !cls->inner || depth > parse->x->ctx->max_depth)
        return false;
    Scope *scope = cls->inner;
    Lookup lookup = {0};
    if (may_find(parse->x, scope, name)) {
        uint32_t limit =
            in_bound_template(parse, scope) ? UINT32_MAX : cxx_lookup_limit(parse, scope, flags);
        cxx_lookup_scope(parse, scope, name, flags, limit, &lookup);
    }
    if (!lookup.n && name == cls->d.name && name && !(flags & LU_NS_ONLY)) {
        cxx_lookup_push(parse->x, &lookup, &cls->d); // injected-class-name
    }
    if (lookup.n) {
        lookup.found_in = cls;
        *out = lookup;
        return true;
    }
    if (flags & LU_LOCAL) return false;
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        BaseSpec *base_spec = &cls->members.base[i];
        if (!base_spec->cls || (members->skip_dependent && !depth && base_spec->was_dependent))
            continue;
        cxx_class_complete(parse->x, base_spec->cls, base_spec->pos);
        Lookup in = {0};
        if (!member_rec(members, base_spec->cls, depth + 1, &in)) continue;
        if (!out->n) {
            *out = in;
        } else if (!same_set(out, &in)) {
            if (in.found_in && out->found_in &&
                cxx_class_has_base(parse->x, out->found_in, in.found_in)) {
                // hidden where the subobject is the same [class.member.lookup]/6
                bool shared = virtual_way(parse->x, out->found_in, in.found_in) &&
                              (base_spec->virtual_ || base_spec->cls != in.found_in);
                shared = shared && (base_spec->cls == in.found_in ||
                                    virtual_way(parse->x, base_spec->cls, in.found_in));
                out->ambiguous |= !shared && parse->x->opt.check_all;
                continue;
            }
            if (in.found_in && out->found_in &&
                cxx_class_has_base(parse->x, in.found_in, out->found_in))
                *out = in;
            else if (!(in.n == 1 && out->n == 1 && names_type(in.at[0]) && in.at[0]->type &&
                       in.at[0]->type == out->at[0]->type)) {
                out->ambiguous = true;
            }
        }
    }
    return out->n != 0;
}

bool cxx_lookup_member(Parse *parse, ClassDecl *cls, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (!cls->members.complete && !cls->members.completing)
        cxx_class_complete(parse->x, cls, parse->tok[parse->at].pos);
    Members m = {parse, name, flags, false, cxx_visit_begin(parse->x)};
    if (!member_rec(&m, cls, 0, out)) return false;
    out->naming = cls;
    bool amb = out->ambiguous;
    check_ambiguous(out);
    out->ambiguous |= amb;
    return true;
}

bool cxx_lookup_in(Parse *parse, Scope *scope, Atom name, unsigned flags, Lookup *out) {
    memset(out, 0, sizeof *out);
    if (scope->kind == SC_CLASS) {
        return cxx_lookup_member(parse, scope->cls, name, flags, out);
    }
    if (scope->kind == SC_ENUM && scope->owner)
        cxx_enum_complete(parse->x, (EnumDecl *)scope->owner);
    uint32_t limit = cxx_lookup_limit(parse, scope, flags);
    lookup_qualified(parse, scope, name, flags, limit, out);
    if (!out->n && scope == parse->x->global && parse->x->hooks.lookup_builtin &&
        !(flags & LU_LOCAL)) {
        Decl *d = parse->x->hooks.lookup_builtin(parse->x, name);
        if (d && wanted(d, flags)) cxx_lookup_push(parse->x, out, d);
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

static void activate(Cxx *cxx, Actives *actives, Scope *from, Scope *ns, uint32_t limit) {
    if (!cxx_first_seen(cxx, ns->owner, actives->epoch)) return;
    Scope *common = cxx_namespace_of(from);
    while (common && !cxx_scope_encloses(common, ns)) common = cxx_namespace_of(common->parent);
    vec_push(&cxx->ctx->scratch, &actives->v, ((Active){ns, common}));
    for (uint32_t i = 0; i < ns->using_dirs.n; i++) { // transitive
        if (ns->using_dirs.at[i].order < limit) {
            activate(cxx, actives, from, ns->using_dirs.at[i].ns, limit);
        }
    }
}

// A template parameter is declared behind its default argument, which so may use the name for
// something else [basic.scope.pdecl]/9: bool is_scalar = is_scalar<T>::value.
static bool in_own_default(const Parse *parse, const Lookup *found) {
    if (found->n != 1 || found->at[0]->kind != D_TPARM) return false;
    const TParmDecl *parm = (const TParmDecl *)found->at[0];
    if (parm->default_decl) parm = parm->default_decl;
    return parse->at >= parm->default_range.begin && parse->at < parm->default_range.end;
}

// What the scope's using-directives nominate counts from the next scope on that encloses both
// [namespace.udir]/2; members of inline and unnamed namespaces are found with the scope's own, so
// that of these only their directives are left.
static void activate_directives(Cxx *cxx, Actives *act, Scope *scope, uint32_t limit) {
    for (uint32_t i = 0; i < scope->using_dirs.n; i++) {
        Scope *nominated = scope->using_dirs.at[i].ns;
        const NamespaceDecl *owner = (NamespaceDecl *)nominated->owner;
        if (scope->using_dirs.at[i].order >= limit) continue;
        if (nominated->parent != scope || !(owner->inline_ || owner->anonymous)) {
            activate(cxx, act, scope, nominated, limit);
            continue;
        }
        for (uint32_t j = 0; j < nominated->using_dirs.n; j++)
            activate(cxx, act, scope, nominated->using_dirs.at[j].ns, limit);
    }
}

// In a scope that is no class's, and in the namespaces that count as part of it.
static void lookup_around(Parse *parse, Actives *act, Scope *scope, Atom name, unsigned flags,
                          Lookup *out) {
    Cxx *cxx = parse->x;
    uint32_t limit = cxx_lookup_limit(parse, scope, flags);
    activate_directives(cxx, act, scope, limit);
    if (!finds_nothing(cxx, scope, name)) cxx_lookup_scope(parse, scope, name, flags, limit, out);
    if (scope->kind == SC_TPARAMS && in_own_default(parse, out)) out->n = 0;
    for (uint32_t i = 0; scope->kind == SC_NAMESPACE && i < act->v.n; i++) {
        bool here = act->v.at[i].at == scope && !finds_nothing(cxx, act->v.at[i].ns, name);
        if (here) cxx_lookup_scope(parse, act->v.at[i].ns, name, flags, limit, out);
    }
}

// From the innermost scope outwards, the first that has the name [basic.lookup.unqual].
static void lookup_outwards(Parse *parse, Atom name, unsigned flags, Lookup *out) {
    Cxx *cxx = parse->x;
    Actives act = {.epoch = ++cxx->decls->epoch};
    for (Scope *scope = parse->scope; scope; scope = cxx_scope_around(scope)) {
        bool passed = scope->kind != SC_NAMESPACE && finds_nothing(cxx, scope, name);
        if (!passed && scope->kind == SC_CLASS) {
            Members m = {parse, name, flags, true, cxx_visit_begin(parse->x)};
            if (member_rec(&m, scope->cls, 0, out)) {
                out->naming = scope->cls;
                return;
            }
        } else if (!passed) {
            lookup_around(parse, &act, scope, name, flags, out);
            if (out->n) return;
        }
        if (flags & LU_LOCAL) return;
    }
}

bool cxx_lookup(Parse *parse, Atom name, unsigned flags, Lookup *out) {
    Cxx *cxx = parse->x;
    memset(out, 0, sizeof *out);
    if (parse->conv_class && cxx_lookup_member(parse, parse->conv_class, name, flags, out))
        return true;
    ArenaMark mark = arena_mark(&cxx->ctx->scratch);
    lookup_outwards(parse, name, flags, out);
    arena_reset(&cxx->ctx->scratch, mark);

    // nobody declares what the compiler knows by itself
    if (!out->n && !(flags & LU_LOCAL) && cxx->hooks.lookup_builtin) {
        Decl *d = cxx->hooks.lookup_builtin(cxx, name);
        if (d && wanted(d, flags)) cxx_lookup_push(cxx, out, d);
    }
    bool amb = out->ambiguous;
    check_ambiguous(out);
    out->ambiguous |= amb;
    return out->n != 0;
}

Decl *cxx_lookup_one(Parse *parse, Scope *scope, Atom name, unsigned flags) {
    Lookup l = {0};
    if (scope)
        cxx_lookup_in(parse, scope, name, flags, &l);
    else
        cxx_lookup(parse, name, flags, &l);
    return l.n && !l.ambiguous ? l.at[0] : NULL;
}

void cxx_lookup_friends(Parse *parse, ClassDecl *cls, Atom name, Lookup *out) {
    Scope *s = cls->inner;
    if (!s || !s->index) return;
    uint32_t i = (uint32_t)(uintptr_t)map_get(&s->index->by_name, name);
    for (; i; i = s->index->e.at[i - 1].next) {
        if (!(s->index->e.at[i - 1].flags & IX_FRIEND)) continue;
        cxx_elaborate_entry(parse->x, s, i - 1);
        Decl *d = s->elab[i - 1];
        // (an instance is found by its template)
        bool instance = decl_is(d, D_FUNC) && ((const FuncDecl *)d)->inst.tmpl;
        if (d && cxx_names_function(d) && !instance) cxx_lookup_push(parse->x, out, d);
    }
}
