// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over declarations: kernels' signatures, launch bounds, variables' memory spaces,
// redeclarations and overriding functions (CUDA C++ Programming Guide, "C++ Language Support").
// Called by the front end through CxxHooks.
#include "cuda/cuda_int.h"

static const char *space_name(unsigned cuda) {
    return cuda & CU_SHARED     ? "shared"
           : cuda & CU_CONSTANT ? "constant"
           : cuda & CU_MANAGED  ? "managed"
                                : "device";
}

static const char *exec_space(Cxx *x, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE);
    if (!c && x->opt.default_device) return "__device__";
    return c == (CU_HOST | CU_DEVICE) ? "__host__ __device__"
           : c == CU_DEVICE           ? "__device__"
                                      : "__host__";
}

// ---- kernels -----------------------------------------------------------------------------------

static bool named_in_std(Cxx *x, const Type *t, Atom name) {
    if (t->kind != TY_CLASS || !x->std_ns) return false;
    const Decl *d = &t->u.cls->d;
    return d->name == name && d->scope && d->scope->owner == &x->std_ns->d;
}

// An array parameter of __va_list_tag has become a pointer.
static bool is_va_list(Cxx *x, const Type *t) {
    if (t->kind == TY_PTR || ty_is_array(t)) {
        const Type *e = t->kind == TY_PTR ? t->u.ptr.to : t->u.array.elem;
        return e->kind == TY_CLASS && e->u.cls->d.name &&
               strcmp(atom_str(x->ctx, e->u.cls->d.name), "__va_list_tag") == 0;
    }
    return false;
}

static void check_kernel_param(Cxx *x, FuncDecl *f, VarDecl *p) {
    Pos pos = p->d.pos ? p->d.pos : f->d.pos;
    const Type *t = p->d.type;
    if (t->kind == TY_RREF) diag(x->ctx, CUDA_ROW(kernel_ref_param), pos);
    if (named_in_std(x, t, x->n.initializer_list)) diag(x->ctx, CUDA_ROW(kernel_init_list), pos);
    if (is_va_list(x, t)) diag(x->ctx, CUDA_ROW(kernel_va_list), pos);
    if (p->d.cuda & CU_GRID_CONSTANT && (ty_is_ref(t) || !(t->quals & Q_CONST)))
        diag(x->ctx, CUDA_ROW(grid_constant_type), p->d.pos);
}

static bool in_inline_unnamed(const Scope *s) {
    for (; s && s->kind == SC_NAMESPACE && s->parent && s->owner; s = s->parent) {
        if (!s->owner->name && ((const NamespaceDecl *)s->owner)->inline_) return true;
    }
    return false;
}

static void check_kernel(Cxx *x, FuncDecl *f) {
    const FuncType *ft = &f->d.type->u.func;
    if (ft->ret->flags & TF_HAS_AUTO) {
        diag(x->ctx, CUDA_ROW(kernel_deduced), f->d.pos);
    } else if (ft->ret->kind != TY_VOID && ft->ret->kind != TY_ERROR && !ty_dependent(ft->ret)) {
        diag(x->ctx, CUDA_ROW(kernel_return), f->d.pos);
    }
    if (ft->variadic) diag(x->ctx, CUDA_ROW(kernel_variadic), f->d.pos);
    if (f->cls) diag(x->ctx, CUDA_ROW(kernel_member), f->d.pos);
    if (f->d.cuda & (CU_HOST | CU_DEVICE)) {
        diag(x->ctx, CUDA_ROW(space_conflict), f->d.pos, "global",
             f->d.cuda & CU_HOST ? "host" : "device");
    }
    if (f->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL))
        diag(x->ctx, CUDA_ROW(kernel_specifier), f->d.pos,
             f->d.flags & DF_CONSTEVAL ? "marked consteval" : "marked constexpr");
    else if (f->noexcept_range.end || ft->noexcept_)
        diag(x->ctx, CUDA_ROW(kernel_noexcept), f->d.pos);
    else if (f->op)
        diag(x->ctx, CUDA_ROW(kernel_operator), f->d.pos);
    else if (f->d.flags & DF_FRIEND_ONLY && f->defined)
        diag(x->ctx, CUDA_ROW(kernel_specifier), f->d.pos, "defined in a friend declaration");
    else if (in_inline_unnamed(f->d.scope))
        diag(x->ctx, CUDA_ROW(kernel_specifier), f->d.pos,
             "declared within an inline unnamed namespace");
    if (f->d.flags & DF_INLINE && f->d.flags & DF_IN_MAIN_FILE && !f->cls)
        diag(x->ctx, CUDA_ROW(kernel_inline), f->d.pos);
    for (uint32_t i = 0; i < f->nparam; i++) {
        if (f->param[i]) check_kernel_param(x, f, f->param[i]);
    }
}

