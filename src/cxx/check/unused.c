// SPDX-License-Identifier: Apache-2.0
// check/unused.c: functions and variables at namespace scope that only their own unit can name and
// nothing in it does (#177), as nvcc says it of the main file. Most bodies are never parsed, so
// names are counted: what is named nowhere but where it is declared is unused, whatever the name
// would mean.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

typedef struct Candidate {
    Scope *s;
    uint32_t entry;
    bool by_type; // a variable or perhaps one: its type and initialiser decide
} Candidate;
typedef struct Unused {
    Cxx *x;
    Map names; // Atom -> Count
    VEC(Candidate) all;
} Unused;
typedef struct Count {
    uint32_t named, declared;
} Count;

static bool unnamed_namespace(const Scope *s) {
    for (; s && s->kind == SC_NAMESPACE && s->parent && s->owner; s = s->parent) {
        if (!s->owner->name) return true;
    }
    return false;
}

// Attributes that say that it is meant, or that something else uses it.
static bool meant(Cxx *x, const IndexEntry *e) {
    static const char *const words[] = {"unused",   "__unused__",  "maybe_unused", "used",
                                        "__used__", "constructor", "destructor",   "alias",
                                        "weak",     "__weak__",    "section"};
    const Token *t = x->tokens->at;
    for (uint32_t i = e->begin; i < e->end && t[i].kind != T_LBRACE; i++) {
        if (t[i].kind != T_IDENT) continue;
        const char *s = atom_str(x->ctx, t[i].text);
        for (uint32_t k = 0; k < CU_COUNT(words); k++) {
            if (strcmp(s, words[k]) == 0) return true;
        }
    }
    return false;
}

// A variable of a built-in type, const or not, whose initialiser does nothing; or of a type with a
// name.
static bool plain_variable(const Token *t, const IndexEntry *e, bool internal, bool *by_type) {
    bool is_const = false;
    uint32_t i = e->begin;
    for (; i < e->order; i++) {
        uint16_t k = t[i].kind;
        if (k == T_LPAREN || k == T_LBRACKET) {
            i = t[i].match; // of attributes and alignas
            continue;
        }
        if (k == T_COMMA || k == T_KW_EXTERN || (k == T_KW_INLINE && !internal)) return false;
        *by_type |= k == T_IDENT || k == T_KW_AUTO;
        if (k == T_STAR || k == T_AMP) is_const = false;
        if (k == T_KW_CONST || k == T_KW_CONSTEXPR) is_const = true;
    }
    for (i = e->order + 1; i < e->end; i++) *by_type |= t[i].kind == T_LPAREN;
    return internal || is_const;
}

// A variable of which neither the initialisation nor the end does anything, or a function.
static bool inert(Cxx *x, const Candidate *c, bool *function) {
    DiagTrap trap;
    diag_trap_push(x->ctx, &trap);
    trap.silent = true; // it may be host code, which the host compiler reads
    cxx_elaborate_entry(x, c->s, c->entry);
    Decl *d = c->s->elab[c->entry];
    *function = d && d->kind == D_FUNC;
    VarDecl *v = d && d->kind == D_VAR && d->linkage == LK_INTERNAL ? (VarDecl *)d : NULL;
    if (v) cxx_var_init(x, v);
    bool ok = *function || (v && !(d->flags & DF_INVALID) && !xe_has_effects(x, v));
    return !diag_trap_pop(x->ctx, &trap) && ok;
}

static bool candidate(Cxx *x, const Scope *s, const IndexEntry *e, bool *by_type) {
    const Token *t = x->tokens->at;
    if (!e->name || t[e->order].kind != T_IDENT || t[e->order].text != e->name) return false;
    if (e->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF | IX_SPECIALIZATION)) return false;
    if (e->form != IXF_SIMPLE && e->form != IXF_FUNC_DEF) return false;
    if (!cxx_in_main_file(x, t[e->order].pos)) return false;
    bool internal = e->flags & IX_STATIC || unnamed_namespace(s);
    if (e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF) {
        if (!internal) return false;
        *by_type = e->form == IXF_SIMPLE; // `static T x(1);` looks like one
    } else if (!plain_variable(t, e, internal, by_type)) {
        return false;
    }
    return !meant(x, e);
}

// What stands in front of the first candidate cannot name any of them.
static void count_names(Unused *u, uint32_t first) {
    const TokenArray *t = u->x->tokens;
    for (uint32_t i = first; i < t->n; i++) {
        if (t->at[i].kind != T_IDENT) continue;
        Count *c = map_get(&u->names, t->at[i].text);
        if (c) c->named++;
    }
    for (uint32_t i = 0; i < u->x->decls->namespaces.n; i++) {
        const Scope *s = u->x->decls->namespaces.at[i];
        for (uint32_t k = 0; s->index && k < s->index->e.n; k++) {
            if (s->index->e.at[k].order < first) continue;
            Count *c = map_get(&u->names, s->index->e.at[k].name);
            if (c) c->declared++;
        }
    }
}

void cxx_warn_unused(Cxx *x) {
    Arena *a = &x->ctx->scratch;
    ArenaMark mark = arena_mark(a);
    Unused u = {.x = x};
    map_init(&u.names, a);
    for (uint32_t i = 0; i < x->decls->namespaces.n; i++) {
        Scope *s = x->decls->namespaces.at[i];
        for (uint32_t k = 0; s->index && k < s->index->e.n; k++) {
            IndexEntry *e = &s->index->e.at[k];
            Candidate c = {.s = s, .entry = k};
            if (!candidate(x, s, e, &c.by_type)) continue;
            vec_push(a, &u.all, c);
            if (!map_get(&u.names, e->name)) map_put(&u.names, e->name, arena_new(a, Count));
        }
    }
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < u.all.n; i++)
        first = CU_MIN(first, u.all.at[i].s->index->e.at[u.all.at[i].entry].order);
    if (u.all.n) count_names(&u, first);
    for (uint32_t i = 0; i < u.all.n; i++) {
        const IndexEntry *e = &u.all.at[i].s->index->e.at[u.all.at[i].entry];
        const Count *c = map_get(&u.names, e->name);
        bool function = e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF;
        if (c->named != c->declared) continue;
        if (u.all.at[i].by_type && !inert(x, &u.all.at[i], &function)) continue;
        Pos pos = x->tokens->at[e->order].pos;
        if (function)
            CXX_DIAG(x, w_unused_function, pos, e->name);
        else
            CXX_DIAG(x, w_unused_variable, pos, e->name);
    }
    arena_reset(a, mark);
}
