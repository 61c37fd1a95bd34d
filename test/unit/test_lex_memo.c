// SPDX-License-Identifier: Apache-2.0
// Remembered macro expansions (src/lex/memo.c) against expansion in full. Macros at random, with
// `#`, `##`, empty arguments, names of each other and of themselves; each use stands three times.
// The first is always expanded in full, the second records, the third is taken from memory: all
// must give the same tokens with the same spacing.
#include "lex/lex.h"
#include "unit.h"

enum { FUNS = 6, OBJECTS = 5, PROGRAMS = 4000, USES = 8, TIMES = 3 };

typedef struct {
    uint64_t seed;
    uint32_t params[FUNS];
    Buf b;
} Gen;

static uint32_t pick(Gen *g, uint32_t n) {
    return (uint32_t)(unit_random(&g->seed) % n);
}

static void space(Gen *g) {
    static const char *const s[] = {"", "", " ", "  "};
    buf_puts(&g->b, s[pick(g, 4)]);
}

static void put_list(Gen *g, uint32_t params, uint32_t depth, uint32_t most);

static void put_call(Gen *g, uint32_t params, uint32_t depth) {
    uint32_t f = pick(g, FUNS), n = g->params[f] ? g->params[f] : 1;
    buf_printf(&g->b, "F%u", f);
    space(g);
    for (uint32_t i = 0; i < n; i++) {
        buf_putc(&g->b, i ? ',' : '(');
        put_list(g, params, depth + 1, g->params[f] ? 2 : 0);
    }
    buf_putc(&g->b, ')');
}

static void put_word(Gen *g, uint32_t params, uint32_t depth) {
    static const char *const words[] = {"a", "int", "F", "O",     "1",   "2u",
                                        "+", "<",   ";", "\"s\"", "and", "F1x"};
    uint32_t k = pick(g, 20);
    if (params && k < 7) {
        buf_putc(&g->b, "pqr"[pick(g, params)]);
    } else if (k < 10) {
        buf_printf(&g->b, "O%u", pick(g, OBJECTS));
    } else if (k < 12) {
        buf_printf(&g->b, "F%u", pick(g, FUNS));
    } else if (k < 15 && depth < 3) {
        put_call(g, params, depth);
    } else if (k == 15 && depth < 3) {
        buf_putc(&g->b, '(');
        put_list(g, params, depth + 1, 2);
        buf_putc(&g->b, ')');
    } else {
        buf_puts(&g->b, words[pick(g, CU_COUNT(words))]);
    }
}

static void put_list(Gen *g, uint32_t params, uint32_t depth, uint32_t most) {
    space(g);
    for (uint32_t n = pick(g, most + 1); n > 0; n--) {
        put_word(g, params, depth);
        buf_putc(&g->b, ' ');
        space(g);
    }
}

static void put_paste(Gen *g, uint32_t params) {
    static const char *const parts[] = {"F", "O", "a", "1", "2"};
    for (uint32_t i = 0, n = 2 + pick(g, 2); i < n; i++) {
        if (i) buf_puts(&g->b, " ## ");
        if (params && pick(g, 3)) {
            buf_putc(&g->b, "pqr"[pick(g, params)]);
        } else {
            buf_puts(&g->b, parts[pick(g, i ? 5 : 3)]);
        }
    }
    buf_putc(&g->b, ' ');
}

static void put_body(Gen *g, uint32_t params) {
    for (uint32_t n = pick(g, 5); n > 0; n--) {
        uint32_t k = pick(g, 10);
        if (k < 3) {
            put_paste(g, params);
        } else if (k == 3 && params) {
            buf_printf(&g->b, "#%c ", "pqr"[pick(g, params)]);
        } else {
            put_list(g, params, 0, 1);
        }
    }
    buf_putc(&g->b, '\n');
}

static void put_function(Gen *g, uint32_t f) {
    static const char *const params[] = {"()", "(p)", "(p, q)", "(p, q, r)"};
    buf_printf(&g->b, "#undef F%u\n#define F%u%s ", f, f, params[g->params[f]]);
    put_body(g, g->params[f]);
}

static void put_object(Gen *g, uint32_t o) {
    buf_printf(&g->b, "#undef O%u\n#define O%u ", o, o);
    put_body(g, 0);
}

