// SPDX-License-Identifier: Apache-2.0
// reassociate: sums, products, ands, ors and xors of several terms in another order, where that
// saves operations (Reassociate.cpp of LLVM has the ranks and the pairs; that it changes nothing
// else is ours, for the order that the source has mostly suits addresses).
//
//     %1 = add i32 %i, 1     %2 = add i32 %1, %y     %3 = add i32 %2, 4      => (%i + %y) + 5
//     %1 = add i32 %x, %x    %2 = add i32 %1, %x                             => 3 * %x
//     %1 = mul i64 %a, %b    %2 = mul i64 %a, %c     %3 = add i64 %1, %2     => %a * (%b + %c)
//     %1 = add i32 %i, %n    %2 = add i32 %1, %m     (%i alone varies)       => %i + (%n + %m)
//     %1 = add i32 %a, %b    %2 = add i32 %c, %b  %3 = add i32 %2, %a        => %1, (%a + %b) + %c
//
// A tree has one root and inside it instructions with one use in the root's loop. It is made anew
//  - if it then has fewer operations, those in inner loops counting eight times each;
//  - if two of its terms stand together in another tree: that pair comes first, so that gvn finds
//    it once (pairs by value, so that trees of trees find each other, too).
// Terms are in the order of the loops in which they vary, products after the rest of their loop
// (selection fuses them with the sum), then by rank (scalar/ranks.c).
//
// Refused: floating point without reassoc and nsz; vectors and integers of more than 64 bits;
// where flags would be lost that an address or a comparison needs (gpu/addr.c splits indices by
// them), unless terms became fewer; products of extended 32-bit values (one instruction as they
// stand), unless terms became fewer.
#include "opt/scalar/reassociate.h"
#include "opt/scalar/scalar.h"

#include <stdlib.h>

enum { NEAR = 8 }; // of many terms, each is paired with so many after it

// ---- values ------------------------------------------------------------------------------------

static void describe(Reassociate *reassociate, const IrInst *described) {
    ReInfo info = {.rank = opt_rank(&reassociate->ranks, &described->v),
                   .number = hash_u64(described->v.id)};
    info.varies = an_loop_of(reassociate->loops, described->block);
    if (described->v.op == IR_PHI || !ir_is_speculatable(described) || ir_may_read(described)) {
        opt_re_set_info(reassociate, &described->v, info);
        return;
    }
    uint64_t number =
        hash_mix(described->v.op, (uint64_t)described->pred << 32 | described->v.type->bits);
    const AnLoop *varies = NULL, *here = info.varies;
    for (uint32_t k = 0; k < described->nops; k++) {
        ReInfo x = opt_re_info(reassociate, ir_op(described, k));
        number = hash_mix(number, x.number);
        varies = opt_re_inner(varies, opt_re_common(x.varies, here));
    }
    info.varies = varies;
    info.number = number;
    opt_re_set_info(reassociate, &described->v, info);
}

// ---- order -------------------------------------------------------------------------------------

