// SPDX-License-Identifier: Apache-2.0
// Calls, construction, new and delete. Arguments: classes that are trivial for the
// purposes of calls go as byval pointers to a copy, others as pointers to the caller's temporary.
#include "irgen/gen.h"

typedef struct Args {
    IrValue **at;
    uint32_t n;
} Args;

// A class as an argument: a temporary of the caller's, which also ends it.
static IrValue *class_arg(Fn *fn, Expr *arg, Type *t) {
    Place p = gen_temp(fn, t);
    gen_agg(fn, arg, p);
    if (cxx_find_dtor(fn->g->x, t)) gen_push_cleanup(fn, p.addr, t);
    return p.addr;
}

// The value that goes for an argument; `param` is the parameter's type, NULL: it goes through
// `...`, where printf cannot take a class with a copy constructor.
static IrValue *one_arg(Fn *fn, Expr *arg, Type *param) {
    if (param && ty_is_ref(param)) return gen_addr(fn, arg);
    Type *type = param ? param : ty_unqual(arg->type);
    if (type->kind == TY_CLASS) {
        if (!param && !gen_by_value(fn->g, type))
            diag(fn->g->ctx, GEN_ROW(gen_printf_class), arg->pos);
        return class_arg(fn, arg, type);
    }
    if (gen_is_agg(type)) { // member function pointer: a first-class pair
        Place p = gen_temp(fn, type);
        gen_agg(fn, arg, p);
        return &ir_load(&fn->b, gen_mem_type(fn->g, type), p.addr, p.align)->v;
    }
    return gen_scalar(fn, arg);
}

// Arguments from left to right.
static void push_args(Fn *fn, Args *args, const FuncType *ft, Expr **arg, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        IrValue *value = one_arg(fn, arg[i], i < ft->nparam ? ft->param[i] : NULL);
        args->at[args->n++] = value;
    }
}

// byval and sret must stand at the call as they do at the function (LLVM's reference, parameter
// attributes).
static void copy_param_attrs(Fn *fn, IrInst *call, Expr **arg, uint32_t n, const FuncType *ft,
                             uint32_t first) {
    IrModule *module = fn->g->m;
    for (uint32_t i = 0; i < n || i < ft->nparam; i++) {
        Type *t = i < ft->nparam ? ft->param[i] : ty_unqual(arg[i]->type); // through `...`
        if (t->kind != TY_CLASS || !gen_by_value(fn->g, t)) continue;
        const IrAttrSet *s = ir_attr_add_type(module, NULL, IR_ATTR_BYVAL, gen_mem_type(fn->g, t));
        s = ir_attr_add_int(module, s, IR_ATTR_ALIGN, gen_align(fn->g, t));
        ir_attrs_set(module, &call->call->attrs, (int)(first + i), s);
    }
    if (first && gen_returns_indirect(fn->g, ft->ret)) {
        const IrAttrSet *s =
            ir_attr_add_type(module, NULL, IR_ATTR_SRET, gen_mem_type(fn->g, ft->ret));
        ir_attrs_set(module, &call->call->attrs, 0, s);
    }
}

// A small aggregate comes as a value; expressions want it in memory.
static void spill_result(Fn *fn, IrInst *call, Type *ret, Place *dst) {
    Place p = dst ? *dst : gen_temp(fn, ret);
    if (gen_size(fn->g, ret)) ir_store(&fn->b, &call->v, p.addr, p.align);
}

// What is called, and how.
typedef struct Callee {
    IrValue *fn;
    const FuncType *ft;
    IrType *fty;
    bool method;
    bool noreturn;
    IrValue *vtt; // parameter of a constructor of a base, or NULL
} Callee;

