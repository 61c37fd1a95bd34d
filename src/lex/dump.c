// SPDX-License-Identifier: Apache-2.0
// --emit=tokens and --emit=pp.
#include "lex/lex_int.h"

void lex_dump_tokens(Ctx *ctx, const TokenArray *a, Buf *out) {
    Atom file = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const Token *t = &a->at[i];
        SrcLoc at = {0};
        if (t->kind == T_EOF) {
            buf_puts(out, "end of file\n");
            break;
        }
        source_resolve(ctx, t->pos, &at);
        if (at.file != file) {
            file = at.file;
            buf_printf(out, "; %s\n", atom_str(ctx, file));
        }
        buf_printf(out, "%u:%u ", at.line, at.col);
        if (t->kind <= T_PRAGMA) {
            buf_puts(out, lex_kind_name(t->kind));
        } else {
            buf_puts(out, lex_is_keyword(t->kind) ? "keyword" : "punctuator");
        }
        buf_puts(out, " '");
        buf_atom(ctx, out, t->text);
        buf_putc(out, '\'');
        if (t->flags & TF_BOL) buf_puts(out, " bol");
        if (t->flags & TF_SPACE) buf_puts(out, " space");
        if (t->flags & TF_MACRO) buf_puts(out, " macro");
        if (lex_is_open(t->kind) || lex_is_close(t->kind)) // the partner, so many tokens away
            buf_printf(out, " -> %+d", (int)(t->match - i));
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
static bool change_files(Printer *p, const SrcLoc *at) {
    enum { DEEPEST = 256 };
    // a file that #line gives another name is the same file
    const OpenFile *top = &p->open.at[p->open.n - 1];
    bool same_file = top->from ? top->from == at->included_from : p->open.n == 1 && in_main(p, at);
    if (same_file) return false;
    SrcLoc chain[DEEPEST]; // from the inside out
    uint32_t n = 0;
    chain[n++] = *at;
    while (n < DEEPEST && chain[n - 1].included_from &&
           source_resolve(p->ctx, chain[n - 1].included_from, &chain[n]))
        n++;
    bool of_command_line = !in_main(p, &chain[n - 1]); // as if the main file included it
    uint32_t same = 1, deep = n - !of_command_line;
    for (; same < p->open.n && same <= deep; same++) {
        const SrcLoc *l = &chain[deep - same];
        bool is = p->open.at[same].file == l->file && p->open.at[same].from == l->included_from;
        if (!is) break;
    }
    bool changed = p->open.n > same || same <= deep, enters = same <= deep;
    // the line that the next file is included from is that of the file's marker
    const SrcLoc *from = enters && deep - same + 1 < n ? &chain[deep - same + 1] : NULL;
    while (p->open.n > same) {
        p->open.n--;
        const OpenFile *back = &p->open.at[p->open.n - 1];
        const SrcLoc *l = p->open.n > same ? NULL : enters ? from : at;
        put_marker(p, l ? l->line : 1, back->file, " 2", l && l->system);
        if (p->open.n == same) from = NULL;
    }
    bool stands_there = from && from->file == p->file && from->line == p->line;
    if (from && !stands_there) put_marker(p, from->line, from->file, "", from->system);
    for (; same <= deep; same++) {
        const SrcLoc *l = &chain[deep - same];
        vec_push(&p->ctx->scratch, &p->open, ((OpenFile){l->file, l->included_from}));
        put_marker(p, l->line, l->file, " 1", l->system);
    }
    return changed;
}

static void marker(Printer *p, const SrcLoc *at) {
    if (!p->at_bol) buf_putc(p->out, '\n');
    if (!p->bare) {
        bool first = !p->started && in_main(p, at);
        if (first) p->main = at->file; // #line may have changed it
        if (!p->started) {
            vec_push(&p->ctx->scratch, &p->open, ((OpenFile){p->main, 0}));
            put_marker(p, first ? at->line : 1, p->main, "", false);
        }
        if (!first && !change_files(p, at)) put_marker(p, at->line, at->file, "", at->system);
    }
    p->started = true;
    p->file = at->file;
    p->from = at->included_from;
    p->line = at->line;
    p->at_bol = true;
}

static void go_to(Printer *p, const SrcLoc *at) {
    bool other = at->file != p->file || at->included_from != p->from;
    if (!p->started || other || at->line < p->line || at->line > p->line + 8) {
        marker(p, at);
        return;
    }
    if (p->bare && at->line > p->line) p->line = at->line - 1;
    while (p->line < at->line) {
        buf_putc(p->out, '\n');
        p->line++;
        p->at_bol = true;
    }
}

// Would the two spellings read as something else side by side?
static bool would_glue(Ctx *ctx, const Token *a, const Token *b) {
    const AtomInfo *x = atom_info(ctx, a->text), *y = atom_info(ctx, b->text);
    if (!x->len || !y->len) return false;
    char l = x->s[x->len - 1], r = y->s[0];
    bool word_l = a->kind == T_NUMBER || lex_is_word(a->kind) || a->kind == T_STRING ||
                  a->kind == T_CHAR || a->flags & TF_ALT;
    bool word_r = b->kind == T_NUMBER || lex_is_word(b->kind) || b->kind == T_STRING ||
                  b->kind == T_CHAR || b->flags & TF_ALT;
    if (word_l && word_r) return true;
    if (a->kind == T_NUMBER && (r == '.' || r == '+' || r == '-')) return true;
    if (l == '.' && (b->kind == T_NUMBER || r == '.')) return true;
    if (word_l || word_r) return false;
    if (l == r) return strchr("+-<>&|#:=/.", l) != NULL;
    if (r == '=') return strchr("+-*/%^&|=!<>", l) != NULL;
    return (l == '-' && r == '>') || (l == '/' && r == '*') || (l == '<' && strchr(":%", r)) ||
           (l == '%' && strchr(":>", r)) || (l == ':' && r == '>') || (l == '>' && r == '*') ||
           (l == '=' && r == '>') || (l == '*' && r == '/');
}

static void pragma_line(Printer *p, const Token *t) {
    if (!p->at_bol) {
        buf_putc(p->out, '\n');
        p->line++;
    }
    buf_puts(p->out, "#pragma ");
    buf_atom(p->ctx, p->out, t->text);
    buf_putc(p->out, '\n');
    p->line++;
    p->at_bol = true;
}

static void print_unit(Ctx *ctx, const TokenArray *a, bool bare, Buf *out, uint32_t *place) {
    Printer p = {.ctx = ctx, .out = out, .bare = bare, .at_bol = true};
    ArenaMark mark = arena_mark(&ctx->scratch);
    const Token *prev = NULL;
    SrcLoc end;
    if (source_resolve(ctx, a->at[a->n - 1].pos, &end)) {
        p.main = a->name;
        p.main_end = end.line_start;
        p.main_length = a->length;
    }
    for (uint32_t i = 0; i + 1 < a->n; i++) {
        const Token *t = &a->at[i];
        SrcLoc at;
        bool begins = t->flags & TF_BOL || !p.started; // files change at the begin of lines
        if (begins && source_resolve(ctx, t->pos, &at)) {
            go_to(&p, &at);
            if (t->flags & TF_BOL && p.at_bol) {
                for (uint32_t c = 1; c < at.col && c < 80; c++) buf_putc(out, ' ');
            }
        }
        if (t->kind == T_PRAGMA) {
            while (out->n && out->at[out->n - 1] == ' ') out->n--;
            pragma_line(&p, t);
            // the line is as long as the text, the word in front of it and the line's end
            uint32_t length = atom_info(ctx, t->text)->len + (uint32_t)strlen("#pragma \n");
            if (place) place[i] = (uint32_t)out->n - length;
            continue;
        }
        if (!p.at_bol && (t->flags & (TF_SPACE | TF_BOL) || (prev && would_glue(ctx, prev, t)))) {
            buf_putc(out, ' ');
        }
        const AtomInfo *s = atom_info(ctx, t->text);
        if (place) place[i] = (uint32_t)out->n;
        buf_write(out, s->s, s->len);
        if (t->flags & TF_RAW) {
            for (uint32_t k = 0; k < s->len; k++) p.line += s->s[k] == '\n';
        }
        p.at_bol = false;
        prev = t;
    }
    if (!p.at_bol) buf_putc(out, '\n');
    if (place) place[a->n - 1] = (uint32_t)out->n;
    arena_reset(&ctx->scratch, mark);
}

void lex_print_pp(Ctx *ctx, const TokenArray *a, bool bare, Buf *out) {
    print_unit(ctx, a, bare, out, NULL);
}

void lex_print_places(Ctx *ctx, const TokenArray *a, Buf *out, uint32_t *place) {
    print_unit(ctx, a, false, out, place);
}
