// SPDX-License-Identifier: Apache-2.0
// Reads PTX files, prints them with our printer, reads that again and checks that the second print
// is the same text: ptxrt [-p] FILE...   -p prints the text. For tests and fuzzing.
#include "ptx/ptx.h"

#include <stdio.h>
#include <stdlib.h>

static char *slurp(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    char *p = NULL;
    size_t cap = 0;
    *n = 0;
    for (;;) {
        if (*n == cap) p = realloc(p, cap = cap * 2 + 65536);
        size_t got = fread(p + *n, 1, cap - *n, f);
        if (!got) break;
        *n += got;
    }
    fclose(f);
    return p;
}

static int check(const char *path, bool print) {
    size_t n;
    char *text = slurp(path, &n);
    if (!text) {
        fprintf(stderr, "%s: cannot read\n", path);
        return 2;
    }
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    int rc = 1;
    if (setjmp(unwind) == 0) {
        ctx.unwind = &unwind;
        Buf err, one, two;
        buf_init(&err, &ctx.perm);
        buf_init(&one, &ctx.perm);
        buf_init(&two, &ctx.perm);
        PtxModule *m = ptx_read(&ctx, &ctx.perm, path, text, n);
        if (m) {
            ptx_print(m, &one);
            if (print) fwrite(one.at, 1, one.n, stdout);
            PtxModule *again = ptx_read(&ctx, &ctx.perm, "printed", buf_cstr(&one), one.n);
            if (again) ptx_print(again, &two);
            rc = !again || one.n != two.n || memcmp(one.at, two.at, one.n) != 0;
            if (again && rc) fprintf(stderr, "%s: printed text differs after reading it\n", path);
        }
        diag_render(&ctx, &err);
        if (err.n) fwrite(err.at, 1, err.n, stderr);
    } else {
        fprintf(stderr, "%s: %s\n", path, ctx.fatal_text);
        rc = 3;
    }
    ctx_free(&ctx);
    free(text);
    return rc;
}

int main(int argc, char **argv) {
    int rc = 0;
    bool print = argc > 1 && strcmp(argv[1], "-p") == 0;
    for (int i = 1 + print; i < argc; i++) rc |= check(argv[i], print);
    return rc;
}
