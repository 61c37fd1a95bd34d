// SPDX-License-Identifier: Apache-2.0
// straight-line-reduce: addresses of a block that lie at one distance from each other are added up
// instead of each being computed from its index (straight-line strength reduction; LLVM has the
// like).
//
//     load (gep float, %f, sext(%i))             %d = shl (sext %n), 2
//     load (gep float, %f, sext(%i + %n))   =>   load %p, %p = gep float, %f, sext(%i)
//     load (gep float, %f, sext(%i + 2 * %n))    load %q, %q = gep i8, %p, %d
//                                                load (gep i8, %q, %d)
//
// Addresses are compared as sums: a base, values (extended where the sum does not wrap) times
// constants, a constant; each with the last few before it. Their distance may be one such value and
// a constant, which stays in the displacement. Where something is extended, the first address must
// be read or written in front of the second: only then its index has not wrapped on the way,
// whatever the second one's does. Numbers as wide as the address may wrap; the first one's sums are
// said to then.
//
// Refused: a distance that fewer than two addresses have, one that goes backwards, addresses that
// cost no more than the sum does. Late: what compares addresses (alias analysis, vectors of
// neighbours) sees less in a chain of sums.
#include "opt/common/common.h"

enum {
    NEWEST = 8, // addresses that one is compared with
    WORTH = 6,  // quarters of an instruction that an address must cost, to be a sum instead
    MOST = 512, // addresses of a block
    TERMS = 6,
    DEEP = 8,
};

typedef struct {
    IrValue *value;
    IrOp extension;  // IR_SEXT, IR_ZEXT, or 0: as wide as the address
    uint64_t factor; // as many bits as the address
} Term;
typedef struct {
    IrValue *base;
    uint32_t n;
    Term at[TERMS];
    uint64_t c;
} Sum;

typedef struct {
    IrInst *gep;
    Sum own, sum;             // behind its base; behind that one's base, and so on
    uint32_t place, accessed; // instructions of the block in front of it and of its first access
} Address;

typedef struct {
    Term by;
    uint32_t often; // addresses that have it from one before them
    IrValue *value; // in this block, once it is made
} Distance;

typedef struct {
    PassCtx *pc;
    IrFunc *fn;
    VEC(Address) at; // of the block, in order
    VEC(Distance) distances;
    Map places;         // load or store -> instructions in front of it, and 1
    VEC(IrInst *) dead; // erased at the end: sums name values
} Line;

// ---- sums --------------------------------------------------------------------------------------

static bool same_value(const Term *left, const Term *right) {
    return left->value == right->value && left->extension == right->extension;
}

static bool add_term(Sum *sum, IrValue *summand, IrOp extension, uint64_t factor) {
    Term term = {summand, extension, factor};
    if (extension == IR_ZEXT && an_is_nonneg(summand)) term.extension = IR_SEXT; // one of the two
    for (uint32_t k = 0; k < sum->n; k++) {
        if (!same_value(&sum->at[k], &term)) continue;
        sum->at[k].factor += factor;
        return true;
    }
    if (sum->n == TERMS) return false;
    sum->at[sum->n++] = term;
    return true;
}

// Is the extended result the result of the extended operands?
static bool extends(const IrInst *inst, IrOp extension) {
    if (!extension) return true;
    if (extension == IR_SEXT) return (inst->v.flags & IR_NSW) != 0;
    return (inst->v.flags & IR_NUW) != 0;
}

static uint64_t number_of(const IrConst *constant, IrOp extension) {
    return extension == IR_ZEXT ? ir_uval(constant) : (uint64_t)ir_sval(constant);
}

// A stride is often a sum itself: its multiples differ in one term if it is left whole.
static bool is_sum_of_two(IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    return inst && is_any_of(inst->v.op, IR_ADD, IR_SUB) && !ir_is_const(ir_op(inst, 1));
}

