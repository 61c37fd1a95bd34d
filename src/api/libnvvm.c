// SPDX-License-Identifier: Apache-2.0
// libnvvm.so.4: the entry points, each a check of its arguments around nvvm_program.c.
//
// Where NVIDIA's library would crash (a handle that is not live, a NULL to write to) these return
// an error code. Versions and behaviour are those of CUDA 13.0's library.
#include "api/nvvm_api.h"

#define NVVM_API __attribute__((visibility("default")))

NVVM_API const char *nvvmGetErrorString(NvResult result);
NVVM_API NvResult nvvmVersion(int *major, int *minor);
NVVM_API NvResult nvvmIRVersion(int *ir_major, int *ir_minor, int *dbg_major, int *dbg_minor);
NVVM_API NvResult nvvmCreateProgram(void **program);
NVVM_API NvResult nvvmDestroyProgram(void **program);
NVVM_API NvResult nvvmAddModuleToProgram(void *program, const char *buffer, size_t size,
                                         const char *name);
NVVM_API NvResult nvvmLazyAddModuleToProgram(void *program, const char *buffer, size_t size,
                                             const char *name);
NVVM_API NvResult nvvmCompileProgram(void *program, int n, const char **options);
NVVM_API NvResult nvvmVerifyProgram(void *program, int n, const char **options);
NVVM_API NvResult nvvmGetCompiledResultSize(void *program, size_t *size);
NVVM_API NvResult nvvmGetCompiledResult(void *program, char *buffer);
NVVM_API NvResult nvvmGetProgramLogSize(void *program, size_t *size);
NVVM_API NvResult nvvmGetProgramLog(void *program, char *buffer);
// not in the header
NVVM_API void *__nvvmHandle(unsigned id);
NVVM_API void *__nvvmHandleTarget(unsigned id);
NVVM_API NvResult nvvmDisableConcurrentAPI(void);

const char *nvvmGetErrorString(NvResult result) {
    static const char *const names[] = {
        [NV_SUCCESS] = "NVVM_SUCCESS",
        [NV_OUT_OF_MEMORY] = "NVVM_ERROR_OUT_OF_MEMORY",
        [NV_PROGRAM_CREATION_FAILURE] = "NVVM_ERROR_PROGRAM_CREATION_FAILURE",
        [NV_IR_VERSION_MISMATCH] = "NVVM_ERROR_IR_VERSION_MISMATCH",
        [NV_INVALID_INPUT] = "NVVM_ERROR_INVALID_INPUT",
        [NV_INVALID_PROGRAM] = "NVVM_ERROR_INVALID_PROGRAM",
        [NV_INVALID_IR] = "NVVM_ERROR_INVALID_IR",
        [NV_INVALID_OPTION] = "NVVM_ERROR_INVALID_OPTION",
        [NV_NO_MODULE] = "NVVM_ERROR_NO_MODULE_IN_PROGRAM",
        [NV_COMPILATION] = "NVVM_ERROR_COMPILATION",
    };
    return (unsigned)result < CU_COUNT(names) ? names[result] : "NVVM_ERROR not found";
}

static void set(int *at, int value) {
    if (at) *at = value;
}

NvResult nvvmVersion(int *major, int *minor) {
    set(major, 2);
    set(minor, 0);
    return NV_SUCCESS;
}

NvResult nvvmIRVersion(int *ir_major, int *ir_minor, int *dbg_major, int *dbg_minor) {
    set(ir_major, 2);
    set(ir_minor, 0);
    set(dbg_major, 3);
    set(dbg_minor, 2);
    return NV_SUCCESS;
}

NvResult nvvmCreateProgram(void **program) {
    if (!program) return NV_INVALID_PROGRAM;
    void *handle = nvvm_handle_new();
    if (!handle) return NV_OUT_OF_MEMORY;
    *program = handle;
    return NV_SUCCESS;
}

NvResult nvvmDestroyProgram(void **program) {
    if (!program || !nvvm_handle_destroy(*program)) return NV_INVALID_PROGRAM;
    *program = NULL;
    return NV_SUCCESS;
}

static NvResult add(void *program, const char *buffer, size_t size, const char *name, bool lazy) {
    NvProgram *p = nvvm_handle_enter(program);
    if (!p) return NV_INVALID_PROGRAM;
    NvResult r = buffer ? nvvm_program_add(p, buffer, size, name, lazy) : NV_INVALID_INPUT;
    nvvm_handle_leave(p);
    return r;
}

NvResult nvvmAddModuleToProgram(void *program, const char *buffer, size_t size, const char *name) {
    return add(program, buffer, size, name, false);
}

