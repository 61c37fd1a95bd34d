// SPDX-License-Identifier: Apache-2.0
// libnvptxcompiler, static and shared: NVIDIA's nvPTXCompiler.h by its binary form, over the
// assembler in ptxas's place (driver/ptxas). The program that it makes is a container of PTX, which
// our driver loads.
//
// Where NVIDIA's library would crash (a handle that is not live) these return an error code.
#include "api/call.h"
#include "driver/ptxas/ptxas.h"

#define PTXC_API __attribute__((visibility("default")))
#define ENTRY(name, params)                                                                        \
    PTXC_API PtxcResult nvPTXCompiler##name params;                                                \
    PtxcResult nvPTXCompiler##name params

typedef enum {
    PTXC_SUCCESS,
    PTXC_INVALID_HANDLE,
    PTXC_INVALID_INPUT,
    PTXC_COMPILATION_FAILURE,
    PTXC_INTERNAL,
    PTXC_OUT_OF_MEMORY,
    PTXC_INCOMPLETE,
    PTXC_UNSUPPORTED_VERSION,
    PTXC_UNSUPPORTED_SYNC,
    PTXC_CANCELLED
} PtxcResult;

// One program. Everything lies in its context.
typedef struct {
    Ctx ctx;
    PtxasInput input;
    Buf errors, info, program;
    bool is_compiled;
    int (*callback)(void *payload, void *unused);
    void *payload;
} Compiler;

static void init(void *object) {
    Compiler *compiler = object;
    ctx_init(&compiler->ctx);
    buf_init(&compiler->errors, &compiler->ctx.perm);
    buf_init(&compiler->info, &compiler->ctx.perm);
    buf_init(&compiler->program, &compiler->ctx.perm);
}

static void drop(void *object) {
    ctx_free(&((Compiler *)object)->ctx);
}

static ApiTable table = API_TABLE(Compiler, init, drop);

static const ApiCalls calls = {.table = &table,
                               .ctx = offsetof(Compiler, ctx),
                               .not_live = PTXC_INVALID_HANDLE,
                               .internal = PTXC_INTERNAL};

static PtxcResult run(void *handle, ApiWork *work, const void *of) {
    return (PtxcResult)api_call(&calls, handle, work, of);
}

// ---- versions -----------------------------------------------------------------------------------

ENTRY(GetVersion, (unsigned *major, unsigned *minor)) {
    if (!major || !minor) return PTXC_INVALID_INPUT;
    *major = 13;
    *minor = 0;
    return PTXC_SUCCESS;
}

ENTRY(GetNumSupportedVersions, (int *n)) {
    if (!n) return PTXC_INVALID_INPUT;
    *n = (int)ptx_version_count();
    return PTXC_SUCCESS;
}

ENTRY(GetSupportedVersions, (int (*versions)[2])) {
    if (!versions) return PTXC_INVALID_INPUT;
    for (uint32_t i = 0; i < ptx_version_count(); i++) {
        versions[i][0] = (int)ptx_version_at(i) / 10;
        versions[i][1] = (int)ptx_version_at(i) % 10;
    }
    return PTXC_SUCCESS;
}

// ---- compiling ----------------------------------------------------------------------------------

static int take_input(void *object, const void *of) {
    Compiler *compiler = object;
    const PtxasInput *input = of;
    compiler->input = *input;
    compiler->input.text = arena_strndup(&compiler->ctx.perm, input->text, input->n);
    return PTXC_SUCCESS;
}

ENTRY(Create, (void **handle, size_t n, const char *text)) {
    if (!handle || !text || !n) return PTXC_INVALID_INPUT;
    *handle = api_handle_new(&table);
    if (!*handle) return PTXC_OUT_OF_MEMORY;
    return run(*handle, take_input, &(PtxasInput){"application ptx input", text, n});
}

ENTRY(Destroy, (void **handle)) {
    if (!handle || !*handle || !api_handle_destroy(&table, *handle)) return PTXC_INVALID_HANDLE;
    *handle = NULL;
    return PTXC_SUCCESS;
}

