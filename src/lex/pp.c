// SPDX-License-Identifier: Apache-2.0
// The main loop of the preprocessor, and the directives ([cpp]) that are not in a file of their
// own.
#include "lex/lex_int.h"

// ---- texts -------------------------------------------------------------------------------------

static void pop_input(Lex *lex) {
    timer_span_end(lex->ctx, lex->in.span);
    if (lex->in.file) lex_leave(lex, lex->in.file);
    lex->in = vec_pop(&lex->includes);
}

// Conditions that were opened in the text must end in it ([cpp.cond]).
static void close_conds(Lex *lex) {
    while (lex->conds.n > lex->in.cond) {
        Cond c = vec_pop(&lex->conds);
        LEX_DIAG(lex, lex_unterminated_if, c.pos);
    }
}

// An argument list ends with the file that its call began in; a file that is included within it may
// end.
void lex_file_special(Lex *lex, Token *next) {
    for (;; lex_scan(lex, next)) {
        if (next->kind == T_HASH) {
            if (!(next->flags & TF_BOL) || lex->in_directive || lex_directive(lex, next)) return;
        } else if (next->kind == T_EOF) {
            if (lex->in_args && lex->includes.n <= lex->args_depth) return;
            close_conds(lex);
            if (lex->includes.n == 0 || lex->in.stop) return;
            pop_input(lex);
        } else {
            return;
        }
    }
}

// The loop of the preprocessor: a token from the contexts or the text, its spacing, its macro.
void lex_token(Lex *lex, Token *next) {
    for (;;) {
        if (!lex->stack.n) {
            lex_file_token(lex, next);
        } else if (!lex_context_token(lex, next)) {
            // no list is left that lies in there
            if (lex->stack.n == 0 && lex->call_depth == 0 && !lex->in_args) {
                arena_reset(&lex->tmp, lex->tmp_mark);
            }
            continue;
        }
        if (lex->carry) {
            next->flags |= lex->carry;
            lex->carry = 0;
        }
        Macro *m = lex_info(lex, next->text)->macro;
        if (CU_UNLIKELY(lex->memo != NULL) && lex_is_word(next->kind))
            lex_memo_note(lex, next->text, m);
        if (CU_LIKELY(m == NULL) || !lex_is_word(next->kind) || next->flags & TF_NOEXPAND) return;
        if (lex->no_macros || !lex_expand(lex, m, next)) return;
    }
}

// Replaces the token at the end of the output by a remembered expansion.
static void put_memo(Lex *lex, const Memo *remembered, Macro *macro) {
    Token name = lex->out.at[lex->out.n];
    uint32_t n = remembered->n;
    lex_count_expansion(lex, &name, n);
    lex->carry |= remembered->carry;
    if (n == 0) {
        lex->carry |= name.flags & (TF_BOL | TF_SPACE);
        return;
    }
    vec_reserve(&lex->ctx->perm, &lex->out, lex->out.n + n);
    Token *t = &lex->out.at[lex->out.n];
    Pos base =
        source_add_macro(lex->ctx, macro->name, name.pos, n, remembered->spelled, sizeof(Pos));
    for (uint32_t i = 0; i < n; i++) {
        t[i] = remembered->tok[i];
        t[i].pos = base + i;
    }
    t->flags |= name.flags & (TF_BOL | TF_SPACE);
    lex->out.n += n;
}

// Gives the token that lex_scan_plain stopped at its due. False at the end of everything.
static bool run_special(Lex *lex) {
    Token *token = &lex->out.at[lex->out.n];
    if (lex->macro) {
        Macro *macro = lex_info(lex, token->text)->macro;
        if (macro->kind == MK_USER && macro->funlike) {
            if (lex_expand_call(lex, macro, token, !lex->in.imacros)) return true;
        } else {
            const Memo *memo = macro->kind == MK_USER ? lex_memo(lex, macro, token) : NULL;
            if (memo) {
                put_memo(lex, memo, macro);
                return true;
            }
            token = &lex->out.at[lex->out.n];
            if (lex_expand(lex, lex_info(lex, token->text)->macro, token)) return true;
        }
    } else if (token->kind == T_HASH && token->flags & TF_BOL) {
        Token hash = *token; // the array may move
        bool keep = lex_directive(lex, &hash);
        if (!keep) return true;
        vec_reserve(&lex->ctx->perm, &lex->out, lex->out.n + 1);
        lex->out.at[lex->out.n] = hash;
    } else if (token->kind == T_EOF) {
        close_conds(lex);
        if (lex->includes.n == 0) return false;
        pop_input(lex);
        return true;
    }
    if (!lex->in.imacros) lex->out.n++;
    return true;
}

