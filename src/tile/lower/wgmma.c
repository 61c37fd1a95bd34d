// SPDX-License-Identifier: Apache-2.0
// Products of matrices by four warps together (PTX ISA, "Asynchronous warpgroup level matrix
// instructions"). The sum lies in registers as that of mma.sync does, warps taking rows. The right
// factor is in shared memory, the left one there, too, or in registers; a descriptor says how it
// lies: lines of up to 128 bytes along the depth or, of 16 bits, along the other dimension, eight
// of them in a group.
//
// The tiles of loads that are copied ahead are laid so at once (tl_group_places); another right
// factor goes through an exchange. All steps of the depth are one piece of assembly, so that nobody
// touches a register between them.
#include "tile/lower/matrix.h"

#include "base/feature.h"

#include <stdio.h>

enum {
    GROUP_ROWS = 6,  // log2 of an instruction's rows
    STEP_BYTES = 32, // of its depth
    LINE_BYTES = 128,
    PIECE_BYTES = 16,
    MOST_COLUMNS = 8,
    MOST_OUTPUTS = 128
};

bool tl_is_group_product(const TileLower *lower, const MatrixRow *instruction,
                         const MatrixShape *s) {
    enum { WARPGROUP = 7 };
    bool sums = instruction->acc == TILE_T_F32 || instruction->acc == TILE_T_I32;
    return target_has(lower->target, SMF_wgmma) && lower->nthread == WARPGROUP && sums &&
           s->stack == 0 && s->rows >= GROUP_ROWS && s->columns >= 3 &&
           s->columns <= MOST_COLUMNS && s->depth >= instruction->depth;
}

// ---- how a factor lies -------------------------------------------------------------------------

typedef struct {
    bool along_outer;            // lines are along the rows (of the right factor columns)
    uint32_t line, outer, depth; // elements of a line, sizes, log2
    uint32_t width;              // bytes of an element
    IrValue *base;               // in shared memory
} Factor;

// `first`: the bit of the factor's elements that are side by side. False: no form of wgmma's.
static bool factor_form(const TileOp *product, bool left, int first, Factor *out) {
    MatrixShape s = tl_matrix_shape(product);
    uint32_t outer = left ? s.rows : s.columns, depth_at = left ? 0 : s.columns,
             outer_at = left ? s.depth : 0;
    *out = (Factor){.outer = outer, .depth = s.depth};
    out->width = tl_width(tile_element(product->operand[left ? 0 : 1]->type));
    out->along_outer = first == (int)outer_at;
    if (!out->along_outer && first != (int)depth_at) return false;
    if (out->along_outer && out->width != 2) return false;
    out->line = CU_MIN(out->along_outer ? outer : s.depth, tl_log2(LINE_BYTES / out->width));
    return out->width << out->line >= STEP_BYTES;
}

// Lines first, then as many of them as there are, then the next part of each line.
static void factor_places(const TileOp *product, bool left, const Factor *f, TlPlaces *order) {
    MatrixShape s = tl_matrix_shape(product);
    uint32_t depth_at = left ? 0 : s.columns, outer_at = left ? s.depth : 0, n = 0,
             along = f->along_outer ? outer_at : depth_at,
             other = f->along_outer ? depth_at : outer_at,
             length = f->along_outer ? f->outer : f->depth,
             lines = f->along_outer ? f->depth : f->outer;
    memset(order->bit, -1, sizeof order->bit);
    for (uint32_t i = 0; i < f->line; i++) order->bit[along + i] = (int8_t)n++;
    for (uint32_t i = 0; i < lines; i++) order->bit[other + i] = (int8_t)n++;
    for (uint32_t i = f->line; i < length; i++) order->bit[along + i] = (int8_t)n++;
    order->swizzle = (uint8_t)tl_log2((f->width << f->line) / PIECE_BYTES);
}

// The load that a factor is, only renamed on the way; to[] says of the factor's bits which of the
// load's they are. NULL: it is none.
static const TileOp *load_of(const TileOp *product, bool left, int8_t *to) {
    const TileValue *value = product->operand[left ? 0 : 1];
    tl_keep_all(to);
    while (value->op && value->op->code != TILE_O_LOAD_VIEW) {
        const TileOp *op = value->op;
        if (op->code == TILE_O_PERMUTE) {
            int8_t source[TL_ELEMENT_BITS];
            tl_permuted(op, true, source);
            for (uint32_t i = 0; i < tl_element_bits(product->operand[left ? 0 : 1]->type); i++)
                to[i] = source[to[i]];
        } else if (op->code != TILE_O_RESHAPE) {
            return NULL;
        }
        value = op->operand[0];
    }
    return value->op;
}

