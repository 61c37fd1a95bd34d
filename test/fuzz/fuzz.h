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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Ctx ctx;
    jmp_buf unwind;
    ctx_init(&ctx);
    ctx.mem_limit = 512u << 20;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        fuzz_subject(&ctx, arena_strndup(&ctx.perm, (const char *)data, size), size);
    }
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
