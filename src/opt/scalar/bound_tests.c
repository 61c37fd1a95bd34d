// SPDX-License-Identifier: Apache-2.0
// bound-tests: sums that only tests against a bound need are taken to the bound's side.
//
//     loop: br (%i + 1 < %n) ..., (%i + 2 < %n)  =>  before the loop %m = %n - 1, %k = %n - 2
//                                                    loop: br (%i < %m) ..., (%i < %k)
//
//     br (%x < %n), br (%x + 1 < %n), br (%x + 2 < %n), each behind the one before
//                                                =>  %d = %n - %x; br (%x < %n), (%d != 1), (%d !=
//                                                2)
//
// In loops the bound must stay and the other side change, and the bound less the constant must not
// wrap (its range says so; equality may). In a chain each test is reached only where the one before
// it held, so that the next number is the bound or below it: whether it is the bound holds modulo
// 2^bits. Late, as all that looks at conditions likes the constant on the number's side.
//
// Refused: sums that anything else needs, tests without a loop or chain, loops with many registers
// alive, chains of one.
#include "opt/common/common.h"

enum { LIMIT = 40, CHAIN_STEPS = 16, MOST_TESTS = 4096 };

typedef struct Test { // number + constant, compared with a bound
    IrInst *compare;
    IrValue *number, *bound;
    uint64_t constant;
    IrPred pred;      // with the sum on its left
    bool sum;         // false: the number itself, the constant is 0
    uint32_t before;  // of a chain: the test that held, UINT32_MAX: none
    uint32_t members; // of a chain's first test: sums behind it
    IrValue *distance;
} Test;

typedef struct Moved { // a bound less a constant, in front of a loop
    IrValue *bound, *value;
    uint64_t constant;
    const AnLoop *loop;
} Moved;

typedef struct Bounds {
    PassCtx *pc;
    const AnLoops *loops;
    const AnDom *dom;
    VEC(Test) test;
    VEC(Moved) moved;
    Map of; // compare -> test + 1
} Bounds;

static bool is_signed(IrPred pred) {
    return is_any_of(pred, IR_SLT, IR_SLE, IR_SGT, IR_SGE);
}

static bool is_equality(IrPred pred) {
    return is_any_of(pred, IR_EQ, IR_NE);
}

// The side is a sum with a constant that nothing but the comparison needs and that does not wrap.
static bool is_sum(const IrInst *compare, uint32_t side, IrPred pred) {
    IrInst *sum = ir_as_op(ir_op(compare, side), IR_ADD);
    if (!sum || !ir_as_cint(ir_op(sum, 1)) || !ir_one_use(&sum->v)) return false;
    if (sum->v.type->bits > 64 || ir_as_cint(ir_op(compare, 1 - side))) return false;
    return is_equality(pred) || (sum->v.flags & (is_signed(pred) ? IR_NSW : IR_NUW));
}

static bool find_test(const IrInst *compare, Test *out) {
    const IrType *type = ir_op(compare, 0)->type;
    if (type->kind != IR_TY_INT || type->bits > 64) return false;
    for (uint32_t side = 0; side < 2; side++) {
        IrPred pred = side ? ir_swapped_pred((IrPred)compare->pred) : (IrPred)compare->pred;
        if (!is_sum(compare, side, pred)) continue;
        IrInst *sum = ir_as_inst(ir_op(compare, side));
        *out = (Test){.number = ir_op(sum, 0),
                      .bound = ir_op(compare, 1 - side),
                      .pred = pred,
                      .constant = ir_uval(ir_as_cint(ir_op(sum, 1))),
                      .sum = true};
        return true;
    }
    *out = (Test){
        .number = ir_op(compare, 0), .bound = ir_op(compare, 1), .pred = (IrPred)compare->pred};
    return !ir_as_cint(out->bound);
}

// ---- loops --------------------------------------------------------------------------------------

static bool fits(const Test *test, const AnRange *bound) {
    uint32_t bits = test->bound->type->bits;
    if (is_equality(test->pred)) return true;
    if (!is_signed(test->pred)) return bound->umin >= test->constant;
    int64_t constant = (int64_t)(test->constant << (64 - bits)) >> (64 - bits);
    int64_t least = INT64_MIN >> (64 - bits), most = INT64_MAX >> (64 - bits);
    return constant >= 0 ? bound->smin >= least + constant : bound->smax <= most + constant;
}

// The outermost loop around the test that keeps the bound and changes the number; NULL: none.
static const AnLoop *loop_of(const Bounds *bounds, const Test *test) {
    const AnLoop *found = NULL, *loop = an_loop_of(bounds->loops, test->compare->block);
    for (; loop && an_loop_invariant(bounds->loops, loop, test->bound); loop = loop->parent) {
        if (an_loop_invariant(bounds->loops, loop, test->number)) continue;
        if (an_preheader(bounds->loops, loop)) found = loop;
    }
    return found;
}

