// SPDX-License-Identifier: Apache-2.0
// Comparing output with expectations. CHECK lines work as LLVM's FileCheck documents them
// (literal text, {{regex}}, [[VAR:regex]], [[VAR]], [[@LINE+1]]; blanks match any run of blanks);
// the regexes are POSIX extended ones with \d, \s, \w added. Variables that are used where they are
// defined are no back references, which extended expressions have in glibc only: the definition
// stands there again, and the texts are compared.
#include "run.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

// ---- patterns -----------------------------------------------------------------------------------

typedef struct {
    Atom name;
    const char *value;
} Var;
typedef VEC(Var) Vars;

enum { GROUPS = 64 }; // whose places are known

typedef struct {
    Atom name;
    uint32_t group;
    const char *regex;
    size_t n;
} Definition;
typedef struct {
    uint32_t def, use;
} Same; // groups that must match the same text

typedef struct {
    const char *literal; // no regex: this text
    regex_t re;
    VEC(Definition) defs;
    VEC(Same) same;
    uint32_t groups;
} Pattern;

typedef struct {
    Test *t;
    const Run *run;
    const char *text;
    Vars vars;
} Matcher;

static void escape(Buf *b, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (strchr(".[]{}()*+?^$|\\", s[i])) buf_putc(b, '\\');
        buf_putc(b, s[i]);
    }
}

// Copies a user's regex, counting its groups and adding \d and (?:.
static void copy_regex(Buf *b, const char *s, size_t n, uint32_t *groups) {
    bool set = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 1 < n) {
            i++;
            if (s[i] == 'd')
                buf_puts(b, set ? "0-9" : "[0-9]");
            else if (s[i] == 't')
                buf_putc(b, '\t');
            else if (set)
                buf_putc(b, s[i]);
            else
                buf_putc(b, '\\'), buf_putc(b, s[i]);
            continue;
        }
        if (s[i] == '[' && !set) {
            set = true;
            buf_putc(b, '[');
            if (i + 1 < n && s[i + 1] == '^') buf_putc(b, s[++i]);
            if (i + 1 < n && s[i + 1] == ']') buf_putc(b, s[++i]);
            continue;
        }
        if (s[i] == ']') set = false;
        if (s[i] == '(' && !set) {
            ++*groups;
            buf_putc(b, '(');
            if (i + 2 < n && s[i + 1] == '?' && s[i + 2] == ':') i += 2;
            continue;
        }
        buf_putc(b, s[i]);
    }
}

// The end of a `]]`-closed variable, past brackets of its regex.
static const char *var_end(const char *p) {
    for (bool set = false; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '[' && !set)
            set = true, p += (p[1] == ']') + 2 * (p[1] == '^' && p[2] == ']');
        else if (*p == ']' && set)
            set = false;
        else if (*p == ']' && p[1] == ']')
            return p;
    }
    return NULL;
}

// Appends a use or definition `[[...]]`, p after the brackets; false on an error.
static bool add_var(Matcher *m, Pattern *pat, Buf *b, const char *p, const char *end,
                    uint32_t line) {
    Test *t = m->t;
    if (*p == '@') {
        int off = strncmp(p, "@LINE", 5) == 0 ? atoi(p + 5) : 0;
        buf_printf(b, "%d", (int)line + off);
        return true;
    }
    const char *colon = memchr(p, ':', (size_t)(end - p));
    Atom name = atom_intern(t->ctx, p, (size_t)((colon ? colon : end) - p));
    if (colon) {
        buf_putc(b, '(');
        Definition d = {name, ++pat->groups, colon + 1, (size_t)(end - colon - 1)};
        vec_push(&t->ctx->perm, &pat->defs, d);
        copy_regex(b, d.regex, d.n, &pat->groups);
        buf_putc(b, ')');
        return true;
    }
    for (uint32_t i = 0; i < pat->defs.n; i++) { // defined on this very line
        if (pat->defs.at[i].name != name) continue;
        buf_putc(b, '(');
        Same s = {pat->defs.at[i].group, ++pat->groups};
        vec_push(&t->ctx->perm, &pat->same, s);
        copy_regex(b, pat->defs.at[i].regex, pat->defs.at[i].n, &pat->groups);
        buf_putc(b, ')');
        return true;
    }
    for (uint32_t i = m->vars.n; i-- > 0;) {
        if (m->vars.at[i].name != name) continue;
        escape(b, m->vars.at[i].value, strlen(m->vars.at[i].value));
        return true;
    }
    test_fail(t, line, "variable '%s' is not defined", atom_str(t->ctx, name));
    return false;
}

