// SPDX-License-Identifier: Apache-2.0
// GNU builtins (__builtin_NAME) that reach code. Those that have a CUDA function's name lower as
// that function does; the rest is the table at the end. What neither knows is refused, as nvcc
// refuses it in device code (seen by compiling calls of them).
#include "cxx/constant/constant.h"
#include "cuda/cuda.h"
#include "irgen/gen.h"

typedef struct Gb {
    Fn *fn;
    IrBuilder *b;
    IrModule *m;
    Expr *e;
    IrType *ret;
} Gb;

static IrValue *arg(Gb *c, uint32_t i) {
    return gen_scalar(c->fn, c->e->arg[i]);
}

static IrValue *to_ret(Gb *c, IrValue *v) {
    return ir_int_resize(c->b, v, c->ret, false);
}

static IrValue *gb_first(Gb *c) { // expect, assume_aligned: the operand itself
    return arg(c, 0);
}

static IrValue *gb_zero(Gb *c) { // constant_p, is_constant_evaluated at run time
    return &ir_null(c->m, c->ret)->v;
}

static IrValue *gb_unreachable(Gb *c) {
    ir_unreachable(c->b);
    gen_at(c->fn, gen_block(c->fn, "after.unreachable"));
    return NULL;
}

static IrValue *gb_trap(Gb *c) {
    ir_call_intrin(c->b, IR_I_trap, NULL, 0, NULL);
    return gb_unreachable(c);
}

static IrValue *gb_assume(Gb *c) {
    IrValue *v = arg(c, 0);
    IR_CALL(c->b, IR_I_assume, NULL, v);
    return NULL;
}

static IrValue *bits(Gb *c, IrIntrin id) {
    IrValue *v = arg(c, 0);
    bool flag = id == IR_I_ctlz || id == IR_I_cttz;
    IrValue *r = flag ? IR_CALL(c->b, id, NULL, v, &ir_false(c->m)->v) : IR_CALL(c->b, id, NULL, v);
    return to_ret(c, r);
}

static IrValue *gb_clz(Gb *c) {
    return bits(c, IR_I_ctlz);
}

static IrValue *gb_ctz(Gb *c) {
    return bits(c, IR_I_cttz);
}

static IrValue *gb_popcount(Gb *c) {
    return bits(c, IR_I_ctpop);
}

static IrValue *gb_parity(Gb *c) {
    return ir_and(c->b, bits(c, IR_I_ctpop), &ir_int(c->ret, 1)->v);
}

static IrValue *gb_ffs(Gb *c) {
    IrValue *v = arg(c, 0);
    IrValue *n = to_ret(c, IR_CALL(c->b, IR_I_cttz, NULL, v, &ir_false(c->m)->v));
    IrValue *none = ir_cmp(c->b, IR_EQ, v, &ir_null(c->m, v->type)->v);
    return ir_select(c->b, none, gb_zero(c), ir_add(c->b, n, &ir_int(c->ret, 1)->v));
}

static IrValue *gb_bswap(Gb *c) {
    return IR_CALL(c->b, IR_I_bswap, NULL, arg(c, 0));
}

static IrValue *gb_inf(Gb *c) {
    return &ir_fp(c->m, c->ret, __builtin_inf())->v;
}

static IrValue *gb_nan(Gb *c) {
    Gen *g = c->fn->g;
    ConstVal *k = cxx_const_eval(g->x, c->e, false);
    if (k) return gen_const_value(c->fn, gen_const(g, k, c->e->type), c->e->type);
    return &ir_fp(c->m, c->ret, __builtin_nan(""))->v;
}

static IrValue *magnitude(Gb *c, IrValue *v) {
    return IR_CALL(c->b, IR_I_fabs, NULL, v);
}

static IrValue *gb_isnan(Gb *c) {
    IrValue *v = arg(c, 0);
    return to_ret(c, ir_cmp(c->b, IR_FCMP_UNO, v, v));
}

static IrValue *against_inf(Gb *c, IrPred p) {
    IrValue *v = magnitude(c, arg(c, 0));
    return to_ret(c, ir_cmp(c->b, p, v, &ir_fp(c->m, v->type, __builtin_inf())->v));
}

static IrValue *gb_isinf(Gb *c) {
    return against_inf(c, IR_FCMP_OEQ);
}

