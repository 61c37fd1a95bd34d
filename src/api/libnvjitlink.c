// SPDX-License-Identifier: Apache-2.0
// libnvJitLink.so.13: the entry points, each a check of its arguments around nvjitlink_link.c.
// Every function has two names: the plain one and that of its version, which the header's inline
// functions call.
//
// Where NVIDIA's library would crash (a handle that is not live) these return an error code.
#include "api/call.h"
#include "api/nvjitlink.h"

#include <stdio.h>
#include <stdlib.h>

#define JIT_API __attribute__((visibility("default")))

// A function, and its name with the version.
#define ENTRY(name, params)                                                                        \
    JIT_API JitResult nvJitLink##name params;                                                      \
    JIT_API JitResult __nvJitLink##name##_13_0 params __attribute__((alias("nvJitLink" #name)));   \
    JitResult nvJitLink##name params

// Logs live in the handle's context, so that they may be asked for after a failure. However many
// mistakes an input has, it is told what they are, and another may be added.
static void init(void *object) {
    JitLink *link = object;
    ctx_init(&link->ctx);
    diag_options(&link->ctx)->error_limit = 0;
    buf_init(&link->log, &link->ctx.perm);
    buf_init(&link->info, &link->ctx.perm);
}

static void drop(void *object) {
    ctx_free(&((JitLink *)object)->ctx);
}

static ApiTable table = API_TABLE(JitLink, init, drop);

// Why the work was given up. The log is left alone where there is no memory for it.
static void log_fault(void *object) {
    JitLink *link = object;
    const char *text = link->ctx.fatal_text;
    if (text && link->ctx.stop != STOP_NO_MEMORY) buf_printf(&link->log, "ERROR: %s\n", text);
}

static const ApiCalls calls = {.table = &table,
                               .ctx = offsetof(JitLink, ctx),
                               .not_live = JIT_NULL_INPUT,
                               .internal = JIT_INTERNAL,
                               .unwound = log_fault};

static JitResult run(void *handle, ApiWork *work, const void *of) {
    return (JitResult)api_call(&calls, handle, work, of);
}

// ---- making, adding, linking --------------------------------------------------------------------

typedef struct {
    uint32_t n;
    const char *const *words;
} Words;

// A link whose options are wrong takes no inputs; its log can still be read.
static int take_options(void *object, const void *of) {
    JitLink *link = object;
    const Words *words = of;
    JitResult result = nvjitlink_options(&link->ctx.perm, &link->options, words->n, words->words,
                                         &link->log, &link->info);
    link->options_are_good = result == JIT_SUCCESS;
    return result;
}

// A handle is made even for wrong options: the log is in it.
ENTRY(Create, (void **handle, uint32_t n, const char *const *options)) {
    if (!handle || !options) return JIT_NULL_INPUT;
    *handle = api_handle_new(&table);
    if (!*handle) return JIT_INTERNAL;
    return run(*handle, take_options, &(Words){n, options});
}

ENTRY(Destroy, (void **handle)) {
    if (!handle || !*handle || !api_handle_destroy(&table, *handle)) return JIT_NULL_INPUT;
    *handle = NULL;
    return JIT_SUCCESS;
}

typedef struct {
    int kind;
    const void *bytes;
    size_t n;
    const char *name;
} Input;

// After wrong options or the linking itself nothing is added.
static int add(void *object, const void *of) {
    JitLink *link = object;
    const Input *input = of;
    if (!link->options_are_good || link->is_complete) return JIT_INVALID_INPUT;
    return nvjitlink_add(link, (JitKind)input->kind, input->bytes, input->n, input->name);
}

ENTRY(AddData, (void *handle, int kind, const void *data, size_t size, const char *name)) {
    if (!data || !size) return JIT_NULL_INPUT;
    return run(handle, add, &(Input){kind, data, size, name});
}

