// SPDX-License-Identifier: Apache-2.0
// What literals mean: numbers ([lex.icon], [lex.fcon], GNU suffixes), characters and strings
// ([lex.ccon], [lex.string]), user-defined suffixes ([lex.ext]).
#include "lex/lex_int.h"

#define DIAG_AT(id, ...) diag(ctx, DIAG_OF(lex, id), __VA_ARGS__)

// Writes the one to four bytes of a character and returns how many. A surrogate is written as it
// is.
uint32_t lex_utf8_encode(char *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 63));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 63));
        out[2] = (char)(0x80 | (c & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | (c >> 18 & 7));
    out[1] = (char)(0x80 | (c >> 12 & 63));
    out[2] = (char)(0x80 | (c >> 6 & 63));
    out[3] = (char)(0x80 | (c & 63));
    return 4;
}

// The character at p. 0 for what is no UTF-8: an overlong form, a character above U+10FFFF, a
// sequence that `end` cuts short. Surrogates are let through.
uint32_t lex_utf8_decode(const char *p, const char *end, uint32_t *c) {
    unsigned char b = (unsigned char)*p;
    uint32_t n = b < 0x80 ? 1 : b < 0xc2 ? 0 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : b < 0xf5 ? 4 : 0;
    if (n == 0 || (size_t)(end - p) < n) return 0;
    uint32_t v = n == 1 ? b : b & (0x7fu >> n);
    for (uint32_t i = 1; i < n; i++) {
        if (((unsigned char)p[i] & 0xc0) != 0x80) return 0;
        v = v << 6 | ((unsigned char)p[i] & 63);
    }
    if ((n == 3 && v < 0x800) || (n == 4 && (v < 0x10000 || v > 0x10ffff))) return 0;
    *c = v;
    return n;
}

// ---- numbers -----------------------------------------------------------------------------------

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    char l = c | 0x20;
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : 99;
}

// u, l, ll, z in any order and case (but not lL), i or j
static bool int_suffix(const char *s, LexNumber *result) {
    for (; *s; s++) {
        switch (*s | 0x20) {
        case 'u':
            if (result->suffix & LEX_IS_U) return false;
            result->suffix |= LEX_IS_U;
            break;
        case 'l':
            if (result->suffix & (LEX_IS_L | LEX_IS_LL | LEX_IS_Z)) return false;
            result->suffix |= s[1] == *s ? LEX_IS_LL : LEX_IS_L;
            if (s[1] == *s) s++;
            break;
        case 'z':
            if (result->suffix & (LEX_IS_L | LEX_IS_LL | LEX_IS_Z)) return false;
            result->suffix |= LEX_IS_Z;
            break;
        case 'i':
        case 'j':
            if (result->imaginary) return false;
            result->imaginary = true;
            break;
        default: return false;
        }
    }
    return true;
}

// The suffix of a floating literal, with the GNU i or j at either end. False for an unknown one.
static bool float_suffix(const char *s, LexNumber *result) {
    static const struct {
        const char *s;
        uint8_t v;
    } table[] = {
        {"", LEX_FS_NONE},     {"f", LEX_FS_F},       {"F", LEX_FS_F},       {"l", LEX_FS_L},
        {"L", LEX_FS_L},       {"f16", LEX_FS_F16},   {"F16", LEX_FS_F16},   {"f32", LEX_FS_F32},
        {"F32", LEX_FS_F32},   {"f64", LEX_FS_F64},   {"F64", LEX_FS_F64},   {"f128", LEX_FS_F128},
        {"F128", LEX_FS_F128}, {"q", LEX_FS_F128},    {"Q", LEX_FS_F128},    {"f32x", LEX_FS_F32X},
        {"F32x", LEX_FS_F32X}, {"f64x", LEX_FS_F64X}, {"F64x", LEX_FS_F64X}, {"bf16", LEX_FS_BF16},
        {"BF16", LEX_FS_BF16}, {"w", LEX_FS_W},       {"W", LEX_FS_W},       {"d", LEX_FS_NONE},
        {"D", LEX_FS_NONE},    {"df", LEX_FS_DEC},    {"dd", LEX_FS_DEC},    {"dl", LEX_FS_DEC},
        {"DF", LEX_FS_DEC},    {"DD", LEX_FS_DEC},    {"DL", LEX_FS_DEC},
    };
    char buf[8];
    size_t k = strlen(s);
    if (k >= sizeof buf) return false;
    memcpy(buf, s, k + 1);
    if (k && strchr("iIjJ", buf[k - 1])) {
        result->imaginary = true;
        buf[--k] = 0;
    } else if (k && strchr("iIjJ", buf[0])) {
        result->imaginary = true;
        memmove(buf, buf + 1, k--);
    }
    for (size_t i = 0; i < CU_COUNT(table); i++) {
        if (strcmp(table[i].s, buf) == 0) {
            result->suffix = table[i].v;
            return true;
        }
    }
    result->imaginary = false;
    return false;
}

