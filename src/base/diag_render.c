// SPDX-License-Identifier: Apache-2.0
// Diagnostics: printing what was reported, in nvcc's layout, in clang's, or as JSON lines.
//
// nvcc's (EDG's) layout, as nvcc 13.0 prints it:
//     k.cu(7): error: identifier "x" is undefined
//         p[0] = x;
//                ^
//               detected during instantiation of "T f(T) [with T=int]" at line 8
//     <empty line after the notes>
//     1 error detected in the compilation of "k.cu".
// with a tab of the source shown as one space. Warnings show their number: `warning #177-D:`.
#include "base/diag_int.h"

enum { LINE_MAX_SHOWN = 160, MACRO_NOTES_MAX = 6 };

typedef struct {
    Ctx *ctx;
    DiagEngine *e;
    Buf *out;
    bool colour, clang;
    bool remark_said;  // nvcc's hint how to suppress warnings, once
    Pos last_included; // the include stack printed last
    ArenaMark mark;    // scratch
} Render;

static const char *const sev_name[] = {
    [SEV_IGNORED] = "ignored", [SEV_NOTE] = "note",   [SEV_REMARK] = "remark",
    [SEV_WARNING] = "warning", [SEV_ERROR] = "error", [SEV_FATAL] = "catastrophic error",
};
static const char *const sev_colour[] = {
    [SEV_NOTE] = "\033[1;36m",  [SEV_REMARK] = "\033[1;34m", [SEV_WARNING] = "\033[1;35m",
    [SEV_ERROR] = "\033[1;31m", [SEV_FATAL] = "\033[1;31m",
};

static void paint(Render *r, const char *code) {
    if (r->colour) buf_puts(r->out, code);
}

// ---- carets ------------------------------------------------------------------------------------

typedef struct {
    const char *s;
    uint32_t from, to; // the bytes of the line that are shown
    uint32_t caret;    // byte columns, 0-based
    uint32_t beg, end; // range on this line, beg == end: none
} Line;

static bool is_cont(char c) { // second and later bytes of a UTF-8 sequence
    return ((unsigned char)c & 0xc0) == 0x80;
}

// Chooses at most LINE_MAX_SHOWN bytes around the caret; generated lines can be megabytes.
static Line line_window(const SrcLoc *loc) {
    Line l = {.s = loc->line_start, .to = loc->line_len};
    l.caret = CU_MIN(loc->col ? loc->col - 1 : 0, loc->line_len);
    if (loc->line_len > LINE_MAX_SHOWN) {
        uint32_t half = LINE_MAX_SHOWN / 2;
        l.from = l.caret > half ? l.caret - half : 0;
        l.to = CU_MIN(l.from + LINE_MAX_SHOWN, loc->line_len);
        while (l.from < l.caret && is_cont(l.s[l.from])) l.from++;
        while (l.to < loc->line_len && is_cont(l.s[l.to])) l.to++;
    }
    return l;
}

static void line_range(Render *r, const Diag *d, const SrcLoc *loc, Line *l) {
    SrcLoc b, e;
    l->beg = l->end = l->caret;
    if (!d->begin || !d->end || !source_resolve(r->ctx, d->begin, &b) ||
        !source_resolve(r->ctx, d->end, &e)) {
        return;
    }
    if (b.file != loc->file || e.file != loc->file) return;
    // a range over several lines is cut to the caret's line
    if (b.line > loc->line || e.line < loc->line) return;
    l->beg = b.line == loc->line ? b.col - 1 : l->from;
    l->end = e.line == loc->line ? e.col - 1 : l->to;
    l->beg = CU_MAX(CU_MIN(l->beg, l->to), l->from);
    l->end = CU_MAX(CU_MIN(l->end, l->to), l->beg);
}

static void print_marks(Render *r, const Line *l) {
    Buf *o = r->out;
    uint32_t last = CU_MAX(l->caret + 1, l->end);
    paint(r, "\033[1;32m");
    for (uint32_t i = l->from; i < last; i++) {
        if (i < l->to && is_cont(l->s[i])) continue;
        if (i == l->caret)
            buf_putc(o, '^');
        else
            buf_putc(o, i >= l->beg && i < l->end ? '~' : ' ');
    }
    paint(r, "\033[0m");
    buf_putc(o, '\n');
}

