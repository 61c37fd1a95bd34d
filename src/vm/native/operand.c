// SPDX-License-Identifier: Apache-2.0
// What instructions of the machine read and write, as native code has it: references to rows,
// constants and special registers as operands, and the rows that the machine's own function for an
// instruction works on.
#include "vm/native/build.h"

#include "ptx/form/flow.h"
#include "ptx/form/sem.h"

// ---- operands ----------------------------------------------------------------------------------

uint32_t vm_native_row(Build *build, VmRef ref, uint32_t size) {
    uint32_t offset = ref & 0x3fffffff, *number = &build->row_at[offset / 4];
    if (!*number) {
        JitRow row = {offset, (uint8_t)size};
        vec_push(build->arena, &build->out->row, row);
        *number = build->out->row.n;
    }
    return *number - 1;
}

static bool is_thread_index(uint32_t sreg) {
    return is_any_of(sreg, PTXR_TID_X, PTXR_TID_Y, PTXR_TID_Z);
}

bool vm_native_special(const Build *build, uint32_t sreg, JitOperand *operand) {
    uint32_t offset = sreg * 256;
    if (ptx_sregs[sreg].type != PTX_U32) return false;
    // the machine fills in those that it was told of when the function was decoded
    CU_ASSERT(build->fn->mod->vm->ctx, build->fn->mod->used_sregs >> sreg & 1);
    bool lanes = sreg >= PTXR_LANEMASK_EQ && sreg <= PTXR_LANEMASK_GT;
    *operand = (JitOperand){.kind = JIT_IS_SPECIAL, .size = 2, .at = offset};
    operand->shape = lanes || (is_thread_index(sreg) && !build->in_rows) ? JIT_VECTOR
                     : is_any_of(sreg, PTXR_TID_X, PTXR_LANEID)          ? JIT_AFFINE
                                                                         : JIT_UNIFORM;
    operand->common =
        operand->shape == JIT_UNIFORM && !is_thread_index(sreg) && sreg != PTXR_WARPID;
    operand->alike = operand->common || (sreg == PTXR_TID_X && build->rows_whole);
    return true;
}

bool vm_native_size(const Build *build, VmRef ref, uint32_t *size) {
    uint32_t number = build->row_at[(ref & 0x3fffffff) / 4];
    if (number) *size = build->out->row.at[number - 1].size;
    return number != 0;
}

bool vm_native_operand(Build *build, VmRef ref, uint32_t size, JitOperand *out) {
    uint32_t offset = ref & 0x3fffffff;
    *out = (JitOperand){0};
    if (ref == REF_NONE || size > 3) return false;
    switch (ref >> 30) {
    case REF_FRAME: {
        uint32_t row = vm_native_row(build, ref, size);
        *out = (JitOperand){.kind = JIT_IS_ROW, .size = (uint8_t)size, .at = row};
        return build->out->row.at[row].size == size;
    }
    case REF_CONST:
        *out = (JitOperand){.kind = JIT_IS_VALUE, .size = (uint8_t)size};
        memcpy(&out->value, build->fn->consts + offset, size ? 1u << size : 4);
        return true;
    default: return size == 2 && vm_native_special(build, offset / 256, out);
    }
}

// ---- what other instructions read and write ----------------------------------------------------

static void list_row(Build *build, VmRef ref, uint32_t size) {
    JitFunc *out = build->out;
    JitInst *in = build->listed;
    vec_push(build->arena, &out->list, vm_native_row(build, ref, size));
    if (build->writes)
        in->nwrites++;
    else
        in->nreads++;
}

static PtxReg see_register(void *data, PtxReg reg, uint32_t role) {
    Build *build = data;
    bool listed = build->writes ? role & PTX_WRITES : role & PTX_READS;
    if (listed) list_row(build, build->fn->reg[reg].ref, build->fn->reg[reg].size);
    return reg;
}

// Rows of the decoder's own (decode/decode.c, code/operand.c): a result that an instruction before
// this one put there.
static void list_own_rows(Build *build, const VmInst *inst) {
    const VmRef refs[] = {inst->a, inst->b, inst->c, inst->e};
    for (uint32_t i = 0; i < CU_COUNT(refs); i++) {
        if (!is_frame(refs[i]) || (refs[i] & 0x3fffffff) >= build->fn->reg_size) continue;
        uint32_t number = build->row_at[(refs[i] & 0x3fffffff) / 4];
        if (number) list_row(build, refs[i], build->out->row.at[number - 1].size);
    }
    // Elements of vectors may be such rows, too.
    for (uint32_t i = 0; inst->source && inst->n && i < inst->n; i++) {
        if (inst->list + i >= build->fn->list.n) break;
        VmRef ref = build->fn->list.at[inst->list + i];
        uint32_t number = is_frame(ref) && (ref & 0x3fffffff) < build->fn->reg_size
                              ? build->row_at[(ref & 0x3fffffff) / 4]
                              : 0;
        if (number) list_row(build, ref, build->out->row.at[number - 1].size);
    }
}

void vm_native_list_reads(Build *build, const VmInst *inst, JitInst *in) {
    PtxInst *source = (PtxInst *)inst->source;
    build->listed = in;
    build->writes = false;
    in->reads = build->out->list.n;
    if (source) ptx_walk_regs(build->f, source, see_register, build);
    if (source) list_own_rows(build, inst);
    if (inst->own & VM_OWN_READS_A && is_frame(inst->a)) list_row(build, inst->a, inst->asize);
}

void vm_native_list_rows(Build *build, const VmInst *inst) {
    JitInst *in = &vec_last(&build->out->inst);
    PtxInst *source = (PtxInst *)inst->source;
    vm_native_list_reads(build, inst, in);
    in->writes = build->out->list.n;
    build->writes = true;
    if (source) ptx_walk_regs(build->f, source, see_register, build);
    if (inst->own & VM_OWN_WRITES_A) list_row(build, inst->a, inst->asize);
    if (inst->own & VM_OWN_WRITES_D) list_row(build, inst->d, inst->dsize);
}
