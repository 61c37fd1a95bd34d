// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over declarations: kernels' signatures, launch bounds, variables' memory spaces,
// redeclarations, overriding functions and calls (CUDA C++ Programming Guide, "C++ Language
// Support"). Called by the front end through CxxHooks.
#include "cuda/cuda_int.h"

// The declaration breaks a rule whose text takes no arguments.
static void report_if(Cxx *cxx, bool broken, const DiagRow *row, Pos pos) {
    if (broken) diag(cxx->ctx, row, pos);
}

typedef struct {
    unsigned bits;
    const char *word;
} MarkWord;

// The word of the first row that a mark is in; the last row's if none is.
static const char *word_of(const MarkWord *words, uint32_t n, unsigned cuda) {
    uint32_t i = 0;
    while (i + 1 < n && !(cuda & words[i].bits)) i++;
    return words[i].word;
}

static const char *space_name(unsigned cuda) {
    static const MarkWord words[] = {
        {CU_SHARED, "shared"}, {CU_CONSTANT, "constant"}, {CU_MANAGED, "managed"}, {0, "device"}};
    return word_of(words, CU_COUNT(words), cuda);
}

static const char *exec_space(Cxx *cxx, const FuncDecl *f) {
    static const char *const names[2][2] = {{"__host__", "__device__"},
                                            {"__host__", "__host__ __device__"}};
    bool host = f->d.cuda & CU_HOST, device = f->d.cuda & CU_DEVICE;
    bool unmarked = !host && !device;
    return names[host][device || (unmarked && cxx->opt.default_device)];
}

static bool in_class(const Decl *d) {
    return d->scope && d->scope->kind == SC_CLASS;
}

static bool in_main_file(const Decl *d) {
    return d->flags & DF_IN_MAIN_FILE;
}

// Whether the program declared the function itself, with a body or without: no function that the
// compiler made, or was asked to make or refuse.
static bool is_written_out(const FuncDecl *func) {
    return !func->is_implicit && !func->written.defaulted && !func->written.deleted;
}

// ---- kernels -----------------------------------------------------------------------------------

static bool named_in_std(Cxx *cxx, const Type *t, Atom name) {
    if (t->kind != TY_CLASS || !cxx->std_ns) return false;
    const Decl *d = &t->u.cls->d;
    return d->name == name && d->scope && d->scope->owner == &cxx->std_ns->d;
}

// An array parameter of __va_list_tag has become a pointer.
static bool is_va_list(Cxx *cxx, const Type *t) {
    const Type *e = t;
    if (t->kind == TY_PTR) e = t->u.ptr.to;
    if (ty_is_array(t)) e = t->u.array.elem;
    bool of_class = e != t && e->kind == TY_CLASS && e->u.cls->d.name;
    return of_class && strcmp(atom_str(cxx->ctx, e->u.cls->d.name), "__va_list_tag") == 0;
}

// [programming guide, "__global__ Function Parameters"]: no rvalue reference, std::initializer_list
// or va_list; __grid_constant__ is for what is const and no reference.
static void check_kernel_param(Cxx *cxx, FuncDecl *func, VarDecl *var) {
    Pos pos = var->d.pos ? var->d.pos : func->d.pos;
    const Type *t = var->d.type;
    bool grid_constant = var->d.cuda & CU_GRID_CONSTANT;
    bool constant = t->quals & Q_CONST && !ty_is_ref(t);
    report_if(cxx, t->kind == TY_RREF, CUDA_ROW(kernel_ref_param), pos);
    report_if(cxx, named_in_std(cxx, t, cxx->n.initializer_list), CUDA_ROW(kernel_init_list), pos);
    report_if(cxx, is_va_list(cxx, t), CUDA_ROW(kernel_va_list), pos);
    report_if(cxx, grid_constant && !constant, CUDA_ROW(grid_constant_type), var->d.pos);
}

// Whether one of the namespaces around it is both.
static bool in_inline_unnamed(const Scope *s) {
    for (; s && s->kind == SC_NAMESPACE && s->parent && s->owner; s = s->parent) {
        if (!s->owner->name && ((const NamespaceDecl *)s->owner)->inline_) return true;
    }
    return false;
}

