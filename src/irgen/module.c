// SPDX-License-Identifier: Apache-2.0
// The module: declarations of functions and variables on demand, the work list, strings.
#include "irgen/gen.h"
#include "cxx/constant/constant.h"

#include "cuda/cuda.h"
#include "irgen/lower.h"

static void triple_attr(Gen *g, IrFunc *f, const char *name, const int64_t *v) {
    Atom text =
        atom_printf(g->ctx, "%lld,%lld,%lld", (long long)v[0], (long long)v[1], (long long)v[2]);
    ir_fn_attr_str(f, name, atom_str(g->ctx, text));
}

static void number_attr(Gen *g, IrFunc *f, const char *name, int64_t v) {
    if (v > 0) ir_fn_attr_str(f, name, atom_str(g->ctx, atom_printf(g->ctx, "%lld", (long long)v)));
}

// The shapes that attributes fix. A block size is one of a cluster, too, of one block if no more is
// said; the grid of such a kernel counts clusters.
static void cluster_attrs(Gen *g, IrFunc *f, const LaunchBounds *lb) {
    bool sized = lb->reqntid[0] > 0, clustered = lb->cluster[0] >= 0;
    if (g->opt.sm < 90) {
        if (sized) diag(g->ctx, GEN_ROW(gen_attr_arch), lb->pos, "__block_size__");
        if (clustered && !lb->cluster_of_block)
            diag(g->ctx, GEN_ROW(gen_attr_arch), lb->pos, "__cluster_dims__");
        if (lb->max_blocks_per_cluster > 0) diag(g->ctx, GEN_ROW(gen_cluster_arch), lb->pos);
        return;
    }

    int64_t cluster[3] = {1, 1, 1};
    if (clustered && !(sized && lb->cluster[0] == 0)) memcpy(cluster, lb->cluster, sizeof cluster);
    if (clustered || sized) triple_attr(g, f, "nvvm.cluster_dim", cluster);
    if (!sized) return;
    triple_attr(g, f, "nvvm.reqntid", lb->reqntid);
    ir_fn_attr_str(f, "nvvm.blocksareclusters", "");
}

// Launch bounds become LLVM's string attributes (NVPTX usage, "nvvm.maxntid" ...).
static void kernel_attrs(Gen *g, IrFunc *f, FuncDecl *fd) {
    LaunchBounds *lb = fd->bounds;
    f->cc = IR_CC_PTX_KERNEL;
    if (!lb) return;
    number_attr(g, f, "nvvm.maxntid", lb->max_threads);
    number_attr(g, f, "nvvm.minctasm", lb->min_blocks);
    number_attr(g, f, "nvvm.maxclusterrank", lb->max_blocks_per_cluster);
    number_attr(g, f, "nvvm.maxnreg", lb->maxnreg);
    cluster_attrs(g, f, lb);
}

static void param_attrs(Gen *g, IrFunc *f, FuncDecl *fd, const FuncType *ft, bool of_base) {
    bool kernel = fd->d.cuda & CU_GLOBAL;
    int at = 0;
    if (gen_returns_indirect(g, ft->ret)) {
        ir_fn_attr_type(f, at, IR_ATTR_SRET, gen_mem_type(g, ft->ret));
        ir_fn_attr(f, at++, IR_ATTR_NOALIAS);
    }
    if (fd->cls && !(fd->d.flags & DF_STATIC)) at++;
    if (of_base) at++; // the VTT
    for (uint32_t i = 0; i < ft->nparam; i++, at++) {
        Type *t = ft->param[i];
        if (t->kind == TY_CLASS && gen_size(g, t) > INT32_MAX) {
            diag(g->ctx, GEN_ROW(gen_param_size), fd->d.pos, t);
        } else if (t->kind == TY_CLASS && (kernel || gen_by_value(g, t))) {
            ir_fn_attr_type(f, at, IR_ATTR_BYVAL, gen_mem_type(g, t));
            ir_fn_attr_int(f, at, IR_ATTR_ALIGN, gen_align(g, t));
        }
        VarDecl *p = i < fd->nparam ? fd->param[i] : NULL;
        if (!p) continue;
        bool restricted = p->d.type->quals & Q_RESTRICT || (kernel && g->opt.params_restrict);
        if (p->d.type->kind == TY_PTR && restricted) {
            ir_fn_attr(f, at, IR_ATTR_NOALIAS);
        }
        if (kernel && (p->d.cuda & CU_GRID_CONSTANT)) {
            const IrAttrSet *s = ir_attrs_get(&f->attrs, at);
            s = ir_attr_add_str(g->m, s, atom_cstr(g->ctx, "nvvm.grid_constant"), 0);
            ir_attrs_set(g->m, &f->attrs, at, s);
        }
    }
}