static bool add_value(Sum *sum, IrValue *summand, IrOp extension, uint64_t factor, uint32_t depth) {
    const IrConst *constant = ir_as_cint(summand);
    if (constant) {
        sum->c += number_of(constant, extension) * factor;
        return true;
    }
    IrInst *inst = ir_as_inst(summand);
    if (!inst || depth == DEEP) return add_term(sum, summand, extension, factor);
    if (!extension && is_any_of(inst->v.op, IR_SEXT, IR_ZEXT)) {
        bool is_signed = inst->v.op == IR_SEXT || (inst->v.flags & IR_NNEG);
        return add_value(sum, ir_op(inst, 0), is_signed ? IR_SEXT : IR_ZEXT, factor, depth + 1);
    }
    bool sums = is_any_of(inst->v.op, IR_ADD, IR_SUB) && extends(inst, extension);
    if (sums) {
        uint64_t second = inst->v.op == IR_SUB ? 0 - factor : factor;
        return add_value(sum, ir_op(inst, 0), extension, factor, depth + 1) &&
               add_value(sum, ir_op(inst, 1), extension, second, depth + 1);
    }
    constant = inst->nops == 2 ? ir_as_cint(ir_op(inst, 1)) : NULL;
    bool shift = inst->v.op == IR_SHL && constant && ir_uval(constant) < 31;
    bool product = inst->v.op == IR_MUL && constant;
    if (!(shift || product) || !extends(inst, extension))
        return add_term(sum, summand, extension, factor);
    uint64_t by = shift ? 1ull << ir_uval(constant) : number_of(constant, extension);
    if (is_sum_of_two(ir_op(inst, 0))) return add_term(sum, ir_op(inst, 0), extension, factor * by);
    return add_value(sum, ir_op(inst, 0), extension, factor * by, depth + 1);
}

// Over so many bases; constant ones do not count.
static bool find_sum(IrInst *gep, Sum *sum, uint32_t bases) {
    IrValue *pointer = &gep->v;
    *sum = (Sum){0};
    for (uint32_t depth = 0; depth < DEEP; depth++) {
        const IrInst *inst = ir_as_op(pointer, IR_GEP);
        int64_t off;
        if (!inst) break;
        if (ir_gep_const_offset(inst, &off)) {
            sum->c += (uint64_t)off;
        } else {
            IrValue *index = inst->nops == 2 && bases-- ? ir_op(inst, 1) : NULL;
            if (!index || !ir_ty_is_int(index->type) || index->type->bits > gep->v.type->bits)
                break;
            IrOp extension = index->type->bits < gep->v.type->bits ? IR_SEXT : (IrOp)0;
            Sum longer = *sum;
            if (!add_value(&longer, index, extension, inst->aty->size, 0)) break;
            *sum = longer;
        }
        pointer = ir_op(inst, 0);
    }
    sum->base = pointer;
    return sum->n > 0;
}

// a * x - b * x as a factor of x; the other sum may not have x.
static uint64_t factor_in(const Sum *sum, const Term *term) {
    for (uint32_t k = 0; k < sum->n; k++) {
        if (same_value(&sum->at[k], term)) return sum->at[k].factor;
    }
    return 0;
}

static bool is_modular(const Sum *sum) {
    for (uint32_t k = 0; k < sum->n; k++) {
        if (sum->at[k].extension) return false;
    }
    return true;
}

static bool may_follow(const Address *from, const Address *to, const Sum *first,
                       const Sum *second) {
    if (first->base != second->base) return false;
    bool modular = is_modular(first) && is_modular(second);
    return modular || from->accessed <= to->place;
}

// How far `to` lies behind `from`: one term, and a constant that goes to *c.
static bool distance(const Address *from, const Address *to, Term *by, int64_t *c) {
    const Sum *sums[] = {&to->own, &from->own};
    if (from->own.base != to->own.base) {
        sums[0] = &to->sum;
        sums[1] = &from->sum;
    }
    if (!may_follow(from, to, sums[1], sums[0])) return false;
    uint32_t bits = to->gep->v.type->bits, differ = 0;
    for (uint32_t s = 0; s < 2; s++) {
        for (uint32_t k = 0; k < sums[s]->n; k++) {
            Term term = sums[s]->at[k];
            uint64_t old = factor_in(sums[1], &term);
            if (s == 1 && factor_in(sums[0], &term)) continue; // seen
            term.factor = factor_in(sums[0], &term) - old;
            if (!term.factor) continue;
            *by = term;
            differ++;
        }
    }
    *c = (int64_t)((sums[0]->c - sums[1]->c) << (64 - bits)) >> (64 - bits);
    return differ == 1 && by->factor < INT32_MAX; // what is not negative, of any width
}

