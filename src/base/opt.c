// SPDX-License-Identifier: Apache-2.0
// Option tables: parser, queries, help. Tables have at most some hundred rows and command lines
// some thousand arguments, so rows are found by one walk that compares first letters first.
#include "base/opt.h"

#include <errno.h>
#include <stdlib.h>

// ---- names -------------------------------------------------------------------------------------

// True if s[0..n) is one of the '|'-separated words of list.
static bool word_in(const char *list, const char *s, size_t n) {
    for (const char *p = list; *p;) {
        size_t k = strcspn(p, "|");
        if (k == n && memcmp(p, s, n) == 0) return true;
        p += k + (p[k] == '|');
    }
    return false;
}

const OptRow *opt_row(const OptTable *t, const char *s, size_t n) {
    for (uint32_t i = 0; i < t->n; i++) {
        const OptRow *r = &t->rows[i];
        if (strlen(r->name) == n && memcmp(r->name, s, n) == 0) return r;
        if (word_in(r->brief, s, n)) return r;
    }
    return NULL;
}

static bool is_joined(const OptRow *r) {
    return is_any_of(r->kind, OPT_JOINED, OPT_JLIST);
}

// The joined option with the longest short name that s begins with.
static const OptRow *find_joined(const OptTable *table, const char *s, size_t *len) {
    const OptRow *best = NULL;
    *len = 0;
    for (uint32_t i = 0; i < table->n; i++) {
        if (!is_joined(&table->rows[i])) continue;
        for (const char *p = table->rows[i].brief; *p;) {
            size_t k = strcspn(p, "|");
            if (k > *len && strncmp(s, p, k) == 0) best = &table->rows[i], *len = k;
            p += k + (p[k] == '|');
        }
    }
    return best;
}

// Levenshtein's distance, by rows. Words of 64 letters and more are as far as `limit`.
uint32_t opt_distance(const char *a, const char *b, uint32_t limit) {
    enum { MAX = 64 };
    size_t na = strlen(a), nb = strlen(b);
    if (na >= MAX || nb >= MAX) return limit;
    uint32_t prev[MAX], row[MAX];
    for (size_t j = 0; j <= nb; j++) prev[j] = (uint32_t)j;
    for (size_t i = 1; i <= na; i++) {
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= nb; j++) {
            uint32_t sub = prev[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = CU_MIN(sub, CU_MIN(prev[j], row[j - 1]) + 1);
        }
        memcpy(prev, row, sizeof prev);
    }
    return CU_MIN(prev[nb], limit);
}

// Distance to the nearest of the '|'-separated words of list.
static uint32_t list_distance(Ctx *ctx, const char *name, const char *list, uint32_t limit,
                              const char **word) {
    uint32_t best = limit;
    for (const char *p = list; *p;) {
        size_t k = strcspn(p, "|");
        const char *w = arena_strndup(&ctx->perm, p, k);
        uint32_t d = opt_distance(name, w, best);
        if (k > 2 && d < best) best = d, *word = w; // one letter is near to everything
        p += k + (p[k] == '|');
    }
    return best;
}

// Up to half of the word may be wrong, at most three letters; of one or two letters nothing is
// suggested. Hidden options are not.
const char *opt_nearest(Ctx *ctx, const OptTable *table, const char *name) {
    size_t n = strlen(name);
    uint32_t best = (uint32_t)(n < 3 ? 0 : CU_MIN(n / 2, 3)) + (n >= 3);
    const char *found = NULL;
    for (uint32_t i = 0; i < table->n; i++) {
        const OptRow *r = &table->rows[i];
        if (!*r->group) continue;
        const char *w = NULL;
        best = list_distance(ctx, name, r->name, best, &w);
        if (w) found = arena_printf(&ctx->perm, "--%s", w);
        w = NULL;
        best = list_distance(ctx, name, r->brief, best, &w);
        if (w) found = arena_printf(&ctx->perm, "-%s", w);
    }
    return found;
}

// ---- parsing -----------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    OptResult *out;
    const char *spelling;
    uint32_t arg;
} Parser;

