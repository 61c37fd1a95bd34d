// SPDX-License-Identifier: Apache-2.0
// What the readers of bitcode's instructions share: operands, and the instruction that is made of
// them. Ids of operands are relative to the number of values so far; a forward reference carries
// its type.
#include "ir/bitread_int.h"

// Since version 1 ids count back from the next value, in 32 bits: a forward reference wraps around.
static uint64_t absolute(Bc *bc, uint64_t rel) {
    return bc->version >= 1 ? (uint32_t)(bc->value.n - (uint32_t)rel) : rel;
}

// The type stands behind the id of a forward reference only.
IrValue *bc_typed(Bc *bc, BcIn *reading) {
    uint64_t id = reading->id = absolute(bc, rec(reading->r, reading->at++));
    if (reading->at > reading->r->op.n) return bc_fail(bc, "record too short");
    if (id < bc->value.n) return bc_value(bc, id, NULL);
    IrType *t = bc_type(bc, rec(reading->r, reading->at++));
    return t ? bc_value(bc, id, t) : NULL;
}

IrValue *bc_of_type(Bc *bc, BcIn *reading, IrType *wanted) {
    reading->id = absolute(bc, rec(reading->r, reading->at++));
    if (reading->at > reading->r->op.n) return bc_fail(bc, "record too short");
    return bc_value(bc, reading->id, wanted);
}

bool bc_more(const BcIn *in) {
    return in->at < in->r->op.n;
}

IrInst *bc_make(Bc *bc, IrOp op, IrType *result, uint32_t n, IrValue *const *v) {
    IrInst *i = ir_inst_new(bc->fn, op, result, n);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, v[k]);
    return ir_emit(&bc->ib, i);
}

IrBlock *bc_block(Bc *bc, uint64_t id) {
    return id < bc->nblocks ? bc->block[id] : bc_fail(bc, "block that does not exist");
}

_Static_assert(IR_FMF_NNAN == 1 && IR_FMF_NINF == 2 && IR_FMF_NSZ == 4 && IR_FMF_ARCP == 8 &&
                   IR_FMF_CONTRACT == 16 && IR_FMF_AFN == 32 && IR_FMF_REASSOC == 64,
               "fast-math bits are bitcode's shifted by one");

// In bitcode bit 0 means all of them, the others follow in our order.
uint8_t bc_fast_math(uint64_t f) {
    if (f & 1) return IR_FMF_FAST;
    return (uint8_t)(f >> 1 & 127);
}
