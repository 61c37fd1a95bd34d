// SPDX-License-Identifier: Apache-2.0
// `cuprum tile dis|as|verify`: text and bytecode of Tile IR converted and checked. Inputs may be
// either form whatever their names.
#include "base/opt.h"
#include "driver/driver.h"
#include "tile/tile.h"

#include <stdio.h>

enum {
    O_NONE,
#define OPT(id, ...) O_##id,
#include "driver/tile_options.def"
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/tile_options.def"
#undef OPT
};
const OptTable driver_tile_options = {rows, CU_COUNT(rows)};

typedef struct {
    Ctx *ctx;
    const char *action, *input;
    OptResult options;
} Job;

static const struct {
    const char *name, *doc;
} actions[] = {
    {"dis", "bytecode (or text) to text"},
    {"as", "text (or bytecode) to bytecode"},
    {"verify", "check a module"},
};

static const char *action_named(const char *name) {
    for (size_t i = 0; name && i < CU_COUNT(actions); i++) {
        if (strcmp(actions[i].name, name) == 0) return actions[i].name;
    }
    return NULL;
}

static int help(void) {
    printf("usage: cuprum tile dis|as|verify [options] FILE|-\nTile IR.\n\n");
    for (size_t i = 0; i < CU_COUNT(actions); i++) {
        printf("  %-8s%s\n", actions[i].name, actions[i].doc);
    }
    printf("\n");
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const OptRow *row = &rows[i];
        int n = printf("  --%s", row->name);
        if (*row->value) n += printf("=%s", row->value);
        if (*row->brief) n += printf(", -%s", row->brief);
        printf("%*s%s\n", n < 34 ? 34 - n : 2, "", row->help);
    }
    return 0;
}

static bool parse(Job *job, int argc, char **argv) {
    Ctx *ctx = job->ctx;
    const char *const *words = (const char *const *)argv + 1;
    if (!opt_parse(ctx, &driver_tile_options, (uint32_t)argc - 1, words, &job->options))
        return false;
    if (opt_has(&job->options, O_HELP)) return true;
    for (uint32_t i = 0; i < job->options.items.n; i++) {
        const OptItem *item = &job->options.items.at[i];
        if (item->id) {
            const char *takes = rows[item->id - 1].group;
            if (job->action && strstr(takes, job->action)) continue;
            return DRIVER_DIAG(ctx, drv_not_here, item->spelling,
                               arena_printf(&ctx->perm, "tile %s", job->action ? job->action : ""));
        }
        if (!job->action) {
            job->action = action_named(item->spelling);
            if (!job->action) return DRIVER_DIAG(ctx, drv_tile_action, item->spelling);
        } else if (job->input) {
            return DRIVER_DIAG(ctx, drv_many_inputs, item->spelling);
        } else {
            job->input = item->spelling;
        }
    }
    if (!job->action) return DRIVER_DIAG(ctx, drv_tile_action, "");
    return job->input || DRIVER_DIAG(ctx, drv_no_input);
}

static TileModule *read_input(Job *job) {
    size_t n;
    char *bytes = driver_read_file(job->ctx, job->input, &n);
    if (!bytes) return NULL;
    const char *name = strcmp(job->input, "-") == 0 ? "<stdin>" : job->input;
    return tile_read(job->ctx, name, bytes, n);
}

// There are no other warnings, so making errors of them is making errors of these.
static void check_hints(Job *job, TileModule *checked) {
    const char *how = opt_value(&job->options, O_HINTS, "warn");
    if (strcmp(how, "ignore") == 0) return;
    diag_options(job->ctx)->werror = strcmp(how, "error") == 0;
    tile_check_hints(checked);
}

static void run(Job *job) {
    Ctx *ctx = job->ctx;
    const char *output = opt_value(&job->options, O_OUTPUT, "-");
    diag_set_input(ctx, job->input);
    if (!driver_check_output(ctx, output, &job->input, 1)) return;
    TileModule *module = read_input(job);
    if (!module || (!opt_has(&job->options, O_NO_VERIFY) && !tile_verify(module))) return;
    if (strcmp(job->action, "verify") == 0) {
        check_hints(job, module);
        return;
    }
    const char *version = opt_value(&job->options, O_VERSION, NULL);
    if (version) module->version = TILE_VERSION(13, version[3] - '0');
    Buf out;
    buf_init(&out, &ctx->perm);
    bool ok = true;
    if (strcmp(job->action, "dis") == 0) {
        tile_print(module, opt_has(&job->options, O_DEBUG) ? TILE_PRINT_DEBUG : 0, &out);
    } else {
        ok = tile_write_bytecode(module, &out);
    }
    if (ok) driver_write_file(ctx, output, out.at, out.n);
}

int cmd_tile(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Job job = {.ctx = &ctx};
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!parse(&job, argc, argv)) {
        driver_finish(&ctx);
        code = 2;
    } else if (opt_has(&job.options, O_HELP)) {
        code = help();
    } else {
        run(&job);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
