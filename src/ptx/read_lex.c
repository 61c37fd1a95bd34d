// SPDX-License-Identifier: Apache-2.0
// The PTX reader's scanner (PTX ISA chapter 4): tokens on demand, messages.
#include "base/apfloat.h"
#include "ptx/ptx_int.h"

enum { C_ID = 1, C_DIGIT = 2, C_SPACE = 4, C_FOLLOW = 8 };

// What a character may be part of; C_FOLLOW: of a name behind its first letter.
static uint32_t cls(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return C_ID | C_FOLLOW;
    if (c == '_' || c == '$' || c == '%') return C_ID | C_FOLLOW;
    if (c >= '0' && c <= '9') return C_DIGIT | C_FOLLOW;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') return C_SPACE;
    return 0;
}

// ---- messages ----------------------------------------------------------------------------------

const DiagRow ptx_diag_rows[] = {
#define DIAG(id, sev, group, text) {#id, SEV_##sev, group, text},
#include "ptx/ptx_diag.def"
#undef DIAG
};

// Messages about an instruction as a whole stand at its opcode, others at the current token, which
// may be far behind on another line.
static bool about_instruction(uint32_t id) {
    switch (id) {
    case PTXD_unknown_insn:
    case PTXD_bad_modifier:
    case PTXD_bad_operand:
    case PTXD_few_operands:
    case PTXD_many_operands:
    case PTXD_needs_sm:
    case PTXD_needs_ptx:
    case PTXD_bad_label: return true;
    default: return false;
    }
}

// Counts the error and, unless the reader is quiet, reports it.
void rd_error(Reader *reader, uint32_t id, ...) {
    reader->nerr++;
    if (reader->quiet || (reader->tok.kind == TK_BAD && id == PTXD_expected))
        return;          // said by the scanner
    if (!reader->base) { // nothing is registered for a text without errors
        SourceText *t = source_text(reader->ctx, atom_cstr(reader->ctx, reader->name), reader->text,
                                    (uint32_t)(reader->end - reader->text));
        reader->base = source_add_file(reader->ctx, t, 0, false);
    }
    const char *at = reader->op_at && about_instruction(id) ? reader->op_at : reader->tok.at;
    va_list ap;
    va_start(ap, id);
    diag_v(reader->ctx, &ptx_diag_rows[id], reader->base + (Pos)(at - reader->text), ap);
    va_end(ap);
}

// The token as it stands in the text, for messages; at most 60 characters.
const char *rd_tok_text(Reader *reader) {
    if (reader->tok.kind == TK_END) return "the end of the file";
    return arena_printf(&reader->ctx->scratch, "'%.*s'",
                        (int)CU_MIN(reader->tok.end - reader->tok.at, 60), reader->tok.at);
}

// ---- scanning ----------------------------------------------------------------------------------

// Blanks, comments, line ends, which are counted, and lines that a preprocessor left (# at a line's
// beginning).
static void skip_space(Reader *reader) {
    for (;;) {
        const char *p = reader->p;
        if (p >= reader->end) return;
        if (*p == '\n') {
            reader->line++;
            reader->p++;
            while (reader->p < reader->end && (*reader->p == ' ' || *reader->p == '\t'))
                reader->p++;
            if (reader->p < reader->end && *reader->p == '#') {
                while (reader->p < reader->end && *reader->p != '\n') reader->p++;
            }
        } else if (cls(*p) & C_SPACE) {
            reader->p++;
        } else if (*p == '/' && p + 1 < reader->end && p[1] == '/') {
            while (reader->p < reader->end && *reader->p != '\n') reader->p++;
        } else if (*p == '/' && p + 1 < reader->end && p[1] == '*') {
            reader->p += 2;
            while (reader->p < reader->end &&
                   !(*reader->p == '*' && reader->p + 1 < reader->end && reader->p[1] == '/')) {
                if (*reader->p == '\n') reader->line++;
                reader->p++;
            }
            reader->p = CU_MIN(reader->p + 2, reader->end);
        } else {
            return;
        }
    }
}

// The value of a digit of any base; 99: it is none.
static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

// Decimal floats are read to double; narrower types are rounded when the instruction is known.
static void scan_decimal_float(Reader *reader, PtxTok *t) {
    ApFloat v;
    bool ok = apf_parse(t->at, (size_t)(t->end - t->at), APF_F64, APF_RNE, &v, NULL);
    t->kind = ok ? TK_FLT : TK_BAD;
    t->ival = (int64_t)apf_to_bits(v);
    if (!ok) rd_error(reader, PTXD_bad_number, rd_tok_text(reader));
}

