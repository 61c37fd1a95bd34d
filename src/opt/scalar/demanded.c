// SPDX-License-Identifier: Apache-2.0
// demanded-bits: which bits of every integer anything reads (backward, to a fixed point; as in
// LLVM's BDCE and TruncInstCombine), and what is simpler when only those must be right.
//
//     %a = and i32 %x, 255                        %a = srem i32 %x, 256
//     %b = trunc i32 %a to i8      =>  trunc %x   %b = trunc i32 %a to i8      =>  trunc %x
//     %s = ashr i32 %x, 8                         %m = select i1 %c, i32 3, i32 1
//     %t = and i32 %s, 255         =>  lshr       %n = and i32 %m, 2           =>  select 2, 0
//
// and, for i64 values of which only the low half is read, cycles of phis among them too:
//
//     %p = phi i64 [0, %e], [%q, %l]              %p = phi i32 [0, %e], [%q, %l]
//     %q = add i64 %p, %z                    =>   %q = add i32 %p, trunc(%z)
//     ... trunc i64 %q to i32                     ... %q
//
// Every change keeps the bits that are read, judged on the function as it was; so all of them hold
// together, in any order. What was promised of the other bits (nsw, nuw, exact, disjoint, nneg)
// goes from the values that depend on a changed one.
//
// Left alone: integers of more than 64 bits, vectors, operands of division, comparison, calls and
// memory (all bits are read), shifts by unknown counts; i64 values whose narrowing would cost as
// many casts as it saves.
#include "opt/common/common.h"

#include "ir/intrin_id.h"

enum { POISON_FLAGS = IR_NUW | IR_NSW | IR_EXACT | IR_DISJOINT | IR_NNEG };

typedef struct {
    PassCtx *pc;
    IrModule *m;
    Arena *a;
    const AnCfg *cfg;
    uint32_t n;     // values when the analysis was made
    uint64_t *bits; // by value id: demanded
    BitSet queued;
    VEC(IrInst *) work;
    bool changed;
    // narrowing
    uint32_t *group;  // by value id: union-find, AN_NONE: stays
    int32_t *gain;    // by group
    IrValue **narrow; // by value id: the 32-bit value
} Demand;

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static bool is_tracked(const IrValue *value) { // an instruction whose bits are told apart
    return value->kind == IR_V_INST && ir_ty_is_word(value->type);
}

static uint64_t up_to_top(uint64_t d) { // carries go up only
    return d ? mask_of(64 - (uint32_t)__builtin_clzll(d)) : 0;
}

static bool const_operand(const IrInst *inst, uint32_t k, uint64_t *c) {
    const IrConst *x = ir_as_cint(ir_op(inst, k));
    if (!x || x->v.type->bits > 64) return false;
    *c = x->bits;
    return true;
}

static bool shift_count(const IrInst *inst, uint32_t *k) {
    uint64_t c;
    if (!const_operand(inst, 1, &c) || c >= inst->v.type->bits) return false;
    *k = (uint32_t)c;
    return true;
}

// Operand 1, if it is a power of two: the bits below it.
static bool below_power(const IrInst *inst, uint64_t *low) {
    uint64_t c;
    if (!const_operand(inst, 1, &c) || !c || (c & (c - 1))) return false;
    *low = c - 1;
    return true;
}

// ---- the analysis ----

// What `inst`, of whose result `d` is read, reads of operand `at`.
typedef uint64_t Reads(const IrInst *inst, uint32_t at, uint64_t d);

static uint64_t reads_same(const IrInst *inst, uint32_t at, uint64_t d) {
    return d;
}

static uint64_t reads_and(const IrInst *inst, uint32_t at, uint64_t d) {
    uint64_t c;
    return const_operand(inst, 1 - at, &c) ? d & c : d;
}

static uint64_t reads_or(const IrInst *inst, uint32_t at, uint64_t d) {
    uint64_t c;
    return const_operand(inst, 1 - at, &c) ? d & ~c : d;
}

static uint64_t reads_sum(const IrInst *inst, uint32_t at, uint64_t d) { // a product too
    return up_to_top(d);
}

