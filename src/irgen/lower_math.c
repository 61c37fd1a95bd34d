// SPDX-License-Identifier: Apache-2.0
// Builtin device functions on numbers: bits, conversions, rounding, classification, fast
// approximations.
#include "irgen/lower.h"

#include <stdio.h>

// ---- handlers -----------------------------------------------------------------------------------

IrValue *lower_bitcast(Lower *c) {
    return ir_bitcast(c->b, c->arg[0], c->ret);
}

// a - b rounded: a + (-b), which is the same value in every rounding mode.
IrValue *lower_sub(Lower *c) {
    Buf name;
    buf_init(&name, &c->ctx->scratch);
    buf_printf(&name, "llvm.nvvm.add.%s", c->tail);
    IrValue *a[2] = {c->arg[0], ir_fneg(c->b, c->arg[1])};
    return lower_intr(c, buf_cstr(&name), c->ret, 2, a);
}

IrValue *lower_hi32(Lower *c) {
    IrValue *v = ir_bitcast(c->b, c->arg[0], c->m->ty_i64);
    return ir_trunc(c->b, ir_lshr(c->b, v, &ir_int(c->m->ty_i64, 32)->v), c->m->ty_i32);
}

IrValue *lower_lo32(Lower *c) {
    return ir_trunc(c->b, ir_bitcast(c->b, c->arg[0], c->m->ty_i64), c->m->ty_i32);
}

IrValue *lower_hilo2d(Lower *c) {
    IrValue *hi =
        ir_shl(c->b, ir_zext(c->b, c->arg[0], c->m->ty_i64), &ir_int(c->m->ty_i64, 32)->v);
    return ir_bitcast(c->b, ir_or(c->b, hi, ir_zext(c->b, c->arg[1], c->m->ty_i64)),
                      c->m->ty_double);
}

IrValue *lower_ctlz64(Lower *c) {
    IrValue *v = IR_CALL(c->b, IR_I_ctlz, NULL, c->arg[0], &ir_false(c->m)->v);
    return ir_trunc(c->b, v, c->m->ty_i32);
}

IrValue *lower_ctpop64(Lower *c) {
    return ir_trunc(c->b, IR_CALL(c->b, IR_I_ctpop, NULL, c->arg[0]), c->m->ty_i32);
}

IrValue *lower_ffs(Lower *c) { // 1 + index of the lowest set bit, 0 for none
    IrValue *x = c->arg[0];
    IrValue *t = IR_CALL(c->b, IR_I_cttz, NULL, x, &ir_false(c->m)->v);
    t = ir_int_resize(c->b, t, c->m->ty_i32, false);
    IrValue *zero = ir_cmp(c->b, IR_EQ, x, &ir_null(c->m, x->type)->v);
    return ir_select(c->b, zero, &lower_i32(c, 0)->v, ir_add(c->b, t, &lower_i32(c, 1)->v));
}

IrValue *lower_byte_perm(Lower *c) { // selector nibbles use 3 bits [CUDA: __byte_perm]
    IrValue *a[3] = {c->arg[0], c->arg[1], ir_and(c->b, c->arg[2], &lower_i32(c, 0x7777)->v)};
    return lower_intr(c, "llvm.nvvm.prmt", c->ret, 3, a);
}

IrValue *lower_avg(Lower *c) { // (a + b [+ 1]) >> 1 without overflow
    bool sign = c->tail[0] == 's', up = strstr(c->tail, "ceil") != NULL;
    IrValue *x = c->arg[0], *y = c->arg[1];
    IrValue *common = up ? ir_or(c->b, x, y) : ir_and(c->b, x, y);
    IrValue *half = ir_xor(c->b, x, y);
    half =
        sign ? ir_ashr(c->b, half, &lower_i32(c, 1)->v) : ir_lshr(c->b, half, &lower_i32(c, 1)->v);
    return up ? ir_sub(c->b, common, half) : ir_add(c->b, common, half);
}