static void func_attrs(IrFunc *f, const FuncDecl *fd) {
    if (fd->forceinline) ir_fn_attr(f, IR_AT_FN, IR_ATTR_ALWAYSINLINE);
    if (fd->noinline) ir_fn_attr(f, IR_AT_FN, IR_ATTR_NOINLINE);
    if (fd->noreturn) ir_fn_attr(f, IR_AT_FN, IR_ATTR_NORETURN);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NOUNWIND);
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_CONVERGENT);
}

// The host finds kernels by their names, so to this compiler they are external all; that nvcc's are
// no symbols that other files see is said to the printer.
static void mark_local_kernel(IrFunc *f, const FuncDecl *fd) {
    if (fd->d.cuda & CU_GLOBAL && cxx_internal_symbol(fd)) ir_fn_attr_str(f, "nvvm.local", "1");
}

static IrLinkage func_linkage(Gen *g, FuncDecl *fd) {
    if (fd->d.cuda & CU_GLOBAL) {
        if (fd->d.linkage == LK_INTERNAL) return IR_EXTERNAL; // the host names it
        // instances are merged where units are linked; elsewhere nvcc makes them plain symbols, too
        bool instance = fd->tmpl || (fd->cls && fd->cls->tmpl);
        return instance && cxx_links_units(&g->x->opt) ? IR_WEAK_ODR : IR_EXTERNAL;
    }
    if (!g->x->opt.keep_functions || fd->d.linkage == LK_INTERNAL) return IR_INTERNAL;
    bool merged = fd->tmpl || fd->d.flags & DF_INLINE || (fd->cls && fd->cls->tmpl);
    return merged ? IR_LINKONCE_ODR : IR_EXTERNAL; // others units may call it
}

// What has no code for the device (cuda/space.c) ends the thread that calls it, as nvcc has it.
static void host_body(Gen *g, IrFunc *f) {
    f->g.linkage = IR_INTERNAL;
    ir_fn_attr(f, IR_AT_FN, IR_ATTR_NORETURN);
    IrBuilder b = ir_builder(f, ir_block_new(f, atom_cstr(g->ctx, "entry")));
    ir_unreachable(&b);
}

// A constructor or destructor with the VTT behind `this` (vtt.c).
static IrType *base_func_type(Gen *g, IrType *t) {
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    IrType **p = arena_array(&g->ctx->scratch, IrType *, t->n + 1);
    p[0] = p[1] = g->m->ty_ptr;
    for (uint32_t i = 1; i < t->n; i++) p[i + 1] = t->sub[i];
    IrType *r = ir_ty_func(g->m, t->elem, (uint32_t)t->n + 1, p, false);
    arena_reset(&g->ctx->scratch, mark);
    return r;
}

IrFunc *gen_base_func(Gen *g, FuncDecl *fd) {
    IrType *t = gen_func_type(g, fd, &fd->d.type->u.func, fd->cls->d.type);
    IrFunc *f = ir_func_new(g->m, cxx_mangle_cdtor(g->x, fd, '2'), base_func_type(g, t),
                            func_linkage(g, fd));
    f->g.pos = fd->d.pos;
    param_attrs(g, f, fd, &fd->d.type->u.func, true);
    func_attrs(f, fd);
    if (cxx_host_only(g->x, &fd->d)) host_body(g, f);
    return f;
}

// CUDA's header overloads its functions of binary128 for the type's two names, __float128 and
// _Float128; the device library has one of each, by its plain name.
static bool is_fp128_function(const Gen *g, const FuncDecl *fd) {
    return fd->cudart && !fd->defined &&
           strncmp(atom_str(g->ctx, fd->d.name), "__nv_fp128_", 11) == 0;
}

static IrFunc *existing_func(Gen *g, Atom name) {
    IrGlobal *old = ir_find(g->m, name);
    return old && old->v.kind == IR_C_FUNC ? (IrFunc *)old : NULL;
}

