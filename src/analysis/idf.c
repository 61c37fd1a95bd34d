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

AnIdf *an_idf_new(const AnDom *d, Arena *a) {
    AnIdf *s = arena_new(a, AnIdf);
    s->d = d;
    s->a = a;
    bitset_init(&s->queued, a, d->nids);
    bitset_init(&s->visited, a, d->nids);
    bitset_init(&s->frontier, a, d->nids);
    return s;
}

// ---- the queue ----

static bool deeper(const AnIdf *s, const IrBlock *a, const IrBlock *b) {
    return s->d->depth[a->v.id] > s->d->depth[b->v.id];
}

static void enqueue(AnIdf *s, IrBlock *bb) {
    if (bitset_has(&s->queued, bb->v.id)) return;
    bitset_add(&s->queued, bb->v.id);
    vec_push(s->a, &s->was_queued, bb);
    vec_push(s->a, &s->heap, bb);
    IrBlock **h = s->heap.at;
    uint32_t i = s->heap.n - 1;
    for (; i && deeper(s, bb, h[(i - 1) / 2]); i = (i - 1) / 2) h[i] = h[(i - 1) / 2];
    h[i] = bb;
}

static IrBlock *take_deepest(AnIdf *s) {
    IrBlock **h = s->heap.at, *top = h[0], *last = vec_pop(&s->heap);
    uint32_t n = s->heap.n, i = 0;
    for (uint32_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && deeper(s, h[k + 1], h[k])) k++;
        if (!deeper(s, h[k], last)) break;
        h[i] = h[k];
    }
    if (n) h[i] = last;
    return top;
}

// ---- the walk ----

static void visit(AnIdf *s, IrBlock *bb) {
    bitset_add(&s->visited, bb->v.id);
    vec_push(s->a, &s->was_visited, bb);
    vec_push(s->a, &s->stack, bb);
}

static void join_edges(AnIdf *s, IrBlock *bb, uint32_t level, const BitSet *live) {
    IrInst *t = ir_term(bb);
    for (uint32_t k = 0; t && k < ir_nsucc(t); k++) {
        IrBlock *to = ir_succ(t, k);
        uint32_t id = to->v.id;
        if (s->d->depth[id] > level) continue; // dominated by the subtree's root: no join
        if (bitset_has(&s->frontier, id) || (live && !bitset_has(live, id))) continue;
        bitset_add(&s->frontier, id);
        vec_push(s->a, &s->out, to);
        enqueue(s, to);
    }
}

static void walk_subtree(AnIdf *s, IrBlock *root, const BitSet *live) {
    const AnDom *d = s->d;
    visit(s, root);
    while (s->stack.n) {
        IrBlock *bb = vec_pop(&s->stack);
        join_edges(s, bb, d->depth[root->v.id], live);
        for (IrBlock *c = d->first_child[bb->v.id]; c; c = d->next_sibling[c->v.id]) {
            if (bitset_has(&s->visited, c->v.id)) continue;
            if (!live || bitset_has(live, c->v.id)) visit(s, c);
        }
    }
}

static int by_number(const void *a, const void *b) {
    const Numbered *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void sort(AnIdf *s) {
    s->sorted.n = 0;
    for (uint32_t i = 0; i < s->out.n; i++) {
        vec_push(s->a, &s->sorted, ((Numbered){s->d->in[s->out.at[i]->v.id], s->out.at[i]}));
    }
    qsort(s->sorted.at, s->sorted.n, sizeof *s->sorted.at, by_number);
    for (uint32_t i = 0; i < s->out.n; i++) s->out.at[i] = s->sorted.at[i].bb;
}

static void clear(BitSet *s, AnBlockVec *members) {
    for (uint32_t i = 0; i < members->n; i++) bitset_del(s, members->at[i]->v.id);
    members->n = 0;
}

const AnBlockVec *an_idf(AnIdf *s, uint32_t n, IrBlock *const *def, const BitSet *live) {
    clear(&s->frontier, &s->out);
    for (uint32_t i = 0; i < n; i++) {
        if (s->d->in[def[i]->v.id]) enqueue(s, def[i]);
    }
    while (s->heap.n) walk_subtree(s, take_deepest(s), live);
    clear(&s->queued, &s->was_queued);
    clear(&s->visited, &s->was_visited);
    if (s->out.n > 1) sort(s);
    return &s->out;
}
