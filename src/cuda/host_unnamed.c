// SPDX-License-Identifier: Apache-2.0
// What libraries declare and nobody names is left out of the host's half of a unit: reading headers
// is most of the host compiler's time, and that is most of a unit's.
//
// Left out are functions, classes, aliases and templates that stand in namespaces of system headers
// and of the toolkit's. One is reached by its name alone, so one whose name is no word of what
// stays makes nothing: no code, no symbol, no candidate of a call. What stays is found as a
// collector finds what is alive: all that may not go is read for words; what has a name that is one
// of these stays, and is read, too. Bodies that the host never runs (host_text.c: kernels, device
// functions) are not read, for they are not in the text any more.
//
// Members that are defined apart from their class go with it, as does an operator's template that
// takes one of a class template's instances: nothing else can be deduced for its parameter.
//
// What is not surely understood stays, and so do: other operators, what the language finds without
// a name, definitions that other units may link with, what attributes keep, and the C library's
// functions, whose declarations tell a compiler which of its built-in functions there are.
#include "cuda/host_text_int.h"

typedef struct Declared {
    uint32_t begin, end; // its tokens
    Atom name;
    uint32_t next; // of the same name: the number behind that of the next, or 0
    bool class_template, alias;
    bool friend_; // a class's friend that has its body there: the tokens are the class's name
} Declared;

typedef struct Unnamed {
    HostText *host_text;
    VEC(Declared) declared;
    uint32_t *first;  // by Atom: the number behind that of the first of that name, or 0
    uint32_t natom;   // atoms of the unit; later ones are no names
    BitSet named;     // by Atom: stands in what stays
    VEC(Atom) unread; // named, and what has that name was not read yet
    uint32_t c_end;   // inside of extern "C" { }: the token that closes it
} Unnamed;

// ---- a declaration -----------------------------------------------------------------------------

typedef struct Reading {
    const Unnamed *unnamed;
    const HostText *host_text;
    uint32_t begin, i;
    uint32_t heads;        // behind the last template head, or the beginning
    uint32_t name;         // that token, or 0
    bool odd;              // it may not go
    bool type;             // a class, an alias or a concept
    bool class_;           // a class
    bool operator_;        // the word was read
    bool variable;         // a template of them
    bool special;          // template <>
    bool templated, local; // local: static, inline or constexpr, so that no other unit needs it
    bool linked;           // extern, or C's: no variable with a value in parentheses
    bool typed;            // what the parentheses hold begins as a parameter, and as no expression
    bool body;
    bool parens, requires_; // seen: braces behind parentheses are a function's body, but not where
                            // a constraint may have them
} Reading;

static bool is_word_with_parens(uint16_t symbol) {
    return is_any_of(symbol, T_KW_ATTRIBUTE, T_KW_ALIGNAS, T_KW_DECLTYPE, T_KW_NOEXCEPT, T_KW_ASM,
                     T_KW_TYPEOF, T_KW_THROW);
}

static bool is_odd_word(uint16_t symbol) {
    static const uint16_t words[] = {
        T_KW_TYPEDEF,  T_KW_NAMESPACE, T_KW_STATIC_ASSERT, T_KW_FRIEND, T_KW_TRY, T_KW_CATCH,
        T_KW_EXPLICIT, T_KW_EXPORT,    T_KW_DECLSPEC,      T_COMMA,     T_PRAGMA};
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (words[i] == symbol) return true;
    }
    return false;
}

// Attributes that make something of a function that nobody names.
static bool keeps(const HostText *host_text, uint32_t word) {
    static const char *const words[] = {"used",   "constructor", "destructor",   "alias",
                                        "ifunc",  "weak",        "weakref",      "section",
                                        "retain", "symver",      "target_clones"};
    const char *text = atom_str(host_text->ctx, host_text->tok[word].text);
    size_t n = strlen(text);
    bool underscored = n > 4 && strncmp(text, "__", 2) == 0;
    if (underscored) text += 2, n -= 4;
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (strlen(words[i]) == n && memcmp(words[i], text, n) == 0) return true;
    }
    return false;
}

