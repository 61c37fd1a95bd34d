// SPDX-License-Identifier: Apache-2.0
// Managed variables in the host's half of a unit: references to where the run-time library puts
// them.
//
// To the linker a reference is a pointer, and objects of nvcc have a pointer under the variable's
// name. So in relocatable code the name is only declared, as a reference; the pointer is defined
// behind the unit's text (host_register.c) or here, where nobody else can name it. It can be set
// when all units are registered: before the first dynamic initialisation if all objects are ours,
// any time before main if some are NVIDIA's. So what evaluates the variable calls __cuprum_use
// first: a function's body at its beginning, an initialiser in its expression.
#include "cuda/host_text_int.h"

// ---- which brace is what ------------------------------------------------------------------------

// Whether the brace opens a namespace or a linkage specification; *unnamed: a namespace without a
// name.
static bool opens_namespace(const HostText *host_text, uint32_t open, bool *unnamed) {
    *unnamed = false;
    if (!open) return false;
    if (host_kind(host_text, open - 1) == T_STRING) return true;

    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i);
        if (is_any_of(symbol, T_SEMI, T_LBRACE, T_RBRACE)) return false;
        if (symbol == T_KW_NAMESPACE) {
            *unnamed = i + 1 == open;
            return true;
        }
        if (lex_is_close(symbol)) i = host_partner(host_text, i);
    }
    return false;
}

// `[...](...) {` and `[...] {`.
static bool opens_lambda(const HostText *host_text, uint32_t open) {
    uint32_t before = open - 1;
    if (host_kind(host_text, before) == T_RPAREN) before = host_partner(host_text, before) - 1;
    return host_kind(host_text, before) == T_RBRACKET;
}

// What is skipped, read backwards from this token: a bracket's whole, also a template head's.
static uint32_t skip_back(const HostText *host_text, uint32_t token) {
    uint16_t symbol = host_kind(host_text, token);
    if (lex_is_close(symbol)) return host_partner(host_text, token);
    uint32_t open = is_any_of(symbol, T_GT, T_GTGT) ? cuda_host_open_angle(host_text, token) : 0;
    return open ? open : token;
}

// The first token of a name that may be qualified, of which this is the last.
static uint32_t name_begin(const HostText *host_text, uint32_t token) {
    while (token && host_kind(host_text, token - 1) == T_COLCOL) {
        token--;
        if (token && host_kind(host_text, token - 1) == T_IDENT) token--;
    }
    return token;
}

// `: base<T>{`, `, member{`: the brace opens a value that a constructor gives.
static bool opens_member_value(const HostText *host_text, uint32_t open) {
    uint32_t last = open - 1;
    if (is_any_of(host_kind(host_text, last), T_GT, T_GTGT)) {
        uint32_t angle = skip_back(host_text, last);
        if (angle == last || !angle) return false;
        last = angle - 1;
    }
    if (host_kind(host_text, last) != T_IDENT) return false;
    uint32_t begin = name_begin(host_text, last);
    return begin && is_any_of(host_kind(host_text, begin - 1), T_COLON, T_COMMA);
}

// Words and symbols that no head of a function has which can call others: of a variable, an
// enumeration, or of what is a constant.
static bool rules_out_body(const HostText *host_text, uint32_t token) {
    uint16_t symbol = host_kind(host_text, token);
    if (symbol == T_ASSIGN) return host_kind(host_text, token - 1) != T_KW_OPERATOR;
    return is_any_of(symbol, T_KW_ENUM, T_KW_CONSTEXPR, T_KW_CONSTEVAL);
}

// Whether the brace, which is no class's or namespace's and in no function, opens a function's
// body: its head, read backwards, has parameters.
static bool opens_body(const HostText *host_text, uint32_t open) {
    bool has_parameters = false;
    if (!open) return false;
    if (opens_lambda(host_text, open)) return true;
    if (opens_member_value(host_text, open)) return false;

    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i);
        if (rules_out_body(host_text, i)) return false;
        if (is_any_of(symbol, T_SEMI, T_LBRACE)) break;

        // The value of a member that the constructor initialises; else another body ends here.
        bool is_value = is_any_of(host_kind(host_text, i + 1), T_COMMA, T_LBRACE);
        if (symbol == T_RBRACE && !is_value) break;

        has_parameters |= symbol == T_RPAREN;
        i = skip_back(host_text, i);
    }
    return has_parameters;
}

