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

Scope *xe_push_block(Parse *p) {
    Scope *old = p->scope;
    Scope *s = cxx_scope_new(p->x, SC_BLOCK, old, NULL);
    s->fn = p->fn;
    s->env = p->env;
    p->scope = s;
    return old;
}

// To behind the next `;` of this level, or before a closing bracket.
void xe_recover(Parse *p) {
    while (p->at < p->end) {
        const Token *t = &p->tok[p->at];
        if (t->kind == T_SEMI) {
            p->at++;
            return;
        }
        if (t->kind == T_LBRACE) {
            p->at = t->match + 1;
            return;
        }
        if (lex_is_close(t->kind)) return;
        p->at = lex_is_open(t->kind) ? t->match + 1 : p->at + 1;
    }
}

void xe_end_semi(Parse *p, bool failed) {
    if (xe_accept(p, T_SEMI)) return;
    if (!failed && !cxx_at_lost_end(p)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), ";");
    xe_recover(p);
}

// ---- expression and simple statements ----------------------------------------------------------

static Stmt *expr_stmt(Parse *p) {
    Pos pos = xe_pos(p);
    if (cxx_peek(p) == T_KW_ELSE || lex_is_close(cxx_peek(p)) || cxx_peek(p) == T_EOF) {
        CXX_DIAG(p->x, x_expected_statement, pos);
        if (cxx_peek(p) == T_KW_ELSE) p->at++;
        return xe_stmt(p, S_ERROR, pos);
    }
    Expr *e = cxx_parse_expr(p);
    Stmt *s = xe_stmt(p, S_EXPR, pos);
    bool failed = xe_err(e);
    bool last = cxx_peek(p) == T_SEMI && cxx_peek_n(p, 1) == T_RBRACE;
    // the last expression of a statement expression keeps its value
    if (!last || !p->fs || !p->fs->in_stmt_exprs || e->kind == E_TYPE || xe_list(e))
        e = xe_discard(p, e);
    else if (e->kind == E_OVERLOAD)
        e = cxx_rvalue(p, e); // which function it is
    s->e = failed ? e : cxx_full_expr(p, e);
    if (failed) s->kind = S_ERROR;
    if (p->fs) p->fs->last_expr = s;
    xe_end_semi(p, failed);
    s->end = xe_prev_pos(p);
    return s;
}

static Stmt *null_stmt(Parse *p) {
    Stmt *s = xe_stmt(p, S_NULL, xe_pos(p));
    p->at++;
    return s;
}

Stmt *cxx_answer_parse_compound(Parse *p) {
    Cxx *x = p->x;
    if (!p->fs) return cxx_parse_func_body(p);
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_COMPOUND, pos);
    uint32_t close = p->tok[p->at].match;
    if (!xe_depth(p, pos)) {
        p->depth--;
        p->at = close + 1;
        s->kind = S_ERROR;
        return s;
    }
    Scope *old = xe_push_block(p);
    VEC(Stmt *) v = {0};
    p->at++;
    while (p->at < close && p->at < p->end) {
        uint32_t before = p->at;
        Stmt *c = cxx_parse_statement(p);
        if (c->kind != S_NULL) vec_push(pa(p), &v, c);
        if (p->at == before) {
            CXX_DIAG(x, x_expected_statement, xe_pos(p));
            p->at++;
        }
        if (p->at > close) break;
    }
    p->scope = old;
    p->at = close + 1;
    p->depth--;
    s->u.list.at = v.at;
    s->u.list.n = v.n;
    s->end = p->tok[close].pos;
    return s;
}

// ---- conditions --------------------------------------------------------------------------------

// Whether the parentheses at p->at hold a `;` at their level (an init-statement).
static bool has_init_statement(const Parse *p) {
    uint32_t close = p->tok[p->at].match;
    for (uint32_t i = p->at + 1; i < close; i++) {
        if (p->tok[i].kind == T_SEMI) return true;
        if (lex_is_open(p->tok[i].kind)) i = p->tok[i].match;
    }
    return false;
}

