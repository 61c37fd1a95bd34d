// SPDX-License-Identifier: Apache-2.0
// expr/expr.c: expressions by precedence climbing over a table token -> prefix handler, binary
// operator and level (after cparser's). Each handler returns a typed, converted tree. Ambiguities
// (casts, template argument lists, statement expressions, kernel launches) are decided by looking
// ahead with the bracket partners, never by parsing twice.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

typedef Expr *(*PrefixFn)(Parse *p);
typedef struct {
    PrefixFn prefix;
    uint8_t prec;  // binary operator: its level, 0 if none
    uint8_t op;    // CxxOp of the binary operator
    uint8_t unary; // CxxOp of the prefix operator handled by unary_op
} Rule;
// Levels of binary operators that are treated in a way of their own.
enum { P_ASSIGN = 2, P_COND = 3, P_MEMPTR = 15 };
static const Rule rules[T_count_];

static const Rule *rule_here(const Parse *parse) {
    return &rules[cxx_peek(parse)];
}

// ---- binary level ------------------------------------------------------------------------------

// A `>` that ends a template argument list [temp.names]/4.
static bool closes_targs(const Parse *parse, uint16_t k) {
    if (k == T_GTGT && parse->x->opt.std < 11) return false; // it shifts
    return parse->half_gtgt || (parse->in_targs && is_any_of(k, T_GT, T_GTGT));
}

// At the `?` behind expr; GNU: without a second operand.
static Expr *conditional(Parse *parse, Expr *expr) {
    Pos pos = xe_pos(parse);
    parse->at++;
    Expr *a = NULL;
    if (cxx_peek(parse) != T_COLON)
        a = cxx_parse_expr(parse);
    else
        cxx_extension(parse->x, pos, "a conditional expression without its second operand");
    if (!xe_expect(parse, T_COLON, ":")) return cxx_expr_error(parse->x, pos);
    bool chain = xe_chain_begin(parse);
    Expr *b = cxx_parse_assign_expr(parse);
    if (chain) xe_chain_end(parse);
    return xe_limited(parse, xe_build_cond(parse, expr, a, b, pos));
}

static Expr *cast_expr(Parse *parse);

Expr *xe_parse_binary(Parse *parse, int min_prec) {
    Expr *expr = cast_expr(parse);
    for (;;) {
        uint16_t k = cxx_peek(parse);
        if (closes_targs(parse, k)) return expr;
        if (k == T_QUESTION) {
            if (min_prec > P_COND) return expr;
            expr = conditional(parse, expr);
            continue;
        }
        const Rule *rule = &rules[k];
        if (!rule->prec || rule->prec < min_prec) return expr;
        // a fold's operator before `...` belongs to the fold expression
        if (cxx_peek_n(parse, 1) == T_ELLIPSIS && rule->prec != P_ASSIGN) return expr;
        Pos pos = xe_pos(parse);
        parse->at++;
        Expr *b;
        if (rule->prec == P_ASSIGN) {
            b = cxx_parse_init_clause(parse);
        } else {
            b = xe_parse_binary(parse, rule->prec + 1);
        }
        if (rule->prec == P_MEMPTR)
            expr = xe_build_member_pointer(parse, expr, b, k == T_ARROWSTAR, pos);
        else
            expr = cxx_build_binary(parse, (CxxOp)rule->op, expr, b, pos);
        expr = xe_limited(parse, expr);
        // a list is no operand: `a = {1} + 2` lacks a semicolon
        uint16_t next = cxx_peek(parse);
        if (xe_list(b) && (next == T_QUESTION || rules[next].prec >= P_ASSIGN)) return expr;
    }
}