// One line below the caret with the replacement texts, as far as they are on this line.
static void print_fixits(Render *r, const Diag *d, const SrcLoc *loc, const Line *l) {
    uint32_t col = l->from;
    bool any = false;
    for (uint32_t i = 0; i < d->fixits.n; i++) {
        const FixIt *f = &d->fixits.at[i];
        SrcLoc at;
        if (!*f->replacement || strchr(f->replacement, '\n')) continue;
        if (!source_resolve(r->ctx, f->begin, &at)) continue;
        if (at.file != loc->file || at.line != loc->line || at.col - 1 < col) continue;
        if (at.col - 1 > l->to) continue;
        if (!any) buf_puts(r->out, "  ");
        any = true;
        for (; col < at.col - 1; col++) {
            if (col >= l->to || !is_cont(l->s[col])) buf_putc(r->out, ' ');
        }
        paint(r, "\033[32m");
        buf_puts(r->out, f->replacement);
        paint(r, "\033[0m");
        col += (uint32_t)strlen(f->replacement);
    }
    if (any) buf_putc(r->out, '\n');
}

static void print_caret(Render *r, const Diag *d, const SrcLoc *loc) {
    if (!r->e->opt.show_caret || !loc->line_start) return;
    Line l = line_window(loc);
    line_range(r, d, loc, &l);
    buf_puts(r->out, "  ");
    for (uint32_t i = l.from; i < l.to; i++) {
        unsigned char c = (unsigned char)l.s[i];
        buf_putc(r->out, c < 0x20 || c == 0x7f ? ' ' : (char)c);
    }
    buf_puts(r->out, "\n  ");
    print_marks(r, &l);
    print_fixits(r, d, loc, &l);
}

// ---- text styles -------------------------------------------------------------------------------

static void print_place(Render *r, const SrcLoc *loc) {
    buf_atom(r->ctx, r->out, loc->file);
    if (r->clang)
        buf_printf(r->out, ":%u:%u: ", loc->line, loc->col);
    else
        buf_printf(r->out, "(%u): ", loc->line);
}

static void print_severity(Render *r, const Diag *d) {
    Buf *o = r->out;
    paint(r, sev_colour[d->sev]);
    if (r->clang && d->sev == SEV_FATAL)
        buf_puts(o, "fatal error");
    else
        buf_puts(o, sev_name[d->sev]);
    uint32_t number = d->row ? diag_row_number(d->row) : 0;
    bool show = d->sev < SEV_ERROR ? d->sev != SEV_NOTE : r->e->opt.display_number;
    if (!r->clang && number && show && !r->e->opt.hide_number) {
        buf_printf(o, " #%u%s", number, diag_row_soft(d->row) ? "-D" : "");
    }
    buf_puts(o, ": ");
    paint(r, "\033[0m");
}

// Lines after the first are indented as nvcc does ("argument types are: ...").
static void print_text(Render *r, const Diag *d) {
    paint(r, r->clang ? "\033[1m" : "");
    for (const char *p = d->text; *p; p++) {
        buf_putc(r->out, *p);
        if (*p == '\n') buf_puts(r->out, r->clang ? "  " : "            ");
    }
    paint(r, r->clang ? "\033[0m" : "");
    if (r->clang && d->row && d->sev == SEV_WARNING) {
        const char *g = d->row->group;
        g += strspn(g, "0123456789");
        g += *g == ',';
        int n = (int)strcspn(g, ",");
        if (n) buf_printf(r->out, " [-W%.*s]", n, g);
    }
    buf_putc(r->out, '\n');
}

// clang's "In file included from"; printed when it differs from the stack printed last.
static void print_includes(Render *r, Pos from) {
    if (!r->clang || from == r->last_included) return;
    r->last_included = from;
    SrcLoc at;
    for (int depth = 0; from && depth < 200 && source_resolve(r->ctx, from, &at); depth++) {
        buf_printf(r->out, "In file included from %s:%u:\n", atom_str(r->ctx, at.file), at.line);
        from = at.included_from;
    }
}

static void print_one(Render *r, const Diag *d) {
    SrcLoc loc;
    bool known = d->pos && source_resolve(r->ctx, d->pos, &loc);
    if (known) {
        if (d->sev != SEV_NOTE) print_includes(r, loc.included_from);
        paint(r, "\033[1m");
        print_place(r, &loc);
        paint(r, "\033[0m");
    }
    print_severity(r, d);
    print_text(r, d);
    if (known) print_caret(r, d, &loc);
}

