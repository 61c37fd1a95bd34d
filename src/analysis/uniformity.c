// SPDX-License-Identifier: Apache-2.0
// Uniformity: which values are the same in all threads of a block, in all threads of a warp, or
// differ from thread to thread, and so which branches part the threads of a warp.
//
// A value differs
//  - where it says so: the thread's index, its lane, what atomics return, local memory, ...;
//  - where an operand does (data dependence);
//  - as a phi at which threads meet again that a differing branch has parted (sync dependence):
//
//        br i1 %differs, %a, %b      a: br %join      b: br %join
//        join: %x = phi [0, %a], [1, %b]                              ; differs
//
//  - where it is read behind a loop that threads leave in different iterations (temporal
//    divergence): in the loop all threads see the same, behind it each has the value it left with.
//
// Levels only rise, by a work list, so that the result is the least one that satisfies the rules.
// Where threads meet is found as in LLVM's SyncDependenceAnalysis (after Karrenberg and Hack 2012):
// each way out of the branch carries a label along the edges as far as the branch's immediate
// post-dominator; a block that two labels reach is a meeting point and goes on with a label of its
// own. The walks of many branches over one region are bounded by a budget in proportion to the
// function; when that is spent, every block with several ways in counts as a meeting point.
#include "analysis/analysis.h"
#include "ir/ir_build.h"
#include "ir/intrin_id.h"

enum { WALKS = 64 }; // blocks walked on, for each block of the function

struct AnUniformity {
    uint32_t nvalues;
    uint8_t *level; // by value id of an instruction; a branch's own: whether it parts threads
    const AnLoops *loops;
    uint8_t *left; // by loop index: how far threads differ in when they leave it
};

typedef struct {
    AnUniformity *result;
    IrFunc *fn;
    const AnCfg *cfg;
    const AnDom *pdom;
    const AnLoops *loops;
    Arena *arena;
    VEC(IrInst *) work; // their level has risen, or may by their block's having become a meeting
    uint8_t *meets;   // by block id: how far threads that meet there may differ in where they were
    uint8_t all_meet; // the level at which every block counts as a meeting point
    bool irreducible;
    int64_t budget;

    // of one walk
    IrBlock **label; // by block id; good where walk_of says so
    uint32_t *walk_of, walk;
    BitSet pending; // by place in cfg->rpo, none below `lowest`
    uint32_t lowest;
} Uniform;

// ---- sources -----------------------------------------------------------------------------------

// Operations of several threads that give all of them one result: all of the block, or all of the
// warp if the mask names each of its threads (else groups of them may have results of their own).
typedef struct {
    uint16_t intrinsic;
    uint8_t level;
    int8_t mask; // the argument's number, or NO_MASK
} Agreed;

enum { NO_MASK = -1, SHFL_LANE = 2, SHFL_CLAMP = 3, WHOLE_WARP = 31 };
static const Agreed agreed[] = {
    {IR_I_nvvm_barrier0_popc, AN_SAME_IN_BLOCK, NO_MASK},
    {IR_I_nvvm_barrier0_and, AN_SAME_IN_BLOCK, NO_MASK},
    {IR_I_nvvm_barrier0_or, AN_SAME_IN_BLOCK, NO_MASK},
    {IR_I_nvvm_vote_all_sync, AN_SAME_IN_WARP, 0},
    {IR_I_nvvm_vote_any_sync, AN_SAME_IN_WARP, 0},
    {IR_I_nvvm_vote_uni_sync, AN_SAME_IN_WARP, 0},
    {IR_I_nvvm_vote_ballot_sync, AN_SAME_IN_WARP, 0},
    {IR_I_nvvm_redux_sync_umin, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_umax, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_add, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_min, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_max, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_and, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_or, AN_SAME_IN_WARP, 1},
    {IR_I_nvvm_redux_sync_xor, AN_SAME_IN_WARP, 1},
};

static bool is_full_mask(const IrValue *value) {
    const IrConst *mask = ir_as_cint(value);
    return mask && ir_uval(mask) == UINT32_MAX;
}

// One lane's value goes to all threads of the warp.
static bool is_broadcast(const IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_nvvm_shfl_sync_idx_i32, IR_I_nvvm_shfl_sync_idx_f32)) return false;
    const IrConst *clamp = ir_as_cint(ir_op(call, SHFL_CLAMP));
    bool whole = clamp && ir_uval(clamp) == WHOLE_WARP;
    return whole && is_full_mask(ir_op(call, 0)) && ir_as_cint(ir_op(call, SHFL_LANE));
}

static AnVariation of_value(const Uniform *uniform, const IrValue *value) {
    return an_variation(uniform->result, value);
}

