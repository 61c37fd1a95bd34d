// SPDX-License-Identifier: Apache-2.0
// GNU builtins (__builtin_NAME) that reach code: the table at the end says which operands each
// evaluates (builtin.c does so), its function what becomes of the values.
#include "cxx/constant/constant.h"
#include "irgen/gen.h"
#include "ir/intrin_id.h"

// One call on its way, with the arguments that its row asks for.
typedef struct Gb {
    Fn *fn;
    IrBuilder *b;
    IrModule *m;
    Expr *e;
    IrType *ret;
    IrValue *const *arg;
} Gb;

// Counts and truth values have the call's type, int mostly.
static IrValue *to_ret(Gb *gb, IrValue *result) {
    return ir_int_resize(gb->b, result, gb->ret, false);
}

static IrValue *gb_first(Gb *gb) { // expect, assume_aligned: the operand itself
    return gb->arg[0];
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
    IrValue *v = gb->arg[0];
    IR_CALL(gb->b, IR_I_assume, NULL, v);
    return NULL;
}

// With a flag for zero: it is defined, as the bits' number.
static IrValue *bits(Gb *gb, IrIntrin id) {
    IrValue *v = gb->arg[0];
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
    IrValue *v = gb->arg[0];
    IrValue *n = to_ret(gb, IR_CALL(gb->b, IR_I_cttz, NULL, v, &ir_false(gb->m)->v));
    IrValue *none = ir_cmp(gb->b, IR_EQ, v, &ir_null(gb->m, v->type)->v);
    return ir_select(gb->b, none, gb_zero(gb), ir_add(gb->b, n, &ir_int(gb->ret, 1)->v));
}

