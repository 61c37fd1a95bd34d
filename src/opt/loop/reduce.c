// SPDX-License-Identifier: Apache-2.0
// loop-reduce: addresses that advance by a stride become pointers that advance.
//
//     h: %i = phi [0,pre], [%j,h]            pre: %s = shl (sext %n), 2
//        %a = mul nsw %i, %n                 h:   %p = phi [%x,pre], [%q,h]
//        %w = sext %a to i64                      load %p
//        %g = getelementptr float, %x, %w   =>    load (getelementptr i8, %p, 4)
//        load %g                                  %q = getelementptr i8, %p, %s
//        load (getelementptr %g, 1)
//
// Addresses are taken apart by scalar evolution: one pointer for each base and stride, and constant
// differences in the displacement. Pointers whose distances are the same value that the loop does
// not change follow one another: p1 = p0 + d, p2 = p1 + d, and the next p0 = p2 + d when the stride
// is that many times d.
//
// Where only the index of an address is a recurrence (its sum may wrap before it is extended), the
// index gets a variable of its own, in its own width, if that saves instructions:
//
//     zext (add (shl %i, 5), %t)     =>    zext %x,   %x = phi [%t,pre], [%x + 32,h]
//
// Refused: an address that is such a pointer already, a stride or start that cannot be computed in
// front of the loop or takes more than a knob's instructions; more pointers than a knob says (then
// the most used ones), or than a thread has registers for; addresses that differ from a pointer by
// more than a displacement holds.
#include "opt/loop/scev_expand.h"

typedef struct {
    const IrValue *base, *index;
} Parts;
typedef struct {
    const ScExpr *rest; // {start, +, step} without the constant
    const ScExpr *flat; // the same multiplied out: what is compared
    int64_t base;       // constant of the pointer
    uint32_t uses;
    uint32_t cost; // of what the loop computes now for all uses, in quarters of an instruction
    Parts counted; // of the last address whose cost was added
    bool taken;
    IrValue *pointer;
} Group;
typedef struct {
    IrInst *user;
    uint32_t operand, group;
    int64_t c;
} Use;
typedef struct {
    PassCtx *pc;
    OptLoop *l;
    AnScev *scev;
    OptExpand expand;
    VEC(Group) groups;
    VEC(Use) uses;
    Map by_rest;  // flat rest -> newest group + 1
    bool indices; // not addresses
} Reduce;

enum { FARTHEST = 1 << 22 }; // SASS has 24 bits of displacement

// ---- what there is -----------------------------------------------------------------------------

// A header's phi that advances already, or it plus a constant.
static bool is_pointer_already(const Reduce *reduce, IrValue *address) {
    for (;;) {
        IrInst *i = ir_as_inst(address);
        if (!i) return false;
        if (i->v.op == IR_PHI) return i->block == reduce->l->header;
        int64_t off;
        if (i->v.op != IR_GEP || !ir_gep_const_offset(i, &off)) return false;
        address = ir_op(i, 0);
    }
}

static bool is_address_step(const IrInst *user) { // of a longer computation of an address
    return is_any_of(user->v.op, IR_GEP, IR_PHI, IR_BITCAST);
}

static uint32_t group_of(Reduce *reduce, const ScExpr *rest, int64_t c) {
    const ScExpr *flat = an_scev_flat(reduce->scev, rest);
    void **newest = map_slot(&reduce->by_rest, (uintptr_t)flat);
    if (*newest) {
        uint32_t at = (uint32_t)(uintptr_t)*newest - 1;
        int64_t far = c - reduce->groups.at[at].base;
        if (far < FARTHEST && far > -FARTHEST) return at;
    }
    uint32_t at = reduce->groups.n;
    *newest = (void *)(uintptr_t)(at + 1);
    vec_push(reduce->pc->tmp, &reduce->groups, ((Group){.rest = rest, .flat = flat, .base = c}));
    return at;
}

static bool in_loop(const Reduce *reduce, const IrValue *value) {
    return !an_loop_invariant(reduce->l->loops, reduce->l->loop, value);
}

