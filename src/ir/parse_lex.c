// SPDX-License-Identifier: Apache-2.0
// Tokens of LLVM assembly, and the reader's errors.
#include "ir/parse_int.h"

#include "ir/ir_diag.h"

#include <stdio.h>

// ---- errors ----

// The message points into a copy of the text that lives as long as the context: it is printed
// later.
static bool fail(Parser *parser, const char *at, const char *fmt, va_list ap) {
    if (parser->failed) return false;
    char text[256];
    vsnprintf(text, sizeof text, fmt, ap);
    size_t n =
        (size_t)(parser->end - parser->begin); // a copy that outlives the reader, for diag_render
    const char *all = arena_strndup(&parser->ctx->perm, parser->begin, n);
    SourceText *t =
        source_text(parser->ctx, atom_cstr(parser->ctx, parser->file), all, (uint32_t)n);
    Pos base = source_add_file(parser->ctx, t, 0, false);
    diag(parser->ctx, DIAG_OF(ir, ir_parse), base + (Pos)(at - parser->begin), text);
    parser->failed = true;
    parser->p = parser->end;
    parser->tok = (Tok){.kind = T_EOF, .s = parser->end};
    return false;
}

// At the current token.
bool pa_fail(Parser *parser, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fail(parser, parser->tok_at, fmt, ap);
    va_end(ap);
    return false;
}

bool pa_fail_at(Parser *parser, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fail(parser, at, fmt, ap);
    va_end(ap);
    return false;
}

bool pa_enter(Parser *parser) {
    if (++parser->depth > 200) return pa_fail(parser, "nested too deeply");
    return true;
}

