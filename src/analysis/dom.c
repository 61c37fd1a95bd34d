// SPDX-License-Identifier: Apache-2.0
// Dominator and post-dominator trees, and questions about them.
#include "analysis/analysis.h"

// ---- the tree's tables ----

// All tables are by block id, empty.
static AnDom *tree_new(IrFunc *fn, Arena *owner) {
    AnDom *dom = arena_new(owner, AnDom);
    uint32_t n = dom->nids = fn->nblockids;
    dom->fn = fn;
    dom->idom = arena_array(owner, IrBlock *, n);
    dom->in = arena_array(owner, uint32_t, n);
    dom->out = arena_array(owner, uint32_t, n);
    dom->depth = arena_array(owner, uint32_t, n);
    dom->first_child = arena_array(owner, IrBlock *, n);
    dom->next_sibling = arena_array(owner, IrBlock *, n);
    dom->preorder = arena_array(owner, IrBlock *, n);
    return dom;
}

// Numbers the subtree of `root`; without recursion, because trees can be as deep as the function.
static void number_tree(AnDom *dom, IrBlock *root, uint32_t *clock, uint32_t depth) {
    IrBlock *bb = root;
    for (;;) {
        uint32_t id = bb->v.id;
        dom->in[id] = ++*clock;
        dom->depth[id] = depth;
        dom->preorder[dom->n++] = bb;
        if (dom->first_child[id]) {
            bb = dom->first_child[id];
            depth++;
            continue;
        }
        for (;;) {
            dom->out[bb->v.id] = ++*clock;
            if (bb == root) return;
            if (dom->next_sibling[bb->v.id]) break;
            bb = dom->idom[bb->v.id];
            depth--;
        }
        bb = dom->next_sibling[bb->v.id];
    }
}

