// SPDX-License-Identifier: Apache-2.0
// Diagnostics as one SARIF 2.1.0 document (OASIS), with what nvcc's --output_mode=sarif puts there:
// no more than a rule, a level, a text and a place of each; notes are related places.
#include "base/diag_int.h"

static void uri(Ctx *ctx, Buf *o, const char *file) {
    Buf b;
    buf_init(&b, &ctx->scratch);
    if (*file == '/') buf_puts(&b, "file://");
    for (const char *p = file; *p; p++) { // RFC 3986, 2.3 and the path's own /
        unsigned char c = (unsigned char)*p;
        unsigned letter = (c | 32u) - 'a', digit = c - (unsigned)'0';
        bool plain = letter < 26 || digit < 10 || strchr("/-._~", c);
        if (plain)
            buf_putc(&b, *p);
        else
            buf_printf(&b, "%%%02X", c);
    }
    buf_json(o, buf_cstr(&b));
}

static bool place(Ctx *ctx, Buf *o, Pos pos) {
    SrcLoc at;
    if (!pos || !source_resolve(ctx, pos, &at)) return false;
    buf_puts(o, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    uri(ctx, o, atom_str(ctx, at.file));
    buf_printf(o, "},\"region\":{\"startLine\":%u,\"startColumn\":%u}}", at.line, at.col);
    return true;
}

static void message(Buf *o, const char *text) {
    buf_puts(o, "\"message\":{\"text\":");
    buf_json(o, text);
    buf_putc(o, '}');
}

// d[0] and the notes that belong to it.
static void result(Ctx *ctx, Buf *o, const Diag *d, uint32_t n) {
    uint32_t number = d->row ? diag_row_number(d->row) : 0;
    buf_puts(o, "{\"ruleId\":");
    if (number)
        buf_printf(o, "\"EC%u\"", number);
    else
        buf_json(o, d->row ? d->row->name : "fatal");
    buf_printf(o, ",\"level\":\"%s\",",
               d->sev >= SEV_ERROR     ? "error"
               : d->sev == SEV_WARNING ? "warning"
                                       : "note");
    message(o, d->text);
    size_t before = o->n;
    buf_puts(o, ",\"locations\":[{");
    if (place(ctx, o, d->pos))
        buf_puts(o, "}]");
    else
        o->n = before;
    for (uint32_t i = 1; i < n; i++) {
        buf_puts(o, i == 1 ? ",\"relatedLocations\":[{" : ",{");
        if (place(ctx, o, d[i].pos)) buf_putc(o, ',');
        message(o, d[i].text);
        buf_puts(o, i + 1 == n ? "}]" : "}");
    }
    buf_putc(o, '}');
}

void diag_render_sarif(Ctx *ctx, Buf *o) {
    DiagEngine *e = diag_engine(ctx);
    buf_puts(o, "{\"version\":\"2.1.0\",\"$schema\":\"https://raw.githubusercontent.com/oasis-tcs/"
                "sarif-spec/master/Schemata/sarif-schema-2.1.0.json\",\"runs\":[{\"tool\":{"
                "\"driver\":{\"name\":\"cuprum\"}},\"columnKind\":\"unicodeCodePoints\","
                "\"results\":[");
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->diags.n; i += n) {
        for (n = 1; i + n < e->diags.n && e->diags.at[i + n].sev == SEV_NOTE;) n++;
        if (i) buf_putc(o, ',');
        result(ctx, o, &e->diags.at[i], n);
    }
    bool unwound = ctx->fatal_text && !e->fatals && !e->limit_hit;
    Diag d = {.sev = SEV_FATAL, .text = ctx->fatal_text};
    if (unwound && e->diags.n) buf_putc(o, ',');
    if (unwound) result(ctx, o, &d, 1);
    buf_puts(o, "]}]}\n");
}
