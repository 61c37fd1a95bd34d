// SPDX-License-Identifier: Apache-2.0
// The builder: makes instructions at a cursor, folding constants (fold.c) and the few identities
// that need no look at other instructions. Wrong operand types are our bugs, found by verify.c.
#include "ir/ir_int.h"

IrBuilder ir_builder(IrFunc *fn, IrBlock *bb) {
    return (IrBuilder){.m = fn->g.m, .fn = fn, .bb = bb};
}

// The builder's name is used up: the next instruction has none.
IrInst *ir_emit(IrBuilder *builder, IrInst *made) {
    if (builder->before) {
        ir_insert_before(made, builder->before);
    } else {
        ir_insert_at_end(made, builder->bb);
    }
    made->dbg = builder->dbg;
    if (builder->name) {
        made->v.name = builder->name;
        builder->name = 0;
    }
    return made;
}

static IrInst *make(IrBuilder *builder, IrOp op, IrType *result, uint32_t n) {
    return ir_inst_new(builder->fn, op, result, n);
}

static IrInst *make1(IrBuilder *builder, IrOp op, IrType *result, IrValue *operand) {
    IrInst *i = make(builder, op, result, 1);
    ir_set_op(i, 0, operand);
    return i;
}

static IrInst *make2(IrBuilder *builder, IrOp op, IrType *result, IrValue *left, IrValue *right) {
    IrInst *i = make(builder, op, result, 2);
    ir_set_op(i, 0, left);
    ir_set_op(i, 1, right);
    return i;
}

// What a builder function returns instead of an instruction. The name was for an instruction: a
// constant has none, and the next value shall not get it.
static IrValue *folded(IrBuilder *builder, IrConst *constant) {
    builder->name = 0;
    return &constant->v;
}

// ---- arithmetic ----

// Whether x op right is x. Of floating point none is: x + 0.0 changes the sign of -0.0.
static bool right_identity(IrOp op, const IrValue *right) {
    switch (op) {
    case IR_ADD:
    case IR_SUB:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return ir_is_zero(right);
    case IR_MUL:
    case IR_UDIV:
    case IR_SDIV: return ir_is_int(right, 1) && right->type->bits > 1;
    case IR_AND: return ir_is_all_ones(right);
    default: return false;
    }
}

// Constants on the left alone are left to instcombine: it looks at more than the operands.
IrValue *ir_bin(IrBuilder *builder, IrOp op, uint16_t flags, IrValue *left, IrValue *right) {
    if (!builder->no_fold && ir_is_const(right)) {
        if (ir_is_const(left)) {
            IrConst *c = ir_fold_bin(builder->m, op, flags, (IrConst *)left, (IrConst *)right);
            if (c) return folded(builder, c);
        }
        if (right_identity(op, right)) return left;
    }
    IrInst *i = make2(builder, op, left->type, left, right);
    i->v.flags = flags;
    if (ir_ops[op].props & IRP_FMF) i->fmf = builder->fmf;
    return &ir_emit(builder, i)->v;
}

// Equal types mean no cast, except between address spaces, where the verifier is to complain.
IrValue *ir_cast(IrBuilder *builder, IrOp op, uint16_t flags, IrValue *source, IrType *target) {
    if (source->type == target && op != IR_ADDRSPACECAST) return source;
    if (!builder->no_fold && ir_is_const(source)) {
        IrConst *c = ir_ccast(builder->m, op, (IrConst *)source, target);
        if (c) return folded(builder, c);
    }
    IrInst *i = make1(builder, op, target, source);
    i->v.flags = flags;
    return &ir_emit(builder, i)->v;
}

// The instruction is made in any case: ir_fold_inst wants one. If it folds it is never inserted.
IrValue *ir_fneg(IrBuilder *builder, IrValue *number) {
    IrInst *i = make1(builder, IR_FNEG, number->type, number);
    i->fmf = builder->fmf;
    if (!builder->no_fold && ir_is_const(number)) {
        IrConst *c = ir_fold_inst(builder->m, i);
        if (c) return folded(builder, c);
    }
    return &ir_emit(builder, i)->v;
}

static IrConst *all_ones(IrModule *module, IrType *wanted) {
    IrConst *c = ir_sint(ir_ty_scalar(wanted), -1);
    return wanted->kind == IR_TY_VECTOR ? ir_splat(module, wanted, c) : c;
}

