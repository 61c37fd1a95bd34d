// SPDX-License-Identifier: Apache-2.0
// GNU builtins (__builtin_NAME) that reach code. Those that have a CUDA function's name lower as
// that function does; the rest is the table at the end. What neither knows is refused, as nvcc
// refuses it in device code (seen by compiling calls of them).
#include "cxx/constant/constant.h"
#include "cuda/cuda.h"
#include "irgen/gen.h"

// One call on its way: the arguments are evaluated by the function that handles it.
typedef struct Gb {
    Fn *fn;
    IrBuilder *b;
    IrModule *m;
    Expr *e;
    IrType *ret;
} Gb;

// An argument as a value, evaluated where the call stands.
static IrValue *arg(Gb *gb, uint32_t i) {
    return gen_scalar(gb->fn, gb->e->arg[i]);
}

// Counts and truth values have the call's type, int mostly.
static IrValue *to_ret(Gb *gb, IrValue *value) {
    return ir_int_resize(gb->b, value, gb->ret, false);
}

static IrValue *gb_first(Gb *gb) { // expect, assume_aligned: the operand itself
    return arg(gb, 0);
}

static IrValue *gb_zero(Gb *gb) { // constant_p, is_constant_evaluated at run time
    return &ir_null(gb->m, gb->ret)->v;
}

// The code behind it is dead, but something must stand there.
static IrValue *gb_unreachable(Gb *gb) {
    ir_unreachable(gb->b);
    gen_at(gb->fn, gen_block(gb->fn, "after.unreachable"));
    return NULL;
}

static IrValue *gb_trap(Gb *gb) {
    ir_call_intrin(gb->b, IR_I_trap, NULL, 0, NULL);
    return gb_unreachable(gb);
}

// What the optimizer may rely on; the operand has no effects.
static IrValue *gb_assume(Gb *gb) {
    IrValue *v = arg(gb, 0);
    IR_CALL(gb->b, IR_I_assume, NULL, v);
    return NULL;
}

// With a flag for zero: it is defined, as the bits' number.
static IrValue *bits(Gb *gb, IrIntrin id) {
    IrValue *v = arg(gb, 0);
    bool flag = is_any_of(id, IR_I_ctlz, IR_I_cttz);
    IrValue *r =
        flag ? IR_CALL(gb->b, id, NULL, v, &ir_false(gb->m)->v) : IR_CALL(gb->b, id, NULL, v);
    return to_ret(gb, r);
}

static IrValue *gb_clz(Gb *gb) {
    return bits(gb, IR_I_ctlz);
}

static IrValue *gb_ctz(Gb *gb) {
    return bits(gb, IR_I_cttz);
}

static IrValue *gb_popcount(Gb *gb) {
    return bits(gb, IR_I_ctpop);
}

// The lowest bit of the count.
static IrValue *gb_parity(Gb *gb) {
    return ir_and(gb->b, bits(gb, IR_I_ctpop), &ir_int(gb->ret, 1)->v);
}

// One more than the number of the lowest set bit; 0 for none (POSIX ffs).
static IrValue *gb_ffs(Gb *gb) {
    IrValue *v = arg(gb, 0);
    IrValue *n = to_ret(gb, IR_CALL(gb->b, IR_I_cttz, NULL, v, &ir_false(gb->m)->v));
    IrValue *none = ir_cmp(gb->b, IR_EQ, v, &ir_null(gb->m, v->type)->v);
    return ir_select(gb->b, none, gb_zero(gb), ir_add(gb->b, n, &ir_int(gb->ret, 1)->v));
}

static IrValue *gb_bswap(Gb *gb) {
    return IR_CALL(gb->b, IR_I_bswap, NULL, arg(gb, 0));
}

// For __builtin_huge_val, too, which is infinity in IEEE formats.
static IrValue *gb_inf(Gb *gb) {
    return &ir_fp(gb->m, gb->ret, __builtin_inf())->v;
}