static bool says_noexcept(const FuncDecl *func) {
    return func->written.noexcept_.end || func->d.type->u.func.noexcept_;
}

// What a kernel must not be or say; the first that it is. NULL: none, or one that has a message of
// its own.
static const char *refused_specifier(const FuncDecl *func) {
    const Decl *d = &func->d;
    if (d->flags & DF_CONSTEVAL) return "marked consteval";
    if (d->flags & DF_CONSTEXPR) return "marked constexpr";
    if (says_noexcept(func) || func->op) return NULL;
    if (d->flags & DF_FRIEND_ONLY && func->body.defined) return "defined in a friend declaration";
    if (in_inline_unnamed(d->scope)) return "declared within an inline unnamed namespace";
    return NULL;
}

static void check_specifiers(Cxx *cxx, const FuncDecl *func) {
    const char *specifier = refused_specifier(func);
    if (specifier)
        diag(cxx->ctx, CUDA_ROW(kernel_specifier), func->d.pos, specifier);
    else if (says_noexcept(func))
        diag(cxx->ctx, CUDA_ROW(kernel_noexcept), func->d.pos);
    else if (func->op)
        diag(cxx->ctx, CUDA_ROW(kernel_operator), func->d.pos);
}

static bool returns_nothing(const Type *result) {
    return is_any_of(result->kind, TY_VOID, TY_ERROR) || ty_dependent(result);
}

// Marks of the other kinds of functions on a kernel; nvcc names one.
static void check_other_spaces(Cxx *cxx, const FuncDecl *kernel) {
    if (!(kernel->d.cuda & (CU_HOST | CU_DEVICE))) return;
    const char *other = kernel->d.cuda & CU_HOST ? "host" : "device";
    diag(cxx->ctx, CUDA_ROW(space_conflict), kernel->d.pos, "global", other);
}

static void check_kernel(Cxx *cxx, FuncDecl *func) {
    const FuncType *type = &func->d.type->u.func;
    Pos pos = func->d.pos;

    // its type and place
    bool deduced = type->ret->flags & TF_HAS_AUTO;
    report_if(cxx, deduced, CUDA_ROW(kernel_deduced), pos);
    report_if(cxx, !deduced && !returns_nothing(type->ret), CUDA_ROW(kernel_return), pos);
    report_if(cxx, type->variadic, CUDA_ROW(kernel_variadic), pos);
    report_if(cxx, func->cls != NULL, CUDA_ROW(kernel_member), pos);

    // what it says of itself
    check_other_spaces(cxx, func);
    check_specifiers(cxx, func);
    bool inline_here = func->d.flags & DF_INLINE && in_main_file(&func->d);
    report_if(cxx, inline_here && !func->cls, CUDA_ROW(kernel_inline), pos);

    for (uint32_t i = 0; i < func->nparam; i++) {
        if (func->param[i]) check_kernel_param(cxx, func, func->param[i]);
    }
}

// A kernel of the main file without __launch_bounds__ (a warning that must be asked for).
static void ask_for_bounds(Cxx *cxx, const FuncDecl *f) {
    bool bounded = f->code.bounds && f->code.bounds->max_threads != -1;
    bool instance = f->d.flags & DF_TEMPLATE_INST;
    if (!bounded && !instance && in_main_file(&f->d))
        diag(cxx->ctx, CUDA_ROW(bounds_missing), cxx_body_place(cxx, f));
}

// Without device linking nothing joins the definitions that several files give of one variable (or
// of one template of variables).
static void check_inline(Cxx *cxx, const Decl *d) {
    enum { KEPT = CU_DEVICE | CU_CONSTANT | CU_MANAGED };
    bool kept = d->cuda & KEPT && !(d->cuda & CU_SHARED);
    if (!kept || d->env || in_class(d)) return;
    bool shared_by_files = d->flags & DF_INLINE && d->linkage != LK_INTERNAL;
    report_if(cxx, shared_by_files && !cxx_links_units(&cxx->opt), CUDA_ROW(inline_linkage),
              d->pos);
}

