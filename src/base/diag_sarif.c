// SPDX-License-Identifier: Apache-2.0
// Diagnostics as one SARIF 2.1.0 document (OASIS): a run, its rules, and of each diagnostic what
// nvcc's --output_mode=sarif puts there (rule, level, text, place); notes and the macros that the
// place came through are related places, and fix-its are fixes.
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

// The column in code points (3.14.17: columnKind): bytes of a character after its first are none.
static uint32_t column(const SrcLoc *at) {
    uint32_t n = at->col;
    for (uint32_t i = 0; at->line_start && i + 1 < at->col && i < at->line_len; i++)
        n -= ((unsigned char)at->line_start[i] & 0xc0) == 0x80;
    return n;
}

// The members of a region that begins at `at`, up to `end` if that is a place behind it in the
// line.
static void region(Ctx *ctx, Buf *out, const SrcLoc *at, Pos end) {
    SrcLoc last;
    buf_printf(out, "{\"startLine\":%u,\"startColumn\":%u", at->line, column(at));
    bool ends = end && source_resolve(ctx, end, &last) && last.file == at->file;
    if (ends && last.line == at->line && last.col >= at->col)
        buf_printf(out, ",\"endColumn\":%u", column(&last));
    buf_putc(out, '}');
}

// The file, as an artifactLocation (SARIF 2.1.0, 3.4).
static void artifact(Ctx *ctx, Buf *out, Atom file) {
    buf_puts(out, "\"artifactLocation\":{\"uri\":");
    uri(ctx, out, atom_str(ctx, file));
    buf_putc(out, '}');
}

// File and region together: a physicalLocation (3.29).
static void physical(Ctx *ctx, Buf *out, const SrcLoc *at, Pos end) {
    buf_puts(out, "\"physicalLocation\":{");
    artifact(ctx, out, at->file);
    buf_puts(out, ",\"region\":");
    region(ctx, out, at, end);
    buf_putc(out, '}');
}

// The member physicalLocation; false, and nothing written, when the position is none.
static bool place(Ctx *ctx, Buf *out, Pos pos, Pos end) {
    SrcLoc at;
    if (!pos || !source_resolve(ctx, pos, &at)) return false;
    physical(ctx, out, &at, end);
    return true;
}

static void message(Buf *out, const char *text) {
    buf_puts(out, "\"message\":{\"text\":");
    buf_json(out, text);
    buf_putc(out, '}');
}

// A rule's id: nvcc's number, else our name of the row.
static void rule_id(Buf *out, const DiagRow *reported) {
    uint32_t number = reported ? diag_row_number(reported) : 0;
    if (number)
        buf_printf(out, "\"EC%u\"", number);
    else
        buf_json(out, reported ? diag_row_name(reported) : "fatal");
}

// The macros that the position came through, the innermost first, as related places.
static uint32_t macro_places(Ctx *ctx, Buf *out, Pos pos) {
    enum { MACROS_MAX = 8 };
    SrcLoc at;
    uint32_t n = 0;
    for (; pos && n < MACROS_MAX; n++) {
        bool expanded = source_resolve_spelling(ctx, pos, &at) && at.expanded_from && at.macro;
        if (!expanded) return n;
        buf_puts(out, n ? ",{" : ",\"relatedLocations\":[{");
        physical(ctx, out, &at, 0);
        buf_putc(out, ',');
        message(out, arena_printf(&ctx->scratch, "in expansion of macro \"%s\"",
                                  atom_str(ctx, at.macro)));
        buf_putc(out, '}');
        pos = at.expanded_from;
    }
    return n;
}

// One fix with all of a diagnostic's changes; those of a macro's text are none of the file's.
static void fixes(Ctx *ctx, Buf *out, const Diag *shown) {
    SrcLoc at, end;
    bool any = false;
    for (uint32_t i = 0; i < shown->fixits.n; i++) {
        const FixIt *fix = &shown->fixits.at[i];
        bool whole = source_resolve_spelling(ctx, fix->begin, &at) && !at.expanded_from &&
                     source_resolve(ctx, fix->end, &end) && end.line == at.line;
        if (!whole) continue;
        buf_puts(out, any ? "]},{" : ",\"fixes\":[{\"artifactChanges\":[{");
        artifact(ctx, out, at.file);
        buf_puts(out, ",\"replacements\":[{\"deletedRegion\":");
        region(ctx, out, &at, fix->end);
        buf_puts(out, ",\"insertedContent\":{\"text\":");
        buf_json(out, fix->replacement);
        buf_puts(out, "}}");
        any = true;
    }
    if (any) buf_puts(out, "]}]}]");
}