// The digits [d, end) as an integer of 128 bits. False after a diagnostic: a digit that the base
// does not have.
static bool number_value(Ctx *ctx, const Token *tok, LexNumber *result, const char *d,
                         const char *end) {
    unsigned __int128 v = 0, limit = ~(unsigned __int128)0;
    for (; d < end; d++) {
        unsigned k = (unsigned)digit_value(*d);
        if (k >= result->base) return DIAG_AT(lex_bad_digit, tok->pos, *d, (int)result->base);
        if (v > (limit - k) / result->base) result->too_large = true;
        v = v * result->base + k;
    }
    result->lo = (uint64_t)v;
    result->hi = (uint64_t)(v >> 64);
    return true;
}

// Finds where the digits end and whether it is a floating literal. `s` has no separators.
static const char *number_end(const char *s, LexNumber *result, bool *bad_exponent) {
    const char *p = s;
    result->base = 10;
    *bad_exponent = false;
    if (p[0] == '0' && (p[1] | 0x20) == 'x' && (digit_value(p[2]) < 16 || p[2] == '.')) {
        result->base = 16;
        p += 2;
    } else if (p[0] == '0' && (p[1] | 0x20) == 'b' && is_any_of(p[2], '0', '1')) {
        result->base = 2;
        p += 2;
    }
    int base = result->base == 16 ? 16 : 10;
    while (digit_value(*p) < base) p++;
    if (*p == '.') {
        result->is_float = true;
        p++;
        while (digit_value(*p) < base) p++;
    }
    if ((*p | 0x20) == (base == 16 ? 'p' : 'e') && result->base != 2) {
        const char *e = p + 1;
        if (*e == '+' || *e == '-') e++;
        if (*e >= '0' && *e <= '9') {
            while (*e >= '0' && *e <= '9') e++;
            result->is_float = true;
            return e;
        }
        *bad_exponent = is_any_of(e[-1], '+', '-') || result->is_float;
    } else if (result->is_float && base == 16) { // which must have one [lex.fcon]
        *bad_exponent = true;
    }
    // a leading zero means octal only where no point or exponent made it a float: 09.5
    if (!result->is_float && result->base == 10 && s[0] == '0' && p > s + 1) result->base = 8;
    return p;
}

// A letter of any case, '_', or a byte of a character above ASCII.
static bool begins_word(char c) {
    char lower = (char)(c | 0x20);
    return c == '_' || (lower >= 'a' && lower <= 'z') || (unsigned char)c >= 0x80;
}

bool lex_plain_number(const AtomInfo *info, uint64_t *value, bool *is_unsigned) {
    const char *p = info->s;
    uint64_t n = 0;
    for (unsigned digit; (digit = (unsigned)*p - '0') < 10; p++) n = n * 10 + digit;
    size_t digits = (size_t)(p - info->s);
    if (digits == 0 || digits > 18 || (info->s[0] == '0' && digits > 1)) return false;
    *value = n;
    *is_unsigned = (*p | 0x20) == 'u';
    p += *is_unsigned;
    p += (*p | 0x20) == 'l';
    return p == info->s + info->len;
}

