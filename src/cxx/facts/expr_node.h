// SPDX-License-Identifier: Apache-2.0
// expr_node.h: typed nodes, made and compared.
//
// Conventions of typed trees (beyond expr.def):
//  - A node's EF_TYPE_DEP, EF_VALUE_DEP, EF_HAS_PACK and EF_HAS_TEMPS are the union of its
//    operands'.
//  - A member pointer constant is E_UNARY ADDR of an E_DECLREF to a non-static member.
//  - `Expr.pad` holds XP_* marks that matter only while parsing.
//  - A variable whose value is a constant is not odr-used when it is only read [basic.def.odr]:
//    the E_DECLREF is marked XP_ODR and listed as pending; cxx_rvalue folds it to a constant and
//    clears the mark; what is still marked at the end of the function body (xe_flush_odr) is used.
#ifndef CUPRUM_CXX_FACTS_EXPR_NODE_H
#define CUPRUM_CXX_FACTS_EXPR_NODE_H

#include "cxx/facts/parse.h"

enum {
    XP_QUALIFIED = 1,   // qualified-id naming a non-static member, no object written
    XP_ODR = 2,         // E_DECLREF of a constant variable, odr-use not decided yet
    XP_CALLEE_OK = 4,   // unqualified name that ADL may still find
    XP_SCOPED = 8,      // a function by a qualified name, of an object or called (mangling)
    XP_BITS = 16,       // E_INT written in base 2, 8 or 16, or of a constant that is
    XP_UNCAPTURED = 32, // the implied object in a lambda that has not captured `this` (yet)
};

// Is one that was reported already: nobody says more about it, and what it is part of becomes one,
// too.
static inline bool xe_err(const Expr *expr) {
    return expr && (expr->kind == E_ERROR || expr->type->kind == TY_ERROR);
}

// None, or one that was reported.
static inline bool xe_lost(const Expr *expr) {
    return !expr || xe_err(expr);
}

// Type-dependent [temp.dep.expr]: its type is not known before instantiation.
static inline bool xe_tdep(const Expr *expr) {
    return (expr->flags & EF_TYPE_DEP) != 0;
}

// Its type says nothing: it was reported, or is type-dependent. Checks of it are for another day.
static inline bool xe_open(const Expr *expr) {
    return xe_err(expr) || xe_tdep(expr);
}

// Value-dependent [temp.dep.constexpr], which what is type-dependent is, too.
static inline bool xe_vdep(const Expr *expr) {
    return (expr->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) != 0;
}

// An lvalue or xvalue [basic.lval]: it names an object or function.
static inline bool xe_glvalue(const Expr *expr) {
    return expr->cat != VC_PRVALUE;
}

// Operands in their order: a, b, c, then the arguments. One that is not there is NULL.
static inline uint32_t xe_noperands(const Expr *expr) {
    return 3 + (expr->arg ? expr->n : 0);
}
static inline Expr *xe_operand(const Expr *expr, uint32_t i) {
    Expr *const own[] = {expr->a, expr->b, expr->c};
    return i < CU_COUNT(own) ? own[i] : expr->arg[i - CU_COUNT(own)];
}

// A built-in operator's expression: xe_is(e, E_UNARY, OP_DEREF).
static inline bool xe_is(const Expr *expr, ExprKind kind, unsigned op) {
    return expr->kind == kind && expr->op == op;
}

// A braced-init-list, which has no type; or a parenthesised one (EF_PAREN).
static inline bool xe_list(const Expr *expr) {
    return expr->kind == E_INITLIST_SYNTAX;
}

// What only a target gives a type: such a list, or a name of several functions.
static inline bool xe_untyped(const Expr *expr) {
    return is_any_of(expr->kind, E_INITLIST_SYNTAX, E_OVERLOAD);
}

// A conversion that nobody wrote.
static inline bool xe_implicit_cast(const Expr *expr) {
    return expr->kind == E_CAST && expr->flags & EF_IMPLICIT;
}

// ---- expr_node.c --------------------------------------------------------------------------------

