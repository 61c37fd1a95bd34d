// SPDX-License-Identifier: Apache-2.0
// Alias analysis without state: objects (allocas, globals, arguments), address spaces, constant
// offsets and capture, looked up through a bounded number of instructions.
//
// What makes two addresses different:
//  - disjoint memory spaces (shared, local, constant are disjoint from each other and from global);
//  - two different identified objects: allocas, variables, noalias/byval arguments;
//  - a local object whose address is not captured, against anything loaded or passed from outside;
//  - the same base with constant offsets that do not overlap.
#include "analysis/analysis.h"

enum { MAX_WALK = 32, MAX_CAPTURE_USES = 64 };

static IrValue *step(IrValue *p) { // one address computation back, or NULL
    IrInst *i = ir_as_inst(p);
    if (i) {
        switch (i->v.op) {
        case IR_GEP:
        case IR_BITCAST:
        case IR_ADDRSPACECAST: return ir_op(i, 0);
        case IR_CALL: {
            uint32_t id = ir_intrin_of(i);
            bool same = id == IR_I_ssa_copy || id == IR_I_launder_invariant_group ||
                        id == IR_I_strip_invariant_group || id == IR_I_ptrmask ||
                        (id >= IR_I_nvvm_ptr_gen_to_global && id <= IR_I_nvvm_ptr_param_to_gen);
            return same ? ir_op(i, 0) : NULL;
        }
        case IR_PHI: return ir_phi_n(i) == 1 ? ir_phi_value(i, 0) : NULL;
        default: return NULL;
        }
    }
    if (p->kind == IR_C_EXPR && (p->op == IR_GEP || p->op == IR_ADDRSPACECAST)) {
        return &((IrConst *)p)->elem[0]->v;
    }
    if (p->kind == IR_C_NO_CFI || p->kind == IR_C_DSO_LOCAL) return &ir_unwrapped((IrConst *)p)->v;
    return NULL;
}

IrValue *an_underlying(IrValue *p) {
    for (int k = 0; k < MAX_WALK; k++) {
        IrValue *q = step(p);
        if (!q) break;
        p = q;
    }
    return p;
}

uint32_t an_space(const IrValue *cp) {
    IrValue *p = (IrValue *)(uintptr_t)cp;
    for (int k = 0; k < MAX_WALK && p; k++) {
        if (p->type->kind == IR_TY_PTR && p->type->as) return p->type->as;
        const IrInst *i = ir_as_inst(p);
        if (i && i->v.op == IR_ALLOCA) return IR_AS_LOCAL;
        p = step(p);
    }
    return 0;
}

static const IrAttrSet *arg_attrs(const IrArg *a) {
    return ir_attrs_get(&a->fn->attrs, (int)a->index);
}

bool an_is_local_object(const IrValue *v) {
    const IrInst *i = ir_as_inst(v);
    const IrArg *a = ir_as_arg(v);
    if (i) {
        if (i->v.op == IR_ALLOCA) return true;
        return i->v.op == IR_CALL && ir_call_has(i, IR_AT_RET, IR_ATTR_NOALIAS);
    }
    return a &&
           (ir_attr_has(arg_attrs(a), IR_ATTR_NOALIAS) || ir_attr_has(arg_attrs(a), IR_ATTR_BYVAL));
}

static bool is_identified(const IrValue *v) {
    return (v->kind == IR_C_VAR && ((const IrGlobal *)v)->linkage != IR_EXTERN_WEAK) ||
           v->kind == IR_C_FUNC || an_is_local_object(v);
}

// ---- capture ----

typedef struct {
    const IrValue *value[MAX_CAPTURE_USES];
    uint32_t n, uses;
} Walk;

