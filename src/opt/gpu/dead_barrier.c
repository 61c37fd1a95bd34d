// SPDX-License-Identifier: Apache-2.0
// basic-dbe: barriers that order nothing. It acts only where its knob asks for it (-basic-dbe), as
// NVIDIA's pass of that name does: who waits for other threads by a barrier may mean more than
// memory.
//
//     %x = load i32, ptr %p                      %x = load i32, ptr %p
//     call void @llvm.nvvm.barrier0()     =>     %y = load i32, ptr %q
//     %y = load i32, ptr %q
//
// A barrier cuts its block in two pieces. What a barrier orders are the accesses of the pieces from
// which the one above it is reached, and of those that the one below it reaches, over no other
// barrier. Which addresses they have does not matter, for threads have different ones: the barrier
// stays where a write is on one side and any access on the other. A barrier that goes joins its two
// pieces, so what is reached only grows: the pieces are never looked at anew, and a barrier that
// has stayed once need not be asked again.
//
// Local variables of the thread and constants are no accesses. Where a function is called from
// others, they may access memory before and after it.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

enum { READS = 1, WRITES = 2 };
typedef enum { UP, DOWN } Way;

typedef struct {
    uint8_t reached[2]; // by way: accesses above, below, its own among them
    VEC(uint32_t) next[2];
} Piece;

typedef struct {
    IrInst *inst;
    uint32_t above, below; // pieces
} Barrier;

typedef struct {
    PassCtx *pc;
    IrFunc *fn;
    VEC(Piece) pieces;
    VEC(Barrier) barriers;
    VEC(uint32_t) work;
    uint32_t *first, *last; // pieces of a block, by its place in the order
} Barriers;

static bool is_barrier(const IrInst *inst) {
    uint32_t id = ir_intrin_of(inst);
    bool votes =
        is_any_of(id, IR_I_nvvm_barrier0_popc, IR_I_nvvm_barrier0_and, IR_I_nvvm_barrier0_or);
    if (votes) return !inst->v.uses;
    return is_any_of(id, IR_I_nvvm_barrier0, IR_I_nvvm_barrier_cta_sync_aligned_all,
                     IR_I_nvvm_barrier_cta_sync_all, IR_I_nvvm_bar_warp_sync);
}

// Only this thread sees it, or nobody writes it.
static bool is_of_no_interest(const IrInst *inst) {
    if (!is_any_of(inst->v.op, IR_LOAD, IR_STORE) || !ir_is_plain(inst)) return false;
    const IrValue *pointer = ir_op(inst, inst->v.op == IR_STORE);
    const IrValue *object = an_underlying((IrValue *)(uintptr_t)pointer);
    if (ir_as_op(object, IR_ALLOCA) && !an_is_captured(object)) return true;
    return is_any_of(pointer->type->as, IR_AS_LOCAL, IR_AS_CONST, IR_AS_PARAM);
}

static uint8_t accesses_of(const IrInst *inst) {
    if (is_of_no_interest(inst)) return 0;
    if (inst->v.op == IR_CALL && ir_has_effect(inst)) return READS | WRITES;
    return (uint8_t)((ir_may_read(inst) ? READS : 0) | (ir_may_write(inst) ? WRITES : 0));
}

static uint32_t new_piece(Barriers *barriers) {
    vec_push(barriers->pc->tmp, &barriers->pieces, (Piece){0});
    return barriers->pieces.n - 1;
}

static void add_accesses(Barriers *barriers, uint32_t piece, uint8_t what) {
    barriers->pieces.at[piece].reached[UP] |= what;
    barriers->pieces.at[piece].reached[DOWN] |= what;
}

static void cut(Barriers *barriers, const IrBlock *bb, uint32_t place) {
    uint32_t piece = barriers->first[place] = new_piece(barriers);
    IR_FOREACH_INST(i, bb) {
        if (is_barrier(i)) {
            uint32_t below = new_piece(barriers);
            vec_push(barriers->pc->tmp, &barriers->barriers, ((Barrier){i, piece, below}));
            piece = below;
        } else {
            add_accesses(barriers, piece, accesses_of(i));
        }
    }
    barriers->last[place] = piece;
}