static bool is_candidate(TileLower *lower, const TileOp *product) {
    if (!is_any_of(product->code, TILE_O_MMAF, TILE_O_MMAI)) return false;
    const MatrixRow *row = tl_matrix_row(lower, product);
    MatrixShape shape = tl_matrix_shape(product);
    return row && row->in == tile_element(product->operand[0]->type) &&
           row->acc == tile_element(product->operand[2]->type) &&
           tl_is_group_product(lower, row, &shape);
}

// The form of a factor that is a load's tile.
static bool load_form(TileLower *lower, const TileOp *product, bool left, const TileOp *load,
                      Factor *f, TlPlaces *order) {
    int8_t to[TL_ELEMENT_BITS];
    if (!is_candidate(lower, product) || load_of(product, left, to) != load) return false;
    TlLayout layout = tl_layout_of(lower, load->result[0]);
    if (!tl_copy_vector(lower, load)) return false;
    int first = -1;
    uint32_t n = tl_element_bits(load->result[0]->type);
    for (uint32_t i = 0; i < n; i++) {
        if (to[i] == layout.reg[0]) first = (int)i;
    }
    if (!factor_form(product, left, first, f)) return false;
    TlPlaces own;
    factor_places(product, left, f, &own);
    memset(order->bit, -1, sizeof order->bit);
    for (uint32_t i = 0; i < n; i++) order->bit[to[i]] = own.bit[i];
    order->swizzle = own.swizzle;
    return true;
}

bool tl_group_places(TileLower *lower, const TileOp *product, bool left, const TileOp *load,
                     TlPlaces *order) {
    Factor f;
    TlPlaces found;
    if (!load_form(lower, product, left, load, &f, &found)) return false;
    *order = found;
    return true;
}

// A factor whose tile was copied into its place; false: it was not.
static bool find_copied(MatrixProduct *p, bool left, Factor *f) {
    int8_t to[TL_ELEMENT_BITS];
    TlPlaces places;
    const TileOp *load = load_of(p->op, left, to);
    const TlStaged *staged = load ? tl_value(p->lower, load->result[0])->staged : NULL;
    if (!staged || !load_form(p->lower, p->op, left, load, f, &places)) return false;
    f->base = staged->base;
    return memcmp(&places, &staged->place, sizeof places) == 0;
}

// The right factor goes there.
static bool lay_right(MatrixProduct *p, Factor *f) {
    TileValue *value = p->op->operand[1];
    TlLayout layout = tl_layout_of(p->lower, value);
    TlPlaces places;
    bool known = layout.nreg && factor_form(p->op, false, layout.reg[0], f);
    if (!known && !factor_form(p->op, false, (int)p->shape.columns, f)) return false;
    factor_places(p->op, false, f, &places);
    f->base = tl_lay(p->lower, value, &places);
    return f->base != NULL;
}

// ---- descriptors -------------------------------------------------------------------------------

// Bytes from a factor's begin to an element, which begins a line's piece.
static uint64_t offset_of(const Factor *f, uint64_t outer, uint64_t depth) {
    uint64_t along = f->along_outer ? outer : depth, line = f->along_outer ? depth : outer;
    uint32_t lines = f->along_outer ? f->depth : f->outer;
    uint64_t within = along & ((1ull << f->line) - 1);
    return ((along >> f->line << lines | line) << f->line | within) * f->width;
}

static IrValue *descriptor(TileLower *lower, const Factor *f) {
    enum { LEAD = 16, STRIDE = 32, MODE = 62, UNIT = 4, EIGHT = 3, ADDRESS = 0x3ffff };
    uint64_t line = (uint64_t)f->width << f->line, mode = 4 - tl_log2(line / PIECE_BYTES);
    uint32_t lines = f->along_outer ? f->depth : f->outer;
    uint64_t fixed = mode << MODE | line << EIGHT >> UNIT << STRIDE | line << lines >> UNIT << LEAD;
    IrBuilder *b = &lower->b;
    IrValue *at = ir_ptrtoint(b, f->base, lower->m->ty_i32);
    at = ir_lshr(b, ir_and(b, at, tl_i32(lower, ADDRESS)), tl_i32(lower, UNIT));
    return ir_or(b, ir_zext(b, at, lower->m->ty_i64), tl_i64(lower, (int64_t)fixed));
}

