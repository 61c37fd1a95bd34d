// SPDX-License-Identifier: Apache-2.0
// The steps that run in this process: a .cu file's device code for each architecture, each in a
// context of its own and, if wanted, on a thread; and the host's half, read by the same
// preprocessor, changed token by token (cuda/host_text.c), with the fat binary and what registers
// it behind. No text of the one view is made for the other.
#include "driver/nvcc/nvcc.h"

#include "cuda/cuda.h"
#include "driver/fatbin.h"
#include "driver/host_tail.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// ---- cicc's words -------------------------------------------------------------------------------

static void warning_words(Nvcc *n, NvccWords *w) {
    static const struct {
        uint16_t id;
        const char *group;
    } warnings[] = {{N_W_REORDER, "out_of_order_ctor_init"},
                    {N_W_STREAM, "default_stream_launch"},
                    {N_W_BOUNDS, "missing_launch_bounds"},
                    {N_W_THIS, "this_addr_capture_ext_lambda"}};
    static const char *const errors[][3] = {
        {"reorder", "out_of_order_ctor_init", NULL},
        {"default-stream-launch", "default_stream_launch", NULL},
        {"missing-launch-bounds", "missing_launch_bounds", NULL},
        {"ext-lambda-captures-this", "this_addr_capture_ext_lambda", NULL},
        {"deprecated-declarations", "deprecated_entity", "deprecated_entity_with_custom_message"},
        {"cross-execution-space-call", "h_hd_illegal_call", "h_hd_illegal_call_generic"}};
    for (uint32_t i = 0; i < CU_COUNT(warnings); i++) {
        if (nvcc_has(n, warnings[i].id)) nvcc_words(n, w, "--diag_warn", warnings[i].group, NULL);
    }
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        if (it->id != N_WERROR) continue;
        if (strcmp(it->value, "all-warnings") == 0) nvcc_words(n, w, "--promote_warnings", NULL);
        for (uint32_t k = 0; k < CU_COUNT(errors); k++) {
            if (strcmp(it->value, errors[k][0]) != 0) continue;
            nvcc_words(n, w, "--diag_error", errors[k][1], NULL);
            if (errors[k][2]) nvcc_words(n, w, "--diag_error", errors[k][2], NULL);
        }
    }
    if (nvcc_has(n, N_W_NO_DEPRECATED))
        nvcc_words(n, w, "--diag_suppress", "deprecated_entity", "--diag_suppress",
                   "deprecated_entity_with_custom_message", NULL);
    nvcc_each(n, w, N_DIAG_ERROR, "--diag_error ", false);
    nvcc_each(n, w, N_DIAG_SUPPRESS, "--diag_suppress ", false);
    nvcc_each(n, w, N_DIAG_WARN, "--diag_warn ", false);
}