// A diagnostic, the first of `shown`, and the notes that belong to it, n in all. `rule`: its row's
// place among the rules.
static void result(Ctx *ctx, Buf *out, const Diag *shown, uint32_t n, uint32_t rule) {
    buf_puts(out, "{\"ruleId\":");
    rule_id(out, shown->row);
    buf_printf(out, ",\"ruleIndex\":%u,\"level\":\"%s\",", rule,
               shown->sev >= SEV_ERROR     ? "error"
               : shown->sev == SEV_WARNING ? "warning"
                                           : "note");
    message(out, shown->text);
    size_t before = out->n;
    buf_puts(out, ",\"locations\":[{");
    if (place(ctx, out, shown->pos, shown->end))
        buf_puts(out, "}]");
    else
        out->n = before;
    uint32_t related = macro_places(ctx, out, shown->pos);
    for (uint32_t i = 1; i < n; i++, related++) {
        buf_puts(out, related ? ",{" : ",\"relatedLocations\":[{");
        if (place(ctx, out, shown[i].pos, 0)) buf_putc(out, ',');
        message(out, shown[i].text);
        buf_putc(out, '}');
    }
    if (related) buf_putc(out, ']');
    for (uint32_t i = 0; i < n; i++) {
        if (shown[i].fixits.n) {
            fixes(ctx, out, &shown[i]);
            break;
        }
    }
    buf_putc(out, '}');
}

// Rows and the places that they have among the rules: one for each id, in the order of their use.
typedef struct Rules {
    VEC(const DiagRow *) row;
    Map place; // by number or row: its place + 1
} Rules;

// The place of a row among the rules; one that is met for the first time is added.
static uint32_t rule_of(Ctx *ctx, Rules *rules, const DiagRow *reported) {
    uint32_t number = reported ? diag_row_number(reported) : 0;
    void **slot = map_slot(&rules->place, number ? number : (uintptr_t)reported | 1);
    if (!*slot) {
        vec_push(&ctx->scratch, &rules->row, reported);
        *slot = (void *)(uintptr_t)rules->row.n;
    }
    return (uint32_t)(uintptr_t)*slot - 1;
}

// The driver with its rules (3.18, 3.19), in the order in which the results name them.
static void tool(Buf *out, const Rules *rules) {
    buf_puts(out, "{\"driver\":{\"name\":\"cuprum\"");
    for (uint32_t i = 0; i < rules->row.n; i++) {
        const DiagRow *row = rules->row.at[i];
        buf_puts(out, i ? ",{\"id\":" : ",\"rules\":[{\"id\":");
        rule_id(out, row);
        if (row) buf_puts(out, ",\"name\":");
        if (row) buf_json(out, diag_row_name(row));
        buf_putc(out, '}');
    }
    buf_puts(out, rules->row.n ? "]}}" : "}}");
}

// One run with all results; a failure that unwound without a diagnostic is the last.
void diag_render_sarif(Ctx *ctx, Buf *out) {
    DiagEngine *e = diag_engine(ctx);
    Rules rules = {0};
    map_init(&rules.place, &ctx->scratch);
    Buf results;
    buf_init(&results, &ctx->scratch);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->diags.n; i += n) {
        for (n = 1; i + n < e->diags.n && e->diags.at[i + n].sev == SEV_NOTE;) n++;
        if (i) buf_putc(&results, ',');
        const Diag *diag = &e->diags.at[i];
        result(ctx, &results, diag, n, rule_of(ctx, &rules, diag->row));
    }
    bool unwound = ctx->fatal_text && !e->fatals && !e->limit_hit;
    Diag d = {.sev = SEV_FATAL, .text = ctx->fatal_text};
    if (unwound && e->diags.n) buf_putc(&results, ',');
    if (unwound) result(ctx, &results, &d, 1, rule_of(ctx, &rules, NULL));

    buf_puts(out,
             "{\"version\":\"2.1.0\",\"$schema\":\"https://raw.githubusercontent.com/oasis-tcs/"
             "sarif-spec/master/Schemata/sarif-schema-2.1.0.json\",\"runs\":[{\"tool\":");
    tool(out, &rules);
    buf_puts(out, ",\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    buf_puts(out, buf_cstr(&results));
    buf_puts(out, "]}]}\n");
}