// Predecessors by their places, immediate dominators on numbers (ir/idom.c), then the tree.
AnDom *an_dom_make(IrFunc *fn, const AnCfg *cfg, Arena *owner) {
    AnDom *dom = tree_new(fn, owner);
    uint32_t n = cfg->n, np = 0;
    uint32_t *start = arena_array(owner, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        np += ir_nsucc(cfg->rpo[i]->last); // of blocks that are reached
    uint32_t *pred = arena_array(owner, uint32_t, np), k = 0;
    for (uint32_t i = 0; i < n; i++) {
        start[i] = k;
        IR_FOREACH_PRED(u, cfg->rpo[i]) {
            uint32_t p = cfg->no[u->user->block->v.id];
            if (p != AN_NONE) pred[k++] = p;
        }
    }
    start[n] = k;
    const uint32_t *idom = ir_idoms(&(IrGraph){n, start, pred}, owner);
    for (uint32_t i = n; i-- > 1;) { // from the end, so that children stand in rpo
        IrBlock *bb = cfg->rpo[i], *up = cfg->rpo[idom[i]];
        dom->idom[bb->v.id] = up;
        dom->next_sibling[bb->v.id] = dom->first_child[up->v.id];
        dom->first_child[up->v.id] = bb;
    }
    uint32_t clock = 0;
    number_tree(dom, fn->first, &clock, 0);
    return dom;
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
static void walk_back(IrBlock *from, BitSet *seen, IrBlock **out, uint32_t *place, Arena *owner) {
    typedef struct {
        IrBlock *bb;
        IrUse *next;
    } Frame;
    VEC(Frame) stack = {0};
    bitset_add(seen, from->v.id);
    vec_push(owner, &stack, ((Frame){from, from->v.uses}));
    while (stack.n) {
        Frame *frame = &vec_last(&stack);
        while (frame->next && frame->next->user->v.op == IR_PHI) frame->next = frame->next->next;
        if (!frame->next) {
            out[--*place] = frame->bb;
            stack.n--;
            continue;
        }
        IrBlock *p = frame->next->user->block;
        frame->next = frame->next->next;
        if (bitset_has(seen, p->v.id)) continue;
        bitset_add(seen, p->v.id);
        vec_push(owner, &stack, ((Frame){p, p->v.uses}));
    }
}

// Reverse postorder from the ends of the function backwards, behind a root that is no block.
static void reverse_order(Reverse *reverse, Arena *owner) {
    IrFunc *fn = reverse->fn;
    uint32_t n = fn->nblockids, place = n + 1;
    BitSet seen;
    bitset_init(&seen, owner, n);
    bitset_init(&reverse->root, owner, n);
    reverse->order = arena_array(owner, IrBlock *, n + 1);
    reverse->no = arena_array(owner, uint32_t, n);
    memset(reverse->no, 0xff, n * sizeof *reverse->no);
    IR_FOREACH_BLOCK(bb, fn) {
        if (ir_nsucc(bb->last) || bitset_has(&seen, bb->v.id)) continue;
        bitset_add(&reverse->root, bb->v.id);
        walk_back(bb, &seen, reverse->order, &place, owner);
    }
    // endless loops: their last block in the layout stands for the exit they do not have
    for (IrBlock *bb = fn->last; bb; bb = bb->prev) {
        if (bitset_has(&seen, bb->v.id)) continue;
        bitset_add(&reverse->root, bb->v.id);
        walk_back(bb, &seen, reverse->order, &place, owner);
    }
    reverse->n = n + 1 - place + 1;
    memmove(reverse->order + 1, reverse->order + place, (reverse->n - 1) * sizeof *reverse->order);
    reverse->order[0] = NULL;
    for (uint32_t i = 1; i < reverse->n; i++) reverse->no[reverse->order[i]->v.id] = i;
}

// As an_dom_make on the reversed graph. Blocks whose post-dominator is the root have none.
AnDom *an_pdom_make(IrFunc *fn, Arena *owner) {
    AnDom *dom = tree_new(fn, owner);
    Reverse reverse = {.fn = fn};
    dom->post = true;
    reverse_order(&reverse, owner);
    uint32_t np = reverse.n;
    for (uint32_t i = 1; i < reverse.n; i++) np += ir_nsucc(reverse.order[i]->last);
    uint32_t *start = arena_array(owner, uint32_t, reverse.n + 1),
             *pred = arena_array(owner, uint32_t, np), k = 0;
    for (uint32_t i = 1; i < reverse.n; i++) { // predecessors in the reversed graph are successors
        IrInst *t = reverse.order[i]->last;
        start[i] = k;
        if (bitset_has(&reverse.root, reverse.order[i]->v.id)) pred[k++] = 0;
        for (uint32_t s = 0; s < ir_nsucc(t); s++) pred[k++] = reverse.no[ir_succ(t, s)->v.id];
    }
    start[reverse.n] = k;
    const uint32_t *idom = ir_idoms(&(IrGraph){reverse.n, start, pred}, owner);
    VEC(IrBlock *) top = {0};
    for (uint32_t i = reverse.n; i-- > 1;) {
        IrBlock *bb = reverse.order[i], *up = reverse.order[idom[i]];
        dom->idom[bb->v.id] = up;
        if (!up) {
            vec_push(owner, &top, bb);
            continue;
        }
        dom->next_sibling[bb->v.id] = dom->first_child[up->v.id];
        dom->first_child[up->v.id] = bb;
    }
    uint32_t clock = 0;
    while (top.n) number_tree(dom, vec_pop(&top), &clock, 1);
    return dom;
}

// ---- questions ----

// Both stand in one block.
bool an_comes_before(const IrInst *first, const IrInst *second) {
    // walks from both at once, so that near neighbours are found fast
    const IrInst *x = first, *y = second;
    for (;;) {
        x = x->next;
        if (!x) return false;
        if (x == second) return true;
        y = y->next;
        if (!y) return true;
        if (y == first) return false;
    }
}

bool an_dominates_inst(const AnDom *dom, const IrInst *def, const IrInst *at) {
    if (def->block == at->block) return def != at && an_comes_before(def, at);
    return an_dominates(dom, def->block, at->block);
}

// A phi uses its value at the end of the block that it comes from.
bool an_dominates_use(const AnDom *dom, const IrInst *def, const IrUse *use) {
    if (use->user->v.op == IR_PHI) {
        return an_dominates(dom, def->block, ir_phi_block(use->user, ir_use_index(use) / 2));
    }
    return an_dominates_inst(dom, def, use->user);
}

// The deeper of the two goes up until they meet; NULL if one is not in the tree.
IrBlock *an_common_dominator(const AnDom *dom, IrBlock *bb, IrBlock *other) {
    while (bb && other && bb != other) {
        if (dom->depth[bb->v.id] >= dom->depth[other->v.id]) {
            bb = dom->idom[bb->v.id];
        } else {
            other = dom->idom[other->v.id];
        }
    }
    return bb == other ? bb : NULL;
}
