// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma (PTX ISA 9.7.16.10): D = A * B, or A * B + D, of a block or of a pair of blocks; D in
// tensor memory, A there or in shared memory, B in shared memory. Done when it is issued. Products
// are exact, sums are made in double in order of k, D is added last and the sum rounded once
// (execute/matrix.c).
//
// Shape, element types and orders of A and B are in the instruction descriptor, 32 bits
// (9.7.16.4.2): 0-1 sparsity selector, 2 sparse, 3 saturate, 4-5 type of D (with scales: B's scale
// selector), 7-9 and 10-12 types of A and B, 13, 14 negate, 15, 16 the other dimension of A, B is
// contiguous, 17-22 N / 8, 23 type of scales, 24-28 M / 16, 29-30 A's scale selector, 31 K = 96.
//
// Of a pair (cta_group::2) each block has half of A's rows, half of B's, and the rows of D that are
// A's; the issuing block's rank decides nothing: that of even rank has the first halves.
//
// Where row m, column n of D lies (lane, column): a block's rows 128: m, n; 64: the lower half of
// each 32 lanes; 64 of a pair or of .ws: N / 2 columns in lanes 0-63, the others in 64-127; 32
// (.ws): N / 4 columns in each 32 lanes.
//
// Scales (.block_scale) lie in tensor memory, the same in each 32 lanes: that of row m in lane m %
// 32 of column m / 32, a byte for each piece of k from the selector's on; the number of pieces is
// that of .scale_vec (1, 2, 4). A code of 8 bits of ue8m0 is a power of two, of ue4m3 a float.
//
// Metadata of a sparse A, two bits for an element that is kept (32 bits: four): of types of 8 and 4
// bits a row's lie side by side in its lane; of types of 16 and 32 bits a word has those of rows r
// and r + 8, and the second half of k is eight lanes on (from CUTLASS's layouts, tmem_e_frg).
//
// Elements of less than 8 bits: in shared memory 16 of them stand at the begin of 16 bytes, in
// tensor memory each is a byte (4 bits at bits 2 to 5); of mxf4 and mxf4nvf4 two are a byte.
//
// Not done: K = 96, masks of columns that are zero (.ws), a sparse A of 64 rows in one block
// without .ws. Modes of the collector say what hardware may keep, and change nothing.
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "vm/execute/foreign.h"
#include "vm/check/race.h"
#include "vm/memory/tensor.h"

typedef enum { KIND_F16, KIND_TF32, KIND_F8F6F4, KIND_I8, KIND_MXF8F6F4, KIND_MXF4 } Kind;

typedef struct {
    uint8_t kind;
    bool pair, ws, sparse, scaled, tensor_a, shifted;
    uint32_t scales; // of a row in K
    LaneValue d, a, b, idesc, meta, scale_a, scale_b, disable[8], zero_columns;
    uint32_t ndisable;
    LaneValue accumulate;
    bool negated; // the predicate
    bool has_zero_columns;
    uint32_t scale_d; // D is multiplied by 2 to the power of minus this
} Form;

typedef enum { ROWS_ALL, ROWS_HALVES, ROWS_TWO, ROWS_FOUR } Layout;

typedef struct { // one instruction of one thread
    Warp *warp;
    const VmInst *in;
    const Form *form;
    uint32_t lane;                                   // thread
    uint32_t bits;                                   // descriptor
    uint32_t m, n, k, type_a, type_b, type_d, width; // m: rows of a block; width: of an element
    Layout layout;
    Block *block[2];
    uint32_t nblock;
    MatDesc desc_a, desc_b;
    uint32_t a, d;
    Elem *b, *sum;
} Mma;

// Shapes and types come from a register, so that they are found wrong when the instruction runs.
static CU_NORETURN void refuse(const Mma *mma, const char *what, uint32_t number) {
    vm_fault(mma->warp, mma->in, mma->lane, VM_ERR_UNSUPPORTED, mma->bits,
             "tcgen05.mma with %s %u (instruction descriptor 0x%08x)", what, number, mma->bits);
}