static uint64_t reads_shift(const IrInst *inst, uint32_t at, uint64_t d) {
    uint32_t k, n = inst->v.type->bits;
    if (at || !shift_count(inst, &k)) return ~0ull;
    if (inst->v.op == IR_SHL) return d >> k;
    uint64_t in = d << k & mask_of(n);
    bool sign = inst->v.op == IR_ASHR && (d & ~(mask_of(n) >> k));
    return sign ? in | 1ull << (n - 1) : in;
}

static uint64_t reads_remainder(const IrInst *inst, uint32_t at, uint64_t d) {
    uint64_t low;
    if (at || !below_power(inst, &low)) return ~0ull;
    if (inst->v.op == IR_UREM) return d & low;
    return d & ~low ? ~0ull : d; // higher ones: by the sign
}

static uint64_t reads_cast(const IrInst *inst, uint32_t at, uint64_t d) {
    uint32_t from = ir_op(inst, 0)->type->bits;
    uint64_t low = mask_of(from), copies = inst->v.op == IR_SEXT ? d & ~low : 0;
    return (d & low) | (copies ? 1ull << (from - 1) : 0);
}

static uint64_t reads_choice(const IrInst *inst, uint32_t at, uint64_t d) {
    return at ? d : ~0ull;
}

static uint64_t reads_address(const IrInst *inst, uint32_t at, uint64_t d) {
    return at && ir_ty_is_ptr(inst->v.type) ? mask_of(inst->v.type->bits) : ~0ull;
}

static uint64_t reads_swap(const IrInst *inst, uint64_t d) {
    switch (inst->v.type->bits) {
    case 64: return __builtin_bswap64(d);
    case 32: return __builtin_bswap32((uint32_t)d);
    default: return ~0ull;
    }
}

static uint64_t reads_funnel(const IrInst *inst, uint32_t at, uint64_t d) {
    const IrConst *count = ir_as_cint(ir_op(inst, 2));
    uint32_t n = inst->v.type->bits;
    bool whole = is_any_of(n, 32, 64);
    if (!count || at == 2 || !whole) return ~0ull;
    uint32_t k = (uint32_t)(ir_uval(count) % n);
    // fshr by k is fshl by n - k (k 0: all of b)
    if (ir_intrin_of(inst) == IR_I_fshr) k = n - k;
    if (is_any_of(k, 0, n)) return ~0ull;
    return at == 0 ? d >> k : d << (n - k) & mask_of(n);
}

static uint64_t reads_call(const IrInst *inst, uint32_t at, uint64_t d) {
    switch (ir_intrin_of(inst)) {
    case IR_I_bswap: return reads_swap(inst, d);
    case IR_I_fshl:
    case IR_I_fshr: return reads_funnel(inst, at, d);
    default: return ~0ull;
    }
}

// Operations without a row read all.
static Reads *const reads[IR_NOPS] = {
    [IR_AND] = reads_and,        [IR_OR] = reads_or,         [IR_XOR] = reads_same,
    [IR_PHI] = reads_same,       [IR_FREEZE] = reads_same,   [IR_ADD] = reads_sum,
    [IR_SUB] = reads_sum,        [IR_MUL] = reads_sum,       [IR_SHL] = reads_shift,
    [IR_LSHR] = reads_shift,     [IR_ASHR] = reads_shift,    [IR_UREM] = reads_remainder,
    [IR_SREM] = reads_remainder, [IR_SELECT] = reads_choice, [IR_CALL] = reads_call,
    [IR_GEP] = reads_address,    [IR_TRUNC] = reads_cast,    [IR_ZEXT] = reads_cast,
    [IR_SEXT] = reads_cast,
};

static uint64_t demanded_of(const IrInst *inst, uint32_t at, uint64_t d) {
    bool told_apart = is_tracked(&inst->v) || inst->v.op == IR_GEP;
    Reads *of = reads[inst->v.op];
    return told_apart && of ? of(inst, at, d) : ~0ull;
}

