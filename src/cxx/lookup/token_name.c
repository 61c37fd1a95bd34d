// SPDX-License-Identifier: Apache-2.0
// Names that are no plain words, as their tokens have them: operators, literal operators, deduction
// guides.
#include "cxx/lookup/lookup.h"

// The operators that a function can be declared for and that are not binary
// [over.oper.general]/1.
static const uint8_t other_op[T_count_] = {
    [T_TILDE] = OP_BITNOT,      [T_NOT] = OP_NOT,     [T_PLUSPLUS] = OP_PREINC,
    [T_MINUSMINUS] = OP_PREDEC, [T_ARROW] = OP_ARROW, [T_KW_CO_AWAIT] = OP_CO_AWAIT,
};

// The operator of one token that a function can be declared for; OP_NONE: none.
static CxxOp overloadable_op(uint16_t token) {
    if (other_op[token]) return (CxxOp)other_op[token];
    CxxOp op = cxx_binary_op(token);
    return op == OP_DOT_STAR ? OP_NONE : op; // [over.oper.general]/3
}

uint32_t cxx_operator_tokens(Cxx *cxx, uint32_t at, uint32_t end, CxxOp *op) {
    const Token *token = cxx->tokens->at;
    if (at >= end) return 0;
    uint16_t k = token[at].kind, k1 = at + 1 < end ? token[at + 1].kind : T_EOF;
    if (k == T_LPAREN && k1 == T_RPAREN) return *op = OP_CALL, 2;
    if (k == T_LBRACKET && k1 == T_RBRACKET) return *op = OP_SUBSCRIPT, 2;
    if (is_any_of(k, T_KW_NEW, T_KW_DELETE)) {
        bool array = k1 == T_LBRACKET && at + 2 < end && token[at + 2].kind == T_RBRACKET;
        if (k == T_KW_NEW)
            *op = array ? OP_NEW_ARRAY : OP_NEW;
        else
            *op = array ? OP_DELETE_ARRAY : OP_DELETE;
        return array ? 3 : 1;
    }
    *op = overloadable_op(k);
    return *op != OP_NONE;
}

Atom cxx_literal_op_name(Cxx *cxx, uint32_t at, uint32_t *used) {
    const Token *t = cxx->tokens->at;
    LexString s = {0};
    *used = 1;
    Atom suffix = 0;
    if (lex_string(cxx->ctx, &t[at], 1, &s)) suffix = s.ud_suffix;
    if (!suffix && lex_is_word(t[at + 1].kind)) suffix = t[at + 1].text, *used = 2;
    return atom_printf(cxx->ctx, "operator\"\"%s", atom_str(cxx->ctx, suffix));
}

bool cxx_string_is(Cxx *cxx, uint32_t at, const char *s) {
    const char *t = atom_str(cxx->ctx, cxx->tokens->at[at].text);
    size_t n = strlen(s);
    return t[0] == '"' && strncmp(t + 1, s, n) == 0 && t[n + 1] == '"';
}

Atom cxx_guide_atom(Cxx *cxx, Atom class_name) {
    return atom_printf(cxx->ctx, "<guide> %s", atom_str(cxx->ctx, class_name));
}
