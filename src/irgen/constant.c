// SPDX-License-Identifier: Apache-2.0
// Constant values (the front end's evaluator) as IR constants in memory form.
#include "irgen/vtable.h"

static IrConst *int_const(Gen *g, const ApInt *v, IrType *t) {
    if (t->bits <= 64) return ir_int(t, apint_u64(v));
    uint64_t w[2] = {apint_word(v, 0), apint_word(v, 1)};
    return ir_int_words(g->m, t, 2, w);
}

static IrConst *float_const(Gen *g, const ApFloat *f, IrType *t) {
    ApFloat v = *f;
    static const uint8_t fmt[] = {[IR_TY_HALF] = APF_F16,
                                  [IR_TY_BFLOAT] = APF_BF16,
                                  [IR_TY_FLOAT] = APF_F32,
                                  [IR_TY_DOUBLE] = APF_F64,
                                  [IR_TY_FP128] = APF_F128};
    if (v.fmt != fmt[t->kind]) v = apf_convert(v, fmt[t->kind], APF_RNE, NULL);
    unsigned __int128 bits = apf_to_bits(v);
    return ir_fp_bits(g->m, t, (uint64_t)bits, (uint64_t)(bits >> 64));
}

// Writes members into the struct's slots by byte offset: the IR struct's members are found by
// offset, so that padding members and omitted empty bases need no bookkeeping.
typedef struct Image {
    Gen *g;
    uint8_t *bytes; // plain data
    uint64_t size;
    VEC(struct Reloc {
        uint64_t off;
        IrConst *c;
    })
    reloc; // addresses and other non-plain constants
} Image;

static void image_put(Image *im, uint64_t off, IrConst *c);

static void image_int(Image *im, uint64_t off, const uint64_t *w, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes && off + i < im->size; i++) {
        im->bytes[off + i] = (uint8_t)(w[i / 8] >> (8 * (i % 8)));
    }
}

static void image_put(Image *im, uint64_t off, IrConst *c) {
    IrType *t = c->v.type;
    switch (c->v.kind) {
    case IR_C_INT:
    case IR_C_FP: image_int(im, off, ir_words(c), t->store_size); return;
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON: return;
    case IR_C_DATA:
        memcpy(im->bytes + off, c->data, CU_MIN((uint64_t)c->n, im->size - off));
        return;
    case IR_C_AGG:
        for (uint64_t i = 0; i < t->n; i++) {
            image_put(im, off + ir_ty_member_offset(t, i), ir_elem(im->g->m, c, i));
        }
        return;
    default: {
        struct Reloc r = {off, c};
        vec_push(&im->g->ctx->perm, &im->reloc, r);
    }
    }
}

static void image_bits(Image *im, uint64_t off, uint32_t bit, uint32_t width, const ApInt *v) {
    for (uint32_t i = 0; i < width; i++) {
        uint64_t b = (uint64_t)bit + i;
        if (off + b / 8 < im->size && apint_bit(v, i))
            im->bytes[off + b / 8] |= (uint8_t)(1u << (b % 8));
    }
}

static void image_value(Image *im, uint64_t off, const ConstVal *v, Type *t);

// s: the subobject of group `grp` that is written, or NULL: an object of its own.
static void image_class(Image *im, uint64_t off, const ConstVal *v, ClassDecl *c, VtGroup *grp,
                        SubObj *s) {
    cxx_class_layout(im->g->x, c, 0);
    if (v->kind == CV_UNION) {
        if (v->u.un.field) image_value(im, off, v->u.un.val, v->u.un.field->d.type);
        return;
    }
    if (c->has_vptr && !s) {
        grp = vt_group(im->g, c);
        s = grp->tree->at.at[0];
    }
    if (s && !s->shares) image_put(im, off, vt_point(im->g, grp, s));
    uint32_t k = 0;
    for (uint32_t i = 0; i < c->nbase && k < v->u.agg.n; i++, k++) {
        if (v->u.agg.at[k] && v->u.agg.at[k]->kind == CV_AGG)
            image_class(im, off + c->base[i].offset, v->u.agg.at[k], c->base[i].cls, grp,
                        s ? s->base[i] : NULL);
    }
    for (uint32_t i = 0; i < c->fields.n && k < v->u.agg.n; i++, k++) {
        FieldDecl *f = c->fields.at[i];
        const ConstVal *fv = v->u.agg.at[k];
        if (!fv) continue;
        if (f->is_bitfield) {
            if (fv->kind == CV_INT) {
                image_bits(im, off + f->offset, f->bit_offset, f->bit_width, &fv->u.i);
            }
        } else {
            Type *t = f->d.type->kind == TY_ARRAY_INC ? fv->type : f->d.type;
            if (t && t->kind != TY_ARRAY_INC) image_value(im, off + f->offset, fv, t);
        }
    }
}

