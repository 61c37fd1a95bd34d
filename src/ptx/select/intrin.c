// SPDX-License-Identifier: Apache-2.0
// Intrinsics. One-instruction forms come from select/intrin.def; handlers here do the rest. What
// needs several IR instructions was expanded by legal/legal.c.
#include "ptx/select/select.h"

#include "base/feature.h"
#include "ir/intrin_id.h"
#include "ptx/form/op.h"

// Rows of the two tables, and by intrinsic its row's number from 1; 0: none.
typedef struct DirectRow {
    uint16_t op;
    uint8_t t0, t1;
    uint64_t mods;
} DirectRow;
// Intrinsics that are one instruction: its row, types and modifiers.
static const DirectRow direct_rows[] = {
#define DIRECT(id, row, t0, t1, m) {PTXI_##row, PTX_##t0, PTX_##t1, m},
#define SREG(id, r, t)
#include "ptx/select/intrin.def"
};
// Numbers of the rows, which are only used to fill the next table.
enum {
#define DIRECT(id, row, t0, t1, m) DIRECT_##id,
#define SREG(id, r, t)
#include "ptx/select/intrin.def"
};
static const uint16_t direct_of[] = {
#define DIRECT(id, row, t0, t1, m) [IR_I_##id] = DIRECT_##id + 1,
#define SREG(id, r, t)
#include "ptx/select/intrin.def"
};
// Intrinsics that read a special register.
static const struct {
    uint16_t sreg;
    uint8_t type;
} sreg_rows[] = {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) {PTXR_##r, PTX_##t},
#include "ptx/select/intrin.def"
};
enum {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) SREG_##id,
#include "ptx/select/intrin.def"
};
static const uint16_t sreg_of[] = {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) [IR_I_##id] = SREG_##id + 1,
#include "ptx/select/intrin.def"
};

// Argument k as PTX may take it: register or immediate.
static PtxOpnd arg(Sel *sel, IrInst *call, uint32_t k) {
    return sel_use(sel, ir_op(call, k));
}

// An argument that PTX takes only in a register.
static PtxOpnd arg_reg(Sel *sel, IrInst *call, uint32_t k) {
    return sel_o(sel_reg(sel, ir_op(call, k)));
}

// The intrinsic has one part, and this is it.
static void one(Sel *sel, IrInst *call, PtxOpnd result) {
    PtxOpnd *d = sel_new(sel, 1);
    d[0] = result;
    sel_set(sel, call, d);
}

// ---- float functions ----------------------------------------------------------------------------

// .ftz, where single precision flushes subnormals.
static uint64_t ftz(Sel *sel, SelClass c) {
    return sel->ftz && c == SC_F32 ? ptx_mods(FTZ, FTZ) : 0;
}

typedef struct FloatRow {
    uint16_t f32, f64, h; // PTX rows; 0 for h: through f32
    uint64_t mods;
} FloatRow;

// cvt to the same type with an integer rounding.
static PtxOpnd round_to(Sel *sel, SelClass c, PtxOpnd v, uint64_t rnd) {
    PtxType t = c == SC_F32 ? PTX_F32 : c == SC_F64 ? PTX_F64 : PTX_F16;
    PtxOpnd d = sel_o(sel_tmp(sel, c));
    // With .ftz the conversion flushes, too.
    ptx_emit_(sel->f, PTXI_cvt, t, t, rnd | ftz(sel, c), d, sel_in_reg(sel, v, c));
    return d;
}

// round: half away from zero = trunc(x + copysign(0.5, x)), where the addition is toward zero so
// that 0.49999997 stays below; large values are integers already and unchanged by it.
static PtxOpnd round_away(Sel *sel, SelClass class, PtxOpnd opnd) {
    PtxOpnd h = sel_o(sel_tmp(sel, class)), a = sel_o(sel_tmp(sel, class));
    opnd = sel_in_reg(sel, opnd, class);
    if (class == SC_F32) {
        SEL_EMIT(sel, copysign, F32, NOTYPE, 0, h, opnd, ptx_o_f32(0x3f000000));
        // Toward zero, as said above.
        SEL_EMIT(sel, add_f32, F32, NOTYPE, ptx_mods(RND, RZ) | ftz(sel, class), a, opnd, h);
    } else {
        SEL_EMIT(sel, copysign, F64, NOTYPE, 0, h, opnd, ptx_o_f64(0x3fe0000000000000));
        SEL_EMIT(sel, add_f64, F64, NOTYPE, ptx_mods(RND, RZ), a, opnd, h);
    }
    return round_to(sel, class, a, ptx_mods(RND, RZI));
}

