// SPDX-License-Identifier: Apache-2.0
// The repair of brackets without a partner. Where one is missing is told by the layout: the brace
// is unclosed whose "}" would be indented otherwise, the parenthesis that a ";" or a block ends.
// What is added there lets the rest be read as it was meant, so that one mistake is one error.
#include "lex/lex_int.h"

// How far is looked back: what is nested deeper, or written longer, is nobody's layout, and a
// search from each bracket must not cost more with each.
enum { NESTING = 256, PARAMETERS = 4096, BALANCED = 1000000000 };

typedef VEC(Token) Tokens;

typedef struct {
    Ctx *ctx;
    const Token *token; // the one that is looked at
    Tokens out, open;
    Token outermost[2];     // the last pair of braces that stood in no other, by what is read
    uint32_t count[6];      // open brackets by their kind
    uint32_t braces, round; // how many "}" and ")" are missing in all
    Map lacks;              // by file: its "{" without those that its "}" close, plus BALANCED
    SrcFile file;           // of the token that was asked about last
} Repair;

static Token top(const Repair *repair) {
    return repair->open.at[repair->open.n - 1];
}

// Adds the closing bracket that the innermost open one lacks, before the token, and says so.
static void close_top(Repair *repair) {
    Ctx *ctx = repair->ctx;
    Token o = vec_pop(&repair->open);
    repair->count[o.kind - T_LPAREN]--;
    uint32_t *missing = o.kind == T_LBRACE ? &repair->braces : &repair->round;
    if (o.kind != T_LBRACKET && *missing) --*missing;
    diag(ctx, DIAG_OF(lex, lex_unmatched_open), o.pos, lex_kind_name(o.kind));
    uint16_t kind = (uint16_t)(o.kind + 1);
    Token c = {
        .kind = kind, .text = atom_cstr(ctx, lex_kind_name(kind)), .pos = repair->token->pos};
    vec_push(&ctx->perm, &repair->out, c);
}

// ---- braces ------------------------------------------------------------------------------------

// The column of the first character that is no blank in the line of `token`; 0: nothing can be told
// of it, as its line is a macro's or a system header's.
static uint32_t indentation(Ctx *ctx, const Token *token, SrcLoc *loc) {
    if (!source_resolve(ctx, token->pos, loc) || loc->system || !loc->line_start) return 0;
    uint32_t blanks = 0;
    while (blanks < loc->line_len && is_any_of(loc->line_start[blanks], ' ', '\t')) blanks++;
    return blanks + 1;
}

// How many of the innermost open brackets stand above the brace whose line is indented like the
// line of the token; 0 when none is, or when the innermost brace is not indented deeper.
static uint32_t above_alike(const Repair *repair, SrcLoc *alike) {
    SrcLoc here;
    uint32_t column = indentation(repair->ctx, repair->token, &here);
    bool deeper = false;
    uint32_t end = repair->open.n > NESTING ? repair->open.n - NESTING : 0;
    for (uint32_t i = repair->open.n; column && i-- > end;) {
        if (repair->open.at[i].kind != T_LBRACE) continue;
        uint32_t other = indentation(repair->ctx, &repair->open.at[i], alike);
        if (alike->file != here.file) return 0;
        if (!deeper && other <= column) return 0;
        deeper = true;
        if (other == column) return repair->open.n - 1 - i;
    }
    return 0;
}

// At a "}" that begins its line: closes the braces within the one that it belongs to by its
// indentation, as long as so many are missing.
static void close_by_indentation(Repair *repair) {
    SrcLoc alike;
    uint32_t above = above_alike(repair, &alike), braces = 0;
    for (uint32_t i = 0; i < above; i++)
        braces += repair->open.at[repair->open.n - 1 - i].kind == T_LBRACE;
    if (braces > repair->braces) return;
    for (uint32_t i = 0; i < above; i++) {
        close_top(repair);
        diag(repair->ctx, DIAG_OF(lex, lex_note_indented), repair->token->pos, alike.line);
    }
}

