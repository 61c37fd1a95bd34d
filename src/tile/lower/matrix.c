// SPDX-License-Identifier: Apache-2.0
// Products of matrices by the instructions of the target (PTX ISA, "Matrix fragments for mma"): all
// their fragments are layouts of one form.
//
// A word of 32 bits holds 2^pack elements along the depth. Lanes 0 and 1 (bits of the lane's
// number) are the next two bits of the depth, of the accumulator columns 1 and 2; lanes 2 to 4 are
// rows (of the right factor columns) 0 to 2. Registers have row 3 and the rest of the depth.
// What a tile lacks of an instruction's rows and columns is computed twice, of its depth zero.
#include "tile/lower/lower_int.h"
#include "tile/lower/matrix.h"
#include "base/feature.h"
#include "ir/intrin_id.h"

// ---- instructions ------------------------------------------------------------------------------

static const MatrixRow rows[] = {
    {TILE_T_F16, TILE_T_F32, SMF_mma_k16, "mma.m16n8k16.row.col.f32.f32", 4, 4, 1},
    {TILE_T_F16, TILE_T_F32, SMF_mma_f16_k8, "mma.m16n8k8.row.col.f32.f32", 4, 3, 1},
    {TILE_T_F16, TILE_T_F16, SMF_mma_k16, "mma.m16n8k16.row.col.f16.f16", 4, 4, 1},
    {TILE_T_F16, TILE_T_F16, SMF_mma_f16_k8, "mma.m16n8k8.row.col.f16.f16", 4, 3, 1},
    {TILE_T_BF16, TILE_T_F32, SMF_mma_k16, "mma.m16n8k16.row.col.bf16", 4, 4, 1},
    {TILE_T_TF32, TILE_T_F32, SMF_mma_k16, "mma.m16n8k8.row.col.tf32", 4, 3, 0},
    {TILE_T_F64, TILE_T_F64, SMF_mma_k16, "mma.m8n8k4.row.col.f64", 3, 2, 0},
    {TILE_T_E4M3, TILE_T_F32, SMF_mma_fp8, "mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", 4, 5, 2},
    {TILE_T_E5M2, TILE_T_F32, SMF_mma_fp8, "mma.m16n8k32.row.col.f32.e5m2.e5m2.f32", 4, 5, 2},
    {TILE_T_I8, TILE_T_I32, SMF_mma_k16, "mma.m16n8k32.row.col.", 4, 5, 2},
    {TILE_T_I8, TILE_T_I32, SMF_mma_f16_k8, "mma.m8n8k16.row.col.", 3, 4, 2},
};

// The instruction for factors and sum as they are, or as something that has all of their values.
static const MatrixRow *find_row(TileLower *lower, TileTypeKind in, TileTypeKind acc) {
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].in == in && rows[i].acc == acc && target_has(lower->target, rows[i].needs))
            return &rows[i];
    }
    return NULL;
}

const MatrixRow *tl_matrix_row(TileLower *lower, const TileOp *product) {
    TileTypeKind in = tile_element(product->operand[0]->type),
                 acc = tile_element(product->operand[2]->type);
    if (product->code == TILE_O_MMAF_SCALED) return find_row(lower, TILE_T_BF16, TILE_T_F32);
    const MatrixRow *row = find_row(lower, in, acc);
    bool small = in == TILE_T_E4M3 || in == TILE_T_E5M2;
    if (!row && small) row = find_row(lower, in, TILE_T_F32);
    if (!row && small) row = find_row(lower, TILE_T_F16, TILE_T_F32);
    return row;
}

// ---- shapes and layouts ------------------------------------------------------------------------

MatrixShape tl_matrix_shape(const TileOp *op) {
    const TileType *a = op->operand[0]->type, *c = op->operand[2]->type;
    uint32_t n = c->nshape;
    MatrixShape s = {.rows = tl_log2((uint64_t)c->shape[n - 2]),
                     .columns = tl_log2((uint64_t)c->shape[n - 1]),
                     .depth = tl_log2((uint64_t)a->shape[n - 1])};
    s.stack = tl_element_bits(c) - s.rows - s.columns;
    return s;
}

static void add_reg(TlLayout *layout, uint32_t bit) {
    layout->reg[layout->nreg++] = (int8_t)bit;
}