// n bits of a descriptor.
static uint32_t field(uint32_t bits, uint32_t at, uint32_t n) {
    return bits >> at & ((1u << n) - 1);
}

// ---- descriptors -------------------------------------------------------------------------------

bool vm_tensor_descriptor(const Grid *grid, uint64_t bits, bool mn, MatDesc *out) {
    static const uint8_t width[] = {16, 128, 128, 0, 64, 0, 32, 0};
    uint32_t mode = (uint32_t)(bits >> 61);
    if (!width[mode]) return false;
    *out = vm_mat_descriptor(grid, bits, width[mode], mn);
    out->wide = mode == 1;
    return true;
}

// The codes mean other types in each kind.
static uint32_t type_of(const Mma *mma, uint32_t code) {
    static const uint8_t half[] = {PTX_F16, PTX_BF16}, integer[] = {PTX_U8, PTX_S8},
                         narrow[] = {PTX_E4M3, PTX_E5M2, 0, PTX_E2M3, PTX_E3M2, PTX_E2M1};
    switch ((Kind)mma->form->kind) {
    case KIND_F16:
        if (code < CU_COUNT(half)) return half[code];
        break;
    case KIND_TF32:
        if (code == 2) return PTX_TF32;
        break;
    case KIND_I8:
        if (code < CU_COUNT(integer)) return integer[code];
        break;
    case KIND_F8F6F4:
    case KIND_MXF8F6F4:
        if (code < CU_COUNT(narrow) && narrow[code]) return narrow[code];
        break;
    case KIND_MXF4:
        if (code == 1) return PTX_E2M1;
        break;
    }
    refuse(mma, "elements of type", code);
}

// With scales the bits of D's type are B's scale selector: it is f32.
static uint32_t result_type(const Mma *mma) {
    static const uint8_t types[] = {PTX_F16, PTX_F32, PTX_S32};
    uint32_t code = field(mma->bits, 4, 2);
    if (mma->form->scaled) return PTX_F32;
    bool integer = mma->form->kind == KIND_I8;
    if (code > 2 || integer != (code == 2)) refuse(mma, "a result of type", code);
    return types[code];
}

// Metadata of 64 rows in the lower halves of the lanes have no layout that is known.
static void find_layout(Mma *mma) {
    uint32_t m = mma->m;
    bool two = mma->form->pair || mma->form->ws;
    bool ok = m == 128 || m == 64 || (m == 32 && mma->form->ws);
    if (!ok) refuse(mma, "M =", field(mma->bits, 24, 5) * 16);
    mma->layout = m == 128 ? ROWS_ALL : m == 32 ? ROWS_FOUR : two ? ROWS_TWO : ROWS_HALVES;
    if (mma->form->sparse && mma->layout == ROWS_HALVES) refuse(mma, "sparse A and M =", m);
}

// A row of A and of B is 256 bits of k; of a sparse A twice as many elements.
static void read_descriptors(Mma *mma) {
    static const uint8_t width[] = {16, 32, 8, 8, 8, 4};
    const Form *form = mma->form;
    mma->bits = (uint32_t)vm_lane_value(mma->warp, &form->idesc, mma->lane);
    mma->width = width[form->kind];
    mma->k = 256 / mma->width * (form->sparse ? 2 : 1);
    mma->n = field(mma->bits, 17, 6) * 8;
    mma->m = field(mma->bits, 24, 5) * 16 / mma->nblock;
    if (!mma->n || mma->n > 256) refuse(mma, "N =", mma->n);
    if (form->sparse != field(mma->bits, 2, 1))
        refuse(mma, "another word and bit of sparsity:", form->sparse);
    if (form->scaled && field(mma->bits, 31, 1)) refuse(mma, "K =", 96);
    mma->type_a = type_of(mma, field(mma->bits, 7, 3));
    mma->type_b = type_of(mma, field(mma->bits, 10, 3));
    mma->type_d = result_type(mma);
    find_layout(mma);
    uint64_t a = vm_lane_value(mma->warp, &form->a, mma->lane);
    uint64_t b = vm_lane_value(mma->warp, &form->b, mma->lane);
    mma->a = (uint32_t)a;
    mma->d = (uint32_t)vm_lane_value(mma->warp, &form->d, mma->lane);
    if (!form->tensor_a &&
        !vm_tensor_descriptor(mma->warp->grid, a, field(mma->bits, 15, 1), &mma->desc_a))
        refuse(mma, "A in swizzle mode", (uint32_t)(a >> 61));
    if (!vm_tensor_descriptor(mma->warp->grid, b, field(mma->bits, 16, 1), &mma->desc_b))
        refuse(mma, "B in swizzle mode", (uint32_t)(b >> 61));
}

