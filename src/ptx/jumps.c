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
#include "ptx/flow.h"

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

static uint32_t target(const PtxFunc *f, const PtxInst *in) {
    return ptx_opnds(f, in)->id;
}

// A block that does nothing but jump, or but fall into a labelled block: the label there.
static uint32_t passes_to(const Jumps *j, uint32_t b) {
    const PtxFunc *f = j->f;
    for (uint32_t i = j->w->start[b]; i < j->w->start[b + 1]; i++) {
        const PtxInst *in = &f->inst.at[i];
        if (is_jump(in)) return target(f, in);
        if (!ptx_is_silent(in) || in->op == PTXI_pragma || in->op == PTXI_targets) return NONE;
    }
    if (b + 1 == j->w->n) return NONE;
    const PtxInst *next = &f->inst.at[j->w->start[b + 1]];
    return next->op == PTXI_label ? ptx_opnds(f, next)->id : NONE;
}

enum { SEEN = UINT32_MAX - 1 };

// Follows each label to where it leads; the second pass shortens the chain for all on it.
static void follow_labels(Jumps *j, Arena *a) {
    uint32_t n = j->f->label.n;
    j->goes_to = arena_array(a, uint32_t, n + 1);
    memset(j->goes_to, 0xff, (n + 1) * sizeof *j->goes_to);
    for (uint32_t l = 0; l < n; l++) {
        uint32_t end = l;
        while (j->goes_to[end] == NONE) {
            uint32_t b = j->w->block_of[end], to = b == NONE ? NONE : passes_to(j, b);
            j->goes_to[end] = SEEN;
            if (to == NONE || j->goes_to[to] == SEEN) break; // code, or round in a circle
            end = to;
        }
        uint32_t last = j->goes_to[end] == SEEN ? end : j->goes_to[end];
        for (uint32_t k = l; j->goes_to[k] == SEEN;) {
            uint32_t b = j->w->block_of[k], to = b == NONE ? NONE : passes_to(j, b);
            j->goes_to[k] = last;
            if (k == last || to == NONE) break;
            k = to;
        }
    }
}

static void redirect(Jumps *j) {
    PtxFunc *f = j->f;
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (ptx_rows[in->op].sem != PTX_SEM_BRA || in->op == PTXI_nop) continue;
        PtxOpnd *o = ptx_opnds(f, in);
        o->id = j->goes_to[o->id];
    }
    VEC_FOREACH (PtxTargets, t, &f->targets) {
        for (uint32_t k = 0; !t->calls && k < t->target.n; k++)
            t->target.at[k] = j->goes_to[t->target.at[k]];
    }
}

// ---- what stands behind a jump ------------------------------------------------------------------

// The next instruction that does something; labels on the way are looked through when `labels`.
static uint32_t next_inst(const PtxFunc *f, uint32_t i, bool labels) {
    for (i++; i < f->inst.n; i++) {
        const PtxInst *in = &f->inst.at[i];
        bool label = in->op == PTXI_label;
        if (label ? !labels : !ptx_is_silent(in)) return i;
    }
    return i;
}

// The label stands between instruction i and the next one that does something.
static bool leads_on_to(const PtxFunc *f, uint32_t i, uint32_t label) {
    uint32_t end = next_inst(f, i, true);
    for (i++; i < end; i++) {
        const PtxInst *in = &f->inst.at[i];
        if (in->op == PTXI_label && ptx_opnds(f, in)->id == label) return true;
    }
    return false;
}

static uint32_t place(const Jumps *j, uint32_t label) {
    uint32_t b = j->w->block_of[label];
    return b == NONE ? NONE : j->w->start[b];
}

