// SPDX-License-Identifier: Apache-2.0
// The steps that run in this process: a .cu file's device code for each architecture, each in a
// context of its own and, if wanted, on a thread; and the host's half, read by the same
// preprocessor, changed token by token (cuda/host_text.c), with the fat binary and what registers
// it behind. No text of the one view is made for the other.
#define _GNU_SOURCE // memmem
#include "driver/nvcc/nvcc.h"

#include "base/task.h"
#include "cuda/cuda.h"
#include "driver/fatbin.h"
#include "driver/host_tail.h"
#include "driver/seam/seam.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// ---- cicc's words -------------------------------------------------------------------------------

// nvcc's warning options by the names that the front end's diagnostics have.
static void warning_words(Nvcc *nvcc, NvccWords *w) {
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
        if (nvcc_has(nvcc, warnings[i].id))
            nvcc_words(nvcc, w, "--diag_warn", warnings[i].group, NULL);
    }
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id != N_WERROR) continue;
        if (strcmp(it->value, "all-warnings") == 0) nvcc_words(nvcc, w, "--promote_warnings", NULL);
        for (uint32_t k = 0; k < CU_COUNT(errors); k++) {
            if (strcmp(it->value, errors[k][0]) != 0) continue;
            nvcc_words(nvcc, w, "--diag_error", errors[k][1], NULL);
            if (errors[k][2]) nvcc_words(nvcc, w, "--diag_error", errors[k][2], NULL);
        }
    }
    if (nvcc_has(nvcc, N_W_NO_DEPRECATED))
        nvcc_words(nvcc, w, "--diag_suppress", "deprecated_entity", "--diag_suppress",
                   "deprecated_entity_with_custom_message", NULL);
    nvcc_each(nvcc, w, N_DIAG_ERROR, "--diag_error ", false);
    nvcc_each(nvcc, w, N_DIAG_SUPPRESS, "--diag_suppress ", false);
    nvcc_each(nvcc, w, N_DIAG_WARN, "--diag_warn ", false);
    nvcc_each(nvcc, w, N_MAX_ERRORS, "--error_limit ", false);
}

// As nvcc tells cudafe++ and cicc, so that both halves are judged by the same rules.
void nvcc_language_words(Nvcc *nvcc, NvccWords *w, const NvccUnit *compiled) {
    Arena *arena = &nvcc->ctx->perm;
    vec_push(arena, w, arena_printf(arena, "--c++%02d", nvcc->std));
    bool whole = nvcc_has(nvcc, N_WHOLE);
    if (!nvcc->rdc || whole) vec_push(arena, w, "--static-host-stub");
    vec_push(arena, w, "--device-hidden-visibility");
    if (nvcc->is_clang)
        nvcc_words(nvcc, w, "--clang",
                   arena_printf(arena, "--clang_version=%s", nvcc->version_number), NULL);
    else
        vec_push(arena, w, arena_printf(arena, "--gnu_version=%s", nvcc->version_number));
    if (nvcc_has(nvcc, N_NO_WARNINGS)) vec_push(arena, w, "-w");
    warning_words(nvcc, w);
    if (nvcc_has(nvcc, N_DEPTH))
        nvcc_words(nvcc, w, "--pending_instantiations", nvcc_value(nvcc, N_DEPTH, ""), NULL);
    if (nvcc_has(nvcc, N_BACKTRACE))
        nvcc_words(nvcc, w, "--context_limit", nvcc_value(nvcc, N_BACKTRACE, ""), NULL);
    if (!nvcc_has(nvcc, N_NO_NUMBERS)) vec_push(arena, w, "--display_error_number");
    if (driver_colour_terminal()) vec_push(arena, w, "--colors");
    const char *dir = driver_directory(nvcc->ctx);
    bool absolute = *compiled->input == '/' || !dir;
    nvcc_words(nvcc, w, "--orig_src_file_name", compiled->input, "--orig_src_path_name",
               absolute ? compiled->input : arena_printf(arena, "%s/%s", dir, compiled->input),
               "--allow_managed", NULL);
    if (nvcc_has(nvcc, N_LAMBDA) || nvcc_has(nvcc, N_EXPT_LAMBDA))
        vec_push(arena, w, "--extended-lambda");
    if (nvcc_has(nvcc, N_RELAXED)) vec_push(arena, w, "--relaxed_constexpr");
    if (nvcc_has(nvcc, N_ENABLE_TILE)) vec_push(arena, w, "--enable-tile");
    if (nvcc_has(nvcc, N_HOST_LIST)) vec_push(arena, w, "--no_host_device_initializer_list");
    if (nvcc_has(nvcc, N_HOST_MOVE)) vec_push(arena, w, "--no_host_device_move_forward");
    if (nvcc_on(nvcc, N_BRIEF, false)) vec_push(arena, w, "--brief_diagnostics");
    if (nvcc->rdc) vec_push(arena, w, whole ? "--partial-link" : "--device-c");
    if (nvcc_has(nvcc, N_KEEP_FUNCTIONS)) vec_push(arena, w, "--keep-device-functions");
    if (nvcc_has(nvcc, N_SYNTAX_ONLY)) vec_push(arena, w, "--device-syntax-only");
    nvcc_each(nvcc, w, N_XCUDAFE, NULL, true);
}