// A function of one float or double. `opnd` is in a register.
static PtxOpnd float1(Sel *sel, uint32_t id, SelClass class, PtxOpnd opnd) {
    bool f = class == SC_F32;
    PtxOpnd operand;
    switch (id) {
    case IR_I_floor: return round_to(sel, class, opnd, ptx_mods(RND, RMI));
    case IR_I_ceil: return round_to(sel, class, opnd, ptx_mods(RND, RPI));
    case IR_I_trunc: return round_to(sel, class, opnd, ptx_mods(RND, RZI));
    case IR_I_rint:
    case IR_I_nearbyint:
    case IR_I_roundeven: return round_to(sel, class, opnd, ptx_mods(RND, RNI));
    case IR_I_round: return round_away(sel, class, opnd);
    case IR_I_fabs:
        operand = sel_o(sel_tmp(sel, class));
        ptx_emit_(sel->f, f ? PTXI_abs_f32 : PTXI_abs_f64, f ? PTX_F32 : PTX_F64, PTX_NOTYPE,
                  ftz(sel, class), operand, opnd);
        return operand;
    case IR_I_sqrt:
        operand = sel_o(sel_tmp(sel, class));
        // -prec-sqrt=false asks for the approximation.
        if (f && !sel->g->o->fp.prec_sqrt)
            SEL_EMIT(sel, sqrt_approx, F32, NOTYPE, ptx_mods(APPROX, APPROX) | ftz(sel, class),
                     operand, opnd);
        else
            ptx_emit_(sel->f, f ? PTXI_sqrt_f32 : PTXI_sqrt_f64, f ? PTX_F32 : PTX_F64, PTX_NOTYPE,
                      ptx_mods(RND, RN) | ftz(sel, class), operand, opnd);
        return operand;
    // Nothing to compute: the value is in its format already, and no optimization follows.
    default: return opnd; // canonicalize, arithmetic_fence
    }
}

// LLVM's functions of one value; f16 and bf16 by way of a float.
static bool float_unary(Sel *sel, IrInst *call, uint32_t id) {
    switch (id) {
    case IR_I_floor:
    case IR_I_ceil:
    case IR_I_trunc:
    case IR_I_rint:
    case IR_I_nearbyint:
    case IR_I_roundeven:
    case IR_I_round:
    case IR_I_fabs:
    case IR_I_sqrt:
    case IR_I_canonicalize:
    case IR_I_arithmetic_fence: break;
    default: return false;
    }
    // Through float, rounding is exact: each of these functions gives a number that the short
    // format has.
    SelClass c = sel_class(sel, call->v.type), k = is_any_of(c, SC_F16, SC_BF16) ? SC_F32 : c;
    PtxOpnd v = sel_in_reg(sel, sel_f_to_f(sel, arg(sel, call, 0), c, k), k);
    one(sel, call, sel_f_to_f(sel, float1(sel, id, k, v), k, c));
    return true;
}

// Minimum, maximum and copysign: f16 and bf16 by way of a float. With `nan` a NaN among the
// operands is the result (min.NaN), else the other one.
static bool float_binary(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id, f32, f64;
        bool nan;
    } rows[] = {{IR_I_minnum, PTXI_min_f32, PTXI_min_f64, false},
                {IR_I_maxnum, PTXI_max_f32, PTXI_max_f64, false},
                {IR_I_minimum, PTXI_min_f32, 0, true},
                {IR_I_maximum, PTXI_max_f32, 0, true},
                {IR_I_copysign, PTXI_copysign, PTXI_copysign, false}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        SelClass class = sel_class(sel, call->v.type),
                 w = is_any_of(class, SC_F16, SC_BF16) ? SC_F32 : class;
        PtxOpnd opnd = sel_f_to_f(sel, arg(sel, call, 0), class, w),
                operand = sel_f_to_f(sel, arg(sel, call, 1), class, w), d = sel_o(sel_tmp(sel, w));
        // min.NaN of doubles does not exist; legal/float.c has expanded it.
        if (w == SC_F64 && !rows[k].f64) return false;
        uint64_t m = rows[k].nan ? ptx_mods(NAN, NAN) : 0;
        // LLVM has the magnitude first.
        if (id == IR_I_copysign) { // PTX: copysign d, sign, magnitude
            PtxOpnd t = opnd;
            opnd = operand;
            operand = t;
        } else {
            m |= ftz(sel, w);
        }
        // Before, neither type has min.NaN (legal/float.c keeps the intrinsic only there).
        if (rows[k].nan && !sel_has(sel->g, SMF_minmax_nan)) {
            sel_error(sel, "the minimum or maximum that keeps NaN, on targets before sm_80,");
            return true;
        }
        ptx_emit_(sel->f, w == SC_F32 ? rows[k].f32 : rows[k].f64, w == SC_F32 ? PTX_F32 : PTX_F64,
                  PTX_NOTYPE, m, d, sel_in_reg(sel, opnd, w), operand);
        one(sel, call, sel_f_to_f(sel, d, w, class));
        return true;
    }
    return false;
}