IrValue *ir_not(IrBuilder *builder, IrValue *inverted) {
    return ir_xor(builder, inverted, &all_ones(builder->m, inverted->type)->v);
}

IrValue *ir_neg(IrBuilder *builder, IrValue *number) {
    return ir_sub(builder, &ir_null(builder->m, number->type)->v, number);
}

// No instruction for a type of the same width.
IrValue *ir_int_resize(IrBuilder *builder, IrValue *source, IrType *target, bool is_signed) {
    uint32_t from = ir_ty_scalar(source->type)->bits, to = ir_ty_scalar(target)->bits;
    if (from == to) return source;
    IrOp widen = is_signed ? IR_SEXT : IR_ZEXT;
    return ir_cast(builder, from > to ? IR_TRUNC : widen, 0, source, target);
}

// The predicate tells icmp from fcmp.
IrValue *ir_cmp(IrBuilder *builder, IrPred pred, IrValue *left, IrValue *right) {
    if (!builder->no_fold && ir_is_const(left) && ir_is_const(right)) {
        IrConst *c = ir_fold_cmp(builder->m, pred, (IrConst *)left, (IrConst *)right);
        if (c) return folded(builder, c);
    }
    IrType *t = ir_ty_with_shape(builder->m, builder->m->ty_i1, left->type);
    IrInst *i = make2(builder, pred >= IR_EQ ? IR_ICMP : IR_FCMP, t, left, right);
    i->pred = (uint8_t)pred;
    if (pred < IR_EQ) i->fmf = builder->fmf;
    return &ir_emit(builder, i)->v;
}

// Vectors of conditions are left to instcombine.
IrValue *ir_select(IrBuilder *builder, IrValue *condition, IrValue *if_true, IrValue *if_false) {
    if (!builder->no_fold) {
        if (if_true == if_false) return if_true;
        if (condition->kind == IR_C_INT) return ir_is_zero(condition) ? if_false : if_true;
    }
    IrInst *i = make(builder, IR_SELECT, if_true->type, 3);
    ir_set_op(i, 0, condition);
    ir_set_op(i, 1, if_true);
    ir_set_op(i, 2, if_false);
    if (ir_ty_is_fp(ir_ty_scalar(if_true->type))) i->fmf = builder->fmf;
    return &ir_emit(builder, i)->v;
}

// Constants without undefined parts need none; aggregates are not looked into.
IrValue *ir_freeze(IrBuilder *builder, IrValue *frozen) {
    bool defined = is_any_of(frozen->kind, IR_C_INT, IR_C_FP) || frozen->kind >= IR_C_VAR;
    if (defined) return frozen;
    return &ir_emit(builder, make1(builder, IR_FREEZE, frozen->type, frozen))->v;
}

// Room for `expected` incoming values; ir_phi_add puts them in.
IrInst *ir_phi(IrBuilder *builder, IrType *merged, uint32_t expected) {
    IrInst *i = make(builder, IR_PHI, merged, 2 * expected);
    i->nops = 0;
    // a cursor right behind other phis saves the walk over them
    IrInst *at = builder->before;
    bool behind_phis = at && at->v.op != IR_PHI && at->prev && at->prev->v.op == IR_PHI;
    if (!behind_phis) at = ir_first_non_phi(builder->bb);
    IrBuilder phi = *builder;
    phi.before = at;
    builder->name = 0;
    return ir_emit(&phi, i);
}

// ---- terminators ----

IrInst *ir_ret(IrBuilder *builder, IrValue *returned) {
    IrInst *i = make(builder, IR_RET, builder->m->ty_void, returned ? 1 : 0);
    if (returned) ir_set_op(i, 0, returned);
    return ir_emit(builder, i);
}

IrInst *ir_br(IrBuilder *builder, IrBlock *dest) {
    return ir_emit(builder, make1(builder, IR_BR, builder->m->ty_void, &dest->v));
}

// A known condition gives a plain branch: the other edge never exists.
IrInst *ir_condbr(IrBuilder *builder, IrValue *condition, IrBlock *if_true, IrBlock *if_false) {
    if (!builder->no_fold && condition->kind == IR_C_INT)
        return ir_br(builder, ir_is_zero(condition) ? if_false : if_true);
    IrInst *i = make(builder, IR_BR, builder->m->ty_void, 3);
    ir_set_op(i, 0, condition);
    ir_set_op(i, 1, &if_true->v);
    ir_set_op(i, 2, &if_false->v);
    return ir_emit(builder, i);
}

