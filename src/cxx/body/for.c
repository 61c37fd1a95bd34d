// SPDX-License-Identifier: Apache-2.0
// body/for.c: loops [stmt.iter]. Range-based for is desugared into its hidden variables: the IR
// generator sees `range`, `begin`, `end` with initialisers, a condition, an increment, and the
// declaration made once per iteration.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/body/body.h"

// The body, in which `break` and `continue` mean this loop; no `case` in it belongs to a switch
// around, but one's labels may stand there.
static Stmt *loop_body(Parse *parse) {
    parse->fs->loops++;
    parse->fs->breakable++;
    SwitchState *sw = parse->fs->sw;
    Stmt *b = xe_sub_statement(parse);
    parse->fs->sw = sw;
    parse->fs->loops--;
    parse->fs->breakable--;
    return b;
}

// At the condition of `while`.
static Stmt *while_stmt(Parse *parse, Stmt *loop) {
    loop->kind = S_WHILE;
    VarDecl *var = NULL;
    xe_paren_condition(parse, loop, &var, false);
    loop->u.cond_var = var;
    loop->body = loop_body(parse);
    return loop;
}

// At the body of `do`.
static Stmt *do_stmt(Parse *parse, Stmt *loop) {
    loop->kind = S_DO;
    loop->body = loop_body(parse);
    if (!xe_expect(parse, T_KW_WHILE, "while")) {
        loop->kind = S_ERROR;
        return loop;
    }
    VarDecl *var = NULL;
    Stmt tmp = {.kind = S_DO, .pos = loop->pos};
    xe_paren_condition(parse, &tmp, &var, false);
    loop->e = tmp.e;
    xe_expect(parse, T_SEMI, ";");
    return loop;
}

// The `:` of a range-based for inside the parentheses at `open`, or 0.
static uint32_t range_colon(const Parse *parse, uint32_t open) {
    uint32_t close = parse->tok[open].match, questions = 0, found = 0;
    for (uint32_t i = open + 1; i < close; i++) {
        uint16_t k = parse->tok[i].kind;
        if (lex_is_open(k)) {
            i = parse->tok[i].match;
        } else if (k == T_QUESTION) {
            questions++;
        } else if (k == T_COLON) {
            if (!questions) {
                found = i;
                break;
            }
            questions--;
        } else if (k == T_SEMI) {
            // `for (init; decl : range)`: go on behind the init-statement
            bool more = false;
            for (uint32_t j = i + 1; j < close; j++) {
                if (lex_is_open(parse->tok[j].kind))
                    j = parse->tok[j].match;
                else if (parse->tok[j].kind == T_SEMI)
                    more = true;
            }
            if (more) return 0;
            questions = 0;
        }
    }
    return found;
}

// ---- range-based for ---------------------------------------------------------------------------

// The ends of a range.
typedef struct {
    Expr *begin, *end;
} RangeEnds;

// obj.name(); NULL: no such member.
static Expr *member_call(Parse *parse, Expr *obj, Atom name, Pos pos) {
    Lookup l = {0};
    cxx_lookup_member(parse, ty_unqual(obj->type)->u.cls, name, 0, &l);
    if (!l.n) return NULL;
    return cxx_build_call(parse, xe_overload_expr(parse, &l, NULL, obj, name, pos), NULL, 0, pos);
}

// name(obj), by argument-dependent lookup alone [stmt.ranged]/1.3.
static Expr *adl_call(Parse *parse, Expr *obj, Atom name, Pos pos) {
    Lookup l = {0};
    Expr *callee = xe_overload_expr(parse, &l, NULL, NULL, name, pos);
    callee->pad |= XP_CALLEE_OK;
    return cxx_build_call(parse, callee, &obj, 1, pos);
}

// Whether the class has a member of that name, of whatever kind.
static bool has_member(Parse *parse, Type *range_type, Atom name) {
    Lookup l = {0};
    return range_type->kind == TY_CLASS &&
           cxx_lookup_member(parse, range_type->u.cls, name, 0, &l) && l.n;
}

