// SPDX-License-Identifier: Apache-2.0
// CUDA's rules over calls: device code calls what the device has.
#include "cuda/rules.h"

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
    if (!runs_on_both(func) || !is_in_main_file(&func->d) || cxx_is_of_closure(func)) return;
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
    if (cxx->opt.jit && is_in_main_file(&callee->d))
        return; // what it lacks was said where it stands

    if (from & CU_HOST)
        check_crossing(parse, callee, pos);
    else if (!follows_refused_ctor(parse, callee, pos))
        say_host_call(parse, callee, pos);
}
