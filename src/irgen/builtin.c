// SPDX-License-Identifier: Apache-2.0
// Calls of builtin device functions: rows of src/cuda/builtin.def to IR. Most rows name an
// intrinsic or a library function; the rest have a handler in the table at the end.
#include "cuda/cuda.h"
#include "irgen/gen.h"

#include <stdlib.h>

typedef struct Bi {
    Fn *fn;
    IrBuilder *b;
    IrModule *m;
    const CudaBuiltin *row;
    const char *opt; // what stands behind the handler's name in `detail`: "redux.add" gives "add"
    Expr *e;
    IrValue *arg[8];
    uint32_t n;
    IrType *ret;
} Bi;

static IrConst *i32(Bi *c, uint32_t v) {
    return ir_int(c->m->ty_i32, v);
}

// Replaces %z by ".ftz" or nothing and cuts at ':'.
static Atom intrinsic_name(Bi *c, const char *detail, const char **appended) {
    Buf b;
    buf_init(&b, &c->fn->g->ctx->scratch);
    *appended = NULL;
    for (; *detail; detail++) {
        if (*detail == ':') {
            *appended = detail + 1;
            break;
        }
        if (detail[0] == '%' && detail[1] == 'z') {
            if (c->fn->g->opt.ftz) buf_puts(&b, ".ftz");
            detail++;
        } else {
            buf_putc(&b, *detail);
        }
    }
    return atom_intern(c->fn->g->ctx, b.at, b.n);
}

// "i1 0" or "i1 0@2": a constant appended, or inserted before argument 2.
static void append_constants(Bi *c, const char *spec) {
    if (!spec || spec[0] != 'i') return;
    char *end;
    uint32_t bits = (uint32_t)strtoul(spec + 1, &end, 10);
    uint64_t v = strtoull(end, &end, 10);
    uint32_t at = *end == '@' ? (uint32_t)strtoul(end + 1, NULL, 10) : c->n;
    for (uint32_t i = c->n; i > at; i--) c->arg[i] = c->arg[i - 1];
    c->arg[at] = &ir_int(ir_ty_int(c->m, bits), v)->v;
    c->n++;
}

// A row of builtin.def that names nothing: a defect of ours.
static CU_NORETURN void no_lowering(Bi *c, const char *what) {
    Ctx *ctx = c->fn->g->ctx;
    cu_ice(ctx, __FILE__, __LINE__,
           arena_printf(&ctx->perm, "the lowering \"%s\" of a builtin function is unknown", what));
}

static IrValue *call_named(Bi *c, Atom name, IrType *ret, uint32_t n, IrValue **arg) {
    IrType *p[8], *over[IR_MAX_OVERLOAD];
    uint32_t nover = 0;
    for (uint32_t i = 0; i < n; i++) p[i] = arg[i]->type;
    IrType *fty = ir_ty_func(c->m, ret, n, p, false);
    const char *s = atom_str(c->fn->g->ctx, name);
    // finding by name alone goes through all rows: only for the first call
    const IrGlobal *known = ir_find(c->m, name);
    const IrFunc *f = known && known->v.kind == IR_C_FUNC ? (const IrFunc *)known : NULL;
    IrIntrin id =
        f && f->intrin && f->g.vty == fty
            ? f->intrin
            : ir_intrinsic_find(c->m, s, atom_len(c->fn->g->ctx, name), fty, over, &nover);
    if (!id) no_lowering(c, s);
    if (ir_is_family(id))
        return &ir_call_fn(c->b, ir_intrinsic_family(c->m, id, name, fty), n, arg)->v;
    return ir_call_intrin(c->b, id, ret->kind == IR_TY_VOID ? NULL : ret, n, arg);
}

static IrValue *intr(Bi *c, const char *name, IrType *ret, uint32_t n, IrValue **arg) {
    return call_named(c, atom_cstr(c->fn->g->ctx, name), ret, n, arg);
}