// begin and end of the range [stmt.ranged]/1.3: of an array its own, of a class with both members
// these, else by argument-dependent lookup. NULLs after a diagnostic.
static RangeEnds range_ends(Parse *parse, VarDecl *range, Pos pos) {
    Cxx *cxx = parse->x;
    RangeEnds r = {NULL, NULL};
    Type *type = ty_deref(range->d.type);
    Expr *expr = xe_var_expr(parse, range, pos), *b = xe_var_expr(parse, range, pos);
    if (ty_is_array(type)) {
        if (type->kind != TY_ARRAY) {
            if (!parse->dependent) CXX_DIAG(cxx, x_incomplete_type, pos, type);
            return r;
        }
        r.begin = cxx_rvalue(parse, expr);
        Expr *count = cxx_expr_int(cxx, cxx->ty_ptrdiff_t, type->u.array.n, pos);
        r.end = cxx_build_binary(parse, OP_ADD, cxx_rvalue(parse, b), count, pos);
        return r;
    }
    Type *u = ty_unqual(type);
    if (u->kind == TY_CLASS && !ty_complete(cxx, type, pos, true)) return r;
    if (has_member(parse, u, cxx->n.begin) && has_member(parse, u, cxx->n.end)) {
        r.begin = member_call(parse, expr, cxx->n.begin, pos);
        r.end = member_call(parse, b, cxx->n.end, pos);
    } else if (ty_is_arith(u) || u->kind == TY_PTR) { // no associated namespaces
        CXX_DIAG(cxx, x_no_begin, pos, type);
    } else {
        r.begin = adl_call(parse, expr, cxx->n.begin, pos);
        if (!xe_err(r.begin)) r.end = adl_call(parse, b, cxx->n.end, pos);
    }
    if (xe_lost(r.begin) || xe_lost(r.end)) return (RangeEnds){NULL, NULL};
    return r;
}

// A variable without name, initialised; NULL in error.
static VarDecl *hidden(Parse *parse, Type *declared, Expr *init, Pos pos) {
    VarDecl *v = xe_local_var(parse, 0, declared, pos, parse->at);
    v->init_style = INIT_COPY;
    v->init = cxx_init_var(parse, v, INIT_COPY, &init, 1);
    return xe_err(v->init) ? NULL : v;
}

// The declaration of a for-range, made from `*begin`.
static Stmt *range_variable(Parse *parse, Expr *elem, VarDecl **out) {
    Cxx *cxx = parse->x;
    *out = NULL;
    if (xe_at_binding(parse)) return xe_parse_binding_decl(parse, elem);
    Pos pos = xe_pos(parse);
    DeclSpec ds = {0};
    Declarator declarator = {0};
    if (!cxx_parse_declspecs(parse, &ds, false) ||
        !cxx_parse_declarator(parse, &ds, &declarator, false))
        return NULL;
    if (ds.cls_defined || ds.enum_defined) CXX_DIAG(cxx, d_type_defined_here, ds.type_pos);
    if (parse->at < parse->end) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ":");
    Type *type = declarator.type ? declarator.type : cxx->ty_error;
    VarDecl *var = xe_local_var(parse, declarator.name, type, declarator.pos ? declarator.pos : pos,
                                declarator.order);
    var->d.flags |= ds.flags & DF_CONSTEXPR;
    var->d.attrs = declarator.attrs;
    var->align = ds.align;
    var->init_style = INIT_COPY;
    if (type->kind == TY_ERROR) {
        var->d.flags |= DF_INVALID;
        return NULL;
    }
    var->init = cxx_init_var(parse, var, INIT_COPY, &elem, 1);
    if (xe_err(var->init)) {
        var->d.flags |= DF_INVALID;
        return NULL;
    }
    *out = var;
    return xe_decl_stmt(parse, &var, 1, pos);
}

