// SPDX-License-Identifier: Apache-2.0
// `cuprum build`: whole programs with the host's C++ compiler and no tool of NVIDIA's. .cu files go
// the way of build_unit.c, others straight to the host's compiler; the program is linked with the
// run-time library that lies beside this program, or with the toolkit's.
#define _GNU_SOURCE
#include "driver/build.h"

#include "driver/seam/seam.h"

#include "cudart/cudart.h"

#include <errno.h>
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
const OptTable driver_build_options = {rows, CU_COUNT(rows)};

static const char usage[] = "usage: cuprum build FILE... -o PROGRAM [options]\n"
                            "FILE: .cu, .cpp, .c, .o, .a, .so\n";

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

// ---- where our own parts are -------------------------------------------------------------------

// The folder of this program.
static const char *own_folder(Build *build) {
    const char *self = driver_own_path(build->ctx), *file = self ? strrchr(self, '/') : NULL;
    return file ? arena_strndup(&build->ctx->perm, self, (size_t)(file - self)) : ".";
}

static bool own_headers(Build *build) {
    build->own_headers = driver_own_headers(build->ctx, own_folder(build), build->temporary);
    return build->own_headers;
}

static bool find_parts(Build *build) {
    Arena *arena = &build->ctx->perm;
    build->own_library = arena_printf(arena, "%s/../lib/cuprum", own_folder(build));
    char *real = realpath(build->own_library, NULL); // the program's path to it should be short
    if (real) build->own_library = arena_strndup(arena, real, strlen(real));
    free(real);
    const char *lib = arena_printf(arena, "%s/" RT_LIBRARY, build->own_library);
    if (access(lib, R_OK) != 0) return DRIVER_DIAG(build->ctx, drv_exec_library, lib);
    bool wanted = !opt_has(&build->all, O_NO_TOOLKIT);
    build->toolkit.version = own_cuda_version;
    const char *path = opt_value(&build->all, O_CUDA_PATH, NULL);
    if (wanted) build->toolkit_found = driver_find_toolkit(build->ctx, path, &build->toolkit);
    if (path && *path && !build->toolkit_found) return DRIVER_DIAG(build->ctx, drv_cuda_path, path);
    return own_headers(build);
}

// ---- architectures -----------------------------------------------------------------------------

static bool add_arch(Build *build, const char *name) {
    // compute_90 is the PTX of sm_90, and that is kept beside the IR of lto_90, too
    const char *number = strncmp(name, "compute_", 8) == 0 ? name + 8
                         : strncmp(name, "lto_", 4) == 0   ? name + 4
                                                           : name;
    build->dlto |= strncmp(name, "lto_", 4) == 0;
    if (number != name) name = arena_printf(&build->ctx->perm, "sm_%s", number);
    if (!target_parse(name, strlen(name))) return DRIVER_DIAG(build->ctx, drv_arch, name);
    for (uint32_t i = 0; i < build->archs.n; i++) {
        if (strcmp(build->archs.at[i], name) == 0) return true;
    }
    vec_push(&build->ctx->perm, &build->archs, name);
    return true;
}

static bool read_archs(Build *build) {
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        if (it->id == O_ARCH && !add_arch(build, it->value)) return false;
        if (it->id != O_GENCODE) continue;
        if (strncmp(it->value, "arch=", 5) != 0)
            return DRIVER_DIAG(build->ctx, drv_build_arch, it->value);
        size_t n = strcspn(it->value + 5, ",");
        build->dlto |= strstr(it->value + 5 + n, "lto_") != NULL;
        if (!add_arch(build, arena_strndup(&build->ctx->perm, it->value + 5, n))) return false;
    }
    return build->archs.n || add_arch(build, "sm_75");
}

// ---- one input ---------------------------------------------------------------------------------

static bool is_cuda(Build *build, const char *input) {
    const char *lang = opt_value(&build->all, O_LANG, NULL);
    return ends_with(input, ".cu") || (lang && strcmp(lang, "cu") == 0);
}

static bool is_source(Build *build, const char *input) {
    static const char *const tails[] = {".cpp", ".cc", ".cxx", ".c", ".C"};
    for (uint32_t i = 0; i < CU_COUNT(tails); i++) {
        if (ends_with(input, tails[i])) return true;
    }
    return is_cuda(build, input);
}

// Device code is in the object: what host code launches must be there. An object that is not to be
// used does not stay.
static bool join_halves(Build *build, const char *object, const Buf *table) {
    if (driver_join_halves(build->ctx, object, table->at, table->n)) return true;
    unlink(object);
    return false;
}

