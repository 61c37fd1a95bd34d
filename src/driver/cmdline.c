// SPDX-License-Identifier: Apache-2.0
// The compiler's options from words, for the command line and the library alike.
#include "driver/cmdline.h"

#include "base/timer.h"
#include "driver/places.h"
#include "nvvm/nvvm.h"
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

static const char *value_or(Command *command, uint16_t id, const char *absent) {
    return opt_value(&command->r, id, absent);
}

static void control(Command *command, const OptItem *it, Severity s) {
    int n = (int)strcspn(it->spelling, "=");
    diag_set_severity(command->ctx, arena_printf(&command->ctx->perm, "%.*s", n, it->spelling),
                      it->value, s);
}

static void collect_lists(Command *command) {
    Arena *arena = &command->ctx->perm;
    for (uint32_t i = 0; i < command->r.items.n; i++) {
        OptItem *it = &command->r.items.at[i];
        switch (it->id) {
        case 0:
            if (command->input) DRIVER_DIAG(command->ctx, drv_many_inputs, it->spelling);
            command->input = it->spelling;
            break;
        case O_INCLUDE_DIR:
            vec_push(arena, &command->dirs, ((LexDir){it->value, LEX_DIR_NORMAL}));
            break;
        case O_SYSTEM_DIR:
            vec_push(arena, &command->dirs, ((LexDir){it->value, LEX_DIR_SYSTEM}));
            break;
        case O_DEFINE:
            vec_push(arena, &command->cmds, ((LexCmd){LEX_CMD_DEFINE, it->value}));
            break;
        case O_UNDEFINE:
            vec_push(arena, &command->cmds, ((LexCmd){LEX_CMD_UNDEF, it->value}));
            break;
        case O_PRE_INCLUDE:
            vec_push(arena, &command->cmds, ((LexCmd){LEX_CMD_INCLUDE, it->value}));
            break;
        case O_PRINT_AFTER:
            if (strcmp(it->value, "all") != 0 && !opt_find_pass(it->value, strlen(it->value)))
                diag(command->ctx, DIAG_OF(opt, opt_no_pass), 0, it->value);
            vec_push(arena, &command->print_after, it->value);
            break;
        case O_REFLECT:
            if (!nvvm_reflect_value(it->value, NULL))
                DRIVER_DIAG(command->ctx, drv_reflect, it->value);
            vec_push(arena, &command->reflect, it->value);
            break;
        case O_XOPT:
        case O_XCICC: vec_push(arena, &command->knobs, it->value); break;
        case O_STRESS:
            if (!opt_stress_add(&command->c.optimizer, it->value))
                DRIVER_DIAG(command->ctx, drv_stress, it->value);
            break;
        case O_DIAG_SUPPRESS: control(command, it, SEV_IGNORED); break;
        case O_DIAG_WARN: control(command, it, SEV_WARNING); break;
        case O_DIAG_ERROR: control(command, it, SEV_ERROR); break;
        case O_DIAG_ONCE: control(command, it, SEV_ONCE); break;
        case O_DIAG_REMARK: control(command, it, SEV_REMARK); break;
        default: break;
        }
    }
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

// Languages by their -x and by what files are called.
static const struct {
    const char *name; // of -x, or NULL: a file's ending
    const char *ending;
    InputKind kind;
} languages[] = {
    {"cu", ".cu", INPUT_CUDA},         {"c++", NULL, INPUT_HOST},
    {"ii", ".ii", INPUT_PREPROCESSED}, {"ir", ".ll", INPUT_IR},
    {"tile", ".tileirbc", INPUT_TILE}, {NULL, ".tileir", INPUT_TILE},
    {NULL, ".mlir", INPUT_TILE},       {NULL, ".bc", INPUT_IR},
    {NULL, ".i", INPUT_PREPROCESSED},  {NULL, ".cup", INPUT_PREPROCESSED},
    {NULL, ".cc", INPUT_CUDA},         {NULL, ".cpp", INPUT_CUDA},
    {NULL, ".cxx", INPUT_CUDA},        {NULL, ".c", INPUT_CUDA},
    {NULL, ".h", INPUT_CUDA},          {NULL, ".cuh", INPUT_CUDA},
};

static void input_kind(Command *command) {
    const char *x = value_or(command, O_LANG, NULL), *in = command->input;
    command->c.input = INPUT_CUDA;
    for (size_t i = 0; i < CU_COUNT(languages); i++) {
        const char *name = languages[i].name, *ending = languages[i].ending;
        bool is = x ? name && strcmp(x, name) == 0 : ending && ends_with(in, ending);
        if (!is) continue;
        command->c.input = languages[i].kind;
        return;
    }
    if (!x && strcmp(in, "-") != 0) DRIVER_DIAG(command->ctx, drv_kind, in);
}

int driver_std_year(const char *dialect) {
    // the names that a standard had before it was one
    static const struct {
        const char *name;
        int year;
    } early[] = {{"98", 3}, {"0x", 11}, {"1y", 14}, {"1z", 17}, {"2a", 20}, {"2b", 23}};
    const char *plus = strchr(dialect, '+'), *name = plus ? plus + 2 : "17";
    for (size_t i = 0; i < CU_COUNT(early); i++) {
        if (strcmp(name, early[i].name) == 0) return early[i].year;
    }
    return atoi(name);
}

static void language_options(Command *command) {
    const char *std = value_or(command, O_STD, "c++17");
    command->c.language.gnu = strncmp(std, "gnu", 3) == 0;
    command->c.language.std = (uint8_t)driver_std_year(std);
    command->c.language.default_device = opt_has(&command->r, O_DEFAULT_DEVICE);
    command->c.language.check_all = opt_has(&command->r, O_CHECK_ALL);
    command->c.language.host_rules =
        command->c.language.check_all && command->c.input == INPUT_CUDA;
    command->c.language.pedantic_errors = opt_has(&command->r, O_PEDANTIC_ERRORS);
    command->c.language.rdc = opt_bool(&command->r, O_RDC, false);
    command->c.language.keep_functions =
        command->c.language.rdc || opt_has(&command->r, O_KEEP_FUNCTIONS);
    command->c.language.tile = opt_has(&command->r, O_ENABLE_TILE);
    command->c.language.relaxed_constexpr = opt_has(&command->r, O_RELAXED_CONSTEXPR);
    CompileOptions *options = &command->c;
    options->language.max_template_depth = driver_limit(command->ctx, &command->r, O_TEMPLATE_DEPTH,
                                                        options->language.max_template_depth);
    options->language.context_limit =
        driver_limit(command->ctx, &command->r, O_CONTEXT_LIMIT, options->language.context_limit);
    options->language.max_constexpr_depth = driver_limit(
        command->ctx, &command->r, O_CONSTEXPR_DEPTH, options->language.max_constexpr_depth);
    options->language.max_constexpr_steps = driver_limit(
        command->ctx, &command->r, O_CONSTEXPR_STEPS, options->language.max_constexpr_steps);
    command->c.language.host_initializer_list = opt_has(&command->r, O_HOST_LIST);
    command->c.language.host_move_forward = opt_has(&command->r, O_HOST_MOVE);
    command->c.language.extended_lambda = opt_has(&command->r, O_EXTENDED_LAMBDA);
    command->c.cuda_path = value_or(command, O_CUDA_PATH, NULL);
    command->c.libdevice = value_or(command, O_LIBDEVICE, NULL);
    if (opt_has(&command->r, O_NO_TOOLKIT)) command->c.library = LIBRARY_CUPRUM;
    driver_device_library(&command->c, value_or(command, O_DEVICE_LIBRARY, NULL));
}

// The directory of a toolkit's headers among those given by -I and -isystem, or NULL. The built-in
// headers and a toolkit's declare the same: one of them.
static const char *given_toolkit(const Command *command) {
    for (uint32_t i = 0; i < command->dirs.n; i++) {
        const char *dir = command->dirs.at[i].path;
        if (access(arena_printf(&command->ctx->perm, "%s/crt/host_config.h", dir), R_OK) == 0)
            return dir;
    }
    return NULL;
}

// Whose CUDA headers: those of --cuda-path or of -I; the built-in ones for `--cuda-path=` and
// --no-toolkit; else what is found (headers.c).
static void toolkit_headers(Command *command) {
    Arena *arena = &command->ctx->perm;
    const char *path = command->c.cuda_path, *inc = path ? NULL : given_toolkit(command);
    bool none = (path && !*path) || opt_has(&command->r, O_NO_TOOLKIT);
    if (none) command->c.cuda_path = path = inc = NULL;
    command->c.find_toolkit = !none && !path && !inc;
    if (path) {
        DriverToolkit t;
        if (!driver_find_toolkit(command->ctx, path, &t))
            DRIVER_DIAG(command->ctx, drv_cuda_path, path);
        for (uint32_t i = 0; i < t.ninclude; i++)
            vec_push(arena, &command->dirs, ((LexDir){t.include[i], LEX_DIR_NORMAL}));
    }
    if (!path && !inc) return;
    command->c.runtime_header = false;
    command->c.toolkit_header = true;
    if (inc)
        vec_push(arena, &command->dirs,
                 ((LexDir){arena_printf(arena, "%s/cccl", inc), LEX_DIR_SYSTEM}));
}

static void code_options(Command *command) {
    CompileOptions *options = &command->c;
    const char *arch = value_or(command, O_ARCH, NULL);
    if (arch) {
        options->target = target_parse(arch, strlen(arch));
        if (!options->target) {
            DRIVER_DIAG(command->ctx, drv_arch, arch);
            options->target = target_find(75, 0);
        }
    }
    driver_set_ptx_version(command->ctx, options, value_or(command, O_PTX_VERSION, NULL));
    bool debug = opt_has(&command->r, O_DEBUG);
    bool unoptimized = debug && !opt_has(&command->r, O_DOPT);
    options->optimizer.level =
        unoptimized ? 0 : (uint8_t)opt_int(command->ctx, &command->r, O_OPT_LEVEL, 3);
    options->fp.fast_math = opt_has(&command->r, O_FAST_MATH);
    options->fp.ftz = opt_bool(&command->r, O_FTZ, options->fp.fast_math);
    options->fp.prec_div = opt_bool(&command->r, O_PREC_DIV, !options->fp.fast_math);
    options->fp.div_approx = options->fp.fast_math && !options->fp.prec_div; // as nvcc tells cicc
    options->fp.prec_sqrt = opt_bool(&command->r, O_PREC_SQRT, !options->fp.fast_math);
    options->fp.fmad = opt_bool(&command->r, O_FMAD, true);
    options->debug = debug;
    options->line_info = debug || opt_has(&command->r, O_LINE_INFO);
    if (options->line_info) options->directory = driver_directory(command->ctx);
    options->optimizer.passes = value_or(command, O_PASSES, NULL);
    options->optimizer.remarks = driver_remarks(command->ctx, &command->r, &driver_remark_ids);
    options->optimizer.print_changed = opt_has(&command->r, O_PRINT_CHANGED);
    options->optimizer.jobs = driver_jobs_given(command->ctx, &command->r, O_SPLIT);
    options->optimizer.bisect_limit = opt_int(command->ctx, &command->r, O_BISECT, -1);
    command->cubin = opt_has(&command->r, O_CUBIN);
}

static void emit_kind(Command *command) {
    static const char *const names[] = {"tokens", "pp",   "ast",    "names", "ir",
                                        "bc",     "tile", "tilebc", "mir",   "ptx"};
    const char *e = value_or(command, O_EMIT, "ptx");
    for (uint8_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(e, names[i]) == 0) command->c.emit = i;
    }
    if (opt_has(&command->r, O_SYNTAX_ONLY)) command->c.emit = EMIT_NOTHING;
}

