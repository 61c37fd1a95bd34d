// SPDX-License-Identifier: Apache-2.0
// Programs that open NVIDIA's libraries themselves get those that lie beside this one, also where
// they give a path: this library is preloaded, so that its dlopen stands before the C library's.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

// The C library's dlopen looks at who called it (for $ORIGIN and the folders of its library): it is
// jumped to, so that the caller stays the program.
#if defined(__has_attribute) && __has_attribute(musttail)
#define TAIL
#define JUMP __attribute__((musttail)) return
#elif defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TAIL __attribute__((optimize("O2", "omit-frame-pointer")))
#define JUMP return
#else
#define TAIL
#define JUMP return
#endif

typedef void *Open(const char *file, int mode);
__attribute__((visibility("default"))) Open dlopen;

static const struct {
    const char *name, *file;
} shadows[] = {
#define SHADOW(name, file) {name, file},
#include "cudart/shadow.def"
};

// The file of ours that stands for a library, or NULL.
static const char *shadow_of(const char *path) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    for (size_t i = 0; i < CU_COUNT(shadows); i++) {
        size_t n = strlen(shadows[i].name);
        if (strncmp(base, shadows[i].name, n) != 0 || strncmp(base + n, ".so", 3) != 0) continue;
        if (is_any_of(base[n + 3], 0, '.')) return shadows[i].file;
    }
    return NULL;
}

// Into `out`: its path, beside this library. False: it is not there.
static bool beside(const char *file, char *out, size_t size) {
    Dl_info info;
    if (!dladdr(shadows, &info) || !info.dli_fname) return false;
    const char *slash = strrchr(info.dli_fname, '/');
    int n = slash ? (int)(slash + 1 - info.dli_fname) : 0;
    int len = snprintf(out, size, "%.*s%s", n, info.dli_fname, file);
    return len > 0 && (size_t)len < size && access(out, R_OK) == 0;
}

static Open *next_open(void) {
    return (Open *)(uintptr_t)dlsym(RTLD_NEXT, "dlopen");
}

static __attribute__((noinline)) void *open_ours(const char *file, int mode) {
    char path[PATH_MAX];
    const char *ours = shadow_of(file);
    return next_open()(beside(ours, path, sizeof path) ? path : file, mode);
}

TAIL void *dlopen(const char *file, int mode) {
    if (file && shadow_of(file)) return open_ours(file, mode);
    Open *next = next_open();
    JUMP next(file, mode);
}