// NVRTC's rule: all code is the device's. What headers have and nobody uses is left alone.
static void check_jit_function(Cxx *cxx, const FuncDecl *func) {
    bool ours = in_main_file(&func->d) && !func->d.env && !func->code.builtin;
    bool judged = cxx->opt.jit && ours && is_written_out(func) && !cuda_is_closure_call(func);
    if (!judged) return;
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    report_if(cxx, marks == CU_HOST, CUDA_ROW(jit_host_function), func->d.pos);
    report_if(cxx, !marks && !cxx->opt.default_device, CUDA_ROW(jit_function), func->d.pos);
}

// A kernel template has at most one parameter pack, its last parameter. (One without a name is
// let stand elsewhere.)
static void check_kernel_packs(Cxx *cxx, const TmplParams *params) {
    uint32_t packs = 0;
    for (uint32_t i = 0; i < params->n; i++) {
        const TParmDecl *parm = params->parm[i];
        if (!parm->pack) continue;
        bool last = i + 1 == params->n;
        if (packs++)
            diag(cxx->ctx, CUDA_ROW(kernel_packs), parm->d.pos);
        else if (!last && parm->d.name)
            diag(cxx->ctx, CUDA_ROW(kernel_pack_last), parm->d.pos);
    }
}

static void check_template(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->kind == TK_VAR) check_inline(cxx, &tmpl->d);
    const Decl *pattern = tmpl->pattern ? &tmpl->pattern->d : NULL;
    if (!pattern) return;
    const FuncDecl *func = pattern->kind == D_FUNC ? (const FuncDecl *)pattern : NULL;
    if (func) check_jit_function(cxx, func);

    bool kernel = pattern->cuda & CU_GLOBAL;
    if (!kernel || !tmpl->params) return;
    report_if(cxx, in_class(&tmpl->d), CUDA_ROW(kernel_member), tmpl->d.pos);
    if (func) ask_for_bounds(cxx, func);
    check_kernel_packs(cxx, tmpl->params);
}

// ---- launch bounds -----------------------------------------------------------------------------

enum { MAX_THREADS = 1024 }; // per block, on every target we have

// The attribute that the bounds came from, for a message.
static const char *bounds_word(const LaunchBounds *b) {
    if (b->reqntid[0] != -1) return "__block_size__";
    if (b->cluster[0] != -1) return "__cluster_dims__";
    return b->maxnreg != -1 ? "__maxnreg__" : "__launch_bounds__";
}

// -1: not given.
static bool bad_dims(const int64_t *v, bool zero_ok) {
    int64_t least = zero_ok ? 0 : 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (v[i] != -1 && v[i] < least) return true;
    }
    return false;
}

// The third argument of __launch_bounds__ bounds the cluster, whose size __cluster_dims__ may say.
static void check_cluster(Cxx *cxx, const LaunchBounds *launch_bounds, Pos pos) {
    int64_t total = 1;
    if (launch_bounds->max_blocks_per_cluster < -1) {
        diag(cxx->ctx, CUDA_ROW(bounds_cluster_negative), pos);
        return;
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (launch_bounds->cluster[i] <= 0 || launch_bounds->cluster[i] > 1 << 16) return;
        total *= launch_bounds->cluster[i];
    }
    if (launch_bounds->max_blocks_per_cluster > 0 && total > launch_bounds->max_blocks_per_cluster)
        diag(cxx->ctx, CUDA_ROW(bounds_cluster_limit), pos);
}