IrFunc *gen_func_decl(Gen *g, FuncDecl *fd) {
    void **slot = map_slot(&g->globals, (uintptr_t)fd);
    if (*slot) return *slot;
    bool fp128 = is_fp128_function(g, fd);
    IrFunc *same = fp128 ? existing_func(g, fd->d.name) : NULL;
    if (same) {
        map_put(&g->globals, (uintptr_t)fd, same);
        return same;
    }
    const FuncType *ft = &fd->d.type->u.func;
    bool method = fd->cls && !(fd->d.flags & DF_STATIC);
    IrType *fty = gen_func_type(g, fd, ft, method ? fd->cls->d.type : NULL);
    Atom name = fp128 ? fd->d.name : cxx_mangle(g->x, &fd->d);
    IrFunc *f = ir_func_new(g->m, name, fty, func_linkage(g, fd));
    map_put(&g->globals, (uintptr_t)fd, f);
    f->g.pos = fd->d.pos;
    if (fd->d.cuda & CU_GLOBAL) kernel_attrs(g, f, fd);
    mark_local_kernel(f, fd);
    param_attrs(g, f, fd, ft, false);
    func_attrs(f, fd);
    if (cxx_host_only(g->x, &fd->d)) {
        host_body(g, f);
    } else if (!fd->defined) {
        f->g.linkage = IR_EXTERNAL;
        // for nvcc's other tools to find, or to complain about
        bool elsewhere = g->x->opt.host_program || g->x->opt.rdc || fd->cudart || g->opt.check_only;
        // whose calls become constants
        elsewhere = elsewhere || strcmp(atom_str(g->ctx, name), "__nvvm_reflect") == 0;
        if (!elsewhere || fd->d.linkage == LK_INTERNAL)
            diag(g->ctx, GEN_ROW(gen_undefined), fd->d.pos, &fd->d);
    }
    return f;
}

static uint32_t var_space(const VarDecl *v) {
    if (v->d.cuda & CU_SHARED) return IR_AS_SHARED;
    if (v->d.cuda & CU_CONSTANT) return IR_AS_CONST;
    return IR_AS_GLOBAL;
}

static IrConst *var_init(Gen *g, VarDecl *v, IrType *ty) {
    bool shared = v->d.cuda & CU_SHARED;
    if (shared && v->fn) return ir_undef(g->m, ty); // with a warning (cuda_check_local)
    cxx_var_init(g->x, v);
    if (cuda_dynamic_init(g->x, v)) {
        const char *space = v->d.cuda & CU_SHARED     ? "__shared__"
                            : v->d.cuda & CU_CONSTANT ? "__constant__"
                            : v->d.cuda & CU_MANAGED  ? "__managed__"
                                                      : "__device__";
        const char *local = v->fn ? " within a __device__/__global__ function" : "";
        diag(g->ctx, GEN_ROW(gen_dynamic_init), v->d.pos,
             arena_printf(&g->ctx->perm, "%s%s", v->fn ? "function-scope static " : "", space),
             local);
        return ir_null(g->m, ty);
    }
    if (shared) return ir_undef(g->m, ty);
    ConstVal *c = v->init ? cxx_var_const(g->x, v) : NULL;
    if (!c && v->init) c = cxx_const_eval_init(g->x, v, v->init, false); // static [basic.start]
    return c ? gen_const(g, c, v->d.type) : ir_null(g->m, ty);
}

// Variables that the host registers keep their names (under --device-c those are unique).
static IrLinkage var_linkage(Gen *g, const VarDecl *v) {
    if ((v->d.cuda & CU_SHARED) && (v->d.flags & DF_EXTERN)) return IR_EXTERNAL;
    if (v->storage == STOR_STATIC || v->fn) return IR_INTERNAL;
    if (v->d.linkage == LK_INTERNAL)
        return g->x->opt.host_program && cuda_is_registered(&v->d) ? IR_EXTERNAL : IR_INTERNAL;
    bool merged = v->tmpl || v->d.flags & DF_INLINE;
    return cxx_links_units(&g->x->opt) && merged && v->defined ? IR_WEAK_ODR : IR_EXTERNAL;
}

