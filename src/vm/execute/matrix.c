// SPDX-License-Identifier: Apache-2.0
// Matrix instructions (PTX ISA 9.7.14): element formats, fragments, the product, and ldmatrix and
// its like. Products are exact, sums are made in double (integers: 64 bits, f64: fused) in order of
// k, the addend last, and rounded once at the end; the hardware keeps fewer bits of a sum and does
// not say in which order it adds.
#include "vm/execute/execute.h"
#include "vm/execute/matrix.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

const MatShape vm_mat_shapes[] = {
    [PTX_SHAPE_M8N8K4] = {8, 8, 4},       [PTX_SHAPE_M8N8K16] = {8, 8, 16},
    [PTX_SHAPE_M8N8K32] = {8, 8, 32},     [PTX_SHAPE_M8N8K128] = {8, 8, 128},
    [PTX_SHAPE_M16N8K4] = {16, 8, 4},     [PTX_SHAPE_M16N8K8] = {16, 8, 8},
    [PTX_SHAPE_M16N8K16] = {16, 8, 16},   [PTX_SHAPE_M16N8K32] = {16, 8, 32},
    [PTX_SHAPE_M16N8K64] = {16, 8, 64},   [PTX_SHAPE_M16N8K128] = {16, 8, 128},
    [PTX_SHAPE_M16N8K256] = {16, 8, 256}, [PTX_SHAPE_M16N16K16] = {16, 16, 16},
    [PTX_SHAPE_M8N32K16] = {8, 32, 16},   [PTX_SHAPE_M32N8K16] = {32, 8, 16},
    [PTX_SHAPE_M16N16K8] = {16, 16, 8},   [PTX_SHAPE_M8N8] = {8, 8, 0},
    [PTX_SHAPE_M16N16] = {16, 16, 0},     [PTX_SHAPE_M8N16] = {8, 16, 0},
    [PTX_SHAPE_M16N8] = {16, 8, 0},
};

bool vm_mat_is_int(uint32_t t) {
    char k = ptx_types[t].kind;
    return is_any_of(k, 's', 'u', 'b');
}

Frag vm_fragment(Warp *warp, const VmInst *in, uint32_t at, uint32_t n, uint32_t type) {
    uint32_t bits = ptx_type_bits((PtxType)type);
    return (Frag){
        warp->fn->list.at + in->list + at, warp->fn->list_size.at + in->list + at, n, type, bits,
        bits >= 32 ? 1 : 32 / bits};
}

Elem vm_mat_value(uint64_t v, uint32_t type, uint32_t bits) {
    Elem elem;
    float s;
    uint32_t b = (uint32_t)v;
    switch (type) {
    case PTX_F64: memcpy(&elem.f, &v, 8); break;
    case PTX_TF32:
        b &= 0xffffe000; // the low bits are ignored
        __attribute__((fallthrough));
    case PTX_F32:
        memcpy(&s, &b, 4);
        elem.f = (double)s;
        break;
    case PTX_F16:
    case PTX_BF16: elem.f = (double)vm_half_get((uint16_t)v, type == PTX_BF16); break;
    case PTX_E4M3: elem.f = vm_unpack(b & 0xff, &vm_fmt_e4m3); break;
    case PTX_E5M2: elem.f = vm_unpack(b & 0xff, &vm_fmt_e5m2); break;
    case PTX_E2M3: elem.f = vm_unpack(b & 0x3f, &vm_fmt_e2m3); break;
    case PTX_E3M2: elem.f = vm_unpack(b & 0x3f, &vm_fmt_e3m2); break;
    case PTX_E2M1: elem.f = vm_unpack((bits == 8 ? b >> 2 : b) & 15, &vm_fmt_e2m1); break;
    default: {
        uint32_t drop = 64 - bits;
        elem.i = ptx_types[type].kind == 's' ? (int64_t)(v << drop) >> drop
                                             : (int64_t)(v << drop >> drop);
    }
    }
    return elem;
}

