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
static bool is_in_place(const IrInst *inst) {
    int64_t off;
    switch (inst->v.op) {
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE: return true;
    case IR_PTRTOINT:
    case IR_INTTOPTR: return inst->v.type->bits == ir_op(inst, 0)->type->bits;
    case IR_GEP: return ir_gep_const_offset(inst, &off);
    default: return false;
    }
}

AnRegs an_type_regs(const IrType *type) {
    uint64_t bits = type->kind == IR_TY_VOID || !type->sized ? 0 : ir_ty_bits(type);
    if (ir_ty_is_i(type, 1)) return (AnRegs){0, 1};
    return (AnRegs){(uint32_t)CU_MIN((bits + 31) / 32, (uint64_t)AN_REGISTER_FILE), 0};
}

static AnRegs regs_of(const IrValue *value) {
    const IrArg *arg = ir_as_arg(value);
    if (arg && arg->fn->cc == IR_CC_PTX_KERNEL) return (AnRegs){0, 0};
    return an_type_regs(value->type);
}

// ---- where one value is alive ------------------------------------------------------------------

// The block is one that the value is alive in, for the first time.
static void touch(Walk *walk, uint32_t block) {
    if (walk->touched[block] == walk->now) return;
    walk->touched[block] = walk->now;
    walk->last[block] = 0;
    vec_push(walk->a, &walk->blocks, block);
}

// Alive at the block's beginning, so at the end of its predecessors: they come on the work list.
static void live_in(Walk *walk, uint32_t block) {
    if (block == walk->def || walk->in[block] == walk->now) return;
    walk->in[block] = walk->now;
    touch(walk, block);
    vec_push(walk->a, &walk->work, block);
}

// Alive at the block's end.
static void live_out(Walk *walk, uint32_t block) {
    if (walk->out[block] == walk->now) return;
    walk->out[block] = walk->now;
    touch(walk, block);
    live_in(walk, block);
}

// A phi uses its value at the end of the predecessor.
static void note_use(Walk *walk, IrUse *use) {
    IrInst *user = use->user;
    if (!an_reachable(walk->cfg, user->block)) return;
    if (user->v.op == IR_PHI) {
        IrBlock *from = ir_as_block(ir_op(user, ir_use_index(use) + 1));
        if (from && an_reachable(walk->cfg, from)) live_out(walk, walk->cfg->no[from->v.id]);
        return;
    }
    uint32_t block = walk->cfg->no[user->block->v.id];
    touch(walk, block);
    walk->last[block] = CU_MAX(walk->last[block], walk->slot[user->v.id] + 1);
    live_in(walk, block);
}

// Uses of what stands for the value are its own.
static void note_uses(Walk *walk, IrValue *defined) {
    vec_push(walk->a, &walk->same, defined);
    while (walk->same.n) {
        IrValue *at = vec_pop(&walk->same);
        IR_FOREACH_USE(u, at) {
            bool in_place = is_in_place(u->user) && ir_use_index(u) == 0;
            if (in_place) vec_push(walk->a, &walk->same, &u->user->v);
            if (!in_place) note_use(walk, u);
        }
    }
}

// From uses to the definition, block by block.
static void go_up(Walk *walk) {
    while (walk->work.n) {
        uint32_t block = vec_pop(&walk->work);
        for (uint32_t k = walk->pred_start[block]; k < walk->pred_start[block + 1]; k++) {
            live_out(walk, walk->pred[k]);
        }
    }
}

// Slots [from, to) have so many more registers in use.
static void add_part(Walk *walk, uint32_t from, uint32_t to, AnRegs r) {
    if (from >= to) return;
    walk->regs[from] += (int32_t)r.regs;
    walk->regs[to] -= (int32_t)r.regs;
    walk->preds[from] += (int32_t)r.preds;
    walk->preds[to] -= (int32_t)r.preds;
}

static void add(AnRegs *to, AnRegs r) {
    to->regs += r.regs;
    to->preds += r.preds;
}

