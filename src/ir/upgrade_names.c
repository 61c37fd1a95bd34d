// SPDX-License-Identifier: Apache-2.0
// Intrinsics that have had another name or other operands (LLVM 7 to 21; LLVM's AutoUpgrade.cpp is
// the list): a table of names, each with the function that makes of a call what it is now. Only
// declarations that are no intrinsic by today's rows come here.
#include "ir/ir_int.h"

#include "ir/intrin_id.h"

typedef IrValue *(*UpgradeFn)(IrBuilder *b, const IrInst *c, IrIntrin to);

// Null: not with these types; the call stays, and the verifier refuses what it calls.
static IrValue *call(IrBuilder *builder, IrIntrin id, IrType *ret, uint32_t n,
                     IrValue *const *arg) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t nslot;
    if (!ir_intrin_overload(builder->m, id, ret, n, arg, slot, &nslot)) return NULL;
    return ir_call_intrin(builder, id, ret, n, arg);
}

// objectsize(p, min): null is no unknown object, nothing is found out at run time.
static IrValue *object_size(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    uint32_t n = ir_call_nargs(inst);
    IrValue *no = &ir_false(builder->m)->v;
    if (n < 2 || n > 3) return NULL;
    IrValue *arg[4] = {ir_op(inst, 0), ir_op(inst, 1), n == 3 ? ir_op(inst, 2) : no, no};
    return call(builder, to, inst->v.type, 4, arg);
}

// Before LLVM 3.1 the number of zeros of 0 was defined.
static IrValue *count_zeros(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    IrValue *arg[2] = {ir_op(inst, 0), &ir_false(builder->m)->v};
    return ir_call_nargs(inst) == 1 ? call(builder, to, NULL, 2, arg) : NULL;
}

// The ordered ones have a start value before the vector.
static IrValue *reduce(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    uint32_t n = ir_call_nargs(inst);
    IrValue *arg[2] = {ir_op(inst, 0), n > 1 ? ir_op(inst, 1) : NULL};
    bool start = is_any_of(to, IR_I_vector_reduce_fadd, IR_I_vector_reduce_fmul);
    const IrType *v = n ? ir_op(inst, n - 1)->type : NULL;
    if (!v || v->kind != IR_TY_VECTOR || v->elem != inst->v.type || n != 1u + start) return NULL;
    return call(builder, to, NULL, n, arg);
}

// Two operands of the result's type.
static IrValue *same(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    IrValue *arg[2] = {ir_op(inst, 0), ir_call_nargs(inst) > 1 ? ir_op(inst, 1) : NULL};
    uint32_t n = ir_call_nargs(inst);
    if (n != 2 || arg[0]->type != inst->v.type || arg[1]->type != inst->v.type) return NULL;
    return call(builder, to, NULL, n, arg);
}

// With any operands, and the result's type for the overload.
static IrValue *renamed(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    IrValue *arg[4];
    uint32_t n = ir_call_nargs(inst);
    for (uint32_t k = 0; k < n && k < 4; k++) arg[k] = ir_op(inst, k);
    return n <= 4 ? call(builder, to, inst->v.type, n, arg) : NULL;
}

// Annotations of a source position say nothing to us.
static IrValue *annotation(IrBuilder *builder, const IrInst *inst, IrIntrin to) {
    return inst->v.type == ir_op(inst, 0)->type ? ir_op(inst, 0) : NULL;
}

