// SPDX-License-Identifier: Apache-2.0
// body/reach.c: loops (#128) and, when asked for, statements (#111) that control cannot arrive at,
// found as nvcc finds them: what follows a jump is not reachable, up to the first label,
// declaration or statement (which is passed over, and taken as reached from then on). Functions
// that do not return are not looked for.
#include "cxx/facts/diag.h"
#include "cxx/constant/constant.h"
#include "cxx/body/body.h"

// The walk, with what was met in the loop or switch around.
typedef struct Reach {
    Cxx *x;
    bool breaks, continues; // met in the innermost loop or switch
    bool has_default;       // of the innermost switch
} Reach;

static bool walk(Reach *reach, const Stmt *stmt, bool in);

// 1 true, 0 false, -1 not known: a constant without calls.
static int known(Reach *reach, const Expr *expr) {
    const Expr *leaf = expr;
    while (leaf && (leaf->kind == E_CAST || leaf->kind == E_UNARY || leaf->kind == E_BINARY ||
                    leaf->kind == E_CLEANUPS))
        leaf = leaf->a;
    bool v;
    if (!leaf || (leaf->kind != E_INT && leaf->kind != E_CONST) || xe_vdep(expr)) return -1;
    return cxx_const_bool(reach->x, (Expr *)expr, &v) ? v : -1;
}

static bool has_label(const Stmt *stmt) { // in it, somewhere
    if (!stmt) return false;
    if (stmt->kind == S_LABEL || stmt->kind == S_CASE || stmt->kind == S_DEFAULT) return true;
    for (uint32_t i = 0; stmt->kind == S_COMPOUND && i < stmt->u.list.n; i++) {
        if (has_label(stmt->u.list.at[i])) return true;
    }
    return has_label(stmt->body) || has_label(stmt->els);
}

static bool is_loop(const Stmt *stmt) {
    return stmt->kind == S_WHILE || stmt->kind == S_FOR || stmt->kind == S_DO ||
           stmt->kind == S_RANGE_FOR;
}

static bool initialised(const Stmt *stmt) {
    for (uint32_t i = 0; i < stmt->u.decl.n; i++) {
        if (stmt->u.decl.var[i]->init) return true;
    }
    return false;
}

// What #111 is said of: blocks are not, but what is in them.
static bool is_executed(const Stmt *stmt) {
    return stmt->kind != S_COMPOUND && stmt->kind != S_NULL && stmt->kind != S_DECL &&
           stmt->kind != S_LABEL && stmt->kind != S_CASE && stmt->kind != S_DEFAULT &&
           !(is_loop(stmt) && has_label(stmt->body));
}

// Behind a loop control goes on if its condition can become false, or something breaks it.
static bool walk_loop(Reach *r, const Stmt *stmt) {
    Reach in = {.x = r->x};
    bool end = walk(&in, stmt->body, true);
    if (stmt->kind == S_RANGE_FOR) return true;
    int cond = stmt->e ? known(r, stmt->e) : stmt->kind == S_FOR ? 1 : -1;
    if (cond == 1) return in.breaks;
    return stmt->kind != S_DO || end || in.continues || in.breaks;
}

// Without a default all cases may be passed over; a body is entered at labels only.
static bool walk_switch(Reach *r, const Stmt *stmt) {
    Reach in = {.x = r->x};
    bool end = walk(&in, stmt->body, false);
    r->continues |= in.continues;
    return end || in.breaks || !in.has_default;
}

// A constant condition chooses a branch, though both are walked.
static bool walk_if(Reach *r, const Stmt *stmt) {
    bool then = !stmt->body || walk(r, stmt->body, true);
    bool els = !stmt->els || walk(r, stmt->els, true);
    int cond = known(r, stmt->e);
    return cond == 1 ? then : then || els;
}

// in: whether control can arrive at s; the result: whether it can go on behind it.
static bool walk(Reach *reach, const Stmt *stmt, bool in) {
    if (!stmt) return in;
    if (!in && is_executed(stmt)) CXX_DIAG(reach->x, w_unreachable, stmt->pos);
    if (!in && is_loop(stmt) && !has_label(stmt->body))
        CXX_DIAG(reach->x, w_loop_not_reached, stmt->pos);
    switch ((StmtKind)stmt->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < stmt->u.list.n; i++) in = walk(reach, stmt->u.list.at[i], in);
        return in;
    case S_NULL: return in;
    case S_DECL: return in || initialised(stmt);
    case S_DEFAULT: reach->has_default = true; return walk(reach, stmt->body, true);
    case S_CASE:
    case S_LABEL: return walk(reach, stmt->body, true);
    case S_IF: return walk_if(reach, stmt);
    case S_SWITCH: return walk_switch(reach, stmt);
    case S_WHILE:
    case S_FOR:
    case S_DO:
    case S_RANGE_FOR: return walk_loop(reach, stmt);
    case S_BREAK: reach->breaks = true; return false;
    case S_CONTINUE: reach->continues = true; return false;
    case S_RETURN:
    case S_GOTO: return false;
    default: return true;
    }
}

void xe_warn_reach(Parse *parse, const Stmt *body) {
    Reach r = {.x = parse->x};
    walk(&r, body, true);
}
