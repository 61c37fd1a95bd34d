// SPDX-License-Identifier: Apache-2.0
// body/statement.c: statements [stmt]: a table token -> handler. Function bodies, blocks,
// selection, jumps. Loops are in body/for.c, structured bindings in decl/binding.c, asm and pragmas
// in body/asm.c.
#include <stdlib.h>

#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/constant/constant.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"
#include "cxx/decl/decl.h"
#include "cxx/body/body.h"

// While the block in it is open, no statement of the scope declares anything.
static bool stays_nameless(const Scope *scope) {
    return scope && scope->of_statement && !scope->names.n && !scope->using_dirs.n;
}

Scope *xe_push_block(Parse *parse) {
    Scope *old = parse->scope;
    Scope *s = cxx_scope_new(parse->x, SC_BLOCK, old, NULL);
    s->of_statement = true;
    if (stays_nameless(old)) s->past_nameless = cxx_scope_around(old);
    s->fn = parse->fn;
    s->env = parse->env;
    parse->scope = s;
    return old;
}

// To behind the next `;` of this level, or before a closing bracket.
void xe_recover(Parse *parse) {
    while (parse->at < parse->end) {
        const Token *token = &parse->tok[parse->at];
        if (token->kind == T_SEMI) {
            parse->at++;
            return;
        }
        if (token->kind == T_LBRACE) {
            parse->at = token->match + 1;
            return;
        }
        if (lex_is_close(token->kind)) return;
        parse->at = lex_is_open(token->kind) ? token->match + 1 : parse->at + 1;
    }
}

void xe_end_semi(Parse *parse, bool failed) {
    if (xe_accept(parse, T_SEMI)) return;
    if (!failed && !cxx_at_lost_end(parse)) {
        cxx_lacks_semi(parse);
        if (cxx_statement_begins(parse)) return;
    }
    xe_recover(parse);
}

// ---- expression and simple statements ----------------------------------------------------------

// At an `else` behind several statements: the last `if` of the block ended with its first.
static void else_alone(Parse *parse) {
    Cxx *cxx = parse->x;
    CXX_DIAG(cxx, x_else_without_if, xe_pos(parse));
    uint32_t at = parse->at++;
    while (at-- && !is_any_of(parse->tok[at].kind, T_LBRACE, T_KW_IF)) {
        if (lex_is_close(parse->tok[at].kind)) at = parse->tok[at].match;
    }
    bool found = at != UINT32_MAX && parse->tok[at].kind == T_KW_IF;
    if (found) CXX_DIAG(cxx, x_note_if_ended, parse->tok[at].pos);
}

// An expression statement [stmt.expr]. The value of the last one in a statement expression is kept.
static Stmt *expr_stmt(Parse *parse) {
    Pos pos = xe_pos(parse);
    if (cxx_peek(parse) == T_KW_ELSE) {
        else_alone(parse);
        return xe_stmt(parse, S_ERROR, pos);
    }
    if (lex_is_close(cxx_peek(parse)) || cxx_peek(parse) == T_EOF) {
        CXX_DIAG(parse->x, x_expected_statement, pos);
        return xe_stmt(parse, S_ERROR, pos);
    }
    Expr *expr = cxx_parse_expr(parse);
    Stmt *stmt = xe_stmt(parse, S_EXPR, pos);
    bool failed = xe_err(expr);
    bool last = cxx_peek(parse) == T_SEMI && cxx_peek_n(parse, 1) == T_RBRACE;
    // the last expression of a statement expression keeps its value
    if (!last || !parse->fs || !parse->fs->in_stmt_exprs || expr->kind == E_TYPE || xe_list(expr))
        expr = xe_discard(parse, expr);
    else if (expr->kind == E_OVERLOAD)
        expr = cxx_rvalue(parse, expr); // which function it is
    stmt->e = failed ? expr : cxx_full_expr(parse, expr);
    if (failed) stmt->kind = S_ERROR;
    if (parse->fs) parse->fs->last_expr = stmt;
    xe_end_semi(parse, failed);
    stmt->end = xe_prev_pos(parse);
    return stmt;
}

// At `;`.
static Stmt *null_stmt(Parse *parse) {
    Stmt *s = xe_stmt(parse, S_NULL, xe_pos(parse));
    parse->at++;
    return s;
}

// Each statement makes progress, or is reported and its token passed over.
Stmt *cxx_answer_parse_compound(Parse *parse) {
    Cxx *cxx = parse->x;
    if (!parse->fs) return cxx_parse_func_body(parse);
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_COMPOUND, pos);
    uint32_t close = parse->tok[parse->at].match;
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        parse->at = close + 1;
        stmt->kind = S_ERROR;
        return stmt;
    }
    Scope *old = xe_push_block(parse);
    VEC(Stmt *) v = {0};
    parse->at++;
    while (parse->at < close && parse->at < parse->end) {
        uint32_t before = parse->at;
        Stmt *c = cxx_parse_statement(parse);
        if (c->kind != S_NULL) vec_push(pa(parse), &v, c);
        if (parse->at == before) {
            CXX_DIAG(cxx, x_expected_statement, xe_pos(parse));
            parse->at++;
        }
        if (parse->at > close) break;
    }
    parse->scope = old;
    parse->at = close + 1;
    parse->depth--;
    stmt->u.list.at = v.at;
    stmt->u.list.n = v.n;
    stmt->end = parse->tok[close].pos;
    return stmt;
}