// At `throw`, which device code has none of.
static Expr *throw_expr(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    bool refused = parse->fn && !parse->dependent && xe_in_device_code(parse);
    if (refused) CXX_DIAG(cxx, x_no_exceptions, pos, "throw");
    parse->at++;
    Expr *expr = cxx_expr_new(cxx, E_THROW, ty_basic(cxx, TY_VOID), VC_PRVALUE, pos);
    uint16_t k = cxx_peek(parse);
    if (!is_any_of(k, T_SEMI, T_RPAREN, T_COLON, T_COMMA, T_RBRACE)) {
        bool discarded = parse->discarded;
        parse->discarded |= refused; // what it calls is no second mistake
        Expr *a = cxx_parse_assign_expr(parse);
        parse->discarded = discarded;
        bool set = a->type && a->type->kind == TY_OVERLOAD && !xe_tdep(a);
        if (set) a = cxx_resolve_address(parse, a, NULL, true); // [expr.throw]/2, [over.over]
        if (!a) return cxx_expr_error(cxx, pos);
        if (xe_err(a)) return a;
        if (xe_tdep(a) || refused)
            expr->a = a;
        else
            expr->a = cxx_convert(parse, xe_thrown_local(parse, a), ty_decay(cxx, a->type), NULL);
        xe_inherit(expr, expr->a);
    }
    return expr;
}

Expr *cxx_answer_parse_assign_expr(Parse *parse) {
    Pos pos = xe_pos(parse);
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        parse->at = parse->end; // give up on this construct
        return cxx_expr_error(parse->x, pos);
    }
    bool only = parse->type_only;
    parse->type_only = false;
    Expr *e = cxx_peek(parse) == T_KW_THROW ? throw_expr(parse) : xe_parse_binary(parse, P_ASSIGN);
    parse->type_only = only;
    parse->depth--;
    return e;
}

// A constant-expression: nothing in it is odr-used. It is evaluated, in an unevaluated operand too.
Expr *cxx_answer_parse_const_expr(Parse *parse) {
    bool old = parse->const_expr, only = parse->type_only, uneval = parse->unevaluated;
    parse->const_expr = true;
    parse->type_only = false;
    parse->unevaluated = uneval && !parse->fn;
    Pos pos = xe_pos(parse);
    Expr *a = xe_depth(parse, pos) ? xe_parse_binary(parse, P_COND) : cxx_expr_error(parse->x, pos);
    parse->depth--;
    parse->const_expr = old;
    parse->type_only = only;
    parse->unevaluated = uneval;
    return a;
}

// ---- prefix ------------------------------------------------------------------------------------

// At a prefix operator.
static Expr *unary_op(Parse *parse) {
    Pos pos = xe_pos(parse);
    CxxOp op = (CxxOp)rule_here(parse)->unary;
    parse->at++;
    if (op == OP_ADDR) parse->address_of = parse->at;
    Expr *a = cast_expr(parse);
    return cxx_build_unary(parse, op, a, pos);
}

static Expr *postfix_ops(Parse *parse, Expr *expr);

// `( expression )` already known not to be a cast.
static Expr *paren_expr(Parse *parse) {
    uint32_t open = parse->at, close = parse->tok[open].match;
    bool old = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = false;
    parse->half_gtgt = false;
    parse->at++;
    Expr *expr = cxx_parse_expr(parse);
    parse->in_targs = old;
    parse->half_gtgt = half;
    if (parse->at != close) {
        if (!xe_err(expr)) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ")");
        expr = cxx_expr_error(parse->x, parse->tok[open].pos);
        parse->at = close < parse->end ? close : parse->end;
    }
    if (parse->at < parse->end) parse->at++;
    if (xe_err(expr)) return expr;
    if (expr->flags & EF_PAREN) return expr;
    Expr *r = expr->kind == E_DECLREF && (expr->pad & XP_ODR) ? expr : xe_dup(parse, expr);
    r->flags |= EF_PAREN;
    r->pad &= ~XP_CALLEE_OK;
    r->pos = parse->tok[open].pos;
    return r;
}

// `({ ...; label: value; })`: the value is the last statement's own.
static void split_label(Parse *parse, Stmt *stmt, const Stmt *last) {
    uint32_t n = stmt->kind == S_COMPOUND ? stmt->u.list.n : 0;
    Stmt *label = n ? stmt->u.list.at[n - 1] : NULL;
    if (!label || label->kind != S_LABEL) return;
    while (label->body && label->body->kind == S_LABEL) label = label->body;
    if (!last || label->body != last) return;
    Stmt **list = arena_array(pa(parse), Stmt *, n + 1);
    memcpy(list, stmt->u.list.at, n * sizeof *list);
    list[n] = label->body;
    label->body = xe_stmt(parse, S_COMPOUND, label->pos);
    stmt->u.list.at = list;
    stmt->u.list.n = n + 1;
}