// A condition up to its `)`: the variable declared (or NULL) and the expression.
static Expr *condition(Parse *p, VarDecl **var, bool is_switch) {
    *var = cxx_starts_declaration(p) ? cxx_parse_condition_declaration(p) : NULL;
    Expr *e;
    if (*var) {
        if (!(*var)->init_done) cxx_var_init(p->x, *var);
        e = cxx_build_declref(p, &(*var)->d, (*var)->d.pos);
    } else {
        e = cxx_parse_expr(p);
    }
    if (xe_err(e)) cxx_host_failed(p->x);
    if (is_switch) return e;
    e = cxx_to_bool(p, e);
    return cxx_full_expr(p, e);
}

static Stmt *simple_init(Parse *p) { // init-statement, consumes the `;`
    if (cxx_peek(p) == T_SEMI) {
        p->at++;
        return NULL;
    }
    if (xe_at_binding(p)) return xe_parse_binding_decl(p, NULL);
    if (cxx_starts_declaration(p)) return cxx_parse_block_declaration(p);
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_EXPR, pos);
    Expr *e = xe_discard(p, cxx_parse_expr(p));
    s->e = cxx_full_expr(p, e);
    xe_end_semi(p, xe_err(e));
    return s;
}
Stmt *xe_init_statement(Parse *p) {
    return simple_init(p);
}

void xe_paren_condition(Parse *p, Stmt *s, VarDecl **var, bool is_switch) {
    if (cxx_peek(p) != T_LPAREN) {
        CXX_DIAG(p->x, x_expected_token, xe_pos(p), "(");
        s->e = cxx_expr_error(p->x, xe_pos(p));
        *var = NULL;
        return;
    }
    uint32_t close = p->tok[p->at].match;
    bool init = (s->kind == S_IF || is_switch) && has_init_statement(p); // not of a loop
    p->at++;
    if (init) s->init = simple_init(p);
    s->e = condition(p, var, is_switch);
    if (p->at != close) {
        if (!xe_err(s->e)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), ")");
        s->e = cxx_expr_error(p->x, s->pos);
    }
    p->at = close + 1;
}

static Stmt *sub_statement(Parse *p) {
    Scope *old = xe_push_block(p);
    p->scope->part = BLOCK_SUB;
    Stmt *s = cxx_parse_statement(p);
    p->scope = old;
    return s;
}
Stmt *xe_sub_statement(Parse *p) {
    return sub_statement(p);
}

// Behind `else`; `outer` is the scope around the `if`.
static Stmt *else_statement(Parse *p, Scope *outer) {
    if (cxx_peek(p) != T_KW_IF || !xe_chain_begin(p)) return sub_statement(p);
    // names would be looked up in all scopes of the chain
    if (!p->scope->names.n) p->scope = outer;
    Stmt *s = cxx_parse_statement(p);
    xe_chain_end(p);
    return s;
}

static void constexpr_branches(Parse *p, Stmt *s, Scope *outer) {
    Cxx *x = p->x;
    bool val = false, known = false;
    if (!xe_err(s->e) && !xe_vdep(s->e)) {
        if (cxx_const_bool(x, s->e, &val))
            known = true;
        else
            cxx_const_eval(x, s->e, true);
    }
    // what the condition calls has no code
    if (known) s->e = cxx_expr_int(x, ty_basic(x, TY_BOOL), val, s->e->pos);
    if (known && !val)
        xe_skip_statement(p);
    else
        s->body = sub_statement(p);
    if (!xe_accept(p, T_KW_ELSE)) return;
    if (known && val)
        xe_skip_statement(p);
    else
        s->els = else_statement(p, outer);
}

static Stmt *if_stmt(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_IF, pos);
    p->at++;
    bool cexpr = xe_accept(p, T_KW_CONSTEXPR);
    Scope *old = xe_push_block(p);
    p->scope->part = BLOCK_CONTROL;
    VarDecl *var = NULL;
    bool ce = p->const_expr;
    if (cexpr) p->const_expr = true;
    xe_paren_condition(p, s, &var, false);
    p->const_expr = ce;
    s->u.cond_var = var;
    if (cexpr) {
        if (p->fs) p->fs->constexpr_ifs++;
        constexpr_branches(p, s, old);
        if (p->fs) p->fs->constexpr_ifs--;
    } else {
        s->body = sub_statement(p);
        if (xe_accept(p, T_KW_ELSE)) s->els = else_statement(p, old);
    }
    p->scope = old;
    s->end = xe_prev_pos(p);
    return s;
}

// ---- switch ------------------------------------------------------------------------------------

