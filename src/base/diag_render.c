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

static void paint(Render *render, const char *code) {
    if (render->colour) buf_puts(render->out, code);
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

// Where the diagnostic's range lies on the line that is shown, as bytes of the line; beg == end
// when it does not.
static void line_range(Render *render, const Diag *shown, const SrcLoc *caret, Line *line) {
    SrcLoc src_loc, e;
    line->beg = line->end = line->caret;
    if (!shown->begin || !shown->end || !source_resolve(render->ctx, shown->begin, &src_loc) ||
        !source_resolve(render->ctx, shown->end, &e)) {
        return;
    }
    if (src_loc.file != caret->file || e.file != caret->file) return;
    // a range over several lines is cut to the caret's line
    if (src_loc.line > caret->line || e.line < caret->line) return;
    line->beg = src_loc.line == caret->line ? src_loc.col - 1 : line->from;
    line->end = e.line == caret->line ? e.col - 1 : line->to;
    line->beg = CU_MAX(CU_MIN(line->beg, line->to), line->from);
    line->end = CU_MAX(CU_MIN(line->end, line->to), line->beg);
}

// The line with '^' and '~'. A mark stands per character, so continuation bytes get none.
static void print_marks(Render *render, const Line *line) {
    Buf *out = render->out;
    uint32_t last = CU_MAX(line->caret + 1, line->end);
    paint(render, "\033[1;32m");
    for (uint32_t i = line->from; i < last; i++) {
        if (i < line->to && is_cont(line->s[i])) continue;
        if (i == line->caret)
            buf_putc(out, '^');
        else
            buf_putc(out, i >= line->beg && i < line->end ? '~' : ' ');
    }
    paint(render, "\033[0m");
    buf_putc(out, '\n');
}

// One line below the caret with the replacement texts, as far as they are on this line.
static void print_fixits(Render *render, const Diag *shown, const SrcLoc *caret, const Line *line) {
    uint32_t col = line->from;
    bool any = false;
    for (uint32_t i = 0; i < shown->fixits.n; i++) {
        const FixIt *fix_it = &shown->fixits.at[i];
        SrcLoc at;
        if (!*fix_it->replacement || strchr(fix_it->replacement, '\n')) continue;
        if (!source_resolve(render->ctx, fix_it->begin, &at)) continue;
        if (at.file != caret->file || at.line != caret->line || at.col - 1 < col) continue;
        if (at.col - 1 > line->to) continue;
        if (!any) buf_puts(render->out, "  ");
        any = true;
        for (; col < at.col - 1; col++) {
            if (col >= line->to || !is_cont(line->s[col])) buf_putc(render->out, ' ');
        }
        paint(render, "\033[32m");
        buf_puts(render->out, fix_it->replacement);
        paint(render, "\033[0m");
        col += (uint32_t)strlen(fix_it->replacement);
    }
    if (any) buf_putc(render->out, '\n');
}

// The line of the source with the marks below it. Control characters are shown as blanks, for a tab
// would move the marks.
static void print_caret(Render *render, const Diag *shown, const SrcLoc *caret) {
    if (!render->e->opt.show_caret || !caret->line_start) return;
    Line l = line_window(caret);
    line_range(render, shown, caret, &l);
    buf_puts(render->out, "  ");
    for (uint32_t i = l.from; i < l.to; i++) {
        unsigned char c = (unsigned char)l.s[i];
        buf_putc(render->out, c < 0x20 || c == 0x7f ? ' ' : (char)c);
    }
    buf_puts(render->out, "\n  ");
    print_marks(render, &l);
    print_fixits(render, shown, caret, &l);
}

// ---- text styles -------------------------------------------------------------------------------

// "file(line): " or, in clang's style, "file:line:column: ".
static void print_place(Render *render, const SrcLoc *loc) {
    buf_atom(render->ctx, render->out, loc->file);
    if (render->clang)
        buf_printf(render->out, ":%u:%u: ", loc->line, loc->col);
    else
        buf_printf(render->out, "(%u): ", loc->line);
}

// nvcc shows the number with warnings and remarks, with errors only when asked; "-D" says that the
// severity may be changed.
static void print_severity(Render *render, const Diag *shown) {
    Buf *out = render->out;
    paint(render, sev_colour[shown->sev]);
    if (render->clang && shown->sev == SEV_FATAL)
        buf_puts(out, "fatal error");
    else
        buf_puts(out, sev_name[shown->sev]);
    uint32_t number = shown->row ? diag_row_number(shown->row) : 0;
    bool show = shown->sev < SEV_ERROR ? shown->sev != SEV_NOTE : render->e->opt.display_number;
    if (!render->clang && number && show && !render->e->opt.hide_number) {
        buf_printf(out, " #%u%s", number, diag_row_soft(shown->row) ? "-D" : "");
    }
    buf_puts(out, ": ");
    paint(render, "\033[0m");
}

// Lines after the first are indented as nvcc does ("argument types are: ...").
static void print_text(Render *render, const Diag *shown) {
    paint(render, render->clang ? "\033[1m" : "");
    for (const char *p = shown->text; *p; p++) {
        buf_putc(render->out, *p);
        if (*p == '\n') buf_puts(render->out, render->clang ? "  " : "            ");
    }
    paint(render, render->clang ? "\033[0m" : "");
    if (render->clang && shown->row && shown->sev == SEV_WARNING) {
        const char *g = diag_row_group(shown->row);
        g += strspn(g, "0123456789");
        g += *g == ',';
        int n = (int)strcspn(g, ",");
        if (n) buf_printf(render->out, " [-W%.*s]", n, g);
    }
    buf_putc(render->out, '\n');
}

// clang's "In file included from"; printed when it differs from the stack printed last.
static void print_includes(Render *render, Pos from) {
    if (!render->clang || from == render->last_included) return;
    render->last_included = from;
    SrcLoc at;
    for (int depth = 0; from && depth < 200 && source_resolve(render->ctx, from, &at); depth++) {
        buf_printf(render->out, "In file included from %s:%u:\n", atom_str(render->ctx, at.file),
                   at.line);
        from = at.included_from;
    }
}

// One diagnostic or note: place, severity, text, and the line of the source. In clang's style the
// inclusions come before.
static void print_one(Render *render, const Diag *shown) {
    SrcLoc loc;
    bool known = shown->pos && source_resolve(render->ctx, shown->pos, &loc);
    if (known) {
        if (shown->sev != SEV_NOTE) print_includes(render, loc.included_from);
        paint(render, "\033[1m");
        print_place(render, &loc);
        paint(render, "\033[0m");
    }
    print_severity(render, shown);
    print_text(render, shown);
    if (known) print_caret(render, shown, &loc);
}

// Says through which macros the position came, innermost first.
static void print_macros(Render *render, const Diag *shown) {
    SrcLoc at;
    Pos pos = shown->pos;
    for (int n = 0; pos && n < MACRO_NOTES_MAX; n++) {
        if (!source_resolve_spelling(render->ctx, pos, &at) || !at.expanded_from || !at.macro)
            return;
        paint(render, "\033[1m");
        print_place(render, &at);
        paint(render, "\033[0m");
        print_severity(render, &(Diag){.sev = SEV_NOTE});
        buf_printf(render->out, "in expansion of macro \"%s\"\n", atom_str(render->ctx, at.macro));
        print_caret(render, &(Diag){.sev = SEV_NOTE}, &at);
        pos = at.expanded_from;
    }
}

// A line of the backtrace; the only one has the words "detected during" with it.
static void print_context_nvcc(Render *render, const Diag *shown, const SrcLoc *main, bool single) {
    SrcLoc at;
    buf_puts(render->out, single ? "          detected during " : "            ");
    buf_puts(render->out, shown->text);
    if (shown->pos && source_resolve(render->ctx, shown->pos, &at)) {
        buf_printf(render->out, " at line %u", at.line);
        if (at.file != main->file)
            buf_printf(render->out, " of %s", atom_str(render->ctx, at.file));
    }
    buf_putc(render->out, '\n');
}

// The backtrace of `top`: `contexts`, n of them, are its lines (who makes them leaves out the
// middle of long ones).
static void print_contexts(Render *render, const Diag *top, const Diag *contexts, uint32_t n) {
    SrcLoc main = {0};
    if (!n) return;
    if (!source_resolve(render->ctx, top->pos, &main)) main.file = 0;
    if (!render->clang && n > 1) buf_puts(render->out, "          detected during:\n");
    for (uint32_t i = 0; i < n; i++) {
        if (render->clang) {
            Diag c = contexts[i];
            c.text = arena_printf(&render->ctx->scratch, "in %s", contexts[i].text);
            print_one(render, &c);
        } else {
            print_context_nvcc(render, &contexts[i], &main, n == 1);
        }
    }
}

// The diagnostic itself. An error in a library leads with the program's line, and the library's is
// a note below it.
static void print_top(Render *render, const Diag *shown, uint32_t ncontext) {
    const Diag *user = diag_user_place(render->ctx, shown, shown + 1, ncontext);
    if (!user) {
        print_one(render, shown);
        return;
    }
    print_one(render,
              &(Diag){.row = shown->row, .sev = shown->sev, .pos = user->pos, .text = shown->text});
    print_one(render, &(Diag){.sev = SEV_NOTE,
                              .pos = shown->pos,
                              .begin = shown->begin,
                              .end = shown->end,
                              .text = "found here, in what the line above instantiates"});
}

// An error or warning and all that belongs to it, n in all: backtrace, macros, notes.
static void print_group_text(Render *render, const Diag *shown, uint32_t n) {
    uint32_t ncontext = 0;
    while (1 + ncontext < n && shown[1 + ncontext].context) ncontext++;
    print_top(render, shown, ncontext);
    print_contexts(render, shown, shown + 1, ncontext);
    print_macros(render, shown);
    for (uint32_t i = 1 + ncontext; i < n; i++) print_one(render, &shown[i]);
    if (render->clang) return;
    bool spaced = render->e->opt.show_caret; // an empty line ends what has several
    if (spaced) buf_putc(render->out, '\n');
    if (shown->sev == SEV_WARNING && !render->remark_said && diag_row_number(shown->row) &&
        !render->e->opt.hide_number) {
        render->remark_said = true;
        buf_puts(render->out, "Remark: The warnings can be suppressed with "
                              "\"-diag-suppress <warning-number>\"\n");
        if (spaced) buf_putc(render->out, '\n');
    }
}

// ---- JSON --------------------------------------------------------------------------------------

// The members file, line and column behind `prefix`; nothing for a position that is none.
static void json_place(Render *render, const char *prefix, Pos pos) {
    SrcLoc at;
    if (!pos || !source_resolve(render->ctx, pos, &at)) return;
    buf_puts(render->out, prefix);
    buf_puts(render->out, "\"file\":");
    buf_json(render->out, atom_str(render->ctx, at.file));
    buf_printf(render->out, ",\"line\":%u,\"column\":%u", at.line, at.col);
}

// The members that errors and notes share, without the closing brace.
static void json_fields(Render *render, const Diag *shown) {
    Buf *out = render->out;
    buf_puts(out, "{\"severity\":");
    buf_json(out, shown->sev == SEV_FATAL ? "fatal" : sev_name[shown->sev]);
    if (shown->row) {
        buf_puts(out, ",\"id\":");
        buf_json(out, diag_row_name(shown->row));
        if (*diag_row_group(shown->row)) {
            buf_puts(out, ",\"group\":");
            buf_json(out, diag_row_group(shown->row));
        }
    }
    json_place(render, ",", shown->pos);
    if (shown->begin && shown->end) {
        buf_puts(out, ",\"range\":[{");
        json_place(render, "", shown->begin);
        buf_puts(out, "},{");
        json_place(render, "", shown->end);
        buf_puts(out, "}]");
    }
    buf_puts(out, ",\"message\":");
    buf_json(out, shown->text);
    for (uint32_t i = 0; i < shown->fixits.n; i++) {
        buf_puts(out, i ? ",{\"begin\":{" : ",\"fixits\":[{\"begin\":{");
        json_place(render, "", shown->fixits.at[i].begin);
        buf_puts(out, "},\"end\":{");
        json_place(render, "", shown->fixits.at[i].end);
        buf_puts(out, "},\"text\":");
        buf_json(out, shown->fixits.at[i].replacement);
        buf_putc(out, '}');
    }
    if (shown->fixits.n) buf_putc(out, ']');
}

// The macros that the position came through, the innermost first; as many as the text styles show.
static void json_macros(Render *render, const Diag *shown) {
    SrcLoc at;
    Pos pos = shown->pos;
    int n = 0;
    for (; pos && n < MACRO_NOTES_MAX; n++) {
        if (!source_resolve_spelling(render->ctx, pos, &at) || !at.expanded_from || !at.macro)
            break;
        buf_puts(render->out, n ? ",{\"name\":" : ",\"macros\":[{\"name\":");
        buf_json(render->out, atom_str(render->ctx, at.macro));
        buf_puts(render->out, ",\"file\":");
        buf_json(render->out, atom_str(render->ctx, at.file));
        buf_printf(render->out, ",\"line\":%u,\"column\":%u}", at.line, at.col);
        pos = at.expanded_from;
    }
    if (n) buf_putc(render->out, ']');
}

// One line per diagnostic: JSON lines, with its notes inside.
static void print_group_json(Render *render, const Diag *shown, uint32_t n) {
    json_fields(render, shown);
    json_macros(render, shown);
    for (uint32_t i = 1; i < n; i++) {
        buf_puts(render->out, i > 1 ? "," : ",\"notes\":[");
        json_fields(render, &shown[i]);
        if (shown[i].context) buf_puts(render->out, ",\"context\":true");
        buf_putc(render->out, '}');
    }
    if (n > 1) buf_putc(render->out, ']');
    buf_puts(render->out, "}\n");
}

// ---- the whole ---------------------------------------------------------------------------------

// A failure that unwound without a diagnostic (out of memory, internal error) is shown as one.
static void print_unwound(Render *render) {
    Diag d = {.sev = SEV_FATAL, .text = render->ctx->fatal_text};
    if (!d.text || render->e->fatals || render->e->limit_hit) return;
    if (render->e->opt.style == DIAG_STYLE_JSON)
        print_group_json(render, &d, 1);
    else
        print_group_text(render, &d, 1);
}

static void print_count(Render *render, uint32_t n, const char *what, const char *tail) {
    buf_printf(render->out, "%u %s%s%s", n, what, n == 1 ? "" : "s", tail);
}

// What nvcc or clang says at the end; nothing when all went well. A failure that unwound counts as
// a fatal error.
static void print_closing(Render *render) {
    DiagEngine *engine = render->e;
    uint32_t fatals =
        engine->fatals + (render->ctx->fatal_text && !engine->fatals && !engine->limit_hit);
    uint32_t errors = engine->errors - engine->fatals;
    if (render->clang) {
        if (engine->limit_hit)
            buf_puts(render->out, "fatal error: too many errors emitted, stopping now\n");
        if (engine->warnings)
            print_count(render, engine->warnings, "warning", errors + fatals ? " and " : "");
        if (errors + fatals) print_count(render, errors + fatals, "error", "");
        if (engine->warnings || errors + fatals) buf_puts(render->out, " generated.\n");
        return;
    }
    if (engine->limit_hit) buf_puts(render->out, "Error limit reached.\n");
    if (errors) print_count(render, errors, "error", fatals ? " and " : "");
    if (fatals) print_count(render, fatals, "catastrophic error", "");
    if (errors || fatals) {
        buf_puts(render->out, " detected");
        if (engine->input) buf_printf(render->out, " in the compilation of \"%s\"", engine->input);
        buf_puts(render->out, ".\n");
    }
    if (fatals || engine->limit_hit) buf_puts(render->out, "Compilation terminated.\n");
}

// A group is a diagnostic and the notes up to the next one.
void diag_render(Ctx *ctx, Buf *out) {
    DiagEngine *e = diag_engine(ctx);
    if (e->opt.style == DIAG_STYLE_SARIF) {
        diag_render_sarif(ctx, out);
        return;
    }
    Render render = {.ctx = ctx, .e = e, .out = out};
    bool json = e->opt.style == DIAG_STYLE_JSON;
    render.clang = e->opt.style == DIAG_STYLE_CLANG;
    render.colour = e->opt.colour && !json;
    for (uint32_t i = 0, n; i < e->diags.n; i += n) {
        for (n = 1; i + n < e->diags.n && e->diags.at[i + n].sev == SEV_NOTE;) n++;
        if (json)
            print_group_json(&render, &e->diags.at[i], n);
        else
            print_group_text(&render, &e->diags.at[i], n);
    }
    print_unwound(&render);
    if (!json) print_closing(&render);
}
