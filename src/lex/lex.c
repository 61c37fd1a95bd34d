// SPDX-License-Identifier: Apache-2.0
// Entry points: set-up, the run, and the matching of brackets.
#include "lex/lex_int.h"

const DiagRow lex_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "lex/lex_diag.def"
#undef DIAG
};

// The table is in the order of TokenKind, from the same file.
const char *lex_kind_name(uint16_t kind) {
    static const char *const names[] = {
#define TOK(name, text)          text,
#define PUNCT(name, sp)          sp,
#define KEYWORD(name, sp, since) sp,
#include "lex/token.def"
    };
    _Static_assert(CU_COUNT(names) == T_count_, "one name per kind");
    return kind < T_count_ ? names[kind] : "?";
}

// ---- brackets -----------------------------------------------------------------------------------

// The indices of the brackets and pragmas among the tokens [i, end); returns how many. Nothing here
// and in link_listed depends on a branch that cannot be predicted.
static uint32_t list_brackets(const Token *t, uint32_t i, uint32_t end, uint32_t *at) {
    uint32_t n = 0;
    for (; i < end; i++) {
        at[n] = i;
        n += (uint16_t)(t[i].kind - T_PRAGMA) <= T_RBRACE - T_PRAGMA;
    }
    return n;
}

// Links those brackets. False at the first that has no partner.
static bool link_listed(Lex *lex, const uint32_t *at, uint32_t n) {
    Brackets *brackets = &lex->brackets;
    Token *token = lex->out.at;
    vec_reserve(&lex->ctx->perm, &brackets->open, brackets->open.n + n);
    OpenBracket *top = &brackets->open.at[brackets->open.n - 1]; // the first one stands for none
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = at[k], kind = token[i].kind;
        if (CU_UNLIKELY(kind == T_PRAGMA)) {
            vec_push(&lex->ctx->perm, &brackets->pragma, i);
            continue;
        }
        uint32_t opens = (kind - T_PRAGMA) & 1, closes = opens - 1; // the latter a mask
        if (CU_UNLIKELY((top->closer ^ kind) & closes)) return false;
        uint32_t o = (i & ~closes) | (top->index & closes);
        token[o].match = i; // of an opening one until its partner is seen
        token[i].match = o;
        top[1] = (OpenBracket){i, kind + 1}; // above the top when this one closes
        top += (int32_t)(closes | 1);
    }
    brackets->open.n = (uint32_t)(top - brackets->open.at) + 1;
    return true;
}

// Links partners and lists the pragmas, from where it stopped last time; for nothing after the
// first bracket that has no partner. Called every few hundred tokens, while they are in the cache.
void lex_link_brackets(Lex *lex) {
    enum { SOME = 64 };
    Brackets *b = &lex->brackets;
    uint32_t at[SOME], n = lex->out.n;
    if (!b->open.n) vec_push(&lex->ctx->perm, &b->open, ((OpenBracket){0}));
    for (uint32_t i = b->linked; i < n && !b->broken; i += SOME) {
        uint32_t listed = list_brackets(lex->out.at, i, CU_MIN(i + SOME, n), at);
        b->broken = !link_listed(lex, at, listed);
    }
    b->linked = n;
}
_Static_assert(T_LPAREN == T_PRAGMA + 1 && T_RBRACE == T_LPAREN + 5, "one range");

typedef VEC(Token) Tokens;

// Adds the closing bracket that the innermost open one lacks, at `pos`, and says so.
static void close_top(Ctx *ctx, Tokens *out, Tokens *open, uint32_t *count, Pos pos) {
    Token o = vec_pop(open);
    count[o.kind - T_LPAREN]--;
    diag(ctx, &lex_diag_rows[D_lex_unmatched_open], o.pos, lex_kind_name(o.kind));
    uint16_t kind = (uint16_t)(o.kind + 1);
    Token c = {.kind = kind, .text = atom_cstr(ctx, lex_kind_name(kind)), .pos = pos};
    vec_push(&ctx->perm, out, c);
}

