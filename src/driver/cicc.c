// SPDX-License-Identifier: Apache-2.0
// `cicc`: the compiler as nvcc calls it. A preprocessed unit becomes PTX and, when nvcc goes on to
// compile the host's half, the stub that cudafe++'s output includes (seen with nvcc --dryrun).
#include "base/opt.h"
#include "base/timer.h"
#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    O_NONE,
#define OPT(id, ...) O_##id,
#include "driver/cicc_options.def"
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/cicc_options.def"
#undef OPT
};
static const DriverRemarkIds remark_ids = {O_RPASS,      O_RPASS_MISSED, O_RPASS_ANALYSIS,
                                           O_RECORD,     O_RECORD_FILE,  O_RECORD_PASSES,
                                           O_INLINE_INFO};
static const OptTable options = {rows, CU_COUNT(rows)};

typedef struct {
    Ctx *ctx;
    OptResult r;
    CompileOptions c;
    const char *input, *output;
    Buf stub, lto, bytecode;
    CudaRegistration registration;
    const CiccSource *source; // or NULL
} Cicc;

static const char *value(const Cicc *cicc, uint16_t id) {
    return opt_value(&cicc->r, id, NULL);
}

static bool given(const Cicc *cicc, uint16_t id) {
    return opt_has(&cicc->r, id);
}

// ---- the unit's identifier ----------------------------------------------------------------------

static const char *make_module_id(Cicc *cicc) {
    const char *path = value(cicc, O_SEED);
    if (!path) path = value(cicc, O_ORIG_PATH);
    if (!path) path = cicc->input;
    const char *name = value(cicc, O_ORIG_NAME);
    if (!name) name = cicc->input;
    return driver_module_id(cicc->ctx, path, name, hash_bytes(cicc->c.text, cicc->c.len, 0));
}

// cudafe++ has made the identifier where the host's half is compiled; both must use the same.
static bool module_id(Cicc *cicc) {
    cicc->c.language.module_id = cicc->source ? cicc->source->module_id : NULL;
    if (cicc->c.language.module_id) return true;
    const char *file = value(cicc, O_MODULE_ID);
    if (!file || given(cicc, O_GEN_MODULE_ID)) {
        cicc->c.language.module_id = make_module_id(cicc);
        return true;
    }
    size_t n;
    char *id = driver_read_file(cicc->ctx, file, &n);
    cicc->c.language.module_id = id ? driver_only_words(id) : NULL;
    return id;
}

// ---- options ------------------------------------------------------------------------------------

static uint8_t level(Cicc *cicc) {
    const char *fast = value(cicc, O_FAST_COMPILE), *o = value(cicc, O_OPT_LEVEL);
    if (o && strncmp(o, "fc=", 3) == 0) fast = o + 3, o = NULL;
    if (given(cicc, O_DEBUG)) return 0;
    if (fast && *fast == 'm') return fast[2] == 'n' ? 2 : fast[2] == 'd' ? 1 : 0; // min, mid, max
    return o ? (uint8_t)(*o - '0') : 3;
}

static int dialect(const Cicc *cicc) {
    static const struct {
        uint16_t id, std;
    } dialects[] = {{O_STD03, 3}, {O_STD11, 11}, {O_STD14, 14}, {O_STD17, 17}, {O_STD20, 20}};
    int std = 17;
    for (uint32_t i = 0; i < CU_COUNT(dialects); i++) {
        if (given(cicc, dialects[i].id)) std = dialects[i].std;
    }
    return std;
}

// The last of two options that say the opposite of each other.
static bool switched(const Cicc *cicc, uint16_t on, uint16_t off) {
    const OptItem *a = opt_last(&cicc->r, on), *b = opt_last(&cicc->r, off);
    return a && (!b || a > b);
}