static IrValue *lower_intrinsic(Bi *c) {
    const char *spec;
    Atom name = intrinsic_name(c, c->row->detail, &spec);
    append_constants(c, spec);
    return call_named(c, name, c->ret, c->n, c->arg);
}

static IrValue *lower_library(Bi *c) {
    IrType *p[8];
    for (uint32_t i = 0; i < c->n; i++) p[i] = c->arg[i]->type;
    IrFunc *f = gen_runtime(c->fn->g, c->row->detail, c->ret, c->n, p);
    f->g.pos = f->g.pos ? f->g.pos : c->e->pos;
    return &ir_call_fn(c->b, f, c->n, c->arg)->v;
}

static IrScope scope_of(const char *s) {
    return strcmp(s, "cta") == 0   ? IR_SCOPE_BLOCK
           : strcmp(s, "gpu") == 0 ? IR_SCOPE_DEVICE
                                   : IR_SCOPE_SYSTEM;
}

// CUDA's atomic functions are relaxed (PTX: .relaxed is the default of atom).
static IrValue *lower_atomic(Bi *c) {
    const char *dot = strchr(c->row->detail, '.');
    size_t n = (size_t)(dot - c->row->detail);
    IrRmwOp op = IR_RMW_XCHG;
    for (uint32_t i = 0; i < IR_RMW_NOPS; i++) {
        if (strlen(ir_rmw_names[i]) == n && memcmp(ir_rmw_names[i], c->row->detail, n) == 0) op = i;
    }
    return &ir_atomicrmw(c->b, op, c->arg[0], c->arg[1], IR_MONOTONIC, scope_of(dot + 1))->v;
}

static IrValue *lower_cas(Bi *c) {
    IrInst *x = ir_cmpxchg(c->b, c->arg[0], c->arg[1], c->arg[2], IR_MONOTONIC, IR_MONOTONIC,
                           scope_of(c->row->detail));
    return ir_extract(c->b, &x->v, 0);
}

// ---- handlers -----------------------------------------------------------------------------------

static IrValue *fn_bitcast(Bi *c) {
    return ir_bitcast(c->b, c->arg[0], c->ret);
}

// a - b rounded: a + (-b), which is the same value in every rounding mode.
static IrValue *fn_sub(Bi *c) {
    Buf name;
    buf_init(&name, &c->fn->g->ctx->scratch);
    buf_printf(&name, "llvm.nvvm.add.%s", c->opt);
    const char *spec;
    IrValue *a[2] = {c->arg[0], ir_fneg(c->b, c->arg[1])};
    return call_named(c, intrinsic_name(c, buf_cstr(&name), &spec), c->ret, 2, a);
}

static IrValue *fn_hi32(Bi *c) {
    IrValue *v = ir_bitcast(c->b, c->arg[0], c->m->ty_i64);
    return ir_trunc(c->b, ir_lshr(c->b, v, &ir_int(c->m->ty_i64, 32)->v), c->m->ty_i32);
}

static IrValue *fn_lo32(Bi *c) {
    return ir_trunc(c->b, ir_bitcast(c->b, c->arg[0], c->m->ty_i64), c->m->ty_i32);
}

static IrValue *fn_hilo2d(Bi *c) {
    IrValue *hi =
        ir_shl(c->b, ir_zext(c->b, c->arg[0], c->m->ty_i64), &ir_int(c->m->ty_i64, 32)->v);
    return ir_bitcast(c->b, ir_or(c->b, hi, ir_zext(c->b, c->arg[1], c->m->ty_i64)),
                      c->m->ty_double);
}

static IrValue *fn_ctlz64(Bi *c) {
    IrValue *v = IR_CALL(c->b, IR_I_ctlz, NULL, c->arg[0], &ir_false(c->m)->v);
    return ir_trunc(c->b, v, c->m->ty_i32);
}