static void check_bounds(Cxx *cxx, FuncDecl *func) {
    LaunchBounds *bounds = func->code.bounds;
    Pos pos = bounds->pos ? bounds->pos : func->d.pos;
    if (!(func->d.cuda & CU_GLOBAL)) {
        diag(cxx->ctx, CUDA_ROW(bounds_not_kernel), pos, bounds_word(bounds));
        return;
    }

    // threads
    if (bounds->max_threads <= 0) bounds->max_threads = -1; // as if not given
    if (bounds->max_threads > MAX_THREADS)
        diag(cxx->ctx, CUDA_ROW(bounds_threads), pos, (int)bounds->max_threads, (int)MAX_THREADS);
    if (bad_dims(bounds->reqntid, false))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__block_size__");

    // clusters: all zeros mean none
    const int64_t *cluster = bounds->cluster;
    bool no_cluster = !(cluster[0] | cluster[1] | cluster[2]);
    if (bad_dims(cluster, no_cluster))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__cluster_dims__");
    report_if(cxx, bounds->cluster_both, CUDA_ROW(bounds_cluster_twice), pos);
    check_cluster(cxx, bounds, pos);

    // registers, which __launch_bounds__ limits too
    if (bounds->maxnreg == -1) return;
    report_if(cxx, bounds->maxnreg <= 0, CUDA_ROW(bounds_registers), pos);
    report_if(cxx, bounds->max_threads != -1, CUDA_ROW(bounds_both), pos);
}

// ---- attributes on what they do not belong to -------------------------------------------------

// Whether the declaration is judged wherever it stands; of functions and variables that are not
// local, only those of the main file are.
static bool is_local_or_ours(const Decl *decl) {
    bool local = decl->kind == D_VAR && ((const VarDecl *)decl)->fn;
    bool own = is_any_of(decl->kind, D_FUNC, D_VAR) && !local;
    return !own || in_main_file(decl);
}

// Warns of the first of the marks that the declaration has.
static void ignored(Cxx *cxx, const Decl *decl, unsigned bits) {
    static const MarkWord words[] = {{CU_HOST, "host"},
                                     {CU_DEVICE, "device"},
                                     {CU_GLOBAL, "global"},
                                     {CU_SHARED, "shared"},
                                     {CU_CONSTANT, "constant"},
                                     {CU_MANAGED, "managed"},
                                     {0, NULL}};
    const char *word = word_of(words, CU_COUNT(words), decl->cuda & bits);
    if (word && is_local_or_ours(decl)) diag(cxx->ctx, CUDA_ROW(space_ignored), decl->pos, word);
}

// ---- functions ---------------------------------------------------------------------------------

// The name as it is declared in its class.
static const char *plain_name(Cxx *cxx, const FuncDecl *f) {
    if (!is_any_of(f->kind, FK_CTOR, FK_DTOR)) return atom_str(cxx->ctx, f->d.name);
    const char *cls = atom_str(cxx->ctx, f->cls->d.name);
    return f->kind == FK_DTOR ? arena_printf(&cxx->ctx->perm, "~%s", cls) : cls;
}

// [class.dtor]/13, before the destructor itself knows: one of a base is virtual.
static bool virtual_dtor(Cxx *cxx, const FuncDecl *f) {
    if (f->kind != FK_DTOR || !f->cls) return false;
    for (uint32_t i = 0; i < f->cls->members.nbase; i++) {
        const BaseSpec *base = &f->cls->members.base[i];
        const FuncDecl *dtor = base->cls ? cxx_find_dtor(cxx, base->type) : NULL;
        if (dtor && dtor->is_virtual) return true;
    }
    return false;
}

// A function defaulted in its class runs where the members that it calls do: its marks mean
// nothing. Those of a virtual one say where it may be called.
static void check_defaulted(Cxx *cxx, FuncDecl *f) {
    bool defaulted = f->written.defaulted && !f->is_implicit && !cxx->opt.default_device;
    if (!defaulted || !in_main_file(&f->d)) return;
    if (f->is_virtual || virtual_dtor(cxx, f)) return;
    if (f->d.cuda & CU_HOST)
        diag(cxx->ctx, CUDA_ROW(default_space), f->d.pos, "__host__", plain_name(cxx, f));
    if (f->d.cuda & CU_DEVICE)
        diag(cxx->ctx, CUDA_ROW(default_space), f->d.pos, "__device__", plain_name(cxx, f));
}

