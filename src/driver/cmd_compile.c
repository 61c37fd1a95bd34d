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

// That of the toolkit that the environment names, else on the PATH, else in the usual places.
static const char *find_ptxas(Ctx *ctx) {
    const char *home = getenv("CUDA_HOME");
    if (home && *home) {
        const char *p = arena_printf(&ctx->perm, "%s/bin/ptxas", home);
        if (access(p, X_OK) == 0) return p;
    }
    for (const char *path = getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        const char *p = arena_printf(&ctx->perm, "%.*s/ptxas", (int)n, path);
        if (access(p, X_OK) == 0) return p;
        path += n + (path[n] == ':');
    }
    static const char *const usual[] = {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"};
    for (uint32_t i = 0; !(home && *home) && i < CU_COUNT(usual); i++) {
        if (access(usual[i], X_OK) == 0) return usual[i];
    }
    return NULL;
}

// Runs ptxas from file `in` to file `out`. The status, or -1.
static int run_ptxas(Ctx *ctx, const char *ptxas, const char *arch, const char *in,
                     const char *out) {
    pid_t pid = fork();
    if (pid == 0) {
        execl(ptxas, "ptxas", "-arch", arch, "-m64", in, "-o", out, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// A new empty file for `what`; NULL after a diagnostic.
static char *temporary(Ctx *ctx, const char *what) {
    const char *dir = getenv("TMPDIR");
    char *path = arena_printf(&ctx->perm, "%s/cuprum-XXXXXX%s", dir && *dir ? dir : "/tmp", what);
    int fd = mkstemps(path, (int)strlen(what));
    if (fd < 0) {
        DRIVER_DIAG(ctx, drv_write, path, strerror(errno));
        return NULL;
    }
    close(fd);
    return path;
}

static void assemble(Command *k, Buf *ptx) {
    Ctx *ctx = k->ctx;
    const char *ptxas = find_ptxas(ctx);
    if (!ptxas) {
        DRIVER_DIAG(ctx, drv_no_ptxas);
        return;
    }
    char *in = temporary(ctx, ".ptx"), *out = in ? temporary(ctx, ".cubin") : NULL;
    if (out && driver_write_file(ctx, in, ptx->at, ptx->n)) {
        int status = run_ptxas(ctx, ptxas, k->c.target->name, in, out);
        size_t n;
        char *cubin = status == 0 ? driver_read_file(ctx, out, &n) : NULL;
        if (status) DRIVER_DIAG(ctx, drv_ptxas, status);
        if (cubin) driver_write_file(ctx, k->output, cubin, n);
    }
    if (in) unlink(in);
    if (out) unlink(out);
}

// ---- the command --------------------------------------------------------------------------------

static int print_help(Command *k) {
    Buf b;
    buf_init(&b, &k->ctx->perm);
    buf_puts(&b, "usage: cuprum [options] FILE.cu|FILE.ii|FILE.ll|FILE.bc|-\n"
                 "\nCommands (--help after one lists its options):\n");
    driver_commands_text(&b);
    opt_help(k->ctx, &b, &driver_options);
    driver_write_file(k->ctx, "-", b.at, b.n);
    return driver_finish(k->ctx);
}

static int print_version(Command *k) {
    Buf b;
    buf_init(&b, &k->ctx->perm);
    driver_version_text(k->ctx, &b);
    driver_write_file(k->ctx, "-", b.at, b.n);
    return driver_finish(k->ctx);
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
    if (opt_has(&k->r, O_TEST_INTERNAL)) cu_ice(ctx, __FILE__, __LINE__, "asked for");
    bool ok = compile_run(ctx, &k->c, &out, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (ok && k->c.emit != EMIT_NOTHING) {
        if (k->cubin)
            assemble(k, &out);
        else
            driver_write_file(ctx, k->output, out.at, out.n);
    }
    if (ok) driver_write_record(ctx, &k->r, &driver_remark_ids, k->c.remarks, k->output, k->input);
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
        code = print_version(&k);
    } else {
        compile_command(&k);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
