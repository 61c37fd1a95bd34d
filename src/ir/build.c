// SPDX-License-Identifier: Apache-2.0
// The builder: makes instructions at a cursor, folding constants (fold.c) and the few identities
// that need no look at other instructions. Wrong operand types are our bugs, found by verify.c.
#include "ir/ir_int.h"

IrBuilder ir_builder(IrFunc *f, IrBlock *bb) {
    return (IrBuilder){.m = f->g.m, .fn = f, .bb = bb};
}

IrBuilder ir_builder_at(IrInst *before) {
    IrBlock *bb = before->block;
    return (IrBuilder){
        .m = bb->fn->g.m, .fn = bb->fn, .bb = bb, .before = before, .dbg = before->dbg};
}

IrInst *ir_emit(IrBuilder *b, IrInst *i) {
    if (b->before) {
        ir_insert_before(i, b->before);
    } else {
        ir_insert_at_end(i, b->bb);
    }
    i->dbg = b->dbg;
    if (b->name) {
        i->v.name = b->name;
        b->name = 0;
    }
    return i;
}

static IrInst *make(IrBuilder *b, IrOp op, IrType *t, uint32_t n) {
    return ir_inst_new(b->fn, op, t, n);
}

static IrInst *make1(IrBuilder *b, IrOp op, IrType *t, IrValue *x) {
    IrInst *i = make(b, op, t, 1);
    ir_set_op(i, 0, x);
    return i;
}

static IrInst *make2(IrBuilder *b, IrOp op, IrType *t, IrValue *x, IrValue *y) {
    IrInst *i = make(b, op, t, 2);
    ir_set_op(i, 0, x);
    ir_set_op(i, 1, y);
    return i;
}

static IrValue *folded(IrBuilder *b, IrConst *c) {
    b->name = 0;
    return &c->v;
}

// ---- arithmetic ----

static bool right_identity(IrOp op, const IrValue *y) { // x op y is x
    switch (op) {
    case IR_ADD:
    case IR_SUB:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return ir_is_zero(y);
    case IR_MUL:
    case IR_UDIV:
    case IR_SDIV: return ir_is_int(y, 1) && y->type->bits > 1;
    case IR_AND: return ir_is_all_ones(y);
    default: return false;
    }
}

IrValue *ir_bin(IrBuilder *b, IrOp op, uint16_t flags, IrValue *x, IrValue *y) {
    if (!b->no_fold && ir_is_const(y)) {
        if (ir_is_const(x)) {
            IrConst *c = ir_fold_bin(b->m, op, flags, (IrConst *)x, (IrConst *)y);
            if (c) return folded(b, c);
        }
        if (right_identity(op, y)) return x;
    }
    IrInst *i = make2(b, op, x->type, x, y);
    i->v.flags = flags;
    if (ir_ops[op].props & IRP_FMF) i->fmf = b->fmf;
    return &ir_emit(b, i)->v;
}

IrValue *ir_cast(IrBuilder *b, IrOp op, uint16_t flags, IrValue *x, IrType *t) {
    if (x->type == t && op != IR_ADDRSPACECAST) return x;
    if (!b->no_fold && ir_is_const(x)) {
        IrConst *c = ir_ccast(b->m, op, (IrConst *)x, t);
        if (c) return folded(b, c);
    }
    IrInst *i = make1(b, op, t, x);
    i->v.flags = flags;
    return &ir_emit(b, i)->v;
}

IrValue *ir_fneg(IrBuilder *b, IrValue *x) {
    IrInst *i = make1(b, IR_FNEG, x->type, x);
    i->fmf = b->fmf;
    if (!b->no_fold && ir_is_const(x)) {
        IrConst *c = ir_fold_inst(b->m, i);
        if (c) return folded(b, c);
    }
    return &ir_emit(b, i)->v;
}

