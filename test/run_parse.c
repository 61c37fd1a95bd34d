// SPDX-License-Identifier: Apache-2.0
// Directives of a test file. A directive is a name and a colon directly after a comment mark of
// the file's language (`//`, `;` in .ll, `#` in .sh and .txt); what else comments say is ignored.
#include "run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

void test_fail(Test *t, uint32_t line, const char *fmt, ...) {
    t->bad = true;
    if (line) buf_printf(&t->report, "%s:%u: ", t->path, line);
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&t->report, fmt, ap);
    va_end(ap);
    buf_putc(&t->report, '\n');
}

bool run_has_prefix(const Run *r, Atom prefix) {
    for (uint32_t i = 0; i < r->prefixes.n; i++) {
        if (r->prefixes.at[i] == prefix) return true;
    }
    return prefix == 0;
}

int test_exit_code(const Test *t, const Run *r) {
    for (uint32_t i = 0; i < t->exits.n; i++) {
        if (t->exits.at[i].prefix && run_has_prefix(r, t->exits.at[i].prefix)) {
            return t->exits.at[i].code;
        }
    }
    for (uint32_t i = 0; i < t->exits.n; i++) {
        if (!t->exits.at[i].prefix) return t->exits.at[i].code;
    }
    for (uint32_t i = 0; i < t->expected.n; i++) {
        const Expected *e = &t->expected.at[i];
        if (strcmp(e->severity, "error") == 0 && run_has_prefix(r, e->prefix)) return 1;
    }
    return 0;
}

// One directive: NAME[PREFIX]@OFFSET: TEXT
typedef struct {
    const char *name;
    uint32_t name_len;
    const char *prefix; // text between the brackets, or NULL
    uint32_t prefix_len;
    bool has_offset;
    int offset;
    char *text;    // trimmed copy
    uint32_t line; // 1-based
} Directive;

static char *trimmed(Test *t, const char *s, const char *e) {
    while (s < e && isspace((unsigned char)*s)) s++;
    while (e > s && isspace((unsigned char)e[-1])) e--;
    return arena_strndup(&t->ctx->perm, s, (size_t)(e - s));
}

// Reads a directive at p (after the comment mark), false if there is none.
static bool read_directive(Test *t, const char *p, const char *end, Directive *d) {
    *d = (Directive){0};
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    d->name = p;
    while (p < end &&
           (isupper((unsigned char)*p) || isdigit((unsigned char)*p) || *p == '-' || *p == '_')) {
        p++;
    }
    d->name_len = (uint32_t)(p - d->name);
    if (!d->name_len || !isupper((unsigned char)*d->name)) return false;
    if (p < end && *p == '[') {
        d->prefix = ++p;
        while (p < end && *p != ']') p++;
        d->prefix_len = (uint32_t)(p - d->prefix);
        if (p == end) return false;
        p++;
    }
    if (p < end && *p == '@') {
        d->has_offset = true;
        d->offset = (int)strtol(p + 1, NULL, 10);
        for (p++; p < end && (isdigit((unsigned char)*p) || *p == '-' || *p == '+');) p++;
    }
    if (p == end || *p != ':') return false;
    d->text = trimmed(t, p + 1, end);
    return true;
}

static bool named(const Directive *d, const char *name) {
    return d->name_len == strlen(name) && memcmp(d->name, name, d->name_len) == 0;
}

static Atom prefix_atom(Test *t, const Directive *d) {
    return d->prefix ? atom_intern(t->ctx, d->prefix, d->prefix_len) : 0;
}

// Calls f for each item of a comma-separated list.
static void each_item(Test *t, const char *list, void (*f)(Test *, char *)) {
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",");
        char *item = trimmed(t, p, p + n);
        if (*item) f(t, item);
        p += n + (p[n] == ',');
    }
}

static void add_prefix(Test *t, char *item) {
    vec_push(&t->ctx->perm, &vec_last(&t->runs).prefixes, atom_cstr(t->ctx, item));
}

