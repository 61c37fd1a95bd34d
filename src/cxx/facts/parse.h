// SPDX-License-Identifier: Apache-2.0
// parse.h: where a parser stands. A Parse is a value: copied to look ahead, made anew for every
// token range that is read later. Its flags say in which context the tokens are read; they hold for
// what is parsed inside. And the steps over tokens that all parsers take.
#ifndef CUPRUM_CXX_FACTS_PARSE_H
#define CUPRUM_CXX_FACTS_PARSE_H

#include "cxx/facts/unit.h"

// The call that a default argument is evaluated for (expr/source_place.c).
typedef struct CallSite {
    Pos pos;
    FuncDecl *fn;
    bool used; // its place was asked for
} CallSite;

typedef VEC(Decl *) UseList;

struct Parse {
    Cxx *x;
    const Token *tok; // all tokens
    uint32_t at, end; // next token, limit: tok[end] reads as T_EOF through cxx_peek
    Scope *scope;
    Env *env;
    FuncDecl *fn;             // function whose body is parsed
    Decl *initialised;        // whose initialiser or default argument this is, of no local variable
    ClassDecl *cls;           // class of `this`
    Type *this_type;          // type of *this with cv, NULL if there is none
    bool extern_c;            // inside extern "C"
    bool base_init;           // a base subobject is initialised: it may be abstract
    bool base_assign;         // a base subobject is assigned: by its protected operator, too
    bool in_user_conv;        // candidates of a user-defined conversion: no other one before it
    bool flexible_init;       // the flexible array member of what is initialised may have elements
    bool undestroyed;         // what is initialised lives until the end of the program
    bool complete_ctx;        // complete-class context [class.mem.general]/7
    bool dependent;           // parsing a signature with unbound parameters
    bool any_access;          // a C-style cast converts to bases that are not accessible
    bool unevaluated;         // sizeof, decltype, noexcept
    bool copy_init;           // what a class's arguments are deduced from initialises by `=`
    bool extension;           // behind __extension__
    bool discarded;           // what is read is dropped: no odr-use
    bool immediate;           // in the branch of `if consteval` that is only evaluated
    bool const_expr;          // inside a constant-expression: no odr-use
    bool in_targs;            // `>` ends the expression [temp.names]
    bool type_only;           // a qualified name can only be a type [temp.res]/5
    bool base_name;           // of a base class: what has arguments is a template [temp.names]
    bool checked_signature;   // an instance's of a function template: the pattern was checked
    bool host_init;           // initialiser of a host variable: what it uses needs no code
    bool device_init;         // initialiser of a device variable at namespace level
    bool no_rewritten;        // the next operator's candidates: not those that <=> and == stand for
    bool half_gtgt;           // the first half of a '>>' token has been consumed
    ClassDecl *conv_class;    // in the type of its `C::operator type`: its members come first
    uint32_t address_of;      // the token behind the last unary `&`
    uint32_t poi;             // order for ADL: point of instantiation
    int32_t pack_index;       // element of packs to bind, -1: none
    struct PackUse *pack_use; // packs met while parsing a pattern
    struct FnState *fs;       // statement-level state of the function body (body/statement.c)
    struct LambdaState *lambda;
    CallSite *site;                    // in a default argument or default member initialiser
    UseList *uses;                     // what it uses, for those that it is used in
    const struct TypedefDecl *aligned; // DeclSpec.aligned of the last specifiers
    const struct TypedefDecl *written; // likewise
    const Scope *try_scope;            // around the innermost try block, or NULL
    struct LateAccess *late; // checks of access that wait for the declarator (lookup/access.c)
    uint32_t depth;          // nesting, limited by ctx->max_depth
    uint32_t chain;          // `else if` and the like inside each other, by ctx->max_chain
    uint32_t tallest;        // Expr.height in the innermost statement expression
};

// The kind of the next token; T_EOF at the end of the range.
static inline uint16_t cxx_peek(const Parse *parse) {
    return parse->at < parse->end ? parse->tok[parse->at].kind : T_EOF;
}

// The kind of the token n behind the next one, likewise.
static inline uint16_t cxx_peek_n(const Parse *parse, uint32_t n) {
    return parse->at + n < parse->end ? parse->tok[parse->at + n].kind : T_EOF;
}

// What lives as long as the unit.
static inline Arena *pp(const Parse *parse) {
    return &parse->x->ctx->perm;
}

// The position of the next token, also where it lies behind the range.
static inline Pos tok_pos(const Parse *parse) {
    return parse->tok[parse->at].pos;
}

// Consumes the next token if it is of that kind.
static inline bool cxx_accept(Parse *parse, uint16_t kind) {
    if (cxx_peek(parse) != kind) return false;
    parse->at++;
    return true;
}

// The unit that is parsed.
static inline Cxx *px(const Parse *parse) {
    return parse->x;
}

// What lives as long as the unit.
static inline Arena *pa(const Parse *parse) {
    return &parse->x->ctx->perm;
}

// What lives until the overload resolution that is under way is done (convert.h, Cands).
static inline Arena *xe_scratch(const Parse *parse) {
    return &parse->x->ctx->scratch;
}

// ---- token.c ------------------------------------------------------------------------------------

// The next token is a bracket that the lexer put at the end of the file, where it said what is
// missing: what the grammar expects here is not said again.
bool cxx_at_lost_end(const Parse *parse);
// Says that a ";" is missing in front of the current token: at the end of the line before where
// that is the place. The second: behind the definition of a class or enumeration.
void cxx_lacks_semi(Parse *parse);
void cxx_class_lacks_semi(Parse *parse);
// Whether the current token begins a line and can begin a statement: the ";" in front of it is all
// that is missing.
bool cxx_statement_begins(const Parse *parse);
uint32_t cxx_skip_attributes(const Parse *parse, uint32_t i); // the first token behind them
// A parser for tokens [begin, end), read in scope `scope` with bindings env; all modes are off.
Parse cxx_parse_at(Cxx *cxx, uint32_t begin, uint32_t end, Scope *scope, Env *env);
// Consumes the '>' (or half a '>>') that ends a template-id; false after a diagnostic.
bool cxx_targs_close(Parse *parse);
bool cxx_expect(Parse *parse, uint16_t kind, const char *what); // diagnostic if missing
// The token behind the bracket group that begins at `at`, never beyond `end`.
uint32_t cxx_skip_group(const Token *tok, uint32_t at, uint32_t end);
void cxx_skip_to_semi(Parse *parse); // error recovery: behind the next ';' or a '}' at this level
Parse cxx_parse_in_class(Cxx *cxx, ClassDecl *cls); // position-less state inside a class

#endif