// What is no suffix that we know may be a user-defined one: it must look like a word, and then
// *number describes the literal before it.
bool lex_number(Ctx *ctx, const Token *tok, LexNumber *result) {
    memset(result, 0, sizeof *result);
    const AtomInfo *a = atom_info(ctx, tok->text);
    const char *s = a->s;
    bool copied = memchr(s, '\'', a->len) != NULL;
    if (copied) { // digit separators
        char *c = arena_alloc(&ctx->perm, a->len + 1u, 1);
        uint32_t k = 0;
        for (uint32_t i = 0; i < a->len; i++) {
            if (s[i] != '\'') c[k++] = s[i];
        }
        c[k] = 0;
        s = c;
    }
    bool bad_exponent;
    const char *end = number_end(s, result, &bad_exponent);
    if (bad_exponent) return DIAG_AT(lex_bad_exponent, tok->pos);
    bool known = result->is_float ? float_suffix(end, result) : int_suffix(end, result);
    result->raw_len = a->len;
    if (!known) {
        result->suffix = 0;
        result->imaginary = false;
        bool word = begins_word(*end);
        for (const char *p = end; *p; p++) word &= *p != '.' && *p != '+' && *p != '-';
        if (!word) return DIAG_AT(lex_bad_suffix, tok->pos, end);
        result->ud_suffix = atom_cstr(ctx, end);
        result->raw_len = a->len - (uint32_t)strlen(end);
    }
    size_t k = (size_t)(end - s);
    result->digits = s[k] ? arena_strndup(&ctx->perm, s, k) : s;
    if (result->is_float) return true;
    const char *first = s + (result->base == 16 || result->base == 2 ? 2 : 0);
    return number_value(ctx, tok, result, first, end);
}

// ---- characters --------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    Pos pos;
    const char *p, *end;
    uint8_t enc;
    bool bad;
} Reader;

// Digits in braces: `\x{41}`, `\o{101}`, `\u{1f600}` [lex.ccon], C++23's.
static uint32_t braced_digits(Reader *reader, uint32_t shift, bool *overflow) {
    uint32_t v = 0;
    const char *first = ++reader->p;

    // the quote behind the literal is no digit of any base
    for (int digit; (digit = digit_value(*reader->p)) < 1 << shift; reader->p++) {
        *overflow |= v >> (32 - shift) != 0;
        v = v << shift | (uint32_t)digit;
    }

    // what is wrong is said once, and reading goes on behind it
    bool good = reader->p > first && *reader->p == '}';
    reader->p += *reader->p == '}';
    if (good) return v;
    reader->bad = true;
    diag(reader->ctx, DIAG_OF(lex, lex_braced_escape), reader->pos);
    return v;
}

static bool at_brace(const Reader *reader) {
    return reader->p < reader->end && *reader->p == '{';
}

// `\N{name}`: at the `{`, if there is one. No table of names is in here.
static uint32_t named_character(Reader *reader) {
    const char *close = memchr(reader->p, '}', (size_t)(reader->end - reader->p));
    reader->p = close ? close + 1 : reader->end;
    reader->bad = true;
    diag(reader->ctx, DIAG_OF(lex, lex_named_character), reader->pos);
    return 0xfffd;
}

// One character or escape. *raw says that it is a code unit's value, not a character.
static uint32_t hex_digits(Reader *reader, uint32_t max, bool *overflow) {
    uint32_t v = 0, n = 0;
    while (n < max && reader->p < reader->end && digit_value(*reader->p) < 16) {
        if (v >> 28) *overflow = true;
        v = v << 4 | (uint32_t)digit_value(*reader->p++);
        n++;
    }
    if (n == 0 || (max <= 8 && n < max)) {
        reader->bad = true;
        diag(reader->ctx, DIAG_OF(lex, lex_bad_hex_escape), reader->pos);
    }
    return v;
}

// The character that \c stands for. An unknown one means c itself, with a warning, as in gcc.
static uint32_t simple_escape(Reader *reader, char c) {
    static const char from[] = "abfnrtveE\\'\"?([{%";
    static const char to[] = "\a\b\f\n\r\t\v\033\033\\'\"?([{%";
    const char *k = c ? strchr(from, c) : NULL;
    if (k) return (unsigned char)to[k - from];
    diag(reader->ctx, DIAG_OF(lex, lex_unknown_escape), reader->pos, c);
    return (unsigned char)c;
}

static bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