static Expr *switch_value(Parse *p, Expr *e) {
    Cxx *x = p->x;
    if (xe_err(e) || xe_tdep(e)) return e;
    e = cxx_rvalue(p, xe_contextual_integral(p, e));
    if (xe_err(e)) return e;
    Type *t = e->type;
    if (t->kind == TY_ENUM && t->u.enm->scoped) return e;
    if (!xe_integral_or_enum(t)) {
        CXX_DIAG(x, x_switch_not_integral, e->pos, t);
        return cxx_expr_error(x, e->pos);
    }
    return xe_arith_to(p, e, ty_promote(x, xe_arith_type(p, e)));
}

static int compare_cases(const void *a, const void *b) {
    const CaseRange *x = a, *y = b;
    int c = apint_cmp(x->lo, y->lo, true);
    return c ? c : (x->stmt->pos > y->stmt->pos) - (x->stmt->pos < y->stmt->pos);
}

static void check_duplicates(Parse *p, SwitchState *sw) {
    if (sw->cases.n < 2) return;
    CaseRange *v = arena_copy(pa(p), sw->cases.at, sw->cases.n * sizeof *v, _Alignof(CaseRange));
    qsort(v, sw->cases.n, sizeof *v, compare_cases);
    for (uint32_t i = 1; i < sw->cases.n; i++)
        if (apint_cmp(v[i].lo, v[i - 1].hi, true) <= 0) {
            CXX_DIAG(p->x, x_duplicate_case, v[i].stmt->pos);
            CXX_DIAG(p->x, x_note_case, v[i - 1].stmt->pos);
        }
}

Stmt *xe_parse_switch(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_SWITCH, pos);
    p->at++;
    Scope *old = xe_push_block(p);
    p->scope->part = BLOCK_CONTROL;
    VarDecl *var = NULL;
    xe_paren_condition(p, s, &var, true);
    s->e = cxx_full_expr(p, switch_value(p, s->e));
    if (var) { // the variable lives in front of the switch proper
        Stmt *d = xe_decl_stmt(p, &var, 1, pos);
        if (s->init) {
            Stmt *c = xe_stmt(p, S_COMPOUND, pos);
            c->u.list.at = arena_array(pa(p), Stmt *, 2);
            c->u.list.at[0] = s->init;
            c->u.list.at[1] = d;
            c->u.list.n = 2;
            d = c;
        }
        s->init = d;
    }
    SwitchState sw = {.outer = p->fs->sw,
                      .scope = p->scope,
                      .pos = pos,
                      .type = xe_err(s->e) ? NULL : s->e->type};
    p->fs->sw = &sw;
    p->fs->breakable++;
    s->body = sub_statement(p);
    p->fs->breakable--;
    p->fs->sw = sw.outer;
    p->scope = old;
    check_duplicates(p, &sw);
    s->u.cases.at = sw.cases.at;
    s->u.cases.n = sw.cases.n;
    s->u.cases.def = sw.def;
    s->end = xe_prev_pos(p);
    return s;
}

static bool case_value(Parse *p, Type *t, ApInt *out) {
    Expr *e = cxx_parse_const_expr(p);
    if (xe_err(e) || !t || xe_vdep(e)) return false;
    bool ce = p->const_expr;
    p->const_expr = true;
    if (ty_is_arith(t) && ty_is_arith(e->type)) xe_check_narrowing(p, e, t); // [stmt.switch]/2
    e = cxx_convert(p, e, t, NULL);
    p->const_expr = ce;
    return !xe_err(e) && cxx_const_int(p->x, e, out, true);
}

Stmt *xe_labelled_body(Parse *p) {
    // `case 1: }` is a GNU/C23 extension that nvcc accepts with a null statement
    if (cxx_peek(p) == T_RBRACE || cxx_peek(p) == T_EOF) return xe_stmt(p, S_NULL, xe_pos(p));
    bool chain = xe_chain_begin(p);
    Stmt *s = cxx_parse_statement(p);
    if (chain) xe_chain_end(p);
    return s;
}

