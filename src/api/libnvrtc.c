// SPDX-License-Identifier: Apache-2.0
// libnvrtc.so.13: the entry points, each a check of its arguments around nvrtc_program.c.
//
// Where NVIDIA's library would crash (a handle that is not live) these return an error code.
// Versions and behaviour are those of CUDA 13.0's library; the functions of later ones are refused
// or say what there is. Each name has the versions of the libraries of CUDA 12 and 13.
#include "api/handle.h"
#include "api/nvrtc_api.h"

#define NVRTC_API __attribute__((visibility("default")))

NVRTC_API const char *nvrtcGetErrorString(NvrtcResult result);
NVRTC_API NvrtcResult nvrtcVersion(int *major, int *minor);
NVRTC_API NvrtcResult nvrtcGetNumSupportedArchs(int *n);
NVRTC_API NvrtcResult nvrtcGetSupportedArchs(int *archs);
NVRTC_API NvrtcResult nvrtcCreateProgram(void **program, const char *source, const char *name,
                                         int nheaders, const char *const *headers,
                                         const char *const *include_names);
NVRTC_API NvrtcResult nvrtcDestroyProgram(void **program);
NVRTC_API NvrtcResult nvrtcCompileProgram(void *program, int n, const char *const *options);
NVRTC_API NvrtcResult nvrtcGetPTXSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetPTX(void *program, char *ptx);
NVRTC_API NvrtcResult nvrtcGetCUBINSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetCUBIN(void *program, char *cubin);
NVRTC_API NvrtcResult nvrtcGetLTOIRSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetLTOIR(void *program, char *lto);
NVRTC_API NvrtcResult nvrtcGetOptiXIRSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetOptiXIR(void *program, char *optix);
NVRTC_API NvrtcResult nvrtcGetTileIRSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetTileIR(void *program, char *tile);
NVRTC_API NvrtcResult nvrtcGetProgramLogSize(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcGetProgramLog(void *program, char *log);
NVRTC_API NvrtcResult nvrtcAddNameExpression(void *program, const char *expression);
NVRTC_API NvrtcResult nvrtcGetLoweredName(void *program, const char *expression,
                                          const char **lowered);
NVRTC_API NvrtcResult nvrtcGetPCHHeapSize(size_t *size);
NVRTC_API NvrtcResult nvrtcSetPCHHeapSize(size_t size);
NVRTC_API NvrtcResult nvrtcGetPCHCreateStatus(void *program);
NVRTC_API NvrtcResult nvrtcGetPCHHeapSizeRequired(void *program, size_t *size);
NVRTC_API NvrtcResult nvrtcSetFlowCallback(void *program, int (*callback)(void *, void *),
                                           void *payload);
NVRTC_API NvrtcResult nvrtcGetBundledHeadersInfo(void *info, const char **log);
NVRTC_API NvrtcResult nvrtcInstallBundledHeaders(const char *path, unsigned flags,
                                                 const char **log);
NVRTC_API NvrtcResult nvrtcRemoveBundledHeaders(const char *path, const char **log);

static void init(void *program) {}

static void drop(void *program) {
    nvrtc_program_free(program);
}

static ApiTable table = API_TABLE(NvrtcProgram, init, drop);

// ---- about the library -------------------------------------------------------------------------

// Never NULL: every number below the last has its row.
const char *nvrtcGetErrorString(NvrtcResult result) {
    static const char *const names[] = {
        [NVRTC_SUCCESS] = "NVRTC_SUCCESS",
        [NVRTC_OUT_OF_MEMORY] = "NVRTC_ERROR_OUT_OF_MEMORY",
        [NVRTC_PROGRAM_CREATION_FAILURE] = "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
        [NVRTC_INVALID_INPUT] = "NVRTC_ERROR_INVALID_INPUT",
        [NVRTC_INVALID_PROGRAM] = "NVRTC_ERROR_INVALID_PROGRAM",
        [NVRTC_INVALID_OPTION] = "NVRTC_ERROR_INVALID_OPTION",
        [NVRTC_COMPILATION] = "NVRTC_ERROR_COMPILATION",
        [NVRTC_BUILTIN_OPERATION_FAILURE] = "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        [NVRTC_NO_NAME_EXPRESSIONS_AFTER_COMPILATION] =
            "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        [NVRTC_NO_LOWERED_NAMES_BEFORE_COMPILATION] =
            "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
        [NVRTC_NAME_EXPRESSION_NOT_VALID] = "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
        [NVRTC_INTERNAL_ERROR] = "NVRTC_ERROR_INTERNAL_ERROR",
        [NVRTC_TIME_FILE_WRITE_FAILED] = "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
        [NVRTC_NO_PCH_CREATE_ATTEMPTED] = "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
        [NVRTC_PCH_CREATE_HEAP_EXHAUSTED] = "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
        [NVRTC_PCH_CREATE] = "NVRTC_ERROR_PCH_CREATE",
        [NVRTC_CANCELLED] = "NVRTC_ERROR_CANCELLED",
        [NVRTC_TIME_TRACE_FILE_WRITE_FAILED] = "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
    };
    return (unsigned)result < CU_COUNT(names) ? names[result] : "NVRTC_ERROR unknown";
}

// What we say we are: its targets are those that are listed; later ones are taken, too.
enum { OUR_CUDA = 13000 };

NvrtcResult nvrtcVersion(int *major, int *minor) {
    if (!major || !minor) return NVRTC_INVALID_INPUT;
    *major = OUR_CUDA / 1000;
    *minor = OUR_CUDA % 1000 / 10;
    return NVRTC_SUCCESS;
}

// The numbers of target.def, each once: rows with a suffix stand behind the plain one.
static int architectures(int *archs) {
    int n = 0;
    uint32_t count, before = 0;
    const Target *target = target_all(&count);
    for (uint32_t i = 0; i < count; i++) {
        if (target[i].number == before || !target_of_cuda(&target[i], OUR_CUDA)) continue;
        before = target[i].number;
        if (archs) archs[n] = (int)before;
        n++;
    }
    return n;
}

NvrtcResult nvrtcGetNumSupportedArchs(int *n) {
    if (!n) return NVRTC_INVALID_INPUT;
    *n = architectures(NULL);
    return NVRTC_SUCCESS;
}

NvrtcResult nvrtcGetSupportedArchs(int *archs) {
    if (!archs) return NVRTC_INVALID_INPUT;
    architectures(archs);
    return NVRTC_SUCCESS;
}

// ---- programs ----------------------------------------------------------------------------------

// The arrays may be NULL where there are no headers.
static bool headers_given(int n, const char *const *headers, const char *const *names) {
    if (n < 0 || (n && (!headers || !names))) return false;
    for (int i = 0; i < n; i++) {
        if (!headers[i] || !names[i]) return false;
    }
    return true;
}

// The handle is entered although nobody else knows it: only so its object is to be had.
NvrtcResult nvrtcCreateProgram(void **program, const char *source, const char *name, int nheaders,
                               const char *const *headers, const char *const *include_names) {
    if (!program) return NVRTC_INVALID_PROGRAM;
    if (!source || !headers_given(nheaders, headers, include_names)) return NVRTC_INVALID_INPUT;
    void *handle = api_handle_new(&table);
    if (!handle) return NVRTC_OUT_OF_MEMORY;
    NvrtcProgram *made = api_handle_enter(&table, handle);
    bool ok = nvrtc_program_fill(made, source, name, nheaders, headers, include_names);
    api_handle_leave(&table, made);
    if (!ok) {
        api_handle_destroy(&table, handle);
        return NVRTC_OUT_OF_MEMORY;
    }
    *program = handle;
    return NVRTC_SUCCESS;
}

NvrtcResult nvrtcDestroyProgram(void **program) {
    if (!program || !api_handle_destroy(&table, *program)) return NVRTC_INVALID_PROGRAM;
    *program = NULL;
    return NVRTC_SUCCESS;
}

// One compilation of a program at a time: others with its handle wait.
NvrtcResult nvrtcCompileProgram(void *handle, int n, const char *const *options) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    NvrtcResult result = nvrtc_program_compile(program, n, options);
    api_handle_leave(&table, program);
    return result;
}