// An integer of any base, modulo 2^64; it has no sign if it is not decimal, or too large for one.
static void scan_radix(PtxTok *t, const char *p, const char *e, int base) {
    uint64_t v = 0;
    for (; p < e; p++) v = v * (uint64_t)base + (uint64_t)digit_of(*p);
    t->ival = (int64_t)v;
    t->is_unsigned = base != 10 || v > INT64_MAX;
}

// Numbers (4.5): 0f/0d hexadecimal floats, 0x, 0b, octal, decimal with optional U, decimal floats.
static void scan_number(Reader *reader) {
    PtxTok *tok = &reader->tok;
    const char *p = reader->p, *e = reader->end;
    tok->kind = TK_INT;

    // The letter behind a leading zero says what it is.
    char x = p + 1 < e && p[0] == '0' ? (char)(p[1] | 0x20) : 0;
    int base = 10;
    // 0f and eight digits, 0d and sixteen: exactly so many.
    if (x == 'f' || x == 'd') {
        int want = x == 'f' ? 8 : 16;
        p += 2;
        const char *s = p;
        while (p < e && digit_of(*p) < 16) p++;
        tok->kind = TK_FLT;
        tok->is_f32 = x == 'f';
        tok->is_f64 = x == 'd';
        scan_radix(tok, s, CU_MIN(p, s + want), 16);
        if (p - s != want) tok->kind = TK_BAD;
        tok->end = reader->p = p;
        if (tok->kind == TK_BAD) rd_error(reader, PTXD_bad_number, rd_tok_text(reader));
        return;
    }

    // A base; without a letter a leading zero is octal.
    if (x == 'x') {
        base = 16;
        p += 2;
    } else if (x == 'b') {
        base = 2;
        p += 2;
    }
    const char *s = p;
    while (p < e && digit_of(*p) < base) p++;

    // A point makes a float, unless a name follows: "1.x" cannot be, but "%r1.x" ends in a digit.
    bool flt = base == 10 && p < e &&
               ((*p == '.' && p + 1 < e && cls(p[1]) & C_DIGIT) || *p == 'e' || *p == 'E' ||
                (*p == '.' && !(p + 1 < e && cls(p[1]) & C_ID)));
    if (flt) {
        if (*p == '.') p++;
        while (p < e && cls(*p) & C_DIGIT) p++;
        if (p < e && (*p == 'e' || *p == 'E')) {
            p++;
            if (p < e && (*p == '+' || *p == '-')) p++;
            while (p < e && cls(*p) & C_DIGIT) p++;
        }
        tok->end = reader->p = p;
        scan_decimal_float(reader, tok);
        return;
    }
    if (base == 10 && *s == '0' && p - s > 1) base = 8;
    scan_radix(tok, s, p, base);
    if (p < e && *p == 'U') {
        p++;
        tok->is_unsigned = true;
    }
    tok->end = reader->p = p;
    // Letters behind a number are one bad token.
    if (p < e && cls(*p) & C_FOLLOW) {
        while (p < e && cls(*p) & C_FOLLOW) p++;
        tok->end = reader->p = p;
        rd_error(reader, PTXD_bad_number, rd_tok_text(reader));
    }
}

// Up to the quote; backslashes keep what follows them. The token is the text inside.
static void scan_string(Reader *reader) {
    const char *p = reader->p + 1;
    while (p < reader->end && *p != '"' && *p != '\n')
        p += *p == '\\' && p + 1 < reader->end ? 2 : 1;
    reader->tok.kind = TK_STR;
    reader->tok.at = reader->p + 1;
    reader->tok.end = CU_MIN(p, reader->end);
    reader->p = CU_MIN(p + 1, reader->end);
    if (p >= reader->end || *p != '"') rd_error(reader, PTXD_unterminated, "string");
}

