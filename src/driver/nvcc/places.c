// SPDX-License-Identifier: Apache-2.0
// Where the toolkit is, by the nvcc.profile beside this program as nvcc reads it, or by looking for
// one (driver/places.c); which of NVIDIA's programs there are; where our own run-time library is.
#include "driver/nvcc/nvcc.h"

#include "base/host.h"
#include "cudart/cudart.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// ---- variables ----------------------------------------------------------------------------------

// The last line that sets it counts. NULL: none does.
static const char *variable(Nvcc *nvcc, const char *name) {
    for (uint32_t i = nvcc->variables.n; i-- > 0;) {
        if (strcmp(nvcc->variables.at[i].name, name) == 0) return nvcc->variables.at[i].value;
    }
    return NULL;
}

static void set(Nvcc *nvcc, const char *name, const char *value) {
    vec_push(&nvcc->ctx->perm, &nvcc->variables, ((NvccVariable){name, value}));
}

// $(NAME) becomes the variable's value.
static const char *expand(Nvcc *nvcc, const char *text) {
    Buf out;
    buf_init(&out, &nvcc->ctx->perm);
    for (const char *p = text; *p;) {
        const char *end = p[0] == '$' && p[1] == '(' ? strchr(p, ')') : NULL;
        if (!end) {
            buf_putc(&out, *p++);
            continue;
        }
        const char *value =
            variable(nvcc, arena_strndup(&nvcc->ctx->perm, p + 2, (size_t)(end - p - 2)));
        buf_puts(&out, value ? value : "");
        p = end + 1;
    }
    return buf_cstr(&out);
}

// NAME = VALUE, NAME += VALUE (before what the environment has), NAME =+ VALUE (behind it), NAME ?=
// VALUE.
static void profile_line(Nvcc *nvcc, char *line) {
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
    const char *name = arena_strndup(&nvcc->ctx->perm, line, k);
    const char *value = expand(nvcc, arena_strndup(&nvcc->ctx->perm, p, length));
    const char *old = variable(nvcc, name);
    if (!old) old = getenv(name);
    if (!old) old = "";
    if (before) value = arena_printf(&nvcc->ctx->perm, "%s%s", value, old);
    if (behind) value = arena_printf(&nvcc->ctx->perm, "%s%s", old, value);
    if (absent && *old) value = old;
    set(nvcc, name, value);
}

// False: there is none that may be read, and the toolkit is looked for.
static bool read_profile(Nvcc *nvcc, const char *file) {
    if (nvcc_has(nvcc, N_NO_PROFILE) || access(file, R_OK) != 0) return false;
    size_t length;
    char *text = driver_read_file(nvcc->ctx, file, &length);
    for (char *line = text; line && *line;) {
        char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
        *end = 0;
        profile_line(nvcc, line);
        line = next;
    }
    return text != NULL;
}

// ---- the folders --------------------------------------------------------------------------------

// What nvcc sets before it reads the profile, which refers to it; -dryrun prints all in this order.
static void begin_variables(Nvcc *nvcc) {
    set(nvcc, "_NVVM_BRANCH_", "nvvm");
    set(nvcc, "_SPACE_", " ");
    set(nvcc, "_CUDART_", "cudart");
    set(nvcc, "_HERE_", nvcc->here);
    set(nvcc, "_THERE_", nvcc->here);
    set(nvcc, "_TARGET_SIZE_", "");
    set(nvcc, "_TARGET_DIR_", "");
    const char *target = nvcc_value(nvcc, N_TARGET_DIR, HOST_TOOLKIT);
    const char *folder = arena_printf(&nvcc->ctx->perm, "targets/%s", target);
    const char *there = arena_printf(&nvcc->ctx->perm, "%s/../%s", nvcc->here, folder);
    if (access(there, R_OK) == 0) set(nvcc, "_TARGET_DIR_", folder);
}

static NvccWords split(Nvcc *nvcc, const char *text) {
    NvccWords w = {0};
    uint32_t count = 0;
    const char **parts = text ? opt_split(nvcc->ctx, text, &count) : NULL;
    for (uint32_t i = 0; i < count; i++) vec_push(&nvcc->ctx->perm, &w, parts[i]);
    return w;
}