static IrValue *gb_isfinite(Gb *c) {
    return against_inf(c, IR_FCMP_ONE);
}

static IrValue *gb_isnormal(Gb *c) {
    IrValue *v = magnitude(c, arg(c, 0));
    double least = v->type == c->m->ty_float ? 0x1p-126 : 0x1p-1022;
    IrValue *big = ir_cmp(c->b, IR_FCMP_OGE, v, &ir_fp(c->m, v->type, least)->v);
    IrValue *fin = ir_cmp(c->b, IR_FCMP_OLT, v, &ir_fp(c->m, v->type, __builtin_inf())->v);
    return to_ret(c, ir_and(c->b, big, fin));
}

static IrValue *gb_signbit(Gb *c) {
    IrValue *v = arg(c, 0);
    v = ir_bitcast(c->b, v, ir_ty_int(c->m, v->type->bits));
    return to_ret(c, ir_cmp(c->b, IR_SLT, v, &ir_null(c->m, v->type)->v));
}

static IrValue *compare(Gb *c, IrPred p) {
    IrValue *a = arg(c, 0), *b = arg(c, 1);
    return to_ret(c, ir_cmp(c->b, p, a, b));
}

static IrValue *gb_isgreater(Gb *c) {
    return compare(c, IR_FCMP_OGT);
}

static IrValue *gb_isgreaterequal(Gb *c) {
    return compare(c, IR_FCMP_OGE);
}

static IrValue *gb_isless(Gb *c) {
    return compare(c, IR_FCMP_OLT);
}

static IrValue *gb_islessequal(Gb *c) {
    return compare(c, IR_FCMP_OLE);
}

static IrValue *gb_islessgreater(Gb *c) {
    return compare(c, IR_FCMP_ONE);
}

static IrValue *gb_isunordered(Gb *c) {
    return compare(c, IR_FCMP_UNO);
}

// A list is an array in a variable and a pointer to one in a parameter.
static IrValue *va_list_of(Fn *fn, Expr *e) {
    if (ty_is_array(e->type)) return gen_addr(fn, e);
    return e->cat == VC_PRVALUE ? gen_scalar(fn, e) : gen_load(fn, gen_place(fn, e));
}

static IrValue *gb_va_start(Gb *c) {
    IR_CALL(c->b, IR_I_va_start, NULL, va_list_of(c->fn, c->e->arg[0]));
    return NULL;
}

static IrValue *gb_va_end(Gb *c) {
    IR_CALL(c->b, IR_I_va_end, NULL, va_list_of(c->fn, c->e->arg[0]));
    return NULL;
}

static IrValue *gb_va_copy(Gb *c) {
    IrValue *to = va_list_of(c->fn, c->e->arg[0]);
    IR_CALL(c->b, IR_I_va_copy, NULL, to, va_list_of(c->fn, c->e->arg[1]));
    return NULL;
}

IrValue *gen_va_arg(Fn *fn, Expr *e) {
    return ir_va_arg(&fn->b, va_list_of(fn, e->a), gen_mem_type(fn->g, e->type));
}

// A class lies in the buffer as a whole (ptx/legal_vararg.c): the pointer is moved past it.
void gen_va_arg_agg(Fn *fn, Expr *e, Place dst) {
    IrBuilder *b = &fn->b;
    IrModule *m = fn->g->m;
    IrValue *list = va_list_of(fn, e->a), *at = &ir_load(b, m->ty_ptr, list, 8)->v;
    uint32_t align = gen_align(fn->g, e->type);
    uint64_t size = gen_size(fn->g, e->type);
    if (align > 1) {
        IrValue *up = ir_add(b, ir_ptrtoint(b, at, m->ty_i64), &ir_int(m->ty_i64, align - 1)->v);
        at = ir_inttoptr(b, ir_and(b, up, &ir_int(m->ty_i64, 0 - (uint64_t)align)->v), m->ty_ptr);
    }
    ir_store(b, ir_ptradd_c(b, at, (int64_t)size, 0), list, 8);
    gen_copy(fn, dst, at, align, size);
}

static IrValue *gb_alloca(Gb *c) {
    IrValue *n = arg(c, 0);
    IrInst *a = ir_alloca_n(c->b, c->m->ty_i8, n, 16, IR_AS_GENERIC);
    return &a->v;
}

