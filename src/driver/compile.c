// SPDX-License-Identifier: Apache-2.0
// One compilation, from input to the chosen form: the way of the data of doc/architecture.md.
#include "base/timer.h"
#include "cuda/cuda.h"
#include "cxx/cxx.h"
#include "driver/driver.h"
#include "ir/ir.h"
#include "irgen/irgen.h"
#include "nvvm/nvvm.h"
#if __has_include("opt/opt.h")
#include "opt/opt.h"
#define HAVE_OPT 1
#endif
#include "ptx/codegen.h"

#include <stdlib.h>
#include <unistd.h>

void compile_options_init(CompileOptions *o) {
    *o = (CompileOptions){.emit = EMIT_PTX,
                          .opt_level = 3,
                          .target = target_find(75, 0),
                          .std = 17,
                          .prec_div = true,
                          .prec_sqrt = true,
                          .fmad = true,
                          .runtime_header = true,
                          .bisect = -1};
}

static void lex_options(Ctx *ctx, const CompileOptions *o, LexOptions *l) {
    lex_options_init(l);
    l->std = o->std;
    l->gnu = o->gnu;
    l->preprocessed = o->input == INPUT_PREPROCESSED;
    l->cuda_arch = o->target->number * 10;
    l->arch_features = o->target->suffix;
    l->default_device = o->default_device;
    l->relaxed_constexpr = o->relaxed_constexpr;
    l->extended_lambda = o->extended_lambda;
    l->fast_math = o->fast_math;
    l->ftz = o->ftz;
    l->dirs = o->dirs;
    l->ndirs = o->ndirs;
    LexVirtualFile *files =
        arena_array(&ctx->perm, LexVirtualFile, o->nfiles + driver_nheaders + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->nfiles; i++) files[n++] = o->files[i];
    for (uint32_t i = 0; o->runtime_header && i < driver_nheaders; i++)
        files[n++] = driver_headers[i];
    l->files = files;
    l->nfiles = n;
    LexCmd *cmds = arena_array(&ctx->perm, LexCmd, o->ncmds + 2);
    n = 0;
    if (o->runtime_header && !l->preprocessed)
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_runtime.h"};
    if (o->cuda_path && !l->preprocessed) cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuda_runtime.h"};
    for (uint32_t i = 0; i < o->ncmds; i++) cmds[n++] = o->cmds[i];
    l->cmds = cmds;
    l->ncmds = n;
}

static TokenArray *run_lexer(Ctx *ctx, const CompileOptions *o) {
    LexOptions *l = arena_new(&ctx->perm, LexOptions);
    lex_options(ctx, o, l);
    TimerMark t = timer_begin(ctx, "lex", NULL);
    TokenArray *tokens = lex_translation_unit(ctx, l, o->path, o->text, o->len);
    timer_end(ctx, t);
    return tokens;
}

static Cxx *run_front_end(Ctx *ctx, const CompileOptions *o, TokenArray *tokens) {
    CxxOptions *c = arena_new(&ctx->perm, CxxOptions);
    *c = (CxxOptions){.std = (uint8_t)o->std,
                      .gnu = true,
                      .default_device = o->default_device,
                      .check_all = o->check_all,
                      .relaxed_constexpr = o->relaxed_constexpr,
                      .extended_lambda = o->extended_lambda,
                      .max_template_depth = 512,
                      .max_constexpr_depth = 512,
                      .max_constexpr_steps = 1 << 24,
                      .arch = o->target->number * 10u};
    TimerMark t = timer_begin(ctx, "cxx", NULL);
    Cxx *x = cxx_new(ctx, tokens, c);
    cuda_hooks(x);
    cxx_run(x);
    timer_end(ctx, t);
    return x;
}

static IrModule *run_irgen(Ctx *ctx, const CompileOptions *o, Cxx *x) {
    IrGenOptions g = {.sm = o->target->number,
                      .ftz = o->ftz,
                      .prec_div = o->prec_div,
                      .prec_sqrt = o->prec_sqrt,
                      .fmad = o->fmad,
                      .fast_math = o->fast_math,
                      .line_info = o->line_info};
    TimerMark t = timer_begin(ctx, "irgen", NULL);
    IrModule *m = irgen_module(x, &g);
    timer_end(ctx, t);
    return m;
}

