// SPDX-License-Identifier: Apache-2.0
// Rules of casts (cast.def; the contract is in rewrite.h).
#include "opt/rewrite.h"

static IrValue *cast_pair(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_cast(&r->b, (IrOp)i->v.op, i->v.flags & x->flags, rw_arg(x, 0), i->v.type);
}

static IrValue *trunc_ext(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    uint32_t from = ir_ty_scalar(a->type)->bits, to = ir_ty_scalar(i->v.type)->bits;
    if (from == to) return a;
    return ir_cast(&r->b, from > to ? IR_TRUNC : (IrOp)x->op, 0, a, i->v.type);
}

// Can v be computed in type t without new instructions other than copies of what dies?
static bool narrows(const IrValue *v, const IrType *t, int depth) {
    if (rw_cint(v)) return true;
    const IrInst *i = ir_as_inst(v);
    if (!i || depth > 4) return false;
    switch (i->v.op) {
    case IR_ZEXT:
    case IR_SEXT: return ir_op(i, 0)->type->bits <= t->bits;
    case IR_TRUNC: return true;
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        return ir_one_use(v) && narrows(ir_op(i, 0), t, depth + 1) &&
               narrows(ir_op(i, 1), t, depth + 1);
    case IR_SHL: {
        const IrConst *c = rw_cint(ir_op(i, 1));
        return ir_one_use(v) && c && c->bits < t->bits && narrows(ir_op(i, 0), t, depth + 1);
    }
    case IR_SELECT:
        return ir_one_use(v) && narrows(ir_op(i, 1), t, depth + 1) &&
               narrows(ir_op(i, 2), t, depth + 1);
    default: return false;
    }
}

static IrValue *narrowed(Rw *r, IrValue *v, IrType *t) {
    if (rw_cint(v)) return rw_int(t, rw_u(v));
    IrInst *i = (IrInst *)v;
    switch (i->v.op) {
    case IR_ZEXT:
    case IR_SEXT: return ir_int_resize(&r->b, ir_op(i, 0), t, i->v.op == IR_SEXT);
    case IR_TRUNC: return ir_int_resize(&r->b, ir_op(i, 0), t, false);
    case IR_SELECT: {
        IrValue *a = narrowed(r, ir_op(i, 1), t), *b = narrowed(r, ir_op(i, 2), t);
        return ir_select(&r->b, ir_op(i, 0), a, b);
    }
    default: {
        IrValue *a = narrowed(r, ir_op(i, 0), t), *b = narrowed(r, ir_op(i, 1), t);
        return ir_bin(&r->b, (IrOp)i->v.op, 0, a, b);
    }
    }
}

static IrValue *trunc_expr(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrType *t = i->v.type;
    if (!ir_ty_is_int(t) || x->kind != IR_V_INST || x->type->bits > 64) return NULL;
    // of 8 bits: in 16-bit registers, whose upper halves nobody reads
    bool has_arithmetic = t->bits >= 32 || t->bits == 16 || t->bits == 8;
    if (!rw_pays(r, has_arithmetic)) return NULL;
    if (x->op == IR_TRUNC || x->op == IR_ZEXT || x->op == IR_SEXT || !narrows(x, t, 0)) return NULL;
    return narrowed(r, x, t);
}

static IrValue *sext_zext(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    return ir_cast(&r->b, IR_ZEXT, 0, rw_arg(x, 0), i->v.type);
}

static IrValue *zext_trunc(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (!ir_ty_is_int(a->type) || a->type->bits > 64) return NULL;
    uint64_t m = rw_mask(x->type->bits);
    if (!(an_umax(an_known_bits(a), a->type->bits) & ~m)) {
        return ir_int_resize(&r->b, a, i->v.type, false);
    }
    if (a->type == i->v.type) return ir_and(&r->b, a, rw_int(a->type, m));
    return NULL;
}

// Whether the users want the truth value itself: as a choice (bool.def), in logic, in a test.
static bool is_better_as_truth(const IrInst *i) {
    IR_FOREACH_USE(use, &i->v) {
        switch (use->user->v.op) {
        case IR_MUL:
        case IR_SHL:
        case IR_UITOFP:
        case IR_SITOFP:
        case IR_AND:
        case IR_OR:
        case IR_XOR:
        case IR_ICMP:
        case IR_TRUNC: return true;
        default: break;
        }
    }
    return i->v.type->bits < 32; // as memory holds them
}

static bool compares_with_zero(const IrValue *x, IrPred p) {
    const IrValue *left = rw_arg(x, 0);
    return ((const IrInst *)x)->pred == p && ir_is_zero(rw_arg(x, 1)) && ir_one_use(x) &&
           ir_ty_is_int(left->type) && left->type->bits <= 64;
}

