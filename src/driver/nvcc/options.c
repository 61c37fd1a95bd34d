// SPDX-License-Identifier: Apache-2.0
// The words of a command line, of option files and of NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS to
// options, with nvcc's rules and messages: what differs from base/opt.h is the texts, that an
// option given twice with two values warns, and that unknown words may be the host compiler's.
#include "driver/nvcc/nvcc.h"
#include "driver/option_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// Row i has the identifier i + 1, since N_NONE has none.
static const OptRow rows[] = {
#define OPT(id, ...) OPT_ROW_AS(N_##id, __VA_ARGS__)
#include "driver/nvcc/option.def"
#undef OPT
};
const OptTable nvcc_table = {rows, CU_COUNT(rows)};

// The CUDA_VERSION that an option came with.
static const struct {
    uint16_t id;
    uint32_t version;
} newer[] = {
#define OPT(...)
#define NEWER(version, id, ...) {N_##id, version},
#include "driver/nvcc/option.def"
#undef OPT
};

bool nvcc_is_in_toolkit(const Nvcc *nvcc, const OptRow *option) {
    for (uint32_t i = 0; i < CU_COUNT(newer); i++) {
        if (newer[i].id == option->id) return nvcc->version.number >= newer[i].version;
    }
    return true;
}

// ---- messages -----------------------------------------------------------------------------------

// The kinds' words are padded as nvcc pads them, so that what reads its messages reads ours.
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

// For lists of names or choices, "a|b|c", which '}' may end.
static bool word_in(const char *list, const char *s, size_t n) {
    for (const char *p = list; *p;) {
        size_t k = strcspn(p, "|}");
        if (k == n && memcmp(p, s, n) == 0) return true;
        p += k + (p[k] != 0);
    }
    return false;
}

// By the long name or one of the short ones, with one dash or two: nvcc does not tell them apart.
static const OptRow *row_named(const char *name, size_t n) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        bool full = strlen(rows[i].name) == n && memcmp(rows[i].name, name, n) == 0;
        if (n && (full || word_in(rows[i].brief, name, n))) return &rows[i];
    }
    return NULL;
}

static bool is_joined(const OptRow *r) {
    return is_any_of(r->kind, OPT_JOINED, OPT_JLIST);
}

// -Idir, -DX, -lm, -O2, -Ldir: one letter and a value.
static const OptRow *joined_row(const char *name) {
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (is_joined(&rows[i]) && rows[i].brief[0] == name[0]) return &rows[i];
    }
    return NULL;
}

// ---- values -------------------------------------------------------------------------------------

static bool add(Nvcc *nvcc, const OptRow *r, const char *spelling, const char *value) {
    vec_push(&nvcc->ctx->perm, &nvcc->all.items, ((OptItem){r->id, spelling, value, 0}));
    return true;
}

static bool is_number(const char *s) {
    return *s && strspn(s, "0123456789") == strlen(s);
}

static bool is_true(const char *s) {
    return strcmp(s, "true") == 0;
}

// False after a message: the value is none of those that the row takes.
static bool check(const OptRow *r, const char *value) {
    if (r->kind == OPT_BOOL && !is_true(value) && strcmp(value, "false") != 0)
        return nvcc_say(NM_not_a_bool, value);
    if (strcmp(r->value, "N") == 0 && r->kind == OPT_VALUE && !is_number(value))
        return nvcc_say(NM_not_a_number, value);
    bool any = r->value[0] != '{' || word_in(r->value + 1, value, strlen(value));
    return any || nvcc_say(NM_not_a_choice, value, *r->name ? r->name : r->brief);
}

// One that has one value, and had another.
static void warn_redefined(Nvcc *nvcc, const OptRow *r, const char *value) {
    const OptItem *before = opt_last(&nvcc->all, r->id);
    bool single = is_any_of(r->kind, OPT_VALUE, OPT_BOOL, OPT_JOINED);
    bool repeated = is_any_of(r->id, N_GENCODE, N_CODE);
    if (single && !repeated && before && strcmp(before->value, value) != 0)
        nvcc_say(NM_redefined, *r->name ? r->name : r->brief);
}

