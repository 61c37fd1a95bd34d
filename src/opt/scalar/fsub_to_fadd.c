// SPDX-License-Identifier: Apache-2.0
// fsub-to-fadd: differences become sums where a constant takes the sign or a negation goes.
//
//     %p = fmul contract float %y, 2.5           %p = fmul contract float %y, -2.5
//     %d = fsub contract float %x, %p      =>    %d = fadd contract float %x, %p
//
// For selection fuses sums and leaves differences to ptxas. Late, as it hides common
// subexpressions. When this is done shows in the last bit of results, so it is done when LLVM's DAG
// combiner does it, which sees one block (isNegatibleForFree, getNegatedExpression): what the sign
// goes through has one use, and so has the constant in its block; since LLVM 20 (NVIDIA's compiler
// from sm_100) the constant may have more where its negative is used too.
#include "opt/common/common.h"

enum { MAX_DEPTH = 6 };

typedef struct {
    const PassCtx *pc;
    const IrBlock *block; // the one whose constants are counted, or NULL
    Map uses;             // by constant: number of its uses in the block
} Signs;

static uint32_t uses_of(const Signs *s, const IrValue *value) {
    return (uint32_t)(uintptr_t)map_get(&s->uses, (uintptr_t)value);
}

static void add_use(Signs *s, const IrValue *value, int32_t n) {
    map_put(&s->uses, (uintptr_t)value, (void *)(uintptr_t)(uses_of(s, value) + n));
}

static void count_in_phis(Signs *signs, IrBlock *bb) {
    const IrInst *t = ir_term(bb);
    for (uint32_t k = 0; k < ir_nsucc(t); k++) {
        IR_FOREACH_INST(phi, ir_succ(t, k)) {
            if (phi->v.op != IR_PHI) break;
            const IrValue *v = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, bb));
            if (v->kind == IR_C_FP) add_use(signs, v, 1);
        }
    }
}

static void count_uses(Signs *signs, IrBlock *bb) {
    if (signs->block == bb) return;
    signs->block = bb;
    map_init(&signs->uses, signs->pc->tmp);
    IR_FOREACH_INST(i, bb) {
        for (uint32_t k = 0; k < i->nops && i->v.op != IR_PHI; k++) {
            if (ir_op(i, k)->kind == IR_C_FP) add_use(signs, ir_op(i, k), 1);
        }
    }
    count_in_phis(signs, bb);
}

static bool change_constant(Signs *signs, IrInst *user, uint32_t k) {
    IrValue *old = ir_op(user, k);
    IrBuilder b = ir_builder_at(user);
    IrValue *c = ir_fneg(&b, old);
    if (c->kind != IR_C_FP) return false;
    count_uses(signs, user->block);
    bool shared = target_newer_nvvm(signs->pc->opt->target) && uses_of(signs, c);
    if (uses_of(signs, old) > 1 && !shared) return false;
    add_use(signs, old, -1);
    add_use(signs, c, 1);
    ir_set_op(user, k, c);
    return true;
}

// Changes the sign of what only `user` uses, in a constant or a negation of it. False: cannot.
static bool change_sign(Signs *signs, IrInst *user, uint32_t k, uint32_t depth) {
    IrValue *value = ir_op(user, k);
    if (value->kind == IR_C_FP) return change_constant(signs, user, k);
    IrInst *inst = ir_as_inst(value);
    if (!inst || inst->block != user->block || depth == MAX_DEPTH) return false;
    if (inst->v.op == IR_FNEG) {
        ir_set_op(user, k, ir_op(inst, 0));
        opt_erase_dead(inst);
        return true;
    }
    if (!ir_one_use(value)) return false;
    switch (inst->v.op) {
    case IR_FMUL:
    case IR_FDIV:
        return change_sign(signs, inst, 0, depth + 1) || change_sign(signs, inst, 1, depth + 1);
    case IR_FPEXT:
    case IR_FPTRUNC: return change_sign(signs, inst, 0, depth + 1);
    default: return false;
    }
}

OPT_FUNC_PASS(fsub_to_fadd);
bool opt_fsub_to_fadd(PassCtx *pc, IrFunc *fn) {
    Signs signs = {.pc = pc};
    bool changed = false;
    IR_FOREACH_BLOCK(bb, fn) {
        for (IrInst *i = bb->last; i; i = i->prev) { // as the combiner: users first
            if (i->v.op != IR_FSUB || ir_is_const(ir_op(i, 1)) || !change_sign(&signs, i, 1, 0))
                continue;
            i->v.op = IR_FADD;
            changed = true;
        }
    }
    return changed;
}
