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
    size_t n = (size_t)(p->end - p->begin); // a copy that outlives the reader, for diag_render
    const char *all = arena_strndup(&p->ctx->perm, p->begin, n);
    SourceText *t = source_text(p->ctx, atom_cstr(p->ctx, p->file), all, (uint32_t)n);
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

enum { C_DIGIT = 1, C_WORD = 2, C_NAME = 4 }; // digits; letters, digits, _; those and - $ .
#define CLASS_LETTER (C_WORD | C_NAME)
static const uint8_t classes[256] = {
    ['0' ... '9'] = C_DIGIT | C_WORD | C_NAME,
    ['a' ... 'z'] = CLASS_LETTER,
    ['A' ... 'Z'] = CLASS_LETTER,
    ['_'] = CLASS_LETTER,
    ['-'] = C_NAME,
    ['$'] = C_NAME,
    ['.'] = C_NAME,
};

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static inline bool is_name_char(char c) {
    return (classes[(uint8_t)c] & C_NAME) != 0;
}
static bool is_md_char(char c) {
    return is_name_char(c) || c == '\\';
}
static inline bool is_word_char(char c) {
    return (classes[(uint8_t)c] & C_WORD) != 0;
}
static uint32_t word_hash(const char *s, uint32_t n) {
    return ((uint8_t)s[0] * 7u + (uint8_t)s[n - 1] * 3u + (uint8_t)s[n / 2] * 31u + n) % WORDS_HASH;
}
static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void pa_words_init(WordTab *t, const char *const *name, uint32_t n) {
    memset(t->head, 0, sizeof t->head);
    t->name = name;
    for (uint32_t i = n; i-- > 0;) { // the first of equal names is found first
        uint32_t len = (uint32_t)strlen(name[i]), h = word_hash(name[i], len);
        t->len[i] = (uint8_t)len;
        t->next[i] = t->head[h];
        t->head[h] = (uint8_t)(i + 1);
    }
}

int pa_word_in(const Parser *p, const WordTab *t) {
    if (p->tok.kind != T_WORD || !p->tok.n) return -1;
    for (uint32_t i = t->head[word_hash(p->tok.s, p->tok.n)]; i; i = t->next[i - 1]) {
        if (t->len[i - 1] == p->tok.n && memcmp(t->name[i - 1], p->tok.s, p->tok.n) == 0) {
            return (int)i - 1;
        }
    }
    return -1;
}

int pa_word_of(Parser *p, uint32_t n, const char *const *name) {
    for (uint32_t i = 0; p->tok.kind == T_WORD && i < n; i++) {
        if (pa_eat_word(p, name[i])) return (int)i;
    }
    return -1;
}

bool pa_skip_parens(Parser *p) {
    int depth = 0;
    do {
        if (pa_is(p, '(') || pa_is(p, '[')) depth++;
        if (pa_is(p, ')') || pa_is(p, ']')) depth--;
        if (p->tok.kind == T_EOF) return pa_fail(p, "')' expected");
        pa_next(p);
    } while (depth);
    return true;
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

static inline void scan_class(Parser *p, uint8_t class) { // the text ends with a NUL
    const char *s = p->p;
    while (classes[(uint8_t)*s] & class) s++;
    p->tok.s = p->p;
    p->tok.n = (uint32_t)(s - p->p);
    p->p = s;
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
        scan_class(p, C_DIGIT);
        p->tok.kind = (uint8_t)numbered;
        p->tok.num = number(p, p->tok.s, p->tok.n);
    } else {
        scan_class(p, C_NAME);
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
        scan_class(p, C_DIGIT);
        if (p->p < p->end && *p->p == '.') {
            p->tok.kind = T_FP;
            p->p++;
            scan_class(p, C_DIGIT);
            if (p->p < p->end && (*p->p == 'e' || *p->p == 'E')) {
                p->p++;
                if (p->p < p->end && (*p->p == '-' || *p->p == '+')) p->p++;
                scan_class(p, C_DIGIT);
            }
        }
    }
    p->tok.s = s;
    p->tok.n = (uint32_t)(p->p - s);
}

// A label is a name and ':' with nothing between; it may look like a number or a word.
static bool scan_label(Parser *p) {
    const char *s = p->p;
    while (is_name_char(*s)) s++;
    if (s == p->p || *s != ':') return false;
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
        scan_class(p, C_WORD);
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
        if (p->p < p->end && is_digit(*p->p)) {
            sigil(p, T_META, T_METANO);
        } else if (p->p < p->end && is_md_char(*p->p)) {
            p->tok.kind = T_META;
            scan(p, is_md_char);
        } else {
            p->tok.kind = T_PUNCT;
            p->tok.punct = '!';
        }
        break;
    case '^':
        p->p++;
        sigil(p, T_SUMMARY, T_SUMMARY);
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

Atom pa_name(Parser *p) {
    const char *s = p->tok.s;
    uint32_t n = p->tok.n;
    if (!memchr(s, '\\', n)) return atom_intern(p->ctx, s, n);
    char *d = arena_alloc(&p->tmp, n, 1);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 2 < n && hex_digit(s[i + 1]) >= 0 && hex_digit(s[i + 2]) >= 0) {
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

bool pa_u32(Parser *p, uint32_t *v) {
    uint64_t x = 0;
    bool ok = pa_u64(p, &x, UINT32_MAX);
    *v = (uint32_t)x;
    return ok;
}

bool pa_align(Parser *p, uint32_t *v) {
    uint64_t x = 0;
    const char *at = p->tok_at;
    if (!pa_u64(p, &x, UINT64_MAX)) return false;
    if (!x || (x & (x - 1))) return pa_fail_at(p, at, "alignment is no power of two");
    if (x > 1ull << 32) return pa_fail_at(p, at, "alignment is too large");
    *v = x >> 32 ? 1u << 31 : (uint32_t)x;
    return true;
}

bool pa_addrspace(Parser *p, uint32_t *as) {
    uint64_t v = 0;
    pa_next(p);
    if (!pa_expect(p, '(')) return false;
    if (p->tok.kind == T_STRING) { // the data layout's default for allocas, globals, programs
        char c = p->tok.n == 1 ? p->tok.s[0] : 0;
        if (c != 'A' && c != 'G' && c != 'P') {
            return pa_fail(p, "invalid symbolic address space");
        }
        v = c == 'A' ? p->layout.alloca_as : c == 'G' ? p->layout.globals_as : p->layout.program_as;
        pa_next(p);
    } else if (!pa_u64(p, &v, (1u << 24) - 1)) {
        return false;
    }
    *as = (uint32_t)v;
    return pa_expect(p, ')');
}