// ---- A and B -----------------------------------------------------------------------------------

// Types of less than 8 bits in kinds whose elements take 8.
static bool is_packed(const Mma *mma, uint32_t type) {
    return mma->width == 8 && is_any_of(type, PTX_E2M1, PTX_E2M3, PTX_E3M2);
}

// The elements of 16 bytes. In shared memory sixteen of 6 or 4 bits stand at the begin of 16 bytes,
// in tensor memory each is a byte.
static void elements(const Mma *mma, const uint8_t piece[16], uint32_t type, bool packed,
                     Elem *to) {
    uint64_t v[3] = {0};
    memcpy(v, piece, 16);
    uint32_t count = 128 / mma->width;
    uint32_t bits = !packed ? mma->width : type == PTX_E2M1 ? 4 : 6;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i * bits;
        uint64_t word = v[at / 64] >> at % 64;
        if (at % 64 + bits > 64) word |= v[at / 64 + 1] << (64 - at % 64);
        to[i] = vm_mat_value(bits < 64 ? word & ((1ull << bits) - 1) : word, type, bits);
    }
}

// Rows of a matrix in the shared memory of a block: row r, number i of k goes to
// out[r * rs + i * ks].
static void load_shared(const Mma *mma, const Block *owner, const MatDesc *matrix, uint32_t rows,
                        uint32_t k, uint32_t type, Elem *out, uint32_t rs, uint32_t ks) {
    uint32_t lines = matrix->mn ? k : rows, length = matrix->mn ? rows : k, per = 128 / mma->width;
    for (uint32_t line = 0; line < lines; line++) {
        for (uint32_t i = 0; i < length; i += per) {
            VmPointer from = {vm_mat_piece(matrix, line, i / per * 16), VSP_SHARED};
            uint8_t piece[16];
            Elem got[32];
            from.addr = vm_of_block(mma->warp, from, owner);
            vm_get(mma->warp, mma->in, mma->lane, from, piece, 16);
            elements(mma, piece, type, is_packed(mma, type), got);
            for (uint32_t q = 0; q < per && i + q < length; q++)
                out[matrix->mn ? (i + q) * rs + line * ks : line * rs + (i + q) * ks] = got[q];
        }
    }
}

// The lane of row r of A in tensor memory. With .ashift each row but the last is the next one.
static uint32_t lane_of_a(const Mma *mma, uint32_t r) {
    uint32_t row = mma->form->shifted && r + 1 < mma->m ? r + 1 : r;
    return mma->layout == ROWS_HALVES ? row / 16 * 32 + row % 16 : row;
}

// Eight columns of each row's lane.
static void load_tensor(const Mma *mma, Block *owner, uint32_t k, Elem *out) {
    for (uint32_t r = 0; r < mma->m; r++) {
        for (uint32_t half = 0; half < 2; half++) {
            uint8_t piece[16];
            Elem got[32];
            for (uint32_t w = 0; w < 4; w++) {
                uint32_t lane = (mma->a >> 16) + lane_of_a(mma, r);
                uint32_t column = (mma->a & 0xffff) + 4 * half + w;
                memcpy(piece + 4 * w,
                       vm_tensor_cell(mma->warp, mma->in, mma->lane, owner, lane, column, VM_READ,
                                      true),
                       4);
            }
            elements(mma, piece, mma->type_a, false, got);
            memcpy(out + r * k + half * (k / 2), got, k / 2 * sizeof *got);
        }
    }
}