// One character, or two of << >> && <= >= == !=.
static void scan_punct(Reader *reader) {
    const char *p = reader->p;
    char c = *p, d = p + 1 < reader->end ? p[1] : 0;
    reader->tok.kind = TK_PUNCT;
    reader->tok.punct = (unsigned char)c;
    bool two = ((c == '<' || c == '>' || c == '&') && d == c) ||
               ((c == '<' || c == '>' || c == '=' || c == '!') && d == '=');
    if (two) reader->tok.punct |= (uint32_t)(unsigned char)d << 8;
    reader->p += two ? 2 : 1;
    reader->tok.end = reader->p;
    if (!memchr("{}()[]<>,;:=+-*/%&|^~!@?", c, 24)) {
        reader->tok.kind = TK_BAD;
        rd_error(reader, PTXD_bad_token, rd_tok_text(reader));
    }
}

// The next token. Words behind a dot are one token, so that `.param` and `param` differ.
void rd_next(Reader *reader) {
    PtxTok *tok = &reader->tok;
    skip_space(reader);
    *tok = (PtxTok){.at = reader->p, .end = reader->p, .line = reader->line};
    if (reader->p >= reader->end) {
        tok->kind = TK_END;
        return;
    }
    const char *p = reader->p, *e = reader->end;
    uint32_t c = cls(*p);
    bool dot = *p == '.' && p + 1 < e && cls(p[1]) & C_FOLLOW;
    if (c & C_ID || dot) {
        p += dot;
        const char *s = p;
        while (p < e && cls(*p) & C_FOLLOW) p++;
        tok->kind = dot ? TK_DOT : TK_ID;
        tok->atom = atom_intern(reader->ctx, s, (size_t)(p - s));
        tok->end = reader->p = p;
    } else if (c & C_DIGIT) {
        scan_number(reader);
    } else if (*p == '"') {
        scan_string(reader);
    } else {
        scan_punct(reader);
    }
}

// The opcode, of which the token at hand is the first word: all that hangs on it by dots and double
// colons, as one name.
Atom rd_opcode(Reader *reader) {
    reader->op_at = reader->tok.at;
    const char *s = reader->tok.at, *p = reader->tok.end, *e = reader->end;
    for (;;) {
        if (p + 1 < e && *p == '.' && cls(p[1]) & C_FOLLOW) {
            p++;
        } else if (p + 2 < e && *p == ':' && p[1] == ':' && cls(p[2]) & C_FOLLOW) {
            p += 2;
        } else {
            break;
        }
        while (p < e && cls(*p) & C_FOLLOW) p++;
    }
    Atom a = atom_intern(reader->ctx, s, (size_t)(p - s));
    reader->p = p;
    rd_next(reader);
    return a;
}

// Whether the token is this sign; and with rd_accept, past it.
bool rd_punct(const Reader *reader, uint32_t c) {
    return reader->tok.kind == TK_PUNCT && reader->tok.punct == c;
}

bool rd_accept(Reader *reader, uint32_t c) {
    if (!rd_punct(reader, c)) return false;
    rd_next(reader);
    return true;
}

// Past the sign that must stand here; false after reporting.
bool rd_expect(Reader *reader, uint32_t c) {
    if (rd_accept(reader, c)) return true;
    char want[4] = {'\'', (char)c, '\'', 0};
    rd_error(reader, PTXD_expected, want, rd_tok_text(reader));
    return false;
}

// Whether the token is this word, with or without a dot in front.
bool rd_is(const Reader *reader, const char *word) {
    return (reader->tok.kind == TK_DOT || reader->tok.kind == TK_ID) &&
           strcmp(atom_str(reader->ctx, reader->tok.atom), word) == 0;
}

// Past the semicolon that ends the statement; braces are left, they end blocks.
void rd_skip_statement(Reader *reader) {
    while (reader->tok.kind != TK_END && !rd_punct(reader, ';') && !rd_punct(reader, '}') &&
           !rd_punct(reader, '{')) {
        rd_next(reader);
    }
    rd_accept(reader, ';');
}

// A section of debug information is kept as its text, from `from` to the closing brace.
Atom rd_raw_section(Reader *reader, const char *from) {
    const char *p = reader->tok.at;
    while (p < reader->end && *p != '{') p++;
    while (p < reader->end && *p != '}') p++;
    if (p >= reader->end) rd_error(reader, PTXD_unterminated, ".section");
    p = CU_MIN(p + 1, reader->end);
    for (const char *q = reader->tok.at; q < p; q++) reader->line += *q == '\n';
    reader->p = p;
    Atom a = atom_intern(reader->ctx, from, (size_t)(p - from));
    rd_next(reader);
    return a;
}