static void read_attribute(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t end, close = host_partner(host_text, reading->i + 1);
    if (cuda_host_mark(host_text, reading->i, &end) & HM_GLOBAL) reading->odd = true;
    for (uint32_t i = reading->i + 2; i < close; i++) {
        if (host_kind(host_text, i) == T_IDENT && keeps(host_text, i)) reading->odd = true;
    }
}

// Whether a function's type may end with this token, in front of its name.
static bool ends_type(uint16_t symbol) {
    static const uint16_t ends[] = {
        T_IDENT,       T_STAR,         T_AMP,         T_AMPAMP,      T_GT,          T_GTGT,
        T_RPAREN,      T_KW_VOID,      T_KW_BOOL,     T_KW_CHAR,     T_KW_SHORT,    T_KW_INT,
        T_KW_LONG,     T_KW_FLOAT,     T_KW_DOUBLE,   T_KW_SIGNED,   T_KW_UNSIGNED, T_KW_AUTO,
        T_KW_CONST,    T_KW_WCHAR_T,   T_KW_CHAR16_T, T_KW_CHAR32_T, T_KW_CHAR8_T,  T_KW_INT128,
        T_KW_FLOAT128, T_KW_CONSTEXPR, T_KW_FLOAT16,  T_KW_RESTRICT};
    for (uint32_t i = 0; i < CU_COUNT(ends); i++) {
        if (ends[i] == symbol) return true;
    }
    return false;
}

// Whether parameters begin behind these parentheses, for nothing else could begin so: f(), f(T x),
// f(const T &), f(unsigned).
static bool begins_parameters(const HostText *host_text, uint32_t open) {
    uint16_t first = host_kind(host_text, open + 1), second = host_kind(host_text, open + 2);
    static const uint16_t words[] = {
        T_RPAREN,  T_ELLIPSIS, T_KW_CONST,    T_KW_VOLATILE, T_KW_VOID,     T_KW_STRUCT, T_KW_CLASS,
        T_KW_ENUM, T_KW_UNION, T_KW_TYPENAME, T_KW_RESTRICT, T_KW_UNSIGNED, T_KW_SIGNED};
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (words[i] == first) return true;
    }
    bool simple = is_any_of(first, T_KW_BOOL, T_KW_CHAR, T_KW_SHORT, T_KW_INT, T_KW_LONG,
                            T_KW_FLOAT, T_KW_DOUBLE);
    return (simple && second != T_LPAREN && second != T_LBRACE) ||
           (first == T_IDENT && second == T_IDENT);
}

// The first name of what is called X<...>::Y::name here, where the last name stands at this token:
// that alone is looked up, the others are members'. 0: it does not begin with a name.
static uint32_t outermost(const HostText *host_text, uint32_t name) {
    while (name > 1 && host_kind(host_text, name - 1) == T_COLCOL) {
        name -= 2;
        if (host_kind(host_text, name) == T_GT) {
            uint32_t open = cuda_host_open_angle(host_text, name);
            if (!open || open >= name) return 0;
            name = open - 1;
        }
        if (host_kind(host_text, name) != T_IDENT) return 0;
    }
    return name;
}

// The class template whose instances the last such parameter of an operator takes; 0: there is
// none. What stands in X<...>::type says nothing of X, and an alias hides its class.
static uint32_t class_of_operand(const Reading *reading, uint32_t open) {
    const HostText *host_text = reading->host_text;
    uint32_t close = host_partner(host_text, open), found = 0;
    for (uint32_t i = open + 1; i < close; i++) {
        if (lex_is_open(host_kind(host_text, i))) i = host_partner(host_text, i);
        if (host_kind(host_text, i) != T_IDENT || host_kind(host_text, i + 1) != T_LT) continue;
        uint32_t end = cuda_host_close_angle(host_text, i + 1);
        if (!end) return 0;
        Atom name = host_text->tok[i].text;
        uint32_t declared = name < reading->unnamed->natom ? reading->unnamed->first[name] : 0;
        bool is_class = false, is_alias = false;
        for (uint32_t k = declared; k; k = reading->unnamed->declared.at[k - 1].next) {
            is_class |= reading->unnamed->declared.at[k - 1].class_template;
            is_alias |= reading->unnamed->declared.at[k - 1].alias;
        }
        if (is_class && !is_alias && host_kind(host_text, end + 1) != T_COLCOL) found = i;
        i = end;
    }
    return found;
}

