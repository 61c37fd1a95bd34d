// SPDX-License-Identifier: Apache-2.0
// The PTX reader's scanner: tokens on demand [PTX ISA 4, Syntax], and messages.
//
// `reader->rest` stands behind the token at hand, `reader->tok`. The text need not end with a NUL:
// char_at() gives 0 behind its end, which begins and continues nothing.
#include "base/apfloat.h"
#include "ptx/scan/scan.h"

// ---- characters ---------------------------------------------------------------------------------

// What a character may be part of [4.4]; IN_NAME: of a name behind its first letter.
enum { STARTS_NAME = 1, DIGIT = 2, SPACE = 4, IN_NAME = 8 };

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static uint32_t kinds_of(char c) {
    if (is_letter(c)) return STARTS_NAME | IN_NAME;
    if (c >= '0' && c <= '9') return DIGIT | IN_NAME;
    switch (c) {
    case '_':
    case '$': return STARTS_NAME | IN_NAME;
    case '%': return STARTS_NAME; // Another name begins, with no blank before: mov.u32%r1,%laneid
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '\f':
    case '\v': return SPACE;
    default: return 0;
    }
}

// The character at a place in the text; 0 behind its end.
static char char_at(const Reader *reader, const char *at) {
    return at < reader->end ? *at : 0;
}

static bool is_at(const Reader *reader, const char *at, uint32_t kinds) {
    return kinds_of(char_at(reader, at)) & kinds;
}

// Past the characters of these kinds.
static const char *past_all(const Reader *reader, const char *at, uint32_t kinds) {
    while (is_at(reader, at, kinds)) at++;
    return at;
}

// Where this character is next, or the end of the text.
static const char *find_char(const Reader *reader, const char *at, char c) {
    const char *found = memchr(at, c, (size_t)(reader->end - at));
    return found ? found : reader->end;
}

// ---- messages -----------------------------------------------------------------------------------

// Messages about an instruction as a whole stand at its opcode, others at the current token, which
// may be far behind on another line.
static bool is_about_instruction(const DiagRow *row) {
    const DiagRow *const about_instruction[] = {DIAG_OF(ptx, unknown_insn),
                                                DIAG_OF(ptx, bad_modifier),
                                                DIAG_OF(ptx, bad_operand),
                                                DIAG_OF(ptx, few_operands),
                                                DIAG_OF(ptx, many_operands),
                                                DIAG_OF(ptx, needs_sm),
                                                DIAG_OF(ptx, needs_ptx),
                                                DIAG_OF(ptx, bad_label),
                                                DIAG_OF(ptx, discard),
                                                DIAG_OF(ptx, special),
                                                DIAG_OF(ptx, special_type),
                                                DIAG_OF(ptx, mixed_vector),
                                                DIAG_OF(ptx, other_space),
                                                DIAG_OF(ptx, space),
                                                DIAG_OF(ptx, absolute),
                                                DIAG_OF(ptx, address_type),
                                                DIAG_OF(ptx, address_bits),
                                                DIAG_OF(ptx, parameter_written),
                                                DIAG_OF(ptx, needs_scope),
                                                DIAG_OF(ptx, not_together),
                                                DIAG_OF(ptx, operation_type),
                                                DIAG_OF(ptx, comparison_type),
                                                DIAG_OF(ptx, wrong_rounding),
                                                DIAG_OF(ptx, needs_rounding_word),
                                                DIAG_OF(ptx, no_flush),
                                                DIAG_OF(ptx, barrier_number),
                                                DIAG_OF(ptx, barrier_threads),
                                                DIAG_OF(ptx, event_number),
                                                DIAG_OF(ptx, no_targets),
                                                DIAG_OF(ptx, vector_bits),
                                                DIAG_OF(ptx, argument_type),
                                                DIAG_OF(ptx, argument_align),
                                                DIAG_OF(ptx, argument_space),
                                                DIAG_OF(ptx, argument_count),
                                                DIAG_OF(ptx, needs_order),
                                                DIAG_OF(ptx, cache_hint),
                                                DIAG_OF(ptx, needs_feature),
                                                DIAG_OF(ptx, three_operands),
                                                DIAG_OF(ptx, fragment_count),
                                                DIAG_OF(ptx, fragment_type),
                                                DIAG_OF(ptx, fragment_layout),
                                                DIAG_OF(ptx, copy_bytes),
                                                DIAG_OF(ptx, coordinates),
                                                DIAG_OF(ptx, coordinate_type),
                                                DIAG_OF(ptx, reference),
                                                DIAG_OF(ptx, texel),
                                                DIAG_OF(ptx, sign),
                                                DIAG_OF(ptx, multiple),
                                                DIAG_OF(ptx, needs_sink),
                                                DIAG_OF(ptx, kernel_called),
                                                DIAG_OF(ptx, no_prototype)};
    for (uint32_t i = 0; i < CU_COUNT(about_instruction); i++) {
        if (row == about_instruction[i]) return true;
    }
    return false;
}