typedef struct {
    int n;
    const char *const *words;
} Words;

static bool is_cancelled(const Compiler *compiler) {
    return compiler->callback && compiler->callback(compiler->payload, NULL) == 1;
}

// A version of PTX that is later than ours: its message is the only one.
static bool is_too_new(Compiler *compiler) {
    if (!diag_count(&compiler->ctx)) return false;
    DiagView view;
    diag_get(&compiler->ctx, 0, &view);
    return strcmp(view.id, "bad_version") == 0;
}

static int compile(void *object, const void *of) {
    Compiler *compiler = object;
    const Words *words = of;
    Ptxas *ptxas = arena_new(&compiler->ctx.perm, Ptxas);
    *ptxas = (Ptxas){.ctx = &compiler->ctx, .errors = &compiler->errors, .info = &compiler->info};
    compiler->is_compiled = false;
    buf_init(&compiler->program, &compiler->ctx.perm);
    if (is_cancelled(compiler)) return PTXC_CANCELLED;
    bool ok = ptxas_options(ptxas, (uint32_t)CU_MAX(words->n, 0), words->words) &&
              ptxas_assemble(ptxas, &compiler->input, 1, &compiler->program);
    if (is_cancelled(compiler)) return PTXC_CANCELLED;
    if (!ok && is_too_new(compiler)) {
        const char *end = memchr(compiler->errors.at, '\n', compiler->errors.n);
        if (end) compiler->errors.n = (size_t)(end - compiler->errors.at) + 1;
        return PTXC_UNSUPPORTED_VERSION;
    }

    // For a virtual architecture nothing is made.
    compiler->is_compiled = ok && compiler->program.n;
    return compiler->is_compiled ? PTXC_SUCCESS : PTXC_COMPILATION_FAILURE;
}

ENTRY(Compile, (void *handle, int n, const char *const *options)) {
    if (n > 0 && !options) return handle ? PTXC_INVALID_INPUT : PTXC_INVALID_HANDLE;
    return run(handle, compile, &(Words){n, options});
}

typedef struct {
    int (*callback)(void *payload, void *unused);
    void *payload;
} Callback;

static int set_callback(void *object, const void *of) {
    Compiler *compiler = object;
    const Callback *callback = of;
    if (!callback->callback) return PTXC_INVALID_INPUT;
    compiler->callback = callback->callback;
    compiler->payload = callback->payload;
    return PTXC_SUCCESS;
}

ENTRY(SetFlowCallback, (void *handle, int (*callback)(void *, void *), void *payload)) {
    return run(handle, set_callback, &(Callback){callback, payload});
}

// ---- results ------------------------------------------------------------------------------------

typedef struct {
    size_t offset; // of the Buf in Compiler
    size_t *size;
    void *to;
} Wanted;

static int give(void *object, const void *of) {
    Compiler *compiler = object;
    const Wanted *wanted = of;
    const Buf *from = (const Buf *)(const void *)((const char *)compiler + wanted->offset);
    if (!wanted->size && !wanted->to) return PTXC_INVALID_INPUT;
    if (from == &compiler->program && !compiler->is_compiled) return PTXC_INCOMPLETE;
    if (wanted->size) *wanted->size = from->n;
    if (wanted->to && from->n) memcpy(wanted->to, from->at, from->n);
    return PTXC_SUCCESS;
}

#define RESULT(name, member, type)                                                                 \
    ENTRY(Get##name##Size, (void *handle, size_t *size)) {                                         \
        return run(handle, give, &(Wanted){offsetof(Compiler, member), size, NULL});               \
    }                                                                                              \
    ENTRY(Get##name, (void *handle, type *to)) {                                                   \
        return run(handle, give, &(Wanted){offsetof(Compiler, member), NULL, to});                 \
    }
RESULT(CompiledProgram, program, void)
RESULT(ErrorLog, errors, char)
RESULT(InfoLog, info, char)
