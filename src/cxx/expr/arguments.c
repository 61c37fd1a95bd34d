// SPDX-License-Identifier: Apache-2.0
// expr/arguments.c: the parenthesised arguments of a call [expr.call], and kernel launches
// k<<<grid, block>>>(...).
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// The kernel that a call names, maybe by its address.
static FuncDecl *called_kernel(const Expr *expr) {
    if (expr->kind == E_CLEANUPS) expr = expr->a;
    if (expr->kind != E_CALL) return NULL;
    Decl *d = expr->u.decl;
    for (expr = expr->a; !d && expr; expr = expr->a) {
        if (expr->kind == E_DECLREF) d = expr->u.decl;
        if (!is_any_of(expr->kind, E_CAST, E_UNARY)) break;
    }
    return decl_is(d, D_FUNC) && d->cuda & CU_GLOBAL ? (FuncDecl *)d : NULL;
}

// An error that host code has too, where its others are the host compiler's to say.
static void say_call(Parse *parse, const DiagRow *row, Pos pos) {
    diag(parse->x->ctx, row, pos);
    if (parse->x->hooks.host_fault) parse->x->hooks.host_fault(parse, row, pos);
}

Expr *xe_parse_call(Parse *parse, Expr *callee) {
    Pos pos = xe_pos(parse);
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    Expr **arg = NULL;
    uint32_t n = 0;
    bool ok = cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
    if (parse->at != close) {
        if (ok && !xe_err(callee)) CXX_DIAG(parse->x, x_expected_token, xe_pos(parse), ")");
        ok = false;
    }
    parse->at = CU_MIN(close + 1, parse->end);
    if (!ok || xe_err(callee)) return xe_err(callee) ? callee : cxx_expr_error(parse->x, pos);
    Expr *e = cxx_build_call(parse, callee, arg, n, pos);
    if (!parse->unevaluated && called_kernel(e)) {
        say_call(parse, DIAG_OF(cxx, x_kernel_call), callee->pos);
        return cxx_expr_error(parse->x, pos);
    }
    return e;
}

// The `>>>` that ends the configuration opened at parse->at, or 0. `>>` and `>` may stand apart.
static uint32_t find_launch_end(const Parse *parse) {
    uint32_t end = 0;
    for (uint32_t i = parse->at + 2; i + 2 < parse->end; i++) {
        const Token *t = &parse->tok[i];
        if (lex_is_open(t->kind)) {
            i = t->match;
            continue;
        }
        if (lex_is_close(t->kind) || t->kind == T_SEMI) break;
        if (t->kind != T_GTGT || parse->tok[i + 1].kind != T_GT) continue;
        end = i;
        if (parse->tok[i + 2].kind == T_LPAREN)
            break; // else of a template argument list, if another follows
    }
    return end;
}

static Expr *parse_launch(Parse *parse, Expr *callee, Pos pos) {
    Cxx *cxx = parse->x;
    uint32_t token = parse->at;
    uint32_t stop = find_launch_end(parse);
    if (!stop || parse->tok[stop + 2].kind != T_LPAREN) {
        if (stop)
            CXX_DIAG(cxx, x_expected_token, parse->tok[stop + 2].pos, "(");
        else
            say_call(parse, DIAG_OF(cxx, x_launch_end), pos);
        parse->at += 2;
        return cxx_expr_error(cxx, pos);
    }
    parse->at += 2;
    Expr **cfg = NULL, **arg = NULL;
    uint32_t ncfg = 0, n = 0, end = parse->end;
    parse->end = stop;
    bool configured = cxx_parse_expr_list(parse, T_EOF, &cfg, &ncfg);
    parse->end = end;
    parse->at = stop + 2;
    uint32_t close = parse->tok[parse->at].match;
    parse->at++;
    bool ok = cxx_parse_expr_list(parse, T_RPAREN, &arg, &n);
    parse->at = close + 1;
    if (ncfg < 4) CXX_DIAG(cxx, w_default_stream, parse->tok[stop].pos);
    if (!ok || xe_err(callee)) return cxx_expr_error(cxx, pos);
    if (ncfg < 1 || ncfg > 4) {
        say_call(parse, DIAG_OF(cxx, x_bad_launch), pos);
        configured = false;
    }
    if (!configured) { // the kernel is what it is in any case
        if (!xe_err(cxx_build_call(parse, callee, arg, n, pos))) cxx_host_launched(cxx, token);
        return cxx_expr_error(cxx, pos);
    }
    bool dep = xe_tdep(callee);
    for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
    if (cxx->hooks.build_launch && !dep)
        return cxx->hooks.build_launch(parse, callee, cfg, ncfg, arg, n, pos);
    Expr *call = cxx_build_call(parse, callee, arg, n, pos);
    if (xe_err(call)) return call;
    Expr **all = arena_array(pa(parse), Expr *, ncfg + call->n + 4);
    for (uint32_t i = 0; i < 4; i++) all[i] = i < ncfg ? cfg[i] : NULL;
    for (uint32_t i = ncfg; i < 4; i++) all[i] = cxx_expr_int(cxx, ty_basic(cxx, TY_INT), 0, pos);
    for (uint32_t i = 0; i < call->n; i++) all[4 + i] = call->arg[i];
    Expr *e = cxx_expr_new(cxx, E_LAUNCH, ty_basic(cxx, TY_VOID), VC_PRVALUE, pos);
    e->a = call->kind == E_CALL && call->u.decl
               ? xe_ref(parse, call->u.decl, call->u.decl->type, pos)
               : callee;
    xe_args(parse, e, all, 4u + call->n);
    return e;
}

// At `<<` `<`: callee<<<grid[, block[, shared[, stream]]]>>>(args).
Expr *xe_parse_launch(Parse *parse, Expr *callee) {
    uint32_t token = parse->at;
    Expr *e = parse_launch(parse, callee, xe_pos(parse));
    if (xe_err(e))
        cxx_host_failed(parse->x);
    else
        cxx_host_launched(parse->x, token);
    return e;
}
