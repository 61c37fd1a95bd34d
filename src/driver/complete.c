// SPDX-License-Identifier: Apache-2.0
// `cuprum complete WORD...`: what the last word may become, for the completion of shells
// (packaging/completions), from the tables that parse the commands' options and print their help.
//
// Each line is a word, a tab and what it means. Beside them a line ":files PREFIX" asks the shell
// for names of files, to stand behind PREFIX, and ":programs" for names of programs.
#include "driver/driver.h"

typedef struct {
    Ctx *ctx;
    Buf *out;
    const OptTable *table; // of the command that the words belong to
    const char *command;   // its word, or NULL: it is the compiler
    const char *word;      // which is to be completed
} Complete;

static void offer(Complete *complete, const char *prefix, const char *text, const char *help) {
    const char *whole = arena_printf(&complete->ctx->perm, "%s%s", prefix, text);
    if (strncmp(whole, complete->word, strlen(complete->word)) == 0)
        buf_printf(complete->out, "%s\t%s\n", whole, help);
}

// ---- values -------------------------------------------------------------------------------------

static void offer_targets(Complete *complete, const char *prefix) {
    uint32_t n;
    const Target *target = target_all(&n);
    for (uint32_t i = 0; i < n; i++) offer(complete, prefix, target[i].name, "");
}

// One of the words by which help calls a value: capitals stand for something.
static void offer_value(Complete *complete, const char *prefix, const char *value) {
    static const char *const files[] = {"FILE", "DIR", "PATH", "PROGRAM"};
    for (uint32_t i = 0; i < CU_COUNT(files); i++) {
        if (strcmp(value, files[i]) != 0) continue;
        buf_printf(complete->out, ":files %s\n", prefix);
        return;
    }
    if (strcmp(value, "ARCH") == 0 || strcmp(value, "sm_NN") == 0) offer_targets(complete, prefix);
    bool stands = strpbrk(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[") || strstr(value, "...");
    if (!stands || strcmp(value, "UTF-8") == 0) offer(complete, prefix, value, "");
}

// The values of an option, each behind a prefix: the part of the word that they do not replace.
static void offer_values(Complete *complete, const OptRow *option, const char *prefix) {
    bool list = is_any_of(option->kind, OPT_LIST, OPT_JLIST);
    const char *comma = strrchr(complete->word, ',');
    if (list && comma)
        prefix = arena_strndup(&complete->ctx->perm, complete->word,
                               (size_t)(comma + 1 - complete->word));
    const char *values =
        option->kind == OPT_BOOL ? "true|false" : option->value + (*option->value == '{');
    while (*values) {
        size_t n = strcspn(values, list ? "|}," : "|}");
        offer_value(complete, prefix, arena_strndup(&complete->ctx->perm, values, n));
        values += n;
        if (list && *values == ',') return; // what follows is "...": more of them
        values += *values != 0;
    }
}

// ---- options ------------------------------------------------------------------------------------

static bool is_offered(const Complete *complete, const OptRow *option) {
    if (!*option->group || (option->effect & OPT_CLASS_MASK) == OPT_REFUSED) return false;
    if (complete->table != &driver_ir_options) return true;
    return complete->command && strstr(option->group, complete->command);
}

static void offer_options(Complete *complete) {
    for (uint32_t i = 0; i < complete->table->n; i++) {
        const OptRow *row = &complete->table->rows[i];
        if (!is_offered(complete, row)) continue;
        const char *equals = is_any_of(row->kind, OPT_FLAG, OPT_OPTIONAL) ? "" : "=";
        if (*row->name)
            offer(complete, "--", arena_printf(&complete->ctx->perm, "%s%s", row->name, equals),
                  row->help);
        for (const char *brief = row->brief; *brief;) {
            size_t n = strcspn(brief, "|");
            const char *end = n > 1 ? equals : ""; // -o FILE, -O3
            offer(complete, "-", arena_printf(&complete->ctx->perm, "%.*s%s", (int)n, brief, end),
                  row->help);
            brief += n + (brief[n] == '|');
        }
    }
}

// The row of a word, or NULL; *value is what stands behind its name, or NULL.
static const OptRow *row_of(const Complete *complete, const char *word, const char **value) {
    const char *name = word + strspn(word, "-");
    size_t n = strcspn(name, "=");
    *value = name[n] ? name + n + 1 : NULL;
    return *word == '-' ? opt_row(complete->table, name, n) : NULL;
}

// The word begins with a dash.
static void complete_option(Complete *complete) {
    const char *word = complete->word, *value;
    const OptRow *row = row_of(complete, word, &value);
    if (row && value) {
        offer_values(complete, row,
                     arena_strndup(&complete->ctx->perm, word, (size_t)(value - word)));
        return;
    }
    const OptRow *joined = word[1] ? opt_row(complete->table, word + 1, 1) : NULL;
    if (joined && is_any_of(joined->kind, OPT_JOINED, OPT_JLIST)) // -O3, -Idir
        offer_values(complete, joined, arena_strndup(&complete->ctx->perm, word, 2));
    offer_options(complete);
}

// ---- words --------------------------------------------------------------------------------------

static bool takes_next_word(const OptRow *row, const char *value) {
    return row && !value && !is_any_of(row->kind, OPT_FLAG, OPT_OPTIONAL);
}

// Whether a program's name stands among the words: what follows is its own.
static bool names_program(const Complete *complete, uint32_t n, char **words) {
    for (uint32_t i = 0; i < n; i++) {
        const char *value = NULL;
        if (words[i][0] != '-') return true;
        i += takes_next_word(row_of(complete, words[i], &value), value);
    }
    return false;
}

static void offer_commands(Complete *complete) {
    for (const DriverCommand *c = driver_commands; c->name; c++)
        offer(complete, "", c->name, c->doc);
}

// The last of n words, 1 at least.
static void complete_words(Complete *complete, uint32_t n, char **words) {
    complete->word = words[n - 1];
    complete->table = &driver_options;
    for (const DriverCommand *c = driver_commands; n > 1 && c->name; c++) {
        if (strcmp(words[0], c->name) != 0) continue;
        complete->command = c->name;
        complete->table = c->options;
    }
    if (!complete->table) {
        buf_puts(complete->out, ":files \n");
        return;
    }
    uint32_t first = complete->command != NULL;
    bool runs = complete->table == &driver_exec_options;
    const char *value = NULL;
    const OptRow *before = n - first > 1 ? row_of(complete, words[n - 2], &value) : NULL;
    if (runs && names_program(complete, n - 1 - first, words + first)) {
        buf_puts(complete->out, ":files \n");
    } else if (before && takes_next_word(before, value)) {
        offer_values(complete, before, "");
    } else if (*complete->word == '-') {
        complete_option(complete);
    } else {
        if (n == 1) offer_commands(complete);
        buf_puts(complete->out, runs ? ":programs\n" : ":files \n");
    }
}

int cmd_complete(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    jmp_buf unwind;
    ctx.unwind = &unwind;
    if (setjmp(unwind) == 0 && argc > 1) {
        Buf out;
        buf_init(&out, &ctx.perm);
        complete_words(&(Complete){.ctx = &ctx, .out = &out}, (uint32_t)argc - 1, argv + 1);
        driver_write_file(&ctx, "-", out.at, out.n);
    }
    int code = driver_finish(&ctx);
    ctx_free(&ctx);
    return code;
}