// https://no-color.org; NOCOLOR is NVIDIA's.
bool driver_colour_terminal(void) {
    const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
    bool refused = (none && *none) || getenv("NOCOLOR");
    bool dumb = !term || !*term || strcmp(term, "dumb") == 0;
    return !refused && !dumb && isatty(STDERR_FILENO);
}

void driver_read_diag_options(Command *command) {
    DiagOptions *d = diag_options(command->ctx);
    driver_register_diags(command->ctx);
    const char *style = value_or(command, O_DIAG_STYLE, "nvcc");
    d->style = strcmp(style, "json") == 0    ? DIAG_STYLE_JSON
               : strcmp(style, "sarif") == 0 ? DIAG_STYLE_SARIF
               : strcmp(style, "clang") == 0 ? DIAG_STYLE_CLANG
                                             : DIAG_STYLE_NVCC;
    d->colour = opt_bool(&command->r, O_COLOR, driver_colour_terminal());
    d->show_silent = opt_has(&command->r, O_HOST_ERRORS);
    d->no_warnings = opt_has(&command->r, O_NO_WARNINGS);
    d->show_remarks = opt_has(&command->r, O_REMARKS);
    d->display_number = opt_has(&command->r, O_DISPLAY_NUMBER);
    // nvcc's other kinds name groups of warnings, or what we never report
    const char *kind = value_or(command, O_WERROR, "all-warnings");
    d->werror = opt_has(&command->r, O_WERROR) && strcmp(kind, "all-warnings") == 0;
    if (opt_has(&command->r, O_WERROR) && !d->werror)
        diag_set_severity(command->ctx, "-Werror", kind, SEV_ERROR);
    d->error_limit = (uint32_t)opt_int(command->ctx, &command->r, O_ERROR_LIMIT, 100);
    command->ctx->mem_limit = (size_t)opt_int(command->ctx, &command->r, O_MEMORY_LIMIT, 0) << 20;
    command->verbose = command->c.verbose = opt_has(&command->r, O_VERBOSE);
    if (opt_has(&command->r, O_TIME_PASSES) || opt_has(&command->r, O_TIME_TRACE)) {
        timer_enable(command->ctx, opt_has(&command->r, O_TIME_TRACE));
    }
}

