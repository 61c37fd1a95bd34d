// SPDX-License-Identifier: Apache-2.0
// An NVRTC program: its source, headers and name expressions as they were given, and what the last
// compilation left. Each compilation has a context of its own, of which nothing stays.
#define _GNU_SOURCE
#include "api/nvrtc_api.h"

#include "base/timer.h"
#include "driver/driver.h"
#include "opt/opt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

// ---- the program -------------------------------------------------------------------------------

// Copies a text to *at and moves it behind.
static const char *put(char **at, const char *text) {
    size_t n = strlen(text) + 1;
    char *here = memcpy(*at, text, n);
    *at += n;
    return here;
}

// One block holds the headers' table and all texts: the client's may go when the call returns.
bool nvrtc_program_fill(NvrtcProgram *program, const char *source, const char *name, int nheaders,
                        const char *const *headers, const char *const *include_names) {
    if (!name || !*name) name = "default_program";
    size_t n = (size_t)nheaders * sizeof(NvrtcHeader) + strlen(source) + strlen(name) + 2;
    for (int i = 0; i < nheaders; i++) n += strlen(headers[i]) + strlen(include_names[i]) + 2;
    program->block = malloc(n);
    if (!program->block) return false;
    program->header = (NvrtcHeader *)(void *)program->block;
    char *at = program->block + (size_t)nheaders * sizeof(NvrtcHeader);
    program->nheaders = nheaders;
    for (int i = 0; i < nheaders; i++) {
        program->header[i].name = put(&at, include_names[i]);
        program->header[i].text = put(&at, headers[i]);
    }
    program->name = put(&at, name);
    program->source = put(&at, source);
    return true;
}

static void forget(NvrtcBytes *bytes) {
    free(bytes->at);
    *bytes = (NvrtcBytes){0};
}

// A compilation begins with nothing of the one before, whether it succeeds or not.
static void forget_results(NvrtcProgram *program) {
    forget(&program->ptx);
    forget(&program->cubin);
    forget(&program->lto);
    forget(&program->log);
    program->pch_tried = false;
}

// Lowered names that a client was given go with it.
void nvrtc_program_free(NvrtcProgram *program) {
    forget_results(program);
    for (uint32_t i = 0; i < program->nnames; i++) {
        free(program->names[i].lowered);
        free(program->names[i].expression);
    }
    free(program->names);
    free(program->block);
}