// The frequent case, for which nothing is walked: all uses stand behind the definition in its
// block.
static bool is_short(const Walk *walk, const IrValue *defined, uint32_t def, uint32_t *last) {
    const IrBlock *bb = walk->cfg->rpo[def];
    *last = 0;
    IR_FOREACH_USE(use, defined) {
        const IrInst *user = use->user;
        if (user->block != bb || user->v.op == IR_PHI || is_in_place(user)) return false;
        *last = CU_MAX(*last, walk->slot[user->v.id] + 1);
    }
    return true;
}

// Of work for one value in so many blocks. False: out of steps.
static bool take_steps(Walk *walk, uint32_t n) {
    if (walk->steps_left <= n) return false;
    walk->steps_left -= n;
    return true;
}

// The value is there from slot `defined` of block `def` on. False: out of steps.
static bool count_value(Walk *walk, IrValue *value, uint32_t def, uint32_t defined) {
    if (!value->uses) return true;
    AnRegs regs = regs_of(value);
    if (!regs.regs && !regs.preds) return true;
    uint32_t last;
    if (is_short(walk, value, def, &last)) {
        add_part(walk, defined, last, regs);
        return take_steps(walk, 1);
    }
    walk->now++;
    walk->def = def;
    walk->blocks.n = 0;
    note_uses(walk, value);
    go_up(walk);

    for (uint32_t k = 0; k < walk->blocks.n; k++) {
        uint32_t block = walk->blocks.at[k];
        bool in = walk->in[block] == walk->now, out = walk->out[block] == walk->now;
        if (in && out) {
            add(&walk->through[block], regs);
            continue;
        }
        uint32_t from = in ? walk->start[block] : defined;
        uint32_t to = out ? walk->start[block + 1] - 1 : walk->last[block];
        add_part(walk, from, to, regs);
    }
    return take_steps(walk, walk->blocks.n);
}

// ---- a function --------------------------------------------------------------------------------

// A slot in front of each instruction, and one behind the last.
static void number_slots(Walk *walk, const IrFunc *fn) {
    uint32_t next = 0;
    walk->slot = arena_array(walk->a, uint32_t, fn->nvalues);
    walk->start = arena_array(walk->a, uint32_t, walk->cfg->n + 1);
    for (uint32_t k = 0; k < walk->cfg->n; k++) {
        walk->start[k] = next;
        IR_FOREACH_INST(i, walk->cfg->rpo[k]) walk->slot[i->v.id] = next++;
        next++; // where parts end that last to the block's end
    }
    walk->start[walk->cfg->n] = next;
    walk->regs = arena_array(walk->a, int32_t, next + 1);
    walk->preds = arena_array(walk->a, int32_t, next + 1);
}