// The sixteen bits of metadata of row r that begin with number i of k (which counts 16 elements; 8
// of 32 bits, 32 of 4): of types of 16 and 32 bits those of two rows and pieces share a word.
static uint32_t metadata(const Mma *mma, Block *owner, uint32_t r, uint32_t piece) {
    uint32_t address = (uint32_t)vm_lane_value(mma->warp, &mma->form->meta, mma->lane);
    uint32_t lane, column, shift;
    if (mma->width >= 16) {
        lane = r % 8 + r / 16 * 16 + 8 * piece;
        column = field(mma->bits, 0, 2);
        shift = 16 * (r / 8 % 2);
    } else {
        lane = r;
        column = piece / 2;
        shift = 16 * (piece % 2);
    }
    uint32_t *cell = vm_tensor_cell(mma->warp, mma->in, mma->lane, owner, (address >> 16) + lane,
                                    (address & 0xffff) + column, VM_READ, true);
    return *cell >> shift & 0xffff;
}

// Puts a row's stored elements into their columns: two of four (of pairs, for 4 bits), or one of
// two for 32 bits, whose code is 4 (0b0100) or 14 (0b1110).
static void spread(const Mma *mma, Block *owner, uint32_t r, const Elem *stored, Elem *row) {
    uint32_t piece_of = mma->width == 32 ? 8 : mma->width == 4 ? 32 : 16; // elements of 16 bits
    memset(row, 0, mma->k * sizeof *row);
    for (uint32_t i = 0; i < mma->k / 2; i++) {
        uint32_t piece = 2 * i / piece_of, word = metadata(mma, owner, r, piece);
        uint32_t within = i % (piece_of / 2), column;
        if (mma->width == 32) {
            column = 2 * i + (word >> (4 * within + 3) & 1);
        } else if (mma->width == 4) {
            uint32_t code = word >> (within / 2 * 2) & 3;
            column = piece * 32 + within / 4 * 8 + 2 * code + within % 2;
        } else {
            column = piece * 16 + within / 2 * 4 + (word >> within * 2 & 3);
        }
        row[column] = stored[i];
    }
}

// (Not for integers, whose bits these are not.)
static void negate(Elem *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) at[i].f = -at[i].f;
}

// A's rows that the block has, m by k.
static Elem *load_a(const Mma *mma, Block *owner, Arena *tmp) {
    uint32_t k = mma->k / (mma->form->sparse ? 2 : 1);
    Elem *elem = arena_array(tmp, Elem, mma->m * mma->k);
    Elem *stored = mma->form->sparse ? arena_array(tmp, Elem, mma->m * k) : elem;
    if (mma->form->tensor_a)
        load_tensor(mma, owner, k, stored);
    else
        load_shared(mma, owner, &mma->desc_a, mma->m, k, mma->type_a, stored, k, 1);
    for (uint32_t r = 0; r < mma->m && mma->form->sparse; r++)
        spread(mma, owner, r, stored + r * k, elem + r * mma->k);
    if (field(mma->bits, 13, 1) && mma->form->kind != KIND_I8) negate(elem, mma->m * mma->k);
    return elem;
}

// All of B, k by n: each block of a pair has half of the columns.
static void load_b(Mma *mma, Arena *tmp) {
    uint32_t n = mma->n / mma->nblock;
    mma->b = arena_array(tmp, Elem, mma->k * mma->n);
    for (uint32_t i = 0; i < mma->nblock; i++)
        load_shared(mma, mma->block[i], &mma->desc_b, n, mma->k, mma->type_b, mma->b + i * n, 1,
                    mma->n);
    if (field(mma->bits, 14, 1) && mma->form->kind != KIND_I8) negate(mma->b, mma->k * mma->n);
}