// Runs of blanks become one, as in the output.
static char *canonical(Ctx *ctx, const char *s, size_t n) {
    char *d = arena_alloc(&ctx->perm, n + 1, 1), *p = d;
    for (size_t i = 0; i < n; i++) {
        char c = s[i] == '\t' ? ' ' : s[i];
        if (c == '\r' && i + 1 < n && s[i + 1] == '\n') continue;
        if (c == ' ' && p > d && p[-1] == ' ') continue;
        *p++ = c ? c : '?';
    }
    *p = 0;
    return d;
}

static bool compile(Matcher *m, const char *s, uint32_t line, Pattern *pat) {
    *pat = (Pattern){0};
    if (!strstr(s, "{{") && !strstr(s, "[[")) {
        pat->literal = canonical(m->t->ctx, s, strlen(s));
        return true;
    }
    Buf b;
    buf_init(&b, &m->t->ctx->perm);
    while (*s) {
        const char *e;
        if (s[0] == '{' && s[1] == '{' && (e = strstr(s + 2, "}}")) != NULL) {
            while (e[2] == '}') e++; // {{a{2}}}
            buf_putc(&b, '(');
            pat->groups++;
            copy_regex(&b, s + 2, (size_t)(e - s - 2), &pat->groups);
            buf_putc(&b, ')');
            s = e + 2;
        } else if (s[0] == '[' && s[1] == '[' &&
                   (isalpha((unsigned char)s[2]) || s[2] == '@' || s[2] == '_') &&
                   (e = var_end(s + 2)) != NULL) {
            if (!add_var(m, pat, &b, s + 2, e, line)) return false;
            s = e + 2;
        } else if (*s == ' ' || *s == '\t') {
            buf_putc(&b, ' ');
            s += strspn(s, " \t");
        } else {
            escape(&b, s++, 1);
        }
    }
    int rc = regcomp(&pat->re, buf_cstr(&b), REG_EXTENDED | REG_NEWLINE);
    if (rc) {
        char why[200];
        regerror(rc, &pat->re, why, sizeof why);
        test_fail(m->t, line, "bad pattern: %s: %s", why, buf_cstr(&b));
    }
    return rc == 0;
}

// Places of the expression and its groups in the text, if it is in [from, to).
static bool search(Matcher *m, const regex_t *re, size_t from, size_t to, uint32_t ngroup,
                   regmatch_t *group, int flags) {
#ifdef REG_STARTEND
    group[0] = (regmatch_t){(regoff_t)from, (regoff_t)to};
    return regexec(re, m->text, ngroup, group, flags | REG_STARTEND) == 0;
#else // musl
    const char *part = arena_strndup(&m->t->ctx->perm, m->text + from, to - from);
    if (regexec(re, part, ngroup, group, flags) != 0) return false;
    for (uint32_t i = 0; i < ngroup; i++) {
        if (group[i].rm_so < 0) continue;
        group[i].rm_so += (regoff_t)from;
        group[i].rm_eo += (regoff_t)from;
    }
    return true;
#endif
}

// Whether variables that are used where they are defined match what they stand for.
static bool uses_agree(const Matcher *m, const Pattern *pat, const regmatch_t *group) {
    for (uint32_t i = 0; i < pat->same.n; i++) {
        regmatch_t d = group[CU_MIN(pat->same.at[i].def, GROUPS - 1u)];
        regmatch_t u = group[CU_MIN(pat->same.at[i].use, GROUPS - 1u)];
        if (d.rm_so < 0 || u.rm_so < 0 || d.rm_eo - d.rm_so != u.rm_eo - u.rm_so) return false;
        if (memcmp(m->text + d.rm_so, m->text + u.rm_so, (size_t)(d.rm_eo - d.rm_so)) != 0)
            return false;
    }
    return true;
}

