// SPDX-License-Identifier: Apache-2.0
// pressure: how many registers the values take that are alive at the same time, per block and loop.
//
// Liveness of SSA values one at a time, from the uses up to the definition (Boissinot and others,
// "Computing Liveness Sets for SSA-Form Programs", 2011, section 5), but only counted: a value adds
// its registers to each block that it is alive in, where it stays alive throughout, or to the part
// of the block from its definition to its last use. A sweep over the parts gives each block's most.
//
// The work is one step for each value and block that it is alive in. With more steps than blocks
// times the register file of a thread, more values than that are alive in a block on average: then
// the answer is known, and the walk ends (`full`). So it is linear in blocks and instructions.
//
// Counted are values as ptxas will hold them: 32 bits a register; i1 a predicate register; nothing
// for constants, for a kernel's parameters (operands can read them where they are), and for what
// becomes no instruction: casts in place and displacements (their operand lives on instead).
#include "analysis/analysis.h"

typedef struct {
    AnPressure *p;
    const AnCfg *cfg;
    Arena *a;
    uint32_t *pred_start, *pred; // predecessors of the block at a place in reverse postorder
    uint32_t *start;             // by place: the slot in front of its first instruction
    uint32_t *slot;              // by value id: the slot in front of the instruction
    AnRegs *through;             // by place: alive from its beginning to its end
    int32_t *regs, *preds;       // by slot: how many more than in the slot before
    uint64_t steps_left;

    // of the value at hand, by place; a stamp is the value's number
    uint32_t now, def;
    uint32_t *in, *out, *touched;
    uint32_t *last; // the slot behind the last use
    VEC(uint32_t) blocks, work;
    VEC(IrValue *) same; // and what stands for it
} Walk;

// ---- values ------------------------------------------------------------------------------------

// The operand that takes an instruction's place: it is no instruction of the machine.
static bool is_in_place(const IrInst *i) {
    int64_t off;
    switch (i->v.op) {
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE: return true;
    case IR_PTRTOINT:
    case IR_INTTOPTR: return i->v.type->bits == ir_op(i, 0)->type->bits;
    case IR_GEP: return ir_gep_const_offset(i, &off);
    default: return false;
    }
}

AnRegs an_type_regs(const IrType *t) {
    uint64_t bits = t->kind == IR_TY_VOID || !t->sized ? 0 : ir_ty_bits(t);
    if (ir_ty_is_i(t, 1)) return (AnRegs){0, 1};
    return (AnRegs){(uint32_t)CU_MIN((bits + 31) / 32, (uint64_t)AN_REGISTER_FILE), 0};
}

static AnRegs regs_of(const IrValue *v) {
    const IrArg *arg = ir_as_arg(v);
    if (arg && arg->fn->cc == IR_CC_PTX_KERNEL) return (AnRegs){0, 0};
    return an_type_regs(v->type);
}

// ---- where one value is alive ------------------------------------------------------------------

static void touch(Walk *w, uint32_t block) {
    if (w->touched[block] == w->now) return;
    w->touched[block] = w->now;
    w->last[block] = 0;
    vec_push(w->a, &w->blocks, block);
}

static void live_in(Walk *w, uint32_t block) {
    if (block == w->def || w->in[block] == w->now) return;
    w->in[block] = w->now;
    touch(w, block);
    vec_push(w->a, &w->work, block);
}

static void live_out(Walk *w, uint32_t block) {
    if (w->out[block] == w->now) return;
    w->out[block] = w->now;
    touch(w, block);
    live_in(w, block);
}

static void note_use(Walk *w, IrUse *u) {
    IrInst *user = u->user;
    if (!an_reachable(w->cfg, user->block)) return;
    if (user->v.op == IR_PHI) {
        IrBlock *from = ir_as_block(ir_op(user, ir_use_index(u) + 1));
        if (from && an_reachable(w->cfg, from)) live_out(w, w->cfg->no[from->v.id]);
        return;
    }
    uint32_t block = w->cfg->no[user->block->v.id];
    touch(w, block);
    w->last[block] = CU_MAX(w->last[block], w->slot[user->v.id] + 1);
    live_in(w, block);
}

