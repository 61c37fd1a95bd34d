// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over declarations (CUDA C++ Programming Guide, "C++ Language Support"). Called by
// the front end through CxxHooks. Here are functions and templates; the files beside have kernels,
// variables, redeclarations, calls and the marks themselves.
#include "cuda/rules.h"

// Whether the program declared the function itself, with a body or without: no function that the
// compiler made, or was asked to make or refuse.
static bool is_written_out(const FuncDecl *func) {
    return cxx_is_written(func) && !func->written.deleted;
}

// NVRTC's rule: all code is the device's. What headers have and nobody uses is left alone.
static void check_jit_function(Cxx *cxx, const FuncDecl *func) {
    bool ours = is_in_main_file(&func->d) && !func->d.env && !func->code.builtin;
    bool judged = cxx->opt.jit && ours && is_written_out(func) && !cxx_is_of_closure(func);
    if (!judged) return;
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    report_if(cxx, marks == CU_HOST, CUDA_ROW(jit_host_function), func->d.pos);
    report_if(cxx, !marks && !cxx->opt.default_device, CUDA_ROW(jit_function), func->d.pos);
}

static void check_template(Cxx *cxx, TemplateDecl *tmpl) {
    if (tmpl->kind == TK_VAR) cuda_check_inline(cxx, &tmpl->d);
    const Decl *pattern = tmpl->pattern ? &tmpl->pattern->d : NULL;
    if (!pattern) return;
    const FuncDecl *func = pattern->kind == D_FUNC ? (const FuncDecl *)pattern : NULL;
    if (func) check_jit_function(cxx, func);

    bool kernel = pattern->cuda & CU_GLOBAL;
    if (!kernel || !tmpl->params) return;
    report_if(cxx, is_in_class(&tmpl->d), CUDA_ROW(kernel_member), tmpl->d.pos);
    if (func) cuda_ask_for_bounds(cxx, func);
    cuda_check_kernel_packs(cxx, tmpl->params);
}

// ---- functions ----------------------------------------------------------------------------------

// The name as it is declared in its class.
static const char *plain_name(Cxx *cxx, const FuncDecl *func) {
    if (!is_any_of(func->kind, FK_CTOR, FK_DTOR)) return atom_str(cxx->ctx, func->d.name);
    const char *cls = atom_str(cxx->ctx, func->cls->d.name);
    return func->kind == FK_DTOR ? arena_printf(&cxx->ctx->perm, "~%s", cls) : cls;
}

// [class.dtor]/13, before the destructor itself knows: one of a base is virtual.
static bool has_virtual_dtor(Cxx *cxx, const FuncDecl *func) {
    if (func->kind != FK_DTOR || !func->cls) return false;
    for (uint32_t i = 0; i < func->cls->members.nbase; i++) {
        const BaseSpec *base = &func->cls->members.base[i];
        const FuncDecl *dtor = base->cls ? cxx_find_dtor(cxx, base->type) : NULL;
        if (dtor && dtor->is_virtual) return true;
    }
    return false;
}

// A function defaulted in its class runs where the members that it calls do: its marks mean
// nothing. Those of a virtual one say where it may be called.
static void check_defaulted(Cxx *cxx, FuncDecl *func) {
    bool defaulted = func->written.defaulted && !func->is_implicit && !cxx->opt.default_device;
    if (!defaulted || !is_in_main_file(&func->d)) return;
    if (func->is_virtual || has_virtual_dtor(cxx, func)) return;
    if (func->d.cuda & CU_HOST)
        diag(cxx->ctx, CUDA_ROW(default_space), func->d.pos, "__host__", plain_name(cxx, func));
    if (func->d.cuda & CU_DEVICE)
        diag(cxx->ctx, CUDA_ROW(default_space), func->d.pos, "__device__", plain_name(cxx, func));
}

// The marks of variables on parameters; __grid_constant__ is for kernels.
static void check_params(Cxx *cxx, const FuncDecl *func) {
    bool kernel = func->d.cuda & CU_GLOBAL;
    for (uint32_t i = 0; i < func->nparam; i++) {
        const VarDecl *param = func->param[i];
        if (!param) continue;
        cuda_warn_ignored(cxx, &param->d,
                          CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
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
        cuda_check_kernel(cxx, func);
        cuda_ask_for_bounds(cxx, func);
    }
    check_defaulted(cxx, func);
    if (func->code.bounds) cuda_check_bounds(cxx, func);
    cuda_warn_ignored(cxx, &func->d, CU_SHARED | CU_CONSTANT | CU_MANAGED);

    bool on_device = func->d.cuda & (CU_DEVICE | CU_GLOBAL);
    report_if(cxx, on_device && is_main(cxx, func), CUDA_ROW(device_main), func->d.pos);
    check_params(cxx, func);
}

// ---- any declaration ----------------------------------------------------------------------------

void cuda_check_decl(Parse *parse, Decl *decl) {
    if (decl->flags & DF_INVALID) return;
    if (decl->kind == D_TEMPLATE) check_template(parse->x, (TemplateDecl *)decl);
    if (!decl->type) return;
    switch (decl->kind) {
    case D_FUNC: check_func(parse->x, (FuncDecl *)decl); break;
    case D_VAR:
        cuda_check_var(parse->x, (VarDecl *)decl);
        cuda_check_member(parse, decl);
        break;
    case D_FIELD:
        cuda_warn_ignored(parse->x, decl,
                          CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED | CU_GLOBAL);
        break;
    case D_TYPEDEF: cuda_warn_ignored(parse->x, decl, ~0u); break;
    default: break;
    }
}
