// SPDX-License-Identifier: Apache-2.0
// Vectors: reductions as trees of element operations, insertion and extraction of parts as
// shuffles, every other intrinsic on vectors element by element.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

static IrValue *element(Legal *legal, IrBuilder *builder, IrValue *vector, uint64_t k) {
    return ir_extractelement(builder, vector, legal_num(legal->m->ty_i32, k));
}

// ---- reductions ---------------------------------------------------------------------------------

// A reduction and what combines two of its elements: an intrinsic, or an operation.
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

static IrValue *combine(IrBuilder *builder, const Reduction *reduction, IrValue *left,
                        IrValue *right) {
    if (!reduction->intrin) return ir_bin(builder, (IrOp)reduction->op, 0, left, right);
    return IR_CALL(builder, (IrIntrin)reduction->intrin, NULL, left, right);
}

// A tree is shorter than a chain, but for floats only fast-math flags allow another order.
static bool expand_reduction(Legal *legal, IrInst *call, uint32_t id) {
    for (uint32_t k = 0; k < CU_COUNT(reductions); k++) {
        const Reduction *reduction = &reductions[k];
        if (reduction->id != id) continue;
        bool start = is_any_of(reduction->op, IR_FADD, IR_FMUL);
        IrValue *value = ir_op(call, start ? 1 : 0);
        uint64_t n = value->type->n;
        IrBuilder builder = ir_builder_at(call);
        builder.fmf = call->fmf;
        IrValue **e = arena_array(&legal->g->ctx->scratch, IrValue *, n + 1);
        for (uint64_t j = 0; j < n; j++) e[j] = element(legal, &builder, value, j);
        IrValue *acc;
        if (start && !(call->fmf & IR_FMF_REASSOC)) { // in order [LangRef]
            acc = ir_op(call, 0);
            for (uint64_t j = 0; j < n; j++) acc = combine(&builder, reduction, acc, e[j]);
        } else {
            for (uint64_t m = n; m > 1; m = (m + 1) / 2) {
                for (uint64_t j = 0; j < m / 2; j++)
                    e[j] = combine(&builder, reduction, e[2 * j], e[2 * j + 1]);
                // An odd element waits for the next round.
                if (m % 2) e[m / 2] = e[m - 1];
            }
            acc = start ? combine(&builder, reduction, ir_op(call, 0), e[0]) : e[0];
        }
        ir_replace_erase(call, acc);
        return true;
    }
    return false;
}

// ---- parts --------------------------------------------------------------------------------------

// Every `step`th element of the operands, one behind the other, from `from` on.
static IrValue *rearranged(Legal *legal, IrBuilder *builder, IrInst *call, IrType *type,
                           uint32_t from, uint32_t step) {
    IrValue *r = &ir_undef(legal->m, type)->v;
    uint64_t each = ir_op(call, 0)->type->n;
    for (uint64_t k = 0; k < type->n; k++) {
        uint64_t at = from + k * step;
        IrValue *e = element(legal, builder, ir_op(call, at >= each), at % each);
        r = ir_insertelement(builder, r, e, legal_num(legal->m->ty_i32, k));
    }
    return r;
}

// Positions are constants [LangRef], as are the numbers of elements. What lies beyond the operand
// is undefined.
static bool expand_part(Legal *legal, IrInst *call, uint32_t id) {
    IrBuilder builder = ir_builder_at(call);
    IrType *type = call->v.type;
    IrValue *value;
    switch (id) {
    case IR_I_vector_extract: {
        uint64_t at = ir_uval(ir_as_cint(ir_op(call, 1)));
        value = &ir_undef(legal->m, type)->v;
        for (uint64_t k = 0; k < type->n && at + k < ir_op(call, 0)->type->n; k++)
            value =
                ir_insertelement(&builder, value, element(legal, &builder, ir_op(call, 0), at + k),
                                 legal_num(legal->m->ty_i32, k));
        break;
    }
    case IR_I_vector_insert: {
        uint64_t at = ir_uval(ir_as_cint(ir_op(call, 2)));
        value = ir_op(call, 0);
        for (uint64_t k = 0; k < ir_op(call, 1)->type->n && at + k < type->n; k++)
            value = ir_insertelement(&builder, value, element(legal, &builder, ir_op(call, 1), k),
                                     legal_num(legal->m->ty_i32, at + k));
        break;
    }
    case IR_I_vector_reverse:
        value = &ir_undef(legal->m, type)->v;
        for (uint64_t k = 0; k < type->n; k++)
            value = ir_insertelement(&builder, value,
                                     element(legal, &builder, ir_op(call, 0), type->n - 1 - k),
                                     legal_num(legal->m->ty_i32, k));
        break;
    case IR_I_vector_splice: { // n elements of both from a place that may count from the middle
        int64_t at = ir_sval(ir_as_cint(ir_op(call, 2)));
        if (at < 0) at += (int64_t)type->n;
        value = rearranged(legal, &builder, call, type, (uint32_t)at, 1);
        break;
    }
    // Elements of both operands in turn.
    case IR_I_vector_interleave2: {
        value = &ir_undef(legal->m, type)->v;
        for (uint64_t k = 0; k < type->n; k++)
            value = ir_insertelement(&builder, value,
                                     element(legal, &builder, ir_op(call, k % 2), k / 2),
                                     legal_num(legal->m->ty_i32, k));
        break;
    }
    // Even and odd elements, as a struct of two vectors.
    case IR_I_vector_deinterleave2: {
        IrValue *even = rearranged(legal, &builder, call, type->sub[0], 0, 2);
        value = ir_insert(&builder, &ir_undef(legal->m, type)->v, even, 0);
        value =
            ir_insert(&builder, value, rearranged(legal, &builder, call, type->sub[1], 1, 2), 1);
        break;
    }
    case IR_I_stepvector:
        value = &ir_undef(legal->m, type)->v;
        for (uint64_t k = 0; k < type->n; k++)
            value = ir_insertelement(&builder, value, legal_num(type->elem, k),
                                     legal_num(legal->m->ty_i32, k));
        break;
    case IR_I_get_active_lane_mask: // base + k < n, without wrapping
        value = &ir_undef(legal->m, type)->v;
        for (uint64_t k = 0; k < type->n; k++) {
            IrValue *sum = IR_CALL(&builder, IR_I_uadd_sat, NULL, ir_op(call, 0),
                                   legal_num(ir_op(call, 0)->type, k));
            value = ir_insertelement(&builder, value, ir_cmp(&builder, IR_ULT, sum, ir_op(call, 1)),
                                     legal_num(legal->m->ty_i32, k));
        }
        break;
    default: return false;
    }
    ir_replace_erase(call, value);
    return true;
}

