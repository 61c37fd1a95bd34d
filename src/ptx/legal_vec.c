// SPDX-License-Identifier: Apache-2.0
// Vectors: reductions as trees of element operations, insertion and extraction of parts as
// shuffles, every other intrinsic on vectors element by element.
#include "ptx/legal.h"

static IrValue *element(Legal *l, IrBuilder *b, IrValue *v, uint64_t k) {
    return ir_extractelement(b, v, legal_num(l->m->ty_i32, k));
}

// ---- reductions ---------------------------------------------------------------------------------

typedef struct Reduction {
    uint16_t id, intrin;
    uint8_t op;
} Reduction;

static const Reduction reductions[] = {
    {IR_I_vector_reduce_add, 0, IR_ADD},
    {IR_I_vector_reduce_mul, 0, IR_MUL},
    {IR_I_vector_reduce_and, 0, IR_AND},
    {IR_I_vector_reduce_or, 0, IR_OR},
    {IR_I_vector_reduce_xor, 0, IR_XOR},
    {IR_I_vector_reduce_smax, IR_I_smax, 0},
    {IR_I_vector_reduce_smin, IR_I_smin, 0},
    {IR_I_vector_reduce_umax, IR_I_umax, 0},
    {IR_I_vector_reduce_umin, IR_I_umin, 0},
    {IR_I_vector_reduce_fmax, IR_I_maxnum, 0},
    {IR_I_vector_reduce_fmin, IR_I_minnum, 0},
    {IR_I_vector_reduce_fmaximum, IR_I_maximum, 0},
    {IR_I_vector_reduce_fminimum, IR_I_minimum, 0},
    {IR_I_vector_reduce_fadd, 0, IR_FADD},
    {IR_I_vector_reduce_fmul, 0, IR_FMUL},
};

static IrValue *combine(IrBuilder *b, const Reduction *r, IrValue *x, IrValue *y) {
    if (!r->intrin) return ir_bin(b, (IrOp)r->op, 0, x, y);
    return IR_CALL(b, (IrIntrin)r->intrin, NULL, x, y);
}

static bool expand_reduction(Legal *l, IrInst *i, uint32_t id) {
    for (uint32_t k = 0; k < CU_COUNT(reductions); k++) {
        const Reduction *r = &reductions[k];
        if (r->id != id) continue;
        bool start = r->op == IR_FADD || r->op == IR_FMUL;
        IrValue *v = ir_op(i, start ? 1 : 0);
        uint64_t n = v->type->n;
        IrBuilder b = ir_builder_at(i);
        b.fmf = i->fmf;
        IrValue **e = arena_array(&l->g->ctx->scratch, IrValue *, n + 1);
        for (uint64_t j = 0; j < n; j++) e[j] = element(l, &b, v, j);
        IrValue *acc;
        if (start && !(i->fmf & IR_FMF_REASSOC)) { // in order [LangRef]
            acc = ir_op(i, 0);
            for (uint64_t j = 0; j < n; j++) acc = combine(&b, r, acc, e[j]);
        } else {
            for (uint64_t m = n; m > 1; m = (m + 1) / 2) {
                for (uint64_t j = 0; j < m / 2; j++) e[j] = combine(&b, r, e[2 * j], e[2 * j + 1]);
                if (m % 2) e[m / 2] = e[m - 1];
            }
            acc = start ? combine(&b, r, ir_op(i, 0), e[0]) : e[0];
        }
        ir_replace_erase(i, acc);
        return true;
    }
    return false;
}

// ---- parts --------------------------------------------------------------------------------------

// Every `step`th element of the operands, one behind the other, from `from` on.
static IrValue *rearranged(Legal *l, IrBuilder *b, IrInst *i, IrType *t, uint32_t from,
                           uint32_t step) {
    IrValue *r = &ir_undef(l->m, t)->v;
    uint64_t each = ir_op(i, 0)->type->n;
    for (uint64_t k = 0; k < t->n; k++) {
        uint64_t at = from + k * step;
        IrValue *e = element(l, b, ir_op(i, at >= each), at % each);
        r = ir_insertelement(b, r, e, legal_num(l->m->ty_i32, k));
    }
    return r;
}

