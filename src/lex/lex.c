// SPDX-License-Identifier: Apache-2.0
// Entry points: set-up, the run, and the matching of brackets.
#include "lex/lex_int.h"

const DiagRow lex_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "lex/lex_diag.def"
#undef DIAG
};

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
static bool link_listed(Lex *L, const uint32_t *at, uint32_t n) {
    Brackets *b = &L->brackets;
    Token *t = L->out.at;
    vec_reserve(&L->ctx->perm, &b->open, b->open.n + n);
    OpenBracket *top = &b->open.at[b->open.n - 1]; // the first one stands for none
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = at[k], kind = t[i].kind;
        if (CU_UNLIKELY(kind == T_PRAGMA)) {
            vec_push(&L->ctx->perm, &b->pragma, i);
            continue;
        }
        uint32_t opens = (kind - T_PRAGMA) & 1, closes = opens - 1; // the latter a mask
        if (CU_UNLIKELY((top->closer ^ kind) & closes)) return false;
        uint32_t o = (i & ~closes) | (top->index & closes);
        t[o].match = i; // of an opening one until its partner is seen
        t[i].match = o;
        top[1] = (OpenBracket){i, kind + 1}; // above the top when this one closes
        top += (int32_t)(closes | 1);
    }
    b->open.n = (uint32_t)(top - b->open.at) + 1;
    return true;
}

// Links partners and lists the pragmas, from where it stopped last time; for nothing after the
// first bracket that has no partner. Called every few hundred tokens, while they are in the cache.
void lex_link_brackets(Lex *L) {
    enum { SOME = 64 };
    Brackets *b = &L->brackets;
    uint32_t at[SOME], n = L->out.n;
    if (!b->open.n) vec_push(&L->ctx->perm, &b->open, ((OpenBracket){0}));
    for (uint32_t i = b->linked; i < n && !b->broken; i += SOME) {
        uint32_t listed = list_brackets(L->out.at, i, CU_MIN(i + SOME, n), at);
        b->broken = !link_listed(L, at, listed);
    }
    b->linked = n;
}
_Static_assert(T_LPAREN == T_PRAGMA + 1 && T_RBRACE == T_LPAREN + 5, "one range");

typedef VEC(Token) Tokens;

static void close_top(Ctx *ctx, Tokens *out, Tokens *open, uint32_t *count, Pos pos) {
    Token o = vec_pop(open);
    count[o.kind - T_LPAREN]--;
    diag(ctx, &lex_diag_rows[D_lex_unmatched_open], o.pos, lex_kind_name(o.kind));
    uint16_t kind = (uint16_t)(o.kind + 1);
    Token c = {.kind = kind, .text = atom_cstr(ctx, lex_kind_name(kind)), .pos = pos};
    vec_push(&ctx->perm, out, c);
}

// Drops closing brackets that nothing opened and closes what is left open, with diagnostics.
static void repair_brackets(Ctx *ctx, TokenArray *a) {
    Tokens out = {0}, open = {0};
    uint32_t count[6] = {0};
    vec_reserve(&ctx->perm, &out, a->n + 64);
    for (uint32_t i = 0; i < a->n; i++) {
        Token t = a->at[i];
        if (t.kind == T_EOF) {
            while (open.n) close_top(ctx, &out, &open, count, t.pos);
        } else if (lex_is_open(t.kind)) {
            vec_push(&ctx->scratch, &open, t);
            count[t.kind - T_LPAREN]++;
        } else if (lex_is_close(t.kind)) {
            uint16_t want = (uint16_t)(t.kind - 1);
            if (!count[want - T_LPAREN]) {
                diag(ctx, &lex_diag_rows[D_lex_unmatched_close], t.pos, lex_kind_name(t.kind));
                continue;
            }
            while (open.at[open.n - 1].kind != want) close_top(ctx, &out, &open, count, t.pos);
            open.n--;
            count[want - T_LPAREN]--;
        }
        vec_push(&ctx->perm, &out, t);
    }
    a->at = out.at;
    a->n = out.n;
}

static TokenArray *finish(Lex *L) {
    Ctx *ctx = L->ctx;
    Token eof = {.kind = T_EOF, .flags = TF_BOL, .pos = lex_pos(L, L->in.end)};
    vec_push(&ctx->perm, &L->out, eof);
    TokenArray *a = arena_new(&ctx->perm, TokenArray);
    a->at = L->out.at;
    a->n = L->out.n;
    a->packs = L->packs;
    a->ascending = L->no_macros;
    lex_link_brackets(L);
    if (L->brackets.broken || L->brackets.open.n > 1) {
        repair_brackets(ctx, a);
        L->out.at = a->at;
        L->out.n = a->n;
        L->brackets = (Brackets){0};
        lex_link_brackets(L);
        CU_ASSERT(ctx, !L->brackets.broken && L->brackets.open.n == 1);
    }
    a->pragma = L->brackets.pragma.at;
    a->npragma = L->brackets.pragma.n;
    return a;
}

