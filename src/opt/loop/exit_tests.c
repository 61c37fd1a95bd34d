// SPDX-License-Identifier: Apache-2.0
// loop-exit-tests: a loop that counts tests what it has counted to, not what it had counted from.
//
//     h: %i = phi [0,pre], [%j,h]              h: %i = phi [0,pre], [%j,h]
//        ...                                      ...
//        %j = add nsw %i, 8             =>        %j = add nsw %i, 8
//        br (%i < 992), %h, %exit                 br (%j < 1000), %h, %exit
//
// instcombine goes the other way (it takes a constant out of a comparison), which is good for all
// that looks at conditions; this is for ptxas, which unrolls and counts such a loop only if it sees
// the counter that goes round in the test: a sum of floats took half of the time on an H200. The
// register of %i is free in the test, too.
//
// Where the numbers that %i can have are known, %j is known not to overflow in the last round, in
// which nobody may have asked for it, and keeps its flags. Refused: an ordered test where that is
// not known; tests of what is no counter of the block that jumps back; steps and bounds that are no
// constants of up to 64 bits.
#include "opt/common/common.h"

typedef __int128 Wide; // any number of 64 bits and the sum of two

typedef struct Counter {
    IrInst *phi, *next;   // next: phi + step, from `latch`
    const IrBlock *latch; // where the test stands
    const IrConst *bound; // compared with the phi
    int64_t step;
    uint32_t bits;
    IrPred stay; // the loop goes on where `phi stay bound`
} Counter;

// The numbers that the phi can have, as signed or unsigned ones.
typedef struct Span {
    Wide low, high;
} Span;

// The branch at the end of a block that jumps back, as a counter's test.
static bool find_counter(const IrInst *term, Counter *out) {
    const IrInst *test =
        term->v.op == IR_BR && ir_nsucc(term) == 2 ? ir_as_op(ir_op(term, 0), IR_ICMP) : NULL;
    IrInst *phi = test ? ir_as_op(ir_op(test, 0), IR_PHI) : NULL;
    const IrConst *bound = test ? ir_as_cint(ir_op(test, 1)) : NULL;
    if (!phi || !bound || bound->v.type->bits > 64) return false;

    bool goes_back = ir_succ(term, 0) == phi->block;
    if (goes_back == (ir_succ(term, 1) == phi->block)) return false;
    IrValue *round = ir_phi_from(phi, term->block);
    IrInst *next = round ? ir_as_op(round, IR_ADD) : NULL;
    const IrConst *step = next && ir_op(next, 0) == &phi->v ? ir_as_cint(ir_op(next, 1)) : NULL;
    if (!step) return false;

    IrPred pred = (IrPred)test->pred;
    *out = (Counter){.phi = phi,
                     .next = next,
                     .latch = term->block,
                     .bound = bound,
                     .step = ir_sval(step),
                     .bits = bound->v.type->bits,
                     .stay = goes_back ? pred : ir_inverse_pred(pred)};
    return out->step != 0;
}

static bool is_signed(IrPred pred) {
    return is_any_of(pred, IR_SLT, IR_SLE, IR_SGT, IR_SGE);
}

static Wide number(const IrConst *constant, bool as_signed) {
    return as_signed ? (Wide)ir_sval(constant) : (Wide)ir_uval(constant);
}

// The constants that the phi begins with. False: it begins with something else, too, or another
// block goes round, which does not test.
static bool find_starts(const Counter *counter, bool as_signed, Span *starts) {
    bool any = false;
    for (uint32_t k = 0; k < ir_phi_n(counter->phi); k++) {
        if (ir_phi_block(counter->phi, k) == counter->latch) continue;
        const IrConst *start = ir_as_cint(ir_phi_value(counter->phi, k));
        if (!start) return false;
        Wide value = number(start, as_signed);
        starts->low = any ? CU_MIN(starts->low, value) : value;
        starts->high = any ? CU_MAX(starts->high, value) : value;
        any = true;
    }
    return any;
}

