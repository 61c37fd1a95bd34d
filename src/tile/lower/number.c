// SPDX-License-Identifier: Apache-2.0
// Element by element: floating point. What has an instruction becomes it, what has none a call of
// the device library; f16 and bf16 go by way of f32 there.
#include "base/apfloat.h"
#include "tile/lower/lower_int.h"
#include "ir/intrin_id.h"

// ---- arithmetic with roundings -----------------------------------------------------------------

enum { HOW_F, HOW_FTZ, HOW_D, HOW_COUNT };
enum { RND_EVEN, RND_ZERO, RND_DOWN, RND_UP, RND_COUNT }; // as TILE_ROUND_* are numbered

#define HOWS(op, rnd)                                                                              \
    { IR_I_nvvm_##op##_##rnd##_f, IR_I_nvvm_##op##_##rnd##_ftz_f, IR_I_nvvm_##op##_##rnd##_d }
#define ROUNDINGS(op)                                                                              \
    { HOWS(op, rn), HOWS(op, rz), HOWS(op, rm), HOWS(op, rp) }
typedef uint16_t Rounded[RND_COUNT][HOW_COUNT];
static const Rounded add_ids = ROUNDINGS(add), sub_ids = ROUNDINGS(sub), mul_ids = ROUNDINGS(mul),
                     div_ids = ROUNDINGS(div), sqrt_ids = ROUNDINGS(sqrt), fma_ids = ROUNDINGS(fma);

static bool is_half(TileTypeKind kind) {
    return kind == TILE_T_F16 || kind == TILE_T_BF16;
}

// An operation with a rounding or a flush of its own. Halves have no such instruction: computed and
// then narrowed in one direction they are what rounding once gives.
static IrValue *rounded(TileLower *lower, const TlElement *e, const Rounded ids, uint32_t n,
                        IrValue **x) {
    if (e->rounding >= RND_COUNT) {
        tl_fail(lower, "has a rounding that its type does not have");
        return x[0];
    }
    IrIntrin id = ids[e->rounding][e->from == TILE_T_F64 ? HOW_D : e->flush ? HOW_FTZ : HOW_F];
    IrValue *in[3];
    for (uint32_t i = 0; i < n; i++)
        in[i] = is_half(e->from) ? ir_fpext(&lower->b, x[i], lower->m->ty_float) : x[i];
    IrValue *value = ir_call_intrin(&lower->b, id, NULL, n, in);
    return is_half(e->from) ? tl_float_to(lower, value, TILE_T_F32, e->from, e->rounding) : value;
}

static IrValue *binary(TileLower *lower, const TlElement *e, IrValue **x, IrOp op,
                       const Rounded ids) {
    if (e->rounding == TILE_ROUND_EVEN && !e->flush) return ir_bin(&lower->b, op, 0, x[0], x[1]);
    return rounded(lower, e, ids, 2, x);
}

IrValue *tl_el_addf(TileLower *lower, const TlElement *e, IrValue **x) {
    return binary(lower, e, x, IR_FADD, add_ids);
}
IrValue *tl_el_subf(TileLower *lower, const TlElement *e, IrValue **x) {
    return binary(lower, e, x, IR_FSUB, sub_ids);
}
IrValue *tl_el_mulf(TileLower *lower, const TlElement *e, IrValue **x) {
    return binary(lower, e, x, IR_FMUL, mul_ids);
}

// f16 and bf16 as f32 and back: the quotient is rounded right (more than twice the digits).
static IrValue *wide(TileLower *lower, const TlElement *e, IrValue *x) {
    return is_half(e->from) ? ir_fpext(&lower->b, x, lower->m->ty_float) : x;
}
static IrValue *narrow(TileLower *lower, const TlElement *e, IrValue *x) {
    return is_half(e->from) ? ir_fptrunc(&lower->b, x, tl_type(lower, e->from)) : x;
}

IrValue *tl_el_divf(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->from == TILE_T_F64) return binary(lower, e, x, IR_FDIV, div_ids);
    IrValue *a = wide(lower, e, x[0]), *b = wide(lower, e, x[1]);
    if (e->rounding == TILE_ROUND_APPROX)
        return narrow(lower, e,
                      IR_CALL(&lower->b,
                              e->flush ? IR_I_nvvm_div_approx_ftz_f : IR_I_nvvm_div_approx_f, NULL,
                              a, b));
    if (e->rounding == TILE_ROUND_FULL)
        return narrow(
            lower, e,
            IR_CALL(&lower->b, e->flush ? IR_I_nvvm_div_full_ftz : IR_I_nvvm_div_full, NULL, a, b));
    if (is_half(e->from) && e->rounding == TILE_ROUND_EVEN)
        return narrow(lower, e, ir_fdiv(&lower->b, a, b));
    return binary(lower, e, x, IR_FDIV, div_ids);
}

