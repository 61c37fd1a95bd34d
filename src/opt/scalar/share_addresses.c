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
#include "opt/common/common.h"

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
    const AnDom *dom;
    const AnLoops *loops;
    uint32_t limit;   // registers
    Map computed;     // hash -> Computed
    uint32_t *number; // by value id; 0: none
    uint32_t nvalues, last;
    Map group;              // number -> Group
    VEC(IrInst *) replaced; // erased at the end: groups and numbers name instructions
} Share;

// ---- numbers -----------------------------------------------------------------------------------

// What may move: no effects, the same wherever it stands, and cheap.
static bool is_part(const IrInst *inst) {
    uint32_t class = ir_ops[inst->v.op].class;
    bool fits = is_any_of(class, IRC_BINARY, IRC_CAST) || inst->v.op == IR_GEP;
    if (!fits || !ir_is_speculatable(inst) || ir_ty_is_vec(inst->v.type)) return false;
    return opt_issue_cost(inst) <= CHEAP;
}

static bool is_address(const IrInst *inst) {
    int64_t off;
    return inst->v.op == IR_GEP && inst->v.type->kind == IR_TY_PTR &&
           !ir_gep_const_offset(inst, &off);
}

// Constants are interned: they are identified by where they are, as is what has no number.
static uint64_t identity(const Share *share, const IrValue *value) {
    bool numbered =
        value->kind <= IR_V_INST && value->id < share->nvalues && share->number[value->id];
    return numbered ? share->number[value->id] : (uint64_t)(uintptr_t)value;
}

static bool is_same(const Share *share, const IrInst *one, const IrInst *other) {
    bool alike = one->v.op == other->v.op && one->v.type == other->v.type && one->aty == other->aty;
    if (!alike || one->nops != other->nops) return false;
    for (uint32_t k = 0; k < one->nops; k++) {
        if (identity(share, ir_op(one, k)) != identity(share, ir_op(other, k))) return false;
    }
    return true;
}

static void give_number(Share *share, IrInst *computed) {
    uint64_t h = computed->v.op * 0x9E3779B97F4A7C15ull + computed->nops;
    for (uint32_t k = 0; k < computed->nops; k++) {
        h = (h ^ identity(share, ir_op(computed, k))) * 0xD6E8FEB86659FD93ull;
        h ^= h >> 31;
    }
    Computed **first = (Computed **)map_slot(&share->computed, h);
    for (Computed *c = *first; c; c = c->next) {
        if (!is_same(share, c->inst, computed)) continue;
        share->number[computed->v.id] = c->number;
        return;
    }
    Computed *c = arena_new(share->pc->tmp, Computed);
    *c = (Computed){computed, ++share->last, *first};
    *first = c;
    share->number[computed->v.id] = c->number;
}

// ---- where and whether -------------------------------------------------------------------------

// How often the block runs when its dominator `top` has run, in parts of ALWAYS: each branch on the
// way that does not lead to it in any case halves it.
static uint32_t share_of(const Share *s, const IrBlock *bb, const IrBlock *top) {
    uint32_t share = ALWAYS;
    const AnDom *pdom = an_pdom(s->pc->an);
    for (uint32_t steps = 0; bb != top; steps++) {
        const IrBlock *up = s->dom->idom[bb->v.id];
        if (steps == STEPS || !up) return 0;
        if (!an_dominates(pdom, bb, up)) share /= 2;
        bb = up;
    }
    return share;
}

static bool pays(const Share *share, const Group *group) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < group->n; k++)
        sum += share_of(share, group->at[k]->block, group->place);
    return sum >= ALWAYS;
}

// The value would stand at the end of `place`.
static bool is_there(const Share *share, const IrValue *operand, const IrBlock *place) {
    const IrInst *i = ir_as_inst(operand);
    return !i || an_dominates(share->dom, i->block, place);
}

