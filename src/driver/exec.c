// SPDX-License-Identifier: Apache-2.0
// `cuprum exec`: runs a program with the virtual machine's CUDA libraries in the place of NVIDIA's.
// The libraries lie beside this program (DIR/bin/cuprum, DIR/lib/cuprum). They are preloaded, so
// that a path inside of the program does not find others, and stand first in LD_LIBRARY_PATH, for
// what looks for libcuda.so.1 later. The options go with the environment. A ptxas of ours is first
// in the PATH, and where Triton is told to look: what NVIDIA's makes cannot run here.
#include "cudart/cudart.h"
#include "driver/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const OptRow rows[] = {
#define OPT RT_OPT_ROW
#include "cudart/options.def"
#undef OPT
    {O_RT_COUNT_, OPT_FLAG, OPT_EFFECT, "help", "h", "", "Output", "Print this text."},
};
const OptTable driver_exec_options = {rows, CU_COUNT(rows)};

static const char usage[] = "usage: cuprum exec [options] PROGRAM [ARGUMENT...]\n"
                            "Runs a program that uses CUDA's run-time library or driver on the "
                            "virtual machine.\n";

typedef struct {
    Ctx *ctx;
    char **argv;
    int argc, first; // the program's name
} Exec;

// Options end at the first word that is none.
static int options_end(int argc, char **argv) {
    int i = 1;
    while (i < argc && argv[i][0] == '-' && argv[i][1]) {
        const char *word = argv[i++];
        if (strcmp(word, "--") == 0) break;
        const char *name = word + strspn(word, "-");
        for (size_t k = 0; k < CU_COUNT(rows); k++) { // the value may be the next word
            bool named = strcmp(name, rows[k].name) == 0 ||
                         (*rows[k].brief && strcmp(name, rows[k].brief) == 0);
            i += named && !is_any_of(rows[k].kind, OPT_FLAG, OPT_OPTIONAL);
        }
    }
    return i;
}

static const char *library_folder(Exec *x) {
    const char *dir = driver_library_folder(x->ctx);
    const char *lib = arena_printf(&x->ctx->perm, "%s/" RT_LIBRARY, dir ? dir : ".");
    if (dir && access(lib, R_OK) == 0) return dir;
    DRIVER_DIAG(x->ctx, drv_exec_library, lib);
    return NULL;
}

// A list with one more at its front.
static void put_first(Exec *x, const char *name, const char *what, char sep) {
    const char *old = getenv(name);
    const char *all = old && *old ? arena_printf(&x->ctx->perm, "%s%c%s", what, sep, old) : what;
    setenv(name, all, 1);
}

// The options as the library will read them.
static const char *option_text(Exec *exec) {
    Buf b;
    buf_init(&b, &exec->ctx->perm);
    for (int i = 1; i < exec->first; i++) {
        if (strcmp(exec->argv[i], "--") == 0) break;
        buf_puts(&b, b.n ? " '" : "'");
        for (const char *p = exec->argv[i]; *p; p++)
            buf_puts(&b, *p == '\'' ? "'\\''" : (char[]){*p, 0});
        buf_putc(&b, '\'');
    }
    return buf_cstr(&b);
}

// The user's own choice of Triton's assembler stays.
static void set_assembler(Exec *exec, const char *dir) {
    static const char *const names[] = {"TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"};
    const char *folder = arena_printf(&exec->ctx->perm, "%s/bin", dir);
    const char *path = arena_printf(&exec->ctx->perm, "%s/ptxas", folder);
    if (access(path, X_OK) != 0) return;
    put_first(exec, "PATH", folder, ':');
    for (uint32_t i = 0; i < CU_COUNT(names); i++) setenv(names[i], path, 0);
}

static int run_program(Exec *exec) {
    OptResult result = {0};
    exec->first = options_end(exec->argc, exec->argv);
    int n = exec->first - 1;
    if (n && strcmp(exec->argv[n], "--") == 0) n--;
    if (!opt_parse(exec->ctx, &driver_exec_options, (uint32_t)n,
                   (const char *const *)exec->argv + 1, &result))
        return 1;
    if (opt_has(&result, O_RT_COUNT_)) {
        Buf b;
        buf_init(&b, &exec->ctx->perm);
        buf_puts(&b, usage);
        opt_help(exec->ctx, &b, &driver_exec_options);
        fwrite(b.at, 1, b.n, stdout);
        return 0;
    }
    if (exec->first >= exec->argc) {
        DRIVER_DIAG(exec->ctx, drv_exec_program);
        return 1;
    }
    const char *dir = library_folder(exec);
    if (!dir) return 1;
    setenv(RT_ENVIRONMENT, option_text(exec), 1);
    // our libraries go before NVIDIA's, also where the program names a path or opens them itself
    put_first(exec, "LD_LIBRARY_PATH", dir, ':');
    put_first(exec, "LD_PRELOAD", arena_printf(&exec->ctx->perm, "%s/" RT_LIBRARY, dir), ':');
    put_first(exec, "LD_AUDIT", arena_printf(&exec->ctx->perm, "%s/" RT_LIBRARY_REDIRECT, dir),
              ':');
    set_assembler(exec, dir);
    execvp(exec->argv[exec->first], exec->argv + exec->first);
    DRIVER_DIAG(exec->ctx, drv_exec_start, exec->argv[exec->first], strerror(errno));
    return 1;
}

int cmd_exec(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) {
        Exec *x = arena_new(&ctx.perm, Exec);
        *x = (Exec){.ctx = &ctx, .argc = argc, .argv = argv};
        run_program(x);
    }
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
