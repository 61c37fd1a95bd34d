// SPDX-License-Identifier: Apache-2.0
// Glvalues as places in memory; loads and stores, bit-fields, base class adjustment.
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

Place gen_place_at(Fn *fn, IrValue *addr, Type *t) {
    return (Place){.addr = addr, .type = t, .align = gen_align(fn->g, t)};
}

static uint32_t offset_align(uint32_t align, uint64_t off) {
    if (!off) return align;
    uint64_t low = off & (0 - off);
    return (uint32_t)CU_MIN((uint64_t)align, low);
}

static Place field_at(Fn *fn, Place obj, FieldDecl *f, uint64_t off) {
    Place p = {.type = f->d.type, .align = offset_align(obj.align, off)};
    p.addr = off ? ir_ptradd_c(&fn->b, obj.addr, (int64_t)off, IR_INBOUNDS | IR_NUW) : obj.addr;
    if (f->is_bitfield) p.bits = f;
    return p;
}

Place gen_field(Fn *fn, Place obj, FieldDecl *f) {
    cxx_class_layout(fn->g->x, f->owner, f->d.pos);
    if (ty_is_ref(f->d.type)) { // the place of what the member refers to
        Place p = field_at(fn, obj, f, f->offset);
        IrValue *v = &ir_load(&fn->b, fn->g->m->ty_ptr, p.addr, p.align)->v;
        return gen_place_at(fn, v, ty_deref(f->d.type));
    }
    return field_at(fn, obj, f, f->offset);
}

// A bit-field is accessed through the narrowest naturally aligned integer that holds it and touches
// no other member; where there is none, through just its bytes.
typedef struct BitUnit {
    IrValue *addr;
    IrType *ty; // integer of the next power of two
    uint32_t bytes, shift, width, align;
    bool is_volatile;
} BitUnit;

static BitUnit bit_unit(Fn *fn, Place p) {
    const FieldDecl *f = p.bits;
    uint64_t bit = f->offset * 8 + f->bit_offset, end = bit + CU_MAX(f->bit_width, 1u);
    uint64_t off = bit / 8, bytes = (end + 7) / 8 - off;
    for (uint64_t size = 1; size <= 16; size *= 2) {
        uint64_t at = bit / 8 / size * size;
        if (at + size < (end + 7) / 8 || at < f->run_begin || at + size > f->run_end) continue;
        off = at;
        bytes = size;
        break;
    }
    uint32_t whole = 1;
    while (whole < bytes) whole *= 2;
    BitUnit u = {.addr = p.addr,
                 .ty = ir_ty_int(fn->g->m, whole * 8),
                 .bytes = (uint32_t)bytes,
                 .shift = (uint32_t)(bit - off * 8),
                 .width = f->bit_width,
                 .is_volatile = p.type->quals & Q_VOLATILE};
    int64_t delta = (int64_t)(off - f->offset);
    if (delta) u.addr = ir_ptradd_c(&fn->b, p.addr, delta, IR_INBOUNDS | (delta > 0 ? IR_NUW : 0));
    u.align = CU_MIN(offset_align(p.align, off - f->offset), whole);
    return u;
}

// The largest piece of the unit from byte `at` on that one access can take.
static uint32_t piece_at(const BitUnit *u, uint32_t at) {
    uint32_t n = u->ty->bits / 8;
    while (n > u->bytes - at) n /= 2;
    return n;
}

static IrValue *load_unit(Fn *fn, const BitUnit *u) {
    IrBuilder *b = &fn->b;
    IrValue *all = NULL;
    for (uint32_t at = 0, n; at < u->bytes; at += n) {
        n = piece_at(u, at);
        IrValue *addr = at ? ir_ptradd_c(b, u->addr, at, IR_INBOUNDS | IR_NUW) : u->addr;
        IrInst *l = ir_load(b, ir_ty_int(b->m, n * 8), addr, CU_MIN(offset_align(u->align, at), n));
        if (u->is_volatile) l->v.flags |= IR_VOLATILE;
        IrValue *v = ir_zext(b, &l->v, u->ty);
        if (at) v = ir_shl(b, v, &ir_int(u->ty, at * 8)->v);
        all = all ? ir_or(b, all, v) : v;
    }
    return all;
}

static void store_unit(Fn *fn, const BitUnit *u, IrValue *v) {
    IrBuilder *b = &fn->b;
    for (uint32_t at = 0, n; at < u->bytes; at += n) {
        n = piece_at(u, at);
        IrValue *addr = at ? ir_ptradd_c(b, u->addr, at, IR_INBOUNDS | IR_NUW) : u->addr;
        IrValue *part = at ? ir_lshr(b, v, &ir_int(u->ty, at * 8)->v) : v;
        part = ir_int_resize(b, part, ir_ty_int(b->m, n * 8), false);
        IrInst *s = ir_store(b, part, addr, CU_MIN(offset_align(u->align, at), n));
        if (u->is_volatile) s->v.flags |= IR_VOLATILE;
    }
}

