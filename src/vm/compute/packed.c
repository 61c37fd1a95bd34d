// SPDX-License-Identifier: Apache-2.0
// Integer instructions of PTX 9.2 to 9.5 on packed elements (add, sub, neg, min, max and set of
// u8x4, s8x4, u16x2, s16x2; add.sat.u32), products of polynomials over two elements (clmad), and
// sine and cosine of angles in turns.
#include "vm/compute/approx.h"
#include "vm/compute/float.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#define TWO_PI 6.283185307179586476925

// ---- packed integers ----------------------------------------------------------------------------

typedef struct {
    uint32_t bits; // of an element
    bool is_signed;
} Lane;

static Lane lane_of(uint32_t type) {
    static const Lane lanes[] = {
        [PTX_U8X4] = {8, false},  [PTX_S8X4] = {8, true},  [PTX_U16X2] = {16, false},
        [PTX_S16X2] = {16, true}, [PTX_U32] = {32, false},
    };
    return lanes[type];
}

static int64_t element(Lane lane, uint32_t word, uint32_t at) {
    uint64_t bits = (uint64_t)word >> at & ((1ull << lane.bits) - 1);
    bool negative = lane.is_signed && bits >> (lane.bits - 1);
    return (int64_t)bits - (negative ? (int64_t)1 << lane.bits : 0);
}

static int64_t saturated(Lane lane, int64_t x) {
    int64_t most = ((int64_t)1 << (lane.bits - lane.is_signed)) - 1;
    int64_t least = lane.is_signed ? -most - 1 : 0;
    return CU_MIN(CU_MAX(x, least), most);
}

// Whether less, equal and greater numbers (bits 0 to 2) fulfil a comparison.
static bool holds(uint32_t compare, int64_t a, int64_t b) {
    enum { LESS = 1, EQUAL = 2, GREATER = 4 };
    static const uint8_t truth[] = {
        [PTX_CMP_EQ] = EQUAL,   [PTX_CMP_NE] = LESS | GREATER,
        [PTX_CMP_LT] = LESS,    [PTX_CMP_LE] = LESS | EQUAL,
        [PTX_CMP_GT] = GREATER, [PTX_CMP_GE] = GREATER | EQUAL,
        [PTX_CMP_LO] = LESS,    [PTX_CMP_LS] = LESS | EQUAL,
        [PTX_CMP_HI] = GREATER, [PTX_CMP_HS] = GREATER | EQUAL,
    };
    return truth[compare] >> ((a > b) - (a < b) + 1) & 1;
}

typedef enum { LANE_ADD, LANE_SUB, LANE_NEG, LANE_MIN, LANE_MAX, LANE_SET } LaneOp;

// Of the rows that only add there is none.
static const struct {
    uint16_t row;
    uint8_t operation;
} operations[] = {
    {PTXI_sub_x4, LANE_SUB},      {PTXI_neg_x4, LANE_NEG},    {PTXI_min_x4, LANE_MIN},
    {PTXI_min_x4_relu, LANE_MIN}, {PTXI_max_x4, LANE_MAX},    {PTXI_max_x4_relu, LANE_MAX},
    {PTXI_set_lanes_u, LANE_SET}, {PTXI_set_lanes, LANE_SET},
};

static uint8_t operation_of(uint32_t row) {
    for (uint32_t i = 0; i < CU_COUNT(operations); i++) {
        if (operations[i].row == row) return operations[i].operation;
    }
    return LANE_ADD;
}

// rnd: the comparison.
static int64_t combine(const VmInst *in, Lane lane, int64_t a, int64_t b) {
    const int64_t results[] = {
        [LANE_ADD] = a + b,
        [LANE_SUB] = a - b,
        [LANE_NEG] = -a,
        [LANE_MIN] = CU_MIN(a, b),
        [LANE_MAX] = CU_MAX(a, b),
        [LANE_SET] = -(int64_t)holds(in->rnd, a, b), // all bits of the element
    };
    int64_t r = results[in->packed.operation];
    if (in->packed.saturates) r = saturated(lane, r);
    return in->flags & VF_RELU ? CU_MAX(r, 0) : r;
}

static void exec_packed(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint32_t *a = vm_row(warp, in->a), *b = in->n == 2 ? vm_row(warp, in->b) : a;
    uint32_t *d = vm_row(warp, in->d);
    Lane lane = lane_of(in->type);
    uint64_t ones = (1ull << lane.bits) - 1;
    VM_EACH(i, mask) {
        uint64_t r = 0;
        for (uint32_t at = 0; at < 32; at += lane.bits) {
            int64_t x = combine(in, lane, element(lane, a[i], at), element(lane, b[i], at));
            r |= ((uint64_t)x & ones) << at;
        }
        d[i] = (uint32_t)r;
    }
}

// ---- polynomials --------------------------------------------------------------------------------

// The product of a and b without carries, in two halves: half 0 is the lower one.
static uint64_t carryless(uint64_t a, uint64_t b, uint32_t half) {
    uint64_t low = 0, high = 0;
    for (uint32_t i = 0; i < 64; i++) {
        if (!(b >> i & 1)) continue;
        low ^= a << i;
        if (i) high ^= a >> (64 - i);
    }
    return half ? high : low;
}

static void exec_clmad(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint64_t *a = vm_row(warp, in->a), *b = vm_row(warp, in->b), *c = vm_row(warp, in->c);
    uint64_t r[VM_LANES];
    VM_EACH(i, mask) r[i] = carryless(a[i], b[i], in->mod) ^ c[i];
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// ---- angles in turns ----------------------------------------------------------------------------

// What is left of whole turns is exact.
static void exec_turns(Warp *warp, const VmInst *in, uint32_t mask) {
    const float *a = vm_row(warp, in->a);
    uint32_t *d = vm_row(warp, in->d);
    VM_EACH(i, mask) {
        double x = (double)vm_ftz(a[i]);
        Doubles y = approx_circle(all_of((x - nearbyint(x)) * TWO_PI), in->mod);
        float f = vm_ftz((float)y[0]);
        memcpy(&d[i], &f, sizeof f);
        if (f != f) d[i] = 0x7fffffff;
    }
}

bool vm_decode_lanes(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                     VmInst *decoded) {
    decoded->n = (uint8_t)(in->nopnd - 1);
    decoded->cls = VM_CLS_INT;
    switch (ptx_rows[in->op].sem) {
    case PTX_SEM_LANES:
        decoded->fn = exec_packed;
        decoded->packed.operation = operation_of(in->op);
        decoded->rnd = (uint8_t)(decoded->packed.operation == LANE_SET ? ptx_mod(in, CMP) : 0);
        decoded->packed.saturates = decoded->packed.operation <= LANE_SUB && ptx_mod(in, SAT);
        if (is_any_of(in->op, PTXI_min_x4_relu, PTXI_max_x4_relu)) decoded->flags |= VF_RELU;
        break;
    case PTX_SEM_CLMAD:
        decoded->fn = exec_clmad;
        decoded->mod = ptx_mod(in, HALF) == PTX_HALF_HI;
        break;
    case PTX_SEM_SINTURNS:
        decoded->cls = VM_CLS_FP;
        decoded->fn = exec_turns;
        decoded->mod = in->op == PTXI_cos_turns;
        break;
    default: return false;
    }
    return vm_fill_operands(decoder, in, operands, decoded);
}
