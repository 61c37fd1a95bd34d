// SPDX-License-Identifier: Apache-2.0
// The rewriting engine of instcombine and its tables of rules (src/opt/rewrite/*.def).
//
// A rule is a row keyed by (op, shape of operand 0, shape of operand 1) and a small function. The
// engine tries opt_simplify first, then the rows of the op in table order. Invariants of a rule:
//  - the result has the instruction's type;
//  - it is defined wherever the old value was, and equal there (poison may only go away);
//  - it makes progress in the order of canonical forms: constants right, subtraction of a constant
//    is addition, multiplication by 2^k a shift, comparisons strict and unsigned where equal;
//  - it makes no more instructions than die, or cheaper ones; new ones go before the instruction
//    (rw->b stands there) and are visited by the engine;
//  - floating point: bits of the result are kept unless the fast-math flag that allows a change is
//    on the instruction.
// A function returns the value that replaces the instruction, the instruction itself when it
// changed it in place, or NULL.
#ifndef CUPRUM_OPT_REWRITE_H
#define CUPRUM_OPT_REWRITE_H

#include "opt/common/common.h"
#include "ir/intrin_id.h"

typedef struct {
    PassCtx *pc;
    IrModule *m;
    IrFunc *f;
    IrBuilder b;
    bool any_width; // the checker's: rules that are for some widths only hold for all of them
} Rw;
typedef IrValue *(*RwFn)(Rw *r, IrInst *i, IrValue *x, IrValue *y);
enum { // RwRow.when: what must hold besides the pattern
    RW_ALWAYS = 0,
#define WHEN(id, condition) RW_BIT_##id,
#include "opt/rewrite/when.def"
    RW_NCONDITIONS,
#define WHEN(id, condition) RW_##id = 1 << (RW_BIT_##id - 1),
#include "opt/rewrite/when.def"
};
typedef struct {
    uint8_t op, left, right; // IrOp; RWP_*
    uint32_t when;           // RW_*
    RwFn fn;
    const char *doc;
    const char *example[6]; // instances of the pattern for test/rules, which proves them
} RwRow;
typedef struct {
    const RwRow *row;
    uint32_t n;
} RwTable;
enum {
#define OP(id, text, ...) RWP_##id = IR_##id,
#include "ir/op.def"
    RWP_C = 254, // integer constant of up to 64 bits, no vector
    RWP_ANY = 255,
};
#define RW_ROW(o, l, r, w, f, text, ...)                                                           \
    {.op = IR_##o,                                                                                 \
     .left = RWP_##l,                                                                              \
     .right = RWP_##r,                                                                             \
     .when = (w),                                                                                  \
     .fn = (f),                                                                                    \
     .doc = (text),                                                                                \
     .example = {__VA_ARGS__}},
extern const RwTable opt_rw_int, opt_rw_cmp, opt_rw_cast, opt_rw_fp, opt_rw_mem, opt_rw_bits,
    opt_rw_cmp_logic, opt_rw_cmp_of, opt_rw_bool, opt_rw_algebra, opt_rw_idiom, opt_rw_bytes;
extern const RwTable *const opt_rw_tables[];
extern const uint32_t opt_rw_ntables;
// What the row makes of the instruction, whose operands suit its pattern; NULL: its conditions do
// not hold, or the rule says no.
IrValue *opt_rw_apply(Rw *rw, const RwRow *row, IrInst *inst, IrValue *x, IrValue *y);

// Whether a rule that only pays at some widths may act: where it pays, and in the checker.
static inline bool rw_pays(const Rw *rw, bool pays) {
    return pays || rw->any_width;
}

