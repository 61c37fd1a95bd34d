// SPDX-License-Identifier: Apache-2.0
// The function's frame: variables and temporaries, copies of memory, loops over arrays of objects.
#include "irgen/gen.h"

#include "ir/intrin_id.h"

// Allocas stand together at the head of the entry block, in order (also ir_entry_alloca's place,
// but found in constant time).
IrInst *gen_entry_alloca(Fn *fn, IrType *type, uint32_t align, Atom name) {
    IrBlock *entry = fn->f->first;
    IrBuilder b = ir_builder(fn->f, entry);
    b.before = fn->last_alloca ? fn->last_alloca->next : entry->first;
    b.name = name;
    return fn->last_alloca = ir_alloca(&b, type, align);
}

// Code goes on using the address.
IrValue *gen_address_slot(Fn *fn, IrValue *address, Atom name) {
    IrValue *slot = &gen_entry_alloca(fn, fn->g->m->ty_ptr, 8, name)->v;
    ir_store(&fn->b, address, slot, 8);
    return slot;
}

// Memory for a variable: at least as aligned as the type is.
IrValue *gen_alloca(Fn *fn, Type *t, uint32_t align, Atom name) {
    IrType *ty = gen_mem_type(fn->g, t);
    return &gen_entry_alloca(fn, ty, CU_MAX(align, gen_align(fn->g, t)), name)->v;
}

// A temporary of the type; who asks for it also ends its lifetime.
Place gen_temp(Fn *fn, Type *t) {
    t = ty_unqual(t);
    Place p = {.type = t, .align = gen_align(fn->g, t)};
    p.addr = gen_alloca(fn, t, p.align, atom_cstr(fn->g->ctx, "tmp"));
    return p;
}

// memcpy with both alignments, which the optimizer needs to split it.
void gen_copy(Fn *fn, Place dst, IrValue *src, uint32_t src_align, uint64_t size) {
    if (!size || dst.addr == src) return;
    IrModule *m = fn->g->m;
    IrType *tile =
        ty_unqual(dst.type)->kind == TY_CLASS ? gen_tile_type(fn->g, ty_unqual(dst.type)) : NULL;
    if (tile) { // a value
        ir_store(&fn->b, &ir_load(&fn->b, tile, src, src_align)->v, dst.addr, dst.align);
        return;
    }
    IrValue *c = IR_CALL(&fn->b, IR_I_memcpy, NULL, dst.addr, src, &ir_int(m->ty_i64, size)->v,
                         &ir_false(m)->v);
    IrInst *i = ir_as_inst(c);
    if (!i) return;
    const IrAttrSet *a = ir_attrs_get(&i->call->attrs, 0);
    ir_attrs_set(m, &i->call->attrs, 0, ir_attr_add_int(m, a, IR_ATTR_ALIGN, dst.align));
    a = ir_attrs_get(&i->call->attrs, 1);
    ir_attrs_set(m, &i->call->attrs, 1, ir_attr_add_int(m, a, IR_ATTR_ALIGN, src_align));
}

// for (i = 0; i < count; i++) each(base + i). `each` may make blocks: the edge back comes from
// wherever it ends.
void gen_array_loop(Fn *fn, IrValue *base, Type *elem, IrValue *count,
                    void (*each)(Fn *, Place, void *), void *data) {
    IrModule *module = fn->g->m;
    IrBlock *head = gen_block(fn, "array.cond"), *body = gen_block(fn, "array.body");
    IrBlock *end = gen_block(fn, "array.end"), *entry = fn->b.bb;
    ir_br(&fn->b, head);
    gen_at(fn, head);
    IrInst *i = ir_phi(&fn->b, module->ty_i64, 2);
    ir_phi_add(i, &ir_int(module->ty_i64, 0)->v, entry);
    ir_condbr(&fn->b, ir_cmp(&fn->b, IR_ULT, &i->v, count), body, end);
    gen_at(fn, body);
    IrValue *p = ir_gep1(&fn->b, gen_mem_type(fn->g, elem), base, &i->v, IR_INBOUNDS);
    each(fn, gen_place_at(fn, p, elem), data);
    IrValue *next = ir_bin(&fn->b, IR_ADD, IR_NUW, &i->v, &ir_int(module->ty_i64, 1)->v);
    ir_phi_add(i, next, fn->b.bb);
    ir_br(&fn->b, head);
    gen_at(fn, end);
}