// NVRTC's rule for variables that are not local: one without a memory space would be the host's.
// What is const may be folded into the code.
static void check_jit_variable(Cxx *cxx, const VarDecl *var) {
    bool ours = in_main_file(&var->d) && !var->d.env && !var->fn && var->storage != STOR_PARAM;
    if (!cxx->opt.jit || cxx->opt.default_device || !ours) return;
    bool constant = var->d.type->quals & Q_CONST || var->d.flags & DF_CONSTEXPR;
    bool on_device = var->d.cuda & CU_SHARED || cxx_device_storage(&var->d);
    if (constant || on_device) return;
    diag(cxx->ctx, in_class(&var->d) ? CUDA_ROW(jit_member) : CUDA_ROW(jit_variable), var->d.pos);
}

// The marks of variables on parameters; __grid_constant__ is for kernels.
static void check_params(Cxx *cxx, const FuncDecl *func) {
    bool kernel = func->d.cuda & CU_GLOBAL;
    for (uint32_t i = 0; i < func->nparam; i++) {
        const VarDecl *param = func->param[i];
        if (!param) continue;
        ignored(cxx, &param->d, CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        bool misplaced = param->d.cuda & CU_GRID_CONSTANT && !kernel;
        report_if(cxx, misplaced, CUDA_ROW(grid_constant_place), param->d.pos);
    }
}

static bool is_main(const Cxx *cxx, const FuncDecl *func) {
    return func->d.name == cxx->n.main && !func->cls && func->d.scope == cxx->global;
}

static void check_func(Cxx *cxx, FuncDecl *func) {
    check_jit_function(cxx, func);
    if (func->d.cuda & CU_GLOBAL) {
        check_kernel(cxx, func);
        ask_for_bounds(cxx, func);
    }
    check_defaulted(cxx, func);
    if (func->code.bounds) check_bounds(cxx, func);
    ignored(cxx, &func->d, CU_SHARED | CU_CONSTANT | CU_MANAGED);

    bool on_device = func->d.cuda & (CU_DEVICE | CU_GLOBAL);
    report_if(cxx, on_device && is_main(cxx, func), CUDA_ROW(device_main), func->d.pos);
    check_params(cxx, func);
}

// ---- redeclarations and overriding -------------------------------------------------------------

// The program's own declaration of what may be a header's; neither is a template's instance, and
// marks mean what they say.
static bool both_plain(const Cxx *cxx, const Decl *old, const Decl *decl) {
    return in_main_file(decl) && !decl->env && !old->env && !cxx->opt.default_device;
}

// Whether two declarations that differ in their marks are judged.
static bool may_differ(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    bool written = !func->written.defaulted && !old->written.defaulted && !old->code.builtin &&
                   !old->is_implicit;
    return written && both_plain(cxx, &old->d, &func->d);
}

// One of the two is a kernel: "redeclared with __host__" or "without __global__".
static void kernel_again(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    unsigned all = CU_HOST | CU_DEVICE | CU_GLOBAL;
    bool was_kernel = old->d.cuda & CU_GLOBAL, marked = func->d.cuda & all;
    const char *was = was_kernel ? "__global__" : exec_space(cxx, old);
    const char *now = was_kernel && marked ? exec_space(cxx, func) : "__global__";
    diag(cxx->ctx, CUDA_ROW(space_again_kernel), func->d.pos, was, old->d.name,
         marked ? "with " : "without ", now);
}

// What a __device__ function, or one of the host, is redeclared as, by the marks of the latter;
// with no marks at all it is the host's.
static const DiagRow *space_again(bool was_device, unsigned marks) {
    if (!was_device)
        return marks == CU_DEVICE ? CUDA_ROW(space_again_device) : CUDA_ROW(space_again_hd);
    if (marks == CU_HOST) return CUDA_ROW(space_again_host);
    return marks ? CUDA_ROW(space_again_both) : CUDA_ROW(space_again_none);
}

// A function redeclared for other spaces runs in both; a kernel cannot be.
static void check_spaces_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    enum { SPACES = CU_HOST | CU_DEVICE | CU_GLOBAL };
    unsigned was = old->d.cuda & SPACES, marks = func->d.cuda & SPACES;
    bool same = was == marks || (was | marks) == CU_HOST; // the host's, marked or not
    if (same || !may_differ(cxx, old, func)) return;
    if ((was ^ marks) & CU_GLOBAL) {
        kernel_again(cxx, old, func);
        return;
    }

    bool was_both = was & CU_DEVICE && was != CU_DEVICE; // may be redeclared for less
    if (!was_both)
        diag(cxx->ctx, space_again(was == CU_DEVICE, marks), func->d.pos,
             cuda_full_name(cxx, &old->d));
}

