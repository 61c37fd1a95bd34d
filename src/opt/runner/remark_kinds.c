// SPDX-License-Identifier: Apache-2.0
// Which remarks a run asks for: the expressions that the options have, matched with the names of
// the passes, and the frame of the record. What a pass says is common/remark.c's.
#include "opt/common/remark.h"
#include "opt/opt.h"

#include <regex.h>

const char *opt_remark_bad_regex(const char *text, Arena *arena) {
    regex_t regex;
    int error = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);
    if (!error) {
        regfree(&regex);
        return NULL;
    }
    char *why = arena_alloc(arena, 256, 1);
    regerror(error, &regex, why, 256);
    return why;
}

// Sets `bit` for the passes whose names match.
static void ask(OptRemarks *r, const char *text, uint8_t bit) {
    regex_t regex;
    if (!text || regcomp(&regex, text, REG_EXTENDED | REG_NOSUB)) return;
    for (uint32_t i = 0; i < opt_npasses; i++) {
        if (regexec(&regex, opt_passes[i].name, 0, NULL, 0) == 0) r->kinds[i] |= bit;
    }
    regfree(&regex);
}

OptRemarks *opt_remarks_begin(Ctx *ctx, const OptRemarkOptions *remark_options, Arena *arena) {
    if (!remark_options) return NULL;
    OptRemarks *remarks = arena_new(arena, OptRemarks);
    *remarks = (OptRemarks){.options = remark_options,
                            .kinds = arena_array(arena, uint8_t, opt_npasses),
                            .file = atom_cstr(ctx, "file"),
                            .filename = atom_cstr(ctx, "filename"),
                            .scope = atom_cstr(ctx, "scope"),
                            .line = atom_cstr(ctx, "line"),
                            .dbg = atom_cstr(ctx, "dbg")};
    map_init(&remarks->seen, arena);
    for (uint32_t k = 0; k < OPT_REMARK_KINDS; k++)
        ask(remarks, remark_options->pass[k], 1u << (OPT_REMARK_SHOWN + k));

    uint8_t all = ((1u << OPT_REMARK_KINDS) - 1) << OPT_REMARK_RECORDED;
    if (remark_options->record)
        ask(remarks, remark_options->record_pass ? remark_options->record_pass : "", all);
    if (remark_options->record && remark_options->json) buf_puts(remark_options->record, "[");
    return remarks;
}

uint8_t opt_remarks_of(const OptRemarks *r, const PassRow *row, bool last) {
    if (!r) return 0;
    uint8_t passed = 1u << (OPT_REMARK_SHOWN + OPT_REMARK_PASSED) |
                     1u << (OPT_REMARK_RECORDED + OPT_REMARK_PASSED);
    return r->kinds[row - opt_passes] & (last ? 0xff : passed);
}

void opt_remarks_end(OptRemarks *r) {
    if (r && r->options->record && r->options->json)
        buf_puts(r->options->record, r->recorded ? "\n]\n" : "]\n");
}
