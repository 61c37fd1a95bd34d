// SPDX-License-Identifier: Apache-2.0
// Products of matrices without an instruction of their own (f32; bf16 and tf32 on old targets): the
// factors lie in shared memory, and each thread adds a small outer product for each step of the
// depth.
#include "tile/lower/matrix.h"

#include "ir/intrin_id.h"

// A thread has up to four rows of up to four columns, side by side.
TlLayout tl_outer_layout(const TileLower *lower, const MatrixShape *s) {
    int8_t order[TL_ELEMENT_BITS];
    uint32_t n = 0, total = s->rows + s->columns + s->stack;
    uint32_t spare = total > lower->nthread ? total - lower->nthread : 0;
    uint32_t columns = CU_MIN(CU_MIN(spare, 2u), s->columns);
    uint32_t rows = CU_MIN(CU_MIN(spare - columns, 2u), s->rows);
    for (uint32_t i = 0; i < columns; i++) order[n++] = (int8_t)i;
    for (uint32_t i = 0; i < rows; i++) order[n++] = (int8_t)(s->columns + i);
    for (uint32_t i = columns; i < s->columns; i++) order[n++] = (int8_t)i;
    for (uint32_t i = rows; i < s->rows + s->stack; i++) order[n++] = (int8_t)(s->columns + i);
    return tl_blocked(lower, n, order, columns + rows);
}

typedef struct {
    TileLower *lower;
    const TileOp *op;
    MatrixShape shape;
    TlLayout sum;
    TileTypeKind kind; // that is computed with
    IrType *type;
    IrValue *base[2]; // of the factors in shared memory
    IrValue *depth;   // the step at hand
} Outer;

// A factor's elements lie in the order of their places.
static void put_factor(Outer *o, uint32_t i, const TlLayout *layout, IrValue **x) {
    TileLower *lower = o->lower;
    int8_t all[TL_ELEMENT_BITS];
    tl_keep_all(all);
    uint32_t width = tl_width(o->kind);
    IrValue *at = ir_mul(&lower->b, tl_thread_place(lower, layout, all), tl_i32(lower, width));
    at = ir_ptradd(&lower->b, o->base[i], at, IR_INBOUNDS);
    TlGuard guard = tl_guard(lower, tl_is_first(lower, layout));
    for (uint32_t r = 0; r < tl_nreg(layout); r++) {
        int64_t offset = (int64_t)(tl_reg_place(layout, r, all) * width);
        ir_store(&lower->b, x[r], ir_ptradd_c(&lower->b, at, offset, IR_INBOUNDS), width);
    }
    tl_guard_end(lower, &guard);
}

// Both into shared memory. Their values come first: making them may use it, too.
static void put_factors(Outer *o) {
    TileLower *lower = o->lower;
    TlLayout layout[2];
    IrValue **x[2];
    uint64_t size[2];
    for (uint32_t i = 0; i < 2; i++) {
        layout[i] = tl_layout_of(lower, o->op->operand[i]);
        x[i] = tl_matrix_factor(lower, o->op, i == 0, o->kind, &layout[i]);
        size[i] = tile_count(o->op->operand[i]->type) * tl_width(o->kind);
    }
    uint32_t half;
    o->base[0] = tl_shared(lower, size[0] + size[1], &half);
    o->base[1] = ir_ptradd_c(&lower->b, o->base[0], (int64_t)size[0], IR_INBOUNDS);
    for (uint32_t i = 0; i < 2; i++) put_factor(o, i, &layout[i], x[i]);
    tl_written(lower, half);
}

// The thread's part of the place in a factor, but for the depth; and where the bits of registers
// go: from the sum's bits to the factor's.
static void factor_bits(const MatrixShape *s, bool left, int8_t *to) {
    memset(to, -1, TL_ELEMENT_BITS);
    for (uint32_t i = 0; i < s->columns && !left; i++) to[i] = (int8_t)i;
    for (uint32_t i = 0; i < s->rows && left; i++) to[s->columns + i] = (int8_t)(s->depth + i);
    uint32_t stack = s->depth + (left ? s->rows : s->columns);
    for (uint32_t i = 0; i < s->stack; i++) to[s->columns + s->rows + i] = (int8_t)(stack + i);
}

