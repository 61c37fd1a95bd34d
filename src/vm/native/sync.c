// SPDX-License-Identifier: Apache-2.0
// What a whole warp executes, as native code in which all its lanes run at a time has it: shuffles
// within constant bounds and votes as operations of its own, everything else (matches, reductions,
// barriers of the warp) as the machine's function (JIT_SYNC).
#include "vm/native/put.h"

#include "ptx/form/flow.h"
#include "ptx/form/sem.h"

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

// By constants: the lanes' sources are known.
static void list_sources(Build *build, const VmInst *inst, uint32_t distance, uint32_t bounds,
                         JitInst *in) {
    uint32_t source[VM_LANES], b[VM_LANES], c[VM_LANES];
    for (uint32_t i = 0; i < VM_LANES; i++) {
        b[i] = distance;
        c[i] = bounds;
    }
    uint32_t inside = vm_shuffle_sources(inst->mod, b, c, source);
    in->b = (JitOperand){.kind = JIT_IS_VALUE, .size = 2, .value = inside};
    in->sources = build->out->list.n;
    for (uint32_t i = 0; i < VM_LANES; i++) vec_push(build->arena, &build->out->list, source[i]);
}

// They are computed, in the steps of vm_shuffle_sources.
static void put_sources(Build *build, const VmInst *inst, JitOperand distance, uint32_t bounds,
                        JitInst *in) {
    uint32_t segment = bounds >> 8 & 31, clamp = bounds & 31;
    JitOperand lane;
    vm_native_special(build, PTXR_LANEID, &lane);
    distance = put_by(build, JIT_AND, JIT_U32, distance, 31);
    JitOperand own = put_by(build, JIT_AND, JIT_U32, lane, segment), from;
    JitOperand bound = put_by(build, JIT_OR, JIT_U32, own, clamp & ~segment);
    if (inst->mod == PTX_SHFL_IDX) {
        from = put_by(build, JIT_AND, JIT_U32, distance, ~segment);
        from = put2(build, JIT_OR, JIT_U32, from, own);
    } else {
        JitOp op = inst->mod == PTX_SHFL_UP     ? JIT_SUB
                   : inst->mod == PTX_SHFL_DOWN ? JIT_ADD
                                                : JIT_XOR;
        from = put2(build, op, JIT_U32, lane, distance);
    }
    bool up = inst->mod == PTX_SHFL_UP;
    JitOperand inside =
        put_compare(build, up ? JIT_GE : JIT_LE, up ? JIT_S32 : JIT_U32, from, bound);
    in->b = put(build, JIT_SELECT, JIT_U32, from, lane, inside);
    if (in->second.kind != JIT_IS_ROW) return;
    JitInst told = {.op = JIT_MOVE, .type = JIT_PRED, .pc = build->pc, .a = inside};
    told.d = in->second;
    vec_push(build->arena, &build->out->inst, told);
    in->second = no_operand;
}

static bool build_shuffle(Build *build, const VmInst *inst, JitInst *in) {
    JitOperand distance, bounds;
    if (ptx_rows[inst->source->op].sem != PTX_SEM_SHFL || inst->asize != 2) return false;
    bool known = find_constant(build, inst->b, &distance);
    if (!known && !vm_native_operand(build, inst->b, 2, &distance)) return false;
    if (!find_constant(build, inst->c, &bounds)) return false;
    if (!vm_native_operand(build, inst->a, 2, &in->a)) return false;
    if (!vm_native_operand(build, inst->d, 2, &in->d) || !is_row(&in->d)) return false;
    // a predicate that nobody wants, or in the place of the number, is the machine's
    bool pair = inst->flags & VF_PAIR;
    bool second = inst->second && vm_native_operand(build, inst->second, 0, &in->second);
    if (pair && !(second && is_row(&in->second))) return false;
    if (!pair) in->second = no_operand;
    in->op = JIT_SHUFFLE;
    in->type = JIT_U32;
    if (known)
        list_sources(build, inst, (uint32_t)distance.value, (uint32_t)bounds.value, in);
    else
        put_sources(build, inst, distance, (uint32_t)bounds.value, in);
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

// Which lanes run together: all of the warp, or the machine says which.
bool vm_native_active(Build *build, const VmInst *inst, JitInst in) {
    bool asks = inst->source && ptx_rows[inst->source->op].sem == PTX_SEM_ACTIVEMASK;
    bool whole = build->out->lanes == VM_LANES && inst->guard == REF_NONE;
    if (!asks || !whole || !vm_native_operand(build, inst->d, 2, &in.d) || !is_row(&in.d))
        return false;
    in.op = JIT_VOTE;
    in.type = JIT_U32;
    in.compare = JIT_VOTE_LANES;
    in.a = (JitOperand){.kind = JIT_IS_VALUE};
    in.c = (JitOperand){.kind = JIT_IS_VALUE, .size = 2, .value = UINT32_MAX};
    vec_push(build->arena, &build->out->inst, in);
    vm_native_list_rows(build, inst);
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
