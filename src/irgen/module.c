// SPDX-License-Identifier: Apache-2.0
// What a module is made of: declarations of functions and variables on demand, strings.
#include "irgen/gen.h"
#include "cxx/constant/constant.h"
#include "cxx/facts/attr.h"
#include "base/feature.h"

#include "cuda/cuda.h"
#include "irgen/lower.h"

static void triple_attr(Gen *gen, IrFunc *fn, const char *name, const int64_t *v) {
    Atom text =
        atom_printf(gen->ctx, "%lld,%lld,%lld", (long long)v[0], (long long)v[1], (long long)v[2]);
    ir_fn_attr_str(fn, name, atom_str(gen->ctx, text));
}

// Zero and less: the attribute says nothing.
static void number_attr(Gen *gen, IrFunc *fn, const char *name, int64_t v) {
    if (v > 0)
        ir_fn_attr_str(fn, name, atom_str(gen->ctx, atom_printf(gen->ctx, "%lld", (long long)v)));
}

// The shapes that attributes fix. A block size is one of a cluster, too, of one block if no more is
// said; the grid of such a kernel counts clusters.
static void cluster_attrs(Gen *gen, IrFunc *fn, const LaunchBounds *lb) {
    bool sized = lb->reqntid[0] > 0, clustered = lb->cluster[0] >= 0;
    if (!target_has(gen->opt.target, SMF_cluster)) {
        if (sized) diag(gen->ctx, GEN_ROW(gen_attr_arch), lb->pos, "__block_size__");
        if (clustered && !lb->cluster_of_block)
            diag(gen->ctx, GEN_ROW(gen_attr_arch), lb->pos, "__cluster_dims__");
        if (lb->max_blocks_per_cluster > 0) diag(gen->ctx, GEN_ROW(gen_cluster_arch), lb->pos);
        return;
    }

    int64_t cluster[3] = {1, 1, 1};
    if (clustered && !(sized && lb->cluster[0] == 0)) memcpy(cluster, lb->cluster, sizeof cluster);
    if (clustered || sized) triple_attr(gen, fn, "nvvm.cluster_dim", cluster);
    if (!sized) return;
    triple_attr(gen, fn, "nvvm.reqntid", lb->reqntid);
    ir_fn_attr_str(fn, "nvvm.blocksareclusters", "");
}

// Launch bounds become LLVM's string attributes (NVPTX usage, "nvvm.maxntid" ...).
static void kernel_attrs(Gen *gen, IrFunc *fn, FuncDecl *fd) {
    LaunchBounds *lb = fd->code.bounds;
    fn->cc = IR_CC_PTX_KERNEL;
    if (gen->opt.tile && fd->d.attrs && fd->d.attrs->tile_hints)
        ir_fn_attr_str(fn, "tile.hints", atom_str(gen->ctx, fd->d.attrs->tile_hints));
    if (!lb) return;
    number_attr(gen, fn, "nvvm.maxntid", lb->max_threads);
    number_attr(gen, fn, "nvvm.minctasm", lb->min_blocks);
    number_attr(gen, fn, "nvvm.maxclusterrank", lb->max_blocks_per_cluster);
    number_attr(gen, fn, "nvvm.maxnreg", lb->maxnreg);
    cluster_attrs(gen, fn, lb);
}

// Attributes of parameters in the order of the IR function's: result, object, VTT, then the
// declared ones. Kernels take classes in their parameter space, all byval.
static void param_attrs(Gen *gen, IrFunc *fn, FuncDecl *fd, const FuncType *ft, bool of_base) {
    bool kernel = fd->d.cuda & CU_GLOBAL;
    int at = 0;
    if (gen_returns_indirect(gen, ft->ret)) {
        ir_fn_attr_type(fn, at, IR_ATTR_SRET, gen_mem_type(gen, ft->ret));
        ir_fn_attr(fn, at++, IR_ATTR_NOALIAS);
    }
    if (fd->cls && !(fd->d.flags & DF_STATIC)) at++;
    if (of_base) at++; // the VTT
    for (uint32_t i = 0; i < ft->nparam; i++, at++) {
        Type *type = ft->param[i];
        if (type->kind == TY_CLASS && gen_size(gen, type) > INT32_MAX) {
            diag(gen->ctx, GEN_ROW(gen_param_size), fd->d.pos, type);
        } else if (type->kind == TY_CLASS && (kernel || gen_by_value(gen, type))) {
            ir_fn_attr_type(fn, at, IR_ATTR_BYVAL, gen_mem_type(gen, type));
            ir_fn_attr_int(fn, at, IR_ATTR_ALIGN, gen_align(gen, type));
        }
        VarDecl *var = i < fd->nparam ? fd->param[i] : NULL;
        if (!var) continue;
        // What __restrict__ promises; the option promises it for all pointers of kernels.
        bool restricted = var->d.type->quals & Q_RESTRICT || (kernel && gen->opt.params_restrict);
        if (var->d.type->kind == TY_PTR && restricted) {
            ir_fn_attr(fn, at, IR_ATTR_NOALIAS);
        }
        if (kernel && (var->d.cuda & CU_GRID_CONSTANT)) {
            const IrAttrSet *s = ir_attrs_get(&fn->attrs, at);
            s = ir_attr_add_str(gen->m, s, atom_cstr(gen->ctx, "nvvm.grid_constant"), 0);
            ir_attrs_set(gen->m, &fn->attrs, at, s);
        }
    }
}