// fma, rounded once. bf16 has the instruction from its feature on; before, a float's fma whose
// result is rounded once more.
static bool float_fma(Sel *sel, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_fma, IR_I_fmuladd)) return false;
    SelClass class = sel_class(sel, call->v.type);
    bool wide = (class == SC_BF16 && !sel_has(sel->g, SMF_bf16_fma)) ||
                (class == SC_F16 && !sel_has(sel->g, SMF_f16));
    SelClass w = wide ? SC_F32 : class;
    PtxOpnd opnd[3], operand = sel_o(sel_tmp(sel, w));
    for (uint32_t k = 0; k < 3; k++) opnd[k] = sel_f_to_f(sel, arg(sel, call, k), class, w);
    static const struct {
        uint16_t op;
        uint8_t t;
    } row[SC_COUNT] = {[SC_F16] = {PTXI_fma_h, PTX_F16},
                       [SC_BF16] = {PTXI_fma_bh, PTX_BF16},
                       [SC_F32] = {PTXI_fma_f32, PTX_F32},
                       [SC_F64] = {PTXI_fma_f64, PTX_F64}};
    ptx_emit_(sel->f, row[w].op, row[w].t, PTX_NOTYPE, ptx_mods(RND, RN) | ftz(sel, w), operand,
              opnd[0], opnd[1], opnd[2]);
    one(sel, call, sel_f_to_f(sel, operand, w, class));
    return true;
}

// ---- integers -----------------------------------------------------------------------------------

// Of integers up to 64 bits that lie in a register each: narrow ones are extended first, so that
// the register compares as they do.
static bool int_minmax(Sel *sel, IrInst *call, uint32_t id) {
    bool sign = is_any_of(id, IR_I_smin, IR_I_smax), min = is_any_of(id, IR_I_smin, IR_I_umin);
    if (!sign && !is_any_of(id, IR_I_umin, IR_I_umax)) return false;
    SelClass c = sel_class(sel, call->v.type);
    if (c == SC_I1 || call->v.type->bits > 64) return false;
    // By the class of the register, and signed or not.
    static const uint8_t t[3][2] = {{PTX_U16, PTX_S16}, {PTX_U32, PTX_S32}, {PTX_U64, PTX_S64}};
    PtxOpnd a = sel_in_reg(sel, sel_ext(sel, ir_op(call, 0), sign), c),
            b = sel_ext(sel, ir_op(call, 1), sign), d = sel_o(sel_tmp(sel, c));
    ptx_emit_(sel->f, min ? PTXI_min : PTXI_max, t[c - SC_I16][sign], PTX_NOTYPE, 0, d, a, b);
    one(sel, call, d);
    return true;
}

// Counting instructions give 32 bits, whatever they count in.
static PtxOpnd count(Sel *sel, PtxOp op, SelClass c, PtxOpnd v) {
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
    ptx_emit_(sel->f, op, sel_bits_type(c), PTX_NOTYPE, 0, d, v);
    return d;
}

// For instructions that come in 32 and 64 bits only.
static PtxOpnd zext32(Sel *sel, IrInst *call, uint32_t k,
                      SelClass *class) { // at least 32 bits, zero extended
    // Bits above the type's width are undefined in a register, so they are cleared.
    IrValue *value = ir_op(call, k);
    SelClass from = sel_class(sel, value->type);
    *class = from == SC_I64 ? SC_I64 : SC_I32;
    if (from == SC_I64)
        return sel_in_reg(sel, sel_narrow(sel, sel_use(sel, value), from, value->type->bits, false),
                          from);
    return sel_in_reg(sel,
                      sel_resize(sel,
                                 from == SC_I32 ? sel_narrow(sel, sel_use(sel, value), from,
                                                             value->type->bits, false)
                                                : sel_use(sel, value),
                                 from, from == SC_I32 ? 32 : value->type->bits, SC_I32, false),
                      SC_I32);
}