static void complain(Parser *parser, const DiagRow *complaint, const char *a, const char *b) {
    parser->out->errors++;
    diag(parser->ctx, complaint, 0, a, b);
}

static void add(Parser *parser, uint16_t id, const char *value) {
    vec_push(&parser->ctx->perm, &parser->out->items,
             ((OptItem){id, parser->spelling, value, parser->arg}));
}

// "{a|b|c}" lists every choice.
static bool choice_ok(const OptRow *row, const char *v) {
    if (row->value[0] != '{') return true;
    size_t n = strlen(v);
    for (const char *p = row->value + 1; *p && *p != '}';) {
        size_t k = strcspn(p, "|}");
        if (k == n && memcmp(p, v, n) == 0) return true;
        p += k + (p[k] == '|');
    }
    return false;
}

// A value that must be one of the row's choices, if it has any.
static void add_value(Parser *parser, const OptRow *r, const char *v) {
    if (!choice_ok(r, v)) {
        complain(parser, DIAG_OF(base, opt_choice),
                 arena_printf(&parser->ctx->perm, "%s' for '%s", v, parser->spelling), r->value);
        return;
    }
    add(parser, r->id, v);
}

// Splits at commas that no backslash precedes.
static void add_list(Parser *parser, const OptRow *option, const char *v) {
    char *copy = arena_strndup(&parser->ctx->perm, v, strlen(v)), *to = copy, *start = copy;
    for (const char *s = v;; s++) {
        if (*s == '\\' && s[1] == ',') {
            *to++ = *++s;
        } else if (*s == ',' || !*s) {
            *to++ = 0;
            if (*start) add_value(parser, option, start);
            start = to;
            if (!*s) break;
        } else {
            *to++ = *s;
        }
    }
}

static bool parse_bool(const char *v, bool *out) {
    *out = word_in("true|1|yes|on", v, strlen(v));
    return *out || word_in("false|0|no|off", v, strlen(v));
}

// The value v of an option, as the row's kind wants it.
static void take(Parser *parser, const OptRow *option, const char *v) {
    bool ignored;
    if (option->kind == OPT_BOOL && !parse_bool(v, &ignored)) {
        complain(parser, DIAG_OF(base, opt_choice),
                 arena_printf(&parser->ctx->perm, "%s' for '%s", v, parser->spelling),
                 "{true|false}");
    } else if (is_any_of(option->kind, OPT_LIST, OPT_JLIST)) {
        add_list(parser, option, v);
    } else {
        add_value(parser, option, v);
    }
}

static void unknown(Parser *parser, const OptTable *t, const char *name) {
    const char *near = opt_nearest(parser->ctx, t, name);
    complain(parser, near ? DIAG_OF(base, opt_unknown_near) : DIAG_OF(base, opt_unknown),
             parser->spelling, near ? near : "");
}

// By the rules of parse_one: the name ends at '=', or a short option is joined with its value.
bool opt_is_known(const OptTable *t, const char *arg) {
    const char *name = arg + 1 + (arg[0] && arg[1] == '-');
    size_t k;
    if (arg[0] != '-') return false;
    return opt_row(t, name, strcspn(name, "=")) || (arg[1] != '-' && find_joined(t, name, &k));
}

// One argument; returns how many arguments were used. An exact name wins over a short one that is
// joined with its value. The next argument is the value where the option needs one and none is
// attached.
static uint32_t parse_one(Parser *parser, const OptTable *table, const char *const *args,
                          uint32_t left) {
    const char *arg = args[0], *name = arg + 1 + (arg[1] == '-');
    size_t n = strcspn(name, "=");
    const char *value = name[n] ? name + n + 1 : NULL;
    const OptRow *row = opt_row(table, name, n);
    if (!row && arg[1] != '-') {
        size_t k;
        row = find_joined(table, name, &k);
        if (row) {
            take(parser, row, name + k);
            return 1;
        }
    }
    if (!row) {
        unknown(parser, table, arena_strndup(&parser->ctx->perm, name, n));
        return 1;
    }
    if (row->kind == OPT_FLAG) {
        if (value)
            complain(parser, DIAG_OF(base, opt_no_value), parser->spelling, "");
        else
            add(parser, row->id, NULL);
        return 1;
    }
    if (row->kind == OPT_OPTIONAL && !value) {
        bool next = left > 1 && row->value[0] == '{' && choice_ok(row, args[1]);
        add(parser, row->id, next ? args[1] : NULL);
        return next ? 2 : 1;
    }
    if (value) {
        take(parser, row, value);
        return 1;
    }
    if (left < 2) {
        complain(parser, DIAG_OF(base, opt_needs_value), parser->spelling, "");
        return 1;
    }
    take(parser, row, args[1]);
    return 2;
}