// ---- conditions --------------------------------------------------------------------------------

// Whether the parentheses at parse->at hold a `;` at their level (an init-statement).
static bool has_init_statement(const Parse *parse) {
    uint32_t close = parse->tok[parse->at].match;
    for (uint32_t i = parse->at + 1; i < close; i++) {
        if (parse->tok[i].kind == T_SEMI) return true;
        if (lex_is_open(parse->tok[i].kind)) i = parse->tok[i].match;
    }
    return false;
}

// A condition up to its `)`: the variable declared (or NULL) and the expression.
static Expr *condition(Parse *parse, VarDecl **var, bool is_switch) {
    *var = cxx_starts_declaration(parse) ? cxx_parse_condition_declaration(parse) : NULL;
    Expr *expr;
    if (*var) {
        if (!(*var)->init_done) cxx_var_init(parse->x, *var);
        expr = cxx_build_declref(parse, &(*var)->d, (*var)->d.pos);
    } else {
        expr = cxx_parse_expr(parse);
    }
    if (xe_err(expr)) cxx_host_failed(parse->x);
    if (is_switch) return expr;
    expr = cxx_to_bool(parse, expr);
    return cxx_full_expr(parse, expr);
}

static Stmt *simple_init(Parse *parse) { // init-statement, consumes the `;`
    if (cxx_peek(parse) == T_SEMI) {
        parse->at++;
        return NULL;
    }
    if (xe_at_binding(parse)) return xe_parse_binding_decl(parse, NULL);
    Pos pos = xe_pos(parse);
    if (cxx_peek(parse) == T_KW_USING && parse->x->opt.std < 23)
        cxx_extension(parse->x, pos, "an alias-declaration as init-statement before C++23");
    if (cxx_starts_declaration(parse)) return cxx_parse_block_declaration(parse);
    Stmt *s = xe_stmt(parse, S_EXPR, pos);
    Expr *e = xe_discard(parse, cxx_parse_expr(parse));
    s->e = cxx_full_expr(parse, e);
    xe_end_semi(parse, xe_err(e));
    return s;
}
Stmt *xe_init_statement(Parse *parse) {
    return simple_init(parse);
}

void xe_paren_condition(Parse *parse, Stmt *owner, VarDecl **var, bool is_switch) {
    if (cxx_peek(parse) != T_LPAREN) {
        CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "(");
        owner->e = cxx_expr_error(parse->x, xe_pos(parse));
        *var = NULL;
        return;
    }
    uint32_t close = parse->tok[parse->at].match;
    bool init = (owner->kind == S_IF || is_switch) && has_init_statement(parse); // not of a loop
    parse->at++;
    if (init) owner->init = simple_init(parse);
    owner->e = condition(parse, var, is_switch);
    if (parse->at != close) {
        if (!xe_err(owner->e)) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ")");
        owner->e = cxx_expr_error(parse->x, owner->pos);
    }
    parse->at = close + 1;
}

// A substatement is a block of its own [stmt.select]/2, even without braces.
static Stmt *guarded_statement(Parse *parse, BlockGuard guard) {
    Scope *old = xe_push_block(parse);
    parse->scope->part = BLOCK_SUB;
    parse->scope->guard = guard;
    Stmt *s = cxx_parse_statement(parse);
    parse->scope = old;
    return s;
}
static Stmt *sub_statement(Parse *parse) {
    return guarded_statement(parse, GUARD_NONE);
}
Stmt *xe_sub_statement(Parse *parse) {
    return sub_statement(parse);
}

// Behind `else`; `outer` is the scope around the `if`.
static Stmt *else_statement(Parse *parse, Scope *outer, BlockGuard guard) {
    if (cxx_peek(parse) != T_KW_IF || !xe_chain_begin(parse))
        return guarded_statement(parse, guard);
    // names would be looked up in all scopes of the chain
    if (!parse->scope->names.n) parse->scope = outer;
    Stmt *s = cxx_parse_statement(parse);
    xe_chain_end(parse);
    return s;
}

// The branch that a constant condition discards is skipped by tokens. With --check-all it is read
// outside of templates, for what is wrong in it; nothing of it is kept.
static void discarded_statement(Parse *parse) {
    Cxx *cxx = parse->x;
    struct FnState *fs = parse->fs;
    bool of_template = parse->env || parse->dependent || parse->lambda;
    if (!cxx->opt.check_all || of_template || !fs || fs->ret_auto || xe_in_device_code(parse)) {
        uint32_t from = parse->at;
        xe_skip_statement(parse);
        xe_capture_discarded(parse, from);
        return;
    }
    uint32_t used = xe_state(cxx)->pending.n, locals = parse->fn ? parse->fn->body.locals.n : 0;
    bool around = parse->discarded;
    parse->discarded = true;
    guarded_statement(parse, GUARD_CONSTEXPR_IF);
    parse->discarded = around;
    xe_state(cxx)->pending.n = used;
    if (parse->fn) parse->fn->body.locals.n = locals;
}

