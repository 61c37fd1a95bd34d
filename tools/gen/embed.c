// SPDX-License-Identifier: Apache-2.0
// Build-time generator: text files as one C file with a table of LexVirtualFile.
//     embed OUT.c FILE...     names are the paths behind include/
#include <stdio.h>
#include <string.h>

static int embed_one(FILE *out, const char *path, int index) {
    FILE *in = fopen(path, "rb");
    if (!in) return 1;
    fprintf(out, "static const char text%d[] = {", index);
    int c, col = 0;
    while ((c = getc(in)) != EOF) fprintf(out, "%s%d,", col++ % 24 ? "" : "\n", c);
    fprintf(out, "0};\n");
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
        fprintf(out, "{\"%s%s\", text%d, sizeof text%d - 1, true},\n", dir, name, i, i);
    }
    fprintf(out, "};\nconst unsigned driver_nheaders = %d;\n", argc - 2);
    // those for NVRTC's sources: a folder behind all others
    int n = 0;
    fprintf(out, "const LexVirtualFile driver_jit_headers[] = {\n");
    for (int i = 2; i < argc; i++) {
        const char *name = strstr(argv[i], "include/") + strlen("include/");
        const char *dir = strncmp(name, "std/", 4) == 0 ? "" : "cuda/";
        fprintf(out, "{\"<cuprum>/%s%s\", text%d, sizeof text%d - 1, true},\n", dir, name, i, i);
        n++;
    }
    fprintf(out, "};\nconst unsigned driver_njit_headers = %d;\n", n);
    return fclose(out);
}