// -use_fast_math changes what no option of its own has set.
static void arithmetic_words(Nvcc *nvcc, NvccWords *w) {
    Arena *a = &nvcc->ctx->perm;
    bool fast = nvcc_has(nvcc, N_FAST_MATH), ftz = nvcc_on(nvcc, N_FTZ, fast);
    bool prec_div = nvcc_on(nvcc, N_PREC_DIV, !fast);
    nvcc_words(nvcc, w, arena_printf(a, "-ftz=%d", ftz), arena_printf(a, "-prec_div=%d", prec_div),
               arena_printf(a, "-prec_sqrt=%d", nvcc_on(nvcc, N_PREC_SQRT, !fast)),
               arena_printf(a, "-fmad=%d", nvcc_on(nvcc, N_FMAD, true)), NULL);
    if (fast) vec_push(a, w, "-fast-math");
    if (fast && !prec_div) vec_push(a, w, ftz ? "--gen_div_approx_ftz" : "--gen_div_approx_no_ftz");
}

// -dopt=on beside -G keeps the optimizations, and line tables take the place of debugging.
static void code_words(Nvcc *nvcc, NvccWords *w) {
    Arena *arena = &nvcc->ctx->perm;
    bool debug = nvcc_has(nvcc, N_DEVICE_DEBUG) && !nvcc_has(nvcc, N_DOPT);
    const char *fast = nvcc_value(nvcc, N_FAST_COMPILE, NULL);
    if (fast) vec_push(arena, w, arena_printf(arena, "--Ofast-compile=%s", fast));
    if (debug) nvcc_words(nvcc, w, "-g", "-O0", NULL);
    if (nvcc_has(nvcc, N_LINE_INFO) || (!debug && nvcc_has(nvcc, N_DEVICE_DEBUG)))
        vec_push(arena, w, "-generate-line-info");
    if (nvcc_has(nvcc, N_SRC_IN_PTX)) vec_push(arena, w, "-show-src");
    if (nvcc_has(nvcc, N_TILEBC)) vec_push(arena, w, "--tilebc");
    if (nvcc_has(nvcc, N_RESTRICT)) vec_push(arena, w, "-kernel-params-are-restrict");
    if (nvcc_has(nvcc, N_OPT_INFO)) vec_push(arena, w, "-inline-info");
    if (nvcc_has(nvcc, N_MAXREG))
        nvcc_words(nvcc, w, "-maxreg", nvcc_value(nvcc, N_MAXREG, ""), NULL);
    if (nvcc_has(nvcc, N_SPLIT))
        nvcc_words(nvcc, w, "-split-compile", nvcc_value(nvcc, N_SPLIT, ""), NULL);
    // an older toolkit's ptxas reads no newer PTX than its own compiler writes
    const char *version = nvcc_value(nvcc, N_PTX_VERSION, driver_older_ptx(nvcc->version));
    if (version) vec_push(arena, w, arena_printf(arena, "--ptx-version=%s", version));
    if (nvcc_has(nvcc, N_JUMP_TABLES))
        vec_push(
            arena, w,
            arena_printf(arena, "--jump-table-density=%s", nvcc_value(nvcc, N_JUMP_TABLES, "")));
    if (nvcc_has(nvcc, N_SEED))
        nvcc_words(nvcc, w, "--frandom-seed", nvcc_value(nvcc, N_SEED, ""), NULL);
    const char *dir = nvcc_value(nvcc, N_LIBDEVICE_DIR, NULL);
    if (dir)
        nvcc_words(nvcc, w, "--nvvmir-library", arena_printf(arena, "%s/libdevice.10.bc", dir),
                   NULL);
    if (nvcc->own_headers) vec_push(arena, w, "--device-library=cuprum");
    nvcc_each(nvcc, w, N_XCICC, NULL, true);
}

