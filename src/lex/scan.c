// SPDX-License-Identifier: Apache-2.0
// Characters to preprocessing tokens ([lex.phases] 1 to 3, [lex.pptoken]).
//
// The common token is scanned in place: word lengths by SIMD, the atom's hash from whole words of
// memory. A token that touches a backslash or a byte >= 0x80 outside a literal takes the slow way:
// line splices removed, universal character names turned into UTF-8 (the spelling of the atom).
// Invariant: the text is followed by PAD zero bytes; a NUL at Input.end is the end.
#include "lex/lex_int.h"

// word, digit, pp-number, non-ASCII, a punctuator whatever follows, not the plain end of a word,
// a punctuator by itself before a word, a ONE or a blank
enum { W = 1, D = 2, NUM = 4, UTF = 8, ONE = 16, ODD = 32, OP = 64, BLANK = 128 };

static const uint8_t char_class[256] = {
    ['a' ... 'z'] = W | NUM,
    ['A' ... 'Z'] = W | NUM,
    ['0' ... '9'] = W | D | NUM,
    ['_'] = W | NUM,
    ['$'] = W,
    ['.'] = NUM,
    [0x80 ... 0xff] = UTF,
    ['"'] = ODD,
    ['\''] = ODD,
    ['\\'] = ODD,
    ['('] = ONE,
    [')'] = ONE,
    ['['] = ONE,
    [']'] = ONE,
    ['{'] = ONE,
    ['}'] = ONE,
    [';'] = ONE,
    [','] = ONE,
    ['?'] = ONE,
    ['~'] = ONE,
    [' '] = BLANK,
    ['\n'] = BLANK,
    ['*'] = OP,
    ['&'] = OP,
    ['='] = OP,
    ['<'] = OP,
    ['>'] = OP,
    [':'] = OP,
    ['+'] = OP,
    ['-'] = OP,
    ['!'] = OP,
    ['|'] = OP,
    ['^'] = OP,
};

static const uint8_t single[256] = {
    ['('] = T_LPAREN, [')'] = T_RPAREN, ['['] = T_LBRACKET, [']'] = T_RBRACKET, ['{'] = T_LBRACE,
    ['}'] = T_RBRACE, [';'] = T_SEMI,   [','] = T_COMMA,    ['?'] = T_QUESTION, ['~'] = T_TILDE,
    ['*'] = T_STAR,   ['&'] = T_AMP,    ['='] = T_ASSIGN,   ['<'] = T_LT,       ['>'] = T_GT,
    [':'] = T_COLON,  ['+'] = T_PLUS,   ['-'] = T_MINUS,    ['!'] = T_NOT,      ['|'] = T_PIPE,
    ['^'] = T_CARET,  ['.'] = T_DOT,    ['/'] = T_SLASH,    ['%'] = T_PERCENT,  ['#'] = T_HASH,
};

static inline unsigned class_of(char c) {
    return char_class[(unsigned char)c];
}

char *lex_pad(Ctx *ctx, const char *s, size_t n) {
    char *p = arena_alloc(&ctx->perm, n + PAD, 16);
    memcpy(p, s, n);
    memset(p + n, 0, PAD);
    return p;
}

enum { GNU = 98, CUDA = 98, GNUONLY = 99 };
static const struct {
    char sp[36]; // no pointers: nothing to relocate; 8 bytes more than the longest for atom_fixed
    uint16_t kind, since;
} words[] = {
#define KEYWORD(name, sp, since) {sp, T_KW_##name, since},
#define KEYWORD_ALIAS(name, sp)  {sp, T_KW_##name, GNU},
#define ALT(name, sp)            {sp, T_##name, 98},
#include "lex/token.def"
};

static const struct {
    char sp[14]; // likewise
    uint16_t kind;
} puncts[] = {
#define PUNCT(name, sp) {sp, T_##name},
#include "lex/token.def"
};

