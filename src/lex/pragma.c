// SPDX-License-Identifier: Apache-2.0
// #pragma and _Pragma ([cpp.pragma], [cpp.pragma.op]). What concerns the preprocessor is obeyed
// here; everything else becomes one T_PRAGMA whose text is the pragma with single blanks.
#include "lex/lex_int.h"

typedef VEC(Token) Tokens;

typedef struct Pushed {
    Macro *macro;
    struct Pushed *next;
} Pushed;

static bool is(Lex *L, const Token *t, const char *s) {
    return lex_is_word(t->kind) && strcmp(atom_str(L->ctx, t->text), s) == 0;
}

static void do_once(Lex *L, Pos pos) {
    if (!L->in.file) return;
    if (L->in.level == 0) LEX_DIAG(L, lex_once_in_main, pos);
    L->in.file->canon->once = true;
}

// push_macro("NAME"), pop_macro("NAME")
static void push_pop(Lex *L, const Token *t, uint32_t n, bool push) {
    LexString s;
    if (n < 4 || t[1].kind != T_LPAREN || t[2].kind != T_STRING || t[3].kind != T_RPAREN ||
        !lex_string(L->ctx, &t[2], 1, &s) || s.unit != 1) {
        LEX_DIAG(L, lex_bad_pragma, t->pos, push ? "push_macro" : "pop_macro");
        return;
    }
    Atom name = atom_intern(L->ctx, s.data, s.n);
    Pushed *top = map_get(&L->pushed, name);
    if (push) {
        Pushed *p = arena_new(&L->ctx->perm, Pushed);
        p->macro = lex_info(L, name)->macro;
        p->next = top;
        map_put(&L->pushed, name, p);
    } else if (top) {
        lex_macro_set(L, name, top->macro);
        map_put(&L->pushed, name, top->next);
    }
}

static void poison(Lex *L, const Token *t, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!lex_is_word(t[i].kind)) {
            LEX_DIAG(L, lex_bad_pragma, t[i].pos, "GCC poison");
            return;
        }
        Macro *m = lex_macro_new(L, t[i].text);
        m->kind = MK_POISON;
        lex_macro_set(L, t[i].text, m);
    }
}

static void system_header(Lex *L) {
    if (L->in.level == 0) return;
    L->in.system = true;
    source_set_system(L->ctx, L->in.base);
}

// GCC warning "text", GCC error "text"
static void message(Lex *L, const Token *t, uint32_t n, bool error) {
    LexString s;
    if (n < 1 || t->kind != T_STRING || !lex_string(L->ctx, t, n, &s) || s.unit != 1) return;
    if (error) {
        LEX_DIAG(L, lex_user_error, t->pos, (int)s.n, (const char *)s.data);
    } else {
        LEX_DIAG(L, lex_user_warning, t->pos, (int)s.n, (const char *)s.data);
    }
}

// Obeys a pragma of the preprocessor; false when it is not one.
static bool obey(Lex *L, Pos pos, const Token *t, uint32_t n) {
    if (n == 0) return false;
    if (is(L, t, "once")) {
        do_once(L, pos);
    } else if (is(L, t, "push_macro") || is(L, t, "pop_macro")) {
        push_pop(L, t, n, is(L, t, "push_macro"));
    } else if (is(L, t, "GCC") && n > 1) {
        if (is(L, &t[1], "poison")) {
            poison(L, t + 2, n - 2);
        } else if (is(L, &t[1], "system_header")) {
            system_header(L);
        } else if (is(L, &t[1], "warning") || is(L, &t[1], "error")) {
            message(L, t + 2, n - 2, is(L, &t[1], "error"));
        } else {
            return is(L, &t[1], "dependency");
        }
    } else {
        return false;
    }
    return true;
}

