// SPDX-License-Identifier: Apache-2.0
// The host's compiler of `cuprum build`: which it is, what it is told, how it links.
#include "driver/build.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(Build *build, Words *w, const char *word) {
    vec_push(&build->ctx->perm, w, word);
}

// ---- which -------------------------------------------------------------------------------------

static const char *on_path(Build *build, const char *name) {
    if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        const char *file = arena_printf(&build->ctx->perm, "%.*s/%s", (int)n, path, name);
        if (access(file, X_OK) == 0) return file;
        path += n + (path[n] == ':');
    }
    return NULL;
}

bool driver_build_find_compiler(Build *build) {
    static const char *const usual[] = {"g++", "clang++", "c++"};
    const char *given = opt_value(&build->all, O_CCBIN, NULL);
    if (!given) given = getenv("NVCC_CCBIN");
    struct stat st;
    bool folder = given && stat(given, &st) == 0 && S_ISDIR(st.st_mode);
    if (given && *given && !folder) build->compiler = on_path(build, given);
    for (uint32_t i = 0; i < CU_COUNT(usual) && !build->compiler && (!given || folder); i++) {
        const char *name = usual[i];
        if (folder) name = arena_printf(&build->ctx->perm, "%s/%s", given, name);
        build->compiler = on_path(build, name);
    }
    return build->compiler || DRIVER_DIAG(build->ctx, drv_no_host_compiler);
}

// ---- running -----------------------------------------------------------------------------------

static void print_words(const Words *w) {
    for (uint32_t i = 0; i < w->n; i++) fprintf(stderr, "%s%s", i ? " " : "", w->at[i]);
    fputc('\n', stderr);
}

int driver_build_run(Build *build, Words *command, const char *errors) {
    if (build->k.verbose) print_words(command);
    say(build, command, NULL);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        driver_folder_in_child();
        int fd = errors ? open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
        if (fd >= 0) dup2(fd, STDERR_FILENO);
        execv(command->at[0], (char **)(uintptr_t)command->at);
        _exit(127);
    }
    command->n--;
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// ---- options -----------------------------------------------------------------------------------

static void each(Build *build, Words *w, uint16_t id, const char *before) {
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        if (it->id == id) say(build, w, arena_printf(&build->ctx->perm, "%s%s", before, it->value));
    }
}

// What nvcc says to every host compilation (nvcc --dryrun).
static void cuda_macros(Build *build, Words *command) {
    static const char *const macros[] = {
        "-D__CUDACC__", "-D__NVCC__", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
        "-D__NV_NO_HOST_COMPILER_CHECK=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1"};
    const char *versions[CUDA_VERSION_MACROS];
    driver_version_macros(build->ctx, build->toolkit.version, versions);
    for (uint32_t i = 0; i < CUDA_VERSION_MACROS; i++) say(build, command, versions[i]);
    for (uint32_t i = 0; i < CU_COUNT(macros); i++) say(build, command, macros[i]);
    if (build->rdc) say(build, command, "-D__CUDACC_RDC__");
    if (opt_has(&build->all, O_EXTENDED_LAMBDA))
        say(build, command, "-D__CUDACC_EXTENDED_LAMBDA__");
    if (opt_has(&build->all, O_RELAXED_CONSTEXPR))
        say(build, command, "-D__CUDACC_RELAXED_CONSTEXPR__");
    if (opt_has(&build->all, O_ENABLE_TILE)) say(build, command, "-D__CUDACC_TILE__=1");
    if (opt_has(&build->all, O_FAST_MATH)) say(build, command, "-D__USE_FAST_MATH__");
    const char *stream = opt_value(&build->all, O_DEFAULT_STREAM, "legacy");
    if (strcmp(stream, "per-thread") == 0)
        say(build, command, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    const char *std = opt_value(&build->all, O_STD, NULL);
    say(build, command, std ? arena_printf(&build->ctx->perm, "-std=%s", std) : "-std=gnu++17");
}

static void folders(Build *build, Words *command) {
    if (!build->toolkit_found) {
        say(build, command, "-isystem");
        say(build, command, build->own_headers);
    }
    for (uint32_t i = 0; i < build->toolkit.ninclude; i++) {
        const char *dir = build->toolkit.include[i];
        bool standard = strcmp(dir, "/usr/include") == 0 || strcmp(dir, "/usr/local/include") == 0;
        if (standard) continue; // it is searched, in its place
        say(build, command, "-isystem");
        say(build, command, dir);
    }
}

void driver_build_reading_options(Build *build, Words *command, bool cuda) {
    if (cuda) cuda_macros(build, command);
    if (!cuda && opt_has(&build->all, O_STD))
        say(build, command,
            arena_printf(&build->ctx->perm, "-std=%s", opt_value(&build->all, O_STD, "")));
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        const char *spelling = it->id == O_INCLUDE_DIR ? "-I"
                               : it->id == O_DEFINE    ? "-D"
                               : it->id == O_UNDEFINE  ? "-U"
                                                       : NULL;
        if (spelling)
            say(build, command, arena_printf(&build->ctx->perm, "%s%s", spelling, it->value));
        if (it->id == O_SYSTEM_DIR) {
            say(build, command, "-isystem");
            say(build, command, it->value);
        }
    }
    folders(build, command);
    if (cuda) {
        say(build, command, "-include");
        say(build, command, "cuda_runtime.h");
    }
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        if (build->all.items.at[i].id != O_PRE_INCLUDE) continue;
        say(build, command, "-include");
        say(build, command, build->all.items.at[i].value);
    }
    each(build, command, O_XCOMPILER, "");
}