// Functions of the device neither throw nor may be moved across branches of a warp.
static void func_attrs(IrFunc *fn, const FuncDecl *fd) {
    if (fd->code.forceinline) ir_fn_attr(fn, IR_AT_FN, IR_ATTR_ALWAYSINLINE);
    if (fd->code.noinline) ir_fn_attr(fn, IR_AT_FN, IR_ATTR_NOINLINE);
    if (fd->code.noreturn) ir_fn_attr(fn, IR_AT_FN, IR_ATTR_NORETURN);
    ir_fn_attr(fn, IR_AT_FN, IR_ATTR_NOUNWIND);
    ir_fn_attr(fn, IR_AT_FN, IR_ATTR_CONVERGENT);
}

// The host finds kernels by their names, so to this compiler they are external all; that nvcc's are
// no symbols that other files see is said to the printer.
static void mark_local_kernel(IrFunc *fn, const FuncDecl *fd) {
    if (fd->d.cuda & CU_GLOBAL && cxx_internal_symbol(fd)) ir_fn_attr_str(fn, "nvvm.local", "1");
}

// An explicit instantiation names it or its class.
static bool is_instantiated_here(const FuncDecl *fd) {
    return fd->inst.explicit_inst || (fd->cls && fd->cls->inst.explicit_inst);
}

// Kernels are found by the host; other functions are the module's own, unless units are linked
// later.
static IrLinkage func_linkage(Gen *gen, FuncDecl *fd) {
    if (fd->d.cuda & CU_GLOBAL) {
        if (fd->d.linkage == LK_INTERNAL) return IR_EXTERNAL; // the host names it
        // merged where units are linked; elsewhere nvcc makes plain symbols of all
        bool merged = cxx_is_shared_function(fd) && cxx_links_units(&gen->x->opt);
        return merged ? IR_WEAK_ODR : IR_EXTERNAL;
    }
    if (!gen->x->opt.keep_functions || fd->d.linkage == LK_INTERNAL) return IR_INTERNAL;
    if (is_instantiated_here(fd)) return IR_WEAK_ODR;                  // for others, too
    return cxx_is_shared_function(fd) ? IR_LINKONCE_ODR : IR_EXTERNAL; // other units may call it
}

// What has no code for the device (cuda/space.c) ends the thread that calls it, as nvcc has it.
static void host_body(Gen *gen, IrFunc *fn) {
    fn->g.linkage = IR_INTERNAL;
    ir_fn_attr(fn, IR_AT_FN, IR_ATTR_NORETURN);
    IrBuilder b = ir_builder(fn, ir_block_new(fn, atom_cstr(gen->ctx, "entry")));
    ir_unreachable(&b);
}

// A constructor or destructor with the VTT behind `this` (vtt.c).
static IrType *base_func_type(Gen *gen, IrType *type) {
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    IrType **p = arena_array(&gen->ctx->scratch, IrType *, type->n + 1);
    p[0] = p[1] = gen->m->ty_ptr;
    for (uint32_t i = 1; i < type->n; i++) p[i + 1] = type->sub[i];
    IrType *r = ir_ty_func(gen->m, type->elem, (uint32_t)type->n + 1, p, false);
    arena_reset(&gen->ctx->scratch, mark);
    return r;
}

// The variant of a constructor or destructor for bases, by its own mangled name (Itanium 5.1.4.3).
IrFunc *gen_base_func(Gen *gen, FuncDecl *fd) {
    IrType *t = gen_func_type(gen, fd, &fd->d.type->u.func, fd->cls->d.type);
    Atom name = cxx_mangle_cdtor(gen->x, fd, '2');
    IrFunc *f = ir_func_new(gen->m, name, base_func_type(gen, t), func_linkage(gen, fd));
    f->g.pos = fd->d.pos;
    param_attrs(gen, f, fd, &fd->d.type->u.func, true);
    func_attrs(f, fd);
    if (cxx_host_only(gen->x, &fd->d)) host_body(gen, f);
    return f;
}