// A token that begins a declaration outside of functions wherever it begins a line that is indented
// like the function before it.
static bool begins_declaration(const Token *token) {
    return is_any_of(token->kind, T_KW_ATTRIBUTE, T_KW_TEMPLATE, T_KW_VOID, T_KW_NAMESPACE);
}

// The innermost bracket is the brace of a function, to whose line a declaration is aligned: it is
// closed there.
static void close_function(Repair *repair, const Token *array) {
    const Token brace = top(repair);
    if (brace.kind != T_LBRACE || !brace.match) return;
    if (array[brace.match - 1].kind != T_RPAREN) return;
    SrcLoc here, other;
    uint32_t column = indentation(repair->ctx, repair->token, &here);
    if (!column || column != indentation(repair->ctx, &brace, &other)) return;
    if (here.file != other.file || here.line == other.line) return;
    close_top(repair);
    diag(repair->ctx, DIAG_OF(lex, lex_note_declaration), repair->token->pos);
}

// ---- parentheses -------------------------------------------------------------------------------

static bool controls(uint16_t before_open) {
    return is_any_of(before_open, T_KW_IF, T_KW_WHILE, T_KW_FOR, T_KW_SWITCH);
}

// The "{" of a block that follows `if (...`: it ends its line, and begins no lambda's body.
static bool begins_block(const Repair *repair, uint16_t before_open) {
    const Token *token = repair->token;
    if (!controls(before_open) || !(token[1].flags & TF_BOL)) return false;
    if (is_any_of(token[-1].kind, T_RBRACKET, T_COMMA, T_LPAREN, T_ASSIGN)) return false;
    if (token[-1].kind != T_RPAREN) return true;

    // `[](int a) {`: what stands before the parameters
    uint32_t depth = 0, end = repair->out.n > PARAMETERS ? repair->out.n - PARAMETERS : 1;
    for (uint32_t i = repair->out.n; i-- > end;) {
        uint16_t kind = repair->out.at[i].kind;
        depth += kind == T_RPAREN;
        depth -= kind == T_LPAREN;
        if (!depth) return repair->out.at[i - 1].kind != T_RBRACKET;
    }
    return true;
}

// At a ";" or "{" that cannot stand in the parentheses that are open: closes them.
static void close_parentheses(Repair *repair, const Token *array) {
    while (repair->round && repair->open.n && top(repair).kind == T_LPAREN) {
        uint32_t at = top(repair).match;
        uint16_t before = at ? array[at - 1].kind : (uint16_t)T_EOF;
        // `if (a *p = 1;`: where the condition ends is not known
        bool ends =
            repair->token->kind == T_SEMI ? !controls(before) : begins_block(repair, before);
        if (!ends) return;
        close_top(repair);
        Token last = repair->token[-1];
        Pos end = last.pos + (Pos)strlen(atom_str(repair->ctx, last.text));
        if (!(last.flags & TF_MACRO)) diag_fixit(repair->ctx, (FixIt){end, end, ")"});
    }
}

// ---- the whole ---------------------------------------------------------------------------------

// How many more "{" than "}" the file of the token has. What is whole by itself needs no repair.
static void **lack_of(Repair *repair, const Token *token) {
    SrcFile *file = &repair->file;
    if (token->pos < file->begin || token->pos >= file->end) {
        if (!source_file(repair->ctx, token->pos, file)) *file = (SrcFile){0};
    }
    void **slot = map_slot(&repair->lacks, (uint64_t)file->name + 1);
    if (!*slot) *slot = (void *)(uintptr_t)BALANCED;
    return slot;
}

static bool lacks_brace(Repair *repair, const Token *token) {
    return (uintptr_t)*lack_of(repair, token) > BALANCED;
}

