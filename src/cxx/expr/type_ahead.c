// SPDX-License-Identifier: Apache-2.0
// Looking ahead: whether the tokens here begin a type-id, and where a type's name ends. Nothing is
// parsed, and nothing reported.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"

uint16_t cxx_type_word(uint16_t k) {
    static const uint16_t word[T_count_] = {
        [T_KW_SIGNED] = W_SIGNED,  [T_KW_UNSIGNED] = W_UNSIGNED, [T_KW_SHORT] = W_SHORT,
        [T_KW_LONG] = W_LONG,      [T_KW_CHAR] = W_CHAR,         [T_KW_INT] = W_INT,
        [T_KW_DOUBLE] = W_DOUBLE,  [T_KW_FLOAT] = W_FLOAT,       [T_KW_INT128] = W_INT128,
        [T_KW_COMPLEX] = W_COMPLEX};
    return word[k];
}

// Types that are one word; TY_FIRST_COMPOUND: none.
TyKind cxx_single_type(uint16_t k) {
    static const uint8_t kind[T_count_] = {
        // + 1
        [T_KW_VOID] = TY_VOID + 1,        [T_KW_BOOL] = TY_BOOL + 1,
        [T_KW_CHAR8_T] = TY_CHAR8 + 1,    [T_KW_CHAR16_T] = TY_CHAR16 + 1,
        [T_KW_CHAR32_T] = TY_CHAR32 + 1,  [T_KW_WCHAR_T] = TY_WCHAR + 1,
        [T_KW_FLOAT16] = TY_HALF + 1,     [T_KW_FLOAT32] = TY_FLOAT + 1,
        [T_KW_FLOAT64] = TY_DOUBLE + 1,   [T_KW_FLOAT32X] = TY_DOUBLE + 1,
        [T_KW_FLOAT64X] = TY_LDOUBLE + 1, [T_KW_FLOAT128] = TY_FLOAT128 + 1};
    return kind[k] ? (TyKind)(kind[k] - 1) : TY_FIRST_COMPOUND;
}

// `Concept auto`, `Concept<args> decltype(auto)`, behind the constraint.
bool cxx_constrained_auto(Parse *parse, const QualName *q) {
    Decl *d = q->found.n == 1 ? q->found.at[0] : NULL;
    if (!d) return false;
    bool tmpl = d->kind == D_TEMPLATE && ((TemplateDecl *)d)->kind == TK_CONCEPT;
    if (d->kind != D_CONCEPT && !tmpl) return false;
    return is_any_of(cxx_peek(parse), T_KW_AUTO, T_KW_DECLTYPE);
}

// Where only a type can stand a dependent qualified name needs no `typename` (P0634); constructors,
// destructors, operators and conversions are no types.
bool cxx_type_implied(const Parse *parse, const QualName *q) {
    bool applies = parse->type_only && parse->x->opt.std >= 20;
    if (!applies || !q->dep || q->typename_) return false;
    bool no_type = q->op || q->conv_type || q->dtor_type || q->name == parse->x->n.dtor;
    if (no_type) return false;
    return cxx_peek(parse) != T_LPAREN && parse->tok[q->order].kind == T_IDENT;
}

// By the first token alone.
Ambig cxx_first_token(const Parse *parse, uint32_t at) {
    uint16_t k = at < parse->end ? parse->tok[at].kind : T_EOF;
    if (cxx_type_word(k) || cxx_single_type(k) != TY_FIRST_COMPOUND) return AM_NAME;
    if (k == T_KW_AUTO) // `auto{e}` is an expression
        return parse->tok[at + 1].kind == T_LBRACE ? AM_NO : AM_YES;
    static const uint8_t begins[] = {
        [T_KW_TYPEDEF] = AM_YES,    [T_KW_STATIC] = AM_YES,    [T_KW_EXTERN] = AM_YES,
        [T_KW_REGISTER] = AM_YES,   [T_KW_THREAD] = AM_YES,    [T_KW_THREAD_LOCAL] = AM_YES,
        [T_KW_MUTABLE] = AM_YES,    [T_KW_INLINE] = AM_YES,    [T_KW_CONSTEXPR] = AM_YES,
        [T_KW_CONSTEVAL] = AM_YES,  [T_KW_CONSTINIT] = AM_YES, [T_KW_CONST] = AM_YES,
        [T_KW_VOLATILE] = AM_YES,   [T_KW_CLASS] = AM_YES,     [T_KW_STRUCT] = AM_YES,
        [T_KW_UNION] = AM_YES,      [T_KW_ENUM] = AM_YES,      [T_KW_RESTRICT] = AM_YES,
        [T_IDENT] = AM_NAME,        [T_COLCOL] = AM_NAME,      [T_KW_TYPENAME] = AM_NAME,
        [T_KW_DECLTYPE] = AM_NAME,  [T_KW_TYPEOF] = AM_NAME,   [T_KW_TYPEOF_PLAIN] = AM_NAME,
        [T_KW_TYPE_TRAIT] = AM_NAME};
    return (Ambig)CU_AT(begins, k);
}

