// SPDX-License-Identifier: Apache-2.0
// Glvalues as places in memory; loads and stores, bit-fields, base class adjustment.
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

// A variable: local memory, what a reference is bound to, or the module's.
static Place var_place(Fn *fn, VarDecl *v) {
    Gen *gen = fn->g;
    IrValue *value = map_get(&fn->local, (uintptr_t)v);
    Type *type = ty_deref(v->d.type);
    if (!value && ty_is_ref(v->d.type)) { // namespace-scope reference: constant
        ConstVal *c = cxx_var_const(gen->x, v);
        if (c)
            value = &gen_const(gen, c, ty_pointer(gen->x, type))->v;
        else
            value = &ir_load(&fn->b, gen->m->ty_ptr, gen_generic(gen, gen_var_decl(gen, v)), 8)->v;
    }
    if (!value) {
        IrGlobal *var = gen_var_decl(gen, v);
        return (Place){.addr = gen_generic(gen, var), .type = type, .align = var->align};
    }
    Place p = gen_place_at(fn, value, type);
    if (!ty_is_ref(v->d.type) && v->align > p.align) p.align = v->align;
    return p;
}

// An element of an array, a pointer or a vector; the index keeps its sign.
static Place subscript_place(Fn *fn, Expr *subscript) {
    Gen *gen = fn->g;
    IrBuilder *builder = &fn->b;
    IrValue *value;
    if (subscript->a->type->kind == TY_VECTOR && subscript->a->cat != VC_PRVALUE) {
        Place p = gen_place(fn, subscript->a);
        value = gen_scalar(fn, subscript->b);
        IrValue *q =
            ir_gep1(builder, gen_mem_type(gen, subscript->type), p.addr, value, IR_INBOUNDS);
        return (Place){
            .addr = q, .type = subscript->type, .align = gen_align(gen, subscript->type)};
    }
    uint32_t align = gen_align(gen, subscript->type);
    // The array itself has no value: its place counts.
    IrValue *base;
    if (subscript->a->cat != VC_PRVALUE && ty_is_array(subscript->a->type)) {
        base = gen_place(fn, subscript->a).addr;
    } else {
        base = gen_scalar(fn, subscript->a);
    }
    value = gen_scalar(fn, subscript->b);
    value = ir_int_resize(builder, value, gen->m->ty_i64, gen_is_signed(subscript->b->type));
    IrValue *q = ir_gep1(builder, gen_mem_type(gen, subscript->type), base, value, IR_INBOUNDS);
    return (Place){.addr = q, .type = subscript->type, .align = align};
}

// A member of an object expression.
static Place member_place(Fn *fn, Expr *member) {
    FieldDecl *f = (FieldDecl *)member->u.decl;
    Place obj = gen_place(fn, member->a);
    Place p = gen_field(fn, obj, f);
    if (!ty_is_ref(f->d.type)) p.type = member->type; // with the object's cv
    return p;
}

// object.*pointer to a data member: the offset is added.
static Place memptr_place(Fn *fn, Expr *access) {
    Place obj = gen_place(fn, access->a);
    IrValue *off = gen_scalar(fn, access->b);
    return gen_place_at(fn, ir_ptradd(&fn->b, obj.addr, off, IR_INBOUNDS), access->type);
}

// A temporary that an expression needs in memory (materialised). Where a reference extends its
// life, it is the same object whenever it is named.
static Place temp_place(Fn *fn, Expr *temporary) {
    if (temporary->u.var) { // lives as long as the reference variable it is bound to
        IrValue *known = map_get(&fn->local, (uintptr_t)temporary | 1);
        if (known) return gen_place_at(fn, known, temporary->type);
    }
    Place p = gen_temp(fn, temporary->a->type);
    gen_init(fn, temporary->a, p);
    if (cxx_find_dtor(fn->g->x, temporary->a->type))
        gen_push_cleanup(fn, p.addr, temporary->a->type);
    p.type = temporary->type;
    return p;
}