// ---- the instruction ---------------------------------------------------------------------------

typedef struct {
    MatrixProduct *p;
    Factor left, right; // left.base NULL: in registers
    bool zero;          // the sum begins with zeros
    uint64_t from, to;  // rows of the sum, in units of an instruction's
    uint32_t outputs, columns, narg;
    IrValue **arg;
    IrType **param;
    Buf text, constraints;
} Group;

static void add_arg(Group *g, IrValue *passed, const char *constraint) {
    g->param[g->narg] = passed->type;
    g->arg[g->narg++] = passed;
    buf_printf(&g->constraints, ",%s", constraint);
}

// A factor's descriptor at a step, in a register of the text.
static void put_step(Group *g, char name, uint32_t operand, uint64_t bytes) {
    buf_printf(&g->text, "add.s64 %c, $%u, %llu;\n", name, operand,
               (unsigned long long)bytes / PIECE_BYTES);
}

static void put_types(Group *g) {
    TileTypeKind kind = g->p->row->in;
    static const char *const name[] = {[TILE_T_F16] = "f16",
                                       [TILE_T_BF16] = "bf16",
                                       [TILE_T_TF32] = "tf32",
                                       [TILE_T_E4M3] = "e4m3",
                                       [TILE_T_E5M2] = "e5m2"};
    if (kind != TILE_T_I8) {
        buf_printf(&g->text, "f32.%s.%s", name[kind], name[kind]);
        return;
    }
    bool a = tl_attr(g->p->op, "signedness_lhs", 0), b = tl_attr(g->p->op, "signedness_rhs", 0);
    buf_printf(&g->text, "s32.%s.%s", a ? "s8" : "u8", b ? "s8" : "u8");
}

// One instruction: 64 rows from `row` on, a step of the depth.
static void put_product(Group *g, uint64_t row, uint64_t depth) {
    MatrixProduct *p = g->p;
    bool half = g->right.width == 2;
    uint32_t first = (uint32_t)(row - g->from) * g->columns / 2, words = g->outputs;
    IrValue *word[4];
    put_step(g, 'b', g->outputs, offset_of(&g->right, 0, depth));
    if (g->left.base)
        put_step(g, 'a', g->outputs + 1, offset_of(&g->left, row << GROUP_ROWS, depth));
    buf_printf(&g->text, "wgmma.mma_async.sync.aligned.m64n%uk%u.", g->columns,
               STEP_BYTES / g->right.width);
    put_types(g);
    buf_puts(&g->text, " {");
    for (uint32_t i = 0; i < g->columns / 2; i++)
        buf_printf(&g->text, "%s$%u", i ? ", " : "", first + i);
    buf_puts(&g->text, "}, ");
    if (g->left.base) {
        buf_puts(&g->text, "a");
    } else {
        uint32_t n = tl_fragment_words(p, true, row << GROUP_ROWS, depth, 0, word);
        words = g->outputs + g->narg;
        for (uint32_t i = 0; i < n; i++) {
            buf_printf(&g->text, "%s$%u", i ? ", " : "{", words + i);
            add_arg(g, word[i], "r");
        }
        buf_puts(&g->text, "}");
    }
    buf_printf(&g->text, ", b, %s", g->zero && !depth ? "q" : "p");
    if (p->row->acc == TILE_T_F32) buf_puts(&g->text, ", 1, 1");
    if (half && g->left.base) buf_printf(&g->text, ", %d", g->left.along_outer);
    if (half) buf_printf(&g->text, ", %d", g->right.along_outer);
    buf_puts(&g->text, ";\n");
}

// The register of element i of the sum of rows from `row` on.
static uint32_t sum_reg(const Group *g, uint64_t row, uint32_t i) {
    uint64_t line = (row << GROUP_ROWS) + 8 * (i >> 1 & 1), column = i / 4 * 8 + (i & 1);
    return tl_reg_of(&g->p->sum, line << g->p->shape.columns | column);
}

