// SPDX-License-Identifier: Apache-2.0
// Names that clash: entities of different kinds under one name [basic.scope.scope]/4, templates and
// what else has their name [temp.pre]/7, using-declarations [namespace.udecl]/10, /14, names of
// template parameters [temp.local]/6, members of anonymous unions [class.union.anon]/1. What
// clashes with an earlier declaration is judged in the main file only.
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"

static bool overloads(const Decl *decl) {
    return is_any_of(decl->kind, D_FUNC, D_GUIDE) || decl_is_template(decl, TK_FUNC);
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
bool cxx_may_coexist(const Decl *decl, const Decl *next) {
    if (decl->kind == D_USING || next->kind == D_USING) return true;
    if (overloads(decl) && overloads(next)) return true;
    bool hideable = is_hideable(decl), next_hideable = is_hideable(next);
    if (hideable == next_hideable) return false;
    const Decl *other = hideable ? next : decl;
    switch (other->kind) {
    case D_NAMESPACE:
    case D_NS_ALIAS:
    case D_TYPEDEF: return false;
    case D_TEMPLATE: return decl_is_template(other, TK_FUNC);
    default: return true;
    }
}

static bool already(Cxx *cxx, const Decl *again, const Decl *before) {
    CXX_DIAG(cxx, d_already_declared, again->pos, again->name);
    cxx_note_declared(cxx, before);
    return true;
}

// Each of n using-declarations of one name looks at the others: at so many, not at thousands.
enum { COMPARED = 256 };

// ---- using-declarations ------------------------------------------------------------------------

// Two function templates that no call could tell apart [namespace.udecl]/14.
static bool same_template(Cxx *cxx, const TemplateDecl *tmpl, const TemplateDecl *other) {
    bool plain = !tmpl->pattern->written.requires.end && !other->pattern->written.requires.end;
    bool same_type = plain && tmpl->pattern->d.type == other->pattern->d.type;
    if (!same_type || !tm_params_match(tmpl->params, other->params)) return false;
    return tmpl->params->n == other->params->n && cxx->opt.std < 20; // (or constraints may differ)
}

// Two functions of a namespace that no call could tell apart. Those of a class are hidden
// [namespace.udecl]/14.
static bool same_function(Cxx *cxx, const Scope *home, const FuncDecl *func,
                          const FuncDecl *other) {
    if (home->kind == SC_CLASS || !ty_both(func->d.type, other->d.type, TY_FUNC)) return false;
    return cxx_same_signature(cxx, func, other);
}

// Two names of different types.
static bool are_other_types(const Decl *decl, const Decl *other) {
    bool known = !ty_dependent(decl->type) && !ty_dependent(other->type);
    return known && decl->type != other->type;
}

// Whether two entities that are found by one name are at odds.
static bool at_odds(Cxx *cxx, const Scope *home, const Decl *one, const Decl *other) {
    bool of_c = one->linkage == LK_C && other->linkage == LK_C;
    if (one == other || of_c) return false;
    if (one->kind == D_FUNC && other->kind == D_FUNC)
        return same_function(cxx, home, (const FuncDecl *)one, (const FuncDecl *)other);

    bool judged = cxx->opt.check_all && home->kind != SC_CLASS;
    if (judged && decl_is_template(one, TK_FUNC) && decl_is_template(other, TK_FUNC))
        return same_template(cxx, (const TemplateDecl *)one, (const TemplateDecl *)other);
    if (overloads(one)) return !overloads(other) && !is_hideable(other);
    if (overloads(other)) return !is_hideable(one);
    if (is_type(one) && is_type(other)) return are_other_types(one, other);
    return !cxx_may_coexist(one, other);
}

static void named_by(Parse *parse, const UsingDecl *using_, Lookup *found) {
    memset(found, 0, sizeof *found);
    if (using_->target)
        cxx_lookup_push(parse->x, found, using_->target);
    else if (using_->from)
        cxx_lookup_in(parse, using_->from, using_->d.name, 0, found);
}

// The first of those found that is at odds with `added`; NULL: none.
static const Decl *odd_one(Parse *parse, const Scope *home, const Lookup *found,
                           const Decl *added) {
    for (uint32_t i = 0; i < found->n; i++) {
        if (at_odds(parse->x, home, found->at[i], added)) return found->at[i];
    }
    return NULL;
}

// The first of those found that is at odds with what `added` is, or what it names by `using`.
static const Decl *odd_with(Parse *parse, const Scope *home, const Lookup *found, Decl *added) {
    Lookup named = {0};
    if (added->kind == D_USING)
        named_by(parse, (const UsingDecl *)added, &named);
    else
        cxx_lookup_push(parse->x, &named, added);
    const Decl *odd = NULL;
    for (uint32_t i = 0; i < named.n && !odd; i++) odd = odd_one(parse, home, found, named.at[i]);
    return odd;
}

static bool name_the_same(const UsingDecl *using_decl, const UsingDecl *other) {
    return other->from == using_decl->from && other->dep_scope == using_decl->dep_scope;
}

// Each entity that it names is compared with each that has the name there, whether declared or
// named by another using-declaration.
bool cxx_check_using(Parse *parse, Scope *home, UsingDecl *using_, const Lookup *found) {
    Cxx *cxx = parse->x;
    if (!cxx_in_main_file(cxx, using_->d.pos)) return true;
    if (home->index && using_->d.order)
        cxx_elaborate_before(cxx, home, using_->d.name, using_->d.order, false);

    uint32_t steps = 0;
    Decl *decl = map_get(&home->names, using_->d.name);
    for (; decl && steps < COMPARED; decl = decl->next) {
        steps++;
        if (decl->order == using_->d.order) continue;
        const UsingDecl *other = decl->kind == D_USING ? (const UsingDecl *)decl : NULL;
        bool same = other && name_the_same(using_, other);
        if (same && home->kind == SC_CLASS && !parse->env)
            return CXX_DIAG(cxx, d_using_again, using_->d.pos, using_->d.name);
        bool unknown = using_->dep_scope || (other && other->dep_scope);
        if (same || unknown) continue;

        const Decl *odd = odd_with(parse, home, found, decl);
        if (odd && cxx_in_main_file(cxx, odd->pos) && cxx_in_main_file(cxx, decl->pos))
            return CXX_DIAG(cxx, d_using_conflict, using_->d.pos, odd);
    }
    return true;
}

bool cxx_clashes_using(Parse *parse, Scope *home, const Decl *added, const UsingDecl *using_) {
    Cxx *cxx = parse->x;
    bool later = added->order > using_->d.order; // else it is said there
    if (parse->env || using_->dep_scope || !later) return false;
    if (!cxx_in_main_file(cxx, added->pos) || !cxx_in_main_file(cxx, using_->d.pos)) return false;
    Lookup found;
    named_by(parse, using_, &found);
    const Decl *odd = odd_one(parse, home, &found, added);
    return odd && cxx_in_main_file(cxx, odd->pos) && already(cxx, added, &using_->d);
}

void cxx_check_template_clash(Parse *parse, Scope *home, Decl *added) {
    Cxx *cxx = parse->x;
    if (parse->env || !cxx_in_main_file(cxx, added->pos)) return;
    if (home->index && added->order)
        cxx_elaborate_before(cxx, home, added->name, added->order, false);
    Rivals rivals = cxx_rivals(cxx, home, added);
    for (const Decl *rival; (rival = cxx_next_rival(&rivals));) {
        bool is_using = rival->kind == D_USING;
        if (is_using && cxx_clashes_using(parse, home, added, (const UsingDecl *)rival)) return;
        bool itself = rival == added || rival->order == added->order;
        if (itself || cxx_may_coexist(rival, added)) continue;
        already(cxx, added, rival);
        return;
    }
}

// ---- template parameters -----------------------------------------------------------------------

// [temp.local]/6, asked where templates are read unbound.
void cxx_check_param_name(Parse *parse, const Scope *home, const Decl *added) {
    for (; scope_is_inner(home); home = home->parent) {
        if (home->kind != SC_TPARAMS) continue;
        const Decl *parm = map_get(&home->names, added->name);
        if (!parm || parm == added || parm->kind != D_TPARM) continue;
        CXX_DIAG(parse->x, d_param_redeclared, added->pos, added->name);
        return;
    }
}

// ---- anonymous unions --------------------------------------------------------------------------

// Whether the entry is a class, an enumeration or a friend, which the member of a union may hide.
static bool is_hidden(const Cxx *cxx, const IndexEntry *hidden) {
    uint16_t next = cxx->tokens->at[hidden->order + 1].kind; // a class may have the name
    bool hideable = is_any_of(hidden->form, IXF_CLASS, IXF_ENUM);
    return hideable || hidden->flags & IX_FRIEND || next == T_LBRACE;
}

// Another entry with the name of entry i, a member of an anonymous union; NULL: none. Of two such
// members the earlier one tells.
static const IndexEntry *anonymous_clash(const Cxx *cxx, const Index *members, uint32_t i) {
    uint32_t next = (uint32_t)(uintptr_t)map_get(&members->by_name, members->e.at[i].name);
    while (next) {
        uint32_t k = next - 1;
        const IndexEntry *other = &members->e.at[k];
        next = other->next;
        bool said = other->flags & IX_ANON_FIELD && k < i;
        if (k != i && !said && !is_hidden(cxx, other)) return other;
    }
    return NULL;
}

// By the index: no member need be elaborated for it.
void cxx_check_anonymous(Cxx *cxx, const ClassDecl *cls) {
    const Index *index = cls->inner->index;
    for (uint32_t i = 0; i < index->e.n; i++) {
        const IndexEntry *entry = &index->e.at[i];
        const IndexEntry *other =
            entry->flags & IX_ANON_FIELD ? anonymous_clash(cxx, index, i) : NULL;
        if (!other) continue;
        uint32_t at = CU_MAX(other->order, entry->order);
        CXX_DIAG(cxx, d_already_declared, cxx->tokens->at[at].pos, entry->name);
        return;
    }
}