static void add_need(Test *t, char *item) {
    vec_push(&t->ctx->perm, &t->needs, (const char *)item);
}

static void add_each(Test *t, char *item) {
    vec_push(&t->ctx->perm, &t->each, (const char *)item);
}

static void add_run(Test *t, const Directive *d) {
    Run *last = t->runs.n ? &vec_last(&t->runs) : NULL;
    size_t n = last ? strlen(last->command) : 0;
    if (n && last->command[n - 1] == '\\') { // a continued line
        last->command =
            arena_printf(&t->ctx->perm, "%.*s %s", (int)(n - 1), last->command, d->text);
        return;
    }
    vec_push(&t->ctx->perm, &t->runs, ((Run){.command = d->text, .line = d->line}));
    const char *list = d->prefix ? arena_strndup(&t->ctx->perm, d->prefix, d->prefix_len) : "CHECK";
    each_item(t, list, add_prefix);
}

static void add_expected(Test *t, const Directive *d, const char *severity) {
    Expected e = {severity, d->line, d->line, prefix_atom(t, d), d->text};
    if (d->has_offset) e.at = d->offset ? (uint32_t)((int)d->line + d->offset) : 0;
    vec_push(&t->ctx->perm, &t->expected, e);
}

// The comment lines after `EXPECT:` up to a line that is no comment or another EXPECT.
static void add_block(Test *t, const Directive *d) {
    Block b = {prefix_atom(t, d), d->line, d->line};
    size_t n = strlen(t->leader);
    for (; b.last < t->lines.n; b.last++) {
        Line l = t->lines.at[b.last];
        Directive other;
        if (l.n < n || memcmp(l.s, t->leader, n) != 0) break;
        if (read_directive(t, l.s + n, l.s + l.n, &other) && named(&other, "EXPECT")) break;
    }
    vec_push(&t->ctx->perm, &t->blocks, b);
}

static bool fixed_directive(Test *t, const Directive *d) {
    static const char *const severities[][2] = {
        {"ERROR", "error"}, {"WARNING", "warning"}, {"NOTE", "note"}, {"REMARK", "remark"}};
    if (named(d, "RUN")) {
        add_run(t, d);
        return true;
    }
    for (size_t i = 0; i < CU_COUNT(severities); i++) {
        if (named(d, severities[i][0])) {
            add_expected(t, d, severities[i][1]);
            return true;
        }
    }
    if (named(d, "EXPECT")) {
        add_block(t, d);
    } else if (named(d, "EXIT")) {
        __typeof__(*t->exits.at) e = {prefix_atom(t, d), atoi(d->text)};
        vec_push(&t->ctx->perm, &t->exits, e);
    } else if (named(d, "REQUIRES")) {
        each_item(t, d->text, add_need);
    } else if (named(d, "EACH")) {
        each_item(t, d->text, add_each);
    } else if (named(d, "XFAIL")) {
        t->xfail = d->text;
        if (!*d->text) test_fail(t, d->line, "XFAIL needs a reason");
    } else if (named(d, "TIMEOUT")) {
        t->timeout = (uint32_t)atoi(d->text);
    } else {
        return false;
    }
    return true;
}

