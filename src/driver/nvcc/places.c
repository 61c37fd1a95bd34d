// SPDX-License-Identifier: Apache-2.0
// Where the toolkit is, by the nvcc.profile beside this program as nvcc reads it, or by looking for
// one (driver/places.c); which of NVIDIA's programs there are; where our own run-time library is.
#include "driver/nvcc/nvcc.h"

#include "cudart/cudart.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// ---- variables ----------------------------------------------------------------------------------

static const char *variable(Nvcc *n, const char *name) {
    for (uint32_t i = n->variables.n; i-- > 0;) {
        if (strcmp(n->variables.at[i].name, name) == 0) return n->variables.at[i].value;
    }
    return NULL;
}

static void set(Nvcc *n, const char *name, const char *value) {
    vec_push(&n->ctx->perm, &n->variables, ((NvccVariable){name, value}));
}

// $(NAME) becomes the variable's value.
static const char *expand(Nvcc *n, const char *text) {
    Buf b;
    buf_init(&b, &n->ctx->perm);
    for (const char *p = text; *p;) {
        const char *end = p[0] == '$' && p[1] == '(' ? strchr(p, ')') : NULL;
        if (!end) {
            buf_putc(&b, *p++);
            continue;
        }
        const char *value = variable(n, arena_strndup(&n->ctx->perm, p + 2, (size_t)(end - p - 2)));
        buf_puts(&b, value ? value : "");
        p = end + 1;
    }
    return buf_cstr(&b);
}

// NAME = VALUE, NAME += VALUE (before what the environment has), NAME =+ VALUE (behind it), NAME ?=
// VALUE.
static void profile_line(Nvcc *n, char *line) {
    while (isspace((unsigned char)*line)) line++;
    size_t k = strcspn(line, " \t+=?");
    char *p = line + k + strspn(line + k, " \t");
    if (!k || *line == '#') return;
    bool before = strncmp(p, "+=", 2) == 0, behind = strncmp(p, "=+", 2) == 0;
    bool absent = strncmp(p, "?=", 2) == 0;
    if (*p != '=' && !before && !absent) return;
    p += before || behind || absent ? 2 : 1;
    p += strspn(p, " \t");
    size_t length = strlen(p);
    while (length && isspace((unsigned char)p[length - 1])) length--;
    const char *name = arena_strndup(&n->ctx->perm, line, k);
    const char *value = expand(n, arena_strndup(&n->ctx->perm, p, length));
    const char *old = variable(n, name);
    if (!old) old = getenv(name);
    if (!old) old = "";
    if (before) value = arena_printf(&n->ctx->perm, "%s%s", value, old);
    if (behind) value = arena_printf(&n->ctx->perm, "%s%s", old, value);
    if (absent && *old) value = old;
    set(n, name, value);
}

static bool read_profile(Nvcc *n, const char *file) {
    if (nvcc_has(n, N_NO_PROFILE) || access(file, R_OK) != 0) return false;
    size_t length;
    char *text = driver_read_file(n->ctx, file, &length);
    for (char *line = text; line && *line;) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        profile_line(n, line);
        line = next;
    }
    return text != NULL;
}

// ---- the folders --------------------------------------------------------------------------------

static void begin_variables(Nvcc *n) {
    set(n, "_NVVM_BRANCH_", "nvvm");
    set(n, "_SPACE_", " ");
    set(n, "_CUDART_", "cudart");
    set(n, "_HERE_", n->here);
    set(n, "_THERE_", n->here);
    set(n, "_TARGET_SIZE_", "");
    set(n, "_TARGET_DIR_", "");
    const char *target = nvcc_value(n, N_TARGET_DIR, "x86_64-linux");
    const char *folder = arena_printf(&n->ctx->perm, "targets/%s", target);
    const char *there = arena_printf(&n->ctx->perm, "%s/../%s", n->here, folder);
    if (access(there, R_OK) == 0) set(n, "_TARGET_DIR_", folder);
}

static NvccWords split(Nvcc *n, const char *text) {
    NvccWords w = {0};
    uint32_t count = 0;
    const char **parts = text ? opt_split(n->ctx, text, &count) : NULL;
    for (uint32_t i = 0; i < count; i++) vec_push(&n->ctx->perm, &w, parts[i]);
    return w;
}

static void from_profile(Nvcc *n) {
    n->top = variable(n, "TOP");
    n->includes = split(n, variable(n, "INCLUDES"));
    n->system_includes = split(n, variable(n, "SYSTEM_INCLUDES"));
    n->libraries = split(n, variable(n, "LIBRARIES"));
}

