// SPDX-License-Identifier: Apache-2.0
// Whether no call of a function can be a constant expression, whatever its arguments are
// [dcl.constexpr]/6: what is executed in every call calls a function that is not constexpr, or
// throws. Said of constexpr functions before C++23 with --check-all; nvcc says nothing.
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

static const Expr *never(Cxx *cxx, const Expr *expr);

// A call operator is constexpr without the word if it can be [expr.prim.lambda.closure].
static bool is_of_closure(const FuncDecl *func) {
    return func->cls && func->cls->closure.is;
}

// What may turn out to be constexpr though it does not say so: what is made by the compiler, by a
// template or by a using-declaration; or what is wrong to call for another reason, which is said.
static bool is_constexpr_elsewhere(const FuncDecl *func) {
    bool made = !cxx_is_written(func) || func->inherited || func->code.builtin;
    bool never_called = func->pure || func->written.deleted;
    return made || never_called || cxx_is_templated(func) || is_of_closure(func);
}

// A function of the program that nothing makes constexpr. The compilers know many of the library's
// by name.
static bool is_plain_function(Cxx *cxx, const Decl *decl) {
    if (!decl || decl->kind != D_FUNC) return false;
    if (decl->flags & (DF_CONSTEXPR | DF_CONSTEVAL | DF_INVALID)) return false;
    return !is_constexpr_elsewhere((const FuncDecl *)decl) && !cxx_in_system_header(cxx, decl->pos);
}

// [expr.log.and]/1, [expr.log.or]/1: the second operand may not be evaluated.
static bool is_short_circuit(const Expr *expr) {
    return expr->kind == E_BINARY && is_any_of(expr->op, OP_LAND, OP_LOR);
}

// The first of the operands that is evaluated and never constant.
static const Expr *never_operand(Cxx *cxx, const Expr *expr) {
    const Expr *found = never(cxx, expr->a);
    if (is_short_circuit(expr)) return found;

    if (!found) found = never(cxx, expr->b);
    if (!found) found = never(cxx, expr->c);
    for (uint32_t i = 0; i < expr->n && !found; i++) found = never(cxx, expr->arg[i]);
    return found;
}

// [expr.cond]/1: the condition is always evaluated, of the others one: both must be wrong.
static const Expr *never_condition(Cxx *cxx, const Expr *expr) {
    const Expr *condition = never(cxx, expr->a);
    if (condition) return condition;

    const Expr *second = never(cxx, expr->b);
    return second && never(cxx, expr->c) ? second : NULL;
}

// Nodes whose operands are evaluated with them; of others nothing is known.
static const bool evaluates_operands[UINT8_MAX + 1] = {
    [E_UNARY] = true,    [E_BINARY] = true,    [E_ASSIGN] = true,   [E_CAST] = true,
    [E_MEMBER] = true,   [E_SUBSCRIPT] = true, [E_TEMP] = true,     [E_ZERO_CONSTRUCT] = true,
    [E_CLEANUPS] = true, [E_CALL] = true,      [E_CONSTRUCT] = true};

// The part of the expression that makes it no constant in every evaluation; NULL: none is known.
static const Expr *never(Cxx *cxx, const Expr *expr) {
    if (!expr || expr->kind == E_THROW) return expr;
    if (expr->kind == E_COND) return never_condition(cxx, expr);
    if (!evaluates_operands[expr->kind]) return NULL;

    // what a virtual call reaches may be constexpr
    bool calls = is_any_of(expr->kind, E_CALL, E_CONSTRUCT);
    bool known = calls && !(expr->flags & EF_VIRTUAL);
    return known && is_plain_function(cxx, expr->u.decl) ? expr : never_operand(cxx, expr);
}

// How a walk over statements goes on.
typedef enum Flow {
    GOES_ON,   // to the next statement, in every call
    BREAKS,    // or, in some calls, behind the loop or switch around
    MAY_LEAVE, // in some calls what follows is not executed; nothing is known of it
    LEAVES     // in no call what follows is executed
} Flow;

// What a call executes in every case, statement by statement, until one may leave the function.
// *found is the first expression that is never constant, kept if there is one already.
static Flow walk(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth);

// An expression that every call evaluates here.
static void look_at(Cxx *cxx, const Expr *expr, const Expr **found) {
    if (!*found) *found = never(cxx, expr);
}

// How it goes on behind two branches of which one is taken.
static Flow flow_of_either(Flow one, Flow other) {
    if (one == other) return one;
    return CU_MAX(one, other) == BREAKS ? BREAKS : MAY_LEAVE;
}

// Behind a break nothing is executed in every call, but it may still leave the function.
static Flow walk_list(Cxx *cxx, const Stmt *list, const Expr **found, uint32_t depth) {
    const Expr *ignored = NULL;
    Flow flow = GOES_ON;
    for (uint32_t i = 0; i < list->u.list.n && flow <= BREAKS; i++) {
        Flow next = walk(cxx, list->u.list.at[i], flow == GOES_ON ? found : &ignored, depth);
        flow = flow == GOES_ON ? next : flow_of_either(flow, CU_MAX(next, BREAKS));
    }
    return flow;
}

// Of an `if` both branches must be wrong, or the condition.
static Flow walk_if(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth) {
    look_at(cxx, stmt->e, found);

    const Expr *then = NULL, *otherwise = NULL;
    Flow then_flow = walk(cxx, stmt->body, &then, depth);
    Flow else_flow = walk(cxx, stmt->els, &otherwise, depth);
    if (!*found && then && otherwise) *found = then;
    return flow_of_either(then_flow, else_flow);
}

// A body that may not be executed, of a loop or a switch: what is wrong in it does not count, but
// what follows is executed in every call if nothing in it leaves.
static Flow walk_maybe(Cxx *cxx, const Stmt *body, uint32_t depth) {
    const Expr *ignored = NULL;
    return walk(cxx, body, &ignored, depth) <= BREAKS ? GOES_ON : MAY_LEAVE;
}

// Executed once at least.
static Flow walk_do(Cxx *cxx, const Stmt *body, const Expr **found, uint32_t depth) {
    Flow flow = walk(cxx, body, found, depth);
    return flow == BREAKS ? GOES_ON : flow;
}

static Flow walk(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth) {
    if (!stmt) return GOES_ON;
    if (depth > cxx->ctx->max_depth) return MAY_LEAVE;

    switch (stmt->kind) {
    case S_NULL: return GOES_ON;
    case S_BREAK: return BREAKS;

    case S_DECL:
        for (uint32_t i = 0; i < stmt->u.decl.n; i++)
            look_at(cxx, stmt->u.decl.var[i]->init, found);
        return GOES_ON;
    case S_EXPR: look_at(cxx, stmt->e, found); return GOES_ON;
    case S_RETURN: look_at(cxx, stmt->e, found); return LEAVES;

    case S_COMPOUND: return walk_list(cxx, stmt, found, depth + 1);
    case S_IF: return walk_if(cxx, stmt, found, depth + 1);

    case S_SWITCH:
    case S_WHILE:
    case S_FOR: return walk_maybe(cxx, stmt->body, depth + 1);

    case S_DO: return walk_do(cxx, stmt->body, found, depth + 1);

    case S_CASE:
    case S_DEFAULT: return walk(cxx, stmt->body, found, depth + 1);

    default: return MAY_LEAVE;
    }
}

const Expr *cxx_never_constant(Cxx *cxx, const FuncDecl *func) {
    const Expr *found = NULL;
    walk(cxx, func->body.tree, &found, 0);
    return found;
}
