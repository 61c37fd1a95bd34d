// SPDX-License-Identifier: Apache-2.0
// Steps of an address in the order in which they change: what an inner loop does not change is
// added to the base in front of it (licm moves it there), and constant factors of an index go into
// the size of its step, which multiplies anyway.
//
//     %x = shl (zext %token), 6                    %p = gep {float, float}, %k, %lane
//     %p = gep float, %k, %x                 =>    %q = gep [64 x float], %p, zext %token
//     %q = gep {float, float}, %p, %lane           (one sum less in the loop, and no shift)
//
// Sums of which one part changes less often than the other become two steps: of 64 bits always, as
// addresses wrap alike; extended ones of 32 bits where they do not wrap.
//
// Refused: loops with many registers alive, addresses that are needed between the steps, steps that
// would save nothing in the loop, 32-bit addresses (their sums are ordered by reassociate), more
// than six steps.
#include "opt/gpu/addr.h"

enum { STEPS = 6, PARTS_DEEP = 4 };

typedef struct Scale { // what an index counts
    IrType *type;
    uint64_t factor;
} Scale;

typedef struct Step {
    IrValue *index; // extended where it is added
    IrOp extension; // 0: as wide as the address
    uint16_t flags; // of the extension
    Scale scale;
    uint32_t depth; // of the innermost loop around the address that changes it
} Step;

typedef struct Steps {
    const AddrSums *sums;
    const IrInst *address;
    IrValue *base;
    Step at[STEPS]; // as they are added
    uint32_t n;
    uint64_t c;     // constant steps together
    uint32_t inner; // sums that the innermost loop computes today
    bool scaled;    // a factor went into a size
} Steps;

static uint32_t depth_of(const Steps *steps, const IrValue *part) {
    const AnLoops *loops = steps->sums->loops;
    const AnLoop *loop = an_loop_of(loops, steps->address->block);
    while (loop && an_loop_invariant(loops, loop, part)) loop = loop->parent;
    return loop ? loop->depth : 0;
}

static bool is_one_step(const IrInst *inst) {
    return inst->v.op == IR_GEP && inst->nops == 2 && ir_ty_is_ptr(inst->v.type) &&
           inst->v.type->bits == 64 && ir_ty_is_ptr(ir_op(inst, 0)->type);
}

static bool is_extended(const IrValue *value) {
    const IrInst *inst = ir_as_inst(value);
    return inst && is_any_of(inst->v.op, IR_SEXT, IR_ZEXT) && ir_ty_is_i(ir_op(inst, 0)->type, 32);
}

// What a product or a shift by a constant multiplies by, where a step of the size takes it in; else
// 0.
static uint64_t factor_for(const IrInst *product, uint64_t size) {
    bool multiplies = product && is_any_of(product->v.op, IR_SHL, IR_MUL);
    const IrConst *constant = multiplies ? ir_as_cint(ir_op(product, 1)) : NULL;
    if (!constant) return 0;
    uint64_t by = ir_uval(constant);
    if (product->v.op == IR_SHL) by = 1ull << CU_MIN(by, 63);
    return by && by <= INT32_MAX && size <= INT32_MAX / by ? by : 0;
}

// What multiplies an extended index by a constant goes into the step's size: one mul.wide. Other
// products stay: straight-line-reduce makes sums of them.
static IrValue *without_factor(Steps *steps, IrValue *index, Scale *scale) {
    const IrInst *product = ir_as_inst(index);
    uint64_t by = factor_for(product, scale->type->size);
    // elsewhere it was computed to be there already; of single bytes the product is the offset
    bool here = by && product->block == steps->address->block && scale->type->size > 1;
    if (!here || !is_extended(ir_op(product, 0))) return index;
    scale->factor = by;
    steps->scaled = true;
    return ir_op(product, 0);
}

// Likewise a constant that multiplies before the extension, and loses nothing.
static IrValue *without_inner_factor(Steps *steps, const IrInst *extension, Scale *scale) {
    IrValue *index = ir_op(extension, 0);
    const IrInst *product = ir_as_inst(index);
    uint64_t by = factor_for(product, scale->type->size * scale->factor);
    bool is_signed = extension->v.op == IR_SEXT || (extension->v.flags & IR_NNEG);
    bool exact = by && (product->v.flags & (is_signed ? IR_NSW : IR_NUW));
    if (!exact || !ir_one_use(index)) return index;
    scale->factor *= by;
    steps->scaled = true;
    return ir_op(product, 0);
}

static bool keeps_its_value(const IrInst *sum, IrOp extension) {
    if (!extension) return true;
    return (sum->v.flags & (extension == IR_SEXT ? IR_NSW : IR_NUW)) != 0;
}

static bool add_parts(Steps *steps, IrValue *index, IrOp extension, uint16_t flags, Scale scale,
                      uint32_t deep);

// A sum that nothing else needs, of whose parts one changes less often.
static bool add_both(Steps *steps, IrInst *sum, IrOp extension, Scale scale, uint32_t deep) {
    for (uint32_t k = 0; k < 2; k++) {
        IrValue *part = ir_op(sum, k);
        IrOp how = extension;
        uint16_t flags = 0;
        if (how == IR_SEXT && an_is_nonneg(part)) {
            how = IR_ZEXT;
            flags = IR_NNEG;
        }
        if (!add_parts(steps, part, how, flags, scale, deep + 1)) return false;
    }
    return true;
}

