// SPDX-License-Identifier: Apache-2.0
// --emit=tokens and --emit=pp.
#include "lex/lex_int.h"

// A line per token; a line that begins with ';' says which file the next ones come from.
void lex_dump_tokens(Ctx *ctx, const TokenArray *tokens, Buf *out) {
    Atom file = 0;
    for (uint32_t i = 0; i < tokens->n; i++) {
        const Token *token = &tokens->at[i];
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
    Ctx *ctx;
    Buf *out;
    bool bare;
    bool started;
    Atom file;
    uint32_t line; // presumed line of the output's current line
    bool at_bol;
    VEC(Atom) stack; // files being included
} Printer;

// A line marker, so that the next line of the output is that of `at` (gcc's manual, "Preprocessor
// Output": 1 enters a file, 2 returns to one, 3 is a system header). Bare output has only a new
// line.
static void marker(Printer *printer, const SrcLoc *at) {
    if (!printer->at_bol) buf_putc(printer->out, '\n');
    if (!printer->bare) {
        const char *flag = "";
        if (printer->started && at->file != printer->file) {
            // a file that is open already is returned to
            uint32_t i = printer->stack.n;
            while (i > 0 && printer->stack.at[i - 1] != at->file) i--;
            if (i > 0) {
                printer->stack.n = i;
                flag = " 2";
            } else {
                vec_push(&printer->ctx->scratch, &printer->stack, at->file);
                flag = " 1";
            }
        } else if (!printer->started) {
            vec_push(&printer->ctx->scratch, &printer->stack, at->file);
        }
        buf_printf(printer->out, "# %u \"", at->line);
        for (const char *s = atom_str(printer->ctx, at->file); *s; s++) {
            if (*s == '"' || *s == '\\') buf_putc(printer->out, '\\');
            buf_putc(printer->out, *s);
        }
        buf_printf(printer->out, "\"%s%s\n", flag, at->system ? " 3" : "");
    }
    printer->started = true;
    printer->file = at->file;
    printer->line = at->line;
    printer->at_bol = true;
}

// Moves the output to the line of `at`: by a few newlines where that does, as gcc, else by a
// marker. Bare output has one newline however many lines lie between.
static void go_to(Printer *printer, const SrcLoc *at) {
    bool same_file = printer->started && at->file == printer->file;
    if (!same_file || at->line < printer->line || at->line > printer->line + 8) {
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

// Would the two spellings read as something else side by side?
static bool would_glue(Ctx *ctx, const Token *token, const Token *tok) {
    const AtomInfo *x = atom_info(ctx, token->text), *y = atom_info(ctx, tok->text);
    if (!x->len || !y->len) return false;
    char l = x->s[x->len - 1], r = y->s[0];
    bool word_l = token->kind == T_NUMBER || lex_is_word(token->kind) || token->kind == T_STRING ||
                  token->kind == T_CHAR || token->flags & TF_ALT;
    bool word_r = tok->kind == T_NUMBER || lex_is_word(tok->kind) || tok->kind == T_STRING ||
                  tok->kind == T_CHAR || tok->flags & TF_ALT;
    if (word_l && word_r) return true;
    if (token->kind == T_NUMBER && (r == '.' || r == '+' || r == '-')) return true;
    if (l == '.' && (tok->kind == T_NUMBER || r == '.')) return true;
    if (word_l || word_r) return false;
    if (l == r) return strchr("+-<>&|#:=/.", l) != NULL;
    if (r == '=') return strchr("+-*/%^&|=!<>", l) != NULL;
    return (l == '-' && r == '>') || (l == '/' && r == '*') || (l == '<' && strchr(":%", r)) ||
           (l == '%' && strchr(":>", r)) || (l == ':' && r == '>') || (l == '>' && r == '*') ||
           (l == '=' && r == '>') || (l == '*' && r == '/');
}

// A pragma has a line of its own.
static void pragma_line(Printer *printer, const Token *token) {
    if (!printer->at_bol) {
        buf_putc(printer->out, '\n');
        printer->line++;
    }
    buf_puts(printer->out, "#pragma ");
    buf_atom(printer->ctx, printer->out, token->text);
    buf_putc(printer->out, '\n');
    printer->line++;
    printer->at_bol = true;
}

// Columns are kept for the first token of a line, up to 80; within a line one blank stands for any
// white space. A blank is added where two tokens would read as another without it.
void lex_print_pp(Ctx *ctx, const TokenArray *tokens, bool bare, Buf *out) {
    Printer printer = {.ctx = ctx, .out = out, .bare = bare, .at_bol = true};
    ArenaMark mark = arena_mark(&ctx->scratch);
    const Token *prev = NULL;
    for (uint32_t i = 0; i + 1 < tokens->n; i++) {
        const Token *token = &tokens->at[i];
        SrcLoc at;
        if (source_resolve(ctx, token->pos, &at)) {
            if (token->flags & TF_BOL || !printer.started || at.file != printer.file)
                go_to(&printer, &at);
            if (token->flags & TF_BOL && printer.at_bol) {
                for (uint32_t c = 1; c < at.col && c < 80; c++) buf_putc(out, ' ');
            }
        }
        if (token->kind == T_PRAGMA) {
            while (out->n && out->at[out->n - 1] == ' ') out->n--;
            pragma_line(&printer, token);
            continue;
        }
        if (!printer.at_bol &&
            (token->flags & (TF_SPACE | TF_BOL) || (prev && would_glue(ctx, prev, token)))) {
            buf_putc(out, ' ');
        }
        const AtomInfo *s = atom_info(ctx, token->text);
        buf_write(out, s->s, s->len);
        if (token->flags & TF_RAW) {
            // a raw string has lines of its own
            for (uint32_t k = 0; k < s->len; k++) printer.line += s->s[k] == '\n';
        }
        printer.at_bol = false;
        prev = token;
    }
    if (!printer.at_bol) buf_putc(out, '\n');
    arena_reset(&ctx->scratch, mark);
}