// Gives the keywords of the dialect their kinds. A word that is a keyword only elsewhere loses its
// kind: another unit of the same Ctx may have set it.
void lex_init_atoms(Lex *L) {
    Ctx *c = L->ctx;
    for (size_t i = 0; i < CU_COUNT(puncts); i++)
        L->punct[puncts[i].kind] = atom_fixed(c, puncts[i].sp);
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        int since = words[i].since, std = L->opt->std;
        bool on = since == GNUONLY ? L->opt->gnu : since == 98 || (std >= since && std != 3);
        atom_info(c, atom_fixed(c, words[i].sp))->keyword = on ? words[i].kind : 0;
    }
    L->a_va_args = atom_cstr(c, "__VA_ARGS__");
    L->a_va_opt = atom_cstr(c, "__VA_OPT__");
    L->a_pragma = atom_cstr(c, "pragma");
    L->a_defined = atom_cstr(c, "defined");
}

#define COLD __attribute__((noinline, cold))

// ---- words -------------------------------------------------------------------------------------

// Are two texts of n bytes equal, 8 <= n <= 32?
static inline bool same_long(const char *a, const char *b, size_t n) {
    uint64_t x[2], y[2];
    if (n > 16) {
        memcpy(x, a, 16), memcpy(y, b, 16);
        if ((x[0] ^ y[0]) | (x[1] ^ y[1])) return false;
        a += n - 16, b += n - 16, n = 16;
    }
    memcpy(&x[0], a, 8), memcpy(&x[1], a + n - 8, 8); // the two loads may overlap
    memcpy(&y[0], b, 8), memcpy(&y[1], b + n - 8, 8);
    return !((x[0] ^ y[0]) | (x[1] ^ y[1]));
}

// The atom of n characters if it lies in its first slot, as nearly all do, and is not long. `w`:
// the characters, if they are up to eight, with zeros behind; so they stand in the atom's text too.
static inline __attribute__((always_inline)) const AtomInfo *first_slot(Lex *lex, const char *s,
                                                                        size_t n, uint64_t w,
                                                                        uint32_t hash, Atom *out) {
    const AtomTable *t = &lex->ctx->atoms;
    uint64_t text;
    if (CU_UNLIKELY(!atom_of_slot(t, t->slot[hash & (t->nslot - 1)], hash, out) || n > 32)) {
        return NULL;
    }
    const AtomInfo *a = lex_info(lex, *out);
    if (CU_UNLIKELY(a->len != n)) return NULL;
    if (n > 8) return CU_LIKELY(same_long(a->s, s, n)) ? a : NULL;
    memcpy(&text, a->s, 8);
    return CU_LIKELY(text == w) ? a : NULL;
}

// atom_intern_padded for a word; its atom is wanted with what is known of it.
static inline __attribute__((always_inline)) const AtomInfo *word_atom(Lex *lex, const char *s,
                                                                       size_t n, Atom *out) {
    const AtomInfo *info = NULL;
    uint32_t hash;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (n <= 8) {
        uint64_t w;
        memcpy(&w, s, 8);
        w &= UINT64_MAX >> (64 - 8 * n);
        hash = atom_hash_short(w, n);
        info = first_slot(lex, s, n, w, hash, out);
    } else
#endif
    {
        hash = atom_hash_padded(s, n);
        if (n > 8) info = first_slot(lex, s, n, 0, hash, out);
    }
    if (CU_LIKELY(info != NULL)) return info;
    *out = atom_intern_padded(lex->ctx, s, n, hash);
    return lex_info(lex, *out);
}