// By that name, what a class without virtual bases has one function for.
void gen_base_name(Gen *gen, FuncDecl *fd, IrFunc *complete) {
    IrFunc *f = ir_func_new(gen->m, cxx_mangle_cdtor(gen->x, fd, '2'), complete->g.vty,
                            complete->g.linkage);
    f->g.pos = fd->d.pos;
    param_attrs(gen, f, fd, &fd->d.type->u.func, false);
    func_attrs(f, fd);
    IrValue **arg = arena_array(&gen->ctx->scratch, IrValue *, f->nargs);
    for (uint32_t i = 0; i < f->nargs; i++) arg[i] = &f->arg[i]->v;
    IrBuilder b = ir_builder(f, ir_block_new(f, atom_cstr(gen->ctx, "entry")));
    ir_call_fn(&b, complete, f->nargs, arg);
    ir_ret(&b, NULL);
}

// CUDA's header overloads its functions of binary128 for the type's two names, __float128 and
// _Float128; the device library has one of each, by its plain name.
static bool is_fp128_function(const Gen *gen, const FuncDecl *fd) {
    return fd->code.cudart && !fd->body.defined &&
           strncmp(atom_str(gen->ctx, fd->d.name), "__nv_fp128_", 11) == 0;
}

// A function that has the name already; NULL: there is none.
static IrFunc *existing_func(Gen *gen, Atom name) {
    IrGlobal *old = ir_find(gen->m, name);
    return old && old->v.kind == IR_C_FUNC ? (IrFunc *)old : NULL;
}

// The IR function of a declaration, made at its first use. Its body comes later, from the work
// list; what has none is for other tools to find, or an error.
IrFunc *gen_func_decl(Gen *gen, FuncDecl *fd) {
    void **slot = map_slot(&gen->globals, (uintptr_t)fd);
    if (*slot) return *slot;
    bool fp128 = is_fp128_function(gen, fd);
    IrFunc *same = fp128 ? existing_func(gen, fd->d.name) : NULL;
    if (same) {
        map_put(&gen->globals, (uintptr_t)fd, same);
        return same;
    }
    const FuncType *ft = &fd->d.type->u.func;
    bool method = fd->cls && !(fd->d.flags & DF_STATIC);
    IrType *fty = gen_func_type(gen, fd, ft, method ? fd->cls->d.type : NULL);
    Atom name = fp128 ? fd->d.name : cxx_mangle(gen->x, &fd->d);
    IrFunc *fn = ir_func_new(gen->m, name, fty, func_linkage(gen, fd));
    map_put(&gen->globals, (uintptr_t)fd, fn);
    fn->g.pos = fd->d.pos;
    if (fd->d.cuda & CU_GLOBAL) kernel_attrs(gen, fn, fd);
    mark_local_kernel(fn, fd);
    param_attrs(gen, fn, fd, ft, false);
    func_attrs(fn, fd);
    if (cxx_host_only(gen->x, &fd->d)) {
        host_body(gen, fn);
    } else if (!fd->body.defined) {
        fn->g.linkage = IR_EXTERNAL;
        // for nvcc's other tools to find, or to complain about
        bool elsewhere =
            gen->x->opt.host_program || gen->x->opt.rdc || fd->code.cudart || gen->opt.check_only;
        // whose calls become constants
        elsewhere = elsewhere || strcmp(atom_str(gen->ctx, name), "__nvvm_reflect") == 0;
        if (!elsewhere || fd->d.linkage == LK_INTERNAL)
            diag(gen->ctx, GEN_ROW(gen_undefined), fd->d.pos, &fd->d);
    }
    return fn;
}

// A variable without a space of its own lies in global memory.
static uint32_t var_space(const VarDecl *v) {
    if (v->d.cuda & CU_SHARED) return IR_AS_SHARED;
    if (v->d.cuda & CU_CONSTANT) return IR_AS_CONST;
    return IR_AS_GLOBAL;
}

