// SPDX-License-Identifier: Apache-2.0
// Copies that phis left: registers joined by a copy become one where they are never needed at the
// same time (Chaitin 1982; live ranges as lists of segments, as in Poletto and Sarkar 1999), inner
// loops first. What stays on the edge of a conditional branch moves in front of it, so that a loop
// whose latch branches back is one block that ends in `@p bra HEADER` (ptxas unrolls no other):
//
//   LOOP: ...                                 LOOP: ...
//         add %i2, %i, 1;                           add %i, %i, 1;
//         setp.lt %p, %i2, %n;                      setp.lt %p, %i, %n;
//         @!%p bra OUT;                ->           @%p bra LOOP;
//   EDGE: mov %i, %i2;                        OUT:
//         bra LOOP;
//   OUT:
//
// Left alone: registers with names of their own (%SP), registers of different types, copies under a
// guard, live ranges that would cost more than the budget to follow, and copies on the edge that
// leaves a loop (in front of the branch they would run each time round).
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };

// A position is twice the instruction's number for what it reads, one more for what it writes.
typedef struct Segment {
    uint32_t from, to; // [from, to)
} Segment;

typedef struct Web { // registers joined so far; by candidate
    uint32_t parent;
    PtxReg reg;
    bool unknown; // not followed to its end: interferes with everything
    Segment *at;
    uint32_t n, cap;
} Web;

typedef struct Access {
    uint32_t inst;
    uint8_t role;
} Access;

// What the instructions read and write, in order. It is gathered once, as finding out which operand
// does what takes long beside all that is asked of it here.
typedef struct Ref {
    PtxReg reg;
    uint32_t inst;
    uint8_t role; // 0: of an instruction that is gone
} Ref;

typedef struct Refs {
    Arena *a;
    VEC(Ref) all;
    uint32_t *first; // by instruction: first[i] .. first[i + 1]
    uint32_t at;     // instruction being walked
} Refs;

typedef struct Copies {
    PtxFunc *f;
    PtxFlow *w;
    Arena *a;
    Refs *refs;
    uint32_t *web_of; // by register: candidate, NONE
    Web *web;
    uint32_t nweb;

    // accesses of candidate c: access[first[c] .. first[c + 1])
    Access *access;
    uint32_t *first;
    uint32_t *started; // while they are gathered: where each list begins

    // liveness of one candidate: marks are its number + 1
    uint32_t *live_in, *live_out, *writes, *touched_mark;
    VEC(uint32_t) touched, work;
    uint64_t budget; // blocks that may still be visited
} Copies;

static uint32_t find(Copies *copies, uint32_t w) {
    while (copies->web[w].parent != w) {
        copies->web[w].parent = copies->web[copies->web[w].parent].parent;
        w = copies->web[w].parent;
    }
    return w;
}

// ---- candidates ---------------------------------------------------------------------------------

static bool has_number(const PtxFunc *fn, PtxReg r) {
    return fn->reg.at[r].num != UINT32_MAX;
}

static bool is_register(const PtxOpnd *o) { // whole and as it is
    return o->kind == PTXO_REG && !o->flags && !o->n;
}

static bool is_copy(const PtxFunc *fn, const PtxInst *in) {
    if (in->op != PTXI_mov || in->guard) return false;
    const PtxOpnd *o = ptx_opnds(fn, in);
    if (!is_register(&o[0]) || !is_register(&o[1])) return false;
    bool numbered = has_number(fn, o[0].id) && has_number(fn, o[1].id);
    return numbered && fn->reg.at[o[0].id].type == fn->reg.at[o[1].id].type;
}

static void add_candidate(Copies *copies, PtxReg r) {
    if (copies->web_of[r] == NONE) copies->web_of[r] = copies->nweb++;
}

