// SPDX-License-Identifier: Apache-2.0
// What tokens say before anything is looked up: their classes, where template argument lists,
// base clauses and constraints end. In a file that is only scanned `a < b` may be either, so that
// a list is one if it closes; where that fails, names that no template has are taken to be
// compared.
#include "cxx/facts/state.h"
#include "cxx/lookup/index_int.h"

const uint16_t cxx_token_class[T_count_] = {
    [T_LPAREN] = TC_OPENS | TC_BEHIND_ID | TC_BEHIND_COMMA_ID,
    [T_LBRACE] = TC_OPENS | TC_BEHIND_ID | TC_BEHIND_COMMA_ID | TC_INIT,
    [T_LBRACKET] = TC_OPENS | TC_BEHIND_ID | TC_BEHIND_COMMA_ID,
    [T_RPAREN] = TC_ENDS_ANGLES,
    [T_RBRACE] = TC_ENDS_ANGLES,
    [T_RBRACKET] = TC_ENDS_ANGLES,
    [T_SEMI] = TC_ENDS_ANGLES | TC_BEHIND_ID | TC_BEHIND_COMMA_ID,
    [T_COMMA] = TC_BEHIND_ID | TC_BEHIND_COMMA_ID,
    [T_ASSIGN] = TC_BEHIND_ID | TC_BEHIND_COMMA_ID | TC_INIT,
    [T_COLON] = TC_BEHIND_ID | TC_BEHIND_COMMA_ID | TC_INIT,
    [T_IDENT] = TC_NAME,
    [T_COLCOL] = TC_NAME | TC_LEADS,
    [T_STAR] = TC_PTR_OP,
    [T_AMP] = TC_PTR_OP,
    [T_AMPAMP] = TC_PTR_OP,
    [T_KW_CONST] = TC_PTR_OP,
    [T_KW_VOLATILE] = TC_PTR_OP,
    [T_KW_RESTRICT] = TC_PTR_OP,
    [T_KW_TEMPLATE] = TC_ANGLES | TC_NAME | TC_LEADS,
    [T_KW_TYPENAME] = TC_NAME | TC_LEADS,
    [T_KW_STATIC_CAST] = TC_ANGLES,
    [T_KW_CONST_CAST] = TC_ANGLES,
    [T_KW_REINTERPRET_CAST] = TC_ANGLES,
    [T_KW_DYNAMIC_CAST] = TC_ANGLES,
    [T_KW_DECLTYPE] = TC_PARENS,
    [T_KW_TYPEOF] = TC_PARENS,
    [T_KW_ATTRIBUTE] = TC_PARENS | TC_BEHIND_COMMA_ID,
    [T_KW_ALIGNAS] = TC_PARENS,
    [T_KW_NOEXCEPT] = TC_PARENS,
    [T_KW_THROW] = TC_PARENS,
    [T_KW_ASM] = TC_PARENS | TC_BEHIND_ID,
    [T_KW_TYPE_TRAIT] = TC_PARENS,
    [T_KW_EXPLICIT] = TC_PARENS,
    [T_KW_REQUIRES] = TC_INIT,
    [T_KW_VOID] = TC_BASIC,
    [T_KW_BOOL] = TC_BASIC,
    [T_KW_CHAR] = TC_BASIC,
    [T_KW_CHAR8_T] = TC_BASIC,
    [T_KW_CHAR16_T] = TC_BASIC,
    [T_KW_CHAR32_T] = TC_BASIC,
    [T_KW_WCHAR_T] = TC_BASIC,
    [T_KW_SHORT] = TC_BASIC,
    [T_KW_INT] = TC_BASIC,
    [T_KW_LONG] = TC_BASIC,
    [T_KW_SIGNED] = TC_BASIC,
    [T_KW_UNSIGNED] = TC_BASIC,
    [T_KW_FLOAT] = TC_BASIC,
    [T_KW_DOUBLE] = TC_BASIC,
    [T_KW_AUTO] = TC_BASIC,
    [T_KW_INT128] = TC_BASIC,
    [T_KW_FLOAT128] = TC_BASIC,
};