// How many names stand in front of the expression; *there: it is the next one.
static uint32_t names_before(const NvrtcProgram *program, const char *expression, bool *there) {
    uint32_t lo = 0, hi = program->nnames;
    *there = false;
    while (lo < hi && !*there) {
        uint32_t mid = lo + (hi - lo) / 2;
        int order = strcmp(program->names[mid].expression, expression);
        *there = order == 0;
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return hi;
}

// False: no memory.
static bool room_for_name(NvrtcProgram *program) {
    if (program->nnames < program->names_max) return true;
    uint32_t most = program->names_max ? 2 * program->names_max : 8;
    NvrtcName *names = realloc(program->names, most * sizeof *names);
    if (!names) return false;
    program->names = names;
    program->names_max = most;
    return true;
}

// Refused once a compilation got past its options; the same expression again is no mistake. The
// order is that in which messages show them.
NvrtcResult nvrtc_program_add_name(NvrtcProgram *program, const char *expression) {
    if (program->compiled) return NVRTC_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    bool there;
    uint32_t i = names_before(program, expression, &there);
    if (there) return NVRTC_SUCCESS;
    char *copy = room_for_name(program) ? strdup(expression) : NULL;
    if (!copy) return NVRTC_OUT_OF_MEMORY;
    NvrtcName *at = &program->names[i];
    memmove(at + 1, at, (program->nnames++ - i) * sizeof *at);
    *at = (NvrtcName){.expression = copy};
    return NVRTC_SUCCESS;
}

// The text is the program's: it stays until the program goes, or a compilation gives another name.
NvrtcResult nvrtc_program_lowered(NvrtcProgram *program, const char *expression,
                                  const char **lowered) {
    bool there;
    uint32_t i = names_before(program, expression, &there);
    const char *name = there ? program->names[i].lowered : NULL;
    *lowered = NULL;
    bool has_code = program->ptx.at || program->lto.at;
    if (!program->compiled || !has_code) return NVRTC_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    if (!name) return NVRTC_NAME_EXPRESSION_NOT_VALID;
    *lowered = name;
    return NVRTC_SUCCESS;
}

// ---- one compilation ---------------------------------------------------------------------------

typedef struct {
    Ctx ctx;
    NvrtcProgram *program;
    NvrtcOptions opt;
    CompileOptions compile;
    VEC(LexCmd) cmds;
    int n;
    const char *const *words;
    Buf out, log, cubin;
    uint32_t nnames;
    const char **names, **lowered;
    NvrtcResult result;
} Run;

// The client's callback: it says whether to stop.
static bool stopped(void *data) {
    const NvrtcProgram *program = data;
    return program->flow(program->payload, NULL) == 1;
}

// What NVRTC says of what its command line has wrong; `where`: the end of the closing line.
static void command_line_error(Run *run, const char *what, const char *value, const char *where) {
    buf_printf(&run->log,
               "Command-line error: %s%s\n\n1 catastrophic error detected in %s.\nCompilation "
               "terminated.\n",
               what, value, where);
}

// ---- options to those of the compiler ----------------------------------------------------------

static void define(Run *run, const char *text) {
    vec_push(&run->ctx.perm, &run->cmds, ((LexCmd){LEX_CMD_DEFINE, text}));
}

static void define_number(Run *run, const char *name, int value) {
    define(run, arena_printf(&run->ctx.perm, "%s=%d", name, value));
}

// The macros that stand for options, then the client's.
static void macros(Run *run) {
    const NvrtcOptions *o = &run->opt;
    const FloatOptions *fp = &run->compile.fp;
    const struct {
        const char *name;
        bool defined;
    } flags[] = {
        {"__CUDACC_RTC_MINIMAL__", o->minimal},
        {"__CUDACC_RTC_INT128__", o->int128},
        {"__CUDACC_RTC_FLOAT128__", o->float128},
        {"__CUDACC_EWP__", o->ewp},
        {"__CUDACC_UUMN__", o->uumn},
        {"__NV_BUILTIN_MOVE_FORWARD", o->std > 3 && o->move_forward != NVRTC_FALSE},
        {"__NV_BUILTIN_INITIALIZER_LIST", o->std > 3 && o->initializer_list != NVRTC_FALSE},
    };
    define_number(run, "__CUDA_FTZ", fp->ftz);
    define_number(run, "__CUDA_PREC_SQRT", fp->prec_sqrt);
    define_number(run, "__CUDA_PREC_DIV", fp->prec_div);
    define_number(run, "__USE_FAST_MATH__", fp->fast_math);
    for (size_t i = 0; i < CU_COUNT(flags); i++) {
        if (flags[i].defined) define_number(run, flags[i].name, 1);
    }
    VEC_FOREACH (LexCmd, cmd, &o->cmds) vec_push(&run->ctx.perm, &run->cmds, *cmd);
}

// The name of a macro: an identifier, with parameters and a value perhaps.
static bool is_macro(const char *text) {
    return isalpha((unsigned char)*text) || *text == '_' || (unsigned char)*text >= 0x80;
}

// The option reader takes any text; NVRTC judges it as its front end's command line.
static bool macros_valid(Run *run) {
    const char *where =
        arena_printf(&run->ctx.perm, "the compilation of \"%s\"", run->program->name);
    VEC_FOREACH (LexCmd, cmd, &run->opt.cmds) {
        if (cmd->kind == LEX_CMD_INCLUDE || is_macro(cmd->text)) continue;
        bool defines = cmd->kind == LEX_CMD_DEFINE;
        command_line_error(
            run, defines ? "invalid macro definition: " : "invalid macro undefinition: ", cmd->text,
            where);
        return false;
    }
    return true;
}

// Gives diagnostics another severity by their numbers.
static bool diagnostics(Run *run, const NvrtcWords *numbers, Severity severity) {
    for (uint32_t i = 0; i < numbers->n; i++) {
        const char *number = numbers->at[i], *name = number;
        DiagKnown known = *name ? diag_find(&run->ctx, &name) : DIAG_NO_TAG;
        if (known == DIAG_NO_NUMBER || known == DIAG_NO_TAG) {
            command_line_error(run,
                               known == DIAG_NO_TAG
                                   ? "invalid error tag in diagnostic control option: "
                                   : "invalid error number in diagnostic control option: ",
                               number, "this compilation");
            return false;
        }
        diag_set_severity(&run->ctx, "-diag", number, severity);
    }
    return true;
}

// Messages as NVRTC's log has them. Where a number is in several lists, the later
// list counts: -diag-warn before -diag-suppress before -diag-error.
static bool diagnostic_options(Run *run) {
    const NvrtcOptions *o = &run->opt;
    DiagOptions *d = diag_options(&run->ctx);
    driver_register_diags(&run->ctx);
    d->style = DIAG_STYLE_NVCC;
    d->no_warnings = o->no_warnings;
    d->hide_number = o->no_numbers;
    d->keep_last = true; // as NVIDIA's
    d->show_caret = o->brief != NVRTC_TRUE;
    d->error_limit = 100;
    return diagnostics(run, &o->errors, SEV_ERROR) &&
           diagnostics(run, &o->suppressed, SEV_IGNORED) &&
           diagnostics(run, &o->warnings, SEV_WARNING);
}

// Each says for itself what it wants, else -use_fast_math does.
static void float_options(const NvrtcOptions *o, FloatOptions *fp) {
    bool fast = o->fast_math;
    fp->fast_math = fast;
    fp->ftz = o->ftz ? o->ftz == NVRTC_TRUE : fast;
    fp->prec_div = o->prec_div ? o->prec_div == NVRTC_TRUE : !fast;
    fp->prec_sqrt = o->prec_sqrt ? o->prec_sqrt == NVRTC_TRUE : !fast;
    fp->div_approx = fast && !fp->prec_div;
    fp->fmad = o->fmad != NVRTC_FALSE;
}

// Other units may be linked with this one.
static bool is_relocatable(const NvrtcOptions *o) {
    return o->rdc == NVRTC_TRUE || o->device_c || o->dlto || o->ewp;
}

// A relocatable unit's internal names get an identifier of its text, so that units do not clash.
static void language_options(Run *run) {
    const NvrtcOptions *o = &run->opt;
    CxxOptions *language = &run->compile.language;
    language->jit = true;
    language->std = o->std;
    language->default_device = o->default_device;
    language->rdc = is_relocatable(o);
    language->keep_functions = language->rdc;
    language->float128 = o->float128;
    language->names = run->names;
    language->nnames = run->nnames;
    if (language->rdc)
        language->module_id =
            driver_module_id(&run->ctx, o->seed ? o->seed : "", run->program->name,
                             hash_bytes(run->program->source, strlen(run->program->source), 0));
}

// -G without -dopt is not optimized at all; with it only the line table is left of debugging.
static void code_options(Run *run) {
    const NvrtcOptions *o = &run->opt;
    CompileOptions *c = &run->compile;
    bool plain = o->debug && !o->dopt;
    c->target = o->target;
    c->optimizer.level = plain ? 0 : o->debug ? 3 : o->level;
    if (o->threads.given) {
        const char *jobs = arena_printf(&run->ctx.perm, "%d", o->threads.value);
        c->optimizer.jobs = driver_jobs(jobs);
    }
    if (o->inline_info) c->optimizer.remarks = &opt_inline_remarks;
    c->debug = plain;
    c->line_info = o->debug || o->line_info;
    if (c->line_info) c->directory = driver_directory(&run->ctx);
    c->params_restrict = o->restrict_params;
    c->table_density = o->density.given ? (uint32_t)o->density.value : 0;
    if (o->ptx_version) c->ptx_version = driver_ptx_version(o->ptx_version);
    c->library = LIBRARY_CUPRUM; // the same code wherever it runs
    c->emit = o->syntax_only ? EMIT_NOTHING : o->dlto ? EMIT_LTO : EMIT_PTX;
}

// The source and the headers in memory, which are found by their whole names before any folder.
static void input_options(Run *run) {
    const NvrtcProgram *program = run->program;
    CompileOptions *c = &run->compile;
    Arena *arena = &run->ctx.perm;
    c->input = INPUT_CUDA;
    c->path = program->name;
    c->text = program->source;
    c->len = strlen(program->source);
    c->minimal = run->opt.minimal;
    c->no_own_folder = run->opt.no_source_folder;
    c->dirs = run->opt.dirs.at;
    c->ndirs = run->opt.dirs.n;
    c->cmds = run->cmds.at;
    c->ncmds = run->cmds.n;
    LexVirtualFile *files = arena_array(arena, LexVirtualFile, program->nheaders + 1);
    for (int i = 0; i < program->nheaders; i++) {
        const NvrtcHeader *header = &program->header[i];
        files[i] = (LexVirtualFile){header->name, header->text, strlen(header->text), false};
    }
    c->files = files;
    c->nfiles = (uint32_t)program->nheaders;
}

// The expressions as the front end wants them, and a place for the symbol of each.
static void name_options(Run *run) {
    run->nnames = run->program->nnames;
    run->names = arena_array(&run->ctx.perm, const char *, run->nnames + 1);
    run->lowered = arena_array(&run->ctx.perm, const char *, run->nnames + 1);
    for (uint32_t i = 0; i < run->nnames; i++) {
        run->names[i] = run->program->names[i].expression;
        run->lowered[i] = NULL;
    }
    run->compile.lowered = run->lowered;
}

// ---- times -------------------------------------------------------------------------------------

// Appends to the file, which gets the line of headings if it is new; false: it cannot be written.
static bool append_to(const char *path, const Buf *headings, const Buf *rows) {
    FILE *file = fopen(path, "a");
    if (!file) return false;
    bool ok = fseek(file, 0, SEEK_END) == 0; // C leaves open where appending starts
    if (ftell(file) == 0 && headings->n) ok &= fwrite(headings->at, 1, headings->n, file) > 0;
    if (rows->n) ok &= fwrite(rows->at, 1, rows->n, file) == rows->n;
    return (fclose(file) == 0) & ok;
}

static void time_row(Run *run, Buf *rows, const char *phase, uint64_t ns) {
    buf_printf(rows, "%s, %s, %llu, ms\n", run->program->name, phase,
               (unsigned long long)((ns + 500000) / 1000000));
}

// --time: the phases by NVRTC's names.
static bool write_times(Run *run, const DriverTimes *times, uint64_t assembling) {
    const char *path = run->opt.time;
    Buf rows, headings;
    buf_init(&rows, &run->ctx.perm);
    buf_init(&headings, &run->ctx.perm);
    buf_puts(&headings, "File name, phase name, metric, unit\n");
    time_row(run, &rows, "CUDA C++ Frontend", times->front);
    time_row(run, &rows, "NVVM Optimizer", times->back);
    if (run->opt.real) time_row(run, &rows, "PTX Translation", assembling);
    if (strcmp(path, "-") == 0) {
        buf_putc(&run->log, '\n');
        buf_write(&run->log, headings.at, headings.n);
        buf_write(&run->log, rows.at, rows.n);
        return true;
    }
    if (append_to(path, &headings, &rows)) return true;
    buf_printf(&run->log, "nvrtc: error: failed to open file %s for writing!", path);
    return false;
}

// --fdevice-time-trace: a file of its own.
static bool write_trace(Run *run) {
    const char *path = run->opt.trace;
    size_t n = strlen(path);
    bool named = n > 5 && strcmp(path + n - 5, ".json") == 0;
    if (!named) path = arena_printf(&run->ctx.perm, "%s.json", path);
    Buf trace, none;
    buf_init(&trace, &run->ctx.perm);
    buf_init(&none, &run->ctx.perm);
    timer_trace(&run->ctx, &trace, run->program->name);
    remove(path);
    if (append_to(path, &none, &trace)) return true;
    buf_printf(&run->log, "Time trace file opening error: %s", path);
    return false;
}

// ---- the steps ---------------------------------------------------------------------------------

static void render(Run *run) {
    diag_set_input(&run->ctx, run->program->name);
    diag_render(&run->ctx, &run->log);
}

// All of the compiler's options; false: the log says why there is nothing to compile.
static bool read_options(Run *run) {
    run->result = NVRTC_INVALID_OPTION;
    if (!nvrtc_options(&run->opt, run->n, run->words, &run->log)) return false;

    // from here on no names can be added, whatever comes of it
    run->program->compiled = true;
    run->result = NVRTC_COMPILATION;
    compile_options_init(&run->compile);
    float_options(&run->opt, &run->compile.fp);
    if (!diagnostic_options(run) || !macros_valid(run)) return false;
    if (run->opt.trace) timer_enable(&run->ctx, true);
    name_options(run);
    macros(run);
    language_options(run);
    code_options(run);
    input_options(run);
    if (!run->opt.optix) return true;
    buf_puts(&run->log, "nvrtc: error: there is no OptiX IR here: -optix-ir is not supported\n");
    return false;
}

// run->result is set before each step to what its failure means; the last line makes it a success.
static void work(Run *run) {
    Ctx *ctx = &run->ctx;
    DriverTimes times = {0};
    if (!read_options(run)) return;
    if (run->program->flow && stopped(run->program)) {
        run->result = NVRTC_CANCELLED;
        return;
    }
    run->compile.times = &times;
    Buf head;
    buf_init(&head, &ctx->perm);
    nvrtc_write_head(&head);
    run->compile.head = buf_cstr(&head);
    bool ok = compile_run(ctx, &run->compile, &run->out, &run->log);
    render(run);
    if (!ok) return;

    uint64_t start = timer_now();
    bool assembles = run->opt.real && run->compile.emit == EMIT_PTX;
    if (assembles && !nvrtc_cubin(ctx, &run->opt, &run->out, &run->cubin, &run->log)) return;
    uint64_t assembling = timer_now() - start;
    run->result = NVRTC_TIME_FILE_WRITE_FAILED;
    if (run->opt.time && !write_times(run, &times, assembling)) return;
    run->result = NVRTC_TIME_TRACE_FILE_WRITE_FAILED;
    if (run->opt.trace && !write_trace(run)) return;
    run->result = NVRTC_SUCCESS;
}

// The setjmp must not share locals with what changes.
static void guarded(void *arg) {
    Run *run = arg;
    jmp_buf out;
    run->ctx.unwind = &out;
    if (setjmp(out) == 0) {
        work(run);
        return;
    }
    run->result = NVRTC_OUT_OF_MEMORY;
}

// Why a compilation that failed did so.
static NvrtcResult judged(const Run *run) {
    if (run->result == NVRTC_SUCCESS || run->result == NVRTC_INVALID_OPTION) return run->result;
    if (run->ctx.stop == STOP_CANCEL) return NVRTC_CANCELLED;
    if (run->ctx.stop == STOP_NO_MEMORY) return NVRTC_OUT_OF_MEMORY;
    return run->ctx.internal_error ? NVRTC_INTERNAL_ERROR : run->result;
}

// ---- what stays --------------------------------------------------------------------------------

// A copy outside of the context, followed by a NUL that is not counted; false: no memory.
static bool keep(const Buf *from, NvrtcBytes *to) {
    size_t n = from->at ? from->n : 0;
    if (!n) return true;
    to->at = malloc(n + 1);
    if (!to->at) return false;
    memcpy(to->at, from->at, n);
    to->at[n] = 0;
    to->n = n;
    return true;
}

// Names that a client was given stay where they are as long as they are the same.
static bool keep_names(Run *run) {
    for (uint32_t i = 0; i < run->program->nnames; i++) {
        NvrtcName *name = &run->program->names[i];
        const char *lowered = run->lowered ? run->lowered[i] : NULL;
        if (name->lowered && lowered && strcmp(name->lowered, lowered) == 0) continue;
        free(name->lowered);
        name->lowered = lowered ? strdup(lowered) : NULL;
        if (lowered && !name->lowered) return false;
    }
    return true;
}

// A failure leaves its log only. False: no memory.
static bool keep_results(Run *run) {
    NvrtcProgram *program = run->program;
    if (run->result != NVRTC_SUCCESS) return true;
    program->pch_tried = run->opt.pch || run->opt.create_pch;
    return keep(&run->out, run->opt.dlto ? &program->lto : &program->ptx) &&
           keep(&run->cubin, &program->cubin) && keep_names(run);
}

// All that a client may ask for is copied before the context goes; a cancelled one has no log.
NvrtcResult nvrtc_program_compile(NvrtcProgram *program, int n, const char *const *options) {
    if (n < 0) return NVRTC_INVALID_INPUT;
    forget_results(program);
    Run *run = calloc(1, sizeof *run);
    if (!run) return NVRTC_OUT_OF_MEMORY;
    run->program = program;
    run->n = n;
    run->words = options;
    ctx_init(&run->ctx);
    if (program->flow) {
        run->ctx.stopped = stopped;
        run->ctx.stopped_data = program;
    }
    buf_init(&run->out, &run->ctx.perm);
    buf_init(&run->log, &run->ctx.perm);
    buf_init(&run->cubin, &run->ctx.perm);
    cu_on_stack(&run->ctx, guarded, run);
    run->result = judged(run);
    if (!keep_results(run)) run->result = NVRTC_OUT_OF_MEMORY;
    if (run->result != NVRTC_CANCELLED && !keep(&run->log, &program->log))
        run->result = NVRTC_OUT_OF_MEMORY;
    NvrtcResult result = run->result;
    ctx_free(&run->ctx);
    free(run);
    return result;
}