// Both ends of copies, and what `mov` writes that something else writes too: phis of constants.
static bool find_candidates(Copies *copies) {
    PtxFunc *fn = copies->f;
    uint32_t *written = arena_array(copies->a, uint32_t, fn->reg.n + 1);
    VEC_FOREACH (Ref, x, &copies->refs->all) written[x->reg] += (x->role & PTX_WRITES) != 0;
    copies->web_of = arena_array(copies->a, uint32_t, fn->reg.n + 1);
    memset(copies->web_of, 0xff, (fn->reg.n + 1) * sizeof *copies->web_of);
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (in->op != PTXI_mov) continue;
        const PtxOpnd *o = ptx_opnds(fn, in);
        bool copy = is_copy(fn, in);
        bool phi = is_register(&o[0]) && written[o[0].id] > 1 && has_number(fn, o[0].id);
        if (copy || phi) add_candidate(copies, o[0].id);
        if (copy) add_candidate(copies, o[1].id);
    }
    copies->web = arena_array(copies->a, Web, copies->nweb + 1);
    for (PtxReg r = 0; r < fn->reg.n; r++) {
        uint32_t w = copies->web_of[r];
        if (w != NONE) copies->web[w] = (Web){.parent = w, .reg = r};
    }
    return copies->nweb > 0;
}

// What an instruction reads and writes is noted so at once: reading comes first.
static void note_access(Copies *copies, uint32_t w, const Ref *x) {
    uint32_t k = copies->first[w + 1]++, role = x->role;
    Access *before = k > copies->started[w] ? &copies->access[k - 1] : NULL;
    if (before && before->inst == x->inst) before->role |= role |= before->role;
    copies->access[k] = (Access){x->inst, (uint8_t)role};
}

static void find_accesses(Copies *copies) {
    copies->first = arena_array(copies->a, uint32_t, copies->nweb + 3); // filled one place ahead
    VEC_FOREACH (Ref, x, &copies->refs->all) {
        uint32_t w = copies->web_of[x->reg];
        if (x->role && w != NONE) copies->first[w + 2]++;
    }
    for (uint32_t w = 0; w < copies->nweb; w++) copies->first[w + 2] += copies->first[w + 1];
    copies->started =
        arena_copy(copies->a, copies->first + 1, (copies->nweb + 1) * sizeof *copies->first, 4);
    copies->access = arena_array(copies->a, Access, copies->first[copies->nweb + 1] + 1);
    VEC_FOREACH (Ref, x, &copies->refs->all) {
        uint32_t w = copies->web_of[x->reg];
        if (x->role && w != NONE) note_access(copies, w, x);
    }
}

// ---- live ranges --------------------------------------------------------------------------------

static void touch(Copies *copies, uint32_t block, uint32_t mark) {
    if (copies->touched_mark[block] == mark) return;
    copies->touched_mark[block] = mark;
    vec_push(copies->a, &copies->touched, block);
}

static void make_live_in(Copies *copies, uint32_t block, uint32_t mark) {
    if (copies->live_in[block] == mark) return;
    copies->live_in[block] = mark;
    vec_push(copies->a, &copies->work, block);
}

// Where the value is needed at a block's start: from the blocks that read it before they write it
// backwards to those that write it.
static bool spread(Copies *copies, uint32_t mark) {
    const PtxFlow *flow = copies->w;
    while (copies->work.n) {
        uint32_t block = vec_pop(&copies->work);
        for (uint32_t e = flow->pred_first[block]; e < flow->pred_first[block + 1]; e++) {
            uint32_t from = flow->pred[e];
            if (copies->live_out[from] == mark) continue;
            if (!copies->budget--) return false;
            copies->live_out[from] = mark;
            touch(copies, from, mark);
            if (copies->writes[from] != mark) make_live_in(copies, from, mark);
        }
    }
    return true;
}

static void push_segment(Copies *copies, Web *grown, uint32_t from, uint32_t to) {
    if (grown->n && grown->at[grown->n - 1].to >= from) { // goes on where the last ended
        grown->at[grown->n - 1].to = CU_MAX(grown->at[grown->n - 1].to, to);
        return;
    }
    if (grown->n == grown->cap) {
        uint32_t cap = grown->cap * 2 + 4;
        Segment *at = arena_array(copies->a, Segment, cap);
        if (grown->n) memcpy(at, grown->at, grown->n * sizeof *at);
        grown->at = at;
        grown->cap = cap;
    }
    grown->at[grown->n++] = (Segment){from, to};
}