// `if constexpr` [stmt.if]/2; a condition that depends reads both branches.
static void constexpr_branches(Parse *parse, Stmt *owner, Scope *outer) {
    Cxx *cxx = parse->x;
    bool val = false, known = false;
    if (!xe_err(owner->e) && !xe_vdep(owner->e)) {
        if (cxx_const_bool(cxx, owner->e, &val))
            known = true;
        else
            cxx_const_eval(cxx, owner->e, true);
    }
    // what the condition calls has no code
    if (known) owner->e = cxx_expr_int(cxx, ty_basic(cxx, TY_BOOL), val, owner->e->pos);
    if (known && !val)
        discarded_statement(parse);
    else
        owner->body = guarded_statement(parse, GUARD_CONSTEXPR_IF);
    if (!xe_accept(parse, T_KW_ELSE)) return;
    if (known && val)
        discarded_statement(parse);
    else
        owner->els = else_statement(parse, outer, GUARD_CONSTEXPR_IF);
}

// At `consteval`, behind `if` or `if !`: both branches are blocks [stmt.if]/4; the one for constant
// evaluation is an immediate function context [expr.const]/16, of which no code is made.
static Stmt *if_consteval(Parse *parse, Stmt *branching, bool negated) {
    branching->kind = S_IF_CONSTEVAL;
    if (parse->x->opt.std < 23) CXX_DIAG(parse->x, w_cxx23, xe_pos(parse), "\"if consteval\"");
    parse->at++;
    Stmt *branch[2] = {NULL, NULL};
    for (uint32_t i = 0; i < 2; i++) {
        if (i && !xe_accept(parse, T_KW_ELSE)) break;
        if (cxx_peek(parse) != T_LBRACE) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), "{");
        bool immediate = parse->immediate, constant = parse->const_expr;
        bool evaluated = (i == 0) != negated;
        if (evaluated) parse->immediate = parse->const_expr = true;
        branch[i] = guarded_statement(parse, GUARD_CONSTEXPR_IF);
        parse->immediate = immediate;
        parse->const_expr = constant;
    }
    branching->body = branch[negated];
    branching->els = branch[!negated];
    branching->end = xe_prev_pos(parse);
    return branching;
}

// At `if`. Names declared in its head live in a scope around both branches.
static Stmt *if_stmt(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_IF, pos);
    parse->at++;
    bool negated = cxx_peek(parse) == T_NOT && cxx_peek_n(parse, 1) == T_KW_CONSTEVAL;
    if (negated) parse->at++;
    if (cxx_peek(parse) == T_KW_CONSTEVAL) return if_consteval(parse, stmt, negated);
    bool cexpr = xe_accept(parse, T_KW_CONSTEXPR);
    Scope *old = xe_push_block(parse);
    parse->scope->part = BLOCK_CONTROL;
    VarDecl *var = NULL;
    bool ce = parse->const_expr;
    if (cexpr) parse->const_expr = true;
    xe_paren_condition(parse, stmt, &var, false);
    parse->const_expr = ce;
    stmt->u.cond_var = var;
    if (cexpr) {
        if (parse->fs) parse->fs->constexpr_ifs++;
        constexpr_branches(parse, stmt, old);
        if (parse->fs) parse->fs->constexpr_ifs--;
    } else {
        stmt->body = sub_statement(parse);
        if (xe_accept(parse, T_KW_ELSE)) stmt->els = else_statement(parse, old, GUARD_NONE);
    }
    parse->scope = old;
    stmt->end = xe_prev_pos(parse);
    return stmt;
}

// ---- switch ------------------------------------------------------------------------------------

// The condition of a switch, converted to an integral or enumeration type and promoted
// [stmt.switch]/2.
static Expr *switch_value(Parse *parse, Expr *condition) {
    Cxx *cxx = parse->x;
    if (xe_open(condition)) return condition;
    condition = cxx_rvalue(parse, xe_contextual_integral(parse, condition));
    if (xe_err(condition)) return condition;
    Type *t = condition->type;
    if (t->kind == TY_ENUM && t->u.enm->scoped) return condition;
    if (!xe_integral_or_enum(t)) {
        CXX_DIAG(cxx, x_switch_not_integral, condition->pos, t);
        return cxx_expr_error(cxx, condition->pos);
    }
    return xe_arith_to(parse, condition, ty_promote(cxx, xe_arith_type(parse, condition)));
}

// By value, then by position, so that qsort has one answer.
static int compare_cases(const void *a, const void *b) {
    const CaseRange *x = a, *y = b;
    int c = apint_cmp(x->lo, y->lo, true);
    return c ? c : (x->stmt->pos > y->stmt->pos) - (x->stmt->pos < y->stmt->pos);
}