// Uses of what stands for the value are its own.
static void note_uses(Walk *w, IrValue *v) {
    vec_push(w->a, &w->same, v);
    while (w->same.n) {
        IrValue *at = vec_pop(&w->same);
        IR_FOREACH_USE(u, at) {
            bool in_place = is_in_place(u->user) && ir_use_index(u) == 0;
            if (in_place) vec_push(w->a, &w->same, &u->user->v);
            if (!in_place) note_use(w, u);
        }
    }
}

static void go_up(Walk *w) {
    while (w->work.n) {
        uint32_t block = vec_pop(&w->work);
        for (uint32_t k = w->pred_start[block]; k < w->pred_start[block + 1]; k++) {
            live_out(w, w->pred[k]);
        }
    }
}

static void add_part(Walk *w, uint32_t from, uint32_t to, AnRegs r) {
    if (from >= to) return;
    w->regs[from] += (int32_t)r.regs;
    w->regs[to] -= (int32_t)r.regs;
    w->preds[from] += (int32_t)r.preds;
    w->preds[to] -= (int32_t)r.preds;
}

static void add(AnRegs *to, AnRegs r) {
    to->regs += r.regs;
    to->preds += r.preds;
}

// The value is there from slot `defined` of block `def` on. False: out of steps.
static bool count_value(Walk *w, IrValue *v, uint32_t def, uint32_t defined) {
    AnRegs r = regs_of(v);
    if (!v->uses || (!r.regs && !r.preds)) return true;
    w->now++;
    w->def = def;
    w->blocks.n = 0;
    note_uses(w, v);
    go_up(w);

    for (uint32_t k = 0; k < w->blocks.n; k++) {
        uint32_t block = w->blocks.at[k];
        bool in = w->in[block] == w->now, out = w->out[block] == w->now;
        if (in && out) {
            add(&w->through[block], r);
            continue;
        }
        uint32_t from = in ? w->start[block] : defined;
        uint32_t to = out ? w->start[block + 1] - 1 : w->last[block];
        add_part(w, from, to, r);
    }
    if (w->steps_left <= w->blocks.n) return false;
    w->steps_left -= w->blocks.n;
    return true;
}

// ---- a function --------------------------------------------------------------------------------

static void number_slots(Walk *w, const IrFunc *f) {
    uint32_t next = 0;
    w->slot = arena_array(w->a, uint32_t, f->nvalues);
    w->start = arena_array(w->a, uint32_t, w->cfg->n + 1);
    for (uint32_t k = 0; k < w->cfg->n; k++) {
        w->start[k] = next;
        IR_FOREACH_INST(i, w->cfg->rpo[k]) w->slot[i->v.id] = next++;
        next++; // where parts end that last to the block's end
    }
    w->start[w->cfg->n] = next;
    w->regs = arena_array(w->a, int32_t, next + 1);
    w->preds = arena_array(w->a, int32_t, next + 1);
}

