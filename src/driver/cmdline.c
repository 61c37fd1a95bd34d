// SPDX-License-Identifier: Apache-2.0
// The compiler's options from words, for the command line and the library alike.
#include "driver/cmdline.h"

#include "base/timer.h"
#include "driver/places.h"
#include "nvvm/nvvm.h"
#include "opt/opt.h"
#include "opt/opt_diag.h"

#include <stdlib.h>
#include <unistd.h>

static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/options.def"
#undef OPT
};
const OptTable driver_options = {rows, CU_COUNT(rows)};

const DriverRemarkIds driver_remark_ids = {O_RPASS,   O_RPASS_MISSED, O_RPASS_ANALYSIS,
                                           O_RECORD,  O_RECORD_FILE,  O_RECORD_PASSES,
                                           O_OPT_INFO};

static const char *value_or(Command *k, uint16_t id, const char *absent) {
    return opt_value(&k->r, id, absent);
}

static void control(Command *k, const OptItem *it, Severity s) {
    int n = (int)strcspn(it->spelling, "=");
    diag_set_severity(k->ctx, arena_printf(&k->ctx->perm, "%.*s", n, it->spelling), it->value, s);
}

static void collect_lists(Command *k) {
    Arena *a = &k->ctx->perm;
    for (uint32_t i = 0; i < k->r.items.n; i++) {
        OptItem *it = &k->r.items.at[i];
        switch (it->id) {
        case 0:
            if (k->input) DRIVER_DIAG(k->ctx, drv_many_inputs, it->spelling);
            k->input = it->spelling;
            break;
        case O_INCLUDE_DIR: vec_push(a, &k->dirs, ((LexDir){it->value, LEX_DIR_NORMAL})); break;
        case O_SYSTEM_DIR: vec_push(a, &k->dirs, ((LexDir){it->value, LEX_DIR_SYSTEM})); break;
        case O_DEFINE: vec_push(a, &k->cmds, ((LexCmd){LEX_CMD_DEFINE, it->value})); break;
        case O_UNDEFINE: vec_push(a, &k->cmds, ((LexCmd){LEX_CMD_UNDEF, it->value})); break;
        case O_PRE_INCLUDE: vec_push(a, &k->cmds, ((LexCmd){LEX_CMD_INCLUDE, it->value})); break;
        case O_PRINT_AFTER:
            if (strcmp(it->value, "all") != 0 && !opt_find_pass(it->value, strlen(it->value)))
                diag(k->ctx, &opt_diag_rows[D_opt_no_pass], 0, it->value);
            vec_push(a, &k->print_after, it->value);
            break;
        case O_REFLECT:
            if (!nvvm_reflect_value(it->value, NULL)) DRIVER_DIAG(k->ctx, drv_reflect, it->value);
            vec_push(a, &k->reflect, it->value);
            break;
        case O_XOPT:
        case O_XCICC: vec_push(a, &k->knobs, driver_knob(it->value)); break;
        case O_STRESS:
            if (!opt_stress_add(&(OptOptions){0}, it->value))
                DRIVER_DIAG(k->ctx, drv_stress, it->value);
            vec_push(a, &k->stress, it->value);
            break;
        case O_DIAG_SUPPRESS: control(k, it, SEV_IGNORED); break;
        case O_DIAG_WARN: control(k, it, SEV_WARNING); break;
        case O_DIAG_ERROR: control(k, it, SEV_ERROR); break;
        case O_DIAG_ONCE: control(k, it, SEV_ONCE); break;
        case O_DIAG_REMARK: control(k, it, SEV_REMARK); break;
        default: break;
        }
    }
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

static void input_kind(Command *k) {
    const char *x = value_or(k, O_LANG, NULL);
    const char *in = k->input;
    if (x) {
        k->c.input = strcmp(x, "ir") == 0   ? INPUT_IR
                     : strcmp(x, "ii") == 0 ? INPUT_PREPROCESSED
                                            : INPUT_CUDA;
    } else if (ends_with(in, ".ll") || ends_with(in, ".bc")) {
        k->c.input = INPUT_IR;
    } else if (ends_with(in, ".ii") || ends_with(in, ".i") || ends_with(in, ".cup")) {
        k->c.input = INPUT_PREPROCESSED;
    } else if (ends_with(in, ".cu") || ends_with(in, ".cc") || ends_with(in, ".cpp") ||
               ends_with(in, ".cxx") || ends_with(in, ".c") || ends_with(in, ".h") ||
               ends_with(in, ".cuh") || strcmp(in, "-") == 0) {
        k->c.input = INPUT_CUDA;
    } else {
        DRIVER_DIAG(k->ctx, drv_kind, in);
    }
}

static void language_options(Command *k) {
    const char *std = value_or(k, O_STD, "c++17");
    k->c.gnu = strncmp(std, "gnu", 3) == 0;
    const char *digits = strchr(std, '+');
    k->c.std = digits ? atoi(digits + 2) : 17;
    k->c.default_device = opt_has(&k->r, O_DEFAULT_DEVICE);
    k->c.check_all = opt_has(&k->r, O_CHECK_ALL);
    k->c.rdc = opt_bool(&k->r, O_RDC, false);
    k->c.keep_functions = k->c.rdc || opt_has(&k->r, O_KEEP_FUNCTIONS);
    k->c.relaxed_constexpr = opt_has(&k->r, O_RELAXED_CONSTEXPR);
    CompileOptions *c = &k->c;
    c->template_depth = driver_limit(k->ctx, &k->r, O_TEMPLATE_DEPTH, c->template_depth);
    c->context_limit = driver_limit(k->ctx, &k->r, O_CONTEXT_LIMIT, c->context_limit);
    c->constexpr_depth = driver_limit(k->ctx, &k->r, O_CONSTEXPR_DEPTH, c->constexpr_depth);
    c->constexpr_steps = driver_limit(k->ctx, &k->r, O_CONSTEXPR_STEPS, c->constexpr_steps);
    k->c.host_initializer_list = opt_has(&k->r, O_HOST_LIST);
    k->c.host_move_forward = opt_has(&k->r, O_HOST_MOVE);
    k->c.extended_lambda = opt_has(&k->r, O_EXTENDED_LAMBDA);
    k->c.cuda_path = value_or(k, O_CUDA_PATH, NULL);
    k->c.libdevice = value_or(k, O_LIBDEVICE, NULL);
    if (opt_has(&k->r, O_NO_TOOLKIT)) k->c.library = LIBRARY_CUPRUM;
    driver_device_library(&k->c, value_or(k, O_DEVICE_LIBRARY, NULL));
}

// The directory of a toolkit's headers among those given by -I and -isystem, or NULL. The built-in
// headers and a toolkit's declare the same: one of them.
static const char *given_toolkit(const Command *k) {
    for (uint32_t i = 0; i < k->dirs.n; i++) {
        const char *dir = k->dirs.at[i].path;
        if (access(arena_printf(&k->ctx->perm, "%s/crt/host_config.h", dir), R_OK) == 0) return dir;
    }
    return NULL;
}

// Whose CUDA headers: those of --cuda-path or of -I; the built-in ones for `--cuda-path=` and
// --no-toolkit; else what is found (headers.c).
static void toolkit_headers(Command *k) {
    Arena *a = &k->ctx->perm;
    const char *path = k->c.cuda_path, *inc = path ? NULL : given_toolkit(k);
    bool none = (path && !*path) || opt_has(&k->r, O_NO_TOOLKIT);
    if (none) k->c.cuda_path = path = inc = NULL;
    k->c.find_toolkit = !none && !path && !inc;
    if (path) {
        DriverToolkit t;
        if (!driver_find_toolkit(k->ctx, path, &t)) DRIVER_DIAG(k->ctx, drv_cuda_path, path);
        for (uint32_t i = 0; i < t.ninclude; i++)
            vec_push(a, &k->dirs, ((LexDir){t.include[i], LEX_DIR_NORMAL}));
    }
    if (!path && !inc) return;
    k->c.runtime_header = false;
    k->c.toolkit_header = true;
    if (inc) vec_push(a, &k->dirs, ((LexDir){arena_printf(a, "%s/cccl", inc), LEX_DIR_SYSTEM}));
}

static void code_options(Command *k) {
    CompileOptions *c = &k->c;
    const char *arch = value_or(k, O_ARCH, NULL);
    if (arch) {
        c->target = target_parse(arch, strlen(arch));
        if (!c->target) {
            DRIVER_DIAG(k->ctx, drv_arch, arch);
            c->target = target_find(75, 0);
        }
    }
    bool debug = opt_has(&k->r, O_DEBUG);
    c->opt_level = debug ? 0 : (uint8_t)opt_int(k->ctx, &k->r, O_OPT_LEVEL, 3);
    c->fast_math = opt_has(&k->r, O_FAST_MATH);
    c->ftz = opt_bool(&k->r, O_FTZ, c->fast_math);
    c->prec_div = opt_bool(&k->r, O_PREC_DIV, !c->fast_math);
    c->div_approx = c->fast_math && !c->prec_div; // as nvcc tells cicc
    c->prec_sqrt = opt_bool(&k->r, O_PREC_SQRT, !c->fast_math);
    c->fmad = opt_bool(&k->r, O_FMAD, true);
    c->debug = debug;
    c->line_info = debug || opt_has(&k->r, O_LINE_INFO);
    if (c->line_info) c->directory = driver_directory(k->ctx);
    c->passes = value_or(k, O_PASSES, NULL);
    c->remarks = driver_remarks(k->ctx, &k->r, &driver_remark_ids);
    c->print_changed = opt_has(&k->r, O_PRINT_CHANGED);
    c->jobs = driver_jobs_given(k->ctx, &k->r, O_SPLIT);
    c->bisect = opt_int(k->ctx, &k->r, O_BISECT, -1);
    k->cubin = opt_has(&k->r, O_CUBIN);
}

static void emit_kind(Command *k) {
    static const char *const names[] = {"tokens", "pp", "ast", "ir", "bc", "mir", "ptx"};
    const char *e = value_or(k, O_EMIT, "ptx");
    for (uint8_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(e, names[i]) == 0) k->c.emit = i;
    }
    if (opt_has(&k->r, O_SYNTAX_ONLY)) k->c.emit = EMIT_NOTHING;
}

