// SPDX-License-Identifier: Apache-2.0
// Intrinsics. One-instruction forms come from sel_intrin.def; handlers here do the rest. What needs
// several IR instructions was expanded by legal.c.
#include "ptx/sel.h"

// Rows of the two tables, and by intrinsic its row's number from 1; 0: none.
typedef struct DirectRow {
    uint16_t op;
    uint8_t t0, t1;
    uint64_t mods;
} DirectRow;
static const DirectRow direct_rows[] = {
#define DIRECT(id, row, t0, t1, m) {PTXI_##row, PTX_##t0, PTX_##t1, m},
#define SREG(id, r, t)
#include "ptx/sel_intrin.def"
};
enum {
#define DIRECT(id, row, t0, t1, m) DIRECT_##id,
#define SREG(id, r, t)
#include "ptx/sel_intrin.def"
};
static const uint16_t direct_of[IR_NINTRINS] = {
#define DIRECT(id, row, t0, t1, m) [IR_I_##id] = DIRECT_##id + 1,
#define SREG(id, r, t)
#include "ptx/sel_intrin.def"
};
static const struct {
    uint16_t sreg;
    uint8_t type;
} sreg_rows[] = {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) {PTXR_##r, PTX_##t},
#include "ptx/sel_intrin.def"
};
enum {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) SREG_##id,
#include "ptx/sel_intrin.def"
};
static const uint16_t sreg_of[IR_NINTRINS] = {
#define DIRECT(id, row, t0, t1, m)
#define SREG(id, r, t) [IR_I_##id] = SREG_##id + 1,
#include "ptx/sel_intrin.def"
};

static PtxOpnd arg(Sel *s, IrInst *i, uint32_t k) {
    return sel_use(s, ir_op(i, k));
}

static PtxOpnd arg_reg(Sel *s, IrInst *i, uint32_t k) {
    return sel_o(sel_reg(s, ir_op(i, k)));
}

static void one(Sel *s, IrInst *i, PtxOpnd o) {
    PtxOpnd *d = sel_new(s, 1);
    d[0] = o;
    sel_set(s, i, d);
}

// ---- float functions ----------------------------------------------------------------------------

static uint64_t ftz(Sel *s, SelClass c) {
    return s->ftz && c == SC_F32 ? ptx_mods(FTZ, FTZ) : 0;
}

typedef struct FloatRow {
    uint16_t f32, f64, h; // PTX rows; 0 for h: through f32
    uint64_t mods;
} FloatRow;

// cvt to the same type with an integer rounding.
static PtxOpnd round_to(Sel *s, SelClass c, PtxOpnd v, uint64_t rnd) {
    PtxType t = c == SC_F32 ? PTX_F32 : c == SC_F64 ? PTX_F64 : PTX_F16;
    PtxOpnd d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_cvt, t, t, rnd | ftz(s, c), d, sel_in_reg(s, v, c));
    return d;
}

// round: half away from zero = trunc(x + copysign(0.5, x)), where the addition is toward zero so
// that 0.49999997 stays below; large values are integers already and unchanged by it.
static PtxOpnd round_away(Sel *s, SelClass c, PtxOpnd v) {
    PtxOpnd h = sel_o(sel_tmp(s, c)), a = sel_o(sel_tmp(s, c));
    v = sel_in_reg(s, v, c);
    if (c == SC_F32) {
        SEL_EMIT(s, copysign, F32, NOTYPE, 0, h, v, ptx_o_f32(0x3f000000));
        SEL_EMIT(s, add_f32, F32, NOTYPE, ptx_mods(RND, RZ) | ftz(s, c), a, v, h);
    } else {
        SEL_EMIT(s, copysign, F64, NOTYPE, 0, h, v, ptx_o_f64(0x3fe0000000000000));
        SEL_EMIT(s, add_f64, F64, NOTYPE, ptx_mods(RND, RZ), a, v, h);
    }
    return round_to(s, c, a, ptx_mods(RND, RZI));
}

