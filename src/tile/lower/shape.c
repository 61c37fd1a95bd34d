// SPDX-License-Identifier: Apache-2.0
// Shapes, constants, the place in the grid: most of it only says which registers are meant.
#include "tile/lower/lower_int.h"

#include "ir/intrin_id.h"

// ---- the place in the grid ---------------------------------------------------------------------

void tl_do_block_id(TileLower *lower, const TileOp *question) {
    static const uint16_t id[] = {IR_I_nvvm_read_ptx_sreg_ctaid_x, IR_I_nvvm_read_ptx_sreg_ctaid_y,
                                  IR_I_nvvm_read_ptx_sreg_ctaid_z};
    for (uint32_t i = 0; i < CU_COUNT(id); i++)
        tl_set_scalar(lower, question->result[i], ir_call_intrin(&lower->b, id[i], NULL, 0, NULL));
}

void tl_do_num_blocks(TileLower *lower, const TileOp *question) {
    static const uint16_t id[] = {IR_I_nvvm_read_ptx_sreg_nctaid_x,
                                  IR_I_nvvm_read_ptx_sreg_nctaid_y,
                                  IR_I_nvvm_read_ptx_sreg_nctaid_z};
    for (uint32_t i = 0; i < CU_COUNT(id); i++)
        tl_set_scalar(lower, question->result[i], ir_call_intrin(&lower->b, id[i], NULL, 0, NULL));
}

// ---- constants ---------------------------------------------------------------------------------

static IrValue *constant_at(TileLower *lower, const TileAttr *dense, uint64_t i) {
    enum { TF32_LOW = 13 };
    TileTypeKind kind = (TileTypeKind)dense->type->sub->kind;
    uint64_t bits = tile_dense_bits(dense, i) << (kind == TILE_T_TF32 ? TF32_LOW : 0);
    return tl_number(lower, kind, bits);
}

// A table in memory, of which each thread reads what it has.
static IrGlobal *constant_table(TileLower *lower, const TileAttr *dense) {
    TileTypeKind kind = (TileTypeKind)dense->type->sub->kind;
    uint64_t n = tile_count(dense->type);
    uint32_t width = tl_width(kind);
    uint8_t *bytes = arena_array(lower->arena, uint8_t, n * width);
    for (uint64_t i = 0; i < n; i++) {
        const IrConst *number = ir_as_const(constant_at(lower, dense, i));
        uint64_t bits = ir_words(number)[0];
        memcpy(bytes + i * width, &bits, width);
    }
    IrType *type = ir_ty_array(lower->m, lower->m->ty_i8, n * width);
    IrConst *data = ir_data(lower->m, type, bytes, n * width);
    IrGlobal *table = ir_var_new(lower->m, atom_cstr(lower->ctx, "constant"), type, IR_AS_GLOBAL,
                                 IR_INTERNAL, data);
    table->constant = true;
    table->align = 16;
    return table;
}

IrValue **tl_make_constant(TileLower *lower, const TileOp *constant, const TlLayout *wanted) {
    const TileAttr *dense = constant->attr[0];
    TileTypeKind kind = (TileTypeKind)dense->type->sub->kind;
    IrValue **reg = tl_regs(lower, wanted), *base = NULL;
    int8_t all[TL_ELEMENT_BITS];
    tl_keep_all(all);
    uint32_t width = tl_width(kind);
    bool one = tile_dense_splat(dense);
    IrValue *thread = one ? NULL : tl_thread_place(lower, wanted, all);
    bool table = thread && !ir_is_const(thread);
    if (table) {
        IrValue *at =
            ir_zext(&lower->b, ir_mul(&lower->b, thread, tl_i32(lower, width)), lower->m->ty_i64);
        base = ir_ptradd(&lower->b, &constant_table(lower, dense)->v, at, IR_INBOUNDS);
    }
    for (uint32_t r = 0; r < tl_nreg(wanted); r++) {
        uint64_t place = one ? 0 : tl_reg_place(wanted, r, all);
        if (!table) {
            reg[r] = constant_at(lower, dense, place);
            continue;
        }
        IrValue *at = ir_ptradd_c(&lower->b, base, (int64_t)(place * width), IR_INBOUNDS);
        IrType *type = ir_ty_int(lower->m, width * 8);
        reg[r] = tl_from_bits(lower, kind, &ir_load(&lower->b, type, at, width)->v);
    }
    return reg;
}