// Leading and trailing zeros, set bits, reversal: computed in 32 or 64 bits and corrected for
// narrower types. A zero operand gives the type's width.
static bool bit_count(Sel *sel, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_ctlz, IR_I_cttz, IR_I_ctpop, IR_I_bitreverse)) return false;
    if (call->v.type->bits > 64) return false;
    SelClass class, rc = sel_class(sel, call->v.type);
    uint32_t bits = call->v.type->bits;
    PtxOpnd opnd = zext32(sel, call, 0, &class), operand;
    uint32_t w = class == SC_I64 ? 64 : 32;
    PtxOpnd t = sel_o(sel_tmp(sel, class));
    switch (id) {
    case IR_I_ctpop: operand = count(sel, PTXI_popc, class, opnd); break;
    case IR_I_ctlz:
        operand = count(sel, PTXI_clz, class, opnd);
        // The zeros above the type's width are not counted.
        if (bits < w) {
            PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
            // bits - w is negative.
            SEL_EMIT(sel, add, S32, NOTYPE, 0, d, operand, ptx_o_int((int64_t)bits - w));
            operand = d;
        }
        break;
    case IR_I_cttz: // clz of the reversed bits; a stop bit above the width bounds it
        if (bits < w) {
            PtxOpnd d = sel_o(sel_tmp(sel, class));
            ptx_emit_(sel->f, PTXI_or, sel_bits_type(class), PTX_NOTYPE, 0, d, opnd,
                      ptx_o_int((int64_t)(1ull << bits)));
            opnd = d;
        }
        ptx_emit_(sel->f, PTXI_brev, sel_bits_type(class), PTX_NOTYPE, 0, t, opnd);
        operand = count(sel, PTXI_clz, class, t);
        break;
    default: { // bitreverse
        ptx_emit_(sel->f, PTXI_brev, sel_bits_type(class), PTX_NOTYPE, 0, t, opnd);
        PtxOpnd d = t;
        // The reversed value stands in the upper bits: down with it.
        if (bits < w) {
            d = sel_o(sel_tmp(sel, class));
            ptx_emit_(sel->f, PTXI_shr, class == SC_I64 ? PTX_U64 : PTX_U32, PTX_NOTYPE, 0, d, t,
                      ptx_o_int(w - bits));
        }
        one(sel, call, sel_resize(sel, d, class, w, rc, false));
        return true;
    }
    }

    // The count has 32 bits, the type may have 64.
    PtxOpnd d = sel_resize(sel, operand, SC_I32, 32, rc, false);
    // nothing but this writes r, so what reads the lower half may read it instead
    if (rc == SC_I64) map_put(&sel->extended, d.id, (void *)((uintptr_t)operand.id + 1));
    one(sel, call, d);
    return true;
}

// The most negative value stays itself, in LLVM and in PTX.
static bool int_abs(Sel *sel, IrInst *call, uint32_t id) {
    // The second argument, whether the least value is undefined, does not matter so.
    if (id != IR_I_abs || call->v.type->bits > 64) return false;
    SelClass c = sel_class(sel, call->v.type);
    static const uint8_t t[3] = {PTX_S16, PTX_S32, PTX_S64};
    PtxOpnd d = sel_o(sel_tmp(sel, c));
    ptx_emit_(sel->f, PTXI_abs, t[c - SC_I16], PTX_NOTYPE, 0, d,
              sel_in_reg(sel, sel_ext(sel, ir_op(call, 0), true), c));
    one(sel, call, d);
    return true;
}

static bool funnel(Sel *sel, IrInst *call, uint32_t id) { // 32 bits; other widths by legal/legal.c
    if (!is_any_of(id, IR_I_fshl, IR_I_fshr) || !ir_ty_is_i(call->v.type, 32)) return false;
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32)), hi = arg_reg(sel, call, 0), lo = arg_reg(sel, call, 1),
            n = arg(sel, call, 2);
    // shf with .wrap takes the count modulo 32, as LLVM's do.
    ptx_emit_(sel->f, id == IR_I_fshl ? PTXI_shf_l : PTXI_shf_r, PTX_B32, PTX_NOTYPE,
              ptx_mods(WRAP, WRAP), d, lo, hi, n);
    one(sel, call, d);
    return true;
}

// prmt picks bytes by the digits of its selector, from the lowest byte on.
// The digits count from the right: 0x0123 takes byte 3 first, to the lowest place.
static bool byte_swap(Sel *sel, IrInst *call, uint32_t id) {
    if (id != IR_I_bswap || call->v.type->bits > 64) return false;
    PtxOpnd opnd = arg_reg(sel, call, 0), operand = sel_o(sel_tmp(sel, SC_I32));
    switch (call->v.type->bits) {
    case 32:
        SEL_EMIT(sel, prmt, B32, NOTYPE, 0, operand, opnd, ptx_o_int(0), ptx_o_int(0x0123));
        break;
    case 16: {
        PtxOpnd w = sel_resize(sel, opnd, SC_I16, 16, SC_I32, false);
        SEL_EMIT(sel, prmt, B32, NOTYPE, 0, operand, w, ptx_o_int(0), ptx_o_int(0x2301));
        operand = sel_resize(sel, operand, SC_I32, 32, SC_I16, false);
        break;
    }
    case 64: {
        PtxOpnd h[2] = {sel_o(sel_tmp(sel, SC_I32)), sel_o(sel_tmp(sel, SC_I32))}, r[2];
        SEL_EMIT(sel, mov_unpack, B64, NOTYPE, 0, ptx_o_list(sel->f, PTXO_VEC, 2, h), opnd);
        // Each half is swapped, and they change places.
        for (int k = 0; k < 2; k++) {
            r[1 - k] = sel_o(sel_tmp(sel, SC_I32));
            SEL_EMIT(sel, prmt, B32, NOTYPE, 0, r[1 - k], h[k], ptx_o_int(0), ptx_o_int(0x0123));
        }
        operand = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, mov_pack, B64, NOTYPE, 0, operand, ptx_o_list(sel->f, PTXO_VEC, 2, r));
        break;
    }
    default: return false;
    }
    one(sel, call, operand);
    return true;
}