// Warps take matrices of a stack, then rows and columns by turns; rows alone where sums along them
// follow, which then stay within a warp, or four warps multiply together. Bits of rows, columns or
// the stack; -1: none.
static void split_warps(const TileLower *lower, const MatrixRow *instruction, const MatrixShape *s,
                        MatrixWarps *warps) {
    uint32_t row = instruction->rows, column = 3, stack = 0;
    bool rows_first = lower->folds || tl_is_group_product(lower, instruction, s);
    memset(warps, -1, sizeof *warps);
    for (uint32_t t = TL_LANE_BITS; t < lower->nthread; t++) {
        uint32_t i = t - TL_LANE_BITS;
        int rows_left = (int)s->rows - (int)row, columns_left = (int)s->columns - (int)column;
        if (stack < s->stack)
            warps->stack[i] = (int8_t)stack++;
        else if (rows_left > 0 && (rows_first || rows_left >= columns_left))
            warps->row[i] = (int8_t)row++;
        else if (columns_left > 0)
            warps->column[i] = (int8_t)column++;
    }
    warps->next_row = row;
    warps->next_column = column;
    warps->next_stack = stack;
}

// The layouts of accumulator, left and right factor; `at`: where rows, columns, depth and stack
// begin among the bits of an element's place.
typedef struct {
    uint32_t row, column, depth, stack;
} Places;

static void set_warps(const TileLower *lower, const MatrixWarps *warps, const Places *at,
                      bool has_rows, bool has_columns, TlLayout *layout) {
    for (uint32_t t = TL_LANE_BITS; t < lower->nthread; t++) {
        uint32_t i = t - TL_LANE_BITS;
        if (warps->stack[i] >= 0) layout->thread[t] = (int8_t)(at->stack + warps->stack[i]);
        if (warps->row[i] >= 0 && has_rows) layout->thread[t] = (int8_t)(at->row + warps->row[i]);
        if (warps->column[i] >= 0 && has_columns)
            layout->thread[t] = (int8_t)(at->column + warps->column[i]);
    }
}

static TlLayout sum_layout(const TileLower *lower, const MatrixRow *instruction,
                           const MatrixShape *s, const MatrixWarps *warps) {
    Places at = {.row = s->columns, .stack = s->columns + s->rows};
    TlLayout layout = tl_scalar_layout(lower);
    for (uint32_t i = 0; i < 2 && i + 1 < s->columns; i++) layout.thread[i] = (int8_t)(i + 1);
    for (uint32_t i = 0; i < 3 && i < s->rows; i++) layout.thread[2 + i] = (int8_t)(at.row + i);
    if (s->columns > 0) add_reg(&layout, 0);
    if (instruction->rows > 3 && s->rows > 3) add_reg(&layout, at.row + 3);
    for (uint32_t i = warps->next_column; i < s->columns; i++) add_reg(&layout, i);
    for (uint32_t i = warps->next_row; i < s->rows; i++) add_reg(&layout, at.row + i);
    for (uint32_t i = warps->next_stack; i < s->stack; i++) add_reg(&layout, at.stack + i);
    set_warps(lower, warps, &at, true, true, &layout);
    return layout;
}

// Of a factor: `outer` are its rows (columns of the right one), `next` the first of them that is in
// registers.
static TlLayout factor_layout(const TileLower *lower, const MatrixRow *instruction,
                              const MatrixShape *s, const MatrixWarps *warps, bool left) {
    uint32_t outer = left ? s->rows : s->columns;
    Places at =
        left ? (Places){.row = s->depth, .depth = 0} : (Places){.column = 0, .depth = s->columns};
    uint32_t outer_at = left ? at.row : at.column, pack = instruction->pack;
    at.stack = s->depth + outer;
    TlLayout layout = tl_scalar_layout(lower);
    for (uint32_t i = 0; i < 2 && pack + i < s->depth; i++)
        layout.thread[i] = (int8_t)(at.depth + pack + i);
    for (uint32_t i = 0; i < 3 && i < outer; i++) layout.thread[2 + i] = (int8_t)(outer_at + i);
    for (uint32_t i = 0; i < pack && i < s->depth; i++) add_reg(&layout, at.depth + i);
    if (left && instruction->rows > 3 && outer > 3) add_reg(&layout, outer_at + 3);
    for (uint32_t i = pack + 2; i < s->depth; i++) add_reg(&layout, at.depth + i);
    for (uint32_t i = left ? warps->next_row : warps->next_column; i < outer; i++)
        add_reg(&layout, outer_at + i);
    for (uint32_t i = warps->next_stack; i < s->stack; i++) add_reg(&layout, at.stack + i);
    set_warps(lower, warps, &at, left, !left, &layout);
    return layout;
}