// The text says which NaN; without a constant text the usual one.
static IrValue *gb_nan(Gb *gb) {
    Gen *g = gb->fn->g;
    ConstVal *k = cxx_const_eval(g->x, gb->e, false);
    if (k) return gen_const_value(gb->fn, gen_const(g, k, gb->e->type), gb->e->type);
    return &ir_fp(gb->m, gb->ret, __builtin_nan(""))->v;
}

// |x|; NaN stays NaN.
static IrValue *magnitude(Gb *gb, IrValue *value) {
    return IR_CALL(gb->b, IR_I_fabs, NULL, value);
}

// Only a NaN differs from itself.
static IrValue *gb_isnan(Gb *gb) {
    IrValue *v = arg(gb, 0);
    return to_ret(gb, ir_cmp(gb->b, IR_FCMP_UNO, v, v));
}

// The magnitude against infinity.
static IrValue *against_inf(Gb *gb, IrPred p) {
    IrValue *v = magnitude(gb, arg(gb, 0));
    return to_ret(gb, ir_cmp(gb->b, p, v, &ir_fp(gb->m, v->type, __builtin_inf())->v));
}

static IrValue *gb_isinf(Gb *gb) {
    return against_inf(gb, IR_FCMP_OEQ);
}

static IrValue *gb_isfinite(Gb *gb) {
    return against_inf(gb, IR_FCMP_ONE);
}

// At least the smallest normal number, and finite.
static IrValue *gb_isnormal(Gb *gb) {
    IrValue *v = magnitude(gb, arg(gb, 0));
    double least = v->type == gb->m->ty_float ? 0x1p-126 : 0x1p-1022;
    IrValue *big = ir_cmp(gb->b, IR_FCMP_OGE, v, &ir_fp(gb->m, v->type, least)->v);
    IrValue *fin = ir_cmp(gb->b, IR_FCMP_OLT, v, &ir_fp(gb->m, v->type, __builtin_inf())->v);
    return to_ret(gb, ir_and(gb->b, big, fin));
}

// The sign of the bits, of NaNs and zeros, too.
static IrValue *gb_signbit(Gb *gb) {
    IrValue *v = arg(gb, 0);
    v = ir_bitcast(gb->b, v, ir_ty_int(gb->m, v->type->bits));
    return to_ret(gb, ir_cmp(gb->b, IR_SLT, v, &ir_null(gb->m, v->type)->v));
}

// Comparisons that are quiet for NaNs: all comparisons are, on the device.
static IrValue *compare(Gb *gb, IrPred p) {
    IrValue *a = arg(gb, 0), *b = arg(gb, 1);
    return to_ret(gb, ir_cmp(gb->b, p, a, b));
}

static IrValue *gb_isgreater(Gb *gb) {
    return compare(gb, IR_FCMP_OGT);
}

static IrValue *gb_isgreaterequal(Gb *gb) {
    return compare(gb, IR_FCMP_OGE);
}

static IrValue *gb_isless(Gb *gb) {
    return compare(gb, IR_FCMP_OLT);
}

static IrValue *gb_islessequal(Gb *gb) {
    return compare(gb, IR_FCMP_OLE);
}

static IrValue *gb_islessgreater(Gb *gb) {
    return compare(gb, IR_FCMP_ONE);
}

static IrValue *gb_isunordered(Gb *gb) {
    return compare(gb, IR_FCMP_UNO);
}

// A list is an array in a variable and a pointer to one in a parameter.
static IrValue *va_list_of(Fn *fn, Expr *expr) {
    if (ty_is_array(expr->type)) return gen_addr(fn, expr);
    return expr->cat == VC_PRVALUE ? gen_scalar(fn, expr) : gen_load(fn, gen_place(fn, expr));
}

// The last named parameter, the second argument, need not be known.
static IrValue *gb_va_start(Gb *gb) {
    IR_CALL(gb->b, IR_I_va_start, NULL, va_list_of(gb->fn, gb->e->arg[0]));
    return NULL;
}

static IrValue *gb_va_end(Gb *gb) {
    IR_CALL(gb->b, IR_I_va_end, NULL, va_list_of(gb->fn, gb->e->arg[0]));
    return NULL;
}

