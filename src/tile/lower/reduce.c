// SPDX-License-Identifier: Apache-2.0
// Reductions and scans: within threads, then within warps by shuffles, then through shared memory.
// The region is lowered anew for each step. Steps keep the order of elements, so that operations
// that do not commute give the same in all threads.
#include "tile/lower/lower_int.h"

enum { MOST_OPERANDS = 8 };
typedef struct {
    TileLower *lower;
    const TileOp *op;
    uint32_t n; // operands
    TileTypeKind kind[MOST_OPERANDS];
    TlLayout layout;
    IrValue **reg[MOST_OPERANDS];
    uint32_t first, bits; // of the dimension, among the element's
} Fold;

static bool in_dim(const Fold *fold, int bit) {
    return bit >= (int)fold->first && bit < (int)(fold->first + fold->bits);
}

static bool begin(Fold *fold, TileLower *lower, const TileOp *aggregate) {
    const TileType *type = aggregate->operand[0]->type;
    *fold = (Fold){.lower = lower, .op = aggregate, .n = aggregate->noperand};
    if (aggregate->noperand > MOST_OPERANDS) return tl_fail(lower, "has more than 8 operands");
    for (uint32_t i = 0; i < aggregate->noperand; i++)
        fold->kind[i] = tile_element(aggregate->operand[i]->type);
    fold->first = tl_dim_bits(type, (uint32_t)tl_attr(aggregate, "dim", 0), &fold->bits);
    return true;
}

static void get_operands(Fold *fold) {
    for (uint32_t i = 0; i < fold->n; i++) {
        IrValue **from = tl_get(fold->lower, fold->op->operand[i], &fold->layout);
        fold->reg[i] = tl_regs(fold->lower, &fold->layout);
        memcpy(fold->reg[i], from, tl_nreg(&fold->layout) * sizeof *from);
    }
}

// The region gets, of each operand, the later element and what was found before.
static void combine(Fold *fold, IrValue **later, IrValue **before, IrValue **out) {
    IrValue *arg[2 * MOST_OPERANDS];
    for (uint32_t i = 0; i < fold->n; i++) {
        arg[2 * i] = later[i];
        arg[2 * i + 1] = before[i];
    }
    tl_inline(fold->lower, fold->op->region[0], arg, out);
}

// Whether exchanging the two changes nothing: one operation of the two arguments that commutes.
static bool commutes(const Fold *fold) {
    const TileBlock *block = fold->op->region[0];
    if (fold->n != 1 || block->ops.n != 2) return false;
    return is_any_of(block->ops.at[0]->code, TILE_O_ADDF, TILE_O_ADDI, TILE_O_MAXF, TILE_O_MAXI,
                     TILE_O_MINF, TILE_O_MINI, TILE_O_MULF, TILE_O_MULI, TILE_O_ANDI, TILE_O_ORI,
                     TILE_O_XORI);
}

static IrValue *shuffled(Fold *fold, uint32_t i, IrValue *x, TlShuffle how, uint32_t by) {
    return tl_shuffle(fold->lower, how, fold->kind[i], x, tl_i32(fold->lower, by));
}

static IrValue *thread_bit(TileLower *lower, uint32_t t) {
    IrValue *bit = ir_and(&lower->b, lower->tid, tl_i32(lower, 1ull << t));
    return ir_cmp(&lower->b, IR_NE, bit, tl_i32(lower, 0));
}

// ---- reductions --------------------------------------------------------------------------------

// One bit of the registers' numbers is folded away.
static void fold_reg_bit(Fold *fold, uint32_t k) {
    uint32_t n = tl_nreg(&fold->layout), low = (1u << k) - 1;
    for (uint32_t r = 0; r < n / 2; r++) {
        uint32_t at = (r & low) | (r & ~low) << 1;
        IrValue *later[MOST_OPERANDS], *before[MOST_OPERANDS], *out[MOST_OPERANDS];
        for (uint32_t i = 0; i < fold->n; i++) {
            before[i] = fold->reg[i][at];
            later[i] = fold->reg[i][at | 1u << k];
        }
        combine(fold, later, before, out);
        for (uint32_t i = 0; i < fold->n; i++) fold->reg[i][r] = out[i];
    }
    memmove(fold->layout.reg + k, fold->layout.reg + k + 1, fold->layout.nreg - k - 1);
    fold->layout.nreg--;
}

static void fold_regs(Fold *fold) {
    for (uint32_t k = fold->layout.nreg; k-- > 0;) {
        if (in_dim(fold, fold->layout.reg[k])) fold_reg_bit(fold, k);
    }
}