// The expression is copied; whether it names anything is told by the next compilation.
NvrtcResult nvrtcAddNameExpression(void *handle, const char *expression) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    NvrtcResult result =
        expression ? nvrtc_program_add_name(program, expression) : NVRTC_INVALID_INPUT;
    api_handle_leave(&table, program);
    return result;
}

// *lowered is NULL on a refusal by the program; a missing argument leaves it as it was.
NvrtcResult nvrtcGetLoweredName(void *handle, const char *expression, const char **lowered) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    NvrtcResult result = expression && lowered ? nvrtc_program_lowered(program, expression, lowered)
                                               : NVRTC_INVALID_INPUT;
    api_handle_leave(&table, program);
    return result;
}

// A callback stays for all later compilations; it cannot be taken away.
NvrtcResult nvrtcSetFlowCallback(void *handle, int (*callback)(void *, void *), void *payload) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    if (callback) {
        program->flow = callback;
        program->payload = payload;
    }
    api_handle_leave(&table, program);
    return callback ? NVRTC_SUCCESS : NVRTC_INVALID_INPUT;
}

// ---- results -----------------------------------------------------------------------------------

// What a compilation can leave, by its place in NvrtcProgram. A text's size counts its NUL.
typedef struct {
    size_t place;
    bool text;
} Output;
static const Output ptx_output = {offsetof(NvrtcProgram, ptx), true},
                    cubin_output = {offsetof(NvrtcProgram, cubin), false},
                    lto_output = {offsetof(NvrtcProgram, lto), false},
                    log_output = {offsetof(NvrtcProgram, log), true};

