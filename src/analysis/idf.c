// SPDX-License-Identifier: Apache-2.0
// Iterated dominance frontiers, after Sreedhar and Gao (1995): definitions are taken deepest first;
// from each its subtree of the dominator tree is walked, and an edge out of the subtree to a block
// that is not deeper leads to a block of the frontier, which counts as a definition from then on.
//
// Only the part of a subtree where the variable is live in is walked, so that a question costs no
// more than the variable's live range: where it is not live into c, whatever reaches a block below
// c was defined at c or below, and that definition (or the phi that merges several) is walked from
// itself.
#include "analysis/analysis.h"

#include <stdlib.h>

typedef struct {
    uint32_t number; // of the walk over the tree
    IrBlock *bb;
} Numbered;

struct AnIdf {
    const AnDom *d;
    Arena *a;
    BitSet queued, visited, frontier;
    AnBlockVec heap; // queued blocks, a deepest one first
    AnBlockVec stack;
    AnBlockVec was_queued, was_visited; // to clear the sets
    AnBlockVec out;
    VEC(Numbered) sorted;
};

// The sets are cleared by their members after each question, so that many questions cost what they
// find.
AnIdf *an_idf_new(const AnDom *dom, Arena *owner) {
    AnIdf *s = arena_new(owner, AnIdf);
    s->d = dom;
    s->a = owner;
    bitset_init(&s->queued, owner, dom->nids);
    bitset_init(&s->visited, owner, dom->nids);
    bitset_init(&s->frontier, owner, dom->nids);
    return s;
}

// ---- the queue ----

static bool deeper(const AnIdf *idf, const IrBlock *bb, const IrBlock *other) {
    return idf->d->depth[bb->v.id] > idf->d->depth[other->v.id];
}

// A heap by depth; each block is in it once for each question.
static void enqueue(AnIdf *idf, IrBlock *bb) {
    if (bitset_has(&idf->queued, bb->v.id)) return;
    bitset_add(&idf->queued, bb->v.id);
    vec_push(idf->a, &idf->was_queued, bb);
    vec_push(idf->a, &idf->heap, bb);
    IrBlock **h = idf->heap.at;
    uint32_t i = idf->heap.n - 1;
    for (; i && deeper(idf, bb, h[(i - 1) / 2]); i = (i - 1) / 2) h[i] = h[(i - 1) / 2];
    h[i] = bb;
}

// The root of the heap, whose place the last one takes.
static IrBlock *take_deepest(AnIdf *idf) {
    IrBlock **h = idf->heap.at, *top = h[0], *last = vec_pop(&idf->heap);
    uint32_t n = idf->heap.n, i = 0;
    for (uint32_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && deeper(idf, h[k + 1], h[k])) k++;
        if (!deeper(idf, h[k], last)) break;
        h[i] = h[k];
    }
    if (n) h[i] = last;
    return top;
}

// ---- the walk ----

static void visit(AnIdf *idf, IrBlock *bb) {
    bitset_add(&idf->visited, bb->v.id);
    vec_push(idf->a, &idf->was_visited, bb);
    vec_push(idf->a, &idf->stack, bb);
}

// Edges out of a block of the subtree to blocks that are not below its root (at `level`) lead to
// the frontier.
static void join_edges(AnIdf *idf, IrBlock *bb, uint32_t level, const BitSet *live) {
    IrInst *t = ir_term(bb);
    for (uint32_t k = 0; t && k < ir_nsucc(t); k++) {
        IrBlock *to = ir_succ(t, k);
        uint32_t id = to->v.id;
        if (idf->d->depth[id] > level) continue; // dominated by the subtree's root: no join
        if (bitset_has(&idf->frontier, id) || (live && !bitset_has(live, id))) continue;
        bitset_add(&idf->frontier, id);
        vec_push(idf->a, &idf->out, to);
        enqueue(idf, to);
    }
}

// Blocks that an earlier, deeper root has walked are left out: their edges were seen.
static void walk_subtree(AnIdf *idf, IrBlock *root, const BitSet *live) {
    const AnDom *d = idf->d;
    visit(idf, root);
    while (idf->stack.n) {
        IrBlock *bb = vec_pop(&idf->stack);
        join_edges(idf, bb, d->depth[root->v.id], live);
        for (IrBlock *c = d->first_child[bb->v.id]; c; c = d->next_sibling[c->v.id]) {
            if (bitset_has(&idf->visited, c->v.id)) continue;
            if (!live || bitset_has(live, c->v.id)) visit(idf, c);
        }
    }
}

static int by_number(const void *a, const void *b) {
    const Numbered *x = a, *y = b;
    return cu_order(x->number, y->number);
}

// The frontier in the order of the dominator tree's walk, so that results do not depend on that of
// the definitions.
static void sort(AnIdf *idf) {
    idf->sorted.n = 0;
    for (uint32_t i = 0; i < idf->out.n; i++) {
        vec_push(idf->a, &idf->sorted,
                 ((Numbered){idf->d->in[idf->out.at[i]->v.id], idf->out.at[i]}));
    }
    qsort(idf->sorted.at, idf->sorted.n, sizeof *idf->sorted.at, by_number);
    for (uint32_t i = 0; i < idf->out.n; i++) idf->out.at[i] = idf->sorted.at[i].bb;
}

static void clear(BitSet *bit_set, AnBlockVec *members) {
    for (uint32_t i = 0; i < members->n; i++) bitset_del(bit_set, members->at[i]->v.id);
    members->n = 0;
}

// Definitions in blocks that are not reached say nothing.
const AnBlockVec *an_idf(AnIdf *idf, uint32_t n, IrBlock *const *def, const BitSet *live) {
    clear(&idf->frontier, &idf->out);
    for (uint32_t i = 0; i < n; i++) {
        if (idf->d->in[def[i]->v.id]) enqueue(idf, def[i]);
    }
    while (idf->heap.n) walk_subtree(idf, take_deepest(idf), live);
    clear(&idf->queued, &idf->was_queued);
    clear(&idf->visited, &idf->was_visited);
    if (idf->out.n > 1) sort(idf);
    return &idf->out;
}
