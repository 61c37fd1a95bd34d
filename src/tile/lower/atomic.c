// SPDX-License-Identifier: Apache-2.0
// Atomics by pointers: one thread of those with the same element does it, the others are told.
#include "tile/lower/lower_int.h"

// TILE_E_ATOMIC.
static const uint8_t modes[] = {IR_RMW_AND, IR_RMW_OR,  IR_RMW_XOR,  IR_RMW_ADD,  IR_RMW_FADD,
                                IR_RMW_MAX, IR_RMW_MIN, IR_RMW_UMAX, IR_RMW_UMIN, IR_RMW_XCHG};

// Numbers without an atomic of their own are exchanged as bits.
static bool is_as_bits(TileTypeKind kind, uint64_t mode) {
    return modes[mode] == IR_RMW_XCHG && tile_type_row[kind].class == TILE_CLASS_FLOAT;
}

static IrOrder order_of(const TileOp *op) {
    IrOrder order = tl_semantics(op);
    return order == IR_NOT_ATOMIC ? IR_MONOTONIC : order;
}

IrValue *tl_atomic(TileLower *lower, const TileOp *exchange, TileTypeKind kind, IrValue *at,
                   IrValue *x) {
    uint64_t mode = tl_attr(exchange, "mode", 0);
    bool bits = is_as_bits(kind, mode);
    if (bits) x = tl_to_bits(lower, kind, x);
    IrInst *old = ir_atomicrmw(&lower->b, (IrRmwOp)modes[mode], at, x, order_of(exchange),
                               tl_scope(exchange));
    return bits ? tl_from_bits(lower, kind, &old->v) : &old->v;
}

static IrValue *exchange_if(TileLower *lower, const TileOp *exchange, TileTypeKind kind,
                            IrValue *at, IrValue *expected, IrValue *x) {
    IrOrder order = order_of(exchange), other = order;
    if (order == IR_ACQ_REL) other = IR_ACQUIRE;
    if (order == IR_RELEASE) other = IR_MONOTONIC;
    expected = tl_to_bits(lower, kind, expected);
    x = tl_to_bits(lower, kind, x);
    IrInst *pair = ir_cmpxchg(&lower->b, at, expected, x, order, other, tl_scope(exchange));
    return tl_from_bits(lower, kind, ir_extract(&lower->b, &pair->v, 0));
}

// Where the mask is off the result is zero, of a comparison what was expected.
static void atomics(TileLower *lower, const TileOp *exchange, bool compares) {
    const TileValue *result = exchange->result[0];
    TileTypeKind kind = tile_element(result->type);
    TlLayout layout = result->type->nshape ? tl_layout_of(lower, result) : tl_scalar_layout(lower);
    TileValue *masked = tl_slot(exchange, "mask", NULL);
    IrValue **at = tl_get(lower, exchange->operand[0], &layout),
            **x = tl_get(lower, exchange->operand[1], &layout),
            **next = compares ? tl_get(lower, exchange->operand[2], &layout) : NULL,
            **mask = masked ? tl_get(lower, masked, &layout) : NULL,
            **out = tl_regs(lower, &layout);
    tl_order(lower, exchange, true);
    IrValue *first = tl_is_first(lower, &layout);
    for (uint32_t r = 0; r < tl_nreg(&layout); r++) {
        IrValue *on = mask && first ? ir_and(&lower->b, first, mask[r]) : mask ? mask[r] : first;
        TlGuard guard = tl_guard(lower, on);
        IrValue *old = compares ? exchange_if(lower, exchange, kind, at[r], x[r], next[r])
                                : tl_atomic(lower, exchange, kind, at[r], x[r]);
        tl_guard_end(lower, &guard);
        IrValue *off = compares ? x[r] : tl_number(lower, kind, 0);
        out[r] = tl_guard_phi(lower, &guard, old, off);
    }
    if (first && result->uses) out = tl_spread(lower, kind, out, &layout, &layout);
    tl_set(lower, result, &layout, out);
    tl_done(lower, exchange, exchange->result[1], true, true);
}

void tl_do_atomic_rmw(TileLower *lower, const TileOp *exchange) {
    atomics(lower, exchange, false);
}

void tl_do_atomic_cas(TileLower *lower, const TileOp *exchange) {
    atomics(lower, exchange, true);
}
