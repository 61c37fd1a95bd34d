// SPDX-License-Identifier: Apache-2.0
// Structural hash and equality of expressions in dependent signatures ([temp.over.link]: two
// expressions are equivalent if they have the same tokens up to names of template parameters).
// Template parameters compare by depth and index, so that redeclarations match.
#include "cxx/facts/facts.h"

// Function parameters are the same by their place [temp.over.link]/5, others by what they are.
static uint64_t decl_key(const Decl *decl) {
    if (!decl) return 0;
    if (decl->kind == D_TPARM) {
        const TParmDecl *t = (const TParmDecl *)decl;
        return 1u << 31 | (uint32_t)t->depth << 16 | t->index;
    }
    // parameters in noexcept/decltype compare by number [temp.over.link]
    if (decl->kind == D_VAR && ((const VarDecl *)decl)->storage == STOR_PARAM) {
        return 3u << 30 | ((const VarDecl *)decl)->index;
    }
    if (decl->kind == D_PACK && ((const PackDecl *)decl)->elem &&
        ((const PackDecl *)decl)->elem[0] != decl)
        return decl_key(((const PackDecl *)decl)->elem[0]); // of a parameter pack: its declaration
    return decl->id;
}

uint64_t cxx_template_key(const Decl *decl) {
    return decl_key(decl);
}

static uint64_t int_key(const ApInt *i) {
    return apint_u64(i);
}

// The parts of a node that are not operands, folded to one number each way.
static uint64_t payload_hash(const Expr *expr) {
    switch (expr->kind) {
    case E_INT: return int_key(&expr->u.i);
    case E_STRING: return hash_bytes(expr->u.str.s, expr->u.str.n, 1);
    case E_CONST: return (uintptr_t)expr->u.val;
    case E_DECLREF:
    case E_MEMBER:
    case E_CONSTRUCT:
    case E_TPARM:
    case E_SIZEOF_PACK: return decl_key(expr->u.decl);
    case E_CALL: return hash_mix(decl_key(expr->u.decl), expr->pad & XP_SCOPED);
    case E_UNARY: return expr->flags & EF_ARROW; // p->m is not (*p).m
    case E_TYPE:
    case E_DEP_CAST:
    case E_DEP_SIZEOF:
    case E_DEP_TRAIT: return expr->u.ty ? expr->u.ty->id : 0;
    case E_DELETE: return expr->u.alloc.array | expr->u.alloc.global << 1;
    case E_OVERLOAD: { // a qualified name is not that of the same functions without the qualifier
        bool in = expr->pad & XP_QUALIFIED && expr->u.ovl->n;
        uint64_t h = hash_mix(expr->u.ovl->name, expr->u.ovl->targs ? expr->u.ovl->targs->id : 0);
        const Expr *o = expr->u.ovl->object; // (whether *this is understood depends on the reading)
        if (o && !(o->flags & EF_IMPLICIT)) h = hash_mix(h, cxx_expr_hash(o));
        return in ? hash_mix(h, (uintptr_t)expr->u.ovl->set[0]->scope) : h;
    }
    case E_DEP_NAME:
    case E_DEP_MEMBER:
        return hash_mix(hash_mix(expr->u.dep.name, expr->u.dep.scope ? expr->u.dep.scope->id : 0),
                        expr->u.dep.targs ? expr->u.dep.targs->id : 0);
    default: return 0;
    }
}

static uint32_t list_count(const Expr *expr) {
    return expr->arg ? expr->n : 0;
}

uint64_t cxx_expr_hash(const Expr *expr) {
    if (!expr) return 7;
    uint64_t h = hash_mix(expr->kind | (uint32_t)expr->op << 8 | (uint32_t)expr->n << 16,
                          payload_hash(expr));
    if (expr->type) h = hash_mix(h, expr->type->id);
    if (expr->a) h = hash_mix(h, cxx_expr_hash(expr->a));
    if (expr->b) h = hash_mix(h, cxx_expr_hash(expr->b));
    if (expr->c) h = hash_mix(h, cxx_expr_hash(expr->c));
    for (uint32_t i = 0; i < list_count(expr); i++) h = hash_mix(h, cxx_expr_hash(expr->arg[i]));
    return h;
}

bool cxx_expr_equal(const Expr *left, const Expr *right) {
    if (left == right) return true;
    if (!left || !right || left->kind != right->kind) return false;
    if (left->op != right->op || left->n != right->n || left->type != right->type) return false;
    if (is_any_of(left->kind, E_FLOAT, E_STMT)) return false;
    if (payload_hash(left) != payload_hash(right)) return false;
    bool operands = cxx_expr_equal(left->a, right->a) && cxx_expr_equal(left->b, right->b);
    if (!operands || !cxx_expr_equal(left->c, right->c)) return false;
    for (uint32_t i = 0; i < list_count(left); i++) {
        if (!cxx_expr_equal(left->arg[i], right->arg[i])) return false;
    }
    return true;
}