static void demand(Demand *c, const IrInst *reader, uint64_t d) {
    for (uint32_t k = 0; k < reader->nops; k++) {
        IrInst *x = ir_as_inst(ir_op(reader, k));
        if (!x || !is_tracked(&x->v)) continue;
        uint64_t more = demanded_of(reader, k, d) & mask_of(x->v.type->bits);
        if (!(more & ~c->bits[x->v.id])) continue;
        c->bits[x->v.id] |= more;
        if (bitset_has(&c->queued, x->v.id)) continue;
        bitset_add(&c->queued, x->v.id);
        vec_push(c->a, &c->work, x);
    }
}

static void analyse(Demand *c) {
    for (uint32_t b = 0; b < c->cfg->n; b++) {
        IR_FOREACH_INST(i, c->cfg->rpo[b]) {
            bool tracked = is_tracked(&i->v), effect = ir_has_effect(i);
            if (tracked && !effect) continue;
            if (tracked) c->bits[i->v.id] = mask_of(i->v.type->bits);
            if (effect || i->v.uses || ir_is_term(i)) demand(c, i, ~0ull);
        }
    }
    while (c->work.n) {
        IrInst *i = vec_pop(&c->work);
        bitset_del(&c->queued, i->v.id);
        demand(c, i, c->bits[i->v.id]);
    }
}

// ---- simplifying ----

// Tracked, and there when the analysis was made.
static bool is_known(const Demand *demand, const IrValue *value) {
    return is_tracked(value) && value->id < demand->n;
}

// The other bits of `changed` are others then: nothing promised about them holds any longer.
static void drop_promises(Demand *demand, IrValue *changed) {
    VEC(IrValue *) todo = {0};
    vec_push(demand->a, &todo, changed);
    while (todo.n) {
        IrValue *x = vec_pop(&todo);
        IR_FOREACH_USE(u, x) {
            IrInst *i = u->user;
            if (!is_known(demand, &i->v) || bitset_has(&demand->queued, i->v.id)) continue;
            uint8_t class = ir_ops[i->v.op].class;
            bool promises = is_any_of(class, IRC_BINARY, IRC_CAST);
            if (promises) i->v.flags &= (uint16_t)~POISON_FLAGS;
            bool all_read = demand->bits[i->v.id] == mask_of(i->v.type->bits);
            if (all_read) continue; // its value stays as it was
            bitset_add(&demand->queued, i->v.id);
            vec_push(demand->a, &todo, &i->v);
        }
    }
}

static IrValue *number(const IrType *type, uint64_t v) {
    return &ir_int((IrType *)(uintptr_t)type, v & mask_of(type->bits))->v;
}

// What gives the same bits d as `inst`; NULL: nothing simpler does.
typedef IrValue *Simpler(IrBuilder *builder, const IrInst *inst, uint64_t d);

static IrValue *simpler_and(IrBuilder *builder, const IrInst *conjunction, uint64_t d) {
    uint64_t c;
    if (!const_operand(conjunction, 1, &c)) return NULL;
    if (!(d & c)) return number(conjunction->v.type, 0);
    return d & ~c ? NULL : ir_op(conjunction, 0);
}

static IrValue *simpler_or(IrBuilder *builder, const IrInst *disjunction, uint64_t d) {
    uint64_t c;
    if (!const_operand(disjunction, 1, &c)) return NULL;
    if (!(d & ~c)) return number(disjunction->v.type, c);
    return d & c ? NULL : ir_op(disjunction, 0);
}

static IrValue *simpler_xor(IrBuilder *builder, const IrInst *exclusive, uint64_t d) {
    uint64_t c;
    return const_operand(exclusive, 1, &c) && !(d & c) ? ir_op(exclusive, 0) : NULL;
}

static IrValue *simpler_sum(IrBuilder *builder, const IrInst *sum, uint64_t d) {
    uint64_t c;
    return const_operand(sum, 1, &c) && !(up_to_top(d) & c) ? ir_op(sum, 0) : NULL;
}

// Whether `in`, shifted by k, is what shifted the other way by as much before.
static bool undoes_shift(const IrInst *in, bool left, uint32_t k) {
    uint32_t back;
    bool right = is_any_of(in->v.op, IR_LSHR, IR_ASHR);
    bool opposite = left ? right : in->v.op == IR_SHL;
    return opposite && shift_count(in, &back) && back == k;
}