// What this step takes of a factor: an element for each register, loaded once for all of the same
// place.
static void take_factor(const Outer *o, bool left, IrValue **out) {
    TileLower *lower = o->lower;
    const MatrixShape *s = &o->shape;
    int8_t to[TL_ELEMENT_BITS];
    factor_bits(s, left, to);
    uint32_t width = tl_width(o->kind);
    IrValue *at = tl_thread_place(lower, &o->sum, to);
    IrValue *along = left ? o->depth : ir_shl(&lower->b, o->depth, tl_i32(lower, s->columns));
    at = ir_mul(&lower->b, ir_add(&lower->b, at, along), tl_i32(lower, width));
    at = ir_ptradd(&lower->b, o->base[!left], at, IR_INBOUNDS);
    for (uint32_t r = 0; r < tl_nreg(&o->sum); r++) {
        uint64_t place = tl_reg_place(&o->sum, r, to);
        out[r] = NULL;
        for (uint32_t k = 0; k < r && !out[r]; k++)
            if (tl_reg_place(&o->sum, k, to) == place) out[r] = out[k];
        if (out[r]) continue;
        IrValue *from = ir_ptradd_c(&lower->b, at, (int64_t)(place * width), IR_INBOUNDS);
        out[r] = &ir_load(&lower->b, o->type, from, width)->v;
    }
}

// The loop over the depth, with the sums as phis.
static void add_up(Outer *o, IrValue **c) {
    TileLower *lower = o->lower;
    uint32_t n = tl_nreg(&o->sum);
    IrBlock *before = lower->b.bb, *body = ir_block_new(lower->fn, atom_cstr(lower->ctx, "depth")),
            *after = ir_block_new(lower->fn, atom_cstr(lower->ctx, "product"));
    IrInst **sum = arena_array(lower->arena, IrInst *, n);
    IrValue **a = tl_regs(lower, &o->sum), **b = tl_regs(lower, &o->sum);
    ir_br(&lower->b, body);
    ir_at_end(&lower->b, body);
    IrInst *depth = ir_phi(&lower->b, lower->m->ty_i32, 2);
    ir_phi_add(depth, tl_i32(lower, 0), before);
    o->depth = &depth->v;
    for (uint32_t r = 0; r < n; r++) {
        sum[r] = ir_phi(&lower->b, o->type, 2);
        ir_phi_add(sum[r], c[r], before);
    }
    take_factor(o, true, a);
    take_factor(o, false, b);
    for (uint32_t r = 0; r < n; r++) {
        c[r] = IR_CALL(&lower->b, IR_I_fma, NULL, a[r], b[r], &sum[r]->v);
        ir_phi_add(sum[r], c[r], body);
    }
    IrValue *next = ir_add(&lower->b, &depth->v, tl_i32(lower, 1));
    ir_phi_add(depth, next, body);
    IrValue *more = ir_cmp(&lower->b, IR_ULT, next, tl_i32(lower, 1ull << o->shape.depth));
    ir_condbr(&lower->b, more, body, after);
    ir_at_end(&lower->b, after);
}

void tl_outer_product(TileLower *lower, const TileOp *product) {
    TileTypeKind acc = tile_element(product->operand[2]->type);
    Outer o = {.lower = lower, .op = product, .shape = tl_matrix_shape(product)};
    if (acc == TILE_T_I32) {
        tl_fail(lower, "is not lowered for this target");
        return;
    }
    o.kind = acc == TILE_T_F64 ? TILE_T_F64 : TILE_T_F32;
    o.type = tl_type(lower, o.kind);
    o.sum = tl_outer_layout(lower, &o.shape);
    IrValue **from = tl_get(lower, product->operand[2], &o.sum), **c = tl_regs(lower, &o.sum);
    put_factors(&o);
    for (uint32_t r = 0; r < tl_nreg(&o.sum); r++)
        c[r] = tl_float_to(lower, from[r], acc, o.kind, TILE_ROUND_EVEN);
    add_up(&o, c);
    for (uint32_t r = 0; r < tl_nreg(&o.sum); r++)
        c[r] = tl_float_to(lower, c[r], o.kind, acc, TILE_ROUND_EVEN);
    tl_set(lower, product->result[0], &o.sum, c);
}