// In quarters of an instruction: what several read is paid by each in part. The last sum takes in a
// product of 32 bits.
static uint32_t cost_of(IrValue *value, int depth) {
    enum { MAX_DEPTH = 8, ONE = 4, MOST_USES = 16 };
    const IrInst *inst = ir_as_inst(value);
    if (!inst || depth > MAX_DEPTH) return 0;
    uint32_t class = ir_ops[inst->v.op].class, own = 0, users = 0;
    if (class == IRC_BINARY || (inst->v.op == IR_GEP && !depth)) own = ONE;
    if (!own && class != IRC_CAST) return 0;
    for (uint32_t k = 0; k < inst->nops; k++) own += cost_of(ir_op(inst, k), depth + 1);
    IR_FOREACH_USE(use, value) {
        if (users++ == MOST_USES) break;
    }
    return depth ? own / CU_MAX(users, 1u) : own;
}

// ---- finding -----------------------------------------------------------------------------------

static bool is_candidate(const IrInst *inst) {
    int64_t off;
    return inst->v.op == IR_GEP && ir_ty_is_ptr(inst->v.type) && inst->v.uses &&
           !ir_gep_const_offset(inst, &off);
}

static bool has_enough(const IrBlock *bb) {
    enum { ENOUGH = 3 };
    uint32_t n = 0;
    IR_FOREACH_INST(inst, bb) {
        n += is_candidate(inst);
        if (n == ENOUGH) return true;
    }
    return false;
}

// The first load or store through the address, or at a constant number of bytes from it.
static uint32_t first_access(const Line *line, const IrValue *pointer, int depth) {
    uint32_t first = UINT32_MAX, left = NEWEST;
    IR_FOREACH_USE(use, pointer) {
        if (!left--) break;
        const IrInst *user = use->user;
        uintptr_t place = (uintptr_t)map_get(&line->places, (uintptr_t)user);
        bool accesses = place && an_loc(user).ptr == pointer;
        int64_t off;
        if (accesses)
            first = CU_MIN(first, (uint32_t)place);
        else if (!depth && user->v.op == IR_GEP && ir_gep_const_offset(user, &off))
            first = CU_MIN(first, first_access(line, &user->v, depth + 1));
    }
    return first;
}

static void number_accesses(Line *line, const IrBlock *bb) {
    uint32_t place = 0;
    map_init(&line->places, line->pc->tmp);
    IR_FOREACH_INST(inst, bb) {
        place++;
        if (ir_is_load_or_store(inst))
            *map_slot(&line->places, (uintptr_t)inst) = (void *)(uintptr_t)place;
    }
}

static Distance *distance_of(Line *line, const Term *by) {
    for (uint32_t k = 0; k < line->distances.n; k++) {
        Distance *known = &line->distances.at[k];
        if (same_value(&known->by, by) && known->by.factor == by->factor) return known;
    }
    if (line->distances.n == MOST / NEWEST) return NULL;
    vec_push(line->pc->tmp, &line->distances, ((Distance){.by = *by}));
    return &line->distances.at[line->distances.n - 1];
}

static void count_distances(Line *line, uint32_t place) {
    const Distance *seen[NEWEST];
    uint32_t nseen = 0;
    for (uint32_t k = place; k-- > 0 && place - k <= NEWEST;) {
        int64_t c;
        Term by;
        if (!distance(&line->at.at[k], &line->at.at[place], &by, &c)) continue;
        Distance *found = distance_of(line, &by);
        bool again = !found;
        for (uint32_t n = 0; n < nseen; n++) again |= seen[n] == found;
        if (again) continue;
        seen[nseen++] = found;
        found->often++;
    }
}