// Makes *out a T_PRAGMA of the tokens, or obeys them and returns false.
static bool finish(Lex *L, Pos pos, Tokens *p, Token *out) {
    if (!L->no_macros && obey(L, pos, p->at, p->n)) return false;
    const Token *list = p->at;
    uint32_t n = p->n;
    // An unroll count may be a macro (nvcc's front end expands it).
    uint32_t k = n > 1 && is(L, p->at, "GCC") ? 1 : 0;
    if (!L->no_macros && n > k + 1 && is(L, &p->at[k], "unroll")) lex_expand_list(L, &list, &n);
    ArenaMark mark = arena_mark(&L->ctx->scratch);
    Buf b;
    buf_init(&b, &L->ctx->scratch);
    lex_spell(L->ctx, list, n, &b);
    *out = (Token){.kind = T_PRAGMA, .flags = TF_BOL, .pos = pos};
    out->text = atom_intern(L->ctx, b.n ? b.at : "", b.n);
    L->packs |= strstr(atom_str(L->ctx, out->text), "pack") != NULL;
    arena_reset(&L->ctx->scratch, mark);
    return true;
}

static void read_line(Lex *L, Tokens *p) {
    Token t;
    for (;;) {
        lex_scan(L, &t);
        if (t.kind == T_NEWLINE) return;
        vec_push(&L->tmp, p, t);
    }
}

bool lex_pragma(Lex *L, Pos pos, Token *out) {
    Tokens p = {0};
    L->call_depth++; // keeps Lex.tmp
    read_line(L, &p);
    lex_end_directive(L, false, "");
    bool r = finish(L, pos, &p, out);
    L->call_depth--;
    return r;
}

// A macro that is `#pragma unroll` [cpp.rescan]/3 makes no directive of it. But nvcc's front end
// reads what gcc has printed, where it stands at the beginning of a line: there it is one, to the
// line's end. CUTLASS and others rely on that.
bool lex_pragma_macro(Lex *L, Macro *m, Token *t) {
    Tokens p = {0};
    Pos pos = t->pos;
    Token next;
    L->call_depth++;
    L->in_directive = true;
    Pos base = source_add_macro(L->ctx, m->name, pos, m->nbody, &m->body[0].pos, sizeof(Token));
    lex_push_tokens(L, m->body + 2, m->nbody - 2, m, base + 2, 0);
    for (;;) {
        lex_token(L, &next);
        if (next.kind == T_NEWLINE || next.kind == T_EOF) break;
        vec_push(&L->tmp, &p, next);
    }
    L->in_directive = false;
    bool r = finish(L, pos, &p, t);
    L->call_depth--;
    return r;
}

// [cpp.pragma.op]: without prefix and quotes, \" and \\ undone
static char *destringize(Lex *L, const Token *t, uint32_t *len) {
    const AtomInfo *a = lex_info(L, t->text);
    const char *s = a->s, *e = a->s + a->len - 1;
    char *out = arena_alloc(&L->tmp, a->len + PAD, 1);
    uint32_t n = 0;
    while (s < e && *s != '"') s++;
    for (s++; s < e; s++) {
        if (*s == '\\' && (s[1] == '"' || s[1] == '\\')) s++;
        out[n++] = *s == '\n' ? ' ' : *s;
    }
    memset(out + n, 0, a->len + PAD - n);
    *len = n;
    return out;
}

bool lex_pragma_operator(Lex *L, Token *t) {
    Token name = *t, open, str, close;
    lex_token(L, &open);
    if (open.kind != T_LPAREN) {
        LEX_DIAG(L, lex_bad_pragma_operator, name.pos);
        *t = open;
        return false;
    }
    lex_token(L, &str);
    if (str.kind == T_STRING) lex_token(L, &close);
    if (str.kind != T_STRING || close.kind != T_RPAREN) {
        LEX_DIAG(L, lex_bad_pragma_operator, name.pos);
        *t = str.kind == T_STRING ? close : str;
        return false;
    }
    L->call_depth++;
    uint32_t n;
    char *text = destringize(L, &str, &n);
    Input save = L->in;
    bool dir = L->in_directive;
    L->in_directive = true;
    L->in.start = L->in.p = text;
    L->in.end = text + n;
    Tokens p = {0};
    read_line(L, &p);
    for (uint32_t i = 0; i < p.n; i++) p.at[i].pos = str.pos;
    L->in = save;
    L->in_directive = dir;
    bool r = finish(L, name.pos, &p, t);
    L->call_depth--;
    return !r;
}
