// SPDX-License-Identifier: Apache-2.0
// What the files of the constant evaluator share.
#ifndef CUPRUM_CXX_CONSTEVAL_INT_H
#define CUPRUM_CXX_CONSTEVAL_INT_H
#include "cxx/cxx.h"

// A call being evaluated.
typedef struct EvFrame {
    struct EvFrame *outer;
    FuncDecl *fn;
    Map vars; // VarDecl * -> Decl *: the object it is bound to in this frame
    Decl *this_obj;
    int64_t this_off;
    ConstVal *ret;
    bool returned;
} EvFrame;

// One evaluation. Objects that the evaluation itself creates (locals, temporaries) have a Decl of
// their own each time their declaration is passed; `objects` maps it to the place of the value.
typedef struct Ev {
    Cxx *x;
    EvFrame *f;
    Map objects; // Decl * -> ConstVal **
    uint64_t steps, max_steps;
    uint32_t depth, max_depth;
    const char *why; // of the first failure
    Pos pos;
    Decl *about;
} Ev;

// A glvalue: an object, a byte offset into it, and where the designated value is stored (NULL when
// it is not known, as for addresses of device variables).
typedef struct EvRef {
    Decl *base;
    Expr *expr_base;
    int64_t off;
    ConstVal **slot;
} EvRef;

// NULL/false: not constant; the reason is in ev.
ConstVal *ev_expr(Ev *ev, Expr *e);       // prvalue
bool ev_ref(Ev *ev, Expr *e, EvRef *out); // glvalue
ConstVal *ev_fail(Ev *ev, Pos pos, const char *why, Decl *about);
bool ev_step(Ev *ev, Pos pos);
ConstVal *ev_call(Ev *ev, FuncDecl *f, Expr *e, Expr **arg, uint32_t n, EvRef *object);
ConstVal *ev_construct(Ev *ev, FuncDecl *ctor, Type *t, Expr **arg, uint32_t n, Pos pos);
ConstVal *ev_zero(Ev *ev, Type *t, Pos pos); // zero-initialised
ConstVal *ev_int(Ev *ev, Type *t, ApInt v);
ConstVal *ev_clone(Ev *ev, ConstVal *v);   // deep: values are changed in place
Decl *ev_object(Ev *ev, ConstVal *v);      // a new object holding v
bool ev_locate(Ev *ev, EvRef *r, Type *t); // finds the slot of (base, off)
ConstVal *ev_pointer(Ev *ev, Type *t, const EvRef *r);
bool ev_deref(Ev *ev, ConstVal *ptr, Type *t, EvRef *out, Pos pos);
ConstVal *ev_arith(Ev *ev, CxxOp op, Type *t, ConstVal *a, ConstVal *b, Pos pos);
ConstVal *ev_convert(Ev *ev, Expr *cast, ConstVal *v);
typedef enum { EV_NEXT, EV_BREAK, EV_CONTINUE, EV_RETURN, EV_FAIL } EvFlow;
EvFlow ev_stmt(Ev *ev, Stmt *s);
#endif