IrValue *tl_el_sqrt(TileLower *lower, const TlElement *e, IrValue **x) {
    IrValue *a = wide(lower, e, x[0]);
    if (e->rounding == TILE_ROUND_APPROX || e->rounding == TILE_ROUND_FULL)
        return narrow(lower, e,
                      IR_CALL(&lower->b,
                              e->flush ? IR_I_nvvm_sqrt_approx_ftz_f : IR_I_nvvm_sqrt_approx_f,
                              NULL, a));
    return rounded(lower, e, sqrt_ids, 1, x);
}

IrValue *tl_el_fma(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->rounding == TILE_ROUND_EVEN && !e->flush)
        return IR_CALL(&lower->b, IR_I_fma, NULL, x[0], x[1], x[2]);
    return rounded(lower, e, fma_ids, 3, x);
}

// ---- signs, whole numbers, the larger and the smaller ------------------------------------------

IrValue *tl_el_absf(TileLower *lower, const TlElement *e, IrValue **x) {
    return IR_CALL(&lower->b, IR_I_fabs, NULL, x[0]);
}
IrValue *tl_el_negf(TileLower *lower, const TlElement *e, IrValue **x) {
    return ir_fneg(&lower->b, x[0]);
}
IrValue *tl_el_ceil(TileLower *lower, const TlElement *e, IrValue **x) {
    return narrow(lower, e, IR_CALL(&lower->b, IR_I_ceil, NULL, wide(lower, e, x[0])));
}
IrValue *tl_el_floor(TileLower *lower, const TlElement *e, IrValue **x) {
    return narrow(lower, e, IR_CALL(&lower->b, IR_I_floor, NULL, wide(lower, e, x[0])));
}

static IrValue *extreme(TileLower *lower, const TlElement *e, IrValue **x, IrIntrin plain,
                        IrIntrin nan, IrIntrin flush, IrIntrin flush_nan) {
    if (e->flush && e->from == TILE_T_F32)
        return IR_CALL(&lower->b, e->propagate ? flush_nan : flush, NULL, x[0], x[1]);
    return IR_CALL(&lower->b, e->propagate ? nan : plain, NULL, x[0], x[1]);
}

IrValue *tl_el_maxf(TileLower *lower, const TlElement *e, IrValue **x) {
    return extreme(lower, e, x, IR_I_maxnum, IR_I_maximum, IR_I_nvvm_fmax_ftz_f,
                   IR_I_nvvm_fmax_ftz_nan_f);
}
IrValue *tl_el_minf(TileLower *lower, const TlElement *e, IrValue **x) {
    return extreme(lower, e, x, IR_I_minnum, IR_I_minimum, IR_I_nvvm_fmin_ftz_f,
                   IR_I_nvvm_fmin_ftz_nan_f);
}

// ---- functions ---------------------------------------------------------------------------------

