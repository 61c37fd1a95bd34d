// SPDX-License-Identifier: Apache-2.0
// White space, comments, and the lines of skipped groups, 16 bytes at a time where SSE2 is there.
// Every text is followed by PAD zero bytes, so loads may run past the end; results never do.
#include "lex/lex_int.h"

#define ANY_CASE(bit) ['a' ... 'z'] = (bit), ['A' ... 'Z'] = (bit)

enum { BLANK = 1, WORD = 2, DIGIT = 4 };
static const uint8_t char_class[256] = {
    [' '] = BLANK,  ['\t'] = BLANK,         ['\f'] = BLANK,
    ['\v'] = BLANK, ['\r'] = BLANK,         ANY_CASE(WORD),
    ['_'] = WORD,   [0x80 ... 0xff] = WORD, ['0' ... '9'] = WORD | DIGIT,
};

static inline bool is_in(char c, uint8_t class) {
    return char_class[(unsigned char)c] & class;
}

static inline bool is_blank(char c) { // within a line
    return is_in(c, BLANK);
}

static bool is_word_char(char c) {
    return is_in(c, WORD);
}

#ifndef LEX_SSE2
static bool is_one_of(char c, const char *set) {
    return c && strchr(set, c);
}
#endif

// Scans for the first byte at or after p that is one of the given characters, or end.
#ifdef LEX_SSE2
#define FIND_LOOP(COND)                                                                            \
    for (;; p += 16) {                                                                             \
        __m128i v = _mm_loadu_si128((const __m128i *)p);                                           \
        unsigned m = (unsigned)_mm_movemask_epi8(COND);                                            \
        if (m) {                                                                                   \
            p += __builtin_ctz(m);                                                                 \
            return p < end ? p : end;                                                              \
        }                                                                                          \
        if (p + 16 >= end) return end;                                                             \
    }
#define EQ(c)    _mm_cmpeq_epi8(v, _mm_set1_epi8(c))
#define OR(a, b) _mm_or_si128(a, b)
#endif

const char *lex_line_end(const char *p, const char *end) {
#ifdef LEX_SSE2
    FIND_LOOP(EQ('\n'))
#else
    while (p < end && *p != '\n') p++;
    return p;
#endif
}

// The next byte that matters in a skipped line.
static const char *find_special(const char *p, const char *end) {
#ifdef LEX_SSE2
    FIND_LOOP(OR(OR(EQ('\n'), EQ('/')), OR(OR(EQ('"'), EQ('\'')), EQ('\\'))))
#else
    while (p < end && !is_one_of(*p, "\n/\"'\\")) p++;
    return p;
#endif
}

// The next byte that may begin a directive, a comment or a literal.
static const char *find_opening(const char *p, const char *end) {
#ifdef LEX_SSE2
    FIND_LOOP(OR(OR(EQ('#'), EQ('/')), OR(OR(EQ('"'), EQ('\'')), EQ('%'))))
#else
    while (p < end && !is_one_of(*p, "#/\"'%")) p++;
    return p;
#endif
}

const char *lex_splice(const char *p, const char *end) {
    if (*p != '\\') return NULL;
    p++;
    while (is_blank(*p)) p++;
    return *p == '\n' && p < end ? p + 1 : NULL;
}

// Is the newline at p spliced away? (Blanks between the backslash and the newline are allowed.)
static bool newline_is_spliced(const char *p, const char *start) {
    do {
        if (p == start) return false;
        p--;
    } while (*p == '\r' || *p == ' ' || *p == '\t');
    return *p == '\\';
}

// A splice at the end of the line goes on with the comment in the next one.
const char *lex_skip_line_comment(const char *p, const char *end) {
    const char *start = p;
    for (;;) {
        p = lex_line_end(p, end);
        if (p == end || !newline_is_spliced(p, start)) return p;
        p++;
    }
}

// The next '/' from p on that has a '*' or a newline before it, or end and more.
static const char *find_comment_end(const char *p, const char *end) {
#ifdef LEX_SSE2
    // '\n' and '*' differ in the bit of ' ' only
    const __m128i slash = _mm_set1_epi8('/'), star = _mm_set1_epi8('*'), bit = _mm_set1_epi8(' ');
#define HIT(at)                                                                                    \
    _mm_and_si128(                                                                                 \
        _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(at)), slash),                             \
        _mm_cmpeq_epi8(_mm_or_si128(_mm_loadu_si128((const __m128i *)((at)-1)), bit), star))
    for (; p < end; p += 32) {
        __m128i low = HIT(p), high = HIT(p + 16);
        if (!_mm_movemask_epi8(_mm_or_si128(low, high))) continue;
        unsigned m = (unsigned)_mm_movemask_epi8(low) | (unsigned)_mm_movemask_epi8(high) << 16;
        return p + __builtin_ctz(m);
    }
#undef HIT
    return p;
#else
    while (p < end && !(*p == '/' && is_any_of(p[-1], '*', '\n'))) p++;
    return p;
#endif
}

// Is the '/' at p, which begins a line, the end of a comment whose '*' stands before a splice?
static bool star_before_splice(const char *p, const char *start) {
    while (p > start && p[-1] == '\n' && newline_is_spliced(p - 1, start)) {
        do p--;
        while (*p != '\\');
    }
    return p > start && p[-1] == '*';
}

// A splice may stand between the '*' and the '/'.
const char *lex_skip_block_comment(const char *p, const char *end) {
    const char *start = p;
    for (;; p++) {
        p = find_comment_end(p, end);
        if (p >= end) return NULL;
        if (p > start && (p[-1] == '*' || star_before_splice(p, start))) return p + 1;
    }
}