static void image_value(Image *im, uint64_t off, const ConstVal *v, Type *t) {
    Gen *g = im->g;
    if (t->kind == TY_CLASS && (v->kind == CV_AGG || v->kind == CV_UNION)) {
        image_class(im, off, v, t->u.cls, NULL, NULL);
    } else if (t->kind == TY_ARRAY && v->kind == CV_AGG) {
        uint64_t size = gen_size(g, t->u.array.elem);
        for (uint64_t i = 0; i < t->u.array.n; i++) {
            const ConstVal *e = i < v->u.agg.n ? v->u.agg.at[i] : v->u.agg.filler;
            if (!e) break;
            image_value(im, off + i * size, e, t->u.array.elem);
        }
    } else if (v->kind != CV_NONE && v->kind != CV_INDET) {
        image_put(im, off, gen_const(g, v, t));
    }
}

static IrConst *image_read(Image *im, uint64_t off, IrType *t, uint32_t *reloc) {
    IrModule *m = im->g->m;
    if (*reloc < im->reloc.n && im->reloc.at[*reloc].off == off && !ir_ty_is_agg(t)) {
        IrConst *c = im->reloc.at[*reloc].c;
        bool as_int = ir_ty_is_i(t, 64) && ir_ty_is_ptr(c->v.type); // in a union
        if (c->v.type == t || as_int) {
            (*reloc)++;
            return as_int ? ir_ccast(m, IR_PTRTOINT, c, t) : c;
        }
    }
    if (ir_ty_is_agg(t) || ir_ty_is_vec(t)) {
        bool plain = *reloc >= im->reloc.n || im->reloc.at[*reloc].off >= off + t->size;
        if (plain && t->kind == IR_TY_ARRAY && (ir_ty_is_int(t->elem) || ir_ty_is_fp(t->elem)) &&
            t->elem->size <= 8 && t->elem->bits % 8 == 0) {
            return ir_data(m, t, im->bytes + off, t->size);
        }
        ArenaMark mark = arena_mark(&im->g->ctx->scratch);
        IrConst **el = arena_array(&im->g->ctx->scratch, IrConst *, t->n + 1);
        for (uint64_t i = 0; i < t->n; i++) {
            el[i] = image_read(im, off + ir_ty_member_offset(t, i), ir_ty_member(t, i), reloc);
        }
        IrConst *r = ir_agg(m, t, (uint32_t)t->n, el);
        arena_reset(&im->g->ctx->scratch, mark);
        return r;
    }
    uint64_t w[2] = {0, 0};
    for (uint64_t i = 0; i < t->store_size && i < 16; i++) {
        w[i / 8] |= (uint64_t)im->bytes[off + i] << (8 * (i % 8));
    }
    if (ir_ty_is_fp(t)) return ir_fp_bits(m, t, w[0], w[1]);
    if (ir_ty_is_int(t)) return t->bits <= 64 ? ir_int(t, w[0]) : ir_int_words(m, t, 2, w);
    if (!w[0]) return ir_null(m, t);
    return ir_ccast(m, IR_INTTOPTR, ir_int(m->ty_i64, w[0]), t);
}

static int reloc_cmp(const struct Reloc *a, const struct Reloc *b) {
    return a->off < b->off ? -1 : a->off > b->off;
}

static void reloc_sort(Image *im) { // members come nearly in order: insertion sort
    for (uint32_t i = 1; i < im->reloc.n; i++) {
        struct Reloc r = im->reloc.at[i];
        uint32_t j = i;
        for (; j && reloc_cmp(&r, &im->reloc.at[j - 1]) < 0; j--)
            im->reloc.at[j] = im->reloc.at[j - 1];
        im->reloc.at[j] = r;
    }
}

// The elements that the flexible array member of t has in v, or NULL.
static const Type *flexible_elements(const ConstVal *v, const Type *t) {
    if (v->kind != CV_AGG || t->kind != TY_CLASS || !t->u.cls->fields.n) return NULL;
    const ClassDecl *c = t->u.cls;
    uint32_t last = c->nbase + c->fields.n - 1;
    const ConstVal *e = last < v->u.agg.n ? v->u.agg.at[last] : NULL;
    bool flexible = c->fields.at[c->fields.n - 1]->d.type->kind == TY_ARRAY_INC;
    return flexible && e && e->kind == CV_AGG && e->type->kind == TY_ARRAY ? e->type : NULL;
}

static IrConst *aggregate_const(Gen *g, const ConstVal *v, Type *t) {
    const Type *tail = flexible_elements(v, t);
    IrType *ty = tail ? gen_flexible_type(g, t, tail->u.array.n) : gen_mem_type(g, t);
    Image im = {.g = g, .size = ty->size};
    im.bytes = arena_zalloc(&g->ctx->perm, ty->size + 1, 16);
    image_value(&im, 0, v, t);
    reloc_sort(&im);
    uint32_t reloc = 0;
    return image_read(&im, 0, ty, &reloc);
}