NvResult nvvmLazyAddModuleToProgram(void *program, const char *buffer, size_t size,
                                    const char *name) {
    return add(program, buffer, size, name, true);
}

static NvResult run(void *program, int n, const char **options, bool verify) {
    NvProgram *p = nvvm_handle_enter(program);
    if (!p) return NV_INVALID_PROGRAM;
    NvResult r = nvvm_program_run(p, n, options, verify);
    nvvm_handle_leave(p);
    return r;
}

NvResult nvvmCompileProgram(void *program, int n, const char **options) {
    return run(program, n, options, false);
}

NvResult nvvmVerifyProgram(void *program, int n, const char **options) {
    return run(program, n, options, true);
}

// The sizes count the NUL behind a text.
static NvResult get(void *program, bool log, size_t *size, char *buffer) {
    NvProgram *nv_program = nvvm_handle_enter(program);
    if (!nv_program) return NV_INVALID_PROGRAM;
    NvResult r = size || buffer ? NV_SUCCESS : NV_INVALID_INPUT;
    const char *text = log ? nv_program->log : nv_program->result;
    size_t n = text ? log ? nv_program->nlog : nv_program->nresult : 0;
    bool nul = log || !nv_program->binary;
    if (size) *size = n + nul;
    if (buffer && n) memcpy(buffer, text, n);
    if (buffer && nul) buffer[n] = 0;
    nvvm_handle_leave(nv_program);
    return r;
}

NvResult nvvmGetCompiledResultSize(void *program, size_t *size) {
    return get(program, false, size, NULL);
}

NvResult nvvmGetCompiledResult(void *program, char *buffer) {
    return get(program, false, NULL, buffer);
}

NvResult nvvmGetProgramLogSize(void *program, size_t *size) {
    return get(program, true, size, NULL);
}

NvResult nvvmGetProgramLog(void *program, char *buffer) {
    return get(program, true, NULL, buffer);
}

// ---- what NVIDIA's programs ask for by number (seen with nvlink -dlto, tileiras) ---------------

static NvResult add_container(void *program, const char *buffer, size_t size, const char *name) {
    NvProgram *p = nvvm_handle_enter(program);
    if (!p) return NV_INVALID_PROGRAM;
    NvResult r = buffer ? nvvm_program_add_container(p, buffer, size, name) : NV_INVALID_INPUT;
    nvvm_handle_leave(p);
    return r;
}

// What the result of -link-lto is: one text of PTX.
static NvResult result_kind(void *program, int *kind) {
    enum { PTX = 1 };
    NvProgram *p = nvvm_handle_enter(program);
    if (!p) return NV_INVALID_PROGRAM;
    set(kind, PTX);
    nvvm_handle_leave(p);
    return NV_SUCCESS;
}

// Whatever it is called with.
static NvResult refuse(void) {
    return NV_INVALID_INPUT;
}

typedef void (*AnyFunction)(void);

// Numbers of NVIDIA's library for its own programs. Most are the functions of nvvm.h: tileiras of
// CUDA 13.3 and later asks for these alone.
static const struct {
    unsigned id;
    AnyFunction function;
} handles[] = {
    {0xb737, (AnyFunction)nvvmGetErrorString},
    {0xc172, (AnyFunction)nvvmVersion},
    {0xf16e, (AnyFunction)nvvmIRVersion},
    {0x0867, (AnyFunction)nvvmCreateProgram},
    {0x5309, (AnyFunction)nvvmDestroyProgram},
    {0x1234, (AnyFunction)nvvmAddModuleToProgram},
    {0xf35a, (AnyFunction)nvvmLazyAddModuleToProgram},
    {0x4321, (AnyFunction)nvvmCompileProgram},
    {0x0f47, (AnyFunction)nvvmVerifyProgram},
    {0xb777, (AnyFunction)nvvmGetCompiledResultSize},
    {0x5afe, (AnyFunction)nvvmGetCompiledResult},
    {0x100fa, (AnyFunction)nvvmGetProgramLogSize},
    {0xa380, (AnyFunction)nvvmGetProgramLog},
    {0x2080, (AnyFunction)add_container},
    {0xf00d, (AnyFunction)result_kind},
};

// Never NULL: its callers do not ask whether it is.
void *__nvvmHandle(unsigned id) {
    for (size_t k = 0; k < CU_COUNT(handles); k++) {
        if (handles[k].id == id) return (void *)(uintptr_t)handles[k].function;
    }
    return (void *)(uintptr_t)refuse;
}

void *__nvvmHandleTarget(unsigned id) {
    return NULL;
}

// Nothing is shared between programs: there is nothing to serialize.
NvResult nvvmDisableConcurrentAPI(void) {
    return NV_SUCCESS;
}