static IrValue *fn_ctpop64(Bi *c) {
    return ir_trunc(c->b, IR_CALL(c->b, IR_I_ctpop, NULL, c->arg[0]), c->m->ty_i32);
}

static IrValue *fn_ffs(Bi *c) { // 1 + index of the lowest set bit, 0 for none
    IrValue *x = c->arg[0];
    IrValue *t = IR_CALL(c->b, IR_I_cttz, NULL, x, &ir_false(c->m)->v);
    t = ir_int_resize(c->b, t, c->m->ty_i32, false);
    IrValue *zero = ir_cmp(c->b, IR_EQ, x, &ir_null(c->m, x->type)->v);
    return ir_select(c->b, zero, &i32(c, 0)->v, ir_add(c->b, t, &i32(c, 1)->v));
}

static IrValue *fn_byte_perm(Bi *c) { // selector nibbles use 3 bits [CUDA: __byte_perm]
    IrValue *a[3] = {c->arg[0], c->arg[1], ir_and(c->b, c->arg[2], &i32(c, 0x7777)->v)};
    return intr(c, "llvm.nvvm.prmt", c->ret, 3, a);
}

static IrValue *fn_avg(Bi *c) { // (a + b [+ 1]) >> 1 without overflow
    bool sign = c->opt[0] == 's', up = strstr(c->opt, "ceil") != NULL;
    IrValue *x = c->arg[0], *y = c->arg[1];
    IrValue *common = up ? ir_or(c->b, x, y) : ir_and(c->b, x, y);
    IrValue *half = ir_xor(c->b, x, y);
    half = sign ? ir_ashr(c->b, half, &i32(c, 1)->v) : ir_lshr(c->b, half, &i32(c, 1)->v);
    return up ? ir_sub(c->b, common, half) : ir_add(c->b, common, half);
}

static IrValue *fn_funnel(Bi *c) { // (lo, hi, shift)
    bool left = c->opt[0] == 'l', clamp = strstr(c->opt, "clamp") != NULL;
    IrValue *s = c->arg[2];
    IrIntrin id = left ? IR_I_fshl : IR_I_fshr;
    if (!clamp) return IR_CALL(c->b, id, NULL, c->arg[1], c->arg[0], s);
    IrValue *lim = IR_CALL(c->b, IR_I_umin, NULL, s, &i32(c, 32)->v);
    IrValue *full = ir_cmp(c->b, IR_EQ, lim, &i32(c, 32)->v);
    IrValue *r = IR_CALL(c->b, id, NULL, c->arg[1], c->arg[0], lim);
    return ir_select(c->b, full, left ? c->arg[0] : c->arg[1], r);
}

static IrValue *fn_iabs(Bi *c) {
    return IR_CALL(c->b, IR_I_abs, NULL, c->arg[0], &ir_false(c->m)->v);
}

static IrValue *fn_sqrtf(Bi *c) {
    const IrGenOptions *o = &c->fn->g->opt;
    const char *n = o->prec_sqrt ? o->ftz ? "llvm.nvvm.sqrt.rn.ftz.f" : "llvm.nvvm.sqrt.rn.f"
                    : o->ftz     ? "llvm.nvvm.sqrt.approx.ftz.f"
                                 : "llvm.nvvm.sqrt.approx.f";
    return intr(c, n, c->ret, 1, c->arg);
}

static IrValue *fn_fdiv(Bi *c) {
    return ir_fdiv(c->b, c->arg[0], c->arg[1]);
}

static IrValue *fn_fdivf(Bi *c) { // fdividef: fast with -use_fast_math
    if (!c->fn->g->opt.fast_math) return fn_fdiv(c);
    return intr(c, c->fn->g->opt.ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                c->ret, 2, c->arg);
}

static IrValue *fn_fdim(Bi *c) { // positive difference; NaN stays NaN
    IrValue *le = ir_cmp(c->b, IR_FCMP_OLE, c->arg[0], c->arg[1]);
    IrValue *d = ir_fsub(c->b, c->arg[0], c->arg[1]);
    return ir_select(c->b, le, &ir_null(c->m, c->ret)->v, d);
}