// Finds the pattern in [from, to); defines its variables.
static bool find(Matcher *m, Pattern *pat, size_t from, size_t to, size_t *mb, size_t *me) {
    if (pat->literal) {
        size_t n = strlen(pat->literal);
        const char *p = memmem(m->text + from, to - from, pat->literal, n);
        if (!p) return false;
        *mb = (size_t)(p - m->text);
        *me = *mb + n;
        return true;
    }
    uint32_t ng = CU_MIN(pat->groups + 1, (uint32_t)GROUPS);
    regmatch_t g[GROUPS];
    for (;; from = (size_t)g[0].rm_so + 1) {
        int flags = from && m->text[from - 1] != '\n' ? REG_NOTBOL : 0;
        if (from > to || !search(m, &pat->re, from, to, ng, g, flags)) return false;
        if (uses_agree(m, pat, g)) break;
    }
    *mb = (size_t)g[0].rm_so;
    *me = (size_t)g[0].rm_eo;
    for (uint32_t i = 0; i < pat->defs.n; i++) {
        regmatch_t v = g[CU_MIN(pat->defs.at[i].group, GROUPS - 1u)];
        const char *s = v.rm_so < 0 ? "" : m->text + v.rm_so;
        size_t n = v.rm_so < 0 ? 0 : (size_t)(v.rm_eo - v.rm_so);
        vec_push(&m->t->ctx->perm, &m->vars,
                 ((Var){pat->defs.at[i].name, arena_strndup(&m->t->ctx->perm, s, n)}));
    }
    return true;
}

// ---- CHECK lines --------------------------------------------------------------------------------

typedef VEC(const Check *) Checks;

// The state inside one part of the output (between two labels).
typedef struct {
    size_t cur, end;
    uint32_t pending; // index of the first NOT that waits for the next match
} Part;

static size_t line_end(const Matcher *m, size_t at, size_t end) {
    while (at < end && m->text[at] != '\n') at++;
    return at;
}

static bool missing(Matcher *m, const Check *c, size_t at, const char *what) {
    size_t b = at;
    while (b > 0 && m->text[b - 1] != '\n') b--;
    test_fail(m->t, c->line, "%s: %s", what, c->pattern);
    uint32_t line = 1;
    for (size_t i = 0; i < b; i++) line += m->text[i] == '\n';
    buf_printf(&m->t->report, "  searched from output line %u:\n", line);
    for (int k = 0; k < 6 && m->text[b]; k++) {
        size_t e = b + strcspn(m->text + b, "\n");
        buf_printf(&m->t->report, "  | %.*s\n", (int)CU_MIN(e - b, (size_t)200), m->text + b);
        b = e + (m->text[e] == '\n');
    }
    return false;
}

// NOT lines list[from..to) must not match in [b, e).
static bool check_nots(Matcher *m, const Checks *list, uint32_t from, uint32_t to, size_t b,
                       size_t e) {
    for (uint32_t i = from; i < to; i++) {
        Pattern pat;
        size_t mb, me;
        if (list->at[i]->kind != CHECK_NOT) continue;
        if (!compile(m, list->at[i]->pattern, list->at[i]->line, &pat)) return false;
        if (find(m, &pat, b, e, &mb, &me)) {
            return missing(m, list->at[i], mb, "found what must not be there");
        }
    }
    return true;
}