static bool make_object(Build *build, const char *input, const char *object) {
    Arena *arena = &build->ctx->perm;
    Words words = {0};
    bool cuda = is_cuda(build, input);
    Buf table;
    vec_push(arena, &words, build->compiler);
    vec_push(arena, &words, "-c");
    if (cuda) {
        const char *text = arena_printf(arena, "%s/unit%u.ii", build->temporary, build->objects.n);
        if (!driver_build_unit(build, input, text, &table)) return false;
        vec_push(arena, &words, "-x");
        vec_push(arena, &words, "c++-cpp-output");
        const char *std = opt_value(&build->all, O_STD, NULL);
        vec_push(arena, &words, std ? arena_printf(arena, "-std=%s", std) : "-std=gnu++17");
        vec_push(arena, &words, text);
    } else {
        bool c = ends_with(input, ".c");
        vec_push(arena, &words, "-x");
        vec_push(arena, &words, c ? "c" : "c++");
        driver_build_reading_options(build, &words, false);
        vec_push(arena, &words, input);
    }
    driver_build_code_options(build, &words);
    // both halves of an object are joined behind the compiler: there must be machine code
    if (cuda && driver_without_lto(words.at, words.n)) {
        vec_push(arena, &words, "-fno-lto");
        DRIVER_DIAG(build->ctx, drv_host_lto, input);
    }
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, object);
    int status = driver_build_run(build, &words, NULL);
    if (status != 0) return DRIVER_DIAG(build->ctx, drv_host_compiler, input, status);
    return !cuda || join_halves(build, object, &table);
}

// FILE.cu gives FILE.o in the working directory.
static const char *object_name(Build *build, const char *input) {
    const char *base = strrchr(input, '/');
    base = base ? base + 1 : input;
    const char *dot = strrchr(base, '.');
    return arena_printf(&build->ctx->perm, "%.*s.o", (int)(dot ? dot - base : (long)strlen(base)),
                        base);
}

// ---- the command -------------------------------------------------------------------------------

static bool build_all(Build *build) {
    bool compile_only = opt_has(&build->all, O_COMPILE) || opt_has(&build->all, O_DEVICE_C);
    const char *output = opt_value(&build->all, O_OUTPUT, NULL);
    if (compile_only && output && build->inputs.n > 1)
        return DRIVER_DIAG(build->ctx, drv_one_output);
    if (!driver_check_output(build->ctx, output, build->inputs.at, build->inputs.n)) return false;
    for (uint32_t i = 0; i < build->inputs.n; i++) {
        const char *in = build->inputs.at[i], *object = in;
        if (is_source(build, in)) {
            object = arena_printf(&build->ctx->perm, "%s/unit%u.o", build->temporary, i);
            if (compile_only) object = output ? output : object_name(build, in);
            if (!make_object(build, in, object)) return false;
        }
        vec_push(&build->ctx->perm, &build->objects, object);
    }
    if (compile_only) return true;
    if (build->dlto && !driver_build_lto(build)) return false;
    return driver_build_link(build, output ? output : "a.out");
}

static bool read_options(Build *build, uint32_t n, const char *const *args) {
    driver_read_diag_options(&build->k);
    if (!opt_parse(build->ctx, &driver_build_options, n, args, &build->all)) return false;
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        if (it->id && it->id < O_COUNT_) vec_push(&build->ctx->perm, &build->k.r.items, *it);
        if (!it->id) vec_push(&build->ctx->perm, &build->inputs, it->spelling);
    }
    driver_read_diag_options(&build->k);
    if (!opt_say_effects(build->ctx, &driver_build_options, &build->all)) return false;
    if (opt_has(&build->all, O_HELP)) return true;
    if (!build->inputs.n) return DRIVER_DIAG(build->ctx, drv_no_input);
    build->dlto = opt_has(&build->all, O_DLTO) || opt_has(&build->all, O_LTO);
    build->keep = opt_has(&build->all, O_KEEP);
    build->k.c.language.std = driver_std_year(opt_value(&build->all, O_STD, "c++17"));
    if (!read_archs(build)) return false;
    build->rdc = opt_bool(&build->all, O_RDC, false) || opt_has(&build->all, O_DEVICE_C);
    build->rdc |= build->dlto;
    return true;
}

static void help(Build *build) {
    Buf text;
    buf_init(&text, &build->ctx->perm);
    buf_puts(&text, usage);
    opt_help(build->ctx, &text, &driver_build_options);
    driver_write_file(build->ctx, "-", text.at, text.n);
}

static bool run(Build *build) {
    build->folder = driver_folder_make(build->ctx, NULL, &build->temporary);
    if (!build->folder)
        return DRIVER_DIAG(build->ctx, drv_write, build->temporary, strerror(errno));
    bool ok = false;
    if (driver_build_find_compiler(build) && find_parts(build)) {
        if (build->k.verbose)
            fprintf(stderr, "cuprum: headers: %s\n",
                    build->toolkit_found ? build->toolkit.name : "cuprum's own");
        ok = build_all(build);
    }
    if (build->keep) fprintf(stderr, "cuprum: kept: %s\n", build->temporary);
    return ok;
}

int cmd_build(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Build build = {.ctx = &ctx, .k = {.ctx = &ctx}};
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!read_options(&build, (uint32_t)argc - 1, (const char *const *)argv + 1)) {
        driver_finish(&ctx);
        code = 2;
    } else {
        bool ok = true;
        if (opt_has(&build.all, O_HELP))
            help(&build);
        else
            ok = run(&build);
        code = driver_finish(&ctx);
        if (!ok && !code) code = 1; // said by a compilation in a context of its own
    }
    ctx.unwind = NULL;
    driver_folder_remove(build.folder, build.keep);
    ctx_free(&ctx);
    return code;
}
