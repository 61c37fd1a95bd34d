// SPDX-License-Identifier: Apache-2.0
// Calls, construction and destruction, new and delete. Arguments: classes that are trivial for the
// purposes of calls go as byval pointers to a copy, others as pointers to the caller's temporary.
#include "irgen/gen.h"

typedef struct Args {
    IrValue **at;
    uint32_t n;
} Args;

static IrValue *class_arg(Fn *fn, Expr *e, Type *t) {
    Place p = gen_temp(fn, t);
    gen_agg(fn, e, p);
    if (cxx_find_dtor(fn->g->x, t)) gen_push_cleanup(fn, p.addr, t);
    return p.addr;
}

static IrValue *one_arg(Fn *fn, Expr *e, Type *param) {
    if (param && ty_is_ref(param)) return gen_addr(fn, e);
    Type *t = param ? param : ty_unqual(e->type);
    if (t->kind == TY_CLASS) {
        if (!param && !gen_by_value(fn->g, t)) diag(fn->g->ctx, GEN_ROW(gen_printf_class), e->pos);
        return class_arg(fn, e, t);
    }
    if (gen_is_agg(t)) { // member function pointer: a first-class pair
        Place p = gen_temp(fn, t);
        gen_agg(fn, e, p);
        return &ir_load(&fn->b, gen_mem_type(fn->g, t), p.addr, p.align)->v;
    }
    return gen_scalar(fn, e);
}

static void push_args(Fn *fn, Args *a, const FuncType *ft, Expr **arg, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        a->at[a->n++] = one_arg(fn, arg[i], i < ft->nparam ? ft->param[i] : NULL);
    }
}

static void copy_param_attrs(Fn *fn, IrInst *call, Expr **arg, uint32_t n, const FuncType *ft,
                             uint32_t first) {
    IrModule *m = fn->g->m;
    for (uint32_t i = 0; i < n || i < ft->nparam; i++) {
        Type *t = i < ft->nparam ? ft->param[i] : ty_unqual(arg[i]->type); // through `...`
        if (t->kind != TY_CLASS || !gen_by_value(fn->g, t)) continue;
        const IrAttrSet *s = ir_attr_add_type(m, NULL, IR_ATTR_BYVAL, gen_mem_type(fn->g, t));
        s = ir_attr_add_int(m, s, IR_ATTR_ALIGN, gen_align(fn->g, t));
        ir_attrs_set(m, &call->call->attrs, (int)(first + i), s);
    }
    if (first && gen_returns_indirect(fn->g, ft->ret)) {
        const IrAttrSet *s = ir_attr_add_type(m, NULL, IR_ATTR_SRET, gen_mem_type(fn->g, ft->ret));
        ir_attrs_set(m, &call->call->attrs, 0, s);
    }
}

static void spill_result(Fn *fn, IrInst *call, Type *ret, Place *dst) {
    Place p = dst ? *dst : gen_temp(fn, ret);
    if (gen_size(fn->g, ret)) ir_store(&fn->b, &call->v, p.addr, p.align);
}

typedef struct Callee {
    IrValue *fn;
    const FuncType *ft;
    IrType *fty;
    bool method;
    bool noreturn;
    IrValue *vtt; // parameter of a constructor of a base, or NULL
} Callee;

