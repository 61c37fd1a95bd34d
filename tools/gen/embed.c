// SPDX-License-Identifier: Apache-2.0
// Build-time generator: text files as one C file with a table of LexVirtualFile.
//     embed OUT.c FILE...     names are the paths behind include/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **names; // by number
enum { PAD = 64 };   // LEX_PAD

// Those of NVRTC's sources are found by searching a sorted table.
static const char *jit_name(int index) {
    static char text[2][4096];
    static int which;
    const char *name = strstr(names[index], "include/") + strlen("include/");
    which = !which;
    snprintf(text[which], sizeof text[which], "<cuprum>/%s%s",
             strncmp(name, "std/", 4) == 0 ? "" : "cuda/", name);
    return text[which];
}

static int by_jit_name(const void *a, const void *b) {
    return strcmp(jit_name(*(const int *)a), jit_name(*(const int *)b));
}

static int embed_one(FILE *out, const char *path, int index) {
    FILE *in = fopen(path, "rb");
    if (!in) return 1;
    fprintf(out, "static const char text%d[] = {", index);
    int c, col = 0;
    while ((c = getc(in)) != EOF) fprintf(out, "%s%d,", col++ % 24 ? "" : "\n", c);
    for (int i = 0; i < PAD; i++) fputs("0,", out);
    fprintf(out, "};\n");
    return fclose(in);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    FILE *out = fopen(argv[1], "wb");
    if (!out) return 1;
    fprintf(out, "#include \"driver/driver.h\"\n");
    for (int i = 2; i < argc; i++) {
        if (embed_one(out, argv[i], i)) return 1;
    }
    fprintf(out, "const LexVirtualFile driver_headers[] = {\n");
    for (int i = 2; i < argc; i++) {
        const char *name = strstr(argv[i], "include/");
        if (!name) return 2;
        name += strlen("include/");
        // found only where a search comes to their folder (driver/headers.c)
        const char *dir = strncmp(name, "std/", 4) == 0 ? "<cuprum>/" : "";
        fprintf(out, "{\"%s%s\", text%d, sizeof text%d - %d, true, false, true},\n", dir, name, i,
                i, PAD);
    }
    fprintf(out, "};\nconst unsigned driver_nheaders = %d;\n", argc - 2);
    int order[4096], n = 0;
    names = argv;
    for (int i = 2; i < argc && n < 4096; i++) order[n++] = i;
    qsort(order, (size_t)n, sizeof *order, by_jit_name);
    fprintf(out, "const LexVirtualFile driver_jit_headers[] = {\n");
    for (int i = 0; i < n; i++) {
        int k = order[i];
        fprintf(out, "{\"%s\", text%d, sizeof text%d - %d, true, false, true},\n", jit_name(k), k,
                k, PAD);
    }
    fprintf(out, "};\nconst unsigned driver_njit_headers = %d;\n", n);
    return fclose(out);
}