// Two ways: text outside of expansions is scanned straight into the output; everything else goes
// token by token through lex_token.
void lex_run(Lex *lex) {
    enum { BATCH = 512 }; // fits in the cache of the first level
    for (;;) {
        if (lex->out.n - lex->brackets.linked > BATCH) lex_link_brackets(lex);
        if (CU_UNLIKELY(lex->out.n > lex->max_tokens)) lex_check_limit(lex);
        if (lex->stack.n == 0 && !lex->carry && !lex->in.imacros) {
            lex_scan_plain(lex);
            if (!run_special(lex)) return;
            continue;
        }
        uint32_t left = lex->stack.n ? lex_context_left(lex) : 0;
        vec_reserve(&lex->ctx->perm, &lex->out, lex->out.n + left + 1);
        if (left && !lex->in.imacros)
            lex->out.n += lex_context_plain(lex, &lex->out.at[lex->out.n]);
        Token *t = &lex->out.at[lex->out.n];
        lex_token(lex, t);
        if (CU_UNLIKELY(t->kind == T_EOF)) return;
        if (CU_LIKELY(!lex->in.imacros)) lex->out.n++;
    }
}

// ---- directives --------------------------------------------------------------------------------

// The rest of the line as text, blanks at its ends removed.
static const char *rest_of_line(Lex *lex, uint32_t *n) {
    const char *p = lex_skip_blank(lex, lex->in.p, false), *e = lex_line_end(p, lex->in.end);
    lex->in.p = e;
    while (e > p && is_any_of(e[-1], ' ', '\t', '\r')) e--;
    *n = (uint32_t)(e - p);
    return p;
}

// A name that comes out of a macro is put together from its tokens, with a blank where there was
// white space ([cpp.include]/4 leaves it to us; gcc does the same).
bool lex_header_name(Lex *lex, HeaderName *header) {
    Token token;
    const char *p = lex->stack.n ? "" : lex_skip_blank(lex, lex->in.p, false);
    if (*p == '<' || *p == '"') {
        lex->header_ok = true;
        lex_scan(lex, &token);
        lex->header_ok = false;
    } else {
        lex_token(lex, &token);
    }
    if (token.kind == T_LT) { // came out of a macro: everything up to `>`
        Buf out;
        buf_init(&out, &lex->ctx->perm);
        header->angle = true;
        for (;;) {
            lex_token(lex, &token);
            if (token.kind == T_GT) break;
            if (is_any_of(token.kind, T_NEWLINE, T_EOF))
                return LEX_DIAG(lex, lex_bad_header, token.pos);
            if (out.n && token.flags & TF_SPACE) buf_putc(&out, ' ');
            buf_atom(lex->ctx, &out, token.text);
        }
        header->len = (uint32_t)out.n;
        header->name = buf_cstr(&out);
        return true;
    }
    const AtomInfo *a = lex_info(lex, token.text);
    bool quoted = token.kind == T_STRING && a->s[0] == '"';
    if ((token.kind != T_HEADER && !quoted) || a->len < 2) {
        return LEX_DIAG(lex, lex_bad_header, token.pos);
    }
    header->angle = a->s[0] == '<';
    header->name = a->s + 1;
    header->len = a->len - 2;
    return true;
}

static void do_include(Lex *lex, int directive, Pos pos) {
    HeaderName header;
    bool ok = lex_header_name(lex, &header);
    // NVRTC shows the end of the line
    if (lex->opt->predef == LEX_PREDEF_NVRTC && !lex->stack.n)
        pos = lex->in.base + (Pos)(lex->in.p - lex->in.start);
    lex_end_directive(lex, ok, directive == DIR_INCLUDE ? "include" : "include_next");
    if (ok) lex_include(lex, directive, pos, &header);
}

// #error and #warning. Neither ends the run: gcc goes on after #error as well.
static void do_message(Lex *lex, Pos pos, bool error) {
    uint32_t n;
    const char *s = rest_of_line(lex, &n);
    if (error) {
        LEX_DIAG(lex, lex_user_error, pos, (int)n, s);
    } else {
        LEX_DIAG(lex, lex_user_warning, pos, (int)n, s);
    }
}