// Says through which macros the position came, innermost first.
static void print_macros(Render *r, const Diag *d) {
    SrcLoc at;
    Pos pos = d->pos;
    for (int n = 0; pos && n < MACRO_NOTES_MAX; n++) {
        if (!source_resolve_spelling(r->ctx, pos, &at) || !at.expanded_from || !at.macro) return;
        paint(r, "\033[1m");
        print_place(r, &at);
        paint(r, "\033[0m");
        print_severity(r, &(Diag){.sev = SEV_NOTE});
        buf_printf(r->out, "in expansion of macro \"%s\"\n", atom_str(r->ctx, at.macro));
        print_caret(r, &(Diag){.sev = SEV_NOTE}, &at);
        pos = at.expanded_from;
    }
}

static void print_context_nvcc(Render *r, const Diag *d, const SrcLoc *main, bool single) {
    SrcLoc at;
    buf_puts(r->out, single ? "          detected during " : "            ");
    buf_puts(r->out, d->text);
    if (d->pos && source_resolve(r->ctx, d->pos, &at)) {
        buf_printf(r->out, " at line %u", at.line);
        if (at.file != main->file) buf_printf(r->out, " of %s", atom_str(r->ctx, at.file));
    }
    buf_putc(r->out, '\n');
}

// The backtrace of `top`: d[0 .. n-1] are its context lines (who makes them leaves out the
// middle of long ones).
static void print_contexts(Render *r, const Diag *top, const Diag *d, uint32_t n) {
    SrcLoc main = {0};
    if (!n) return;
    if (!source_resolve(r->ctx, top->pos, &main)) main.file = 0;
    if (!r->clang && n > 1) buf_puts(r->out, "          detected during:\n");
    for (uint32_t i = 0; i < n; i++) {
        if (r->clang) {
            Diag c = d[i];
            c.text = arena_printf(&r->ctx->scratch, "in %s", d[i].text);
            print_one(r, &c);
        } else {
            print_context_nvcc(r, &d[i], &main, n == 1);
        }
    }
}

static void print_group_text(Render *r, const Diag *d, uint32_t n) {
    uint32_t ncontext = 0;
    print_one(r, d);
    while (1 + ncontext < n && d[1 + ncontext].context) ncontext++;
    print_contexts(r, d, d + 1, ncontext);
    print_macros(r, d);
    for (uint32_t i = 1 + ncontext; i < n; i++) print_one(r, &d[i]);
    if (r->clang) return;
    buf_putc(r->out, '\n');
    if (d->sev == SEV_WARNING && !r->remark_said && diag_row_number(d->row) &&
        !r->e->opt.hide_number) {
        r->remark_said = true;
        buf_puts(r->out, "Remark: The warnings can be suppressed with "
                         "\"-diag-suppress <warning-number>\"\n\n");
    }
}

// ---- JSON --------------------------------------------------------------------------------------

static void json_place(Render *r, const char *prefix, Pos pos) {
    SrcLoc at;
    if (!pos || !source_resolve(r->ctx, pos, &at)) return;
    buf_puts(r->out, prefix);
    buf_puts(r->out, "\"file\":");
    buf_json(r->out, atom_str(r->ctx, at.file));
    buf_printf(r->out, ",\"line\":%u,\"column\":%u", at.line, at.col);
}

static void json_fields(Render *r, const Diag *d) {
    Buf *o = r->out;
    buf_puts(o, "{\"severity\":");
    buf_json(o, d->sev == SEV_FATAL ? "fatal" : sev_name[d->sev]);
    if (d->row) {
        buf_puts(o, ",\"id\":");
        buf_json(o, d->row->name);
        if (*d->row->group) {
            buf_puts(o, ",\"group\":");
            buf_json(o, d->row->group);
        }
    }
    json_place(r, ",", d->pos);
    if (d->begin && d->end) {
        buf_puts(o, ",\"range\":[{");
        json_place(r, "", d->begin);
        buf_puts(o, "},{");
        json_place(r, "", d->end);
        buf_puts(o, "}]");
    }
    buf_puts(o, ",\"message\":");
    buf_json(o, d->text);
    for (uint32_t i = 0; i < d->fixits.n; i++) {
        buf_puts(o, i ? ",{\"begin\":{" : ",\"fixits\":[{\"begin\":{");
        json_place(r, "", d->fixits.at[i].begin);
        buf_puts(o, "},\"end\":{");
        json_place(r, "", d->fixits.at[i].end);
        buf_puts(o, "},\"text\":");
        buf_json(o, d->fixits.at[i].replacement);
        buf_putc(o, '}');
    }
    if (d->fixits.n) buf_putc(o, ']');
}

