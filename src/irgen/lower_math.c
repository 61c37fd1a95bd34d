// SPDX-License-Identifier: Apache-2.0
// Builtin device functions on numbers: bits, conversions, rounding, classification, fast
// approximations.
#include "irgen/lower.h"

#include "ir/intrin_id.h"

#include <stdio.h>

// ---- handlers -----------------------------------------------------------------------------------

IrValue *lower_bitcast(Lower *lower) {
    return ir_bitcast(lower->b, lower->arg[0], lower->ret);
}

// a - b rounded: a + (-b), which is the same value in every rounding mode.
IrValue *lower_sub(Lower *lower) {
    Buf name;
    buf_init(&name, &lower->ctx->scratch);
    buf_printf(&name, "llvm.nvvm.add.%s", lower->tail);
    IrValue *a[2] = {lower->arg[0], ir_fneg(lower->b, lower->arg[1])};
    return lower_intr(lower, buf_cstr(&name), lower->ret, 2, a);
}

IrValue *lower_hi32(Lower *lower) {
    IrValue *v = ir_bitcast(lower->b, lower->arg[0], lower->m->ty_i64);
    return ir_trunc(lower->b, ir_lshr(lower->b, v, &ir_int(lower->m->ty_i64, 32)->v),
                    lower->m->ty_i32);
}

IrValue *lower_lo32(Lower *lower) {
    return ir_trunc(lower->b, ir_bitcast(lower->b, lower->arg[0], lower->m->ty_i64),
                    lower->m->ty_i32);
}

// A double of its two halves.
IrValue *lower_hilo2d(Lower *lower) {
    IrValue *hi = ir_shl(lower->b, ir_zext(lower->b, lower->arg[0], lower->m->ty_i64),
                         &ir_int(lower->m->ty_i64, 32)->v);
    return ir_bitcast(lower->b,
                      ir_or(lower->b, hi, ir_zext(lower->b, lower->arg[1], lower->m->ty_i64)),
                      lower->m->ty_double);
}

IrValue *lower_ctlz64(Lower *lower) {
    IrValue *v = IR_CALL(lower->b, IR_I_ctlz, NULL, lower->arg[0], &ir_false(lower->m)->v);
    return ir_trunc(lower->b, v, lower->m->ty_i32);
}

IrValue *lower_ctpop64(Lower *lower) {
    return ir_trunc(lower->b, IR_CALL(lower->b, IR_I_ctpop, NULL, lower->arg[0]), lower->m->ty_i32);
}

IrValue *lower_ffs(Lower *lower) { // 1 + index of the lowest set bit, 0 for none
    IrValue *x = lower->arg[0];
    IrValue *t = IR_CALL(lower->b, IR_I_cttz, NULL, x, &ir_false(lower->m)->v);
    t = ir_int_resize(lower->b, t, lower->m->ty_i32, false);
    IrValue *zero = ir_cmp(lower->b, IR_EQ, x, &ir_null(lower->m, x->type)->v);
    return ir_select(lower->b, zero, &lower_i32(lower, 0)->v,
                     ir_add(lower->b, t, &lower_i32(lower, 1)->v));
}

IrValue *lower_byte_perm(Lower *lower) { // selector nibbles use 3 bits [CUDA: __byte_perm]
    IrValue *a[3] = {lower->arg[0], lower->arg[1],
                     ir_and(lower->b, lower->arg[2], &lower_i32(lower, 0x7777)->v)};
    return lower_intr(lower, "llvm.nvvm.prmt", lower->ret, 3, a);
}

IrValue *lower_avg(Lower *lower) { // (a + b [+ 1]) >> 1 without overflow
    bool sign = lower->tail[0] == 's', up = strstr(lower->tail, "ceil") != NULL;
    IrValue *x = lower->arg[0], *y = lower->arg[1];
    IrValue *common = up ? ir_or(lower->b, x, y) : ir_and(lower->b, x, y);
    IrValue *half = ir_xor(lower->b, x, y);
    half = sign ? ir_ashr(lower->b, half, &lower_i32(lower, 1)->v)
                : ir_lshr(lower->b, half, &lower_i32(lower, 1)->v);
    return up ? ir_sub(lower->b, common, half) : ir_add(lower->b, common, half);
}

// Without clamp the shift counts modulo 32; with it 32 or more takes the other word whole.
IrValue *lower_funnel(Lower *lower) { // (lo, hi, shift)
    bool left = lower->tail[0] == 'l', clamp = strstr(lower->tail, "clamp") != NULL;
    IrValue *s = lower->arg[2];
    IrIntrin id = left ? IR_I_fshl : IR_I_fshr;
    if (!clamp) return IR_CALL(lower->b, id, NULL, lower->arg[1], lower->arg[0], s);
    IrValue *lim = IR_CALL(lower->b, IR_I_umin, NULL, s, &lower_i32(lower, 32)->v);
    IrValue *full = ir_cmp(lower->b, IR_EQ, lim, &lower_i32(lower, 32)->v);
    IrValue *r = IR_CALL(lower->b, id, NULL, lower->arg[1], lower->arg[0], lim);
    return ir_select(lower->b, full, left ? lower->arg[0] : lower->arg[1], r);
}