static const struct {
    const char *name; // behind "llvm.", up to its end or a '.'
    UpgradeFn fn;
    uint16_t to;
} rows[] = {
    {"objectsize", object_size, IR_I_objectsize},
    {"ctlz", count_zeros, IR_I_ctlz},
    {"cttz", count_zeros, IR_I_cttz},
    {"experimental.vector.reduce.add", reduce, IR_I_vector_reduce_add},
    {"experimental.vector.reduce.mul", reduce, IR_I_vector_reduce_mul},
    {"experimental.vector.reduce.and", reduce, IR_I_vector_reduce_and},
    {"experimental.vector.reduce.or", reduce, IR_I_vector_reduce_or},
    {"experimental.vector.reduce.xor", reduce, IR_I_vector_reduce_xor},
    {"experimental.vector.reduce.smax", reduce, IR_I_vector_reduce_smax},
    {"experimental.vector.reduce.smin", reduce, IR_I_vector_reduce_smin},
    {"experimental.vector.reduce.umax", reduce, IR_I_vector_reduce_umax},
    {"experimental.vector.reduce.umin", reduce, IR_I_vector_reduce_umin},
    {"experimental.vector.reduce.fmax", reduce, IR_I_vector_reduce_fmax},
    {"experimental.vector.reduce.fmin", reduce, IR_I_vector_reduce_fmin},
    {"experimental.vector.reduce.v2.fadd", reduce, IR_I_vector_reduce_fadd},
    {"experimental.vector.reduce.v2.fmul", reduce, IR_I_vector_reduce_fmul},
    {"experimental.vector.reverse", renamed, IR_I_vector_reverse},
    {"experimental.vector.splice", renamed, IR_I_vector_splice},
    {"experimental.vector.insert", renamed, IR_I_vector_insert},
    {"experimental.vector.extract", renamed, IR_I_vector_extract},
    {"experimental.vector.interleave2", renamed, IR_I_vector_interleave2},
    {"experimental.vector.deinterleave2", renamed, IR_I_vector_deinterleave2},
    {"experimental.stepvector", renamed, IR_I_stepvector},
    {"nvvm.min.s", same, IR_I_smin},
    {"nvvm.max.s", same, IR_I_smax},
    {"nvvm.min.us", same, IR_I_umin},
    {"nvvm.max.us", same, IR_I_umax},
    {"cuda.syncthreads", renamed, IR_I_nvvm_barrier0},
    {"ptr.annotation", annotation, 0},
    {"annotation", annotation, 0},
};

// The row of a name, or NULL.
static const void *find(const IrFunc *fn) {
    const char *s = atom_str(fn->g.m->ctx, fn->g.v.name);
    if (strncmp(s, "llvm.", 5) != 0) return NULL;
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        size_t n = strlen(rows[k].name);
        if (strncmp(s + 5, rows[k].name, n) == 0 && (!s[5 + n] || s[5 + n] == '.')) return &rows[k];
    }
    return NULL;
}

bool ir_upgrade_is_old_name(const IrFunc *fn) {
    return !fn->intrin && find(fn) != NULL;
}

// NULL: the call stays as it is.
IrValue *ir_upgrade_by_name(IrBuilder *builder, const IrInst *inst, const IrFunc *fn) {
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (find(fn) == &rows[k] && (ir_call_nargs(inst) || rows[k].fn == renamed))
            return rows[k].fn(builder, inst, (IrIntrin)rows[k].to);
    }
    return NULL;
}

// ---- metadata ----

// Scalar TBAA tags of LLVM before 3.4: { "int", parent } is the tag { it, it, 0 } of now.
static IrMd *tbaa_tag(IrModule *module, IrMd *md) {
    bool scalar =
        md && md->kind == IR_MD_NODE && md->n >= 2 && md->op[0] && md->op[0]->kind == IR_MD_STRING;
    if (!scalar) return md;
    IrMd *zero = ir_md_value(module, ir_int(module->ty_i64, 0)), *type = md;
    if (md->n == 3) { // the third operand says that the memory is constant
        type = ir_md_node(module, 2, md->op);
        IrMd *op[4] = {type, type, zero, md->op[2]};
        return ir_md_node(module, 4, op);
    }
    IrMd *op[3] = {type, type, zero};
    return ir_md_node(module, 3, op);
}

// ldg calls said the alignment in !align, which is for loads only now; the operand says it too. One
// of a kind: the first that is found.
static void drop_align(IrInst *inst) {
    const IrFunc *f = ir_called(inst);
    Ctx *ctx = inst->v.type->m->ctx;
    if (!f || strncmp(atom_str(ctx, f->g.v.name), "llvm.nvvm.ld", 12) != 0) return;
    for (IrMdAttach **a = &inst->md; *a; a = &(*a)->next) {
        if (strcmp(atom_str(ctx, (*a)->kind), "align") != 0) continue;
        *a = (*a)->next;
        return;
    }
}

// What older LLVM attached to an instruction and the verifier does not take any more.
void ir_upgrade_metadata(IrModule *module, IrInst *inst) {
    for (IrMdAttach *a = inst->md; a; a = a->next) {
        if (strcmp(atom_str(module->ctx, a->kind), "tbaa") == 0) a->md = tbaa_tag(module, a->md);
    }
    if (inst->v.op == IR_CALL) drop_align(inst);
}
