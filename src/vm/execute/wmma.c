// SPDX-License-Identifier: Apache-2.0
// wmma (PTX ISA 9.7.14.4). The layout of fragments is unspecified; ours is element number modulo
// 32, row-major. Every lane must take part.
#include "vm/execute/execute.h"
#include "vm/check/check.h"
#include "vm/execute/matrix.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

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

// ---- whole lines
// ---------------------------------------------------------------------------------

// The matrix in memory as lines, rows or columns, of elements of whole bytes side by side.
typedef struct Lines {
    uint64_t base, step; // bytes
    uint32_t n, length;  // of a line: elements
    uint32_t bytes;      // of an element
    uint32_t at_once;    // bytes of an access: as many as all lines are aligned to
    bool columns;
} Lines;

static Lines lines_of(const VmInst *in, const Frag *moved, uint64_t base, uint64_t stride,
                      uint32_t rows, uint32_t cols) {
    bool columns = in->rnd != PTX_ALAYOUT_ROW;
    uint32_t bytes = moved->bits / 8, at_once = 16;
    uint64_t length = columns ? rows : cols, step = stride * bytes;
    while (at_once > bytes && ((base | step | length * bytes) & (at_once - 1))) at_once /= 2;
    return (Lines){.base = base,
                   .step = step,
                   .n = columns ? cols : rows,
                   .length = (uint32_t)length,
                   .bytes = bytes,
                   .at_once = at_once,
                   .columns = columns};
}

// One element; of a size that the compiler knows in each case.
static inline void move_element(uint8_t *to, const uint8_t *from, uint32_t bytes) {
    switch (bytes) {
    case 1: *to = *from; break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    default: memcpy(to, from, 8); break;
    }
}

// Where the first byte lies on the host, if no access can fail and nobody watches: all lines lie in
// one allocation, or in the block's shared memory. NULL: each access is asked for.
static uint8_t *place_of_all(Warp *warp, const VmInst *in, const Lines *touched) {
    VmTarget first, last;
    uint64_t bytes = (uint64_t)touched->length * touched->bytes;
    bool small = touched->step < 1u << 24 && touched->at_once == 16;
    if (warp->grid->checks || !small) return NULL;
    uint64_t distance = (touched->n - 1) * touched->step + bytes - 1;
    VmSpace space = (VmSpace)in->space;
    if (!vm_locate(warp, 0, touched->base, 1, space, &first) ||
        !vm_locate(warp, 0, touched->base + distance, 1, space, &last))
        return NULL;
    bool together = is_any_of(first.space, VSP_GLOBAL, VSP_SHARED) && first.space == last.space &&
                    first.alloc == last.alloc && first.block == last.block &&
                    last.host == first.host + distance;
    return together ? first.host : NULL;
}

// Between memory and `image`, the elements row by row.
static void move_lines(Warp *warp, const VmInst *in, const Lines *moved, uint8_t *image,
                       bool store) {
    uint32_t lane = 0, bytes = moved->bytes, each = moved->at_once / bytes;
    VmAccess kind = store ? VM_WRITE : VM_READ;
    uint8_t *all = place_of_all(warp, in, moved);
    // From an element of a line to the next in the image.
    uint32_t next = moved->columns ? moved->n * bytes : bytes;
    for (uint32_t line = 0; line < moved->n; line++) {
        uint8_t *at = image + (size_t)line * (moved->columns ? bytes : moved->length * bytes);
        uint64_t addr = moved->base + line * moved->step;
        for (uint32_t i = 0; i < moved->length; i += each, lane = (lane + 1) % VM_LANES) {
            uint64_t from = addr + (uint64_t)i * bytes;
            uint8_t *memory =
                all ? all + (from - moved->base)
                    : vm_access(warp, in, lane, from, moved->at_once, (VmSpace)in->space, kind);
            if (next == bytes && moved->at_once == 16) {
                memcpy(store ? memory : at, store ? at : memory, 16);
                at += 16;
                continue;
            }
            for (uint32_t k = 0; k < each; k++, at += next, memory += bytes)
                move_element(store ? memory : at, store ? at : memory, bytes);
        }
    }
}

// Two halves of each lane's register beside one another.
static void join_halves(uint32_t *words, const uint16_t *low, const uint16_t *high) {
    for (uint32_t l = 0; l < VM_LANES; l++) words[l] = low[l] | (uint32_t)high[l] << 16;
}