static Stmt *case_stmt(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_CASE, pos);
    SwitchState *sw = p->fs ? p->fs->sw : NULL;
    p->at++;
    if (!sw) CXX_DIAG(p->x, x_case_outside, pos);
    CaseRange r = {.stmt = s};
    bool ok = case_value(p, sw ? sw->type : NULL, &r.lo);
    r.hi = r.lo;
    if (xe_accept(p, T_ELLIPSIS)) ok &= case_value(p, sw ? sw->type : NULL, &r.hi);
    if (!xe_expect(p, T_COLON, ":")) {
        xe_recover(p);
        return s;
    }
    if (ok && sw) vec_push(pa(p), &sw->cases, r);
    if (sw) xe_check_case_jump(p, sw);
    s->body = xe_labelled_body(p);
    return s;
}

static Stmt *default_stmt(Parse *p) {
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_DEFAULT, pos);
    SwitchState *sw = p->fs ? p->fs->sw : NULL;
    p->at++;
    if (!sw)
        CXX_DIAG(p->x, x_case_outside, pos);
    else if (sw->def)
        CXX_DIAG(p->x, x_duplicate_default, pos);
    else
        sw->def = s;
    if (sw) xe_check_case_jump(p, sw);
    xe_expect(p, T_COLON, ":");
    s->body = xe_labelled_body(p);
    return s;
}

// ---- return ------------------------------------------------------------------------------------

static void set_return_type(Parse *p, Type *t) {
    FuncDecl *f = p->fn;
    FuncType ft = f->d.type->u.func;
    ft.ret = t;
    f->d.type = ty_func(p->x, &ft);
    f->ret_deduced = true;
    p->fs->ret = t;
}

static bool deduce_return(Parse *p, Expr *e, Pos pos) {
    struct FnState *fs = p->fs;
    Cxx *x = p->x;
    Type *declared = fs->ret_declared, *t;
    if (!e) {
        t = ty_basic(x, TY_VOID);
        if (ty_deref(declared) != declared) {
            CXX_DIAG(x, x_return_void_deduced, pos);
            return false;
        }
    } else if (xe_err(e)) {
        return false;
    } else if (xe_list(e)) {
        CXX_DIAG(x, x_return_list_deduced, pos);
        return false;
    } else if (e->type->kind == TY_VOID) {
        t = ty_basic(x, TY_VOID);
    } else {
        t = cxx_deduce_auto(p, declared, e, pos);
        if (!t || t->kind == TY_ERROR) return false;
    }
    if (fs->ret_seen && fs->ret != t && !p->dependent) {
        CXX_DIAG(x, x_return_types_differ, pos, t, fs->ret);
        return false;
    }
    fs->ret_seen = true;
    set_return_type(p, t);
    return true;
}

// A local variable named in a return statement is moved from [class.copy.elision]/3.
static Expr *returned_local(Parse *p, Expr *e, Type *ret) {
    if (e->kind != E_DECLREF || e->u.decl->kind != D_VAR || e->type->kind != TY_CLASS) return e;
    VarDecl *v = (VarDecl *)e->u.decl;
    if ((v->storage != STOR_AUTO && v->storage != STOR_PARAM) || v->fn != p->fn) return e;
    if (ty_is_ref(v->d.type) && v->d.type->kind != TY_RREF) return e;
    if (xe_quals(e->type) & Q_VOLATILE) return e;
    Expr *m = xe_dup(p, e);
    m->cat = VC_XVALUE;
    Ics o;
    cxx_ics(p, m, ret, true, false, &o);
    if (o.rank == ICS_BAD || o.ambiguous) return e;
    if (ty_is_ref(ret) && ret->kind == TY_LREF) return e;
    if (ty_unqual(ret) == ty_unqual(e->type)) {
        // overload resolution as for an rvalue must find something; else the lvalue is copied
        Cands cs = {0};
        xe_pick_ctor(p, ty_unqual(ret)->u.cls, &m, 1, false, true, false, &cs);
        if (cs.best < 0 || cs.c.at[cs.best].fn->deleted) return e;
        if (v->storage == STOR_AUTO && !ty_is_ref(v->d.type)) v->nrvo = true;
    }
    return m;
}

