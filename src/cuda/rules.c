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

static bool in_inline_unnamed(const Scope *s) {
    for (; s && s->kind == SC_NAMESPACE && s->parent && s->owner; s = s->parent) {
        if (!s->owner->name && ((const NamespaceDecl *)s->owner)->inline_) return true;
    }
    return false;
}

// What a kernel must not be or say; the first that it is. NULL: none.
static const char *refused_specifier(const FuncDecl *func) {
    const Decl *d = &func->d;
    if (d->flags & DF_CONSTEVAL) return "marked consteval";
    if (d->flags & DF_CONSTEXPR) return "marked constexpr";
    if (func->written.noexcept_.end || d->type->u.func.noexcept_ || func->op) return NULL;
    if (d->flags & DF_FRIEND_ONLY && func->body.defined) return "defined in a friend declaration";
    if (in_inline_unnamed(d->scope)) return "declared within an inline unnamed namespace";
    return NULL;
}

static void check_specifiers(Cxx *cxx, const FuncDecl *func) {
    const char *specifier = refused_specifier(func);
    bool noexcept_ = func->written.noexcept_.end || func->d.type->u.func.noexcept_;
    if (specifier)
        diag(cxx->ctx, CUDA_ROW(kernel_specifier), func->d.pos, specifier);
    else if (noexcept_)
        diag(cxx->ctx, CUDA_ROW(kernel_noexcept), func->d.pos);
    else if (func->op)
        diag(cxx->ctx, CUDA_ROW(kernel_operator), func->d.pos);
}

static bool returns_nothing(const Type *result) {
    return is_any_of(result->kind, TY_VOID, TY_ERROR) || ty_dependent(result);
}

static void check_kernel(Cxx *cxx, FuncDecl *func) {
    const FuncType *ft = &func->d.type->u.func;
    Pos pos = func->d.pos;
    bool deduced = ft->ret->flags & TF_HAS_AUTO;
    report_if(cxx, deduced, CUDA_ROW(kernel_deduced), pos);
    report_if(cxx, !deduced && !returns_nothing(ft->ret), CUDA_ROW(kernel_return), pos);
    report_if(cxx, ft->variadic, CUDA_ROW(kernel_variadic), pos);
    report_if(cxx, func->cls != NULL, CUDA_ROW(kernel_member), pos);
    if (func->d.cuda & (CU_HOST | CU_DEVICE)) {
        const char *other = func->d.cuda & CU_HOST ? "host" : "device";
        diag(cxx->ctx, CUDA_ROW(space_conflict), pos, "global", other);
    }
    check_specifiers(cxx, func);
    bool inline_here = func->d.flags & DF_INLINE && in_main_file(&func->d);
    report_if(cxx, inline_here && !func->cls, CUDA_ROW(kernel_inline), pos);
    for (uint32_t i = 0; i < func->nparam; i++) {
        if (func->param[i]) check_kernel_param(cxx, func, func->param[i]);
    }
}

static void ask_for_bounds(Cxx *cxx, const FuncDecl *f) {
    if (f->code.bounds && f->code.bounds->max_threads != -1) return;
    if (f->d.flags & DF_IN_MAIN_FILE && !(f->d.flags & DF_TEMPLATE_INST))
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
    bool written = !func->is_implicit && !func->written.defaulted && !func->written.deleted;
    bool ours = in_main_file(&func->d) && !func->d.env && !func->code.builtin;
    if (!cxx->opt.jit || !written || !ours || cuda_is_closure_call(func)) return;
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    report_if(cxx, marks == CU_HOST, CUDA_ROW(jit_host_function), func->d.pos);
    report_if(cxx, !marks && !cxx->opt.default_device, CUDA_ROW(jit_function), func->d.pos);
}

