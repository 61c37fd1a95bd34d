// SPDX-License-Identifier: Apache-2.0
// The host's compiler of `cuprum build`: which it is, what it is told, how it links.
#include "driver/build.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(Build *b, Words *w, const char *word) {
    vec_push(&b->ctx->perm, w, word);
}

// ---- which -------------------------------------------------------------------------------------

static const char *on_path(Build *b, const char *name) {
    if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        const char *file = arena_printf(&b->ctx->perm, "%.*s/%s", (int)n, path, name);
        if (access(file, X_OK) == 0) return file;
        path += n + (path[n] == ':');
    }
    return NULL;
}

bool driver_build_find_compiler(Build *b) {
    static const char *const usual[] = {"g++", "clang++", "c++"};
    const char *given = opt_value(&b->all, O_CCBIN, NULL);
    if (!given) given = getenv("NVCC_CCBIN");
    struct stat st;
    bool folder = given && stat(given, &st) == 0 && S_ISDIR(st.st_mode);
    if (given && *given && !folder) b->compiler = on_path(b, given);
    for (uint32_t i = 0; i < CU_COUNT(usual) && !b->compiler && (!given || folder); i++) {
        const char *name = usual[i];
        if (folder) name = arena_printf(&b->ctx->perm, "%s/%s", given, name);
        b->compiler = on_path(b, name);
    }
    return b->compiler || DRIVER_DIAG(b->ctx, drv_no_host_compiler);
}

// ---- running -----------------------------------------------------------------------------------

static void print_words(const Words *w) {
    for (uint32_t i = 0; i < w->n; i++) fprintf(stderr, "%s%s", i ? " " : "", w->at[i]);
    fputc('\n', stderr);
}

int driver_build_run(Build *b, Words *w, const char *errors) {
    if (b->k.verbose) print_words(w);
    say(b, w, NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        int fd = errors ? open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
        if (fd >= 0) dup2(fd, STDERR_FILENO);
        execv(w->at[0], (char **)(uintptr_t)w->at);
        _exit(127);
    }
    w->n--;
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// ---- options -----------------------------------------------------------------------------------

static void each(Build *b, Words *w, uint16_t id, const char *before) {
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        if (it->id == id) say(b, w, arena_printf(&b->ctx->perm, "%s%s", before, it->value));
    }
}

// What nvcc says to every host compilation (nvcc --dryrun).
static void cuda_macros(Build *b, Words *w) {
    static const char *const macros[] = {"-D__CUDACC__",
                                         "-D__NVCC__",
                                         "-D__CUDACC_VER_MAJOR__=13",
                                         "-D__CUDACC_VER_MINOR__=0",
                                         "-D__CUDACC_VER_BUILD__=88",
                                         "-D__CUDA_API_VER_MAJOR__=13",
                                         "-D__CUDA_API_VER_MINOR__=0",
                                         "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
                                         "-D__NV_NO_HOST_COMPILER_CHECK=1",
                                         "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"};
    for (uint32_t i = 0; i < CU_COUNT(macros); i++) say(b, w, macros[i]);
    if (b->rdc) say(b, w, "-D__CUDACC_RDC__");
    if (opt_has(&b->all, O_EXTENDED_LAMBDA)) say(b, w, "-D__CUDACC_EXTENDED_LAMBDA__");
    if (opt_has(&b->all, O_RELAXED_CONSTEXPR)) say(b, w, "-D__CUDACC_RELAXED_CONSTEXPR__");
    if (opt_has(&b->all, O_FAST_MATH)) say(b, w, "-D__USE_FAST_MATH__");
    const char *stream = opt_value(&b->all, O_DEFAULT_STREAM, "legacy");
    if (strcmp(stream, "per-thread") == 0) say(b, w, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    const char *std = opt_value(&b->all, O_STD, NULL);
    say(b, w, std ? arena_printf(&b->ctx->perm, "-std=%s", std) : "-std=gnu++17");
}

static void folders(Build *b, Words *w) {
    if (!b->toolkit_found) {
        say(b, w, "-isystem");
        say(b, w, b->own_headers);
    }
    for (uint32_t i = 0; i < b->toolkit.ninclude; i++) {
        const char *dir = b->toolkit.include[i];
        bool standard = strcmp(dir, "/usr/include") == 0 || strcmp(dir, "/usr/local/include") == 0;
        if (standard) continue; // it is searched, in its place
        say(b, w, "-isystem");
        say(b, w, dir);
    }
}

void driver_build_reading_options(Build *b, Words *w, bool cuda) {
    if (cuda) cuda_macros(b, w);
    if (!cuda && opt_has(&b->all, O_STD))
        say(b, w, arena_printf(&b->ctx->perm, "-std=%s", opt_value(&b->all, O_STD, "")));
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        const char *spelling = it->id == O_INCLUDE_DIR ? "-I"
                               : it->id == O_DEFINE    ? "-D"
                               : it->id == O_UNDEFINE  ? "-U"
                                                       : NULL;
        if (spelling) say(b, w, arena_printf(&b->ctx->perm, "%s%s", spelling, it->value));
        if (it->id == O_SYSTEM_DIR) {
            say(b, w, "-isystem");
            say(b, w, it->value);
        }
    }
    folders(b, w);
    if (cuda) {
        say(b, w, "-include");
        say(b, w, "cuda_runtime.h");
    }
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        if (b->all.items.at[i].id != O_PRE_INCLUDE) continue;
        say(b, w, "-include");
        say(b, w, b->all.items.at[i].value);
    }
    each(b, w, O_XCOMPILER, "");
}