// Counts the error and, unless the reader is quiet, reports it.
void rd_error(Reader *reader, const DiagRow *row, ...) {
    reader->nerr++;
    if (reader->quiet) return;

    // The scanner has said what is wrong with a bad token.
    if (reader->tok.kind == TK_BAD && row == DIAG_OF(ptx, expected)) return;

    // Nothing is registered for a text without errors.
    if (!reader->base) {
        Atom name = atom_cstr(reader->ctx, reader->name);
        SourceText *source =
            source_text(reader->ctx, name, reader->text, (uint32_t)(reader->end - reader->text));
        reader->base = source_add_file(reader->ctx, source, 0, false);
    }

    bool at_opcode = reader->op_at && is_about_instruction(row);
    const char *at = at_opcode ? reader->op_at : reader->tok.at;
    va_list ap;
    va_start(ap, row);
    diag_v(reader->ctx, row, reader->base + (Pos)(at - reader->text), ap);
    va_end(ap);
}

// The token as it stands in the text, for messages; at most 60 characters.
const char *rd_tok_text(Reader *reader) {
    const PtxTok *token = &reader->tok;
    if (token->kind == TK_END) return "the end of the file";
    int length = (int)CU_MIN(token->end - token->at, 60);
    return arena_printf(&reader->ctx->scratch, "'%.*s'", length, token->at);
}

// ---- what stands between tokens -----------------------------------------------------------------

// Past a line's end, and past the next line where that is a preprocessor's, with its # in front
// [4.1].
static void skip_line_end(Reader *reader) {
    reader->line++;
    reader->rest++;
    while (is_any_of(char_at(reader, reader->rest), ' ', '\t')) reader->rest++;
    if (char_at(reader, reader->rest) == '#') reader->rest = find_char(reader, reader->rest, '\n');
}

// Past what stands between /* and */, whose lines count; without */ all the rest [4.2].
static void skip_block_comment(Reader *reader) {
    const char *at = reader->rest + 2;
    while (at < reader->end) {
        if (*at == '*' && char_at(reader, at + 1) == '/') break;
        reader->line += *at == '\n';
        at++;
    }
    rd_refuse(reader, at >= reader->end, DIAG_OF(ptx, unterminated), "comment");
    reader->rest = CU_MIN(at + 2, reader->end);
}

// To the next token, past blanks, comments and line ends, which are counted.
static void skip_space(Reader *reader) {
    for (;;) {
        char c = char_at(reader, reader->rest);
        char next = c == '/' ? char_at(reader, reader->rest + 1) : 0;
        if (c == '\n') {
            skip_line_end(reader);
        } else if (kinds_of(c) & SPACE) {
            reader->rest++;
        } else if (next == '/') {
            reader->rest = find_char(reader, reader->rest, '\n');
        } else if (next == '*') {
            skip_block_comment(reader);
        } else {
            return;
        }
    }
}

// ---- numbers ------------------------------------------------------------------------------------

// The value of a digit of any base; 99: it is none.
static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static const char *past_digits(const Reader *reader, const char *at, int base) {
    while (digit_of(char_at(reader, at)) < base) at++;
    return at;
}

// The token and the reader end here.
static void end_token(Reader *reader, const char *end) {
    reader->tok.end = reader->rest = end;
}

// The digits as an integer, modulo 2^64; it has no sign if it is not decimal, or too large for one.
static void set_integer(PtxTok *token, const char *digits, const char *end, int base) {
    uint64_t value = 0;
    for (const char *at = digits; at < end; at++) {
        value = value * (uint64_t)base + (uint64_t)digit_of(*at);
    }
    token->ival = (int64_t)value;
    token->is_unsigned = base != 10 || value > INT64_MAX;
}

// 0f and eight digits, 0d and sixteen, exactly so many: the bits of a float [4.5.2].
static void scan_hex_float(Reader *reader, bool single) {
    PtxTok *token = &reader->tok;
    const char *digits = reader->rest + 2, *end = past_digits(reader, digits, 16);
    int want = single ? 8 : 16;
    bool complete = end - digits == want;

    token->kind = complete ? TK_FLT : TK_BAD;
    token->is_f32 = single;
    token->is_f64 = !single;
    set_integer(token, digits, CU_MIN(end, digits + want), 16);
    end_token(reader, end);
    if (!complete) rd_error(reader, DIAG_OF(ptx, bad_number), rd_tok_text(reader));
}

static bool is_exponent_at(const Reader *reader, const char *at) {
    return is_any_of(char_at(reader, at), 'e', 'E');
}