// The segments of one block; *k is the first access in it or behind it.
static void block_segments(Copies *copies, Web *grown, uint32_t block, uint32_t mark, uint32_t *k,
                           uint32_t last) {
    uint32_t from = copies->w->start[block] * 2, end = copies->w->start[block + 1] * 2;
    bool live = copies->live_in[block] == mark;
    uint32_t to = from;
    for (; *k < last && copies->access[*k].inst * 2 < end; ++*k) {
        Access x = copies->access[*k];
        if (x.role & PTX_READS) to = x.inst * 2 + 1;
        if (!(x.role & PTX_WRITES)) continue;
        if (live) push_segment(copies, grown, from, to);
        live = true;
        from = x.inst * 2 + !(x.role & PTX_EARLY);
        to = x.inst * 2 + 2;
    }
    if (copies->live_out[block] == mark) to = end;
    if (live) push_segment(copies, grown, from, to);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return cu_order(x, y);
}

static void find_range(Copies *copies, uint32_t candidate, const uint32_t *block_at) {
    uint32_t mark = candidate + 1;
    copies->touched.n = copies->work.n = 0;
    for (uint32_t k = copies->first[candidate]; k < copies->first[candidate + 1]; k++) {
        Access x = copies->access[k];
        uint32_t block = block_at[x.inst];
        touch(copies, block, mark);
        if ((x.role & PTX_READS) && copies->writes[block] != mark)
            make_live_in(copies, block, mark);
        if (x.role & PTX_WRITES) copies->writes[block] = mark;
    }

    Web *w = &copies->web[candidate];
    w->unknown = !spread(copies, mark);
    if (w->unknown) {
        copies->budget = 0;
        return;
    }
    qsort(copies->touched.at, copies->touched.n, sizeof *copies->touched.at, by_number);
    uint32_t k = copies->first[candidate], last = copies->first[candidate + 1];
    VEC_FOREACH (uint32_t, block, &copies->touched)
        block_segments(copies, w, *block, mark, &k, last);
}

// Work is bounded by what a function of this size needs at most in practice: values live through
// many blocks are few.
enum { BLOCKS_PER_INSTRUCTION = 64, BLOCKS_AT_LEAST = 1 << 20 };

static void find_ranges(Copies *copies) {
    PtxFlow *flow = copies->w;
    uint32_t *block_at = arena_array(copies->a, uint32_t, copies->f->inst.n + 1);
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t i = flow->start[b]; i < flow->start[b + 1]; i++) block_at[i] = b;
    }
    copies->live_in = arena_array(copies->a, uint32_t, flow->n + 1);
    copies->live_out = arena_array(copies->a, uint32_t, flow->n + 1);
    copies->writes = arena_array(copies->a, uint32_t, flow->n + 1);
    copies->touched_mark = arena_array(copies->a, uint32_t, flow->n + 1);
    copies->budget = (uint64_t)copies->f->inst.n * BLOCKS_PER_INSTRUCTION + BLOCKS_AT_LEAST;
    for (uint32_t k = 0; k < copies->nweb; k++) find_range(copies, k, block_at);
}

// ---- joining ------------------------------------------------------------------------------------

