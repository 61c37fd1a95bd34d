// SPDX-License-Identifier: Apache-2.0
// Names that clash: entities of different kinds under one name [basic.scope.scope]/4, templates and
// what else has their name [temp.pre]/7, using-declarations [namespace.udecl]/10, /14, names of
// template parameters [temp.local]/6, members of anonymous unions [class.union.anon]/1. What
// clashes with an earlier declaration is judged in the main file only.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool func_template(const Decl *d) {
    return d->kind == D_TEMPLATE && ((const TemplateDecl *)d)->kind == TK_FUNC;
}

static bool overloads(const Decl *d) {
    return d->kind == D_FUNC || d->kind == D_GUIDE || func_template(d);
}

// Whether declarations of one name may stand in one scope: an overload set, a using-declaration
// (judged apart), or a class or enumeration beside what hides it [basic.scope.hiding].
bool cxx_may_coexist(const Decl *a, const Decl *b) {
    if (a->kind == D_USING || b->kind == D_USING) return true;
    if (overloads(a) && overloads(b)) return true;
    bool ta = a->kind == D_CLASS || a->kind == D_ENUM, tb = b->kind == D_CLASS || b->kind == D_ENUM;
    if (ta == tb) return false;
    const Decl *other = ta ? b : a;
    switch (other->kind) {
    case D_NAMESPACE:
    case D_NS_ALIAS:
    case D_TYPEDEF: return false;
    case D_TEMPLATE: return func_template(other);
    default: return true;
    }
}

static bool already(Cxx *x, const Decl *d, const Decl *o) {
    CXX_DIAG(x, d_already_declared, d->pos, d->name);
    cxx_note_declared(x, o);
    return true;
}

// Each of n using-declarations of one name looks at the others: at so many, not at thousands.
enum { COMPARED = 256 };

// ---- using-declarations ------------------------------------------------------------------------

// Whether two entities that are found by one name are at odds.
static bool at_odds(Cxx *x, const Scope *s, const Decl *a, const Decl *b) {
    if (a == b || (a->linkage == LK_C && b->linkage == LK_C)) return false;
    if (a->kind == D_FUNC && b->kind == D_FUNC) {
        const FuncDecl *f = (const FuncDecl *)a, *g = (const FuncDecl *)b;
        if (s->kind == SC_CLASS || f->d.type->kind != TY_FUNC || g->d.type->kind != TY_FUNC)
            return false; // hidden [namespace.udecl]/14
        return cxx_same_signature(x, f, g);
    }
    if (overloads(a) || overloads(b)) {
        const Decl *other = overloads(a) ? b : a;
        return !(overloads(a) && overloads(b)) && other->kind != D_CLASS && other->kind != D_ENUM;
    }
    bool ta = a->kind == D_CLASS || a->kind == D_ENUM || a->kind == D_TYPEDEF;
    bool tb = b->kind == D_CLASS || b->kind == D_ENUM || b->kind == D_TYPEDEF;
    if (ta && tb) return a->type != b->type && !ty_dependent(a->type) && !ty_dependent(b->type);
    return !cxx_may_coexist(a, b);
}

static void named_by(Parse *p, const UsingDecl *u, Lookup *l) {
    memset(l, 0, sizeof *l);
    if (u->target)
        cxx_lookup_push(p->x, l, u->target);
    else if (u->from)
        cxx_lookup_in(p, u->from, u->d.name, 0, l);
}

static const Decl *odd_one(Parse *p, const Scope *s, const Lookup *l, const Decl *o) {
    for (uint32_t i = 0; i < l->n; i++)
        if (at_odds(p->x, s, l->at[i], o)) return l->at[i];
    return NULL;
}

