// SPDX-License-Identifier: Apache-2.0
// Names that clash: entities of different kinds under one name [basic.scope.scope]/4, templates and
// what else has their name [temp.pre]/7, using-declarations [namespace.udecl]/10, /14, names of
// template parameters [temp.local]/6, members of anonymous unions [class.union.anon]/1. What
// clashes with an earlier declaration is judged in the main file only.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool func_template(const Decl *decl) {
    return decl->kind == D_TEMPLATE && ((const TemplateDecl *)decl)->kind == TK_FUNC;
}

static bool overloads(const Decl *decl) {
    return is_any_of(decl->kind, D_FUNC, D_GUIDE) || func_template(decl);
}

// A class or enumeration, which something else may hide [basic.scope.hiding]/2.
static bool is_hideable(const Decl *decl) {
    return is_any_of(decl->kind, D_CLASS, D_ENUM);
}

static bool is_type(const Decl *decl) {
    return is_hideable(decl) || decl->kind == D_TYPEDEF;
}

// Whether declarations of one name may stand in one scope: an overload set, a using-declaration
// (judged apart), or a class or enumeration beside what hides it [basic.scope.hiding].
bool cxx_may_coexist(const Decl *decl, const Decl *b) {
    if (decl->kind == D_USING || b->kind == D_USING) return true;
    if (overloads(decl) && overloads(b)) return true;
    bool ta = is_hideable(decl), tb = is_hideable(b);
    if (ta == tb) return false;
    const Decl *other = ta ? b : decl;
    switch (other->kind) {
    case D_NAMESPACE:
    case D_NS_ALIAS:
    case D_TYPEDEF: return false;
    case D_TEMPLATE: return func_template(other);
    default: return true;
    }
}

static bool already(Cxx *cxx, const Decl *decl, const Decl *o) {
    CXX_DIAG(cxx, d_already_declared, decl->pos, decl->name);
    cxx_note_declared(cxx, o);
    return true;
}

// Each of n using-declarations of one name looks at the others: at so many, not at thousands.
enum { COMPARED = 256 };

// ---- using-declarations ------------------------------------------------------------------------

// Two function templates that no call could tell apart [namespace.udecl]/14.
static bool same_template(Cxx *cxx, const TemplateDecl *tmpl, const TemplateDecl *b) {
    bool plain = !tmpl->pattern->written.requires.end && !b->pattern->written.requires.end;
    return plain && tmpl->pattern->d.type == b->pattern->d.type &&
           tm_params_match(tmpl->params, b->params) && tmpl->params->n == b->params->n &&
           cxx->opt.std < 20; // (constraints could tell them apart)
}

// Whether two entities that are found by one name are at odds.
static bool at_odds(Cxx *cxx, const Scope *scope, const Decl *decl, const Decl *b) {
    if (decl == b || (decl->linkage == LK_C && b->linkage == LK_C)) return false;
    if (decl->kind == D_FUNC && b->kind == D_FUNC) {
        const FuncDecl *f = (const FuncDecl *)decl, *g = (const FuncDecl *)b;
        if (scope->kind == SC_CLASS || f->d.type->kind != TY_FUNC || g->d.type->kind != TY_FUNC)
            return false; // hidden [namespace.udecl]/14
        return cxx_same_signature(cxx, f, g);
    }
    if (func_template(decl) && func_template(b) && cxx->opt.check_all && scope->kind != SC_CLASS)
        return same_template(cxx, (const TemplateDecl *)decl, (const TemplateDecl *)b);
    if (overloads(decl) && overloads(b)) return false;
    if (overloads(decl)) return !is_hideable(b);
    if (overloads(b)) return !is_hideable(decl);
    if (is_type(decl) && is_type(b))
        return decl->type != b->type && !ty_dependent(decl->type) && !ty_dependent(b->type);
    return !cxx_may_coexist(decl, b);
}

static void named_by(Parse *parse, const UsingDecl *u, Lookup *l) {
    memset(l, 0, sizeof *l);
    if (u->target)
        cxx_lookup_push(parse->x, l, u->target);
    else if (u->from)
        cxx_lookup_in(parse, u->from, u->d.name, 0, l);
}

static const Decl *odd_one(Parse *parse, const Scope *scope, const Lookup *l, const Decl *decl) {
    for (uint32_t i = 0; i < l->n; i++)
        if (at_odds(parse->x, scope, l->at[i], decl)) return l->at[i];
    return NULL;
}