static void put_program(Gen *g) {
    for (uint32_t f = 0; f < FUNS; f++) g->params[f] = pick(g, 4);
    for (uint32_t f = 0; f < FUNS; f++) put_function(g, f);
    for (uint32_t o = 0; o < OBJECTS; o++) put_object(g, o);
    for (uint32_t use = 0; use < USES; use++) {
        size_t from = g->b.n;
        buf_puts(&g->b, "use ;\n");
        space(g);
        put_call(g, 0, 1);
        put_list(g, 0, 1, 2);
        buf_putc(&g->b, '\n');
        size_t n = g->b.n - from;
        for (int i = 1; i < TIMES; i++) {
            buf_reserve(&g->b, n);
            buf_write(&g->b, g->b.at + from, n);
        }
        buf_puts(&g->b, "end ;\n");
        if (pick(g, 3) == 0) put_function(g, pick(g, FUNS));
        if (pick(g, 3) == 0) put_object(g, pick(g, OBJECTS));
    }
}

// The tokens from `use` at i to the next one, or `end`.
static uint32_t use_length(Ctx *ctx, const TokenArray *t, uint32_t i) {
    uint32_t n = 1;
    for (; i + n < t->n; n++) {
        const char *s = atom_str(ctx, t->at[i + n].text);
        if (strcmp(s, "use") == 0 || strcmp(s, "end") == 0) break;
    }
    return n;
}

static bool same(const Token *a, const Token *b, uint32_t n) {
    uint16_t spacing = TF_BOL | TF_SPACE | TF_NOEXPAND;
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].kind != b[i].kind || a[i].text != b[i].text) return false;
        if ((a[i].flags ^ b[i].flags) & spacing) return false;
    }
    return true;
}

static void print(Ctx *ctx, const Token *t, uint32_t n) {
    printf("\n ");
    for (uint32_t i = 0; i < n; i++) printf(" %s.%x", atom_str(ctx, t[i].text), t[i].flags);
}

// False, with the program, when some use is not expanded alike each time.
static bool check_program(Ctx *ctx, const char *text) {
    LexOptions o;
    lex_options_init(&o);
    o.no_std_inc = true;
    o.predef = LEX_PREDEF_NONE;
    const TokenArray *t = lex_translation_unit(ctx, &o, "memo.cu", text, strlen(text));
    for (uint32_t i = 0; i < t->n;) {
        if (strcmp(atom_str(ctx, t->at[i].text), "use") != 0) {
            i++;
            continue;
        }
        uint32_t n = use_length(ctx, t, i);
        for (int k = 1; k < TIMES; k++) {
            uint32_t next = i + (uint32_t)k * n;
            bool alike = same(&t->at[i + 1], &t->at[next + 1], n - 1); // not the blank before `use`
            if (use_length(ctx, t, next) == n && alike) continue;
            printf("use %d differs:", k + 1);
            print(ctx, &t->at[i], n);
            print(ctx, &t->at[next], use_length(ctx, t, next));
            printf("\n%s", text);
            return false;
        }
        i += TIMES * n;
    }
    return true;
}

// The output outgrows its array at each token of a remembered expansion.
static void check_growth(void) {
    enum { WORDS = 12, LONG = 1 << 15, CALLS = LONG / WORDS + 8 }; // LONG: what is reserved first
    for (int before = 0; before < WORDS; before++) {
        Ctx ctx;
        ctx_init(&ctx);
        Gen g = {0};
        buf_init(&g.b, &ctx.perm);
        buf_puts(&g.b, "#define MADE_x m1 m2 m3\n#define F(a, n) ( a [ a ] MADE_##n { } )\n");
        for (int i = 0; i < before; i++) buf_puts(&g.b, ";\n");
        for (int i = 0; i < CALLS; i++) buf_puts(&g.b, "use F(a, x)\n");
        buf_puts(&g.b, "end ;\n");
        LexOptions o;
        lex_options_init(&o);
        o.no_std_inc = true;
        o.predef = LEX_PREDEF_NONE;
        const char *text = buf_cstr(&g.b);
        const TokenArray *t = lex_translation_unit(&ctx, &o, "growth.cu", text, strlen(text));
        uint32_t first = (uint32_t)before, alike = 0;
        for (; alike < CALLS && same(&t->at[first], &t->at[first + alike * WORDS], WORDS);
             alike++) {
        }
        CHECK(use_length(&ctx, t, first) == WORDS);
        CHECK(alike == CALLS);
        ctx_free(&ctx);
    }
}

int main(void) {
    bool ok = true;
    check_growth();
    for (uint64_t seed = 1; seed <= PROGRAMS && ok; seed++) {
        Ctx ctx;
        jmp_buf out;
        ctx_init(&ctx);
        ctx.unwind = &out;
        if (setjmp(out) == 0) {
            Gen g = {.seed = seed};
            buf_init(&g.b, &ctx.perm);
            put_program(&g);
            ok = check_program(&ctx, buf_cstr(&g.b));
        }
        ctx_free(&ctx);
    }
    CHECK(ok);
    return UNIT_END();
}