static IrConst *all_ones(IrModule *m, IrType *t) {
    IrConst *c = ir_sint(ir_ty_scalar(t), -1);
    return t->kind == IR_TY_VECTOR ? ir_splat(m, t, c) : c;
}

IrValue *ir_not(IrBuilder *b, IrValue *x) {
    return ir_xor(b, x, &all_ones(b->m, x->type)->v);
}

IrValue *ir_neg(IrBuilder *b, IrValue *x) {
    return ir_sub(b, &ir_null(b->m, x->type)->v, x);
}

IrValue *ir_int_resize(IrBuilder *b, IrValue *x, IrType *t, bool is_signed) {
    uint32_t from = ir_ty_scalar(x->type)->bits, to = ir_ty_scalar(t)->bits;
    if (from == to) return x;
    return ir_cast(b, from > to ? IR_TRUNC : is_signed ? IR_SEXT : IR_ZEXT, 0, x, t);
}

IrValue *ir_cmp(IrBuilder *b, IrPred p, IrValue *x, IrValue *y) {
    if (!b->no_fold && ir_is_const(x) && ir_is_const(y)) {
        IrConst *c = ir_fold_cmp(b->m, p, (IrConst *)x, (IrConst *)y);
        if (c) return folded(b, c);
    }
    IrType *t = ir_ty_with_shape(b->m, b->m->ty_i1, x->type);
    IrInst *i = make2(b, p >= IR_EQ ? IR_ICMP : IR_FCMP, t, x, y);
    i->pred = (uint8_t)p;
    if (p < IR_EQ) i->fmf = b->fmf;
    return &ir_emit(b, i)->v;
}

IrValue *ir_select(IrBuilder *b, IrValue *c, IrValue *t, IrValue *f) {
    if (!b->no_fold) {
        if (t == f) return t;
        if (c->kind == IR_C_INT) return ir_is_zero(c) ? f : t;
    }
    IrInst *i = make(b, IR_SELECT, t->type, 3);
    ir_set_op(i, 0, c);
    ir_set_op(i, 1, t);
    ir_set_op(i, 2, f);
    if (ir_ty_is_fp(ir_ty_scalar(t->type))) i->fmf = b->fmf;
    return &ir_emit(b, i)->v;
}

IrValue *ir_freeze(IrBuilder *b, IrValue *x) {
    if (ir_is_const(x) && (x->kind == IR_C_INT || x->kind == IR_C_FP || x->kind >= IR_C_VAR)) {
        return x;
    }
    return &ir_emit(b, make1(b, IR_FREEZE, x->type, x))->v;
}

IrInst *ir_phi(IrBuilder *b, IrType *t, uint32_t expected) {
    IrInst *i = make(b, IR_PHI, t, 2 * expected);
    i->nops = 0;
    IrInst *at = b->before; // a cursor right behind other phis saves the walk over them
    if (!at || at->v.op == IR_PHI || !at->prev || at->prev->v.op != IR_PHI) {
        at = ir_first_non_phi(b->bb);
    }
    IrBuilder phi = *b;
    phi.before = at;
    b->name = 0;
    return ir_emit(&phi, i);
}

// ---- terminators ----

IrInst *ir_ret(IrBuilder *b, IrValue *v) {
    IrInst *i = make(b, IR_RET, b->m->ty_void, v ? 1 : 0);
    if (v) ir_set_op(i, 0, v);
    return ir_emit(b, i);
}

IrInst *ir_br(IrBuilder *b, IrBlock *dest) {
    return ir_emit(b, make1(b, IR_BR, b->m->ty_void, &dest->v));
}

IrInst *ir_condbr(IrBuilder *b, IrValue *c, IrBlock *t, IrBlock *f) {
    if (!b->no_fold && c->kind == IR_C_INT) return ir_br(b, ir_is_zero(c) ? f : t);
    IrInst *i = make(b, IR_BR, b->m->ty_void, 3);
    ir_set_op(i, 0, c);
    ir_set_op(i, 1, &t->v);
    ir_set_op(i, 2, &f->v);
    return ir_emit(b, i);
}

