// SPDX-License-Identifier: Apache-2.0
// `cuprum FILE.cu ...`: the compiler command.
#include "driver/cmdline.h"

#include "base/timer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- ptxas --------------------------------------------------------------------------------------

static const char *find_ptxas(Ctx *ctx) {
    const char *home = getenv("CUDA_HOME");
    const char *list[] = {home ? arena_printf(&ctx->perm, "%s/bin/ptxas", home) : "",
                          "/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"};
    for (uint32_t i = 0; i < CU_COUNT(list); i++) {
        if (*list[i] && access(list[i], X_OK) == 0) return list[i];
    }
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t n = strcspn(path, ":");
        const char *p = arena_printf(&ctx->perm, "%.*s/ptxas", (int)n, path);
        if (access(p, X_OK) == 0) return p;
        path += n + (path[n] == ':');
    }
    return NULL;
}

static bool assemble(Command *k, Buf *ptx) {
    Ctx *ctx = k->ctx;
    const char *ptxas = find_ptxas(ctx);
    if (!ptxas) return DRIVER_DIAG(ctx, drv_no_ptxas);
    const char *in = arena_printf(&ctx->perm, "%s.tmp%ld.ptx", k->output, (long)getpid());
    const char *tmp = arena_printf(&ctx->perm, "%s.tmp%ld", k->output, (long)getpid());
    if (!driver_write_file(ctx, in, ptx->at, ptx->n)) return false;
    pid_t pid = fork();
    if (pid == 0) {
        execl(ptxas, "ptxas", "-arch", k->c.target->name, "-m64", in, "-o", tmp, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    if (pid > 0) waitpid(pid, &status, 0);
    unlink(in);
    if (status == 0 && rename(tmp, k->output) == 0) return true;
    unlink(tmp);
    return DRIVER_DIAG(ctx, drv_ptxas, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}

// ---- the command --------------------------------------------------------------------------------

static int print_help(Command *k) {
    Buf b;
    buf_init(&b, &k->ctx->perm);
    buf_puts(&b, "usage: cuprum [options] FILE.cu|FILE.ii|FILE.ll|FILE.bc|-\n"
                 "       cuprum as|dis|link|opt --help\n"
                 "       cuprum run FILE.ptx|FILE.cu --grid=X --block=X [options] ARG...\n\n");
    opt_help(k->ctx, &b, &driver_options);
    fwrite(b.at, 1, b.n, stdout);
    return 0;
}

static void timing_output(Command *k) {
    Ctx *ctx = k->ctx;
    Buf b;
    buf_init(&b, &ctx->perm);
    if (opt_has(&k->r, O_TIME_PASSES)) {
        timer_report(ctx, &b);
        fwrite(b.at, 1, b.n, stderr);
    }
    const char *trace = opt_value(&k->r, O_TIME_TRACE, NULL);
    if (!trace) return;
    b.n = 0;
    timer_trace(ctx, &b, "cuprum");
    driver_write_file(ctx, trace, b.at, b.n);
}

static void compile_command(Command *k) {
    Ctx *ctx = k->ctx;
    Buf out, log;
    buf_init(&out, &ctx->perm);
    buf_init(&log, &ctx->perm);
    if (strcmp(k->input, "-") == 0) {
        k->c.text = driver_read_file(ctx, "-", &k->c.len);
        if (!k->c.text) return;
        k->c.path = "<stdin>";
    }
    if (k->verbose)
        fprintf(stderr, "cuprum: %s -> %s (%s, -O%u)\n", k->input, k->output, k->c.target->name,
                k->c.opt_level);
    bool ok = compile_run(ctx, &k->c, &out, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (ok && k->c.emit != EMIT_NOTHING) {
        if (k->cubin)
            assemble(k, &out);
        else
            driver_write_file(ctx, k->output, out.at, out.n);
    }
    timing_output(k);
}

int cmd_compile(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Command k = {.ctx = &ctx};
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!driver_parse_command(&k, (uint32_t)argc - 1, (const char *const *)argv + 1)) {
        driver_finish(&ctx);
        code = 2;
    } else if (opt_has(&k.r, O_HELP)) {
        code = print_help(&k);
    } else if (opt_has(&k.r, O_VERSION)) {
        code = puts("cuprum " CUPRUM_VERSION) < 0;
    } else {
        compile_command(&k);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
