// SPDX-License-Identifier: Apache-2.0
// A member of a class that has the name of what it stands for, or of its type:
//     struct S { using Exchange = Exchange<T, 4>; };
//     struct S { static constexpr Algorithm Algorithm(); };
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
static bool read_using(const HostText *host_text, uint32_t word, HostAlias *found) {
    uint32_t name = word + 1, assign = word + 2;
    if (host_kind(host_text, name) != T_IDENT) return false;
    if (host_kind(host_text, assign) != T_ASSIGN) return false;

    uint32_t end = find_semicolon(host_text, name);
    *found = (HostAlias){.begin = word, .name = name, .type = {assign + 1, end}};
    return end != 0;
}

// `typedef type Name;` [dcl.typedef]/1. False: one whose name does not stand at the end, as that of
// a pointer to a function, or unfinished.
static bool read_typedef(const HostText *host_text, uint32_t word, HostAlias *found) {
    uint32_t end = find_semicolon(host_text, word + 1);
    if (!end) return false;

    uint32_t name = end - 1;
    *found = (HostAlias){.begin = word, .name = name, .type = {word + 1, name}};
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
static bool names_itself(const HostText *host_text, const HostAlias *alias) {
    Atom name = host_text->tok[alias->name].text;
    for (uint32_t i = alias->type.begin; i + 1 < alias->type.end; i++) {
        if (names_template(host_text, i, name)) return true;
    }
    return false;
}

bool cuda_host_alias(const HostText *host_text, uint32_t word, HostAlias *found) {
    if (follows_template_head(host_text, word)) return false;

    bool is_using = host_kind(host_text, word) == T_KW_USING;
    bool is_alias =
        is_using ? read_using(host_text, word, found) : read_typedef(host_text, word, found);
    if (!is_alias) return false;

    // Outside of a class the name may come to mean another thing.
    return names_itself(host_text, found) && cuda_host_in_class(host_text);
}

// ---- members of the name of their type ----------------------------------------------------------

// Behind the name that a declarator declares: f(, v;, v =, v{, v[, v :
static const bool follows_declared[T_count_] = {
    [T_LPAREN] = true, [T_SEMI] = true,     [T_ASSIGN] = true,
    [T_LBRACE] = true, [T_LBRACKET] = true, [T_COLON] = true,
};

// What may stand between the name in the type and the declared one: the rest of the type.
static const bool continues_type[T_count_] = {
    [T_IDENT] = true,      [T_COLCOL] = true,       [T_LT] = true,        [T_GT] = true,
    [T_GTGT] = true,       [T_COMMA] = true,        [T_STAR] = true,      [T_AMP] = true,
    [T_AMPAMP] = true,     [T_KW_CONST] = true,     [T_NUMBER] = true,    [T_KW_VOLATILE] = true,
    [T_KW_STATIC] = true,  [T_KW_CONSTEXPR] = true, [T_KW_INLINE] = true, [T_KW_VIRTUAL] = true,
    [T_KW_MUTABLE] = true,
};

// Whether the name behind this token is not looked up in the scopes around it as any name is:
// a qualified one, or that of `struct stat stat;`.
static bool is_looked_up_apart(uint16_t before) {
    return qualifies[before] || is_class_key[before] || before == T_KW_ENUM;
}

// The token in front of `name` that has its word, unqualified, in the type of what is declared;
// 0: none. Of `at::Tensor &at();` the first names a namespace, which it still does behind it.
static uint32_t find_in_type(const HostText *host_text, uint32_t name) {
    Atom word = host_text->tok[name].text;
    int open_angles = 0; // that close behind the token
    if (qualifies[host_kind(host_text, name - 1)]) return 0;

    for (uint32_t i = name; i-- > 1;) {
        uint16_t symbol = host_kind(host_text, i);
        open_angles += (symbol == T_GT) + 2 * (symbol == T_GTGT) - (symbol == T_LT);
        bool separates = symbol == T_COMMA && !open_angles;
        if (!continues_type[symbol] || separates || open_angles < 0) return 0;

        bool same = symbol == T_IDENT && host_text->tok[i].text == word;
        if (!same) continue;
        bool apart = is_looked_up_apart(host_kind(host_text, i - 1));
        return apart || host_kind(host_text, i + 1) == T_COLCOL ? 0 : i;
    }
    return 0;
}

// The first token of the member's declaration that holds this token: behind another declaration,
// the class's brace, or `public:`.
static uint32_t declaration_begin(const HostText *host_text, uint32_t token) {
    uint32_t begin = token;
    for (; begin > 0; begin--) {
        uint16_t before = host_kind(host_text, begin - 1);
        if (ends_declaration[before] || is_any_of(before, T_COLON, T_PRAGMA)) break;
        if (lex_is_close(before)) begin = host_partner(host_text, begin - 1) + 1;
    }
    return begin;
}

// The first token behind the heads of a template that stand here.
static uint32_t after_template_heads(const HostText *host_text, uint32_t token) {
    while (host_kind(host_text, token) == T_KW_TEMPLATE &&
           host_kind(host_text, token + 1) == T_LT) {
        uint32_t close = cuda_host_close_angle(host_text, token + 1);
        if (!close) break;
        token = close + 1;
    }
    return token;
}

// Whether the tokens from `token` to the one at `end` are a type and what else stands in front of a
// declarator; an initialiser, parameters or a constructor's initialisers are not.
static bool is_type_of_member(const HostText *host_text, uint32_t token, uint32_t end) {
    for (; token < end; token++) {
        if (host_kind(host_text, token) == T_KW_ATTRIBUTE) {
            token = host_partner(host_text, token + 1);
            continue;
        }
        if (!continues_type[host_kind(host_text, token)]) return false;
    }
    return true;
}

bool cuda_host_member(const HostText *host_text, uint32_t name, HostAlias *found) {
    if (!follows_declared[host_kind(host_text, name + 1)]) return false;
    uint32_t type = find_in_type(host_text, name);
    if (!type || !cuda_host_in_class(host_text)) return false;

    uint32_t begin = declaration_begin(host_text, type);
    uint32_t specifiers = after_template_heads(host_text, begin);
    if (type < specifiers || !is_type_of_member(host_text, specifiers, name)) return false;

    uint32_t end = type + 1;
    if (host_kind(host_text, end) == T_LT) end = cuda_host_close_angle(host_text, end) + 1;
    *found = (HostAlias){.begin = begin, .name = name, .type = {type, end}};
    return !is_any_of(host_kind(host_text, end), T_LT, T_COLCOL);
}
