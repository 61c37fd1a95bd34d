// SPDX-License-Identifier: Apache-2.0
// wmma (PTX ISA 9.7.14.4). The layout of fragments is unspecified; ours is element number modulo
// 32, row-major. Every lane must take part.
#include "vm/matrix.h"

static void dims_of(MatShape s, uint32_t matrix, uint32_t *rows, uint32_t *cols) {
    *rows = matrix == PTX_MATRIX_B ? s.k : s.m;
    *cols = matrix == PTX_MATRIX_A ? s.k : s.n;
}

// Memory address of element (r, c) with the lane-uniform base and stride.
static uint8_t *element_at(Warp *w, const VmInst *in, uint32_t lane, uint64_t base, uint64_t stride,
                           uint32_t r, uint32_t c, uint32_t bits, VmAccess kind, uint32_t *shift) {
    uint64_t index = in->rnd == PTX_ALAYOUT_ROW ? r * stride + c : c * stride + r;
    *shift = bits < 8 ? (uint32_t)(index * bits % 8) : 0;
    return vm_access(w, in, lane, base + index * bits / 8, bits < 8 ? 1 : bits / 8,
                     (VmSpace)in->space, kind);
}

// in: mod matrix, rnd layout, n registers, d shape, b stride row or NONE
static void exec_wmma_mem(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t rows, cols;
    dims_of(vm_mat_shapes[in->d], in->mod, &rows, &cols);
    Frag f = vm_fragment(w, in, 0, in->n, in->type);
    uint64_t base[VM_LANES], stride[VM_LANES];
    vm_load_row(w, in->a, in->asize, base);
    stride[0] = in->rnd == PTX_ALAYOUT_ROW ? cols : rows;
    if (in->b != REF_NONE) vm_load_row(w, in->b, 2, stride);
    uint32_t slots = f.n * f.per, count = rows * cols;
    bool store = in->flags & VF_RELEASE;
    for (uint32_t slot = 0; slot < slots; slot++) {
        for (uint32_t l = 0; l < VM_LANES; l++) {
            uint32_t e = (slot * VM_LANES + l) % count, shift; // spare slots repeat elements
            if (store && slot * VM_LANES + l >= count) continue;
            uint8_t *p = element_at(w, in, l, base[0] + (uint64_t)in->imm, stride[0], e / cols,
                                    e % cols, f.bits, store ? VM_WRITE : VM_READ, &shift);
            uint32_t reg = slot / f.per, sub = slot % f.per;
            uint8_t *q = (uint8_t *)vm_row(w, f.reg[reg]) + ((size_t)l << f.size[reg]);
            if (f.bits < 8) { // loads only
                uint32_t v, m = ((1u << f.bits) - 1) << sub * f.bits;
                memcpy(&v, q, 4);
                v = (v & ~m) | ((uint32_t)(*p >> shift) << sub * f.bits & m);
                memcpy(q, &v, 4);
                continue;
            }
            q += sub * f.bits / 8;
            memcpy(store ? p : q, store ? q : p, f.bits / 8);
        }
    }
}

static void exec_wmma(Warp *w, const VmInst *in, uint32_t mask) {
    Matrices x;
    MatShape s = vm_mat_shapes[in->imm];
    uint32_t reg = in->n;
    Frag d = vm_fragment(w, in, 0, in->n, in->type);
    Frag a = vm_fragment(w, in, reg, in->asize, in->type2);
    Frag b = vm_fragment(w, in, reg += in->asize, in->dsize, in->type3);
    Frag c = vm_fragment(w, in, reg + in->dsize, in->mod, in->type4);
    for (uint32_t e = 0; e < s.m * s.k; e++)
        x.a[e / s.k][e % s.k] = vm_frag_get(w, &a, e % 32, e / 32 / a.per, e / 32 % a.per);
    for (uint32_t e = 0; e < s.k * s.n; e++)
        x.b[e / s.n][e % s.n] = vm_frag_get(w, &b, e % 32, e / 32 / b.per, e / 32 % b.per);
    for (uint32_t e = 0; e < s.m * s.n; e++)
        x.c[e / s.n][e % s.n] = vm_frag_get(w, &c, e % 32, e / 32 / c.per, e / 32 % c.per);
    vm_multiply(&x, s, in->type, in->space);
    for (uint32_t e = 0; e < s.m * s.n; e++) {
        vm_frag_put(w, &d, e % 32, e / 32 / d.per, e / 32 % d.per, x.c[e / s.n][e % s.n],
                    in->flags & VF_SAT);
    }
}

static bool holds(const VmInst *v, uint32_t regs, uint32_t type, uint32_t elements) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES >= elements;
}

static bool decode_wmma_mem(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v, bool load) {
    uint32_t shape = ptx_mod(in, SHAPE), rows, cols;
    if (!vm_decode_address(d, &o[load ? 1 : 0], ptx_mod(in, SPACE), v)) return false;
    v->mod = load ? (uint8_t)ptx_mod(in, MATRIX) : PTX_MATRIX_C;
    v->rnd = (uint8_t)ptx_mod(in, ALAYOUT);
    v->d = shape;
    if (!load) v->flags |= VF_RELEASE;
    if (in->nopnd > 2) v->b = vm_operand(d, &o[2], 2);
    v->extra = d->fn->list.n;
    v->n = (uint8_t)vm_push_fragment(d, &o[load ? 0 : 1], in->type[0], load);
    dims_of(vm_mat_shapes[shape], v->mod, &rows, &cols);
    v->fn = exec_wmma_mem;
    return rows && cols && holds(v, v->n, in->type[0], rows * cols);
}

static bool decode_mma(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    MatShape s = vm_mat_shapes[ptx_mod(in, SHAPE)];
    if (in->op == PTXI_wmma_mma) { // f16 operands: the types are D's and C's
        v->type2 = v->type3 = PTX_F16;
        v->type4 = in->type[1];
    } else if (in->op == PTXI_wmma_mma_b1) {
        v->space = (uint8_t)ptx_mod(in, BITOP);
    } else if (ptx_mod(in, MSAT)) {
        v->flags |= VF_SAT;
    }
    v->imm = ptx_mod(in, SHAPE);
    v->extra = d->fn->list.n;
    v->n = (uint8_t)vm_push_fragment(d, &o[0], v->type, true);
    v->asize = (uint8_t)vm_push_fragment(d, &o[1], v->type2, false);
    v->dsize = (uint8_t)vm_push_fragment(d, &o[2], v->type3, false);
    v->mod = (uint8_t)vm_push_fragment(d, &o[3], v->type4, false);
    v->fn = exec_wmma;
    return holds(v, v->n, v->type, s.m * s.n) && holds(v, v->asize, v->type2, s.m * s.k) &&
           holds(v, v->dsize, v->type3, s.k * s.n) && holds(v, v->mod, v->type4, s.m * s.n) && s.k;
}

bool vm_decode_wmma(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_WMMALOAD: return decode_wmma_mem(d, in, o, v, true);
    case PTX_SEM_WMMASTORE: return decode_wmma_mem(d, in, o, v, false);
    default: return decode_mma(d, in, o, v);
    }
}
