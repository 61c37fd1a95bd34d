// SPDX-License-Identifier: Apache-2.0
// What tests that compile share.
#ifndef COMPILED_H
#define COMPILED_H
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>

// The result of a compilation, for free(); NULL after its messages on stderr.
static inline char *compiled(Ctx *ctx, const CompileOptions *o) {
    Buf out, log;
    buf_init(&out, &ctx->perm);
    buf_init(&log, &ctx->perm);
    if (compile_run(ctx, o, &out, &log)) return strndup(out.at, out.n);
    Buf msg;
    buf_init(&msg, &ctx->perm);
    diag_render(ctx, &msg);
    fprintf(stderr, "%s -O%u: %.*s\n", o->target->name, o->optimizer.level,
            (int)CU_MIN(msg.n, 2000), msg.at);
    return NULL;
}
#endif