static IrValue *gb_nothing(Gb *c) {
    for (uint32_t i = 0; i < c->e->n; i++) gen_void(c->fn, c->e->arg[i]);
    return NULL;
}

static IrValue *gb_powi(Gb *c) {
    IrValue *a[2] = {arg(c, 0), arg(c, 1)};
    IrType *p[2] = {a[0]->type, a[1]->type};
    const char *name = c->ret == c->m->ty_float ? "__nv_powif" : "__nv_powi";
    return &ir_call_fn(c->b, gen_runtime(c->fn->g, name, c->ret, 2, p), 2, a)->v;
}

static IrValue *gb_object_size(
    Gb *c) { // unknown: the largest (or, for types 2 and 3, smallest) size
    bool smallest = ir_is_int(arg(c, 1), 2) || ir_is_int(arg(c, 1), 3);
    return smallest ? gb_zero(c) : &ir_sint(c->ret, -1)->v;
}

static const struct GnuRow {
    const char *name;
    IrValue *(*fn)(Gb *c);
} rows[] = {
    {"abort", gb_trap},
    {"alloca", gb_alloca},
    {"assume", gb_assume},
    {"assume_aligned", gb_first},
    {"bswap16", gb_bswap},
    {"bswap32", gb_bswap},
    {"bswap64", gb_bswap},
    {"clz", gb_clz},
    {"clzl", gb_clz},
    {"clzll", gb_clz},
    {"constant_p", gb_zero},
    {"ctz", gb_ctz},
    {"ctzl", gb_ctz},
    {"ctzll", gb_ctz},
    {"expect", gb_first},
    {"expect_with_probability", gb_first},
    {"ffs", gb_ffs},
    {"ffsl", gb_ffs},
    {"ffsll", gb_ffs},
    {"finite", gb_isfinite},
    {"huge_val", gb_inf},
    {"huge_valf", gb_inf},
    {"inf", gb_inf},
    {"inff", gb_inf},
    {"is_constant_evaluated", gb_zero},
    {"isfinite", gb_isfinite},
    {"isgreater", gb_isgreater},
    {"isgreaterequal", gb_isgreaterequal},
    {"isinf", gb_isinf},
    {"isless", gb_isless},
    {"islessequal", gb_islessequal},
    {"islessgreater", gb_islessgreater},
    {"isnan", gb_isnan},
    {"isnormal", gb_isnormal},
    {"isunordered", gb_isunordered},
    {"launder", gb_first},
    {"nan", gb_nan},
    {"nanf", gb_nan},
    {"nans", gb_nan},
    {"nansf", gb_nan},
    {"object_size", gb_object_size},
    {"parity", gb_parity},
    {"parityl", gb_parity},
    {"parityll", gb_parity},
    {"popcount", gb_popcount},
    {"popcountl", gb_popcount},
    {"popcountll", gb_popcount},
    {"powi", gb_powi},
    {"powif", gb_powi},
    {"prefetch", gb_nothing},
    {"signbit", gb_signbit},
    {"signbitf", gb_signbit},
    {"trap", gb_trap},
    {"unreachable", gb_unreachable},
    {"va_copy", gb_va_copy},
    {"va_end", gb_va_end},
    {"va_start", gb_va_start},
};

IrValue *gen_gnu_builtin(Fn *fn, FuncDecl *f, Expr *e) {
    Gen *g = fn->g;
    const char *name = atom_str(g->ctx, f->d.name);
    if (strncmp(name, "__builtin_", 10) == 0) name += 10;
    Gb c = {.fn = fn, .b = &fn->b, .m = g->m, .e = e, .ret = gen_value_type(g, e->type)};
    IrValue *r = NULL;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        r = rows[i].fn(&c);
        if (!r && c.ret->kind != IR_TY_VOID) r = &ir_undef(g->m, c.ret)->v;
        return r;
    }
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (row) return gen_cuda_builtin(fn, row, e->type, e, NULL);
    gen_error(fn, e->pos, atom_str(g->ctx, f->d.name));
    return c.ret->kind == IR_TY_VOID ? NULL : &ir_undef(g->m, c.ret)->v;
}
