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
    XP_BITS = 16,       // E_INT written in base 2, 8 or 16
    XP_UNCAPTURED = 32, // the implied object in a lambda that has not captured `this` (yet)
};

static inline bool xe_err(const Expr *e) {
    return e->kind == E_ERROR || e->type->kind == TY_ERROR;
}

static inline bool xe_tdep(const Expr *e) {
    return (e->flags & EF_TYPE_DEP) != 0;
}

static inline bool xe_vdep(const Expr *e) {
    return (e->flags & (EF_TYPE_DEP | EF_VALUE_DEP)) != 0;
}

static inline bool xe_glvalue(const Expr *e) {
    return e->cat != VC_PRVALUE;
}

static inline bool xe_list(const Expr *e) {
    return e->kind == E_INITLIST_SYNTAX;
}

// ---- expr_node.c --------------------------------------------------------------------------------

// Whether a volatile object that the expression names is read though the value is not used:
// [expr.context]/2 lists the forms. An assignment is none of them.
bool cxx_is_read_when_discarded(const Expr *e);
// A node without operands.
Expr *cxx_expr_new(Cxx *x, ExprKind k, Type *t, ValueCat cat, Pos pos);
// An integer constant of type t.
Expr *cxx_expr_int(Cxx *x, Type *t, uint64_t v, Pos pos);
// An E_ERROR node, which nobody reports again.
Expr *cxx_expr_error(Cxx *x, Pos pos);
Stmt *cxx_body_of(Cxx *x, const FuncDecl *f, Stmt **at, uint32_t n); // of made statements
// The expressions' state, made on first use.
struct ExprState *xe_state(Cxx *x);
// A node with one operand, whose flags it inherits.
Expr *xe_un(Parse *p, ExprKind k, Type *t, ValueCat cat, Pos pos, Expr *a);
// Likewise with two.
Expr *xe_bin(Parse *p, ExprKind k, CxxOp op, Type *t, ValueCat cat, Pos pos, Expr *a, Expr *b);
Expr *xe_args(Parse *p, Expr *e, Expr **arg, uint32_t n); // sets e->arg (copied)
// e's flags get those of an operand.
void xe_inherit(Expr *e, const Expr *from);
Expr *xe_cast(Parse *p, CastKind ck, Type *t, ValueCat cat, Expr *a); // implicit
// A node whose type is a declared type: references give lvalues and xvalues, prvalues of non-class
// type lose cv.
Expr *xe_declared(Parse *p, ExprKind k, Type *t, Pos pos);
// Gives e a declared type as xe_declared does.
void xe_set_declared(Parse *p, Expr *e, Type *t);
Expr *xe_dep(Parse *p, ExprKind k, Pos pos);       // type-dependent node
Expr *xe_ref(Parse *p, Decl *d, Type *t, Pos pos); // plain E_DECLREF lvalue
// A copy of the tree's root, to be changed.
Expr *xe_dup(Parse *p, const Expr *e);
bool xe_depth(Parse *p, Pos pos); // ++p->depth; false (after a diagnostic) beyond the limit
// `else if`, labels and `a ? b : c ? d : e` do not count as nesting as long as they are not too
// many: what is parsed between these two is one level less deep. False: it is not, and there is no
// end.
bool xe_chain_begin(Parse *p);
// Ends what xe_chain_begin gave true for.
void xe_chain_end(Parse *p);
// e, which a loop made of its left operand; an error beyond the limit of height.
Expr *xe_limited(Parse *p, Expr *e);
Pos xe_pos(const Parse *p);      // of the next token
Pos xe_prev_pos(const Parse *p); // of the last token consumed
// Consumes the next token if it is of that kind.
bool xe_accept(Parse *p, uint16_t kind);
bool xe_expect(Parse *p, uint16_t kind, const char *what); // diagnostic if missing
// Whether e is a null pointer constant [conv.ptr].
bool xe_null_const(Parse *p, const Expr *e);
bool xe_is_lit(Parse *p, uint32_t at, const char *s); // identifier token spelled s
FuncDecl *xe_func_of(Decl *d);                        // D_FUNC or NULL
// A statement node.
Stmt *xe_stmt(Parse *p, StmtKind k, Pos pos);
// The declaration statement of n variables.
Stmt *xe_decl_stmt(Parse *p, VarDecl **v, uint32_t n, Pos pos);

// ---- expr_same.c --------------------------------------------------------------------------------

// Structural equality of expressions in signatures [temp.over.link] (facts/expr_same.c).
bool cxx_expr_equal(const Expr *a, const Expr *b);
// Equal expressions have equal hashes.
uint64_t cxx_expr_hash(const Expr *e);
uint64_t cxx_template_key(const Decl *tmpl); // template template parameters by depth and index

#endif
