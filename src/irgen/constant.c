// SPDX-License-Identifier: Apache-2.0
// Constant values (the front end's evaluator) as IR constants in memory form.
#include "irgen/vtable.h"

// An integer of any width up to 128 bits.
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

static void image_put(Image *im, uint64_t off, IrConst *constant);

// Little endian, bytes beyond the image are cut off (flexible members).
static void image_int(Image *im, uint64_t off, const uint64_t *w, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes && off + i < im->size; i++) {
        im->bytes[off + i] = (uint8_t)(w[i / 8] >> (8 * (i % 8)));
    }
}

// One constant at an offset; what is no plain data (addresses) is noted for later.
static void image_put(Image *im, uint64_t off, IrConst *constant) {
    IrType *type = constant->v.type;
    switch (constant->v.kind) {
    case IR_C_INT:
    case IR_C_FP: image_int(im, off, ir_words(constant), type->store_size); return;
    case IR_C_NULL:
    case IR_C_ZERO:
    case IR_C_UNDEF:
    case IR_C_POISON: return;
    case IR_C_DATA:
        memcpy(im->bytes + off, constant->data, CU_MIN((uint64_t)constant->n, im->size - off));
        return;
    case IR_C_AGG:
        for (uint64_t i = 0; i < type->n; i++) {
            image_put(im, off + ir_ty_member_offset(type, i), ir_elem(im->g->m, constant, i));
        }
        return;
    default: {
        struct Reloc r = {off, constant};
        vec_push(&im->g->ctx->perm, &im->reloc, r);
    }
    }
}

// A bit-field may start in the middle of a byte; bits of other fields stay.
static void image_bits(Image *im, uint64_t off, uint32_t bit, uint32_t width, const ApInt *number) {
    for (uint32_t i = 0; i < width; i++) {
        uint64_t b = (uint64_t)bit + i;
        if (off + b / 8 < im->size && apint_bit(number, i))
            im->bytes[off + b / 8] |= (uint8_t)(1u << (b % 8));
    }
}

static void image_value(Image *im, uint64_t off, const ConstVal *constant, Type *type);

// s: the subobject of group `grp` that is written, or NULL: an object of its own.
static void image_class(Image *im, uint64_t off, const ConstVal *constant, ClassDecl *cls,
                        VtGroup *grp, SubObj *sub_obj) {
    cxx_class_layout(im->g->x, cls, 0);
    // Of a union the active member.
    if (constant->kind == CV_UNION) {
        if (constant->u.un.field)
            image_value(im, off, constant->u.un.val, constant->u.un.field->d.type);
        return;
    }
    if (cls->table.has_pointer && !sub_obj) {
        grp = vt_group(im->g, cls);
        sub_obj = grp->tree->at.at[0];
    }
    if (sub_obj && !sub_obj->shares) image_put(im, off, vt_point(im->g, grp, sub_obj));
    uint32_t k = 0;

    // Bases first, then members: the evaluator keeps them in this order.
    for (uint32_t i = 0; i < cls->members.nbase && k < constant->u.agg.n; i++, k++) {
        if (constant->u.agg.at[k] && constant->u.agg.at[k]->kind == CV_AGG)
            image_class(im, off + cls->members.base[i].offset, constant->u.agg.at[k],
                        cls->members.base[i].cls, grp, sub_obj ? sub_obj->base[i] : NULL);
    }
    for (uint32_t i = 0; i < cls->members.fields.n && k < constant->u.agg.n; i++, k++) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        const ConstVal *fv = constant->u.agg.at[k];
        if (!fv) continue;
        if (field_decl->is_bitfield) {
            if (fv->kind == CV_INT) {
                image_bits(im, off + field_decl->offset, field_decl->bit_offset,
                           field_decl->bit_width, &fv->u.i);
            }
        } else {
            Type *t = field_decl->d.type->kind == TY_ARRAY_INC ? fv->type : field_decl->d.type;
            if (t && t->kind != TY_ARRAY_INC) image_value(im, off + field_decl->offset, fv, t);
        }
    }
}

// A value of any type at its offset; what has no value leaves zeros.
static void image_value(Image *im, uint64_t off, const ConstVal *constant, Type *type) {
    Gen *gen = im->g;
    if (type->kind == TY_CLASS && is_any_of(constant->kind, CV_AGG, CV_UNION)) {
        image_class(im, off, constant, type->u.cls, NULL, NULL);
    } else if (type->kind == TY_ARRAY && constant->kind == CV_AGG) {
        uint64_t size = gen_size(gen, type->u.array.elem);
        for (uint64_t i = 0; i < type->u.array.n; i++) {
            const ConstVal *e =
                i < constant->u.agg.n ? constant->u.agg.at[i] : constant->u.agg.filler;
            if (!e) break;
            image_value(im, off + i * size, e, type->u.array.elem);
        }
    } else if (!is_any_of(constant->kind, CV_NONE, CV_INDET)) {
        image_put(im, off, gen_const(gen, constant, type));
    }
}

