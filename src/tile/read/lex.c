// SPDX-License-Identifier: Apache-2.0
// Text: blanks, words, signs, numbers and strings of MLIR's syntax.
#include "tile/read/text_int.h"

#include <stdio.h>

// Counted on from the last position that was asked for: positions come mostly in order.
uint64_t tx_at(Text *t, const char *at) {
    if (at < t->line_at) { // back, to an alias: from the begin
        t->line_at = t->text;
        t->line = 1;
    }
    const char *next;
    while ((next = memchr(t->line_at, '\n', (size_t)(at - t->line_at)))) {
        t->line_at = next + 1;
        t->line++;
    }
    return (uint64_t)t->line << 32 | (uint32_t)(at - t->line_at + 1);
}

// Only the first error is reported; what is read then is given up.
bool tx_fail(Text *t, const char *at, const char *format, ...) {
    if (t->failed) return false;
    t->failed = true;
    va_list args;
    va_start(args, format);
    Buf text;
    buf_init(&text, &t->ctx->perm);
    buf_vprintf(&text, format, args);
    va_end(args);
    uint64_t place = tx_at(t, at);
    t->at = t->end;
    return diag(t->ctx, DIAG_OF(tile, tile_text), 0, t->module->file, (unsigned)(place >> 32),
                (unsigned)place, buf_cstr(&text));
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_inner(char c) {
    return is_letter(c) || is_digit(c) || c == '$' || c == '.';
}

// Blanks and comments to the end of the line.
void tx_skip(Text *t) {
    while (t->at < t->end) {
        if (is_any_of(*t->at, ' ', '\t', '\n', '\r')) {
            t->at++;
        } else if (t->at[0] == '/' && t->at + 1 < t->end && t->at[1] == '/') {
            const char *line = memchr(t->at, '\n', (size_t)(t->end - t->at));
            t->at = line ? line : t->end;
        } else {
            return;
        }
    }
}

// A word is only found where it does not go on: `in` is no part of `inbounds`.
bool tx_peek(Text *t, const char *sign) {
    tx_skip(t);
    size_t n = strlen(sign);
    if ((size_t)(t->end - t->at) < n || memcmp(t->at, sign, n) != 0) return false;
    return !is_letter(*sign) || t->at + n == t->end || !is_inner(t->at[n]);
}

bool tx_take(Text *t, const char *sign) {
    if (!tx_peek(t, sign)) return false;
    t->at += strlen(sign);
    return true;
}

// For messages: the word, or the sign, or the end.
const char *tx_found(Text *t) {
    tx_skip(t);
    if (t->at == t->end) return "the end";
    const char *s = t->at;
    size_t n = 1;
    while (s + n < t->end && n < 30 && is_inner(s[n]) && (is_inner(*s) || strchr("%#!@", *s))) n++;
    return arena_printf(&t->ctx->perm, "'%.*s'", (int)n, s);
}

bool tx_need(Text *t, const char *sign) {
    return tx_take(t, sign) || tx_fail(t, t->at, "'%s' is needed, found %s", sign, tx_found(t));
}

uint32_t tx_word(Text *t, const char **word) {
    tx_skip(t);
    *word = t->at;
    if (t->at == t->end || !is_letter(*t->at)) return 0;
    uint32_t n = 1;
    while (t->at + n < t->end && is_inner(t->at[n])) n++;
    return n;
}

Atom tx_ident(Text *t, const char *what) {
    const char *word;
    uint32_t n = tx_word(t, &word);
    if (!n) {
        tx_fail(t, t->at, "%s is needed, found %s", what, tx_found(t));
        return 0;
    }
    t->at += n;
    return atom_intern(t->ctx, word, n);
}

bool tx_peek_number(Text *t) {
    tx_skip(t);
    const char *s = t->at + (t->at < t->end && *t->at == '-');
    return s < t->end && is_digit(*s);
}

// Decimal or 0x..., of 64 bits with a sign.
bool tx_integer(Text *t, int64_t *out) {
    if (!tx_peek_number(t)) return tx_fail(t, t->at, "a number is needed, found %s", tx_found(t));
    const char *begin = t->at;
    bool minus = *t->at == '-';
    t->at += minus;
    uint64_t value = 0, base = 10;
    if (t->at + 2 < t->end && t->at[0] == '0' && t->at[1] == 'x') t->at += 2, base = 16;
    for (; t->at < t->end; t->at++) {
        char c = *t->at;
        uint64_t digit = is_digit(c) ? (uint64_t)(c - '0')
                         : base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f'
                             ? (uint64_t)((c | 32) - 'a' + 10)
                             : 99;
        if (digit == 99) break;
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value)) {
            return tx_fail(t, begin, "a number has more than 64 bits");
        }
    }
    *out = (int64_t)(minus ? -value : value);
    return true;
}

static int hex(char c) {
    return is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

// MLIR's escapes: \\, \", \n, \t and two hexadecimal digits.
Atom tx_quoted(Text *t) {
    tx_skip(t);
    const char *begin = t->at;
    if (t->at == t->end || *t->at != '"') {
        tx_fail(t, t->at, "a string is needed, found %s", tx_found(t));
        return 0;
    }
    Buf out;
    buf_init(&out, t->arena);
    for (t->at++; t->at < t->end && *t->at != '"'; t->at++) {
        if (*t->at != '\\' || t->at + 2 >= t->end) {
            buf_putc(&out, *t->at);
            continue;
        }
        char c = *++t->at;
        int high = hex(c), low = hex(t->at[1]);
        if (c == 'n')
            buf_putc(&out, '\n');
        else if (c == 't')
            buf_putc(&out, '\t');
        else if (high >= 0 && low >= 0)
            buf_putc(&out, (char)(high << 4 | low)), t->at++;
        else
            buf_putc(&out, c);
    }
    if (t->at == t->end) {
        tx_fail(t, begin, "a string does not end");
        return 0;
    }
    t->at++;
    return atom_intern(t->ctx, out.at, out.n);
}

Atom tx_symbol(Text *t) {
    if (!tx_need(t, "@")) return 0;
    return t->at < t->end && *t->at == '"' ? tx_quoted(t) : tx_ident(t, "a name");
}

Atom tx_sigil(Text *t, char sigil, const char *what) {
    tx_skip(t);
    const char *begin = t->at;
    uint32_t n = 1;
    while (begin + n < t->end && (is_inner(begin[n]) || begin[n] == '-')) n++;
    if (begin == t->end || *begin != sigil || n == 1) {
        tx_fail(t, begin, "%s is needed, found %s", what, tx_found(t));
        return 0;
    }
    t->at += n;
    return atom_intern(t->ctx, begin, n);
}

// Nesting is bounded, so that no input can exhaust the stack.
bool tx_enter(Text *t) {
    if (t->depth++ < TILE_MAX_DEPTH) return !t->failed;
    return tx_fail(t, t->at, "nested too deeply");
}
