// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the reader of IR text; what it accepts is verified and printed, and read again.
#include "ir/ir.h"
#include "ir/ir_build.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    IrModule *m = ir_parse(ctx, "fuzz.ll", text, n);
    if (!m || diag_error_count(ctx)) return;
    IrVerifyResult bad = {.arena = &ctx->perm};
    if (!ir_verify_module(m, &bad)) return;
    // The first print may normalize what a strange text left out; from then on nothing may change.
    Buf text_of[3];
    for (int i = 0; i < 3; i++) {
        buf_init(&text_of[i], &ctx->perm);
        ir_print_module(m, &text_of[i]);
        m = ir_parse(ctx, "fuzz.ll", buf_cstr(&text_of[i]), text_of[i].n);
        CU_ASSERT(ctx, m != NULL);
    }
    CU_ASSERT(ctx, text_of[1].n == text_of[2].n &&
                       memcmp(text_of[1].at, text_of[2].at, text_of[1].n) == 0);
}