// The call itself, with what goes before the arguments: place of the result, object, VTT. Gives the
// result if it is a scalar; a class or pair is in *dst, or in a temporary if nobody asked. `object`
// has been evaluated before the arguments.
static IrValue *emit_call(Fn *fn, Callee callee, IrValue *object, Expr **arg, uint32_t n,
                          Place *dst) {
    Gen *gen = fn->g;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    Args args = {arena_array(&gen->ctx->scratch, IrValue *, n + 4), 0};
    bool sret = gen_returns_indirect(gen, callee.ft->ret);
    Place result = {0};
    if (sret) {
        result = dst ? *dst : gen_temp(fn, callee.ft->ret);
        args.at[args.n++] = result.addr;
    }
    if (callee.method) args.at[args.n++] = object;
    if (callee.vtt) args.at[args.n++] = callee.vtt;
    uint32_t first = args.n;
    push_args(fn, &args, callee.ft, arg, n);
    IrInst *call = ir_call(&fn->b, callee.fty, callee.fn, args.n, args.at);
    arena_reset(&gen->ctx->scratch, mark);
    copy_param_attrs(fn, call, arg, n, callee.ft, first);

    // Code after it is dead, but expressions around it go on.
    if (callee.noreturn) {
        ir_unreachable(&fn->b);
        gen_at(fn, gen_block(fn, "after.noreturn"));
    }
    if (sret) return NULL;
    if (gen_is_agg(callee.ft->ret)) {
        spill_result(fn, call, callee.ft->ret, dst);
        return NULL;
    }
    return callee.ft->ret->kind == TY_VOID ? NULL : &call->v;
}

// The function in the object's virtual table (Itanium C++ ABI 2.5).
static IrValue *virtual_callee(Fn *fn, FuncDecl *f, IrValue *object) {
    IrModule *m = fn->g->m;
    cxx_class_layout(fn->g->x, f->cls, f->d.pos);
    IrValue *vptr = &ir_load(&fn->b, m->ty_ptr, object, 8)->v;
    IrValue *slot = ir_ptradd_c(&fn->b, vptr, (int64_t)f->vslot * 8, IR_INBOUNDS);
    return &ir_load(&fn->b, m->ty_ptr, slot, 8)->v;
}

// A call of a function by its name. Explicit destructor calls and assignments that copy bytes are
// no calls.
static IrValue *direct_call(Fn *fn, Expr *call, FuncDecl *func, Place *dst) {
    Gen *gen = fn->g;
    bool method = func->cls && !(func->d.flags & DF_STATIC);
    const FuncType *ft = &func->d.type->u.func;
    IrValue *object = NULL;
    Expr **arg = call->arg;
    uint32_t n = call->n;
    if (method) {
        object = gen_addr(fn, arg[0]);
        arg++;
        n--;
    } else if (func->cls && n == ft->nparam + 1u && !ft->variadic) { // object of a static member
        gen_void(fn, arg[0]);
        arg++;
        n--;
    }
    if (func->kind == FK_DTOR && !(call->flags & EF_VIRTUAL)) {
        gen_destroy(fn, gen_place_at(fn, object, func->cls->d.type));
        return NULL;
    }
    Callee callee = {.ft = ft, .method = method, .noreturn = func->code.noreturn};
    callee.fty = gen_func_type(gen, func, ft, method ? func->cls->d.type : NULL);
    if (call->flags & EF_VIRTUAL) {
        callee.fn = virtual_callee(fn, func, object);
    } else {
        // A trivial copy or move assignment is a copy of the bytes.
        if (method && func->is_implicit && func->op == OP_ASSIGN && n == 1 &&
            gen_by_value(gen, func->cls->d.type) &&
            (func->cls->special.trivial_copy_assign || func->cls->special.trivial_move_assign)) {
            Place to = gen_place_at(fn, object, func->cls->d.type);
            Place from = gen_place(fn, arg[0]);
            gen_copy(fn, to, from.addr, from.align,
                     func->cls->layout.empty ? 0 : gen_size(gen, func->cls->d.type));
            return object;
        }
        callee.fn = &gen_func_decl(gen, func)->g.v;
    }
    return emit_call(fn, callee, object, arg, n, dst);
}