void nvcc_language_words(Nvcc *n, NvccWords *w, const NvccUnit *u) {
    Arena *a = &n->ctx->perm;
    vec_push(a, w, arena_printf(a, "--c++%02d", n->std));
    bool whole = nvcc_has(n, N_WHOLE);
    if (!n->rdc || whole) vec_push(a, w, "--static-host-stub");
    vec_push(a, w, "--device-hidden-visibility");
    if (n->is_clang)
        nvcc_words(n, w, "--clang", arena_printf(a, "--clang_version=%s", n->version_number), NULL);
    else
        vec_push(a, w, arena_printf(a, "--gnu_version=%s", n->version_number));
    if (nvcc_has(n, N_NO_WARNINGS)) vec_push(a, w, "-w");
    warning_words(n, w);
    if (nvcc_has(n, N_DEPTH))
        nvcc_words(n, w, "--pending_instantiations", nvcc_value(n, N_DEPTH, ""), NULL);
    if (nvcc_has(n, N_BACKTRACE))
        nvcc_words(n, w, "--context_limit", nvcc_value(n, N_BACKTRACE, ""), NULL);
    if (!nvcc_has(n, N_NO_NUMBERS)) vec_push(a, w, "--display_error_number");
    const char *dir = driver_directory(n->ctx);
    bool absolute = *u->input == '/' || !dir;
    nvcc_words(n, w, "--orig_src_file_name", u->input, "--orig_src_path_name",
               absolute ? u->input : arena_printf(a, "%s/%s", dir, u->input), "--allow_managed",
               NULL);
    if (nvcc_has(n, N_LAMBDA) || nvcc_has(n, N_EXPT_LAMBDA)) vec_push(a, w, "--extended-lambda");
    if (nvcc_has(n, N_RELAXED)) vec_push(a, w, "--relaxed_constexpr");
    if (nvcc_has(n, N_HOST_LIST)) vec_push(a, w, "--no_host_device_initializer_list");
    if (nvcc_has(n, N_HOST_MOVE)) vec_push(a, w, "--no_host_device_move_forward");
    if (nvcc_on(n, N_BRIEF, false)) vec_push(a, w, "--brief_diagnostics");
    if (n->rdc) vec_push(a, w, whole ? "--partial-link" : "--device-c");
    if (nvcc_has(n, N_KEEP_FUNCTIONS)) vec_push(a, w, "--keep-device-functions");
    if (nvcc_has(n, N_SYNTAX_ONLY)) vec_push(a, w, "--device-syntax-only");
    nvcc_each(n, w, N_XCUDAFE, NULL, true);
}

static void arithmetic_words(Nvcc *n, NvccWords *w) {
    Arena *a = &n->ctx->perm;
    bool fast = nvcc_has(n, N_FAST_MATH), ftz = nvcc_on(n, N_FTZ, fast);
    bool prec_div = nvcc_on(n, N_PREC_DIV, !fast);
    nvcc_words(n, w, arena_printf(a, "-ftz=%d", ftz), arena_printf(a, "-prec_div=%d", prec_div),
               arena_printf(a, "-prec_sqrt=%d", nvcc_on(n, N_PREC_SQRT, !fast)),
               arena_printf(a, "-fmad=%d", nvcc_on(n, N_FMAD, true)), NULL);
    if (fast) vec_push(a, w, "-fast-math");
    if (fast && !prec_div) vec_push(a, w, ftz ? "--gen_div_approx_ftz" : "--gen_div_approx_no_ftz");
}

static void code_words(Nvcc *n, NvccWords *w) {
    Arena *a = &n->ctx->perm;
    bool debug = nvcc_has(n, N_DEVICE_DEBUG) && !nvcc_has(n, N_DOPT);
    const char *fast = nvcc_value(n, N_FAST_COMPILE, NULL);
    if (fast) vec_push(a, w, arena_printf(a, "--Ofast-compile=%s", fast));
    if (debug) nvcc_words(n, w, "-g", "-O0", NULL);
    if (!debug && (nvcc_has(n, N_LINE_INFO) || nvcc_has(n, N_DEVICE_DEBUG)))
        vec_push(a, w, "-generate-line-info");
    if (nvcc_has(n, N_SRC_IN_PTX)) vec_push(a, w, "-show-src");
    if (nvcc_has(n, N_RESTRICT)) vec_push(a, w, "-kernel-params-are-restrict");
    if (nvcc_has(n, N_OPT_INFO)) vec_push(a, w, "-inline-info");
    if (nvcc_has(n, N_MAXREG)) nvcc_words(n, w, "-maxreg", nvcc_value(n, N_MAXREG, ""), NULL);
    if (nvcc_has(n, N_SPLIT)) nvcc_words(n, w, "-split-compile", nvcc_value(n, N_SPLIT, ""), NULL);
    if (nvcc_has(n, N_JUMP_TABLES))
        vec_push(a, w,
                 arena_printf(a, "--jump-table-density=%s", nvcc_value(n, N_JUMP_TABLES, "")));
    if (nvcc_has(n, N_SEED)) nvcc_words(n, w, "--frandom-seed", nvcc_value(n, N_SEED, ""), NULL);
    const char *dir = nvcc_value(n, N_LIBDEVICE_DIR, NULL);
    if (dir) nvcc_words(n, w, "--nvvmir-library", arena_printf(a, "%s/libdevice.10.bc", dir), NULL);
    if (n->own_headers) vec_push(a, w, "--device-library=cuprum");
    nvcc_each(n, w, N_XCICC, NULL, true);
}

