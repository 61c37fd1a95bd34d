// SPDX-License-Identifier: Apache-2.0
// Instructions that compute the same: what gvn and licm take for one value.
//
//     %a = add nsw i32 %x, %y
//     %b = add i32 %y, %x             the same, and of the same hash
#include "opt/same_value.h"

static uint64_t value_hash(
    const IrValue *value) { // by contents, not by address: runs must be alike
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

static bool same_call(const IrInst *inst, const IrInst *insn) {
    if (inst->v.op != IR_CALL) return true;
    return inst->call->cc == insn->call->cc && inst->call->attrs.fn == insn->call->attrs.fn;
}

// Each use of an inline assembly has its own.
static bool same_operand(const IrValue *left, const IrValue *right) {
    if (left == right) return true;
    if (left->kind != IR_V_ASM || right->kind != IR_V_ASM) return false;
    const IrAsm *one = (const IrAsm *)left, *other = (const IrAsm *)right;
    return one->v.type == other->v.type && one->text == other->text &&
           one->constraints == other->constraints;
}

static bool same_operands(const IrInst *inst, const IrInst *insn) {
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (!same_operand(ir_op(inst, k), ir_op(insn, k))) return false;
    }
    return true;
}

static bool exchanged_operands(const IrInst *inst, const IrInst *insn) {
    if (!(ir_ops[inst->v.op].props & IRP_COMM)) return false;
    return ir_op(inst, 0) == ir_op(insn, 1) && ir_op(inst, 1) == ir_op(insn, 0);
}

bool opt_same_value(const IrInst *inst, const IrInst *insn) {
    bool like =
        inst->v.op == insn->v.op && inst->v.type == insn->v.type && inst->pred == insn->pred;
    if (!like || inst->nops != insn->nops || inst->nidx != insn->nidx) return false;
    bool same_path = inst->aty == insn->aty;
    if (inst->nidx) same_path = memcmp(inst->idx, insn->idx, inst->nidx * sizeof *inst->idx) == 0;
    if (!same_path || !same_call(inst, insn)) return false;
    return same_operands(inst, insn) || exchanged_operands(inst, insn);
}