// The static initialiser. Dynamic ones do not exist on the device: an error, and zeros. Shared
// memory has no value at the start.
static IrConst *var_init(Gen *gen, VarDecl *var, IrType *ty) {
    bool shared = var->d.cuda & CU_SHARED;
    if (shared && var->fn) return ir_undef(gen->m, ty); // with a warning (cuda_check_local)
    cxx_var_init(gen->x, var);
    if (cuda_dynamic_init(gen->x, var)) {
        const char *space = var->d.cuda & CU_SHARED     ? "__shared__"
                            : var->d.cuda & CU_CONSTANT ? "__constant__"
                            : var->d.cuda & CU_MANAGED  ? "__managed__"
                                                        : "__device__";
        const char *local = var->fn ? " within a __device__/__global__ function" : "";
        diag(gen->ctx, GEN_ROW(gen_dynamic_init), var->d.pos,
             arena_printf(&gen->ctx->perm, "%s%s", var->fn ? "function-scope static " : "", space),
             local);
        return ir_null(gen->m, ty);
    }
    if (shared) return ir_undef(gen->m, ty);
    ConstVal *c = var->init ? cxx_var_const(gen->x, var) : NULL;
    if (!c && var->init)
        c = cxx_const_eval_init(gen->x, var, var->init, false); // static [basic.start]
    return c ? gen_const(gen, c, var->d.type) : ir_null(gen->m, ty);
}

// Variables that the host registers keep their names (under --device-c those are unique).
static IrLinkage var_linkage(Gen *gen, const VarDecl *v) {
    if ((v->d.cuda & CU_SHARED) && (v->d.flags & DF_EXTERN)) return IR_EXTERNAL;
    if (v->storage == STOR_STATIC || v->fn) return IR_INTERNAL;
    if (v->d.linkage == LK_INTERNAL)
        return gen->x->opt.host_program && cuda_is_registered(&v->d) ? IR_EXTERNAL : IR_INTERNAL;
    bool merged = v->tmpl || v->d.flags & DF_INLINE;
    return cxx_links_units(&gen->x->opt) && merged && v->defined ? IR_WEAK_ODR : IR_EXTERNAL;
}

// Device memory that nobody writes: the host, too, may only read a const variable.
static bool is_read_only(const VarDecl *var) {
    const Type *t = var->d.type;
    if ((var->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED)) != CU_DEVICE)
        return false;
    bool is_const = t->quals & Q_CONST, is_volatile = t->quals & Q_VOLATILE;
    for (; ty_is_array(t); t = t->u.array.elem) {
        is_const |= (t->u.array.elem->quals & Q_CONST) != 0;
        is_volatile |= (t->u.array.elem->quals & Q_VOLATILE) != 0;
    }
    return is_const && !is_volatile && !cxx_has_mutable(t);
}

// The IR variable of a declaration, made at its first use, in its space.
IrGlobal *gen_var_decl(Gen *gen, VarDecl *v) {
    void **slot = map_slot(&gen->globals, (uintptr_t)v);
    if (*slot) return *slot;
    bool outer = gen->float128;
    gen->float128 = false;
    IrType *ty = gen_mem_type(gen, v->d.type);
    gen_check_float128(gen, &v->d, outer);
    bool dynamic_shared = (v->d.cuda & CU_SHARED) && (v->d.flags & DF_EXTERN);
    IrLinkage linkage = var_linkage(gen, v);
    // Its definition is in another unit, or it is the launch's.
    bool elsewhere =
        dynamic_shared || (cxx_links_units(&gen->x->opt) && !v->defined && linkage == IR_EXTERNAL);
    if (!elsewhere && !v->defined && v->d.flags & DF_EXTERN)
        diag(gen->ctx, GEN_ROW(gen_extern_var), v->d.pos, v->d.name);
    Atom name = cxx_mangle(gen->x, &v->d);
    uint32_t align = CU_MAX(gen_align(gen, v->d.type), v->align);
    // the launch's memory: as cicc has it, aligned for every type that it may be taken for
    if (dynamic_shared) align = CU_MAX(align, 16u);
    IrGlobal *other = dynamic_shared && v->fn ? ir_find(gen->m, name) : NULL;
    if (other && other->v.kind == IR_C_VAR && !other->init) { // declared in another block too
        other->align = CU_MAX(other->align, align);
        map_put(&gen->globals, (uintptr_t)v, other);
        return other;
    }
    IrGlobal *var = ir_var_new(gen->m, name, ty, var_space(v), linkage, NULL);
    map_put(&gen->globals, (uintptr_t)v, var);
    var->pos = v->d.pos;
    var->align = align;
    if (!elsewhere) var->init = var_init(gen, v, ty);
    if (var->init) var->vty = var->init->v.type; // with elements of a flexible array member
    var->constant = var->init && is_read_only(v);
    if (v->d.cuda & CU_CONSTANT) var->externally_initialized = true;
    if (v->d.cuda & CU_TILE) var->section = atom_cstr(gen->ctx, "tile"); // for tile/raise
    if (v->d.cuda & CU_MANAGED) {
        const IrAttrSet *s =
            ir_attr_add_str(gen->m, var->attrs, atom_cstr(gen->ctx, "nvvm.managed"), 0);
        var->attrs = s;
    }
    // A const variable with no space of its own (constexpr table used by device code).
    bool spaced = v->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED);
    if (!elsewhere && (spaced || v->fn)) gen_check_sized(gen, v, false);
    if (!spaced && (v->d.type->quals & Q_CONST || v->d.flags & DF_CONSTEXPR)) {
        var->constant = true;
        var->linkage = v->tmpl_object && cxx_links_units(&gen->x->opt) ? IR_WEAK_ODR : IR_INTERNAL;
    }
    gen_debug_global(gen, v, var);
    return var;
}