// The first segment that ends behind a position.
static uint32_t segment_behind(const Web *web, uint32_t position) {
    uint32_t lo = 0, hi = web->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (web->at[mid].to > position)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static bool live_at(const Web *w, uint32_t position) {
    uint32_t k = segment_behind(w, position);
    return w->unknown || (k < w->n && w->at[k].from <= position);
}

// The shorter list is looked up in the longer one.
static bool interfere(const Web *one, const Web *another) {
    if (one->unknown || another->unknown) return true;
    if (one->n > another->n) {
        const Web *t = one;
        one = another;
        another = t;
    }
    for (uint32_t k = 0; k < one->n; k++) {
        uint32_t other = segment_behind(another, one->at[k].from);
        if (other < another->n && another->at[other].from < one->at[k].to) return true;
    }
    return false;
}

// Puts the segments of `less` among those of `more`, from the end: what stands before the first new
// one is not touched.
static void merge(Copies *copies, Web *more, Web *less) {
    uint32_t total = more->n + less->n;
    if (total > more->cap) {
        more->cap = total * 2;
        Segment *at = arena_array(copies->a, Segment, more->cap);
        if (more->n) memcpy(at, more->at, more->n * sizeof *at);
        more->at = at;
    }
    uint32_t i = more->n, j = less->n, to = total;
    while (j) {
        bool mine = i && more->at[i - 1].from > less->at[j - 1].from;
        more->at[--to] = mine ? more->at[--i] : less->at[--j];
    }
    more->n = total;
}

static void join(Copies *copies, uint32_t x, uint32_t y) {
    Web *a = &copies->web[x], *b = &copies->web[y];
    if (interfere(a, b)) return;
    bool a_more = a->n >= b->n;
    Web *more = a_more ? a : b, *less = a_more ? b : a;
    merge(copies, more, less);
    less->parent = a_more ? x : y;
    more->reg = CU_MIN(a->reg, b->reg);
}

static PtxReg joined(void *data, PtxReg r, uint32_t role) {
    Copies *c = data;
    (void)role;
    return c->web_of[r] == NONE ? r : c->web[find(c, c->web_of[r])].reg;
}

static void rename_joined(Copies *c) {
    const Refs *refs = c->refs;
    VEC_FOREACH (PtxReg, watched, &c->f->watched) *watched = joined(c, *watched, 0);
    for (uint32_t i = 0; i < c->f->inst.n; i++) {
        bool renamed = false;
        for (uint32_t k = refs->first[i]; k < refs->first[i + 1] && !renamed; k++) {
            PtxReg r = refs->all.at[k].reg;
            renamed = refs->all.at[k].role && joined(c, r, 0) != r;
        }
        if (!renamed) continue;
        PtxInst *in = &c->f->inst.at[i];
        bool copies = is_copy(c->f, in);
        ptx_walk_regs(c->f, in, joined, c);
        const PtxOpnd *o = ptx_opnds(c->f, in);
        if (copies && o[0].id == o[1].id) ptx_delete(in);
    }
}

// Copies of the deepest loops first: depths are few, each is one walk over the list of copies.
static void join_copies(Copies *copies) {
    PtxFlow *flow = copies->w;
    VEC(uint32_t) copy = {0};
    uint32_t deepest = 0;
    for (uint32_t b = 0; b < flow->n; b++) deepest = CU_MAX(deepest, flow->depth[b]);
    uint32_t *count = arena_array(copies->a, uint32_t, deepest + 2);
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t i = flow->start[b]; i < flow->start[b + 1]; i++) {
            if (!is_copy(copies->f, &copies->f->inst.at[i])) continue;
            vec_push(copies->a, &copy, i);
            vec_push(copies->a, &copy, deepest - flow->depth[b]);
            count[deepest - flow->depth[b] + 1]++;
        }
    }
    for (uint32_t d = 0; d < deepest; d++) count[d + 1] += count[d];
    uint32_t *order = arena_array(copies->a, uint32_t, copy.n / 2 + 1);
    for (uint32_t k = 0; k < copy.n; k += 2) order[count[copy.at[k + 1]]++] = copy.at[k];

    for (uint32_t k = 0; k < copy.n / 2; k++) {
        const PtxOpnd *o = ptx_opnds(copies->f, &copies->f->inst.at[order[k]]);
        uint32_t x = find(copies, copies->web_of[o[0].id]),
                 y = find(copies, copies->web_of[o[1].id]);
        if (x != y) join(copies, x, y);
    }
    rename_joined(copies);
}

// ---- copies in front of a branch ----------------------------------------------------------------

typedef struct Move { // an instruction to stand before another
    uint32_t before, order;
    PtxInst inst;
} Move;

typedef struct Edge {
    uint32_t block, from, to, other; // the copies' block; branch's block; where its ways lead
    uint32_t branch;                 // instruction
    uint32_t ncopy;
    bool taken; // the edge is the branch's jump
} Edge;

static uint32_t only(const uint32_t *list, const uint32_t *first, uint32_t b) {
    return first[b + 1] - first[b] == 1 ? list[first[b]] : NONE;
}

static bool is_jump(const PtxInst *in) {
    return ptx_rows[in->op].sem == PTX_SEM_BRA && !in->guard;
}