static IrValue *zext_bit(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    bool negative = compares_with_zero(x, IR_SLT);
    if (!negative && !compares_with_zero(x, IR_NE)) return NULL;
    if (!rw_pays(r, !is_better_as_truth(i))) return NULL;
    uint32_t n = a->type->bits, k = n - 1;
    if (!negative) {
        uint64_t may = ~an_known_bits(a).zero & rw_mask(n);
        if (!rw_is_pow2(may)) return NULL;
        k = (uint32_t)__builtin_ctzll(may);
    }
    IrValue *bit = k ? ir_lshr(&r->b, a, rw_int(a->type, k)) : a;
    return ir_int_resize(&r->b, bit, i->v.type, false);
}

static IrValue *sext_sign(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!compares_with_zero(x, IR_SLT)) return NULL;
    IrValue *a = rw_arg(x, 0);
    IrValue *copies = ir_ashr(&r->b, a, rw_int(a->type, a->type->bits - 1));
    return ir_int_resize(&r->b, copies, i->v.type, true);
}

static IrValue *sext_trunc(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (!ir_ty_is_int(a->type) || a->type->bits > 64) return NULL;
    if (an_sign_bits(a) <= a->type->bits - x->type->bits) return NULL;
    return ir_int_resize(&r->b, a, i->v.type, true);
}

static IrValue *sext_nonneg(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (!ir_ty_is_int(x->type) || x->type->bits > 64 || !an_is_nonneg(x)) return NULL;
    return ir_cast(&r->b, IR_ZEXT, IR_NNEG, x, i->v.type);
}

static IrValue *int_to_fp_ext(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (ir_ty_scalar(rw_arg(x, 0)->type)->bits < 8) return NULL;
    return ir_cast(&r->b, (IrOp)i->v.op, 0, rw_arg(x, 0), i->v.type);
}

static IrValue *sitofp_zext(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (ir_ty_scalar(rw_arg(x, 0)->type)->bits < 8) return NULL;
    return ir_cast(&r->b, IR_UITOFP, 0, rw_arg(x, 0), i->v.type);
}

static bool is_loadable(const IrType *t) { // scalars with registers of their own
    return (ir_ty_is_int(t) && (t->bits == 16 || t->bits == 32 || t->bits == 64)) ||
           (ir_ty_is_fp(t) && t->bits <= 64);
}

static IrValue *bitcast_load(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrInst *ld = (IrInst *)x;
    if (!ir_one_use(x) || (x->flags & IR_VOLATILE) || ld->order) return NULL;
    if (!is_loadable(x->type) || !is_loadable(i->v.type)) return NULL;
    IrInst *n = ir_inst_clone(r->f, ld); // in its place: memory may change on the way here
    n->v.type = i->v.type;
    ir_insert_before(n, ld);
    return &n->v;
}

static IrValue *ptr_int(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    if (x->type->bits != 64) return NULL;
    return ir_int_resize(&r->b, rw_arg(x, 0), i->v.type, false);
}

// X's narrow form: the operand of the extension, or a constant that the narrow type holds.
static IrValue *narrow_fp(Rw *r, IrValue *v, IrType *t) {
    IrInst *e = ir_as_op(v, IR_FPEXT);
    if (e) return ir_op(e, 0)->type == t ? ir_op(e, 0) : NULL;
    if (v->kind != IR_C_FP) return NULL;
    IrConst *c = ir_fold_cast(r->m, IR_FPTRUNC, (IrConst *)v, t);
    IrConst *back = c ? ir_fold_cast(r->m, IR_FPEXT, c, v->type) : NULL;
    return back && &back->v == v ? &c->v : NULL;
}

// One operation in double rounded to float is that operation in float: double has more than twice
// the digits (Figueroa 1995). Not for subnormal results where single precision flushes them.
static IrValue *fptrunc_arith(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrType *t = i->v.type;
    if (x->op == IR_FDIV && !r->pc->opt->prec_div) return NULL; // which float's is not exact enough
    if (t->kind != IR_TY_FLOAT || x->type->kind != IR_TY_DOUBLE || rw_flushes(r)) return NULL;
    IrValue *a = narrow_fp(r, rw_arg(x, 0), t), *b = narrow_fp(r, rw_arg(x, 1), t);
    if (!a || !b || !ir_one_use(x)) return NULL;
    r->b.fmf = ((IrInst *)x)->fmf & (uint8_t)~IR_FMF_CONTRACT;
    return ir_bin(&r->b, (IrOp)x->op, 0, a, b);
}

static IrValue *space_pair(Rw *r, IrInst *i, IrValue *x, IrValue *y) {
    IrValue *a = rw_arg(x, 0);
    if (a->type == i->v.type) return a;
    // between two specific spaces there is no cast: such code is never reached
    if (a->type->as && i->v.type->as) return NULL;
    return ir_cast(&r->b, IR_ADDRSPACECAST, 0, a, i->v.type);
}

static const RwRow rows[] = {
#define ROW RW_ROW
#include "opt/rewrite/cast.def"
};
const RwTable opt_rw_cast = {rows, CU_COUNT(rows)};
