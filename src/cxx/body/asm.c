// SPDX-License-Identifier: Apache-2.0
// body/asm.c: asm statements with GNU operands, and the pragmas that belong to statements:
// `#pragma unroll [N]`, `#pragma nounroll`.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/body/body.h"

static const char *string_text(Parse *p, bool *ok) {
    uint32_t n = 0;
    while (cxx_peek_n(p, n) == T_STRING) n++;
    LexString s;
    if (!n) {
        if (*ok) CXX_DIAG(p->x, x_expected_string, xe_pos(p));
        *ok = false;
        return "";
    }
    if (!lex_string(p->x->ctx, &p->tok[p->at], n, &s)) *ok = false;
    p->at += n;
    if (!*ok || s.unit != 1) return "";
    return arena_strndup(pa(p), s.data, s.n);
}

// Sections are separated by `:`; `::` is one token for two of them.
typedef struct {
    uint32_t pending;
} Colons;
static bool next_section(Parse *p, Colons *c) {
    if (c->pending) {
        c->pending--;
        return true;
    }
    if (xe_accept(p, T_COLON)) return true;
    if (xe_accept(p, T_COLCOL)) {
        c->pending = 1;
        return true;
    }
    return false;
}

typedef VEC(AsmOperand) Operands;

static bool operands(Parse *p, Operands *v, bool output) {
    Cxx *x = p->x;
    bool ok = true;
    while (ok && (cxx_peek(p) == T_STRING || cxx_peek(p) == T_LBRACKET)) {
        AsmOperand o = {0};
        if (xe_accept(p, T_LBRACKET)) {
            o.name = p->tok[p->at++].text;
            ok &= xe_expect(p, T_RBRACKET, "]");
        }
        o.constraint = string_text(p, &ok);
        if (cxx_peek(p) != T_LPAREN) {
            if (ok) CXX_DIAG(x, x_expected_token, xe_pos(p), "(");
            return false;
        }
        uint32_t close = p->tok[p->at].match;
        p->at++;
        Expr *e = cxx_parse_expr(p);
        if (p->at != close && !xe_err(e)) CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
        p->at = close + 1;
        if (!xe_err(e) && !xe_tdep(e)) {
            if (output) {
                if (!xe_check_modifiable(p, e, e->pos))
                    e = cxx_expr_error(x, e->pos);
                else if (o.constraint[0] == '=')
                    xe_note_set(e);
            } else if (o.constraint[0] != 'm') {
                e = e->type->kind == TY_CLASS ? e : cxx_rvalue(p, e);
            }
        }
        ok &= !xe_err(e);
        o.e = e;
        vec_push(pa(p), v, o);
        if (!xe_accept(p, T_COMMA) && cxx_peek(p) != T_STRING) break; // EDG needs no comma
    }
    return ok;
}

// asm [volatile|inline|goto] ( "text" : outputs : inputs : clobbers ) ;
Stmt *xe_parse_asm(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_ASM, pos);
    AsmData *a = s->u.asm_ = arena_new(pa(p), AsmData);
    p->at++;
    for (;; p->at++) {
        if (cxx_peek(p) == T_KW_VOLATILE)
            a->is_volatile = true;
        else if (cxx_peek(p) != T_KW_INLINE)
            break;
    }
    if (cxx_peek(p) != T_LPAREN) {
        CXX_DIAG(x, x_expected_token, xe_pos(p), "(");
        s->kind = S_ERROR;
        return s;
    }
    uint32_t close = p->tok[p->at].match;
    p->at++;
    bool ok = true;
    a->text = string_text(p, &ok);
    Colons c = {0};
    Operands out = {0}, in = {0};
    VEC(const char *) clobber = {0};
    if (cxx_peek(p) != T_COLON && cxx_peek(p) != T_COLCOL) a->is_volatile = true; // basic asm
    if (ok && next_section(p, &c) && !c.pending) ok &= operands(p, &out, true);
    if (!out.n) a->is_volatile = true; // no output: volatile by definition (GNU)
    if (ok && next_section(p, &c) && !c.pending) ok &= operands(p, &in, false);
    if (ok && next_section(p, &c)) {
        while (ok && cxx_peek(p) == T_STRING) {
            const char *t = string_text(p, &ok);
            vec_push(pa(p), &clobber, t);
            if (!xe_accept(p, T_COMMA)) break;
        }
    }
    if (ok && p->at != close) CXX_DIAG(x, x_expected_token, xe_pos(p), ")");
    p->at = close + 1;
    xe_expect(p, T_SEMI, ";");
    a->out = out.at;
    a->nout = out.n;
    a->in = in.at;
    a->nin = in.n;
    a->clobber = clobber.at;
    a->nclobber = clobber.n;
    if (!ok)
        s->kind = S_ERROR;
    else if (x->hooks.check_asm && !p->dependent)
        x->hooks.check_asm(p, a, pos);
    return s;
}

