// SPDX-License-Identifier: Apache-2.0
// `cuprum build`: whole programs with the host's C++ compiler and no tool of NVIDIA's. .cu files go
// the way of build_unit.c, others straight to the host's compiler; the program is linked with the
// run-time library that lies beside this program, or with the toolkit's.
#define _GNU_SOURCE
#include "driver/build.h"

#include "cudart/cudart.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/build_options.def"
#include "driver/options.def"
#undef OPT
};
static const OptTable options = {rows, CU_COUNT(rows)};

static const char usage[] = "usage: cuprum build FILE... -o PROGRAM [options]\n"
                            "FILE: .cu, .cpp, .c, .o, .a, .so\n";

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

// ---- where our own parts are -------------------------------------------------------------------

// The folder of this program.
static const char *own_folder(Build *b) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0) return ".";
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (slash) *slash = 0;
    return arena_strndup(&b->ctx->perm, self, strlen(self));
}

static bool own_headers(Build *b) {
    b->own_headers = driver_own_headers(b->ctx, own_folder(b), b->temporary);
    return b->own_headers;
}

static bool find_parts(Build *b) {
    Arena *a = &b->ctx->perm;
    b->own_library = arena_printf(a, "%s/../lib/cuprum", own_folder(b));
    char *real = realpath(b->own_library, NULL); // the program's path to it should be short
    if (real) b->own_library = arena_strndup(a, real, strlen(real));
    free(real);
    const char *lib = arena_printf(a, "%s/" RT_LIBRARY, b->own_library);
    if (access(lib, R_OK) != 0) return DRIVER_DIAG(b->ctx, drv_exec_library, lib);
    bool wanted = !opt_has(&b->all, O_NO_TOOLKIT);
    const char *path = opt_value(&b->all, O_CUDA_PATH, NULL);
    if (wanted) b->toolkit_found = driver_find_toolkit(b->ctx, path, &b->toolkit);
    if (path && *path && !b->toolkit_found) return DRIVER_DIAG(b->ctx, drv_cuda_path, path);
    return own_headers(b);
}

// ---- architectures -----------------------------------------------------------------------------

static bool add_arch(Build *b, const char *name) {
    // compute_90 is the PTX of sm_90
    const char *number = strncmp(name, "compute_", 8) == 0 ? name + 8 : name;
    if (number != name) name = arena_printf(&b->ctx->perm, "sm_%s", number);
    if (!target_parse(name, strlen(name))) return DRIVER_DIAG(b->ctx, drv_arch, name);
    for (uint32_t i = 0; i < b->archs.n; i++) {
        if (strcmp(b->archs.at[i], name) == 0) return true;
    }
    vec_push(&b->ctx->perm, &b->archs, name);
    return true;
}

static bool read_archs(Build *b) {
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        if (it->id == O_ARCH && !add_arch(b, it->value)) return false;
        if (it->id != O_GENCODE) continue;
        if (strncmp(it->value, "arch=", 5) != 0)
            return DRIVER_DIAG(b->ctx, drv_build_arch, it->value);
        size_t n = strcspn(it->value + 5, ",");
        if (!add_arch(b, arena_strndup(&b->ctx->perm, it->value + 5, n))) return false;
    }
    return b->archs.n || add_arch(b, "sm_75");
}

// ---- one input ---------------------------------------------------------------------------------

static bool is_cuda(Build *b, const char *input) {
    const char *lang = opt_value(&b->all, O_LANG, NULL);
    return ends_with(input, ".cu") || (lang && strcmp(lang, "cu") == 0);
}

static bool is_source(Build *b, const char *input) {
    static const char *const tails[] = {".cpp", ".cc", ".cxx", ".c", ".C"};
    for (uint32_t i = 0; i < CU_COUNT(tails); i++) {
        if (ends_with(input, tails[i])) return true;
    }
    return is_cuda(b, input);
}

static bool make_object(Build *b, const char *input, const char *object) {
    Arena *a = &b->ctx->perm;
    Words w = {0};
    vec_push(a, &w, b->compiler);
    vec_push(a, &w, "-c");
    if (is_cuda(b, input)) {
        const char *text = arena_printf(a, "%s/unit%u.ii", b->temporary, b->objects.n);
        if (!driver_build_unit(b, input, text)) return false;
        vec_push(a, &w, "-x");
        vec_push(a, &w, "c++-cpp-output");
        const char *std = opt_value(&b->all, O_STD, NULL);
        vec_push(a, &w, std ? arena_printf(a, "-std=%s", std) : "-std=gnu++17");
        vec_push(a, &w, text);
    } else {
        bool c = ends_with(input, ".c");
        vec_push(a, &w, "-x");
        vec_push(a, &w, c ? "c" : "c++");
        driver_build_reading_options(b, &w, false);
        vec_push(a, &w, input);
    }
    driver_build_code_options(b, &w);
    vec_push(a, &w, "-o");
    vec_push(a, &w, object);
    int status = driver_build_run(b, &w, NULL);
    return status == 0 || DRIVER_DIAG(b->ctx, drv_host_compiler, input, status);
}