// `@p bra X; bra Y`: turned when X comes next, or when only Y is a jump back.
static void turn(Jumps *j, uint32_t i) {
    PtxFunc *f = j->f;
    PtxInst *in = &f->inst.at[i];
    uint32_t k = next_inst(f, i, false);
    if (k == f->inst.n || !is_jump(&f->inst.at[k])) return;
    PtxOpnd *x = ptx_opnds(f, in), *y = ptx_opnds(f, &f->inst.at[k]);
    if (x->id == y->id) { // both ways are one
        ptx_delete(in);
        return;
    }
    bool next = leads_on_to(f, k, x->id);
    bool back = place(j, y->id) <= i && place(j, x->id) > i && !leads_on_to(f, k, y->id);
    if (!next && !back) return;
    uint32_t id = x->id;
    x->id = y->id;
    y->id = id;
    in->guard ^= PTX_GUARD_NOT;
}

// A jump to nothing but a return is one.
static void return_here(Jumps *j, PtxInst *in) {
    uint32_t at = place(j, target(j->f, in));
    if (at == NONE) return;
    uint32_t to = next_inst(j->f, at, true);
    PtxInst *end = to < j->f->inst.n ? &j->f->inst.at[to] : NULL;
    if (!end || end->op != PTXI_ret || end->guard) return;
    in->op = PTXI_ret;
    in->mods = end->mods;
    in->nopnd = 0;
}

static void shorten(Jumps *j) {
    PtxFunc *f = j->f;
    for (uint32_t i = 0; i < f->inst.n; i++) {
        if (is_branch(&f->inst.at[i])) turn(j, i);
    }
    for (uint32_t i = 0; i < f->inst.n; i++) { // a jump or branch to what comes anyway
        PtxInst *in = &f->inst.at[i];
        if (ptx_rows[in->op].sem == PTX_SEM_BRA && leads_on_to(f, i, target(f, in)))
            ptx_delete(in);
        else if (is_jump(in))
            return_here(j, in);
    }
}

// ---- what nothing reaches -----------------------------------------------------------------------

static void remove_unreached(PtxFunc *f, Arena *a) {
    PtxFlow *w = ptx_flow(f, a);
    bool *reached = arena_array(a, bool, w->n + 1);
    uint32_t *work = arena_array(a, uint32_t, w->n + 1), n = 0;
    if (w->n) work[n++] = 0;
    if (w->n) reached[0] = true;
    while (n) {
        uint32_t b = work[--n];
        for (uint32_t e = w->succ_first[b]; e < w->succ_first[b + 1]; e++) {
            if (reached[w->succ[e]]) continue;
            reached[w->succ[e]] = true;
            work[n++] = w->succ[e];
        }
    }
    for (uint32_t b = 0; b < w->n; b++) {
        for (uint32_t i = w->start[b]; !reached[b] && i < w->start[b + 1]; i++) {
            PtxInst *in = &f->inst.at[i];
            if (is_jump(in) || in->op == PTXI_label || in->op == PTXI_mov) ptx_delete(in);
        }
    }
}

// Other labels than those of blocks are named in debug sections.
static bool is_block_label(const PtxFunc *f, uint32_t label) {
    const char *name = atom_str(f->mod->ctx, f->label.at[label].name);
    return strncmp(name, "$L__BB", 6) == 0 || strncmp(name, "$L__sw", 6) == 0;
}

static void remove_labels(PtxFunc *f, Arena *a) {
    bool *named = arena_array(a, bool, f->label.n + 1);
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op == PTXI_label || in->op == PTXI_nop) continue;
        const PtxOpnd *o = ptx_opnds(f, in);
        for (uint32_t k = 0; k < in->nopnd; k++) {
            if (o[k].kind == PTXO_LABEL) named[o[k].id] = true;
        }
    }
    VEC_FOREACH (PtxTargets, t, &f->targets) {
        for (uint32_t k = 0; !t->calls && k < t->target.n; k++) named[t->target.at[k]] = true;
    }
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op != PTXI_label) continue;
        uint32_t label = ptx_opnds(f, in)->id;
        if (!named[label] && is_block_label(f, label)) ptx_delete(in);
    }
}

void ptx_tidy_jumps(PtxFunc *f, Arena *a) {
    Jumps j = {.f = f, .w = ptx_flow(f, a)};
    if (j.w->n < 2) return;
    follow_labels(&j, a);
    redirect(&j);
    remove_unreached(f, a);
    remove_labels(f, a);
    shorten(&j);
    remove_labels(f, a);
}