// ---- scales ------------------------------------------------------------------------------------

// A scale of a row of A, or a column of B, in a block's tensor memory: row r in lane r % 32 of the
// column r / 32, a byte for each. Where B's columns lie in two halves of the lanes (ROWS_TWO) so do
// their scales.
static double scale(const Mma *mma, Block *owner, const LaneValue *at, uint32_t selector,
                    uint32_t r, uint32_t i, bool of_b) {
    uint32_t address = (uint32_t)vm_lane_value(mma->warp, at, mma->lane) & 0x3fffffff;
    uint32_t lane = r % 32, column = r / 32, byte = selector + i;
    if (of_b && mma->layout == ROWS_TWO && mma->form->pair) {
        lane = r % (mma->n / 2) % 32 + 64 * (r / (mma->n / 2));
        column = r % (mma->n / 2) / 32;
    }
    const uint32_t *cell =
        vm_tensor_cell(mma->warp, mma->in, mma->lane, owner, (address >> 16) + lane,
                       (address & 0xffff) + column + byte / 4, VM_READ, true);
    uint32_t code = *cell >> 8 * (byte % 4) & 0xff;
    if (!field(mma->bits, 23, 1)) return vm_unpack(code & 0x7f, &vm_fmt_e4m3);
    return code == 0xff ? __builtin_nan("") : __builtin_ldexp(1.0, (int)code - 127);
}

// A scale is for the elements of k / scales neighbours; the products with it are exact.
static void scale_a(const Mma *mma, Block *owner, Elem *a) {
    uint32_t of = mma->k / mma->form->scales;
    for (uint32_t r = 0; r < mma->m; r++) {
        for (uint32_t i = 0; i < mma->form->scales; i++) {
            double by =
                scale(mma, owner, &mma->form->scale_a, field(mma->bits, 29, 2), r, i, false);
            for (uint32_t q = 0; q < of; q++) a[r * mma->k + i * of + q].f *= by;
        }
    }
}

// From the issuing block's memory: both blocks of a pair hold all of B's.
static void scale_b(const Mma *mma) {
    uint32_t of = mma->k / mma->form->scales;
    for (uint32_t c = 0; c < mma->n; c++) {
        for (uint32_t i = 0; i < mma->form->scales; i++) {
            double by = scale(mma, mma->warp->block, &mma->form->scale_b, field(mma->bits, 4, 2), c,
                              i, true);
            for (uint32_t q = 0; q < of; q++) mma->b[(i * of + q) * mma->n + c].f *= by;
        }
    }
}

// ---- D -----------------------------------------------------------------------------------------

static void place(const Mma *mma, uint32_t m, uint32_t n, uint32_t *lane, uint32_t *column) {
    uint32_t parts = mma->layout == ROWS_TWO ? 2 : mma->layout == ROWS_FOUR ? 4 : 1;
    uint32_t of = mma->n / parts;
    *lane = mma->layout == ROWS_HALVES ? m / 16 * 32 + m % 16 : m + n / of * (TENSOR_LANES / parts);
    *column = n % of;
}

// Four words of the vector are the lanes of a block, a bit each: 1 leaves D as it is.
static bool is_disabled(const Mma *mma, uint32_t half, uint32_t lane) {
    const Form *form = mma->form;
    if (!form->ndisable) return false;
    uint32_t at = half * 4 + lane / 32;
    return at < form->ndisable &&
           vm_lane_value(mma->warp, &form->disable[at], mma->lane) >> lane % 32 & 1;
}

