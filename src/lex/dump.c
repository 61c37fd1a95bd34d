// SPDX-License-Identifier: Apache-2.0
// --emit=tokens and --emit=pp.
#include "lex/lex_int.h"

void lex_dump_tokens(Ctx *ctx, const TokenArray *unit, Buf *out) {
    Atom file = 0;
    for (uint32_t i = 0; i < unit->n; i++) {
        const Token *token = &unit->at[i];
        SrcLoc at = {0};
        if (token->kind == T_EOF) {
            buf_puts(out, "end of file\n");
            break;
        }
        source_resolve(ctx, token->pos, &at);
        if (at.file != file) {
            file = at.file;
            buf_printf(out, "; %s\n", atom_str(ctx, file));
        }
        buf_printf(out, "%u:%u ", at.line, at.col);
        if (token->kind <= T_PRAGMA) {
            buf_puts(out, lex_kind_name(token->kind));
        } else {
            buf_puts(out, lex_is_keyword(token->kind) ? "keyword" : "punctuator");
        }
        buf_puts(out, " '");
        buf_atom(ctx, out, token->text);
        buf_putc(out, '\'');
        if (token->flags & TF_BOL) buf_puts(out, " bol");
        if (token->flags & TF_SPACE) buf_puts(out, " space");
        if (token->flags & TF_MACRO) buf_puts(out, " macro");
        if (lex_is_open(token->kind) ||
            lex_is_close(token->kind)) // the partner, so many tokens away
            buf_printf(out, " -> %+d", (int)(token->match - i));
        buf_putc(out, '\n');
    }
}

typedef struct {
    Atom file;
    Pos from; // where it was included; 0: the main file, or one of the command line
} OpenFile;

typedef struct {
    Ctx *ctx;
    Buf *out;
    bool bare;
    bool started;
    Atom file, main;
    const char *main_end; // the main file's last line
    uint32_t main_length;
    Pos from;
    uint32_t line; // presumed line of the output's current line
    bool at_bol;
    VEC(OpenFile) open; // files being included, the main file first
} Printer;

static void put_marker(Printer *p, uint32_t line, Atom file, const char *flag, bool system) {
    buf_printf(p->out, "# %u \"", line);
    for (const char *s = atom_str(p->ctx, file); *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(p->out, '\\');
        buf_putc(p->out, *s);
    }
    buf_printf(p->out, "\"%s%s\n", flag, system ? " 3" : "");
}

static bool in_main(const Printer *p, const SrcLoc *at) {
    return at->line_start <= p->main_end && at->line_start >= p->main_end - p->main_length;
}

// Leaves and enters files one by one, as gcc's reader of markers wants it, up to the file at `at`.
// True: that one was entered or returned to by a marker of its own, with its line.
static bool change_files(Printer *printer, const SrcLoc *at) {
    enum { DEEPEST = 256 };
    // a file that #line gives another name is the same file
    const OpenFile *top = &printer->open.at[printer->open.n - 1];
    bool same_file =
        top->from ? top->from == at->included_from : printer->open.n == 1 && in_main(printer, at);
    if (same_file) return false;
    SrcLoc chain[DEEPEST]; // from the inside out
    uint32_t n = 0;
    chain[n++] = *at;
    while (n < DEEPEST && chain[n - 1].included_from &&
           source_resolve(printer->ctx, chain[n - 1].included_from, &chain[n]))
        n++;
    bool of_command_line = !in_main(printer, &chain[n - 1]); // as if the main file included it
    uint32_t same = 1, deep = n - !of_command_line;
    for (; same < printer->open.n && same <= deep; same++) {
        const SrcLoc *l = &chain[deep - same];
        bool is = printer->open.at[same].file == l->file &&
                  printer->open.at[same].from == l->included_from;
        if (!is) break;
    }
    bool changed = printer->open.n > same || same <= deep, enters = same <= deep;
    // the line that the next file is included from is that of the file's marker
    const SrcLoc *from = enters && deep - same + 1 < n ? &chain[deep - same + 1] : NULL;
    while (printer->open.n > same) {
        printer->open.n--;
        const OpenFile *back = &printer->open.at[printer->open.n - 1];
        const SrcLoc *l = printer->open.n > same ? NULL : enters ? from : at;
        put_marker(printer, l ? l->line : 1, back->file, " 2", l && l->system);
        if (printer->open.n == same) from = NULL;
    }
    bool stands_there = from && from->file == printer->file && from->line == printer->line;
    if (from && !stands_there) put_marker(printer, from->line, from->file, "", from->system);
    for (; same <= deep; same++) {
        const SrcLoc *l = &chain[deep - same];
        vec_push(&printer->ctx->scratch, &printer->open, ((OpenFile){l->file, l->included_from}));
        put_marker(printer, l->line, l->file, " 1", l->system);
    }
    return changed;
}

static void marker(Printer *printer, const SrcLoc *at) {
    if (!printer->at_bol) buf_putc(printer->out, '\n');
    if (!printer->bare) {
        bool first = !printer->started && in_main(printer, at);
        if (first) printer->main = at->file; // #line may have changed it
        if (!printer->started) {
            vec_push(&printer->ctx->scratch, &printer->open, ((OpenFile){printer->main, 0}));
            put_marker(printer, first ? at->line : 1, printer->main, "", false);
        }
        if (!first && !change_files(printer, at))
            put_marker(printer, at->line, at->file, "", at->system);
    }
    printer->started = true;
    printer->file = at->file;
    printer->from = at->included_from;
    printer->line = at->line;
    printer->at_bol = true;
}

