// SPDX-License-Identifier: Apache-2.0
// #pragma nv_diag_suppress, nv_diag_warning, nv_diag_error, nv_diag_remark, nv_diag_default with
// numbers or names of warnings, nv_diagnostic push and pop. A diagnostic has a position, the
// pragmas an order: the token array says which pragmas stand before a position. Positions grow with
// the tokens within one stretch of one file; the stretches are kept sorted by where they begin.
#include "cxx/decl_int.h"

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
    {"once", SEV_WARNING},     {"error", SEV_ERROR},   {"default", SEV_NOTE},
};

static const char *after(const char *s, const char *word) {
    size_t n = strlen(word);
    return strncmp(s, word, n) == 0 ? s + n + strspn(s + n, " \t") : NULL;
}

// The state behind a pragma's text.
static const DiagState *obey(Cxx *x, const char *s, const DiagState *now, const DiagState ***stack,
                             uint32_t *depth) {
    const char *r = after(s, "nv_diagnostic");
    if (r) {
        if (after(r, "push") && *depth < 64) (*stack)[(*depth)++] = now;
        if (after(r, "pop") && *depth) now = (*stack)[--*depth];
        return now;
    }
    r = after(s, "nv_diag_");
    if (!r) return now;
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        const char *list = after(r, words[i].word);
        if (!list) continue;
        while (*list) {
            size_t n = strcspn(list, " ,\t");
            if (n) {
                DiagState *d = arena_new(xa(x), DiagState);
                *d = (DiagState){.outer = now,
                                 .name = arena_strndup(xa(x), list, n),
                                 .sev = words[i].sev,
                                 .back = words[i].sev == SEV_NOTE};
                now = d;
            }
            list += n;
            list += strspn(list, " ,\t");
        }
        break;
    }
    return now;
}

static int by_begin(const void *a, const void *b) {
    const Stretch *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static Severity filter(Ctx *ctx, const DiagRow *row, Pos pos, Severity s, void *data) {
    const DiagPragmas *d = data;
    (void)ctx;
    uint32_t lo = 0, hi = d->at.n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (d->at.at[mid].begin <= pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    const DiagState *st = lo ? d->at.at[lo - 1].state : NULL;
    for (; st; st = st->outer) {
        if (diag_row_named(row, st->name)) return st->back ? s : (Severity)st->sev;
    }
    return s;
}

// The text of a pragma about diagnostics, or NULL.
static const char *diag_text(Cxx *x, const Token *t) {
    const char *s = atom_str(x->ctx, t->text);
    s += strspn(s, " \t#");
    const char *r = after(s, "pragma");
    if (r) s = r;
    return strncmp(s, "nv_diag", 7) == 0 ? s : NULL;
}

// Where nothing was included or expanded, only the pragmas themselves begin a stretch; elsewhere
// positions jump, and each jump does.
void cxx_diag_pragmas(Cxx *x) {
    const TokenArray *a = x->tokens;
    uint32_t k = 0, depth = 0;
    while (k < a->npragma && !diag_text(x, &a->at[a->pragma[k]])) k++;
    if (k == a->npragma) return;
    const DiagState *now = NULL;
    const DiagState **stack = arena_array(xa(x), const DiagState *, 64);
    DiagPragmas *d = arena_new(xa(x), DiagPragmas);
    Pos last = 0;
    for (uint32_t i = a->pragma[k]; i < a->n;) {
        const Token *t = &a->at[i];
        const char *s = t->kind == T_PRAGMA ? diag_text(x, t) : NULL;
        const DiagState *old = now;
        if (s) now = obey(x, s, now, &stack, &depth);
        if (now != old || (!a->ascending && (t->pos < last || t->pos - last > 1 << 12))) {
            Stretch st = {t->pos, now};
            vec_push(xa(x), &d->at, st);
        }
        last = t->pos;
        i = !a->ascending ? i + 1 : ++k < a->npragma ? a->pragma[k] : a->n;
    }
    if (!d->at.n) return;
    if (!a->ascending) qsort(d->at.at, d->at.n, sizeof(Stretch), by_begin);
    diag_set_filter(x->ctx, filter, d);
}
