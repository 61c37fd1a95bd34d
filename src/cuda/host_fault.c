// SPDX-License-Identifier: Apache-2.0
// What a host function may not do with device code, in the words of NVIDIA's cudafe++: call a
// __device__ function (an error), read or write a variable in device memory (#20091, #20092). Host
// code is read with its errors suppressed, so the faults are kept and said at the end.
#include "cuda/cuda_int.h"

// The function whose marks hold: a lambda without marks runs where its function does.
static const FuncDecl *marked_function(const FuncDecl *func) {
    while (func && func->cls && func->cls->closure.is && !(func->d.cuda & (CU_HOST | CU_DEVICE)))
        func = func->lambda_of;
    return func;
}

// Whether the body is the author's own host code, no instance of a template: of those cudafe++ says
// nothing.
static bool is_judged(Cxx *cxx, const FuncDecl *func) {
    if (!cxx->opt.host_rules || cxx->opt.default_device || !func) return false;
    if (!(func->d.flags & DF_IN_MAIN_FILE) || func->is_implicit || cxx_is_templated(func))
        return false;
    const FuncDecl *marked = marked_function(func);
    return marked && !cxx_is_templated(marked) && cuda_spaces(cxx, marked) & CU_HOST;
}

// Whether the position is written in the function's own body or its initialisers: neither in a
// default argument nor in a macro, whose text can differ between the host and the device.
static bool is_written_in(const Parse *parse, const FuncDecl *func, Pos pos) {
    const TokRange *range[] = {&func->body.range, &func->body.init_range};
    for (uint32_t i = 0; i < CU_COUNT(range); i++) {
        if (!range[i]->end) continue;
        if (pos >= parse->tok[range[i]->begin].pos && pos <= parse->tok[range[i]->end].pos)
            return true;
    }
    return false;
}

// A body can be read twice: at one place there is one fault of a kind.
static void note_fault(Parse *parse, const DiagRow *row, const Decl *what, Pos pos) {
    CudaState *state = parse->x->hooks.data;
    if (!is_written_in(parse, parse->fn, pos)) return;
    bool written = row == CUDA_ROW(device_written); // `x += 1` reads and writes
    void **slot = map_slot(&state->fault_at, (uint64_t)pos << 1 | written);
    if (*slot) return;
    *slot = parse->fn;
    CudaFault fault = {row, what, parse->fn, pos};
    vec_push(&parse->x->ctx->perm, &state->faults, fault);
}

void cuda_check_body_call(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    if (!is_judged(cxx, parse->fn) || parse->unevaluated || callee->d.cuda & CU_GLOBAL) return;
    if (cuda_spaces(cxx, callee) != CU_DEVICE || callee->is_implicit) return;
    if (!callee->d.pos || cxx_in_system_header(cxx, callee->d.pos)) return;

    bool constexpr_ = callee->d.flags & DF_CONSTEXPR;
    if (constexpr_ && cxx->opt.relaxed_constexpr) return;
    if (cuda_exec_check_disabled(parse, parse->fn)) return;
    const DiagRow *row = constexpr_ ? CUDA_ROW(device_constexpr) : CUDA_ROW(device_call);
    note_fault(parse, row, &callee->d, pos);
}

void cuda_device_access(Parse *parse, VarDecl *var, Pos pos, VarAccess how) {
    if (how != ACCESS_READ && how != ACCESS_WRITE) return; // its address is that of its shadow
    if (var->d.cuda & CU_MANAGED || ty_is_ref(var->d.type)) return;
    if (!is_judged(parse->x, parse->fn)) return;
    const DiagRow *row = how == ACCESS_READ ? CUDA_ROW(device_read) : CUDA_ROW(device_written);
    note_fault(parse, row, &var->d, pos);
}

static void say_call(Cxx *cxx, const CudaFault *fault) {
    const FuncDecl *marked = marked_function(fault->fn);
    bool both = cuda_spaces(cxx, marked) & CU_DEVICE;
    diag(cxx->ctx, fault->row, fault->pos, cuda_func_name(cxx, (const FuncDecl *)fault->what, true),
         both ? "host__ __device" : "host", cuda_func_name(cxx, fault->fn, false));
}

static void say_access(Cxx *cxx, const CudaFault *fault) {
    unsigned space = fault->what->cuda;
    const char *word = space & CU_CONSTANT ? "constant" : space & CU_SHARED ? "shared" : "device";
    diag(cxx->ctx, fault->row, fault->pos, word, cuda_full_name(cxx, (Decl *)fault->what));
}

// (nvcc finds the toolkit's headers as a user's.)
bool cuda_names_architecture(Ctx *ctx) {
    return source_mentions(ctx, "__CUDA_ARCH__", "crt/host_config.h");
}

// Device code is what was read. A program that asks for __CUDA_ARCH__ may show the host another
// text: nothing is said of it.
void cuda_say_host_faults(Cxx *cxx) {
    CudaState *state = cxx->hooks.data;
    if (!state->faults.n) return;
    if (cuda_names_architecture(cxx->ctx)) return;
    VEC_FOREACH (CudaFault, fault, &state->faults) {
        if (fault->what->kind == D_FUNC)
            say_call(cxx, fault);
        else
            say_access(cxx, fault);
    }
}