static PtxOpnd float1(Sel *s, uint32_t id, SelClass c, PtxOpnd v) {
    bool f = c == SC_F32;
    PtxOpnd d;
    switch (id) {
    case IR_I_floor: return round_to(s, c, v, ptx_mods(RND, RMI));
    case IR_I_ceil: return round_to(s, c, v, ptx_mods(RND, RPI));
    case IR_I_trunc: return round_to(s, c, v, ptx_mods(RND, RZI));
    case IR_I_rint:
    case IR_I_nearbyint:
    case IR_I_roundeven: return round_to(s, c, v, ptx_mods(RND, RNI));
    case IR_I_round: return round_away(s, c, v);
    case IR_I_fabs:
        d = sel_o(sel_tmp(s, c));
        ptx_emit_(s->f, f ? PTXI_abs_f32 : PTXI_abs_f64, f ? PTX_F32 : PTX_F64, PTX_NOTYPE,
                  ftz(s, c), d, v);
        return d;
    case IR_I_sqrt:
        d = sel_o(sel_tmp(s, c));
        if (f && !s->g->o->prec_sqrt)
            SEL_EMIT(s, sqrt_approx, F32, NOTYPE, ptx_mods(APPROX, APPROX) | ftz(s, c), d, v);
        else
            ptx_emit_(s->f, f ? PTXI_sqrt_f32 : PTXI_sqrt_f64, f ? PTX_F32 : PTX_F64, PTX_NOTYPE,
                      ptx_mods(RND, RN) | ftz(s, c), d, v);
        return d;
    default: return v; // canonicalize, arithmetic_fence
    }
}

static bool float_unary(Sel *s, IrInst *i, uint32_t id) {
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
    SelClass c = sel_class(s, i->v.type), k = c == SC_F16 || c == SC_BF16 ? SC_F32 : c;
    PtxOpnd v = sel_in_reg(s, sel_f_to_f(s, arg(s, i, 0), c, k), k);
    one(s, i, sel_f_to_f(s, float1(s, id, k, v), k, c));
    return true;
}

static bool float_binary(Sel *s, IrInst *i, uint32_t id) {
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
        SelClass c = sel_class(s, i->v.type), w = c == SC_F16 || c == SC_BF16 ? SC_F32 : c;
        PtxOpnd a = sel_f_to_f(s, arg(s, i, 0), c, w), b = sel_f_to_f(s, arg(s, i, 1), c, w),
                d = sel_o(sel_tmp(s, w));
        if (w == SC_F64 && !rows[k].f64) return false;
        uint64_t m = rows[k].nan ? ptx_mods(NAN, NAN) : 0;
        if (id == IR_I_copysign) { // PTX: copysign d, sign, magnitude
            PtxOpnd t = a;
            a = b;
            b = t;
        } else {
            m |= ftz(s, w);
        }
        if (rows[k].nan && s->g->sm < 80) {
            sel_error(s, "the minimum or maximum that keeps NaN, on targets before sm_80,");
            return true;
        }
        ptx_emit_(s->f, w == SC_F32 ? rows[k].f32 : rows[k].f64, w == SC_F32 ? PTX_F32 : PTX_F64,
                  PTX_NOTYPE, m, d, sel_in_reg(s, a, w), b);
        one(s, i, sel_f_to_f(s, d, w, c));
        return true;
    }
    return false;
}

static bool float_fma(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_fma && id != IR_I_fmuladd) return false;
    SelClass c = sel_class(s, i->v.type), w = c == SC_BF16 && s->g->sm < 80 ? SC_F32 : c;
    PtxOpnd v[3], d = sel_o(sel_tmp(s, w));
    for (uint32_t k = 0; k < 3; k++) v[k] = sel_f_to_f(s, arg(s, i, k), c, w);
    static const struct {
        uint16_t op;
        uint8_t t;
    } row[SC_COUNT] = {[SC_F16] = {PTXI_fma_h, PTX_F16},
                       [SC_BF16] = {PTXI_fma_bh, PTX_BF16},
                       [SC_F32] = {PTXI_fma_f32, PTX_F32},
                       [SC_F64] = {PTXI_fma_f64, PTX_F64}};
    ptx_emit_(s->f, row[w].op, row[w].t, PTX_NOTYPE, ptx_mods(RND, RN) | ftz(s, w), d, v[0], v[1],
              v[2]);
    one(s, i, sel_f_to_f(s, d, w, c));
    return true;
}