// Between the registers and `image` of `count` elements; spare slots repeat elements.
static void move_fragment(Warp *warp, const Frag *moved, uint8_t *image, uint32_t count,
                          bool store) {
    uint32_t bytes = moved->bits / 8, slots = moved->n * moved->per;
    for (uint32_t slot = 0; slot < slots && (!store || slot * VM_LANES < count); slot++) {
        uint8_t *elem = image + (size_t)(slot * VM_LANES % count) * bytes;
        uint32_t reg = slot / moved->per, size = moved->size[reg];
        uint8_t *row = vm_row(warp, moved->reg[reg]);
        if (bytes == 4 && size == 2) {
            memcpy(store ? elem : row, store ? row : elem, 4 * VM_LANES);
            continue;
        }
        if (bytes == 2 && size == 2 && !store) {
            uint8_t *other = image + (size_t)((slot + 1) * VM_LANES % count) * bytes;
            join_halves((uint32_t *)row, (uint16_t *)elem, (uint16_t *)other);
            slot++;
            continue;
        }
        row += slot % moved->per * bytes;
        for (uint32_t l = 0; l < VM_LANES; l++, elem += bytes) {
            uint8_t *place = row + ((size_t)l << size);
            move_element(store ? elem : place, store ? place : elem, bytes);
        }
    }
}

// ---- the instructions
// ----------------------------------------------------------------------------

// Element by element: of those narrower than a byte, which are loaded only.
static void load_narrow(Warp *warp, const VmInst *in, const Frag *loaded, uint64_t base,
                        uint64_t stride, uint32_t cols, uint32_t count) {
    for (uint32_t i = 0; i < loaded->n * loaded->per * VM_LANES; i++) {
        uint32_t slot = i / VM_LANES, l = i % VM_LANES, e = i % count, shift, v;
        uint32_t reg = slot / loaded->per, sub = slot % loaded->per;
        uint8_t *p = element_at(warp, in, l, base, stride, e / cols, e % cols, loaded->bits,
                                VM_READ, &shift);
        uint8_t *q = (uint8_t *)vm_row(warp, loaded->reg[reg]) + ((size_t)l << loaded->size[reg]);
        uint32_t mask = ((1u << loaded->bits) - 1) << sub * loaded->bits;
        memcpy(&v, q, 4);
        v = (v & ~mask) | ((uint32_t)(*p >> shift) << sub * loaded->bits & mask);
        memcpy(q, &v, 4);
    }
}

// in: rnd layout, n registers, b stride row or NONE
static void exec_wmma_mem(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t rows, cols;
    dims_of(vm_mat_shapes[in->tile.shape], in->tile.matrix, &rows, &cols);
    Frag frag = vm_fragment(warp, in, 0, in->n, in->type);
    // Base and stride are the same in all lanes [PTX ISA 9.7.14.4].
    uint64_t base[VM_LANES], stride[VM_LANES];
    vm_load_row(warp, in->a, in->asize, base);
    base[0] += (uint64_t)in->tile.offset;
    // Without a stride the matrix is dense.
    stride[0] = in->rnd == PTX_ALAYOUT_ROW ? cols : rows;
    if (in->b != REF_NONE) vm_load_row(warp, in->b, 2, stride);
    uint32_t count = rows * cols;
    if (frag.bits < 8) {
        load_narrow(warp, in, &frag, base[0], stride[0], cols, count);
        return;
    }
    bool store = in->flags & VF_RELEASE;
    Lines lines = lines_of(in, &frag, base[0], stride[0], rows, cols);
    _Alignas(16) uint8_t image[MAT_C * sizeof(double)];
    if (store) move_fragment(warp, &frag, image, count, true);
    move_lines(warp, in, &lines, image, store);
    if (!store) move_fragment(warp, &frag, image, count, false);
}

// The first `count` elements of a fragment.
static void get_elements(Warp *warp, const Frag *from, Elem *out, uint32_t count) {
    for (uint32_t slot = 0; slot * VM_LANES < count; slot++)
        vm_frag_get_row(warp, from, slot / from->per, slot % from->per, out + slot * VM_LANES);
}

