// SPDX-License-Identifier: Apache-2.0
// libcuprum's compiler: one context for each compilation, kept until its result is freed.
#include "cuprum.h"
#include "driver/cmdline.h"
#include "ir/ir.h"

#include <stdlib.h>
#include <time.h>

struct cuprum_result {
    Ctx ctx;
    Command command;
    Buf out, log;
    cuprum_status status;
};
struct cuprum_cancel {
    _Atomic bool fired;
};

// What the command line does by the file's name.
static uint8_t kind_of(const char *name, const char *source, size_t size, uint8_t by_options) {
    size_t n = strlen(name);
    const char *end = n > 3 ? name + n - 3 : "";
    if (ir_is_bitcode(source, size) || strcmp(end, ".ll") == 0 || strcmp(end, ".bc") == 0)
        return INPUT_IR;
    return strcmp(end, ".ii") == 0 ? INPUT_PREPROCESSED : by_options;
}

// Everything that may unwind. The setjmp of the caller must not share locals with it.
static void run(cuprum_result *r, const cuprum_request *q) {
    Ctx *ctx = &r->ctx;
    const char **words = arena_array(&ctx->perm, const char *, q->noptions + 1);
    for (size_t i = 0; i < q->noptions; i++) words[i] = q->options[i];
    words[q->noptions] = "-"; // the input stands for the text
    r->command.ctx = ctx;
    r->status = CUPRUM_USAGE;
    if (!driver_parse_command(&r->command, (uint32_t)q->noptions + 1, words)) return;
    if (q->memory_limit) ctx->mem_limit = q->memory_limit;
    CompileOptions *c = &r->command.c;
    c->path = arena_strndup(&ctx->perm, q->name, strlen(q->name));
    c->text = q->source;
    c->len = q->size;
    c->input = kind_of(q->name, q->source, q->size, c->input);
    r->status = CUPRUM_ERROR;
    if (compile_run(ctx, c, &r->out, &r->log)) r->status = CUPRUM_OK;
    buf_cstr(&r->out);
}

static void finish_log(cuprum_result *r) {
    diag_render(&r->ctx, &r->log);
    buf_cstr(&r->log);
}

static void set_deadline(Ctx *ctx, unsigned ms) {
    struct timespec t;
    if (!ms) return;
    clock_gettime(CLOCK_MONOTONIC, &t);
    ctx->deadline = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec + ms * 1000000ull;
}

static cuprum_status why(const cuprum_result *r) {
    if (r->ctx.internal_error) return CUPRUM_INTERNAL;
    if (r->ctx.stop == STOP_NO_MEMORY) return CUPRUM_NO_MEMORY;
    if (r->ctx.stop) return CUPRUM_STOPPED;
    return r->ctx.fatal_text && r->status == CUPRUM_INTERNAL ? CUPRUM_ERROR : r->status;
}

static cuprum_result *compile(const cuprum_request *q) {
    cuprum_result *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    ctx_init(&r->ctx);
    // before anything that may be stopped: the log says so
    buf_init(&r->out, &r->ctx.perm);
    buf_init(&r->log, &r->ctx.perm);
    jmp_buf out;
    r->ctx.unwind = &out;
    r->ctx.cancel = q->cancel ? &q->cancel->fired : NULL;
    set_deadline(&r->ctx, q->time_limit_ms);
    r->status = CUPRUM_INTERNAL;
    if (setjmp(out) == 0) run(r, q);
    r->status = why(r);
    r->ctx.cancel = NULL;
    r->ctx.deadline = 0;
    if (setjmp(out) == 0) finish_log(r);
    r->ctx.unwind = NULL;
    return r;
}

cuprum_result *cuprum_compile(const char *name, const char *source, size_t size,
                              const char *const *options, size_t noptions) {
    cuprum_request q = {sizeof q, name, source, size, options, noptions, 0, 0, NULL};
    return compile(&q);
}

cuprum_result *cuprum_compile_request(const cuprum_request *request) {
    cuprum_request q = {0}; // a client of another version has more or fewer members
    memcpy(&q, request, CU_MIN(request->struct_size, sizeof q));
    if (!q.name) q.name = "<input>";
    if (!q.source) q.source = "";
    return compile(&q);
}

cuprum_cancel *cuprum_cancel_new(void) {
    return calloc(1, sizeof(cuprum_cancel));
}

void cuprum_cancel_fire(cuprum_cancel *c) {
    c->fired = true;
}

void cuprum_cancel_free(cuprum_cancel *c) {
    free(c);
}

cuprum_status cuprum_result_status(const cuprum_result *r) {
    return r->status;
}

static const char *text(const Buf *out, bool present, size_t *size) {
    bool have = present && out->at;
    if (size) *size = have ? out->n : 0;
    return have ? out->at : "";
}

const char *cuprum_result_output(const cuprum_result *r, size_t *size) {
    return text(&r->out, r->status == CUPRUM_OK, size);
}

const char *cuprum_result_log(const cuprum_result *r, size_t *size) {
    return text(&r->log, true, size);
}

// The result's context is its own: reading a diagnostic may put a file's name into its memory.
static Ctx *own(const cuprum_result *r) {
    return (Ctx *)(uintptr_t)&r->ctx;
}

size_t cuprum_result_diag_count(const cuprum_result *r) {
    return diag_count(own(r));
}

int cuprum_result_diag(const cuprum_result *r, size_t i, cuprum_diag *out) {
    if (i >= diag_count(own(r))) return 0;
    DiagView v;
    diag_get(own(r), (uint32_t)i, &v);
    *out = (cuprum_diag){(cuprum_severity)v.severity, v.id, v.file, v.line, v.column, v.text};
    return 1;
}

void cuprum_result_free(cuprum_result *r) {
    if (!r) return;
    ctx_free(&r->ctx);
    free(r);
}

const char *cuprum_version(void) {
    return CUPRUM_VERSION;
}
