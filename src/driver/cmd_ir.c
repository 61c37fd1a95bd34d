// SPDX-License-Identifier: Apache-2.0
// `cuprum as`, `dis`, `link`, `opt`: text and bitcode of the IR converted, linked, optimized.
// Inputs may be either form whatever their names.
#include "base/opt.h"
#include "driver/driver.h"
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    O_NONE,
#define OPT(id, ...) O_##id,
#include "driver/ir_options.def"
#undef OPT
};
static const OptRow rows[] = {
#define OPT OPT_ROW
#include "driver/ir_options.def"
#undef OPT
};
const OptTable driver_ir_options = {rows, CU_COUNT(rows)};

static const DriverRemarkIds remark_ids = {O_RPASS,  O_RPASS_MISSED, O_RPASS_ANALYSIS,
                                           O_RECORD, O_RECORD_FILE,  O_RECORD_PASSES};

typedef struct IrCommand IrCommand;
typedef struct {
    Ctx *ctx;
    const IrCommand *cmd;
    OptResult r;
    VEC(const char *) inputs;
    VEC(const char *) print_after;
    OptOptions opt;
} Job;
struct IrCommand {
    const char *name, *usage, *doc;
    bool many, text; // inputs; writes text
    bool (*work)(Job *, IrModule *);
};

static bool link_inputs(Job *job, IrModule *linked) {
    bool needed = opt_has(&job->r, O_ONLY_NEEDED), ok = true;
    for (uint32_t i = 1; ok && i < job->inputs.n; i++) {
        IrModule *src =
            driver_read_module(job->ctx, job->inputs.at[i], !opt_has(&job->r, O_NO_VERIFY));
        if (!src) return false;
        unsigned flags = (needed ? IR_LINK_ONLY_NEEDED : 0) |
                         (opt_has(&job->r, O_INTERNALIZE) ? IR_LINK_INTERNALIZE : 0);
        ok = ir_link(linked, src, flags);
        ir_module_free(src);
    }
    if (ok && opt_has(&job->r, O_MERGE)) ir_merge_constants(linked);
    return ok;
}

static bool optimize(Job *job, IrModule *optimized) {
    const char *level = opt_value(&job->r, O_OPT_LEVEL, NULL);
    const char *arch = opt_value(&job->r, O_ARCH, "sm_75");
    const Target *target = target_parse(arch, strlen(arch));
    if (!target) return DRIVER_DIAG(job->ctx, drv_arch, arch);
    Buf log;
    buf_init(&log, &job->ctx->perm);
    job->opt.passes = opt_value(&job->r, O_PASSES, level ? NULL : "");
    job->opt.level = level ? (uint32_t)(level[0] - '0') : 0;
    job->opt.target = target;
    job->opt.print_after = job->print_after.at;
    job->opt.nprint_after = job->print_after.n;
    job->opt.print_changed = opt_has(&job->r, O_PRINT_CHANGED);
    job->opt.bisect_limit = atoi(opt_value(&job->r, O_BISECT, "-1"));
    job->opt.fp.prec_div = job->opt.fp.prec_sqrt = true;
    job->opt.log = &log;
    OptRemarkOptions *remarks = driver_remarks(job->ctx, &job->r, &remark_ids);
    job->opt.remarks = remarks;
    bool ok = !diag_error_count(job->ctx) && opt_run(optimized, &job->opt);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    const char *output = opt_value(&job->r, O_OUTPUT, "-");
    if (ok) driver_write_record(job->ctx, &job->r, &remark_ids, remarks, output, job->inputs.at[0]);
    return ok;
}

static const IrCommand commands[] = {
    {"as", "[options] FILE.ll|-", "Text to bitcode.", false, false, NULL},
    {"dis", "[options] FILE.bc|-", "Bitcode to text.", false, true, NULL},
    {"link", "[options] FILE FILE...", "Modules to one.", true, false, link_inputs},
    {"opt", "[options] FILE.ll|FILE.bc|-", "Runs optimization passes.", false, false, optimize},
};

