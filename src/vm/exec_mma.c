// SPDX-License-Identifier: Apache-2.0
// mma.sync (PTX ISA 9.7.14.5, 9.7.14.6): dense, sparse and block-scaled. Fragments follow the
// manual's layouts, which are one scheme: with e elements per register, register j of a lane holds
// row lane/4 (+8 for odd j of A and for the second half of C) and columns (lane%4)*e.. (+4e for the
// next pair of registers). Only the Volta form (m8n8k4 of f16) has layouts of its own.
#include "vm/matrix.h"

// imm: shape; n, asize, dsize, mod: registers of D, A, B, C; rnd: BITOP; space: selector;
// a: metadata; b: scales of A; c: scales of B; e: the row of four selectors in the list; d: Modes
enum { MODE_SPARSE = 1, MODE_VOLTA = 2, MODE_A_COL = 4, MODE_B_ROW = 8, MODE_BYTES = 16 };
enum { MODE_SVEC = 8, MODE_UE4M3 = 16 }; // shifts

static void fragments(Warp *w, const VmInst *in, Frag *d, Frag *a, Frag *b, Frag *c) {
    uint32_t reg = 0;
    *d = vm_fragment(w, in, reg, in->n, in->type);
    *a = vm_fragment(w, in, reg += in->n, in->asize, in->type2);
    *b = vm_fragment(w, in, reg += in->asize, in->dsize, in->type3);
    *c = vm_fragment(w, in, reg + in->dsize, in->mod, in->type4);
    if (in->d & MODE_BYTES) { // formats of 8 bits and fewer in bytes
        a->bits = b->bits = 8;
        a->per = b->per = 4;
    }
}

static void load_sparse(Warp *w, const VmInst *in, const Frag *a, Matrices *x, uint32_t k) {
    MatMeta meta = {.type = a->type, .bits = a->bits, .k = k, .selector = in->space};
    memcpy(meta.word, vm_row(w, in->a), sizeof meta.word);
    memset(x->a, 0, sizeof x->a);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t j = 0; j < a->n; j++) {
            uint32_t row = g + 8 * (j & 1);
            for (uint32_t q = 0; q < a->per; q++) {
                uint32_t stored = t * a->per + q + j / 2 * 4 * a->per;
                x->a[row][vm_sparse_column(&meta, row, stored) % k] = vm_frag_get(w, a, l, j, q);
            }
        }
    }
}

static void load_ab(Warp *w, const VmInst *in, const Frag *a, const Frag *b, Matrices *x,
                    MatShape s) {
    if (in->d & MODE_SPARSE) load_sparse(w, in, a, x, s.k);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t j = 0; j < a->n && !(in->d & MODE_SPARSE); j++) {
            uint32_t row = s.m == 16 ? g + 8 * (j & 1) : g, pair = s.m == 16 ? j / 2 : j;
            for (uint32_t q = 0; q < a->per; q++)
                x->a[row][t * a->per + q + pair * 4 * a->per] = vm_frag_get(w, a, l, j, q);
        }
        for (uint32_t j = 0; j < b->n; j++) {
            for (uint32_t q = 0; q < b->per; q++)
                x->b[t * b->per + q + j * 4 * b->per][g] = vm_frag_get(w, b, l, j, q);
        }
    }
}

// ---- block scales (9.7.14.5.14) ----------------------------------------------------------------

static double scale_value(const VmInst *in, uint32_t byte) {
    if (in->d >> MODE_UE4M3 & 1) return vm_unpack(byte & 0x7f, &vm_fmt_e4m3);
    if (byte == 0xff) return __builtin_nan("");
    return __builtin_ldexp(1.0, (int)byte - 127);
}

static uint32_t selector(Warp *w, const VmInst *in, uint32_t i) {
    uint64_t r[VM_LANES];
    uint32_t at = in->extra + in->n + in->asize + in->dsize + in->mod + i;
    vm_load_row(w, w->fn->list.at[at], w->fn->list_size.at[at], r);
    return (uint32_t)r[0];
}

