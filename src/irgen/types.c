// SPDX-License-Identifier: Apache-2.0
// C++ types as IR types. Two forms: in memory (bool is i8, a class is a struct with explicit
// padding where its natural layout differs) and as values (bool is i1).
#include "irgen/gen.h"

#include "base/feature.h"
#include <stdlib.h>

// What the front end has reported already must not pass as good code. Says so only if nothing was
// reported.
void gen_hidden_error(Gen *gen, Pos pos) {
    if (!diag_error_count(gen->ctx)) diag(gen->ctx, GEN_ROW(gen_hidden), pos);
}

bool gen_is_agg(const Type *t) {
    if (t->kind == TY_MEMPTR) return t->u.ptr.to->kind == TY_FUNC;
    return is_any_of(t->kind, TY_CLASS, TY_ARRAY, TY_ARRAY_INC);
}

bool gen_is_signed(const Type *t) {
    return !ty_is_unsigned(t);
}

// void and functions count one byte, as in GNU C's arithmetic on pointers to them.
uint64_t gen_size(Gen *gen, Type *t) {
    uint64_t size = 0;
    uint32_t align;
    if (is_any_of(t->kind, TY_ARRAY_INC, TY_VOID, TY_FUNC)) return t->kind != TY_ARRAY_INC;
    ty_size_align(gen->x, t, 0, &size, &align);
    return size;
}

uint32_t gen_align(Gen *gen, Type *t) {
    uint64_t size;
    uint32_t align = 1;
    while (is_any_of(t->kind, TY_ARRAY_INC, TY_ARRAY)) t = t->u.array.elem;
    if (is_any_of(t->kind, TY_VOID, TY_FUNC)) return 1;
    ty_size_align(gen->x, t, 0, &size, &align);
    return align ? align : 1;
}

// Passed in registers / .param bytes: trivial for the purposes of calls (Itanium ABI 1.1).
bool gen_by_value(Gen *gen, Type *t) {
    if (t->kind != TY_CLASS) return true;
    ClassDecl *c = t->u.cls;
    cxx_class_specials(gen->x, c);
    return c->special.trivial_copy && c->special.trivial_move && c->special.trivial_dtor;
}

// Classes that cannot be copied bit by bit are made where the caller says.
bool gen_returns_indirect(Gen *gen, Type *ret) {
    return ret->kind == TY_CLASS && !gen_by_value(gen, ret);
}

static IrType *scalar_type(Gen *gen, Type *type) {
    IrModule *module = gen->m;
    switch (type->kind) {
    case TY_VOID: return module->ty_void;
    case TY_BOOL: return module->ty_i8;
    case TY_HALF: return module->ty_half;
    case TY_BF16: return module->ty_bfloat;
    case TY_FLOAT: return module->ty_float;
    case TY_DOUBLE:
    case TY_LDOUBLE: return module->ty_double; // long double computes as double in device code
    case TY_FLOAT128: return module->ty_fp128;
    case TY_ENUM:
        cxx_enum_complete(gen->x, type->u.enm);
        return scalar_type(gen, type->u.enm->underlying);
    case TY_PTR:
    case TY_LREF:
    case TY_RREF:
    case TY_NULLPTR:
    case TY_FUNC: return module->ty_ptr;
    case TY_MEMPTR: return module->ty_i64;
    default: return ir_ty_int(module, (uint32_t)ty_int_bits(type));
    }
}

// nvcc has 128-bit floating point from sm_100 on; so have we.
void gen_check_float128(Gen *gen, Decl *d, bool outer) {
    bool wanted = target_has(gen->opt.target, SMF_float128) || gen->x->opt.float128;
    if (gen->float128 && !wanted) diag(gen->ctx, GEN_ROW(gen_float128), d->pos, d->type);
    gen->float128 = outer;
}

// PTX has no variables without bytes; nvcc refuses them and parameters in device code.
void gen_check_sized(Gen *gen, VarDecl *v, bool param) {
    if (v->d.flags & DF_INVALID || ty_is_ref(v->d.type) || gen_size(gen, v->d.type)) return;
    if (param)
        diag(gen->ctx, GEN_ROW(gen_sizeless_param), v->d.pos, ty_unqual(v->d.type));
    else
        diag(gen->ctx, GEN_ROW(gen_sizeless_var), v->d.pos, v->d.name);
}

typedef struct Layout {
    Arena *a;
    VEC(IrType *) el;
    uint64_t at; // end of the last member
    bool packed;
} Layout;

// Fills up to `to` with bytes.
static void layout_pad(Gen *gen, Layout *layout, uint64_t to) {
    if (to > layout->at) {
        IrType *pad = ir_ty_array(gen->m, gen->m->ty_i8, to - layout->at);
        vec_push(layout->a, &layout->el, pad);
        layout->at = to;
    }
}