// Drops closing brackets that nothing opened and closes what is left open, with diagnostics.
static void repair_brackets(Ctx *ctx, TokenArray *token_array) {
    Tokens out = {0}, open = {0};
    uint32_t count[6] = {0};
    vec_reserve(&ctx->perm, &out, token_array->n + 64);
    for (uint32_t i = 0; i < token_array->n; i++) {
        Token token = token_array->at[i];
        if (token.kind == T_EOF) {
            while (open.n) close_top(ctx, &out, &open, count, token.pos);
        } else if (lex_is_open(token.kind)) {
            vec_push(&ctx->scratch, &open, token);
            count[token.kind - T_LPAREN]++;
        } else if (lex_is_close(token.kind)) {
            uint16_t want = (uint16_t)(token.kind - 1);
            if (!count[want - T_LPAREN]) {
                diag(ctx, &lex_diag_rows[D_lex_unmatched_close], token.pos,
                     lex_kind_name(token.kind));
                continue;
            }
            while (open.at[open.n - 1].kind != want) close_top(ctx, &out, &open, count, token.pos);
            open.n--;
            count[want - T_LPAREN]--;
        }
        vec_push(&ctx->perm, &out, token);
    }
    token_array->at = out.at;
    token_array->n = out.n;
}

// Ends the output with T_EOF and makes the array of it. Brackets that have no partner are repaired
// first, so that a parser finds every one linked.
static TokenArray *finish(Lex *lex) {
    Ctx *ctx = lex->ctx;
    Token eof = {.kind = T_EOF, .flags = TF_BOL, .pos = lex_pos(lex, lex->in.end)};
    vec_push(&ctx->perm, &lex->out, eof);
    TokenArray *token_array = arena_new(&ctx->perm, TokenArray);
    token_array->at = lex->out.at;
    token_array->n = lex->out.n;
    token_array->packs = lex->packs;
    token_array->ascending = lex->no_macros;
    lex_link_brackets(lex);
    if (lex->brackets.broken || lex->brackets.open.n > 1) {
        repair_brackets(ctx, token_array);
        lex->out.at = token_array->at;
        lex->out.n = token_array->n;
        lex->brackets = (Brackets){0};
        lex_link_brackets(lex);
        CU_ASSERT(ctx, !lex->brackets.broken && lex->brackets.open.n == 1);
    }
    token_array->pragma = lex->brackets.pragma.at;
    token_array->npragma = lex->brackets.pragma.n;
    return token_array;
}

// ---- set-up -------------------------------------------------------------------------------------

// The state for one unit; its lists and maps are empty.
static Lex *lex_new(Ctx *ctx, const LexOptions *options) {
    Lex *L = arena_new(&ctx->perm, Lex);
    L->ctx = ctx;
    L->opt = options;
    L->max_tokens = options->max_tokens ? options->max_tokens : 1u << 25;
    L->in.p = L->in.start = L->in.end = "";
    arena_init(&L->tmp, ctx, "lex");
    arena_init(&L->texts, ctx, "texts");
    return L;
}

// What `#if #machine(x86_64)` may ask, as gcc on Linux answers.
static void set_assertions(Lex *lex) {
    static const char *const facts[] = {"machine", "(x86_64)", "cpu",    "(x86_64)", "system",
                                        "(linux)", "system",   "(unix)", "system",   "(posix)"};
    for (size_t i = 0; i < CU_COUNT(facts); i += 2) {
        uint64_t pred = (uint64_t)atom_cstr(lex->ctx, facts[i]) << 32;
        map_put(&lex->assertions, pred, lex);
        map_put(&lex->assertions, pred | atom_cstr(lex->ctx, facts[i + 1]), lex);
    }
}

static void forget_macros(Lex *lex) {
    for (uint32_t i = 0; i < lex->defined_atoms.n; i++) {
        lex_info(lex, lex->defined_atoms.at[i])->macro = NULL;
    }
}

