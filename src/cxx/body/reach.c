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

static bool walk(Reach *reach, const Stmt *walked, bool in);

// Whether the kind is one of a set, 1 << S_... of each.
static bool is_one_of(const Stmt *stmt, uint32_t kinds) {
    return kinds >> stmt->kind & 1;
}

// What arithmetic on literals is made of, above the literals.
static bool is_arithmetic(const Expr *expr) {
    return is_any_of(expr->kind, E_CAST, E_UNARY, E_BINARY, E_CLEANUPS);
}

// 1 true, 0 false, -1 not known: a constant without calls.
static int known(Reach *reach, const Expr *condition) {
    const Expr *leaf = condition;
    while (leaf && is_arithmetic(leaf)) leaf = leaf->a;
    bool v;
    if (!leaf || !is_any_of(leaf->kind, E_INT, E_CONST) || xe_vdep(condition)) return -1;
    return cxx_const_bool(reach->x, (Expr *)condition, &v) ? v : -1;
}

enum {
    LABELS = 1 << S_LABEL | 1 << S_CASE | 1 << S_DEFAULT,
    LOOPS = 1 << S_WHILE | 1 << S_FOR | 1 << S_DO | 1 << S_RANGE_FOR,
    NOT_EXECUTED = LABELS | 1 << S_COMPOUND | 1 << S_NULL | 1 << S_DECL,
};

static bool has_label(const Stmt *stmt) { // in it, somewhere
    if (!stmt) return false;
    if (is_one_of(stmt, LABELS)) return true;
    for (uint32_t i = 0; stmt->kind == S_COMPOUND && i < stmt->u.list.n; i++) {
        if (has_label(stmt->u.list.at[i])) return true;
    }
    return has_label(stmt->body) || has_label(stmt->els);
}

static bool initialised(const Stmt *stmt) {
    for (uint32_t i = 0; i < stmt->u.decl.n; i++) {
        if (stmt->u.decl.var[i]->init) return true;
    }
    return false;
}

// What #111 is said of: blocks are not, but what is in them.
static bool is_executed(const Stmt *stmt) {
    bool entered = is_one_of(stmt, LOOPS) && has_label(stmt->body);
    return !entered && !is_one_of(stmt, NOT_EXECUTED);
}

// The loop's condition: 1 true (a `for` without one), 0 false, -1 not known.
static int loop_condition(Reach *reach, const Stmt *loop) {
    if (loop->e) return known(reach, loop->e);
    return loop->kind == S_FOR ? 1 : -1;
}

// Behind a loop control goes on if its condition can become false, or something breaks it.
static bool walk_loop(Reach *r, const Stmt *loop) {
    Reach in = {.x = r->x};
    bool end = walk(&in, loop->body, true);
    if (loop->kind == S_RANGE_FOR) return true;
    if (loop_condition(r, loop) == 1) return in.breaks;
    return loop->kind != S_DO || end || in.continues || in.breaks;
}

// Without a default all cases may be passed over; a body is entered at labels only.
static bool walk_switch(Reach *r, const Stmt *branch) {
    Reach in = {.x = r->x};
    bool end = walk(&in, branch->body, false);
    r->continues |= in.continues;
    return end || in.breaks || !in.has_default;
}

// A constant condition chooses a branch, though both are walked.
static bool walk_if(Reach *r, const Stmt *branch) {
    bool then = !branch->body || walk(r, branch->body, true);
    bool els = !branch->els || walk(r, branch->els, true);
    int cond = known(r, branch->e);
    return cond == 1 ? then : then || els;
}

static bool walk_if_consteval(Reach *r, const Stmt *branch) {
    bool then = !branch->body || walk(r, branch->body, true);
    bool els = !branch->els || walk(r, branch->els, true);
    return then || els;
}

// in: whether control can arrive at s; the result: whether it can go on behind it.
static bool walk(Reach *reach, const Stmt *walked, bool in) {
    if (!walked) return in;
    if (!in && is_executed(walked)) {
        CXX_DIAG(reach->x, w_unreachable, walked->pos);
        if (is_one_of(walked, LOOPS)) CXX_DIAG(reach->x, w_loop_not_reached, walked->pos);
    }
    switch ((StmtKind)walked->kind) {
    case S_COMPOUND:
        for (uint32_t i = 0; i < walked->u.list.n; i++) in = walk(reach, walked->u.list.at[i], in);
        return in;
    case S_NULL: return in;
    case S_DECL: return in || initialised(walked);
    case S_DEFAULT: reach->has_default = true; return walk(reach, walked->body, true);
    case S_CASE:
    case S_LABEL: return walk(reach, walked->body, true);
    case S_IF: return walk_if(reach, walked);
    case S_IF_CONSTEVAL: return walk_if_consteval(reach, walked);
    case S_SWITCH: return walk_switch(reach, walked);
    case S_WHILE:
    case S_FOR:
    case S_DO:
    case S_RANGE_FOR: return walk_loop(reach, walked);
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
