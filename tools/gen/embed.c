// SPDX-License-Identifier: Apache-2.0
// Build-time generator: text files as one C file with a LexLibrary of them.
//     embed OUT.c FILE...
// A file's name there is its path behind include/, in the folder of ours that sources find it in.
// Names and texts stand one behind the other and are found by their places in them: a table of
// pointers would be addresses that the loader of a shared library puts in before anything runs.
//
// Comments, indentation and rows of blanks are left out: a third of the text, which every
// compilation would read or skip. Lines stay lines.
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

// ---- what of a text is kept --------------------------------------------------------------------

typedef struct {
    const char *from; // what comes next; a NUL ends it
    char *to;         // behind what is kept
    char *begin;      // of what is kept
} Squeeze;

static int is_blank(char c) {
    return c == ' ' || c == '\t';
}

static int at_line_start(const Squeeze *s) {
    return s->to == s->begin || s->to[-1] == '\n';
}

// A quote behind a digit separates digits.
static int begins_literal(const Squeeze *s) {
    if (*s->from == '"') return 1;
    char before = s->to == s->begin ? ' ' : s->to[-1];
    return *s->from == '\'' && !strchr("0123456789abcdefABCDEF", before);
}

// A literal, or what of one stands on the line.
static void keep_literal(Squeeze *s) {
    char quote = *s->from;
    do {
        if (*s->from == '\\' && s->from[1] && s->from[1] != '\n') *s->to++ = *s->from++;
        *s->to++ = *s->from++;
    } while (*s->from && *s->from != '\n' && *s->from != quote);
    if (*s->from == quote) *s->to++ = *s->from++;
}

// One blank for a row of them, none at the ends of a line. (Behind a backslash that joins two lines
// one stays.)
static void keep_blank(Squeeze *s) {
    while (is_blank(*s->from)) s->from++;
    int joined = s->to - s->begin >= 2 && s->to[-1] == '\n' && s->to[-2] == '\\';
    int needed = !at_line_start(s) || joined;
    if (needed && *s->from != '\n' && !is_blank(s->to[-1])) *s->to++ = ' ';
}

// False: it is of a form that this does not know.
static int drop_comment(Squeeze *s) {
    int block = s->from[1] == '*';
    const char *end = block ? strstr(s->from + 2, "*/") : s->from + strcspn(s->from, "\n");
    if (!end) return 0;
    if (!block && end[-1] == '\\') return 0;
    if (block && memchr(s->from, '\n', (size_t)(end - s->from))) return 0;
    s->from = block ? end + 2 : end;
    if (block && !at_line_start(s) && !is_blank(s->to[-1])) *s->to++ = ' ';
    while (!block && s->to > s->begin && is_blank(s->to[-1])) s->to--;
    return 1;
}

// The text in less characters, with the same lines of the same tokens; NULL: it stays as it is.
static char *squeezed(const char *text) {
    char *kept = malloc(strlen(text) + 1);
    if (!kept || strstr(text, "R\"")) return NULL; // a raw string means every character
    Squeeze s = {text, kept, kept};
    while (*s.from) {
        int comment = *s.from == '/' && (s.from[1] == '/' || s.from[1] == '*');
        if (comment && !drop_comment(&s)) return NULL;
        if (comment) continue;
        if (begins_literal(&s))
            keep_literal(&s);
        else if (is_blank(*s.from))
            keep_blank(&s);
        else
            *s.to++ = *s.from++;
    }
    *s.to = 0;
    return kept;
}

// ---- files -------------------------------------------------------------------------------------

static char *read_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END)) return NULL;
    long n = ftell(in);
    char *text = n < 0 ? NULL : calloc((size_t)n + 1, 1);
    rewind(in);
    int ok = text && fread(text, 1, (size_t)n, in) == (size_t)n && strlen(text) == (size_t)n;
    fclose(in);
    return ok ? text : NULL;
}

// Its bytes as numbers of an initializer, and the zeros behind it.
static int put_text(FILE *out, File *file, size_t *at) {
    char *whole = read_file(file->path);
    if (!whole) return 1;
    const char *text = squeezed(whole);
    if (!text) text = whole;

    file->text_at = *at;
    for (; text[file->length]; file->length++) {
        fprintf(out, "%s%d,", file->length % 24 ? "" : "\n", text[file->length]);
    }
    for (int i = 0; i < PAD; i++) fputs("0,", out);
    *at += file->length + PAD;
    return 0;
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