static IrValue *emit_call(Fn *fn, Callee c, IrValue *object, Expr **arg, uint32_t n, Place *dst) {
    Gen *g = fn->g;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    Args a = {arena_array(&g->ctx->scratch, IrValue *, n + 4), 0};
    bool sret = gen_returns_indirect(g, c.ft->ret);
    Place result = {0};
    if (sret) {
        result = dst ? *dst : gen_temp(fn, c.ft->ret);
        a.at[a.n++] = result.addr;
    }
    if (c.method) a.at[a.n++] = object;
    if (c.vtt) a.at[a.n++] = c.vtt;
    uint32_t first = a.n;
    push_args(fn, &a, c.ft, arg, n);
    IrInst *call = ir_call(&fn->b, c.fty, c.fn, a.n, a.at);
    arena_reset(&g->ctx->scratch, mark);
    copy_param_attrs(fn, call, arg, n, c.ft, first);
    if (c.noreturn) {
        ir_unreachable(&fn->b);
        gen_at(fn, gen_block(fn, "after.noreturn"));
    }
    if (sret) return NULL;
    if (gen_is_agg(c.ft->ret)) {
        spill_result(fn, call, c.ft->ret, dst);
        return NULL;
    }
    return c.ft->ret->kind == TY_VOID ? NULL : &call->v;
}

static IrValue *virtual_callee(Fn *fn, FuncDecl *f, IrValue *object) {
    IrModule *m = fn->g->m;
    cxx_class_layout(fn->g->x, f->cls, f->d.pos);
    IrValue *vptr = &ir_load(&fn->b, m->ty_ptr, object, 8)->v;
    IrValue *slot = ir_ptradd_c(&fn->b, vptr, (int64_t)f->vslot * 8, IR_INBOUNDS);
    return &ir_load(&fn->b, m->ty_ptr, slot, 8)->v;
}

static IrValue *direct_call(Fn *fn, Expr *e, FuncDecl *f, Place *dst) {
    Gen *g = fn->g;
    bool method = f->cls && !(f->d.flags & DF_STATIC);
    const FuncType *ft = &f->d.type->u.func;
    IrValue *object = NULL;
    Expr **arg = e->arg;
    uint32_t n = e->n;
    if (method) {
        object = gen_addr(fn, arg[0]);
        arg++;
        n--;
    } else if (f->cls && n == ft->nparam + 1u && !ft->variadic) { // object of a static member
        gen_void(fn, arg[0]);
        arg++;
        n--;
    }
    if (f->kind == FK_DTOR && !(e->flags & EF_VIRTUAL)) {
        gen_destroy(fn, gen_place_at(fn, object, f->cls->d.type));
        return NULL;
    }
    Callee c = {.ft = ft, .method = method, .noreturn = f->noreturn};
    c.fty = gen_func_type(g, f, ft, method ? f->cls->d.type : NULL);
    if (e->flags & EF_VIRTUAL) {
        c.fn = virtual_callee(fn, f, object);
    } else {
        // A trivial copy or move assignment is a copy of the bytes.
        if (method && f->is_implicit && f->op == OP_ASSIGN && n == 1 &&
            gen_by_value(g, f->cls->d.type) &&
            (f->cls->trivial_copy_assign || f->cls->trivial_move_assign)) {
            Place to = gen_place_at(fn, object, f->cls->d.type);
            Place from = gen_place(fn, arg[0]);
            gen_copy(fn, to, from.addr, from.align,
                     f->cls->empty ? 0 : gen_size(g, f->cls->d.type));
            return object;
        }
        c.fn = &gen_func_decl(g, f)->g.v;
    }
    return emit_call(fn, c, object, arg, n, dst);
}

