// SPDX-License-Identifier: Apache-2.0
// body/reach.c: loops (#128) and, when asked for, statements (#111) that control cannot arrive at,
// found as nvcc finds them: what follows a jump is not reachable, up to the first label,
// declaration or statement (which is passed over, and taken as reached from then on). Functions
// that do not return are not looked for.
#include "cxx/facts/diag.h"
#include "cxx/constant/constant.h"
#include "cxx/body/body.h"

typedef struct Reach {
    Cxx *x;
    bool breaks, continues; // met in the innermost loop or switch
    bool has_default;       // of the innermost switch
} Reach;

static bool walk(Reach *r, const Stmt *s, bool in);

// 1 true, 0 false, -1 not known: a constant without calls.
static int known(Reach *r, const Expr *e) {
    const Expr *leaf = e;
    while (leaf && (leaf->kind == E_CAST || leaf->kind == E_UNARY || leaf->kind == E_BINARY ||
                    leaf->kind == E_CLEANUPS))
        leaf = leaf->a;
    bool v;
    if (!leaf || (leaf->kind != E_INT && leaf->kind != E_CONST) || xe_vdep(e)) return -1;
    return cxx_const_bool(r->x, (Expr *)e, &v) ? v : -1;
}

static bool has_label(const Stmt *s) { // in it, somewhere
    if (!s) return false;
    if (s->kind == S_LABEL || s->kind == S_CASE || s->kind == S_DEFAULT) return true;
    for (uint32_t i = 0; s->kind == S_COMPOUND && i < s->u.list.n; i++) {
        if (has_label(s->u.list.at[i])) return true;
    }
    return has_label(s->body) || has_label(s->els);
}

static bool is_loop(const Stmt *s) {
    return s->kind == S_WHILE || s->kind == S_FOR || s->kind == S_DO || s->kind == S_RANGE_FOR;
}

static bool initialised(const Stmt *s) {
    for (uint32_t i = 0; i < s->u.decl.n; i++) {
        if (s->u.decl.var[i]->init) return true;
    }
    return false;
}

// What #111 is said of: blocks are not, but what is in them.
static bool is_executed(const Stmt *s) {
    return s->kind != S_COMPOUND && s->kind != S_NULL && s->kind != S_DECL && s->kind != S_LABEL &&
           s->kind != S_CASE && s->kind != S_DEFAULT && !(is_loop(s) && has_label(s->body));
}

static bool walk_loop(Reach *r, const Stmt *s) {
    Reach in = {.x = r->x};
    bool end = walk(&in, s->body, true);
    if (s->kind == S_RANGE_FOR) return true;
    int cond = s->e ? known(r, s->e) : s->kind == S_FOR ? 1 : -1;
    if (cond == 1) return in.breaks;
    return s->kind != S_DO || end || in.continues || in.breaks;
}

static bool walk_switch(Reach *r, const Stmt *s) {
    Reach in = {.x = r->x};
    bool end = walk(&in, s->body, false);
    r->continues |= in.continues;
    return end || in.breaks || !in.has_default;
}

static bool walk_if(Reach *r, const Stmt *s) {
    bool then = !s->body || walk(r, s->body, true);
    bool els = !s->els || walk(r, s->els, true);
    int cond = known(r, s->e);
    return cond == 1 ? then : then || els;
}

// in: whether control can arrive at s; the result: whether it can go on behind it.
static bool walk(Reach *r, const Stmt *s, bool in) {
    if (!s) return in;
    if (!in && is_executed(s)) CXX_DIAG(r->x, w_unreachable, s->pos);
    if (!in && is_loop(s) && !has_label(s->body)) CXX_DIAG(r->x, w_loop_not_reached, s->pos);
    switch ((StmtKind)s->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < s->u.list.n; i++) in = walk(r, s->u.list.at[i], in);
        return in;
    case S_NULL: return in;
    case S_DECL: return in || initialised(s);
    case S_DEFAULT: r->has_default = true; return walk(r, s->body, true);
    case S_CASE:
    case S_LABEL: return walk(r, s->body, true);
    case S_IF: return walk_if(r, s);
    case S_SWITCH: return walk_switch(r, s);
    case S_WHILE:
    case S_FOR:
    case S_DO:
    case S_RANGE_FOR: return walk_loop(r, s);
    case S_BREAK: r->breaks = true; return false;
    case S_CONTINUE: r->continues = true; return false;
    case S_RETURN:
    case S_GOTO: return false;
    default: return true;
    }
}

void xe_warn_reach(Parse *p, const Stmt *body) {
    Reach r = {.x = p->x};
    walk(&r, body, true);
}