// Device memory that nobody writes: the host, too, may only read a const variable.
static bool is_read_only(const VarDecl *v) {
    const Type *t = v->d.type;
    if ((v->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED)) != CU_DEVICE) return false;
    bool is_const = t->quals & Q_CONST, is_volatile = t->quals & Q_VOLATILE;
    for (; ty_is_array(t); t = t->u.array.elem) {
        is_const |= (t->u.array.elem->quals & Q_CONST) != 0;
        is_volatile |= (t->u.array.elem->quals & Q_VOLATILE) != 0;
    }
    return is_const && !is_volatile && !cxx_has_mutable(t);
}

IrGlobal *gen_var_decl(Gen *g, VarDecl *v) {
    void **slot = map_slot(&g->globals, (uintptr_t)v);
    if (*slot) return *slot;
    bool outer = g->float128;
    g->float128 = false;
    IrType *ty = gen_mem_type(g, v->d.type);
    gen_check_float128(g, &v->d, outer);
    bool dynamic_shared = (v->d.cuda & CU_SHARED) && (v->d.flags & DF_EXTERN);
    IrLinkage l = var_linkage(g, v);
    bool elsewhere =
        dynamic_shared || (cxx_links_units(&g->x->opt) && !v->defined && l == IR_EXTERNAL);
    if (!elsewhere && !v->defined && v->d.flags & DF_EXTERN)
        diag(g->ctx, GEN_ROW(gen_extern_var), v->d.pos, v->d.name);
    Atom name = cxx_mangle(g->x, &v->d);
    uint32_t align = CU_MAX(gen_align(g, v->d.type), v->align);
    // the launch's memory: as cicc has it, aligned for every type that it may be taken for
    if (dynamic_shared) align = CU_MAX(align, 16u);
    IrGlobal *other = dynamic_shared && v->fn ? ir_find(g->m, name) : NULL;
    if (other && other->v.kind == IR_C_VAR && !other->init) { // declared in another block too
        other->align = CU_MAX(other->align, align);
        map_put(&g->globals, (uintptr_t)v, other);
        return other;
    }
    IrGlobal *var = ir_var_new(g->m, name, ty, var_space(v), l, NULL);
    map_put(&g->globals, (uintptr_t)v, var);
    var->pos = v->d.pos;
    var->align = align;
    if (!elsewhere) var->init = var_init(g, v, ty);
    if (var->init) var->vty = var->init->v.type; // with elements of a flexible array member
    var->constant = var->init && is_read_only(v);
    if (v->d.cuda & CU_CONSTANT) var->externally_initialized = true;
    if (v->d.cuda & CU_MANAGED) {
        const IrAttrSet *s =
            ir_attr_add_str(g->m, var->attrs, atom_cstr(g->ctx, "nvvm.managed"), 0);
        var->attrs = s;
    }
    // A const variable with no space of its own (constexpr table used by device code).
    bool spaced = v->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED);
    if (!elsewhere && (spaced || v->fn)) gen_check_sized(g, v, false);
    if (!spaced && (v->d.type->quals & Q_CONST || v->d.flags & DF_CONSTEXPR)) {
        var->constant = true;
        var->linkage = v->tmpl_object && cxx_links_units(&g->x->opt) ? IR_WEAK_ODR : IR_INTERNAL;
    }
    return var;
}

IrValue *gen_generic(Gen *g, IrGlobal *v) {
    if (v->v.type == g->m->ty_ptr) return &v->v;
    return &ir_ccast(g->m, IR_ADDRSPACECAST, (IrConst *)v, g->m->ty_ptr)->v;
}

IrConst *gen_string(Gen *g, const void *bytes, uint32_t n, Type *array) {
    IrType *ty = gen_mem_type(g, array);
    IrType *el = ty->elem;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    char *full = arena_zalloc(&g->ctx->scratch, ty->size + 1, 1);
    memcpy(full, bytes, CU_MIN((uint64_t)n * el->size, ty->size));
    Atom key = atom_intern(g->ctx, full, ty->size);
    arena_reset(&g->ctx->scratch, mark);
    void **slot = map_slot(&g->strings, ((uint64_t)ty->id << 32) | key);
    if (!*slot) {
        IrConst *init = ir_data(g->m, ty, atom_str(g->ctx, key), ty->size);
        Atom name = g->nstr ? atom_printf(g->ctx, "$str$%u", g->nstr) : atom_cstr(g->ctx, "$str");
        g->nstr++;
        IrGlobal *v = ir_var_new(g->m, name, ty, IR_AS_GLOBAL, IR_PRIVATE, init);
        v->constant = true;
        v->unnamed_addr = 1;
        v->align = (uint32_t)el->size;
        map_put(&g->strings, ((uint64_t)ty->id << 32) | key, v);
        slot = map_slot(&g->strings, ((uint64_t)ty->id << 32) | key);
    }
    return (IrConst *)gen_generic(g, *slot);
}