// ---- integers -----------------------------------------------------------------------------------

static bool int_minmax(Sel *s, IrInst *i, uint32_t id) {
    bool sign = id == IR_I_smin || id == IR_I_smax, min = id == IR_I_smin || id == IR_I_umin;
    if (!sign && id != IR_I_umin && id != IR_I_umax) return false;
    SelClass c = sel_class(s, i->v.type);
    if (c == SC_I1 || i->v.type->bits > 64) return false;
    static const uint8_t t[3][2] = {{PTX_U16, PTX_S16}, {PTX_U32, PTX_S32}, {PTX_U64, PTX_S64}};
    PtxOpnd a = sel_in_reg(s, sel_ext(s, ir_op(i, 0), sign), c), b = sel_ext(s, ir_op(i, 1), sign),
            d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, min ? PTXI_min : PTXI_max, t[c - SC_I16][sign], PTX_NOTYPE, 0, d, a, b);
    one(s, i, d);
    return true;
}

// Counting instructions give 32 bits, whatever they count in.
static PtxOpnd count(Sel *s, PtxOp op, SelClass c, PtxOpnd v) {
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
    ptx_emit_(s->f, op, sel_bits_type(c), PTX_NOTYPE, 0, d, v);
    return d;
}

static PtxOpnd zext32(Sel *s, IrInst *i, uint32_t k,
                      SelClass *c) { // at least 32 bits, zero extended
    IrValue *v = ir_op(i, k);
    SelClass from = sel_class(s, v->type);
    *c = from == SC_I64 ? SC_I64 : SC_I32;
    if (from == SC_I64)
        return sel_in_reg(s, sel_narrow(s, sel_use(s, v), from, v->type->bits, false), from);
    return sel_in_reg(s,
                      sel_resize(s,
                                 from == SC_I32
                                     ? sel_narrow(s, sel_use(s, v), from, v->type->bits, false)
                                     : sel_use(s, v),
                                 from, from == SC_I32 ? 32 : v->type->bits, SC_I32, false),
                      SC_I32);
}

static bool bit_count(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_ctlz && id != IR_I_cttz && id != IR_I_ctpop && id != IR_I_bitreverse)
        return false;
    if (i->v.type->bits > 64) return false;
    SelClass c, rc = sel_class(s, i->v.type);
    uint32_t bits = i->v.type->bits;
    PtxOpnd v = zext32(s, i, 0, &c), r;
    uint32_t w = c == SC_I64 ? 64 : 32;
    PtxOpnd t = sel_o(sel_tmp(s, c));
    switch (id) {
    case IR_I_ctpop: r = count(s, PTXI_popc, c, v); break;
    case IR_I_ctlz:
        r = count(s, PTXI_clz, c, v);
        if (bits < w) {
            PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
            SEL_EMIT(s, add, S32, NOTYPE, 0, d, r, ptx_o_int((int64_t)bits - w));
            r = d;
        }
        break;
    case IR_I_cttz: // clz of the reversed bits; a stop bit above the width bounds it
        if (bits < w) {
            PtxOpnd d = sel_o(sel_tmp(s, c));
            ptx_emit_(s->f, PTXI_or, sel_bits_type(c), PTX_NOTYPE, 0, d, v,
                      ptx_o_int((int64_t)(1ull << bits)));
            v = d;
        }
        ptx_emit_(s->f, PTXI_brev, sel_bits_type(c), PTX_NOTYPE, 0, t, v);
        r = count(s, PTXI_clz, c, t);
        break;
    default: { // bitreverse
        ptx_emit_(s->f, PTXI_brev, sel_bits_type(c), PTX_NOTYPE, 0, t, v);
        PtxOpnd d = t;
        if (bits < w) {
            d = sel_o(sel_tmp(s, c));
            ptx_emit_(s->f, PTXI_shr, c == SC_I64 ? PTX_U64 : PTX_U32, PTX_NOTYPE, 0, d, t,
                      ptx_o_int(w - bits));
        }
        one(s, i, sel_resize(s, d, c, w, rc, false));
        return true;
    }
    }
    PtxOpnd d = sel_resize(s, r, SC_I32, 32, rc, false);
    // nothing but this writes r, so what reads the lower half may read it instead
    if (rc == SC_I64) map_put(&s->extended, d.id, (void *)((uintptr_t)r.id + 1));
    one(s, i, d);
    return true;
}