// Behind the '(' of a range-based for: the range is read first, then the declaration in front of
// it, which is initialised by `*begin`.
static Stmt *range_for(Parse *parse, Stmt *loop, uint32_t colon, uint32_t close) {
    Cxx *cxx = parse->x;
    Pos pos = parse->tok[colon].pos;
    loop->kind = S_RANGE_FOR;
    loop->u.range = arena_zalloc(pa(parse), sizeof *loop->u.range, _Alignof(max_align_t));
    uint32_t decl_at = parse->at, end = parse->end;
    parse->at = colon + 1;
    Expr *init = cxx_parse_init_clause(parse);
    bool ok = !xe_err(init);
    if (ok && parse->at != close) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
        ok = false;
    }
    // auto &&range = init; auto var = begin, e = end; [stmt.ranged]/1
    VarDecl *range = NULL, *var = NULL, *e = NULL;
    Type *type = ty_basic(cxx, TY_AUTO);
    RangeEnds r = {NULL, NULL};
    if (ok && !xe_tdep(init)) range = hidden(parse, ty_ref(cxx, type, true), init, pos);
    if (range) r = range_ends(parse, range, pos);
    if (r.begin) {
        var = hidden(parse, type, r.begin, pos);
        e = hidden(parse, type, r.end, pos);
    }
    parse->at = decl_at;
    parse->end = colon;
    Expr *elem;
    if (var && e) {
        Expr *last = xe_var_expr(parse, e, pos);
        loop->e = cxx_build_binary(parse, OP_NE, xe_var_expr(parse, var, pos), last, pos);
        loop->e = cxx_to_bool(parse, loop->e);
        loop->inc =
            xe_discard(parse, cxx_build_unary(parse, OP_PREINC, xe_var_expr(parse, var, pos), pos));
        loop->e = cxx_full_expr(parse, loop->e);
        loop->inc = cxx_full_expr(parse, loop->inc);
        elem = cxx_build_unary(parse, OP_DEREF, xe_var_expr(parse, var, pos), pos);
    } else {
        elem = cxx_expr_error(cxx, pos);
    }
    Scope *outer = xe_push_block(parse);
    parse->scope->part = BLOCK_CONTROL;
    loop->u.range->decl = range_variable(parse, elem, &loop->u.range->var);
    parse->end = end;
    parse->at = close + 1;
    loop->u.range->range = range;
    loop->u.range->begin = var;
    loop->u.range->end = e;
    loop->body = loop_body(parse);
    parse->scope = outer;
    if (!var || !e || !loop->u.range->decl) loop->kind = S_ERROR;
    return loop;
}

// The condition of a `for`, which may be a declaration [stmt.iter.for]; *ok: it was understood.
static VarDecl *loop_condition(Parse *parse, Stmt *loop, bool *ok) {
    VarDecl *var = NULL;
    if (cxx_starts_declaration(parse)) var = cxx_parse_condition_declaration(parse);
    if (var) {
        if (!var->init_done) cxx_var_init(parse->x, var);
        loop->e = cxx_build_declref(parse, &var->d, var->d.pos);
    } else {
        loop->e = cxx_parse_expr(parse);
    }
    loop->e = cxx_full_expr(parse, cxx_to_bool(parse, loop->e));
    *ok = !xe_err(loop->e);
    return var;
}

// `for (init; decl : range)`: a statement in front of the range's declaration (C++20).
static void range_init(Parse *parse, Stmt *loop, uint32_t colon) {
    for (uint32_t i = parse->at; i < colon; i++) {
        if (lex_is_open(parse->tok[i].kind)) {
            i = parse->tok[i].match;
        } else if (parse->tok[i].kind == T_SEMI) {
            loop->init = xe_init_statement(parse);
            return;
        }
    }
}

// At the '(' of `for`.
static Stmt *for_stmt(Parse *parse, Stmt *loop) {
    Cxx *cxx = parse->x;
    if (cxx_peek(parse) != T_LPAREN) {
        CXX_DIAG(cxx, x_expected_token, xe_pos(parse), "(");
        loop->kind = S_ERROR;
        return loop;
    }
    uint32_t open = parse->at, close = parse->tok[open].match;
    uint32_t colon = range_colon(parse, open);
    parse->at++;
    if (colon) {
        range_init(parse, loop, colon);
        return range_for(parse, loop, colon, close);
    }
    loop->kind = S_FOR;
    loop->init = xe_init_statement(parse);
    bool ok = true;
    loop->u.cond_var = cxx_peek(parse) != T_SEMI ? loop_condition(parse, loop, &ok) : NULL;
    if (!xe_accept(parse, T_SEMI)) {
        if (ok) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ";");
        ok = false;
    }
    if (ok && parse->at != close) {
        loop->inc = xe_discard(parse, cxx_parse_expr(parse));
        loop->inc = cxx_full_expr(parse, loop->inc);
        ok = !xe_err(loop->inc);
        if (ok && parse->at != close) CXX_DIAG(cxx, x_expected_token, xe_pos(parse), ")");
    }
    parse->at = close + 1;
    loop->body = loop_body(parse);
    return loop;
}

// while, do and for, with the pending #pragma unroll.
Stmt *xe_parse_for(Parse *parse) {
    Pos pos = xe_pos(parse);
    uint16_t k = cxx_peek(parse);
    Stmt *s = xe_stmt(parse, S_FOR, pos);
    s->unroll = parse->fs->unroll;
    parse->fs->unroll = 0;
    parse->at++;
    Scope *old = xe_push_block(parse);
    parse->scope->part = BLOCK_CONTROL;
    s = k == T_KW_WHILE ? while_stmt(parse, s)
        : k == T_KW_DO  ? do_stmt(parse, s)
                        : for_stmt(parse, s);
    parse->scope = old;
    s->end = xe_prev_pos(parse);
    return s;
}