// The whole file, for the caller to free; NULL: it cannot be read.
static char *read_file(const char *path, size_t *n) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t size = 0, room = 0;
    for (bool more = file != NULL; more;) {
        if (size == room) {
            room = room ? 2 * room : 1 << 16;
            char *larger = realloc(bytes, room);
            if (!larger) break;
            bytes = larger;
        }
        size_t got = fread(bytes + size, 1, room - size, file);
        size += got;
        more = got > 0;
    }
    bool bad = !file || ferror(file);
    if (file) fclose(file);
    if (bad) {
        free(bytes);
        return NULL;
    }
    *n = size;
    return bytes;
}

static int no_file(void *object, const void *path) {
    JitLink *link = object;
    buf_printf(&link->log, "no such file: %s\n", (const char *)path);
    return JIT_INVALID_INPUT;
}

// The file is named in messages by its path; its bytes go when the call returns.
ENTRY(AddFile, (void *handle, int kind, const char *path)) {
    if (!path) return JIT_NULL_INPUT;
    Input input = {kind, NULL, 0, path};
    char *bytes = read_file(path, &input.n);
    if (!bytes) return run(handle, no_file, path);
    input.bytes = bytes;
    JitResult result = run(handle, add, &input);
    free(bytes);
    return result;
}

// A link is made once; a second call is told an internal error and changes nothing.
static int complete(void *object, const void *of) {
    JitLink *link = object;
    if (!link->options_are_good) return JIT_INVALID_INPUT;
    if (link->is_complete) return JIT_INTERNAL;
    link->is_complete = true;
    return nvjitlink_complete(link);
}

ENTRY(Complete, (void *handle)) {
    return run(handle, complete, NULL);
}

// ---- results ------------------------------------------------------------------------------------

typedef enum { TEXT_CUBIN, TEXT_PTX, TEXT_LOG, TEXT_INFO } TextKind;
typedef struct {
    TextKind kind;
    size_t *size;
    char *to;
} Wanted;

// PTX is the result of -ptx; every other link makes a cubin.
static int give(void *object, const void *of) {
    JitLink *link = object;
    const Wanted *wanted = of;
    const Buf *log = wanted->kind == TEXT_LOG ? &link->log : &link->info;
    const char *text = link->result;
    size_t size = link->size;
    if (is_any_of(wanted->kind, TEXT_LOG, TEXT_INFO)) {
        size = log->n ? log->n + 1 : 0;
        text = log->n ? buf_cstr((Buf *)(uintptr_t)log) : "";
    } else if (wanted->kind == TEXT_PTX && !link->options.ptx) {
        return JIT_INVALID_INPUT;
    } else if (!text || (wanted->kind == TEXT_CUBIN && link->options.ptx)) {
        return JIT_INTERNAL;
    }
    if (wanted->size) *wanted->size = size;
    if (wanted->to && size) memcpy(wanted->to, text, size);
    return JIT_SUCCESS;
}

#define TEXT_ENTRIES(name, kind)                                                                   \
    ENTRY(Get##name##Size, (void *handle, size_t *size)) {                                         \
        if (!size) return JIT_NULL_INPUT;                                                          \
        return run(handle, give, &(Wanted){kind, size, NULL});                                     \
    }                                                                                              \
    ENTRY(Get##name, (void *handle, char *to)) {                                                   \
        if (!to) return JIT_NULL_INPUT;                                                            \
        return run(handle, give, &(Wanted){kind, NULL, to});                                       \
    }
TEXT_ENTRIES(LinkedCubin, TEXT_CUBIN)
TEXT_ENTRIES(LinkedPtx, TEXT_PTX)
TEXT_ENTRIES(ErrorLog, TEXT_LOG)
TEXT_ENTRIES(InfoLog, TEXT_INFO)

// It has no name with a version.
JIT_API JitResult nvJitLinkVersion(unsigned *major, unsigned *minor);
JitResult nvJitLinkVersion(unsigned *major, unsigned *minor) {
    if (!major || !minor) return JIT_NULL_INPUT;
    *major = 13;
    *minor = 0;
    return JIT_SUCCESS;
}