// What is reached from `from` going down and from `to` going up.
static void join(Barriers *barriers, uint32_t from, uint32_t to) {
    vec_push(barriers->pc->tmp, &barriers->pieces.at[from].next[DOWN], to);
    vec_push(barriers->pc->tmp, &barriers->pieces.at[to].next[UP], from);
}

// The neighbours in one way see what the piece sees in the other.
static void spread(Barriers *barriers, uint32_t piece, Way way) {
    barriers->work.n = 0;
    vec_push(barriers->pc->tmp, &barriers->work, piece);
    while (barriers->work.n) {
        const Piece *from = &barriers->pieces.at[vec_pop(&barriers->work)];
        for (uint32_t k = 0; k < from->next[!way].n; k++) {
            uint32_t to = from->next[!way].at[k];
            uint8_t *reached = &barriers->pieces.at[to].reached[way], before = *reached;
            *reached |= from->reached[way];
            if (*reached != before) vec_push(barriers->pc->tmp, &barriers->work, to);
        }
    }
}

static bool orders_something(const Barriers *barriers, const Barrier *barrier) {
    uint8_t above = barriers->pieces.at[barrier->above].reached[UP];
    uint8_t below = barriers->pieces.at[barrier->below].reached[DOWN];
    return (above && below & WRITES) || (above & WRITES && below);
}

static bool remove_barriers(Barriers *barriers) {
    bool changed = false;
    for (uint32_t k = 0; k < barriers->barriers.n; k++) {
        const Barrier *barrier = &barriers->barriers.at[k];
        if (orders_something(barriers, barrier)) continue;
        opt_remark(barriers->pc, barrier_removed, barrier->inst);
        join(barriers, barrier->above, barrier->below);
        spread(barriers, barrier->above, UP);
        spread(barriers, barrier->below, DOWN);
        ir_erase(barrier->inst);
        changed = true;
    }
    return changed;
}

// Pieces of blocks that follow each other are joined; the places of blocks stand in `of`.
static void join_blocks(Barriers *barriers, const AnCfg *cfg, const Map *of) {
    bool called = barriers->fn->cc != IR_CC_PTX_KERNEL;
    if (called && cfg->n) add_accesses(barriers, barriers->first[0], READS | WRITES);
    for (uint32_t k = 0; k < cfg->n; k++) {
        const IrInst *term = ir_term(cfg->rpo[k]);
        if (called && term->v.op == IR_RET)
            add_accesses(barriers, barriers->last[k], READS | WRITES);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            uintptr_t to = (uintptr_t)map_get(of, (uintptr_t)ir_succ(term, s));
            join(barriers, barriers->last[k], barriers->first[to - 1]);
        }
    }
}

OPT_FUNC_PASS(basic_dbe);
bool opt_basic_dbe(PassCtx *pc, IrFunc *fn) {
    if (!opt_knob(pc, basic_dbe, remove)) return false;
    const AnCfg *cfg = an_cfg(pc->an);
    Barriers barriers = {.pc = pc, .fn = fn};
    barriers.first = arena_array(pc->tmp, uint32_t, cfg->n + 1);
    barriers.last = arena_array(pc->tmp, uint32_t, cfg->n + 1);
    Map of;
    map_init(&of, pc->tmp);
    for (uintptr_t k = 0; k < cfg->n; k++) {
        map_put(&of, (uintptr_t)cfg->rpo[k], (void *)(k + 1));
        cut(&barriers, cfg->rpo[k], (uint32_t)k);
    }
    if (!barriers.barriers.n) return false;
    join_blocks(&barriers, cfg, &of);
    for (uint32_t k = 0; k < barriers.pieces.n; k++) {
        spread(&barriers, k, UP);
        spread(&barriers, k, DOWN);
    }
    return remove_barriers(&barriers);
}