// (object .* pointer)(args): the Itanium pair {function or slot*8+1, adjustment}.
static IrValue *memptr_call(Fn *fn, Expr *e, Place *dst) {
    IrModule *m = fn->g->m;
    IrBuilder *b = &fn->b;
    const FuncType *ft = &e->b->type->u.ptr.to->u.func;
    IrValue *object = gen_addr(fn, e->a);
    Place mp = gen_place(fn, e->b);
    IrValue *f = &ir_load(b, m->ty_i64, mp.addr, 8)->v;
    IrValue *adj = &ir_load(b, m->ty_i64, ir_ptradd_c(b, mp.addr, 8, IR_INBOUNDS), 8)->v;
    object = ir_ptradd(b, object, adj, IR_INBOUNDS);
    IrBlock *virt = gen_block(fn, "memptr.virtual"), *plain = gen_block(fn, "memptr.plain");
    IrBlock *end = gen_block(fn, "memptr.end");
    IrValue *odd = ir_and(b, f, &ir_int(m->ty_i64, 1)->v);
    ir_condbr(b, ir_cmp(b, IR_NE, odd, &ir_int(m->ty_i64, 0)->v), virt, plain);
    gen_at(fn, virt);
    IrValue *vptr = &ir_load(b, m->ty_ptr, object, 8)->v;
    IrValue *slot = ir_ptradd(b, vptr, ir_sub(b, f, &ir_int(m->ty_i64, 1)->v), IR_INBOUNDS);
    IrValue *vf = &ir_load(b, m->ty_ptr, slot, 8)->v;
    ir_br(b, end);
    gen_at(fn, plain);
    IrValue *pf = ir_inttoptr(b, f, m->ty_ptr);
    ir_br(b, end);
    gen_at(fn, end);
    IrInst *phi = ir_phi(b, m->ty_ptr, 2);
    ir_phi_add(phi, vf, virt);
    ir_phi_add(phi, pf, plain);
    Callee c = {.fn = &phi->v, .ft = ft, .method = true};
    c.fty = gen_func_type(fn->g, NULL, ft, e->a->type);
    return emit_call(fn, c, object, e->arg, e->n, dst);
}

// Memory of the device's heap; align: NULL, or more than malloc gives.
static IrValue *heap_alloc(Fn *fn, IrValue *bytes, IrValue *align) {
    IrModule *m = fn->g->m;
    IrType *types[] = {m->ty_i64, m->ty_i64};
    IrValue *arg[] = {bytes, align};
    const char *name = align ? "__cuda_syscall_aligned_malloc" : "malloc";
    uint32_t n = align ? 2 : 1;
    return &ir_call_fn(&fn->b, gen_runtime(fn->g, name, m->ty_ptr, n, types), n, arg)->v;
}

// ::operator new(n) and delete(p), with a size (delete) and an alignment behind, that the program
// does not replace are the device's malloc and free, as new-expressions' are.
static bool default_alloc(const FuncDecl *f) {
    if (f->op < OP_NEW || f->op > OP_DELETE_ARRAY || f->cls || f->defined) return false;
    bool del = f->op == OP_DELETE || f->op == OP_DELETE_ARRAY;
    const FuncType *t = &f->d.type->u.func;
    uint32_t i = 1;
    if (del && i < t->nparam && t->param[i]->kind != TY_ENUM && !ty_is_ref(t->param[i])) i++;
    if (i < t->nparam && t->param[i]->kind == TY_ENUM) i++; // std::align_val_t
    return i == t->nparam;
}

static IrValue *alloc_or_free(Fn *fn, FuncDecl *f, Expr *e) {
    Gen *g = fn->g;
    IrValue *a = gen_scalar(fn, e->arg[0]), *align = NULL;
    for (uint32_t i = 1; i < e->n; i++) align = gen_scalar(fn, e->arg[i]);
    if (f->op == OP_NEW || f->op == OP_NEW_ARRAY) return heap_alloc(fn, a, align);
    ir_call_fn(&fn->b, gen_runtime(g, "free", g->m->ty_void, 1, &g->m->ty_ptr), 1, &a);
    return NULL;
}

