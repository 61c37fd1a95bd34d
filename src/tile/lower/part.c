// SPDX-License-Identifier: Apache-2.0
// Parts of tiles: joined, taken out, put in; elements taken apart into narrower ones and back.
#include "tile/lower/lower_int.h"

// The layout with a further bit in registers.
static void add_reg(TlLayout *layout, int bit) {
    layout->reg[layout->nreg++] = (int8_t)bit;
}

// ---- two side by side --------------------------------------------------------------------------

// The seam is the highest bit of its dimension: bits above it are one higher in the result.
static void across_seam(const TileOp *op, bool to_result, int8_t *to, int *seam) {
    const TileType *part = op->operand[0]->type;
    uint32_t n, first = tl_dim_bits(part, (uint32_t)tl_attr(op, "dim", 0), &n);
    *seam = (int)(first + n);
    memset(to, -1, TL_ELEMENT_BITS);
    for (int i = 0; i < (int)tl_element_bits(part); i++) {
        int there = i < *seam ? i : i + 1;
        if (to_result)
            to[i] = (int8_t)there;
        else
            to[there] = (int8_t)i;
    }
}

TlWeight tl_nat_cat(TileLower *lower, const TileValue *result, TlLayout *out) {
    int8_t to[TL_ELEMENT_BITS];
    int seam;
    across_seam(result->op, true, to, &seam);
    TlLayout part = tl_layout_of(lower, result->op->operand[0]);
    *out = tl_renamed(&part, to);
    add_reg(out, seam);
    return TL_LIGHT;
}

void tl_do_cat(TileLower *lower, const TileOp *joining) {
    const TileType *type[2] = {joining->operand[0]->type, joining->operand[1]->type};
    if (tile_count(type[0]) != tile_count(type[1])) {
        tl_fail(lower, "joins tiles of different sizes, which is not lowered");
        return;
    }
    TlLayout layout = tl_layout_of(lower, joining->result[0]);
    TlLayout part = tl_layout_of(lower, joining->operand[0]);
    IrValue **reg = tl_regs(lower, &layout);
    for (uint32_t i = 0; i < 2; i++) {
        IrValue **from = tl_get(lower, joining->operand[i], &part);
        memcpy(reg + i * tl_nreg(&part), from, tl_nreg(&part) * sizeof *reg);
    }
    tl_set(lower, joining->result[0], &layout, reg);
}

// ---- a part and the whole ----------------------------------------------------------------------

// Bits of the part are the low ones of each dimension; the high ones of the whole are the index.
typedef struct {
    int8_t whole[TL_ELEMENT_BITS]; // of each bit of the part, that of the whole
    int8_t part[TL_ELEMENT_BITS];  // the other way, -1: of an index
    int8_t dim[TL_ELEMENT_BITS];   // of each bit of the whole
    int8_t bit[TL_ELEMENT_BITS];   // ... and which bit of the index it is
} PartBits;

static PartBits part_bits(const TileType *part, const TileType *whole) {
    PartBits b;
    memset(&b, -1, sizeof b);
    for (uint32_t d = 0; d < whole->nshape; d++) {
        uint32_t n, m, at = tl_dim_bits(whole, d, &n), low = tl_dim_bits(part, d, &m);
        for (uint32_t i = 0; i < n; i++) {
            b.dim[at + i] = (int8_t)d;
            if (i < m) {
                b.whole[low + i] = (int8_t)(at + i);
                b.part[at + i] = (int8_t)(low + i);
            } else {
                b.bit[at + i] = (int8_t)(i - m);
            }
        }
    }
    return b;
}

// The source's layout without the index, if all of it lies in registers.
TlWeight tl_nat_extract(TileLower *lower, const TileValue *result, TlLayout *out) {
    const TileOp *op = result->op;
    PartBits bits = part_bits(result->type, op->operand[0]->type);
    TlLayout whole;
    TlWeight weight = tl_natural(lower, op->operand[0], &whole);
    bool inside = weight != TL_FREE;
    for (uint32_t t = 0; t < lower->nthread && inside; t++)
        inside = whole.thread[t] < 0 || bits.part[whole.thread[t]] >= 0;
    if (!inside) return tl_nat_default(lower, result, out);
    *out = tl_renamed(&whole, bits.part);
    return weight;
}

