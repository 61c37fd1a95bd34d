// SPDX-License-Identifier: Apache-2.0
// An alias of a class that has the name of what it stands for:
//     struct S { using Exchange = Exchange<T, 4>; };
// gcc refuses it ("changes meaning", [basic.scope.class]), NVIDIA's front end and its headers do
// not. The name is looked up where no class is the innermost scope, in a template head:
//     template <class __cuprum_u = Exchange<T, 4>> using __cuprum_1 = __cuprum_u;
//     using Exchange = __cuprum_1<>;
#include "cuda/host_text_int.h"

// Read backwards, one of these says that another declaration ends; read forwards, that this one
// does.
static const bool ends_declaration[T_count_] = {
    [T_SEMI] = true,
    [T_LBRACE] = true,
    [T_RBRACE] = true,
};

// ---- which brace is a class's -------------------------------------------------------------------

// Before a brace these end the head of a function or of a statement, never that of a class.
static const bool precedes_code[T_count_] = {
    [T_RPAREN] = true,      // the parameters, or a condition
    [T_KW_CONST] = true,    // of a member function
    [T_KW_VOLATILE] = true, // likewise
    [T_KW_NOEXCEPT] = true, // without a condition
    [T_KW_TRY] = true,      // of a statement or of a whole function
    [T_KW_ELSE] = true,     // a statement's
    [T_KW_DO] = true,       // likewise
};

static const bool is_class_key[T_count_] = {
    [T_KW_CLASS] = true,
    [T_KW_STRUCT] = true,
    [T_KW_UNION] = true,
};

// Whether the class-key at this token declares a parameter of a template [temp.param]/1: it stands
// behind `<` or `,`.
static bool declares_type_parameter(const HostText *host_text, uint32_t token) {
    if (!token) return false;
    uint16_t before = host_kind(host_text, token - 1);
    return is_any_of(before, T_LT, T_COMMA);
}

// Whether the brace opens a class: its head, read back to the end of the declaration before, has
// the class-key.
bool cuda_host_opens_class(const HostText *host_text, uint32_t open) {
    if (!open || precedes_code[host_kind(host_text, open - 1)]) return false;

    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i);
        if (ends_declaration[symbol]) return false;
        if (is_class_key[symbol] && !declares_type_parameter(host_text, i)) return true;

        // What parentheses and brackets hold is not the head's own: alignas, attributes.
        if (lex_is_close(symbol)) i = host_partner(host_text, i);
    }
    return false;
}

bool cuda_host_in_class(const HostText *host_text) {
    if (!host_text->scope.n) return false;
    return cuda_host_opens_class(host_text, vec_last(&host_text->scope));
}

// ---- how an alias is read -----------------------------------------------------------------------

// The `;` that ends the declaration, from this token of it on; 0: a body or the scope's end comes
// first.
static uint32_t find_semicolon(const HostText *host_text, uint32_t token) {
    for (uint32_t i = token; i < host_text->n; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (ends_declaration[symbol]) return symbol == T_SEMI ? i : 0;
        if (lex_is_open(symbol)) i = host_partner(host_text, i);
    }
    return 0;
}

// `using Name = type;` [dcl.pre]. False: a using-declaration, a using-directive, or unfinished.
static bool read_using(const HostText *host_text, uint32_t word, HostAlias *host_alias) {
    uint32_t name = word + 1, assign = word + 2;
    if (host_kind(host_text, name) != T_IDENT) return false;
    if (host_kind(host_text, assign) != T_ASSIGN) return false;

    uint32_t end = find_semicolon(host_text, name);
    *host_alias = (HostAlias){.begin = word, .name = name, .type = {assign + 1, end}};
    return end != 0;
}

// `typedef type Name;` [dcl.typedef]/1. False: one whose name does not stand at the end, as that of
// a pointer to a function, or unfinished.
static bool read_typedef(const HostText *host_text, uint32_t word, HostAlias *host_alias) {
    uint32_t end = find_semicolon(host_text, word + 1);
    if (!end) return false;

    uint32_t name = end - 1;
    *host_alias = (HostAlias){.begin = word, .name = name, .type = {word + 1, name}};
    return host_kind(host_text, name) == T_IDENT;
}

// Whether `template <...>` stands before the token: an alias template [temp.alias] is no alias of
// the class.
static bool follows_template_head(const HostText *host_text, uint32_t token) {
    if (!token) return false;
    uint16_t before = host_kind(host_text, token - 1);
    return is_any_of(before, T_GT, T_GTGT);
}

// ---- what gcc refuses ---------------------------------------------------------------------------

// Before a name: it is looked up in something else than the scopes around it.
static const bool qualifies[T_count_] = {
    [T_COLCOL] = true,
    [T_DOT] = true,
    [T_ARROW] = true,
};

// Whether the token is `name`, as that of a template with its arguments: `name<`.
static bool names_template(const HostText *host_text, uint32_t token, Atom name) {
    if (host_kind(host_text, token) != T_IDENT) return false;
    if (host_text->tok[token].text != name) return false;
    if (qualifies[host_kind(host_text, token - 1)]) return false;
    return host_kind(host_text, token + 1) == T_LT;
}

// Whether the alias says its own name in what it stands for.
static bool names_itself(const HostText *host_text, const HostAlias *host_alias) {
    Atom name = host_text->tok[host_alias->name].text;
    for (uint32_t i = host_alias->type.begin; i + 1 < host_alias->type.end; i++) {
        if (names_template(host_text, i, name)) return true;
    }
    return false;
}

bool cuda_host_alias(const HostText *host_text, uint32_t word, HostAlias *host_alias) {
    if (follows_template_head(host_text, word)) return false;

    bool is_using = host_kind(host_text, word) == T_KW_USING;
    bool is_alias = is_using ? read_using(host_text, word, host_alias)
                             : read_typedef(host_text, word, host_alias);
    if (!is_alias) return false;

    // Outside of a class the name may come to mean another thing.
    return names_itself(host_text, host_alias) && cuda_host_in_class(host_text);
}
