// SPDX-License-Identifier: Apache-2.0
// NVRTC beside the virtual machine. Programs compile for the real architecture that the device
// reports (sm_90) and load the machine code. These functions stand before those of libnvrtc in a
// program that is linked with it: they ask for the virtual architecture instead (compute_90), and
// give its PTX where the program asks for machine code. libnvrtc itself is NVIDIA's.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <dlfcn.h>
#include <stdlib.h>

#define PUBLIC __attribute__((visibility("default")))

typedef struct Program Program;
typedef int Compile(Program *p, int n, const char *const *option);
typedef int Size(Program *p, size_t *size);
typedef int Code(Program *p, char *code);

enum { NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_INTERNAL = 11 };

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

// "--gpu-architecture=sm_90" or "-arch=sm_90", or "sm_90" behind one of the two: the part from
// "sm_" on. NULL for every other option.
static const char *real_architecture(const char *option, const char *before) {
    static const char *const name[] = {"--gpu-architecture", "-arch"};
    for (uint32_t i = 0; i < CU_COUNT(name); i++) {
        size_t n = strlen(name[i]);
        const char *value = NULL;
        if (strncmp(option, name[i], n) == 0 && option[n] == '=') value = option + n + 1;
        if (before && strcmp(before, name[i]) == 0) value = option;
        if (value && strncmp(value, "sm_", 3) == 0) return value;
    }
    return NULL;
}

PUBLIC Compile nvrtcCompileProgram;
PUBLIC Size nvrtcGetCUBINSize;
PUBLIC Code nvrtcGetCUBIN;

int nvrtcCompileProgram(Program *program, int n, const char *const *option) {
    Compile *compile = (Compile *)(uintptr_t)next("nvrtcCompileProgram");
    if (!compile) return NVRTC_ERROR_INTERNAL;
    if (n <= 0 || !option) return compile(program, n, option);
    Ctx ctx;
    jmp_buf unwind;
    ctx_init(&ctx);
    ctx.unwind = &unwind;
    if (setjmp(unwind)) {
        ctx_free(&ctx);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    const char **changed = arena_array(&ctx.perm, const char *, n);
    for (int i = 0; i < n; i++) {
        const char *sm = option[i] ? real_architecture(option[i], i ? option[i - 1] : NULL) : NULL;
        changed[i] =
            sm ? arena_printf(&ctx.perm, "%.*scompute_%s", (int)(sm - option[i]), option[i], sm + 3)
               : option[i];
    }
    int error = compile(program, n, changed);
    ctx_free(&ctx);
    return error;
}

// Is there machine code all the same (a program compiled for compute_90 has none)?
static bool has_cubin(Program *p, size_t *size) {
    Size *real = (Size *)(uintptr_t)next("nvrtcGetCUBINSize");
    return real && real(p, size) == 0 && *size;
}

int nvrtcGetCUBINSize(Program *p, size_t *size) {
    Size *ptx = (Size *)(uintptr_t)next("nvrtcGetPTXSize");
    if (!ptx || !size) return NVRTC_ERROR_INTERNAL;
    return has_cubin(p, size) ? 0 : ptx(p, size);
}

int nvrtcGetCUBIN(Program *p, char *code) {
    size_t size = 0;
    bool real = has_cubin(p, &size);
    Code *get = (Code *)(uintptr_t)next(real ? "nvrtcGetCUBIN" : "nvrtcGetPTX");
    return get ? get(p, code) : NVRTC_ERROR_INTERNAL;
}