static const char *memory_space(const Decl *decl) {
    static const MarkWord words[] = {{CU_MANAGED, "__managed__"},
                                     {CU_SHARED, "__shared__"},
                                     {CU_CONSTANT, "__constant__"},
                                     {CU_DEVICE, "__device__"},
                                     {0, "host"}};
    return word_of(words, CU_COUNT(words), decl->cuda);
}

// var declares `old` once more: a memory space that only one of them has.
void cuda_check_var_redecl(Cxx *cxx, VarDecl *old, VarDecl *var) {
    enum { NAMED = CU_SHARED | CU_CONSTANT | CU_MANAGED };
    const char *was = memory_space(&old->d), *now = memory_space(&var->d);
    if (was == now || !in_main_file(&old->d) || !both_plain(cxx, &old->d, &var->d)) return;
    bool host = !(old->d.cuda & (NAMED | CU_DEVICE)), more = var->d.cuda & NAMED || host;
    diag(cxx->ctx, more ? CUDA_ROW(space_with) : CUDA_ROW(space_without), var->d.pos, was,
         cuda_full_name(cxx, &old->d), more ? now : was);
}

// func declares `old` once more.
void cuda_check_redecl(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    check_spaces_again(cxx, old, func);
    bool kernels = func->d.cuda & old->d.cuda & CU_GLOBAL;
    if (!kernels) return;
    for (uint32_t i = 0; i < CU_MIN(func->nparam, old->nparam); i++) {
        const Decl *was = &old->param[i]->d, *now = &func->param[i]->d;
        if (!((was->cuda ^ now->cuda) & CU_GRID_CONSTANT)) continue;
        diag(cxx->ctx, CUDA_ROW(grid_constant_redecl), now->pos ? now->pos : func->d.pos,
             now->name);
        diag(cxx->ctx, CUDA_ROW(note_previous), was->pos ? was->pos : old->d.pos);
    }
}

// Where a function runs that is no kernel; without marks on the host.
static unsigned marked_spaces(const FuncDecl *func) {
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE);
    return marks ? marks : CU_HOST;
}

// A function of one execution space cannot override one of another; what runs on both overrides
// what does. Those that are not written run wherever they are called.
void cuda_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *base) {
    bool written = !func->is_implicit && !base->is_implicit && !func->written.defaulted &&
                   !base->written.defaulted;
    if (!written || cxx->opt.default_device) return;
    if (marked_spaces(base) == marked_spaces(func)) return;
    diag(cxx->ctx, CUDA_ROW(override_space), func->d.pos, &base->d, exec_space(cxx, base), &func->d,
         exec_space(cxx, func));
    diag(cxx->ctx, CUDA_ROW(note_previous), base->d.pos);
}

// ---- variables ---------------------------------------------------------------------------------

// Whether the function's body is code of the device, by its marks.
static bool in_device_code(Cxx *cxx, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return c ? c & (CU_DEVICE | CU_GLOBAL) : cxx->opt.default_device;
}

// Host and device must both be able to write to it.
static void check_managed(Cxx *cxx, VarDecl *v) {
    if (ty_is_ref(v->d.type))
        diag(cxx->ctx, CUDA_ROW(managed_ref), v->d.pos);
    else if (v->d.type->quals & Q_CONST)
        diag(cxx->ctx, CUDA_ROW(managed_const), v->d.pos);
}