// Kind, macro and alternative spelling of a word that has been found.
static inline void set_word(Lex *lex, Token *t, const AtomInfo *info) {
    unsigned kw = info->keyword;
    lex->macro = info->macro;
    t->kind = lex_word_kind(info);
    if (CU_UNLIKELY(kw - T_LPAREN <= (unsigned)(T_HASHHASH - T_LPAREN))) t->flags |= TF_ALT;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// A universal character name at p: its length and character, or 0.
static uint32_t scan_ucn(const char *p, uint32_t *c) {
    if (p[0] != '\\' || !is_any_of(p[1], 'u', 'U')) return 0;
    uint32_t n = p[1] == 'u' ? 4 : 8, v = 0;
    for (uint32_t i = 0; i < n; i++) {
        int h = hex_value(p[2 + i]);
        if (h < 0) return 0;
        v = v << 4 | (uint32_t)h;
    }
    *c = v;
    return n + 2;
}

// Characters above ASCII allowed in identifiers: C++11 [charname.allowed] as ranges.
static bool is_id_char(uint32_t c) {
    static const uint32_t range[][2] = {
        {0xa8, 0xa8},       {0xaa, 0xaa},       {0xad, 0xad},       {0xaf, 0xaf},
        {0xb2, 0xb5},       {0xb7, 0xba},       {0xbc, 0xbe},       {0xc0, 0xd6},
        {0xd8, 0xf6},       {0xf8, 0xff},       {0x100, 0x167f},    {0x1681, 0x180d},
        {0x180f, 0x1fff},   {0x200b, 0x200d},   {0x202a, 0x202e},   {0x203f, 0x2040},
        {0x2054, 0x2054},   {0x2060, 0x206f},   {0x2070, 0x218f},   {0x2460, 0x24ff},
        {0x2776, 0x2793},   {0x2c00, 0x2dff},   {0x2e80, 0x2fff},   {0x3004, 0x3007},
        {0x3021, 0x302f},   {0x3031, 0x303f},   {0x3040, 0xd7ff},   {0xf900, 0xfd3d},
        {0xfd40, 0xfdcf},   {0xfdf0, 0xfe44},   {0xfe47, 0xfffd},   {0x10000, 0x1fffd},
        {0x20000, 0x2fffd}, {0x30000, 0x3fffd}, {0x40000, 0xefffd},
    };
    for (size_t i = 0; i < CU_COUNT(range); i++) {
        if (c <= range[i][1]) return c >= range[i][0];
    }
    return false;
}

// The slow way for words and numbers: gathers a cleaned spelling into `out`. Returns its end.
COLD static const char *gather(Lex *lex, const char *p, bool number, Buf *out, Token *token) {
    const char *end = lex->in.end, *s;
    while (p < end) {
        char c = *p;
        unsigned k = class_of(c);
        uint32_t u, n;
        if (k & (number ? NUM : W)) {
            buf_putc(out, c);
            p++;
        } else if (number && is_any_of(c, '+', '-') && out->n &&
                   strchr("eEpP", out->at[out->n - 1])) {
            buf_putc(out, c);
            p++;
        } else if (number && c == '\'' && class_of(p[1]) & W) {
            buf_putc(out, c);
            p++;
        } else if ((s = lex_splice(p, end))) {
            p = s;
        } else if ((n = scan_ucn(p, &u)) && is_id_char(u)) {
            char utf[4]; // the name is the same, however it was spelled
            buf_write(out, utf, lex_utf8_encode(utf, u));
            token->flags |= TF_UCN;
            p += n;
        } else if (k & UTF && (n = lex_utf8_decode(p, end, &u)) && is_id_char(u)) {
            buf_write(out, p, n);
            p += n;
        } else {
            break;
        }
    }
    return p;
}

// A word with a splice or a universal character name in it, or one above ASCII.
COLD static const char *slow_word(Lex *lex, const char *p, Token *out) {
    ArenaMark m = arena_mark(&lex->ctx->scratch);
    Buf b;
    buf_init(&b, &lex->ctx->scratch);
    p = gather(lex, p, false, &b, out);
    out->text = atom_intern(lex->ctx, b.at, b.n);
    set_word(lex, out, lex_info(lex, out->text));
    arena_reset(&lex->ctx->scratch, m);
    return p;
}

// A preprocessing number ([lex.ppnumber]): wider than any number, its meaning is for lex_number.
static const char *scan_number(Lex *lex, const char *p, Token *out) {
    const char *start = p;
    out->kind = T_NUMBER;
    for (;; p++) {
        char c = *p;
        if (class_of(c) & NUM) continue;
        if (is_any_of(c, '+', '-') && ((p[-1] | 0x20) == 'e' || (p[-1] | 0x20) == 'p')) continue;
        if (c == '\'' && class_of(p[1]) & W && lex->opt->std >= 14) continue;
        break;
    }
    if (CU_LIKELY(*p != '\\' && !(class_of(*p) & UTF))) {
        size_t n = (size_t)(p - start);
        out->text = atom_intern_padded(lex->ctx, start, n, atom_hash_padded(start, n));
        return p;
    }
    ArenaMark m = arena_mark(&lex->ctx->scratch);
    Buf b;
    buf_init(&b, &lex->ctx->scratch);
    p = gather(lex, start, true, &b, out);
    out->text = atom_intern(lex->ctx, b.at, b.n);
    arena_reset(&lex->ctx->scratch, m);
    return p;
}

// ---- literals ----------------------------------------------------------------------------------

// The text [s, e) with line splices removed.
COLD static Atom clean_atom(Lex *lex, const char *s, const char *e) {
    ArenaMark m = arena_mark(&lex->ctx->scratch);
    Buf out;
    buf_init(&out, &lex->ctx->scratch);
    while (s < e) {
        const char *q = lex_splice(s, lex->in.end);
        if (q) {
            s = q;
        } else {
            buf_putc(&out, *s++);
        }
    }
    Atom a = atom_intern(lex->ctx, out.at, out.n);
    arena_reset(&lex->ctx->scratch, m);
    return a;
}

// A user-defined suffix at p ([lex.ext]); a macro's name that does not look like one is left alone,
// as in "%" PRId64 written without the blank.
static const char *skip_suffix(Lex *lex, const char *p) {
    if (lex->opt->std < 11 || !(class_of(*p) & (W | UTF)) || class_of(*p) & D) return p;
    const char *e = p;
    while (class_of(*e) & (W | UTF)) e++;
    if (p[0] == '_' && p[1] != '_') return e;
    Atom a = atom_intern(lex->ctx, p, (size_t)(e - p));
    return lex_info(lex, a)->macro ? p : e;
}

// R"delimiter(text)delimiter" ([lex.string]): no splices, no escapes, and newlines are text. The
// prefix begins at s. After an error the token is "", behind it the line or the text is over.
COLD static const char *scan_raw_string(Lex *lex, const char *s, const char *quote, Token *out) {
    const char *end = lex->in.end, *d = quote + 1, *p = d;
    while (p < end && *p != '(' && *p != ')' && *p != '\\' && *p != ' ' && *p != '"' &&
           (unsigned char)*p > ' ' && p - d <= 16) {
        p++;
    }
    size_t n = (size_t)(p - d);
    if (*p != '(' || n > 16) {
        LEX_DIAG(lex, lex_raw_delimiter, lex_pos(lex, quote));
        p = lex_line_end(p, end);
    } else {
        for (;;) {
            p = p < end ? memchr(p, ')', (size_t)(end - p)) : NULL;
            if (!p) {
                LEX_DIAG(lex, lex_unterminated_raw, lex_pos(lex, s));
                p = end;
                break;
            }
            p++;
            if ((size_t)(end - p) > n && memcmp(p, d, n) == 0 && p[n] == '"') {
                p = skip_suffix(lex, p + n + 1);
                out->kind = T_STRING;
                out->flags |= TF_RAW;
                out->text = atom_intern(lex->ctx, s, (size_t)(p - s));
                return p;
            }
        }
    }
    out->kind = T_STRING;
    out->text = atom_cstr(lex->ctx, "\"\"");
    return p;
}

// A quoted literal whose prefix begins at s and whose quote stands at q.
static const char *scan_quoted(Lex *lex, const char *s, const char *q, Token *out) {
    const char *end = lex->in.end, *p = q + 1;
    char quote = *q;
    uint16_t kind = quote == '"' ? T_STRING : T_CHAR;
    if (kind == T_STRING && q > s && q[-1] == 'R') return scan_raw_string(lex, s, q, out);
    bool clean = false;
    for (;; p++) {
        char c = *p;
        if (c == quote) break;
        if (c == '\\') {
            const char *sp = lex_splice(p, end);
            if (sp) {
                clean = true;
                p = sp - 1;
            } else if (p + 1 < end) {
                p++;
                if (*p == '\n') p--;
            }
        } else if (c == '\n' || (c == 0 && p >= end)) {
            // In directives and for lone apostrophes gcc only warns: #error don't do this.
            if (lex->in_directive) {
                LEX_DIAG(lex, lex_unterminated_quote_w, lex_pos(lex, q), quote);
                out->kind = T_OTHER;
                out->text = clean_atom(lex, s, p);
            } else {
                LEX_DIAG(lex, lex_unterminated_quote, lex_pos(lex, q), quote);
                out->kind = kind;
                out->text = atom_cstr(lex->ctx, kind == T_STRING ? "\"\"" : "'?'");
            }
            return p;
        }
    }
    p = skip_suffix(lex, p + 1);
    out->kind = kind;
    if (CU_UNLIKELY(clean)) {
        out->text = clean_atom(lex, s, p);
    } else {
        out->text =
            atom_intern_padded(lex->ctx, s, (size_t)(p - s), atom_hash_padded(s, (size_t)(p - s)));
    }
    return p;
}

// Is [s, e) an encoding prefix of the quote that follows ([lex.ccon], [lex.string])?
static bool is_prefix(Lex *lex, const char *s, const char *e) {
    static const struct {
        char text[3];
        uint8_t since, chars_since; // this standard; of character literals
    } prefixes[] = {{"L", 0, 0}, {"u", 11, 11}, {"U", 11, 11}, {"u8", 11, 17}};
    bool string = *e == '"', raw = string && e[-1] == 'R';
    int std = lex->opt->std;
    size_t n = (size_t)(e - s) - raw;
    if (raw && std < 11) return false;
    for (uint32_t k = 0; k < CU_COUNT(prefixes); k++) {
        bool is = strlen(prefixes[k].text) == n && memcmp(prefixes[k].text, s, n) == 0;
        if (is) return std >= (string ? prefixes[k].since : prefixes[k].chars_since);
    }
    return raw && n == 0;
}

// What a word that ends at e is when `e` is no blank or punctuator: a prefix, or not all of the
// word.
COLD static const char *odd_word(Lex *lex, const char *p, const char *e, Token *t) {
    if (*e != '"' && *e != '\'') return slow_word(lex, p, t);
    if (is_prefix(lex, p, e)) return scan_quoted(lex, p, e, t);
    set_word(lex, t, word_atom(lex, p, (size_t)(e - p), &t->text));
    return e;
}

static inline __attribute__((always_inline)) const char *scan_word(Lex *lex, const char *p,
                                                                   Token *t) {
    const char *e = lex_word_end(p);
    if (CU_UNLIKELY(class_of(*e) & (UTF | ODD))) return odd_word(lex, p, e, t);
    set_word(lex, t, word_atom(lex, p, (size_t)(e - p), &t->text));
    return e;
}

// A header name after #include; NULL when it is not closed on this line.
COLD static const char *scan_header(Lex *lex, const char *p, Token *out) {
    char close = *p == '<' ? '>' : '"';
    const char *e = p + 1;
    while (*e != close && *e != '\n' && e < lex->in.end) e++;
    if (*e != close) return NULL;
    e++;
    out->kind = T_HEADER;
    out->text = atom_intern(lex->ctx, p, (size_t)(e - p));
    return e;
}

// ---- punctuators -------------------------------------------------------------------------------

// Punctuators of several characters ([lex.operators]), by the first one; a longer one stands before
// those that it begins with.
typedef struct {
    char text[5];
    uint8_t since; // this standard
    uint16_t kind;
} LongPunct;

static const LongPunct longer[128][7] = {
    [':'] = {{"::", 0, T_COLCOL}, {":>", 0, T_RBRACKET}},
    ['.'] = {{"...", 0, T_ELLIPSIS}, {".*", 0, T_DOTSTAR}},
    ['+'] = {{"++", 0, T_PLUSPLUS}, {"+=", 0, T_PLUSEQ}},
    ['-'] = {{"->*", 0, T_ARROWSTAR},
             {"->", 0, T_ARROW},
             {"--", 0, T_MINUSMINUS},
             {"-=", 0, T_MINUSEQ}},
    ['*'] = {{"*=", 0, T_STAREQ}},
    ['/'] = {{"/=", 0, T_SLASHEQ}},
    ['%'] = {{"%=", 0, T_PERCENTEQ},
             {"%>", 0, T_RBRACE},
             {"%:%:", 0, T_HASHHASH},
             {"%:", 0, T_HASH}},
    ['^'] = {{"^=", 0, T_CARETEQ}},
    ['&'] = {{"&&", 0, T_AMPAMP}, {"&=", 0, T_AMPEQ}},
    ['|'] = {{"||", 0, T_PIPEPIPE}, {"|=", 0, T_PIPEEQ}},
    ['!'] = {{"!=", 0, T_NOTEQ}},
    ['='] = {{"==", 0, T_EQEQ}},
    ['<'] = {{"<=>", 20, T_SPACESHIP},
             {"<<=", 0, T_LTLTEQ},
             {"<<", 0, T_LTLT},
             {"<=", 0, T_LTEQ},
             {"<:", 0, T_LBRACKET},
             {"<%", 0, T_LBRACE}},
    ['>'] = {{">>=", 0, T_GTGTEQ}, {">>", 0, T_GTGT}, {">=", 0, T_GTEQ}},
    ['#'] = {{"##", 0, T_HASHHASH}},
};

// The length of the text if p begins with it, else 0.
static uint32_t length_at(const char *p, const char *text) {
    uint32_t n = 0;
    while (text[n] && text[n] == p[n]) n++;
    return text[n] ? 0 : n;
}

// [lex.pptoken]/3.2: `<::` is `<` `::` unless `:` or `>` follows.
static bool is_less_of_scope(const char *p, int std) {
    return std >= 11 && length_at(p, "<::") && !is_any_of(p[3], ':', '>');
}

// The longest punctuator at p ([lex.pptoken]); *n is its length. T_OTHER for anything else.
static uint16_t punct(const char *p, int std, uint32_t *n) {
    uint16_t kind = single[(unsigned char)*p];
    *n = 1;
    if (class_of(p[1]) & (W | ONE | BLANK)) return kind ? kind : T_OTHER; // nothing longer
    for (const LongPunct *row = longer[*p & 127]; row->kind; row++) {
        uint32_t length = length_at(p, row->text);
        if (!length || std < row->since) continue;
        if (row->kind == T_LBRACKET && is_less_of_scope(p, std)) break;
        *n = length;
        return row->kind;
    }
    return kind ? kind : T_OTHER;
}

// A character that begins no token. In UTF-8 it is one token, otherwise each byte is.
COLD static const char *scan_other(Lex *lex, const char *p, Token *t) {
    uint32_t u, n = lex_utf8_decode(p, lex->in.end, &u);
    t->kind = T_OTHER;
    if (n == 0) n = 1;
    t->text = atom_intern(lex->ctx, p, n);
    return p + n;
}

// A punctuator of n characters at p. A digraph ([lex.digraph]) has the kind of the plain spelling.
static inline void set_punct(Lex *lex, Token *out, const char *p, uint16_t kind, uint32_t n) {
    out->kind = kind;
    out->text = lex->punct[kind];
    bool digraph = n > 1 && atom_str(lex->ctx, out->text)[0] != *p;
    if (CU_LIKELY(!digraph)) return;
    out->text = atom_intern(lex->ctx, p, n);
    out->flags |= TF_ALT;
}

// A punctuator that needs a look at what follows it.
static __attribute__((noinline)) const char *scan_punct(Lex *lex, const char *p, Token *out) {
    uint32_t n;
    uint16_t kind = punct(p, lex->opt->std, &n);
    if (CU_UNLIKELY(kind == T_OTHER)) return scan_other(lex, p, out);
    if (CU_LIKELY(p[n] != '\\' || !lex_splice(p + n, lex->in.end))) {
        set_punct(lex, out, p, kind, n);
        return p + n;
    }
    // A splice right behind: the punctuator may go on in the next line.
    char clean[8] = {0};
    const char *at[8], *q = p, *s;
    uint32_t k = 0;
    while (k < 4 && q < lex->in.end) {
        if ((s = lex_splice(q, lex->in.end))) {
            q = s;
            continue;
        }
        at[k] = q;
        clean[k++] = *q++;
    }
    at[k] = q;
    kind = punct(clean, lex->opt->std, &n);
    set_punct(lex, out, clean, kind, n);
    return n < k ? at[n - 1] + 1 : q;
}

// ---- the scanner -------------------------------------------------------------------------------

// A comment at p (which holds '/')? Returns its end, or NULL.
static __attribute__((noinline)) const char *comment(Lex *lex, const char *p) {
    const char *end = lex->in.end, *q = p + 1, *s;
    while (CU_UNLIKELY((s = lex_splice(q, end)) != NULL)) q = s;
    if (*q == '/') return lex_skip_line_comment(q + 1, end);
    if (*q != '*') return NULL;
    q = lex_skip_block_comment(q + 1, end);
    if (q) return q;
    LEX_DIAG(lex, lex_unterminated_comment, lex_pos(lex, p));
    return end;
}

// Behind a run of spaces: indentation, columns.
static inline const char *skip_blanks(const char *p) {
#ifdef LEX_SSE2
    for (;; p += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)p);
        unsigned m = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(' '))) ^ 0xffff;
        if (m) return p + __builtin_ctz(m);
    }