// PTX, LTO IR, or both.
static void output_words(Nvcc *nvcc, const NvccUnit *compiled, uint32_t arch, NvccWords *w) {
    const NvccArch *code = &nvcc->archs.at[arch];
    bool ptx = nvcc_needs_ptx(nvcc, code);
    bool lto = code->lto.n && !is_any_of(nvcc->phase, PHASE_PTX, PHASE_CUBIN);
    if (ptx) nvcc_words(nvcc, w, "-o", compiled->ptx[arch], NULL);
    if (!lto) return;
    if (nvcc_has(nvcc, N_GEN_OPT_LTO)) vec_push(&nvcc->ctx->perm, w, "-gen-opt-lto");
    if (!ptx) vec_push(&nvcc->ctx->perm, w, "-lto");
    nvcc_words(nvcc, w, ptx ? "-olto" : "-o", compiled->lto[arch], NULL);
}

// Also what -dryrun shows of the step: CMake reads the architecture from it.
NvccWords nvcc_cicc_words(Nvcc *nvcc, NvccUnit *compiled, uint32_t arch) {
    NvccWords w = {0};
    nvcc_language_words(nvcc, &w, compiled);
    nvcc_words(nvcc, &w, "-arch", nvcc_virtual_name(nvcc, nvcc->archs.at[arch].target), "-m64",
               "--no-version-ident", NULL);
    arithmetic_words(nvcc, &w);
    code_words(nvcc, &w);
    nvcc_trace_words(nvcc, &w, compiled->ptx[arch], arch);
    if (compiled->cudafe) nvcc_cudafe_cicc_words(nvcc, &w, compiled, arch);
    const char *text = compiled->device_text ? compiled->device_text[arch] : NULL;
    vec_push(&nvcc->ctx->perm, &w, text ? text : compiled->input);
    output_words(nvcc, compiled, arch, &w);
    return w;
}

// ---- what the preprocessor gets -----------------------------------------------------------------

// The headers that come before the file, after macros of this view.
static void commands(Nvcc *nvcc, const Target *target, CiccSource *filled) {
    VEC(LexCmd) cmds = {0};
    Arena *arena = &nvcc->ctx->perm;
    NvccWords macros = {0};
    if (target) nvcc_device_macros(nvcc, target, &macros);
    if (!target) nvcc_host_macros(nvcc, &macros);
    for (uint32_t i = 0; i < macros.n; i++)
        vec_push(arena, &cmds, ((LexCmd){LEX_CMD_DEFINE, macros.at[i] + strlen("-D"), NULL}));
    bool builtin = target && nvcc->own_headers; // compile.c does it
    if (!builtin) vec_push(arena, &cmds, ((LexCmd){LEX_CMD_INCLUDE, "cuda_runtime.h", NULL}));
    if (!target) vec_push(arena, &cmds, ((LexCmd){LEX_CMD_INCLUDE, "cuprum_build.h", NULL}));
    NvccWords given = {0};
    nvcc_each(nvcc, &given, N_PRE_INCLUDE, NULL, false);
    for (uint32_t i = 0; i < given.n; i++)
        vec_push(arena, &cmds, ((LexCmd){LEX_CMD_INCLUDE, given.at[i], NULL}));
    filled->cmds = cmds.at;
    filled->ncmds = cmds.n;
}

