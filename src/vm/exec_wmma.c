// SPDX-License-Identifier: Apache-2.0
// wmma (PTX ISA 9.7.14.4). The layout of fragments is unspecified; ours is element number modulo
// 32, row-major. Every lane must take part.
#include "vm/matrix.h"

// A is m x k, B is k x n, C and D are m x n.
static void dims_of(MatShape s, uint32_t matrix, uint32_t *rows, uint32_t *cols) {
    *rows = matrix == PTX_MATRIX_B ? s.k : s.m;
    *cols = matrix == PTX_MATRIX_A ? s.k : s.n;
}

// Memory address of element (r, c) with the lane-uniform base and stride.
static uint8_t *element_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t base,
                           uint64_t stride, uint32_t r, uint32_t c, uint32_t bits, VmAccess kind,
                           uint32_t *shift) {
    // A stride counts elements, from row to row or from column to column.
    uint64_t index = in->rnd == PTX_ALAYOUT_ROW ? r * stride + c : c * stride + r;
    *shift = bits < 8 ? (uint32_t)(index * bits % 8) : 0;
    return vm_access(warp, in, lane, base + index * bits / 8, bits < 8 ? 1 : bits / 8,
                     (VmSpace)in->space, kind);
}

// in: mod matrix, rnd layout, n registers, d shape, b stride row or NONE
static void exec_wmma_mem(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t rows, cols;
    dims_of(vm_mat_shapes[in->d], in->mod, &rows, &cols);
    Frag frag = vm_fragment(warp, in, 0, in->n, in->type);
    uint64_t base[VM_LANES], stride[VM_LANES];
    vm_load_row(warp, in->a, in->asize, base);
    // Without a stride the matrix is dense.
    stride[0] = in->rnd == PTX_ALAYOUT_ROW ? cols : rows;
    if (in->b != REF_NONE) vm_load_row(warp, in->b, 2, stride);
    uint32_t slots = frag.n * frag.per, count = rows * cols;
    bool store = in->flags & VF_RELEASE;
    for (uint32_t slot = 0; slot < slots; slot++) {
        for (uint32_t l = 0; l < VM_LANES; l++) {
            uint32_t e = (slot * VM_LANES + l) % count, shift; // spare slots repeat elements
            if (store && slot * VM_LANES + l >= count) continue;
            // Base and stride are the same in all lanes [PTX ISA 9.7.14.4].
            uint8_t *p = element_at(warp, in, l, base[0] + (uint64_t)in->imm, stride[0], e / cols,
                                    e % cols, frag.bits, store ? VM_WRITE : VM_READ, &shift);
            uint32_t reg = slot / frag.per, sub = slot % frag.per;
            uint8_t *q = (uint8_t *)vm_row(warp, frag.reg[reg]) + ((size_t)l << frag.size[reg]);
            if (frag.bits < 8) { // loads only
                uint32_t v, m = ((1u << frag.bits) - 1) << sub * frag.bits;
                memcpy(&v, q, 4);
                v = (v & ~m) | ((uint32_t)(*p >> shift) << sub * frag.bits & m);
                memcpy(q, &v, 4);
                continue;
            }
            q += sub * frag.bits / 8;
            memcpy(store ? p : q, store ? q : p, frag.bits / 8);
        }
    }
}