// As far as the operand that differs most.
static AnVariation of_operands(const Uniform *uniform, const IrInst *inst) {
    AnVariation most = AN_SAME_IN_BLOCK;
    for (uint32_t k = 0; k < inst->nops; k++) {
        AnVariation v = of_value(uniform, ir_op(inst, k));
        most = CU_MAX(most, v);
    }
    return most;
}

// Depends on nothing but its operands.
static bool is_computed(uint32_t id) {
    static const uint16_t each_threads_own[] = {
        IR_I_nvvm_read_ptx_sreg_tid_x,       IR_I_nvvm_read_ptx_sreg_tid_y,
        IR_I_nvvm_read_ptx_sreg_tid_z,       IR_I_nvvm_read_ptx_sreg_tid_w,
        IR_I_nvvm_read_ptx_sreg_laneid,      IR_I_nvvm_read_ptx_sreg_lanemask_eq,
        IR_I_nvvm_read_ptx_sreg_lanemask_le, IR_I_nvvm_read_ptx_sreg_lanemask_lt,
        IR_I_nvvm_read_ptx_sreg_lanemask_ge, IR_I_nvvm_read_ptx_sreg_lanemask_gt,
    };
    for (uint32_t k = 0; k < CU_COUNT(each_threads_own); k++) {
        if (each_threads_own[k] == id) return false;
    }
    const IrIntrinRow *row = &ir_intrins[id];
    return row->sig[0] && (row->props & IRI_PURE) == IRI_PURE && !(row->props & IRI_CONV);
}

// By the intrinsic; calls of functions may give anything.
static AnVariation of_call(const Uniform *uniform, const IrInst *call) {
    uint32_t id = ir_intrin_of(call);
    if (!id) return AN_DIFFERS;
    if (ir_intrins[id].props & IRI_UNIFORM) return AN_SAME_IN_BLOCK;
    for (uint32_t k = 0; k < CU_COUNT(agreed); k++) {
        const Agreed *row = &agreed[k];
        if (row->intrinsic != id) continue;
        bool whole = row->mask == NO_MASK || is_full_mask(ir_op(call, (uint32_t)row->mask));
        return whole ? row->level : AN_DIFFERS;
    }
    if (is_broadcast(call, id)) return AN_SAME_IN_WARP;
    if (id == IR_I_nvvm_read_ptx_sreg_warpid) return AN_SAME_IN_WARP;
    return is_computed(id) ? of_operands(uniform, call) : AN_DIFFERS;
}

// Local memory, or such as might be: what a kernel's pointers lead to is not.
static bool may_be_own_memory(const IrValue *address) {
    uint32_t space = an_space(address);
    if (space != IR_AS_GENERIC) return space == IR_AS_LOCAL;
    const IrArg *arg = ir_as_arg(an_underlying((IrValue *)(uintptr_t)address));
    bool byval = arg && ir_attr_type(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_BYVAL);
    return !arg || arg->fn->cc != IR_CC_PTX_KERNEL || byval;
}

// Memory that is written while the kernel runs may be read by one warp before and by another one
// after; the threads of one warp read it together.
static AnVariation of_load(const Uniform *uniform, const IrInst *load) {
    const IrValue *from = ir_op(load, 0);
    bool plain = !(load->v.flags & IR_VOLATILE) && load->order == IR_NOT_ATOMIC;
    bool never_written = an_is_constant_memory(from);
    if (!plain || (!never_written && may_be_own_memory(from))) return AN_DIFFERS;
    AnVariation address = of_value(uniform, from);
    return never_written ? address : CU_MAX(address, AN_SAME_IN_WARP);
}

// Whether all ways in bring one value: then it does not matter which way a thread took.
static bool has_one_value(const IrInst *phi) {
    for (uint32_t k = 1; k < ir_phi_n(phi); k++) {
        if (ir_phi_value(phi, k) != ir_phi_value(phi, 0)) return false;
    }
    return true;
}

// Where threads meet that took different ways, they bring different values.
static AnVariation of_phi(const Uniform *uniform, const IrInst *phi) {
    AnVariation incoming = of_operands(uniform, phi);
    if (has_one_value(phi)) return incoming;
    AnVariation meets = uniform->meets[phi->block->v.id];
    bool several_ways = ir_phi_n(phi) > 1;
    if (several_ways) meets = CU_MAX(meets, uniform->all_meet);
    return CU_MAX(incoming, meets);
}

