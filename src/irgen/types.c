// SPDX-License-Identifier: Apache-2.0
// C++ types as IR types. Two forms: in memory (bool is i8, a class is a struct with explicit
// padding where its natural layout differs) and as values (bool is i1).
#include "irgen/gen.h"
#include <stdlib.h>

bool gen_is_agg(const Type *t) {
    if (t->kind == TY_MEMPTR) return t->u.ptr.to->kind == TY_FUNC;
    return t->kind == TY_CLASS || t->kind == TY_ARRAY || t->kind == TY_ARRAY_INC;
}

bool gen_is_signed(const Type *t) {
    return !ty_is_unsigned(t);
}

uint64_t gen_size(Gen *g, Type *t) {
    uint64_t size = 0;
    uint32_t align;
    if (t->kind == TY_ARRAY_INC || t->kind == TY_VOID || t->kind == TY_FUNC)
        return t->kind != TY_ARRAY_INC;
    ty_size_align(g->x, t, 0, &size, &align);
    return size;
}

uint32_t gen_align(Gen *g, Type *t) {
    uint64_t size;
    uint32_t align = 1;
    while (t->kind == TY_ARRAY_INC || t->kind == TY_ARRAY) t = t->u.array.elem;
    if (t->kind == TY_VOID || t->kind == TY_FUNC) return 1;
    ty_size_align(g->x, t, 0, &size, &align);
    return align ? align : 1;
}

// Passed in registers / .param bytes: trivial for the purposes of calls (Itanium ABI 1.1).
bool gen_by_value(Gen *g, Type *t) {
    if (t->kind != TY_CLASS) return true;
    ClassDecl *c = t->u.cls;
    cxx_class_specials(g->x, c);
    return c->trivial_copy && c->trivial_move && c->trivial_dtor;
}

bool gen_returns_indirect(Gen *g, Type *ret) {
    return ret->kind == TY_CLASS && !gen_by_value(g, ret);
}

static IrType *scalar_type(Gen *g, Type *t) {
    IrModule *m = g->m;
    switch (t->kind) {
    case TY_VOID: return m->ty_void;
    case TY_BOOL: return m->ty_i8;
    case TY_HALF: return m->ty_half;
    case TY_BF16: return m->ty_bfloat;
    case TY_FLOAT: return m->ty_float;
    case TY_DOUBLE:
    case TY_LDOUBLE: return m->ty_double; // long double computes as double in device code
    case TY_FLOAT128: return m->ty_fp128;
    case TY_ENUM: cxx_enum_complete(g->x, t->u.enm); return scalar_type(g, t->u.enm->underlying);
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_NULLPTR:
    case TY_FUNC: return m->ty_ptr;
    case TY_MEMPTR: return m->ty_i64;
    default: return ir_ty_int(m, (uint32_t)ty_int_bits(t));
    }
}

// nvcc has 128-bit floating point from sm_100 on; so have we.
void gen_check_float128(Gen *g, Decl *d, bool outer) {
    bool wanted = g->x->opt.arch >= 1000 || g->x->opt.float128;
    if (g->float128 && !wanted) diag(g->ctx, GEN_ROW(gen_float128), d->pos, d->type);
    g->float128 = outer;
}

// PTX has no variables without bytes; nvcc refuses them and parameters in device code.
void gen_check_sized(Gen *g, VarDecl *v, bool param) {
    if (v->d.flags & DF_INVALID || ty_is_ref(v->d.type) || gen_size(g, v->d.type)) return;
    if (param)
        diag(g->ctx, GEN_ROW(gen_sizeless_param), v->d.pos, ty_unqual(v->d.type));
    else
        diag(g->ctx, GEN_ROW(gen_sizeless_var), v->d.pos, v->d.name);
}

typedef struct Layout {
    Arena *a;
    VEC(IrType *) el;
    uint64_t at; // end of the last member
    bool packed;
} Layout;

