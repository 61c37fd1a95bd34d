// SPDX-License-Identifier: Apache-2.0
// Cached results of a function, and the order of its blocks.
#include "analysis/analysis.h"

// ---- the cache ----

void an_init(AnFunc *a, Ctx *ctx) {
    memset(a, 0, sizeof *a);
    arena_init(&a->arena, ctx, "analysis");
}

static void forget(AnFunc *a) {
    a->cfg = NULL;
    a->dom = a->pdom = NULL;
    a->loops = NULL;
}

void an_free(AnFunc *a) {
    arena_free(&a->arena);
    forget(a);
}

void an_begin(AnFunc *a, IrFunc *f) {
    arena_clear(&a->arena);
    forget(a);
    a->fn = f;
}

void an_keep(AnFunc *a, uint32_t keep) {
    if (!(keep & AN_CFG)) keep = 0; // all others stand on it
    if (!(keep & AN_DOM)) keep &= ~(uint32_t)AN_LOOPS;
    if (!keep) {
        an_begin(a, a->fn);
        return;
    }
    if (!(keep & AN_DOM)) a->dom = NULL;
    if (!(keep & AN_PDOM)) a->pdom = NULL;
    if (!(keep & AN_LOOPS)) a->loops = NULL;
}

const AnCfg *an_cfg(AnFunc *a) {
    if (!a->cfg) a->cfg = an_cfg_make(a->fn, &a->arena);
    return a->cfg;
}

const AnDom *an_dom(AnFunc *a) {
    if (!a->dom) a->dom = an_dom_make(a->fn, an_cfg(a), &a->arena);
    return a->dom;
}

const AnDom *an_pdom(AnFunc *a) {
    if (!a->pdom) a->pdom = an_pdom_make(a->fn, &a->arena);
    return a->pdom;
}

const AnLoops *an_loops(AnFunc *a) {
    if (!a->loops) a->loops = an_loops_make(a->fn, an_cfg(a), an_dom(a), &a->arena);
    return a->loops;
}

static bool same_dom(const AnDom *a, const AnDom *b, const IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        uint32_t id = bb->v.id;
        bool in_a = id < a->nids && a->in[id], in_b = b->in[id] != 0;
        if (in_a != in_b || (in_a && a->idom[id] != b->idom[id])) return false;
    }
    return true;
}

static bool same_loops(const AnLoops *a, const AnLoops *b, const IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        const AnLoop *x = an_loop_of(a, bb), *y = an_loop_of(b, bb);
        if ((x != NULL) != (y != NULL)) return false;
        if (x && (x->header != y->header || x->depth != y->depth)) return false;
    }
    return true;
}

const char *an_check(AnFunc *a) {
    AnFunc fresh;
    const char *wrong = NULL;
    an_init(&fresh, a->fn->g.m->ctx);
    an_begin(&fresh, a->fn);
    if (a->cfg) {
        const AnCfg *c = an_cfg(&fresh);
        IR_FOREACH_BLOCK(bb, a->fn) {
            if (an_reachable(a->cfg, bb) != an_reachable(c, bb)) wrong = "cfg";
        }
    }
    if (!wrong && a->dom && !same_dom(a->dom, an_dom(&fresh), a->fn)) wrong = "dom";
    if (!wrong && a->pdom && !same_dom(a->pdom, an_pdom(&fresh), a->fn)) wrong = "pdom";
    if (!wrong && a->loops && !same_loops(a->loops, an_loops(&fresh), a->fn)) wrong = "loops";
    an_free(&fresh);
    return wrong;
}

// ---- order ----

AnCfg *an_cfg_make(IrFunc *f, Arena *a) {
    typedef struct {
        IrBlock *bb;
        uint32_t next;
    } Frame;
    AnCfg *c = arena_new(a, AnCfg);
    c->nno = f->nblockids;
    c->no = arena_array(a, uint32_t, c->nno);
    memset(c->no, 0xff, c->nno * sizeof *c->no);
    c->rpo = arena_array(a, IrBlock *, c->nno);
    Arena *tmp = a;
    Frame *stack = arena_array(tmp, Frame, c->nno + 1);
    BitSet seen;
    bitset_init(&seen, tmp, c->nno);
    uint32_t sp = 0, place = c->nno;
    stack[sp++] = (Frame){f->first, 0};
    bitset_add(&seen, f->first->v.id);
    while (sp) { // fills rpo from its end, in postorder
        Frame *t = &stack[sp - 1];
        IrInst *term = ir_term(t->bb);
        if (!term || t->next == ir_nsucc(term)) {
            c->rpo[--place] = t->bb;
            sp--;
            continue;
        }
        IrBlock *s = ir_succ(term, t->next++);
        if (bitset_has(&seen, s->v.id)) continue;
        bitset_add(&seen, s->v.id);
        stack[sp++] = (Frame){s, 0};
    }
    c->n = c->nno - place;
    memmove(c->rpo, c->rpo + place, c->n * sizeof *c->rpo);
    for (uint32_t i = 0; i < c->n; i++) c->no[c->rpo[i]->v.id] = i;
    return c;
}

bool an_is_critical_edge(const IrInst *term, uint32_t succ) {
    return ir_nsucc(term) > 1 && !ir_single_pred(ir_succ(term, succ));
}