// Use lists of blocks would do, but phis stand in them too: once for each value, that is too much.
// (Blocks that the order does not know are newer than it.)
static void list_preds(Walk *w) {
    uint32_t n = w->cfg->n;
    w->pred_start = arena_array(w->a, uint32_t, n + 2);
    for (uint32_t k = 0; k < n; k++) {
        IrInst *term = ir_term(w->cfg->rpo[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            const IrBlock *to = ir_succ(term, s);
            if (an_reachable(w->cfg, to)) w->pred_start[w->cfg->no[to->v.id] + 2]++;
        }
    }
    for (uint32_t k = 0; k < n; k++) w->pred_start[k + 2] += w->pred_start[k + 1];
    w->pred = arena_array(w->a, uint32_t, w->pred_start[n + 1]);
    for (uint32_t k = 0; k < n; k++) {
        IrInst *term = ir_term(w->cfg->rpo[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            const IrBlock *to = ir_succ(term, s);
            if (an_reachable(w->cfg, to)) w->pred[w->pred_start[w->cfg->no[to->v.id] + 1]++] = k;
        }
    }
}

static bool count_values(Walk *w, IrFunc *f) {
    for (uint32_t k = 0; k < f->nargs; k++) {
        if (!count_value(w, &f->arg[k]->v, 0, 0)) return false;
    }
    for (uint32_t k = 0; k < w->cfg->n; k++) {
        IR_FOREACH_INST(i, w->cfg->rpo[k]) {
            if (is_in_place(i)) continue;
            bool phi = i->v.op == IR_PHI;
            uint32_t defined = phi ? w->start[k] : w->slot[i->v.id] + 1;
            if (!count_value(w, &i->v, k, defined)) return false;
        }
    }
    return true;
}

static AnRegs most_of(AnRegs a, AnRegs b) {
    return (AnRegs){CU_MAX(a.regs, b.regs), CU_MAX(a.preds, b.preds)};
}

static void find_most(Walk *w, const AnLoops *loops) {
    AnPressure *p = w->p;
    for (uint32_t k = 0; k < w->cfg->n; k++) {
        int32_t regs = 0, preds = 0, most = 0, most_preds = 0;
        for (uint32_t s = w->start[k]; s + 1 < w->start[k + 1]; s++) {
            regs += w->regs[s];
            preds += w->preds[s];
            most = CU_MAX(most, regs);
            most_preds = CU_MAX(most_preds, preds);
        }
        const IrBlock *bb = w->cfg->rpo[k];
        AnRegs parts = {(uint32_t)most, (uint32_t)most_preds};
        add(&parts, w->through[k]);
        AnRegs in = {(uint32_t)w->regs[w->start[k]], (uint32_t)w->preds[w->start[k]]};
        add(&in, w->through[k]);
        p->in[bb->v.id] = in;
        if (p->full) parts.regs = CU_MAX(parts.regs, (uint32_t)AN_REGISTER_FILE);
        p->most[bb->v.id] = parts;
        const AnLoop *loop = an_loop_of(loops, bb);
        if (loop) p->loop[loop->index] = most_of(p->loop[loop->index], parts);
    }
    for (uint32_t k = loops->all.n; k-- > 0;) { // children stand behind their parents
        const AnLoop *parent = loops->all.at[k]->parent;
        if (parent) p->loop[parent->index] = most_of(p->loop[parent->index], p->loop[k]);
    }
}

AnPressure *an_pressure_make(IrFunc *f, const AnCfg *cfg, const AnLoops *loops, Arena *a) {
    AnPressure *p = arena_new(a, AnPressure);
    uint32_t n = cfg->n;
    p->nids = f->nblockids;
    p->in = arena_array(a, AnRegs, p->nids);
    p->most = arena_array(a, AnRegs, p->nids);
    p->nloops = loops->all.n;
    p->loop = arena_array(a, AnRegs, p->nloops);

    Walk w = {.p = p, .cfg = cfg, .a = a};
    w.through = arena_array(a, AnRegs, n);
    w.in = arena_array(a, uint32_t, n);
    w.out = arena_array(a, uint32_t, n);
    w.touched = arena_array(a, uint32_t, n);
    w.last = arena_array(a, uint32_t, n);
    number_slots(&w, f);
    list_preds(&w);
    w.steps_left = (uint64_t)n * AN_REGISTER_FILE + f->nvalues;
    p->full = !count_values(&w, f);
    find_most(&w, loops);
    return p;
}

void an_pressure_raise(const AnPressure *p, const AnLoop *l, AnRegs more) {
    add(&p->loop[l->index], more);
    // the loops around have at least what this one has
    for (const AnLoop *out = l->parent; out; out = out->parent) {
        p->loop[out->index] = most_of(p->loop[out->index], p->loop[l->index]);
    }
}