// A kernel template has at most one parameter pack, its last parameter.
static void check_template(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->kind == TK_VAR) check_inline(cxx, &tmpl->d);
    if (tmpl->pattern && tmpl->pattern->d.kind == D_FUNC)
        check_jit_function(cxx, (const FuncDecl *)tmpl->pattern);
    if (!tmpl->pattern || !(tmpl->pattern->d.cuda & CU_GLOBAL) || !tmpl->params) return;
    report_if(cxx, in_class(&tmpl->d), CUDA_ROW(kernel_member), tmpl->d.pos);
    if (tmpl->pattern->d.kind == D_FUNC) ask_for_bounds(cxx, (const FuncDecl *)tmpl->pattern);
    uint32_t packs = 0;
    for (uint32_t i = 0; i < tmpl->params->n; i++) {
        const TParmDecl *parm = tmpl->params->parm[i];
        if (!parm->pack) continue;
        if (packs++)
            diag(cxx->ctx, CUDA_ROW(kernel_packs), parm->d.pos);
        else if (i + 1 < tmpl->params->n && parm->d.name)
            diag(cxx->ctx, CUDA_ROW(kernel_pack_last), parm->d.pos);
    }
}

// ---- launch bounds -----------------------------------------------------------------------------

enum { MAX_THREADS = 1024 }; // per block, on every target we have

static const char *bounds_word(const LaunchBounds *b) {
    if (b->reqntid[0] != -1) return "__block_size__";
    if (b->cluster[0] != -1) return "__cluster_dims__";
    return b->maxnreg != -1 ? "__maxnreg__" : "__launch_bounds__";
}