// Dot products of two 16-bit by two 8-bit numbers: the flag says which half of the second operand.
static bool dot2(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t a, b;
    } rows[] = {{IR_I_nvvm_idp2a_s_s, PTX_S32, PTX_S32},
                {IR_I_nvvm_idp2a_s_u, PTX_S32, PTX_U32},
                {IR_I_nvvm_idp2a_u_s, PTX_U32, PTX_S32},
                {IR_I_nvvm_idp2a_u_u, PTX_U32, PTX_U32}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        // An immediate 0 or 1.
        bool hi = ir_is_int(ir_op(call, 2), 1);
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
        ptx_emit_(sel->f, PTXI_dp2a, rows[k].a, rows[k].b,
                  hi ? ptx_mods(HALF, HI) : ptx_mods(HALF, LO), d, arg(sel, call, 0),
                  arg(sel, call, 1), arg(sel, call, 3));
        one(sel, call, d);
        return true;
    }
    return false;
}

// ---- barriers and warps -------------------------------------------------------------------------

// The old barriers without a number, and their reductions: all threads take part, at barrier 0.
// __syncthreads and its reductions of older CUDA.
static bool barriers(Sel *sel, IrInst *call, uint32_t id) {
    PtxOpnd zero = ptx_o_int(0), opnd, operand;
    switch (id) {
    case IR_I_nvvm_barrier0: SEL_EMIT(sel, bar_sync, NOTYPE, NOTYPE, 0, zero); return true;
    case IR_I_nvvm_barrier0_popc:
    case IR_I_nvvm_barrier0_and:
    case IR_I_nvvm_barrier0_or: break;
    default: return false;
    }

    // The predicate is an i32 in LLVM.
    opnd = sel_o(sel_tmp(sel, SC_I1));
    operand = sel_o(sel_tmp(sel, SC_I32));
    SEL_EMIT(sel, setp, U32, NOTYPE, ptx_mods(CMP, NE), opnd, arg_reg(sel, call, 0), zero);
    if (id == IR_I_nvvm_barrier0_popc) {
        SEL_EMIT(sel, bar_red_popc, U32, NOTYPE, ptx_mods(RPRED, POPC), operand, zero, opnd);
    } else {
        PtxOpnd q = sel_o(sel_tmp(sel, SC_I1));
        SEL_EMIT(sel, bar_red, PRED, NOTYPE,
                 id == IR_I_nvvm_barrier0_and ? ptx_mods(RPRED, AND) : ptx_mods(RPRED, OR), q, zero,
                 opnd);
        SEL_EMIT(sel, selp, U32, NOTYPE, 0, operand, ptx_o_int(1), zero, q);
    }
    one(sel, call, operand);
    return true;
}

// shfl.sync, by mode and type. The forms with `p` give also whether the source lane was in range.
static bool shuffles(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t i32, f32, i32p, f32p;
        uint8_t mode;
    } rows[] = {{IR_I_nvvm_shfl_sync_up_i32, IR_I_nvvm_shfl_sync_up_f32,
                 IR_I_nvvm_shfl_sync_up_i32p, IR_I_nvvm_shfl_sync_up_f32p, PTX_SHFL_UP},
                {IR_I_nvvm_shfl_sync_down_i32, IR_I_nvvm_shfl_sync_down_f32,
                 IR_I_nvvm_shfl_sync_down_i32p, IR_I_nvvm_shfl_sync_down_f32p, PTX_SHFL_DOWN},
                {IR_I_nvvm_shfl_sync_bfly_i32, IR_I_nvvm_shfl_sync_bfly_f32,
                 IR_I_nvvm_shfl_sync_bfly_i32p, IR_I_nvvm_shfl_sync_bfly_f32p, PTX_SHFL_BFLY},
                {IR_I_nvvm_shfl_sync_idx_i32, IR_I_nvvm_shfl_sync_idx_f32,
                 IR_I_nvvm_shfl_sync_idx_i32p, IR_I_nvvm_shfl_sync_idx_f32p, PTX_SHFL_IDX}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        bool pair = id == rows[k].i32p || id == rows[k].f32p;
        if (id != rows[k].i32 && id != rows[k].f32 && !pair) continue;
        // A shuffle moves 32 bits of either type.
        bool f = id == rows[k].f32 || id == rows[k].f32p;
        PtxOpnd *out = sel_new(sel, 2), opnd = sel_o(sel_tmp(sel, f ? SC_F32 : SC_I32));
        out[0] = opnd;
        if (pair) {
            out[1] = sel_o(sel_tmp(sel, SC_I1));
            opnd = ptx_o_list(sel->f, PTXO_PAIR, 2, out);
        }
        // LLVM's order is mask, value, lane, clamp; PTX has the mask last.
        PtxOpnd v = sel_in_reg(sel, arg(sel, call, 1), f ? SC_F32 : SC_I32);
        SEL_EMIT(sel, shfl, B32, NOTYPE, ptx_mod_of(SHFL, rows[k].mode), opnd, v, arg(sel, call, 2),
                 arg(sel, call, 3), arg(sel, call, 0));
        sel_set(sel, call, out);
        return true;
    }
    return false;
}