IrValue *lower_funnel(Lower *c) { // (lo, hi, shift)
    bool left = c->tail[0] == 'l', clamp = strstr(c->tail, "clamp") != NULL;
    IrValue *s = c->arg[2];
    IrIntrin id = left ? IR_I_fshl : IR_I_fshr;
    if (!clamp) return IR_CALL(c->b, id, NULL, c->arg[1], c->arg[0], s);
    IrValue *lim = IR_CALL(c->b, IR_I_umin, NULL, s, &lower_i32(c, 32)->v);
    IrValue *full = ir_cmp(c->b, IR_EQ, lim, &lower_i32(c, 32)->v);
    IrValue *r = IR_CALL(c->b, id, NULL, c->arg[1], c->arg[0], lim);
    return ir_select(c->b, full, left ? c->arg[0] : c->arg[1], r);
}

IrValue *lower_iabs(Lower *c) {
    return IR_CALL(c->b, IR_I_abs, NULL, c->arg[0], &ir_false(c->m)->v);
}

IrValue *lower_sqrtf(Lower *c) {
    const IrGenOptions *o = c->opt;
    const char *n = o->prec_sqrt ? o->ftz ? "llvm.nvvm.sqrt.rn.ftz.f" : "llvm.nvvm.sqrt.rn.f"
                    : o->ftz     ? "llvm.nvvm.sqrt.approx.ftz.f"
                                 : "llvm.nvvm.sqrt.approx.f";
    return lower_intr(c, n, c->ret, 1, c->arg);
}

IrValue *lower_fdiv(Lower *c) {
    return ir_fdiv(c->b, c->arg[0], c->arg[1]);
}

IrValue *lower_fdivf(Lower *c) { // fdividef: fast with -use_fast_math
    if (!c->opt->fast_math) return lower_fdiv(c);
    return lower_intr(c, c->opt->ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                      c->ret, 2, c->arg);
}

IrValue *lower_fdim(Lower *c) { // positive difference; NaN stays NaN
    IrValue *le = ir_cmp(c->b, IR_FCMP_OLE, c->arg[0], c->arg[1]);
    IrValue *d = ir_fsub(c->b, c->arg[0], c->arg[1]);
    return ir_select(c->b, le, &ir_null(c->m, c->ret)->v, d);
}

IrValue *lower_lrint(Lower *c) {
    bool f = c->arg[0]->type == c->m->ty_float;
    const char *n =
        f ? c->opt->ftz ? "llvm.nvvm.f2ll.rn.ftz" : "llvm.nvvm.f2ll.rn" : "llvm.nvvm.d2ll.rn";
    return lower_intr(c, n, c->ret, 1, c->arg);
}

IrValue *lower_lround(Lower *c) {
    IrValue *r = IR_CALL(c->b, IR_I_round, NULL, c->arg[0]);
    bool f = r->type == c->m->ty_float;
    return lower_intr(c, f ? "llvm.nvvm.f2ll.rz" : "llvm.nvvm.d2ll.rz", c->ret, 1, &r);
}

static IrValue *to_int(Lower *c, IrValue *cond) {
    return ir_zext(c->b, cond, c->ret);
}

IrValue *lower_isnan(Lower *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_UNO, c->arg[0], c->arg[0]));
}

static IrValue *magnitude(Lower *c) {
    return IR_CALL(c->b, IR_I_fabs, NULL, c->arg[0]);
}

static IrValue *infinity(Lower *c) {
    return &ir_fp(c->m, c->arg[0]->type, __builtin_inf())->v;
}

IrValue *lower_isinf(Lower *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_OEQ, magnitude(c), infinity(c)));
}

IrValue *lower_isfinite(Lower *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_ONE, magnitude(c), infinity(c)));
}

IrValue *lower_signbit(Lower *c) {
    bool f = c->arg[0]->type == c->m->ty_float;
    IrValue *v = ir_bitcast(c->b, c->arg[0], f ? c->m->ty_i32 : c->m->ty_i64);
    return to_int(c, ir_cmp(c->b, IR_SLT, v, &ir_null(c->m, v->type)->v));
}

