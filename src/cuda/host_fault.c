// SPDX-License-Identifier: Apache-2.0
// What a host function may not do with device code, in the words of NVIDIA's cudafe++: call a
// __device__ function, call or launch what cannot be (errors), read or write a variable in device
// memory (#20091, #20092). Host code is read with its errors suppressed, so the faults are kept and
// said at the end.
#include "cuda/cuda_int.h"
#include "cxx/facts/attr.h"

// The function whose marks hold: a lambda without marks runs where its function does.
static const FuncDecl *marked_function(const FuncDecl *func) {
    while (cxx_is_of_closure(func) && !(func->d.cuda & (CU_HOST | CU_DEVICE)))
        func = func->lambda_of;
    return func;
}

// Whether the body is the author's own host code, no instance of a template: of those cudafe++ says
// nothing.
static bool is_judged(Cxx *cxx, const FuncDecl *func) {
    if (!cxx->opt.host_rules || cxx->opt.default_device || !func) return false;
    if (!cxx_in_main_file(cxx, func->d.pos) || func->is_implicit || cxx_is_templated(func))
        return false;
    const FuncDecl *marked = marked_function(func);
    return marked && !cxx_is_templated(marked) && cuda_spaces(cxx, marked) & CU_HOST;
}

// The place in a file where the expansion stands that the position came from.
static Pos expanded_at(Ctx *ctx, Pos pos) {
    SrcLoc at;
    while (source_resolve_spelling(ctx, pos, &at) && at.expanded_from) pos = at.expanded_from;
    return pos;
}

// Macros of headers can be others for the host and the device; so can the text of a function that
// runs on both.
static bool is_same_text(Parse *parse, const FuncDecl *func, Pos pos, Pos place) {
    if (place == pos) return true;
    bool host_only = !(cuda_spaces(parse->x, marked_function(func)) & CU_DEVICE);
    return host_only && cxx_in_main_file(parse->x, source_spelling(parse->x->ctx, pos));
}

// Whether the position is written in the function's own body or its initialisers: not in a default
// argument.
static bool is_written_in(Parse *parse, const FuncDecl *func, Pos pos) {
    Ctx *ctx = parse->x->ctx;
    Pos place = expanded_at(ctx, pos);
    const TokRange *range[] = {&func->body.init_range, &func->body.range};
    for (uint32_t i = 0; i < CU_COUNT(range); i++) {
        if (!range[i]->end) continue;
        Pos begin = expanded_at(ctx, parse->tok[range[i]->begin].pos);
        Pos end = expanded_at(ctx, parse->tok[range[i]->end].pos);
        if (place >= begin && place <= end) return is_same_text(parse, func, pos, place);
    }
    return false;
}

// A body can be read twice: at one place there is one fault of a kind.
static void note_fault(Parse *parse, const DiagRow *reason, const Decl *what, Pos pos) {
    CudaState *state = parse->x->hooks.data;
    if (!is_written_in(parse, parse->fn, pos)) return;
    bool written = reason == CUDA_ROW(device_written); // `x += 1` reads and writes
    void **slot = map_slot(&state->fault_at, (uint64_t)pos << 1 | written);
    if (*slot) return;
    *slot = parse->fn;
    CudaFault fault = {reason, what, parse->fn, pos};
    vec_push(&parse->x->ctx->perm, &state->faults, fault);
}

bool cuda_is_judged(Parse *parse, Pos pos) {
    bool judged = is_judged(parse->x, parse->fn) && !parse->unevaluated;
    return judged && is_written_in(parse, parse->fn, pos);
}

void cuda_host_fault(Parse *parse, const DiagRow *reason, Pos pos) {
    if (is_judged(parse->x, parse->fn) && !parse->unevaluated) note_fault(parse, reason, NULL, pos);
}

// A function of the program, or one that NVIDIA's compiler knows: what else system headers have can
// be another for the host, as our own headers say it of some.
static bool is_known_callee(Cxx *cxx, const FuncDecl *callee) {
    const AttrSet *attrs = callee->d.attrs;
    if (callee->is_implicit || !callee->d.pos || (attrs && attrs->host_has_own)) return false;
    if (!cxx_in_system_header(cxx, callee->d.pos)) return true;
    return !callee->cls && cuda_builtin_find(atom_str(cxx->ctx, callee->d.name));
}

// (A function that the compiler knows is code anywhere; its declaration says who may call it.)
static bool is_device_only(Cxx *cxx, const FuncDecl *callee) {
    enum { SPACES = CU_HOST | CU_DEVICE | CU_GLOBAL };
    if (callee->code.builtin) return (callee->d.cuda & SPACES) == CU_DEVICE;
    return cuda_spaces(cxx, callee) == CU_DEVICE;
}

void cuda_check_body_call(Parse *parse, FuncDecl *callee, Pos pos) {
    Cxx *cxx = parse->x;
    if (!is_judged(cxx, parse->fn) || parse->unevaluated || callee->d.cuda & CU_GLOBAL) return;
    if (!is_device_only(cxx, callee) || !is_known_callee(cxx, callee)) return;

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
    bool reads = fault->row == CUDA_ROW(device_read);
    diag(cxx->ctx, CUDA_ROW(note_symbol), fault->pos, reads ? "From" : "To");
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
        if (!fault->what)
            diag(cxx->ctx, fault->row, fault->pos);
        else if (fault->what->kind == D_FUNC)
            say_call(cxx, fault);
        else
            say_access(cxx, fault);
    }
}