IrValue *gen_call(Fn *fn, Expr *e, Place *dst) {
    if (!gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead"));
    if (e->kind == E_MEMPTR_CALL) return memptr_call(fn, e, dst);
    FuncDecl *f = e->u.decl && e->u.decl->kind == D_FUNC ? (FuncDecl *)e->u.decl : NULL;
    if (f && f->builtin) return gen_builtin(fn, f, e, dst);
    if (f && f->op && default_alloc(f)) return alloc_or_free(fn, f, e);
    if (f) return direct_call(fn, e, f, dst);
    Type *t = ty_unqual(e->a->type);
    IrValue *p =
        e->a->cat != VC_PRVALUE && t->kind == TY_FUNC ? gen_addr(fn, e->a) : gen_scalar(fn, e->a);
    if (t->kind == TY_PTR) t = t->u.ptr.to;
    Callee c = {.fn = p, .ft = &t->u.func};
    c.fty = gen_func_type(fn->g, NULL, c.ft, NULL);
    return emit_call(fn, c, NULL, e->arg, e->n, dst);
}

// A launch from device code (cuda/launch.c). Arguments lie in the buffer as in a kernel's
// parameters.
void gen_launch(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    if (!e->b) {
        diag(g->ctx, GEN_ROW(gen_launch), e->pos);
        return;
    }
    const Expr *call = e->a->kind == E_CLEANUPS ? e->a->a : e->a;
    const FuncType *ft = &call->u.decl->type->u.func;
    FuncDecl *launch = (FuncDecl *)e->c->u.decl;
    IrValue *buffer = gen_scalar(fn, e->b), *null = &ir_null(g->m, g->m->ty_ptr)->v;
    IrBlock *yes = gen_block(fn, "launch"), *end = gen_block(fn, "launch.end");
    ir_condbr(&fn->b, ir_cmp(&fn->b, IR_NE, buffer, null), yes, end);
    gen_at(fn, yes);
    uint64_t at = 0;
    for (uint32_t i = 0; i < call->n && i < ft->nparam; i++) {
        Type *t = ft->param[i];
        uint64_t align = gen_align(g, t);
        at = CU_ALIGN(at, align);
        gen_init(fn, call->arg[i],
                 gen_place_at(fn, ir_ptradd_c(&fn->b, buffer, (int64_t)at, IR_INBOUNDS), t));
        at += gen_size(g, t);
    }
    IrValue *arg[] = {buffer, e->n > 3 ? gen_scalar(fn, e->arg[3]) : null};
    ir_call(&fn->b, gen_func_type(g, launch, &launch->d.type->u.func, NULL),
            &gen_func_decl(g, launch)->g.v, 2, arg);
    gen_goto(fn, end);
    gen_at(fn, end);
}

typedef struct CtorArgs {
    FuncDecl *ctor;
    Expr **arg;
    uint32_t n;
} CtorArgs;

static void construct_one(Fn *fn, Place p, void *data) {
    CtorArgs *a = data;
    gen_construct(fn, a->ctor, a->arg, a->n, p);
}

void gen_construct(Fn *fn, FuncDecl *ctor, Expr **arg, uint32_t n, Place dst) {
    Gen *g = fn->g;
    ClassDecl *c = ctor->cls;
    if (dst.type->kind == TY_ARRAY) {
        Type *elem = dst.type;
        while (elem->kind == TY_ARRAY) elem = elem->u.array.elem;
        uint64_t es = gen_size(g, elem), count = es ? gen_size(g, dst.type) / es : 0;
        CtorArgs a = {ctor, arg, n};
        gen_array_loop(fn, dst.addr, elem, &ir_int(g->m->ty_i64, count)->v, construct_one, &a);
        return;
    }
    ClassDecl *target = ty_unqual(dst.type)->kind == TY_CLASS ? ty_unqual(dst.type)->u.cls : c;
    if (target != c) { // an inherited constructor: the class's own version of it
        ctor = cxx_inherited_ctor(g->x, target, ctor);
        if (!ctor) return;
        c = target;
    }
    const FuncType *ft = &ctor->d.type->u.func;
    bool implicit = ctor->is_implicit || ctor->defaulted;
    if (implicit && n == 1 && ft->nparam == 1 && ty_is_ref(ft->param[0]) &&
        gen_by_value(g, c->d.type) && ty_unqual(ty_deref(ft->param[0])) == c->d.type) {
        Place src = gen_place(fn, arg[0]);
        uint64_t size = dst.base ? c->nvsize : gen_size(g, dst.type); // others use its padding
        gen_copy(fn, dst, src.addr, src.align, c->empty ? 0 : size);
        return;
    }
    if (implicit && n == 0 && c->trivial_default) return;
    IrFunc *callee = gen_cdtor(g, ctor, dst.base || dst.vtt);
    Callee cl = {.ft = ft, .method = true, .fn = &callee->g.v, .fty = callee->g.vty};
    cl.vtt = c->has_virtual_bases ? dst.vtt : NULL;
    emit_call(fn, cl, dst.addr, arg, n, NULL);
}

static void destroy_one(Fn *fn, Place p, void *data) {
    gen_destroy(fn, p);
}

// From the last element to the first [class.dtor].
static void destroy_array(Fn *fn, Place obj) {
    Type *elem = obj.type;
    while (elem->kind == TY_ARRAY) elem = elem->u.array.elem;
    IrModule *m = fn->g->m;
    uint64_t es = gen_size(fn->g, elem), n = es ? gen_size(fn->g, obj.type) / es : 0;
    IrBlock *head = gen_block(fn, "dtor.cond"), *body = gen_block(fn, "dtor.body");
    IrBlock *end = gen_block(fn, "dtor.end"), *entry = fn->b.bb;
    ir_br(&fn->b, head);
    gen_at(fn, head);
    IrInst *i = ir_phi(&fn->b, m->ty_i64, 2);
    ir_phi_add(i, &ir_int(m->ty_i64, n)->v, entry);
    ir_condbr(&fn->b, ir_cmp(&fn->b, IR_NE, &i->v, &ir_int(m->ty_i64, 0)->v), body, end);
    gen_at(fn, body);
    IrValue *k = ir_sub(&fn->b, &i->v, &ir_int(m->ty_i64, 1)->v);
    IrValue *p = ir_gep1(&fn->b, gen_mem_type(fn->g, elem), obj.addr, k, IR_INBOUNDS);
    destroy_one(fn, gen_place_at(fn, p, elem), NULL);
    ir_phi_add(i, k, fn->b.bb);
    ir_br(&fn->b, head);
    gen_at(fn, end);
}

void gen_destroy(Fn *fn, Place obj) {
    FuncDecl *d = cxx_find_dtor(fn->g->x, obj.type);
    if (!d || !gen_reachable(fn)) return;
    if (obj.type->kind == TY_ARRAY) {
        destroy_array(fn, obj);
        return;
    }
    bool of_base = obj.vtt && d->cls->has_virtual_bases;
    IrValue *arg[] = {obj.addr, obj.vtt};
    ir_call_fn(&fn->b, gen_cdtor(fn->g, d, of_base), 1 + of_base, arg);
}

// ---- new and delete -----------------------------------------------------------------------------

static IrValue *alloc_call(Fn *fn, Expr *e, IrValue *bytes) {
    Gen *g = fn->g;
    FuncDecl *f = e->u.alloc.fn;
    IrValue *align = NULL;
    if (e->u.alloc.aligned) align = &ir_int(g->m->ty_i64, gen_align(g, e->type->u.ptr.to))->v;
    if (f && f->defined &&
        !f->builtin) { // user's operator new, placement arguments behind the size
        const FuncType *ft = &f->d.type->u.func;
        ArenaMark mark = arena_mark(&g->ctx->scratch);
        Args a = {arena_array(&g->ctx->scratch, IrValue *, e->n + 2u), 0};
        a.at[a.n++] = bytes;
        if (align) a.at[a.n++] = align;
        for (uint32_t i = 0; i < e->n; i++) {
            a.at[a.n] = one_arg(fn, e->arg[i], a.n < ft->nparam ? ft->param[a.n] : NULL);
            a.n++;
        }
        IrInst *c = ir_call_fn(&fn->b, gen_func_decl(g, f), a.n, a.at);
        arena_reset(&g->ctx->scratch, mark);
        return &c->v;
    }
    if (e->n == 1) return gen_scalar(fn, e->arg[0]); // the standard placement form
    return heap_alloc(fn, bytes, align);
}

typedef struct NewInit {
    Expr *init;
} NewInit;

static void new_one(Fn *fn, Place p, void *data) {
    gen_init(fn, ((NewInit *)data)->init, p);
}

enum { ARRAY_COOKIE = 8 }; // Itanium 2.7: element count before arrays that need destruction

static IrValue *new_array(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    IrBuilder *b = &fn->b;
    IrType *i64 = g->m->ty_i64;
    Type *elem = e->type->u.ptr.to;
    IrValue *n = ir_int_resize(b, gen_scalar(fn, e->a), i64, gen_is_signed(e->a->type));
    IrValue *bytes = ir_mul(b, n, &ir_int(i64, gen_size(g, elem))->v);
    bool cookie = e->n == 0 && cxx_find_dtor(g->x, elem);
    uint64_t pad = cookie ? CU_MAX((uint64_t)ARRAY_COOKIE, gen_align(g, elem)) : 0;
    if (cookie) bytes = ir_add(b, bytes, &ir_int(i64, pad)->v);
    IrValue *p = alloc_call(fn, e, bytes);
    if (cookie) {
        IrValue *data = ir_ptradd_c(b, p, (int64_t)pad, IR_INBOUNDS);
        ir_store(b, n, ir_ptradd_c(b, data, -ARRAY_COOKIE, IR_INBOUNDS), 8);
        p = data;
    }
    if (!e->b) return p;
    if (e->b->kind == E_INIT_LIST && e->b->type->kind == TY_ARRAY) {
        gen_init(fn, e->b, gen_place_at(fn, p, e->b->type));
        return p;
    }
    NewInit ni = {e->b};
    if (e->b->kind == E_INIT_LIST && e->b->type->kind == TY_ARRAY_INC)
        ni.init = e->b->u.init->filler;
    gen_array_loop(fn, p, elem, n, new_one, &ni);
    return p;
}

IrValue *gen_new(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    if (e->a) return new_array(fn, e);
    Type *t = e->type->u.ptr.to;
    IrValue *p = alloc_call(fn, e, &ir_int(g->m->ty_i64, gen_size(g, t))->v);
    if (e->b) gen_init(fn, e->b, gen_place_at(fn, p, t));
    return p;
}

// Gives the size of the storage.
static IrValue *delete_array(Fn *fn, IrValue *p, Type *elem, IrValue **raw) {
    IrType *i64 = fn->g->m->ty_i64;
    IrValue *n = &ir_load(&fn->b, i64, ir_ptradd_c(&fn->b, p, -ARRAY_COOKIE, IR_INBOUNDS), 8)->v;
    uint64_t pad = CU_MAX((uint64_t)ARRAY_COOKIE, gen_align(fn->g, elem));
    gen_array_loop(fn, p, elem, n, destroy_one, NULL);
    *raw = ir_ptradd_c(&fn->b, p, -(int64_t)pad, IR_INBOUNDS);
    IrValue *bytes = ir_mul(&fn->b, n, &ir_int(i64, gen_size(fn->g, elem))->v);
    return ir_add(&fn->b, bytes, &ir_int(i64, pad)->v);
}

// The storage at p is given back; f: the program's own deallocation function, or NULL.
void gen_dealloc(Gen *g, IrBuilder *b, FuncDecl *f, IrValue *p, IrValue *size, uint64_t align) {
    if (!f || !f->defined || f->builtin) {
        ir_call_fn(b, gen_runtime(g, "free", g->m->ty_void, 1, &g->m->ty_ptr), 1, &p);
        return;
    }
    enum { MAX_PARAMS = 4 };
    IrFunc *fn = gen_func_decl(g, f);
    const FuncType *ft = &f->d.type->u.func;
    IrValue *a[MAX_PARAMS] = {p};
    for (uint32_t i = 1; i < fn->nargs && i < MAX_PARAMS; i++) {
        const Type *t = i < ft->nparam ? ft->param[i] : NULL;
        IrType *ty = fn->arg[i]->v.type;
        a[i] = t && t->kind == TY_CLASS
                   ? // a tag: no value; passed in memory, some byte is copied
                   ty->kind == IR_TY_PTR ? p : &ir_undef(g->m, ty)->v
                   : t && t->kind == TY_ENUM ? &ir_int(g->m->ty_i64, align)->v : size;
    }
    ir_call_fn(b, fn, CU_MIN(fn->nargs, (uint32_t)MAX_PARAMS), a);
}

// Calls the deleting destructor of the dynamic type: the slot behind the complete object's.
static void delete_virtual(Fn *fn, FuncDecl *d, IrValue *p) {
    IrModule *m = fn->g->m;
    cxx_class_layout(fn->g->x, d->cls, d->d.pos);
    IrValue *vptr = &ir_load(&fn->b, m->ty_ptr, p, 8)->v;
    IrValue *slot = ir_ptradd_c(&fn->b, vptr, ((int64_t)d->vslot + 1) * 8, IR_INBOUNDS);
    IrValue *f = &ir_load(&fn->b, m->ty_ptr, slot, 8)->v;
    ir_call(&fn->b, gen_func_type(fn->g, d, &d->d.type->u.func, d->cls->d.type), f, 1, &p);
}

// `::delete p` of an object with a virtual destructor: that of the dynamic type; the storage begins
// at the complete object, which has the same address unless p points to a secondary base (offset to
// top, Itanium 2.5.2).
static IrValue *destroy_virtual(Fn *fn, FuncDecl *d, IrValue *p) {
    Gen *g = fn->g;
    IrValue *vptr = &ir_load(&fn->b, g->m->ty_ptr, p, 8)->v;
    IrValue *top =
        &ir_load(&fn->b, g->m->ty_i64, ir_ptradd_c(&fn->b, vptr, -16, IR_INBOUNDS), 8)->v;
    IrValue *f = virtual_callee(fn, d, p);
    ir_call(&fn->b, gen_func_type(g, d, &d->d.type->u.func, d->cls->d.type), f, 1, &p);
    return ir_ptradd(&fn->b, p, top, IR_INBOUNDS);
}

void gen_delete(Fn *fn, Expr *e) {
    Gen *g = fn->g;
    Type *t = e->a->type->u.ptr.to;
    IrValue *p = gen_scalar(fn, e->a);
    IrBlock *some = gen_block(fn, "delete.notnull"), *end = gen_block(fn, "delete.end");
    IrValue *null = ir_cmp(&fn->b, IR_EQ, p, &ir_null(g->m, p->type)->v);
    ir_condbr(&fn->b, null, end, some);
    gen_at(fn, some);
    IrValue *raw = p;
    FuncDecl *d = cxx_find_dtor(g->x, t), *f = e->u.alloc.fn;
    bool virtual_ = d && d->is_virtual && !e->u.alloc.array;
    if (virtual_ && !e->u.alloc.global) {
        delete_virtual(fn, d, p);
    } else {
        IrValue *size = &ir_int(g->m->ty_i64, gen_size(g, t))->v;
        if (d && e->u.alloc.array)
            size = delete_array(fn, p, t, &raw);
        else if (virtual_)
            raw = destroy_virtual(fn, d, p);
        else if (d && !(f && cxx_destroying_delete(f)))
            gen_destroy(fn, gen_place_at(fn, p, t));
        gen_dealloc(g, &fn->b, f, raw, size, gen_align(g, t));
    }
    ir_br(&fn->b, end);
    gen_at(fn, end);
}