// GNU: at `({`.
static Expr *statement_expr(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    if (!parse->fs) {
        CXX_DIAG(cxx, x_stmt_expr_outside, pos);
        parse->at = close + 1;
        return cxx_expr_error(cxx, pos);
    }
    struct FnState *fs = parse->fs;
    Stmt *saved = fs->last_expr;
    uint32_t tallest = parse->tallest;
    fs->last_expr = NULL;
    parse->tallest = 0;
    bool old = parse->in_targs;
    parse->in_targs = false;
    fs->in_stmt_exprs++;
    Stmt *stmt = cxx_parse_compound(parse);
    fs->in_stmt_exprs--;
    parse->in_targs = old;
    Stmt *last = fs->last_expr;
    fs->last_expr = saved;
    parse->at = close + 1;
    Expr *expr = cxx_expr_new(cxx, E_STMT, ty_basic(cxx, TY_VOID), VC_PRVALUE, pos);
    expr->u.stmt = stmt;
    expr->height = parse->tallest + 1;
    parse->tallest = CU_MAX(tallest, expr->height);
    split_label(parse, stmt, last);
    if (stmt->kind == S_COMPOUND && stmt->u.list.n && stmt->u.list.at[stmt->u.list.n - 1] == last &&
        last && !xe_lost(last->e)) {
        Expr *v = last->e;
        if (v->type->kind != TY_VOID) {
            // the value is a prvalue of the last expression's type
            last->e = v->kind == E_CLEANUPS || v->type->kind == TY_CLASS
                          ? (v->cat == VC_PRVALUE
                                 ? v
                                 : xe_copy_construct(parse, ty_unqual(v->type), v, v->pos))
                          : cxx_rvalue(parse, v);
            expr->type = last->e->type;
        }
        xe_inherit(expr, last->e);
    }
    return expr;
}

// At `(`: a statement expression, a fold, a cast, a compound literal, or parentheses.
static Expr *paren_or_cast(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    if (cxx_peek_n(parse, 1) == T_LBRACE) return postfix_ops(parse, statement_expr(parse));
    Expr *fold = cxx_parse_fold(parse);
    if (fold) return postfix_ops(parse, fold);
    uint32_t open = parse->at, close = parse->tok[open].match;
    parse->at++;
    bool old = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    bool cast = close < parse->end && cxx_starts_type_id(parse);
    // `(T())` is a cast to a function type by the rule, which nobody means
    if (cast && close > open + 3 && parse->tok[close - 1].kind == T_RPAREN &&
        parse->tok[close - 2].kind == T_LPAREN && parse->tok[close - 3].kind != T_RPAREN)
        cast = false;
    if (!cast) {
        parse->in_targs = old;
        parse->half_gtgt = half;
        parse->at = open;
        return postfix_ops(parse, paren_expr(parse));
    }
    Type *type = cxx_parse_type_id(parse);
    parse->in_targs = old;
    parse->half_gtgt = half;
    if (type->kind == TY_FUNC) { // `(T())`, `(T(), x)`: nothing casts to a function type
        parse->at = open;
        return postfix_ops(parse, paren_expr(parse));
    }
    if (parse->at != close) {
        if (type->kind != TY_ERROR) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        type = cxx->ty_error;
    }
    parse->at = close + 1;
    if (cxx_peek(parse) == T_LBRACE) { // GNU compound literal
        Expr *l = xe_parse_init_list(parse);
        if (type->kind == TY_ERROR || xe_err(l)) return cxx_expr_error(cxx, pos);
        Expr *v = cxx_initialize(parse, type, INIT_LIST, &l, 1, pos, NULL);
        return postfix_ops(parse, v);
    }
    Expr *a = cast_expr(parse);
    if (type->kind == TY_ERROR) return cxx_expr_error(cxx, pos);
    return cxx_cast_explicit(parse, type, a, T_LPAREN, pos);
}

