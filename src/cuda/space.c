// SPDX-License-Identifier: Apache-2.0
// Where a function may run, and how nvcc names it (CUDA C++ Programming Guide, "Execution Space
// Specifiers").
#include "cuda/cuda_int.h"

#define DIAG_MODULE cuda
#define DIAG_FILE   "cuda/cuda_diag.def"
#include "base/diag_rows.h"

static bool is_in_std(const Cxx *cxx, const Decl *d) { // and in no namespace of it
    return cxx->std_ns && d->scope && d->scope->owner == &cxx->std_ns->d;
}

// The C library's mathematics in namespace std, as a host's <cmath> has it: its functions call
// compiler builtins that mean the device's. NVIDIA's headers declare them again with marks; beside
// ours they have none.
static bool host_math(Cxx *cxx, const FuncDecl *func) {
    static const char *const macros[] = {
        "isnormal",      "fpclassify",  "isgreater", "isgreaterequal", "isless",   "islessequal",
        "islessgreater", "isunordered", "isnan",     "isinf",          "isfinite", "signbit"};
    const Decl *d = &func->d;
    if (func->cls || !is_in_std(cxx, d)) return false;
    const char *name = atom_str(cxx->ctx, d->name);
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (row) return strpbrk(row->sig, "fd") || strcmp(name, "abs") == 0;
    for (uint32_t i = 0; i < CU_COUNT(macros); i++) {
        if (strcmp(name, macros[i]) == 0) return true;
    }
    return false;
}

// std::move, std::forward and the members of std::initializer_list run anywhere (nvcc's default;
// see its options -no-host-device-move-forward and -no-host-device-initializer-list).
static bool anywhere(Cxx *cxx, const FuncDecl *f) {
    const Decl *d = f->cls ? &f->cls->d : &f->d;
    if (!is_in_std(cxx, d)) return false;
    if (f->cls) return d->name == cxx->n.initializer_list && !cxx->opt.host_initializer_list;
    if (cxx->opt.host_move_forward) return false;
    const char *s = atom_str(cxx->ctx, d->name);
    return f->nparam == 1 && (strcmp(s, "move") == 0 || strcmp(s, "forward") == 0);
}

// Where a function may run. No mark means host; a constexpr function, a lambda's call operator and
// an implicit member may run wherever their caller does; so may everything under --default-device.
unsigned cuda_spaces(Cxx *cxx, const FuncDecl *func) {
    unsigned c = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    bool unwritten = func->is_implicit || func->written.defaulted;
    bool constexpr_ = (func->d.flags & DF_CONSTEXPR) && cxx->opt.relaxed_constexpr;
    if (func->code.builtin) return CU_HOST | CU_DEVICE;
    if (c) return c & CU_GLOBAL ? CU_DEVICE : c;
    if (func->d.cuda & CU_TILE_BUILTIN) return CU_HOST | CU_DEVICE;
    if (unwritten || cxx_is_of_closure(func)) return CU_HOST | CU_DEVICE;
    if (cxx->opt.default_device) return CU_DEVICE;
    bool both = constexpr_ || anywhere(cxx, func) || host_math(cxx, func);
    return both ? CU_HOST | CU_DEVICE : CU_HOST;
}

// What only the host runs is no code for a device: where a __host__ __device__ function calls it,
// the device's code ends, as nvcc's does. Of constexpr functions nvcc does the same; they have code
// here.
bool cuda_host_only(Cxx *cxx, const FuncDecl *f) {
    return !(f->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL)) && cuda_spaces(cxx, f) == CU_HOST;
}

const char *cuda_full_name(Cxx *cxx, Decl *d) {
    Buf b;
    buf_init(&b, &cxx->ctx->perm);
    cxx_print_decl_name(cxx, &b, d);
    return buf_cstr(&b);
}

// A function as nvcc names it: `S::f<int>`, with `params` `S::f<int>(int, float) const`.
const char *cuda_func_name(Cxx *cxx, const FuncDecl *func, bool params) {
    Buf out;
    buf_init(&out, &cxx->ctx->perm);
    bool call_op = cxx_is_of_closure(func);
    if (call_op)
        buf_puts(&out, "operator()");
    else
        cxx_print_decl_name(cxx, &out, &func->d);
    if (params && !call_op && func->d.type->kind == TY_FUNC) {
        const FuncType *t = &func->d.type->u.func;
        buf_putc(&out, '(');
        for (uint32_t i = 0; i < t->nparam; i++) {
            if (i) buf_puts(&out, ", ");
            ty_print(cxx, &out, t->param[i]);
        }
        if (t->variadic) buf_puts(&out, t->nparam ? ", ..." : "...");
        buf_puts(&out, t->quals & Q_CONST ? ") const" : ")");
    }
    return buf_cstr(&out);
}

// `#pragma nv_exec_check_disable` stands in front of the declaration of f.
bool cuda_exec_check_disabled(Parse *parse, const FuncDecl *func) {
    enum { MAX_BACK = 400 }; // tokens of a declaration in front of its name
    for (uint32_t i = func->d.order, n = 0; i-- > 0 && n < MAX_BACK; n++) {
        const Token *t = &parse->tok[i];
        if (is_any_of(t->kind, T_RBRACE, T_SEMI, T_LBRACE)) return false;
        if (t->kind != T_PRAGMA) continue;
        const char *s = atom_str(parse->x->ctx, t->text);
        if (strstr(s, "nv_exec_check_disable") || strstr(s, "hd_warning_disable")) return true;
    }
    return false;
}
