// SPDX-License-Identifier: Apache-2.0
// mma.sync (PTX ISA 9.7.14.5, 9.7.14.6): dense, sparse and block-scaled. Fragments follow the
// manual's layouts, which are one scheme: with e elements per register, register j of a lane holds
// row lane/4 (+8 for odd j of A and for the second half of C) and columns (lane%4)*e.. (+4e for the
// next pair of registers). Only the Volta form (m8n8k4 of f16) has layouts of its own.
#include "vm/execute/execute.h"
#include "vm/execute/matrix.h"
#include "ptx/form/op.h"

// a: metadata; b: scales of A; c: scales of B. In the list: the registers of D, A, B and C, then
// four selectors of scales. product.modes:
enum { MODE_SPARSE = 1, MODE_VOLTA = 2, MODE_A_COL = 4, MODE_B_ROW = 8, MODE_BYTES = 16 };
enum { MODE_SVEC = 8, MODE_UE4M3 = 16 }; // shifts

// The operands' registers follow one another in the list: D, A, B, C.
static void fragments(Warp *warp, const VmInst *in, Frag *d, Frag *a, Frag *b, Frag *c) {
    uint32_t reg = 0;
    *d = vm_fragment(warp, in, reg, in->n, in->type);
    *a = vm_fragment(warp, in, reg += in->n, in->product.of_a, in->type2);
    *b = vm_fragment(warp, in, reg += in->product.of_a, in->product.of_b, in->type3);
    *c = vm_fragment(warp, in, reg + in->product.of_b, in->product.of_c, in->type4);
    if (in->product.modes & MODE_BYTES) { // formats of 8 bits and fewer in bytes
        a->bits = b->bits = 8;
        a->per = b->per = 4;
    }
}

// A's stored elements go where the metadata says; the others are zero.
static void load_sparse(Warp *warp, const VmInst *in, const Frag *packed, Matrices *out,
                        uint32_t k) {
    MatMeta meta = {
        .type = packed->type, .bits = packed->bits, .k = k, .selector = in->product.selector};
    memcpy(meta.word, vm_row(warp, in->a), sizeof meta.word);
    memset(out->a, 0, 16 * k * sizeof *out->a);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t j = 0; j < packed->n; j++) {
            uint32_t row = g + 8 * (j & 1);
            for (uint32_t q = 0; q < packed->per; q++) {
                uint32_t stored = t * packed->per + q + j / 2 * 4 * packed->per;
                out->a[row * k + vm_sparse_column(&meta, row, stored) % k] =
                    vm_frag_get(warp, packed, l, j, q);
            }
        }
    }
}

static void load_ab(Warp *warp, const VmInst *in, const Frag *a, const Frag *b, Matrices *out,
                    MatShape mat_shape) {
    uint32_t k = mat_shape.k;
    Elem each[VM_LANES];
    if (in->product.modes & MODE_SPARSE) load_sparse(warp, in, a, out, k);
    for (uint32_t i = 0; i < a->n * a->per && !(in->product.modes & MODE_SPARSE); i++) {
        // With 16 rows a pair of registers holds rows g and g + 8.
        uint32_t j = i / a->per, q = i % a->per, half = mat_shape.m == 16 ? j & 1 : 0,
                 pair = mat_shape.m == 16 ? j / 2 : j;
        vm_frag_get_row(warp, a, j, q, each);
        for (uint32_t l = 0; l < VM_LANES; l++)
            out->a[((l >> 2) + 8 * half) * k + ((l & 3) + pair * 4) * a->per + q] = each[l];
    }
    for (uint32_t i = 0; i < b->n * b->per; i++) {
        uint32_t j = i / b->per, q = i % b->per;
        vm_frag_get_row(warp, b, j, q, each);
        for (uint32_t l = 0; l < VM_LANES; l++)
            out->b[(((l & 3) + j * 4) * b->per + q) * mat_shape.n + (l >> 2)] = each[l];
    }
}

// ---- block scales (9.7.14.5.14) ----------------------------------------------------------------

// ue4m3 has no sign; ue8m0 is a power of two, and 0xff its NaN.
static double scale_value(const VmInst *in, uint32_t byte) {
    if (in->product.modes >> MODE_UE4M3 & 1) return vm_unpack(byte & 0x7f, &vm_fmt_e4m3);
    if (byte == 0xff) return __builtin_nan("");
    return __builtin_ldexp(1.0, (int)byte - 127);
}

// A selector is the same in all lanes.
static uint32_t selector(Warp *warp, const VmInst *in, uint32_t i) {
    uint64_t r[VM_LANES];
    uint32_t at = in->list + in->n + in->product.of_a + in->product.of_b + in->product.of_c + i;
    vm_load_row(warp, warp->fn->list.at[at], warp->fn->list_size.at[at], r);
    return (uint32_t)r[0];
}