// A's scales of rows g and g + 8 lie in the two lanes of a quad that thread-id-a names, B's scale
// of column g in lane thread-id-b; byte-id is that of the first block of columns.
static void apply_scales(Warp *w, const VmInst *in, Matrices *x, MatShape s) {
    uint32_t blocks = in->d >> MODE_SVEC & 7, per = s.k / blocks;
    const uint32_t *sa = vm_row(w, in->b), *sb = vm_row(w, in->c);
    uint32_t byte_a = selector(w, in, 0), lane_a = selector(w, in, 1) & 1;
    uint32_t byte_b = selector(w, in, 2), lane_b = selector(w, in, 3) & 3;
    for (uint32_t k = 0; k < s.k; k++) {
        uint32_t ba = (byte_a + k / per) & 3, bb = (byte_b + k / per) & 3;
        for (uint32_t r = 0; r < 16; r++) {
            uint32_t word = sa[4 * (r & 7) + 2 * lane_a + (r >> 3)];
            x->a[r][k].f *= scale_value(in, word >> 8 * ba & 255);
        }
        for (uint32_t c = 0; c < 8; c++)
            x->b[k][c].f *= scale_value(in, sb[4 * c + lane_b] >> 8 * bb & 255);
    }
}

static void exec_mma(Warp *w, const VmInst *in, uint32_t mask) {
    Matrices x;
    MatShape s = vm_mat_shapes[in->imm];
    Frag d, a, b, c;
    fragments(w, in, &d, &a, &b, &c);
    load_ab(w, in, &a, &b, &x, s);
    if (in->b != REF_NONE) apply_scales(w, in, &x, s);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t i = 0; i < c.n * c.per; i++)
            x.c[g + 8 * (i / 2)][t * 2 + (i & 1)] = vm_frag_get(w, &c, l, i / c.per, i % c.per);
    }
    vm_multiply(&x, s, in->type, in->rnd);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        uint32_t g = l >> 2, t = l & 3;
        for (uint32_t i = 0; i < d.n * d.per; i++) {
            vm_frag_put(w, &d, l, i / d.per, i % d.per, x.c[g + 8 * (i / 2)][t * 2 + (i & 1)],
                        in->flags & VF_SAT);
        }
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

static void exec_volta(Warp *w, const VmInst *in, uint32_t mask) {
    MatShape s = {8, 8, 4};
    Frag d, a, b, c;
    fragments(w, in, &d, &a, &b, &c);
    for (uint32_t quad = 0; quad < 4; quad++) {
        Matrices x;
        uint32_t row, col;
        for (uint32_t n = 0; n < 8; n++) {
            uint32_t l = 4 * quad + n % 4 + (n < 4 ? 0 : 16), up = n < 4 ? 0 : 4;
            for (uint32_t i = 0; i < 4; i++) {
                Elem ea = vm_frag_get(w, &a, l, i / 2, i % 2);
                Elem eb = vm_frag_get(w, &b, l, i / 2, i % 2);
                *(in->d & MODE_A_COL ? &x.a[i + up][l % 4] : &x.a[l % 4 + up][i]) = ea;
                *(in->d & MODE_B_ROW ? &x.b[l % 4][i + up] : &x.b[i][l % 4 + up]) = eb;
            }
            for (uint32_t i = 0; i < 8; i++) {
                volta_place(l, i, c.type == PTX_F32, &row, &col);
                x.c[row][col] = vm_frag_get(w, &c, l, i / c.per, i % c.per);
            }
        }
        vm_multiply(&x, s, in->type, 0);
        for (uint32_t n = 0; n < 8; n++) {
            uint32_t l = 4 * quad + n % 4 + (n < 4 ? 0 : 16);
            for (uint32_t i = 0; i < 8; i++) {
                volta_place(l, i, d.type == PTX_F32, &row, &col);
                vm_frag_put(w, &d, l, i / d.per, i % d.per, x.c[row][col], false);
            }
        }
    }
}

// ---- decoding ----------------------------------------------------------------------------------

static bool block_scaled(uint32_t op) {
    return op == PTXI_mma_scale || op == PTXI_mma_sp_scale;
}

static bool sparse(uint32_t op) {
    return op == PTXI_mma_sp || op == PTXI_mma_sp_f8f6f4 || op == PTXI_mma_sp_scale;
}

