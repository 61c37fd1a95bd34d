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

// A qualified name is not that of the same functions without the qualifier.
static uint64_t overload_hash(const Expr *name) {
    bool qualified = name->pad & XP_QUALIFIED && name->u.ovl->n;
    uint64_t h = hash_mix(name->u.ovl->name, name->u.ovl->targs ? name->u.ovl->targs->id : 0);
    const Expr *object = name->u.ovl->object;
    // (whether *this is understood depends on the reading)
    bool written = object && !(object->flags & EF_IMPLICIT);
    if (written) h = hash_mix(h, cxx_expr_hash(object));
    return qualified ? hash_mix(h, (uintptr_t)name->u.ovl->set[0]->scope) : h;
}

// Nodes that name a declaration, or a type.
static const bool names_decl[UINT8_MAX + 1] = {
    [E_DECLREF] = true, [E_MEMBER] = true, [E_CONSTRUCT] = true,
    [E_TPARM] = true,   [E_CALL] = true,   [E_SIZEOF_PACK] = true};
static const bool names_type[UINT8_MAX + 1] = {
    [E_TYPE] = true, [E_DEP_CAST] = true, [E_DEP_SIZEOF] = true, [E_DEP_TRAIT] = true};

// The parts of a node that are not operands, folded to one number each way.
static uint64_t payload_hash(const Expr *expr) {
    if (names_type[expr->kind]) return expr->u.ty ? expr->u.ty->id : 0;
    uint64_t named = names_decl[expr->kind] ? decl_key(expr->u.decl) : 0;
    switch (expr->kind) {
    case E_INT: return int_key(&expr->u.i);
    case E_STRING: return hash_bytes(expr->u.str.s, expr->u.str.n, 1);
    case E_CONST: return (uintptr_t)expr->u.val;
    case E_CALL: return hash_mix(named, expr->pad & XP_SCOPED);
    case E_UNARY: return expr->flags & EF_ARROW; // p->m is not (*p).m
    case E_DELETE: return expr->u.alloc.array | expr->u.alloc.global << 1;
    case E_OVERLOAD: return overload_hash(expr);
    case E_DEP_NAME:
    case E_DEP_MEMBER:
        return hash_mix(hash_mix(expr->u.dep.name, expr->u.dep.scope ? expr->u.dep.scope->id : 0),
                        expr->u.dep.targs ? expr->u.dep.targs->id : 0);
    default: return named;
    }
}

uint64_t cxx_expr_hash(const Expr *expr) {
    if (!expr) return 7;
    uint64_t h = hash_mix(expr->kind | (uint32_t)expr->op << 8 | (uint32_t)expr->n << 16,
                          payload_hash(expr));
    if (expr->type) h = hash_mix(h, expr->type->id);
    for (uint32_t i = 0; i < xe_noperands(expr); i++) {
        const Expr *operand = xe_operand(expr, i);
        if (operand) h = hash_mix(h, cxx_expr_hash(operand));
    }
    return h;
}

bool cxx_expr_equal(const Expr *left, const Expr *right) {
    if (left == right) return true;
    if (!left || !right || left->kind != right->kind) return false;
    if (left->op != right->op || left->n != right->n || left->type != right->type) return false;
    if (is_any_of(left->kind, E_FLOAT, E_STMT)) return false;
    if (payload_hash(left) != payload_hash(right)) return false;
    uint32_t n = xe_noperands(left), same = 0;
    if (xe_noperands(right) != n) return false;
    while (same < n && cxx_expr_equal(xe_operand(left, same), xe_operand(right, same))) same++;
    return same == n;
}
