// SPDX-License-Identifier: Apache-2.0
// Whether no call of a function can be a constant expression, whatever its arguments are
// [dcl.constexpr]/6: what is executed in every call calls a function that is not constexpr, or
// throws. Said of constexpr functions before C++23 with --check-all; nvcc says nothing.
#include "cxx/facts/facts.h"
#include "cxx/constant/constant.h"

static const Expr *never(Cxx *cxx, const Expr *evaluated);

// What may turn out to be constexpr though it does not say so: what is made by the compiler, by a
// template or by a using-declaration; or what is wrong to call for another reason, which is said.
static bool is_constexpr_elsewhere(const FuncDecl *func) {
    bool made = !cxx_is_written(func) || func->inherited || func->code.builtin;
    bool never_called = func->pure || func->written.deleted;
    // a call operator is constexpr without the word if it can be [expr.prim.lambda.closure]
    return made || never_called || cxx_is_templated(func) || cxx_is_of_closure(func);
}

// A function of the program that nothing makes constexpr. The compilers know many of the library's
// by name.
static bool is_plain_function(Cxx *cxx, const Decl *callee) {
    if (!decl_is(callee, D_FUNC)) return false;
    if (callee->flags & (DF_CONSTEXPR | DF_CONSTEVAL | DF_INVALID)) return false;
    return !is_constexpr_elsewhere((const FuncDecl *)callee) &&
           !cxx_in_system_header(cxx, callee->pos);
}

// [expr.log.and]/1, [expr.log.or]/1: the second operand may not be evaluated.
static bool is_short_circuit(const Expr *expr) {
    return expr->kind == E_BINARY && is_any_of(expr->op, OP_LAND, OP_LOR);
}

// The first of the operands that is evaluated and never constant.
static const Expr *never_operand(Cxx *cxx, const Expr *whole) {
    uint32_t evaluated = is_short_circuit(whole) ? 1 : xe_noperands(whole);
    const Expr *found = NULL;
    for (uint32_t i = 0; i < evaluated && !found; i++) found = never(cxx, xe_operand(whole, i));
    return found;
}

// [expr.cond]/1: the condition is always evaluated, of the others one: both must be wrong.
static const Expr *never_condition(Cxx *cxx, const Expr *whole) {
    const Expr *condition = never(cxx, whole->a);
    if (condition) return condition;

    const Expr *second = never(cxx, whole->b);
    return second && never(cxx, whole->c) ? second : NULL;
}

// Nodes whose operands are evaluated with them; of others nothing is known.
static const bool evaluates_operands[UINT8_MAX + 1] = {
    [E_UNARY] = true,    [E_BINARY] = true,    [E_ASSIGN] = true,   [E_CAST] = true,
    [E_MEMBER] = true,   [E_SUBSCRIPT] = true, [E_TEMP] = true,     [E_ZERO_CONSTRUCT] = true,
    [E_CLEANUPS] = true, [E_CALL] = true,      [E_CONSTRUCT] = true};

// The part of the expression that makes it no constant in every evaluation; NULL: none is known.
static const Expr *never(Cxx *cxx, const Expr *evaluated) {
    if (!evaluated || evaluated->kind == E_THROW) return evaluated;
    if (evaluated->kind == E_COND) return never_condition(cxx, evaluated);
    if (!evaluates_operands[evaluated->kind]) return NULL;

    // what a virtual call reaches may be constexpr
    bool calls = is_any_of(evaluated->kind, E_CALL, E_CONSTRUCT);
    bool known = calls && !(evaluated->flags & EF_VIRTUAL);
    return known && is_plain_function(cxx, evaluated->u.decl) ? evaluated
                                                              : never_operand(cxx, evaluated);
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
static Flow walk(Cxx *cxx, const Stmt *walked, const Expr **found, uint32_t depth);

// An expression that every call evaluates here.
static void look_at(Cxx *cxx, const Expr *evaluated, const Expr **found) {
    if (!*found) *found = never(cxx, evaluated);
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
static Flow walk_if(Cxx *cxx, const Stmt *branch, const Expr **found, uint32_t depth) {
    look_at(cxx, branch->e, found);

    const Expr *then = NULL, *otherwise = NULL;
    Flow then_flow = walk(cxx, branch->body, &then, depth);
    Flow else_flow = walk(cxx, branch->els, &otherwise, depth);
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

static Flow walk(Cxx *cxx, const Stmt *walked, const Expr **found, uint32_t depth) {
    if (!walked) return GOES_ON;
    if (depth > cxx->ctx->max_depth) return MAY_LEAVE;

    switch (walked->kind) {
    case S_NULL: return GOES_ON;
    case S_BREAK: return BREAKS;

    case S_DECL:
        for (uint32_t i = 0; i < walked->u.decl.n; i++)
            look_at(cxx, walked->u.decl.var[i]->init, found);
        return GOES_ON;
    case S_EXPR: look_at(cxx, walked->e, found); return GOES_ON;
    case S_RETURN: look_at(cxx, walked->e, found); return LEAVES;

    case S_COMPOUND: return walk_list(cxx, walked, found, depth + 1);
    case S_IF: return walk_if(cxx, walked, found, depth + 1);

    case S_SWITCH:
    case S_WHILE:
    case S_FOR: return walk_maybe(cxx, walked->body, depth + 1);

    case S_DO: return walk_do(cxx, walked->body, found, depth + 1);

    case S_CASE:
    case S_DEFAULT: return walk(cxx, walked->body, found, depth + 1);

    default: return MAY_LEAVE;
    }
}

const Expr *cxx_never_constant(Cxx *cxx, const FuncDecl *func) {
    const Expr *found = NULL;
    walk(cxx, func->body.tree, &found, 0);
    return found;
}
