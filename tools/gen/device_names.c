// SPDX-License-Identifier: Apache-2.0
// Build-time generator: declarations of the builtin device functions for the host's compiler, which
// may meet their names in the bodies of __host__ __device__ functions and of lambdas: device_names
// OUT. The signatures are those of src/cuda/builtin.def; what the C library declares is left to it.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *sig;
} rows[] = {
#define BI(name, sig, how, detail, sm) {#name, sig},
#include "cuda/builtin.def"
#include "cuda/builtin_atomic.def"
#undef BI
};

static const char *const types[128] = {
    ['v'] = "void",          ['b'] = "bool",         ['c'] = "char",
    ['h'] = "unsigned char", ['s'] = "short",        ['t'] = "unsigned short",
    ['i'] = "int",           ['u'] = "unsigned int", ['l'] = "long",
    ['m'] = "unsigned long", ['x'] = "long long",    ['y'] = "unsigned long long",
    ['f'] = "float",         ['d'] = "double",       ['L'] = "long double",
    ['z'] = "size_t",        ['w'] = "float2",       ['W'] = "float4",
    ['p'] = "void *",        ['q'] = "const void *", ['o'] = "unsigned __int128"};

// One letter, or a pointer to one. Where the next begins.
static const char *put_type(FILE *out, const char *s) {
    char kind = *s;
    int pointer = kind == 'P' || kind == 'K' || kind == 'V';
    if (pointer) s++;
    const char *type = types[*s & 127];
    if (!type) return NULL;
    fprintf(out, "%s%s%s",
            kind == 'K'   ? "const "
            : kind == 'V' ? "volatile "
                          : "",
            type, pointer ? " *" : "");
    return s + 1;
}

static int known_to_libc(const char *name) {
    static const char *const begin[] = {"__assert_fail", "__isnan", "__isinf", "__finite",
                                        "__signbit",     "__nv_",   "__nvvm",  "__cuprum",
                                        "__mma",         "__wmma"};
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++) {
        if (strncmp(name, begin[i], strlen(begin[i])) == 0) return 1;
    }
    return strncmp(name, "__", 2) != 0;
}

static int known_signature(const char *s) {
    for (; *s; s++) {
        if (!types[*s & 127] && !strchr("PKV.", *s)) return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out) return 1;
    fputs("// made by tools/gen/device_names.c\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *s = rows[i].sig;
        if (known_to_libc(rows[i].name) || !known_signature(s)) continue;
        fputs("extern __device__ ", out);
        s = put_type(out, s);
        fprintf(out, " %s(", rows[i].name);
        for (int first = 1; s && *s; first = 0) {
            if (!first) fputs(", ", out);
            s = *s == '.' ? (fputs("...", out), s + 1) : put_type(out, s);
        }
        fputs(");\n", out);
    }
    return fclose(out) != 0;
}
