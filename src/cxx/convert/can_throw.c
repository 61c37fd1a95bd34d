// SPDX-License-Identifier: Apache-2.0
// Whether an expression can throw [except.spec]/6: the noexcept operator, and what an implicit
// exception specification is made of.
#include "cxx/convert/convert.h"

// What the type points to is a function that does not throw.
static bool type_noexcept(const Type *type) {
    if (is_any_of(type->kind, TY_PTR, TY_MEMPTR)) type = type->u.ptr.to;
    return type->kind == TY_FUNC && type->u.func.noexcept_;
}

// The destructor of a temporary.
static bool end_can_throw(Cxx *cxx, const Expr *temporary) {
    if (temporary->cat != VC_PRVALUE || temporary->type->kind != TY_CLASS ||
        temporary->kind == E_OPAQUE)
        return false;
    FuncDecl *d = cxx_find_dtor(cxx, temporary->type);
    return d && !cxx_func_noexcept(cxx, d);
}

// Whether the function that a call names or points to can throw.
static bool callee_can_throw(Cxx *cxx, const Expr *call) {
    if (call->u.decl) return !cxx_func_noexcept(cxx, (FuncDecl *)call->u.decl);
    return !type_noexcept(call->a->type);
}

// Some operand does.
static bool operands_can_throw(Cxx *cxx, const Expr *whole,
                               bool (*can_throw)(Cxx *, const Expr *)) {
    for (uint32_t i = 0; i < xe_noperands(whole); i++)
        if (can_throw(cxx, xe_operand(whole, i))) return true;
    return false;
}

// The operation itself, whatever its operands do.
static bool operation_can_throw(Cxx *cxx, const Expr *operation) {
    const FuncDecl *allocation = operation->kind == E_NEW ? operation->u.alloc.fn : NULL;
    switch (operation->kind) {
    case E_CALL: return callee_can_throw(cxx, operation);
    case E_CONSTRUCT: return !cxx_func_noexcept(cxx, (FuncDecl *)operation->u.decl);
    case E_MEMPTR_CALL: return !type_noexcept(operation->b->type);
    case E_NEW: return allocation && !cxx_func_noexcept(cxx, (FuncDecl *)allocation);
    case E_THROW: return true;
    case E_DYNAMIC_CAST: return operation->cat != VC_PRVALUE; // a pointer becomes null
    case E_TYPEID: return operation->a != NULL;               // of a null pointer's object
    default: return false;
    }
}

// Nodes of which no operand is evaluated.
static const bool evaluates_none[UINT8_MAX + 1] = {
    [E_TYPEID] = true, [E_DECLREF] = true, [E_INT] = true,   [E_FLOAT] = true,
    [E_STRING] = true, [E_CONST] = true,   [E_OPAQUE] = true};

// The initialiser of an object that stays: it is not destroyed by the expression itself.
bool xe_init_can_throw(Cxx *cxx, const Expr *evaluated) {
    if (xe_lost(evaluated)) return false;
    if (operation_can_throw(cxx, evaluated)) return true;
    if (evaluates_none[evaluated->kind]) return false;
    bool stays = evaluated->kind == E_NEW; // what its initialiser makes
    return operands_can_throw(cxx, evaluated, stays ? xe_init_can_throw : xe_can_throw);
}

// Whether evaluating the expression can throw [except.spec]/6.
bool xe_can_throw(Cxx *cxx, const Expr *evaluated) {
    return !xe_lost(evaluated) &&
           (end_can_throw(cxx, evaluated) || xe_init_can_throw(cxx, evaluated));
}