static void close_before(Repair *repair, const Token *array) {
    const Token *token = repair->token;
    if (!repair->open.n) return;
    if (is_any_of(token->kind, T_SEMI, T_LBRACE)) close_parentheses(repair, array);
    if (!repair->braces || !(token->flags & TF_BOL) || !lacks_brace(repair, token)) return;
    if (token->kind == T_RBRACE)
        close_by_indentation(repair);
    else if (begins_declaration(token))
        close_function(repair, array);
}

// A "}" too many: the one before it that ended what is outermost, where its line is indented
// otherwise than that of its "{", is the one that nobody meant.
static void note_odd(Repair *repair) {
    const Token *open = &repair->outermost[0], *close = &repair->outermost[1];
    SrcLoc begin, end;
    if (!open->pos || !(close->flags & TF_BOL)) return;
    uint32_t column = indentation(repair->ctx, open, &begin);
    uint32_t other = indentation(repair->ctx, close, &end);
    if (!column || !other || column == other || begin.file != end.file) return;
    diag(repair->ctx, DIAG_OF(lex, lex_note_odd), close->pos, (int)begin.line);
}

// A closing bracket: closes what is open within its partner; dropped if it has none.
static bool close_bracket(Repair *repair) {
    uint16_t kind = repair->token->kind, want = (uint16_t)(kind - 1);
    if (!repair->count[want - T_LPAREN]) {
        diag(repair->ctx, DIAG_OF(lex, lex_unmatched_close), repair->token->pos,
             lex_kind_name(kind));
        if (kind == T_RBRACE) note_odd(repair);
        return false;
    }
    while (top(repair).kind != want) close_top(repair);
    Token open = vec_pop(&repair->open);
    repair->count[want - T_LPAREN]--;
    if (kind == T_RBRACE && !repair->count[want - T_LPAREN])
        repair->outermost[0] = open, repair->outermost[1] = *repair->token;
    return true;
}

// How many closing brackets are missing, of braces and of parentheses.
static void count_missing(Repair *repair, const TokenArray *tokens) {
    uint32_t of[T_RBRACE - T_LPAREN + 1] = {0};
    for (uint32_t i = 0; i < tokens->n; i++) {
        uint16_t kind = tokens->at[i].kind;
        if (lex_is_open(kind) || lex_is_close(kind)) of[kind - T_LPAREN]++;
    }
    const uint32_t *brace = &of[T_LBRACE - T_LPAREN];
    repair->braces = brace[0] > brace[1] ? brace[0] - brace[1] : 0;
    for (uint32_t i = 0; repair->braces && i < tokens->n; i++) {
        const Token *token = &tokens->at[i];
        bool opens = token->kind == T_LBRACE;
        if (!opens && token->kind != T_RBRACE) continue;
        void **slot = lack_of(repair, token);
        *slot = (void *)((uintptr_t)*slot + (opens ? 1 : -1));
    }
    repair->round = of[0] > of[1] ? of[0] - of[1] : 0;
}

// Drops closing brackets that nothing opened and closes what is left open, with diagnostics.
void lex_repair_brackets(Ctx *ctx, TokenArray *tokens) {
    Repair repair = {.ctx = ctx};
    map_init(&repair.lacks, &ctx->scratch);
    vec_reserve(&ctx->perm, &repair.out, tokens->n + 64);
    count_missing(&repair, tokens);
    for (uint32_t i = 0; i < tokens->n; i++) {
        Token token = tokens->at[i];
        repair.token = &tokens->at[i];
        close_before(&repair, tokens->at);
        if (token.kind == T_EOF) {
            while (repair.open.n) close_top(&repair);
        } else if (lex_is_open(token.kind)) {
            token.match = i; // where it is in the array that is read
            vec_push(&ctx->scratch, &repair.open, token);
            repair.count[token.kind - T_LPAREN]++;
        } else if (lex_is_close(token.kind) && !close_bracket(&repair)) {
            continue;
        }
        vec_push(&ctx->perm, &repair.out, token);
    }
    tokens->repaired = true;
    tokens->at = repair.out.at;
    tokens->n = repair.out.n;
}