// A row of the result: n sums, each in order of k, with neighbours in the inner loop.
static void row_times(const Mma *mma, const Elem *a, Elem *sum) {
    uint32_t n = mma->n;
    bool ints = mma->form->kind == KIND_I8;
    memset(sum, 0, n * sizeof *sum);
    for (uint32_t i = 0; i < mma->k; i++) {
        const Elem *b = mma->b + i * n;
        for (uint32_t j = 0; j < n && ints; j++) sum[j].i += a[i].i * b[j].i;
        for (uint32_t j = 0; j < n && !ints; j++) sum[j].f += a[i].f * b[j].f;
    }
}

static uint32_t result(const Mma *mma, const Elem *sum, uint32_t old, bool add) {
    Elem d = {.i = 0};
    if (add) d = vm_mat_value(old, mma->type_d, mma->type_d == PTX_F16 ? 16 : 32);
    if (mma->type_d == PTX_S32) {
        int64_t v = sum->i + d.i;
        if (field(mma->bits, 3, 1)) v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
        return (uint32_t)v;
    }
    double v = sum->f;
    if (add) v += __builtin_ldexp(d.f, -(int)mma->form->scale_d);
    if (mma->type_d == PTX_F16) return vm_half_put(v, false, PTX_RND_RN);
    float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return v != v ? 0x7fffffff : bits;
}

// The rows of D that are the block's.
static void multiply(Mma *mma, uint32_t half, const Elem *a) {
    Block *block = mma->block[half];
    bool add = (vm_lane_value(mma->warp, &mma->form->accumulate, mma->lane) & 1) !=
               (uint64_t)mma->form->negated;
    vm_tensor_begin(block);
    for (uint32_t m = 0; m < mma->m; m++) {
        row_times(mma, a + m * mma->k, mma->sum);
        for (uint32_t n = 0; n < mma->n; n++) {
            uint32_t lane, column;
            place(mma, m, n, &lane, &column);
            if (is_disabled(mma, half, lane)) continue;
            lane += mma->d >> 16;
            column += mma->d & 0xffff;
            uint32_t *cell = vm_tensor_cell(mma->warp, mma->in, mma->lane, block, lane, column,
                                            add ? VM_READ : VM_WRITE, true);
            uint32_t value = result(mma, &mma->sum[n], *cell, add);
            if (add)
                cell = vm_tensor_cell(mma->warp, mma->in, mma->lane, block, lane, column, VM_WRITE,
                                      true);
            *cell = value;
        }
    }
}

static void exec_lane(Warp *warp, const VmInst *in, uint32_t lane) {
    const Form *form = in->form;
    Mma mma = {.warp = warp, .in = in, .form = form, .lane = lane, .nblock = 1};
    mma.block[0] = warp->block;
    if (form->pair) {
        Block *other = vm_tensor_pair(warp, in, lane);
        mma.nblock = 2;
        mma.block[0] = other->rank & 1 ? warp->block : other;
        mma.block[1] = other->rank & 1 ? other : warp->block;
    }
    read_descriptors(&mma);
    if (form->has_zero_columns && vm_lane_value(warp, &form->zero_columns, lane))
        refuse(&mma, "a mask of columns that are zero, in words:", 2);
    Arena *tmp = &warp->block->worker->ctx.scratch;
    ArenaMark mark = arena_mark(tmp);
    load_b(&mma, tmp);
    if (form->scaled) scale_b(&mma);
    mma.sum = arena_array(tmp, Elem, mma.n);
    for (uint32_t i = 0; i < mma.nblock; i++) {
        Elem *a = load_a(&mma, mma.block[i], tmp);
        if (form->scaled) scale_a(&mma, mma.block[i], a);
        multiply(&mma, i, a);
    }
    arena_reset(tmp, mark);
}

static void exec_mma(Warp *warp, const VmInst *in, uint32_t mask) {
    VM_EACH(i, mask) exec_lane(warp, in, i);
}

// ---- decoding ----------------------------------------------------------------------------------