// (object .* pointer)(args): the Itanium pair {function or slot*8+1, adjustment}.
static IrValue *memptr_call(Fn *fn, Expr *call, Place *dst) {
    IrModule *module = fn->g->m;
    IrBuilder *builder = &fn->b;
    const FuncType *ft = &call->b->type->u.ptr.to->u.func;
    IrValue *object = gen_addr(fn, call->a);
    Place mp = gen_place(fn, call->b);
    IrValue *value = &ir_load(builder, module->ty_i64, mp.addr, 8)->v;
    IrValue *adj =
        &ir_load(builder, module->ty_i64, ir_ptradd_c(builder, mp.addr, 8, IR_INBOUNDS), 8)->v;
    object = ir_ptradd(builder, object, adj, IR_INBOUNDS);

    // Odd: the place in the virtual table; even: the function itself. Functions are aligned on the
    // device.
    IrBlock *virt = gen_block(fn, "memptr.virtual"), *plain = gen_block(fn, "memptr.plain");
    IrBlock *end = gen_block(fn, "memptr.end");
    IrValue *odd = ir_and(builder, value, &ir_int(module->ty_i64, 1)->v);
    ir_condbr(builder, ir_cmp(builder, IR_NE, odd, &ir_int(module->ty_i64, 0)->v), virt, plain);
    gen_at(fn, virt);
    IrValue *vptr = &ir_load(builder, module->ty_ptr, object, 8)->v;
    IrValue *slot = ir_ptradd(builder, vptr, ir_sub(builder, value, &ir_int(module->ty_i64, 1)->v),
                              IR_INBOUNDS);
    IrValue *vf = &ir_load(builder, module->ty_ptr, slot, 8)->v;
    ir_br(builder, end);
    gen_at(fn, plain);
    IrValue *pf = ir_inttoptr(builder, value, module->ty_ptr);
    ir_br(builder, end);
    gen_at(fn, end);
    IrInst *phi = ir_phi(builder, module->ty_ptr, 2);
    ir_phi_add(phi, vf, virt);
    ir_phi_add(phi, pf, plain);
    Callee c = {.fn = &phi->v, .ft = ft, .method = true};
    c.fty = gen_func_type(fn->g, NULL, ft, call->a->type);
    return emit_call(fn, c, object, call->arg, call->n, dst);
}

// Memory of the device's heap, NULL if there is none; align: NULL, or more than malloc gives.
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
static bool default_alloc(const FuncDecl *func) {
    if (func->op < OP_NEW || func->op > OP_DELETE_ARRAY || func->cls || func->body.defined)
        return false;
    bool del = is_any_of(func->op, OP_DELETE, OP_DELETE_ARRAY);
    const FuncType *t = &func->d.type->u.func;
    uint32_t i = 1;
    if (del && i < t->nparam && t->param[i]->kind != TY_ENUM && !ty_is_ref(t->param[i])) i++;
    if (i < t->nparam && t->param[i]->kind == TY_ENUM) i++; // std::align_val_t
    return i == t->nparam;
}

// All arguments are evaluated; the last one is the alignment, if any.
static IrValue *alloc_or_free(Fn *fn, FuncDecl *f, Expr *call) {
    Gen *g = fn->g;
    IrValue *a = gen_scalar(fn, call->arg[0]), *align = NULL;
    for (uint32_t i = 1; i < call->n; i++) align = gen_scalar(fn, call->arg[i]);
    if (is_any_of(f->op, OP_NEW, OP_NEW_ARRAY)) return heap_alloc(fn, a, align);
    ir_call_fn(&fn->b, gen_runtime(g, "free", g->m->ty_void, 1, &g->m->ty_ptr), 1, &a);
    return NULL;
}

// Any call: a pointer to a member function, a builtin, the allocator, a function, or whatever a
// pointer points to.
IrValue *gen_call(Fn *fn, Expr *call, Place *dst) {
    if (!gen_reachable(fn)) gen_at(fn, gen_block(fn, "dead"));
    if (call->kind == E_MEMPTR_CALL) return memptr_call(fn, call, dst);
    FuncDecl *func = decl_func(call->u.decl);
    if (func && func->code.builtin) return gen_builtin(fn, func, call, dst);
    if (func && gen_is_tile_builtin(fn->g, func))
        return gen_tile_call(fn, func, call->arg, call->n, dst);
    if (func && func->op && default_alloc(func)) return alloc_or_free(fn, func, call);
    if (func) return direct_call(fn, call, func, dst);

    // By way of a pointer, or a function that is no declaration's own name.
    Type *t = ty_unqual(call->a->type);
    IrValue *p = call->a->cat != VC_PRVALUE && t->kind == TY_FUNC ? gen_addr(fn, call->a)
                                                                  : gen_scalar(fn, call->a);
    if (t->kind == TY_PTR) t = t->u.ptr.to;
    Callee c = {.fn = p, .ft = &t->u.func};
    c.fty = gen_func_type(fn->g, NULL, c.ft, NULL);
    return emit_call(fn, c, NULL, call->arg, call->n, dst);
}