// vote.sync: predicate forms and the ballot.
static bool votes(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t mode;
    } rows[] = {{IR_I_nvvm_vote_all_sync, PTX_VOTE_ALL},
                {IR_I_nvvm_vote_any_sync, PTX_VOTE_ANY},
                {IR_I_nvvm_vote_uni_sync, PTX_VOTE_UNI}};
    // The ballot is a mask, the other forms are predicates.
    if (id == IR_I_nvvm_vote_ballot_sync) {
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
        SEL_EMIT(sel, vote_ballot, B32, NOTYPE, 0, d, arg_reg(sel, call, 1), arg(sel, call, 0));
        one(sel, call, d);
        return true;
    }
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I1));
        SEL_EMIT(sel, vote, PRED, NOTYPE, ptx_mod_of(VOTE, rows[k].mode), d, arg_reg(sel, call, 1),
                 arg(sel, call, 0));
        one(sel, call, d);
        return true;
    }
    return false;
}

// match.sync: the lanes with the same value; `all` also says whether they all have it.
static bool matches(Sel *sel, IrInst *call, uint32_t id) {
    bool all = is_any_of(id, IR_I_nvvm_match_all_sync_i32p, IR_I_nvvm_match_all_sync_i64p);
    if (!all && !is_any_of(id, IR_I_nvvm_match_any_sync_i32, IR_I_nvvm_match_any_sync_i64))
        return false;
    // The mask of lanes is first in LLVM and last in PTX.
    PtxType t = ir_op(call, 1)->type->bits == 64 ? PTX_B64 : PTX_B32;
    PtxOpnd *out = sel_new(sel, 2), d = out[0] = sel_o(sel_tmp(sel, SC_I32));
    if (all) {
        out[1] = sel_o(sel_tmp(sel, SC_I1));
        d = ptx_o_list(sel->f, PTXO_PAIR, 2, out);
    }
    ptx_emit_(sel->f, all ? PTXI_match_all : PTXI_match_any, t, PTX_NOTYPE, 0, d,
              arg_reg(sel, call, 1), arg(sel, call, 0));
    sel_set(sel, call, out);
    return true;
}

// redux.sync on 32-bit integers: the mask is the last operand in PTX.
static bool reductions(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t op, t;
    } rows[] = {{IR_I_nvvm_redux_sync_add, PTX_ROP_ADD, PTX_S32},
                {IR_I_nvvm_redux_sync_min, PTX_ROP_MIN, PTX_S32},
                {IR_I_nvvm_redux_sync_max, PTX_ROP_MAX, PTX_S32},
                {IR_I_nvvm_redux_sync_umin, PTX_ROP_MIN, PTX_U32},
                {IR_I_nvvm_redux_sync_umax, PTX_ROP_MAX, PTX_U32},
                {IR_I_nvvm_redux_sync_and, PTX_ROP_AND, PTX_B32},
                {IR_I_nvvm_redux_sync_or, PTX_ROP_OR, PTX_B32},
                {IR_I_nvvm_redux_sync_xor, PTX_ROP_XOR, PTX_B32}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
        ptx_emit_(sel->f, PTXI_redux, rows[k].t, PTX_NOTYPE, ptx_mod_of(ROP, rows[k].op), d,
                  arg_reg(sel, call, 0), arg(sel, call, 1));
        one(sel, call, d);
        return true;
    }
    return false;
}