// Whether subnormals of single precision become zero in the function.
static inline bool rw_flushes(const Rw *rw) {
    return rw->pc->opt->fp.ftz || ir_func_subnormals(rw->f) == IR_SUBNORMALS_FLUSHED;
}
static inline uint64_t rw_mask(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}
static inline bool rw_is_pow2(uint64_t x) {
    return x && !(x & (x - 1));
}
static inline IrConst *rw_cint(const IrValue *value) { // the constant if of up to 64 bits
    return value->kind == IR_C_INT && value->type->bits <= 64 ? (IrConst *)(uintptr_t)value : NULL;
}
static inline uint64_t rw_u(const IrValue *value) {
    return ((const IrConst *)value)->bits;
}
static inline int64_t rw_s(const IrValue *value) {
    return ir_sval((const IrConst *)value);
}
static inline IrValue *rw_int(IrType *type, uint64_t v) {
    return &ir_int(type, v & rw_mask(type->bits))->v;
}
static inline IrValue *rw_arg(const IrValue *value, uint32_t k) { // operand k of an instruction
    return ((const IrInst *)value)->op[k].value;
}
// The constant that operand k of an instruction is (X_C0, X_C1 ... in when.def).
static inline uint64_t rw_arg_u(const IrValue *value, uint32_t k) {
    return rw_u(rw_arg(value, k));
}
static inline bool rw_arg_c(const IrValue *value, uint32_t k) {
    return rw_cint(rw_arg(value, k)) != NULL;
}
// A constant by which a value of its type can be shifted.
static inline bool rw_is_count(const IrValue *value) {
    return rw_cint(value) && rw_u(value) < value->type->bits;
}
// Whether two instructions have the same two operands, in either order.
static inline bool rw_same_pair(const IrValue *x, const IrValue *y) {
    IrValue *a = rw_arg(x, 0), *b = rw_arg(x, 1);
    return (a == rw_arg(y, 0) && b == rw_arg(y, 1)) || (a == rw_arg(y, 1) && b == rw_arg(y, 0));
}
// The other operand of an instruction of two if one of them is `one`, the first if both are.
static inline IrValue *rw_other_than(const IrValue *value, const IrValue *one) {
    if (rw_arg(value, 0) == one) return rw_arg(value, 1);
    return rw_arg(value, 1) == one ? rw_arg(value, 0) : NULL;
}
// The minima and maxima of two integers.
static inline bool rw_is_minmax(uint32_t intrinsic) {
    return is_any_of(intrinsic, IR_I_umin, IR_I_umax, IR_I_smin, IR_I_smax);
}
static inline bool rw_is_not(const IrValue *value) {
    const IrInst *i = ir_as_op(value, IR_XOR);
    return i && ir_is_all_ones(i->op[1].value);
}
static inline bool rw_is_neg(const IrValue *value) {
    const IrInst *i = ir_as_op(value, IR_SUB);
    return i && ir_is_zero(i->op[0].value);
}
// ---- region.c: the values that satisfy a comparison with a constant
// --------------------------------

typedef struct { // lo .. lo + len - 1 modulo 2^n; len 0: none
    uint64_t lo, len;
    uint32_t n;
    bool full;
} RwRegion;
RwRegion opt_region_of(IrPred pred, uint64_t c, uint32_t n);       // x p c
RwRegion opt_region_between(uint64_t lo, uint64_t hi, uint32_t n); // lo .. hi, may go round
RwRegion opt_region_not(RwRegion r);
RwRegion opt_region_moved(RwRegion r, uint64_t by); // x - by is in r
bool opt_region_has(RwRegion r, uint64_t v);
// Intersection and union; false: that is no single interval.
bool opt_region_and(RwRegion a, RwRegion b, RwRegion *out);
bool opt_region_or(RwRegion a, RwRegion b, RwRegion *out);
bool opt_region_is_plain(RwRegion r); // opt_region_test needs no addition
IrValue *opt_region_test(Rw *rw, IrValue *tested, RwRegion wanted);

// a + b, a - b of signed numbers of the width: does it stay in range?
bool opt_rw_adds(uint32_t bits, int64_t a, int64_t b, int64_t *sum);

#endif