void driver_read_diag_options(Command *k) {
    DiagOptions *d = diag_options(k->ctx);
    driver_register_diags(k->ctx);
    const char *style = value_or(k, O_DIAG_STYLE, "nvcc");
    d->style = strcmp(style, "json") == 0    ? DIAG_STYLE_JSON
               : strcmp(style, "sarif") == 0 ? DIAG_STYLE_SARIF
               : strcmp(style, "clang") == 0 ? DIAG_STYLE_CLANG
                                             : DIAG_STYLE_NVCC;
    d->colour = opt_bool(&k->r, O_COLOR, false);
    d->show_silent = opt_has(&k->r, O_HOST_ERRORS);
    d->no_warnings = opt_has(&k->r, O_NO_WARNINGS);
    d->show_remarks = opt_has(&k->r, O_REMARKS);
    d->display_number = opt_has(&k->r, O_DISPLAY_NUMBER);
    // nvcc's other kinds name groups of warnings, or what we never report
    const char *kind = value_or(k, O_WERROR, "all-warnings");
    d->werror = opt_has(&k->r, O_WERROR) && strcmp(kind, "all-warnings") == 0;
    if (opt_has(&k->r, O_WERROR) && !d->werror)
        diag_set_severity(k->ctx, "-Werror", kind, SEV_ERROR);
    d->error_limit = (uint32_t)opt_int(k->ctx, &k->r, O_ERROR_LIMIT, 100);
    k->ctx->mem_limit = (size_t)opt_int(k->ctx, &k->r, O_MEMORY_LIMIT, 0) << 20;
    k->verbose = k->c.verbose = opt_has(&k->r, O_VERBOSE);
    if (opt_has(&k->r, O_TIME_PASSES) || opt_has(&k->r, O_TIME_TRACE)) {
        timer_enable(k->ctx, opt_has(&k->r, O_TIME_TRACE));
    }
}