static bool call_captures(const IrInst *c, uint32_t k) {
    if (k >= ir_call_nargs(c)) return false; // called through
    uint32_t id = ir_intrin_of(c);
    switch (id) {
    case IR_I_memcpy:
    case IR_I_memmove:
    case IR_I_memset:
    case IR_I_lifetime_start:
    case IR_I_lifetime_end: return false;
    default: break;
    }
    if (ir_call_has(c, (int)k, IR_ATTR_NOCAPTURE) || ir_call_has(c, (int)k, IR_ATTR_BYVAL)) {
        return false;
    }
    // a pure function without pointer result cannot hand the address on
    return !(ir_call_memory(c) == IR_MEM_NONE && c->v.type->kind != IR_TY_PTR &&
             c->v.type->kind == IR_TY_VOID);
}

// True when the use lets the address out; pushes values that carry it on.
static bool use_captures(Walk *w, const IrUse *u) {
    const IrInst *i = u->user;
    switch (i->v.op) {
    case IR_LOAD: return false;
    case IR_STORE: return u == &i->op[0];
    case IR_CMPXCHG:
    case IR_ATOMICRMW: return u != &i->op[0];
    case IR_ICMP: return !(ir_op(i, 0)->kind == IR_C_NULL || ir_op(i, 1)->kind == IR_C_NULL);
    case IR_CALL: return call_captures(i, ir_use_index(u));
    case IR_GEP:
        if (u != &i->op[0]) return true;
        break;
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_PHI:
    case IR_SELECT: break;
    default: return true;
    }
    bool again = i->v.op == IR_PHI || i->v.op == IR_SELECT; // others use one value, once
    for (uint32_t k = 0; again && k < w->n; k++) {
        if (w->value[k] == &i->v) return false;
    }
    if (w->n == MAX_CAPTURE_USES) return true;
    w->value[w->n++] = &i->v;
    return false;
}

bool an_is_captured(const IrValue *obj) {
    if (obj->kind > IR_V_INST) return true; // globals: everyone knows them
    Walk w = {.value = {obj}, .n = 1};
    for (uint32_t k = 0; k < w.n; k++) {
        IR_FOREACH_USE(u, w.value[k]) {
            if (++w.uses > MAX_CAPTURE_USES * 2) return true;
            if (use_captures(&w, u)) return true;
        }
    }
    return false;
}

// ---- alias ----

static bool disjoint_spaces(uint32_t a, uint32_t b) {
    if (!a || !b || a == b) return false;
    // cluster shared memory contains shared memory; a kernel's parameters are constant memory
    bool sa = a == IR_AS_SHARED || a == IR_AS_SHARED_CLUSTER;
    bool sb = b == IR_AS_SHARED || b == IR_AS_SHARED_CLUSTER;
    if (sa && sb) return false;
    bool ca = a == IR_AS_CONST || a == IR_AS_PARAM, cb = b == IR_AS_CONST || b == IR_AS_PARAM;
    if (ca && cb) return false;
    bool known_a = a <= IR_AS_LOCAL || sa || ca, known_b = b <= IR_AS_LOCAL || sb || cb;
    return known_a && known_b;
}

static AnAlias by_offset(int64_t oa, uint64_t sa, int64_t ob, uint64_t sb) {
    if (oa == ob && sa == sb && sa != AN_UNKNOWN_SIZE) return AN_MUST_ALIAS;
    if (sa == AN_UNKNOWN_SIZE || sb == AN_UNKNOWN_SIZE) return AN_MAY_ALIAS;
    if (oa <= ob) return (uint64_t)ob - (uint64_t)oa >= sa ? AN_NO_ALIAS : AN_PARTIAL_ALIAS;
    return (uint64_t)oa - (uint64_t)ob >= sb ? AN_NO_ALIAS : AN_PARTIAL_ALIAS;
}

static bool comes_from_outside(const IrValue *v) { // cannot be a local object that never escaped
    const IrInst *i = ir_as_inst(v);
    if (!i) return true; // argument, global, constant
    return i->v.op == IR_LOAD || i->v.op == IR_CALL || i->v.op == IR_INTTOPTR;
}