static void find(Line *line, const IrBlock *bb) {
    uint32_t place = 0;
    line->at.n = 0;
    number_accesses(line, bb);
    line->distances.n = 0;
    IR_FOREACH_INST(inst, bb) {
        place++;
        if (!is_candidate(inst) || line->at.n == MOST) continue;
        Address address = {.gep = inst, .place = place};
        if (!find_sum(inst, &address.own, 1) || !find_sum(inst, &address.sum, DEEP)) continue;
        address.accessed = first_access(line, &inst->v, 0);
        vec_push(line->pc->tmp, &line->at, address);
        count_distances(line, line->at.n - 1);
    }
}

// ---- rewriting ---------------------------------------------------------------------------------

static IrValue *value_of(IrBuilder *builder, Distance *distance, IrType *type) {
    if (distance->value) return distance->value;
    const Term *by = &distance->by;
    IrValue *value = by->value;
    // as other indices are extended, so that they share the product
    bool zero = by->extension == IR_SEXT && an_is_nonneg(value);
    if (by->extension)
        value = ir_cast(builder, zero ? IR_ZEXT : by->extension, zero ? IR_NNEG : 0, value, type);
    if (by->factor != 1) value = ir_bin(builder, IR_MUL, 0, value, &ir_int(type, by->factor)->v);
    return distance->value = value;
}

// What the sum was made of may wrap from now on.
static void drop_flags(IrValue *value, uint32_t depth) {
    IrInst *inst = ir_as_inst(value);
    if (!inst || depth > 2 * DEEP) return;
    if (is_any_of(inst->v.op, IR_ADD, IR_SUB, IR_MUL, IR_SHL)) {
        inst->v.flags &= (uint16_t) ~(IR_NSW | IR_NUW);
    } else if (inst->v.op == IR_GEP) {
        inst->v.flags &= (uint16_t) ~(IR_INBOUNDS | IR_NUSW | IR_NUW);
    } else {
        return;
    }
    for (uint32_t k = 0; k < inst->nops; k++) drop_flags(ir_op(inst, k), depth + 1);
}

static bool reduce(Line *line, uint32_t place) {
    IrInst *gep = line->at.at[place].gep;
    Distance *best = NULL;
    Address *from = NULL;
    int64_t more = 0;
    for (uint32_t k = place; k-- > 0 && place - k <= NEWEST;) {
        int64_t c;
        Term by;
        if (!distance(&line->at.at[k], &line->at.at[place], &by, &c)) continue;
        Distance *found = distance_of(line, &by);
        if (!found || found->often < 2 || (best && found->often <= best->often)) continue;
        best = found;
        from = &line->at.at[k];
        more = c;
    }
    if (!best || cost_of(&gep->v, 0) < WORTH) return false;
    IrBuilder b = ir_builder_at(gep);
    IrType *type = ir_ty_int(line->fn->g.m, gep->v.type->bits);
    if (from->accessed > line->at.at[place].place) drop_flags(&from->gep->v, 0);
    IrValue *sum = ir_ptradd(&b, &from->gep->v, value_of(&b, best, type), 0);
    if (more) sum = ir_ptradd_c(&b, sum, more, 0);
    ir_replace_uses(&gep->v, sum);
    line->at.at[place].gep = ir_as_inst(sum);
    vec_push(line->pc->tmp, &line->dead, gep);
    return true;
}

OPT_FUNC_PASS(straight_line_reduce);
bool opt_straight_line_reduce(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    Line line = {.pc = pc, .fn = fn};
    IR_FOREACH_BLOCK(bb, fn) {
        if (!has_enough(bb)) continue;
        find(&line, bb);
        for (uint32_t k = 1; k < line.at.n; k++) changed |= reduce(&line, k);
    }
    for (uint32_t k = 0; k < line.dead.n; k++) opt_erase_dead(line.dead.at[k]);
    return changed;
}
