// SPDX-License-Identifier: Apache-2.0
// Execution and memory space rules (CUDA C++ Programming Guide, "Execution Space Specifiers" and
// "Variable Memory Space Specifiers"). Called by the front end through CxxHooks.
#include "cuda/cuda_int.h"

const DiagRow cuda_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "cuda/cuda_diag.def"
#undef DIAG
};
const uint32_t cuda_ndiag_rows = CU_COUNT(cuda_diag_rows);

// The C library's mathematics in namespace std, as a host's <cmath> has it: its functions call
// compiler builtins that mean the device's. NVIDIA's headers declare them again with marks; beside
// ours they have none.
static bool host_math(Cxx *x, const FuncDecl *f) {
    static const char *const macros[] = {
        "isnormal",      "fpclassify",  "isgreater", "isgreaterequal", "isless",   "islessequal",
        "islessgreater", "isunordered", "isnan",     "isinf",          "isfinite", "signbit"};
    const Decl *d = &f->d;
    if (f->cls || !x->std_ns || !d->scope || d->scope->owner != &x->std_ns->d) return false;
    const char *name = atom_str(x->ctx, d->name);
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (row) return strpbrk(row->sig, "fd") || strcmp(name, "abs") == 0;
    for (uint32_t i = 0; i < CU_COUNT(macros); i++) {
        if (strcmp(name, macros[i]) == 0) return true;
    }
    return false;
}

// std::move, std::forward and the members of std::initializer_list run anywhere (nvcc's default;
// see its options -no-host-device-move-forward and -no-host-device-initializer-list).
static bool anywhere(Cxx *x, const FuncDecl *f) {
    const Decl *d = f->cls ? &f->cls->d : &f->d;
    if (!x->std_ns || !d->scope || d->scope->owner != &x->std_ns->d) return false;
    if (f->cls) return d->name == x->n.initializer_list && !x->opt.host_initializer_list;
    if (x->opt.host_move_forward) return false;
    const char *s = atom_str(x->ctx, d->name);
    return f->nparam == 1 && (strcmp(s, "move") == 0 || strcmp(s, "forward") == 0);
}

// Where a function may run. No mark means host; a constexpr function, a lambda's call operator and
// an implicit member may run wherever their caller does; so may everything under --default-device.
unsigned cuda_spaces(Cxx *x, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    if (f->builtin) return CU_HOST | CU_DEVICE;
    if (c) return c & CU_GLOBAL ? CU_DEVICE : c;
    if (f->is_implicit || f->defaulted) return CU_HOST | CU_DEVICE;
    if (f->cls && f->cls->is_closure) return CU_HOST | CU_DEVICE;
    if (x->opt.default_device) return CU_DEVICE;
    if ((f->d.flags & DF_CONSTEXPR) && x->opt.relaxed_constexpr) return CU_HOST | CU_DEVICE;
    if (anywhere(x, f) || host_math(x, f)) return CU_HOST | CU_DEVICE;
    return CU_HOST;
}

// What only the host runs is no code for a device: where a __host__ __device__ function calls it,
// the device's code ends, as nvcc's does. Of constexpr functions nvcc does the same; they have code
// here.
static bool host_only(Cxx *x, const FuncDecl *f) {
    return !(f->d.flags & (DF_CONSTEXPR | DF_CONSTEVAL)) && cuda_spaces(x, f) == CU_HOST;
}

const char *cuda_full_name(Cxx *x, Decl *d) {
    Buf b;
    buf_init(&b, &x->ctx->perm);
    cxx_print_decl_name(x, &b, d);
    return buf_cstr(&b);
}

// A function as nvcc names it: `S::f<int>`, with `params` `S::f<int>(int, float) const`.
static const char *func_name(Cxx *x, const FuncDecl *f, bool params) {
    Buf b;
    buf_init(&b, &x->ctx->perm);
    bool call_op = f->cls && f->cls->is_closure;
    if (call_op)
        buf_puts(&b, "operator()");
    else
        cxx_print_decl_name(x, &b, &f->d);
    if (params && !call_op && f->d.type->kind == TY_FUNC) {
        const FuncType *t = &f->d.type->u.func;
        buf_putc(&b, '(');
        for (uint32_t i = 0; i < t->nparam; i++) {
            if (i) buf_puts(&b, ", ");
            ty_print(x, &b, t->param[i]);
        }
        if (t->variadic) buf_puts(&b, t->nparam ? ", ..." : "...");
        buf_puts(&b, t->quals & Q_CONST ? ") const" : ")");
    }
    return buf_cstr(&b);
}