bool cxx_takes_angles(uint16_t k) {
    return cxx_token_class[k] & TC_ANGLES;
}

// ---- angle brackets and constraints ------------------------------------------------------------

// Whether the `<` behind that token begins a template argument list rather than compares.
static bool begins_arguments(const Cxx *cxx, const Token *before, bool known_only) {
    if (before->kind != T_IDENT) return cxx_takes_angles(before->kind);
    return !known_only || cxx->decls->index.is_template[before->text];
}

// What stands in front of a '[' that subscripts or follows a declared name.
static bool ends_operand(uint16_t k) {
    return is_any_of(k, T_IDENT, T_RPAREN, T_RBRACKET, T_RBRACE, T_GT, T_STRING, T_KW_THIS);
}

// 0: the template parameters are not closed, so no list around them is: their place need not be
// looked at again, which would double the time with each lambda in another.
static uint32_t skip_operand(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t behind = cxx_skip_group(tok, at, end);
    bool generic = tok[at].kind == T_LBRACKET && behind < end && tok[behind].kind == T_LT &&
                   !ends_operand(tok[at - 1].kind);
    return generic ? cxx_try_angles(cxx, behind, end, false) : behind;
}

uint32_t cxx_skip_operand(Cxx *cxx, uint32_t at, uint32_t end) {
    uint32_t behind = skip_operand(cxx, at, end);
    return behind ? behind : cxx_skip_group(cxx->tokens->at, at, end);
}

uint32_t cxx_try_angles(Cxx *cxx, uint32_t at, uint32_t end, bool known_only) {
    const Token *tok = cxx->tokens->at;
    int depth = 1;
    for (uint32_t i = at + 1; i < end;) {
        if (cxx_token_class[tok[i].kind] & TC_ENDS_ANGLES) return 0;
        switch (tok[i].kind) {
        case T_LPAREN:
        case T_LBRACE:
        case T_LBRACKET:
            i = skip_operand(cxx, i, end);
            if (!i) return 0;
            continue;
        case T_LT: depth += begins_arguments(cxx, &tok[i - 1], known_only); break;
        case T_GT: depth--; break;
        case T_GTGT: depth -= cxx->opt.std < 11 ? 0 : 2; break;
        default: break;
        }
        i++;
        if (depth <= 0) return i;
    }
    return 0;
}

uint32_t cxx_skip_angles(Cxx *cxx, uint32_t at, uint32_t end) {
    // any name may be a template's, until that finds no end
    uint32_t r = cxx_try_angles(cxx, at, end, false);
    return r ? r : cxx_try_angles(cxx, at, end, true);
}

uint32_t cxx_skip_one(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t close = tok[at].kind == T_LT ? cxx_skip_angles(cxx, at, end) : 0;
    if (close) return close;
    return tok[at].kind == T_LPAREN ? cxx_skip_group(tok, at, end) : at + 1;
}

uint32_t cxx_skip_bases(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    while (at < end && !is_any_of(tok[at].kind, T_LBRACE, T_SEMI)) at = cxx_skip_one(cxx, at, end);
    return at;
}

// `__is_same` and its like, which are called as functions are.
static bool is_compiler_trait(Cxx *cxx, const Token *name) {
    return strncmp(atom_str(cxx->ctx, name->text), "__", 2) == 0;
}

// A primary expression of a constraint that is no group: a concept-id, a variable, a trait,
// `true`; also behind `!`, which is no primary expression but met. Ends where the next cannot go
// on.
static uint32_t skip_constraint_name(Cxx *cxx, uint32_t i, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    bool any = false; // a part of a name was seen
    while (i < end) {
        uint16_t k = tok[i].kind;
        if (k == T_LPAREN && any && is_compiler_trait(cxx, &tok[i - 1]))
            return cxx_skip_group(tok, i, end);
        if (k == T_LT && any) {
            uint32_t e = cxx_skip_angles(cxx, i, end);
            if (!e) return i;
            i = e;
            if (i < end && tok[i].kind != T_COLCOL) return i;
        } else if (cxx_token_class[k] & TC_NAME) {
            // a second name is no longer this expression's
            if (k == T_IDENT && any && !(cxx_token_class[tok[i - 1].kind] & TC_LEADS)) return i;
            any = true;
            i++;
        } else if (k == T_NOT) {
            i++;
        } else {
            return i + (is_any_of(k, T_KW_TRUE, T_KW_FALSE));
        }
    }
    return i;
}

