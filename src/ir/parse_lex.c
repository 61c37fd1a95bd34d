// SPDX-License-Identifier: Apache-2.0
// Tokens of LLVM assembly, and the reader's errors.
#include "ir/parse_int.h"

#include "ir/ir_diag.h"

#include <stdio.h>

// ---- errors ----

static bool fail(Parser *p, const char *at, const char *fmt, va_list ap) {
    if (p->failed) return false;
    char text[256];
    vsnprintf(text, sizeof text, fmt, ap);
    SourceText *t =
        source_text(p->ctx, atom_cstr(p->ctx, p->file), p->begin, (uint32_t)(p->end - p->begin));
    Pos base = source_add_file(p->ctx, t, 0, false);
    diag(p->ctx, &ir_diag_rows[D_ir_parse], base + (Pos)(at - p->begin), text);
    p->failed = true;
    p->p = p->end;
    p->tok = (Tok){.kind = T_EOF, .s = p->end};
    return false;
}

bool pa_fail(Parser *p, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fail(p, p->tok_at, fmt, ap);
    va_end(ap);
    return false;
}

bool pa_fail_at(Parser *p, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fail(p, at, fmt, ap);
    va_end(ap);
    return false;
}

bool pa_enter(Parser *p) {
    if (++p->depth > 200) return pa_fail(p, "nested too deeply");
    return true;
}

void pa_leave(Parser *p) {
    p->depth--;
}

// ---- characters ----

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' ||
           c == '$' || c == '.' || c == '_';
}
static bool is_word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}
static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void skip_space(Parser *p) {
    while (p->p < p->end) {
        char c = *p->p;
        if (c == ';') {
            while (p->p < p->end && *p->p != '\n') p->p++;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            p->p++;
        } else {
            break;
        }
    }
}

static void scan(Parser *p, bool (*in)(char)) {
    p->tok.s = p->p;
    while (p->p < p->end && in(*p->p)) p->p++;
    p->tok.n = (uint32_t)(p->p - p->tok.s);
}

static bool scan_string(Parser *p) { // p->p behind the opening quote
    p->tok.s = p->p;
    while (p->p < p->end && *p->p != '"') p->p++;
    if (p->p == p->end) return pa_fail_at(p, p->tok_at, "string without end");
    p->tok.n = (uint32_t)(p->p - p->tok.s);
    p->p++;
    return true;
}

static uint32_t number(Parser *p, const char *s, uint32_t n) {
    uint64_t v = 0;
    for (uint32_t i = 0; i < n; i++) {
        v = v * 10 + (uint64_t)(s[i] - '0');
        if (v > 0x7fffffff) {
            pa_fail_at(p, s, "number too large");
            return 0;
        }
    }
    return (uint32_t)v;
}

// After a sigil: a name, a quoted name or a number.
static void sigil(Parser *p, TokKind named, TokKind numbered) {
    p->tok.kind = (uint8_t)named;
    if (p->p < p->end && *p->p == '"') {
        p->p++;
        scan_string(p);
    } else if (p->p < p->end && is_digit(*p->p)) {
        scan(p, is_digit);
        p->tok.kind = (uint8_t)numbered;
        p->tok.num = number(p, p->tok.s, p->tok.n);
    } else {
        scan(p, is_name_char);
        if (!p->tok.n) pa_fail_at(p, p->tok_at, "name expected");
    }
}

static bool is_hex_char(char c) {
    return hex_digit(c) >= 0;
}

static void scan_number(Parser *p) {
    const char *s = p->p;
    p->tok.kind = T_INT;
    if (*p->p == 'u' || *p->p == 's') { // u0x1F
        p->p += 3;
        scan(p, is_hex_char);
        p->tok.s = s;
        p->tok.n = (uint32_t)(p->p - s);
        return;
    }
    if (*p->p == '-' || *p->p == '+') p->p++;
    if (p->end - p->p > 2 && p->p[0] == '0' && p->p[1] == 'x') {
        p->p += 2;
        if (*p->p == 'H' || *p->p == 'R' || *p->p == 'L' || *p->p == 'K' || *p->p == 'M') p->p++;
        scan(p, is_hex_char);
        p->tok.kind = T_FP;
    } else {
        scan(p, is_digit);
        if (p->p < p->end && *p->p == '.') {
            p->tok.kind = T_FP;
            p->p++;
            scan(p, is_digit);
            if (p->p < p->end && (*p->p == 'e' || *p->p == 'E')) {
                p->p++;
                if (p->p < p->end && (*p->p == '-' || *p->p == '+')) p->p++;
                scan(p, is_digit);
            }
        }
    }
    p->tok.s = s;
    p->tok.n = (uint32_t)(p->p - s);
}