static void exec_wmma(Warp *warp, const VmInst *in, uint32_t mask) {
    Matrices matrices;
    MatShape mat_shape = vm_mat_shapes[in->product.shape];
    uint32_t reg = in->n, count = mat_shape.m * mat_shape.n;
    Frag frag = vm_fragment(warp, in, 0, in->n, in->type);
    Frag a = vm_fragment(warp, in, reg, in->product.of_a, in->type2);
    Frag b = vm_fragment(warp, in, reg += in->product.of_a, in->product.of_b, in->type3);
    Frag c = vm_fragment(warp, in, reg + in->product.of_b, in->product.of_c, in->type4);
    get_elements(warp, &a, matrices.a, mat_shape.m * mat_shape.k);
    get_elements(warp, &b, matrices.b, mat_shape.k * mat_shape.n);
    get_elements(warp, &c, matrices.c, count);
    vm_multiply(&matrices, mat_shape, in->type, in->product.bitop);
    for (uint32_t slot = 0; slot * VM_LANES < count; slot++)
        vm_frag_put_row(warp, &frag, slot / frag.per, slot % frag.per, matrices.c + slot * VM_LANES,
                        in->flags & VF_SAT);
}

// Whether a fragment of so many registers has room for the matrix.
static bool holds(const VmInst *inst, uint32_t regs, uint32_t type, uint32_t elements) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES >= elements;
}

static bool decode_wmma_mem(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                            VmInst *decoded, bool load) {
    uint32_t shape = ptx_mod(in, SHAPE), rows, cols;
    if (!vm_decode_address(decoder, &operands[load ? 1 : 0], ptx_mod(in, SPACE), decoded))
        return false;
    decoded->tile.matrix = load ? (uint8_t)ptx_mod(in, MATRIX) : PTX_MATRIX_C;
    decoded->rnd = (uint8_t)ptx_mod(in, ALAYOUT);
    decoded->tile.shape = (uint8_t)shape;
    if (!load) decoded->flags |= VF_RELEASE;
    if (in->nopnd > 2) decoded->b = vm_operand(decoder, &operands[2], 2);
    decoded->list = decoder->fn->list.n;
    decoded->n = (uint8_t)vm_push_fragment(decoder, &operands[load ? 0 : 1], in->type[0], load);
    dims_of(vm_mat_shapes[shape], decoded->tile.matrix, &rows, &cols);
    decoded->fn = exec_wmma_mem;
    // Shapes without a depth are those of ldmatrix.
    return rows && cols && holds(decoded, decoded->n, in->type[0], rows * cols);
}

static bool decode_mma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    MatShape mat_shape = vm_mat_shapes[ptx_mod(in, SHAPE)];
    if (in->op == PTXI_wmma_mma) { // f16 operands: the types are D's and C's
        decoded->type2 = decoded->type3 = PTX_F16;
        decoded->type4 = in->type[1];
        // Bits are combined by and, or exclusive or, before they are counted.
    } else if (in->op == PTXI_wmma_mma_b1) {
        decoded->product.bitop = (uint8_t)ptx_mod(in, BITOP);
    } else if (ptx_mod(in, MSAT)) {
        decoded->flags |= VF_SAT;
    }
    decoded->product.shape = (uint8_t)ptx_mod(in, SHAPE);
    decoded->list = decoder->fn->list.n;
    decoded->n = (uint8_t)vm_push_fragment(decoder, &operands[0], decoded->type, true);
    decoded->product.of_a = (uint8_t)vm_push_fragment(decoder, &operands[1], decoded->type2, false);
    decoded->product.of_b = (uint8_t)vm_push_fragment(decoder, &operands[2], decoded->type3, false);
    decoded->product.of_c = (uint8_t)vm_push_fragment(decoder, &operands[3], decoded->type4, false);
    decoded->fn = exec_wmma;
    return holds(decoded, decoded->n, decoded->type, mat_shape.m * mat_shape.n) &&
           holds(decoded, decoded->product.of_a, decoded->type2, mat_shape.m * mat_shape.k) &&
           holds(decoded, decoded->product.of_b, decoded->type3, mat_shape.k * mat_shape.n) &&
           holds(decoded, decoded->product.of_c, decoded->type4, mat_shape.m * mat_shape.n) &&
           mat_shape.k;
}

bool vm_decode_wmma(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded) {
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_WMMALOAD: return decode_wmma_mem(decoder, in, operands, decoded, true);
    case PTX_SEM_WMMASTORE: return decode_wmma_mem(decoder, in, operands, decoded, false);
    default: return decode_mma(decoder, in, operands, decoded);
    }
}