void tl_matrix_layouts(const TileLower *lower, const MatrixRow *instruction,
                       const MatrixShape *shape, TlLayout *sum, TlLayout *left, TlLayout *right) {
    MatrixWarps warps;
    split_warps(lower, instruction, shape, &warps);
    *sum = sum_layout(lower, instruction, shape, &warps);
    *left = factor_layout(lower, instruction, shape, &warps, true);
    *right = factor_layout(lower, instruction, shape, &warps, false);
}

TlWeight tl_nat_matrix(TileLower *lower, const TileValue *result, TlLayout *out) {
    const MatrixRow *row = tl_matrix_row(lower, result->op);
    MatrixShape shape = tl_matrix_shape(result->op);
    TlLayout left, right;
    if (row)
        tl_matrix_layouts(lower, row, &shape, out, &left, &right);
    else
        *out = tl_outer_layout(lower, &shape);
    return TL_MATRIX;
}

// ---- factors -----------------------------------------------------------------------------------

// A factor's elements times their scales, as bf16, which has all digits of the product.
static void scale(TileLower *lower, const TileOp *product, bool left, const TlLayout *wanted,
                  IrValue **x) {
    const TileType *factor = product->operand[left ? 0 : 1]->type;
    TileValue *scales = product->operand[left ? 3 : 4];
    const TileType *type = scales->type;
    uint32_t dim = type->nshape - (left ? 1 : 2), many, few;
    uint32_t first = tl_dim_bits(factor, dim, &many), skip;
    tl_dim_bits(type, dim, &few);
    skip = many - few; // elements of the depth for a scale, log2
    int8_t to[TL_ELEMENT_BITS];
    memset(to, -1, sizeof to);
    for (uint32_t i = 0; i < tl_element_bits(factor); i++) {
        bool same = i >= first && i < first + skip;
        if (!same) to[i] = (int8_t)(i < first ? i : i - skip);
    }
    TlLayout slice = tl_renamed(wanted, to);
    IrValue **s = tl_get(lower, scales, &slice);
    TileTypeKind from = tile_element(factor), kind = tile_element(type);
    for (uint32_t r = 0; r < tl_nreg(wanted); r++) {
        uint32_t at = 0, next = 0;
        for (uint32_t i = 0; i < wanted->nreg; i++) {
            if (to[wanted->reg[i]] >= 0) at |= (r >> i & 1) << next++;
        }
        IrValue *a = tl_float_to(lower, x[r], from, TILE_T_F32, TILE_ROUND_EVEN),
                *b = tl_float_to(lower, s[at], kind, TILE_T_F32, TILE_ROUND_EVEN);
        x[r] = ir_fptrunc(&lower->b, ir_fmul(&lower->b, a, b), lower->m->ty_bfloat);
    }
}

IrValue **tl_matrix_factor(TileLower *lower, const TileOp *product, bool left, TileTypeKind kind,
                           const TlLayout *wanted) {
    TileValue *value = product->operand[left ? 0 : 1];
    TileTypeKind from = tile_element(value->type);
    IrValue **source = tl_get(lower, value, wanted), **x = tl_regs(lower, wanted);
    memcpy(x, source, tl_nreg(wanted) * sizeof *x);
    if (product->code == TILE_O_MMAF_SCALED) {
        scale(lower, product, left, wanted, x);
        from = TILE_T_BF16;
    }
    for (uint32_t r = 0; r < tl_nreg(wanted) && from != kind; r++)
        x[r] = tl_float_to(lower, x[r], from, kind, TILE_ROUND_EVEN);
    return x;
}

// ---- the product -------------------------------------------------------------------------------

uint32_t tl_reg_of(const TlLayout *layout, uint64_t place) {
    uint32_t r = 0;
    for (uint32_t i = 0; i < layout->nreg; i++) r |= (uint32_t)(place >> layout->reg[i] & 1) << i;
    return r;
}

static uint64_t within(uint64_t x, uint32_t bits) {
    return x & ((1ull << bits) - 1);
}