// Rows from..to as one piece of assembly.
static void put_rows(Group *g) {
    MatrixProduct *p = g->p;
    TileLower *lower = p->lower;
    uint32_t each = g->columns / 2, n = 0;
    IrType *sum = tl_type(lower, p->row->acc);
    const char *out = p->row->acc == TILE_T_F32 ? "=f" : "=r";
    g->outputs = (uint32_t)(g->to - g->from) * each;
    uint32_t steps = 1u << (p->shape.depth - p->row->depth);
    uint32_t most = g->outputs + 2 + 4 * steps * (uint32_t)(g->to - g->from);
    g->arg = arena_array(lower->arena, IrValue *, most);
    g->param = arena_array(lower->arena, IrType *, most);
    IrType **part = arena_array(lower->arena, IrType *, g->outputs);
    g->narg = 0;
    buf_init(&g->text, lower->arena);
    buf_init(&g->constraints, lower->arena);
    for (uint32_t i = 0; i < g->outputs; i++) {
        buf_printf(&g->constraints, "%s%s", i ? "," : "", out);
        part[i] = sum;
    }
    add_arg(g, descriptor(lower, &g->right), "l");
    if (g->left.base) add_arg(g, descriptor(lower, &g->left), "l");
    buf_puts(&g->text, "{\n.reg .pred p, q;\n.reg .b64 a, b;\nsetp.ne.b32 p, 1, 0;\n");
    if (g->zero) buf_puts(&g->text, "setp.ne.b32 q, 0, 0;\n");
    buf_puts(&g->text, "wgmma.fence.sync.aligned;\n");
    for (uint64_t depth = 0; depth < 1ull << p->shape.depth; depth += 1ull << p->row->depth) {
        for (uint64_t row = g->from; row < g->to; row++) put_product(g, row, depth);
    }
    buf_puts(&g->text, "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n}");
    for (uint64_t row = g->from; row < g->to; row++) {
        for (uint32_t i = 0; i < each && !g->zero; i++, n++) {
            char tied[12];
            snprintf(tied, sizeof tied, "%u", n);
            add_arg(g, p->c[sum_reg(g, row, i)], tied);
        }
    }
    buf_puts(&g->constraints, ",~{memory}");
    IrType *result = ir_ty_struct(lower->m, g->outputs, part, false);
    IrType *type = ir_ty_func(lower->m, result, g->narg, g->param, false);
    IrAsm *text = ir_asm(lower->m, type, atom_cstr(lower->ctx, buf_cstr(&g->text)),
                         atom_cstr(lower->ctx, buf_cstr(&g->constraints)), true);
    IrInst *call = ir_call(&lower->b, type, &text->v, g->narg, g->arg);
    ir_call_attr(call, IR_AT_FN, IR_ATTR_NOUNWIND);
    ir_call_attr(call, IR_AT_FN, IR_ATTR_CONVERGENT);
    n = 0;
    for (uint64_t row = g->from; row < g->to; row++) {
        for (uint32_t i = 0; i < each; i++, n++)
            p->c[sum_reg(g, row, i)] = ir_extract(&lower->b, &call->v, n);
    }
}

static bool is_zero(const TileValue *value) {
    const TileOp *op = value->op;
    bool constant = op && op->code == TILE_O_CONSTANT && tile_dense_splat(op->attr[0]);
    return constant && tile_dense_bits(op->attr[0], 0) == 0;
}

bool tl_group_multiply(MatrixProduct *p) {
    TileLower *lower = p->lower;
    if (!is_candidate(lower, p->op)) return false;
    Group g = {.p = p, .columns = 1u << p->shape.columns, .zero = is_zero(p->op->operand[2])};
    bool copied = find_copied(p, true, &g.left);
    if (!copied) {
        g.left.base = NULL;
        p->a = tl_matrix_factor(lower, p->op, true, p->row->in, &p->left);
        p->words[true] = tl_regs(lower, &p->left);
    }
    if (!find_copied(p, false, &g.right) && !lay_right(p, &g.right)) return false;
    uint64_t rows = 1ull << (p->shape.rows - GROUP_ROWS);
    uint64_t at_once = CU_MIN(rows, CU_MAX(2 * MOST_OUTPUTS / g.columns, 1u));
    for (uint64_t row = 0; row < rows; row += at_once) {
        g.from = row;
        g.to = row + at_once;
        put_rows(&g);
    }
    return true;
}