NvccWords nvcc_cicc_words(Nvcc *n, NvccUnit *u, uint32_t arch) {
    NvccWords w = {0};
    nvcc_language_words(n, &w, u);
    nvcc_words(n, &w, "-arch", nvcc_virtual_name(n, n->archs.at[arch].target), "-m64",
               "--no-version-ident", NULL);
    arithmetic_words(n, &w);
    code_words(n, &w);
    nvcc_trace_words(n, &w, u->ptx[arch], arch);
    if (u->cudafe) nvcc_cudafe_cicc_words(n, &w, u, arch);
    const char *text = u->device_text ? u->device_text[arch] : NULL;
    nvcc_words(n, &w, text ? text : u->input, "-o", u->ptx[arch], NULL);
    return w;
}

// ---- what the preprocessor gets -----------------------------------------------------------------

// The headers that come before the file, after macros of this view.
static void commands(Nvcc *n, const Target *t, CiccSource *s) {
    VEC(LexCmd) cmds = {0};
    Arena *a = &n->ctx->perm;
    NvccWords macros = {0};
    if (t) nvcc_device_macros(n, t, &macros);
    if (!t) nvcc_host_macros(n, &macros);
    for (uint32_t i = 0; i < macros.n; i++)
        vec_push(a, &cmds, ((LexCmd){LEX_CMD_DEFINE, macros.at[i] + strlen("-D"), NULL}));
    bool builtin = t && n->own_headers; // compile.c does it
    if (!builtin) vec_push(a, &cmds, ((LexCmd){LEX_CMD_INCLUDE, "cuda_runtime.h", NULL}));
    if (!t) vec_push(a, &cmds, ((LexCmd){LEX_CMD_INCLUDE, "cuprum_build.h", NULL}));
    NvccWords given = {0};
    nvcc_each(n, &given, N_PRE_INCLUDE, NULL, false);
    for (uint32_t i = 0; i < given.n; i++)
        vec_push(a, &cmds, ((LexCmd){LEX_CMD_INCLUDE, given.at[i], NULL}));
    s->cmds = cmds.at;
    s->ncmds = cmds.n;
}

// ---- device code --------------------------------------------------------------------------------

typedef struct {
    Nvcc *n;
    NvccUnit *u;
    NvccWords words;
    CiccSource source;
    Buf registration;                           // in the memory of ctx
    VEC(const char *) user_files, system_files; // read, where a rule is wanted; in the same
    Ctx ctx;
    pthread_t thread;
} Device;

static void note_file(void *data, const char *path, bool system) {
    Device *d = data;
    const char *copy = arena_strndup(&d->ctx.perm, path, strlen(path));
    if (system)
        vec_push(&d->ctx.perm, &d->system_files, copy);
    else
        vec_push(&d->ctx.perm, &d->user_files, copy);
}

static void *compile_device(void *argument) {
    Device *d = argument;
    jmp_buf out;
    d->ctx.unwind = &out;
    if (setjmp(out) == 0) {
        buf_init(&d->registration, &d->ctx.perm);
        driver_cicc(&d->ctx, d->words.n, d->words.at, &d->source);
    }
    d->ctx.unwind = NULL;
    return NULL;
}

// What must be ready before threads begin: they do not use the driver's own memory.
static void prepare(Device *d, Nvcc *n, NvccUnit *u, uint32_t arch) {
    d->n = n;
    d->u = u;
    d->words = nvcc_cicc_words(n, u, arch);
    d->source = (CiccSource){.predefined = n->macros,
                             .dirs = n->dirs.at,
                             .ndirs = n->dirs.n,
                             .runtime_header = n->own_headers,
                             .preprocessed = u->device_text != NULL,
                             .module_id = u->cudafe ? NULL : u->module_id};
    commands(n, n->archs.at[arch].target, &d->source);
    // what the host registers is the same for all; nvcc takes the last one's
    bool last = arch + 1 == n->archs.n;
    if (last && u->want_host && !u->cudafe) d->source.registration = &d->registration;
    if (last && u->rule) {
        d->source.dep = note_file;
        d->source.dep_data = d;
    }
    ctx_init(&d->ctx);
}

