// SPDX-License-Identifier: Apache-2.0
// #pragma nv_diag_suppress, nv_diag_warning, nv_diag_error, nv_diag_remark, nv_diag_once,
// nv_diag_default with numbers or names of warnings, nv_diagnostic push and pop. A diagnostic has a
// position, the pragmas an order: the token array says which pragmas stand before a position.
// Positions grow with the tokens within one stretch of one file; the stretches in which a pragma
// holds are kept, sorted by where they begin.
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
    Pos begin, end; // where its first token begins, and its last one ends
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

// What holds at a position, NULL: no pragma does.
static const DiagState *state_at(const DiagPragmas *pragmas, Pos pos) {
    uint32_t n = vec_up_to(&pragmas->at, begin, pos);
    bool inside = n && pos <= pragmas->at.at[n - 1].end;
    return inside ? pragmas->at.at[n - 1].state : NULL;
}

static Severity filter(Ctx *ctx, const DiagRow *row, Pos pos, Severity severity, void *data) {
    (void)ctx;
    for (const DiagState *st = state_at(data, pos); st; st = st->outer) {
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

// The tokens [i, end) stand behind a pragma with this state: as many stretches as their positions
// jump, which they do where something was included or expanded.
static void add_stretches(Cxx *cxx, DiagPragmas *pragmas, const DiagState *state, uint32_t i,
                          uint32_t end) {
    const Token *token = cxx->tokens->at;
    enum { FAR = 1 << 12 };
    while (i < end) {
        uint32_t last = i;
        if (cxx->tokens->ascending) last = end - 1; // nothing was
        while (last + 1 < end && token[last + 1].pos - token[last].pos <= FAR) last++;
        Pos inside = atom_info(cxx->ctx, token[last].text)->len;
        vec_push(xa(cxx), &pragmas->at, ((Stretch){token[i].pos, token[last].pos + inside, state}));
        i = last + 1;
    }
}

void cxx_diag_pragmas(Cxx *cxx) {
    const TokenArray *tokens = cxx->tokens;
    say_ignored(cxx);
    const DiagState *now = NULL, *stack[MAX_PUSHED];
    DiagPragmas *pragmas = arena_new(xa(cxx), DiagPragmas);
    uint32_t depth = 0;
    for (uint32_t k = 0; k < tokens->npragma; k++) {
        uint32_t i = tokens->pragma[k],
                 end = k + 1 < tokens->npragma ? tokens->pragma[k + 1] : tokens->n;
        const char *text = diag_text(cxx, &tokens->at[i]);
        if (text) now = obey(cxx, text, tokens->at[i].pos, now, stack, &depth);
        if (now) add_stretches(cxx, pragmas, now, i, end);
    }
    if (!pragmas->at.n) return;
    if (!tokens->ascending) qsort(pragmas->at.at, pragmas->at.n, sizeof(Stretch), by_begin);
    diag_set_filter(cxx->ctx, filter, pragmas);
}
