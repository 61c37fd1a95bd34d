// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over kernels: their type, parameters, specifiers and template parameters, and launch
// bounds (CUDA C++ Programming Guide, "__global__ Function Parameters", "Launch Bounds").
#include "cuda/rules.h"

// ---- parameters ---------------------------------------------------------------------------------

static bool is_named_in_std(Cxx *cxx, const Type *type, Atom name) {
    if (type->kind != TY_CLASS || !cxx->std_ns) return false;
    const Decl *decl = &type->u.cls->d;
    return decl->name == name && decl->scope && decl->scope->owner == &cxx->std_ns->d;
}

// An array parameter of __va_list_tag has become a pointer.
static bool is_va_list(Cxx *cxx, const Type *type) {
    const Type *element = type;
    if (type->kind == TY_PTR) element = type->u.ptr.to;
    if (ty_is_array(type)) element = type->u.array.elem;
    bool of_class = element != type && element->kind == TY_CLASS && element->u.cls->d.name;
    return of_class && strcmp(atom_str(cxx->ctx, element->u.cls->d.name), "__va_list_tag") == 0;
}

// [programming guide, "__global__ Function Parameters"]: no rvalue reference, std::initializer_list
// or va_list; __grid_constant__ is for what is const and no reference.
static void check_kernel_param(Cxx *cxx, FuncDecl *func, VarDecl *var) {
    Pos pos = var->d.pos ? var->d.pos : func->d.pos;
    const Type *type = var->d.type;
    bool grid_constant = var->d.cuda & CU_GRID_CONSTANT;
    bool constant = type->quals & Q_CONST && !ty_is_ref(type);
    report_if(cxx, type->kind == TY_RREF, CUDA_ROW(kernel_ref_param), pos);
    report_if(cxx, is_named_in_std(cxx, type, cxx->n.initializer_list), CUDA_ROW(kernel_init_list),
              pos);
    report_if(cxx, is_va_list(cxx, type), CUDA_ROW(kernel_va_list), pos);
    report_if(cxx, grid_constant && !constant, CUDA_ROW(grid_constant_type), var->d.pos);
}

// ---- specifiers ---------------------------------------------------------------------------------

// Whether one of the namespaces around it is both.
static bool is_in_inline_unnamed(const Scope *scope) {
    for (; scope_is(scope, SC_NAMESPACE) && scope->parent && scope->owner; scope = scope->parent) {
        if (!scope->owner->name && ((const NamespaceDecl *)scope->owner)->inline_) return true;
    }
    return false;
}

static bool says_noexcept(const FuncDecl *func) {
    return func->written.noexcept_.end || func->d.type->u.func.noexcept_;
}

// What a kernel must not be or say; the first that it is. NULL: none, or one that has a message of
// its own.
static const char *refused_specifier(const FuncDecl *func) {
    const Decl *decl = &func->d;
    if (decl->flags & DF_CONSTEVAL) return "marked consteval";
    if (decl->flags & DF_CONSTEXPR) return "marked constexpr";
    if (says_noexcept(func) || func->op) return NULL;
    if (decl->flags & DF_FRIEND_ONLY && func->body.defined)
        return "defined in a friend declaration";
    if (is_in_inline_unnamed(decl->scope)) return "declared within an inline unnamed namespace";
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

// ---- kernels ------------------------------------------------------------------------------------

static bool returns_nothing(const Type *result) {
    return is_any_of(result->kind, TY_VOID, TY_ERROR) || ty_dependent(result);
}

// Marks of the other kinds of functions on a kernel; nvcc names one.
static void check_other_spaces(Cxx *cxx, const FuncDecl *kernel) {
    if (!(kernel->d.cuda & (CU_HOST | CU_DEVICE))) return;
    const char *other = kernel->d.cuda & CU_HOST ? "host" : "device";
    diag(cxx->ctx, CUDA_ROW(space_conflict), kernel->d.pos, "global", other);
}

void cuda_check_kernel(Cxx *cxx, FuncDecl *func) {
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
    bool inline_here = func->d.flags & DF_INLINE && is_in_main_file(&func->d);
    bool implied = func->cls || func->d.flags & DF_FRIEND_ONLY; // nobody wrote it
    report_if(cxx, inline_here && !implied, CUDA_ROW(kernel_inline), pos);

    for (uint32_t i = 0; i < func->nparam; i++) {
        if (func->param[i]) check_kernel_param(cxx, func, func->param[i]);
    }
}

bool cuda_has_tile_kernels(const Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        unsigned marks = cxx->work.at[i]->d.cuda;
        if (marks & CU_TILE && marks & CU_GLOBAL) return true;
    }
    return false;
}