// Instructions of the loop that compute it; a product goes into the sum that it is for.
static uint32_t chain_cost(const Reduce *reduce, IrValue *computed, int depth) {
    enum { MAX_DEPTH = 6 };
    const IrInst *i = ir_as_inst(computed);
    if (!i || !in_loop(reduce, computed) || ir_ops[i->v.op].class != IRC_BINARY ||
        depth > MAX_DEPTH)
        return 0;
    bool free = i->v.op == IR_MUL && depth > 0 && ir_one_use(computed);
    return !free + chain_cost(reduce, ir_op(i, 0), depth + 1) +
           chain_cost(reduce, ir_op(i, 1), depth + 1);
}

static bool is_extension(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_ZEXT, IR_SEXT);
}

// A part of the sum may be added behind the extension: the sum does not wrap.
static bool is_exact(const IrInst *sum, IrOp extension) {
    return sum->v.flags & (extension == IR_SEXT ? IR_NSW : IR_NUW);
}

// The index without a constant that becomes a displacement; `extension` 0: it is as wide as that.
static IrValue *without_constant(IrValue *index, IrOp extension) {
    const IrInst *sum = ir_as_op(index, IR_ADD);
    bool apart = sum && ir_as_cint(ir_op(sum, 1)) && (!extension || is_exact(sum, extension));
    return apart ? ir_op(sum, 0) : index;
}

// Part of an index that separate-const-offset will make a step of its own, because the loop does
// not change the other part: the sum of both goes.
static bool comes_apart(const Reduce *reduce, const IrInst *sum) {
    if (sum->v.op != IR_ADD || !ir_one_use(&sum->v)) return false;
    if (in_loop(reduce, ir_op(sum, 0)) == in_loop(reduce, ir_op(sum, 1))) return false;
    const IrInst *user = sum->v.uses->user;
    return user->v.op == IR_GEP || (is_extension(user) && is_exact(sum, user->v.op));
}

// A product that the sum over it takes in, or by a constant, the size of the step.
static bool folds_into_user(const Reduce *reduce, const IrInst *product) {
    if (!is_any_of(product->v.op, IR_MUL, IR_SHL) || !ir_one_use(&product->v)) return false;
    const IrInst *user = product->v.uses->user;
    if (user->v.op == IR_ADD && !comes_apart(reduce, user)) return true;
    return ir_is_const(ir_op(product, 1)) &&
           is_any_of(user->v.op, IR_ADD, IR_GEP, IR_SEXT, IR_ZEXT);
}

// What is computed in the loop for an address, in quarters of an instruction of the machine: of
// what has several users each pays a part. The last sum of an address takes in a product of 32
// bits; what the loop does not change is added in front of it.
static uint32_t address_cost(const Reduce *reduce, IrValue *address, int depth) {
    enum { MAX_DEPTH = 8, ONE = 4, MOST_USES = 16 };
    IrInst *inst = ir_as_inst(address);
    if (!inst || !in_loop(reduce, address) || depth > MAX_DEPTH) return 0;
    uint32_t own = 0, class = ir_ops[inst->v.op].class;
    int64_t off;
    bool fixed = inst->v.op == IR_GEP && ir_gep_const_offset(inst, &off);
    if (inst->v.op == IR_GEP && !fixed) {
        const IrInst *index = ir_as_inst(ir_op(inst, inst->nops - 1));
        bool narrow = index && is_any_of(index->v.op, IR_SEXT, IR_ZEXT);
        bool changes = in_loop(reduce, ir_op(inst, inst->nops - 1));
        own = !changes ? 0 : narrow ? ONE : 2 * ONE;
    } else if (comes_apart(reduce, inst)) {
        own = 0;
    } else if (class == IRC_BINARY) {
        own = folds_into_user(reduce, inst) ? 0 : ONE * (inst->v.type->bits > 32 ? 2 : 1);
    } else if (!fixed && class != IRC_CAST) {
        return 0;
    }
    for (uint32_t k = 0; k < inst->nops; k++)
        own += address_cost(reduce, ir_op(inst, k), depth + 1);
    uint32_t users = 0;
    IR_FOREACH_USE(use, address) {
        if (users++ == MOST_USES) break;
    }
    return fixed || !depth ? own : own / users;
}