// Whether a volatile object that the expression names is read though the value is not used:
// [expr.context]/2 lists the forms. An assignment is none of them.
bool cxx_is_read_when_discarded(const Expr *expr);
// A node without operands.
Expr *cxx_expr_new(Cxx *cxx, ExprKind expr_kind, Type *type, ValueCat cat, Pos pos);
// An integer constant of type `type`.
Expr *cxx_expr_int(Cxx *cxx, Type *type, uint64_t v, Pos pos);
// An E_ERROR node, which nobody reports again.
Expr *cxx_expr_error(Cxx *cxx, Pos pos);
// The body of func made of n statements, which are copied.
Stmt *cxx_body_of(Cxx *cxx, const FuncDecl *func, Stmt **at, uint32_t n);
// The expressions' state, made on first use.
struct ExprState *xe_state(Cxx *cxx);
// A node with one operand, whose flags it inherits.
Expr *xe_un(Parse *parse, ExprKind k, Type *type, ValueCat cat, Pos pos, Expr *expr);
// Likewise with two.
Expr *xe_bin(Parse *parse, ExprKind expr_kind, CxxOp op, Type *type, ValueCat cat, Pos pos,
             Expr *left, Expr *right);
Expr *xe_args(Parse *parse, Expr *expr, Expr **arg, uint32_t n); // sets expr->arg (copied)
// expr's flags get those of an operand.
void xe_inherit(Expr *expr, const Expr *from);
Expr *xe_cast(Parse *parse, CastKind ck, Type *type, ValueCat cat, Expr *expr); // implicit
// A node whose type is a declared type: references give lvalues and xvalues, prvalues of non-class
// type lose cv.
Expr *xe_declared(Parse *parse, ExprKind k, Type *type, Pos pos);
// Gives expr a declared type as xe_declared does.
void xe_set_declared(Parse *parse, Expr *expr, Type *type);
Expr *xe_dep(Parse *parse, ExprKind k, Pos pos);             // type-dependent node
Expr *xe_ref(Parse *parse, Decl *decl, Type *type, Pos pos); // plain E_DECLREF lvalue
// A copy of the tree's root, to be changed.
Expr *xe_dup(Parse *parse, const Expr *expr);
bool xe_depth(Parse *parse, Pos pos); // ++parse->depth; false (after a diagnostic) beyond the limit
// `else if`, labels and `a ? b : c ? d : e` do not count as nesting as long as they are not too
// many: what is parsed between these two is one level less deep. False: it is not, and there is no
// end.
bool xe_chain_begin(Parse *parse);
// Ends what xe_chain_begin gave true for.
void xe_chain_end(Parse *parse);
// expr, which a loop made of its left operand; an error beyond the limit of height.
Expr *xe_limited(Parse *parse, Expr *expr);
Pos xe_pos(const Parse *parse);      // of the next token
Pos xe_prev_pos(const Parse *parse); // of the last token consumed
// Consumes the next token if it is of that kind.
bool xe_accept(Parse *parse, uint16_t kind);
bool xe_expect(Parse *parse, uint16_t kind, const char *what); // diagnostic if missing
// Whether the code around is only evaluated [expr.const]/16: a consteval function's, or a branch of
// `if consteval`.
bool cxx_in_immediate(const Parse *parse);
// Whether expr is a null pointer constant [conv.ptr].
bool xe_null_const(Parse *parse, const Expr *expr);
bool xe_is_lit(Parse *parse, uint32_t at, const char *s); // identifier token spelled s
// A statement node.
Stmt *xe_stmt(Parse *parse, StmtKind k, Pos pos);
// The declaration statement of n variables.
Stmt *xe_decl_stmt(Parse *parse, VarDecl **v, uint32_t n, Pos pos);

// ---- expr_same.c --------------------------------------------------------------------------------

// Structural equality of expressions in signatures [temp.over.link] (facts/expr_same.c).
bool cxx_expr_equal(const Expr *left, const Expr *right);
// Equal expressions have equal hashes.
uint64_t cxx_expr_hash(const Expr *expr);
uint64_t cxx_template_key(const Decl *tmpl); // template template parameters by depth and index

#endif