// A launch from device code (cuda/launch.c). Arguments lie in the buffer as in a kernel's
// parameters.
void gen_launch(Fn *fn, Expr *expr) {
    Gen *gen = fn->g;
    // the front end found no device run-time library to launch with
    if (!expr->b) {
        diag(gen->ctx, GEN_ROW(gen_launch), expr->pos);
        return;
    }
    const Expr *call = expr->a->kind == E_CLEANUPS ? expr->a->a : expr->a;
    const FuncType *ft = &call->u.decl->type->u.func;
    FuncDecl *launch = (FuncDecl *)expr->c->u.decl;
    IrValue *buffer = gen_scalar(fn, expr->b), *null = &ir_null(gen->m, gen->m->ty_ptr)->v;
    IrBlock *yes = gen_block(fn, "launch"), *end = gen_block(fn, "launch.end");
    // No buffer: the launch fails, and the arguments are not evaluated.
    ir_condbr(&fn->b, ir_cmp(&fn->b, IR_NE, buffer, null), yes, end);
    gen_at(fn, yes);
    uint64_t at = 0;
    for (uint32_t i = 0; i < call->n && i < ft->nparam; i++) {
        Type *t = ft->param[i];
        uint64_t align = gen_align(gen, t);
        at = CU_ALIGN(at, align);
        gen_init(fn, call->arg[i],
                 gen_place_at(fn, ir_ptradd_c(&fn->b, buffer, (int64_t)at, IR_INBOUNDS), t));
        at += gen_size(gen, t);
    }
    IrValue *arg[] = {buffer, expr->n > 3 ? gen_scalar(fn, expr->arg[3]) : null};
    ir_call(&fn->b, gen_func_type(gen, launch, &launch->d.type->u.func, NULL),
            &gen_func_decl(gen, launch)->g.v, 2, arg);
    gen_goto(fn, end);
    gen_at(fn, end);
}

// A constructor and what it gets, for each element of an array.
typedef struct CtorArgs {
    FuncDecl *ctor;
    Expr **arg;
    uint32_t n;
} CtorArgs;

static void construct_one(Fn *fn, Place p, void *data) {
    CtorArgs *a = data;
    gen_construct(fn, a->ctor, a->arg, a->n, p);
}

// Constructs an object in place. Arrays element by element, each with the same arguments; copies of
// what is trivially copyable as bytes; a default constructor that does nothing not at all.
void gen_construct(Fn *fn, FuncDecl *ctor, Expr **arg, uint32_t n, Place dst) {
    Gen *gen = fn->g;
    ClassDecl *cls = ctor->cls;
    if (dst.type->kind == TY_ARRAY) {
        Type *elem = dst.type;
        while (elem->kind == TY_ARRAY) elem = elem->u.array.elem;
        uint64_t es = gen_size(gen, elem), count = es ? gen_size(gen, dst.type) / es : 0;
        CtorArgs a = {ctor, arg, n};
        gen_array_loop(fn, dst.addr, elem, &ir_int(gen->m->ty_i64, count)->v, construct_one, &a);
        return;
    }
    ClassDecl *target = ty_unqual(dst.type)->kind == TY_CLASS ? ty_unqual(dst.type)->u.cls : cls;
    if (target != cls) { // an inherited constructor: the class's own version of it
        ctor = cxx_inherited_ctor(gen->x, target, ctor);
        if (!ctor) return;
        cls = target;
    }
    if (gen_is_tile_builtin(gen, ctor)) {
        gen_tile_call(fn, ctor, arg, n, &dst);
        return;
    }
    const FuncType *ft = &ctor->d.type->u.func;
    bool implicit = ctor->is_implicit || ctor->written.defaulted;
    if (implicit && n == 1 && ft->nparam == 1 && ty_is_ref(ft->param[0]) &&
        gen_by_value(gen, cls->d.type) && ty_unqual(ty_deref(ft->param[0])) == cls->d.type) {
        Place src = gen_place(fn, arg[0]);
        uint64_t size =
            dst.base ? cls->layout.nvsize : gen_size(gen, dst.type); // others use its padding
        gen_copy(fn, dst, src.addr, src.align, cls->layout.empty ? 0 : size);
        return;
    }
    if (implicit && n == 0 && cls->special.trivial_default) return;
    // A base's constructor where the object is one, with the VTT that says where the virtual bases
    // are.
    IrFunc *callee = gen_cdtor(gen, ctor, dst.base || dst.vtt);
    Callee cl = {.ft = ft, .method = true, .fn = &callee->g.v, .fty = callee->g.vty};
    cl.vtt = cls->table.has_virtual_bases ? dst.vtt : NULL;
    emit_call(fn, cl, dst.addr, arg, n, NULL);
}