// Scales per row: 1 of mxf8f6f4, 2 of mxf4, 2 or 4 of mxf4nvf4.
static bool decode_scales(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    uint32_t kind = ptx_mod(in, KIND), vec = ptx_mod(in, SVEC), blocks;
    blocks = vec ? 1u << (vec - 1) : kind == PTX_KIND_MXF8F6F4 ? 1 : 2;
    if (kind == PTX_KIND_F8F6F4 || (kind == PTX_KIND_MXF8F6F4) != (blocks == 1)) return false;
    v->d |= blocks << MODE_SVEC;
    if (ptx_mod(in, STYPE) == PTX_STYPE_UE4M3) v->d |= 1u << MODE_UE4M3;
    v->b = vm_operand(d, &o[0], 2);
    v->c = vm_operand(d, &o[2], 2);
    for (uint32_t k = 1; k < 4; k += 2) { // {byte-id, thread-id}
        if (o[k].kind != PTXO_VEC || o[k].n != 2) return false;
        vm_push_elements(d, &o[k], 1, false);
    }
    return true;
}

bool vm_decode_mma(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    uint32_t op = in->op;
    MatShape s = vm_mat_shapes[ptx_mod(in, SHAPE)];
    v->imm = ptx_mod(in, SHAPE);
    v->d = 0;
    v->extra = d->fn->list.n;
    v->n = (uint8_t)vm_push_fragment(d, &o[0], in->type[0], true);
    v->asize = (uint8_t)vm_push_fragment(d, &o[1], in->type[1], false);
    v->dsize = (uint8_t)vm_push_fragment(d, &o[2], in->type[2], false);
    v->mod = (uint8_t)vm_push_fragment(d, &o[3], in->type[3], false);
    v->fn = exec_mma;
    if (op == PTXI_mma_b1) v->rnd = (uint8_t)ptx_mod(in, BITOP);
    if ((op == PTXI_mma || op == PTXI_mma_sp) && ptx_mod(in, MSAT)) v->flags |= VF_SAT;
    uint32_t abits = ptx_type_bits((PtxType)in->type[1]), kind = 0, stored = s.k;
    uint32_t bbits = ptx_type_bits((PtxType)in->type[2]);
    if (op == PTXI_mma_f8f6f4 || op == PTXI_mma_sp_f8f6f4 || block_scaled(op))
        kind = ptx_mod(in, KIND);
    if (kind == PTX_KIND_F8F6F4 || kind == PTX_KIND_MXF8F6F4) {
        v->d |= MODE_BYTES;
        abits = bbits = 8;
    }
    const PtxOpnd *rest = o + 4;
    if (sparse(op)) {
        v->d |= MODE_SPARSE;
        v->a = vm_operand(d, &rest[0], 2);
        v->space = (uint8_t)rest[1].val;
        stored /= 2;
        rest += 2;
    }
    if (block_scaled(op) && !decode_scales(d, in, rest, v)) return false;
    if (v->imm == PTX_SHAPE_M8N8K4 && in->type[1] == PTX_F16 && !sparse(op)) {
        if (ptx_mod(in, ALAYOUT) == PTX_ALAYOUT_COL) v->d |= MODE_A_COL;
        if (ptx_mod(in, BLAYOUT) == PTX_BLAYOUT_ROW) v->d |= MODE_B_ROW;
        v->fn = exec_volta;
        return v->asize == 2 && v->dsize == 2 && v->n == (in->type[0] == PTX_F32 ? 8 : 4) &&
               v->mod == (in->type[3] == PTX_F32 ? 8 : 4);
    }
    if (ptx_mod(in, ALAYOUT) == PTX_ALAYOUT_COL || ptx_mod(in, BLAYOUT) == PTX_BLAYOUT_ROW)
        return false;
    uint32_t dbits = ptx_type_bits((PtxType)in->type[0]),
             cbits = ptx_type_bits((PtxType)in->type[3]);
    return s.k && vm_fits(v->n, dbits, s.m * s.n) && vm_fits(v->asize, abits, s.m * stored) &&
           vm_fits(v->dsize, bbits, s.k * s.n) && vm_fits(v->mod, cbits, s.m * s.n);
}
