// SPDX-License-Identifier: Apache-2.0
// The host table (its rows: cuda/host_table.c) as data.
#include "driver/seam/seam_int.h"

#include <stdlib.h>

enum { MOST_WORDS = 6 };

typedef struct Row {
    const char *word[MOST_WORDS]; // those that are missing are empty
} Row;

static Row split(Ctx *ctx, const char *line, size_t size) {
    Row row;
    char *copy = arena_strndup(&ctx->perm, line, size);
    for (uint32_t i = 0; i < MOST_WORDS; i++) {
        row.word[i] = copy;
        copy += strcspn(copy, "\t");
        if (*copy) *copy++ = 0;
    }
    return row;
}

static SeamPlace place(const Row *row) {
    return (SeamPlace){row->word[1], row->word[2]};
}

static SeamLayout layout(const Row *row) {
    return (SeamLayout){.size = strtoull(row->word[1], NULL, 10),
                        .align = strtoull(row->word[2], NULL, 10),
                        .type = row->word[3],
                        .name = row->word[4]};
}

static void add_kernel(Ctx *ctx, SeamTable *table, const Row *row) {
    SeamKernel kernel = {.symbol = row->word[1], .name = row->word[2]};
    vec_push(&ctx->perm, &table->kernels, kernel);
}

static void add_name(Ctx *ctx, SeamTable *table, const Row *row) {
    if (!table->kernels.n) return;
    SeamName name = {row->word[1], (uint32_t)strtoul(row->word[2], NULL, 10)};
    vec_push(&ctx->perm, &vec_last(&table->kernels).hosts, name);
}

static void add_param(Ctx *ctx, SeamTable *table, const Row *row) {
    if (table->kernels.n) vec_push(&ctx->perm, &vec_last(&table->kernels).params, layout(row));
}

static void add_variable(Ctx *ctx, SeamTable *table, const Row *row) {
    vec_push(&ctx->perm, &table->variables, layout(row));
}

static void add_declared(Ctx *ctx, SeamTable *table, const Row *row) {
    SeamDeclared declared = {.name = row->word[3],
                             .at = place(row),
                             .is_template = strcmp(row->word[4], "template") == 0};
    vec_push(&ctx->perm, &table->declared, declared);
}

static void add_lost(Ctx *ctx, SeamTable *table, const Row *row) {
    vec_push(&ctx->perm, &table->lost, ((SeamLost){place(row), row->word[3]}));
}

static void add_lambda(Ctx *ctx, SeamTable *table, const Row *row) {
    const char *file = row->word[1], *line = row->word[2];
    SeamLambda lambda = {
        .place = arena_printf(&ctx->perm, "%s:%s:%s", file, line, row->word[4]),
        .lambda = arena_printf(&ctx->perm, "%s:%s:%s", file, line, row->word[3]),
    };
    vec_push(&ctx->perm, &table->lambdas, lambda);
}

static const struct {
    const char *word;
    void (*add)(Ctx *ctx, SeamTable *table, const Row *row);
} kinds[] = {{"kernel", add_kernel}, {"name", add_name},     {"param", add_param},
             {"var", add_variable},  {"stub", add_declared}, {"lost", add_lost},
             {"lambda", add_lambda}};

// Of the kernel's names those of the compiler: of the greatest ABI that is no newer.
static void choose_names(SeamKernel *kernel, uint32_t abi) {
    uint32_t newest = 0, kept = 0;
    for (uint32_t i = 0; i < kernel->hosts.n; i++) {
        uint32_t own = kernel->hosts.at[i].abi;
        if (own <= abi) newest = CU_MAX(newest, own);
    }
    for (uint32_t i = 0; i < kernel->hosts.n; i++) {
        if (kernel->hosts.at[i].abi == newest) kernel->hosts.at[kept++] = kernel->hosts.at[i];
    }
    kernel->hosts.n = kept;
}

void seam_read_table(Ctx *ctx, const char *text, size_t size, uint32_t abi, SeamTable *table) {
    const char *end = text + size;
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (!line_end) line_end = end;
        Row row = split(ctx, text, (size_t)(line_end - text));
        for (uint32_t i = 0; i < CU_COUNT(kinds); i++) {
            if (strcmp(row.word[0], kinds[i].word) == 0) kinds[i].add(ctx, table, &row);
        }
        text = line_end + 1;
    }
    for (uint32_t i = 0; i < table->kernels.n; i++) choose_names(&table->kernels.at[i], abi);
}