static Stmt *return_stmt(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    Stmt *s = xe_stmt(p, S_RETURN, pos);
    struct FnState *fs = p->fs;
    p->at++;
    Expr *e = NULL;
    if (cxx_peek(p) != T_SEMI)
        e = cxx_peek(p) == T_LBRACE ? xe_parse_init_list(p) : cxx_parse_expr(p);
    bool failed = e && xe_err(e);
    if (fs->ret_auto && !failed && !deduce_return(p, e, pos)) failed = true;
    Type *ret = fs->ret;
    if (failed || !ret) {
        s->e = e ? cxx_expr_error(x, pos) : NULL;
        s->kind = S_ERROR;
        if (fs->ret_auto && !ret) set_return_type(p, x->ty_error);
    } else if (ret->kind == TY_VOID) {
        if (e && (xe_list(e) || (!xe_tdep(e) && e->type->kind != TY_VOID))) {
            CXX_DIAG(x, x_return_value_in_void, e->pos);
            s->kind = S_ERROR;
        } else if (e) {
            s->e = cxx_full_expr(p, e);
        }
    } else if (!e && ty_dependent(ret)) {
        s->kind = S_ERROR; // read unbound
    } else if (!e) {
        CXX_DIAG(x, x_return_missing_value, pos, &p->fn->d);
    } else {
        e = returned_local(p, e, ret);
        e = cxx_initialize(p, ret, xe_list(e) ? INIT_COPY_LIST : INIT_COPY, &e, 1, e->pos,
                           "return");
        failed = xe_err(e);
        s->e = cxx_full_expr(p, e);
        if (failed) s->kind = S_ERROR;
    }
    xe_end_semi(p, failed);
    s->end = xe_prev_pos(p);
    return s;
}

// ---- others ------------------------------------------------------------------------------------

// The exception declaration of a handler up to `close`.
static void handler_declaration(Parse *p, uint32_t close) {
    DeclSpec ds;
    Declarator d;
    uint32_t at = p->at;
    bool any = cxx_peek(p) == T_ELLIPSIS;
    if (any || !cxx_parse_declspecs(p, &ds, false) || !ds.type) return;
    bool ok = cxx_parse_declarator(p, &ds, &d, true) && d.type->kind != TY_ERROR;
    if (ok && d.name) xe_local_var(p, d.name, ty_decay(p->x, d.type), d.pos, at);
    if (ok && p->at != close) CXX_DIAG(p->x, x_expected_token, xe_pos(p), ")");
}

// The handlers of a try block in host code: they are read for what they launch and name, and
// dropped, for a constant expression throws nothing.
static void read_handlers(Parse *p) {
    while (p->tok[p->at].kind == T_KW_CATCH && p->tok[p->at + 1].kind == T_LPAREN) {
        uint32_t close = p->tok[p->at + 1].match, end = p->end;
        // a function's handlers stand behind the end of its body
        if (p->tok[close + 1].kind == T_LBRACE) p->end = CU_MAX(end, p->tok[close + 1].match + 1);
        Scope *old = xe_push_block(p);
        p->at += 2;
        handler_declaration(p, close);
        p->at = close + 1;
        if (p->tok[p->at].kind == T_LBRACE) cxx_parse_compound(p);
        p->scope = old;
        p->end = end;
    }
}

static Stmt *try_stmt(Parse *p) {
    Pos pos = xe_pos(p);
    if (xe_in_device_code(p)) CXX_DIAG(p->x, x_no_exceptions, pos);
    p->at++;
    Stmt *s = cxx_peek(p) == T_LBRACE ? cxx_parse_compound(p) : xe_stmt(p, S_ERROR, pos);
    if (!xe_in_device_code(p)) read_handlers(p);
    while (cxx_peek(p) == T_KW_CATCH && cxx_peek_n(p, 1) == T_LPAREN) {
        p->at = p->tok[p->at + 1].match + 1;
        if (cxx_peek(p) == T_LBRACE) p->at = p->tok[p->at].match + 1;
    }
    return s;
}

// Those of a statement, from `start` on; [[fallthrough]] stands alone in a switch
// [dcl.attr.fallthrough]/1.
static void statement_attributes(Parse *p, uint32_t start) {
    Pos pos = p->tok[start].pos;
    p->at = start;
    const AttrSet *a = cxx_parse_attributes(p, NULL);
    bool alone = cxx_peek(p) == T_SEMI && p->fs && p->fs->sw;
    if (a && a->fallthrough && !alone) CXX_DIAG(p->x, d_attr_fallthrough, pos);
}