static void layout_pad(Gen *g, Layout *l, uint64_t to) {
    if (to > l->at) {
        IrType *pad = ir_ty_array(g->m, g->m->ty_i8, to - l->at);
        vec_push(l->a, &l->el, pad);
        l->at = to;
    }
}

static void layout_add(Gen *g, Layout *l, uint64_t off, IrType *t, uint64_t limit) {
    if (off < l->at || t->store_size == 0) return; // overlaps (union, empty base, bit-field unit)
    uint64_t natural = CU_ALIGN(l->at, (uint64_t)(t->align ? t->align : 1));
    if (natural != off || l->packed) {
        if (natural != off && off % t->align) l->packed = true;
        layout_pad(g, l, off);
    }
    vec_push(l->a, &l->el, t);
    l->at = off + CU_MIN(t->size, limit - off);
}

// Integers of the union's alignment: a member's own type could have padding where another member
// has contents.
static IrType *union_type(Gen *g, ClassDecl *c) {
    uint64_t unit = CU_MIN(c->align, 16u);
    IrType *t = ir_ty_int(g->m, (uint32_t)unit * 8);
    return c->size == unit ? t : ir_ty_array(g->m, t, c->size / unit);
}

static void layout_members(Gen *g, Layout *l, ClassDecl *c, uint64_t base, uint64_t limit) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        BaseSpec *b = &c->base[i];
        if (b->virtual_) continue; // of the complete object
        cxx_class_layout(g->x, b->cls, 0);
        if (b->cls->empty) continue;
        layout_members(g, l, b->cls, base + b->offset, base + b->offset + b->cls->nvsize);
    }
    if (c->has_vptr && l->at <= base) layout_add(g, l, base, g->m->ty_ptr, limit);
    if (c->tag == CT_UNION) {
        layout_add(g, l, base, union_type(g, c), limit);
        return;
    }
    for (uint32_t i = 0; i < c->fields.n; i++) {
        FieldDecl *f = c->fields.at[i];
        uint64_t off = base + f->offset;
        if (f->is_bitfield) {
            uint64_t first = off + f->bit_offset / 8;
            uint64_t last = off + (f->bit_offset + f->bit_width + 7) / 8;
            for (uint64_t o = CU_MAX(first, l->at); o < last; o++) {
                layout_add(g, l, o, g->m->ty_i8, limit);
            }
            continue;
        }
        layout_add(g, l, off, gen_mem_type(g, f->d.type), limit);
    }
}

