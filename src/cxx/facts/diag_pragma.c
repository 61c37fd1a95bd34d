// SPDX-License-Identifier: Apache-2.0
// #pragma nv_diag_suppress, nv_diag_warning, nv_diag_error, nv_diag_remark, nv_diag_once,
// nv_diag_default with numbers or names of warnings, nv_diagnostic push and pop. A diagnostic has a
// position, the pragmas an order: the token array says which pragmas stand before a position.
// Positions grow with the tokens within one stretch of one file; the stretches are kept sorted by
// where they begin.
#include "cxx/facts/diag.h"
#include "cxx/facts/facts.h"

#include <stdlib.h>

typedef struct DiagState { // what one pragma changed, on top of what held before
    const struct DiagState *outer;
    const char *name;
    uint8_t sev;
    bool back; // nv_diag_default
} DiagState;

typedef struct Stretch {
    Pos begin;
    const DiagState *state;
} Stretch;

typedef struct DiagPragmas {
    VEC(Stretch) at; // sorted by begin
} DiagPragmas;

static const struct {
    const char *word;
    uint8_t sev;
} words[] = {
    {"suppress", SEV_IGNORED}, {"remark", SEV_REMARK}, {"warning", SEV_WARNING},
    {"once", SEV_ONCE},        {"error", SEV_ERROR},   {"default", SEV_NOTE},
};

static const char *after(const char *s, const char *word) {
    size_t n = strlen(word);
    return strncmp(s, word, n) == 0 ? s + n + strspn(s + n, " \t") : NULL;
}

// What one name or number changes. NVIDIA's front end knows more names than are listed here: one
// that a header uses need not be wrong.
static const DiagState *change(Cxx *cxx, const char *name, Severity sev, Pos pos,
                               const DiagState *now) {
    DiagState *d = arena_new(xa(cxx), DiagState);
    const char *found = name;
    DiagKnown known = diag_find(cxx->ctx, &found);
    if (known == DIAG_NO_NUMBER) CXX_DIAG(cxx, w_pragma_number, pos, name);
    if (known == DIAG_NO_TAG && cxx_in_main_file(cxx, pos)) CXX_DIAG(cxx, w_pragma_tag, pos, name);
    *d = (DiagState){.outer = now, .name = found, .sev = (uint8_t)sev, .back = sev == SEV_NOTE};
    return d;
}

static const char *skip_blanks(const char *s) {
    return s + strspn(s, " \t");
}

// Names and numbers with commas between them; a `=` may stand in front. Where a comma lacks, the
// next one is taken all the same.
static const DiagState *change_all(Cxx *cxx, const char *list, Severity sev, Pos pos,
                                   const DiagState *now) {
    if (*list == '=') list = skip_blanks(list + 1);
    for (bool more = true; more;) {
        size_t n = strcspn(list, " ,\t");
        if (n)
            now = change(cxx, arena_strndup(xa(cxx), list, n), sev, pos, now);
        else
            CXX_DIAG(cxx, w_pragma_empty, pos);
        list = skip_blanks(list + n);
        more = *list;
        if (more && *list != ',') CXX_DIAG(cxx, w_pragma_comma, pos);
        if (*list == ',') list = skip_blanks(list + 1);
    }
    return now;
}

enum { MAX_PUSHED = 64 };

static const DiagState *push_or_pop(Cxx *cxx, const char *s, Pos pos, const DiagState *now,
                                    const DiagState **stack, uint32_t *depth) {
    if (after(s, "push")) {
        if (*depth < MAX_PUSHED) stack[(*depth)++] = now;
    } else if (!after(s, "pop")) {
        CXX_DIAG(cxx, w_pragma_stack, pos);
    } else if (*depth) {
        now = stack[--*depth];
    } else {
        CXX_DIAG(cxx, w_pragma_pop, pos);
    }
    return now;
}

// The state behind a pragma's text.
static const DiagState *obey(Cxx *cxx, const char *s, Pos pos, const DiagState *now,
                             const DiagState **stack, uint32_t *depth) {
    const char *r = after(s, "nv_diagnostic");
    if (r) return push_or_pop(cxx, r, pos, now, stack, depth);
    r = after(s, "nv_diag_");
    for (uint32_t i = 0; r && i < CU_COUNT(words); i++) {
        const char *list = after(r, words[i].word);
        if (list) return change_all(cxx, list, words[i].sev, pos, now);
    }
    return now;
}

static int by_begin(const void *a, const void *b) {
    const Stretch *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static Severity filter(Ctx *ctx, const DiagRow *row, Pos pos, Severity severity, void *data) {
    const DiagPragmas *diag_pragmas = data;
    (void)ctx;
    uint32_t lo = 0, hi = diag_pragmas->at.n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (diag_pragmas->at.at[mid].begin <= pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    const DiagState *st = lo ? diag_pragmas->at.at[lo - 1].state : NULL;
    for (; st; st = st->outer) {
        if (diag_row_named(row, st->name)) return st->back ? severity : (Severity)st->sev;
    }
    return severity;
}

// The text of a pragma that begins so, or NULL.
static const char *pragma_text(Cxx *cxx, const Token *t, const char *begin) {
    const char *s = atom_str(cxx->ctx, t->text);
    s += strspn(s, " \t#");
    const char *r = after(s, "pragma");
    if (r) s = r;
    return strncmp(s, begin, strlen(begin)) == 0 ? s : NULL;
}

static const char *diag_text(Cxx *cxx, const Token *t) {
    return pragma_text(cxx, t, "nv_diag");
}

// Pragmas that NVIDIA's compiler obeys and this one does not.
static void say_ignored(Cxx *cxx) {
    const TokenArray *a = cxx->tokens;
    for (uint32_t k = 0; k < a->npragma; k++) {
        const Token *t = &a->at[a->pragma[k]];
        if (pragma_text(cxx, t, "nv_abi")) CXX_DIAG(cxx, w_pragma_abi, t->pos);
    }
}

// Where nothing was included or expanded, only the pragmas themselves begin a stretch; elsewhere
// positions jump, and each jump does.
void cxx_diag_pragmas(Cxx *cxx) {
    const TokenArray *token_array = cxx->tokens;
    uint32_t k = 0, depth = 0;
    say_ignored(cxx);
    while (k < token_array->npragma && !diag_text(cxx, &token_array->at[token_array->pragma[k]]))
        k++;
    if (k == token_array->npragma) return;
    const DiagState *now = NULL;
    const DiagState **stack = arena_array(xa(cxx), const DiagState *, MAX_PUSHED);
    DiagPragmas *diag_pragmas = arena_new(xa(cxx), DiagPragmas);
    Pos last = 0;
    for (uint32_t i = token_array->pragma[k]; i < token_array->n;) {
        const Token *t = &token_array->at[i];
        const char *s = t->kind == T_PRAGMA ? diag_text(cxx, t) : NULL;
        const DiagState *old = now;
        if (s) now = obey(cxx, s, t->pos, now, stack, &depth);
        if (now != old || (!token_array->ascending && (t->pos < last || t->pos - last > 1 << 12))) {
            Stretch st = {t->pos, now};
            vec_push(xa(cxx), &diag_pragmas->at, st);
        }
        last = t->pos;
        i = !token_array->ascending      ? i + 1
            : ++k < token_array->npragma ? token_array->pragma[k]
                                         : token_array->n;
    }
    if (!diag_pragmas->at.n) return;
    if (!token_array->ascending)
        qsort(diag_pragmas->at.at, diag_pragmas->at.n, sizeof(Stretch), by_begin);
    diag_set_filter(cxx->ctx, filter, diag_pragmas);
}
