// SPDX-License-Identifier: Apache-2.0
// unused.c: functions and variables at namespace scope that only their own unit can name and
// nothing in it does (#177), as nvcc says it of the main file. Most bodies are never parsed, so
// names are counted: what is named nowhere but where it is declared is unused, whatever the name
// would mean.
#include "cxx/decl_int.h"

typedef struct Unused {
    Cxx *x;
    Map names;             // Atom -> Count
    VEC(IndexEntry *) all; // candidates
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

// A variable of a built-in type, const or not, whose initialiser does nothing.
static bool plain_variable(const Token *t, const IndexEntry *e, bool internal) {
    bool is_const = false;
    uint32_t i = e->begin;
    for (; i < e->order; i++) {
        uint16_t k = t[i].kind;
        if (k == T_LPAREN || k == T_LBRACKET) {
            i = t[i].match; // of attributes and alignas
            continue;
        }
        if (k == T_IDENT || k == T_COMMA || k == T_KW_EXTERN || k == T_KW_INLINE || k == T_KW_AUTO)
            return false;
        if (k == T_STAR || k == T_AMP) is_const = false;
        if (k == T_KW_CONST || k == T_KW_CONSTEXPR) is_const = true;
    }
    for (i = e->order + 1; i < e->end; i++) {
        if (t[i].kind == T_LPAREN) return false;
    }
    return internal || is_const;
}

static bool candidate(Cxx *x, const Scope *s, const IndexEntry *e) {
    const Token *t = x->tokens->at;
    if (!e->name || t[e->order].kind != T_IDENT || t[e->order].text != e->name) return false;
    if (e->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF | IX_SPECIALIZATION)) return false;
    if (e->form != IXF_SIMPLE && e->form != IXF_FUNC_DEF) return false;
    if (!cxx_in_main_file(x, t[e->order].pos)) return false;
    bool internal = e->flags & IX_STATIC || unnamed_namespace(s);
    if (e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF) {
        if (!internal) return false;
    } else if (!plain_variable(t, e, internal)) {
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
        const Scope *s = x->decls->namespaces.at[i];
        for (uint32_t k = 0; s->index && k < s->index->e.n; k++) {
            IndexEntry *e = &s->index->e.at[k];
            if (!candidate(x, s, e)) continue;
            vec_push(a, &u.all, e);
            if (!map_get(&u.names, e->name)) map_put(&u.names, e->name, arena_new(a, Count));
        }
    }
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < u.all.n; i++) first = CU_MIN(first, u.all.at[i]->order);
    if (u.all.n) count_names(&u, first);
    for (uint32_t i = 0; i < u.all.n; i++) {
        const IndexEntry *e = u.all.at[i];
        const Count *c = map_get(&u.names, e->name);
        if (c->named != c->declared) continue;
        Pos pos = x->tokens->at[e->order].pos;
        if (e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF)
            CXX_DIAG(x, w_unused_function, pos, e->name);
        else
            CXX_DIAG(x, w_unused_variable, pos, e->name);
    }
    arena_reset(a, mark);
}