// __nv_NAME of double precision, __nv_NAMEf of single; halves by way of the latter.
IrValue *tl_call_math(TileLower *lower, const char *name, TileTypeKind kind, uint32_t n,
                      IrValue **x) {
    bool twice = kind == TILE_T_F64;
    IrType *type = twice ? lower->m->ty_double : lower->m->ty_float, *param[2] = {type, type};
    Atom symbol =
        atom_cstr(lower->ctx, arena_printf(lower->arena, "__nv_%s%s", name, twice ? "" : "f"));
    IrGlobal *found = ir_find(lower->m, symbol);
    IrFunc *fn = found ? ir_as_func(&found->v)
                       : ir_func_new(lower->m, symbol, ir_ty_func(lower->m, type, n, param, false),
                                     IR_EXTERNAL);
    IrValue *arg[2];
    for (uint32_t i = 0; i < n; i++)
        arg[i] = is_half(kind) ? ir_fpext(&lower->b, x[i], type) : x[i];
    IrValue *result = &ir_call_fn(&lower->b, fn, n, arg)->v;
    return is_half(kind) ? ir_fptrunc(&lower->b, result, tl_type(lower, kind)) : result;
}

#define FUNCTION(name, symbol, n)                                                                  \
    IrValue *tl_el_##name(TileLower *lower, const TlElement *e, IrValue **x) {                     \
        return tl_call_math(lower, symbol, e->from, n, x);                                         \
    }
FUNCTION(cos, "cos", 1)
FUNCTION(cosh, "cosh", 1)
FUNCTION(log, "log", 1)
FUNCTION(log2, "log2", 1)
FUNCTION(sin, "sin", 1)
FUNCTION(sinh, "sinh", 1)
FUNCTION(tan, "tan", 1)
FUNCTION(atan2, "atan2", 2)
FUNCTION(remf, "fmod", 2)

// The one number that all elements of an operand are; NULL: there is none.
static const TileAttr *only_number(const TileValue *value) {
    while (value->op && is_any_of(value->op->code, TILE_O_BROADCAST, TILE_O_RESHAPE))
        value = value->op->operand[0];
    const TileOp *op = value->op;
    bool known = op && op->code == TILE_O_CONSTANT && tile_dense_splat(op->attr[0]);
    return known ? op->attr[0] : NULL;
}

static bool is_two(const TileValue *value) {
    const TileAttr *number = only_number(value);
    if (!number) return false;
    const TileTypeRow *row = &tile_type_row[number->type->sub->kind];
    ApFloat x = apf_from_bits((ApfFormat)row->format, tile_dense_bits(number, 0));
    return apf_to_f64(apf_convert(x, APF_F64, APF_RNE, NULL)) == 2;
}

// A square is a product.
IrValue *tl_el_pow(TileLower *lower, const TlElement *e, IrValue **x) {
    if (is_two(e->op->operand[1])) return ir_fmul(&lower->b, x[0], x[0]);
    return tl_call_math(lower, "pow", e->from, 2, x);
}

// An approximation of single precision is enough for halves.
static IrValue *approximate(TileLower *lower, const TlElement *e, IrValue *x, IrIntrin id,
                            IrIntrin flush) {
    return narrow(lower, e, IR_CALL(&lower->b, e->flush ? flush : id, NULL, wide(lower, e, x)));
}