static int by_order(const void *a, const void *b) {
    const ReTerm *x = a, *y = b;
    uint32_t dx = x->varies ? x->varies->depth : 0, dy = y->varies ? y->varies->depth : 0;
    if (dx != dy) return dx < dy ? -1 : 1;
    if (x->product != y->product) return x->product ? 1 : -1;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void move_term(ReTree *tree, uint32_t from, uint32_t to) { // to <= from
    ReTerm x = tree->term.at[from];
    memmove(&tree->term.at[to + 1], &tree->term.at[to], (from - to) * sizeof x);
    tree->term.at[to] = x;
}

static void sort(ReTree *tree) {
    enum { FEW = 8 };
    if (tree->term.n > FEW) {
        qsort(tree->term.at, tree->term.n, sizeof *tree->term.at, by_order);
        return;
    }
    for (uint32_t k = 1; k < tree->term.n; k++) {
        uint32_t to = k;
        while (to && by_order(&tree->term.at[k], &tree->term.at[to - 1]) < 0) to--;
        if (to < k) move_term(tree, k, to);
    }
}

// The same for x + y and y + x, for -x - y and its negative.
static uint64_t pair_key(const ReTree *tree, const ReTerm *first, const ReTerm *second) {
    uint64_t key = 0;
    bool flip = first->negated && second->negated;
    const ReTerm *both[2] = {first, second};
    for (uint32_t k = 0; k < 2; k++) {
        uint64_t n = opt_re_is_sum(tree->op) ? both[k]->negated && !flip : 2 * both[k]->times;
        key += hash_mix(both[k]->number, n);
    }
    return hash_mix(key, (uint64_t)tree->op << 32 | tree->root->v.type->bits);
}

static bool may_pair(const ReTree *tree, uint32_t a, uint32_t b) {
    return b < tree->term.n && b - a <= NEAR && tree->term.at[a].varies == tree->term.at[b].varies;
}

static void note_pairs(Reassociate *reassociate, const ReTree *tree) {
    for (uint32_t a = 0; a < tree->term.n; a++) {
        for (uint32_t b = a + 1; may_pair(tree, a, b); b++) {
            void **n =
                map_slot(&reassociate->pairs, pair_key(tree, &tree->term.at[a], &tree->term.at[b]));
            *n = (void *)((uintptr_t)*n + 1);
        }
    }
}

static uintptr_t trees_with(const Reassociate *reassociate, const ReTree *tree, uint32_t a,
                            uint32_t b) {
    return (uintptr_t)map_get(&reassociate->pairs,
                              pair_key(tree, &tree->term.at[a], &tree->term.at[b]));
}

// The pair of the group from `first` on that most trees have comes to its front, then what most
// often stands beside the first of the two. False: no other tree has any.
static bool pair_first(Reassociate *reassociate, ReTree *tree, uint32_t first, uint32_t end) {
    uintptr_t most = 1;
    uint32_t left = 0, right = 0;
    for (uint32_t a = first; a < end; a++) {
        for (uint32_t b = a + 1; b < end && may_pair(tree, a, b); b++) {
            uintptr_t n = trees_with(reassociate, tree, a, b);
            if (n <= most) continue;
            most = n;
            left = a;
            right = b;
        }
    }
    if (most == 1) return false;
    move_term(tree, right, first);
    move_term(tree, left + 1, first);
    tree->term.at[first].starts = first != 0;
    uint32_t sorted = first + 2;
    for (uint32_t k = sorted; k < end; k++) {
        if (trees_with(reassociate, tree, first, k) > 1) move_term(tree, k, sorted++);
    }
    return true;
}

static bool share_pairs(Reassociate *reassociate, ReTree *tree) {
    bool any = false;
    for (uint32_t first = 0, end; first < tree->term.n; first = end) {
        end = first + 1;
        while (end < tree->term.n && tree->term.at[end].varies == tree->term.at[first].varies)
            end++;
        any |= pair_first(reassociate, tree, first, end);
    }
    return any;
}

// ---- factors -----------------------------------------------------------------------------------

// A product with one use that the sum could be put into.
static IrInst *product_of(const ReTree *tree, const ReTerm *x) {
    IrInst *i = x->whole && ir_one_use(x->whole) ? ir_as_inst(x->whole) : NULL;
    bool is_product = i && is_any_of(i->v.op, IR_MUL, IR_FMUL) && i->block == tree->root->block;
    if (!is_product || ir_is_const(ir_op(i, 1))) return NULL;
    const uint8_t any_order = IR_FMF_REASSOC | IR_FMF_NSZ;
    return i->v.op == IR_MUL || (i->fmf & any_order) == any_order ? i : NULL;
}

static bool is_wide_product(const IrInst *inst) { // of 32-bit values: one instruction
    uint16_t a = ir_op(inst, 0)->op, b = ir_op(inst, 1)->op;
    bool left = ir_as_inst(ir_op(inst, 0)) && is_any_of(a, IR_SEXT, IR_ZEXT);
    bool right = ir_as_inst(ir_op(inst, 1)) && is_any_of(b, IR_SEXT, IR_ZEXT);
    return left && right;
}

static bool loses_flags(const ReTree *tree) {
    uint16_t flags = 0;
    for (uint32_t k = 0; k < tree->node.n; k++) flags |= tree->node.at[k].inst->v.flags;
    return (flags & ~tree->keeps & (IR_NUW | IR_NSW)) != 0;
}

// What most products share; how many do.
static uint32_t common_factor(Reassociate *reassociate, const ReTree *tree, IrValue **factor) {
    Map count;
    map_init(&count, reassociate->pc->tmp);
    uintptr_t most = 1;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        const IrInst *p = product_of(tree, &tree->term.at[k]);
        for (uint32_t o = 0; p && o < 2; o++) {
            if (o && ir_op(p, 1) == ir_op(p, 0)) break;
            void **n = map_slot(&count, (uintptr_t)ir_op(p, o));
            *n = (void *)((uintptr_t)*n + 1);
            if ((uintptr_t)*n <= most) continue;
            most = (uintptr_t)*n;
            *factor = ir_op(p, o);
        }
    }
    return (uint32_t)most;
}

