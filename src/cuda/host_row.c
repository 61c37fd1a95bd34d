// SPDX-License-Identifier: Apache-2.0
// Words of a row of the host table (host_table.c has the rows).
#include "cuda/host_table.h"

#include <stdio.h>

// A line ends a row and a tab a word: a name that has them is shown without.
void cuda_table_word(Buf *table, const char *word) {
    if (table->n && table->at[table->n - 1] != '\n') buf_putc(table, '\t');
    for (; *word; word++) buf_putc(table, is_any_of(*word, '\t', '\n') ? ' ' : *word);
}

void cuda_table_place(Ctx *ctx, Buf *table, Pos pos) {
    SrcLoc at;
    bool known = source_resolve(ctx, pos, &at);
    char line[16];
    snprintf(line, sizeof line, "%u", known ? at.line : 0);
    cuda_table_word(table, known ? atom_str(ctx, at.file) : "");
    cuda_table_word(table, line);
}
