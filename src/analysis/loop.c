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

static AnLoop *outermost_of(AnLoop *loop) {
    while (loop->parent) loop = loop->parent;
    return loop;
}

// Walks back from the latches to the header; blocks without a loop are the new loop's own.
static void find_body(Finder *finder, AnLoop *found, AnBlockVec *work) {
    while (work->n) {
        IrBlock *bb = vec_pop(work);
        AnLoop *inner = finder->ls->of[bb->v.id];
        if (inner) {
            inner = outermost_of(inner);
            if (inner == found) continue;
            inner->parent = found;
            bb = inner->header;
        } else {
            finder->ls->of[bb->v.id] = found;
            if (bb == found->header) continue;
        }
        IR_FOREACH_PRED(u, bb) {
            IrBlock *p = u->user->block;
            if (!an_reachable(finder->cfg, p)) continue;
            AnLoop *of = finder->ls->of[p->v.id];
            if (!of || outermost_of(of) != found) vec_push(finder->a, work, p);
        }
    }
}

// Each header's latches are walked back from; then the forest is put in order, outer loops first,
// and every loop gets its blocks in reverse postorder.
AnLoops *an_loops_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *owner) {
    AnLoops *ls = arena_new(owner, AnLoops);
    ls->nids = fn->nblockids;
    ls->of = arena_array(owner, AnLoop *, ls->nids);
    if (!cfg->cyclic) return ls;
    Finder finder = {ls, cfg, dom, owner};
    VEC(AnLoop *) found = {0};
    AnBlockVec work = {0};
    for (uint32_t i = dom->n; i-- > 0;) {
        IrBlock *bb = dom->preorder[i];
        work.n = 0;
        IR_FOREACH_PRED(u, bb) {
            IrBlock *p = u->user->block;
            uint32_t place = cfg->no[p->v.id]; // bb dominates nothing that comes before it
            bool back = place != AN_NONE && place >= cfg->no[bb->v.id];
            if (back && an_dominates(dom, bb, p)) vec_push(owner, &work, p);
        }
        if (!work.n) continue;
        AnLoop *l = arena_new(owner, AnLoop);
        l->header = bb;
        ls->of[bb->v.id] = l;
        vec_push(owner, &found, l);
        find_body(&finder, l, &work);
    }
    for (uint32_t i = found.n; i-- > 0;) { // outer headers were found last
        AnLoop *l = found.at[i];
        l->depth = l->parent ? l->parent->depth + 1 : 1;
        l->index = ls->all.n;
        vec_push(owner, &ls->all, l);
        if (l->parent) vec_push(owner, &l->parent->sub, l);
    }
    for (uint32_t i = 0; i < cfg->n; i++) {
        for (AnLoop *l = ls->of[cfg->rpo[i]->v.id]; l; l = l->parent) {
            vec_push(owner, &l->blocks, cfg->rpo[i]);
        }
    }
    return ls;
}

// The entry goes for the loop and, once, for what lies directly in the loops around it.
void an_forget_loop(AnLoops *ls, const AnLoop *dissolved) {
    for (uint32_t k = 0; k < dissolved->blocks.n; k++) ls->of[dissolved->blocks.at[k]->v.id] = NULL;
    ls->stale = true;

    // of those around it the blocks that are in no loop within, once
    for (AnLoop *outer = dissolved->parent; outer && !outer->forgotten; outer = outer->parent) {
        outer->forgotten = true;
        for (uint32_t k = 0; k < outer->blocks.n; k++) {
            AnLoop **of = &ls->of[outer->blocks.at[k]->v.id];
            if (*of == outer) *of = NULL;
        }
    }
}

// The table by block id doubles.
void an_loops_note(AnLoops *ls, const IrBlock *bb, AnLoop *holder, Arena *owner) {
    uint32_t id = bb->v.id;
    if (id >= ls->nids) {
        uint32_t n = CU_MAX(2 * ls->nids, id + 1);
        AnLoop **of = arena_array(owner, AnLoop *, n);
        memcpy(of, ls->of, ls->nids * sizeof *of);
        ls->of = of;
        ls->nids = n;
    }
    ls->of[id] = holder;
}

bool an_loop_invariant(const AnLoops *ls, const AnLoop *loop, const IrValue *asked) {
    const IrInst *i = ir_as_inst(asked);
    return !i || !an_in_loop(ls, loop, i->block);
}

// Its only way in from outside, if nothing else leaves from there; NULL if it has none such.
IrBlock *an_preheader(const AnLoops *ls, const AnLoop *loop) {
    IrBlock *pre = NULL;
    IR_FOREACH_PRED(u, loop->header) {
        IrBlock *p = u->user->block;
        if (an_in_loop(ls, loop, p)) continue;
        if (pre) return NULL;
        pre = p;
    }
    return pre && ir_term(pre)->v.op == IR_BR && ir_nsucc(ir_term(pre)) == 1 ? pre : NULL;
}

// The one block that jumps back; NULL if there are several.
IrBlock *an_latch(const AnLoops *ls, const AnLoop *loop) {
    IrBlock *latch = NULL;
    IR_FOREACH_PRED(u, loop->header) {
        IrBlock *p = u->user->block;
        if (!an_in_loop(ls, loop, p)) continue;
        if (latch && latch != p) return NULL;
        latch = p;
    }
    return latch;
}

// Blocks outside that edges lead to, each once.
void an_exits(const AnLoops *ls, const AnLoop *loop, Arena *owner, AnBlockVec *out) {
    Map seen;
    map_init(&seen, owner);
    for (uint32_t i = 0; i < loop->blocks.n; i++) {
        IrInst *t = ir_term(loop->blocks.at[i]);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) {
            IrBlock *s = ir_succ(t, k);
            if (an_in_loop(ls, loop, s) || map_get(&seen, (uintptr_t)s)) continue;
            map_put(&seen, (uintptr_t)s, s);
            vec_push(owner, out, s);
        }
    }
}

// Blocks inside that edges leave from, each once.
void an_exiting(const AnLoops *ls, const AnLoop *loop, Arena *owner, AnBlockVec *out) {
    for (uint32_t i = 0; i < loop->blocks.n; i++) {
        IrInst *t = ir_term(loop->blocks.at[i]);
        for (uint32_t k = 0; k < ir_nsucc(t); k++) {
            if (an_in_loop(ls, loop, ir_succ(t, k))) continue;
            vec_push(owner, out, loop->blocks.at[i]);
            break;
        }
    }
}