static void ask_for_bounds(Cxx *x, const FuncDecl *f) {
    if (f->bounds && f->bounds->max_threads != -1) return;
    if (f->d.flags & DF_IN_MAIN_FILE && !(f->d.flags & DF_TEMPLATE_INST))
        diag(x->ctx, CUDA_ROW(bounds_missing), cxx_body_place(x, f));
}

// Without device linking nothing joins the definitions that several files give of one variable (or
// of one template of variables).
static void check_inline(Cxx *x, const Decl *d) {
    enum { KEPT = CU_DEVICE | CU_CONSTANT | CU_MANAGED };
    bool member = d->scope && d->scope->kind == SC_CLASS;
    if (!(d->cuda & KEPT) || d->cuda & CU_SHARED || d->env || member) return;
    if (d->flags & DF_INLINE && d->linkage != LK_INTERNAL && !cxx_links_units(&x->opt))
        diag(x->ctx, CUDA_ROW(inline_linkage), d->pos);
}

// A kernel template has at most one parameter pack, its last parameter.
static void check_template(Cxx *x, TemplateDecl *t) {
    if (t->kind == TK_VAR) check_inline(x, &t->d);
    if (!t->pattern || !(t->pattern->d.cuda & CU_GLOBAL) || !t->params) return;
    if (t->d.scope && t->d.scope->kind == SC_CLASS) diag(x->ctx, CUDA_ROW(kernel_member), t->d.pos);
    if (t->pattern->d.kind == D_FUNC) ask_for_bounds(x, (const FuncDecl *)t->pattern);
    uint32_t packs = 0;
    for (uint32_t i = 0; i < t->params->n; i++) {
        const TParmDecl *parm = t->params->parm[i];
        if (!parm->pack) continue;
        if (packs++)
            diag(x->ctx, CUDA_ROW(kernel_packs), parm->d.pos);
        else if (i + 1 < t->params->n && parm->d.name)
            diag(x->ctx, CUDA_ROW(kernel_pack_last), parm->d.pos);
    }
}

// ---- launch bounds -----------------------------------------------------------------------------

enum { MAX_THREADS = 1024 }; // per block, on every target we have

static const char *bounds_word(const LaunchBounds *b) {
    return b->reqntid[0] != -1   ? "__block_size__"
           : b->cluster[0] != -1 ? "__cluster_dims__"
           : b->maxnreg != -1    ? "__maxnreg__"
                                 : "__launch_bounds__";
}

static bool bad_dims(const int64_t *v, bool zero_ok) {
    for (uint32_t i = 0; i < 3; i++) {
        if (v[i] < -1 || (v[i] == 0 && !zero_ok)) return true;
    }
    return false;
}

// The third argument of __launch_bounds__ bounds the cluster, whose size __cluster_dims__ may say.
static void check_cluster(Cxx *x, const LaunchBounds *b, Pos pos) {
    int64_t total = 1;
    if (b->max_blocks_per_cluster < -1) {
        diag(x->ctx, CUDA_ROW(bounds_cluster_negative), pos);
        return;
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (b->cluster[i] <= 0 || b->cluster[i] > 1 << 16) return;
        total *= b->cluster[i];
    }
    if (b->max_blocks_per_cluster > 0 && total > b->max_blocks_per_cluster)
        diag(x->ctx, CUDA_ROW(bounds_cluster_limit), pos);
}

