// SPDX-License-Identifier: Apache-2.0
// What an instruction may do: memory, convergence, whether it may be executed where it was not, or
// twice. Of calls the callee's attributes say so, of intrinsics their rows.
#include "ir/ir_int.h"

bool ir_call_reads(const IrInst *call) {
    return (ir_call_memory(call) & IR_MEM_READ) != 0;
}

bool ir_call_writes(const IrInst *call) {
    return (ir_call_memory(call) & IR_MEM_WRITE) != 0;
}

// The row's properties of the intrinsic that is called; 0: it is none.
static uint32_t intrinsic_props(const IrInst *call) {
    const IrFunc *fn = ir_called(call);
    return fn && fn->intrin ? ir_intrins[fn->intrin].props : 0;
}

static bool calls_intrinsic(const IrInst *call) {
    const IrFunc *fn = ir_called(call);
    return fn && fn->intrin;
}

// Intrinsics by their rows. A call of unknown effect may also not come back.
bool ir_call_has_effect(const IrInst *call) {
    bool writes = ir_call_memory(call) & IR_MEM_WRITE;
    if (calls_intrinsic(call)) {
        uint32_t effects = IRI_EFFECT | IRI_NORET | IRI_SYNC | IRI_CONV;
        return writes || (intrinsic_props(call) & effects);
    }
    // Inline asm comes back, whatever its attributes lack. One that gives nothing is there for its
    // effect.
    if (ir_callee(call)->kind == IR_V_ASM)
        return writes || call->v.type->kind == IR_TY_VOID ||
               ((IrAsm *)ir_callee(call))->side_effect;
    bool returns = ir_call_has(call, IR_AT_FN, IR_ATTR_WILLRETURN);
    return writes || !returns || !ir_call_has(call, IR_AT_FN, IR_ATTR_NOUNWIND);
}

// The declaration of an intrinsic may lack the attribute, so its table is asked.
bool ir_is_convergent(const IrInst *inst) {
    if (inst->v.op != IR_CALL) return false;
    if (calls_intrinsic(inst)) return (intrinsic_props(inst) & IRI_CONV) != 0;
    return ir_call_has(inst, IR_AT_FN, IR_ATTR_CONVERGENT);
}

bool ir_can_duplicate(const IrInst *inst) {
    if (inst->v.op != IR_CALL) return true;
    if (intrinsic_props(inst) & IRI_NODUP) return false;
    return !ir_call_has(inst, IR_AT_FN, IR_ATTR_NODUPLICATE);
}

const IrAsm *ir_call_computes(const IrInst *call) {
    IrValue *callee = call->v.op == IR_CALL ? ir_callee(call) : NULL;
    const IrAsm *text = callee && callee->kind == IR_V_ASM ? (const IrAsm *)callee : NULL;
    if (!text || !text->steps || text->side_effect || call->v.type->kind == IR_TY_VOID) return NULL;
    return ir_call_memory(call) == IR_MEM_NONE && !ir_is_convergent(call) ? text : NULL;
}

bool ir_call_is_speculatable(const IrInst *call) {
    if (ir_call_computes(call)) return true;
    if (calls_intrinsic(call)) {
        uint32_t p = intrinsic_props(call), bound = IRI_CONV | IRI_EFFECT | IRI_READ | IRI_WRITE;
        return (p & IRI_SPEC) && !(p & bound);
    }
    if (!ir_call_has(call, IR_AT_FN, IR_ATTR_SPECULATABLE)) return false;
    return ir_call_memory(call) == IR_MEM_NONE && !ir_is_convergent(call);
}

bool ir_divides_safely(const IrInst *inst) {
    const IrConst *divisor = ir_as_cint(ir_op(inst, 1));
    if (!divisor || ir_is_zero(&divisor->v)) return false;
    bool is_signed = is_any_of(inst->v.op, IR_SDIV, IR_SREM);
    return !is_signed || !ir_is_all_ones(&divisor->v);
}

// Operands are not compared, nor attachments. Calls with bundles are never the same.
bool ir_same_operation(const IrInst *a, const IrInst *b) {
    bool same_kind = a->v.op == b->v.op && a->v.type == b->v.type && a->nops == b->nops;
    bool same_flags = a->v.flags == b->v.flags && a->fmf == b->fmf && a->pred == b->pred;
    bool same_memory = a->order == b->order && a->order2 == b->order2 && a->scope == b->scope &&
                       a->align == b->align;
    if (!same_kind || !same_flags || !same_memory || a->nidx != b->nidx) return false;

    if (a->v.op == IR_CALL) {
        bool plain = !a->call->nextra && !b->call->nextra;
        bool alike = a->call->cc == b->call->cc && a->call->attrs.fn == b->call->attrs.fn;
        return plain && alike && a->aty == b->aty;
    }
    if (a->nidx) return memcmp(a->idx, b->idx, a->nidx * sizeof *a->idx) == 0;
    return a->aty == b->aty;
}
