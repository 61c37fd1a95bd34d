// SPDX-License-Identifier: Apache-2.0
// Files of the command-line programs: read whole, written whole or not at all.
#include "driver/driver.h"
#include "ir/ir.h"
#include "lex/lex.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIAG_MODULE driver
#define DIAG_FILE   "driver/driver_diag.def"
#include "base/diag_rows.h"

char *driver_only_words(char *id) {
    for (char *p = id; *p; p++) {
        bool word = (*p >= '0' && *p <= '9') || ((*p | 32) >= 'a' && (*p | 32) <= 'z');
        if (!word) *p = '_';
    }
    return id;
}

const char *driver_module_id(Ctx *ctx, const char *path, const char *name, uint64_t contents) {
    const char *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
    return driver_only_words(arena_printf(&ctx->perm, "_%08x_%zu_%s_%08x",
                                          (uint32_t)hash_bytes(path, strlen(path), 0), strlen(name),
                                          name, (uint32_t)contents));
}

char *driver_read_file(Ctx *ctx, const char *path, size_t *len) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct stat st;
    if (!file || fstat(fileno(file), &st) != 0 || S_ISDIR(st.st_mode)) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(file ? EISDIR : errno));
        if (file && file != stdin) fclose(file);
        return NULL;
    }
    Buf out;
    buf_init(&out, &ctx->perm);
    buf_reserve(&out, S_ISREG(st.st_mode) ? (size_t)st.st_size + LEX_PAD + 1 : 1 << 16);
    for (;;) {
        size_t n = fread(out.at + out.n, 1, out.cap - out.n, file);
        out.n += n;
        if (!n) break;
        if (out.n == out.cap) buf_reserve(&out, out.cap);
    }
    bool bad = ferror(file);
    if (file != stdin) fclose(file);
    if (bad) {
        DRIVER_DIAG(ctx, drv_read, path, strerror(EIO));
        return NULL;
    }
    *len = out.n;
    buf_reserve(&out, LEX_PAD);
    memset(out.at + out.n, 0, LEX_PAD);
    return out.at;
}

char *driver_map_text(Ctx *ctx, const char *path, size_t *len) {
    enum { PAGE = 4096 };
    char *text = strcmp(path, "-") == 0 ? NULL : ctx_map_file(ctx, path, len);
    // behind the end of the file the last page is zero
    if (text && *len % PAGE && PAGE - *len % PAGE >= LEX_PAD) return text;
    if (text) ctx_unmap(ctx, text);
    return driver_read_file(ctx, path, len);
}

static bool write_failed(Ctx *ctx, const char *path) {
    return DRIVER_DIAG(ctx, drv_write, path, strerror(errno));
}

static bool write_bytes(const char *path, const DriverFile *file) {
    FILE *f = fopen(path, "wb");
    bool ok = f && (file->n == 0 || fwrite(file->data, 1, file->n, f) == file->n);
    if (f) ok &= fclose(f) == 0;
    return ok;
}

// Writes the bytes beside the file they are for; *beside stays NULL where they must go to the file
// itself: the standard output, devices, pipes.
static bool write_beside(Ctx *ctx, const DriverFile *file, uint32_t k, char **beside) {
    struct stat st;
    *beside = NULL;
    if (strcmp(file->path, "-") == 0) return true;
    if (stat(file->path, &st) == 0 && !S_ISREG(st.st_mode)) {
        errno = EISDIR;
        return !S_ISDIR(st.st_mode) || write_failed(ctx, file->path);
    }
    *beside = arena_printf(&ctx->perm, "%s.tmp%ld_%u", file->path, (long)getpid(), k);
    return write_bytes(*beside, file) || write_failed(ctx, file->path);
}

static bool put_in_place(Ctx *ctx, const DriverFile *file, const char *beside) {
    if (beside) return rename(beside, file->path) == 0 || write_failed(ctx, file->path);
    if (strcmp(file->path, "-") != 0)
        return write_bytes(file->path, file) || write_failed(ctx, file->path);
    bool ok = fwrite(file->data, 1, file->n, stdout) == file->n && fflush(stdout) == 0;
    return ok || write_failed(ctx, "standard output");
}

bool driver_write_files(Ctx *ctx, const DriverFile *file, uint32_t n) {
    char **beside = arena_array(&ctx->perm, char *, n);
    uint32_t written = 0, placed = 0;
    bool ok = true;
    for (; ok && written < n; written++)
        ok = write_beside(ctx, &file[written], written, &beside[written]);
    while (ok && placed < n) {
        ok = put_in_place(ctx, &file[placed], beside[placed]);
        placed += ok;
    }
    for (uint32_t i = 0; !ok && i < written; i++) {
        if (!beside[i]) continue;
        unlink(beside[i]);
        if (i < placed) unlink(file[i].path);
    }
    return ok;
}

bool driver_write_file(Ctx *ctx, const char *path, const char *data, size_t n) {
    return driver_write_files(ctx, &(DriverFile){path, data, n}, 1);
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

static int finish(Ctx *ctx) {
    Buf out;
    buf_init(&out, &ctx->perm);
    diag_render(ctx, &out);
    if (out.n) fwrite(out.at, 1, out.n, stderr);
    if (ctx->internal_error) {
        fputs("This is a defect of cuprum. Please report it with the input and the command line "
              "(doc/testing.md says how to reduce them).\n",
              stderr);
        return 3;
    }
    return diag_error_count(ctx) || ctx->fatal_text ? 1 : 0;
}

int driver_finish(Ctx *ctx) {
    jmp_buf out, *outer = ctx->unwind;
    int code = ctx->internal_error ? 3 : 1;
    ctx->unwind = &out;
    if (setjmp(out) == 0)
        code = finish(ctx);
    else // after "out of memory" there may be none for the messages either
        fprintf(stderr, "cuprum: %s\n", ctx->fatal_text);
    ctx->unwind = outer;
    return code;
}

const char *driver_directory(Ctx *ctx) {
    char text[4096];
    return getcwd(text, sizeof text) ? arena_printf(&ctx->perm, "%s", text) : NULL;
}

const char *driver_library_folder(Ctx *ctx) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) return NULL;
    self[n] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(self, '/');
        if (!slash) return NULL;
        *slash = 0;
    }
    return arena_printf(&ctx->perm, "%s/lib/cuprum", self);
}

const char *driver_knob(const char *value) {
    const char *name = value + strspn(value, "-");
    return strncmp(name, "Xopt=", 5) == 0 ? name + 5 : value;
}

uint32_t driver_jobs_given(Ctx *ctx, const OptResult *result, uint16_t id) {
    const OptItem *it = opt_last(result, id);
    const char *value = it ? it->value : NULL;
    bool number = value && *value && strspn(value, "0123456789") == strlen(value);
    if (value && !number) {
        const char *option =
            arena_printf(&ctx->perm, "%.*s", (int)strcspn(it->spelling, "="), it->spelling);
        DRIVER_DIAG(ctx, drv_jobs, value, option);
    }
    return driver_jobs(value);
}

uint32_t driver_limit(Ctx *ctx, OptResult *r, uint16_t id, uint32_t absent) {
    int64_t n = opt_int(ctx, r, id, absent);
    return (uint32_t)CU_MIN(CU_MAX(n, (int64_t)0), (int64_t)UINT32_MAX);
}