static IrValue *simpler_shift(IrBuilder *builder, const IrInst *shift, uint64_t d) {
    IrValue *shifted = ir_op(shift, 0);
    const IrInst *in = ir_as_inst(shifted);
    uint32_t k, n = shift->v.type->bits;
    if (!shift_count(shift, &k)) return NULL;
    bool left = shift->v.op == IR_SHL;
    uint64_t kept = left ? ~mask_of(k) : mask_of(n - k); // where a pair changes nothing
    bool unchanged = in && !(d & ~kept);
    if (unchanged && undoes_shift(in, left, k)) return ir_op(in, 0);
    bool sign_unread = shift->v.op == IR_ASHR && !(d & ~(mask_of(n) >> k));
    return sign_unread ? ir_lshr(builder, shifted, ir_op(shift, 1)) : NULL;
}

static IrValue *simpler_cast(IrBuilder *builder, const IrInst *extension, uint64_t d) {
    const IrInst *in = ir_as_op(ir_op(extension, 0), IR_TRUNC);
    uint64_t low = mask_of(ir_op(extension, 0)->type->bits);
    if (d & ~low) return NULL;
    if (in && ir_op(in, 0)->type == extension->v.type) return ir_op(in, 0);
    return extension->v.op == IR_SEXT ? ir_zext(builder, ir_op(extension, 0), extension->v.type)
                                      : NULL;
}

static IrValue *simpler_remainder(IrBuilder *builder, const IrInst *remainder, uint64_t d) {
    uint64_t low;
    return below_power(remainder, &low) && !(d & ~low) ? ir_op(remainder, 0) : NULL;
}

// Constant arms lose the bits that nobody reads, when one becomes zero or both the same.
static IrValue *simpler_select(IrBuilder *builder, const IrInst *choice, uint64_t d) {
    uint64_t t, f;
    if (!const_operand(choice, 1, &t) || !const_operand(choice, 2, &f)) return NULL;
    uint64_t tt = t & d, ff = f & d;
    if (tt == ff) return number(choice->v.type, tt);
    bool simpler = (!tt && t) || (!ff && f);
    if (!simpler) return NULL;
    return ir_select(builder, ir_op(choice, 0), number(choice->v.type, tt),
                     number(choice->v.type, ff));
}

static Simpler *const simplers[IR_NOPS] = {
    [IR_AND] = simpler_and,       [IR_OR] = simpler_or,          [IR_XOR] = simpler_xor,
    [IR_ADD] = simpler_sum,       [IR_SUB] = simpler_sum,        [IR_SHL] = simpler_shift,
    [IR_LSHR] = simpler_shift,    [IR_ASHR] = simpler_shift,     [IR_ZEXT] = simpler_cast,
    [IR_SEXT] = simpler_cast,     [IR_UREM] = simpler_remainder, [IR_SREM] = simpler_remainder,
    [IR_SELECT] = simpler_select,
};

static IrValue *simpler(Demand *demand, IrInst *read) {
    uint64_t d = demand->bits[read->v.id];
    if (!d) return number(read->v.type, 0);
    if (d == mask_of(read->v.type->bits)) return NULL;
    IrBuilder builder = ir_builder_at(read);
    Simpler *of = simplers[read->v.op];
    return of ? of(&builder, read, d) : NULL;
}

static void simplify(Demand *demand) {
    for (uint32_t k = 0; k < demand->cfg->n; k++) {
        IR_FOREACH_INST_SAFE(i, demand->cfg->rpo[k]) {
            if (!is_known(demand, &i->v) || !i->v.uses || ir_has_effect(i)) continue;
            IrValue *v = simpler(demand, i);
            if (!v) continue;
            drop_promises(demand, &i->v);
            // a new instruction stands for the old one in what follows
            if (v->kind == IR_V_INST && v->id >= demand->n) v->name = i->v.name;
            ir_replace_uses(&i->v, v);
            demand->changed = true;
        }
    }
}

// ---- narrowing of i64 to i32 ----

enum { NARROW = 32 };