void tl_do_extract(TileLower *lower, const TileOp *extraction) {
    const TileType *source = extraction->operand[0]->type;
    PartBits bits = part_bits(extraction->result[0]->type, source);
    TlLayout layout = tl_layout_of(lower, extraction->result[0]),
             whole = tl_renamed(&layout, bits.whole);
    uint32_t first = whole.nreg;
    for (uint32_t i = 0; i < tl_element_bits(source); i++) {
        if (bits.part[i] < 0) add_reg(&whole, (int)i);
    }
    IrValue **from = tl_get(lower, extraction->operand[0], &whole);
    IrValue **reg = tl_regs(lower, &whole);
    memcpy(reg, from, tl_nreg(&whole) * sizeof *reg);
    for (uint32_t k = whole.nreg; k-- > first;) { // halves by one bit of an index
        int bit = whole.reg[k];
        IrValue *index = tl_scalar(lower, extraction->operand[1 + bits.dim[bit]]);
        IrValue *set = ir_and(&lower->b, index, tl_i32(lower, 1ull << bits.bit[bit]));
        set = ir_cmp(&lower->b, IR_NE, set, tl_i32(lower, 0));
        for (uint32_t r = 0; r < 1u << k; r++)
            reg[r] = ir_select(&lower->b, set, reg[r + (1u << k)], reg[r]);
    }
    tl_set(lower, extraction->result[0], &layout, reg);
}

TlWeight tl_nat_insert(TileLower *lower, const TileValue *result, TlLayout *out) {
    TlWeight weight = tl_natural(lower, result->op->operand[1], out);
    return weight == TL_FREE ? tl_nat_default(lower, result, out) : weight;
}

// Whether the element's part is the one that the index says.
static IrValue *is_part(TileLower *lower, const TileOp *insertion, const TlLayout *layout,
                        const PartBits *bits, uint32_t r, IrValue **thread) {
    const TileType *whole = insertion->result[0]->type;
    IrValue *all = NULL;
    for (uint32_t d = 0; d < whole->nshape; d++) {
        int8_t to[TL_ELEMENT_BITS];
        uint32_t n = 0;
        for (uint32_t i = 0; i < TL_ELEMENT_BITS; i++) {
            bool index = bits->dim[i] == (int)d && bits->bit[i] >= 0;
            to[i] = index ? bits->bit[i] : -1;
            n += index;
        }
        if (!n) continue;
        if (!thread[d]) {
            IrValue *want = ir_and(&lower->b, tl_scalar(lower, insertion->operand[2 + d]),
                                   tl_i32(lower, (1ull << n) - 1));
            thread[d] = ir_xor(&lower->b, want, tl_thread_place(lower, layout, to));
        }
        IrValue *own = tl_i32(lower, tl_reg_place(layout, r, to));
        IrValue *is = ir_cmp(&lower->b, IR_EQ, thread[d], own);
        all = all ? ir_and(&lower->b, all, is) : is;
    }
    return all;
}

void tl_do_insert(TileLower *lower, const TileOp *insertion) {
    PartBits bits = part_bits(insertion->operand[0]->type, insertion->result[0]->type);
    TlLayout layout = tl_layout_of(lower, insertion->result[0]),
             part = tl_renamed(&layout, bits.part);
    IrValue **old = tl_get(lower, insertion->operand[1], &layout),
            **from = tl_get(lower, insertion->operand[0], &part), **reg = tl_regs(lower, &layout),
            **thread = arena_array(lower->arena, IrValue *, insertion->result[0]->type->nshape);
    for (uint32_t r = 0; r < tl_nreg(&layout); r++) {
        uint32_t at = 0, next = 0;
        for (uint32_t i = 0; i < layout.nreg; i++) {
            if (bits.part[layout.reg[i]] >= 0) at |= (r >> i & 1) << next++;
        }
        IrValue *is = is_part(lower, insertion, &layout, &bits, r, thread);
        reg[r] = is ? ir_select(&lower->b, is, from[at], old[r]) : from[at];
    }
    tl_set(lower, insertion->result[0], &layout, reg);
}