static uint64_t object_size(const IrValue *v) {
    const IrInst *i = ir_as_inst(v);
    const IrArg *a = ir_as_arg(v);
    if (i && i->v.op == IR_ALLOCA) {
        const IrConst *n = ir_as_cint(ir_op(i, 0));
        return n && ir_is_int(&n->v, 1) ? i->aty->size : AN_UNKNOWN_SIZE;
    }
    if (v->kind == IR_C_VAR) {
        const IrGlobal *g = (const IrGlobal *)v;
        return g->init ? g->vty->size : AN_UNKNOWN_SIZE;
    }
    IrType *t = a ? ir_attr_type(arg_attrs(a), IR_ATTR_BYVAL) : NULL;
    return t ? t->size : AN_UNKNOWN_SIZE;
}

// Two geps of the same shape whose variable indices are the same: their constants decide.
static bool same_variable_part(const IrInst *a, const IrInst *b, int64_t *diff) {
    if (a->aty != b->aty || a->nops != b->nops || ir_op(a, 0) != ir_op(b, 0)) return false;
    IrType *t = a->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < a->nops; k++) {
        const IrValue *x = ir_op(a, k), *y = ir_op(b, k);
        bool is_struct = k > 1 && t->kind == IR_TY_STRUCT;
        uint64_t stride = k == 1 ? t->size : is_struct ? 0 : t->elem->size;
        const IrConst *cx = ir_as_cint(x), *cy = ir_as_cint(y);
        if (x != y) {
            if (!cx || !cy || !ir_fits_i64(cx) || !ir_fits_i64(cy)) return false;
            if (is_struct) {
                if (k + 1 != a->nops) return false; // their types differ further on
                sum += t->offset[ir_uval(cx)] - t->offset[ir_uval(cy)];
            } else {
                sum += ((uint64_t)ir_sval(cx) - (uint64_t)ir_sval(cy)) * stride;
            }
        }
        if (k > 1) t = is_struct ? t->sub[cx ? ir_uval(cx) : 0] : t->elem;
    }
    *diff = (int64_t)sum;
    return true;
}

AnAlias an_alias(AnLoc a, AnLoc b) {
    int64_t oa, ob;
    if (a.size == 0 || b.size == 0) return AN_NO_ALIAS;
    IrValue *pa = ir_strip_ptr(a.ptr, &oa), *pb = ir_strip_ptr(b.ptr, &ob);
    if (pa == pb) return by_offset(oa, a.size, ob, b.size);
    if (disjoint_spaces(an_space(a.ptr), an_space(b.ptr))) return AN_NO_ALIAS;
    if (ir_is_undef(pa) || ir_is_undef(pb)) return AN_NO_ALIAS;
    IrValue *ua = an_underlying(pa), *ub = an_underlying(pb);
    if (ua != ub) {
        if (is_identified(ua) && is_identified(ub)) return AN_NO_ALIAS;
        if (an_is_local_object(ua) && comes_from_outside(ub) && !an_is_captured(ua)) {
            return AN_NO_ALIAS;
        }
        if (an_is_local_object(ub) && comes_from_outside(ua) && !an_is_captured(ub)) {
            return AN_NO_ALIAS;
        }
        // an access larger than an object is not to that object
        if (is_identified(ua) && b.size != AN_UNKNOWN_SIZE && object_size(ua) < b.size) {
            return AN_NO_ALIAS;
        }
        if (is_identified(ub) && a.size != AN_UNKNOWN_SIZE && object_size(ub) < a.size) {
            return AN_NO_ALIAS;
        }
        return AN_MAY_ALIAS;
    }
    int64_t diff;
    const IrInst *ga = ir_as_op(pa, IR_GEP), *gb = ir_as_op(pb, IR_GEP);
    if (ga && gb && same_variable_part(ga, gb, &diff)) {
        return by_offset((int64_t)((uint64_t)oa + (uint64_t)diff), a.size, ob, b.size);
    }
    return AN_MAY_ALIAS;
}

// ---- instructions ----

