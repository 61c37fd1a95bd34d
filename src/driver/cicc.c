// SPDX-License-Identifier: Apache-2.0
// `cicc`: the compiler as nvcc calls it. A preprocessed unit becomes PTX and, when nvcc goes on to
// compile the host's half, the stub that cudafe++'s output includes (seen with nvcc --dryrun).
#include "base/opt.h"
#include "base/timer.h"
#include "driver/driver.h"
#include "opt/opt.h"

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
    Buf stub, registration;
    const CiccSource *source; // or NULL
} Cicc;

static const char *value(const Cicc *k, uint16_t id) {
    return opt_value(&k->r, id, NULL);
}

static bool given(const Cicc *k, uint16_t id) {
    return opt_has(&k->r, id);
}

// ---- the unit's identifier ----------------------------------------------------------------------

static const char *make_module_id(Cicc *k) {
    const char *path = value(k, O_SEED);
    if (!path) path = value(k, O_ORIG_PATH);
    if (!path) path = k->input;
    const char *name = value(k, O_ORIG_NAME);
    if (!name) name = k->input;
    return driver_module_id(k->ctx, path, name, hash_bytes(k->c.text, k->c.len, 0));
}

// cudafe++ has made the identifier where the host's half is compiled; both must use the same.
static bool module_id(Cicc *k) {
    k->c.module_id = k->source ? k->source->module_id : NULL;
    if (k->c.module_id) return true;
    const char *file = value(k, O_MODULE_ID);
    if (!file || given(k, O_GEN_MODULE_ID)) {
        k->c.module_id = make_module_id(k);
        return true;
    }
    size_t n;
    char *id = driver_read_file(k->ctx, file, &n);
    k->c.module_id = id ? driver_only_words(id) : NULL;
    return id;
}

// ---- options ------------------------------------------------------------------------------------

static uint8_t level(Cicc *k) {
    const char *fast = value(k, O_FAST_COMPILE), *o = value(k, O_OPT_LEVEL);
    if (o && strncmp(o, "fc=", 3) == 0) fast = o + 3, o = NULL;
    if (given(k, O_DEBUG)) return 0;
    if (fast && *fast == 'm') return fast[2] == 'n' ? 2 : fast[2] == 'd' ? 1 : 0; // min, mid, max
    return o ? (uint8_t)(*o - '0') : 3;
}

static int dialect(const Cicc *k) {
    static const struct {
        uint16_t id, std;
    } dialects[] = {{O_STD03, 3}, {O_STD11, 11}, {O_STD14, 14}, {O_STD17, 17}, {O_STD20, 20}};
    int std = 17;
    for (uint32_t i = 0; i < CU_COUNT(dialects); i++) {
        if (given(k, dialects[i].id)) std = dialects[i].std;
    }
    return std;
}

// The last of two options that say the opposite of each other.
static bool switched(const Cicc *k, uint16_t on, uint16_t off) {
    const OptItem *a = opt_last(&k->r, on), *b = opt_last(&k->r, off);
    return a && (!b || a > b);
}

// As NVIDIA's: where asked for, on a terminal that knows them.
static bool colours_wanted(const Cicc *k) {
    const char *term = getenv("TERM");
    if (!switched(k, O_COLORS, O_NO_COLORS) || getenv("NOCOLOR")) return false;
    return term && strcmp(term, "dumb") != 0 && isatty(STDERR_FILENO);
}

static void diag_controls(Cicc *k) {
    static const struct {
        uint16_t id, severity;
    } controls[] = {{O_DIAG_SUPPRESS, SEV_IGNORED},
                    {O_DIAG_REMARK, SEV_REMARK},
                    {O_DIAG_WARN, SEV_WARNING},
                    {O_DIAG_ERROR, SEV_ERROR},
                    {O_DIAG_ONCE, SEV_ONCE}};
    for (uint32_t i = 0; i < k->r.items.n; i++) {
        const OptItem *it = &k->r.items.at[i];
        for (uint32_t c = 0; c < CU_COUNT(controls); c++) {
            if (it->id != controls[c].id) continue;
            const char *option =
                arena_printf(&k->ctx->perm, "%.*s", (int)strcspn(it->spelling, "="), it->spelling);
            diag_set_severity(k->ctx, option, it->value, (Severity)controls[c].severity);
        }
        if (it->id) continue;
        if (k->input) DRIVER_DIAG(k->ctx, drv_many_inputs, it->spelling);
        k->input = it->spelling;
    }
}