// A list is split at commas that neither a backslash nor a quote protects; the quotes stay.
static bool add_list(Nvcc *nvcc, const OptRow *option, const char *spelling, const char *value) {
    char *copy = arena_strndup(&nvcc->ctx->perm, value, strlen(value)), *to = copy, *start = copy;
    char quote = 0;
    bool ok = true;
    for (const char *s = value; ok; s++) {
        if (*s == '\\' && s[1] == ',') {
            *to++ = *++s;
        } else if ((*s == ',' && !quote) || !*s) {
            *to++ = 0;
            if (*start) ok = check(option, start) && add(nvcc, option, spelling, start);
            start = to;
            if (!*s) break;
        } else {
            if (*s == '"' || *s == '\'') quote = quote == *s ? 0 : quote ? quote : *s;
            *to++ = *s;
        }
    }
    return ok;
}

static bool take(Nvcc *nvcc, const OptRow *r, const char *spelling, const char *value) {
    if (is_any_of(r->kind, OPT_LIST, OPT_JLIST)) return add_list(nvcc, r, spelling, value);
    if (!check(r, value)) return false;
    warn_redefined(nvcc, r, value);
    return add(nvcc, r, spelling, value);
}

// ---- words --------------------------------------------------------------------------------------

static bool read_words(Nvcc *nvcc, OptionWords *given, uint32_t depth);

static bool read_file(Nvcc *nvcc, const char *path, uint32_t depth) {
    OptionWords words;
    switch (driver_option_file(nvcc->ctx, path, depth, &words)) {
    case OPTION_FILE_READ: return read_words(nvcc, &words, depth + 1);
    case OPTION_FILE_ABSENT: return nvcc_say(NM_options_file, path);
    case OPTION_FILE_TOO_DEEP: return nvcc_say(NM_options_depth, path);
    default: return false;
    }
}

// Files may name files (-optf).
static bool read_files(Nvcc *nvcc, const char *list, uint32_t depth) {
    for (const char *path; (path = driver_option_part(nvcc->ctx, &list));) {
        if (!read_file(nvcc, path, depth)) return false;
    }
    return true;
}

// Whether unknown options are passed on; the option that says so may stand behind them.
static bool pass_on(Nvcc *nvcc, const char *word) {
    bool both = nvcc_has(nvcc, N_FORWARD);
    bool compiler = both || nvcc_has(nvcc, N_FORWARD_COMPILER);
    bool linker = both || nvcc_has(nvcc, N_FORWARD_LINKER);
    if (compiler) vec_push(&nvcc->ctx->perm, &nvcc->for_compiler, word);
    if (linker) vec_push(&nvcc->ctx->perm, &nvcc->for_linker, word);
    return compiler || linker;
}

// The message names the option that is spelled most like it, if one is near.
static bool unknown(Nvcc *nvcc, const char *word) {
    const char *name = word + 1 + (word[1] == '-');
    const char *near = opt_nearest(nvcc->ctx, &nvcc_table, name);
    const char *near_name = near ? near + strspn(near, "-") : "";
    const OptRow *row = row_named(near_name, strlen(near_name));
    if (row && !nvcc_is_in_toolkit(nvcc, row)) near = NULL;
    return near ? nvcc_say(NM_unknown_near, word, near) : nvcc_say(NM_unknown_option, word);
}

// A value is behind '=', joined to a letter, or the next word. False after a message.
static bool read_option(Nvcc *nvcc, OptionWords *given, uint32_t depth) {
    const char *word = given->at[given->i], *name = word + 1 + (word[1] == '-');
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    const OptRow *row = row_named(name, length);
    if (row && row->kind == OPT_FLAG && value) row = NULL;
    if (!row && word[1] != '-') {
        row = joined_row(name);
        // -l=m and -I=dir are written with the sign as well
        if (row) value = name[1] == '=' ? name + 2 : name + 1;
    }
    if (!row) { // judged when all options are known
        vec_push(&nvcc->ctx->perm, &nvcc->all.items, ((OptItem){N_NONE, word, word, 1}));
        return true;
    }
    if (row->kind == OPT_FLAG) return add(nvcc, row, word, NULL);
    if (!value && given->i + 1 >= given->n) return nvcc_say(NM_no_argument, word);
    if (!value) value = given->at[++given->i];
    if (row->id == N_OPTIONS_FILE) return read_files(nvcc, value, depth);
    return take(nvcc, row, word, value);
}