// Which object it is is decided at run time: a phi of addresses.
static Place cond_place(Fn *fn, Expr *choice) {
    IrBlock *if_true = gen_block(fn, "cond.true"), *if_false = gen_block(fn, "cond.false");
    IrBlock *end = gen_block(fn, "cond.end");
    IrValue *value[2] = {NULL, NULL};
    IrBlock *from[2];
    gen_cond(fn, choice->a, if_true, if_false);
    fn->cond_depth++;
    for (int i = 0; i < 2; i++) {
        gen_at(fn, i ? if_false : if_true);
        value[i] = gen_place(fn, i ? choice->c : choice->b).addr;
        from[i] = fn->b.bb;
        gen_goto(fn, end);
    }
    fn->cond_depth--;
    gen_at(fn, end);
    IrInst *phi = ir_phi(&fn->b, fn->g->m->ty_ptr, 2);
    for (int i = 0; i < 2; i++) ir_phi_add(phi, value[i], from[i]);
    return gen_place_at(fn, &phi->v, choice->type);
}

// A name: variable, function, or structured binding, which stands for another expression.
static Place declref_place(Fn *fn, Expr *name) {
    Gen *gen = fn->g;
    Decl *decl = name->u.decl;
    switch (decl->kind) {
    case D_VAR: {
        VarDecl *v = (VarDecl *)decl;
        Place p = gen_is_sreg(gen, v) ? gen_sreg_place(fn, v) : var_place(fn, v);
        p.type = name->type;
        return p;
    }
    case D_FUNC: return gen_place_at(fn, &gen_func_decl(gen, (FuncDecl *)decl)->g.v, name->type);
    case D_BINDING: {
        BindingDecl *bd = (BindingDecl *)decl;
        IrValue *a = map_get(&fn->local, (uintptr_t)decl);
        if (a) return gen_place_at(fn, a, name->type);
        return gen_place(fn, bd->e);
    }
    default: gen_error(fn, name->pos, "this expression"); return gen_temp(fn, name->type);
    }
}

// ++ and --: stores the new value, gives the old one; *at is the place.
IrValue *gen_step(Fn *fn, Expr *step, Place *at) {
    Place p = *at = gen_place(fn, step->a);
    IrValue *old = gen_load(fn, p);
    IrValue *one = NULL;
    if (ty_is_floating(p.type))
        one = &ir_fp(fn->g->m, old->type, 1.0)->v;
    else if (p.type->kind != TY_PTR)
        one = &ir_int(old->type, 1)->v;
    CxxOp op = is_any_of(step->op, OP_PREINC, OP_POSTINC) ? OP_ADD : OP_SUB;
    gen_store(fn, p, gen_arith(fn, op, p.type, old, one));
    return old;
}

static Place unary_place(Fn *fn, Expr *operation) {
    if (operation->op == OP_DEREF) {
        return gen_place_at(fn, gen_scalar(fn, operation->a), operation->type);
    }
    if (is_any_of(operation->op, OP_PREINC, OP_PREDEC)) {
        Place p;
        gen_step(fn, operation, &p);
        return p;
    }
    Place p = gen_place(fn, operation->a); // __real and the like keep the place
    p.type = operation->type;
    return p;
}

// The place assigned to, after the assignment. Compound assignments compute in the type that the
// usual conversions give.
static Place assign_place(Fn *fn, Expr *assignment) {
    if (gen_is_agg(assignment->type)) {
        Place p = gen_place(fn, assignment->a);
        gen_agg(fn, assignment->b, p);
        return p;
    }
    if (assignment->op == OP_ASSIGN) {
        IrValue *v =
            gen_scalar(fn, assignment->b); // the right operand is sequenced first [expr.ass]
        Place p = gen_place(fn, assignment->a);
        gen_store(fn, p, v);
        return p;
    }
    IrValue *value = gen_scalar(fn, assignment->b);
    Place place = gen_place(fn, assignment->a);
    IrValue *l = gen_load(fn, place);
    if (ty_unqual(place.type)->kind == TY_PTR) {
        CxxOp op = assignment->op == OP_SUB_ASSIGN ? OP_SUB : OP_ADD;
        value = ir_int_resize(&fn->b, value, fn->g->m->ty_i64, gen_is_signed(assignment->b->type));
        gen_store(fn, place, gen_arith(fn, op, place.type, l, value));
        return place;
    }
    Type *ct = assignment->u.ty ? assignment->u.ty : place.type;
    l = gen_convert(fn, l, place.type, ct);
    IrValue *v = gen_arith(fn, (CxxOp)(assignment->op - OP_ADD_ASSIGN + OP_ADD), ct, l, value);
    gen_store(fn, place, gen_convert(fn, v, ct, place.type));
    return place;
}