// Whether a generic address is of a space.
static bool spaces(Sel *sel, IrInst *call, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t space;
    } rows[] = {{IR_I_nvvm_isspacep_global, PTX_SPACE_GLOBAL},
                {IR_I_nvvm_isspacep_shared, PTX_SPACE_SHARED},
                {IR_I_nvvm_isspacep_const, PTX_SPACE_CONST},
                {IR_I_nvvm_isspacep_local, PTX_SPACE_LOCAL}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I1));
        SEL_EMIT(sel, isspacep, NOTYPE, NOTYPE, ptx_mod_of(SPACE, rows[k].space), d,
                 arg_reg(sel, call, 0));
        one(sel, call, d);
        return true;
    }
    return false;
}

// The lanes that are active now, which the optimizer may not move.
static bool activemask(Sel *sel, IrInst *call, uint32_t id) {
    if (id != IR_I_nvvm_activemask) return false;
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
    SEL_EMIT(sel, activemask, B32, NOTYPE, 0, d);
    one(sel, call, d);
    return true;
}

// Texture, surface and sampler references stand for their handles; addresses in PTX.
static bool handles(Sel *sel, IrInst *call, uint32_t id) {
    if (!is_any_of(id, IR_I_nvvm_texsurf_handle_internal, IR_I_nvvm_texsurf_handle)) return false;
    // The metadata of the other form names the variable in its second operand.
    int64_t off;
    IrGlobal *v =
        ir_as_var(ir_strip_ptr(ir_op(call, id == IR_I_nvvm_texsurf_handle ? 1 : 0), &off));
    PtxOpnd d = sel_o(sel_tmp(sel, SC_I64));
    if (!v) {
        sel_error(sel, "a texture or surface handle that is not a variable's");
    } else {
        SEL_EMIT(sel, mov, U64, NOTYPE, 0, d, ptx_o_sym(sel_ref(sel, v), 0));
    }
    one(sel, call, d);
    return true;
}

// Memory that is not a plain access: uniform loads, the stack of alloca, prefetches.
static bool memory(Sel *sel, IrInst *call, uint32_t id) {
    PtxOpnd opnd;
    switch (id) {
    case IR_I_nvvm_ldu_global_i:
    case IR_I_nvvm_ldu_global_f:
    case IR_I_nvvm_ldu_global_p: sel_ldu(sel, call); return true;
    case IR_I_nvvm_variadic_buffer: return sel_variadic_buffer(sel, call);
    case IR_I_stacksave:
        opnd = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, stacksave, U64, NOTYPE, 0, opnd);
        // A pointer to local memory may have 32 bits.
        one(sel, call,
            sel_class(sel, call->v.type) == SC_I64
                ? opnd
                : sel_resize(sel, opnd, SC_I64, 64, SC_I32, false));
        return true;
    case IR_I_stackrestore:
        opnd = sel_resize(sel, arg_reg(sel, call, 0), sel_class(sel, ir_op(call, 0)->type),
                          ir_op(call, 0)->type->bits, SC_I64, false);
        SEL_EMIT(sel, stackrestore, U64, NOTYPE, 0, opnd);
        return true;
    case IR_I_prefetch: {
        bool l1 = ir_is_int(ir_op(call, 2), 3);
        SelAddr a = sel_addr(sel, ir_op(call, 0));
        // Other spaces have no prefetch of their own: generic.
        uint64_t m =
            is_any_of(a.space, PTX_SPACE_GLOBAL, PTX_SPACE_LOCAL) ? ptx_mod_of(SPACE, a.space) : 0;
        m |= l1 ? ptx_mods(PLEVEL, L1) : ptx_mods(PLEVEL, L2);
        SEL_EMIT(sel, prefetch, NOTYPE, NOTYPE, m, a.o);
        return true;
    }
    default: return false;
    }
}

// Facts for the optimizer and the debugger. Those that give a value give their operand's.
static bool markers(Sel *sel, IrInst *call, uint32_t id) { // nothing to do in code
    switch (id) {
    case IR_I_lifetime_start:
    case IR_I_lifetime_end:
    case IR_I_assume:
    case IR_I_sideeffect:
    case IR_I_donothing:
    case IR_I_invariant_end:
    case IR_I_noalias_scope_decl:
    case IR_I_variable_annotation:
    case IR_I_dbg_declare:
    case IR_I_dbg_value:
    case IR_I_dbg_label: return true;
    case IR_I_expect:
    case IR_I_expect_with_probability:
    case IR_I_ssa_copy:
    case IR_I_launder_invariant_group:
    case IR_I_strip_invariant_group:
        sel_set(sel, call, sel_opnds(sel, ir_op(call, 0)));
        return true;
    default: return false;
    }
}

// ---- vectors: element by element ----------------------------------------------------------------

