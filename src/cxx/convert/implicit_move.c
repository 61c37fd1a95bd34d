// SPDX-License-Identifier: Apache-2.0
// convert/implicit_move.c: a local variable that is named by a return statement or thrown is taken
// as an rvalue [class.copy.elision]/3.
#include "cxx/facts/diag.h"
#include "cxx/convert/convert.h"

// The variable of the current function that the expression names and that dies with it; an rvalue
// reference counts since C++20 (P1825) for throw, and for return as NVIDIA's front end has it.
static VarDecl *own_variable(const Parse *parse, const Expr *named) {
    if (named->kind != E_DECLREF || named->u.decl->kind != D_VAR || named->type->kind != TY_CLASS)
        return NULL;
    VarDecl *var = (VarDecl *)named->u.decl;
    bool automatic = is_any_of(var->storage, STOR_AUTO, STOR_PARAM);
    if (!automatic || var->fn != parse->fn || (xe_quals(named->type) & Q_VOLATILE)) return NULL;
    return ty_is_ref(var->d.type) && var->d.type->kind != TY_RREF ? NULL : var;
}

static Expr *as_xvalue(Parse *parse, Expr *named) {
    Expr *moved = xe_dup(parse, named);
    moved->cat = VC_XVALUE;
    return moved;
}

Expr *xe_returned_local(Parse *parse, Expr *returned, Type *ret) {
    VarDecl *var = own_variable(parse, returned);
    if (!var) return returned;
    Expr *moved = as_xvalue(parse, returned);
    Ics ics;
    cxx_ics(parse, moved, ret, true, false, &ics);
    if (ics.rank == ICS_BAD || ics.ambiguous) return returned;
    if (ty_is_ref(ret) && ret->kind == TY_LREF) return returned;
    if (ty_unqual(ret) == ty_unqual(returned->type)) {
        // overload resolution as for an rvalue must find something; else the lvalue is copied
        Cands cs = {0};
        CandQuery query = {.arg = &moved, .n = 1, .no_explicit = true};
        xe_pick_ctor(parse, ty_unqual(ret)->u.cls, &query, &cs);
        if (cs.best < 0 || cs.c.at[cs.best].fn->written.deleted) return returned;
        if (var->storage == STOR_AUTO && !ty_is_ref(var->d.type)) var->nrvo = true;
    }
    return moved;
}

// Whether the variable lives no longer than the innermost try block around.
static bool ends_with_try(const Parse *parse, const VarDecl *var) {
    const Scope *outside = parse->try_scope;
    return !outside || (var->d.scope != outside && cxx_scope_encloses(outside, var->d.scope));
}

Expr *xe_thrown_local(Parse *parse, Expr *thrown) {
    VarDecl *var = own_variable(parse, thrown);
    if (!var || !ends_with_try(parse, var)) return thrown;
    bool since_20 = ty_is_ref(var->d.type) || var->storage == STOR_PARAM;
    if (since_20 && parse->x->opt.std < 20) return thrown;
    Expr *moved = as_xvalue(parse, thrown);
    Cands cs = {0};
    CandQuery query = {.arg = &moved, .n = 1, .no_explicit = true};
    xe_pick_ctor(parse, ty_unqual(thrown->type)->u.cls, &query, &cs);
    return cs.best < 0 ? thrown : moved;
}