// A kernel template has at most one parameter pack, its last parameter. (One without a name is
// let stand elsewhere.)
void cuda_check_kernel_packs(Cxx *cxx, const TmplParams *params) {
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

// ---- launch bounds ------------------------------------------------------------------------------

// A kernel of the main file without __launch_bounds__ (a warning that must be asked for).
void cuda_ask_for_bounds(Cxx *cxx, const FuncDecl *func) {
    bool bounded = func->code.bounds && func->code.bounds->max_threads != -1;
    bool instance = func->d.flags & DF_TEMPLATE_INST;
    if (!bounded && !instance && is_in_main_file(&func->d))
        diag(cxx->ctx, CUDA_ROW(bounds_missing), cxx_body_place(cxx, func));
}

enum { MAX_THREADS = 1024 }; // per block, on every target we have

// The attribute that the bounds came from, for a message.
static const char *bounds_word(const LaunchBounds *bounds) {
    if (bounds->reqntid[0] != -1) return "__block_size__";
    if (bounds->cluster[0] != -1) return "__cluster_dims__";
    return bounds->maxnreg != -1 ? "__maxnreg__" : "__launch_bounds__";
}

// -1: not given.
static bool are_bad_dims(const int64_t *dim, bool zero_ok) {
    int64_t least = zero_ok ? 0 : 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (dim[i] != -1 && dim[i] < least) return true;
    }
    return false;
}

// The third argument of __launch_bounds__ bounds the cluster, whose size __cluster_dims__ may say.
static void check_cluster(Cxx *cxx, const LaunchBounds *bounds, Pos pos) {
    int64_t total = 1;
    if (bounds->max_blocks_per_cluster < -1) {
        diag(cxx->ctx, CUDA_ROW(bounds_cluster_negative), pos);
        return;
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (bounds->cluster[i] <= 0 || bounds->cluster[i] > 1 << 16) return;
        total *= bounds->cluster[i];
    }
    if (bounds->max_blocks_per_cluster > 0 && total > bounds->max_blocks_per_cluster)
        diag(cxx->ctx, CUDA_ROW(bounds_cluster_limit), pos);
}

void cuda_check_bounds(Cxx *cxx, FuncDecl *func) {
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
    if (are_bad_dims(bounds->reqntid, false))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__block_size__");

    // clusters: all zeros mean none
    const int64_t *cluster = bounds->cluster;
    bool no_cluster = !(cluster[0] | cluster[1] | cluster[2]);
    if (are_bad_dims(cluster, no_cluster))
        diag(cxx->ctx, CUDA_ROW(bounds_dims), pos, "__cluster_dims__");
    report_if(cxx, bounds->cluster_both, CUDA_ROW(bounds_cluster_twice), pos);
    check_cluster(cxx, bounds, pos);

    // registers, which __launch_bounds__ limits too
    if (bounds->maxnreg == -1) return;
    report_if(cxx, bounds->maxnreg <= 0, CUDA_ROW(bounds_registers), pos);
    report_if(cxx, bounds->max_threads != -1, CUDA_ROW(bounds_both), pos);
}