// The first parentheses behind the word `operator`.
static void read_operands(Reading *reading) {
    reading->parens = true;
    if (!reading->name && reading->templated) reading->name = class_of_operand(reading, reading->i);
    reading->odd |= !reading->name;
}

// Those of a member that is defined apart from its class. False: this is none.
static bool read_member(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t name = reading->i - 1;
    if (name <= reading->heads || host_kind(host_text, name) != T_IDENT) return false;
    if (host_kind(host_text, name - 1) == T_TILDE) name--;
    uint32_t class_ = outermost(host_text, name);
    if (!class_ || class_ >= name || class_ < reading->heads) return false;
    // Constructors and destructors have no type.
    uint16_t before = host_kind(host_text, class_ - 1);
    if (class_ > reading->heads && before != T_KW_INLINE && !ends_type(before)) return false;
    reading->name = class_;
    reading->typed = true;
    return true;
}

// The first parentheses: a function's parameters, if a name stands before them and a type before
// that; not a declarator's, (*f)(int) or (f)(int), nor what is surely a variable's value.
static void read_parens(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t open = reading->i, close = host_partner(host_text, open);
    if (reading->operator_) {
        read_operands(reading);
        return;
    }
    reading->parens = true;
    if (reading->templated && read_member(reading)) return;
    uint16_t first = host_kind(host_text, open + 1);
    bool named = open > reading->heads + 1 && host_kind(host_text, open - 1) == T_IDENT &&
                 ends_type(host_kind(host_text, open - 2));
    bool declarator =
        is_any_of(first, T_STAR, T_AMP, T_AMPAMP, T_CARET, T_LPAREN, T_NUMBER, T_STRING, T_CHAR) ||
        host_kind(host_text, close + 1) == T_LPAREN;
    if (!named || declarator) {
        reading->odd = true;
        return;
    }
    reading->name = open - 1;
    reading->typed = begins_parameters(host_text, open);
}

// `template` with its parameters; an instantiation has none.
static void read_head(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t open = reading->i + 1;
    uint32_t close =
        host_kind(host_text, open) == T_LT ? cuda_host_close_angle(host_text, open) : 0;
    if (!close) {
        reading->odd = true;
        return;
    }
    reading->special = close == open + 1;
    reading->templated = true;
    reading->heads = close + 1;
    reading->i = close;
}

// A body that an initialiser of its own, or an attribute, makes more of than the class.
static bool class_has_effects(Reading *reading, uint32_t open) {
    const HostText *host_text = reading->host_text;
    bool odd = false;
    for (uint32_t i = open; i < host_partner(host_text, open); i++) {
        uint16_t symbol = host_kind(host_text, i), next = host_kind(host_text, i + 1);
        odd |= (symbol == T_KW_STATIC && next == T_KW_INLINE) ||
               (symbol == T_KW_INLINE && next == T_KW_STATIC) || symbol == T_PRAGMA;
        if (symbol == T_IDENT) odd |= keeps(host_text, i);
    }
    return odd;
}

// The `{` or `;` behind a class's name, arguments and bases; 0: something else stands there.
static uint32_t behind_class_head(const HostText *host_text, uint32_t i) {
    for (; i < host_text->n; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (is_any_of(symbol, T_LBRACE, T_SEMI)) return i;
        bool head = is_any_of(symbol, T_IDENT, T_COLON, T_COLCOL, T_COMMA, T_ELLIPSIS, T_KW_PUBLIC,
                              T_KW_PRIVATE, T_KW_PROTECTED, T_KW_VIRTUAL, T_KW_TYPENAME) ||
                    symbol == T_KW_TEMPLATE;
        uint32_t close = symbol == T_LT ? cuda_host_close_angle(host_text, i) : 0;
        if (!head && !close) return 0;
        if (close) i = close;
    }
    return 0;
}

// The token behind a class's key and the attributes there.
static uint32_t behind_key(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t key = reading->i, i = key + 1;
    while (is_any_of(host_kind(host_text, i), T_KW_ATTRIBUTE, T_KW_ALIGNAS) &&
           host_kind(host_text, i + 1) == T_LPAREN) {
        reading->i = i;
        if (host_kind(host_text, i) == T_KW_ATTRIBUTE) read_attribute(reading);
        i = host_partner(host_text, i + 1) + 1;
    }
    reading->i = key;
    return i;
}

