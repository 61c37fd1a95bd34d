// SPDX-License-Identifier: Apache-2.0
// Conversions of scalar values.
#include "irgen/gen.h"

static bool is_fp(const Type *t) {
    return ty_is_floating(t);
}

IrValue *gen_bool_of(Fn *fn, IrValue *v, Type *t) {
    if (v->type == fn->g->m->ty_i1) return v;
    IrPred p = ir_ty_is_fp(v->type) ? IR_FCMP_UNE : IR_NE;
    if (t && t->kind == TY_MEMPTR && !gen_is_agg(t)) { // null data member pointer is -1
        return ir_cmp(&fn->b, p, v, &ir_sint(v->type, -1)->v);
    }
    return ir_cmp(&fn->b, p, v, &ir_null(fn->g->m, v->type)->v);
}

// Arithmetic, enumeration and boolean conversions [conv.integral], [conv.fpint], [conv.double].
IrValue *gen_convert(Fn *fn, IrValue *v, Type *from, Type *to) {
    Gen *g = fn->g;
    IrBuilder *b = &fn->b;
    from = ty_unqual(from);
    to = ty_unqual(to);
    if (from == to) return v;
    IrType *t = gen_value_type(g, to);
    if (to->kind == TY_BOOL) return gen_bool_of(fn, v, from);
    if (t->kind == IR_TY_PTR) return v;
    if (is_fp(from) && is_fp(to)) {
        if (v->type == t) return v;
        return v->type->bits > t->bits ? ir_fptrunc(b, v, t) : ir_fpext(b, v, t);
    }
    if (is_fp(from)) return gen_is_signed(to) ? ir_fptosi(b, v, t) : ir_fptoui(b, v, t);
    bool sign = gen_is_signed(from) && from->kind != TY_BOOL;
    if (is_fp(to)) return sign ? ir_sitofp(b, v, t) : ir_uitofp(b, v, t);
    return ir_int_resize(b, v, t, sign);
}

int64_t gen_memptr_offset(const Expr *e) {
    uint32_t n = e->u.base.npath;
    int64_t off = 0;
    for (uint32_t i = 0; i < n; i++) off += (int64_t)e->u.base.path[i]->offset;
    bool of_base = n && e->u.base.path[n - 1]->cls == ty_unqual(e->a->type)->u.ptr.cls->u.cls;
    return of_base ? off : -off;
}

static IrValue *memptr_adjust(Fn *fn, Expr *e) {
    int64_t off = gen_memptr_offset(e);
    IrValue *v = gen_scalar(fn, e->a);
    if (!off) return v;
    IrValue *sum = ir_add(&fn->b, v, &ir_sint(v->type, off)->v);
    IrValue *null = ir_cmp(&fn->b, IR_EQ, v, &ir_sint(v->type, -1)->v);
    return ir_select(&fn->b, null, v, sum);
}

static IrValue *vector_convert(Fn *fn, Expr *e) {
    IrValue *v = gen_scalar(fn, e->a);
    Type *from = e->a->type->u.array.elem, *to = e->type->u.array.elem;
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, e->type))->v;
    for (uint64_t i = 0; i < e->type->u.array.n; i++) {
        IrValue *k = &ir_int(fn->g->m->ty_i32, i)->v;
        IrValue *x = gen_convert(fn, ir_extractelement(&fn->b, v, k), from, to);
        r = ir_insertelement(&fn->b, r, x, k);
    }
    return r;
}

static IrValue *splat(Fn *fn, Expr *e) {
    IrValue *x = gen_scalar(fn, e->a);
    IrValue *r = &ir_undef(fn->g->m, gen_mem_type(fn->g, e->type))->v;
    for (uint64_t i = 0; i < e->type->u.array.n; i++) {
        r = ir_insertelement(&fn->b, r, x, &ir_int(fn->g->m->ty_i32, i)->v);
    }
    return r;
}

