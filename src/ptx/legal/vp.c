// SPDX-License-Identifier: Apache-2.0
// Vector predication [LangRef: Vector Predication Intrinsics]: operations under a mask and an
// explicit vector length. What is off gives poison, so that elementwise operations are the plain
// ones (division by 1 there); reductions, merges and memory accesses look at each lane.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

typedef struct VpRow {
    uint16_t id, intrin; // the same without predication: an intrinsic or
    uint8_t op;          // an operation
    uint8_t n;           // operands before the mask
} VpRow;

// In what is off the result is poison, so these are computed in all lanes.
static const VpRow elementwise[] = {
    {IR_I_vp_add, 0, IR_ADD, 2},
    {IR_I_vp_sub, 0, IR_SUB, 2},
    {IR_I_vp_mul, 0, IR_MUL, 2},
    {IR_I_vp_sdiv, 0, IR_SDIV, 2},
    {IR_I_vp_udiv, 0, IR_UDIV, 2},
    {IR_I_vp_srem, 0, IR_SREM, 2},
    {IR_I_vp_urem, 0, IR_UREM, 2},
    {IR_I_vp_and, 0, IR_AND, 2},
    {IR_I_vp_or, 0, IR_OR, 2},
    {IR_I_vp_xor, 0, IR_XOR, 2},
    {IR_I_vp_shl, 0, IR_SHL, 2},
    {IR_I_vp_lshr, 0, IR_LSHR, 2},
    {IR_I_vp_ashr, 0, IR_ASHR, 2},
    {IR_I_vp_fadd, 0, IR_FADD, 2},
    {IR_I_vp_fsub, 0, IR_FSUB, 2},
    {IR_I_vp_fmul, 0, IR_FMUL, 2},
    {IR_I_vp_fdiv, 0, IR_FDIV, 2},
    {IR_I_vp_frem, 0, IR_FREM, 2},
    {IR_I_vp_fneg, 0, IR_FNEG, 1},
    {IR_I_vp_smax, IR_I_smax, 0, 2},
    {IR_I_vp_smin, IR_I_smin, 0, 2},
    {IR_I_vp_umax, IR_I_umax, 0, 2},
    {IR_I_vp_umin, IR_I_umin, 0, 2},
    {IR_I_vp_copysign, IR_I_copysign, 0, 2},
    {IR_I_vp_minnum, IR_I_minnum, 0, 2},
    {IR_I_vp_maxnum, IR_I_maxnum, 0, 2},
    {IR_I_vp_minimum, IR_I_minimum, 0, 2},
    {IR_I_vp_maximum, IR_I_maximum, 0, 2},
    {IR_I_vp_fma, IR_I_fma, 0, 3},
    {IR_I_vp_fmuladd, IR_I_fmuladd, 0, 3},
    {IR_I_vp_fshl, IR_I_fshl, 0, 3},
    {IR_I_vp_fshr, IR_I_fshr, 0, 3},
    {IR_I_vp_sadd_sat, IR_I_sadd_sat, 0, 2},
    {IR_I_vp_uadd_sat, IR_I_uadd_sat, 0, 2},
    {IR_I_vp_ssub_sat, IR_I_ssub_sat, 0, 2},
    {IR_I_vp_usub_sat, IR_I_usub_sat, 0, 2},
    {IR_I_vp_abs, IR_I_abs, 0, 2},
    {IR_I_vp_ctlz, IR_I_ctlz, 0, 2},
    {IR_I_vp_cttz, IR_I_cttz, 0, 2},
    {IR_I_vp_ctpop, IR_I_ctpop, 0, 1},
    {IR_I_vp_bswap, IR_I_bswap, 0, 1},
    {IR_I_vp_bitreverse, IR_I_bitreverse, 0, 1},
    {IR_I_vp_fabs, IR_I_fabs, 0, 1},
    {IR_I_vp_sqrt, IR_I_sqrt, 0, 1},
    {IR_I_vp_ceil, IR_I_ceil, 0, 1},
    {IR_I_vp_floor, IR_I_floor, 0, 1},
    {IR_I_vp_rint, IR_I_rint, 0, 1},
    {IR_I_vp_nearbyint, IR_I_nearbyint, 0, 1},
    {IR_I_vp_round, IR_I_round, 0, 1},
    {IR_I_vp_roundeven, IR_I_roundeven, 0, 1},
    {IR_I_vp_roundtozero, IR_I_trunc, 0, 1},
    {IR_I_vp_trunc, 0, IR_TRUNC, 1},
    {IR_I_vp_zext, 0, IR_ZEXT, 1},
    {IR_I_vp_sext, 0, IR_SEXT, 1},
    {IR_I_vp_fptrunc, 0, IR_FPTRUNC, 1},
    {IR_I_vp_fpext, 0, IR_FPEXT, 1},
    {IR_I_vp_fptoui, 0, IR_FPTOUI, 1},
    {IR_I_vp_fptosi, 0, IR_FPTOSI, 1},
    {IR_I_vp_uitofp, 0, IR_UITOFP, 1},
    {IR_I_vp_sitofp, 0, IR_SITOFP, 1},
};