// Adds a member at off. `limit` is the end of what may be written: the tail padding of a base may
// hold members of the class that derives from it.
static void layout_add(Gen *gen, Layout *layout, uint64_t off, IrType *type, uint64_t limit) {
    if (off < layout->at || type->store_size == 0)
        return; // overlaps (union, empty base, bit-field unit)
    uint64_t natural = CU_ALIGN(layout->at, (uint64_t)(type->align ? type->align : 1));
    if (natural != off || layout->packed) {
        // A misaligned member can stand only in a packed struct, where no padding is implied.
        if (natural != off && off % type->align) layout->packed = true;
        layout_pad(gen, layout, off);
    }
    vec_push(layout->a, &layout->el, type);
    layout->at = off + CU_MIN(type->size, limit - off);
}

// Integers of the union's alignment: a member's own type could have padding where another member
// has contents.
static IrType *union_type(Gen *gen, ClassDecl *c) {
    uint64_t unit = CU_MIN(c->layout.align, 16u);
    IrType *t = ir_ty_int(gen->m, (uint32_t)unit * 8);
    return c->layout.size == unit ? t : ir_ty_array(gen->m, t, c->layout.size / unit);
}

static void layout_members(Gen *gen, Layout *layout, ClassDecl *cls, uint64_t base,
                           uint64_t limit) {
    // Bases come first. An empty one takes no bytes of its own.
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        BaseSpec *b = &cls->members.base[i];
        if (b->virtual_) continue; // of the complete object
        cxx_class_layout(gen->x, b->cls, 0);
        if (b->cls->layout.empty) continue;
        layout_members(gen, layout, b->cls, base + b->offset,
                       base + b->offset + b->cls->layout.nvsize);
    }
    if (cls->table.has_pointer && layout->at <= base)
        layout_add(gen, layout, base, gen->m->ty_ptr, limit);
    if (cls->tag == CT_UNION) {
        layout_add(gen, layout, base, union_type(gen, cls), limit);
        return;
    }
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        FieldDecl *field_decl = cls->members.fields.at[i];
        uint64_t off = base + field_decl->offset;
        // Bit-fields are bytes: their units may overlap, and accesses choose their own width
        // (place.c).
        if (field_decl->is_bitfield) {
            uint64_t first = off + field_decl->bit_offset / 8;
            uint64_t last = off + (field_decl->bit_offset + field_decl->bit_width + 7) / 8;
            for (uint64_t o = CU_MAX(first, layout->at); o < last; o++) {
                layout_add(gen, layout, o, gen->m->ty_i8, limit);
            }
            continue;
        }
        layout_add(gen, layout, off, gen_mem_type(gen, field_decl->d.type), limit);
    }
}

static int by_offset(const void *a, const void *b) {
    const BaseSpec *x = *(BaseSpec *const *)a, *y = *(BaseSpec *const *)b;
    return cu_order(x->offset, y->offset);
}

// Virtual bases stand at the end of the complete object. One that is a primary base has no members,
// and shares the place of the class that has it as that.
static void layout_vbases(Gen *gen, Layout *layout, ClassDecl *cls) {
    if (!cls->members.vbases.n) return;
    BaseSpec **at = arena_array(layout->a, BaseSpec *, cls->members.vbases.n);
    for (uint32_t i = 0; i < cls->members.vbases.n; i++) at[i] = &cls->members.vbases.at[i];
    qsort(at, cls->members.vbases.n, sizeof *at, by_offset);
    for (uint32_t i = 0; i < cls->members.vbases.n; i++) {
        const ClassDecl *v = at[i]->cls;
        if (v->layout.empty || at[i]->offset < layout->at) continue;
        layout_members(gen, layout, at[i]->cls, at[i]->offset, at[i]->offset + v->layout.nvsize);
    }
}

enum { MAX_PARTS = 1 << 16 }; // no type of more classes in classes is written out