static bool bad_dims(const int64_t *v, bool zero_ok) {
    for (uint32_t i = 0; i < 3; i++) {
        if (v[i] < -1 || (v[i] == 0 && !zero_ok)) return true;
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
    LaunchBounds *launch_bounds = func->code.bounds;
    Pos pos = launch_bounds->pos ? launch_bounds->pos : func->d.pos;
    const int64_t *cluster = launch_bounds->cluster;
    bool no_cluster = !(cluster[0] | cluster[1] | cluster[2]);
    bool has_maxnreg = launch_bounds->maxnreg != -1;
    if (!(func->d.cuda & CU_GLOBAL)) {
        diag(cxx->ctx, CUDA_ROW(bounds_not_kernel), pos, bounds_word(launch_bounds));
        return;
    }
    if (launch_bounds->max_threads <= 0) launch_bounds->max_threads = -1; // as if not given
    if (launch_bounds->max_threads > MAX_THREADS)
        diag(cxx->ctx, CUDA_ROW(bounds_threads), pos, (int)launch_bounds->max_threads,
             (int)MAX_THREADS);
    if (bad_dims(launch_bounds->reqntid, false))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__block_size__");
    if (bad_dims(launch_bounds->cluster, no_cluster))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__cluster_dims__");
    report_if(cxx, launch_bounds->cluster_both, CUDA_ROW(bounds_cluster_twice), pos);
    check_cluster(cxx, launch_bounds, pos);
    bool none = has_maxnreg && launch_bounds->maxnreg <= 0;
    report_if(cxx, none, CUDA_ROW(bounds_registers), pos);
    bool both = has_maxnreg && launch_bounds->max_threads != -1;
    report_if(cxx, both, CUDA_ROW(bounds_both), pos);
}

// ---- attributes on what they do not belong to -------------------------------------------------

static void ignored(Cxx *cxx, const Decl *decl, unsigned bits) {
    bool own = decl->kind == D_FUNC || (decl->kind == D_VAR && !((const VarDecl *)decl)->fn);
    if (own && !(decl->flags & DF_IN_MAIN_FILE)) return;
    static const MarkWord words[] = {{CU_HOST, "host"},
                                     {CU_DEVICE, "device"},
                                     {CU_GLOBAL, "global"},
                                     {CU_SHARED, "shared"},
                                     {CU_CONSTANT, "constant"},
                                     {CU_MANAGED, "managed"},
                                     {0, NULL}};
    const char *word = word_of(words, CU_COUNT(words), decl->cuda & bits);
    if (word) diag(cxx->ctx, CUDA_ROW(space_ignored), decl->pos, word);
}

// ---- functions ---------------------------------------------------------------------------------

static const char *plain_name(Cxx *cxx, const FuncDecl *f) {
    if (!is_any_of(f->kind, FK_CTOR, FK_DTOR)) return atom_str(cxx->ctx, f->d.name);
    const char *cls = atom_str(cxx->ctx, f->cls->d.name);
    return f->kind == FK_DTOR ? arena_printf(&cxx->ctx->perm, "~%s", cls) : cls;
}

static bool virtual_dtor(Cxx *cxx, const FuncDecl *f) { // [class.dtor]/13, before it is known
    if (f->kind != FK_DTOR || !f->cls) return false;
    for (uint32_t i = 0; i < f->cls->members.nbase; i++) {
        FuncDecl *d =
            f->cls->members.base[i].cls ? cxx_find_dtor(cxx, f->cls->members.base[i].type) : NULL;
        if (d && d->is_virtual) return true;
    }
    return false;
}

// A function defaulted in its class runs where the members that it calls do.
static void check_defaulted(Cxx *cxx, FuncDecl *f) {
    if (!f->written.defaulted || f->is_virtual || f->is_implicit || cxx->opt.default_device) return;
    if (!(f->d.flags & DF_IN_MAIN_FILE) || virtual_dtor(cxx, f)) return;
    if (f->d.cuda & CU_HOST)
        diag(cxx->ctx, CUDA_ROW(default_space), f->d.pos, "__host__", plain_name(cxx, f));
    if (f->d.cuda & CU_DEVICE)
        diag(cxx->ctx, CUDA_ROW(default_space), f->d.pos, "__device__", plain_name(cxx, f));
}

static void check_jit_variable(Cxx *cxx, const VarDecl *var) {
    bool ours = in_main_file(&var->d) && !var->d.env && !var->fn && var->storage != STOR_PARAM;
    if (!cxx->opt.jit || cxx->opt.default_device || !ours) return;
    bool constant = var->d.type->quals & Q_CONST || var->d.flags & DF_CONSTEXPR;
    if (constant || var->d.cuda & CU_SHARED || cxx_device_storage(&var->d)) return;
    const DiagRow *row = in_class(&var->d) ? CUDA_ROW(jit_member) : CUDA_ROW(jit_variable);
    diag(cxx->ctx, row, var->d.pos);
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
    bool main_ = func->d.name == cxx->n.main && !func->cls && func->d.scope == cxx->global;
    bool on_device = func->d.cuda & (CU_DEVICE | CU_GLOBAL);
    report_if(cxx, main_ && on_device, CUDA_ROW(device_main), func->d.pos);
    for (uint32_t i = 0; i < func->nparam; i++) {
        VarDecl *p = func->param[i];
        if (!p) continue;
        ignored(cxx, &p->d, CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        bool misplaced = p->d.cuda & CU_GRID_CONSTANT && !(func->d.cuda & CU_GLOBAL);
        report_if(cxx, misplaced, CUDA_ROW(grid_constant_place), p->d.pos);
    }
}

// Whether two declarations that differ in their marks are judged.
static bool may_differ(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    bool written = !func->written.defaulted && !old->written.defaulted && !old->code.builtin &&
                   !old->is_implicit;
    bool here = in_main_file(&func->d);
    return written && here && !func->d.env && !old->d.env && !cxx->opt.default_device;
}

static void kernel_again(Cxx *cxx, const FuncDecl *old, const FuncDecl *func) {
    unsigned all = CU_HOST | CU_DEVICE | CU_GLOBAL;
    bool was_kernel = old->d.cuda & CU_GLOBAL, marked = func->d.cuda & all;
    const char *was = was_kernel ? "__global__" : exec_space(cxx, old);
    bool is_host = was_kernel && marked;
    const char *now = is_host ? exec_space(cxx, func) : "__global__";
    diag(cxx->ctx, CUDA_ROW(space_again_kernel), func->d.pos, was, old->d.name,
         marked ? "with " : "without ", now);
}

// A function redeclared for other spaces runs in both; a kernel cannot be.
static void check_spaces_again(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    enum { SPACES = CU_HOST | CU_DEVICE | CU_GLOBAL };
    unsigned a = old->d.cuda & SPACES, b = func->d.cuda & SPACES;
    if (a == b || (a | b) == CU_HOST || !may_differ(cxx, old, func)) return;
    if ((a ^ b) & CU_GLOBAL) {
        kernel_again(cxx, old, func);
    } else if (a == CU_DEVICE) {
        const DiagRow *host = b ? CUDA_ROW(space_again_both) : CUDA_ROW(space_again_none);
        const DiagRow *row = b == CU_HOST ? CUDA_ROW(space_again_host) : host;
        diag(cxx->ctx, row, func->d.pos, cuda_full_name(cxx, &old->d));
    } else if (!(a & CU_DEVICE)) {
        const DiagRow *row =
            b == CU_DEVICE ? CUDA_ROW(space_again_device) : CUDA_ROW(space_again_hd);
        diag(cxx->ctx, row, func->d.pos, cuda_full_name(cxx, &old->d));
    }
}

static const char *memory_space(const Decl *decl) {
    static const MarkWord words[] = {{CU_MANAGED, "__managed__"},
                                     {CU_SHARED, "__shared__"},
                                     {CU_CONSTANT, "__constant__"},
                                     {CU_DEVICE, "__device__"},
                                     {0, "host"}};
    return word_of(words, CU_COUNT(words), decl->cuda);
}

// v declares `old` once more: a memory space that only one of them has.
void cuda_check_var_redecl(Cxx *cxx, VarDecl *old, VarDecl *var) {
    enum { NAMED = CU_SHARED | CU_CONSTANT | CU_MANAGED };
    const char *a = memory_space(&old->d), *b = memory_space(&var->d);
    bool main_file = in_main_file(&var->d) && in_main_file(&old->d);
    bool plain = !old->d.env && !var->d.env && !cxx->opt.default_device;
    if (a == b || !main_file || !plain) return;
    bool more = var->d.cuda & NAMED || !(old->d.cuda & (NAMED | CU_DEVICE));
    diag(cxx->ctx, more ? CUDA_ROW(space_with) : CUDA_ROW(space_without), var->d.pos, a,
         cuda_full_name(cxx, &old->d), more ? b : a);
}

// f declares `old` once more.
void cuda_check_redecl(Cxx *cxx, FuncDecl *old, FuncDecl *func) {
    check_spaces_again(cxx, old, func);
    if (!(func->d.cuda & old->d.cuda & CU_GLOBAL)) return;
    for (uint32_t i = 0; i < CU_MIN(func->nparam, old->nparam); i++) {
        const Decl *a = &old->param[i]->d, *b = &func->param[i]->d;
        if (!((a->cuda ^ b->cuda) & CU_GRID_CONSTANT)) continue;
        diag(cxx->ctx, CUDA_ROW(grid_constant_redecl), b->pos ? b->pos : func->d.pos, b->name);
        diag(cxx->ctx, CUDA_ROW(note_previous), a->pos ? a->pos : old->d.pos);
    }
}

// A function of one execution space cannot override one of another.
void cuda_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *base) {
    enum { SPACES = CU_HOST | CU_DEVICE };
    bool written = !func->is_implicit && !base->is_implicit && !func->written.defaulted &&
                   !base->written.defaulted;
    if (!written || cxx->opt.default_device) return;
    unsigned a = base->d.cuda & SPACES, b = func->d.cuda & SPACES;
    if ((a ? a : CU_HOST) == (b ? b : CU_HOST)) return;
    // host code may override what both have only when it too says so
    diag(cxx->ctx, CUDA_ROW(override_space), func->d.pos, &base->d, exec_space(cxx, base), &func->d,
         exec_space(cxx, func));
    diag(cxx->ctx, CUDA_ROW(note_previous), base->d.pos);
}

// ---- variables ---------------------------------------------------------------------------------

static bool in_device_code(Cxx *cxx, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return c ? c & (CU_DEVICE | CU_GLOBAL) : cxx->opt.default_device;
}

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
    VarDecl *o = map_get(&st->shared, key);
    if (!o) {
        map_put(&st->shared, key, var);
        return;
    }
    if (o->d.name != var->d.name || o->d.type == var->d.type || o->d.type->kind == TY_ERROR) return;
    bool swap = !var->d.env && (o->d.env || o->d.order > var->d.order);
    const Decl *later = swap ? &o->d : &var->d, *earlier = swap ? &var->d : &o->d;
    if (diag_error_at(cxx->ctx, later->pos)) return; // in one scope: said already
    diag(cxx->ctx, CUDA_ROW(extern_shared_differs), later->pos, later->name);
    diag(cxx->ctx, CUDA_ROW(note_previous_type), earlier->pos, earlier->type);
}