// Use lists of blocks would do, but phis stand in them too: once for each value, that is too much.
// (Blocks that the order does not know are newer than it.)
static void list_preds(Walk *walk) {
    uint32_t n = walk->cfg->n;
    walk->pred_start = arena_array(walk->a, uint32_t, n + 2);
    for (uint32_t k = 0; k < n; k++) {
        IrInst *term = ir_term(walk->cfg->rpo[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            const IrBlock *to = ir_succ(term, s);
            if (an_reachable(walk->cfg, to)) walk->pred_start[walk->cfg->no[to->v.id] + 2]++;
        }
    }
    for (uint32_t k = 0; k < n; k++) walk->pred_start[k + 2] += walk->pred_start[k + 1];
    walk->pred = arena_array(walk->a, uint32_t, walk->pred_start[n + 1]);
    for (uint32_t k = 0; k < n; k++) {
        IrInst *term = ir_term(walk->cfg->rpo[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            const IrBlock *to = ir_succ(term, s);
            if (an_reachable(walk->cfg, to))
                walk->pred[walk->pred_start[walk->cfg->no[to->v.id] + 1]++] = k;
        }
    }
}

// False when the steps are used up.
static bool count_values(Walk *walk, IrFunc *fn) {
    for (uint32_t k = 0; k < fn->nargs; k++) {
        if (!count_value(walk, &fn->arg[k]->v, 0, 0)) return false;
    }
    for (uint32_t k = 0; k < walk->cfg->n; k++) {
        IR_FOREACH_INST(i, walk->cfg->rpo[k]) {
            if (is_in_place(i)) continue;
            bool phi = i->v.op == IR_PHI;
            uint32_t defined = phi ? walk->start[k] : walk->slot[i->v.id] + 1;
            if (!count_value(walk, &i->v, k, defined)) return false;
        }
    }
    return true;
}

static AnRegs most_of(AnRegs a, AnRegs b) {
    return (AnRegs){CU_MAX(a.regs, b.regs), CU_MAX(a.preds, b.preds)};
}

// A sweep over each block's slots, then from inner loops outwards.
static void find_most(Walk *walk, const AnLoops *loops) {
    AnPressure *pressure = walk->p;
    for (uint32_t k = 0; k < walk->cfg->n; k++) {
        int32_t regs = 0, preds = 0, most = 0, most_preds = 0;
        for (uint32_t s = walk->start[k]; s + 1 < walk->start[k + 1]; s++) {
            regs += walk->regs[s];
            preds += walk->preds[s];
            most = CU_MAX(most, regs);
            most_preds = CU_MAX(most_preds, preds);
        }
        const IrBlock *bb = walk->cfg->rpo[k];
        AnRegs parts = {(uint32_t)most, (uint32_t)most_preds};
        add(&parts, walk->through[k]);
        AnRegs in = {(uint32_t)walk->regs[walk->start[k]], (uint32_t)walk->preds[walk->start[k]]};
        add(&in, walk->through[k]);
        pressure->in[bb->v.id] = in;
        if (pressure->full) parts.regs = CU_MAX(parts.regs, (uint32_t)AN_REGISTER_FILE);
        pressure->most[bb->v.id] = parts;
        const AnLoop *loop = an_loop_of(loops, bb);
        if (loop) pressure->loop[loop->index] = most_of(pressure->loop[loop->index], parts);
    }
    for (uint32_t k = loops->all.n; k-- > 0;) { // children stand behind their parents
        const AnLoop *parent = loops->all.at[k]->parent;
        if (parent)
            pressure->loop[parent->index] =
                most_of(pressure->loop[parent->index], pressure->loop[k]);
    }
}

// Everything in `owner`; asked for by block id and loop index.
AnPressure *an_pressure_make(IrFunc *fn, const AnCfg *cfg, const AnLoops *loops, Arena *owner) {
    AnPressure *pressure = arena_new(owner, AnPressure);
    uint32_t n = cfg->n;
    pressure->nids = fn->nblockids;
    pressure->in = arena_array(owner, AnRegs, pressure->nids);
    pressure->most = arena_array(owner, AnRegs, pressure->nids);
    pressure->nloops = loops->all.n;
    pressure->loop = arena_array(owner, AnRegs, pressure->nloops);

    Walk walk = {.p = pressure, .cfg = cfg, .a = owner};
    walk.through = arena_array(owner, AnRegs, n);
    walk.in = arena_array(owner, uint32_t, n);
    walk.out = arena_array(owner, uint32_t, n);
    walk.touched = arena_array(owner, uint32_t, n);
    walk.last = arena_array(owner, uint32_t, n);
    number_slots(&walk, fn);
    list_preds(&walk);
    walk.steps_left = (uint64_t)n * AN_REGISTER_FILE + fn->nvalues;
    pressure->full = !count_values(&walk, fn);
    find_most(&walk, loops);
    return pressure;
}

// For a transformation that knows what it adds, so that nothing is counted anew.
void an_pressure_raise(const AnPressure *p, const AnLoop *changed, AnRegs more) {
    add(&p->loop[changed->index], more);
    // the loops around have at least what this one has
    for (const AnLoop *out = changed->parent; out; out = out->parent) {
        p->loop[out->index] = most_of(p->loop[out->index], p->loop[changed->index]);
    }
}