static bool add_parts(Steps *steps, IrValue *index, IrOp extension, uint16_t flags, Scale scale,
                      uint32_t deep) {
    IrConst *constant = ir_as_cint(index);
    if (constant) {
        bool is_signed = extension != IR_ZEXT;
        steps->c += (is_signed ? (uint64_t)ir_sval(constant) : ir_uval(constant)) * scale.factor *
                    scale.type->size;
        return true;
    }
    IrInst *sum = ir_as_op(index, IR_ADD);
    IrOp kept = extension == IR_ZEXT && (flags & IR_NNEG) && sum && !(sum->v.flags & IR_NUW)
                    ? IR_SEXT
                    : extension;
    bool apart = sum && deep < PARTS_DEEP && ir_one_use(index) && keeps_its_value(sum, kept) &&
                 depth_of(steps, ir_op(sum, 0)) != depth_of(steps, ir_op(sum, 1));
    if (apart) {
        steps->inner += depth_of(steps, index) == depth_of(steps, &steps->address->v);
        return add_both(steps, sum, kept, scale, deep);
    }
    if (steps->n == STEPS) return false;
    steps->at[steps->n++] = (Step){index, extension, flags, scale, depth_of(steps, index)};
    return true;
}

static bool add_step(Steps *steps, const IrInst *gep) {
    Scale scale = {gep->aty, 1};
    if (!scale.type->size || scale.type->size > INT32_MAX) return false;
    IrValue *index = without_factor(steps, ir_op(gep, 1), &scale);
    IrInst *extended = ir_as_inst(index);
    if (is_extended(index))
        return add_parts(steps, without_inner_factor(steps, extended, &scale), (IrOp)extended->v.op,
                         extended->v.flags & IR_NNEG, scale, 0);
    if (ir_ty_is_i(index->type, 32)) return add_parts(steps, index, IR_SEXT, 0, scale, 0);
    return ir_ty_is_i(index->type, 64) && add_parts(steps, index, (IrOp)0, 0, scale, 0);
}

// Outermost step first in `chain`: those below are the base's.
static bool find_steps(Steps *steps, IrInst *address) {
    IrInst *chain[STEPS];
    uint32_t n = 0;
    for (IrInst *at = address; at && is_one_step(at); at = ir_as_inst(ir_op(at, 0))) {
        if (n == STEPS || (at != address && !ir_one_use(&at->v))) break;
        chain[n++] = at;
    }
    if (!n) return false;
    steps->base = ir_op(chain[n - 1], 0);
    while (n--) {
        if (!add_step(steps, chain[n])) return false;
    }
    return steps->n > 0;
}

// How many sums the innermost loop computes, in the order at hand.
static uint32_t sums_inside(const Steps *steps, uint32_t depth) {
    uint32_t most = depth_of(steps, steps->base), inside = 0;
    for (uint32_t k = 0; k < steps->n; k++) {
        most = CU_MAX(most, steps->at[k].depth);
        inside += most == depth;
    }
    return inside;
}

static void sort_by_depth(Steps *steps) {
    for (uint32_t k = 1; k < steps->n; k++) {
        Step step = steps->at[k];
        uint32_t j = k;
        for (; j && steps->at[j - 1].depth > step.depth; j--) steps->at[j] = steps->at[j - 1];
        steps->at[j] = step;
    }
}

static IrValue *step_index(IrBuilder *builder, const Step *step) {
    if (!step->extension) return step->index;
    return ir_cast(builder, step->extension, step->flags, step->index, builder->m->ty_i64);
}

// What is added in front of the loop is alive in it.
static bool has_room(const AddrSums *sums, const AnLoop *loop) {
    enum { REGISTERS = 96 };
    return an_pressure(sums->pc->an)->loop[loop->index].regs < REGISTERS;
}

IrValue *opt_addr_ordered(const AddrSums *sums, IrBuilder *builder, IrInst *address) {
    Steps steps = {.sums = sums, .address = address};
    if (!is_one_step(address) || !find_steps(&steps, address)) return NULL;
    const AnLoop *loop = an_loop_of(sums->loops, address->block);
    uint32_t depth = loop ? loop->depth : 0;
    uint32_t before = sums_inside(&steps, depth) + steps.inner;
    sort_by_depth(&steps);
    bool saves = depth && sums_inside(&steps, depth) < before && has_room(sums, loop);
    if (!saves && !(steps.scaled && !steps.inner)) return NULL;

    IrValue *value = steps.base;
    for (uint32_t k = 0; k < steps.n; k++) {
        const Step *step = &steps.at[k];
        IrType *type = step->scale.type;
        if (step->scale.factor > 1) type = ir_ty_array(builder->m, type, step->scale.factor);
        value = ir_gep1(builder, type, value, step_index(builder, step), 0);
    }
    return ir_ptradd_c(builder, value, (int64_t)steps.c, 0);
}