static IrValue *value_bitcast(Fn *fn, Expr *e) {
    IrType *t = gen_mem_type(fn->g, e->type);
    if (!gen_is_agg(e->a->type) && e->a->cat == VC_PRVALUE) {
        IrValue *v = gen_scalar(fn, e->a);
        bool plain = v->type->kind != IR_TY_PTR && t->kind != IR_TY_PTR;
        if (plain && v->type != fn->g->m->ty_i1) return ir_bitcast(&fn->b, v, t);
    }
    Place p = gen_place(fn, e->a);
    p.type = e->type;
    p.align = CU_MIN(p.align, gen_align(fn->g, e->type));
    return gen_load(fn, p);
}

IrValue *gen_cast(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    IrBuilder *b = &fn->b;
    IrType *t = gen_value_type(g, e->type);
    switch ((CastKind)e->op) {
    case CK_LVAL_TO_RVAL: {
        if (e->a->kind == E_MEMBER && e->a->a->kind == E_DECLREF &&
            e->a->a->u.decl->kind == D_VAR) {
            IrValue *s = gen_sreg(fn, (VarDecl *)e->a->a->u.decl, (FieldDecl *)e->a->u.decl);
            if (s) return s;
        }
        if (e->a->kind == E_DECLREF && e->a->u.decl->kind == D_VAR) {
            VarDecl *v = (VarDecl *)e->a->u.decl;
            IrValue *s = gen_sreg(fn, v, NULL);
            if (s) return s;
            if (v->value && !map_get(&fn->local, (uintptr_t)v) && !ty_is_ref(v->d.type)) {
                return gen_const_value(fn, gen_const(g, v->value, e->type), e->type);
            }
        }
        return gen_load(fn, gen_place(fn, e->a));
    }
    case CK_ARRAY_TO_PTR:
    case CK_FUNC_TO_PTR: return gen_addr(fn, e->a);
    case CK_INT:
    case CK_TO_BOOL_INT:
    case CK_TO_BOOL_FLOAT:
    case CK_TO_BOOL_PTR:
    case CK_INT_TO_FLOAT:
    case CK_FLOAT_TO_INT:
    case CK_FLOAT: return gen_convert(fn, gen_scalar(fn, e->a), e->a->type, e->type);
    case CK_TO_BOOL_MEMPTR:
        if (gen_is_agg(e->a->type)) {
            Place p = gen_place(fn, e->a);
            return gen_bool_of(fn, &ir_load(b, g->m->ty_i64, p.addr, 8)->v, NULL);
        }
        return gen_bool_of(fn, gen_scalar(fn, e->a), e->a->type);
    case CK_NULL_TO_PTR: gen_void(fn, e->a); return &ir_null(g->m, t)->v;
    case CK_NULL_TO_MEMPTR: gen_void(fn, e->a); return &ir_sint(t, -1)->v;
    case CK_PTR_TO_INT:
        return ir_int_resize(b, ir_ptrtoint(b, gen_scalar(fn, e->a), g->m->ty_i64), t, false);
    case CK_INT_TO_PTR: {
        IrValue *v = gen_scalar(fn, e->a);
        return ir_inttoptr(b, ir_int_resize(b, v, g->m->ty_i64, gen_is_signed(e->a->type)), t);
    }
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        return gen_base_adjust(
            fn, gen_scalar(fn, e->a), e->a->type->u.ptr.to->u.cls,
            &(BaseConv){e->u.base.path, e->u.base.npath, e->op == CK_DERIVED_TO_BASE, true});
    case CK_MEMPTR_CONV: return memptr_adjust(fn, e);
    case CK_VOID: gen_void(fn, e->a); return NULL;
    case CK_SPLAT: return splat(fn, e);
    case CK_VECTOR: return vector_convert(fn, e);
    case CK_VALUE_BITCAST: return value_bitcast(fn, e);
    case CK_LVAL_BITCAST: return gen_load(fn, gen_place(fn, e));
    case CK_NOOP:
    case CK_BITCAST:
    case CK_USER: {
        IrValue *v = gen_scalar(fn, e->a);
        if (!v || v->type == t) return v;
        return gen_convert(fn, v, e->a->type, e->type);
    }
    }
    gen_error(fn, e->pos, "this conversion");
    return &ir_undef(g->m, t)->v;
}