// As many ones as the field has bits: of __int128 it may have more than a word's.
static IrValue *field_ones(Fn *fn, const BitUnit *u) {
    uint64_t word[2] = {UINT64_MAX, 0};
    if (u->width < 64) word[0] = (UINT64_C(1) << u->width) - 1;
    if (u->width > 64) word[1] = UINT64_MAX >> (128 - u->width);
    return &ir_int_words(fn->b.m, u->ty, CU_COUNT(word), word)->v;
}

static IrValue *load_bits(Fn *fn, Place p) {
    BitUnit u = bit_unit(fn, p);
    IrBuilder *b = &fn->b;
    IrValue *v = load_unit(fn, &u);
    uint32_t total = u.ty->bits;
    if (gen_is_signed(p.type) && ty_unqual(p.type)->kind != TY_BOOL) {
        v = ir_shl(b, v, &ir_int(u.ty, total - u.width - u.shift)->v);
        v = ir_ashr(b, v, &ir_int(u.ty, total - u.width)->v);
        return ir_int_resize(b, v, gen_value_type(fn->g, p.type), true);
    }
    v = ir_lshr(b, v, &ir_int(u.ty, u.shift)->v);
    if (u.width + u.shift < total) {
        v = ir_and(b, v, field_ones(fn, &u));
    }
    return ir_int_resize(b, v, gen_value_type(fn->g, p.type), false);
}

static void store_bits(Fn *fn, Place p, IrValue *v) {
    BitUnit u = bit_unit(fn, p);
    IrBuilder *b = &fn->b;
    IrValue *ones = field_ones(fn, &u);
    IrValue *mask = ir_shl(b, ones, &ir_int(u.ty, u.shift)->v);
    v = ir_int_resize(b, v, u.ty, false);
    v = ir_and(b, v, ones);
    v = ir_shl(b, v, &ir_int(u.ty, u.shift)->v);
    if (u.width < u.bytes * 8) {
        v = ir_or(b, ir_and(b, load_unit(fn, &u), ir_not(b, mask)), v);
    }
    store_unit(fn, &u, v);
}

IrValue *gen_load(Fn *fn, Place p) {
    if (p.bits) return load_bits(fn, p);
    IrBuilder *b = &fn->b;
    IrInst *l = ir_load(b, gen_mem_type(fn->g, p.type), p.addr, p.align);
    if (p.type->quals & Q_VOLATILE) l->v.flags |= IR_VOLATILE;
    if (ty_unqual(p.type)->kind != TY_BOOL) return &l->v;
    return ir_trunc(b, &l->v, fn->g->m->ty_i1);
}

void gen_store(Fn *fn, Place p, IrValue *v) {
    if (p.bits) {
        store_bits(fn, p, v);
        return;
    }
    if (ty_unqual(p.type)->kind == TY_BOOL) v = ir_zext(&fn->b, v, fn->g->m->ty_i8);
    IrInst *s = ir_store(&fn->b, v, p.addr, p.align);
    if (p.type->quals & Q_VOLATILE) s->v.flags |= IR_VOLATILE;
}

static Place var_place(Fn *fn, VarDecl *v) {
    Gen *g = fn->g;
    IrValue *a = map_get(&fn->local, (uintptr_t)v);
    Type *t = ty_deref(v->d.type);
    if (!a && ty_is_ref(v->d.type)) { // namespace-scope reference: constant
        ConstVal *c = cxx_var_const(g->x, v);
        if (c)
            a = &gen_const(g, c, ty_pointer(g->x, t))->v;
        else
            a = &ir_load(&fn->b, g->m->ty_ptr, gen_generic(g, gen_var_decl(g, v)), 8)->v;
    }
    if (!a) {
        IrGlobal *var = gen_var_decl(g, v);
        return (Place){.addr = gen_generic(g, var), .type = t, .align = var->align};
    }
    Place p = gen_place_at(fn, a, t);
    if (!ty_is_ref(v->d.type) && v->align > p.align) p.align = v->align;
    return p;
}