static int by_offset(const void *a, const void *b) {
    const BaseSpec *x = *(BaseSpec *const *)a, *y = *(BaseSpec *const *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

// One that is a primary base has no members.
static void layout_vbases(Gen *g, Layout *l, ClassDecl *c) {
    if (!c->vbases.n) return;
    BaseSpec **at = arena_array(l->a, BaseSpec *, c->vbases.n);
    for (uint32_t i = 0; i < c->vbases.n; i++) at[i] = &c->vbases.at[i];
    qsort(at, c->vbases.n, sizeof *at, by_offset);
    for (uint32_t i = 0; i < c->vbases.n; i++) {
        const ClassDecl *v = at[i]->cls;
        if (v->empty || at[i]->offset < l->at) continue;
        layout_members(g, l, at[i]->cls, at[i]->offset, at[i]->offset + v->nvsize);
    }
}

enum { MAX_PARTS = 1 << 16 }; // no type of more classes in classes is written out

static IrType *class_type(Gen *g, Type *t) {
    ClassDecl *c = t->u.cls;
    if (c->host_errors) gen_hidden_error(g, c->d.pos);
    if (!cxx_class_layout(g->x, c, c->d.pos)) return ir_ty_struct(g->m, 0, NULL, false);
    if (c->nparts > MAX_PARTS) {
        IrType *bytes = ir_ty_array(g->m, g->m->ty_i8, c->size);
        return ir_ty_struct(g->m, 1, &bytes, false);
    }
    Layout l = {.a = &g->ctx->scratch};
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    layout_members(g, &l, c, 0, c->size);
    layout_vbases(g, &l, c);
    IrType *s = ir_ty_struct(g->m, l.el.n, l.el.at, l.packed);
    if (s->size != c->size) { // tail padding that the natural alignment does not give
        if (s->size > c->size) {
            l.packed = true;
            l.at = ir_ty_struct(g->m, l.el.n, l.el.at, true)->size;
        }
        layout_pad(g, &l, c->size);
        s = ir_ty_struct(g->m, l.el.n, l.el.at, l.packed);
        if (s->size != c->size) { // give up on members
            IrType *bytes = ir_ty_array(g->m, g->m->ty_i8, c->size);
            s = ir_ty_struct(g->m, 1, &bytes, false);
        }
    }
    arena_reset(&g->ctx->scratch, mark);
    return s;
}

IrType *gen_flexible_type(Gen *g, Type *t, uint64_t n) {
    ClassDecl *c = t->u.cls;
    const FieldDecl *f = c->fields.at[c->fields.n - 1];
    Layout l = {.a = &g->ctx->scratch};
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    layout_members(g, &l, c, 0, c->size);
    IrType *tail = ir_ty_array(g->m, gen_mem_type(g, f->d.type->u.array.elem), n);
    layout_add(g, &l, f->offset, tail, UINT64_MAX);
    layout_pad(g, &l, c->size);
    IrType *s = ir_ty_struct(g->m, l.el.n, l.el.at, l.packed);
    arena_reset(&g->ctx->scratch, mark);
    return s;
}

IrType *gen_mem_type(Gen *g, Type *t) {
    t = ty_unqual(t);
    g->float128 |= t->kind == TY_FLOAT128;
    void **slot = map_slot(&g->types, (uintptr_t)t);
    if (*slot) return *slot;
    IrType *r;
    switch (t->kind) {
    case TY_CLASS: r = class_type(g, t); break;
    case TY_ARRAY: r = ir_ty_array(g->m, gen_mem_type(g, t->u.array.elem), t->u.array.n); break;
    case TY_ARRAY_INC: r = ir_ty_array(g->m, gen_mem_type(g, t->u.array.elem), 0); break;
    case TY_VECTOR: r = ir_ty_vector(g->m, gen_mem_type(g, t->u.array.elem), t->u.array.n); break;
    case TY_MEMPTR:
        if (gen_is_agg(t)) {
            r = ir_ty_struct(g->m, 2, (IrType *[]){g->m->ty_i64, g->m->ty_i64}, false);
            break;
        }
        // fall through
    default: r = scalar_type(g, t);
    }
    map_put(&g->types, (uintptr_t)t, r);
    return r;
}

IrType *gen_value_type(Gen *g, Type *t) {
    if (ty_unqual(t)->kind == TY_BOOL) return g->m->ty_i1;
    return gen_mem_type(g, t);
}

// Parameters: `this` first, sret before it; classes trivial for calls are byval pointers, others
// plain pointers to the caller's temporary.
IrType *gen_func_type(Gen *g, FuncDecl *f, const FuncType *ft, Type *this_class) {
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    IrType **p = arena_array(&g->ctx->scratch, IrType *, ft->nparam + 2);
    uint32_t n = 0;
    IrType *ret = g->m->ty_void;
    if (gen_returns_indirect(g, ft->ret)) {
        p[n++] = g->m->ty_ptr;
    } else {
        ret = gen_value_type(g, ft->ret);
    }
    if (this_class) p[n++] = g->m->ty_ptr;
    for (uint32_t i = 0; i < ft->nparam; i++) {
        p[n++] = ft->param[i]->kind == TY_CLASS ? g->m->ty_ptr : gen_value_type(g, ft->param[i]);
    }
    IrType *r = ir_ty_func(g->m, ret, n, p, ft->variadic);
    arena_reset(&g->ctx->scratch, mark);
    return r;
}