void driver_build_code_options(Build *build, Words *w) {
    const char *level = opt_value(&build->all, O_OPT_LEVEL, NULL);
    if (level) say(build, w, arena_printf(&build->ctx->perm, "-O%s", level));
    if (opt_has(&build->all, O_HOST_DEBUG)) say(build, w, "-g");
    if (opt_has(&build->all, O_NO_WARNINGS)) say(build, w, "-w");
    each(build, w, O_XCOMPILER, "");
}

// ---- linking -----------------------------------------------------------------------------------

// The program finds the run-time library of the toolkit, where it has one of our version, else
// ours.
static bool runtime_library(Build *build, Words *command) {
    const char *kind = opt_value(&build->all, O_CUDART, "shared");
    Arena *arena = &build->ctx->perm;
    if (strcmp(kind, "none") == 0) return true;
    const char *dir = build->toolkit_found ? build->toolkit.runtime : NULL;
    if (strcmp(kind, "static") == 0) {
        const char *lib = dir ? arena_printf(arena, "%s/libcudart_static.a", dir) : "";
        if (access(lib, R_OK) != 0) return DRIVER_DIAG(build->ctx, drv_no_static);
        static const char *const needed[] = {"-ldl", "-lrt", "-lpthread"};
        say(build, command, lib);
        for (uint32_t i = 0; i < CU_COUNT(needed); i++) say(build, command, needed[i]);
        return true;
    }
    bool same = dir && access(arena_printf(arena,
                                           "%s/"
                                           "libcudart.so.13",
                                           dir),
                              R_OK) == 0;
    if (same) say(build, command, arena_printf(arena, "-Wl,-rpath,%s", dir));
    say(build, command, arena_printf(arena, "-Wl,-rpath,%s", build->own_library));
    say(build, command, arena_printf(arena, "%s/libcudart.so.13", build->own_library));
    return true;
}

bool driver_build_link(Build *build, const char *output) {
    Words words = {0};
    Arena *arena = &build->ctx->perm;
    say(build, &words, build->compiler);
    for (uint32_t i = 0; i < build->objects.n; i++) say(build, &words, build->objects.at[i]);
    say(build, &words, "-o");
    say(build, &words, output);
    if (opt_has(&build->all, O_MAKE_SHARED)) say(build, &words, "-shared");
    driver_build_code_options(build, &words);
    each(build, &words, O_LIBRARY_DIR, "-L");
    if (build->toolkit_found && build->toolkit.runtime)
        say(build, &words, arena_printf(arena, "-L%s", build->toolkit.runtime));
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        if (it->id == O_XLINKER) {
            say(build, &words, "-Xlinker");
            say(build, &words, it->value);
        }
        if (it->id != O_LIBRARY) continue;
        bool ours = strncmp(it->value, "cudart", 6) == 0 || strcmp(it->value, "cudadevrt") == 0;
        bool driver = strcmp(it->value, "cuda") == 0;
        if (!ours && !driver) say(build, &words, arena_printf(arena, "-l%s", it->value));
        if (driver) say(build, &words, arena_printf(arena, "%s/libcuda.so.1", build->own_library));
    }
    if (!runtime_library(build, &words)) return false;
    int status = driver_build_run(build, &words, NULL);
    return status == 0 || DRIVER_DIAG(build->ctx, drv_host_compiler, output, status);
}