// What the phi can be, from where it begins, by how it goes on. False: not known.
static bool find_span(const Counter *counter, bool as_signed, Span *span) {
    if (!find_starts(counter, as_signed, span)) return false;
    Wide bound = number(counter->bound, as_signed), step = counter->step;

    IrPred stay = counter->stay;
    if (is_any_of(stay, IR_SLT, IR_ULT, IR_SLE, IR_ULE)) { // it was no higher, and a step is added
        Wide last = is_any_of(stay, IR_SLT, IR_ULT) ? bound - 1 : bound;
        span->high = CU_MAX(span->high, last + step);
        return step > 0;
    }
    if (is_any_of(stay, IR_SGT, IR_UGT, IR_SGE, IR_UGE)) {
        Wide last = is_any_of(stay, IR_SGT, IR_UGT) ? bound + 1 : bound;
        span->low = CU_MIN(span->low, last + step);
        return step < 0;
    }
    if (stay != IR_NE || span->low != span->high) return false;
    Wide way = bound - span->low; // it meets the bound exactly
    span->low = CU_MIN(span->low, bound);
    span->high = CU_MAX(span->high, bound);
    return way % step == 0 && way / step >= 0;
}

static bool fits(const Counter *counter, bool as_signed, Wide value) {
    Wide one = 1;
    Wide low = as_signed ? -(one << (counter->bits - 1)) : 0;
    Wide high = as_signed ? (one << (counter->bits - 1)) - 1 : (one << counter->bits) - 1;
    return low <= value && value <= high;
}

// No step overflows, from whatever the phi can be, and the new bound is a number of the type.
static bool stays_inside(const Counter *counter, bool as_signed, const Span *span) {
    Wide step = counter->step, bound = number(counter->bound, as_signed);
    return fits(counter, as_signed, span->low + step) &&
           fits(counter, as_signed, span->high + step) && fits(counter, as_signed, bound + step);
}

// Which flags `next` may keep once it is asked for in the last round. False: the test cannot turn.
static bool may_turn(const Counter *counter, uint16_t *flags) {
    Span span, unsigned_span;
    bool ordered = counter->stay != IR_NE;
    bool as_signed = !ordered || is_signed(counter->stay);
    bool known = find_span(counter, as_signed, &span) && stays_inside(counter, as_signed, &span);
    *flags = 0;
    if (!known) return !ordered; // equality holds modulo 2^bits

    *flags |= as_signed ? IR_NSW : IR_NUW;
    unsigned_span = span;
    bool both_alike = as_signed ? span.low >= 0 && stays_inside(counter, false, &unsigned_span)
                                : stays_inside(counter, true, &span);
    if (both_alike) *flags |= IR_NSW | IR_NUW;
    return true;
}

static bool turn_test(IrInst *term) {
    Counter counter;
    uint16_t flags;
    if (!find_counter(term, &counter) || !may_turn(&counter, &flags)) return false;

    IrInst *test = ir_as_op(ir_op(term, 0), IR_ICMP);
    IrBuilder builder = ir_builder_at(term);
    uint64_t bound = ir_uval(counter.bound) + (uint64_t)counter.step;
    IrValue *turned = ir_cmp(&builder, (IrPred)test->pred, &counter.next->v,
                             &ir_int(counter.phi->v.type, bound)->v);
    counter.next->v.flags &= (uint16_t)(flags | ~(IR_NSW | IR_NUW));
    ir_set_op(term, 0, turned);
    if (!ir_has_uses(&test->v)) ir_erase(test);
    return true;
}

OPT_FUNC_PASS(loop_exit_tests);
bool opt_loop_exit_tests(PassCtx *pc, IrFunc *fn) {
    bool changed = false;
    IR_FOREACH_BLOCK(bb, fn) changed |= turn_test(ir_term(bb));
    return changed;
}