static void exec_wmma(Warp *warp, const VmInst *in, uint32_t mask) {
    Matrices matrices;
    MatShape mat_shape = vm_mat_shapes[in->imm];
    uint32_t reg = in->n;
    Frag frag = vm_fragment(warp, in, 0, in->n, in->type);
    Frag a = vm_fragment(warp, in, reg, in->asize, in->type2);
    Frag b = vm_fragment(warp, in, reg += in->asize, in->dsize, in->type3);
    Frag c = vm_fragment(warp, in, reg + in->dsize, in->mod, in->type4);
    for (uint32_t e = 0; e < mat_shape.m * mat_shape.k; e++)
        matrices.a[e / mat_shape.k][e % mat_shape.k] =
            vm_frag_get(warp, &a, e % 32, e / 32 / a.per, e / 32 % a.per);
    for (uint32_t e = 0; e < mat_shape.k * mat_shape.n; e++)
        matrices.b[e / mat_shape.n][e % mat_shape.n] =
            vm_frag_get(warp, &b, e % 32, e / 32 / b.per, e / 32 % b.per);
    for (uint32_t e = 0; e < mat_shape.m * mat_shape.n; e++)
        matrices.c[e / mat_shape.n][e % mat_shape.n] =
            vm_frag_get(warp, &c, e % 32, e / 32 / c.per, e / 32 % c.per);
    vm_multiply(&matrices, mat_shape, in->type, in->space);
    for (uint32_t e = 0; e < mat_shape.m * mat_shape.n; e++) {
        vm_frag_put(warp, &frag, e % 32, e / 32 / frag.per, e / 32 % frag.per,
                    matrices.c[e / mat_shape.n][e % mat_shape.n], in->flags & VF_SAT);
    }
}

// Whether a fragment of so many registers has room for the matrix.
static bool holds(const VmInst *inst, uint32_t regs, uint32_t type, uint32_t elements) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES >= elements;
}

static bool decode_wmma_mem(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst,
                            bool load) {
    uint32_t shape = ptx_mod(in, SHAPE), rows, cols;
    if (!vm_decode_address(decoder, &opnd[load ? 1 : 0], ptx_mod(in, SPACE), inst)) return false;
    inst->mod = load ? (uint8_t)ptx_mod(in, MATRIX) : PTX_MATRIX_C;
    inst->rnd = (uint8_t)ptx_mod(in, ALAYOUT);
    inst->d = shape;
    if (!load) inst->flags |= VF_RELEASE;
    if (in->nopnd > 2) inst->b = vm_operand(decoder, &opnd[2], 2);
    inst->extra = decoder->fn->list.n;
    inst->n = (uint8_t)vm_push_fragment(decoder, &opnd[load ? 0 : 1], in->type[0], load);
    dims_of(vm_mat_shapes[shape], inst->mod, &rows, &cols);
    inst->fn = exec_wmma_mem;
    // Shapes without a depth are those of ldmatrix.
    return rows && cols && holds(inst, inst->n, in->type[0], rows * cols);
}

static bool decode_mma(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst) {
    MatShape mat_shape = vm_mat_shapes[ptx_mod(in, SHAPE)];
    if (in->op == PTXI_wmma_mma) { // f16 operands: the types are D's and C's
        inst->type2 = inst->type3 = PTX_F16;
        inst->type4 = in->type[1];
        // Bits are combined by and, or exclusive or, before they are counted.
    } else if (in->op == PTXI_wmma_mma_b1) {
        inst->space = (uint8_t)ptx_mod(in, BITOP);
    } else if (ptx_mod(in, MSAT)) {
        inst->flags |= VF_SAT;
    }
    inst->imm = ptx_mod(in, SHAPE);
    inst->extra = decoder->fn->list.n;
    inst->n = (uint8_t)vm_push_fragment(decoder, &opnd[0], inst->type, true);
    inst->asize = (uint8_t)vm_push_fragment(decoder, &opnd[1], inst->type2, false);
    inst->dsize = (uint8_t)vm_push_fragment(decoder, &opnd[2], inst->type3, false);
    inst->mod = (uint8_t)vm_push_fragment(decoder, &opnd[3], inst->type4, false);
    inst->fn = exec_wmma;
    return holds(inst, inst->n, inst->type, mat_shape.m * mat_shape.n) &&
           holds(inst, inst->asize, inst->type2, mat_shape.m * mat_shape.k) &&
           holds(inst, inst->dsize, inst->type3, mat_shape.k * mat_shape.n) &&
           holds(inst, inst->mod, inst->type4, mat_shape.m * mat_shape.n) && mat_shape.k;
}

bool vm_decode_wmma(Decoder *decoder, const PtxInst *in, const PtxOpnd *o, VmInst *inst) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_WMMALOAD: return decode_wmma_mem(decoder, in, o, inst, true);
    case PTX_SEM_WMMASTORE: return decode_wmma_mem(decoder, in, o, inst, false);
    default: return decode_mma(decoder, in, o, inst);
    }
}