Elem vm_frag_get(Warp *warp, const Frag *f, uint32_t lane, uint32_t reg, uint32_t sub) {
    uint64_t v = 0;
    uint32_t size = f->size[reg];
    memcpy(&v, (uint8_t *)vm_row(warp, f->reg[reg]) + ((size_t)lane << size),
           1u << CU_MIN(size, 3u));
    return vm_mat_value(v >> sub * f->bits, f->type, f->bits);
}

// Four lanes.
typedef uint32_t FourWords __attribute__((vector_size(16), aligned(4)));
typedef int32_t FourInts __attribute__((vector_size(16)));
typedef float FourFloats __attribute__((vector_size(16)));
typedef double FourDoubles __attribute__((vector_size(32), aligned(8)));

// Halves of a row of registers, sixteen bits from `shift` on, without a branch on their kinds: what
// vm_half_get gives.
static void half_row(const uint32_t *words, uint32_t shift, Elem row[VM_LANES]) {
    // The exponent's bias is 112 more in a float; infinities and NaNs keep the largest exponent,
    // and what has the smallest one is a multiple of 2^-24.
    for (uint32_t l = 0; l < VM_LANES; l += 4) {
        FourWords half = *(const FourWords *)(words + l) >> shift, rest = half & 0x7fff;
        FourWords exponent = rest >> 10, is_small = (FourWords)(exponent == 0),
                  is_infinite = (FourWords)(exponent == 31);
        FourWords bits = (rest << 13) + (112u << 23) + (is_infinite & 112u << 23);
        FourFloats small = __builtin_convertvector((FourInts)rest, FourFloats) * 0x1p-24f;
        bits = (bits & ~is_small) | ((FourWords)small & is_small) | (half & 0x8000) << 16;
        *(FourDoubles *)&row[l].f = __builtin_convertvector((FourFloats)bits, FourDoubles);
    }
}

// The bits of `keep` of a row of registers, from `shift` on, as the upper bits of floats.
static void float_row(const uint32_t *words, uint32_t shift, uint32_t keep, Elem row[VM_LANES]) {
    for (uint32_t l = 0; l < VM_LANES; l += 4) {
        FourWords bits = *(const FourWords *)(words + l) << shift & keep;
        *(FourDoubles *)&row[l].f = __builtin_convertvector((FourFloats)bits, FourDoubles);
    }
}

void vm_frag_get_row(Warp *warp, const Frag *frag, uint32_t reg, uint32_t sub, Elem row[VM_LANES]) {
    const void *words = vm_row(warp, frag->reg[reg]);
    bool plain = frag->size[reg] == 2;
    if (plain && frag->type == PTX_F16) {
        half_row(words, 16 * sub, row);
    } else if (plain && frag->type == PTX_BF16) {
        float_row(words, sub ? 0 : 16, 0xffff0000, row);
    } else if (plain && is_any_of(frag->type, PTX_F32, PTX_TF32)) {
        float_row(words, 0, frag->type == PTX_TF32 ? 0xffffe000 : UINT32_MAX, row);
    } else {
        for (uint32_t l = 0; l < VM_LANES; l++) row[l] = vm_frag_get(warp, frag, l, reg, sub);
    }
}

void vm_frag_put_row(Warp *warp, const Frag *frag, uint32_t reg, uint32_t sub,
                     const Elem row[VM_LANES], bool sat) {
    if (frag->type != PTX_F32 || frag->size[reg] != 2) {
        for (uint32_t l = 0; l < VM_LANES; l++) vm_frag_put(warp, frag, l, reg, sub, row[l], sat);
        return;
    }
    uint32_t *words = vm_row(warp, frag->reg[reg]);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        float value = (float)row[l].f;
        uint32_t bits;
        memcpy(&bits, &value, 4);
        words[l] = value != value ? 0x7fffffff : bits;
    }
}