// A toolkit with no profile beside this program: its folders as the profile would name them.
static void from_toolkit(Nvcc *n) {
    DriverToolkit t;
    Arena *a = &n->ctx->perm;
    bool found = !nvcc_has(n, N_NO_TOOLKIT) && driver_find_toolkit(n->ctx, NULL, &t);
    n->own_headers = !found;
    if (!found) return;
    n->top = t.name;
    for (uint32_t i = 0; i < t.ninclude; i++) {
        bool first = i == 0, standard = strcmp(t.include[i], "/usr/include") == 0;
        if (standard) continue; // it is searched, in its place
        vec_push(a, first ? &n->includes : &n->system_includes, first ? "-I" : "-isystem");
        vec_push(a, first ? &n->includes : &n->system_includes, t.include[i]);
    }
    if (t.runtime) {
        vec_push(a, &n->libraries, arena_printf(a, "-L%s/stubs", t.runtime));
        vec_push(a, &n->libraries, arena_printf(a, "-L%s", t.runtime));
        set(n, "LIBRARIES", arena_printf(a, "\"-L%s/stubs\" \"-L%s\"", t.runtime, t.runtime));
    }
    set(n, "TOP", n->top);
    set(n, "CICC_PATH", arena_printf(a, "%s/nvvm/bin", n->top));
    set(n, "NVVMIR_LIBRARY_DIR", arena_printf(a, "%s/nvvm/libdevice", n->top));
    const char *path = getenv("PATH");
    set(n, "PATH", arena_printf(a, "%s:%s/bin", path ? path : "", n->top));
}

const char *nvcc_on_path(Nvcc *n, const char *name) {
    if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
    const char *path = variable(n, "PATH");
    if (!path) path = getenv("PATH");
    while (path && *path) {
        size_t k = strcspn(path, ":");
        const char *file = arena_printf(&n->ctx->perm, "%.*s/%s", (int)k, path, name);
        if (access(file, X_OK) == 0) return file;
        path += k + (path[k] == ':');
    }
    return NULL;
}

static const char *folder_of(Nvcc *n, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(&n->ctx->perm, path, (size_t)(slash - path)) : ".";
}

// The folder that the program was started from: links are not followed, as nvcc does.
static const char *started_from(Nvcc *n, const char *argv0) {
    if (strchr(argv0, '/')) return folder_of(n, argv0);
    const char *file = nvcc_on_path(n, argv0);
    return file ? folder_of(n, file) : ".";
}

// The run-time library lies beside the program itself.
static void find_own_library(Nvcc *n) {
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[CU_MAX(length, (ssize_t)0)] = 0;
    const char *dir =
        arena_printf(&n->ctx->perm, "%s/../lib/cuprum", folder_of(n, length > 0 ? self : "."));
    char *real = realpath(dir, NULL); // programs name it: it should be short
    n->own_library = real ? arena_strndup(&n->ctx->perm, real, strlen(real)) : dir;
    free(real);
}

const char *nvcc_header_folder(Nvcc *n) {
    if (n->header_folder) return n->header_folder;
    const char *program = arena_printf(&n->ctx->perm, "%s/../../bin", n->own_library);
    const char *where = n->folder ? n->folder : nvcc_value(n, N_KEEP_DIR, ".");
    n->header_folder = n->dryrun ? where : driver_own_headers(n->ctx, program, where);
    return n->header_folder;
}

bool nvcc_write_headers(Nvcc *n) {
    if (!n->own_headers || n->system_includes.n) return true;
    const char *dir = nvcc_header_folder(n);
    if (dir) nvcc_words(n, &n->system_includes, "-isystem", dir, NULL);
    return dir;
}

bool nvcc_find_places(Nvcc *n, const char *argv0) {
    n->here = started_from(n, argv0);
    begin_variables(n);
    const char *profile = arena_printf(&n->ctx->perm, "%s/nvcc.profile", n->here);
    if (!nvcc_has(n, N_NO_TOOLKIT) && read_profile(n, profile))
        from_profile(n);
    else
        from_toolkit(n);
    find_own_library(n);
    if (!n->own_headers) {
        // by their names, which build systems look for in the lines of -dryrun
        n->ptxas = nvcc_on_path(n, "ptxas") ? "ptxas" : NULL;
        n->fatbinary = nvcc_on_path(n, "fatbinary") ? "fatbinary" : NULL;
        n->nvlink = nvcc_on_path(n, "nvlink") ? "nvlink" : NULL;
    }
    for (uint32_t i = 0; i < n->variables.n; i++) { // what the programs called get
        const char *name = n->variables.at[i].name;
        if (strcmp(name, "PATH") == 0 || strcmp(name, "LD_LIBRARY_PATH") == 0)
            setenv(name, n->variables.at[i].value, 1);
    }
    return true;
}