static int help(const IrCommand *command) { // the rows that name the command
    printf("usage: cuprum %s %s\n%s\n\n", command->name, command->usage, command->doc);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const OptRow *r = &rows[i];
        if (!strstr(r->group, command->name)) continue;
        int n = printf("  --%s", r->name);
        if (*r->value) n += printf("=%s", r->value);
        if (*r->brief) n += printf(", -%s", r->brief);
        printf("%*s%s\n", n < 34 ? 34 - n : 2, "", r->help);
    }
    return 0;
}

static bool parse(Job *job, int argc, char **argv) {
    if (!opt_parse(job->ctx, &driver_ir_options, (uint32_t)argc - 1, (const char *const *)argv + 1,
                   &job->r)) {
        return false;
    }
    job->opt.bisect_limit = -1;
    for (uint32_t i = 0; i < job->r.items.n; i++) {
        const OptItem *it = &job->r.items.at[i];
        const OptRow *row = it->id ? &rows[it->id - 1] : NULL;
        if (!row) {
            vec_push(&job->ctx->perm, &job->inputs, it->spelling);
        } else if (!strstr(row->group, job->cmd->name)) {
            return DRIVER_DIAG(job->ctx, drv_not_here, it->spelling, job->cmd->name);
        } else if (it->id == O_PRINT_AFTER) {
            vec_push(&job->ctx->perm, &job->print_after, it->value);
        } else if (it->id == O_STRESS && !opt_stress_add(&job->opt, it->value)) {
            return DRIVER_DIAG(job->ctx, drv_stress, it->value);
        }
    }
    if (opt_has(&job->r, O_HELP)) return true;
    if (!job->inputs.n) return DRIVER_DIAG(job->ctx, drv_no_input);
    if (job->inputs.n > 1 && !job->cmd->many) {
        return DRIVER_DIAG(job->ctx, drv_many_inputs, job->inputs.at[1]);
    }
    return true;
}

// A.ll gives A.bc and the other way round, where the input lies; links and optimized modules go to
// the standard output.
static const char *output_name(Job *j) {
    const char *o = opt_value(&j->r, O_OUTPUT, NULL), *in = j->inputs.at[0];
    if (o) return o;
    if (j->cmd->work || strcmp(in, "-") == 0) return "-";
    const char *dot = strrchr(in, '.'), *slash = strrchr(in, '/');
    int n = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - in) : strlen(in));
    return arena_printf(&j->ctx->perm, "%.*s.%s", n, in, j->cmd->text ? "ll" : "bc");
}

static void run(Job *job) {
    Ctx *ctx = job->ctx;
    diag_set_input(ctx, job->inputs.at[0]);
    if (!driver_check_output(ctx, output_name(job), job->inputs.at, job->inputs.n)) return;
    IrModule *module = driver_read_module(ctx, job->inputs.at[0], !opt_has(&job->r, O_NO_VERIFY));
    if (!module || (job->cmd->work && !job->cmd->work(job, module)) || diag_error_count(ctx))
        return;
    const char *name = output_name(job);
    size_t n = strlen(name);
    bool text = job->cmd->text || opt_has(&job->r, O_TEXT) ||
                (job->cmd->work && n > 3 && strcmp(name + n - 3, ".ll") == 0);
    Buf out;
    buf_init(&out, &ctx->perm);
    if (text) {
        ir_print_module(module, &out);
    } else {
        bool old = strcmp(opt_value(&job->r, O_DIALECT, "modern"), "llvm7") == 0;
        if (!ir_write_bitcode(module, old ? IR_BC_LLVM7 : IR_BC_MODERN, &out)) return;
    }
    driver_write_file(ctx, name, out.at, out.n);
}

int cmd_ir(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Job job = {.ctx = &ctx, .cmd = commands};
    while (strcmp(job.cmd->name, argv[0]) != 0) job.cmd++;
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!parse(&job, argc, argv)) {
        driver_finish(&ctx);
        code = 2;
    } else if (opt_has(&job.r, O_HELP)) {
        code = help(job.cmd);
    } else {
        run(&job);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
