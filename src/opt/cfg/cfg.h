// SPDX-License-Identifier: Apache-2.0
// What the steps of simplifycfg, a file each, share. Private to src/opt/cfg.
//
// A step looks at one block, changes the function at once, and says whether it did. It may use the
// analyses' results only through Cfg: they are of the function as it was at the pass's beginning.
#ifndef CUPRUM_OPT_CFG_H
#define CUPRUM_OPT_CFG_H

#include "opt/common/common.h"

typedef struct Cfg {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    bool late;              // loops have got their shape and their counts
    BitSet header, exiting; // by block id: was a loop's header, left a loop, at the beginning
    uint32_t nids;          // room in them
    Atom loop_md, prof_md;
    BitSet to_merge, to_forward; // by block id: what waits for the end of the sweep
    bool waiting;                // something does
    AnBlockVec work, path;
    struct SinkGroup *sink_group; // of sink_arms.c: made once, it is large
} Cfg;

// Of a loop.
static inline bool opt_cfg_is_header(const Cfg *cfg, const IrBlock *bb) {
    return bb->v.id < cfg->nids && bitset_has(&cfg->header, bb->v.id);
}
// A block of a loop with an edge out of it.
static inline bool opt_cfg_is_exiting(const Cfg *cfg, const IrBlock *bb) {
    return bb->v.id < cfg->nids && bitset_has(&cfg->exiting, bb->v.id);
}
// The branch says something of its loop (!llvm.loop), which merging it would lose.
static inline bool opt_cfg_has_loop_md(const Cfg *cfg, const IrInst *term) {
    return ir_get_md(term, cfg->loop_md) != NULL;
}
// A conditional branch with two different targets, or NULL.
static inline IrInst *opt_cfg_condbr(const IrBlock *bb) {
    IrInst *t = ir_term(bb);
    bool two = ir_is_cond_br(t) && ir_op(t, 1) != ir_op(t, 2);
    return two ? t : NULL;
}

// terminator.c: terminators whose target is known, code that cannot be reached.
bool opt_cfg_fold_term(IrBlock *bb);
bool opt_cfg_cut_after_noreturn(Cfg *cfg, IrBlock *bb);
bool opt_cfg_drop_unreachable(Cfg *cfg, IrBlock *bb);

// merge.c: blocks that follow each other, empty blocks.
bool opt_cfg_merge_or_forward(Cfg *cfg, IrBlock *bb); // bb may be gone afterwards
bool opt_cfg_postponed(Cfg *cfg);                     // at the end of a sweep
bool opt_cfg_merge_returns(Cfg *cfg);

// cfg/cost.c: what it costs to run a block's instructions always.
enum { OPT_CFG_NEVER = 1 << 20 }; // more than any limit
// Of everything in bb before its terminator, none of it a phi; OPT_CFG_NEVER where something has
// to stay under its condition, or the sum is over `limit`. `before`: where it would run instead.
uint32_t opt_cfg_speculation_cost(const IrBlock *bb, const IrInst *before, uint32_t limit);
// Moves all of it to `before`; metadata that was true under the condition goes.
void opt_cfg_speculate(IrBlock *from, IrInst *before);

// logic.c: first && second, first || second, condition ? yes : no; as `and` or `or` where the
// second may be looked at though the first decides.
IrValue *opt_cfg_and(IrBuilder *builder, IrValue *first, IrValue *second);
IrValue *opt_cfg_or(IrBuilder *builder, IrValue *first, IrValue *second);
IrValue *opt_cfg_choose(IrBuilder *builder, IrValue *condition, IrValue *yes, IrValue *no);
// Is a value of one bit x && y (or x || y) in one of the two forms; its operands 0 and 1.
bool opt_cfg_is_logic(const IrInst *inst, bool is_and);
IrValue *opt_cfg_logic_operand(const IrInst *inst, uint32_t n);

// select.c: triangles and diamonds become selects.
bool opt_cfg_make_selects(Cfg *cfg, IrBlock *bb);

// common_dest.c: two branches with a target in common become one.
bool opt_cfg_common_dest(Cfg *cfg, IrBlock *bb);

// same.c: two instructions that become one.
bool opt_cfg_same_operation(const IrInst *one,
                            const IrInst *other); // but for operands and promises
void opt_cfg_keep_common_promises(IrInst *inst, const IrInst *gone);

// hoist_arms.c: what both arms of bb's branch do.
bool opt_cfg_hoist_arms(Cfg *cfg, IrBlock *bb);

// switch_chain.c: from bb on, tests of one value for equality.
bool opt_cfg_switch_chain(Cfg *cfg, IrBlock *bb);

// switch_value.c: a switch that only chooses constants.
bool opt_cfg_switch_values(Cfg *cfg, IrBlock *bb);

// bit_test.c: membership in a set of constants, as a switch or a chain of comparisons.
bool opt_cfg_bit_tests(Cfg *cfg, IrBlock *bb);

// sink_arms.c: what the blocks that meet in `join` do last.
bool opt_cfg_sink_arms(Cfg *cfg, IrBlock *join);

#endif
