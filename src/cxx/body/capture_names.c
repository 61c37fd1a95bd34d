// SPDX-License-Identifier: Apache-2.0
// body/capture_names.c: capture by name (convert/capture.c) where the body of a lambda is not
// parsed: that of a generic lambda, whose closure has its fields before any instance of its call
// operator, and discarded statements of templates. The names are the identifiers of the tokens.
// What the text declares itself is told by what stands around its name, and hides what stands
// outside; what is captured in excess costs a field.
#include "cxx/lookup/lookup.h"
#include "cxx/convert/lambda.h"
#include "cxx/body/body.h"

typedef struct NameScan {
    Parse *parse; // in the body: where names are looked up
    const Token *tok;
    uint32_t end;
    VEC(uint32_t) open; // the brackets around the token that is looked at
    Map seen;           // by name: it was looked up
    Map hidden;         // by name: the token up to which the text's own declaration hides others
} NameScan;

// ---- declarations in the text ------------------------------------------------------------------

static bool is_type_word(uint16_t kind) {
    static const uint16_t words[] = {
        T_KW_AUTO,  T_KW_BOOL,   T_KW_CHAR,     T_KW_CHAR8_T, T_KW_CHAR16_T, T_KW_CHAR32_T,
        T_KW_CONST, T_KW_DOUBLE, T_KW_FLOAT,    T_KW_INT,     T_KW_INT128,   T_KW_LONG,
        T_KW_SHORT, T_KW_SIGNED, T_KW_UNSIGNED, T_KW_VOID,    T_KW_VOLATILE, T_KW_WCHAR_T};
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (words[i] == kind) return true;
    }
    return false;
}

static bool is_pointer_sign(uint16_t kind) {
    return is_any_of(kind, T_STAR, T_AMP, T_AMPAMP);
}

// The token that opens the innermost bracket around; 0: it is not of the text.
static uint32_t opener(const NameScan *scan) {
    return scan->open.n ? scan->open.at[scan->open.n - 1] : 0;
}

// Whether a parameter list or captures of a lambda begin at this bracket.
static bool opens_lambda_part(const NameScan *scan, uint32_t open) {
    uint16_t before = scan->tok[open - 1].kind;
    if (scan->tok[open].kind == T_LPAREN) return before == T_RBRACKET;
    bool operand = is_any_of(before, T_IDENT, T_RPAREN, T_RBRACKET, T_GT);
    return scan->tok[open].kind == T_LBRACKET && !operand;
}

// The `<` of the template arguments that end at this `>`; 0: they are none.
static uint32_t angle_begin(const NameScan *scan, uint32_t close) {
    int depth = 0;
    for (uint32_t i = close; i > 1; i--) {
        uint16_t kind = scan->tok[i].kind;
        if (kind == T_GT) depth++;
        if (kind == T_GTGT) depth += 2;
        if (lex_is_close(kind)) i = scan->tok[i].match;
        if (kind == T_LT && --depth == 0) return scan->tok[i - 1].kind == T_IDENT ? i : 0;
        if (kind == T_SEMI || lex_is_open(kind)) return 0;
    }
    return 0;
}

// The first token of the type `A::B<C> const` that ends at this token; 0: it is none.
static uint32_t type_begin(const NameScan *scan, uint32_t last) {
    const Token *tok = scan->tok;
    while (tok[last].kind == T_KW_CONST || tok[last].kind == T_KW_VOLATILE) last--;
    if (is_any_of(tok[last].kind, T_GT, T_GTGT)) {
        uint32_t open = angle_begin(scan, last);
        if (!open) return 0;
        last = open - 1;
    }
    if (tok[last].kind != T_IDENT) return 0;
    while (tok[last - 1].kind == T_COLCOL && tok[last - 2].kind == T_IDENT) last -= 2;
    if (tok[last - 1].kind == T_COLCOL) last--;
    while (is_type_word(tok[last - 1].kind) || tok[last - 1].kind == T_KW_TYPENAME) last--;
    return last;
}

// `A * name =`: a declaration where a statement or parameter begins with it.
static bool begins_declaration(const NameScan *scan, uint32_t type, uint16_t next) {
    uint16_t before = scan->tok[type - 1].kind;
    uint32_t open = opener(scan);
    if (is_any_of(before, T_SEMI, T_LBRACE, T_RBRACE)) return next != T_RPAREN;
    if (!open || !is_any_of(before, T_LPAREN, T_COMMA)) return false;
    if (opens_lambda_part(scan, open)) return true;
    return scan->tok[open - 1].kind == T_KW_FOR && is_any_of(next, T_ASSIGN, T_COLON);
}