#else
    while (*p == ' ') p++;
    return p;
#endif
}

typedef struct {
    const char *p;  // the next token, or the newline that ends a directive
    unsigned flags; // of that token
} Space;

// Skips blanks, newlines (not in a directive) and comments.
static Space skip_space(Lex *lex, const char *p, unsigned flags) {
    const char *q;
    for (;;) {
        switch (*p) {
        case '\n':
            if (CU_UNLIKELY(lex->in_directive)) break;
            p++;
            q = skip_blanks(p);
            flags = q > p ? TF_BOL | TF_SPACE : TF_BOL;
            p = q;
            continue;
        case ' ':
        case '\t':
        case '\f':
        case '\v':
        case '\r':
            p = skip_blanks(p + 1);
            flags |= TF_SPACE;
            continue;
        case '/':
            q = is_any_of(p[1], '/', '*', '\\') ? comment(lex, p) : NULL;
            if (!q) break;
            p = q;
            flags |= TF_SPACE;
            continue;
        case '\\':
            q = lex_splice(p, lex->in.end);
            if (!q) break;
            p = q;
            flags |= TF_SPACE;
            continue;
        case 0:
            if (p >= lex->in.end) break;
            LEX_DIAG(lex, lex_nul, lex_pos(lex, p));
            while (!*p && p < lex->in.end) p++;
            flags |= TF_SPACE;
            continue;
        default: break;
        }
        return (Space){p, flags};
    }
}