// Behind the letter of an exponent: digits, which may have a sign.
static bool has_exponent_digits(const Reader *reader, const char *at) {
    bool has_sign = is_any_of(char_at(reader, at), '+', '-');
    return is_at(reader, at + has_sign, DIGIT);
}

// Whether decimal digits that end here begin a float. A point makes one unless a name follows that
// is no exponent: what hangs on a number by a dot is a modifier.
static bool is_float_at(const Reader *reader, const char *at) {
    if (is_exponent_at(reader, at)) return true;
    if (char_at(reader, at) != '.') return false;
    if (!is_at(reader, at + 1, STARTS_NAME)) return true;
    return is_exponent_at(reader, at + 1) && has_exponent_digits(reader, at + 2);
}

// A decimal float [4.5.2], whose digits before the point end at `at`. It is read to double;
// narrower types are rounded when the instruction is known.
static void scan_decimal_float(Reader *reader, const char *at) {
    if (char_at(reader, at) == '.') at++;
    at = past_all(reader, at, DIGIT);
    if (is_exponent_at(reader, at)) {
        at++;
        bool has_sign = is_any_of(char_at(reader, at), '+', '-');
        at = past_all(reader, at + has_sign, DIGIT);
    }
    end_token(reader, at);

    PtxTok *token = &reader->tok;
    size_t length = (size_t)(token->end - token->at);
    ApFloat value;
    bool ok = apf_parse(token->at, length, APF_F64, APF_RNE, &value, NULL);
    token->kind = ok ? TK_FLT : TK_BAD;
    token->ival = (int64_t)apf_to_bits(value);
    if (!ok) rd_error(reader, DIAG_OF(ptx, bad_number), rd_tok_text(reader));
}

// An integer with its U [4.5.1]. Letters behind it are one bad token with it.
static void scan_integer(Reader *reader, const char *digits, const char *end, int base) {
    set_integer(&reader->tok, digits, end, base);
    if (char_at(reader, end) == 'U') {
        reader->tok.is_unsigned = true;
        end++;
    }

    const char *name_end = past_all(reader, end, IN_NAME);
    end_token(reader, name_end);
    if (name_end != end) rd_error(reader, DIAG_OF(ptx, bad_number), rd_tok_text(reader));
}

// Numbers [4.5]: 0f and 0d hexadecimal floats, 0x, 0b, octal, decimal, each with an optional U, and
// decimal floats.
static void scan_number(Reader *reader) {
    reader->tok.kind = TK_INT;

    // The letter behind a leading zero says what it is.
    bool has_zero = *reader->rest == '0';
    char letter = has_zero ? (char)(char_at(reader, reader->rest + 1) | 0x20) : 0;
    if (is_any_of(letter, 'f', 'd')) {
        scan_hex_float(reader, letter == 'f');
        return;
    }
    if (is_any_of(letter, 'x', 'b')) {
        int base = letter == 'x' ? 16 : 2;
        const char *digits = reader->rest + 2;
        scan_integer(reader, digits, past_digits(reader, digits, base), base);
        return;
    }

    const char *digits = reader->rest, *end = past_digits(reader, digits, 10);
    if (is_float_at(reader, end)) {
        scan_decimal_float(reader, end);
        return;
    }

    // Without a letter a leading zero is octal; 8 and 9 are then letters behind the number.
    bool octal = has_zero && end - digits > 1;
    if (octal) end = past_digits(reader, digits, 8);
    scan_integer(reader, digits, end, octal ? 8 : 10);
}

// ---- the other tokens ---------------------------------------------------------------------------

// Up to the quote; backslashes keep what follows them. The token is the text inside.
static void scan_string(Reader *reader) {
    const char *inside = reader->rest + 1, *at = inside;
    while (at < reader->end && *at != '"' && *at != '\n') {
        bool escapes = *at == '\\' && at + 1 < reader->end;
        at += escapes ? 2 : 1;
    }

    reader->tok.kind = TK_STR;
    reader->tok.at = inside;
    reader->tok.end = CU_MIN(at, reader->end);
    reader->rest = CU_MIN(at + 1, reader->end);
    if (char_at(reader, at) != '"') rd_error(reader, DIAG_OF(ptx, unterminated), "string");
}

static bool is_pair(char first, char second) {
    static const char pairs[][3] = {"<<", ">>", "&&", "||", "<=", ">=", "==", "!="};
    for (uint32_t k = 0; k < CU_COUNT(pairs); k++) {
        if (pairs[k][0] == first && pairs[k][1] == second) return true;
    }
    return false;
}