// No two cases have the same value [stmt.switch]/2; ranges (GNU) may not overlap.
static void check_duplicates(Parse *parse, SwitchState *sw) {
    if (sw->cases.n < 2) return;
    CaseRange *v =
        arena_copy(pa(parse), sw->cases.at, sw->cases.n * sizeof *v, _Alignof(CaseRange));
    qsort(v, sw->cases.n, sizeof *v, compare_cases);
    for (uint32_t i = 1; i < sw->cases.n; i++)
        if (apint_cmp(v[i].lo, v[i - 1].hi, true) <= 0) {
            CXX_DIAG(parse->x, x_duplicate_case, v[i].stmt->pos);
            CXX_DIAG(parse->x, x_note_case, v[i - 1].stmt->pos);
        }
}

// Its cases list themselves in SwitchState while the body is parsed.
Stmt *xe_parse_switch(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_SWITCH, pos);
    parse->at++;
    Scope *old = xe_push_block(parse);
    parse->scope->part = BLOCK_CONTROL;
    VarDecl *var = NULL;
    xe_paren_condition(parse, stmt, &var, true);
    stmt->e = cxx_full_expr(parse, switch_value(parse, stmt->e));
    if (var) { // the variable lives in front of the switch proper
        Stmt *d = xe_decl_stmt(parse, &var, 1, pos);
        if (stmt->init) {
            Stmt *c = xe_stmt(parse, S_COMPOUND, pos);
            c->u.list.at = arena_array(pa(parse), Stmt *, 2);
            c->u.list.at[0] = stmt->init;
            c->u.list.at[1] = d;
            c->u.list.n = 2;
            d = c;
        }
        stmt->init = d;
    }
    SwitchState sw = {.outer = parse->fs->sw,
                      .scope = parse->scope,
                      .pos = pos,
                      .type = xe_err(stmt->e) ? NULL : stmt->e->type};
    parse->fs->sw = &sw;
    parse->fs->breakable++;
    stmt->body = sub_statement(parse);
    parse->fs->breakable--;
    parse->fs->sw = sw.outer;
    parse->scope = old;
    check_duplicates(parse, &sw);
    stmt->u.cases.at = sw.cases.at;
    stmt->u.cases.n = sw.cases.n;
    stmt->u.cases.def = sw.def;
    stmt->end = xe_prev_pos(parse);
    return stmt;
}

// A constant of the switch's type; false after a diagnostic, or if it depends.
static bool case_value(Parse *parse, Type *switched, ApInt *out) {
    Expr *e = cxx_parse_const_expr(parse);
    if (xe_err(e) || !switched || xe_vdep(e)) return false;
    bool ce = parse->const_expr;
    parse->const_expr = true;
    if (ty_is_arith(switched) && ty_is_arith(e->type))
        xe_check_narrowing(parse, e, switched); // [stmt.switch]/2
    e = cxx_convert(parse, e, switched, NULL);
    parse->const_expr = ce;
    return !xe_err(e) && cxx_const_int(parse->x, e, out, true);
}

Stmt *xe_labelled_body(Parse *parse) {
    // `case 1: }` is a GNU/C23 extension that nvcc accepts with a null statement
    if (is_any_of(cxx_peek(parse), T_RBRACE, T_EOF)) return xe_stmt(parse, S_NULL, xe_pos(parse));
    bool chain = xe_chain_begin(parse);
    Stmt *s = cxx_parse_statement(parse);
    if (chain) xe_chain_end(parse);
    return s;
}

// The switch that a label at `pos` belongs to; NULL after a diagnostic, if there is none
// [stmt.label]/2.
static SwitchState *switch_around(Parse *parse, Pos pos) {
    SwitchState *around = parse->fs ? parse->fs->sw : NULL;
    if (!around) CXX_DIAG(parse->x, x_case_outside, pos);
    return around;
}

// At `case`: its value or range is listed in the switch around.
static Stmt *case_stmt(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_CASE, pos);
    SwitchState *sw = switch_around(parse, pos);
    parse->at++;

    // Its values are parsed outside of a switch too, for what is wrong in them.
    CaseRange case_range = {.stmt = stmt};
    bool ok = case_value(parse, sw ? sw->type : NULL, &case_range.lo);
    case_range.hi = case_range.lo;
    if (xe_accept(parse, T_ELLIPSIS)) ok &= case_value(parse, sw ? sw->type : NULL, &case_range.hi);
    if (!xe_expect(parse, T_COLON, ":")) {
        xe_recover(parse);
        return stmt;
    }
    if (ok && sw) vec_push(pa(parse), &sw->cases, case_range);
    if (sw) xe_check_case_jump(parse, sw);
    stmt->body = xe_labelled_body(parse);
    return stmt;
}

// At `default`.
static Stmt *default_stmt(Parse *parse) {
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_DEFAULT, pos);
    SwitchState *sw = switch_around(parse, pos);
    parse->at++;

    if (sw && sw->def)
        CXX_DIAG(parse->x, x_duplicate_default, pos);
    else if (sw)
        sw->def = stmt;
    if (sw) xe_check_case_jump(parse, sw);

    xe_expect(parse, T_COLON, ":");
    stmt->body = xe_labelled_body(parse);
    return stmt;
}

// ---- return ------------------------------------------------------------------------------------

// The function's type has its deduced result.
static void set_return_type(Parse *parse, Type *deduced) {
    FuncDecl *f = parse->fn;
    FuncType ft = f->d.type->u.func;
    ft.ret = deduced;
    f->d.type = ty_func(parse->x, &ft);
    f->ret_deduced = true;
    parse->fs->ret = deduced;
}

