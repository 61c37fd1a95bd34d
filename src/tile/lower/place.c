// SPDX-License-Identifier: Apache-2.0
// Places of elements in shared memory: with gaps between lines, or as wgmma's descriptors have them
// (PTX ISA, "Strides", "Swizzling modes"): of the address the bits from 4 on are exchanged by those
// from 7 on. The bits of a thread's part and of a register's are different ones, so each is
// exchanged by itself.
#include "tile/lower/lower_int.h"

enum { LINE = 128, GAP = 16, PIECE_BIT = 4, LINE_BIT = 7 };

static uint64_t padded(uint64_t bytes) {
    return bytes + bytes / LINE * GAP;
}

static uint64_t mask_of(const TlPlaces *places) {
    return (1ull << places->swizzle) - 1;
}

static uint64_t exchanged(const TlPlaces *places, uint64_t bytes) {
    return bytes ^ (bytes >> LINE_BIT & mask_of(places)) << PIECE_BIT;
}

uint64_t tl_places_size(const TlPlaces *places, uint32_t width, uint32_t n) {
    uint64_t bytes = (uint64_t)width << n;
    return places->swizzle ? bytes : padded(bytes);
}

IrValue *tl_lane_place(TileLower *lower, const TlPlaces *order, const TlLayout *layout,
                       uint32_t width) {
    IrBuilder *b = &lower->b;
    IrValue *place = tl_thread_place(lower, layout, order->bit);
    IrValue *bytes = ir_mul(b, place, tl_i32(lower, width));
    if (order->swizzle) {
        IrValue *line = ir_lshr(b, bytes, tl_i32(lower, LINE_BIT));
        line = ir_and(b, line, tl_i32(lower, mask_of(order)));
        return ir_xor(b, bytes, ir_shl(b, line, tl_i32(lower, PIECE_BIT)));
    }
    IrValue *lines = ir_lshr(b, place, tl_i32(lower, tl_log2(LINE / width)));
    return ir_add(b, bytes, ir_mul(b, lines, tl_i32(lower, GAP)));
}

IrValue *tl_reg_address(TileLower *lower, const TlPlaces *order, const TlLayout *layout,
                        uint32_t reg, uint32_t width, IrValue *base, IrValue *lane) {
    uint64_t bytes = tl_reg_place(layout, reg, order->bit) * width;
    uint64_t offset = order->swizzle ? exchanged(order, bytes) : padded(bytes);
    uint64_t piece = offset & mask_of(order) << PIECE_BIT;
    if (piece) lane = ir_xor(&lower->b, lane, tl_i32(lower, piece));
    IrValue *at = ir_ptradd(&lower->b, base, lane, IR_INBOUNDS);
    return ir_ptradd_c(&lower->b, at, (int64_t)(offset - piece), IR_INBOUNDS);
}