IrValue **tl_make_iota(TileLower *lower, const TileOp *counting, const TlLayout *wanted) {
    IrType *type = tl_type(lower, tile_element(counting->result[0]->type));
    int8_t all[TL_ELEMENT_BITS];
    tl_keep_all(all);
    IrValue **reg = tl_regs(lower, wanted), *thread = tl_thread_place(lower, wanted, all);
    thread = ir_int_resize(&lower->b, thread, type, false);
    for (uint32_t r = 0; r < tl_nreg(wanted); r++) {
        IrValue *place = &ir_int(type, tl_reg_place(wanted, r, all))->v;
        reg[r] = ir_bin(&lower->b, IR_ADD, IR_NUW, thread, place);
    }
    return reg;
}

// ---- renamed bits ------------------------------------------------------------------------------

IrValue **tl_make_same(TileLower *lower, const TileOp *copy, const TlLayout *wanted) {
    return tl_get(lower, copy->operand[0], wanted);
}

TlWeight tl_nat_same(TileLower *lower, const TileValue *result, TlLayout *out) {
    return tl_natural(lower, result->op->operand[0], out);
}

// Dimension d of the result is the operand's dimension order[d]: where the bits of one are in the
// other.
void tl_permuted(const TileOp *op, bool to_source, int8_t *to) {
    const TileType *source = op->operand[0]->type, *type = op->result[0]->type;
    const TileAttr *order = tile_attr(op, "permutation");
    memset(to, -1, TL_ELEMENT_BITS);
    for (uint32_t d = 0; d < type->nshape; d++) {
        uint32_t n, here = tl_dim_bits(type, d, &n);
        uint32_t there = tl_dim_bits(source, (uint32_t)order->number[d], &n);
        for (uint32_t i = 0; i < n; i++) {
            if (to_source)
                to[here + i] = (int8_t)(there + i);
            else
                to[there + i] = (int8_t)(here + i);
        }
    }
}

IrValue **tl_make_permute(TileLower *lower, const TileOp *permutation, const TlLayout *wanted) {
    int8_t to[TL_ELEMENT_BITS];
    tl_permuted(permutation, true, to);
    TlLayout source = tl_renamed(wanted, to);
    return tl_get(lower, permutation->operand[0], &source);
}

TlWeight tl_nat_permute(TileLower *lower, const TileValue *result, TlLayout *out) {
    TlLayout source;
    TlWeight weight = tl_natural(lower, result->op->operand[0], &source);
    if (weight == TL_FREE) return weight;
    int8_t to[TL_ELEMENT_BITS];
    tl_permuted(result->op, false, to);
    *out = tl_renamed(&source, to);
    return weight;
}

// Dimensions of 1 in the source have no bits there.
static void broadcast_bits(const TileOp *op, bool to_source, int8_t *to) {
    const TileType *source = op->operand[0]->type, *type = op->result[0]->type;
    memset(to, -1, TL_ELEMENT_BITS);
    for (uint32_t d = 0; d < type->nshape; d++) {
        if (source->shape[d] != type->shape[d]) continue;
        uint32_t n, here = tl_dim_bits(type, d, &n), there = tl_dim_bits(source, d, &n);
        for (uint32_t i = 0; i < n; i++) {
            if (to_source)
                to[here + i] = (int8_t)(there + i);
            else
                to[there + i] = (int8_t)(here + i);
        }
    }
}

IrValue **tl_make_broadcast(TileLower *lower, const TileOp *spreading, const TlLayout *wanted) {
    int8_t to[TL_ELEMENT_BITS];
    broadcast_bits(spreading, true, to);
    TlLayout source = tl_renamed(wanted, to);
    IrValue **from = tl_get(lower, spreading->operand[0], &source), **reg = tl_regs(lower, wanted);
    for (uint32_t r = 0; r < tl_nreg(wanted); r++) {
        uint32_t at = 0, next = 0;
        for (uint32_t i = 0; i < wanted->nreg; i++) {
            if (to[wanted->reg[i]] >= 0) at |= (r >> i & 1) << next++;
        }
        reg[r] = from[at];
    }
    return reg;
}

// The source's, with the new bits in threads that had all the same, then in registers.
TlWeight tl_nat_broadcast(TileLower *lower, const TileValue *result, TlLayout *out) {
    TlLayout source;
    if (tl_natural(lower, result->op->operand[0], &source) == TL_FREE) return TL_FREE;
    int8_t to[TL_ELEMENT_BITS], back[TL_ELEMENT_BITS];
    broadcast_bits(result->op, false, to);
    broadcast_bits(result->op, true, back);
    *out = tl_renamed(&source, to);
    uint32_t t = 0;
    for (uint32_t i = 0; i < tl_element_bits(result->type); i++) {
        if (back[i] >= 0) continue;
        while (t < out->nthread && out->thread[t] >= 0) t++;
        if (t < out->nthread)
            out->thread[t] = (int8_t)i;
        else
            out->reg[out->nreg++] = (int8_t)i;
    }
    return TL_LIGHT;
}