IrConst *gen_const_object(Gen *g, const ConstVal *val, Pos pos) {
    return (IrConst *)gen_generic(g, gen_var_decl(g, cxx_tmpl_object(g->x, val, pos)));
}

IrFunc *gen_runtime(Gen *g, const char *name, IrType *ret, uint32_t n, IrType *const *param) {
    return lower_runtime(g->m, name, ret, n, param);
}

static void module_flags(Gen *g) {
    IrModule *m = g->m;
    IrMd *ver[4];
    const uint32_t v[4] = {2, 0, 3, 2};
    for (int i = 0; i < 4; i++) ver[i] = ir_md_int(m, v[i]);
    ir_named_md_add(m, atom_cstr(g->ctx, "nvvmir.version"), ir_md_node(m, 4, ver));
}

static void add_used(Gen *g, const Decl *d, const void *key, IrConst **at, uint64_t *n) {
    IrGlobal *v = d->flags & DF_USED_ATTR ? map_get(&g->globals, (uintptr_t)key) : NULL;
    bool decl = v && (v->v.kind == IR_C_VAR ? !v->init : ir_is_decl((IrFunc *)v));
    if (v && !decl) at[(*n)++] = (IrConst *)gen_generic(g, v);
}

// What __attribute__((used)) keeps, whether or not anything names it: llvm.used (LLVM's reference).
static void keep_used(Gen *g) {
    Cxx *x = g->x;
    IrConst **at = arena_array(&g->ctx->perm, IrConst *, x->work.n + x->work_vars.n + 1);
    uint64_t n = 0;
    for (uint32_t i = 0; i < x->work_vars.n; i++)
        add_used(g, &x->work_vars.at[i]->d, x->work_vars.at[i], at, &n);
    for (uint32_t i = 0; i < x->work.n; i++) {
        if (!(x->work.at[i]->d.cuda & CU_GLOBAL))
            add_used(g, &x->work.at[i]->d, x->work.at[i], at, &n);
    }
    if (!n) return;
    IrType *t = ir_ty_array(g->m, g->m->ty_ptr, n);
    IrGlobal *v = ir_var_new(g->m, atom_cstr(g->ctx, "llvm.used"), t, IR_AS_GENERIC, IR_APPENDING,
                             ir_agg(g->m, t, n, at));
    v->section = atom_cstr(g->ctx, "llvm.metadata");
}

IrModule *irgen_module(Cxx *x, const IrGenOptions *opt) {
    Ctx *ctx = x->ctx;
    Gen *g = arena_new(&ctx->perm, Gen);
    g->x = x;
    g->ctx = ctx;
    g->opt = *opt;
    g->m = ir_module_new(ctx, atom_cstr(ctx, "cuda"));
    map_init(&g->types, &ctx->perm);
    map_init(&g->globals, &ctx->perm);
    map_init(&g->strings, &ctx->perm);
    map_init(&g->vtables, &ctx->perm);
    map_init(&g->voffsets, &ctx->perm);
    map_init(&g->base_cdtors, &ctx->perm);
    map_init(&g->di_sub, &ctx->perm);
    map_init(&g->di_files, &ctx->perm);
    module_flags(g);
    for (uint32_t i = 0; i < x->work_vars.n; i++) {
        if (!gen_is_sreg(g, x->work_vars.at[i])) gen_var_decl(g, x->work_vars.at[i]);
    }
    for (uint32_t i = 0; i < x->work.n; i++) {
        FuncDecl *fd = x->work.at[i];
        if (fd->builtin || fd->d.flags & DF_INVALID || !fd->defined || fd->deleted) continue;
        IrFunc *f = gen_func_decl(g, fd);
        if (ir_is_decl(f)) gen_func_body(g, fd, f, false);
    }
    for (uint32_t i = 0; i < g->pending.n; i++) { // grows
        FuncDecl *fd = g->pending.at[i];
        IrFunc *f = gen_cdtor(g, fd, true);
        if (ir_is_decl(f)) gen_func_body(g, fd, f, true);
    }
    keep_used(g);
    return g->m;
}