static IrValue *gb_va_copy(Gb *gb) {
    IrValue *to = va_list_of(gb->fn, gb->e->arg[0]);
    IR_CALL(gb->b, IR_I_va_copy, NULL, to, va_list_of(gb->fn, gb->e->arg[1]));
    return NULL;
}

IrValue *gen_va_arg(Fn *fn, Expr *expr) {
    return ir_va_arg(&fn->b, va_list_of(fn, expr->a), gen_mem_type(fn->g, expr->type));
}

// A class lies in the buffer as a whole (ptx/legal_vararg.c): the pointer is moved past it.
void gen_va_arg_agg(Fn *fn, Expr *expr, Place dst) {
    IrBuilder *builder = &fn->b;
    IrModule *m = fn->g->m;
    IrValue *list = va_list_of(fn, expr->a), *at = &ir_load(builder, m->ty_ptr, list, 8)->v;
    uint32_t align = gen_align(fn->g, expr->type);
    uint64_t size = gen_size(fn->g, expr->type);
    // The pointer is rounded up to the class's alignment.
    if (align > 1) {
        IrValue *up =
            ir_add(builder, ir_ptrtoint(builder, at, m->ty_i64), &ir_int(m->ty_i64, align - 1)->v);
        at = ir_inttoptr(builder, ir_and(builder, up, &ir_int(m->ty_i64, 0 - (uint64_t)align)->v),
                         m->ty_ptr);
    }
    ir_store(builder, ir_ptradd_c(builder, at, (int64_t)size, 0), list, 8);
    gen_copy(fn, dst, at, align, size);
}

// Aligned for anything, as GNU's is.
static IrValue *gb_alloca(Gb *gb) {
    IrValue *n = arg(gb, 0);
    IrInst *a = ir_alloca_n(gb->b, gb->m->ty_i8, n, 16, IR_AS_GENERIC);
    return &a->v;
}

// Arguments are evaluated, for their effects.
static IrValue *gb_nothing(Gb *gb) {
    for (uint32_t i = 0; i < gb->e->n; i++) gen_void(gb->fn, gb->e->arg[i]);
    return NULL;
}

// The device library has it; LLVM's powi may round in another order.
static IrValue *gb_powi(Gb *gb) {
    // Multiplications happen in the library's order on every GPU.
    IrValue *a[2] = {arg(gb, 0), arg(gb, 1)};
    IrType *p[2] = {a[0]->type, a[1]->type};
    const char *name = gb->ret == gb->m->ty_float ? "__nv_powif" : "__nv_powi";
    return &ir_call_fn(gb->b, gen_runtime(gb->fn->g, name, gb->ret, 2, p), 2, a)->v;
}

static IrValue *gb_object_size(
    Gb *gb) { // unknown: the largest (or, for types 2 and 3, smallest) size
    bool smallest = ir_is_int(arg(gb, 1), 2) || ir_is_int(arg(gb, 1), 3);
    return smallest ? gb_zero(gb) : &ir_sint(gb->ret, -1)->v;
}

// In the order of the names.
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

// By the table, or as CUDA's function of that name; an error where neither has it.
IrValue *gen_gnu_builtin(Fn *fn, FuncDecl *func, Expr *expr) {
    Gen *gen = fn->g;
    const char *name = atom_str(gen->ctx, func->d.name);
    if (strncmp(name, "__builtin_", 10) == 0) name += 10;
    Gb gb = {.fn = fn, .b = &fn->b, .m = gen->m, .e = expr, .ret = gen_value_type(gen, expr->type)};
    IrValue *value = NULL;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        value = rows[i].fn(&gb);
        if (!value && gb.ret->kind != IR_TY_VOID) value = &ir_undef(gen->m, gb.ret)->v;
        return value;
    }
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (row) return gen_cuda_builtin(fn, row, expr->type, expr, NULL);
    gen_error(fn, expr->pos, atom_str(gen->ctx, func->d.name));
    return gb.ret->kind == IR_TY_VOID ? NULL : &ir_undef(gen->m, gb.ret)->v;
}
