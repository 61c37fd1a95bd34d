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

// One address computation back, or NULL: what gives the same object whatever it adds.
static IrValue *step(IrValue *value) {
    IrInst *inst = ir_as_inst(value);
    if (inst) {
        switch (inst->v.op) {
        case IR_GEP:
        case IR_BITCAST:
        case IR_ADDRSPACECAST: return ir_op(inst, 0);
        case IR_CALL: {
            uint32_t id = ir_intrin_of(inst);
            bool same = id == IR_I_ssa_copy || id == IR_I_launder_invariant_group ||
                        id == IR_I_strip_invariant_group || id == IR_I_ptrmask ||
                        (id >= IR_I_nvvm_ptr_gen_to_global && id <= IR_I_nvvm_ptr_param_to_gen);
            return same ? ir_op(inst, 0) : NULL;
        }
        case IR_PHI: return ir_phi_n(inst) == 1 ? ir_phi_value(inst, 0) : NULL;
        default: return NULL;
        }
    }
    if (value->kind == IR_C_EXPR && (value->op == IR_GEP || value->op == IR_ADDRSPACECAST)) {
        return &((IrConst *)value)->elem[0]->v;
    }
    if (value->kind == IR_C_NO_CFI || value->kind == IR_C_DSO_LOCAL)
        return &ir_unwrapped((IrConst *)value)->v;
    return NULL;
}

// The walk is bounded: a value that is no object is then as good as any other.
IrValue *an_underlying(IrValue *value) {
    for (int k = 0; k < MAX_WALK; k++) {
        IrValue *q = step(value);
        if (!q) break;
        value = q;
    }
    return value;
}

// The first pointer on the way that names a space knows; 0 is generic.
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

// An alloca, or what is as good as one: memory that the function gets for itself.
bool an_is_local_object(const IrValue *value) {
    const IrInst *i = ir_as_inst(value);
    const IrArg *a = ir_as_arg(value);
    if (i) {
        if (i->v.op == IR_ALLOCA) return true;
        return i->v.op == IR_CALL && ir_call_has(i, IR_AT_RET, IR_ATTR_NOALIAS);
    }
    return a &&
           (ir_attr_has(arg_attrs(a), IR_ATTR_NOALIAS) || ir_attr_has(arg_attrs(a), IR_ATTR_BYVAL));
}

static bool is_identified(const IrValue *value) {
    return (value->kind == IR_C_VAR && ((const IrGlobal *)value)->linkage != IR_EXTERN_WEAK) ||
           value->kind == IR_C_FUNC || an_is_local_object(value);
}

// ---- capture ----

typedef struct {
    const IrValue *value[MAX_CAPTURE_USES];
    uint32_t n, uses;
} Walk;

// Whether the call may keep the address that its operand k is.
static bool call_captures(const IrInst *inst, uint32_t k) {
    if (k >= ir_call_nargs(inst)) return false; // called through
    uint32_t id = ir_intrin_of(inst);
    switch (id) {
    case IR_I_memcpy:
    case IR_I_memmove:
    case IR_I_memset:
    case IR_I_lifetime_start:
    case IR_I_lifetime_end: return false;
    default: break;
    }
    if (ir_call_has(inst, (int)k, IR_ATTR_NOCAPTURE) || ir_call_has(inst, (int)k, IR_ATTR_BYVAL)) {
        return false;
    }
    // a pure function without a result cannot hand the address on (an integer could carry it)
    bool no_way_out = ir_call_memory(inst) == IR_MEM_NONE && inst->v.type->kind == IR_TY_VOID;
    return !no_way_out;
}

// True when the use lets the address out; pushes values that carry it on.
static bool use_captures(Walk *walk, const IrUse *use) {
    const IrInst *inst = use->user;
    switch (inst->v.op) {
    case IR_LOAD: return false;
    case IR_STORE: return use == &inst->op[0];
    case IR_CMPXCHG:
    case IR_ATOMICRMW: return use != &inst->op[0];
    case IR_ICMP: return !(ir_op(inst, 0)->kind == IR_C_NULL || ir_op(inst, 1)->kind == IR_C_NULL);
    case IR_CALL: return call_captures(inst, ir_use_index(use));
    case IR_GEP:
        if (use != &inst->op[0]) return true;
        break;
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_PHI:
    case IR_SELECT: break;
    default: return true;
    }
    bool again = inst->v.op == IR_PHI || inst->v.op == IR_SELECT; // others use one value, once
    for (uint32_t k = 0; again && k < walk->n; k++) {
        if (walk->value[k] == &inst->v) return false;
    }
    if (walk->n == MAX_CAPTURE_USES) return true;
    walk->value[walk->n++] = &inst->v;
    return false;
}

// Follows all uses of the address and of what carries it on; too many of them count as captured.
bool an_is_captured(const IrValue *obj) {
    if (obj->kind > IR_V_INST) return true; // globals: everyone knows them
    Walk w;                                 // (not all of it is cleared: this is asked often)
    w.value[0] = obj;
    w.n = 1;
    w.uses = 0;
    for (uint32_t k = 0; k < w.n; k++) {
        IR_FOREACH_USE(u, w.value[k]) {
            if (++w.uses > MAX_CAPTURE_USES * 2) return true;
            if (use_captures(&w, u)) return true;
        }
    }
    return false;
}