// The first operand is the start value, the second the vector.
static const VpRow reductions[] = {
    {IR_I_vp_reduce_add, 0, IR_ADD, 2},       {IR_I_vp_reduce_mul, 0, IR_MUL, 2},
    {IR_I_vp_reduce_and, 0, IR_AND, 2},       {IR_I_vp_reduce_or, 0, IR_OR, 2},
    {IR_I_vp_reduce_xor, 0, IR_XOR, 2},       {IR_I_vp_reduce_smax, IR_I_smax, 0, 2},
    {IR_I_vp_reduce_smin, IR_I_smin, 0, 2},   {IR_I_vp_reduce_umax, IR_I_umax, 0, 2},
    {IR_I_vp_reduce_umin, IR_I_umin, 0, 2},   {IR_I_vp_reduce_fmax, IR_I_maxnum, 0, 2},
    {IR_I_vp_reduce_fmin, IR_I_minnum, 0, 2}, {IR_I_vp_reduce_fadd, 0, IR_FADD, 2},
    {IR_I_vp_reduce_fmul, 0, IR_FMUL, 2},
};

// A row by the intrinsic; NULL: it is no such operation.
static const VpRow *find(const VpRow *rows, size_t n, uint32_t id) {
    for (size_t k = 0; k < n; k++) {
        if (rows[k].id == id) return &rows[k];
    }
    return NULL;
}

// Is lane k on? `last` is the operand that says the length.
static IrValue *lane_on(Legal *legal, IrBuilder *builder, IrValue *mask, IrValue *last,
                        uint64_t k) {
    IrValue *in = ir_cmp(builder, IR_UGT, last, legal_num(legal->m->ty_i32, k));
    return ir_and(builder, ir_extractelement(builder, mask, legal_num(legal->m->ty_i32, k)), in);
}

// The mask with the lanes beyond the length taken out.
static IrValue *lanes_on(Legal *legal, IrBuilder *builder, IrValue *mask, IrValue *last) {
    IrValue *v = &ir_poison(legal->m, mask->type)->v;
    for (uint64_t k = 0; k < mask->type->n; k++)
        v = ir_insertelement(builder, v, lane_on(legal, builder, mask, last, k),
                             legal_num(legal->m->ty_i32, k));
    return v;
}

// The unpredicated operation.
static IrValue *combine(IrBuilder *builder, const VpRow *r, IrType *type, IrValue *const *arg) {
    if (r->intrin) return ir_call_intrin(builder, (IrIntrin)r->intrin, NULL, r->n, arg);
    if (r->op == IR_FNEG) return ir_fneg(builder, arg[0]);
    if (ir_ops[r->op].class == IRC_CAST) return ir_cast(builder, (IrOp)r->op, 0, arg[0], type);
    return ir_bin(builder, (IrOp)r->op, 0, arg[0], arg[1]);
}

// Division by zero is undefined even where the lane is off, so it gets a divisor that is safe. A
// constant one is as safe as the program made it.
static IrValue *each(Legal *legal, IrBuilder *builder, IrInst *call, const VpRow *how) {
    IrValue *arg[3];
    for (uint32_t k = 0; k < how->n; k++) arg[k] = ir_op(call, k);
    bool divides = is_any_of(how->op, IR_SDIV, IR_UDIV, IR_SREM, IR_UREM);
    if (divides && !ir_is_const(arg[1]))
        arg[1] = ir_select(builder, lanes_on(legal, builder, ir_op(call, 2), ir_op(call, 3)),
                           arg[1], legal_num(call->v.type, 1));
    return combine(builder, how, call->v.type, arg);
}