// What was not made has no bytes; as a text it is the NUL alone.
static NvrtcResult get_size(void *handle, const Output *output, size_t *size) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    const NvrtcBytes *bytes = (const void *)((const char *)program + output->place);
    if (size) *size = bytes->n + output->text;
    api_handle_leave(&table, program);
    return size ? NVRTC_SUCCESS : NVRTC_INVALID_INPUT;
}

// The buffer must have the room that get_size tells; nothing checks it, as in NVRTC's interface.
static NvrtcResult get(void *handle, const Output *output, char *buffer) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    const NvrtcBytes *bytes = (const void *)((const char *)program + output->place);
    if (buffer && bytes->n) memcpy(buffer, bytes->at, bytes->n);
    if (buffer && output->text) buffer[bytes->n] = 0;
    api_handle_leave(&table, program);
    return buffer ? NVRTC_SUCCESS : NVRTC_INVALID_INPUT;
}

// OptiX IR and Tile IR: none is ever made.
static NvrtcResult nothing(void *handle, size_t *size, const char *buffer) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    api_handle_leave(&table, program);
    if (size) *size = 0;
    return size || buffer ? NVRTC_SUCCESS : NVRTC_INVALID_INPUT;
}

NvrtcResult nvrtcGetPTXSize(void *program, size_t *size) {
    return get_size(program, &ptx_output, size);
}

NvrtcResult nvrtcGetPTX(void *program, char *ptx) {
    return get(program, &ptx_output, ptx);
}

NvrtcResult nvrtcGetCUBINSize(void *program, size_t *size) {
    return get_size(program, &cubin_output, size);
}

NvrtcResult nvrtcGetCUBIN(void *program, char *cubin) {
    return get(program, &cubin_output, cubin);
}

NvrtcResult nvrtcGetLTOIRSize(void *program, size_t *size) {
    return get_size(program, &lto_output, size);
}

NvrtcResult nvrtcGetLTOIR(void *program, char *lto) {
    return get(program, &lto_output, lto);
}

NvrtcResult nvrtcGetOptiXIRSize(void *program, size_t *size) {
    return nothing(program, size, NULL);
}

NvrtcResult nvrtcGetOptiXIR(void *program, char *optix) {
    return nothing(program, NULL, optix);
}

NvrtcResult nvrtcGetTileIRSize(void *program, size_t *size) {
    return nothing(program, size, NULL);
}

NvrtcResult nvrtcGetTileIR(void *program, char *tile) {
    return nothing(program, NULL, tile);
}

NvrtcResult nvrtcGetProgramLogSize(void *program, size_t *size) {
    return get_size(program, &log_output, size);
}

NvrtcResult nvrtcGetProgramLog(void *program, char *log) {
    return get(program, &log_output, log);
}

// ---- precompiled headers -----------------------------------------------------------------------
// There are none, and there is no heap for them: its size is a number that is kept. What asks for
// one is told that it was made.

static _Atomic size_t heap_size = 256 << 20;

NvrtcResult nvrtcGetPCHHeapSize(size_t *size) {
    if (!size) return NVRTC_INVALID_INPUT;
    *size = heap_size;
    return NVRTC_SUCCESS;
}

// Rounded up to whole pages, which the next query shows.
NvrtcResult nvrtcSetPCHHeapSize(size_t size) {
    enum { PAGE = 4096 };
    heap_size = size > SIZE_MAX - PAGE ? size : (size + PAGE - 1) / PAGE * PAGE;
    return NVRTC_SUCCESS;
}

NvrtcResult nvrtcGetPCHCreateStatus(void *handle) {
    NvrtcProgram *program = api_handle_enter(&table, handle);
    if (!program) return NVRTC_INVALID_PROGRAM;
    bool tried = program->pch_tried;
    api_handle_leave(&table, program);
    return tried ? NVRTC_SUCCESS : NVRTC_NO_PCH_CREATE_ATTEMPTED;
}

NvrtcResult nvrtcGetPCHHeapSizeRequired(void *handle, size_t *size) {
    return nothing(handle, size, NULL);
}

// ---- bundled headers (CUDA 13.4) ---------------------------------------------------------------
// Ours are found without being installed.

static NvrtcResult nothing_bundled(const char **log) {
    if (log) *log = "the headers of this library are found without being installed";
    return NVRTC_BUILTIN_OPERATION_FAILURE;
}

NvrtcResult nvrtcGetBundledHeadersInfo(void *info, const char **log) {
    return nothing_bundled(log);
}

NvrtcResult nvrtcInstallBundledHeaders(const char *path, unsigned flags, const char **log) {
    return nothing_bundled(log);
}

NvrtcResult nvrtcRemoveBundledHeaders(const char *path, const char **log) {
    return nothing_bundled(log);
}