// ---- element by element -------------------------------------------------------------------------

static IrType *result_vector(IrType *type) { // of a result that is a vector or a struct of vectors
    if (type->kind == IR_TY_VECTOR) return type;
    return type->kind == IR_TY_STRUCT && type->n && type->sub[0]->kind == IR_TY_VECTOR
               ? type->sub[0]
               : NULL;
}

// The type of one element's result: of a struct, a struct of elements.
static IrType *scalar_result(Legal *legal, IrType *type) {
    if (type->kind == IR_TY_VECTOR) return type->elem;
    IrType *sub[8];
    for (uint64_t k = 0; k < type->n && k < 8; k++) sub[k] = ir_ty_scalar(type->sub[k]);
    return ir_ty_struct(legal->m, (uint32_t)CU_MIN(type->n, 8u), sub, false);
}

static bool expand_elements(Legal *legal, IrInst *call, uint32_t id) {
    IrType *type = call->v.type, *of_type = result_vector(type);
    // Intrinsics of NVVM have instructions that take vectors.
    if (!of_type || strncmp(ir_intrins[id].name, "llvm.nvvm.", 10) == 0) return false;
    bool pair = type->kind == IR_TY_STRUCT;
    if (pair && type->n > 8) return false;
    uint32_t n = ir_call_nargs(call);
    IrValue *arg[8], *value = &ir_undef(legal->m, type)->v, *half[8];
    if (n > 8) return false;
    IrBuilder builder = ir_builder_at(call);
    builder.fmf = call->fmf;
    IrType *st = scalar_result(legal, type);
    for (uint64_t k = 0; pair && k < type->n; k++) half[k] = &ir_undef(legal->m, type->sub[k])->v;
    for (uint64_t k = 0; k < of_type->n; k++) {
        for (uint32_t j = 0; j < n; j++) {
            IrValue *a = ir_op(call, j);
            // Operands that are no vectors (flags, exponents) are the same for all elements.
            arg[j] = a->type->kind == IR_TY_VECTOR ? element(legal, &builder, a, k) : a;
        }
        IrValue *e = ir_call_intrin(&builder, (IrIntrin)id, st, n, arg),
                *at = legal_num(legal->m->ty_i32, k);
        // Folding may have given something else than a call.
        if (ir_as_inst(e) && ir_as_inst(e)->v.op == IR_CALL) ir_as_inst(e)->fmf = call->fmf;
        if (!pair) {
            value = ir_insertelement(&builder, value, e, at);
            continue;
        }
        for (uint32_t j = 0; j < type->n; j++)
            half[j] = ir_insertelement(&builder, half[j], ir_extract(&builder, e, j), at);
    }
    for (uint32_t j = 0; pair && j < type->n; j++) value = ir_insert(&builder, value, half[j], j);
    ir_replace_erase(call, value);
    return true;
}

// Addresses: each by itself. Struct members have the same index, a splat, in all.
bool legal_gep(Legal *legal, IrInst *step) {
    if (step->v.op != IR_GEP || !ir_ty_is_vec(step->v.type)) return false;
    IrBuilder builder = ir_builder_at(step);
    IrValue *value = &ir_undef(legal->m, step->v.type)->v;
    IrValue **op = arena_array(&legal->g->ctx->scratch, IrValue *, step->nops);
    for (uint64_t k = 0; k < step->v.type->n; k++) {
        for (uint32_t j = 0; j < step->nops; j++) {
            op[j] = ir_op(step, j);
            // A scalar operand counts for every address.
            if (ir_ty_is_vec(op[j]->type)) op[j] = element(legal, &builder, op[j], k);
        }
        IrValue *e = ir_gep(&builder, step->aty, op[0], step->nops - 1, op + 1, step->v.flags);
        value = ir_insertelement(&builder, value, e, legal_num(legal->m->ty_i32, k));
    }
    ir_replace_erase(step, value);
    return true;
}

// The order does not matter: each takes its own intrinsics.
bool legal_vector(Legal *legal, IrInst *call, uint32_t id) {
    return expand_reduction(legal, call, id) || expand_part(legal, call, id) ||
           expand_elements(legal, call, id);
}
