// SPDX-License-Identifier: Apache-2.0
// One compilation, from input to the chosen form: the way of the data of doc/architecture.md.
#include "base/timer.h"
#include "cuda/cuda.h"
#include "cxx/cxx.h"
#include "cxx/facts/diag.h"
#include "driver/driver.h"
#include "ir/ir.h"
#include "irgen/irgen.h"
#include "opt/opt_diag.h"

void driver_register_diags(Ctx *ctx) {
    diag_register(ctx, lex_diag_rows, D_lex_count_);
    diag_register(ctx, cxx_diag_rows, D_cxx_count_);
    diag_register(ctx, cuda_diag_rows, cuda_ndiag_rows);
    diag_register(ctx, irgen_diag_rows, irgen_ndiag_rows);
    diag_register(ctx, opt_diag_rows, D_opt_count_);
}

// Of these one is a part of every name that cuprum_host.h declares, or needs one of them unnamed (a
// launch converts its stream). Device code by itself says none: a fifteenth of the time of a small
// kernel is saved.
static const char *const host_words[] = {"cuda", "CUstream_st", "CUevent_st", "<<<", NULL};

static const char *const texture_words[] = {"tex", "surf", NULL}; // of cuprum_texture.h

static void lex_options(Ctx *ctx, const CompileOptions *o, LexOptions *l) {
    lex_options_init(l);
    l->std = o->std;
    l->gnu = o->gnu;
    l->preprocessed = o->input == INPUT_PREPROCESSED;
    l->padded = o->padded;
    if (o->predefined) l->predef = LEX_PREDEF_GIVEN;
    l->predefined = o->predefined;
    l->cuda_arch = o->target->number * 10;
    l->arch_features = o->target->suffix;
    l->default_device = o->default_device;
    l->relaxed_constexpr = o->relaxed_constexpr;
    l->extended_lambda = o->extended_lambda;
    l->fast_math = o->fast_math;
    l->ftz = o->ftz;
    l->no_std_inc = o->no_std_inc;
    l->hint = driver_header_hint;
    l->dep = o->dep;
    l->dep_data = o->dep_data;
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
    LexCmd *cmds = arena_array(&ctx->perm, LexCmd, o->ncmds + 4);
    n = 0;
    if (o->runtime_header && !l->preprocessed) {
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_runtime.h"};
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_texture.h", texture_words};
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuprum_host.h", host_words};
    }
    if (o->toolkit_header && !l->preprocessed)
        cmds[n++] = (LexCmd){LEX_CMD_INCLUDE, "cuda_runtime.h"};
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

// The name given, or one for what is internal to a unit that is linked with others.
static const char *module_id(Ctx *ctx, const CompileOptions *o) {
    if (o->module_id || !o->rdc) return o->module_id;
    size_t n = o->len;
    const char *text = o->text ? o->text : driver_read_file(ctx, o->path, &n);
    return driver_module_id(ctx, o->path, o->path, text ? hash_bytes(text, n, 0) : 0);
}

static Cxx *run_front_end(Ctx *ctx, const CompileOptions *o, TokenArray *tokens) {
    CxxOptions *c = arena_new(&ctx->perm, CxxOptions);
    *c = (CxxOptions){.std = (uint8_t)o->std,
                      .gnu = true,
                      .default_device = o->default_device,
                      .check_all = o->check_all,
                      .relaxed_constexpr = o->relaxed_constexpr,
                      .extended_lambda = o->extended_lambda,
                      .host_initializer_list = o->host_initializer_list,
                      .host_move_forward = o->host_move_forward,
                      .max_template_depth = o->template_depth,
                      .context_limit = o->context_limit,
                      .max_constexpr_depth = o->constexpr_depth,
                      .max_constexpr_steps = o->constexpr_steps,
                      .arch = o->target->number * 10u,
                      .module_id = module_id(ctx, o),
                      .host_program = o->host_program,
                      .rdc = o->rdc,
                      .partial_link = o->partial_link,
                      .keep_functions = o->keep_functions,
                      .float128 = o->float128};
    TimerMark t = timer_begin(ctx, "cxx", NULL);
    Cxx *x = cxx_new(ctx, tokens, c);
    cuda_hooks(x);
    cxx_run(x);
    timer_end(ctx, t);
    return x;
}

static IrModule *run_irgen(Ctx *ctx, const CompileOptions *o, Cxx *x) {
    IrGenOptions g = {.target = o->target,
                      .ftz = o->ftz,
                      .prec_div = o->prec_div,
                      .prec_sqrt = o->prec_sqrt,
                      .fmad = o->fmad,
                      .fast_math = o->fast_math,
                      .line_info = o->line_info || o->show_source || o->remarks,
                      .debug = o->debug,
                      .directory = o->directory,
                      .params_restrict = o->params_restrict,
                      .check_only = o->emit == EMIT_NOTHING || o->emit == EMIT_CHECKED};
    TimerMark t = timer_begin(ctx, "irgen", NULL);
    IrModule *m = irgen_module(x, &g);
    timer_end(ctx, t);
    return m;
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
    const CudaStubOptions s = {o->stub_fatbin, o->stub_name};
    if (o->stub && !cuda_write_stub(x, &s, o->stub)) return NULL;
    if (o->registration && !cuda_write_registration(x, o->registration)) return NULL;
    return run_irgen(ctx, o, x);
}

static void compile_all(Ctx *ctx, const CompileOptions *o, Buf *out, Buf *log) {
    const char *name = o->source_name ? o->source_name : o->path;
    if (name) diag_set_input(ctx, strcmp(name, "-") ? name : "<stdin>");
    const CompileOptions chosen = driver_choose_headers(ctx, o, log);
    o = &chosen;
    TimerMark t = timer_begin(ctx, "CUDA C++ Front-End", o->path);
    IrModule *m = to_ir(ctx, o, out);
    timer_end(ctx, t);
    if (!m || diag_error_count(ctx) || o->emit == EMIT_NOTHING) return;
    if (o->emit == EMIT_CHECKED) m = ir_module_new(ctx, m->name);
    t = timer_begin(ctx, "LibNVVM", o->path); // ptxas looks for this name in nvcc's trace
    compile_ir(ctx, o, m, out, log);
    timer_end(ctx, t);
}

typedef struct Job {
    Ctx *ctx;
    const CompileOptions *o;
    Buf *out, *log;
} Job;

static void guarded(void *arg) {
    const Job *j = arg;
    jmp_buf here, *outer = j->ctx->unwind;
    j->ctx->unwind = &here;
    if (setjmp(here) == 0) compile_all(j->ctx, j->o, j->out, j->log);
    j->ctx->unwind = outer;
}

bool compile_run(Ctx *ctx, const CompileOptions *o, Buf *out, Buf *log) {
    Job j = {ctx, o, out, log};
    cu_on_stack(ctx, guarded, &j);
    return !diag_error_count(ctx) && !ctx->fatal_text;
}
