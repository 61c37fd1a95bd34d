// SPDX-License-Identifier: Apache-2.0
// The main loop of the preprocessor, and the directives ([cpp]) that are not in a file of their
// own.
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

void lex_init_directives(Lex *L) {
    for (uint32_t k = 0; k < CU_COUNT(names); k++) {
        uint32_t i = name_slot(names[k].w[0]);
        while (L->directives[i]) i = (i + 1) % DIRECTIVE_SLOTS;
        L->directives[i] = (uint8_t)(k + 1);
        lex_info(L, atom_cstr(L->ctx, names[k].s))->flags = (uint16_t)names[k].id;
    }
}

// The same for a name with a splice in it.
static unsigned spliced_name(Lex *L, const char *p, const char **end) {
    const char *save = L->in.p;
    bool in_directive = L->in_directive;
    Token t;
    L->in.p = p;
    L->in_directive = true;
    lex_scan(L, &t);
    *end = L->in.p;
    L->in.p = save;
    L->in_directive = in_directive;
    return lex_is_word(t.kind) ? lex_info(L, t.text)->flags : DIR_NONE;
}

unsigned lex_directive_name(Lex *L, const char **name, const char **end) {
    static const char keep[2 * LONGEST] = {[0 ... LONGEST - 1] =
                                               -1}; // the first n: from LONGEST - n
    const char *p = *name;
    if (*p <= '/' || *p == '\\') p = lex_skip_blank(L, p, false);
    const char *e = lex_word_end(p);
    size_t n = (size_t)(e - p);
    *name = p;
    *end = e;
    if (CU_UNLIKELY(*e == '\\') && lex_splice(e, L->in.end)) return spliced_name(L, p, end);
    if (n == 0 || n > LONGEST || *e == '\\' || *e & 0x80) return DIR_NONE;
    uint64_t w[2], mask[2];
    memcpy(w, p, LONGEST); // may reach into the padding
    memcpy(mask, keep + LONGEST - n, LONGEST);
    w[0] &= mask[0], w[1] &= mask[1];
    for (uint32_t i = name_slot(w[0]), k; (k = L->directives[i]); i = (i + 1) % DIRECTIVE_SLOTS) {
        const DirectiveName *d = &names[k - 1];
        if (CU_LIKELY(!((d->w[0] ^ w[0]) | (d->w[1] ^ w[1])))) return d->id;
    }
    return DIR_NONE;
}

// ---- texts -------------------------------------------------------------------------------------

void lex_push_input(Lex *L, Input in) {
    vec_push(&L->ctx->perm, &L->includes, L->in);
    L->in = in;
}

static void pop_input(Lex *L) {
    if (L->in.file) lex_leave(L, L->in.file);
    L->in = vec_pop(&L->includes);
}

static void close_conds(Lex *L) {
    while (L->conds.n > L->in.cond) {
        Cond c = vec_pop(&L->conds);
        LEX_DIAG(L, lex_unterminated_if, c.pos);
    }
}

void lex_file_special(Lex *L, Token *t) {
    for (;; lex_scan(L, t)) {
        if (t->kind == T_HASH) {
            if (!(t->flags & TF_BOL) || L->in_directive || lex_directive(L, t)) return;
        } else if (t->kind == T_EOF) {
            if (L->in_args && L->includes.n <= L->args_depth) return;
            close_conds(L);
            if (L->includes.n == 0 || L->in.stop) return;
            pop_input(L);
        } else {
            return;
        }
    }
}

void lex_token(Lex *L, Token *t) {
    for (;;) {
        if (!L->stack.n) {
            lex_file_token(L, t);
        } else if (!lex_context_token(L, t)) {
            if (L->stack.n == 0 && L->call_depth == 0 && !L->in_args) {
                arena_reset(&L->tmp, L->tmp_mark);
            }
            continue;
        }
        if (L->carry) {
            t->flags |= L->carry;
            L->carry = 0;
        }
        Macro *m = lex_info(L, t->text)->macro;
        if (CU_UNLIKELY(L->memo != NULL) && lex_is_word(t->kind)) lex_memo_note(L, t->text, m);
        if (CU_LIKELY(m == NULL) || !lex_is_word(t->kind) || t->flags & TF_NOEXPAND) return;
        if (L->no_macros || !lex_expand(L, m, t)) return;
    }
}