// ---- device code --------------------------------------------------------------------------------

typedef struct {
    Nvcc *n;
    NvccUnit *u;
    const NvccArch *arch;
    NvccWords words;
    CiccSource source;
    CudaRegistration registration;              // in the memory of ctx
    VEC(const char *) user_files, system_files; // read, where a rule is wanted; in the same
    NvccUnitKey key;                            // in the cache
    const char *keys[2];                        // of the tokens, of the places too
    bool tells_places, found;
    bool asked; // the cache, and it is a success
    Buf made;   // of a compilation, and what else it made; or `kept` was found
    CudaRegistration made_registration;
    Buf messages; // then
    NvccEntry kept;
    DriverCache cache;
    Ctx ctx;
    pthread_t thread;
} Device;

// Collected while threads run: the rule is the driver's, and only finish() adds to it.
static void note_file(void *data, const char *path, bool system) {
    Device *d = data;
    const char *copy = arena_strndup(&d->ctx.perm, path, strlen(path));
    if (system)
        vec_push(&d->ctx.perm, &d->system_files, copy);
    else
        vec_push(&d->ctx.perm, &d->user_files, copy);
}

// ---- what was compiled before -------------------------------------------------------------------

// Looks under one of the two keys; an empty entry is none.
static bool look(Device *d, Ctx *ctx, bool places) {
    d->keys[places] = nvcc_unit_key(ctx, &d->key, places);
    bool there = nvcc_cache_read(&d->n->cache, ctx, d->keys[places], &d->kept);
    d->found = there && d->kept.part[0].n;
    return there;
}

// The key of the tokens first: most code tells nothing of places.
static bool find_kept(void *data, Ctx *ctx, const CompileOptions *options, const TokenArray *tokens,
                      Buf *out) {
    Device *d = data;
    d->key = (NvccUnitKey){.words = &d->words,
                           .module_id = options->language.module_id,
                           .registration = options->registration != NULL,
                           .by_name = options->registration && options->registration->by_name};
    nvcc_begin_unit_key(&d->n->cache, ctx, &d->key, options, tokens);
    d->tells_places = nvcc_tells_places(ctx, options, tokens);
    bool sent_on = d->tells_places || (look(d, ctx, false) && !d->found);
    if (sent_on) look(d, ctx, true);
    if (!d->found) return false;
    buf_write(out, d->kept.part[0].at, d->kept.part[0].n);
    if (options->registration) {
        buf_write(&options->registration->text, d->kept.part[1].at, d->kept.part[1].n);
        buf_write(&options->registration->table, d->kept.part[3].at, d->kept.part[3].n);
    }
    return true;
}

static void note_made(void *data, const Buf *out, const CudaRegistration *result) {
    Device *d = data;
    d->made = *out;
    d->made_registration = *result;
}

// Names of static variables hold the unit's identifier, which depends on the path.
static bool names_unit(const Device *d, const Buf *text) {
    const char *id = d->u->module_id;
    return text->n && memmem(text->at, text->n, id, strlen(id));
}