// The token behind a name with its arguments, and the members that it leads to.
static uint32_t behind_name(const HostText *host_text, uint32_t name) {
    for (;; name += 2) {
        uint32_t behind = name + 1;
        if (host_kind(host_text, behind) == T_LT)
            behind = cuda_host_close_angle(host_text, behind) + 1;
        if (host_kind(host_text, behind) != T_COLCOL || host_kind(host_text, behind + 1) != T_IDENT)
            return behind;
        name = behind - 1;
    }
}

// Whether a class stands at this key, and not a function that returns one.
static bool read_class(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t name = behind_key(reading);
    if (host_kind(host_text, name) != T_IDENT) return false;
    uint32_t behind = behind_name(host_text, name);
    bool class_ =
        is_any_of(host_kind(host_text, behind), T_LBRACE, T_COLON, T_SEMI) ||
        (host_kind(host_text, behind) == T_IDENT && cuda_host_is(host_text, behind, "final"));
    uint32_t end = class_ ? behind_class_head(host_text, behind) : 0;
    if (!end) return false;
    if (host_kind(host_text, end) == T_LBRACE) {
        if (!reading->templated) reading->odd |= class_has_effects(reading, end);
        end = host_partner(host_text, end) + 1;
        if (host_kind(host_text, end) != T_SEMI) return false;
    }
    reading->type = reading->class_ = true;
    reading->name = name;
    reading->i = end - 1;
    return true;
}

static void go_to_semicolon(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t i = reading->i;
    for (; !is_any_of(host_kind(host_text, i + 1), T_SEMI, T_EOF); i++) {
        uint16_t symbol = host_kind(host_text, i + 1);
        if (lex_is_open(symbol)) i = host_partner(host_text, i + 1) - 1;
    }
    reading->i = i;
}

// using name = ...; concept name = ...;
static void read_alias(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t name = reading->i + 1;
    bool alias =
        host_kind(host_text, name) == T_IDENT && host_kind(host_text, name + 1) == T_ASSIGN;
    reading->odd |= !alias;
    reading->type = true;
    reading->name = name;
    go_to_semicolon(reading);
}

// The value of a variable template, or of a part of it.
static void read_value(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t name = reading->i - 1;
    if (host_kind(host_text, name) == T_GT) name = cuda_host_open_angle(host_text, name) - 1;
    reading->variable = true;
    reading->odd |=
        name >= reading->i || name <= reading->heads || host_kind(host_text, name) != T_IDENT;
    if (!reading->odd) name = outermost(host_text, name);
    reading->odd |= name <= reading->heads;
    reading->name = name;
    go_to_semicolon(reading);
}

// The operator behind the word: `=` there is no value, `<` no list of arguments, and the
// parentheses of `operator()` hold no parameters. That of a member goes by its class.
static void read_operator(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t next = reading->i + 1;
    uint16_t symbol = host_kind(host_text, next);
    reading->operator_ = true;
    reading->odd |= symbol == T_STRING || reading->parens;
    uint32_t class_ = outermost(host_text, reading->i);
    if (class_ != reading->i) {
        reading->odd |= class_ < reading->heads;
        reading->name = class_;
    }
    if (is_any_of(symbol, T_LPAREN, T_LBRACKET))
        reading->i = host_partner(host_text, next);
    else if (symbol != T_IDENT)
        reading->i = next;
}

