// SPDX-License-Identifier: Apache-2.0
// The program `ptxas`, and `cuprum ptxas`: checks PTX and wraps it, for clients that call NVIDIA's
// assembler (Triton, JAX). Exit status as there: 0, or 255. A failure leaves no output.
#include "driver/ptxas/ptxas.h"

#include <stdio.h>
#include <unistd.h>

enum { EXIT_FAILED = 255 };

// The version that clients look for is that of the toolkit whose place this takes.
static void print_version(Ctx *ctx, Buf *out) {
    buf_puts(out, "ptxas: Cuprum, a checker of PTX in the place of NVIDIA's assembler\n");
    driver_version_text(ctx, out);
    buf_puts(out, "Cuda compilation tools, release 13.0, V13.0.88\n");
}

// Options that end the call, whatever else is on the command line.
static bool print_only(Ptxas *ptxas) {
    Buf out;
    buf_init(&out, &ptxas->ctx->perm);
    bool no_input = !ptxas->files.n && !ptxas->strings.n;
    if (ptxas_has(ptxas, PO_VERSION))
        print_version(ptxas->ctx, &out);
    else if (ptxas_has(ptxas, PO_LIST_VERSION))
        ptx_list_versions(&out);
    else if (ptxas_has(ptxas, PO_HELP) || no_input)
        ptxas_help(ptxas->ctx, &out);
    else
        return false;
    fwrite(out.at, 1, out.n, stdout);
    return true;
}

// Inputs given as strings stand in for files.
static bool read_inputs(Ptxas *ptxas, PtxasInput **inputs, uint32_t *n) {
    *inputs = ptxas->strings.at;
    *n = ptxas->strings.n;
    if (*n) return true;
    *inputs = arena_array(&ptxas->ctx->perm, PtxasInput, ptxas->files.n);
    for (; *n < ptxas->files.n; ++*n) {
        const char *path = ptxas->files.at[*n];
        PtxasInput *input = &(*inputs)[*n];
        bool is_stdin = strcmp(path, "-") == 0;
        if (is_stdin || access(path, R_OK) == 0)
            input->text = driver_read_file(ptxas->ctx, path, &input->n);
        input->name = is_stdin ? "<stdin>" : path;
        if (input->text) continue;
        ptxas_say(ptxas, PM_no_input, path);
        return ptxas_say(ptxas, PM_aborted);
    }
    return true;
}

static bool run(Ptxas *ptxas, uint32_t n, const char *const *words) {
    if (!ptxas_options(ptxas, n, words)) return false;
    if (print_only(ptxas)) return true;
    PtxasInput *inputs = NULL;
    uint32_t ninputs = 0;
    Buf container;
    buf_init(&container, &ptxas->ctx->perm);
    const char *output = opt_value(&ptxas->given, PO_OUTPUT, "elf.o");
    const char *const *files = ptxas->files.at;
    if (!ptxas->is_virtual && !driver_check_output(ptxas->ctx, output, files, ptxas->files.n))
        return ptxas_say(ptxas, PM_no_output, output);
    if (!read_inputs(ptxas, &inputs, &ninputs)) return false;
    if (!ptxas_assemble(ptxas, inputs, ninputs, &container)) return false;
    if (ptxas->is_virtual) return true;
    return driver_write_file(ptxas->ctx, output, container.at, container.n) ||
           ptxas_say(ptxas, PM_no_output, output);
}

// Memory that ends and faults inside end the run; what they say is the context's last diagnostic.
static bool guarded(Ptxas *ptxas, uint32_t n, const char *const *words) {
    jmp_buf unwind;
    ptxas->ctx->unwind = &unwind;
    if (setjmp(unwind) == 0) return run(ptxas, n, words);
    DiagView view = {.text = "Internal error"};
    if (diag_count(ptxas->ctx)) diag_get(ptxas->ctx, diag_count(ptxas->ctx) - 1, &view);
    buf_printf(ptxas->errors, "ptxas fatal   : %s\n", view.text);
    return false;
}

int cmd_ptxas(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Buf messages;
    buf_init(&messages, &ctx.perm);
    Ptxas *ptxas = arena_new(&ctx.perm, Ptxas);
    *ptxas = (Ptxas){.ctx = &ctx, .errors = &messages, .info = &messages};
    bool ok = guarded(ptxas, (uint32_t)argc - 1, (const char *const *)argv + 1);
    fputs(buf_cstr(&messages), stderr);
    ctx_free(&ctx);
    return ok ? 0 : EXIT_FAILED;
}
