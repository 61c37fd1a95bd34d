// SPDX-License-Identifier: Apache-2.0
// Structural hash and equality of expressions in dependent signatures ([temp.over.link]: two
// expressions are equivalent if they have the same tokens up to names of template parameters).
// Template parameters compare by depth and index, so that redeclarations match.
#include "cxx/facts/facts.h"

static uint64_t decl_key(const Decl *d) {
    if (!d) return 0;
    if (d->kind == D_TPARM) {
        const TParmDecl *t = (const TParmDecl *)d;
        return 1u << 31 | (uint32_t)t->depth << 16 | t->index;
    }
    // parameters in noexcept/decltype compare by number [temp.over.link]
    if (d->kind == D_VAR && ((const VarDecl *)d)->storage == STOR_PARAM) {
        return 3u << 30 | ((const VarDecl *)d)->index;
    }
    if (d->kind == D_PACK && ((const PackDecl *)d)->elem && ((const PackDecl *)d)->elem[0] != d)
        return decl_key(((const PackDecl *)d)->elem[0]); // of a parameter pack: its declaration
    return d->id;
}

uint64_t cxx_template_key(const Decl *d) {
    return decl_key(d);
}

static uint64_t int_key(const ApInt *i) {
    return apint_u64(i);
}

// The parts of a node that are not operands, folded to one number each way.
static uint64_t payload_hash(const Expr *e) {
    switch (e->kind) {
    case E_INT: return int_key(&e->u.i);
    case E_STRING: return hash_bytes(e->u.str.s, e->u.str.n, 1);
    case E_CONST: return (uintptr_t)e->u.val;
    case E_DECLREF:
    case E_MEMBER:
    case E_CONSTRUCT:
    case E_TPARM:
    case E_SIZEOF_PACK: return decl_key(e->u.decl);
    case E_CALL: return hash_mix(decl_key(e->u.decl), e->pad & XP_SCOPED);
    case E_UNARY: return e->flags & EF_ARROW; // p->m is not (*p).m
    case E_TYPE:
    case E_DEP_CAST:
    case E_DEP_SIZEOF:
    case E_DEP_TRAIT: return e->u.ty ? e->u.ty->id : 0;
    case E_DELETE: return e->u.alloc.array | e->u.alloc.global << 1;
    case E_OVERLOAD: { // a qualified name is not that of the same functions without the qualifier
        bool in = e->pad & XP_QUALIFIED && e->u.ovl->n;
        uint64_t h = hash_mix(e->u.ovl->name, e->u.ovl->targs ? e->u.ovl->targs->id : 0);
        const Expr *o = e->u.ovl->object; // (whether *this is understood depends on the reading)
        if (o && !(o->flags & EF_IMPLICIT)) h = hash_mix(h, cxx_expr_hash(o));
        return in ? hash_mix(h, (uintptr_t)e->u.ovl->set[0]->scope) : h;
    }
    case E_DEP_NAME:
    case E_DEP_MEMBER:
        return hash_mix(hash_mix(e->u.dep.name, e->u.dep.scope ? e->u.dep.scope->id : 0),
                        e->u.dep.targs ? e->u.dep.targs->id : 0);
    default: return 0;
    }
}

static uint32_t list_count(const Expr *e) {
    return e->arg ? e->n : 0;
}

uint64_t cxx_expr_hash(const Expr *e) {
    if (!e) return 7;
    uint64_t h = hash_mix(e->kind | (uint32_t)e->op << 8 | (uint32_t)e->n << 16, payload_hash(e));
    if (e->type) h = hash_mix(h, e->type->id);
    if (e->a) h = hash_mix(h, cxx_expr_hash(e->a));
    if (e->b) h = hash_mix(h, cxx_expr_hash(e->b));
    if (e->c) h = hash_mix(h, cxx_expr_hash(e->c));
    for (uint32_t i = 0; i < list_count(e); i++) h = hash_mix(h, cxx_expr_hash(e->arg[i]));
    return h;
}

bool cxx_expr_equal(const Expr *a, const Expr *b) {
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->op != b->op || a->n != b->n || a->type != b->type) {
        return false;
    }
    if (a->kind == E_FLOAT || a->kind == E_STMT) return false;
    if (payload_hash(a) != payload_hash(b)) return false;
    if (!cxx_expr_equal(a->a, b->a) || !cxx_expr_equal(a->b, b->b) || !cxx_expr_equal(a->c, b->c)) {
        return false;
    }
    for (uint32_t i = 0; i < list_count(a); i++) {
        if (!cxx_expr_equal(a->arg[i], b->arg[i])) return false;
    }
    return true;
}