IrInst *ir_switch(IrBuilder *b, IrValue *v, IrBlock *dflt) {
    return ir_emit(b, make2(b, IR_SWITCH, b->m->ty_void, v, &dflt->v));
}

void ir_switch_add(IrInst *sw, IrConst *value, IrBlock *dest) {
    ir_add_op(sw, &value->v);
    ir_add_op(sw, &dest->v);
}

IrInst *ir_indirectbr(IrBuilder *b, IrValue *p, uint32_t n, IrBlock *const *dest) {
    IrInst *i = make(b, IR_INDIRECTBR, b->m->ty_void, n + 1);
    ir_set_op(i, 0, p);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k + 1, &dest[k]->v);
    return ir_emit(b, i);
}

IrInst *ir_unreachable(IrBuilder *b) {
    return ir_emit(b, make(b, IR_UNREACHABLE, b->m->ty_void, 0));
}

// ---- memory ----

IrInst *ir_alloca_n(IrBuilder *b, IrType *t, IrValue *count, uint32_t align, uint32_t as) {
    IrInst *i = make1(b, IR_ALLOCA, ir_ty_ptr(b->m, as), count);
    i->aty = t;
    i->align = align ? align : t->align;
    return ir_emit(b, i);
}

IrInst *ir_alloca(IrBuilder *b, IrType *t, uint32_t align) {
    return ir_alloca_n(b, t, &ir_int(b->m->ty_i32, 1)->v, align, 0);
}

IrInst *ir_entry_alloca(IrFunc *f, IrType *t, uint32_t align, Atom name) {
    IrBuilder b = ir_builder(f, f->first);
    IrInst *last = f->last_alloca;
    IrInst *at = last && last->block == f->first ? last->next : f->first->first;
    while (at && at->v.op == IR_ALLOCA) at = at->next;
    b.before = at;
    b.name = name;
    return f->last_alloca = ir_alloca(&b, t, align);
}

IrInst *ir_load(IrBuilder *b, IrType *t, IrValue *p, uint32_t align) {
    IrInst *i = make1(b, IR_LOAD, t, p);
    i->align = align ? align : t->align;
    return ir_emit(b, i);
}

IrInst *ir_store(IrBuilder *b, IrValue *v, IrValue *p, uint32_t align) {
    IrInst *i = make2(b, IR_STORE, b->m->ty_void, v, p);
    i->align = align ? align : v->type->align;
    return ir_emit(b, i);
}

static IrConst *fold_gep(IrBuilder *b, IrType *src, IrValue *base, uint32_t n, IrValue *const *idx,
                         uint16_t flags) {
    if (!ir_is_const(base)) return NULL;
    IrConst *c[8];
    if (n > 8) return NULL;
    for (uint32_t k = 0; k < n; k++) {
        if (idx[k]->kind != IR_C_INT) return NULL;
        c[k] = (IrConst *)idx[k];
    }
    return ir_cgep(b->m, src, (IrConst *)base, n, c, flags);
}

IrValue *ir_gep(IrBuilder *b, IrType *src, IrValue *base, uint32_t n, IrValue *const *idx,
                uint16_t flags) {
    if (!b->no_fold) {
        IrConst *c = fold_gep(b, src, base, n, idx, flags);
        if (c) return folded(b, c);
    }
    IrType *t = base->type;
    for (uint32_t k = 0; k < n && t->kind == IR_TY_PTR; k++) {
        t = ir_ty_with_shape(b->m, t, idx[k]->type);
    }
    IrInst *i = make(b, IR_GEP, t, n + 1);
    i->aty = src;
    i->v.flags = flags;
    ir_set_op(i, 0, base);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k + 1, idx[k]);
    return &ir_emit(b, i)->v;
}

IrValue *ir_gep1(IrBuilder *b, IrType *src, IrValue *base, IrValue *idx, uint16_t flags) {
    return ir_gep(b, src, base, 1, &idx, flags);
}