// An option with an error is left out of the items, and parsing goes on.
bool opt_parse(Ctx *ctx, const OptTable *table, uint32_t n, const char *const *args,
               OptResult *out) {
    *out = (OptResult){0};
    Parser parser = {.ctx = ctx, .out = out};
    bool options = true;
    for (uint32_t i = 0; i < n;) {
        parser.spelling = args[i];
        parser.arg = i;
        if (options && strcmp(args[i], "--") == 0) {
            options = false;
            i++;
        } else if (options && args[i][0] == '-' && args[i][1]) {
            i += parse_one(&parser, table, args + i, n - i);
        } else {
            add(&parser, 0, args[i++]);
        }
    }
    return out->errors == 0;
}

// The row of an id; NULL for none.
static const OptRow *find_id(const OptTable *t, uint16_t id) {
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->rows[i].id == id) return &t->rows[i];
    }
    return NULL;
}

// An option without effect is said once, and one that is refused each time.
bool opt_say_effects(Ctx *ctx, const OptTable *table, OptResult *result) {
    BitSet seen;
    bitset_init(&seen, &ctx->scratch, UINT16_MAX + 1);
    for (uint32_t i = 0; i < result->items.n; i++) {
        const OptItem *it = &result->items.at[i];
        const OptRow *row = it->id ? find_id(table, it->id) : NULL;
        if (!row || row->effect == OPT_EFFECT) continue;
        Parser p = {.ctx = ctx, .out = result, .spelling = it->spelling};
        bool again = bitset_has(&seen, it->id);
        bitset_add(&seen, it->id);
        if (again && row->effect & OPT_ONCE)
            complain(&p, DIAG_OF(base, opt_twice), it->spelling, "");
        uint8_t effect = row->effect & OPT_CLASS_MASK;
        if (effect == OPT_REFUSED)
            complain(&p, DIAG_OF(base, opt_refused), it->spelling, row->help);
        if (effect == OPT_NO_EFFECT && !again)
            diag(ctx, DIAG_OF(base, opt_no_effect), 0, it->spelling, row->help);
    }
    return result->errors == 0;
}

// Inside single quotes a backslash is itself, as in a shell.
const char **opt_split(Ctx *ctx, const char *text, uint32_t *n) {
    VEC(const char *) v = {0};
    for (const char *p = text;;) {
        p += strspn(p, " \t\r\n");
        if (!*p) break;
        Buf out;
        buf_init(&out, &ctx->perm);
        char quote = 0;
        for (; *p && (quote || !strchr(" \t\r\n", *p)); p++) {
            if (*p == '\\' && p[1] && quote != '\'')
                buf_putc(&out, *++p);
            else if (quote ? *p == quote : *p == '"' || *p == '\'')
                quote = quote ? 0 : *p;
            else
                buf_putc(&out, *p);
        }
        vec_push(&ctx->perm, &v, buf_cstr(&out));
    }
    *n = v.n;
    return v.at;
}

// ---- queries -----------------------------------------------------------------------------------

// The last one wins everywhere but in lists.
const OptItem *opt_last(const OptResult *r, uint16_t id) {
    for (uint32_t i = r->items.n; i-- > 0;) {
        if (r->items.at[i].id == id) return &r->items.at[i];
    }
    return NULL;
}

