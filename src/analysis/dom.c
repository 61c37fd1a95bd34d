// SPDX-License-Identifier: Apache-2.0
// Dominator and post-dominator trees, and questions about them.
#include "analysis/analysis.h"

// ---- the tree's tables ----

static AnDom *tree_new(IrFunc *f, Arena *a) {
    AnDom *d = arena_new(a, AnDom);
    uint32_t n = d->nids = f->nblockids;
    d->fn = f;
    d->idom = arena_array(a, IrBlock *, n);
    d->in = arena_array(a, uint32_t, n);
    d->out = arena_array(a, uint32_t, n);
    d->depth = arena_array(a, uint32_t, n);
    d->first_child = arena_array(a, IrBlock *, n);
    d->next_sibling = arena_array(a, IrBlock *, n);
    d->preorder = arena_array(a, IrBlock *, n);
    return d;
}

// Numbers the subtree of `root`; without recursion, because trees can be as deep as the function.
static void number_tree(AnDom *d, IrBlock *root, uint32_t *clock, uint32_t depth) {
    IrBlock *bb = root;
    for (;;) {
        uint32_t id = bb->v.id;
        d->in[id] = ++*clock;
        d->depth[id] = depth;
        d->preorder[d->n++] = bb;
        if (d->first_child[id]) {
            bb = d->first_child[id];
            depth++;
            continue;
        }
        for (;;) {
            d->out[bb->v.id] = ++*clock;
            if (bb == root) return;
            if (d->next_sibling[bb->v.id]) break;
            bb = d->idom[bb->v.id];
            depth--;
        }
        bb = d->next_sibling[bb->v.id];
    }
}

AnDom *an_dom_make(IrFunc *f, const AnCfg *cfg, Arena *a) {
    AnDom *d = tree_new(f, a);
    uint32_t n = cfg->n, np = 0;
    uint32_t *start = arena_array(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) np += ir_npreds(cfg->rpo[i]);
    uint32_t *pred = arena_array(a, uint32_t, np), k = 0;
    for (uint32_t i = 0; i < n; i++) {
        start[i] = k;
        IR_FOREACH_PRED(u, cfg->rpo[i]) {
            uint32_t p = cfg->no[u->user->block->v.id];
            if (p != AN_NONE) pred[k++] = p;
        }
    }
    start[n] = k;
    const uint32_t *idom = ir_idoms(&(IrGraph){n, start, pred}, a);
    for (uint32_t i = n; i-- > 1;) { // from the end, so that children stand in rpo
        IrBlock *bb = cfg->rpo[i], *up = cfg->rpo[idom[i]];
        d->idom[bb->v.id] = up;
        d->next_sibling[bb->v.id] = d->first_child[up->v.id];
        d->first_child[up->v.id] = bb;
    }
    uint32_t clock = 0;
    number_tree(d, f->first, &clock, 0);
    return d;
}

// ---- post-dominators ----

typedef struct {
    IrFunc *fn;
    uint32_t *no;    // by block id: place in `order`, AN_NONE
    IrBlock **order; // reverse postorder of the reversed graph; [0] is the virtual root
    uint32_t n;
    BitSet root; // blocks that hang on the virtual root
} Reverse;

// Postorder from `from` over predecessors, written from the end of `out` downwards.
static void walk_back(IrBlock *from, BitSet *seen, IrBlock **out, uint32_t *place, Arena *a) {
    typedef struct {
        IrBlock *bb;
        IrUse *next;
    } Frame;
    VEC(Frame) stack = {0};
    bitset_add(seen, from->v.id);
    vec_push(a, &stack, ((Frame){from, from->v.uses}));
    while (stack.n) {
        Frame *t = &vec_last(&stack);
        while (t->next && t->next->user->v.op == IR_PHI) t->next = t->next->next;
        if (!t->next) {
            out[--*place] = t->bb;
            stack.n--;
            continue;
        }
        IrBlock *p = t->next->user->block;
        t->next = t->next->next;
        if (bitset_has(seen, p->v.id)) continue;
        bitset_add(seen, p->v.id);
        vec_push(a, &stack, ((Frame){p, p->v.uses}));
    }
}