// The image as constants of the IR type. Relocations come in the order of their offsets, `*reloc`
// is the next; padding is zeros.
static IrConst *image_read(Image *im, uint64_t off, IrType *type, uint32_t *reloc) {
    IrModule *module = im->g->m;
    if (*reloc < im->reloc.n && im->reloc.at[*reloc].off == off && !ir_ty_is_agg(type)) {
        IrConst *c = im->reloc.at[*reloc].c;
        bool as_int = ir_ty_is_i(type, 64) && ir_ty_is_ptr(c->v.type); // in a union
        if (c->v.type == type || as_int) {
            (*reloc)++;
            return as_int ? ir_ccast(module, IR_PTRTOINT, c, type) : c;
        }
    }
    if (ir_ty_is_agg(type) || ir_ty_is_vec(type)) {
        // Plain arrays of numbers are kept as their bytes: large tables cost nothing.
        bool plain = *reloc >= im->reloc.n || im->reloc.at[*reloc].off >= off + type->size;
        if (plain && type->kind == IR_TY_ARRAY &&
            (ir_ty_is_int(type->elem) || ir_ty_is_fp(type->elem)) && type->elem->size <= 8 &&
            type->elem->bits % 8 == 0) {
            return ir_data(module, type, im->bytes + off, type->size);
        }
        ArenaMark mark = arena_mark(&im->g->ctx->scratch);
        IrConst **el = arena_array(&im->g->ctx->scratch, IrConst *, type->n + 1);
        for (uint64_t i = 0; i < type->n; i++) {
            el[i] =
                image_read(im, off + ir_ty_member_offset(type, i), ir_ty_member(type, i), reloc);
        }
        IrConst *r = ir_agg(module, type, (uint32_t)type->n, el);
        arena_reset(&im->g->ctx->scratch, mark);
        return r;
    }

    // A scalar from its bytes.
    uint64_t w[2] = {0, 0};
    for (uint64_t i = 0; i < type->store_size && i < 16; i++) {
        w[i / 8] |= (uint64_t)im->bytes[off + i] << (8 * (i % 8));
    }
    if (ir_ty_is_fp(type)) return ir_fp_bits(module, type, w[0], w[1]);
    if (ir_ty_is_int(type))
        return type->bits <= 64 ? ir_int(type, w[0]) : ir_int_words(module, type, 2, w);
    if (!w[0]) return ir_null(module, type);
    return ir_ccast(module, IR_INTTOPTR, ir_int(module->ty_i64, w[0]), type);
}

static int reloc_cmp(const struct Reloc *a, const struct Reloc *b) {
    return cu_order(a->off, b->off);
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
    if (v->kind != CV_AGG || t->kind != TY_CLASS || !t->u.cls->members.fields.n) return NULL;
    const ClassDecl *c = t->u.cls;
    uint32_t last = c->members.nbase + c->members.fields.n - 1;
    const ConstVal *e = last < v->u.agg.n ? v->u.agg.at[last] : NULL;
    bool flexible = c->members.fields.at[c->members.fields.n - 1]->d.type->kind == TY_ARRAY_INC;
    return flexible && e && e->kind == CV_AGG && e->type->kind == TY_ARRAY ? e->type : NULL;
}

// Class, union or array: by its bytes, so that it does not matter how the members are nested.
static IrConst *aggregate_const(Gen *gen, const ConstVal *constant, Type *type) {
    const Type *tail = flexible_elements(constant, type);
    IrType *ty = tail ? gen_flexible_type(gen, type, tail->u.array.n) : gen_mem_type(gen, type);
    Image im = {.g = gen, .size = ty->size};
    im.bytes = arena_zalloc(&gen->ctx->perm, ty->size + 1, 16);
    image_value(&im, 0, constant, type);
    reloc_sort(&im);
    uint32_t reloc = 0;
    return image_read(&im, 0, ty, &reloc);
}

// The address of an object or function, of a string, or a number. NULL: an expression that has no
// address.
static IrConst *address_const(Gen *gen, const ConstVal *constant) {
    IrConst *base;
    if (constant->u.lv.base) {
        Decl *d = constant->u.lv.base;
        base = d->kind == D_FUNC ? (IrConst *)gen_func_decl(gen, (FuncDecl *)d)
                                 : (IrConst *)gen_generic(gen, gen_var_decl(gen, (VarDecl *)d));
    } else if (constant->u.lv.expr_base) {
        Expr *e = constant->u.lv.expr_base;
        if (e->kind == E_STRING) {
            base = gen_string(gen, e->u.str.s, e->u.str.n, e->type);
        } else {
            return NULL;
        }
    } else {
        if (!constant->u.lv.offset) return ir_null(gen->m, gen->m->ty_ptr);
        return ir_ccast(gen->m, IR_INTTOPTR,
                        ir_int(gen->m->ty_i64, (uint64_t)constant->u.lv.offset), gen->m->ty_ptr);
    }
    return constant->u.lv.offset ? ir_cptradd(gen->m, base, constant->u.lv.offset, IR_INBOUNDS)
                                 : base;
}