// Matches one positive check, advances the part.
static bool check_one(Matcher *m, const Checks *list, uint32_t i, Part *p) {
    const Check *c = list->at[i];
    size_t from = p->cur, to = p->end, mb, me;
    if (c->kind == CHECK_NEXT || c->kind == CHECK_EMPTY) {
        from = line_end(m, p->cur, p->end);
        from += from < p->end;
    }
    if (c->kind != CHECK_PLAIN && c->kind != CHECK_COUNT) to = line_end(m, from, p->end);
    if (c->kind == CHECK_EMPTY) {
        if (to != from) return missing(m, c, from, "line is not empty");
        p->cur = from;
        p->pending = i + 1;
        return true;
    }
    Pattern pat;
    if (!compile(m, c->pattern, c->line, &pat)) return false;
    for (uint32_t k = 0; k < c->count; k++) {
        if (!find(m, &pat, from, to, &mb, &me)) {
            return missing(m, c, from,
                           c->kind == CHECK_NEXT   ? "not on the next line"
                           : c->kind == CHECK_SAME ? "not on the same line"
                           : k                     ? "found too few of"
                                                   : "not found");
        }
        if (k == 0 && !check_nots(m, list, p->pending, i, p->cur, mb)) return false;
        from = p->cur = me;
    }
    p->pending = i + 1;
    return true;
}

typedef struct {
    size_t b, e;
} Span;

// Matches the group of DAG lines that begins at i; returns the index after it, 0 on failure.
static uint32_t check_dags(Matcher *m, const Checks *list, uint32_t i, Part *p) {
    size_t start = p->cur, first = p->end, last = p->cur, mb, me;
    VEC(Span) taken = {0};
    uint32_t j = i;
    for (; j < list->n && list->at[j]->kind == CHECK_DAG; j++) {
        Pattern pat;
        if (!compile(m, list->at[j]->pattern, list->at[j]->line, &pat)) return 0;
        for (size_t from = start;;) {
            if (!find(m, &pat, from, p->end, &mb, &me)) {
                missing(m, list->at[j], start, "not found");
                return 0;
            }
            size_t clash = 0;
            for (uint32_t k = 0; k < taken.n; k++) {
                if (mb < taken.at[k].e && taken.at[k].b < me) clash = taken.at[k].e;
            }
            if (!clash) break;
            from = clash;
        }
        vec_push(&m->t->ctx->perm, &taken, ((Span){mb, me}));
        first = CU_MIN(first, mb);
        last = CU_MAX(last, me);
    }
    if (!check_nots(m, list, p->pending, i, p->cur, first)) return 0;
    p->cur = last;
    p->pending = j;
    return j;
}

static bool check_part(Matcher *m, const Checks *list, uint32_t from, uint32_t to, size_t b,
                       size_t e) {
    Part p = {b, e, from};
    Checks part = {list->at, to, to};
    for (uint32_t i = from; i < to;) {
        CheckKind k = list->at[i]->kind;
        if (k == CHECK_DAG) {
            i = check_dags(m, &part, i, &p);
            if (!i) return false;
        } else {
            if (k != CHECK_NOT && !check_one(m, &part, i, &p)) return false;
            i++;
        }
    }
    return check_nots(m, &part, p.pending, to, p.cur, p.end);
}

void match_checks(Test *t, const Run *r, const char *out, size_t n) {
    Matcher m = {.t = t, .run = r, .text = canonical(t->ctx, out, n)};
    Checks list = {0};
    for (uint32_t i = 0; i < t->checks.n; i++) {
        if (run_has_prefix(r, t->checks.at[i].prefix)) {
            vec_push(&t->ctx->perm, &list, (const Check *)&t->checks.at[i]);
        }
    }
    // Labels are found first, so that a miss in one part cannot match in another.
    size_t total = strlen(m.text), begin = 0;
    uint32_t from = 0;
    size_t search = 0;
    for (uint32_t i = 0; i < list.n; i++) {
        if (list.at[i]->kind != CHECK_LABEL) continue;
        Pattern pat;
        size_t mb, me;
        if (!compile(&m, list.at[i]->pattern, list.at[i]->line, &pat)) return;
        if (!find(&m, &pat, search, total, &mb, &me)) {
            missing(&m, list.at[i], search, "label not found");
            return;
        }
        if (!check_part(&m, &list, from, i, begin, mb)) return;
        from = i + 1;
        begin = search = me;
    }
    check_part(&m, &list, from, list.n, begin, total);
}

