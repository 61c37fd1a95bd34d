// SPDX-License-Identifier: Apache-2.0
// Control flow: branches at which lanes may part, blocks at which they wait for each other, exits
// to the machine, and calls of its functions.
#include "jit/serial.h"

// ---- lanes -------------------------------------------------------------------------------------

// Lanes may wait at a block or before it when control comes here.
static bool may_wait(const Emit *emit, uint32_t block) {
    if (!emit->parts || !block) return false;
    // From the block before it alone, which has asked: nobody waits in between. At the block itself
    // they wait if that one goes back with others.
    const Flow *flow = emit->flow;
    uint32_t before = block - 1;
    bool alone = flow->pred_first[block + 1] - flow->pred_first[block] == 1 &&
                 flow->pred[flow->pred_first[block]] == before;
    const Block *from = &flow->block[before];
    bool goes_back = emit->shapes->parts[before] && CU_MIN(from->succ[0], from->succ[1]) < block;
    return !alone || goes_back;
}

// A block goes on at the next in order without a jump.
static void go_to(Emit *emit, uint32_t from, uint32_t to) {
    bool leaves = emit->serial && to > emit->serial->last;
    if (to != from + 1 || leaves || emit->is_careful) x_jump(&emit->x, XC_ALWAYS, emit->arrive[to]);
}

// The mask of running lanes for which the guard holds, in R_TMP.
static void guard_lanes(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    JitOperand guard = {.kind = JIT_IS_ROW, .size = 0, .at = in->guard - 1};
    uint32_t bits = emit_lane_bits(emit, &guard);
    if (in->guard_negated) {
        x_and_not(x, R_TMP, bits, x_reg(R_MASK));
        return;
    }
    if (bits != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(bits));
    x_op(x, X_AND, 32, R_TMP, x_reg(R_MASK));
}

// ---- branches ----------------------------------------------------------------------------------

// The lanes of R_TMP go to `taken`, the others to `passed`, both being some: those that go to the
// later block wait there.
static void part(Emit *emit, uint32_t passed, uint32_t taken) {
    XCode *x = &emit->x;
    uint32_t first = CU_MIN(passed, taken), later = CU_MAX(passed, taken);
    // R_TMP: the lanes that wait; the rest are kept on the stack, which nothing else uses.
    if (later == passed) x_op(x, X_XOR, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_XOR, 32, R_MASK, x_reg(R_TMP));
    x_op(x, X_MOV_TO, 32, R_MASK, x_at(X_RSP, 0));
    x_op(x, X_MOV, 32, R_MASK, x_reg(R_TMP));
    emit_set_lanes(emit);
    emit_park(emit, later);
    x_op(x, X_MOV, 32, R_MASK, x_at(X_RSP, 0));
    emit_set_lanes(emit);
    x_jump(x, XC_ALWAYS, emit->arrive[first]);
}

static void branch_parting(Emit *emit, uint32_t block, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t passed = emit->flow->block[block].succ[0], taken = emit->flow->block[block].succ[1];
    uint32_t all = x_label(x);
    guard_lanes(emit, in);
    x_op(x, X_CMP, 32, R_TMP, x_reg(R_MASK));
    x_jump(x, XC_E, emit->arrive[taken]);
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(x, XC_E, all);
    part(emit, passed, taken);
    x_bind(x, all);
    go_to(emit, block, passed);
}

// The comparison of numbers that all lanes have alike in front of the block's branch, which alone
// asks for its result: it is one with the branch. NULL: there is none.
const JitInst *emit_decision(const Emit *emit, uint32_t block) {
    const Block *from = &emit->flow->block[block];
    const JitInst *branch = flow_last(emit->flow, from);
    bool two_ways = from->nsucc == 2 && from->succ[0] != from->succ[1];
    bool decided = two_ways && from->end - from->first > 1 && !emit->shapes->parts[block];
    if (!decided || branch->op != JIT_BRANCH || !branch->guard) return NULL;
    const JitInst *compare = branch - 1;
    bool of_integers = compare->op == JIT_COMPARE &&
                       !is_any_of(compare->type, JIT_F32, JIT_F64, JIT_F16) && !compare->guard;
    bool one_result = compare->d.kind == JIT_IS_ROW && !compare->second.kind && !compare->join;
    if (!of_integers || !one_result || compare->d.at != branch->guard - 1) return NULL;
    bool asked_later = row_in(from->live_out, compare->d.at);
    bool alike = emit->shapes->held[compare->d.at] == HELD_SCALAR;
    return alike && !asked_later && emit_common_of(emit, compare) == UINT32_MAX ? compare : NULL;
}