IrInst *ir_switch(IrBuilder *builder, IrValue *condition, IrBlock *dflt) {
    return ir_emit(builder, make2(builder, IR_SWITCH, builder->m->ty_void, condition, &dflt->v));
}

void ir_switch_add(IrInst *sw, IrConst *value, IrBlock *dest) {
    ir_add_op(sw, &value->v);
    ir_add_op(sw, &dest->v);
}

// The address is operand 0, the blocks follow.
IrInst *ir_indirectbr(IrBuilder *builder, IrValue *target, uint32_t n, IrBlock *const *dest) {
    IrInst *i = make(builder, IR_INDIRECTBR, builder->m->ty_void, n + 1);
    ir_set_op(i, 0, target);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k + 1, &dest[k]->v);
    return ir_emit(builder, i);
}

IrInst *ir_unreachable(IrBuilder *builder) {
    return ir_emit(builder, make(builder, IR_UNREACHABLE, builder->m->ty_void, 0));
}

// ---- memory ----

// align 0: that of the type.
IrInst *ir_alloca_n(IrBuilder *builder, IrType *allocated, IrValue *count, uint32_t align,
                    uint32_t as) {
    IrInst *i = make1(builder, IR_ALLOCA, ir_ty_ptr(builder->m, as), count);
    i->aty = allocated;
    i->align = align ? align : allocated->align;
    return ir_emit(builder, i);
}

IrInst *ir_alloca(IrBuilder *builder, IrType *allocated, uint32_t align) {
    return ir_alloca_n(builder, allocated, &ir_int(builder->m->ty_i32, 1)->v, align, 0);
}

// Behind the allocas that are there, so that they keep the order in which they were asked for. The
// last one is remembered: functions may have thousands.
IrInst *ir_entry_alloca(IrFunc *fn, IrType *allocated, uint32_t align, Atom name) {
    IrBuilder b = ir_builder(fn, fn->first);
    IrInst *last = fn->last_alloca;
    IrInst *at = last && last->block == fn->first ? last->next : fn->first->first;
    while (at && at->v.op == IR_ALLOCA) at = at->next;
    b.before = at;
    b.name = name;
    return fn->last_alloca = ir_alloca(&b, allocated, align);
}

IrInst *ir_load(IrBuilder *builder, IrType *loaded, IrValue *address, uint32_t align) {
    IrInst *i = make1(builder, IR_LOAD, loaded, address);
    i->align = align ? align : loaded->align;
    return ir_emit(builder, i);
}

IrInst *ir_store(IrBuilder *builder, IrValue *stored, IrValue *address, uint32_t align) {
    IrInst *i = make2(builder, IR_STORE, builder->m->ty_void, stored, address);
    i->align = align ? align : stored->type->align;
    return ir_emit(builder, i);
}

// NULL unless base and indices are constants, and few.
static IrConst *fold_gep(IrBuilder *builder, IrType *src, IrValue *base, uint32_t n,
                         IrValue *const *idx, uint16_t flags) {
    if (!ir_is_const(base)) return NULL;
    IrConst *c[8];
    if (n > 8) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        if (idx[k]->kind != IR_C_INT) return NULL;
        c[k] = (IrConst *)idx[k];
    }
    return ir_cgep(builder->m, src, (IrConst *)base, n, c, flags);
}

// A vector among base and indices makes the result a vector of addresses.
IrValue *ir_gep(IrBuilder *builder, IrType *src, IrValue *base, uint32_t n, IrValue *const *idx,
                uint16_t flags) {
    if (!builder->no_fold) {
        IrConst *c = fold_gep(builder, src, base, n, idx, flags);
        if (c) return folded(builder, c);
    }
    IrType *t = base->type;
    for (uint32_t k = 0; k < n && t->kind == IR_TY_PTR; k++) {
        t = ir_ty_with_shape(builder->m, t, idx[k]->type);
    }
    IrInst *i = make(builder, IR_GEP, t, n + 1);
    i->aty = src;
    i->v.flags = flags;
    ir_set_op(i, 0, base);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k + 1, idx[k]);
    return &ir_emit(builder, i)->v;
}

IrValue *ir_gep1(IrBuilder *builder, IrType *src, IrValue *base, IrValue *idx, uint16_t flags) {
    return ir_gep(builder, src, base, 1, &idx, flags);
}