// `auto` or `decltype(auto)` alone, for which void is deduced where nothing is returned.
static bool is_placeholder(const Type *type) {
    return is_any_of(type->kind, TY_AUTO, TY_DECLTYPE_AUTO);
}

// Deduces the result from one return statement [dcl.spec.auto]/8; all must agree. NULL: none.
// False after a diagnostic.
static bool deduce_return(Parse *parse, Expr *returned, Pos pos) {
    struct FnState *fs = parse->fs;
    Cxx *cxx = parse->x;
    Type *declared = fs->ret_declared, *type;
    if (!returned) {
        type = ty_basic(cxx, TY_VOID);
        if (!is_placeholder(declared)) {
            CXX_DIAG(cxx, x_return_void_deduced, pos);
            return false;
        }
    } else if (xe_err(returned)) {
        return false;
    } else if (xe_list(returned)) {
        CXX_DIAG(cxx, x_return_list_deduced, pos);
        return false;
    } else if (returned->type->kind == TY_VOID) {
        type = ty_basic(cxx, TY_VOID);
    } else {
        type = cxx_deduce_auto(parse, declared, returned, pos);
        if (ty_lost(type)) return false;
    }
    if (fs->ret_seen && fs->ret != type && !parse->dependent) {
        CXX_DIAG(cxx, x_return_types_differ, pos, type, fs->ret);
        return false;
    }
    fs->ret_seen = true;
    set_return_type(parse, type);
    return true;
}

// At `return`: the result object is initialised [stmt.return]/2.
static Stmt *return_stmt(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    Stmt *stmt = xe_stmt(parse, S_RETURN, pos);
    struct FnState *fs = parse->fs;
    if (!fs->returns) fs->returns = pos;
    parse->at++;
    Expr *expr = NULL;
    if (cxx_peek(parse) != T_SEMI)
        expr = cxx_peek(parse) == T_LBRACE ? xe_parse_init_list(parse) : cxx_parse_expr(parse);
    bool failed = expr && xe_err(expr);
    if (fs->ret_auto && !failed && !deduce_return(parse, expr, pos)) failed = true;
    Type *ret = fs->ret;
    if (failed || !ret) {
        stmt->e = expr ? cxx_expr_error(cxx, pos) : NULL;
        stmt->kind = S_ERROR;
        if (fs->ret_auto && !ret) set_return_type(parse, cxx->ty_error);
    } else if (ret->kind == TY_VOID) {
        if (expr && (xe_list(expr) || (!xe_tdep(expr) && expr->type->kind != TY_VOID))) {
            CXX_DIAG(cxx, x_return_value_in_void, expr->pos);
            stmt->kind = S_ERROR;
        } else if (expr) {
            stmt->e = cxx_full_expr(parse, expr);
        }
    } else if (!expr && ty_dependent(ret)) {
        stmt->kind = S_ERROR; // read unbound
    } else if (!expr) {
        if (cxx->opt.check_all && !xe_in_device_code(parse)) // nvcc warns only
            CXX_DIAG(cxx, x_return_needs_value, pos, &parse->fn->d);
        else
            CXX_DIAG(cxx, x_return_missing_value, pos, &parse->fn->d);
    } else {
        expr = xe_returned_local(parse, expr, ret);
        expr = cxx_initialize(parse, ret, xe_list(expr) ? INIT_COPY_LIST : INIT_COPY, &expr, 1,
                              expr->pos, "return");
        failed = xe_err(expr);
        stmt->e = cxx_full_expr(parse, expr);
        if (failed) stmt->kind = S_ERROR;
    }
    xe_end_semi(parse, failed);
    stmt->end = xe_prev_pos(parse);
    return stmt;
}

// ---- others ------------------------------------------------------------------------------------

// What no handler has [except.handle]/1.
static void handled_type(Parse *parse, Type *caught, Pos pos) {
    if (caught->kind == TY_RREF) CXX_DIAG(parse->x, x_handler_rvalue, pos);
    Type *object = caught;
    if (ty_refers(object)) object = object->u.ptr.to;
    bool is_void = caught->kind == TY_PTR && object->kind == TY_VOID;
    if (is_void || ty_dependent(object) || object->kind == TY_FUNC) return;
    if (ty_complete(parse->x, object->unqual, pos, true) && object == caught)
        cxx_no_abstract(parse->x, caught, DIAG_OF(cxx, x_abstract_object), pos);
}

// A handler's name is no operator, and in a function-try-block no parameter's
// [basic.scope.block]/2.
static void check_handler_name(Parse *parse, const Declarator *handler) {
    if (handler->op || handler->fkind != FK_NORMAL)
        CXX_DIAG(parse->x, d_operator_variable, handler->pos);
    const Scope *around = parse->scope->parent;
    if (scope_is(around, SC_FUNC) && map_get(&around->names, handler->name))
        CXX_DIAG(parse->x, d_already_declared, handler->pos, handler->name);
}

