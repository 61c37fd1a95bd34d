// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of matrix instructions (PTX ISA 9.7.14): how many registers the fragments of a
// warp take, and of which types. A fragment is a vector; the matrix's elements are spread over the
// 32 threads of the warp.
#include "ptx/check/check.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include <stdio.h>

typedef struct {
    uint32_t m, n, k;
} Shape;

// "m16n8k16"; "m8n8" has no k.
static Shape shape_of(const PtxInst *in) {
    Shape shape = {0};
    sscanf(ptx_mod_name(PTXC_SHAPE, ptx_mod(in, SHAPE)), "m%un%uk%u", &shape.m, &shape.n, &shape.k);
    return shape;
}

// Bits of an element where it lies; the kinds with mixed formats give each of them a byte.
static uint32_t element_bits(const PtxInst *in, PtxType type) {
    bool wide = is_any_of(in->op, PTXI_mma_f8f6f4, PTXI_mma_sp_f8f6f4);
    bool scaled = is_any_of(in->op, PTXI_mma_scale, PTXI_mma_sp_scale);
    if (wide || (scaled && ptx_mod(in, KIND) == PTX_KIND_MXF8F6F4)) return 8;
    return ptx_type_bits(type);
}

// Registers of a fragment of so many elements: of 32 bits, of doubles each in one.
static uint32_t register_count(uint32_t elements, uint32_t bits) {
    uint32_t each = bits == 64 ? 64 : 32;
    return CU_MAX(elements * bits / (32 * each), 1u);
}

// A register by itself is a vector of one.
static bool has_count(const PtxOpnd *opnd, uint32_t n) {
    return opnd->kind == PTXO_VEC ? opnd->n == n : n == 1;
}

// Numbers of floating point that are accumulated lie in registers that can hold such, all others in
// untyped or integer ones.
static bool has_type(Reader *reader, const PtxOpnd *fragment, PtxType type) {
    bool number = is_any_of(type, PTX_F32, PTX_F64, PTX_S32);
    uint32_t n = fragment->kind == PTXO_VEC ? fragment->n : 1;
    const PtxOpnd *element =
        fragment->kind == PTXO_VEC ? &reader->fn->extra.at[fragment->id] : fragment;
    for (uint32_t i = 0; i < n; i++) {
        if (element[i].kind != PTXO_REG) continue;
        PtxType have = (PtxType)reader->fn->reg.at[element[i].id].type;
        bool fits = number ? rd_register_agrees(have, type)
                           : !is_any_of(have, PTX_F32, PTX_F64, PTX_PRED, PTX_F16);
        bool pair_of_sum = type == PTX_F16 && have == PTX_F32; // ptxas takes it
        if (!fits && !pair_of_sum) return false;
    }
    return true;
}

// One fragment: so many registers, for elements of the type.
static bool check_fragment(Reader *reader, const PtxOpnd *fragment, uint32_t n, PtxType type) {
    if (!has_count(fragment, n))
        return rd_fail(reader, DIAG_OF(ptx, fragment_count), reader->op_name, (int)n);
    return rd_require(reader, has_type(reader, fragment, type), DIAG_OF(ptx, fragment_type),
                      reader->op_name);
}

// The shape of Volta's instruction, which four quads of threads work on: two registers of each of
// the factors, eight numbers or four pairs of the sum.
static bool is_quad_pair(const PtxInst *in) {
    return ptx_mod(in, SHAPE) == PTX_SHAPE_M8N8K4 && in->type[1] == PTX_F16;
}

// The fragments of D, A, B and C, in the order of the operands.
bool rd_check_mma(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    for (uint32_t i = 0; i < 4; i++) {
        if (opnd[i].kind != PTXO_VEC)
            return rd_fail(reader, DIAG_OF(ptx, bad_operand), (int)i + 1, reader->op_name,
                           "a vector");
    }
    const Shape shape = shape_of(in);
    const PtxType d = (PtxType)in->type[0], a = (PtxType)in->type[1], b = (PtxType)in->type[2],
                  c = (PtxType)in->type[3];
    const uint32_t sum = shape.m * shape.n;
    bool pair_factor = a == PTX_F16 && !(has_type(reader, &opnd[1], PTX_BF16) &&
                                         has_type(reader, &opnd[2], PTX_BF16));
    bool same_format = a == b || ptx_type_bits(a) <= 8;
    bool mixed = (ptx_types[a].kind == 'f') != (ptx_types[b].kind == 'f');
    // Sums of 16 bits are those of f16, and D is as C, but for Volta's shape.
    bool halves = (d == PTX_F16) != (c == PTX_F16) && ptx_mod(in, SHAPE) != PTX_SHAPE_M8N8K4;
    mixed |= halves || (d == PTX_F16 && a == PTX_BF16);
    if (!same_format || mixed || pair_factor)
        return rd_fail(reader, DIAG_OF(ptx, fragment_type), reader->op_name);
    if (is_quad_pair(in))
        return check_fragment(reader, &opnd[0], d == PTX_F32 ? 8 : 4, d) &&
               check_fragment(reader, &opnd[1], 2, a) && check_fragment(reader, &opnd[2], 2, b) &&
               check_fragment(reader, &opnd[3], c == PTX_F32 ? 8 : 4, c);

    // A sparse matrix keeps half of its elements.
    bool sparse = is_any_of(in->op, PTXI_mma_sp, PTXI_mma_sp_f8f6f4, PTXI_mma_sp_scale);
    uint32_t left = shape.m * shape.k / (sparse ? 2 : 1), right = shape.k * shape.n;
    if (!sparse &&
        (ptx_mod(in, ALAYOUT) == PTX_ALAYOUT_COL || ptx_mod(in, BLAYOUT) == PTX_BLAYOUT_ROW))
        return rd_fail(reader, DIAG_OF(ptx, fragment_layout), reader->op_name);
    return check_fragment(reader, &opnd[0], register_count(sum, ptx_type_bits(d)), d) &&
           check_fragment(reader, &opnd[1], register_count(left, element_bits(in, a)), a) &&
           check_fragment(reader, &opnd[2], register_count(right, element_bits(in, b)), b) &&
           check_fragment(reader, &opnd[3], register_count(sum, ptx_type_bits(c)), c);
}

