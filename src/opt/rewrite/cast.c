// SPDX-License-Identifier: Apache-2.0
// Rules of casts (cast.def; the contract is in rewrite/rewrite.h).
#include "opt/rewrite/rewrite.h"

static IrValue *cast_pair(Rw *rw, IrInst *outer, IrValue *inner, IrValue *none) {
    return ir_cast(&rw->b, (IrOp)outer->v.op, outer->v.flags & inner->flags, rw_arg(inner, 0),
                   outer->v.type);
}

static IrValue *trunc_ext(Rw *rw, IrInst *truncation, IrValue *extension, IrValue *none) {
    IrValue *a = rw_arg(extension, 0);
    uint32_t from = ir_ty_scalar(a->type)->bits, to = ir_ty_scalar(truncation->v.type)->bits;
    if (from == to) return a;
    return ir_cast(&rw->b, from > to ? IR_TRUNC : (IrOp)extension->op, 0, a, truncation->v.type);
}

// What can be computed in a narrower type: `n` operands from the `first` on are narrowed then. Of a
// cast the operand itself is cast otherwise.
enum { EXTENDS = 1, CUTS };
static const struct {
    uint8_t cast, first, n;
} narrowing[IR_NOPS] = {
    [IR_ZEXT] = {.cast = EXTENDS},
    [IR_SEXT] = {.cast = EXTENDS},
    [IR_TRUNC] = {.cast = CUTS},
    [IR_ADD] = {.n = 2},
    [IR_SUB] = {.n = 2},
    [IR_MUL] = {.n = 2},
    [IR_AND] = {.n = 2},
    [IR_OR] = {.n = 2},
    [IR_XOR] = {.n = 2},
    [IR_SHL] = {.n = 1},
    [IR_SELECT] = {.first = 1, .n = 2},
};

static bool is_below(const IrValue *count, uint32_t bits) {
    const IrConst *c = rw_cint(count);
    return c && c->bits < bits;
}

// Can v be computed in type t without new instructions other than copies of what dies?
static bool narrows(const IrValue *value, const IrType *narrow, int depth) {
    if (rw_cint(value)) return true;
    const IrInst *inst = ir_as_inst(value);
    if (!inst || depth > 4) return false;
    uint32_t cast = narrowing[inst->v.op].cast, n = narrowing[inst->v.op].n;
    if (cast) return cast == CUTS || ir_op(inst, 0)->type->bits <= narrow->bits;
    if (!n || !ir_one_use(value)) return false;
    if (inst->v.op == IR_SHL && !is_below(ir_op(inst, 1), narrow->bits)) return false;
    uint32_t at = narrowing[inst->v.op].first, end = at + n;
    while (at < end && narrows(ir_op(inst, at), narrow, depth + 1)) at++;
    return at == end;
}

static IrValue *narrowed(Rw *rw, IrValue *wide, IrType *narrow) {
    if (rw_cint(wide)) return rw_int(narrow, rw_u(wide));
    IrInst *inst = (IrInst *)wide;
    if (narrowing[inst->v.op].cast)
        return ir_int_resize(&rw->b, ir_op(inst, 0), narrow, inst->v.op == IR_SEXT);
    uint32_t first = narrowing[inst->v.op].first;
    IrValue *a = narrowed(rw, ir_op(inst, first), narrow);
    IrValue *b = narrowed(rw, ir_op(inst, first + 1), narrow);
    if (inst->v.op == IR_SELECT) return ir_select(&rw->b, ir_op(inst, 0), a, b);
    return ir_bin(&rw->b, (IrOp)inst->v.op, 0, a, b);
}

static IrValue *trunc_expr(Rw *rw, IrInst *truncation, IrValue *wide, IrValue *none) {
    IrType *t = truncation->v.type;
    if (!ir_ty_is_int(t) || !ir_as_inst(wide) || wide->type->bits > 64) return NULL;
    // of 8 bits: in 16-bit registers, whose upper halves nobody reads
    bool has_arithmetic = t->bits >= 32 || is_any_of(t->bits, 16, 8);
    if (narrowing[wide->op].cast || !rw_pays(rw, has_arithmetic)) return NULL;
    return narrows(wide, t, 0) ? narrowed(rw, wide, t) : NULL;
}

