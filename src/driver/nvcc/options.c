// SPDX-License-Identifier: Apache-2.0
// The words of a command line, of option files and of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS to
// options, with nvcc's rules and messages: what differs from base/opt.h is the texts, that an
// option given twice with two values warns, and that unknown words may be the host compiler's.
#include "driver/nvcc/nvcc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const OptRow rows[] = {
#define OPT(id, ...) OPT_ROW_AS(N_##id, __VA_ARGS__)
#include "driver/nvcc/option.def"
#undef OPT
};
static const OptTable table = {rows, CU_COUNT(rows)};

// ---- messages -----------------------------------------------------------------------------------

bool nvcc_say(NvccMessage id, ...) {
    enum { FATAL, ERROR, WARNING, INFO };
    static const struct {
        uint8_t kind;
        const char *text;
    } messages[] = {
#define MESSAGE(id, kind, text) {kind, text},
#include "driver/nvcc/message.def"
#undef MESSAGE
    };
    static const char *const kinds[] = {"fatal   ", "error   ", "warning ", "info    "};
    va_list arguments;
    va_start(arguments, id);
    fprintf(stderr, "nvcc %s: ", kinds[messages[id].kind]);
    vfprintf(stderr, messages[id].text, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

// ---- rows ---------------------------------------------------------------------------------------

static bool word_in(const char *list, const char *s, size_t n) {
    for (const char *p = list; *p;) {
        size_t k = strcspn(p, "|}");
        if (k == n && memcmp(p, s, n) == 0) return true;
        p += k + (p[k] != 0);
    }
    return false;
}

static const OptRow *row_named(const char *name, size_t n) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        bool full = strlen(rows[i].name) == n && memcmp(rows[i].name, name, n) == 0;
        if (n && (full || word_in(rows[i].brief, name, n))) return &rows[i];
    }
    return NULL;
}

static bool is_joined(const OptRow *r) {
    return r->kind == OPT_JOINED || r->kind == OPT_JLIST;
}

// -Idir, -DX, -lm, -O2, -Ldir: one letter and a value.
static const OptRow *joined_row(const char *name) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (is_joined(&rows[i]) && rows[i].brief[0] == name[0]) return &rows[i];
    }
    return NULL;
}

// ---- values -------------------------------------------------------------------------------------

static bool add(Nvcc *n, const OptRow *r, const char *spelling, const char *value) {
    vec_push(&n->ctx->perm, &n->all.items, ((OptItem){r->id, spelling, value, 0}));
    return true;
}

static bool is_number(const char *s) {
    return *s && strspn(s, "0123456789") == strlen(s);
}

static bool is_true(const char *s) {
    return strcmp(s, "true") == 0;
}

static bool check(const OptRow *r, const char *value) {
    if (r->kind == OPT_BOOL && !is_true(value) && strcmp(value, "false") != 0)
        return nvcc_say(NM_not_a_bool, value);
    if (strcmp(r->value, "N") == 0 && r->kind == OPT_VALUE && !is_number(value))
        return nvcc_say(NM_not_a_number, value);
    bool any = r->value[0] != '{' || word_in(r->value + 1, value, strlen(value));
    return any || nvcc_say(NM_not_a_choice, value, *r->name ? r->name : r->brief);
}

// One that has one value, and had another.
static void warn_redefined(Nvcc *n, const OptRow *r, const char *value) {
    const OptItem *before = opt_last(&n->all, r->id);
    bool single = r->kind == OPT_VALUE || r->kind == OPT_BOOL || r->kind == OPT_JOINED;
    bool repeated = r->id == N_GENCODE || r->id == N_CODE;
    if (single && !repeated && before && strcmp(before->value, value) != 0)
        nvcc_say(NM_redefined, *r->name ? r->name : r->brief);
}

// A list is split at commas that neither a backslash nor a quote protects; the quotes stay.
static bool add_list(Nvcc *n, const OptRow *r, const char *spelling, const char *value) {
    char *copy = arena_strndup(&n->ctx->perm, value, strlen(value)), *to = copy, *start = copy;
    char quote = 0;
    bool ok = true;
    for (const char *s = value; ok; s++) {
        if (*s == '\\' && s[1] == ',') {
            *to++ = *++s;
        } else if ((*s == ',' && !quote) || !*s) {
            *to++ = 0;
            if (*start) ok = check(r, start) && add(n, r, spelling, start);
            start = to;
            if (!*s) break;
        } else {
            if (*s == '"' || *s == '\'') quote = quote == *s ? 0 : quote ? quote : *s;
            *to++ = *s;
        }
    }
    return ok;
}

static bool take(Nvcc *n, const OptRow *r, const char *spelling, const char *value) {
    if (r->kind == OPT_LIST || r->kind == OPT_JLIST) return add_list(n, r, spelling, value);
    if (!check(r, value)) return false;
    warn_redefined(n, r, value);
    return add(n, r, spelling, value);
}

// ---- words --------------------------------------------------------------------------------------

typedef struct {
    const char *const *at;
    uint32_t n, i;
} Words;

static bool read_words(Nvcc *n, Words *w, uint32_t depth);

static bool read_file(Nvcc *n, const char *path, uint32_t depth) {
    enum { DEEPEST = 16 };
    size_t length;
    FILE *f = fopen(path, "r");
    if (!f) return nvcc_say(NM_options_file, path);
    fclose(f);
    if (depth > DEEPEST) return nvcc_say(NM_options_depth, path);
    const char *text = driver_read_file(n->ctx, path, &length);
    if (!text) return false;
    Words w = {0};
    w.at = opt_split(n->ctx, text, &w.n);
    return read_words(n, &w, depth + 1);
}