// A block of copies and no more, entered from one place and left to one. Jumps between it and the
// branch are looked through.
static bool copies_only(const Copies *copies, uint32_t b, uint32_t *n) {
    *n = 0;
    for (uint32_t i = copies->w->start[b]; i < copies->w->start[b + 1]; i++) {
        const PtxInst *in = &copies->f->inst.at[i];
        if (ptx_is_silent(in)) continue;
        if (is_jump(in)) break;
        const PtxOpnd *o = ptx_opnds(copies->f, in);
        bool copy = in->op == PTXI_mov && !in->guard && is_register(&o[0]) &&
                    copies->web_of[o[0].id] != NONE && o[1].kind != PTXO_SREG;
        if (!copy) return false;
        ++*n;
    }
    return *n > 0;
}

static bool jumps_only(const PtxFlow *w, uint32_t b) {
    for (uint32_t i = w->start[b]; i < w->start[b + 1]; i++) {
        const PtxInst *in = &w->f->inst.at[i];
        if (!ptx_is_silent(in) && !is_jump(in)) return false;
    }
    return true;
}

static bool find_edge(const Copies *copies, uint32_t b, Edge *out) {
    const PtxFlow *flow = copies->w;
    *out = (Edge){.block = b, .to = only(flow->succ, flow->succ_first, b)};
    if (out->to == NONE || !copies_only(copies, b, &out->ncopy)) return false;
    uint32_t first = b; // the block that the branch names
    out->from = only(flow->pred, flow->pred_first, b);
    while (out->from != NONE && jumps_only(flow, out->from) &&
           only(flow->succ, flow->succ_first, out->from) == first) {
        first = out->from;
        out->from = only(flow->pred, flow->pred_first, first);
    }
    if (out->from == NONE || flow->succ_first[out->from + 1] - flow->succ_first[out->from] != 2)
        return false;
    out->branch = ptx_last_inst(flow, out->from);
    const PtxInst *in = out->branch == NONE ? NULL : &copies->f->inst.at[out->branch];
    if (!in || ptx_rows[in->op].sem != PTX_SEM_BRA || !in->guard) return false;
    const uint32_t *succ =
        flow->succ + flow->succ_first[out->from]; // the jump's target comes first
    out->taken = succ[0] == first;
    out->other = succ[out->taken];
    return succ[0] != succ[1];
}

enum { JUMPS_IN_A_ROW = 8 };

// Where a way out of a branch leads to code: behind blocks of jumps and those whose copies moved.
static uint32_t landing(const Copies *copies, uint32_t b, const bool *moved) {
    for (uint32_t k = 0; k < JUMPS_IN_A_ROW; k++) {
        if (!moved[b] && !jumps_only(copies->w, b)) return b;
        b = only(copies->w->succ, copies->w->succ_first, b);
        if (b == NONE) break;
    }
    return NONE;
}

static PtxReg guard_of(const PtxInst *in) {
    return (in->guard & ~PTX_GUARD_NOT) - 1;
}

// The copies write the register that the branch asks.
static bool writes_guard(const Copies *copies, const Edge *e) {
    PtxReg guard = guard_of(&copies->f->inst.at[e->branch]);
    for (uint32_t i = copies->w->start[e->block]; i < copies->w->start[e->block + 1]; i++) {
        const PtxInst *in = &copies->f->inst.at[i];
        if (in->op == PTXI_mov && ptx_opnds(copies->f, in)[0].id == guard) return true;
    }
    return false;
}

// What the copies write is not needed on the other way.
static bool is_free(Copies *copies, const Edge *edge, const bool *moved) {
    uint32_t other = landing(copies, edge->other, moved);
    if (other == NONE) return false;
    for (uint32_t i = copies->w->start[edge->block]; i < copies->w->start[edge->block + 1]; i++) {
        const PtxInst *in = &copies->f->inst.at[i];
        if (in->op != PTXI_mov) continue;
        uint32_t web = find(copies, copies->web_of[ptx_opnds(copies->f, in)[0].id]);
        if (live_at(&copies->web[web], copies->w->start[other] * 2)) return false;
    }
    return true;
}