static Stmt *attribute_stmt(Parse *p) { // [[...]] or __attribute__((...)) in front
    uint32_t start = p->at;
    while (cxx_peek(p) == T_LBRACKET && cxx_peek_n(p, 1) == T_LBRACKET)
        p->at = p->tok[p->at].match + 1;
    while (cxx_peek(p) == T_KW_ATTRIBUTE && cxx_peek_n(p, 1) == T_LPAREN)
        p->at = p->tok[p->at + 1].match + 1;
    if (p->at == start) return expr_stmt(p);
    uint32_t behind = p->at;
    if (cxx_peek(p) == T_SEMI) {
        statement_attributes(p, start);
        return null_stmt(p);
    }
    if (xe_at_binding(p)) {
        p->at = start;
        return xe_parse_binding_decl(p, NULL);
    }
    if (cxx_starts_declaration(p)) {
        p->at = start;
        return cxx_parse_block_declaration(p);
    }
    statement_attributes(p, start);
    p->at = behind;
    return cxx_parse_statement(p);
}

static Stmt *gnu_label_decl(Parse *p) {
    Stmt *s = xe_stmt(p, S_NULL, xe_pos(p));
    xe_recover(p);
    return s;
}

static Stmt *unsupported_stmt(Parse *p) {
    Stmt *s = xe_stmt(p, S_ERROR, xe_pos(p));
    CXX_DIAG(p->x, x_unsupported_expr, s->pos, p->tok[p->at].text);
    xe_recover(p);
    return s;
}

static Stmt *bracket_stmt(Parse *p) {
    return cxx_peek_n(p, 1) == T_LBRACKET ? attribute_stmt(p) : expr_stmt(p);
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
    [T_KW_CO_RETURN] = unsupported_stmt,
    [T_PRAGMA] = xe_parse_pragma,
    [T_LBRACKET] = bracket_stmt,
    [T_KW_ATTRIBUTE] = attribute_stmt,
};

// An error that may have been reported elsewhere.
static bool stmt_failed(const Stmt *s) {
    if (s->kind == S_ERROR) return true;
    if (s->kind == S_EXPR || s->kind == S_RETURN) return s->e && xe_err(s->e);
    for (uint32_t i = 0; s->kind == S_DECL && i < s->u.decl.n; i++) {
        const VarDecl *v = s->u.decl.var[i];
        if (v->d.flags & DF_INVALID || v->d.type->kind == TY_ERROR || (v->init && xe_err(v->init)))
            return true;
    }
    return false;
}

Stmt *cxx_parse_statement(Parse *p) {
    Cxx *x = p->x;
    Pos pos = xe_pos(p);
    if (!xe_depth(p, pos)) {
        p->depth--;
        xe_recover(p);
        return xe_stmt(p, S_ERROR, pos);
    }
    cxx_host_read_to(x, p->at);
    uint16_t k = cxx_peek(p);
    StmtFn f = handlers[k];
    Stmt *s;
    if (f) {
        s = f(p);
    } else if (k == T_IDENT && cxx_peek_n(p, 1) == T_COLON) {
        s = xe_label(p);
    } else if (xe_at_binding(p)) {
        s = xe_parse_binding_decl(p, NULL);
    } else if (cxx_starts_declaration(p)) {
        s = cxx_parse_block_declaration(p);
        if (!s) s = xe_stmt(p, S_NULL, pos);
    } else {
        s = expr_stmt(p);
    }
    if (k != T_PRAGMA && p->fs) p->fs->unroll = 0;
    p->depth--;
    if (x->decls->host_place) {
        if (stmt_failed(s)) cxx_host_failed(x);
        cxx_host_read_to(x, p->at);
    }
    return s;
}

// ---- skipping ----------------------------------------------------------------------------------

