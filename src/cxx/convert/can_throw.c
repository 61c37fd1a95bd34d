// SPDX-License-Identifier: Apache-2.0
// Whether an expression can throw [except.spec]/6: the noexcept operator, and what an implicit
// exception specification is made of.
#include "cxx/convert/convert.h"

static bool type_noexcept(const Type *t) {
    if (t->kind == TY_PTR || t->kind == TY_MEMPTR) t = t->u.ptr.to;
    return t->kind == TY_FUNC && t->u.func.noexcept_;
}

// The destructor of a temporary.
static bool end_can_throw(Cxx *x, const Expr *e) {
    if (e->cat != VC_PRVALUE || e->type->kind != TY_CLASS || e->kind == E_OPAQUE) return false;
    FuncDecl *d = cxx_find_dtor(x, e->type);
    return d && !cxx_func_noexcept(x, d);
}

// The initialiser of an object that stays: it is not destroyed by the expression itself.
bool xe_init_can_throw(Cxx *x, const Expr *e) {
    if (!e || xe_err(e)) return false;
    switch (e->kind) {
    case E_CALL:
        if (e->u.decl ? !cxx_func_noexcept(x, (FuncDecl *)e->u.decl) : !type_noexcept(e->a->type))
            return true;
        break;
    case E_CONSTRUCT:
        if (!cxx_func_noexcept(x, (FuncDecl *)e->u.decl)) return true;
        break;
    case E_MEMPTR_CALL:
        if (!type_noexcept(e->b->type)) return true;
        break;
    case E_NEW:
        if (e->u.alloc.fn && !cxx_func_noexcept(x, e->u.alloc.fn)) return true;
        if (xe_init_can_throw(x, e->a) || xe_init_can_throw(x, e->b) || xe_init_can_throw(x, e->c))
            return true;
        for (uint32_t i = 0; i < e->n; i++)
            if (xe_init_can_throw(x, e->arg[i])) return true;
        return false;
    case E_THROW:
    case E_DYNAMIC_CAST:
    case E_TYPEID: return true;
    case E_DECLREF:
    case E_INT:
    case E_FLOAT:
    case E_STRING:
    case E_CONST:
    case E_OPAQUE: return false;
    default: break;
    }
    if (xe_can_throw(x, e->a) || xe_can_throw(x, e->b) || xe_can_throw(x, e->c)) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (xe_can_throw(x, e->arg[i])) return true;
    return false;
}

// Whether evaluating the expression can throw [except.spec]/6.
bool xe_can_throw(Cxx *x, const Expr *e) {
    return e && !xe_err(e) && (end_can_throw(x, e) || xe_init_can_throw(x, e));
}
