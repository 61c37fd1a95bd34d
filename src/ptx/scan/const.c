// SPDX-License-Identifier: Apache-2.0
// The PTX reader: constant expressions (PTX ISA 4.6), in 64 bits.
#include "ptx/scan/scan.h"

static int64_t const_unary(Reader *reader);

// A punctuator of two characters, as tokens have it.
#define TWO(first, second) ((first) | (second) << 8)

// How strongly an operator binds: as in C, for those that PTX has.
enum { SUM = 9 };
static const struct {
    uint16_t punct;
    int8_t precedence;
} operators[] = {{'*', 10},          {'/', 10},          {'+', SUM},         {'-', SUM},
                 {TWO('<', '<'), 8}, {TWO('>', '>'), 8}, {'<', 7},           {'>', 7},
                 {TWO('<', '='), 7}, {TWO('>', '='), 7}, {TWO('=', '='), 6}, {TWO('!', '='), 6},
                 {'&', 5},           {'^', 4},           {'|', 3},           {TWO('&', '&'), 2},
                 {TWO('|', '|'), 1}};

// Of the operator at hand; -1: none, the expression ends.
static int precedence_of(const Reader *reader) {
    if (reader->tok.kind != TK_PUNCT) return -1;
    for (size_t i = 0; i < CU_COUNT(operators); i++) {
        if (operators[i].punct == reader->tok.punct) return operators[i].precedence;
    }
    return -1;
}

// In 64 bits, wrapping; shifts count modulo 64, a division by zero gives 0: the input may not trap
// us.
static int64_t apply(uint32_t op, int64_t a, int64_t b) {
    switch (op) {
    case '*': return (int64_t)((uint64_t)a * (uint64_t)b);
    case '/': return b == 0 || (a == INT64_MIN && b == -1) ? 0 : a / b;
    case '+': return (int64_t)((uint64_t)a + (uint64_t)b);
    case '-': return (int64_t)((uint64_t)a - (uint64_t)b);
    case TWO('<', '<'): return (int64_t)((uint64_t)a << (b & 63));
    case TWO('>', '>'): return a >> (b & 63);
    case '<': return a < b;
    case '>': return a > b;
    case TWO('<', '='): return a <= b;
    case TWO('>', '='): return a >= b;
    case TWO('=', '='): return a == b;
    case TWO('!', '='): return a != b;
    case '&': return a & b;
    case '^': return a ^ b;
    case '|': return a | b;
    case TWO('&', '&'): return a && b;
    default: return a || b;
    }
}

// Precedence climbing: takes operators that bind at least as `min` does.
static int64_t const_binary(Reader *reader, int64_t a, int min) {
    for (;;) {
        int p = precedence_of(reader);
        if (p < min) return a;
        uint32_t op = reader->tok.punct;
        rd_next(reader);
        int64_t b = const_unary(reader);
        while (precedence_of(reader) > p) b = const_binary(reader, b, precedence_of(reader));
        a = apply(op, a, b);
    }
}

// Sign, complement, parentheses, casts (.s64, .u64: no change in 64 bits), numbers.
static int64_t const_unary(Reader *reader) {
    // 200: deeper than any expression that someone wrote, and far from the end of the stack.
    if (++reader->expr_depth > 200) {
        rd_error(reader, DIAG_OF(ptx, too_deep));
        reader->expr_depth--;
        rd_next(reader);
        return 0;
    }
    int64_t v = 0;
    if (rd_accept(reader, '-')) {
        v = (int64_t)(0 - (uint64_t)const_unary(reader));
    } else if (rd_accept(reader, '+')) {
        v = const_unary(reader);
    } else if (rd_accept(reader, '~')) {
        v = ~const_unary(reader);
    } else if (rd_accept(reader, '!')) {
        v = !const_unary(reader);
    } else if (rd_accept(reader, '(')) {
        if (reader->tok.kind == TK_DOT && (rd_is(reader, "s64") || rd_is(reader, "u64"))) {
            rd_next(reader);
            rd_expect(reader, ')');
            v = const_unary(reader);
        } else {
            v = rd_const(reader);
            rd_expect(reader, ')');
        }
    } else if (reader->tok.kind == TK_INT) {
        v = reader->tok.ival;
        rd_next(reader);
    } else if (reader->tok.kind == TK_ID && rd_is(reader, "WARP_SZ")) {
        v = 32;
        rd_next(reader);
    } else {
        rd_error(reader, DIAG_OF(ptx, expected), "a constant", rd_tok_text(reader));
        if (!rd_punct(reader, ';') && !rd_punct(reader, '}')) rd_next(reader);
    }
    reader->expr_depth--;
    return v;
}

// A whole constant expression, the conditional among it. 0 after reporting.
int64_t rd_const(Reader *reader) {
    int64_t a = const_binary(reader, const_unary(reader), 0);
    if (rd_accept(reader, '?')) {
        int64_t x = rd_const(reader);
        rd_expect(reader, ':');
        int64_t y = rd_const(reader);
        return a ? x : y;
    }
    return a;
}

// +const / -const after a name or register in an address
int64_t rd_offset(Reader *reader) {
    if (!rd_punct(reader, '+') && !rd_punct(reader, '-')) return 0;
    // ptxas writes and takes +-4.
    rd_refuse(reader, rd_punct(reader, '-'), DIAG_OF(ptx, expected), "'+'", rd_tok_text(reader));
    // Sums and products only: a comparison is the end.
    return const_binary(reader, 0, SUM);
}