IrValue *lower_scalbln(Lower *c) { // the exponent clamped to an int, as far as any double can use
    IrValue *lim = &ir_sint(c->arg[1]->type, 100000)->v,
            *low = &ir_sint(c->arg[1]->type, -100000)->v;
    IrValue *e =
        IR_CALL(c->b, IR_I_smin, NULL, IR_CALL(c->b, IR_I_smax, NULL, c->arg[1], low), lim);
    IrValue *a[2] = {c->arg[0], ir_trunc(c->b, e, c->m->ty_i32)};
    IrType *p[2] = {a[0]->type, a[1]->type};
    bool f = a[0]->type == c->m->ty_float;
    IrFunc *fn = lower_runtime(c->m, f ? "__nv_scalbnf" : "__nv_scalbn", c->ret, 2, p);
    return &ir_call_fn(c->b, fn, 2, a)->v;
}

// ---- fast approximations (CUDA C++ Programming Guide, "Intrinsic Functions") --------------------

static IrValue *approx(Lower *c, const char *op, IrValue *x) {
    Buf b;
    buf_init(&b, &c->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.%s.approx%s.f", op, c->opt->ftz ? ".ftz" : "");
    return lower_intr(c, buf_cstr(&b), c->m->ty_float, 1, &x);
}

static IrValue *scale(Lower *c, IrValue *x, double k) {
    return ir_fmul(c->b, x, &ir_fp(c->m, c->m->ty_float, k)->v);
}

IrValue *lower_fast_expf(Lower *c) {
    return approx(c, "ex2", scale(c, c->arg[0], 1.4426950408889634));
}

IrValue *lower_fast_exp10f(Lower *c) {
    return approx(c, "ex2", scale(c, c->arg[0], 3.3219280948873623));
}

IrValue *lower_fast_logf(Lower *c) {
    return scale(c, approx(c, "lg2", c->arg[0]), 0.6931471805599453);
}

IrValue *lower_fast_log10f(Lower *c) {
    return scale(c, approx(c, "lg2", c->arg[0]), 0.30102999566398120);
}

IrValue *lower_fast_powf(Lower *c) {
    return approx(c, "ex2", ir_fmul(c->b, c->arg[1], approx(c, "lg2", c->arg[0])));
}

IrValue *lower_fast_tanf(Lower *c) {
    IrValue *a[2] = {approx(c, "sin", c->arg[0]), approx(c, "cos", c->arg[0])};
    return lower_intr(c, c->opt->ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                      c->m->ty_float, 2, a);
}

IrValue *lower_fast_sincosf(Lower *c) {
    ir_store(c->b, approx(c, "sin", c->arg[0]), c->arg[1], 4);
    ir_store(c->b, approx(c, "cos", c->arg[0]), c->arg[2], 4);
    return NULL;
}

IrValue *lower_lohi2d(Lower *c) {
    IrValue *lo = c->arg[0];
    c->arg[0] = c->arg[1];
    c->arg[1] = lo;
    return lower_hilo2d(c);
}

IrValue *lower_bswap(Lower *c) {
    return IR_CALL(c->b, IR_I_bswap, NULL, c->arg[0]);
}

IrValue *lower_f2h(Lower *c) { // what .ftz flushes rounds to zero anyway
    return ir_bitcast(c->b, ir_fptrunc(c->b, c->arg[0], c->m->ty_half), c->ret);
}

IrValue *lower_h2f(Lower *c) {
    return ir_fpext(c->b, ir_bitcast(c->b, c->arg[0], c->m->ty_half), c->ret);
}

// Arithmetic on two floats at once (PTX ISA: add, mul, fma .f32x2, sm_100). The operands are in
// memory: a float2 each; so is the result, where the last argument says if it is none.
IrValue *lower_packed_f32(Lower *c) { // tail: "fma.rn", "fma.rn.ftz"
    IrType *i64 = c->m->ty_i64;
    uint32_t n = c->ret_mem ? c->n : c->n - 1;
    bool ftz = c->ret_mem && c->opt->ftz;
    IrValue *a[3];
    for (uint32_t i = 0; i < n; i++) a[i] = &ir_load(c->b, i64, c->arg[i], 8)->v;
    char text[64];
    snprintf(text, sizeof text, "%s%s.f32x2 $0, $1, $2%s;", c->tail, ftz ? ".ftz" : "",
             n == 3 ? ", $3" : "");
    IrValue *r = lower_asm(c, i64, text, n == 3 ? "=l,l,l,l" : "=l,l,l", n, a, false);
    ir_store(c->b, r, c->ret_mem ? c->ret_mem : c->arg[n], 8);
    return NULL;
}