// The place of an element in its factor.
static uint64_t factor_place(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                             uint64_t stack) {
    const MatrixShape *s = &p->shape;
    uint64_t place = left ? within(outer, s->rows) << s->depth | depth
                          : depth << s->columns | within(outer, s->columns);
    return place | stack << (s->depth + (left ? s->rows : s->columns));
}

// An element of a factor, or zero beyond its depth.
static IrValue *element(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                        uint64_t stack) {
    TileLower *lower = p->lower;
    IrValue *zero = tl_number(lower, p->row->in, 0);
    if (depth >> p->shape.depth) return zero;
    uint64_t place = factor_place(p, left, outer, depth, stack);
    IrValue *x = left ? p->a[tl_reg_of(&p->left, place)] : p->b[tl_reg_of(&p->right, place)];
    return p->in_depth ? ir_select(&lower->b, p->in_depth, x, zero) : x;
}

enum { MOST_PARTS = 4 };

// The word of which these are the parts, in order; NULL: of none.
static IrValue *whole_of(IrValue *const *part, uint32_t n) {
    IrValue *vector = NULL;
    for (uint32_t i = 0; i < n; i++) {
        IrInst *take = ir_as_op(part[i], IR_EXTRACTELEMENT);
        if (!take || !ir_is_int(ir_op(take, 1), i)) return NULL;
        if (vector && ir_op(take, 0) != vector) return NULL;
        vector = ir_op(take, 0);
    }
    IrInst *cast = ir_as_op(vector, IR_BITCAST);
    if (!cast || vector->type->n != n) return NULL;
    return ir_ty_is_i(ir_op(cast, 0)->type, 32) ? ir_op(cast, 0) : NULL;
}

// Two numbers that are narrowed side by side; NULL: they are others.
static IrValue *narrowed_pair(TileLower *lower, TileTypeKind kind, IrValue *const *part) {
    IrInst *cut[2] = {ir_as_op(part[0], IR_FPTRUNC), ir_as_op(part[1], IR_FPTRUNC)};
    if (!cut[0] || !cut[1] || !target_has(lower->target, SMF_cvt_bf16)) return NULL;
    IrValue *low = ir_op(cut[0], 0), *high = ir_op(cut[1], 0);
    if (low->type->kind != IR_TY_FLOAT || high->type->kind != IR_TY_FLOAT) return NULL;
    IrIntrin id = kind == TILE_T_F16 ? IR_I_nvvm_ff2f16x2_rn : IR_I_nvvm_ff2bf16x2_rn;
    return ir_bitcast(&lower->b, IR_CALL(&lower->b, id, NULL, high, low), lower->m->ty_i32);
}

// Four bytes side by side.
static IrValue *word_of_bytes(TileLower *lower, IrValue *const *part) {
    enum { LOW_TWO = 0x0040, LOW_HALVES = 0x5410 };
    IrValue *x[MOST_PARTS], *pairs = tl_i32(lower, LOW_TWO), *halves = tl_i32(lower, LOW_HALVES);
    for (uint32_t i = 0; i < MOST_PARTS; i++) x[i] = ir_zext(&lower->b, part[i], lower->m->ty_i32);
    IrValue *low = IR_CALL(&lower->b, IR_I_nvvm_prmt, NULL, x[0], x[1], pairs),
            *high = IR_CALL(&lower->b, IR_I_nvvm_prmt, NULL, x[2], x[3], pairs);
    return IR_CALL(&lower->b, IR_I_nvvm_prmt, NULL, low, high, halves);
}

static IrValue *make_word(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                          uint64_t stack) {
    TileLower *lower = p->lower;
    TileTypeKind kind = p->row->in;
    uint32_t n = 1u << p->row->pack;
    if (kind == TILE_T_F64) return element(p, left, outer, depth, stack);
    if (n == 1) return tl_to_bits(lower, kind, element(p, left, outer, depth, stack));
    IrType *vector = ir_ty_vector(lower->m, tl_type(lower, kind), n);
    IrValue *all = &ir_poison(lower->m, vector)->v, *part[MOST_PARTS];
    for (uint32_t i = 0; i < n; i++) part[i] = element(p, left, outer, depth + i, stack);
    if (whole_of(part, n)) return whole_of(part, n);
    if (n == MOST_PARTS) return word_of_bytes(lower, part);
    IrValue *pair = narrowed_pair(lower, kind, part);
    if (pair) return pair;
    for (uint32_t i = 0; i < n; i++)
        all = ir_insertelement(&lower->b, all, part[i], tl_i32(lower, i));
    return ir_bitcast(&lower->b, all, lower->m->ty_i32);
}