static IrValue *moved_bound(Bounds *bounds, const Test *test, const AnLoop *loop) {
    VEC_FOREACH (const Moved, moved, &bounds->moved) {
        bool same = moved->bound == test->bound && moved->constant == test->constant;
        if (same && moved->loop == loop) return moved->value;
    }
    IrBlock *before = an_preheader(bounds->loops, loop);
    IrBuilder builder = ir_builder_at(ir_term(before));
    IrValue *constant = &ir_int(test->bound->type, test->constant)->v;
    IrValue *value = ir_bin(&builder, IR_SUB, 0, test->bound, constant);
    vec_push(bounds->pc->tmp, &bounds->moved, ((Moved){test->bound, value, test->constant, loop}));
    return value;
}

static bool compare_as(Test *test, IrPred pred, IrValue *left, IrValue *right) {
    IrBuilder builder = ir_builder_at(test->compare);
    ir_replace_erase(test->compare, ir_cmp(&builder, pred, left, right));
    return true;
}

static bool move_to_bound(Bounds *bounds, Test *test) {
    const AnLoop *loop = test->sum ? loop_of(bounds, test) : NULL;
    if (!loop) return false;
    const AnPressure *pressure = an_pressure(bounds->pc->an);
    const AnLoop *inner = an_loop_of(bounds->loops, test->compare->block);
    if (pressure->loop[inner->index].regs >= LIMIT) return false;
    AnRange range = an_range_at(bounds->pc->an, test->bound, an_preheader(bounds->loops, loop));
    if (!fits(test, &range)) return false;
    return compare_as(test, test->pred, test->number, moved_bound(bounds, test, loop));
}

// ---- chains -------------------------------------------------------------------------------------

// "less" holds on an edge to a block: it goes there where number + constant < bound.
static bool holds_on(const Test *test, const IrInst *term, const IrBlock *to) {
    bool less = is_any_of(test->pred, IR_SLT, IR_ULT);
    bool not_less = is_any_of(test->pred, IR_SGE, IR_UGE);
    if (ir_succ(term, 0) == ir_succ(term, 1)) return false;
    return (less && ir_succ(term, 0) == to) || (not_less && ir_succ(term, 1) == to);
}

static bool follows(const Test *before, const Test *test) {
    bool same = before->number == test->number && before->bound == test->bound;
    return same && is_signed(before->pred) == is_signed(test->pred) &&
           before->constant + 1 == test->constant;
}

// The test with the constant before this one's that held on all ways to it.
static uint32_t test_before(const Bounds *bounds, const Test *test) {
    const IrBlock *below = test->compare->block;
    for (uint32_t k = 0; k < CHAIN_STEPS; k++) {
        const IrBlock *at = bounds->dom->idom[below->v.id];
        const IrInst *term = at ? ir_term(at) : NULL;
        if (!term) break;
        uintptr_t n =
            ir_is_two_way(term) ? (uintptr_t)map_get(&bounds->of, (uintptr_t)ir_op(term, 0)) : 0;
        const Test *before = n ? &bounds->test.at[n - 1] : NULL;
        if (before && follows(before, test) && ir_single_pred(below) == at &&
            holds_on(before, term, below))
            return (uint32_t)n - 1;
        below = at;
    }
    return UINT32_MAX;
}

static bool is_less(IrPred pred) {
    return is_any_of(pred, IR_SLT, IR_ULT);
}

static Test *first_of(Bounds *bounds, Test *test) {
    while (test->before != UINT32_MAX) test = &bounds->test.at[test->before];
    return test;
}

static bool take_from_chain(Bounds *bounds, Test *test) {
    if (test->before == UINT32_MAX) return false;
    Test *first = first_of(bounds, test);
    if (first->members < 2) return false;
    if (!first->distance) {
        IrBuilder builder = ir_builder_at(first->compare);
        first->distance = ir_bin(&builder, IR_SUB, 0, first->bound, first->number);
    }
    IrValue *constant = &ir_int(test->number->type, test->constant)->v;
    return compare_as(test, is_less(test->pred) ? IR_NE : IR_EQ, first->distance, constant);
}

static void find_chains(Bounds *bounds) {
    VEC_FOREACH (Test, test, &bounds->test) {
        test->before = UINT32_MAX;
        if (!test->sum || !is_any_of(test->pred, IR_SLT, IR_ULT, IR_SGE, IR_UGE)) continue;
        test->before = test_before(bounds, test);
        if (test->before != UINT32_MAX) first_of(bounds, test)->members++;
    }
}

OPT_FUNC_PASS(bound_tests);
bool opt_bound_tests(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    Bounds bounds = {.pc = pc, .loops = an_loops(pc->an), .dom = an_dom(pc->an)};
    map_init(&bounds.of, pc->tmp);
    bool any = false, changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(inst, cfg->rpo[k]) {
            Test test;
            if (inst->v.op != IR_ICMP || !find_test(inst, &test)) continue;
            if (bounds.test.n == MOST_TESTS) break;
            test.compare = inst;
            any |= test.sum;
            vec_push(pc->tmp, &bounds.test, test);
            map_put(&bounds.of, (uintptr_t)inst, (void *)(uintptr_t)bounds.test.n);
        }
    }
    if (!any) return false;
    find_chains(&bounds);
    // what follows comes first: the first test stays where its distance is made
    for (uint32_t k = bounds.test.n; k-- > 0;) {
        Test *test = &bounds.test.at[k];
        changed |= take_from_chain(&bounds, test) || move_to_bound(&bounds, test);
    }
    (void)fn;
    return changed;
}
