// SPDX-License-Identifier: Apache-2.0
// share-addresses: an address that several branches compute is computed once in front of them.
//
//     br %c, %a, %m                               %p = gep [33 x float], ptr addrspace(3) @s, i32
//     %y
//  a: %p = gep [33 x float], @s, i32 %y           br %c, %a, %m
//     store float %v, ptr addrspace(3) %p   =>  a: store float %v, ptr addrspace(3) %p
//     br %m                                       br %m
//  m: br %d, %b, %n                            m: br %d, %b, %n
//  b: %q = gep [33 x float], @s, i32 %y        b: store float %w, ptr addrspace(3) %p
//     store float %w, ptr addrspace(3) %q
//
// That is what unrolling leaves of a guarded access, once constants stand at the end of addresses.
// (ptxas does not find it: it looks for what dominates.)
//
// Instructions get numbers by what they compute, wherever they stand. Addresses of one number form
// a group, whose place is the end of the lowest block that dominates them. Each side of a branch
// counts half: a group moves when its members would together run at least as often as one at the
// place does. What an address is computed of moves with it as far as it is not there yet.
//
// Refused: places in another loop than the members, where a value would be alive too long for the
// registers there are, what is not cheap or has effects, and more than DEEP instructions in a row.
#include "opt/opt.h"

enum { MEMBERS = 16, DEEP = 4, STEPS = 12, ALWAYS = 1 << STEPS, CHEAP = 2 };

typedef struct {
    uint32_t n;
    IrInst *at[MEMBERS];
    IrBlock *place;
} Group;

typedef struct Computed Computed;
struct Computed { // the first instruction with a number
    IrInst *inst;
    uint32_t number;
    Computed *next; // of one hash
};

typedef struct {
    PassCtx *pc;
    const AnDom *dom, *pdom;
    const AnLoops *loops;
    const AnPressure *pressure;
    uint32_t limit;   // registers
    Map computed;     // hash -> Computed
    uint32_t *number; // by value id; 0: none
    uint32_t nvalues, last;
    Map group;              // number -> Group
    VEC(IrInst *) replaced; // erased at the end: groups and numbers name instructions
} Share;

// ---- numbers -----------------------------------------------------------------------------------

// What may move: no effects, the same wherever it stands, and cheap.
static bool is_part(const IrInst *i) {
    uint32_t class = ir_ops[i->v.op].class;
    bool fits = class == IRC_BINARY || class == IRC_CAST || i->v.op == IR_GEP;
    if (!fits || !ir_is_speculatable(i) || ir_ty_is_vec(i->v.type)) return false;
    return opt_issue_cost(i) <= CHEAP;
}

static bool is_address(const IrInst *i) {
    int64_t off;
    return i->v.op == IR_GEP && i->v.type->kind == IR_TY_PTR && !ir_gep_const_offset(i, &off);
}

// Constants are interned: they are identified by where they are, as is what has no number.
static uint64_t identity(const Share *s, const IrValue *v) {
    bool numbered = v->kind <= IR_V_INST && v->id < s->nvalues && s->number[v->id];
    return numbered ? s->number[v->id] : (uint64_t)(uintptr_t)v;
}

static bool is_same(const Share *s, const IrInst *a, const IrInst *b) {
    bool alike = a->v.op == b->v.op && a->v.type == b->v.type && a->aty == b->aty;
    if (!alike || a->nops != b->nops) return false;
    for (uint32_t k = 0; k < a->nops; k++) {
        if (identity(s, ir_op(a, k)) != identity(s, ir_op(b, k))) return false;
    }
    return true;
}

static void give_number(Share *s, IrInst *i) {
    uint64_t h = i->v.op * 0x9E3779B97F4A7C15ull + i->nops;
    for (uint32_t k = 0; k < i->nops; k++) {
        h = (h ^ identity(s, ir_op(i, k))) * 0xD6E8FEB86659FD93ull;
        h ^= h >> 31;
    }
    Computed **first = (Computed **)map_slot(&s->computed, h);
    for (Computed *c = *first; c; c = c->next) {
        if (!is_same(s, c->inst, i)) continue;
        s->number[i->v.id] = c->number;
        return;
    }
    Computed *c = arena_new(s->pc->tmp, Computed);
    *c = (Computed){i, ++s->last, *first};
    *first = c;
    s->number[i->v.id] = c->number;
}

// ---- where and whether -------------------------------------------------------------------------

// How often the block runs when its dominator `top` has run, in parts of ALWAYS: each branch on the
// way that does not lead to it in any case halves it.
static uint32_t share_of(const Share *s, const IrBlock *bb, const IrBlock *top) {
    uint32_t share = ALWAYS;
    for (uint32_t steps = 0; bb != top; steps++) {
        const IrBlock *up = s->dom->idom[bb->v.id];
        if (steps == STEPS || !up) return 0;
        if (!an_dominates(s->pdom, bb, up)) share /= 2;
        bb = up;
    }
    return share;
}