static void diag_settings(Cicc *k) {
    DiagOptions *d = diag_options(k->ctx);
    driver_register_diags(k->ctx);
    if (strcmp(opt_value(&k->r, O_OUTPUT_MODE, "text"), "sarif") == 0) d->style = DIAG_STYLE_SARIF;
    d->colour = colours_wanted(k);
    d->show_silent = given(k, O_HOST_ERRORS);
    d->no_warnings = switched(k, O_NO_WARNINGS, O_REMARKS);
    d->show_remarks = switched(k, O_REMARKS, O_NO_WARNINGS);
    d->werror = given(k, O_PROMOTE);
    d->display_number = switched(k, O_NUMBERS, O_NO_NUMBERS);
    d->hide_number = !d->display_number;
    d->show_caret = !switched(k, O_BRIEF, O_NO_BRIEF);
    d->error_limit = (uint32_t)opt_int(k->ctx, &k->r, O_ERROR_LIMIT, 100);
    diag_controls(k);
    if (given(k, O_TIME_TRACE)) timer_enable(k->ctx, true);
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

static void compile_settings(Cicc *k) {
    CompileOptions *c = &k->c;
    compile_options_init(c);
    bool ir = ends_with(k->input, ".bc") || ends_with(k->input, ".ll");
    c->path = k->input;
    c->source_name = value(k, O_ORIG_NAME);
    c->input = ir ? INPUT_IR : INPUT_PREPROCESSED;
    c->runtime_header = false;
    c->emit = given(k, O_SYNTAX_ONLY) ? EMIT_CHECKED : EMIT_PTX;
    const char *arch = value(k, O_ARCH);
    if (arch) c->target = target_parse(arch, strlen(arch));
    if (!c->target) DRIVER_DIAG(k->ctx, drv_arch, arch);
    c->opt_level = level(k);
    c->std = dialect(k);
    c->template_depth = driver_limit(k->ctx, &k->r, O_TEMPLATE_DEPTH, c->template_depth);
    c->context_limit = driver_limit(k->ctx, &k->r, O_CONTEXT_LIMIT, c->context_limit);
    c->constexpr_depth = driver_limit(k->ctx, &k->r, O_CONSTEXPR_DEPTH, c->constexpr_depth);
    c->constexpr_steps = driver_limit(k->ctx, &k->r, O_CONSTEXPR_STEPS, c->constexpr_steps);
    c->relaxed_constexpr = given(k, O_RELAXED_CONSTEXPR);
    c->extended_lambda = given(k, O_EXTENDED_LAMBDA);
    c->host_initializer_list = given(k, O_HOST_LIST);
    c->host_move_forward = given(k, O_HOST_MOVE);
    c->fast_math = given(k, O_FAST_MATH);
    c->ftz = opt_bool(&k->r, O_FTZ, false);
    c->prec_div = opt_bool(&k->r, O_PREC_DIV, true);
    c->prec_sqrt = opt_bool(&k->r, O_PREC_SQRT, true);
    c->fmad = opt_bool(&k->r, O_FMAD, true);
    c->debug = given(k, O_DEBUG);
    c->line_info = c->debug || given(k, O_LINE_INFO);
    if (c->line_info || given(k, O_SHOW_SRC)) c->directory = driver_directory(k->ctx);
    c->host_program = true;
    c->partial_link = given(k, O_PARTIAL);
    c->rdc = c->partial_link || given(k, O_RDC);
    c->keep_functions = (c->rdc && !c->partial_link) || given(k, O_KEEP_FUNCS);
    c->params_restrict = given(k, O_RESTRICT);
    c->libdevice = value(k, O_LIBDEVICE);
    driver_device_library(c, value(k, O_DEVICE_LIBRARY));
    c->div_approx_ftz = given(k, O_DIV_FTZ);
    c->div_approx = given(k, O_DIV_NO_FTZ);
    c->no_inlining = given(k, O_DISABLE_INLINING);
    c->remarks = driver_remarks(k->ctx, &k->r, &remark_ids);
    c->show_source = given(k, O_SHOW_SRC);
    c->jobs = driver_jobs_given(k->ctx, &k->r, O_SPLIT);
    // 0 is the default here; of 1 percent and of 0 the limit on tables decides
    if (given(k, O_JUMP_TABLES))
        c->table_density = (uint32_t)CU_MAX(opt_int(k->ctx, &k->r, O_JUMP_TABLES, 0), 1);
}

// The unit is a source file: what its preprocessing needs.
static void source_settings(Cicc *k) {
    const CiccSource *s = k->source;
    CompileOptions *c = &k->c;
    if (s->registration) c->registration = &k->registration;
    c->find_toolkit = false;
    if (s->preprocessed) return;
    c->input = INPUT_CUDA;
    c->predefined = s->predefined;
    c->dirs = s->dirs;
    c->ndirs = s->ndirs;
    c->cmds = s->cmds;
    c->ncmds = s->ncmds;
    c->runtime_header = s->runtime_header;
    c->dep = s->dep;
    c->dep_data = s->dep_data;
    c->no_std_inc = true; // the host's compiler has named all folders
}

// FILE.ii gives FILE.ptx in the working directory.
static const char *default_output(Cicc *k) {
    const char *base = strrchr(k->input, '/');
    base = base ? base + 1 : k->input;
    const char *dot = strrchr(base, '.');
    return arena_printf(&k->ctx->perm, "%.*s.ptx", (int)(dot ? dot - base : (long)strlen(base)),
                        base);
}

// ---- the program --------------------------------------------------------------------------------

static void write_outputs(Cicc *k, const Buf *ptx) {
    const char *name = value(k, O_ORIG_NAME), *id = k->c.module_id;
    Buf line;
    buf_init(&line, &k->ctx->perm);
    buf_printf(&line, "# 1 \"%s\"\n", name ? name : k->input);
    DriverFile all[] = {
        {given(k, O_GEN_MODULE_ID) ? value(k, O_MODULE_ID) : NULL, id, strlen(id)},
        {value(k, O_STUB), k->stub.at, k->stub.n},
        {value(k, O_C_FILE), line.at, line.n},
        {value(k, O_GPU_FILE), line.at, line.n},
        {k->output, ptx->at, ptx->n},
    };
    uint32_t n = 0;
    for (uint32_t i = 0; i < CU_COUNT(all); i++) {
        if (all[i].path) all[n++] = all[i];
    }
    driver_write_files(k->ctx, all, n);
}

static void compile(Cicc *k) {
    Ctx *ctx = k->ctx;
    Buf ptx, log;
    buf_init(&ptx, &ctx->perm);
    buf_init(&log, &ctx->perm);
    buf_init(&k->stub, &ctx->perm);
    buf_init(&k->registration, &ctx->perm);
    k->c.text = driver_map_text(ctx, k->input, &k->c.len);
    if (!k->c.text || !module_id(k)) return;
    k->c.padded = true;
    if (value(k, O_STUB)) {
        k->c.stub = &k->stub;
        k->c.stub_name = value(k, O_STUB);
        k->c.stub_fatbin = opt_value(&k->r, O_FATBIN, "");
    }
    bool ok = compile_run(ctx, &k->c, &ptx, &log);
    if (ok) write_outputs(k, &ptx);
    if (ok && k->c.registration)
        buf_write(k->source->registration, k->registration.at, k->registration.n);
    if (ok) driver_write_record(ctx, &k->r, &remark_ids, k->c.remarks, k->output, k->input);
    const char *trace = value(k, O_TIME_TRACE);
    if (!trace) return;
    const char *name = value(k, O_TRACE_ENV), *since = name ? getenv(name) : NULL;
    Buf b;
    buf_init(&b, &ctx->perm);
    timer_trace_part(ctx, &b, (uint32_t)opt_int(ctx, &k->r, O_TRACE_PID, 1),
                     since ? strtoull(since, NULL, 10) : 0);
    driver_write_file(ctx, trace, b.at, b.n);
}

static bool print_only(Cicc *k) {
    Buf b;
    buf_init(&b, &k->ctx->perm);
    if (given(k, O_HELP)) {
        buf_puts(&b, "usage: cicc [options] FILE.ii -o FILE.ptx   (as nvcc calls it)\n\n");
        opt_help(k->ctx, &b, &options);
    } else if (given(k, O_VERSION)) {
        buf_puts(&b, "cicc: ");
        driver_version_text(k->ctx, &b);
    } else if (given(k, O_IR_VERSION)) {
        buf_puts(&b, "200\n");
    } else {
        return given(k, O_DRYRUN);
    }
    return driver_write_file(k->ctx, "-", b.at, b.n);
}

// A knob of the optimizer may stand by itself, as -Xcicc gives it: -unroll-count=4.
static const char *const *spell_out_knobs(Cicc *k, uint32_t n, const char *const *args) {
    const char **all = arena_array(&k->ctx->perm, const char *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        bool knob = args[i][0] == '-' && !opt_is_known(&options, args[i]) && opt_is_knob(args[i]);
        all[i] = knob ? arena_printf(&k->ctx->perm, "--Xopt=%s", args[i]) : args[i];
    }
    return all;
}

static void collect_knobs(Cicc *k) {
    VEC(const char *) knobs = {0};
    for (uint32_t i = 0; i < k->r.items.n; i++) {
        const OptItem *it = &k->r.items.at[i];
        if (it->id == O_XOPT) vec_push(&k->ctx->perm, &knobs, driver_knob(it->value));
    }
    k->c.knobs = knobs.at;
    k->c.nknobs = knobs.n;
}

// Unwinds on fatal errors, like everything it calls.
static void run(Cicc *k, uint32_t n, const char *const *args) {
    args = spell_out_knobs(k, n, args);
    if (!opt_parse(k->ctx, &options, n, args, &k->r)) return;
    diag_settings(k);
    if (print_only(k) || !opt_say_effects(k->ctx, &options, &k->r)) return;
    if (!k->input) {
        DRIVER_DIAG(k->ctx, drv_no_input);
        return;
    }
    compile_settings(k);
    collect_knobs(k);
    if (k->source) source_settings(k);
    k->output = value(k, O_OUTPUT);
    if (!k->output) k->output = default_output(k);
    if (!diag_error_count(k->ctx)) compile(k);
}

bool driver_cicc(Ctx *ctx, uint32_t n, const char *const *args, const CiccSource *source) {
    Cicc k = {.ctx = ctx, .source = source};
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