static bool can_narrow(const Demand *demand, const IrInst *wide) {
    static const bool narrows[IR_NOPS] = {
        [IR_ADD] = true, [IR_SUB] = true, [IR_MUL] = true,    [IR_AND] = true, [IR_OR] = true,
        [IR_XOR] = true, [IR_SHL] = true, [IR_SELECT] = true, [IR_PHI] = true};
    uint32_t k;
    bool known = wide->v.id < demand->n && ir_ty_is_i(wide->v.type, 64);
    if (!known || !wide->v.uses || !narrows[wide->v.op]) return false;
    if (demand->bits[wide->v.id] & ~mask_of(NARROW)) return false;
    return wide->v.op != IR_SHL || (shift_count(wide, &k) && k < NARROW);
}

static uint32_t find(Demand *demand, uint32_t x) {
    while (demand->group[x] != x) x = demand->group[x] = demand->group[demand->group[x]];
    return x;
}

static bool is_member(const Demand *demand, const IrValue *value) {
    return value->kind == IR_V_INST && value->id < demand->n && demand->group[value->id] != AN_NONE;
}

// Operands of the wide type: not the conditions of selects, shift counts, blocks of phis.
static bool is_wide_operand(const IrInst *inst, uint32_t k) {
    if (inst->v.op == IR_SELECT) return k > 0;
    if (inst->v.op == IR_PHI) return k % 2 == 0;
    return inst->v.op != IR_SHL || k == 0;
}

static bool is_short_extension(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    bool extends = inst && is_any_of(inst->v.op, IR_ZEXT, IR_SEXT);
    return extends && ir_op(inst, 0)->type->bits <= NARROW;
}

// What narrowing this member saves, in instructions.
static int32_t gain_of(Demand *demand, const IrInst *member) {
    int32_t gain = member->v.op == IR_MUL ? 3 : 1;
    bool wide_user = false;
    for (uint32_t k = 0; k < member->nops; k++) {
        const IrValue *x = ir_op(member, k);
        if (!is_wide_operand(member, k) || is_member(demand, x) || ir_is_const(x)) continue;
        if (!is_short_extension(x))
            gain--;
        else if (ir_one_use(x))
            gain++;
    }
    IR_FOREACH_USE(u, &member->v) {
        if (is_member(demand, &u->user->v)) continue;
        bool goes = u->user->v.op == IR_TRUNC && u->user->v.type->bits == NARROW;
        gain += goes;
        wide_user = wide_user || u->user->v.op != IR_TRUNC;
    }
    return gain - wide_user;
}

static bool choose_members(Demand *demand) {
    bool any = false;
    demand->group = arena_array(demand->a, uint32_t, demand->n + 1);
    memset(demand->group, 0xff, demand->n * sizeof *demand->group);
    for (uint32_t b = 0; b < demand->cfg->n; b++) {
        IR_FOREACH_INST(i, demand->cfg->rpo[b]) {
            if (!can_narrow(demand, i)) continue;
            demand->group[i->v.id] = i->v.id;
            any = true;
        }
    }
    if (!any) return false;
    demand->gain = arena_array(demand->a, int32_t, demand->n);
    for (uint32_t b = 0; b < demand->cfg->n; b++) {
        IR_FOREACH_INST(i, demand->cfg->rpo[b]) {
            for (uint32_t k = 0; is_member(demand, &i->v) && k < i->nops; k++) {
                IrValue *x = ir_op(i, k);
                if (!is_wide_operand(i, k) || !is_member(demand, x)) continue;
                uint32_t into = find(demand, i->v.id);
                demand->group[find(demand, x->id)] = into;
            }
        }
    }
    for (uint32_t b = 0; b < demand->cfg->n; b++) {
        IR_FOREACH_INST(i, demand->cfg->rpo[b]) {
            if (is_member(demand, &i->v)) demand->gain[find(demand, i->v.id)] += gain_of(demand, i);
        }
    }
    return true;
}

static bool is_chosen(Demand *demand, const IrValue *value) {
    return is_member(demand, value) && demand->gain[find(demand, value->id)] > 0;
}

static IrValue *narrow_operand(Demand *demand, IrBuilder *builder, IrValue *wide) {
    IrType *t = demand->m->ty_i32;
    if (is_chosen(demand, wide)) return demand->narrow[wide->id];
    if (!is_short_extension(wide)) return ir_trunc(builder, wide, t);
    return ir_int_resize(builder, ir_op((IrInst *)wide, 0), t, wide->op == IR_SEXT);
}