// Whether the identifier is a name that is declared here.
static bool is_declared(const NameScan *scan, uint32_t i) {
    const Token *tok = scan->tok;
    uint16_t next = tok[i + 1].kind, before = tok[i - 1].kind;
    uint32_t open = opener(scan);
    if (open && tok[open].kind == T_LBRACKET) { // [x = init], auto [x, y]
        uint32_t front = open - 1;
        if (is_pointer_sign(tok[front].kind)) front--;
        if (tok[front].kind == T_KW_AUTO) return true;
        bool first = is_any_of(before, T_LBRACKET, T_COMMA, T_AMP, T_ELLIPSIS);
        return first && opens_lambda_part(scan, open) &&
               is_any_of(next, T_ASSIGN, T_LPAREN, T_LBRACE);
    }
    if (!is_any_of(next, T_ASSIGN, T_SEMI, T_COMMA, T_LPAREN, T_RPAREN, T_LBRACE, T_LBRACKET,
                   T_COLON))
        return false;
    if (before == T_IDENT || is_type_word(before)) return true;
    uint32_t last = i - 1;
    while (is_pointer_sign(tok[last].kind) || tok[last].kind == T_ELLIPSIS) last--;
    if (last < i - 1 && is_type_word(tok[last].kind)) return true;
    uint32_t type = type_begin(scan, last);
    return type && begins_declaration(scan, type, next);
}

// Behind the statement, or the body of the lambda, that begins at token i.
static uint32_t body_end(const NameScan *scan, uint32_t i, bool lambda) {
    for (; i < scan->end; i++) {
        if (scan->tok[i].kind == T_LBRACE) return scan->tok[i].match;
        if (!lambda && scan->tok[i].kind == T_SEMI) return i;
        if (lex_is_open(scan->tok[i].kind)) i = scan->tok[i].match;
    }
    return scan->end;
}

// The token up to which a name is known that is declared at the token that is looked at.
static uint32_t scope_end(const NameScan *scan) {
    for (uint32_t n = scan->open.n; n; n--) {
        uint32_t open = scan->open.at[n - 1], close = scan->tok[open].match;
        uint16_t before = scan->tok[open - 1].kind;
        if (scan->tok[open].kind == T_LBRACE) return close;
        if (opens_lambda_part(scan, open)) return body_end(scan, close + 1, true);
        if (is_any_of(before, T_KW_FOR, T_KW_IF, T_KW_WHILE, T_KW_SWITCH, T_KW_CATCH))
            return body_end(scan, close + 1, false);
    }
    return scan->end;
}

static void hide(NameScan *scan, Atom name) {
    void **slot = map_slot(&scan->hidden, name);
    uint32_t end = scope_end(scan);
    if ((uintptr_t)*slot < end) *slot = (void *)(uintptr_t)end;
}

// ---- what is not evaluated ---------------------------------------------------------------------

// The last token of what is no evaluated expression at token i; i itself: it is one.
static uint32_t skip_unevaluated(const NameScan *scan, uint32_t i) {
    const Token *tok = scan->tok;
    uint16_t kind = tok[i].kind, next = tok[i + 1].kind;
    bool operand = is_any_of(kind, T_KW_SIZEOF, T_KW_ALIGNOF, T_KW_ALIGNOF_GNU, T_KW_DECLTYPE) ||
                   is_any_of(kind, T_KW_NOEXCEPT, T_KW_TYPEID, T_KW_STATIC_ASSERT, T_KW_ALIGNAS);
    if (operand && next == T_LPAREN) return tok[i + 1].match;
    if (kind == T_KW_SIZEOF && next == T_ELLIPSIS && tok[i + 2].kind == T_LPAREN)
        return tok[i + 2].match;
    if (kind == T_KW_SIZEOF) return i + 1;
    if (kind == T_KW_CONSTEXPR && tok[i - 1].kind == T_KW_IF && next == T_LPAREN)
        return tok[i + 1].match;
    if (kind == T_LBRACKET && next == T_LBRACKET) return tok[i].match; // [[attribute]]
    bool is_class = is_any_of(kind, T_KW_STRUCT, T_KW_CLASS, T_KW_UNION, T_KW_ENUM);
    if (!is_class) return i;
    for (uint32_t k = i + 1; k < scan->end && tok[k].kind != T_SEMI; k++) {
        if (tok[k].kind == T_LBRACE) return tok[k].match;
        if (lex_is_close(tok[k].kind)) break;
        if (lex_is_open(tok[k].kind)) k = tok[k].match;
    }
    return i;
}

// ---- members of the object ---------------------------------------------------------------------

// A name of a nonstatic member (of a set of overloads one is enough) stands for a member of *this.
static bool needs_this(const Lookup *lookup) {
    for (uint32_t i = 0; i < lookup->n; i++) {
        Decl *d = lookup->at[i];
        if (d->kind == D_FIELD) return true;
        if (decl_is_template(d, TK_FUNC)) d = &((TemplateDecl *)d)->pattern->d;
        if (d->kind == D_FUNC && d->flags & DF_MEMBER && !(d->flags & DF_STATIC)) return true;
    }
    return false;
}

