// SPDX-License-Identifier: Apache-2.0
// Operators by name: "operator+" as declarations are called, "+" as messages show it; and by token.
#include "cxx/facts/facts.h"

const char *xe_op_text(CxxOp op) {
    static const char *const text[] = {
        [OP_NONE] = "",
#define OP(k, spelling, mangling) [OP_##k] = spelling,
#include "cxx/facts/expr.def"
#undef OP
    };
    return text[op];
}

static const char *const op_spelling[] = {
#define OP(k, s, m) [OP_##k] = s,
#include "cxx/facts/expr.def"
};

Atom cxx_op_atom(Cxx *cxx, CxxOp op) {
    void **slot = map_slot(&cxx->ops, op);
    if (!*slot) {
        const char *s = op_spelling[op];
        bool word = s[0] >= 'a' && s[0] <= 'z';
        *slot = (void *)(uintptr_t)atom_printf(cxx->ctx, word ? "operator %s" : "operator%s", s);
    }
    return (Atom)(uintptr_t)*slot;
}

CxxOp cxx_binary_op(uint16_t token) {
    static const uint8_t binary[T_count_] = {
        [T_PLUS] = OP_ADD,
        [T_MINUS] = OP_SUB,
        [T_STAR] = OP_MUL,
        [T_SLASH] = OP_DIV,
        [T_PERCENT] = OP_REM,
        [T_AMP] = OP_AND,
        [T_PIPE] = OP_OR,
        [T_CARET] = OP_XOR,
        [T_LTLT] = OP_SHL,
        [T_GTGT] = OP_SHR,
        [T_LT] = OP_LT,
        [T_GT] = OP_GT,
        [T_LTEQ] = OP_LE,
        [T_GTEQ] = OP_GE,
        [T_EQEQ] = OP_EQ,
        [T_NOTEQ] = OP_NE,
        [T_SPACESHIP] = OP_CMP3,
        [T_AMPAMP] = OP_LAND,
        [T_PIPEPIPE] = OP_LOR,
        [T_COMMA] = OP_COMMA,
        [T_DOTSTAR] = OP_DOT_STAR,
        [T_ARROWSTAR] = OP_ARROW_STAR,
        [T_ASSIGN] = OP_ASSIGN,
        [T_PLUSEQ] = OP_ADD_ASSIGN,
        [T_MINUSEQ] = OP_SUB_ASSIGN,
        [T_STAREQ] = OP_MUL_ASSIGN,
        [T_SLASHEQ] = OP_DIV_ASSIGN,
        [T_PERCENTEQ] = OP_REM_ASSIGN,
        [T_AMPEQ] = OP_AND_ASSIGN,
        [T_PIPEEQ] = OP_OR_ASSIGN,
        [T_CARETEQ] = OP_XOR_ASSIGN,
        [T_LTLTEQ] = OP_SHL_ASSIGN,
        [T_GTGTEQ] = OP_SHR_ASSIGN,
    };
    return (CxxOp)binary[token];
}