void xe_skip_statement(Parse *p) {
    for (;;) { // labels, pragmas and `else` continue the loop
        uint16_t k = cxx_peek(p);
        switch (k) {
        case T_LBRACE: p->at = p->tok[p->at].match + 1; return;
        case T_KW_IF:
            p->at++;
            xe_accept(p, T_KW_CONSTEXPR);
            if (cxx_peek(p) == T_LPAREN) p->at = p->tok[p->at].match + 1;
            p->depth++;
            if (p->depth < p->x->ctx->max_depth) xe_skip_statement(p);
            p->depth--;
            if (!xe_accept(p, T_KW_ELSE)) return;
            continue;
        case T_KW_FOR:
        case T_KW_WHILE:
        case T_KW_SWITCH:
            p->at++;
            if (cxx_peek(p) == T_LPAREN) p->at = p->tok[p->at].match + 1;
            continue;
        case T_KW_DO:
            p->at++;
            p->depth++;
            if (p->depth < p->x->ctx->max_depth) xe_skip_statement(p);
            p->depth--;
            xe_recover(p);
            return;
        case T_KW_TRY:
            p->at++;
            if (cxx_peek(p) == T_LBRACE) p->at = p->tok[p->at].match + 1;
            while (xe_accept(p, T_KW_CATCH)) {
                if (cxx_peek(p) == T_LPAREN) p->at = p->tok[p->at].match + 1;
                if (cxx_peek(p) == T_LBRACE) p->at = p->tok[p->at].match + 1;
            }
            return;
        case T_PRAGMA: p->at++; continue;
        case T_KW_CASE:
        case T_KW_DEFAULT:
            while (p->at < p->end && cxx_peek(p) != T_COLON) p->at++;
            xe_accept(p, T_COLON);
            continue;
        case T_IDENT:
            if (cxx_peek_n(p, 1) == T_COLON) {
                p->at += 2;
                continue;
            }
            break;
        case T_LBRACKET:
            if (cxx_peek_n(p, 1) == T_LBRACKET) {
                p->at = p->tok[p->at].match + 1;
                continue;
            }
            break;
        default: break;
        }
        while (p->at < p->end && cxx_peek(p) != T_SEMI && !lex_is_close(cxx_peek(p)))
            p->at = lex_is_open(cxx_peek(p)) ? p->tok[p->at].match + 1 : p->at + 1;
        xe_accept(p, T_SEMI);
        return;
    }
}

// ---- function bodies ---------------------------------------------------------------------------

// The body of p->fn at `{`.
Stmt *cxx_parse_func_body(Parse *p) {
    Cxx *x = p->x;
    FuncDecl *f = p->fn;
    xe_lambda_context(p);
    struct FnState fs = {
        .fn = f, .odr_mark = xe_state(x)->pending.n, .errors = diag_error_count(x->ctx)};
    struct FnState *outer = p->fs;
    p->fs = &fs;
    bool uneval = p->unevaluated, cexpr = p->const_expr, targs = p->in_targs, half = p->half_gtgt;
    p->unevaluated = p->const_expr = p->in_targs = p->half_gtgt = false;
    CallSite *site = p->site;
    p->site = NULL;
    fs.ret = f ? f->d.type->u.func.ret : ty_basic(x, TY_VOID);
    if (f && (f->kind == FK_CTOR || f->kind == FK_DTOR)) fs.ret = ty_basic(x, TY_VOID);
    HostPlace place;
    cxx_host_place_begin(x, &place, f ? f->d.scope : p->scope, f, p->at);
    fs.ret_declared = fs.ret;
    fs.ret_auto = (fs.ret->flags & TF_HAS_AUTO) != 0;
    if (fs.ret_auto) fs.ret = NULL;
    bool is_try = xe_accept(p, T_KW_TRY);
    if (is_try && xe_in_device_code(p)) CXX_DIAG(x, x_no_exceptions, xe_prev_pos(p));
    Stmt *s;
    if (cxx_peek(p) == T_LBRACE) {
        s = cxx_parse_compound(p);
    } else {
        s = xe_stmt(p, S_ERROR, xe_pos(p));
        CXX_DIAG(x, x_expected_token, s->pos, "{");
    }
    if (f && !xe_in_device_code(p)) read_handlers(p); // of a function-try-block
    bool failed = fs.ret && fs.ret->kind == TY_ERROR;
    if (fs.ret_auto && !fs.ret_seen && f && !failed) set_return_type(p, ty_basic(x, TY_VOID));
    xe_resolve_gotos(p, &fs);
    xe_flush_odr(p, fs.odr_mark);
    xe_warn_body(p, f, s);
    cxx_host_place_end(x, &place, p->at);
    p->fs = outer;
    p->site = site;
    p->unevaluated = uneval;
    p->const_expr = cexpr;
    p->in_targs = targs;
    p->half_gtgt = half;
    return s;
}
