// SPDX-License-Identifier: Apache-2.0
// #pragma and _Pragma ([cpp.pragma], [cpp.pragma.op]). What concerns the preprocessor is obeyed
// here; everything else becomes one T_PRAGMA whose text is the pragma with single blanks.
#include "lex/lex_int.h"

typedef VEC(Token) Tokens;

typedef struct Pushed {
    Macro *macro;
    struct Pushed *next;
} Pushed;

static bool is(Lex *lex, const Token *t, const char *s) {
    return lex_is_word(t->kind) && strcmp(atom_str(lex->ctx, t->text), s) == 0;
}

static void do_once(Lex *lex, Pos pos) {
    if (!lex->in.file) return;
    if (lex->in.level == 0) LEX_DIAG(lex, lex_once_in_main, pos);
    lex->in.file->canon->once = true;
}

// push_macro("NAME"), pop_macro("NAME")
static void push_pop(Lex *lex, const Token *list, uint32_t n, bool push) {
    LexString string;
    if (n < 4 || list[1].kind != T_LPAREN || list[2].kind != T_STRING || list[3].kind != T_RPAREN ||
        !lex_string(lex->ctx, &list[2], 1, &string) || string.unit != 1) {
        LEX_DIAG(lex, lex_bad_pragma, list->pos, push ? "push_macro" : "pop_macro");
        return;
    }
    Atom name = atom_intern(lex->ctx, string.data, string.n);
    Pushed *top = map_get(&lex->pushed, name);
    if (push) {
        Pushed *p = arena_new(&lex->ctx->perm, Pushed);
        p->macro = lex_info(lex, name)->macro;
        p->next = top;
        map_put(&lex->pushed, name, p);
    } else if (top) {
        lex_macro_set(lex, name, top->macro);
        map_put(&lex->pushed, name, top->next);
    }
}

// #pragma GCC poison: the words become macros whose use is an error.
static void poison(Lex *lex, const Token *list, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!lex_is_word(list[i].kind)) {
            LEX_DIAG(lex, lex_bad_pragma, list[i].pos, "GCC poison");
            return;
        }
        Macro *m = lex_macro_new(lex, list[i].text);
        m->kind = MK_POISON;
        lex_macro_set(lex, list[i].text, m);
    }
}

static void system_header(Lex *lex) {
    if (lex->in.level == 0) return;
    lex->in.system = true;
    source_set_system(lex->ctx, lex->in.base);
}

// GCC warning "text", GCC error "text"
static void message(Lex *lex, const Token *list, uint32_t n, bool error) {
    LexString s;
    if (n < 1 || list->kind != T_STRING || !lex_string(lex->ctx, list, n, &s) || s.unit != 1)
        return;
    if (error) {
        LEX_DIAG(lex, lex_user_error, list->pos, (int)s.n, (const char *)s.data);
    } else {
        LEX_DIAG(lex, lex_user_warning, list->pos, (int)s.n, (const char *)s.data);
    }
}

// Obeys a pragma of the preprocessor; false when it is not one.
static bool obey(Lex *lex, Pos pos, const Token *list, uint32_t n) {
    if (n == 0) return false;
    if (is(lex, list, "once")) {
        do_once(lex, pos);
    } else if (is(lex, list, "push_macro") || is(lex, list, "pop_macro")) {
        push_pop(lex, list, n, is(lex, list, "push_macro"));
    } else if (is(lex, list, "GCC") && n > 1) {
        if (is(lex, &list[1], "poison")) {
            poison(lex, list + 2, n - 2);
        } else if (is(lex, &list[1], "system_header")) {
            system_header(lex);
        } else if (is(lex, &list[1], "warning") || is(lex, &list[1], "error")) {
            message(lex, list + 2, n - 2, is(lex, &list[1], "error"));
        } else {
            return is(lex, &list[1], "dependency");
        }
    } else {
        return false;
    }
    return true;
}

