// SPDX-License-Identifier: Apache-2.0
// Variadic functions, as LLVM's variadic expansion passes them on this target: the caller lays the
// arguments behind the named ones out in a buffer, each at its natural alignment, and hands over
// one more pointer. A va_list is a pointer into the buffer.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

static IrValue *align_up(Legal *legal, IrBuilder *builder, IrValue *pointer, uint32_t align) {
    if (align <= 1) return pointer;
    IrType *t = legal->m->ty_i64;
    IrValue *a = ir_add(builder, ir_ptrtoint(builder, pointer, t), legal_i64(legal, align - 1));
    return ir_inttoptr(builder, ir_and(builder, a, legal_i64(legal, 0 - (uint64_t)align)),
                       pointer->type);
}

// Reads what the list points to, and moves the list behind it.
static bool expand_va_arg(Legal *legal, IrInst *reading) {
    if (reading->v.op != IR_VA_ARG) return false;
    IrBuilder b = ir_builder_at(reading);
    IrType *t = reading->v.type, *pt = ir_ty_ptr(legal->m, IR_AS_GENERIC);
    IrValue *at = align_up(legal, &b, &ir_load(&b, pt, ir_op(reading, 0), 0)->v, t->align);
    ir_store(&b, ir_ptradd_c(&b, at, (int64_t)t->size, 0), ir_op(reading, 0), 0);
    ir_replace_erase(reading, &ir_load(&b, t, at, t->align)->v);
    return true;
}

// The function's own buffer is its last parameter, which the intrinsic stands for.
static bool expand_list(Legal *legal, IrInst *call, uint32_t id) {
    IrBuilder builder = ir_builder_at(call);
    IrType *pt = ir_ty_ptr(legal->m, IR_AS_GENERIC);
    switch (id) {
    case IR_I_va_start:
        ir_store(&builder, IR_CALL(&builder, IR_I_nvvm_variadic_buffer, NULL), ir_op(call, 0), 0);
        break;
    case IR_I_va_copy:
        ir_store(&builder, &ir_load(&builder, pt, ir_op(call, 1), 0)->v, ir_op(call, 0), 0);
        break;
    // Nothing was allocated.
    case IR_I_va_end: break;
    default: return false;
    }
    ir_erase(call);
    return true;
}

// Where an argument lies in the buffer; `byval`: the type of a class that is passed by its address.
typedef struct Slot {
    uint64_t off;
    IrType *byval;
} Slot;

// The call with one pointer in place of the unnamed arguments.
static bool expand_call(Legal *legal, IrInst *call, IrType *fty) {
    if (!fty || fty->kind != IR_TY_FUNC || !fty->vararg || ir_callee(call)->kind == IR_V_ASM)
        return false;
    uint32_t n = ir_call_nargs(call), named = (uint32_t)fty->n;
    Arena *arena = &legal->g->ctx->scratch;
    Slot *slot = arena_array(arena, Slot, n + 1);
    IrValue **arg = arena_array(arena, IrValue *, named + 1);
    IrType **type = arena_array(arena, IrType *, named + 1);
    uint64_t size = 0;
    uint32_t most = 8;
    for (uint32_t k = named; k < n; k++) {
        const IrAttrSet *at = ir_attrs_get(&call->call->attrs, (int)k);
        slot[k].byval = ir_attr_type(at, IR_ATTR_BYVAL);
        // Of a class the bytes are copied.
        IrType *t = slot[k].byval ? slot[k].byval : ir_op(call, k)->type;
        uint32_t align = CU_MAX(t->align, 1u);
        if (slot[k].byval) align = CU_MAX(align, (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, 1));
        most = CU_MAX(most, align);
        slot[k].off = CU_ALIGN(size, (uint64_t)align);
        size = slot[k].off + t->size;
    }
    IrType *buffer = ir_ty_array(legal->m, legal->m->ty_i8, CU_MAX(size, 1u));
    // In the entry block, so that a loop does not grow the frame.
    IrValue *value =
        &ir_entry_alloca(legal->f, buffer, most, atom_cstr(legal->m->ctx, "vararg"))->v;
    IrBuilder builder = ir_builder_at(call);
    for (uint32_t k = named; k < n; k++) {
        IrValue *to =
            slot[k].off ? ir_ptradd_c(&builder, value, (int64_t)slot[k].off, IR_INBOUNDS) : value;
        if (slot[k].byval) {
            IrValue *copy[4] = {to, ir_op(call, k), legal_i64(legal, slot[k].byval->size),
                                &ir_false(legal->m)->v};
            ir_call_intrin(&builder, IR_I_memcpy, NULL, 4, copy);
        } else {
            ir_store(&builder, ir_op(call, k), to, 0);
        }
    }
    // Named arguments are passed as before.
    for (uint32_t k = 0; k < named; k++) {
        arg[k] = ir_op(call, k);
        type[k] = fty->sub[k];
    }
    arg[named] = value;
    type[named] = value->type;
    IrType *plain = ir_ty_func(legal->m, fty->elem, named + 1, type, false);
    IrInst *c = ir_call(&builder, plain, ir_callee(call), named + 1, arg);
    // What was said of the named arguments and of the function holds for the new call as well.
    for (int k = IR_AT_FN; k < (int)named; k++)
        ir_attrs_set(legal->m, &c->call->attrs, k, ir_attrs_get(&call->call->attrs, k));
    c->call->cc = call->call->cc;
    if (call->v.type->kind == IR_TY_VOID)
        ir_erase(call);
    else
        ir_replace_erase(call, &c->v);
    return true;
}

// A call is of an intrinsic (id) or of a function.
bool legal_vararg(Legal *legal, IrInst *inst, uint32_t id) {
    if (inst->v.op != IR_CALL) return expand_va_arg(legal, inst);
    return id ? expand_list(legal, inst, id) : expand_call(legal, inst, inst->aty);
}

// Calls without a prototype, as in old C, look like plain ones: the function that is called says
// that it is variadic.
void legal_unprototyped(Legal *legal) {
    IR_FOREACH_BLOCK(bb, legal->f) {
        IR_FOREACH_INST_SAFE(i, bb) {
            const IrFunc *callee = i->v.op == IR_CALL && !i->aty->vararg ? ir_called(i) : NULL;
            if (callee && callee->g.vty->vararg && callee->g.vty->n <= ir_call_nargs(i))
                expand_call(legal, i, callee->g.vty);
        }
    }
}
