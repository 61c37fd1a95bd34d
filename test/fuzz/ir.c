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
    Buf one, two;
    buf_init(&one, &ctx->perm);
    buf_init(&two, &ctx->perm);
    ir_print_module(m, &one);
    IrModule *again = ir_parse(ctx, "fuzz.ll", buf_cstr(&one), one.n);
    CU_ASSERT(ctx, again != NULL);
    ir_print_module(again, &two);
    CU_ASSERT(ctx, one.n == two.n && memcmp(one.at, two.at, one.n) == 0);
}
