// SPDX-License-Identifier: Apache-2.0
// Machine code for nvrtcGetCUBIN: ptxas makes it, in a process of its own, where a toolkit is
// installed. There is no assembler here: without one, and on the virtual machine (`cuprum exec`),
// the PTX itself stands in its place, with the NUL that ends it. cuModuleLoadData and
// cuLibraryLoadData take either, NVIDIA's and ours.
#define _GNU_SOURCE
#include "api/nvrtc_api.h"
#include "cudart/cudart.h"
#include "driver/places.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- files -------------------------------------------------------------------------------------

// A write may be short or interrupted; false: the rest has no room.
static bool write_all(int fd, const char *at, size_t n) {
    while (n) {
        ssize_t k = write(fd, at, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += k;
        n -= (size_t)k;
    }
    return true;
}

// Appends what the file holds.
static bool read_into(const char *path, Buf *out) {
    char piece[8192];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    for (ssize_t k; (k = read(fd, piece, sizeof piece)) > 0;) buf_write(out, piece, (size_t)k);
    close(fd);
    return true;
}

// ---- the assembler -----------------------------------------------------------------------------

// Its output and messages go to files beside the PTX; the exit status, -1: it was not started. Of a
// client that ignores SIGCHLD the status is unknown: what ptxas left says how it went.
static int run_ptxas(const char *const *argv, const char *messages) {
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = 0;
    if (posix_spawn_file_actions_init(&files)) return -1;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    int error = posix_spawn(&pid, argv[0], &files, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error) return -1;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// ptxas's command line; NULL ends it.
static const char **command(Ctx *ctx, const NvrtcOptions *options, const char *ptxas,
                            const char *input, const char *output) {
    Arena *arena = &ctx->perm;
    const Target *target = options->target;
    VEC(const char *) words = {0};
    vec_push(arena, &words, ptxas);
    vec_push(arena, &words,
             arena_printf(arena, "-arch=sm_%u%.*s", target->number, target->suffix != 0,
                          &target->suffix));
    if (options->debug) vec_push(arena, &words, "-g");
    if (options->line_info) vec_push(arena, &words, "-lineinfo");
    // undefined names are left to a linker
    bool rdc = options->rdc == NVRTC_TRUE || options->device_c || options->ewp;
    if (rdc) vec_push(arena, &words, "-c");
    if (options->registers.given && options->registers.value > 0)
        vec_push(arena, &words, arena_printf(arena, "-maxrregcount=%d", options->registers.value));
    for (uint32_t i = 0; i < options->ptxas.n; i++) vec_push(arena, &words, options->ptxas.at[i]);
    vec_push(arena, &words, input);
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, output);
    vec_push(arena, &words, NULL);
    return words.at;
}

// In a folder of its own, which goes in any case.
static bool assemble(Ctx *ctx, const NvrtcOptions *options, const char *ptxas, const Buf *ptx,
                     Buf *cubin, Buf *log) {
    Arena *arena = &ctx->perm;
    const char *tmp = getenv("TMPDIR");
    char *dir = arena_printf(arena, "%s/cuprum-nvrtc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(dir)) {
        buf_printf(log, "nvrtc: error: no folder for ptxas: %s: %s\n", dir, strerror(errno));
        return false;
    }
    const char *input = arena_printf(arena, "%s/program.ptx", dir);
    const char *output = arena_printf(arena, "%s/program.cubin", dir);
    const char *messages = arena_printf(arena, "%s/messages", dir);
    int fd = open(input, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool written = fd >= 0 && write_all(fd, ptx->at, ptx->n);
    if (!written) buf_printf(log, "nvrtc: error: %s: %s\n", input, strerror(errno));
    if (fd >= 0) close(fd);
    int status = written ? run_ptxas(command(ctx, options, ptxas, input, output), messages) : -1;
    if (written && status < 0) buf_printf(log, "nvrtc: error: %s could not be run\n", ptxas);
    if (status >= 0) read_into(messages, log);
    bool ok = status == 0 && read_into(output, cubin);
    unlink(input);
    unlink(output);
    unlink(messages);
    rmdir(dir);
    return ok;
}

bool nvrtc_cubin(Ctx *ctx, const NvrtcOptions *options, const Buf *ptx, Buf *cubin, Buf *log) {
    // only a client that wants machine code for a GPU is served by it
    const char *ptxas = getenv(RT_ENVIRONMENT) ? NULL : driver_find_ptxas(ctx);
    if (ptxas) return assemble(ctx, options, ptxas, ptx, cubin, log);
    buf_write(cubin, ptx->at, ptx->n);
    buf_putc(cubin, 0);
    return true;
}
