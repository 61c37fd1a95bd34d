// SPDX-License-Identifier: Apache-2.0
// One .cu file on its way to an object: the host's preprocessor reads it twice, as the device and
// as the host sees it, so that both halves have the same headers and macros; the first text is
// compiled to PTX, the second changed for the host's compiler (cuda/host_text.c), with the PTX
// behind it in a fat binary and the function that registers it.
#define _GNU_SOURCE
#include "driver/build.h"

#include "cuda/cuda.h"
#include "driver/fatbin.h"
#include "driver/host_tail.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *path_of(Build *build, const char *input, const char *tail) {
    const char *base = strrchr(input, '/');
    return arena_printf(&build->ctx->perm, "%s/%s.%s", build->temporary, base ? base + 1 : input,
                        tail);
}

static bool is_clang(const Build *build) {
    const char *name = strrchr(build->compiler, '/');
    return strstr(name ? name : build->compiler, "clang") != NULL;
}

// ---- preprocessing -----------------------------------------------------------------------------

// Passes on what the preprocessor said. The header that it missed, or NULL.
static const char *pass_on(Build *build, const char *errors) {
    size_t n = 0;
    const char *text = driver_read_file(build->ctx, errors, &n);
    if (!text || !n) return NULL;
    fwrite(text, 1, n, stderr);
    static const char before[] = "fatal error: ";
    const char *at = strstr(text, before);
    if (!at) return NULL;
    at += sizeof before - 1;
    if (*at == '\'') at++; // clang's quotes
    return arena_strndup(&build->ctx->perm, at, strcspn(at, ":' \n"));
}

// `arch` is NULL for the host's view.
static bool preprocess(Build *build, const char *input, const Target *arch, const char *out) {
    Words words = {0};
    Arena *arena = &build->ctx->perm;
    const Target *first = target_parse(build->archs.at[0], strlen(build->archs.at[0]));
    vec_push(arena, &words, build->compiler);
    vec_push(arena, &words, "-E");
    vec_push(arena, &words, "-x");
    vec_push(arena, &words, "c++");
    if (arch)
        vec_push(arena, &words, arena_printf(arena, "-D__CUDA_ARCH__=%u", arch->number * 10u));
    if (arch && arch->suffix)
        vec_push(arena, &words, arena_printf(arena, "-D__CUDA_ARCH_FEAT_SM%u_ALL", arch->number));
    vec_push(arena, &words, arena_printf(arena, "-D__CUDA_ARCH_LIST__=%u", first->number * 10u));
    if (arch && is_clang(build)) { // before all that may ask for it
        vec_push(arena, &words, "-include");
        vec_push(arena, &words, arena_printf(arena, "%s/cuprum_clang.h", build->own_headers));
    }
    driver_build_reading_options(build, &words, true);
    if (!arch) {
        for (uint32_t i = 0; i < CU_COUNT(driver_host_macros); i++)
            vec_push(arena, &words, driver_host_macros[i]);
        vec_push(arena, &words, "-include");
        vec_push(arena, &words, arena_printf(arena, "%s/cuprum_build.h", build->own_headers));
    }
    vec_push(arena, &words, input);
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, out);
    const char *errors = path_of(build, input, "errors");
    int status = driver_build_run(build, &words, errors);
    bool quiet = status == 0 && !arch; // the same warnings once more
    const char *missing = quiet ? NULL : pass_on(build, errors);
    const char *hint = missing ? driver_header_hint(build->ctx, missing) : NULL;
    if (status == 0) return true;
    DRIVER_DIAG(build->ctx, drv_host_compiler, input, status);
    if (hint) DRIVER_DIAG(build->ctx, drv_header_package, missing, hint);
    return false;
}

// ---- device code -------------------------------------------------------------------------------

// The compiler's options as words again, for a compilation in a context of its own.
static void device_words(Build *build, const char *arch, Words *command) {
    Arena *arena = &build->ctx->perm;
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *it = &build->all.items.at[i];
        bool not_its = !it->id || it->id >= O_COUNT_ ||
                       is_any_of(it->id, O_OUTPUT, O_ARCH, O_OPT_LEVEL, O_LANG, O_PRE_INCLUDE);
        if (not_its) continue;
        for (uint32_t k = 0; k < driver_options.n; k++) {
            const OptRow *row = &driver_options.rows[k];
            if (row->id != it->id) continue;
            bool plain = row->kind == OPT_FLAG || !it->value;
            vec_push(arena, command,
                     plain ? arena_printf(arena, "--%s", row->name)
                           : arena_printf(arena, "--%s=%s", row->name, it->value));
        }
    }
    const char *level = opt_value(&build->all, O_DEVICE_LEVEL, "3");
    vec_push(arena, command, arena_printf(arena, "-O%s", strcmp(level, "on") == 0 ? "3" : level));
    vec_push(arena, command, arena_printf(arena, "-arch=%s", arch));
    if (build->rdc) vec_push(arena, command, "-rdc=true");
    vec_push(arena, command, "-x=ii");
}

typedef struct {
    const char *input, *file; // the source; what is preprocessed
    const char *arch;
    Buf ptx, lto; // in the build's memory
    CudaRegistration registration;
} Device;