IrValue *ir_gep_member(IrBuilder *builder, IrType *agg, IrValue *base, uint32_t member) {
    IrValue *idx[2] = {&ir_int(builder->m->ty_i32, 0)->v, &ir_int(builder->m->ty_i32, member)->v};
    return ir_gep(builder, agg, base, 2, idx, IR_INBOUNDS | IR_NUSW | IR_NUW);
}

IrValue *ir_ptradd(IrBuilder *builder, IrValue *base, IrValue *bytes, uint16_t flags) {
    if (!builder->no_fold && bytes->kind == IR_C_INT && ir_is_zero(bytes)) return base;
    return ir_gep1(builder, builder->m->ty_i8, base, bytes, flags);
}

IrValue *ir_ptradd_c(IrBuilder *builder, IrValue *base, int64_t bytes, uint16_t flags) {
    return ir_ptradd(builder, base, &ir_sint(builder->m->ty_i64, bytes)->v, flags);
}

IrInst *ir_fence(IrBuilder *builder, IrOrder o, IrScope s) {
    IrInst *i = make(builder, IR_FENCE, builder->m->ty_void, 0);
    i->order = (uint8_t)o;
    i->scope = (uint8_t)s;
    return ir_emit(builder, i);
}

// Natural alignment, which atomics need; the result is { value, success }.
IrInst *ir_cmpxchg(IrBuilder *builder, IrValue *address, IrValue *expected, IrValue *desired,
                   IrOrder ok, IrOrder fail, IrScope scope) {
    IrType *pair[2] = {expected->type, builder->m->ty_i1};
    IrInst *i = make(builder, IR_CMPXCHG, ir_ty_struct(builder->m, 2, pair, false), 3);
    ir_set_op(i, 0, address);
    ir_set_op(i, 1, expected);
    ir_set_op(i, 2, desired);
    i->align = (uint32_t)expected->type->size;
    i->order = (uint8_t)ok;
    i->order2 = (uint8_t)fail;
    i->scope = (uint8_t)scope;
    return ir_emit(builder, i);
}

// The alignment is the value's size; the instruction's type is the value's.
IrInst *ir_atomicrmw(IrBuilder *builder, IrRmwOp op, IrValue *address, IrValue *operand, IrOrder o,
                     IrScope s) {
    IrInst *i = make2(builder, IR_ATOMICRMW, operand->type, address, operand);
    i->pred = (uint8_t)op;
    i->align = (uint32_t)operand->type->size;
    i->order = (uint8_t)o;
    i->scope = (uint8_t)s;
    return ir_emit(builder, i);
}

// ---- aggregates and vectors ----

static IrType *walk_type(IrType *type, uint32_t n, const uint32_t *idx) {
    for (uint32_t k = 0; k < n && type; k++) type = ir_ty_member(type, idx[k]);
    return type;
}

static void set_indices(IrInst *inst, uint32_t n, const uint32_t *idx, Arena *owner) {
    inst->nidx = n;
    inst->idx = arena_copy(owner, idx, n * sizeof *idx, _Alignof(uint32_t));
}

// Walks down an aggregate constant as far as the indices lead.
IrValue *ir_extractvalue(IrBuilder *builder, IrValue *agg, uint32_t n, const uint32_t *idx) {
    if (!builder->no_fold && ir_is_const(agg)) {
        IrConst *c = (IrConst *)agg;
        for (uint32_t k = 0; k < n && c; k++) c = ir_elem(builder->m, c, idx[k]);
        if (c) return folded(builder, c);
    }
    IrInst *i = make1(builder, IR_EXTRACTVALUE, walk_type(agg->type, n, idx), agg);
    set_indices(i, n, idx, builder->fn->arena);
    return &ir_emit(builder, i)->v;
}

// Folded when both operands are constants, unless the builder is told not to fold.
IrValue *ir_insertvalue(IrBuilder *builder, IrValue *agg, IrValue *inserted, uint32_t n,
                        const uint32_t *idx) {
    IrInst *i = make2(builder, IR_INSERTVALUE, agg->type, agg, inserted);
    set_indices(i, n, idx, builder->fn->arena);
    if (!builder->no_fold && ir_is_const(agg) && ir_is_const(inserted)) {
        IrConst *c = ir_fold_inst(builder->m, i);
        if (c) return folded(builder, c);
    }
    return &ir_emit(builder, i)->v;
}