// The constant that a copy sets is set on the other way of the branch, too, before anything there
// asks for the register: that instruction, or NONE.
//
//         @%p bra SKIP;                       mov %sum, 0;
//         mov %sum, 0;                        @%p bra SKIP;
//   LOOP: ...                           ->
//         bra END;                      LOOP: ...
//   SKIP: mov %sum, 0;                  SKIP:
//   END:
static uint32_t set_on_other_way(Copies *copies, const Edge *edge, const PtxInst *copy) {
    enum { FARTHEST = 256 }; // into a block; each copy looks
    const PtxOpnd *set = ptx_opnds(copies->f, copy);
    if (!is_any_of(set[1].kind, PTXO_INT, PTXO_F32, PTXO_F64)) return NONE;
    if (only(copies->w->pred, copies->w->pred_first, edge->other) != edge->from) return NONE;
    uint32_t web = find(copies, copies->web_of[set[0].id]);
    const Refs *refs = copies->refs;
    uint32_t first = copies->w->start[edge->other], end = copies->w->start[edge->other + 1];
    for (uint32_t i = first; i < CU_MIN(end, first + FARTHEST); i++) {
        const PtxInst *in = &copies->f->inst.at[i];
        bool named = false;
        for (uint32_t k = refs->first[i]; k < refs->first[i + 1]; k++) {
            uint32_t of = copies->web_of[refs->all.at[k].reg];
            named |= of != NONE && find(copies, of) == web;
        }
        if (!named || in->op == PTXI_nop) continue;
        const PtxOpnd *opnd = ptx_opnds(copies->f, in);
        bool same = in->op == PTXI_mov && !in->guard && is_register(&opnd[0]) &&
                    opnd[1].kind == set[1].kind && opnd[1].val == set[1].val;
        return same ? i : NONE;
    }
    return NONE;
}

static uint32_t set_on_both_ways(Copies *copies, const Edge *edge) {
    uint32_t n = 0;
    for (uint32_t i = copies->w->start[edge->block]; i < copies->w->start[edge->block + 1]; i++) {
        const PtxInst *in = &copies->f->inst.at[i];
        n += in->op == PTXI_mov && set_on_other_way(copies, edge, in) != NONE;
    }
    return n;
}

enum { MOVE_NOT, MOVE_PLAIN, MOVE_GUARDED };
enum { GUARDED_COPIES = 4, FORWARD_COPIES = 2, MOST_COPIES = 16 };

// Back edges are worth it: the loop gets no second jump. Elsewhere a few copies are cheaper than
// the jump over them; on the way out of a loop they are not. Those of which the other way has one,
// too, cost nothing, unless so many registers are set early that ptxas copies them about.
static uint32_t how_to_move(Copies *copies, const Edge *edge, const bool *moved) {
    if (writes_guard(copies, edge)) return MOVE_NOT;
    bool back = edge->to <= edge->from;
    if (!back) {
        if (edge->ncopy > MOST_COPIES) return MOVE_NOT;
        bool leaves = copies->w->depth[edge->from] > copies->w->depth[edge->to];
        uint32_t added = edge->ncopy - set_on_both_ways(copies, edge);
        if (added > (leaves ? 0 : FORWARD_COPIES)) return MOVE_NOT;
    }
    if (is_free(copies, edge, moved)) return MOVE_PLAIN;
    return back && edge->ncopy <= GUARDED_COPIES ? MOVE_GUARDED : MOVE_NOT;
}

static int by_place(const void *a, const void *b) {
    const Move *x = a, *y = b;
    if (x->before != y->before) return cu_order(x->before, y->before);
    return cu_order(x->order, y->order);
}

static void insert_moves(PtxFunc *fn, Move *at, uint32_t n) {
    if (!n) return;
    qsort(at, n, sizeof *at, by_place);
    uint32_t old = fn->inst.n;
    for (uint32_t k = 0; k < n; k++) vec_push(fn->arena, &fn->inst, at[k].inst);
    uint32_t to = old + n;
    for (uint32_t i = old; i-- > 0 && n;) {
        fn->inst.at[--to] = fn->inst.at[i];
        while (n && at[n - 1].before == i) fn->inst.at[--to] = at[--n].inst;
    }
}