static bool read_files(Nvcc *n, const char *list, uint32_t depth) {
    for (const char *p = list; *p;) {
        size_t k = strcspn(p, ",");
        if (!read_file(n, arena_strndup(&n->ctx->perm, p, k), depth)) return false;
        p += k + (p[k] == ',');
    }
    return true;
}

// Whether unknown options are passed on; the option that says so may stand behind them.
static bool pass_on(Nvcc *n, const char *word) {
    bool both = nvcc_has(n, N_FORWARD);
    bool compiler = both || nvcc_has(n, N_FORWARD_COMPILER);
    bool linker = both || nvcc_has(n, N_FORWARD_LINKER);
    if (compiler) vec_push(&n->ctx->perm, &n->for_compiler, word);
    if (linker) vec_push(&n->ctx->perm, &n->for_linker, word);
    return compiler || linker;
}

static bool unknown(Nvcc *n, const char *word) {
    const char *name = word + 1 + (word[1] == '-');
    const char *near = opt_nearest(n->ctx, &table, name);
    return near ? nvcc_say(NM_unknown_near, word, near) : nvcc_say(NM_unknown_option, word);
}

static bool read_option(Nvcc *n, Words *w, uint32_t depth) {
    const char *word = w->at[w->i], *name = word + 1 + (word[1] == '-');
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    const OptRow *r = row_named(name, length);
    if (r && r->kind == OPT_FLAG && value) r = NULL;
    if (!r && word[1] != '-') {
        r = joined_row(name);
        // -l=m and -I=dir are written with the sign as well
        if (r) value = name[1] == '=' ? name + 2 : name + 1;
    }
    if (!r) { // judged when all options are known
        vec_push(&n->ctx->perm, &n->all.items, ((OptItem){N_NONE, word, word, 1}));
        return true;
    }
    if (r->kind == OPT_FLAG) return add(n, r, word, NULL);
    if (!value && w->i + 1 >= w->n) return nvcc_say(NM_no_argument, word);
    if (!value) value = w->at[++w->i];
    if (r->id == N_OPTIONS_FILE) return read_files(n, value, depth);
    return take(n, r, word, value);
}

static bool read_words(Nvcc *n, Words *w, uint32_t depth) {
    for (w->i = 0; w->i < w->n; w->i++) {
        const char *word = w->at[w->i];
        bool option = word[0] == '-' && word[1];
        bool file = word[0] == '@' && word[1];
        if (option && !read_option(n, w, depth)) return false;
        if (file && !read_file(n, word + 1, depth)) return false;
        if (!option && !file)
            vec_push(&n->ctx->perm, &n->all.items, ((OptItem){N_NONE, word, NULL, 0}));
    }
    return true;
}

static bool read_environment(Nvcc *n, const char *name) {
    const char *text = getenv(name);
    if (!text) return true;
    Words w = {0};
    w.at = opt_split(n->ctx, text, &w.n);
    return read_words(n, &w, 0);
}

// ---- all of them --------------------------------------------------------------------------------

static bool judge(Nvcc *n) {
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        if (!it->id && !it->value) {
            vec_push(&n->ctx->perm, &n->inputs, it->spelling);
            continue;
        }
        if (!it->id) {
            if (!pass_on(n, it->spelling)) return unknown(n, it->spelling);
            continue;
        }
        const OptRow *r = &rows[it->id - 1];
        bool off = r->kind == OPT_BOOL && !is_true(it->value);
        if (r->effect == OPT_REFUSED && !off) return nvcc_say(NM_refused, it->spelling, r->help);
    }
    return true;
}

bool nvcc_read_options(Nvcc *n, uint32_t argc, const char *const *argv) {
    Words w = {argv, argc, 0};
    bool read = read_environment(n, "NVCC_PREPEND_FLAGS") && read_words(n, &w, 0) &&
                read_environment(n, "NVCC_APPEND_FLAGS");
    if (!read || !judge(n)) return false;
    if (nvcc_has(n, N_DEVICE_DEBUG) && nvcc_has(n, N_LINE_INFO) && !nvcc_has(n, N_DOPT))
        nvcc_say(NM_overrides, "--device-debug (-G)", "--generate-line-info (-lineinfo)");
    return true;
}

bool nvcc_on(const Nvcc *n, uint16_t id, bool absent) {
    const char *value = nvcc_value(n, id, NULL);
    return value ? is_true(value) : absent;
}

void nvcc_each(Nvcc *n, NvccWords *w, uint16_t id, const char *before, bool split) {
    Arena *a = &n->ctx->perm;
    for (uint32_t i = 0; i < n->all.items.n; i++) {
        const OptItem *it = &n->all.items.at[i];
        if (it->id != id) continue;
        uint32_t count = 1;
        const char *const *parts = &it->value;
        if (split) parts = opt_split(n->ctx, it->value, &count);
        for (uint32_t k = 0; k < count; k++) {
            bool apart = before && before[strlen(before) - 1] == ' ';
            if (apart) {
                vec_push(a, w, arena_strndup(a, before, strlen(before) - 1));
                vec_push(a, w, parts[k]);
            } else {
                vec_push(a, w, before ? arena_printf(a, "%s%s", before, parts[k]) : parts[k]);
            }
        }
    }
}

void nvcc_help(Nvcc *n) {
    Buf b;
    buf_init(&b, &n->ctx->perm);
    buf_puts(&b, "usage: nvcc [options] FILE...\n"
                 "FILE: .cu .c .cc .cpp .cxx .i .ii .ptx .cubin .fatbin .o .a .so\n\n");
    opt_help(n->ctx, &b, &table);
    driver_write_file(n->ctx, "-", b.at, b.n);
}
