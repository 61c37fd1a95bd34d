// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over what is declared once more, and over functions that override others: execution
// and memory spaces must agree.
#include "cuda/rules.h"

// ---- functions ----------------------------------------------------------------------------------

// The program's own declaration of what may be a header's; neither is a template's instance, and
// marks mean what they say.
static bool both_plain(const Cxx *cxx, const Decl *old, const Decl *decl) {
    return is_in_main_file(decl) && !decl->env && !old->env && !cxx->opt.default_device;
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
    const char *was = was_kernel ? "__global__" : cuda_exec_space(cxx, old);
    const char *now = was_kernel && marked ? cuda_exec_space(cxx, func) : "__global__";
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

// ---- variables ----------------------------------------------------------------------------------

static const char *memory_space(const Decl *decl) {
    static const MarkWord words[] = {{CU_MANAGED, "__managed__"},
                                     {CU_SHARED, "__shared__"},
                                     {CU_CONSTANT, "__constant__"},
                                     {CU_DEVICE, "__device__"},
                                     {0, "host"}};
    return cuda_word_of(words, CU_COUNT(words), decl->cuda);
}

// var declares `old` once more: a memory space that only one of them has.
void cuda_check_var_redecl(Cxx *cxx, VarDecl *old, VarDecl *var) {
    enum { NAMED = CU_SHARED | CU_CONSTANT | CU_MANAGED };
    const char *was = memory_space(&old->d), *now = memory_space(&var->d);
    if (was == now || !is_in_main_file(&old->d) || !both_plain(cxx, &old->d, &var->d)) return;
    bool host = !(old->d.cuda & (NAMED | CU_DEVICE)), more = var->d.cuda & NAMED || host;
    diag(cxx->ctx, more ? CUDA_ROW(space_with) : CUDA_ROW(space_without), var->d.pos, was,
         cuda_full_name(cxx, &old->d), more ? now : was);
}

// ---- overriding ---------------------------------------------------------------------------------

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
    diag(cxx->ctx, CUDA_ROW(override_space), func->d.pos, &base->d, cuda_exec_space(cxx, base),
         &func->d, cuda_exec_space(cxx, func));
    diag(cxx->ctx, CUDA_ROW(note_previous), base->d.pos);
}
