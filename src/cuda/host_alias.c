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
bool cuda_host_opens_class(const HostText *h, uint32_t open) {
    if (!open || ends_function_head(host_kind(h, open - 1))) return false;
    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(h, i), before = i ? host_kind(h, i - 1) : T_EOF;
        if (symbol == T_SEMI || symbol == T_LBRACE || symbol == T_RBRACE) return false;
        if (symbol == T_RPAREN || symbol == T_RBRACKET) i = host_partner(h, i);
        if (is_class_key(symbol) && before != T_LT && before != T_COMMA) return true;
    }
    return false;
}

static uint32_t statement_end(const HostText *h, uint32_t i) {
    while (i < h->n && host_kind(h, i) != T_SEMI) {
        uint16_t symbol = host_kind(h, i);
        if (symbol == T_RBRACE || symbol == T_LBRACE) return 0;
        i = lex_is_open(symbol) ? host_partner(h, i) + 1 : i + 1;
    }
    return i < h->n ? i : 0;
}

// Whether [begin, end) says the name as that of a template, not as a member of something.
static bool says(const HostText *h, uint32_t begin, uint32_t end, Atom name) {
    for (uint32_t i = begin; i + 1 < end; i++) {
        if (host_kind(h, i) != T_IDENT || h->tok[i].text != name) continue;
        uint16_t before = host_kind(h, i - 1);
        bool member = before == T_COLCOL || before == T_DOT || before == T_ARROW;
        if (!member && host_kind(h, i + 1) == T_LT) return true;
    }
    return false;
}

bool cuda_host_alias(const HostText *h, uint32_t i, HostAlias *a) {
    bool is_using = host_kind(h, i) == T_KW_USING;
    bool named = is_using && host_kind(h, i + 1) == T_IDENT && host_kind(h, i + 2) == T_ASSIGN;
    bool is_template = i && (host_kind(h, i - 1) == T_GT || host_kind(h, i - 1) == T_GTGT);
    if (is_template || (is_using && !named)) return false;
    uint32_t end = statement_end(h, i + 1);
    uint32_t name = is_using ? i + 1 : end - 1;
    if (!end || host_kind(h, name) != T_IDENT) return false;
    a->begin = i;
    a->name = name;
    a->type = is_using ? (HostRange){i + 3, end} : (HostRange){i + 1, end - 1};
    if (!says(h, a->type.begin, a->type.end, h->tok[name].text)) return false;
    return h->scope.n && cuda_host_opens_class(h, h->scope.at[h->scope.n - 1]);
}
