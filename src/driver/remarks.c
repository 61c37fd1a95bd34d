// SPDX-License-Identifier: Apache-2.0
// Options of the optimizer's remarks, spelled as clang's; the command line, `cicc` and `cuprum opt`
// have them, each with ids of its own.
#include "driver/driver.h"

static const char *regex(Ctx *ctx, const OptResult *r, uint16_t id) {
    const OptItem *it = opt_last(r, id);
    if (!it) return NULL;
    const char *why = opt_remark_bad_regex(it->value, &ctx->perm);
    if (why) DRIVER_DIAG(ctx, drv_regex, it->value, why);
    return why ? NULL : it->value;
}

struct OptRemarkOptions *driver_remarks(Ctx *ctx, const OptResult *given,
                                        const DriverRemarkIds *ids) {
    OptRemarkOptions *remark_options = arena_new(&ctx->perm, OptRemarkOptions);
    *remark_options =
        (OptRemarkOptions){.pass = {[OPT_REMARK_PASSED] = regex(ctx, given, ids->passed),
                                    [OPT_REMARK_MISSED] = regex(ctx, given, ids->missed),
                                    [OPT_REMARK_ANALYSIS] = regex(ctx, given, ids->analysis)},
                           .show_option = true,
                           .record_pass = regex(ctx, given, ids->passes),
                           .json = strcmp(opt_value(given, ids->record, "yaml"), "json") == 0};
    if (opt_has(given, ids->record) || opt_has(given, ids->record_file)) {
        remark_options->record = arena_new(&ctx->perm, Buf);
        buf_init(remark_options->record, &ctx->perm);
    }
    for (uint32_t k = 0; k < OPT_REMARK_KINDS && ids->inlined && opt_has(given, ids->inlined);
         k++) {
        if (!remark_options->pass[k]) remark_options->pass[k] = opt_inline_remarks.pass[k];
    }
    bool any = remark_options->record != NULL;
    for (uint32_t k = 0; k < OPT_REMARK_KINDS; k++) any |= remark_options->pass[k] != NULL;
    return any ? remark_options : NULL;
}

void driver_write_record(Ctx *ctx, const OptResult *given, const DriverRemarkIds *ids,
                         const struct OptRemarkOptions *remark_options, const char *output,
                         const char *input) {
    if (!remark_options || !remark_options->record) return;
    const char *name = opt_value(given, ids->record_file, NULL);
    if (!name) {
        const char *base = strcmp(output, "-") == 0 ? input : output;
        const char *slash = strrchr(base, '/');
        if (base == input && slash) base = slash + 1; // in the working directory
        const char *dot = strrchr(base, '.');
        bool cut = dot && dot != base && (!slash || dot > slash);
        name = arena_printf(&ctx->perm, "%.*s.opt.%s", (int)(cut ? dot - base : (long)strlen(base)),
                            base, remark_options->json ? "json" : "yaml");
    }
    driver_write_file(ctx, name, remark_options->record->at, remark_options->record->n);
}
