// SPDX-License-Identifier: Apache-2.0
// Entry points: set-up, the run, the end of the output.
#include "lex/lex_int.h"

// Ends the output with T_EOF and makes the array of it. Brackets that have no partner are repaired
// first, so that a parser finds every one linked.
static TokenArray *finish(Lex *lex) {
    Ctx *ctx = lex->ctx;
    Token eof = {.kind = T_EOF, .flags = TF_BOL, .pos = lex_pos(lex, lex->in.end)};
    vec_push(&ctx->perm, &lex->out, eof);
    TokenArray *tokens = arena_new(&ctx->perm, TokenArray);
    tokens->at = lex->out.at;
    tokens->n = lex->out.n;
    tokens->packs = lex->packs;
    tokens->ascending = lex->no_macros;
    lex_link_brackets(lex);
    if (lex->brackets.broken || lex->brackets.open.n > 1) {
        lex_repair_brackets(ctx, tokens);
        lex->out.at = tokens->at;
        lex->out.n = tokens->n;
        lex->brackets = (Brackets){0};
        lex_link_brackets(lex);
        CU_ASSERT(ctx, !lex->brackets.broken && lex->brackets.open.n == 1);
    }
    tokens->pragma = lex->brackets.pragma.at;
    tokens->npragma = lex->brackets.pragma.n;
    return tokens;
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
    bool headers = lex->mentions && lex_says_all(lex) && strstr(file->text, "include");
    for (uint32_t i = 0; i < o->ncmds && !o->preprocessed; i++) {
        headers |= o->cmds[i].kind >= LEX_CMD_INCLUDE &&
                   !lex_virtual(lex, atom_cstr(lex->ctx, o->cmds[i].text));
    }
    // (where memory is limited, what is reserved counts)
    uint32_t with_headers = lex->ctx->mem_limit ? 1u << 19 : 1u << 22;
    // a little less than 256 KiB, so that the chunk's head fits into a piece of that size, too
    uint32_t few = (1u << 14) - 128;
    uint32_t tokens = CU_MAX(file->len / 4, headers ? with_headers : few);
    vec_reserve(&lex->ctx->perm, &lex->out, tokens);
    // names of ours; characters of the text for one of its own, of which a long text has few new
    // ones
    enum { FIXED = 800, PER_ATOM = 8, MANY = 1 << 14 };
    atom_reserve(lex->ctx, headers ? MANY : CU_MIN(FIXED + file->len / PER_ATOM, (uint32_t)MANY));
}

// The order of the steps is that of memory: the main file is read before the tables are built.
TokenArray *lex_translation_unit(Ctx *ctx, const LexOptions *options, const char *path,
                                 const char *text, size_t len) {
    diag_register(ctx, lex_diag_rows);
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
    if (file && !options->preprocessed) lex_collect_mentions(lex, file);
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
        if (!options->preprocessed) lex_predefine(lex);
        enum { TMP = 64 << 10 }; // expansions use its start again and again
        arena_lend(&lex->tmp, arena_alloc(&ctx->perm, TMP, 16), TMP);
        lex->tmp_mark = arena_mark(&lex->tmp);
        arena_alloc(&ctx->scratch, 1, 1); // marks of an empty arena would free it each time
        lex_run(lex);
    }
    TokenArray *a = finish(lex);
    a->name = lex->main_path;
    a->partial = lex_left_out(lex);
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