static IrValue *gb_bswap(Gb *gb) {
    return IR_CALL(gb->b, IR_I_bswap, NULL, gb->arg[0]);
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
static IrValue *magnitude(Gb *gb, IrValue *operand) {
    return IR_CALL(gb->b, IR_I_fabs, NULL, operand);
}

// Only a NaN differs from itself.
static IrValue *gb_isnan(Gb *gb) {
    IrValue *v = gb->arg[0];
    return to_ret(gb, ir_cmp(gb->b, IR_FCMP_UNO, v, v));
}

// The magnitude against infinity.
static IrValue *against_inf(Gb *gb, IrPred p) {
    IrValue *v = magnitude(gb, gb->arg[0]);
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
    IrValue *v = magnitude(gb, gb->arg[0]);
    double least = v->type == gb->m->ty_float ? 0x1p-126 : 0x1p-1022;
    IrValue *big = ir_cmp(gb->b, IR_FCMP_OGE, v, &ir_fp(gb->m, v->type, least)->v);
    IrValue *fin = ir_cmp(gb->b, IR_FCMP_OLT, v, &ir_fp(gb->m, v->type, __builtin_inf())->v);
    return to_ret(gb, ir_and(gb->b, big, fin));
}

// The sign of the bits, of NaNs and zeros, too.
static IrValue *gb_signbit(Gb *gb) {
    IrValue *v = gb->arg[0];
    v = ir_bitcast(gb->b, v, ir_ty_int(gb->m, v->type->bits));
    return to_ret(gb, ir_cmp(gb->b, IR_SLT, v, &ir_null(gb->m, v->type)->v));
}

// Comparisons that are quiet for NaNs: all comparisons are, on the device.
static IrValue *compare(Gb *gb, IrPred p) {
    IrValue *a = gb->arg[0], *b = gb->arg[1];
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

// The last named parameter, the second argument, need not be known.
static IrValue *gb_va_start(Gb *gb) {
    IR_CALL(gb->b, IR_I_va_start, NULL, gb->arg[0]);
    return NULL;
}

static IrValue *gb_va_end(Gb *gb) {
    IR_CALL(gb->b, IR_I_va_end, NULL, gb->arg[0]);
    return NULL;
}

static IrValue *gb_va_copy(Gb *gb) {
    IR_CALL(gb->b, IR_I_va_copy, NULL, gb->arg[0], gb->arg[1]);
    return NULL;
}

// Aligned for anything, as GNU's is.
static IrValue *gb_alloca(Gb *gb) {
    IrValue *n = gb->arg[0];
    IrInst *a = ir_alloca_n(gb->b, gb->m->ty_i8, n, 16, IR_AS_GENERIC);
    return &a->v;
}

// Arguments are evaluated, for their effects.
static IrValue *gb_nothing(Gb *gb) {
    return NULL;
}

// The device library has it; LLVM's powi may round in another order.
static IrValue *gb_powi(Gb *gb) {
    // Multiplications happen in the library's order on every GPU.
    IrValue *a[2] = {gb->arg[0], gb->arg[1]};
    IrType *p[2] = {a[0]->type, a[1]->type};
    const char *name = gb->ret == gb->m->ty_float ? "__nv_powif" : "__nv_powi";
    return &ir_call_fn(gb->b, gen_runtime(gb->fn->g, name, gb->ret, 2, p), 2, a)->v;
}

// Unknown: the largest size, or for types 2 and 3 the smallest.
static IrValue *gb_object_size(Gb *gb) {
    bool smallest = ir_is_int(gb->arg[1], 2) || ir_is_int(gb->arg[1], 3);
    return smallest ? gb_zero(gb) : &ir_sint(gb->ret, -1)->v;
}

// In the order of the names.
struct GnuRow {
    const char *name;
    uint8_t operands; // GNU_*
    IrValue *(*lower)(Gb *gb);
};
static const GnuRow rows[] = {
    {"abort", 0, gb_trap},
    {"alloca", GNU_ARG(0), gb_alloca},
    {"assume", GNU_ARG(0), gb_assume},
    {"assume_aligned", GNU_ARG(0), gb_first},
    {"bswap16", GNU_ARG(0), gb_bswap},
    {"bswap32", GNU_ARG(0), gb_bswap},
    {"bswap64", GNU_ARG(0), gb_bswap},
    {"clz", GNU_ARG(0), gb_clz},
    {"clzl", GNU_ARG(0), gb_clz},
    {"clzll", GNU_ARG(0), gb_clz},
    {"constant_p", 0, gb_zero},
    {"ctz", GNU_ARG(0), gb_ctz},
    {"ctzl", GNU_ARG(0), gb_ctz},
    {"ctzll", GNU_ARG(0), gb_ctz},
    {"expect", GNU_ARG(0), gb_first},
    {"expect_with_probability", GNU_ARG(0), gb_first},
    {"ffs", GNU_ARG(0), gb_ffs},
    {"ffsl", GNU_ARG(0), gb_ffs},
    {"ffsll", GNU_ARG(0), gb_ffs},
    {"finite", GNU_ARG(0), gb_isfinite},
    {"huge_val", 0, gb_inf},
    {"huge_valf", 0, gb_inf},
    {"inf", 0, gb_inf},
    {"inff", 0, gb_inf},
    {"is_constant_evaluated", 0, gb_zero},
    {"isfinite", GNU_ARG(0), gb_isfinite},
    {"isgreater", GNU_ARG(0) | GNU_ARG(1), gb_isgreater},
    {"isgreaterequal", GNU_ARG(0) | GNU_ARG(1), gb_isgreaterequal},
    {"isinf", GNU_ARG(0), gb_isinf},
    {"isless", GNU_ARG(0) | GNU_ARG(1), gb_isless},
    {"islessequal", GNU_ARG(0) | GNU_ARG(1), gb_islessequal},
    {"islessgreater", GNU_ARG(0) | GNU_ARG(1), gb_islessgreater},
    {"isnan", GNU_ARG(0), gb_isnan},
    {"isnormal", GNU_ARG(0), gb_isnormal},
    {"isunordered", GNU_ARG(0) | GNU_ARG(1), gb_isunordered},
    {"launder", GNU_ARG(0), gb_first},
    {"nan", 0, gb_nan},
    {"nanf", 0, gb_nan},
    {"nans", 0, gb_nan},
    {"nansf", 0, gb_nan},
    {"object_size", GNU_ARG(1), gb_object_size},
    {"parity", GNU_ARG(0), gb_parity},
    {"parityl", GNU_ARG(0), gb_parity},
    {"parityll", GNU_ARG(0), gb_parity},
    {"popcount", GNU_ARG(0), gb_popcount},
    {"popcountl", GNU_ARG(0), gb_popcount},
    {"popcountll", GNU_ARG(0), gb_popcount},
    {"powi", GNU_ARG(0) | GNU_ARG(1), gb_powi},
    {"powif", GNU_ARG(0) | GNU_ARG(1), gb_powi},
    {"prefetch", GNU_EFFECTS, gb_nothing},
    {"signbit", GNU_ARG(0), gb_signbit},
    {"signbitf", GNU_ARG(0), gb_signbit},
    {"trap", 0, gb_trap},
    {"unreachable", 0, gb_unreachable},
    {"va_copy", GNU_LISTS | GNU_ARG(0) | GNU_ARG(1), gb_va_copy},
    {"va_end", GNU_LISTS | GNU_ARG(0), gb_va_end},
    {"va_start", GNU_LISTS | GNU_ARG(0), gb_va_start},
};

const GnuRow *gen_gnu_builtin(const char *name) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    }
    return NULL;
}

uint32_t gen_gnu_operands(const GnuRow *row) {
    return row->operands;
}

IrValue *gen_gnu_call(Fn *fn, const GnuRow *row, Expr *call, IrValue *const *arg) {
    Gb gb = {.fn = fn,
             .b = &fn->b,
             .m = fn->g->m,
             .e = call,
             .ret = gen_value_type(fn->g, call->type),
             .arg = arg};
    IrValue *value = row->lower(&gb);
    return value || gb.ret->kind == IR_TY_VOID ? value : &ir_undef(gb.m, gb.ret)->v;
}