// A token that is not a plain word, number or punctuator.
static __attribute__((noinline)) const char *scan_odd(Lex *lex, Token *out, const char *p) {
    uint32_t u;
    if (CU_UNLIKELY(lex->header_ok) && (*p == '<' || *p == '"')) {
        const char *e = scan_header(lex, p, out);
        return e ? e : *p == '"' ? scan_quoted(lex, p, p, out) : scan_punct(lex, p, out);
    }
    if (*p == '"' || *p == '\'') return scan_quoted(lex, p, p, out);
    if (*p == '.' && class_of(p[1]) & D) return scan_number(lex, p, out);
    if (CU_UNLIKELY(*p == 0 && p >= lex->in.end)) {
        out->kind = lex->in_directive ? T_NEWLINE : T_EOF;
        out->text = 0;
        return p;
    }
    if (CU_UNLIKELY(class_of(*p) & UTF) && lex_utf8_decode(p, lex->in.end, &u) && is_id_char(u)) {
        return slow_word(lex, p, out);
    }
    if (CU_UNLIKELY(*p == '\\') && scan_ucn(p, &u) && is_id_char(u)) return slow_word(lex, p, out);
    return scan_punct(lex, p, out);
}

// The token at p, behind blanks; returns its end. A word's macro is left in lex->macro. *stop: the
// token is a macro's name, `#` or the end, else it needs nothing done.
static inline __attribute__((always_inline)) const char *scan_token(Lex *lex, Token *out,
                                                                    const char *p, unsigned flags,
                                                                    bool *stop) {
    if (*p == ' ') {
        p++;
        flags |= TF_SPACE;
    } else if (*p == '\n' && !lex->in_directive) {
        p = skip_blanks(p + 1);
        flags = p[-1] == ' ' ? TF_BOL | TF_SPACE : TF_BOL;
    }
    if (!(class_of(*p) & (W | ONE | OP))) {
        Space s = skip_space(lex, p, flags);
        p = s.p;
        flags = s.flags;
        if (CU_UNLIKELY(*p == '\n')) {
            *out = (Token){.kind = T_NEWLINE, .pos = lex_pos(lex, p)};
            *stop = true;
            return p;
        }
    }
    out->flags = (uint16_t)flags;
    out->pos = lex_pos(lex, p);
    out->match = 0;
    unsigned k = class_of(*p);
    *stop = false;
    if (CU_LIKELY(k & W)) {
        if (k & D) return scan_number(lex, p, out);
        p = scan_word(lex, p, out);
        *stop = lex->macro != NULL;
        return p;
    }
    if (CU_LIKELY(k & ONE) && p[1] != '\\') {
        out->kind = single[(unsigned char)*p];
        out->text = lex->punct[out->kind];
        return p + 1;
    }
    if (k & OP && class_of(p[1]) & (W | ONE | BLANK) && !lex->header_ok) {
        out->kind = single[(unsigned char)*p];
        out->text = lex->punct[out->kind];
        return p + 1;
    }
    if (*p == ':' && p[1] == ':') {
        out->kind = T_COLCOL;
        out->text = lex->punct[T_COLCOL];
        return p + 2;
    }
    if (*p == '#' && class_of(p[1]) & (W | BLANK)) {
        out->kind = T_HASH;
        out->text = lex->punct[T_HASH];
        *stop = true;
        return p + 1;
    }
    p = scan_odd(lex, out, p);
    *stop = lex->macro || is_any_of(out->kind, T_HASH, T_EOF);
    return p;
}

