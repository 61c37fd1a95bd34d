// SPDX-License-Identifier: Apache-2.0
// Conversions of scalar values.
#include "irgen/gen.h"

static bool is_fp(const Type *t) {
    return ty_is_floating(t);
}

// Whether a value is not zero: an i1. `t` is its C++ type where null is something else.
IrValue *gen_bool_of(Fn *fn, IrValue *tested, Type *t) {
    if (tested->type == fn->g->m->ty_i1) return tested;
    IrPred p = ir_ty_is_fp(tested->type) ? IR_FCMP_UNE : IR_NE;
    if (t && t->kind == TY_MEMPTR && !gen_is_agg(t)) { // null data member pointer is -1
        return ir_cmp(&fn->b, p, tested, &ir_sint(tested->type, -1)->v);
    }
    return ir_cmp(&fn->b, p, tested, &ir_null(fn->g->m, tested->type)->v);
}

// Arithmetic, enumeration and boolean conversions [conv.integral], [conv.fpint], [conv.double].
IrValue *gen_convert(Fn *fn, IrValue *value, Type *from, Type *to) {
    Gen *gen = fn->g;
    IrBuilder *builder = &fn->b;
    from = ty_unqual(from);
    to = ty_unqual(to);
    if (from == to) return value;
    IrType *type = gen_value_type(gen, to);
    if (to->kind == TY_BOOL) return gen_bool_of(fn, value, from);
    if (type->kind == IR_TY_PTR) return value;
    if (is_fp(from) && is_fp(to)) {
        if (value->type == type) return value;
        return value->type->bits > type->bits ? ir_fptrunc(builder, value, type)
                                              : ir_fpext(builder, value, type);
    }
    if (is_fp(from))
        return gen_is_signed(to) ? ir_fptosi(builder, value, type)
                                 : ir_fptoui(builder, value, type);
    bool sign = gen_is_signed(from) && from->kind != TY_BOOL;
    if (is_fp(to)) return sign ? ir_sitofp(builder, value, type) : ir_uitofp(builder, value, type);
    return ir_int_resize(builder, value, type, sign);
}

// A pointer to a member of a base, converted to one of a derived class, is further from the
// object's start by the base's offset; the other way less.
int64_t gen_memptr_offset(const Expr *expr) {
    uint32_t n = expr->u.base.npath;
    int64_t off = 0;
    for (uint32_t i = 0; i < n; i++) off += (int64_t)expr->u.base.path[i]->offset;
    bool of_base = n && expr->u.base.path[n - 1]->cls == ty_unqual(expr->a->type)->u.ptr.cls->u.cls;
    return of_base ? off : -off;
}