AnLoc an_loc(const IrInst *i) {
    switch (i->v.op) {
    case IR_LOAD: return (AnLoc){ir_op(i, 0), i->v.type->store_size};
    case IR_STORE: return (AnLoc){ir_op(i, 1), ir_op(i, 0)->type->store_size};
    case IR_CMPXCHG:
    case IR_ATOMICRMW: return (AnLoc){ir_op(i, 0), ir_op(i, 1)->type->store_size};
    case IR_CALL: {
        uint32_t id = ir_intrin_of(i);
        if (id == IR_I_memset || id == IR_I_memcpy || id == IR_I_memmove) {
            const IrConst *n = ir_as_cint(ir_op(i, 2));
            return (AnLoc){ir_op(i, 0), n && ir_fits_u64(n) ? ir_uval(n) : AN_UNKNOWN_SIZE};
        }
        return (AnLoc){NULL, 0};
    }
    default: return (AnLoc){NULL, 0};
    }
}

bool an_is_constant_memory(const IrValue *p) {
    uint32_t as = an_space(p);
    if (as == IR_AS_PARAM) return true;
    const IrValue *u = an_underlying((IrValue *)(uintptr_t)p);
    return u->kind == IR_C_VAR && ((const IrGlobal *)u)->constant;
}

static uint32_t call_modref(const IrInst *i, AnLoc l) {
    uint32_t id = ir_intrin_of(i), mem = ir_call_memory(i);
    if (id == IR_I_assume || id == IR_I_noalias_scope_decl || id == IR_I_lifetime_start) return 0;
    uint32_t arg = mem & 3, other = mem >> 4 & 3;
    IrValue *obj = an_underlying(l.ptr);
    bool hidden = an_is_local_object(obj) && !an_is_captured(obj) && obj->kind == IR_V_INST;
    uint32_t r = 0;
    // other threads reach shared and global objects at a synchronising call, never an alloca that
    // was not captured
    if (!hidden) r = other;
    if (!arg && !hidden) return r;
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        IrValue *v = ir_op(i, k);
        if (v->type->kind != IR_TY_PTR) continue;
        AnLoc a = {v, AN_UNKNOWN_SIZE};
        uint32_t may = (arg | (hidden ? other : 0)) & 3;
        if (id == IR_I_memcpy || id == IR_I_memmove || id == IR_I_memset) {
            a.size = an_loc(i).size;
            may = k == 0 ? AN_MOD : AN_REF;
        } else if (ir_call_has(i, (int)k, IR_ATTR_BYVAL) ||
                   ir_call_has(i, (int)k, IR_ATTR_READONLY)) {
            may &= AN_REF;
        }
        if (an_alias(a, l) != AN_NO_ALIAS) r |= may;
    }
    return r;
}

uint32_t an_modref(const IrInst *i, AnLoc l) {
    switch (i->v.op) {
    case IR_CALL: return call_modref(i, l);
    case IR_FENCE: {
        IrValue *obj = an_underlying(l.ptr);
        return an_is_local_object(obj) && !an_is_captured(obj) ? 0 : AN_REF | AN_MOD;
    }
    case IR_LOAD:
    case IR_STORE:
    case IR_CMPXCHG:
    case IR_ATOMICRMW: {
        if (an_alias(an_loc(i), l) != AN_NO_ALIAS) {
            if (i->v.op == IR_LOAD) return i->order > IR_MONOTONIC ? AN_REF | AN_MOD : AN_REF;
            return i->v.op == IR_STORE && i->order <= IR_MONOTONIC ? AN_MOD : AN_REF | AN_MOD;
        }
        // acquire and release order accesses to other objects that threads share
        if (i->order <= IR_MONOTONIC) return 0;
        IrValue *obj = an_underlying(l.ptr);
        return an_is_local_object(obj) && !an_is_captured(obj) ? 0 : AN_REF | AN_MOD;
    }
    case IR_VA_ARG: return AN_REF | AN_MOD;
    default: return 0;
    }
}