// A pointer that advances: sums of 64 bits are two instructions, but for a multiple of 32 bits.
static uint32_t advance_cost(Reduce *reduce, const ScExpr *by) {
    enum { ONE = 4 };
    const ScExpr *value = by;
    if (by->kind == SC_MUL && by->n == 2 && by->op[0]->kind == SC_CONST) value = by->op[1];
    bool narrow =
        is_any_of(value->kind, SC_SEXT, SC_ZEXT) || opt_expands_narrow(&reduce->expand, by);
    return narrow ? ONE : 2 * ONE;
}

// Something else than extensions of the index, and of it and constants, needs it: it is computed in
// any case.
static bool is_needed_anyway(const IrValue *index) {
    enum { MOST = 32 };
    uint32_t left = MOST;
    IR_FOREACH_USE(use, index) {
        const IrInst *user = use->user;
        if (!is_extension(user) && ir_one_use(&user->v)) user = user->v.uses->user;
        if (!left-- || !is_extension(user)) return true;
        if (user != use->user && without_constant(ir_op(user, 0), user->v.op) != index) return true;
    }
    return false;
}

// The index under an extension.
static void find_index(Reduce *reduce, IrInst *user) {
    enum { WORTH = 2 };
    if (!is_extension(user)) return;
    IrValue *v = ir_op(user, 0);
    IrValue *computed = without_constant(v, user->v.op);
    if (!user->v.uses || !ir_ty_is_i(v->type, 32) || chain_cost(reduce, computed, 0) < WORTH)
        return;
    if (is_needed_anyway(computed)) return;
    const ScExpr *e = an_scev(reduce->scev, v);
    int64_t c;
    if (!an_scev_affine(reduce->scev, e, reduce->l->loop)) return;
    const ScExpr *rest = an_scev_split(reduce->scev, e, &c);
    if (rest->kind != SC_REC) return;
    uint32_t at = group_of(reduce, rest, c);
    reduce->groups.at[at].uses++;
    vec_push(reduce->pc->tmp, &reduce->uses, ((Use){user, 0, at, c}));
}

// What addresses that differ by a displacement have in common: the base, and the index without
// constants that will be part of the displacement.
static Parts without_displacement(const IrValue *address) {
    int64_t off;
    const IrInst *inst = ir_as_op(address, IR_GEP);
    while (inst && ir_gep_const_offset(inst, &off)) inst = ir_as_op(ir_op(inst, 0), IR_GEP);
    if (!inst) return (Parts){address, NULL};
    IrValue *index = ir_op(inst, inst->nops - 1);
    const IrInst *extended = ir_as_inst(index);
    index = extended && is_extension(extended)
                ? without_constant(ir_op(extended, 0), extended->v.op)
                : without_constant(index, (IrOp)0);
    return (Parts){ir_op(inst, 0), index};
}

static void find_use(Reduce *reduce, IrInst *user, uint32_t operand) {
    IrValue *value = ir_op(user, operand);
    IrInst *def = ir_as_inst(value);
    if (!def || !ir_ty_is_ptr(value->type) || is_pointer_already(reduce, value)) return;
    if (!an_in_loop(reduce->l->loops, reduce->l->loop, def->block)) return;
    const ScExpr *e = an_scev(reduce->scev, value);
    if (!an_scev_affine(reduce->scev, e, reduce->l->loop) || !ir_ty_is_ptr(e->type)) return;
    int64_t c;
    const ScExpr *rest = an_scev_split(reduce->scev, e, &c);
    if (rest->kind != SC_REC) return;
    uint32_t at = group_of(reduce, rest, c);
    Group *group = &reduce->groups.at[at];
    group->uses++;
    Parts parts = without_displacement(value);
    bool always = an_dominates(an_dom(reduce->pc->an), user->block, reduce->l->latch);
    if (group->counted.base != parts.base || group->counted.index != parts.index)
        group->cost += address_cost(reduce, value, 0) / (always ? 1 : 2);
    group->counted = parts;
    vec_push(reduce->pc->tmp, &reduce->uses, ((Use){user, operand, at, c}));
}