static bool can_move(const Share *share, const IrInst *moved, const IrBlock *place,
                     uint32_t depth) {
    if (depth == DEEP || !is_part(moved)) return false;
    for (uint32_t k = 0; k < moved->nops; k++) {
        const IrValue *v = ir_op(moved, k);
        if (!is_there(share, v, place) && !can_move(share, ir_as_inst(v), place, depth + 1))
            return false;
    }
    return true;
}

// Few addresses come as far as to this question, which is the dearest one.
static bool has_room(const Share *share, const IrBlock *bb) {
    const AnPressure *pressure = an_pressure(share->pc->an);
    return bb->v.id < pressure->nids && pressure->most[bb->v.id].regs < share->limit;
}

// ---- the move ----------------------------------------------------------------------------------

static void move(const Share *share, IrInst *moved, IrBlock *place) {
    for (uint32_t k = 0; k < moved->nops; k++) {
        IrValue *v = ir_op(moved, k);
        if (!is_there(share, v, place)) move(share, ir_as_inst(v), place);
    }
    ir_move_before(moved, ir_term(place));
}

// One stands for both: it promises what both do. (Of one number, they are built alike.)
static void weaken(IrInst *inst, const IrInst *other, uint32_t depth) {
    if (inst == other || depth == DEEP) return;
    inst->v.flags &= other->v.flags;
    for (uint32_t k = 0; k < inst->nops; k++) {
        IrInst *a = ir_as_inst(ir_op(inst, k)), *b = ir_as_inst(ir_op(other, k));
        if (a && b && is_part(a)) weaken(a, b, depth + 1);
    }
}

static void replace(Share *share, IrInst *replaced, IrInst *by) {
    weaken(by, replaced, 0);
    ir_replace_uses(&replaced->v, &by->v);
    vec_push(share->pc->tmp, &share->replaced, replaced);
}

static void unite(Share *share, Group *group) {
    IrInst *first = group->at[0];
    move(share, first, group->place);
    for (uint32_t k = 1; k < group->n; k++) replace(share, group->at[k], first);
    group->n = 1;
}

static void join(Share *share, IrInst *address) {
    Group **slot = (Group **)map_slot(&share->group, share->number[address->v.id]);
    Group *group = *slot;
    if (!group || group->n == MEMBERS) {
        group = *slot = arena_new(share->pc->tmp, Group);
        *group = (Group){.n = 1, .at = {address}, .place = address->block};
        return;
    }
    if (group->n == 1 && an_dominates(share->dom, group->at[0]->block, address->block)) {
        replace(share, address, group->at[0]);
        return;
    }
    IrBlock *place = an_common_dominator(share->dom, group->place, address->block);
    bool same_loop = an_loop_of(share->loops, place) == an_loop_of(share->loops, address->block) &&
                     an_loop_of(share->loops, place) == an_loop_of(share->loops, group->place);
    bool possible = same_loop && can_move(share, group->at[0], place, 0);
    if (!possible || !has_room(share, place) || !has_room(share, address->block)) {
        *group = (Group){.n = 1, .at = {address}, .place = address->block};
        return;
    }
    group->at[group->n++] = address;
    group->place = place;
    if (pays(share, group)) unite(share, group);
}

OPT_FUNC_PASS(share_addresses);
bool opt_share_addresses(PassCtx *pc, IrFunc *fn) {
    if (fn->first == fn->last) return false;
    Share share = {.pc = pc, .dom = an_dom(pc->an)};
    share.loops = an_loops(pc->an);
    share.limit = (uint32_t)opt_knob(pc, share_addresses, registers);
    share.nvalues = fn->nvalues;
    share.number = arena_array(pc->tmp, uint32_t, share.nvalues);
    map_init(&share.computed, pc->tmp);
    map_init(&share.group, pc->tmp);
    const AnCfg *cfg = an_cfg(pc->an);
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST_SAFE(i, cfg->rpo[k]) {
            if (!is_part(i)) continue;
            give_number(&share, i);
            if (is_address(i)) join(&share, i);
        }
    }
    for (uint32_t k = 0; k < share.replaced.n; k++) opt_erase_dead(share.replaced.at[k]);
    return share.replaced.n > 0;
}
