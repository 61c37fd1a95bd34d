// SPDX-License-Identifier: Apache-2.0
// `cuprum FILE.cu ...`: the compiler command.
#include "driver/cmdline.h"

#include "base/timer.h"
#include "driver/places.h"
#include "driver/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- ptxas --------------------------------------------------------------------------------------

// Runs ptxas from file `in` to file `out`. The status, or -1.
static int run_ptxas(Ctx *ctx, const char *ptxas, const char *arch, const char *in,
                     const char *out) {
    pid_t pid = fork();
    if (pid == 0) {
        driver_folder_in_child();
        execl(ptxas, "ptxas", "-arch", arch, "-m64", in, "-o", out, (char *)NULL);
        _exit(127);
    }
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void assemble(Command *command, Buf *ptx) {
    Ctx *ctx = command->ctx;
    const char *ptxas = driver_find_ptxas(ctx), *dir;
    if (!ptxas) {
        DRIVER_DIAG(ctx, drv_no_ptxas);
        return;
    }
    DriverFolder *folder = driver_folder_make(ctx, NULL, &dir);
    if (!folder) {
        DRIVER_DIAG(ctx, drv_write, dir, strerror(errno));
        return;
    }
    const char *in = arena_printf(&ctx->perm, "%s/kernels.ptx", dir);
    const char *out = arena_printf(&ctx->perm, "%s/kernels.cubin", dir);
    if (driver_write_file(ctx, in, ptx->at, ptx->n)) {
        int status = run_ptxas(ctx, ptxas, command->c.target->name, in, out);
        size_t n;
        char *cubin = status == 0 ? driver_read_file(ctx, out, &n) : NULL;
        if (status) DRIVER_DIAG(ctx, drv_ptxas, status);
        if (cubin) driver_write_file(ctx, command->output, cubin, n);
    }
    driver_folder_remove(folder, false);
}

// ---- the command --------------------------------------------------------------------------------

static int print_help(Command *command) {
    Buf b;
    buf_init(&b, &command->ctx->perm);
    buf_puts(&b, "usage: cuprum [options] FILE.cu|FILE.ii|FILE.ll|FILE.bc|-\n"
                 "\nCommands (--help after one lists its options):\n");
    driver_commands_text(&b);
    opt_help(command->ctx, &b, &driver_options);
    driver_write_file(command->ctx, "-", b.at, b.n);
    return driver_finish(command->ctx);
}

static int print_version(Command *command) {
    Buf b;
    buf_init(&b, &command->ctx->perm);
    driver_version_text(command->ctx, &b);
    driver_write_file(command->ctx, "-", b.at, b.n);
    return driver_finish(command->ctx);
}

static void timing_output(Command *command) {
    Ctx *ctx = command->ctx;
    Buf out;
    buf_init(&out, &ctx->perm);
    if (opt_has(&command->r, O_TIME_PASSES)) {
        timer_report(ctx, &out);
        fwrite(out.at, 1, out.n, stderr);
    }
    const char *trace = opt_value(&command->r, O_TIME_TRACE, NULL);
    if (!trace) return;
    out.n = 0;
    timer_trace(ctx, &out, "cuprum");
    driver_write_file(ctx, trace, out.at, out.n);
}

static void compile_command(Command *command) {
    Ctx *ctx = command->ctx;
    Buf out, log;
    buf_init(&out, &ctx->perm);
    buf_init(&log, &ctx->perm);
    if (!driver_check_output(ctx, command->output, &command->input, 1)) return;
    if (strcmp(command->input, "-") == 0) {
        command->c.text = driver_read_file(ctx, "-", &command->c.len);
        if (!command->c.text) return;
        command->c.path = "<stdin>";
    }
    if (command->verbose)
        fprintf(stderr, "cuprum: %s -> %s (%s, -O%u)\n", command->input, command->output,
                command->c.target->name, command->c.optimizer.level);
    if (opt_has(&command->r, O_TEST_INTERNAL)) cu_ice(ctx, __FILE__, __LINE__, "asked for");
    bool ok = compile_run(ctx, &command->c, &out, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (ok && command->c.emit != EMIT_NOTHING) {
        if (command->cubin)
            assemble(command, &out);
        else
            driver_write_file(ctx, command->output, out.at, out.n);
    }
    if (ok)
        driver_write_record(ctx, &command->r, &driver_remark_ids, command->c.optimizer.remarks,
                            command->output, command->input);
    timing_output(command);
}

int cmd_compile(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Command command = {.ctx = &ctx};
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!driver_parse_command(&command, (uint32_t)argc - 1, (const char *const *)argv + 1)) {
        driver_finish(&ctx);
        code = 2;
    } else if (opt_has(&command.r, O_HELP)) {
        code = print_help(&command);
    } else if (opt_has(&command.r, O_VERSION)) {
        code = print_version(&command);
    } else {
        compile_command(&command);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
