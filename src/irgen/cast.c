// SPDX-License-Identifier: Apache-2.0
// Conversions of scalar values.
#include "irgen/gen.h"

static bool is_fp(const Type *t) {
    return ty_is_floating(t);
}

// Whether a value is not zero: an i1. `t` is its C++ type where null is something else.
IrValue *gen_bool_of(Fn *fn, IrValue *value, Type *t) {
    if (value->type == fn->g->m->ty_i1) return value;
    IrPred p = ir_ty_is_fp(value->type) ? IR_FCMP_UNE : IR_NE;
    if (t && t->kind == TY_MEMPTR && !gen_is_agg(t)) { // null data member pointer is -1
        return ir_cmp(&fn->b, p, value, &ir_sint(value->type, -1)->v);
    }
    return ir_cmp(&fn->b, p, value, &ir_null(fn->g->m, value->type)->v);
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

// A null pointer to a data member (-1) stays null [conv.mem].
static IrValue *memptr_adjust(Fn *fn, Expr *expr) {
    int64_t off = gen_memptr_offset(expr);
    IrValue *v = gen_scalar(fn, expr->a);
    if (!off) return v;
    IrValue *sum = ir_add(&fn->b, v, &ir_sint(v->type, off)->v);
    IrValue *null = ir_cmp(&fn->b, IR_EQ, v, &ir_sint(v->type, -1)->v);
    return ir_select(&fn->b, null, v, sum);
}

// Of a vector type (GNU's) each element by itself.
static IrValue *vector_convert(Fn *fn, Expr *expr) {
    IrValue *v = gen_scalar(fn, expr->a);
    Type *from = expr->a->type->u.array.elem, *to = expr->type->u.array.elem;
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, expr->type))->v;
    for (uint64_t i = 0; i < expr->type->u.array.n; i++) {
        IrValue *k = &ir_int(fn->g->m->ty_i32, i)->v;
        IrValue *x = gen_convert(fn, ir_extractelement(&fn->b, v, k), from, to);
        r = ir_insertelement(&fn->b, r, x, k);
    }
    return r;
}

// A scalar in each element.
static IrValue *splat(Fn *fn, Expr *expr) {
    IrValue *x = gen_scalar(fn, expr->a);
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, expr->type))->v;
    for (uint64_t i = 0; i < expr->type->u.array.n; i++) {
        r = ir_insertelement(&fn->b, r, x, &ir_int(fn->g->m->ty_i32, i)->v);
    }
    return r;
}

// The bits of a value as another type: in a register where both have the same kind of bits, else by
// way of memory.
static IrValue *value_bitcast(Fn *fn, Expr *expr) {
    IrType *t = gen_mem_type(fn->g, expr->type);
    if (!gen_is_agg(expr->a->type) && expr->a->cat == VC_PRVALUE) {
        IrValue *v = gen_scalar(fn, expr->a);
        bool plain = v->type->kind != IR_TY_PTR && t->kind != IR_TY_PTR;
        if (plain && v->type != fn->g->m->ty_i1) return ir_bitcast(&fn->b, v, t);
    }
    Place p = gen_place(fn, expr->a);
    p.type = expr->type;
    // The source may be less aligned than the new type is.
    p.align = CU_MIN(p.align, gen_align(fn->g, expr->type));
    return gen_load(fn, p);
}

// A cast whose result is a scalar; NULL for void.
IrValue *gen_cast(Fn *fn, Expr *expr) {
    Gen *gen = fn->g;
    IrBuilder *builder = &fn->b;
    IrType *type = gen_value_type(gen, expr->type);
    switch ((CastKind)expr->op) {

    // Special registers (threadIdx.x) and constants are read where they stand, without memory.
    case CK_LVAL_TO_RVAL: {
        if (expr->a->kind == E_MEMBER && expr->a->a->kind == E_DECLREF &&
            expr->a->a->u.decl->kind == D_VAR) {
            IrValue *s = gen_sreg(fn, (VarDecl *)expr->a->a->u.decl, (FieldDecl *)expr->a->u.decl);
            if (s) return s;
        }
        if (expr->a->kind == E_DECLREF && expr->a->u.decl->kind == D_VAR) {
            VarDecl *v = (VarDecl *)expr->a->u.decl;
            IrValue *s = gen_sreg(fn, v, NULL);
            if (s) return s;
            // A local one has been initialised at run time; its memory counts.
            if (v->value && !map_get(&fn->local, (uintptr_t)v) && !ty_is_ref(v->d.type)) {
                return gen_const_value(fn, gen_const(gen, v->value, expr->type), expr->type);
            }
        }
        return gen_load(fn, gen_place(fn, expr->a));
    }
    case CK_ARRAY_TO_PTR:
    case CK_FUNC_TO_PTR: return gen_addr(fn, expr->a);
    case CK_INT:
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_TO_BOOL_PTR:
    case CK_INT_TO_FLOAT:
    case CK_FLOAT_TO_INT:
    case CK_FLOAT: return gen_convert(fn, gen_scalar(fn, expr->a), expr->a->type, expr->type);
    // A null pointer to a method has a null first word (Itanium C++ ABI 2.3).
    case CK_TO_BOOL_MEMPTR:
        if (gen_is_agg(expr->a->type)) {
            Place p = gen_place(fn, expr->a);
            return gen_bool_of(fn, &ir_load(builder, gen->m->ty_i64, p.addr, 8)->v, NULL);
        }
        return gen_bool_of(fn, gen_scalar(fn, expr->a), expr->a->type);
    // The operand may have effects.
    case CK_NULL_TO_PTR: gen_void(fn, expr->a); return &ir_null(gen->m, type)->v;
    case CK_NULL_TO_MEMPTR: gen_void(fn, expr->a); return &ir_sint(type, -1)->v;
    case CK_PTR_TO_INT:
        return ir_int_resize(builder, ir_ptrtoint(builder, gen_scalar(fn, expr->a), gen->m->ty_i64),
                             type, false);
    // Integers are extended by their own sign [expr.reinterpret.cast]/5.
    case CK_INT_TO_PTR: {
        IrValue *v = gen_scalar(fn, expr->a);
        return ir_inttoptr(
            builder, ir_int_resize(builder, v, gen->m->ty_i64, gen_is_signed(expr->a->type)), type);
    }
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        return gen_base_adjust(fn, gen_scalar(fn, expr->a), expr->a->type->u.ptr.to->u.cls,
                               &(BaseConv){expr->u.base.path, expr->u.base.npath,
                                           expr->op == CK_DERIVED_TO_BASE, true});
    case CK_MEMPTR_CONV: return memptr_adjust(fn, expr);
    case CK_VOID: gen_void(fn, expr->a); return NULL;
    case CK_SPLAT: return splat(fn, expr);
    case CK_VECTOR: return vector_convert(fn, expr);
    case CK_VALUE_BITCAST: return value_bitcast(fn, expr);
    // An lvalue under another type.
    case CK_LVAL_BITCAST: return gen_load(fn, gen_place(fn, expr));
    case CK_NOOP:
    case CK_BITCAST:
    // Conversions that change nothing, and those of a user's function, whose call is the operand.
    case CK_COMPLEX:
    case CK_USER: {
        IrValue *v = gen_scalar(fn, expr->a);
        if (!v || v->type == type) return v;
        return gen_convert(fn, v, expr->a->type, expr->type);
    }
    }
    gen_error(fn, expr->pos, "this conversion");
    return &ir_undef(gen->m, type)->v;
}