// The operand of #line, in decimal whatever zeros it begins with ([cpp.line]/3). 1 after a
// diagnostic when it is no number; over `max` it is kept, up to UINT32_MAX, with a diagnostic.
static uint32_t line_number(Lex *lex, const Token *operand, uint32_t max) {
    const AtomInfo *info = lex_info(lex, operand->text);
    uint64_t v = 0;
    bool ok = info->len > 0;
    for (uint32_t i = 0; i < info->len; i++) {
        ok &= info->s[i] >= '0' && info->s[i] <= '9';
        v = v * 10 + (uint64_t)(info->s[i] - '0');
        if (v > UINT32_MAX) v = UINT32_MAX;
    }
    if (!ok) {
        LEX_DIAG(lex, lex_bad_line, operand->pos);
        return 1;
    }
    if (v > max) LEX_DIAG(lex, lex_line_range, operand->pos);
    return (uint32_t)v;
}

// A file name operand, escapes undone; 0 when it is not a plain string.
static Atom file_operand(Lex *lex, const Token *t) {
    LexString s;
    if (t->kind != T_STRING || !lex_string(lex->ctx, t, 1, &s) || s.unit != 1) {
        LEX_DIAG(lex, lex_bad_line_file, t->pos);
        return 0;
    }
    return atom_intern(lex->ctx, s.data, s.n);
}

static Pos next_line(Lex *lex) {
    const char *p = lex->in.p;
    return lex_pos(lex, p < lex->in.end ? p + 1 : p);
}

// #line number ["file"], whose operands may come out of macros. In a text of ours there is nothing
// to number.
static void do_line(Lex *lex) {
    Token token;
    lex_token(lex, &token);
    if (token.kind != T_NUMBER) {
        LEX_DIAG(lex, lex_bad_line, token.pos);
        lex_end_directive(lex, false, "");
        return;
    }
    uint32_t line = line_number(lex, &token, 2147483647);
    Atom file = 0;
    lex_token(lex, &token);
    if (token.kind != T_NEWLINE) file = file_operand(lex, &token);
    lex_end_directive(lex, token.kind != T_NEWLINE, "line");
    if (lex->in.file || lex->in.base)
        source_add_mark(lex->ctx, next_line(lex), line, file, SOURCE_LINE_ONLY);
}

// # 12 "file" 1 3 4: 1 enters, 2 returns, 3 system header, 4 extern "C"
static void do_marker(Lex *lex, const Token *num) {
    uint32_t line = line_number(lex, num, UINT32_MAX);
    Token token;
    unsigned flags = 0;
    Atom file = 0;
    lex_scan(lex, &token);
    if (token.kind == T_STRING) {
        // the spelling is nearly always free of escapes
        const AtomInfo *a = lex_info(lex, token.text);
        file = memchr(a->s, '\\', a->len) ? file_operand(lex, &token)
                                          : atom_intern(lex->ctx, a->s + 1, a->len - 2);
        while (lex_scan(lex, &token), token.kind == T_NUMBER) {
            char c = atom_str(lex->ctx, token.text)[0];
            if (c >= '1' && c <= '3') flags |= SOURCE_ENTER << (c - '1');
        }
    }
    lex_end_directive(lex, false, "");
    lex->in.system = (flags & SOURCE_SYSTEM) != 0;
    source_add_mark(lex->ctx, next_line(lex), line, file, flags);
}

// The same for the form that gcc and clang write, one blank between the parts and no escapes:
// headers have a marker every few lines. False, and nothing done, for any other.
static bool plain_marker(Lex *lex) {
    const char *p = lex->in.p;
    uint64_t line = 0;
    unsigned flags = 0;
    if (*p++ != ' ' || *p < '1' || *p > '9') return false;
    for (; *p >= '0' && *p <= '9' && line <= UINT32_MAX; p++)
        line = line * 10 + (uint64_t)(*p - '0');
    if (p[0] != ' ' || p[1] != '"' || line > UINT32_MAX) return false;
    const char *name = p + 2, *stop = lex_line_end(name, lex->in.end), *end = stop;
    for (p = stop; p[-1] >= '1' && p[-1] <= '4' && p[-2] == ' '; p -= 2) {
        if (p[-1] < '4') flags |= SOURCE_ENTER << (p[-1] - '1');
    }
    end = p - 1;
    if (end < name || *end != '"' || memchr(name, '"', (size_t)(end - name)) ||
        memchr(name, '\\', (size_t)(end - name)))
        return false;
    size_t n = (size_t)(end - name);
    const AtomInfo *last = lex_info(lex, lex->marked_file);
    if (last->len != n || memcmp(last->s, name, n) != 0)
        lex->marked_file = atom_intern(lex->ctx, name, n);
    lex->in.p = stop;
    lex->in_directive = false;
    lex->in.system = (flags & SOURCE_SYSTEM) != 0;
    source_add_mark(lex->ctx, next_line(lex), (uint32_t)line, lex->marked_file, flags);
    return true;
}