static IrConst *address_const(Gen *g, const ConstVal *v) {
    IrConst *base;
    if (v->u.lv.base) {
        Decl *d = v->u.lv.base;
        base = d->kind == D_FUNC ? (IrConst *)gen_func_decl(g, (FuncDecl *)d)
                                 : (IrConst *)gen_generic(g, gen_var_decl(g, (VarDecl *)d));
    } else if (v->u.lv.expr_base) {
        Expr *e = v->u.lv.expr_base;
        if (e->kind == E_STRING) {
            base = gen_string(g, e->u.str.s, e->u.str.n, e->type);
        } else {
            return NULL;
        }
    } else {
        if (!v->u.lv.offset) return ir_null(g->m, g->m->ty_ptr);
        return ir_ccast(g->m, IR_INTTOPTR, ir_int(g->m->ty_i64, (uint64_t)v->u.lv.offset),
                        g->m->ty_ptr);
    }
    return v->u.lv.offset ? ir_cptradd(g->m, base, v->u.lv.offset, IR_INBOUNDS) : base;
}

static IrConst *memptr_const(Gen *g, const ConstVal *v, Type *t) {
    IrType *i64 = g->m->ty_i64;
    if (!gen_is_agg(t)) { // data member: offset, -1 is null
        FieldDecl *f = (FieldDecl *)v->u.mp.member;
        if (!f) return ir_int(i64, UINT64_MAX);
        cxx_class_layout(g->x, f->owner, 0);
        uint64_t at = f->offset + (uint64_t)v->u.mp.adj;
        for (FieldDecl *o = f->owner->anon_member; o; o = o->owner->anon_member) {
            cxx_class_layout(g->x, o->owner, 0);
            at += o->offset;
        }
        return ir_int(i64, at);
    }
    FuncDecl *f = (FuncDecl *)v->u.mp.member;
    IrConst *el[2] = {ir_int(i64, 0), ir_int(i64, (uint64_t)v->u.mp.adj)};
    if (f && f->is_virtual) {
        el[0] = ir_int(i64, (uint64_t)f->vslot * 8 + 1); // Itanium 2.3
    } else if (f) {
        el[0] = ir_ccast(g->m, IR_PTRTOINT, (IrConst *)gen_func_decl(g, f), i64);
    }
    return ir_agg(g->m, gen_mem_type(g, t), 2, el);
}

IrConst *gen_const(Gen *g, const ConstVal *v, Type *t) {
    t = ty_unqual(t);
    IrType *ty = gen_mem_type(g, t);
    switch (v->kind) {
    case CV_INT:
        if (ty->kind == IR_TY_PTR) {
            return ir_ccast(g->m, IR_INTTOPTR, ir_int(g->m->ty_i64, apint_u64(&v->u.i)), ty);
        }
        return int_const(g, &v->u.i, ty);
    case CV_FLOAT: return float_const(g, &v->u.f, ty);
    case CV_LVALUE: {
        IrConst *c = address_const(g, v);
        return c ? c : ir_null(g->m, ty);
    }
    case CV_MEMPTR: return memptr_const(g, v, t);
    case CV_VECTOR: {
        ArenaMark mark = arena_mark(&g->ctx->scratch);
        IrConst **el = arena_array(&g->ctx->scratch, IrConst *, ty->n + 1);
        for (uint64_t i = 0; i < ty->n; i++) {
            el[i] = i < v->u.agg.n ? gen_const(g, v->u.agg.at[i], t->u.array.elem)
                                   : ir_null(g->m, ty->elem);
        }
        IrConst *r = ir_agg(g->m, ty, (uint32_t)ty->n, el);
        arena_reset(&g->ctx->scratch, mark);
        return r;
    }
    case CV_AGG:
    case CV_UNION: return aggregate_const(g, v, t);
    case CV_INDET: return ir_undef(g->m, ty);
    default: return ir_null(g->m, ty);
    }
}

IrConst *gen_const_expr(Gen *g, Expr *e) {
    IrType *ty = gen_mem_type(g, e->type);
    switch (e->kind) {
    case E_INT: return ty->kind == IR_TY_PTR ? ir_null(g->m, ty) : int_const(g, &e->u.i, ty);
    case E_FLOAT: return float_const(g, &e->u.f, ty);
    case E_NULLPTR: return ir_null(g->m, ty);
    case E_ZERO:
        if (e->type->kind == TY_MEMPTR) {
            return memptr_const(g, &(ConstVal){.kind = CV_MEMPTR, .type = e->type}, e->type);
        }
        return ir_null(g->m, ty);
    case E_CONST: return gen_const(g, e->u.val, e->type);
    default: return NULL;
    }
}