// Whether `C::name` at token `at` may be a nonstatic member of the object, no pointer to one.
static bool names_own_member(NameScan *scan, Type *this_type, uint32_t at) {
    const Token *tok = scan->tok;
    uint32_t begin = at - 1;
    while (begin > 1 && tok[begin].kind == T_COLCOL && tok[begin - 1].kind == T_IDENT) begin -= 2;
    if (is_any_of(tok[begin].kind, T_AMP, T_DOT, T_ARROW)) return false;
    Lookup outer = {0}, lookup = {0}; // `std::move` is none
    if (!cxx_lookup(scan->parse, tok[begin + 1].text, LU_SCOPE_ONLY, &outer) || !outer.n)
        return false;
    if (is_any_of(outer.at[0]->kind, D_NAMESPACE, D_NS_ALIAS)) return false;
    Type *type = ty_unqual(this_type->kind == TY_PTR ? this_type->u.ptr.to : this_type);
    return type->kind == TY_CLASS &&
           cxx_lookup_member(scan->parse, type->u.cls, tok[at].text, 0, &lookup) &&
           needs_this(&lookup);
}

static void name_this(NameScan *scan, Pos pos) {
    struct LambdaState *ls = scan->parse->lambda;
    for (; ls && ls->this_type; ls = ls->outer) {
        if (ls->by_name && !ls->closed && !ls->this_field)
            xe_capture_this_in(scan->parse, ls, false, false, pos);
    }
}

// ---- names -------------------------------------------------------------------------------------

static void name(NameScan *scan, uint32_t i) {
    const Token *token = &scan->tok[i];
    Type *this_type = scan->parse->lambda->this_type;
    uint16_t before = token[-1].kind;
    if (before == T_COLCOL && this_type && names_own_member(scan, this_type, i))
        name_this(scan, token->pos);
    if (is_any_of(before, T_DOT, T_ARROW, T_COLCOL) || token[1].kind == T_COLCOL) return;
    if (i < (uintptr_t)map_get(&scan->hidden, token->text)) return;
    if (is_declared(scan, i)) {
        hide(scan, token->text);
        return;
    }
    void **slot = map_slot(&scan->seen, token->text);
    if (*slot) return;
    *slot = scan;
    Lookup lookup = {0};
    if (!cxx_lookup(scan->parse, token->text, 0, &lookup) || !lookup.n) return;
    if (is_any_of(lookup.at[0]->kind, D_VAR, D_BINDING, D_PACK))
        xe_capture_name(scan->parse, lookup.at[0], token->pos);
    else if (this_type && needs_this(&lookup))
        name_this(scan, token->pos);
}

static void scan_names(Parse *parse, uint32_t begin, uint32_t end) {
    NameScan scan = {.parse = parse, .tok = parse->tok, .end = end};
    map_init(&scan.seen, pa(parse));
    map_init(&scan.hidden, pa(parse));
    for (uint32_t i = begin; i < end; i++) {
        const Token *token = &scan.tok[i];
        uint32_t last = skip_unevaluated(&scan, i);
        if (last > i) {
            i = last;
        } else if (lex_is_open(token->kind)) {
            vec_push(pa(parse), &scan.open, i);
        } else if (lex_is_close(token->kind)) {
            scan.open.n -= scan.open.n > 0;
        } else if (token->kind == T_KW_THIS) {
            name_this(&scan, token->pos);
        } else if (token->kind == T_IDENT) {
            name(&scan, i);
        }
    }
}

// In the body, whose own declarations nobody has made.
static Parse body_parse(const Parse *parse) {
    Parse q = *parse;
    q.fs = NULL; // no `if constexpr` is entered
    q.unevaluated = q.const_expr = q.dependent = false;
    return q;
}

void xe_capture_by_names(Parse *parse, struct LambdaState *ls, FuncDecl *call_op) {
    if (!ls->by_name || !call_op->body.range.end) return;
    Parse q = body_parse(parse);
    q.fn = call_op;
    q.scope = call_op->param_scope;
    scan_names(&q, call_op->body.range.begin, call_op->body.range.end);
}

void xe_capture_discarded(Parse *parse, uint32_t from) {
    if (!parse->x->opt.host_lists_captures) return;
    bool wanted = false;
    for (const struct LambdaState *ls = parse->lambda; ls && !wanted; ls = ls->outer)
        wanted = ls->by_name && !ls->closed;
    if (!wanted) return;
    Parse q = body_parse(parse);
    scan_names(&q, from, parse->at);
}