static void check_bounds(Cxx *x, FuncDecl *f) {
    LaunchBounds *b = f->bounds;
    Pos pos = b->pos ? b->pos : f->d.pos;
    bool no_cluster = b->cluster[0] == 0 && b->cluster[1] == 0 && b->cluster[2] == 0;
    if (!(f->d.cuda & CU_GLOBAL)) {
        diag(x->ctx, CUDA_ROW(bounds_not_kernel), pos, bounds_word(b));
        return;
    }
    if (b->max_threads <= 0) b->max_threads = -1; // as if not given
    if (b->max_threads > MAX_THREADS)
        diag(x->ctx, CUDA_ROW(bounds_threads), pos, (int)b->max_threads, (int)MAX_THREADS);
    if (bad_dims(b->reqntid, false)) diag(x->ctx, CUDA_ROW(bounds_dims), pos, "__block_size__");
    if (bad_dims(b->cluster, no_cluster))
        diag(x->ctx, CUDA_ROW(bounds_dims), pos, "__cluster_dims__");
    if (b->cluster_both) diag(x->ctx, CUDA_ROW(bounds_cluster_twice), pos);
    check_cluster(x, b, pos);
    if (b->maxnreg != -1 && b->maxnreg <= 0) diag(x->ctx, CUDA_ROW(bounds_registers), pos);
    if (b->maxnreg != -1 && b->max_threads != -1) diag(x->ctx, CUDA_ROW(bounds_both), pos);
}

// ---- attributes on what they do not belong to -------------------------------------------------

static void ignored(Cxx *x, const Decl *d, unsigned bits) {
    bool own = d->kind == D_FUNC || (d->kind == D_VAR && !((const VarDecl *)d)->fn);
    if (own && !(d->flags & DF_IN_MAIN_FILE)) return;
    static const struct {
        unsigned bit;
        const char *word;
    } words[] = {{CU_HOST, "host"},     {CU_DEVICE, "device"},     {CU_GLOBAL, "global"},
                 {CU_SHARED, "shared"}, {CU_CONSTANT, "constant"}, {CU_MANAGED, "managed"}};
    for (uint32_t i = 0; i < CU_COUNT(words); i++) {
        if (!(d->cuda & bits & words[i].bit)) continue;
        diag(x->ctx, CUDA_ROW(space_ignored), d->pos, words[i].word);
        return;
    }
}

// ---- functions ---------------------------------------------------------------------------------

static const char *plain_name(Cxx *x, const FuncDecl *f) {
    if (f->kind != FK_CTOR && f->kind != FK_DTOR) return atom_str(x->ctx, f->d.name);
    const char *cls = atom_str(x->ctx, f->cls->d.name);
    return f->kind == FK_DTOR ? arena_printf(&x->ctx->perm, "~%s", cls) : cls;
}

static bool virtual_dtor(Cxx *x, const FuncDecl *f) { // [class.dtor]/13, before it is known
    if (f->kind != FK_DTOR || !f->cls) return false;
    for (uint32_t i = 0; i < f->cls->nbase; i++) {
        FuncDecl *d = f->cls->base[i].cls ? cxx_find_dtor(x, f->cls->base[i].type) : NULL;
        if (d && d->is_virtual) return true;
    }
    return false;
}

// A function defaulted in its class runs where the members that it calls do.
static void check_defaulted(Cxx *x, FuncDecl *f) {
    if (!f->defaulted || f->is_virtual || f->is_implicit || x->opt.default_device) return;
    if (!(f->d.flags & DF_IN_MAIN_FILE) || virtual_dtor(x, f)) return;
    if (f->d.cuda & CU_HOST)
        diag(x->ctx, CUDA_ROW(default_space), f->d.pos, "__host__", plain_name(x, f));
    if (f->d.cuda & CU_DEVICE)
        diag(x->ctx, CUDA_ROW(default_space), f->d.pos, "__device__", plain_name(x, f));
}

static void check_func(Cxx *x, FuncDecl *f) {
    if (f->d.cuda & CU_GLOBAL) check_kernel(x, f);
    if (f->d.cuda & CU_GLOBAL) ask_for_bounds(x, f);
    check_defaulted(x, f);
    if (f->bounds) check_bounds(x, f);
    ignored(x, &f->d, CU_SHARED | CU_CONSTANT | CU_MANAGED);
    bool main_ = f->d.name == x->n.main && !f->cls && f->d.scope == x->global;
    if (main_ && f->d.cuda & (CU_DEVICE | CU_GLOBAL)) diag(x->ctx, CUDA_ROW(device_main), f->d.pos);
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *p = f->param[i];
        if (!p) continue;
        ignored(x, &p->d, CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        if (p->d.cuda & CU_GRID_CONSTANT && !(f->d.cuda & CU_GLOBAL)) {
            diag(x->ctx, CUDA_ROW(grid_constant_place), p->d.pos);
        }
    }
}