// A lone "-" or "@" is an input. Inputs keep their order among the options.
static bool read_words(Nvcc *nvcc, OptionWords *given, uint32_t depth) {
    for (given->i = 0; given->i < given->n; given->i++) {
        const char *word = given->at[given->i];
        bool option = word[0] == '-' && word[1];
        bool file = word[0] == '@' && word[1];
        if (option && !read_option(nvcc, given, depth)) return false;
        if (file && !read_file(nvcc, word + 1, depth)) return false;
        if (!option && !file)
            vec_push(&nvcc->ctx->perm, &nvcc->all.items, ((OptItem){N_NONE, word, NULL, 0}));
    }
    return true;
}

static bool read_environment(Nvcc *nvcc, const char *name) {
    const char *text = getenv(name);
    if (!text) return true;
    OptionWords words = driver_option_words(nvcc->ctx, text);
    return read_words(nvcc, &words, 0);
}

// ---- all of them --------------------------------------------------------------------------------

// After all words: unknown ones are passed on or refused, and options that are known but not
// supported are refused, unless they are switched off.
bool nvcc_judge_options(Nvcc *nvcc) {
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        const OptRow *row = it->id ? &rows[it->id - 1] : NULL;
        bool is_input = !row && !it->value;
        if (is_input) {
            vec_push(&nvcc->ctx->perm, &nvcc->inputs, it->spelling);
            continue;
        }
        if (!row || !nvcc_is_in_toolkit(nvcc, row)) {
            if (!pass_on(nvcc, it->spelling)) return unknown(nvcc, it->spelling);
            continue;
        }
        bool off = row->kind == OPT_BOOL && !is_true(it->value);
        if (row->effect == OPT_REFUSED && !off)
            return nvcc_say(NM_refused, it->spelling, row->help);
        if (row->id == N_MAX_ERRORS && atoi(it->value) == 0)
            return nvcc_say(NM_not_positive, it->spelling);
        if (row->effect == OPT_NO_EFFECT && !off) nvcc_say(NM_no_effect, it->spelling, row->help);
    }
    return true;
}

// The environment's words stand before and behind those of the command line, as in nvcc.
bool nvcc_read_options(Nvcc *nvcc, uint32_t argc, const char *const *argv) {
    OptionWords words = {argv, argc, 0};
    bool read = read_environment(nvcc, "NVCC_PREPEND_FLAGS") && read_words(nvcc, &words, 0) &&
                read_environment(nvcc, "NVCC_APPEND_FLAGS");
    if (!read) return false;
    if (nvcc_has(nvcc, N_DEVICE_DEBUG) && nvcc_has(nvcc, N_LINE_INFO) && !nvcc_has(nvcc, N_DOPT))
        nvcc_say(NM_overrides, "--device-debug (-G)", "--generate-line-info (-lineinfo)");
    return true;
}

bool nvcc_on(const Nvcc *nvcc, uint16_t id, bool absent) {
    const char *value = nvcc_value(nvcc, id, NULL);
    return value ? is_true(value) : absent;
}

// `before` that ends in a blank makes two words of each value.
void nvcc_each(Nvcc *nvcc, NvccWords *command, uint16_t id, const char *before, bool split) {
    Arena *arena = &nvcc->ctx->perm;
    for (uint32_t i = 0; i < nvcc->all.items.n; i++) {
        const OptItem *it = &nvcc->all.items.at[i];
        if (it->id != id) continue;
        uint32_t count = 1;
        const char *const *parts = &it->value;
        if (split) parts = opt_split(nvcc->ctx, it->value, &count);
        for (uint32_t k = 0; k < count; k++) {
            bool apart = before && before[strlen(before) - 1] == ' ';
            if (apart) {
                vec_push(arena, command, arena_strndup(arena, before, strlen(before) - 1));
                vec_push(arena, command, parts[k]);
            } else {
                vec_push(arena, command,
                         before ? arena_printf(arena, "%s%s", before, parts[k]) : parts[k]);
            }
        }
    }
}

void nvcc_words(Nvcc *nvcc, NvccWords *w, const char *first, ...) {
    va_list more;
    va_start(more, first);
    for (const char *s = first; s; s = va_arg(more, const char *)) vec_push(&nvcc->ctx->perm, w, s);
    va_end(more);
}

void nvcc_print_help(Nvcc *nvcc) {
    nvcc_help(nvcc, &nvcc_table);
}
