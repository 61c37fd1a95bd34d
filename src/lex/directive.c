// SPDX-License-Identifier: Apache-2.0
// What all directives share ([cpp]): the table of their names, and the end of their line.
#include "lex/lex_int.h"

// clang-format off
#define DIRECTIVES(X)                                                                              \
    X(DEFINE, "define")                                                                            \
    X(IF, "if")                                                                                    \
    X(ENDIF, "endif")                                                                              \
    X(IFDEF, "ifdef")                                                                              \
    X(INCLUDE, "include")                                                                          \
    X(ELSE, "else")                                                                                \
    X(IFNDEF, "ifndef")                                                                            \
    X(UNDEF, "undef")                                                                              \
    X(ELIF, "elif")                                                                                \
    X(PRAGMA, "pragma")                                                                            \
    X(ERROR, "error")                                                                              \
    X(INCLUDE_NEXT, "include_next")                                                                \
    X(WARNING, "warning")                                                                          \
    X(LINE, "line")                                                                                \
    X(IMPORT, "import")                                                                            \
    X(IDENT, "ident")                                                                              \
    X(SCCS, "sccs")                                                                                \
    X(ASSERT, "assert")                                                                            \
    X(UNASSERT, "unassert")                                                                        \
    X(ELIFDEF, "elifdef")                                                                          \
    X(ELIFNDEF, "elifndef")
// clang-format on

enum { LONGEST = 16 };

typedef struct {
    union {
        char s[LONGEST]; // zeros behind
        uint64_t w[2];
    };
    unsigned id;
} DirectiveName;

static const DirectiveName names[] = {
#define X(id, name) {{name}, DIR_##id},
    DIRECTIVES(X)
#undef X
};

// Where the search for a name begins that begins with those eight characters. (No two of the names
// begin at the same slot.)
static inline uint32_t name_slot(uint64_t w) {
    return (uint32_t)(w * 0x9e3779b97f4a7c15u >> 54) % DIRECTIVE_SLOTS;
}

// Open addressing, built once per unit. The id is also kept with the word's atom, for names that
// come as tokens.
void lex_init_directives(Lex *lex) {
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        uint32_t i = name_slot(names[k].w[0]);
        while (lex->directives[i]) i = (i + 1) % DIRECTIVE_SLOTS;
        lex->directives[i] = (uint8_t)(k + 1);
        lex_info(lex, atom_fixed(lex->ctx, names[k].s))->flags = (uint16_t)names[k].id;
    }
}

// The same for a name with a splice in it.
static unsigned spliced_name(Lex *lex, const char *p, const char **end) {
    const char *save = lex->in.p;
    bool in_directive = lex->in_directive;
    Token t;
    lex->in.p = p;
    lex->in_directive = true;
    lex_scan(lex, &t);
    *end = lex->in.p;
    lex->in.p = save;
    lex->in_directive = in_directive;
    return lex_is_word(t.kind) ? lex_info(lex, t.text)->flags : DIR_NONE;
}

// Compares sixteen bytes at once: the name with zeros behind it, cut out of the text by a mask.
unsigned lex_directive_name(Lex *lex, const char **name, const char **end) {
    static const char keep[2 * LONGEST] = {[0 ... LONGEST - 1] =
                                               -1}; // the first n: from LONGEST - n
    const char *p = *name;
    if (*p <= '/' || *p == '\\') p = lex_skip_blank(lex, p, false);
    const char *e = lex_word_end(p);
    size_t n = (size_t)(e - p);
    *name = p;
    *end = e;
    if (CU_UNLIKELY(*e == '\\') && lex_splice(e, lex->in.end)) return spliced_name(lex, p, end);
    if (n == 0 || n > LONGEST || *e == '\\' || *e & 0x80) return DIR_NONE;
    uint64_t w[2], mask[2];
    memcpy(w, p, LONGEST); // may reach into the padding
    memcpy(mask, keep + LONGEST - n, LONGEST);
    w[0] &= mask[0], w[1] &= mask[1];
    for (uint32_t i = name_slot(w[0]), k; (k = lex->directives[i]); i = (i + 1) % DIRECTIVE_SLOTS) {
        const DirectiveName *d = &names[k - 1];
        if (CU_LIKELY(!((d->w[0] ^ w[0]) | (d->w[1] ^ w[1])))) return d->id;
    }
    return DIR_NONE;
}

// The warning goes to the first extra token; comments are none.
void lex_end_directive(Lex *lex, bool extra, const char *name) {
    const char *p = lex_skip_blank(lex, lex->in.p, false);
    if (*p != '\n' && p < lex->in.end) {
        if (extra) LEX_DIAG(lex, lex_extra_tokens, lex_pos(lex, p), name);
        p = lex_skip_line(lex, p);
    }
    lex->in.p = p;
    lex->in_directive = false;
}