void vm_frag_put(Warp *warp, const Frag *frag, uint32_t lane, uint32_t reg, uint32_t sub, Elem elem,
                 bool sat) {
    uint64_t v;
    float s = (float)elem.f;
    uint32_t b;
    switch (frag->type) {
    case PTX_F64: memcpy(&v, &elem.f, 8); break;
    case PTX_F32:
        memcpy(&b, &s, 4);
        v = elem.f != elem.f ? 0x7fffffff : b;
        break;
    case PTX_F16: v = vm_half_put(elem.f, false, PTX_RND_RN); break;
    default:
        if (sat) elem.i = elem.i > INT32_MAX ? INT32_MAX : elem.i < INT32_MIN ? INT32_MIN : elem.i;
        v = (uint32_t)elem.i;
        break;
    }
    uint8_t *p = (uint8_t *)vm_row(warp, frag->reg[reg]) + ((size_t)lane << frag->size[reg]);
    memcpy(p + sub * (frag->bits / 8), &v, frag->bits / 8);
}

// Two neighbours in a row of a matrix.
typedef double TwoSums __attribute__((vector_size(16), aligned(8)));

// Eight columns at a time, whose sums stay in registers.
static void float_row_times(const Elem *row, const Elem *b, uint32_t k, uint32_t n, Elem *sum) {
    for (uint32_t j = 0; j < n; j += 8) {
        TwoSums part[4] = {{0}};
        for (uint32_t i = 0; i < k; i++) {
            const TwoSums *right = (const TwoSums *)&b[i * n + j].f, left = {row[i].f, row[i].f};
            part[0] += left * right[0];
            part[1] += left * right[1];
            part[2] += left * right[2];
            part[3] += left * right[3];
        }
        memcpy(sum + j, part, sizeof part);
    }
}

void vm_row_times(const Elem *row, const Elem *b, uint32_t k, uint32_t n, bool ints, Elem *sum) {
    if (!ints) {
        float_row_times(row, b, k, n, sum);
        return;
    }
    for (uint32_t j = 0; j < n; j += 8) {
        int64_t part[8] = {0};
        for (uint32_t i = 0; i < k; i++) {
            for (uint32_t q = 0; q < 8; q++) part[q] += row[i].i * b[i * n + j + q].i;
        }
        memcpy(sum + j, part, sizeof part);
    }
}

void vm_multiply(Matrices *matrices, MatShape mat_shape, uint32_t type, uint32_t bitop) {
    uint32_t n = mat_shape.n, depth = mat_shape.k;
    bool ints = vm_mat_is_int(type);
    for (uint32_t i = 0; i < mat_shape.m; i++) {
        const Elem *row = matrices->a + i * depth, *b = matrices->b;
        Elem *c = matrices->c + i * n, sum[MAT_C];
        if (bitop == PTX_BITOP_XOR) {
            for (uint32_t k = 0; k < depth; k++)
                for (uint32_t j = 0; j < n; j++) c[j].i += row[k].i ^ b[k * n + j].i;
            continue;
        }
        if (type == PTX_F64) {
            for (uint32_t k = 0; k < depth; k++)
                for (uint32_t j = 0; j < n; j++)
                    c[j].f = host_fma(row[k].f, b[k * n + j].f, c[j].f);
            continue;
        }
        vm_row_times(row, b, depth, n, ints, sum);
        for (uint32_t j = 0; j < n && ints; j++) c[j].i += sum[j].i;
        for (uint32_t j = 0; j < n && !ints; j++) c[j].f += sum[j].f;
    }
}

void vm_whole_warp(Warp *warp, const VmInst *in, uint32_t mask) {
    if (mask == VM_FULL) return;
    vm_fault(warp, in, (uint32_t)__builtin_ctz(mask), VM_ERR_ILLEGAL, 0,
             "matrix instruction executed by some threads of the warp only (mask %08x)", mask);
}