static void go_to(Printer *printer, const SrcLoc *at) {
    bool other = at->file != printer->file || at->included_from != printer->from;
    if (!printer->started || other || at->line < printer->line || at->line > printer->line + 8) {
        marker(printer, at);
        return;
    }
    if (printer->bare && at->line > printer->line) printer->line = at->line - 1;
    while (printer->line < at->line) {
        buf_putc(printer->out, '\n');
        printer->line++;
        printer->at_bol = true;
    }
}

// Made of letters and digits, or with a prefix or suffix that may be.
static bool is_word_like(const Token *token) {
    bool literal = is_any_of(token->kind, T_NUMBER, T_STRING, T_CHAR);
    return literal || lex_is_word(token->kind) || token->flags & TF_ALT;
}

// Would the two spellings read as something else side by side?
static bool would_glue(Ctx *ctx, const Token *left, const Token *right) {
    const AtomInfo *x = atom_info(ctx, left->text), *y = atom_info(ctx, right->text);
    if (!x->len || !y->len) return false;
    char l = x->s[x->len - 1], r = y->s[0];
    bool word_l = is_word_like(left), word_r = is_word_like(right);
    if (word_l && word_r) return true;
    if (left->kind == T_NUMBER && is_any_of(r, '.', '+', '-')) return true;
    if (l == '.' && (right->kind == T_NUMBER || r == '.')) return true;
    if (word_l || word_r) return false;
    if (l == r) return strchr("+-<>&|#:=/.", l) != NULL;
    if (r == '=') return strchr("+-*/%^&|=!<>", l) != NULL;
    static const char pairs[][2] = {{'-', '>'}, {'/', '*'}, {'<', ':'}, {'<', '%'}, {'%', ':'},
                                    {'%', '>'}, {':', '>'}, {'>', '*'}, {'=', '>'}, {'*', '/'}};
    for (uint32_t k = 0; k < CU_COUNT(pairs); k++) {
        if (l == pairs[k][0] && r == pairs[k][1]) return true;
    }
    return false;
}

static void pragma_line(Printer *printer, const Token *pragma) {
    if (!printer->at_bol) {
        buf_putc(printer->out, '\n');
        printer->line++;
    }
    buf_puts(printer->out, "#pragma ");
    buf_atom(printer->ctx, printer->out, pragma->text);
    buf_putc(printer->out, '\n');
    printer->line++;
    printer->at_bol = true;
}

static void print_unit(Ctx *ctx, const TokenArray *unit, bool bare, Buf *out, uint32_t *place) {
    static const char blanks[80] =
        "                                                                               ";
    Printer printer = {.ctx = ctx, .out = out, .bare = bare, .at_bol = true};
    ArenaMark mark = arena_mark(&ctx->scratch);
    const Token *prev = NULL;
    SrcLoc end;
    if (source_resolve(ctx, unit->at[unit->n - 1].pos, &end)) {
        printer.main = unit->name;
        printer.main_end = end.line_start;
        printer.main_length = unit->length;
    }
    for (uint32_t i = 0; i + 1 < unit->n; i++) {
        const Token *token = &unit->at[i];
        SrcLoc at;
        bool begins =
            token->flags & TF_BOL || !printer.started; // files change at the begin of lines
        if (begins && source_resolve(ctx, token->pos, &at)) {
            go_to(&printer, &at);
            if (token->flags & TF_BOL && printer.at_bol) {
                buf_write(out, blanks, CU_MIN(at.col - 1, (uint32_t)sizeof blanks - 1));
            }
        }
        if (token->kind == T_PRAGMA) {
            while (out->n && out->at[out->n - 1] == ' ') out->n--;
            pragma_line(&printer, token);
            // the line is as long as the text, the word in front of it and the line's end
            uint32_t length = atom_info(ctx, token->text)->len + (uint32_t)strlen("#pragma \n");
            if (place) place[i] = (uint32_t)out->n - length;
            continue;
        }
        if (!printer.at_bol &&
            (token->flags & (TF_SPACE | TF_BOL) || (prev && would_glue(ctx, prev, token)))) {
            buf_putc(out, ' ');
        }
        const AtomInfo *s = atom_info(ctx, token->text);
        if (place) place[i] = (uint32_t)out->n;
        buf_write(out, s->s, s->len);
        if (token->flags & TF_RAW) {
            for (uint32_t k = 0; k < s->len; k++) printer.line += s->s[k] == '\n';
        }
        printer.at_bol = false;
        prev = token;
    }
    if (!printer.at_bol) buf_putc(out, '\n');
    if (place) place[unit->n - 1] = (uint32_t)out->n;
    arena_reset(&ctx->scratch, mark);
}

void lex_print_pp(Ctx *ctx, const TokenArray *a, bool bare, Buf *out) {
    print_unit(ctx, a, bare, out, NULL);
}

void lex_print_places(Ctx *ctx, const TokenArray *a, Buf *out, uint32_t *place) {
    print_unit(ctx, a, false, out, place);
}