// ---- alias ----

// Whether nothing is in both address spaces; 0 is generic and may be anywhere.
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

// Two accesses behind one base, by offset and size.
static AnAlias by_offset(int64_t oa, uint64_t sa, int64_t ob, uint64_t sb) {
    if (oa == ob && sa == sb && sa != AN_UNKNOWN_SIZE) return AN_MUST_ALIAS;
    if (sa == AN_UNKNOWN_SIZE || sb == AN_UNKNOWN_SIZE) return AN_MAY_ALIAS;
    if (oa <= ob) return (uint64_t)ob - (uint64_t)oa >= sa ? AN_NO_ALIAS : AN_PARTIAL_ALIAS;
    return (uint64_t)oa - (uint64_t)ob >= sb ? AN_NO_ALIAS : AN_PARTIAL_ALIAS;
}

// Cannot be a local object that never escaped.
static bool comes_from_outside(const IrValue *value) {
    const IrInst *i = ir_as_inst(value);
    if (!i) return true; // argument, global, constant
    return i->v.op == IR_LOAD || i->v.op == IR_CALL || i->v.op == IR_INTTOPTR;
}

// The size of an identified object in bytes, where it is known.
static uint64_t object_size(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    const IrArg *arg = ir_as_arg(value);
    if (inst && inst->v.op == IR_ALLOCA) {
        const IrConst *n = ir_as_cint(ir_op(inst, 0));
        return n && ir_is_int(&n->v, 1) ? inst->aty->size : AN_UNKNOWN_SIZE;
    }
    if (value->kind == IR_C_VAR) {
        const IrGlobal *g = (const IrGlobal *)value;
        return g->init ? g->vty->size : AN_UNKNOWN_SIZE;
    }
    IrType *t = arg ? ir_attr_type(arg_attrs(arg), IR_ATTR_BYVAL) : NULL;
    return t ? t->size : AN_UNKNOWN_SIZE;
}

// Two geps of the same shape whose variable indices are the same: their constants decide.
static bool same_variable_part(const IrInst *inst, const IrInst *insn, int64_t *diff) {
    if (inst->aty != insn->aty || inst->nops != insn->nops || ir_op(inst, 0) != ir_op(insn, 0))
        return false;
    IrType *type = inst->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < inst->nops; k++) {
        const IrValue *value = ir_op(inst, k), *y = ir_op(insn, k);
        bool is_struct = k > 1 && type->kind == IR_TY_STRUCT;
        uint64_t stride = k == 1 ? type->size : is_struct ? 0 : type->elem->size;
        const IrConst *cx = ir_as_cint(value), *cy = ir_as_cint(y);
        if (value != y) {
            if (!cx || !cy || !ir_fits_i64(cx) || !ir_fits_i64(cy)) return false;
            if (is_struct) {
                if (k + 1 != inst->nops) return false; // their types differ further on
                sum += type->offset[ir_uval(cx)] - type->offset[ir_uval(cy)];
            } else {
                sum += ((uint64_t)ir_sval(cx) - (uint64_t)ir_sval(cy)) * stride;
            }
        }
        if (k > 1) type = is_struct ? type->sub[cx ? ir_uval(cx) : 0] : type->elem;
    }
    *diff = (int64_t)sum;
    return true;
}

// A local object whose address never got out, against what comes from outside.
static bool is_hidden_from(const IrValue *object, const IrValue *other) {
    return an_is_local_object(object) && comes_from_outside(other) && !an_is_captured(object);
}

// An access larger than an object is not to that object.
static bool is_too_large_for(AnLoc access, const IrValue *object) {
    if (!is_identified(object) || access.size == AN_UNKNOWN_SIZE) return false;
    return object_size(object) < access.size;
}

// From the cheapest question to the dearest; two accesses to nothing never meet.
AnAlias an_alias(AnLoc one, AnLoc other) {
    int64_t oa, ob;
    if (one.size == 0 || other.size == 0) return AN_NO_ALIAS;
    IrValue *pa = ir_strip_ptr(one.ptr, &oa), *pb = ir_strip_ptr(other.ptr, &ob);
    if (pa == pb) return by_offset(oa, one.size, ob, other.size);
    if (disjoint_spaces(an_space(one.ptr), an_space(other.ptr))) return AN_NO_ALIAS;
    // an access through undef does not happen
    if (ir_is_undef(pa) || ir_is_undef(pb)) return AN_NO_ALIAS;
    IrValue *ua = an_underlying(pa), *ub = an_underlying(pb);
    if (ua != ub) {
        if (is_identified(ua) && is_identified(ub)) return AN_NO_ALIAS;
        bool hidden = is_hidden_from(ua, ub) || is_hidden_from(ub, ua);
        bool too_large = is_too_large_for(other, ua) || is_too_large_for(one, ub);
        return hidden || too_large ? AN_NO_ALIAS : AN_MAY_ALIAS;
    }
    int64_t diff;
    const IrInst *ga = ir_as_op(pa, IR_GEP), *gb = ir_as_op(pb, IR_GEP);
    if (ga && gb && same_variable_part(ga, gb, &diff)) {
        return by_offset((int64_t)((uint64_t)oa + (uint64_t)diff), one.size, ob, other.size);
    }
    return AN_MAY_ALIAS;
}

