// SPDX-License-Identifier: Apache-2.0
// Diagnostics as one SARIF 2.1.0 document (OASIS), with what nvcc's --output_mode=sarif puts there:
// no more than a rule, a level, a text and a place of each; notes are related places.
#include "base/diag_int.h"

// A file's name as a URI, in quotes: "file://" before an absolute one, and bytes that a URI does
// not have as %XX.
static void uri(Ctx *ctx, Buf *out, const char *file) {
    Buf buf;
    buf_init(&buf, &ctx->scratch);
    if (*file == '/') buf_puts(&buf, "file://");
    for (const char *p = file; *p; p++) { // RFC 3986, 2.3 and the path's own /
        unsigned char c = (unsigned char)*p;
        unsigned letter = (c | 32u) - 'a', digit = c - (unsigned)'0';
        bool plain = letter < 26 || digit < 10 || strchr("/-._~", c);
        if (plain)
            buf_putc(&buf, *p);
        else
            buf_printf(&buf, "%%%02X", c);
    }
    buf_json(out, buf_cstr(&buf));
}

// The member physicalLocation; false, and nothing written, when the position is none.
static bool place(Ctx *ctx, Buf *out, Pos pos) {
    SrcLoc at;
    if (!pos || !source_resolve(ctx, pos, &at)) return false;
    buf_puts(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    uri(ctx, out, atom_str(ctx, at.file));
    buf_printf(out, "},\"region\":{\"startLine\":%u,\"startColumn\":%u}}", at.line, at.col);
    return true;
}

static void message(Buf *out, const char *text) {
    buf_puts(out, "\"message\":{\"text\":");
    buf_json(out, text);
    buf_putc(out, '}');
}

// A diagnostic, diag[0], and the notes that belong to it, n in all.
static void result(Ctx *ctx, Buf *out, const Diag *diag, uint32_t n) {
    uint32_t number = diag->row ? diag_row_number(diag->row) : 0;
    buf_puts(out, "{\"ruleId\":");
    if (number)
        buf_printf(out, "\"EC%u\"", number);
    else
        buf_json(out, diag->row ? diag->row->name : "fatal");
    buf_printf(out, ",\"level\":\"%s\",",
               diag->sev >= SEV_ERROR     ? "error"
               : diag->sev == SEV_WARNING ? "warning"
                                          : "note");
    message(out, diag->text);
    size_t before = out->n;
    buf_puts(out, ",\"locations\":[{");
    if (place(ctx, out, diag->pos))
        buf_puts(out, "}]");
    else
        out->n = before;
    for (uint32_t i = 1; i < n; i++) {
        buf_puts(out, i == 1 ? ",\"relatedLocations\":[{" : ",{");
        if (place(ctx, out, diag[i].pos)) buf_putc(out, ',');
        message(out, diag[i].text);
        buf_puts(out, i + 1 == n ? "}]" : "}");
    }
    buf_putc(out, '}');
}

// One run with all results; a failure that unwound without a diagnostic is the last.
void diag_render_sarif(Ctx *ctx, Buf *out) {
    DiagEngine *e = diag_engine(ctx);
    buf_puts(out,
             "{\"version\":\"2.1.0\",\"$schema\":\"https://raw.githubusercontent.com/oasis-tcs/"
             "sarif-spec/master/Schemata/sarif-schema-2.1.0.json\",\"runs\":[{\"tool\":{"
             "\"driver\":{\"name\":\"cuprum\"}},\"columnKind\":\"unicodeCodePoints\","
             "\"results\":[");
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->diags.n; i += n) {
        for (n = 1; i + n < e->diags.n && e->diags.at[i + n].sev == SEV_NOTE;) n++;
        if (i) buf_putc(out, ',');
        result(ctx, out, &e->diags.at[i], n);
    }
    bool unwound = ctx->fatal_text && !e->fatals && !e->limit_hit;
    Diag d = {.sev = SEV_FATAL, .text = ctx->fatal_text};
    if (unwound && e->diags.n) buf_putc(out, ',');
    if (unwound) result(ctx, out, &d, 1);
    buf_puts(out, "]}]}\n");
}