static void find_uses(Reduce *reduce) {
    for (uint32_t k = 0; k < reduce->l->loop->blocks.n; k++) {
        IrBlock *bb = reduce->l->loop->blocks.at[k];
        if (an_loop_of(reduce->l->loops, bb) != reduce->l->loop) continue;
        IR_FOREACH_INST(i, bb) {
            if (reduce->indices) find_index(reduce, i);
            if (reduce->indices || is_address_step(i)) continue;
            for (uint32_t n = 0; n < i->nops; n++) find_use(reduce, i, n);
        }
    }
}

// ---- pointers ----------------------------------------------------------------------------------

static const ScExpr *start_of(Reduce *reduce, const Group *group) {
    const ScExpr *c = an_sc_const(reduce->scev, group->rest->op[0]->type, (uint64_t)group->base);
    return an_sc_add(reduce->scev, group->rest->op[0], c);
}

// How far `to`'s pointer lies behind `from`'s, if they advance alike and the loop does not change
// it.
static const ScExpr *distance(Reduce *reduce, const Group *from, const Group *to) {
    if (from->flat->op[1] != to->flat->op[1] || from->rest->type != to->rest->type) return NULL;
    const ScExpr *d = an_sc_sub(reduce->scev, to->flat->op[0], from->flat->op[0]);
    int64_t c = (int64_t)((uint64_t)to->base - (uint64_t)from->base);
    d = an_sc_add(reduce->scev, d, an_sc_const(reduce->scev, d->type, (uint64_t)c));
    if (ir_ty_is_ptr(d->type) || d->kind == SC_CONST) return NULL;
    return d;
}

// A distance that is no part of the stride would be one more value to keep: 1, a half or a quarter.
static bool is_part(Reduce *reduce, const ScExpr *distance, const Group *group) {
    const ScExpr *step = group->flat->op[1];
    for (uint32_t times = 1; times <= 4; times *= 2) {
        const ScExpr *by = an_sc_const(reduce->scev, distance->type, times);
        if (an_sc_mul(reduce->scev, distance, by) == step) return true;
    }
    return false;
}

// It lies at a part of the stride behind one that was chosen (the newest are asked), from which it
// is computed when it is needed.
static const ScExpr *follows(Reduce *reduce, const Group *group) {
    enum { NEWEST = 8 };
    uint32_t left = NEWEST;
    for (uint32_t k = reduce->groups.n; k-- > 0 && left;) {
        const Group *before = &reduce->groups.at[k];
        if (!before->taken || before->flat->op[1] != group->flat->op[1]) continue;
        left--;
        const ScExpr *d = distance(reduce, before, group);
        if (d && is_part(reduce, d, before)) return d;
    }
    return NULL;
}

// Pointers of 32 bits that may be made before the loop needs more registers than a thread should
// have; each lives throughout the loop, where an address that is computed does not.
static uint32_t registers_left(const Reduce *reduce, const AnPressure *pressure) {
    if (!pressure) return UINT32_MAX;
    uint32_t limit = opt_register_limit(reduce->l->fn) * 3 / 4;
    uint32_t now = pressure->loop[reduce->l->loop->index].regs;
    return limit - CU_MIN(limit, now);
}

// Addresses that advance alike have parts in common, which go when all of them become pointers:
// they are weighed together first.
typedef struct {
    uint32_t now, then;
} Weight;

static Map weigh_families(Reduce *reduce) {
    Map families; // stride -> Weight
    map_init(&families, reduce->pc->tmp);
    for (uint32_t k = 0; k < reduce->groups.n; k++) {
        const Group *group = &reduce->groups.at[k];
        void **slot = map_slot(&families, (uintptr_t)group->flat->op[1]);
        if (!*slot) *slot = arena_new(reduce->pc->tmp, Weight);
        Weight *weight = *slot;
        weight->now += group->cost;
        weight->then += advance_cost(reduce, group->flat->op[1]);
    }
    return families;
}

static bool pays(const Reduce *reduce, const Map *families, const Group *group, uint32_t by) {
    const Weight *all = map_get(families, (uintptr_t)group->flat->op[1]);
    return reduce->indices || all->now > all->then || group->cost > by;
}