static bool int_abs(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_abs || i->v.type->bits > 64) return false;
    SelClass c = sel_class(s, i->v.type);
    static const uint8_t t[3] = {PTX_S16, PTX_S32, PTX_S64};
    PtxOpnd d = sel_o(sel_tmp(s, c));
    ptx_emit_(s->f, PTXI_abs, t[c - SC_I16], PTX_NOTYPE, 0, d,
              sel_in_reg(s, sel_ext(s, ir_op(i, 0), true), c));
    one(s, i, d);
    return true;
}

static bool funnel(Sel *s, IrInst *i, uint32_t id) { // 32 bits; other widths by legal.c
    if ((id != IR_I_fshl && id != IR_I_fshr) || !ir_ty_is_i(i->v.type, 32)) return false;
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32)), hi = arg_reg(s, i, 0), lo = arg_reg(s, i, 1),
            n = arg(s, i, 2);
    ptx_emit_(s->f, id == IR_I_fshl ? PTXI_shf_l : PTXI_shf_r, PTX_B32, PTX_NOTYPE,
              ptx_mods(WRAP, WRAP), d, lo, hi, n);
    one(s, i, d);
    return true;
}

static bool byte_swap(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_bswap || i->v.type->bits > 64) return false;
    PtxOpnd v = arg_reg(s, i, 0), d = sel_o(sel_tmp(s, SC_I32));
    switch (i->v.type->bits) {
    case 32: SEL_EMIT(s, prmt, B32, NOTYPE, 0, d, v, ptx_o_int(0), ptx_o_int(0x0123)); break;
    case 16: {
        PtxOpnd w = sel_resize(s, v, SC_I16, 16, SC_I32, false);
        SEL_EMIT(s, prmt, B32, NOTYPE, 0, d, w, ptx_o_int(0), ptx_o_int(0x2301));
        d = sel_resize(s, d, SC_I32, 32, SC_I16, false);
        break;
    }
    case 64: {
        PtxOpnd h[2] = {sel_o(sel_tmp(s, SC_I32)), sel_o(sel_tmp(s, SC_I32))}, r[2];
        SEL_EMIT(s, mov_unpack, B64, NOTYPE, 0, ptx_o_list(s->f, PTXO_VEC, 2, h), v);
        for (int k = 0; k < 2; k++) {
            r[1 - k] = sel_o(sel_tmp(s, SC_I32));
            SEL_EMIT(s, prmt, B32, NOTYPE, 0, r[1 - k], h[k], ptx_o_int(0), ptx_o_int(0x0123));
        }
        d = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, mov_pack, B64, NOTYPE, 0, d, ptx_o_list(s->f, PTXO_VEC, 2, r));
        break;
    }
    default: return false;
    }
    one(s, i, d);
    return true;
}

static bool dot2(Sel *s, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t a, b;
    } rows[] = {{IR_I_nvvm_idp2a_s_s, PTX_S32, PTX_S32},
                {IR_I_nvvm_idp2a_s_u, PTX_S32, PTX_U32},
                {IR_I_nvvm_idp2a_u_s, PTX_U32, PTX_S32},
                {IR_I_nvvm_idp2a_u_u, PTX_U32, PTX_U32}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        bool hi = ir_is_int(ir_op(i, 2), 1);
        PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
        ptx_emit_(s->f, PTXI_dp2a, rows[k].a, rows[k].b,
                  hi ? ptx_mods(HALF, HI) : ptx_mods(HALF, LO), d, arg(s, i, 0), arg(s, i, 1),
                  arg(s, i, 3));
        one(s, i, d);
        return true;
    }
    return false;
}

// ---- barriers and warps -------------------------------------------------------------------------