// Parses a type-specifier tentatively from parse->at; true if it is one. parse->at is behind it
// then.
bool cxx_skip_type_name(Parse *parse) {
    uint16_t k = cxx_peek(parse);
    if (cxx_type_word(k)) {
        while (cxx_type_word(cxx_peek(parse))) parse->at++;
        return true;
    }
    if (cxx_single_type(k) != TY_FIRST_COMPOUND) return parse->at++, true;
    bool bf16 = k == T_IDENT && parse->tok[parse->at].text == parse->x->decls->n.bf16;
    if (bf16 && cxx_peek_n(parse, 1) != T_COLCOL) return parse->at++, true;
    if (is_any_of(k, T_KW_TYPEOF, T_KW_TYPEOF_PLAIN, T_KW_TYPE_TRAIT)) {
        if (cxx_peek_n(parse, 1) != T_LPAREN) return false;
        parse->at = cxx_skip_group(parse->tok, parse->at + 1, parse->end);
        return true;
    }
    if (k == T_KW_DECLTYPE && cxx_peek_n(parse, 1) == T_LPAREN) {
        uint32_t e = cxx_skip_group(parse->tok, parse->at + 1, parse->end);
        if (e >= parse->end || parse->tok[e].kind != T_COLCOL) return parse->at = e, true;
    }
    DiagTrap trap;
    diag_trap_push(parse->x->ctx, &trap);
    QualName q;
    bool ok = cxx_parse_qual_name(parse, &q);
    Type *t = ok ? cxx_name_type(parse, &q) : NULL;
    if (ok && !t && (cxx_constrained_auto(parse, &q) || cxx_type_implied(parse, &q)))
        t = parse->x->ty_error;
    return diag_trap_pop(parse->x->ctx, &trap) == 0 && t;
}

// What stands at i behind `T()`: does an expression go on? (A type name in front of `->` is no
// `auto`, and `&`, `>` and `[[` may be parts of a type-id or end it.)
static bool operator_follows(const Parse *parse, uint32_t i) {
    static const uint16_t kinds[] = {
        T_DOT,   T_DOTSTAR, T_ARROW,     T_ARROWSTAR, T_LPAREN, T_PLUSPLUS, T_MINUSMINUS, T_STAR,
        T_SLASH, T_PLUS,    T_MINUS,     T_PERCENT,   T_LTLT,   T_LT,       T_LTEQ,       T_GTEQ,
        T_EQEQ,  T_NOTEQ,   T_SPACESHIP, T_CARET,     T_PIPE,   T_PIPEPIPE, T_QUESTION};
    if (i >= parse->end) return false;
    uint16_t k = parse->tok[i].kind;
    if (k == T_LBRACKET) return parse->tok[i + 1].kind != T_LBRACKET;
    for (uint32_t n = 0; n < CU_COUNT(kinds); n++) {
        if (k == kinds[n]) return true;
    }
    return false;
}

// A ptr-operator or its qualifier.
static bool is_ptr_operator(uint16_t k) {
    static const bool part[T_count_] = {
        [T_STAR] = true,     [T_AMP] = true,         [T_AMPAMP] = true,
        [T_KW_CONST] = true, [T_KW_RESTRICT] = true, [T_KW_VOLATILE] = true};
    return part[k];
}

// Behind a type name in a place where an expression is possible: is `T ( ...` a function type?
static bool function_type_follows(Parse *parse) {
    uint32_t end = cxx_skip_group(parse->tok, parse->at, parse->end), at = parse->at;
    uint16_t k = cxx_peek_n(parse, 1);
    if (k == T_RPAREN) return !operator_follows(parse, end); // T()
    if (k == T_ELLIPSIS) return true;
    if (is_any_of(k, T_STAR, T_AMP, T_AMPAMP)) {
        uint32_t i = parse->at + 1;
        while (i < end && is_ptr_operator(parse->tok[i].kind)) i++;
        uint16_t behind = parse->tok[i].kind;
        if (behind == T_LPAREN) { // (*(*)(int))
            parse->at = i;
            bool r = i < end && function_type_follows(parse);
            parse->at = at;
            return r;
        }
        return is_any_of(behind, T_RPAREN, T_LBRACKET, T_ELLIPSIS);
    }

    uint32_t i = parse->at + 1; // (C::*)
    while (i + 1 < end && parse->tok[i].kind == T_IDENT) {
        i++;
        if (parse->tok[i].kind == T_LT) {
            uint32_t e = cxx_skip_angles(parse->x, i, end);
            if (!e) break;
            i = e;
        }
        if (parse->tok[i].kind != T_COLCOL) break;
        if (parse->tok[++i].kind == T_STAR) return true;
    }
    parse->at++;
    bool r = cxx_starts_type_id(parse);
    parse->at = at;
    return r;
}

bool cxx_starts_type_id(Parse *parse) {
    Ambig ambig = cxx_first_token(parse, parse->at);
    if (cxx_peek(parse) == T_KW_AUTO &&
        cxx_peek_n(parse, 1) == T_LPAREN) { // `auto(e)` is an expression, `auto (*)()` a type
        Parse behind = *parse;
        behind.at++;
        return function_type_follows(&behind);
    }
    if (ambig != AM_NAME) {
        if (cxx_at_attribute(parse) && cxx_peek(parse) != T_LBRACKET)
            return cxx_peek(parse) != T_IDENT;
        return ambig == AM_YES;
    }
    Parse save = *parse;
    cxx_pack_ignore(parse);
    bool r = cxx_skip_type_name(parse);
    if (r) {
        switch (cxx_peek(parse)) {
        case T_LPAREN: r = function_type_follows(parse); break;
        case T_LBRACE: r = false; break;
        case T_COLCOL: r = cxx_peek_n(parse, 1) == T_STAR; break;
        default: break;
        }
    }
    *parse = save;
    return r;
}