// The variable's address as all code sees it: generic.
IrValue *gen_generic(Gen *gen, IrGlobal *global) {
    if (global->v.type == gen->m->ty_ptr) return &global->v;
    return &ir_ccast(gen->m, IR_ADDRSPACECAST, (IrConst *)global, gen->m->ty_ptr)->v;
}

// A string literal, with zeros up to the array's size; equal ones are one variable.
IrConst *gen_string(Gen *gen, const void *bytes, uint32_t n, Type *array) {
    IrType *ty = gen_mem_type(gen, array);
    IrType *el = ty->elem;
    ArenaMark mark = arena_mark(&gen->ctx->scratch);
    char *full = arena_zalloc(&gen->ctx->scratch, ty->size + 1, 1);
    memcpy(full, bytes, CU_MIN((uint64_t)n * el->size, ty->size));
    Atom key = atom_intern(gen->ctx, full, ty->size);
    arena_reset(&gen->ctx->scratch, mark);
    void **slot = map_slot(&gen->strings, ((uint64_t)ty->id << 32) | key);
    if (!*slot) {
        IrConst *init = ir_data(gen->m, ty, atom_str(gen->ctx, key), ty->size);
        Atom name =
            gen->nstr ? atom_printf(gen->ctx, "$str$%u", gen->nstr) : atom_cstr(gen->ctx, "$str");
        gen->nstr++;
        IrGlobal *v = ir_var_new(gen->m, name, ty, IR_AS_GLOBAL, IR_PRIVATE, init);
        v->constant = true;
        v->unnamed_addr = 1;
        v->align = (uint32_t)el->size;
        map_put(&gen->strings, ((uint64_t)ty->id << 32) | key, v);
        slot = map_slot(&gen->strings, ((uint64_t)ty->id << 32) | key);
    }
    return (IrConst *)gen_generic(gen, *slot);
}

// An object that is a template argument.
IrConst *gen_const_object(Gen *gen, const ConstVal *val, Pos pos) {
    return (IrConst *)gen_generic(gen, gen_var_decl(gen, cxx_tmpl_object(gen->x, val, pos)));
}

// A function of the device's run-time system.
IrFunc *gen_runtime(Gen *gen, const char *name, IrType *ret, uint32_t n, IrType *const *param) {
    return lower_runtime(gen->m, name, ret, n, param);
}

// The storage at `value` is given back; func: the program's own deallocation function, or NULL.
void gen_dealloc(Gen *gen, IrBuilder *builder, FuncDecl *func, IrValue *object, IrValue *size,
                 uint64_t align) {
    if (!func || !func->body.defined || func->code.builtin) {
        ir_call_fn(builder, gen_runtime(gen, "free", gen->m->ty_void, 1, &gen->m->ty_ptr), 1,
                   &object);
        return;
    }
    enum { MAX_PARAMS = 4 };
    IrFunc *fn = gen_func_decl(gen, func);
    const FuncType *ft = &func->d.type->u.func;
    IrValue *a[MAX_PARAMS] = {object};
    for (uint32_t i = 1; i < fn->nargs && i < MAX_PARAMS; i++) {
        const Type *t = i < ft->nparam ? ft->param[i] : NULL;
        IrType *ty = fn->arg[i]->v.type;
        a[i] = t && t->kind == TY_CLASS
                   ? // a tag: no value; passed in memory, some byte is copied
                   ty->kind == IR_TY_PTR ? object : &ir_undef(gen->m, ty)->v
                   : t && t->kind == TY_ENUM ? &ir_int(gen->m->ty_i64, align)->v : size;
    }
    ir_call_fn(builder, fn, CU_MIN(fn->nargs, (uint32_t)MAX_PARAMS), a);
}