uint32_t vm_push_fragment(Decoder *decoder, const PtxOpnd *vector, uint32_t type, bool dest) {
    uint32_t size = type == PTX_F64 ? 3 : 2, n = vector->kind == PTXO_VEC ? vector->n : 1;
    uint32_t at = vm_push_elements(decoder, vector, size, dest);
    for (uint32_t i = 0; i < n; i++) {
        const PtxOpnd *e =
            vector->kind == PTXO_VEC ? &decoder->f->extra.at[vector->id + i] : vector;
        if (e->kind != PTXO_SINK && decoder->fn->list_size.at[at + i] != size)
            decoder->why = "a fragment of registers of another size";
    }
    return n;
}

bool vm_fits(uint32_t regs, uint32_t bits, uint32_t elements) {
    return regs * (bits >= 32 ? 1 : 32 / bits) * VM_LANES == elements;
}

// Metadata: two stored elements of four have a 2-bit column each (4-bit types: two pairs of four
// pairs; tf32: one of two has four bits, 0100 or 1110). A row's bits lie in 16-bit pieces (8-bit
// and narrower types: 32-bit words); f16-like: lane 4g + q holds the piece of rows g (low) and g +
// 8 of the selected or q-th chunk of columns; 8-bit: words of rows g and g + 8 in neighbouring
// lanes.
uint32_t vm_sparse_column(const MatMeta *mat_meta, uint32_t row, uint32_t stored) {
    bool narrow = mat_meta->bits <= 8, pairs = mat_meta->bits == 4, tf32 = mat_meta->bits == 32;
    uint32_t index = pairs ? stored / 2 : stored; // of the 2-bit (tf32: 4-bit) codes of the row
    uint32_t bit = index * (tf32 ? 4 : 2), g = row % 8, hi = row / 8, lane, shift;
    if (narrow) {
        uint32_t words = mat_meta->k / (pairs ? 64 : 32); // of a row: 1 or 2
        lane = 4 * g + (words == 1 ? 2 * mat_meta->selector : 2 * (bit / 32)) + hi;
        shift = bit % 32;
    } else {
        uint32_t pieces = mat_meta->k / (tf32 ? 8 : 16); // of a row: 1 or 2
        lane = 4 * g + (pieces == 1 ? mat_meta->selector : 2 * mat_meta->selector + bit / 16);
        shift = bit % 16 + 16 * hi;
    }
    uint32_t code = mat_meta->word[lane & 31] >> shift;
    if (tf32) return 2 * stored + (code >> 3 & 1);
    uint32_t column = index / 2 * 4 + (code & 3);
    return pairs ? 2 * column + stored % 2 : column;
}

// ---- matrices in shared memory -----------------------------------------------------------------

// A descriptor has 18 bits of an address. A kernel has no more shared memory, but here it lies
// behind that of the module's other kernels: the first place of its own with these bits.
static uint32_t start_address(const Grid *grid, uint64_t v) {
    enum { REACH = 1 << 18 };
    uint32_t start = (uint32_t)(v & 0x3fff) << 4;
    if (grid->dynamic_end <= REACH) return start;
    while (start < grid->kernel->used_low) start += REACH;
    while (start >= grid->kernel->used_high && start < grid->dynamic_off) start += REACH;
    return start;
}

MatDesc vm_mat_descriptor(const Grid *grid, uint64_t v, uint32_t width, bool mn) {
    return (MatDesc){.start = start_address(grid, v),
                     .lead = (uint32_t)(v >> 16 & 0x3fff) << 4,
                     .stride = (uint32_t)(v >> 32 & 0x3fff) << 4,
                     .base = (uint32_t)(v >> 49 & 7),
                     .width = width,
                     .xor_mask = width / 16 - 1u,
                     .mn = mn};
}

