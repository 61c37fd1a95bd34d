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
// (selection fuses them with the sum), then by rank (ranks.c).
//
// Refused: floating point without reassoc and nsz; vectors and integers of more than 64 bits;
// where flags would be lost that an address or a comparison needs (gpu_addr.c splits indices by
// them), unless terms became fewer; products of extended 32-bit values (one instruction as they
// stand), unless terms became fewer.
#include "opt/reassociate.h"

#include <stdlib.h>

enum { NEAR = 8 }; // of many terms, each is paired with so many after it

// ---- values ------------------------------------------------------------------------------------

static void describe(Reassociate *s, const IrInst *i) {
    ReInfo info = {.rank = opt_rank(&s->ranks, &i->v), .number = hash_u64(i->v.id)};
    info.varies = an_loop_of(s->loops, i->block);
    if (i->v.op == IR_PHI || !ir_is_speculatable(i) || ir_may_read(i)) {
        opt_re_set_info(s, &i->v, info);
        return;
    }
    uint64_t number = hash_mix(i->v.op, (uint64_t)i->pred << 32 | i->v.type->bits);
    const AnLoop *varies = NULL, *here = info.varies;
    for (uint32_t k = 0; k < i->nops; k++) {
        ReInfo x = opt_re_info(s, ir_op(i, k));
        number = hash_mix(number, x.number);
        varies = opt_re_inner(varies, opt_re_common(x.varies, here));
    }
    info.varies = varies;
    info.number = number;
    opt_re_set_info(s, &i->v, info);
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

static void sort(ReTree *t) {
    if (t->term.n) qsort(t->term.at, t->term.n, sizeof *t->term.at, by_order);
}

// The same for x + y and y + x, for -x - y and its negative.
static uint64_t pair_key(const ReTree *t, const ReTerm *x, const ReTerm *y) {
    uint64_t key = 0;
    bool flip = x->negated && y->negated;
    const ReTerm *both[2] = {x, y};
    for (uint32_t k = 0; k < 2; k++) {
        uint64_t n = opt_re_is_sum(t->op) ? both[k]->negated && !flip : 2 * both[k]->times;
        key += hash_mix(both[k]->number, n);
    }
    return hash_mix(key, (uint64_t)t->op << 32 | t->root->v.type->bits);
}

static bool may_pair(const ReTree *t, uint32_t a, uint32_t b) {
    return b < t->term.n && b - a <= NEAR && t->term.at[a].varies == t->term.at[b].varies;
}

static void note_pairs(Reassociate *s, const ReTree *t) {
    for (uint32_t a = 0; a < t->term.n; a++) {
        for (uint32_t b = a + 1; may_pair(t, a, b); b++) {
            void **n = map_slot(&s->pairs, pair_key(t, &t->term.at[a], &t->term.at[b]));
            *n = (void *)((uintptr_t)*n + 1);
        }
    }
}

static uintptr_t trees_with(const Reassociate *s, const ReTree *t, uint32_t a, uint32_t b) {
    return (uintptr_t)map_get(&s->pairs, pair_key(t, &t->term.at[a], &t->term.at[b]));
}

static void move_term(ReTree *t, uint32_t from, uint32_t to) { // to <= from
    ReTerm x = t->term.at[from];
    memmove(&t->term.at[to + 1], &t->term.at[to], (from - to) * sizeof x);
    t->term.at[to] = x;
}

// The pair of the group from `first` on that most trees have comes to its front, then what most
// often stands beside the first of the two. False: no other tree has any.
static bool pair_first(Reassociate *s, ReTree *t, uint32_t first, uint32_t end) {
    uintptr_t most = 1;
    uint32_t left = 0, right = 0;
    for (uint32_t a = first; a < end; a++) {
        for (uint32_t b = a + 1; b < end && may_pair(t, a, b); b++) {
            uintptr_t n = trees_with(s, t, a, b);
            if (n <= most) continue;
            most = n;
            left = a;
            right = b;
        }
    }
    if (most == 1) return false;
    move_term(t, right, first);
    move_term(t, left + 1, first);
    t->term.at[first].starts = first != 0;
    uint32_t sorted = first + 2;
    for (uint32_t k = sorted; k < end; k++) {
        if (trees_with(s, t, first, k) > 1) move_term(t, k, sorted++);
    }
    return true;
}

static bool share_pairs(Reassociate *s, ReTree *t) {
    bool any = false;
    for (uint32_t first = 0, end; first < t->term.n; first = end) {
        end = first + 1;
        while (end < t->term.n && t->term.at[end].varies == t->term.at[first].varies) end++;
        any |= pair_first(s, t, first, end);
    }
    return any;
}

// ---- factors -----------------------------------------------------------------------------------

// A product with one use that the sum could be put into.
static IrInst *product_of(const ReTree *t, const ReTerm *x) {
    IrInst *i = x->whole && ir_one_use(x->whole) ? ir_as_inst(x->whole) : NULL;
    bool is_product = i && (i->v.op == IR_MUL || i->v.op == IR_FMUL) && i->block == t->root->block;
    if (!is_product || ir_is_const(ir_op(i, 1))) return NULL;
    const uint8_t any_order = IR_FMF_REASSOC | IR_FMF_NSZ;
    return i->v.op == IR_MUL || (i->fmf & any_order) == any_order ? i : NULL;
}

static bool is_wide_product(const IrInst *i) { // of 32-bit values: one instruction
    uint16_t a = ir_op(i, 0)->op, b = ir_op(i, 1)->op;
    bool left = ir_as_inst(ir_op(i, 0)) && (a == IR_SEXT || a == IR_ZEXT);
    bool right = ir_as_inst(ir_op(i, 1)) && (b == IR_SEXT || b == IR_ZEXT);
    return left && right;
}

static bool loses_flags(const ReTree *t) {
    uint16_t flags = 0;
    for (uint32_t k = 0; k < t->node.n; k++) flags |= t->node.at[k].inst->v.flags;
    return (flags & ~t->keeps & (IR_NUW | IR_NSW)) != 0;
}

// What most products share; how many do.
static uint32_t common_factor(Reassociate *s, const ReTree *t, IrValue **factor) {
    Map count;
    map_init(&count, s->pc->tmp);
    uintptr_t most = 1;
    for (uint32_t k = 0; k < t->term.n; k++) {
        const IrInst *p = product_of(t, &t->term.at[k]);
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
static bool factoring_pays(Reassociate *s, const ReTree *t, const IrValue *factor) {
    const AnLoop *at = opt_re_common(opt_re_info(s, factor).varies, t->loop);
    bool wide = t->root->v.type->bits > 32 && t->op == IR_ADD, outer = true;
    for (uint32_t k = 0; k < t->term.n; k++) {
        const IrInst *p = product_of(t, &t->term.at[k]);
        if (!p || (ir_op(p, 0) != factor && ir_op(p, 1) != factor)) continue;
        IrValue *other = ir_op(p, ir_op(p, 0) == factor);
        const AnLoop *varies = opt_re_common(opt_re_info(s, other).varies, t->loop);
        outer &= varies != at && opt_re_inner(varies, at) == at;
        wide &= !is_wide_product(p);
    }
    return wide || outer;
}

// a * b + a * c: the tree of b + c, and the product of that and a as a term of the tree at hand.
static bool take_factor(Reassociate *s, ReTree *t) {
    IrValue *factor = NULL;
    if (!opt_re_is_sum(t->op) || (t->is_index && loses_flags(t))) return false;
    if (common_factor(s, t, &factor) < 2 || !factoring_pays(s, t, factor)) return false;

    IrBuilder b = ir_builder_at(t->root);
    b.fmf = t->fmf;
    IrValue *sum = NULL;
    bool negated = false;
    const AnLoop *varies = NULL;
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->term.n; k++) {
        ReTerm x = t->term.at[k];
        const IrInst *p = product_of(t, &x);
        if (!p || (ir_op(p, 0) != factor && ir_op(p, 1) != factor)) {
            t->term.at[n++] = x;
            continue;
        }
        IrValue *other = ir_op(p, ir_op(p, 0) == factor);
        IrOp minus = t->op == IR_ADD ? IR_SUB : IR_FSUB;
        varies = opt_re_inner(varies, x.varies);
        if (!sum) {
            sum = other;
            negated = x.negated;
        } else {
            sum = ir_bin(&b, x.negated == negated ? t->op : minus, 0, sum, other);
        }
    }
    sum = ir_bin(&b, t->op == IR_ADD ? IR_MUL : IR_FMUL, 0, sum, factor);
    t->term.at[n] = (ReTerm){.whole = sum,
                             .base = sum,
                             .times = negated ? ~0ull : 1,
                             .varies = varies,
                             .place = n,
                             .negated = negated,
                             .product = true};
    t->term.n = n + 1;
    sort(t);
    return true;
}

// ---- decision ----------------------------------------------------------------------------------

// The other operand of a node if x is the one that goes in last; NULL: it is not.
static IrValue *before_last(const ReTree *t, const IrInst *i, const ReTerm *x) {
    if (x->negated) {
        bool minus = i->v.op == (t->op == IR_ADD ? IR_SUB : IR_FSUB);
        return minus && ir_op(i, 1) == x->whole ? ir_op(i, 0) : NULL;
    }
    if (i->v.op != t->op) return NULL;
    return ir_op(i, 0) == x->whole ? ir_op(i, 1) : ir_op(i, 1) == x->whole ? ir_op(i, 0) : NULL;
}

// Is the tree a chain in the very order of its terms, the constant at its end?
static bool stands_so(const ReTree *t) {
    const IrInst *i = t->root;
    if (t->term.at[0].starts) return false;
    if (t->c) {
        if (i->v.op != t->op || !ir_is_const(ir_op(i, 1))) return false;
        i = ir_as_inst(ir_op(i, 0));
    }
    for (uint32_t k = t->term.n; --k > 0 && i;) {
        const IrValue *rest = before_last(t, i, &t->term.at[k]);
        if (!rest) return false;
        if (k == 1) return rest == t->term.at[0].whole;
        i = ir_as_inst(rest);
    }
    return false;
}

static bool has_wide_product(const ReTree *t) {
    if (t->op != IR_MUL || t->root->v.type->bits <= 32) return false;
    for (uint32_t k = 0; k < t->node.n; k++) {
        if (is_wide_product(t->node.at[k].inst)) return true;
    }
    return false;
}

static bool pays(Reassociate *s, ReTree *t) {
    bool less = opt_re_cost(t) < t->cost;
    if (less && t->merges) {
        share_pairs(s, t);
        return true;
    }
    if ((t->is_index && loses_flags(t)) || has_wide_product(t)) return false;
    bool shares = t->term.n > 2 && share_pairs(s, t) && !stands_so(t);
    return less || (shares && opt_re_cost(t) <= t->cost);
}

static bool rewrite(Reassociate *s, IrInst *root) {
    // what an earlier tree had no need of any more may be gone
    bool erased = !root->prev && root->block->first != root;
    if (erased || !opt_re_is_root(s, root) || !opt_re_collect(s, root)) return false;
    ReTree *t = &s->tree;
    sort(t);
    bool factored = take_factor(s, t);
    if (!pays(s, t) && !factored) return false;
    ReInfo info = opt_re_info(s, &root->v);
    IrValue *v = opt_re_emit(s, t);
    if (!ir_is_const(v) && !opt_re_info(s, v).number) opt_re_set_info(s, v, info);
    ir_replace_uses(&root->v, v);
    opt_erase_dead(root);
    return true;
}

bool opt_reassociate(PassCtx *pc, IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    Reassociate s = {.pc = pc, .loops = an_loops(pc->an), .ranks = opt_ranks(pc, f)};
    map_init(&s.pairs, pc->tmp);
    for (uint32_t k = 0; k < f->nargs; k++) {
        const IrValue *v = &f->arg[k]->v;
        opt_re_set_info(&s, v, (ReInfo){NULL, hash_u64(v->id), opt_rank(&s.ranks, v)});
    }
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            describe(&s, i);
            if (!opt_re_is_root(&s, i) || !opt_re_collect(&s, i)) continue;
            vec_push(pc->tmp, &s.root, i);
            ReInfo info = opt_re_info(&s, &i->v);
            info.number = opt_re_number(&s.tree);
            opt_re_set_info(&s, &i->v, info);
            sort(&s.tree);
            note_pairs(&s, &s.tree);
        }
    }
    bool changed = false;
    for (uint32_t k = 0; k < s.root.n; k++) changed |= rewrite(&s, s.root.at[k]);
    return changed;
}