// One register of a fragment: the elements of a word side by side. Several instructions share it.
static IrValue *word(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                     uint64_t stack) {
    if (depth >> p->shape.depth) return make_word(p, left, outer, depth, stack);
    uint64_t place = factor_place(p, left, outer, depth, stack);
    IrValue **known = &p->words[left][tl_reg_of(left ? &p->left : &p->right, place)];
    if (!*known) *known = make_word(p, left, outer, depth, stack);
    return *known;
}

// Registers of a fragment: rows 3, then the rest of the instruction's depth.
uint32_t tl_fragment_words(const MatrixProduct *p, bool left, uint64_t outer, uint64_t depth,
                           uint64_t stack, IrValue **out) {
    uint32_t n = 0, halves = left && p->row->rows > 3 ? 2 : 1, pack = p->row->pack;
    uint32_t deep = p->row->depth > pack + 2 ? 2 : 1;
    for (uint32_t k = 0; k < deep; k++) {
        for (uint32_t h = 0; h < halves; h++)
            out[n++] = word(p, left, outer + 8 * h, depth + ((uint64_t)k << (pack + 2)), stack);
    }
    return n;
}

enum { MOST_WORDS = 4 };

// The accumulator's registers, f16 in pairs; where[] says of each element which of ours it is.
static uint32_t sum_words(const MatrixProduct *p, const uint32_t *where, uint32_t n,
                          IrValue **out) {
    TileLower *lower = p->lower;
    if (p->row->acc != TILE_T_F16) {
        for (uint32_t i = 0; i < n; i++) out[i] = p->c[where[i]];
        return n;
    }
    IrType *pair = ir_ty_vector(lower->m, lower->m->ty_half, 2);
    for (uint32_t i = 0; i < n; i += 2) {
        IrValue *both = ir_insertelement(&lower->b, &ir_poison(lower->m, pair)->v, p->c[where[i]],
                                         tl_i32(lower, 0));
        both = ir_insertelement(&lower->b, both, p->c[where[i + 1]], tl_i32(lower, 1));
        out[i / 2] = ir_bitcast(&lower->b, both, lower->m->ty_i32);
    }
    return n / 2;
}

static IrFunc *declare(const MatrixProduct *p, uint32_t n, IrValue *const *arg, uint32_t nsum) {
    TileLower *lower = p->lower;
    static const char *const signs[2][2] = {{"u8", "u8.s8"}, {"s8.u8", "s8"}};
    bool ints = p->row->in == TILE_T_I8;
    bool a = ints && tl_attr(p->op, "signedness_lhs", 0),
         b = ints && tl_attr(p->op, "signedness_rhs", 0);
    Atom name = atom_cstr(lower->ctx, arena_printf(lower->arena, "llvm.nvvm.%s%s", p->row->name,
                                                   ints ? signs[a][b] : ""));
    IrType *param[3 * MOST_WORDS], *part[MOST_WORDS];
    for (uint32_t i = 0; i < n; i++) param[i] = arg[i]->type;
    for (uint32_t i = 0; i < nsum; i++) part[i] = arg[n - nsum + i]->type;
    IrType *result = ir_ty_struct(lower->m, nsum, part, false);
    IrFamily family;
    ir_family_match(atom_str(lower->ctx, name), atom_len(lower->ctx, name), &family);
    return ir_intrinsic_family(lower->m, (IrIntrin)family.id, name,
                               ir_ty_func(lower->m, result, n, param, false));
}