static bool barriers(Sel *s, IrInst *i, uint32_t id) {
    PtxOpnd zero = ptx_o_int(0), p, d;
    switch (id) {
    case IR_I_nvvm_barrier0: SEL_EMIT(s, bar_sync, NOTYPE, NOTYPE, 0, zero); return true;
    case IR_I_nvvm_barrier0_popc:
    case IR_I_nvvm_barrier0_and:
    case IR_I_nvvm_barrier0_or: break;
    default: return false;
    }
    p = sel_o(sel_tmp(s, SC_I1));
    d = sel_o(sel_tmp(s, SC_I32));
    SEL_EMIT(s, setp, U32, NOTYPE, ptx_mods(CMP, NE), p, arg_reg(s, i, 0), zero);
    if (id == IR_I_nvvm_barrier0_popc) {
        SEL_EMIT(s, bar_red_popc, U32, NOTYPE, ptx_mods(RPRED, POPC), d, zero, p);
    } else {
        PtxOpnd q = sel_o(sel_tmp(s, SC_I1));
        SEL_EMIT(s, bar_red, PRED, NOTYPE,
                 id == IR_I_nvvm_barrier0_and ? ptx_mods(RPRED, AND) : ptx_mods(RPRED, OR), q, zero,
                 p);
        SEL_EMIT(s, selp, U32, NOTYPE, 0, d, ptx_o_int(1), zero, q);
    }
    one(s, i, d);
    return true;
}

static bool shuffles(Sel *s, IrInst *i, uint32_t id) {
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
        bool f = id == rows[k].f32 || id == rows[k].f32p;
        PtxOpnd *out = sel_new(s, 2), d = sel_o(sel_tmp(s, f ? SC_F32 : SC_I32));
        out[0] = d;
        if (pair) {
            out[1] = sel_o(sel_tmp(s, SC_I1));
            d = ptx_o_list(s->f, PTXO_PAIR, 2, out);
        }
        PtxOpnd v = sel_in_reg(s, arg(s, i, 1), f ? SC_F32 : SC_I32);
        SEL_EMIT(s, shfl, B32, NOTYPE, ptx_mod_of(SHFL, rows[k].mode), d, v, arg(s, i, 2),
                 arg(s, i, 3), arg(s, i, 0));
        sel_set(s, i, out);
        return true;
    }
    return false;
}

static bool votes(Sel *s, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t mode;
    } rows[] = {{IR_I_nvvm_vote_all_sync, PTX_VOTE_ALL},
                {IR_I_nvvm_vote_any_sync, PTX_VOTE_ANY},
                {IR_I_nvvm_vote_uni_sync, PTX_VOTE_UNI}};
    if (id == IR_I_nvvm_vote_ballot_sync) {
        PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
        SEL_EMIT(s, vote_ballot, B32, NOTYPE, 0, d, arg_reg(s, i, 1), arg(s, i, 0));
        one(s, i, d);
        return true;
    }
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        PtxOpnd d = sel_o(sel_tmp(s, SC_I1));
        SEL_EMIT(s, vote, PRED, NOTYPE, ptx_mod_of(VOTE, rows[k].mode), d, arg_reg(s, i, 1),
                 arg(s, i, 0));
        one(s, i, d);
        return true;
    }
    return false;
}

static bool matches(Sel *s, IrInst *i, uint32_t id) {
    bool all = id == IR_I_nvvm_match_all_sync_i32p || id == IR_I_nvvm_match_all_sync_i64p;
    if (!all && id != IR_I_nvvm_match_any_sync_i32 && id != IR_I_nvvm_match_any_sync_i64)
        return false;
    PtxType t = ir_op(i, 1)->type->bits == 64 ? PTX_B64 : PTX_B32;
    PtxOpnd *out = sel_new(s, 2), d = out[0] = sel_o(sel_tmp(s, SC_I32));
    if (all) {
        out[1] = sel_o(sel_tmp(s, SC_I1));
        d = ptx_o_list(s->f, PTXO_PAIR, 2, out);
    }
    ptx_emit_(s->f, all ? PTXI_match_all : PTXI_match_any, t, PTX_NOTYPE, 0, d, arg_reg(s, i, 1),
              arg(s, i, 0));
    sel_set(s, i, out);
    return true;
}