static void diag_controls(Cicc *cicc) {
    static const struct {
        uint16_t id, severity;
    } controls[] = {{O_DIAG_SUPPRESS, SEV_IGNORED},
                    {O_DIAG_REMARK, SEV_REMARK},
                    {O_DIAG_WARN, SEV_WARNING},
                    {O_DIAG_ERROR, SEV_ERROR},
                    {O_DIAG_ONCE, SEV_ONCE}};
    for (uint32_t i = 0; i < cicc->r.items.n; i++) {
        const OptItem *it = &cicc->r.items.at[i];
        for (uint32_t c = 0; c < CU_COUNT(controls); c++) {
            if (it->id != controls[c].id) continue;
            const char *option = arena_printf(&cicc->ctx->perm, "%.*s",
                                              (int)strcspn(it->spelling, "="), it->spelling);
            diag_set_severity(cicc->ctx, option, it->value, (Severity)controls[c].severity);
        }
        if (it->id) continue;
        if (cicc->input) DRIVER_DIAG(cicc->ctx, drv_many_inputs, it->spelling);
        cicc->input = it->spelling;
    }
}

static void diag_settings(Cicc *cicc) {
    DiagOptions *d = diag_options(cicc->ctx);
    driver_register_diags(cicc->ctx);
    if (strcmp(opt_value(&cicc->r, O_OUTPUT_MODE, "text"), "sarif") == 0)
        d->style = DIAG_STYLE_SARIF;
    d->colour = switched(cicc, O_COLORS, O_NO_COLORS) && driver_colour_terminal(); // as NVIDIA's
    d->show_silent = given(cicc, O_HOST_ERRORS);
    d->no_warnings = switched(cicc, O_NO_WARNINGS, O_REMARKS);
    d->show_remarks = switched(cicc, O_REMARKS, O_NO_WARNINGS);
    d->werror = given(cicc, O_PROMOTE);
    d->hide_number =
        !switched(cicc, O_NUMBERS, O_NO_NUMBERS); // of what cannot be changed none is shown
    d->show_caret = !switched(cicc, O_BRIEF, O_NO_BRIEF);
    d->error_limit = (uint32_t)opt_int(cicc->ctx, &cicc->r, O_ERROR_LIMIT, 100);
    diag_controls(cicc);
    if (given(cicc, O_TIME_TRACE)) timer_enable(cicc->ctx, true);
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

static void compile_settings(Cicc *cicc) {
    CompileOptions *options = &cicc->c;
    compile_options_init(options);
    bool ir = ends_with(cicc->input, ".bc") || ends_with(cicc->input, ".ll");
    options->path = cicc->input;
    options->source_name = value(cicc, O_ORIG_NAME);
    options->input = ir ? INPUT_IR : INPUT_PREPROCESSED;
    options->runtime_header = false;
    options->emit = given(cicc, O_SYNTAX_ONLY)   ? EMIT_CHECKED
                    : given(cicc, O_EMIT_TILEBC) ? EMIT_TILEBC
                    : given(cicc, O_LTO)         ? EMIT_LTO
                                                 : EMIT_PTX;
    if (value(cicc, O_OLTO) && options->emit == EMIT_PTX) options->lto = &cicc->lto;
    options->lto_optimized = given(cicc, O_GEN_OPT_LTO);
    const char *arch = value(cicc, O_ARCH);
    if (arch) options->target = target_parse(arch, strlen(arch));
    if (!options->target) DRIVER_DIAG(cicc->ctx, drv_arch, arch);
    options->optimizer.level = level(cicc);
    options->language.std = dialect(cicc);
    options->language.max_template_depth =
        driver_limit(cicc->ctx, &cicc->r, O_TEMPLATE_DEPTH, options->language.max_template_depth);
    options->language.context_limit =
        driver_limit(cicc->ctx, &cicc->r, O_CONTEXT_LIMIT, options->language.context_limit);
    options->language.max_constexpr_depth =
        driver_limit(cicc->ctx, &cicc->r, O_CONSTEXPR_DEPTH, options->language.max_constexpr_depth);
    options->language.max_constexpr_steps =
        driver_limit(cicc->ctx, &cicc->r, O_CONSTEXPR_STEPS, options->language.max_constexpr_steps);
    options->language.relaxed_constexpr = given(cicc, O_RELAXED_CONSTEXPR);
    options->language.extended_lambda = given(cicc, O_EXTENDED_LAMBDA);
    options->language.host_initializer_list = given(cicc, O_HOST_LIST);
    options->language.host_move_forward = given(cicc, O_HOST_MOVE);
    options->fp.fast_math = given(cicc, O_FAST_MATH);
    options->fp.ftz = opt_bool(&cicc->r, O_FTZ, false);
    options->fp.prec_div = opt_bool(&cicc->r, O_PREC_DIV, true);
    options->fp.prec_sqrt = opt_bool(&cicc->r, O_PREC_SQRT, true);
    options->fp.fmad = opt_bool(&cicc->r, O_FMAD, true);
    options->debug = given(cicc, O_DEBUG);
    options->line_info = options->debug || given(cicc, O_LINE_INFO);
    if (options->line_info || given(cicc, O_SHOW_SRC))
        options->directory = driver_directory(cicc->ctx);
    options->language.host_program = true;
    options->language.host_clang = given(cicc, O_CLANG) || given(cicc, O_CLANG_VERSION);
    options->language.partial_link = given(cicc, O_PARTIAL);
    options->language.rdc = options->language.partial_link || given(cicc, O_RDC);
    options->language.keep_functions =
        (options->language.rdc && !options->language.partial_link) || given(cicc, O_KEEP_FUNCS);
    options->params_restrict = given(cicc, O_RESTRICT);
    options->libdevice = value(cicc, O_LIBDEVICE);
    driver_device_library(options, value(cicc, O_DEVICE_LIBRARY));
    options->fp.div_approx_ftz = given(cicc, O_DIV_FTZ);
    options->fp.div_approx = given(cicc, O_DIV_NO_FTZ);
    options->optimizer.no_inlining = given(cicc, O_DISABLE_INLINING);
    options->optimizer.remarks = driver_remarks(cicc->ctx, &cicc->r, &remark_ids);
    options->show_source = given(cicc, O_SHOW_SRC);
    options->optimizer.jobs = driver_jobs_given(cicc->ctx, &cicc->r, O_SPLIT);
    driver_set_ptx_version(cicc->ctx, options, value(cicc, O_PTX_VERSION));
    // 0 is the default here; of 1 percent and of 0 the limit on tables decides
    if (given(cicc, O_JUMP_TABLES))
        options->table_density =
            (uint32_t)CU_MAX(opt_int(cicc->ctx, &cicc->r, O_JUMP_TABLES, 0), 1);
}

// The unit is a source file: what its preprocessing needs.
static void source_settings(Cicc *cicc) {
    const CiccSource *source = cicc->source;
    CompileOptions *options = &cicc->c;
    if (source->registration) {
        cicc->registration = *source->registration; // what is asked for
        options->registration = &cicc->registration;
        options->language.host_lists_captures = true;
    }
    options->find_toolkit = false;
    // remarks and traces tell of a compilation, and may be files of their own
    bool told = options->optimizer.remarks || given(cicc, O_TIME_TRACE);
    bool lto = options->lto || options->emit == EMIT_LTO; // of which no copy is kept
    if (!told && !lto && !value(cicc, O_TILE_BYTECODE)) options->cache = source->cache;
    if (source->preprocessed) return;
    options->input = INPUT_CUDA;
    options->predefined = source->predefined;
    options->dirs = source->dirs;
    options->ndirs = source->ndirs;
    options->cmds = source->cmds;
    options->ncmds = source->ncmds;
    options->runtime_header = source->runtime_header;
    options->language.host_rules = source->host_rules;
    options->dep = source->dep;
    options->dep_data = source->dep_data;
    options->no_std_inc = true; // the host's compiler has named all folders
}

// FILE.ii gives FILE.ptx, or FILE.ltoir, in the working directory.
static const char *default_output(Cicc *cicc) {
    const char *tail = cicc->c.emit == EMIT_LTO      ? "ltoir"
                       : cicc->c.emit == EMIT_TILEBC ? "tilebc"
                                                     : "ptx";
    const char *base = strrchr(cicc->input, '/');
    base = base ? base + 1 : cicc->input;
    const char *dot = strrchr(base, '.');
    return arena_printf(&cicc->ctx->perm, "%.*s.%s", (int)(dot ? dot - base : (long)strlen(base)),
                        base, tail);
}

// ---- the program --------------------------------------------------------------------------------

static void write_outputs(Cicc *cicc, const Buf *ptx) {
    const char *name = value(cicc, O_ORIG_NAME), *id = cicc->c.language.module_id;
    Buf line;
    buf_init(&line, &cicc->ctx->perm);
    buf_printf(&line, "# 1 \"%s\"\n", name ? name : cicc->input);
    DriverFile all[] = {
        {given(cicc, O_GEN_MODULE_ID) ? value(cicc, O_MODULE_ID) : NULL, id, strlen(id)},
        {value(cicc, O_STUB), cicc->stub.at, cicc->stub.n},
        {value(cicc, O_C_FILE), line.at, line.n},
        {value(cicc, O_GPU_FILE), line.at, line.n},
        {cicc->c.lto ? value(cicc, O_OLTO) : NULL, cicc->lto.at, cicc->lto.n},
        {value(cicc, O_TILE_BYTECODE), cicc->bytecode.at, cicc->bytecode.n},
        {cicc->output, ptx->at, ptx->n},
    };
    uint32_t n = 0;
    for (uint32_t i = 0; i < CU_COUNT(all); i++) {
        if (all[i].path) all[n++] = all[i];
    }
    driver_write_files(cicc->ctx, all, n);
}

static void compile(Cicc *cicc) {
    Ctx *ctx = cicc->ctx;
    Buf ptx, log;
    buf_init(&ptx, &ctx->perm);
    buf_init(&log, &ctx->perm);
    buf_init(&cicc->stub, &ctx->perm);
    buf_init(&cicc->registration.text, &ctx->perm);
    buf_init(&cicc->registration.table, &ctx->perm);
    buf_init(&cicc->lto, &ctx->perm);
    buf_init(&cicc->bytecode, &ctx->perm);
    if (value(cicc, O_TILE_BYTECODE)) cicc->c.tile_bytecode = &cicc->bytecode;
    if (!driver_check_output(ctx, cicc->output, &cicc->input, 1)) return;
    cicc->c.text = driver_map_text(ctx, cicc->input, &cicc->c.len);
    if (!cicc->c.text || !module_id(cicc)) return;
    cicc->c.padded = true;
    if (value(cicc, O_STUB)) {
        cicc->c.stub = &cicc->stub;
        cicc->c.stub_name = value(cicc, O_STUB);
        cicc->c.stub_fatbin = opt_value(&cicc->r, O_FATBIN, "");
    }
    bool ok = compile_run(ctx, &cicc->c, &ptx, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (ok) write_outputs(cicc, &ptx);
    const DriverCache *cache = cicc->c.cache;
    if (ok && cache) cache->made(cache->data, &ptx, &cicc->registration);
    if (ok && cicc->c.registration)
        cuda_copy_registration(&cicc->registration, cicc->source->registration);
    if (ok)
        driver_write_record(ctx, &cicc->r, &remark_ids, cicc->c.optimizer.remarks, cicc->output,
                            cicc->input);
    const char *trace = value(cicc, O_TIME_TRACE);
    if (!trace) return;
    const char *name = value(cicc, O_TRACE_ENV), *since = name ? getenv(name) : NULL;
    Buf b;
    buf_init(&b, &ctx->perm);
    timer_trace_part(ctx, &b, (uint32_t)opt_int(ctx, &cicc->r, O_TRACE_PID, 1),
                     since ? strtoull(since, NULL, 10) : 0);
    driver_write_file(ctx, trace, b.at, b.n);
}

static bool print_only(Cicc *cicc) {
    Buf out;
    buf_init(&out, &cicc->ctx->perm);
    if (given(cicc, O_HELP)) {
        buf_puts(&out, "usage: cicc [options] FILE.ii -o FILE.ptx   (as nvcc calls it)\n\n");
        opt_help(cicc->ctx, &out, &options);
    } else if (given(cicc, O_VERSION)) {
        buf_puts(&out, "cicc: ");
        driver_version_text(cicc->ctx, &out);
    } else if (given(cicc, O_IR_VERSION)) {
        buf_puts(&out, "200\n");
    } else {
        return given(cicc, O_DRYRUN);
    }
    return driver_write_file(cicc->ctx, "-", out.at, out.n);
}

// A knob of the optimizer may stand by itself, as -Xcicc gives it: -unroll-count=4.
static const char *const *spell_out_knobs(Cicc *cicc, uint32_t n, const char *const *args) {
    const char **all = arena_array(&cicc->ctx->perm, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        bool knob =
            args[i][0] == '-' && !opt_is_known(&options, args[i]) && driver_is_knob(args[i]);
        all[i] = knob ? arena_printf(&cicc->ctx->perm, "--Xopt=%s", args[i]) : args[i];
    }
    return all;
}

static void collect_knobs(Cicc *cicc) {
    VEC(const char *) knobs = {0};
    for (uint32_t i = 0; i < cicc->r.items.n; i++) {
        const OptItem *it = &cicc->r.items.at[i];
        if (is_any_of(it->id, O_XOPT, O_XLLC)) vec_push(&cicc->ctx->perm, &knobs, it->value);
    }
    driver_set_knobs(cicc->ctx, &cicc->c, knobs.at, knobs.n);
}

// What chooses between NVIDIA's two compilers, and what keeps the files of its stages, is nothing
// that we have: who asks for it by the variables that its developers use hears so.
static void say_variables(Cicc *cicc) {
    const char *wizard = getenv("NVVMCCWIZ"), *version = getenv("NV_NVVM_VERSION");
    if (version && *version) DRIVER_DIAG(cicc->ctx, drv_nvvm_version, version);
    if (wizard && *wizard && given(cicc, O_KEEP)) DRIVER_DIAG(cicc->ctx, drv_wizard_keep);
}

// Unwinds on fatal errors, like everything it calls.
static void run(Cicc *cicc, uint32_t n, const char *const *args) {
    args = spell_out_knobs(cicc, n, args);
    if (!opt_parse(cicc->ctx, &options, n, args, &cicc->r)) return;
    diag_settings(cicc);
    if (print_only(cicc) || !opt_say_effects(cicc->ctx, &options, &cicc->r)) return;
    if (!cicc->input) {
        DRIVER_DIAG(cicc->ctx, drv_no_input);
        return;
    }
    compile_settings(cicc);
    say_variables(cicc);
    collect_knobs(cicc);
    if (cicc->source) source_settings(cicc);
    cicc->output = value(cicc, O_OUTPUT);
    // as NVIDIA's: of two names for the one container -olto's counts
    if (cicc->c.emit == EMIT_LTO && value(cicc, O_OLTO)) cicc->output = value(cicc, O_OLTO);
    if (!cicc->output) cicc->output = default_output(cicc);
    if (!diag_error_count(cicc->ctx)) compile(cicc);
}

bool driver_cicc(Ctx *ctx, uint32_t n, const char *const *args, const CiccSource *input) {
    Cicc k = {.ctx = ctx, .source = input};
    run(&k, n, args);
    return diag_error_count(ctx) == 0;
}

int cmd_cicc(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Cicc k = {.ctx = &ctx};
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) run(&k, (uint32_t)argc - 1, (const char *const *)argv + 1);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
