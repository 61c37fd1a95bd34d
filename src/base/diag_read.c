// SPDX-License-Identifier: Apache-2.0
// Diagnostics as data, for the library's callers.
#include "base/diag_int.h"

static bool unwound(Ctx *ctx) {
    DiagEngine *e = diag_engine(ctx);
    return ctx->fatal_text && !e->fatals && !e->limit_hit;
}

uint32_t diag_count(Ctx *ctx) {
    return diag_engine(ctx)->diags.n + unwound(ctx);
}

// Readers that count lines themselves (IR) begin the text with "file:line:column: ".
static void split_text(Ctx *ctx, DiagView *filled) {
    const char *s = filled->text;
    for (const char *p = s; (p = strchr(p, ':')); p++) {
        uint32_t line = 0, col = 0;
        const char *q = p + 1;
        while (*q >= '0' && *q <= '9') line = line * 10 + (uint32_t)(*q++ - '0');
        if (q == p + 1 || *q != ':') continue;
        const char *r = ++q;
        while (*q >= '0' && *q <= '9') col = col * 10 + (uint32_t)(*q++ - '0');
        if (q == r || q[0] != ':' || q[1] != ' ') continue;
        filled->file = arena_strndup(&ctx->perm, s, (size_t)(p - s));
        filled->line = line;
        filled->column = col;
        filled->text = q + 2;
        return;
    }
}

// The one behind the last is what unwound without a diagnostic.
void diag_get(Ctx *ctx, uint32_t i, DiagView *out) {
    DiagEngine *e = diag_engine(ctx);
    *out = (DiagView){.severity = SEV_FATAL, .id = "", .text = ctx->fatal_text, .file = ""};
    if (i >= e->diags.n) return;
    const Diag *diag = &e->diags.at[i];
    SrcLoc at;
    out->severity = diag->sev;
    out->id = diag_row_name(diag->row);
    out->text = diag->text;
    if (diag->pos && source_resolve(ctx, diag->pos, &at)) {
        out->file = atom_str(ctx, at.file);
        out->line = at.line;
        out->column = at.col;
    } else if (strcmp(out->id, "ir_parse") == 0) {
        split_text(ctx, out);
    }
}
