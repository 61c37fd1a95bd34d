// SPDX-License-Identifier: Apache-2.0
// What the slots of virtual tables point to besides plain functions (Itanium C++ ABI 2.5.2, 3.1.5):
// deleting destructors, and thunks. A thunk moves `this` from the subobject whose table it stands
// in to the one whose function it calls: by a constant, or, where the way leads through a virtual
// base, by a constant to that base and from there by the vcall offset in its table. A covariant
// result is moved likewise, through the table of the object that it points to.
#include "irgen/vtable.h"

typedef struct Adjust {
    int64_t constant;
    int64_t at;      // of the offset to be added, in the table; 0: none
    bool to_virtual; // a result: first by the offset in the table
} Adjust;

IrFunc *vt_deleting_dtor(Gen *gen, FuncDecl *func) {
    IrFunc *complete = gen_func_decl(gen, func);
    Atom own = cxx_mangle_cdtor(gen->x, func, '0');
    IrGlobal *known = ir_find(gen->m, own);
    if (known) return (IrFunc *)known;
    // that of another unit's destructor is the table's own
    bool is_ours = gen->x->opt.keep_functions && func->body.defined;
    IrFunc *t =
        ir_func_new(gen->m, own, complete->g.vty, is_ours ? complete->g.linkage : IR_INTERNAL);
    IrBuilder b = ir_builder(t, ir_block_new(t, atom_cstr(gen->ctx, "entry")));
    IrValue *self = &t->arg[0]->v;
    FuncDecl *f = func->cls->table.dealloc;
    if (!f || !cxx_destroying_delete(f)) ir_call_fn(&b, complete, 1, &self);
    gen_dealloc(gen, &b, f, self, &ir_int(gen->m->ty_i64, gen_size(gen, func->cls->d.type))->v,
                gen_align(gen, func->cls->d.type));
    ir_ret(&b, NULL);
    return t;
}

// The subobject of which n is a base that is not virtual.
static SubObj *around(const SubObj *n) {
    return n->up->sub;
}

static Adjust this_adjust(Gen *gen, const Thunk *t) {
    const SubObj *n = t->holder;
    while (n != t->in && !n->virtual_) n = around(n);
    Adjust a = {.constant = (int64_t)n->off - (int64_t)t->holder->off};
    if (n != t->in) a.at = vt_vcall_at(gen, n->cls, t->slot);
    return a;
}

// The virtual base that a path leads through last; what follows it are constants.
static Adjust result_adjust(Gen *gen, const Thunk *thunk) {
    Adjust adjust = {0};
    const ClassDecl *cls = NULL;
    for (uint32_t i = 0; i < thunk->npath; i++) {
        if (thunk->path[i]->virtual_) {
            cls = thunk->path[i]->cls;
            adjust.constant = 0;
        } else {
            adjust.constant += (int64_t)thunk->path[i]->offset;
        }
    }
    if (cls)
        adjust.at = vt_vbase_at(gen, ty_unqual(thunk->f->d.type->u.func.ret->u.ptr.to)->u.cls, cls);
    adjust.to_virtual = cls != NULL;
    return adjust;
}

// <call-offset> of a thunk's name [Itanium 5.1.4.3].
static void adjust_name(Buf *out, const Adjust *a) {
    const int64_t n[] = {a->constant, a->at};
    buf_putc(out, a->at ? 'v' : 'h');
    for (int i = 0; i < 1 + (a->at != 0); i++) {
        buf_printf(out, "%s%llu_", n[i] < 0 ? "n" : "",
                   (unsigned long long)(n[i] < 0 ? -n[i] : n[i]));
    }
}

static Atom thunk_name(Gen *gen, const Adjust *self, const Adjust *result, IrFunc *target) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    Buf b;
    buf_init(&b, &gen->ctx->scratch);
    buf_puts(&b, result ? "_ZTc" : "_ZT");
    adjust_name(&b, self);
    if (result) adjust_name(&b, result);
    const char *name = atom_str(gen->ctx, target->g.v.name);
    buf_puts(&b, strncmp(name, "_Z", 2) == 0 ? name + 2 : name);
    Atom a = atom_intern(gen->ctx, b.at, b.n);
    arena_reset(&gen->ctx->scratch, mark);
    return a;
}

