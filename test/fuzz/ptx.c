// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the PTX reader; what it accepts must print and read again to the same text. With
// every check of ptxas it only must not fall.
#include "ptx/ptx.h"
#include "fuzz.h"

static void fuzz_subject(Ctx *ctx, const char *text, size_t n) {
    Buf one, two;
    buf_init(&one, &ctx->perm);
    buf_init(&two, &ctx->perm);
    ptx_read_checked(ctx, &ctx->perm, "checked", text, n);
    PtxModule *m = ptx_read(ctx, &ctx->perm, "fuzz", text, n);
    if (!m) return;
    ptx_print(m, &one);
    PtxModule *again = ptx_read(ctx, &ctx->perm, "printed", buf_cstr(&one), one.n);
    CU_ASSERT(ctx, again != NULL);
    ptx_print(again, &two);
    CU_ASSERT(ctx, one.n == two.n && memcmp(one.at, two.at, one.n) == 0);
}