// A profile of `cuprum toolkit` may say that the toolkit is our own: then headers are read from
// this program, and what its folder has of them is for the host's compiler.
static void from_profile(Nvcc *nvcc) {
    const char *whose = variable(nvcc, "CUPRUM_TOOLKIT");
    nvcc->top = variable(nvcc, "TOP");
    nvcc->own_headers = whose && strcmp(whose, "own") == 0;
    nvcc->libraries = split(nvcc, variable(nvcc, "LIBRARIES"));
    if (nvcc->own_headers) {
        nvcc->header_folder = arena_printf(&nvcc->ctx->perm, "%s/include", nvcc->top);
        return;
    }
    nvcc->includes = split(nvcc, variable(nvcc, "INCLUDES"));
    nvcc->system_includes = split(nvcc, variable(nvcc, "SYSTEM_INCLUDES"));
}

// A toolkit with no profile beside this program: its folders as the profile would name them.
static void from_toolkit(Nvcc *nvcc) {
    DriverToolkit toolkit;
    Arena *arena = &nvcc->ctx->perm;
    bool found = !nvcc_has(nvcc, N_NO_TOOLKIT) && driver_find_toolkit(nvcc->ctx, NULL, &toolkit);
    nvcc->own_headers = !found;
    if (!found) return;
    nvcc->top = toolkit.name;
    for (uint32_t i = 0; i < toolkit.ninclude; i++) {
        bool first = i == 0, standard = strcmp(toolkit.include[i], "/usr/include") == 0;
        if (standard) continue; // it is searched, in its place
        vec_push(arena, first ? &nvcc->includes : &nvcc->system_includes,
                 first ? "-I" : "-isystem");
        vec_push(arena, first ? &nvcc->includes : &nvcc->system_includes, toolkit.include[i]);
    }
    if (toolkit.runtime) {
        vec_push(arena, &nvcc->libraries, arena_printf(arena, "-L%s/stubs", toolkit.runtime));
        vec_push(arena, &nvcc->libraries, arena_printf(arena, "-L%s", toolkit.runtime));
        set(nvcc, "LIBRARIES",
            arena_printf(arena, "\"-L%s/stubs\" \"-L%s\"", toolkit.runtime, toolkit.runtime));
    }
    set(nvcc, "TOP", nvcc->top);
    set(nvcc, "CICC_PATH", arena_printf(arena, "%s/nvvm/bin", nvcc->top));
    set(nvcc, "NVVMIR_LIBRARY_DIR", arena_printf(arena, "%s/nvvm/libdevice", nvcc->top));
    const char *path = getenv("PATH");
    set(nvcc, "PATH", arena_printf(arena, "%s:%s/bin", path ? path : "", nvcc->top));
}

static const char *folder_in_word(const NvccWords *words, uint32_t *i) {
    const char *word = words->at[*i];
    bool apart = strcmp(word, "-I") == 0 || strcmp(word, "-isystem") == 0;
    if (apart) return ++*i < words->n ? words->at[*i] : NULL;
    return strncmp(word, "-I", 2) == 0 ? word + 2 : NULL;
}

static bool version_of_folders(Nvcc *nvcc, const NvccWords *given) {
    for (uint32_t i = 0; i < given->n; i++) {
        const char *folder = folder_in_word(given, &i);
        CudaVersion version = {0};
        if (folder) version = driver_cuda_version(nvcc->ctx, folder);
        if (!version.number) continue;
        nvcc->version = version;
        return true;
    }
    return false;
}

// That of the toolkit whose headers are read.
static void find_version(Nvcc *nvcc) {
    nvcc->version = own_cuda_version;
    if (version_of_folders(nvcc, &nvcc->includes)) return;
    version_of_folders(nvcc, &nvcc->system_includes);
}

