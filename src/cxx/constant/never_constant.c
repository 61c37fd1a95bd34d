// SPDX-License-Identifier: Apache-2.0
// Whether no call of a function can be a constant expression, whatever its arguments are
// [dcl.constexpr]/6: what is executed in every call calls a function that is not constexpr, or
// throws. Said of constexpr functions before C++23 with --check-all; nvcc says nothing.
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

static const Expr *never(Cxx *cxx, const Expr *expr);

// A function of the program that nothing makes constexpr. The compilers know many of the library's
// by name.
static bool is_plain_function(Cxx *cxx, const Decl *decl) {
    if (!decl || decl->kind != D_FUNC || decl->flags & (DF_CONSTEXPR | DF_CONSTEVAL | DF_INVALID))
        return false;
    const FuncDecl *func = (const FuncDecl *)decl;
    if (!cxx_is_written(func) || cxx_is_templated(func) || func->inherited) return false;
    if (func->code.builtin || func->pure || func->written.deleted ||
        (func->cls && func->cls->closure.is))
        return false;
    return !cxx_in_system_header(cxx, decl->pos);
}

// The first of the operands that is evaluated and never constant.
static const Expr *never_operand(Cxx *cxx, const Expr *expr) {
    const Expr *found = never(cxx, expr->a);
    bool second = expr->kind != E_BINARY || !is_any_of(expr->op, OP_LAND, OP_LOR);
    if (!found && second) found = never(cxx, expr->b);
    if (!found && second) found = never(cxx, expr->c);
    for (uint32_t i = 0; i < expr->n && !found; i++) found = never(cxx, expr->arg[i]);
    return found;
}

// Of a conditional the condition, or both of the others.
static const Expr *never_condition(Cxx *cxx, const Expr *expr) {
    const Expr *found = never(cxx, expr->a);
    if (found) return found;
    found = never(cxx, expr->b);
    return found && never(cxx, expr->c) ? found : NULL;
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
    bool calls = is_any_of(expr->kind, E_CALL, E_CONSTRUCT);
    bool known = calls && !(expr->flags & EF_VIRTUAL);
    return known && is_plain_function(cxx, expr->u.decl) ? expr : never_operand(cxx, expr);
}

// How a walk over statements goes on.
typedef enum { GOES_ON, MAY_LEAVE, LEAVES } Flow;

// What a call executes in every case, statement by statement, until one may leave the function.
static Flow walk(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth);

// Of an `if` both branches must be wrong, or the condition.
static Flow walk_if(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth) {
    if (!*found) *found = never(cxx, stmt->e);
    const Expr *then = NULL, *otherwise = NULL;
    Flow a = walk(cxx, stmt->body, &then, depth), b = walk(cxx, stmt->els, &otherwise, depth);
    if (!*found && then && otherwise) *found = then;
    return a == GOES_ON && b == GOES_ON ? GOES_ON : a == LEAVES && b == LEAVES ? LEAVES : MAY_LEAVE;
}

static Flow walk(Cxx *cxx, const Stmt *stmt, const Expr **found, uint32_t depth) {
    if (!stmt) return GOES_ON;
    if (depth > cxx->ctx->max_depth) return MAY_LEAVE;
    const Expr *none = stmt->e; // of a loop's body and a switch's, which may not be executed
    switch (stmt->kind) {
    case S_NULL: return GOES_ON;
    case S_COMPOUND:
        for (uint32_t i = 0; i < stmt->u.list.n; i++) {
            Flow flow = walk(cxx, stmt->u.list.at[i], found, depth + 1);
            if (flow != GOES_ON) return flow;
        }
        return GOES_ON;
    case S_DECL:
        for (uint32_t i = 0; i < stmt->u.decl.n && !*found; i++)
            *found = never(cxx, stmt->u.decl.var[i]->init);
        return GOES_ON;
    case S_EXPR:
        if (!*found) *found = never(cxx, stmt->e);
        return GOES_ON;
    case S_RETURN:
        if (!*found) *found = never(cxx, stmt->e);
        return LEAVES;
    case S_IF: return walk_if(cxx, stmt, found, depth + 1);
    case S_SWITCH:
    case S_WHILE:
    case S_FOR:
        // a body without anything that leaves: what follows is executed
        return walk(cxx, stmt->body, &none, depth + 1) == GOES_ON ? GOES_ON : MAY_LEAVE;
    case S_CASE:
    case S_DEFAULT: return walk(cxx, stmt->body, found, depth + 1);
    case S_DO: return walk(cxx, stmt->body, found, depth + 1);
    case S_BREAK:
    case S_CONTINUE: return stmt->kind == S_BREAK ? GOES_ON : MAY_LEAVE;
    default: return MAY_LEAVE;
    }
}

const Expr *cxx_never_constant(Cxx *cxx, const FuncDecl *func) {
    const Expr *found = NULL;
    walk(cxx, func->body.tree, &found, 0);
    return found;
}