// An index out of range is poison: that is left to instcombine.
IrValue *ir_extractelement(IrBuilder *builder, IrValue *vector, IrValue *index) {
    bool known = ir_is_const(vector) && index->kind == IR_C_INT && ir_fits_u64((IrConst *)index);
    if (!builder->no_fold && known) {
        IrConst *c = ir_elem(builder->m, (IrConst *)vector, ir_uval((IrConst *)index));
        if (c) return folded(builder, c);
    }
    return &ir_emit(builder, make2(builder, IR_EXTRACTELEMENT, vector->type->elem, vector, index))
                ->v;
}

// Folded when all operands are constants.
IrValue *ir_insertelement(IrBuilder *builder, IrValue *vector, IrValue *element, IrValue *index) {
    IrInst *i = make(builder, IR_INSERTELEMENT, vector->type, 3);
    ir_set_op(i, 0, vector);
    ir_set_op(i, 1, element);
    ir_set_op(i, 2, index);
    bool known = ir_is_const(vector) && ir_is_const(element) && ir_is_const(index);
    if (!builder->no_fold && known) {
        IrConst *c = ir_fold_inst(builder->m, i);
        if (c) return folded(builder, c);
    }
    return &ir_emit(builder, i)->v;
}

// A mask element of -1 is poison. Folded when both vectors are constants.
IrValue *ir_shufflevector(IrBuilder *builder, IrValue *left, IrValue *right, uint32_t n,
                          const int32_t *mask) {
    IrInst *i = make2(builder, IR_SHUFFLEVECTOR, ir_ty_vector(builder->m, left->type->elem, n),
                      left, right);
    i->nidx = n;
    i->mask = arena_copy(builder->fn->arena, mask, n * sizeof *mask, _Alignof(int32_t));
    if (!builder->no_fold && ir_is_const(left) && ir_is_const(right)) {
        IrConst *c = ir_fold_inst(builder->m, i);
        if (c) return folded(builder, c);
    }
    return &ir_emit(builder, i)->v;
}

IrValue *ir_va_arg(IrBuilder *builder, IrValue *list, IrType *wanted) {
    return &ir_emit(builder, make1(builder, IR_VA_ARG, wanted, list))->v;
}

// ---- calls ----

// The call takes over the convention of a known callee; attributes stay with the function.
IrInst *ir_call(IrBuilder *builder, IrType *fty, IrValue *callee, uint32_t n, IrValue *const *arg) {
    IrInst *i = make(builder, IR_CALL, fty->elem, n + 1);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, arg[k]);
    ir_set_op(i, n, callee);
    i->aty = fty;
    i->call = arena_new(builder->fn->arena, IrCall);
    IrFunc *f = ir_as_func(callee);
    if (f) i->call->cc = f->cc;
    if (ir_ty_is_fp(ir_ty_scalar(fty->elem))) i->fmf = builder->fmf;
    return ir_emit(builder, i);
}

IrInst *ir_call_fn(IrBuilder *builder, IrFunc *fn, uint32_t n, IrValue *const *arg) {
    return ir_call(builder, fn->g.vty, &fn->g.v, n, arg);
}

// Types that fit no overload are a mistake of ours.
static IrFunc *intrinsic_for(IrModule *module, IrIntrin id, IrType *ret, uint32_t n,
                             IrValue *const *arg) {
    IrFunc *there = ir_intrinsic_there(module, id, ret, n, arg);
    if (there) return there;
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t nslot;
    if (!ir_intrin_overload(module, id, ret, n, arg, slot, &nslot)) {
        cu_fatal(module->ctx, "call of %s with wrong types", ir_intrins[id].name);
    }
    return ir_intrinsic(module, id, nslot, slot);
}

IrValue *ir_call_intrin(IrBuilder *builder, IrIntrin id, IrType *ret, uint32_t n,
                        IrValue *const *arg) {
    IrFunc *fn = intrinsic_for(builder->m, id, ret, n, arg);
    // more than four constant operands: none of those that fold has
    bool constant = !builder->no_fold && n <= 4;
    IrConst *c[4];
    for (uint32_t k = 0; constant && k < n; k++) {
        constant = ir_is_const(arg[k]);
        c[k] = (IrConst *)arg[k];
    }
    if (constant && n) {
        IrConst *r = ir_fold_intrin(builder->m, id, fn->g.vty->elem, n, c);
        if (r) return folded(builder, r);
    }
    return &ir_call_fn(builder, fn, n, arg)->v;
}