// #assert predicate(answer), #unassert predicate[(answer)]: a list of answers per predicate
static void do_assert(Lex *lex, bool set) {
    Token token;
    lex_scan(lex, &token);
    Atom pred = lex_is_word(token.kind) ? token.text : 0;
    Atom answer = lex_assert_answer(lex);
    bool ok = pred && (answer || !set);
    if (!ok) {
        LEX_DIAG(lex, lex_bad_assert, token.pos);
    } else if (set) {
        map_put(&lex->assertions, (uint64_t)pred << 32 | answer, lex);
        map_put(&lex->assertions, (uint64_t)pred << 32, lex);
    } else if (answer) {
        map_put(&lex->assertions, (uint64_t)pred << 32 | answer, NULL);
    } else {
        MAP_FOREACH (e, &lex->assertions) {
            if (e->key >> 32 == pred) e->val = NULL;
        }
    }
    lex_end_directive(lex, ok, set ? "assert" : "unassert");
}

// Obeys the directive of that number. True: *hash is a pragma for the parser.
static bool pp_directive(Lex *lex, unsigned id, Pos pos, Token *hash) {
    switch (id) {
    case DIR_IF:
    case DIR_IFDEF:
    case DIR_IFNDEF: lex_if(lex, pos, (int)id); return false;
    case DIR_ELIF:
    case DIR_ELIFDEF:
    case DIR_ELIFNDEF:
    case DIR_ELSE: lex_elif(lex, pos, (int)id); return false;
    case DIR_ENDIF: lex_endif(lex, pos); return false;
    case DIR_INCLUDE:
    case DIR_INCLUDE_NEXT:
    case DIR_IMPORT: do_include(lex, (int)id, pos); return false;
    case DIR_DEFINE: lex_define(lex); break;
    case DIR_UNDEF: lex_undef(lex); break;
    case DIR_LINE: do_line(lex); return false;
    case DIR_ERROR: do_message(lex, pos, true); break;
    case DIR_WARNING: do_message(lex, pos, false); break;
    case DIR_PRAGMA: return lex_pragma(lex, hash->pos, hash);
    case DIR_ASSERT: do_assert(lex, true); return false;
    case DIR_UNASSERT: do_assert(lex, false); return false;
    default: break; // #ident, #sccs: nothing
    }
    lex_end_directive(lex, id == DIR_UNDEF, "undef");
    return false;
}

// Names are found without making a token where that works; an atom's flags name the directive of
// one with an odd spelling. # before a number is a line marker, # alone is nothing ([cpp.null]).
bool lex_directive(Lex *lex, Token *hash) {
    Token token;
    lex->in_directive = true;
    lex->first_in_file = lex->in.guard == GUARD_FIRST;
    if (lex->first_in_file) lex->in.guard = GUARD_NO;
    if (lex->no_macros && plain_marker(lex)) return false;
    const char *name = lex->in.p, *end;
    unsigned plain = lex->no_macros ? DIR_NONE : lex_directive_name(lex, &name, &end);
    if (plain) {
        lex->in.p = end;
        return pp_directive(lex, plain, lex_pos(lex, name), hash);
    }
    lex_scan(lex, &token);
    unsigned id = lex_is_word(token.kind) ? lex_info(lex, token.text)->flags : 0;
    if (token.kind == T_NUMBER) {
        do_marker(lex, &token);
    } else if (lex->no_macros) { // .ii: what gcc left is for the parser
        if (id == DIR_PRAGMA) return lex_pragma(lex, hash->pos, hash);
        if (id == DIR_LINE) {
            do_line(lex);
        } else {
            lex_end_directive(lex, false, "");
        }
    } else if (id) {
        return pp_directive(lex, id, token.pos, hash);
    } else {
        if (token.kind != T_NEWLINE) LEX_DIAG(lex, lex_unknown_directive, token.pos);
        lex_end_directive(lex, false, "");
    }
    return false;
}