// `enum {`, `enum Name : type {`.
static bool opens_enumeration(const HostText *host_text, uint32_t open) {
    for (uint32_t i = open; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i);
        if (symbol == T_KW_ENUM) return true;
        if (!is_any_of(symbol, T_IDENT, T_COLON, T_COLCOL) && !lex_is_keyword(symbol)) return false;
    }
    return false;
}

// Whether declarations stand in the brace: those of a class, a namespace, an enumeration.
static bool opens_declarations(const HostText *host_text, uint32_t open) {
    bool unnamed;
    if (cuda_host_opens_class(host_text, open)) return true;
    if (opens_enumeration(host_text, open)) return true;
    return opens_namespace(host_text, open, &unnamed);
}

// The brace of the outermost function around the token that is looked at; 0: none is.
static uint32_t function_around(const HostText *host_text) {
    VEC_FOREACH (uint32_t, open, &host_text->scope) {
        if (opens_declarations(host_text, *open)) continue;
        return opens_body(host_text, *open) ? *open : 0;
    }
    return 0;
}

// ---- declarations -------------------------------------------------------------------------------

// Whether a namespace without a name is among the braces around, and whether it is the innermost.
static bool in_unnamed(const HostText *host_text, bool *innermost) {
    bool found = false;
    *innermost = false;
    VEC_FOREACH (uint32_t, open, &host_text->scope) {
        (void)opens_namespace(host_text, *open, innermost);
        found |= *innermost;
    }
    return found;
}

// extern T &name; with the language of the declaration.
static const char *declared_only(HostText *host_text, const HostDecl *declared, const char *name,
                                 const char *type) {
    uint32_t language = declared->extern_ + 1;
    bool said = declared->extern_ && host_kind(host_text, language) == T_STRING;
    return arena_printf(
        &host_text->ctx->perm, " extern %s %s &%s __attribute__((__visibility__(\"hidden\")));",
        said ? atom_str(host_text->ctx, host_text->tok[language].text) : "", type, name);
}

// T &name = *where the run-time library has put it: in the unit's own order of initialisation.
static const char *whole_program(HostText *host_text, const char *name, const char *type,
                                 bool declared_before) {
    return arena_printf(&host_text->ctx->perm,
                        " static void *__cuprum_at_%s; %s%s &%s = *static_cast<%s *>("
                        "__cuprum_managed(&__cuprum_at_%s));",
                        name, declared_before ? "" : "static ", type, name, type, name);
}

// A variable of the unit's own. It gets a label that no other unit has, and so may be declared
// extern, but not in a namespace without a name.
static const char *own_pointer(HostText *host_text, uint32_t token, const char *name,
                               const char *type, bool leave_namespace) {
    const char *label =
        arena_printf(&host_text->ctx->perm, "__cuprum_at_%s_%u_%s", name, token, host_text->unit);
    return arena_printf(&host_text->ctx->perm,
                        "%s __attribute__((__visibility__(\"hidden\"))) void *__cuprum_at_%s "
                        "__asm__(\"%s\"); extern %s &%s __asm__(\"%s\");%s",
                        leave_namespace ? " }" : "", name, label, type, name, label,
                        leave_namespace ? " namespace {" : "");
}

void cuda_host_managed(HostText *host_text, const HostDecl *declared, uint32_t name) {
    const char *s = atom_str(host_text->ctx, host_text->tok[name].text);
    const char *type = arena_printf(&host_text->ctx->perm, "__typeof__(__cuprum_managed_%s)", s);
    cuda_host_replace(host_text, name, name + 1,
                      arena_printf(&host_text->ctx->perm, "__cuprum_managed_%s", s));

    bool innermost, unnamed = in_unnamed(host_text, &innermost);
    bool is_own = unnamed || declared->has_static;
    bool defined = !declared->extern_ || declared->initialised;
    const char *text;
    if (host_text->unit && is_own)
        text = own_pointer(host_text, name, s, type, innermost);
    else if (host_text->unit || !defined)
        text = declared_only(host_text, declared, s, type);
    else
        text = whole_program(host_text, s, type,
                             map_get(&host_text->outside, host_text->tok[name].text));
    cuda_host_append(host_text, declared->end - 1, text);

    if (!host_text->unit) return;
    bitset_add(&host_text->managed, host_text->tok[name].text);
    host_text->managed_end = declared->end;
}

