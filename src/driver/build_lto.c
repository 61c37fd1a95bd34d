// SPDX-License-Identifier: Apache-2.0
// `cuprum build -dlto`: the LTO IR of all objects becomes one PTX for each architecture, in an
// object of its own.
#include "driver/build.h"

#include "cudart/abi.h"
#include "driver/lto.h"

static bool write_object(Build *build, const Buf *fat, const char *object) {
    Arena *arena = &build->ctx->perm;
    const char *fatbin = arena_printf(arena, "%s/linked.fatbin", build->temporary);
    const char *assembly = arena_printf(arena, "%s/linked.s", build->temporary);
    bool written = driver_write_file(build->ctx, fatbin, fat->at, fat->n) &&
                   driver_lto_write_assembly(build->ctx, fatbin, assembly);
    if (!written) return false;
    const char *const all[] = {build->compiler, "-c", "-x", "assembler", assembly, "-o", object};
    Words words = {0};
    for (uint32_t i = 0; i < CU_COUNT(all); i++) vec_push(arena, &words, all[i]);
    int status = driver_build_run(build, &words, NULL);
    return status == 0 || DRIVER_DIAG(build->ctx, drv_host_compiler, assembly, status);
}

// Units that were not built for it are linked when the program starts, and all others with them.
static bool is_whole(Build *build, const DriverParts *linked) {
    const DriverPart *without;
    DriverLtoKind kind = driver_lto_kind(linked, &without);
    if (kind == DRIVER_LTO_PARTIAL) DRIVER_DIAG(build->ctx, drv_lto_partial, without->name);
    return kind == DRIVER_LTO_WHOLE;
}

bool driver_build_lto(Build *build) {
    Ctx *ctx = build->ctx;
    DriverParts parts = {0};
    for (uint32_t i = 0; i < build->objects.n; i++)
        driver_read_parts(ctx, build->objects.at[i], &parts);
    if (!is_whole(build, &parts)) return true;
    const Target **targets = arena_array(&ctx->perm, const Target *, build->archs.n);
    for (uint32_t i = 0; i < build->archs.n; i++)
        targets[i] = target_parse(build->archs.at[i], strlen(build->archs.at[i]));
    CompileOptions options;
    compile_options_init(&options);
    const char *level = opt_value(&build->all, O_DEVICE_LEVEL, "3");
    options.optimizer.level = strcmp(level, "on") == 0 ? 3 : (uint8_t)(*level - '0');
    Buf fat;
    buf_init(&fat, &ctx->perm);
    const char *object = arena_printf(&ctx->perm, "%s/linked.o", build->temporary);
    if (!driver_lto_link(ctx, &parts, targets, build->archs.n, &options, &fat)) return false;
    if (!write_object(build, &fat, object)) return false;
    vec_push(&ctx->perm, &build->objects, object);
    return true;
}