// ---- set-up -------------------------------------------------------------------------------------

static Lex *lex_new(Ctx *ctx, const LexOptions *o) {
    Lex *L = arena_new(&ctx->perm, Lex);
    L->ctx = ctx;
    L->opt = o;
    L->max_tokens = o->max_tokens ? o->max_tokens : 1u << 25;
    L->in.p = L->in.start = L->in.end = "";
    arena_init(&L->tmp, ctx, "lex");
    arena_init(&L->texts, ctx, "texts");
    return L;
}

static void set_assertions(Lex *L) {
    static const char *const facts[] = {"machine", "(x86_64)", "cpu",    "(x86_64)", "system",
                                        "(linux)", "system",   "(unix)", "system",   "(posix)"};
    for (size_t i = 0; i < CU_COUNT(facts); i += 2) {
        uint64_t pred = (uint64_t)atom_cstr(L->ctx, facts[i]) << 32;
        map_put(&L->assertions, pred, L);
        map_put(&L->assertions, pred | atom_cstr(L->ctx, facts[i + 1]), L);
    }
}

static void forget_macros(Lex *L) {
    for (uint32_t i = 0; i < L->defined_atoms.n; i++) {
        lex_info(L, L->defined_atoms.at[i])->macro = NULL;
    }
}

// Room to begin with: untouched memory is free and copying is not, so start large when headers from
// the disk are to come.
static void reserve(Lex *L, const File *f) {
    const LexOptions *o = L->opt;
    bool headers = !o->preprocessed && strstr(f->text, "include");
    for (uint32_t i = 0; i < o->ncmds && !o->preprocessed; i++) {
        headers |= o->cmds[i].kind >= LEX_CMD_INCLUDE &&
                   !map_get(&L->virtuals, atom_cstr(L->ctx, o->cmds[i].text));
    }
    uint32_t tokens = CU_MAX(f->len / 4, headers ? 1u << 19 : 1u << 15);
    vec_reserve(&L->ctx->perm, &L->out, tokens);
    if (headers) atom_reserve(L->ctx, 1 << 14);
}

TokenArray *lex_translation_unit(Ctx *ctx, const LexOptions *o, const char *path, const char *text,
                                 size_t len) {
    diag_register(ctx, lex_diag_rows, D_lex_count_);
    Lex *L = lex_new(ctx, o);
    map_init(&L->found, &ctx->perm);
    map_init(&L->by_path, &ctx->perm);
    map_init(&L->by_inode, &ctx->perm);
    map_init(&L->virtuals, &ctx->perm);
    map_init(&L->handles, &ctx->perm);
    map_init(&L->skips, &ctx->perm);
    map_init(&L->assertions, &ctx->perm);
    map_init(&L->pushed, &ctx->perm);
    L->main_path = atom_cstr(ctx, path);
    L->no_macros = L->dirs_known = o->preprocessed;
    if (!o->preprocessed) lex_init_dirs(L);
    File *f = lex_open_main(L, path, text, len);
    if (f) reserve(L, f); // before anything else that takes much memory: into the same pages
    lex_init_atoms(L);
    lex_init_directives(L);
    if (!o->preprocessed) {
        lex_define_builtins(L);
        set_assertions(L);
    }
    if (!f) {
        LEX_DIAG(L, lex_cannot_open, 0, path);
    } else {
        lex_enter(L, f, DIR_OWN, 0, false);
        L->includes.n = 0; // the empty text below it
        L->in.level = 0;
        if (!o->preprocessed) lex_predefine(L, f);
        enum { TMP = 256 << 10 }; // expansions use its start again and again
        arena_lend(&L->tmp, arena_alloc(&ctx->perm, TMP, 16), TMP);
        L->tmp_mark = arena_mark(&L->tmp);
        arena_alloc(&ctx->scratch, 1, 1); // marks of an empty arena would free it each time
        lex_run(L);
    }
    TokenArray *a = finish(L);
    a->name = L->main_path;
    a->length = f ? f->len : 0;
    forget_macros(L);
    ctx_close_dirs(ctx);
    arena_free(&L->tmp);
    arena_free(&L->texts);
    return a;
}

TokenArray *lex_text(Ctx *ctx, const char *name, const char *text, size_t len) {
    LexOptions o;
    lex_options_init(&o);
    o.std = 20;
    Lex *L = lex_new(ctx, &o);
    lex_init_atoms(L);
    L->no_macros = true;
    const char *s = lex_pad(ctx, text, len);
    SourceText *src = source_text(ctx, atom_cstr(ctx, name), s, (uint32_t)len);
    L->in = (Input){.p = s, .start = s, .end = s + len, .system = true};
    L->in.base = source_add_file(ctx, src, 0, true);
    Token t;
    for (;;) {
        lex_scan(L, &t);
        if (t.kind == T_EOF) break;
        vec_push(&ctx->perm, &L->out, t);
    }
    return finish(L);
}