// ---- ERROR lines --------------------------------------------------------------------------------

typedef struct {
    const char *file, *text;
    uint32_t line;
    char severity[12];
    bool used;
} Seen;

// Reads `file(line): error #12-D: text`, `file:line:col: error: text` or `error: text`.
static bool read_seen(Ctx *ctx, const char *s, size_t n, Seen *d) {
    static const char *const names[] = {"catastrophic error",
                                        "internal error",
                                        "fatal error",
                                        "error",
                                        "warning",
                                        "note",
                                        "remark"};
    *d = (Seen){.file = ""};
    char *line = arena_strndup(&ctx->perm, s, n), *p = line;
    char *colon = strstr(line, ": ");
    char *open = colon && colon > line && colon[-1] == ')' ? colon - 1 : NULL;
    while (open && open > line && *open != '(') open--;
    unsigned ln, col;
    if (open && sscanf(open, "(%u)", &ln) == 1) {
        *open = 0;
        d->file = line;
        d->line = ln;
        p = colon + 2;
    } else if (colon) {
        char *c2 = memrchr(line, ':', (size_t)(colon - line));
        char *c1 = c2 ? memrchr(line, ':', (size_t)(c2 - line)) : NULL;
        if (c1 && sscanf(c1, ":%u:%u", &ln, &col) == 2) {
            *c1 = 0;
            d->file = line;
            d->line = ln;
            p = colon + 2;
        }
    }
    for (size_t i = 0; i < CU_COUNT(names); i++) {
        size_t k = strlen(names[i]);
        if (strncmp(p, names[i], k) != 0 || !strchr(": ", p[k])) continue;
        char *text = strstr(p + k, ": ");
        if (!text) return false;
        snprintf(d->severity, sizeof d->severity, "%s", i < 3 ? "error" : names[i]);
        d->text = text + 2;
        return true;
    }
    return false;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool seen_matches(Matcher *m, const Expected *e, const Seen *d) {
    Pattern pat;
    size_t mb, me;
    if (strcmp(d->severity, e->severity) != 0 || d->line != e->at) return false;
    if (d->line && strcmp(base_name(d->file), base_name(m->t->path)) != 0) return false;
    m->text = canonical(m->t->ctx, d->text, strlen(d->text));
    return compile(m, e->pattern, e->line, &pat) && find(m, &pat, 0, strlen(m->text), &mb, &me);
}

void match_expected(Test *t, const Run *r, const char *out, size_t n) {
    VEC(Seen) seen = {0};
    bool strict[2] = {false, false}; // errors, warnings: all must be expected
    for (const char *p = out, *end = out + n; p < end;) {
        const char *e = memchr(p, '\n', (size_t)(end - p));
        if (!e) e = end;
        Seen d;
        if (read_seen(t->ctx, p, (size_t)(e - p), &d)) vec_push(&t->ctx->perm, &seen, d);
        p = e + 1;
    }
    Matcher m = {.t = t, .run = r};
    for (uint32_t i = 0; i < t->expected.n; i++) {
        const Expected *e = &t->expected.at[i];
        if (!run_has_prefix(r, e->prefix)) continue;
        strict[0] |= strcmp(e->severity, "error") == 0;
        strict[1] |= strcmp(e->severity, "warning") == 0;
        bool found = false;
        for (uint32_t k = 0; k < seen.n && !found; k++) {
            if (seen.at[k].used || !seen_matches(&m, e, &seen.at[k])) continue;
            found = seen.at[k].used = true;
        }
        if (!found)
            test_fail(t, e->line, "no such %s at line %u: %s", e->severity, e->at, e->pattern);
    }
    for (uint32_t k = 0; k < seen.n; k++) {
        const Seen *d = &seen.at[k];
        bool must = (strict[0] && strcmp(d->severity, "error") == 0) ||
                    (strict[1] && strcmp(d->severity, "warning") == 0);
        if (must && !d->used) test_fail(t, d->line, "unexpected %s: %s", d->severity, d->text);
    }
}

// ---- EXPECT blocks ------------------------------------------------------------------------------

typedef VEC(Line) Lines;

static Lines lines_of(Ctx *ctx, const char *s) {
    Lines v = {0};
    while (*s) {
        size_t n = strcspn(s, "\n");
        vec_push(&ctx->perm, &v, ((Line){s, (uint32_t)n}));
        s += n + (s[n] == '\n');
    }
    return v;
}

static bool same_line(Line a, Line b) {
    return a.n == b.n && memcmp(a.s, b.s, a.n) == 0;
}

static void diff_line(Buf *b, const char *mark, Line l) {
    buf_printf(b, "  %s%.*s\n", mark, (int)l.n, l.s);
}

// Longest common subsequence of what lies between the common head and tail.
void print_diff(Test *t, const char *old, const char *new) {
    Lines a = lines_of(t->ctx, old), b = lines_of(t->ctx, new);
    uint32_t head = 0, tail = 0;
    while (head < a.n && head < b.n && same_line(a.at[head], b.at[head])) head++;
    while (tail < a.n - head && tail < b.n - head &&
           same_line(a.at[a.n - 1 - tail], b.at[b.n - 1 - tail])) {
        tail++;
    }
    uint32_t na = CU_MIN(a.n - head - tail, 1000u), nb = CU_MIN(b.n - head - tail, 1000u);
    uint16_t *len = arena_zalloc(&t->ctx->perm, (size_t)(na + 1) * (nb + 1) * 2, 2);
#define LEN(i, j) len[(size_t)(i) * (nb + 1) + (j)]
    for (uint32_t i = na; i-- > 0;) {
        for (uint32_t j = nb; j-- > 0;) {
            LEN(i, j) = same_line(a.at[head + i], b.at[head + j])
                            ? (uint16_t)(LEN(i + 1, j + 1) + 1)
                            : CU_MAX(LEN(i + 1, j), LEN(i, j + 1));
        }
    }
    buf_printf(&t->report, "  @@ line %u\n", head + 1);
    uint32_t shown = 0;
    for (uint32_t i = 0, j = 0; (i < na || j < nb) && shown < 60; shown++) {
        if (i < na && j < nb && same_line(a.at[head + i], b.at[head + j])) {
            diff_line(&t->report, " ", a.at[head + i]), i++, j++;
        } else if (i < na && (j == nb || LEN(i + 1, j) >= LEN(i, j + 1))) {
            diff_line(&t->report, "-", a.at[head + i]), i++;
        } else {
            diff_line(&t->report, "+", b.at[head + j]), j++;
        }
    }
#undef LEN
}

const char *match_block(Test *t, const Block *blk, const char *out, size_t n, bool bless) {
    Buf want;
    buf_init(&want, &t->ctx->perm);
    size_t lead = strlen(t->leader);
    for (uint32_t i = blk->first; i < blk->last; i++) {
        Line l = t->lines.at[i];
        size_t skip = lead + (l.n > lead && l.s[lead] == ' ');
        buf_write(&want, l.s + skip, l.n - skip);
        buf_putc(&want, '\n');
    }
    // trailing blanks and a missing last newline are no difference
    Buf got;
    buf_init(&got, &t->ctx->perm);
    for (size_t i = 0; i < n; i++) {
        if (out[i] == '\n') {
            while (got.n && (got.at[got.n - 1] == ' ' || got.at[got.n - 1] == '\t')) got.n--;
        }
        buf_putc(&got, out[i] ? out[i] : '?');
    }
    if (got.n && got.at[got.n - 1] != '\n') buf_putc(&got, '\n');
    if (strcmp(buf_cstr(&want), buf_cstr(&got)) == 0) return NULL;
    if (!bless)
        test_fail(t, blk->first, "output differs from EXPECT (- expected, + got):");
    else
        buf_printf(&t->report, "%s:%u: blessed:\n", t->path, blk->first);
    print_diff(t, want.at, got.at);
    return got.at;
}