IrValue *tl_el_exp(TileLower *lower, const TlElement *e, IrValue **x) {
    static const uint32_t log2_e = 0x3fb8aa3b;
    if (e->from == TILE_T_F64 || e->rounding != TILE_ROUND_APPROX)
        return tl_call_math(lower, "exp", e->from, 1, x);
    IrValue *single = wide(lower, e, x[0]);
    IrValue *scaled = ir_fmul(&lower->b, single, tl_number(lower, TILE_T_F32, log2_e));
    return narrow(lower, e, IR_CALL(&lower->b, IR_I_nvvm_ex2_approx_f, NULL, scaled));
}
IrValue *tl_el_exp2(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->from == TILE_T_F64) return tl_call_math(lower, "exp2", e->from, 1, x);
    return approximate(lower, e, x[0], IR_I_nvvm_ex2_approx_f, IR_I_nvvm_ex2_approx_ftz_f);
}
IrValue *tl_el_rsqrt(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->from == TILE_T_F64) return tl_call_math(lower, "rsqrt", e->from, 1, x);
    return approximate(lower, e, x[0], IR_I_nvvm_rsqrt_approx_f, IR_I_nvvm_rsqrt_approx_ftz_f);
}
IrValue *tl_el_tanh(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->from == TILE_T_F64 || e->rounding != TILE_ROUND_APPROX)
        return tl_call_math(lower, "tanh", e->from, 1, x);
    return approximate(lower, e, x[0], IR_I_nvvm_tanh_approx_f, IR_I_nvvm_tanh_approx_f);
}

// In double precision, which has every exponent of 32 bits exactly; small powers are products.
IrValue *tl_el_fpowi(TileLower *lower, const TlElement *e, IrValue **x) {
    enum { MOST_PRODUCTS = 4 };
    const TileAttr *exponent = only_number(e->op->operand[1]);
    uint64_t n = exponent ? tile_dense_bits(exponent, 0) : 0;
    if (n >= 1 && n <= MOST_PRODUCTS) {
        IrValue *a = wide(lower, e, x[0]), *power = a;
        if (n >= 2) power = ir_fmul(&lower->b, a, a);
        if (n == 3) power = ir_fmul(&lower->b, power, a);
        if (n == 4) power = ir_fmul(&lower->b, power, power);
        return narrow(lower, e, power);
    }
    IrType *type = lower->m->ty_double;
    IrValue *in[2] = {e->from == TILE_T_F64 ? x[0] : ir_fpext(&lower->b, x[0], type),
                      ir_sitofp(&lower->b, x[1], type)};
    IrValue *power = tl_call_math(lower, "pow", TILE_T_F64, 2, in);
    return e->to == TILE_T_F64 ? power : ir_fptrunc(&lower->b, power, tl_type(lower, e->to));
}

// ---- conversions -------------------------------------------------------------------------------

IrValue *tl_el_ftof(TileLower *lower, const TlElement *e, IrValue **x) {
    return tl_float_to(lower, x[0], e->from, e->to, e->rounding);
}

// Formats without arithmetic of their own by way of f32.
static IrValue *as_plain(TileLower *lower, const TlElement *e, IrValue *x) {
    bool plain = e->from == TILE_T_F64 || is_half(e->from) || e->from == TILE_T_F32;
    return plain ? x : tl_float_to(lower, x, e->from, TILE_T_F32, TILE_ROUND_EVEN);
}

// Toward zero; what does not fit becomes the nearest end of the range, NaN zero. A truth is whether
// the number differs from zero, as NVIDIA's compiler has it.
IrValue *tl_el_ftoi(TileLower *lower, const TlElement *e, IrValue **x) {
    if (e->to == TILE_T_I1) {
        IrValue *value = as_plain(lower, e, x[0]);
        return ir_cmp(&lower->b, IR_FCMP_UNE, value, &ir_null(lower->m, value->type)->v);
    }
    IrIntrin id = e->is_signed ? IR_I_fptosi_sat : IR_I_fptoui_sat;
    return IR_CALL(&lower->b, id, tl_type(lower, e->to), as_plain(lower, e, x[0]));
}

IrValue *tl_el_itof(TileLower *lower, const TlElement *e, IrValue **x) {
    bool plain = e->to == TILE_T_F64 || is_half(e->to) || e->to == TILE_T_F32;
    IrType *type = plain ? tl_type(lower, e->to) : lower->m->ty_float;
    IrValue *value =
        e->is_signed ? ir_sitofp(&lower->b, x[0], type) : ir_uitofp(&lower->b, x[0], type);
    return plain ? value : tl_float_to(lower, value, TILE_T_F32, e->to, TILE_ROUND_EVEN);
}