// Itanium C++ ABI 2.3: of a data member the offset, with those of the anonymous structures around
// it; of a function two words.
static IrConst *memptr_const(Gen *gen, const ConstVal *constant, Type *type) {
    IrType *i64 = gen->m->ty_i64;
    if (!gen_is_agg(type)) { // data member: offset, -1 is null
        FieldDecl *f = (FieldDecl *)constant->u.mp.member;
        if (!f) return ir_int(i64, UINT64_MAX);
        cxx_class_layout(gen->x, f->owner, 0);
        uint64_t at = f->offset + (uint64_t)constant->u.mp.adj;
        for (FieldDecl *o = f->owner->members.anon_member; o; o = o->owner->members.anon_member) {
            cxx_class_layout(gen->x, o->owner, 0);
            at += o->offset;
        }
        return ir_int(i64, at);
    }
    FuncDecl *f = (FuncDecl *)constant->u.mp.member;
    IrConst *el[2] = {ir_int(i64, 0), ir_int(i64, (uint64_t)constant->u.mp.adj)};
    if (f && f->is_virtual) {
        el[0] = ir_int(i64, (uint64_t)f->vslot * 8 + 1); // Itanium 2.3
    } else if (f) {
        el[0] = ir_ccast(gen->m, IR_PTRTOINT, (IrConst *)gen_func_decl(gen, f), i64);
    }
    return ir_agg(gen->m, gen_mem_type(gen, type), 2, el);
}

// A value of the evaluator's as a constant in memory form; something undefined stays so.
IrConst *gen_const(Gen *gen, const ConstVal *constant, Type *type) {
    type = ty_unqual(type);
    IrType *ty = gen_mem_type(gen, type);
    switch (constant->kind) {
    case CV_INT:
        if (ty->kind == IR_TY_PTR) {
            return ir_ccast(gen->m, IR_INTTOPTR, ir_int(gen->m->ty_i64, apint_u64(&constant->u.i)),
                            ty);
        }
        return gen_int_const(gen, &constant->u.i, ty);
    case CV_FLOAT: return gen_float_const(gen, &constant->u.f, ty);
    case CV_LVALUE: {
        IrConst *c = address_const(gen, constant);
        return c ? c : ir_null(gen->m, ty);
    }
    case CV_MEMPTR: return memptr_const(gen, constant, type);
    // Elements that are missing are zero.
    case CV_VECTOR: {
        ArenaMark mark = arena_mark(&gen->ctx->scratch);
        IrConst **el = arena_array(&gen->ctx->scratch, IrConst *, ty->n + 1);
        for (uint64_t i = 0; i < ty->n; i++) {
            el[i] = i < constant->u.agg.n
                        ? gen_const(gen, constant->u.agg.at[i], type->u.array.elem)
                        : ir_null(gen->m, ty->elem);
        }
        IrConst *r = ir_agg(gen->m, ty, (uint32_t)ty->n, el);
        arena_reset(&gen->ctx->scratch, mark);
        return r;
    }
    case CV_AGG:
    case CV_UNION: return aggregate_const(gen, constant, type);
    case CV_INDET: return ir_undef(gen->m, ty);
    default: return ir_null(gen->m, ty);
    }
}

// A constant where the expression is one as it stands: literals and what the front end has
// evaluated. NULL: it must be computed.
IrConst *gen_const_expr(Gen *gen, Expr *expr) {
    IrType *ty = gen_mem_type(gen, expr->type);
    switch (expr->kind) {
    case E_INT:
        return ty->kind == IR_TY_PTR ? ir_null(gen->m, ty) : gen_int_const(gen, &expr->u.i, ty);
    case E_FLOAT: return gen_float_const(gen, &expr->u.f, ty);
    case E_NULLPTR: return ir_null(gen->m, ty);
    case E_ZERO:
        if (expr->type->kind == TY_MEMPTR) {
            return memptr_const(gen, &(ConstVal){.kind = CV_MEMPTR, .type = expr->type},
                                expr->type);
        }
        return ir_null(gen->m, ty);
    case E_CONST: return gen_const(gen, expr->u.val, expr->type);
    default: return NULL;
    }
}