// Is one product of a sum less than the products? A sum takes in products of 32 bits for nothing,
// so there only where the other factors vary less.
static bool factoring_pays(Reassociate *reassociate, const ReTree *tree, const IrValue *factor) {
    const AnLoop *at = opt_re_common(opt_re_info(reassociate, factor).varies, tree->loop);
    bool wide = tree->root->v.type->bits > 32 && tree->op == IR_ADD, outer = true;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        const IrInst *p = product_of(tree, &tree->term.at[k]);
        if (!p || (ir_op(p, 0) != factor && ir_op(p, 1) != factor)) continue;
        IrValue *other = ir_op(p, ir_op(p, 0) == factor);
        const AnLoop *varies = opt_re_common(opt_re_info(reassociate, other).varies, tree->loop);
        outer &= varies != at && opt_re_inner(varies, at) == at;
        wide &= !is_wide_product(p);
    }
    return wide || outer;
}

// a * b + a * c: the tree of b + c, and the product of that and a as a term of the tree at hand.
static bool take_factor(Reassociate *reassociate, ReTree *tree) {
    IrValue *factor = NULL;
    if (!opt_re_is_sum(tree->op) || (tree->is_index && loses_flags(tree))) return false;
    if (common_factor(reassociate, tree, &factor) < 2 || !factoring_pays(reassociate, tree, factor))
        return false;

    IrBuilder builder = ir_builder_at(tree->root);
    builder.fmf = tree->fmf;
    IrValue *sum = NULL;
    bool negated = false;
    const AnLoop *varies = NULL;
    uint32_t n = 0;
    for (uint32_t k = 0; k < tree->term.n; k++) {
        ReTerm term = tree->term.at[k];
        const IrInst *product = product_of(tree, &term);
        if (!product || (ir_op(product, 0) != factor && ir_op(product, 1) != factor)) {
            tree->term.at[n++] = term;
            continue;
        }
        IrValue *other = ir_op(product, ir_op(product, 0) == factor);
        IrOp minus = tree->op == IR_ADD ? IR_SUB : IR_FSUB;
        varies = opt_re_inner(varies, term.varies);
        if (!sum) {
            sum = other;
            negated = term.negated;
        } else {
            sum = ir_bin(&builder, term.negated == negated ? tree->op : minus, 0, sum, other);
        }
    }
    sum = ir_bin(&builder, tree->op == IR_ADD ? IR_MUL : IR_FMUL, 0, sum, factor);
    tree->term.at[n] = (ReTerm){.whole = sum,
                                .base = sum,
                                .times = negated ? ~0ull : 1,
                                .varies = varies,
                                .place = n,
                                .negated = negated,
                                .product = true};
    tree->term.n = n + 1;
    sort(tree);
    return true;
}

// ---- decision ----------------------------------------------------------------------------------

// The other operand of a node if `last` is the one that goes in last; NULL: it is not.
static IrValue *before_last(const ReTree *tree, const IrInst *node, const ReTerm *last) {
    if (last->negated) {
        bool minus = node->v.op == (tree->op == IR_ADD ? IR_SUB : IR_FSUB);
        return minus && ir_op(node, 1) == last->whole ? ir_op(node, 0) : NULL;
    }
    if (node->v.op != tree->op) return NULL;
    return ir_op(node, 0) == last->whole   ? ir_op(node, 1)
           : ir_op(node, 1) == last->whole ? ir_op(node, 0)
                                           : NULL;
}