static void compile_in(Ctx *ctx, Build *build, Device *device) {
    Words words = {0};
    device_words(build, device->arch, &words);
    vec_push(&build->ctx->perm, &words, device->file);
    Command command = {.ctx = ctx};
    Buf ptx, lto, log;
    CudaRegistration registration = {.naming = {.clang = is_clang(build)}};
    buf_init(&ptx, &ctx->perm);
    buf_init(&lto, &ctx->perm);
    buf_init(&log, &ctx->perm);
    buf_init(&registration.text, &ctx->perm);
    buf_init(&registration.table, &ctx->perm);
    if (!driver_parse_command(&command, words.n, words.at)) return;
    CompileOptions *options = &command.c;
    options->text = driver_read_file(ctx, device->file, &options->len);
    if (!options->text) return;
    options->padded = true;
    options->source_name = device->input;
    options->runtime_header = options->toolkit_header = false;
    options->language.host_program = options->language.host_lists_captures = true;
    options->language.host_clang = is_clang(build);
    // the text differs between architectures, the identifier must not
    options->language.module_id = driver_module_id(ctx, device->input, device->input, 0);
    options->registration = &registration;
    if (build->dlto) options->lto = &lto;
    bool ok = compile_run(ctx, options, &ptx, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (!ok) return;
    buf_write(&device->ptx, ptx.at, ptx.n);
    buf_write(&device->lto, lto.at, lto.n);
    cuda_copy_registration(&registration, &device->registration);
}

static bool compile_device(Build *build, Device *wanted) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf out;
    ctx.unwind = &out;
    buf_init(&wanted->ptx, &build->ctx->perm);
    buf_init(&wanted->lto, &build->ctx->perm);
    buf_init(&wanted->registration.text, &build->ctx->perm);
    buf_init(&wanted->registration.table, &build->ctx->perm);
    if (setjmp(out) == 0) compile_in(&ctx, build, wanted);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code == 0;
}

// ---- the fat binary ----------------------------------------------------------------------------

// Behind the host's text; the fat binary lies in a file beside it.
static bool put_tail(Build *build, const char *input, const Device *devices, Buf *out) {
    DriverImages images = {0};
    for (uint32_t i = 0; i < build->archs.n; i++) {
        const Device *d = &devices[i];
        DriverImage image = {.target = target_parse(d->arch, strlen(d->arch))};
        image.bytes = d->ptx.at;
        image.n = d->ptx.n;
        vec_push(&build->ctx->perm, &images, image);
        image.bytes = d->lto.at;
        image.n = d->lto.n;
        image.lto = true;
        if (image.n) vec_push(&build->ctx->perm, &images, image);
    }
    Buf fat;
    buf_init(&fat, &build->ctx->perm);
    driver_fat_binary(build->ctx, images.at, images.n, &fat);
    const char *file = path_of(build, input, "fatbin");
    driver_put_host_tail(&(HostTail){.kind = build->rdc ? TAIL_PART : TAIL_WHOLE,
                                     .fatbin = file,
                                     .registration = &devices[0].registration.text},
                         out);
    return driver_write_file(build->ctx, file, fat.at, fat.n);
}

// ---- the unit ----------------------------------------------------------------------------------

static bool wants_whole(const Build *build) {
    for (uint32_t i = 0; i < build->all.items.n; i++) {
        const OptItem *item = &build->all.items.at[i];
        if (item->id == O_XCOMPILER && driver_shows_unnamed(item->value)) return true;
    }
    return false;
}

static bool host_text(Build *build, const char *input, const char *file, Buf *table, Buf *out) {
    Ctx *ctx = build->ctx;
    size_t len;
    const char *text = driver_read_file(ctx, file, &len);
    if (!text) return false;
    LexOptions l;
    lex_options_init(&l);
    l.std = build->k.c.language.std;
    l.gnu = true;
    l.preprocessed = true;
    TokenArray *tokens = lex_translation_unit(ctx, &l, file, text, len);
    if (diag_error_count(ctx)) return false;
    const char *unit = build->rdc ? driver_module_id(ctx, input, input, 0) : NULL;
    const CudaHostOptions host_options = {.unit = unit,
                                          .static_templates = !build->rdc,
                                          .extended_lambda =
                                              opt_has(&build->all, O_EXTENDED_LAMBDA),
                                          .clang = is_clang(build),
                                          .whole = wants_whole(build),
                                          .table = table};
    cuda_write_host_text(ctx, tokens, &host_options, out);
    return !diag_error_count(ctx);
}

// The host's half has one list of captures for all architectures.
static bool same_captures(Build *build, const char *input, const Device *devices) {
    for (uint32_t i = 1; i < build->archs.n; i++) {
        const Buf *first = &devices[0].registration.table, *other = &devices[i].registration.table;
        if (!cuda_same_captures(build->ctx, first, other))
            return DRIVER_DIAG(build->ctx, drv_captures_differ, input);
    }
    return true;
}

bool driver_build_unit(Build *build, const char *input, const char *out, Buf *table) {
    Device *devices = arena_array(&build->ctx->perm, Device, build->archs.n);
    Buf text;
    for (uint32_t i = 0; i < build->archs.n; i++) {
        Device *d = &devices[i];
        *d = (Device){.input = input, .arch = build->archs.at[i]};
        const Target *t = target_parse(d->arch, strlen(d->arch));
        d->file = path_of(build, input, arena_printf(&build->ctx->perm, "%s.ii", d->arch));
        if (!preprocess(build, input, t, d->file) || !compile_device(build, d)) return false;
        if (build->keep)
            driver_write_file(
                build->ctx,
                path_of(build, input, arena_printf(&build->ctx->perm, "%s.ptx", d->arch)),
                d->ptx.at, d->ptx.n);
    }
    if (!same_captures(build, input, devices)) return false;
    *table = devices[0].registration.table;
    const char *host = path_of(build, input, "host.ii");
    buf_init(&text, &build->ctx->perm);
    if (!preprocess(build, input, NULL, host) || !host_text(build, input, host, table, &text))
        return false;
    if (!put_tail(build, input, devices, &text)) return false;
    return driver_write_file(build->ctx, out, text.at, text.n);
}
