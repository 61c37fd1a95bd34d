// SPDX-License-Identifier: Apache-2.0
// check/unused.c: functions and variables at namespace scope that only their own unit can name and
// nothing in it does (#177), as nvcc says it of the main file. Most bodies are never parsed, so
// names are counted: what is named nowhere but where it is declared is unused, whatever the name
// would mean.
#include "cxx/facts/diag.h"
#include "cxx/facts/print.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

// A declaration that may be unused.
typedef struct Candidate {
    Scope *s;
    uint32_t entry;
    bool by_type; // a variable or perhaps one: its type and initialiser decide
    bool again;   // the scope declares the name more than once, or another scope does
    bool unused, function;
    const Decl *decl; // where it had to be read
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
    for (; scope_is(scope, SC_NAMESPACE) && scope->parent && scope->owner; scope = scope->parent) {
        if (!scope->owner->name) return true;
    }
    return false;
}

// Attributes that say that it is meant, or that something else uses it.
static bool meant(Cxx *cxx, const IndexEntry *entry) {
    static const char *const words[] = {"unused",   "__unused__",  "maybe_unused", "used",
                                        "__used__", "constructor", "destructor",   "alias",
                                        "weak",     "__weak__",    "section"};
    const Token *t = cxx->tokens->at;
    for (uint32_t i = entry->begin; i < entry->end && t[i].kind != T_LBRACE; i++) {
        if (t[i].kind != T_IDENT) continue;
        const char *s = atom_str(cxx->ctx, t[i].text);
        for (uint32_t k = 0; k < CU_COUNT(words); k++) {
            if (strcmp(s, words[k]) == 0) return true;
        }
    }
    return false;
}

// The first entry of that name in the scope.
static const IndexEntry *first_entry(const Scope *scope, Atom name) {
    uint32_t first = (uint32_t)(uintptr_t)map_get(&scope->index->by_name, name);
    return &scope->index->e.at[first - 1];
}

// A variable of a built-in type, const or not, whose initialiser does nothing; or (by_type) one
// that has to be read for that: of a type with a name, volatile, behind a comma.
static bool plain_variable(const Token *token, const IndexEntry *entry, bool internal,
                           bool *by_type) {
    bool is_const = false, pointer = false, all_const = false;
    uint32_t i = entry->begin;
    for (; i < entry->order; i++) {
        uint16_t k = token[i].kind;
        if (is_any_of(k, T_LPAREN, T_LBRACKET)) {
            i = token[i].match; // of attributes and alignas
            continue;
        }
        bool shared = is_any_of(k, T_KW_EXTERN, T_KW_INLINE) && !internal;
        if (shared || k == T_STRING) return false; // the string names a language
        *by_type |= is_any_of(k, T_IDENT, T_KW_AUTO, T_KW_VOLATILE, T_COMMA);
        pointer |= is_any_of(k, T_STAR, T_AMP);
        if (is_any_of(k, T_STAR, T_AMP)) is_const = false;
        if (is_any_of(k, T_KW_CONST, T_KW_CONSTEXPR)) is_const = true;
        all_const |= is_const && !pointer;
        if (k == T_COMMA) is_const = all_const;
    }
    for (i = entry->order + 1; i < entry->end; i++) *by_type |= token[i].kind == T_LPAREN;
    return internal || is_const;
}

// Whether the declaration that was read has a name of this unit alone: `static` goes before C's
// linkage, and a variable that was `extern` before stays so.
static bool is_internal(const Candidate *candidate) {
    const IndexEntry *entry = &candidate->s->index->e.at[candidate->entry];
    uint8_t linkage = candidate->decl->linkage;
    return linkage == LK_INTERNAL || (linkage == LK_C && entry->flags & IX_STATIC);
}

// Reads the declaration: a variable of which neither the initialisation nor the end does anything,
// or a function.
static bool inert(Cxx *cxx, Candidate *suspect) {
    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true; // it may be host code, which the host compiler reads
    bool phase = cxx->decls->host.phase;
    cxx->decls->host.phase = false; // what its initialiser names is not needed here
    cxx_elaborate_entry(cxx, suspect->s, suspect->entry);
    Decl *d = suspect->s->elab[suspect->entry];
    if (d && d->name != suspect->s->index->e.at[suspect->entry].name) d = NULL;
    suspect->decl = d;
    bool function = decl_is(d, D_FUNC);
    VarDecl *v = decl_is(d, D_VAR) && is_internal(suspect) ? (VarDecl *)d : NULL;
    if (function && suspect->again) cxx_plain_member_def(cxx, (FuncDecl *)d);
    if (v) cxx_var_init(cxx, v);
    cxx->decls->host.phase = phase;
    bool ok = function || (v && !(d->flags & DF_INVALID) && !xe_has_effects(cxx, v));
    bool read = !diag_trap_pop(cxx->ctx, &trap) && ok;
    if (read) suspect->function = function;
    return read;
}

