// SPDX-License-Identifier: Apache-2.0
// What the front end asks of module cuda, tied to the functions that answer: the only file that
// knows all of them.
#include "cuda/cuda_int.h"

// std::sqrt(float) of the host's <cmath> and sqrt(float) of our headers are one function in two
// namespaces: device code means ours, host code the other.
static int prefer(Parse *parse, const FuncDecl *a, const FuncDecl *b) {
    unsigned all = CU_HOST | CU_DEVICE | CU_GLOBAL;
    bool device_a = (a->d.cuda & all) == CU_DEVICE, device_b = (b->d.cuda & all) == CU_DEVICE;
    if (device_a == device_b) return 0;
    bool device_here = parse->fn && cuda_spaces(parse->x, parse->fn) & CU_DEVICE;
    return device_a == device_here ? 1 : -1;
}

static const char *builtin_name(uint32_t i) {
    return i < cuda_nbuiltins ? cuda_builtins[i].name : NULL;
}

static void finish(Cxx *cxx) {
    cuda_finish_vars(cxx);
    cuda_say_kernel_lambdas(cxx);
    cuda_say_host_faults(cxx);
}

void cuda_hooks(Cxx *cxx) {
    CudaState *state = arena_new(&cxx->ctx->perm, CudaState);
    map_init(&state->decls, &cxx->ctx->perm);
    map_init(&state->shared, &cxx->ctx->perm);
    map_init(&state->fault_at, &cxx->ctx->perm);
    map_init(&state->arg_said, &cxx->ctx->perm);
    map_init(&state->refused_ctor, &cxx->ctx->perm);
    cxx->hooks = (CxxHooks){.lookup_builtin = cuda_lookup_builtin,
                            .builtin_name = builtin_name,
                            .check_call = cuda_check_call,
                            .host_only = cuda_host_only,
                            .prefer = prefer,
                            .call_builtin = cuda_call_builtin,
                            .check_var_use = cuda_check_var_use,
                            .check_access = cuda_check_access,
                            .check_body_call = cuda_check_body_call,
                            .host_fault = cuda_host_fault,
                            .finish = finish,
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
                            .data = state};
}