// The exception declaration of a handler up to `close`.
static void handler_declaration(Parse *parse, uint32_t close) {
    DeclSpec ds;
    Declarator d;
    uint32_t at = parse->at;
    bool any = cxx_peek(parse) == T_ELLIPSIS;
    if (at == close) CXX_DIAG(parse->x, x_handler_empty, xe_pos(parse));
    if (any || at == close) return;
    if (!cxx_parse_declspecs(parse, &ds, false) || !ds.type) {
        if (!cxx_unknown_type(parse)) CXX_DIAG(parse->x, d_expected_type, xe_pos(parse));
        return;
    }
    cxx_refuse_definition(parse, &ds); // [except.pre]/1
    bool ok = cxx_parse_declarator(parse, &ds, &d, true) && d.type->kind != TY_ERROR;
    if (ok) handled_type(parse, d.type, d.pos);
    if (ok && d.name) check_handler_name(parse, &d);
    if (ok && d.name) xe_local_var(parse, d.name, ty_decay(parse->x, d.type), d.pos, at);
    if (ok && parse->at != close) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ")");
}

// The handlers of a try block in host code: they are read for what they launch and name, and
// dropped, for a constant expression throws nothing.
static void read_handlers(Parse *parse) {
    while (parse->tok[parse->at].kind == T_KW_CATCH && parse->tok[parse->at + 1].kind == T_LPAREN) {
        uint32_t close = parse->tok[parse->at + 1].match, end = parse->end;
        // a function's handlers stand behind the end of its body
        if (parse->tok[close + 1].kind == T_LBRACE)
            parse->end = CU_MAX(end, parse->tok[close + 1].match + 1);
        Scope *old = xe_push_block(parse);
        parse->scope->guard = GUARD_HANDLER;
        parse->scope->part = BLOCK_CONTROL;
        parse->at += 2;
        handler_declaration(parse, close);
        parse->at = close + 1;
        if (parse->tok[parse->at].kind == T_LBRACE) cxx_parse_compound(parse);
        parse->scope = old;
        parse->end = end;
    }
}

// [dcl.constexpr]/3 before C++20. Lambdas are constexpr only if they can be.
static void check_constexpr_try(Parse *parse, Pos pos) {
    const FuncDecl *func = parse->fn;
    bool lambda = cxx_is_of_closure(func);
    if (parse->x->opt.std < 20 && func && func->d.flags & DF_CONSTEXPR && !lambda)
        cxx_extension(parse->x, pos, "a try block in a constexpr function before C++20");
}

// At `try`. Device code has no exceptions, and host code is only looked at: the block is all that
// stays.
static Stmt *try_stmt(Parse *parse) {
    Pos pos = xe_pos(parse);
    if (xe_in_device_code(parse)) CXX_DIAG(parse->x, x_no_exceptions, pos, "try");
    check_constexpr_try(parse, pos);
    parse->at++;
    const Scope *outer = parse->try_scope;
    Scope *old = xe_push_block(parse);
    parse->scope->guard = GUARD_TRY;
    parse->try_scope = old;
    Stmt *s =
        cxx_peek(parse) == T_LBRACE ? cxx_parse_compound(parse) : xe_stmt(parse, S_ERROR, pos);
    parse->scope = old;
    parse->try_scope = outer;
    if (!xe_in_device_code(parse)) read_handlers(parse);
    while (cxx_peek(parse) == T_KW_CATCH && cxx_peek_n(parse, 1) == T_LPAREN) {
        parse->at = parse->tok[parse->at + 1].match + 1;
        if (cxx_peek(parse) == T_LBRACE) parse->at = parse->tok[parse->at].match + 1;
    }
    return s;
}

// Those of a statement, from `start` on; [[fallthrough]] stands alone in a switch
// [dcl.attr.fallthrough]/1.
static const AttrSet *statement_attributes(Parse *parse, uint32_t start) {
    Pos pos = parse->tok[start].pos;
    parse->at = start;
    const AttrSet *a = cxx_parse_attributes(parse, NULL);
    bool alone = cxx_peek(parse) == T_SEMI && parse->fs && parse->fs->sw;
    if (a && a->fallthrough && !alone) CXX_DIAG(parse->x, d_attr_fallthrough, pos);
    return a;
}

static Stmt *attribute_stmt(Parse *parse) { // [[...]] or __attribute__((...)) in front
    uint32_t start = parse->at;
    while (cxx_peek(parse) == T_LBRACKET && cxx_peek_n(parse, 1) == T_LBRACKET)
        parse->at = parse->tok[parse->at].match + 1;
    while (cxx_peek(parse) == T_KW_ATTRIBUTE && cxx_peek_n(parse, 1) == T_LPAREN)
        parse->at = parse->tok[parse->at + 1].match + 1;
    if (parse->at == start) return expr_stmt(parse);
    uint32_t behind = parse->at;
    if (cxx_peek(parse) == T_SEMI) {
        statement_attributes(parse, start);
        return null_stmt(parse);
    }
    if (xe_at_binding(parse)) {
        parse->at = start;
        return xe_parse_binding_decl(parse, NULL);
    }
    if (cxx_starts_declaration(parse)) {
        parse->at = start;
        return cxx_parse_block_declaration(parse);
    }
    const AttrSet *a = statement_attributes(parse, start);
    parse->at = behind;
    Stmt *s = cxx_parse_statement(parse);
    if (a && s->kind == S_EXPR) s->u.tile_hints = a->tile_hints;
    return s;
}

