// SPDX-License-Identifier: Apache-2.0
// expr/arguments.c: the parenthesised arguments of a call [expr.call], and kernel launches
// k<<<grid, block>>>(...).
#include "cxx/facts/diag.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"
#include "cxx/expr/expr.h"

// The kernel that a call names, maybe by its address.
static FuncDecl *called_kernel(const Expr *e) {
    if (e->kind == E_CLEANUPS) e = e->a;
    if (e->kind != E_CALL) return NULL;
    Decl *d = e->u.decl;
    for (e = e->a; !d && e; e = e->a) {
        if (e->kind == E_DECLREF) d = e->u.decl;
        if (e->kind != E_CAST && e->kind != E_UNARY) break;
    }
    return d && d->kind == D_FUNC && d->cuda & CU_GLOBAL ? (FuncDecl *)d : NULL;
}

Expr *xe_parse_call(Parse *p, Expr *callee) {
    Pos pos = xe_pos(p);
    uint32_t close = p->tok[p->at].match;
    p->at++;
    Expr **arg = NULL;
    uint32_t n = 0;
    bool ok = cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
    if (p->at != close) {
        if (ok && !xe_err(callee)) CXX_DIAG(p->x, x_expected_token, xe_pos(p), ")");
        ok = false;
    }
    p->at = CU_MIN(close + 1, p->end);
    if (!ok || xe_err(callee)) return xe_err(callee) ? callee : cxx_expr_error(p->x, pos);
    Expr *e = cxx_build_call(p, callee, arg, n, pos);
    if (!p->unevaluated && called_kernel(e)) {
        CXX_DIAG(p->x, x_kernel_call, callee->pos);
        return cxx_expr_error(p->x, pos);
    }
    return e;
}

// The `>>>` that ends the configuration opened at p->at, or 0. `>>` and `>` may stand apart.
static uint32_t find_launch_end(const Parse *p) {
    uint32_t end = 0;
    for (uint32_t i = p->at + 2; i + 2 < p->end; i++) {
        const Token *t = &p->tok[i];
        if (lex_is_open(t->kind)) {
            i = t->match;
            continue;
        }
        if (lex_is_close(t->kind) || t->kind == T_SEMI) break;
        if (t->kind != T_GTGT || p->tok[i + 1].kind != T_GT) continue;
        end = i;
        if (p->tok[i + 2].kind == T_LPAREN)
            break; // else of a template argument list, if another follows
    }
    return end;
}

static Expr *parse_launch(Parse *p, Expr *callee, Pos pos) {
    Cxx *x = p->x;
    uint32_t token = p->at;
    uint32_t stop = find_launch_end(p);
    if (!stop || p->tok[stop + 2].kind != T_LPAREN) {
        CXX_DIAG(x, x_expected_token, stop ? p->tok[stop + 2].pos : pos, stop ? "(" : ">>>");
        p->at += 2;
        return cxx_expr_error(x, pos);
    }
    p->at += 2;
    Expr **cfg = NULL, **arg = NULL;
    uint32_t ncfg = 0, n = 0, end = p->end;
    p->end = stop;
    bool configured = cxx_parse_expr_list(p, T_EOF, &cfg, &ncfg);
    p->end = end;
    p->at = stop + 2;
    uint32_t close = p->tok[p->at].match;
    p->at++;
    bool ok = cxx_parse_expr_list(p, T_RPAREN, &arg, &n);
    p->at = close + 1;
    if (ncfg < 4) CXX_DIAG(x, w_default_stream, p->tok[stop].pos);
    if (!ok || xe_err(callee)) return cxx_expr_error(x, pos);
    if (ncfg < 1 || ncfg > 4) {
        CXX_DIAG(x, x_bad_launch, pos);
        configured = false;
    }
    if (!configured) { // the kernel is what it is in any case
        if (!xe_err(cxx_build_call(p, callee, arg, n, pos))) cxx_host_launched(x, token);
        return cxx_expr_error(x, pos);
    }
    bool dep = xe_tdep(callee);
    for (uint32_t i = 0; i < n; i++) dep |= xe_tdep(arg[i]);
    if (x->hooks.build_launch && !dep)
        return x->hooks.build_launch(p, callee, cfg, ncfg, arg, n, pos);
    Expr *call = cxx_build_call(p, callee, arg, n, pos);
    if (xe_err(call)) return call;
    Expr **all = arena_array(pa(p), Expr *, ncfg + call->n + 4);
    for (uint32_t i = 0; i < 4; i++) all[i] = i < ncfg ? cfg[i] : NULL;
    for (uint32_t i = ncfg; i < 4; i++) all[i] = cxx_expr_int(x, ty_basic(x, TY_INT), 0, pos);
    for (uint32_t i = 0; i < call->n; i++) all[4 + i] = call->arg[i];
    Expr *e = cxx_expr_new(x, E_LAUNCH, ty_basic(x, TY_VOID), VC_PRVALUE, pos);
    e->a = call->kind == E_CALL && call->u.decl ? xe_ref(p, call->u.decl, call->u.decl->type, pos)
                                                : callee;
    xe_args(p, e, all, 4u + call->n);
    return e;
}

// At `<<` `<`: callee<<<grid[, block[, shared[, stream]]]>>>(args).
Expr *xe_parse_launch(Parse *p, Expr *callee) {
    uint32_t token = p->at;
    Expr *e = parse_launch(p, callee, xe_pos(p));
    if (xe_err(e))
        cxx_host_failed(p->x);
    else
        cxx_host_launched(p->x, token);
    return e;
}