// A success is shown with the messages that it has, or had, and kept if it is new.
static void show_success(Device *d) {
    bool places = d->tells_places || d->messages.n || names_unit(d, &d->made) ||
                  names_unit(d, &d->made_registration.text) ||
                  cuda_table_tells_places(&d->made_registration.table);
    if (d->messages.n) fwrite(d->messages.at, 1, d->messages.n, stderr);
    nvcc_cache_count(d->n, "ptx", d->found, d->u->input, nvcc_virtual_name(d->n, d->arch->target));
    const NvccEntry entry = {{{d->made.at, d->made.n},
                              {d->made_registration.text.at, d->made_registration.text.n},
                              {d->messages.at, d->messages.n},
                              {d->made_registration.table.at, d->made_registration.table.n}}};
    if (d->found) return;
    if (places && !d->keys[true]) d->keys[true] = nvcc_unit_key(&d->ctx, &d->key, true);
    nvcc_cache_write(d->n, &d->n->cache, d->keys[places], &entry);
    if (places && d->keys[false])
        nvcc_cache_write(d->n, &d->n->cache, d->keys[false], &(NvccEntry){0});
}

// ---- compiling ----------------------------------------------------------------------------------

// May run on a thread: what it allocates is in the Device's own context.
static void *compile_device(void *argument) {
    Device *d = argument;
    jmp_buf out;
    d->ctx.unwind = &out;
    if (setjmp(out) == 0) {
        buf_init(&d->registration.text, &d->ctx.perm);
        buf_init(&d->registration.table, &d->ctx.perm);
        bool ok = driver_cicc(&d->ctx, d->words.n, d->words.at, &d->source);
        d->asked = ok && (d->keys[0] || d->keys[1]);
        buf_init(&d->messages, &d->ctx.perm);
        if (d->found)
            buf_write(&d->messages, d->kept.part[2].at, d->kept.part[2].n);
        else if (d->asked)
            diag_render(&d->ctx, &d->messages);
    }
    d->ctx.unwind = NULL;
    return NULL;
}

// How the host's compiler names symbols.
static CxxHostNaming host_naming(const Nvcc *nvcc) {
    const char *number = nvcc->version_number;
    return (CxxHostNaming){.clang = nvcc->is_clang,
                           .version = number ? (uint32_t)(atol(number) / 10000) : 0,
                           .static_template = !nvcc->rdc && nvcc_on(nvcc, N_STATIC_STUB, true)};
}

// What must be ready before threads begin: they do not use the driver's own memory.
static void prepare(Device *device, Nvcc *nvcc, NvccUnit *compiled, uint32_t arch) {
    device->n = nvcc;
    device->u = compiled;
    device->arch = &nvcc->archs.at[arch];
    device->words = nvcc_cicc_words(nvcc, compiled, arch);
    device->source = (CiccSource){.predefined = nvcc->macros,
                                  .dirs = nvcc->dirs.at,
                                  .ndirs = nvcc->dirs.n,
                                  .runtime_header = nvcc->own_headers,
                                  .preprocessed = compiled->device_text != NULL,
                                  .module_id = compiled->cudafe ? NULL : compiled->module_id};
    commands(nvcc, nvcc->archs.at[arch].target, &device->source);
    // what is said of host code, and registered, is the same for all; nvcc takes the last one's
    bool last = arch + 1 == nvcc->archs.n, host = compiled->want_host && !compiled->cudafe;
    device->source.host_rules = last && host;
    if (host) {
        device->registration.naming = host_naming(nvcc);
        device->registration.by_name = !compiled->table;
        device->source.registration = &device->registration;
    }
    if (last && compiled->rule) {
        device->source.dep = note_file;
        device->source.dep_data = device;
    }
    device->cache = (DriverCache){find_kept, note_made, device};
    if (nvcc->cache.folder && !compiled->cudafe) device->source.cache = &device->cache;
    ctx_init(&device->ctx);
}

// The host's half is made of the last one's, and lists the captures of all.
static bool take_registration(Device *device) {
    const CudaRegistration *made = &device->registration;
    Nvcc *nvcc = device->n;
    NvccUnit *unit = device->u;
    if (device->source.host_rules) cuda_copy_registration(made, &unit->registration);
    bool same = !unit->captures.n || cuda_same_captures(nvcc->ctx, &unit->captures, &made->table);
    if (!unit->captures.n) buf_write(&unit->captures, made->table.at, made->table.n);
    return same || DRIVER_DIAG(nvcc->ctx, drv_captures_differ, unit->input);
}