// `__label__ a, b;` declares what is found anyway.
static Stmt *gnu_label_decl(Parse *parse) {
    Stmt *s = xe_stmt(parse, S_NULL, xe_pos(parse));
    xe_recover(parse);
    return s;
}

// At `co_return`.
static Stmt *co_return_stmt(Parse *parse) {
    Stmt *s = xe_stmt(parse, S_EXPR, xe_pos(parse));
    Expr *e = xe_parse_co_return(parse);
    bool failed = xe_err(e);
    if (failed)
        s->kind = S_ERROR;
    else
        s->e = cxx_full_expr(parse, e);
    xe_end_semi(parse, failed);
    return s;
}

// At `[`: attributes, or an expression that begins with a lambda.
static Stmt *bracket_stmt(Parse *parse) {
    return cxx_peek_n(parse, 1) == T_LBRACKET ? attribute_stmt(parse) : expr_stmt(parse);
}

typedef Stmt *(*StmtFn)(Parse *p);
static const StmtFn handlers[T_count_] = {
    [T_LBRACE] = cxx_parse_compound,
    [T_SEMI] = null_stmt,
    [T_KW_IF] = if_stmt,
    [T_KW_SWITCH] = xe_parse_switch,
    [T_KW_WHILE] = xe_parse_for,
    [T_KW_DO] = xe_parse_for,
    [T_KW_FOR] = xe_parse_for,
    [T_KW_BREAK] = xe_break_continue,
    [T_KW_CONTINUE] = xe_break_continue,
    [T_KW_RETURN] = return_stmt,
    [T_KW_GOTO] = xe_goto,
    [T_KW_CASE] = case_stmt,
    [T_KW_DEFAULT] = default_stmt,
    [T_KW_ASM] = xe_parse_asm,
    [T_KW_TRY] = try_stmt,
    [T_KW_LABEL] = gnu_label_decl,
    [T_KW_CO_RETURN] = co_return_stmt,
    [T_PRAGMA] = xe_parse_pragma,
    [T_LBRACKET] = bracket_stmt,
    [T_KW_ATTRIBUTE] = attribute_stmt,
};

// An error that may have been reported elsewhere.
static bool stmt_failed(const Stmt *stmt) {
    if (stmt->kind == S_ERROR) return true;
    if (is_any_of(stmt->kind, S_EXPR, S_RETURN)) return xe_err(stmt->e);
    for (uint32_t i = 0; stmt->kind == S_DECL && i < stmt->u.decl.n; i++) {
        const VarDecl *v = stmt->u.decl.var[i];
        if (v->d.flags & DF_INVALID || v->d.type->kind == TY_ERROR || xe_err(v->init)) return true;
    }
    return false;
}

// The first token decides, by the table; then declarations go before expressions [stmt.ambig].
Stmt *cxx_parse_statement(Parse *parse) {
    Cxx *cxx = parse->x;
    Pos pos = xe_pos(parse);
    if (!xe_depth(parse, pos)) {
        parse->depth--;
        xe_recover(parse);
        return xe_stmt(parse, S_ERROR, pos);
    }
    cxx_host_read_to(cxx, parse->at);
    uint16_t k = cxx_peek(parse);
    StmtFn stmt_fn = handlers[k];
    Stmt *stmt;
    if (stmt_fn) {
        stmt = stmt_fn(parse);
    } else if (k == T_IDENT && cxx_peek_n(parse, 1) == T_COLON) {
        stmt = xe_label(parse);
    } else if (xe_at_binding(parse)) {
        stmt = xe_parse_binding_decl(parse, NULL);
    } else if (cxx_starts_declaration(parse)) {
        stmt = cxx_parse_block_declaration(parse);
        if (!stmt) stmt = xe_stmt(parse, S_NULL, pos);
    } else {
        stmt = expr_stmt(parse);
    }
    if (k != T_PRAGMA && parse->fs) parse->fs->unroll = 0;
    parse->depth--;
    if (cxx->decls->host.place) {
        if (stmt_failed(stmt)) cxx_host_failed(cxx);
        cxx_host_read_to(cxx, parse->at);
    }
    return stmt;
}

// ---- skipping ----------------------------------------------------------------------------------