// The level of an instruction, from those of its operands as they are now.
static AnVariation of_inst(const Uniform *uniform, const IrInst *inst) {
    switch (inst->v.op) {
    case IR_PHI: return of_phi(uniform, inst);
    case IR_LOAD: return of_load(uniform, inst);
    case IR_CALL: return of_call(uniform, inst);
    case IR_ALLOCA: return AN_SAME_IN_BLOCK; // each thread's own, at one address
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
    case IR_INVOKE:
    case IR_CALLBR:
    case IR_VA_ARG:
    case IR_LANDINGPAD: return AN_DIFFERS;
    default: return of_operands(uniform, inst);
    }
}

// Levels only rise, so that the work ends.
static void raise(Uniform *uniform, IrInst *inst, AnVariation to) {
    uint8_t *level = &uniform->result->level[inst->v.id];
    if (to <= *level) return;
    *level = (uint8_t)to;
    vec_push(uniform->arena, &uniform->work, inst);
}

// ---- where threads meet ------------------------------------------------------------------------

static void raise_phis(Uniform *uniform, IrBlock *bb) {
    IR_FOREACH_PHI(phi, bb) {
        raise(uniform, phi, of_phi(uniform, phi));
    }
}

static void note_meeting(Uniform *uniform, IrBlock *bb, AnVariation how) {
    if (uniform->meets[bb->v.id] >= how) return;
    uniform->meets[bb->v.id] = (uint8_t)how;
    raise_phis(uniform, bb);
}

// Whoever reads behind the loop what was computed in it has the value that it left with.
static void note_left(Uniform *uniform, const AnLoop *loop, AnVariation how) {
    if (uniform->result->left[loop->index] >= how) return;
    uniform->result->left[loop->index] = (uint8_t)how;
    for (uint32_t b = 0; b < loop->blocks.n; b++) {
        IR_FOREACH_INST(i, loop->blocks.at[b]) {
            IR_FOREACH_USE(use, &i->v) {
                IrInst *user = use->user;
                if (!an_in_loop(uniform->loops, loop, user->block)) raise(uniform, user, how);
            }
        }
    }
}

// Cycles that are no loops may be left by threads at different times, too.
static void note_block_left(Uniform *uniform, IrBlock *bb, AnVariation how) {
    IR_FOREACH_INST(i, bb) {
        IR_FOREACH_USE(use, &i->v) {
            if (use->user->block != bb) raise(uniform, use->user, how);
        }
    }
}

// The budget is spent, or there is no order to walk in: every block counts as a meeting point.
static void let_all_meet(Uniform *uniform, AnVariation how) {
    if (uniform->all_meet >= how) return;
    uniform->all_meet = (uint8_t)how;
    for (uint32_t b = 0; b < uniform->cfg->n; b++) {
        raise_phis(uniform, uniform->cfg->rpo[b]);
        if (uniform->irreducible) note_block_left(uniform, uniform->cfg->rpo[b], how);
    }
    for (uint32_t k = 0; k < uniform->loops->all.n; k++)
        note_left(uniform, uniform->loops->all.at[k], how);
}

// The label comes to the block over one more edge.
static void carry(Uniform *uniform, IrBlock *label, IrBlock *to, AnVariation how) {
    uint32_t id = to->v.id;
    uint32_t place = uniform->cfg->no[id];
    bool first = uniform->walk_of[id] != uniform->walk;
    if (!first) {
        if (uniform->label[id] == label) return;
        note_meeting(uniform, to, how);
        if (uniform->label[id] == to) return; // it goes on with a label of its own already
    }
    uniform->walk_of[id] = uniform->walk;
    uniform->label[id] = first ? label : to;
    bitset_add(&uniform->pending, place);
    uniform->lowest = CU_MIN(uniform->lowest, place);
}

// A branch to one block, however often, parts nobody.
static bool has_several_targets(const IrInst *term) {
    for (uint32_t k = 1; k < ir_nsucc(term); k++) {
        if (ir_succ(term, k) != ir_succ(term, 0)) return true;
    }
    return false;
}

// The block's label goes along all edges out of it.
static void carry_on(Uniform *uniform, IrBlock *from, AnVariation how) {
    const IrInst *term = ir_term(from);
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        carry(uniform, uniform->label[from->v.id], ir_succ(term, k), how);
    }
}

// Blocks are taken in reverse postorder; an edge back makes the walk begin again at its target.
static void walk(Uniform *uniform, const IrBlock *branch, const IrBlock *end, AnVariation how) {
    for (uint32_t at; (at = bitset_next(&uniform->pending, uniform->lowest)) != UINT32_MAX;) {
        IrBlock *bb = uniform->cfg->rpo[at];
        bitset_del(&uniform->pending, at);
        uniform->lowest = at;
        if (bb == end || bb == branch) continue;
        if (uniform->budget-- > 0) carry_on(uniform, bb, how);
    }
}