bool cxx_check_using(Parse *p, Scope *s, UsingDecl *u, const Lookup *found) {
    Cxx *x = p->x;
    if (!cxx_in_main_file(x, u->d.pos)) return true;
    if (s->index && u->d.order) cxx_elaborate_before(x, s, u->d.name, u->d.order, false);
    uint32_t steps = 0;
    for (const Decl *o = map_get(&s->names, u->d.name); o && steps < COMPARED; o = o->next) {
        steps++;
        if (o->order == u->d.order) continue;
        const UsingDecl *v = o->kind == D_USING ? (const UsingDecl *)o : NULL;
        bool same = v && v->from == u->from && v->dep_scope == u->dep_scope;
        if (same && s->kind == SC_CLASS && !p->env)
            return CXX_DIAG(x, d_using_again, u->d.pos, u->d.name);
        if (same || u->dep_scope || (v && v->dep_scope)) continue;
        Lookup l = {0};
        if (v)
            named_by(p, v, &l);
        else
            cxx_lookup_push(x, &l, (Decl *)o);
        const Decl *odd = NULL;
        for (uint32_t i = 0; i < l.n && !odd; i++) odd = odd_one(p, s, found, l.at[i]);
        if (odd && cxx_in_main_file(x, odd->pos) && cxx_in_main_file(x, o->pos))
            return CXX_DIAG(x, d_using_conflict, u->d.pos, odd);
    }
    return true;
}

bool cxx_clashes_using(Parse *p, Scope *s, const Decl *d, const UsingDecl *u) {
    Cxx *x = p->x;
    if (p->env || u->dep_scope || d->order == u->d.order || !cxx_in_main_file(x, d->pos))
        return false;
    if (d->order < u->d.order || !cxx_in_main_file(x, u->d.pos)) return false; // said there
    Lookup l;
    named_by(p, u, &l);
    const Decl *odd = odd_one(p, s, &l, d);
    return odd && cxx_in_main_file(x, odd->pos) && already(x, d, &u->d);
}

void cxx_check_template_clash(Parse *p, Scope *s, Decl *d) {
    Cxx *x = p->x;
    if (p->env || !cxx_in_main_file(x, d->pos)) return;
    if (s->index && d->order) cxx_elaborate_before(x, s, d->name, d->order, false);
    Rivals rivals = cxx_rivals(x, s, d);
    for (const Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind == D_USING && cxx_clashes_using(p, s, d, (const UsingDecl *)o)) return;
        if (o == d || o->order == d->order || cxx_may_coexist(o, d)) continue;
        already(x, d, o);
        return;
    }
}

// ---- template parameters -----------------------------------------------------------------------

// [temp.local]/6, asked where templates are read unbound.
void cxx_check_param_name(Parse *p, const Scope *s, const Decl *d) {
    for (; s && s->kind != SC_NAMESPACE; s = s->parent) {
        if (s->kind != SC_TPARAMS) continue;
        const Decl *t = map_get(&s->names, d->name);
        if (!t || t == d || t->kind != D_TPARM) continue;
        CXX_DIAG(p->x, d_param_redeclared, d->pos, d->name);
        return;
    }
}

// ---- anonymous unions --------------------------------------------------------------------------

void cxx_check_anonymous(Cxx *x, const ClassDecl *c) {
    const Index *ix = c->inner->index;
    for (uint32_t i = 0; i < ix->e.n; i++) {
        const IndexEntry *e = &ix->e.at[i];
        if (!(e->flags & IX_ANON_FIELD)) continue;
        uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, e->name);
        for (; k; k = ix->e.at[k - 1].next) {
            const IndexEntry *o = &ix->e.at[k - 1];
            uint16_t next = x->tokens->at[o->order + 1].kind; // a class may have the name
            bool hidden = o->form == IXF_CLASS || o->form == IXF_ENUM || o->flags & IX_FRIEND;
            if (k - 1 == i || hidden || next == T_LBRACE) continue;
            if (o->flags & IX_ANON_FIELD && k - 1 < i) continue; // said once
            uint32_t at = CU_MAX(o->order, e->order);
            CXX_DIAG(x, d_already_declared, x->tokens->at[at].pos, e->name);
            return;
        }
    }
}
