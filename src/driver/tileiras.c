// SPDX-License-Identifier: Apache-2.0
// The program `tileiras`, and `cuprum tileiras`: checks bytecode of Tile IR and wraps it, for
// clients that call NVIDIA's assembler (cuTile Python). The container is a fat binary with the
// bytecode, as NVIDIA's `fatbinary` makes one of kind tileir, or with the PTX that it is compiled
// to; `cuprum exec` runs both.
#include "driver/driver.h"
#include "driver/fatbin.h"
#include "tile/tile.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    O_NONE,
#define OPT(id, ...) O_##id,
#include "driver/tileiras_options.def"
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/tileiras_options.def"
#undef OPT
};
const OptTable driver_tileiras_options = {rows, CU_COUNT(rows)};

typedef struct {
    Ctx *ctx;
    const char *input;
    OptResult given;
    const Target *target;
    bool compile; // PTX is made, else the bytecode stays, to be evaluated
} Job;

// Options that end the call, whatever else is on the command line. The version that clients look
// for is that of the toolkit whose place this takes.
static bool print_only(const Job *job) {
    Buf out;
    buf_init(&out, &job->ctx->perm);
    if (opt_has(&job->given, O_VERSION)) {
        buf_puts(&out,
                 "tileiras: Cuprum, a checker of Tile IR in the place of NVIDIA's assembler\n");
        driver_version_text(job->ctx, &out);
        buf_puts(&out, "Cuda compilation tools, release 13.5, V13.5.37\n");
    } else if (opt_has(&job->given, O_LIST_VERSIONS)) {
        for (unsigned minor = TILE_FIRST & 255; minor <= (TILE_LAST & 255); minor++)
            buf_printf(&out, "13.%u\n", minor);
    } else if (opt_has(&job->given, O_HELP)) {
        buf_puts(&out,
                 "usage: tileiras [options] FILE\nChecks bytecode of Tile IR and puts it, or "
                 "PTX, into a container that `cuprum exec` runs; there is no machine code.\n\n");
        opt_help(job->ctx, &out, &driver_tileiras_options);
    } else {
        return false;
    }
    fwrite(out.at, 1, out.n, stdout);
    return true;
}

static bool find_input(Job *job) {
    for (uint32_t i = 0; i < job->given.items.n; i++) {
        const OptItem *item = &job->given.items.at[i];
        if (item->id) continue;
        if (job->input) return DRIVER_DIAG(job->ctx, drv_many_inputs, item->spelling);
        job->input = item->spelling;
    }
    return job->input || DRIVER_DIAG(job->ctx, drv_no_input);
}

// Clients of the program cannot be told to give an option of ours, so the environment has it, too.
static bool choose_way(Job *job) {
    const char *from = getenv("CUPRUM_TILE"), *given = from && *from ? from : "evaluate";
    const char *way = opt_value(&job->given, O_WAY, given);
    job->compile = strcmp(way, "compile") == 0;
    return job->compile || strcmp(way, "evaluate") == 0 ||
           DRIVER_DIAG(job->ctx, drv_tileiras_way, way);
}

// A level above 0 and full debug information exclude each other, as in NVIDIA's program.
static bool check_options(Job *job) {
    const char *arch = opt_value(&job->given, O_ARCH, NULL);
    const char *level = opt_value(&job->given, O_LEVEL, "3");
    if (!opt_say_effects(job->ctx, &driver_tileiras_options, &job->given)) return false;
    if (!arch) return DRIVER_DIAG(job->ctx, drv_tileiras_arch);
    job->target = strncmp(arch, "sm_", 3) == 0 ? target_parse(arch, strlen(arch)) : NULL;
    if (!job->target) return DRIVER_DIAG(job->ctx, drv_arch, arch);
    if (opt_has(&job->given, O_DEBUG) && *level != '0')
        return DRIVER_DIAG(job->ctx, drv_tileiras_debug);
    return choose_way(job) && find_input(job);
}

static bool write_remarks(const Job *job) {
    const char *path = opt_value(&job->given, O_REMARKS_FILE, "tileir_remarks.yaml");
    bool yaml = strcmp(opt_value(&job->given, O_REMARK_FORMAT, ""), "yaml") == 0;
    return !yaml || driver_write_file(job->ctx, path, "", 0);
}

// What the assembler makes is for one GPU alone, so it may use what later ones do not have:
// NVIDIA's makes wgmma of sm_90, too.
static const Target *own_target(const Target *target) {
    const Target *hopper = target_parse("sm_90", 5), *all = target_parse("sm_90a", 6);
    return target == hopper ? all : target;
}

static bool compile(const Job *job, const char *bytes, size_t n, Buf *ptx) {
    Buf log;
    CompileOptions options;
    compile_options_init(&options);
    options.input = INPUT_TILE;
    options.path = job->input;
    options.text = bytes;
    options.len = n;
    options.target = own_target(job->target);
    options.optimizer.level = *opt_value(&job->given, O_LEVEL, "3") - '0';
    options.line_info = opt_has(&job->given, O_LINE_INFO) || opt_has(&job->given, O_DEBUG);
    buf_init(&log, &job->ctx->perm);
    return compile_run(job->ctx, &options, ptx, &log);
}

static bool assemble(Job *job) {
    Ctx *ctx = job->ctx;
    size_t n;
    const char *output = opt_value(&job->given, O_OUTPUT, "elf.o");
    if (!driver_check_output(ctx, output, &job->input, 1)) return false;
    const char *bytes = driver_read_file(ctx, job->input, &n);
    if (!bytes) return false;
    if (!tile_is_bytecode(bytes, n)) return DRIVER_DIAG(ctx, drv_tileiras_input, job->input);
    TileModule *module = tile_read_bytecode(ctx, job->input, bytes, n);
    if (!module || !tile_verify(module)) return false;
    Buf out, ptx;
    buf_init(&out, &ctx->perm);
    buf_init(&ptx, &ctx->perm);
    DriverImage image = {.target = job->target, .bytes = bytes, .n = n, .tile = true};
    if (job->compile) {
        if (!compile(job, bytes, n, &ptx)) return false;
        image = (DriverImage){.target = job->target, .bytes = ptx.at, .n = ptx.n};
    }
    driver_fat_binary(ctx, &image, 1, &out);
    return driver_write_file(ctx, output, out.at, out.n) && write_remarks(job);
}

static void run(Job *job, int argc, char **argv) {
    const char *const *words = (const char *const *)argv + 1;
    if (!opt_parse(job->ctx, &driver_tileiras_options, (uint32_t)argc - 1, words, &job->given))
        return;
    if (!print_only(job) && check_options(job)) assemble(job);
}

int cmd_tileiras(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Job job = {.ctx = &ctx};
    jmp_buf unwind;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0) run(&job, argc, argv);
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