// A label is a name and ':' with nothing between; it may look like a number or a word.
static bool scan_label(Parser *p) {
    const char *s = p->p;
    while (s < p->end && is_name_char(*s)) s++;
    if (s == p->p || s >= p->end || *s != ':') return false;
    p->tok.kind = T_LABEL;
    p->tok.s = p->p;
    p->tok.n = (uint32_t)(s - p->p);
    p->p = s + 1;
    return true;
}

static void word_or_number(Parser *p) {
    char c = *p->p;
    if (is_name_char(c) && scan_label(p)) return;
    bool hex = (c == 'u' || c == 's') && p->end - p->p > 3 && p->p[1] == '0' && p->p[2] == 'x';
    if (hex || is_digit(c) || ((c == '-' || c == '+') && p->end - p->p > 1 && is_digit(p->p[1]))) {
        scan_number(p);
    } else if (is_word_char(c)) {
        p->tok.kind = T_WORD;
        scan(p, is_word_char);
    } else {
        p->tok.kind = T_PUNCT;
        p->tok.punct = c;
        p->p++;
    }
}

void pa_next(Parser *p) {
    skip_space(p);
    p->tok = (Tok){.kind = T_EOF};
    p->tok_at = p->p;
    if (p->p >= p->end) return;
    char c = *p->p;
    switch (c) {
    case '%':
        p->p++;
        sigil(p, T_LOCAL, T_LOCALNO);
        break;
    case '@':
        p->p++;
        sigil(p, T_GLOBAL, T_GLOBALNO);
        break;
    case '$':
        if (scan_label(p)) break;
        p->p++;
        sigil(p, T_COMDAT, T_COMDAT);
        break;
    case '#':
        p->p++;
        if (p->p < p->end && !is_digit(*p->p)) {
            p->tok.kind = T_PUNCT;
            p->tok.punct = '#';
        } else {
            sigil(p, T_ATTRNO, T_ATTRNO);
        }
        break;
    case '!':
        p->p++;
        if (p->p < p->end && is_name_char(*p->p)) {
            sigil(p, T_META, T_METANO);
        } else {
            p->tok.kind = T_PUNCT;
            p->tok.punct = '!';
        }
        break;
    case '"':
        p->p++;
        p->tok.kind = T_STRING;
        if (scan_string(p) && p->p < p->end && *p->p == ':') { // "quoted label":
            p->p++;
            p->tok.kind = T_LABEL;
        }
        break;
    case '.':
        if (p->end - p->p >= 3 && p->p[1] == '.' && p->p[2] == '.') {
            p->p += 3;
            p->tok.kind = T_PUNCT;
            p->tok.punct = '.';
            break;
        } // fall through
    default: word_or_number(p);
    }
}

bool pa_eat(Parser *p, char c) {
    if (!pa_is(p, c)) return false;
    pa_next(p);
    return true;
}

bool pa_expect(Parser *p, char c) {
    return pa_eat(p, c) || pa_fail(p, "'%c' expected", c);
}

bool pa_is_word(const Parser *p, const char *w) {
    return p->tok.kind == T_WORD && strlen(w) == p->tok.n && memcmp(w, p->tok.s, p->tok.n) == 0;
}

bool pa_eat_word(Parser *p, const char *w) {
    if (!pa_is_word(p, w)) return false;
    pa_next(p);
    return true;
}

Atom pa_name(Parser *p) {
    const char *s = p->tok.s;
    uint32_t n = p->tok.n;
    if (!memchr(s, '\\', n)) return atom_intern(p->ctx, s, n);
    char *d = arena_alloc(&p->tmp, n, 1);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 2 < n + 0 && hex_digit(s[i + 1]) >= 0 && hex_digit(s[i + 2]) >= 0) {
            d[k++] = (char)(hex_digit(s[i + 1]) * 16 + hex_digit(s[i + 2]));
            i += 2;
        } else if (s[i] == '\\' && i + 1 < n && s[i + 1] == '\\') {
            d[k++] = '\\';
            i++;
        } else {
            d[k++] = s[i];
        }
    }
    return atom_intern(p->ctx, d, k);
}

Atom pa_string(Parser *p) {
    if (p->tok.kind != T_STRING) {
        pa_fail(p, "string expected");
        return 0;
    }
    Atom a = pa_name(p);
    pa_next(p);
    return a;
}

bool pa_u64(Parser *p, uint64_t *v, uint64_t max) {
    if (p->tok.kind != T_INT || *p->tok.s < '0' || *p->tok.s > '9') {
        return pa_fail(p, "number expected");
    }
    uint64_t r = 0;
    for (uint32_t i = 0; i < p->tok.n; i++) {
        if (__builtin_mul_overflow(r, 10, &r) ||
            __builtin_add_overflow(r, (uint64_t)(p->tok.s[i] - '0'), &r)) {
            return pa_fail(p, "number too large");
        }
    }
    if (r > max) return pa_fail(p, "number too large");
    *v = r;
    pa_next(p);
    return true;
}