static void branch_together(Emit *emit, uint32_t block, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t passed = emit->flow->block[block].succ[0], taken = emit->flow->block[block].succ[1];
    const JitInst *compare = emit_decision(emit, block);
    if (compare) {
        XCond holds = emit_compare_flags(emit, compare);
        XCond opposite = (XCond)(holds ^ 1);
        x_jump(x, in->guard_negated ? opposite : holds, emit->arrive[taken]);
        go_to(emit, block, passed);
        return;
    }
    JitOperand guard = {.kind = JIT_IS_ROW, .size = 0, .at = in->guard - 1};
    if (emit->shapes->held[guard.at] == HELD_VECTOR) { // the same for all
        guard_lanes(emit, in);
        x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
        x_jump(x, XC_NE, emit->arrive[taken]);
    } else {
        uint32_t reg = emit_scalar(emit, &guard, R_TMP);
        x_op(x, X_TEST, 32, reg, x_reg(reg));
        x_jump(x, in->guard_negated ? XC_E : XC_NE, emit->arrive[taken]);
    }
    go_to(emit, block, passed);
}

void emit_branch(Emit *emit, uint32_t block) {
    const Block *from = &emit->flow->block[block];
    const JitInst *in = flow_last(emit->flow, from);
    bool branches = in && in->op == JIT_BRANCH && from->nsucc == 2;
    if (!branches || from->succ[0] == from->succ[1]) {
        bool stops = in && is_any_of(in->op, JIT_STOP, JIT_END);
        if (!stops && from->nsucc) go_to(emit, block, from->succ[0]);
        return;
    }
    if (emit->shapes->parts[block])
        branch_parting(emit, block, in);
    else
        branch_together(emit, block, in);
}

// ---- blocks ------------------------------------------------------------------------------------

static uint32_t loop_length(const Emit *emit, uint32_t header) {
    enum { ONE_LANE = 8 }; // counts less than all
    uint32_t n = 1;
    for (uint32_t b = header; b <= emit->flow->block[header].last; b++)
        n += emit->flow->block[b].end - emit->flow->block[b].first;
    return emit->serial ? n / ONE_LANE + 1 : n;
}

static void count_round(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    const Block *header = &emit->flow->block[block];
    Apart stop = {.serial = emit->serial,
                  .label = x_label(x),
                  .inst = header->first,
                  .live = header->stored_first};
    x_op_imm(x, X_SUB_I, 64, 0, STATE(fuel), (int32_t)loop_length(emit, block));
    x_jump(x, XC_S, stop.label);
    vec_push(x->arena, &emit->stop, stop);
}

// Jumps to the block come here; a loop's header counts what its round may cost.
void emit_block_start(Emit *emit, uint32_t block) {
    XCode *x = &emit->x;
    x_bind(x, emit->arrive[block]);
    bool is_header = emit->flow->block[block].last != NO_BLOCK;
    if (!emit->serial && may_wait(emit, block)) {
        Apart apart = {.label = x_label(x), .inst = block};
        x_op_imm(x, X_CMP_I, 32, 0, STATE(first_waiting), (int32_t)block);
        x_jump(x, XC_BE, apart.label);
        vec_push(x->arena, &emit->meet, apart);
    }
    if (!emit->serial) x_bind(x, emit->begin[block]);
    bool each_counts = !emit->serial && emit->serial_of[block];
    if (is_header && !each_counts) count_round(emit, block);
}

// Lanes come to a block while others wait: at it, then they join, or before it, then those are
// taken up and these wait.
void emit_meeting(Emit *emit, const Apart *apart) {
    XCode *x = &emit->x;
    uint32_t block = apart->inst, before = x_label(x);
    x_bind(x, apart->label);
    x_jump(x, XC_B, before);
    emit_join(emit, block);
    x_jump(x, XC_ALWAYS, emit->begin[block]);
    x_bind(x, before);
    emit_park(emit, block);
    x_jump(x, XC_ALWAYS, emit->dispatch);
}

void emit_resume(Emit *emit, uint32_t block) {
    x_bind(&emit->x, emit->resume[block]);
    emit_take_up(emit, block);
    x_jump(&emit->x, XC_ALWAYS, emit->begin[block]);
}

// ---- to the machine ----------------------------------------------------------------------------