// Room to begin with: untouched memory is free and copying is not, so start large when headers from
// the disk are to come.
static void reserve(Lex *lex, const File *file) {
    const LexOptions *o = lex->opt;
    bool headers = !o->preprocessed && strstr(file->text, "include");
    for (uint32_t i = 0; i < o->ncmds && !o->preprocessed; i++) {
        headers |= o->cmds[i].kind >= LEX_CMD_INCLUDE &&
                   !map_get(&lex->virtuals, atom_cstr(lex->ctx, o->cmds[i].text));
    }
    uint32_t tokens = CU_MAX(file->len / 4, headers ? 1u << 19 : 1u << 15);
    vec_reserve(&lex->ctx->perm, &lex->out, tokens);
    if (headers) atom_reserve(lex->ctx, 1 << 14);
}

// The order of the steps is that of memory: the main file is read before the tables are built.
TokenArray *lex_translation_unit(Ctx *ctx, const LexOptions *options, const char *path,
                                 const char *text, size_t len) {
    diag_register(ctx, lex_diag_rows, D_lex_count_);
    Lex *lex = lex_new(ctx, options);
    map_init(&lex->found, &ctx->perm);
    map_init(&lex->by_path, &ctx->perm);
    map_init(&lex->by_inode, &ctx->perm);
    map_init(&lex->virtuals, &ctx->perm);
    map_init(&lex->handles, &ctx->perm);
    map_init(&lex->skips, &ctx->perm);
    map_init(&lex->assertions, &ctx->perm);
    map_init(&lex->pushed, &ctx->perm);
    lex->main_path = atom_cstr(ctx, path);
    lex->no_macros = lex->dirs_known = options->preprocessed;
    if (!options->preprocessed) lex_init_dirs(lex);
    File *file = lex_open_main(lex, path, text, len);
    if (file)
        reserve(lex, file); // before anything else that takes much memory: into the same pages
    lex_init_atoms(lex);
    lex_init_directives(lex);
    if (!options->preprocessed) {
        lex_define_builtins(lex);
        set_assertions(lex);
    }
    if (!file) {
        LEX_DIAG(lex, lex_cannot_open, 0, path);
    } else {
        lex_enter(lex, file, DIR_OWN, 0, false);
        lex->includes.n = 0; // the empty text below it
        lex->in.level = 0;
        if (!options->preprocessed) lex_predefine(lex, file);
        enum { TMP = 256 << 10 }; // expansions use its start again and again
        arena_lend(&lex->tmp, arena_alloc(&ctx->perm, TMP, 16), TMP);
        lex->tmp_mark = arena_mark(&lex->tmp);
        arena_alloc(&ctx->scratch, 1, 1); // marks of an empty arena would free it each time
        lex_run(lex);
    }
    TokenArray *a = finish(lex);
    a->name = lex->main_path;
    a->length = file ? file->len : 0;
    forget_macros(lex);
    ctx_close_dirs(ctx);
    arena_free(&lex->tmp);
    arena_free(&lex->texts);
    return a;
}

// One pass of the scanner: nothing in such a text is a directive or a macro.
TokenArray *lex_text(Ctx *ctx, const char *name, const char *text, size_t len) {
    LexOptions options;
    lex_options_init(&options);
    options.std = 20;
    Lex *lex = lex_new(ctx, &options);
    lex_init_atoms(lex);
    lex->no_macros = true;
    const char *s = lex_pad(ctx, text, len);
    SourceText *src = source_text(ctx, atom_cstr(ctx, name), s, (uint32_t)len);
    lex->in = (Input){.p = s, .start = s, .end = s + len, .system = true};
    lex->in.base = source_add_file(ctx, src, 0, true);
    Token t;
    for (;;) {
        lex_scan(lex, &t);
        if (t.kind == T_EOF) break;
        vec_push(&ctx->perm, &lex->out, t);
    }
    return finish(lex);
}