static IrValue *sext_zext(Rw *rw, IrInst *outer, IrValue *inner, IrValue *none) {
    return ir_cast(&rw->b, IR_ZEXT, 0, rw_arg(inner, 0), outer->v.type);
}

static IrValue *zext_trunc(Rw *rw, IrInst *extension, IrValue *truncation, IrValue *none) {
    IrValue *a = rw_arg(truncation, 0);
    if (!ir_ty_is_word(a->type)) return NULL;
    uint64_t m = rw_mask(truncation->type->bits);
    if (!(an_umax(an_known_bits(a), a->type->bits) & ~m)) {
        return ir_int_resize(&rw->b, a, extension->v.type, false);
    }
    if (a->type == extension->v.type) return ir_and(&rw->b, a, rw_int(a->type, m));
    return NULL;
}

// Whether the users want the truth value itself: as a choice (bool.def), in logic, in a test.
static bool is_better_as_truth(const IrInst *extension) {
    static const bool takes_truth[IR_NOPS] = {
        [IR_MUL] = true, [IR_SHL] = true, [IR_UITOFP] = true, [IR_SITOFP] = true, [IR_AND] = true,
        [IR_OR] = true,  [IR_XOR] = true, [IR_ICMP] = true,   [IR_TRUNC] = true};
    IR_FOREACH_USE(use, &extension->v) {
        if (takes_truth[use->user->v.op]) return true;
    }
    return extension->v.type->bits < 32; // as memory holds them
}

static bool compares_with_zero(const IrValue *comparison, IrPred p) {
    bool with_zero = ((const IrInst *)comparison)->pred == p && ir_is_zero(rw_arg(comparison, 1));
    return with_zero && ir_one_use(comparison) && ir_ty_is_word(rw_arg(comparison, 0)->type);
}

static IrValue *zext_bit(Rw *rw, IrInst *extension, IrValue *comparison, IrValue *none) {
    IrValue *a = rw_arg(comparison, 0);
    bool negative = compares_with_zero(comparison, IR_SLT);
    if (!negative && !compares_with_zero(comparison, IR_NE)) return NULL;
    if (!rw_pays(rw, !is_better_as_truth(extension))) return NULL;
    uint32_t n = a->type->bits, k = n - 1;
    if (!negative) {
        uint64_t may = ~an_known_bits(a).zero & rw_mask(n);
        if (!rw_is_pow2(may)) return NULL;
        k = (uint32_t)__builtin_ctzll(may);
    }
    IrValue *bit = k ? ir_lshr(&rw->b, a, rw_int(a->type, k)) : a;
    return ir_int_resize(&rw->b, bit, extension->v.type, false);
}

static IrValue *sext_sign(Rw *rw, IrInst *extension, IrValue *comparison, IrValue *none) {
    if (!compares_with_zero(comparison, IR_SLT)) return NULL;
    IrValue *a = rw_arg(comparison, 0);
    IrValue *copies = ir_ashr(&rw->b, a, rw_int(a->type, a->type->bits - 1));
    return ir_int_resize(&rw->b, copies, extension->v.type, true);
}

static IrValue *sext_trunc(Rw *rw, IrInst *extension, IrValue *truncation, IrValue *none) {
    IrValue *a = rw_arg(truncation, 0);
    if (!ir_ty_is_word(a->type)) return NULL;
    if (an_sign_bits(a) <= a->type->bits - truncation->type->bits) return NULL;
    return ir_int_resize(&rw->b, a, extension->v.type, true);
}

static IrValue *sext_nonneg(Rw *rw, IrInst *extension, IrValue *source, IrValue *none) {
    if (!an_is_nonneg(source)) return NULL;
    return ir_cast(&rw->b, IR_ZEXT, IR_NNEG, source, extension->v.type);
}