// ---- instructions ----

// What an instruction reads or writes at one place; of block copies the destination. No pointer:
// there is none.
AnLoc an_loc(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_LOAD: return (AnLoc){ir_op(inst, 0), inst->v.type->store_size};
    case IR_STORE: return (AnLoc){ir_op(inst, 1), ir_op(inst, 0)->type->store_size};
    case IR_CMPXCHG:
    case IR_ATOMICRMW: return (AnLoc){ir_op(inst, 0), ir_op(inst, 1)->type->store_size};
    case IR_CALL: {
        uint32_t id = ir_intrin_of(inst);
        if (id == IR_I_memset || id == IR_I_memcpy || id == IR_I_memmove) {
            const IrConst *n = ir_as_cint(ir_op(inst, 2));
            return (AnLoc){ir_op(inst, 0), n && ir_fits_u64(n) ? ir_uval(n) : AN_UNKNOWN_SIZE};
        }
        return (AnLoc){NULL, 0};
    }
    default: return (AnLoc){NULL, 0};
    }
}

// Nothing writes to it while the kernel runs: constants, and a kernel's parameters.
bool an_is_constant_memory(const IrValue *value) {
    uint32_t as = an_space(value);
    if (as == IR_AS_PARAM) return true;
    const IrValue *u = an_underlying((IrValue *)(uintptr_t)value);
    return u->kind == IR_C_VAR && ((const IrGlobal *)u)->constant;
}

// What a call does to the location: by the callee's promises, then argument by argument.
static uint32_t call_modref(const IrInst *inst, AnLoc loc) {
    uint32_t id = ir_intrin_of(inst), mem = ir_call_memory(inst);
    if (id == IR_I_assume || id == IR_I_noalias_scope_decl || id == IR_I_lifetime_start) return 0;
    uint32_t arg = mem & 3, other = mem >> 4 & 3;
    IrValue *obj = an_underlying(loc.ptr);
    bool own = obj->kind == IR_V_INST && an_is_local_object(obj);
    bool hidden = other && own && !an_is_captured(obj); // (asked last: it walks all uses)
    uint32_t r = 0;
    // other threads reach shared and global objects at a synchronising call, never an alloca that
    // was not captured
    if (!hidden) r = other;
    if (!arg && !hidden) return r;
    for (uint32_t k = 0; k < ir_call_nargs(inst); k++) {
        IrValue *value = ir_op(inst, k);
        if (value->type->kind != IR_TY_PTR) continue;
        AnLoc a = {value, AN_UNKNOWN_SIZE};
        uint32_t may = (arg | (hidden ? other : 0)) & 3;
        if (id == IR_I_memcpy || id == IR_I_memmove || id == IR_I_memset) {
            a.size = an_loc(inst).size;
            may = k == 0 ? AN_MOD : AN_REF;
        } else if (ir_call_has(inst, (int)k, IR_ATTR_BYVAL) ||
                   ir_call_has(inst, (int)k, IR_ATTR_READONLY)) {
            may &= AN_REF;
        }
        if (an_alias(a, loc) != AN_NO_ALIAS) r |= may;
    }
    return r;
}

// As if other threads ran too: what orders memory counts as an access to all that they may see.
uint32_t an_modref(const IrInst *inst, AnLoc loc) {
    switch (inst->v.op) {
    case IR_CALL: return call_modref(inst, loc);
    case IR_FENCE: {
        IrValue *obj = an_underlying(loc.ptr);
        return an_is_local_object(obj) && !an_is_captured(obj) ? 0 : AN_REF | AN_MOD;
    }
    case IR_LOAD:
    case IR_STORE:
    case IR_CMPXCHG:
    case IR_ATOMICRMW: {
        if (an_alias(an_loc(inst), loc) != AN_NO_ALIAS) {
            if (inst->v.op == IR_LOAD) return inst->order > IR_MONOTONIC ? AN_REF | AN_MOD : AN_REF;
            return inst->v.op == IR_STORE && inst->order <= IR_MONOTONIC ? AN_MOD : AN_REF | AN_MOD;
        }
        // acquire and release order accesses to other objects that threads share
        if (inst->order <= IR_MONOTONIC) return 0;
        IrValue *obj = an_underlying(loc.ptr);
        return an_is_local_object(obj) && !an_is_captured(obj) ? 0 : AN_REF | AN_MOD;
    }
    case IR_VA_ARG: return AN_REF | AN_MOD;
    default: return 0;
    }
}
