// SPDX-License-Identifier: Apache-2.0
// The order of a function's blocks.
#include "analysis/analysis.h"

enum { ON_THE_WAY = AN_NONE - 1 }; // as a place: of a block whose successors are being walked

typedef struct {
    IrBlock *bb;
    const IrInst *term;
    uint32_t next, n; // successors
} Frame;

static Frame enter(AnCfg *cfg, IrBlock *bb) {
    const IrInst *term = ir_term(bb);
    cfg->no[bb->v.id] = ON_THE_WAY;
    return (Frame){bb, term, 0, term ? ir_nsucc(term) : 0};
}

// Reverse postorder from the entry, with a stack of its own; blocks that are not reached have no
// place.
AnCfg *an_cfg_make(IrFunc *fn, Arena *owner) {
    AnCfg *cfg = arena_new(owner, AnCfg);
    cfg->nno = fn->nblockids;
    cfg->no = arena_array(owner, uint32_t, cfg->nno);
    memset(cfg->no, 0xff, cfg->nno * sizeof *cfg->no);
    cfg->rpo = arena_array(owner, IrBlock *, cfg->nno);
    Frame *stack = arena_array(owner, Frame, cfg->nno + 1);
    uint32_t sp = 0, place = cfg->nno;
    stack[sp++] = enter(cfg, fn->first);
    while (sp) { // fills rpo from its end, in postorder
        Frame *frame = &stack[sp - 1];
        if (frame->next == frame->n) {
            cfg->rpo[--place] = frame->bb;
            cfg->no[frame->bb->v.id] = place;
            sp--;
            continue;
        }
        IrBlock *to = ir_succ(frame->term, frame->next++);
        uint32_t seen = cfg->no[to->v.id];
        if (seen == AN_NONE) stack[sp++] = enter(cfg, to);
        cfg->cyclic |= seen == ON_THE_WAY;
    }
    cfg->n = cfg->nno - place;
    if (!place) return cfg;
    memmove(cfg->rpo, cfg->rpo + place, cfg->n * sizeof *cfg->rpo);
    for (uint32_t i = 0; i < cfg->n; i++) cfg->no[cfg->rpo[i]->v.id] = i;
    return cfg;
}

bool an_is_critical_edge(const IrInst *term, uint32_t succ) {
    return ir_nsucc(term) > 1 && !ir_single_pred(ir_succ(term, succ));
}
