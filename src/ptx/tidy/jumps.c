// SPDX-License-Identifier: Apache-2.0
// Jumps made short once selection has placed all blocks:
//
//         @!%p bra A;                  @%p bra LOOP;   the jump back is the one that is taken
//         bra LOOP;              ->
//   A:                                 A:
//   B:    bra C;                 ->    (who jumped to B jumps to C)
//         bra NEXT;              ->    (nothing)
//   NEXT:
//
// Blocks that nothing reaches any more and labels that nobody names go. Left alone: the order of
// blocks, loops that are only a jump to themselves.
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

enum { NONE = UINT32_MAX };

typedef struct Jumps {
    PtxFunc *f;
    PtxFlow *w;
    uint32_t *goes_to; // by label: the label that it stands for
} Jumps;

static bool is_jump(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_BRA && !in->guard;
}

static bool is_branch(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_BRA && in->guard;
}

static uint32_t target(const PtxFunc *fn, const PtxInst *in) {
    return ptx_opnds(fn, in)->id;
}

// A block that does nothing but jump, or but fall into a labelled block: the label there.
static uint32_t passes_to(const Jumps *jumps, uint32_t b) {
    const PtxFunc *f = jumps->f;
    for (uint32_t i = jumps->w->start[b]; i < jumps->w->start[b + 1]; i++) {
        const PtxInst *in = &f->inst.at[i];
        if (is_jump(in)) return target(f, in);
        if (!ptx_is_silent(in) || is_any_of(in->op, PTXI_pragma, PTXI_targets)) return NONE;
    }
    if (b + 1 == jumps->w->n) return NONE;
    const PtxInst *next = &f->inst.at[jumps->w->start[b + 1]];
    return next->op == PTXI_label ? ptx_opnds(f, next)->id : NONE;
}

enum { SEEN = UINT32_MAX - 1 };

// Follows each label to where it leads; the second pass shortens the chain for all on it.
static void follow_labels(Jumps *jumps, Arena *scratch) {
    uint32_t n = jumps->f->label.n;
    jumps->goes_to = arena_array(scratch, uint32_t, n + 1);
    memset(jumps->goes_to, 0xff, (n + 1) * sizeof *jumps->goes_to);
    for (uint32_t l = 0; l < n; l++) {
        uint32_t end = l;
        while (jumps->goes_to[end] == NONE) {
            uint32_t b = jumps->w->block_of[end], to = b == NONE ? NONE : passes_to(jumps, b);
            jumps->goes_to[end] = SEEN;
            if (to == NONE || jumps->goes_to[to] == SEEN) break; // code, or round in a circle
            end = to;
        }
        uint32_t last = jumps->goes_to[end] == SEEN ? end : jumps->goes_to[end];
        for (uint32_t k = l; jumps->goes_to[k] == SEEN;) {
            uint32_t b = jumps->w->block_of[k], to = b == NONE ? NONE : passes_to(jumps, b);
            jumps->goes_to[k] = last;
            if (k == last || to == NONE) break;
            k = to;
        }
    }
}

static void redirect(Jumps *jumps) {
    PtxFunc *f = jumps->f;
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (ptx_rows[in->op].sem != PTX_SEM_BRA || in->op == PTXI_nop) continue;
        PtxOpnd *o = ptx_opnds(f, in);
        o->id = jumps->goes_to[o->id];
    }
    VEC_FOREACH (PtxTargets, t, &f->targets) {
        for (uint32_t k = 0; !t->calls && k < t->target.n; k++)
            t->target.at[k] = jumps->goes_to[t->target.at[k]];
    }
}

// ---- what stands behind a jump ------------------------------------------------------------------

// The next instruction that does something; labels on the way are looked through when `labels`.
static uint32_t next_inst(const PtxFunc *fn, uint32_t i, bool labels) {
    for (i++; i < fn->inst.n; i++) {
        const PtxInst *in = &fn->inst.at[i];
        bool label = in->op == PTXI_label;
        if (label ? !labels : !ptx_is_silent(in)) return i;
    }
    return i;
}

// The label stands between instruction i and the next one that does something.
static bool leads_on_to(const PtxFunc *fn, uint32_t i, uint32_t label) {
    uint32_t end = next_inst(fn, i, true);
    for (i++; i < end; i++) {
        const PtxInst *in = &fn->inst.at[i];
        if (in->op == PTXI_label && ptx_opnds(fn, in)->id == label) return true;
    }
    return false;
}

static uint32_t place(const Jumps *j, uint32_t label) {
    uint32_t b = j->w->block_of[label];
    return b == NONE ? NONE : j->w->start[b];
}