static bool reductions(Sel *s, IrInst *i, uint32_t id) {
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
        PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
        ptx_emit_(s->f, PTXI_redux, rows[k].t, PTX_NOTYPE, ptx_mod_of(ROP, rows[k].op), d,
                  arg_reg(s, i, 0), arg(s, i, 1));
        one(s, i, d);
        return true;
    }
    return false;
}

static bool spaces(Sel *s, IrInst *i, uint32_t id) {
    static const struct {
        uint16_t id;
        uint8_t space;
    } rows[] = {{IR_I_nvvm_isspacep_global, PTX_SPACE_GLOBAL},
                {IR_I_nvvm_isspacep_shared, PTX_SPACE_SHARED},
                {IR_I_nvvm_isspacep_const, PTX_SPACE_CONST},
                {IR_I_nvvm_isspacep_local, PTX_SPACE_LOCAL}};
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].id != id) continue;
        PtxOpnd d = sel_o(sel_tmp(s, SC_I1));
        SEL_EMIT(s, isspacep, NOTYPE, NOTYPE, ptx_mod_of(SPACE, rows[k].space), d,
                 arg_reg(s, i, 0));
        one(s, i, d);
        return true;
    }
    return false;
}

static bool activemask(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_nvvm_activemask) return false;
    PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
    SEL_EMIT(s, activemask, B32, NOTYPE, 0, d);
    one(s, i, d);
    return true;
}

// Texture, surface and sampler references stand for their handles; addresses in PTX.
static bool handles(Sel *s, IrInst *i, uint32_t id) {
    if (id != IR_I_nvvm_texsurf_handle_internal && id != IR_I_nvvm_texsurf_handle) return false;
    int64_t off;
    IrGlobal *v = ir_as_var(ir_strip_ptr(ir_op(i, id == IR_I_nvvm_texsurf_handle ? 1 : 0), &off));
    PtxOpnd d = sel_o(sel_tmp(s, SC_I64));
    if (!v) {
        sel_error(s, "a texture or surface handle that is not a variable's");
    } else {
        SEL_EMIT(s, mov, U64, NOTYPE, 0, d, ptx_o_sym(sel_ref(s, v), 0));
    }
    one(s, i, d);
    return true;
}

static bool memory(Sel *s, IrInst *i, uint32_t id) {
    PtxOpnd d;
    switch (id) {
    case IR_I_nvvm_ldu_global_i:
    case IR_I_nvvm_ldu_global_f:
    case IR_I_nvvm_ldu_global_p: sel_ldu(s, i); return true;
    case IR_I_nvvm_variadic_buffer: return sel_variadic_buffer(s, i);
    case IR_I_stacksave:
        d = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, stacksave, U64, NOTYPE, 0, d);
        one(s, i,
            sel_class(s, i->v.type) == SC_I64 ? d : sel_resize(s, d, SC_I64, 64, SC_I32, false));
        return true;
    case IR_I_stackrestore:
        d = sel_resize(s, arg_reg(s, i, 0), sel_class(s, ir_op(i, 0)->type),
                       ir_op(i, 0)->type->bits, SC_I64, false);
        SEL_EMIT(s, stackrestore, U64, NOTYPE, 0, d);
        return true;
    case IR_I_prefetch: {
        bool l1 = ir_is_int(ir_op(i, 2), 3);
        SelAddr a = sel_addr(s, ir_op(i, 0));
        uint64_t m = a.space == PTX_SPACE_GLOBAL || a.space == PTX_SPACE_LOCAL
                         ? ptx_mod_of(SPACE, a.space)
                         : 0;
        m |= l1 ? ptx_mods(PLEVEL, L1) : ptx_mods(PLEVEL, L2);
        SEL_EMIT(s, prefetch, NOTYPE, NOTYPE, m, a.o);
        return true;
    }
    default: return false;
    }
}

static bool markers(Sel *s, IrInst *i, uint32_t id) { // nothing to do in code
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
    case IR_I_strip_invariant_group: sel_set(s, i, sel_opnds(s, ir_op(i, 0))); return true;
    default: return false;
    }
}

// ---- vectors: element by element ----------------------------------------------------------------