static void choose(Reduce *reduce) {
    Map families = weigh_families(reduce);
    int64_t left = opt_knob(reduce->pc, loop_reduce, pointers);
    // in a round that reshaped another loop there are no tables of the function as it is
    const AnPressure *pressure =
        reduce->groups.n && !reduce->l->stale ? an_pressure(reduce->pc->an) : NULL;
    uint32_t registers = registers_left(reduce, pressure);
    uint32_t most = (uint32_t)opt_knob(reduce->pc, loop_reduce, cost);
    for (int pass = 0; pass < 2; pass++) { // what is used more than once first
        for (uint32_t k = 0; k < reduce->groups.n; k++) {
            Group *group = &reduce->groups.at[k];
            uint32_t cost = 0;
            if (group->taken || (pass == 0 && group->uses < 2)) continue;
            bool can = opt_can_expand(&reduce->expand, start_of(reduce, group), &cost) &&
                       opt_can_expand(&reduce->expand, group->rest->op[1], &cost);
            AnRegs own = an_type_regs(group->rest->type);
            if (!can || cost > most) continue;
            const ScExpr *behind = follows(reduce, group);
            uint32_t by = advance_cost(reduce, behind ? behind : group->flat->op[1]);
            if (!pays(reduce, &families, group, by)) continue;
            if (behind) {
                group->taken = true;
                continue;
            }
            if (own.regs > registers || !left) continue;
            group->taken = true;
            left--;
            registers -= own.regs;
            if (pressure) an_pressure_raise(pressure, reduce->l->loop, own);
        }
    }
}

static IrInst *make_phi(Reduce *reduce, const Group *group) {
    IrBuilder b = ir_builder_at(reduce->l->header->first);
    IrValue *start = opt_expand(&reduce->expand, start_of(reduce, group));
    IrInst *phi = ir_phi(&b, group->rest->type, 2);
    ir_phi_add(phi, start, reduce->l->preheader);
    return phi;
}

static IrValue *plus(IrBuilder *builder, IrValue *summand, IrValue *by) {
    return ir_ty_is_ptr(summand->type) ? ir_ptradd(builder, summand, by, 0)
                                       : ir_bin(builder, IR_ADD, 0, summand, by);
}

static IrValue *plus_constant(IrBuilder *builder, IrValue *summand, int64_t c, uint16_t flags) {
    if (!c) return summand;
    if (ir_ty_is_ptr(summand->type)) return ir_ptradd_c(builder, summand, c, 0);
    return ir_bin(builder, IR_ADD, flags, summand, &ir_sint(summand->type, c)->v);
}

// An index that was the same constant more than what has become a variable: it wraps no more than
// before.
static uint16_t sum_flags(const IrValue *old, int64_t c) {
    const IrInst *sum = ir_as_op(old, IR_ADD);
    const IrConst *by = sum ? ir_as_cint(ir_op(sum, 1)) : NULL;
    return by && ir_sval(by) == c ? sum->v.flags & (IR_NUW | IR_NSW) : 0;
}

static void advance(Reduce *reduce, IrInst *phi, IrValue *from, const ScExpr *by) {
    IrBuilder b = ir_builder_at(ir_term(reduce->l->latch));
    IrValue *next;
    if (by->kind == SC_CONST) {
        next = plus_constant(&b, from, an_sc_sval(by), 0);
    } else {
        next = plus(&b, from, opt_expand(&reduce->expand, by));
    }
    ir_phi_add(phi, next, reduce->l->latch);
}

// Groups in a row at the same distance; the number of those behind the first.
static uint32_t find_chain(Reduce *reduce, uint32_t first, uint32_t *at, const ScExpr **by) {
    uint32_t n = 1;
    at[0] = first;
    *by = NULL;
    enum { MAX_CHAIN = 16 };
    for (uint32_t k = first + 1; k < reduce->groups.n && n < MAX_CHAIN; k++) {
        const Group *group = &reduce->groups.at[k];
        if (!group->taken || group->pointer) continue;
        const ScExpr *d = distance(reduce, &reduce->groups.at[at[n - 1]], group);
        if (!d || (*by && d != *by)) continue;
        uint32_t cost = 0;
        bool part = n > 1 || is_part(reduce, d, group);
        if (!part || !opt_can_expand(&reduce->expand, d, &cost)) continue;
        *by = d;
        at[n++] = k;
    }
    return n;
}