static void fold_lane_bit(Fold *fold, uint32_t t) {
    TileLower *lower = fold->lower;
    IrValue *is_later = commutes(fold) ? NULL : thread_bit(lower, t);
    for (uint32_t r = 0; r < tl_nreg(&fold->layout); r++) {
        IrValue *own[MOST_OPERANDS], *other[MOST_OPERANDS], *out[MOST_OPERANDS];
        for (uint32_t i = 0; i < fold->n; i++) {
            own[i] = fold->reg[i][r];
            other[i] = shuffled(fold, i, own[i], TL_SHUFFLE_XOR, 1u << t);
            if (!is_later) continue;
            IrValue *before = ir_select(&lower->b, is_later, other[i], own[i]);
            other[i] = ir_select(&lower->b, is_later, own[i], other[i]);
            own[i] = before;
        }
        combine(fold, other, own, out);
        for (uint32_t i = 0; i < fold->n; i++) fold->reg[i][r] = out[i];
    }
    fold->layout.thread[t] = -1;
}

// What the warps have goes to all of them, as further registers.
static void fold_warps(Fold *fold) {
    TlLayout gathered = fold->layout;
    bool any = false;
    for (uint32_t t = TL_LANE_BITS; t < gathered.nthread; t++) {
        if (!in_dim(fold, gathered.thread[t])) continue;
        gathered.reg[gathered.nreg++] = gathered.thread[t];
        gathered.thread[t] = -1;
        any = true;
    }
    if (!any) return;
    for (uint32_t i = 0; i < fold->n; i++)
        fold->reg[i] =
            tl_spread(fold->lower, fold->kind[i], fold->reg[i], &fold->layout, &gathered);
    fold->layout = gathered;
    fold_regs(fold);
}

// Bits of the operand among those of the result, which lacks the dimension.
static void dropped(const Fold *fold, int8_t *to) {
    for (int i = 0; i < TL_ELEMENT_BITS; i++)
        to[i] = (int8_t)(i < (int)fold->first ? i : in_dim(fold, i) ? -1 : i - (int)fold->bits);
}

static TlLayout operand_layout(TileLower *lower, const TileOp *aggregate) {
    TlLayout best = tl_default(lower, aggregate->operand[0]->type), layout;
    TlWeight most = TL_FREE;
    for (uint32_t i = 0; i < aggregate->noperand; i++) {
        TlWeight weight = tl_natural(lower, aggregate->operand[i], &layout);
        if (weight <= most) continue;
        most = weight;
        best = layout;
    }
    return best;
}

TlWeight tl_nat_reduce(TileLower *lower, const TileValue *result, TlLayout *out) {
    Fold fold;
    int8_t to[TL_ELEMENT_BITS];
    if (!begin(&fold, lower, result->op)) return TL_FREE;
    dropped(&fold, to);
    TlLayout layout = operand_layout(lower, result->op);
    *out = tl_renamed(&layout, to);
    return TL_FOLDED;
}

void tl_do_reduce(TileLower *lower, const TileOp *aggregate) {
    Fold fold;
    int8_t to[TL_ELEMENT_BITS];
    if (!begin(&fold, lower, aggregate)) return;
    fold.layout = operand_layout(lower, aggregate);
    get_operands(&fold);
    fold_regs(&fold);
    for (uint32_t t = 0; t < TL_LANE_BITS; t++) {
        if (in_dim(&fold, fold.layout.thread[t])) fold_lane_bit(&fold, t);
    }
    fold_warps(&fold);
    dropped(&fold, to);
    TlLayout layout = tl_renamed(&fold.layout, to);
    for (uint32_t i = 0; i < aggregate->nresult; i++)
        tl_set(lower, aggregate->result[i], &layout, fold.reg[i]);
}

// ---- scans -------------------------------------------------------------------------------------

// Along the dimension a thread has neighbours, then come lanes; the other dimensions fill what is
// left.
static TlLayout scan_layout(TileLower *lower, const Fold *fold, const TileType *shaped) {
    TlLayout layout = tl_scalar_layout(lower);
    uint32_t lanes = CU_MIN(fold->bits, TL_LANE_BITS), t = lanes;
    uint32_t near = fold->bits - lanes;
    for (uint32_t i = 0; i < near; i++) layout.reg[layout.nreg++] = (int8_t)(fold->first + i);
    for (uint32_t i = 0; i < lanes; i++) layout.thread[i] = (int8_t)(fold->first + near + i);
    for (int i = 0; i < (int)tl_element_bits(shaped); i++) {
        if (in_dim(fold, i)) continue;
        if (t < layout.nthread)
            layout.thread[t++] = (int8_t)i;
        else
            layout.reg[layout.nreg++] = (int8_t)i;
    }
    return layout;
}