// Is the tree a chain in the very order of its terms, the constant at its end?
static bool stands_so(const ReTree *tree) {
    const IrInst *node = tree->root;
    if (tree->term.at[0].starts) return false;
    if (tree->c) {
        if (node->v.op != tree->op || !ir_is_const(ir_op(node, 1))) return false;
        node = ir_as_inst(ir_op(node, 0));
    }
    for (uint32_t k = tree->term.n; --k > 0 && node;) {
        const IrValue *rest = before_last(tree, node, &tree->term.at[k]);
        if (!rest) return false;
        if (k == 1) return rest == tree->term.at[0].whole;
        node = ir_as_inst(rest);
    }
    return false;
}

static bool has_wide_product(const ReTree *tree) {
    if (tree->op != IR_MUL || tree->root->v.type->bits <= 32) return false;
    for (uint32_t k = 0; k < tree->node.n; k++) {
        if (is_wide_product(tree->node.at[k].inst)) return true;
    }
    return false;
}

static bool pays(Reassociate *reassociate, ReTree *tree) {
    bool less = opt_re_cost(tree) < tree->cost;
    if (less && tree->merges) {
        share_pairs(reassociate, tree);
        return true;
    }
    if ((tree->is_index && loses_flags(tree)) || has_wide_product(tree)) return false;
    bool shares = tree->term.n > 2 && share_pairs(reassociate, tree) && !stands_so(tree);
    return less || (shares && opt_re_cost(tree) <= tree->cost);
}

static bool rewrite(Reassociate *reassociate, IrInst *root) {
    // what an earlier tree had no need of any more may be gone
    bool erased = !root->prev && root->block->first != root;
    if (erased || opt_re_is_plain(reassociate, root) || !opt_re_is_root(reassociate, root) ||
        !opt_re_collect(reassociate, root))
        return false;
    ReTree *t = &reassociate->tree;
    opt_re_collect_flags(t);
    sort(t);
    bool factored = take_factor(reassociate, t);
    if (!pays(reassociate, t) && !factored) return false;
    ReInfo info = opt_re_info(reassociate, &root->v);
    IrValue *v = opt_re_emit(reassociate, t);
    if (!ir_is_const(v) && !opt_re_info(reassociate, v).number)
        opt_re_set_new_info(reassociate, v, info);
    ir_replace_uses(&root->v, v);
    opt_erase_dead(root);
    return true;
}

OPT_FUNC_PASS(reassociate);
bool opt_reassociate(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    Reassociate reassociate = {.pc = pc, .loops = an_loops(pc->an), .ranks = opt_ranks(pc, fn)};
    map_init(&reassociate.pairs, pc->tmp);
    reassociate.info.at = arena_array(pc->tmp, ReInfo, fn->nvalues);
    reassociate.info.n = reassociate.info.cap = fn->nvalues;
    for (uint32_t k = 0; k < fn->nargs; k++) {
        const IrValue *v = &fn->arg[k]->v;
        opt_re_set_info(&reassociate, v,
                        (ReInfo){NULL, hash_u64(v->id), opt_rank(&reassociate.ranks, v)});
    }
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            describe(&reassociate, i);
            if (!opt_re_is_root(&reassociate, i) || !opt_re_collect(&reassociate, i)) continue;
            vec_push(pc->tmp, &reassociate.root, i);
            ReInfo info = opt_re_info(&reassociate, &i->v);
            info.number = opt_re_number(&reassociate.tree);
            opt_re_set_info(&reassociate, &i->v, info);
            sort(&reassociate.tree);
            note_pairs(&reassociate, &reassociate.tree);
        }
    }

    bool changed = false;
    for (uint32_t k = 0; k < reassociate.root.n; k++)
        changed |= rewrite(&reassociate, reassociate.root.at[k]);
    return changed;
}