IrValue *lower_iabs(Lower *lower) {
    return IR_CALL(lower->b, IR_I_abs, NULL, lower->arg[0], &ir_false(lower->m)->v);
}

// What -prec-sqrt and -ftz choose, as nvcc's options of these names do.
IrValue *lower_sqrtf(Lower *lower) {
    const IrGenOptions *o = lower->opt;
    const char *n = o->fp.prec_sqrt ? o->fp.ftz ? "llvm.nvvm.sqrt.rn.ftz.f" : "llvm.nvvm.sqrt.rn.f"
                    : o->fp.ftz     ? "llvm.nvvm.sqrt.approx.ftz.f"
                                    : "llvm.nvvm.sqrt.approx.f";
    return lower_intr(lower, n, lower->ret, 1, lower->arg);
}

// -prec-div is left to the selection of instructions.
IrValue *lower_fdiv(Lower *lower) {
    return ir_fdiv(lower->b, lower->arg[0], lower->arg[1]);
}

IrValue *lower_fdivf(Lower *lower) { // fdividef: fast with -use_fast_math
    if (!lower->opt->fp.fast_math) return lower_fdiv(lower);
    return lower_intr(lower,
                      lower->opt->fp.ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                      lower->ret, 2, lower->arg);
}

IrValue *lower_fdim(Lower *lower) { // positive difference; NaN stays NaN
    IrValue *le = ir_cmp(lower->b, IR_FCMP_OLE, lower->arg[0], lower->arg[1]);
    IrValue *d = ir_fsub(lower->b, lower->arg[0], lower->arg[1]);
    return ir_select(lower->b, le, &ir_null(lower->m, lower->ret)->v, d);
}

// Rounds to the nearest even, into 64 bits: `long` and `long long` have the same form.
IrValue *lower_lrint(Lower *lower) {
    bool f = lower->arg[0]->type == lower->m->ty_float;
    const char *n = f ? lower->opt->fp.ftz ? "llvm.nvvm.f2ll.rn.ftz" : "llvm.nvvm.f2ll.rn"
                      : "llvm.nvvm.d2ll.rn";
    return lower_intr(lower, n, lower->ret, 1, lower->arg);
}

// llround rounds halves away from zero.
IrValue *lower_lround(Lower *lower) {
    IrValue *r = IR_CALL(lower->b, IR_I_round, NULL, lower->arg[0]);
    bool f = r->type == lower->m->ty_float;
    return lower_intr(lower, f ? "llvm.nvvm.f2ll.rz" : "llvm.nvvm.d2ll.rz", lower->ret, 1, &r);
}

static IrValue *to_int(Lower *lower, IrValue *cond) {
    return ir_zext(lower->b, cond, lower->ret);
}

IrValue *lower_isnan(Lower *lower) {
    return to_int(lower, ir_cmp(lower->b, IR_FCMP_UNO, lower->arg[0], lower->arg[0]));
}

// Helpers of the classification: |x|, and the type's infinity.
static IrValue *magnitude(Lower *lower) {
    return IR_CALL(lower->b, IR_I_fabs, NULL, lower->arg[0]);
}

static IrValue *infinity(Lower *lower) {
    return &ir_fp(lower->m, lower->arg[0]->type, __builtin_inf())->v;
}

IrValue *lower_isinf(Lower *lower) {
    // NaN compares unequal to everything, but the ordered comparison is false for it: it is not
    // finite.
    return to_int(lower, ir_cmp(lower->b, IR_FCMP_OEQ, magnitude(lower), infinity(lower)));
}

IrValue *lower_isfinite(Lower *lower) {
    return to_int(lower, ir_cmp(lower->b, IR_FCMP_ONE, magnitude(lower), infinity(lower)));
}

// The sign of a NaN and of -0 counts, so the bits are compared and not the value.
IrValue *lower_signbit(Lower *lower) {
    bool f = lower->arg[0]->type == lower->m->ty_float;
    IrValue *v = ir_bitcast(lower->b, lower->arg[0], f ? lower->m->ty_i32 : lower->m->ty_i64);
    return to_int(lower, ir_cmp(lower->b, IR_SLT, v, &ir_null(lower->m, v->type)->v));
}

