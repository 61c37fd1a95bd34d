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

// True if it is the nearest so far; earlier asked names win ties.
static bool consider(Search *s, const char *name) {
    uint32_t m = (uint32_t)strlen(name);
    if (m < 2 || m > MAX_NAME || !meant_for(s, name)) return false;
    uint32_t d = distance(s->want, s->n, name, m, s->limit);
    if (d == UINT32_MAX) return false;
    s->limit = d;
    s->best = name;
    s->decl = NULL;
    s->scope = NULL;
    s->order = 0;
    return true;
}

static void consider_scope(Search *s, Scope *in) {
    Cxx *x = s->x;
    if (in->index) {
        MAP_FOREACH (e, &in->index->by_name) {
            if (!e->val || !e->key || !consider(s, atom_str(x->ctx, (Atom)e->key))) continue;
            s->scope = in;
            s->order = in->index->e.at[(uint32_t)(uintptr_t)e->val - 1].order;
        }
    }
    MAP_FOREACH (e, &in->names) {
        if (!e->val || !e->key || !consider(s, atom_str(x->ctx, (Atom)e->key))) continue;
        s->decl = e->val;
        s->order = s->decl->order;
    }
    if (in->kind == SC_CLASS && in->cls) {
        for (uint32_t i = 0; i < in->cls->nbase; i++) {
            ClassDecl *b = in->cls->base[i].cls;
            if (b && b->inner && cxx_class_visit(b, s->visit)) consider_scope(s, b->inner);
        }
    }
}

static void consider_words(Search *s) {
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
        const char *scope, *name, *header;
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

static bool say_header(Parse *p, Scope *s, Atom name, Pos pos) {
    const char *scope = s && s->owner ? atom_str(p->x->ctx, s->owner->name) : "";
    const char *text = atom_str(p->x->ctx, name);
    const char *h = header_of(scope, text);
    if (h) CXX_DIAG(p->x, s_note_header, pos, *scope ? "std::" : "", text, h);
    return h;
}

// Declared behind the use, in a scope that the lookup goes through: true after a note.
static bool say_later(Parse *p, Scope *s, Atom name) {
    for (Scope *in = s ? s : p->scope; in; in = s ? NULL : in->parent) {
        if (!in->index || in->kind == SC_ENUM) continue;
        uint32_t i = (uint32_t)(uintptr_t)map_get(&in->index->by_name, name);
        if (!i) continue;
        const IndexEntry *e = &in->index->e.at[i - 1];
        if (e->order <= p->at || e->flags & IX_FRIEND) continue;
        CXX_DIAG(p->x, s_note_later, p->tok[e->order].pos, name);
        return true;
    }
    return false;
}

// The notes behind an error that says that `name` is not found in s (NULL: unqualified).
void cxx_suggest(Parse *p, Scope *s, Atom name, Pos pos) {
    Cxx *x = p->x;
    if (!name || !diag_live(x->ctx) || x->decls->suggested >= MAX_ASKED) return;
    x->decls->suggested++;
    if (say_later(p, s, name) || say_header(p, s, name, pos)) return;
    Search q = {.x = x, .want = atom_str(x->ctx, name), .visit = cxx_visit_begin(x)};
    q.n = (uint32_t)strlen(q.want);
    if (q.n < 3 || q.n > MAX_NAME) return;
    q.limit = (q.n < 6 ? 1 : (q.n + 1) / 3) * SCALE + 1;
    if (s) {
        consider_scope(&q, s);
    } else {
        for (Scope *in = p->scope; in; in = in->parent) {
            consider_scope(&q, in);
            for (uint32_t i = 0; i < in->using_dirs.n; i++)
                consider_scope(&q, in->using_dirs.at[i].ns);
        }
        consider_words(&q);
    }
    if (!q.best || strcmp(q.best, q.want) == 0) return;
    Pos at = q.decl ? q.decl->pos : q.order ? p->tok[q.order].pos : 0;
    diag_fixit(x->ctx, (FixIt){pos, pos + q.n, q.best});
    CXX_DIAG(x, s_note_meant, at ? at : pos, q.best);
}

void cxx_note_declared(Cxx *x, const Decl *d) {
    if (d->pos && !(d->flags & DF_IMPLICIT)) CXX_DIAG(x, x_note_declared_here, d->pos, d);
}

void cxx_say_undefined(Parse *p, Pos pos, Atom name) {
    CXX_DIAG(p->x, d_undefined, pos, name);
    cxx_suggest(p, NULL, name, pos);
}

void cxx_say_no_member(Parse *p, Pos pos, Scope *s, Atom name) {
    Cxx *x = p->x;
    if (s->kind == SC_CLASS && s->cls)
        CXX_DIAG(x, x_no_member, pos, ty_class(x, s->cls), name);
    else if (s == x->global || !s->owner)
        CXX_DIAG(x, x_global_no_member, pos, name);
    else if (s->kind == SC_NAMESPACE)
        CXX_DIAG(x, d_no_ns_member, pos, s->owner, name);
    else
        CXX_DIAG(x, d_no_member, pos, s->owner, name);
    cxx_suggest(p, s, name, pos);
}

enum { MAX_SUSPECT = 64 }; // tokens of one name

uint32_t cxx_name_shape(const Parse *p, uint32_t at) {
    if (p->tok[at].kind == T_COLCOL) at++;
    for (;;) {
        if (at >= p->end || p->tok[at].kind != T_IDENT) return 0;
        Atom name = p->tok[at++].text;
        bool tmpl = name < p->x->decls->natoms && p->x->decls->is_template[name];
        if (tmpl && at < p->end && p->tok[at].kind == T_LT)
            at = CU_MAX(cxx_skip_angles(p->x, at, p->end), at);
        if (at >= p->end || p->tok[at].kind != T_COLCOL) return at;
        at++;
    }
}

bool cxx_unknown_type(Parse *p) {
    uint32_t end = cxx_name_shape(p, p->at);
    if (!end) return false;
    QualName q;
    if (cxx_parse_qual_name(p, &q)) {
        if (q.found.n)
            CXX_DIAG(p->x, d_not_a_type, q.pos, q.name);
        else if (q.qualified && q.scope)
            cxx_say_no_member(p, q.pos, q.scope, q.name);
        else if (!q.dep)
            cxx_say_undefined(p, q.pos, q.name);
        else
            CXX_DIAG(p->x, d_expected_type, q.pos);
    }
    p->at = end;
    return true;
}

void cxx_suspect(Parse *p, uint32_t from, uint32_t to, Atom type, Pos pos) {
    struct DeclState *d = p->x->decls;
    if (!p->env || p->dependent || d->unbound || p->x->opt.check_all || from >= p->end) return;
    Pos at = p->tok[from].pos;
    if (map_get(&d->suspects, at) || !cxx_in_main_file(p->x, at)) return;
    to = CU_MIN(CU_MIN(to, p->end), from + MAX_SUSPECT);
    vec_push(xa(p->x), &d->suspect_at, from);
    Suspect *s = arena_new(xa(p->x), Suspect);
    *s = (Suspect){type, pos};
    for (uint32_t i = from; i < to; i++) map_put(&d->suspects, p->tok[i].pos, s);
}