// In order, as of floats without fast-math flags; what is off leaves the value as it is.
static IrValue *reduce(Legal *legal, IrBuilder *builder, IrInst *call,
                       const VpRow *how) { // in order
    IrValue *acc = ir_op(call, 0), *v = ir_op(call, 1);
    for (uint64_t k = 0; k < v->type->n; k++) {
        IrValue *arg[2] = {acc, ir_extractelement(builder, v, legal_num(legal->m->ty_i32, k))};
        IrValue *next = combine(builder, how, call->v.type, arg);
        acc = ir_select(builder, lane_on(legal, builder, ir_op(call, 2), ir_op(call, 3), k), next,
                        acc);
    }
    return acc;
}

// Accesses as masked ones, aligned as an element at least [LangRef leaves more to `align`].
static IrValue *access(Legal *legal, IrBuilder *builder, IrInst *call, bool store) {
    uint32_t n = ir_call_nargs(call);
    IrType *t = store ? ir_op(call, 0)->type : call->v.type;
    IrValue *on = lanes_on(legal, builder, ir_op(call, n - 2), ir_op(call, n - 1));
    IrValue *align = legal_num(legal->m->ty_i32, t->elem->align);
    if (store)
        return IR_CALL(builder, IR_I_masked_store, NULL, ir_op(call, 0), ir_op(call, 1), align, on);
    return IR_CALL(builder, IR_I_masked_load, t, ir_op(call, 0), align, on,
                   &ir_poison(legal->m, t)->v);
}

// The predicate is a string in metadata. `first` to `last`: those of integers, or those of floats.
static IrValue *compare(Legal *legal, IrBuilder *builder, IrInst *call, IrPred first, IrPred last) {
    const IrValue *v = ir_op(call, 2);
    const IrMd *md = v->kind == IR_V_MD ? ((const IrMdValue *)v)->md : NULL;
    if (!md || md->kind != IR_MD_STRING) return NULL;
    const char *s = atom_str(legal->m->ctx, md->text);
    for (int p = first; p <= (int)last; p++) {
        if (strcmp(ir_pred_names[p], s) == 0)
            return ir_cmp(builder, (IrPred)p, ir_op(call, 0), ir_op(call, 1));
    }
    return NULL;
}

bool legal_vp(Legal *legal, IrInst *call, uint32_t id) {
    if (id < IR_I_vp_add || id > IR_I_vp_store) return false;
    IrBuilder builder = ir_builder_at(call);
    builder.fmf = call->fmf;
    const VpRow *vp_row = find(elementwise, CU_COUNT(elementwise), id);
    const VpRow *red = find(reductions, CU_COUNT(reductions), id);
    for (uint32_t k = 0; k < ir_call_nargs(call); k++) {
        // The length of a scalable vector is not known.
        if (ir_op(call, k)->type->scalable) return false;
    }
    IrValue *value = NULL;
    if (vp_row) {
        value = each(legal, &builder, call, vp_row);
    } else if (red) {
        value = reduce(legal, &builder, call, red);
    } else if (is_any_of(id, IR_I_vp_load, IR_I_vp_store)) {
        value = access(legal, &builder, call, id == IR_I_vp_store);
        // select is off where its length ends, and gives poison there; merge takes the second
        // operand instead.
    } else if (id == IR_I_vp_select) {
        value = ir_select(&builder, ir_op(call, 0), ir_op(call, 1), ir_op(call, 2));
    } else if (id == IR_I_vp_merge) {
        value = ir_select(&builder, lanes_on(legal, &builder, ir_op(call, 0), ir_op(call, 3)),
                          ir_op(call, 1), ir_op(call, 2));
    } else if (id == IR_I_vp_icmp) {
        value = compare(legal, &builder, call, IR_EQ, IR_SLT);
    } else {
        value = compare(legal, &builder, call, IR_FCMP_FALSE, IR_FCMP_TRUE);
    }
    if (!value) return false;
    if (id == IR_I_vp_store)
        ir_erase(call);
    else
        ir_replace_erase(call, value);
    return true;
}
