// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over variables: the memory spaces that they may have, and what each asks of them
// (CUDA C++ Programming Guide, "Variable Memory Space Specifiers").
#include "cuda/rules.h"

static const char *space_name(unsigned cuda) {
    static const MarkWord words[] = {
        {CU_SHARED, "shared"}, {CU_CONSTANT, "constant"}, {CU_MANAGED, "managed"}, {0, "device"}};
    return cuda_word_of(words, CU_COUNT(words), cuda);
}

// Without device linking nothing joins the definitions that several files give of one variable (or
// of one template of variables).
void cuda_check_inline(Cxx *cxx, const Decl *decl) {
    enum { KEPT = CU_DEVICE | CU_CONSTANT | CU_MANAGED };
    bool kept = decl->cuda & KEPT && !(decl->cuda & CU_SHARED);
    if (!kept || decl->env || is_in_class(decl)) return;
    bool shared_by_files = decl->flags & DF_INLINE && decl->linkage != LK_INTERNAL;
    report_if(cxx, shared_by_files && !cxx_links_units(&cxx->opt), CUDA_ROW(inline_linkage),
              decl->pos);
}

// NVRTC's rule for variables that are not local: one without a memory space would be the host's.
// What is const may be folded into the code.
static void check_jit_variable(Cxx *cxx, const VarDecl *var) {
    bool ours = is_in_main_file(&var->d) && !var->d.env && !var->fn && var->storage != STOR_PARAM;
    if (!cxx->opt.jit || cxx->opt.default_device || !ours) return;
    bool constant = var->d.type->quals & Q_CONST || var->d.flags & DF_CONSTEXPR;
    bool on_device = var->d.cuda & CU_SHARED || cxx_device_storage(&var->d);
    if (constant || on_device) return;
    diag(cxx->ctx, is_in_class(&var->d) ? CUDA_ROW(jit_member) : CUDA_ROW(jit_variable),
         var->d.pos);
}

// Whether the function's body is code of the device, by its marks.
static bool is_in_device_code(Cxx *cxx, const FuncDecl *func) {
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return marks ? marks & (CU_DEVICE | CU_GLOBAL) : cxx->opt.default_device;
}

// Host and device must both be able to write to it.
static void check_managed(Cxx *cxx, VarDecl *var) {
    if (ty_is_ref(var->d.type))
        diag(cxx->ctx, CUDA_ROW(managed_ref), var->d.pos);
    else if (var->d.type->quals & Q_CONST)
        diag(cxx->ctx, CUDA_ROW(managed_const), var->d.pos);
}

// Local extern declarations of one name in a namespace declare one variable [basic.link]/6. The one
// that stands later, or in an instance, is wrong.
static void check_extern_shared(Cxx *cxx, VarDecl *var) {
    CudaState *state = cxx->hooks.data;
    const Scope *scope = var->d.scope;
    while (scope_is_inner(scope)) scope = scope->parent;
    if (!scope || ty_dependent(var->d.type)) return;

    uint64_t key = hash_mix(scope->owner ? scope->owner->id + 1 : 0, var->d.name);
    VarDecl *other = map_get(&state->shared, key);
    if (!other) {
        map_put(&state->shared, key, var);
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

void cuda_check_var(Cxx *cxx, VarDecl *var) {
    check_jit_variable(cxx, var);
    unsigned space = var->d.cuda & (CU_SHARED | CU_CONSTANT | CU_MANAGED);
    bool thread = var->d.flags & DF_THREAD;
    bool in_code = var->fn && is_in_device_code(cxx, var->fn);
    report_if(cxx, thread && in_code, CUDA_ROW(thread_local_code), var->d.pos);
    cuda_warn_ignored(cxx, &var->d, CU_GLOBAL | CU_HOST);
    bool in_device_memory = space || var->d.cuda & CU_DEVICE;
    if (!in_device_memory) return;

    if (!var->fn) cuda_check_inline(cxx, &var->d);
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
void cuda_check_member(Parse *parse, const Decl *decl) {
    bool here = is_in_class(decl) && decl->scope == parse->scope;
    bool marked = decl->cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED);
    report_if(parse->x, here && marked, CUDA_ROW(member_space), decl->pos);
}