// Messages in the order of the architectures. The status after errors is what nvcc's is: 2 where
// cudafe++ would find them, 1 of cicc.
static int finish(Device *d) {
    int code = driver_finish(&d->ctx);
    bool registered = code == 0 && d->source.registration;
    if (registered) buf_write(&d->u->registration, d->registration.at, d->registration.n);
    for (uint32_t i = 0; i < d->user_files.n; i++)
        nvcc_rule_add(d->u->rule, d->user_files.at[i], false);
    for (uint32_t i = 0; i < d->system_files.n; i++)
        nvcc_rule_add(d->u->rule, d->system_files.at[i], true);
    ctx_free(&d->ctx);
    bool by_cicc = !d->u->want_host || nvcc_has(d->n, N_WERROR);
    return code == 1 && !by_cicc ? 2 : code;
}

static uint32_t threads_wanted(const Nvcc *n) {
    return n->archs.n > 1 ? driver_jobs(nvcc_value(n, N_THREADS, NULL)) : 1;
}

int nvcc_device_step(Nvcc *n, NvccUnit *u) {
    uint32_t threads = threads_wanted(n), count = n->archs.n;
    if (!threads) threads = count;
    Device *all = arena_array(&n->ctx->perm, Device, count);
    int code = 0;
    for (uint32_t i = 0; i < count; i++) prepare(&all[i], n, u, i);
    for (uint32_t first = 0; first < count; first += threads) {
        uint32_t end = CU_MIN(first + threads, count), started = first;
        while (started + 1 < end &&
               pthread_create(&all[started].thread, NULL, compile_device, &all[started]) == 0)
            started++;
        for (uint32_t i = started; i < end; i++) compile_device(&all[i]);
        for (uint32_t i = first; i < started; i++) pthread_join(all[i].thread, NULL);
        for (uint32_t i = first; i < end; i++) {
            int own = finish(&all[i]);
            code = CU_MAX(code, own);
        }
    }
    return code;
}

// ---- the host's half ----------------------------------------------------------------------------