IrValue *ir_gep_member(IrBuilder *b, IrType *agg, IrValue *base, uint32_t member) {
    IrValue *idx[2] = {&ir_int(b->m->ty_i32, 0)->v, &ir_int(b->m->ty_i32, member)->v};
    return ir_gep(b, agg, base, 2, idx, IR_INBOUNDS | IR_NUSW | IR_NUW);
}

IrValue *ir_ptradd(IrBuilder *b, IrValue *base, IrValue *bytes, uint16_t flags) {
    if (!b->no_fold && bytes->kind == IR_C_INT && ir_is_zero(bytes)) return base;
    return ir_gep1(b, b->m->ty_i8, base, bytes, flags);
}

IrValue *ir_ptradd_c(IrBuilder *b, IrValue *base, int64_t bytes, uint16_t flags) {
    return ir_ptradd(b, base, &ir_sint(b->m->ty_i64, bytes)->v, flags);
}

IrInst *ir_fence(IrBuilder *b, IrOrder o, IrScope s) {
    IrInst *i = make(b, IR_FENCE, b->m->ty_void, 0);
    i->order = (uint8_t)o;
    i->scope = (uint8_t)s;
    return ir_emit(b, i);
}

IrInst *ir_cmpxchg(IrBuilder *b, IrValue *p, IrValue *cmp, IrValue *val, IrOrder ok, IrOrder fail,
                   IrScope s) {
    IrType *pair[2] = {cmp->type, b->m->ty_i1};
    IrInst *i = make(b, IR_CMPXCHG, ir_ty_struct(b->m, 2, pair, false), 3);
    ir_set_op(i, 0, p);
    ir_set_op(i, 1, cmp);
    ir_set_op(i, 2, val);
    i->align = (uint32_t)cmp->type->size;
    i->order = (uint8_t)ok;
    i->order2 = (uint8_t)fail;
    i->scope = (uint8_t)s;
    return ir_emit(b, i);
}

IrInst *ir_atomicrmw(IrBuilder *b, IrRmwOp op, IrValue *p, IrValue *v, IrOrder o, IrScope s) {
    IrInst *i = make2(b, IR_ATOMICRMW, v->type, p, v);
    i->pred = (uint8_t)op;
    i->align = (uint32_t)v->type->size;
    i->order = (uint8_t)o;
    i->scope = (uint8_t)s;
    return ir_emit(b, i);
}

// ---- aggregates and vectors ----

static IrType *walk_type(IrType *t, uint32_t n, const uint32_t *idx) {
    for (uint32_t k = 0; k < n && t; k++) t = ir_ty_member(t, idx[k]);
    return t;
}

static void set_indices(IrInst *i, uint32_t n, const uint32_t *idx, Arena *a) {
    i->nidx = n;
    i->idx = arena_copy(a, idx, n * sizeof *idx, _Alignof(uint32_t));
}

IrValue *ir_extractvalue(IrBuilder *b, IrValue *agg, uint32_t n, const uint32_t *idx) {
    if (!b->no_fold && ir_is_const(agg)) {
        IrConst *c = (IrConst *)agg;
        for (uint32_t k = 0; k < n && c; k++) c = ir_elem(b->m, c, idx[k]);
        if (c) return folded(b, c);
    }
    IrInst *i = make1(b, IR_EXTRACTVALUE, walk_type(agg->type, n, idx), agg);
    set_indices(i, n, idx, b->fn->arena);
    return &ir_emit(b, i)->v;
}

IrValue *ir_insertvalue(IrBuilder *b, IrValue *agg, IrValue *v, uint32_t n, const uint32_t *idx) {
    IrInst *i = make2(b, IR_INSERTVALUE, agg->type, agg, v);
    set_indices(i, n, idx, b->fn->arena);
    if (!b->no_fold && ir_is_const(agg) && ir_is_const(v)) {
        IrConst *c = ir_fold_inst(b->m, i);
        if (c) return folded(b, c);
    }
    return &ir_emit(b, i)->v;
}