// A's scales of rows g and g + 8 lie in the two lanes of a quad that thread-id-a names, B's scale
// of column g in lane thread-id-b; byte-id is that of the first block of columns.
static void apply_scales(Warp *warp, const VmInst *in, Matrices *scaled, MatShape mat_shape) {
    uint32_t blocks = in->product.modes >> MODE_SVEC & 7, per = mat_shape.k / blocks;
    const uint32_t *sa = vm_row(warp, in->b), *sb = vm_row(warp, in->c);
    uint32_t byte_a = selector(warp, in, 0), lane_a = selector(warp, in, 1) & 1;
    uint32_t byte_b = selector(warp, in, 2), lane_b = selector(warp, in, 3) & 3;
    for (uint32_t k = 0; k < mat_shape.k; k++) {
        // Consecutive blocks have consecutive bytes.
        uint32_t ba = (byte_a + k / per) & 3, bb = (byte_b + k / per) & 3;
        for (uint32_t r = 0; r < 16; r++) {
            // Lanes of a quad hold a row's scales.
            uint32_t word = sa[4 * (r & 7) + 2 * lane_a + (r >> 3)];
            scaled->a[r * mat_shape.k + k].f *= scale_value(in, word >> 8 * ba & 255);
        }
        for (uint32_t c = 0; c < 8; c++)
            scaled->b[k * mat_shape.n + c].f *= scale_value(in, sb[4 * c + lane_b] >> 8 * bb & 255);
    }
}

// Element i of a lane's accumulator.
static Elem *accumulator(Matrices *matrices, MatShape mat_shape, uint32_t lane, uint32_t i) {
    uint32_t row = (lane >> 2) + 8 * (i / 2), column = (lane & 3) * 2 + (i & 1);
    return &matrices->c[row * mat_shape.n + column];
}

static void exec_mma(Warp *warp, const VmInst *in, uint32_t mask) {
    Matrices matrices;
    MatShape mat_shape = vm_mat_shapes[in->product.shape];
    Frag frag, a, b, c;
    fragments(warp, in, &frag, &a, &b, &c);
    load_ab(warp, in, &a, &b, &matrices, mat_shape);
    if (in->b != REF_NONE) apply_scales(warp, in, &matrices, mat_shape);
    // Accumulators have two columns in each lane.
    Elem each[VM_LANES];
    for (uint32_t i = 0; i < c.n * c.per; i++) {
        vm_frag_get_row(warp, &c, i / c.per, i % c.per, each);
        for (uint32_t l = 0; l < VM_LANES; l++) *accumulator(&matrices, mat_shape, l, i) = each[l];
    }
    vm_multiply(&matrices, mat_shape, in->type, in->product.bitop);
    for (uint32_t i = 0; i < frag.n * frag.per; i++) {
        for (uint32_t l = 0; l < VM_LANES; l++) each[l] = *accumulator(&matrices, mat_shape, l, i);
        vm_frag_put_row(warp, &frag, i / frag.per, i % frag.per, each, in->flags & VF_SAT);
    }
}

// ---- m8n8k4 of f16 (9.7.14.5.1) ----------------------------------------------------------------

// Four products: lanes 4q..4q+3 and 16 more. Place of element i of a lane's accumulator:
static void volta_place(uint32_t lane, uint32_t i, bool f32, uint32_t *row, uint32_t *col) {
    uint32_t up = lane < 16 ? 0 : 4;
    if (f32) {
        *row = (lane & 1) + (i & 2) + up;
        *col = (i & 4) + (lane & 2) + (i & 1);
    } else {
        *row = lane % 4 + up;
        *col = i;
    }
}

static void exec_volta(Warp *warp, const VmInst *in, uint32_t mask) {
    MatShape mat_shape = {8, 8, 4};
    Frag frag, a, b, c;
    fragments(warp, in, &frag, &a, &b, &c);
    for (uint32_t quad = 0; quad < 4; quad++) {
        Matrices matrices;
        uint32_t row, col;
        for (uint32_t n = 0; n < 8; n++) {
            uint32_t l = 4 * quad + n % 4 + (n < 4 ? 0 : 16), up = n < 4 ? 0 : 4;
            for (uint32_t i = 0; i < 4; i++) {
                Elem ea = vm_frag_get(warp, &a, l, i / 2, i % 2);
                Elem eb = vm_frag_get(warp, &b, l, i / 2, i % 2);
                matrices.a[in->product.modes & MODE_A_COL ? (i + up) * 4 + l % 4
                                                          : (l % 4 + up) * 4 + i] = ea;
                matrices
                    .b[in->product.modes & MODE_B_ROW ? l % 4 * 8 + i + up : i * 8 + l % 4 + up] =
                    eb;
            }
            for (uint32_t i = 0; i < 8; i++) {
                volta_place(l, i, c.type == PTX_F32, &row, &col);
                matrices.c[row * 8 + col] = vm_frag_get(warp, &c, l, i / c.per, i % c.per);
            }
        }
        vm_multiply(&matrices, mat_shape, in->type, 0);
        for (uint32_t n = 0; n < 8; n++) {
            uint32_t l = 4 * quad + n % 4 + (n < 4 ? 0 : 16);
            for (uint32_t i = 0; i < 8; i++) {
                volta_place(l, i, frag.type == PTX_F32, &row, &col);
                vm_frag_put(warp, &frag, l, i / frag.per, i % frag.per, matrices.c[row * 8 + col],
                            false);
            }
        }
    }
}