uint32_t vm_mat_piece(const MatDesc *desc, uint32_t line, uint32_t byte) {
    uint32_t in = byte % desc->width, chunk = byte / desc->width, at;
    uint32_t group = desc->wide ? 4 : 8; // lines
    if (desc->mn && desc->width == 16) {
        at = line / 8 * desc->lead + chunk * desc->stride;
    } else {
        at = line / group * desc->stride + chunk * desc->lead;
    }
    uint32_t addr = desc->start + at + line % group * desc->width + (in & ~15u);
    if (desc->wide) return addr ^ (((addr >> 7) - desc->base) & 3) << 5;
    return addr ^ (((addr >> 7) - desc->base) & desc->xor_mask) << 4;
}

// ---- ldmatrix, stmatrix, movmatrix -------------------------------------------------------------

// What a row of 16 bytes in memory holds; elements of 4 and 6 bits come as bytes.
static void widen_row(uint8_t *to, const uint8_t *from, uint32_t source) {
    uint64_t lo, hi;
    memcpy(&lo, from, 8);
    memcpy(&hi, from + 8, 8);
    for (uint32_t i = 0; i < 16; i++) {
        if (source == PTX_MSRC_B4) {
            to[i] = lo >> 4 * i & 15;
        } else if (source == PTX_MSRC_B6) {
            uint32_t at = 6 * i;
            uint64_t v = at >= 64 ? hi >> (at - 64) : lo >> at | (at > 58 ? hi << (64 - at) : 0);
            to[i] = v & 63;
        } else {
            to[i] = from[i];
        }
    }
}

// The byte of memory that is byte v of register j of a lane: row (of all matrices; its address is
// given by the lane of that number) and place in it. The layouts by shape (figures of 9.7.14.5.15):
// m8n8 and m8n16 as mma's A; .trans of b16 exchanges row and column; m16n16.trans gives lane 4g + t
// columns g and g + 8 of rows 4t + 2j, +1; m16n8.trans is C of mma, transposed.
static void matrix_place(const VmInst *in, uint32_t lane, uint32_t j, uint32_t v, uint32_t *row,
                         uint32_t *byte) {
    uint32_t g = lane >> 2, t = lane & 3;
    switch (in->tile.shape) {
    case PTX_SHAPE_M16N16:
        *row = 16 * (j >> 1) + 4 * t + 2 * (j & 1) + (v & 1);
        *byte = g + 8 * (v >> 1);
        break;
    case PTX_SHAPE_M16N8:
        *row = 8 * j + 2 * t + (v & 1);
        *byte = g + 8 * (v >> 1);
        break;
    default:
        if (in->flags & VF_WRAP) {
            *row = 8 * j + 2 * t + (v >> 1);
            *byte = 2 * g + (v & 1);
        } else {
            *row = 8 * j + g;
            *byte = 4 * t + v;
        }
        break;
    }
}

static void exec_ldstmatrix(Warp *warp, const VmInst *in, uint32_t mask) {
    Frag frag = vm_fragment(warp, in, 0, in->n, PTX_B32);
    uint64_t addr[VM_LANES];
    vm_load_row(warp, in->a, in->asize, addr);
    bool store = in->flags & VF_RELEASE;
    uint8_t mem[VM_LANES][16] = {{0}};
    uint32_t rows = 8 * in->n;
    for (uint32_t r = 0; r < rows && !store; r++) {
        widen_row(mem[r],
                  vm_access(warp, in, r, addr[r] + (uint64_t)in->tile.offset, 16,
                            (VmSpace)in->space, VM_READ),
                  in->rnd);
    }
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t j = 0; j < in->n; j++) {
            uint8_t *reg = (uint8_t *)vm_row(warp, frag.reg[j]) + ((size_t)l << frag.size[j]);
            for (uint32_t v = 0; v < 4; v++) {
                uint32_t row, byte;
                matrix_place(in, l, j, v, &row, &byte);
                if (store) {
                    mem[row][byte] = reg[v];
                } else {
                    reg[v] = mem[row][byte];
                }
            }
        }
    }
    for (uint32_t r = 0; r < rows && store; r++) {
        memcpy(vm_access(warp, in, r, addr[r] + (uint64_t)in->tile.offset, 16, (VmSpace)in->space,
                         VM_WRITE),
               mem[r], 16);
    }
}

