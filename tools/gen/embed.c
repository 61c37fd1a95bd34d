// SPDX-License-Identifier: Apache-2.0
// Build-time generator: text files as one C file with a LexLibrary of them.
//     embed OUT.c FILE...
// A file's name there is its path behind include/, in the folder of ours that sources find it in.
// Names and texts stand one behind the other and are found by their places in them: a table of
// pointers would be addresses that the loader of a shared library puts in before anything runs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAD = 64 }; // LEX_PAD

typedef struct {
    const char *path;
    char *name; // as sources find it
    size_t text_at, length;
} File;

// C's and C++'s headers have a folder of their own, as CUDA's have.
static char *name_of(const char *path) {
    const char *name = strstr(path, "include/");
    if (!name) return NULL;
    name += strlen("include/");
    const char *folder = strncmp(name, "std/", 4) == 0 ? "<cuprum>/" : "<cuprum>/cuda/";
    char *whole = malloc(strlen(folder) + strlen(name) + 1);
    if (whole) strcat(strcpy(whole, folder), name);
    return whole;
}

// They are found by searching a sorted table.
static int by_name(const void *a, const void *b) {
    return strcmp(((const File *)a)->name, ((const File *)b)->name);
}

// Its bytes as numbers of an initializer, and the zeros behind it.
static int put_text(FILE *out, File *file, size_t *at) {
    FILE *in = fopen(file->path, "rb");
    if (!in) return 1;

    file->text_at = *at;
    int c;
    for (; (c = getc(in)) != EOF; file->length++) {
        fprintf(out, "%s%d,", file->length % 24 ? "" : "\n", c);
    }
    for (int i = 0; i < PAD; i++) fputs("0,", out);
    *at += file->length + PAD;
    return fclose(in);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    FILE *out = fopen(argv[1], "wb");
    int n = argc - 2;
    File *file = calloc((size_t)n + 1, sizeof *file);
    if (!out || !file) return 1;
    for (int i = 0; i < n; i++) {
        file[i].path = argv[i + 2];
        file[i].name = name_of(file[i].path);
        if (!file[i].name) return 2;
    }
    qsort(file, (size_t)n, sizeof *file, by_name);

    fprintf(out, "#include \"driver/driver.h\"\n\nstatic const char texts[] = {");
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        if (put_text(out, &file[i], &at)) return 1;
    }
    fprintf(out, "};\n\nstatic const char names[] =\n");
    for (int i = 0; i < n; i++) fprintf(out, "    \"%s\\0\"\n", file[i].name);
    fprintf(out, "    ;\n\nstatic const LexPlace places[] = {\n");
    at = 0;
    for (int i = 0; i < n; at += strlen(file[i++].name) + 1) {
        fprintf(out, "    {%zu, %zu, %zu},\n", at, file[i].text_at, file[i].length);
    }
    fprintf(out, "};\n\nconst LexLibrary driver_headers = {names, texts, places, %d};\n", n);
    return fclose(out);
}
