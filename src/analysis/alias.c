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

#include "ir/intrin_id.h"

enum { MAX_WALK = 32, MAX_CAPTURE_USES = 64 };

// Gives its first operand on as a pointer to the same object.
static bool passes_on(uint32_t intrinsic) {
    switch (intrinsic) {
    case IR_I_ssa_copy:
    case IR_I_launder_invariant_group:
    case IR_I_strip_invariant_group:
    case IR_I_ptrmask: return true;
    default:
        return intrinsic >= IR_I_nvvm_ptr_gen_to_global && intrinsic <= IR_I_nvvm_ptr_param_to_gen;
    }
}

static IrValue *step_of_inst(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_GEP:
    case IR_BITCAST:
    case IR_ADDRSPACECAST: return ir_op(inst, 0);
    case IR_CALL: return passes_on(ir_intrin_of(inst)) ? ir_op(inst, 0) : NULL;
    case IR_PHI: return ir_phi_n(inst) == 1 ? ir_phi_value(inst, 0) : NULL;
    default: return NULL;
    }
}

// One address computation back, or NULL: what gives the same object whatever it adds.
static IrValue *step(IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    if (inst) return step_of_inst(inst);
    switch (value->kind) {
    case IR_C_EXPR: {
        bool moves = is_any_of(value->op, IR_GEP, IR_ADDRSPACECAST);
        return moves ? &((IrConst *)value)->elem[0]->v : NULL;
    }
    case IR_C_NO_CFI:
    case IR_C_DSO_LOCAL: return &ir_unwrapped((IrConst *)value)->v;
    default: return NULL;
    }
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

static bool arg_has(const IrArg *a, IrAttr attr) {
    return ir_attr_has(arg_attrs(a), attr);
}

// An alloca, or what is as good as one: memory that the function gets for itself.
bool an_is_local_object(const IrValue *value) {
    const IrArg *a = ir_as_arg(value);
    if (ir_as_op(value, IR_ALLOCA)) return true;
    if (a) return arg_has(a, IR_ATTR_NOALIAS) || arg_has(a, IR_ATTR_BYVAL);
    const IrInst *call = ir_as_op(value, IR_CALL);
    return call && ir_call_has(call, IR_AT_RET, IR_ATTR_NOALIAS);
}

static bool is_identified(const IrValue *value) {
    const IrGlobal *variable = ir_as_var(value);
    if (variable) return variable->linkage != IR_EXTERN_WEAK;
    return value->kind == IR_C_FUNC || an_is_local_object(value);
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
    if (ir_is_lifetime(id) || ir_is_block_write(id)) return false;
    bool promised = ir_call_has(inst, (int)k, IR_ATTR_NOCAPTURE);
    if (promised || ir_call_has(inst, (int)k, IR_ATTR_BYVAL)) return false;
    // a pure function without a result cannot hand the address on (an integer could carry it)
    bool no_way_out = ir_call_memory(inst) == IR_MEM_NONE && inst->v.type->kind == IR_TY_VOID;
    return !no_way_out;
}

// The value has the address too. False: there are too many.
static bool follow(Walk *walk, const IrValue *carrier) {
    if (walk->n == MAX_CAPTURE_USES) return false;
    walk->value[walk->n++] = carrier;
    return true;
}

static bool is_followed(const Walk *walk, const IrValue *carrier) {
    uint32_t k = 0;
    while (k < walk->n && walk->value[k] != carrier) k++;
    return k < walk->n;
}

static bool compares_with_null(const IrInst *inst) {
    return ir_op(inst, 0)->kind == IR_C_NULL || ir_op(inst, 1)->kind == IR_C_NULL;
}

// True when the use lets the address out; follows values that carry it on.
static bool use_captures(Walk *walk, const IrUse *asked) {
    enum { ACCESSES = 1, CARRIES, JOINS };
    static const struct {
        uint8_t does, address; // by this operand; another one lets the address out
    } uses[IR_NOPS] = {
        [IR_LOAD] = {ACCESSES, 0},         [IR_STORE] = {ACCESSES, 1},
        [IR_CMPXCHG] = {ACCESSES, 0},      [IR_ATOMICRMW] = {ACCESSES, 0},
        [IR_GEP] = {CARRIES, 0},           [IR_BITCAST] = {CARRIES, 0},
        [IR_ADDRSPACECAST] = {CARRIES, 0}, [IR_PHI] = {.does = JOINS},
        [IR_SELECT] = {.does = JOINS}, // by any, and more than once
    };
    const IrInst *inst = asked->user;
    if (inst->v.op == IR_CALL) return call_captures(inst, ir_use_index(asked));
    if (inst->v.op == IR_ICMP) return !compares_with_null(inst);
    uint32_t does = uses[inst->v.op].does;
    if (does == JOINS) return !is_followed(walk, &inst->v) && !follow(walk, &inst->v);
    if (!does || asked != &inst->op[uses[inst->v.op].address]) return true;
    return does == CARRIES && !follow(walk, &inst->v);
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

// The memory that an address space is part of; 0: any, or unknown. Cluster shared memory contains
// shared memory; a kernel's parameters are constant memory.
static uint32_t region_of(uint32_t space) {
    switch (space) {
    case IR_AS_SHARED_CLUSTER: return IR_AS_SHARED;
    case IR_AS_PARAM: return IR_AS_CONST;
    default: return space <= IR_AS_LOCAL ? space : IR_AS_GENERIC;
    }
}

// Whether nothing is in both address spaces; 0 is generic and may be anywhere.
static bool disjoint_spaces(uint32_t a, uint32_t b) {
    uint32_t ra = region_of(a), rb = region_of(b);
    return ra && rb && ra != rb;
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
    return is_any_of(i->v.op, IR_LOAD, IR_CALL, IR_INTTOPTR);
}

// The size of an identified object in bytes, where it is known.
static uint64_t object_size(const IrValue *value) {
    const IrInst *inst = ir_as_op(value, IR_ALLOCA);
    const IrArg *arg = ir_as_arg(value);
    const IrGlobal *variable = ir_as_var(value);
    if (inst) return ir_is_int(ir_op(inst, 0), 1) ? inst->aty->size : AN_UNKNOWN_SIZE;
    if (variable) return variable->init ? variable->vty->size : AN_UNKNOWN_SIZE;
    IrType *t = arg ? ir_attr_type(arg_attrs(arg), IR_ATTR_BYVAL) : NULL;
    return t ? t->size : AN_UNKNOWN_SIZE;
}

// Two geps of the same shape whose variable indices are the same: their constants decide.
static bool same_variable_part(const IrInst *inst, const IrInst *insn, int64_t *diff) {
    bool same_shape = inst->aty == insn->aty && inst->nops == insn->nops;
    if (!same_shape || ir_op(inst, 0) != ir_op(insn, 0)) return false;
    IrType *type = inst->aty;
    uint64_t sum = 0;
    for (uint32_t k = 1; k < inst->nops; k++) {
        const IrValue *x = ir_op(inst, k), *y = ir_op(insn, k);
        const IrConst *cx = ir_as_cint(x), *cy = ir_as_cint(y);
        bool first = k == 1, is_struct = !first && type->kind == IR_TY_STRUCT;
        bool known = cx && cy && ir_fits_i64(cx) && ir_fits_i64(cy);
        if (x != y && !known) return false;
        if (x != y && is_struct) {
            if (k + 1 != inst->nops) return false; // their types differ further on
            sum += type->offset[ir_uval(cx)] - type->offset[ir_uval(cy)];
        } else if (x != y) {
            uint64_t stride = first ? type->size : type->elem->size;
            sum += ((uint64_t)ir_sval(cx) - (uint64_t)ir_sval(cy)) * stride;
        }
        if (!first) type = is_struct ? type->sub[cx ? ir_uval(cx) : 0] : type->elem;
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
        if (!ir_is_block_write(ir_intrin_of(inst))) return (AnLoc){NULL, 0};
        const IrConst *n = ir_as_cint(ir_op(inst, 2));
        return (AnLoc){ir_op(inst, 0), n && ir_fits_u64(n) ? ir_uval(n) : AN_UNKNOWN_SIZE};
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

// An object that only this function, and what it calls with its address, can reach.
static bool is_private(const IrValue *object) {
    return an_is_local_object(object) && !an_is_captured(object);
}

// What a call may do through its argument k, of what it may do to arguments at all.
static uint32_t argument_access(const IrInst *call, uint32_t k, uint32_t may) {
    if (ir_is_block_write(ir_intrin_of(call))) return k == 0 ? AN_MOD : AN_REF;
    bool only_read =
        ir_call_has(call, (int)k, IR_ATTR_BYVAL) || ir_call_has(call, (int)k, IR_ATTR_READONLY);
    return only_read ? may & AN_REF : may;
}

// What a call does to the location: by the callee's promises, then argument by argument.
static uint32_t call_modref(const IrInst *inst, AnLoc loc) {
    uint32_t id = ir_intrin_of(inst), mem = ir_call_memory(inst);
    if (is_any_of(id, IR_I_assume, IR_I_noalias_scope_decl, IR_I_lifetime_start)) return 0;
    uint32_t arg = mem & 3, other = mem >> 4 & 3;
    IrValue *obj = an_underlying(loc.ptr);
    bool hidden =
        other && obj->kind == IR_V_INST && is_private(obj); // asked last: it walks all uses
    // other threads reach shared and global objects at a synchronising call, never an alloca that
    // was not captured
    uint32_t r = hidden ? 0 : other;
    if (!arg && !hidden) return r;
    uint32_t may = (arg | (hidden ? other : 0)) & 3;
    for (uint32_t k = 0; k < ir_call_nargs(inst); k++) {
        IrValue *value = ir_op(inst, k);
        if (!ir_ty_is_ptr(value->type)) continue;
        AnLoc a = {value, ir_is_block_write(id) ? an_loc(inst).size : AN_UNKNOWN_SIZE};
        if (an_alias(a, loc) != AN_NO_ALIAS) r |= argument_access(inst, k, may);
    }
    return r;
}

// Acquire and release order accesses to other objects that threads share.
static uint32_t ordered_access(AnLoc loc) {
    return is_private(an_underlying(loc.ptr)) ? 0 : AN_REF | AN_MOD;
}

// As if other threads ran too: what orders memory counts as an access to all that they may see.
uint32_t an_modref(const IrInst *inst, AnLoc loc) {
    static const uint8_t accesses[IR_NOPS] = {
        [IR_LOAD] = AN_REF,
        [IR_STORE] = AN_MOD,
        [IR_CMPXCHG] = AN_REF | AN_MOD,
        [IR_ATOMICRMW] = AN_REF | AN_MOD,
        [IR_VA_ARG] = AN_REF | AN_MOD,
    };
    uint32_t access = accesses[inst->v.op];
    if (inst->v.op == IR_CALL) return call_modref(inst, loc);
    if (inst->v.op == IR_FENCE) return ordered_access(loc);
    if (!access || inst->v.op == IR_VA_ARG) return access;
    bool orders = inst->order > IR_MONOTONIC;
    if (an_alias(an_loc(inst), loc) == AN_NO_ALIAS) return orders ? ordered_access(loc) : 0;
    return orders ? AN_REF | AN_MOD : access;
}