// ---- decoding ----------------------------------------------------------------------------------

static bool block_scaled(uint32_t op) {
    return is_any_of(op, PTXI_mma_scale, PTXI_mma_sp_scale);
}

static bool sparse(uint32_t op) {
    return is_any_of(op, PTXI_mma_sp, PTXI_mma_sp_f8f6f4, PTXI_mma_sp_scale);
}

// Scales per row: 1 of mxf8f6f4, 2 of mxf4, 2 or 4 of mxf4nvf4.
static bool decode_scales(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                          VmInst *decoded) {
    uint32_t kind = ptx_mod(in, KIND), vec = ptx_mod(in, SVEC), blocks;
    blocks = vec ? 1u << (vec - 1) : kind == PTX_KIND_MXF8F6F4 ? 1 : 2;
    if (kind == PTX_KIND_F8F6F4 || (kind == PTX_KIND_MXF8F6F4) != (blocks == 1)) return false;
    decoded->product.modes |= blocks << MODE_SVEC;
    if (ptx_mod(in, STYPE) == PTX_STYPE_UE4M3) decoded->product.modes |= 1u << MODE_UE4M3;
    decoded->b = vm_operand(decoder, &operands[0], 2);
    decoded->c = vm_operand(decoder, &operands[2], 2);
    for (uint32_t k = 1; k < 4; k += 2) { // {byte-id, thread-id}
        if (operands[k].kind != PTXO_VEC || operands[k].n != 2) return false;
        vm_push_elements(decoder, &operands[k], 1, false);
    }
    return true;
}

bool vm_decode_mma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    uint32_t op = in->op;
    MatShape mat_shape = vm_mat_shapes[ptx_mod(in, SHAPE)];
    decoded->product.shape = (uint8_t)ptx_mod(in, SHAPE);
    decoded->list = decoder->fn->list.n;
    decoded->n = (uint8_t)vm_push_fragment(decoder, &operands[0], in->type[0], true);
    decoded->product.of_a = (uint8_t)vm_push_fragment(decoder, &operands[1], in->type[1], false);
    decoded->product.of_b = (uint8_t)vm_push_fragment(decoder, &operands[2], in->type[2], false);
    decoded->product.of_c = (uint8_t)vm_push_fragment(decoder, &operands[3], in->type[3], false);
    decoded->fn = exec_mma;
    if (op == PTXI_mma_b1) decoded->product.bitop = (uint8_t)ptx_mod(in, BITOP);
    if (is_any_of(op, PTXI_mma, PTXI_mma_sp) && ptx_mod(in, MSAT)) decoded->flags |= VF_SAT;
    uint32_t abits = ptx_type_bits((PtxType)in->type[1]), kind = 0, stored = mat_shape.k;
    uint32_t bbits = ptx_type_bits((PtxType)in->type[2]);
    if (is_any_of(op, PTXI_mma_f8f6f4, PTXI_mma_sp_f8f6f4) || block_scaled(op))
        kind = ptx_mod(in, KIND);
    if (is_any_of(kind, PTX_KIND_F8F6F4, PTX_KIND_MXF8F6F4)) {
        decoded->product.modes |= MODE_BYTES;
        abits = bbits = 8;
    }
    const PtxOpnd *rest = operands + 4;
    if (sparse(op)) {
        decoded->product.modes |= MODE_SPARSE;
        decoded->a = vm_operand(decoder, &rest[0], 2);
        decoded->product.selector = (uint8_t)rest[1].val;
        stored /= 2;
        rest += 2;
    }
    if (block_scaled(op) && !decode_scales(decoder, in, rest, decoded)) return false;
    if (decoded->product.shape == PTX_SHAPE_M8N8K4 && in->type[1] == PTX_F16 && !sparse(op)) {
        if (ptx_mod(in, ALAYOUT) == PTX_ALAYOUT_COL) decoded->product.modes |= MODE_A_COL;
        if (ptx_mod(in, BLAYOUT) == PTX_BLAYOUT_ROW) decoded->product.modes |= MODE_B_ROW;
        decoded->fn = exec_volta;
        return decoded->product.of_a == 2 && decoded->product.of_b == 2 &&
               decoded->n == (in->type[0] == PTX_F32 ? 8 : 4) &&
               decoded->product.of_c == (in->type[3] == PTX_F32 ? 8 : 4);
    }
    if (ptx_mod(in, ALAYOUT) == PTX_ALAYOUT_COL || ptx_mod(in, BLAYOUT) == PTX_BLAYOUT_ROW)
        return false;
    uint32_t dbits = ptx_type_bits((PtxType)in->type[0]),
             cbits = ptx_type_bits((PtxType)in->type[3]);
    return mat_shape.k && vm_fits(decoded->n, dbits, mat_shape.m * mat_shape.n) &&
           vm_fits(decoded->product.of_a, abits, mat_shape.m * stored) &&
           vm_fits(decoded->product.of_b, bbits, mat_shape.k * mat_shape.n) &&
           vm_fits(decoded->product.of_c, cbits, mat_shape.m * mat_shape.n);
}
