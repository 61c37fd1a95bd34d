// SPDX-License-Identifier: Apache-2.0
// A compiler command over libnvrtc: `nvrtc FILE.cu -o OUT.ptx [NVRTC options]`. With no file it
// only says (by its exit code) whether NVRTC is here.
#include "nvrtc.h"

#include <string.h>

int main(int argc, char **argv) {
    Nvrtc n;
    if (!nvrtc_open(&n)) return 77;
    if (argc < 4 || strcmp(argv[2], "-o") != 0) return 0;
    size_t size;
    char *src = read_file(argv[1], &size);
    if (!src) return 2;
    char *ptx = nvrtc_compile(&n, src, argv[1], argc - 4, (const char *const *)argv + 4);
    if (!ptx) return 1;
    FILE *f = fopen(argv[3], "w");
    if (!f || fputs(ptx, f) < 0 || fclose(f) != 0) return 2;
    return 0;
}
