// SPDX-License-Identifier: Apache-2.0
// The order of a function's blocks.
#include "analysis/analysis.h"

// Reverse postorder from the entry, with a stack of its own; blocks that are not reached have no
// place.
AnCfg *an_cfg_make(IrFunc *fn, Arena *arena) {
    typedef struct {
        IrBlock *bb;
        uint32_t next;
    } Frame;
    AnCfg *cfg = arena_new(arena, AnCfg);
    cfg->nno = fn->nblockids;
    cfg->no = arena_array(arena, uint32_t, cfg->nno);
    memset(cfg->no, 0xff, cfg->nno * sizeof *cfg->no);
    cfg->rpo = arena_array(arena, IrBlock *, cfg->nno);
    Arena *tmp = arena;
    Frame *stack = arena_array(tmp, Frame, cfg->nno + 1);
    BitSet seen;
    bitset_init(&seen, tmp, cfg->nno);
    uint32_t sp = 0, place = cfg->nno;
    stack[sp++] = (Frame){fn->first, 0};
    bitset_add(&seen, fn->first->v.id);
    while (sp) { // fills rpo from its end, in postorder
        Frame *frame = &stack[sp - 1];
        IrInst *term = ir_term(frame->bb);
        if (!term || frame->next == ir_nsucc(term)) {
            cfg->rpo[--place] = frame->bb;
            sp--;
            continue;
        }
        IrBlock *s = ir_succ(term, frame->next++);
        if (bitset_has(&seen, s->v.id)) continue;
        bitset_add(&seen, s->v.id);
        stack[sp++] = (Frame){s, 0};
    }
    cfg->n = cfg->nno - place;
    memmove(cfg->rpo, cfg->rpo + place, cfg->n * sizeof *cfg->rpo);
    for (uint32_t i = 0; i < cfg->n; i++) cfg->no[cfg->rpo[i]->v.id] = i;
    return cfg;
}

bool an_is_critical_edge(const IrInst *term, uint32_t succ) {
    return ir_nsucc(term) > 1 && !ir_single_pred(ir_succ(term, succ));
}
