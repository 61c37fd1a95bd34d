// SPDX-License-Identifier: Apache-2.0
// Instructions that compute the same: what gvn and licm take for one value.
//
//     %a = add nsw i32 %x, %y
//     %b = add i32 %y, %x             the same, and of the same hash
#include "opt/common/same_value.h"

// By contents, not by address: runs must be alike.
static uint64_t value_hash(const IrValue *value) {
    if (value->kind <= IR_V_INST) return value->id * 2 + 1;
    if (value->kind == IR_C_INT) return ir_uval((const IrConst *)value) * 2 + 7919;
    return value->kind;
}

uint64_t opt_value_hash(const IrInst *inst) {
    uint64_t h = inst->v.op * 0x9E3779B97F4A7C15ull + inst->pred * 31 + inst->nops +
                 inst->v.type->bits * 131;
    bool comm = (ir_ops[inst->v.op].props & IRP_COMM) != 0;
    for (uint32_t k = 0; k < inst->nops; k++) {
        uint64_t o = value_hash(ir_op(inst, k)) * 0xD6E8FEB86659FD93ull;
        h = comm ? h + (o ^ o >> 29) : (h ^ o) * 0x9E3779B97F4A7C15ull;
    }
    return h ^ h >> 31;
}

static bool same_call(const IrInst *one, const IrInst *other) {
    if (one->v.op != IR_CALL) return true;
    return one->call->cc == other->call->cc && one->call->attrs.fn == other->call->attrs.fn;
}

// Each use of an inline assembly has its own.
static bool same_operand(const IrValue *left, const IrValue *right) {
    if (left == right) return true;
    if (left->kind != IR_V_ASM || right->kind != IR_V_ASM) return false;
    const IrAsm *one = (const IrAsm *)left, *other = (const IrAsm *)right;
    return one->v.type == other->v.type && one->text == other->text &&
           one->constraints == other->constraints;
}

static bool same_operands(const IrInst *one, const IrInst *other) {
    for (uint32_t k = 0; k < one->nops; k++) {
        if (!same_operand(ir_op(one, k), ir_op(other, k))) return false;
    }
    return true;
}

static bool exchanged_operands(const IrInst *one, const IrInst *other) {
    if (!(ir_ops[one->v.op].props & IRP_COMM)) return false;
    return ir_op(one, 0) == ir_op(other, 1) && ir_op(one, 1) == ir_op(other, 0);
}

// Of extractvalue and its like the indices, of getelementptr and alloca the type that they count
// in.
static bool same_path(const IrInst *one, const IrInst *other) {
    if (one->nidx != other->nidx) return false;
    if (!one->nidx) return one->aty == other->aty;
    return memcmp(one->idx, other->idx, one->nidx * sizeof *one->idx) == 0;
}

bool opt_same_value(const IrInst *one, const IrInst *other) {
    bool alike = one->v.op == other->v.op && one->v.type == other->v.type;
    if (!alike || one->pred != other->pred || one->nops != other->nops) return false;
    if (!same_path(one, other) || !same_call(one, other)) return false;
    return same_operands(one, other) || exchanged_operands(one, other);
}
