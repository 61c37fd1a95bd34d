// SPDX-License-Identifier: Apache-2.0
// An alias of a class that has the name of what it stands for:
//     struct S { using Exchange = Exchange<T, 4>; };
// gcc refuses it ("changes meaning", [basic.scope.class]), NVIDIA's front end and its headers do
// not. The name is looked up where no class is the innermost scope, in a template head:
//     template <class __cuprum_u = Exchange<T, 4>> using __cuprum_1 = __cuprum_u;
//     using Exchange = __cuprum_1<>;
#include "cuda/host_text_int.h"

// Whether what stands before the brace at `open` ends a function's head.
static bool ends_function_head(uint16_t symbol) {
    return symbol == T_RPAREN || symbol == T_KW_CONST || symbol == T_KW_VOLATILE ||
           symbol == T_KW_NOEXCEPT || symbol == T_KW_TRY || symbol == T_KW_ELSE ||
           symbol == T_KW_DO;
}

static bool is_class_key(uint16_t symbol) {
    return symbol == T_KW_CLASS || symbol == T_KW_STRUCT || symbol == T_KW_UNION;
}

// Whether the brace opens a class: its head, back to the end of the declaration before, has a class
// key that is no parameter of a template.
bool cuda_host_opens_class(const HostText *host_text, uint32_t open) {
    if (!open || ends_function_head(host_kind(host_text, open - 1))) return false;
    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i), before = i ? host_kind(host_text, i - 1) : T_EOF;
        if (symbol == T_SEMI || symbol == T_LBRACE || symbol == T_RBRACE) return false;
        if (symbol == T_RPAREN || symbol == T_RBRACKET) i = host_partner(host_text, i);
        if (is_class_key(symbol) && before != T_LT && before != T_COMMA) return true;
    }
    return false;
}

static uint32_t statement_end(const HostText *host_text, uint32_t i) {
    while (i < host_text->n && host_kind(host_text, i) != T_SEMI) {
        uint16_t symbol = host_kind(host_text, i);
        if (symbol == T_RBRACE || symbol == T_LBRACE) return 0;
        i = lex_is_open(symbol) ? host_partner(host_text, i) + 1 : i + 1;
    }
    return i < host_text->n ? i : 0;
}

// Whether [begin, end) says the name as that of a template, not as a member of something.
static bool says(const HostText *host_text, uint32_t begin, uint32_t end, Atom name) {
    for (uint32_t i = begin; i + 1 < end; i++) {
        if (host_kind(host_text, i) != T_IDENT || host_text->tok[i].text != name) continue;
        uint16_t before = host_kind(host_text, i - 1);
        bool member = before == T_COLCOL || before == T_DOT || before == T_ARROW;
        if (!member && host_kind(host_text, i + 1) == T_LT) return true;
    }
    return false;
}

bool cuda_host_alias(const HostText *host_text, uint32_t i, HostAlias *host_alias) {
    bool is_using = host_kind(host_text, i) == T_KW_USING;
    bool named = is_using && host_kind(host_text, i + 1) == T_IDENT &&
                 host_kind(host_text, i + 2) == T_ASSIGN;
    bool is_template =
        i && (host_kind(host_text, i - 1) == T_GT || host_kind(host_text, i - 1) == T_GTGT);
    if (is_template || (is_using && !named)) return false;
    uint32_t end = statement_end(host_text, i + 1);
    uint32_t name = is_using ? i + 1 : end - 1;
    if (!end || host_kind(host_text, name) != T_IDENT) return false;
    host_alias->begin = i;
    host_alias->name = name;
    host_alias->type = is_using ? (HostRange){i + 3, end} : (HostRange){i + 1, end - 1};
    if (!says(host_text, host_alias->type.begin, host_alias->type.end, host_text->tok[name].text))
        return false;
    return host_text->scope.n &&
           cuda_host_opens_class(host_text, host_text->scope.at[host_text->scope.n - 1]);
}