TlWeight tl_nat_scan(TileLower *lower, const TileValue *result, TlLayout *out) {
    Fold fold;
    if (!begin(&fold, lower, result->op)) return TL_FREE;
    *out = scan_layout(lower, &fold, result->type);
    return TL_FOLDED;
}

typedef struct {
    Fold *fold;
    uint32_t near, lanes; // elements of a thread along the dimension; lanes along it, log2
    bool back;            // from the last to the first
    IrValue *place;       // of the lane along the dimension
} Scan;

// Registers that lie along the dimension, from r on.
static void scan_thread(const Scan *scan, uint32_t r) {
    Fold *fold = scan->fold;
    for (uint32_t k = 1; k < scan->near; k++) {
        uint32_t at = r + (scan->back ? scan->near - 1 - k : k);
        uint32_t from = scan->back ? at + 1 : at - 1;
        IrValue *later[MOST_OPERANDS], *before[MOST_OPERANDS], *out[MOST_OPERANDS];
        for (uint32_t i = 0; i < fold->n; i++) {
            later[i] = fold->reg[i][at];
            before[i] = fold->reg[i][from];
        }
        combine(fold, later, before, out);
        for (uint32_t i = 0; i < fold->n; i++) fold->reg[i][at] = out[i];
    }
}

// Whether there is a lane `by` places before this one.
static IrValue *has_before(const Scan *scan, uint32_t by) {
    TileLower *lower = scan->fold->lower;
    if (!scan->back) return ir_cmp(&lower->b, IR_UGE, scan->place, tl_i32(lower, by));
    return ir_cmp(&lower->b, IR_ULT, scan->place, tl_i32(lower, (1u << scan->lanes) - by));
}

// What the lane `by` places before has; of the first ones nobody reads it.
static void lane_before(const Scan *scan, uint32_t by, IrValue **x, IrValue **out) {
    TlShuffle how = scan->back ? TL_SHUFFLE_DOWN : TL_SHUFFLE_UP;
    for (uint32_t i = 0; i < scan->fold->n; i++) out[i] = shuffled(scan->fold, i, x[i], how, by);
}

// `x` after what comes before it, where there is something.
static void put_after(const Scan *scan, IrValue *has, IrValue **before, IrValue **x) {
    Fold *fold = scan->fold;
    IrValue *out[MOST_OPERANDS];
    combine(fold, x, before, out);
    for (uint32_t i = 0; i < fold->n; i++) x[i] = ir_select(&fold->lower->b, has, out[i], x[i]);
}

// The threads' totals are scanned; all that a thread has comes after the total before it.
static void scan_lanes(const Scan *scan, uint32_t r) {
    Fold *fold = scan->fold;
    uint32_t last = r + (scan->back ? 0 : scan->near - 1);
    IrValue *total[MOST_OPERANDS], *before[MOST_OPERANDS], *x[MOST_OPERANDS];
    for (uint32_t i = 0; i < fold->n; i++) total[i] = fold->reg[i][last];
    for (uint32_t k = 0; k < scan->lanes; k++) {
        lane_before(scan, 1u << k, total, before);
        put_after(scan, has_before(scan, 1u << k), before, total);
    }
    bool others = scan->near > 1 && scan->lanes;
    if (others) lane_before(scan, 1, total, before);
    IrValue *has = others ? has_before(scan, 1) : NULL;
    for (uint32_t k = 0; k < scan->near && others; k++) {
        if (r + k == last) continue;
        for (uint32_t i = 0; i < fold->n; i++) x[i] = fold->reg[i][r + k];
        put_after(scan, has, before, x);
        for (uint32_t i = 0; i < fold->n; i++) fold->reg[i][r + k] = x[i];
    }
    for (uint32_t i = 0; i < fold->n; i++) fold->reg[i][last] = total[i];
}

void tl_do_scan(TileLower *lower, const TileOp *aggregate) {
    Fold fold;
    if (!begin(&fold, lower, aggregate)) return;
    fold.layout = scan_layout(lower, &fold, aggregate->operand[0]->type);
    get_operands(&fold);
    Scan scan = {.fold = &fold, .lanes = CU_MIN(fold.bits, TL_LANE_BITS)};
    scan.near = 1u << (fold.bits - scan.lanes);
    scan.back = tl_attr(aggregate, "reverse", 0) != 0;
    scan.place = ir_and(&lower->b, lower->tid, tl_i32(lower, (1u << scan.lanes) - 1));
    for (uint32_t r = 0; r < tl_nreg(&fold.layout); r += scan.near) {
        scan_thread(&scan, r);
        scan_lanes(&scan, r);
    }
    for (uint32_t i = 0; i < aggregate->nresult; i++)
        tl_set(lower, aggregate->result[i], &fold.layout, fold.reg[i]);
}