// FILE.cu gives FILE.o in the working directory.
static const char *object_name(Build *b, const char *input) {
    const char *base = strrchr(input, '/');
    base = base ? base + 1 : input;
    const char *dot = strrchr(base, '.');
    return arena_printf(&b->ctx->perm, "%.*s.o", (int)(dot ? dot - base : (long)strlen(base)),
                        base);
}

// ---- the command -------------------------------------------------------------------------------

static bool build_all(Build *b) {
    bool compile_only = opt_has(&b->all, O_COMPILE) || opt_has(&b->all, O_DEVICE_C);
    const char *output = opt_value(&b->all, O_OUTPUT, NULL);
    if (compile_only && output && b->inputs.n > 1) return DRIVER_DIAG(b->ctx, drv_one_output);
    for (uint32_t i = 0; i < b->inputs.n; i++) {
        const char *in = b->inputs.at[i], *object = in;
        if (is_source(b, in)) {
            object = arena_printf(&b->ctx->perm, "%s/unit%u.o", b->temporary, i);
            if (compile_only) object = output ? output : object_name(b, in);
            if (!make_object(b, in, object)) return false;
        }
        vec_push(&b->ctx->perm, &b->objects, object);
    }
    return compile_only || driver_build_link(b, output ? output : "a.out");
}

static bool read_options(Build *b, uint32_t n, const char *const *args) {
    driver_read_diag_options(&b->k);
    if (!opt_parse(b->ctx, &options, n, args, &b->all)) return false;
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        if (it->id && it->id < O_COUNT_) vec_push(&b->ctx->perm, &b->k.r.items, *it);
        if (!it->id) vec_push(&b->ctx->perm, &b->inputs, it->spelling);
    }
    driver_read_diag_options(&b->k);
    if (!opt_say_effects(b->ctx, &options, &b->all)) return false;
    if (opt_has(&b->all, O_HELP)) return true;
    if (!b->inputs.n) return DRIVER_DIAG(b->ctx, drv_no_input);
    b->rdc = opt_bool(&b->all, O_RDC, false) || opt_has(&b->all, O_DEVICE_C);
    b->keep = opt_has(&b->all, O_KEEP);
    b->k.c.std = 17;
    const char *std = opt_value(&b->all, O_STD, "c++17"), *digits = strchr(std, '+');
    if (digits) b->k.c.std = atoi(digits + 2);
    return read_archs(b);
}

static void help(Build *b) {
    Buf text;
    buf_init(&text, &b->ctx->perm);
    buf_puts(&text, usage);
    opt_help(b->ctx, &text, &options);
    driver_write_file(b->ctx, "-", text.at, text.n);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *walk) {
    return remove(path);
}

static bool run(Build *b) {
    const char *dir = getenv("TMPDIR");
    char *folder = arena_printf(&b->ctx->perm, "%s/cuprum-XXXXXX", dir && *dir ? dir : "/tmp");
    if (!mkdtemp(folder)) return DRIVER_DIAG(b->ctx, drv_write, folder, strerror(errno));
    b->temporary = folder;
    bool ok = false;
    if (driver_build_find_compiler(b) && find_parts(b)) {
        if (b->k.verbose)
            fprintf(stderr, "cuprum: headers: %s\n",
                    b->toolkit_found ? b->toolkit.name : "cuprum's own");
        ok = build_all(b);
    }
    if (b->keep)
        fprintf(stderr, "cuprum: kept: %s\n", folder);
    else
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return ok;
}

int cmd_build(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Build b = {.ctx = &ctx, .k = {.ctx = &ctx}};
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!read_options(&b, (uint32_t)argc - 1, (const char *const *)argv + 1)) {
        driver_finish(&ctx);
        code = 2;
    } else {
        bool ok = true;
        if (opt_has(&b.all, O_HELP))
            help(&b);
        else
            ok = run(&b);
        code = driver_finish(&ctx);
        if (!ok && !code) code = 1; // said by a compilation in a context of its own
    }
    ctx.unwind = NULL;
    ctx_free(&ctx);
    return code;
}