// An escape sequence whose backslash has been read. An octal or hexadecimal one gives a code unit
// (*raw), cut to its size with a diagnostic; a universal name that is no character gives U+FFFD.
static uint32_t escape(Reader *reader, bool *raw) {
    char c = reader->p < reader->end ? *reader->p++ : '\\';
    static const uint32_t unit_max[] = {0xff, 0xffffffff, 0xff, 0xffff, 0xffffffff};
    bool overflow = false;
    uint32_t v = 0;
    *raw = false;
    if (c == 'x' || (c == 'o' && at_brace(reader))) {
        v = at_brace(reader) ? braced_digits(reader, c == 'x' ? 4 : 3, &overflow)
                             : hex_digits(reader, UINT32_MAX, &overflow);
        *raw = true;
    } else if (c == 'N' && at_brace(reader)) {
        v = named_character(reader);
    } else if (is_octal(c)) {
        v = (uint32_t)(c - '0');
        for (int i = 0; i < 2 && reader->p < reader->end && is_octal(*reader->p); i++) {
            v = v * 8 + (uint32_t)(*reader->p++ - '0');
        }
        *raw = true;
    } else if (is_any_of(c, 'u', 'U')) {
        v = c == 'u' && at_brace(reader) ? braced_digits(reader, 4, &overflow)
                                         : hex_digits(reader, c == 'u' ? 4 : 8, &overflow);
        if (overflow || (v >= 0xd800 && v < 0xe000) || v > 0x10ffff) {
            diag(reader->ctx, DIAG_OF(lex, lex_bad_ucn), reader->pos);
            v = 0xfffd;
        }
    } else {
        v = simple_escape(reader, c);
    }
    if (*raw && (overflow || v > unit_max[reader->enc])) {
        diag(reader->ctx, DIAG_OF(lex, lex_escape_range), reader->pos);
        v &= unit_max[reader->enc];
    }
    return v;
}

// The next character of a literal, or the next code unit where *raw is set.
static uint32_t one_char(Reader *reader, bool is_raw_string, bool *raw) {
    *raw = false;
    if (*reader->p == '\\' && !is_raw_string) {
        reader->p++;
        return escape(reader, raw);
    }
    uint32_t c, n = lex_utf8_decode(reader->p, reader->end, &c);
    if (n) {
        reader->p += n;
        return c;
    }
    *raw = true; // not UTF-8: the byte itself
    return (unsigned char)*reader->p++;
}

// Skips the encoding prefix of a literal at *ps and says which it is.
static uint8_t encoding(const char **ps) {
    static const struct {
        const char *prefix;
        uint8_t encoding;
    } rows[] = {
        {"L", LEX_ENC_WIDE}, {"U", LEX_ENC_UTF32}, {"u8", LEX_ENC_UTF8}, {"u", LEX_ENC_UTF16}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        size_t n = strlen(rows[k].prefix);
        if (strncmp(*ps, rows[k].prefix, n) != 0) continue;
        *ps += n;
        return rows[k].encoding;
    }
    return LEX_ENC_CHAR;
}

// Splits a spelling: *s at the first character of the contents, *e behind the last one.
static Atom literal_body(Ctx *ctx, const Token *literal, const char **s, const char **e) {
    const AtomInfo *a = atom_info(ctx, literal->text);
    const char *end = a->s + a->len, *q = end;
    char quote = literal->kind == T_CHAR ? '\'' : '"';
    while (q > *s && q[-1] != quote) q--;
    Atom suffix = q < end ? atom_intern(ctx, q, (size_t)(end - q)) : 0;
    q--;
    if (**s == 'R') {
        *s += 2;
        const char *open = memchr(*s, '(', (size_t)(q - *s));
        size_t delim = open ? (size_t)(open - *s) : 0;
        *s += open ? delim + 1 : 0;
        *e = q - delim - (open ? 1 : 0);
    } else {
        *s += 1;
        *e = q;
    }
    if (*e < *s) *e = *s;
    return suffix;
}

static const uint8_t unit_size[] = {1, 4, 1, 2, 4};

// Appends one code unit of 1, 2 or 4 bytes.
static void put_unit(Buf *out, uint8_t unit, uint32_t v) {
    uint16_t h = (uint16_t)v;
    if (unit == 1) {
        buf_putc(out, (char)v);
    } else if (unit == 2) {
        buf_write(out, (const char *)&h, 2);
    } else {
        buf_write(out, (const char *)&v, 4);
    }
}

// Appends a character in the encoding of that unit: UTF-8, UTF-16 with surrogates, UTF-32.
static void put_char(Buf *out, uint8_t unit, uint32_t c) {
    char utf[4];
    if (unit == 1) {
        buf_write(out, utf, lex_utf8_encode(utf, c));
    } else if (unit == 2 && c >= 0x10000) {
        put_unit(out, 2, 0xd800 + ((c - 0x10000) >> 10));
        put_unit(out, 2, 0xdc00 + ((c - 0x10000) & 0x3ff));
    } else {
        put_unit(out, unit, c);
    }
}