// Replaces the token at the end of the output by a remembered expansion.
static void put_memo(Lex *L, const Memo *memo, Macro *m) {
    Token name = L->out.at[L->out.n];
    uint32_t n = memo->n;
    lex_count_expansion(L, &name, n);
    L->carry |= memo->carry;
    if (n == 0) {
        L->carry |= name.flags & (TF_BOL | TF_SPACE);
        return;
    }
    vec_reserve(&L->ctx->perm, &L->out, L->out.n + n);
    Token *t = &L->out.at[L->out.n];
    Pos base = source_add_macro(L->ctx, m->name, name.pos, n, memo->spelled, sizeof(Pos));
    for (uint32_t i = 0; i < n; i++) {
        t[i] = memo->tok[i];
        t[i].pos = base + i;
    }
    t->flags |= name.flags & (TF_BOL | TF_SPACE);
    L->out.n += n;
}

// Gives the token that lex_scan_plain stopped at its due. False at the end of everything.
static bool run_special(Lex *L) {
    Token *t = &L->out.at[L->out.n];
    if (L->macro) {
        Macro *m = lex_info(L, t->text)->macro;
        if (m->kind == MK_USER && m->funlike) {
            if (lex_expand_call(L, m, t, !L->in.imacros)) return true;
        } else {
            const Memo *memo = m->kind == MK_USER ? lex_memo(L, m, t) : NULL;
            if (memo) {
                put_memo(L, memo, m);
                return true;
            }
            t = &L->out.at[L->out.n];
            if (lex_expand(L, lex_info(L, t->text)->macro, t)) return true;
        }
    } else if (t->kind == T_HASH && t->flags & TF_BOL) {
        Token hash = *t; // the array may move
        bool keep = lex_directive(L, &hash);
        if (!keep) return true;
        vec_reserve(&L->ctx->perm, &L->out, L->out.n + 1);
        L->out.at[L->out.n] = hash;
    } else if (t->kind == T_EOF) {
        close_conds(L);
        if (L->includes.n == 0) return false;
        pop_input(L);
        return true;
    }
    if (!L->in.imacros) L->out.n++;
    return true;
}

void lex_check_limit(Lex *L) {
    if (L->out.n <= L->max_tokens) return;
    LEX_DIAG(L, lex_token_limit, lex_pos(L, L->in.p));
    cu_fatal(L->ctx, "too many tokens");
}

void lex_run(Lex *L) {
    enum { BATCH = 512 }; // fits in the cache of the first level
    for (;;) {
        if (L->out.n - L->brackets.linked > BATCH) lex_link_brackets(L);
        if (CU_UNLIKELY(L->out.n > L->max_tokens)) lex_check_limit(L);
        if (L->stack.n == 0 && !L->carry && !L->in.imacros) {
            lex_scan_plain(L);
            if (!run_special(L)) return;
            continue;
        }
        uint32_t left = L->stack.n ? lex_context_left(L) : 0;
        vec_reserve(&L->ctx->perm, &L->out, L->out.n + left + 1);
        if (left && !L->in.imacros) L->out.n += lex_context_plain(L, &L->out.at[L->out.n]);
        Token *t = &L->out.at[L->out.n];
        lex_token(L, t);
        if (CU_UNLIKELY(t->kind == T_EOF)) return;
        if (CU_LIKELY(!L->in.imacros)) L->out.n++;
    }
}

// ---- directives --------------------------------------------------------------------------------

void lex_end_directive(Lex *L, bool extra, const char *name) {
    const char *p = lex_skip_blank(L, L->in.p, false);
    if (*p != '\n' && p < L->in.end) {
        if (extra) LEX_DIAG(L, lex_extra_tokens, lex_pos(L, p), name);
        p = lex_skip_line(L, p);
    }
    L->in.p = p;
    L->in_directive = false;
}

// The rest of the line as text, blanks at its ends removed.
static const char *rest_of_line(Lex *L, uint32_t *n) {
    const char *p = lex_skip_blank(L, L->in.p, false), *e = lex_line_end(p, L->in.end);
    L->in.p = e;
    while (e > p && (e[-1] == ' ' || e[-1] == '\t' || e[-1] == '\r')) e--;
    *n = (uint32_t)(e - p);
    return p;
}

