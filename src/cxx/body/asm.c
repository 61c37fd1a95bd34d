// SPDX-License-Identifier: Apache-2.0
// body/asm.c: asm statements with GNU operands, and the pragmas that belong to statements:
// `#pragma unroll [N]`, `#pragma nounroll`.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/body/body.h"

// The string literals at parse->at, joined. "" where there is none: *ok becomes false after a
// diagnostic, and stays so.
static const char *string_text(Parse *parse, bool *ok) {
    uint32_t n = 0;
    while (cxx_peek_n(parse, n) == T_STRING) n++;
    LexString s;
    if (!n) {
        if (*ok) CXX_DIAG(parse->x, x_expected_string, xe_pos(parse));
        *ok = false;
        return "";
    }
    if (!lex_string(parse->x->ctx, &parse->tok[parse->at], n, &s)) *ok = false;
    parse->at += n;
    if (!*ok || s.unit != 1) return "";
    return arena_strndup(pa(parse), s.data, s.n);
}

// Sections are separated by `:`; `::` is one token for two of them.
typedef struct {
    uint32_t pending;
} Colons;
// Enters the next section; false: there is none.
static bool next_section(Parse *parse, Colons *colons) {
    if (colons->pending) {
        colons->pending--;
        return true;
    }
    if (xe_accept(parse, T_COLON)) return true;
    if (xe_accept(parse, T_COLCOL)) {
        colons->pending = 1;
        return true;
    }
    return false;
}

typedef VEC(AsmOperand) Operands;

// [name] "constraint" (expression), ...: into v. An output must be modifiable; an input is a value,
// but in memory. False after a diagnostic.
static bool operands(Parse *parse, Operands *v, bool output) {
    Cxx *cxx = parse->x;
    bool ok = true;
    while (ok && is_any_of(cxx_peek(parse), T_STRING, T_LBRACKET)) {
        AsmOperand asm_operand = {0};
        if (xe_accept(parse, T_LBRACKET)) {
            asm_operand.name = parse->tok[parse->at++].text;
            ok &= xe_expect(parse, T_RBRACKET, "]");
        }
        asm_operand.constraint = string_text(parse, &ok);
        if (cxx_peek(parse) != T_LPAREN) {
            if (ok) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "(");
            return false;
        }
        uint32_t close = parse->tok[parse->at].match;
        parse->at++;
        Expr *expr = cxx_parse_expr(parse);
        if (parse->at != close && !xe_err(expr))
            CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        parse->at = close + 1;
        if (!xe_open(expr)) {
            if (output) {
                if (!xe_check_modifiable(parse, expr, expr->pos))
                    expr = cxx_expr_error(cxx, expr->pos);
                else if (asm_operand.constraint[0] == '=')
                    xe_note_set(expr);
            } else if (asm_operand.constraint[0] != 'm') {
                expr = expr->type->kind == TY_CLASS ? expr : cxx_rvalue(parse, expr);
            }
        }
        ok &= !xe_err(expr);
        asm_operand.e = expr;
        vec_push(pa(parse), v, asm_operand);
        if (!xe_accept(parse, T_COMMA) && cxx_peek(parse) != T_STRING) break; // EDG needs no comma
    }
    return ok;
}

// The labels that an `asm goto` may jump to. False after a diagnostic.
static bool asm_labels(Parse *parse) {
    while (cxx_peek(parse) == T_IDENT) {
        LabelUse use = {parse->tok[parse->at].text, xe_pos(parse)};
        parse->at++;
        if (parse->fs) vec_push(pa(parse), &parse->fs->addressed, use);
        if (!xe_accept(parse, T_COMMA)) return true;
    }
    return CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "identifier");
}

// asm [volatile|inline|goto] ( "text" : outputs : inputs : clobbers ) ;
Stmt *xe_parse_asm(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_ASM, pos);
    AsmData *asm_data = stmt->u.asm_ = arena_new(pa(parse), AsmData);
    parse->at++;
    bool jumps = false;
    for (;; parse->at++) {
        if (cxx_peek(parse) == T_KW_VOLATILE)
            asm_data->is_volatile = true;
        else if (cxx_peek(parse) == T_KW_GOTO)
            jumps = true;
        else if (cxx_peek(parse) != T_KW_INLINE)
            break;
    }
    if (jumps && !cxx_in_host_code(parse)) CXX_DIAG(cxx, x_asm_goto, pos);
    if (cxx_peek(parse) != T_LPAREN) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "(");
        stmt->kind = S_ERROR;
        return stmt;
    }
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    bool ok = true;
    asm_data->text = string_text(parse, &ok);
    Colons colons = {0};
    Operands out = {0}, in = {0};
    VEC(const char *) clobber = {0};
    if (!is_any_of(cxx_peek(parse), T_COLON, T_COLCOL)) asm_data->is_volatile = true; // basic asm
    if (ok && next_section(parse, &colons) && !colons.pending) ok &= operands(parse, &out, true);
    if (!out.n) asm_data->is_volatile = true; // no output: volatile by definition (GNU)
    if (ok && next_section(parse, &colons) && !colons.pending) ok &= operands(parse, &in, false);
    if (ok && next_section(parse, &colons)) {
        while (ok && cxx_peek(parse) == T_STRING) {
            const char *t = string_text(parse, &ok);
            vec_push(pa(parse), &clobber, t);
            if (!xe_accept(parse, T_COMMA)) break;
        }
    }
    if (ok && jumps && next_section(parse, &colons)) ok &= asm_labels(parse);
    if (ok && parse->at != close) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
    parse->at = close + 1;
    xe_expect(parse, T_SEMI, ";");
    asm_data->out = out.at;
    asm_data->nout = out.n;
    asm_data->in = in.at;
    asm_data->nin = in.n;
    asm_data->clobber = clobber.at;
    asm_data->nclobber = clobber.n;
    if (!ok)
        stmt->kind = S_ERROR;
    else if (cxx->hooks.check_asm && !parse->dependent)
        cxx->hooks.check_asm(parse, asm_data, pos);
    return stmt;
}