// A sign of one character or a pair.
static void scan_punct(Reader *reader) {
    static const char signs[] = "{}()[]<>,;:=+-*/%&|^~!@?";
    char first = *reader->rest, second = char_at(reader, reader->rest + 1);
    bool pair = is_pair(first, second);

    reader->tok.kind = TK_PUNCT;
    reader->tok.punct = (unsigned char)first;
    if (pair) reader->tok.punct |= (uint32_t)(unsigned char)second << 8;
    end_token(reader, reader->rest + (pair ? 2 : 1));

    if (!memchr(signs, first, sizeof signs - 1)) {
        reader->tok.kind = TK_BAD;
        rd_error(reader, DIAG_OF(ptx, bad_token), rd_tok_text(reader));
    }
}

// A word, or a dot and a word, which are one token, so that `.param` and `param` differ.
static void scan_word(Reader *reader, bool dot) {
    const char *word = reader->rest + dot, *end = past_all(reader, word + 1, IN_NAME);
    reader->tok.kind = dot ? TK_DOT : TK_ID;
    reader->tok.atom = atom_intern(reader->ctx, word, (size_t)(end - word));
    end_token(reader, end);
}

// Makes the next token the one at hand; TK_END again and again at the end.
void rd_next(Reader *reader) {
    skip_space(reader);
    const char *at = reader->rest;
    reader->tok = (PtxTok){.at = at, .end = at, .line = reader->line};
    if (at >= reader->end) {
        reader->tok.kind = TK_END;
        return;
    }

    bool dot = *at == '.' && is_at(reader, at + 1, IN_NAME);
    if (dot || is_at(reader, at, STARTS_NAME)) {
        scan_word(reader, dot);
    } else if (is_at(reader, at, DIGIT)) {
        scan_number(reader);
    } else if (*at == '"') {
        scan_string(reader);
    } else {
        scan_punct(reader);
    }
}

// How long the sign is that hangs another word on an opcode here: `.` or `::`; 0: there is none.
static size_t joint_at(const Reader *reader, const char *at) {
    if (char_at(reader, at) == '.') return is_at(reader, at + 1, IN_NAME) ? 1 : 0;
    bool colons = char_at(reader, at) == ':' && char_at(reader, at + 1) == ':';
    return colons && is_at(reader, at + 2, IN_NAME) ? 2 : 0;
}

// The opcode, of which the token at hand is the first word: all that hangs on it by dots and double
// colons, as one name.
Atom rd_opcode(Reader *reader) {
    reader->op_at = reader->tok.at;
    const char *end = reader->tok.end;
    for (size_t joint; (joint = joint_at(reader, end)) != 0;) {
        end = past_all(reader, end + joint, IN_NAME);
    }

    Atom opcode = atom_intern(reader->ctx, reader->op_at, (size_t)(end - reader->op_at));
    reader->rest = end;
    rd_next(reader);
    return opcode;
}

// ---- questions of the parser --------------------------------------------------------------------

// Whether the token is this sign; and with rd_accept, past it.
bool rd_punct(const Reader *reader, uint32_t sign) {
    return reader->tok.kind == TK_PUNCT && reader->tok.punct == sign;
}

bool rd_accept(Reader *reader, uint32_t sign) {
    if (!rd_punct(reader, sign)) return false;
    rd_next(reader);
    return true;
}

// Past the sign that must stand here; false after reporting.
bool rd_expect(Reader *reader, uint32_t sign) {
    if (rd_accept(reader, sign)) return true;
    char want[4] = {'\'', (char)sign, '\'', 0};
    rd_error(reader, DIAG_OF(ptx, expected), want, rd_tok_text(reader));
    return false;
}

// Whether the token is this word, with or without a dot in front.
bool rd_is(const Reader *reader, const char *word) {
    bool is_word = is_any_of(reader->tok.kind, TK_DOT, TK_ID);
    return is_word && strcmp(atom_str(reader->ctx, reader->tok.atom), word) == 0;
}

static bool ends_statement(const Reader *reader) {
    bool brace = rd_punct(reader, '{') || rd_punct(reader, '}');
    return brace || rd_punct(reader, ';') || reader->tok.kind == TK_END;
}

// Past the semicolon that ends the statement; braces are left, they end blocks.
void rd_skip_statement(Reader *reader) {
    while (!ends_statement(reader)) rd_next(reader);
    rd_accept(reader, ';');
}

// A section of debug information is kept as its text, from `from` to the closing brace.
Atom rd_raw_section(Reader *reader, const char *from) {
    const char *open = find_char(reader, reader->tok.at, '{');
    const char *close = find_char(reader, open, '}');
    if (close == reader->end) rd_error(reader, DIAG_OF(ptx, unterminated), ".section");

    const char *end = CU_MIN(close + 1, reader->end);
    for (const char *at = reader->tok.at; at < end; at++) reader->line += *at == '\n';
    reader->rest = end;
    Atom text = atom_intern(reader->ctx, from, (size_t)(end - from));
    rd_next(reader);
    return text;
}