// PREFIX, PREFIX-NEXT, ... where PREFIX is one of the RUN lines'.
static void check_directive(Test *t, const Directive *d) {
    static const struct {
        const char *suffix;
        CheckKind kind;
    } kinds[] = {
        {"", CHECK_PLAIN},   {"-NEXT", CHECK_NEXT},   {"-SAME", CHECK_SAME},   {"-NOT", CHECK_NOT},
        {"-DAG", CHECK_DAG}, {"-LABEL", CHECK_LABEL}, {"-EMPTY", CHECK_EMPTY},
    };
    size_t best = 0; // longest prefix that fits: A and A-B may both exist
    Atom prefix = 0;
    for (uint32_t r = 0; r < t->runs.n; r++) {
        for (uint32_t i = 0; i < t->runs.at[r].prefixes.n; i++) {
            Atom a = t->runs.at[r].prefixes.at[i];
            size_t n = atom_len(t->ctx, a);
            if (n <= best || n > d->name_len) continue;
            if (memcmp(d->name, atom_str(t->ctx, a), n) != 0) continue;
            if (n == d->name_len || d->name[n] == '-') best = n, prefix = a;
        }
    }
    if (!best) {
        if (d->name_len >= 5 && memcmp(d->name, "CHECK", 5) == 0) {
            test_fail(t, d->line, "no RUN line has the prefix of '%.*s'", (int)d->name_len,
                      d->name);
        }
        return; // prose
    }
    Check c = {.line = d->line, .prefix = prefix, .pattern = d->text, .count = 1};
    const char *suffix = arena_strndup(&t->ctx->perm, d->name + best, d->name_len - best);
    bool known = false;
    for (size_t i = 0; i < CU_COUNT(kinds); i++) {
        if (strcmp(suffix, kinds[i].suffix) == 0) c.kind = kinds[i].kind, known = true;
    }
    if (strncmp(suffix, "-COUNT-", 7) == 0) {
        c.kind = CHECK_COUNT;
        c.count = (uint32_t)atoi(suffix + 7);
        known = c.count > 0;
    }
    if (!known)
        test_fail(t, d->line, "unknown directive '%.*s'", (int)d->name_len, d->name);
    else if (!*d->text && c.kind != CHECK_EMPTY)
        test_fail(t, d->line, "empty pattern");
    else
        vec_push(&t->ctx->perm, &t->checks, c);
}

static const char *leader_of(const char *path) {
    const char *ext = strrchr(path, '.');
    if (!ext) return "#";
    if (strcmp(ext, ".ll") == 0) return ";";
    if (strcmp(ext, ".sh") == 0 || strcmp(ext, ".txt") == 0 || strcmp(ext, ".py") == 0) return "#";
    return "//";
}

static void split_lines(Test *t) {
    for (const char *p = t->data; *p;) {
        size_t n = strcspn(p, "\n");
        vec_push(&t->ctx->perm, &t->lines, ((Line){p, (uint32_t)n}));
        p += n + (p[n] == '\n');
    }
}

// Runs f over all directives; those inside EXPECT blocks are text.
static void scan(Test *t, bool checks) {
    size_t nl = strlen(t->leader);
    uint32_t block = 0;
    for (uint32_t i = 0; i < t->lines.n; i++) {
        if (checks) { // the blocks are known by now
            while (block < t->blocks.n && i >= t->blocks.at[block].last) block++;
            if (block < t->blocks.n && i >= t->blocks.at[block].first) continue;
        } else if (t->blocks.n && i < vec_last(&t->blocks).last) {
            continue;
        }
        const char *p = t->lines.at[i].s, *end = p + t->lines.at[i].n;
        while ((p = memmem(p, (size_t)(end - p), t->leader, nl)) != NULL) {
            Directive d;
            p += nl;
            if (!read_directive(t, p, end, &d)) continue;
            d.line = i + 1;
            bool fixed = checks ? false : fixed_directive(t, &d);
            if (checks) check_directive(t, &d);
            if (checks || fixed) break;
        }
    }
}

bool test_parse(Test *t) {
    FILE *f = fopen(t->path, "rb");
    if (!f) return false;
    Buf b;
    buf_init(&b, &t->ctx->perm);
    for (size_t n = 1; n;) {
        buf_reserve(&b, 65536);
        n = fread(b.at + b.n, 1, b.cap - b.n, f);
        b.n += n;
    }
    fclose(f);
    t->data = buf_cstr(&b);
    t->leader = leader_of(t->path);
    if (!strstr(t->data, "RUN")) return false;
    split_lines(t);
    scan(t, false);
    if (!t->runs.n) return false;
    // CHECK lines need the prefixes of all RUN lines; fixed directives are skipped by name there
    scan(t, true);
    return true;
}
