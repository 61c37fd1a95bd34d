// SPDX-License-Identifier: Apache-2.0
// What a name that was not found may have meant: the errors for unknown names and their notes. The
// nearest name in reach by edit distance (Damerau-Levenshtein, restricted: neighbours may be
// swapped; other case costs nothing but the last place in a tie), the same name declared further
// down, or the header that declares it (known.def). Runs only for errors that are shown, and for
// MAX_ASKED of them: the global scope of a CUDA file has tens of thousands of names.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "lex/lex.h"

enum { MAX_NAME = 64, MAX_ASKED = 30, SCALE = 8 };

typedef struct Search {
    Cxx *x;
    const char *want;
    uint32_t n;
    uint32_t limit; // a cost at or above it is no match
    const char *best;
    Decl *decl; // of best, NULL: a keyword or builtin, or not elaborated
    Scope *scope;
    uint32_t order; // of best, 0: none
    uint32_t visit;
} Search;

static unsigned char lower(char c) {
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

// SCALE per edit, 1 for a letter in the other case; UINT32_MAX at `limit` or above.
static uint32_t distance(const char *a, uint32_t n, const char *b, uint32_t m, uint32_t limit) {
    uint32_t row[3][MAX_NAME + 1];
    uint32_t gap = n > m ? n - m : m - n;
    if (gap * SCALE >= limit) return UINT32_MAX;
    uint32_t *above2 = row[0], *above = row[1], *cur = row[2];
    for (uint32_t j = 0; j <= m; j++) above[j] = j * SCALE;
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t least = cur[0] = i * SCALE;
        for (uint32_t j = 1; j <= m; j++) {
            uint32_t other = a[i - 1] == b[j - 1]                 ? 0
                             : lower(a[i - 1]) == lower(b[j - 1]) ? 1
                                                                  : SCALE;
            uint32_t c = above[j - 1] + other;
            c = CU_MIN(c, CU_MIN(above[j], cur[j - 1]) + SCALE);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                c = CU_MIN(c, above2[j - 2] + SCALE);
            cur[j] = c;
            least = CU_MIN(least, c);
        }
        if (least >= limit) return UINT32_MAX;
        uint32_t *t = above2;
        above2 = above;
        above = cur;
        cur = t;
    }
    return above[m] < limit ? above[m] : UINT32_MAX;
}

// Names that only the implementation means are offered to those who write such names.
static bool meant_for(const Search *s, const char *name) {
    bool hidden = name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
    return !hidden || s->want[0] == '_';
}

// Whether the name is the wanted one with `_sync`: warp functions without a mask are gone.
static bool is_with_mask(const Search *search, const char *name, uint32_t n) {
    static const char suffix[] = "_sync";
    return n == search->n + sizeof suffix - 1 && memcmp(name, search->want, search->n) == 0 &&
           strcmp(name + search->n, suffix) == 0;
}

// True if it is the nearest so far; earlier asked names win ties.
static bool consider(Search *search, const char *name) {
    uint32_t m = (uint32_t)strlen(name);
    if (m < 2 || m > MAX_NAME || !meant_for(search, name)) return false;
    uint32_t d = distance(search->want, search->n, name, m, search->limit);
    if (is_with_mask(search, name, m)) d = 0;
    if (d == UINT32_MAX) return false;
    search->limit = d;
    search->best = name;
    search->decl = NULL;
    search->scope = NULL;
    search->order = 0;
    return true;
}

// Looks at all names that the scope declares or its index lists.
static void consider_scope(Search *search, Scope *in) {
    Cxx *cxx = search->x;
    if (in->index) {
        MAP_FOREACH (e, &in->index->by_name) {
            if (!e->val || !e->key || !consider(search, atom_str(cxx->ctx, (Atom)e->key))) continue;
            search->scope = in;
            search->order = in->index->e.at[(uint32_t)(uintptr_t)e->val - 1].order;
        }
    }
    MAP_FOREACH (e, &in->names) {
        if (!e->val || !e->key || !consider(search, atom_str(cxx->ctx, (Atom)e->key))) continue;
        search->decl = e->val;
        search->order = search->decl->order;
    }
    if (in->kind == SC_CLASS && in->cls) {
        for (uint32_t i = 0; i < in->cls->members.nbase; i++) {
            ClassDecl *b = in->cls->members.base[i].cls;
            if (b && b->inner && cxx_class_visit(b, search->visit))
                consider_scope(search, b->inner);
        }
    }
}

// Looks at the keywords and the names of builtins; no word is near one of three letters.
static void consider_words(Search *s) {
    if (s->n < 4) return;
    for (uint16_t k = 0; k < T_count_; k++) {
        if (lex_is_keyword(k)) consider(s, lex_kind_name(k));
    }
    const char *name;
    for (uint32_t i = 0; s->x->hooks.builtin_name && (name = s->x->hooks.builtin_name(i)); i++)
        consider(s, name);
}