static void json_macros(Render *r, const Diag *d) {
    SrcLoc at;
    Pos pos = d->pos;
    int n = 0;
    for (; pos && n < MACRO_NOTES_MAX; n++) {
        if (!source_resolve_spelling(r->ctx, pos, &at) || !at.expanded_from || !at.macro) break;
        buf_puts(r->out, n ? ",{\"name\":" : ",\"macros\":[{\"name\":");
        buf_json(r->out, atom_str(r->ctx, at.macro));
        buf_puts(r->out, ",\"file\":");
        buf_json(r->out, atom_str(r->ctx, at.file));
        buf_printf(r->out, ",\"line\":%u,\"column\":%u}", at.line, at.col);
        pos = at.expanded_from;
    }
    if (n) buf_putc(r->out, ']');
}

static void print_group_json(Render *r, const Diag *d, uint32_t n) {
    json_fields(r, d);
    json_macros(r, d);
    for (uint32_t i = 1; i < n; i++) {
        buf_puts(r->out, i > 1 ? "," : ",\"notes\":[");
        json_fields(r, &d[i]);
        if (d[i].context) buf_puts(r->out, ",\"context\":true");
        buf_putc(r->out, '}');
    }
    if (n > 1) buf_putc(r->out, ']');
    buf_puts(r->out, "}\n");
}

// ---- the whole ---------------------------------------------------------------------------------

// A failure that unwound without a diagnostic (out of memory, internal error) is shown as one.
static void print_unwound(Render *r) {
    Diag d = {.sev = SEV_FATAL, .text = r->ctx->fatal_text};
    if (!d.text || r->e->fatals || r->e->limit_hit) return;
    if (r->e->opt.style == DIAG_STYLE_JSON)
        print_group_json(r, &d, 1);
    else
        print_group_text(r, &d, 1);
}

static void print_count(Render *r, uint32_t n, const char *what, const char *tail) {
    buf_printf(r->out, "%u %s%s%s", n, what, n == 1 ? "" : "s", tail);
}

static void print_closing(Render *r) {
    DiagEngine *e = r->e;
    uint32_t fatals = e->fatals + (r->ctx->fatal_text && !e->fatals && !e->limit_hit);
    uint32_t errors = e->errors - e->fatals;
    if (r->clang) {
        if (e->limit_hit) buf_puts(r->out, "fatal error: too many errors emitted, stopping now\n");
        if (e->warnings) print_count(r, e->warnings, "warning", errors + fatals ? " and " : "");
        if (errors + fatals) print_count(r, errors + fatals, "error", "");
        if (e->warnings || errors + fatals) buf_puts(r->out, " generated.\n");
        return;
    }
    if (e->limit_hit) buf_puts(r->out, "Error limit reached.\n");
    if (errors) print_count(r, errors, "error", fatals ? " and " : "");
    if (fatals) print_count(r, fatals, "catastrophic error", "");
    if (errors || fatals) {
        buf_puts(r->out, " detected");
        if (e->input) buf_printf(r->out, " in the compilation of \"%s\"", e->input);
        buf_puts(r->out, ".\n");
    }
    if (fatals || e->limit_hit) buf_puts(r->out, "Compilation terminated.\n");
}

void diag_render(Ctx *ctx, Buf *out) {
    DiagEngine *e = diag_engine(ctx);
    if (e->opt.style == DIAG_STYLE_SARIF) {
        diag_render_sarif(ctx, out);
        return;
    }
    Render r = {.ctx = ctx, .e = e, .out = out};
    bool json = e->opt.style == DIAG_STYLE_JSON;
    r.clang = e->opt.style == DIAG_STYLE_CLANG;
    r.colour = e->opt.colour && !json;
    for (uint32_t i = 0, n; i < e->diags.n; i += n) {
        for (n = 1; i + n < e->diags.n && e->diags.at[i + n].sev == SEV_NOTE;) n++;
        if (json)
            print_group_json(&r, &e->diags.at[i], n);
        else
            print_group_text(&r, &e->diags.at[i], n);
    }
    print_unwound(&r);
    if (!json) print_closing(&r);
}