static void reverse_order(Reverse *r, Arena *a) {
    IrFunc *f = r->fn;
    uint32_t n = f->nblockids, place = n + 1;
    BitSet seen;
    bitset_init(&seen, a, n);
    bitset_init(&r->root, a, n);
    r->order = arena_array(a, IrBlock *, n + 1);
    r->no = arena_array(a, uint32_t, n);
    memset(r->no, 0xff, n * sizeof *r->no);
    IR_FOREACH_BLOCK(bb, f) {
        if (ir_nsucc(bb->last) || bitset_has(&seen, bb->v.id)) continue;
        bitset_add(&r->root, bb->v.id);
        walk_back(bb, &seen, r->order, &place, a);
    }
    // endless loops: their last block in the layout stands for the exit they do not have
    for (IrBlock *bb = f->last; bb; bb = bb->prev) {
        if (bitset_has(&seen, bb->v.id)) continue;
        bitset_add(&r->root, bb->v.id);
        walk_back(bb, &seen, r->order, &place, a);
    }
    r->n = n + 1 - place + 1;
    memmove(r->order + 1, r->order + place, (r->n - 1) * sizeof *r->order);
    r->order[0] = NULL;
    for (uint32_t i = 1; i < r->n; i++) r->no[r->order[i]->v.id] = i;
}

AnDom *an_pdom_make(IrFunc *f, Arena *a) {
    AnDom *d = tree_new(f, a);
    Reverse r = {.fn = f};
    d->post = true;
    reverse_order(&r, a);
    uint32_t np = r.n;
    for (uint32_t i = 1; i < r.n; i++) np += ir_nsucc(r.order[i]->last);
    uint32_t *start = arena_array(a, uint32_t, r.n + 1), *pred = arena_array(a, uint32_t, np),
             k = 0;
    for (uint32_t i = 1; i < r.n; i++) { // predecessors in the reversed graph are successors
        IrInst *t = r.order[i]->last;
        start[i] = k;
        if (bitset_has(&r.root, r.order[i]->v.id)) pred[k++] = 0;
        for (uint32_t s = 0; s < ir_nsucc(t); s++) pred[k++] = r.no[ir_succ(t, s)->v.id];
    }
    start[r.n] = k;
    const uint32_t *idom = ir_idoms(&(IrGraph){r.n, start, pred}, a);
    VEC(IrBlock *) top = {0};
    for (uint32_t i = r.n; i-- > 1;) {
        IrBlock *bb = r.order[i], *up = r.order[idom[i]];
        d->idom[bb->v.id] = up;
        if (!up) {
            vec_push(a, &top, bb);
            continue;
        }
        d->next_sibling[bb->v.id] = d->first_child[up->v.id];
        d->first_child[up->v.id] = bb;
    }
    uint32_t clock = 0;
    while (top.n) number_tree(d, vec_pop(&top), &clock, 1);
    return d;
}

// ---- questions ----

bool an_dominates(const AnDom *d, const IrBlock *a, const IrBlock *b) {
    uint32_t x = a->v.id, y = b->v.id;
    if (x >= d->nids || y >= d->nids) return a == b;
    if (!d->in[y]) return true; // not reachable: dominated by everything
    return d->in[x] && d->in[x] <= d->in[y] && d->out[y] <= d->out[x];
}

bool an_comes_before(const IrInst *a, const IrInst *b) {
    // walks from both at once, so that near neighbours are found fast
    const IrInst *x = a, *y = b;
    for (;;) {
        x = x->next;
        if (!x) return false;
        if (x == b) return true;
        y = y->next;
        if (!y) return true;
        if (y == a) return false;
    }
}

bool an_dominates_inst(const AnDom *d, const IrInst *def, const IrInst *at) {
    if (def->block == at->block) return def != at && an_comes_before(def, at);
    return an_dominates(d, def->block, at->block);
}

bool an_dominates_use(const AnDom *d, const IrInst *def, const IrUse *use) {
    if (use->user->v.op == IR_PHI) {
        return an_dominates(d, def->block, ir_phi_block(use->user, ir_use_index(use) / 2));
    }
    return an_dominates_inst(d, def, use->user);
}

IrBlock *an_common_dominator(const AnDom *d, IrBlock *a, IrBlock *b) {
    while (a && b && a != b) {
        if (d->depth[a->v.id] >= d->depth[b->v.id]) {
            a = d->idom[a->v.id];
        } else {
            b = d->idom[b->v.id];
        }
    }
    return a == b ? a : NULL;
}
