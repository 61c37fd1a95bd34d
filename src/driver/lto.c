// SPDX-License-Identifier: Apache-2.0
// Link-time optimization without nvlink: the containers in a program's objects become one module
// (nvvm/lto.c) and one PTX for each architecture, which the program has beside its units' own. The
// run-time library then takes that one, and links nothing when the program starts.
#include "driver/lto.h"

#include "cudart/container.h"
#include "driver/fatbin.h"
#include "nvvm/nvvm.h"

DriverLtoKind driver_lto_kind(const DriverParts *parts, const DriverPart **without) {
    bool any = false;
    *without = NULL;
    for (uint32_t i = 0; i < parts->n; i++) {
        const DriverPart *part = &parts->at[i];
        bool lto = driver_part_has(part, RT_FAT_LTO);
        any |= lto;
        if (!lto && !*without) *without = part;
    }
    return !any ? DRIVER_LTO_NONE : *without ? DRIVER_LTO_PARTIAL : DRIVER_LTO_WHOLE;
}

// ---- one architecture ---------------------------------------------------------------------------

// The newest LTO IR that runs on the target; that for it alone is the best.
static const DriverPartImage *best_image(const DriverPart *part, const Target *target) {
    const DriverPartImage *best = NULL;
    uint32_t fitness = 0;
    for (uint32_t i = 0; i < part->image.n; i++) {
        const DriverPartImage *image = &part->image.at[i];
        bool lto = image->entry.kind == RT_FAT_LTO;
        uint32_t how = lto ? rt_container_fitness(target, &image->entry) : 0;
        if (how <= fitness) continue;
        fitness = how;
        best = image;
    }
    return best;
}

typedef struct {
    Ctx *ctx;
    const DriverParts *parts;
    const Target *target;
    const CompileOptions *options;
    Buf *out;
    bool ok;
} Job;

static IrModule *link_parts(Job *job, CompileOptions *options) {
    VEC(NvvmLtoInput) in = {0};
    for (uint32_t i = 0; i < job->parts->n; i++) {
        const DriverPart *part = &job->parts->at[i];
        const DriverPartImage *image = best_image(part, job->target);
        if (!image) {
            DRIVER_DIAG(job->ctx, drv_lto_no_image, part->name, job->target->name);
            return NULL;
        }
        if (driver_image_is_packed(image)) {
            DRIVER_DIAG(job->ctx, drv_lto_packed, part->name);
            return NULL;
        }
        vec_push(&job->ctx->perm, &in, ((NvvmLtoInput){part->name, image->bytes, image->n}));
    }
    return nvvm_link_lto(job->ctx, in.at, in.n, &options->target, &options->fp);
}

static void link_all(Job *job) {
    CompileOptions options = *job->options;
    options.input = INPUT_IR;
    options.emit = EMIT_PTX;
    options.target = job->target;
    options.only_marked_contract = true; // how each unit contracts is marked
    options.no_device_library = true;    // it is linked already
    options.plain_names = true;
    options.debug = options.line_info = true; // what the units have of it
    IrModule *module = link_parts(job, &options);
    if (!module) return;
    nvvm_internalize(module, &(NvvmHostNames){0});
    Buf log;
    buf_init(&log, &job->ctx->perm);
    job->ok = compile_ir(job->ctx, &options, module, job->out, &log);
}

// The setjmp must not share locals with what changes.
static void guarded(void *argument) {
    Job *job = argument;
    jmp_buf here, *outer = job->ctx->unwind;
    job->ctx->unwind = &here;
    if (setjmp(here) == 0) link_all(job);
    job->ctx->unwind = outer;
}

bool driver_lto_link(Ctx *ctx, const DriverParts *units, const Target *const *targets, uint32_t n,
                     const CompileOptions *options, Buf *out) {
    DriverImage *images = arena_array(&ctx->perm, DriverImage, n);
    for (uint32_t i = 0; i < n; i++) {
        Buf ptx;
        buf_init(&ptx, &ctx->perm);
        Job job = {ctx, units, targets[i], options, &ptx, false};
        cu_on_stack(ctx, guarded, &job);
        if (!job.ok || diag_error_count(ctx) || ctx->fatal_text) return false;
        images[i] = (DriverImage){.target = targets[i], .bytes = ptx.at, .n = ptx.n};
    }
    driver_fat_binary(ctx, images, n, out);
    return true;
}

// ---- the object ---------------------------------------------------------------------------------

static void put_linked_image(const char *fatbin, Buf *text) {
    buf_puts(text, "\t.section .nv_fatbin,\"a\"\n\t.balign 8\n"
                   "\t.globl __cuprum_linked_image\n\t.hidden __cuprum_linked_image\n"
                   "\t.type __cuprum_linked_image,@object\n__cuprum_linked_image:\n\t.incbin \"");
    for (const char *s = fatbin; *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(text, '\\');
        buf_putc(text, *s);
    }
    buf_puts(text, "\"\n");
}

bool driver_lto_write_assembly(Ctx *ctx, const char *fatbin, const char *path) {
    Buf text;
    buf_init(&text, &ctx->perm);
    if (fatbin) put_linked_image(fatbin, &text);
    buf_puts(&text, "\t.section .note.GNU-stack,\"\",@progbits\n");
    return driver_write_file(ctx, path, text.at, text.n);
}