static Expr *extension(Parse *parse) {
    parse->at++;
    return cast_expr(parse);
}

// `&&label` (GNU), of code that runs on the host alone.
static Expr *label_address(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    Atom label = parse->tok[parse->at + 1].text;
    parse->at += 2;
    if (!parse->fs || !cxx_in_host_code(parse)) {
        CXX_DIAG(cxx, x_label_address, pos);
        return cxx_expr_error(cxx, pos);
    }
    Expr *e = cxx_expr_new(cxx, E_LABEL_ADDRESS, ty_pointer(cxx, ty_basic(cxx, TY_VOID)),
                           VC_PRVALUE, pos);
    e->end = xe_prev_pos(parse);
    vec_push(pa(parse), &parse->fs->addressed, ((LabelUse){label, pos}));
    return e;
}

static Expr *unsupported(Parse *parse) {
    Pos pos = xe_pos(parse);
    if (cxx_peek(parse) == T_AMPAMP && cxx_peek_n(parse, 1) == T_IDENT) return label_address(parse);
    CXX_DIAG(parse->x, x_unsupported_expr, pos, parse->tok[parse->at].text);
    parse->at++;
    if (cxx_peek(parse) == T_LPAREN)
        parse->at = parse->tok[parse->at].match + 1;
    else if (rule_here(parse)->prefix)
        cast_expr(parse);
    return cxx_expr_error(parse->x, pos);
}

// `f` or `C::f` of nonstatic member functions.
static bool names_member_function(const Expr *expr) {
    if (expr->kind != E_OVERLOAD || !expr->u.ovl->n) return false;
    const Decl *decl = expr->u.ovl->set[0];
    return decl->kind == D_FUNC && decl->flags & DF_MEMBER && !(decl->flags & DF_STATIC);
}

// The operand of typeid. An expression is evaluated only if it is a glvalue of polymorphic class
// [expr.typeid]/3; false after a diagnostic.
static bool typeid_operand(Parse *parse, Expr *id) {
    Cxx *cxx = parse->x;
    bool unevaluated = parse->unevaluated;
    uint32_t begin = parse->at;
    parse->unevaluated = true;
    Expr *expr = NULL;
    if (cxx_starts_type_id(parse))
        id->u.ty = cxx_parse_type_id(parse);
    else
        expr = cxx_parse_expr(parse);
    parse->unevaluated = unevaluated;
    if (expr) xe_inherit(id, expr);
    id->flags &= ~EF_TYPE_DEP;
    if (!xe_lost(expr) && xe_bound_function(parse, expr)) return false;
    if (expr && names_member_function(expr))
        return CXX_DIAG(cxx, x_member_needs_object, id->pos, expr->u.ovl->set[0]);
    if (!expr && id->u.ty->kind == TY_CTAD) // a template without its arguments
        return CXX_DIAG(cxx, d_template_needs_args, id->pos, id->u.ty->u.spec.tmpl);
    if (expr && (xe_open(expr) || expr->kind == E_OVERLOAD)) return !xe_err(expr);
    if (expr) id->u.ty = expr->type;
    Type *type = id->u.ty = ty_unqual(ty_deref(id->u.ty));
    if (type->kind == TY_CTAD) {
        CXX_DIAG(cxx, d_template_needs_args, xe_pos(parse), type->u.spec.tmpl);
        return false;
    }
    if (type->flags & TF_HAS_PACK) id->flags |= EF_HAS_PACK;
    if (ty_dependent(type)) id->flags |= EF_VALUE_DEP;
    if (type->kind == TY_ERROR || ty_dependent(type)) return type->kind != TY_ERROR;
    if (type->kind != TY_CLASS) return true;
    if (!ty_complete(cxx, type, id->pos, true)) return false;
    if (!expr || !xe_glvalue(expr) || !type->u.cls->table.polymorphic) return true;
    parse->at = begin; // again, for it is evaluated
    id->a = cxx_parse_expr(parse);
    return !xe_err(id->a);
}