uint32_t cxx_skip_constraint(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = at; i < end;) {
        if (tok[i].kind == T_KW_REQUIRES) {
            i++;
            if (i < end && tok[i].kind == T_LPAREN) i = cxx_skip_group(tok, i, end);
            if (i < end && tok[i].kind == T_LBRACE) i = cxx_skip_group(tok, i, end);
        } else if (tok[i].kind == T_LPAREN) {
            i = cxx_skip_group(tok, i, end);
        } else {
            i = skip_constraint_name(cxx, i, end);
        }
        bool goes_on = i < end && is_any_of(tok[i].kind, T_AMPAMP, T_PIPEPIPE);
        if (!goes_on) return i;
        i++;
    }
    return end;
}

// Behind the type of a conversion function's name, which the parentheses around the name end; `at`:
// something else ends it.
static uint32_t skip_conversion_type(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    for (uint32_t i = at; i < end && tok[i].kind != T_SEMI;) {
        if (tok[i].kind == T_RPAREN) return i;
        bool group = tok[i].kind == T_LPAREN;
        if (group && !(cxx_token_class[tok[i - 1].kind] & TC_PARENS)) return at;
        i = cxx_skip_one(cxx, i, end);
    }
    return at;
}

// Behind a name in parentheses as a declarator has it at token `at`: `A<int>::f`, `operator*<T>`,
// `operator T *`, `~A`; `at`: there is none.
static uint32_t skip_declared_name(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t i = at;
    if (i < end && tok[i].kind == T_COLCOL) i++;
    for (;;) {
        if (i < end && tok[i].kind == T_KW_TEMPLATE) i++;
        if (i >= end) return at;
        bool op = tok[i].kind == T_KW_OPERATOR;
        if (op) {
            CxxOp which;
            uint32_t used = cxx_operator_tokens(cxx, i + 1, end, &which);
            if (!used && tok[i + 1].kind == T_STRING) cxx_literal_op_name(cxx, i + 1, &used);
            i += 1 + used;
            if (!used) return (used = skip_conversion_type(cxx, i, end)) == i ? at : used;
        } else {
            if (tok[i].kind == T_TILDE) i++;
            if (i >= end || tok[i].kind != T_IDENT) return at;
            i++;
        }
        if (i < end && tok[i].kind == T_LT) {
            i = cxx_skip_angles(cxx, i, end);
            if (!i) return at;
        }
        if (op || i >= end || tok[i].kind != T_COLCOL) return i;
        i++;
    }
}

uint32_t cxx_name_in_parens(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t name = at;
    while (name < end && tok[name].kind == T_LPAREN) name++;
    uint32_t behind = skip_declared_name(cxx, name, end);
    if (behind == name) return 0;
    for (uint32_t depth = name - at; depth; depth--, behind++) {
        if (behind >= end || tok[behind].kind != T_RPAREN) return 0;
    }
    return name;
}

uint32_t cxx_access_declaration(Cxx *cxx, uint32_t at, uint32_t end) {
    const Token *tok = cxx->tokens->at;
    uint32_t names = 0;
    if (at < end && tok[at].kind == T_COLCOL) at++;
    for (; at + 1 < end && tok[at].kind == T_IDENT; names++) {
        at++;
        if (tok[at].kind == T_SEMI) return names ? at : 0;
        if (tok[at].kind == T_LT) at = cxx_skip_angles(cxx, at, end);
        if (!at || at + 1 >= end || tok[at].kind != T_COLCOL) return 0;
        at++;
    }
    return 0;
}