// The profile's PATH, which has the toolkit's folders, wins over the environment's.
const char *nvcc_on_path(Nvcc *nvcc, const char *name) {
    if (strchr(name, '/')) return access(name, X_OK) == 0 ? name : NULL;
    const char *path = variable(nvcc, "PATH");
    if (!path) path = getenv("PATH");
    while (path && *path) {
        size_t k = strcspn(path, ":");
        const char *file = arena_printf(&nvcc->ctx->perm, "%.*s/%s", (int)k, path, name);
        if (access(file, X_OK) == 0) return file;
        path += k + (path[k] == ':');
    }
    return NULL;
}

static const char *folder_of(Nvcc *nvcc, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(&nvcc->ctx->perm, path, (size_t)(slash - path)) : ".";
}

// The folder that the program was started from: links are not followed, as nvcc does.
static const char *started_from(Nvcc *nvcc, const char *argv0) {
    if (strchr(argv0, '/')) return folder_of(nvcc, argv0);
    const char *file = nvcc_on_path(nvcc, argv0);
    return file ? folder_of(nvcc, file) : ".";
}

const char *nvcc_own_cicc(Nvcc *nvcc) {
    Arena *arena = &nvcc->ctx->perm;
    const char *path = variable(nvcc, "CICC_PATH");
    bool first = path && driver_is_same_file(arena_printf(arena, "%s/cicc", path), DRIVER_SELF);
    if (first) return "\"$CICC_PATH/cicc\"";
    const char *near = arena_printf(arena, "%s/../../bin/cicc", nvcc->own_library);
    return driver_is_same_file(near, DRIVER_SELF) ? arena_printf(arena, "\"%s\"", near) : NULL;
}

// Made once, and only when something needs it: most calls read our headers from memory.
const char *nvcc_header_folder(Nvcc *nvcc) {
    if (nvcc->header_folder) return nvcc->header_folder;
    const char *program = arena_printf(&nvcc->ctx->perm, "%s/../../bin", nvcc->own_library);
    const char *where = nvcc->folder ? nvcc->folder : nvcc_value(nvcc, N_KEEP_DIR, ".");
    nvcc->header_folder = nvcc->dryrun ? where : driver_own_headers(nvcc->ctx, program, where);
    return nvcc->header_folder;
}

// Nothing is to do where a toolkit has CUDA's headers, or it was done before.
bool nvcc_write_headers(Nvcc *nvcc) {
    if (!nvcc->own_headers || nvcc->system_includes.n) return true;
    const char *dir = nvcc_header_folder(nvcc);
    if (dir) nvcc_words(nvcc, &nvcc->system_includes, "-isystem", dir, NULL);
    return dir;
}

// A profile beside the program wins over a toolkit found elsewhere: so nvcc is put in its place.
bool nvcc_find_places(Nvcc *nvcc, const char *argv0) {
    nvcc->here = started_from(nvcc, argv0);
    begin_variables(nvcc);
    const char *profile = arena_printf(&nvcc->ctx->perm, "%s/nvcc.profile", nvcc->here);
    if (!nvcc_has(nvcc, N_NO_TOOLKIT) && read_profile(nvcc, profile))
        from_profile(nvcc);
    else
        from_toolkit(nvcc);
    nvcc->own_library = driver_library_folder(nvcc->ctx);
    if (!nvcc->own_library) nvcc->own_library = "../lib/cuprum";
    find_version(nvcc);
    if (!nvcc->own_headers) {
        // by their names, which build systems look for in the lines of -dryrun
        nvcc->ptxas = nvcc_on_path(nvcc, "ptxas") ? "ptxas" : NULL;
        nvcc->fatbinary = nvcc_on_path(nvcc, "fatbinary") ? "fatbinary" : NULL;
        nvcc->nvlink = nvcc_on_path(nvcc, "nvlink") ? "nvlink" : NULL;
    }
    for (uint32_t i = 0; i < nvcc->variables.n; i++) { // what the programs called get
        const char *name = nvcc->variables.at[i].name;
        if (strcmp(name, "PATH") == 0 || strcmp(name, "LD_LIBRARY_PATH") == 0)
            setenv(name, nvcc->variables.at[i].value, 1);
    }
    return true;
}