IrValue *lower_scalbln(
    Lower *lower) { // the exponent clamped to an int, as far as any double can use
    IrValue *lim = &ir_sint(lower->arg[1]->type, 100000)->v,
            *low = &ir_sint(lower->arg[1]->type, -100000)->v;
    IrValue *e = IR_CALL(lower->b, IR_I_smin, NULL,
                         IR_CALL(lower->b, IR_I_smax, NULL, lower->arg[1], low), lim);
    IrValue *a[2] = {lower->arg[0], ir_trunc(lower->b, e, lower->m->ty_i32)};
    IrType *p[2] = {a[0]->type, a[1]->type};
    bool f = a[0]->type == lower->m->ty_float;
    IrFunc *fn = lower_runtime(lower->m, f ? "__nv_scalbnf" : "__nv_scalbn", lower->ret, 2, p);
    return &ir_call_fn(lower->b, fn, 2, a)->v;
}

// ---- fast approximations (CUDA C++ Programming Guide, "Intrinsic Functions") --------------------

// One of PTX's approximations; -ftz adds its modifier.
static IrValue *approx(Lower *lower, const char *op, IrValue *operand) {
    Buf b;
    buf_init(&b, &lower->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.%s.approx%s.f", op, lower->opt->fp.ftz ? ".ftz" : "");
    return lower_intr(lower, buf_cstr(&b), lower->m->ty_float, 1, &operand);
}

static IrValue *scale(Lower *lower, IrValue *operand, double k) {
    return ir_fmul(lower->b, operand, &ir_fp(lower->m, lower->m->ty_float, k)->v);
}

// e^x = 2^(x log2 e): the programming guide allows the error that the rounded product adds.
IrValue *lower_fast_expf(Lower *lower) {
    return approx(lower, "ex2", scale(lower, lower->arg[0], 1.4426950408889634));
}

IrValue *lower_fast_exp10f(Lower *lower) {
    return approx(lower, "ex2", scale(lower, lower->arg[0], 3.3219280948873623));
}

IrValue *lower_fast_logf(Lower *lower) {
    return scale(lower, approx(lower, "lg2", lower->arg[0]), 0.6931471805599453);
}

IrValue *lower_fast_log10f(Lower *lower) {
    return scale(lower, approx(lower, "lg2", lower->arg[0]), 0.30102999566398120);
}

// x^y = 2^(y log2 x), which is NaN for negative x as in CUDA.
IrValue *lower_fast_powf(Lower *lower) {
    return approx(lower, "ex2",
                  ir_fmul(lower->b, lower->arg[1], approx(lower, "lg2", lower->arg[0])));
}

IrValue *lower_fast_tanf(Lower *lower) {
    IrValue *a[2] = {approx(lower, "sin", lower->arg[0]), approx(lower, "cos", lower->arg[0])};
    return lower_intr(lower,
                      lower->opt->fp.ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                      lower->m->ty_float, 2, a);
}

IrValue *lower_fast_sincosf(Lower *lower) {
    ir_store(lower->b, approx(lower, "sin", lower->arg[0]), lower->arg[1], 4);
    ir_store(lower->b, approx(lower, "cos", lower->arg[0]), lower->arg[2], 4);
    return NULL;
}

// __hiloint2double with its operands exchanged.
IrValue *lower_lohi2d(Lower *lower) {
    IrValue *lo = lower->arg[0];
    lower->arg[0] = lower->arg[1];
    lower->arg[1] = lo;
    return lower_hilo2d(lower);
}

IrValue *lower_bswap(Lower *lower) {
    return IR_CALL(lower->b, IR_I_bswap, NULL, lower->arg[0]);
}

IrValue *lower_f2h(Lower *lower) { // what .ftz flushes rounds to zero anyway
    return ir_bitcast(lower->b, ir_fptrunc(lower->b, lower->arg[0], lower->m->ty_half), lower->ret);
}

IrValue *lower_h2f(Lower *lower) {
    return ir_fpext(lower->b, ir_bitcast(lower->b, lower->arg[0], lower->m->ty_half), lower->ret);
}

// Arithmetic on two floats at once (PTX ISA: add, mul, fma .f32x2, sm_100). The operands are in
// memory: a float2 each; so is the result, where the last argument says if it is none.
IrValue *lower_packed_f32(Lower *lower) { // tail: "fma.rn", "fma.rn.ftz"
    IrType *i64 = lower->m->ty_i64;
    uint32_t n = lower->ret_mem ? lower->n : lower->n - 1;
    bool ftz = lower->ret_mem && lower->opt->fp.ftz;
    IrValue *a[3];
    for (uint32_t i = 0; i < n; i++) a[i] = &ir_load(lower->b, i64, lower->arg[i], 8)->v;
    char text[64];
    snprintf(text, sizeof text, "%s%s.f32x2 $0, $1, $2%s;", lower->tail, ftz ? ".ftz" : "",
             n == 3 ? ", $3" : "");
    IrValue *r = lower_asm(lower, i64, text, n == 3 ? "=l,l,l,l" : "=l,l,l", n, a, false);
    ir_store(lower->b, r, lower->ret_mem ? lower->ret_mem : lower->arg[n], 8);
    return NULL;
}