// .x1, .x2, .x4 matrices of 8 x 8, of the others twice as many registers.
bool rd_check_ldmatrix(Reader *reader, const PtxInst *in) {
    bool loads = ptx_rows[in->op].sem == PTX_SEM_LDMATRIX;
    const PtxOpnd *fragment = &ptx_opnds(reader->fn, in)[!loads];
    uint32_t n = 1u << (ptx_mod(in, XCOUNT) - 1);
    if (ptx_mod(in, SHAPE) == PTX_SHAPE_M16N16) n *= 2;
    if (fragment->kind != PTXO_VEC || fragment->n != n)
        return rd_fail(reader, DIAG_OF(ptx, fragment_count), reader->op_name, (int)n);
    return true;
}

// ---- wmma ---------------------------------------------------------------------------------------

// Registers of the fragments A and B by type and shape; 0: another rule.
static uint32_t factor_count(PtxType type, Shape shape, bool left) {
    uint32_t rows = left ? shape.m : shape.n;
    switch (type) {
    case PTX_F16: return 8;
    case PTX_BF16: return rows / 4;
    case PTX_TF32: return 4;
    case PTX_S8:
    case PTX_U8: return CU_MAX(rows / 8, 1u);
    default: return 1;
    }
}

// Registers of C and D.
static uint32_t sum_count(PtxType type, Shape shape) {
    return register_count(shape.m * shape.n, ptx_type_bits(type));
}

bool rd_check_wmma_load(Reader *reader, const PtxInst *in) {
    PtxType type = (PtxType)in->type[0];
    uint32_t matrix = ptx_mod(in, MATRIX);
    const Shape shape = shape_of(in);
    uint32_t n = matrix == PTX_MATRIX_C ? sum_count(type, shape)
                                        : factor_count(type, shape, matrix == PTX_MATRIX_A);
    return check_fragment(reader, &ptx_opnds(reader->fn, in)[0], n, type);
}

bool rd_check_wmma_store(Reader *reader, const PtxInst *in) {
    PtxType type = (PtxType)in->type[0];
    return check_fragment(reader, &ptx_opnds(reader->fn, in)[1], sum_count(type, shape_of(in)),
                          type);
}

// The short form, .f16.f32 and the like, has the types of D and C; its factors are of f16.
bool rd_check_wmma_mma(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    const Shape shape = shape_of(in);
    bool is_short = in->op == PTXI_wmma_mma;
    PtxType d = (PtxType)in->type[0], c = (PtxType)in->type[is_short ? 1 : 3];
    PtxType a = is_short ? PTX_F16 : (PtxType)in->type[1];
    return check_fragment(reader, &opnd[0], sum_count(d, shape), d) &&
           check_fragment(reader, &opnd[1], factor_count(a, shape, true), a) &&
           check_fragment(reader, &opnd[2], factor_count(a, shape, false), a) &&
           check_fragment(reader, &opnd[3], sum_count(c, shape), c);
}

// ---- wgmma --------------------------------------------------------------------------------------

// The signs of A and B, and for 16-bit factors whether they are transposed: A only where it is in
// shared memory.
static bool check_wgmma_signs(Reader *reader, const PtxInst *in, uint32_t first,
                              bool in_registers) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    PtxType type = (PtxType)in->type[1];
    bool halves = is_any_of(type, PTX_F16, PTX_BF16);
    bool integers = is_any_of(type, PTX_S8, PTX_U8, PTX_B1);
    uint32_t signs = integers ? 0 : 2, orders = !halves ? 0 : in_registers ? 1 : 2;
    if (in->nopnd != first + signs + orders)
        return rd_fail(reader, DIAG_OF(ptx, few_operands), reader->op_name);
    for (uint32_t i = 0; i < signs + orders; i++) {
        int64_t value = opnd[first + i].val;
        bool good = i < signs ? is_any_of(value, 1, -1) : is_any_of(value, 0, 1);
        if (!good) return rd_fail(reader, DIAG_OF(ptx, sign), reader->op_name);
    }
    return true;
}

// A warp group of 128 threads has the fragment of D, and of A if it is in registers.
bool rd_check_wgmma(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    PtxType d = (PtxType)in->type[0], a = (PtxType)in->type[1], b = (PtxType)in->type[2];
    Shape shape = {0};
    sscanf(ptx_mod_name(PTXC_WSHAPE, ptx_mod(in, WSHAPE)), "m%un%uk%u", &shape.m, &shape.n,
           &shape.k);
    bool sparse = in->op == PTXI_wgmma_sp, in_registers = opnd[1].kind == PTXO_VEC;
    bool same = a == b || ptx_type_bits(a) == 8;
    if (!same || shape.k != (sparse ? 512 : 256) / ptx_type_bits(a))
        return rd_fail(reader, DIAG_OF(ptx, fragment_type), reader->op_name);
    uint32_t n = shape.n * ptx_type_bits(d) / 64;
    if (!has_count(&opnd[0], n))
        return rd_fail(reader, DIAG_OF(ptx, fragment_count), reader->op_name, (int)n);
    if (in_registers && !check_fragment(reader, &opnd[1], 4, a)) return false;
    return check_wgmma_signs(reader, in, sparse ? 6 : 4, in_registers);
}