// typeid(...) in a host function: an lvalue of class std::type_info.
static Expr *typeid_expr(Parse *parse) {
    Cxx *x = parse->x;
    Pos pos = xe_pos(parse);
    Lookup l = {0};
    if (xe_in_device_code(parse) || cxx_peek_n(parse, 1) != T_LPAREN || !x->std_ns ||
        !cxx_lookup_in(parse, x->std_ns->inner, atom_cstr(x->ctx, "type_info"), LU_TYPE_ONLY, &l) ||
        l.at[0]->kind != D_CLASS)
        return unsupported(parse);
    uint32_t close = parse->tok[parse->at + 1].match;
    parse->at += 2;
    Expr *id = cxx_expr_new(x, E_TYPEID, ty_qual(x, l.at[0]->type, Q_CONST), VC_LVALUE, pos);
    bool targs = parse->in_targs, half = parse->half_gtgt;
    parse->in_targs = parse->half_gtgt = false;
    bool ok = typeid_operand(parse, id);
    parse->in_targs = targs;
    parse->half_gtgt = half;
    if (ok && parse->at != close) {
        CXX_DIAG(x, x_expected_token, xe_pos(parse), ")");
        ok = false;
    }
    parse->at = close + 1;
    return postfix_ops(parse, ok ? id : cxx_expr_error(x, pos));
}

static Expr *global_name(Parse *parse) { // at '::'
    if (cxx_peek_n(parse, 1) == T_KW_NEW) {
        parse->at++;
        return xe_parse_new(parse, true);
    }
    if (cxx_peek_n(parse, 1) == T_KW_DELETE) {
        parse->at++;
        return xe_parse_delete(parse, true);
    }
    return postfix_ops(parse, xe_id_expression(parse));
}

static Expr *new_expr(Parse *parse) {
    return xe_parse_new(parse, false);
}
static Expr *delete_expr(Parse *parse) {
    return xe_parse_delete(parse, false);
}
static Expr *literal(Parse *parse) {
    return postfix_ops(parse, xe_parse_literal(parse));
}
static Expr *id_expr(Parse *parse) {
    return postfix_ops(parse, xe_id_expression(parse));
}
static Expr *lambda(Parse *parse) {
    return postfix_ops(parse, cxx_lambda(parse));
}
static Expr *requires_expr(Parse *parse) {
    return postfix_ops(parse, cxx_parse_requires(parse));
}
static Expr *named_cast(Parse *parse) {
    return postfix_ops(parse, xe_parse_named_cast(parse));
}

static Expr *this_expr(Parse *parse) {
    Pos pos = xe_pos(parse);
    parse->at++;
    Expr *e = xe_this(parse, pos);
    if (!e) {
        CXX_DIAG(parse->x, x_this_outside, pos);
        e = cxx_expr_error(parse->x, pos);
    }
    return postfix_ops(parse, e);
}

// A simple-type-specifier or typename-specifier, then `(...)` or `{...}`.
static Expr *type_prefix(Parse *parse) {
    Pos pos = xe_pos(parse);
    DeclSpec ds = {0};
    // one specifier word only: `unsigned(x)`; decl's parser stops before '(' and '{'
    if (!cxx_parse_declspecs(parse, &ds, false) || ty_lost(ds.type)) {
        if (is_any_of(cxx_peek(parse), T_LPAREN, T_LBRACE))
            parse->at = parse->tok[parse->at].match + 1;
        else if (parse->at < parse->end && xe_pos(parse) == pos)
            parse->at++;
        return cxx_expr_error(parse->x, pos);
    }
    uint16_t k = cxx_peek(parse);
    if (!is_any_of(k, T_LPAREN, T_LBRACE)) {
        Expr *e = cxx_expr_new(parse->x, E_TYPE, parse->x->ty_overload, VC_PRVALUE, pos);
        e->u.ty = ds.type;
        return e;
    }
    if (ds.type->kind == TY_AUTO && parse->x->opt.std < 23)
        cxx_extension(parse->x, pos, "\"auto\" in a functional cast before C++23");
    return postfix_ops(parse, xe_functional_cast(parse, ds.type, pos));
}