// By tokens: nothing in a discarded branch is looked up here.
void xe_skip_statement(Parse *parse) {
    for (;;) { // labels, pragmas and `else` continue the loop
        uint16_t k = cxx_peek(parse);
        switch (k) {
        case T_LBRACE: parse->at = parse->tok[parse->at].match + 1; return;
        case T_KW_IF:
            parse->at++;
            xe_accept(parse, T_KW_CONSTEXPR);
            if (cxx_peek(parse) == T_LPAREN) parse->at = parse->tok[parse->at].match + 1;
            parse->depth++;
            if (parse->depth < parse->x->ctx->max_nesting) xe_skip_statement(parse);
            parse->depth--;
            if (!xe_accept(parse, T_KW_ELSE)) return;
            continue;
        case T_KW_FOR:
        case T_KW_WHILE:
        case T_KW_SWITCH:
            parse->at++;
            if (cxx_peek(parse) == T_LPAREN) parse->at = parse->tok[parse->at].match + 1;
            continue;
        case T_KW_DO:
            parse->at++;
            parse->depth++;
            if (parse->depth < parse->x->ctx->max_nesting) xe_skip_statement(parse);
            parse->depth--;
            xe_recover(parse);
            return;
        case T_KW_TRY:
            parse->at++;
            if (cxx_peek(parse) == T_LBRACE) parse->at = parse->tok[parse->at].match + 1;
            while (xe_accept(parse, T_KW_CATCH)) {
                if (cxx_peek(parse) == T_LPAREN) parse->at = parse->tok[parse->at].match + 1;
                if (cxx_peek(parse) == T_LBRACE) parse->at = parse->tok[parse->at].match + 1;
            }
            return;
        case T_PRAGMA: parse->at++; continue;
        case T_KW_CASE:
        case T_KW_DEFAULT:
            while (parse->at < parse->end && cxx_peek(parse) != T_COLON) parse->at++;
            xe_accept(parse, T_COLON);
            continue;
        case T_IDENT:
            if (cxx_peek_n(parse, 1) == T_COLON) {
                parse->at += 2;
                continue;
            }
            break;
        case T_LBRACKET:
            if (cxx_peek_n(parse, 1) == T_LBRACKET) {
                parse->at = parse->tok[parse->at].match + 1;
                continue;
            }
            break;
        default: break;
        }
        while (parse->at < parse->end && cxx_peek(parse) != T_SEMI &&
               !lex_is_close(cxx_peek(parse)))
            parse->at =
                lex_is_open(cxx_peek(parse)) ? parse->tok[parse->at].match + 1 : parse->at + 1;
        xe_accept(parse, T_SEMI);
        return;
    }
}

// ---- function bodies ---------------------------------------------------------------------------

// The body of parse->fn at `{`.
Stmt *cxx_parse_func_body(Parse *parse) {
    Cxx *cxx = parse->x;
    FuncDecl *func = parse->fn;
    xe_lambda_context(parse);
    struct FnState fs = {
        .fn = func, .odr_mark = xe_state(cxx)->pending.n, .errors = diag_error_count(cxx->ctx)};
    struct FnState *outer = parse->fs;
    parse->fs = &fs;
    // A body is a context of its own, even where it stands in an expression (a lambda's).
    bool uneval = parse->unevaluated, cexpr = parse->const_expr, targs = parse->in_targs,
         half = parse->half_gtgt;
    parse->unevaluated = parse->const_expr = parse->in_targs = parse->half_gtgt = false;
    CallSite *site = parse->site;
    parse->site = NULL;
    fs.ret = func ? func->d.type->u.func.ret : ty_basic(cxx, TY_VOID);
    if (func && is_any_of(func->kind, FK_CTOR, FK_DTOR)) fs.ret = ty_basic(cxx, TY_VOID);
    HostPlace place;
    cxx_host_place_begin(cxx, &place, func ? func->d.scope : parse->scope, func, parse->at);
    fs.ret_declared = fs.ret;
    fs.ret_auto = (fs.ret->flags & TF_HAS_AUTO) != 0;
    if (fs.ret_auto) fs.ret = NULL;
    bool is_try = xe_accept(parse, T_KW_TRY);
    if (is_try && xe_in_device_code(parse))
        CXX_DIAG(cxx, x_no_exceptions, xe_prev_pos(parse), "try");
    if (is_try) check_constexpr_try(parse, xe_prev_pos(parse));
    const Scope *outer_try = parse->try_scope;
    parse->try_scope = is_try ? parse->scope : NULL;
    Stmt *stmt;
    if (cxx_peek(parse) == T_LBRACE) {
        stmt = cxx_parse_compound(parse);
    } else {
        stmt = xe_stmt(parse, S_ERROR, xe_pos(parse));
        CXX_DIAG(cxx, x_expected_token, stmt->pos, "{");
    }
    parse->try_scope = outer_try;
    if (func && !xe_in_device_code(parse)) read_handlers(parse); // of a function-try-block
    cxx_finish_coroutine(parse);
    bool failed = fs.ret && fs.ret->kind == TY_ERROR;
    if (fs.ret_auto && !fs.ret_seen && func && !failed) {
        bool none = is_placeholder(fs.ret_declared); // else `auto *f() {}` [dcl.spec.auto]/11
        if (!none) CXX_DIAG(cxx, x_return_void_deduced, func->d.pos);
        set_return_type(parse, none ? ty_basic(cxx, TY_VOID) : cxx->ty_error);
    }
    xe_resolve_gotos(parse, &fs);
    xe_flush_odr(parse, fs.odr_mark);
    xe_warn_body(parse, func, stmt);
    cxx_host_place_end(cxx, &place, parse->at);
    parse->fs = outer;
    parse->site = site;
    parse->unevaluated = uneval;
    parse->const_expr = cexpr;
    parse->in_targs = targs;
    parse->half_gtgt = half;
    return stmt;
}