const char *opt_value(const OptResult *r, uint16_t id, const char *absent) {
    const OptItem *i = opt_last(r, id);
    return i && i->value ? i->value : absent;
}

// A value that is not true or false was refused by opt_parse.
bool opt_bool(const OptResult *r, uint16_t id, bool absent) {
    const OptItem *i = opt_last(r, id);
    if (!i) return absent;
    bool v = true;
    if (i->value) parse_bool(i->value, &v);
    return v;
}

// The base is C's: 0x for hexadecimal, 0 for octal.
int64_t opt_int(Ctx *ctx, OptResult *result, uint16_t id, int64_t absent) {
    const OptItem *i = opt_last(result, id);
    if (!i || !i->value) return absent;
    char *end;
    errno = 0;
    int64_t v = strtoll(i->value, &end, 0);
    if (*i->value && !*end && !errno) return v;
    Parser p = {.ctx = ctx, .out = result};
    complain(&p, DIAG_OF(base, opt_number), i->value, i->spelling);
    return absent;
}

// ---- help --------------------------------------------------------------------------------------

enum { HELP_COLUMN = 34, HELP_WIDTH = 96 };

// The text broken at blanks into lines, the first of which begins at HELP_COLUMN already.
static void help_text(Buf *out, const char *s) {
    size_t col = HELP_COLUMN;
    for (const char *p = s; *p;) {
        size_t k = strcspn(p, " ");
        if (col + k > HELP_WIDTH && col > HELP_COLUMN) {
            buf_printf(out, "\n%*s", HELP_COLUMN, "");
            col = HELP_COLUMN;
        }
        buf_write(out, p, k);
        col += k;
        p += k;
        if (*p == ' ') {
            buf_putc(out, ' ');
            col++;
            p++;
        }
    }
    buf_putc(out, '\n');
}

// "  --long=VALUE (-short)" and the text beside it, or below where the names are too long.
static void help_row(Buf *out, const OptRow *row) {
    static const char *const form[] = {
        [OPT_FLAG] = "",          [OPT_BOOL] = "={true|false}", [OPT_VALUE] = "=%s",
        [OPT_LIST] = "=%s,...",   [OPT_JOINED] = "=%s",         [OPT_JLIST] = "=%s,...",
        [OPT_OPTIONAL] = "[=%s]",
    };
    size_t start = out->n;
    buf_puts(out, "  ");
    if (*row->name) {
        buf_printf(out, "--%s", row->name);
        for (const char *f = form[row->kind]; *f; f++) {
            if (*f == '%')
                buf_puts(out, row->value), f++;
            else
                buf_putc(out, *f);
        }
    }
    for (const char *p = row->brief; *p;) {
        size_t k = strcspn(p, "|");
        bool only = !*row->name && p == row->brief;
        buf_printf(out, "%s-%.*s%s%s%s",
                   only                            ? ""
                   : *row->name && p == row->brief ? " ("
                                                   : ", ",
                   (int)k, p, is_joined(row) ? " " : "", is_joined(row) ? row->value : "",
                   *row->name && !p[k] ? ")" : "");
        if (only && row->kind == OPT_VALUE) buf_printf(out, " %s", row->value);
        p += k + (p[k] == '|');
    }
    size_t used = out->n - start;
    if (used + 2 > HELP_COLUMN)
        buf_printf(out, "\n%*s", HELP_COLUMN, "");
    else
        buf_printf(out, "%*s", (int)(HELP_COLUMN - used), "");
    help_text(out, row->help);
}

// A group's rows need not stand together in the table.
void opt_help(Ctx *ctx, Buf *out, const OptTable *table) {
    for (uint32_t i = 0; i < table->n; i++) {
        const char *group = table->rows[i].group;
        bool seen = !*group;
        for (uint32_t j = 0; j < i && !seen; j++) seen = strcmp(table->rows[j].group, group) == 0;
        if (seen) continue;
        buf_printf(out, "\n%s:\n", group);
        for (uint32_t j = i; j < table->n; j++) {
            if (strcmp(table->rows[j].group, group) == 0) help_row(out, &table->rows[j]);
        }
    }
}
