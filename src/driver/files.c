// SPDX-License-Identifier: Apache-2.0
// Files of the command-line programs: read whole, written whole or not at all.
#include "driver/driver.h"
#include "ir/ir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const DiagRow driver_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "driver/driver_diag.def"
#undef DIAG
};

char *driver_read_file(Ctx *ctx, const char *path, size_t *len) {
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0 || S_ISDIR(st.st_mode)) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(f ? EISDIR : errno));
        if (f && f != stdin) fclose(f);
        return NULL;
    }
    Buf b;
    buf_init(&b, &ctx->perm);
    buf_reserve(&b, S_ISREG(st.st_mode) ? (size_t)st.st_size + 1 : 1 << 16);
    for (;;) {
        size_t n = fread(b.at + b.n, 1, b.cap - b.n, f);
        b.n += n;
        if (!n) break;
        if (b.n == b.cap) buf_reserve(&b, b.cap);
    }
    bool bad = ferror(f);
    if (f != stdin) fclose(f);
    if (bad) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(EIO));
        return NULL;
    }
    *len = b.n;
    return (char *)buf_cstr(&b);
}

bool driver_write_file(Ctx *ctx, const char *path, const char *data, size_t n) {
    if (strcmp(path, "-") == 0) {
        if (fwrite(data, 1, n, stdout) == n && fflush(stdout) == 0) return true;
        return DRIVER_DIAG(ctx, drv_write, "standard output", strerror(errno));
    }
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) { // a device or pipe: no renaming over it
        FILE *f = fopen(path, "wb");
        bool ok = f && fwrite(data, 1, n, f) == n;
        if (f) ok &= fclose(f) == 0;
        return ok || DRIVER_DIAG(ctx, drv_write, path, strerror(errno));
    }
    char *tmp = arena_printf(&ctx->perm, "%s.tmp%ld", path, (long)getpid());
    FILE *f = fopen(tmp, "wb");
    bool ok = f && fwrite(data, 1, n, f) == n;
    if (f) ok &= fclose(f) == 0;
    if (ok && rename(tmp, path) == 0) return true;
    int e = errno;
    if (f) unlink(tmp);
    return DRIVER_DIAG(ctx, drv_write, path, strerror(e));
}

IrModule *driver_parse_module(Ctx *ctx, const char *path, const char *text, size_t n, bool verify) {
    const char *name = strcmp(path, "-") ? path : "<stdin>";
    IrModule *m =
        ir_is_bitcode(text, n) ? ir_read_bitcode(ctx, name, text, n) : ir_parse(ctx, name, text, n);
    IrVerifyResult v = {.arena = &ctx->perm};
    if (m && verify && !ir_verify_module(m, &v)) {
        for (uint32_t i = 0; i < v.error.n; i++) DRIVER_DIAG(ctx, drv_invalid, name, v.error.at[i]);
        ir_module_free(m);
        m = NULL;
    }
    return m;
}

IrModule *driver_read_module(Ctx *ctx, const char *path, bool verify) {
    size_t n;
    const char *text = driver_read_file(ctx, path, &n);
    return text ? driver_parse_module(ctx, path, text, n, verify) : NULL;
}

int driver_finish(Ctx *ctx) {
    Buf b;
    buf_init(&b, &ctx->perm);
    diag_render(ctx, &b);
    if (b.n) fwrite(b.at, 1, b.n, stderr);
    if (ctx->internal_error) {
        fputs("This is a defect of cuprum. Please report it with the input and the command line "
              "(doc/testing.md says how to reduce them).\n",
              stderr);
        return 3;
    }
    return diag_error_count(ctx) || ctx->fatal_text ? 1 : 0;
}

const char *driver_directory(Ctx *ctx) {
    char text[4096];
    return getcwd(text, sizeof text) ? arena_printf(&ctx->perm, "%s", text) : NULL;
}