static void read_word(Reading *reading, uint16_t symbol) {
    const HostText *host_text = reading->host_text;
    uint16_t next = host_kind(host_text, reading->i + 1);
    bool first = reading->i == reading->heads;
    if (first && is_any_of(symbol, T_KW_CLASS, T_KW_STRUCT, T_KW_UNION) && read_class(reading))
        return;
    if (is_any_of(symbol, T_KW_USING, T_KW_CONCEPT)) {
        reading->odd |= !first;
        read_alias(reading);
        return;
    }
    if (symbol == T_ASSIGN && reading->templated && !reading->parens) {
        read_value(reading);
        return;
    }
    if (is_word_with_parens(symbol) && next == T_LPAREN) {
        if (symbol == T_KW_ATTRIBUTE) read_attribute(reading);
        reading->i = host_partner(host_text, reading->i + 1);
    } else if (symbol == T_KW_TEMPLATE) {
        read_head(reading);
    } else if (symbol == T_KW_OPERATOR) {
        read_operator(reading);
    } else if (symbol == T_KW_REQUIRES) {
        reading->odd = reading->requires_ = true;
    } else if (symbol == T_LT) {
        uint32_t close = cuda_host_close_angle(host_text, reading->i);
        if (close) reading->i = close;
        reading->odd |= !close;
    } else if (symbol == T_KW_EXTERN) {
        reading->linked = true;
        if (next == T_STRING) reading->i++;
    } else if (is_any_of(symbol, T_KW_STATIC, T_KW_INLINE, T_KW_CONSTEXPR)) {
        reading->local = true;
    } else if (symbol == T_ASSIGN) {
        reading->odd |= !reading->name; // else: deleted
    } else {
        reading->odd |= is_odd_word(symbol);
    }
}

// The token behind a variable of this unit alone, or of whoever uses it, that holds numbers:
//   inline unsigned name[32][800] = {{850664906u, ...}, ...};
// Nothing is called when it is made. 0: something else stands here.
static uint32_t read_numbers(Reading *reading) {
    const HostText *host_text = reading->host_text;
    uint32_t i = reading->i;
    bool typed = false;
    for (;; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (is_any_of(symbol, T_KW_INLINE, T_KW_STATIC, T_KW_CONSTEXPR))
            reading->local = true;
        else if (is_any_of(symbol, T_KW_INT, T_KW_UNSIGNED, T_KW_LONG, T_KW_FLOAT, T_KW_DOUBLE,
                           T_KW_CHAR, T_KW_SHORT))
            typed = true;
        else if (symbol != T_KW_CONST)
            break;
    }
    uint32_t name = i++;
    if (!reading->local || !typed || host_kind(host_text, name) != T_IDENT) return 0;
    while (host_kind(host_text, i) == T_LBRACKET) i = host_partner(host_text, i) + 1;
    if (host_kind(host_text, i) != T_ASSIGN || host_kind(host_text, i + 1) != T_LBRACE) return 0;
    uint32_t close = host_partner(host_text, i + 1);
    for (uint32_t k = i + 1; k <= close; k++)
        if (!is_any_of(host_kind(host_text, k), T_NUMBER, T_COMMA, T_LBRACE, T_RBRACE, T_MINUS))
            return 0;
    if (host_kind(host_text, close + 1) != T_SEMI) return 0;
    reading->name = name;
    reading->body = true;
    return close + 2;
}

// Up to the end of the declaration: its semicolon, or a function's body. What closes the namespace
// belongs to nothing here.
static uint32_t read_declaration(Reading *reading) {
    const HostText *host_text = reading->host_text;
    for (; reading->i < host_text->n; reading->i++) {
        uint16_t symbol = host_kind(host_text, reading->i);
        if (symbol == T_SEMI) return reading->i + 1;
        if (lex_is_close(symbol)) {
            reading->odd = true;
            return reading->i;
        }
        if (symbol == T_LPAREN && !reading->parens) read_parens(reading);
        if (symbol == T_LBRACE && reading->parens && !reading->requires_) {
            reading->body = true;
            reading->odd |=
                host_kind(host_text, host_partner(host_text, reading->i) + 1) == T_KW_CATCH;
            return host_partner(host_text, reading->i) + 1;
        }
        if (symbol == T_LBRACE) reading->odd = true; // a class, an enumeration, a value
        if (lex_is_open(symbol))
            reading->i = host_partner(host_text, reading->i);
        else
            read_word(reading, symbol);
    }
    reading->odd = true;
    return host_text->n;
}

// ---- which may go --------------------------------------------------------------------

// Names by which the language itself, or text that the driver adds, finds something.
static bool is_found_unnamed(const char *name) {
    static const char *const names[] = {"begin",
                                        "end",
                                        "get",
                                        "main",
                                        "tuple_size",
                                        "tuple_element",
                                        "initializer_list",
                                        "type_info",
                                        "bad_cast",
                                        "bad_typeid",
                                        "bad_alloc",
                                        "nothrow_t",
                                        "align_val_t",
                                        "destroying_delete_t",
                                        "source_location",
                                        "coroutine_traits",
                                        "coroutine_handle",
                                        "strong_ordering",
                                        "weak_ordering",
                                        "partial_ordering"};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return strncmp(name, "__cuprum", 8) == 0;
}