static Place subscript_place(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    IrBuilder *b = &fn->b;
    IrValue *i;
    if (e->a->type->kind == TY_VECTOR && e->a->cat != VC_PRVALUE) {
        Place p = gen_place(fn, e->a);
        i = gen_scalar(fn, e->b);
        IrValue *q = ir_gep1(b, gen_mem_type(g, e->type), p.addr, i, IR_INBOUNDS);
        return (Place){.addr = q, .type = e->type, .align = gen_align(g, e->type)};
    }
    uint32_t align = gen_align(g, e->type);
    IrValue *base;
    if (e->a->cat != VC_PRVALUE && ty_is_array(e->a->type)) {
        base = gen_place(fn, e->a).addr;
    } else {
        base = gen_scalar(fn, e->a);
    }
    i = gen_scalar(fn, e->b);
    i = ir_int_resize(b, i, g->m->ty_i64, gen_is_signed(e->b->type));
    IrValue *q = ir_gep1(b, gen_mem_type(g, e->type), base, i, IR_INBOUNDS);
    return (Place){.addr = q, .type = e->type, .align = align};
}

static Place member_place(Fn *fn, Expr *e) {
    FieldDecl *f = (FieldDecl *)e->u.decl;
    Place obj = gen_place(fn, e->a);
    Place p = gen_field(fn, obj, f);
    if (!ty_is_ref(f->d.type)) p.type = e->type; // with the object's cv
    return p;
}

static Place memptr_place(Fn *fn, Expr *e) {
    Place obj = gen_place(fn, e->a);
    IrValue *off = gen_scalar(fn, e->b);
    return gen_place_at(fn, ir_ptradd(&fn->b, obj.addr, off, IR_INBOUNDS), e->type);
}

static Place temp_place(Fn *fn, Expr *e) {
    if (e->u.var) { // lives as long as the reference variable it is bound to
        IrValue *known = map_get(&fn->local, (uintptr_t)e | 1);
        if (known) return gen_place_at(fn, known, e->type);
    }
    Place p = gen_temp(fn, e->a->type);
    gen_init(fn, e->a, p);
    if (cxx_find_dtor(fn->g->x, e->a->type)) gen_push_cleanup(fn, p.addr, e->a->type);
    p.type = e->type;
    return p;
}

static Place cond_place(Fn *fn, Expr *e) {
    IrBlock *t = gen_block(fn, "cond.true"), *f = gen_block(fn, "cond.false");
    IrBlock *end = gen_block(fn, "cond.end");
    IrValue *r[2] = {NULL, NULL};
    IrBlock *from[2];
    gen_cond(fn, e->a, t, f);
    fn->cond_depth++;
    for (int i = 0; i < 2; i++) {
        gen_at(fn, i ? f : t);
        r[i] = gen_place(fn, i ? e->c : e->b).addr;
        from[i] = fn->b.bb;
        gen_goto(fn, end);
    }
    fn->cond_depth--;
    gen_at(fn, end);
    IrInst *phi = ir_phi(&fn->b, fn->g->m->ty_ptr, 2);
    for (int i = 0; i < 2; i++) ir_phi_add(phi, r[i], from[i]);
    return gen_place_at(fn, &phi->v, e->type);
}

static Place declref_place(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    Decl *d = e->u.decl;
    switch (d->kind) {
    case D_VAR: {
        VarDecl *v = (VarDecl *)d;
        Place p = gen_is_sreg(g, v) ? gen_sreg_place(fn, v) : var_place(fn, v);
        p.type = e->type;
        return p;
    }
    case D_FUNC: return gen_place_at(fn, &gen_func_decl(g, (FuncDecl *)d)->g.v, e->type);
    case D_BINDING: {
        BindingDecl *bd = (BindingDecl *)d;
        IrValue *a = map_get(&fn->local, (uintptr_t)d);
        if (a) return gen_place_at(fn, a, e->type);
        return gen_place(fn, bd->e);
    }
    default: gen_error(fn, e->pos, "this expression"); return gen_temp(fn, e->type);
    }
}

IrValue *gen_step(Fn *fn, Expr *e, Place *at) {
    Place p = *at = gen_place(fn, e->a);
    IrValue *old = gen_load(fn, p);
    IrValue *one = NULL;
    if (ty_is_floating(p.type))
        one = &ir_fp(fn->g->m, old->type, 1.0)->v;
    else if (p.type->kind != TY_PTR)
        one = &ir_int(old->type, 1)->v;
    CxxOp op = e->op == OP_PREINC || e->op == OP_POSTINC ? OP_ADD : OP_SUB;
    gen_store(fn, p, gen_arith(fn, op, p.type, old, one));
    return old;
}

static Place unary_place(Fn *fn, Expr *e) {
    if (e->op == OP_DEREF) {
        return gen_place_at(fn, gen_scalar(fn, e->a), e->type);
    }
    if (e->op == OP_PREINC || e->op == OP_PREDEC) {
        Place p;
        gen_step(fn, e, &p);
        return p;
    }
    Place p = gen_place(fn, e->a); // __real and the like keep the place
    p.type = e->type;
    return p;
}

