// SPDX-License-Identifier: Apache-2.0
// NVRTC through dlopen, for comparison: nothing of it is needed to build. Its interface is stable
// C with opaque handles and integer results (NVRTC User Guide, "User Interface").
#ifndef BENCH_NVRTC_H
#define BENCH_NVRTC_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int (*create)(void **prog, const char *src, const char *name, int n, const char *const *headers,
                  const char *const *names);
    int (*compile)(void *prog, int n, const char *const *options);
    int (*ptx_size)(void *prog, size_t *size);
    int (*ptx)(void *prog, char *to);
    int (*log_size)(void *prog, size_t *size);
    int (*log)(void *prog, char *to);
    int (*destroy)(void **prog);
} Nvrtc;

// The library named by $NVRTC, or the one the loader finds, or the toolkit's; false: none here.
static inline int nvrtc_open(Nvrtc *n) {
    const char *const names[] = {getenv("NVRTC"),
                                 "libnvrtc.so",
                                 "libnvrtc.so.13",
                                 "libnvrtc.so.12",
                                 "/usr/local/cuda/lib/libnvrtc.so",
                                 "/usr/local/cuda/lib64/libnvrtc.so"};
    void *lib = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !lib; i++) {
        if (names[i]) lib = dlopen(names[i], RTLD_NOW);
    }
    if (!lib) return 0;
    const struct {
        void *to;
        const char *name;
    } syms[] = {{&n->create, "nvrtcCreateProgram"},       {&n->compile, "nvrtcCompileProgram"},
                {&n->ptx_size, "nvrtcGetPTXSize"},        {&n->ptx, "nvrtcGetPTX"},
                {&n->log_size, "nvrtcGetProgramLogSize"}, {&n->log, "nvrtcGetProgramLog"},
                {&n->destroy, "nvrtcDestroyProgram"}};
    for (size_t i = 0; i < sizeof syms / sizeof *syms; i++) {
        *(void **)syms[i].to = dlsym(lib, syms[i].name);
        if (!*(void **)syms[i].to) return 0;
    }
    return 1;
}

// Compiles to PTX, which the caller frees; NULL with the log on stderr when that fails.
static inline char *nvrtc_compile(const Nvrtc *n, const char *src, const char *name, int nopt,
                                  const char *const *options) {
    void *prog;
    if (n->create(&prog, src, name, 0, NULL, NULL) != 0) return NULL;
    size_t size = 0;
    char *ptx = NULL;
    if (n->compile(prog, nopt, options) == 0 && n->ptx_size(prog, &size) == 0) {
        ptx = malloc(size + 1);
        if (ptx) n->ptx(prog, ptx);
    } else if (n->log_size(prog, &size) == 0 && size > 0) {
        char *log = malloc(size + 1);
        if (log && n->log(prog, log) == 0) fputs(log, stderr);
        free(log);
    }
    n->destroy(&prog);
    return ptx;
}

static inline char *read_file(const char *path, size_t *size) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *s = n >= 0 ? malloc((size_t)n + 1) : NULL;
    if (s) s[ *size = fread(s, 1, (size_t)n, f)] = 0;
    fclose(f);
    return s;
}

#endif