static void move_copies(Copies *copies) {
    PtxFunc *fn = copies->f;
    bool *moved = arena_array(copies->a, bool, copies->w->n + 1);
    VEC(Move) moves = {0};
    for (uint32_t b = 0; b < copies->w->n; b++) {
        Edge edge;
        if (!find_edge(copies, b, &edge)) continue;
        uint32_t how = how_to_move(copies, &edge, moved);
        if (how == MOVE_NOT) continue;
        moved[b] = true;
        uint32_t guard = fn->inst.at[edge.branch].guard ^ (edge.taken ? 0 : PTX_GUARD_NOT);
        for (uint32_t i = copies->w->start[b]; i < copies->w->start[b + 1]; i++) {
            PtxInst *in = &fn->inst.at[i];
            if (in->op != PTXI_mov) continue;
            Move m = {edge.branch, moves.n, *in};
            if (how == MOVE_GUARDED) m.inst.guard = guard;
            uint32_t other = how == MOVE_PLAIN ? set_on_other_way(copies, &edge, in) : NONE;
            if (other != NONE) ptx_delete(&fn->inst.at[other]);
            vec_push(copies->a, &moves, m);
            ptx_delete(in);
        }
    }
    insert_moves(fn, moves.at, moves.n);
}

// ---- what nobody reads --------------------------------------------------------------------------

static bool is_plain(const PtxInst *in) {
    switch (in->op) {
    case PTXI_mov:
    case PTXI_mov_pack:
    case PTXI_mov_unpack:
    case PTXI_cvta:
    case PTXI_cvt:
    case PTXI_shl:
    case PTXI_shr:
    case PTXI_add: return !in->guard;
    default: return false;
    }
}

// It writes registers, and nobody reads one of them.
static bool is_unread(const Refs *refs, const uint32_t *reads, uint32_t i) {
    bool writes = false;
    for (uint32_t k = refs->first[i]; k < refs->first[i + 1]; k++) {
        const Ref *x = &refs->all.at[k];
        if (!(x->role & PTX_WRITES)) continue;
        if (reads[x->reg]) return false;
        writes = true;
    }
    return writes;
}

// From the end, so that what only a removed instruction read goes too.
static void remove_unread(PtxFunc *fn, Refs *named) {
    uint32_t *reads = arena_array(named->a, uint32_t, fn->reg.n + 1);
    VEC_FOREACH (Ref, x, &named->all) reads[x->reg] += (x->role & PTX_READS) != 0;

    for (uint32_t i = fn->inst.n; i-- > 0;) {
        PtxInst *in = &fn->inst.at[i];
        if (!is_plain(in) || !is_unread(named, reads, i)) continue;
        for (uint32_t k = named->first[i]; k < named->first[i + 1]; k++) {
            Ref *x = &named->all.at[k];
            reads[x->reg] -= (x->role & PTX_READS) != 0;
            x->role = 0;
        }
        ptx_delete(in);
    }
}

static PtxReg note_ref(void *data, PtxReg r, uint32_t role) {
    Refs *refs = data;
    vec_push(refs->a, &refs->all, ((Ref){r, refs->at, (uint8_t)role}));
    return r;
}

static void find_refs(PtxFunc *fn, Refs *refs) {
    enum { PER_INSTRUCTION = 3 };
    refs->first = arena_array(refs->a, uint32_t, fn->inst.n + 1);
    vec_reserve(refs->a, &refs->all, fn->inst.n * PER_INSTRUCTION);
    for (refs->at = 0; refs->at < fn->inst.n; refs->at++) {
        refs->first[refs->at] = refs->all.n;
        ptx_walk_regs(fn, &fn->inst.at[refs->at], note_ref, refs);
    }
    refs->first[refs->at] = refs->all.n;
}

void ptx_coalesce(PtxFunc *fn, Arena *scratch) {
    Refs refs = {.a = scratch};
    find_refs(fn, &refs);
    remove_unread(fn, &refs);
    Copies c = {.f = fn, .a = scratch, .refs = &refs};
    if (!find_candidates(&c)) return;
    c.w = ptx_flow(fn, scratch);
    find_accesses(&c);
    find_ranges(&c);
    join_copies(&c);
    move_copies(&c);
}
