// SPDX-License-Identifier: Apache-2.0
// What a whole warp executes, as native code in which all its lanes run at a time has it: shuffles
// by constants and votes as operations of its own, everything else (matches, reductions, barriers
// of the warp, shuffles by numbers that are not known) as the machine's function (JIT_SYNC).
#include "vm/native_build.h"

#include "ptx/flow.h"

// ---- constants ---------------------------------------------------------------------------------

enum { NOBODY = 0, SEVERAL = UINT32_MAX };

// (Predicates and wide registers have places, too; only those of 32 bits are asked for.)
static PtxReg note_writer(void *data, PtxReg reg, uint32_t role) {
    Build *build = data;
    if (!(role & PTX_WRITES)) return reg;
    uint32_t *writer = &build->writer[(build->fn->reg[reg].ref & 0x3fffffff) / 4];
    *writer = *writer == NOBODY ? build->writer_pc + 1 : SEVERAL;
    return reg;
}

static void find_writers(Build *build) {
    const VmFunc *fn = build->fn;
    build->writer = arena_array(build->arena, uint32_t, fn->reg_size / 4 + 1);
    for (build->writer_pc = 0; build->writer_pc < fn->ncode; build->writer_pc++) {
        PtxInst *source = (PtxInst *)fn->code[build->writer_pc].source;
        if (source) ptx_walk_regs(build->f, source, note_writer, build);
    }
}

// A constant, or a register that one move alone writes, of a constant.
static bool find_constant(Build *build, VmRef ref, JitOperand *out) {
    if (!vm_native_operand(build, ref, 2, out)) return false;
    if (out->kind != JIT_IS_ROW) return out->kind == JIT_IS_VALUE;
    if (!build->writer) find_writers(build);
    uint32_t writer = build->writer[(ref & 0x3fffffff) / 4];
    if (writer == NOBODY || writer == SEVERAL) return false;
    // Where it is read before it is written it has no value, for which any number will do.
    const VmInst *inst = &build->fn->code[writer - 1];
    bool moves = inst->ctl == CTL_PLAIN && inst->guard == REF_NONE && inst->source &&
                 ptx_rows[inst->source->op].sem == PTX_SEM_MOV;
    return moves && vm_native_operand(build, inst->a, 2, out) && out->kind == JIT_IS_VALUE;
}

// ---- instructions ------------------------------------------------------------------------------

static bool is_row(const JitOperand *operand) {
    return operand->kind == JIT_IS_ROW;
}

static bool build_shuffle(Build *build, const VmInst *inst, JitInst *in) {
    JitOperand distance, bounds;
    if (ptx_rows[inst->source->op].sem != PTX_SEM_SHFL || inst->asize != 2) return false;
    if (!find_constant(build, inst->b, &distance) || !find_constant(build, inst->c, &bounds))
        return false;
    if (!vm_native_operand(build, inst->a, 2, &in->a)) return false;
    if (!vm_native_operand(build, inst->d, 2, &in->d) || !is_row(&in->d)) return false;
    // a predicate that nobody wants, or in the place of the number, is the machine's
    bool pair = inst->flags & VF_PAIR;
    bool known = inst->imm && vm_native_operand(build, (VmRef)inst->imm, 0, &in->second);
    if (pair && !(known && is_row(&in->second))) return false;
    if (!pair) in->second = (JitOperand){.kind = JIT_IS_NONE};
    uint32_t source[VM_LANES], b[VM_LANES], c[VM_LANES];
    for (uint32_t i = 0; i < VM_LANES; i++) {
        b[i] = (uint32_t)distance.value;
        c[i] = (uint32_t)bounds.value;
    }
    uint32_t inside = vm_shuffle_sources(inst->mod, b, c, source);
    in->op = JIT_SHUFFLE;
    in->type = JIT_U32;
    in->b = (JitOperand){.kind = JIT_IS_VALUE, .size = 2, .value = inside};
    in->sources = build->out->list.n;
    for (uint32_t i = 0; i < VM_LANES; i++) vec_push(build->arena, &build->out->list, source[i]);
    return true;
}

static bool build_vote(Build *build, const VmInst *inst, JitInst *in) {
    uint32_t sem = ptx_rows[inst->source->op].sem;
    bool ballot = sem == PTX_SEM_BALLOT;
    if (!ballot && sem != PTX_SEM_VOTE) return false;
    if (!vm_native_operand(build, inst->a, 0, &in->a)) return false;
    if (!vm_native_operand(build, inst->d, ballot ? 2 : 0, &in->d) || !is_row(&in->d)) return false;
    in->op = JIT_VOTE;
    in->type = ballot ? JIT_U32 : JIT_PRED;
    in->a.negated = inst->flags & VF_PRED_NOT;
    in->compare = ballot                      ? JIT_VOTE_BITS
                  : inst->mod == PTX_VOTE_ANY ? JIT_VOTE_ANY
                  : inst->mod == PTX_VOTE_ALL ? JIT_VOTE_ALL
                                              : JIT_VOTE_SAME;
    return true;
}

bool vm_native_sync(Build *build, const VmInst *inst, JitInst in) {
    JitOperand members;
    bool whole = build->out->lanes == VM_LANES && inst->guard == REF_NONE;
    if (!whole || !vm_native_operand(build, inst->e, 2, &members)) return false;
    // members in a register are looked at when the code runs
    JitOperand constant;
    if (find_constant(build, inst->e, &constant))
        members = constant;
    else if (!is_row(&members))
        return false;
    JitInst made = in;
    if (inst->source && (build_shuffle(build, inst, &made) || build_vote(build, inst, &made))) {
        made.c = members;
        vec_push(build->arena, &build->out->inst, made);
    } else {
        in.op = JIT_SYNC;
        in.a = members;
        vec_push(build->arena, &build->out->inst, in);
    }
    vm_native_list_rows(build, inst);
    return true;
}