// A function redeclared for other spaces runs in both; a kernel cannot be.
static void check_spaces_again(Cxx *x, FuncDecl *old, FuncDecl *f) {
    enum { SPACES = CU_HOST | CU_DEVICE | CU_GLOBAL };
    unsigned a = old->d.cuda & SPACES, b = f->d.cuda & SPACES;
    bool main_file = f->d.flags & DF_IN_MAIN_FILE && old->d.flags & DF_IN_MAIN_FILE;
    if (x->opt.default_device || !main_file || f->d.env || old->d.env || old->is_implicit) return;
    if (f->defaulted || old->defaulted || old->builtin || a == b || (a | b) == CU_HOST) return;
    if ((a ^ b) & CU_GLOBAL) {
        const char *with = b & CU_GLOBAL ? "__global__" : b ? exec_space(x, f) : "__global__";
        diag(x->ctx, CUDA_ROW(space_again_kernel), f->d.pos,
             a & CU_GLOBAL ? "__global__" : exec_space(x, old), old->d.name,
             b ? "with " : "without ", with);
    } else if (a == CU_DEVICE) {
        const DiagRow *row = b == CU_HOST ? CUDA_ROW(space_again_host)
                             : b          ? CUDA_ROW(space_again_both)
                                          : CUDA_ROW(space_again_none);
        diag(x->ctx, row, f->d.pos, cuda_full_name(x, &old->d));
    } else if (!(a & CU_DEVICE)) {
        const DiagRow *row =
            b == CU_DEVICE ? CUDA_ROW(space_again_device) : CUDA_ROW(space_again_hd);
        diag(x->ctx, row, f->d.pos, cuda_full_name(x, &old->d));
    }
}

static const char *memory_space(const Decl *d) {
    static const struct {
        unsigned bit;
        const char *word;
    } words[] = {{CU_MANAGED, "__managed__"},
                 {CU_SHARED, "__shared__"},
                 {CU_CONSTANT, "__constant__"},
                 {CU_DEVICE, "__device__"}};
    for (uint32_t i = 0; i < CU_COUNT(words); i++)
        if (d->cuda & words[i].bit) return words[i].word;
    return "host";
}

// v declares `old` once more: a memory space that only one of them has.
void cuda_check_var_redecl(Cxx *x, VarDecl *old, VarDecl *v) {
    enum { NAMED = CU_SHARED | CU_CONSTANT | CU_MANAGED };
    const char *a = memory_space(&old->d), *b = memory_space(&v->d);
    bool main_file = v->d.flags & DF_IN_MAIN_FILE && old->d.flags & DF_IN_MAIN_FILE;
    if (a == b || !main_file || x->opt.default_device || old->d.env || v->d.env) return;
    bool more = v->d.cuda & NAMED || !(old->d.cuda & (NAMED | CU_DEVICE));
    diag(x->ctx, more ? CUDA_ROW(space_with) : CUDA_ROW(space_without), v->d.pos, a,
         cuda_full_name(x, &old->d), more ? b : a);
}

// f declares `old` once more.
void cuda_check_redecl(Cxx *x, FuncDecl *old, FuncDecl *f) {
    check_spaces_again(x, old, f);
    if (f->d.cuda & old->d.cuda & CU_GLOBAL) {
        for (uint32_t i = 0; i < f->nparam && i < old->nparam; i++) {
            const Decl *a = &old->param[i]->d, *b = &f->param[i]->d;
            if (!((a->cuda ^ b->cuda) & CU_GRID_CONSTANT)) continue;
            diag(x->ctx, CUDA_ROW(grid_constant_redecl), b->pos ? b->pos : f->d.pos, b->name);
            diag(x->ctx, CUDA_ROW(note_previous), a->pos ? a->pos : old->d.pos);
        }
    }
}

// A function of one execution space cannot override one of another.
void cuda_check_override(Cxx *x, FuncDecl *f, FuncDecl *base) {
    enum { SPACES = CU_HOST | CU_DEVICE };
    if (f->is_implicit || base->is_implicit || f->defaulted || base->defaulted) return;
    if (x->opt.default_device) return;
    unsigned a = base->d.cuda & SPACES, b = f->d.cuda & SPACES;
    if ((a ? a : CU_HOST) == (b ? b : CU_HOST)) return;
    // host code may override what both have only when it too says so
    diag(x->ctx, CUDA_ROW(override_space), f->d.pos, &base->d, exec_space(x, base), &f->d,
         exec_space(x, f));
    diag(x->ctx, CUDA_ROW(note_previous), base->d.pos);
}

// ---- variables ---------------------------------------------------------------------------------