void pa_leave(Parser *parser) {
    parser->depth--;
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
// Of the first, middle and last character and the length: words of a table differ in them.
static uint32_t word_hash(const char *s, uint32_t n) {
    return ((uint8_t)s[0] * 7u + (uint8_t)s[n - 1] * 3u + (uint8_t)s[n / 2] * 31u + n) % WORDS_HASH;
}
static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Chains of indices + 1, so that 0 ends one.
void pa_words_init(WordTab *word_tab, const char *const *name, uint32_t n) {
    memset(word_tab->head, 0, sizeof word_tab->head);
    word_tab->name = name;
    for (uint32_t i = n; i-- > 0;) { // the first of equal names is found first
        uint32_t len = (uint32_t)strlen(name[i]), h = word_hash(name[i], len);
        word_tab->len[i] = (uint8_t)len;
        word_tab->next[i] = word_tab->head[h];
        word_tab->head[h] = (uint8_t)(i + 1);
    }
}

// The word is not taken.
int pa_word_in(const Parser *parser, const WordTab *words) {
    if (parser->tok.kind != T_WORD || !parser->tok.n) return -1;
    for (uint32_t i = words->head[word_hash(parser->tok.s, parser->tok.n)]; i;
         i = words->next[i - 1]) {
        if (words->len[i - 1] == parser->tok.n &&
            memcmp(words->name[i - 1], parser->tok.s, parser->tok.n) == 0) {
            return (int)i - 1;
        }
    }
    return -1;
}

// Which of n words the token is, and takes it; -1 for none of them.
int pa_word_of(Parser *parser, uint32_t n, const char *const *name) {
    for (uint32_t i = 0; parser->tok.kind == T_WORD && i < n; i++) {
        if (pa_eat_word(parser, name[i])) return (int)i;
    }
    return -1;
}

// The token at hand opens; the one behind what closes it is at hand afterwards.
bool pa_skip_parens(Parser *parser) {
    int depth = 0;
    do {
        if (pa_is(parser, '(') || pa_is(parser, '[')) depth++;
        if (pa_is(parser, ')') || pa_is(parser, ']')) depth--;
        if (parser->tok.kind == T_EOF) return pa_fail(parser, "')' expected");
        pa_next(parser);
    } while (depth);
    return true;
}

// Blanks and comments, which go from ';' to the end of the line.
static void skip_space(Parser *parser) {
    while (parser->p < parser->end) {
        char c = *parser->p;
        if (c == ';') {
            while (parser->p < parser->end && *parser->p != '\n') parser->p++;
        } else if (is_any_of(c, ' ', '\t', '\n', '\r')) {
            parser->p++;
        } else {
            break;
        }
    }
}

// Characters of a class; the NUL at the end of the text is in none.
static inline void scan_class(Parser *parser, uint8_t class) {
    const char *s = parser->p;
    while (classes[(uint8_t)*s] & class) s++;
    parser->tok.s = parser->p;
    parser->tok.n = (uint32_t)(s - parser->p);
    parser->p = s;
}

// Characters that `in` takes.
static void scan(Parser *parser, bool (*in)(char)) {
    parser->tok.s = parser->p;
    while (parser->p < parser->end && in(*parser->p)) parser->p++;
    parser->tok.n = (uint32_t)(parser->p - parser->tok.s);
}

// Behind the opening quote. Escapes cannot hide a quote: \\22 is written for it.
static bool scan_string(Parser *parser) {
    parser->tok.s = parser->p;
    while (parser->p < parser->end && *parser->p != '"') parser->p++;
    if (parser->p == parser->end) return pa_fail_at(parser, parser->tok_at, "string without end");
    parser->tok.n = (uint32_t)(parser->p - parser->tok.s);
    parser->p++;
    return true;
}

// Behind a sigil: at most 31 bits, so that numbers + 1 and the like fit.
static uint32_t number(Parser *parser, const char *s, uint32_t n) {
    uint64_t v = 0;
    for (uint32_t i = 0; i < n; i++) {
        v = v * 10 + (uint64_t)(s[i] - '0');
        if (v > 0x7fffffff) {
            pa_fail_at(parser, s, "number too large");
            return 0;
        }
    }
    return (uint32_t)v;
}

// After a sigil: a name, a quoted name or a number.
static void sigil(Parser *parser, TokKind named, TokKind numbered) {
    parser->tok.kind = (uint8_t)named;
    if (parser->p < parser->end && *parser->p == '"') {
        parser->p++;
        scan_string(parser);
    } else if (parser->p < parser->end && is_digit(*parser->p)) {
        scan_class(parser, C_DIGIT);
        parser->tok.kind = (uint8_t)numbered;
        parser->tok.num = number(parser, parser->tok.s, parser->tok.n);
    } else {
        scan_class(parser, C_NAME);
        if (!parser->tok.n) pa_fail_at(parser, parser->tok_at, "name expected");
    }
}

static bool is_hex_char(char c) {
    return hex_digit(c) >= 0;
}

// T_INT or T_FP, with its spelling: u0x and s0x are integers of any width, other 0x floating point.
static void scan_number(Parser *parser) {
    const char *s = parser->p;
    parser->tok.kind = T_INT;
    if (*parser->p == 'u' || *parser->p == 's') { // u0x1F
        parser->p += 3;
        scan(parser, is_hex_char);
        parser->tok.s = s;
        parser->tok.n = (uint32_t)(parser->p - s);
        return;
    }
    if (*parser->p == '-' || *parser->p == '+') parser->p++;
    if (parser->end - parser->p > 2 && parser->p[0] == '0' && parser->p[1] == 'x') {
        parser->p += 2;
        // the letter of a format: half, bfloat, fp128, x86_fp80, ppc_fp128
        if (*parser->p && strchr("HRLKM", *parser->p)) parser->p++;
        scan(parser, is_hex_char);
        parser->tok.kind = T_FP;
    } else {
        scan_class(parser, C_DIGIT);
        if (parser->p < parser->end && *parser->p == '.') {
            parser->tok.kind = T_FP;
            parser->p++;
            scan_class(parser, C_DIGIT);
            if (parser->p < parser->end && (*parser->p == 'e' || *parser->p == 'E')) {
                parser->p++;
                if (parser->p < parser->end && (*parser->p == '-' || *parser->p == '+'))
                    parser->p++;
                scan_class(parser, C_DIGIT);
            }
        }
    }
    parser->tok.s = s;
    parser->tok.n = (uint32_t)(parser->p - s);
}

// A label is a name and ':' with nothing between; it may look like a number or a word.
static bool scan_label(Parser *parser) {
    const char *s = parser->p;
    while (is_name_char(*s)) s++;
    if (s == parser->p || *s != ':') return false;
    parser->tok.kind = T_LABEL;
    parser->tok.s = parser->p;
    parser->tok.n = (uint32_t)(s - parser->p);
    parser->p = s + 1;
    return true;
}

// Whatever begins with none of the characters that pa_next knows.
static void word_or_number(Parser *parser) {
    char c = *parser->p;
    if (is_name_char(c) && scan_label(parser)) return;
    bool sign = is_any_of(c, '-', '+'), kind = is_any_of(c, 'u', 's');
    bool hex = kind && parser->end - parser->p > 3 && memcmp(parser->p + 1, "0x", 2) == 0;
    bool signed_number = sign && parser->end - parser->p > 1 && is_digit(parser->p[1]);
    if (hex || signed_number || is_digit(c)) {
        scan_number(parser);
    } else if (is_word_char(c)) {
        parser->tok.kind = T_WORD;
        scan_class(parser, C_WORD);
    } else {
        parser->tok.kind = T_PUNCT;
        parser->tok.punct = c;
        parser->p++;
    }
}

// By the first character: sigils, strings, "...", and the rest.
void pa_next(Parser *parser) {
    skip_space(parser);
    parser->tok = (Tok){.kind = T_EOF};
    parser->tok_at = parser->p;
    if (parser->p >= parser->end) return;
    char c = *parser->p;
    switch (c) {
    case '%':
        parser->p++;
        sigil(parser, T_LOCAL, T_LOCALNO);
        break;
    case '@':
        parser->p++;
        sigil(parser, T_GLOBAL, T_GLOBALNO);
        break;
    case '$':
        if (scan_label(parser)) break;
        parser->p++;
        sigil(parser, T_COMDAT, T_COMDAT);
        break;
    case '#':
        parser->p++;
        if (parser->p < parser->end && !is_digit(*parser->p)) {
            parser->tok.kind = T_PUNCT;
            parser->tok.punct = '#';
        } else {
            sigil(parser, T_ATTRNO, T_ATTRNO);
        }
        break;
    case '!':
        parser->p++;
        if (parser->p < parser->end && is_digit(*parser->p)) {
            sigil(parser, T_META, T_METANO);
        } else if (parser->p < parser->end && is_md_char(*parser->p)) {
            parser->tok.kind = T_META;
            scan(parser, is_md_char);
        } else {
            parser->tok.kind = T_PUNCT;
            parser->tok.punct = '!';
        }
        break;
    case '^':
        parser->p++;
        sigil(parser, T_SUMMARY, T_SUMMARY);
        break;
    case '"':
        parser->p++;
        parser->tok.kind = T_STRING;
        // "quoted label":
        if (scan_string(parser) && parser->p < parser->end && *parser->p == ':') {
            parser->p++;
            parser->tok.kind = T_LABEL;
        }
        break;
    case '.':
        if (parser->end - parser->p >= 3 && parser->p[1] == '.' && parser->p[2] == '.') {
            parser->p += 3;
            parser->tok.kind = T_PUNCT;
            parser->tok.punct = '.';
            break;
        } // fall through
    default: word_or_number(parser);
    }
}

bool pa_eat(Parser *parser, char c) {
    if (!pa_is(parser, c)) return false;
    pa_next(parser);
    return true;
}

bool pa_expect(Parser *parser, char c) {
    return pa_eat(parser, c) || pa_fail(parser, "'%c' expected", c);
}

// With the escapes \\XX and \\\\ resolved; a wrong escape stays as it is.
Atom pa_name(Parser *parser) {
    const char *s = parser->tok.s;
    uint32_t n = parser->tok.n;
    if (!memchr(s, '\\', n)) return atom_intern(parser->ctx, s, n);
    char *d = arena_alloc(&parser->tmp, n, 1);
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
    return atom_intern(parser->ctx, d, k);
}

// 0 after an error, and for the empty string.
Atom pa_string(Parser *parser) {
    if (parser->tok.kind != T_STRING) {
        pa_fail(parser, "string expected");
        return 0;
    }
    Atom a = pa_name(parser);
    pa_next(parser);
    return a;
}

// Decimal digits only.
bool pa_u64(Parser *parser, uint64_t *v, uint64_t max) {
    if (parser->tok.kind != T_INT || *parser->tok.s < '0' || *parser->tok.s > '9') {
        return pa_fail(parser, "number expected");
    }
    uint64_t r = 0;
    for (uint32_t i = 0; i < parser->tok.n; i++) {
        if (__builtin_mul_overflow(r, 10, &r) ||
            __builtin_add_overflow(r, (uint64_t)(parser->tok.s[i] - '0'), &r)) {
            return pa_fail(parser, "number too large");
        }
    }
    if (r > max) return pa_fail(parser, "number too large");
    *v = r;
    pa_next(parser);
    return true;
}

// False, and a diagnostic, for what does not fit.
bool pa_u32(Parser *parser, uint32_t *v) {
    uint64_t x = 0;
    bool ok = pa_u64(parser, &x, UINT32_MAX);
    *v = (uint32_t)x;
    return ok;
}

// 2^32, which LLVM takes, becomes 2^31: nothing is aligned to it.
bool pa_align(Parser *parser, uint32_t *v) {
    uint64_t x = 0;
    const char *at = parser->tok_at;
    if (!pa_u64(parser, &x, UINT64_MAX)) return false;
    if (!x || (x & (x - 1))) return pa_fail_at(parser, at, "alignment is no power of two");
    if (x > 1ull << 32) return pa_fail_at(parser, at, "alignment is too large");
    *v = x >> 32 ? 1u << 31 : (uint32_t)x;
    return true;
}

// The word is at hand: addrspace(3), addrspace("A").
bool pa_addrspace(Parser *parser, uint32_t *as) {
    uint64_t v = 0;
    pa_next(parser);
    if (!pa_expect(parser, '(')) return false;
    if (parser->tok.kind == T_STRING) { // the data layout's default for allocas, globals, programs
        char c = parser->tok.n == 1 ? parser->tok.s[0] : 0;
        if (!is_any_of(c, 'A', 'G', 'P')) {
            return pa_fail(parser, "invalid symbolic address space");
        }
        v = parser->layout.program_as;
        if (c == 'A') v = parser->layout.alloca_as;
        if (c == 'G') v = parser->layout.globals_as;
        pa_next(parser);
    } else if (!pa_u64(parser, &v, (1u << 24) - 1)) {
        return false;
    }
    *as = (uint32_t)v;
    return pa_expect(parser, ')');
}
