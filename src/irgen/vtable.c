// SPDX-License-Identifier: Apache-2.0
// Virtual tables (Itanium C++ ABI 2.5): offset to top, type info (null: no RTTI in device code),
// then the virtual functions. A class with several polymorphic bases has one group: the primary
// table first, then one for each secondary base with thunks that adjust `this`.
#include "irgen/gen.h"

typedef struct VtBuild {
    Gen *g;
    ClassDecl *most; // most derived
    VEC(IrConst *) word;
} VtBuild;

static ClassDecl *primary_base(ClassDecl *c) {
    for (uint32_t i = 0; i < c->nbase; i++) {
        if (c->base[i].offset == 0 && c->base[i].cls->polymorphic) return c->base[i].cls;
    }
    return NULL;
}

// The final overrider of `f` (a virtual function of a base) in the most derived class: the function
// in its primary table with the same name and type.
static FuncDecl *final_overrider(ClassDecl *most, FuncDecl *f) {
    for (uint32_t i = 0; i < most->vtable.n; i++) {
        FuncDecl *o = most->vtable.at[i];
        if (o == f) return o;
        bool same =
            o->kind == FK_DTOR ? f->kind == FK_DTOR : o->d.name == f->d.name && o->kind == f->kind;
        if (!same) continue;
        if (o->kind == FK_DTOR) return o;
        const FuncType *a = &o->d.type->u.func, *b = &f->d.type->u.func;
        if (a->nparam != b->nparam || a->quals != b->quals) continue;
        bool eq = true;
        for (uint32_t k = 0; k < a->nparam; k++) eq &= a->param[k] == b->param[k];
        if (eq) return o;
    }
    return f;
}

