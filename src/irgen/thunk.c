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

// The deleting destructor (D0): destroys the complete object and frees it.
static IrFunc *deleting_dtor(Gen *g, FuncDecl *d) {
    IrFunc *complete = gen_func_decl(g, d);
    Atom own = cxx_mangle_cdtor(g->x, d, '0');
    IrGlobal *known = ir_find(g->m, own);
    if (known) return (IrFunc *)known;
    IrFunc *t = ir_func_new(g->m, own, complete->g.vty, IR_INTERNAL);
    IrBuilder b = ir_builder(t, ir_block_new(t, atom_cstr(g->ctx, "entry")));
    IrValue *self = &t->arg[0]->v;
    FuncDecl *f = d->cls->dealloc;
    if (!f || !cxx_destroying_delete(f)) ir_call_fn(&b, complete, 1, &self);
    gen_dealloc(g, &b, f, self, &ir_int(g->m->ty_i64, gen_size(g, d->cls->d.type))->v,
                gen_align(g, d->cls->d.type));
    ir_ret(&b, NULL);
    return t;
}

// The subobject of which n is a base that is not virtual.
static SubObj *around(const SubObj *n) {
    return n->up->sub;
}

static Adjust this_adjust(Gen *g, const Thunk *t) {
    const SubObj *n = t->holder;
    while (n != t->in && !n->virtual_) n = around(n);
    Adjust a = {.constant = (int64_t)n->off - (int64_t)t->holder->off};
    if (n != t->in) a.at = vt_vcall_at(g, n->cls, t->slot);
    return a;
}

// The virtual base that a path leads through last; what follows it are constants.
static Adjust result_adjust(Gen *g, const Thunk *t) {
    Adjust a = {0};
    const ClassDecl *v = NULL;
    for (uint32_t i = 0; i < t->npath; i++) {
        if (t->path[i]->virtual_) {
            v = t->path[i]->cls;
            a.constant = 0;
        } else {
            a.constant += (int64_t)t->path[i]->offset;
        }
    }
    if (v) a.at = vt_vbase_at(g, ty_unqual(t->f->d.type->u.func.ret->u.ptr.to)->u.cls, v);
    a.to_virtual = v != NULL;
    return a;
}

// <call-offset> of a thunk's name [Itanium 5.1.4.3].
static void adjust_name(Buf *b, const Adjust *a) {
    const int64_t n[] = {a->constant, a->at};
    buf_putc(b, a->at ? 'v' : 'h');
    for (int i = 0; i < 1 + (a->at != 0); i++) {
        buf_printf(b, "%s%llu_", n[i] < 0 ? "n" : "",
                   (unsigned long long)(n[i] < 0 ? -n[i] : n[i]));
    }
}

static Atom thunk_name(Gen *g, const Adjust *self, const Adjust *result, IrFunc *target) {
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    Buf b;
    buf_init(&b, &g->ctx->scratch);
    buf_puts(&b, result ? "_ZTc" : "_ZT");
    adjust_name(&b, self);
    if (result) adjust_name(&b, result);
    const char *name = atom_str(g->ctx, target->g.v.name);
    buf_puts(&b, strncmp(name, "_Z", 2) == 0 ? name + 2 : name);
    Atom a = atom_intern(g->ctx, b.at, b.n);
    arena_reset(&g->ctx->scratch, mark);
    return a;
}

static IrValue *apply(Gen *g, IrBuilder *b, IrValue *p, const Adjust *a) {
    if (!a->to_virtual && a->constant) p = ir_ptradd_c(b, p, a->constant, IR_INBOUNDS);
    if (a->at) {
        IrValue *vptr = &ir_load(b, g->m->ty_ptr, p, 8)->v;
        IrValue *at = ir_ptradd_c(b, vptr, a->at, IR_INBOUNDS);
        p = ir_ptradd(b, p, &ir_load(b, g->m->ty_i64, at, 8)->v, IR_INBOUNDS);
    }
    if (a->to_virtual && a->constant) p = ir_ptradd_c(b, p, a->constant, IR_INBOUNDS);
    return p;
}

// A null pointer stays one.
static void return_adjusted(Gen *g, IrFunc *t, IrBuilder *b, IrValue *p, const Adjust *a,
                            bool pointer) {
    if (pointer) {
        IrBlock *some = ir_block_new(t, atom_cstr(g->ctx, "some"));
        IrBlock *none = ir_block_new(t, atom_cstr(g->ctx, "none"));
        IrValue *null = &ir_null(g->m, p->type)->v;
        ir_condbr(b, ir_cmp(b, IR_EQ, p, null), none, some);
        ir_at_end(b, none);
        ir_ret(b, null);
        ir_at_end(b, some);
    }
    ir_ret(b, apply(g, b, p, a));
}

static IrConst *make_thunk(Gen *g, const Thunk *d, IrFunc *target, const Adjust *self,
                           const Adjust *result) {
    Atom name = thunk_name(g, self, result, target);
    IrGlobal *known = ir_find(g->m, name);
    if (known) return (IrConst *)known;
    IrFunc *t = ir_func_new(g->m, name, target->g.vty, IR_INTERNAL);
    IrBuilder b = ir_builder(t, ir_block_new(t, atom_cstr(g->ctx, "entry")));
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    IrValue **arg = arena_array(&g->ctx->scratch, IrValue *, t->nargs + 1);
    const Type *ret = d->f->d.type->u.func.ret;
    uint32_t this_at = gen_returns_indirect(g, (Type *)ret) ? 1 : 0;
    for (uint32_t i = 0; i < t->nargs; i++) {
        arg[i] = &t->arg[i]->v;
        if (i == this_at) arg[i] = apply(g, &b, arg[i], self);
    }
    IrInst *call = ir_call_fn(&b, target, t->nargs, arg);
    for (uint32_t i = 0; i < t->nargs; i++) { // byval, sret
        const IrAttrSet *s = ir_attrs_get(&target->attrs, (int)i);
        ir_attrs_set(g->m, &t->attrs, (int)i, s);
        ir_attrs_set(g->m, &call->call->attrs, (int)i, s);
    }
    if (result)
        return_adjusted(g, t, &b, &call->v, result, ret->kind == TY_PTR);
    else
        ir_ret(&b, ir_func_ret(t)->kind == IR_TY_VOID ? NULL : &call->v);
    arena_reset(&g->ctx->scratch, mark);
    return (IrConst *)t;
}

IrConst *vt_thunk(Gen *g, const Thunk *t) {
    IrFunc *target = t->deleting ? deleting_dtor(g, t->f) : gen_func_decl(g, t->f);
    Adjust self = this_adjust(g, t), result = result_adjust(g, t);
    bool moved = result.constant || result.at;
    if (!self.constant && !self.at && !moved) return (IrConst *)target;
    return make_thunk(g, t, target, &self, moved ? &result : NULL);
}
