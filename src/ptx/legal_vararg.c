// SPDX-License-Identifier: Apache-2.0
// Variadic functions, as LLVM's variadic expansion passes them on this target: the caller lays the
// arguments behind the named ones out in a buffer, each at its natural alignment, and hands over
// one more pointer. A va_list is a pointer into the buffer.
#include "ptx/legal.h"

static IrValue *align_up(Legal *l, IrBuilder *b, IrValue *p, uint32_t align) {
    if (align <= 1) return p;
    IrType *t = l->m->ty_i64;
    IrValue *a = ir_add(b, ir_ptrtoint(b, p, t), legal_i64(l, align - 1));
    return ir_inttoptr(b, ir_and(b, a, legal_i64(l, 0 - (uint64_t)align)), p->type);
}

static bool expand_va_arg(Legal *l, IrInst *i) {
    if (i->v.op != IR_VA_ARG) return false;
    IrBuilder b = ir_builder_at(i);
    IrType *t = i->v.type, *pt = ir_ty_ptr(l->m, IR_AS_GENERIC);
    IrValue *at = align_up(l, &b, &ir_load(&b, pt, ir_op(i, 0), 0)->v, t->align);
    ir_store(&b, ir_ptradd_c(&b, at, (int64_t)t->size, 0), ir_op(i, 0), 0);
    ir_replace_erase(i, &ir_load(&b, t, at, t->align)->v);
    return true;
}

static bool expand_list(Legal *l, IrInst *i, uint32_t id) {
    IrBuilder b = ir_builder_at(i);
    IrType *pt = ir_ty_ptr(l->m, IR_AS_GENERIC);
    switch (id) {
    case IR_I_va_start:
        ir_store(&b, IR_CALL(&b, IR_I_nvvm_variadic_buffer, NULL), ir_op(i, 0), 0);
        break;
    case IR_I_va_copy: ir_store(&b, &ir_load(&b, pt, ir_op(i, 1), 0)->v, ir_op(i, 0), 0); break;
    case IR_I_va_end: break;
    default: return false;
    }
    ir_erase(i);
    return true;
}

typedef struct Slot {
    uint64_t off;
    IrType *byval;
} Slot;

// The call with one pointer in place of the unnamed arguments.
static bool expand_call(Legal *l, IrInst *i, IrType *fty) {
    if (!fty || fty->kind != IR_TY_FUNC || !fty->vararg || ir_callee(i)->kind == IR_V_ASM)
        return false;
    uint32_t n = ir_call_nargs(i), named = (uint32_t)fty->n;
    Arena *a = &l->g->ctx->scratch;
    Slot *slot = arena_array(a, Slot, n + 1);
    IrValue **arg = arena_array(a, IrValue *, named + 1);
    IrType **type = arena_array(a, IrType *, named + 1);
    uint64_t size = 0;
    uint32_t most = 8;
    for (uint32_t k = named; k < n; k++) {
        const IrAttrSet *at = ir_attrs_get(&i->call->attrs, (int)k);
        slot[k].byval = ir_attr_type(at, IR_ATTR_BYVAL);
        IrType *t = slot[k].byval ? slot[k].byval : ir_op(i, k)->type;
        uint32_t align = CU_MAX(t->align, 1u);
        if (slot[k].byval) align = CU_MAX(align, (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, 1));
        most = CU_MAX(most, align);
        slot[k].off = CU_ALIGN(size, (uint64_t)align);
        size = slot[k].off + t->size;
    }
    IrType *buffer = ir_ty_array(l->m, l->m->ty_i8, CU_MAX(size, 1u));
    IrValue *p = &ir_entry_alloca(l->f, buffer, most, atom_cstr(l->m->ctx, "vararg"))->v;
    IrBuilder b = ir_builder_at(i);
    for (uint32_t k = named; k < n; k++) {
        IrValue *to = slot[k].off ? ir_ptradd_c(&b, p, (int64_t)slot[k].off, IR_INBOUNDS) : p;
        if (slot[k].byval) {
            IrValue *copy[4] = {to, ir_op(i, k), legal_i64(l, slot[k].byval->size),
                                &ir_false(l->m)->v};
            ir_call_intrin(&b, IR_I_memcpy, NULL, 4, copy);
        } else {
            ir_store(&b, ir_op(i, k), to, 0);
        }
    }
    for (uint32_t k = 0; k < named; k++) {
        arg[k] = ir_op(i, k);
        type[k] = fty->sub[k];
    }
    arg[named] = p;
    type[named] = p->type;
    IrType *plain = ir_ty_func(l->m, fty->elem, named + 1, type, false);
    IrInst *c = ir_call(&b, plain, ir_callee(i), named + 1, arg);
    for (int k = IR_AT_FN; k < (int)named; k++)
        ir_attrs_set(l->m, &c->call->attrs, k, ir_attrs_get(&i->call->attrs, k));
    c->call->cc = i->call->cc;
    if (i->v.type->kind == IR_TY_VOID)
        ir_erase(i);
    else
        ir_replace_erase(i, &c->v);
    return true;
}

bool legal_vararg(Legal *l, IrInst *i, uint32_t id) {
    if (i->v.op != IR_CALL) return expand_va_arg(l, i);
    return id ? expand_list(l, i, id) : expand_call(l, i, i->aty);
}

void legal_unprototyped(Legal *l) {
    IR_FOREACH_BLOCK(bb, l->f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            const IrFunc *callee = i->v.op == IR_CALL && !i->aty->vararg ? ir_called(i) : NULL;
            if (callee && callee->g.vty->vararg && callee->g.vty->n <= ir_call_nargs(i))
                expand_call(l, i, callee->g.vty);
        }
    }
}