static IrValue *fn_lrint(Bi *c) {
    bool f = c->arg[0]->type == c->m->ty_float;
    const char *n =
        f ? c->fn->g->opt.ftz ? "llvm.nvvm.f2ll.rn.ftz" : "llvm.nvvm.f2ll.rn" : "llvm.nvvm.d2ll.rn";
    return intr(c, n, c->ret, 1, c->arg);
}

static IrValue *fn_lround(Bi *c) {
    IrValue *r = IR_CALL(c->b, IR_I_round, NULL, c->arg[0]);
    bool f = r->type == c->m->ty_float;
    return intr(c, f ? "llvm.nvvm.f2ll.rz" : "llvm.nvvm.d2ll.rz", c->ret, 1, &r);
}

static IrValue *to_int(Bi *c, IrValue *cond) {
    return ir_zext(c->b, cond, c->ret);
}

static IrValue *fn_isnan(Bi *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_UNO, c->arg[0], c->arg[0]));
}

static IrValue *magnitude(Bi *c) {
    return IR_CALL(c->b, IR_I_fabs, NULL, c->arg[0]);
}

static IrValue *infinity(Bi *c) {
    return &ir_fp(c->m, c->arg[0]->type, __builtin_inf())->v;
}

static IrValue *fn_isinf(Bi *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_OEQ, magnitude(c), infinity(c)));
}

static IrValue *fn_isfinite(Bi *c) {
    return to_int(c, ir_cmp(c->b, IR_FCMP_ONE, magnitude(c), infinity(c)));
}

static IrValue *fn_signbit(Bi *c) {
    bool f = c->arg[0]->type == c->m->ty_float;
    IrValue *v = ir_bitcast(c->b, c->arg[0], f ? c->m->ty_i32 : c->m->ty_i64);
    return to_int(c, ir_cmp(c->b, IR_SLT, v, &ir_null(c->m, v->type)->v));
}

// ---- fast approximations (CUDA C++ Programming Guide, "Intrinsic Functions") --------------------