static void do_message(Lex *L, Pos pos, bool error) {
    uint32_t n;
    const char *s = rest_of_line(L, &n);
    if (error) {
        LEX_DIAG(L, lex_user_error, pos, (int)n, s);
    } else {
        LEX_DIAG(L, lex_user_warning, pos, (int)n, s);
    }
}

static uint32_t line_number(Lex *L, const Token *t, uint32_t max) {
    const AtomInfo *a = lex_info(L, t->text);
    uint64_t v = 0;
    bool ok = a->len > 0;
    for (uint32_t i = 0; i < a->len; i++) {
        ok &= a->s[i] >= '0' && a->s[i] <= '9';
        v = v * 10 + (uint64_t)(a->s[i] - '0');
        if (v > UINT32_MAX) v = UINT32_MAX;
    }
    if (!ok) {
        LEX_DIAG(L, lex_bad_line, t->pos);
        return 1;
    }
    if (v > max) LEX_DIAG(L, lex_line_range, t->pos);
    return (uint32_t)v;
}

// A file name operand, escapes undone; 0 when it is not a plain string.
static Atom file_operand(Lex *L, const Token *t) {
    LexString s;
    if (t->kind != T_STRING || !lex_string(L->ctx, t, 1, &s) || s.unit != 1) {
        LEX_DIAG(L, lex_bad_line_file, t->pos);
        return 0;
    }
    return atom_intern(L->ctx, s.data, s.n);
}

static Pos next_line(Lex *L) {
    const char *p = L->in.p;
    return lex_pos(L, p < L->in.end ? p + 1 : p);
}

static void do_line(Lex *L) {
    Token t;
    lex_token(L, &t);
    if (t.kind != T_NUMBER) {
        LEX_DIAG(L, lex_bad_line, t.pos);
        lex_end_directive(L, false, "");
        return;
    }
    uint32_t line = line_number(L, &t, 2147483647);
    Atom file = 0;
    lex_token(L, &t);
    if (t.kind != T_NEWLINE) file = file_operand(L, &t);
    lex_end_directive(L, t.kind != T_NEWLINE, "line");
    if (L->in.file || L->in.base)
        source_add_mark(L->ctx, next_line(L), line, file, SOURCE_LINE_ONLY);
}

// # 12 "file" 1 3 4: 1 enters, 2 returns, 3 system header, 4 extern "C"
static void do_marker(Lex *L, const Token *num) {
    uint32_t line = line_number(L, num, UINT32_MAX);
    Token t;
    unsigned flags = 0;
    Atom file = 0;
    lex_scan(L, &t);
    if (t.kind == T_STRING) {
        // the spelling is nearly always free of escapes
        const AtomInfo *a = lex_info(L, t.text);
        file = memchr(a->s, '\\', a->len) ? file_operand(L, &t)
                                          : atom_intern(L->ctx, a->s + 1, a->len - 2);
        while (lex_scan(L, &t), t.kind == T_NUMBER) {
            char c = atom_str(L->ctx, t.text)[0];
            if (c == '1') flags |= SOURCE_ENTER;
            if (c == '2') flags |= SOURCE_LEAVE;
            if (c == '3') flags |= SOURCE_SYSTEM;
        }
    }
    lex_end_directive(L, false, "");
    L->in.system = (flags & SOURCE_SYSTEM) != 0;
    source_add_mark(L->ctx, next_line(L), line, file, flags);
}

// The same for the form that gcc and clang write, one blank between the parts and no escapes:
// headers have a marker every few lines. False, and nothing done, for any other.
static bool plain_marker(Lex *L) {
    const char *p = L->in.p;
    uint64_t line = 0;
    unsigned flags = 0;
    if (*p++ != ' ' || *p < '1' || *p > '9') return false;
    for (; *p >= '0' && *p <= '9' && line <= UINT32_MAX; p++)
        line = line * 10 + (uint64_t)(*p - '0');
    if (p[0] != ' ' || p[1] != '"' || line > UINT32_MAX) return false;
    const char *name = p + 2, *stop = lex_line_end(name, L->in.end), *end = stop;
    for (p = stop; p[-1] >= '1' && p[-1] <= '4' && p[-2] == ' '; p -= 2) {
        if (p[-1] < '4') flags |= SOURCE_ENTER << (p[-1] - '1');
    }
    end = p - 1;
    if (end < name || *end != '"' || memchr(name, '"', (size_t)(end - name)) ||
        memchr(name, '\\', (size_t)(end - name)))
        return false;
    size_t n = (size_t)(end - name);
    const AtomInfo *last = lex_info(L, L->marked_file);
    if (last->len != n || memcmp(last->s, name, n) != 0)
        L->marked_file = atom_intern(L->ctx, name, n);
    L->in.p = stop;
    L->in_directive = false;
    L->in.system = (flags & SOURCE_SYSTEM) != 0;
    source_add_mark(L->ctx, next_line(L), (uint32_t)line, L->marked_file, flags);
    return true;
}