// FILE.cu gives FILE.ptx in the working directory; text forms go to stdout.
static const char *default_output(Command *k) {
    if (k->c.emit != EMIT_PTX || strcmp(k->input, "-") == 0) return "-";
    const char *base = strrchr(k->input, '/');
    base = base ? base + 1 : k->input;
    const char *dot = strrchr(base, '.');
    int n = (int)(dot ? (size_t)(dot - base) : strlen(base));
    return arena_printf(&k->ctx->perm, "%.*s.%s", n, base, k->cubin ? "cubin" : "ptx");
}

bool driver_parse_command(Command *k, uint32_t n, const char *const *args) {
    return opt_parse(k->ctx, &driver_options, n, args, &k->r) && driver_read_options(k);
}

bool driver_read_options(Command *k) {
    compile_options_init(&k->c);
    driver_read_diag_options(k);
    collect_lists(k);
    if (!opt_say_effects(k->ctx, &driver_options, &k->r)) return false;
    if (opt_has(&k->r, O_HELP) || opt_has(&k->r, O_VERSION)) return true;
    if (!k->input) return DRIVER_DIAG(k->ctx, drv_no_input);
    input_kind(k);
    emit_kind(k);
    code_options(k);
    language_options(k);
    toolkit_headers(k);
    k->c.path = k->input;
    k->c.dirs = k->dirs.at;
    k->c.ndirs = k->dirs.n;
    k->c.cmds = k->cmds.at;
    k->c.ncmds = k->cmds.n;
    k->c.print_after = k->print_after.at;
    k->c.nprint_after = k->print_after.n;
    k->c.knobs = k->knobs.at;
    k->c.nknobs = k->knobs.n;
    k->c.reflect = k->reflect.at;
    k->c.nreflect = k->reflect.n;
    k->c.stress = k->stress.at;
    k->c.nstress = k->stress.n;
    k->output = value_or(k, O_OUTPUT, NULL);
    if (!k->output) k->output = default_output(k);
    return diag_error_count(k->ctx) == 0;
}