// ---- uses ---------------------------------------------------------------------------------------

// Whether the comma separates values: the bracket around it is none that declarations stand in.
static bool separates_values(const HostText *host_text, uint32_t comma) {
    for (uint32_t i = comma; i-- > 0;) {
        uint16_t symbol = host_kind(host_text, i);
        if (symbol == T_LPAREN) return true;
        if (symbol == T_LBRACE) return !opens_declarations(host_text, i);
        if (is_any_of(symbol, T_SEMI, T_RBRACE)) return false;
        i = skip_back(host_text, i);
    }
    return false;
}

// Notes the name of a type that the declaration at this token gives: a class, an enumeration, an
// alias, or what a typedef ends with.
static void note_type(HostText *host_text, uint32_t token) {
    uint32_t name = token + 1;
    switch (host_kind(host_text, token)) {
    case T_KW_TYPEDEF:
        while (name + 1 < host_text->n && host_kind(host_text, name + 1) != T_SEMI) name++;
        break;
    case T_KW_USING:
    case T_KW_CLASS:
    case T_KW_STRUCT:
    case T_KW_UNION:
    case T_KW_ENUM:
    case T_KW_TYPENAME: break;
    default: return;
    }
    if (host_kind(host_text, name) == T_IDENT)
        bitset_add(&host_text->types, host_text->tok[name].text);
}

// Whether the name is also a type's somewhere in the unit.
static bool is_type_too(HostText *host_text, uint32_t token) {
    if (!host_text->has_types) {
        bitset_init(&host_text->types, &host_text->ctx->perm, host_text->ctx->atoms.n);
        for (uint32_t i = 0; i + 1 < host_text->n; i++) note_type(host_text, i);
        host_text->has_types = true;
    }
    return bitset_has(&host_text->types, host_text->tok[token].text);
}

// `(*name)(` and `(*name)[` declare a pointer.
static bool declares_pointer(const HostText *host_text, uint32_t token) {
    if (host_kind(host_text, token + 1) != T_RPAREN) return false;
    return is_any_of(host_kind(host_text, token + 2), T_LPAREN, T_LBRACKET);
}

// Whether an operand begins behind this token, outside of functions: there a name may also be one
// that is declared. `*` and `&` are operators where an operand begins with them.
static bool operand_follows(const HostText *host_text, uint32_t token) {
    while (token && is_any_of(host_kind(host_text, token), T_STAR, T_AMP)) token--;
    uint16_t symbol = host_kind(host_text, token);
    if (symbol == T_COMMA) return separates_values(host_text, token);
    if (symbol == T_LBRACE) return !opens_declarations(host_text, token);
    return is_any_of(symbol, T_ASSIGN, T_LPAREN, T_PLUS, T_MINUS, T_NOT, T_KW_RETURN);
}

// counter -> (__cuprum_use(), counter)
static void use_in_expression(HostText *host_text, uint32_t token) {
    uint32_t begin = name_begin(host_text, token);
    bool is_part = is_any_of(host_kind(host_text, token + 1), T_COLCOL, T_IDENT);
    if (is_part || !begin || !operand_follows(host_text, begin - 1)) return;
    if (declares_pointer(host_text, token) || is_type_too(host_text, token)) return;

    cuda_host_insert(host_text, begin, "(__cuprum_use(), ");
    cuda_host_append(host_text, token, ")");
}

void cuda_host_managed_use(HostText *host_text, uint32_t token) {
    if (token < CU_MAX(host_text->managed_end, host_text->placed_end)) return;
    uint32_t body = function_around(host_text);
    if (!body) {
        use_in_expression(host_text, token);
        return;
    }
    cuda_host_replace(host_text, body, body + 1, "{ __cuprum_use();");
    host_text->placed_end = host_partner(host_text, body);
}