static IrValue *apply(Gen *gen, IrBuilder *builder, IrValue *object, const Adjust *by) {
    if (!by->to_virtual && by->constant)
        object = ir_ptradd_c(builder, object, by->constant, IR_INBOUNDS);
    if (by->at) {
        IrValue *vptr = &ir_load(builder, gen->m->ty_ptr, object, 8)->v;
        IrValue *at = ir_ptradd_c(builder, vptr, by->at, IR_INBOUNDS);
        object =
            ir_ptradd(builder, object, &ir_load(builder, gen->m->ty_i64, at, 8)->v, IR_INBOUNDS);
    }
    if (by->to_virtual && by->constant)
        object = ir_ptradd_c(builder, object, by->constant, IR_INBOUNDS);
    return object;
}

// A null pointer stays one.
static void return_adjusted(Gen *gen, IrFunc *fn, IrBuilder *builder, IrValue *object,
                            const Adjust *by, bool pointer) {
    if (pointer) {
        IrBlock *some = ir_block_new(fn, atom_cstr(gen->ctx, "some"));
        IrBlock *none = ir_block_new(fn, atom_cstr(gen->ctx, "none"));
        IrValue *null = &ir_null(gen->m, object->type)->v;
        ir_condbr(builder, ir_cmp(builder, IR_EQ, object, null), none, some);
        ir_at_end(builder, none);
        ir_ret(builder, null);
        ir_at_end(builder, some);
    }
    ir_ret(builder, apply(gen, builder, object, by));
}

static IrConst *make_thunk(Gen *gen, const Thunk *thunk, IrFunc *target, const Adjust *self,
                           const Adjust *result) {
    Atom name = thunk_name(gen, self, result, target);
    IrGlobal *known = ir_find(gen->m, name);
    if (known) return (IrConst *)known;
    IrFunc *fn = ir_func_new(gen->m, name, target->g.vty, IR_INTERNAL);
    IrBuilder builder = ir_builder(fn, ir_block_new(fn, atom_cstr(gen->ctx, "entry")));
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrValue **arg = arena_array(&gen->ctx->scratch, IrValue *, fn->nargs + 1);
    const Type *ret = thunk->f->d.type->u.func.ret;
    uint32_t this_at = gen_returns_indirect(gen, (Type *)ret) ? 1 : 0;
    for (uint32_t i = 0; i < fn->nargs; i++) {
        arg[i] = &fn->arg[i]->v;
        if (i == this_at) arg[i] = apply(gen, &builder, arg[i], self);
    }
    IrInst *call = ir_call_fn(&builder, target, fn->nargs, arg);
    for (uint32_t i = 0; i < fn->nargs; i++) { // byval, sret
        const IrAttrSet *s = ir_attrs_get(&target->attrs, (int)i);
        ir_attrs_set(gen->m, &fn->attrs, (int)i, s);
        ir_attrs_set(gen->m, &call->call->attrs, (int)i, s);
    }
    if (result)
        return_adjusted(gen, fn, &builder, &call->v, result, ret->kind == TY_PTR);
    else
        ir_ret(&builder, ir_func_ret(fn)->kind == IR_TY_VOID ? NULL : &call->v);
    arena_reset(&gen->ctx->scratch, mark);
    return (IrConst *)fn;
}

IrConst *vt_thunk(Gen *gen, const Thunk *t) {
    IrFunc *target = t->deleting ? vt_deleting_dtor(gen, t->f) : gen_func_decl(gen, t->f);
    Adjust self = this_adjust(gen, t), result = result_adjust(gen, t);
    bool moved = result.constant || result.at;
    if (!self.constant && !self.at && !moved) return (IrConst *)target;
    return make_thunk(gen, t, target, &self, moved ? &result : NULL);
}