// How many scales a row has in K.
static uint32_t count_scales(const Foreign *foreign, Kind kind) {
    static const char *const words[] = {"scale_vec::1X", "scale_vec::2X", "scale_vec::4X",
                                        "block32",       "block16",       NULL};
    static const uint8_t counts[] = {1, 2, 4};
    int i = vm_foreign_one(foreign, words);
    if (i >= 0 && i < 3) return counts[i];
    if (i == 4) return 4;
    return kind == KIND_MXF8F6F4 ? 1 : 2;
}

// What the words of the opcode say.
static bool read_kind(const Foreign *foreign, Form *out) {
    static const char *const kinds[] = {
        "kind::f16",      "kind::tf32", "kind::f8f6f4",   "kind::i8",
        "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4", NULL};
    int kind = vm_foreign_one(foreign, kinds);
    if (kind < 0) return false;
    out->kind = (uint8_t)CU_MIN((uint32_t)kind, (uint32_t)KIND_MXF4);
    out->pair = vm_foreign_has(foreign, "cta_group::2");
    out->ws = vm_foreign_has(foreign, "ws");
    out->sparse = vm_foreign_has(foreign, "sp");
    out->scaled = kind >= KIND_MXF8F6F4;
    out->shifted = vm_foreign_has(foreign, "ashift");
    if (out->scaled) out->scales = count_scales(foreign, (Kind)out->kind);
    return true;
}

// [d], a or [a], b, then [metadata] of a sparse A, the instruction descriptor, two [scales]
static uint32_t read_matrices(Decoder *decoder, const Foreign *foreign, Form *out) {
    const PtxOpnd *opnd = foreign->opnd;
    uint32_t i = 0;
    out->tensor_a = is_any_of(opnd[1].kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS);
    if (!vm_lane_address(decoder, &opnd[i++], &out->d)) return 0;
    if (out->tensor_a && !vm_lane_address(decoder, &opnd[i], &out->a)) return 0;
    if (!out->tensor_a) out->a = vm_lane_operand(decoder, &opnd[i], 3);
    i++;
    out->b = vm_lane_operand(decoder, &opnd[i++], 3);
    if (out->sparse && !vm_lane_address(decoder, &opnd[i++], &out->meta)) return 0;
    out->idesc = vm_lane_operand(decoder, &opnd[i++], 2);
    if (!out->scaled) return i;
    if (!vm_lane_address(decoder, &opnd[i++], &out->scale_a)) return 0;
    return vm_lane_address(decoder, &opnd[i++], &out->scale_b) ? i : 0;
}

bool vm_decode_tensor_mma(Decoder *decoder, const Foreign *foreign, VmInst *decoded) {
    Form *form = arena_new(decoder->arena, Form);
    decoded->form = form;
    decoded->cls = VM_CLS_MATRIX;
    decoded->fn = exec_mma;
    if (!read_kind(foreign, form)) return false;
    uint32_t want = 5u + form->sparse + (form->scaled ? 2 : 0);
    if (foreign->nopnd < want) return false;
    const PtxOpnd *opnd = foreign->opnd;
    uint32_t i = read_matrices(decoder, foreign, form);
    if (!i) return false;
    if (opnd[i].kind == PTXO_VEC) { // lanes of D that stay
        form->ndisable = opnd[i].n;
        if (form->ndisable > CU_COUNT(form->disable)) return false;
        for (uint32_t k = 0; k < form->ndisable; k++)
            form->disable[k] = vm_lane_operand(decoder, &decoder->f->extra.at[opnd[i].id + k], 2);
        i++;
    }
    if (i >= foreign->nopnd) return false;
    form->negated = opnd[i].flags & PTXOF_NOT;
    form->accumulate = vm_lane_operand(decoder, &opnd[i++], 0);
    if (i == foreign->nopnd) return true;
    form->has_zero_columns = form->ws;
    if (form->ws) form->zero_columns = vm_lane_operand(decoder, &opnd[i], 3);
    form->scale_d = form->ws ? 0 : (uint32_t)opnd[i].val & 15;
    return i + 1 == foreign->nopnd;
}