static Expr *decltype_prefix(Parse *parse) { // decltype(e)::name or a functional cast
    uint32_t close = cxx_peek_n(parse, 1) == T_LPAREN ? parse->tok[parse->at + 1].match : parse->at;
    return parse->tok[close + 1].kind == T_COLCOL ? id_expr(parse) : type_prefix(parse);
}

static Expr *predefined(Parse *parse) {
    Pos pos = xe_pos(parse);
    Expr *e = xe_predefined(parse, parse->tok[parse->at].text, pos);
    parse->at++;
    return postfix_ops(parse, e);
}

static Expr *cast_expr(Parse *parse) {
    Pos pos = xe_pos(parse);
    const Rule *rule = rule_here(parse);
    if (!rule->prefix) {
        CXX_DIAG(parse->x, x_expected_expr, pos);
        return cxx_expr_error(parse->x, pos);
    }
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        parse->at = parse->end;
        return cxx_expr_error(parse->x, pos);
    }
    uint32_t start = parse->at;
    Expr *e = rule->prefix(parse);
    if (parse->at == start && xe_err(e) && parse->at < parse->end)
        parse->at++; // always make progress
    parse->depth--;
    return e;
}

Expr *cxx_answer_parse_cast_expr(Parse *parse) {
    return cast_expr(parse);
}

// ---- postfix -----------------------------------------------------------------------------------

// From C++23 on any number of expressions stands in brackets [expr.sub]/2.
static bool is_subscript_list(Parse *parse, uint32_t close) {
    if (parse->x->opt.std < 23) return false;
    if (cxx_peek(parse) == T_RBRACKET) return true;
    for (uint32_t i = parse->at; i < close; i++) {
        uint16_t k = parse->tok[i].kind;
        if (is_any_of(k, T_COMMA, T_ELLIPSIS)) return true;
        if (lex_is_open(k)) i = parse->tok[i].match;
    }
    return false;
}

// Behind `[`, up to the `]` at token `close`.
static Expr *subscript_list(Parse *parse, Expr *expr, uint32_t close, Pos pos) {
    Expr **arg = NULL;
    uint32_t n = 0;
    bool old = parse->in_targs;
    parse->in_targs = false;
    bool ok = cxx_parse_expr_list(parse, T_RBRACKET, &arg, &n);
    parse->in_targs = old;
    if (ok && parse->at != close) {
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "]");
        ok = false;
    }
    parse->at = close + 1;
    if (!ok) return cxx_expr_error(parse->x, pos);
    return xe_build_subscripts(parse, expr, arg, n, pos);
}

static Expr *subscript(Parse *parse, Expr *expr) {
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    if (cxx_peek(parse) == T_LBRACKET)
        CXX_DIAG(parse->x, x_attribute_here, pos); // [dcl.attr.grammar]/7
    if (expr->kind != E_TYPE && is_subscript_list(parse, close))
        return subscript_list(parse, expr, close, pos);
    bool old = parse->in_targs;
    parse->in_targs = false;
    Expr *i = cxx_peek(parse) == T_LBRACE ? xe_parse_init_list(parse) : cxx_parse_expr(parse);
    parse->in_targs = old;
    if (parse->at != close) {
        if (!xe_err(i)) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "]");
        i = cxx_expr_error(parse->x, pos);
    }
    parse->at = close + 1;
    if (expr->kind == E_TYPE) {
        CXX_DIAG(parse->x, x_type_not_allowed, expr->pos);
        return cxx_expr_error(parse->x, pos);
    }
    Expr *r = xe_build_subscript(parse, expr, i, pos);
    if (!xe_err(r)) r->end = parse->tok[close].pos;
    return r;
}