static bool in_device_code(Cxx *x, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return c ? c & (CU_DEVICE | CU_GLOBAL) : x->opt.default_device;
}

static void check_managed(Cxx *x, VarDecl *v) {
    if (ty_is_ref(v->d.type))
        diag(x->ctx, CUDA_ROW(managed_ref), v->d.pos);
    else if (v->d.type->quals & Q_CONST)
        diag(x->ctx, CUDA_ROW(managed_const), v->d.pos);
}

// Local extern declarations of one name in a namespace declare one variable [basic.link]/6. The one
// that stands later, or in an instance, is wrong.
static void check_extern_shared(Cxx *x, VarDecl *v) {
    CudaState *st = x->hooks.data;
    const Scope *s = v->d.scope;
    while (s && s->kind != SC_NAMESPACE) s = s->parent;
    if (!s || ty_dependent(v->d.type)) return;
    uint64_t key = hash_mix(s->owner ? s->owner->id + 1 : 0, v->d.name);
    VarDecl *o = map_get(&st->shared, key);
    if (!o) {
        map_put(&st->shared, key, v);
        return;
    }
    if (o->d.name != v->d.name || o->d.type == v->d.type || o->d.type->kind == TY_ERROR) return;
    bool swap = !v->d.env && (o->d.env || o->d.order > v->d.order);
    const Decl *later = swap ? &o->d : &v->d, *earlier = swap ? &v->d : &o->d;
    diag(x->ctx, CUDA_ROW(extern_shared_differs), later->pos, later->name);
    diag(x->ctx, CUDA_ROW(note_previous_type), earlier->pos, earlier->type);
}

static void check_shared(Cxx *x, VarDecl *v) {
    if (v->init_style != INIT_NONE)
        diag(x->ctx, CUDA_ROW(shared_init), v->d.pos, atom_str(x->ctx, v->d.name));
    if (v->fn && v->d.flags & DF_EXTERN) check_extern_shared(x, v);
    bool sized = v->d.type->kind != TY_ARRAY_INC && v->d.type->kind != TY_ERROR;
    if (v->d.flags & DF_EXTERN && sized && !ty_dependent(v->d.type)) {
        diag(x->ctx, CUDA_ROW(shared_extern_sized), v->d.pos, v->d.name);
        v->d.flags &= ~(uint32_t)DF_EXTERN;
        v->defined = true;
    }
}

static void check_var(Cxx *x, VarDecl *v) {
    unsigned space = v->d.cuda & (CU_SHARED | CU_CONSTANT | CU_MANAGED);
    bool thread = v->d.flags & DF_THREAD;
    if (thread && v->fn && in_device_code(x, v->fn))
        diag(x->ctx, CUDA_ROW(thread_local_code), v->d.pos);
    ignored(x, &v->d, CU_GLOBAL | CU_HOST);
    if (!space && !(v->d.cuda & CU_DEVICE)) return;
    if (!v->fn) check_inline(x, &v->d);
    if (thread && !v->fn) diag(x->ctx, CUDA_ROW(thread_local_var), v->d.pos, space_name(v->d.cuda));
    if (space & (space - 1)) {
        diag(x->ctx, CUDA_ROW(space_conflict), v->d.pos, space_name(space & -space),
             space_name(space & (space - 1)));
    }
    if (v->fn && !(space & CU_SHARED) && v->storage != STOR_STATIC && in_device_code(x, v->fn)) {
        diag(x->ctx, CUDA_ROW(space_local), v->d.pos, space_name(v->d.cuda));
    }
    if (space & CU_MANAGED) check_managed(x, v);
    if (space & CU_SHARED) check_shared(x, v);
}

void cuda_check_decl(Parse *p, Decl *d) {
    if (d->flags & DF_INVALID) return;
    if (d->kind == D_TEMPLATE) check_template(p->x, (TemplateDecl *)d);
    if (!d->type) return;
    switch (d->kind) {
    case D_FUNC: check_func(p->x, (FuncDecl *)d); break;
    case D_VAR:
        check_var(p->x, (VarDecl *)d);
        if (p->scope && p->scope->kind == SC_CLASS && d->scope == p->scope &&
            d->cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED))
            diag(p->x->ctx, CUDA_ROW(member_space), d->pos); // declared in its class
        break;
    case D_FIELD:
        ignored(p->x, d, CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        break;
    case D_TYPEDEF: ignored(p->x, d, ~0u); break;
    default: break;
    }
}