// FILE.cu gives FILE.ptx in the working directory; text forms go to stdout.
static const char *default_output(Command *command) {
    if (command->c.emit != EMIT_PTX || strcmp(command->input, "-") == 0) return "-";
    const char *base = strrchr(command->input, '/');
    base = base ? base + 1 : command->input;
    const char *dot = strrchr(base, '.');
    int n = (int)(dot ? (size_t)(dot - base) : strlen(base));
    return arena_printf(&command->ctx->perm, "%.*s.%s", n, base, command->cubin ? "cubin" : "ptx");
}

bool driver_parse_command(Command *command, uint32_t n, const char *const *args) {
    return opt_parse(command->ctx, &driver_options, n, args, &command->r) &&
           driver_read_options(command);
}

bool driver_read_options(Command *command) {
    compile_options_init(&command->c);
    driver_read_diag_options(command);
    collect_lists(command);
    if (!opt_say_effects(command->ctx, &driver_options, &command->r)) return false;
    if (opt_has(&command->r, O_HELP) || opt_has(&command->r, O_VERSION)) return true;
    if (!command->input) return DRIVER_DIAG(command->ctx, drv_no_input);
    input_kind(command);
    emit_kind(command);
    code_options(command);
    language_options(command);
    toolkit_headers(command);
    command->c.path = command->input;
    command->c.dirs = command->dirs.at;
    command->c.ndirs = command->dirs.n;
    command->c.cmds = command->cmds.at;
    command->c.ncmds = command->cmds.n;
    command->c.optimizer.print_after = command->print_after.at;
    command->c.optimizer.nprint_after = command->print_after.n;
    command->c.reflect = command->reflect.at;
    command->c.nreflect = command->reflect.n;
    driver_set_knobs(command->ctx, &command->c, command->knobs.at, command->knobs.n);
    command->output = value_or(command, O_OUTPUT, NULL);
    if (!command->output) command->output = default_output(command);
    return diag_error_count(command->ctx) == 0;
}
