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

static const char *path_of(Build *b, const char *input, const char *tail) {
    const char *base = strrchr(input, '/');
    return arena_printf(&b->ctx->perm, "%s/%s.%s", b->temporary, base ? base + 1 : input, tail);
}

// ---- preprocessing -----------------------------------------------------------------------------

// Passes on what the preprocessor said. The header that it missed, or NULL.
static const char *pass_on(Build *b, const char *errors) {
    size_t n = 0;
    const char *text = driver_read_file(b->ctx, errors, &n);
    if (!text || !n) return NULL;
    fwrite(text, 1, n, stderr);
    static const char before[] = "fatal error: ";
    const char *at = strstr(text, before);
    if (!at) return NULL;
    at += sizeof before - 1;
    if (*at == '\'') at++; // clang's quotes
    return arena_strndup(&b->ctx->perm, at, strcspn(at, ":' \n"));
}

// `arch` is NULL for the host's view.
static bool preprocess(Build *b, const char *input, const Target *arch, const char *out) {
    Words w = {0};
    Arena *a = &b->ctx->perm;
    const Target *first = target_parse(b->archs.at[0], strlen(b->archs.at[0]));
    vec_push(a, &w, b->compiler);
    vec_push(a, &w, "-E");
    vec_push(a, &w, "-x");
    vec_push(a, &w, "c++");
    if (arch) vec_push(a, &w, arena_printf(a, "-D__CUDA_ARCH__=%u", arch->number * 10u));
    if (arch && arch->suffix)
        vec_push(a, &w, arena_printf(a, "-D__CUDA_ARCH_FEAT_SM%u_ALL", arch->number));
    vec_push(a, &w, arena_printf(a, "-D__CUDA_ARCH_LIST__=%u", first->number * 10u));
    driver_build_reading_options(b, &w, true);
    if (!arch) {
        // what the front end itself would say: to the host these are closures as any other
        static const char *const no_lambda[] = {
            "-D__nv_is_extended_device_lambda_closure_type(T)=false",
            "-D__nv_is_extended_host_device_lambda_closure_type(T)=false",
            "-D__nv_is_extended_device_lambda_with_preserved_return_type(T)=false"};
        for (uint32_t i = 0; i < CU_COUNT(no_lambda); i++) vec_push(a, &w, no_lambda[i]);
        vec_push(a, &w, "-include");
        vec_push(a, &w, arena_printf(a, "%s/cuprum_build.h", b->own_headers));
    }
    vec_push(a, &w, input);
    vec_push(a, &w, "-o");
    vec_push(a, &w, out);
    const char *errors = path_of(b, input, "errors");
    int status = driver_build_run(b, &w, errors);
    bool quiet = status == 0 && !arch; // the same warnings once more
    const char *missing = quiet ? NULL : pass_on(b, errors);
    const char *hint = missing ? driver_header_hint(b->ctx, missing) : NULL;
    if (status == 0) return true;
    DRIVER_DIAG(b->ctx, drv_host_compiler, input, status);
    if (hint) DRIVER_DIAG(b->ctx, drv_header_package, missing, hint);
    return false;
}

// ---- device code -------------------------------------------------------------------------------

// The compiler's options as words again, for a compilation in a context of its own.
static void device_words(Build *b, const char *arch, Words *w) {
    Arena *a = &b->ctx->perm;
    for (uint32_t i = 0; i < b->all.items.n; i++) {
        const OptItem *it = &b->all.items.at[i];
        bool not_its = !it->id || it->id >= O_COUNT_ || it->id == O_OUTPUT || it->id == O_ARCH ||
                       it->id == O_OPT_LEVEL || it->id == O_LANG || it->id == O_PRE_INCLUDE;
        if (not_its) continue;
        for (uint32_t k = 0; k < driver_options.n; k++) {
            const OptRow *row = &driver_options.rows[k];
            if (row->id != it->id) continue;
            bool plain = row->kind == OPT_FLAG || !it->value;
            vec_push(a, w,
                     plain ? arena_printf(a, "--%s", row->name)
                           : arena_printf(a, "--%s=%s", row->name, it->value));
        }
    }
    const char *level = opt_value(&b->all, O_DEVICE_LEVEL, "3");
    vec_push(a, w, arena_printf(a, "-O%s", strcmp(level, "on") == 0 ? "3" : level));
    vec_push(a, w, arena_printf(a, "-arch=%s", arch));
    if (b->rdc) vec_push(a, w, "-rdc=true");
    vec_push(a, w, "-x=ii");
}

typedef struct {
    const char *input, *file; // the source; what is preprocessed
    const char *arch;
    Buf ptx, registration; // in the build's memory
    bool want_registration;
} Device;