// `@p bra X; bra Y`: turned when X comes next, or when only Y is a jump back.
static void turn(Jumps *jumps, uint32_t i) {
    PtxFunc *fn = jumps->f;
    PtxInst *in = &fn->inst.at[i];
    uint32_t k = next_inst(fn, i, false);
    if (k == fn->inst.n || !is_jump(&fn->inst.at[k])) return;
    PtxOpnd *opnd = ptx_opnds(fn, in), *operand = ptx_opnds(fn, &fn->inst.at[k]);
    if (opnd->id == operand->id) { // both ways are one
        ptx_delete(in);
        return;
    }
    bool next = leads_on_to(fn, k, opnd->id);
    bool back = place(jumps, operand->id) <= i && place(jumps, opnd->id) > i &&
                !leads_on_to(fn, k, operand->id);
    if (!next && !back) return;
    uint32_t id = opnd->id;
    opnd->id = operand->id;
    operand->id = id;
    in->guard ^= PTX_GUARD_NOT;
}

// A jump to nothing but a return is one.
static void return_here(Jumps *jumps, PtxInst *in) {
    uint32_t at = place(jumps, target(jumps->f, in));
    if (at == NONE) return;
    uint32_t to = next_inst(jumps->f, at, true);
    PtxInst *end = to < jumps->f->inst.n ? &jumps->f->inst.at[to] : NULL;
    if (!end || end->op != PTXI_ret || end->guard) return;
    in->op = PTXI_ret;
    in->mods = end->mods;
    in->nopnd = 0;
}

static void shorten(Jumps *jumps) {
    PtxFunc *fn = jumps->f;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        if (is_branch(&fn->inst.at[i])) turn(jumps, i);
    }
    for (uint32_t i = 0; i < fn->inst.n; i++) { // a jump or branch to what comes anyway
        PtxInst *in = &fn->inst.at[i];
        if (ptx_rows[in->op].sem == PTX_SEM_BRA && leads_on_to(fn, i, target(fn, in)))
            ptx_delete(in);
        else if (is_jump(in))
            return_here(jumps, in);
    }
}

// ---- what nothing reaches -----------------------------------------------------------------------

static void remove_unreached(PtxFunc *fn, Arena *scratch) {
    PtxFlow *flow = ptx_flow(fn, scratch);
    bool *reached = arena_array(scratch, bool, flow->n + 1);
    uint32_t *work = arena_array(scratch, uint32_t, flow->n + 1), n = 0;
    if (flow->n) work[n++] = 0;
    if (flow->n) reached[0] = true;
    while (n) {
        uint32_t b = work[--n];
        for (uint32_t e = flow->succ_first[b]; e < flow->succ_first[b + 1]; e++) {
            if (reached[flow->succ[e]]) continue;
            reached[flow->succ[e]] = true;
            work[n++] = flow->succ[e];
        }
    }
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t i = flow->start[b]; !reached[b] && i < flow->start[b + 1]; i++) {
            PtxInst *in = &fn->inst.at[i];
            if (is_jump(in) || is_any_of(in->op, PTXI_label, PTXI_mov)) ptx_delete(in);
        }
    }
}

// Other labels than those of blocks are named in debug sections.
static bool is_block_label(const PtxFunc *fn, uint32_t label) {
    const char *name = atom_str(fn->mod->ctx, fn->label.at[label].name);
    return strncmp(name, "$L__BB", 6) == 0 || strncmp(name, "$L__sw", 6) == 0;
}

static void remove_labels(PtxFunc *fn, Arena *scratch) {
    bool *named = arena_array(scratch, bool, fn->label.n + 1);
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (is_any_of(in->op, PTXI_label, PTXI_nop)) continue;
        const PtxOpnd *o = ptx_opnds(fn, in);
        // what begins with a register or an address computes; a jump through a table does, too
        bool computes = in->nopnd && is_any_of(o[0].kind, PTXO_REG, PTXO_MREG);
        if (computes && ptx_rows[in->op].sem != PTX_SEM_BRX) continue;
        for (uint32_t k = 0; k < in->nopnd; k++) {
            if (o[k].kind == PTXO_LABEL) named[o[k].id] = true;
        }
    }
    VEC_FOREACH (PtxTargets, t, &fn->targets) {
        for (uint32_t k = 0; !t->calls && k < t->target.n; k++) named[t->target.at[k]] = true;
    }
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op != PTXI_label) continue;
        uint32_t label = ptx_opnds(fn, in)->id;
        if (!named[label] && is_block_label(fn, label)) ptx_delete(in);
    }
}

void ptx_tidy_jumps(PtxFunc *fn, Arena *scratch) {
    Jumps j = {.f = fn, .w = ptx_flow(fn, scratch)};
    if (j.w->n < 2) return;
    follow_labels(&j, scratch);
    redirect(&j);
    remove_unreached(fn, scratch);
    remove_labels(fn, scratch);
    shorten(&j);
    remove_labels(fn, scratch);
}