void lex_scan(Lex *lex, Token *t) {
    bool stop;
    lex->macro = NULL;
    lex->in.p = scan_token(lex, t, lex->in.p, lex->in.p == lex->in.start ? TF_BOL : 0, &stop);
}

void lex_check_limit(Lex *lex) {
    if (lex->out.n <= lex->max_tokens) return;
    LEX_DIAG(lex, lex_token_limit, lex_pos(lex, lex->in.p));
    cu_fatal(lex->ctx, "too many tokens");
}

// Makes room for a token behind the output's last, within the limit on tokens.
COLD static void more_room(Lex *lex) {
    lex_check_limit(lex);
    vec_reserve(&lex->ctx->perm, &lex->out, lex->out.n + 1);
    lex->room = (uint32_t)CU_MIN(lex->out.cap, lex->max_tokens + 1);
}

// Written to the output as it is scanned, without a copy; the state of the loop is in registers,
// and is stored when it ends or the output must grow.
void lex_scan_plain(Lex *lex) {
    const char *p = lex->in.p;
    unsigned flags = p == lex->in.start ? TF_BOL : 0;
    Token *token = lex->out.at + lex->out.n, *end = lex->out.at + lex->room;
    bool stop;
    lex->macro = NULL;
    for (;; token++) {
        if (CU_UNLIKELY(token >= end)) {
            lex->out.n = (uint32_t)(token - lex->out.at);
            lex->in.p = p;
            more_room(lex);
            token = lex->out.at + lex->out.n, end = lex->out.at + lex->room;
        }
        p = scan_token(lex, token, p, flags, &stop);
        flags = 0;
        if (CU_UNLIKELY(stop)) break;
    }
    lex->out.n = (uint32_t)(token - lex->out.at);
    lex->in.p = p;
}

// The token keeps its position. Whatever text was current is current again afterwards.
uint32_t lex_scan_spelling(Lex *lex, const char *s, uint32_t n, Token *out) {
    Input save = lex->in;
    bool dir = lex->in_directive, header = lex->header_ok;
    lex->in_directive = lex->header_ok = false;
    lex->in = (Input){.p = s, .start = s, .end = s + n, .base = out->pos};
    lex_scan(lex, out);
    uint32_t used = (uint32_t)(lex->in.p - s);
    lex->in = save;
    lex->in_directive = dir;
    lex->header_ok = header;
    return used;
}