// ---- new and delete -----------------------------------------------------------------------------

// The storage of a new-expression: the program's own operator new, the standard placement form, or
// the heap.
static IrValue *alloc_call(Fn *fn, Expr *new_expr, IrValue *bytes) {
    Gen *gen = fn->g;
    FuncDecl *func = new_expr->u.alloc.fn;
    IrValue *align = NULL;
    if (new_expr->u.alloc.aligned)
        align = &ir_int(gen->m->ty_i64, gen_align(gen, new_expr->type->u.ptr.to))->v;
    if (func && func->body.defined &&
        !func->code.builtin) { // user's operator new, placement arguments behind the size
        const FuncType *ft = &func->d.type->u.func;
        ArenaMark mark = arena_mark(&gen->ctx->scratch);
        Args a = {arena_array(&gen->ctx->scratch, IrValue *, new_expr->n + 2u), 0};
        a.at[a.n++] = bytes;
        if (align) a.at[a.n++] = align;
        for (uint32_t i = 0; i < new_expr->n; i++) {
            a.at[a.n] = one_arg(fn, new_expr->arg[i], a.n < ft->nparam ? ft->param[a.n] : NULL);
            a.n++;
        }
        IrInst *c = ir_call_fn(&fn->b, gen_func_decl(gen, func), a.n, a.at);
        arena_reset(&gen->ctx->scratch, mark);
        return &c->v;
    }
    if (new_expr->n == 1) return gen_scalar(fn, new_expr->arg[0]); // the standard placement form
    return heap_alloc(fn, bytes, align);
}

typedef struct NewInit {
    Expr *init;
} NewInit;

static void new_one(Fn *fn, Place p, void *data) {
    gen_init(fn, ((NewInit *)data)->init, p);
}

enum { ARRAY_COOKIE = 8 }; // Itanium 2.7: element count before arrays that need destruction

// new T[n]: with the number of elements in front where delete[] will need it. The initialiser is a
// list for the first elements, or one for all.
static IrValue *new_array(Fn *fn, Expr *new_expr) {
    Gen *gen = fn->g;
    IrBuilder *builder = &fn->b;
    IrType *i64 = gen->m->ty_i64;
    Type *elem = new_expr->type->u.ptr.to;
    IrValue *value =
        ir_int_resize(builder, gen_scalar(fn, new_expr->a), i64, gen_is_signed(new_expr->a->type));
    IrValue *bytes = ir_mul(builder, value, &ir_int(i64, gen_size(gen, elem))->v);
    bool cookie = new_expr->n == 0 && cxx_find_dtor(gen->x, elem);
    // The cookie ends where the array begins, so that the elements stay aligned.
    uint64_t pad = cookie ? CU_MAX((uint64_t)ARRAY_COOKIE, gen_align(gen, elem)) : 0;
    if (cookie) bytes = ir_add(builder, bytes, &ir_int(i64, pad)->v);
    IrValue *p = alloc_call(fn, new_expr, bytes);
    if (cookie) {
        IrValue *data = ir_ptradd_c(builder, p, (int64_t)pad, IR_INBOUNDS);
        ir_store(builder, value, ir_ptradd_c(builder, data, -ARRAY_COOKIE, IR_INBOUNDS), 8);
        p = data;
    }
    if (!new_expr->b) return p;
    if (new_expr->b->kind == E_INIT_LIST && new_expr->b->type->kind == TY_ARRAY) {
        gen_init(fn, new_expr->b, gen_place_at(fn, p, new_expr->b->type));
        return p;
    }
    NewInit ni = {new_expr->b};
    if (new_expr->b->kind == E_INIT_LIST && new_expr->b->type->kind == TY_ARRAY_INC)
        ni.init = new_expr->b->u.init->filler;
    gen_array_loop(fn, p, elem, value, new_one, &ni);
    return p;
}

// The object's address; what the front end calls an array has its length in new_expr->a.
IrValue *gen_new(Fn *fn, Expr *new_expr) {
    Gen *g = fn->g;
    if (new_expr->a) return new_array(fn, new_expr);
    Type *t = new_expr->type->u.ptr.to;
    IrValue *p = alloc_call(fn, new_expr, &ir_int(g->m->ty_i64, gen_size(g, t))->v);
    if (new_expr->b) gen_init(fn, new_expr->b, gen_place_at(fn, p, t));
    return p;
}