static bool pays(const Share *s, const Group *g) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < g->n; k++) sum += share_of(s, g->at[k]->block, g->place);
    return sum >= ALWAYS;
}

// The value would stand at the end of `place`.
static bool is_there(const Share *s, const IrValue *v, const IrBlock *place) {
    const IrInst *i = ir_as_inst(v);
    return !i || an_dominates(s->dom, i->block, place);
}

static bool can_move(const Share *s, const IrInst *i, const IrBlock *place, uint32_t depth) {
    if (depth == DEEP || !is_part(i)) return false;
    for (uint32_t k = 0; k < i->nops; k++) {
        const IrValue *v = ir_op(i, k);
        if (!is_there(s, v, place) && !can_move(s, ir_as_inst(v), place, depth + 1)) return false;
    }
    return true;
}

static bool has_room(const Share *s, const IrBlock *bb) {
    return bb->v.id < s->pressure->nids && s->pressure->most[bb->v.id].regs < s->limit;
}

// ---- the move ----------------------------------------------------------------------------------

static void move(const Share *s, IrInst *i, IrBlock *place) {
    for (uint32_t k = 0; k < i->nops; k++) {
        IrValue *v = ir_op(i, k);
        if (!is_there(s, v, place)) move(s, ir_as_inst(v), place);
    }
    ir_move_before(i, ir_term(place));
}

// One stands for both: it promises what both do. (Of one number, they are built alike.)
static void weaken(IrInst *i, const IrInst *other, uint32_t depth) {
    if (i == other || depth == DEEP) return;
    i->v.flags &= other->v.flags;
    for (uint32_t k = 0; k < i->nops; k++) {
        IrInst *a = ir_as_inst(ir_op(i, k)), *b = ir_as_inst(ir_op(other, k));
        if (a && b && is_part(a)) weaken(a, b, depth + 1);
    }
}

static void replace(Share *s, IrInst *i, IrInst *by) {
    weaken(by, i, 0);
    ir_replace_uses(&i->v, &by->v);
    vec_push(s->pc->tmp, &s->replaced, i);
}

static void unite(Share *s, Group *g) {
    IrInst *first = g->at[0];
    move(s, first, g->place);
    for (uint32_t k = 1; k < g->n; k++) replace(s, g->at[k], first);
    g->n = 1;
}

static void join(Share *s, IrInst *i) {
    Group **slot = (Group **)map_slot(&s->group, s->number[i->v.id]);
    Group *g = *slot;
    if (!g || g->n == MEMBERS) {
        g = *slot = arena_new(s->pc->tmp, Group);
        *g = (Group){.n = 1, .at = {i}, .place = i->block};
        return;
    }
    if (g->n == 1 && an_dominates(s->dom, g->at[0]->block, i->block)) {
        replace(s, i, g->at[0]);
        return;
    }
    IrBlock *place = an_common_dominator(s->dom, g->place, i->block);
    bool same_loop = an_loop_of(s->loops, place) == an_loop_of(s->loops, i->block) &&
                     an_loop_of(s->loops, place) == an_loop_of(s->loops, g->place);
    bool possible = same_loop && has_room(s, place) && has_room(s, i->block);
    if (!possible || !can_move(s, g->at[0], place, 0)) {
        *g = (Group){.n = 1, .at = {i}, .place = i->block};
        return;
    }
    g->at[g->n++] = i;
    g->place = place;
    if (pays(s, g)) unite(s, g);
}

bool opt_share_addresses(PassCtx *pc, IrFunc *f) {
    if (f->first == f->last) return false;
    Share s = {.pc = pc, .dom = an_dom(pc->an), .pdom = an_pdom(pc->an)};
    s.loops = an_loops(pc->an);
    s.pressure = an_pressure(pc->an);
    s.limit = (uint32_t)opt_knob(pc, share_addresses, registers);
    s.nvalues = f->nvalues;
    s.number = arena_array(pc->tmp, uint32_t, s.nvalues);
    map_init(&s.computed, pc->tmp);
    map_init(&s.group, pc->tmp);
    const AnCfg *cfg = an_cfg(pc->an);
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST_SAFE(i, cfg->rpo[k]) {
            if (!is_part(i)) continue;
            give_number(&s, i);
            if (is_address(i)) join(&s, i);
        }
    }
    for (uint32_t k = 0; k < s.replaced.n; k++) opt_erase_dead(s.replaced.at[k]);
    return s.replaced.n > 0;
}