static void stored_row(Warp *warp, const VmInst *in, uint32_t row, uint8_t bytes[16]) {
    Frag frag = vm_fragment(warp, in, 0, in->n, PTX_B32);
    for (uint32_t i = 0; i < VM_LANES * in->n * 4; i++) {
        uint32_t lane = i / (in->n * 4), reg = i / 4 % in->n, to_row, to_byte;
        matrix_place(in, lane, reg, i % 4, &to_row, &to_byte);
        if (to_row != row) continue;
        bytes[to_byte] =
            ((uint8_t *)vm_row(warp, frag.reg[reg]) + ((size_t)lane << frag.size[reg]))[i % 4];
    }
}

static void exec_movmatrix(Warp *warp, const VmInst *in, uint32_t mask) {
    uint16_t x[8][8], *d = vm_row(warp, in->d);
    const uint16_t *a = vm_row(warp, in->a);
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t h = 0; h < 2; h++) x[l >> 2][2 * (l & 3) + h] = a[2 * l + h];
    }
    for (uint32_t l = 0; l < VM_LANES; l++) {
        for (uint32_t h = 0; h < 2; h++) d[2 * l + h] = x[2 * (l & 3) + h][l >> 2];
    }
}

bool vm_decode_ldmatrix(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    if (in->op == PTXI_movmatrix) {
        decoded->fn = exec_movmatrix;
        return vm_fill_operands(decoder, in, operands, decoded);
    }
    bool load = ptx_rows[in->op].sem == PTX_SEM_LDMATRIX;
    if (!vm_decode_address(decoder, &operands[load ? 1 : 0], ptx_mod(in, SPACE), decoded))
        return false;
    decoded->list = decoder->fn->list.n;
    decoded->n = (uint8_t)vm_push_fragment(decoder, &operands[load ? 0 : 1], PTX_B32, load);
    decoded->tile.shape = (uint8_t)ptx_mod(in, SHAPE);
    if (in->op == PTXI_ldmatrix_narrow) decoded->rnd = (uint8_t)ptx_mod(in, MSRC);
    if (ptx_mod(in, TRANS)) decoded->flags |= VF_WRAP;
    if (!load) decoded->flags |= VF_RELEASE;
    decoded->fn = exec_ldstmatrix;
    if (!load) decoded->stored = stored_row;
    uint32_t count = 1u << (ptx_mod(in, XCOUNT) - 1);
    bool big = decoded->tile.shape == PTX_SHAPE_M16N16;
    if (big != !!(decoded->flags & VF_WRAP) && in->op == PTXI_ldmatrix_narrow) return false;
    return decoded->n == count * (big ? 2 : 1) && decoded->n <= 4;
}

bool vm_decode_video(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);

bool vm_decode_matrix(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded) {
    decoded->cls = VM_CLS_MATRIX;
    decoded->ctl = CTL_WHOLE;
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_MMA: return vm_decode_mma(decoder, in, operands, decoded);
    case PTX_SEM_WMMALOAD:
    case PTX_SEM_WMMASTORE:
    case PTX_SEM_WMMAMMA: return vm_decode_wmma(decoder, in, operands, decoded);
    case PTX_SEM_WGMMA: return vm_decode_wgmma(decoder, in, operands, decoded);
    case PTX_SEM_LDMATRIX:
    case PTX_SEM_STMATRIX:
    case PTX_SEM_MOVMATRIX: return vm_decode_ldmatrix(decoder, in, operands, decoded);
    case PTX_SEM_VSIMD:
    case PTX_SEM_VSCALAR:
        decoded->ctl = CTL_PLAIN;
        return vm_decode_video(decoder, in, operands, decoded);
    default: return false;
    }
}
