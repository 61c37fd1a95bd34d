// SPDX-License-Identifier: Apache-2.0
// The order of a function's blocks.
#include "analysis/analysis.h"

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