static bool may_go(const Reading *reading, uint32_t end) {
    const HostText *host_text = reading->host_text;
    if (reading->odd || !reading->name) return false;
    Pos begins = host_text->tok[reading->begin].pos, ends = host_text->tok[end - 1].pos;
    if (!source_in_library(host_text->ctx, begins) || !source_in_library(host_text->ctx, ends))
        return false;
    if (is_found_unnamed(atom_str(host_text->ctx, host_text->tok[reading->name].text)))
        return false;
    if (reading->type) return true;
    if (reading->special) return false;
    if (reading->templated) return true;
    if (reading->body || (reading->typed && !reading->linked)) return reading->local;
    return reading->linked && source_in_toolkit(host_text->ctx, begins);
}

static void add_declared(Unnamed *unnamed, const Reading *reading, uint32_t end) {
    Atom name = reading->host_text->tok[reading->name].text;
    Declared declared = {.begin = reading->begin,
                         .end = end,
                         .name = name,
                         .next = unnamed->first[name],
                         .class_template = reading->class_ && reading->templated,
                         .alias = reading->type && !reading->class_};
    vec_push(&reading->host_text->ctx->perm, &unnamed->declared, declared);
    unnamed->first[name] = unnamed->declared.n;
}

// The name of the function that is declared here, in a class; 0: an operator, a class.
static uint32_t friend_name(const HostText *host_text, uint32_t i) {
    for (;; i++) {
        uint16_t symbol = host_kind(host_text, i);
        if (is_any_of(symbol, T_SEMI, T_LBRACE, T_KW_OPERATOR, T_EOF)) return 0;
        if (symbol == T_LPAREN) return host_kind(host_text, i - 1) == T_IDENT ? i - 1 : 0;
        uint32_t close = symbol == T_LT ? cuda_host_close_angle(host_text, i) : 0;
        if (close) i = close;
        if (is_word_with_parens(symbol) && host_kind(host_text, i + 1) == T_LPAREN) i++;
        if (lex_is_open(host_kind(host_text, i))) i = host_partner(host_text, i);
    }
}

// A friend that has its body in the class is one of the namespace: who declares it there, too,
// calls it without a word of the class (libstdc++'s regex_error). Its name stands for the class's.
static void add_friends(Unnamed *unnamed, const Reading *reading, uint32_t end) {
    const HostText *host_text = reading->host_text;
    for (uint32_t i = reading->name; i < end; i++) {
        uint32_t name = host_kind(host_text, i) == T_KW_FRIEND ? friend_name(host_text, i + 1) : 0;
        if (!name) continue;
        Atom word = host_text->tok[name].text;
        Declared declared = {.begin = reading->name,
                             .end = reading->name + 1,
                             .name = word,
                             .next = unnamed->first[word],
                             .friend_ = true};
        vec_push(&host_text->ctx->perm, &unnamed->declared, declared);
        unnamed->first[word] = unnamed->declared.n;
    }
}

// The token behind the brace that a namespace or extern "C" opens here; 0: neither does.
static uint32_t enter(Unnamed *unnamed, uint32_t i) {
    const HostText *host_text = unnamed->host_text;
    if (host_kind(host_text, i) == T_KW_EXTERN && host_kind(host_text, i + 1) == T_STRING &&
        host_kind(host_text, i + 2) == T_LBRACE) {
        uint32_t end = host_partner(host_text, i + 2);
        bool c = cuda_host_is(host_text, i + 1, "\"C\"");
        if (!c && i < unnamed->c_end) return end + 1; // C++ in C: stays as it is
        if (c && i >= unnamed->c_end) unnamed->c_end = end;
        return i + 3;
    }
    if (host_kind(host_text, i) == T_KW_INLINE) i++;
    if (host_kind(host_text, i) != T_KW_NAMESPACE) return 0;
    for (; !is_any_of(host_kind(host_text, i), T_LBRACE, T_SEMI, T_ASSIGN, T_EOF); i++) {
        if (lex_is_open(host_kind(host_text, i))) i = host_partner(host_text, i);
    }
    return host_kind(host_text, i) == T_LBRACE ? i + 1 : 0;
}

