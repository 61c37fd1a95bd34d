// SPDX-License-Identifier: Apache-2.0
// The errors of NVIDIA's library on a GPU, from the lines of math-check that doc/math keeps. More
// than NVIDIA documents is no fault of ours where NVIDIA's library has it, too.
#include "check.h"

#include <stdlib.h>
#include <string.h>

#define EMBED(name, path)                                                                          \
    __asm__(".section .rodata,\"a\"\n" #name ": .incbin \"doc/math/" path                          \
            "\"\n.byte 0\n.previous\n");                                                           \
    extern const char name[] __attribute__((visibility("hidden")))
EMBED(gpu_float_text, "nvidia-gpu-float.txt");
EMBED(gpu_double_text, "nvidia-gpu-double.txt");

double error_of_theirs(const Function *f) {
    const char *line = f->host_wide ? gpu_double_text : gpu_float_text;
    size_t n = strlen(f->name);
    while (strncmp(line, f->name, n) != 0 || line[n] != ' ') { // the name, blanks, the number
        line = strchr(line, '\n');
        if (!line || !*++line) return 0;
    }
    return strtod(line + n, NULL);
}
