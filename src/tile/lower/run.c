// SPDX-License-Identifier: Apache-2.0
// What is known of neighbouring elements: that they are equal, or each one more than the one
// before. So loads and stores by tiles of pointers become vectors.
//
// A run is 2^n elements whose places differ in the lowest n bits only. `same` and `step` are the
// largest n for which all elements of a run are equal, or go up by one (of pointers by the size of
// what they point at). `divisor` divides the first element of each such run (of pointers in bytes).
#include "tile/lower/lower_int.h"

static TlRun none(void) {
    return (TlRun){.divisor = 1};
}

static uint64_t low_bit(uint64_t n) {
    return n & (0 - n);
}

// Where both are steps or equal by themselves, both together go at most as far as the shorter one.
static TlRun sum(const TlRun *a, const TlRun *b) {
    TlRun out = {.same = CU_MIN(a->same, b->same)};
    uint32_t left = CU_MIN(a->step, b->same), right = CU_MIN(a->same, b->step);
    out.step = CU_MAX(left, right);
    out.divisor = CU_MIN(a->divisor, b->divisor);
    return out;
}

static TlRun equal_only(const TlRun *a, const TlRun *b) {
    return (TlRun){.same = CU_MIN(a->same, b->same), .divisor = 1};
}

static bool is_one(const TileValue *value) {
    const TileOp *op = value->op;
    return op && op->code == TILE_O_CONSTANT && tile_dense_splat(op->attr[0]) &&
           tile_dense_bits(op->attr[0], 0) == 1;
}

// In a run of places the product by one number of all elements is a step only where that is one.
static TlRun product(TileLower *lower, const TileOp *multiplication, const TlRun *a,
                     const TlRun *b) {
    if (is_one(multiplication->operand[1])) return *a;
    if (is_one(multiplication->operand[0])) return *b;
    TlRun out = equal_only(a, b);
    out.divisor = CU_MIN(a->divisor * b->divisor, 1ull << 30);
    return out;
}

// A bound that the run's length divides is not within the run.
static TlRun comparison(const TileOp *op, const TlRun *a, const TlRun *b) {
    enum { LESS = 2, GREATER_OR_EQUAL = 5 };
    TlRun out = equal_only(a, b);
    uint64_t predicate = tl_attr(op, "comparison_predicate", 0);
    if (predicate != LESS && predicate != GREATER_OR_EQUAL) return out;
    uint32_t n = CU_MIN(a->step, b->same);
    n = CU_MIN(n, tl_log2(low_bit(a->divisor)));
    n = CU_MIN(n, tl_log2(low_bit(b->divisor)));
    out.same = CU_MAX(out.same, n);
    return out;
}

static TlRun broadcast(TileLower *lower, const TileOp *spreading) {
    const TileType *from = spreading->operand[0]->type, *type = spreading->result[0]->type;
    TlRun run = tl_run(lower, spreading->operand[0]);
    uint32_t n = 0;
    for (uint32_t d = type->nshape; d > 0; d--) { // the last dimensions, which the source lacks
        if (from->shape[d - 1] != 1) break;
        n += tl_log2((uint64_t)type->shape[d - 1]);
    }
    if (n) return (TlRun){.same = n, .divisor = tl_divisor(spreading->operand[0])};
    // those that both have, up to the first that is broadcast
    for (uint32_t d = type->nshape; d > 0 && from->shape[d - 1] == type->shape[d - 1]; d--)
        n += tl_log2((uint64_t)type->shape[d - 1]);
    run.same = CU_MIN(run.same, n);
    run.step = CU_MIN(run.step, n);
    return run;
}

static TlRun offset(const TileOp *op, const TlRun *a, const TlRun *b) {
    const TileType *pointer = op->operand[0]->type->sub;
    TlRun by = *b;
    by.divisor *= tl_width((TileTypeKind)pointer->sub->kind);
    TlRun out = sum(a, &by);
    if (a->step) out.step = 0; // pointers that go up already
    return out;
}

static TlRun find(TileLower *lower, const TileValue *asked) {
    const TileOp *op = asked->op;
    uint32_t all = tl_element_bits(asked->type);
    if (!op) return none();
    TlRun in[3] = {none(), none(), none()};
    bool looks = op->code != TILE_O_BROADCAST && lower->row[op->code].element;
    for (uint32_t i = 0; i < op->noperand && i < 3 && looks; i++)
        in[i] = tl_run(lower, op->operand[i]);
    switch (op->code) {
    case TILE_O_IOTA: return (TlRun){.step = all, .divisor = 1ull << 30};
    case TILE_O_CONSTANT:
        return tile_dense_splat(op->attr[0]) ? (TlRun){.same = all, .divisor = tl_divisor(asked)}
                                             : none();
    case TILE_O_ASSUME:
    case TILE_O_RESHAPE: return tl_run(lower, op->operand[0]);
    case TILE_O_EXTI:
    case TILE_O_TRUNCI:
    case TILE_O_PTR_TO_PTR: return in[0];
    case TILE_O_BROADCAST: return broadcast(lower, op);
    case TILE_O_ADDI: return sum(&in[0], &in[1]);
    case TILE_O_MULI: return product(lower, op, &in[0], &in[1]);
    case TILE_O_OFFSET: return offset(op, &in[0], &in[1]);
    case TILE_O_CMPI: return comparison(op, &in[0], &in[1]);
    default: break;
    }
    if (!looks) return none();
    TlRun out = in[0];
    for (uint32_t i = 1; i < op->noperand && i < 3; i++) out.same = CU_MIN(out.same, in[i].same);
    return (TlRun){.same = out.same, .divisor = 1};
}

TlRun tl_run(TileLower *lower, const TileValue *asked) {
    TlValue *known = tl_value(lower, asked);
    if (!asked->type->nshape) return (TlRun){.divisor = tl_divisor(asked)};
    if (!known->run_known) {
        known->run_known = true; // what depends on itself is not known meanwhile
        known->run = none();
        known->run = find(lower, asked);
    }
    return known->run;
}

uint32_t tl_vector(TileLower *lower, const TileValue *pointers, const TileValue *mask,
                   uint32_t width, const TlLayout *wanted) {
    TlRun run = tl_run(lower, pointers);
    uint32_t n = CU_MIN(run.step, tl_log2(16 / width));
    if (mask) n = CU_MIN(n, tl_run(lower, mask).same);
    uint32_t low = 0;
    while (low < wanted->nreg && wanted->reg[low] == (int8_t)low) low++;
    n = CU_MIN(n, low);
    while (n > 0 && run.divisor % ((uint64_t)width << n) != 0) n--;
    return n;
}