// The encoding of adjacent literals: the only prefix among them holds for all ([lex.string]). Two
// different ones are an error.
static bool string_kind(Ctx *ctx, const Token *tok, uint32_t n, LexString *out) {
    bool ok = true;
    out->enc = LEX_ENC_CHAR;
    for (uint32_t i = 0; i < n && ok; i++) {
        const char *s = atom_str(ctx, tok[i].text);
        uint8_t e = encoding(&s);
        if (e == LEX_ENC_CHAR || e == out->enc) continue;
        if (out->enc != LEX_ENC_CHAR) {
            ok = DIAG_AT(lex_mixed_strings, tok[i].pos);
        } else {
            out->enc = e;
        }
    }
    out->unit = unit_size[out->enc];
    return ok;
}

// A piece without escapes whose code units are bytes is copied whole: most strings are.
bool lex_string(Ctx *ctx, const Token *tok, uint32_t n, LexString *out) {
    memset(out, 0, sizeof *out);
    bool ok = string_kind(ctx, tok, n, out);
    Buf buf;
    buf_init(&buf, &ctx->perm);
    size_t total = 4;
    for (uint32_t i = 0; i < n; i++) total += atom_len(ctx, tok[i].text);
    buf_reserve(&buf, total * out->unit);
    for (uint32_t i = 0; i < n; i++) {
        const char *s = atom_str(ctx, tok[i].text), *e;
        encoding(&s);
        // strings beside each other may have one suffix [lex.ext]/8
        bool raw_string = *s == 'R', raw;
        Atom suffix = literal_body(ctx, &tok[i], &s, &e);
        if (suffix) {
            if (out->ud_suffix && out->ud_suffix != suffix) {
                ok = DIAG_AT(lex_mixed_suffixes, tok[i].pos);
            }
            out->ud_suffix = suffix;
        }
        if (out->unit == 1 && (raw_string || !memchr(s, '\\', (size_t)(e - s)))) {
            buf_write(&buf, s, (size_t)(e - s));
            continue;
        }
        Reader r = {.ctx = ctx, .pos = tok[i].pos, .p = s, .end = e, .enc = out->enc};
        while (r.p < r.end) {
            uint32_t c = one_char(&r, raw_string, &raw);
            if (raw) {
                put_unit(&buf, out->unit, c);
            } else {
                put_char(&buf, out->unit, c);
            }
        }
        ok &= !r.bad;
    }
    out->n = (uint32_t)(buf.n / out->unit);
    put_unit(&buf, out->unit, 0);
    out->data = buf.at;
    return ok;
}

// A plain literal of several characters is an int that shifts them in, as gcc computes it.
bool lex_char(Ctx *ctx, const Token *tok, LexChar *out) {
    memset(out, 0, sizeof *out);
    const char *s = atom_str(ctx, tok->text), *e;
    out->enc = encoding(&s);
    out->ud_suffix = literal_body(ctx, tok, &s, &e);
    if (s == e) return DIAG_AT(lex_empty_char, tok->pos);
    Reader reader = {.ctx = ctx, .pos = tok->pos, .p = s, .end = e, .enc = out->enc};
    uint32_t units = 0;
    uint64_t v = 0;
    while (reader.p < reader.end) {
        bool raw;
        uint32_t c = one_char(&reader, false, &raw);
        if (out->enc != LEX_ENC_CHAR) {
            units += out->enc == LEX_ENC_UTF16 && c >= 0x10000 ? 2 : 1;
            if (out->enc == LEX_ENC_UTF8 && !raw && c >= 0x80) units++;
            v = c;
            continue;
        }
        char utf[4] = {(char)c};
        uint32_t k = raw ? 1 : lex_utf8_encode(utf, c);
        for (uint32_t i = 0; i < k; i++) v = (v << 8 | (unsigned char)utf[i]) & 0xffffffff;
        units += k;
    }
    if (out->enc == LEX_ENC_CHAR) {
        out->multi = units > 1;
        out->value = out->multi ? (int32_t)v : (int8_t)v;
        if (units > 4) DIAG_AT(lex_char_too_long, tok->pos);
    } else {
        out->value = out->enc == LEX_ENC_WIDE ? (int32_t)v : (int64_t)v;
        if (units > 1) return DIAG_AT(lex_char_too_long_e, tok->pos);
    }
    return !reader.bad;
}