static void make_pointers(Reduce *reduce) {
    for (uint32_t k = 0; k < reduce->groups.n; k++) {
        Group *group = &reduce->groups.at[k];
        if (!group->taken || group->pointer) continue;
        uint32_t at[16];
        const ScExpr *by;
        uint32_t n = find_chain(reduce, k, at, &by);
        IrInst *phi = make_phi(reduce, group);
        group->pointer = &phi->v;
        IrBuilder builder = ir_builder_at(ir_first_non_phi(reduce->l->header));
        for (uint32_t j = 1; j < n; j++) {
            IrValue *before = reduce->groups.at[at[j - 1]].pointer;
            reduce->groups.at[at[j]].pointer =
                plus(&builder, before, opt_expand(&reduce->expand, by));
        }
        const ScExpr *step = group->rest->op[1];
        bool goes_on = by && an_sc_mul(reduce->scev, by, an_sc_const(reduce->scev, by->type, n)) ==
                                 group->flat->op[1];
        if (goes_on) {
            advance(reduce, phi, reduce->groups.at[at[n - 1]].pointer, by);
        } else {
            advance(reduce, phi, &phi->v, step);
        }
    }
}

static void rewrite(Reduce *reduce) {
    for (uint32_t k = 0; k < reduce->uses.n; k++) {
        const Use *use = &reduce->uses.at[k];
        const Group *g = &reduce->groups.at[use->group];
        if (!g->taken) continue;
        IrValue *old = ir_op(use->user, use->operand);
        IrBuilder b = ir_builder_at(use->user);
        int64_t c = use->c - g->base;
        uint16_t flags = sum_flags(old, c);
        ir_set_op(use->user, use->operand, plus_constant(&b, g->pointer, c, flags));
        IrInst *def = ir_as_inst(old);
        if (def) opt_erase_dead(def);
    }
}

// The pointer that has this very value; NULL: none.
static IrValue *pointer_of(Reduce *reduce, IrValue *address) {
    if (is_pointer_already(reduce, address)) return NULL;
    const ScExpr *e = an_scev(reduce->scev, address);
    if (!an_scev_affine(reduce->scev, e, reduce->l->loop)) return NULL;
    int64_t c;
    const ScExpr *flat = an_scev_flat(reduce->scev, an_scev_split(reduce->scev, e, &c));
    uintptr_t newest = (uintptr_t)map_get(&reduce->by_rest, (uintptr_t)flat);
    if (!newest) return NULL;
    const Group *group = &reduce->groups.at[newest - 1];
    return group->base == c ? group->pointer : NULL;
}

// Longer computations of addresses start at the pointer, too: else all that led to it would stay
// for them.
static void rewrite_steps(Reduce *reduce) {
    for (uint32_t k = 0; k < reduce->l->loop->blocks.n; k++) {
        IR_FOREACH_INST_SAFE(i, reduce->l->loop->blocks.at[k]) {
            IrValue *pointer = i->v.op == IR_GEP ? pointer_of(reduce, ir_op(i, 0)) : NULL;
            if (!pointer) continue;
            IrInst *before = ir_as_inst(ir_op(i, 0));
            ir_set_op(i, 0, pointer);
            opt_erase_dead(before);
        }
    }
}

static bool reduce(PassCtx *pc, OptLoop *loop, bool indices) {
    Reduce r = {.pc = pc, .l = loop, .indices = indices};
    r.scev = an_scev_make(loop->fn, loop->loops, an_dom(pc->an), pc->tmp);
    r.expand = opt_expand_at(r.scev, loop->loop, ir_term(loop->preheader), pc->tmp);
    map_init(&r.by_rest, pc->tmp);
    find_uses(&r);
    choose(&r);
    bool any = false;
    for (uint32_t k = 0; k < r.groups.n; k++) any |= r.groups.at[k].taken;
    if (!any) return false;
    make_pointers(&r);
    rewrite(&r);
    if (!indices) rewrite_steps(&r);
    return true;
}

OPT_LOOP_PASS(loop_reduce);
OptLoopResult opt_loop_reduce(PassCtx *pc, OptLoop *loop) {
    bool changed = reduce(pc, loop, false);
    changed |= reduce(pc, loop, true); // what is left of the indices
    return changed ? OPT_LOOP_CHANGED : OPT_LOOP_SAME;
}
