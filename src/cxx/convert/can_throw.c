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
    const Expr *operand[] = {whole->a, whole->b, whole->c};
    for (uint32_t i = 0; i < CU_COUNT(operand); i++)
        if (can_throw(cxx, operand[i])) return true;
    for (uint32_t i = 0; i < whole->n; i++)
        if (can_throw(cxx, whole->arg[i])) return true;
    return false;
}

// The initialiser of an object that stays: it is not destroyed by the expression itself.
bool xe_init_can_throw(Cxx *cxx, const Expr *evaluated) {
    if (xe_lost(evaluated)) return false;
    switch (evaluated->kind) {
    case E_CALL:
        if (callee_can_throw(cxx, evaluated)) return true;
        break;
    case E_CONSTRUCT:
        if (!cxx_func_noexcept(cxx, (FuncDecl *)evaluated->u.decl)) return true;
        break;
    case E_MEMPTR_CALL:
        if (!type_noexcept(evaluated->b->type)) return true;
        break;
    case E_NEW:
        if (evaluated->u.alloc.fn && !cxx_func_noexcept(cxx, evaluated->u.alloc.fn)) return true;
        return operands_can_throw(cxx, evaluated, xe_init_can_throw);
    case E_THROW: return true;
    case E_DYNAMIC_CAST: // a pointer becomes null
        if (evaluated->cat != VC_PRVALUE) return true;
        break;
    case E_TYPEID: return evaluated->a != NULL; // of a null pointer's object
    case E_DECLREF:
    case E_INT:
    case E_FLOAT:
    case E_STRING:
    case E_CONST:
    case E_OPAQUE: return false;
    default: break;
    }
    return operands_can_throw(cxx, evaluated, xe_can_throw);
}

// Whether evaluating the expression can throw [except.spec]/6.
bool xe_can_throw(Cxx *cxx, const Expr *evaluated) {
    return !xe_lost(evaluated) &&
           (end_can_throw(cxx, evaluated) || xe_init_can_throw(cxx, evaluated));
}