// Whether the entry declares a function or variable of the main file that only this unit can name.
static bool candidate(Cxx *cxx, const Scope *home, const IndexEntry *entry, bool *by_type) {
    const Token *token = cxx->tokens->at;
    if (!entry->name || token[entry->order].kind != T_IDENT ||
        token[entry->order].text != entry->name)
        return false;
    if (entry->flags & (IX_TEMPLATE | IX_FRIEND | IX_TYPEDEF | IX_SPECIALIZATION)) return false;
    if (!is_any_of(entry->form, IXF_SIMPLE, IXF_FUNC_DEF)) return false;
    if (!cxx_in_main_file(cxx, token[entry->order].pos)) return false;
    bool internal = entry->flags & IX_STATIC || unnamed_namespace(home);
    if (entry->flags & IX_FUNCTION || entry->form == IXF_FUNC_DEF) {
        if (!internal) return false;
        *by_type = entry->form == IXF_SIMPLE; // `static T x(1);` looks like one
    } else if (!plain_variable(token, entry, internal, by_type)) {
        return false;
    }
    return !meant(cxx, entry);
}

// What stands in front of the first declaration of a candidate cannot name any of them.
static void count_names(Unused *unused, uint32_t first) {
    const TokenArray *token_array = unused->x->tokens;
    for (uint32_t i = first; i < token_array->n; i++) {
        if (token_array->at[i].kind != T_IDENT) continue;
        Count *c = map_get(&unused->names, token_array->at[i].text);
        if (c) c->named++;
    }
    for (uint32_t i = 0; i < unused->x->decls->index.namespaces.n; i++) {
        const Scope *s = unused->x->decls->index.namespaces.at[i];
        for (uint32_t k = 0; k < cxx_index_size(s); k++) {
            if (s->index->e.at[k].order < first) continue;
            Count *c = map_get(&unused->names, s->index->e.at[k].name);
            if (c) c->declared++;
        }
    }
}

// Says it where the function or variable is defined; nothing is said twice at one place.
static void report(Cxx *cxx, const Candidate *suspect) {
    const IndexEntry *entry = &suspect->s->index->e.at[suspect->entry];
    const Decl *decl = suspect->decl;
    Pos pos = decl ? decl->pos : cxx->tokens->at[entry->order].pos;
    Buf name;
    buf_init(&name, &cxx->ctx->scratch);
    cxx_print_scope(cxx, &name, suspect->s);
    buf_atom(cxx->ctx, &name, entry->name);
    const Decl *overload = map_get(&suspect->s->names, entry->name);
    if (decl_is(decl, D_FUNC) && overload && overload->next)
        cxx_print_params(cxx, &name, &decl->type->u.func);
    if (suspect->function)
        CXX_DIAG(cxx, w_unused_function, pos, buf_cstr(&name));
    else
        CXX_DIAG(cxx, w_unused_variable, pos, buf_cstr(&name));
}

static void find_candidates(Unused *unused, Scope *home) {
    Arena *arena = &unused->x->ctx->scratch;
    for (uint32_t i = 0; i < cxx_index_size(home); i++) {
        const IndexEntry *e = &home->index->e.at[i];
        Candidate c = {.s = home, .entry = i};
        if (!candidate(unused->x, home, e, &c.by_type)) continue;
        c.again = first_entry(home, e->name)->next != 0;
        c.function = e->flags & IX_FUNCTION || e->form == IXF_FUNC_DEF;
        vec_push(arena, &unused->all, c);
        if (!map_get(&unused->names, e->name))
            map_put(&unused->names, e->name, arena_new(arena, Count));
    }
}

// Whether nothing names the candidate. Of a name that is declared again the declarations have to be
// read, all before the first is reported: the place and the linkage are those of them together.
static bool is_unused(Unused *unused, Candidate *suspect) {
    const IndexEntry *entry = &suspect->s->index->e.at[suspect->entry];
    const Count *count = map_get(&unused->names, entry->name);
    if (count->named != count->declared) return false;
    suspect->again |= count->declared > 1; // N::f outside of N
    if (!suspect->by_type && !suspect->again) return true;
    return inert(unused->x, suspect) || (suspect->function && !suspect->by_type);
}

// Candidates first: most units have none, and then no token is counted.
void cxx_warn_unused(Cxx *cxx) {
    Arena *arena = &cxx->ctx->scratch;
    ArenaMark mark = arena_mark(arena);
    Unused unused = {.x = cxx};
    map_init(&unused.names, arena);
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        find_candidates(&unused, cxx->decls->index.namespaces.at[i]);
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < unused.all.n; i++) {
        const Scope *scope = unused.all.at[i].s;
        Atom name = scope->index->e.at[unused.all.at[i].entry].name;
        first = CU_MIN(first, first_entry(scope, name)->order);
    }
    if (unused.all.n) count_names(&unused, first);
    for (uint32_t i = 0; i < unused.all.n; i++)
        unused.all.at[i].unused = is_unused(&unused, &unused.all.at[i]);
    for (uint32_t i = 0; i < unused.all.n; i++)
        if (unused.all.at[i].unused) report(cxx, &unused.all.at[i]);
    arena_reset(arena, mark);
}
