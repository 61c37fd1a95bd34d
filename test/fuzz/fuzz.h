// SPDX-License-Identifier: Apache-2.0
// What every fuzz target does around its subject: a fresh context with limits, a way out for
// failures, and a crash of its own for internal errors (a limit or a diagnostic is no find).
#ifndef FUZZ_H
#define FUZZ_H

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

// The subject: `text` has n bytes and a NUL after them; all memory comes from ctx.
static void fuzz_subject(Ctx *ctx, const char *text, size_t n);

typedef struct {
    Ctx *ctx;
    const uint8_t *data;
    size_t size;
} FuzzInput;

static void fuzz_guarded(void *arg) {
    const FuzzInput *in = arg;
    jmp_buf unwind;
    in->ctx->unwind = &unwind;
    if (setjmp(unwind) == 0) {
        const char *text = arena_strndup(&in->ctx->perm, (const char *)in->data, in->size);
        fuzz_subject(in->ctx, text, in->size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Ctx ctx;
    ctx_init(&ctx);
    ctx.mem_limit = 512u << 20;
    cu_on_stack(&ctx, fuzz_guarded, &(FuzzInput){&ctx, data, size});
    if (ctx.internal_error) {
        fprintf(stderr, "%s\n", ctx.fatal_text);
        abort();
    }
    ctx.mem_limit = 0;
    ctx.unwind = NULL; // nothing may fail any more
    Buf out;
    buf_init(&out, &ctx.perm);
    diag_render(&ctx, &out);
    ctx_free(&ctx);
    return 0;
}

#endif