static Place assign_place(Fn *fn, Expr *e) {
    if (gen_is_agg(e->type)) {
        Place p = gen_place(fn, e->a);
        gen_agg(fn, e->b, p);
        return p;
    }
    if (e->op == OP_ASSIGN) {
        IrValue *v = gen_scalar(fn, e->b); // the right operand is sequenced first [expr.ass]
        Place p = gen_place(fn, e->a);
        gen_store(fn, p, v);
        return p;
    }
    IrValue *r = gen_scalar(fn, e->b);
    Place p = gen_place(fn, e->a);
    IrValue *l = gen_load(fn, p);
    if (ty_unqual(p.type)->kind == TY_PTR) {
        CxxOp op = e->op == OP_SUB_ASSIGN ? OP_SUB : OP_ADD;
        r = ir_int_resize(&fn->b, r, fn->g->m->ty_i64, gen_is_signed(e->b->type));
        gen_store(fn, p, gen_arith(fn, op, p.type, l, r));
        return p;
    }
    Type *ct = e->u.ty ? e->u.ty : p.type;
    l = gen_convert(fn, l, p.type, ct);
    IrValue *v = gen_arith(fn, (CxxOp)(e->op - OP_ADD_ASSIGN + OP_ADD), ct, l, r);
    gen_store(fn, p, gen_convert(fn, v, ct, p.type));
    return p;
}

static Place cast_place(Fn *fn, Expr *e) {
    Place p;
    switch (e->op) {
    case CK_DERIVED_TO_BASE:
    case CK_BASE_TO_DERIVED:
        p = gen_place(fn, e->a);
        p.addr = gen_base_adjust(
            fn, p.addr, ty_unqual(e->a->type)->u.cls,
            &(BaseConv){e->u.base.path, e->u.base.npath, e->op == CK_DERIVED_TO_BASE, false});
        p.align = gen_align(fn->g, e->type);
        p.type = e->type;
        return p;
    default:
        if (e->a->cat == VC_PRVALUE) { // a class prvalue used as an object
            p = gen_temp(fn, e->a->type);
            gen_init(fn, e->a, p);
        } else {
            p = gen_place(fn, e->a);
        }
        p.type = e->type;
        return p;
    }
}

Place gen_place(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    switch (e->kind) {
    case E_DECLREF: return declref_place(fn, e);
    case E_MEMBER: return member_place(fn, e);
    case E_SUBSCRIPT: return subscript_place(fn, e);
    case E_UNARY:
        if (e->cat == VC_PRVALUE && gen_is_agg(e->type)) { // `&Class::method`
            Place p = gen_temp(fn, e->type);
            gen_agg(fn, e, p);
            return p;
        }
        return unary_place(fn, e);
    case E_ASSIGN: return assign_place(fn, e);
    case E_CAST: return cast_place(fn, e);
    case E_COND:
        if (e->b) return cond_place(fn, e);
        break;
    case E_TEMP: return temp_place(fn, e);
    case E_MEMPTR: return memptr_place(fn, e);
    case E_ARRAY_ELEM: return gen_place_at(fn, fn->array_elem, e->type);
    case E_STRING:
        return gen_place_at(fn, &gen_string(g, e->u.str.s, e->u.str.n, e->type)->v, e->type);
    case E_BINARY:
        if (e->op == OP_COMMA) {
            gen_void(fn, e->a);
            return gen_place(fn, e->b);
        }
        break;
    case E_CLEANUPS: {
        Cleanup *c = fn->cleanups;
        Place p = gen_place(fn, e->a);
        gen_pop_cleanups(fn, c);
        return p;
    }
    case E_CALL:
    case E_MEMPTR_CALL:
        if (e->cat != VC_PRVALUE) return gen_place_at(fn, gen_call(fn, e, NULL), e->type);
        break;
    case E_CONST:
        if (e->cat != VC_PRVALUE && e->u.val->kind != CV_LVALUE) {
            return gen_place_at(fn, &gen_const_object(g, e->u.val, e->pos)->v, e->type);
        }
        if (e->cat != VC_PRVALUE) {
            return gen_place_at(fn, &gen_const(g, e->u.val, ty_pointer(g->x, e->type))->v, e->type);
        }
        break;
    case E_OPAQUE: return gen_place(fn, e->a);
    case E_THROW: // of a choice between lvalues
        gen_throw(fn, e);
        return gen_place_at(fn, &ir_undef(g->m, ir_ty_ptr(g->m, IR_AS_GENERIC))->v, e->type);
    default: break;
    }
    if (e->cat != VC_PRVALUE) gen_error(fn, e->pos, "this expression"); // typeid of host code
    // A prvalue where an object is needed: materialise it.
    Place p = gen_temp(fn, e->type);
    if (e->cat == VC_PRVALUE) gen_init(fn, e, p);
    return p;
}

IrValue *gen_addr(Fn *fn, Expr *e) {
    return gen_place(fn, e).addr;
}