// A cast of a glvalue names the same object, at another place within it if it is to a base or
// derived class.
static Place cast_place(Fn *fn, Expr *conversion) {
    Place place;
    switch (conversion->op) {
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        place = gen_place(fn, conversion->a);
        place.addr = gen_base_adjust(fn, place.addr, ty_unqual(conversion->a->type)->u.cls,
                                     &(BaseConv){conversion->u.base.path, conversion->u.base.npath,
                                                 conversion->op == CK_DERIVED_TO_BASE, false});
        place.align = gen_align(fn->g, conversion->type);
        place.type = conversion->type;
        return place;
    case CK_NULL_TO_MEMPTR:
    case CK_MEMPTR_CONV: // another value, of a pointer to a method: two words of its own
        place = gen_temp(fn, conversion->type);
        gen_init(fn, conversion, place);
        return place;
    default:
        if (conversion->a->cat == VC_PRVALUE) { // a class prvalue used as an object
            place = gen_temp(fn, conversion->a->type);
            gen_init(fn, conversion->a, place);
        } else {
            place = gen_place(fn, conversion->a);
        }
        place.type = conversion->type;
        return place;
    }
}

// The object that an expression stands for; temporaries are made for prvalues.
Place gen_place(Fn *fn, Expr *expr) {
    Gen *gen = fn->g;
    switch (expr->kind) {
    case E_DECLREF: return declref_place(fn, expr);
    case E_MEMBER: return member_place(fn, expr);
    case E_SUBSCRIPT: return subscript_place(fn, expr);
    case E_UNARY:
        if (expr->cat == VC_PRVALUE && gen_is_agg(expr->type)) { // `&Class::method`
            Place p = gen_temp(fn, expr->type);
            gen_agg(fn, expr, p);
            return p;
        }
        return unary_place(fn, expr);
    case E_ASSIGN: return assign_place(fn, expr);
    case E_CAST: return cast_place(fn, expr);
    case E_COND:
        if (expr->b) return cond_place(fn, expr);
        break;
    case E_TEMP: return temp_place(fn, expr);
    case E_MEMPTR: return memptr_place(fn, expr);
    case E_ARRAY_ELEM: return gen_place_at(fn, fn->array_elem, expr->type);
    case E_STRING:
        return gen_place_at(fn, &gen_string(gen, expr->u.str.s, expr->u.str.n, expr->type)->v,
                            expr->type);
    case E_BINARY:
        if (expr->op == OP_COMMA) {
            gen_void(fn, expr->a);
            return gen_place(fn, expr->b);
        }
        break;
    case E_CLEANUPS: {
        Cleanup *c = fn->cleanups;
        Place p = gen_place(fn, expr->a);
        gen_pop_cleanups(fn, c);
        return p;
    }
    case E_CALL:
    case E_MEMPTR_CALL:
        if (expr->cat != VC_PRVALUE) return gen_place_at(fn, gen_call(fn, expr, NULL), expr->type);
        break;
    case E_CONST:
        if (expr->cat != VC_PRVALUE && expr->u.val->kind != CV_LVALUE) {
            return gen_place_at(fn, &gen_const_object(gen, expr->u.val, expr->pos)->v, expr->type);
        }
        if (expr->cat != VC_PRVALUE) {
            return gen_place_at(fn, &gen_const(gen, expr->u.val, ty_pointer(gen->x, expr->type))->v,
                                expr->type);
        }
        break;
    case E_OPAQUE: return gen_place(fn, expr->a);
    case E_THROW: // of a choice between lvalues
        gen_throw(fn, expr);
        return gen_place_at(fn, &ir_undef(gen->m, ir_ty_ptr(gen->m, IR_AS_GENERIC))->v, expr->type);
    default: break;
    }
    if (expr->cat != VC_PRVALUE) gen_error(fn, expr->pos, "this expression"); // typeid of host code
    // A prvalue where an object is needed: materialise it.
    Place p = gen_temp(fn, expr->type);
    if (expr->cat == VC_PRVALUE) gen_init(fn, expr, p);
    return p;
}

// The address of an object.
IrValue *gen_addr(Fn *fn, Expr *glvalue) {
    return gen_place(fn, glvalue).addr;
}
