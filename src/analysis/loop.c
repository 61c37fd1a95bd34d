// SPDX-License-Identifier: Apache-2.0
// The forest of natural loops. A back edge goes to a block that dominates its source; loops with
// the same header are one. Headers are taken from the innermost outwards (reverse preorder of the
// dominator tree), and each walk backwards steps over loops already found, so every block is walked
// once per nesting level at most.
#include "analysis/analysis.h"

typedef struct {
    AnLoops *ls;
    const AnCfg *cfg;
    const AnDom *dom;
    Arena *a;
} Finder;

static AnLoop *outermost_of(AnLoop *l) {
    while (l->parent) l = l->parent;
    return l;
}

// Walks back from the latches to the header; blocks without a loop are the new loop's own.
static void find_body(Finder *f, AnLoop *l, AnBlockVec *work) {
    while (work->n) {
        IrBlock *bb = vec_pop(work);
        AnLoop *inner = f->ls->of[bb->v.id];
        if (inner) {
            inner = outermost_of(inner);
            if (inner == l) continue;
            inner->parent = l;
            bb = inner->header;
        } else {
            f->ls->of[bb->v.id] = l;
            if (bb == l->header) continue;
        }
        IR_FOREACH_PRED(u, bb) {
            IrBlock *p = u->user->block;
            if (!an_reachable(f->cfg, p)) continue;
            AnLoop *of = f->ls->of[p->v.id];
            if (!of || outermost_of(of) != l) vec_push(f->a, work, p);
        }
    }
}

AnLoops *an_loops_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *a) {
    AnLoops *ls = arena_new(a, AnLoops);
    ls->nids = fn->nblockids;
    ls->of = arena_array(a, AnLoop *, ls->nids);
    Finder f = {ls, cfg, dom, a};
    VEC(AnLoop *) found = {0};
    AnBlockVec work = {0};
    for (uint32_t i = dom->n; i-- > 0;) {
        IrBlock *h = dom->preorder[i];
        work.n = 0;
        IR_FOREACH_PRED(u, h) {
            IrBlock *p = u->user->block;
            if (an_reachable(cfg, p) && an_dominates(dom, h, p)) vec_push(a, &work, p);
        }
        if (!work.n) continue;
        AnLoop *l = arena_new(a, AnLoop);
        l->header = h;
        ls->of[h->v.id] = l;
        vec_push(a, &found, l);
        find_body(&f, l, &work);
    }
    for (uint32_t i = found.n; i-- > 0;) { // outer headers were found last
        AnLoop *l = found.at[i];
        l->depth = l->parent ? l->parent->depth + 1 : 1;
        l->index = ls->all.n;
        vec_push(a, &ls->all, l);
        if (l->parent) vec_push(a, &l->parent->sub, l);
    }
    for (uint32_t i = 0; i < cfg->n; i++) {
        for (AnLoop *l = ls->of[cfg->rpo[i]->v.id]; l; l = l->parent) {
            vec_push(a, &l->blocks, cfg->rpo[i]);
        }
    }
    return ls;
}

void an_forget_loop(AnLoops *ls, const AnLoop *l) {
    for (uint32_t k = 0; k < l->blocks.n; k++) ls->of[l->blocks.at[k]->v.id] = NULL;
    ls->stale = true;

    // of those around it the blocks that are in no loop within, once
    for (AnLoop *outer = l->parent; outer && !outer->forgotten; outer = outer->parent) {
        outer->forgotten = true;
        for (uint32_t k = 0; k < outer->blocks.n; k++) {
            AnLoop **of = &ls->of[outer->blocks.at[k]->v.id];
            if (*of == outer) *of = NULL;
        }
    }
}

bool an_in_loop(const AnLoops *ls, const AnLoop *l, const IrBlock *bb) {
    const AnLoop *of = an_loop_of(ls, bb);
    while (of && of->depth > l->depth) of = of->parent;
    return of == l;
}

bool an_loop_invariant(const AnLoops *ls, const AnLoop *l, const IrValue *v) {
    const IrInst *i = ir_as_inst(v);
    return !i || !an_in_loop(ls, l, i->block);
}

IrBlock *an_preheader(const AnLoops *ls, const AnLoop *l) {
    IrBlock *pre = NULL;
    IR_FOREACH_PRED(u, l->header) {
        IrBlock *p = u->user->block;
        if (an_in_loop(ls, l, p)) continue;
        if (pre) return NULL;
        pre = p;
    }
    return pre && ir_term(pre)->v.op == IR_BR && ir_nsucc(ir_term(pre)) == 1 ? pre : NULL;
}

IrBlock *an_latch(const AnLoops *ls, const AnLoop *l) {
    IrBlock *latch = NULL;
    IR_FOREACH_PRED(u, l->header) {
        IrBlock *p = u->user->block;
        if (!an_in_loop(ls, l, p)) continue;
        if (latch && latch != p) return NULL;
        latch = p;
    }
    return latch;
}

void an_exits(const AnLoops *ls, const AnLoop *l, Arena *a, AnBlockVec *out) {
    Map seen;
    map_init(&seen, a);
    for (uint32_t i = 0; i < l->blocks.n; i++) {
        IrInst *t = ir_term(l->blocks.at[i]);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) {
            IrBlock *s = ir_succ(t, k);
            if (an_in_loop(ls, l, s) || map_get(&seen, (uintptr_t)s)) continue;
            map_put(&seen, (uintptr_t)s, s);
            vec_push(a, out, s);
        }
    }
}

void an_exiting(const AnLoops *ls, const AnLoop *l, Arena *a, AnBlockVec *out) {
    for (uint32_t i = 0; i < l->blocks.n; i++) {
        IrInst *t = ir_term(l->blocks.at[i]);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) {
            if (an_in_loop(ls, l, ir_succ(t, k))) continue;
            vec_push(a, out, l->blocks.at[i]);
            break;
        }
    }
}
