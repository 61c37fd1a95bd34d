// SPDX-License-Identifier: Apache-2.0
// The library's entry points: one context for each compilation, kept until its result is freed.
#include "cuprum.h"
#include "driver/cmdline.h"

#include <stdlib.h>

struct cuprum_result {
    Ctx ctx;
    Command command;
    Buf out, log;
    cuprum_status status;
};

// Everything that may unwind. The setjmp of the caller must not share locals with it.
static void run(cuprum_result *r, const char *name, const char *source, size_t size,
                const char *const *options, size_t n) {
    Ctx *ctx = &r->ctx;
    const char **words = arena_array(&ctx->perm, const char *, n + 1);
    for (size_t i = 0; i < n; i++) words[i] = options[i];
    words[n] = "-"; // the input stands for the text
    r->command.ctx = ctx;
    buf_init(&r->out, &ctx->perm);
    buf_init(&r->log, &ctx->perm);
    if (!driver_parse_command(&r->command, (uint32_t)n + 1, words)) {
        r->status = CUPRUM_USAGE;
        return;
    }
    CompileOptions *c = &r->command.c;
    c->path = arena_strndup(&ctx->perm, name, strlen(name));
    c->text = source;
    c->len = size;
    r->status = CUPRUM_ERROR;
    if (compile_run(ctx, c, &r->out, &r->log)) r->status = CUPRUM_OK;
    buf_cstr(&r->out);
}

static void finish_log(cuprum_result *r) {
    diag_render(&r->ctx, &r->log);
    buf_cstr(&r->log);
}

cuprum_result *cuprum_compile(const char *name, const char *source, size_t size,
                              const char *const *options, size_t noptions) {
    cuprum_result *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    ctx_init(&r->ctx);
    jmp_buf out;
    r->ctx.unwind = &out;
    r->status = CUPRUM_INTERNAL;
    if (setjmp(out) == 0) run(r, name, source, size, options, noptions);
    if (r->ctx.internal_error)
        r->status = CUPRUM_INTERNAL;
    else if (r->ctx.fatal_text && r->status == CUPRUM_INTERNAL)
        r->status = CUPRUM_ERROR;
    if (setjmp(out) == 0) finish_log(r);
    r->ctx.unwind = NULL;
    return r;
}

cuprum_status cuprum_result_status(const cuprum_result *r) {
    return r->status;
}

static const char *text(const Buf *b, bool present, size_t *size) {
    bool have = present && b->at;
    if (size) *size = have ? b->n : 0;
    return have ? b->at : "";
}

const char *cuprum_result_output(const cuprum_result *r, size_t *size) {
    return text(&r->out, r->status == CUPRUM_OK, size);
}

const char *cuprum_result_log(const cuprum_result *r, size_t *size) {
    return text(&r->log, true, size);
}

void cuprum_result_free(cuprum_result *r) {
    if (!r) return;
    ctx_free(&r->ctx);
    free(r);
}

const char *cuprum_version(void) {
    return CUPRUM_VERSION;
}