// ---- elements of other widths ------------------------------------------------------------------

// Of the narrow elements' tile the lowest bits say which piece of a wide element it is: they lie in
// registers, the others as the wide elements do.
static TlLayout pieces(const TlLayout *wide, uint32_t n) {
    TlLayout out = *wide;
    out.nreg = 0;
    for (uint32_t i = 0; i < n; i++) add_reg(&out, (int)i);
    for (uint32_t i = 0; i < wide->nreg; i++) add_reg(&out, wide->reg[i] + (int)n);
    for (uint32_t t = 0; t < wide->nthread; t++) {
        if (wide->thread[t] >= 0) out.thread[t] = (int8_t)(wide->thread[t] + n);
    }
    return out;
}

static uint32_t ratio_bits(const TileOp *op, bool *narrows) {
    uint32_t from = tl_bits(tile_element(op->operand[0]->type)),
             to = tl_bits(tile_element(op->result[0]->type));
    *narrows = from > to;
    return tl_log2(*narrows ? from / to : to / from);
}

TlWeight tl_nat_pack(TileLower *lower, const TileValue *result, TlLayout *out) {
    bool narrows;
    uint32_t n = ratio_bits(result->op, &narrows);
    if (!narrows) return tl_nat_default(lower, result, out);
    TlLayout wide = tl_layout_of(lower, result->op->operand[0]);
    *out = pieces(&wide, n);
    return TL_LIGHT;
}

// An element's bits in an integer as wide as its register.
static IrValue *bits_of(TileLower *lower, TileTypeKind kind, IrValue *x, IrType *word) {
    return ir_int_resize(&lower->b, tl_to_bits(lower, kind, x), word, false);
}

void tl_do_pack(TileLower *lower, const TileOp *packing) {
    TileTypeKind from = tile_element(packing->operand[0]->type),
                 to = tile_element(packing->result[0]->type);
    bool narrows;
    uint32_t n = ratio_bits(packing, &narrows), width = tl_bits(narrows ? to : from);
    TlLayout layout = tl_layout_of(lower, packing->result[0]);
    TlLayout source = narrows ? tl_layout_of(lower, packing->operand[0]) : pieces(&layout, n);
    IrValue **x = tl_get(lower, packing->operand[0], &source), **reg = tl_regs(lower, &layout);
    IrType *wide = ir_ty_int(lower->m, tl_width(narrows ? from : to) * 8),
           *narrow = ir_ty_int(lower->m, tl_width(narrows ? to : from) * 8);
    for (uint32_t r = 0; r < tl_nreg(&layout); r++) {
        if (narrows) {
            IrValue *bits = bits_of(lower, from, x[r >> n], wide);
            uint64_t shift = (uint64_t)(r & ((1u << n) - 1)) * width;
            bits = ir_lshr(&lower->b, bits, &ir_int(wide, shift)->v);
            bits = ir_int_resize(&lower->b, bits, narrow, false);
            if (width < narrow->bits)
                bits = ir_and(&lower->b, bits, &ir_int(narrow, (1ull << width) - 1)->v);
            reg[r] = tl_from_bits(lower, to, bits);
            continue;
        }
        IrValue *all = NULL;
        for (uint32_t k = 0; k < 1u << n; k++) {
            IrValue *bits = bits_of(lower, from, x[(r << n) + k], wide);
            bits = ir_shl(&lower->b, bits, &ir_int(wide, (uint64_t)k * width)->v);
            all = all ? ir_bin(&lower->b, IR_OR, IR_DISJOINT, all, bits) : bits;
        }
        reg[r] = tl_from_bits(lower, to, all);
    }
    tl_set(lower, packing->result[0], &layout, reg);
}