static void destroy_one(Fn *fn, Place p, void *data) {
    gen_destroy(fn, p);
}

// Gives the size of the storage.
// Destroys the elements; *raw is where the storage begins. Gives the size of the storage.
static IrValue *delete_array(Fn *fn, IrValue *array, Type *elem, IrValue **raw) {
    IrType *i64 = fn->g->m->ty_i64;
    IrValue *n =
        &ir_load(&fn->b, i64, ir_ptradd_c(&fn->b, array, -ARRAY_COOKIE, IR_INBOUNDS), 8)->v;
    uint64_t pad = CU_MAX((uint64_t)ARRAY_COOKIE, gen_align(fn->g, elem));
    gen_array_loop(fn, array, elem, n, destroy_one, NULL);
    *raw = ir_ptradd_c(&fn->b, array, -(int64_t)pad, IR_INBOUNDS);
    IrValue *bytes = ir_mul(&fn->b, n, &ir_int(i64, gen_size(fn->g, elem))->v);
    return ir_add(&fn->b, bytes, &ir_int(i64, pad)->v);
}

// Calls the deleting destructor of the dynamic type: the slot behind the complete object's.
static void delete_virtual(Fn *fn, FuncDecl *d, IrValue *object) {
    IrModule *m = fn->g->m;
    cxx_class_layout(fn->g->x, d->cls, d->d.pos);
    IrValue *vptr = &ir_load(&fn->b, m->ty_ptr, object, 8)->v;
    IrValue *slot = ir_ptradd_c(&fn->b, vptr, ((int64_t)d->vslot + 1) * 8, IR_INBOUNDS);
    IrValue *f = &ir_load(&fn->b, m->ty_ptr, slot, 8)->v;
    ir_call(&fn->b, gen_func_type(fn->g, d, &d->d.type->u.func, d->cls->d.type), f, 1, &object);
}

// `::delete p` of an object with a virtual destructor: that of the dynamic type; the storage begins
// at the complete object, which has the same address unless p points to a secondary base (offset to
// top, Itanium 2.5.2).
static IrValue *destroy_virtual(Fn *fn, FuncDecl *func, IrValue *object) {
    Gen *g = fn->g;
    IrValue *vptr = &ir_load(&fn->b, g->m->ty_ptr, object, 8)->v;
    IrValue *top =
        &ir_load(&fn->b, g->m->ty_i64, ir_ptradd_c(&fn->b, vptr, -16, IR_INBOUNDS), 8)->v;
    IrValue *f = virtual_callee(fn, func, object);
    ir_call(&fn->b, gen_func_type(g, func, &func->d.type->u.func, func->cls->d.type), f, 1,
            &object);
    return ir_ptradd(&fn->b, object, top, IR_INBOUNDS);
}

// delete and delete[]: a null pointer is allowed and does nothing [expr.delete]/2.
void gen_delete(Fn *fn, Expr *delete_expr) {
    Gen *gen = fn->g;
    Type *type = delete_expr->a->type->u.ptr.to;
    IrValue *value = gen_scalar(fn, delete_expr->a);
    IrBlock *some = gen_block(fn, "delete.notnull"), *end = gen_block(fn, "delete.end");
    IrValue *null = ir_cmp(&fn->b, IR_EQ, value, &ir_null(gen->m, value->type)->v);
    ir_condbr(&fn->b, null, end, some);
    gen_at(fn, some);
    IrValue *raw = value;
    FuncDecl *func = cxx_find_dtor(gen->x, type), *f = delete_expr->u.alloc.fn;

    // An object's own class may say how its storage is given back: its deleting destructor does
    // that.
    bool virtual_ = func && func->is_virtual && !delete_expr->u.alloc.array;
    if (virtual_ && !delete_expr->u.alloc.global) {
        delete_virtual(fn, func, value);
    } else {
        IrValue *size = &ir_int(gen->m->ty_i64, gen_size(gen, type))->v;
        if (func && delete_expr->u.alloc.array)
            size = delete_array(fn, value, type, &raw);
        else if (virtual_)
            raw = destroy_virtual(fn, func, value);
        else if (func && !(f && cxx_destroying_delete(f)))
            gen_destroy(fn, gen_place_at(fn, value, type));
        gen_dealloc(gen, &fn->b, f, raw, size, gen_align(gen, type));
    }
    ir_br(&fn->b, end);
    gen_at(fn, end);
}