static void check_shared(Cxx *cxx, VarDecl *var) {
    if (var->init_style != INIT_NONE)
        diag(cxx->ctx, CUDA_ROW(shared_init), var->d.pos, atom_str(cxx->ctx, var->d.name));
    if (var->fn && var->d.flags & DF_EXTERN) check_extern_shared(cxx, var);
    bool sized = !is_any_of(var->d.type->kind, TY_ARRAY_INC, TY_ERROR);
    if (var->d.flags & DF_EXTERN && sized && !ty_dependent(var->d.type)) {
        diag(cxx->ctx, CUDA_ROW(shared_extern_sized), var->d.pos, var->d.name);
        var->d.flags &= ~(uint32_t)DF_EXTERN;
        var->defined = true;
    }
}

static void check_var(Cxx *cxx, VarDecl *var) {
    check_jit_variable(cxx, var);
    unsigned space = var->d.cuda & (CU_SHARED | CU_CONSTANT | CU_MANAGED);
    bool thread = var->d.flags & DF_THREAD;
    bool in_code = var->fn && in_device_code(cxx, var->fn);
    report_if(cxx, thread && in_code, CUDA_ROW(thread_local_code), var->d.pos);
    ignored(cxx, &var->d, CU_GLOBAL | CU_HOST);
    if (!space && !(var->d.cuda & CU_DEVICE)) return;
    if (!var->fn) check_inline(cxx, &var->d);
    if (thread && !var->fn)
        diag(cxx->ctx, CUDA_ROW(thread_local_var), var->d.pos, space_name(var->d.cuda));
    if (space & (space - 1)) {
        diag(cxx->ctx, CUDA_ROW(space_conflict), var->d.pos, space_name(space & -space),
             space_name(space & (space - 1)));
    }
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

// A __host__ __device__ function calls what only the host has: wrong if it runs on the device,
// which nobody knows here. Implicit functions and lambdas without marks may run wherever their
// caller does.
static void check_crossing(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *x = parse->x;
    const FuncDecl *f = parse->fn;
    if ((f->d.cuda & (CU_HOST | CU_DEVICE)) != (CU_HOST | CU_DEVICE)) return;
    if (cuda_is_closure_call(f) || parse->const_expr || cuda_exec_check_disabled(parse, f)) return;
    if (!(f->d.flags & DF_IN_MAIN_FILE)) return;
    const DiagRow *row =
        callee->d.flags & DF_CONSTEXPR ? CUDA_ROW(cross_constexpr) : CUDA_ROW(cross_call);
    diag(x->ctx, row, pos, cuda_func_name(x, callee, true), cuda_func_name(x, f, false));
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

// A call is wrong when device code calls what only the host has; from host-device code nvcc warns.
void cuda_check_call(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    cuda_bind_builtin(cxx, callee);
    if (!parse->fn || parse->unevaluated) return;
    if (parse->const_expr && diag_trapped(cxx->ctx)) return; // a tentative parse; it comes again
    unsigned from = cuda_spaces(cxx, parse->fn), to = cuda_spaces(cxx, callee);
    if (!(from & CU_DEVICE) || to & CU_DEVICE || callee->d.flags & DF_CONSTEVAL) return;
    if (cxx->opt.jit && in_main_file(&callee->d)) return; // what it lacks was said where it stands
    if (from & CU_HOST) {
        check_crossing(parse, callee, pos);
        return;
    }
    if (follows_refused_ctor(parse, callee, pos)) return;
    const char *kind = parse->fn->d.cuda & CU_GLOBAL ? "global" : "device";
    bool constexpr_ = callee->d.flags & DF_CONSTEXPR;
    const DiagRow *row = constexpr_ ? CUDA_ROW(host_constexpr) : CUDA_ROW(host_call);
    diag(cxx->ctx, row, pos, cuda_func_name(cxx, callee, true), kind,
         cuda_func_name(cxx, parse->fn, false));
    if (callee->d.pos)
        diag(cxx->ctx, CUDA_ROW(note_host), callee->d.pos, cuda_func_name(cxx, callee, false));
}