// Local extern declarations of one name in a namespace declare one variable [basic.link]/6. The one
// that stands later, or in an instance, is wrong.
static void check_extern_shared(Cxx *cxx, VarDecl *var) {
    CudaState *st = cxx->hooks.data;
    const Scope *scope = var->d.scope;
    while (scope && scope->kind != SC_NAMESPACE) scope = scope->parent;
    if (!scope || ty_dependent(var->d.type)) return;

    uint64_t key = hash_mix(scope->owner ? scope->owner->id + 1 : 0, var->d.name);
    VarDecl *other = map_get(&st->shared, key);
    if (!other) {
        map_put(&st->shared, key, var);
        return;
    }
    bool agree = other->d.type == var->d.type || other->d.type->kind == TY_ERROR;
    if (agree || other->d.name != var->d.name) return; // (the key is a hash)

    bool swap = !var->d.env && (other->d.env || other->d.order > var->d.order);
    const Decl *later = swap ? &other->d : &var->d, *earlier = swap ? &var->d : &other->d;
    if (diag_error_at(cxx->ctx, later->pos)) return; // in one scope: said already
    diag(cxx->ctx, CUDA_ROW(extern_shared_differs), later->pos, later->name);
    diag(cxx->ctx, CUDA_ROW(note_previous_type), earlier->pos, earlier->type);
}

// A shared variable has no initialiser; one that is extern is as large as the launch says, so that
// it is an array without a size. (Another is read as if it were not extern.)
static void check_shared(Cxx *cxx, VarDecl *var) {
    if (var->init_style != INIT_NONE)
        diag(cxx->ctx, CUDA_ROW(shared_init), var->d.pos, atom_str(cxx->ctx, var->d.name));
    if (!(var->d.flags & DF_EXTERN)) return;

    if (var->fn) check_extern_shared(cxx, var);
    bool sized = !is_any_of(var->d.type->kind, TY_ARRAY_INC, TY_ERROR);
    if (!sized || ty_dependent(var->d.type)) return;
    diag(cxx->ctx, CUDA_ROW(shared_extern_sized), var->d.pos, var->d.name);
    var->d.flags &= ~(uint32_t)DF_EXTERN;
    var->defined = true;
}

static void check_var(Cxx *cxx, VarDecl *var) {
    check_jit_variable(cxx, var);
    unsigned space = var->d.cuda & (CU_SHARED | CU_CONSTANT | CU_MANAGED);
    bool thread = var->d.flags & DF_THREAD;
    bool in_code = var->fn && in_device_code(cxx, var->fn);
    report_if(cxx, thread && in_code, CUDA_ROW(thread_local_code), var->d.pos);
    ignored(cxx, &var->d, CU_GLOBAL | CU_HOST);
    bool in_device_memory = space || var->d.cuda & CU_DEVICE;
    if (!in_device_memory) return;

    if (!var->fn) check_inline(cxx, &var->d);
    if (thread && !var->fn)
        diag(cxx->ctx, CUDA_ROW(thread_local_var), var->d.pos, space_name(var->d.cuda));

    // one memory space at most: the lowest mark and the others
    unsigned first = space & -space, others = space & (space - 1);
    if (others)
        diag(cxx->ctx, CUDA_ROW(space_conflict), var->d.pos, space_name(first), space_name(others));

    bool outlives_call = space & CU_SHARED || var->storage == STOR_STATIC;
    if (in_code && !outlives_call)
        diag(cxx->ctx, CUDA_ROW(space_local), var->d.pos, space_name(var->d.cuda));
    if (space & CU_MANAGED) check_managed(cxx, var);
    if (space & CU_SHARED) check_shared(cxx, var);
}

// A variable that is declared in its class.
static void check_member(Parse *parse, const Decl *decl) {
    bool here = in_class(decl) && decl->scope == parse->scope;
    bool marked = decl->cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED);
    report_if(parse->x, here && marked, CUDA_ROW(member_space), decl->pos);
}

// ---- any declaration ---------------------------------------------------------------------------