IrValue *ir_extractelement(IrBuilder *b, IrValue *v, IrValue *k) {
    if (!b->no_fold && ir_is_const(v) && k->kind == IR_C_INT && ir_fits_u64((IrConst *)k)) {
        IrConst *c = ir_elem(b->m, (IrConst *)v, ir_uval((IrConst *)k));
        if (c) return folded(b, c);
    }
    return &ir_emit(b, make2(b, IR_EXTRACTELEMENT, v->type->elem, v, k))->v;
}

IrValue *ir_insertelement(IrBuilder *b, IrValue *v, IrValue *x, IrValue *k) {
    IrInst *i = make(b, IR_INSERTELEMENT, v->type, 3);
    ir_set_op(i, 0, v);
    ir_set_op(i, 1, x);
    ir_set_op(i, 2, k);
    if (!b->no_fold && ir_is_const(v) && ir_is_const(x) && ir_is_const(k)) {
        IrConst *c = ir_fold_inst(b->m, i);
        if (c) return folded(b, c);
    }
    return &ir_emit(b, i)->v;
}

IrValue *ir_shufflevector(IrBuilder *b, IrValue *x, IrValue *y, uint32_t n, const int32_t *mask) {
    IrInst *i = make2(b, IR_SHUFFLEVECTOR, ir_ty_vector(b->m, x->type->elem, n), x, y);
    i->nidx = n;
    i->mask = arena_copy(b->fn->arena, mask, n * sizeof *mask, _Alignof(int32_t));
    if (!b->no_fold && ir_is_const(x) && ir_is_const(y)) {
        IrConst *c = ir_fold_inst(b->m, i);
        if (c) return folded(b, c);
    }
    return &ir_emit(b, i)->v;
}

IrValue *ir_va_arg(IrBuilder *b, IrValue *list, IrType *t) {
    return &ir_emit(b, make1(b, IR_VA_ARG, t, list))->v;
}

// ---- calls ----

IrInst *ir_call(IrBuilder *b, IrType *fty, IrValue *callee, uint32_t n, IrValue *const *arg) {
    IrInst *i = make(b, IR_CALL, fty->elem, n + 1);
    for (uint32_t k = 0; k < n; k++) ir_set_op(i, k, arg[k]);
    ir_set_op(i, n, callee);
    i->aty = fty;
    i->call = arena_new(b->fn->arena, IrCall);
    IrFunc *f = ir_as_func(callee);
    if (f) i->call->cc = f->cc;
    if (ir_ty_is_fp(ir_ty_scalar(fty->elem))) i->fmf = b->fmf;
    return ir_emit(b, i);
}

IrInst *ir_call_fn(IrBuilder *b, IrFunc *f, uint32_t n, IrValue *const *arg) {
    return ir_call(b, f->g.vty, &f->g.v, n, arg);
}

IrValue *ir_call_intrin(IrBuilder *b, IrIntrin id, IrType *ret, uint32_t n, IrValue *const *arg) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t nslot;
    if (!ir_intrin_overload(b->m, id, ret, n, arg, slot, &nslot)) {
        cu_fatal(b->m->ctx, "call of %s with wrong types", ir_intrins[id].name);
    }
    IrFunc *f = ir_intrinsic(b->m, id, nslot, slot);
    bool constant = !b->no_fold && n <= 4;
    IrConst *c[4];
    for (uint32_t k = 0; constant && k < n; k++) {
        constant = ir_is_const(arg[k]);
        c[k] = (IrConst *)arg[k];
    }
    if (constant && n) {
        IrConst *r = ir_fold_intrin(b->m, id, f->g.vty->elem, n, c);
        if (r) return folded(b, r);
    }
    return &ir_call_fn(b, f, n, arg)->v;
}