static void compile_in(Ctx *ctx, Build *b, Device *d) {
    Words w = {0};
    device_words(b, d->arch, &w);
    vec_push(&b->ctx->perm, &w, d->file);
    Command k = {.ctx = ctx};
    Buf ptx, log, registration;
    buf_init(&ptx, &ctx->perm);
    buf_init(&log, &ctx->perm);
    buf_init(&registration, &ctx->perm);
    if (!driver_parse_command(&k, w.n, w.at)) return;
    CompileOptions *o = &k.c;
    o->text = driver_read_file(ctx, d->file, &o->len);
    if (!o->text) return;
    o->padded = true;
    o->source_name = d->input;
    o->runtime_header = o->toolkit_header = false;
    o->host_program = true;
    // the text differs between architectures, the identifier must not
    o->module_id = driver_module_id(ctx, d->input, d->input, 0);
    if (d->want_registration) o->registration = &registration;
    bool ok = compile_run(ctx, o, &ptx, &log);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    if (!ok) return;
    buf_write(&d->ptx, ptx.at, ptx.n);
    buf_write(&d->registration, registration.at, registration.n);
}

static bool compile_device(Build *b, Device *d) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf out;
    ctx.unwind = &out;
    buf_init(&d->ptx, &b->ctx->perm);
    buf_init(&d->registration, &b->ctx->perm);
    if (setjmp(out) == 0) compile_in(&ctx, b, d);
    ctx.unwind = NULL;
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code == 0;
}

// ---- the fat binary ----------------------------------------------------------------------------

// Behind the host's text; the fat binary lies in a file beside it.
static bool put_tail(Build *b, const char *input, const Buf *ptx, const Buf *registration,
                     Buf *out) {
    DriverImage *image = arena_array(&b->ctx->perm, DriverImage, b->archs.n);
    for (uint32_t i = 0; i < b->archs.n; i++) {
        const char *arch = b->archs.at[i];
        image[i] = (DriverImage){target_parse(arch, strlen(arch)), ptx[i].at, ptx[i].n};
    }
    Buf fat;
    buf_init(&fat, &b->ctx->perm);
    driver_fat_binary(b->ctx, image, b->archs.n, &fat);
    const char *file = path_of(b, input, "fatbin");
    driver_put_host_tail(&(HostTail){.kind = b->rdc ? TAIL_PART : TAIL_WHOLE,
                                     .fatbin = file,
                                     .registration = registration},
                         out);
    return driver_write_file(b->ctx, file, fat.at, fat.n);
}

// ---- the unit ----------------------------------------------------------------------------------

// clang numbers lambdas in ways of its own (cuda/host_register.c).
static void warn_of_lambdas(Build *b, const char *input, Buf *registration) {
    const char *name = strrchr(b->compiler, '/');
    bool clang = strstr(name ? name : b->compiler, "clang") != NULL;
    if (clang && strstr(buf_cstr(registration), "__weakref__"))
        DRIVER_DIAG(b->ctx, drv_clang_lambda, input);
}

static bool host_text(Build *b, const char *file, Buf *out) {
    Ctx *ctx = b->ctx;
    size_t len;
    const char *text = driver_read_file(ctx, file, &len);
    if (!text) return false;
    LexOptions l;
    lex_options_init(&l);
    l.std = b->k.c.std;
    l.gnu = true;
    l.preprocessed = true;
    TokenArray *tokens = lex_translation_unit(ctx, &l, file, text, len);
    if (diag_error_count(ctx)) return false;
    cuda_write_host_text(
        ctx, tokens, &(CudaHostOptions){b->rdc, !b->rdc, opt_has(&b->all, O_EXTENDED_LAMBDA)}, out);
    return true;
}

bool driver_build_unit(Build *b, const char *input, const char *out) {
    Buf *ptx = arena_array(&b->ctx->perm, Buf, b->archs.n), registration = {0}, text;
    for (uint32_t i = 0; i < b->archs.n; i++) {
        Device d = {.input = input, .arch = b->archs.at[i], .want_registration = i == 0};
        const Target *t = target_parse(d.arch, strlen(d.arch));
        d.file = path_of(b, input, arena_printf(&b->ctx->perm, "%s.ii", d.arch));
        if (!preprocess(b, input, t, d.file) || !compile_device(b, &d)) return false;
        ptx[i] = d.ptx;
        if (i == 0) registration = d.registration;
        if (b->keep)
            driver_write_file(b->ctx,
                              path_of(b, input, arena_printf(&b->ctx->perm, "%s.ptx", d.arch)),
                              d.ptx.at, d.ptx.n);
    }
    warn_of_lambdas(b, input, &registration);
    const char *host = path_of(b, input, "host.ii");
    buf_init(&text, &b->ctx->perm);
    if (!preprocess(b, input, NULL, host) || !host_text(b, host, &text)) return false;
    if (!put_tail(b, input, ptx, &registration, &text)) return false;
    return driver_write_file(b->ctx, out, text.at, text.n);
}