void cuda_check_decl(Parse *parse, Decl *decl) {
    if (decl->flags & DF_INVALID) return;
    if (decl->kind == D_TEMPLATE) check_template(parse->x, (TemplateDecl *)decl);
    if (!decl->type) return;
    switch (decl->kind) {
    case D_FUNC: check_func(parse->x, (FuncDecl *)decl); break;
    case D_VAR:
        check_var(parse->x, (VarDecl *)decl);
        check_member(parse, decl);
        break;
    case D_FIELD:
        ignored(parse->x, decl, CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        break;
    case D_TYPEDEF: ignored(parse->x, decl, ~0u); break;
    default: break;
    }
}

// ---- calls -------------------------------------------------------------------------------------

static bool runs_on_both(const FuncDecl *func) {
    enum { BOTH = CU_HOST | CU_DEVICE };
    return (func->d.cuda & BOTH) == BOTH;
}

// A __host__ __device__ function calls what only the host has: wrong if it runs on the device,
// which nobody knows here. Implicit functions and lambdas without marks may run wherever their
// caller does.
static void check_crossing(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    const FuncDecl *func = parse->fn;
    if (!runs_on_both(func) || !in_main_file(&func->d) || cuda_is_closure_call(func)) return;
    if (parse->const_expr || cuda_exec_check_disabled(parse, func)) return;
    bool constant = callee->d.flags & DF_CONSTEXPR;
    diag(cxx->ctx, constant ? CUDA_ROW(cross_constexpr) : CUDA_ROW(cross_call), pos,
         cuda_func_name(cxx, callee, true), cuda_func_name(cxx, func, false));
}

// Of a class of the host's whose constructor the function was refused, or of what a refused call
// gives, the destructor is no mistake of its own. Remembers such constructors.
static bool follows_refused_ctor(Parse *parse, const FuncDecl *callee, Pos pos) {
    CudaState *state = parse->x->hooks.data;
    if (!callee->cls || diag_silent(parse->x->ctx) || diag_trapped(parse->x->ctx)) return false;
    uint64_t key = (uint64_t)parse->fn->d.id << 32 | callee->cls->d.id;
    if (callee->kind == FK_CTOR) map_put(&state->refused_ctor, key, parse->fn);
    bool made = map_get(&state->refused_ctor, key) || diag_error_at(parse->x->ctx, pos);
    return callee->kind == FK_DTOR && made;
}

// Says that the caller, which runs on the device alone, must not call it, and where it is declared.
static void say_host_call(Parse *parse, const FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    const char *kind = parse->fn->d.cuda & CU_GLOBAL ? "global" : "device";
    bool constant = callee->d.flags & DF_CONSTEXPR;
    diag(cxx->ctx, constant ? CUDA_ROW(host_constexpr) : CUDA_ROW(host_call), pos,
         cuda_func_name(cxx, callee, true), kind, cuda_func_name(cxx, parse->fn, false));
    if (callee->d.pos)
        diag(cxx->ctx, CUDA_ROW(note_host), callee->d.pos, cuda_func_name(cxx, callee, false));
}

// A call is wrong when device code calls what only the host has; from host-device code nvcc warns.
void cuda_check_call(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    cuda_bind_builtin(cxx, callee);
    if (!parse->fn || parse->unevaluated) return;
    if (parse->const_expr && diag_trapped(cxx->ctx)) return; // a tentative parse; it comes again

    unsigned from = cuda_spaces(cxx, parse->fn), to = cuda_spaces(cxx, callee);
    bool crosses = from & CU_DEVICE && !(to & CU_DEVICE);
    bool immediate = callee->d.flags & DF_CONSTEVAL; // has no code anywhere
    if (!crosses || immediate) return;
    if (cxx->opt.jit && in_main_file(&callee->d)) return; // what it lacks was said where it stands

    if (from & CU_HOST)
        check_crossing(parse, callee, pos);
    else if (!follows_refused_ctor(parse, callee, pos))
        say_host_call(parse, callee, pos);
}