static IrValue *approx(Bi *c, const char *op, IrValue *x) {
    Buf b;
    buf_init(&b, &c->fn->g->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.%s.approx%s.f", op, c->fn->g->opt.ftz ? ".ftz" : "");
    return intr(c, buf_cstr(&b), c->m->ty_float, 1, &x);
}

static IrValue *scale(Bi *c, IrValue *x, double k) {
    return ir_fmul(c->b, x, &ir_fp(c->m, c->m->ty_float, k)->v);
}

static IrValue *fn_fast_expf(Bi *c) {
    return approx(c, "ex2", scale(c, c->arg[0], 1.4426950408889634));
}

static IrValue *fn_fast_exp10f(Bi *c) {
    return approx(c, "ex2", scale(c, c->arg[0], 3.3219280948873623));
}

static IrValue *fn_fast_logf(Bi *c) {
    return scale(c, approx(c, "lg2", c->arg[0]), 0.6931471805599453);
}

static IrValue *fn_fast_log10f(Bi *c) {
    return scale(c, approx(c, "lg2", c->arg[0]), 0.30102999566398120);
}

static IrValue *fn_fast_powf(Bi *c) {
    return approx(c, "ex2", ir_fmul(c->b, c->arg[1], approx(c, "lg2", c->arg[0])));
}

static IrValue *fn_fast_tanf(Bi *c) {
    IrValue *a[2] = {approx(c, "sin", c->arg[0]), approx(c, "cos", c->arg[0])};
    return intr(c, c->fn->g->opt.ftz ? "llvm.nvvm.div.approx.ftz.f" : "llvm.nvvm.div.approx.f",
                c->m->ty_float, 2, a);
}

static IrValue *fn_fast_sincosf(Bi *c) {
    ir_store(c->b, approx(c, "sin", c->arg[0]), c->arg[1], 4);
    ir_store(c->b, approx(c, "cos", c->arg[0]), c->arg[2], 4);
    return NULL;
}

// ---- warp ---------------------------------------------------------------------------------------

static IrValue *fn_match_all(Bi *c) {
    bool wide = c->arg[1]->type == c->m->ty_i64;
    IrType *pair = ir_ty_struct(c->m, 2, (IrType *[]){c->m->ty_i32, c->m->ty_i1}, false);
    IrValue *r = intr(c, wide ? "llvm.nvvm.match.all.sync.i64p" : "llvm.nvvm.match.all.sync.i32p",
                      pair, 2, c->arg);
    if (!r) return NULL;
    ir_store(c->b, ir_zext(c->b, ir_extract(c->b, r, 1), c->m->ty_i32), c->arg[2], 4);
    return ir_extract(c->b, r, 0);
}

static IrValue *fn_vote(Bi *c) { // (mask, int predicate)
    Buf b;
    buf_init(&b, &c->fn->g->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.vote.%s.sync", c->opt);
    IrValue *a[2] = {c->arg[0], gen_bool_of(c->fn, c->arg[1], NULL)};
    bool ballot = strcmp(c->opt, "ballot") == 0;
    IrValue *r = intr(c, buf_cstr(&b), ballot ? c->m->ty_i32 : c->m->ty_i1, 2, a);
    return r && !ballot ? ir_zext(c->b, r, c->ret) : r;
}

static IrValue *fn_scalbln(Bi *c) { // the exponent clamped to an int, as far as any double can use
    IrValue *lim = &ir_sint(c->arg[1]->type, 100000)->v,
            *low = &ir_sint(c->arg[1]->type, -100000)->v;
    IrValue *e =
        IR_CALL(c->b, IR_I_smin, NULL, IR_CALL(c->b, IR_I_smax, NULL, c->arg[1], low), lim);
    IrValue *a[2] = {c->arg[0], ir_trunc(c->b, e, c->m->ty_i32)};
    IrType *p[2] = {a[0]->type, a[1]->type};
    bool f = a[0]->type == c->m->ty_float;
    IrFunc *fn = gen_runtime(c->fn->g, f ? "__nv_scalbnf" : "__nv_scalbn", c->ret, 2, p);
    return &ir_call_fn(c->b, fn, 2, a)->v;
}

static IrValue *fn_redux(Bi *c) { // CUDA gives (mask, value), the instruction (value, mask)
    Buf b;
    buf_init(&b, &c->fn->g->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.redux.sync.%s", c->opt);
    IrValue *a[2] = {c->arg[1], c->arg[0]};
    return intr(c, buf_cstr(&b), c->ret, 2, a);
}

// ---- address spaces -----------------------------------------------------------------------------

static IrValue *fn_isspace(Bi *c) {
    Buf b;
    buf_init(&b, &c->fn->g->ctx->scratch);
    buf_printf(&b, "llvm.nvvm.isspacep.%s", c->opt);
    IrValue *r = intr(c, buf_cstr(&b), c->m->ty_i1, 1, c->arg);
    return r ? ir_zext(c->b, r, c->ret) : NULL;
}

static IrValue *fn_to_space(Bi *c) {
    IrType *p = ir_ty_ptr(c->m, (uint32_t)(c->opt[0] - '0'));
    IrValue *v = ir_addrspacecast(c->b, c->arg[0], p);
    return ir_int_resize(c->b, ir_ptrtoint(c->b, v, ir_ty_int(c->m, p->bits)), c->ret, false);
}

static IrValue *fn_from_space(Bi *c) {
    IrType *p = ir_ty_ptr(c->m, (uint32_t)(c->opt[0] - '0'));
    IrValue *v = ir_int_resize(c->b, c->arg[0], ir_ty_int(c->m, p->bits), false);
    return ir_addrspacecast(c->b, ir_inttoptr(c->b, v, p), c->m->ty_ptr);
}

// ---- run-time system ----------------------------------------------------------------------------

static IrValue *fn_malloc(Bi *c) {
    return &ir_call_fn(c->b, gen_runtime(c->fn->g, "malloc", c->m->ty_ptr, 1, &c->m->ty_i64), 1,
                       c->arg)
                ->v;
}

static IrValue *fn_free(Bi *c) {
    ir_call_fn(c->b, gen_runtime(c->fn->g, "free", c->m->ty_void, 1, &c->m->ty_ptr), 1, c->arg);
    return NULL;
}

static IrValue *fn_memcpy(Bi *c) {
    IR_CALL(c->b, IR_I_memcpy, NULL, c->arg[0], c->arg[1], c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

static IrValue *fn_memmove(Bi *c) {
    IR_CALL(c->b, IR_I_memmove, NULL, c->arg[0], c->arg[1], c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

static IrValue *fn_memset(Bi *c) {
    IrValue *byte = ir_trunc(c->b, c->arg[1], c->m->ty_i8);
    IR_CALL(c->b, IR_I_memset, NULL, c->arg[0], byte, c->arg[2], &ir_false(c->m)->v);
    return c->arg[0];
}

static IrValue *assert_call(Bi *c) {
    IrModule *m = c->m;
    IrType *p[5] = {m->ty_ptr, m->ty_ptr, m->ty_i32, m->ty_ptr, m->ty_i64};
    IrFunc *f = gen_runtime(c->fn->g, "__assertfail", m->ty_void, 5, p);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NORETURN);
    ir_call_fn(c->b, f, 5, c->arg);
    ir_unreachable(c->b);
    gen_at(c->fn, gen_block(c->fn, "after.assert"));
    return NULL;
}

static IrValue *fn_assertfail(Bi *c) {
    return assert_call(c);
}

static IrValue *fn_assert_fail(Bi *c) { // glibc's name: no character size
    c->arg[c->n++] = &ir_int(c->m->ty_i64, 1)->v;
    return assert_call(c);
}

static IrValue *fn_clock(Bi *c) {
    IrValue *v = intr(c, "llvm.nvvm.read.ptx.sreg.clock", c->m->ty_i32, 0, NULL);
    return v ? ir_sext(c->b, v, c->ret) : NULL;
}

static const struct BiHandler {
    const char *name;
    IrValue *(*fn)(Bi *c);
} handlers[] = {
    {"assert_fail", fn_assert_fail},
    {"assertfail", fn_assertfail},
    {"avg", fn_avg},
    {"bitcast", fn_bitcast},
    {"byte_perm", fn_byte_perm},
    {"clock", fn_clock},
    {"ctlz64", fn_ctlz64},
    {"ctpop64", fn_ctpop64},
    {"fast_exp10f", fn_fast_exp10f},
    {"fast_expf", fn_fast_expf},
    {"fast_log10f", fn_fast_log10f},
    {"fast_logf", fn_fast_logf},
    {"fast_powf", fn_fast_powf},
    {"fast_sincosf", fn_fast_sincosf},
    {"fast_tanf", fn_fast_tanf},
    {"fdim", fn_fdim},
    {"fdiv", fn_fdiv},
    {"fdivf", fn_fdivf},
    {"ffs", fn_ffs},
    {"free", fn_free},
    {"from_space", fn_from_space},
    {"funnel", fn_funnel},
    {"hi32", fn_hi32},
    {"hilo2d", fn_hilo2d},
    {"iabs", fn_iabs},
    {"isfinite", fn_isfinite},
    {"isinf", fn_isinf},
    {"isnan", fn_isnan},
    {"isspace", fn_isspace},
    {"lo32", fn_lo32},
    {"lrint", fn_lrint},
    {"lround", fn_lround},
    {"malloc", fn_malloc},
    {"match_all", fn_match_all},
    {"memcpy", fn_memcpy},
    {"memmove", fn_memmove},
    {"memset", fn_memset},
    {"redux", fn_redux},
    {"scalbln", fn_scalbln},
    {"vote", fn_vote},
    {"signbit", fn_signbit},
    {"sqrtf", fn_sqrtf},
    {"sub", fn_sub},
    {"to_space", fn_to_space},
};

static IrValue *lower_handler(Bi *c) {
    const char *d = c->row->detail;
    const char *dot = strchr(d, '.');
    size_t n = dot ? (size_t)(dot - d) : strlen(d);
    c->opt = dot ? dot + 1 : "";
    for (uint32_t i = 0; i < CU_COUNT(handlers); i++) {
        if (strlen(handlers[i].name) == n && memcmp(handlers[i].name, d, n) == 0)
            return handlers[i].fn(c);
    }
    no_lowering(c, d);
}

// printf: the arguments, promoted, in a struct with natural alignment whose address goes to vprintf
// (CUDA: "Formatted Output"; the layout is that of a C struct).
static IrValue *gen_printf(Bi *c, Expr *e) {
    Fn *fn = c->fn;
    Gen *g = fn->g;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    IrValue **v = arena_array(&g->ctx->scratch, IrValue *, e->n + 1u);
    IrType **t = arena_array(&g->ctx->scratch, IrType *, e->n + 1u);
    IrValue *fmt = gen_scalar(fn, e->arg[0]);
    uint32_t n = 0;
    for (uint32_t i = 1; i < e->n; i++) {
        if (gen_is_agg(e->arg[i]->type)) {
            diag(g->ctx, GEN_ROW(gen_printf_class), e->arg[i]->pos);
            continue;
        }
        IrValue *x = gen_scalar(fn, e->arg[i]);
        if (x->type == c->m->ty_float) x = ir_fpext(c->b, x, c->m->ty_double);
        if (ir_ty_is_int(x->type) && x->type->bits < 32) {
            bool sign = gen_is_signed(e->arg[i]->type) && x->type->bits > 1;
            x = ir_int_resize(c->b, x, c->m->ty_i32, sign);
        }
        v[n] = x;
        t[n++] = x->type;
    }
    IrValue *buf = &ir_null(c->m, c->m->ty_ptr)->v;
    if (n) {
        IrType *st = ir_ty_struct(c->m, n, t, false);
        buf = &gen_entry_alloca(fn, st, CU_MAX(st->align, 8), atom_cstr(g->ctx, "printf"))->v;
        for (uint32_t i = 0; i < n; i++) {
            IrValue *p = ir_ptradd_c(c->b, buf, (int64_t)ir_ty_member_offset(st, i), IR_INBOUNDS);
            ir_store(c->b, v[i], p, 0);
        }
    }
    IrType *pp[2] = {c->m->ty_ptr, c->m->ty_ptr};
    IrFunc *f = gen_runtime(g, "vprintf", c->m->ty_i32, 2, pp);
    IrValue *a[2] = {fmt, buf};
    arena_reset(&g->ctx->scratch, mark);
    return &ir_call_fn(c->b, f, 2, a)->v;
}

IrValue *gen_cuda_builtin(Fn *fn, uint32_t at, Type *ret, Expr *e) {
    Gen *g = fn->g;
    const CudaBuiltin *row = &cuda_builtins[at];
    Bi c = {.fn = fn, .b = &fn->b, .m = g->m, .row = row, .e = e};
    if (row->min_sm > g->opt.sm) {
        // a function of our header that picks the overload: its name is what the user wrote
        size_t k = strlen(row->name);
        bool impl = k > 5 && strcmp(row->name + k - 5, "_impl") == 0 && fn->fd;
        diag(g->ctx, GEN_ROW(gen_sm), e->pos, impl ? atom_str(g->ctx, fn->fd->d.name) : row->name,
             row->min_sm / 10u, row->min_sm % 10u);
    }
    if (row->lowering == BI_FN && strcmp(row->detail, "printf") == 0) return gen_printf(&c, e);
    c.ret = gen_value_type(g, ret);
    for (uint32_t i = 0; i < e->n && i < CU_COUNT(c.arg) - 2; i++)
        c.arg[c.n++] = gen_scalar(fn, e->arg[i]);
    static IrValue *(*const lower[])(Bi *) = {[BI_INTR] = lower_intrinsic,
                                              [BI_LIBD] = lower_library,
                                              [BI_ATOM] = lower_atomic,
                                              [BI_CAS] = lower_cas,
                                              [BI_FN] = lower_handler};
    IrValue *r = lower[row->lowering](&c);
    if (!r && c.ret->kind != IR_TY_VOID) r = &ir_undef(g->m, c.ret)->v;
    return c.ret->kind == IR_TY_VOID ? NULL : r;
}

IrValue *gen_builtin(Fn *fn, FuncDecl *f, Expr *e) {
    if (f->builtin >= CXX_GNU_BUILTIN) return gen_gnu_builtin(fn, f, e);
    return gen_cuda_builtin(fn, f->builtin - 1, f->d.type->u.func.ret, e);
}

// ---- special registers --------------------------------------------------------------------------

static const struct SregVar {
    const char *name, *reg;
} sreg_vars[] = {{"threadIdx", "tid"},
                 {"blockIdx", "ctaid"},
                 {"blockDim", "ntid"},
                 {"gridDim", "nctaid"},
                 {"warpSize", NULL}};

static const struct SregVar *sreg_var(Gen *g, const VarDecl *v) {
    if (v->d.scope != g->x->global || v->defined) return NULL;
    const char *name = atom_str(g->ctx, v->d.name);
    for (uint32_t i = 0; i < CU_COUNT(sreg_vars); i++) {
        if (strcmp(name, sreg_vars[i].name) == 0) return &sreg_vars[i];
    }
    return NULL;
}

bool gen_is_sreg(Gen *g, const VarDecl *v) {
    return sreg_var(g, v) != NULL;
}

static IrValue *read_sreg(Fn *fn, const struct SregVar *r, char dim) {
    Bi c = {.fn = fn, .b = &fn->b, .m = fn->g->m, .e = &(Expr){0}};
    Atom name = atom_printf(fn->g->ctx, "llvm.nvvm.read.ptx.sreg.%s.%c", r->reg, dim);
    return call_named(&c, name, c.m->ty_i32, 0, NULL);
}

// threadIdx.x and the like read special registers; the variables have no storage.
IrValue *gen_sreg(Fn *fn, VarDecl *v, FieldDecl *f) {
    const struct SregVar *r = sreg_var(fn->g, v);
    if (!r) return NULL;
    if (!r->reg) return f ? NULL : &ir_int(fn->g->m->ty_i32, 32)->v;
    const char *dim = f ? atom_str(fn->g->ctx, f->d.name) : "";
    return dim[0] >= 'x' && dim[0] <= 'z' && !dim[1] ? read_sreg(fn, r, dim[0]) : NULL;
}

Place gen_sreg_place(Fn *fn, VarDecl *v) {
    const struct SregVar *r = sreg_var(fn->g, v);
    Place p = gen_temp(fn, v->d.type);
    for (uint32_t i = 0; i < 3 && r->reg; i++) {
        IrValue *at = ir_ptradd_c(&fn->b, p.addr, 4 * i, IR_INBOUNDS);
        ir_store(&fn->b, read_sreg(fn, r, (char)('x' + i)), at, 4);
    }
    if (!r->reg) ir_store(&fn->b, &ir_int(fn->g->m->ty_i32, 32)->v, p.addr, 4);
    return p;
}