// The header that declares std::name or ::name, NULL if unknown.
static const char *header_of(const char *scope, const char *name) {
    static const struct {
        char scope[8], name[32], header[24]; // no pointers: nothing to relocate
    } known[] = {
#define KNOWN(scope, name, header) {scope, name, header},
#include "cxx/lookup/known.def"
#undef KNOWN
    };
    for (uint32_t i = 0; i < CU_COUNT(known); i++) {
        if (strcmp(known[i].name, name) == 0 && strcmp(known[i].scope, scope) == 0)
            return known[i].header;
    }
    return NULL;
}

// Notes the header that declares a well-known name (known.def); false: it is none. An unqualified
// name may be one of std.
static bool say_header(Parse *parse, Scope *s, Atom name, Pos pos) {
    const char *scope = s && s->owner ? atom_str(parse->x->ctx, s->owner->name) : "";
    const char *text = atom_str(parse->x->ctx, name);
    const char *h = header_of(scope, text);
    if (!h && !s) h = header_of(scope = "std", text);
    if (h) CXX_DIAG(parse->x, s_note_header, pos, *scope ? "std::" : "", text, h);
    return h;
}

// Whether std has the name that was written without it: true after a note. (Its short and common
// names are hardly meant.)
static bool say_std(Parse *parse, const Scope *scope, Atom name, Pos pos) {
    Cxx *cxx = parse->x;
    if (scope || !cxx->std_ns || strlen(atom_str(cxx->ctx, name)) < 3) return false;
    Lookup found = {0};
    if (!cxx_lookup_in(parse, cxx->std_ns->inner, name, LU_ALL, &found) || !found.n) return false;
    const char *full = arena_printf(xa(cxx), "std::%s", atom_str(cxx->ctx, name));
    diag_fixit(cxx->ctx, (FixIt){pos, pos + (Pos)strlen(full) - 5, full});
    Pos at = found.at[0]->pos;
    CXX_DIAG(cxx, s_note_meant, at ? at : pos, full);
    return true;
}

// `cg::` without the alias that samples have.
static bool say_alias(Parse *parse, const Scope *scope, Atom name, Pos pos) {
    if (scope || strcmp(atom_str(parse->x->ctx, name), "cg") != 0) return false;
    CXX_DIAG(parse->x, s_note_cg, pos);
    return true;
}

// Declared behind the use, in a scope that the lookup goes through: true after a note.
static bool say_later(Parse *parse, Scope *scope, Atom name) {
    for (Scope *in = scope ? scope : parse->scope; in; in = scope ? NULL : in->parent) {
        if (!in->index || in->kind == SC_ENUM) continue;
        uint32_t i = (uint32_t)(uintptr_t)map_get(&in->index->by_name, name);
        if (!i) continue;
        const IndexEntry *e = &in->index->e.at[i - 1];
        if (e->order <= parse->at || e->flags & IX_FRIEND) continue;
        CXX_DIAG(parse->x, s_note_later, parse->tok[e->order].pos, name);
        return true;
    }
    return false;
}

// The notes behind an error that says that `name` is not found in `scope` (NULL: unqualified).
void cxx_suggest(Parse *parse, Scope *scope, Atom name, Pos pos) {
    Cxx *cxx = parse->x;
    if (!name || !diag_live(cxx->ctx) || cxx->decls->suggested >= MAX_ASKED) return;
    cxx->decls->suggested++;
    if (say_later(parse, scope, name) || say_std(parse, scope, name, pos)) return;
    if (say_header(parse, scope, name, pos) || say_alias(parse, scope, name, pos)) return;
    Search search = {.x = cxx, .want = atom_str(cxx->ctx, name), .visit = cxx_visit_begin(cxx)};
    search.n = (uint32_t)strlen(search.want);
    if (search.n < 3 || search.n > MAX_NAME) return;
    search.limit = (search.n < 6 ? 1 : (search.n + 1) / 3) * SCALE + 1;
    if (scope) {
        consider_scope(&search, scope);
    } else {
        for (Scope *in = parse->scope; in; in = in->parent) {
            consider_scope(&search, in);
            for (uint32_t i = 0; i < in->using_dirs.n; i++)
                consider_scope(&search, in->using_dirs.at[i].ns);
        }
        consider_words(&search);
    }
    if (!search.best || strcmp(search.best, search.want) == 0) return;
    Pos at = search.decl ? search.decl->pos : search.order ? parse->tok[search.order].pos : 0;
    diag_fixit(cxx->ctx, (FixIt){pos, pos + search.n, search.best});
    CXX_DIAG(cxx, s_note_meant, at ? at : pos, search.best);
}

void cxx_note_declared(Cxx *cxx, const Decl *decl) {
    if (decl->pos && !(decl->flags & DF_IMPLICIT))
        CXX_DIAG(cxx, x_note_declared_here, decl->pos, decl);
}