static IrValue *int_to_fp_ext(Rw *rw, IrInst *conversion, IrValue *extension, IrValue *none) {
    IrOp as = extension->op == IR_ZEXT ? IR_UITOFP : IR_SITOFP;
    if (ir_ty_scalar(rw_arg(extension, 0)->type)->bits < 8) return NULL;
    return ir_cast(&rw->b, as, 0, rw_arg(extension, 0), conversion->v.type);
}

static bool is_loadable(const IrType *type) { // scalars with registers of their own
    bool small = type->bits <= 64, wide_enough = type->bits >= 16;
    if (ir_ty_is_fp(type)) return small;
    return ir_ty_is_int(type) && small && wide_enough && rw_is_pow2(type->bits);
}

static IrValue *bitcast_load(Rw *rw, IrInst *cast, IrValue *load, IrValue *none) {
    IrInst *ld = (IrInst *)load;
    if (!ir_is_plain(ld) || !is_loadable(load->type) || !is_loadable(cast->v.type)) return NULL;
    IrInst *n = ir_inst_clone(rw->f, ld); // in its place: memory may change on the way here
    n->v.type = cast->v.type;
    ir_md_retyped(n, ld->v.type);
    ir_insert_before(n, ld);
    return &n->v;
}

static IrValue *ptr_int(Rw *rw, IrInst *conversion, IrValue *pointer, IrValue *none) {
    if (pointer->type->bits != 64) return NULL;
    return ir_int_resize(&rw->b, rw_arg(pointer, 0), conversion->v.type, false);
}

// X's narrow form: the operand of the extension, or a constant that the narrow type holds.
static IrValue *narrow_fp(Rw *rw, IrValue *wide, IrType *narrow) {
    IrInst *e = ir_as_op(wide, IR_FPEXT);
    if (e) return ir_op(e, 0)->type == narrow ? ir_op(e, 0) : NULL;
    if (wide->kind != IR_C_FP) return NULL;
    IrConst *c = ir_fold_cast(rw->m, IR_FPTRUNC, (IrConst *)wide, narrow);
    IrConst *back = c ? ir_fold_cast(rw->m, IR_FPEXT, c, wide->type) : NULL;
    return back && &back->v == wide ? &c->v : NULL;
}

// One operation in double rounded to float is that operation in float: double has more than twice
// the digits (Figueroa 1995). Not for subnormal results where single precision flushes them.
static IrValue *fptrunc_arith(Rw *rw, IrInst *rounding, IrValue *operation, IrValue *none) {
    IrType *t = rounding->v.type;
    bool rounds = t->kind == IR_TY_FLOAT && operation->type->kind == IR_TY_DOUBLE;
    // single precision may be asked to divide less exactly
    bool exact = operation->op != IR_FDIV || rw->pc->opt->fp.prec_div;
    if (!rounds || !exact || rw_flushes(rw)) return NULL;
    IrValue *a = narrow_fp(rw, rw_arg(operation, 0), t),
            *b = narrow_fp(rw, rw_arg(operation, 1), t);
    if (!a || !b) return NULL;
    rw->b.fmf = ((IrInst *)operation)->fmf & (uint8_t)~IR_FMF_CONTRACT;
    return ir_bin(&rw->b, (IrOp)operation->op, 0, a, b);
}

static IrValue *space_pair(Rw *rw, IrInst *outer, IrValue *inner, IrValue *none) {
    IrValue *a = rw_arg(inner, 0);
    if (a->type == outer->v.type) return a;
    // between two specific spaces there is no cast: such code is never reached
    if (a->type->as && outer->v.type->as) return NULL;
    return ir_cast(&rw->b, IR_ADDRSPACECAST, 0, a, outer->v.type);
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cast.def"
};
const RwTable opt_rw_cast = {rows, CU_COUNT(rows)};