// Makes *out a T_PRAGMA of the tokens, or obeys them and returns false.
static bool finish(Lex *lex, Pos pos, Tokens *tokens, Token *out) {
    if (!lex->no_macros && obey(lex, pos, tokens->at, tokens->n)) return false;
    const Token *list = tokens->at;
    uint32_t n = tokens->n;
    // An unroll count may be a macro (nvcc's front end expands it).
    uint32_t k = n > 1 && is(lex, tokens->at, "GCC") ? 1 : 0;
    if (!lex->no_macros && n > k + 1 && is(lex, &tokens->at[k], "unroll"))
        lex_expand_list(lex, &list, &n);
    ArenaMark mark = arena_mark(&lex->ctx->scratch);
    Buf b;
    buf_init(&b, &lex->ctx->scratch);
    lex_spell(lex->ctx, list, n, &b);
    *out = (Token){.kind = T_PRAGMA, .flags = TF_BOL, .pos = pos};
    out->text = atom_intern(lex->ctx, b.n ? b.at : "", b.n);
    lex->packs |= strstr(atom_str(lex->ctx, out->text), "pack") != NULL;
    arena_reset(&lex->ctx->scratch, mark);
    return true;
}

// The tokens of the rest of the line, unexpanded.
static void read_line(Lex *lex, Tokens *p) {
    Token t;
    for (;;) {
        lex_scan(lex, &t);
        if (t.kind == T_NEWLINE) return;
        vec_push(&lex->tmp, p, t);
    }
}

// The tokens are kept in Lex.tmp while they are looked at.
bool lex_pragma(Lex *lex, Pos pos, Token *out) {
    Tokens p = {0};
    lex->call_depth++; // keeps Lex.tmp
    read_line(lex, &p);
    lex_end_directive(lex, false, "");
    bool r = finish(lex, pos, &p, out);
    lex->call_depth--;
    return r;
}

// A macro that is `#pragma unroll` [cpp.rescan]/3 makes no directive of it. But nvcc's front end
// reads what gcc has printed, where it stands at the beginning of a line: there it is one, to the
// line's end. CUTLASS and others rely on that.
bool lex_pragma_macro(Lex *lex, Macro *macro, Token *use) {
    Tokens tokens = {0};
    Pos pos = use->pos;
    Token next;
    lex->call_depth++;
    lex->in_directive = true;
    Pos base = source_add_macro(lex->ctx, macro->name, pos, macro->nbody, &macro->body[0].pos,
                                sizeof(Token));
    lex_push_tokens(lex, macro->body + 2, macro->nbody - 2, macro, base + 2, 0);
    for (;;) {
        lex_token(lex, &next);
        if (is_any_of(next.kind, T_NEWLINE, T_EOF)) break;
        vec_push(&lex->tmp, &tokens, next);
    }
    lex->in_directive = false;
    bool r = finish(lex, pos, &tokens, use);
    lex->call_depth--;
    return r;
}

// [cpp.pragma.op]: without prefix and quotes, \" and \\ undone
static char *destringize(Lex *lex, const Token *literal, uint32_t *len) {
    const AtomInfo *info = lex_info(lex, literal->text);
    const char *s = info->s, *e = info->s + info->len - 1;
    char *out = arena_alloc(&lex->tmp, info->len + PAD, 1);
    uint32_t n = 0;
    while (s < e && *s != '"') s++;
    for (s++; s < e; s++) {
        if (*s == '\\' && is_any_of(s[1], '"', '\\')) s++;
        out[n++] = *s == '\n' ? ' ' : *s;
    }
    memset(out + n, 0, info->len + PAD - n);
    *len = n;
    return out;
}

// The string's tokens are scanned as a text of their own, at the position of the string. False when
// *token is to be delivered: the pragma for the parser, or what stands there instead of an operand.
bool lex_pragma_operator(Lex *lex, Token *word) {
    Token name = *word, open, str, close;
    lex_token(lex, &open);
    if (open.kind != T_LPAREN) {
        LEX_DIAG(lex, lex_bad_pragma_operator, name.pos);
        *word = open;
        return false;
    }
    lex_token(lex, &str);
    if (str.kind == T_STRING) lex_token(lex, &close);
    if (str.kind != T_STRING || close.kind != T_RPAREN) {
        LEX_DIAG(lex, lex_bad_pragma_operator, name.pos);
        *word = str.kind == T_STRING ? close : str;
        return false;
    }
    // as if the text stood on a line of its own behind #pragma [cpp.pragma.op]
    lex->call_depth++;
    uint32_t n;
    char *text = destringize(lex, &str, &n);
    Input save = lex->in;
    bool dir = lex->in_directive;
    lex->in_directive = true;
    lex->in.start = lex->in.p = text;
    lex->in.end = text + n;
    Tokens p = {0};
    read_line(lex, &p);
    for (uint32_t i = 0; i < p.n; i++) p.at[i].pos = str.pos;
    lex->in = save;
    lex->in_directive = dir;
    bool r = finish(lex, name.pos, &p, word);
    lex->call_depth--;
    return !r;
}
