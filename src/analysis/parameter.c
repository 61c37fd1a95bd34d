// SPDX-License-Identifier: Apache-2.0
// By-value parameters that the function changes. A kernel's lies in the parameter space, which
// nothing can write to: it needs a copy in the frame then (PTX ISA 5.1.6; ptxas: "Illegal to write
// to function input parameter").
#include "analysis/analysis.h"

#include "ir/intrin_id.h"

typedef VEC(const IrValue *) Addresses;

static bool carries_on(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_GEP, IR_BITCAST, IR_ADDRSPACECAST, IR_PHI, IR_SELECT);
}

// Whether the user may write through the address, its operand k.
static bool writes(const IrInst *user, uint32_t k) {
    switch (user->v.op) {
    case IR_STORE: return k == 1;
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return k == 0;
    case IR_CALL: break;
    default: return false;
    }
    uint32_t id = ir_intrin_of(user);
    if (ir_is_lifetime(id) || k >= ir_call_nargs(user)) return false;
    if (ir_is_block_write(id)) return k == 0;
    bool reads = ir_call_has(user, (int)k, IR_ATTR_BYVAL) ||
                 ir_call_has(user, (int)k, IR_ATTR_READONLY) ||
                 ir_call_has(user, (int)k, IR_ATTR_READNONE);
    return !reads && (ir_call_memory(user) & AN_MOD) != 0;
}

// A way that leads back to itself is followed once.
static void follow(Arena *tmp, Addresses *known, const IrValue *next) {
    for (uint32_t k = 0; k < known->n; k++) {
        if (known->at[k] == next) return;
    }
    vec_push(tmp, known, next);
}

bool an_writes_parameter(Arena *tmp, const IrArg *parameter) {
    const IrAttrSet *set = ir_attrs_get(&parameter->fn->attrs, (int)parameter->index);
    if (!ir_attr_has(set, IR_ATTR_BYVAL)) return false;
    if (ir_attr_has_str(set, atom_cstr(parameter->fn->g.m->ctx, "nvvm.grid_constant")))
        return false;
    Addresses addresses = {0};
    vec_push(tmp, &addresses, &parameter->v);
    for (uint32_t at = 0; at < addresses.n; at++) {
        IR_FOREACH_USE(use, addresses.at[at]) {
            const IrInst *user = use->user;
            if (writes(user, ir_use_index(use))) return true;
            bool merges = is_any_of(user->v.op, IR_PHI, IR_SELECT);
            if (!carries_on(user) || !ir_ty_is_ptr(user->v.type)) continue;
            if (merges)
                follow(tmp, &addresses, &user->v);
            else
                vec_push(tmp, &addresses, &user->v);
        }
    }
    return false;
}