void emit_exit(Emit *emit, const uint64_t *rows, uint32_t pc, bool wrapped) {
    XCode *x = &emit->x;
    if (emit->serial) serial_fetch(emit, rows);
    emit_store_rows(emit, rows);
    XOperand count = LANES(R_TMP2, nexit);
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    x_op(x, X_MOV, 32, R_TMP, count);
    XOperand exit = x_indexed(R_TMP2, R_TMP, 8, (int32_t)offsetof(JitLanes, exit));
    x_op_imm(x, X_MOV_I, 32, 0, exit, (int32_t)(pc | (uint32_t)wrapped << 31));
    exit.disp += 4;
    x_op(x, X_MOV_TO, 32, R_MASK, exit);
    x_op_imm(x, X_ADD_I, 32, 0, count, 1);
    x_op_imm(x, X_ADD_I, 32, 0, STATE(nexit), 1);
    x_jump(x, XC_ALWAYS, emit->dispatch);
}

static bool is_kept(uint32_t reg) { // by functions (System V ABI)
    return is_any_of(reg, X_RBX, X_R12, X_R13, X_R14);
}

// Registers of `rows` that a call does not keep, to their slots or from them.
void emit_keep(Emit *emit, const uint64_t *rows, bool back) {
    XCode *x = &emit->x;
    EACH_ROW(row, rows, emit->flow) {
        uint32_t reg = emit->places->reg[0][row];
        if (reg == NO_REG) continue;
        if (emit->shapes->held[row] != HELD_VECTOR) {
            if (!is_kept(reg)) x_op(x, back ? X_MOV : X_MOV_TO, 64, reg, emit_slot(emit, row, 0));
            continue;
        }
        EACH_PIECE(emit, emit_pieces(emit, row)) {
            for (uint32_t half = 0; half < halves_of(emit->fn->row.at[row].size); half++) {
                reg = emit->places->reg[emit_part(emit, row, half)][row];
                XOperand slot = emit_slot(emit, row, half);
                if (reg != NO_REG) x_vec(x, back ? X_VMOVUPS : X_VMOVUPS_TO, reg, X_NO_REG, slot);
            }
        }
    }
}

static uint64_t *copy_rows(const Emit *emit, const uint64_t *rows) {
    uint64_t *copy = arena_array(emit->x.arena, uint64_t, emit->flow->words);
    memcpy(copy, rows, emit->flow->words * sizeof *copy);
    return copy;
}

Apart emit_apart_at(Emit *emit, uint32_t inst) {
    Apart apart = {.serial = emit->serial, .inst = inst};
    apart.label = x_label(&emit->x);
    apart.back = x_label(&emit->x);
    apart.live = copy_rows(emit, emit->live);
    apart.changed = copy_rows(emit, emit->changed);
    return apart;
}

void emit_skip_unguarded(Emit *emit, const JitInst *in, uint32_t none) {
    if (!in->guard) return;
    guard_lanes(emit, in);
    x_op(&emit->x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(&emit->x, XC_E, none);
}

// The instruction's function reads rows and writes rows, of the running lanes for which the guard
// holds. What lives over the call in registers that it does not keep goes to its slots meanwhile.
void emit_other(Emit *emit, const JitInst *in, const uint64_t *live, const uint64_t *changed,
                const Apart *noted) {
    XCode *x = &emit->x;
    uint32_t words = emit->flow->words, none = x_label(x);
    uint64_t *reads = arena_array(x->arena, uint64_t, words);
    uint64_t *writes = arena_array(x->arena, uint64_t, words);
    uint64_t *over = arena_array(x->arena, uint64_t, words);
    flow_reads(emit->fn, in, flow_add_row, reads);
    flow_writes(emit->fn, in, flow_add_row, writes);
    memcpy(over, live, words * sizeof *over);
    flow_writes(emit->fn, in, flow_remove_row, over);
    emit_skip_unguarded(emit, in, none);
    for (uint32_t w = 0; w < words; w++) reads[w] &= changed[w];
    emit_store_rows(emit, reads);
    emit_keep(emit, over, false);
    if (in->guard)
        guard_lanes(emit, in);
    else
        x_op(x, X_MOV, 32, R_TMP, x_reg(R_MASK));
    x_op(x, X_MOV, 32, R_TMP3, x_reg(R_TMP));
    x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    x_mov_imm(x, X_RSI, in->pc);
    x_mov_imm(x, X_RCX, noted ? noted->cache : UINT32_MAX);
    x_mov_imm(x, X_R8, noted ? noted->aligned : 0);
    x_zero_upper(x);
    x_call(x, STATE(other));
    emit_keep(emit, over, true);
    for (uint32_t w = 0; w < words; w++) writes[w] &= live[w];
    emit_load_rows(emit, writes);
    x_bind(x, none);
}

void emit_sync(Emit *emit, uint32_t inst) {
    emit_check_whole(emit, inst, &emit->fn->inst.at[inst].a);
    emit_other(emit, &emit->fn->inst.at[inst], emit->live, emit->changed, NULL);
}