// Each entity that it names is compared with each that has the name there, whether declared or
// named by another using-declaration.
bool cxx_check_using(Parse *parse, Scope *scope, UsingDecl *using_decl, const Lookup *found) {
    Cxx *cxx = parse->x;
    if (!cxx_in_main_file(cxx, using_decl->d.pos)) return true;
    if (scope->index && using_decl->d.order)
        cxx_elaborate_before(cxx, scope, using_decl->d.name, using_decl->d.order, false);
    uint32_t steps = 0;
    for (const Decl *decl = map_get(&scope->names, using_decl->d.name); decl && steps < COMPARED;
         decl = decl->next) {
        steps++;
        if (decl->order == using_decl->d.order) continue;
        const UsingDecl *v = decl->kind == D_USING ? (const UsingDecl *)decl : NULL;
        bool same = v && v->from == using_decl->from && v->dep_scope == using_decl->dep_scope;
        if (same && scope->kind == SC_CLASS && !parse->env)
            return CXX_DIAG(cxx, d_using_again, using_decl->d.pos, using_decl->d.name);
        if (same || using_decl->dep_scope || (v && v->dep_scope)) continue;
        Lookup l = {0};
        if (v)
            named_by(parse, v, &l);
        else
            cxx_lookup_push(cxx, &l, (Decl *)decl);
        const Decl *odd = NULL;
        for (uint32_t i = 0; i < l.n && !odd; i++) odd = odd_one(parse, scope, found, l.at[i]);
        if (odd && cxx_in_main_file(cxx, odd->pos) && cxx_in_main_file(cxx, decl->pos))
            return CXX_DIAG(cxx, d_using_conflict, using_decl->d.pos, odd);
    }
    return true;
}

bool cxx_clashes_using(Parse *parse, Scope *scope, const Decl *decl, const UsingDecl *using_decl) {
    Cxx *x = parse->x;
    if (parse->env || using_decl->dep_scope || decl->order == using_decl->d.order ||
        !cxx_in_main_file(x, decl->pos))
        return false;
    if (decl->order < using_decl->d.order || !cxx_in_main_file(x, using_decl->d.pos))
        return false; // said there
    Lookup l;
    named_by(parse, using_decl, &l);
    const Decl *odd = odd_one(parse, scope, &l, decl);
    return odd && cxx_in_main_file(x, odd->pos) && already(x, decl, &using_decl->d);
}

void cxx_check_template_clash(Parse *parse, Scope *scope, Decl *decl) {
    Cxx *x = parse->x;
    if (parse->env || !cxx_in_main_file(x, decl->pos)) return;
    if (scope->index && decl->order) cxx_elaborate_before(x, scope, decl->name, decl->order, false);
    Rivals rivals = cxx_rivals(x, scope, decl);
    for (const Decl *o; (o = cxx_next_rival(&rivals));) {
        if (o->kind == D_USING && cxx_clashes_using(parse, scope, decl, (const UsingDecl *)o))
            return;
        if (o == decl || o->order == decl->order || cxx_may_coexist(o, decl)) continue;
        already(x, decl, o);
        return;
    }
}

// ---- template parameters -----------------------------------------------------------------------

// [temp.local]/6, asked where templates are read unbound.
void cxx_check_param_name(Parse *parse, const Scope *scope, const Decl *decl) {
    for (; scope && scope->kind != SC_NAMESPACE; scope = scope->parent) {
        if (scope->kind != SC_TPARAMS) continue;
        const Decl *t = map_get(&scope->names, decl->name);
        if (!t || t == decl || t->kind != D_TPARM) continue;
        CXX_DIAG(parse->x, d_param_redeclared, decl->pos, decl->name);
        return;
    }
}

// ---- anonymous unions --------------------------------------------------------------------------

// By the index: no member need be elaborated for it.
void cxx_check_anonymous(Cxx *cxx, const ClassDecl *cls) {
    const Index *ix = cls->inner->index;
    for (uint32_t i = 0; i < ix->e.n; i++) {
        const IndexEntry *index_entry = &ix->e.at[i];
        if (!(index_entry->flags & IX_ANON_FIELD)) continue;
        uint32_t k = (uint32_t)(uintptr_t)map_get(&ix->by_name, index_entry->name);
        for (; k; k = ix->e.at[k - 1].next) {
            const IndexEntry *o = &ix->e.at[k - 1];
            uint16_t next = cxx->tokens->at[o->order + 1].kind; // a class may have the name
            bool hidden = is_any_of(o->form, IXF_CLASS, IXF_ENUM) || o->flags & IX_FRIEND;
            if (k - 1 == i || hidden || next == T_LBRACE) continue;
            if (o->flags & IX_ANON_FIELD && k - 1 < i) continue; // said once
            uint32_t at = CU_MAX(o->order, index_entry->order);
            CXX_DIAG(cxx, d_already_declared, cxx->tokens->at[at].pos, index_entry->name);
            return;
        }
    }
}
