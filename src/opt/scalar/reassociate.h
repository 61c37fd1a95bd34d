// SPDX-License-Identifier: Apache-2.0
// Private to reassociate*.c: trees of one associative operation as lists of terms.
#ifndef CUPRUM_OPT_REASSOCIATE_H
#define CUPRUM_OPT_REASSOCIATE_H

#include "opt/scalar/scalar.h"

typedef struct {
    IrValue *whole;       // as it stands in the tree; NULL once several terms became this one
    IrValue *base;        // what is multiplied
    uint64_t times;       // sums: its factor modulo 2^n; products: its exponent
    const AnLoop *varies; // the innermost loop around the root in which it changes
    uint64_t rank, number;
    uint32_t place; // in the tree, for a total order
    bool negated;   // of `whole`; `times` has the sign already
    bool product;   // selection fuses it with a sum behind it
    bool starts;    // together with its group, before that joins the groups before it
} ReTerm;

typedef struct {
    IrInst *inst;
    const AnLoop *varies;
    uint32_t parent; // place of its user in the tree
    bool negated;
} ReNode;

typedef struct {
    IrInst *root;
    IrOp op; // ADD stands for differences, too, MUL for shifts by constants
    const AnLoop *loop;
    VEC(ReNode) node;
    VEC(ReTerm) term;
    IrConst *c;     // all constants together, or NULL
    uint16_t keeps; // flags that the operations have in any order (opt_re_collect_flags)
    uint8_t fmf;    // that all of them have
    bool merges;    // several terms became one or none
    bool is_index;  // its flags, or a constant at its end, serve an address or a comparison (same)
    uint64_t cost;  // of the tree as it is
} ReTree;

typedef struct { // of a value
    const AnLoop *varies;
    uint64_t number, rank; // number: equal for what is equal by its operations
} ReInfo;

typedef struct {
    PassCtx *pc;
    const AnLoops *loops;
    OptRanks ranks;
    VEC(ReInfo) info;   // by value id
    Map pairs;          // hash of two terms and their operation -> trees that have both
    VEC(IrInst *) root; // in reverse postorder
    ReTree tree;        // the one at hand
} Reassociate;

// ---- scalar/reassociate_tree.c ----

typedef struct { // of an operation
    uint8_t tree,
        wants; // the IrOp whose trees it is part of; what else must hold, 0: it is of none
} ReKind;
extern const ReKind opt_re_kinds[IR_NOPS];

// The sum or product is no operand of one that takes it in: a tree begins here.
bool opt_re_begins_tree(const Reassociate *reassociate, const IrInst *inst);
static inline bool opt_re_is_root(const Reassociate *reassociate, const IrInst *inst) {
    return opt_re_kinds[inst->v.op].wants && opt_re_begins_tree(reassociate, inst);
}
// A root of two different values that cannot be put together: there is no other form of it.
bool opt_re_is_plain(const Reassociate *reassociate, const IrInst *root);
// The tree below a root in reassociate->tree; false: nothing can be moved in it.
bool opt_re_collect(Reassociate *reassociate, IrInst *root);
// What is asked of a tree only before it is made anew.
void opt_re_collect_flags(ReTree *tree);

// What is known of a value; of a constant, which is in no table, its number.
uint64_t opt_re_number_of_constant(const IrValue *value);
static inline ReInfo opt_re_info(const Reassociate *reassociate, const IrValue *value) {
    if (ir_as_inst(value) || ir_as_arg(value))
        return value->id < reassociate->info.n ? reassociate->info.at[value->id] : (ReInfo){0};
    return (ReInfo){.number = opt_re_number_of_constant(value)};
}
// Of a value that may be newer than the table.
void opt_re_set_new_info(Reassociate *reassociate, const IrValue *made, ReInfo info);
static inline void opt_re_set_info(Reassociate *reassociate, const IrValue *value, ReInfo info) {
    reassociate->info.at[value->id] = info;
}
// What one operation costs that is done as often as the loop's body.
static inline uint64_t opt_re_weight(const AnLoop *loop) {
    return 1ull << 3 * CU_MIN(loop ? loop->depth : 0, 12);
}
// The loop around both.
static inline const AnLoop *opt_re_common(const AnLoop *loop, const AnLoop *other) {
    while (loop != other) {
        uint32_t depth = loop ? loop->depth : 0, other_depth = other ? other->depth : 0;
        if (depth >= other_depth) loop = loop->parent;
        if (other_depth >= depth) other = other->parent;
    }
    return loop;
}
// The inner one of two around one place.
static inline const AnLoop *opt_re_inner(const AnLoop *loop, const AnLoop *other) {
    return !loop || (other && other->depth > loop->depth) ? other : loop;
}
// Equal for trees of the same terms in any order.
uint64_t opt_re_number(const ReTree *tree);
static inline bool opt_re_is_sum(IrOp op) {
    return is_any_of(op, IR_ADD, IR_FADD);
}

// ---- scalar/reassociate_emit.c ----

uint64_t opt_re_cost(const ReTree *tree); // of the terms in their order
IrValue *opt_re_emit(Reassociate *reassociate, const ReTree *tree);

#endif
