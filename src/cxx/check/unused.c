// SPDX-License-Identifier: Apache-2.0
// check/unused.c: functions and variables at namespace scope that only their own unit can name and
// nothing in it does (#177), as nvcc says it of the main file. Most bodies are never parsed, so
// names are counted: what is named nowhere but where it is declared is unused, whatever the name
// would mean.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

// A declaration that may be unused.
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

// Whether the scope lies in an unnamed namespace.
static bool unnamed_namespace(const Scope *scope) {
    for (; scope && scope->kind == SC_NAMESPACE && scope->parent && scope->owner;
         scope = scope->parent) {
        if (!scope->owner->name) return true;
    }
    return false;
}

// Attributes that say that it is meant, or that something else uses it.
static bool meant(Cxx *cxx, const IndexEntry *index_entry) {
    static const char *const words[] = {"unused",   "__unused__",  "maybe_unused", "used",
                                        "__used__", "constructor", "destructor",   "alias",
                                        "weak",     "__weak__",    "section"};
    const Token *t = cxx->tokens->at;
    for (uint32_t i = index_entry->begin; i < index_entry->end && t[i].kind != T_LBRACE; i++) {
        if (t[i].kind != T_IDENT) continue;
        const char *s = atom_str(cxx->ctx, t[i].text);
        for (uint32_t k = 0; k < CU_COUNT(words); k++) {
            if (strcmp(s, words[k]) == 0) return true;
        }
    }
    return false;
}

// A variable of a built-in type, const or not, whose initialiser does nothing; or of a type with a
// name.
static bool plain_variable(const Token *token, const IndexEntry *index_entry, bool internal,
                           bool *by_type) {
    bool is_const = false;
    uint32_t i = index_entry->begin;
    for (; i < index_entry->order; i++) {
        uint16_t k = token[i].kind;
        if (is_any_of(k, T_LPAREN, T_LBRACKET)) {
            i = token[i].match; // of attributes and alignas
            continue;
        }
        if (is_any_of(k, T_COMMA, T_KW_EXTERN) || (k == T_KW_INLINE && !internal)) return false;
        *by_type |= is_any_of(k, T_IDENT, T_KW_AUTO);
        if (is_any_of(k, T_STAR, T_AMP)) is_const = false;
        if (is_any_of(k, T_KW_CONST, T_KW_CONSTEXPR)) is_const = true;
    }
    for (i = index_entry->order + 1; i < index_entry->end; i++)
        *by_type |= token[i].kind == T_LPAREN;
    return internal || is_const;
}

// A variable of which neither the initialisation nor the end does anything, or a function.
static bool inert(Cxx *cxx, const Candidate *candidate, bool *function) {
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true; // it may be host code, which the host compiler reads
    bool phase = cxx->decls->host.phase;
    cxx->decls->host.phase = false; // what its initialiser names is not needed here
    cxx_elaborate_entry(cxx, candidate->s, candidate->entry);
    Decl *d = candidate->s->elab[candidate->entry];
    *function = d && d->kind == D_FUNC;
    VarDecl *v = d && d->kind == D_VAR && d->linkage == LK_INTERNAL ? (VarDecl *)d : NULL;
    if (v) cxx_var_init(cxx, v);
    cxx->decls->host.phase = phase;
    bool ok = *function || (v && !(d->flags & DF_INVALID) && !xe_has_effects(cxx, v));
    return !diag_trap_pop(cxx->ctx, &trap) && ok;
}

// Whether the entry declares a function or variable of the main file that only this unit can name.
static bool candidate(Cxx *cxx, const Scope *scope, const IndexEntry *index_entry, bool *by_type) {
    const Token *token = cxx->tokens->at;
    if (!index_entry->name || token[index_entry->order].kind != T_IDENT ||
        token[index_entry->order].text != index_entry->name)
        return false;
    if (index_entry->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF | IX_SPECIALIZATION))
        return false;
    if (!is_any_of(index_entry->form, IXF_SIMPLE, IXF_FUNC_DEF)) return false;
    if (!cxx_in_main_file(cxx, token[index_entry->order].pos)) return false;
    bool internal = index_entry->flags & IX_STATIC || unnamed_namespace(scope);
    if (index_entry->flags & IX_FUNCTION || index_entry->form == IXF_FUNC_DEF) {
        if (!internal) return false;
        *by_type = index_entry->form == IXF_SIMPLE; // `static T x(1);` looks like one
    } else if (!plain_variable(token, index_entry, internal, by_type)) {
        return false;
    }
    return !meant(cxx, index_entry);
}

// What stands in front of the first candidate cannot name any of them.
static void count_names(Unused *unused, uint32_t first) {
    const TokenArray *token_array = unused->x->tokens;
    for (uint32_t i = first; i < token_array->n; i++) {
        if (token_array->at[i].kind != T_IDENT) continue;
        Count *c = map_get(&unused->names, token_array->at[i].text);
        if (c) c->named++;
    }
    for (uint32_t i = 0; i < unused->x->decls->index.namespaces.n; i++) {
        const Scope *s = unused->x->decls->index.namespaces.at[i];
        for (uint32_t k = 0; s->index && k < s->index->e.n; k++) {
            if (s->index->e.at[k].order < first) continue;
            Count *c = map_get(&unused->names, s->index->e.at[k].name);
            if (c) c->declared++;
        }
    }
}

// Candidates first: most units have none, and then no token is counted.
void cxx_warn_unused(Cxx *cxx) {
    Arena *arena = &cxx->ctx->scratch;
    ArenaMark mark = arena_mark(arena);
    Unused unused = {.x = cxx};
    map_init(&unused.names, arena);
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++) {
        Scope *s = cxx->decls->index.namespaces.at[i];
        for (uint32_t k = 0; s->index && k < s->index->e.n; k++) {
            IndexEntry *e = &s->index->e.at[k];
            Candidate c = {.s = s, .entry = k};
            if (!candidate(cxx, s, e, &c.by_type)) continue;
            vec_push(arena, &unused.all, c);
            if (!map_get(&unused.names, e->name))
                map_put(&unused.names, e->name, arena_new(arena, Count));
        }
    }
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < unused.all.n; i++)
        first = CU_MIN(first, unused.all.at[i].s->index->e.at[unused.all.at[i].entry].order);
    if (unused.all.n) count_names(&unused, first);
    for (uint32_t i = 0; i < unused.all.n; i++) {
        const IndexEntry *e = &unused.all.at[i].s->index->e.at[unused.all.at[i].entry];
        const Count *c = map_get(&unused.names, e->name);
        bool function = e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF;
        if (c->named != c->declared) continue;
        if (unused.all.at[i].by_type && !inert(cxx, &unused.all.at[i], &function)) continue;
        Pos pos = cxx->tokens->at[e->order].pos;
        if (function)
            CXX_DIAG(cxx, w_unused_function, pos, e->name);
        else
            CXX_DIAG(cxx, w_unused_variable, pos, e->name);
    }
    arena_reset(arena, mark);
}