void driver_build_code_options(Build *b, Words *w) {
    const char *level = opt_value(&b->all, O_OPT_LEVEL, NULL);
    if (level) say(b, w, arena_printf(&b->ctx->perm, "-O%s", level));
    if (opt_has(&b->all, O_HOST_DEBUG)) say(b, w, "-g");
    if (opt_has(&b->all, O_NO_WARNINGS)) say(b, w, "-w");
    each(b, w, O_XCOMPILER, "");
}

// ---- linking -----------------------------------------------------------------------------------

// The program finds the run-time library of the toolkit, where it has one of our version, else
// ours.
static bool runtime_library(Build *b, Words *w) {
    const char *kind = opt_value(&b->all, O_CUDART, "shared");
    Arena *a = &b->ctx->perm;
    if (strcmp(kind, "none") == 0) return true;
    const char *dir = b->toolkit_found ? b->toolkit.runtime : NULL;
    if (strcmp(kind, "static") == 0) {
        const char *lib = dir ? arena_printf(a, "%s/libcudart_static.a", dir) : "";
        if (access(lib, R_OK) != 0) return DRIVER_DIAG(b->ctx, drv_no_static);
        static const char *const needed[] = {"-ldl", "-lrt", "-lpthread"};
        say(b, w, lib);
        for (uint32_t i = 0; i < CU_COUNT(needed); i++) say(b, w, needed[i]);
        return true;
    }
    bool same = dir && access(arena_printf(a,
                                           "%s/"
                                           "libcudart.so.13",
                                           dir),
                              R_OK) == 0;
    if (same) say(b, w, arena_printf(a, "-Wl,-rpath,%s", dir));
    say(b, w, arena_printf(a, "-Wl,-rpath,%s", b->own_library));
    say(b, w, arena_printf(a, "%s/libcudart.so.13", b->own_library));
    return true;
}

bool driver_build_link(Build *b, const char *output) {
    Words w = {0};
    Arena *a = &b->ctx->perm;
    say(b, &w, b->compiler);
    for (uint32_t i = 0; i < b->objects.n; i++) say(b, &w, b->objects.at[i]);
    say(b, &w, "-o");
    say(b, &w, output);
    if (opt_has(&b->all, O_MAKE_SHARED)) say(b, &w, "-shared");
    driver_build_code_options(b, &w);
    each(b, &w, O_LIBRARY_DIR, "-L");
    if (b->toolkit_found && b->toolkit.runtime)
        say(b, &w, arena_printf(a, "-L%s", b->toolkit.runtime));
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        if (it->id == O_XLINKER) {
            say(b, &w, "-Xlinker");
            say(b, &w, it->value);
        }
        if (it->id != O_LIBRARY) continue;
        bool ours = strncmp(it->value, "cudart", 6) == 0 || strcmp(it->value, "cudadevrt") == 0;
        bool driver = strcmp(it->value, "cuda") == 0;
        if (!ours && !driver) say(b, &w, arena_printf(a, "-l%s", it->value));
        if (driver) say(b, &w, arena_printf(a, "%s/libcuda.so.1", b->own_library));
    }
    if (!runtime_library(b, &w)) return false;
    int status = driver_build_run(b, &w, NULL);
    return status == 0 || DRIVER_DIAG(b->ctx, drv_host_compiler, output, status);
}
