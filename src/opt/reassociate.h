// SPDX-License-Identifier: Apache-2.0
// Private to reassociate*.c: trees of one associative operation as lists of terms.
#ifndef CUPRUM_OPT_REASSOCIATE_H
#define CUPRUM_OPT_REASSOCIATE_H

#include "opt/opt.h"

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
    uint16_t keeps; // flags that the operations have in any order
    uint8_t fmf;    // that all of them have
    bool merges;    // several terms became one or none
    bool is_index;  // its flags, or a constant at its end, serve an address or a comparison
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

// ---- reassociate_tree.c ----

// The sum or product is no operand of one that takes it in: a tree begins here.
bool opt_re_is_root(const Reassociate *reassociate, const IrInst *inst);
// The tree below a root in reassociate->tree; false: nothing can be moved in it.
bool opt_re_collect(Reassociate *reassociate, IrInst *root);
ReInfo opt_re_info(const Reassociate *reassociate, const IrValue *value);
void opt_re_set_info(Reassociate *reassociate, const IrValue *value, ReInfo info);
// What one operation costs that is done as often as the loop's body.
uint64_t opt_re_weight(const AnLoop *loop);
const AnLoop *opt_re_common(const AnLoop *loop, const AnLoop *an_loop); // around both
const AnLoop *opt_re_inner(const AnLoop *loop, const AnLoop *an_loop);  // of two around one place
uint64_t opt_re_number(const ReTree *re_tree);
static inline bool opt_re_is_sum(IrOp op) {
    return is_any_of(op, IR_ADD, IR_FADD);
}

// ---- reassociate_emit.c ----

uint64_t opt_re_cost(const ReTree *re_tree); // of the terms in their order
IrValue *opt_re_emit(Reassociate *reassociate, const ReTree *re_tree);

#endif
