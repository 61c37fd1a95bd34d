// SPDX-License-Identifier: Apache-2.0
// iropt: reads LLVM assembly, checks it, and prints it again. For tests of src/ir and src/opt.
//     iropt FILE|-
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>

static char *read_all(FILE *f, size_t *n) {
    size_t cap = 1 << 16;
    char *s = malloc(cap);
    *n = 0;
    for (size_t k; s && (k = fread(s + *n, 1, cap - *n, f)) > 0;) {
        *n += k;
        if (*n == cap) s = realloc(s, cap *= 2);
    }
    return s;
}

static int run(Ctx *ctx, const char *name, const char *text, size_t n) {
    IrModule *m = ir_parse(ctx, name, text, n);
    Buf out;
    buf_init(&out, &ctx->perm);
    if (!m) {
        diag_render(ctx, &out);
        fwrite(out.at, 1, out.n, stderr);
        return 1;
    }
    IrVerifyResult r = {.arena = &ctx->perm};
    bool good = ir_verify_module(m, &r);
    for (uint32_t i = 0; i < r.error.n; i++) fprintf(stderr, "verify: %s\n", r.error.at[i]);
    ir_print_module(m, &out);
    fwrite(out.at, 1, out.n, stdout);
    ir_module_free(m);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    Ctx ctx;
    jmp_buf unwind;
    size_t n;
    FILE *f = argc > 1 && strcmp(argv[1], "-") != 0 ? fopen(argv[1], "rb") : stdin;
    char *text = f ? read_all(f, &n) : NULL;
    if (!text) {
        fprintf(stderr, "iropt: cannot read %s\n", argv[1]);
        return 2;
    }
    ctx_init(&ctx);
    ctx.unwind = &unwind;
    int rc = 3;
    if (setjmp(unwind) == 0) {
        rc = run(&ctx, argc > 1 ? argv[1] : "-", text, n);
    } else {
        fprintf(stderr, "iropt: %s\n", ctx.fatal_text);
    }
    ctx_free(&ctx);
    free(text);
    return rc;
}