// An intrinsic of vectors is called for each element: a call that is in no block, whose operands
// are placeholders with the element's parts. Scalar operands (flags) stay.
static void vector_intrinsic(Sel *sel, IrInst *call) {
    IrType *type = call->v.type;
    uint32_t n = (uint32_t)type->n, na = ir_call_nargs(call);
    SelParts *rp = sel_parts(sel->g, type);
    PtxOpnd *out = sel_new(sel, rp->n);
    uint32_t per = n ? rp->n / n : 0;
    IrType *et[1] = {type->elem};
    IrFunc *fn = ir_intrinsic(sel->g->m, (IrIntrin)ir_intrin_of(call), 1, et);
    IrInst *insn = ir_inst_new(sel->fn, IR_CALL, type->elem, na + 1);
    ir_set_op(insn, na, &fn->g.v);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t j = 0; j < na; j++) {
            if (!ir_ty_is_vec(ir_op(call, j)->type)) {
                ir_set_op(insn, j, ir_op(call, j));
                continue;
            }
            IrInst *x = ir_inst_new(sel->fn, IR_FREEZE, ir_op(call, j)->type->elem,
                                    0); // stands for the element
            sel_set(sel, x, sel_opnds(sel, ir_op(call, j)) + k * per);
            ir_set_op(insn, j, &x->v);
        }
        PtxOpnd *r = sel_inst_value(sel, insn);
        for (uint32_t q = 0; q < per; q++) out[k * per + q] = r[q];
    }
    sel_set(sel, call, out);
}

// ---- the tables ---------------------------------------------------------------------------------

// A row of select/intrin.def: the operands in order behind the result. cvt takes registers only.
static bool direct(Sel *sel, IrInst *call, uint32_t id) {
    if (CU_AT(direct_of, id)) {
        const DirectRow *direct_row = &direct_rows[direct_of[id] - 1];
        PtxOpnd opnd[8];
        uint32_t n = 0, na = ir_call_nargs(call);
        if (call->v.type->kind != IR_TY_VOID) {
            PtxOpnd *d = sel_new(sel, 1);
            d[0] = opnd[n++] = sel_o(sel_tmp(sel, sel_class(sel, call->v.type)));
            sel_set(sel, call, d);
        }
        for (uint32_t j = 0; j < na && n < 8; j++)
            opnd[n++] =
                na == 1 && direct_row->op == PTXI_cvt ? arg_reg(sel, call, j) : arg(sel, call, j);
        ptx_emit(sel->f, direct_row->op, direct_row->t0, direct_row->t1, direct_row->mods, n, opnd);
        return true;
    }

    // Special registers are moves.
    if (!CU_AT(sreg_of, id)) return false;
    PtxOpnd d = sel_o(sel_tmp(sel, sel_class(sel, call->v.type)));
    uint32_t k = sreg_of[id] - 1;
    ptx_emit_(sel->f, PTXI_mov, sreg_rows[k].type, PTX_NOTYPE, 0, d, ptx_o_sreg(sreg_rows[k].sreg));
    one(sel, call, d);
    return true;
}

// Tries the tables, then the handlers, then the families. False after reporting: no code is known;
// the result is then registers that nothing writes.
bool sel_intrinsic(Sel *sel, IrInst *call) {
    static bool (*const handlers[])(Sel *, IrInst *, uint32_t) = {
        direct,  markers,    float_unary, float_binary, float_fma, int_minmax, bit_count,
        int_abs, funnel,     byte_swap,   dot2,         barriers,  shuffles,   votes,
        matches, reductions, spaces,      activemask,   memory,    handles};
    uint32_t id = ir_intrin_of(call);
    // What the target lacks is reported once, and code is not wanted then.
    if (ir_intrins[id].min_sm && !sel_target_has(sel, call, ir_intrins[id].min_sm, 0)) return true;

    // NVVM's vector intrinsics are instructions on vectors, all others work element by element.
    if (strncmp(ir_intrins[id].name, "llvm.nvvm.", 10) == 0) {
        if (ir_is_family(id) || ir_ty_is_vec(call->v.type)) {
            if (sel_family(sel, call)) return true;
        }
    } else if (ir_ty_is_vec(call->v.type)) { // element-wise ones
        vector_intrinsic(sel, call);
        return true;
    }
    uint32_t first = sel->f->inst.n;
    for (uint32_t k = 0; k < CU_COUNT(handlers); k++) {
        if (!handlers[k](sel, call, id)) continue;
        for (uint32_t j = first; j < sel->f->inst.n; j++) { // does the target have what it became?
            const PtxRow *r = &ptx_rows[sel->f->inst.at[j].op];
            if (!sel_target_has(sel, call, r->sm, r->ptx)) return true;
        }
        return true;
    }
    if (sel_family(sel, call)) return true;
    sel_error(sel, arena_printf(sel->a, "the intrinsic %s",
                                atom_str(sel->ctx, ir_called(call)->g.v.name)));
    if (call->v.type->kind != IR_TY_VOID) sel_def(sel, call);
    return false;
}