// The branch parts threads: from here on meeting points are looked for.
static void part(Uniform *uniform, IrInst *term, AnVariation how) {
    IrBlock *branch = term->block;
    if (uniform->all_meet >= how) return;
    if (uniform->irreducible || uniform->budget <= 0) {
        let_all_meet(uniform, how);
        return;
    }
    const IrBlock *end =
        uniform->pdom->idom[branch->v.id]; // NULL: the threads meet nowhere for sure
    uniform->walk++;
    uniform->lowest = 0;
    for (uint32_t k = 0; k < ir_nsucc(term); k++) {
        IrBlock *to = ir_succ(term, k);
        carry(uniform, to, to, how);
    }
    walk(uniform, branch, end, how);
    if (uniform->budget <= 0) let_all_meet(uniform, how); // the walk was not finished

    // some leave the loop here, others do not
    for (const AnLoop *l = an_loop_of(uniform->loops, branch); l; l = l->parent) {
        if (end && an_in_loop(uniform->loops, l, end)) break;
        note_left(uniform, l, how);
    }
}

// ---- all together ------------------------------------------------------------------------------

// An edge back to a block that does not dominate its start.
static bool is_irreducible(const AnCfg *cfg, const AnDom *dom) {
    for (uint32_t b = 0; b < cfg->n; b++) {
        const IrInst *term = ir_term(cfg->rpo[b]);
        for (uint32_t k = 0; k < ir_nsucc(term); k++) {
            const IrBlock *to = ir_succ(term, k);
            if (cfg->no[to->v.id] <= b && !an_dominates(dom, to, cfg->rpo[b])) return true;
        }
    }
    return false;
}

// What depends on an instruction whose level has risen.
static void spread(Uniform *uniform, IrInst *risen) {
    AnVariation how = uniform->result->level[risen->v.id];
    if (ir_is_term(risen) && has_several_targets(risen)) part(uniform, risen, how);
    IR_FOREACH_USE(use, &risen->v) {
        if (an_reachable(uniform->cfg, use->user->block))
            raise(uniform, use->user, of_inst(uniform, use->user));
    }
}

// All levels begin at the lowest one; the work list takes them up.
AnUniformity *an_uniformity_make(AnFunc *func, Arena *arena) {
    IrFunc *fn = func->fn;
    AnUniformity *result = arena_new(arena, AnUniformity);
    result->nvalues = fn->nvalues;
    result->level = arena_array(arena, uint8_t, fn->nvalues + 1);

    Uniform uniform = {.result = result, .fn = fn, .arena = arena};
    uniform.cfg = an_cfg(func);
    uniform.pdom = an_pdom(func);
    uniform.loops = result->loops = an_loops(func);
    result->left = arena_array(arena, uint8_t, uniform.loops->all.n + 1);
    uniform.irreducible = is_irreducible(uniform.cfg, an_dom(func));
    uniform.budget = (int64_t)WALKS * (uniform.cfg->n + 1);
    uniform.meets = arena_array(arena, uint8_t, fn->nblockids + 1);
    uniform.label = arena_array(arena, IrBlock *, fn->nblockids + 1);
    uniform.walk_of = arena_array(arena, uint32_t, fn->nblockids + 1);
    bitset_init(&uniform.pending, arena, uniform.cfg->n + 1);

    for (uint32_t b = 0; b < uniform.cfg->n; b++) {
        IR_FOREACH_INST(i, uniform.cfg->rpo[b]) raise(&uniform, i, of_inst(&uniform, i));
    }
    while (uniform.work.n) spread(&uniform, vec_pop(&uniform.work));
    return result;
}

// What is newer than the analysis may differ.
AnVariation an_variation(const AnUniformity *u, const IrValue *value) {
    const IrArg *arg = ir_as_arg(value);
    if (arg) return arg->fn->cc == IR_CC_PTX_KERNEL ? AN_SAME_IN_BLOCK : AN_DIFFERS;
    if (!ir_as_inst(value)) return AN_SAME_IN_BLOCK; // constants, addresses of globals, blocks
    return value->id < u->nvalues ? u->level[value->id] : AN_DIFFERS;
}

// Loops that the value is read behind add what their threads differ by when they leave.
AnVariation an_variation_at(const AnUniformity *uniformity, const IrValue *value,
                            const IrBlock *at) {
    AnVariation most = an_variation(uniformity, value);
    const IrInst *i = ir_as_inst(value);
    const AnLoop *l = i ? an_loop_of(uniformity->loops, i->block) : NULL;
    for (; l && !an_in_loop(uniformity->loops, l, at); l = l->parent) {
        AnVariation left = uniformity->left[l->index];
        most = CU_MAX(most, left);
    }
    return most;
}