static bool expand_part(Legal *l, IrInst *i, uint32_t id) {
    IrBuilder b = ir_builder_at(i);
    IrType *t = i->v.type;
    IrValue *r;
    switch (id) {
    case IR_I_vector_extract: {
        uint64_t at = ir_uval(ir_as_cint(ir_op(i, 1)));
        r = &ir_undef(l->m, t)->v;
        for (uint64_t k = 0; k < t->n && at + k < ir_op(i, 0)->type->n; k++)
            r = ir_insertelement(&b, r, element(l, &b, ir_op(i, 0), at + k),
                                 legal_num(l->m->ty_i32, k));
        break;
    }
    case IR_I_vector_insert: {
        uint64_t at = ir_uval(ir_as_cint(ir_op(i, 2)));
        r = ir_op(i, 0);
        for (uint64_t k = 0; k < ir_op(i, 1)->type->n && at + k < t->n; k++)
            r = ir_insertelement(&b, r, element(l, &b, ir_op(i, 1), k),
                                 legal_num(l->m->ty_i32, at + k));
        break;
    }
    case IR_I_vector_reverse:
        r = &ir_undef(l->m, t)->v;
        for (uint64_t k = 0; k < t->n; k++)
            r = ir_insertelement(&b, r, element(l, &b, ir_op(i, 0), t->n - 1 - k),
                                 legal_num(l->m->ty_i32, k));
        break;
    case IR_I_vector_splice: { // n elements of both from a place that may count from the middle
        int64_t at = ir_sval(ir_as_cint(ir_op(i, 2)));
        if (at < 0) at += (int64_t)t->n;
        r = rearranged(l, &b, i, t, (uint32_t)at, 1);
        break;
    }
    case IR_I_vector_interleave2: {
        r = &ir_undef(l->m, t)->v;
        for (uint64_t k = 0; k < t->n; k++)
            r = ir_insertelement(&b, r, element(l, &b, ir_op(i, k % 2), k / 2),
                                 legal_num(l->m->ty_i32, k));
        break;
    }
    case IR_I_vector_deinterleave2: {
        IrValue *even = rearranged(l, &b, i, t->sub[0], 0, 2);
        r = ir_insert(&b, &ir_undef(l->m, t)->v, even, 0);
        r = ir_insert(&b, r, rearranged(l, &b, i, t->sub[1], 1, 2), 1);
        break;
    }
    case IR_I_stepvector:
        r = &ir_undef(l->m, t)->v;
        for (uint64_t k = 0; k < t->n; k++)
            r = ir_insertelement(&b, r, legal_num(t->elem, k), legal_num(l->m->ty_i32, k));
        break;
    case IR_I_get_active_lane_mask: // base + k < n, without wrapping
        r = &ir_undef(l->m, t)->v;
        for (uint64_t k = 0; k < t->n; k++) {
            IrValue *sum =
                IR_CALL(&b, IR_I_uadd_sat, NULL, ir_op(i, 0), legal_num(ir_op(i, 0)->type, k));
            r = ir_insertelement(&b, r, ir_cmp(&b, IR_ULT, sum, ir_op(i, 1)),
                                 legal_num(l->m->ty_i32, k));
        }
        break;
    default: return false;
    }
    ir_replace_erase(i, r);
    return true;
}

// ---- element by element -------------------------------------------------------------------------

static IrType *result_vector(IrType *t) { // of a result that is a vector or a struct of vectors
    if (t->kind == IR_TY_VECTOR) return t;
    return t->kind == IR_TY_STRUCT && t->n && t->sub[0]->kind == IR_TY_VECTOR ? t->sub[0] : NULL;
}

static IrType *scalar_result(Legal *l, IrType *t) {
    if (t->kind == IR_TY_VECTOR) return t->elem;
    IrType *sub[8];
    for (uint64_t k = 0; k < t->n && k < 8; k++) sub[k] = ir_ty_scalar(t->sub[k]);
    return ir_ty_struct(l->m, (uint32_t)CU_MIN(t->n, 8u), sub, false);
}

static bool expand_elements(Legal *l, IrInst *i, uint32_t id) {
    IrType *t = i->v.type, *v = result_vector(t);
    if (!v || strncmp(ir_intrins[id].name, "llvm.nvvm.", 10) == 0) return false;
    bool pair = t->kind == IR_TY_STRUCT;
    if (pair && t->n > 8) return false;
    uint32_t n = ir_call_nargs(i);
    IrValue *arg[8], *r = &ir_undef(l->m, t)->v, *half[8];
    if (n > 8) return false;
    IrBuilder b = ir_builder_at(i);
    b.fmf = i->fmf;
    IrType *st = scalar_result(l, t);
    for (uint64_t k = 0; pair && k < t->n; k++) half[k] = &ir_undef(l->m, t->sub[k])->v;
    for (uint64_t k = 0; k < v->n; k++) {
        for (uint32_t j = 0; j < n; j++) {
            IrValue *a = ir_op(i, j);
            arg[j] = a->type->kind == IR_TY_VECTOR ? element(l, &b, a, k) : a;
        }
        IrValue *e = ir_call_intrin(&b, (IrIntrin)id, st, n, arg), *at = legal_num(l->m->ty_i32, k);
        if (ir_as_inst(e) && ir_as_inst(e)->v.op == IR_CALL) ir_as_inst(e)->fmf = i->fmf;
        if (!pair) {
            r = ir_insertelement(&b, r, e, at);
            continue;
        }
        for (uint32_t j = 0; j < t->n; j++)
            half[j] = ir_insertelement(&b, half[j], ir_extract(&b, e, j), at);
    }
    for (uint32_t j = 0; pair && j < t->n; j++) r = ir_insert(&b, r, half[j], j);
    ir_replace_erase(i, r);
    return true;
}

// Addresses: each by itself. Struct members have the same index, a splat, in all.
bool legal_gep(Legal *l, IrInst *i) {
    if (i->v.op != IR_GEP || !ir_ty_is_vec(i->v.type)) return false;
    IrBuilder b = ir_builder_at(i);
    IrValue *r = &ir_undef(l->m, i->v.type)->v;
    IrValue **op = arena_array(&l->g->ctx->scratch, IrValue *, i->nops);
    for (uint64_t k = 0; k < i->v.type->n; k++) {
        for (uint32_t j = 0; j < i->nops; j++) {
            op[j] = ir_op(i, j);
            if (ir_ty_is_vec(op[j]->type)) op[j] = element(l, &b, op[j], k);
        }
        IrValue *e = ir_gep(&b, i->aty, op[0], i->nops - 1, op + 1, i->v.flags);
        r = ir_insertelement(&b, r, e, legal_num(l->m->ty_i32, k));
    }
    ir_replace_erase(i, r);
    return true;
}

bool legal_vector(Legal *l, IrInst *i, uint32_t id) {
    return expand_reduction(l, i, id) || expand_part(l, i, id) || expand_elements(l, i, id);
}