static void vector_intrinsic(Sel *s, IrInst *i) {
    IrType *t = i->v.type;
    uint32_t n = (uint32_t)t->n, na = ir_call_nargs(i);
    SelParts *rp = sel_parts(s->g, t);
    PtxOpnd *out = sel_new(s, rp->n);
    uint32_t per = n ? rp->n / n : 0;
    IrType *et[1] = {t->elem};
    IrFunc *fn = ir_intrinsic(s->g->m, (IrIntrin)ir_intrin_of(i), 1, et);
    IrInst *e = ir_inst_new(s->fn, IR_CALL, t->elem, na + 1);
    ir_set_op(e, na, &fn->g.v);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t j = 0; j < na; j++) {
            if (!ir_ty_is_vec(ir_op(i, j)->type)) {
                ir_set_op(e, j, ir_op(i, j));
                continue;
            }
            IrInst *x =
                ir_inst_new(s->fn, IR_FREEZE, ir_op(i, j)->type->elem, 0); // stands for the element
            sel_set(s, x, sel_opnds(s, ir_op(i, j)) + k * per);
            ir_set_op(e, j, &x->v);
        }
        PtxOpnd *r = sel_inst_value(s, e);
        for (uint32_t q = 0; q < per; q++) out[k * per + q] = r[q];
    }
    sel_set(s, i, out);
}

// ---- the tables ---------------------------------------------------------------------------------

static bool direct(Sel *s, IrInst *i, uint32_t id) {
    if (direct_of[id]) {
        const DirectRow *r = &direct_rows[direct_of[id] - 1];
        PtxOpnd o[8];
        uint32_t n = 0, na = ir_call_nargs(i);
        if (i->v.type->kind != IR_TY_VOID) {
            PtxOpnd *d = sel_new(s, 1);
            d[0] = o[n++] = sel_o(sel_tmp(s, sel_class(s, i->v.type)));
            sel_set(s, i, d);
        }
        for (uint32_t j = 0; j < na && n < 8; j++)
            o[n++] = na == 1 && r->op == PTXI_cvt ? arg_reg(s, i, j) : arg(s, i, j);
        ptx_emit(s->f, r->op, r->t0, r->t1, r->mods, n, o);
        return true;
    }
    if (!sreg_of[id]) return false;
    PtxOpnd d = sel_o(sel_tmp(s, sel_class(s, i->v.type)));
    uint32_t k = sreg_of[id] - 1;
    ptx_emit_(s->f, PTXI_mov, sreg_rows[k].type, PTX_NOTYPE, 0, d, ptx_o_sreg(sreg_rows[k].sreg));
    one(s, i, d);
    return true;
}

bool sel_intrinsic(Sel *s, IrInst *i) {
    static bool (*const handlers[])(Sel *, IrInst *, uint32_t) = {
        direct,  markers,    float_unary, float_binary, float_fma, int_minmax, bit_count,
        int_abs, funnel,     byte_swap,   dot2,         barriers,  shuffles,   votes,
        matches, reductions, spaces,      activemask,   memory,    handles};
    uint32_t id = ir_intrin_of(i);
    if (ir_intrins[id].min_sm && !sel_target_has(s, i, ir_intrins[id].min_sm, 0)) return true;
    if (strncmp(ir_intrins[id].name, "llvm.nvvm.", 10) == 0) {
        if (ir_is_family(id) || ir_ty_is_vec(i->v.type)) {
            if (sel_family(s, i)) return true;
        }
    } else if (ir_ty_is_vec(i->v.type)) { // element-wise ones
        vector_intrinsic(s, i);
        return true;
    }
    uint32_t first = s->f->inst.n;
    for (uint32_t k = 0; k < CU_COUNT(handlers); k++) {
        if (!handlers[k](s, i, id)) continue;
        for (uint32_t j = first; j < s->f->inst.n; j++) { // does the target have what it became?
            const PtxRow *r = &ptx_rows[s->f->inst.at[j].op];
            if (!sel_target_has(s, i, r->sm, r->ptx)) return true;
        }
        return true;
    }
    if (sel_family(s, i)) return true;
    sel_error(s, arena_printf(s->a, "the intrinsic %s", atom_str(s->ctx, ir_called(i)->g.v.name)));
    if (i->v.type->kind != IR_TY_VOID) sel_def(s, i);
    return false;
}
