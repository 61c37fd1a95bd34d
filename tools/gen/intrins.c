// SPDX-License-Identifier: Apache-2.0
// The intrinsics' numbers in the order of their names, for binary search: intrins OUT.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *id;
} Row;
static const Row rows[] = {
#define INTRIN(id, text, ...) {text, "IR_I_" #id},
#include "../../src/ir/intrin.def"
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const Row *)a)->name, ((const Row *)b)->name);
}

int main(int argc, char **argv) {
    enum { N = sizeof rows / sizeof *rows };
    static Row sorted[N];
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out) return 1;
    memcpy(sorted, rows, sizeof rows);
    qsort(sorted, N, sizeof *sorted, by_name);
    fputs("// made by tools/gen/intrins.c\n", out);
    for (int i = 0; i < N; i++) fprintf(out, "%s,\n", sorted[i].id);
    return fclose(out) != 0;
}