static Expr *postfix_ops(Parse *parse, Expr *expr) {
    for (;;) {
        if (parse->half_gtgt) return expr;
        switch (cxx_peek(parse)) {
        case T_LBRACKET: expr = subscript(parse, expr); break;
        case T_LPAREN: expr = xe_parse_call(parse, expr); break;
        case T_DOT:
        case T_ARROW: expr = xe_parse_member(parse, expr); break;
        case T_PLUSPLUS:
        case T_MINUSMINUS: {
            CxxOp op = cxx_peek(parse) == T_PLUSPLUS ? OP_POSTINC : OP_POSTDEC;
            Pos pos = xe_pos(parse);
            parse->at++;
            expr = cxx_build_unary(parse, op, expr, pos);
            break;
        }
        case T_LTLT:
            if (cxx_peek_n(parse, 1) == T_LT) { // nothing else can be: `<` begins no operand
                expr = xe_parse_launch(parse, expr);
                break;
            }
            return expr;
        default: return expr;
        }
        expr = xe_limited(parse, expr);
    }
}

// ---- the table ---------------------------------------------------------------------------------

#define BIN(lvl, o) .prec = lvl, .op = OP_##o
static const Rule rules[T_count_] = {
    [T_NUMBER] = {.prefix = literal},
    [T_CHAR] = {.prefix = literal},
    [T_STRING] = {.prefix = literal},
    [T_KW_TRUE] = {.prefix = literal},
    [T_KW_FALSE] = {.prefix = literal},
    [T_KW_NULLPTR] = {.prefix = literal},
    [T_KW_THIS] = {.prefix = this_expr},
    [T_IDENT] = {.prefix = id_expr},
    [T_KW_OPERATOR] = {.prefix = id_expr},
    [T_KW_DECLTYPE] = {.prefix = decltype_prefix},
    [T_COLCOL] = {.prefix = global_name},
    [T_LPAREN] = {.prefix = paren_or_cast},
    [T_LBRACKET] = {.prefix = lambda},
    [T_PLUS] = {.prefix = unary_op, .unary = OP_PLUS, BIN(13, ADD)},
    [T_MINUS] = {.prefix = unary_op, .unary = OP_MINUS, BIN(13, SUB)},
    [T_NOT] = {.prefix = unary_op, .unary = OP_NOT},
    [T_TILDE] = {.prefix = unary_op, .unary = OP_BITNOT},
    [T_STAR] = {.prefix = unary_op, .unary = OP_DEREF, BIN(14, MUL)},
    [T_AMP] = {.prefix = unary_op, .unary = OP_ADDR, BIN(8, AND)},
    [T_AMPAMP] = {.prefix = unsupported, BIN(5, LAND)},
    [T_PLUSPLUS] = {.prefix = unary_op, .unary = OP_PREINC},
    [T_MINUSMINUS] = {.prefix = unary_op, .unary = OP_PREDEC},
    [T_SLASH] = {BIN(14, DIV)},
    [T_PERCENT] = {BIN(14, REM)},
    [T_LTLT] = {BIN(12, SHL)},
    [T_GTGT] = {BIN(12, SHR)},
    [T_SPACESHIP] = {BIN(11, CMP3)},
    [T_LT] = {BIN(10, LT)},
    [T_GT] = {BIN(10, GT)},
    [T_LTEQ] = {BIN(10, LE)},
    [T_GTEQ] = {BIN(10, GE)},
    [T_EQEQ] = {BIN(9, EQ)},
    [T_NOTEQ] = {BIN(9, NE)},
    [T_CARET] = {BIN(7, XOR)},
    [T_PIPE] = {BIN(6, OR)},
    [T_PIPEPIPE] = {BIN(4, LOR)},
    [T_DOTSTAR] = {BIN(P_MEMPTR, DOT_STAR)},
    [T_ARROWSTAR] = {BIN(P_MEMPTR, ARROW_STAR)},
    [T_ASSIGN] = {BIN(P_ASSIGN, ASSIGN)},
    [T_PLUSEQ] = {BIN(P_ASSIGN, ADD_ASSIGN)},
    [T_MINUSEQ] = {BIN(P_ASSIGN, SUB_ASSIGN)},
    [T_STAREQ] = {BIN(P_ASSIGN, MUL_ASSIGN)},
    [T_SLASHEQ] = {BIN(P_ASSIGN, DIV_ASSIGN)},
    [T_PERCENTEQ] = {BIN(P_ASSIGN, REM_ASSIGN)},
    [T_AMPEQ] = {BIN(P_ASSIGN, AND_ASSIGN)},
    [T_PIPEEQ] = {BIN(P_ASSIGN, OR_ASSIGN)},
    [T_CARETEQ] = {BIN(P_ASSIGN, XOR_ASSIGN)},
    [T_LTLTEQ] = {BIN(P_ASSIGN, SHL_ASSIGN)},
    [T_GTGTEQ] = {BIN(P_ASSIGN, SHR_ASSIGN)},
    [T_KW_SIZEOF] = {.prefix = xe_parse_sizeof},
    [T_KW_ALIGNOF] = {.prefix = xe_parse_sizeof},
    [T_KW_ALIGNOF_GNU] = {.prefix = xe_parse_sizeof},
    [T_KW_NOEXCEPT] = {.prefix = xe_parse_noexcept},
    [T_KW_NEW] = {.prefix = new_expr},
    [T_KW_DELETE] = {.prefix = delete_expr},
    [T_KW_EXTENSION] = {.prefix = extension},
    [T_KW_STATIC_CAST] = {.prefix = named_cast},
    [T_KW_CONST_CAST] = {.prefix = named_cast},
    [T_KW_REINTERPRET_CAST] = {.prefix = named_cast},
    [T_KW_DYNAMIC_CAST] = {.prefix = named_cast},
    [T_KW_TYPEID] = {.prefix = typeid_expr},
    [T_KW_REQUIRES] = {.prefix = requires_expr},
    [T_KW_CO_AWAIT] = {.prefix = xe_parse_await},
    [T_KW_CO_YIELD] = {.prefix = xe_parse_yield},
    [T_KW_REAL] = {.prefix = cxx_parse_complex_part},
    [T_KW_IMAG] = {.prefix = cxx_parse_complex_part},
    [T_KW_FUNCTION] = {.prefix = predefined},
    [T_KW_PRETTY_FUNCTION] = {.prefix = predefined},
    [T_KW_FUNC] = {.prefix = predefined},
    [T_KW_AUTO] = {.prefix = type_prefix},
    [T_KW_BOOL] = {.prefix = type_prefix},
    [T_KW_CHAR] = {.prefix = type_prefix},
    [T_KW_CHAR8_T] = {.prefix = type_prefix},
    [T_KW_CHAR16_T] = {.prefix = type_prefix},
    [T_KW_CHAR32_T] = {.prefix = type_prefix},
    [T_KW_WCHAR_T] = {.prefix = type_prefix},
    [T_KW_SHORT] = {.prefix = type_prefix},
    [T_KW_INT] = {.prefix = type_prefix},
    [T_KW_LONG] = {.prefix = type_prefix},
    [T_KW_SIGNED] = {.prefix = type_prefix},
    [T_KW_UNSIGNED] = {.prefix = type_prefix},
    [T_KW_FLOAT] = {.prefix = type_prefix},
    [T_KW_DOUBLE] = {.prefix = type_prefix},
    [T_KW_VOID] = {.prefix = type_prefix},
    [T_KW_INT128] = {.prefix = type_prefix},
    [T_KW_FLOAT16] = {.prefix = type_prefix},
    [T_KW_FLOAT32] = {.prefix = type_prefix},
    [T_KW_FLOAT64] = {.prefix = type_prefix},
    [T_KW_FLOAT128] = {.prefix = type_prefix},
    [T_KW_FLOAT32X] = {.prefix = type_prefix},
    [T_KW_FLOAT64X] = {.prefix = type_prefix},
    [T_KW_TYPENAME] = {.prefix = type_prefix},
    [T_KW_TYPEOF] = {.prefix = type_prefix},
    [T_KW_TYPEOF_PLAIN] = {.prefix = type_prefix},
    [T_KW_TYPE_TRAIT] = {.prefix = type_prefix},
};