#ifdef HAVE_OPT
static bool run_optimizer(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *log) {
    OptOptions p = {.level = o->opt_level,
                    .sm = o->target->number,
                    .passes = o->passes,
                    .print_after = o->print_after,
                    .nprint_after = o->nprint_after,
                    .print_changed = o->print_changed,
                    .verify = o->verify,
                    .bisect_limit = o->bisect,
                    .log = log};
    for (uint32_t i = 0; i < o->nstress; i++) opt_stress_add(&p, o->stress[i]);
    TimerMark t = timer_begin(ctx, "opt", NULL);
    bool ok = opt_run(m, &p);
    timer_end(ctx, t);
    return ok;
}

#else
static bool run_optimizer(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *log) {
    return true;
}
#endif

static bool run_back_end(Ctx *ctx, const CompileOptions *o, IrModule *m, Buf *out) {
    PtxOptions p = {.target = o->target,
                    .opt_level = o->opt_level,
                    .ftz = o->ftz,
                    .prec_div = o->prec_div,
                    .prec_sqrt = o->prec_sqrt,
                    .fmad = o->fmad};
    TimerMark t = timer_begin(ctx, "ptx", NULL);
    PtxModule *pm = NULL;
    bool ok = ptx_codegen(ctx, m, &p, &pm) && !diag_error_count(ctx);
    if (ok) ptx_print(pm, out);
    timer_end(ctx, t);
    return ok;
}

// The front half: everything up to IR. NULL when the chosen form has been written or on errors.
static IrModule *to_ir(Ctx *ctx, const CompileOptions *o, Buf *out) {
    if (o->input == INPUT_IR) {
        return o->text ? driver_parse_module(ctx, o->path, o->text, o->len, true)
                       : driver_read_module(ctx, o->path, true);
    }
    TokenArray *tokens = run_lexer(ctx, o);
    if (o->emit == EMIT_TOKENS) lex_dump_tokens(ctx, tokens, out);
    if (o->emit == EMIT_PP) lex_print_pp(ctx, tokens, false, out);
    if (o->emit == EMIT_TOKENS || o->emit == EMIT_PP) return NULL;
    Cxx *x = run_front_end(ctx, o, tokens);
    if (o->emit == EMIT_AST) cxx_dump(x, out);
    if (o->emit == EMIT_AST || diag_error_count(ctx)) return NULL;
    return run_irgen(ctx, o, x);
}

// The toolkit's device math library, from where the toolkit is or is usually installed. Without it
// calls of its functions stay calls of undefined functions.
static bool link_device_library(Ctx *ctx, const CompileOptions *o, IrModule *m) {
    const char *roots[] = {o->cuda_path, getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                           "/usr/local/cuda"};
    for (size_t i = 0; nvvm_needs_library(m) && i < CU_COUNT(roots); i++) {
        if (!roots[i]) continue;
        const char *path = arena_printf(&ctx->perm, "%s/nvvm/libdevice/libdevice.10.bc", roots[i]);
        size_t n;
        if (access(path, R_OK) != 0) continue;
        TimerMark t = timer_begin(ctx, "libdevice", NULL);
        const char *bytes = driver_read_file(ctx, path, &n);
        bool ok = bytes && nvvm_link_library(m, path, bytes, n);
        timer_end(ctx, t);
        if (!ok) return false;
        break;
    }
    NvvmOptions v = {o->target->number, o->ftz, o->prec_div, o->prec_sqrt};
    nvvm_reflect(m, &v);
    return true;
}

static void compile_all(Ctx *ctx, const CompileOptions *o, Buf *out, Buf *log) {
    if (o->path) diag_set_input(ctx, strcmp(o->path, "-") ? o->path : "<stdin>");
    IrModule *m = to_ir(ctx, o, out);
    if (!m || diag_error_count(ctx) || o->emit == EMIT_NOTHING) return;
    if (!link_device_library(ctx, o, m) || !run_optimizer(ctx, o, m, log)) return;
    if (o->emit == EMIT_IR)
        ir_print_module(m, out);
    else if (o->emit == EMIT_BC)
        ir_write_bitcode(m, IR_BC_MODERN, out);
    else
        run_back_end(ctx, o, m, out);
}

bool compile_run(Ctx *ctx, const CompileOptions *o, Buf *out, Buf *log) {
    jmp_buf here, *outer = ctx->unwind;
    ctx->unwind = &here;
    if (setjmp(here) == 0) compile_all(ctx, o, out, log);
    ctx->unwind = outer;
    return !diag_error_count(ctx) && !ctx->fatal_text;
}