static void find_declared(Unnamed *unnamed) {
    const HostText *host_text = unnamed->host_text;
    for (uint32_t i = 0; i < host_text->n;) {
        uint32_t inside = enter(unnamed, i);
        if (inside || is_any_of(host_kind(host_text, i), T_SEMI, T_RBRACE, T_PRAGMA)) {
            i = inside ? inside : i + 1;
            continue;
        }
        uint32_t first = i;
        while (host_kind(host_text, first) == T_KW_EXTENSION) first++;
        Reading reading = {.unnamed = unnamed,
                           .host_text = host_text,
                           .begin = i,
                           .i = first,
                           .heads = first,
                           .linked = i < unnamed->c_end};
        uint32_t end = read_numbers(&reading);
        if (!end) end = read_declaration(&reading);
        if (may_go(&reading, end)) {
            add_declared(unnamed, &reading, end);
            if (reading.class_) add_friends(unnamed, &reading, end);
        }
        i = CU_MAX(end, i + 1);
    }
}

// ---- which are named ---------------------------------------------------------------------------

static void note_word(Unnamed *unnamed, Atom word) {
    if (word >= unnamed->natom || !unnamed->first[word] || bitset_has(&unnamed->named, word))
        return;
    bitset_add(&unnamed->named, word);
    vec_push(&unnamed->host_text->ctx->perm, &unnamed->unread, word);
}

// OpenMP's pragmas name functions, as do those of weak symbols.
static void read_pragma(Unnamed *unnamed, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    Ctx *ctx = unnamed->host_text->ctx;
    while (*text) {
        size_t n = strspn(text, letters);
        if (n) note_word(unnamed, atom_intern(ctx, text, n));
        text += n ? n : 1;
    }
}

// The words of these tokens, but for bodies that are replaced: *body is the first of those that
// ends behind them.
static void read_words(Unnamed *unnamed, uint32_t begin, uint32_t end, uint32_t *body) {
    const HostText *host_text = unnamed->host_text;
    for (uint32_t i = begin; i < end; i++) {
        while (*body < host_text->bodies.n && host_text->bodies.at[*body].end <= i) ++*body;
        if (*body < host_text->bodies.n && host_text->bodies.at[*body].begin <= i) {
            i = host_text->bodies.at[*body].end - 1;
            continue;
        }
        if (host_kind(host_text, i) == T_IDENT)
            note_word(unnamed, host_text->tok[i].text);
        else if (host_kind(host_text, i) == T_PRAGMA)
            read_pragma(unnamed, atom_str(host_text->ctx, host_text->tok[i].text));
    }
}

// The first replaced body that ends behind this token.
static uint32_t body_behind(const HostText *host_text, uint32_t token) {
    uint32_t low = 0, high = host_text->bodies.n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (host_text->bodies.at[middle].end <= token)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void read_named(Unnamed *unnamed) {
    uint32_t at = 0, body = 0;
    VEC_FOREACH (Declared, f, &unnamed->declared) {
        if (f->friend_) continue;
        read_words(unnamed, at, f->begin, &body);
        at = f->end;
    }
    read_words(unnamed, at, unnamed->host_text->n, &body);
    while (unnamed->unread.n) {
        Atom name = unnamed->unread.at[--unnamed->unread.n];
        for (uint32_t k = unnamed->first[name]; k; k = unnamed->declared.at[k - 1].next) {
            const Declared *f = &unnamed->declared.at[k - 1];
            body = body_behind(unnamed->host_text, f->begin);
            read_words(unnamed, f->begin, f->end, &body);
        }
    }
}

void cuda_host_leave_out_unnamed(HostText *host_text) {
    Ctx *ctx = host_text->ctx;
    Unnamed unnamed = {.host_text = host_text, .natom = ctx->atoms.n};
    unnamed.first = arena_array(&ctx->perm, uint32_t, unnamed.natom);
    bitset_init(&unnamed.named, &ctx->perm, unnamed.natom);
    find_declared(&unnamed);
    read_named(&unnamed);
    VEC_FOREACH (Declared, f, &unnamed.declared) {
        if (!f->friend_ && !bitset_has(&unnamed.named, f->name))
            cuda_host_leave_out(host_text, f->begin, f->end);
    }
}