// __DATE__ and __TIME__ are those of the host's compiler: now, if SOURCE_DATE_EPOCH says nothing.
static void set_date(Ctx *ctx, LexOptions *l) {
    static const char month[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm t;
    if (getenv("SOURCE_DATE_EPOCH") || !localtime_r(&now, &t)) return;
    l->date = arena_printf(&ctx->perm, "%.3s %2d %d", month + 3 * (t.tm_mon % 12), t.tm_mday,
                           t.tm_year + 1900);
    l->time = arena_printf(&ctx->perm, "%02d:%02d:%02d", t.tm_hour, t.tm_min, t.tm_sec);
}

// The tokens of a file as the host's compiler, or device code of the first architecture, sees it.
static const TokenArray *read_view(Nvcc *n, Ctx *ctx, LexOptions *l, const char *file,
                                   const Target *device) {
    l->std = n->std;
    l->gnu = !nvcc_has(n, N_STD);
    l->no_std_inc = true;
    set_date(ctx, l);
    l->hint = driver_header_hint;
    size_t length;
    const char *text = driver_read_file(ctx, file, &length);
    if (!text) return NULL;
    if (l->preprocessed) return lex_translation_unit(ctx, l, file, text, length);
    CiccSource s = {0};
    commands(n, device, &s);
    l->predef = LEX_PREDEF_GIVEN;
    l->predefined = n->macros;
    l->dirs = n->dirs.at;
    l->ndirs = n->dirs.n;
    l->cmds = s.cmds;
    l->ncmds = s.ncmds;
    LexVirtualFile *files = arena_array(&ctx->perm, LexVirtualFile, driver_nheaders + 1);
    l->files = files;
    for (uint32_t i = 0; i < driver_nheaders; i++) {
        bool wanted = n->own_headers || strcmp(driver_headers[i].name, "cuprum_build.h") == 0;
        if (wanted) files[l->nfiles++] = driver_headers[i];
    }
    return lex_translation_unit(ctx, l, file, text, length);
}

void nvcc_read_view(Nvcc *n, Ctx *ctx, const char *input, bool device,
                    void (*file)(void *data, const char *path, bool system), void *data) {
    LexOptions l;
    lex_options_init(&l);
    l.dep = file;
    l.dep_data = data;
    read_view(n, ctx, &l, input, device ? n->archs.at[0].target : NULL);
}

static const char *whole_path(Nvcc *n, const char *path) {
    const char *dir = driver_directory(n->ctx);
    return *path == '/' || !dir ? path : arena_printf(&n->ctx->perm, "%s/%s", dir, path);
}

static void write_host(Nvcc *n, NvccUnit *u, Ctx *ctx) {
    LexOptions l;
    lex_options_init(&l);
    l.preprocessed = u->host_text != NULL;
    if (u->rule) l.dep = nvcc_rule_add;
    l.dep_data = u->rule;
    const TokenArray *tokens =
        read_view(n, ctx, &l, l.preprocessed ? u->host_text : u->input, NULL);
    if (!tokens || diag_error_count(ctx)) return;
    Buf text;
    buf_init(&text, &ctx->perm);
    bool lambdas = nvcc_has(n, N_LAMBDA) || nvcc_has(n, N_EXPT_LAMBDA);
    bool own_templates = !n->rdc && nvcc_on(n, N_STATIC_STUB, true);
    const CudaHostOptions o = {n->rdc, own_templates, lambdas};
    cuda_write_host_text(ctx, tokens, &o, &text);
    if (diag_error_count(ctx)) return;
    bool by_symbol = strstr(buf_cstr(&u->registration), "__weakref__") != NULL;
    if (n->is_clang && by_symbol) { // clang numbers lambdas in ways of its own
        DRIVER_DIAG(ctx, drv_clang_lambda, u->input);
    }
    driver_put_host_tail(&(HostTail){.kind = !n->rdc     ? TAIL_WHOLE
                                             : n->nvlink ? TAIL_LINKED
                                                         : TAIL_PART,
                                     .fatbin = whole_path(n, u->fatbin),
                                     .module_id = u->module_id,
                                     .registration = &u->registration},
                         &text);
    driver_write_file(ctx, u->host, text.at, text.n);
    if (u->rule) nvcc_rule_write(u->rule, u->input, u->rule_file);
}

int nvcc_host_step(Nvcc *n, NvccUnit *u) {
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    diag_set_input(&ctx, u->input);
    diag_options(&ctx)->no_warnings = nvcc_has(n, N_NO_WARNINGS);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) write_host(n, u, &ctx);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code == 1 ? 2 : code; // as cudafe++
}

// ---- a fat binary of PTX ------------------------------------------------------------------------

int nvcc_fatbin_step(Nvcc *n, NvccUnit *u) {
    Arena *a = &n->ctx->perm;
    DriverImage *images = arena_array(a, DriverImage, n->archs.n);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->archs.n; i++) {
        if (!n->archs.at[i].ptx) continue;
        size_t length;
        const char *text = driver_read_file(n->ctx, u->ptx[i], &length);
        if (!text) return 1;
        images[count++] = (DriverImage){n->archs.at[i].target, text, length};
    }
    Buf fat;
    buf_init(&fat, a);
    driver_fat_binary(n->ctx, images, count, &fat);
    const char *out = u->fatbin;
    if (!out) out = nvcc_result(n, nvcc_stem(n, u->input), ".fatbin");
    return driver_write_file(n->ctx, out, fat.at, fat.n) ? 0 : 1;
}