// A name is undefined once a function, and not where it has been called wrongly as a macro.
static bool said_undefined(Parse *parse, Pos pos, Atom name) {
    Cxx *cxx = parse->x;
    if (diag_trapped(cxx->ctx) || diag_silent(cxx->ctx) || !parse->fn) return false;
    if (diag_error_at(cxx->ctx, pos)) return true;
    if (!cxx->decls->undefined.arena) map_init(&cxx->decls->undefined, xa(cxx));
    void **slot = map_slot(&cxx->decls->undefined, (uint64_t)parse->fn->d.id << 32 | name);
    bool said = *slot;
    *slot = parse->fn;
    return said;
}

void cxx_say_undefined(Parse *parse, Pos pos, Atom name) {
    if (said_undefined(parse, pos, name)) return;
    CXX_DIAG(parse->x, d_undefined, pos, name);
    cxx_suggest(parse, NULL, name, pos);
}

void cxx_say_no_member(Parse *parse, Pos pos, Scope *scope, Atom name) {
    Cxx *x = parse->x;
    if (scope->kind == SC_CLASS && scope->cls)
        CXX_DIAG(x, x_no_member, pos, ty_class(x, scope->cls), name);
    else if (scope == x->global || !scope->owner)
        CXX_DIAG(x, x_global_no_member, pos, name);
    else if (scope->kind == SC_NAMESPACE)
        CXX_DIAG(x, d_no_ns_member, pos, scope->owner, name);
    else
        CXX_DIAG(x, d_no_member, pos, scope->owner, name);
    cxx_suggest(parse, scope, name, pos);
}

enum { MAX_SUSPECT = 64 }; // tokens of one name

uint32_t cxx_name_shape(const Parse *parse, uint32_t at) {
    if (parse->tok[at].kind == T_COLCOL) at++;
    for (;;) {
        if (at >= parse->end || parse->tok[at].kind != T_IDENT) return 0;
        Atom name = parse->tok[at++].text;
        bool tmpl =
            name < parse->x->decls->index.natoms && parse->x->decls->index.is_template[name];
        if (tmpl && at < parse->end && parse->tok[at].kind == T_LT)
            at = CU_MAX(cxx_skip_angles(parse->x, at, parse->end), at);
        if (at >= parse->end || parse->tok[at].kind != T_COLCOL) return at;
        at++;
    }
}

bool cxx_is_unknown_name(Parse *parse, uint32_t at) {
    Parse save = *parse;
    DiagTrap trap;
    QualName name;
    parse->at = at;
    diag_trap_push(parse->x->ctx, &trap);
    bool read = cxx_parse_qual_name(parse, &name);
    diag_trap_pop(parse->x->ctx, &trap);
    *parse = save;
    return !read || (!name.found.n && !name.dep);
}

// Behind the arguments of a template that is not known, if it is one: a name follows them.
static uint32_t behind_arguments(const Parse *parse, uint32_t at) {
    if (at >= parse->end || parse->tok[at].kind != T_LT) return at;
    uint32_t behind = cxx_skip_angles(parse->x, at, parse->end);
    bool follows = behind > at && behind < parse->end;
    return follows && is_any_of(parse->tok[behind].kind, T_IDENT, T_STAR, T_AMP) ? behind : at;
}

bool cxx_unknown_type(Parse *parse) {
    uint32_t end = cxx_name_shape(parse, parse->at);
    if (!end) return false;
    end = behind_arguments(parse, end);
    QualName qual_name;
    if (cxx_parse_qual_name(parse, &qual_name)) {
        if (qual_name.found.n)
            CXX_DIAG(parse->x, d_not_a_type, qual_name.pos, qual_name.name);
        else if (qual_name.qualified && qual_name.scope)
            cxx_say_no_member(parse, qual_name.pos, qual_name.scope, qual_name.name);
        else if (!qual_name.dep)
            cxx_say_undefined(parse, qual_name.pos, qual_name.name);
        else
            CXX_DIAG(parse->x, d_expected_type, qual_name.pos);
    }
    parse->at = end;
    return true;
}

void cxx_suspect(Parse *parse, uint32_t from, uint32_t to, Atom type, Pos pos) {
    struct DeclState *d = parse->x->decls;
    if (!parse->env || parse->dependent || d->unbound.reading || parse->x->opt.check_all ||
        from >= parse->end)
        return;
    Pos at = parse->tok[from].pos;
    if (map_get(&d->unbound.suspects, at) || !cxx_in_main_file(parse->x, at)) return;
    to = CU_MIN(CU_MIN(to, parse->end), from + MAX_SUSPECT);
    vec_push(xa(parse->x), &d->unbound.suspect_at, from);
    Suspect *s = arena_new(xa(parse->x), Suspect);
    *s = (Suspect){type, pos};
    for (uint32_t i = from; i < to; i++) map_put(&d->unbound.suspects, parse->tok[i].pos, s);
}