// ---- pragmas -----------------------------------------------------------------------------------

// Behind blanks.
static const char *skip_space(const char *s) {
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

// Behind the word, or NULL: another one stands there.
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
static bool unroll_count(Parse *parse, const char *text, Pos pos, int64_t *n) {
    Cxx *cxx = parse->x;
    TokenArray *token_array = lex_text(cxx->ctx, "#pragma unroll", text, strlen(text));
    if (token_array->n < 2) return false;
    Token *token = arena_array(pa(parse), Token, token_array->n);
    for (uint32_t i = 0; i < token_array->n; i++) {
        token[i] = token_array->at[i];
        token[i].pos = pos;
        if (lex_is_open(token[i].kind) || lex_is_close(token[i].kind)) token[i].match += parse->at;
    }
    Parse q = *parse;
    q.tok = (const Token *)((uintptr_t)token - (uintptr_t)parse->at * sizeof(Token));
    q.end = parse->at + token_array->n - 1;
    q.in_targs = false;
    Expr *e = cxx_parse_const_expr(&q);
    if (q.at < q.end && !xe_err(e)) CXX_DIAG(cxx, x_unroll_extra, pos);
    ApInt v;
    if (xe_err(e) || xe_vdep(e)) return false;
    e = cxx_rvalue(&q, e);
    if (!xe_integral_or_enum(e->type) || !cxx_const_int(cxx, e, &v, true)) return false;
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

// Tells the CUDA hook what is wrong with a pragma, except in system headers and unbound templates.
static void fault(Parse *parse, PragmaFault what, Pos pos) {
    if (!parse->x->hooks.check_pragma || parse->dependent || cxx_in_system_header(parse->x, pos))
        return;
    parse->x->hooks.check_pragma(parse, what, pos);
}

// Whether a loop stands behind this pragma and others.
static bool loop_follows(const Parse *parse) {
    uint32_t n = 0;
    while (cxx_peek_n(parse, n) == T_PRAGMA) n++;
    uint16_t k = cxx_peek_n(parse, n);
    return is_any_of(k, T_KW_FOR, T_KW_WHILE, T_KW_DO);
}

// A pragma in front of a statement; the statement that follows is parsed with it.
Stmt *xe_parse_pragma(Parse *parse) {
    Pos pos = xe_pos(parse);
    const char *s = skip_space(atom_str(parse->x->ctx, parse->tok[parse->at].text)), *r;
    if (*s == '#') s = skip_space(s + 1);
    if ((r = skip_word(s, "pragma"))) s = skip_space(r);
    if ((r = skip_word(s, "clang"))) s = skip_space(r);
    bool gcc = (r = skip_word(s, "GCC")) != NULL;
    if (gcc) s = skip_space(r);
    if ((r = skip_word(s, "nounroll"))) {
        parse->fs->unroll = 1;
    } else if ((r = skip_word(s, "unroll"))) {
        r = skip_space(r);
        int64_t n = 0;
        if (!*r || *r == '\n')
            parse->fs->unroll = -1;
        else if (unroll_count(parse, r, pos, &n)) {
            if (n <= 0 || n > INT32_MAX) CXX_DIAG(parse->x, x_bad_unroll, pos);
            if (n >= 0 && n <= INT32_MAX) parse->fs->unroll = n == 0 ? 1 : (int32_t)n;
        }
    }
    bool unroll = parse->fs->unroll && r && *s == 'u';
    if (!r && !gcc && !known_pragma(s)) fault(parse, PRAGMA_UNKNOWN, pos);
    parse->at++;
    if (unroll && !loop_follows(parse)) fault(parse, PRAGMA_NO_LOOP, pos);
    if (is_any_of(cxx_peek(parse), T_RBRACE, T_EOF)) return xe_stmt(parse, S_NULL, pos);
    parse->depth--;
    int32_t keep = parse->fs->unroll;
    parse->fs->unroll = keep;
    Stmt *st = cxx_parse_statement(parse);
    parse->depth++;
    return st;
}