// A '/' or a backslash that begins neither comment nor splice ends the search.
const char *lex_skip_blank(Lex *lex, const char *p, bool lines) {
    const char *end = lex->in.end, *q;
    for (;;) {
        while (is_blank(*p) || (*p == '\n' && lines)) p++;
        if (CU_LIKELY(*p != '/' && *p != '\\')) return p;
        if (*p == '\\') {
            q = lex_splice(p, end);
        } else if (p[1] == '*') {
            q = lex_skip_block_comment(p + 2, end);
        } else {
            q = p[1] == '/' ? lex_skip_line_comment(p + 2, end) : NULL;
        }
        if (!q) return p;
        p = q;
    }
}

// Behind a quoted literal in a skipped line; unmatched quotes end with their line.
static const char *skip_quoted(const char *p, const char *end, char quote) {
    for (; p < end; p++) {
        if (*p == '\\') {
            const char *s = lex_splice(p, end);
            p = s ? s - 1 : p + 1;
        } else if (*p == quote) {
            return p + 1;
        } else if (*p == '\n') {
            return p;
        }
    }
    return end;
}

static bool is_of_number(char c) {
    return is_word_char(c) || is_any_of(c, '.', '\'');
}

// Is the quote at p the digit separator of a number, or the R" of a raw string?
static bool after_number(const char *p, const char *start) {
    const char *q = p;
    while (q > start && p - q < 256 && is_of_number(q[-1])) q--;
    return q < p && is_in(*q, DIGIT) && is_word_char(p[1]);
}

// The prefix may be R, uR, UR, LR or u8R, and is no part of a longer word.
static bool after_raw_prefix(const char *p, const char *start) {
    if (p == start || p[-1] != 'R') return false;
    const char *q = p - 1;
    while (q > start && p - q < 5 && is_word_char(q[-1])) q--;
    static const char *const prefixes[] = {"R", "uR", "UR", "LR", "u8R"};
    size_t n = (size_t)(p - q);
    for (uint32_t k = 0; k < CU_COUNT(prefixes); k++) {
        if (strlen(prefixes[k]) == n && memcmp(prefixes[k], q, n) == 0) return true;
    }
    return false;
}

// Behind the raw string whose delimiter begins at p; at p itself when that is none, and `end` when
// it is not closed.
static const char *skip_raw(const char *p, const char *end) {
    const char *open = p;
    while (p < end && *p != '(' && p - open <= 16) p++;
    size_t n = (size_t)(p - open);
    if (p >= end || n > 16) return open;
    while (p < end && (p = memchr(p, ')', (size_t)(end - p)))) {
        p++;
        if ((size_t)(end - p) > n && memcmp(p, open, n) == 0 && p[n] == '"') return p + n + 1;
    }
    return end;
}

// Behind the comment or literal that begins at p, or behind p where none does. No apostrophe before
// *open is closed on this line.
static const char *skip_opened(const char *p, const char *start, const char *end,
                               const char **open) {
    const char *q;
    switch (*p) {
    case '/':
        if (p[1] == '/') return lex_skip_line_comment(p + 2, end);
        if (p[1] != '*') return p + 1;
        q = lex_skip_block_comment(p + 2, end);
        return q ? q : end;
    case '"':
        return after_raw_prefix(p, start) ? skip_raw(p + 1, end) : skip_quoted(p + 1, end, '"');
    default: // an apostrophe: a literal if it is closed, else nothing
        if (p < *open || after_number(p, start)) return p + 1;
        q = skip_quoted(p + 1, end, '\'');
        if (q[-1] == '\'' && q > p + 1) return q;
        *open = q;
        return p + 1;
    }
}

// Behind the newline of the (logical) line at p.
static const char *skip_rest_of_line(const char *p, const char *start, const char *end) {
    const char *q, *open = start;
    for (;;) {
        p = find_special(p, end);
        if (p >= end) return end;
        if (*p == '\n') return p + 1;
        if (*p == '\\') {
            p = (q = lex_splice(p, end)) ? q : p + 1;
        } else {
            p = skip_opened(p, start, end, &open);
        }
    }
}

// Are there only blanks between p and the start of its line, or `blank`, before which there are
// only blanks and comments?
static bool begins_line(const char *p, const char *blank) {
    while (p > blank && (is_blank(p[-1]) || p[-1] == '\n')) {
        p--;
        if (*p != '\n') continue;
        if (!newline_is_spliced(p, blank)) return true;
        do p--;
        while (*p != '\\');
    }
    return p == blank;
}

// Only bytes that may begin a directive, a comment or a literal are looked at. `blank` remembers
// the end of a comment at the start of a line, behind which a directive may stand.
const char *lex_skip_to_directive(Lex *lex, const char *p) {
    const char *start = lex->in.start, *end = lex->in.end, *blank = p, *open = p, *q;
    for (;;) {
        p = find_opening(p, end);
        if (p >= end) return NULL;
        if (*p == '#') {
            if (begins_line(p, blank)) return p + 1;
            p++;
        } else if (*p == '%') {
            if (p[1] == ':' && begins_line(p, blank)) return p + 2;
            p++;
        } else {
            q = skip_opened(p, start, end, &open);
            if (*p == '/' && q > p + 1 && begins_line(p, blank)) blank = q; // a comment
            p = q;
        }
    }
}

const char *lex_skip_line(Lex *lex, const char *p) {
    const char *e = skip_rest_of_line(p, lex->in.start, lex->in.end);
    return e > p && e[-1] == '\n' ? e - 1 : e;
}