// #assert predicate(answer), #unassert predicate[(answer)]: a list of answers per predicate
static void do_assert(Lex *L, bool set) {
    Token t;
    lex_scan(L, &t);
    Atom pred = lex_is_word(t.kind) ? t.text : 0;
    Atom answer = lex_assert_answer(L);
    bool ok = pred && (answer || !set);
    if (!ok) {
        LEX_DIAG(L, lex_bad_assert, t.pos);
    } else if (set) {
        map_put(&L->assertions, (uint64_t)pred << 32 | answer, L);
        map_put(&L->assertions, (uint64_t)pred << 32, L);
    } else if (answer) {
        map_put(&L->assertions, (uint64_t)pred << 32 | answer, NULL);
    } else {
        MAP_FOREACH (e, &L->assertions) {
            if (e->key >> 32 == pred) e->val = NULL;
        }
    }
    lex_end_directive(L, ok, set ? "assert" : "unassert");
}

static bool pp_directive(Lex *L, unsigned id, Pos pos, Token *hash) {
    switch (id) {
    case DIR_IF:
    case DIR_IFDEF:
    case DIR_IFNDEF: lex_if(L, pos, (int)id); return false;
    case DIR_ELIF:
    case DIR_ELIFDEF:
    case DIR_ELIFNDEF:
    case DIR_ELSE: lex_elif(L, pos, (int)id); return false;
    case DIR_ENDIF: lex_endif(L, pos); return false;
    case DIR_INCLUDE:
    case DIR_INCLUDE_NEXT:
    case DIR_IMPORT: lex_include(L, (int)id, pos); return false;
    case DIR_DEFINE: lex_define(L); break;
    case DIR_UNDEF: lex_undef(L); break;
    case DIR_LINE: do_line(L); return false;
    case DIR_ERROR: do_message(L, pos, true); break;
    case DIR_WARNING: do_message(L, pos, false); break;
    case DIR_PRAGMA: return lex_pragma(L, hash->pos, hash);
    case DIR_ASSERT: do_assert(L, true); return false;
    case DIR_UNASSERT: do_assert(L, false); return false;
    default: break; // #ident, #sccs: nothing
    }
    lex_end_directive(L, id == DIR_UNDEF, "undef");
    return false;
}

bool lex_directive(Lex *L, Token *hash) {
    Token t;
    L->in_directive = true;
    L->first_in_file = L->in.guard == GUARD_FIRST;
    if (L->first_in_file) L->in.guard = GUARD_NO;
    if (L->no_macros && plain_marker(L)) return false;
    const char *name = L->in.p, *end;
    unsigned plain = L->no_macros ? DIR_NONE : lex_directive_name(L, &name, &end);
    if (plain) {
        L->in.p = end;
        return pp_directive(L, plain, lex_pos(L, name), hash);
    }
    lex_scan(L, &t);
    unsigned id = lex_is_word(t.kind) ? lex_info(L, t.text)->flags : 0;
    if (t.kind == T_NUMBER) {
        do_marker(L, &t);
    } else if (L->no_macros) { // .ii: what gcc left is for the parser
        if (id == DIR_PRAGMA) return lex_pragma(L, hash->pos, hash);
        if (id == DIR_LINE) {
            do_line(L);
        } else {
            lex_end_directive(L, false, "");
        }
    } else if (id) {
        return pp_directive(L, id, t.pos, hash);
    } else {
        if (t.kind != T_NEWLINE) LEX_DIAG(L, lex_unknown_directive, t.pos);
        lex_end_directive(L, false, "");
    }
    return false;
}
