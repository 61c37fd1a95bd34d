// SPDX-License-Identifier: Apache-2.0
// `cuprum as`, `dis`, `link`, `opt`: text and bitcode of the IR converted, linked, optimized.
// Inputs may be either form whatever their names.
#include "base/opt.h"
#include "driver/driver.h"
#include "ir/ir.h"
#include "opt/opt.h"

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

static bool link_inputs(Job *j, IrModule *m) {
    bool needed = opt_has(&j->r, O_ONLY_NEEDED), ok = true;
    for (uint32_t i = 1; ok && i < j->inputs.n; i++) {
        IrModule *src = driver_read_module(j->ctx, j->inputs.at[i], !opt_has(&j->r, O_NO_VERIFY));
        if (!src) return false;
        unsigned flags = (needed ? IR_LINK_ONLY_NEEDED : 0) |
                         (opt_has(&j->r, O_INTERNALIZE) ? IR_LINK_INTERNALIZE : 0);
        ok = ir_link(m, src, flags);
        ir_module_free(src);
    }
    if (ok && opt_has(&j->r, O_MERGE)) ir_merge_constants(m);
    return ok;
}

static bool optimize(Job *j, IrModule *m) {
    const char *level = opt_value(&j->r, O_OPT_LEVEL, NULL);
    const char *arch = opt_value(&j->r, O_ARCH, "sm_75");
    const Target *t = target_parse(arch, strlen(arch));
    if (!t) return DRIVER_DIAG(j->ctx, drv_arch, arch);
    Buf log;
    buf_init(&log, &j->ctx->perm);
    j->opt.passes = opt_value(&j->r, O_PASSES, level ? NULL : "");
    j->opt.level = level ? (uint32_t)(level[0] - '0') : 0;
    j->opt.sm = t->number;
    j->opt.print_after = j->print_after.at;
    j->opt.nprint_after = j->print_after.n;
    j->opt.print_changed = opt_has(&j->r, O_PRINT_CHANGED);
    j->opt.bisect_limit = atoi(opt_value(&j->r, O_BISECT, "-1"));
    j->opt.prec_div = j->opt.prec_sqrt = true;
    j->opt.log = &log;
    OptRemarkOptions *remarks = driver_remarks(j->ctx, &j->r, &remark_ids);
    j->opt.remarks = remarks;
    bool ok = !diag_error_count(j->ctx) && opt_run(m, &j->opt);
    if (log.n) fwrite(log.at, 1, log.n, stderr);
    const char *output = opt_value(&j->r, O_OUTPUT, "-");
    if (ok) driver_write_record(j->ctx, &j->r, &remark_ids, remarks, output, j->inputs.at[0]);
    return ok;
}

static const IrCommand commands[] = {
    {"as", "[options] FILE.ll|-", "Text to bitcode.", false, false, NULL},
    {"dis", "[options] FILE.bc|-", "Bitcode to text.", false, true, NULL},
    {"link", "[options] FILE FILE...", "Modules to one.", true, false, link_inputs},
    {"opt", "[options] FILE.ll|FILE.bc|-", "Runs optimization passes.", false, false, optimize},
};

static int help(const IrCommand *c) { // the rows that name the command
    printf("usage: cuprum %s %s\n%s\n\n", c->name, c->usage, c->doc);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const OptRow *r = &rows[i];
        if (!strstr(r->group, c->name)) continue;
        int n = printf("  --%s", r->name);
        if (*r->value) n += printf("=%s", r->value);
        if (*r->brief) n += printf(", -%s", r->brief);
        printf("%*s%s\n", n < 34 ? 34 - n : 2, "", r->help);
    }
    return 0;
}

static bool parse(Job *j, int argc, char **argv) {
    static const OptTable table = {rows, CU_COUNT(rows)};
    if (!opt_parse(j->ctx, &table, (uint32_t)argc - 1, (const char *const *)argv + 1, &j->r)) {
        return false;
    }
    j->opt.bisect_limit = -1;
    for (uint32_t i = 0; i < j->r.items.n; i++) {
        const OptItem *it = &j->r.items.at[i];
        const OptRow *row = it->id ? &rows[it->id - 1] : NULL;
        if (!row) {
            vec_push(&j->ctx->perm, &j->inputs, it->spelling);
        } else if (!strstr(row->group, j->cmd->name)) {
            return DRIVER_DIAG(j->ctx, drv_not_here, it->spelling, j->cmd->name);
        } else if (it->id == O_PRINT_AFTER) {
            vec_push(&j->ctx->perm, &j->print_after, it->value);
        } else if (it->id == O_STRESS && !opt_stress_add(&j->opt, it->value)) {
            return DRIVER_DIAG(j->ctx, drv_stress, it->value);
        }
    }
    if (opt_has(&j->r, O_HELP)) return true;
    if (!j->inputs.n) return DRIVER_DIAG(j->ctx, drv_no_input);
    if (j->inputs.n > 1 && !j->cmd->many) {
        return DRIVER_DIAG(j->ctx, drv_many_inputs, j->inputs.at[1]);
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

static void run(Job *j) {
    Ctx *ctx = j->ctx;
    diag_set_input(ctx, j->inputs.at[0]);
    IrModule *m = driver_read_module(ctx, j->inputs.at[0], !opt_has(&j->r, O_NO_VERIFY));
    if (!m || (j->cmd->work && !j->cmd->work(j, m)) || diag_error_count(ctx)) return;
    const char *name = output_name(j);
    size_t n = strlen(name);
    bool text = j->cmd->text || opt_has(&j->r, O_TEXT) ||
                (j->cmd->work && n > 3 && strcmp(name + n - 3, ".ll") == 0);
    Buf out;
    buf_init(&out, &ctx->perm);
    if (text) {
        ir_print_module(m, &out);
    } else {
        bool old = strcmp(opt_value(&j->r, O_DIALECT, "modern"), "llvm7") == 0;
        if (!ir_write_bitcode(m, old ? IR_BC_LLVM7 : IR_BC_MODERN, &out)) return;
    }
    driver_write_file(ctx, name, out.at, out.n);
}

int cmd_ir(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    Job j = {.ctx = &ctx, .cmd = commands};
    while (strcmp(j.cmd->name, argv[0]) != 0) j.cmd++;
    jmp_buf out;
    int code;
    ctx.unwind = &out;
    if (setjmp(out)) {
        code = driver_finish(&ctx);
    } else if (!parse(&j, argc, argv)) {
        driver_finish(&ctx);
        code = 2;
    } else if (opt_has(&j.r, O_HELP)) {
        code = help(j.cmd);
    } else {
        run(&j);
        code = driver_finish(&ctx);
    }
    ctx_free(&ctx);
    return code;
}
