// SPDX-License-Identifier: Apache-2.0
// Small integers between memory and wide registers. PTX loads them extended and stores the low part
// of a wider register (PTX ISA 9.4.1, operand size exceeding instruction-type size), so that no
// conversion is needed:
//
//     %b = load i8, ptr %p                      ld.u8 %r1, [p];
//     %x = zext i8 %b to i32             =>     add %r2, %r1, 1;
//     %y = add i32 %x, 1                        st.u8 [p], %r2;
//     %t = trunc i32 %y to i8
//     store i8 %t, ptr %p
//
// Left alone: loads with other uses than extensions of one kind, truncations with other uses than
// stores, what is not aligned, atomic accesses, and extensions that became part of their users.
#include "ptx/select/select.h"

static bool is_register_wide(const IrType *type, uint32_t above) {
    if (type->kind != IR_TY_INT || type->bits <= above) return false;
    return type->bits == 16 || type->bits == 32 || type->bits == 64;
}

// Bytes of a small integer that is loaded and stored by itself; 0: it is none.
static uint32_t small_bytes(const IrType *type) {
    if (type->kind != IR_TY_INT) return 0;
    return type->bits == 8 ? 1 : type->bits == 16 ? 2 : 0;
}

bool sel_load_extends(const Sel *sel, const IrInst *load) {
    uint32_t bytes = small_bytes(load->v.type);
    if (!bytes || load->align < bytes || load->order != IR_NOT_ATOMIC) return false;
    const IrInst *first = NULL;
    IR_FOREACH_USE(use, &load->v) {
        const IrInst *u = use->user;
        bool extends = is_any_of(u->v.op, IR_ZEXT, IR_SEXT);
        if (!extends || sel_is_folded(sel, &u->v)) return false;
        if (!is_register_wide(u->v.type, load->v.type->bits)) return false;
        if (first && (u->v.op != first->v.op || u->v.type != first->v.type)) return false;
        first = u;
    }
    return first != NULL;
}

// The part that an extending load gives: of the extension's type.
PtxType sel_extended_part(Sel *sel, const IrInst *load, SelPart *part) {
    const IrInst *ext = load->v.uses->user;
    *part = sel_parts(sel->g, ext->v.type)->at[0];
    bool sign = ext->v.op == IR_SEXT;
    if (load->v.type->bits == 8) return sign ? PTX_S8 : PTX_U8;
    return sign ? PTX_S16 : PTX_U16;
}

bool sel_trunc_stores(const IrInst *trunc) {
    const IrType *from = ir_op(trunc, 0)->type, *to = trunc->v.type;
    uint32_t bytes = ir_ty_is_i(to, 32) ? 4 : small_bytes(to);
    if (!bytes || !is_register_wide(from, to->bits)) return false;
    IR_FOREACH_USE(use, &trunc->v) {
        const IrInst *u = use->user;
        bool stores = u->v.op == IR_STORE && ir_use_index(use) == 0;
        if (!stores || u->align < bytes || u->order != IR_NOT_ATOMIC) return false;
    }
    return ir_has_uses(&trunc->v);
}
