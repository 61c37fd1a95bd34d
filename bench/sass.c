// SPDX-License-Identifier: Apache-2.0
// Instructions of each kernel in cubins, where no disassembler is installed: an ELF64 file whose
// sections .text.NAME hold 16-byte instructions (sm_70 and later); NOP (low 12 bits 0x918) is
// padding and not counted.
//   sass FILE.cubin...      lines `NAME COUNT`
//   sass --mean FILE        lines `SOURCE NAME OURS THEIRS ...`: geometric mean of OURS / THEIRS
#include "nvrtc.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t get(const char *p, int bytes) {
    uint64_t v = 0;
    memcpy(&v, p, (size_t)bytes); // cubins are little-endian, as the machines that run this are
    return v;
}

static int count(const char *path) {
    size_t size = 0;
    char *d = read_file(path, &size);
    if (!d || size < 64 || memcmp(d, "\177ELF\2", 5) != 0) {
        fprintf(stderr, "sass: %s is no cubin\n", path);
        free(d);
        return 1;
    }
    uint64_t heads = get(d + 0x28, 8), n = get(d + 0x3c, 2), strings = get(d + 0x3e, 2);
    if (heads > size || n * 64 > size - heads || strings >= n) return 1;
    uint64_t names = get(d + heads + strings * 64 + 0x18, 8);
    for (uint64_t i = 0; i < n; i++) {
        const char *h = d + heads + i * 64;
        uint64_t name = names + get(h, 4), at = get(h + 0x18, 8), bytes = get(h + 0x20, 8);
        if (name + 6 >= size || strncmp(d + name, ".text.", 6) != 0) continue;
        if (at > size || bytes > size - at) return 1;
        unsigned real = 0;
        for (uint64_t k = 0; k + 16 <= bytes; k += 16)
            real += (get(d + at + k, 2) & 0xfff) != 0x918;
        printf("%s %u\n", d + name + 6, real);
    }
    free(d);
    return 0;
}

static int mean(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) return 1;
    char line[4096];
    double sum = 0, a, b, ours = 0, theirs = 0;
    unsigned n = 0;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "%*s %*s %lf %lf", &a, &b) != 2 || a < 1 || b < 1) continue;
        sum += log(a / b);
        ours += a;
        theirs += b;
        n++;
    }
    fclose(f);
    if (n == 0) return 1;
    printf("%u kernels, instructions ours / nvcc: geometric mean %.3f, sums %.0f / %.0f\n", n,
           exp(sum / n), ours, theirs);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--mean") == 0) return mean(argv[2]);
    int bad = argc < 2;
    for (int i = 1; i < argc; i++) bad |= count(argv[i]);
    return bad;
}
