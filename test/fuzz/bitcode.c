// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the reader of bitcode; what it accepts and the verifier too is written, in both
// dialects, and read again. Seeds: modules of test/ir and test/run written by `cuprum as`.
#include "ir/ir.h"
#include "fuzz.h"

static IrModule *again(Ctx *ctx, IrModule *m, Buf *text) {
    Buf bits;
    buf_init(&bits, &ctx->perm);
    buf_init(text, &ctx->perm);
    ir_print_module(m, text);
    CU_ASSERT(ctx, ir_write_bitcode(m, IR_BC_MODERN, &bits));
    m = ir_read_bitcode(ctx, "again.bc", bits.at, bits.n);
    CU_ASSERT(ctx, m != NULL);
    return m;
}

static void fuzz_subject(Ctx *ctx, const char *data, size_t n) {
    IrModule *m = ir_read_bitcode(ctx, "fuzz.bc", data, n);
    if (!m) return;
    IrVerifyResult bad = {.arena = &ctx->perm};
    if (!ir_verify_module(m, &bad)) return;
    // The first turn may normalize what strange bits left out; from then on nothing may change.
    Buf text[3];
    for (int i = 0; i < 3; i++) m = again(ctx, m, &text[i]);
    CU_ASSERT(ctx, text[1].n == text[2].n && memcmp(text[1].at + 30, text[2].at + 30, text[1].n - 30) == 0);
    Buf old;
    buf_init(&old, &ctx->perm);
    ir_write_bitcode(m, IR_BC_LLVM7, &old);
}