// The deleting destructor (Itanium 3.1.5, D0): destroys the complete object and frees it.
static IrFunc *deleting_dtor(Gen *g, FuncDecl *d) {
    IrFunc *complete = gen_func_decl(g, d);
    const char *name = atom_str(g->ctx, complete->g.v.name);
    size_t n = strlen(name);
    bool d1 = n > 4 && strcmp(name + n - 4, "D1Ev") == 0;
    Atom own = d1 ? atom_printf(g->ctx, "%.*sD0Ev", (int)(n - 4), name)
                  : atom_printf(g->ctx, "%s_deleting", name);
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

static IrConst *thunk(Gen *g, FuncDecl *f, IrFunc *target, uint64_t off) {
    if (!off) return (IrConst *)target;
    Atom name = atom_printf(g->ctx, "_ZThn%llu_%s", (unsigned long long)off,
                            atom_str(g->ctx, target->g.v.name) + 2);
    IrGlobal *known = ir_find(g->m, name);
    if (known) return (IrConst *)known;
    IrFunc *t = ir_func_new(g->m, name, target->g.vty, IR_INTERNAL);
    IrBuilder b = ir_builder(t, ir_block_new(t, atom_cstr(g->ctx, "entry")));
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    IrValue **arg = arena_array(&g->ctx->scratch, IrValue *, t->nargs + 1);
    uint32_t self = gen_returns_indirect(g, f->d.type->u.func.ret) ? 1 : 0;
    for (uint32_t i = 0; i < t->nargs; i++) {
        arg[i] = &t->arg[i]->v;
        if (i == self) arg[i] = ir_ptradd_c(&b, arg[i], -(int64_t)off, IR_INBOUNDS);
    }
    IrInst *call = ir_call_fn(&b, target, t->nargs, arg);
    ir_ret(&b, ir_func_ret(t)->kind == IR_TY_VOID ? NULL : &call->v);
    arena_reset(&g->ctx->scratch, mark);
    return (IrConst *)t;
}

static void add_table(VtBuild *b, ClassDecl *sub, uint64_t off) {
    Gen *g = b->g;
    Arena *a = &g->ctx->perm;
    IrType *ptr = g->m->ty_ptr;
    IrConst *top = ir_null(g->m, ptr);
    if (off) top = ir_ccast(g->m, IR_INTTOPTR, ir_sint(g->m->ty_i64, -(int64_t)off), ptr);
    vec_push(a, &b->word, top);
    vec_push(a, &b->word, ir_null(g->m, ptr));
    for (uint32_t i = 0; i < sub->vtable.n; i++) {
        FuncDecl *f = final_overrider(b->most, sub->vtable.at[i]);
        bool deleting = f->kind == FK_DTOR && i && sub->vtable.at[i - 1]->kind == FK_DTOR;
        IrFunc *target = f->pure || f->deleted || !f->defined ? NULL
                         : deleting                           ? deleting_dtor(g, f)
                                                              : gen_func_decl(g, f);
        vec_push(a, &b->word, target ? thunk(g, f, target, off) : ir_null(g->m, ptr));
    }
}

typedef void (*SecondaryFn)(void *data, ClassDecl *sub, uint64_t off);

// Calls back for each subobject with a vptr of its own, in table order, but the primary chain.
static void each_secondary(Gen *g, ClassDecl *c, uint64_t off, SecondaryFn f, void *data) {
    cxx_class_layout(g->x, c, 0);
    ClassDecl *prim = primary_base(c);
    for (uint32_t i = 0; i < c->nbase; i++) {
        BaseSpec *b = &c->base[i];
        if (!b->cls->polymorphic || b->virtual_) continue;
        bool is_prim = b->cls == prim && b->offset == 0;
        if (!is_prim) f(data, b->cls, off + b->offset);
        each_secondary(g, b->cls, off + b->offset, f, data);
    }
}

static void secondary_table(void *data, ClassDecl *sub, uint64_t off) {
    add_table(data, sub, off);
}

IrGlobal *gen_vtable(Gen *g, ClassDecl *c) {
    void **slot = map_slot(&g->vtables, (uintptr_t)c);
    if (*slot) return *slot;
    cxx_class_layout(g->x, c, 0);
    VtBuild b = {.g = g, .most = c};
    // The name first: constructors reached through the table's functions may need the table again.
    Atom type = cxx_mangle(g->x, &c->d);
    const char *text = atom_str(g->ctx, type);
    if (strncmp(text, "_Z", 2) == 0) text += 2;
    IrGlobal *v = ir_var_new(g->m, atom_printf(g->ctx, "_ZTV%s", text), g->m->ty_i8, IR_AS_GLOBAL,
                             IR_INTERNAL, NULL);
    map_put(&g->vtables, (uintptr_t)c, v);
    add_table(&b, c, 0);
    each_secondary(g, c, 0, secondary_table, &b);
    v->vty = ir_ty_array(g->m, g->m->ty_ptr, b.word.n);
    v->init = ir_agg(g->m, v->vty, b.word.n, b.word.at);
    v->constant = true;
    v->align = 8;
    return v;
}

typedef struct VptrInit {
    Fn *fn;
    IrValue *this_;
    IrGlobal *table;
    uint64_t word; // of the next table in the group
} VptrInit;

static void store_vptr(void *data, ClassDecl *sub, uint64_t off) {
    VptrInit *v = data;
    Gen *g = v->fn->g;
    IrConst *p = ir_cptradd(g->m, (IrConst *)gen_generic(g, v->table), (int64_t)(v->word + 2) * 8,
                            IR_INBOUNDS);
    IrValue *at = ir_ptradd_c(&v->fn->b, v->this_, (int64_t)off, IR_INBOUNDS);
    ir_store(&v->fn->b, &p->v, at, 8);
    v->word += 2 + sub->vtable.n;
}

void gen_init_vptrs(Fn *fn, ClassDecl *c, IrValue *this_) {
    VptrInit v = {fn, this_, gen_vtable(fn->g, c), 0};
    store_vptr(&v, c, 0);
    each_secondary(fn->g, c, 0, store_vptr, &v);
}