// A class as a struct with the size that the front end laid out. Where natural alignment gives
// another size, the struct is packed and padded by hand.
static IrType *class_type(Gen *gen, Type *type) {
    ClassDecl *cls = type->u.cls;
    if (cls->members.host_errors) gen_hidden_error(gen, cls->d.pos);
    if (!cxx_class_layout(gen->x, cls, cls->d.pos)) return ir_ty_struct(gen->m, 0, NULL, false);
    IrType *tile = gen_tile_type(gen, type);
    if (tile) return tile;
    if (cls->layout.nparts > MAX_PARTS) {
        IrType *bytes = ir_ty_array(gen->m, gen->m->ty_i8, cls->layout.size);
        return ir_ty_struct(gen->m, 1, &bytes, false);
    }
    Layout layout = {.a = &gen->ctx->scratch};
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    layout_members(gen, &layout, cls, 0, cls->layout.size);
    layout_vbases(gen, &layout, cls);
    IrType *of_type = ir_ty_struct(gen->m, layout.el.n, layout.el.at, layout.packed);
    if (of_type->size !=
        cls->layout.size) { // tail padding that the natural alignment does not give
        if (of_type->size > cls->layout.size) {
            layout.packed = true;
            layout.at = ir_ty_struct(gen->m, layout.el.n, layout.el.at, true)->size;
        }
        layout_pad(gen, &layout, cls->layout.size);
        of_type = ir_ty_struct(gen->m, layout.el.n, layout.el.at, layout.packed);
        if (of_type->size != cls->layout.size) { // give up on members
            IrType *bytes = ir_ty_array(gen->m, gen->m->ty_i8, cls->layout.size);
            of_type = ir_ty_struct(gen->m, 1, &bytes, false);
        }
    }
    arena_reset(&gen->ctx->scratch, mark);
    return of_type;
}

// The type of a variable whose flexible array member has n elements: longer than its class.
IrType *gen_flexible_type(Gen *gen, Type *type, uint64_t n) {
    ClassDecl *cls = type->u.cls;
    const FieldDecl *f = cls->members.fields.at[cls->members.fields.n - 1];
    Layout l = {.a = &gen->ctx->scratch};
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    layout_members(gen, &l, cls, 0, cls->layout.size);
    IrType *tail = ir_ty_array(gen->m, gen_mem_type(gen, f->d.type->u.array.elem), n);
    layout_add(gen, &l, f->offset, tail, UINT64_MAX);
    layout_pad(gen, &l, cls->layout.size);
    IrType *s = ir_ty_struct(gen->m, l.el.n, l.el.at, l.packed);
    arena_reset(&gen->ctx->scratch, mark);
    return s;
}

static bool is_composed(const Type *type) {
    return gen_is_agg(type) || type->kind == TY_VECTOR;
}

IrType *gen_mem_type(Gen *gen, Type *type) {
    type = ty_unqual(type);
    gen->float128 |= type->kind == TY_FLOAT128;
    if (!is_composed(type)) return scalar_type(gen, type);
    IrType *of_type = map_get(&gen->types, (uintptr_t)type);
    if (of_type) return of_type;
    switch (type->kind) {
    case TY_CLASS: of_type = class_type(gen, type); break;
    case TY_ARRAY:
        of_type = ir_ty_array(gen->m, gen_mem_type(gen, type->u.array.elem), type->u.array.n);
        break;
    case TY_ARRAY_INC:
        // An array of unknown length is accessed by its elements only.
        of_type = ir_ty_array(gen->m, gen_mem_type(gen, type->u.array.elem), 0);
        break;
    case TY_VECTOR:
        of_type = ir_ty_vector(gen->m, gen_mem_type(gen, type->u.array.elem), type->u.array.n);
        break;
    default: // a pointer to a member function
        of_type = ir_ty_struct(gen->m, 2, (IrType *[]){gen->m->ty_i64, gen->m->ty_i64}, false);
    }
    map_put(&gen->types, (uintptr_t)type, of_type);
    return of_type;
}

IrType *gen_value_type(Gen *gen, Type *t) {
    if (ty_unqual(t)->kind == TY_BOOL) return gen->m->ty_i1;
    return gen_mem_type(gen, t);
}

// Parameters: `this` first, sret before it; classes trivial for calls are byval pointers, others
// plain pointers to the caller's temporary.
IrType *gen_func_type(Gen *gen, FuncDecl *func, const FuncType *ft, Type *this_class) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrType **p = arena_array(&gen->ctx->scratch, IrType *, ft->nparam + 2);
    uint32_t n = 0;
    IrType *ret = gen->m->ty_void;
    if (gen_returns_indirect(gen, ft->ret)) {
        p[n++] = gen->m->ty_ptr;
    } else {
        ret = gen_value_type(gen, ft->ret);
    }
    if (this_class) p[n++] = gen->m->ty_ptr;
    for (uint32_t i = 0; i < ft->nparam; i++) {
        p[n++] =
            ft->param[i]->kind == TY_CLASS ? gen->m->ty_ptr : gen_value_type(gen, ft->param[i]);
    }
    IrType *r = ir_ty_func(gen->m, ret, n, p, ft->variadic);
    arena_reset(&gen->ctx->scratch, mark);
    return r;
}

// A place with the alignment of its type.
Place gen_place_at(Fn *fn, IrValue *addr, Type *t) {
    return (Place){.addr = addr, .type = t, .align = gen_align(fn->g, t)};
}