// `#pragma nv_exec_check_disable` stands in front of the declaration of f.
static bool exec_check_disabled(Parse *p, const FuncDecl *f) {
    enum { MAX_BACK = 400 }; // tokens of a declaration in front of its name
    for (uint32_t i = f->d.order, n = 0; i-- > 0 && n < MAX_BACK; n++) {
        const Token *t = &p->tok[i];
        if (t->kind == T_RBRACE || t->kind == T_SEMI || t->kind == T_LBRACE) return false;
        if (t->kind != T_PRAGMA) continue;
        const char *s = atom_str(p->x->ctx, t->text);
        if (strstr(s, "nv_exec_check_disable") || strstr(s, "hd_warning_disable")) return true;
    }
    return false;
}

// A __host__ __device__ function calls what only the host has: wrong if it runs on the device,
// which nobody knows here. Implicit functions and lambdas without marks may run wherever their
// caller does.
static void check_crossing(Parse *p, FuncDecl *callee, Pos pos) {
    Cxx *x = p->x;
    const FuncDecl *f = p->fn;
    if ((f->d.cuda & (CU_HOST | CU_DEVICE)) != (CU_HOST | CU_DEVICE)) return;
    if ((f->cls && f->cls->is_closure) || p->const_expr || exec_check_disabled(p, f)) return;
    if (!(f->d.flags & DF_IN_MAIN_FILE)) return;
    const DiagRow *row =
        callee->d.flags & DF_CONSTEXPR ? CUDA_ROW(cross_constexpr) : CUDA_ROW(cross_call);
    diag(x->ctx, row, pos, func_name(x, callee, true), func_name(x, f, false));
}

// A call is wrong when device code calls what only the host has; from host-device code nvcc warns.
void cuda_check_call(Parse *p, FuncDecl *callee, Pos pos) {
    Cxx *x = p->x;
    cuda_bind_builtin(x, callee);
    if (!p->fn || p->unevaluated) return;
    if (p->const_expr && diag_trapped(x->ctx)) return; // a tentative parse; it comes again
    unsigned from = cuda_spaces(x, p->fn), to = cuda_spaces(x, callee);
    if (!(from & CU_DEVICE) || to & CU_DEVICE || callee->d.flags & DF_CONSTEVAL) return;
    if (from & CU_HOST) {
        check_crossing(p, callee, pos);
        return;
    }
    const char *kind = p->fn->d.cuda & CU_GLOBAL ? "global" : "device";
    if (callee->d.flags & DF_CONSTEXPR)
        diag(x->ctx, CUDA_ROW(host_constexpr), pos, func_name(x, callee, true), kind,
             func_name(x, p->fn, false));
    else
        diag(x->ctx, CUDA_ROW(host_call), pos, func_name(x, callee, true), kind,
             func_name(x, p->fn, false));
    if (callee->d.pos)
        diag(x->ctx, CUDA_ROW(note_host), callee->d.pos, func_name(x, callee, false));
}

// std::sqrt(float) of the host's <cmath> and sqrt(float) of our headers are one function in two
// namespaces: device code means ours, host code the other.
static int prefer(Parse *p, const FuncDecl *a, const FuncDecl *b) {
    unsigned all = CU_HOST | CU_DEVICE | CU_GLOBAL;
    bool device_a = (a->d.cuda & all) == CU_DEVICE, device_b = (b->d.cuda & all) == CU_DEVICE;
    if (device_a == device_b) return 0;
    bool device_here = p->fn && cuda_spaces(p->x, p->fn) & CU_DEVICE;
    return device_a == device_here ? 1 : -1;
}

static const char *builtin_name(uint32_t i) {
    return i < cuda_nbuiltins ? cuda_builtins[i].name : NULL;
}

void cuda_hooks(Cxx *x) {
    CudaState *s = arena_new(&x->ctx->perm, CudaState);
    map_init(&s->decls, &x->ctx->perm);
    map_init(&s->shared, &x->ctx->perm);
    x->hooks = (CxxHooks){.lookup_builtin = cuda_lookup_builtin,
                          .builtin_name = builtin_name,
                          .check_call = cuda_check_call,
                          .host_only = host_only,
                          .prefer = prefer,
                          .call_builtin = cuda_call_builtin,
                          .check_var_use = cuda_check_var_use,
                          .check_access = cuda_check_access,
                          .finish = cuda_finish_vars,
                          .check_asm = cuda_check_asm,
                          .check_type = cuda_check_type,
                          .check_pragma = cuda_check_pragma,
                          .check_local = cuda_check_local,
                          .check_decl = cuda_check_decl,
                          .check_redecl = cuda_check_redecl,
                          .check_var_redecl = cuda_check_var_redecl,
                          .check_override = cuda_check_override,
                          .check_lambda = cuda_check_lambda,
                          .build_launch = cuda_build_launch,
                          .data = s};
}