// One instruction: the sums of a small matrix go on by a step of the depth.
static void step(MatrixProduct *p, uint64_t row, uint64_t column, uint64_t depth, uint64_t stack) {
    TileLower *lower = p->lower;
    const MatrixShape *s = &p->shape;
    IrValue *arg[3 * MOST_WORDS];
    uint32_t where[MOST_WORDS], nwhere = p->row->rows > 3 ? 4 : 2;
    for (uint32_t i = 0; i < nwhere; i++) {
        uint64_t place = within(row + 8 * (i >> 1), s->rows) << s->columns;
        place |= within(column + (i & 1), s->columns) | stack << (s->columns + s->rows);
        where[i] = tl_reg_of(&p->sum, place);
    }
    uint32_t n = tl_fragment_words(p, true, row, depth, stack, arg);
    n += tl_fragment_words(p, false, column, depth, stack, arg + n);
    uint32_t nsum = sum_words(p, where, nwhere, arg + n);
    n += nsum;
    if (!p->fn) p->fn = declare(p, n, arg, nsum);
    IrValue *result = &ir_call_fn(&lower->b, p->fn, n, arg)->v;
    for (uint32_t i = nwhere; i-- > 0;) {
        bool half = p->row->acc == TILE_T_F16;
        IrValue *x = ir_extract(&lower->b, result, half ? i / 2 : i);
        if (half) {
            x = ir_bitcast(&lower->b, x, ir_ty_vector(lower->m, lower->m->ty_half, 2));
            x = ir_extractelement(&lower->b, x, tl_i32(lower, i & 1));
        }
        p->c[where[i]] = x;
    }
}

// Lanes whose bits the depth lacks count as zero.
static void mask_depth(MatrixProduct *p) {
    uint32_t missing = 0;
    for (uint32_t i = 0; i < 2; i++)
        if (p->row->pack + i >= p->shape.depth) missing |= 1u << i;
    if (!missing) return;
    TileLower *lower = p->lower;
    IrValue *bits = ir_and(&lower->b, lower->tid, tl_i32(lower, missing));
    p->in_depth = ir_cmp(&lower->b, IR_EQ, bits, tl_i32(lower, 0));
}

static void multiply(MatrixProduct *p) {
    const MatrixShape *s = &p->shape;
    int8_t all[TL_ELEMENT_BITS];
    tl_keep_all(all);
    mask_depth(p);
    uint64_t skip = 1 | (p->row->rows > 3 ? 8ull << s->columns : 0);
    if (!s->columns) skip &= ~1ull;
    for (uint64_t depth = 0; depth < 1ull << s->depth; depth += 1ull << p->row->depth) {
        for (uint32_t r = 0; r < tl_nreg(&p->sum); r++) {
            uint64_t place = tl_reg_place(&p->sum, r, all);
            if (place & skip) continue; // a part of another instruction's
            uint64_t column = within(place, s->columns), row = within(place >> s->columns, s->rows);
            step(p, row, column, depth, place >> (s->columns + s->rows));
        }
    }
}

void tl_do_mma(TileLower *lower, const TileOp *product) {
    MatrixProduct p = {.lower = lower, .op = product, .row = tl_matrix_row(lower, product)};
    p.shape = tl_matrix_shape(product);
    if (!p.row) {
        tl_outer_product(lower, product);
        return;
    }
    tl_matrix_layouts(lower, p.row, &p.shape, &p.sum, &p.left, &p.right);
    TileTypeKind acc = tile_element(product->operand[2]->type);
    IrValue **from = tl_get(lower, product->operand[2], &p.sum);
    p.c = tl_regs(lower, &p.sum);
    memcpy(p.c, from, tl_nreg(&p.sum) * sizeof *from);
    if (tl_group_multiply(&p)) {
        tl_set(lower, product->result[0], &p.sum, p.c);
        return;
    }
    const TlLayout *factors[] = {&p.left, &p.right};
    tl_get_both(lower, product->operand, factors);
    p.a = tl_matrix_factor(lower, product, true, p.row->in, &p.left);
    p.b = tl_matrix_factor(lower, product, false, p.row->in, &p.right);
    p.words[true] = tl_regs(lower, &p.left);
    p.words[false] = tl_regs(lower, &p.right);
    for (uint32_t r = 0; r < tl_nreg(&p.sum); r++)
        p.c[r] = acc == p.row->acc ? from[r]
                                   : tl_float_to(lower, from[r], acc, p.row->acc, TILE_ROUND_EVEN);
    multiply(&p);
    for (uint32_t r = 0; r < tl_nreg(&p.sum) && acc != p.row->acc; r++)
        p.c[r] = tl_float_to(lower, p.c[r], p.row->acc, acc, TILE_ROUND_EVEN);
    tl_set(lower, product->result[0], &p.sum, p.c);
}