// ---- pragmas -----------------------------------------------------------------------------------

static const char *skip_space(const char *s) {
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

static const char *skip_word(const char *s, const char *word) {
    size_t n = strlen(word);
    if (strncmp(s, word, n)) return NULL;
    char c = s[n];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')
        return NULL;
    return s + n;
}

// The count in `#pragma unroll <expression>`: tokens of the pragma's text, parsed as if they stood
// at the pragma (their indices are shifted to its place, so that lookups see what it sees).
static bool unroll_count(Parse *p, const char *text, Pos pos, int64_t *n) {
    Cxx *x = p->x;
    TokenArray *a = lex_text(x->ctx, "#pragma unroll", text, strlen(text));
    if (a->n < 2) return false;
    Token *t = arena_array(pa(p), Token, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        t[i] = a->at[i];
        t[i].pos = pos;
        if (lex_is_open(t[i].kind) || lex_is_close(t[i].kind)) t[i].match += p->at;
    }
    Parse q = *p;
    q.tok = (const Token *)((uintptr_t)t - (uintptr_t)p->at * sizeof(Token));
    q.end = p->at + a->n - 1;
    q.in_targs = false;
    Expr *e = cxx_parse_const_expr(&q);
    if (q.at < q.end && !xe_err(e)) CXX_DIAG(x, x_unroll_extra, pos);
    ApInt v;
    if (xe_err(e) || xe_vdep(e)) return false;
    e = cxx_rvalue(&q, e);
    if (!xe_integral_or_enum(e->type) || !cxx_const_int(x, e, &v, true)) return false;
    *n = apint_i64(&v);
    return true;
}

// Others have a meaning elsewhere: for diagnostics (facts/diag_pragma.c), the preprocessor, layout.
static bool known_pragma(const char *s) {
    static const char *const words[] = {"nv_",  "omp",     "pack",       "once",      "message",
                                        "STDC", "warning", "push_macro", "pop_macro", "nvopt",
                                        "hd_",  "error",   "nounroll"};
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (strncmp(s, words[i], strlen(words[i])) == 0) return true;
    }
    return false;
}

static void fault(Parse *p, PragmaFault what, Pos pos) {
    if (!p->x->hooks.check_pragma || p->dependent || cxx_in_system_header(p->x, pos)) return;
    p->x->hooks.check_pragma(p, what, pos);
}

static bool loop_follows(const Parse *p) {
    uint32_t n = 0;
    while (cxx_peek_n(p, n) == T_PRAGMA) n++;
    uint16_t k = cxx_peek_n(p, n);
    return k == T_KW_FOR || k == T_KW_WHILE || k == T_KW_DO;
}

// A pragma in front of a statement; the statement that follows is parsed with it.
Stmt *xe_parse_pragma(Parse *p) {
    Pos pos = xe_pos(p);
    const char *s = skip_space(atom_str(p->x->ctx, p->tok[p->at].text)), *r;
    if (*s == '#') s = skip_space(s + 1);
    if ((r = skip_word(s, "pragma"))) s = skip_space(r);
    if ((r = skip_word(s, "clang"))) s = skip_space(r);
    bool gcc = (r = skip_word(s, "GCC")) != NULL;
    if (gcc) s = skip_space(r);
    if ((r = skip_word(s, "nounroll"))) {
        p->fs->unroll = 1;
    } else if ((r = skip_word(s, "unroll"))) {
        r = skip_space(r);
        int64_t n = 0;
        if (!*r || *r == '\n')
            p->fs->unroll = -1;
        else if (unroll_count(p, r, pos, &n)) {
            if (n <= 0 || n > INT32_MAX) CXX_DIAG(p->x, x_bad_unroll, pos);
            if (n >= 0 && n <= INT32_MAX) p->fs->unroll = n == 0 ? 1 : (int32_t)n;
        }
    }
    bool unroll = p->fs->unroll && r && *s == 'u';
    if (!r && !gcc && !known_pragma(s)) fault(p, PRAGMA_UNKNOWN, pos);
    p->at++;
    if (unroll && !loop_follows(p)) fault(p, PRAGMA_NO_LOOP, pos);
    if (cxx_peek(p) == T_RBRACE || cxx_peek(p) == T_EOF) return xe_stmt(p, S_NULL, pos);
    p->depth--;
    int32_t keep = p->fs->unroll;
    p->fs->unroll = keep;
    Stmt *st = cxx_parse_statement(p);
    p->depth++;
    return st;
}