static bool has_all_warnings(const Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id == N_WERROR && strcmp(it->value, "all-warnings") == 0) return true;
    }
    return false;
}

// Messages in the order of the architectures. The status after errors is what nvcc's is: 2 where
// cudafe++ would find them, 1 of cicc.
static int finish(Device *device) {
    int code = 0;
    if (device->asked)
        show_success(device);
    else
        code = driver_finish(&device->ctx);
    bool registered = code == 0 && device->source.registration;
    if (registered && !take_registration(device)) code = 2;
    for (uint32_t i = 0; i < device->user_files.n; i++)
        nvcc_rule_add(device->u->rule, device->user_files.at[i], false);
    for (uint32_t i = 0; i < device->system_files.n; i++)
        nvcc_rule_add(device->u->rule, device->system_files.at[i], true);
    ctx_free(&device->ctx);
    bool by_cicc = !device->u->want_host || has_all_warnings(device->n);
    return code == 1 && !by_cicc ? 2 : code;
}

static uint32_t threads_wanted(const Nvcc *nvcc) {
    return nvcc->archs.n > 1 ? driver_jobs(nvcc_value(nvcc, N_THREADS, NULL)) : 1;
}

// As many at a time as -t allows; the last of each round on this thread, which also takes what no
// thread could be made for. The worst status counts.
int nvcc_device_step(Nvcc *nvcc, NvccUnit *compiled) {
    uint32_t threads = threads_wanted(nvcc), count = nvcc->archs.n;
    if (!threads) threads = count;
    Device *all = arena_array(&nvcc->ctx->perm, Device, count);
    int code = 0;
    for (uint32_t i = 0; i < count; i++) prepare(&all[i], nvcc, compiled, i);
    for (uint32_t first = 0; first < count; first += threads) {
        uint32_t end = CU_MIN(first + threads, count), started = first;
        while (started + 1 < end &&
               task_thread(&all[started].thread, compile_device, &all[started]))
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
static void set_date(Ctx *ctx, LexOptions *view) {
    static const char month[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm t;
    if (getenv("SOURCE_DATE_EPOCH") || !localtime_r(&now, &t)) return;
    view->date = arena_printf(&ctx->perm, "%.3s %2d %d", month + 3 * (t.tm_mon % 12), t.tm_mday,
                              t.tm_year + 1900);
    view->time = arena_printf(&ctx->perm, "%02d:%02d:%02d", t.tm_hour, t.tm_min, t.tm_sec);
}

// The tokens of a file as the host's compiler, or device code of the first architecture, sees it.
static const TokenArray *read_view(Nvcc *nvcc, Ctx *ctx, LexOptions *view, const char *file,
                                   const Target *device) {
    view->std = nvcc->std;
    view->gnu = !nvcc_has(nvcc, N_STD);
    view->no_std_inc = true;
    set_date(ctx, view);
    view->hint = driver_header_hint;
    size_t length;
    const char *text = driver_read_file(ctx, file, &length);
    if (!text) return NULL;
    if (view->preprocessed) return lex_translation_unit(ctx, view, file, text, length);
    CiccSource source = {0};
    commands(nvcc, device, &source);
    view->predef = LEX_PREDEF_GIVEN;
    view->predefined = nvcc->macros;
    view->dirs = nvcc->dirs.at;
    view->ndirs = nvcc->dirs.n;
    view->cmds = source.cmds;
    view->ncmds = source.ncmds;
    LexVirtualFile *files = arena_array(&ctx->perm, LexVirtualFile, driver_headers.n + 1);
    view->files = files;
    for (uint32_t i = 0; i < driver_headers.n; i++) {
        LexVirtualFile header = driver_header(i);
        bool for_any_host = strcmp(header.name, "cuprum_build.h") == 0 ||
                            strcmp(header.name, "cuprum_math_names.h") == 0;
        if (nvcc->own_headers || for_any_host) files[view->nfiles++] = header;
    }
    return lex_translation_unit(ctx, view, file, text, length);
}

// No token is kept, and nothing is compiled.
void nvcc_read_view(Nvcc *nvcc, Ctx *ctx, const char *input, bool device,
                    void (*file)(void *data, const char *path, bool system), void *data) {
    LexOptions l;
    lex_options_init(&l);
    l.dep = file;
    l.dep_data = data;
    read_view(nvcc, ctx, &l, input, device ? nvcc->archs.at[0].target : NULL);
}

static const char *whole_path(Nvcc *nvcc, const char *path) {
    const char *dir = driver_directory(nvcc->ctx);
    return *path == '/' || !dir ? path : arena_printf(&nvcc->ctx->perm, "%s/%s", dir, path);
}

// Nothing is written after an error. The registration must be there: device code goes before.
static void write_host(Nvcc *nvcc, NvccUnit *compiled, Ctx *ctx) {
    LexOptions options;
    lex_options_init(&options);
    options.preprocessed = compiled->host_text != NULL;
    if (compiled->rule) options.dep = nvcc_rule_add;
    options.dep_data = compiled->rule;
    const TokenArray *tokens = read_view(
        nvcc, ctx, &options, options.preprocessed ? compiled->host_text : compiled->input, NULL);
    if (!tokens || diag_error_count(ctx)) return;
    Buf text;
    buf_init(&text, &ctx->perm);
    bool lambdas = nvcc_has(nvcc, N_LAMBDA) || nvcc_has(nvcc, N_EXPT_LAMBDA);
    bool own_templates = !nvcc->rdc && nvcc_on(nvcc, N_STATIC_STUB, true);
    const CudaHostOptions host_options = {.unit = nvcc->rdc ? compiled->module_id : NULL,
                                          .static_templates = own_templates,
                                          .extended_lambda = lambdas,
                                          .clang = nvcc->is_clang,
                                          .whole = nvcc_host_is_whole(nvcc),
                                          .table = &compiled->registration.table};
    cuda_write_host_text(ctx, tokens, &host_options, &text);
    if (diag_error_count(ctx)) return;
    size_t nimage = 0;
    // what is kept after this phase alone has the device code in it: its file goes
    bool alone = nvcc->phase == PHASE_CUDA;
    const char *image = alone ? driver_read_file(ctx, compiled->fatbin, &nimage) : NULL;
    if (alone && !image) return;
    driver_put_host_tail(&(HostTail){.kind = !nvcc->rdc     ? TAIL_WHOLE
                                             : nvcc->nvlink ? TAIL_LINKED
                                                            : TAIL_PART,
                                     .fatbin = whole_path(nvcc, compiled->fatbin),
                                     .image = image,
                                     .nimage = nimage,
                                     .module_id = compiled->module_id,
                                     .registration = &compiled->registration.text},
                         &text);
    driver_write_file(ctx, compiled->host, text.at, text.n);
    const Buf *table = &compiled->registration.table;
    if (compiled->table) driver_write_file(ctx, compiled->table, table->at, table->n);
    if (compiled->rule) nvcc_rule_write(compiled->rule, compiled->input, compiled->rule_file);
}

// The host's half has warnings of its own, which are controlled as those of device code.
static void control_host_warnings(Nvcc *nvcc, Ctx *ctx) {
    static const struct {
        uint16_t id;
        uint8_t severity;
    } controls[] = {{N_DIAG_WARN, SEV_WARNING},
                    {N_DIAG_ERROR, SEV_ERROR},
                    {N_WERROR, SEV_ERROR},
                    {N_DIAG_SUPPRESS, SEV_IGNORED}};
    static const char stream[] = "default-stream-launch";
    DiagOptions *options = diag_options(ctx);
    options->no_warnings = nvcc_has(nvcc, N_NO_WARNINGS);
    options->werror = has_all_warnings(nvcc);
    options->display_number = !nvcc_has(nvcc, N_NO_NUMBERS);
    if (nvcc_has(nvcc, N_W_STREAM) && !options->no_warnings)
        diag_set_severity(ctx, "", stream, SEV_WARNING);
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        for (uint32_t k = 0; k < CU_COUNT(controls); k++) {
            bool here = it->id == controls[k].id &&
                        (strcmp(it->value, stream) == 0 || strcmp(it->value, "20198") == 0);
            if (here) diag_set_severity(ctx, "", stream, (Severity)controls[k].severity);
        }
    }
}

// A context of its own: the tokens are many, and go with it.
int nvcc_host_step(Nvcc *nvcc, NvccUnit *compiled) {
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    diag_set_input(&ctx, compiled->input);
    control_host_warnings(nvcc, &ctx);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) write_host(nvcc, compiled, &ctx);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code == 1 ? 2 : code; // as cudafe++
}

// ---- both halves --------------------------------------------------------------------------------

// The host's compiler succeeds and writes nothing where it was asked a question (-Xcompiler
// -dumpversion, -fsyntax-only): that ends the call only where there is more to do with the file.
bool nvcc_made(Nvcc *nvcc, const char *object) {
    bool needed = nvcc->phase != PHASE_COMPILE;
    return !needed || access(object, F_OK) == 0 || nvcc_say(NM_not_there, object);
}

// An object that is not to be used does not stay.
int nvcc_join_step(Nvcc *nvcc, const NvccStep *joining) {
    if (!nvcc_made(nvcc, joining->output)) return 1;
    if (access(joining->output, F_OK) != 0) return 0;
    Ctx ctx;
    ctx_init(&ctx);
    driver_register_diags(&ctx);
    diag_set_input(&ctx, joining->unit->input);
    diag_options(&ctx)->no_warnings = nvcc_has(nvcc, N_NO_WARNINGS);
    jmp_buf out;
    ctx.unwind = &out;
    if (setjmp(out) == 0) {
        size_t size;
        const char *table = driver_read_file(&ctx, joining->unit->table, &size);
        if (table) driver_join_halves(&ctx, joining->output, table, size);
    }
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    if (code) unlink(joining->output);
    return code == 1 ? 2 : code; // as cudafe++
}

// ---- a fat binary of PTX and LTO IR -------------------------------------------------------------

// False after a message: the file cannot be read.
static bool add_image(Nvcc *nvcc, const char *file, DriverImage image, DriverImages *found) {
    size_t length;
    image.bytes = driver_read_file(nvcc->ctx, file, &length);
    image.n = length;
    if (image.bytes) vec_push(&nvcc->ctx->perm, found, image);
    return image.bytes;
}

// Without NVIDIA's programs: no machine code, so PTX and LTO IR are all that is kept.
int nvcc_fatbin_step(Nvcc *nvcc, NvccUnit *packed) {
    DriverImages images = {0};
    const char *options = nvcc_cicc_options(nvcc);
    for (uint32_t i = 0; i < nvcc->archs.n; i++) {
        const NvccArch *arch = &nvcc->archs.at[i];
        DriverImage ptx = {.target = arch->target};
        if (arch->ptx && !add_image(nvcc, packed->ptx[i], ptx, &images)) return 1;
        for (uint32_t k = 0; k < arch->lto.n; k++) {
            DriverImage lto = {.target = arch->lto.at[k], .lto = true, .options = options};
            if (!add_image(nvcc, packed->lto[i], lto, &images)) return 1;
        }
    }
    Buf fat;
    buf_init(&fat, &nvcc->ctx->perm);
    driver_fat_binary(nvcc->ctx, images.at, images.n, &fat);
    const char *out = packed->fatbin;
    if (!out) out = nvcc_result(nvcc, nvcc_stem(nvcc, packed->input), ".fatbin");
    return driver_write_file(nvcc->ctx, out, fat.at, fat.n) ? 0 : 1;
}