static void make_narrow(Demand *demand, IrInst *wide) {
    IrBuilder builder = ir_builder_at(wide);
    IrValue *value;
    if (wide->v.op == IR_PHI) {
        value = &ir_phi(&builder, demand->m->ty_i32, ir_phi_n(wide))->v; // its operands come later
    } else if (wide->v.op == IR_SELECT) {
        IrValue *t = narrow_operand(demand, &builder, ir_op(wide, 1)),
                *f = narrow_operand(demand, &builder, ir_op(wide, 2));
        value = ir_select(&builder, ir_op(wide, 0), t, f);
    } else {
        IrValue *x = narrow_operand(demand, &builder, ir_op(wide, 0)),
                *y = narrow_operand(demand, &builder, ir_op(wide, 1));
        value = ir_bin(&builder, (IrOp)wide->v.op, 0, x, y);
    }
    if (value->kind == IR_V_INST && !value->name) value->name = wide->v.name;
    demand->narrow[wide->v.id] = value;
}

static void fill_phi(Demand *demand, IrInst *wide) {
    IrInst *p = (IrInst *)demand->narrow[wide->v.id];
    for (uint32_t k = 0; k < ir_phi_n(wide); k++) {
        IrBlock *from = ir_phi_block(wide, k);
        IrBuilder b = ir_builder_at(ir_term(from));
        int same = ir_phi_find(p, from); // a block comes several times with one value
        IrValue *v = same >= 0 ? ir_phi_value(p, (uint32_t)same)
                               : narrow_operand(demand, &b, ir_phi_value(wide, k));
        ir_phi_add(p, v, from);
    }
}

// The users that are no members get the narrow value, extended where they want it wide.
static void leave(Demand *demand, IrInst *member) {
    IrValue *value = demand->narrow[member->v.id], *wide = NULL;
    IrInst *at = member->v.op == IR_PHI ? ir_first_non_phi(member->block) : member;
    IrBuilder builder = ir_builder_at(at);
    drop_promises(demand, &member->v);
    IR_FOREACH_USE_SAFE(u, &member->v) {
        IrInst *user = u->user;
        if (is_chosen(demand, &user->v)) continue;
        if (user->v.op == IR_TRUNC && user->v.type->bits <= NARROW) {
            ir_replace_uses(&user->v, ir_trunc(&builder, value, user->v.type));
            continue; // dead now
        }
        if (!wide) wide = ir_zext(&builder, value, member->v.type);
        ir_set_op(user, ir_use_index(u), wide);
    }
}

static void for_chosen(Demand *demand, void (*act)(Demand *, IrInst *), int phis) {
    for (uint32_t b = 0; b < demand->cfg->n; b++) {
        IR_FOREACH_INST_SAFE(i, demand->cfg->rpo[b]) {
            if (phis >= 0 && (i->v.op == IR_PHI) != phis) continue;
            if (is_chosen(demand, &i->v)) act(demand, i);
        }
    }
}

static void forget(Demand *demand, IrInst *member) { // used by other members only
    ir_replace_uses(&member->v, &ir_poison(demand->m, member->v.type)->v);
    ir_erase(member);
    demand->changed = true;
}

static void narrow(Demand *demand) {
    if (!choose_members(demand)) return;
    demand->narrow = arena_array(demand->a, IrValue *, demand->n);
    for_chosen(demand, make_narrow, 1);
    for_chosen(demand, make_narrow, 0);
    for_chosen(demand, fill_phi, 1);
    for_chosen(demand, leave, -1);
    for_chosen(demand, forget, -1);
}

OPT_FUNC_PASS(demanded_bits);
bool opt_demanded_bits(PassCtx *pc, IrFunc *fn) {
    Demand c = {.pc = pc, .m = fn->g.m, .a = pc->tmp, .cfg = an_cfg(pc->an), .n = fn->nvalues};
    c.bits = arena_array(c.a, uint64_t, c.n + 1);
    bitset_init(&c.queued, c.a, c.n + 1);
    analyse(&c);
    bitset_clear(&c.queued); // from here on: values whose promises are gone
    simplify(&c);
    narrow(&c);
    return c.changed;
}
